/* Runs the units of a question on all threads. The result of a unit does not depend on the thread
 * that does it, and units are added in their order, so the answer is the same on any number of
 * threads. */
#include "math/protect/run.h"

#include "base/err.h"
#include "math/kernels/generator.h"
#include "math/protect/cases.h"
#include "math/protect/engine.h"
#include "math/protect/module.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Drawn cases ---- */

/* The draws, ordered by the class of the seat's hand: those of class c are at start[c] up to the
 * one before start[c + 1]. */
struct draws {
    uint64_t *of, *start;
};

static card_set draw_cards(struct generator *g, card_set taken, unsigned count)
{
    card_set drawn = 0;
    while (count > 0) {
        /* The high half of a product turns 32 random bits into a number below 52. */
        const unsigned card = (unsigned)((generator_next(g) >> 32) * CR_DECK_CARDS >> 32);
        if (set_has(taken | drawn, (cr_card)card))
            continue;
        drawn = set_with(drawn, (cr_card)card);
        count--;
    }
    return drawn;
}

static uint32_t draw_hand(const struct seen_run *run, uint64_t draw, unsigned own_cards,
                          struct generator *g)
{
    generator_init(g, run->options->seed, draw);
    return class_of(run->hands, draw_cards(g, 0, own_cards));
}

static void draws_order(const struct seen_run *run, unsigned own_cards, struct draws *d)
{
    struct generator g;
    memset(d->start, 0, (run->hands->count + 1) * sizeof *d->start);
    for (uint64_t i = 0; i < run->rounds; i++)
        d->start[draw_hand(run, i, own_cards, &g) + 1]++;
    for (uint32_t c = 0; c < run->hands->count; c++)
        d->start[c + 1] += d->start[c];
    for (uint64_t i = 0; i < run->rounds; i++)
        d->of[d->start[draw_hand(run, i, own_cards, &g)]++] = i;
    memmove(d->start + 1, d->start, run->hands->count * sizeof *d->start);
    d->start[0] = 0;
}

static bool draws_make(const struct seen_run *run, unsigned own_cards, struct draws *d)
{
    *d = (struct draws){.of = malloc((size_t)run->rounds * sizeof *d->of),
                        .start = malloc((run->hands->count + 1) * sizeof *d->start)};
    if (d->of && d->start)
        draws_order(run, own_cards, d);
    return d->of && d->start;
}

static void draws_free(struct draws *d)
{
    free(d->of);
    free(d->start);
}

/* ---- One unit ---- */

#define CASES_AT_ONCE 256

struct unit {
    const struct seen_run *run;
    void *hand;
    unsigned own_cards, class_weight;
    struct seen_sums *sums;
    struct cr_err err;
    /* cases that wait to be played out together, and how often each one counts */
    unsigned waiting;
    struct seen_case cases[CASES_AT_ONCE];
    unsigned times[CASES_AT_ONCE];
};

static void add_base(void *context, const struct seen_case *c, unsigned weight)
{
    static const struct cr_sees nothing = {0};
    struct unit *u = context;
    struct seen_worth worth = {0};
    const wide times = (wide)weight * u->class_weight;
    u->run->engine->worth(u->hand, c, &nothing, &worth);
    u->sums->base_value += times * worth.value;
    u->sums->base_cases += times;
    for (unsigned a = 0; a < PROTECT_ACTIONS; a++)
        u->sums->base_first[a] += times * worth.acts[0][a];
}

/* The sums for the sights of a case; NULL where sights are not recorded. */
static uint32_t *case_sights(const struct unit *u, const struct seen_case *c)
{
    const struct seen_run *run = u->run;
    return run->sight_count > 0 ? &u->sums->sights[sight_of_case(run->engine, c)] : NULL;
}

/* Records the first decision of a case that has a single sight. */
static void add_sight(const struct unit *u, const struct seen_case *c,
                      const struct seen_worth *worth)
{
    uint32_t *sight = case_sights(u, c);
    for (unsigned a = 0; a < PROTECT_ACTIONS && sight; a++)
        if (worth->acts[0][a] > 0)
            *sight |= UINT32_C(1) << a;
}

static void add_worth(struct unit *u, const struct seen_worth *worth, wide times)
{
    u->sums->value += times * worth->value;
    u->sums->cases += times;
    for (unsigned s = 0; s < CR_STAGES; s++)
        for (uint32_t left = u->run->actions[s]; left; left &= left - 1) {
            const unsigned a = (unsigned)__builtin_ctz(left);
            u->sums->acts[s][a] += times * worth->acts[s][a];
        }
}

/* Adds the gain of a drawn case, in GAIN_PARTS. */
static void add_gain(struct unit *u, const struct seen_worth *worth, double base)
{
    const struct seen_engine *e = u->run->engine;
    const double deals = (double)e->deals(e->context, u->run->sees);
    const double gain = ((double)worth->value / deals - base) / (double)e->scale;
    const wide parts = (wide)llrint(gain * GAIN_PARTS);
    u->sums->gain += parts;
    u->sums->gain_squares += parts * parts;
}

/* Calculates the waiting cases, on an accelerator or one after the other. */
static int cases_play(struct unit *u, struct seen_worth *worths, double *bases)
{
    const struct seen_engine *e = u->run->engine;
    if (e->batch)
        return e->batch(u->hand, u->cases, u->waiting, worths, bases, &u->err);
    for (unsigned i = 0; i < u->waiting; i++) {
        if (u->run->sights_inside > 1)
            worths[i].sights = case_sights(u, &u->cases[i]);
        e->worth(u->hand, &u->cases[i], u->run->sees, &worths[i]);
        bases[i] = u->run->rounds > 0 ? e->base(u->hand, &u->cases[i]) : 0;
    }
    return CR_OK;
}

static void play_waiting(struct unit *u)
{
    struct seen_worth worths[CASES_AT_ONCE];
    double bases[CASES_AT_ONCE];
    memset(worths, 0, u->waiting * sizeof *worths);
    if (u->err.code == CR_OK && cases_play(u, worths, bases) == CR_OK)
        for (unsigned i = 0; i < u->waiting; i++) {
            add_worth(u, &worths[i], u->times[i]);
            if (u->run->sights_inside == 1)
                add_sight(u, &u->cases[i], &worths[i]);
            if (u->run->rounds > 0)
                add_gain(u, &worths[i], bases[i]);
        }
    u->waiting = 0;
}

static void add_case(struct unit *u, const struct seen_case *c, unsigned times)
{
    u->cases[u->waiting] = *c;
    u->times[u->waiting++] = times;
    if (u->waiting == CASES_AT_ONCE)
        play_waiting(u);
}

static void add_seen(void *context, const struct seen_case *c, unsigned weight)
{
    struct unit *u = context;
    add_case(u, c, weight * u->class_weight);
}

static void add_draw(struct unit *u, card_set own, uint64_t draw)
{
    const struct seen_engine *e = u->run->engine;
    struct generator g;
    draw_hand(u->run, draw, u->own_cards, &g);
    struct seen_case c = {.own = own};
    c.dealer = draw_cards(&g, own, e->case_dealer);
    c.dead = draw_cards(&g, own | c.dealer, e->case_dead);
    add_case(u, &c, 1);
}

static void unit_do(struct unit *u, const struct draws *draws, uint32_t class)
{
    const struct seen_run *run = u->run;
    const struct seen_engine *e = run->engine;
    const card_set own = run->hands->first[class];
    u->sums = &run->units[class];
    u->class_weight = run->hands->weight[class];
    e->hand_set(u->hand, own);
    each_case(own, 0, 0, add_base, u);
    if (run->rounds == 0)
        each_case(own, e->case_dealer, e->case_dead, add_seen, u);
    for (uint64_t i = draws->start ? draws->start[class] : 0;
         draws->start && i < draws->start[class + 1]; i++)
        add_draw(u, own, draws->of[i]);
    play_waiting(u);
}

/* ---- All units ---- */

/* The units of a run and the process that does them: this one alone, or a crew of several. */
struct work {
    const struct seen_run *run;
    const struct protect_crew *crew; /* NULL for none */
    void *crew_context;
    unsigned rank, size;
    uint32_t *todo, todo_count; /* units that were not done before the run */
    uint64_t done;
    struct cr_err err;
};

static void work_crew(struct work *w)
{
    const struct cr_protect_options *o = w->run->options;
    w->size = 1;
    if (!o->module || !o->module->crew)
        return;
    w->crew = o->module->crew;
    w->crew_context = o->module_context;
    w->rank = w->crew->rank(w->crew_context);
    w->size = w->crew->size(w->crew_context);
}

static bool unit_restore(const struct seen_run *run, uint32_t class)
{
    const struct cr_protect_memory *memory = run->options->memory;
    return memory &&
           memory->restore(memory->context, class, &run->units[class], sizeof *run->units);
}

/* Finds the units to do. The first process knows which were done before and shares that with the
 * others. */
static bool work_find(struct work *w)
{
    const uint32_t count = w->run->hands->count;
    uint8_t *has = calloc(count, 1);
    w->todo = malloc(count * sizeof *w->todo);
    if (!has || !w->todo) {
        free(has);
        return false;
    }
    for (uint32_t i = 0; w->rank == 0 && i < count; i++)
        has[i] = unit_restore(w->run, i);
    if (w->crew)
        w->crew->share(w->crew_context, has, count);
    for (uint32_t i = 0; i < count; i++)
        if (!has[i])
            w->todo[w->todo_count++] = i;
    w->done = count - w->todo_count;
    free(has);
    return true;
}

static void unit_keep(struct work *w, uint32_t class)
{
    const struct seen_run *run = w->run;
    const struct cr_protect_memory *memory = run->options->memory;
    if (memory)
        memory->keep(memory->context, class, &run->units[class], sizeof *run->units);
    w->done++;
    if (run->options->progress)
        run->options->progress(run->options->progress_context, w->done, run->hands->count);
}

/* Receives units that other processes have done; waits: until none is missing. */
static void units_receive(struct work *w, bool waits)
{
    struct seen_sums sums;
    unsigned class;
    while (w->done < w->run->hands->count &&
           w->crew->receive(w->crew_context, waits, &class, &sums, sizeof sums))
        if (class < w->run->hands->count) {
            w->run->units[class] = sums;
            unit_keep(w, class);
        }
}

static void unit_done(struct work *w, const struct unit *u, uint32_t class)
{
#pragma omp critical
    {
        if (u->err.code != CR_OK)
            w->err = u->err;
        else if (w->rank > 0)
            w->crew->send(w->crew_context, class, u->sums, sizeof *u->sums);
        else
            unit_keep(w, class);
        if (w->crew && w->rank == 0)
            units_receive(w, false);
    }
}

static bool has_failed(const struct work *w)
{
    int code;
#pragma omp atomic read
    code = w->err.code;
    return code != CR_OK;
}

/* Makes the state of one thread; NULL when memory is short. */
static struct unit *unit_new(struct work *w, unsigned own_cards)
{
    struct unit *u = calloc(1, sizeof *u);
    if (u) {
        u->run = w->run;
        u->own_cards = own_cards;
        u->hand = w->run->engine->hand_new(w->run->engine->context);
    }
    if (u && u->hand)
        return u;
    free(u);
#pragma omp critical
    err_set(&w->err, CR_E_RANGE, "not enough memory for the analysis");
    return NULL;
}

static void unit_free(struct unit *u)
{
    if (u)
        u->run->engine->hand_free(u->hand);
    free(u);
}

/* Does this process's share of the units: with n processes, every n-th one that is left. */
static void work_do(struct work *w, const struct draws *draws, unsigned own_cards)
{
#pragma omp parallel
    {
        struct unit *u = unit_new(w, own_cards);
#pragma omp for schedule(dynamic, 1)
        for (uint32_t i = w->rank; i < w->todo_count; i += w->size) {
            if (!u || has_failed(w))
                continue;
            unit_do(u, draws, w->todo[i]);
            unit_done(w, u, w->todo[i]);
        }
        unit_free(u);
    }
    if (w->crew && w->rank == 0 && w->err.code == CR_OK)
        units_receive(w, true);
}

int seen_run(const struct seen_run *run, unsigned own_cards, struct cr_err *err)
{
    struct draws draws = {0};
    struct work work = {.run = run};
    work_crew(&work);
    if (!work_find(&work) || (run->rounds > 0 && !draws_make(run, own_cards, &draws)))
        err_set(&work.err, CR_E_RANGE, "not enough memory for the analysis");
    else
        work_do(&work, &draws, own_cards);
    draws_free(&draws);
    free(work.todo);
    if (work.err.code != CR_OK && err)
        *err = work.err;
    return work.err.code;
}
