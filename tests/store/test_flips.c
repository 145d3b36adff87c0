/* One flipped bit anywhere in a store's files: the content is the same as before, or the store says
 * that it is damaged (V4, V7); it is never another content without a word. Damage in the last batch
 * of the write-ahead log looks like a power cut and may end the log with the batch before, whole
 * and balanced: a mark kept elsewhere shows that, and so does a table that remembers more than the
 * floor (V8).
 *
 * usage: test_flips [FLIPS]   FLIPS are spread over each file; without a number: every byte, and
 * every bit of the pages that describe the rest */
#include "log/audit/verify.h"
#include "log/store/sqlite.h"
#include "paper/night.h"
#include "store/power_disk.h"

#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define PAGE_BYTES   1024
#define ROLLBACKS    25 /* shortened histories that a manager and a table are shown */
#define LAST_BATCHES 4  /* events that one flipped bit can take away */
#define HEADER_STEP  24 /* bytes of the header of a frame in the write-ahead log */

static size_t flips_wanted; /* 0: all */

static const struct floor_limits limits = {
    .tables = 2, .links = 2, .claims = 8, .disputes = 2, .alarms = 32, .people = 8, .documents = 4};

static const char *const file_names[] = {"store", "store-wal"};
#define FILES 2

struct image {
    unsigned char *data;
    size_t len;
};

struct world {
    struct power_disk *disk;
    struct image images[FILES];
    struct store_head head; /* head of the log after the last commit */
    uint8_t content[32];
    uint64_t epoch, acked; /* what the first table remembers */
    unsigned same, detected, shorter, shown;
};

static const struct sqlite_options options = {
    .vfs = POWER_VFS, .page_bytes = PAGE_BYTES, .checkpoint_pages = 100000};

/* ---- A night on the disk in memory ---- */

static void add_person(struct night *n, const char *name)
{
    struct floor_event *e = night_begin(n, FLOOR_PERSON_ADDED);
    strcpy(e->person, name);
    strcpy(e->item, "manager");
    strcpy(e->user, strcmp(name, "Cy") == 0 ? "Ann" : "setup");
    strcpy(e->approver, strcmp(name, "Cy") == 0 ? "Ben" : "");
    night_ask(n);
}

/* A secret is kept beside the log, which has only its hash. */
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

static void play(struct night *n)
{
    uint8_t hash[CR_HASH_BYTES];
    add_person(n, "Ann");
    set_password(n);
    add_person(n, "Ben");
    add_person(n, "Cy");
    night_document(n, "cn", NULL, hash);
    night_link(n, "main", hash, 0, false);
    night_table(n, 0, "main");
    night_table(n, 1, "main");
    night_open_link(n, "main", true);
    night_open_shift(n, "Night");
    for (unsigned i = 0; i < 3; i++)
        night_round(n, i % 2, (uint8_t)(1 + 5 * i));
    night_coin_in(n, 0, 0x7f);
    const uint64_t claim = night_claim(n, 0, 3, CR_ROYAL_FLUSH);
    night_pay(n, 0, claim, CR_KEY_HIGH);
    night_game_over(n, 0);
    night_clear(n, claim);
    night_coin_in(n, 0, 0x11); /* so that the last event is one that the first table knows */
}

static void take_image(struct world *w, unsigned i)
{
    const struct power_file *file = power_file_find(w->disk, file_names[i]);
    struct image *image = &w->images[i];
    free(image->data);
    image->len = file ? file->now.len : 0;
    image->data = malloc(image->len + 1);
    assert_non_null(image->data);
    if (image->len > 0)
        memcpy(image->data, file->now.data, image->len);
}

/* killed: the writer leaves its write-ahead log behind; otherwise everything is in the file. */
static void make_world(struct world *w, bool killed)
{
    memset(w, 0, sizeof(*w));
    w->disk = power_disk_new(1);
    struct night n = {.r = calloc(1, sizeof(*n.r)), .now_ms = NIGHT_START_MS};
    struct cr_err err = {0};
    const struct manager_config config = {
        .id = "m1", .version = "test", .lease_ms = 2000, .limits = limits};
    if (sqlite_open("store", STORE_CREATE, &options, &n.store, &err) != 0 ||
        manager_new(n.store, &config, n.now_ms, 0, &n.manager, &err) != 0)
        fail_msg("%s", err.text);
    play(&n);
    w->epoch = n.epoch[0];
    w->acked = n.seq[0];
    assert_int_equal(store_head(n.store, &w->head, NULL), 0);
    manager_free(n.manager);
    if (killed)
        power_process_end(w->disk);
    store_close(n.store);
    free(n.r);
    power_process_start(w->disk);
    for (unsigned i = 0; i < FILES; i++)
        take_image(w, i);
}

static void free_world(struct world *w)
{
    for (unsigned i = 0; i < FILES; i++)
        free(w->images[i].data);
    power_disk_free(w->disk);
}

/* Restores the files, with one bit of one of them flipped. */
static void put_back(struct world *w, unsigned flipped, size_t at, unsigned bit)
{
    power_process_start(w->disk);
    for (unsigned i = 0; i < FILES; i++) {
        struct power_file *file = power_file_find(w->disk, file_names[i]);
        if (file == NULL && w->images[i].len > 0)
            file = power_file_new(w->disk, file_names[i]);
        if (file == NULL)
            continue;
        power_file_truncate(file, 0);
        if (w->images[i].len > 0)
            power_file_write(file, w->images[i].data, w->images[i].len, 0);
        power_file_lose(file);
        if (i == flipped && w->images[i].len > 0)
            file->now.data[at] ^= (unsigned char)(1u << bit);
    }
}

/* ---- What the store holds ---- */

static int add_event(void *context, const struct store_event *event)
{
    crypto_generichash_state *h = context;
    crypto_generichash_update(h, (const uint8_t *)&event->seq, sizeof(event->seq));
    crypto_generichash_update(h, (const uint8_t *)event->body, event->len);
    crypto_generichash_update(h, event->hash, sizeof(event->hash));
    return 0;
}

static int add_row(void *context, const struct store_row *row)
{
    crypto_generichash_state *h = context;
    crypto_generichash_update(h, (const uint8_t *)&row->id, sizeof(row->id));
    crypto_generichash_update(h, (const uint8_t *)&row->len, sizeof(row->len));
    crypto_generichash_update(h, row->body, row->len);
    return 0;
}

static int add_secret(void *context, const char *id, const char *text)
{
    crypto_generichash_state *h = context;
    crypto_generichash_update(h, (const uint8_t *)id, strlen(id) + 1);
    crypto_generichash_update(h, (const uint8_t *)text, strlen(text) + 1);
    return 0;
}

static bool read_content(struct store *store, uint8_t out[32])
{
    crypto_generichash_state h;
    crypto_generichash_init(&h, NULL, 0, 32);
    const bool read = store_read(store, 1, UINT64_MAX, add_event, &h, NULL) == 0 &&
                      store_rows(store, 0, INT64_MAX, add_row, &h, NULL) == 0 &&
                      store_secrets(store, add_secret, &h, NULL) == 0;
    crypto_generichash_final(&h, out, 32);
    return read;
}

enum verdict { SAME, DETECTED, SHORTER, SILENT };

/* The content is another one and looks sound: does a check against the mark find it? */
static enum verdict judge_other(struct world *w, struct store *store)
{
    static struct verify_report report;
    const struct verify_options against = {
        .one_thread = true, .limits = &limits, .expect = &w->head};
    if (verify_store(store, &against, &report, NULL) != 0 || report.faults[8] == 0)
        return SILENT;
    /* A batch in these tests has one event, or two with an alarm. */
    return report.head.seq < w->head.seq && report.head.seq + LAST_BATCHES >= w->head.seq ? SHORTER
                                                                                          : SILENT;
}

static enum verdict judge(struct world *w)
{
    static struct verify_report report;
    const struct verify_options alone = {.one_thread = true, .limits = &limits};
    struct store *store = NULL;
    uint8_t content[32];
    if (sqlite_open("store", STORE_READ, &options, &store, NULL) != 0)
        return DETECTED;
    enum verdict verdict = SAME;
    if (!read_content(store, content) || verify_store(store, &alone, &report, NULL) != 0 ||
        verify_fault_count(&report) > 0 || report.rows_of_another_layout)
        verdict = DETECTED;
    else if (memcmp(content, w->content, sizeof(content)) != 0)
        verdict = judge_other(w, store);
    store_close(store);
    return verdict;
}

/* V8: a manager starts on the shortened log; the table comes back and remembers more. */
static void show_rollback(struct world *w)
{
    static struct manager_request request;
    struct manager_request *r = &request;
    struct store *store = NULL;
    struct manager *manager = NULL;
    struct cr_err err = {0};
    const struct manager_config config = {
        .id = "m1", .version = "test", .lease_ms = 2000, .limits = limits};
    assert_int_equal(sqlite_open("store", STORE_WRITE, &options, &store, &err), 0);
    assert_int_equal(manager_new(store, &config, NIGHT_START_MS, 0, &manager, &err), 0);
    if (floor_find_table(manager_floor(manager), night_tables[0]) != FLOOR_NONE) {
        memset(r, 0, sizeof(*r));
        event_init(&r->event, FLOOR_TABLE_JOINED);
        strcpy(r->event.table, night_tables[0]);
        strcpy(r->event.manager, "m1");
        strcpy(r->event.instance, "made");
        r->event.acked_epoch = w->epoch;
        r->event.acked_seq = w->acked;
        assert_int_equal(manager_batch(manager, &r, 1, NIGHT_START_MS, 0, &err), 0);
        assert_int_not_equal(r->result, 0);
        assert_true(manager_has_alarm(manager, ALARM_ROLLBACK, night_tables[0]));
        w->shown++;
    }
    manager_free(manager);
    store_close(store);
}

static void flip(struct world *w, unsigned file, size_t at, unsigned bit)
{
    put_back(w, file, at, bit);
    switch (judge(w)) {
    case SAME:
        w->same++;
        break;
    case DETECTED:
        w->detected++;
        break;
    case SHORTER:
        w->shorter++;
        if (w->shown < ROLLBACKS) {
            put_back(w, file, at, bit);
            show_rollback(w);
        }
        break;
    case SILENT:
        fail_msg("%s, byte %zu, bit %u: another content, and nobody notices", file_names[file], at,
                 bit);
    }
}

/* The first page describes the file; the headers of the log and of its frames describe the frames.
 */
static bool is_structure(const struct world *w, unsigned file, size_t at)
{
    (void)w;
    if (file == 0)
        return at < PAGE_BYTES;
    return at < 32 || (at - 32) % (HEADER_STEP + PAGE_BYTES) < HEADER_STEP;
}

static void flip_file(struct world *w, unsigned file)
{
    const size_t len = w->images[file].len;
    const size_t step = flips_wanted == 0 || len <= flips_wanted ? 1 : len / flips_wanted;
    struct rng rng = {.state = len};
    w->same = w->detected = w->shorter = w->shown = 0;
    for (size_t at = 0; at < len; at += step) {
        const size_t place = at + rng_below(&rng, (unsigned)step);
        if (place >= len)
            break;
        if (flips_wanted > 0 || !is_structure(w, file, place)) {
            flip(w, file, place, rng_below(&rng, 8));
            continue;
        }
        for (unsigned bit = 0; bit < 8; bit++)
            flip(w, file, place, bit);
    }
    print_message("%s, %zu bytes: %u the same, %u detected, %u shortened and seen by a mark, %u "
                  "by a table\n",
                  file_names[file], len, w->same, w->detected, w->shorter, w->shown);
}

static void check_whole(struct world *w)
{
    struct store *store = NULL;
    put_back(w, FILES, 0, 0);
    assert_int_equal(sqlite_open("store", STORE_READ, &options, &store, NULL), 0);
    assert_true(read_content(store, w->content));
    store_close(store);
    put_back(w, FILES, 0, 0);
    assert_int_equal(judge(w), SAME);
}

/* When everything is in the file, each change is found without any mark. */
static void no_bit_of_the_file_changes_it_silently(void **state)
{
    static struct world w;
    (void)state;
    make_world(&w, false);
    check_whole(&w);
    assert_int_equal(w.images[1].len, 0);
    flip_file(&w, 0);
    assert_true(w.same > 0 && w.detected > 0);
    assert_int_equal(w.shorter, 0);
    free_world(&w);
}

static void no_bit_of_the_log_changes_it_silently(void **state)
{
    static struct world w;
    (void)state;
    make_world(&w, true);
    check_whole(&w);
    assert_true(w.images[1].len > 0);
    flip_file(&w, 1);
    /* A flip in the last batch looks like a power cut. */
    assert_true(w.shorter > 0 && w.shown > 0 && w.shorter < w.detected / 8);
    flip_file(&w, 0);
    free_world(&w);
}

int main(int argc, char **argv)
{
    flips_wanted = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_bit_of_the_file_changes_it_silently),
        cmocka_unit_test(no_bit_of_the_log_changes_it_silently),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
