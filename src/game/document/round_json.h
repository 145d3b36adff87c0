/* A round and its settlement as JSON documents: what `croupier settle` takes and gives. */
#pragma once

#include "base/json_read.h"
#include "base/text.h"

#include <croupier/settle.h>

/* Finds rules and progressives by name for the reader, which itself opens no files. Both return
 * NULL with err set; what they return lives until the next call. */
struct rules_source {
    const struct cr_rules *(*rules)(void *context, const char *name, struct cr_err *err);
    const struct cr_progressive *(*progressive)(void *context, const char *name,
                                                struct cr_err *err);
    void *context;
    bool is_own; /* the floor wrote the documents itself: their meters may exceed what a person may
                    state */
};

#define ROUND_PATRON_MAX 256

/* The content of a document. Patron names point into the tape. */
struct round_doc {
    const struct cr_rules *rules;
    const struct cr_progressive *progressive; /* NULL for none */
    /* The names or paths that round_json_write gives for them; NULL: their own names, as for
     * shipped files. */
    const char *rules_at, *progressive_at;
    struct cr_meters meters;
    struct cr_round round;
    struct {
        const char *name; /* NULL: not given */
        uint32_t len;
    } patrons[CR_SEATS];
};

/* Reads a document. A fault names its place in the document ("seats[0].wagers.ante"). Faults that
 * only the whole round shows (a card that occurs twice, a patron with too many hands) are left to
 * cr_settle. */
int round_json_read(struct json_tape *tape, const char *text, size_t len,
                    const struct rules_source *source, struct round_doc *out, struct cr_err *err);

/* Writes a round so that round_json_read reads the same round again. Patrons are written as their
 * numbers. */
void round_json_write(const struct round_doc *doc, struct text *out);
/* Writes a seat's decisions as a list of words. */
void round_json_actions(struct text *t, const char *key, const struct cr_rules *rules,
                        const struct cr_seat *seat);

/* ---- Settlements ---- */

/* Room for any settlement: seven seats, every payment, patrons' names escaped. */
#define SETTLEMENT_JSON_MAX (128 * 1024)

/* The words of the document: "win", "lose", "push", "fold", "none". */
const char *settlement_outcome(enum cr_outcome outcome);
const char *settlement_result(enum cr_result result);

void settlement_json_write(const struct round_doc *doc, const struct cr_settlement *settlement,
                           struct text *out);
