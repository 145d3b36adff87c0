/* Benchmark: settlement of seven-seat rounds, as a library call and as JSON documents.
 *
 * One core, rounds made beforehand from a seed: what is timed is cr_settle alone, then reading a
 * document, settling and writing the answer, which is what `croupier settle --lines` does besides
 * moving bytes. */
#include "game/document/settlement_json.h"
#include "support/random_round.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define ROUNDS 4096
#define REPEAT 5

struct bench {
    struct cr_rules rules;
    struct cr_progressive progressive;
    struct cr_meters meters;
    struct cr_round rounds[ROUNDS];
    char *documents[ROUNDS];
    size_t lengths[ROUNDS];
    struct cr_settlement out;
    struct json_tape tape;
    struct round_doc doc;
    char answer[SETTLEMENT_JSON_MAX];
};

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static const struct cr_rules *find_rules(void *context, const char *name, struct cr_err *err)
{
    (void)name, (void)err;
    return &((struct bench *)context)->rules;
}

static const struct cr_progressive *find_progressive(void *context, const char *name,
                                                     struct cr_err *err)
{
    (void)name, (void)err;
    return &((struct bench *)context)->progressive;
}

/* Seven seats in each round, all with the progressive. */
static void prepare(struct bench *b)
{
    struct rng rng = {7};
    for (unsigned i = 0; i < ROUNDS; i++) {
        unsigned taken;
        do {
            random_round(&rng, &b->rules, &b->progressive, &b->rounds[i]);
            taken = 0;
            for (unsigned s = 0; s < CR_SEATS; s++)
                taken += b->rounds[i].seats[s].taken;
        } while (taken < CR_SEATS);
        struct text t;
        text_init(&t, b->answer, sizeof b->answer);
        b->doc = (struct round_doc){.rules = &b->rules,
                                    .progressive = &b->progressive,
                                    .meters = b->meters,
                                    .round = b->rounds[i]};
        round_json_write(&b->doc, &t);
        b->documents[i] = malloc(t.len + 1);
        if (!b->documents[i])
            exit(1);
        snprintf(b->documents[i], t.len + 1, "%s", t.data);
        b->lengths[i] = t.len;
    }
}

static int64_t settle_calls(struct bench *b)
{
    int64_t sum = 0;
    for (unsigned i = 0; i < ROUNDS; i++) {
        if (cr_settle(&b->rules, &b->progressive, &b->meters, &b->rounds[i], &b->out, NULL))
            exit(1);
        sum += b->out.seats[i % CR_SEATS].net.micro;
    }
    return sum;
}

static int64_t settle_documents(struct bench *b)
{
    const struct rules_source source = {find_rules, find_progressive, b};
    int64_t sum = 0;
    for (unsigned i = 0; i < ROUNDS; i++) {
        struct text t;
        text_init(&t, b->answer, sizeof b->answer);
        if (round_json_read(&b->tape, b->documents[i], b->lengths[i], &source, &b->doc, NULL) ||
            cr_settle(b->doc.rules, b->doc.progressive, &b->doc.meters, &b->doc.round, &b->out,
                      NULL))
            exit(1);
        settlement_json_write(&b->doc, &b->out, &t);
        sum += b->out.seats[i % CR_SEATS].net.micro;
    }
    return sum;
}

/* The best of several runs, in rounds a second: the machine is shared. */
static double measure(struct bench *b, int64_t (*run)(struct bench *), unsigned times,
                      int64_t *checksum)
{
    double best = 0;
    for (unsigned r = 0; r < REPEAT; r++) {
        double start = now_s();
        for (unsigned i = 0; i < times; i++)
            *checksum = run(b);
        double rate = (double)ROUNDS * times / (now_s() - start);
        best = rate > best ? rate : best;
    }
    return best;
}

int main(void)
{
    static struct bench b;
    struct cr_err err = {0};
    if (cr_rules_load("uth-cn", &b.rules, &err) ||
        cr_progressive_load("cn", &b.progressive, &err)) {
        fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    cr_meters_init(&b.progressive, &b.meters);
    prepare(&b);
    int64_t called = 0, read = 0;
    double calls = measure(&b, settle_calls, 100, &called);
    double documents = measure(&b, settle_documents, 5, &read);
    printf("settlement of seven-seat uth-cn rounds, one core\n");
    printf("  library call          %12.0f rounds a second\n", calls);
    printf("  JSON in, JSON out     %12.0f rounds a second (%.1f times slower)\n", documents,
           calls / documents);
    if (called != read) {
        printf("the two ways differ\n");
        return 1;
    }
    return 0;
}
