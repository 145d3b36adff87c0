/* What a table tells its manager besides rounds: who sits and deals, cash, coins that are returned,
 * who holds the key. And how it takes answers of a manager that should not happen. */
#include "base/err.h"
#include "table/controller.h"
#include "table/controller_internal.h"
#include "table/rig.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct rig *r;
static struct controller *c;

static void add_person(const char *name, const char *role)
{
    static struct floor_event e;
    struct cr_err err = {0};
    event_init(&e, FLOOR_PERSON_ADDED);
    memcpy(e.person, name, strlen(name));
    memcpy(e.item, role, strlen(role));
    memcpy(e.user, "ann", 3);
    memcpy(e.approver, "bob", 3);
    if (!rig_step_manager(r, &e, &err))
        fail_msg("%s", err.text);
}

static int start(void **state)
{
    (void)state;
    r = calloc(1, sizeof(*r));
    rig_start(r, 11);
    c = &r->controller;
    add_person("dee", "dealer");
    return 0;
}

static int stop(void **state)
{
    (void)state;
    rig_stop(r);
    free(r);
    return 0;
}

static bool press(unsigned kind, unsigned seat, unsigned award)
{
    return rig_press(r, (struct console_event){
                            .kind = (uint8_t)kind, .seat = (uint8_t)seat, .award = (uint8_t)award});
}

static void place(unsigned seat)
{
    assert_true(rig_press(r, (struct console_event){.kind = CONSOLE_SENSOR,
                                                    .seat = (uint8_t)seat,
                                                    .sensor = ACCEPTOR_EV_PLACED}));
}

static void begin_round(uint8_t seats)
{
    assert_true(rig_wait_mode(r, CONSOLE_BETTING));
    for (unsigned seat = 1; seat <= CR_SEATS; seat++)
        if (seats & CONSOLE_SEAT(seat))
            place(seat);
    assert_true(press(CONSOLE_START, 0, 0));
    assert_true(rig_wait_mode(r, CONSOLE_COIN_IN));
}

/* Waits until the last command has been answered; it must be of this kind. Returns it. */
static const struct floor_event *told(unsigned kind)
{
    assert_true(rig_wait_idle(r));
    rig_run(r, 2 * CONTROLLER_HEARTBEAT_MS);
    assert_int_equal(r->last_command.kind, kind);
    return &r->last_command;
}

/* ---- Who sits, who deals ---- */

static void patrons_sit_where_they_are_said_to(void **state)
{
    struct cr_err err = {0};
    (void)state;
    assert_int_equal(controller_move_patron(c, 1, 2, &err), CR_E_STATE); /* closed */
    assert_int_equal(controller_hold_seats(c, 3, &err), CR_E_STATE);
    assert_true(rig_wait_mode(r, CONSOLE_BETTING));
    static const uint8_t none[][2] = {{0, 1}, {8, 1}, {1, 0}, {1, 8}, {4, 4}};
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(controller_move_patron(c, none[i][0], none[i][1], &err), CR_E_INPUT);
    assert_true(press(CONSOLE_CLOSE_SEAT, 6, 0));
    assert_true(rig_wait_idle(r));
    assert_int_equal(controller_move_patron(c, 1, 6, &err), CR_E_STATE);
    assert_non_null(strstr(err.text, "seat 6 is closed"));
    assert_int_equal(controller_hold_seats(c, CONSOLE_SEAT(2) | CONSOLE_SEAT(3), &err), 0);
    assert_int_equal(controller_hold_seats(c, CONSOLE_SEAT(4), &err), CR_E_STATE); /* wait */
    assert_int_equal(controller_set_actor(c, "ann", &err), CR_E_STATE);
    assert_int_equal(told(FLOOR_SEATS_HELD)->seats, CONSOLE_SEAT(2) | CONSOLE_SEAT(3));
    assert_int_equal(c->pairs[0], CONSOLE_SEAT(2) | CONSOLE_SEAT(3));
    assert_int_equal(controller_move_patron(c, 3, 5, &err), 0);
    assert_int_equal(told(FLOOR_PATRON_MOVED)->to_seat, 5);
    assert_int_equal(c->pairs[0], CONSOLE_SEAT(2) | CONSOLE_SEAT(5));
    begin_round(CONSOLE_SEAT(1));
    assert_int_equal(controller_move_patron(c, 1, 2, &err), CR_E_STATE);
}

/* UTH-16 */
static void one_hand_a_patron(void **state)
{
    static struct floor_event e;
    struct cr_err err = {0};
    (void)state;
    assert_true(rig_wait_mode(r, CONSOLE_BETTING));
    assert_int_equal(controller_hold_seats(c, CONSOLE_SEAT(2) | CONSOLE_SEAT(3), &err), 0);
    told(FLOOR_SEATS_HELD);
    place(2);
    place(3);
    assert_int_equal(controller_check_hands(c, &err), 0);
    event_init(&e, FLOOR_ONE_HAND_SET);
    memcpy(e.table, "t1", 2);
    memcpy(e.user, "ann", 3);
    e.one_hand = true;
    assert_true(rig_step_manager(r, &e, &err));
    rig_run(r, 2 * CONTROLLER_HEARTBEAT_MS);
    assert_int_equal(controller_check_hands(c, &err), CR_E_STATE);
    assert_true(err_is(&err, REASON_ONE_HAND));
    assert_non_null(strstr(err.text, "seats 2 and 3"));
    assert_true(rig_press(
        r,
        (struct console_event){.kind = CONSOLE_SENSOR, .seat = 3, .sensor = ACCEPTOR_EV_REMOVED}));
    assert_int_equal(controller_check_hands(c, &err), 0);
    /* the message names two seats, even if a record pairs more */
    place(3);
    place(4);
    c->pairs[0] |= CONSOLE_SEAT(4);
    assert_int_equal(controller_check_hands(c, &err), CR_E_STATE);
    assert_non_null(strstr(err.text, "seats 2 and 3"));
}

static void a_dealer_signs_on_and_off(void **state)
{
    struct cr_err err = {0};
    (void)state;
    assert_int_equal(controller_sign(c, "dee", true, &err), CR_E_STATE);
    assert_non_null(strstr(err.text, "sign on when it is back"));
    assert_int_equal(controller_sign(c, "dee", false, &err), CR_E_STATE);
    assert_non_null(strstr(err.text, "sign off when it is back"));
    assert_true(rig_wait_mode(r, CONSOLE_BETTING));
    assert_int_equal(controller_sign(c, "", false, &err), CR_E_STATE);
    assert_string_equal(err.text, "nobody has signed on");
    assert_int_equal(controller_sign(c, "dee", true, &err), 0);
    assert_int_equal(controller_sign(c, "kim", true, &err), CR_E_STATE); /* wait */
    assert_string_equal(told(FLOOR_DEALER_ON)->user, "dee");
    assert_string_equal(c->dealer, "dee");
    assert_int_equal(controller_sign(c, "dee", true, &err), CR_E_STATE);
    assert_string_equal(err.text, "dee deals here already");
    assert_int_equal(controller_sign(c, "", false, &err), 0);
    assert_string_equal(told(FLOOR_DEALER_OFF)->user, "dee");
    assert_string_equal(c->dealer, "");
}

/* PIT-10: a dealer turns the key in the name of the person who handed it over. */
static void who_turns_the_key(void **state)
{
    struct cr_err err = {0};
    (void)state;
    assert_true(rig_wait_mode(r, CONSOLE_BETTING));
    for (unsigned i = 0; i < 3; i++) {
        if (i == 1) {
            assert_int_equal(controller_sign(c, "dee", true, &err), 0);
            told(FLOOR_DEALER_ON);
        }
        memcpy(c->holder, i == 2 ? "dee" : "ann", 4);
        assert_true(rig_press(r, (struct console_event){.kind = CONSOLE_KEY_INSERT, .key = 8}));
        assert_true(rig_press(
            r, (struct console_event){.kind = CONSOLE_KEY_TURN, .position = CONSOLE_JPL}));
        const struct floor_event *e = told(FLOOR_KEY_TURNED);
        assert_string_equal(e->user, i == 0 ? "ann" : "dee");
        assert_string_equal(e->person, i == 1 ? "ann" : "");
        assert_true(
            rig_press(r, (struct console_event){.kind = CONSOLE_KEY_TURN, .position = CONSOLE_R}));
        assert_true(rig_press(r, (struct console_event){.kind = CONSOLE_KEY_REMOVE}));
        told(FLOOR_KEY_TURNED);
        rig_run(r, 3 * CONTROLLER_PAUSE_MS);
    }
}

/* ---- Cash ---- */

static void the_tray_pays_a_patron(void **state)
{
    const struct cr_money amount = cr_money_from_units(100);
    char longer[CR_TITLE_MAX + 1];
    struct cr_err err = {0};
    (void)state;
    memset(longer, 'x', sizeof(longer) - 1);
    longer[sizeof(longer) - 1] = '\0';
    begin_round(CONSOLE_SEAT(2));
    controller_set_patron(c, "P. Lane");
    assert_int_equal(controller_pay_out(c, 9, amount, "trips", "kim", &err), CR_E_INPUT);
    assert_int_equal(controller_pay_out(c, 2, amount, longer, "kim", &err), CR_E_INPUT);
    assert_int_equal(controller_pay_out(c, 2, amount, "trips", "kim", &err), 0);
    const struct floor_event *e = told(FLOOR_PAYOUT);
    assert_int_equal(e->seat, 2);
    assert_int_equal(e->amount.micro, amount.micro);
    assert_string_equal(e->item, "trips");
    assert_string_equal(e->patron, "P. Lane");
    assert_string_equal(e->user, "kim");
}

/* ---- Rounds ---- */

/* PIT-3, PIT-7: before the first card a coin is returned; a hand is marked as folded, and unmarked.
 */
static void a_coin_goes_back_and_a_hand_is_folded(void **state)
{
    (void)state;
    begin_round(CONSOLE_SEAT(1) | CONSOLE_SEAT(4));
    controller_set_reason(c, "kim", "no base wager");
    assert_true(press(CONSOLE_TAKE_BACK, 4, 0));
    const struct floor_event *e = told(FLOOR_COIN_RETURNED);
    assert_string_equal(e->user, "kim");
    assert_memory_equal(e->text, "no base wager", e->text_len);
    assert_string_equal(c->reason, "");
    assert_true(press(CONSOLE_FOLD, 1, 0));
    assert_false(told(FLOOR_SEAT_FOLDED)->undone);
    assert_true(press(CONSOLE_FOLD, 1, 0));
    assert_true(told(FLOOR_SEAT_FOLDED)->undone);
}

/* UTH-15: only seats that are still in the round get envy. The cards of the claim are in the log.
 */
static void a_claim_says_its_cards_and_who_is_live(void **state)
{
    (void)state;
    static const uint8_t all = CONSOLE_SEAT(1) | CONSOLE_SEAT(2) | CONSOLE_SEAT(5);
    begin_round(all);
    assert_true(press(CONSOLE_AWARD, 1, CR_ROYAL_FLUSH));
    const uint8_t others = c->progressive->awards[CR_ROYAL_FLUSH].envy.micro != 0
                               ? CONSOLE_SEAT(2) | CONSOLE_SEAT(5)
                               : 0;
    const struct floor_event *e = told(FLOOR_CLAIM_MADE);
    assert_int_equal(e->live, others);
    assert_int_equal(e->text_len, 0);
    controller_set_live(c, 2, CONSOLE_SEAT(5) | CONSOLE_SEAT(7));
    controller_set_cards(c, 2, "As Ks Qs Js Ts");
    assert_true(press(CONSOLE_AWARD, 2, CR_ROYAL_FLUSH));
    e = told(FLOOR_CLAIM_MADE);
    assert_int_equal(e->live, others & CONSOLE_SEAT(5));
    assert_memory_equal(e->text, "As Ks Qs Js Ts", e->text_len);
    controller_set_canceller(c, "kim");
    assert_true(press(CONSOLE_AWARD, 2, CR_ROYAL_FLUSH)); /* a second press takes the claim back */
    assert_string_equal(told(FLOOR_CLAIM_CANCELLED)->user, "kim");
}

/* PIT-10: the dealer is told all that a claim waits for, even when the house asks for every check
 * that it may ask for, under the longest names. */
static void what_a_claim_waits_for_is_told_whole(void **state)
{
    static struct floor_event e;
    char list[FLOOR_HOUSE_TEXT_MAX] = "";
    struct cr_err err = {0};
    (void)state;
    for (unsigned i = 0; i < CR_COMPLIANCE_MAX - 1; i++)
        snprintf(list + strlen(list), sizeof(list) - strlen(list),
                 "%scheck %u of a very long name %u", i > 0 ? "," : "", i, i + 10);
    event_init(&e, FLOOR_HOUSE_SET);
    memcpy(e.item, "compliance", 10);
    e.text_len = (uint16_t)strlen(list);
    memcpy(e.text, list, e.text_len);
    memcpy(e.user, "ann", 3);
    memcpy(e.approver, "bob", 3);
    assert_true(rig_step_manager(r, &e, &err));
    event_init(&e, FLOOR_TABLE_CONFIGURED); /* live, without rules that name checks of their own */
    memcpy(e.table, "t1", 2);
    memcpy(e.link, "main", 4);
    memcpy(e.item, "Ultimate", 8);
    memcpy(e.user, "ann", 3);
    memcpy(e.approver, "bob", 3);
    e.is_live = 1;
    assert_true(rig_step_manager(r, &e, &err));
    c->config.documents.known = false;
    begin_round(CONSOLE_SEAT(2));
    assert_true(press(CONSOLE_AWARD, 2, CR_ROYAL_FLUSH));
    told(FLOOR_CLAIM_MADE);
    assert_non_null(strstr(c->console.missing[1], "check 6 of a very long name 16"));
    struct console_view view;
    console_view(&c->console, &view);
    assert_non_null(strstr(view.advice, "check 6 of a very long name 16."));
}

static void a_round_takes_its_document_along(void **state)
{
    static char longer[FLOOR_TEXT_MAX + 1];
    (void)state;
    memset(longer, ' ', sizeof(longer));
    begin_round(CONSOLE_SEAT(1));
    controller_set_text(c, longer, sizeof(longer));
    assert_int_equal(c->text_len, FLOOR_TEXT_MAX);
    controller_set_text(c, "as dealt", 8);
    assert_true(press(CONSOLE_GAME_OVER, 0, 0));
    assert_memory_equal(told(FLOOR_GAME_OVER)->text, "as dealt", 8);
    assert_int_equal(c->text_len, 0);
    /* a round that a person calls dead has a reason */
    static const char *const whys[] = {"", "a misdeal", ""};
    for (unsigned i = 0; i < 3; i++) {
        begin_round(CONSOLE_SEAT(1));
        if (i == 2)
            controller_set_text(c, "as dealt", 8);
        controller_set_reason(c, "kim", whys[i]);
        assert_true(press(CONSOLE_CALL_DEAD, 0, 0));
        const struct floor_event *e = told(FLOOR_ROUND_DEAD);
        const char *text = i == 2            ? "as dealt"
                           : whys[i][0] != 0 ? whys[i]
                                             : "all hands dead, every wager goes back";
        assert_int_equal(e->text_len, strlen(text));
        assert_memory_equal(e->text, text, e->text_len);
        assert_string_equal(e->user, "kim");
    }
}

static void what_has_no_answer_is_dropped_when_too_much_waits(void **state)
{
    (void)state;
    for (unsigned i = 0; i <= CONTROLLER_QUEUE; i++)
        controller_push(c, &(struct controller_entry){.kind = FLOOR_DEALER_ON});
    assert_int_equal(c->queue_count, CONTROLLER_QUEUE);
    assert_int_equal(c->dropped, 1);
}

static void only_people_and_sensors_press(void **state)
{
    (void)state;
    assert_false(press(CONSOLE_DONE, 0, 0));
    assert_false(press(CONSOLE_LINK_BACK, 0, 0));
}

/* A table without a progressive opens and plays. */
static void a_table_without_a_progressive(void **state)
{
    struct controller_config config = c->config;
    (void)state;
    controller_init(c, &config, NULL, NULL, r->now);
    controller_take_rules(c, &config, NULL);
    for (unsigned award = 0; award < CR_CATEGORIES; award++)
        assert_int_equal(c->console.keys[award], CONSOLE_NO_AWARD);
}

/* Documents are compared only where both sides state theirs. */
static void documents_that_are_not_said_fit(void **state)
{
    struct controller_documents other = c->config.documents;
    (void)state;
    assert_true(controller_same_documents(c, &other));
    other.rules[0] ^= 1;
    assert_false(controller_same_documents(c, &other));
    other.known = false;
    assert_true(controller_same_documents(c, &other));
    other.known = true;
    c->config.documents.known = false;
    assert_true(controller_same_documents(c, &other));
}

static void who_has_left_stays_away(void **state)
{
    struct cr_err err = {0};
    (void)state;
    assert_int_equal(controller_leave(c, &err), CR_E_STATE);
    assert_true(rig_wait_mode(r, CONSOLE_BETTING));
    assert_int_equal(controller_leave(c, &err), 0);
    rig_run(r, 2 * RIG_LEASE);
    assert_int_equal(c->link, CONTROLLER_LEFT);
    assert_int_equal(r->joined, 1);
}

/* ---- Answers that the test makes itself ---- */

static struct controller_message sent;
static struct controller_answer answer;

static void send_next(unsigned kind)
{
    for (unsigned i = 0; i < 2000 && !controller_message(c, r->now, &sent); i++) {
        r->now += 5;
        controller_tick(c, r->now, &r->out);
    }
    assert_int_equal(sent.kind, kind);
    memset(&answer, 0, sizeof(answer));
    answer.id = sent.id;
    answer.kind = CONTROLLER_ACCEPTED;
    record_of(manager_floor(r->manager), 0, RIG_LEASE, &answer.record);
    answer.event = sent.event;
    answer.event.epoch = c->memory.epoch;
    answer.event.prev = c->memory.last;
    answer.event.seq = c->memory.last + 1;
}

static void reply(void)
{
    r->now += 5;
    controller_answer(c, r->now, &answer, &r->out);
}

static void refuse(enum reason reason)
{
    answer.kind = CONTROLLER_REFUSED;
    err_refuse(&answer.why, CR_E_STATE, reason, NULL, "no");
    reply();
}

/* Waits until nothing is in flight. From here on the test answers as the manager. */
static void take_over(enum console_mode mode)
{
    assert_true(rig_wait_mode(r, mode));
    assert_true(rig_wait_idle(r));
    rig_run(r, 2 * CONTROLLER_HEARTBEAT_MS);
    r->packet_count = 0;
    c->flight = 0;
}

static void lose_link(void)
{
    r->now += RIG_LEASE + 1;
    controller_tick(c, r->now, &r->out);
    assert_int_equal(c->console.mode, CONSOLE_CLOSED);
    assert_int_equal(c->link, CONTROLLER_DOWN);
}

/* V8: a store that was put back to an older state is not believed. */
static void a_store_that_is_behind_is_refused(void **state)
{
    (void)state;
    take_over(CONSOLE_BETTING);
    lose_link();
    send_next(CONTROLLER_JOIN);
    answer.event.prev = c->memory.last - 1;
    reply();
    assert_true(r->out.refused);
    assert_true(err_is(&c->why, REASON_OLDER_STATE));
    assert_int_equal(c->console.reason, CONSOLE_STORAGE);
    /* … or the manager says so itself */
    send_next(CONTROLLER_JOIN);
    refuse(REASON_OLDER_STATE);
    assert_int_equal(c->console.reason, CONSOLE_STORAGE);
    send_next(CONTROLLER_JOIN);
    refuse(REASON_WAIT);
    assert_int_equal(c->console.reason, CONSOLE_LINK_DOWN);
    assert_int_equal(c->console.mode, CONSOLE_CLOSED);
}

static void a_manager_that_cannot_record_keeps_it_closed(void **state)
{
    (void)state;
    take_over(CONSOLE_BETTING);
    send_next(CONTROLLER_HEARTBEAT);
    answer.record.is_halted = true;
    reply();
    assert_int_equal(c->console.mode, CONSOLE_CLOSED);
    assert_int_equal(c->console.reason, CONSOLE_STORAGE);
    send_next(CONTROLLER_HEARTBEAT);
    answer.record.is_halted = true;
    reply();
    assert_int_equal(c->console.mode, CONSOLE_CLOSED);
    send_next(CONTROLLER_HEARTBEAT);
    answer.record.has_link = false; /* without a link the table opens */
    reply();
    assert_int_equal(c->console.mode, CONSOLE_BETTING);
}

/* A record with a state that no console can have been in. */
static void a_record_that_does_not_fit_is_refused(void **state)
{
    (void)state;
    take_over(CONSOLE_BETTING);
    lose_link();
    send_next(CONTROLLER_JOIN);
    answer.record.in_play = true;
    answer.record.seats = CONSOLE_SEAT(1);
    answer.record.awarded = CONSOLE_SEAT(2);
    reply();
    assert_true(r->out.refused);
    assert_int_equal(c->link, CONTROLLER_DOWN);
    assert_int_equal(c->console.reason, CONSOLE_NOT_CONFIGURED);
    assert_false(controller_message(c, r->now, &sent)); /* it does not ask again at once */
}

/* V9: an answer that comes when the lease it brings is over counts for nothing. */
static void a_late_answer_opens_nothing(void **state)
{
    (void)state;
    take_over(CONSOLE_BETTING);
    lose_link();
    send_next(CONTROLLER_JOIN);
    r->now += RIG_LEASE;
    reply();
    assert_int_equal(c->link, CONTROLLER_DOWN);
    assert_int_equal(c->console.mode, CONSOLE_CLOSED);
    /* nor does an answer to another question */
    send_next(CONTROLLER_JOIN);
    answer.id++;
    reply();
    assert_int_not_equal(c->flight, 0);
    answer.id--;
    answer.kind = CONTROLLER_NO_ANSWER;
    reply();
    assert_int_equal(c->flight, 0);
    assert_int_equal(c->link, CONTROLLER_DOWN);
}

/* V8: the receipt for what the manager acknowledged goes with the next join. */
static void a_receipt_is_shown_again(void **state)
{
    (void)state;
    take_over(CONSOLE_BETTING);
    send_next(CONTROLLER_HEARTBEAT);
    memcpy(answer.receipt, "signed", 6);
    reply();
    lose_link();
    send_next(CONTROLLER_JOIN);
    assert_string_equal(sent.receipt, "signed");
}

/* A command that never arrived is sent again in the new epoch. */
static void a_command_goes_on_in_a_new_epoch(void **state)
{
    (void)state;
    take_over(CONSOLE_BETTING);
    assert_int_equal(controller_sign(c, "dee", true, NULL), 0);
    send_next(CONTROLLER_COMMAND);
    lose_link();
    send_next(CONTROLLER_JOIN);
    answer.event.epoch = answer.record.epoch = c->memory.epoch + 1;
    answer.record.seq = 0;
    reply();
    assert_int_equal(c->link, CONTROLLER_SETTLING);
    send_next(CONTROLLER_COMMAND);
    assert_int_equal(sent.event.kind, FLOOR_DEALER_ON);
    assert_int_equal(sent.event.epoch, c->memory.epoch);
    assert_int_equal(sent.event.table_seq, 1);
    /* but not if something else was recorded in the old epoch: then the command is dropped */
    lose_link();
    send_next(CONTROLLER_JOIN);
    answer.event.epoch = answer.record.epoch = c->memory.epoch + 1;
    answer.record.seq = 0;
    answer.event.prev = c->memory.last + 5;
    reply();
    assert_false(c->memory.has_command);
}

/* V2: a repeated command gets its first answer, which may be older than what the table knows by
 * then. */
static void a_first_answer_does_not_put_the_clock_back(void **state)
{
    (void)state;
    take_over(CONSOLE_BETTING);
    assert_int_equal(controller_sign(c, "dee", true, NULL), 0);
    send_next(CONTROLLER_COMMAND);
    const uint64_t last = c->memory.last;
    answer.event.seq = last;
    reply();
    assert_true(r->out.has_event);
    assert_int_equal(c->memory.last, last);
}

/* The controller before this one said that it leaves; that must not end this one. */
static void a_farewell_of_the_controller_before_is_not_ours(void **state)
{
    (void)state;
    take_over(CONSOLE_BETTING);
    assert_int_equal(controller_leave(c, NULL), 0);
    send_next(CONTROLLER_COMMAND);
    rig_restart(r);
    assert_true(c->memory.has_command);
    assert_true(rig_wait_mode(r, CONSOLE_BETTING));
    assert_int_equal(r->last_command.kind, FLOOR_TABLE_LEFT);
}

static void a_beat_of_another_epoch_is_asked_about(void **state)
{
    (void)state;
    take_over(CONSOLE_BETTING);
    send_next(CONTROLLER_HEARTBEAT);
    answer.record.epoch++;
    reply();
    assert_int_equal(c->link, CONTROLLER_DOWN);
    send_next(CONTROLLER_JOIN);
}

static void claim_and_approve(unsigned seat)
{
    begin_round((uint8_t)CONSOLE_SEAT(seat));
    assert_true(press(CONSOLE_AWARD, seat, CR_ROYAL_FLUSH));
    assert_true(rig_wait_idle(r));
    rig_press(r, (struct console_event){.kind = CONSOLE_KEY_INSERT, .key = 9});
    assert_true(
        rig_press(r, (struct console_event){.kind = CONSOLE_KEY_TURN, .position = CONSOLE_JPH}));
    assert_true(rig_wait_idle(r));
    rig_approve(r);
    rig_run(r, 1000);
    assert_string_equal(c->console.missing[seat - 1], "");
    take_over(CONSOLE_COIN_IN);
}

/* A payment that was refused may still be made by a copy of the request: only the record tells. */
static void a_refused_payment_is_in_doubt_when_the_link_is_lost(void **state)
{
    (void)state;
    claim_and_approve(3);
    assert_true(press(CONSOLE_JPOT, 0, 0));
    send_next(CONTROLLER_COMMAND);
    assert_int_equal(sent.event.kind, FLOOR_CLAIM_PAID);
    refuse(REASON_WAIT);
    assert_int_equal(c->link, CONTROLLER_DOUBTING);
    send_next(CONTROLLER_HEARTBEAT);
    reply(); /* the record has no payment */
    assert_int_equal(c->link, CONTROLLER_UP);
    assert_int_equal(c->console.claims[2].state, CONSOLE_PENDING);
    lose_link();
    assert_int_equal(c->console.claims[2].state, CONSOLE_PAYING);
}

static void a_refused_command_that_is_on_record_is_asked_again(void **state)
{
    (void)state;
    claim_and_approve(3);
    assert_true(press(CONSOLE_JPOT, 0, 0));
    send_next(CONTROLLER_COMMAND);
    refuse(REASON_WAIT);
    send_next(CONTROLLER_HEARTBEAT);
    answer.record.seq++; /* a copy of another request was taken */
    reply();
    assert_int_equal(c->link, CONTROLLER_UP);
    send_next(CONTROLLER_COMMAND);
    assert_int_equal(sent.event.kind, FLOOR_CLAIM_PAID);
    /* a record of another epoch, or with numbers that do not fit, is no answer */
    refuse(REASON_WAIT);
    send_next(CONTROLLER_HEARTBEAT);
    answer.record.epoch++;
    reply();
    assert_int_equal(c->link, CONTROLLER_DOWN);
    c->link = CONTROLLER_UP;
    send_next(CONTROLLER_COMMAND);
    refuse(REASON_WAIT);
    send_next(CONTROLLER_HEARTBEAT);
    answer.record.seq += 5;
    reply();
    assert_int_equal(c->link, CONTROLLER_DOWN);
}

/* Paid by a copy of a request that was refused: the dealer has to be told. */
static void a_payment_by_a_copy_is_told(void **state)
{
    (void)state;
    claim_and_approve(3);
    assert_int_equal(c->console.claims[2].state, CONSOLE_PENDING);
    c->link = CONTROLLER_DOWN;
    send_next(CONTROLLER_JOIN);
    answer.record.pending = 0;
    answer.record.claims[2].is_pending = false;
    answer.record.claims[2].is_held = true; /* a claim that is paid waits for no ruling */
    answer.record.seq++;
    answer.event.epoch = answer.record.epoch = c->memory.epoch + 1;
    answer.event.prev = c->memory.last + 1;
    reply();
    assert_int_equal(c->console.claims[2].state, CONSOLE_PAID);
    assert_false(c->console.claims[2].held);
    bool is_told = false;
    for (unsigned i = 0; i < r->out.count; i++)
        is_told |= r->out.list[i].say == SAY_PAID_MEANWHILE && r->out.list[i].seat == 3;
    assert_true(is_told);
}

/* PIT-1: a ruling at a desk is known at the table with its next heartbeat. */
static void a_ruling_is_heard(void **state)
{
    (void)state;
    claim_and_approve(3);
    for (unsigned i = 0; i < 3; i++) {
        send_next(CONTROLLER_HEARTBEAT);
        answer.record.claims[2].is_held = i == 1;
        if (i == 2)
            answer.record.claims[2].claim++; /* the number of another claim */
        reply();
        assert_int_equal(c->console.claims[2].held, i >= 1);
    }
    send_next(CONTROLLER_HEARTBEAT);
    answer.record.claims[2].is_held = true;
    answer.record.claims[2].is_pending = false;
    reply();
    assert_false(c->console.claims[2].held);
    /* a record that is not in a round has no rulings */
    send_next(CONTROLLER_HEARTBEAT);
    answer.record.in_play = false;
    reply();
    assert_int_equal(c->console.claims[2].state, CONSOLE_PENDING);
    c->console.claims[2].held = true;
    send_next(CONTROLLER_HEARTBEAT);
    answer.record.awarded = 0;
    answer.record.claims[2] = (struct controller_claim){0};
    reply();
    assert_non_null(strstr(c->why.text, "seat 3: the claim was declared void by a ruling"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)
    const struct CMUnitTest tests[] = {
        TEST(patrons_sit_where_they_are_said_to),
        TEST(one_hand_a_patron),
        TEST(a_dealer_signs_on_and_off),
        TEST(who_turns_the_key),
        TEST(the_tray_pays_a_patron),
        TEST(a_coin_goes_back_and_a_hand_is_folded),
        TEST(a_claim_says_its_cards_and_who_is_live),
        TEST(what_a_claim_waits_for_is_told_whole),
        TEST(a_round_takes_its_document_along),
        TEST(what_has_no_answer_is_dropped_when_too_much_waits),
        TEST(only_people_and_sensors_press),
        TEST(a_table_without_a_progressive),
        TEST(documents_that_are_not_said_fit),
        TEST(who_has_left_stays_away),
        TEST(a_first_answer_does_not_put_the_clock_back),
        TEST(a_farewell_of_the_controller_before_is_not_ours),
        TEST(a_beat_of_another_epoch_is_asked_about),
        TEST(a_store_that_is_behind_is_refused),
        TEST(a_manager_that_cannot_record_keeps_it_closed),
        TEST(a_record_that_does_not_fit_is_refused),
        TEST(a_late_answer_opens_nothing),
        TEST(a_receipt_is_shown_again),
        TEST(a_command_goes_on_in_a_new_epoch),
        TEST(a_refused_payment_is_in_doubt_when_the_link_is_lost),
        TEST(a_refused_command_that_is_on_record_is_asked_again),
        TEST(a_payment_by_a_copy_is_told),
        TEST(a_ruling_is_heard),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
