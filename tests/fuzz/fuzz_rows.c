/* Fuzz target: a store whose rows somebody has changed. The bytes are changes (row, place, value)
 * to the rows of a floor in the middle of an evening, and the rows are then loaded. They must be
 * refused, or give a floor that can be read, checked and stepped on without harm. */
#include "base/check.h"
#include "floor/floor.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define ROWS_MAX 32
#define NOW_MS   INT64_C(1794736800000)

static const struct floor_limits limits = {.tables = 3,
                                           .links = 2,
                                           .claims = 4,
                                           .disputes = 2,
                                           .alarms = 8,
                                           .people = 4,
                                           .documents = 3,
                                           .tokens = 2};

static struct {
    uint64_t id;
    void *body;
    uint32_t len;
} rows[ROWS_MAX];
static unsigned row_count;

/* ---- An evening ---- */

static struct floor_event e; /* the present event */

static void begin(unsigned kind)
{
    event_init(&e, kind);
    strcpy(e.user, "ann");
}

static void happen(struct floor *f)
{
    struct cr_err err = {0};
    if (floor_step(f, &e, NOW_MS, &err) != 0)
        check_failed(err.text, __FILE__, __LINE__);
}

static void add_people(struct floor *f)
{
    static const char *const names[] = {"ann", "bob"};
    for (unsigned i = 0; i < 2; i++) {
        begin(FLOOR_PERSON_ADDED);
        strcpy(e.user, "setup");
        strcpy(e.person, names[i]);
        strcpy(e.item, "manager");
        happen(f);
    }
}

static void add_places(struct floor *f)
{
    const struct cr_shipped *shipped = cr_shipped_find("cn");
    uint8_t hash[CR_HASH_BYTES];
    begin(FLOOR_DOCUMENT_ADDED);
    memcpy(e.text, shipped->text, shipped->len);
    e.text_len = (uint16_t)shipped->len;
    happen(f);
    memcpy(hash, e.document, sizeof(hash));
    begin(FLOOR_LINK_CONFIGURED);
    strcpy(e.approver, "bob");
    strcpy(e.link, "main");
    memcpy(e.document, hash, sizeof(hash));
    happen(f);
    begin(FLOOR_TABLE_CONFIGURED);
    strcpy(e.approver, "bob");
    strcpy(e.table, "t1");
    strcpy(e.link, "main");
    strcpy(e.item, "Poker");
    e.is_live = 1;
    happen(f);
    begin(FLOOR_LINK_OPENED);
    strcpy(e.link, "main");
    happen(f);
    begin(FLOOR_SHIFT_OPENED);
    strcpy(e.item, "Night");
    happen(f);
}

static void begin_at_table(const struct floor *f, unsigned kind)
{
    begin(kind);
    e.user[0] = '\0';
    strcpy(e.table, "t1");
    e.epoch = f->plays[0].epoch;
    e.table_seq = f->plays[0].seq + 1;
}

static void join(struct floor *f)
{
    begin(FLOOR_TABLE_JOINED);
    e.user[0] = '\0';
    strcpy(e.table, "t1");
    strcpy(e.manager, "m1");
    strcpy(e.instance, "box");
    e.acked_epoch = f->plays[0].epoch;
    e.acked_seq = f->plays[0].epoch > 0 ? f->plays[0].seq : 0;
}

static void play(struct floor *f)
{
    join(f);
    happen(f);
    begin_at_table(f, FLOOR_COIN_IN);
    e.seats = 0x1f;
    happen(f);
    begin_at_table(f, FLOOR_CLAIM_MADE);
    e.seat = 2;
    e.award = 1 + CR_ROYAL_FLUSH;
    happen(f);
}

static void keep_row(const struct floor *f, uint64_t id)
{
    uint32_t len = 0;
    const void *body = floor_row(f, id, &len);
    if (body == NULL)
        return;
    CHECK(row_count < ROWS_MAX);
    rows[row_count].id = id;
    rows[row_count].len = len;
    rows[row_count].body = malloc(len);
    CHECK(rows[row_count].body != NULL);
    memcpy(rows[row_count++].body, body, len);
}

static void make_rows(struct floor *f)
{
    add_people(f);
    add_places(f);
    play(f);
    for (unsigned kind = FLOOR_ROW_GENERAL; kind < FLOOR_ROW_LAYOUT; kind++)
        for (uint64_t key = 0; key < 40; key++)
            keep_row(f, FLOOR_ROW_ID(kind, key));
    CHECK(row_count >= 8);
}

/* ---- Changes to the rows ---- */

/* The floor at the beginning, with its document already read, because reading YAML takes most of
 * the time. */
static struct {
    struct floor f;
    void *memory;
    size_t size;
    unsigned rows;
} begun;

/* Chooses a row; those of the beginning are chosen seldom. */
static unsigned row_of(uint8_t byte)
{
    return byte > 250 ? byte % begun.rows : begun.rows + byte % (row_count - begun.rows);
}

/* Applies changes of row, place (two bytes) and value. A document's text need not fit its hash
 * afterwards. */
static void change(uint8_t *body, unsigned row, const uint8_t *data, size_t size)
{
    for (size_t i = 0; i + 4 <= size; i += 4) {
        const size_t at = (size_t)(data[i + 1] | data[i + 2] << 8) % rows[row].len;
        if (row_of(data[i]) == row)
            body[at] = data[i + 3];
    }
}

static void go_on(struct floor *f)
{
    struct cr_err err = {0};
    static const unsigned kinds[] = {FLOOR_COIN_IN, FLOOR_GAME_OVER, FLOOR_SEAT_CLOSED};
    if (floor_check(f, &err) != 0)
        return; /* books that do not balance would end the process by a CHECK sooner or later */
    join(f);
    floor_step(f, &e, NOW_MS, &err);
    for (unsigned i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        begin_at_table(f, kinds[i]);
        e.seats = kinds[i] == FLOOR_COIN_IN ? 0x03 : 0;
        e.seat = kinds[i] == FLOOR_SEAT_CLOSED ? 5 : 0;
        floor_step(f, &e, NOW_MS, &err);
    }
    for (unsigned kind = FLOOR_CLAIM_VERIFIED; kind < FLOOR_KIND_COUNT; kind++) {
        if (strncmp(event_kind(kind)->name, "claim_", 6) == 0)
            continue; /* amounts that no history explains end the process by a CHECK */
        begin(kind);
        strcpy(e.approver, "bob");
        strcpy(e.link, "main");
        strcpy(e.table, "t1");
        strcpy(e.item, "Night");
        e.claim = f->claim_count > 0 ? f->claims[0].seq : 1;
        floor_step(f, &e, NOW_MS, &err);
    }
    floor_clean(f);
}

/* ---- Loading ---- */

static struct floor f;
static void *memory;

static bool load(unsigned from, unsigned to, const uint8_t *data, size_t size)
{
    static uint8_t body[65536];
    for (unsigned i = from; i < to; i++) {
        struct cr_err err = {0};
        CHECK(rows[i].len <= sizeof(body));
        memcpy(body, rows[i].body, rows[i].len);
        change(body, i, data, size);
        if (floor_load_row(&f, rows[i].id, body, rows[i].len, &err) != 0) {
            CHECK(err.text[0] != '\0');
            return false;
        }
    }
    return true;
}

static void begin_floor(void)
{
    begun.size = floor_memory_size(&limits);
    memory = malloc(begun.size);
    begun.memory = malloc(begun.size);
    CHECK(memory != NULL && begun.memory != NULL);
    floor_init(&f, &limits, memory);
    make_rows(&f);
    floor_init(&f, &limits, memory);
    while (rows[begun.rows].id >> 48 <= FLOOR_ROW_DOCUMENT)
        begun.rows++;
    CHECK(load(0, begun.rows, NULL, 0) && begun.rows < row_count);
    begun.f = f;
    memcpy(begun.memory, memory, begun.size);
}

static bool changes_the_beginning(const uint8_t *data, size_t size)
{
    for (size_t i = 0; i + 4 <= size; i += 4)
        if (row_of(data[i]) < begun.rows)
            return true;
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    unsigned from = 0;
    if (memory == NULL)
        begin_floor();
    if (changes_the_beginning(data, size)) {
        floor_init(&f, &limits, memory);
    } else {
        f = begun.f;
        memcpy(memory, begun.memory, begun.size);
        from = begun.rows;
    }
    if (!load(from, row_count, data, size))
        return 0;
    floor_loaded(&f, 1000, NOW_MS);
    go_on(&f);
    return 0;
}
