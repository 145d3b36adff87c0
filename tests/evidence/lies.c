/* lies [FLOORS [FIRST]]: random floors whose state is changed by hand in the middle of the night.
 * They play on from there, so that the log itself is whole. Where the change shows in the log, a
 * replay and croupier-verify must both refuse it; where it does not, both must confirm. */
/* The random walk of tests/floor, with its main function under another name. */
int walk_main(void);
#define main walk_main
#include "../floor/test_walk.c"
#undef main

#include "../../verifier/verify.h"
#include "floor/semantics.h"

#include <sys/wait.h>
#include <unistd.h>

#define STEPS 900
#define ROOM  EVENT_TEXT_ROOM(FLOOR_TEXT_MAX)

/* ---- harness.h without its checks, for a floor that nobody watches ---- */

static void *get_memory(size_t size)
{
    void *memory = malloc(size);
    if (memory == NULL)
        abort();
    return memory;
}

void harness_start(struct harness *h, const struct floor_limits *room)
{
    memset(h, 0, sizeof *h);
    h->limits = *room;
    h->now_ms = INT64_C(1790000000000);
    h->memory = get_memory(floor_memory_size(room));
    h->twin_memory = get_memory(floor_memory_size(room));
    h->log = get_memory(2 * STEPS * sizeof *h->log);
    floor_init(&h->floor, room, h->memory);
    floor_init(&h->twin, room, h->twin_memory);
}

bool harness_step(struct harness *h, struct floor_event *e, int *rc, struct cr_err *err)
{
    static char text[ROOM];
    *rc = floor_step(&h->floor, e, h->now_ms, err);
    if (*rc != 0)
        return true;
    text[event_encode(e, text, sizeof text)] = '\0';
    h->log[h->log_count++] = strdup(text);
    floor_clean(&h->floor);
    return true;
}

bool harness_clean(struct harness *h)
{
    (void)h;
    return true;
}

bool harness_restart(struct harness *h)
{
    (void)h;
    return true;
}

bool harness_replay(struct harness *h, unsigned every)
{
    (void)h;
    (void)every;
    return true;
}

void harness_stop(struct harness *h)
{
    (void)h; /* the end of the process frees it */
}

/* ---- Changes of the state ---- */

/* A random one of each, for the changes below. */
struct victim {
    struct floor *f;
    struct floor_link *link;
    struct floor_table *table;
    struct floor_play *play;
    struct floor_claim *claim; /* NULL: there is none */
    struct floor_person *person;
    struct cr_progressive *progressive;
    struct cr_rules *rules;
    struct cr_meter_rules *meter;
    struct cr_award *award;
    struct ledger_level *level;
    unsigned chance;
};

/* clang-format off */
#define LIES(LIE)                                                                                  \
    LIE(share, v->meter->share = v->meter->share / 2)                                              \
    LIE(reserve_share, v->meter->reserve_share += 1000000)                                         \
    LIE(seed, v->meter->seed.micro -= 10000)                                                       \
    LIE(limit, (v->meter->has_limit = true, v->meter->limit.micro = v->level->meter.amount.micro)) \
    LIE(bet, v->progressive->bet.micro /= 2)                                                       \
    LIE(percent, v->award->ppm = v->award->ppm / 2)                                                \
    LIE(fixed, v->award->amount.micro /= 2)                                                        \
    LIE(from, v->award->from = v->award->kind == CR_AWARD_FIXED ? CR_FROM_TRAY : 0)                \
    LIE(key, v->award->key = (enum cr_key)(v->chance % 3))                                         \
    LIE(envy, v->award->envy.micro += 1000000)                                                     \
    LIE(aggregate, (v->rules->has_aggregate_limit = true, v->rules->aggregate_limit.micro = 20000000)) \
    LIE(compliance, v->rules->payment.compliance_count = 0)                                        \
    LIE(cheques, v->rules->payment.cheques_up_to.micro = 5000000)                                  \
    LIE(policy, v->link->policy = (uint8_t)(v->chance % 3))                                        \
    LIE(lock, v->link->claim_lock ^= 1)                                                            \
    LIE(high_approvals, v->link->high_approvals = (uint8_t)(v->chance % 3))                        \
    LIE(low_approvals, v->link->low_approvals = (uint8_t)(v->chance % 3))                          \
    LIE(open, v->link->open ^= 1)                                                                  \
    LIE(departments, v->link->two_departments ^= 1)                                                \
    LIE(coins_per_minute, v->link->coins_per_minute = 0)                                           \
    LIE(amount, v->level->meter.amount.micro -= 10000)                                             \
    LIE(reserve, v->level->meter.reserve.micro += 10000)                                           \
    LIE(overflow, v->level->meter.overflow.micro += 10000)                                         \
    LIE(carry, v->level->meter.carry = 0)                                                          \
    LIE(reserve_carry, v->level->meter.reserve_carry = 0)                                          \
    LIE(order, v->link->order_count = 0)                                                           \
    LIE(table_link, v->table->link = v->chance % 3)                                                \
    LIE(table_rules, v->table->document = 3 + v->chance % 2)                                       \
    LIE(closed_seats, v->table->closed_seats = 0)                                                  \
    LIE(joined, v->table->joined = 1)                                                              \
    LIE(forgiven, v->table->forgiven = 1)                                                          \
    LIE(epoch, v->play->epoch++)                                                                   \
    LIE(number, v->play->seq++)                                                                    \
    LIE(last, v->play->last--)                                                                     \
    LIE(round, v->play->round++)                                                                   \
    LIE(fixed_so_far, v->play->fixed.micro = 0)                                                    \
    LIE(in_play, v->play->mode ^= 1)                                                               \
    LIE(seats, v->play->seats ^= (uint8_t)(1u << v->chance % 7))                                   \
    LIE(awarded, v->play->awarded = 0)                                                             \
    LIE(pending, v->play->pending = 0)                                                             \
    LIE(turned, (v->play->key = CR_KEY_HIGH, v->play->position = FLOOR_KEY_JPH))                   \
    LIE(minute, v->play->minute_coins = 0)                                                         \
    LIE(role, memcpy(v->person->role, v->chance % 2 ? "manager" : "dealer\0", 8))                  \
    LIE(department, memcpy(v->person->department, v->chance % 2 ? "Pit" : "Eye", 4))               \
    LIE(barred, v->person->is_barred ^= 1)                                                         \
    LIE(halted, v->f->general.halted ^= 1)                                                         \
    LIE(thresholds, v->f->general.threshold_count = 0)
#define CLAIM_LIES(LIE)                                                                            \
    LIE(claim_table, v->claim->table = v->chance % TABLES)                                         \
    LIE(claim_seat, v->claim->seat = (uint8_t)(1 + v->chance % 7))                                 \
    LIE(claim_award, v->claim->award = 1 + CR_ROYAL_FLUSH)                                         \
    LIE(claim_live, v->claim->live = (uint8_t)(v->chance % 128))                                   \
    LIE(claim_key, v->claim->key = (uint8_t)(1 + v->chance % 2))                                   \
    LIE(claim_frozen, v->claim->frozen = 0)                                                        \
    LIE(claim_ruled, v->claim->ruled ^= 1)                                                         \
    LIE(claim_shared, v->claim->shared = 0)                                                        \
    LIE(claim_amount, v->claim->amounts.amount.micro += 10000)                                     \
    LIE(claim_from_meter, v->claim->amounts.from_meter.micro /= 2)                                 \
    LIE(claim_funded, v->claim->amounts.house_funded.micro += 10000)                               \
    LIE(claim_reseeded, v->claim->amounts.reseeded.micro += 10000)                                 \
    LIE(claim_first, v->claim->at_first.micro = 0)                                                 \
    LIE(claim_department, v->claim->department[0] = 'X')                                           \
    LIE(claim_again, v->claim->claim.state = CLAIM_PENDING)                                        \
    LIE(claim_method, v->claim->claim.method = (uint8_t)(v->chance % 3))                           \
    LIE(claim_items, (v->claim->claim.items = 127, v->claim->claim.verified_by[0] = 'A'))          \
    LIE(claim_complied, v->claim->claim.complied = 255)                                            \
    LIE(claim_approved, v->claim->claim.approved = 2)                                              \
    LIE(claim_approver, v->claim->claim.approved_by[0][0] = 'X')                                   \
    LIE(claim_needs_items, v->claim->claim.needs.items = 0)                                        \
    LIE(claim_needs_approvals, v->claim->claim.needs.approvals = (uint8_t)(v->chance % 3))         \
    LIE(claim_needs_checks, v->claim->claim.needs.compliance_count = 0)                            \
    LIE(claim_needs_clearing, v->claim->claim.needs.clearing ^= 1)                                 \
    LIE(claim_needs_cheques, v->claim->claim.needs.cheques_up_to.micro = 0)
/* clang-format on */

#define TELL(name, lie)                                                                            \
    static void tell_##name(struct victim *v)                                                      \
    {                                                                                              \
        (void)(lie);                                                                               \
    }
LIES(TELL)
CLAIM_LIES(TELL)

#define ENTRY(name, lie)       {#name, tell_##name, false},
#define CLAIM_ENTRY(name, lie) {#name, tell_##name, true},
static const struct {
    const char *name;
    void (*tell)(struct victim *v);
    bool needs_claim;
} lies[] = {LIES(ENTRY) CLAIM_LIES(CLAIM_ENTRY)};
#define LIE_COUNT (sizeof lies / sizeof lies[0])

static struct victim some_victim(struct walk *w)
{
    struct floor *f = &w->h.floor;
    const uint32_t table = rng_below(&w->rng, f->table_count);
    struct victim v = {.f = f, .chance = rng_below(&w->rng, 1 << 20)};
    v.link = &f->links[f->tables[table].link];
    v.table = &f->tables[table];
    v.play = &f->plays[table];
    v.claim = f->claim_count > 0 ? &f->claims[rng_below(&w->rng, f->claim_count)] : NULL;
    v.person = &f->people[rng_below(&w->rng, f->person_count)];
    v.progressive = &f->parsed[v.link->document].progressive;
    v.rules = &f->parsed[3 + v.chance % 2].rules;
    const unsigned meter = rng_below(&w->rng, v.progressive->meter_count);
    v.meter = &v.progressive->meters[meter];
    v.level = &v.link->books.levels[meter];
    do
        v.award = &v.progressive->awards[rng_below(&w->rng, CR_CATEGORIES)];
    while (v.award->kind == CR_AWARD_NONE);
    return v;
}

/* ---- One floor ---- */

/* True if an honest floor comes to the same text. A start's hash of the configuration is left out,
 * because croupier-verify does not check it. */
static bool is_repeated(struct floor *f, const char *text)
{
    static struct floor_event recorded, again;
    static char own[ROOM];
    struct cr_err err = {0};
    const size_t len = strlen(text);
    if (event_decode(text, len, &recorded, &err) != 0)
        return false;
    event_copy_given(&again, &recorded);
    if (floor_step(f, &again, recorded.time_ms, &err) != 0)
        return false;
    floor_clean(f);
    return again.kind == FLOOR_MANAGER_STARTED ||
           (event_encode(&again, own, sizeof own) == len && memcmp(own, text, len) == 0);
}

/* The number of the first event that a replay does not repeat; 0: there is none. */
static size_t replay(struct harness *h)
{
    for (size_t i = 0; i < h->log_count; i++)
        if (!is_repeated(&h->twin, h->log[i]))
            return i + 1;
    return 0;
}

static size_t verify(const struct harness *h)
{
    struct books *b = books_new(0);
    size_t i = 0;
    assert_non_null(b);
    books_be_quiet(b);
    while (i < h->log_count && books_faults(b) == 0) {
        books_event(b, i + 1, h->log[i], strlen(h->log[i]));
        i++;
    }
    const bool found = books_faults(b) > 0;
    books_free(b);
    return found ? i : 0;
}

enum { HARMLESS, FOUND, DIFFERENT, ABORTED };

static int lie_once(uint64_t seed)
{
    static struct walk w;
    const unsigned lie = (unsigned)(seed % LIE_COUNT);
    set_up(&w, seed);
    event_init(&w.e, FLOOR_MANAGER_STARTED);
    put(w.e.manager, sizeof w.e.manager, "gm");
    w.e.semantics = floor_semantics_known;
    step(&w);
    const unsigned from = 200 + rng_below(&w.rng, 400);
    bool is_told = false;
    for (unsigned i = 0; i < STEPS; i++) {
        random_step(&w);
        struct victim v = some_victim(&w);
        if (is_told || i < from || (lies[lie].needs_claim && v.claim == NULL))
            continue;
        lies[lie].tell(&v);
        is_told = true;
    }
    const size_t refused = replay(&w.h), found = verify(&w.h);
    if (refused == found)
        return found > 0 ? FOUND : HARMLESS;
    printf("floor %llu, lie %s: the replay refuses event %zu, croupier-verify %zu\n%s\n",
           (unsigned long long)seed, lies[lie].name, refused, found,
           w.h.log[(refused > 0 ? refused : found) - 1]);
    fflush(stdout);
    return DIFFERENT;
}

/* Runs one floor in a process of its own and returns the result. A floor may notice that its state
 * is impossible, and abort. */
static int run(uint64_t seed)
{
    int status = 0;
    const pid_t child = fork();
    if (child == 0)
        _exit(lie_once(seed));
    if (child < 0 || waitpid(child, &status, 0) != child)
        exit(2);
    return WIFEXITED(status) && WEXITSTATUS(status) < ABORTED ? WEXITSTATUS(status) : ABORTED;
}

int main(int argc, char **argv)
{
    const unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 10) : LIE_COUNT;
    const uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    unsigned long ends[ABORTED + 1] = {0}, found[LIE_COUNT] = {0};
    for (uint64_t seed = first; seed < first + count; seed++) {
        const int end = run(seed);
        ends[end]++;
        found[seed % LIE_COUNT] += end == FOUND;
    }
    for (unsigned i = 0; i < LIE_COUNT && count > 20 * LIE_COUNT; i++)
        if (found[i] == 0)
            printf("never found: %s\n", lies[i].name);
    printf(
        "%lu lies: %lu found by both, %lu without effect, %lu ended the floor, %lu found by one\n",
        count, ends[FOUND], ends[HARMLESS], ends[ABORTED], ends[DIFFERENT]);
    return ends[DIFFERENT] > 0 || ends[FOUND] * 10 < count;
}
