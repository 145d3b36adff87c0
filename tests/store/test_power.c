/* V1 in a power cut: every batch that store_commit has confirmed is there afterwards, and none is
 * there in part.
 * usage: test_power [CUTS [FIRST_SEED]] */
#include "log/store/sqlite.h"
#include "log/store/store.h"
#include "store/power_vfs.h"
#include "support/rng.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define ROWS         12
#define EVENTS_MAX   24
#define CUTS_A_SEED  8
#define CHANGES_MAX  160 /* before a cut */
#define BROKEN_TRIES 300

static unsigned cuts_wanted = 10000;
static uint64_t first_seed = 1;

/* What a store should hold: the head of its log, and the value of each row (0: there is none). */
struct content {
    struct store_head head;
    uint64_t rows[ROWS];
};

struct world {
    struct rng rng;
    struct power_disk *disk;
    struct sqlite_options options;
    struct content answered; /* with every batch that was confirmed */
    struct content asked;    /* with the batch whose commit was in progress */
    char identity[33];
    char why[CR_ERR_TEXT_MAX]; /* what was wrong */
    unsigned cuts, faults, kept_unanswered, lost_unanswered;
    unsigned moments[POWER_MOMENTS];
};

static uint32_t body_of(uint64_t seq, char *out, size_t size)
{
    int len = snprintf(out, size, "{\"seq\":%" PRIu64 ",\"fill\":\"%0*d\"}", seq,
                       (int)(seq * 37 % 200), 7);
    return (uint32_t)len;
}

/* ---- Writing ---- */

/* Chains events on to the content and changes its rows, in the same way in the model and in the
 * store. */
static int write_batch(struct world *w, struct store *store, struct content *after)
{
    static struct store_event events[EVENTS_MAX];
    static char bodies[EVENTS_MAX][256];
    struct store_row rows[ROWS];
    size_t count = 1 + rng_below(&w->rng, EVENTS_MAX), row_count = rng_below(&w->rng, ROWS);
    for (size_t i = 0; i < count; i++) {
        struct store_event *e = &events[i];
        e->seq = ++after->head.seq;
        e->body = bodies[i];
        e->len = body_of(e->seq, bodies[i], sizeof bodies[i]);
        store_chain(after->head.hash, e->body, e->len, e->hash);
        memcpy(after->head.hash, e->hash, STORE_HASH_BYTES);
    }
    for (size_t i = 0; i < row_count; i++) {
        unsigned id = rng_below(&w->rng, ROWS);
        after->rows[id] = rng_below(&w->rng, 4) ? after->head.seq : 0;
        rows[i] = (struct store_row){.id = id,
                                     .body = &after->rows[id],
                                     .len = after->rows[id] ? sizeof after->rows[id] : 0};
    }
    return store_append(store, events, count, rows, row_count, NULL);
}

/* Writes batches until the power goes, or a few of them. */
static void write_until_dark(struct world *w, struct store *store)
{
    unsigned batches = rng_below(&w->rng, 12);
    for (unsigned i = 0; i < batches && !power_is_off(w->disk); i++) {
        struct store_head head;
        if (store_begin(store, &head, NULL) != CR_OK)
            break;
        struct content after = w->answered;
        if (write_batch(w, store, &after) != CR_OK) {
            store_abandon(store);
            break;
        }
        w->asked = after;
        if (store_commit(store, NULL) != CR_OK)
            break;
        w->answered = after;
    }
}

/* ---- Checking ---- */

struct found {
    struct content content;
    bool chained;
};

static int find_event(void *context, const struct store_event *event)
{
    struct found *found = context;
    char body[256];
    uint32_t len = body_of(found->content.head.seq + 1, body, sizeof body);
    found->content.head.seq++;
    store_chain(found->content.head.hash, body, len, found->content.head.hash);
    found->chained &= event->seq == found->content.head.seq && event->len == len &&
                      memcmp(event->body, body, len) == 0 &&
                      memcmp(event->hash, found->content.head.hash, STORE_HASH_BYTES) == 0;
    return 0;
}

static int find_row(void *context, const struct store_row *row)
{
    struct found *found = context;
    if (row->id >= ROWS || row->len != sizeof found->content.rows[0])
        return 1;
    memcpy(&found->content.rows[row->id], row->body, row->len);
    return 0;
}

static bool wrong(struct world *w, const char *why)
{
    snprintf(w->why, sizeof w->why, "%s", why);
    return false;
}

/* False, with w->why, when a promise is broken. */
static bool check_store(struct world *w, struct store *store)
{
    struct found found = {.chained = true};
    struct cr_err err = {0};
    if (store_read(store, 1, UINT64_MAX, find_event, &found, &err) != CR_OK ||
        store_rows(store, 0, UINT64_MAX, find_row, &found, &err) != CR_OK)
        return wrong(w, err.text[0] ? err.text : "a row that was never written");
    if (!found.chained)
        return wrong(w, "the chain is broken");
    bool answered = memcmp(&found.content, &w->answered, sizeof found.content) == 0;
    bool asked = memcmp(&found.content, &w->asked, sizeof found.content) == 0;
    if (found.content.head.seq < w->answered.head.seq)
        return wrong(w, "a batch that was answered is lost");
    if (!answered && !asked)
        return wrong(w, "a batch is there by half");
    if (w->identity[0] && strcmp(w->identity, store_identity(store)) != 0)
        return wrong(w, "the identity has changed");
    if (w->asked.head.seq != w->answered.head.seq)
        (asked ? &w->kept_unanswered : &w->lost_unanswered)[0]++;
    w->answered = w->asked = found.content;
    return true;
}

/* Opens the store, writes and closes it, while something goes wrong. False if it failed for another
 * reason. */
static bool live(struct world *w, bool killed)
{
    struct store *store = NULL;
    struct cr_err err = {0};
    if (sqlite_open("store", STORE_CREATE, &w->options, &store, &err) == CR_OK) {
        strcpy(w->identity, store_identity(store));
        write_until_dark(w, store);
        if (killed)
            power_process_end(w->disk);
        store_close(store);
        return true;
    }
    return power_is_off(w->disk) || power_had_fault(w->disk) || wrong(w, err.text);
}

static bool look(struct world *w)
{
    struct store *store = NULL;
    struct cr_err err = {0};
    if (sqlite_open("store", STORE_CREATE, &w->options, &store, &err) != CR_OK)
        return wrong(w, err.text);
    bool fine = check_store(w, store);
    if (rng_below(&w->rng, 2)) /* the process does not always close the store */
        power_process_end(w->disk);
    store_close(store);
    power_process_start(w->disk);
    return fine;
}

/* A process that a power cut ends. */
static bool one_cut(struct world *w)
{
    power_fault_after(w->disk, 0, false);
    power_cut_after(w->disk, 1 + rng_below(&w->rng, CHANGES_MAX));
    if (!live(w, false))
        return false;
    if (!power_is_off(w->disk)) {
        power_cut_after(w->disk, 0); /* closed before the cut came */
        return true;
    }
    w->moments[power_restore(w->disk)]++;
    w->cuts++;
    return look(w);
}

/* A process whose disk fails, and which then ends or is killed. What the store confirms after that
 * is a promise like any other: later cuts must not take it away. */
static bool one_fault(struct world *w)
{
    power_fault_after(w->disk, 1 + rng_below(&w->rng, CHANGES_MAX), rng_below(&w->rng, 2));
    if (!live(w, rng_below(&w->rng, 2)))
        return false;
    w->faults += power_had_fault(w->disk);
    power_process_start(w->disk);
    return look(w);
}

/* Makes several cuts on one disk. False when a promise was broken. */
static bool run_seed(struct world *w, uint64_t seed, const char *synchronous, bool faults)
{
    w->rng.state = seed;
    w->disk = power_disk_new(rng_next(&w->rng));
    w->options = (struct sqlite_options){.vfs = POWER_VFS,
                                         .synchronous = synchronous,
                                         .page_bytes = 512u << rng_below(&w->rng, 4),
                                         .checkpoint_pages = 4 + rng_below(&w->rng, 40)};
    w->answered = w->asked = (struct content){0};
    w->identity[0] = '\0';
    bool fine = true;
    for (unsigned i = 0; i < CUTS_A_SEED && fine; i++)
        fine = (!faults || rng_below(&w->rng, 2) || one_fault(w)) && one_cut(w);
    power_disk_free(w->disk);
    return fine;
}

static void nothing_answered_is_lost(void **state)
{
    (void)state;
    static struct world w;
    for (uint64_t seed = first_seed; w.cuts < cuts_wanted; seed++)
        if (!run_seed(&w, seed, NULL, false))
            fail_msg("seed %" PRIu64 ": %s", seed, w.why);
    print_message("%u cuts; at a log write %u, log sync %u, file write %u, file sync %u, deletion "
                  "%u, other %u; batches not answered: %u kept, %u lost\n",
                  w.cuts, w.moments[0], w.moments[1], w.moments[2], w.moments[3], w.moments[4],
                  w.moments[5], w.kept_unanswered, w.lost_unanswered);
    /* there were cuts at every moment */
    for (unsigned i = 0; i < POWER_MOMENTS; i++)
        assert_true(w.moments[i] > 0);
    assert_true(w.kept_unanswered > 0 && w.lost_unanswered > 0);
}

/* A disk that is full or whose syncs fail, then a new process, then a power cut. */
static void nothing_answered_is_lost_after_faults(void **state)
{
    (void)state;
    static struct world w;
    for (uint64_t seed = first_seed; w.cuts < cuts_wanted / 4; seed++)
        if (!run_seed(&w, seed, NULL, true))
            fail_msg("seed %" PRIu64 ": %s", seed, w.why);
    print_message("%u faults and %u cuts\n", w.faults, w.cuts);
    assert_true(w.faults > 0);
}

/* A sync fails, the process is killed, the next one reads what is not on disk and goes on from it,
 * and then the power goes. `fault` and `cut` count the changes before each. */
static bool fail_and_cut(struct world *w, unsigned fault, unsigned cut)
{
    w->rng.state = UINT64_C(1000) * fault + cut;
    w->disk = power_disk_new(rng_next(&w->rng));
    w->options =
        (struct sqlite_options){.vfs = POWER_VFS, .page_bytes = 1024, .checkpoint_pages = 12};
    w->answered = w->asked = (struct content){0};
    w->identity[0] = '\0';
    bool fine = live(w, false);
    power_process_start(w->disk);
    power_fault_after(w->disk, fault, false);
    fine = fine && live(w, true);
    power_process_start(w->disk);
    fine = fine && look(w);
    power_cut_after(w->disk, cut);
    fine = fine && live(w, false);
    if (fine && power_is_off(w->disk)) {
        w->moments[power_restore(w->disk)]++;
        w->cuts++;
        fine = look(w);
    }
    power_disk_free(w->disk);
    return fine;
}

static void a_failed_sync_is_made_good(void **state)
{
    (void)state;
    static struct world w;
    const unsigned step = cuts_wanted >= 10000 ? 1 : 7;
    for (unsigned fault = 1; fault <= 60; fault++)
        for (unsigned cut = 1 + fault % step; cut <= 40; cut += step)
            if (!fail_and_cut(&w, fault, cut))
                fail_msg("fault at change %u, cut at change %u: %s", fault, cut, w.why);
    assert_true(w.cuts > 0);
}

/* Proves that the tests above can fail: without syncs such cuts lose batches. */
static void a_store_that_does_not_sync_is_caught(void **state)
{
    (void)state;
    static struct world w;
    uint64_t seed = first_seed;
    while (w.cuts < BROKEN_TRIES && run_seed(&w, seed, "OFF", false))
        seed++;
    print_message("without syncs: seed %" PRIu64 ", cut %u: %s\n", seed, w.cuts, w.why);
    assert_true(w.why[0] != '\0');
}

/* A subtler fault: with syncs at checkpoints only, the file stays whole but confirmed batches are
 * lost. */
static void a_store_that_syncs_too_late_is_caught(void **state)
{
    (void)state;
    static struct world w;
    uint64_t seed = first_seed;
    while (w.cuts < BROKEN_TRIES && run_seed(&w, seed, "NORMAL", false))
        seed++;
    print_message("syncs at checkpoints: seed %" PRIu64 ", cut %u: %s\n", seed, w.cuts, w.why);
    assert_true(w.why[0] != '\0');
}

int main(int argc, char **argv)
{
    if (argc > 1)
        cuts_wanted = (unsigned)strtoul(argv[1], NULL, 10);
    if (argc > 2)
        first_seed = strtoull(argv[2], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_store_that_does_not_sync_is_caught),
        cmocka_unit_test(a_store_that_syncs_too_late_is_caught),
        cmocka_unit_test(nothing_answered_is_lost),
        cmocka_unit_test(nothing_answered_is_lost_after_faults),
        cmocka_unit_test(a_failed_sync_is_made_good),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
