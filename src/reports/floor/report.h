/* The documents of a floor, made from its log (REC-2 to REC-4, REG-10, REG-17). */
#pragma once

#include "floor/event_kinds.h"
#include "log/store/store.h"
#include "paper/paper.h"

enum report_kind {
    REPORT_COIN_IN,    /* coins, where they went, and hard meters, by link and table (REC-2) */
    REPORT_ACTIVITY,   /* every event in words (REC-1, REC-2) */
    REPORT_JACKPOTS,   /* what was paid, by whom released (REC-2) */
    REPORT_SHIFT,      /* the End of Shift form with its reconciliation (REC-3) */
    REPORT_RECEIPT,    /* of one paid claim (REC-4, TAB-11) */
    REPORT_SLIP,       /* the payout slip of one claim, paid or about to be (REC-4) */
    REPORT_DERIVATION, /* how one payment's amount arose (REG-10) */
    REPORT_SUBMISSION, /* what an operator files before go-live (REG-17) */
    REPORT_KINDS
};

/* What a document is about; a member that is zero or empty: everything. since <= time < until. */
struct report_query {
    enum report_kind kind;
    char link[FLOOR_ID_MAX], table[FLOOR_ID_MAX];
    uint64_t shift; /* the number of its shift_opened event; with kind shift 0 is the current one */
    uint64_t claim; /* the number of a claim_made event, or of an award_paid one for a derivation */
    int64_t since_ms, until_ms;
    bool is_reprint; /* for a paper of one claim, or a form: it was printed before, and the paper
                        says so */
    /* For the activity log only: */
    event_kinds kinds;
    char user[FLOOR_PERSON_MAX]; /* the person who did it, or the second person */
};

/* "coin-in"; NULL past the last. */
const char *report_name(unsigned kind);
/* REPORT_KINDS when no kind has that name. */
enum report_kind report_find(const char *name);
/* What the document shows, in a line of help: "coins by link and table, …". */
const char *report_about(enum report_kind kind);

/* Whether the document is about one payment (query.claim), not about a part of the log. */
bool report_is_of_claim(enum report_kind kind);
/* Whether the document is a slip, which a receipt printer can print too. */
bool report_is_slip(enum report_kind kind);

/* Reads the store at one moment (store_hold); the paper is the caller's. CR_E_NOT_FOUND: no such
 * link, table, shift or claim; CR_E_INPUT: a query that makes no sense for that kind. */
int report_build(struct store *store, const struct report_query *query, struct paper **out,
                 struct cr_err *err);
