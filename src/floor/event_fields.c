/* The members that events have, and the kinds of event_list.h as a table. */
#define _GNU_SOURCE /* memmem */
#include "floor/event.h"

#include "base/check.h"
#include "base/scan.h"
#include "floor/claim.h"
#include "floor/ledger.h"
#include "floor/rights.h"
#include "game/cards/ranking.h"
#include "game/rules/check_names.h"

#include <string.h>

const char *const key_position_names[] = {"R", "JPL", "JPH", NULL};
static const char *const key_words[] = {"low", "high", NULL};

#define FIELD(id, text, kind, member, list)                                                        \
    static const struct event_field field_##id = {text,                                            \
                                                  ",\"" text "\":",                                \
                                                  sizeof(text) - 1,                                \
                                                  sizeof(",\"" text "\":") - 1,                    \
                                                  kind,                                            \
                                                  offsetof(struct floor_event, member),            \
                                                  sizeof(((struct floor_event *)0)->member),       \
                                                  list};                                           \
    _Static_assert((kind) != EVENT_ID ||                                                           \
                       sizeof(((struct floor_event *)0)->member) == FLOOR_ID_MAX,                  \
                   "ids are all of one size")

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
FIELD(envy_seats, "envy_seats", EVENT_SEATS, envy_seats, NULL);
FIELD(one_hand, "one_hand", EVENT_FLAG, one_hand, NULL);
FIELD(award, "award", EVENT_WORD, award, category_names);
FIELD(key, "key", EVENT_WORD, key, key_words);
FIELD(position, "position", EVENT_WORD, position, key_position_names);
FIELD(method, "method", EVENT_WORD, method, claim_method_names + CLAIM_CHEQUES);
FIELD(policy, "policy", EVENT_WORD, policy, ledger_policy_names);
FIELD(items, "items", EVENT_WORDS, items, check_names);
FIELD(is_progressive, "is_progressive", EVENT_FLAG, is_progressive, NULL);
FIELD(claim_lock, "claim_lock", EVENT_FLAG, claim_lock, NULL);
FIELD(is_live, "is_live", EVENT_FLAG, is_live, NULL);
FIELD(fence, "fence", EVENT_FLAG, fence, NULL);
FIELD(is_barred, "is_barred", EVENT_FLAG, is_barred, NULL);
FIELD(undone, "undone", EVENT_FLAG, undone, NULL);
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
FIELD(payment, "payment", EVENT_COUNT, payment, NULL);
FIELD(dispute, "dispute", EVENT_COUNT, dispute, NULL);
FIELD(alarm, "alarm", EVENT_COUNT, alarm, NULL);
FIELD(effective, "effective", EVENT_TIME, effective_ms, NULL);
FIELD(until, "until", EVENT_TIME, until_ms, NULL);
FIELD(patron, "patron", EVENT_NAME, patron, NULL);
FIELD(next, "next", EVENT_NAME, next, NULL);
FIELD(day, "day", EVENT_NAME, day, NULL);
FIELD(reference, "reference", EVENT_NAME, reference, NULL);
FIELD(coins, "coins", EVENT_COUNT, coins, NULL);
FIELD(booked, "booked", EVENT_COUNT, booked, NULL);
FIELD(message, "message", EVENT_COUNT, message, NULL);
FIELD(number, "number", EVENT_COUNT, number, NULL);
FIELD(most, "most", EVENT_COUNT, most, NULL);
FIELD(in_play, "in_play", EVENT_COUNT, in_play, NULL);
FIELD(more, "more", EVENT_COUNT, more, NULL);
FIELD(witnessed, "witnessed", EVENT_COUNT, witnessed, NULL);
FIELD(restart, "restart", EVENT_FLAG, restart, NULL);
FIELD(is_reportable, "is_reportable", EVENT_FLAG, is_reportable, NULL);
FIELD(total, "total", EVENT_MONEY, total, NULL);
FIELD(open, "open", EVENT_SEQS, order, NULL);
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
#define COUNT(...) (sizeof((struct event_member[]){__VA_ARGS__}) / sizeof(struct event_member))
#define METERS     MADE(before), MADE(after), MADE(reserves)
/* What every event of a table begins with. */
#define TABLE_IDS REQUIRED(table), REQUIRED(epoch), REQUIRED(table_seq), MADE(prev)

/* The words that the entries of event_list.h use. */
#define TELL_NOBODY               .told_as = NULL
#define TELL_INSIDE(word)         .told_as = (word), .heard = HEARD_INSIDE
#define TELL_BOOKS(word)          .told_as = (word), .heard = HEARD_WITH_BOOKS
#define TELL_PUBLIC_SHORTLY(word) .told_as = (word), .heard = HEARD_IN_SHORT_OUTSIDE
#define TELL_EVERYONE(word)       .told_as = (word), .heard = HEARD_BY_EVERYONE
#define NO_GROUP                  0
#define PLAIN                     0
#define PROVED                    EVENT_PROVED
#define CONFIGURES                EVENT_CONFIGURES
#define QUIET                     EVENT_QUIET
#define LOUD                      EVENT_LOUD
#define ALERT                     EVENT_ALERT

#define WORDS(id, does, words, says)                                                               \
    .name = #id, .name_len = sizeof(#id) - 1, .doing = (does), .title = (words), .details = (says)
#define MEMBERS(...) .member_count = COUNT(__VA_ARGS__), .members = {__VA_ARGS__}

/* clang-format off */
static const struct event_kind kinds[FLOOR_KIND_COUNT] = {
#define EVENT(id, ID, needs, does, words, says, among, tell, marks, ...)                           \
    [FLOOR_##ID] = {WORDS(id, does, words, says), .right = (needs), .groups = (among), tell,       \
                    .flags = (marks), MEMBERS(__VA_ARGS__)},
#define TABLE_EVENT(id, ID, needs, does, words, says, among, tell, marks, ...)                     \
    [FLOOR_##ID] = {WORDS(id, does, words, says), .right = (needs), .groups = (among), tell,       \
                    .flags = (marks), .by_table = true, MEMBERS(TABLE_IDS, __VA_ARGS__)},
/* clang-format on */
#include "floor/event_list.h"
};

const struct event_kind *event_kind(unsigned kind)
{
    CHECK(kind > FLOOR_NO_KIND && kind < FLOOR_KIND_COUNT);
    return &kinds[kind];
}

const char *event_kind_tone(const struct event_kind *kind)
{
    return kind->flags & EVENT_ALERT   ? "alert"
           : kind->flags & EVENT_LOUD  ? "loud"
           : kind->flags & EVENT_QUIET ? "quiet"
                                       : "plain";
}

/* The names of the kinds, close together and padded to one size, so that eight bytes can be
 * compared at once: a name is looked up for every event that is read. */
static const struct {
    char text[24];
    size_t len;
} names[FLOOR_KIND_COUNT] = {
#define EVENT(name, NAME, ...)       [FLOOR_##NAME] = {#name, sizeof(#name) - 1},
#define TABLE_EVENT(name, NAME, ...) [FLOOR_##NAME] = {#name, sizeof(#name) - 1},
#include "floor/event_list.h"
};

static inline bool is_named(unsigned kind, const char *name, size_t len)
{
    return names[kind].len == len &&
           (len < 8 || scan_eight(names[kind].text) == scan_eight(name)) &&
           memcmp(names[kind].text, name, len) == 0;
}

unsigned event_kind_find(const char *name, size_t len)
{
    /* Nearly all events come from tables, whose kinds begin with COIN_IN. */
    for (unsigned k = FLOOR_COIN_IN; k < FLOOR_KIND_COUNT; k++)
        if (is_named(k, name, len))
            return k;
    for (unsigned k = FLOOR_NO_KIND + 1; k < FLOOR_COIN_IN; k++)
        if (is_named(k, name, len))
            return k;
    return FLOOR_NO_KIND;
}

/* The kind stands near the beginning of a text, after the number and the time. Quotes within values
 * are escaped, so nothing else can look like the start of this member. */
unsigned event_text_kind(const char *text, size_t len)
{
    static const char lead[] = ",\"kind\":\"";
    const char *at = memmem(text, len < 96 ? len : 96, lead, sizeof(lead) - 1);
    if (at == NULL)
        return FLOOR_NO_KIND;
    at += sizeof(lead) - 1;
    const char *quote = memchr(at, '"', (size_t)(text + len - at));
    return quote != NULL ? event_kind_find(at, (size_t)(quote - at)) : FLOOR_NO_KIND;
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

bool event_kind_is_for_tables(const struct event_kind *kind)
{
    static const char name[] = "table_seq";
    return event_member_find(kind, name, sizeof(name) - 1) != NULL;
}

bool event_is_numbered(const struct floor_event *e)
{
    const struct event_kind *kind = event_kind(e->kind);
    return kind->by_table || (e->table_seq != 0 && event_kind_is_for_tables(kind));
}
