/* A manager's answers over HTTP, as the table reads them: an answer is read whole, or refused. */
#include "base/err.h"
#include "service/controller/answer_json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct json_tape tape;
static struct controller_record record;
static struct cr_err err;

#define TABLE                                                                                      \
    "{\"table\":{\"table\":\"t1\",\"epoch\":4,\"seq\":12,\"mode\":\"in play\",\"round\":7,"        \
    "\"seats\":[1,3,6],\"closed_seats\":[2],\"position\":\"JPH\",\"claims\":["                     \
    "{\"claim\":90,\"round\":6,\"seat\":1,\"award\":\"royal flush\",\"state\":\"paid\"},"          \
    "{\"claim\":95,\"round\":7,\"seat\":3,\"award\":\"straight flush\",\"state\":\"pending\"}],"   \
    "\"link\":{\"open\":true,\"pending\":true,\"meters\":[{\"name\":\"mega\","                     \
    "\"amount\":\"10000.140001\"}],\"last_hit\":{\"seq\":88,\"table\":\"t2\",\"seat\":5,"          \
    "\"award\":\"royal flush\",\"amount\":\"10001.59\"}},"                                         \
    "\"lease_ms\":2000,\"halted\":false}}"

#define A_HASH "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"

static int read_beat(const char *text)
{
    return answer_json_heartbeat(&tape, text, strlen(text), &record, &err);
}

static void reads_the_record(void **state)
{
    (void)state;
    assert_int_equal(read_beat(TABLE), 0);
    assert_int_equal(record.epoch, 4);
    assert_int_equal(record.seq, 12);
    assert_int_equal(record.round, 7);
    assert_true(record.in_play);
    assert_int_equal(record.seats, 0x25);
    assert_int_equal(record.closed_seats, 0x02);
    assert_int_equal(record.position, CONSOLE_JPH);
    /* a claim of an earlier round waits for the cage, not for this table */
    assert_int_equal(record.awarded, 0x04);
    assert_int_equal(record.pending, 0x04);
    assert_int_equal(record.claims[2].claim, 95);
    assert_int_equal(record.claims[2].award, CR_STRAIGHT_FLUSH);
    assert_int_equal(record.meters[0].micro, INT64_C(10000140001));
    assert_true(record.link_pending);
    assert_int_equal(record.hit.seq, 88);
    assert_string_equal(record.hit.table, "t2");
    assert_int_equal(record.hit.seat, 5);
    assert_int_equal(record.hit.award, CR_ROYAL_FLUSH);
    assert_int_equal(record.hit.amount.micro, INT64_C(10001590000));
    assert_int_equal(record.lease_ms, 2000);
    assert_true(record.has_link && record.is_open && !record.is_halted);
    assert_false(record.documents.known); /* an older manager does not send them */
}

/* SYS-1: the documents by which the table is to play. */
static void reads_the_documents(void **state)
{
    static const uint8_t none[CR_HASH_BYTES];
    static char text[2 * sizeof(TABLE)];
    const struct {
        const char *rules, *progressive;
        bool known;
    } said[] = {
        {"\"" A_HASH "\"", "null", true},
        {"null", "\"" A_HASH "\"", true},
        {"\"0102\"", "null", false},
        {"7", "null", false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(said) / sizeof(said[0]); i++) {
        const char *rest = strstr(TABLE, "\"lease_ms\"");
        snprintf(text, sizeof(text), "%.*s\"rules\":%s,\"progressive\":%s,%s", (int)(rest - TABLE),
                 TABLE, said[i].rules, said[i].progressive, rest);
        assert_int_equal(read_beat(text), 0);
        assert_int_equal(record.documents.known, said[i].known);
        if (!said[i].known)
            continue;
        const bool has_rules = said[i].rules[0] == '"';
        assert_int_equal(record.documents.rules[31], has_rules ? 0x1f : 0);
        assert_memory_equal(has_rules ? record.documents.progressive : record.documents.rules, none,
                            CR_HASH_BYTES);
    }
}

/* Each of these is the record with one thing wrong, and must be refused. */
static void believes_nothing_else(void **state)
{
    static const char *const wrong[][2] = {
        {"\"epoch\":4", "\"epoch\":-4"},
        {"\"epoch\":4", "\"epoch\":\"4\""},
        {"\"epoch\":4", "\"epoch\":12345678901234567"},
        {"\"epoch\":4,", ""},
        {"\"seq\":12,", ""},
        {"\"round\":7,", ""},
        {"{\"table\":{", "{\"tables\":{"},
        {"{\"table\":{", "{\"table\":4,\"was\":{"},
        {"\"seats\":[1,3,6]", "\"seats\":3"},
        {"\"seats\":[1,3,6],", ""},
        {"[1,3,6]", "[1,3,\"6\"]"},
        {"[1,3,6]", "[1,3,16]"},
        {"[1,3,6]", "[1,3,0]"},
        {"\"claims\":[", "\"claimed\":["},
        {"\"claims\":[", "\"claims\":{},\"claimed\":["},
        {"\"claim\":95,", ""},
        {"\"round\":7,\"seat\":3", "\"round\":7"},
        {"95,\"round\":7,", "95,"},
        {"\"seat\":3", "\"seat\":8"},
        {"\"position\":\"JPH\",", "\"awarded\":[2],"},
        {"\"link\":{", "\"chain\":{"},
        {"\"meters\":[", "\"levels\":["},
        {"\"meters\":[{", "\"meters\":{},\"levels\":[{"},
        {"\"meters\":[", "\"meters\":[1,2,3,4,"},
        {"\"amount\":\"10000.140001\"", "\"amount\":10000"},
        {"\"amount\":\"10000.140001\"", "\"amounts\":\"10000.140001\""},
        {"\"seq\":88,\"table\":\"t2\"", "\"seq\":88"},
        {"\"t2\"", "2"},
        {"\"seq\":88,", ""},
        {"\"seat\":5,", ""},
        {"\"seat\":5", "\"seat\":0"},
        {"5,\"award\":\"royal flush\"", "5,\"award\":4"},
        {"\"lease_ms\":2000", "\"lease_ms\":4294967296"},
        {"\"lease_ms\":2000,", ""},
        {"[1,3,6]", "[1,3,8]"},
        {"[1,3,6]", "[1,6]"},
        {"\"lease_ms\":2000", "\"lease_ms\":0"},
        {"straight flush", "six of a kind"},
        {"10000.140001", "-1"},
        {"\"seat\":3", "\"seat\":0"},
        {"\"seat\":5", "\"seat\":8"},
        {"10001.59", "10001,59"},
        {"\"seq\":88", "\"seq\":0"},
        {"\"t2\"", "\"a-table-with-a-name-too-long\""},
        {"\"link\":{", "\"link\":[{"},
        {"}}", "}"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        char text[2048];
        const char *at = strstr(TABLE, wrong[i][0]);
        snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - TABLE), TABLE, wrong[i][1],
                 at + strlen(wrong[i][0]));
        if (read_beat(text) == 0)
            fail_msg("taken: %s", text);
    }
    /* and no beginning of it is taken either */
    for (size_t len = 0; len < strlen(TABLE); len++)
        assert_int_not_equal(answer_json_heartbeat(&tape, TABLE, len, &record, &err), 0);
}

/* Reads the record with one part replaced, which must succeed. */
static void read_changed(const char *was, const char *is)
{
    char text[2048];
    const char *at = strstr(TABLE, was);
    assert_non_null(at);
    snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - TABLE), TABLE, is, at + strlen(was));
    if (read_beat(text) != 0)
        fail_msg("%s: %s", err.text, text);
}

static void reads_what_may_differ(void **state)
{
    (void)state;
    read_changed("JPH", "JPL");
    assert_int_equal(record.position, CONSOLE_JPL);
    read_changed("JPH", "R");
    assert_int_equal(record.position, CONSOLE_R);
    read_changed("\"halted\":false", "\"halted\":true");
    assert_true(record.is_halted);
    read_changed(",\"halted\":false", "");
    assert_false(record.is_halted);
    /* a value of another type does not mean true */
    read_changed("\"open\":true", "\"open\":1");
    assert_false(record.is_open);
    read_changed("\"mode\":\"in play\"", "\"mode\":1");
    assert_true(!record.in_play && record.awarded == 0);
    read_changed("\"state\":\"pending\"", "\"state\":\"cancelled\"");
    assert_int_equal(record.awarded, 0);
    read_changed("\"state\":\"pending\"", "\"state\":\"paid\"");
    assert_true(record.awarded == 0x04 && record.pending == 0);
    /* an award that was paid without a key has no claim, but its seat is awarded */
    read_changed("\"position\":\"JPH\",", "\"awarded\":[1,6],");
    assert_int_equal(record.awarded, 0x25);
    read_changed(",\"last_hit\":{", ",\"last_hits\":{");
    assert_int_equal(record.hit.seq, 0);
    read_changed(",\"last_hit\":{", ",\"last_hit\":null,\"was\":{");
    assert_int_equal(record.hit.seq, 0);
    read_changed("\"link\":{", "\"link\":null,\"was\":{");
    assert_false(record.has_link);
}

/* PIT-1, PIT-9, PIT-10: the amount of a claim, the seats to which it pays envy, what the desk still
 * needs, and which seats are one patron's. */
static void reads_what_the_pit_knows(void **state)
{
    (void)state;
    read_changed("\"state\":\"pending\"}]",
                 "\"state\":\"pending\",\"amount\":\"253.42\",\"envy\":\"5.00\",\"held\":true,"
                 "\"envy_seats\":[1,6],\"missing\":\"two approvals\"}],\"one_hand\":true,"
                 "\"dealer\":\"Deb\",\"folded\":[6],\"pairs\":[[1,3],[2,7],[4,5],[1,2]]");
    assert_int_equal(record.claims[2].amount.micro, 253420000);
    assert_int_equal(record.claims[2].envy.micro, 5000000);
    assert_int_equal(record.claims[2].envy_seats, 0x21);
    assert_string_equal(record.claims[2].missing, "two approvals");
    assert_true(record.claims[2].is_held && record.is_one_hand);
    assert_string_equal(record.dealer, "Deb");
    assert_int_equal(record.folded, 0x20);
    assert_int_equal(record.pairs[0], 0x05);
    /* words that are too long are cut, and a value of another type is left out */
    char change[1024];
    snprintf(change, sizeof(change),
             "\"state\":\"pending\",\"envy\":5,\"missing\":\"%0600d\"}],\"dealer\":7,\"pairs\":7",
             0);
    read_changed("\"state\":\"pending\"}]", change);
    assert_int_equal(strlen(record.claims[2].missing), sizeof(record.claims[2].missing) - 1);
    assert_true(record.claims[2].envy.micro == 0 && record.dealer[0] == '\0');
    assert_int_equal(record.pairs[0], 0);
}

static void reads_the_rules(void **state)
{
    static struct transport_rules rules;
    static char text[FLOOR_TEXT_MAX + 64];
    static const char both[] = "{\"rules\":\"a: b\\n\",\"progressive\":null}";
    (void)state;
    assert_int_equal(answer_json_rules(&tape, both, strlen(both), &rules, &err), 0);
    assert_string_equal(rules.rules, "a: b\n");
    assert_int_equal(rules.rules_len, 5);
    assert_int_equal(rules.progressive_len, 0);
    static const char *const wrong[] = {"", "{\"rules\":null}", "{\"progressive\":null}",
                                        "{\"rules\":1,\"progressive\":null}", "[]"};
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
        assert_int_equal(answer_json_rules(&tape, wrong[i], strlen(wrong[i]), &rules, &err),
                         CR_E_INPUT);
    for (unsigned more = 0; more < 2; more++) {
        const int len = snprintf(text, sizeof(text), "{\"rules\":null,\"progressive\":\"%0*d\"}",
                                 FLOOR_TEXT_MAX + (int)more, 7);
        assert_int_equal(answer_json_rules(&tape, text, (size_t)len, &rules, &err),
                         more ? CR_E_INPUT : 0);
    }
}

static void reads_a_join(void **state)
{
    static struct controller_answer answer;
    static struct floor_event e;
    char text[4096], event[2048];
    (void)state;
    event_init(&e, FLOOR_TABLE_JOINED);
    e.seq = 40;
    e.time_ms = 1;
    memcpy(e.table, "t1", 3);
    memcpy(e.manager, "m1", 3);
    memcpy(e.instance, "c1", 3);
    memcpy(e.item, "a \"}{\" b", 9);
    e.epoch = 4;
    event[event_encode(&e, event, sizeof(event))] = '\0';
    snprintf(text, sizeof(text), "{\"event\":%s,%s", event, &TABLE[1]);
    assert_int_equal(answer_json_join(&tape, text, strlen(text), &answer, &err), 0);
    assert_int_equal(answer.event.seq, 40);
    assert_string_equal(answer.event.item, "a \"}{\" b");
    assert_int_equal(answer.record.seq, 12);
    assert_int_not_equal(answer_json_join(&tape, TABLE, strlen(TABLE), &answer, &err), 0);
    /* an event that is an object without a kind, or no object at all */
    snprintf(text, sizeof(text), "{\"event\":{\"seq\":{}},%s", &TABLE[1]);
    assert_int_equal(answer_json_join(&tape, text, strlen(text), &answer, &err), CR_E_INPUT);
    snprintf(text, sizeof(text), "{\"event\":40,%s", &TABLE[1]);
    assert_int_equal(answer_json_join(&tape, text, strlen(text), &answer, &err), CR_E_INPUT);
    assert_int_equal(answer_json_join(&tape, "{}", 2, &answer, &err), CR_E_INPUT);
}

static void writes_bodies(void **state)
{
    static struct controller_message m;
    static char body[EVENT_TEXT_ROOM(FLOOR_TEXT_MAX)];
    (void)state;
    m.kind = CONTROLLER_COMMAND;
    event_init(&m.event, FLOOR_COIN_IN);
    memcpy(m.event.table, "t1", 3);
    m.event.epoch = 2;
    m.event.table_seq = 5;
    m.event.seats = 0x21;
    answer_json_body(&m, body, sizeof(body));
    assert_string_equal(body, "{\"kind\":\"coin_in\",\"epoch\":2,\"table_seq\":5,\"seats\":[1,6]}");
    m.kind = CONTROLLER_JOIN;
    event_init(&m.event, FLOOR_TABLE_JOINED);
    memcpy(m.event.table, "t1", 3);
    memcpy(m.event.instance, "c9", 3);
    m.event.acked_epoch = 2;
    answer_json_body(&m, body, sizeof(body));
    assert_string_equal(body, "{\"instance\":\"c9\",\"acked_epoch\":2}");
    m.kind = CONTROLLER_HEARTBEAT;
    m.event.epoch = 2;
    answer_json_body(&m, body, sizeof(body));
    assert_string_equal(body, "{\"instance\":\"c9\",\"epoch\":2}");
}

static void passes_problems_on(void **state)
{
    static const char problem[] = "{\"status\":409,\"detail\":\"table t1 is in play\"}";
    static const char precise[] = "{\"detail\":\"epoch: old\",\"field\":\"epoch\","
                                  "\"reason\":\"wrong-epoch\"}";
    static const char odd[] = "{\"field\":1,\"reason\":\"a-word-that-is-longer-than-any-of-ours\"}";
    (void)state;
    answer_json_problem(&tape, 409, precise, strlen(precise), &err);
    assert_true(err_is(&err, REASON_WRONG_EPOCH));
    assert_string_equal(err.field, "epoch");
    answer_json_problem(&tape, 409, problem, strlen(problem), &err);
    assert_string_equal(err.text, "table t1 is in play");
    assert_string_equal(err.reason, "");
    assert_string_equal(err.field, "");
    answer_json_problem(&tape, 409, odd, strlen(odd), &err);
    assert_string_equal(err.reason, "");
    assert_string_equal(err.field, "");
    answer_json_problem(&tape, 404, "<html>", 6, &err);
    assert_int_equal(err.code, CR_E_NOT_FOUND);
    assert_non_null(strstr(err.text, "404"));
    answer_json_problem(&tape, 500, "{\"detail\":7}", 12, &err);
    assert_string_equal(err.text, "the manager answers with status 500");
    answer_json_problem(&tape, 500, "{}", 2, &err);
    assert_string_equal(err.text, "the manager answers with status 500");
}

static void tells_an_open_floor(void **state)
{
    static const char open[] = "{\"open\":true}", closed[] = "{\"open\":false}";
    (void)state;
    assert_true(answer_json_is_open(&tape, open, strlen(open)));
    assert_false(answer_json_is_open(&tape, closed, strlen(closed)));
    assert_false(answer_json_is_open(&tape, "{}", 2));
    assert_false(answer_json_is_open(&tape, "<html>", 6));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_the_record),      cmocka_unit_test(reads_the_documents),
        cmocka_unit_test(believes_nothing_else), cmocka_unit_test(reads_what_may_differ),
        cmocka_unit_test(reads_the_rules),       cmocka_unit_test(reads_a_join),
        cmocka_unit_test(writes_bodies),         cmocka_unit_test(passes_problems_on),
        cmocka_unit_test(tells_an_open_floor),   cmocka_unit_test(reads_what_the_pit_knows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
