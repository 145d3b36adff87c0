/* Who may hold the key in the lock: the manager is asked once for each PIN, with exactly what was
 * typed. */
#include "base/err.h"
#include "net/server.h"
#include "os/clock.h"
#include "service/client/ask_manager.h"
#include "service/controller/key_pin.h"
#include "support/faults.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define WAIT_MS 60000

/* ---- A manager that knows one PIN ---- */

static atomic_uint session_status, session_count, key_status, key_count;
static atomic_bool is_open;
static char body[512]; /* of the last request; to be read when it has been answered */

static void session(struct http_request *req, void *user)
{
    const unsigned status = session_status;
    const char *text = is_open ? "{\"open\":true}" : "{\"open\":false}";
    (void)user;
    http_respond(req, status, HTTP_JSON, text, strlen(text));
    session_count++;
}

static void key(struct http_request *req, void *user)
{
    size_t len;
    const char *text = http_request_body(req, &len);
    const bool is_right = is_open || strstr(text, "\"pin\":\"1234\"") != NULL;
    (void)user;
    snprintf(body, sizeof(body), "%.*s", (int)len, text);
    key_count++;
    if (key_status != 0)
        http_respond_problem(req, &(struct problem){.status = key_status});
    else if (is_right)
        http_respond(req, 200, HTTP_JSON, "{}", 2);
    else
        http_respond_problem(req, &(struct problem){.status = 403,
                                                    .code = "not-allowed",
                                                    .detail = "that is not the PIN",
                                                    .field = "pin"});
}

static const struct http_route routes[] = {
    {HTTP_GET, "/api/v1/session", session, NULL},
    {HTTP_POST, "/api/v1/tables/t1/key", key, NULL},
};

static struct http_server *server;
static char url[64];
static struct key_pin *pin;

static void start_key_pin(void)
{
    struct cr_err err = {0};
    if (key_pin_start(&(struct asking){.manager = url}, "t1", &pin, &err) != 0)
        fail_msg("%s", err.text);
}

static int start(void **state)
{
    const struct http_config config = {.routes = routes, .route_count = 2};
    struct cr_err err = {0};
    (void)state;
    assert_int_equal(http_server_start(&config, &server, &err), 0);
    snprintf(url, sizeof(url), "http://127.0.0.1:%u", http_server_port(server));
    session_status = 401;
    session_count = key_status = key_count = 0;
    is_open = false;
    start_key_pin();
    return 0;
}

static int stop(void **state)
{
    (void)state;
    key_pin_stop(pin);
    http_server_stop(server);
    return 0;
}

static void wait_needed(void)
{
    for (const int64_t end = clock_mono_ms() + WAIT_MS; !key_pin_is_needed(pin);) {
        assert_true(clock_mono_ms() < end);
        clock_sleep_ms(2);
    }
}

/* Asks as a table does: again with the same words, until the manager has answered. */
static int ask(const struct key_pin_ask *asked, struct cr_err *err)
{
    int rc;
    for (const int64_t end = clock_mono_ms() + WAIT_MS;
         (rc = key_pin_check(pin, asked, err)) == CR_E_STATE;) {
        assert_true(clock_mono_ms() < end);
        assert_string_equal(err->text, "wait: the PIN is being checked");
        clock_sleep_ms(2);
    }
    return rc;
}

static const struct key_pin_ask right = {"ann", KEY_PIN_HIGH, "1234", ""},
                                wrong = {"ann", KEY_PIN_HIGH, "4321", ""},
                                none = {"ann", KEY_PIN_HIGH, "", ""};

/* ---- Whether PINs are needed ---- */

/* A floor that was open is closed now, and the table still runs. */
static void a_floor_that_was_opened_is_closed(void **state)
{
    struct cr_err err = {0};
    (void)state;
    key_pin_stop(pin);
    is_open = true;
    session_status = 200;
    session_count = 0;
    start_key_pin();
    while (session_count == 0)
        clock_sleep_ms(2);
    assert_int_equal(ask(&none, &err), 0);
    is_open = false;
    session_status = 401;
    key_pin_forget(pin);
    assert_int_equal(ask(&none, &err), CR_E_INPUT);
    wait_needed();
    assert_int_equal(ask(&right, &err), 0);
}

/* ---- What the manager grants ---- */

static void the_right_pin_counts_for_that_person_and_key(void **state)
{
    struct cr_err err = {0};
    (void)state;
    assert_int_equal(key_pin_check(pin, &right, &err), CR_E_STATE);
    assert_int_equal(ask(&right, &err), 0);
    assert_string_equal(body, "{\"user\":\"ann\",\"key\":\"high\",\"pin\":\"1234\"}");
    /* the PIN is not needed again until something else is asked */
    assert_int_equal(key_pin_check(pin, &none, &err), 0);
    assert_int_equal(key_count, 1);
    wait_needed();
    const struct key_pin_ask others[] = {{"ann", KEY_PIN_LOW, "", ""},
                                         {"bob", KEY_PIN_HIGH, "", ""},
                                         {"ann", KEY_PIN_HIGH, "", "bob"}};
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(key_pin_check(pin, &others[i], &err), CR_E_INPUT);
        assert_true(err_is(&err, REASON_PIN_NEEDED));
    }
    assert_int_equal(key_count, 1);
}

/* A person who may hand the key to another one may also use it alone. */
static void a_key_that_another_turns_names_both(void **state)
{
    struct cr_err err = {0};
    const struct key_pin_ask handed = {"ann", KEY_PIN_LOW, "1234", "bob"};
    const struct key_pin_ask kept = {"ann", KEY_PIN_LOW, "", ""};
    (void)state;
    assert_int_equal(ask(&handed, &err), 0);
    assert_string_equal(body, "{\"user\":\"ann\",\"key\":\"low\",\"pin\":\"1234\",\"by\":\"bob\"}");
    assert_int_equal(key_pin_check(pin, &kept, &err), 0);
    assert_int_equal(key_pin_check(pin, &handed, &err), 0);
    assert_int_equal(key_count, 1);
}

static void says_what_for(void **state)
{
    struct cr_err err = {0};
    const struct key_pin_ask name = {"ann", KEY_PIN_NAME, "1234", ""};
    const struct key_pin_ask house = {"ann", KEY_PIN_HOUSE, "1234", ""};
    (void)state;
    assert_int_equal(ask(&name, &err), 0);
    assert_string_equal(body, "{\"user\":\"ann\",\"pin\":\"1234\"}");
    assert_int_equal(ask(&house, &err), 0);
    assert_string_equal(body, "{\"user\":\"ann\",\"right\":\"house\",\"pin\":\"1234\"}");
}

/* A grant is not known at another table, nor at the same one after a restart, nor after the manager
 * has refused a key. */
static void what_was_granted_is_forgotten(void **state)
{
    struct cr_err err = {0};
    (void)state;
    assert_int_equal(ask(&right, &err), 0);
    key_pin_forget(pin);
    wait_needed();
    assert_int_equal(key_pin_check(pin, &none, &err), CR_E_INPUT);
    key_pin_forget(pin); /* nothing is granted */
    assert_int_equal(ask(&right, &err), 0);
    key_pin_stop(pin);
    start_key_pin();
    wait_needed();
    assert_int_equal(key_pin_check(pin, &none, &err), CR_E_INPUT);
    assert_int_equal(ask(&right, &err), 0);
    assert_int_equal(key_count, 3);
}

/* ---- What the manager refuses ---- */

static void a_wrong_pin_is_refused_in_the_managers_words(void **state)
{
    struct cr_err err = {0};
    (void)state;
    assert_int_equal(ask(&wrong, &err), CR_E_INPUT);
    assert_string_equal(err_without_field(&err), "that is not the PIN");
    assert_string_equal(err.field, "pin");
    assert_int_equal(key_count, 1);
    /* a refusal is told once; the PIN typed again is sent again */
    assert_int_equal(ask(&wrong, &err), CR_E_INPUT);
    assert_int_equal(key_count, 2);
    assert_int_equal(ask(&right, &err), 0);
    assert_int_equal(key_count, 3);
}

/* An answer that is on its way for one person is no answer for another. */
static void a_refusal_is_for_who_asked(void **state)
{
    struct cr_err err = {0};
    const struct key_pin_ask bob = {"bob", KEY_PIN_HIGH, "1234", ""};
    (void)state;
    assert_int_equal(key_pin_check(pin, &wrong, &err), CR_E_STATE);
    assert_int_equal(ask(&bob, &err), 0);
    assert_string_equal(body, "{\"user\":\"bob\",\"key\":\"high\",\"pin\":\"1234\"}");
    assert_int_equal(key_count, 2);
}

static void nothing_is_sent_without_a_pin(void **state)
{
    struct cr_err err = {0};
    const struct key_pin_ask longer = {"ann", KEY_PIN_HIGH, "1234567890123456", ""};
    (void)state;
    wait_needed();
    assert_int_equal(key_pin_check(pin, &none, &err), CR_E_INPUT);
    assert_true(err_is(&err, REASON_PIN_NEEDED));
    assert_int_equal(key_pin_check(pin, &longer, &err), CR_E_INPUT);
    assert_int_equal(key_count, 0);
}

/* A manager that is busy, broken or gone has said neither that the PIN is right nor that it is
 * wrong. */
static void a_manager_that_does_not_say_grants_nothing(void **state)
{
    static const unsigned statuses[] = {429, 500, 503};
    struct cr_err err = {0};
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        key_status = statuses[i];
        assert_int_equal(ask(&right, &err), CR_E_IO);
    }
    http_server_stop(server);
    server = NULL;
    assert_int_equal(ask(&right, &err), CR_E_IO);
    assert_int_equal(key_pin_check(pin, &right, &err), CR_E_STATE);
}

/* ---- Whether PINs are needed ---- */

static void an_open_floor_wants_no_pin(void **state)
{
    struct cr_err err = {0};
    (void)state;
    key_pin_stop(pin);
    session_status = 200;
    is_open = true;
    session_count = 0;
    start_key_pin();
    for (const int64_t end = clock_mono_ms() + WAIT_MS; session_count == 0;) {
        assert_true(clock_mono_ms() < end);
        clock_sleep_ms(2);
    }
    /* the manager still says who may hold a key */
    assert_int_equal(ask(&none, &err), 0);
    assert_string_equal(body, "{\"user\":\"ann\",\"key\":\"high\"}");
    assert_false(key_pin_is_needed(pin));
}

static void asks_until_the_manager_says_so(void **state)
{
    (void)state;
    key_pin_stop(pin);
    session_status = 503;
    session_count = 0;
    start_key_pin();
    for (const int64_t end = clock_mono_ms() + WAIT_MS; session_count == 0;) {
        assert_true(clock_mono_ms() < end);
        clock_sleep_ms(2);
    }
    assert_false(key_pin_is_needed(pin));
    session_status = 200; /* a closed manager that knows who asks */
    wait_needed();
    assert_true(session_count >= 2);
}

static void what_cannot_start_says_so(void **state)
{
    struct key_pin *other = NULL;
    struct cr_err err = {0};
    (void)state;
    wait_needed(); /* so that the running one asks for no more memory */
    assert_int_not_equal(key_pin_start(&(struct asking){.manager = "nowhere"}, "t1", &other, &err),
                         0);
    assert_null(other);
    for (unsigned k = 1; k <= 2; k++) {
        faults_arm(FAULT_MEMORY, k, true);
        const int rc = key_pin_start(&(struct asking){.manager = url}, "t1", &other, &err);
        faults_disarm();
        assert_int_equal(rc, CR_E_IO);
        assert_null(other);
    }
    key_pin_stop(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_right_pin_counts_for_that_person_and_key, start, stop),
        cmocka_unit_test_setup_teardown(a_key_that_another_turns_names_both, start, stop),
        cmocka_unit_test_setup_teardown(says_what_for, start, stop),
        cmocka_unit_test_setup_teardown(what_was_granted_is_forgotten, start, stop),
        cmocka_unit_test_setup_teardown(a_wrong_pin_is_refused_in_the_managers_words, start, stop),
        cmocka_unit_test_setup_teardown(a_refusal_is_for_who_asked, start, stop),
        cmocka_unit_test_setup_teardown(nothing_is_sent_without_a_pin, start, stop),
        cmocka_unit_test_setup_teardown(a_manager_that_does_not_say_grants_nothing, start, stop),
        cmocka_unit_test_setup_teardown(an_open_floor_wants_no_pin, start, stop),
        cmocka_unit_test_setup_teardown(a_floor_that_was_opened_is_closed, start, stop),
        cmocka_unit_test_setup_teardown(asks_until_the_manager_says_so, start, stop),
        cmocka_unit_test_setup_teardown(what_cannot_start_says_so, start, stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
