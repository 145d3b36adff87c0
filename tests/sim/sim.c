/* Runs simulated floors from seeds.
 * usage: sim SEED [--trace] | sim --seeds A..B [--summary FILE] */
#include "sim.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void sim_fail(struct sim *s, const char *format, ...)
{
    char text[sizeof(s->failure)];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    sim_trace(s, "FAILED %s", text);
    if (!s->failed)
        memcpy(s->failure, text, sizeof(text));
    s->failed = true;
}

void sim_trace(const struct sim *s, const char *format, ...)
{
    if (!s->trace)
        return;
    va_list args;
    va_start(args, format);
    printf("%8lld  ", (long long)s->now_ms);
    vprintf(format, args);
    printf("\n");
    va_end(args);
}

static void step(struct sim *s)
{
    s->step++;
    s->now_ms += SIM_STEP_MS;
    sim_trouble(s);
    sim_network(s);
    sim_managers(s);
    sim_tables(s);
    sim_people(s);
    sim_desk(s);
    sim_check_step(s);
}

static void run(struct sim *s)
{
    sim_world_init(s);
    if (sim_setup_floor(s)) {
        const unsigned roll_back = s->weather.rollback ? SIM_STORM_STEPS * 3 / 4 : 0;
        for (unsigned i = 0; i < SIM_STORM_STEPS && !s->failed; i++) {
            if (roll_back != 0 && i == roll_back)
                sim_roll_back(s);
            step(s);
        }
        sim_heal(s);
        unsigned left = SIM_HEAL_STEPS;
        for (; left > 0 && !s->failed && !sim_is_well(s); left--)
            step(s);
        if (!s->failed && left == 0)
            sim_fail(s, "REG-3: the storm is over for %d steps and the floor is not well",
                     SIM_HEAL_STEPS);
        if (!s->failed)
            sim_check_end(s);
    }
}

struct totals {
    uint64_t events, awards, high, rollbacks;
};

/* Returns false if a promise was broken; the failure is then on standard output. */
static bool run_seed(uint64_t seed, bool trace, struct totals *totals)
{
    struct sim *s = calloc(1, sizeof(*s));
    if (s == NULL)
        return false;
    s->seed = seed;
    s->trace = trace;
    run(s);
    totals->events += s->audited;
    totals->awards += s->awards_paid;
    totals->high += s->high_claims;
    totals->rollbacks += s->rolled_back;
    const bool good = !s->failed;
    if (!good)
        printf("seed %llu, step %llu: %s\n", (unsigned long long)seed, (unsigned long long)s->step,
               s->failure);
    sim_world_free(s);
    free(s);
    return good;
}

static bool read_range(const char *text, uint64_t *from, uint64_t *to)
{
    char *end = NULL;
    *from = strtoull(text, &end, 10);
    if (strncmp(end, "..", 2) != 0)
        return false;
    *to = strtoull(end + 2, &end, 10);
    return *end == '\0' && *from <= *to;
}

static int usage(void)
{
    fprintf(stderr, "usage: sim SEED [--trace] | sim --seeds A..B [--until-caught]\n");
    return 2;
}

int main(int argc, char **argv)
{
    bool trace = false, until_caught = false;
    uint64_t from = 0, to = 0;
    bool good = argc >= 2;
    for (int i = 1; good && i < argc; i++) {
        if (strcmp(argv[i], "--trace") == 0)
            trace = true;
        else if (strcmp(argv[i], "--until-caught") == 0)
            until_caught = true;
        else if (strcmp(argv[i], "--seeds") == 0 && i + 1 < argc)
            good = read_range(argv[++i], &from, &to);
        else if (argv[i][0] >= '0' && argv[i][0] <= '9')
            from = to = strtoull(argv[i], NULL, 10);
        else
            good = false;
    }
    if (!good)
        return usage();
    unsigned failures = 0;
    struct totals totals = {0};
    uint64_t seed = from;
    while (seed <= to && (failures == 0 || !until_caught))
        failures += !run_seed(seed++, trace, &totals);
    printf("%llu seeds: %u failures; %llu events, %llu awards, %llu high claims, %llu rollbacks\n",
           (unsigned long long)(seed - from), failures, (unsigned long long)totals.events,
           (unsigned long long)totals.awards, (unsigned long long)totals.high,
           (unsigned long long)totals.rollbacks);
    return failures > 0;
}
