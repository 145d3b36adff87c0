/* A house that tells an honest night again with one rule broken and everything else made to fit:
 * the floor's own steps calculate all amounts, numbers and texts again, from a state that was
 * changed. */
#pragma once

#include "floor/floor.h"

struct forger;
typedef void forger_fn(struct forger *g);

struct fraud {
    const char *title;
    unsigned night;
    /* Where the fraud happens: at the nth event of this kind that names this table, link, person or
     * item. */
    unsigned kind;
    const char *at;
    unsigned nth;        /* 0 means the first, too */
    forger_fn *before;   /* changes the state or the request before the step */
    forger_fn *after;    /* changes what is written after the step */
    unsigned seen_kind;  /* where the fraud shows: the next event of this kind … */
    const char *seen_at; /* … that names this; NULL: where it happens */
    const char *rule;    /* the words that croupier-verify must use */
};

struct forger {
    const struct fraud *fraud;
    struct floor floor;
    void *memory;
    struct floor_event e;              /* the present event */
    struct floor_event recorded;       /* the same event in the honest night */
    bool is_left_out;                  /* the event happens but is not written */
    bool is_cut;                       /* the log ends with this event */
    char from[64], to[64];             /* words of the event's text, and their replacement */
    uint64_t *renumbered;              /* new numbers by honest number; 0: left out */
    uint8_t hashes[64][CR_HASH_BYTES]; /* hashes of documents in the honest night */
    unsigned matched;
    bool is_done;
    uint64_t seen; /* number of the event that breaks the rule; 0: not yet */
    char **lines;
    size_t count;
};

/* Tells the night in the file `night`, one event a line. Ends the program if that cannot be done.
 */
void forger_tell(struct forger *g, const struct fraud *fraud, const char *night);
void forger_free(struct forger *g);

/* ---- For use inside of frauds ---- */

/* forger_also steps one more event like the others. forger_say only writes one: the house states
 * it, and goes on as if it had not happened. */
void forger_also(struct forger *g, struct floor_event *extra);
void forger_say(struct forger *g, struct floor_event *extra);
/* Begins the next event of a table, of that kind. */
void forger_at_table(struct forger *g, struct floor_event *extra, unsigned kind, const char *table);

struct floor_link *forger_link(struct forger *g, const char *id);
struct floor_table *forger_table(struct forger *g, const char *id);
struct floor_play *forger_play(struct forger *g, const char *table);
struct floor_person *forger_person(struct forger *g, const char *name);
struct floor_claim *forger_claim(struct forger *g);
void forger_put(char *to, size_t size, const char *text);
#define FORGER_PUT(member, text) forger_put((member), sizeof(member), (text))
