/* The SQLite back end and its file: who may open it, what is refused, who can read while another
 * one writes. */
#define _XOPEN_SOURCE 700 /* truncate */

#include "os/clock.h"
#include "store/place.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static struct cr_err err;

static const char *path_of(const struct place *place)
{
    return place->address + strlen("sqlite:");
}

static bool exists(const struct place *place, const char *suffix)
{
    char path[300];
    snprintf(path, sizeof path, "%s%s", path_of(place), suffix);
    return access(path, F_OK) == 0;
}

/* Makes a store with this many events, and closes it. */
static struct place place_with(size_t events)
{
    struct place place = place_fresh("sqlite", 0);
    struct store *store = place_open(&place, STORE_CREATE);
    for (; events > 500; events -= 500)
        batch_write(store, 500);
    batch_write(store, events);
    store_close(store);
    return place;
}

static void expect_refused(const struct place *place, enum store_mode mode, int code,
                           const char *words)
{
    struct store *store;
    err = (struct cr_err){0};
    assert_int_equal(store_open(place->address, mode, &store, &err), code);
    assert_null(store);
    if (!strstr(err.text, words))
        fail_msg("\"%s\" does not say \"%s\"", err.text, words);
}

/* Runs SQL as another program. Returns the first column of the first row in `answer`. */
static void other_program(const struct place *place, const char *sql, char *answer, size_t size)
{
    sqlite3 *db;
    sqlite3_stmt *statement = NULL;
    assert_int_equal(sqlite3_open(path_of(place), &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
    int found = sqlite3_step(statement);
    assert_true(found == SQLITE_ROW || found == SQLITE_DONE);
    if (answer)
        snprintf(answer, size, "%s", (const char *)sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static void write_file(const struct place *place, const void *bytes, size_t len)
{
    FILE *file = fopen(path_of(place), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, len, file), len);
    assert_int_equal(fclose(file), 0);
}

static struct place copy_of(const struct place *place)
{
    struct place copy = place_fresh("sqlite", 1);
    FILE *from = fopen(path_of(place), "rb");
    assert_non_null(from);
    static char bytes[8 << 20];
    size_t len = fread(bytes, 1, sizeof bytes, from);
    assert_true(len > 0 && len < sizeof bytes);
    fclose(from);
    write_file(&copy, bytes, len);
    return copy;
}

static void a_second_writer_is_told_who_has_it(void **state)
{
    (void)state;
    struct place place = place_fresh("sqlite", 0);
    struct store *store = place_open(&place, STORE_CREATE);
    char who[64];
    snprintf(who, sizeof who, "process %ld has", (long)getpid());
    expect_refused(&place, STORE_WRITE, CR_E_STATE, who);
    expect_refused(&place, STORE_CREATE, CR_E_STATE, who);
    /* also under another name */
    struct place other = place_fresh("sqlite", 1);
    assert_int_equal(symlink(path_of(&place), path_of(&other)), 0);
    expect_refused(&other, STORE_WRITE, CR_E_STATE, who);
    batch_write(store, 2);
    store_close(store);
    store = place_open(&other, STORE_WRITE);
    log_expect(store, 2);
    store_close(store);
}

/* Starts a writer in another process, and kills it in the middle of a batch. */
static void kill_a_writer(const struct place *place)
{
    int ready[2];
    assert_int_equal(pipe(ready), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct store *store = place_open(place, STORE_WRITE);
        struct store_head head;
        batch_write(store, 3);
        if (store_begin(store, &head, NULL) != CR_OK)
            _exit(1);
        batch_append(store, &head, 4, NULL, 0);
        if (write(ready[1], "x", 1) != 1)
            _exit(1);
        for (;;)
            pause();
    }
    char byte;
    close(ready[1]);
    assert_int_equal(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    char who[64];
    snprintf(who, sizeof who, "process %ld has", (long)child);
    expect_refused(place, STORE_WRITE, CR_E_STATE, who);
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, NULL, 0), child);
}

static void a_killed_writer_leaves_whole_batches_and_no_lock(void **state)
{
    (void)state;
    struct place place = place_with(5);
    kill_a_writer(&place);
    assert_true(exists(&place, "-wal"));
    struct store *reader = place_open(&place, STORE_READ);
    log_expect(reader, 8);
    struct store *store = place_open(&place, STORE_WRITE);
    log_expect(store, 8);
    batch_write(store, 1);
    log_expect(reader, 9);
    store_close(reader);
    store_close(store);
}

/* Removes archived events and dies: what the file alone has then is older than the removal, which
 * is in the write-ahead log. */
static void trim_and_die(const struct place *place, const struct store_beginning *beginning)
{
    int ready[2];
    char byte;
    assert_int_equal(pipe(ready), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct store *store = place_open(place, STORE_WRITE);
        batch_write(store, 300);
        batch_begin(store);
        if (store_trim(store, beginning, NULL) != CR_OK)
            _exit(1);
        batch_commit(store);
        if (write(ready[1], "x", 1) != 1)
            _exit(1);
        for (;;)
            pause();
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
    close(ready[0]);
    close(ready[1]);
}

static void a_writer_killed_after_removing_events_has_removed_them(void **state)
{
    (void)state;
    struct place place = place_with(5);
    const struct store_beginning beginning = {.first = 4, .folder = "/nowhere"};
    trim_and_die(&place, &beginning);
    struct store *store = place_open(&place, STORE_WRITE);
    struct store_head head;
    assert_int_equal(store_beginning(store)->first, 4);
    assert_int_equal(store_head(store, &head, &err), CR_OK);
    assert_int_equal(head.seq, 305);
    batch_write(store, 1);
    store_close(store);
    char answer[16], names[256];
    other_program(&place, "SELECT min(seq) FROM event", answer, sizeof answer);
    assert_string_equal(answer, "4");
    /* Events that somebody puts back are noticed. */
    other_program(&place, "INSERT INTO event VALUES(3, 'x', x'00')", NULL, 0);
    store = place_open(&place, STORE_READ);
    assert_int_equal(store_strangers(store, names, sizeof names, &err), CR_OK);
    assert_non_null(strstr(names, "an event before the first one"));
    store_close(store);
}

static void files_are_private(void **state)
{
    (void)state;
    mode_t before = umask(0);
    struct place place = place_fresh("sqlite", 0);
    struct store *store = place_open(&place, STORE_CREATE);
    batch_write(store, 1);
    static const char *const suffixes[] = {"", "-wal", "-shm", ".lock"};
    for (unsigned i = 0; i < 4; i++) {
        char path[300];
        struct stat info;
        snprintf(path, sizeof path, "%s%s", path_of(&place), suffixes[i]);
        assert_int_equal(stat(path, &info), 0);
        assert_int_equal(info.st_mode & 0777, 0600);
    }
    store_close(store);
    umask(before);
}

static void what_is_not_a_store_is_refused(void **state)
{
    (void)state;
    struct place place = place_fresh("sqlite", 0);
    expect_refused(&place, STORE_WRITE, CR_E_NOT_FOUND, "no such store");
    expect_refused(&place, STORE_READ, CR_E_NOT_FOUND, "no such store");
    assert_false(exists(&place, "") || exists(&place, ".lock"));
    struct place folder = {.engine = "sqlite"};
    snprintf(folder.address, sizeof folder.address, "%s", place_folder());
    expect_refused(&folder, STORE_CREATE, CR_E_INPUT, "a store is a file");
    struct place deep = {.engine = "sqlite"};
    snprintf(deep.address, sizeof deep.address, "%s/no/such/store.db", place_folder());
    expect_refused(&deep, STORE_CREATE, CR_E_IO, "No such file");
    char garbage[20000];
    memset(garbage, 'g', sizeof garbage);
    write_file(&place, garbage, sizeof garbage);
    for (enum store_mode mode = STORE_READ; mode <= STORE_CREATE; mode++)
        expect_refused(&place, mode, CR_E_INPUT, "not a store");
    write_file(&place, "", 0);
    expect_refused(&place, STORE_READ, CR_E_NOT_FOUND, "no store in it yet");
    expect_refused(&place, STORE_WRITE, CR_E_NOT_FOUND, "no store in it yet");
    store_close(place_open(&place, STORE_CREATE)); /* the creation was interrupted, and goes on */
    struct store *store;
    assert_int_equal(store_open("sqlite:", STORE_CREATE, &store, &err), CR_E_INPUT);
}

static void another_programs_database_stays_as_it_is(void **state)
{
    (void)state;
    struct place place = place_fresh("sqlite", 0);
    other_program(&place, "CREATE TABLE songs(title TEXT)", NULL, 0);
    expect_refused(&place, STORE_CREATE, CR_E_INPUT, "another program");
    char mode[16];
    other_program(&place, "PRAGMA journal_mode", mode, sizeof mode);
    assert_string_equal(mode, "delete");
}

static void a_newer_store_is_refused(void **state)
{
    (void)state;
    struct place place = place_with(1);
    other_program(&place, "UPDATE meta SET value = '4' WHERE key = 'schema'", NULL, 0);
    for (enum store_mode mode = STORE_READ; mode <= STORE_CREATE; mode++)
        expect_refused(&place, mode, CR_E_INPUT, "newer program (schema 4; this one knows 3)");
}

/* Secrets came with the second version of the schema. */
static void an_older_store_is_brought_up_to_date(void **state)
{
    (void)state;
    struct place place = place_with(3);
    char text[STORE_SECRET_MAX];
    struct cr_err fault;
    other_program(&place, "DROP TABLE secret", NULL, 0);
    other_program(&place, "UPDATE meta SET value = '1' WHERE key = 'schema'", NULL, 0);
    expect_refused(&place, STORE_READ, CR_E_INPUT, "older program (schema 1)");
    struct store *store = place_open(&place, STORE_WRITE);
    log_expect(store, 3);
    struct store_head head = batch_begin(store);
    batch_append(store, &head, 1, NULL, 0);
    assert_int_equal(store_put_secret(store, "pin/Ann", "kept", &fault), CR_OK);
    batch_commit(store);
    assert_int_equal(store_secret(store, "pin/Ann", text, sizeof text, &fault), CR_OK);
    store_close(store);
}

static int ignore_event(void *context, const struct store_event *event)
{
    (void)context, (void)event;
    return 0;
}

/* However much is cut off, opening the store or reading its log notices it. */
static void a_truncated_file_is_noticed(void **state)
{
    (void)state;
    struct place whole = place_with(3000);
    struct stat info;
    assert_int_equal(stat(path_of(&whole), &info), 0);
    for (unsigned eighth = 1; eighth < 8; eighth++) {
        struct place place = copy_of(&whole);
        assert_int_equal(truncate(path_of(&place), info.st_size / 8 * eighth), 0);
        struct store *store;
        err = (struct cr_err){0};
        int code = store_open(place.address, STORE_READ, &store, &err);
        if (code == CR_OK) {
            code = store_read(store, 1, UINT64_MAX, ignore_event, NULL, &err);
            store_close(store);
        }
        assert_int_equal(code, CR_E_IO);
    }
}

static void permissions_are_respected(void **state)
{
    (void)state;
    struct place place = place_with(2);
    bool root = geteuid() == 0;
    /* the folder is reachable, but the file belongs to somebody else or is closed to everybody */
    assert_int_equal(chmod(place_folder(), 0755), 0);
    assert_int_equal(chmod(path_of(&place), 0), 0);
    if (root)
        assert_int_equal(seteuid(65534), 0);
    expect_refused(&place, STORE_READ, CR_E_IO, "Permission denied");
    expect_refused(&place, STORE_WRITE, CR_E_IO, "Permission denied");
    if (root)
        assert_int_equal(seteuid(0), 0);
    assert_int_equal(chmod(path_of(&place), 0444), 0);
    assert_int_equal(chmod(place_folder(), 0555), 0);
    if (root)
        assert_int_equal(seteuid(65534), 0);
    /* a store on a disk that cannot be written to can be read */
    struct store *store = place_open(&place, STORE_READ);
    log_expect(store, 2);
    store_close(store);
    expect_refused(&place, STORE_WRITE, CR_E_IO, "Permission denied");
    if (root)
        assert_int_equal(seteuid(0), 0);
    assert_int_equal(chmod(place_folder(), 0700), 0);
}

static void a_copied_file_is_read_without_a_trace(void **state)
{
    (void)state;
    struct place original = place_with(700), place = copy_of(&original);
    struct store *reader = place_open(&place, STORE_READ);
    log_expect(reader, 700);
    assert_false(exists(&place, "-wal") || exists(&place, "-shm") || exists(&place, ".lock"));
    /* then a manager is started on it */
    struct store *store = place_open(&place, STORE_WRITE);
    for (unsigned i = 1; i <= 20; i++) {
        batch_write(store, 500);
        log_expect(reader, 700 + 500 * i);
    }
    store_close(store);
    log_expect(reader, 10700);
    /* the file alone is the whole store again, although a reader is still there */
    struct place again = copy_of(&place);
    store_close(reader);
    reader = place_open(&again, STORE_READ);
    log_expect(reader, 10700);
    store_close(reader);
}

struct starting {
    struct place place;
    struct store *manager;
};

static int start_a_manager(void *context, const struct store_event *event)
{
    struct starting *starting = context;
    if (event->seq == 100) {
        starting->manager = place_open(&starting->place, STORE_WRITE);
        batch_write(starting->manager, 5);
    }
    return 0;
}

/* A store without a writer is read without locks. If a manager starts meanwhile, the reader says
 * so. */
static void a_manager_that_starts_during_a_read_is_noticed(void **state)
{
    (void)state;
    struct starting starting = {.place = place_with(700)};
    struct store *reader = place_open(&starting.place, STORE_READ);
    assert_int_equal(store_read(reader, 1, UINT64_MAX, start_a_manager, &starting, &err), CR_E_IO);
    assert_non_null(strstr(err.text, "read it again"));
    log_expect(reader, 705);
    store_close(starting.manager);
    store_close(reader);
}

static void names_may_be_odd(void **state)
{
    (void)state;
    struct place place = {.engine = "sqlite"};
    snprintf(place.address, sizeof place.address, "sqlite:%s/a b%%20?mode=ro#é.db", place_folder());
    struct store *store = place_open(&place, STORE_CREATE);
    batch_write(store, 3);
    store_close(store);
    assert_true(exists(&place, ""));
    store = place_open(&place, STORE_READ);
    log_expect(store, 3);
    store_close(store);
}

/* Another program writes to the file in spite of the lock: the writer stops at once. */
static void a_log_changed_behind_the_writer_stops_it(void **state)
{
    (void)state;
    static const char *const changes[] = {
        "INSERT INTO event VALUES(4, '{}', zeroblob(32))",
        "DELETE FROM event WHERE seq = 3",
        "UPDATE event SET hash = zeroblob(32) WHERE seq = 3",
    };
    for (unsigned i = 0; i < 3; i++) {
        struct place place = place_with(3);
        struct store *store = place_open(&place, STORE_WRITE);
        struct store_head head;
        other_program(&place, "DROP TRIGGER event_kept", NULL, 0);
        other_program(&place, "DROP TRIGGER event_unchanged", NULL, 0);
        other_program(&place, changes[i], NULL, 0);
        assert_int_equal(store_begin(store, &head, &err), CR_E_IO);
        assert_non_null(strstr(err.text, "something else changed the file"));
        assert_int_equal(store_begin(store, &head, &err), CR_E_IO);
        assert_non_null(strstr(err.text, "opened again"));
        store_close(store);
    }
}

/* Events of a large batch are numbered by the table itself. If somebody has replaced it by a table
 * that does not number, that is noticed before anything is durable. */
static void a_table_that_does_not_count_takes_no_events(void **state)
{
    (void)state;
    struct place place = place_with(3);
    other_program(&place, "DROP VIEW activity", NULL, 0);
    other_program(&place, "ALTER TABLE event RENAME TO kept", NULL, 0);
    other_program(&place, "CREATE TABLE event(seq, body, hash)", NULL, 0);
    other_program(&place, "INSERT INTO event SELECT * FROM kept", NULL, 0);
    struct store *store = place_open(&place, STORE_WRITE);
    struct store_head head;
    struct store_event events[16] = {0};
    assert_int_equal(store_begin(store, &head, &err), CR_OK);
    for (unsigned i = 0; i < 16; i++) {
        events[i] = (struct store_event){.seq = head.seq + 1 + i, .body = "{}", .len = 2};
        store_chain(i == 0 ? head.hash : events[i - 1].hash, "{}", 2, events[i].hash);
    }
    assert_int_equal(store_append(store, events, 16, NULL, 0, &err), CR_E_IO);
    assert_non_null(strstr(err.text, "something else changed the file"));
    assert_int_equal(store_commit(store, &err), CR_E_IO);
    store_close(store);
    char answer[16];
    other_program(&place, "SELECT count(*) FROM event", answer, sizeof answer);
    assert_string_equal(answer, "3");
}

/* REC-1, REG-15: the log only grows; no event goes by age or by another program. */
static void events_are_neither_changed_nor_removed(void **state)
{
    (void)state;
    static const char *const changes[] = {
        "DELETE FROM event WHERE seq = 1",
        "UPDATE event SET body = '{}' WHERE seq = 2",
        "DELETE FROM event",
    };
    struct place place = place_with(3);
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path_of(&place), &db), SQLITE_OK);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(sqlite3_exec(db, changes[i], NULL, NULL, NULL), SQLITE_CONSTRAINT);
        assert_non_null(strstr(sqlite3_errmsg(db), "events are never"));
    }
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    struct store *store = place_open(&place, STORE_WRITE);
    log_expect(store, 3);
    store_close(store);
}

static void auditors_have_a_view(void **state)
{
    (void)state;
    struct place place = place_with(150);
    char answer[200];
    other_program(
        &place,
        "SELECT seq || ' ' || time || ' ' || kind || ' ' || \"table\" || ' ' || seat || ' ' ||"
        " amount || ' ' || coalesce(user, '-') FROM activity WHERE seq = 123",
        answer, sizeof answer);
    assert_string_equal(answer, "123 1700000000123 coin 3 5 23.00 -");
    other_program(&place, "PRAGMA journal_mode", answer, sizeof answer);
    assert_string_equal(answer, "wal");
}

static int cleanup(void **state)
{
    (void)state;
    place_cleanup();
    return 0;
}

/* ---- The file is moved or replaced under its writer (V1) ---- */

static void move_part(const struct place *place, const char *suffix, const char *to)
{
    char from[300], name[300];
    snprintf(from, sizeof from, "%s%s", path_of(place), suffix);
    snprintf(name, sizeof name, "%s%s", path_of(place), to);
    assert_int_equal(rename(from, name), 0);
}

static void copy_part(const struct place *place, const char *suffix, const char *to)
{
    static char bytes[8 << 20];
    char from[300], name[300];
    snprintf(from, sizeof from, "%s%s", path_of(place), suffix);
    snprintf(name, sizeof name, "%s%s", path_of(place), to);
    FILE *in = fopen(from, "rb"), *out = fopen(name, "wb");
    assert_true(in != NULL && out != NULL);
    const size_t len = fread(bytes, 1, sizeof bytes, in);
    assert_int_equal(fwrite(bytes, 1, len, out), len);
    assert_int_equal(fclose(in) + fclose(out), 0);
}

/* Writes a batch. Returns 0 if it is durable. */
static int write_one(struct store *store)
{
    struct store_head head;
    err = (struct cr_err){0};
    if (store_begin(store, &head, &err) != CR_OK)
        return err.code;
    batch_append(store, &head, 1, NULL, 0);
    return store_commit(store, &err);
}

/* Objects with names like SQLite's own can be written into the schema by hand; they must be
 * reported. */
static void nothing_hides_behind_a_name_of_sqlites(void **state)
{
    (void)state;
    static const char *const inserts[] = {
        "INSERT INTO sqlite_schema VALUES('trigger', 'sqlite_thief', 'event', 0, 'CREATE TRIGGER"
        " sqlite_thief AFTER INSERT ON event BEGIN DELETE FROM \"row\"; END')",
        "INSERT INTO sqlite_schema VALUES('view', 'sqlite_autoindex_thief_1', 'event', 0, 'CREATE"
        " VIEW sqlite_autoindex_thief_1 AS SELECT 1')",
        "INSERT INTO sqlite_schema VALUES('view', 'sqlite_stat1', 'sqlite_stat1', 0, 'CREATE"
        " VIEW sqlite_stat1 AS SELECT 1')",
    };
    static const char *const names_of[] = {"trigger sqlite_thief", "view sqlite_autoindex_thief_1",
                                           "view sqlite_stat1"};
    char names[256];
    for (unsigned i = 0; i < 3; i++) {
        struct place place = place_with(3);
        sqlite3 *db;
        assert_int_equal(sqlite3_open(path_of(&place), &db), SQLITE_OK);
        assert_int_equal(sqlite3_exec(db, "PRAGMA writable_schema = ON", NULL, NULL, NULL), 0);
        assert_int_equal(sqlite3_exec(db, inserts[i], NULL, NULL, NULL), SQLITE_OK);
        sqlite3_close(db);
        struct store *store = NULL;
        if (store_open(place.address, STORE_READ, &store, &err) != CR_OK)
            continue; /* SQLite itself refuses it */
        assert_int_equal(store_strangers(store, names, sizeof names, &err), CR_OK);
        assert_non_null(strstr(names, names_of[i]));
        store_close(store);
    }
    /* The tables of ANALYZE are not foreign. */
    struct place place = place_with(3);
    other_program(&place, "ANALYZE", NULL, 0);
    struct store *store = place_open(&place, STORE_READ);
    assert_int_equal(store_strangers(store, names, sizeof names, &err), CR_OK);
    assert_string_equal(names, "");
    store_close(store);
}

static void a_part_that_is_moved_or_replaced_stops_the_writer(void **state)
{
    (void)state;
    static const char *const parts[] = {"", "-wal", "-shm", ".lock"};
    for (unsigned i = 0; i < 12; i++) {
        struct place place = place_with(3);
        struct store *store = place_open(&place, STORE_WRITE);
        if (i >= 8) /* longer than the resolution of the folder's times */
            clock_sleep_ms(150);
        assert_int_equal(write_one(store), CR_OK);
        assert_int_equal(store_check_place(store, &err), CR_OK);
        move_part(&place, parts[i % 4], ".away");
        if (i >= 4)
            copy_part(&place, ".away", parts[i % 4]);
        const bool is_asked = i < 8 && i % 2 == 0;
        if (is_asked)
            assert_int_equal(store_check_place(store, &err), CR_E_IO);
        else
            assert_int_equal(write_one(store), CR_E_IO);
        assert_non_null(strstr(err.text, i < 4 ? "moved or removed" : "taken its place"));
        assert_int_equal(write_one(store), CR_E_IO);
        store_close(store);
        /* When the part is put back, every event is there. */
        move_part(&place, ".away", parts[i % 4]);
        store = place_open(&place, STORE_WRITE);
        log_expect(store, is_asked ? 4 : 5);
        store_close(store);
    }
}

/* The store's own folder does not change in this case, and still not even one more batch is taken.
 */
static void a_folder_that_is_moved_further_up_stops_the_writer(void **state)
{
    (void)state;
    char inner[300], away[300];
    struct place place = place_fresh("sqlite", 0);
    snprintf(away, sizeof away, "%s.away", place_folder());
    snprintf(inner, sizeof inner, "%s/inner", place_folder());
    assert_int_equal(mkdir(inner, 0700), 0);
    snprintf(place.address, sizeof place.address, "sqlite:%.200s/floor.db", inner);
    struct store *store = place_open(&place, STORE_CREATE);
    clock_sleep_ms(150); /* longer than the resolution of the folder's times */
    assert_int_equal(write_one(store), CR_OK);
    assert_int_equal(rename(place_folder(), away), 0);
    assert_int_equal(write_one(store), CR_E_IO);
    assert_non_null(strstr(err.text, "moved or removed"));
    store_close(store);
    assert_int_equal(rename(away, place_folder()), 0);
    store = place_open(&place, STORE_WRITE);
    log_expect(store, 2);
    store_close(store);
}

static void no_store_is_made_beside_the_remains_of_one(void **state)
{
    (void)state;
    static const char *const parts[] = {"-wal", "-shm", "-journal", ".lock"};
    struct place place = place_with(3);
    kill_a_writer(&place);
    assert_int_equal(unlink(path_of(&place)), 0);
    expect_refused(&place, STORE_CREATE, CR_E_STATE, "-wal of one");
    assert_true(exists(&place, "-wal") && !exists(&place, ""));
    write_file(&place, "", 0); /* an empty file is no better than none */
    expect_refused(&place, STORE_CREATE, CR_E_STATE, "-wal of one");
    for (unsigned i = 0; i < 4; i++) {
        place = place_fresh("sqlite", 0);
        write_file(&place, "x", 1);
        move_part(&place, "", parts[i]);
        expect_refused(&place, STORE_CREATE, CR_E_STATE, parts[i]);
        assert_true(exists(&place, parts[i]));
    }
    /* What a writer leaves after an orderly end is no obstacle. */
    place = place_with(3);
    assert_int_equal(unlink(path_of(&place)), 0);
    store_close(place_open(&place, STORE_CREATE));
}

static void a_store_has_one_name(void **state)
{
    (void)state;
    struct place place = place_with(3), other = place_fresh("sqlite", 1);
    assert_int_equal(link(path_of(&place), path_of(&other)), 0);
    expect_refused(&place, STORE_WRITE, CR_E_STATE, "hard links");
    expect_refused(&other, STORE_WRITE, CR_E_STATE, "hard links");
    struct store *reader = place_open(&other, STORE_READ);
    log_expect(reader, 3);
    store_close(reader);
    assert_int_equal(unlink(path_of(&other)), 0);
    store_close(place_open(&place, STORE_WRITE));
}

/* The next start would find another store under that name, or make one. */
static void a_name_that_leads_elsewhere_stops_the_writer(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        struct place place = place_with(3), name = place_fresh("sqlite", 1);
        assert_int_equal(symlink(path_of(&place), path_of(&name)), 0);
        struct store *store = place_open(&name, STORE_WRITE);
        assert_int_equal(write_one(store), CR_OK);
        assert_int_equal(store_check_place(store, &err), CR_OK);
        assert_int_equal(unlink(path_of(&name)), 0);
        if (i == 1)
            write_file(&name, "x", 1);
        assert_int_equal(store_check_place(store, &err), CR_E_IO);
        assert_non_null(strstr(err.text, i == 0 ? "moved or removed" : "taken its place"));
        assert_int_equal(write_one(store), CR_E_IO);
        store_close(store);
        store = place_open(&place, STORE_WRITE);
        log_expect(store, 4);
        store_close(store);
    }
}

static void a_write_ahead_log_of_another_store_is_not_taken(void **state)
{
    (void)state;
    struct place place = place_with(20);
    kill_a_writer(&place);
    copy_part(&place, "-wal", ".kept");
    struct place other = place_fresh("sqlite", 1);
    struct store *store = place_open(&other, STORE_CREATE);
    batch_write(store,
                40); /* events of every store of these tests are the same, as far as they go */
    store_close(store);
    move_part(&place, "", ".away");
    assert_int_equal(rename(path_of(&other), path_of(&place)), 0);
    expect_refused(&place, STORE_WRITE, CR_E_INPUT, "belongs to another store");
    /* Neither store was harmed. */
    copy_part(&place, ".kept", "-wal");
    move_part(&place, ".away", "");
    store = place_open(&place, STORE_WRITE);
    log_expect(store, 23);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_second_writer_is_told_who_has_it),
        cmocka_unit_test(a_killed_writer_leaves_whole_batches_and_no_lock),
        cmocka_unit_test(a_writer_killed_after_removing_events_has_removed_them),
        cmocka_unit_test(files_are_private),
        cmocka_unit_test(what_is_not_a_store_is_refused),
        cmocka_unit_test(another_programs_database_stays_as_it_is),
        cmocka_unit_test(a_newer_store_is_refused),
        cmocka_unit_test(an_older_store_is_brought_up_to_date),
        cmocka_unit_test(a_truncated_file_is_noticed),
        cmocka_unit_test(permissions_are_respected),
        cmocka_unit_test(a_copied_file_is_read_without_a_trace),
        cmocka_unit_test(a_manager_that_starts_during_a_read_is_noticed),
        cmocka_unit_test(names_may_be_odd),
        cmocka_unit_test(a_log_changed_behind_the_writer_stops_it),
        cmocka_unit_test(a_table_that_does_not_count_takes_no_events),
        cmocka_unit_test(events_are_neither_changed_nor_removed),
        cmocka_unit_test(auditors_have_a_view),
        cmocka_unit_test(nothing_hides_behind_a_name_of_sqlites),
        cmocka_unit_test(a_part_that_is_moved_or_replaced_stops_the_writer),
        cmocka_unit_test(a_folder_that_is_moved_further_up_stops_the_writer),
        cmocka_unit_test(no_store_is_made_beside_the_remains_of_one),
        cmocka_unit_test(a_store_has_one_name),
        cmocka_unit_test(a_name_that_leads_elsewhere_stops_the_writer),
        cmocka_unit_test(a_write_ahead_log_of_another_store_is_not_taken),
    };
    return cmocka_run_group_tests(tests, NULL, cleanup);
}
