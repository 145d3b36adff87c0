/* A store whose log begins later than with event 1: the events before that are in an archive.
 * Nothing in the archive is trusted: the part that has the event before the store's first is read
 * to its end, and must come to the hash that the store keeps of that event. */
#include "base/check.h"
#include "base/err.h"
#include "base/hex.h"
#include "log/store/archive_store.h"
#include "log/store/backend.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *other_folder;

void store_use_archive(const char *folder)
{
    other_folder = folder;
}

const struct store_beginning *store_beginning(const struct store *store)
{
    return &store->beginning;
}

/* ---- In the database ---- */

static int parse(const char *first, const char *before, const char *folder,
                 struct store_beginning *out, struct cr_err *err)
{
    const long number = store_schema_number(first);
    if (number < 2 || (uint64_t)number > STORE_SEQ_MAX || folder[0] == '\0' ||
        strlen(folder) >= STORE_FOLDER_MAX ||
        !hex_decode_lower(before, strlen(before), out->before, STORE_HASH_BYTES))
        return err_set(
            err, CR_E_INPUT,
            "what the store says of its archived events is not readable; it was changed");
    out->first = (uint64_t)number;
    snprintf(out->folder, sizeof out->folder, "%s", folder);
    return CR_OK;
}

static int read_beginning(struct store *store, struct store_beginning *out, struct cr_err *err)
{
    char first[32], before[HEX_TEXT(STORE_HASH_BYTES) + 1], folder[STORE_FOLDER_MAX + 1];
    *out = (struct store_beginning){.first = 1};
    if (store->ops->remove_before == NULL)
        return CR_OK;
    int code = store->ops->meta(store, "first", first, sizeof first, err);
    if (code == CR_OK)
        code = store->ops->meta(store, "before", before, sizeof before, err);
    if (code == CR_OK)
        code = store->ops->meta(store, "archive", folder, sizeof folder, err);
    const bool is_whole = code == CR_OK && !first[0] && !before[0] && !folder[0];
    return code == CR_OK && !is_whole ? parse(first, before, folder, out, err) : code;
}

static int write_beginning(struct store *store, const struct store_beginning *b, struct cr_err *err)
{
    char first[32], before[HEX_TEXT(STORE_HASH_BYTES)];
    snprintf(first, sizeof first, "%" PRIu64, b->first);
    hex_encode(b->before, STORE_HASH_BYTES, before);
    int code = store->ops->remove_before(store, b->first, err);
    if (code == CR_OK)
        code = store->ops->put_meta(store, "first", first, err);
    if (code == CR_OK)
        code = store->ops->put_meta(store, "before", before, err);
    if (code == CR_OK)
        code = store->ops->put_meta(store, "archive", b->folder, err);
    return code;
}

/* ---- The archive ---- */

static const char *folder_of(const struct store *store)
{
    return other_folder != NULL ? other_folder : store->beginning.folder;
}

static int check_archive(const struct store *store, struct store *archive, struct cr_err *err)
{
    if (strcmp(archive->identity, store->identity) != 0)
        return err_set(err, CR_E_INPUT, "it is of floor %s, and the store is of floor %s",
                       archive->identity, store->identity);
    return archive_expect(archive, store->beginning.first - 1, store->beginning.before, err);
}

static int open_archive(const struct store *store, struct store **out, struct cr_err *err)
{
    int code = archive_open_later(folder_of(store), out, err);
    if (code == CR_OK)
        code = check_archive(store, *out, err);
    if (code != CR_OK) {
        store_close(*out);
        *out = NULL;
    }
    return code;
}

int store_beginning_find(struct store *store, struct cr_err *err)
{
    int code = read_beginning(store, &store->beginning, err);
    if (code == CR_OK && store->beginning.first > 1)
        open_archive(store, &store->archive, NULL); /* an error is told later, by a read */
    return code;
}

int store_beginning_archive(struct store *store, struct store **out, struct cr_err *err)
{
    int code = CR_OK;
    if (store->archive == NULL)
        code = open_archive(store, &store->archive, err);
    *out = store->archive;
    if (code == CR_OK)
        return CR_OK;
    return err_prefix(err, "events 1 to %" PRIu64 " of the log are in the archive %.300s",
                      store->beginning.first - 1, folder_of(store));
}

uint64_t store_first_at_hand(struct store *store, uint64_t seq)
{
    struct store *archive;
    struct cr_err err;
    const bool is_there =
        seq >= store->beginning.first || store_beginning_archive(store, &archive, &err) == CR_OK;
    return is_there ? seq : store->beginning.first;
}

bool store_beginning_moved(struct store *store, uint64_t seq)
{
    struct store_beginning now;
    return read_beginning(store, &now, NULL) == CR_OK && now.first > store->beginning.first &&
           now.first > seq;
}

/* ---- Removing ---- */

int store_trim(struct store *store, const struct store_beginning *beginning, struct cr_err *err)
{
    CHECK(store->in_batch && beginning->first > 1 && beginning->folder[0] != '\0');
    if (store->ops->remove_before == NULL)
        return err_set(err, CR_E_STATE, "a store of this kind keeps its whole log");
    int code = write_beginning(store, beginning, err);
    store->broken = store->broken || code != CR_OK;
    if (code != CR_OK)
        return code;
    store->beginning = *beginning;
    store_close(store->archive);
    store->archive = NULL;
    return CR_OK;
}

int store_compact(struct store *store, struct cr_err *err)
{
    CHECK(!store->in_batch);
    return store->ops->compact ? store->ops->compact(store, err) : CR_OK;
}
