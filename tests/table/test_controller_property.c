/* The controller over a network that delays, loses and repeats, with people who press anything:
 *   - never open past its lease, by its own clock (V9);
 *   - one number, one body, and no alarm about it (V2);
 *   - every payment on record was told to the dealer, once;
 *   - the chips in the drop box are the coins on record;
 *   - when the network is well again, the table opens. */
#include "table/rig.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void check(const struct rig *r, uint64_t seed, const char *when)
{
    if (r->fault[0] != '\0')
        fail_msg("seed %llu, %s: %s", (unsigned long long)seed, when, r->fault);
}

/* The dealer ends whatever round there is, on a network that works. */
static void finish_round(struct rig *r)
{
    for (unsigned i = 0; i < 40 && r->controller.console.mode != CONSOLE_BETTING; i++) {
        rig_run(r, 200);
        rig_press(r, (struct console_event){.kind = CONSOLE_KEY_TURN, .position = CONSOLE_R});
        rig_rule(r, "void");
        rig_run(r, 600);
        rig_press(r, (struct console_event){.kind = CONSOLE_CALL_DEAD});
    }
    rig_wait_idle(r);
    rig_run(r, 500);
}

static void check_end(struct rig *r, uint64_t seed, bool restarts)
{
    struct cr_err err = {0};
    const struct floor *f = manager_floor(r->manager);
    if (r->controller.console.mode != CONSOLE_BETTING)
        fail_msg("seed %llu: does not open again: mode %u, reason %u, link %u: %s",
                 (unsigned long long)seed, r->controller.console.mode, r->controller.console.reason,
                 r->controller.link, r->controller.why.text);
    assert_int_equal(f->plays[0].mode, FLOOR_BETTING);
    if (floor_check(f, &err) != 0)
        fail_msg("seed %llu: %s", (unsigned long long)seed, err.text);
    if (r->mismatches != 0)
        fail_msg("seed %llu: alarm: one number, two bodies", (unsigned long long)seed);
    if (!restarts && rig_collected(r) + r->returned != f->plays[0].coins)
        fail_msg("seed %llu: %llu chips collected, %llu returned, %llu coins on record",
                 (unsigned long long)seed, (unsigned long long)rig_collected(r),
                 (unsigned long long)r->returned, (unsigned long long)f->plays[0].coins);
    if (!restarts && r->told_paid != r->paid)
        fail_msg("seed %llu: %llu payments told, %llu on record", (unsigned long long)seed,
                 (unsigned long long)r->told_paid, (unsigned long long)r->paid);
}

static uint64_t run_seed(uint64_t seed, bool restarts, uint64_t *paid)
{
    struct rig *r = calloc(1, sizeof(*r));
    rig_start(r, seed);
    r->loss = rng_below(&r->rng, 31);
    r->repeats = rng_below(&r->rng, 51);
    r->slow = rng_below(&r->rng, 10);
    for (unsigned i = 0; i < 400; i++) {
        rig_run(r, 5 + 5 * rng_below(&r->rng, 30));
        rig_do_anything(r);
        if (rng_below(&r->rng, 80) == 0)
            r->cut = !r->cut;
        if (restarts && rng_below(&r->rng, 100) == 0) {
            r->to_remember = rng_below(&r->rng, 3) > 0;
            rig_restart(r);
        }
        check(r, seed, "in a bad network");
    }
    r->loss = r->repeats = r->slow = 0;
    r->cut = false;
    rig_run(r, 10000);
    finish_round(r);
    check(r, seed, "healed");
    check_end(r, seed, restarts);
    const uint64_t rounds = r->rounds;
    *paid += r->paid;
    rig_stop(r);
    free(r);
    return rounds;
}

static unsigned seeds = 150;

static void survives_a_bad_network(void **state)
{
    uint64_t rounds = 0, paid = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= seeds; seed++)
        rounds += run_seed(seed, false, &paid);
    /* enough must have happened for the test to prove something */
    assert_true(rounds > seeds);
    assert_true(paid > seeds);
}

static void survives_restarts(void **state)
{
    uint64_t rounds = 0, paid = 0;
    (void)state;
    for (uint64_t seed = 100001; seed <= 100000 + seeds; seed++)
        rounds += run_seed(seed, true, &paid);
    assert_true(rounds > seeds);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        seeds = (unsigned)strtoul(argv[1], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(survives_a_bad_network),
        cmocka_unit_test(survives_restarts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
