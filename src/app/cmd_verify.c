/* croupier verify: reads a store from its first event to its last, and says which promises are
 * broken. */
#include "log/audit/verify.h"

#include "app/confine.h"
#include "app/shared_options.h"
#include "base/hex.h"
#include "base/json_write.h"
#include "log/proof/signing_key.h"
#include "log/proof/witness_file.h"
#include "service/client/store_address.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct request {
    const char *address, *archive, *witness, *key;
    char shown[ADDRESS_TEXT_MAX];
    bool json, has_expect;
    struct verify_options options;
    struct store_head expect;
};

/* The promises in an auditor's words. unseen: why this command cannot check one; NULL: it can. */
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

static int read_expect(const struct option *o, const char *text, void *place, struct cr_err *err)
{
    struct store_head *out = place;
    const size_t len = strcspn(text, ":");
    unsigned long long seq;
    char digits[24];
    snprintf(digits, sizeof digits, "%.*s", (int)(len < sizeof digits ? len : 0), text);
    if (text[len] == ':' && text_read_uint(digits, INT64_MAX, &seq) &&
        hex_decode(text + len + 1, strlen(text + len + 1), out->hash, sizeof out->hash)) {
        out->seq = seq;
        return CR_OK;
    }
    return err_set(err, CR_E_INPUT, "%s takes SEQ:HASH, as verify prints it, not '%.100s'", o->name,
                   text);
}

static const struct option_kind kind_expect = {.read = read_expect};

#define OWNER    struct request
#define ONE_MARK 4u /* of one_of: with what the log is compared */

static const struct option options[] = {
    {"STORE", OPTION_TEXT_OF(&kind_store, OWNER, address),
     .missing = "STORE is missing: a path, sqlite:PATH or postgresql://HOST/NAME"},
    {"--quick", NULL, "the chain and the books only; the stored tables are not compared",
     OPTION_FLAG(OWNER, options.quick)},
    {"--witness", "FILE",
     "a witness's checkpoints: shows a log that was cut short, put back or rewritten since the "
     "last of them",
     OPTION_FILE(OWNER, witness), .needs = "--key", .one_of = ONE_MARK},
    {"--key", "KEY", "… signed by this public key: 64 digits, or a file (signing.pub)",
     OPTION_FILE(OWNER, key), .needs = "--witness"},
    {"--expect", "SEQ:HASH", "the same with an event as it was seen before", .kind = &kind_expect,
     .place = OPTION_PLACE(struct store_head, OWNER, expect), .one_of = ONE_MARK},
    OPTION_SHARED(shared_archive, const char *, OWNER, archive),
    OPTION_SHARED(shared_json, bool, OWNER, json),
    OPTION_END,
};

#undef OWNER

/* V8: takes the last checkpoint of a witness as the event that the log must have. */
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

/* ---- The result ---- */

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
    if (strcmp(store_engine(store), STORE_ARCHIVE) == 0)
        printf("\nAn archive has no stored tables to compare.\n");
    else if (r->rows_of_another_layout)
        printf(
            "\nThe stored tables are of another version of the program and were not compared.\n");
    else if (!q->options.quick && !r->replay_stopped)
        printf("\n%llu stored rows compared.\n", (unsigned long long)r->rows);
    if (verify_fault_count(r) > 0)
        printf("\n");
    for (unsigned i = 0; i < r->kept_count; i++) {
        const struct verify_fault *f = &r->kept[i];
        printf("V%u", f->promise);
        if (f->seq > 0)
            printf(", event %llu", (unsigned long long)f->seq);
        printf(": ");
        cli_write(stdout, f->text); /* it quotes the log */
        printf("\n");
    }
    if (verify_fault_count(r) > r->kept_count)
        printf("… and %llu more\n", (unsigned long long)verify_fault_count(r) - r->kept_count);
}

static void json_promise(struct text *t, unsigned promise)
{
    char id[8];
    snprintf(id, sizeof id, "V%u", promise);
    json_text(t, "id", id);
}

static void add_promises(struct text *t, const struct request *q, const struct verify_report *r)
{
    json_open(t, "promises", '[');
    for (unsigned p = 1; p <= VERIFY_PROMISES; p++) {
        json_open(t, NULL, '{');
        json_promise(t, p);
        json_text(t, "promise", promises[p].text);
        json_flag(t, "seen", !unseen(q, p));
        json_count(t, "faults", r->faults[p]);
        json_close(t, '}');
    }
    json_close(t, ']');
}

static void add_faults(struct text *t, const struct verify_report *r)
{
    json_open(t, "faults", '[');
    for (unsigned i = 0; i < r->kept_count; i++) {
        const struct verify_fault *f = &r->kept[i];
        json_open(t, NULL, '{');
        json_promise(t, f->promise);
        if (f->seq > 0)
            json_count(t, "event", f->seq);
        json_text(t, "text", f->text);
        json_close(t, '}');
    }
    json_close(t, ']');
}

static void print_json(const struct request *q, struct store *store, const struct verify_report *r,
                       const char *hash)
{
    struct text t = {0};
    json_open(&t, NULL, '{');
    json_text(&t, "store", q->shown);
    json_text(&t, "engine", store_engine(store));
    json_text(&t, "identity", store_identity(store));
    json_count(&t, "events", r->head.seq);
    json_text(&t, "hash", hash);
    json_count(&t, "rows", r->rows);
    json_flag(&t, "ok", verify_fault_count(r) == 0);
    add_promises(&t, q, r);
    add_faults(&t, r);
    text_add(&t, "}\n");
    cli_print(&t);
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

static int verify(struct request *q, struct store *store)
{
    struct verify_report *report = malloc(sizeof *report);
    struct cr_err err = {0};
    unsigned shown = 0;
    if (!report)
        return cli_rejected("out of memory");
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
        status = cli_rejected("%s: %s", q->shown, err.text);
    } else {
        char hash[2 * STORE_HASH_BYTES + 1];
        hex_encode(report->head.hash, STORE_HASH_BYTES, hash);
        (q->json ? print_json : print_text)(q, store, report, hash);
        if (verify_fault_count(report) > 0)
            status = cli_rejected("%s: %llu fault%s", q->shown,
                                  (unsigned long long)verify_fault_count(report),
                                  verify_fault_count(report) == 1 ? "" : "s");
    }
    free(report);
    return status;
}

static int run(const struct cli_call *call)
{
    struct request *q = call->options;
    struct store *store = NULL;
    struct cr_err err = {0};
    int status;
    q->has_expect = options_given(&call->given, "--expect");
    address_show(q->address, q->shown);
    if (q->witness && read_witness(q, &err) != CR_OK)
        return cli_rejected("%s", err.text);
    if (q->has_expect)
        q->options.expect = &q->expect;
    if (store_open(q->address, STORE_READ, &store, &err) != CR_OK)
        return cli_rejected("%s", err.text);
    /* The store may come from a stranger, so the program confines itself to reading it. */
    const struct confine files = {.store = q->address};
    if (confine(GUARD_VERIFY, &files, &err) != CR_OK)
        status = cli_rejected("%s", err.text);
    else
        status = verify(q, store);
    store_close(store);
    return status;
}

const struct cli_runner runner_verify = {options, sizeof(struct request), run};
