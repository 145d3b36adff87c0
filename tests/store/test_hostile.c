/* A store in hostile hands: texts of any length, numbers at the ends of their range, schemas that
 * never existed, triggers. No reader may be harmed by it, and each must say what it refuses. To be
 * run under the sanitizers.
 * usage: test_hostile sqlite | postgresql */
#include "floor/floor.h"
#include "store/hostile.h"
#include "store/place.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char *engine;

struct change {
    const char *sql;      /* on SQLite */
    const char *postgres; /* on PostgreSQL; NULL: not tried there */
};

#define LONG_TEXT(bytes)                                                                           \
    {                                                                                              \
        "UPDATE event SET body = printf('%.*c', " bytes ", 'x') WHERE seq = 5",                    \
            "UPDATE croupier.event SET body = repeat('x', " bytes ") WHERE seq = 5"                \
    }

/* Leaves out the row with the layout: if that is changed, rows are only made anew. */
#define NOT_LAYOUT " WHERE id < 3096224743817216"

/* Changes that every reader of the changed part must notice. */
static const struct change changes[] = {
    LONG_TEXT("65537"),
    LONG_TEXT("1000000"),
    LONG_TEXT("8600000"),
    LONG_TEXT("100000010"),
    {"UPDATE event SET body = printf('%.*c', 9000000, 'x')", NULL},
    {"UPDATE event SET body = ''", "UPDATE croupier.event SET body = ''"},
    {"UPDATE event SET hash = x'00'", "UPDATE croupier.event SET hash = '\\x00'"},
    {"UPDATE event SET hash = zeroblob(9000000)", NULL},
    {"UPDATE \"row\" SET body = zeroblob(9000000)",
     "UPDATE croupier.\"row\" SET body = convert_to(repeat('x', 9000000), 'UTF8')"},
    {"UPDATE \"row\" SET body = x''", "UPDATE croupier.\"row\" SET body = ''"},
    {"UPDATE \"row\" SET body = x'01'" NOT_LAYOUT,
     "UPDATE croupier.\"row\" SET body = '\\x01'" NOT_LAYOUT},
    {"UPDATE \"row\" SET body = substr(body, 2)" NOT_LAYOUT, NULL},
    {"UPDATE \"row\" SET id = id + 1048576" NOT_LAYOUT,
     "UPDATE croupier.\"row\" SET id = id + 1048576" NOT_LAYOUT},
    {"INSERT INTO \"row\" VALUES(9223372036854775807, x'00')",
     "INSERT INTO croupier.\"row\" VALUES(9223372036854775807, '\\x00')"},
    {"UPDATE event SET seq = 9223372036854775807 WHERE seq = (SELECT max(seq) FROM event)",
     "UPDATE croupier.event SET seq = 9223372036854775807"
     " WHERE seq = (SELECT max(seq) FROM croupier.event);"
     "UPDATE croupier.head SET seq = 9223372036854775807"},
    {"UPDATE event SET seq = 9007199254740992 WHERE seq = (SELECT max(seq) FROM event)",
     "UPDATE croupier.event SET seq = 9007199254740992"
     " WHERE seq = (SELECT max(seq) FROM croupier.event);"
     "UPDATE croupier.head SET seq = 9007199254740992"},
    {"UPDATE event SET seq = -seq", "UPDATE croupier.event SET seq = -seq;"
                                    "UPDATE croupier.head SET seq = -1"},
    {"INSERT INTO event VALUES(0, '{}', zeroblob(32))",
     "INSERT INTO croupier.event VALUES(0, '{}', '\\x00')"},
    {"INSERT INTO event VALUES(-9223372036854775807 - 1, '{}', zeroblob(32))",
     "INSERT INTO croupier.event VALUES(-9223372036854775807 - 1, '{}', '\\x00')"},
    {"INSERT INTO \"row\" VALUES(-1, x'00')", "INSERT INTO croupier.\"row\" VALUES(-1, '\\x00')"},
    {"UPDATE event SET seq = seq + 1000000", "UPDATE croupier.event SET seq = seq + 1000000"},
    {"DELETE FROM event WHERE seq = 3", "DELETE FROM croupier.event WHERE seq = 3"},
    {"DELETE FROM event", "DELETE FROM croupier.event"},
    {"UPDATE secret SET text = printf('%.*c', 300, 'x')",
     "UPDATE croupier.secret SET text = repeat('x', 300)"},
    {"UPDATE secret SET text = printf('%.*c', 9000000, 'x')",
     "UPDATE croupier.secret SET text = repeat('x', 9000000)"},
    {"UPDATE secret SET id = printf('%.*c', 5000, 'x')",
     "UPDATE croupier.secret SET id = repeat('x', 1000)"},
    {"UPDATE secret SET text = ''", "UPDATE croupier.secret SET text = ''"},
    {"INSERT INTO meta VALUES('first', '-1')", "INSERT INTO croupier.meta VALUES('first', '-1')"},
    {"INSERT INTO meta VALUES('first', '9223372036854775807')",
     "INSERT INTO croupier.meta VALUES('first', '9223372036854775807')"},
    {"INSERT INTO meta VALUES('first', '3')", "INSERT INTO croupier.meta VALUES('first', '3')"},
    {"INSERT INTO meta VALUES('first', '3 OR 1')",
     "INSERT INTO croupier.meta VALUES('first', '3 OR 1')"},
    {"INSERT INTO meta VALUES('before', 'zz')", "INSERT INTO croupier.meta VALUES('before', 'zz')"},
    {"INSERT INTO meta VALUES('archive', '/')", "INSERT INTO croupier.meta VALUES('archive', '/')"},
    {"INSERT INTO meta VALUES('first', '3'), ('archive', '/nowhere'), ('before', '"
     "0000000000000000000000000000000000000000000000000000000000000000')",
     "INSERT INTO croupier.meta VALUES('first', '3'), ('archive', '/nowhere'), ('before', '"
     "0000000000000000000000000000000000000000000000000000000000000000')"},
    {"UPDATE meta SET value = '-1' WHERE key = 'schema'",
     "UPDATE croupier.meta SET value = '-1' WHERE key = 'schema'"},
    {"UPDATE meta SET value = '0' WHERE key = 'schema'",
     "UPDATE croupier.meta SET value = '0' WHERE key = 'schema'"},
    {"UPDATE meta SET value = '2x' WHERE key = 'schema'",
     "UPDATE croupier.meta SET value = '2x' WHERE key = 'schema'"},
    {"UPDATE meta SET value = '' WHERE key = 'schema'",
     "UPDATE croupier.meta SET value = '' WHERE key = 'schema'"},
    {"UPDATE meta SET value = '9223372036854775807' WHERE key = 'schema'",
     "UPDATE croupier.meta SET value = '9223372036854775807' WHERE key = 'schema'"},
    {"UPDATE meta SET value = '99999999999999999999' WHERE key = 'schema'",
     "UPDATE croupier.meta SET value = '99999999999999999999' WHERE key = 'schema'"},
    {"DELETE FROM meta", "DELETE FROM croupier.meta"},
    {"UPDATE meta SET value = char(10) || substr(value, 2) WHERE key = 'identity'",
     "UPDATE croupier.meta SET value = chr(10) || substr(value, 2) WHERE key = 'identity'"},
    {"UPDATE meta SET value = value || value WHERE key = 'identity'",
     "UPDATE croupier.meta SET value = value || value WHERE key = 'identity'"},
    {"DROP TABLE \"row\"", "DROP TABLE croupier.\"row\""},
    {"DROP TABLE event; CREATE TABLE event(seq, body, hash);"
     "INSERT INTO event VALUES('x', 1, zeroblob(32)), (NULL, NULL, zeroblob(32))",
     "DROP VIEW croupier.activity; ALTER TABLE croupier.event ALTER seq TYPE int"},
    {"DROP VIEW activity; ALTER TABLE event RENAME TO kept;"
     "CREATE TABLE event(seq, body, hash);"
     "INSERT INTO event SELECT printf('%d', seq), body, hash FROM kept",
     "ALTER TABLE croupier.event DROP CONSTRAINT event_pkey;"
     "INSERT INTO croupier.event SELECT * FROM croupier.event"},
    {"CREATE TRIGGER thief AFTER INSERT ON event BEGIN DELETE FROM \"row\"; END",
     "CREATE FUNCTION croupier.thief() RETURNS trigger LANGUAGE plpgsql AS"
     " 'BEGIN RETURN NULL; END';"
     "CREATE TRIGGER thief AFTER INSERT ON croupier.event"
     " FOR EACH ROW EXECUTE FUNCTION croupier.thief()"},
    {"DROP TRIGGER event_kept", NULL},
    {"CREATE VIEW thief AS SELECT 1",
     "CREATE RULE thief AS ON INSERT TO croupier.secret DO INSTEAD NOTHING"},
};

#define THOROUGHLY 5 /* the first changes; each takes the memory of the largest floor */

static bool is_lite(void)
{
    return strcmp(engine, "sqlite") == 0;
}

static void copy_file(const char *from, const char *to)
{
    static char bytes[1 << 22];
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    assert_true(in != NULL && out != NULL);
    const size_t len = fread(bytes, 1, sizeof bytes, in);
    assert_true(len > 0 && len < sizeof bytes && fwrite(bytes, 1, len, out) == len);
    assert_int_equal(fclose(in) + fclose(out), 0);
}

/* The SQLite store is made once and then copied. */
static struct place fresh(void)
{
    static struct place made;
    struct place place = place_fresh(engine, 0);
    if (!is_lite()) {
        hostile_make(place.address);
        return place;
    }
    if (made.engine == NULL) {
        made = place_fresh(engine, 1);
        hostile_make(made.address);
    }
    copy_file(made.address + strlen("sqlite:"), place.address + strlen("sqlite:"));
    return place;
}

static void apply(const struct place *place, const char *sql, bool chained)
{
    if (!is_lite()) {
        char all[2048];
        snprintf(all, sizeof all, "SET session_replication_role = replica; %s", sql);
        place_sql(place, all);
        return;
    }
    sqlite3 *db = hostile_open(place->address + strlen("sqlite:"));
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    if (chained)
        hostile_chain(db);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static void an_untouched_store_pleases_everybody(void **state)
{
    (void)state;
    struct place place = fresh();
    assert_int_equal(hostile_use(place.address, true), HOSTILE_USES);
    place_release(&place);
}

static void nobody_is_harmed_by_what_was_changed(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
        const char *sql = is_lite() ? changes[i].sql : changes[i].postgres;
        if (sql == NULL)
            continue;
        struct place place = fresh();
        apply(&place, sql, false);
        if (hostile_use(place.address, i < THOROUGHLY) == HOSTILE_USES)
            fail_msg("nobody noticed: %s", sql);
        place_release(&place);
    }
}

/* V1: a log that was emptied is not taken for a new floor. */
static void an_emptied_log_is_no_new_floor(void **state)
{
    (void)state;
    struct place place = fresh();
    apply(&place,
          is_lite() ? "DELETE FROM event"
                    : "DELETE FROM croupier.event; UPDATE croupier.head SET seq = 0,"
                      " hash = decode(repeat('00', 32), 'hex')",
          false);
    assert_false(hostile_start(place.address));
    place_release(&place);
}

/* V4: if an event is changed as well, a start cannot tell which row is wrong, and must refuse. */
static void a_changed_event_hides_no_changed_row(void **state)
{
    (void)state;
    static const char change[] = "UPDATE %sevent SET body = replace(body, 'main', 'mine') WHERE seq"
                                 " = 12; UPDATE %s\"row\" SET body = %s WHERE id = %llu";
    char sql[512], body[200];
    const unsigned at = (unsigned)offsetof(struct floor_play, seats);
    struct place place = fresh();
    assert_true(hostile_plays(place.address));
    place_release(&place);
    place = fresh();
    if (is_lite())
        snprintf(body, sizeof body,
                 "CAST(substr(body, 1, %u) || x'01' || substr(body, %u) AS BLOB)", at, at + 2);
    else
        snprintf(body, sizeof body, "set_byte(body, %u, 1)", at);
    const char *schema = is_lite() ? "" : "croupier.";
    snprintf(sql, sizeof sql, change, schema, schema, body,
             (unsigned long long)FLOOR_ROW_ID(FLOOR_ROW_PLAY, 0));
    apply(&place, sql, false);
    assert_false(hostile_plays(place.address));
    place_release(&place);
}

/* The same where the fault of the log quotes the event, and the quotation ends within a letter of
 * two bytes: at some of these lengths. */
static void a_quoted_event_hides_no_changed_row(void **state)
{
    (void)state;
    for (unsigned len = 1; is_lite() && len <= 12; len++) {
        char sql[512];
        struct place place = fresh();
        snprintf(sql, sizeof sql,
                 "UPDATE event SET body = replace(replace(body, '\"number\":1', '\"number\":2'),"
                 " '\"Night\"', '\"%.*s\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9"
                 "\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\"')"
                 " WHERE json_extract(body, '$.kind') = 'shift_opened'",
                 (int)len, "abcdefghijkl");
        apply(&place, sql, true);
        assert_false(hostile_plays(place.address));
        place_release(&place);
    }
}

/* Changed as by the house itself, with every hash following from the one before. */
static void nobody_is_harmed_by_what_is_chained(void **state)
{
    (void)state;
    for (size_t i = 0; is_lite() && i < sizeof(changes) / sizeof(changes[0]); i++) {
        struct place place = fresh();
        apply(&place, changes[i].sql, true);
        (void)hostile_use(place.address, false);
        place_release(&place);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_untouched_store_pleases_everybody),
        cmocka_unit_test(nobody_is_harmed_by_what_was_changed),
        cmocka_unit_test(an_emptied_log_is_no_new_floor),
        cmocka_unit_test(a_changed_event_hides_no_changed_row),
        cmocka_unit_test(a_quoted_event_hides_no_changed_row),
        cmocka_unit_test(nobody_is_harmed_by_what_is_chained),
    };
    if (argc != 2)
        return 2;
    engine = argv[1];
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    place_cleanup();
    return failed;
}
