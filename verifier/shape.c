/* Checks the members of an event: those of its kind, in their order, with values that such members
 * can have. An event that lacks a member, or has another one, was written by no floor. Whether the
 * values follow the rules is checked elsewhere. */
#include "books.h"

#include <string.h>

/* ---- Types of members ---- */

enum type {
    ID,    /* of a link, a table, a manager: a-z 0-9 and -, a letter first */
    LABEL, /* one line, and no blank at its ends */
    TEXT,  /* may have several lines */
    SEAT,  /* 1 to 7 */
    SEAT_LIST,
    COUNT,     /* 1 and more */
    APPROVERS, /* 0 to 9 */
    FLAG,      /* true, or not there */
    WORD,      /* one of a list of words */
    WORD_LIST,
    AMOUNT, /* above zero */
    CHANGE, /* above or below zero */
    AMOUNTS,
    NUMBERS, /* numbers of events */
    DIGITS   /* a hash */
};

static const char *const hands[] = {
    "high card",  "pair",           "two pair",       "three of a kind", "straight", "flush",
    "full house", "four of a kind", "straight flush", "royal flush",     NULL};
static const char *const keys[] = {"low", "high", NULL};
static const char *const positions[] = {"R", "JPL", "JPH", NULL};
static const char *const payment_words[] = {"cheques", "check", NULL};
static const char *const policies[] = {"order", "full", "split", NULL};

static const struct holding {
    enum type type;
    const char *const *words; /* for WORD and WORD_LIST */
    const char *names[32];
} holdings[] = {
    {ID, NULL, {"table", "link", "to_link", "manager", "instance"}},
    {COUNT, NULL, {"epoch",   "table_seq",        "acked_epoch", "acked_seq", "prev",
                   "round",   "coins_per_minute", "semantics",   "claim",     "dispute",
                   "alarm",   "effective",        "until",       "coins",     "booked",
                   "message", "number",           "most",        "in_play",   "more",
                   "payment", "witnessed"}},
    {SEAT_LIST, NULL, {"seats", "live", "envy_seats"}},
    {AMOUNT, NULL, {"total", "amount", "house_funded", "reseeded", "envy"}},
    {CHANGE, NULL, {"change", "house"}},
    {AMOUNTS, NULL, {"before", "after", "reserves", "to_after"}},
    {SEAT, NULL, {"seat", "to_seat"}},
    {WORD, hands, {"award"}},
    {WORD, keys, {"key"}},
    {WORD, positions, {"position"}},
    {WORD, payment_words, {"method"}},
    {WORD, policies, {"policy"}},
    {LABEL,
     NULL,
     {"user", "approver", "person", "item", "from", "department", "patron", "next", "day",
      "reference"}},
    {FLAG,
     NULL,
     {"one_hand", "is_progressive", "claim_lock", "is_live", "fence", "is_barred", "undone",
      "two_departments", "restart", "is_reportable"}},
    {TEXT, NULL, {"text"}},
    {WORD_LIST, checklist, {"items"}},
    {APPROVERS, NULL, {"high_approvals", "low_approvals"}},
    {DIGITS, NULL, {"document", "configuration"}},
    {NUMBERS, NULL, {"open", "order"}},
};
#define HOLDINGS (sizeof(holdings) / sizeof(holdings[0]))

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

/* Checks the control characters of a text, which are written as \u00 and their number: only texts
 * of several lines may have them, for line ends and tabs. */
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

/* Whether it is an amount, in its one spelling. */
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

/* Whether they are words of the list, each once and in the order of the list. */
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

static bool is_good(const struct event *e, const struct member *m, const struct holding *h,
                    const char *name)
{
    const struct text t = m->value;
    const uint64_t number = event_number(e, name);
    switch (h->type) {
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
        return m->type == '"' && word_of(t, h->words) >= 0;
    case AMOUNT:
    case CHANGE:
        return m->type == '"' && is_amount(t, h->type == CHANGE);
    case DIGITS:
        return m->type == '"' && is_hash(t);
    case SEAT_LIST:
        return are_seats(e, name);
    case WORD_LIST:
        return are_words(e, name, h->words);
    case NUMBERS:
        return are_numbers(e, name);
    default:
        return are_amounts(e, name);
    }
}

/* Whether it is of the form 2026-11-18. */
static bool is_date(struct text t)
{
    static const char form[] = "0000-00-00";
    bool good = t.len == sizeof(form) - 1;
    for (size_t i = 0; good && i < t.len; i++)
        good = form[i] == '-' ? t.at[i] == '-' : t.at[i] >= '0' && t.at[i] <= '9';
    return good;
}

/* Since version 3 a gaming day never comes back, unless the house sets its clock anew: otherwise a
 * patron's cash of one day could be counted as that of two. */
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

/* Checks that a few members have values that make sense. */
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
    const bool is_announced = text_is(b->kind, "commissioner_notified"); /* may be in the past */
    if (event_has(e, "effective") && !text_is(b->kind, "message_set") && !is_announced &&
        event_number(e, "effective") < b->time)
        fault(b, "it is over before it begins");
}

static void check_value(struct books *b, const struct member *m)
{
    for (unsigned i = 0; i < HOLDINGS; i++)
        for (const char *const *name = holdings[i].names; *name != NULL; name++) {
            if (!text_is(m->name, *name))
                continue;
            if (!is_good(&b->e, m, &holdings[i], *name))
                fault(b, "%s holds nothing that a floor writes there", *name);
            return;
        }
}

/* ---- Shapes ---- */

static struct text next_word(const char **list)
{
    const size_t len = strcspn(*list, " ");
    const struct text word = {*list, len};
    *list += len + strspn(*list + len, " ");
    return word;
}

void check_shape(struct books *b, const char *list)
{
    static const char *const head[] = {"seq", "time", "kind"};
    const struct event *e = &b->e;
    unsigned at = 0;
    while (at < 3 && at < e->count && text_is(e->members[at].name, head[at]))
        at++;
    if (at < 3) {
        fault(b, "an event begins with its number, its time and a kind that is known");
        return;
    }
    while (*list != '\0') {
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
