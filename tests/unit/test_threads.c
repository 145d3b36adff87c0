/* Two threads that settle rounds of two rule sets at once give the same results as one after the
 * other: they share no state. The test also runs under the thread sanitizer. */
#include "support/random_round.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#define ROUNDS 3000

struct work {
    const char *rules, *progressive;
    int64_t sum;
    bool failed;
};

/* Loads rules, deals and settles rounds; the sum of the results tells one run from another. */
static void *play(void *context)
{
    struct work *w = context;
    struct rng rng = {99};
    struct cr_rules rules;
    struct cr_progressive progressive;
    struct cr_meters meters;
    if (cr_rules_load(w->rules, &rules, NULL) ||
        cr_progressive_load(w->progressive, &progressive, NULL)) {
        w->failed = true;
        return NULL;
    }
    cr_meters_init(&progressive, &meters);
    for (unsigned i = 0; i < ROUNDS; i++) {
        struct cr_round round;
        struct cr_settlement out;
        struct cr_deck deck;
        cr_deck_shuffle(&deck);
        random_round(&rng, &rules, &progressive, &round);
        w->failed |= cr_settle(&rules, &progressive, &meters, &round, &out, NULL) != CR_OK;
        meters = out.meters;
        for (unsigned s = 0; s < CR_SEATS; s++)
            w->sum += out.seats[s].net.micro;
    }
    return NULL;
}

static void threads_do_not_disturb_each_other(void **state)
{
    (void)state;
    struct work alone[] = {{"uth-cn", "cn", 0, false}, {"pg-straight", "ptha-7", 0, false}};
    struct work both[] = {{"uth-cn", "cn", 0, false}, {"pg-straight", "ptha-7", 0, false}};
    pthread_t threads[2];
    for (unsigned i = 0; i < 2; i++)
        play(&alone[i]);
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, play, &both[i]), 0);
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    for (unsigned i = 0; i < 2; i++) {
        assert_false(alone[i].failed || both[i].failed);
        assert_int_equal(alone[i].sum, both[i].sum);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(threads_do_not_disturb_each_other)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
