/* croupier witness: on another machine, keeps a manager's checkpoints, and compares each with the
 * one before it (V7, V8). */
#include "app/ask_checkpoint.h"
#include "app/shared_options.h"
#include "log/proof/proof_text.h"
#include "log/proof/signing_key.h"
#include "log/proof/witness_file.h"
#include "os/clock.h"

#include <inttypes.h>
#include <sodium.h>
#include <string.h>

struct witness {
    struct asking asking;
    const char *key_text, *path;
    bool once;
    uint8_t key[TREE_HASH];
    struct witness_file file;
    struct ask_manager *asked;
    bool is_cut_off; /* the manager does not answer, and that has been printed */
    struct cr_err err;
};

/* ---- The alarm ---- */

/* Raises the alarm on standard error, and in a file, so that it can still be found later. */
static int sound_alarm(const struct witness *w)
{
    char path[4096];
    snprintf(path, sizeof(path), "%s.alarm", w->path);
    FILE *file = fopen(path, "a");
    if (file != NULL) {
        fprintf(file, "%" PRId64 " %s: ", clock_wall_ms(), w->asking.manager);
        cli_write(file, w->err.text);
        fputc('\n', file);
        fclose(file);
    }
    fputs("\ncroupier witness: ALARM: ", stderr);
    cli_complain(w->err.text);
    fprintf(stderr,
            "\nKeep %s and %s as they are, and tell surveillance and the regulator before anything "
            "is changed at the manager.\n",
            w->path, path);
    return CLI_REJECTED;
}

/* ---- Asking ---- */

static int ask_growth(struct witness *w, const struct checkpoint *to, struct proof_of_growth *out)
{
    char path[128];
    const char *body = NULL;
    size_t len = 0;
    unsigned status = 0;
    snprintf(path, sizeof(path), "/api/v1/checkpoints/consistency?from=%" PRIu64 "&to=%" PRIu64,
             w->file.last.seq, to->seq);
    int rc = ask_manager_status(w->asked, path, &status, &body, &len, &w->err);
    if (rc != CR_OK)
        return rc;
    if (status >= 500)
        return err_set(&w->err, CR_E_IO, "%s answers %u", w->asking.manager, status);
    if (status != 200)
        return err_set(&w->err, CR_E_INPUT,
                       "%s cannot show that event %" PRIu64 " grew out of event %" PRIu64
                       ": %.200s",
                       w->asking.manager, to->seq, w->file.last.seq, body);
    return proof_read_growth(body, len, out, &w->err);
}

/* ---- Judging ---- */

static int judge(struct witness *w, const struct checkpoint *c)
{
    const struct checkpoint *last = &w->file.last;
    struct proof_of_growth proof;
    if (!checkpoint_is_signed(c, w->key))
        return err_set(&w->err, CR_E_INPUT,
                       "checkpoint %" PRIu64 " is not signed by the floor's key", c->seq);
    if (!w->file.has_last)
        return CR_OK;
    if (strcmp(c->floor, last->floor) != 0)
        return err_set(&w->err, CR_E_INPUT, "the manager is now of floor %s; it was of floor %s",
                       c->floor, last->floor);
    if (c->seq < last->seq)
        return err_set(&w->err, CR_E_INPUT,
                       "rollback: the log ends at event %" PRIu64 ", and it had event %" PRIu64,
                       c->seq, last->seq);
    if (!checkpoint_agrees(c, last))
        return err_set(&w->err, CR_E_INPUT,
                       "the log was rewritten: event %" PRIu64 " has another hash", c->seq);
    if (c->seq == last->seq)
        return CR_OK;
    int rc = ask_growth(w, c, &proof);
    if (rc == CR_OK && (proof.from != last->seq || proof.to != c->seq ||
                        !tree_check_growth(last->seq, &last->tree, c->seq, &c->tree, &proof.path)))
        rc = err_set(&w->err, CR_E_INPUT,
                     "the log was rewritten: event %" PRIu64 " does not grow out of event %" PRIu64,
                     c->seq, last->seq);
    return rc;
}

/* V7: checks that the manager still signs. One that has stopped would otherwise look like one where
 * nothing happens. */
static int look_behind(struct witness *w)
{
    struct checkpoint_lag lag;
    int rc = ask_checkpoint_lag(w->asked, &lag, &w->err);
    if (rc != CR_OK || !lag.is_behind)
        return rc;
    return err_set(&w->err, CR_E_INPUT,
                   "nothing is signed any more: the log is at event %" PRIu64
                   ", and the last checkpoint is of event %" PRIu64,
                   lag.head, lag.checkpoint.seq);
}

/* Takes the last checkpoint and judges it. CR_E_IO: nobody answered, so try again later. Any other
 * error is an alarm. */
static int look(struct witness *w)
{
    struct checkpoint c;
    int rc = ask_checkpoint(w->asked, &c, &w->err);
    if (rc == CR_OK)
        rc = judge(w, &c);
    if (rc == CR_OK && w->file.has_last && c.seq == w->file.last.seq)
        rc = look_behind(w);
    if (rc == CR_OK && (!w->file.has_last || c.seq > w->file.last.seq)) {
        rc = witness_file_append(&w->file, &c, &w->err);
        if (rc != CR_OK)
            return rc;
        if (w->once)
            printf("checkpoint %" PRIu64 " is kept in %s\n", c.seq, w->path);
    }
    return rc;
}

/* ---- The loop ---- */

static void say_connection(struct witness *w, bool is_cut_off)
{
    if (is_cut_off && !w->is_cut_off)
        cli_rejected("%s", w->err.text);
    if (!is_cut_off && w->is_cut_off)
        fprintf(stderr, "croupier witness: %s answers again\n", w->asking.manager);
    w->is_cut_off = is_cut_off;
}

static int keep(struct witness *w)
{
    for (;;) {
        int rc = look(w);
        if (rc != CR_OK && rc != CR_E_IO)
            return sound_alarm(w);
        if (w->once)
            return cli_result(rc, &w->err);
        say_connection(w, rc != CR_OK);
        clock_sleep_ms(1000);
    }
}

#define OWNER struct witness
#define WHOSE_WHERE                                                                                \
    "say whose checkpoints (--key signing.pub) and where they are kept (--file FILE)"

/* Here --key is the floor's public key, so this command can identify itself only with a token. */
static const struct option options[] = {
    {"--key", "KEY", "the floor's public key: 64 digits, or a file (signing.pub)",
     OPTION_FILE(OWNER, key_text), .missing = WHOSE_WHERE},
    {"--file", "FILE", "where the checkpoints are kept; made when it is not there",
     OPTION_FILE(OWNER, path), .missing = WHOSE_WHERE},
    OPTION_SHARED(shared_manager, struct asking, OWNER, asking),
    OPTION_SHARED(shared_ca, struct http_identity, OWNER, asking.who),
    OPTION_SHARED(shared_token, struct http_identity, OWNER, asking.who),
    {"--once", NULL, "look once, then end", OPTION_FLAG(OWNER, once)},
    OPTION_END,
};

#undef OWNER

static int run(const struct cli_call *call)
{
    struct witness *w = call->options;
    w->file.fd = -1;
    asking_settle(&w->asking);
    if (sodium_init() < 0)
        return cli_rejected("the cryptographic library does not start");
    int rc = signing_key_public(w->key_text, w->key, &w->err);
    if (rc == CR_OK)
        rc = witness_file_open(w->path, &w->file, &w->err);
    if (rc == CR_OK && w->file.has_last && !checkpoint_is_signed(&w->file.last, w->key))
        rc = err_set(&w->err, CR_E_INPUT, "%s: its last checkpoint is not signed by this key",
                     w->path);
    if (rc == CR_OK)
        rc = ask_manager_open(&w->asking, &w->asked, &w->err);
    int status = rc == CR_OK ? keep(w) : cli_rejected("%s", w->err.text);
    ask_manager_close(w->asked);
    witness_file_close(&w->file);
    return status;
}

const struct cli_runner runner_witness = {options, sizeof(struct witness), run};
