/* Units of work on all threads. What a unit comes to does not depend on the thread that does it,
 * and units are added up in their order: the answer is the same on any number of threads. */
#include "math/protect/run.h"

#include "base/err.h"
#include "math/kernels/generator.h"
#include "math/protect/cases.h"

#include <stdlib.h>
#include <string.h>

/* ---- Drawn cases ---- */

/* The draws, ordered by the class of the seat's hand: those of class c lie from start[c] up to
 * start[c + 1]. */
struct draws {
    uint64_t *of, *start;
};

static card_set draw_cards(struct generator *g, card_set taken, unsigned count)
{
    card_set drawn = 0;
    while (count > 0) {
        /* The high half of a product: a number below 52 from 64 random bits. */
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

struct unit {
    const struct seen_run *run;
    void *hand;
    unsigned own_cards, class_weight;
    struct seen_sums *sums;
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

static void add_worth(struct unit *u, const struct seen_worth *worth, wide times)
{
    u->sums->value += times * worth->value;
    u->sums->cases += times;
    for (unsigned s = 0; s < CR_STAGES; s++)
        for (unsigned a = 0; a < PROTECT_ACTIONS; a++)
            u->sums->acts[s][a] += times * worth->acts[s][a];
}

static void add_seen(void *context, const struct seen_case *c, unsigned weight)
{
    struct unit *u = context;
    struct seen_worth worth = {0};
    u->run->engine->worth(u->hand, c, u->run->sees, &worth);
    add_worth(u, &worth, (wide)weight * u->class_weight);
}

static void add_draw(struct unit *u, card_set own, uint64_t draw)
{
    const struct seen_engine *e = u->run->engine;
    struct generator g;
    struct seen_worth worth = {0};
    draw_hand(u->run, draw, u->own_cards, &g);
    struct seen_case c = {.own = own};
    c.dealer = draw_cards(&g, own, e->case_dealer);
    c.dead = draw_cards(&g, own | c.dealer, e->case_dead);
    e->worth(u->hand, &c, u->run->sees, &worth);
    add_worth(u, &worth, 1);
    const double deals = (double)e->deals(e->context, u->run->sees);
    const double gain = ((double)worth.value / deals - e->base(u->hand, &c)) / (double)e->scale;
    u->sums->gain += gain;
    u->sums->gain_squares += gain * gain;
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
}

/* ---- All units ---- */

static bool unit_restore(const struct seen_run *run, uint32_t class)
{
    const struct cr_protect_memory *memory = run->options->memory;
    bool restored = false;
    if (!memory)
        return false;
#pragma omp critical
    restored = memory->restore(memory->context, class, &run->units[class], sizeof *run->units);
    return restored;
}

static void unit_done(const struct seen_run *run, uint32_t class, bool is_new, uint64_t *done)
{
#pragma omp critical
    {
        const struct cr_protect_memory *memory = run->options->memory;
        if (memory && is_new)
            memory->keep(memory->context, class, &run->units[class], sizeof *run->units);
        ++*done;
        if (run->options->progress)
            run->options->progress(run->options->progress_context, *done, run->hands->count);
    }
}

int seen_run(const struct seen_run *run, unsigned own_cards, struct cr_err *err)
{
    struct draws draws = {0};
    uint64_t done = 0;
    bool made = run->rounds == 0 || draws_make(run, own_cards, &draws);
#pragma omp parallel if (made)
    {
        struct unit u = {.run = run, .own_cards = own_cards};
        u.hand = made ? run->engine->hand_new(run->engine->context) : NULL;
        if (!u.hand) {
#pragma omp atomic write
            made = false;
        }
#pragma omp for schedule(dynamic, 1)
        for (uint32_t class = 0; class < run->hands->count; class ++) {
            const bool is_new = u.hand && !unit_restore(run, class);
            if (is_new)
                unit_do(&u, &draws, class);
            unit_done(run, class, is_new, &done);
        }
        run->engine->hand_free(u.hand);
    }
    draws_free(&draws);
    return made ? CR_OK : err_set(err, CR_E_RANGE, "not enough memory for the analysis");
}
