/* Sessions, throttles and the text of secrets: the parts that need no server. */
#include "net/throttle.h"
#include "service/api/credential.h"

#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MINUTE (60 * 1000)
#define HOUR   (60 * MINUTE)

/* ---- Sessions ---- */

static struct sessions sessions;
static char ended[64 * 1024];

static void note(void *context, const struct session *one, const char *why)
{
    (void)context;
    snprintf(ended + strlen(ended), sizeof(ended) - strlen(ended), "%s %s;", one->person, why);
}

static int fresh(void **state)
{
    (void)state;
    ended[0] = '\0';
    sessions_init(&sessions, 0, 0, note, NULL);
    return 0;
}

static void begin(const char *person, unsigned number, int64_t now_ms)
{
    uint8_t hash[CR_HASH_BYTES], secret[SESSION_SECRET] = {(uint8_t)number, (uint8_t)(number >> 8)};
    session_hash(secret, hash);
    session_begin(&sessions, person, hash, now_ms);
}

static struct session *find(unsigned number, int64_t now_ms)
{
    uint8_t hash[CR_HASH_BYTES], secret[SESSION_SECRET] = {(uint8_t)number, (uint8_t)(number >> 8)};
    session_hash(secret, hash);
    return session_find(&sessions, hash, now_ms);
}

static void a_session_is_found_by_its_secret_only(void **state)
{
    (void)state;
    uint8_t secret[SESSION_SECRET] = {7};
    begin("Ann", 7, 0);
    assert_string_equal(find(7, 1)->person, "Ann");
    assert_null(find(8, 1));
    /* The list has the secret's hash, not the secret. */
    assert_null(session_find(&sessions, secret, 1));
    for (size_t i = 0; i + sizeof(secret) <= sizeof(sessions.list[0]); i++)
        assert_memory_not_equal((const char *)&sessions.list[0] + i, secret, sizeof(secret));
}

static void it_ends_when_nobody_uses_it(void **state)
{
    (void)state;
    begin("Ann", 1, 0);
    assert_non_null(find(1, SESSION_IDLE_MS - 1));
    find(1, SESSION_IDLE_MS - 1)->used_ms = SESSION_IDLE_MS - 1;
    assert_non_null(find(1, 2 * SESSION_IDLE_MS - 2));
    assert_null(find(1, 2 * SESSION_IDLE_MS - 1));
    assert_string_equal(ended, "Ann idle;");
    assert_int_equal(sessions.count, 0);
}

static void it_ends_after_half_a_day_however_it_is_used(void **state)
{
    (void)state;
    begin("Ann", 1, 0);
    for (int64_t now = 0; now < SESSION_WHOLE_MS; now += MINUTE) {
        assert_non_null(find(1, now));
        find(1, now)->used_ms = now;
    }
    assert_null(find(1, SESSION_WHOLE_MS));
    assert_string_equal(ended, "Ann ended;");
}

static void the_sweep_ends_what_is_over(void **state)
{
    (void)state;
    begin("Ann", 1, 0);
    begin("Ben", 2, MINUTE);
    begin("Cid", 3, 2 * MINUTE);
    session_sweep(&sessions, SESSION_IDLE_MS + MINUTE);
    assert_int_equal(sessions.count, 1);
    assert_non_null(strstr(ended, "Ann idle;"));
    assert_non_null(strstr(ended, "Ben idle;"));
    assert_non_null(find(3, SESSION_IDLE_MS + MINUTE));
}

static void a_person_has_eight(void **state)
{
    (void)state;
    for (unsigned i = 0; i < SESSIONS_PER_PERSON; i++)
        begin("Ann", i, i);
    begin("Ben", 100, 0);
    find(0, 10)->used_ms = 10;
    begin("Ann", 8, 11);
    assert_string_equal(ended, "Ann ended;");
    assert_null(find(1, 12)); /* the one that was unused for longest */
    assert_non_null(find(0, 12));
    assert_non_null(find(8, 12));
    assert_non_null(find(100, 12));
    session_end_person(&sessions, "Ann", "ended");
    assert_int_equal(sessions.count, 1);
    assert_string_equal(sessions.list[0].person, "Ben");
}

static void there_are_so_many_in_all(void **state)
{
    (void)state;
    for (unsigned i = 0; i < SESSIONS_MAX + 10; i++) {
        char name[16];
        snprintf(name, sizeof(name), "P%u", i / 4);
        begin(name, i, i);
    }
    assert_int_equal(sessions.count, SESSIONS_MAX);
    assert_null(find(9, SESSIONS_MAX + 10));
    assert_non_null(find(10, SESSIONS_MAX + 10));
}

/* ---- Limits ---- */

static struct throttle limits;

static void so_many_and_then_one_by_one(void **state)
{
    (void)state;
    throttle_init(&limits, 20, 20);
    for (unsigned i = 0; i < 20; i++) {
        assert_int_equal(throttle_wait_s(&limits, "10.0.0.1", i), 0);
        throttle_count(&limits, "10.0.0.1", i);
    }
    assert_int_equal(throttle_wait_s(&limits, "10.0.0.1", 20), 3);
    assert_int_equal(throttle_wait_s(&limits, "10.0.0.2", 20), 0);
    assert_int_equal(throttle_wait_s(&limits, "10.0.0.1", 3100), 0);
    assert_true(throttle_take(&limits, "10.0.0.1", 3100));
    assert_false(throttle_take(&limits, "10.0.0.1", 3200));
    assert_int_equal(throttle_wait_s(&limits, "10.0.0.1", HOUR), 0);
}

static void names_are_bounded(void **state)
{
    (void)state;
    char name[THROTTLE_NAME_MAX];
    throttle_init(&limits, 2, 1);
    throttle_count(&limits, "worst", 0);
    throttle_count(&limits, "worst", 0);
    for (unsigned i = 0; i < 3 * THROTTLE_NAMES; i++) {
        snprintf(name, sizeof(name), "n%u", i);
        throttle_count(&limits, name, 1);
    }
    /* A name with many faults is not pushed out by new names. */
    assert_true(throttle_wait_s(&limits, "worst", 1) > 0);
}

static void an_ipv6_neighbourhood_is_one(void **state)
{
    (void)state;
    char a[THROTTLE_NAME_MAX], b[THROTTLE_NAME_MAX];
    throttle_name_of("2001:db8:1:2:aaaa::1", a);
    throttle_name_of("2001:db8:1:2:bbbb::9", b);
    assert_string_equal(a, b);
    throttle_name_of("2001:db8:1:3::1", b);
    assert_string_not_equal(a, b);
    throttle_name_of("::ffff:10.0.0.1", a);
    throttle_name_of("::ffff:10.0.0.2", b);
    assert_string_not_equal(a, b);
    throttle_name_of("127.0.0.1", a);
    assert_string_equal(a, "127.0.0.1");
}

/* ---- The text of secrets ---- */

static void a_cookie_is_read_as_it_was_written(void **state)
{
    (void)state;
    uint8_t secret[SESSION_SECRET], found[SESSION_SECRET];
    char set[CREDENTIAL_COOKIE_MAX], pair[128], header[512];
    for (unsigned i = 0; i < sizeof(secret); i++)
        secret[i] = (uint8_t)(i * 37 + 255);
    credential_set_cookie(secret, set);
    assert_non_null(strstr(set, "; Path=/; Secure; HttpOnly; SameSite=Strict"));
    assert_null(strstr(set, "Domain"));
    snprintf(pair, sizeof(pair), "%.*s", (int)strcspn(set, ";"), set);
    static const char *const good[] = {"%s", "a=b; %s", "%s; c=d", "a=b;%s;c=d", "x=; %s;"};
    for (unsigned i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        const char *at = strstr(good[i], "%s");
        snprintf(header, sizeof(header), "%.*s%s%s", (int)(at - good[i]), good[i], pair, at + 2);
        memset(found, 0, sizeof(found));
        assert_true(credential_read_cookie(header, found));
        assert_memory_equal(found, secret, sizeof(secret));
    }
}

static void other_cookies_are_none(void **state)
{
    (void)state;
    static const char good[] = CREDENTIAL_COOKIE "=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    uint8_t found[SESSION_SECRET];
    char twice[256];
    assert_true(credential_read_cookie(good, found));
    snprintf(twice, sizeof(twice), "%s; %s", good, good);
    const char *const bad[] = {
        NULL,
        "",
        ";",
        twice, /* with two cookies of the name neither counts */
        CREDENTIAL_COOKIE,
        CREDENTIAL_COOKIE "=",
        CREDENTIAL_COOKIE "=short",
        CREDENTIAL_COOKIE "=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB", /* another spelling */
        CREDENTIAL_COOKIE "=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        CREDENTIAL_COOKIE "=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
        CREDENTIAL_COOKIE "=AAAAAAAAAAAAAAAAAAAAA AAAAAAAAAAAAAAAAAAAAA",
        CREDENTIAL_COOKIE "=\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"",
        "croupier=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "__host-croupier=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "x" CREDENTIAL_COOKIE "=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    };
    for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_false(credential_read_cookie(bad[i], found));
}

static void a_token_is_read_as_it_was_made(void **state)
{
    (void)state;
    char token[CREDENTIAL_TOKEN_MAX], other[CREDENTIAL_TOKEN_MAX], header[128];
    credential_make_token(token);
    credential_make_token(other);
    assert_string_not_equal(token, other);
    snprintf(header, sizeof(header), "Bearer %s", token);
    assert_string_equal(credential_read_bearer(header), token);
    snprintf(header, sizeof(header), "bearer %s", token);
    assert_string_equal(credential_read_bearer(header), token);
    static const char *const forms[] = {"Basic %s", "Bearer  %s", "Bearer %s ", "%s", "Bearer x%s"};
    for (unsigned i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
        const char *at = strstr(forms[i], "%s");
        snprintf(header, sizeof(header), "%.*s%s%s", (int)(at - forms[i]), forms[i], token, at + 2);
        assert_null(credential_read_bearer(header));
    }
    assert_null(credential_read_bearer(NULL));
    assert_null(credential_read_bearer("Bearer "));
    assert_null(credential_read_bearer("Bearer crp_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'; "));
}

static void codes_differ_and_are_long(void **state)
{
    (void)state;
    char first[CREDENTIAL_CODE_MAX], second[CREDENTIAL_CODE_MAX];
    credential_make_code(first);
    credential_make_code(second);
    assert_int_equal(strlen(first), 32);
    assert_int_equal(strspn(first, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"), 32);
    assert_string_not_equal(first, second);
    assert_true(credential_is_same(first, first));
    assert_false(credential_is_same(first, second));
    assert_false(credential_is_same("", second));
}

static void passwords_and_pins_have_rules(void **state)
{
    (void)state;
    struct cr_err err = {0};
    static char long_one[CREDENTIAL_PASSWORD_MAX + 2];
    memset(long_one, 'x', CREDENTIAL_PASSWORD_MAX + 1);
    assert_int_equal(credential_check_password("p", "ten bytes!", "Ann", &err), 0);
    assert_int_equal(credential_check_password("p", "nine byte", "Ann", &err), CR_E_INPUT);
    assert_int_equal(credential_check_password("p", long_one, "Ann", &err), CR_E_INPUT);
    long_one[CREDENTIAL_PASSWORD_MAX] = '\0';
    assert_int_equal(credential_check_password("p", long_one, "Ann", &err), 0);
    assert_int_equal(credential_check_password("p", "bernadette", "Bernadette", &err), CR_E_INPUT);
    assert_int_equal(credential_check_password("p", "tab\there...", "Ann", &err), CR_E_INPUT);
    assert_int_equal(
        credential_check_password("p", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", "A", &err),
        CR_E_INPUT);
    assert_int_equal(credential_check_password("p", "Schl\xc3\xbcssel-Wort", "Ann", &err), 0);
    assert_int_equal(credential_check_pin("pin", "024680", &err), 0);
    assert_int_equal(credential_check_pin("pin", "123456789012", &err), 0);
    static const char *const bad[] = {"", "12345", "1234567890123", "12345a", "111111", " 123456"};
    for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_int_equal(credential_check_pin("pin", bad[i], &err), CR_E_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_session_is_found_by_its_secret_only, fresh),
        cmocka_unit_test_setup(it_ends_when_nobody_uses_it, fresh),
        cmocka_unit_test_setup(it_ends_after_half_a_day_however_it_is_used, fresh),
        cmocka_unit_test_setup(the_sweep_ends_what_is_over, fresh),
        cmocka_unit_test_setup(a_person_has_eight, fresh),
        cmocka_unit_test_setup(there_are_so_many_in_all, fresh),
        cmocka_unit_test(so_many_and_then_one_by_one),
        cmocka_unit_test(names_are_bounded),
        cmocka_unit_test(an_ipv6_neighbourhood_is_one),
        cmocka_unit_test(a_cookie_is_read_as_it_was_written),
        cmocka_unit_test(other_cookies_are_none),
        cmocka_unit_test(a_token_is_read_as_it_was_made),
        cmocka_unit_test(codes_differ_and_are_long),
        cmocka_unit_test(passwords_and_pins_have_rules),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
