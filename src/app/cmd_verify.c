/* croupier verify: reads a store from its first event to its last and says which promise broke. */
#include "log/audit/verify.h"

#include "app/cli.h"
#include "app/confine.h"
#include "base/err.h"
#include "base/text.h"
#include "log/proof/signing_key.h"
#include "log/proof/witness_file.h"
#include "service/client/store_address.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NAME "verify"

struct request {
    const char *address, *witness, *key;
    char shown[ADDRESS_TEXT_MAX];
    bool json, has_expect;
    struct verify_options options;
    struct store_head expect;
};

/* The promises as an auditor reads them; unseen: why this command cannot tell. */
static const struct {
    const char *text, *unseen;
} promises[VERIFY_PROMISES + 1] = {
    [1] = {"durable before acknowledged", "shows only when a manager is killed, not afterwards"},
    [2] = {"every event of a table exactly once", NULL},
    [3] = {"no millionth appears or goes missing", NULL},
    [4] = {"the log gives the stored tables again", NULL},
    [5] = {"each jackpot paid once, exactly, as approved", NULL},
    [6] = {"meters go down only for authorised reasons", NULL},
    [7] = {"no event was changed, removed or moved", NULL},
    [8] = {"the log was not put back to an older state",
           "needs a mark kept elsewhere: --witness or --expect"},
    [9] = {"a table without its manager is closed", "shows only at the table"},
    [10] = {"program and configuration are on record at every start", NULL},
    [11] = {"wins in the order of the log, rulings followed", NULL},
};

static const char *unseen(const struct request *q, unsigned promise)
{
    if (promise == 4 && q->options.quick)
        return "left out by --quick";
    if (promise == 8 && q->has_expect)
        return NULL;
    return promises[promise].unseen;
}

/* ---- The call ---- */

static bool read_expect(const char *text, struct store_head *out)
{
    char *end = NULL;
    size_t len = 0;
    out->seq = strtoull(text, &end, 10);
    return end > text && *end == ':' && strlen(end + 1) == 2 * STORE_HASH_BYTES &&
           sodium_hex2bin(out->hash, sizeof out->hash, end + 1, 2 * STORE_HASH_BYTES, NULL, &len,
                          NULL) == 0 &&
           len == STORE_HASH_BYTES;
}

static int read_arguments(int argc, char **argv, struct request *q)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--json") == 0) {
            q->json = true;
        } else if (strcmp(argv[i], "--quick") == 0) {
            q->options.quick = true;
        } else if (strcmp(argv[i], "--expect") == 0) {
            if (i + 1 == argc || !read_expect(argv[i + 1], &q->expect))
                return cli_usage(NAME, "--expect takes SEQ:HASH, as verify prints it");
            q->has_expect = true;
            i++;
        } else if (strcmp(argv[i], "--witness") == 0 || strcmp(argv[i], "--key") == 0) {
            if (i + 1 == argc)
                return cli_usage(NAME, "%s takes a file", argv[i]);
            *(argv[i][2] == 'w' ? &q->witness : &q->key) = argv[i + 1];
            i++;
        } else if (argv[i][0] == '-') {
            return cli_usage(NAME, "unknown option '%s'", argv[i]);
        } else if (q->address) {
            return cli_usage(NAME, "one STORE at a time; '%s' is one too many", argv[i]);
        } else {
            q->address = argv[i];
        }
    }
    if (!q->address)
        return cli_usage(NAME, "STORE is missing: a path, sqlite:PATH or postgresql://HOST/NAME");
    if (!q->witness != !q->key)
        return cli_usage(NAME, "--witness and --key go together: whoever can write the file could "
                               "sign it too, but not with that key");
    if (q->has_expect && q->witness)
        return cli_usage(NAME, "--expect or --witness, not both");
    return CLI_OK;
}

/* V8: the last checkpoint of a witness is the mark. */
static int read_witness(struct request *q, struct cr_err *err)
{
    struct checkpoint last;
    uint8_t key[TREE_HASH];
    bool has = false;
    int rc = signing_key_public(q->key, key, err);
    if (rc == 0)
        rc = witness_file_last(q->witness, &last, &has, err);
    if (rc != 0)
        return rc;
    if (!has)
        return err_set(err, CR_E_INPUT, "%.200s: no checkpoint is in it", q->witness);
    if (!checkpoint_is_signed(&last, key))
        return err_set(err, CR_E_INPUT, "%.200s: its last checkpoint is not signed by this key",
                       q->witness);
    q->expect.seq = last.seq;
    memcpy(q->expect.hash, last.chain, sizeof(q->expect.hash));
    q->has_expect = true;
    return 0;
}

/* ---- What came of it ---- */

static void print_text(const struct request *q, struct store *store, const struct verify_report *r,
                       const char *hash)
{
    printf("%s  %s  %s\n", q->shown, store_engine(store), store_identity(store));
    printf("%llu events, the last one is %llu:%s\n\n", (unsigned long long)r->head.seq,
           (unsigned long long)r->head.seq, hash);
    for (unsigned p = 1; p <= VERIFY_PROMISES; p++) {
        const char *why = unseen(q, p);
        const char *mark = r->faults[p] > 0 ? "✗" : why ? "–" : "✓";
        printf("  %s V%-3u%s", mark, p, promises[p].text);
        if (r->faults[p] > 0)
            printf(": broken %llu time%s", (unsigned long long)r->faults[p],
                   r->faults[p] == 1 ? "" : "s");
        else if (why)
            printf(" (not seen: %s)", why);
        printf("\n");
    }
    if (r->rows_of_another_layout)
        printf(
            "\nThe stored tables are of another version of the program and were not compared.\n");
    else if (!q->options.quick && !r->replay_stopped)
        printf("\n%llu stored rows compared.\n", (unsigned long long)r->rows);
    if (verify_fault_count(r) > 0)
        printf("\n");
    for (unsigned i = 0; i < r->kept_count; i++) {
        const struct verify_fault *f = &r->kept[i];
        if (f->seq > 0)
            printf("V%u, event %llu: %s\n", f->promise, (unsigned long long)f->seq, f->text);
        else
            printf("V%u: %s\n", f->promise, f->text);
    }
    if (verify_fault_count(r) > r->kept_count)
        printf("… and %llu more\n", (unsigned long long)verify_fault_count(r) - r->kept_count);
}

static void print_string(const char *name, const char *value)
{
    char out[1024];
    struct text t;
    text_init(&t, out, sizeof out);
    text_add_json(&t, value, strlen(value));
    printf("\"%s\":%s", name, out);
}

static void print_json(const struct request *q, struct store *store, const struct verify_report *r,
                       const char *hash)
{
    printf("{");
    print_string("store", q->shown);
    printf(",\"engine\":\"%s\",\"identity\":\"%s\",\"events\":%llu,\"hash\":\"%s\",\"rows\":%llu,"
           "\"ok\":%s,\"promises\":[",
           store_engine(store), store_identity(store), (unsigned long long)r->head.seq, hash,
           (unsigned long long)r->rows, verify_fault_count(r) == 0 ? "true" : "false");
    for (unsigned p = 1; p <= VERIFY_PROMISES; p++) {
        printf("%s{\"id\":\"V%u\",", p > 1 ? "," : "", p);
        print_string("promise", promises[p].text);
        printf(",\"seen\":%s,\"faults\":%llu}", unseen(q, p) ? "false" : "true",
               (unsigned long long)r->faults[p]);
    }
    printf("],\"faults\":[");
    for (unsigned i = 0; i < r->kept_count; i++) {
        const struct verify_fault *f = &r->kept[i];
        printf("%s{\"id\":\"V%u\",", i > 0 ? "," : "", f->promise);
        if (f->seq > 0)
            printf("\"event\":%llu,", (unsigned long long)f->seq);
        print_string("text", f->text);
        printf("}");
    }
    printf("]}\n");
}

/* ---- Running ---- */

static void show_progress(void *context, uint64_t done, uint64_t total)
{
    unsigned *shown = context;
    const unsigned percent = total > 0 ? (unsigned)(done * 100 / total) : 100;
    if (percent == *shown)
        return;
    *shown = percent;
    fprintf(stderr, "\rverifying: %u %%\033[K", percent);
}

static int run(struct request *q, struct store *store)
{
    struct verify_report *report = malloc(sizeof *report);
    struct cr_err err = {0};
    unsigned shown = 0;
    if (!report)
        return cli_rejected(NAME, "out of memory");
    const bool progress = !q->json && isatty(STDERR_FILENO);
    if (progress) {
        q->options.progress = show_progress;
        q->options.context = &shown;
    }
    int rc = verify_store(store, &q->options, report, &err);
    if (progress)
        fprintf(stderr, "\r\033[K");
    int status = CLI_OK;
    if (rc != CR_OK) {
        status = cli_rejected(NAME, "%s: %s", q->shown, err.text);
    } else {
        char hash[2 * STORE_HASH_BYTES + 1];
        sodium_bin2hex(hash, sizeof hash, report->head.hash, STORE_HASH_BYTES);
        (q->json ? print_json : print_text)(q, store, report, hash);
        if (verify_fault_count(report) > 0)
            status = cli_rejected(NAME, "%s: %llu fault%s", q->shown,
                                  (unsigned long long)verify_fault_count(report),
                                  verify_fault_count(report) == 1 ? "" : "s");
    }
    free(report);
    return cli_finish(NAME, status);
}

int cmd_verify(int argc, char **argv)
{
    struct request q = {0};
    struct store *store = NULL;
    struct cr_err err = {0};
    int status = read_arguments(argc, argv, &q);
    if (status != CLI_OK)
        return status;
    address_show(q.address, q.shown);
    if (q.witness && read_witness(&q, &err) != CR_OK)
        return cli_rejected(NAME, "%s", err.text);
    if (q.has_expect)
        q.options.expect = &q.expect;
    if (store_open(q.address, STORE_READ, &store, &err) != CR_OK)
        return cli_rejected(NAME, "%s", err.text);
    /* What the store holds may be a stranger's work: it is read, and nothing else happens. */
    const struct confine files = {.store = q.address};
    if (confine_verify(&files, &err) != CR_OK)
        status = cli_rejected(NAME, "%s", err.text);
    else
        status = run(&q, store);
    store_close(store);
    return status;
}
