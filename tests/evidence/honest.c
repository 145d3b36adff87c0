/* honest [FLOORS [FIRST]]: random floors of every policy, with and without claim locks, limits and
 * departments, on which everything that can happen happens. The auditor and croupier-verify must
 * find no fault in any of them. The same number makes the same floor. */
/* The random walk of tests/floor, with its main function under another name. */
int walk_main(void);
#define main walk_main
#include "../floor/test_walk.c"
#undef main

#include "floor/semantics.h"
#include "log/audit/auditor.h"

#include "../../verifier/verify.h"

#define STEPS 1500

static unsigned faults;
static char first_fault[512];

static void note_fault(void *context, const struct verify_fault *fault)
{
    (void)context;
    /* V10: a manager would raise an alarm when another program starts; these floors have no
     * manager. */
    if (fault->promise != 10 && faults++ == 0)
        snprintf(first_fault, sizeof first_fault, "event %llu: V%u: %s",
                 (unsigned long long)fault->seq, fault->promise, fault->text);
}

/* ---- Documents ---- */

/* Some floors have limits that coins and awards reach. */
static const struct {
    const char *document, *from, *to;
} limits[] = {
    {"ptha-2", "limit: none", "limit: 10020"},
    {"cn", "seed: 250, limit: none", "seed: 250, limit: 260"},
    {"cn", "share: 14%, reserve: 0%", "share: 10.1234567%, reserve: 3.8765433%"},
    {"rp", "limit: none", "limit: 10010"},
    {"pg-flush", "aggregate_limit: none", "aggregate_limit: 600"},
    {"uth-cn", "cheques_up_to: 100000", "cheques_up_to: 9000"},
};

static void limit_text(struct walk *w, const char *name)
{
    static char changed[FLOOR_TEXT_MAX];
    for (unsigned i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        w->e.text[w->e.text_len] = '\0';
        const char *at = strstr(w->e.text, limits[i].from);
        if (strcmp(limits[i].document, name) != 0 || at == NULL || rng_below(&w->rng, 2) == 0)
            continue;
        snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - w->e.text), w->e.text,
                 limits[i].to, at + strlen(limits[i].from));
        say(w, changed);
    }
}

static void add_limited_documents(struct walk *w)
{
    for (unsigned i = 0; i < 5; i++) {
        event_init(&w->e, FLOOR_DOCUMENT_ADDED);
        PUT(user, "Ann");
        say(w, cr_shipped_find(documents[i])->text);
        limit_text(w, documents[i]);
        assert_int_equal(step(w), 0);
    }
}

/* The floors take turns in the versions of what events mean. */
static void start_manager(struct walk *w, uint64_t seed)
{
    const uint16_t semantics = (uint16_t)(1 + seed % floor_semantics_known);
    event_init(&w->e, FLOOR_MANAGER_STARTED);
    PUT(manager, "gm");
    w->e.semantics = semantics > 1 ? semantics : 0;
    assert_int_equal(step(w), 0);
}

static void begin(struct walk *w, uint64_t seed)
{
    const struct floor_limits room = {.tables = TABLES,
                                      .links = 3,
                                      .claims = 24,
                                      .disputes = 3,
                                      .alarms = 4,
                                      .people = 5,
                                      .tokens = 4,
                                      .documents = 6};
    harness_start(&w->h, &room);
    w->rng.state = seed;
    start_manager(w, seed);
    add_people(w);
    add_limited_documents(w);
    for (unsigned i = 0; i < 3; i++)
        do
            configure_link(w, i);
        while (step(w) != 0);
    for (unsigned i = 0; i < TABLES; i++)
        do
            configure_table(w, i);
        while (step(w) != 0);
}

/* ---- One floor ---- */

static void play_on(struct walk *w)
{
    for (unsigned i = 0; i < STEPS; i++) {
        w->is_night = i / 150 % 8 == 7;
        random_step(w);
    }
}

static bool verify_log(const struct walk *w, uint64_t seed)
{
    struct auditor *a = auditor_new(note_fault, NULL);
    struct books *b = books_new(0);
    assert_non_null(a);
    assert_non_null(b);
    faults = 0;
    for (size_t i = 0; i < w->h.log_count; i++) {
        const size_t len = strlen(w->h.log[i]);
        assert_int_equal(auditor_event(a, i + 1, w->h.log[i], len), 0);
        books_event(b, i + 1, w->h.log[i], len);
    }
    const bool good = faults == 0 && books_faults(b) == 0;
    if (!good)
        printf("floor %llu: the auditor finds %u faults, croupier-verify %llu; %s\n",
               (unsigned long long)seed, faults, (unsigned long long)books_faults(b),
               faults > 0 ? first_fault : "");
    auditor_free(a);
    books_free(b);
    return good;
}

int main(int argc, char **argv)
{
    static struct walk w;
    const unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 10) : 40;
    const uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    unsigned long bad = 0, events = 0;
    for (uint64_t seed = first; seed < first + count; seed++) {
        begin(&w, seed);
        play_on(&w);
        events += w.h.log_count;
        bad += !verify_log(&w, seed);
        harness_stop(&w.h);
    }
    printf("%lu floors, %lu events, %lu jackpots paid, %lu cancelled, %lu not confirmed\n", count,
           events, w.done[FLOOR_CLAIM_PAID], w.done[FLOOR_CLAIM_CANCELLED], bad);
    return bad > 0 || w.done[FLOOR_CLAIM_PAID] < count || w.done[FLOOR_ORDER_RULED] < count;
}
