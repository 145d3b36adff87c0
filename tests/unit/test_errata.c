/* The list of misprints in the manual: every entry is a misprint, and tables A.1 to A.6 contain no
 * other. */
#include "data/manual_base_game.h"
#include "math/rational.h"
#include "reports/mathematics/manual.h"

#include <croupier/analysis.h>

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* The entry for a cell, or NULL; fails if a cell is listed twice. */
static const struct erratum *find(const char *table, const char *cell)
{
    const struct erratum *found = NULL;
    for (size_t i = 0; errata_at(i); i++) {
        const struct erratum *e = errata_at(i);
        if (strcmp(e->table, table) == 0 && strcmp(e->cell, cell) == 0) {
            assert_null(found);
            found = e;
        }
    }
    return found;
}

static unsigned count_in(const char *table)
{
    unsigned n = 0;
    for (size_t i = 0; errata_at(i); i++)
        n += strcmp(errata_at(i)->table, table) == 0;
    return n;
}

/* A cell must be listed exactly if the printed value differs from ours, and then with our value.
 * Returns 1 if it is listed, else 0. */
static unsigned assert_listed(const char *table, const char *cell, const char *printed,
                              const char *ours)
{
    const struct erratum *e = find(table, cell);
    if (strcmp(printed, ours) == 0) {
        if (e)
            fail_msg("%s %s is printed as it should be, %s, and listed", table, cell, printed);
        return 0;
    }
    if (!e)
        fail_msg("%s %s: printed %s, ours %s, not listed", table, cell, printed, ours);
    assert_string_equal(e->printed, printed);
    assert_string_equal(e->correct, ours);
    return 1;
}

/* The kind that an entry states must fit its two texts. */
static void kinds_say_what_went_wrong(void **state)
{
    (void)state;
    for (size_t i = 0; errata_at(i); i++) {
        const struct erratum *e = errata_at(i);
        assert_string_not_equal(e->printed, e->correct);
        assert_true(strlen(erratum_kinds[e->kind]) > 0);
        assert_int_equal(e->kind == ERRATUM_SIGN,
                         e->correct[0] == '-' && strcmp(e->correct + 1, e->printed) == 0);
        char spaced[64];
        snprintf(spaced, sizeof spaced, "%s", e->correct);
        char *point = strchr(spaced, '.');
        if (point)
            *point = ' ';
        assert_int_equal(e->kind == ERRATUM_POINT, point && strcmp(spaced, e->printed) == 0);
    }
}

/* ---- A.3 and A.6 ---- */

static unsigned check_row(const char *table, const struct manual_turn_row *row,
                          const struct cr_rational values[MANUAL_COLUMNS])
{
    static const char *const columns[] = {"check/check", "check/bet", "bet/check", "bet/bet"};
    unsigned listed = 0;
    for (unsigned i = 0; i < MANUAL_COLUMNS; i++) {
        char cell[32], ours[MANUAL_TEXT_MAX];
        snprintf(cell, sizeof cell, "%s, %s", row->card, columns[i]);
        listed += assert_listed(table, cell, row->printed[i],
                                manual_percent(values[i].num, values[i].den, ours));
    }
    return listed;
}

static void compute(const struct manual_turn_table *manual, struct cr_turn_table *out)
{
    struct cr_rules rules;
    struct cr_err err = {0};
    cr_card cards[5];
    size_t n;
    if (cr_rules_load(manual->rules, &rules, &err) != CR_OK ||
        cr_cards_parse(MANUAL_TURN_HOLE MANUAL_TURN_FLOP, strlen(MANUAL_TURN_HOLE MANUAL_TURN_FLOP),
                       cards, 5, &n, &err) != CR_OK ||
        cr_turn_cards(&rules, cards, cards + 2, out, &err) != CR_OK)
        fail_msg("%s", err.text);
}

/* MATH-3: computes each cell. The cells that differ must be exactly those of the list. */
static void lost_minus_signs_are_listed(void **state)
{
    (void)state;
    static const unsigned expected[] = {55, 64};
    for (unsigned m = 0; m < MANUAL_TURN_TABLES; m++) {
        const struct manual_turn_table *manual = &manual_turn_tables[m];
        struct cr_turn_table t;
        char ours[MANUAL_TEXT_MAX];
        unsigned listed = 0;
        compute(manual, &t);
        for (unsigned i = 0; i < t.count; i++) {
            const struct cr_turn_card *c = &t.cards[i];
            listed += check_row(
                manual->table, &manual->rows[i],
                (struct cr_rational[]){c->check_check, c->check_bet, c->bet_check, c->bet_bet});
        }
        listed += check_row(manual->table, &manual->total,
                            (struct cr_rational[]){t.total_check_check, t.total_check_bet,
                                                   t.total_bet_check, t.total_bet_bet});
        listed += assert_listed(manual->table, "Overall Expectation, check", manual->overall[0],
                                manual_percent(t.check.num, t.check.den, ours));
        listed += assert_listed(manual->table, "Overall Expectation, bet", manual->overall[1],
                                manual_percent(t.bet.num, t.bet.den, ours));
        assert_int_equal(listed, expected[m]);
        assert_int_equal(listed, count_in(manual->table));
    }
}

/* ---- A.1, A.2, A.4, A.5 ---- */

/* Computes a column of a table from the counts behind it. */
static void count_column(const struct manual_outcomes *manual, unsigned river,
                         int64_t out[MANUAL_RESULTS])
{
    memset(out, 0, MANUAL_RESULTS * sizeof out[0]);
    for (unsigned r = 0; r < 2; r++) {
        const struct manual_ajo_counts *c = &manual_ajo_counts[manual->turn_bet][r];
        if (river != MANUAL_RIVER_ALL && river != r)
            continue;
        const int64_t win = strcmp(manual->rules, "pg-flush") == 0 ? c->win_flush : c->win_straight;
        out[MANUAL_WIN] += win;
        out[MANUAL_LOSS] += c->loss;
        out[MANUAL_TIE] += c->deals - c->win - c->loss;
        out[MANUAL_WIN_LESS] += c->win - win;
        out[MANUAL_TOTAL] += c->deals;
    }
}

/* MATH-2: totals made from rounded figures, and decimal points that are missing. The transcription
 * of the manual must agree. */
static void misprinted_frequencies_are_listed(void **state)
{
    (void)state;
    static const char *const results[] = {"Win", "Loss", "Tie", "Win with less", "Total"};
    static const char *const rivers[] = {"Check on the River", "Bet on the River", "Total"};
    for (unsigned m = 0; m < MANUAL_OUTCOMES; m++) {
        const struct manual_outcomes *manual = &manual_outcomes[m];
        unsigned listed = 0;
        for (unsigned river = 0; river < MANUAL_RIVERS; river++) {
            int64_t counts[MANUAL_RESULTS];
            count_column(manual, river, counts);
            for (unsigned i = 0; i < MANUAL_RESULTS; i++) {
                char cell[64], ours[MANUAL_TEXT_MAX];
                const char *printed = manual->printed[i][river];
                const char *correct = manual->correct[i][river];
                snprintf(cell, sizeof cell, "%s, %s", results[i], rivers[river]);
                manual_percent(counts[i], MANUAL_AJO_DEALS, ours);
                listed += assert_listed(manual->table, cell, printed, ours);
                assert_string_equal(ours, correct ? correct : printed);
            }
        }
        assert_int_equal(listed, count_in(manual->table));
    }
}

/* ---- A.7 to A.13 ---- */

static const char *const hand_names[CR_CATEGORIES] = {
    "Nothing", "One Pair",   "Two Pair",       "Three of a Kind", "Straight",
    "Flush",   "Full House", "Four of a Kind", "Straight Flush",  "Royal Flush"};

/* CARD-2: the number of five-card hands in each category, from high card upwards. */
static const int32_t hand_counts[CR_CATEGORIES] = {1302540, 1098240, 123552, 54912, 10200,
                                                   5108,    3744,    624,    36,    4};
#define HANDS 2598960

/* Writes num / den exactly with that many decimals and without separators. */
static void figure(wide num, wide den, unsigned decimals, char out[MANUAL_TEXT_MAX])
{
    int64_t parts = 1;
    for (unsigned i = 0; i < decimals; i++)
        parts *= 10;
    const int64_t rounded = (int64_t)((2 * num * parts + den) / (2 * den));
    if (decimals == 0)
        snprintf(out, MANUAL_TEXT_MAX, "%" PRId64, rounded);
    else
        snprintf(out, MANUAL_TEXT_MAX, "%" PRId64 ".%0*" PRId64, rounded / parts, (int)decimals,
                 rounded % parts);
}

/* Sums over the awards of a progressive: winning hands, and fixed pays in millionths over all
 * hands. */
struct sums {
    int64_t hits, fixed, fixed_from_meter;
};

static struct sums sum_awards(const struct cr_progressive *p)
{
    struct sums sums = {0};
    for (unsigned c = 0; c < CR_CATEGORIES; c++) {
        const struct cr_award *a = &p->awards[c];
        const int64_t pays = a->kind == CR_AWARD_FIXED ? a->amount.micro * hand_counts[c] : 0;
        sums.hits += a->kind == CR_AWARD_NONE ? 0 : hand_counts[c];
        sums.fixed += pays;
        sums.fixed_from_meter += a->from == CR_FROM_TRAY ? 0 : pays;
    }
    return sums;
}

/* The average amount that a meter restarts with, or the average jackpot, with exact probabilities:
 * one royal flush in 649,740 bets. */
static void figure_average(const struct cr_progressive *p, bool jackpot, char out[MANUAL_TEXT_MAX])
{
    const struct cr_award *straight_flush = &p->awards[CR_STRAIGHT_FLUSH];
    const wide bets = HANDS / hand_counts[CR_ROYAL_FLUSH];
    const wide reserve = (wide)p->bet.micro * p->meters[0].reserve_share;
    const wide share = (wide)p->bet.micro * p->meters[0].share;
    /* sum and den are scaled so that all parts are whole numbers */
    wide sum = (wide)p->meters[0].seed.micro * CR_SHARE_ALL + bets * reserve;
    wide den = (wide)CR_MICRO_PER_UNIT * CR_SHARE_ALL;
    if (jackpot) {
        sum += bets * share - bets * sum_awards(p).fixed_from_meter * CR_SHARE_ALL / HANDS;
        if (straight_flush->kind == CR_AWARD_PERCENT) { /* nine come for each royal flush */
            sum *= CR_PPM;
            den *= CR_PPM + 9 * straight_flush->ppm;
        }
    }
    figure(sum, den, 2, out);
}

/* Writes the figure that the cell's name asks for; false if no figure has that name. */
static bool figure_of_hand(const struct cr_progressive *p, const char *cell,
                           char out[MANUAL_TEXT_MAX])
{
    for (unsigned c = 0; c < CR_CATEGORIES; c++) {
        const size_t len = strlen(hand_names[c]);
        if (strncmp(cell, hand_names[c], len) != 0 || cell[len] != ',')
            continue;
        if (strcmp(cell + len, ", 1 in") == 0)
            figure(HANDS, hand_counts[c], 0, out);
        else if (strcmp(cell + len, ", probability") == 0)
            figure(hand_counts[c], HANDS, 8, out);
        else if (strcmp(cell + len, ", contribution") == 0)
            figure((wide)p->awards[c].amount.micro * hand_counts[c],
                   (wide)CR_MICRO_PER_UNIT * HANDS, 5, out);
        else
            return false;
        return true;
    }
    return false;
}

static bool figure_of(const struct cr_progressive *p, const char *cell, char out[MANUAL_TEXT_MAX])
{
    const struct sums sums = sum_awards(p);
    if (strcmp(cell, "Hit Frequency") == 0)
        figure(sums.hits, HANDS, 8, out);
    else if (strcmp(cell, "Fixed Pays") == 0)
        figure(sums.fixed, (wide)p->bet.micro * HANDS, 5, out);
    else if (strcmp(cell, "Average Reset") == 0)
        figure_average(p, false, out);
    else if (strcmp(cell, "Average Jackpot") == 0)
        figure_average(p, true, out);
    else
        return figure_of_hand(p, cell, out);
    return true;
}

/* "120,726.22" without the comma. */
static void without_commas(const char *text, char out[MANUAL_TEXT_MAX])
{
    size_t n = 0;
    for (; *text; text++)
        if (*text != ',')
            out[n++] = *text;
    out[n] = '\0';
}

/* MATH-4: each listed figure is wrong in its last digits; ours is exact. */
static void rounded_figures_are_listed(void **state)
{
    (void)state;
    static const unsigned expected[] = {5, 5, 5, 4, 4, 6, 7};
    for (unsigned n = 1; n <= 7; n++) {
        char name[CR_NAME_MAX], table[8];
        struct cr_progressive p;
        unsigned count = 0;
        snprintf(name, sizeof name, "ptha-%u", n);
        snprintf(table, sizeof table, "A.%u", n + 6);
        assert_int_equal(cr_progressive_load(name, &p, NULL), CR_OK);
        for (size_t i = 0; errata_at(i); i++) {
            const struct erratum *e = errata_at(i);
            char ours[MANUAL_TEXT_MAX], correct[MANUAL_TEXT_MAX];
            if (strcmp(e->table, table) != 0)
                continue;
            count++;
            if (!figure_of(&p, e->cell, ours))
                fail_msg("%s has no cell %s", table, e->cell);
            without_commas(e->correct, correct);
            assert_string_equal(ours, correct);
            assert_int_equal(e->kind,
                             strcmp(e->printed, "11111") == 0 ? ERRATUM_FIGURE : ERRATUM_ROUNDING);
        }
        assert_int_equal(count, expected[n - 1]);
    }
    assert_non_null(find("A.7 to A.13", "derived figures"));
    assert_string_equal(find("A.7", "Full House, 1 in")->correct, "694");
}

/* ---- Misprints in the manual's text ---- */

static void assert_text(const char *section, const char *cell, const char *printed,
                        const char *correct)
{
    const struct erratum *e = find(section, cell);
    if (!e)
        fail_msg("%s, %s is not listed", section, cell);
    assert_string_equal(e->printed, printed);
    assert_string_equal(e->correct, correct);
}

static void wrong_words_are_listed(void **state)
{
    (void)state;
    static const char subtract[] = "Subtract the end amount from the beginning amount.";
    static const char other_way[] = "Subtract the beginning amount from the end amount.";
    /* REC-3 */
    assert_text("chapter 3", "Hard Meter, step 2c", subtract, other_way);
    assert_text("chapter 3", "Current Meter, step 3c", subtract, other_way);
    assert_text("End of Shift form", "Total Hard Meter", "(beginning minus end)",
                "(end minus beginning)");
    assert_text("End of Shift form", "Total Current Meter", "(beginning minus end)",
                "(end minus beginning)");
    /* MATH-1 */
    assert_text("flush or better", "number of deals", "C5,2,2", "C52,2");
    assert_text("flush or better", "step 6, starting hands", "168", "169");
    assert_text("flush or better", "step 6, fold", "less than 1", "less than -1");
    assert_text("flush or better", "text after A.3, turn check", "72.0685", "-72.0685");
    assert_text("flush or better", "text after A.3, starting hands", "168", "169");
    assert_text("straight or better", "step 6, fold", "less than 1", "less than -1");
    assert_text("straight or better", "text after A.5, turn check", "7 8092%", "7.8092%");
    assert_text("straight or better", "text after A.6, average bet", "3 8181", "3.8181");
    assert_int_equal(count_in("chapter 3") + count_in("End of Shift form"), 5);
    /* PIT-20: where the manual leaves the order open, it is a setting */
    assert_text("chapter 2", "step 7b, Bonus first",
                "first the Bonus wager, then the base game wager",
                "payment.order: \"bonus then base\"");
    assert_text("chapter 3", "jackpot winners", "after taking or paying all initial wagers",
                "payment.order: \"all base first\"");
    assert_int_equal(count_in("chapter 2"), 4);
    assert_text("flush or better", "text after A.3, per total wager", "1.4743%", "1.4744%");
    assert_int_equal(count_in("flush or better"), 7);
    assert_int_equal(count_in("straight or better"), 4);
}

/* Counts the pairs of a hand of h cards and a flop of f cards that a permutation of suits leaves
 * unchanged, over all ranks, into ways[h][f]. In such a pair each cycle of the permutation lies
 * completely in the hand, in the flop or in neither. */
static void count_fixed(const unsigned *cycles, unsigned cycle_count, int64_t ways[3][4])
{
    memset(ways, 0, 3 * sizeof ways[0]);
    ways[0][0] = 1;
    for (unsigned i = 0; i < CR_RANKS * cycle_count; i++) {
        const unsigned len = cycles[i % cycle_count];
        for (unsigned h = 3; h-- > 0;)
            for (unsigned f = 4; f-- > 0;)
                ways[h][f] += (h >= len ? ways[h - len][f] : 0) + (f >= len ? ways[h][f - len] : 0);
    }
}

/* Burnside's lemma gives the number of hole cards, and of hole cards with a flop, up to suits. */
static void hands_up_to_suits_are_counted(void **state)
{
    (void)state;
    static const struct {
        unsigned permutations, cycle_count, cycles[4];
    } types[] = {
        {1, 4, {1, 1, 1, 1}}, {6, 3, {2, 1, 1}}, {3, 2, {2, 2}}, {8, 2, {3, 1}}, {6, 1, {4}}};
    int64_t hole = 0, hole_and_flop = 0;
    for (unsigned t = 0; t < sizeof types / sizeof types[0]; t++) {
        int64_t ways[3][4];
        count_fixed(types[t].cycles, types[t].cycle_count, ways);
        hole += types[t].permutations * ways[2][0];
        hole_and_flop += types[t].permutations * ways[2][3];
    }
    assert_int_equal(hole / 24, 169);
    assert_int_equal(hole_and_flop / 24, 1286792);
    assert_text("flush or better", "text after A.3, hands with a flop", "1,344,590", "1,286,792");
    assert_text("straight or better", "text after A.6, hands with a flop", "1,344,590",
                "1,286,792");
}

/* Every entry of the list is one that a test above has checked. */
static void nothing_else_is_listed(void **state)
{
    (void)state;
    static const char *const tables[] = {"chapter 2",
                                         "chapter 3",
                                         "End of Shift form",
                                         "flush or better",
                                         "straight or better",
                                         "A.1",
                                         "A.2",
                                         "A.3",
                                         "A.4",
                                         "A.5",
                                         "A.6",
                                         "A.7",
                                         "A.8",
                                         "A.9",
                                         "A.10",
                                         "A.11",
                                         "A.12",
                                         "A.13",
                                         "A.7 to A.13"};
    size_t total = 0, known = 0;
    while (errata_at(total))
        total++;
    for (unsigned i = 0; i < sizeof tables / sizeof tables[0]; i++)
        known += count_in(tables[i]);
    assert_int_equal(total, known);
    assert_int_equal(count_in("A.7 to A.13"), 1);
    assert_null(errata_at(total + 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_say_what_went_wrong),
        cmocka_unit_test(lost_minus_signs_are_listed),
        cmocka_unit_test(misprinted_frequencies_are_listed),
        cmocka_unit_test(rounded_figures_are_listed),
        cmocka_unit_test(wrong_words_are_listed),
        cmocka_unit_test(hands_up_to_suits_are_counted),
        cmocka_unit_test(nothing_else_is_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
