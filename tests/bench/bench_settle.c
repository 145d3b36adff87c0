/* Benchmark: settlement of rounds with seven seats, as a library call and as JSON documents.
 *
 * It runs on one core, with rounds made beforehand from a seed. It measures cr_settle alone, and
 * then reading a document, settling it and writing the answer, which is what `croupier settle
 * --lines` does apart from input and output. */
#include "game/document/round_json.h"
#include "support/random_round.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define ROUNDS 4096
#define REPEAT 5

struct bench {
    struct cr_rules rules;
    struct cr_progressive loaded;
    const struct cr_progressive *progressive; /* NULL for none */
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
    return ((struct bench *)context)->progressive;
}

/* Makes rounds with seven seats, all with the progressive if there is one. */
static void prepare(struct bench *b)
{
    struct rng rng = {7};
    for (unsigned i = 0; i < ROUNDS; i++) {
        unsigned taken;
        do {
            random_round(&rng, &b->rules, b->progressive, &b->rounds[i]);
            taken = 0;
            for (unsigned s = 0; s < CR_SEATS; s++)
                taken += b->rounds[i].seats[s].taken;
        } while (taken < CR_SEATS);
        struct text t;
        text_init(&t, b->answer, sizeof b->answer);
        b->doc = (struct round_doc){.rules = &b->rules,
                                    .progressive = b->progressive,
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
        if (cr_settle(&b->rules, b->progressive, &b->meters, &b->rounds[i], &b->out, NULL))
            exit(1);
        sum += b->out.seats[i % CR_SEATS].net.micro;
    }
    return sum;
}

static int64_t settle_documents(struct bench *b)
{
    const struct rules_source source = {find_rules, find_progressive, b, false};
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

/* The best of several runs in rounds a second, because other programs share the machine. */
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

static void release(struct bench *b)
{
    for (unsigned i = 0; i < ROUNDS; i++)
        free(b->documents[i]);
}

/* Measures a game by library call in rounds a second; returns 0 if a round fails. */
static double run_game(struct bench *b, const char *rules, double first)
{
    struct cr_err err = {0};
    int rc = cr_rules_load(rules, &b->rules, &err);
    b->progressive = b->rules.progressive[0] != '\0' ? &b->loaded : NULL;
    if (rc == CR_OK && b->progressive)
        rc = cr_progressive_load(b->rules.progressive, &b->loaded, &err);
    if (rc != CR_OK) {
        fprintf(stderr, "%s\n", err.text);
        return 0;
    }
    if (b->progressive)
        cr_meters_init(b->progressive, &b->meters);
    prepare(b);
    int64_t called = 0, read = 0;
    const double calls = measure(b, settle_calls, 100, &called);
    const double documents = measure(b, settle_documents, 5, &read);
    release(b);
    if (called != read) {
        printf("%s: the two ways differ\n", rules);
        return 0;
    }
    printf("  %-12s %12.0f %12.0f %18.2f\n", rules, calls, documents,
           first > 0 ? calls / first : 1);
    return calls;
}

int main(void)
{
    static const char *const games[] = {"uth-cn", "pg-flush", "tcp-cn",
                                        "lir-rp", "ms-rp",    "fcp-rp"};
    static struct bench b;
    double first = 0;
    printf("settlement of seven-seat rounds, one core, rounds a second\n"
           "  rules        library call  JSON in/out  calls per uth-cn's\n");
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        const double calls = run_game(&b, games[i], first);
        if (calls <= 0)
            return 1;
        first = i == 0 ? calls : first;
    }
    return 0;
}
