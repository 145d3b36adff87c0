/* What the papers of one payment share. */
#pragma once

#include "paper/paper.h"
#include "reports/claim/claim_gather.h"

/* A payment and the floor it happened on, both of one moment. */
struct claim_source {
    struct claim_story *story;
    struct stored_floor *copy;
};

/* Reads both, and the meter where the claim is paid. Holds the store (store_hold) while it
 * reads. */
int claim_source_read(struct store *store, uint64_t number, struct claim_source *out,
                      struct cr_err *err);
void claim_source_free(struct claim_source *source);

/* Sets the paper's locale and adds its letterhead: the house's own name, or the one in the link's
 * progressive. */
void claim_add_house(struct paper *p, const struct claim_source *source);

/* Adds number, link, table, seat, round, hand, cards and surveillance's reference. */
void claim_add_place(struct paper *p, const struct claim_source *source);

/* Adds how the award is worked out: "10% of the meter", "a fixed amount off the meter". */
void claim_add_rule(struct paper *p, const struct claim_source *source);

/* TAB-11: whether the claim is paid and still has to be cleared at the manager. A paid claim also
 * stays on the floor until its deck has been seen to, even where no clearing follows. */
bool claim_waits_for_clearing(const struct claim_source *source);

/* The value of a member in the payment's last event of that kind that has it, in `room`; "" when
 * there is none. Returns room. */
const char *claim_said(const struct claim_story *story, enum floor_kind kind, const char *member,
                       char *room, size_t size);

/* A method of payment as the cage says it. */
const char *claim_method_words(unsigned method);

/* A section on how the amount arose, in short; for a payment that was made. */
void claim_add_arising(struct paper *p, const struct claim_source *source);
