/* MATH-4: the figures of progressives, against the manual's tables and against simulated bets. */
#include "data/manual_progressives.h"
#include "game/meters/meters.h"
#include "support/rng.h"

#include <croupier/analysis.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static struct cr_progressive load(const char *name)
{
    struct cr_progressive p;
    struct cr_err err = {0};
    if (cr_progressive_load(name, &p, &err) != CR_OK)
        fail_msg("%s", err.text);
    return p;
}

/* A shipped progressive with texts replaced: {old, new, old, new, …, NULL}. */
static struct cr_progressive edited(const char *name, const char *const *edits)
{
    char text[8192];
    assert_true(cr_shipped_find(name)->len < sizeof text / 2);
    strcpy(text, cr_shipped_find(name)->text);
    for (; *edits; edits += 2) {
        char *at = strstr(text, edits[0]), tail[8192];
        if (!at)
            fail_msg("%s does not contain \"%s\"", name, edits[0]);
        strcpy(tail, at + strlen(edits[0]));
        assert_true(strlen(edits[1]) < 1000);
        strcpy(at, edits[1]);
        strcat(at, tail);
    }
    struct cr_progressive p;
    struct cr_err err = {0};
    if (cr_progressive_parse("edited", text, strlen(text), &p, &err) != CR_OK)
        fail_msg("%s", err.text);
    return p;
}

static struct cr_progressive_analysis analyze(const struct cr_progressive *p,
                                              const struct cr_category_counts *counts)
{
    struct cr_category_counts five;
    struct cr_progressive_analysis a;
    struct cr_err err = {0};
    cr_five_card_counts(&five);
    if (cr_analyze_progressive(p, counts ? counts : &five, &a, &err) != CR_OK)
        fail_msg("%s", err.text);
    return a;
}

static struct cr_meter_analysis analyze_meters(const struct cr_progressive *p,
                                               const struct cr_category_counts *counts,
                                               unsigned meter, double *std_dev, double *house)
{
    struct cr_category_counts five;
    struct cr_meter_analysis a[CR_METERS];
    struct cr_err err = {0};
    cr_five_card_counts(&five);
    if (cr_analyze_meters(p, counts ? counts : &five, 0, 0, a, std_dev, house, &err) != CR_OK)
        fail_msg("%s", err.text);
    return a[meter];
}

/* Equal except for the rounding of floating-point arithmetic. */
static void assert_close(double a, double b)
{
    if (fabs(a - b) > 1e-11 * fmax(1, fabs(b)))
        fail_msg("%.17g is not %.17g", a, b);
}

static void assert_rational(struct cr_rational r, int64_t num, int64_t den)
{
    assert_int_equal(r.num, num);
    assert_int_equal(r.den, den);
}

/* ---- The distribution ---- */

static void five_card_counts_are_those_of_all_hands(void **state)
{
    (void)state;
    struct cr_category_counts expected, found = {0};
    cr_five_card_counts(&expected);
    cr_card h[5];
    for (h[0] = 0; h[0] < 52; h[0]++)
        for (h[1] = (cr_card)(h[0] + 1); h[1] < 52; h[1]++)
            for (h[2] = (cr_card)(h[1] + 1); h[2] < 52; h[2]++)
                for (h[3] = (cr_card)(h[2] + 1); h[3] < 52; h[3]++)
                    for (h[4] = (cr_card)(h[3] + 1); h[4] < 52; h[4]++) {
                        found.of[cr_rank_category(cr_eval5(h))]++;
                        found.total++;
                    }
    assert_memory_equal(&found, &expected, sizeof found);
}

/* ---- The manual ---- */

/* Writes an amount as the manual does: "$120,726.22", with that many decimals. */
static const char *dollars(char out[32], double amount, int decimals)
{
    char digits[32];
    int n = snprintf(digits, sizeof digits, "%.*f", decimals, amount);
    int whole = decimals ? n - decimals - 1 : n;
    char *to = out;
    *to++ = '$';
    for (int i = 0; i < n; i++) {
        if (i > 0 && i < whole && (whole - i) % 3 == 0)
            *to++ = ',';
        *to++ = digits[i];
    }
    *to = '\0';
    return out;
}

static const char *fixed(char out[32], int decimals, double value)
{
    snprintf(out, 32, "%.*f", decimals, value);
    return out;
}

static const char *percent(char out[32], int decimals, double value)
{
    snprintf(out, 32, "%.*f%%", decimals, value * 100);
    return out;
}

static const struct manual_erratum *erratum_at(const char *table, unsigned row)
{
    for (unsigned i = 0; i < COUNT(manual_errata); i++)
        if (strcmp(manual_errata[i].table, table) == 0 && manual_errata[i].row == row)
            return &manual_errata[i];
    return NULL;
}

static void check_pay(const struct cr_award *award, const struct cr_award_figures *figures,
                      const struct manual_row *row)
{
    char text[32];
    assert_string_equal(row->from, award->kind == CR_AWARD_NONE  ? ""
                                   : award->from == CR_FROM_TRAY ? "Not from Meter"
                                                                 : "From Meter");
    if (award->kind == CR_AWARD_PERCENT) {
        assert_string_equal(percent(text, 0, (double)award->ppm / CR_PPM), row->pay);
        assert_string_equal(row->contribution, "");
    } else if (figures->category != CR_HIGH_CARD) { /* "Nothing" has empty cells */
        const double amount = (double)award->amount.micro / CR_MICRO_PER_UNIT;
        assert_string_equal(dollars(text, amount, 0) + 1, row->pay);
        assert_string_equal(fixed(text, 5, figures->printed_probability * amount),
                            row->contribution);
        assert_close(figures->contribution, cr_rational_value(figures->probability) * amount);
    }
}

static void check_row(const struct manual_progressive *manual, unsigned row,
                      const struct cr_progressive *p, const struct cr_award_figures *figures)
{
    char text[32];
    const struct manual_row *cells = &manual->rows[row];
    assert_int_equal(figures->category, CR_ROYAL_FLUSH - row);
    assert_string_equal(fixed(text, 8, figures->printed_probability), cells->probability);
    /* Where the cell is misprinted, our value differs from it and is the one that the erratum
     * names. */
    const struct manual_erratum *erratum = erratum_at(manual->table, row);
    fixed(text, 0, 1 / figures->printed_probability);
    if (erratum) {
        assert_string_equal(cells->one_in, erratum->one_in_printed);
        assert_string_not_equal(text, cells->one_in);
    }
    assert_string_equal(text, erratum ? erratum->one_in : cells->one_in);
    check_pay(&p->awards[figures->category], figures, cells);
}

static void check_head(const struct manual_progressive *manual, const struct cr_progressive *p)
{
    char text[32];
    assert_int_equal(p->meter_count, 1);
    assert_string_equal(dollars(text, (double)p->bet.micro / 1e6, 0), manual->bet);
    assert_string_equal(dollars(text, (double)p->meters[0].seed.micro / 1e6, 0), manual->seed);
    assert_string_equal(percent(text, 0, p->house_share / 1e9), manual->house);
    assert_string_equal(percent(text, 0, p->meters[0].share / 1e9), manual->meter);
    assert_string_equal(percent(text, 0, p->meters[0].reserve_share / 1e9), manual->reserve);
}

/* MATH-4: every cell of tables A.7 to A.13, to the printed digit. */
static void the_manual_is_reproduced(void **state)
{
    (void)state;
    for (unsigned t = 0; t < MANUAL_TABLES; t++) {
        const struct manual_progressive *manual = &manual_progressives[t];
        const struct cr_progressive p = load(manual->progressive);
        const struct cr_progressive_analysis a = analyze(&p, NULL);
        const struct cr_progressive_figures *f = &a.printed;
        char text[32];
        check_head(manual, &p);
        assert_int_equal(a.award_count, MANUAL_ROWS);
        for (unsigned row = 0; row < MANUAL_ROWS; row++)
            check_row(manual, row, &p, &a.awards[row]);
        assert_string_equal(fixed(text, 8, f->hit_frequency), manual->hit_frequency);
        assert_string_equal(fixed(text, 2, 1 / f->hit_frequency), manual->hit_one_in);
        assert_string_equal(fixed(text, 5, f->fixed_from_meter + f->fixed_not_from_meter),
                            manual->fixed);
        assert_string_equal(fixed(text, 5, f->fixed_from_meter), manual->from_meter);
        assert_string_equal(fixed(text, 5, f->fixed_not_from_meter), manual->not_from_meter);
        assert_string_equal(percent(text, 2, f->house_advantage), manual->house_advantage);
        assert_string_equal(dollars(text, f->average_reset[0], 2), manual->average_reset);
        assert_string_equal(dollars(text, f->average_jackpot[0], 2), manual->average_jackpot);
    }
}

/* Figures without the manual's rounding, worked out by hand from 2,598,960 hands and 649,740 bets
 * for each royal flush. */
static void exact_figures_are_those_of_all_hands(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        double reset, jackpot, advantage;
    } expected[] = {
        {"ptha-1", 42487, 120720, 0.3 - 10000.0 / 649740},
        {"ptha-2", 107461, 2163732.0 / 19, 0.32 - 513840.0 / 2598960 - 10000.0 / 649740},
        {"ptha-3", 42487, 2038680.0 / 19, 0.3 - 274560.0 / 2598960 - 10000.0 / 649740},
        {"ptha-4", 42487, 2038680.0 / 19, 0.3 - 411840.0 / 2598960 - 10000.0 / 649740},
        {"ptha-5", 42487, 2038680.0 / 19, 0.3 - 521664.0 / 2598960 - 10000.0 / 649740},
        {"ptha-6", 537305, 10818660.0 / 19, 0.32 - 513840.0 / 2598960 - 10000.0 / 649740},
        {"ptha-7", 537305, 856866, 0.32 - 513840.0 / 2598960 - 10000.0 / 649740},
    };
    for (unsigned i = 0; i < COUNT(expected); i++) {
        const struct cr_progressive p = load(expected[i].name);
        const struct cr_progressive_analysis a = analyze(&p, NULL);
        assert_close(a.exact.average_reset[0], expected[i].reset);
        assert_close(a.exact.average_jackpot[0], expected[i].jackpot);
        assert_close(a.exact.house_advantage, expected[i].advantage);
        assert_close(a.exact.hit_frequency, cr_rational_value(a.hit_frequency));
        assert_close(a.exact.fixed_from_meter, cr_rational_value(a.fixed_from_meter));
        assert_close(a.exact.fixed_not_from_meter, cr_rational_value(a.fixed_not_from_meter));
        assert_rational(a.envy_per_seat, 0, 1);
    }
    const struct cr_progressive p = load("ptha-7");
    const struct cr_progressive_analysis a = analyze(&p, NULL);
    assert_rational(a.hit_frequency, 198180 / 60, 2598960 / 60);
    assert_rational(a.awards[0].probability, 1, 649740);
    assert_rational(a.fixed_not_from_meter, 2141, 10829);
}

/* ---- Other progressives ---- */

/* Each meter has its own award of 100 %, seed and share. */
static void meters_are_figured_one_by_one(void **state)
{
    (void)state;
    const struct cr_progressive p = load("cn");
    const struct cr_progressive_analysis a = analyze(&p, NULL);
    const double *reset = a.exact.average_reset, *jackpot = a.exact.average_jackpot;
    assert_close(reset[0], 10000);
    assert_close(reset[1], 1000);
    assert_close(reset[2], 250);
    assert_close(jackpot[0], 10000 + 0.14 * 649740);
    assert_close(jackpot[1], 1000 + 0.05 * 2598960 / 36);
    assert_close(jackpot[2], 250 + 0.06 * 4165);
    /* the tray pays 50, 40, 30 and 9 for 1 */
    assert_close(a.exact.house_advantage, 0.75 - 1191728.0 / 2598960 - 10000 / 649740.0 -
                                              1000 * 36 / 2598960.0 - 250 / 4165.0);
    assert_rational(a.fixed_from_meter, 0, 1);
    assert_rational(a.envy_per_seat, 14800 / 80, 2598960 / 80); /* 4 × 1,000 and 36 × 300 */
}

static double pays(const struct cr_progressive *p, const struct cr_progressive_analysis *a,
                   enum cr_category c)
{
    const struct cr_award *award = &p->awards[c];
    return award->kind == CR_AWARD_FIXED ? (double)award->amount.micro / 1e6
           : award->kind == CR_AWARD_PERCENT
               ? award->ppm / 1e6 * a->exact.average_jackpot[award->from]
               : 0;
}

/* The long-run balance: whatever is not paid to players is kept by the house. */
static void assert_balanced(const struct cr_progressive *p, const struct cr_category_counts *counts)
{
    const struct cr_progressive_analysis a = analyze(p, counts);
    double paid = 0;
    for (unsigned i = 0; i < CR_CATEGORIES; i++)
        paid += cr_rational_value(a.awards[i].probability) * pays(p, &a, a.awards[i].category);
    assert_close(a.exact.house_advantage, 1 - paid / ((double)p->bet.micro / 1e6));
}

static const char *const no_whole[] = {"share: 65%", "share: 70%", "reserve: 5%", "reserve: 0%",
                                       "pays: 100%", "pays: 50%",  NULL};
static const char *const two_whole[] = {"pays: 10%", "pays: 100%", NULL};
static const char *const overdrawn[] = {"full house: {pays: 100,", "full house: {pays: 499,",
                                        "flush: {pays: 50,", "flush: {pays: 499,", NULL};
static const char *const only_fixed[] = {"share: 65%",  "share: 70%", "reserve: 5%",
                                         "reserve: 0%", "pays: 100%", "pays: 5000",
                                         "pays: 10%",   "pays: 1000", NULL};

static void house_and_players_share_everything(void **state)
{
    (void)state;
    const struct cr_shipped *file;
    for (size_t i = 0; (file = cr_shipped_at(i)); i++)
        if (file->is_progressive) {
            const struct cr_progressive p = load(file->name);
            assert_balanced(&p, NULL);
        }
    const char *const *const odd[] = {no_whole, two_whole, overdrawn};
    for (unsigned i = 0; i < COUNT(odd); i++) {
        const struct cr_progressive p = edited("ptha-1", odd[i]);
        assert_balanced(&p, NULL);
    }
}

/* A meter from which only parts are won has a level at which awards take as much as bets add. */
static void a_meter_without_a_whole_award_has_a_level(void **state)
{
    (void)state;
    const struct cr_progressive p = edited("ptha-1", no_whole);
    const struct cr_progressive_analysis a = analyze(&p, NULL);
    const double fixed_pays = (500.0 * 624 + 100.0 * 3744 + 50.0 * 5108) / 2598960;
    assert_close(a.exact.average_reset[0], 10000);
    assert_close(a.exact.average_jackpot[0], (0.7 - fixed_pays) / ((0.5 * 4 + 0.1 * 36) / 2598960));
    double std_dev, house;
    const struct cr_meter_analysis m = analyze_meters(&p, NULL, 0, &std_dev, &house);
    assert_true(m.hit_probability == 0 && m.bets_to_hit[2] == 0 && m.jackpot_at_hit[2] == 0);
    assert_close(m.break_even, (1 - fixed_pays) / ((0.5 * 4 + 0.1 * 36) / 2598960));
}

/* Two hands that win the whole meter are like one that comes as often as both together. */
static void whole_awards_of_one_meter_add_up(void **state)
{
    (void)state;
    const struct cr_progressive p = edited("ptha-1", two_whole);
    const struct cr_progressive_analysis a = analyze(&p, NULL);
    const double bets = 2598960.0 / 40;
    const double fixed_pays = (500.0 * 624 + 100.0 * 3744 + 50.0 * 5108) / 2598960;
    assert_close(a.exact.average_reset[0], 10000 + 0.05 * bets);
    assert_close(a.exact.average_jackpot[0], 10000 + 0.05 * bets + (0.65 - fixed_pays) * bets);
}

/* MET-4: the house pays what a meter cannot cover in the long run; after a restart the meter still
 * has something until it is used up. */
static void a_meter_that_cannot_bear_its_awards(void **state)
{
    (void)state;
    const struct cr_progressive p = edited("ptha-1", overdrawn);
    const struct cr_progressive_analysis a = analyze(&p, NULL);
    /* The meter restarts at R = 10,000 plus a reserve of 32,487 on average, which grows for an
     * exponentially distributed time; 1.17 a bet use it up. So the average is about R * R / 2 /
     * 1.17 of 649,740 bets, and a little more. */
    assert_true(a.exact.average_jackpot[0] > 1800 && a.exact.average_jackpot[0] < 2000);
    assert_true(a.exact.house_funded[0] > 0);
    assert_true(a.exact.house_advantage < 0);
}

/* A meter from which no percentage is paid has no jackpot, so no amount of it makes a difference.
 */
static void a_meter_of_fixed_awards(void **state)
{
    (void)state;
    const struct cr_progressive p = edited("ptha-1", only_fixed);
    const struct cr_progressive_analysis a = analyze(&p, NULL);
    assert_true(isnan(a.exact.average_jackpot[0]));
    assert_close(a.exact.average_reset[0], 10000);
    assert_close(a.exact.house_advantage, 0.3);
    double std_dev, house;
    const struct cr_meter_analysis m = analyze_meters(&p, NULL, 0, &std_dev, &house);
    assert_true(isinf(m.break_even) && m.break_even > 0);
    assert_true(std_dev > 0);
}

/* ---- Limits and meters that run dry, simulated bet by bet ---- */

/* Winning hands come often, so that a simulation reaches the long-run averages. */
#define FREQUENT_TOTAL 100000
static const struct cr_category_counts frequent = {.of = {[CR_HIGH_CARD] = 98250,
                                                          [CR_FLUSH] = 1000,
                                                          [CR_FULL_HOUSE] = 500,
                                                          [CR_FOUR_OF_A_KIND] = 100,
                                                          [CR_STRAIGHT_FLUSH] = 50,
                                                          [CR_ROYAL_FLUSH] = 100},
                                                   .total = FREQUENT_TOTAL};

struct played {
    double jackpot, funded, overflow;
};

/* Plays bets on the meters as the settlement does. */
static struct played play_bets(const struct cr_progressive *p, unsigned bets)
{
    struct cr_meters meters;
    struct rng rng = {5};
    double jackpot = 0, funded = 0;
    cr_meters_init(p, &meters);
    for (unsigned n = 0; n < bets; n++) {
        unsigned hand = rng_below(&rng, FREQUENT_TOTAL), c = CR_ROYAL_FLUSH;
        meters_contribute(p, &meters, 1);
        jackpot += (double)meters.meters[0].amount.micro;
        while (c > 0 && hand >= frequent.of[c])
            hand -= (unsigned)frequent.of[c--];
        if (p->awards[c].kind == CR_AWARD_NONE)
            continue;
        const struct meters_hit hit =
            meters_pay(p, &meters, &p->awards[c], cr_money_from_micro(INT64_MAX));
        funded += (double)hit.house_funded.micro;
    }
    const double unit = (double)bets * CR_MICRO_PER_UNIT;
    return (struct played){jackpot / unit, funded / unit,
                           (double)meters.meters[0].overflow.micro / unit};
}

static void assert_within(const char *what, double is, double played, double part, double least)
{
    if (!(fabs(is - played) <= fmax(part * fabs(played), least)))
        fail_msg("%s: %.6f, but %.6f bet by bet", what, is, played);
}

#define ENDS_FILE(share, reserve, seed, limit, awards)                                             \
    "progressive: ends\ntitle: t\nhouse: h\nbet: 1\nhouse_share: 20%\nmeters:\n"                   \
    "  m: {share: " share ", reserve: " reserve ", seed: " seed ", limit: " limit "}\nawards:\n"   \
    "  royal flush: {pays: 100%, from: m, key: none, envy: none}\n" awards
#define ENDS_PART "  straight flush: {pays: 30%, from: m, key: none, envy: none}\n"
#define ENDS_FIXED(four, full, flush)                                                              \
    "  four of a kind: {pays: " four ", from: m, key: none, envy: none}\n"                         \
    "  full house: {pays: " full ", from: m, key: none, envy: none}\n"                             \
    "  flush: {pays: " flush ", from: m, key: none, envy: none}\n"

/* MET-4, REG-7: what a limit keeps out, what the house pays for a meter that runs dry, and the
 * average jackpot under both. The last file never meets either. */
static void meters_meet_their_ends(void **state)
{
    (void)state;
    static const char *const files[] = {
        ENDS_FILE("80%", "0%", "100", "900", ""),
        ENDS_FILE("60%", "20%", "100", "600", ENDS_PART ENDS_FIXED("150", "40", "10")),
        ENDS_FILE("80%", "0%", "0", "none", ENDS_PART ENDS_FIXED("200", "50", "20")),
        ENDS_FILE("70%", "10%", "50", "none", ENDS_PART ENDS_FIXED("400", "100", "30")),
        ENDS_FILE("80%", "0%", "90000", "none", ENDS_PART ENDS_FIXED("200", "50", "20")),
    };
    for (unsigned i = 0; i < COUNT(files); i++) {
        struct cr_progressive p;
        struct cr_err err = {0};
        if (cr_progressive_parse("ends", files[i], strlen(files[i]), &p, &err) != CR_OK)
            fail_msg("%s", err.text);
        const struct cr_progressive_analysis a = analyze(&p, &frequent);
        const struct played played = play_bets(&p, 30000000);
        assert_within("jackpot", a.exact.average_jackpot[0], played.jackpot, 0.02, 0);
        assert_within("house funded", a.exact.house_funded[0], played.funded, 0.03, 0.0002);
        assert_within("overflow", a.exact.overflow[0], played.overflow, 0.05, 0.0002);
        assert_true((a.exact.overflow[0] > 0) == p.meters[0].has_limit);
        assert_true((a.exact.house_funded[0] > 0) == (i > 0 && i < 4));
        assert_balanced(&p, &frequent);
    }
}

/* REG-7: the shipped progressive with a limit. The meter grows from its seed by 14 cents a bet and
 * stays at the limit from the 71,429th bet on. */
static void a_limit_bounds_the_jackpot(void **state)
{
    (void)state;
    static const char *const edits[] = {"limit: none", "limit: 20000", NULL};
    const struct cr_progressive p = edited("cn", edits);
    const struct cr_progressive_analysis a = analyze(&p, NULL);
    const double q = 1 - 1.0 / 649740, left = pow(q, 71428);
    const double jackpot = 10000 + 0.14 * 649740 * (1 - left) + 0.08 * left;
    assert_true(fabs(a.exact.average_jackpot[0] - jackpot) < 0.005);
    assert_true(fabs(jackpot - 19469.94) < 0.01);
    double std_dev, house;
    const struct cr_meter_analysis m = analyze_meters(&p, NULL, 0, &std_dev, &house);
    assert_true(isinf(m.break_even)); /* no amount that the meter can reach makes the bet fair */
    assert_true(m.jackpot_at_hit[4] == 20000);
}

/* UTH-13: hands that forfeit the bet count only in the total. */
static void forfeited_hands_are_paid_nothing(void **state)
{
    (void)state;
    const struct cr_progressive p = load("ptha-2");
    struct cr_category_counts counts;
    cr_five_card_counts(&counts);
    counts.of[CR_HIGH_CARD] /= 2;
    counts.of[CR_TWO_PAIR] = 0;
    const struct cr_progressive_analysis a = analyze(&p, &counts);
    assert_rational(a.hit_frequency, 74628 / 12, 2598960 / 12);
    assert_rational(a.awards[9].probability, 651270 / 510, 2598960 / 510);
    assert_true(fabs(a.awards[9].printed_probability - 651270.0 / 2598960) < 1e-7);
    assert_balanced(&p, &counts);
}

static void expect_fault(const struct cr_progressive *p, const struct cr_category_counts *counts,
                         int code)
{
    struct cr_progressive_analysis a, untouched;
    struct cr_err err = {0};
    memset(&a, 0xa5, sizeof a);
    memset(&untouched, 0xa5, sizeof untouched);
    assert_int_equal(cr_analyze_progressive(p, counts, &a, &err), code);
    assert_int_equal(err.code, code);
    assert_memory_equal(&a, &untouched, sizeof a);
    struct cr_meter_analysis m[CR_METERS];
    double std_dev, house;
    assert_int_equal(cr_analyze_meters(p, counts, 0, 0, m, &std_dev, &house, &err), code);
}

/* Counts with a prime of 63 bits, and a bet that shares no factor with the awards: still exact. */
static void large_counts_stay_exact(void **state)
{
    (void)state;
    struct cr_progressive p = load("ptha-2");
    struct cr_category_counts counts = {.total = INT64_C(9223372036854775783)};
    char text[CR_RATIONAL_TEXT_MAX];
    counts.of[CR_FLUSH] = INT64_C(1000000000000000003);
    p.bet.micro = 70000000;
    const struct cr_progressive_analysis a = analyze(&p, &counts);
    assert_true(a.hit_frequency.num == counts.of[CR_FLUSH] && a.hit_frequency.den == counts.total);
    cr_rational_format(a.fixed_from_meter, text); /* 50 of a bet of 70 */
    assert_string_equal(text, "5000000000000000015/64563604257983430481");
}

static void faults_change_nothing(void **state)
{
    (void)state;
    struct cr_progressive p = load("ptha-2");
    struct cr_category_counts counts;
    cr_five_card_counts(&counts);
    counts.of[CR_PAIR] = -1;
    expect_fault(&p, &counts, CR_E_INPUT);
    cr_five_card_counts(&counts);
    counts.total--;
    expect_fault(&p, &counts, CR_E_INPUT);
    memset(&counts, 0, sizeof counts);
    expect_fault(&p, &counts, CR_E_INPUT);
    struct cr_meter_analysis m[CR_METERS];
    double std_dev, house;
    cr_five_card_counts(&counts);
    assert_int_equal(cr_analyze_meters(&p, &counts, NAN, 1, m, &std_dev, &house, NULL), CR_E_INPUT);
}

/* ---- Analysis of meters ---- */

/* A bet that is worked out on paper: one hand in four wins a meter that gets half of each bet of 2
 * and restarts at 8. It is 12 on average and the deviation of the result is 6 √(1/4 · 3/4). */
static void one_bet_by_hand(void **state)
{
    (void)state;
    struct cr_progressive p = {
        .bet = cr_money_from_units(2), .house_share = CR_SHARE_ALL / 2, .meter_count = 1};
    p.meters[0] = (struct cr_meter_rules){.share = CR_SHARE_ALL / 2, .seed = {8000000}};
    p.awards[CR_PAIR] = (struct cr_award){.kind = CR_AWARD_PERCENT, .ppm = CR_PPM};
    const struct cr_category_counts counts = {.of = {[CR_PAIR] = 1, [CR_HIGH_CARD] = 3},
                                              .total = 4};
    double std_dev, house;
    const struct cr_meter_analysis m = analyze_meters(&p, &counts, 0, &std_dev, &house);
    assert_close(std_dev, 6 * sqrt(3) / 4);
    assert_close(house, 0.5 - 8 * 0.25 / 2);
    assert_close(m.break_even, 8);
    assert_close(m.hit_probability, 0.25);
    /* The 25 % quantile is reached exactly with the first bet; 7/16 and 37/64 are reached with the
     * second and third; 3/4 is below 1 - (3/4)^5 = 0.763, and 95 % below 1 - (3/4)^11 = 0.958. */
    static const double bets[CR_QUANTILES] = {1, 1, 3, 5, 11};
    for (unsigned i = 0; i < CR_QUANTILES; i++) {
        assert_true(m.bets_to_hit[i] == bets[i]);
        assert_close(m.jackpot_at_hit[i], 8 + bets[i]);
    }
}

/* Where 1 - (1 - p)^n is exactly the quantile q, the n-th bet is enough. */
static void a_quantile_that_is_met_exactly(void **state)
{
    (void)state;
    const struct cr_progressive p = load("ptha-1");
    struct cr_category_counts counts = {.of = {[CR_ROYAL_FLUSH] = 1, [CR_HIGH_CARD] = 1},
                                        .total = 2};
    double std_dev, house;
    struct cr_meter_analysis m = analyze_meters(&p, &counts, 0, &std_dev, &house);
    assert_true(m.bets_to_hit[2] == 1 && m.bets_to_hit[3] == 2 && m.bets_to_hit[4] == 5);
    counts.of[CR_HIGH_CARD] = 0;
    counts.total = 1;
    m = analyze_meters(&p, &counts, 0, &std_dev, &house);
    assert_true(m.bets_to_hit[0] == 1 && m.bets_to_hit[4] == 1);
    assert_close(m.jackpot_at_hit[4], 10000 + 0.05 + 0.65);
}

/* log(1 - q) / log(1 - p), calculated elsewhere with more digits than a double has. */
static void jackpots_are_waited_for(void **state)
{
    (void)state;
    static const double expected[3][CR_QUANTILES] = {{33328, 186919, 450366, 900731, 1946446},
                                                     {3704, 20769, 50041, 100081, 216271},
                                                     {214, 1199, 2887, 5774, 12476}};
    const struct cr_progressive p = load("cn");
    double std_dev, house;
    for (unsigned m = 0; m < 3; m++) {
        const struct cr_meter_analysis a = analyze_meters(&p, NULL, m, &std_dev, &house);
        const double seed = (double)p.meters[m].seed.micro / 1e6;
        for (unsigned i = 0; i < CR_QUANTILES; i++) {
            assert_true(a.bets_to_hit[i] == expected[m][i]);
            assert_close(a.jackpot_at_hit[i],
                         seed + a.bets_to_hit[i] * p.meters[m].share / CR_SHARE_ALL);
        }
    }
}

/* With the meter at its break-even point the bet is fair, or makes up for the base game too. */
static void a_bet_is_fair_at_its_break_even_point(void **state)
{
    (void)state;
    static const char *const names[] = {"cn", "rp", "ptha-2", "ptha-7"};
    for (unsigned n = 0; n < COUNT(names); n++) {
        const struct cr_progressive p = load(names[n]);
        const double bet = (double)p.bet.micro / 1e6;
        struct cr_category_counts five;
        cr_five_card_counts(&five);
        struct cr_meter_analysis meters[CR_METERS];
        double std_dev, house;
        assert_int_equal(cr_analyze_meters(&p, &five, 0.02185, 5, meters, &std_dev, &house, NULL),
                         CR_OK);
        for (unsigned m = 0; m < p.meter_count; m++)
            for (unsigned with_base = 0; with_base < 2; with_base++) {
                struct cr_progressive_analysis a = analyze(&p, NULL);
                a.exact.average_jackpot[m] =
                    with_base ? meters[m].break_even_with_base : meters[m].break_even;
                double paid = 0;
                for (unsigned i = 0; i < CR_CATEGORIES; i++)
                    paid += cr_rational_value(a.awards[i].probability) *
                            pays(&p, &a, a.awards[i].category);
                assert_close(paid, bet + (with_base ? 0.02185 * 5 : 0));
            }
    }
}

/* ---- Against simulated bets ---- */

/* A progressive that reaches its long-run averages soon: a jackpot in 200 bets, and a tenth of it
 * in 33. */
static struct cr_progressive small_progressive(struct cr_category_counts *counts)
{
    struct cr_progressive p = load("ptha-2");
    p.meters[0].seed = cr_money_from_units(100);
    p.awards[CR_FOUR_OF_A_KIND].amount = cr_money_from_units(3);
    p.awards[CR_FULL_HOUSE].amount = cr_money_from_units(2);
    p.awards[CR_FLUSH].amount = cr_money_from_units(1);
    p.awards[CR_STRAIGHT].amount = cr_money_from_units(1);
    p.awards[CR_THREE_OF_A_KIND].kind = p.awards[CR_TWO_PAIR].kind = CR_AWARD_NONE;
    *counts = (struct cr_category_counts){.of = {[CR_ROYAL_FLUSH] = 5,
                                                 [CR_STRAIGHT_FLUSH] = 30,
                                                 [CR_FOUR_OF_A_KIND] = 40,
                                                 [CR_FULL_HOUSE] = 50,
                                                 [CR_FLUSH] = 100,
                                                 [CR_STRAIGHT] = 50,
                                                 [CR_HIGH_CARD] = 725},
                                          .total = 1000};
    return p;
}

/* Draws a hand that is no better than `best`. */
static enum cr_category draw(struct rng *rng, const struct cr_category_counts *counts,
                             enum cr_category best)
{
    int64_t below = 0;
    for (unsigned c = 0; c <= best; c++)
        below += counts->of[c];
    int64_t at = rng_below(rng, (unsigned)below);
    unsigned c = 0;
    while (at >= counts->of[c])
        at -= counts->of[c++];
    return (enum cr_category)c;
}

/* A mean, and what its standard error is calculated from. */
struct sample {
    double count, sum, squares;
};

static void sample_add(struct sample *s, double x)
{
    s->count += 1;
    s->sum += x;
    s->squares += x * x;
}

/* The bound is five standard errors, which chance exceeds once in 1.7 million cases; the seed is
 * fixed. bias: what the analysis is known to leave out. */
static void assert_mean(const struct sample *s, double expected, double bias)
{
    const double mean = s->sum / s->count;
    const double error = sqrt((s->squares / s->count - mean * mean) / s->count);
    if (fabs(mean - expected) > 5 * error + bias)
        fail_msg("a mean of %g, standard error %g, is not %g", mean, error, expected);
}

static const struct cr_money no_cap = {INT64_MAX};

/* A partial award is rounded down to the cent (MET-3). Each later partial award leaves nine tenths
 * of the rest in the meter, so the rests add up to 0.01 / (1 - 0.9) at most. */
static const double cents_left = 0.1;

static void a_long_run_has_these_averages(void **state)
{
    (void)state;
    struct cr_category_counts counts;
    const struct cr_progressive p = small_progressive(&counts);
    const struct cr_progressive_analysis a = analyze(&p, &counts);
    struct rng rng = {4};
    struct cr_meters meters;
    struct sample jackpot = {0}, reset = {0}, house = {0};
    cr_meters_init(&p, &meters);
    for (unsigned bet = 0; bet < 4000000; bet++) {
        double kept = (double)meters_contribute(&p, &meters, 1).micro / 1e6;
        const enum cr_category c = draw(&rng, &counts, CR_ROYAL_FLUSH);
        const struct cr_award *award = &p.awards[c];
        if (award->kind != CR_AWARD_NONE) {
            const struct meters_hit hit = meters_pay(&p, &meters, award, no_cap);
            kept -= (double)(hit.reseeded.micro + hit.house_funded.micro) / 1e6;
            if (award->from == CR_FROM_TRAY)
                kept -= (double)hit.amount.micro / 1e6;
            if (c == CR_ROYAL_FLUSH) {
                sample_add(&jackpot, (double)hit.amount.micro / 1e6);
                sample_add(&reset, (double)meters.meters[0].amount.micro / 1e6);
            }
        }
        sample_add(&house, kept);
    }
    assert_close(a.exact.average_jackpot[0], 107.5); /* (100 + 30 + 0.21 * 200) / 1.6 */
    assert_mean(&jackpot, a.exact.average_jackpot[0], cents_left);
    assert_mean(&reset, a.exact.average_reset[0], 0.01);
    assert_mean(&house, a.exact.house_advantage, 0);
}

/* Means of the meter after a number of bets without a hit of 100 %, over many repetitions. */
static void a_meter_grows_as_expected(void **state)
{
    (void)state;
    struct cr_category_counts counts;
    const struct cr_progressive p = small_progressive(&counts);
    const struct cr_progressive_analysis a = analyze(&p, &counts);
    double std_dev, house;
    const struct cr_meter_analysis m = analyze_meters(&p, &counts, 0, &std_dev, &house);
    struct rng rng = {5};
    for (unsigned i = 0; i < CR_QUANTILES; i++) {
        struct sample amount = {0};
        for (unsigned trial = 0; trial < 10000; trial++) {
            struct cr_meters meters = {0};
            meters.meters[0].amount.micro = llround(a.exact.average_reset[0] * 1e6);
            for (double n = 1; n < m.bets_to_hit[i]; n++) {
                meters_contribute(&p, &meters, 1);
                const struct cr_award *award = &p.awards[draw(&rng, &counts, CR_STRAIGHT_FLUSH)];
                if (award->kind != CR_AWARD_NONE)
                    meters_pay(&p, &meters, award, no_cap);
            }
            meters_contribute(&p, &meters, 1);
            sample_add(&amount, (double)meters.meters[0].amount.micro / 1e6);
        }
        assert_mean(&amount, m.jackpot_at_hit[i], cents_left);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(five_card_counts_are_those_of_all_hands),
        cmocka_unit_test(the_manual_is_reproduced),
        cmocka_unit_test(exact_figures_are_those_of_all_hands),
        cmocka_unit_test(meters_are_figured_one_by_one),
        cmocka_unit_test(house_and_players_share_everything),
        cmocka_unit_test(a_meter_without_a_whole_award_has_a_level),
        cmocka_unit_test(whole_awards_of_one_meter_add_up),
        cmocka_unit_test(a_meter_that_cannot_bear_its_awards),
        cmocka_unit_test(a_meter_of_fixed_awards),
        cmocka_unit_test(meters_meet_their_ends),
        cmocka_unit_test(a_limit_bounds_the_jackpot),
        cmocka_unit_test(forfeited_hands_are_paid_nothing),
        cmocka_unit_test(large_counts_stay_exact),
        cmocka_unit_test(faults_change_nothing),
        cmocka_unit_test(one_bet_by_hand),
        cmocka_unit_test(a_quantile_that_is_met_exactly),
        cmocka_unit_test(jackpots_are_waited_for),
        cmocka_unit_test(a_bet_is_fair_at_its_break_even_point),
        cmocka_unit_test(a_long_run_has_these_averages),
        cmocka_unit_test(a_meter_grows_as_expected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
