/* A live table at its screen, with real processes: two screens that press at once, presses that
 * come too late, requests of strangers, and what a screen that listens is sent. */
#include "net/client.h"
#include "support/follow.h"
#include "table/venue.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char desk[VENUE_URL]; /* the console's address */
static pid_t manager, table;

/* Its standard input is at its end from the start, and the table goes on with the screen alone. */
static void start_table(void)
{
    table = venue_start("table", (const char *const[]){"table", "four-1", "--manager",
                                                       venue_manager(), "--state", "{}/four-1",
                                                       "--live", "--listen", "127.0.0.1:0", NULL});
    venue_address("table", "console: ", desk);
    venue_state(desk, "mode", "betting");
}

static void press(const char *body)
{
    venue_press(desk, 200, body);
}

static void place(unsigned seat)
{
    char body[48], path[32];
    snprintf(body, sizeof(body), "{\"press\":\"place\",\"seat\":%u}", seat);
    press(body);
    snprintf(path, sizeof(path), "seats.%u.state", seat - 1);
    venue_state(desk, path, "placed");
}

static void is_played_by_presses(void **state)
{
    (void)state;
    assert_string_equal(venue_at("dealing"), "live");
    assert_string_equal(venue_at("deal"), "null");
    assert_string_equal(venue_at("seats.1.pattern"), "chase");
    place(2);
    place(5);
    assert_string_equal(venue_at("seats.4.pattern"), "flash");
    press("{\"press\":\"fail\",\"seat\":6}");
    venue_state(desk, "seats.5.closed", "true");
    press("{\"press\":\"start\",\"round\":1}");
    venue_state(desk, "mode", "coin in");
    assert_string_equal(venue_at("seats.4.led"), "true");
    assert_string_equal(venue_at("seats.4.pattern"), "steady");
    venue_refused(desk, "{\"press\":\"deal\"}", "people play here");
    venue_refused(desk, "{\"press\":\"award\",\"seat\":4,\"award\":\"flush\"}", "its LEDs are off");
    assert_int_equal(venue_call(desk, "GET", VENUE_CONSOLE, NULL), 200);
    assert_non_null(strstr(venue_at("refused"), "its LEDs are off"));
    press("{\"press\":\"fold\",\"seat\":2}");
    venue_state(desk, "seats.1.folded", "true");
    press("{\"press\":\"fold\",\"seat\":2}");
    venue_state(desk, "seats.1.folded", "false");
    press("{\"press\":\"award\",\"seat\":5,\"award\":\"royal flush\"}");
    venue_state(desk, "seats.4.claim.state", "pending");
    assert_string_equal(venue_at("awards.0.led"), "true");
    /* the hand was wrong: a person takes the claim back by pressing its button again */
    press("{\"press\":\"award\",\"seat\":5,\"award\":\"royal flush\",\"user\":\"Supervisor\"}");
    venue_state(desk, "seats.4.claim", "null");
    press("{\"press\":\"award\",\"seat\":5,\"award\":\"full house\"}");
    venue_state(desk, "seats.4.claim.state", "pending"); /* PIT-4: GAME OVER pays it */
    venue_state(desk, "busy", "false");
    press("{\"press\":\"game over\",\"round\":1}");
    venue_state(desk, "mode", "betting");
    assert_string_equal(venue_at("round"), "2");
    /* PIT-17: a repaired seat is opened by a named person */
    press("{\"press\":\"repair\",\"seat\":6}");
    venue_until_says("table", "the sensor works again");
    venue_state(desk, "seats.5.state", "closed");
    venue_refused(desk, "{\"press\":\"open\",\"seat\":6}", "say who opens the seat");
    venue_refused(desk, "{\"press\":\"open\",\"seat\":6,\"user\":\"Zoe\"}",
                  "Zoe is not a person of this floor");
    press("{\"press\":\"open\",\"seat\":6,\"user\":\"Supervisor\"}");
    venue_state(desk, "seats.5.state", "idle");
    venue_state(desk, "busy", "false");
    venue_until_says("table", "seat 6 is opened by Supervisor");
    press("{\"press\":\"close\",\"seat\":7}");
    assert_string_equal(venue_at("seats.6.closed"), "true");
    venue_state(desk, "busy", "false");
    press("{\"press\":\"open\",\"seat\":7,\"user\":\"Supervisor\"}");
    assert_string_equal(venue_at("seats.6.closed"), "false");
    venue_state(desk, "busy", "false");
    press("{\"press\":\"buy\",\"seat\":2,\"amount\":\"100.00\"}");
    venue_until_says("table", "seat 2 buys in 100.00 with cash");
}

/* ---- The cards of a hand ---- */

#define STRAIGHT_FLUSH "9h 8h 7h 6h 5h"

static const char straight_flush[] =
    "{\"press\":\"award\",\"seat\":3,\"award\":\"straight flush\",\"cards\":\"" STRAIGHT_FLUSH
    "\"}";

static void has_on_record(const char *claim, const char *cards)
{
    char path[64];
    snprintf(path, sizeof(path), "/api/v1/claims/%s", claim);
    assert_int_equal(venue_call(venue_manager(), "GET", path, NULL), 200);
    assert_string_equal(venue_at("cards"), cards);
}

static void refuse_cards(const char *cards, const char *words)
{
    char body[160];
    snprintf(body, sizeof(body),
             "{\"press\":\"award\",\"seat\":3,\"award\":\"straight flush\",\"cards\":\"%s\"}",
             cards);
    venue_refused(desk, body, words);
    venue_state(desk, "seats.2.claim", "null");
}

/* The cards that the dealer keys are compared with the button before anything is claimed, go with
 * the claim, and stay in the table's journal until a manager that died meanwhile has answered. */
static void keys_the_hand_with_the_claim(void **state)
{
    char claim[24];
    (void)state;
    venue_state(desk, "mode", "betting");
    assert_string_equal(venue_at("hand.hole"), "5");
    place(3);
    place(5);
    press("{\"press\":\"start\"}");
    venue_state(desk, "mode", "coin in");
    venue_state(desk, "busy", "false");
    refuse_cards("9h 8h 7h 6h", "expected the five cards of the hand");
    refuse_cards("9h 8h 7h 6h 5x", "expected the five cards of the hand");
    refuse_cards("9h 8h 7h 6h 9h", "the card 9h is there twice");
    refuse_cards("9h 8h 7h 6h 4h", "the cards are flush; the claim is of straight flush");
    venue_end(manager, SIGKILL);
    press(straight_flush);
    venue_until_says("four-1", STRAIGHT_FLUSH);
    manager = venue_start_manager(VENUE_LEASE);
    venue_state(desk, "seats.2.claim.state", "pending");
    snprintf(claim, sizeof(claim), "%s", venue_at("seats.2.claim.claim"));
    has_on_record(claim, STRAIGHT_FLUSH);
    venue_state(desk, "busy", "false");
    /* taken back and claimed again without cards: the earlier cards do not go with the new claim */
    venue_refused(desk, straight_flush, "say who");
    press("{\"press\":\"award\",\"seat\":3,\"award\":\"straight flush\",\"user\":\"Supervisor\"}");
    venue_state(desk, "seats.2.claim", "null");
    press("{\"press\":\"award\",\"seat\":3,\"award\":\"straight flush\"}");
    venue_state(desk, "seats.2.claim.state", "pending");
    snprintf(claim, sizeof(claim), "%s", venue_at("seats.2.claim.claim"));
    has_on_record(claim, "null");
    press("{\"press\":\"award\",\"seat\":3,\"award\":\"straight flush\",\"user\":\"Supervisor\"}");
    venue_state(desk, "seats.2.claim", "null");
    press("{\"press\":\"game over\"}");
    venue_state(desk, "mode", "betting");
}

static void calls_hands_dead(void **state)
{
    (void)state;
    venue_state(desk, "mode", "betting");
    place(3);
    press("{\"press\":\"start\"}");
    venue_state(desk, "mode", "coin in");
    venue_refused(desk, "{\"press\":\"dead\",\"reason\":\"a fouled deck\",\"user\":\"Dealer 1\"}",
                  "may not decide that; a supervisor or manager does");
    press("{\"press\":\"dead\",\"reason\":\"a fouled deck\",\"user\":\"Supervisor\"}");
    venue_state(desk, "mode", "betting");
    venue_until_says("table", "all hands dead; coins off the record: 3");
}

/* ---- Several screens at once ---- */

#define SCREENS 6

struct presser {
    pthread_t thread;
    const char *body;
    unsigned status;
};

static void *press_once(void *context)
{
    struct presser *p = context;
    struct http_client *client;
    struct http_client_answer answer;
    struct cr_err err;
    const char *base = desk;
    if (http_client_new(&base, 1, &client, &err) != 0)
        return NULL;
    if (http_call(client, "POST", VENUE_CONSOLE "/press", p->body, strlen(p->body), 120000, &answer,
                  &err) == 0)
        p->status = answer.status;
    http_client_free(client);
    return NULL;
}

/* Presses the same on all screens at once. Returns how many presses were taken; each of the others
 * must be refused. */
static unsigned press_together(const char *body)
{
    struct presser pressers[SCREENS] = {0};
    unsigned done = 0;
    for (unsigned i = 0; i < SCREENS; i++) {
        pressers[i].body = body;
        assert_int_equal(pthread_create(&pressers[i].thread, NULL, press_once, &pressers[i]), 0);
    }
    for (unsigned i = 0; i < SCREENS; i++) {
        assert_int_equal(pthread_join(pressers[i].thread, NULL), 0);
        done += pressers[i].status == 200;
        assert_true(pressers[i].status == 200 || pressers[i].status == 409);
    }
    return done;
}

static void takes_one_of_many_presses(void **state)
{
    char body[64];
    (void)state;
    for (unsigned i = 0; i < 5; i++) {
        venue_state(desk, "mode", "betting");
        const unsigned long round = strtoul(venue_at("round"), NULL, 10);
        snprintf(body, sizeof(body), "{\"press\":\"start\",\"round\":%lu}", round);
        assert_int_equal(press_together(body), 1);
        venue_state(desk, "mode", "coin in");
        assert_int_equal(strtoul(venue_at("round"), NULL, 10), round);
        snprintf(body, sizeof(body), "{\"press\":\"game over\",\"round\":%lu}", round);
        assert_int_equal(press_together(body), 1);
        venue_state(desk, "mode", "betting");
        assert_int_equal(strtoul(venue_at("round"), NULL, 10), round + 1);
        venue_refused(desk, body, "the round is over");
    }
}

/* ---- Strangers ---- */

static void survives_what_strangers_send(void **state)
{
    static const char *const bodies[] = {
        "",
        "start",
        "null",
        "[]",
        "\"start\"",
        "{",
        "{}",
        "{\"press\":null}",
        "{\"press\":7}",
        "{\"press\":\"zap\"}",
        "{\"press\":\"start\",\"press\":\"start\"}",
        "{\"press\":\"start\",\"seat\":1}",
        "{\"press\":\"start\",\"round\":\"1\"}",
        "{\"press\":\"start\",\"round\":-1}",
        "{\"press\":\"start\",\"round\":1.5}",
        "{\"press\":\"start\",\"round\":99999999999999999999}",
        "{\"press\":\"place\"}",
        "{\"press\":\"place\",\"seat\":0}",
        "{\"press\":\"place\",\"seat\":8}",
        "{\"press\":\"place\",\"seat\":\"3\"}",
        "{\"press\":\"move\",\"seat\":1}",
        "{\"press\":\"move\",\"seat\":1,\"to\":1}",
        "{\"press\":\"award\",\"seat\":1,\"award\":\"good hand\"}",
        "{\"press\":\"key\",\"key\":7}",
        "{\"press\":\"key\",\"key\":264}",
        "{\"press\":\"key\",\"key\":9,\"user\":\"\"}",
        "{\"press\":\"key\",\"key\":9,\"user\":\"a\\u0000b\"}",
        "{\"press\":\"key\",\"key\":9,\"user\":\"a\\nb\"}",
        "{\"press\":\"key\",\"key\":9,\"user\":\"\xff\"}",
        "{\"press\":\"turn\",\"position\":\"JPX\"}",
        "{\"press\":\"buy\",\"seat\":1,\"amount\":100}",
        "{\"press\":\"buy\",\"seat\":1,\"amount\":\"1e9\"}",
        "{\"press\":\"buy\",\"seat\":1,\"amount\":\"-5\"}",
        "{\"press\":\"buy\",\"seat\":1,\"amount\":\"5\",\"tender\":\"\"}",
        "{\"press\":\"deal\",\"to_stop\":1}",
        "{\"press\":\"start\"} {\"press\":\"start\"}",
    };
    static char large[8192], deep[2048];
    char before[512];
    (void)state;
    venue_state(desk, "mode", "betting");
    snprintf(before, sizeof(before), "%s", venue_at("refused"));
    for (unsigned i = 0; i < sizeof(bodies) / sizeof(bodies[0]); i++)
        venue_press(desk, 422, bodies[i]);
    memset(large, ' ', sizeof(large) - 1);
    venue_press(desk, 422, large);
    snprintf(large, sizeof(large), "{\"press\":\"key\",\"key\":9,\"user\":\"%048d\"}", 7);
    venue_press(desk, 422, large); /* the name is one byte too long */
    memset(deep, '[', sizeof(deep) - 1);
    venue_press(desk, 422, deep);
    assert_int_equal(venue_call_bytes(desk, "POST", VENUE_CONSOLE "/press", "\0\0\0", 3), 422);
    assert_int_equal(venue_call(desk, "GET", VENUE_CONSOLE "/press", NULL), 405);
    assert_int_equal(venue_call(desk, "POST", VENUE_CONSOLE, "{}"), 405);
    /* none of these requests has changed the table */
    assert_int_equal(venue_call(desk, "GET", VENUE_CONSOLE, NULL), 200);
    assert_string_equal(venue_at("mode"), "betting");
    assert_string_equal(venue_at("key.in"), "null");
    assert_string_equal(venue_at("refused"), before);
}

/* ---- A screen that listens ---- */

struct listener {
    bool pressed;
    unsigned events;
    atomic_bool stop;
};

static bool hear(void *user, const struct http_event *event)
{
    struct listener *l = user;
    if (event->name == NULL)
        return true;
    if (strcmp(event->name, "snapshot") == 0 && !l->pressed) {
        struct presser p = {.body = "{\"press\":\"jam\",\"seat\":4}"};
        assert_non_null(strstr(event->data, "\"table\":\"four-1\""));
        l->pressed = true;
        press_once(&p); /* which shows nothing yet: the next drop jams */
        p.body = "{\"press\":\"place\",\"seat\":4}";
        press_once(&p);
        return p.status == 200;
    }
    assert_string_equal(event->name, "console");
    l->events++;
    return strstr(event->data, "{\"seat\":4,\"state\":\"placed\"") == NULL;
}

static void tells_screens_that_listen(void **state)
{
    struct listener l = {0};
    struct http_client *client;
    struct cr_err err = {0};
    const char *base = desk;
    (void)state;
    assert_int_equal(http_client_new(&base, 1, &client, &err), 0);
    assert_int_equal(http_follow(client, VENUE_CONSOLE "/stream", hear, &l, &l.stop, &err), 0);
    http_client_free(client);
    assert_true(l.events > 0);
}

static int open_venue(void **state)
{
    (void)state;
    manager = venue_start_manager(VENUE_LEASE);
    start_table();
    return 0;
}

static int end_table(void **state)
{
    (void)state;
    venue_end(table, SIGTERM);
    venue_until_says("table", "left");
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_played_by_presses),      cmocka_unit_test(calls_hands_dead),
        cmocka_unit_test(takes_one_of_many_presses), cmocka_unit_test(survives_what_strangers_send),
        cmocka_unit_test(tells_screens_that_listen), cmocka_unit_test(keys_the_hand_with_the_claim),
    };
    if (argc != 2)
        return 2;
    venue_open(argv[1]);
    const int failed = cmocka_run_group_tests(tests, open_venue, end_table);
    venue_close();
    return failed;
}
