/* A house that tells an honest night again with one rule broken, and everything else to fit: the
 * floor's own steps make all amounts, numbers and texts anew from a state that was lied about.
 */
#pragma once

#include "floor/floor.h"

struct forger;
typedef void forger_fn(struct forger *g);

struct fraud {
    const char *title;
    unsigned night;
    /* where it is done: the nth event of that kind that names this table, link, person or item */
    unsigned kind;
    const char *at;
    unsigned nth;        /* 0 is the first as well */
    forger_fn *before;   /* changes the state, or what is asked */
    forger_fn *after;    /* changes what is written */
    unsigned seen_kind;  /* where it shows: the next of this kind … */
    const char *seen_at; /* … that names this; NULL: where it is done */
    const char *rule;    /* what croupier-verify says then */
};

struct forger {
    const struct fraud *fraud;
    struct floor floor;
    void *memory;
    struct floor_event e;              /* the event at hand */
    struct floor_event recorded;       /* as it was in the honest night */
    bool is_left_out;                  /* it happens, and is not written */
    bool is_cut;                       /* the log ends with it */
    char from[64], to[64];             /* words that are exchanged in its text */
    uint64_t *renumbered;              /* by honest number; 0: gone */
    uint8_t hashes[64][CR_HASH_BYTES]; /* of documents in the honest night */
    unsigned matched;
    bool is_done;
    uint64_t seen; /* the event in which the rule is broken; 0: not yet */
    char **lines;
    size_t count;
};

/* Tells the night, which is a file of its lines. Ends the program when that cannot be done. */
void forger_tell(struct forger *g, const struct fraud *fraud, const char *night);
void forger_free(struct forger *g);

/* For what frauds do, inside it. */

/* One more event, stepped like the others; and one that is only written: the house says so, and
 * goes on as if nothing had been. */
void forger_also(struct forger *g, struct floor_event *extra);
void forger_say(struct forger *g, struct floor_event *extra);
/* The next event of a table, of that kind. */
void forger_at_table(struct forger *g, struct floor_event *extra, unsigned kind, const char *table);

struct floor_link *forger_link(struct forger *g, const char *id);
struct floor_table *forger_table(struct forger *g, const char *id);
struct floor_play *forger_play(struct forger *g, const char *table);
struct floor_person *forger_person(struct forger *g, const char *name);
struct floor_claim *forger_claim(struct forger *g);
void forger_put(char *to, size_t size, const char *text);
#define FORGER_PUT(member, text) forger_put((member), sizeof(member), (text))
