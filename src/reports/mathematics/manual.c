/* Finds the manual's tables for given rules, and shows its errors beside the calculated figures. */
#include "reports/mathematics/manual.h"

#include "game/games/game.h"

#include <string.h>

/* ---- Which tables ---- */

const struct manual_tables *manual_of_rules(const struct cr_rules *rules)
{
    static const struct {
        enum cr_category from;
        struct manual_tables tables;
    } manuals[] = {
        {CR_FLUSH, {"flush or better", {"A.1", "A.2"}, "A.3"}},
        {CR_STRAIGHT, {"straight or better", {"A.4", "A.5"}, "A.6"}},
    };
    /* The manual's game: the Ante pays from a hand on, and the bets are 2, 1 and 1 Antes. */
    const bool is_its_game = (rules->game->keys & GAME_KEY_ANTE_PAYS_FROM) &&
                             rules->bet_parts == 1 && rules->multiples[0] == 1u << 2 &&
                             rules->multiples[1] == 1u << 1 && rules->multiples[2] == 1u << 1;
    for (size_t i = 0; is_its_game && i < sizeof manuals / sizeof manuals[0]; i++)
        if (manuals[i].from == rules->ante_pays_from)
            return &manuals[i].tables;
    return NULL;
}

const char *manual_of_progressive(const struct cr_progressive *p)
{
    static const struct {
        const char *name, *table;
    } tables[] = {{"ptha-1", "A.7"},  {"ptha-2", "A.8"},  {"ptha-3", "A.9"}, {"ptha-4", "A.10"},
                  {"ptha-5", "A.11"}, {"ptha-6", "A.12"}, {"ptha-7", "A.13"}};
    const struct cr_shipped *shipped = cr_shipped_find(p->name);
    struct cr_progressive ours;
    if (!shipped || !shipped->is_progressive ||
        cr_progressive_parse(shipped->name, shipped->text, shipped->len, &ours, NULL) != CR_OK ||
        memcmp(ours.hash, p->hash, CR_HASH_BYTES) != 0)
        return "";
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        if (strcmp(tables[i].name, p->name) == 0)
            return tables[i].table;
    return "";
}

/* ---- Its errors ---- */

bool manual_is_wrong(const char *table, const char *cell)
{
    const struct erratum *e;
    for (size_t i = 0; (e = errata_at(i)); i++)
        if (strcmp(e->table, table) == 0 && strcmp(e->cell, cell) == 0)
            return true;
    return false;
}

static bool has_errata(const char *const *tables)
{
    const struct erratum *e;
    for (size_t i = 0; (e = errata_at(i)); i++)
        for (unsigned t = 0; tables[t]; t++)
            if (strcmp(e->table, tables[t]) == 0)
                return true;
    return false;
}

static void add_errata_of(struct paper *p, const char *table, bool with_kind)
{
    const struct erratum *e;
    for (size_t i = 0; (e = errata_at(i)); i++) {
        if (strcmp(e->table, table) != 0)
            continue;
        PAPER_CELLS(p, e->cell, e->printed, e->correct);
        if (with_kind)
            paper_cell(p, erratum_kinds[e->kind]);
    }
}

bool manual_add_errata(struct paper *p, const char *caption, const char *const *tables,
                       unsigned blocks)
{
    const bool with_kind = blocks == 0; /* errors in blocks are all of one kind */
    if (!has_errata(tables))
        return false;
    paper_caption(p, caption);
    const struct paper_column columns[] = {{"where", "Where", PAPER_TEXT},
                                           {"printed", "Manual prints", PAPER_NUMBER},
                                           {"correct", "Correct", PAPER_NUMBER},
                                           {"error", "Error", PAPER_TEXT}};
    paper_table(p, "errata", columns, with_kind ? 4 : 3);
    paper_blocks(p, blocks);
    for (unsigned t = 0; tables[t]; t++)
        add_errata_of(p, tables[t], with_kind);
    return true;
}

void manual_add_procedures(struct paper *p)
{
    /* The parts about procedures that have errata. */
    static const char *const parts[] = {"chapter 2", "chapter 3", "End of Shift form", NULL};
    const struct erratum *e;
    paper_caption(p, "Errata of the manual: its procedures");
    PAPER_TABLE(p, "procedures", {"part", "Part", PAPER_TEXT}, {"where", "Where", PAPER_TEXT},
                {"printed", "Manual prints", PAPER_TEXT},
                {"correct", "Right, or decided by the rules file", PAPER_TEXT});
    for (unsigned t = 0; parts[t]; t++)
        for (size_t i = 0; (e = errata_at(i)); i++)
            if (strcmp(e->table, parts[t]) == 0)
                PAPER_CELLS(p, e->table, e->cell, e->printed, e->correct);
}

/* ---- Decisions of the house ---- */

/* What a value of a rules file means, and the cell of the erratum that it settles; NULL: none. */
struct decision {
    const char *cell, *says;
};

static const struct decision first_cards[] = {
    {NULL, "The first card goes to the dealer's left, the lowest seat in play."},
    {"first card", "The first card goes to the seat that has the button."},
    {"first card", "The first card goes to the seat at the right of the button."}};

static const struct decision pay_orders[] = {
    [CR_PAY_BASE_FIRST] = {"step 7, base game first",
                           "At each seat the base game is taken or paid first, then the "
                           "progressive."},
    [CR_PAY_BONUS_FIRST] = {"step 7b, Bonus first",
                            "At each seat the progressive is taken or paid first, then the base "
                            "game."},
    [CR_PAY_ALL_BASE_FIRST] = {"jackpot winners",
                               "The base game of all seats is taken or paid first, then the "
                               "progressive of all seats."},
    [CR_PAY_LOSERS_FIRST] = {"summary",
                             "All losing wagers are taken first, then each seat is paid."}};

static struct manual_choice choice_of(const struct cr_rules *rules, const struct decision *made)
{
    struct manual_choice choice = {made->says, NULL};
    const struct erratum *e;
    for (size_t i = 0; made->cell && manual_of_rules(rules) && (e = errata_at(i)); i++)
        if (e->kind == ERRATUM_CHOICE && strcmp(e->cell, made->cell) == 0)
            choice.follows = e;
    return choice;
}

unsigned manual_choices(const struct cr_rules *rules, bool has_progressive,
                        struct manual_choice out[MANUAL_CHOICES])
{
    const unsigned start = !rules->deal.from_button ? 0 : rules->deal.after_button ? 2 : 1;
    out[0] = choice_of(rules, &first_cards[start]);
    if (has_progressive)
        out[1] = choice_of(rules, &pay_orders[rules->payment.order]);
    return has_progressive ? 2 : 1;
}
