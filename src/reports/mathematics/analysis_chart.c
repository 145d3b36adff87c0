/* The 169 starting hands as charts. */
#include "reports/mathematics/analysis_chart.h"

#include "reports/mathematics/text_figures.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

static const char ranks[] = "AKQJT98765432";

/* Decisions in the order in which hands first show them, strongest hands first. */
struct decisions {
    unsigned count;
    const char *of[CR_OPTIONS_MAX];
};

static struct decisions list_decisions(const struct cr_analysis *analysis)
{
    struct decisions list = {0};
    for (unsigned h = 0; h < analysis->start_count; h++) {
        unsigned i = 0;
        while (i < list.count && strcmp(list.of[i], analysis->starts[h].decision) != 0)
            i++;
        if (i == list.count && i < CR_OPTIONS_MAX)
            list.of[list.count++] = analysis->starts[h].decision;
    }
    return list;
}

/* The hand in row and column, 0 to 12 from the ace down. */
static const struct cr_start *hand_at(const struct cr_analysis *analysis, unsigned row,
                                      unsigned column)
{
    const char high = ranks[row < column ? row : column], low = ranks[row < column ? column : row];
    const char name[4] = {high, low, row == column ? '\0' : row < column ? 's' : 'o', '\0'};
    for (unsigned h = 0; h < analysis->start_count; h++)
        if (strcmp(analysis->starts[h].hand, name) == 0)
            return &analysis->starts[h];
    return NULL;
}

/* Bets by their size, and letters for the rest: large where something happens. */
struct mark {
    char text[3];
};

static struct mark mark_of(const char *decision)
{
    struct mark mark = {{decision[0]}};
    if (strcmp(decision, "fold") == 0)
        mark.text[0] = 'F';
    else if (strcmp(decision, "bet") == 0)
        mark.text[0] = 'B';
    else if (isdigit((unsigned char)decision[0]) &&
             (isdigit((unsigned char)decision[1]) || decision[1] == '.')) /* "1." is 1.5 Antes */
        mark.text[1] = decision[1];
    return mark;
}

/* Background of the 256-colour palette. */
static unsigned shade(const char *decision)
{
    if (strcmp(decision, "fold") == 0)
        return 88; /* red */
    if (strcmp(decision, "check") == 0)
        return 24; /* blue */
    if (strcmp(decision, "3x") == 0)
        return 94; /* brown */
    return 28;     /* green: the largest bet */
}

static void add_cell(struct text *t, const char *decision, bool color)
{
    const struct mark mark = mark_of(decision);
    if (color)
        text_add_format(t, "\033[48;5;%u;38;5;231m%2s \033[0m", shade(decision), mark.text);
    else
        text_add_format(t, "%3s", mark.text);
}

void chart_decisions(const struct cr_analysis *analysis, bool color, struct text *t)
{
    const struct decisions list = list_decisions(analysis);
    text_add(t, "    ");
    for (unsigned c = 0; c < CR_RANKS; c++)
        text_add_format(t, "  %c", ranks[c]);
    text_add(t, "\n");
    for (unsigned r = 0; r < CR_RANKS; r++) {
        text_add_format(t, "   %c%s", ranks[r], color ? " " : "");
        for (unsigned c = 0; c < CR_RANKS; c++) {
            const struct cr_start *start = hand_at(analysis, r, c);
            add_cell(t, start ? start->decision : "?", color);
        }
        if (r >= 1 && r <= list.count) {
            text_add(t, "    ");
            add_cell(t, list.of[r - 1], color);
            text_add_format(t, " %s", list.of[r - 1]);
        }
        text_add_char(t, '\n');
    }
}

void chart_values(const struct cr_analysis *analysis, struct text *t)
{
    text_add(t, "  ");
    for (unsigned c = 0; c < CR_RANKS; c++)
        text_add_format(t, "%6c", ranks[c]);
    text_add(t, "\n");
    for (unsigned r = 0; r < CR_RANKS; r++) {
        text_add_format(t, " %c", ranks[r]);
        for (unsigned c = 0; c < CR_RANKS; c++) {
            const struct cr_start *start = hand_at(analysis, r, c);
            const double value = start ? cr_rational_value(start->ev) : 0;
            text_add_format(t, "%6.2f", fabs(value) < 0.005 ? 0 : value); /* never "-0.00" */
        }
        text_add_char(t, '\n');
    }
}

static void add_rank(struct text *t, char rank)
{
    if (rank == 'T')
        text_add(t, "10");
    else
        text_add_char(t, rank);
}

/* Hands of one kind ('o', 's', or '\0' for pairs) with that decision; returns how many. */
static unsigned add_kind(const struct cr_analysis *analysis, const char *decision, char kind,
                         unsigned *column, struct text *t)
{
    unsigned count = 0, left = 0;
    for (unsigned h = 0; h < analysis->start_count; h++)
        left += analysis->starts[h].hand[2] == kind &&
                strcmp(analysis->starts[h].decision, decision) == 0;
    const unsigned all = left;
    for (unsigned h = 0; h < analysis->start_count && left > 0; h++) {
        const struct cr_start *start = &analysis->starts[h];
        if (start->hand[2] != kind || strcmp(start->decision, decision) != 0)
            continue;
        char word[32];
        struct text w;
        text_init(&w, word, sizeof word);
        if (count == 0)
            text_add(&w, kind == 'o' ? "unsuited " : kind == 's' ? "suited " : "pairs ");
        add_rank(&w, start->hand[0]);
        text_add_char(&w, '-');
        add_rank(&w, start->hand[1]);
        left--;
        text_add(&w, left > 0 ? "," : "");
        text_wrap(t, 2, column, word);
        count++;
    }
    return all;
}

void chart_sentence(const struct cr_analysis *analysis, const char *decision, const char *before,
                    struct text *t)
{
    static const char kinds[] = {'o', 's', '\0'};
    unsigned column = 0, found = 0;
    for (unsigned h = 0; h < analysis->start_count; h++)
        found += strcmp(analysis->starts[h].decision, decision) == 0;
    if (found == 0)
        return;
    text_wrap(t, 2, &column, before);
    for (unsigned k = 0; k < sizeof kinds; k++) {
        const unsigned n = add_kind(analysis, decision, kinds[k], &column, t);
        found -= n;
        if (n > 0)
            text_add(t, found > 0 ? ";" : ".\n");
    }
}
