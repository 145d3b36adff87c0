/* Makes stores, lets somebody change them by hand, and reads them; see hostile.h. */
#include "store/hostile.h"

#include "base/check.h"
#include "log/audit/verify.h"
#include "log/replay/stored_floor.h"
#include "log/store/memory.h"
#include "paper/night.h"

#include <sodium.h>
#include <string.h>

const struct floor_limits hostile_limits = {.tables = 4,
                                            .links = 2,
                                            .claims = 8,
                                            .disputes = 4,
                                            .alarms = 16,
                                            .people = 8,
                                            .documents = 4,
                                            .tokens = 2};

/* ---- The store of a night ---- */

static void set_password(struct night *n)
{
    static const char text[] =
        "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$RdescudvJCsgt3ub+b4dWRWJTmaa";
    struct floor_event *e = night_begin(n, FLOOR_CREDENTIAL_SET);
    strcpy(e->person, "Ann");
    strcpy(e->item, "password");
    strcpy(e->user, "setup");
    crypto_generichash(e->document, sizeof(e->document), (const uint8_t *)text, strlen(text), NULL,
                       0);
    strcpy(n->r->secret, text);
    night_ask(n);
    n->r->secret[0] = '\0';
}

void hostile_make(const char *address)
{
    struct night *n = night_open(address);
    uint8_t hash[CR_HASH_BYTES];
    set_password(n);
    night_document(n, "cn", NULL, hash);
    night_link(n, "main", hash, 0, false);
    night_table(n, 0, "main");
    night_table(n, 1, "main");
    night_open_link(n, "main", true);
    night_open_shift(n, "Night");
    night_round(n, 1, 0x15);
    night_coin_in(n, 0, 0x7f);
    const uint64_t claim = night_claim(n, 0, 3, CR_ROYAL_FLUSH);
    night_pay(n, 0, claim, CR_KEY_HIGH);
    night_game_over(n, 0);
    night_clear(n, claim);
    night_coin_in(n, 0, 0x11);
    night_claim(n, 0, 1, CR_ROYAL_FLUSH);
    night_close(n);
}

/* ---- Another program ---- */

sqlite3 *hostile_open(const char *path)
{
    sqlite3 *db = NULL;
    CHECK(sqlite3_open(path, &db) == SQLITE_OK);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_exec(db, "PRAGMA synchronous = OFF", NULL, NULL, NULL);
    return db;
}

void hostile_chain(sqlite3 *db)
{
    uint8_t hash[STORE_HASH_BYTES] = {0};
    sqlite3_stmt *each = NULL, *set = NULL;
    const bool is_log = sqlite3_prepare_v2(db, "SELECT seq, body FROM event ORDER BY seq", -1,
                                           &each, NULL) == SQLITE_OK &&
                        sqlite3_prepare_v2(db, "UPDATE event SET hash = ?1 WHERE seq = ?2", -1,
                                           &set, NULL) == SQLITE_OK;
    while (is_log && sqlite3_step(each) == SQLITE_ROW) {
        const char *body = (const char *)sqlite3_column_text(each, 1);
        store_chain(hash, body, (size_t)sqlite3_column_bytes(each, 1), hash);
        sqlite3_bind_blob(set, 1, hash, sizeof(hash), SQLITE_STATIC);
        sqlite3_bind_int64(set, 2, sqlite3_column_int64(each, 0));
        sqlite3_step(set);
        sqlite3_reset(set);
    }
    sqlite3_finalize(each);
    sqlite3_finalize(set);
}

/* ---- Everything that reads a store ---- */

static struct cr_err err;

/* True if the reader accepted the store. A reader that did not must say why. */
static bool content(int rc)
{
    CHECK(rc == 0 || err.text[0] != '\0');
    return rc == 0;
}

static int add_event(void *context, const struct store_event *event)
{
    *(uint64_t *)context += event->len + event->hash[0];
    for (uint32_t i = 0; i < event->len; i++)
        *(uint64_t *)context += (uint8_t)event->body[i];
    return 0;
}

static int add_row(void *context, const struct store_row *row)
{
    const uint8_t *bytes = row->body;
    for (uint32_t i = 0; i < row->len; i++)
        *(uint64_t *)context += bytes[i];
    return 0;
}

static int add_secret(void *context, const char *id, const char *text)
{
    *(uint64_t *)context += strlen(id) + strlen(text);
    return 0;
}

static bool read_everything(struct store *store)
{
    uint64_t sum = 0;
    struct store_head head;
    return content(store_head(store, &head, &err)) &&
           content(store_read(store, 0, UINT64_MAX, add_event, &sum, &err)) &&
           content(store_rows(store, 0, UINT64_MAX, add_row, &sum, &err)) &&
           content(store_secrets(store, add_secret, &sum, &err));
}

static bool verify_everything(struct store *store, bool thorough)
{
    static struct verify_report report;
    const struct verify_options options = {.one_thread = !thorough,
                                           .limits = thorough ? NULL : &hostile_limits};
    return content(verify_store(store, &options, &report, &err)) &&
           verify_fault_count(&report) == 0;
}

static bool copy_everything(struct store *store)
{
    struct memory_disk *disk = memory_disk_new();
    struct store *to = NULL;
    CHECK(memory_disk_open(disk, &to) == 0);
    const bool copied = content(store_copy(store, to, NULL, NULL, &err));
    store_close(to);
    memory_disk_free(disk);
    return copied;
}

static bool look_at_floor(struct store *store, bool thorough)
{
    struct stored_floor *floor = NULL;
    if (!thorough)
        return true;
    const bool read = content(stored_floor_read(store, &floor, &err));
    stored_floor_free(floor);
    return read;
}

static bool start_manager(const char *address, bool thorough, bool *is_halted)
{
    struct store *store = NULL;
    struct manager *m = NULL;
    const struct manager_config config = {.id = "m1",
                                          .version = "test",
                                          .lease_ms = 2000,
                                          .limits = thorough ? floor_limits_usual : hostile_limits};
    if (!content(store_open(address, STORE_WRITE, &store, &err)))
        return false;
    const bool started =
        content(manager_new(store, &config, NIGHT_START_MS + 3600000, 0, &m, &err));
    *is_halted = started && manager_floor(m)->general.halted;
    manager_free(started ? m : NULL);
    store_close(store);
    return started;
}

unsigned hostile_use(const char *address, bool thorough)
{
    struct store *store = NULL;
    unsigned good = 0;
    memset(&err, 0, sizeof(err));
    if (content(store_open(address, STORE_READ, &store, &err))) {
        good += read_everything(store);
        good += verify_everything(store, thorough);
        good += copy_everything(store);
        good += look_at_floor(store, thorough);
        store_close(store);
    }
    bool is_halted;
    return good + start_manager(address, thorough, &is_halted);
}

bool hostile_start(const char *address)
{
    bool is_halted;
    return start_manager(address, false, &is_halted);
}

bool hostile_plays(const char *address)
{
    bool is_halted;
    return start_manager(address, false, &is_halted) && !is_halted;
}
