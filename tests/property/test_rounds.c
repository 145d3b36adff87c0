/* Properties of every round, whatever the cards: money is conserved, every payment names a rule,
 * payments are in order, seats make no difference where no rule says so, a replay gives the same
 * bytes, and the document and the state machine agree. */
#include "base/money.h"
#include "game/document/round_json.h"
#include "game/games/game.h"
#include "game/round/round.h"
#include "game/round/settle.h"
#include "support/random_round.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const struct {
    const char *rules, *progressive;
} tables[] = {
    {"pg-flush", "ptha-1"},
    {"pg-flush", "ptha-2"},
    {"pg-straight", "ptha-3"},
    {"pg-flush", "ptha-7"},
    {"pg-straight", "cn"},
    {"uth-cn", "cn"},
    {"uth-rp", "rp"},
    {"uth-cn", "ptha-6"},
    {"uth-rp", NULL},
    {"tcp-cn", NULL},
    {"lir-rp", "rp"},
    {"lir-rp", NULL},
    {"lir-rp", "tests/property/odd.yaml"},
    {"ms-rp", "rp"},
    {"tests/scenario/rules/ms-house.yaml", "cn"},
    {"fcp-rp", "rp"},
    {"fcp-rp", NULL},
    {"tests/scenario/rules/fcp-house.yaml", "ptha-2"},
    {"tests/property/uth-odd.yaml", "tests/property/odd.yaml"},
};
#define TABLES (sizeof tables / sizeof tables[0])

struct table {
    struct cr_rules rules;
    struct cr_progressive progressive_;
    const struct cr_progressive *progressive;
    struct rng rng;
    struct cr_meters before;
    struct cr_round round;
    struct cr_settlement out;
};

static void table_open(struct table *t, unsigned i)
{
    struct cr_err err = {0};
    if (cr_rules_load(tables[i].rules, &t->rules, &err) != CR_OK)
        fail_msg("%s", err.text);
    t->progressive = NULL;
    if (tables[i].progressive) {
        if (cr_progressive_load(tables[i].progressive, &t->progressive_, &err) != CR_OK)
            fail_msg("%s", err.text);
        t->progressive = &t->progressive_;
    }
    t->rng.state = 1000 + i;
}

/* Draws the next random round of a table and settles it. */
static void table_next(struct table *t)
{
    struct cr_err err = {0};
    t->before = (struct cr_meters){0};
    if (t->progressive)
        random_meters(&t->rng, t->progressive, &t->before);
    random_round(&t->rng, &t->rules, t->progressive, &t->round);
    if (cr_settle(&t->rules, t->progressive, &t->before, &t->round, &t->out, &err) != CR_OK)
        fail_msg("%s refused a legal round: %s", t->rules.name, err.text);
}

#define ROUNDS 4000
#define FOR_EACH_ROUND(t)                                                                          \
    static struct table t##_memory;                                                                \
    struct table *t = &t##_memory;                                                                 \
    for (unsigned i_ = 0; i_ < TABLES; i_++)                                                       \
        for (unsigned n_ = (table_open(t, i_), 0); n_ < ROUNDS && (table_next(t), true); n_++)

static int64_t pools(const struct cr_meters *m)
{
    int64_t sum = 0;
    for (unsigned i = 0; i < CR_METERS; i++)
        sum += m->meters[i].amount.micro + m->meters[i].reserve.micro + m->meters[i].overflow.micro;
    return sum;
}

/* What the house gains, counted from its side: wagers that it takes, less wagers and pays that it
 * gives. */
static int64_t house_gain(const struct table *t)
{
    int64_t gain = t->out.house_share.micro - t->out.reseeded.micro;
    for (unsigned i = 0; i < CR_SEATS; i++) {
        const struct cr_seat_result *seat = &t->out.seats[i];
        for (unsigned s = 0; s < CR_SLOTS; s++) {
            const struct cr_wager_result *wager = &seat->wagers[s];
            if (s == t->rules.game->progressive)
                continue;
            if (wager->result == CR_RESULT_LOSE)
                gain += wager->stake.micro;
            gain -= wager->pays.micro;
        }
        if (seat->award.paid)
            gain -= seat->award.from == CR_FROM_TRAY ? seat->award.amount.micro
                                                     : seat->award.house_funded.micro;
        for (unsigned e = 0; e < seat->envy_count; e++)
            gain -= seat->envy[e].amount.micro;
    }
    return gain;
}

static void money_is_conserved(void **state)
{
    (void)state;
    FOR_EACH_ROUND(t)
    {
        int64_t nets = 0;
        for (unsigned i = 0; i < CR_SEATS; i++)
            nets += t->out.seats[i].net.micro;
        int64_t moved = pools(&t->out.meters) - pools(&t->before);
        assert_int_equal(nets + house_gain(t) + moved, 0);
    }
}

static void amounts_are_sane(void **state)
{
    (void)state;
    FOR_EACH_ROUND(t)
    {
        for (unsigned m = 0; t->progressive && m < t->progressive->meter_count; m++) {
            assert_true(t->out.meters.meters[m].amount.micro >= 0);
            assert_true(t->out.meters.meters[m].reserve.micro >= 0);
        }
        for (unsigned i = 0; i < t->out.payment_count; i++) {
            assert_true(t->out.payments[i].amount.micro > 0);
            assert_int_equal(t->out.payments[i].amount.micro % CR_MICRO_PER_CENT, 0);
        }
    }
}

static void no_payment_without_a_rule(void **state)
{
    (void)state;
    FOR_EACH_ROUND(t)
    {
        for (unsigned i = 0; i < CR_SEATS; i++) {
            const struct cr_seat_result *seat = &t->out.seats[i];
            assert_int_equal(seat->taken, t->round.seats[i].taken);
            for (unsigned s = 0; s < CR_SLOTS; s++) {
                const struct cr_wager_result *wager = &seat->wagers[s];
                const char *rule = NULL, *text = NULL;
                assert_int_equal(wager->result != CR_RESULT_NONE,
                                 cr_reason(&t->rules, wager->reason, &rule, &text));
                if (wager->result != CR_RESULT_WIN)
                    assert_int_equal(wager->pays.micro, 0);
                if (wager->stake.micro > 0)
                    assert_int_not_equal(wager->result, CR_RESULT_NONE);
            }
        }
    }
}

/* PG-6, UTH-13, TCP-7: payments go from seat 7 to 1 and by slot inside a seat; then all envy, in
 * the same order. */
static void payments_are_in_order(void **state)
{
    (void)state;
    FOR_EACH_ROUND(t)
    {
        unsigned last = 0;
        int64_t paid = 0;
        for (unsigned i = 0; i < t->out.payment_count; i++) {
            const struct cr_payment_line *p = &t->out.payments[i];
            unsigned within = p->slot == CR_SLOTS ? 8u - p->from_seat : p->slot;
            unsigned place = (p->slot == CR_SLOTS) * 1000u + (8u - p->seat) * 10u + within + 1;
            assert_true(place > last);
            last = place;
            paid += p->amount.micro;
        }
        int64_t owed = 0;
        for (unsigned i = 0; i < CR_SEATS; i++) {
            for (unsigned s = 0; s < CR_SLOTS; s++)
                owed += t->out.seats[i].wagers[s].pays.micro;
            for (unsigned e = 0; e < t->out.seats[i].envy_count; e++)
                owed += t->out.seats[i].envy[e].amount.micro;
        }
        assert_int_equal(paid, owed);
    }
}

/* The base game's results depend on the hand and not on the seat: with the seats mirrored, the
 * results are mirrored. */
static void seats_do_not_matter_to_the_base_game(void **state)
{
    (void)state;
    FOR_EACH_ROUND(t)
    {
        struct cr_round mirrored = t->round;
        struct cr_settlement other;
        for (unsigned i = 0; i < CR_SEATS; i++)
            mirrored.seats[i] = t->round.seats[CR_SEATS - 1 - i];
        assert_int_equal(cr_settle(&t->rules, t->progressive, &t->before, &mirrored, &other, NULL),
                         CR_OK);
        for (unsigned i = 0; i < CR_SEATS; i++) {
            const struct cr_seat_result *a = &t->out.seats[i], *b = &other.seats[CR_SEATS - 1 - i];
            assert_int_equal(a->rank, b->rank);
            assert_int_equal(a->outcome, b->outcome);
            for (unsigned s = 0; s < CR_SLOTS; s++)
                if (s != t->rules.game->progressive)
                    assert_memory_equal(&a->wagers[s], &b->wagers[s], sizeof a->wagers[s]);
        }
    }
}

/* A seat's base game is settled the same with and without other seats. */
static void neighbours_do_not_matter_to_the_base_game(void **state)
{
    (void)state;
    FOR_EACH_ROUND(t)
    {
        for (unsigned i = 0; i < CR_SEATS; i++) {
            if (!t->round.seats[i].taken)
                continue;
            struct cr_round alone = t->round;
            struct cr_settlement other;
            for (unsigned j = 0; j < CR_SEATS; j++)
                if (j != i)
                    alone.seats[j] = (struct cr_seat){0};
            assert_int_equal(cr_settle(&t->rules, t->progressive, &t->before, &alone, &other, NULL),
                             CR_OK);
            for (unsigned s = 0; s < CR_SLOTS; s++)
                if (s != t->rules.game->progressive)
                    assert_memory_equal(&t->out.seats[i].wagers[s], &other.seats[i].wagers[s],
                                        sizeof other.seats[i].wagers[s]);
        }
    }
}

/* A result struct that is used for one round after another, with the same seats, keeps nothing of
 * the earlier one. */
static void results_are_used_again(void **state)
{
    (void)state;
    FOR_EACH_ROUND(t)
    {
        struct cr_settlement used = {0};
        struct cr_round other = t->round;
        for (unsigned i = 0; i < 3; i++) { /* twice with seats exchanged, then itself */
            for (unsigned a = 0; a < CR_SEATS; a++)
                for (unsigned b = a + 1; b < CR_SEATS && other.seats[a].taken; b++)
                    if (other.seats[b].taken) {
                        const struct cr_seat seat = other.seats[a];
                        other.seats[a] = other.seats[b];
                        other.seats[b] = seat;
                        break;
                    }
            const struct cr_round *round = i < 2 ? &other : &t->round;
            assert_int_equal(
                settle_checked(&t->rules, t->progressive, &t->before, round, &used, NULL), CR_OK);
        }
        assert_int_equal(used.dealer_rank, t->out.dealer_rank);
        assert_int_equal(used.payment_count, t->out.payment_count);
        assert_memory_equal(&used.meters, &t->out.meters, sizeof used.meters);
        for (unsigned i = 0; i < CR_SEATS; i++) {
            const struct cr_seat_result *a = &t->out.seats[i], *b = &used.seats[i];
            assert_int_equal(a->net.micro, b->net.micro);
            assert_int_equal(a->outcome, b->outcome);
            assert_int_equal(a->envy_count, b->envy_count);
            assert_memory_equal(a->wagers, b->wagers, sizeof a->wagers);
            assert_memory_equal(&a->award, &b->award, sizeof a->award);
        }
    }
}

/* ---- The state machine ---- */

#define EVENTS_MAX 128
struct record {
    unsigned count;
    struct round_event events[EVENTS_MAX];
};

static void step(struct round *r, struct round_event e, struct record *record)
{
    struct cr_err err = {0};
    struct round_effects effects;
    if (round_step(r, &e, &effects, &err) != CR_OK)
        fail_msg("step refused: %s", err.text);
    assert_true(record->count < EVENTS_MAX);
    record->events[record->count++] = e;
}

static cr_card spare_card(const struct table *t, const struct round *r)
{
    uint64_t used = r->seen;
    const struct cr_game *game = t->rules.game;
    for (unsigned c = 0; c < game->board_cards; c++)
        used |= UINT64_C(1) << t->round.board[c];
    for (unsigned c = 0; c < game->dealer_cards; c++)
        used |= UINT64_C(1) << t->round.dealer[c];
    for (unsigned c = 0; c < game->hole_cards; c++) {
        for (unsigned i = 0; i < CR_SEATS; i++)
            used |= t->round.seats[i].taken ? UINT64_C(1) << t->round.seats[i].cards[c] : 0;
    }
    cr_card card = 51;
    while (used & UINT64_C(1) << card)
        card--;
    return card;
}

static void deal_card(const struct table *t, struct round *r, struct record *record)
{
    struct deal_step to = round_next_card(r);
    cr_card card = to.to == DEAL_BOARD    ? t->round.board[to.index]
                   : to.to == DEAL_DEALER ? t->round.dealer[to.index]
                   : to.to == DEAL_BURN   ? spare_card(t, r)
                                          : t->round.seats[to.to - 1].cards[to.index];
    step(r, (struct round_event){.kind = ROUND_CARD, .card = card}, record);
}

/* Plays the table's round card by card, up to the showdown. */
static void play_steps(const struct table *t, struct round *r, struct record *record)
{
    for (unsigned i = 0; i < CR_SEATS; i++)
        for (unsigned s = 0; s < CR_SLOTS; s++)
            if (t->round.seats[i].taken && t->round.seats[i].wagers[s].micro > 0)
                step(r,
                     (struct round_event){.kind = ROUND_WAGER,
                                          .seat = (uint8_t)(i + 1),
                                          .slot = (uint8_t)s,
                                          .patron = t->round.seats[i].patron,
                                          .amount = t->round.seats[i].wagers[s]},
                     record);
    step(r, (struct round_event){.kind = ROUND_LOCK}, record);
    while (r->phase != ROUND_SHOWDOWN) {
        if (r->phase == ROUND_DEALING) {
            deal_card(t, r, record);
        } else {
            cr_action action = t->round.seats[r->turn - 1].actions[r->stage];
            step(r, (struct round_event){.kind = ROUND_ACT, .seat = r->turn, .action = action},
                 record);
        }
    }
}

static void open_round(const struct table *t, struct round *r, unsigned button)
{
    round_init(r, &t->rules, t->progressive, &t->before, button);
    r->play.one_hand = t->round.one_hand;
    r->play.has_aggregate_limit = t->round.has_aggregate_limit;
    r->play.aggregate_limit = t->round.aggregate_limit;
}

static void replay_gives_the_same_bytes(void **state)
{
    (void)state;
    static struct round first, again;
    unsigned button = 1;
    FOR_EACH_ROUND(t)
    {
        struct record record = {0}, ignored = {0};
        open_round(t, &first, button);
        play_steps(t, &first, &record);
        step(&first, (struct round_event){.kind = ROUND_SETTLE}, &record);
        open_round(t, &again, button);
        for (unsigned i = 0; i < record.count; i++)
            step(&again, record.events[i], &ignored);
        assert_memory_equal(&first, &again, sizeof first);
        button = round_next_button(button);
    }
}

static void write_settlement(const struct table *t, const struct cr_settlement *s, struct text *out)
{
    static struct round_doc doc;
    doc.rules = &t->rules;
    doc.progressive = t->progressive;
    doc.round = t->round;
    settlement_json_write(&doc, s, out);
}

static void steps_settle_as_the_function_does(void **state)
{
    (void)state;
    static struct round r;
    static char one[SETTLEMENT_JSON_MAX], two[SETTLEMENT_JSON_MAX];
    FOR_EACH_ROUND(t)
    {
        struct record record = {0};
        struct text a, b;
        open_round(t, &r, 1);
        play_steps(t, &r, &record);
        step(&r, (struct round_event){.kind = ROUND_SETTLE}, &record);
        text_init(&a, one, sizeof one);
        text_init(&b, two, sizeof two);
        write_settlement(t, &t->out, &a);
        write_settlement(t, &r.settlement, &b);
        assert_string_equal(one, two);
    }
}

/* UTH-18: if a round is declared dead at any point, every wager is returned and the meters stay as
 * they were. */
static void dead_rounds_give_everything_back(void **state)
{
    (void)state;
    static struct round r;
    FOR_EACH_ROUND(t)
    {
        struct record record = {0};
        open_round(t, &r, 1);
        play_steps(t, &r, &record);
        step(&r, (struct round_event){.kind = ROUND_KILL}, &record);
        assert_int_equal(r.settlement.payment_count, 0);
        assert_memory_equal(&r.settlement.meters, &t->before, sizeof t->before);
        for (unsigned i = 0; i < CR_SEATS; i++) {
            assert_int_equal(r.settlement.seats[i].net.micro, 0);
            for (unsigned s = 0; s < CR_SLOTS; s++)
                assert_true(r.settlement.seats[i].wagers[s].stake.micro == 0 ||
                            r.settlement.seats[i].wagers[s].result == CR_RESULT_PUSH);
        }
    }
}

/* A random event at any time is either refused without a change, or one that round_check allows. */
static void refused_steps_change_nothing(void **state)
{
    (void)state;
    static struct round r, before;
    FOR_EACH_ROUND(t)
    {
        if (n_ % 16)
            continue;
        struct record record = {0};
        open_round(t, &r, 1);
        for (unsigned i = 0; i < 60; i++) {
            struct round_event e = {.kind = (uint8_t)rng_below(&t->rng, 7),
                                    .seat = (uint8_t)rng_below(&t->rng, 9),
                                    .slot = (uint8_t)rng_below(&t->rng, 7),
                                    .action = (cr_action)rng_below(&t->rng, 40),
                                    .card = (cr_card)rng_below(&t->rng, 54),
                                    .amount = {(int64_t)rng_below(&t->rng, 5) * 10000 - 10000}};
            struct round_effects effects;
            before = r;
            int may = round_check(&r, &e, NULL);
            int did = round_step(&r, &e, &effects, NULL);
            assert_int_equal(may, did);
            if (did != CR_OK) {
                assert_memory_equal(&before, &r, sizeof r);
                assert_int_equal(effects.count, 0);
            }
            if (r.phase == ROUND_BETTING && i == 20) {
                open_round(t, &r, 1);
                play_steps(t, &r, &record);
            }
        }
    }
}

/* ---- Documents ---- */

static struct table *reading;

static const struct cr_rules *same_rules(void *context, const char *name, struct cr_err *err)
{
    (void)context, (void)name, (void)err;
    return &reading->rules;
}

static const struct cr_progressive *same_progressive(void *context, const char *name,
                                                     struct cr_err *err)
{
    (void)context, (void)name, (void)err;
    return reading->progressive;
}

static void documents_hold_the_whole_round(void **state)
{
    (void)state;
    static struct json_tape tape;
    static char text[SETTLEMENT_JSON_MAX], again[SETTLEMENT_JSON_MAX];
    static struct round_doc doc, read;
    const struct rules_source source = {same_rules, same_progressive, NULL, false};
    FOR_EACH_ROUND(t)
    {
        struct cr_err err = {0};
        struct text a, b;
        reading = t;
        doc = (struct round_doc){.rules = &t->rules,
                                 .progressive = t->progressive,
                                 .meters = t->before,
                                 .round = t->round};
        text_init(&a, text, sizeof text);
        round_json_write(&doc, &a);
        if (round_json_read(&tape, text, a.len, &source, &read, &err) != CR_OK)
            fail_msg("%s in %s", err.text, text);
        text_init(&b, again, sizeof again);
        for (unsigned i = 0; i < CR_SEATS; i++) /* the reader gives patrons numbers of its own */
            if (t->round.seats[i].patron)
                read.round.seats[i].patron = t->round.seats[i].patron;
        round_json_write(&read, &b);
        assert_string_equal(text, again);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_are_used_again),
        cmocka_unit_test(money_is_conserved),
        cmocka_unit_test(amounts_are_sane),
        cmocka_unit_test(no_payment_without_a_rule),
        cmocka_unit_test(payments_are_in_order),
        cmocka_unit_test(seats_do_not_matter_to_the_base_game),
        cmocka_unit_test(neighbours_do_not_matter_to_the_base_game),
        cmocka_unit_test(replay_gives_the_same_bytes),
        cmocka_unit_test(steps_settle_as_the_function_does),
        cmocka_unit_test(dead_rounds_give_everything_back),
        cmocka_unit_test(refused_steps_change_nothing),
        cmocka_unit_test(documents_hold_the_whole_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
