/* A station beside a manager in the same process: what is durable before it is sent, what comes
 * back after a crash, who may hold the key, and how it takes a lost link, sensors that do not
 * answer and new rules. */
#define _GNU_SOURCE /* posix_openpt */
#include "service/controller/command.h"
#include "service/controller/own_floor.h"
#include "service/controller/station.h"
#include "service/controller/table_commands.h"

#include "base/err.h"
#include "os/clock.h"
#include "service/client/ask_manager.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define WAIT_MS    60000
#define LONG_LEASE 600000 /* so long that no test loses it on a busy machine */

/* ---- A transport that the test controls ---- */

struct wire {
    struct transport base;
    struct transport *real;
    const struct journal *journal;
    atomic_bool is_cut;  /* nothing arrives */
    atomic_bool is_deaf; /* requests arrive, their answers do not */
    atomic_bool is_held; /* requests wait on their way */
    atomic_uint lease_ms;
    atomic_uint commands, repeats;
    atomic_uint unwritten; /* messages sent before they were in the journal */
    atomic_uint rules_asked;
    atomic_bool rules_fail, rules_break;
    struct controller_hit hit; /* a hit at another table of the link */
    struct floor_event last;
};

static void look(struct wire *w, const struct controller_message *m)
{
    static struct journal_page page;
    struct cr_err err = {0};
    bool damaged = false;
    const bool is_command = m->kind == CONTROLLER_COMMAND;
    const bool is_there = journal_read(w->journal, &page, &damaged, &err) == 1 &&
                          strcmp(page.memory.instance, m->event.instance) == 0;
    const bool is_same = journal_read(w->journal, &page, &damaged, &err) == 1 &&
                         page.memory.has_command &&
                         memcmp(&page.memory.command, &m->event, sizeof(m->event)) == 0;
    w->unwritten += is_command ? !is_same : !is_there;
    w->repeats +=
        is_command && w->last.table_seq == m->event.table_seq && w->last.epoch == m->event.epoch;
    if (is_command)
        w->last = m->event;
    w->commands += is_command;
}

static void carry(struct transport *base, const struct controller_message *m,
                  struct controller_answer *out)
{
    struct wire *w = (struct wire *)base;
    if (m->kind != CONTROLLER_HEARTBEAT)
        look(w, m);
    while (w->is_held)
        clock_sleep_ms(1);
    if (!w->is_cut)
        w->real->exchange(w->real, m, out);
    out->id = m->id;
    if (w->is_cut || w->is_deaf)
        out->kind = CONTROLLER_NO_ANSWER;
    out->record.lease_ms = w->lease_ms;
    if (w->hit.seq != 0)
        out->record.hit = w->hit;
}

static int fetch_rules(struct transport *base, const char *table, struct transport_rules *out,
                       struct cr_err *err)
{
    struct wire *w = (struct wire *)base;
    w->rules_asked++;
    if (w->rules_fail)
        return err_set(err, CR_E_IO, "nobody answers");
    int rc = w->real->rules(w->real, table, out, err);
    if (w->rules_break)
        out->rules[0] = '[';
    return rc;
}

static void release(struct transport *base)
{
    struct wire *w = (struct wire *)base;
    w->real->free(w->real);
}

/* ---- A floor, a table, its files ---- */

static char folder[64], path[128];
static struct own_floor *floor_of_own;
static struct wire wire;
static struct station s;
static unsigned heard;

/* The sensors are at a line, and the test holds its other end. */
static int line = -1;
static struct sensor_bank bank;

static void pump(void)
{
    char data[512];
    struct sensor_bytes out = {.len = 0};
    ssize_t len;
    while (line >= 0 && (len = read(line, data, sizeof(data))) > 0)
        sensor_bank_receive(&bank, data, (size_t)len, &out);
    if (out.len > 0)
        assert_int_equal(write(line, out.data, out.len), out.len);
}

static const char *open_line(uint16_t version)
{
    line = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
    assert_true(line >= 0 && grantpt(line) == 0 && unlockpt(line) == 0);
    sensor_bank_init(&bank);
    bank.version = version;
    return ptsname(line);
}

static void fatal(void *context, const struct cr_err *err)
{
    (void)context;
    fprintf(stderr, "the store failed: %s\n", err->text);
    abort();
}

static void hear(void *context, const struct controller_output *out)
{
    (void)out;
    ++*(unsigned *)context;
}

/* Configures the table: other rules or another progressive are allowed at any time. */
static void set_up(const char *rules, const char *progressive)
{
    const struct cr_shipped *r = cr_shipped_find(rules), *p = cr_shipped_find(progressive);
    struct house house = {.people = {"ann", "bob"},
                          .user = "kim",
                          .table = "t1",
                          .item = "Ultimate",
                          .rules = r->text,
                          .rules_len = r->len,
                          .link = "main"};
    struct cr_err err = {0};
    if (p != NULL) {
        house.progressive = p->text;
        house.progressive_len = p->len;
    }
    if (own_floor_set_up(floor_of_own, &house, &err) != 0)
        fail_msg("%s", err.text);
}

/* Steps an event of somebody at a desk. */
static void tell(const struct floor_event *e)
{
    static struct manager_request request;
    request.event = *e;
    writer_call(own_floor_writer(floor_of_own), &request);
    if (request.result != 0)
        fail_msg("%s", request.err.text);
}

static void add_person(const char *name, const char *role)
{
    static struct floor_event e;
    event_init(&e, FLOOR_PERSON_ADDED);
    snprintf(e.person, sizeof(e.person), "%s", name);
    snprintf(e.item, sizeof(e.item), "%s", role);
    memcpy(e.user, "ann", 3);
    memcpy(e.approver, "bob", 3);
    tell(&e);
}

static void start_station(const char *sensors)
{
    static struct transport_rules texts;
    struct controller_config config = {.table = "t1", .user = "kim", .instance = "c1"};
    struct cr_err err = {0};
    bool damaged = false;
    memset(&s, 0, sizeof(s));
    s.wake_fd = -1;
    s.heard = hear;
    s.context = &heard;
    s.needs_rules = true;
    s.own = own_floor_writer(floor_of_own);
    assert_int_equal(journal_open(&s.journal, path, &err), 0);
    assert_int_equal(transport_local_new(s.own, &wire.real, &err), 0);
    wire.journal = &s.journal;
    wire.lease_ms = LONG_LEASE;
    assert_int_equal(wire.base.rules(&wire.base, "t1", &texts, &err), 0);
    assert_int_equal(station_take_rules(&s, &texts, &err), 0);
    station_fill_rules(&s, &config);
    const int read = journal_read(&s.journal, &s.page, &damaged, &err);
    controller_init(&s.controller, &config, s.progressive, read == 1 ? &s.page.memory : NULL,
                    clock_mono_ms());
    assert_int_equal(sensors_open(&s.sensors, sensors, 7, &err), 0);
    assert_int_equal(sender_start(&wire.base, &s.sender, &err), 0);
}

/* Ends the station as a crash would: nothing more is written. */
static void end_station(void)
{
    wire.is_held = false;
    sender_stop(s.sender);
    sensors_close(&s.sensors);
    journal_close(&s.journal);
}

static int start(void **state)
{
    const struct own_floor_config config = {
        .store = "memory:", .table = "m1", .program_version = "1", .fatal = fatal};
    struct cr_err err = {0};
    (void)state;
    snprintf(folder, sizeof(folder), "/tmp/station-XXXXXX");
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof(path), "%s/table", folder);
    if (own_floor_start(&config, &floor_of_own, &err) != 0)
        fail_msg("%s", err.text);
    set_up("uth-cn", "cn");
    memset(&wire, 0, sizeof(wire));
    wire.base = (struct transport){carry, fetch_rules, release};
    start_station(NULL);
    return 0;
}

static int stop(void **state)
{
    static const char *const ends[] = {"", ".lock", ".new"};
    char name[160];
    (void)state;
    end_station();
    own_floor_stop(floor_of_own);
    if (line >= 0)
        close(line);
    line = -1;
    for (unsigned i = 0; i < 3; i++) {
        snprintf(name, sizeof(name), "%s%s", path, ends[i]);
        remove(name);
    }
    return rmdir(folder);
}

static void restart(const char *sensors)
{
    end_station();
    start_station(sensors);
}

static void turn(void)
{
    station_turn(&s, 20, -1);
    pump();
    if (s.status != 0)
        fail_msg("the table ends: %s", s.err.text);
}

#define TURN_UNTIL(what)                                                                           \
    for (const int64_t end_ms = clock_mono_ms() + WAIT_MS; !(what); turn())                        \
    assert_true(clock_mono_ms() < end_ms)

#define IS(which) (s.controller.console.mode == CONSOLE_##which)

/* The newest line of the station that has this text, or NULL. */
static const struct station_line *said(const char *text)
{
    const struct station_line *found = NULL;
    for (unsigned i = 0; i < STATION_LINES; i++)
        if (strstr(s.lines[i].text, text) != NULL && (found == NULL || s.lines[i].id > found->id))
            found = &s.lines[i];
    return found;
}

static void open_table(void)
{
    TURN_UNTIL(IS(BETTING) && sensors_is_idle(&s.sensors) && controller_is_idle(&s.controller));
}

static int press(enum console_event_kind kind)
{
    struct cr_err err = {0};
    return station_press(&s, &(struct console_event){.kind = (uint8_t)kind}, &err);
}

static void place(unsigned seat)
{
    assert_true(sensors_touch(&s.sensors, "place", seat));
    TURN_UNTIL(s.controller.console.acceptors[seat - 1].coins == 1);
}

static void play_round(void)
{
    assert_int_equal(press(CONSOLE_START), 0);
    TURN_UNTIL(IS(COIN_IN));
    assert_int_equal(press(CONSOLE_GAME_OVER), 0);
    TURN_UNTIL(IS(BETTING) && controller_is_idle(&s.controller));
}

static struct floor_play play_on_record(void)
{
    const struct floor_play play = writer_lock(s.own)->plays[0];
    writer_unlock(s.own);
    return play;
}

/* ---- Durable before it is sent ---- */

static void a_message_leaves_when_its_page_is_durable(void **state)
{
    (void)state;
    open_table();
    assert_non_null(said("open: "));
    assert_int_equal(station_round(&s), 1);
    place(3);
    assert_int_equal(press(CONSOLE_START), 0);
    TURN_UNTIL(IS(COIN_IN));
    assert_int_equal(station_round(&s), 1);
    assert_int_equal(play_on_record().seats, CONSOLE_SEAT(3));
    assert_int_equal(press(CONSOLE_GAME_OVER), 0);
    TURN_UNTIL(IS(BETTING));
    assert_int_equal(station_round(&s), 2);
    assert_true(wire.commands >= 2);
    assert_int_equal(wire.unwritten, 0);
    assert_true(heard > 0);
}

static void a_page_that_has_not_changed_is_not_written_again(void **state)
{
    struct stat before, after;
    (void)state;
    open_table();
    assert_true(station_remember(&s));
    assert_int_equal(stat(path, &before), 0);
    assert_true(station_remember(&s));
    assert_int_equal(stat(path, &after), 0);
    assert_int_equal(before.st_ino, after.st_ino);
    s.page.button ^= 1;
    assert_true(station_remember(&s));
    assert_int_equal(stat(path, &after), 0);
    assert_int_not_equal(before.st_ino, after.st_ino);
}

static void a_page_that_cannot_be_written_ends_the_table(void **state)
{
    char name[160];
    (void)state;
    open_table();
    const unsigned commands = wire.commands;
    snprintf(name, sizeof(name), "%s.new", path);
    assert_int_equal(mkdir(name, 0700), 0);
    assert_int_equal(press(CONSOLE_START), 0);
    for (const int64_t end = clock_mono_ms() + WAIT_MS; s.status == 0;) {
        assert_true(clock_mono_ms() < end);
        station_turn(&s, 20, -1);
    }
    assert_int_equal(s.status, CR_E_IO);
    assert_non_null(strstr(s.err.text, path));
    for (unsigned i = 0; i < 3; i++)
        assert_false(station_turn(&s, 0, -1));
    assert_int_equal(wire.commands, commands);
    assert_int_equal(play_on_record().mode, FLOOR_BETTING);
}

/* ---- After a restart ---- */

/* The manager has the coins, and the table's process dies before the answer comes. */
static void what_was_not_answered_is_sent_again_after_a_restart(void **state)
{
    (void)state;
    open_table();
    place(5);
    wire.is_deaf = true;
    assert_int_equal(press(CONSOLE_START), 0);
    TURN_UNTIL(play_on_record().mode == FLOOR_IN_PLAY);
    const struct floor_event sent = wire.last;
    restart(NULL);
    assert_true(s.page.memory.has_command);
    wire.is_deaf = false;
    wire.repeats = 0;
    TURN_UNTIL(IS(COIN_IN));
    assert_true(wire.repeats >= 1);
    assert_int_equal(wire.last.table_seq, sent.table_seq);
    assert_memory_equal(&wire.last, &sent, sizeof(sent));
    assert_int_equal(play_on_record().round, 1);
    assert_int_equal(play_on_record().coins, 1);
    assert_int_equal(wire.unwritten, 0);
    assert_int_equal(press(CONSOLE_GAME_OVER), 0);
    TURN_UNTIL(IS(BETTING));
}

/* A request that was lost on its way is in the journal nevertheless. */
static void what_was_lost_is_sent_again_after_a_restart(void **state)
{
    (void)state;
    open_table();
    wire.is_cut = true;
    const unsigned commands = wire.commands;
    assert_int_equal(press(CONSOLE_START), 0);
    TURN_UNTIL(wire.commands > commands);
    restart(NULL);
    assert_int_equal(play_on_record().round, 0);
    wire.is_cut = false;
    TURN_UNTIL(IS(COIN_IN));
    assert_int_equal(play_on_record().round, 1);
    assert_int_equal(wire.unwritten, 0);
}

static void a_lost_link_closes_by_the_tables_own_clock(void **state)
{
    (void)state;
    wire.lease_ms = 400;
    open_table();
    wire.is_cut = true;
    TURN_UNTIL(IS(CLOSED));
    assert_non_null(said("the progressive is closed: "));
    assert_int_not_equal(press(CONSOLE_START), 0);
    assert_int_equal(play_on_record().round, 0);
    wire.is_cut = false;
    wire.lease_ms = LONG_LEASE;
    open_table();
    play_round();
    assert_int_equal(play_on_record().round, 1);
}

/* When the link is lost in a round, station_round still names that round. */
static void a_link_that_is_lost_in_a_round(void **state)
{
    (void)state;
    wire.lease_ms = 1500;
    s.heard = NULL; /* nobody deals */
    open_table();
    assert_int_equal(press(CONSOLE_START), 0);
    TURN_UNTIL(IS(COIN_IN));
    wire.is_cut = true;
    TURN_UNTIL(IS(CLOSED));
    assert_int_equal(station_round(&s), 1);
    wire.is_cut = false;
    wire.lease_ms = LONG_LEASE;
    TURN_UNTIL(IS(COIN_IN));
    assert_int_equal(press(CONSOLE_GAME_OVER), 0);
    TURN_UNTIL(IS(BETTING));
    assert_int_equal(play_on_record().round, 1);
}

/* Who called the hands dead stands in the log, however long the reason is. */
static void hands_are_called_dead_while_the_link_is_away(void **state)
{
    struct table_commands h = {.station = &s};
    struct command dead = {.kind = COMMAND_DEAD};
    struct cr_err err = {0};
    const char *const letter = "\u1e9e"; /* of three bytes */
    const size_t longest = sizeof(dead.reason) - 1;
    (void)state;
    wire.lease_ms = 1500;
    s.heard = NULL;
    open_table();
    assert_int_equal(press(CONSOLE_START), 0);
    TURN_UNTIL(IS(COIN_IN));
    wire.is_cut = true;
    TURN_UNTIL(IS(CLOSED));
    while (strlen(dead.reason) + 2 * strlen(letter) <= longest)
        strcat(dead.reason, letter);
    while (strlen(dead.user) + strlen(letter) < sizeof(dead.user))
        strcat(dead.user, letter);
    if (table_commands_do(&h, &dead, &err) != 0)
        fail_msg("%s", err.text);
    wire.is_cut = false;
    wire.lease_ms = LONG_LEASE;
    TURN_UNTIL(IS(BETTING) && controller_is_idle(&s.controller));
    assert_int_equal(wire.last.kind, FLOOR_ROUND_DEAD);
    assert_memory_equal(wire.last.text, dead.reason, strlen(dead.reason));
    assert_non_null(strstr(wire.last.text, dead.user));
    assert_int_equal(play_on_record().round, 1);
}

static void the_table_leaves(void **state)
{
    struct cr_err err = {0};
    (void)state;
    open_table();
    assert_int_equal(controller_leave(&s.controller, &err), 0);
    TURN_UNTIL(s.controller.link == CONTROLLER_LEFT);
    assert_non_null(said("left"));
    const unsigned commands = wire.commands;
    for (unsigned i = 0; i < 3; i++)
        turn();
    assert_int_equal(wire.commands, commands);
}

/* ---- Refusals, and who may do what ---- */

static void a_refusal_is_said_once(void **state)
{
    struct cr_err err = {0};
    const struct cr_money amount = cr_money_from_micro(100 * CR_MICRO_PER_UNIT);
    (void)state;
    open_table();
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(controller_buy_in(&s.controller, 1, amount, "promises", &err), 0);
        TURN_UNTIL(controller_is_idle(&s.controller) && !sender_is_busy(s.sender) &&
                   s.refused[0] != '\0' && s.controller.link == CONTROLLER_UP);
        if (i == 0)
            continue;
        assert_true(said("refused: ")->is_refusal);
        assert_non_null(strstr(said("refused: ")->text, s.refused));
    }
    unsigned lines = 0;
    for (unsigned i = 0; i < STATION_LINES; i++)
        lines += s.lines[i].is_refusal;
    assert_int_equal(lines, 1);
    /* the refusal is forgotten when something else has happened */
    play_round();
    assert_string_equal(s.refused, "");
}

static int may(const char *user, enum key_pin_what what, const char *by, struct cr_err *err)
{
    return station_may(&s, &(struct key_pin_ask){user, what, "", by}, err);
}

static void the_own_floor_knows_who_may_hold_the_key(void **state)
{
    static struct floor_event e;
    struct cr_err err = {0};
    (void)state;
    add_person("dee", "dealer");
    add_person("eve", "supervisor");
    open_table();
    assert_int_equal(may("kim", KEY_PIN_LOW, "", &err), 0);
    assert_int_equal(may("kim", KEY_PIN_HOUSE, "", &err), 0);
    assert_int_equal(may("dee", KEY_PIN_NAME, "", &err), 0);
    assert_int_equal(may("dee", KEY_PIN_HIGH, "", &err), CR_E_INPUT);
    assert_true(err_is(&err, REASON_NO_RIGHT));
    assert_non_null(said("refused: dee may not do that here"));
    const uint64_t lines = s.said;
    assert_int_equal(may("dee", KEY_PIN_HOUSE, "", &err), CR_E_INPUT); /* not said again */
    assert_int_equal(s.said, lines);
    assert_int_equal(may("nobody", KEY_PIN_NAME, "", &err), CR_E_INPUT);
    assert_non_null(said("refused: nobody is not a person of this floor"));
    /* PIT-10: the house decides who turns a key that somebody hands over */
    const bool is_turner = floor_check_turner(writer_lock(s.own), 0, "dee", &err) == 0;
    writer_unlock(s.own);
    assert_int_equal(may("kim", KEY_PIN_LOW, "dee", &err), is_turner ? 0 : CR_E_INPUT);
    assert_int_equal(may("kim", KEY_PIN_LOW, "nobody", &err), CR_E_INPUT);
    assert_int_equal(may("eve", KEY_PIN_LOW, "", &err), 0);
    event_init(&e, FLOOR_PERSON_CHANGED);
    memcpy(e.person, "eve", 3);
    memcpy(e.user, "ann", 3);
    memcpy(e.approver, "bob", 3);
    e.is_barred = true;
    tell(&e);
    assert_int_equal(may("eve", KEY_PIN_LOW, "", &err), CR_E_INPUT);
}

/* A linked table asks its manager, and grants nothing while there is no answer. */
static void a_linked_table_asks_its_manager(void **state)
{
    struct cr_err err = {0};
    int rc;
    (void)state;
    open_table();
    assert_int_equal(
        key_pin_start(&(struct asking){.manager = "http://127.0.0.1:9"}, "t1", &s.key_pin, &err),
        0);
    s.own = NULL;
    assert_int_equal(may("ann", KEY_PIN_HIGH, "", &err), CR_E_STATE);
    assert_null(said("refused: wait"));
    for (const int64_t end = clock_mono_ms() + WAIT_MS;
         (rc = may("ann", KEY_PIN_HIGH, "", &err)) == CR_E_STATE;) {
        assert_true(clock_mono_ms() < end);
        clock_sleep_ms(2);
    }
    assert_int_equal(rc, CR_E_IO);
    assert_non_null(said("refused: "));
    /* the manager refuses an event: grants do not count any more (key_pin.h) */
    assert_int_equal(controller_buy_in(&s.controller, 1, cr_money_from_micro(CR_MICRO_PER_UNIT),
                                       "promises", &err),
                     0);
    TURN_UNTIL(s.refused[0] != '\0');
    key_pin_stop(s.key_pin);
}

/* ---- The sign ---- */

static void a_payment_elsewhere_is_on_the_sign(void **state)
{
    (void)state;
    open_table();
    wire.hit = (struct controller_hit){.seq = 1000000,
                                       .table = "t9",
                                       .seat = 2,
                                       .award = CR_ROYAL_FLUSH,
                                       .amount = cr_money_from_micro(CR_MICRO_PER_UNIT)};
    TURN_UNTIL(s.hit.seq == 1000000);
    assert_non_null(said("WINNER at table t9, seat 2: "));
}

/* ---- Readings (PIT-5) ---- */

static void ask_readings(void)
{
    static struct floor_event e;
    event_init(&e, FLOOR_READINGS_ASKED);
    memcpy(e.user, "ann", 3);
    tell(&e);
}

static void the_counter_is_read(void **state)
{
    struct cr_err err = {0};
    (void)state;
    assert_int_equal(station_read(&s, 0, "kim", &err), CR_E_STATE); /* no link yet */
    assert_int_equal(station_renew(&s, 5, "kim", &err), CR_E_STATE);
    assert_false(s.has_read);
    open_table();
    place(1);
    play_round();
    assert_int_equal(station_read(&s, 0, "kim", &err), 0);
    TURN_UNTIL(said("counter read: 1, booked 1") != NULL);
    assert_string_equal(wire.last.user, "kim");
    TURN_UNTIL(controller_is_idle(&s.controller));
    /* a reading by a person at the counter */
    assert_int_equal(station_read(&s, 1, "kim", &err), 0);
    TURN_UNTIL(controller_is_idle(&s.controller));
    assert_int_equal(station_renew(&s, 5, "kim", &err), 0);
    TURN_UNTIL(said("counter read: 5") != NULL && controller_is_idle(&s.controller));
    assert_int_equal(station_renew(&s, 5, "kim", &err), 0);
    assert_int_not_equal(station_renew(&s, 5, "kim", &err), 0); /* one at a time */
    TURN_UNTIL(controller_is_idle(&s.controller));
    /* the manager asks, and the reading names no person */
    wire.last.user[0] = '\0';
    ask_readings();
    TURN_UNTIL(s.is_reading);
    TURN_UNTIL(!s.is_reading && controller_is_idle(&s.controller));
    assert_false(controller_wants_reading(&s.controller));
}

static void sensors_that_do_not_tell_their_counter(void **state)
{
    struct cr_err err = {0};
    (void)state;
    restart(open_line(1));
    TURN_UNTIL(IS(BETTING) && s.sensors.end.up);
    assert_int_equal(station_read(&s, 0, "kim", &err), CR_E_STATE);
    assert_non_null(strstr(err.text, "do not tell their counter"));
    ask_readings();
    TURN_UNTIL(said("counter not read: these sensors do not tell it") != NULL);
    TURN_UNTIL(controller_is_idle(&s.controller));
}

static void sensors_that_are_away(void **state)
{
    struct cr_err err = {0};
    (void)state;
    restart(open_line(SENSOR_VERSION));
    TURN_UNTIL(IS(BETTING) && sensors_is_idle(&s.sensors));
    assert_int_equal(station_read(&s, 0, "kim", &err), 0);
    for (const int64_t end = clock_mono_ms() + WAIT_MS; s.is_reading;) {
        assert_true(clock_mono_ms() < end);
        station_turn(&s, 20, -1); /* the other end of the line does not answer */
    }
    assert_non_null(said("counter not read: the sensors are away"));
    const uint64_t before = said("counter not read: the sensors are away")->id;
    ask_readings();
    for (const int64_t end = clock_mono_ms() + WAIT_MS;
         said("counter not read: the sensors are away")->id == before;) {
        assert_true(clock_mono_ms() < end);
        station_turn(&s, 20, -1);
    }
}

/* Something happens between the question to the sensors and their answer. */
static void a_count_that_comes_too_late(void **state)
{
    struct cr_err err = {0};
    (void)state;
    restart(open_line(SENSOR_VERSION));
    TURN_UNTIL(IS(BETTING) && sensors_is_idle(&s.sensors));
    /* chips fall */
    assert_int_equal(station_read(&s, 0, "kim", &err), 0);
    wire.is_held = true;
    assert_int_equal(press(CONSOLE_START), 0);
    TURN_UNTIL(!s.is_reading);
    assert_non_null(said("counter not read: chips fell"));
    wire.is_held = false;
    TURN_UNTIL(IS(COIN_IN));
    assert_int_equal(press(CONSOLE_GAME_OVER), 0);
    TURN_UNTIL(IS(BETTING) && controller_is_idle(&s.controller));
    /* … and a whole round is over when the answer comes */
    assert_int_equal(station_read(&s, 0, "kim", &err), 0);
    assert_int_equal(press(CONSOLE_START), 0);
    while (!IS(COIN_IN))
        station_turn(&s, 20, -1); /* the line is slow */
    const uint64_t lines = s.said;
    TURN_UNTIL(!s.is_reading);
    assert_true(said("counter not read: chips fell")->id > lines);
    assert_int_equal(press(CONSOLE_GAME_OVER), 0);
    TURN_UNTIL(IS(BETTING) && controller_is_idle(&s.controller));
    /* a dealer signs on: the reading waits until that is on record */
    assert_int_equal(station_read(&s, 0, "kim", &err), 0);
    wire.is_held = true;
    assert_int_equal(controller_sign(&s.controller, "kim", true, &err), 0);
    TURN_UNTIL(s.sensors.end.has_count);
    for (unsigned i = 0; i < 3; i++)
        turn();
    assert_true(s.is_reading);
    wire.is_held = false;
    TURN_UNTIL(!s.is_reading && controller_is_idle(&s.controller));
    assert_non_null(said("counter read: 0"));
}

static void a_count_that_comes_when_the_link_is_lost(void **state)
{
    struct cr_err err = {0};
    (void)state;
    restart(open_line(SENSOR_VERSION));
    wire.lease_ms = 1000; /* shorter than the patience with silent sensors */
    TURN_UNTIL(IS(BETTING) && sensors_is_idle(&s.sensors));
    assert_int_equal(station_read(&s, 0, "kim", &err), 0);
    wire.is_cut = true;
    while (s.controller.link != CONTROLLER_DOWN)
        station_turn(&s, 20, -1);
    TURN_UNTIL(!s.is_reading);
    assert_non_null(said("counter not read: the link is down"));
}

/* ---- Rules (SYS-1) ---- */

static void new_rules_are_taken_between_rounds(void **state)
{
    (void)state;
    open_table();
    place(2);
    set_up("uth-rp", "cn");
    TURN_UNTIL(s.rules_taken == 1);
    assert_non_null(said("new rules from the manager:"));
    assert_non_null(said("chips were bet by the rules before; ask the patrons of 2"));
    open_table();
    set_up("uth-cn", "none");
    TURN_UNTIL(s.rules_taken == 2);
    assert_non_null(said(", no progressive"));
    assert_null(s.progressive);
    assert_true(s.has_rules);
}

/* A failure is said once, however often the rules are asked for. */
static void rules_that_cannot_be_had(void **state)
{
    (void)state;
    open_table();
    wire.rules_fail = true;
    set_up("uth-rp", "cn");
    TURN_UNTIL(said("it cannot take its new rules: nobody answers") != NULL);
    const unsigned asked = wire.rules_asked;
    const uint64_t lines = s.said;
    TURN_UNTIL(wire.rules_asked > asked && !sender_is_busy(s.sender));
    assert_int_equal(s.said, lines);
    assert_true(IS(CLOSED));
    wire.rules_fail = false;
    wire.rules_break = true;
    TURN_UNTIL(said("it cannot take its new rules: rules:") != NULL);
    assert_int_equal(s.rules_taken, 0);
    wire.rules_break = false;
    open_table();
    assert_int_equal(s.rules_taken, 1);
}

static void rules_that_do_not_hold_change_nothing(void **state)
{
    static struct transport_rules texts;
    const struct cr_shipped *rules = cr_shipped_find("uth-rp");
    struct controller_config config;
    char title[CR_TITLE_MAX];
    struct cr_err err = {0};
    (void)state;
    memcpy(title, s.rules.title, sizeof(title));
    assert_int_equal(station_take_rules(&s, &texts, &err), CR_E_INPUT);
    assert_non_null(strstr(err.text, "no house rules"));
    memcpy(texts.rules, rules->text, texts.rules_len = rules->len);
    memcpy(texts.progressive, "no", texts.progressive_len = 2);
    assert_int_not_equal(station_take_rules(&s, &texts, &err), 0);
    assert_string_equal(s.rules.title, title);
    assert_non_null(s.progressive);
    /* a live game needs no rules */
    s.needs_rules = false;
    texts.rules_len = texts.progressive_len = 0;
    assert_int_equal(station_take_rules(&s, &texts, &err), 0);
    assert_false(s.has_rules);
    station_fill_rules(&s, &config);
    assert_string_equal(config.start_label, "COIN IN");
    station_say_rules(&s);
    assert_non_null(said("a live game, no progressive"));
}

/* ---- Waiting ---- */

static void a_wait_ends_when_something_comes(void **state)
{
    int ends[2];
    (void)state;
    open_table();
    assert_int_equal(pipe(ends), 0);
    assert_false(station_turn(&s, 0, ends[0]));
    assert_int_equal(write(ends[1], "x", 1), 1);
    assert_true(station_turn(&s, 20, ends[0]));
    close(ends[1]);
    assert_true(station_turn(&s, 20, ends[0]));
    close(ends[0]);
}

static void a_line_that_breaks_ends_the_table(void **state)
{
    (void)state;
    restart(open_line(SENSOR_VERSION));
    TURN_UNTIL(IS(BETTING));
    const int other = open("/", O_RDONLY | O_CLOEXEC); /* a descriptor that cannot be read */
    assert_int_equal(dup2(other, s.sensors.fd), s.sensors.fd);
    close(other);
    assert_false(station_turn(&s, 20, -1));
    assert_int_equal(s.status, CR_E_IO);
    assert_non_null(strstr(s.err.text, "the sensors' line broke"));
}

/* A line that was pulled out has nothing to read, and poll returns for it at once, every time. */
static void a_line_that_hangs_up_ends_the_table(void **state)
{
    (void)state;
    restart(open_line(SENSOR_VERSION));
    TURN_UNTIL(IS(BETTING) && sensors_is_idle(&s.sensors));
    station_turn(&s, 0, -1);
    assert_int_equal(s.status, 0); /* nothing to read is not the end */
    close(line);
    line = -1;
    assert_false(station_turn(&s, 20, -1));
    assert_int_equal(s.status, CR_E_IO);
    assert_non_null(strstr(s.err.text, "the sensors' line broke"));
}

static void a_wait_that_fails_ends_the_table(void **state)
{
    struct rlimit before, none;
    (void)state;
    open_table();
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    none = before;
    none.rlim_cur = 1; /* poll refuses more descriptors than that */
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    for (unsigned i = 0; i < 1000 && s.status == 0; i++)
        station_turn(&s, 0, -1);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    assert_int_equal(s.status, CR_E_IO);
}

/* ---- Commands of people ---- */

static void give(struct live *live, int to, const char *text, size_t len)
{
    assert_int_equal(write(to, text, len), len);
    live_read(live);
    live_step(live);
}

/* A line that is too long is refused as a whole, however it comes, and the next one is read. */
static void a_line_that_is_too_long_is_refused(void **state)
{
    struct table_commands commands = {.station = &s};
    struct live live;
    char text[4096];
    int ends[2];
    (void)state;
    s.heard = NULL;
    open_table();
    assert_int_equal(pipe(ends), 0);
    live_init(&live, &commands, ends[0], true);
    memset(text, 'x', sizeof(text));
    memcpy(text, "status", 6);
    memset(text + 6, ' ', 500);
    memcpy(text + 1000, "\n", 1);
    give(&live, ends[1], text, 1001);
    assert_non_null(said("no: a line has at most "));
    assert_null(said("status: "));
    const uint64_t before = s.said;
    memset(text, 'y', sizeof(text));
    for (unsigned i = 0; i < 3; i++) /* no end of a line in all of it */
        give(&live, ends[1], text, sizeof(text));
    assert_int_equal(s.said, before + 1);
    give(&live, ends[1], "y\nstatus\n", 9);
    assert_int_equal(s.said, before + 3);
    assert_non_null(said("status: "));
    /* the longest line of a command is done */
    memset(text, 'z', sizeof(text));
    memcpy(text, "dead ", 5);
    text[LIVE_LINE_MAX - 1] = '\n';
    give(&live, ends[1], text, LIVE_LINE_MAX);
    assert_non_null(said("no: the reason has at most "));
    close(ends[0]);
    close(ends[1]);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)
    const struct CMUnitTest tests[] = {
        TEST(a_message_leaves_when_its_page_is_durable),
        TEST(a_page_that_has_not_changed_is_not_written_again),
        TEST(a_page_that_cannot_be_written_ends_the_table),
        TEST(what_was_not_answered_is_sent_again_after_a_restart),
        TEST(what_was_lost_is_sent_again_after_a_restart),
        TEST(a_lost_link_closes_by_the_tables_own_clock),
        TEST(a_link_that_is_lost_in_a_round),
        TEST(hands_are_called_dead_while_the_link_is_away),
        TEST(the_table_leaves),
        TEST(a_refusal_is_said_once),
        TEST(the_own_floor_knows_who_may_hold_the_key),
        TEST(a_linked_table_asks_its_manager),
        TEST(a_payment_elsewhere_is_on_the_sign),
        TEST(the_counter_is_read),
        TEST(sensors_that_do_not_tell_their_counter),
        TEST(sensors_that_are_away),
        TEST(a_count_that_comes_too_late),
        TEST(a_count_that_comes_when_the_link_is_lost),
        TEST(new_rules_are_taken_between_rounds),
        TEST(rules_that_cannot_be_had),
        TEST(rules_that_do_not_hold_change_nothing),
        TEST(a_wait_ends_when_something_comes),
        TEST(a_line_that_breaks_ends_the_table),
        TEST(a_line_that_hangs_up_ends_the_table),
        TEST(a_wait_that_fails_ends_the_table),
        TEST(a_line_that_is_too_long_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
