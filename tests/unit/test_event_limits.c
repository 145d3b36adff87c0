/* Texts of events at their limits: whatever has one byte, one amount or one character too much is
 * refused with the name of the member, wherever in the string the fault lies. */
#include "floor/event.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static char text[EVENT_TEXT_ROOM(FLOOR_TEXT_MAX)];
static struct floor_event event, again;

static const struct event_field *field_of(unsigned kind, const char *name)
{
    const struct event_member *m = event_member_find(event_kind(kind), name, strlen(name));
    assert_non_null(m);
    return m->field;
}

/* Decodes an event whose document has a text of len characters; the one at escaped_at, if there is
 * one, is written as an escape. */
static int decode_document(size_t len, size_t escaped_at, struct cr_err *err)
{
    int n = snprintf(text, sizeof(text),
                     "{\"seq\":1,\"time\":1,\"kind\":\"document_added\",\"user\":\"ann\","
                     "\"text\":\"");
    for (size_t i = 0; i < len; i++)
        n += snprintf(text + n, sizeof(text) - (size_t)n, i == escaped_at ? "\\\\" : "a");
    n += snprintf(text + n, sizeof(text) - (size_t)n, "\"}");
    return event_decode(text, (size_t)n, &event, err);
}

static void a_text_is_as_long_as_it_may_be(void **state)
{
    static const size_t escapes[] = {0, FLOOR_TEXT_MAX - 1, FLOOR_TEXT_MAX, SIZE_MAX};
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        struct cr_err err = {0};
        /* this kind has more members, so decoding may fail, but not because of the length */
        const int rc = decode_document(FLOOR_TEXT_MAX, escapes[i], &err);
        if (rc != 0)
            assert_null(strstr(err.text, "shorter"));
        else
            assert_int_equal(event.text_len, FLOOR_TEXT_MAX);
        assert_int_equal(decode_document(FLOOR_TEXT_MAX + 1, escapes[i], &err), CR_E_INPUT);
        assert_non_null(strstr(err.text, "a shorter string"));
    }
    /* the part before the first escape is too long already */
    struct cr_err err = {0};
    assert_int_equal(decode_document(FLOOR_TEXT_MAX + 2, FLOOR_TEXT_MAX + 1, &err), CR_E_INPUT);
    assert_non_null(strstr(err.text, "a shorter string"));
}

static void only_the_logs_own_escapes_are_read(void **state)
{
    static const char *const wrong[] = {"\\u000g", "\\u00g0", "\\u0041", "\\u007e", "\\u0020",
                                        "\\n",     "\\/",     "\\u12",   "\\u0A0a", "\\"};
    static const char *const right[] = {"\\u000a", "\\u001f", "\\u007f", "\\\"", "\\\\"};
    (void)state;
    event_init(&event, FLOOR_SHIFT_OPENED);
    event.seq = 1;
    event.time_ms = 1;
    memcpy(event.user, "XX", 3);
    memcpy(event.item, "day", 4);
    char body[512];
    const size_t len = event_encode(&event, body, sizeof(body) - 1);
    body[len] = '\0';
    const char *at = strstr(body, "XX");
    for (unsigned i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        const int n =
            snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - body), body, wrong[i], at + 2);
        assert_int_equal(event_decode(text, (size_t)n, &again, NULL), CR_E_INPUT);
    }
    /* each escape that the log writes is read, unless the name itself is refused */
    for (unsigned i = 0; i < sizeof(right) / sizeof(right[0]); i++) {
        struct cr_err err = {0};
        const int n =
            snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - body), body, right[i], at + 2);
        if (event_decode(text, (size_t)n, &again, &err) != 0)
            assert_null(strstr(err.text, "an escape as the log writes it"));
    }
}

static void lists_end_where_the_meters_do(void **state)
{
    const struct event_field *after = field_of(FLOOR_COIN_IN, "after");
    struct cr_err err = {0};
    (void)state;
    event_init(&event, FLOOR_COIN_IN);
    for (unsigned i = 0; i < CR_METERS; i++)
        assert_int_equal(event_add_string(&event, after, i, "1.00", 4, &err), 0);
    assert_int_equal(event_add_string(&event, after, CR_METERS, "1.00", 4, &err), CR_E_INPUT);
    assert_non_null(strstr(err.text, "after: "));
    assert_non_null(strstr(err.text, "at most four amounts"));
}

/* An event filled in by any caller is refused before it is recorded if the log could not read it
 * back. */
static void words_that_the_log_cannot_hold_are_refused(void **state)
{
    static const struct {
        const char *table, *user;
        char text;
        const char *member;
    } cases[] = {{"t1", "ann", 'a', NULL},
                 {"T 1", "ann", 'a', "table: "},
                 {"t1", "ann\xff", 'a', "user: "},
                 {"t1", "a\nnn", 'a', "user: "},
                 {"t1", "ann", '\0', "text: "}};
    (void)state;
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct cr_err err = {0};
        event_init(&event, FLOOR_ALARM_RAISED);
        memcpy(event.item, "identity", 9);
        strcpy(event.table, cases[i].table);
        event.text[0] = cases[i].text;
        event.text_len = 1;
        if (i == 2 || i == 3) {
            event_init(&event, FLOOR_SHIFT_OPENED);
            memcpy(event.item, "day", 4);
            strcpy(event.user, cases[i].user);
        }
        assert_int_equal(event_check_given(&event, &err), cases[i].member ? CR_E_INPUT : 0);
        if (cases[i].member != NULL)
            assert_ptr_equal(strstr(err.text, cases[i].member), err.text);
    }
}

/* V2: the same number with another content is another request. */
static void other_words_are_another_request(void **state)
{
    (void)state;
    event_init(&event, FLOOR_SEAT_CLOSED);
    event.seat = 3;
    memcpy(event.text, "worn", 4);
    event.text_len = 4;
    again = event;
    assert_true(event_same_given(&event, &again));
    again.text[3] = 'm';
    assert_false(event_same_given(&event, &again));
    again = event;
    again.text_len = 3;
    assert_false(event_same_given(&event, &again));
    again = event;
    again.seat = 4;
    assert_false(event_same_given(&event, &again));
    again = event;
    again.kind = FLOOR_SEAT_OPENED;
    assert_false(event_same_given(&event, &again));
}

static bool may_stand(unsigned c, size_t at)
{
    const bool is_letter = c >= 'a' && c <= 'z';
    return is_letter || (at > 0 && ((c >= '0' && c <= '9') || c == '-'));
}

/* Ids are checked eight characters at a time, so every byte is tried at every place of an id of
 * every length, with letters in all other places and behind the end. */
static void an_id_has_no_other_characters(void **state)
{
    const struct event_field *field = field_of(FLOOR_COIN_IN, "table");
    (void)state;
    event_init(&event, FLOOR_COIN_IN);
    for (size_t len = 0; len <= FLOOR_ID_MAX; len++) {
        for (unsigned c = 0; c < 256; c++) {
            for (size_t at = 0; at < len; at++) {
                memset(event.table, 'z', FLOOR_ID_MAX);
                if (len < FLOOR_ID_MAX)
                    event.table[len] = '\0';
                event.table[at] = (char)c;
                const size_t end = c == '\0' ? at : len;
                const bool good = end > 0 && end < FLOOR_ID_MAX && (c == '\0' || may_stand(c, at));
                assert_int_equal(event_check_words(&event, field, NULL), good ? 0 : CR_E_INPUT);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_id_has_no_other_characters),
        cmocka_unit_test(a_text_is_as_long_as_it_may_be),
        cmocka_unit_test(only_the_logs_own_escapes_are_read),
        cmocka_unit_test(lists_end_where_the_meters_do),
        cmocka_unit_test(words_that_the_log_cannot_hold_are_refused),
        cmocka_unit_test(other_words_are_another_request),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
