/* The store in memory. Rows are kept as a history of versions, so that an old backup can be put
 * back; a batch is staged in its handle, so that a crash in the middle leaves nothing on the disk.
 */
#include "log/store/memory.h"

#include "base/check.h"
#include "base/err.h"
#include "base/list.h"
#include "log/store/backend.h"

#include <stdlib.h>
#include <string.h>

/* ---- Lists of events, and of versions of rows and secrets; running out of memory ends the test
 * ---- */

struct kept_event {
    char *body;
    uint32_t len;
    uint8_t hash[STORE_HASH_BYTES];
};

struct event_list {
    struct kept_event *items;
    size_t count, room;
};

/* A version of a row, written by the batch that ended at event seq. len 0: removed. */
struct row_version {
    uint64_t id, seq;
    void *body;
    uint32_t len;
    bool clears; /* no row: all rows were removed here */
};

struct row_list {
    struct row_version *items;
    size_t count, room;
};

/* A secret as a batch left it; an empty text: removed. The last version of an id counts. */
struct secret_version {
    uint64_t seq; /* last event of the batch */
    char id[STORE_SECRET_ID], text[STORE_SECRET_MAX];
};

struct secret_list {
    struct secret_version *items;
    size_t count, room;
};

static void *copy_of(const void *bytes, size_t len)
{
    void *copy = malloc(len ? len : 1);
    CHECK(copy);
    if (len)
        memcpy(copy, bytes, len);
    return copy;
}

/* A list takes over the bodies that are added, and cutting it frees them. */
static void add_event(struct event_list *list, struct kept_event event)
{
    CHECK(list_grow(&list->items, &list->room, list->count, sizeof *list->items));
    list->items[list->count++] = event;
}

static void cut_events(struct event_list *list, size_t count)
{
    while (list->count > count)
        free(list->items[--list->count].body);
}

static void add_row(struct row_list *list, struct row_version row)
{
    CHECK(list_grow(&list->items, &list->room, list->count, sizeof *list->items));
    list->items[list->count++] = row;
}

static void cut_rows(struct row_list *list, size_t count)
{
    while (list->count > count)
        free(list->items[--list->count].body);
}

static void add_secret(struct secret_list *list, const char *id, const char *text, uint64_t seq)
{
    CHECK(list_grow(&list->items, &list->room, list->count, sizeof *list->items));
    struct secret_version *v = &list->items[list->count++];
    memset(v, 0, sizeof *v);
    v->seq = seq;
    memcpy(v->id, id, strlen(id));
    memcpy(v->text, text, strlen(text));
}

static const struct secret_version *find_secret(const struct secret_list *list, const char *id)
{
    for (size_t i = list->count; i > 0; i--)
        if (strcmp(list->items[i - 1].id, id) == 0)
            return &list->items[i - 1];
    return NULL;
}

/* A list of the latest versions is in ascending order of id and borrows the bodies. find_row gives
 * the first place whose id is not below `id`; apply_row enters a version. */
static size_t find_row(const struct row_list *list, uint64_t id)
{
    size_t low = 0, high = list->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (list->items[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void apply_row(struct row_list *list, const struct row_version *row)
{
    if (row->clears) {
        list->count = 0;
        return;
    }
    size_t at = find_row(list, row->id);
    bool there = at < list->count && list->items[at].id == row->id;
    if (row->len == 0) {
        if (!there)
            return;
        list->count--;
        memmove(&list->items[at], &list->items[at + 1], (list->count - at) * sizeof *list->items);
        return;
    }
    if (!there) {
        add_row(list, *row);
        memmove(&list->items[at + 1], &list->items[at],
                (list->count - 1 - at) * sizeof *list->items);
    }
    list->items[at] = *row;
}

/* ---- The store ---- */

struct memory_disk {
    struct event_list events;
    struct row_list history;    /* owns the bodies */
    struct row_list rows;       /* the latest versions by id, borrowed from history */
    struct secret_list secrets; /* all versions */
    struct memory_faults faults;
    struct memory_store *writer;
    char identity[STORE_IDENTITY_DIGITS + 1];
};

struct memory_store {
    struct store base;
    struct memory_disk *disk;
    bool own_disk;
    struct event_list events;   /* staged */
    struct row_list written;    /* staged, in order; owns the bodies */
    struct row_list view;       /* the rows as this batch leaves them, made when they are read */
    struct secret_list secrets; /* staged */
    char identity[STORE_IDENTITY_DIGITS + 1];
};

/* ---- Disks ---- */

struct memory_disk *memory_disk_new(void)
{
    struct memory_disk *disk = calloc(1, sizeof *disk);
    if (disk)
        store_identity_new(disk->identity);
    return disk;
}

void memory_disk_free(struct memory_disk *disk)
{
    if (!disk)
        return;
    CHECK(!disk->writer);
    cut_events(&disk->events, 0);
    cut_rows(&disk->history, 0);
    free(disk->events.items);
    free(disk->history.items);
    free(disk->rows.items);
    free(disk->secrets.items);
    free(disk);
}

struct memory_faults *memory_disk_faults(struct memory_disk *disk)
{
    return &disk->faults;
}

void memory_disk_truncate(struct memory_disk *disk, uint64_t seq)
{
    if (seq < disk->events.count)
        cut_events(&disk->events, (size_t)seq);
    size_t kept = 0;
    while (kept < disk->history.count && disk->history.items[kept].seq <= seq)
        kept++;
    cut_rows(&disk->history, kept);
    disk->rows.count = 0;
    for (size_t i = 0; i < kept; i++)
        apply_row(&disk->rows, &disk->history.items[i]);
    while (disk->secrets.count > 0 && disk->secrets.items[disk->secrets.count - 1].seq > seq)
        disk->secrets.count--;
}

void memory_disk_flip(struct memory_disk *disk, uint64_t seq, uint32_t byte, unsigned bit)
{
    CHECK(seq >= 1 && seq <= disk->events.count && bit < 8);
    struct kept_event *event = &disk->events.items[seq - 1];
    CHECK(byte < event->len);
    event->body[byte] = (char)((unsigned char)event->body[byte] ^ (1u << bit));
}

/* ---- Writing ---- */

static bool fault_due(unsigned *counter)
{
    return *counter > 0 && --*counter == 0;
}

static void disk_head(const struct memory_disk *disk, struct store_head *head)
{
    *head = (struct store_head){.seq = disk->events.count};
    if (head->seq > 0)
        memcpy(head->hash, disk->events.items[head->seq - 1].hash, STORE_HASH_BYTES);
}

static int op_begin(struct store *store, struct cr_err *err)
{
    struct memory_store *m = (struct memory_store *)store;
    if (fault_due(&m->disk->faults.fail_begin))
        return err_set(err, CR_E_IO, "memory: beginning a batch failed, as asked for");
    if (m->disk->writer)
        return err_set(err, CR_E_STATE, "memory: another handle is in a batch");
    m->disk->writer = m;
    disk_head(m->disk, &store->head);
    return CR_OK;
}

static int op_append(struct store *store, const struct store_event *events, size_t event_count,
                     const struct store_row *rows, size_t row_count, struct cr_err *err)
{
    struct memory_store *m = (struct memory_store *)store;
    if (fault_due(&m->disk->faults.fail_append))
        return err_set(err, CR_E_IO, "memory: appending failed, as asked for");
    for (size_t i = 0; i < event_count; i++) {
        struct kept_event kept = {.body = copy_of(events[i].body, events[i].len),
                                  .len = events[i].len};
        memcpy(kept.hash, events[i].hash, STORE_HASH_BYTES);
        add_event(&m->events, kept);
    }
    for (size_t i = 0; i < row_count; i++)
        add_row(&m->written, (struct row_version){.id = rows[i].id,
                                                  .body = copy_of(rows[i].body, rows[i].len),
                                                  .len = rows[i].len});
    return CR_OK;
}

/* Moves what is staged to the disk. */
static void keep_batch(struct memory_store *m)
{
    struct memory_disk *disk = m->disk;
    for (size_t i = 0; i < m->events.count; i++)
        add_event(&disk->events, m->events.items[i]);
    m->events.count = 0;
    for (size_t i = 0; i < m->written.count; i++) {
        struct row_version row = m->written.items[i];
        row.seq = disk->events.count;
        add_row(&disk->history, row);
        apply_row(&disk->rows, &row);
    }
    m->written.count = 0;
    for (size_t i = 0; i < m->secrets.count; i++)
        add_secret(&disk->secrets, m->secrets.items[i].id, m->secrets.items[i].text,
                   disk->events.count);
    if (m->identity[0])
        memcpy(disk->identity, m->identity, sizeof disk->identity);
}

static void op_abandon(struct store *store)
{
    struct memory_store *m = (struct memory_store *)store;
    cut_events(&m->events, 0);
    cut_rows(&m->written, 0);
    m->secrets.count = 0;
    m->identity[0] = '\0';
    m->disk->writer = NULL;
}

static int op_commit(struct store *store, struct cr_err *err)
{
    struct memory_store *m = (struct memory_store *)store;
    bool lost = fault_due(&m->disk->faults.fail_commit_lost);
    bool durable = fault_due(&m->disk->faults.fail_commit_durable);
    if (!lost)
        keep_batch(m);
    op_abandon(store);
    if (lost || durable)
        return err_set(err, CR_E_IO, "memory: committing failed, as asked for");
    return CR_OK;
}

static int op_clear_rows(struct store *store, struct cr_err *err)
{
    (void)err;
    add_row(&((struct memory_store *)store)->written, (struct row_version){.clears = true});
    return CR_OK;
}

static int op_put_secret(struct store *store, const char *id, const char *text, struct cr_err *err)
{
    (void)err;
    add_secret(&((struct memory_store *)store)->secrets, id, text, 0);
    return CR_OK;
}

/* The identity is the only text of this kind that a store in memory has. */
static int op_put_meta(struct store *store, const char *key, const char *value, struct cr_err *err)
{
    (void)err;
    struct memory_store *m = (struct memory_store *)store;
    CHECK(strcmp(key, "identity") == 0);
    memcpy(m->identity, value, sizeof m->identity);
    return CR_OK;
}

/* ---- Reading ---- */

static int op_head(struct store *store, struct store_head *head, struct cr_err *err)
{
    (void)err;
    if (store->in_batch)
        *head = store->head;
    else
        disk_head(((struct memory_store *)store)->disk, head);
    return CR_OK;
}

static int op_read(struct store *store, uint64_t from, uint64_t max, store_event_fn *each,
                   void *context, struct cr_err *err)
{
    (void)err;
    const struct memory_store *m = (struct memory_store *)store;
    const struct event_list *disk = &m->disk->events;
    for (uint64_t seq = from ? from : 1; seq <= disk->count + m->events.count && max > 0; seq++) {
        const struct kept_event *kept =
            seq <= disk->count ? &disk->items[seq - 1] : &m->events.items[seq - 1 - disk->count];
        struct store_event event = {.seq = seq, .body = kept->body, .len = kept->len};
        memcpy(event.hash, kept->hash, STORE_HASH_BYTES);
        int code = each(context, &event);
        if (code != 0)
            return code;
        max--;
    }
    return CR_OK;
}

/* The rows, with what this batch has done to them. */
static const struct row_list *rows_seen(struct memory_store *m)
{
    if (m->written.count == 0)
        return &m->disk->rows;
    m->view.count = 0;
    for (size_t i = 0; i < m->disk->rows.count; i++)
        add_row(&m->view, m->disk->rows.items[i]);
    for (size_t i = 0; i < m->written.count; i++)
        apply_row(&m->view, &m->written.items[i]);
    return &m->view;
}

static int op_rows(struct store *store, uint64_t from, uint64_t to, store_row_fn *each,
                   void *context, struct cr_err *err)
{
    (void)err;
    const struct row_list *rows = rows_seen((struct memory_store *)store);
    for (size_t i = find_row(rows, from); i < rows->count && rows->items[i].id <= to; i++) {
        struct store_row row = {
            .id = rows->items[i].id, .body = rows->items[i].body, .len = rows->items[i].len};
        int code = each(context, &row);
        if (code != 0)
            return code;
    }
    return CR_OK;
}

/* The next name after `after`, in the order of bytes, on the disk or in the batch; NULL: none. */
static const char *next_secret(const struct memory_store *m, const char *after)
{
    const struct secret_list *const lists[] = {&m->disk->secrets, &m->secrets};
    const char *next = NULL;
    for (unsigned l = 0; l < 2; l++)
        for (size_t i = 0; i < lists[l]->count; i++) {
            const char *id = lists[l]->items[i].id;
            if (strcmp(id, after) > 0 && (!next || strcmp(id, next) < 0))
                next = id;
        }
    return next;
}

static int op_secrets(struct store *store, const char *id, store_secret_fn *each, void *context,
                      struct cr_err *err)
{
    (void)err;
    const struct memory_store *m = (struct memory_store *)store;
    int code = CR_OK;
    for (const char *at = id ? id : next_secret(m, ""); at && code == CR_OK;
         at = id ? NULL : next_secret(m, at)) {
        const struct secret_version *v = find_secret(&m->secrets, at);
        if (!v)
            v = find_secret(&m->disk->secrets, at);
        if (v && v->text[0])
            code = each(context, v->id, v->text);
    }
    return code;
}

static void op_close(struct store *store)
{
    struct memory_store *m = (struct memory_store *)store;
    free(m->events.items);
    free(m->written.items);
    free(m->view.items);
    free(m->secrets.items);
    if (m->own_disk)
        memory_disk_free(m->disk);
    free(m);
}

static const struct store_ops memory_ops = {
    .engine = "memory",
    STORE_WRITING_OPS,
    STORE_READING_OPS(op),
    .put_meta = op_put_meta,
};

int memory_disk_open(struct memory_disk *disk, struct store **out)
{
    struct memory_store *m = calloc(1, sizeof *m);
    if (!m)
        return CR_E_IO;
    m->base.ops = &memory_ops;
    m->base.mode = STORE_CREATE;
    memcpy(m->base.identity, disk->identity, sizeof m->base.identity);
    m->disk = disk;
    *out = &m->base;
    return CR_OK;
}

int memory_open(enum store_mode mode, struct store **out, struct cr_err *err)
{
    struct memory_disk *disk = memory_disk_new();
    if (!disk || memory_disk_open(disk, out) != CR_OK) {
        memory_disk_free(disk);
        return err_set(err, CR_E_IO, "no memory for a store");
    }
    (*out)->mode = mode;
    ((struct memory_store *)*out)->own_disk = true;
    return CR_OK;
}
