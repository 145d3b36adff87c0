/* The members that each kind of event has: which, in which order, which of them always, and what
 * they may hold. An event that lacks one, or has another, was written by no floor. What the members
 * say is held against the rules elsewhere. */
#include "books.h"

#include <string.h>

/* ---- What members hold ---- */

enum type {
    ID,    /* of a link, a table, a machine: a-z 0-9 and -, a letter first */
    LABEL, /* one line, and no blank at its ends */
    TEXT,  /* lines */
    SEAT,  /* 1 to 7 */
    SEAT_LIST,
    COUNT,     /* 1 and more */
    APPROVERS, /* 0 to 9 */
    FLAG,      /* true, or not there */
    WORD,      /* one of a few */
    WORD_LIST,
    AMOUNT, /* more than nothing */
    CHANGE, /* more or less than nothing */
    AMOUNTS,
    NUMBERS, /* of events */
    DIGITS   /* a hash */
};

static const char *const hands[] = {
    "high card",  "pair",           "two pair",       "three of a kind", "straight", "flush",
    "full house", "four of a kind", "straight flush", "royal flush",     NULL};
static const char *const keys[] = {"low", "high", NULL};
static const char *const positions[] = {"R", "JPL", "JPH", NULL};
static const char *const payment_words[] = {"cheques", "check", NULL};
static const char *const policies[] = {"order", "full", "split", NULL};

static const struct {
    const char *name;
    enum type type;
    const char *const *words;
} members[] = {{"table", ID, NULL},
               {"link", ID, NULL},
               {"to_link", ID, NULL},
               {"manager", ID, NULL},
               {"instance", ID, NULL},
               {"epoch", COUNT, NULL},
               {"table_seq", COUNT, NULL},
               {"acked_epoch", COUNT, NULL},
               {"acked_seq", COUNT, NULL},
               {"prev", COUNT, NULL},
               {"round", COUNT, NULL},
               {"seat", SEAT, NULL},
               {"to_seat", SEAT, NULL},
               {"seats", SEAT_LIST, NULL},
               {"live", SEAT_LIST, NULL},
               {"envy_seats", SEAT_LIST, NULL},
               {"one_hand", FLAG, NULL},
               {"award", WORD, hands},
               {"key", WORD, keys},
               {"position", WORD, positions},
               {"method", WORD, payment_words},
               {"policy", WORD, policies},
               {"items", WORD_LIST, checklist},
               {"is_progressive", FLAG, NULL},
               {"claim_lock", FLAG, NULL},
               {"is_live", FLAG, NULL},
               {"fence", FLAG, NULL},
               {"is_barred", FLAG, NULL},
               {"undone", FLAG, NULL},
               {"two_departments", FLAG, NULL},
               {"high_approvals", APPROVERS, NULL},
               {"low_approvals", APPROVERS, NULL},
               {"coins_per_minute", COUNT, NULL},
               {"semantics", COUNT, NULL},
               {"user", LABEL, NULL},
               {"approver", LABEL, NULL},
               {"person", LABEL, NULL},
               {"item", LABEL, NULL},
               {"from", LABEL, NULL},
               {"department", LABEL, NULL},
               {"document", DIGITS, NULL},
               {"configuration", DIGITS, NULL},
               {"claim", COUNT, NULL},
               {"dispute", COUNT, NULL},
               {"alarm", COUNT, NULL},
               {"effective", COUNT, NULL},
               {"until", COUNT, NULL},
               {"patron", LABEL, NULL},
               {"next", LABEL, NULL},
               {"day", LABEL, NULL},
               {"reference", LABEL, NULL},
               {"coins", COUNT, NULL},
               {"booked", COUNT, NULL},
               {"message", COUNT, NULL},
               {"number", COUNT, NULL},
               {"most", COUNT, NULL},
               {"in_play", COUNT, NULL},
               {"more", COUNT, NULL},
               {"payment", COUNT, NULL},
               {"witnessed", COUNT, NULL},
               {"restart", FLAG, NULL},
               {"is_reportable", FLAG, NULL},
               {"total", AMOUNT, NULL},
               {"open", NUMBERS, NULL},
               {"amount", AMOUNT, NULL},
               {"change", CHANGE, NULL},
               {"house", CHANGE, NULL},
               {"house_funded", AMOUNT, NULL},
               {"reseeded", AMOUNT, NULL},
               {"envy", AMOUNT, NULL},
               {"before", AMOUNTS, NULL},
               {"after", AMOUNTS, NULL},
               {"reserves", AMOUNTS, NULL},
               {"to_after", AMOUNTS, NULL},
               {"order", NUMBERS, NULL},
               {"text", TEXT, NULL}};
#define MEMBER_NAMES (sizeof(members) / sizeof(members[0]))

/* ---- Which members a kind has ---- */

/* In the order of the text; those with ! are in every event of the kind. */
#define OF_TABLE   "!table !epoch !table_seq prev "
#define AND_METERS "before after reserves"
static const struct {
    const char *kind, *members;
} shapes[] = {
    {"manager_started", "!manager item document semantics configuration"},
    {"person_added", "!person !item department !user approver"},
    {"document_added", "!user !text item is_progressive document"},
    {"link_configured", "!link !document !user !approver policy claim_lock high_approvals "
                        "low_approvals two_departments coins_per_minute prev " AND_METERS},
    {"table_configured", "!table link document !item is_live !user !approver prev"},
    {"threshold_set", "!item !amount !effective !user !approver"},
    {"link_opened", "!link !user after"},
    {"link_closed", "!link !user text after"},
    {"meter_corrected", "!link !from !change !text !user !approver " AND_METERS},
    {"link_transferred", "!link !to_link !text !user !approver " AND_METERS " to_after"},
    {"shift_opened", "!item !user prev day number"},
    {"shift_closed", "!user text item prev next person day number open in_play more"},
    {"alarm_raised", "!item table link manager witnessed !text"},
    {"alarm_acknowledged", "!alarm !user approver text"},
    {"table_lost", "!table !manager !epoch"},
    {"table_joined", "!table !manager !instance acked_epoch acked_seq fence item epoch prev"},
    {"coin_in", OF_TABLE "seats round link amount house " AND_METERS},
    {"game_over", OF_TABLE "text round"},
    {"award_paid", OF_TABLE
     "!seat !award live round link amount from house_funded reseeded envy envy_seats " AND_METERS},
    {"claim_made", OF_TABLE
     "!seat !award live text round link key from amount house_funded reseeded " AND_METERS},
    {"key_turned", OF_TABLE "!key !position !user person"},
    {"claim_paid", OF_TABLE "!claim seat award round link key amount from house_funded reseeded "
                            "envy envy_seats method day " AND_METERS},
    {"round_dead", OF_TABLE "!text user round link seats amount house " AND_METERS},
    {"seat_fault", OF_TABLE "!seat !item"},
    {"seat_closed", OF_TABLE "!seat user !text"},
    {"seat_opened", OF_TABLE "!seat !user text"},
    {"patron_moved", OF_TABLE "!seat !to_seat user text"},
    {"buy_in", OF_TABLE "!seat !amount !item patron day total is_reportable"},
    {"table_left", OF_TABLE "text"},
    {"claim_cancelled",
     "!claim table epoch table_seq prev user text link seat award amount " AND_METERS},
    {"claim_verified", "!claim !items !user text reference"},
    {"claim_approved", "!claim table amount !user"},
    {"claim_complied", "!claim !item patron !user"},
    {"claim_method_chosen", "!claim !method !user"},
    {"order_ruled", "!link !order !user !approver !text " AND_METERS},
    {"claim_cleared", "!claim !user table link seat award amount"},
    {"dispute_opened", "!user !text person table seat claim"},
    {"dispute_decided", "!dispute !user !text"},
    {"dispute_escalated", "!dispute !user !text"},
    {"person_changed", "!person item department is_barred !user !approver text"},
    {"credential_set", "!person !item !document !user approver effective"},
    {"person_locked", "!person !effective text"},
    {"signed_in", "!person !item document text"},
    {"signed_out", "!person !item document"},
    {"sign_in_refused", "!item person text"},
    {"token_added", "!item !text !document !user !approver effective"},
    {"token_revoked", "!item !user"},
    {"machine_enrolled", "!table !document !user !approver effective"},
    {"machine_revoked", "!table !document !user text"},
    {"seats_held", "!table epoch table_seq prev !seats user text"},
    {"one_hand_set", "!table one_hand !user text"},
    {"dealer_on", OF_TABLE "!user person"},
    {"dealer_off", OF_TABLE "!user"},
    {"house_set", "!item text !user !approver"},
    {"message_set", "text link table effective until message !user"},
    {"meter_read", OF_TABLE "coins from amount restart user text link booked change"},
    {"payout", OF_TABLE "!seat !amount !item patron user day total is_reportable"},
    {"award_pending", OF_TABLE "!seat !award live text round link"},
    {"seat_folded", OF_TABLE "!seat undone round"},
    {"coin_returned", OF_TABLE "!seat user !text round link amount house " AND_METERS},
    {"claim_held", "!claim table epoch table_seq prev !text item link seat award amount"},
    {"claim_ruled", "!claim !item !user approver !text table link seat award amount " AND_METERS},
    {"tray_corrected", "!table payment seat award !change !text !user !approver link"},
    {"irregularity_recorded", "!item !table seats person !text !user round"},
    {"commissioner_notified", "!dispute !person !item effective text !user"},
    {"commissioner_answered", "!dispute item !text !user"},
    {"order_found", "!link !order !user !text"},
    {"limit_raised", "!item !most !user !approver text"},
    {"readings_asked", "!user"},
};
#define SHAPES (sizeof(shapes) / sizeof(shapes[0]))

/* What `item` may say, where that is one of a few words. */
static const struct {
    const char *kind, *words[13];
} items[] = {
    {"signed_in", {"password", "setup", "invitation"}},
    {"signed_out", {"by hand", "idle", "ended"}},
    {"credential_set", {"password", "pin", "invitation"}},
    {"buy_in", {"cash"}},
    {"threshold_set", {"cash report", "tax form", "check"}},
    {"house_set",
     {"name", "zone", "day start", "paper", "money", "shifts", "service", "compliance", "lights",
      "logo"}},
    {"irregularity_recorded",
     {"misdeal", "exposed card", "fouled deck", "boxed card", "late wager", "touched cards",
      "wrong payment", "other"}},
};
#define ITEM_LISTS (sizeof(items) / sizeof(items[0]))

/* ---- Values ---- */

static bool is_id(struct text t)
{
    bool good = t.len > 0 && t.len < 24 && t.at[0] >= 'a' && t.at[0] <= 'z';
    for (size_t i = 0; good && i < t.len; i++)
        good = (t.at[i] >= 'a' && t.at[i] <= 'z') || (t.at[i] >= '0' && t.at[i] <= '9') ||
               t.at[i] == '-';
    return good;
}

/* A control character stands in a text as \u00 and its number; only lines and tabs have some. */
static bool is_written(struct text t, bool lines)
{
    for (size_t i = 0; i + 1 < t.len; i++)
        if (t.at[i] == '\\' && t.at[++i] == 'u' &&
            !(lines && i + 5 <= t.len &&
              (memcmp(t.at + i, "u000a", 5) == 0 || memcmp(t.at + i, "u0009", 5) == 0)))
            return false;
    return t.len > 0;
}

static bool is_name(struct text t)
{
    return is_written(t, false) && t.at[0] != ' ' && t.at[t.len - 1] != ' ';
}

static bool is_hash(struct text t)
{
    bool is_zero = true;
    for (size_t i = 0; i < t.len; i++) {
        const char c = t.at[i];
        if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')))
            return false;
        is_zero = is_zero && c == '0';
    }
    return t.len == 2 * HASH && !is_zero;
}

/* In the one spelling of an amount, too. */
static bool is_amount(struct text t, bool may_be_less)
{
    int64_t micro;
    return text_money(t, &micro) && micro != 0 && (micro > 0 || may_be_less) &&
           text_is(t, amount_text(micro));
}

static bool are_seats(const struct event *e, const char *name)
{
    uint64_t seats[SEATS], last = 0;
    const int count = event_numbers(e, name, seats, SEATS);
    for (int i = 0; i < count; last = seats[i++])
        if (seats[i] <= last || seats[i] > SEATS)
            return false;
    return count > 0;
}

/* Each once, in the order of the list. */
static bool are_words(const struct event *e, const char *name, const char *const *words)
{
    struct text said[16];
    const int count = event_texts(e, name, said, 16);
    int last = -1;
    for (int i = 0; i < count; i++) {
        const int word = word_of(said[i], words);
        if (word <= last)
            return false;
        last = word;
    }
    return count > 0;
}

static bool are_numbers(const struct event *e, const char *name)
{
    uint64_t numbers[ORDER];
    const int count = event_numbers(e, name, numbers, ORDER);
    for (int i = 0; i < count; i++)
        if (numbers[i] == 0)
            return false;
    return count > 0;
}

static bool are_amounts(const struct event *e, const char *name)
{
    struct text said[METERS];
    const int count = event_texts(e, name, said, METERS);
    for (int i = 0; i < count; i++) {
        int64_t micro;
        if (!text_money(said[i], &micro) || !text_is(said[i], amount_text(micro)))
            return false;
    }
    return count > 0;
}

static bool is_good(const struct event *e, const struct member *m, unsigned at)
{
    const char *name = members[at].name;
    const struct text t = m->value;
    const uint64_t number = event_number(e, name);
    switch (members[at].type) {
    case ID:
        return m->type == '"' && is_id(t);
    case LABEL:
        return m->type == '"' && is_name(t);
    case TEXT:
        return m->type == '"' && is_written(t, true);
    case SEAT:
        return m->type == '0' && number >= 1 && number <= SEATS;
    case COUNT:
        return m->type == '0' && number >= 1;
    case APPROVERS:
        return m->type == '0' && number <= 9;
    case FLAG:
        return m->type == 't';
    case WORD:
        return m->type == '"' && word_of(t, members[at].words) >= 0;
    case AMOUNT:
    case CHANGE:
        return m->type == '"' && is_amount(t, members[at].type == CHANGE);
    case DIGITS:
        return m->type == '"' && is_hash(t);
    case SEAT_LIST:
        return are_seats(e, name);
    case WORD_LIST:
        return are_words(e, name, members[at].words);
    case NUMBERS:
        return are_numbers(e, name);
    default:
        return are_amounts(e, name);
    }
}

/* 2026-11-18 */
static bool is_date(struct text t)
{
    static const char form[] = "0000-00-00";
    bool good = t.len == sizeof(form) - 1;
    for (size_t i = 0; good && i < t.len; i++)
        good = form[i] == '-' ? t.at[i] == '-' : t.at[i] >= '0' && t.at[i] <= '9';
    return good;
}

/* Since version 3 a gaming day never comes back, unless the house sets its clock anew: a patron's
 * cash of one day could be told as that of two. */
static void check_date(struct books *b, struct text day)
{
    if (!is_date(day)) {
        fault(b, "day is no date");
        return;
    }
    if (b->semantics >= 3 && memcmp(day.at, b->day, day.len) < 0)
        fault(b, "a gaming day that is over");
    memcpy(b->day, day.at, day.len);
}

/* What more is known of a few members. */
static void check_meaning(struct books *b)
{
    const struct event *e = &b->e;
    for (unsigned i = 0; i < ITEM_LISTS; i++)
        if (text_is(b->kind, items[i].kind) && word_of(event_text(e, "item"), items[i].words) < 0)
            fault(b, "item is none of the words that it may be");
    if (event_has(e, "day"))
        check_date(b, event_text(e, "day"));
    if (event_is(e, "item", "zone") || event_is(e, "item", "day start"))
        b->day[0] = '\0';
    const bool is_announced = text_is(b->kind, "commissioner_notified"); /* or said afterwards */
    if (event_has(e, "effective") && !text_is(b->kind, "message_set") && !is_announced &&
        event_number(e, "effective") < b->time)
        fault(b, "it is over before it begins");
}

static void check_value(struct books *b, const struct member *m)
{
    unsigned at = 0;
    while (at < MEMBER_NAMES && !text_is(m->name, members[at].name))
        at++;
    if (at < MEMBER_NAMES && !is_good(&b->e, m, at))
        fault(b, "%s holds nothing that a floor writes there", members[at].name);
}

/* ---- Shapes ---- */

static struct text next_word(const char **list)
{
    const size_t len = strcspn(*list, " ");
    const struct text word = {*list, len};
    *list += len + strspn(*list + len, " ");
    return word;
}

void check_shape(struct books *b)
{
    static const char *const head[] = {"seq", "time", "kind"};
    const struct event *e = &b->e;
    unsigned at = 0, shape = 0;
    while (at < 3 && at < e->count && text_is(e->members[at].name, head[at]))
        at++;
    while (shape < SHAPES && !text_is(b->kind, shapes[shape].kind))
        shape++;
    if (at < 3 || shape == SHAPES) {
        fault(b, "an event begins with its number, its time and a kind that is known");
        return;
    }
    for (const char *list = shapes[shape].members; *list != '\0';) {
        struct text word = next_word(&list);
        const bool is_needed = word.at[0] == '!';
        word.at += is_needed;
        word.len -= is_needed;
        if (at < e->count && text_same(e->members[at].name, word))
            check_value(b, &e->members[at++]);
        else if (is_needed)
            fault(b, "%.*s is missing", (int)word.len, word.at);
    }
    check_meaning(b);
    if (at < e->count)
        fault(b, "%.*s is no member of this kind of event, or not in its place",
              (int)e->members[at].name.len, e->members[at].name.at);
}
