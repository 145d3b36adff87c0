/* The functions of store.h: they refuse what every back end would have to refuse, then call the
 * back end. */
#include "log/store/store.h"

#include "base/check.h"
#include "base/err.h"
#include "base/hex.h"
#include "log/store/archive_store.h"
#include "log/store/backend.h"
#include "log/store/memory.h"
#include "log/store/sqlite.h"
#include "os/clock.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

static bool starts_with(const char *s, const char *prefix)
{
    return strncmp(s, prefix, strlen(prefix)) == 0;
}

static int open_engine(const char *address, enum store_mode mode, struct store **out,
                       struct cr_err *err)
{
    if (strcmp(address, "memory:") == 0)
        return memory_open(mode, out, err);
    if (starts_with(address, "postgresql://") || starts_with(address, "postgres://"))
        return postgres_open(address, mode, out, err);
    if (starts_with(address, STORE_ARCHIVE ":"))
        return archive_open(address + strlen(STORE_ARCHIVE ":"), mode, out, err);
    if (starts_with(address, "sqlite:"))
        address += strlen("sqlite:");
    else if (strstr(address, "://"))
        return err_set(err, CR_E_INPUT,
                       "no store is of this kind: %.*s://; give sqlite:PATH or "
                       "postgresql://HOST/NAME",
                       (int)(strstr(address, "://") - address), address);
    if (address[0] == '\0')
        return err_set(err, CR_E_INPUT,
                       "a store's address is empty; give sqlite:PATH or postgresql://HOST/NAME");
    return sqlite_open(address, mode, &(struct sqlite_options){0}, out, err);
}

/* The identity becomes a line of checkpoints and proofs, so it must be of hexadecimal digits. */
static int check_identity(const struct store *store, struct cr_err *err)
{
    uint8_t bytes[STORE_IDENTITY_DIGITS / 2];
    if (hex_decode_lower(store->identity, strlen(store->identity), bytes, sizeof bytes))
        return CR_OK;
    return err_set(err, CR_E_INPUT, "the store's identity is not one; the store was changed");
}

int store_open(const char *address, enum store_mode mode, struct store **out, struct cr_err *err)
{
    *out = NULL;
    if (sodium_init() < 0)
        return err_set(err, CR_E_IO, "no source of random numbers on this machine");
    int code = open_engine(address, mode, out, err);
    if (code == CR_OK)
        code = check_identity(*out, err);
    if (code == CR_OK)
        code = store_beginning_find(*out, err);
    if (code != CR_OK) {
        store_close(*out);
        *out = NULL;
    }
    return code;
}

void store_close(struct store *store)
{
    if (!store)
        return;
    store_abandon(store);
    store_close(store->archive);
    store->ops->close(store);
}

int store_take_name(struct store *store, const char *name, const struct store_program *program,
                    struct cr_err *err)
{
    CHECK(store->mode != STORE_READ && !store->in_batch);
    return store->ops->take_name ? store->ops->take_name(store, name, program, err) : CR_OK;
}

int store_others(struct store *store, store_program_fn *each, void *context, struct cr_err *err)
{
    CHECK(store->in_batch);
    return store->ops->others ? store->ops->others(store, each, context, err) : CR_OK;
}

const char *store_engine(const struct store *store)
{
    return store->ops->engine;
}

const char *store_identity(const struct store *store)
{
    return store->identity;
}

void store_identity_new(char identity[STORE_IDENTITY_DIGITS + 1])
{
    unsigned char bytes[STORE_IDENTITY_DIGITS / 2];
    randombytes_buf(bytes, sizeof bytes);
    hex_encode(bytes, sizeof bytes, identity);
}

long store_schema_number(const char *text)
{
    const size_t digits = strspn(text, "0123456789");
    return digits > 0 && digits < 19 && text[digits] == '\0' ? strtol(text, NULL, 10) : -1;
}

/* V1: after a failed write this handle is of no use; the store is opened again. */
static int broke(struct store *store, int code)
{
    store->broken = true;
    return code;
}

/* ---- Checking what is read: others can write to a store ---- */

static int check_head(const struct store_head *head, struct cr_err *err)
{
    if (head->seq <= STORE_SEQ_MAX)
        return CR_OK;
    return err_set(err, CR_E_INPUT,
                   "the log ends at %" PRId64 ", which is no number of an event; it was changed",
                   (int64_t)head->seq);
}

struct events_read {
    struct store *store;
    store_event_fn *each;
    void *context;
    uint64_t from;
    uint64_t least; /* the next number must not be lower */
    struct cr_err *err;
};

static int give_event(void *context, const struct store_event *event)
{
    struct events_read *r = context;
    if (event->seq < r->least || event->seq > STORE_SEQ_MAX)
        return err_set(r->err, CR_E_INPUT,
                       "event %" PRId64 " stands where %" PRIu64 " or a later one must be; the log "
                       "was changed",
                       (int64_t)event->seq, r->least);
    if (event->seq > r->from && r->least == r->from && store_beginning_moved(r->store, r->from))
        return err_set(r->err, CR_E_STATE,
                       "event %" PRIu64 " was archived and removed from the store meanwhile; start "
                       "this again",
                       r->from);
    r->least = event->seq + 1;
    if (event->len > 0 && event->len <= STORE_BODY_MAX)
        return r->each(r->context, event);
    return err_set(r->err, CR_E_INPUT,
                   "event %" PRId64 ": %" PRIu32 " bytes, where 1 to %d are written; the log was "
                   "changed",
                   (int64_t)event->seq, event->len, STORE_BODY_MAX);
}

struct rows_read {
    store_row_fn *each;
    void *context;
    uint64_t least;
    struct cr_err *err;
};

static int give_row(void *context, const struct store_row *row)
{
    struct rows_read *r = context;
    if (row->id >= r->least && row->id <= INT64_MAX && row->len > 0 && row->len <= STORE_BODY_MAX) {
        r->least = row->id + 1;
        return r->each(r->context, row);
    }
    return err_set(r->err, CR_E_INPUT,
                   "row %" PRIx64 " of %" PRIu32 " bytes was not written by a manager; the rows "
                   "were changed, and croupier db rebuild makes them again",
                   row->id, row->len);
}

struct secrets_read {
    store_secret_fn *each;
    void *context;
    struct cr_err *err;
};

static int give_secret(void *context, const char *id, const char *text)
{
    const struct secrets_read *r = context;
    if (strlen(id) < STORE_SECRET_ID && strlen(text) < STORE_SECRET_MAX)
        return r->each(r->context, id, text);
    return err_set(r->err, CR_E_INPUT,
                   "%.80s: what is kept under this name is longer than any that is written; the "
                   "store was changed",
                   id);
}

/* ---- Batches ---- */

int store_begin(struct store *store, struct store_head *head, struct cr_err *err)
{
    CHECK(!store->in_batch);
    if (store->mode == STORE_READ)
        return err_set(err, CR_E_STATE, "the store was opened for reading only");
    if (store->broken)
        return err_set(err, CR_E_IO, "an earlier write failed; the store must be opened again");
    int code = store->ops->begin(store, err);
    if (code != CR_OK)
        return broke(store, code);
    store->in_batch = true;
    *head = store->head;
    code = check_head(head, err);
    if (code != CR_OK)
        store_abandon(store);
    return code;
}

static int check_events(const struct store *store, const struct store_event *events, size_t count,
                        struct cr_err *err)
{
    if (count > STORE_BATCH_MAX)
        return err_set(err, CR_E_RANGE, "%zu events at once; %d is the most", count,
                       STORE_BATCH_MAX);
    for (size_t i = 0; i < count; i++) {
        if (events[i].seq != store->head.seq + 1 + i)
            return err_set(err, CR_E_STATE,
                           "event %" PRIu64 " does not follow the end of the log, %" PRIu64,
                           events[i].seq, store->head.seq + i);
        if (events[i].len == 0 || events[i].len > STORE_BODY_MAX)
            return err_set(err, CR_E_RANGE, "event %" PRIu64 ": %" PRIu32 " bytes; 1 to %d fit",
                           events[i].seq, events[i].len, STORE_BODY_MAX);
    }
    return CR_OK;
}

static int check_rows(const struct store_row *rows, size_t count, struct cr_err *err)
{
    if (count > STORE_BATCH_MAX)
        return err_set(err, CR_E_RANGE, "%zu rows at once; %d is the most", count, STORE_BATCH_MAX);
    for (size_t i = 0; i < count; i++) {
        if (rows[i].id > INT64_MAX)
            return err_set(err, CR_E_RANGE, "row %" PRIu64 ": row numbers end at %" PRId64,
                           rows[i].id, INT64_MAX);
        if (rows[i].len > STORE_BODY_MAX)
            return err_set(err, CR_E_RANGE, "row %" PRIu64 ": %" PRIu32 " bytes; %d fit",
                           rows[i].id, rows[i].len, STORE_BODY_MAX);
    }
    return CR_OK;
}

int store_append(struct store *store, const struct store_event *events, size_t event_count,
                 const struct store_row *rows, size_t row_count, struct cr_err *err)
{
    CHECK(store->in_batch);
    if (store->broken)
        return err_set(err, CR_E_IO, "an earlier write of this batch failed");
    int code = check_events(store, events, event_count, err);
    if (code == CR_OK)
        code = check_rows(rows, row_count, err);
    if (code != CR_OK)
        return code;
    if (event_count > 0) {
        const struct store_event *last = &events[event_count - 1];
        store->head.seq = last->seq;
        memcpy(store->head.hash, last->hash, STORE_HASH_BYTES);
    }
    code = store->ops->append(store, events, event_count, rows, row_count, err);
    return code == CR_OK ? CR_OK : broke(store, code);
}

int store_commit(struct store *store, struct cr_err *err)
{
    CHECK(store->in_batch);
    if (store->broken) {
        store_abandon(store);
        return err_set(err, CR_E_IO, "an earlier write of this batch failed");
    }
    int code = store->ops->commit(store, err);
    if (code != CR_OK) {
        broke(store, code);
        store_abandon(store);
        return code;
    }
    store->in_batch = false;
    return CR_OK;
}

void store_abandon(struct store *store)
{
    if (!store->in_batch)
        return;
    store->ops->abandon(store);
    store->in_batch = false;
}

int store_check_place(struct store *store, struct cr_err *err)
{
    int code = store->ops->check_place ? store->ops->check_place(store, err) : CR_OK;
    return code == CR_OK ? CR_OK : broke(store, code);
}

uint64_t store_pending_bytes(const struct store *store)
{
    return store->ops->pending_bytes ? store->ops->pending_bytes(store) : 0;
}

int store_clear_rows(struct store *store, struct cr_err *err)
{
    CHECK(store->in_batch);
    if (store->broken)
        return err_set(err, CR_E_IO, "an earlier write of this batch failed");
    int code = store->ops->clear_rows(store, err);
    return code == CR_OK ? CR_OK : broke(store, code);
}

int store_head(struct store *store, struct store_head *head, struct cr_err *err)
{
    int code = store->ops->head(store, head, err);
    return code == CR_OK ? check_head(head, err) : code;
}

/* Reads the events before the store's beginning from the archive. *max and r->from then say what is
 * left to read from the store itself. */
static int read_archived(struct store *store, struct events_read *r, uint64_t *max)
{
    struct store *archive = NULL;
    const uint64_t first = store->beginning.first, there = first - r->from;
    const uint64_t count = *max < there ? *max : there;
    int code = store_beginning_archive(store, &archive, r->err);
    if (code == CR_OK)
        code = archive->ops->read(archive, r->from, count, give_event, r, r->err);
    *max -= count;
    r->from = first;
    return code;
}

int store_read(struct store *store, uint64_t from, uint64_t max, store_event_fn *each,
               void *context, struct cr_err *err)
{
    struct events_read r = {store, each, context, from > 0 ? from : 1, from > 0 ? from : 1, err};
    if (max == 0 || from > STORE_SEQ_MAX)
        return CR_OK;
    if (max > STORE_SEQ_MAX)
        max = STORE_SEQ_MAX;
    if (r.from < store->beginning.first) {
        const int code = read_archived(store, &r, &max);
        if (code != CR_OK || max == 0)
            return code;
    }
    return store->ops->read(store, r.from, max, give_event, &r, err);
}

static int take_hash(void *context, const struct store_event *event)
{
    memcpy(context, event->hash, STORE_HASH_BYTES);
    return 0;
}

int store_read_hash(struct store *store, uint64_t seq, uint8_t out[STORE_HASH_BYTES],
                    struct cr_err *err)
{
    memset(out, 0, STORE_HASH_BYTES);
    return store_read(store, seq, 1, take_hash, out, err);
}

int store_rows(struct store *store, uint64_t from, uint64_t to, store_row_fn *each, void *context,
               struct cr_err *err)
{
    struct rows_read r = {each, context, from, err};
    if (!store->ops->rows || from > INT64_MAX || from > to)
        return CR_OK;
    return store->ops->rows(store, from, to < INT64_MAX ? to : INT64_MAX, give_row, &r, err);
}

/* ---- Secrets ---- */

int store_put_secret(struct store *store, const char *id, const char *text, struct cr_err *err)
{
    CHECK(store->in_batch);
    CHECK(id[0] != '\0' && strlen(id) < STORE_SECRET_ID && strlen(text) < STORE_SECRET_MAX);
    if (store->broken)
        return err_set(err, CR_E_IO, "an earlier write of this batch failed");
    int code = store->ops->put_secret(store, id, text, err);
    return code == CR_OK ? CR_OK : broke(store, code);
}

struct wanted_secret {
    char *out;
    size_t size;
    bool found;
};

static int take_secret(void *context, const char *id, const char *text)
{
    struct wanted_secret *wanted = context;
    (void)id;
    wanted->found = strlen(text) < wanted->size;
    if (wanted->found)
        memcpy(wanted->out, text, strlen(text) + 1);
    return CR_OK;
}

static int read_secrets(struct store *store, const char *id, struct secrets_read *r,
                        struct cr_err *err)
{
    return store->ops->secrets ? store->ops->secrets(store, id, give_secret, r, err) : CR_OK;
}

int store_secret(struct store *store, const char *id, char *out, size_t size, struct cr_err *err)
{
    struct wanted_secret wanted = {out, size, false};
    struct secrets_read r = {take_secret, &wanted, err};
    int code = read_secrets(store, id, &r, err);
    if (code != CR_OK || wanted.found)
        return code;
    return err_set(err, CR_E_NOT_FOUND, "the store keeps no %s", id);
}

int store_secrets(struct store *store, store_secret_fn *each, void *context, struct cr_err *err)
{
    struct secrets_read r = {each, context, err};
    return read_secrets(store, NULL, &r, err);
}

int store_hold(struct store *store, struct cr_err *err)
{
    return store->ops->hold ? store->ops->hold(store, err) : CR_OK;
}

void store_release(struct store *store)
{
    if (store->ops->release)
        store->ops->release(store);
}

int store_wait(struct store *store, unsigned timeout_ms, struct cr_err *err)
{
    if (store->ops->wait)
        return store->ops->wait(store, timeout_ms, err);
    clock_sleep_ms(timeout_ms);
    return CR_OK;
}

int store_strangers(struct store *store, char *out, size_t size, struct cr_err *err)
{
    out[0] = '\0';
    return store->ops->strangers ? store->ops->strangers(store, out, size, err) : CR_OK;
}

void store_chain(const uint8_t before[STORE_HASH_BYTES], const char *body, size_t len,
                 uint8_t out[STORE_HASH_BYTES])
{
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, STORE_HASH_BYTES);
    crypto_generichash_update(&state, before, STORE_HASH_BYTES);
    crypto_generichash_update(&state, (const unsigned char *)body, len);
    crypto_generichash_final(&state, out, STORE_HASH_BYTES);
}
