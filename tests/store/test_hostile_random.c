/* Stores that somebody has changed at random: values of any type in any column, rows that are
 * removed, doubled or taken from another place, schemas with foreign triggers, views, indexes and
 * columns, settings of the database, bytes of the file. Every reader ends with a message or with
 * the right content: none plays on, verifies or copies money that the log does not come to. A seed
 * makes one store, and always the same.
 * usage: test_hostile_random [SEEDS [FIRST [CROUPIER]]]   CROUPIER: its commands read each store,
 * too */
#define _GNU_SOURCE
#include "base/check.h"
#include "log/audit/verify.h"
#include "log/replay/stored.h"
#include "log/store/memory.h"
#include "paper/night.h"
#include "store/hostile.h"
#include "support/rng.h"

#include <fcntl.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define IMAGE_MAX (1 << 22)
#define LIMIT_S   300 /* for one command, which takes a fraction of a second */

static char folder[64], path[96], base_path[96];
static uint8_t image[IMAGE_MAX]; /* the file of the untouched store */
static size_t image_len;
static struct store *base;
static struct store_head base_head;
static uint64_t seed;
static char done[4096]; /* the changes, for messages */
static struct cr_err err;

static void bad(const char *what)
{
    fprintf(stderr, "seed %llu: %s\n  (%s)\n%s", (unsigned long long)seed, what, err.text, done);
    exit(1);
}

/* ---- Chance ---- */

static struct rng chance;

static unsigned below(unsigned n)
{
    return (unsigned)(rng_next(&chance) % n);
}

#define PICK(list) list[below(sizeof(list) / sizeof(list[0]))]

/* ---- Files ---- */

static void remove_files(const char *of)
{
    static const char *const suffixes[] = {"", "-wal", "-shm", "-journal", ".lock"};
    for (size_t i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++) {
        char name[128];
        snprintf(name, sizeof(name), "%s%s", of, suffixes[i]);
        unlink(name);
    }
}

static void remove_folder(void)
{
    char name[128];
    remove_files(path);
    remove_files(base_path);
    snprintf(name, sizeof(name), "%s/copy.db", folder);
    remove_files(name);
    snprintf(name, sizeof(name), "%s/said", folder);
    unlink(name);
    rmdir(folder);
}

static void put_file(const char *to, const uint8_t *bytes, size_t len)
{
    remove_files(to);
    const int fd = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    CHECK(fd >= 0 && write(fd, bytes, len) == (ssize_t)len && close(fd) == 0);
}

static void make_base(void)
{
    /* In memory where that is possible, because a store is synced many times. */
    strcpy(folder,
           access("/dev/shm", W_OK) == 0 ? "/dev/shm/hostile.XXXXXX" : "/tmp/hostile.XXXXXX");
    CHECK(mkdtemp(folder) != NULL);
    atexit(remove_folder);
    snprintf(path, sizeof(path), "%s/floor.db", folder);
    snprintf(base_path, sizeof(base_path), "%s/base.db", folder);
    hostile_make(base_path);
    FILE *in = fopen(base_path, "rb");
    CHECK(in != NULL);
    image_len = fread(image, 1, sizeof(image), in);
    fclose(in);
    CHECK(image_len > 0 && image_len < sizeof(image));
    CHECK(store_open(base_path, STORE_READ, &base, &err) == 0);
    CHECK(store_head(base, &base_head, &err) == 0);
}

/* ---- Changes ---- */

static void run_sql(sqlite3 *db, const char *sql)
{
    const size_t used = strlen(done);
    const int rc = sqlite3_exec(db, sql, NULL, NULL, NULL);
    snprintf(done + used, sizeof(done) - used, "  %.300s%s\n", sql,
             rc == SQLITE_OK ? "" : "   (refused)");
}

static const char *a_value(char *out, size_t size)
{
    static const char *const values[] = {"NULL",
                                         "0",
                                         "-1",
                                         "1",
                                         "9223372036854775807",
                                         "-9223372036854775807 - 1",
                                         "9007199254740991",
                                         "9007199254740992",
                                         "9007199254740993",
                                         "4294967296",
                                         "65536",
                                         "1.5",
                                         "1e308",
                                         "-0.0",
                                         "'x'",
                                         "''",
                                         "x''",
                                         "x'00'",
                                         "zeroblob(32)",
                                         "randomblob(32)",
                                         "zeroblob(65537)",
                                         "printf('%.*c', 70000, '[')",
                                         "char(0, 65533, 55296)",
                                         "CAST(x'c080ff' AS TEXT)"};
    snprintf(out, size, "%s", PICK(values));
    return out;
}

/* A condition that selects one random row of a table. */
static const char *a_row(const char *table, char *out, size_t size)
{
    const char *key = strcmp(table, "event") == 0  ? "seq"
                      : strcmp(table, "meta") == 0 ? "key"
                                                   : "id";
    snprintf(out, size, "%s = (SELECT %s FROM %s ORDER BY %s %s LIMIT 1 OFFSET %u)", key, key,
             table, key, below(2) ? "DESC" : "ASC", below(25));
    return out;
}

static const char *const tables[] = {"event", "event", "\"row\"", "\"row\"", "meta", "secret"};

static const char *a_column(const char *table)
{
    static const char *const event[] = {"seq", "body", "body", "hash"};
    static const char *const row[] = {"id", "body", "body"};
    static const char *const meta[] = {"key", "value", "value"};
    static const char *const secret[] = {"id", "text"};
    return strcmp(table, "event") == 0    ? PICK(event)
           : strcmp(table, "meta") == 0   ? PICK(meta)
           : strcmp(table, "secret") == 0 ? PICK(secret)
                                          : PICK(row);
}

static void change_value(sqlite3 *db)
{
    char sql[600], where[200], value[64];
    const char *table = PICK(tables);
    snprintf(sql, sizeof(sql), "UPDATE OR REPLACE %s SET %s = %s WHERE %s", table, a_column(table),
             a_value(value, sizeof(value)), a_row(table, where, sizeof(where)));
    run_sql(db, sql);
}

/* Replaces a few bytes of a body at any place: amounts, names, numbers. */
static void change_bytes(sqlite3 *db)
{
    char sql[800], where[200];
    const unsigned at = 1 + below(below(4) ? 300 : 4000), len = 1 + below(8);
    if (below(2)) {
        a_row("event", where, sizeof(where));
        snprintf(sql, sizeof(sql),
                 "UPDATE event SET body = substr(body, 1, %u) || '%u' || substr(body, %u) WHERE %s",
                 at - 1, below(100000000), at + len, where);
    } else {
        a_row("\"row\"", where, sizeof(where));
        snprintf(sql, sizeof(sql),
                 "UPDATE \"row\" SET body = CAST(substr(body, 1, %u) || randomblob(%u) || "
                 "substr(body, %u) AS BLOB) WHERE %s AND length(body) > %u",
                 at - 1, len, at + len, where, at + len);
    }
    run_sql(db, sql);
}

/* Puts a digit in front of an amount in an event's text, as a thief would. */
static void change_amount(sqlite3 *db)
{
    static const char *const members[] = {"amount", "after",  "house", "seats",
                                          "coins",  "change", "award", "user"};
    char sql[600], where[200];
    snprintf(sql, sizeof(sql),
             "UPDATE event SET body = replace(body, '\"%s\":\"', '\"%s\":\"%u') WHERE %s",
             PICK(members), PICK(members), 1 + below(9), a_row("event", where, sizeof(where)));
    run_sql(db, sql);
}

static void change_rows(sqlite3 *db)
{
    char sql[600], where[200], other[200];
    const char *table = PICK(tables);
    a_row(table, where, sizeof(where));
    a_row(table, other, sizeof(other));
    switch (below(4)) {
    case 0:
        snprintf(sql, sizeof(sql), "DELETE FROM %s WHERE %s", table, where);
        break;
    case 1: /* the content of another row */
        snprintf(sql, sizeof(sql),
                 "UPDATE \"row\" SET body = (SELECT body FROM \"row\" WHERE %s)"
                 " WHERE %s",
                 a_row("\"row\"", where, sizeof(where)), a_row("\"row\"", other, sizeof(other)));
        break;
    case 2:
        snprintf(sql, sizeof(sql), "DELETE FROM event WHERE seq > %u",
                 below((unsigned)base_head.seq + 3));
        break;
    default:
        snprintf(
            sql, sizeof(sql),
            "INSERT OR REPLACE INTO event SELECT max(seq) + %u, body, hash FROM event WHERE %s",
            below(3), a_row("event", where, sizeof(where)));
        break;
    }
    run_sql(db, sql);
}

static void change_schema(sqlite3 *db)
{
    static const char *const statements[] = {
        "CREATE TRIGGER thief AFTER INSERT ON event BEGIN DELETE FROM \"row\"; END",
        "CREATE TRIGGER thief AFTER INSERT ON \"row\" BEGIN UPDATE \"row\" SET body = x'00'"
        " WHERE id = new.id; END",
        "CREATE TRIGGER thief BEFORE INSERT ON secret BEGIN SELECT RAISE(IGNORE); END",
        "CREATE TEMP TRIGGER thief BEFORE INSERT ON event BEGIN SELECT RAISE(IGNORE); END",
        "DROP TRIGGER event_unchanged",
        "DROP TRIGGER event_kept",
        "DROP VIEW activity",
        "CREATE VIEW thief AS SELECT * FROM event",
        "ALTER TABLE event RENAME TO kept; CREATE VIEW event AS SELECT seq, body, hash FROM kept",
        "ALTER TABLE event RENAME TO kept; CREATE VIEW event AS SELECT seq, replace(body, '1', '2')"
        " AS body, hash FROM kept",
        "ALTER TABLE \"row\" RENAME TO kept; CREATE VIEW \"row\" AS SELECT * FROM kept",
        "CREATE INDEX thief ON event(json_extract(body, '$.time'))",
        "CREATE UNIQUE INDEX thief ON \"row\"(body)",
        "CREATE INDEX thief ON \"row\"(length(body)) WHERE id > 5",
        "ALTER TABLE event ADD COLUMN more TEXT DEFAULT 'x'",
        "ALTER TABLE \"row\" ADD COLUMN twice AS (length(body))",
        "ALTER TABLE event RENAME COLUMN body TO text",
        "ALTER TABLE event DROP COLUMN hash",
        "CREATE TABLE sqlite_more(x)",
        "CREATE TABLE more(x); INSERT INTO more VALUES(1)",
        "CREATE VIRTUAL TABLE more USING fts5(x)",
        "DROP TABLE secret",
        "DROP TABLE \"row\"; CREATE TABLE \"row\"(id, body)",
        "DROP TABLE meta; CREATE TABLE meta(key, value)",
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', '');"
        " PRAGMA writable_schema = RESET",
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = 2 WHERE name = 'event'",
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = 99999 WHERE name = 'row'",
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'x' WHERE name = 'activity'",
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql,"
        " 'body BLOB NOT NULL', 'body BLOB NOT NULL DEFAULT x''00'' CHECK(length(body) < 9)')",
        "PRAGMA writable_schema = ON; INSERT INTO sqlite_schema SELECT type, 'event_kept2', "
        "tbl_name,"
        " rootpage, sql FROM sqlite_schema WHERE name = 'event_kept'",
        "ANALYZE; UPDATE sqlite_stat1 SET stat = 'unordered 9999999'",
    };
    run_sql(db, PICK(statements));
}

static void change_settings(sqlite3 *db)
{
    static const char *const statements[] = {
        "PRAGMA user_version = 99",
        "PRAGMA application_id = 7",
        "PRAGMA journal_mode = WAL",
        "PRAGMA journal_mode = DELETE",
        "PRAGMA auto_vacuum = FULL; VACUUM",
        "PRAGMA page_size = 512; PRAGMA journal_mode = DELETE; VACUUM",
        "PRAGMA page_size = 65536; PRAGMA journal_mode = DELETE; VACUUM",
        "PRAGMA schema_version = 2147483647",
        "PRAGMA default_cache_size = 1",
        "PRAGMA secure_delete = ON",
        "UPDATE meta SET value = CAST(value + 1 AS TEXT) WHERE key = 'schema'",
        "INSERT OR REPLACE INTO meta VALUES('first', '2')",
        "INSERT OR REPLACE INTO meta VALUES('first', '99999999999999999999')",
        "INSERT OR REPLACE INTO meta VALUES('archive', '/dev')",
        "INSERT OR REPLACE INTO meta VALUES('first', '3'), ('archive', '/dev/shm')",
        "INSERT OR REPLACE INTO meta VALUES('before', lower(hex(zeroblob(32))))",
    };
    run_sql(db, PICK(statements));
}

/* Changes bytes of the file itself, or its length. */
static void change_file(void)
{
    static uint8_t bytes[IMAGE_MAX];
    FILE *in = fopen(path, "rb");
    CHECK(in != NULL);
    size_t len = fread(bytes, 1, sizeof(bytes), in);
    fclose(in);
    const size_t used = strlen(done);
    const unsigned count = below(3) ? 1 + below(8) : 0;
    for (unsigned i = 0; len > 0 && i < count; i++) /* the header often */
        bytes[below(2) ? below(100) % len : rng_next(&chance) % len] = (uint8_t)rng_next(&chance);
    if (count == 0)
        len = len * below(1000) / 1000;
    snprintf(done + used, sizeof(done) - used, "  %u bytes changed, %zu left\n", count, len);
    put_file(path, bytes, len);
}

static bool change_store(void)
{
    put_file(path, image, image_len);
    done[0] = '\0';
    sqlite3 *db = hostile_open(path);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 0, NULL);
    for (unsigned left = 1 + below(3); left > 0; left--)
        switch (below(8)) {
        case 0:
        case 1:
            change_value(db);
            break;
        case 2:
        case 3:
            change_bytes(db);
            break;
        case 4:
            change_amount(db);
            break;
        case 5:
            change_rows(db);
            break;
        case 6:
            change_schema(db);
            break;
        default:
            change_settings(db);
            break;
        }
    const bool chained = below(4) == 0;
    if (chained)
        hostile_chain(db);
    sqlite3_close(db);
    if (below(8) == 0)
        change_file();
    return chained;
}

/* ---- The right content ---- */

struct money {
    uint8_t hash[32];
};

struct adding {
    crypto_generichash_state state;
};

/* Hashes the rows that a start does not change: meters and books, plays, claims, people, tables,
 * their machines. */
static int add_row(void *context, const struct store_row *row)
{
    struct adding *a = context;
    switch (row->id >> 48) {
    case FLOOR_ROW_GENERAL:
    case FLOOR_ROW_LAYOUT:
    case FLOOR_ROW_ALARM:
        return 0;
    default:
        crypto_generichash_update(&a->state, (const uint8_t *)&row->id, sizeof(row->id));
        crypto_generichash_update(&a->state, row->body, row->len);
        return 0;
    }
}

static struct money money_of(const struct floor *f)
{
    struct money m;
    struct adding a;
    crypto_generichash_init(&a.state, NULL, 0, sizeof(m.hash));
    (void)stored_each_row(f, add_row, &a);
    crypto_generichash_final(&a.state, m.hash, sizeof(m.hash));
    return m;
}

static bool is_same(const struct money *a, const struct money *b)
{
    return memcmp(a, b, sizeof(*a)) == 0;
}

static int take_hash(void *context, const struct store_event *event)
{
    memcpy(context, event->hash, STORE_HASH_BYTES);
    return 0;
}

/* What a log comes to at that event. False if it cannot be replayed. */
static bool fold(struct store *store, uint64_t seq, struct money *out)
{
    struct floor f;
    struct cr_err ignored;
    struct store_head head = {.seq = seq}, beginning = {0};
    void *memory = malloc(floor_memory_size(&hostile_limits));
    CHECK(memory != NULL);
    floor_init(&f, &hostile_limits, memory);
    bool is_good = store_read(store, seq, 1, take_hash, head.hash, &ignored) == 0 &&
                   stored_fold(store, &beginning, &head, &f, &ignored) == 0;
    if (is_good)
        *out = money_of(&f);
    free(memory);
    return is_good;
}

/* The money may be what the untouched log comes to; or, where all hashes were made anew, what the
 * log that is there comes to. */
static bool is_right(struct store *store, uint64_t seq, bool chained, const struct money *found)
{
    struct money right;
    CHECK(fold(base, seq < base_head.seq ? seq : base_head.seq, &right));
    return is_same(found, &right) ||
           (chained && fold(store, seq, &right) && is_same(found, &right));
}

/* ---- Readers ---- */

static int compare_with_base(void *context, const struct store_event *event)
{
    uint8_t hash[STORE_HASH_BYTES];
    bool *same = context;
    *same = *same && store_read(base, event->seq, 1, take_hash, hash, &err) == 0 &&
            event->seq <= base_head.seq && memcmp(hash, event->hash, sizeof(hash)) == 0;
    return 0;
}

static void verify(struct store *store, bool chained)
{
    static struct verify_report report;
    const struct verify_options options = {.one_thread = true, .limits = &hostile_limits};
    bool same = true;
    err.text[0] = '\0';
    const int rc = verify_store(store, &options, &report, &err);
    if (rc != 0 && err.text[0] == '\0')
        bad("verify does not say why");
    if (rc != 0 || verify_fault_count(&report) != 0 || chained)
        return;
    CHECK(store_read(store, 1, UINT64_MAX, compare_with_base, &same, &err) == 0);
    if (!same)
        bad("verify is content with another log");
    struct floor f;
    struct store_head head;
    enum stored_rows rows;
    void *memory = malloc(floor_memory_size(&hostile_limits));
    CHECK(memory != NULL && store_head(store, &head, &err) == 0);
    floor_init(&f, &hostile_limits, memory);
    if (head.seq > 0 && stored_look(store, &rows, &err) == 0 && rows == STORED_ROWS_FIT) {
        if (stored_load(store, &head, &f, &err) != 0)
            bad("verify is content with rows that cannot be loaded");
        const struct money found = money_of(&f);
        if (!is_right(store, head.seq, false, &found))
            bad("verify is content with other rows");
    }
    free(memory);
}

static void copy(struct store *store, bool chained)
{
    struct memory_disk *disk = memory_disk_new();
    struct store *to = NULL;
    struct store_head head;
    bool same = true;
    CHECK(memory_disk_open(disk, &to) == 0);
    err.text[0] = '\0';
    if (store_copy(store, to, NULL, NULL, &err) != 0) {
        if (err.text[0] == '\0')
            bad("copy does not say why");
    } else if (!chained && store_head(to, &head, &err) == 0 && head.seq > 0 &&
               store_beginning(to)->first == 1) {
        CHECK(store_read(to, 1, UINT64_MAX, compare_with_base, &same, &err) == 0);
        if (!same)
            bad("another log was copied");
    }
    store_close(to);
    memory_disk_free(disk);
}

static void start(bool chained)
{
    struct store *store = NULL;
    struct manager *m = NULL;
    struct store_head head;
    const struct manager_config config = {
        .id = "m1", .version = "test", .lease_ms = 2000, .limits = hostile_limits};
    err.text[0] = '\0';
    int rc = store_open(path, STORE_WRITE, &store, &err);
    if (rc == 0)
        rc = store_head(store, &head, &err);
    if (rc == 0)
        rc = manager_new(store, &config, NIGHT_START_MS + 3600000, 0, &m, &err);
    if (rc != 0 && err.text[0] == '\0')
        bad("a start does not say why");
    if (rc == 0 && head.seq > 0 && !manager_floor(m)->general.halted) {
        const struct money found = money_of(manager_floor(m));
        if (!is_right(store, head.seq, chained, &found))
            bad("a manager plays on other money");
    }
    manager_free(rc == 0 ? m : NULL);
    store_close(store);
}

static void read_in_process(bool chained)
{
    struct store *store = NULL;
    err.text[0] = '\0';
    if (store_open(path, STORE_READ, &store, &err) == 0) {
        verify(store, chained);
        copy(store, chained);
        store_close(store);
    } else if (err.text[0] == '\0')
        bad("a reader does not say why");
    start(chained);
}

/* ---- The program ---- */

/* The command must end by itself, with a message if it does not do what was asked. */
static void run(const char *croupier, const char *const *words)
{
    char line[512] = "", said[128];
    const char *argv[16] = {croupier};
    struct stat s;
    int status = 0;
    for (unsigned i = 0; words[i] != NULL; i++) {
        argv[i + 1] = words[i];
        strncat(line, words[i], sizeof(line) - strlen(line) - 2);
        strcat(line, " ");
    }
    snprintf(said, sizeof(said), "%s/said", folder);
    const pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        const int out = open(said, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        const int in = open("/dev/null", O_RDONLY);
        dup2(in, 0);
        dup2(out, 1);
        dup2(out, 2);
        alarm(LIMIT_S);
        execv(croupier, (char *const *)(uintptr_t)argv);
        _exit(127);
    }
    CHECK(waitpid(child, &status, 0) == child);
    if (!WIFEXITED(status) || WEXITSTATUS(status) > 2 || stat(said, &s) != 0 ||
        (WEXITSTATUS(status) != 0 && s.st_size == 0)) {
        snprintf(err.text, sizeof(err.text), "%.300s: status %x", line, (unsigned)status);
        bad("a command did not end with a sentence");
    }
}

static void read_by_program(const char *croupier, bool chained)
{
    char copied[96];
    static uint8_t kept[IMAGE_MAX];
    snprintf(copied, sizeof(copied), "%s/copy.db", folder);
    FILE *in = fopen(path, "rb");
    CHECK(in != NULL);
    const size_t len = fread(kept, 1, sizeof(kept), in);
    fclose(in);
    run(croupier, (const char *const[]){"verify", path, NULL});
    run(croupier, (const char *const[]){"doctor", "--store", path, NULL});
    run(croupier, (const char *const[]){"db", "info", path, NULL});
    run(croupier, (const char *const[]){"log", "--store", path, NULL});
    run(croupier, (const char *const[]){"log", "--store", path, "--json", NULL});
    run(croupier, (const char *const[]){"status", "--store", path, NULL});
    run(croupier, (const char *const[]){"config", "list", "--store", path, NULL});
    run(croupier, (const char *const[]){"report", "coin-in", "--store", path, NULL});
    run(croupier, (const char *const[]){"report", "jackpots", "--store", path, NULL});
    remove_files(copied);
    run(croupier, (const char *const[]){"db", "copy", path, copied, NULL});
    remove_files(copied);
    run(croupier, (const char *const[]){"backup", path, copied, NULL});
    run(croupier, (const char *const[]){"db", "rebuild", path, NULL});
    start(chained); /* on what the rebuild left */
    put_file(path, kept, len);
}

int main(int argc, char **argv)
{
    const uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 300;
    const uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    CHECK(sodium_init() >= 0);
    make_base();
    for (seed = first; seed < first + count; seed++) {
        chance.state = seed * UINT64_C(0x2545f4914f6cdd1d);
        const bool chained = change_store();
        if (argc > 3)
            read_by_program(argv[3], chained);
        read_in_process(chained);
    }
    store_close(base);
    printf("%llu stores from seed %llu on: every reader was right or said why\n",
           (unsigned long long)count, (unsigned long long)first);
    return 0;
}
