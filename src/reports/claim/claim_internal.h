/* What the papers of one payment have in common. */
#pragma once

#include "paper/paper.h"
#include "reports/claim/claim_gather.h"

/* A payment and the floor it happened on, both of one moment. */
struct claim_source {
    struct claim_story *story;
    struct stored_floor *copy;
};

/* Reads both, and the meter where the claim is paid. Holds the store meanwhile. */
int claim_source_read(struct store *store, uint64_t number, struct claim_source *out,
                      struct cr_err *err);
void claim_source_free(struct claim_source *source);

/* The casino's name, from the progressive of the link, as the paper's letterhead. */
void claim_add_house(struct paper *p, const struct claim_source *source);

/* Number, link, table, seat, round and hand. */
void claim_add_place(struct paper *p, const struct claim_source *source);

/* How the amount follows from the meter: "10% of 10,001.59", "a fixed amount". */
void claim_add_rule(struct paper *p, const struct claim_source *source);

/* TAB-11: it is paid, and somebody still clears it at the manager. A paid claim also stays on the
 * floor while its deck is to be seen to, and then no clearing need follow. */
bool claim_waits_for_clearing(const struct claim_source *source);

/* The same of the last of a payment's events of that kind that has the member. */
const char *claim_said(const struct claim_story *story, enum floor_kind kind, const char *member,
                       char *room, size_t size);

/* A method of payment as the cage says it. */
const char *claim_method_words(unsigned method);

/* How the amount of a payment arose, in short; once it is paid. */
void claim_add_arising(struct paper *p, const struct claim_source *source);
