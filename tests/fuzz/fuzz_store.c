/* Fuzz target: a store that somebody has changed. The bytes are changes (statement, place, amount,
 * data) to the database of a night, and whether the hashes are made to fit afterwards. Then every
 * reader of stores reads it, and must either refuse it or read it, without harm. */
#define _XOPEN_SOURCE 700 /* mkdtemp */

#include "base/check.h"
#include "store/hostile.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char folder[32], path[64];
static char *image; /* the bytes of the unchanged store */
static size_t image_len;

static void remove_files(void)
{
    static const char *const suffixes[] = {"", "-wal", "-shm", "-journal", ".lock"};
    for (size_t i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++) {
        char name[80];
        snprintf(name, sizeof(name), "%s%s", path, suffixes[i]);
        unlink(name);
    }
}

static void remove_folder(void)
{
    remove_files();
    rmdir(folder);
}

static void make_image(void)
{
    /* In memory if possible, because each run syncs a file many times. */
    strcpy(folder, access("/dev/shm", W_OK) == 0 ? "/dev/shm/fuzz.XXXXXX" : "/tmp/fuzz.XXXXXX");
    CHECK(mkdtemp(folder) != NULL);
    atexit(remove_folder);
    snprintf(path, sizeof(path), "%s/floor.db", folder);
    hostile_make(path);
    FILE *in = fopen(path, "rb");
    image = malloc(1 << 22);
    CHECK(in != NULL && image != NULL);
    image_len = fread(image, 1, 1 << 22, in);
    CHECK(image_len > 0 && image_len < 1 << 22);
    fclose(in);
}

static void put_image(void)
{
    remove_files();
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    CHECK(fd >= 0 && write(fd, image, image_len) == (ssize_t)image_len && close(fd) == 0);
}

/* ---- Changes ---- */

/* Parameters: ?1 chooses the row, ?2 is data, ?3 and ?4 are numbers. */
static const char *const statements[] = {
    "UPDATE event SET body = CAST(?2 AS TEXT) WHERE seq = 1 + ?1 % 60",
    "UPDATE event SET body = substr(body, 1, ?3 % 300) || CAST(?2 AS TEXT)"
    " || substr(body, 1 + ?3 % 300 + length(CAST(?2 AS TEXT))) WHERE seq = 1 + ?1 % 60",
    "UPDATE event SET body = substr(body, 1, ?3 % 300) || CAST(?2 AS TEXT)"
    " || substr(body, 1 + ?3 % 300) WHERE seq = 1 + ?1 % 60",
    "UPDATE event SET body = printf('%.*c', ?3 * 300, 'x') WHERE seq = 1 + ?1 % 60",
    "UPDATE event SET hash = ?2 WHERE seq = 1 + ?1 % 60",
    "UPDATE OR IGNORE event SET seq = ?4 WHERE seq = 1 + ?1 % 60",
    "DELETE FROM event WHERE seq > ?1 % 60",
    "DELETE FROM event WHERE seq = 1 + ?1 % 60",
    "INSERT OR REPLACE INTO event SELECT 1 + max(seq), CAST(?2 AS TEXT), zeroblob(32) FROM event",
    "UPDATE \"row\" SET body = CAST(substr(body, 1, ?3) || ?2"
    " || substr(body, 1 + ?3 + length(?2)) AS BLOB)"
    " WHERE id = (SELECT id FROM \"row\" ORDER BY id LIMIT 1 OFFSET ?1 % 20)",
    "UPDATE \"row\" SET body = zeroblob(?3 * 300)"
    " WHERE id = (SELECT id FROM \"row\" ORDER BY id LIMIT 1 OFFSET ?1 % 20)",
    "UPDATE OR IGNORE \"row\" SET id = ?4"
    " WHERE id = (SELECT id FROM \"row\" ORDER BY id LIMIT 1 OFFSET ?1 % 20)",
    "INSERT OR REPLACE INTO \"row\" VALUES(?4, ?2)",
    "DELETE FROM \"row\" WHERE id = (SELECT id FROM \"row\" ORDER BY id LIMIT 1 OFFSET ?1 % 20)",
    "UPDATE meta SET value = CAST(?2 AS TEXT) WHERE key = 'schema'",
    "UPDATE meta SET value = CAST(?2 AS TEXT) WHERE key = 'identity'",
    "UPDATE secret SET text = CAST(?2 AS TEXT)",
    "UPDATE secret SET id = CAST(?2 AS TEXT)",
    "CREATE TRIGGER thief AFTER INSERT ON event BEGIN DELETE FROM \"row\"; END",
};
#define STATEMENTS (sizeof(statements) / sizeof(statements[0]))

/* Some statements make a value of ?3 * 300 bytes, and SQLite writes most of these byte by byte. In
 * each run this many changes may ask for up to 20 MB, more than any reader accepts, and the others
 * for less than 5 KB: a run of 1,600 large ones would write for minutes. */
#define LARGE_CHANGES 2

/* A number near an end of some range, chosen by kind. */
static int64_t number_of(uint8_t kind, uint8_t small)
{
    static const int64_t ends[] = {
        0, INT64_MIN, INT64_MAX - 255, INT64_C(1) << 53, INT64_C(1) << 48, -1, INT64_C(1) << 32};
    return ends[kind % 7] + small;
}

static void change(sqlite3 *db, const uint8_t at[5], const uint8_t *bytes, uint8_t len, int *large)
{
    const bool small = at[3] == 0 || *large == 0;
    if (!small)
        --*large;
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(db, statements[at[0] % STATEMENTS], -1, &statement, NULL) != SQLITE_OK)
        return;
    sqlite3_bind_int64(statement, 1, at[1]);
    sqlite3_bind_blob(statement, 2, bytes, len, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 3, small ? at[2] % 16 : at[2] | at[3] << 8);
    sqlite3_bind_int64(statement, 4, number_of(at[2], at[3]));
    sqlite3_step(statement);
    sqlite3_finalize(statement);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (image == NULL)
        make_image();
    put_image();
    sqlite3 *db = hostile_open(path);
    sqlite3_exec(db, "BEGIN", NULL, NULL, NULL);
    int large = LARGE_CHANGES;
    for (size_t i = 1; i + 5 <= size;) {
        const size_t len = data[i + 4] < size - i - 5 ? data[i + 4] : size - i - 5;
        change(db, data + i, data + i + 5, (uint8_t)len, &large);
        i += 5 + len;
    }
    if (size > 0 && data[0] % 2 == 1)
        hostile_chain(db);
    sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
    sqlite3_close(db);
    (void)hostile_use(path, false);
    return 0;
}
