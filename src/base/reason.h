/* Why something was refused, in words that programs may read: the one list of `reason` in struct
 * cr_err and in the problem documents of the API. A word never changes its meaning and is never
 * taken away; docs/api.md and docs/openapi.yaml have the same list, and a test compares them. */
#pragma once

/* name, word, what it means */
#define REASONS(X)                                                                                 \
    /* what was sent */                                                                            \
    X(INVALID_VALUE, "invalid-value", "the value is not one that this member may have")            \
    X(MISSING, "missing", "a member that is needed was not given")                                 \
    X(UNWANTED_MEMBER, "unwanted-member", "a member was given that this request does not take")    \
    X(NO_SUCH_LINK, "no-such-link", "the floor has no link of that name")                          \
    X(NO_SUCH_TABLE, "no-such-table", "the floor has no table of that name")                       \
    X(NO_SUCH_METER, "no-such-meter", "the link has no meter of that name")                        \
    X(NO_SUCH_CLAIM, "no-such-claim", "there is no open claim of that number")                     \
    X(NO_SUCH_PERSON, "no-such-person", "the floor has nobody of that name")                       \
    X(NO_SUCH_ALARM, "no-such-alarm", "there is no unanswered alarm of that number")               \
    X(NO_SUCH_DISPUTE, "no-such-dispute", "there is no open dispute of that number")               \
    X(NO_SUCH_DOCUMENT, "no-such-document", "the floor has no document of that hash")              \
    X(NO_SUCH_MESSAGE, "no-such-message", "there is no message of that number")                    \
    X(NO_SUCH_TOKEN, "no-such-token", "there is no token of that name")                            \
    X(NO_SUCH_MACHINE, "no-such-machine", "the table has no such certificate")                     \
    X(NO_SUCH_SHIFT, "no-such-shift", "there is no shift of that number, or none is open")         \
    X(NO_SUCH_EVENT, "no-such-event", "the log has no event of that number")                       \
    X(NO_SUCH_REPORT, "no-such-report", "there is no report of that name")                         \
    X(ALREADY_THERE, "already-there", "it is there, or it is so, already")                         \
    X(NO_ROOM, "no-room", "the floor holds as many of these as it may")                            \
    X(IN_THE_PAST, "in-the-past", "the time must be later than now")                               \
    /* who asks */                                                                                 \
    X(NO_RIGHT, "no-right", "the person's role has no right to this")                              \
    X(BARRED, "barred", "the person is barred")                                                    \
    X(NO_PASSWORD, "no-password", "the person has no password yet")                                \
    X(OWN_CASE, "own-case", "nobody decides upon oneself")                                         \
    X(NOT_THE_OWNER, "not-the-owner", "only the person it belongs to may do this")                 \
    X(SECOND_PERSON_NEEDED, "second-person-needed", "this takes two people")                       \
    X(SAME_PERSON, "same-person", "this takes two people, and one was named twice")                \
    X(OTHER_DEPARTMENT_NEEDED, "other-department-needed",                                          \
      "this link takes people of two departments")                                                 \
    X(FLOOR_HAS_PEOPLE, "floor-has-people",                                                        \
      "the installation no longer acts for the floor: it has people who can")                      \
    X(PIN_NEEDED, "pin-needed", "whoever brings a key shows a PIN first")                          \
    X(PIN_REFUSED, "pin-refused", "the name or the PIN is wrong, or the person may have no key")   \
    X(WAIT, "wait", "an answer is on its way; ask again in a moment")                              \
    /* tables and their manager */                                                                 \
    X(OLDER_STATE, "older-state",                                                                  \
      "the store was put back to an older state: a table remembers more than it does")             \
    X(FLOOR_HALTED, "floor-halted", "the floor is halted until two people answer its alarm")       \
    X(NOT_JOINED, "not-joined", "the table has to join, or to join again, first")                  \
    X(OTHER_CONTROLLER, "other-controller", "another controller is the table by now")              \
    X(OTHER_MANAGER, "other-manager", "the table is with another manager by now")                  \
    X(NEW_RULES, "new-rules",                                                                      \
      "the table plays by other rules than it has now; it takes them first")                       \
    X(WRONG_EPOCH, "wrong-epoch", "the table is in another epoch; it joins again")                 \
    X(WRONG_NUMBER, "wrong-number", "this is not the table's next number")                         \
    X(NUMBER_REUSED, "number-reused", "that number was used for something else")                   \
    X(TOO_MUCH_AT_ONCE, "too-much-at-once", "too much was asked at once; send it again")           \
    X(STORE_FAILED, "store-failed", "the store failed, and the manager closes")                    \
    /* rounds and links */                                                                         \
    X(LINK_OPEN, "link-open", "the link is open; it is closed first")                              \
    X(LINK_CLOSED, "link-closed", "the link is closed to progressive wagers")                      \
    X(NO_LINK, "no-link", "the table is on no link")                                               \
    X(TABLE_IN_PLAY, "table-in-play", "a round is in play; GAME OVER comes first")                 \
    X(NOT_IN_PLAY, "not-in-play", "no round is in play")                                           \
    X(SHIFT_OPEN, "shift-open", "a shift is open; it is closed first")                             \
    X(SEAT_CLOSED, "seat-closed", "the seat is closed")                                            \
    X(ONE_HAND, "one-hand", "a patron may play one hand only, and two seats are one patron's")     \
    X(NO_WAGER, "no-wager", "no wager is registered at the seat")                                  \
    X(AWARD_GIVEN, "award-given", "the seat has an award in this round already")                   \
    X(NO_SUCH_AWARD, "no-such-award", "the progressive pays nothing for it")                       \
    X(KEY_NEEDED, "key-needed", "this award takes a key: it is claimed, not paid at once")         \
    X(NO_KEY_NEEDED, "no-key-needed", "this award takes no key: it is paid at once")               \
    X(WRONG_KEY_POSITION, "wrong-key-position", "the key is not where it has to be")               \
    X(IMPLAUSIBLE, "implausible", "more coins than hands can place")                               \
    X(METER_LIMIT, "meter-limit", "a meter would leave what it may hold")                          \
    X(BOOKS_DAMAGED, "books-damaged", "the books of a link do not balance; call an auditor")       \
    /* claims */                                                                                   \
    X(CLAIM_PENDING, "claim-pending", "a jackpot is pending; it is paid or cancelled first")       \
    X(CLAIM_OF_OTHER_TABLE, "claim-of-other-table", "the claim was made at another table")         \
    X(CLAIM_CHANGED, "claim-changed", "the claim is not what the person saw; look at it again")    \
    X(CLAIM_IS_PAID, "claim-is-paid", "the claim is paid")                                         \
    X(CLAIM_IS_CANCELLED, "claim-is-cancelled", "the claim is cancelled")                          \
    X(CLAIM_NOT_PAID, "claim-not-paid", "the claim is not paid yet")                               \
    X(CLAIM_NOT_READY, "claim-not-ready", "something of the claim is still to be done")            \
    X(STEP_NOT_NEEDED, "step-not-needed", "the claim does not need this, or has it already")       \
    X(CHECK_ONLY, "check-only", "an amount this large is paid by check")                           \
    X(ORDER_NEEDED, "order-needed", "surveillance's order of payment is recorded first")           \
    X(OTHER_CLAIM_FIRST, "other-claim-first", "another claim comes first")                         \
    X(RULING_NEEDED, "ruling-needed", "after a failure a person rules on the claim first")         \
    X(CLAIM_DISPUTED, "claim-disputed", "the claim is on hold until its dispute is closed")        \
    X(SEAT_FOLDED, "seat-folded", "the hand was folded, and a folded hand wins nothing here")      \
    X(NOTICE_NEEDED, "notice-needed", "the Commissioner's office is notified first")

enum reason {
    REASON_NONE,
#define REASON_ENUM(name, word, meaning) REASON_##name,
    REASONS(REASON_ENUM)
#undef REASON_ENUM
        REASON_COUNT
};

/* The word, "" for none. */
const char *reason_word(enum reason reason);
/* What it means, as a phrase; "" for none. */
const char *reason_meaning(enum reason reason);
