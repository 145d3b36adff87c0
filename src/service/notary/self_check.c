/* Compares program and configuration with those of before; see self_check.h. */
#include "service/notary/self_check.h"

#include "base/hex.h"
#include "base/plain_file.h"
#include "log/replay/log_read.h"
#include "log/replay/stored.h"
#include "log/replay/stored_floor.h"
#include "service/notary/notary_internal.h"

#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHORT_BYTES 8 /* so much of a hash is shown to people */

void self_check_hash_program(uint8_t out[CR_HASH_BYTES])
{
    crypto_generichash_state state;
    static unsigned char block[65536];
    size_t len;
    memset(out, 0, CR_HASH_BYTES);
    FILE *file = fopen("/proc/self/exe", "rb");
    if (!file)
        return;
    crypto_generichash_init(&state, NULL, 0, CR_HASH_BYTES);
    while ((len = fread(block, 1, sizeof block, file)) > 0)
        crypto_generichash_update(&state, block, len);
    if (!ferror(file))
        crypto_generichash_final(&state, out, CR_HASH_BYTES);
    fclose(file);
}

/* ---- What to compare with ---- */

void self_check_read_store(struct self_check *c, const char *address)
{
    struct store *store = NULL;
    struct stored_floor *floor = NULL;
    struct cr_err err = {0};
    enum stored_rows rows;
    if (strcmp(address, "memory:") == 0 || store_open(address, STORE_READ, &store, &err) != CR_OK)
        return;
    if (stored_look(store, &rows, &err) == CR_OK && rows == STORED_ROWS_FIT &&
        stored_floor_read(store, &floor, &err) == CR_OK) {
        memcpy(c->started, floor->floor.general.program, sizeof c->started);
        floor_configuration(&floor->floor, c->configuration);
        stored_floor_free(floor);
    }
    store_close(store);
}

/* Only the end of the file is read, because checkpoints are only ever appended. */
void self_check_read_trust(struct self_check *c, const char *folder)
{
    static const char first[] = "croupier checkpoint 1\n";
    char path[PATH_MAX], room[2 * CHECKPOINT_TEXT_MAX + 1];
    struct checkpoint last;
    struct cr_err err = {0};
    size_t used = 0;
    if ((size_t)snprintf(path, sizeof path, "%s/checkpoints", folder) >= sizeof path)
        return;
    FILE *file = plain_file_open(path);
    if (!file)
        return;
    if (fseek(file, -(long)(sizeof room - 1), SEEK_END) != 0)
        rewind(file);
    const size_t len = fread(room, 1, sizeof room - 1, file);
    fclose(file);
    room[len] = '\0';
    for (const char *at = strstr(room, first); at; at = strstr(at + 1, first)) {
        if (checkpoint_parse(at, len - (size_t)(at - room), &last, &used, &err) != CR_OK)
            continue;
        c->has_checkpoint = true;
        c->checkpoint_seq = last.seq;
        memcpy(c->signed_program, last.program, sizeof c->signed_program);
        memcpy(c->signed_configuration, last.configuration, sizeof c->signed_configuration);
    }
}

/* ---- In words ---- */

static bool is_known(const uint8_t hash[CR_HASH_BYTES])
{
    return !sodium_is_zero(hash, CR_HASH_BYTES);
}

static bool differs(const uint8_t now[CR_HASH_BYTES], const uint8_t before[CR_HASH_BYTES])
{
    return is_known(now) && is_known(before) && memcmp(now, before, CR_HASH_BYTES) != 0;
}

static void add_hash(struct text *t, const char *what, const uint8_t hash[CR_HASH_BYTES])
{
    char hex[2 * SHORT_BYTES + 1];
    hex_encode(hash, SHORT_BYTES, hex);
    text_add_format(t, "%s %s", what, is_known(hash) ? hex : "unknown");
}

static void compare(struct text *t, const uint8_t now[CR_HASH_BYTES],
                    const uint8_t before[CR_HASH_BYTES], const char *when)
{
    if (is_known(now) && is_known(before))
        text_add_format(t, ", %s %s", differs(now, before) ? "NOT AS" : "as", when);
}

const char *self_check_say(const struct self_check *c, char out[SELF_CHECK_TEXT])
{
    char when[64];
    snprintf(when, sizeof when, "signed at event %llu", (unsigned long long)c->checkpoint_seq);
    struct text t = text_in(out, SELF_CHECK_TEXT);
    add_hash(&t, "program", c->program);
    compare(&t, c->program, c->started, "at the last start");
    if (c->has_checkpoint)
        compare(&t, c->program, c->signed_program, when);
    add_hash(&t, "; configuration", c->configuration);
    if (c->has_checkpoint)
        compare(&t, c->configuration, c->signed_configuration, when);
    return out;
}

bool self_check_is_changed(const struct self_check *c)
{
    return differs(c->program, c->started) ||
           (c->has_checkpoint && (differs(c->program, c->signed_program) ||
                                  differs(c->configuration, c->signed_configuration)));
}

/* ---- Signing that stopped ---- */

#define BEHIND_MS 10000 /* a manager that signs is about a second behind */

/* Measures the time in the log from the first unsigned event to the last one. */
static int measure_behind(struct store *store, uint64_t seq, uint64_t head, int64_t *behind_ms,
                          struct cr_err *err)
{
    struct floor_event *e = malloc(sizeof(*e));
    if (e == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    int rc = log_read_event(store, seq + 1, e, err);
    const int64_t first_ms = rc == 0 ? e->time_ms : 0;
    if (rc == 0)
        rc = log_read_event(store, head, e, err);
    *behind_ms = rc == 0 ? e->time_ms - first_ms : 0;
    free(e);
    return rc;
}

int self_check_checkpoints(struct store *store, const char *folder, struct cr_err *err)
{
    char path[4096];
    struct checkpoint c;
    struct store_head head;
    bool has = false;
    int64_t behind_ms = 0;
    snprintf(path, sizeof(path), "%.4000s/" WITNESS_OWN, folder);
    int rc = witness_file_last(path, &c, &has, err);
    if (rc == 0)
        rc = store_head(store, &head, err);
    if (rc != 0 || !has)
        return rc;
    rc = notary_compare(store, &head, path, &c, err);
    if (rc == 0 && head.seq > c.seq)
        rc = measure_behind(store, c.seq, head.seq, &behind_ms, err);
    if (rc == 0 && behind_ms > BEHIND_MS)
        rc = err_set(err, CR_E_STATE,
                     "nothing is signed: the log is at event %llu, and the last checkpoint is of "
                     "event %llu",
                     (unsigned long long)head.seq, (unsigned long long)c.seq);
    return rc;
}
