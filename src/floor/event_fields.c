/* The members of each kind of event: the one list that the log, the API and its document follow. */
#include "floor/event.h"

#include "base/check.h"

#include <string.h>

/* In the order of enum cr_category. */
static const char *const category_words[] = {
    "high card",  "pair",           "two pair",       "three of a kind", "straight", "flush",
    "full house", "four of a kind", "straight flush", "royal flush",     NULL};
static const char *const key_words[] = {"low", "high", NULL};
static const char *const position_words[] = {"R", "JPL", "JPH", NULL};
static const char *const method_words[] = {"cheques", "check", NULL};
static const char *const policy_words[] = {"order", "full", "split", NULL};
static const char *const item_words[] = {"hand",     "leds",  "shuffle", "wager",
                                         "sequence", "meter", "deck",    NULL};

#define FIELD(id, text, kind, member, list)                                                        \
    static const struct event_field field_##id = {text,                                            \
                                                  ",\"" text "\":",                                \
                                                  sizeof(text) - 1,                                \
                                                  sizeof(",\"" text "\":") - 1,                    \
                                                  kind,                                            \
                                                  offsetof(struct floor_event, member),            \
                                                  sizeof(((struct floor_event *)0)->member),       \
                                                  list}

FIELD(table, "table", EVENT_ID, table, NULL);
FIELD(link, "link", EVENT_ID, link, NULL);
FIELD(to_link, "to_link", EVENT_ID, to_link, NULL);
FIELD(manager, "manager", EVENT_ID, manager, NULL);
FIELD(instance, "instance", EVENT_ID, instance, NULL);
FIELD(epoch, "epoch", EVENT_COUNT, epoch, NULL);
FIELD(table_seq, "table_seq", EVENT_COUNT, table_seq, NULL);
FIELD(acked_epoch, "acked_epoch", EVENT_COUNT, acked_epoch, NULL);
FIELD(acked_seq, "acked_seq", EVENT_COUNT, acked_seq, NULL);
FIELD(prev, "prev", EVENT_COUNT, prev, NULL);
FIELD(round, "round", EVENT_COUNT, round, NULL);
FIELD(seat, "seat", EVENT_SEAT, seat, NULL);
FIELD(to_seat, "to_seat", EVENT_SEAT, to_seat, NULL);
FIELD(seats, "seats", EVENT_SEATS, seats, NULL);
FIELD(live, "live", EVENT_SEATS, live, NULL);
FIELD(award, "award", EVENT_WORD, award, category_words);
FIELD(key, "key", EVENT_WORD, key, key_words);
FIELD(position, "position", EVENT_WORD, position, position_words);
FIELD(method, "method", EVENT_WORD, method, method_words);
FIELD(policy, "policy", EVENT_WORD, policy, policy_words);
FIELD(items, "items", EVENT_WORDS, items, item_words);
FIELD(is_progressive, "is_progressive", EVENT_FLAG, is_progressive, NULL);
FIELD(claim_lock, "claim_lock", EVENT_FLAG, claim_lock, NULL);
FIELD(is_live, "is_live", EVENT_FLAG, is_live, NULL);
FIELD(fence, "fence", EVENT_FLAG, fence, NULL);
FIELD(is_barred, "is_barred", EVENT_FLAG, is_barred, NULL);
FIELD(two_departments, "two_departments", EVENT_FLAG, two_departments, NULL);
FIELD(high_approvals, "high_approvals", EVENT_SMALL, high_approvals, NULL);
FIELD(low_approvals, "low_approvals", EVENT_SMALL, low_approvals, NULL);
FIELD(coins_per_minute, "coins_per_minute", EVENT_COUNT, coins_per_minute, NULL);
FIELD(semantics, "semantics", EVENT_COUNT, semantics, NULL);
FIELD(user, "user", EVENT_NAME, user, NULL);
FIELD(approver, "approver", EVENT_NAME, approver, NULL);
FIELD(person, "person", EVENT_NAME, person, NULL);
FIELD(item, "item", EVENT_NAME, item, NULL);
FIELD(from, "from", EVENT_NAME, from, NULL);
FIELD(department, "department", EVENT_NAME, department, NULL);
FIELD(document, "document", EVENT_HASH, document, NULL);
FIELD(configuration, "configuration", EVENT_HASH, configuration, NULL);
FIELD(claim, "claim", EVENT_COUNT, claim, NULL);
FIELD(dispute, "dispute", EVENT_COUNT, dispute, NULL);
FIELD(alarm, "alarm", EVENT_COUNT, alarm, NULL);
FIELD(effective, "effective", EVENT_TIME, effective_ms, NULL);
FIELD(amount, "amount", EVENT_MONEY, amount, NULL);
FIELD(change, "change", EVENT_CHANGE, change, NULL);
FIELD(house, "house", EVENT_CHANGE, house, NULL);
FIELD(house_funded, "house_funded", EVENT_MONEY, house_funded, NULL);
FIELD(reseeded, "reseeded", EVENT_MONEY, reseeded, NULL);
FIELD(envy, "envy", EVENT_MONEY, envy, NULL);
FIELD(before, "before", EVENT_AMOUNTS, before, NULL);
FIELD(after, "after", EVENT_AMOUNTS, after, NULL);
FIELD(reserves, "reserves", EVENT_AMOUNTS, reserves, NULL);
FIELD(to_after, "to_after", EVENT_AMOUNTS, to_after, NULL);
FIELD(order, "order", EVENT_SEQS, order, NULL);
FIELD(text, "text", EVENT_TEXT, text, NULL);

#define GIVEN(id)                                                                                  \
    {                                                                                              \
        &field_##id, EVENT_GIVEN                                                                   \
    }
#define REQUIRED(id)                                                                               \
    {                                                                                              \
        &field_##id, EVENT_REQUIRED                                                                \
    }
#define MADE(id)                                                                                   \
    {                                                                                              \
        &field_##id, EVENT_MADE                                                                    \
    }
#define COUNT(...)          (sizeof((struct event_member[]){__VA_ARGS__}) / sizeof(struct event_member))
#define NAME(text)          text, sizeof(text) - 1
#define KIND(id, text, ...) [FLOOR_##id] = {NAME(text), false, COUNT(__VA_ARGS__), {__VA_ARGS__}}
/* What every event of a table begins with. */
#define TABLE_IDS REQUIRED(table), REQUIRED(epoch), REQUIRED(table_seq), MADE(prev)
#define TABLE_KIND(id, text, ...)                                                                  \
    [FLOOR_##id] = {NAME(text), true, COUNT(TABLE_IDS, __VA_ARGS__), {TABLE_IDS, __VA_ARGS__}}
#define METERS MADE(before), MADE(after), MADE(reserves)

/* clang-format off */
static const struct event_kind kinds[FLOOR_KIND_COUNT] = {
    KIND(MANAGER_STARTED, "manager_started", REQUIRED(manager), GIVEN(item), GIVEN(document),
         GIVEN(semantics), MADE(configuration)),
    KIND(PERSON_ADDED, "person_added", REQUIRED(person), REQUIRED(item), GIVEN(department),
         REQUIRED(user), GIVEN(approver)),
    KIND(DOCUMENT_ADDED, "document_added", REQUIRED(user), REQUIRED(text), MADE(item),
         MADE(is_progressive), MADE(document)),
    KIND(LINK_CONFIGURED, "link_configured", REQUIRED(link), REQUIRED(document), REQUIRED(user),
         REQUIRED(approver), GIVEN(policy), GIVEN(claim_lock), GIVEN(high_approvals),
         GIVEN(low_approvals), GIVEN(two_departments), GIVEN(coins_per_minute), MADE(prev), METERS),
    KIND(TABLE_CONFIGURED, "table_configured", REQUIRED(table), GIVEN(link), GIVEN(document),
         REQUIRED(item), GIVEN(is_live), REQUIRED(user), REQUIRED(approver), MADE(prev)),
    KIND(THRESHOLD_SET, "threshold_set", REQUIRED(item), REQUIRED(amount), REQUIRED(effective),
         REQUIRED(user), REQUIRED(approver)),
    KIND(LINK_OPENED, "link_opened", REQUIRED(link), REQUIRED(user), MADE(after)),
    KIND(LINK_CLOSED, "link_closed", REQUIRED(link), REQUIRED(user), GIVEN(text), MADE(after)),
    KIND(METER_CORRECTED, "meter_corrected", REQUIRED(link), REQUIRED(from), REQUIRED(change),
         REQUIRED(text), REQUIRED(user), REQUIRED(approver), METERS),
    KIND(LINK_TRANSFERRED, "link_transferred", REQUIRED(link), REQUIRED(to_link), REQUIRED(text),
         REQUIRED(user), REQUIRED(approver), METERS, MADE(to_after)),
    KIND(SHIFT_OPENED, "shift_opened", REQUIRED(item), REQUIRED(user)),
    KIND(SHIFT_CLOSED, "shift_closed", REQUIRED(user), GIVEN(text), MADE(item), MADE(prev)),
    KIND(ALARM_RAISED, "alarm_raised", REQUIRED(item), GIVEN(table), GIVEN(link), GIVEN(manager),
         REQUIRED(text)),
    KIND(ALARM_ACKNOWLEDGED, "alarm_acknowledged", REQUIRED(alarm), REQUIRED(user),
         GIVEN(approver), GIVEN(text)),
    KIND(TABLE_LOST, "table_lost", REQUIRED(table), REQUIRED(manager), REQUIRED(epoch)),
    KIND(TABLE_JOINED, "table_joined", REQUIRED(table), REQUIRED(manager), REQUIRED(instance),
         GIVEN(acked_epoch), GIVEN(acked_seq), GIVEN(fence), GIVEN(item), MADE(epoch), MADE(prev)),
    TABLE_KIND(COIN_IN, "coin_in", GIVEN(seats), MADE(round), MADE(link), MADE(amount),
               MADE(house), METERS),
    TABLE_KIND(GAME_OVER, "game_over", GIVEN(text), MADE(round)),
    TABLE_KIND(AWARD_PAID, "award_paid", REQUIRED(seat), REQUIRED(award), GIVEN(live), MADE(round),
               MADE(link), MADE(amount), MADE(from), MADE(house_funded), MADE(reseeded), MADE(envy),
               METERS),
    TABLE_KIND(CLAIM_MADE, "claim_made", REQUIRED(seat), REQUIRED(award), GIVEN(live), MADE(round),
               MADE(link), MADE(key), MADE(from), MADE(amount), MADE(house_funded), MADE(reseeded),
               METERS),
    TABLE_KIND(KEY_TURNED, "key_turned", REQUIRED(key), REQUIRED(position), REQUIRED(user)),
    TABLE_KIND(CLAIM_PAID, "claim_paid", REQUIRED(claim), MADE(seat), MADE(award), MADE(round),
               MADE(link), MADE(key), MADE(amount), MADE(from), MADE(house_funded), MADE(reseeded),
               MADE(envy), MADE(method), METERS),
    TABLE_KIND(ROUND_DEAD, "round_dead", REQUIRED(text), MADE(round), MADE(link), MADE(seats),
               MADE(amount), MADE(house), METERS),
    TABLE_KIND(SEAT_FAULT, "seat_fault", REQUIRED(seat), REQUIRED(item)),
    TABLE_KIND(SEAT_CLOSED, "seat_closed", REQUIRED(seat), GIVEN(user), REQUIRED(text)),
    TABLE_KIND(SEAT_OPENED, "seat_opened", REQUIRED(seat), REQUIRED(user), GIVEN(text)),
    TABLE_KIND(PATRON_MOVED, "patron_moved", REQUIRED(seat), REQUIRED(to_seat), GIVEN(user),
               GIVEN(text)),
    TABLE_KIND(BUY_IN, "buy_in", REQUIRED(seat), REQUIRED(amount), REQUIRED(item)),
    TABLE_KIND(TABLE_LEFT, "table_left", GIVEN(text)),
    KIND(CLAIM_CANCELLED, "claim_cancelled", REQUIRED(claim), GIVEN(table), GIVEN(epoch),
         GIVEN(table_seq), MADE(prev), GIVEN(user), GIVEN(text), MADE(link), MADE(seat),
         MADE(award), MADE(amount), METERS),
    KIND(CLAIM_VERIFIED, "claim_verified", REQUIRED(claim), REQUIRED(items), REQUIRED(user)),
    KIND(CLAIM_APPROVED, "claim_approved", REQUIRED(claim), GIVEN(table), GIVEN(amount),
         REQUIRED(user)),
    KIND(CLAIM_COMPLIED, "claim_complied", REQUIRED(claim), REQUIRED(item), REQUIRED(user)),
    KIND(CLAIM_METHOD_CHOSEN, "claim_method_chosen", REQUIRED(claim), REQUIRED(method),
         REQUIRED(user)),
    KIND(ORDER_RULED, "order_ruled", REQUIRED(link), REQUIRED(order), REQUIRED(user),
         REQUIRED(approver), REQUIRED(text), METERS),
    KIND(CLAIM_CLEARED, "claim_cleared", REQUIRED(claim), REQUIRED(user), MADE(table), MADE(link),
         MADE(seat), MADE(award), MADE(amount)),
    KIND(DISPUTE_OPENED, "dispute_opened", REQUIRED(user), REQUIRED(text), GIVEN(person),
         GIVEN(table), GIVEN(seat), GIVEN(claim)),
    KIND(DISPUTE_DECIDED, "dispute_decided", REQUIRED(dispute), REQUIRED(user), REQUIRED(text)),
    KIND(DISPUTE_ESCALATED, "dispute_escalated", REQUIRED(dispute), REQUIRED(user),
         REQUIRED(text)),
    KIND(PERSON_CHANGED, "person_changed", REQUIRED(person), GIVEN(item), GIVEN(department),
         GIVEN(is_barred), REQUIRED(user), REQUIRED(approver), GIVEN(text)),
    KIND(CREDENTIAL_SET, "credential_set", REQUIRED(person), REQUIRED(item), REQUIRED(document),
         REQUIRED(user), GIVEN(approver), GIVEN(effective)),
    KIND(PERSON_LOCKED, "person_locked", REQUIRED(person), REQUIRED(effective), GIVEN(text)),
    KIND(SIGNED_IN, "signed_in", REQUIRED(person), REQUIRED(item), GIVEN(text)),
    KIND(SIGNED_OUT, "signed_out", REQUIRED(person), REQUIRED(item)),
    KIND(SIGN_IN_REFUSED, "sign_in_refused", REQUIRED(item), GIVEN(person), GIVEN(text)),
    KIND(TOKEN_ADDED, "token_added", REQUIRED(item), REQUIRED(text), REQUIRED(document),
         REQUIRED(user), REQUIRED(approver), GIVEN(effective)),
    KIND(TOKEN_REVOKED, "token_revoked", REQUIRED(item), REQUIRED(user)),
    KIND(MACHINE_ENROLLED, "machine_enrolled", REQUIRED(table), REQUIRED(document),
         REQUIRED(user), REQUIRED(approver), GIVEN(effective)),
    KIND(MACHINE_REVOKED, "machine_revoked", REQUIRED(table), REQUIRED(document), REQUIRED(user),
         GIVEN(text)),
};
/* clang-format on */

const struct event_kind *event_kind(unsigned kind)
{
    CHECK(kind > FLOOR_NO_KIND && kind < FLOOR_KIND_COUNT);
    return &kinds[kind];
}

/* The names alone, close together: one is looked for with every event that is read. */
static const struct {
    const char *text;
    size_t len;
} names[FLOOR_KIND_COUNT] = {
#define FLOOR_KIND_NAME(id, name) [FLOOR_##id] = {name, sizeof(name) - 1},
    FLOOR_KINDS(FLOOR_KIND_NAME)
#undef FLOOR_KIND_NAME
};

unsigned event_kind_find(const char *name, size_t len)
{
    for (unsigned k = FLOOR_NO_KIND + 1; k < FLOOR_KIND_COUNT; k++)
        if (names[k].len == len && memcmp(names[k].text, name, len) == 0)
            return k;
    return FLOOR_NO_KIND;
}

const struct event_member *event_member_find(const struct event_kind *kind, const char *name,
                                             size_t len)
{
    for (unsigned m = 0; m < kind->member_count; m++) {
        const struct event_field *field = kind->members[m].field;
        if (field->name_len == len && memcmp(field->name, name, len) == 0)
            return &kind->members[m];
    }
    return NULL;
}
