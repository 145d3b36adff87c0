/* croupier evidence: writes one claim as an archive, for a dispute (UTH-20, REG-10), or prints the
 * last checkpoint. */
#include <croupier/error.h>

#include "app/ask_checkpoint.h"
#include "app/paper_out.h"
#include "app/shared_options.h"
#include "log/proof/log_tree.h"
#include "log/proof/proof_text.h"
#include "log/proof/signing_key.h"
#include "log/proof/witness_file.h"
#include "paper/paper.h"
#include "reports/claim/archive.h"
#include "reports/claim/checkpoint_paper.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* ---- The last checkpoint on paper ---- */

/* Where the checkpoint comes from and where it goes; NULL: not there. It is shown on standard
 * output when no place is given. */
struct checkpoint_print {
    const char *trust;
    const struct asking *asking;
    const char *pdf, *escpos, *printer;
};

static int find(const struct checkpoint_print *what, struct checkpoint *c, struct cr_err *err)
{
    char path[4096];
    bool has = false;
    struct ask_manager *asked;
    if (what->trust != NULL) {
        snprintf(path, sizeof(path), "%s/" WITNESS_OWN, what->trust);
        int rc = witness_file_last(path, c, &has, err);
        return rc != CR_OK || has
                   ? rc
                   : err_set(err, CR_E_NOT_FOUND, "%.300s: no checkpoint is in it", path);
    }
    int rc = ask_manager_open(what->asking, &asked, err);
    if (rc != CR_OK)
        return rc;
    rc = ask_checkpoint(asked, c, err);
    ask_manager_close(asked);
    return rc;
}

static int put(const struct paper *paper, enum paper_format format, const char *path,
               int (*out)(const char *, const char *, size_t, struct cr_err *), struct cr_err *err)
{
    char *data = NULL;
    size_t len = 0;
    int rc = paper_render(paper, format, &data, &len, err);
    if (rc == CR_OK && path == NULL)
        fwrite(data, 1, len, stdout);
    else if (rc == CR_OK)
        rc = out(path, data, len, err);
    free(data);
    return rc;
}

static int checkpoint_print(const struct checkpoint_print *what, struct cr_err *err)
{
    struct checkpoint c;
    int rc = find(what, &c, err);
    if (rc == CR_OK && !checkpoint_is_signed(&c, c.key))
        rc = err_set(err, CR_E_INPUT, "the checkpoint is not signed by the key it names");
    if (rc != CR_OK)
        return rc;
    /* PIT-15; a folder of checkpoints does not say in which zone the house is */
    const struct zone zone = what->trust != NULL ? zone_utc : house_zone_of(NULL, what->asking);
    struct paper *paper = checkpoint_paper(&c, &zone);
    if (what->pdf != NULL)
        rc = put(paper, PAPER_AS_PDF, what->pdf, paper_out_file, err);
    if (rc == CR_OK && what->escpos != NULL)
        rc = put(paper, PAPER_AS_ESCPOS, what->escpos, paper_out_file, err);
    if (rc == CR_OK && what->printer != NULL)
        rc = put(paper, PAPER_AS_ESCPOS, what->printer, paper_out_printer, err);
    if (rc == CR_OK && what->pdf == NULL && what->escpos == NULL && what->printer == NULL)
        rc = put(paper, PAPER_AS_TEXT, NULL, NULL, err);
    paper_free(paper);
    return rc;
}

struct request {
    struct asking asking;
    const char *claim_text, *store, *archive, *trust, *out;
    uint64_t claim;
    char own_name[64];
    struct checkpoint_print print;
};

/* ---- From a store ---- */

/* Reads the last checkpoint of the trust folder, builds the tree of the store up to it, and
 * compares the two. */
static int read_checkpoint(const struct request *r, struct store *store, struct checkpoint *c,
                           bool *has, struct log_tree *tree, struct cr_err *err)
{
    char path[4096];
    uint8_t key[TREE_HASH];
    snprintf(path, sizeof(path), "%s/signing.pub", r->trust);
    int rc = signing_key_public(path, key, err);
    snprintf(path, sizeof(path), "%s/" WITNESS_OWN, r->trust);
    if (rc == CR_OK)
        rc = witness_file_last(path, c, has, err);
    if (rc != CR_OK)
        return rc;
    if (!*has)
        return err_set(err, CR_E_NOT_FOUND, "%.300s: no checkpoint is in it", path);
    if (!checkpoint_is_signed(c, key))
        return err_set(err, CR_E_INPUT,
                       "%.300s: the last checkpoint is not signed by the key "
                       "beside it",
                       path);
    rc = log_tree_follow(tree, store, c->seq, err);
    if (rc == CR_OK && !log_tree_is(tree, c))
        rc = err_set(err, CR_E_STATE,
                     "the store is not what its checkpoint of event %" PRIu64 " says: it was "
                     "changed, or it is another floor's",
                     c->seq);
    return rc;
}

static int prove_event(void *tree, struct store *store, uint64_t seq, uint64_t of, char **text,
                       size_t *len, struct cr_err *err)
{
    return proof_make_event(tree, store, seq, of, text, len, err);
}

static int from_store(const struct request *r, struct paper_out *out, struct cr_err *err)
{
    struct store *store;
    struct checkpoint c;
    struct log_tree tree = {0};
    struct text tar = {0};
    bool has = false;
    int rc = store_open(r->store, STORE_READ, &store, err);
    if (rc != CR_OK)
        return rc;
    if (r->trust != NULL)
        rc = read_checkpoint(r, store, &c, &has, &tree, err);
    const struct archive_source source = {
        .store = store, .prove = prove_event, .prover = &tree.tree, .checkpoint = has ? &c : NULL};
    if (rc == CR_OK)
        rc = archive_claim(&source, r->claim, &tar, err);
    if (rc == CR_OK)
        paper_out_add(out, tar.data, tar.len);
    text_free(&tar);
    tree_free(&tree.tree);
    store_close(store);
    return rc;
}

/* ---- From a manager ---- */

static int from_manager(const struct request *r, struct paper_out *out, struct cr_err *err)
{
    struct ask_manager *asked;
    char path[96];
    int rc = ask_manager_open(&r->asking, &asked, err);
    if (rc != CR_OK)
        return rc;
    snprintf(path, sizeof(path), "/api/v1/claims/%" PRIu64 "/evidence", r->claim);
    rc = ask_manager_fetch(asked, path, paper_out_add, out, err);
    ask_manager_close(asked);
    return rc;
}

/* ---- The archive of a claim ---- */

/* Writes the archive. An existing file is never overwritten, because it may be evidence, too. */
static int gather(const struct request *r, struct cr_err *err)
{
    struct paper_out out;
    int rc = paper_out_open(&out, PAPER_OUT_NEW_FILE, r->out, err);
    if (rc != CR_OK)
        return rc;
    rc = r->store != NULL ? from_store(r, &out, err) : from_manager(r, &out, err);
    if (rc == CR_OK || out.fault.code != 0)
        return paper_out_finish(&out, err);
    paper_out_abandon(&out);
    return rc;
}

#define OWNER struct request

static const struct option options[] = {
    {"CLAIM", OPTION_TEXT(OWNER, claim_text), .words = "checkpoint",
     .missing = "say which claim, by its number"},
    OPTION_SHARED(shared_asking, struct asking, OWNER, asking),
    {"--store", "STORE", "from a store itself, without a manager",
     OPTION_TEXT_OF(&kind_store, OWNER, store), .one_of = ONE_SOURCE},
    OPTION_SHARED(shared_archive, const char *, OWNER, archive),
    {"--trust", "DIR", "… with the checkpoints of this folder", OPTION_FOLDER(OWNER, trust)},
    {"--out", "FILE", "the archive's name; never overwritten", OPTION_FILE(OWNER, out),
     .otherwise = "claim-NUMBER.tar"},
    {"--pdf", "FILE", "a checkpoint as a page to print, with a QR code",
     OPTION_FILE(OWNER, print.pdf)},
    {"--escpos", "FILE", "… as bytes for a receipt printer", OPTION_FILE(OWNER, print.escpos)},
    {"--printer", "DEVICE", "… and straight to it: /dev/usb/lp0",
     OPTION_FILE(OWNER, print.printer)},
    OPTION_END,
};

#undef OWNER

static int check_print(struct request *r)
{
    if (r->store != NULL || r->out != NULL)
        return cli_usage("a checkpoint comes from a --trust folder or a --manager");
    r->print.trust = r->trust;
    r->print.asking = &r->asking;
    return CLI_OK;
}

static int check_claim(struct request *r)
{
    unsigned long long number = 0;
    if (r->print.pdf != NULL || r->print.escpos != NULL || r->print.printer != NULL)
        return cli_usage("--pdf, --escpos and --printer are for a checkpoint; papers of a "
                         "claim come from croupier report");
    if (!text_read_uint(r->claim_text, INT64_MAX, &number) || number == 0)
        return cli_usage("say which claim, by its number");
    if (r->store == NULL && r->trust != NULL)
        return cli_usage("--trust goes with --store; a manager has its own");
    r->claim = number;
    snprintf(r->own_name, sizeof(r->own_name), "claim-%llu.tar", number);
    if (r->out == NULL)
        r->out = r->own_name;
    return CLI_OK;
}

static int run(const struct cli_call *call)
{
    struct request *r = call->options;
    struct cr_err err = {0};
    asking_settle(&r->asking);
    int status = strcmp(r->claim_text, "checkpoint") == 0 ? check_print(r) : check_claim(r);
    if (status != CLI_OK)
        return status;
    if (sodium_init() < 0)
        return cli_rejected("the cryptographic library does not start");
    if (r->claim == 0)
        return checkpoint_print(&r->print, &err) == CR_OK ? CLI_OK : cli_rejected("%s", err.text);
    if (gather(r, &err) != CR_OK)
        return cli_rejected("%s", err.text);
    printf("evidence of claim %" PRIu64 " is in %s%s\n", r->claim, r->out,
           r->store != NULL && r->trust == NULL
               ? "; without --trust it has no checkpoint and proves nothing"
               : "");
    return CLI_OK;
}

const struct cli_runner runner_evidence = {options, sizeof(struct request), run};
