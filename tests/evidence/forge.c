/* Does what somebody with the database, the export or even the key could do. Events of a store are
 * changed on SQLite.
 *
 * usage: forge sign EXPORT CHECKPOINT [EVENTS]  checkpoint of the (first) lines, key number 7
 *        forge rewrite STORE SEQ FROM TO        replaces a text, makes all later hashes anew
 *        forge edit STORE SEQ FROM TO           replaces a text, leaves the hashes
 *        forge cut STORE SEQ                    removes what comes after an event
 *        forge swap STORE SEQ                   exchanges an event and the next one
 *        forge remove STORE SEQ                 removes an event, later ones move up */
#include "sign_log.h"

#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "forge: %s\n", what);
    exit(1);
}

/* ---- Exports ---- */

static int sign_export(const char *export, const char *out, uint64_t events)
{
    static char line[STORE_BODY_MAX + 2];
    struct log_tree t = {0};
    struct checkpoint c = {.time_ms = 1};
    struct cr_err err = {0};
    uint8_t secret[64];
    FILE *in = fopen(export, "rb");
    must(in != NULL, export);
    while ((events == 0 || t.tree.count < events) && fgets(line, sizeof(line), in) != NULL) {
        const size_t len = strcspn(line, "\n");
        const struct tree_hash leaf = tree_leaf(line, len);
        uint8_t before[STORE_HASH_BYTES];
        memcpy(before, t.chain, sizeof(before));
        store_chain(before, line, len, t.chain);
        must(tree_add(&t.tree, &leaf, &err) == 0, err.text);
    }
    fclose(in);
    must(t.tree.count > 0, "no events");
    memset(c.floor, 'f', CHECKPOINT_FLOOR);
    c.seq = t.tree.count;
    memcpy(c.chain, t.chain, sizeof(c.chain));
    c.tree = tree_root(&t.tree);
    sign_log_key(7, c.key, secret);
    sign_log_checkpoint(&c, secret);
    write_checkpoint(&c, out);
    tree_free(&t.tree);
    return 0;
}

/* ---- Stores ---- */

static sqlite3 *db;

static void run(const char *format, ...)
{
    char *fault = NULL;
    va_list args;
    va_start(args, format);
    char *sql = sqlite3_vmprintf(format, args);
    va_end(args);
    must(sqlite3_exec(db, sql, NULL, NULL, &fault) == SQLITE_OK, fault != NULL ? fault : sql);
    sqlite3_free(sql);
}

static void chain_anew(void)
{
    sqlite3_stmt *read, *write;
    uint8_t hash[STORE_HASH_BYTES] = {0};
    must(sqlite3_prepare_v2(db, "SELECT seq, body FROM event ORDER BY seq", -1, &read, NULL) ==
             SQLITE_OK,
         "read");
    must(sqlite3_prepare_v2(db, "UPDATE event SET hash = ?1 WHERE seq = ?2", -1, &write, NULL) ==
             SQLITE_OK,
         "write");
    while (sqlite3_step(read) == SQLITE_ROW) {
        uint8_t before[STORE_HASH_BYTES];
        memcpy(before, hash, sizeof(before));
        store_chain(before, (const char *)sqlite3_column_text(read, 1),
                    (size_t)sqlite3_column_bytes(read, 1), hash);
        sqlite3_bind_blob(write, 1, hash, sizeof(hash), SQLITE_TRANSIENT);
        sqlite3_bind_int64(write, 2, sqlite3_column_int64(read, 0));
        must(sqlite3_step(write) == SQLITE_DONE, "write");
        sqlite3_reset(write);
    }
    sqlite3_finalize(read);
    sqlite3_finalize(write);
}

static int change_store(int argc, char **argv)
{
    const char *how = argv[1], *seq = argv[3];
    must(sqlite3_open_v2(argv[2], &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK, argv[2]);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    run("BEGIN;");
    if (argc == 6) {
        run("UPDATE event SET body = replace(body, %Q, %Q) WHERE seq = %s", argv[4], argv[5], seq);
        must(sqlite3_changes(db) == 1, "no such event");
    } else if (strcmp(how, "cut") == 0) {
        run("DELETE FROM event WHERE seq > %s", seq);
    } else if (strcmp(how, "swap") == 0) {
        run("UPDATE event SET seq = -1 WHERE seq = %s", seq);
        run("UPDATE event SET seq = %s WHERE seq = %s + 1", seq, seq);
        run("UPDATE event SET seq = %s + 1 WHERE seq = -1", seq);
    } else {
        run("DELETE FROM event WHERE seq = %s", seq);
        run("UPDATE event SET seq = -(seq - 1) WHERE seq > %s", seq);
        run("UPDATE event SET seq = -seq WHERE seq < 0");
    }
    if (strcmp(how, "edit") != 0)
        chain_anew();
    run("COMMIT");
    sqlite3_close(db);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc >= 4 && strcmp(argv[1], "sign") == 0)
        return sign_export(argv[2], argv[3], argc > 4 ? strtoull(argv[4], NULL, 10) : 0);
    if (argc == 4 || argc == 6)
        return change_store(argc, argv);
    return 2;
}
