/* V4: the rows of an earlier moment, kept outside of the store (the seal of rows). With them a
 * start compares every row with a log of any length; without files that fit, it replays the log.
 * usage: test_rows_seal sqlite | postgresql */
#include "log/replay/rows_seal.h"
#include "log/replay/stored_floor.h"
#include "paper/night.h"
#include "store/hostile.h"
#include "store/place.h"

#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define SMALL 8 /* events between two seals, for a short log */
#define HEAD  (16 + 40 + 3 * 8 + 32 + 8 + 32)
#define CHAIN (16 + 40 + 3 * 8)
#define HASH  (HEAD - 32)

static const char *engine;
static struct place place;
static struct cr_err err;
static char trust[300];

/* ---- A floor ---- */

static struct rows_seal *seal_open(uint64_t every)
{
    static struct rows_seal seal;
    rows_seal_open_folder(&seal, trust);
    seal.every = every;
    return &seal;
}

static int manager_on(struct store *store, struct rows_seal *seal, int64_t now_ms,
                      struct manager **out)
{
    const struct manager_config config = {.id = "m1",
                                          .version = "test",
                                          .lease_ms = 2000,
                                          .limits = floor_limits_usual,
                                          .seal = seal};
    err = (struct cr_err){0};
    return manager_new(store, &config, now_ms, 0, out, &err);
}

static bool was_halted;

static int start(struct rows_seal *seal)
{
    struct manager *m = NULL;
    struct store *store = place_open(&place, STORE_WRITE);
    const int rc = manager_on(store, seal, NIGHT_START_MS + 86400000, &m);
    was_halted = rc == 0 && manager_floor(m)->general.halted;
    manager_free(m);
    store_close(store);
    if (seal != NULL)
        rows_seal_close(seal);
    return rc;
}

static void make_floor(void)
{
    uint8_t hash[CR_HASH_BYTES];
    place = place_fresh(engine, 0);
    snprintf(trust, sizeof(trust), "%s/trust", place_folder());
    mkdir(trust, 0700);
    struct night *n = night_open(place.address);
    night_document(n, "cn", NULL, hash);
    night_link(n, "main", hash, 0, false);
    night_table(n, 0, "main");
    night_table(n, 1, "main");
    night_open_link(n, "main", true);
    night_close(n);
}

/* Continues play, with a manager that keeps rows after so many events. */
static struct night *go_on(uint64_t every)
{
    struct night *n = calloc(1, sizeof *n);
    n->r = calloc(1, sizeof *n->r);
    n->now_ms = NIGHT_START_MS + 3600000;
    n->store = place_open(&place, STORE_WRITE);
    if (manager_on(n->store, seal_open(every), n->now_ms, &n->manager) != 0)
        fail_msg("%s", err.text);
    for (unsigned t = 0; t < 2; t++) {
        struct floor_event *e = night_begin(n, FLOOR_TABLE_JOINED);
        strcpy(e->table, night_tables[t]);
        strcpy(e->manager, "m1");
        strcpy(e->instance, "made");
        night_ask(n);
        n->epoch[t] = e->epoch;
    }
    return n;
}

static void stop(struct night *n)
{
    rows_seal_close(manager_configuration(n->manager)->seal);
    night_close(n);
}

static void make_played(void)
{
    make_floor();
    struct night *n = go_on(SMALL);
    for (unsigned i = 0; i < 3 * SMALL; i++)
        night_round(n, i % 2, 0x7f);
    night_coin_in(n, 0, 0x7f);
    night_claim(n, 0, 3, CR_ROYAL_FLUSH);
    stop(n);
}

/* ---- Rows that were changed ---- */

union body {
    struct floor_play plays[FLOOR_PLAYS_IN_ROW];
    struct floor_claim claim;
    struct floor_table table;
    struct floor_general general;
    struct floor_link link;
};

struct found {
    uint64_t id;
    uint32_t len;
    union body body;
};

static int take_row(void *context, const struct store_row *row)
{
    struct found *found = context;
    assert_true(row->len <= sizeof(found->body));
    found->id = row->id;
    found->len = row->len;
    memcpy(&found->body, row->body, row->len);
    return 1;
}

static void put_row(const struct found *found)
{
    struct store *store = place_open(&place, STORE_WRITE);
    struct store_head head = batch_begin(store);
    const struct store_row row = {found->id, &found->body, found->len};
    batch_append(store, &head, 0, &row, 1);
    batch_commit(store);
    store_close(store);
}

static void a_paid_claim(union body *body)
{
    body->claim.claim.approved = 2;
    strcpy(body->claim.claim.approved_by[0], "Ann");
    strcpy(body->claim.claim.approved_by[1], "Ben");
}

static void no_wagers(union body *body)
{
    body->plays[0].seats = 0x01;
}

static void a_lost_table(union body *body)
{
    body->table.lost = 1;
}

static void a_halted_floor(union body *body)
{
    body->general.halted = 1;
}

static void a_closed_link(union body *body)
{
    body->link.open = !body->link.open;
}

static const struct changed_row {
    enum floor_row_kind kind;
    void (*change)(union body *body);
    const char *words;
} changed_rows[] = {
    {FLOOR_ROW_CLAIM, a_paid_claim, "a claim"},
    {FLOOR_ROW_PLAY, no_wagers, "table t1"},
    {FLOOR_ROW_TABLE, a_lost_table, "table t1"},
    {FLOOR_ROW_GENERAL, a_halted_floor, "the floor's shift and state"},
    {FLOOR_ROW_LINK, a_closed_link, "link main"},
};
#define CHANGED_ROWS (sizeof(changed_rows) / sizeof(changed_rows[0]))

static struct found change(const struct changed_row *how)
{
    struct found before = {0};
    struct store *store = place_open(&place, STORE_READ);
    assert_int_equal(store_rows(store, FLOOR_ROW_ID(how->kind, 0),
                                FLOOR_ROW_ID(how->kind + 1, 0) - 1, take_row, &before, &err),
                     1);
    store_close(store);
    struct found changed = before;
    how->change(&changed.body);
    put_row(&changed);
    return before;
}

/* Checks as for a log that is too long to be replayed, so that only the kept rows can tell. */
static int check_as_long_log(bool with_seal)
{
    struct stored_floor *floor = NULL;
    struct stored_log *log = NULL;
    struct rows_seal seal;
    struct store *store = place_open(&place, STORE_READ);
    rows_seal_look(&seal, trust);
    err = (struct cr_err){0};
    assert_int_equal(stored_floor_read(store, &floor, &err), CR_OK);
    assert_int_equal(stored_log_fold(store, &floor->head, with_seal ? &seal : NULL, 0, &log, &err),
                     CR_OK);
    const int rc = stored_check_log(store, &floor->head, &floor->floor, log, &err);
    stored_log_free(log);
    stored_floor_free(floor);
    rows_seal_close(&seal);
    store_close(store);
    return rc;
}

static void kept_rows_hold_every_row(void **state)
{
    (void)state;
    make_played();
    assert_int_equal(check_as_long_log(true), CR_OK);
    for (size_t i = 0; i < CHANGED_ROWS; i++) {
        const struct found before = change(&changed_rows[i]);
        assert_int_equal(check_as_long_log(false), CR_OK); /* which is why rows are kept */
        assert_int_equal(check_as_long_log(true), CR_E_INPUT);
        assert_non_null(strstr(err.text, changed_rows[i].words));
        assert_int_equal(start(seal_open(SMALL)), CR_E_INPUT);
        put_row(&before);
    }
    assert_int_equal(check_as_long_log(true), CR_OK);
    assert_int_equal(start(seal_open(SMALL)), CR_OK);
    place_cleanup();
}

/* ---- Kept files that were changed ---- */

struct file {
    char path[400];
    uint8_t *data;
    size_t len;
};

static struct file read_file(unsigned number)
{
    struct file f;
    struct stat s;
    snprintf(f.path, sizeof(f.path), "%s/rows.%u", trust, number);
    FILE *in = fopen(f.path, "r");
    assert_non_null(in);
    assert_int_equal(fstat(fileno(in), &s), 0);
    f.len = (size_t)s.st_size;
    f.data = malloc(f.len + 1);
    assert_int_equal(fread(f.data, 1, f.len, in), f.len);
    fclose(in);
    return f;
}

static void write_file(const struct file *f, size_t len)
{
    FILE *out = fopen(f->path, "w");
    assert_non_null(out);
    assert_int_equal(fwrite(f->data, 1, len, out), len);
    assert_int_equal(fclose(out), 0);
}

/* Makes the hash fit again, as somebody could who knows the format. */
static void seal_again(struct file *f)
{
    memset(f->data + HASH, 0, 32);
    crypto_generichash(f->data + HASH, 32, f->data, f->len, NULL, 0);
}

static uint64_t seal_seq(const struct file *f)
{
    uint64_t seq;
    memcpy(&seq, f->data + 16 + 40 + 8, sizeof(seq));
    return seq;
}

/* While a row is changed: only a check that uses the kept rows notices it. */
static bool is_used(void)
{
    return check_as_long_log(true) != CR_OK;
}

static void one_of_two_files_is_whole(void **state)
{
    (void)state;
    make_played();
    struct file a = read_file(1), b = read_file(2);
    assert_true(seal_seq(&a) != seal_seq(&b));
    const struct file *newer = seal_seq(&a) > seal_seq(&b) ? &a : &b;
    const struct file *older = newer == &a ? &b : &a;
    const struct found before = change(&changed_rows[0]);
    for (size_t len = 0; len < newer->len; len += newer->len / 5) {
        write_file(newer, len);
        assert_true(is_used());
    }
    write_file(older, 0);
    assert_false(is_used());
    put_row(&before);
    assert_int_equal(start(seal_open(SMALL)), CR_OK); /* the whole log is replayed */
    change(&changed_rows[0]);
    assert_true(is_used());
    free(a.data);
    free(b.data);
    place_cleanup();
}

/* Flipped bits anywhere, and headers with other content and a hash that fits. */
static void files_that_do_not_fit_are_not_used(void **state)
{
    (void)state;
    static const size_t places[] = {0, 16, 16 + 40, 16 + 40 + 8, CHAIN, CHAIN + 32, HEAD + 8};
    make_played();
    struct file a = read_file(1), b = read_file(2), bad = a;
    write_file(&b, 0);
    change(&changed_rows[0]);
    bad.data = malloc(a.len);
    assert_non_null(bad.data);
    for (size_t i = 0; i < 2 * sizeof(places) / sizeof(places[0]); i++) {
        memcpy(bad.data, a.data, a.len);
        bad.data[places[i / 2]] ^= 0x40;
        if (i % 2 == 1)
            seal_again(&bad);
        write_file(&bad, bad.len);
        assert_false(is_used());
    }
    free(bad.data);
    for (size_t at = HEAD; at < a.len; at += a.len / 50) {
        a.data[at] ^= 1;
        write_file(&a, a.len);
        assert_false(is_used());
        a.data[at] ^= 1;
    }
    write_file(&a, a.len);
    assert_true(is_used());
    free(a.data);
    free(b.data);
    place_cleanup();
}

/* Kept rows that were changed, with a hash that fits: right rows are not refused because of them;
 * the log is replayed instead. */
static void changed_files_refuse_nothing(void **state)
{
    (void)state;
    make_played();
    for (unsigned i = 1; i <= 2; i++) {
        struct file f = read_file(i);
        for (size_t at = HEAD; at + 8 < f.len; at++)
            if (memcmp(f.data + at, "\0Cy\0\0", 5) == 0) {
                f.data[at + 2] = 'z';
                break;
            }
        seal_again(&f);
        write_file(&f, f.len);
        free(f.data);
    }
    assert_int_equal(check_as_long_log(true), CR_E_INPUT);
    assert_int_equal(start(seal_open(SMALL)), CR_OK);
    assert_int_equal(check_as_long_log(true), CR_OK); /* others were kept instead */
    place_cleanup();
}

static void what_cannot_be_written_harms_nothing(void **state)
{
    (void)state;
    make_floor();
    rmdir(trust);
    assert_int_equal(start(seal_open(1)), CR_OK);
    char longest[2 * PATH_MAX];
    struct rows_seal seal;
    memset(longest, 'x', sizeof(longest) - 1);
    longest[sizeof(longest) - 1] = '\0';
    rows_seal_open_beside(&seal, longest);
    seal.every = 1;
    assert_int_equal(start(&seal), CR_OK);
    assert_int_equal(mkdir(trust, 0700), 0);
    snprintf(longest, sizeof(longest), "%s/rows.1", trust);
    assert_int_equal(mkfifo(longest, 0600), 0);
    assert_int_equal(start(seal_open(1)), CR_OK);
    assert_int_equal(start(seal_open(1)), CR_OK);
    place_cleanup();
}

/* An event is changed, and a row with it: the floor is halted, and no rows are kept that would hide
 * this from the next start. */
static void a_broken_log_keeps_no_rows(void **state)
{
    (void)state;
    char path[400];
    struct stat s;
    make_floor();
    sqlite3 *db = hostile_open(place.address + strlen("sqlite:"));
    assert_int_equal(sqlite3_exec(db,
                                  "UPDATE event SET body = replace(body, 'made', 'mode')"
                                  " WHERE body LIKE '%table_joined%'",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(db);
    change(&changed_rows[2]);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(start(seal_open(1)), CR_OK);
    assert_true(was_halted);
    for (unsigned i = 1; i <= 2; i++) {
        snprintf(path, sizeof(path), "%s/rows.%u", trust, i);
        assert_int_equal(stat(path, &s), 0);
        assert_int_equal(s.st_size, 0);
    }
    place_cleanup();
}

/* Without a trust folder the files are beside the store, once there is something to keep. */
static void they_may_lie_beside_the_store(void **state)
{
    (void)state;
    char beside[300], path[320];
    struct stat s;
    struct rows_seal seal;
    make_floor();
    snprintf(beside, sizeof(beside), "%s/floor.db", place_folder());
    snprintf(path, sizeof(path), "%s.rows.1", beside);
    rows_seal_open_beside(&seal, beside);
    assert_int_equal(start(&seal), CR_OK);
    assert_int_equal(stat(path, &s), -1);
    rows_seal_open_beside(&seal, beside);
    seal.every = 1;
    assert_int_equal(start(&seal), CR_OK);
    assert_int_equal(stat(path, &s), 0);
    assert_int_equal(s.st_mode & 0777, 0600);
    place_cleanup();
}

/* ---- A log that really is long ---- */

#define BATCH 256u

static void play_long(struct night *n)
{
    struct manager_request *all = calloc(BATCH, sizeof(*all)), *asked[BATCH];
    assert_non_null(all);
    for (uint64_t done = 0; done <= STORED_SHORT_LOG; done += BATCH) {
        for (unsigned i = 0; i < BATCH; i++) {
            struct floor_event *e =
                night_begin_at(n, i % 4 < 2 ? FLOOR_COIN_IN : FLOOR_GAME_OVER, i % 2);
            e->seats = i % 4 < 2 ? 0x7f : 0;
            all[i].event = *e;
            asked[i] = &all[i];
        }
        assert_int_equal(manager_batch(n->manager, asked, BATCH, n->now_ms, 0, &err), 0);
        assert_int_equal(all[BATCH - 1].result, 0);
    }
    free(all);
}

static void a_long_log_is_held_by_kept_rows(void **state)
{
    (void)state;
    struct stat s;
    make_floor();
    struct night *n = go_on(ROWS_SEAL_EVERY);
    play_long(n);
    night_coin_in(n, 0, 0x7f);
    night_claim(n, 0, 3, CR_ROYAL_FLUSH);
    stop(n);
    assert_int_equal(start(seal_open(ROWS_SEAL_EVERY)), CR_OK);
    for (size_t i = 0; i < 2; i++) {
        const struct found before = change(&changed_rows[i]);
        assert_int_equal(start(seal_open(ROWS_SEAL_EVERY)), CR_E_INPUT);
        assert_non_null(strstr(err.text, changed_rows[i].words));
        put_row(&before);
    }
    /* The same with a store that has no kept rows yet, such as an older program's. */
    struct file a = read_file(1), b = read_file(2);
    write_file(&a, 0);
    write_file(&b, 0);
    const struct found before = change(&changed_rows[1]);
    assert_int_equal(start(seal_open(ROWS_SEAL_EVERY)), CR_E_INPUT);
    put_row(&before);
    assert_int_equal(start(seal_open(ROWS_SEAL_EVERY)), CR_OK);
    assert_true(seal_seq(&a) > 0);
    assert_int_equal(stat(a.path, &s), 0);
    assert_true(s.st_size > 0);
    free(a.data);
    free(b.data);
    /* And where rows are never kept: PostgreSQL without a trust folder. */
    for (size_t i = 0; i < 2; i++) {
        const struct found was = change(&changed_rows[i]);
        assert_int_equal(start(NULL), CR_E_INPUT);
        assert_non_null(strstr(err.text, changed_rows[i].words));
        put_row(&was);
    }
    assert_int_equal(start(NULL), CR_OK);
    place_cleanup();
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kept_rows_hold_every_row),
        cmocka_unit_test(a_long_log_is_held_by_kept_rows),
    };
    const struct CMUnitTest files[] = {
        cmocka_unit_test(one_of_two_files_is_whole),
        cmocka_unit_test(files_that_do_not_fit_are_not_used),
        cmocka_unit_test(changed_files_refuse_nothing),
        cmocka_unit_test(what_cannot_be_written_harms_nothing),
        cmocka_unit_test(they_may_lie_beside_the_store),
        cmocka_unit_test(a_broken_log_keeps_no_rows),
    };
    engine = argc > 1 ? argv[1] : "sqlite";
    const int rc = cmocka_run_group_tests(tests, NULL, NULL);
    /* The files do not depend on the engine, so they are tested once. */
    return rc != 0 || strcmp(engine, "sqlite") != 0 ? rc
                                                    : cmocka_run_group_tests(files, NULL, NULL);
}
