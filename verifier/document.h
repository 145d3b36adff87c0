/* What the verifier reads in the documents of a log: the progressive of a link, and the part of a
 * table's house rules that says how a jackpot is paid. */
#pragma once

#include "verify.h"

#define METERS     4
#define HANDS      10 /* from "high card" to "royal flush" */
#define CHECKS     8  /* compliance checks */
#define TURNERS    4  /* roles that turn keys */
#define DOC_NAME   96
#define DOC_MAX    8192
#define ALL_SHARES 1000000000 /* 100% of a bet, in billionths */
#define ALL_PARTS  1000000    /* 100% of a meter, in millionths */

enum key { KEY_NONE, KEY_LOW, KEY_HIGH };
enum pays { PAYS_NOTHING, PAYS_PERCENT, PAYS_FIXED };

struct meter_rules {
    char name[DOC_NAME];
    int64_t share, reserve; /* of a bet, in billionths */
    int64_t seed, limit;    /* limit 0: none */
    unsigned said;          /* which of its keys are given, a bit each */
};

struct award_rules {
    char hand[DOC_NAME];
    enum pays pays;
    int64_t parts;  /* PAYS_PERCENT: of the meter, in millionths */
    int64_t amount; /* PAYS_FIXED */
    int64_t times;  /* PAYS_FIXED: the N of "N for 1", in bets; 0: `amount` was given */
    char from_name[DOC_NAME];
    int from; /* index of the meter; -1: the tray */
    enum key key;
    int64_t envy;
    unsigned said;
};

struct document {
    struct hash hash;
    bool is_progressive;
    unsigned said;
    char name[DOC_NAME];
    /* a progressive */
    int64_t bet, house_share;
    int meter_count, award_count;
    struct meter_rules meters[METERS];
    struct award_rules awards[HANDS]; /* in the order of the document */
    int turner_count;                 /* 0: the document does not name who turns keys */
    char turners[TURNERS][DOC_NAME];
    /* house rules; 0: not limited */
    int64_t aggregate_limit, cheques_up_to, notify_from;
    bool fold_forfeits;             /* a folded hand wins nothing of the progressive */
    char on_failure[DOC_NAME];      /* "resume", "hold" or "void"; "": as "hold" */
    unsigned high_items, low_items; /* bits of checklist; 0: not given */
    unsigned after_items, after_priority_items, after_no_key_items;
    int check_count;
    char checks[CHECKS][DOC_NAME];
    char one_hand[DOC_NAME], hands[DOC_NAME]; /* "yes" or "1": a patron plays one hand */
};

/* The items of the checklist for a jackpot, in their order; ends with NULL. */
extern const char *const checklist[];

/* Reads a document into d. false: *why says what is wrong with it. */
bool document_read(struct document *d, const char *text, size_t len, bool is_progressive,
                   const char **why);
/* The award for a hand; NULL: the document pays nothing for it. */
const struct award_rules *document_award(const struct document *d, struct text hand);
