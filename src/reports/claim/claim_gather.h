/* One payment from the log alone (REG-10): what happened to the claim, and what filled the meter
 * that it was paid from.
 *
 * The log is read in two directions: forward from the claim for what was confirmed, paid and
 * cleared; backward from the event that took the amount off the meter, to the meter's last
 * reset. */
#pragma once

#include "base/text.h"
#include "floor/event.h"
#include "log/replay/stored_floor.h"
#include "log/store/store.h"

/* One event of the claim. */
struct claim_entry {
    size_t at, len; /* place in bodies */
    uint8_t hash[STORE_HASH_BYTES];
};

/* What filled the meter. start + contributed - awarded + other is before; before and after are the
 * meter's amounts around the event that took the award. */
struct claim_meter {
    bool is_known; /* false: the amount did not come off a meter, and the rest is empty */
    unsigned place;
    struct cr_award rule; /* what the progressive pays for the hand */
    uint64_t since;       /* the event of the last reset, or the one where counting began */
    bool is_complete;     /* `since` is the reset */
    uint64_t coin_events, award_events;
    struct cr_money start, contributed, awarded, other, before, after;
};

struct claim_story {
    uint64_t number;         /* of the claim_made event, or of the award_paid event */
    struct floor_event made; /* the event of that number */
    struct floor_event paid; /* claim_paid, or the same award_paid */
    uint64_t taken;          /* the event that took the amount off the meter; 0: none */
    bool is_award;           /* paid at once, without a claim */
    bool is_paid, is_cleared, is_cancelled;
    uint64_t unread;             /* the first event that was not read; 0: it was read to the end */
    struct claim_entry *entries; /* the claim's events, in order */
    size_t entry_count, entry_room;
    struct text bodies; /* their texts, one behind the other */
    struct claim_meter meter;
};

/* Gathers everything except the meter, of a claim in any state or of an award. Both functions only
 * read the store; the story is the caller's. CR_E_NOT_FOUND: the number is of neither. */
int claim_gather(struct store *store, uint64_t number, struct claim_story **out,
                 struct cr_err *err);
void claim_story_free(struct claim_story *story);

/* CR_E_NOT_FOUND: the story is of an award, or of a claim that is not paid. */
int claim_check_paid(const struct claim_story *story, struct cr_err *err);

/* Reads the events that claim_gather left out, to the clearing: for a payment that was cleared. */
int claim_gather_clearing(struct store *store, struct claim_story *story, struct cr_err *err);

/* Fills story->meter, if the story is paid; f is the floor of the same moment, or a later one.
 * TAB-11: where both together tell that the payment was cleared later than claim_gather reads, it
 * reads on to the clearing. */
int claim_gather_meter(struct store *store, const struct floor *f, struct claim_story *story,
                       struct cr_err *err);

/* Whether start + contributed - awarded + other is before. */
bool claim_meter_balances(const struct claim_meter *meter);

/* Decodes entry i. */
void claim_story_event(const struct claim_story *story, size_t i, struct floor_event *out);
