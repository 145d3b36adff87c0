/* Turns the floor's state into rows for the store, and back. */
#include "floor/floor.h"

#include "base/check.h"
#include "base/err.h"
#include "floor/floor_internal.h"
#include "floor/limits.h"
#include "floor/semantics.h"

#include <string.h>

/* To be raised when the meaning of a row changes and its size does not. */
#define LAYOUT_VERSION 8

uint64_t floor_layout(unsigned semantics)
{
    const size_t sizes[] = {LAYOUT_VERSION,
                            sizeof(struct floor_general),
                            sizeof(struct floor_document),
                            sizeof(struct floor_link),
                            sizeof(struct floor_table),
                            sizeof(struct floor_play),
                            sizeof(struct floor_claim),
                            sizeof(struct floor_dispute),
                            sizeof(struct floor_alarm),
                            sizeof(struct floor_person),
                            sizeof(struct floor_token),
                            sizeof(struct floor_house),
                            sizeof(struct floor_messages),
                            sizeof(struct floor_patron)};
    uint64_t h = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
        h = (h ^ sizes[i]) * UINT64_C(1099511628211);
    return semantics > 1 ? (h ^ semantics) * UINT64_C(1099511628211) : h;
}

/* The list in which rows of a kind are kept. A row's key is its place there, or the number of the
 * event that began it. */
struct list {
    void *items;
    uint32_t *count;
    uint32_t max;  /* the most by the limit in force … */
    uint32_t room; /* … and by the memory for them */
    uint32_t size;
    bool by_seq; /* items begin with a uint64_t seq */
};

static bool list_of(const struct floor *f, unsigned kind, struct list *out)
{
    struct floor *own = (struct floor *)(uintptr_t)f; /* readers use these lists too */
    switch (kind) {
#define LIST(row, items, count, max, seq)                                                          \
    case row:                                                                                      \
        *out = (struct list){own->items,    &own->count,         own->limits.max,                  \
                             own->room.max, sizeof(*own->items), seq};                             \
        return true
        LIST(FLOOR_ROW_DOCUMENT, documents, document_count, documents, false);
        LIST(FLOOR_ROW_LINK, links, link_count, links, false);
        LIST(FLOOR_ROW_TABLE, tables, table_count, tables, false);
        LIST(FLOOR_ROW_CLAIM, claims, claim_count, claims, true);
        LIST(FLOOR_ROW_DISPUTE, disputes, dispute_count, disputes, true);
        LIST(FLOOR_ROW_ALARM, alarms, alarm_count, alarms, true);
        LIST(FLOOR_ROW_PERSON, people, person_count, people, false);
        LIST(FLOOR_ROW_TOKEN, tokens, token_count, tokens, false);
#undef LIST
    case FLOOR_ROW_PATRON:
        *out = (struct list){own->patrons,  &own->patron_count,    FLOOR_PATRONS,
                             FLOOR_PATRONS, sizeof(*own->patrons), false};
        return true;
    default:
        return false;
    }
}

static void *item_at(const struct list *list, uint32_t i)
{
    return (char *)list->items + (size_t)i * list->size;
}

static uint64_t seq_of(const struct list *list, uint32_t i)
{
    uint64_t seq;
    memcpy(&seq, item_at(list, i), sizeof(seq));
    return seq;
}

/* State that exists once: its row has the key 0. */
struct single {
    void *place;
    uint32_t size;
    bool is_there;
};

static bool single_of(const struct floor *f, unsigned kind, struct single *out)
{
    struct floor *own = (struct floor *)(uintptr_t)f;
    switch (kind) {
    case FLOOR_ROW_GENERAL:
        *out = (struct single){&own->general, sizeof(own->general), true};
        return true;
    case FLOOR_ROW_LAYOUT:
        *out = (struct single){&own->layout, sizeof(own->layout), true};
        return true;
    case FLOOR_ROW_HOUSE:
        *out = (struct single){own->house, sizeof(*own->house), own->house->set != 0};
        return true;
    case FLOOR_ROW_MESSAGES:
        *out = (struct single){own->messages, sizeof(*own->messages), own->messages->set != 0};
        return true;
    case FLOOR_ROW_LIMITS:
        *out = (struct single){own->raised, sizeof(*own->raised), own->raised->set != 0};
        return true;
    default:
        return false;
    }
}

uint32_t floor_play_rows(const struct floor *f)
{
    return (f->table_count + FLOOR_PLAYS_IN_ROW - 1) / FLOOR_PLAYS_IN_ROW;
}

#define PLAY_ROW_BYTES (FLOOR_PLAYS_IN_ROW * (uint32_t)sizeof(struct floor_play))

const void *floor_row(const struct floor *f, uint64_t id, uint32_t *len)
{
    const unsigned kind = (unsigned)(id >> 48);
    const uint64_t key = id & ((UINT64_C(1) << 48) - 1);
    struct single one;
    if (single_of(f, kind, &one)) {
        *len = one.size;
        return key == 0 && one.is_there ? one.place : NULL;
    }
    if (kind == FLOOR_ROW_PLAY) {
        *len = PLAY_ROW_BYTES;
        return key < floor_play_rows(f) ? &f->plays[key * FLOOR_PLAYS_IN_ROW] : NULL;
    }
    struct list list;
    if (!list_of(f, kind, &list))
        return NULL;
    uint32_t place = *list.count;
    if (!list.by_seq && key < *list.count)
        place = (uint32_t)key;
    for (uint32_t i = 0; list.by_seq && i < *list.count; i++)
        if (seq_of(&list, i) == key)
            place = i;
    if (place == *list.count)
        return NULL;
    *len = list.size;
    return item_at(&list, place);
}

/* Whether a claim, dispute or alarm is finished. Its row stays in the store and is not loaded
 * again. */
static bool is_done(unsigned kind, const void *item)
{
    if (kind == FLOOR_ROW_CLAIM)
        return claim_is_done(&((const struct floor_claim *)item)->claim);
    if (kind == FLOOR_ROW_DISPUTE)
        return ((const struct floor_dispute *)item)->decided;
    if (kind == FLOOR_ROW_ALARM)
        return ((const struct floor_alarm *)item)->answered;
    return false;
}

static bool is_full(const struct floor *f, enum floor_row_kind kind, bool by_room, uint32_t more)
{
    struct list list;
    CHECK(list_of(f, kind, &list) && list.by_seq);
    const uint32_t most = (by_room ? list.room : list.max) + more;
    if (*list.count < most)
        return false;
    uint32_t waiting = 0;
    for (uint32_t i = 0; i < *list.count; i++)
        waiting += !is_done(kind, item_at(&list, i));
    return waiting >= most;
}

bool floor_is_full(const struct floor *f, enum floor_row_kind kind)
{
    return is_full(f, kind, false, 0);
}

bool floor_is_full_for_notices(const struct floor *f)
{
    return is_full(f, FLOOR_ROW_ALARM, true, 0);
}

bool floor_is_full_for_halt(const struct floor *f)
{
    return is_full(f, FLOOR_ROW_ALARM, true, FLOOR_HALT_PLACES);
}

static int load_document(struct floor *f, uint32_t place, struct cr_err *err)
{
    const struct floor_document *d = &f->documents[place];
    if (d->text_len > FLOOR_TEXT_MAX)
        return err_set(err, CR_E_INPUT, "document %u: too long", (unsigned)place);
    union floor_parsed *parsed = &f->parsed[place];
    int rc = d->is_progressive
                 ? cr_progressive_parse(d->name, d->text, d->text_len, &parsed->progressive, err)
                 : cr_rules_parse(d->name, d->text, d->text_len, &parsed->rules, err);
    if (rc != 0)
        return rc;
    /* REG-5: a document must be the one that was agreed upon, or the floor does not start. */
    const uint8_t *hash = d->is_progressive ? parsed->progressive.hash : parsed->rules.hash;
    if (memcmp(hash, d->hash, CR_HASH_BYTES) != 0)
        return err_set(err, CR_E_INPUT, "document %s: its text does not have its hash", d->name);
    return 0;
}

/* Someone else can write to a store: rows that do not fit together are refused, not followed. */
static int check_row(const struct floor *f, uint64_t id, bool by_seq, uint32_t place,
                     const void *body, struct cr_err *err)
{
    const unsigned kind = (unsigned)(id >> 48);
    uint64_t expected = place, key = id & ((UINT64_C(1) << 48) - 1);
    if (by_seq)
        memcpy(&expected, body, sizeof(expected));
    if (key != expected || !floor_row_fits(f, kind, body))
        return err_set(err, CR_E_INPUT,
                       "row %llx does not fit the rows before it; rebuild them from the log",
                       (unsigned long long)id);
    return 0;
}

/* Plays come after their tables; the places behind the last table are empty. */
static int load_plays(struct floor *f, uint64_t id, const void *body, struct cr_err *err)
{
    static const struct floor_play empty;
    const uint64_t row = id & ((UINT64_C(1) << 48) - 1);
    if (row >= floor_play_rows(f))
        return err_set(err, CR_E_INPUT, "row %llx is of no table; rebuild the rows from the log",
                       (unsigned long long)id);
    struct floor_play plays[FLOOR_PLAYS_IN_ROW];
    memcpy(plays, body, sizeof(plays));
    const uint64_t first = row * FLOOR_PLAYS_IN_ROW;
    for (unsigned i = 0; i < FLOOR_PLAYS_IN_ROW; i++)
        if (first + i >= f->table_count && memcmp(&plays[i], &empty, sizeof(empty)) != 0)
            return err_set(err, CR_E_INPUT,
                           "row %llx is of more tables than there are; rebuild the rows from the "
                           "log",
                           (unsigned long long)id);
    memcpy(&f->plays[first], plays, sizeof(plays));
    return 0;
}

int floor_load_row(struct floor *f, uint64_t id, const void *body, size_t len, struct cr_err *err)
{
    const unsigned kind = (unsigned)(id >> 48);
    struct list list;
    struct single one;
    if (kind == FLOOR_ROW_PLAY && len == PLAY_ROW_BYTES)
        return load_plays(f, id, body, err);
    if (kind != FLOOR_ROW_LAYOUT && single_of(f, kind, &one) && id == FLOOR_ROW_ID(kind, 0) &&
        len == one.size && floor_row_fits(f, kind, body)) {
        memcpy(one.place, body, len);
        if (kind == FLOOR_ROW_GENERAL)
            f->layout = floor_layout(floor_semantics(f));
        else if (kind == FLOOR_ROW_LIMITS)
            floor_limits_apply(f);
        return 0;
    }
    if (!list_of(f, kind, &list) || len != list.size)
        return err_set(err, CR_E_INPUT, "row %llx is not a row of this program",
                       (unsigned long long)id);
    const uint32_t place = *list.count;
    const uint32_t more = kind == FLOOR_ROW_ALARM ? FLOOR_HALT_PLACES : 0;
    if (place >= list.room + more)
        return err_set(err, CR_E_INPUT, "row %llx: there is no room for so many",
                       (unsigned long long)id);
    int rc = check_row(f, id, list.by_seq, place, body, err);
    if (rc != 0)
        return rc;
    void *item = item_at(&list, place);
    memcpy(item, body, len);
    if (is_done(kind, item)) {
        memset(item, 0, len);
        return 0;
    }
    ++*list.count;
    if (kind == FLOOR_ROW_TABLE)
        floor_index_table(f, place);
    return kind == FLOOR_ROW_DOCUMENT ? load_document(f, place, err) : 0;
}

void floor_loaded(struct floor *f, uint64_t seq, int64_t time_ms)
{
    f->seq = seq;
    f->time_ms = time_ms;
}

static void drop_done(const struct floor *f, unsigned kind)
{
    struct list list;
    CHECK(list_of(f, kind, &list));
    uint32_t kept = 0;
    for (uint32_t i = 0; i < *list.count; i++) {
        const void *item = item_at(&list, i);
        if (is_done(kind, item))
            continue;
        if (kept != i)
            memcpy(item_at(&list, kept), item, list.size);
        kept++;
    }
    if (kept != *list.count)
        memset(item_at(&list, kept), 0, (size_t)(*list.count - kept) * list.size);
    *list.count = kept;
}

void floor_clean(struct floor *f)
{
    for (uint32_t i = 0; i < f->dirty_count; i++) {
        const uint64_t kind = f->dirty[i] >> 48, key = f->dirty[i] & UINT32_MAX;
        if (kind == FLOOR_ROW_PLAY)
            f->dirty_plays[key] = 0;
        else if (kind == FLOOR_ROW_LINK)
            f->dirty_links[key] = 0;
        else if (kind >= FLOOR_ROW_CLAIM && kind <= FLOOR_ROW_ALARM)
            drop_done(f, (unsigned)kind);
    }
    f->dirty_count = 0;
}
