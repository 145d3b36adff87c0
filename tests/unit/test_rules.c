/* The shipped house rules and progressives must say what the source documents say, figure by
 * figure. */
#include <croupier/rules.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static struct cr_rules load_rules(const char *name)
{
    struct cr_rules rules;
    struct cr_err err = {0};
    if (cr_rules_load(name, &rules, &err) != CR_OK)
        fail_msg("%s", err.text);
    return rules;
}

static struct cr_progressive load_progressive(const char *name)
{
    struct cr_progressive progressive;
    struct cr_err err = {0};
    if (cr_progressive_load(name, &progressive, &err) != CR_OK)
        fail_msg("%s", err.text);
    return progressive;
}

/* ---- Shipped files ---- */

static void shipped_names_are_those_of_the_contract(void **state)
{
    (void)state;
    static const char *const names[] = {"pg-flush", "pg-straight", "uth-cn", "uth-rp", "tcp-cn",
                                        "lir-rp",   "ms-rp",       "fcp-rp", "ptha-1", "ptha-2",
                                        "ptha-3",   "ptha-4",      "ptha-5", "ptha-6", "ptha-7",
                                        "cn",       "rp"};
    for (size_t i = 0; i < COUNT(names); i++) {
        const struct cr_shipped *file = cr_shipped_at(i);
        assert_non_null(file);
        assert_string_equal(file->name, names[i]);
        assert_int_equal(file->is_progressive, i >= 8);
        assert_int_equal(strlen(file->text), file->len);
        assert_ptr_equal(cr_shipped_find(names[i]), file);
    }
    assert_null(cr_shipped_at(COUNT(names)));
    assert_null(cr_shipped_find("uth"));
}

static void shipped_files_call_themselves_by_their_name(void **state)
{
    (void)state;
    const struct cr_shipped *file;
    for (size_t i = 0; (file = cr_shipped_at(i)); i++) {
        if (file->is_progressive)
            assert_string_equal(load_progressive(file->name).name, file->name);
        else
            assert_string_equal(load_rules(file->name).name, file->name);
    }
}

static void default_progressives_are_those_of_the_contract(void **state)
{
    (void)state;
    assert_string_equal(load_rules("pg-flush").progressive, "ptha-2");
    assert_string_equal(load_rules("pg-straight").progressive, "ptha-2");
    assert_string_equal(load_rules("uth-cn").progressive, "cn");
    assert_string_equal(load_rules("uth-rp").progressive, "rp");
    assert_string_equal(load_rules("tcp-cn").progressive, "");
}

/* ---- House rules, figure by figure ---- */

struct pays {
    int32_t num, den;
};

/* Numbers of slots; a game's own list of wagers has the order. */
enum { UTH_BLIND = 2, UTH_TRIPS = 3, UTH_PROGRESSIVE = 4, TCP_BONUS = 2, TCP_PAIR_PLUS = 3 };

/* The Blind's pays by category. */
static const struct pays blind_table[CR_CATEGORIES] = {
    [CR_ROYAL_FLUSH] = {500, 1}, [CR_STRAIGHT_FLUSH] = {50, 1}, [CR_FOUR_OF_A_KIND] = {10, 1},
    [CR_FULL_HOUSE] = {3, 1},    [CR_FLUSH] = {3, 2},           [CR_STRAIGHT] = {1, 1}};
static const struct pays trips_cn_table[CR_CATEGORIES] = {
    [CR_ROYAL_FLUSH] = {50, 1},   [CR_STRAIGHT_FLUSH] = {40, 1}, [CR_FOUR_OF_A_KIND] = {30, 1},
    [CR_FULL_HOUSE] = {8, 1},     [CR_FLUSH] = {6, 1},           [CR_STRAIGHT] = {5, 1},
    [CR_THREE_OF_A_KIND] = {3, 1}};
static const struct pays trips_rp_table[CR_CATEGORIES] = {
    [CR_ROYAL_FLUSH] = {50, 1},   [CR_STRAIGHT_FLUSH] = {40, 1}, [CR_FOUR_OF_A_KIND] = {30, 1},
    [CR_FULL_HOUSE] = {8, 1},     [CR_FLUSH] = {7, 1},           [CR_STRAIGHT] = {4, 1},
    [CR_THREE_OF_A_KIND] = {3, 1}};
static const struct pays bonus_table[CR_CATEGORIES] = {
    [CR_STRAIGHT_FLUSH] = {5, 1}, [CR_THREE_OF_A_KIND] = {4, 1}, [CR_STRAIGHT] = {1, 1}};
static const struct pays pair_plus_table[CR_CATEGORIES] = {[CR_STRAIGHT_FLUSH] = {40, 1},
                                                           [CR_THREE_OF_A_KIND] = {30, 1},
                                                           [CR_STRAIGHT] = {6, 1},
                                                           [CR_FLUSH] = {3, 1},
                                                           [CR_PAIR] = {1, 1}};

static void assert_table(const struct cr_paytable *table, const struct pays expected[CR_CATEGORIES])
{
    for (unsigned c = 0; c < CR_CATEGORIES; c++) {
        assert_int_equal(table->pays[c].num, expected[c].num);
        assert_int_equal(table->pays[c].den, expected[c].den);
    }
}

static void uth_9_blind_table(void **state)
{
    (void)state;
    const struct cr_rules cn = load_rules("uth-cn"), rp = load_rules("uth-rp");
    assert_table(&cn.pays[UTH_BLIND], blind_table);
    assert_table(&rp.pays[UTH_BLIND], blind_table);
}

static void uth_10_trips_tables(void **state)
{
    (void)state;
    const struct cr_rules cn = load_rules("uth-cn"), rp = load_rules("uth-rp");
    assert_table(&cn.pays[UTH_TRIPS], trips_cn_table);
    assert_table(&rp.pays[UTH_TRIPS], trips_rp_table);
}

static void tcp_5_and_6_tables(void **state)
{
    (void)state;
    const struct cr_rules tcp = load_rules("tcp-cn");
    assert_table(&tcp.pays[TCP_BONUS], bonus_table);
    assert_table(&tcp.pays[TCP_PAIR_PLUS], pair_plus_table);
}

static void pg_5_ante_pays_from(void **state)
{
    (void)state;
    assert_int_equal(load_rules("pg-flush").ante_pays_from, CR_FLUSH);
    assert_int_equal(load_rules("pg-straight").ante_pays_from, CR_STRAIGHT);
}

static void dealer_qualifies(void **state)
{
    (void)state;
    assert_int_equal(load_rules("uth-cn").qualifying_rank, 6185); /* the worst pair: 2-2-5-4-3 */
    assert_int_equal(load_rules("uth-rp").qualifying_rank, 6185);
    assert_int_equal(load_rules("tcp-cn").qualifying_rank, 629); /* Q-3-2; 112 hands are below it */
    assert_int_equal(load_rules("pg-flush").qualifying_rank, CR_RANKS_FIVE);
}

static void bet_sizes(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        const struct cr_rules pg = load_rules(i ? "pg-straight" : "pg-flush");
        assert_int_equal(pg.multiples[0], 1u << 2); /* PG-3 */
        assert_int_equal(pg.multiples[1], 1u << 1); /* PG-4 */
        assert_int_equal(pg.multiples[2], 1u << 1);
        const struct cr_rules uth = load_rules(i ? "uth-rp" : "uth-cn");
        assert_int_equal(uth.multiples[0], 1u << 3 | 1u << 4); /* UTH-5 */
        assert_int_equal(uth.multiples[1], 1u << 2);
        assert_int_equal(uth.multiples[2], 1u << 1);
    }
    const struct cr_rules tcp = load_rules("tcp-cn");
    assert_int_equal(tcp.multiples[0], 1u << 1); /* TCP-2 */
    assert_int_equal(tcp.multiples[1], 0);
}

static void fold_and_alone(void **state)
{
    (void)state;
    const struct cr_rules cn = load_rules("uth-cn"), rp = load_rules("uth-rp");
    const struct cr_rules tcp = load_rules("tcp-cn"), pg = load_rules("pg-flush");
    assert_int_equal(cn.fold_forfeits, 1u << UTH_TRIPS | 1u << UTH_PROGRESSIVE); /* UTH-6 */
    assert_int_equal(rp.fold_forfeits, 1u << UTH_TRIPS | 1u << UTH_PROGRESSIVE);
    assert_int_equal(tcp.fold_forfeits, 1u << TCP_PAIR_PLUS); /* TCP-2 */
    assert_int_equal(pg.fold_forfeits, 0);                    /* PG-7 */
    assert_int_equal(cn.alone, 1u << UTH_TRIPS);              /* UTH-1 */
    assert_int_equal(rp.alone, 0);
    assert_int_equal(tcp.alone, 1u << TCP_PAIR_PLUS); /* TCP-8 */
    assert_int_equal(pg.alone, 0);
}

static void limits_and_payment(void **state)
{
    (void)state;
    const struct cr_rules cn = load_rules("uth-cn"), rp = load_rules("uth-rp");
    assert_false(cn.has_hand_limit);
    assert_true(rp.has_hand_limit); /* UTH-11 */
    assert_int_equal(rp.hand_limit.micro, INT64_C(50000) * CR_MICRO_PER_UNIT);
    assert_int_equal(cn.payment.cheques_up_to.micro, INT64_C(100000) * CR_MICRO_PER_UNIT);
    assert_int_equal(rp.payment.cheques_up_to.micro, 0);
    assert_int_equal(cn.payment.compliance_count, 3); /* UTH-17 */
    assert_string_equal(cn.payment.compliance[0], "title 31");
    assert_string_equal(cn.payment.compliance[1], "ofac");
    assert_string_equal(cn.payment.compliance[2], "patron record");
    const struct cr_shipped *file;
    for (size_t i = 0; (file = cr_shipped_at(i)) && !file->is_progressive; i++) {
        const struct cr_rules rules = load_rules(file->name);
        assert_int_equal(rules.hands_max, 2); /* UTH-16 */
        assert_false(rules.one_hand);
        assert_false(rules.has_aggregate_limit);
        assert_int_equal(rules.payment.notify_from.micro, 0);
        for (unsigned s = 0; s < CR_SLOTS; s++)
            assert_true(rules.limits[s].min.micro == 0 && rules.limits[s].max.micro == 0);
    }
}

static void deal_and_console(void **state)
{
    (void)state;
    static const struct {
        const char *name, *start;
        bool community_first, one_at_a_time, burn;
    } expected[] = {
        {"pg-flush", "COIN IN", false, true, true},    /* PG-2, PG-4 */
        {"pg-straight", "COIN IN", false, true, true}, /* */
        {"uth-cn", "Start Game", true, false, false},  /* UTH-3, UTH-4 */
        {"uth-rp", "Start Game", false, false, false}, /* */
        {"tcp-cn", "Start Game", false, false, false}, /* TCP-1 */
    };
    for (size_t i = 0; i < COUNT(expected); i++) {
        const struct cr_rules rules = load_rules(expected[i].name);
        assert_string_equal(rules.start_button, expected[i].start);
        assert_int_equal(rules.deal.community_first, expected[i].community_first);
        assert_int_equal(rules.deal.one_at_a_time, expected[i].one_at_a_time);
        assert_int_equal(rules.deal.burn, expected[i].burn);
        assert_false(rules.deal.from_button);
    }
}

/* ---- Progressives, figure by figure ---- */

struct meter_figures {
    const char *name;
    unsigned percent, reserve_percent;
    int32_t seed;
};

/* percent > 0: that part of the meter; otherwise an amount in units. meter: -1 is the tray. */
struct award_figures {
    unsigned percent;
    int32_t units;
    int meter;
    enum cr_key key;
    int32_t envy;
};

struct progressive_figures {
    const char *name;
    int32_t bet;
    unsigned house_percent;
    struct meter_figures meters[CR_METERS];
    struct award_figures awards[CR_CATEGORIES]; /* from the royal flush downward */
};

#define TRAY (-1)
#define OF_1                                                                                       \
    {100, 0, 0, CR_KEY_HIGH, 0},                                                                   \
    {                                                                                              \
        10, 0, 0, CR_KEY_HIGH, 0                                                                   \
    }
#define LOW(n)                                                                                     \
    {                                                                                              \
        0, n, 0, CR_KEY_LOW, 0                                                                     \
    }
#define NONE(n)                                                                                    \
    {                                                                                              \
        0, n, TRAY, CR_KEY_NONE, 0                                                                 \
    }

/* From tables 2.x, 3.x and A.7 to A.13 of the manual, the pay tables of CN and RP, and the splits
 * that this project's requirements name. */
static const struct progressive_figures figures[] = {
    {"ptha-1", 1, 30, {{"jackpot", 65, 5, 10000}}, {OF_1, LOW(500), LOW(100), LOW(50)}},
    {"ptha-2",
     1,
     32,
     {{"jackpot", 53, 15, 10000}},
     {OF_1, LOW(500), LOW(100), LOW(50), NONE(10), NONE(3), NONE(2)}},
    {"ptha-3",
     1,
     30,
     {{"jackpot", 65, 5, 10000}},
     {OF_1, LOW(500), LOW(100), LOW(50), LOW(10), NONE(5)}},
    {"ptha-4",
     1,
     30,
     {{"jackpot", 65, 5, 10000}},
     {OF_1, LOW(500), LOW(100), LOW(50), LOW(10), NONE(3), NONE(2)}},
    {"ptha-5",
     1,
     30,
     {{"jackpot", 65, 5, 10000}},
     {OF_1, LOW(500), LOW(100), LOW(50), LOW(10), NONE(5), NONE(2)}},
    {"ptha-6",
     5,
     32,
     {{"jackpot", 53, 15, 50000}},
     {OF_1, LOW(2500), LOW(500), LOW(250), NONE(50), NONE(15), NONE(10)}},
    {"ptha-7",
     5,
     32,
     {{"jackpot", 53, 15, 50000}},
     {{100, 0, 0, CR_KEY_HIGH, 0},
      {0, 25000, 0, CR_KEY_HIGH, 0},
      LOW(2500),
      LOW(500),
      LOW(250),
      NONE(50),
      NONE(15),
      NONE(10)}},
    {"cn",
     1,
     75,
     {{"mega", 14, 0, 10000}, {"major", 5, 0, 1000}, {"minor", 6, 0, 250}},
     {{100, 0, 0, CR_KEY_HIGH, 1000},
      {100, 0, 1, CR_KEY_HIGH, 300},
      {100, 0, 2, CR_KEY_HIGH, 0},
      NONE(50),
      NONE(40),
      NONE(30),
      NONE(9)}},
    {"rp",
     1,
     77,
     {{"jackpot", 18, 5, 10000}},
     {{100, 0, 0, CR_KEY_HIGH, 1000},
      {10, 0, 0, CR_KEY_HIGH, 300},
      NONE(300),
      NONE(50),
      NONE(40),
      NONE(30),
      NONE(9)}},
};

static void assert_award(const struct cr_award *award, const struct award_figures *expected)
{
    const bool pays = expected->percent > 0 || expected->units > 0;
    assert_int_equal(award->kind, expected->percent ? CR_AWARD_PERCENT
                                  : pays            ? CR_AWARD_FIXED
                                                    : CR_AWARD_NONE);
    assert_int_equal(award->ppm, expected->percent * 10000);
    assert_int_equal(award->amount.micro, (int64_t)expected->units * CR_MICRO_PER_UNIT);
    assert_int_equal(award->envy.micro, (int64_t)expected->envy * CR_MICRO_PER_UNIT);
    assert_int_equal(award->key, expected->key);
    if (pays)
        assert_int_equal(award->from, expected->meter == TRAY ? CR_FROM_TRAY : expected->meter);
}

static void progressive_figures(void **state)
{
    const struct progressive_figures *expected = *state;
    const struct cr_progressive p = load_progressive(expected->name);
    assert_int_equal(p.bet.micro, (int64_t)expected->bet * CR_MICRO_PER_UNIT);
    assert_int_equal(p.house_share, expected->house_percent * 10000000);
    unsigned meters = 0;
    for (; meters < CR_METERS && expected->meters[meters].name; meters++) {
        const struct cr_meter_rules *m = &p.meters[meters];
        const struct meter_figures *e = &expected->meters[meters];
        assert_string_equal(m->name, e->name);
        assert_int_equal(m->share, e->percent * 10000000);
        assert_int_equal(m->reserve_share, e->reserve_percent * 10000000);
        assert_int_equal(m->seed.micro, (int64_t)e->seed * CR_MICRO_PER_UNIT);
        assert_false(m->has_limit);
    }
    assert_int_equal(p.meter_count, meters);
    for (unsigned i = 0; i < CR_CATEGORIES; i++)
        assert_award(&p.awards[CR_ROYAL_FLUSH - i], &expected->awards[i]);
}

static const struct CMUnitTest plain_tests[] = {
    cmocka_unit_test(shipped_names_are_those_of_the_contract),
    cmocka_unit_test(shipped_files_call_themselves_by_their_name),
    cmocka_unit_test(default_progressives_are_those_of_the_contract),
    cmocka_unit_test(uth_9_blind_table),
    cmocka_unit_test(uth_10_trips_tables),
    cmocka_unit_test(tcp_5_and_6_tables),
    cmocka_unit_test(pg_5_ante_pays_from),
    cmocka_unit_test(dealer_qualifies),
    cmocka_unit_test(bet_sizes),
    cmocka_unit_test(fold_and_alone),
    cmocka_unit_test(limits_and_payment),
    cmocka_unit_test(deal_and_console),
};

int main(void)
{
    struct CMUnitTest tests[COUNT(plain_tests) + COUNT(figures)];
    size_t count = 0;
    for (size_t i = 0; i < COUNT(plain_tests); i++)
        tests[count++] = plain_tests[i];
    for (size_t i = 0; i < COUNT(figures); i++)
        tests[count++] = (struct CMUnitTest){.name = figures[i].name,
                                             .test_func = progressive_figures,
                                             .initial_state = (void *)(uintptr_t)&figures[i]};
    return _cmocka_run_group_tests("rules", tests, count, NULL, NULL);
}
