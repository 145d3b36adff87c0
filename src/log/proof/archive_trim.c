/* Removes from a store the past events that an archive has. */
#define _GNU_SOURCE /* realpath */

#include "log/proof/log_archive.h"

#include "base/err.h"
#include "log/proof/archive_seal.h"
#include "log/store/archive_store.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- The archive ---- */

static int check_seal(struct store *store, struct store *archive, const struct archive_order *order,
                      struct cr_err *err)
{
    struct archive_seals seals = {.floor = store_identity(store)};
    struct checkpoint seal;
    struct store_head end;
    size_t place;
    memcpy(seals.key, order->key, sizeof seals.key);
    int rc = store_head(archive, &end, err);
    if (rc == 0)
        rc = archive_seals_read(order->checkpoints, &seals, err);
    if (rc == 0 && (!archive_seals_find(&seals, end.seq, &seal, &place) || seal.seq != end.seq))
        rc = err_set(err, CR_E_STATE,
                     "%.300s has no checkpoint of event %llu by this floor's key, with which the "
                     "archive ends",
                     order->checkpoints, (unsigned long long)end.seq);
    if (rc == 0)
        rc = archive_seal_check(archive, &seal, err);
    archive_seals_free(&seals);
    return rc;
}

/* Opens the archive and makes sure that it is of this floor, signed, and durable. */
static int open_archive(struct store *store, const struct archive_order *order, struct store **out,
                        struct cr_err *err)
{
    int rc = archive_open(order->folder, STORE_READ, out, err);
    if (rc != 0)
        return rc;
    if (strcmp(store_identity(*out), store_identity(store)) != 0)
        rc = err_set(err, CR_E_INPUT, "%.200s: is of floor %s, and the store is of floor %s",
                     order->folder, store_identity(*out), store_identity(store));
    if (rc == 0)
        rc = check_seal(store, *out, order, err);
    if (rc == 0)
        rc = archive_sync(*out, err);
    return rc;
}

/* ---- Removing ---- */

static int choose(struct store *store, struct store *archive, const char *folder,
                  struct store_beginning *out, struct cr_err *err)
{
    const struct store_beginning *now = store_beginning(store);
    char place[PATH_MAX];
    *out = *now;
    const uint64_t cut = archive_last_of_months(archive) / TREE_BLOCK * TREE_BLOCK;
    if (cut > now->first)
        out->first = cut;
    if (out->first < 2)
        return err_set(err, CR_E_STATE,
                       "the archive has %llu events of whole months; from %d on there is something "
                       "to remove",
                       (unsigned long long)archive_last_of_months(archive), TREE_BLOCK);
    if (realpath(folder, place) == NULL || strlen(place) >= sizeof out->folder)
        return err_set(err, CR_E_INPUT, "%.300s: the path cannot be noted", folder);
    memcpy(out->folder, place, strlen(place) + 1);
    int rc = store_read_hash(archive, out->first - 1, out->before, err);
    if (rc == 0 && out->first == now->first && memcmp(out->before, now->before, TREE_HASH) != 0)
        rc = err_set(err, CR_E_STATE, "%.200s: is not the archive of what was removed", folder);
    return rc;
}

/* Checks that the store and the archive have the same event under this number. */
static int check_meeting(struct store *store, struct store *archive, uint64_t seq,
                         struct cr_err *err)
{
    uint8_t here[STORE_HASH_BYTES], there[STORE_HASH_BYTES];
    int rc = store_read_hash(store, seq, here, err);
    if (rc == 0)
        rc = store_read_hash(archive, seq, there, err);
    if (rc == 0 && memcmp(here, there, sizeof here) != 0)
        rc = err_set(err, CR_E_STATE,
                     "event %llu of the store is not the one that was archived; croupier verify "
                     "says more",
                     (unsigned long long)seq);
    return rc;
}

static void count_other(void *context, const struct store_program *program)
{
    (void)program;
    ++*(unsigned *)context;
}

static int refuse_others(struct store *store, struct cr_err *err)
{
    unsigned others = 0;
    int rc = store_others(store, count_other, &others, err);
    if (rc == 0 && others > 0)
        rc = err_set(err, CR_E_STATE, "%u manager%s on this store; stop %s first", others,
                     others == 1 ? " runs" : "s run", others == 1 ? "it" : "them");
    return rc;
}

static int remove_events(struct store *store, struct store *archive,
                         const struct store_beginning *beginning, struct cr_err *err)
{
    struct store_head head;
    int rc = store_begin(store, &head, err);
    if (rc != 0)
        return rc;
    rc = refuse_others(store, err);
    if (rc == 0)
        rc = check_meeting(store, archive, beginning->first, err);
    if (rc == 0 && archive_last_of_months(archive) > beginning->first)
        rc = check_meeting(store, archive, archive_last_of_months(archive), err);
    if (rc == 0)
        rc = store_trim(store, beginning, err);
    if (rc == 0)
        return store_commit(store, err);
    store_abandon(store);
    return rc;
}

int archive_trim(struct store *store, const struct archive_order *order,
                 struct archive_trimmed *out, struct cr_err *err)
{
    struct store *archive = NULL;
    struct store_beginning beginning;
    const uint64_t first = store_beginning(store)->first;
    int rc = open_archive(store, order, &archive, err);
    if (rc == 0)
        rc = choose(store, archive, order->folder, &beginning, err);
    if (rc == 0)
        rc = remove_events(store, archive, &beginning, err);
    if (rc == 0)
        *out = (struct archive_trimmed){beginning.first, beginning.first - first};
    store_close(archive);
    return rc;
}
