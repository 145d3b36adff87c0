/* Compares what a store keeps beside its log, rows and secrets, with what the log comes to (V4). */
#include "base/hex.h"
#include "log/audit/verify_internal.h"
#include "log/replay/stored.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

static size_t slot_of(const struct verify_rows *r, uint64_t id)
{
    size_t slot = (size_t)(id * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (r->slots - 1);
    while (r->done[slot].id != 0 && r->done[slot].id != id)
        slot = (slot + 1) & (r->slots - 1);
    return slot;
}

static bool grow(struct verify_rows *r)
{
    if (2 * r->count < r->slots)
        return true;
    struct verify_rows bigger = {.slots = r->slots == 0 ? 64 : 2 * r->slots, .count = r->count};
    bigger.done = calloc(bigger.slots, sizeof(*bigger.done));
    if (bigger.done == NULL)
        return false;
    for (size_t i = 0; i < r->slots; i++)
        if (r->done[i].id != 0)
            bigger.done[slot_of(&bigger, r->done[i].id)] = r->done[i];
    free(r->done);
    *r = bigger;
    return true;
}

static void hash_row(const void *body, size_t len, uint8_t out[16])
{
    crypto_generichash(out, 16, body, len, NULL, 0);
}

static bool is_done(const struct floor *floor, uint64_t id, const void *body)
{
    (void)floor;
    switch (id >> 48) {
    case FLOOR_ROW_CLAIM:
        return claim_is_done(&((const struct floor_claim *)body)->claim);
    case FLOOR_ROW_DISPUTE:
        return ((const struct floor_dispute *)body)->decided;
    case FLOOR_ROW_ALARM:
        return ((const struct floor_alarm *)body)->answered;
    default:
        return false;
    }
}

bool verify_rows_clean(struct verify_rows *r, struct floor *floor)
{
    for (uint32_t i = 0; i < floor->dirty_count; i++) {
        uint32_t len = 0;
        const uint64_t id = floor->dirty[i];
        const void *body = id >> 48 < FLOOR_ROW_CLAIM ? NULL : floor_row(floor, id, &len);
        if (body == NULL || !is_done(floor, id, body))
            continue;
        if (!grow(r))
            return false;
        struct verify_done *done = &r->done[slot_of(r, id)];
        r->count += done->id == 0;
        done->id = id;
        hash_row(body, len, done->hash);
    }
    floor_clean(floor);
    return true;
}

void verify_rows_release(struct verify_rows *r)
{
    free(r->done);
    memset(r, 0, sizeof(*r));
}

/* ---- Comparing ---- */

static const char *kind_name(uint64_t id)
{
    static const char *const names[] = {
        "?",     "general", "document", "link",   "table", "play",     "claim",  "dispute",
        "alarm", "person",  "token",    "layout", "house", "messages", "patron", "limits"};
    _Static_assert(sizeof(names) / sizeof(names[0]) == FLOOR_ROW_LIMITS + 1, "a name for each");
    return id >> 48 < sizeof(names) / sizeof(names[0]) ? names[id >> 48] : names[0];
}

static unsigned long long key_of(uint64_t id)
{
    return (unsigned long long)(id & ((UINT64_C(1) << 48) - 1));
}

struct comparing {
    struct verifier *v;
    uint64_t live; /* rows seen that the floor has too */
};

/* True when the row is what it was when its claim, dispute or alarm was finished. */
static bool is_as_finished(const struct verify_rows *r, const struct store_row *row)
{
    uint8_t hash[16];
    if (r->slots == 0)
        return false;
    const struct verify_done *done = &r->done[slot_of(r, row->id)];
    hash_row(row->body, row->len, hash);
    return done->id == row->id && memcmp(done->hash, hash, sizeof(hash)) == 0;
}

static int compare_row(void *context, const struct store_row *row)
{
    struct comparing *c = context;
    struct verifier *v = c->v;
    uint32_t len = 0;
    const void *expected = floor_row(&v->floor, row->id, &len);
    c->live += expected != NULL;
    v->report->rows++;
    const bool same = expected != NULL ? len == row->len && memcmp(expected, row->body, len) == 0
                                       : is_as_finished(&v->rows, row);
    /* A stopped replay has not reached the state of the rows, so a difference says nothing. */
    if (!same && !verify_is_stopped(v))
        verify_say(v, 4, 0, "row %s %llu is not what the log comes to", kind_name(row->id),
                   key_of(row->id));
    return verify_is_stopped(v) ? CR_E_STATE : 0;
}

int verify_rows_compare(struct verifier *v, struct store *store, struct cr_err *err)
{
    struct comparing c = {v, 0};
    enum stored_rows rows;
    int rc = stored_look(store, &rows, err);
    if (rc != 0)
        return rc;
    v->report->rows_of_another_layout = rows != STORED_ROWS_FIT;
    if (rows != STORED_ROWS_FIT)
        return 0;
    rc = store_rows(store, 0, INT64_MAX, compare_row, &c, err);
    const struct floor *f = &v->floor;
    const uint64_t expected =
        2 + (uint64_t)f->document_count + f->link_count + f->table_count + floor_play_rows(f) +
        f->person_count + f->claim_count + f->dispute_count + f->alarm_count + f->token_count +
        (f->house->set != 0) + (f->messages->set != 0) + f->patron_count + (f->raised->set != 0);
    if (rc == 0 && c.live != expected)
        verify_say(v, 4, 0, "%llu rows are there, the log comes to %llu",
                   (unsigned long long)c.live, (unsigned long long)expected);
    return rc;
}

/* ---- Secrets ----
 * Somebody who can write to the database can replace a stored password, but cannot put its hash
 * into a log that others have seen. */

struct comparing_secrets {
    struct verifier *v;
    uint64_t seen; /* secrets seen that the log has too */
};

static int compare_secret(void *context, const char *id, const char *text)
{
    struct comparing_secrets *c = context;
    uint8_t hash[STORE_HASH_BYTES];
    char hex[2 * STORE_HASH_BYTES + 1];
    crypto_generichash(hash, sizeof(hash), (const unsigned char *)text, strlen(text), NULL, 0);
    hex_encode(hash, sizeof(hash), hex);
    const char *expected = auditor_secret(c->v->auditor, id);
    c->seen += expected[0] != '\0';
    if (strcmp(expected, hex) != 0)
        verify_say(c->v, 4, 0, "%.80s in the store is not what the log has the hash of", id);
    return 0;
}

int verify_secrets_compare(struct verifier *v, struct store *store, struct cr_err *err)
{
    struct comparing_secrets c = {v, 0};
    /* An archive has no secrets. */
    if (strcmp(store_engine(store), STORE_ARCHIVE) == 0)
        return 0;
    int rc = store_secrets(store, compare_secret, &c, err);
    const uint64_t expected = auditor_secret_count(v->auditor);
    if (rc == 0 && c.seen != expected)
        verify_say(v, 4, 0,
                   "%llu passwords, PINs and invitations are in the log, %llu in the store",
                   (unsigned long long)expected, (unsigned long long)c.seen);
    return rc;
}
