/* The controller at work with a manager: rounds, jackpots, a lost link, a restored backup, a claim
 * that a desk cancels. */
#include "table/rig.h"
#include "table/table_setup.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct rig *r;

static int start(void **state)
{
    (void)state;
    r = calloc(1, sizeof(*r));
    rig_start(r, 7);
    return 0;
}

static int stop(void **state)
{
    (void)state;
    rig_stop(r);
    free(r);
    return 0;
}

static struct console_event press_of(unsigned kind)
{
    return (struct console_event){.kind = (uint8_t)kind};
}

static void begin_round(unsigned first_seat, unsigned second_seat)
{
    assert_true(rig_wait_mode(r, CONSOLE_BETTING));
    const unsigned seats[] = {first_seat, second_seat};
    for (unsigned i = 0; i < 2; i++)
        assert_true(rig_press(r, (struct console_event){.kind = CONSOLE_SENSOR,
                                                        .seat = (uint8_t)seats[i],
                                                        .sensor = ACCEPTOR_EV_PLACED}));
    assert_true(rig_press(r, press_of(CONSOLE_START)));
    assert_true(rig_wait_mode(r, CONSOLE_COIN_IN));
}

static void award(unsigned seat, unsigned hand)
{
    assert_true(rig_press(r, (struct console_event){.kind = CONSOLE_AWARD,
                                                    .seat = (uint8_t)seat,
                                                    .award = (uint8_t)hand}));
    assert_true(rig_wait_idle(r));
}

static void turn_key(unsigned key, unsigned position)
{
    rig_press(r, (struct console_event){.kind = CONSOLE_KEY_INSERT, .key = (uint8_t)key});
    assert_true(rig_press(
        r, (struct console_event){.kind = CONSOLE_KEY_TURN, .position = (uint8_t)position}));
    assert_true(rig_wait_idle(r));
}

static void a_high_jackpot_waits_for_the_pit(void **state)
{
    (void)state;
    begin_round(2, 5);
    award(5, CR_ROYAL_FLUSH);
    turn_key(9, CONSOLE_JPH);
    for (unsigned i = 0; i < 3; i++) {
        rig_run(r, 1000);
        /* PIT-10: the console knows what the desk would say, and refuses with the same words */
        assert_non_null(strstr(r->controller.console.missing[4], "confirms the checklist"));
        assert_false(rig_press(r, press_of(CONSOLE_JPOT)));
        assert_false(console_jpot_flashes(&r->controller.console));
        assert_int_equal(r->controller.console.claims[4].state, CONSOLE_PENDING);
    }
    rig_approve(r);
    rig_run(r, 1000);
    assert_true(console_jpot_flashes(&r->controller.console));
    assert_true(r->controller.amounts[4].micro > 0);
    assert_true(rig_press(r, press_of(CONSOLE_JPOT)));
    assert_true(rig_wait_idle(r));
    assert_int_equal(r->controller.console.claims[4].state, CONSOLE_PAID);
    turn_key(9, CONSOLE_R);
    assert_true(rig_press(r, press_of(CONSOLE_GAME_OVER)));
    assert_true(rig_wait_mode(r, CONSOLE_BETTING));
    assert_int_equal(r->paid, 1);
    assert_int_equal(r->told_paid, 1);
    /* the repeated requests needed no new epoch */
    assert_int_equal(r->joined, 1);
    assert_string_equal(r->fault, "");
}

/* The console must refuse to end the round, with these words in its message. */
static void refuses_game_over(const char *words)
{
    const struct console_event e = press_of(CONSOLE_GAME_OVER);
    struct cr_err err = {0};
    assert_int_not_equal(console_check(&r->controller.console, &e, &err), CR_OK);
    if (strstr(err.text, words) == NULL)
        fail_msg("no '%s' in: %s", words, err.text);
}

static unsigned held_claims(void)
{
    unsigned count = 0;
    const struct floor *f = manager_floor(r->manager);
    for (uint32_t i = 0; i < f->claim_count; i++)
        count += f->claims[i].held;
    return count;
}

/* V9, PIT-1: the table closes by its own clock, and a win that was claimed waits for a ruling. */
static void a_lost_link_with_a_pending_win_waits_for_a_ruling(void **state)
{
    (void)state;
    begin_round(2, 5);
    award(2, CR_ROYAL_FLUSH);
    r->cut = true;
    rig_run(r, RIG_LEASE + 100);
    assert_int_equal(r->controller.console.mode, CONSOLE_CLOSED);
    assert_int_equal(r->controller.console.reason, CONSOLE_LEASE_OVER);
    assert_int_equal(r->controller.console.ending, CONSOLE_LIVE);
    refuses_game_over("leave the hands as they lie; a ruling follows when the link is back");
    /* a restart of the table decides nothing either */
    rig_restart(r);
    r->cut = false;
    assert_true(rig_wait_mode(r, CONSOLE_COIN_IN));
    rig_run(r, 500);
    assert_int_equal(r->dead, 0);
    assert_int_equal(r->returned, 0);
    assert_int_equal(held_claims(), 1);
    assert_int_equal(r->controller.console.claims[1].state, CONSOLE_PENDING);
    assert_true(r->controller.console.claims[1].held);
    /* the table cannot pay or cancel a held claim, so it tells the dealer to do neither */
    refuses_game_over("a supervisor or manager rules on it first");
    rig_rule(r, "void");
    rig_run(r, 1000);
    assert_int_equal(r->controller.console.claims[1].state, CONSOLE_UNCLAIMED);
    assert_string_equal(r->controller.why.text, "seat 2: the claim was declared void by a ruling");
    assert_string_equal(r->fault, "");
}

/* UTH-20: a disputed win waits, and the table says what for. */
static void a_disputed_win_waits_for_its_dispute(void **state)
{
    static struct floor_event e;
    struct cr_err err = {0};
    (void)state;
    begin_round(2, 5);
    award(5, CR_ROYAL_FLUSH);
    rig_approve(r);
    rig_run(r, 1000);
    refuses_game_over("a jackpot is pending; pay it, or cancel it: with its button, or at a desk "
                      "once it is verified");
    event_init(&e, FLOOR_DISPUTE_OPENED);
    e.claim = r->controller.claims[4];
    memcpy(e.user, "ann", 4);
    memcpy(e.text, "cut", e.text_len = 3);
    assert_true(rig_step_manager(r, &e, &err));
    rig_run(r, 1000);
    refuses_game_over("on hold until the dispute is closed; then pay it");
}

/* Without a win the base game is played out, and the manager is told of its end later. */
static void a_lost_link_without_a_win_is_told_later(void **state)
{
    (void)state;
    begin_round(3, 4);
    r->cut = true;
    rig_run(r, RIG_LEASE + 100);
    assert_true(rig_press(r, press_of(CONSOLE_GAME_OVER)));
    assert_int_equal(r->rounds, 0);
    r->cut = false;
    assert_true(rig_wait_mode(r, CONSOLE_BETTING));
    assert_int_equal(r->rounds, 1);
    assert_int_equal(r->dead, 0);
    assert_int_equal(rig_collected(r), 2);
}

/* REG-3: lights and claims come back as the log has them. */
static void a_restart_in_a_round_goes_on(void **state)
{
    (void)state;
    begin_round(1, 7);
    award(7, CR_FOUR_OF_A_KIND);
    rig_restart(r);
    assert_true(rig_wait_mode(r, CONSOLE_COIN_IN));
    assert_int_equal(console_registered(&r->controller.console), 0x41);
    assert_int_equal(r->controller.console.claims[6].state, CONSOLE_PENDING);
    assert_int_equal(r->controller.console.claims[6].award, CR_FOUR_OF_A_KIND);
    rig_run(r, 500);
    rig_rule(r, "pay");
    rig_run(r, 500);
    award(7, CR_FOUR_OF_A_KIND); /* a second press cancels it */
    assert_int_equal(r->controller.console.claims[6].state, CONSOLE_UNCLAIMED);
    assert_string_equal(r->fault, "");
}

static void a_desk_cancels(void **state)
{
    static struct floor_event e;
    struct cr_err err = {0};
    (void)state;
    begin_round(1, 7);
    award(7, CR_FOUR_OF_A_KIND);
    rig_run(r, 500);
    assert_string_not_equal(r->controller.console.missing[6], "");
    event_init(&e, FLOOR_CLAIM_CANCELLED);
    e.claim = r->controller.claims[6];
    memcpy(e.user, "ann", 4);
    assert_true(rig_step_manager(r, &e, &err));
    rig_run(r, 1000);
    assert_int_equal(r->controller.console.claims[6].state, CONSOLE_UNCLAIMED);
    assert_string_equal(r->controller.console.missing[6], ""); /* nor does the next claim wait */
    assert_non_null(strstr(r->controller.why.text, "seat 7: the claim was cancelled at a desk"));
    assert_true(rig_press(r, press_of(CONSOLE_GAME_OVER)));
    assert_true(rig_wait_mode(r, CONSOLE_BETTING));
}

/* REG-2: a table that the manager's configuration does not know stays closed. */
static void a_table_without_configuration_is_closed(void **state)
{
    (void)state;
    memset(r->controller.config.table, 0, sizeof(r->controller.config.table));
    memcpy(r->controller.config.table, "nobody", 6);
    rig_run(r, 3000);
    assert_int_equal(r->controller.console.mode, CONSOLE_CLOSED);
    assert_int_equal(r->controller.console.reason, CONSOLE_NOT_CONFIGURED);
    assert_false(rig_press(r, press_of(CONSOLE_START)));
    assert_int_equal(r->joined, 0);
}

/* A person at the manager closes the link between rounds, and opens it again. */
static void the_manager_closes_the_link(void **state)
{
    static struct floor_event e;
    struct cr_err err = {0};
    (void)state;
    begin_round(1, 2);
    for (unsigned i = 0; i < 2; i++) {
        event_init(&e, i == 0 ? FLOOR_LINK_CLOSED : FLOOR_LINK_OPENED);
        memcpy(e.link, "main", 5);
        memcpy(e.user, "ann", 4);
        assert_true(rig_step_manager(r, &e, &err));
        rig_run(r, 1000);
        if (i == 0) {
            assert_int_equal(r->controller.console.mode, CONSOLE_COIN_IN);
            assert_true(rig_press(r, press_of(CONSOLE_GAME_OVER)));
            rig_run(r, 1000);
            assert_int_equal(r->controller.console.mode, CONSOLE_CLOSED);
            assert_int_equal(r->controller.console.reason, CONSOLE_BY_MANAGER);
        }
    }
    assert_int_equal(r->controller.console.mode, CONSOLE_BETTING);
    assert_int_equal(r->joined, 1);
}

static void step_link(unsigned kind, const uint8_t *document)
{
    static struct floor_event e;
    struct cr_err err = {0};
    event_init(&e, kind);
    memcpy(e.link, "main", 5);
    memcpy(e.user, "ann", 4);
    if (document != NULL) {
        memcpy(e.approver, "bob", 4);
        memcpy(e.document, document, CR_HASH_BYTES);
    }
    if (!rig_step_manager(r, &e, &err))
        fail_msg("%s", err.text);
}

/* REG-6: two people change the bet of the link while it is closed for a moment. */
static void change_bet(struct cr_progressive *out)
{
    static struct floor_event e;
    static char text[FLOOR_TEXT_MAX + 1];
    struct cr_err err = {0};
    const struct cr_shipped *cn = cr_shipped_find("cn");
    const int len = house_change_progressive(cn->text, cn->len, cr_money_from_units(0),
                                             cr_money_from_units(5), text, sizeof(text), &err);
    assert_true(len > 0);
    assert_int_equal(cr_progressive_parse("cn", text, (size_t)len, out, &err), 0);
    step_link(FLOOR_LINK_CLOSED, NULL);
    event_init(&e, FLOOR_DOCUMENT_ADDED);
    memcpy(e.user, "ann", 4);
    memcpy(e.text, text, (size_t)len);
    e.text_len = (uint16_t)len;
    assert_true(rig_step_manager(r, &e, &err));
    step_link(FLOOR_LINK_CONFIGURED, out->hash);
    step_link(FLOOR_LINK_OPENED, NULL);
}

/* SYS-1, REG-6: chips of the old bet are not booked as the new one, and the next round is played by
 * the rules that are configured then. */
static void new_rules_are_taken_between_rounds(void **state)
{
    static struct cr_progressive changed;
    struct controller *c = &r->controller;
    (void)state;
    assert_true(rig_wait_mode(r, CONSOLE_BETTING));
    assert_true(rig_press(r, (struct console_event){
                                 .kind = CONSOLE_SENSOR, .seat = 4, .sensor = ACCEPTOR_EV_PLACED}));
    assert_true(rig_press(r, press_of(CONSOLE_START)));
    change_bet(&changed);
    assert_true(rig_wait_mode(r, CONSOLE_CLOSED));
    assert_int_equal(c->console.reason, CONSOLE_NEW_RULES);
    assert_int_equal(rig_play(r)->round, 0);
    assert_true(controller_wants_rules(c));
    assert_int_equal(controller_read(c, 1, false, "", NULL), CR_E_STATE);
    rig_run(r, 1000);
    assert_int_equal(c->console.mode, CONSOLE_CLOSED);
    assert_false(rig_press(r, press_of(CONSOLE_START)));

    struct controller_config config = c->config;
    memcpy(config.documents.progressive, changed.hash, CR_HASH_BYTES);
    memcpy(config.start_label, "Start Game", sizeof("Start Game"));
    controller_take_rules(c, &config, &changed);
    assert_false(controller_wants_rules(c));
    begin_round(1, 2);
    assert_string_equal(c->console.start_label, "Start Game");
    assert_int_equal(rig_play(r)->round, 1);
    /* 14 % of two bets of 5 on the seed */
    assert_int_equal(c->meters[0].micro, INT64_C(10001400000));
    /* a round goes on by the rules that it began with */
    assert_true(rig_press(r, press_of(CONSOLE_GAME_OVER)));
    assert_true(rig_wait_mode(r, CONSOLE_BETTING));
    assert_string_equal(r->fault, "");
}

/* UTH-19. */
static void a_failed_seat_is_closed_on_record(void **state)
{
    (void)state;
    assert_true(rig_wait_mode(r, CONSOLE_BETTING));
    assert_true(rig_press(
        r, (struct console_event){.kind = CONSOLE_SENSOR, .seat = 3, .sensor = ACCEPTOR_EV_FAULT}));
    assert_true(rig_wait_idle(r));
    assert_int_equal(manager_floor(r->manager)->tables[0].closed_seats, 0x04);
    rig_restart(r);
    assert_true(rig_wait_mode(r, CONSOLE_BETTING));
    assert_int_equal(acceptor_state(&r->controller.console.acceptors[2]), ACCEPTOR_CLOSED);
    assert_int_equal(controller_set_actor(&r->controller, "bob", NULL), 0);
    assert_true(rig_press(r, (struct console_event){.kind = CONSOLE_OPEN_SEAT, .seat = 3}));
    assert_true(rig_wait_idle(r));
    assert_int_equal(manager_floor(r->manager)->tables[0].closed_seats, 0);
}

static void leaves_and_comes_again(void **state)
{
    struct cr_err err = {0};
    (void)state;
    assert_true(rig_wait_mode(r, CONSOLE_BETTING));
    assert_int_equal(controller_leave(&r->controller, &err), 0);
    rig_run(r, 200);
    assert_int_equal(r->controller.link, CONTROLLER_LEFT);
    rig_restart(r);
    assert_true(rig_wait_mode(r, CONSOLE_BETTING));
    begin_round(1, 2);
}

/* ---- Another table of the link, without a controller ---- */

static void at_t2(struct floor_event *e, unsigned kind)
{
    const struct floor *f = manager_floor(r->manager);
    const uint32_t t2 = floor_find_table(f, "t2");
    event_init(e, kind);
    memcpy(e->table, "t2", 3);
    if (t2 == FLOOR_NONE || kind == FLOOR_TABLE_JOINED)
        return;
    e->epoch = f->plays[t2].epoch;
    e->table_seq = f->plays[t2].seq + 1;
}

static void done(struct floor_event *e)
{
    struct cr_err err = {0};
    if (!rig_step_manager(r, e, &err))
        fail_msg("%s: %s", event_kind(e->kind)->name, err.text);
}

static void open_t2(void)
{
    static struct floor_event e;
    at_t2(&e, FLOOR_TABLE_CONFIGURED);
    memcpy(e.link, "main", 5);
    memcpy(e.item, "Live", 5);
    memcpy(e.user, "ann", 4);
    memcpy(e.approver, "bob", 4);
    e.is_live = 1;
    done(&e);
    at_t2(&e, FLOOR_TABLE_JOINED);
    memcpy(e.manager, "m1", 3);
    memcpy(e.instance, "other", 6);
    done(&e);
    at_t2(&e, FLOOR_COIN_IN);
    e.seats = 0x7f;
    done(&e);
    at_t2(&e, FLOOR_KEY_TURNED);
    e.key = CR_KEY_HIGH;
    e.position = FLOOR_KEY_JPH;
    memcpy(e.user, "kim", 4);
    done(&e);
}

static uint64_t claim_at_t2(unsigned seat, unsigned hand)
{
    static struct floor_event e;
    at_t2(&e, FLOOR_CLAIM_MADE);
    e.seat = (uint8_t)seat;
    e.award = (uint8_t)(hand + 1);
    done(&e);
    return e.seq;
}

static struct cr_money pay_at_t2(uint64_t claim)
{
    static struct floor_event e;
    rig_approve(r);
    at_t2(&e, FLOOR_CLAIM_PAID);
    e.claim = claim;
    done(&e);
    return e.amount;
}

static void need_hit(uint64_t count, unsigned seat, unsigned hand, struct cr_money amount)
{
    assert_int_equal(r->hits, count);
    assert_string_equal(r->hit.table, "t2");
    assert_int_equal(r->hit.seat, seat);
    assert_int_equal(r->hit.award, hand);
    assert_int_equal(r->hit.amount.micro, amount.micro);
}

/* TAB-6, REG-12, REG-13. */
static void the_sign_names_the_winner_at_another_table(void **state)
{
    (void)state;
    const struct floor_link *link = &manager_floor(r->manager)->links[0];
    assert_true(rig_wait_mode(r, CONSOLE_BETTING));
    open_t2();
    const uint64_t royal = claim_at_t2(5, CR_ROYAL_FLUSH);
    rig_run(r, 1000);
    assert_int_equal(r->pendings, 1);
    assert_true(r->controller.link_pending);
    assert_int_equal(r->hits, 0);
    struct cr_money amount = pay_at_t2(royal);
    rig_run(r, 3000);
    assert_int_equal(r->pendings, 1);
    assert_false(r->controller.link_pending);
    need_hit(1, 5, CR_ROYAL_FLUSH, amount);
    assert_int_equal(r->controller.meters[0].micro, link->books.levels[0].meter.amount.micro);
    /* a controller that starts later does not announce an old hit */
    rig_restart(r);
    assert_true(rig_wait_mode(r, CONSOLE_BETTING));
    rig_run(r, 1000);
    assert_int_equal(r->hits, 1);
    /* a controller whose link was lost meanwhile does */
    r->cut = true;
    rig_run(r, RIG_LEASE + 100);
    amount = pay_at_t2(claim_at_t2(3, CR_STRAIGHT_FLUSH));
    rig_run(r, 1000);
    assert_int_equal(r->hits, 1);
    r->cut = false;
    assert_true(rig_wait_mode(r, CONSOLE_BETTING));
    need_hit(2, 3, CR_STRAIGHT_FLUSH, amount);
    assert_string_equal(r->fault, "");
}

/* The first payment of a link is announced by a controller that knew the link without any payment.
 */
static void the_sign_names_a_winner_at_this_table(void **state)
{
    (void)state;
    begin_round(2, 5);
    award(5, CR_ROYAL_FLUSH);
    turn_key(9, CONSOLE_JPH);
    rig_run(r, 1000);
    rig_approve(r);
    rig_run(r, 1000);
    assert_true(rig_press(r, press_of(CONSOLE_JPOT)));
    assert_true(rig_wait_idle(r));
    rig_run(r, CONTROLLER_HEARTBEAT_MS / 2);
    /* PIT-10, PIT-11: the controller asks at once for what has to be done now, not with its next
     * heartbeat */
    assert_non_null(strstr(r->controller.console.missing[4], "deck"));
    rig_run(r, 1000);
    assert_int_equal(r->pendings, 1);
    assert_int_equal(r->hits, 1);
    assert_string_equal(r->hit.table, "t1");
    assert_int_equal(r->hit.seat, 5);
}

/* UTH-22. */
static void a_patron_buys_in_with_cash(void **state)
{
    const struct cr_money amount = cr_money_from_units(100);
    struct controller *c = &r->controller;
    struct cr_err err = {0};
    (void)state;
    assert_int_equal(controller_buy_in(c, 2, amount, "cash", &err), CR_E_STATE);
    begin_round(1, 2); /* chips are sold at any time */
    assert_int_equal(controller_buy_in(c, 0, amount, "cash", &err), CR_E_INPUT);
    assert_int_equal(controller_buy_in(c, 8, amount, "cash", &err), CR_E_INPUT);
    assert_int_equal(controller_buy_in(c, 2, cr_money_from_units(0), "cash", &err), CR_E_INPUT);
    assert_int_equal(controller_buy_in(c, 2, amount, "", &err), CR_E_INPUT);
    assert_true(controller_is_idle(c));
    const uint64_t seq = rig_play(r)->seq;
    assert_int_equal(controller_buy_in(c, 2, amount, "cash", &err), 0);
    assert_int_equal(controller_buy_in(c, 3, amount, "cash", &err), CR_E_STATE);
    assert_true(rig_wait_idle(r));
    assert_int_equal(rig_play(r)->seq, seq + 1);
    assert_int_equal(r->last_command.kind, FLOOR_BUY_IN);
    assert_int_equal(r->last_command.seat, 2);
    assert_int_equal(r->last_command.amount.micro, amount.micro);
    assert_string_equal(r->last_command.item, "cash");
    assert_int_equal(controller_buy_in(c, 2, amount, "foreign cheques", &err), 0);
    assert_true(rig_wait_idle(r));
    rig_run(r, 200);
    assert_non_null(strstr(c->why.text, "\"foreign cheques\" is refused"));
    assert_int_equal(rig_play(r)->seq, seq + 1);
    assert_int_equal(c->console.mode, CONSOLE_COIN_IN);
    assert_true(rig_press(r, press_of(CONSOLE_GAME_OVER)));
    assert_true(rig_wait_mode(r, CONSOLE_BETTING));
    assert_string_equal(r->fault, "");
}

static void ask_for_readings(void)
{
    static struct floor_event e;
    struct cr_err err = {0};
    event_init(&e, FLOOR_READINGS_ASKED);
    strcpy(e.user, "ann");
    assert_true(rig_step_manager(r, &e, &err));
    rig_run(r, 2 * CONTROLLER_HEARTBEAT_MS);
}

/* PIT-5: a reading is asked for once and told once, between rounds and in a round, but not while
 * chips fall. */
static void readings_are_told_when_they_are_asked_for(void **state)
{
    struct controller *c = &r->controller;
    struct cr_err err = {0};
    (void)state;
    assert_int_equal(controller_read(c, 1, false, "", &err), CR_E_STATE); /* not joined yet */
    begin_round(1, 2);
    assert_false(controller_wants_reading(c));
    ask_for_readings();
    assert_true(controller_wants_reading(c));
    const uint64_t seq = rig_play(r)->seq;
    assert_int_equal(controller_read(c, 5002, false, "", &err), 0);
    assert_false(controller_wants_reading(c));
    assert_true(rig_wait_idle(r));
    assert_int_equal(rig_play(r)->seq, seq + 4); /* the counter, and three meters */
    assert_false(floor_is_reading_due(manager_floor(r->manager), 0));
    rig_run(r, 2 * CONTROLLER_HEARTBEAT_MS);
    assert_int_equal(c->reading_due, 0);
    assert_true(rig_press(r, press_of(CONSOLE_GAME_OVER)));
    assert_true(rig_wait_mode(r, CONSOLE_BETTING));
    ask_for_readings();
    assert_true(rig_press(r, (struct console_event){
                                 .kind = CONSOLE_SENSOR, .seat = 3, .sensor = ACCEPTOR_EV_PLACED}));
    assert_true(rig_press(r, press_of(CONSOLE_START)));
    assert_false(controller_wants_reading(c));
    assert_int_equal(controller_read(c, 5002, false, "", &err), CR_E_STATE);
    assert_non_null(strstr(err.text, "chips are on their way"));
    assert_true(rig_wait_mode(r, CONSOLE_COIN_IN));
    /* where the acceptors do not tell their counter, the console is still read */
    assert_true(controller_wants_reading(c));
    assert_int_equal(controller_show(c, &err), 0);
    assert_true(rig_wait_idle(r));
    assert_int_equal(manager_floor(r->manager)->tables[0].counter, 5002);
    assert_false(floor_is_reading_due(manager_floor(r->manager), 0));
    assert_string_equal(r->fault, "");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)
    const struct CMUnitTest tests[] = {
        TEST(a_high_jackpot_waits_for_the_pit),
        TEST(readings_are_told_when_they_are_asked_for),
        TEST(a_lost_link_with_a_pending_win_waits_for_a_ruling),
        TEST(a_disputed_win_waits_for_its_dispute),
        TEST(a_lost_link_without_a_win_is_told_later),
        TEST(a_restart_in_a_round_goes_on),
        TEST(a_desk_cancels),
        TEST(a_table_without_configuration_is_closed),
        TEST(the_manager_closes_the_link),
        TEST(new_rules_are_taken_between_rounds),
        TEST(a_failed_seat_is_closed_on_record),
        TEST(leaves_and_comes_again),
        TEST(the_sign_names_the_winner_at_another_table),
        TEST(the_sign_names_a_winner_at_this_table),
        TEST(a_patron_buys_in_with_cash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
