/* The part of a report about starting hands: the first decision with each, and what each decision
 * is worth. */
#include "base/text.h"
#include "reports/mathematics/analysis_internal.h"
#include "reports/mathematics/figures.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ALL_HANDS 1326 /* hands of two cards */

/* ---- Decisions ---- */

/* How many characters of a decision say how many times the Ante it bets ("4", "1.5"); 0 for a
 * word. */
static int times_len(const char *decision)
{
    return (int)strspn(decision, "0123456789.");
}

/* The decision in a cell of the chart: "B", "F", "4". */
static const char *letter_of(const char *decision, char out[FIGURE_MAX])
{
    if (times_len(decision))
        snprintf(out, FIGURE_MAX, "%.*s", times_len(decision), decision);
    else
        snprintf(out, FIGURE_MAX, "%c", toupper((unsigned char)decision[0]));
    return out;
}

/* The tone of a cell: larger bets are darker, and a fold has a tone of its own. */
static unsigned tone_of(const char *decision)
{
    if (strcmp(decision, "fold") == 0)
        return PAPER_TONE_APART;
    if (strcmp(decision, "check") == 0)
        return PAPER_TONE_NONE;
    const unsigned bet = times_len(decision) ? (unsigned)strtoul(decision, NULL, 10) : 0;
    return bet < 2 ? PAPER_TONE_FIRST : bet < PAPER_TONE_LAST ? bet : PAPER_TONE_LAST;
}

static const char *meaning_of(const char *decision, char out[FIGURE_MAX])
{
    if (times_len(decision))
        snprintf(out, FIGURE_MAX, "bet %.*s times the Ante", times_len(decision), decision);
    else if (strcmp(decision, "bet") == 0)
        snprintf(out, FIGURE_MAX, "bet, and see the flop");
    else if (strcmp(decision, "check") == 0)
        snprintf(out, FIGURE_MAX, "check, and decide on the flop");
    else
        snprintf(out, FIGURE_MAX, "%s", decision);
    return out;
}

/* "ev_4x" as the head of a column: "Bet 4x". */
static const char *option_label(const char *name, char out[FIGURE_MAX])
{
    const char *action = strncmp(name, "ev_", 3) == 0 ? name + 3 : name;
    if (times_len(action))
        snprintf(out, FIGURE_MAX, "Bet %.*s\u00d7", times_len(action), action);
    else if (strcmp(action, "play") == 0)
        snprintf(out, FIGURE_MAX, "Play on");
    else
        figure_capital(out, action);
    return out;
}

/* ---- The chart ---- */

/* How many hands have this first decision, and whether `at` is the first of them. */
static unsigned count_hands(const struct cr_analysis *a, unsigned at, bool *is_first)
{
    unsigned combos = 0;
    *is_first = true;
    for (unsigned i = 0; i < a->start_count; i++) {
        if (strcmp(a->starts[i].decision, a->starts[at].decision) != 0)
            continue;
        *is_first = *is_first && i >= at;
        combos += a->starts[i].combos;
    }
    return combos;
}

static void add_key(struct paper *p, const struct cr_analysis *a)
{
    PAPER_TABLE(p, "key", {"letter", "Letter", PAPER_TEXT}, {"meaning", "Meaning", PAPER_TEXT},
                {"tone", "Tone", PAPER_COUNT});
    paper_shape(p, PAPER_KEY);
    for (unsigned i = 0; i < a->start_count; i++) {
        const char *decision = a->starts[i].decision;
        char text[160];
        bool is_first;
        const unsigned combos = count_hands(a, i, &is_first);
        if (!is_first)
            continue;
        snprintf(text, sizeof text, "%s: %s of 1,326 hands (%s)", meaning_of(decision, FIGURE),
                 figure_fixed(FIGURE, combos, 0),
                 figure_percent(FIGURE, (double)combos / ALL_HANDS, 2));
        PAPER_CELLS(p, letter_of(decision, FIGURE), text, tone_of(decision));
    }
}

/* The hand in row and column of the square of starting hands, 0 to 12 from the ace down. */
static const struct cr_start *starts_at(const struct cr_analysis *a, unsigned row, unsigned column)
{
    static const char ranks[] = "AKQJT98765432";
    const char high = ranks[row < column ? row : column], low = ranks[row < column ? column : row];
    const char name[4] = {high, low, row == column ? '\0' : row < column ? 's' : 'o', '\0'};
    for (unsigned i = 0; i < a->start_count; i++)
        if (strcmp(a->starts[i].hand, name) == 0)
            return &a->starts[i];
    return NULL;
}

static void add_grid(struct paper *p, const struct cr_analysis *a)
{
    PAPER_TABLE(p, "strategy", {"hand", "Hand", PAPER_TEXT}, {"letter", "Decision", PAPER_TEXT},
                {"ev", "Expectation", PAPER_NUMBER}, {"tone", "Tone", PAPER_COUNT});
    paper_shape(p, PAPER_GRID);
    for (unsigned i = 0; i < CR_RANKS * CR_RANKS; i++) {
        const struct cr_start *start = starts_at(a, i / CR_RANKS, i % CR_RANKS);
        if (!start)
            continue;
        paper_cell(p, start->hand);
        paper_cell(p, letter_of(start->decision, FIGURE));
        paper_cell_number(p, cr_rational_value(start->ev), 1, PAPER_HUNDREDTHS);
        paper_cell_count(p, tone_of(start->decision));
    }
}

void part_strategy(struct paper *p, const struct cr_analysis *a)
{
    paper_section(p, "strategy", "Starting hands: strategy");
    paper_caption(p, "First decision, and the expectation of the hand in percent of the Ante");
    add_key(p, a);
    add_grid(p, a);
    paper_note(p,
               "Pairs stand on the diagonal, suited hands above it, unsuited hands below it. "
               "The expectation is that of the whole round, the Ante included, when all later "
               "decisions are optimal. Of decisions that are worth exactly the same, the smaller "
               "wager is taken.");
}

/* ---- Folds ---- */

static void add_rank(struct text *t, char rank)
{
    if (rank == 'T')
        text_add(t, "10");
    else
        text_add_char(t, rank);
}

/* Adds the folded hands of one kind ('o', 's', or '\0' for pairs); the first one follows the name
 * of the kind. */
static void add_folds_of(struct text *t, const struct cr_analysis *a, char kind)
{
    const char *before = kind == 'o' ? "unsuited " : kind == 's' ? "suited " : "pairs ";
    bool is_first = true;
    for (unsigned i = 0; i < a->start_count; i++) {
        const struct cr_start *start = &a->starts[i];
        if (start->hand[2] != kind || strcmp(start->decision, "fold") != 0)
            continue;
        text_add(t, t->len == 0 ? "Fold " : is_first ? "; " : ", ");
        text_add(t, is_first ? before : "");
        add_rank(t, start->hand[0]);
        text_add_char(t, '-');
        add_rank(t, start->hand[1]);
        is_first = false;
    }
}

void part_folds(struct paper *p, const struct cr_analysis *a)
{
    struct text t = {0};
    add_folds_of(&t, a, 'o');
    add_folds_of(&t, a, 's');
    add_folds_of(&t, a, '\0');
    if (t.len > 0) {
        text_add_char(&t, '.');
        paper_note(p, t.data);
    }
    text_free(&t);
}

/* ---- The list ---- */

/* Whether the list has a column for the value: with one option, the value stands beside it; with
 * several, the best option is the value. */
static bool has_value(const struct cr_start *start)
{
    return start->option_count < 2;
}

static void begin_list(struct paper *p, const struct cr_start *start)
{
    struct paper_column columns[CR_OPTIONS_MAX + 3] = {{"hand", "Hand", PAPER_TEXT},
                                                       {"decision", "First", PAPER_TEXT},
                                                       {"ev", "Value", PAPER_NUMBER}};
    char heads[CR_OPTIONS_MAX][FIGURE_MAX];
    unsigned n = has_value(start) ? 3 : 2;
    for (unsigned i = 0; i < start->option_count; i++)
        columns[n++] = (struct paper_column){
            start->options[i].name, option_label(start->options[i].name, heads[i]), PAPER_NUMBER};
    paper_table(p, "starting_hands", columns, n);
    paper_blocks(p, 3);
}

static void add_options(struct paper *p, const struct cr_start *start)
{
    for (unsigned i = 0; i < start->option_count; i++) {
        const struct cr_figure *option = &start->options[i];
        paper_cell_number(p, cr_rational_value(option->value), has_value(start) ? 4 : 3,
                          PAPER_HUNDREDTHS);
        if (!has_value(start) && strcmp(option->name + 3, start->decision) == 0)
            paper_strong(p);
    }
}

static void add_start(struct paper *p, const struct cr_start *start, bool is_first)
{
    const bool folds = strcmp(start->decision, "fold") == 0;
    paper_cell(p, start->hand);
    if (start->hand[0] == start->hand[1] && !is_first)
        paper_rule(p);
    paper_cell(p, start->decision);
    if (folds)
        paper_strong(p);
    if (has_value(start)) {
        paper_cell_number(p, cr_rational_value(start->ev), 4, PAPER_HUNDREDTHS);
        if (folds)
            paper_strong(p);
    }
    add_options(p, start);
}

void part_expectations(struct paper *p, const struct cr_analysis *a)
{
    paper_section(p, "expectations", "Starting hands: expectations");
    paper_caption(p, "Value of the 169 starting hands in percent of the Ante");
    begin_list(p, &a->starts[0]);
    for (unsigned i = 0; i < a->start_count; i++)
        add_start(p, &a->starts[i], i == 0);
    paper_note(p, has_value(&a->starts[0])
                      ? "Value: with the best decision. The column after it is the value of "
                        "playing on, whether or not folding is better. Of the 1,326 hands of two "
                        "cards a pair stands for 6, a suited hand (s) for 4 and an unsuited one "
                        "(o) for 12."
                      : "Each column is the value of that first decision; the best one is bold. "
                        "Of the 1,326 hands of two cards a pair stands for 6, a suited hand (s) "
                        "for 4 and an unsuited one (o) for 12.");
}
