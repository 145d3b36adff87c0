/* The money of a log: every amount before is the amount after of the event before it, what comes in
 * goes somewhere, and a claim is paid once, with its approvals, for what left the meters. */
#include "verify.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define METERS    4
#define APPROVERS 8
#define ID        24
#define NAME      64

struct meter {
    int64_t amount, reserve;
    uint64_t since; /* its last reset */
    int64_t start;
    wide contributed, awarded, other;
    char name[NAME]; /* once an award named it */
};

struct link {
    char id[ID];
    int count;
    uint64_t high, low;
    bool two_departments, moved;
    wide in, house, seeds, overflow, pending, ruled,
        paid; /* ruled: the part of pending by rulings */
    struct meter meters[METERS];
};

struct claim {
    uint64_t seq, round, need;
    unsigned link, approvals;
    unsigned ruling; /* 1 + its place in the list; 0: none */
    char table[ID], seat[ID], award[ID];
    int64_t amount, from_meter, reseeded; /* of a frozen one */
    bool is_frozen;
    char approvers[APPROVERS][NAME], departments[APPROVERS][NAME]; /* … at the time */
    int64_t approved[APPROVERS];                                   /* what they saw; 0: not said */
};

/* An order of several claims took what they share off the meters, less new seeds: how much of it is
 * still to pay, and where the meters then were. */
struct ruling {
    unsigned link;
    wide left;
    int64_t after[METERS]; /* 0: not this meter */
};

struct person {
    char name[NAME], department[NAME];
};

struct books {
    uint64_t faults, seq, told;            /* told: the claim to tell about */
    uint64_t semantics, unknown_semantics; /* what events mean; unknown: 0, or what was said */
    struct event e;
    struct link *links;
    struct claim *claims; /* open ones */
    struct person *people;
    struct ruling *rulings;
    unsigned link_count, claim_count, person_count, ruling_count;
    bool has_limits; /* some document's meters have */
    int64_t before[METERS], after[METERS], reserves[METERS];
    int64_t amount, house, house_funded, reseeded;
    int taken; /* the meter that an award came from; -1 */
    /* the story of the claim */
    uint64_t taken_seq, paid_seq;
    struct meter source;
    struct claim teller;
    int64_t paid, paid_by_house;
    char paid_from[NAME];
};

static void fault(struct books *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void fault(struct books *b, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (b->faults++ < 20) {
        fprintf(stderr, "event %" PRIu64 ": ", b->seq);
        vfprintf(stderr, format, args);
        fputc('\n', stderr);
    }
    va_end(args);
}

/* One more at the end of a list, all zeros. */
static void *add(void *list, unsigned *count, size_t size)
{
    void *more = realloc(list, (*count + 1) * size);
    if (more == NULL)
        exit((fputs("out of memory\n", stderr), 1));
    memset((char *)more + *count * size, 0, size);
    ++*count;
    return more;
}

static struct link *link_of(struct books *b, const char *member)
{
    for (unsigned i = 0; i < b->link_count; i++)
        if (event_is(&b->e, member, b->links[i].id))
            return &b->links[i];
    return NULL;
}

static struct claim *claim_of(struct books *b)
{
    const uint64_t seq = event_number(&b->e, "claim");
    for (unsigned i = 0; i < b->claim_count; i++)
        if (b->claims[i].seq == seq)
            return &b->claims[i];
    return NULL;
}

/* ---- Meters ---- */

/* Reads before, after, reserves; the change of all together. false: it is none of this link. */
static bool read_meters(struct books *b, struct link *l, bool is_new, wide *change)
{
    const int count = event_amounts(&b->e, "before", b->before, METERS);
    *change = 0;
    b->taken = -1;
    if (count <= 0 || event_amounts(&b->e, "after", b->after, METERS) != count ||
        event_amounts(&b->e, "reserves", b->reserves, METERS) != count ||
        (!is_new && count != l->count)) {
        fault(b, "the meters before and after are not all there");
        return false;
    }
    wide expected = 0, found = 0;
    for (int i = 0; i < count; i++) {
        expected += l->meters[i].amount;
        found += b->before[i];
        if (!l->moved && b->before[i] != l->meters[i].amount)
            fault(b, "meter %d begins with %" PRId64 " millionths, it had %" PRId64, i + 1,
                  b->before[i], l->meters[i].amount);
        if (b->after[i] < 0 || b->reserves[i] < 0)
            fault(b, "meter %d is below zero", i + 1);
        *change += (wide)b->after[i] - b->before[i] + b->reserves[i] - l->meters[i].reserve;
        if (b->after[i] != b->before[i] || event_is(&b->e, "from", l->meters[i].name))
            b->taken = i;
    }
    if (l->moved && expected != found)
        fault(b, "what was transferred did not arrive");
    if (b->reseeded > 0 && b->taken < 0 && count == 1)
        b->taken = 0;
    l->count = count;
    return true;
}

static void note_claim_source(struct books *b, const struct link *l)
{
    if (b->taken < 0)
        return;
    b->taken_seq = b->seq;
    b->source = l->meters[b->taken];
    b->source.amount = b->before[b->taken];
}

/* Goes on with what the event says. */
static void set_meters(struct books *b, struct link *l)
{
    const bool is_coin = event_is(&b->e, "kind", "coin_in");
    const bool is_award = event_has(&b->e, "award") && !event_is(&b->e, "kind", "claim_cancelled");
    for (int i = 0; i < l->count; i++) {
        struct meter *m = &l->meters[i];
        const wide change = (wide)b->after[i] - b->before[i];
        m->amount = b->after[i];
        m->reserve = b->reserves[i];
        if (m->since == 0 || (b->reseeded > 0 && i == b->taken)) {
            m->since = b->seq;
            m->start = m->amount;
            m->contributed = m->awarded = m->other = 0;
        } else {
            *(is_coin ? &m->contributed : is_award ? &m->awarded : &m->other) += change;
        }
        if (i == b->taken && event_has(&b->e, "from"))
            event_text(&b->e, "from", m->name, NAME);
    }
    l->moved = false;
    wide held = l->house + l->overflow + l->pending + l->paid;
    for (int i = 0; i < l->count; i++)
        held += (wide)l->meters[i].amount + l->meters[i].reserve;
    if (l->in + l->seeds != held) {
        fault(b, "link %s: %" PRId64 " millionths are missing", l->id,
              (int64_t)(l->in + l->seeds - held));
        l->seeds = held - l->in; /* one fault, one report */
    }
}

/* An amount comes off the meters: all of it but what the house adds; a new seed goes in. */
static void take_award(struct books *b, struct link *l, wide change, wide *into)
{
    const wide from_meter = event_is(&b->e, "from", "tray") ? 0 : b->amount - b->house_funded;
    if (change != b->reseeded - from_meter)
        fault(b, "%" PRId64 " millionths are awarded, the meters give another amount", b->amount);
    l->seeds += b->reseeded;
    *into += from_meter;
}

/* ---- Claims ---- */

static void made(struct books *b, struct link *l, wide change)
{
    b->claims = add(b->claims, &b->claim_count, sizeof(*b->claims));
    struct claim *c = &b->claims[b->claim_count - 1];
    c->seq = b->seq;
    c->round = event_number(&b->e, "round");
    c->link = (unsigned)(l - b->links);
    c->need = event_is(&b->e, "key", "high") ? l->high : l->low;
    event_text(&b->e, "table", c->table, ID);
    event_text(&b->e, "award", c->award, ID);
    snprintf(c->seat, ID, "%" PRIu64, event_number(&b->e, "seat"));
    c->is_frozen = b->amount > 0 || b->reseeded > 0;
    c->amount = b->amount;
    c->reseeded = b->reseeded;
    c->from_meter = event_is(&b->e, "from", "tray") ? 0 : b->amount - b->house_funded;
    if (c->is_frozen && c->seq == b->told)
        note_claim_source(b, l);
    take_award(b, l, change, &l->pending);
}

static const struct person *find_person(const struct books *b, const char *name)
{
    for (unsigned i = 0; i < b->person_count; i++)
        if (strcmp(b->people[i].name, name) == 0)
            return &b->people[i];
    return NULL;
}

static void approved(struct books *b)
{
    struct claim *c = claim_of(b);
    char name[NAME];
    unsigned i = 0;
    event_text(&b->e, "user", name, NAME);
    const struct person *p = find_person(b, name);
    if (c == NULL || p == NULL ||
        (event_has(&b->e, "table") && !event_is(&b->e, "table", c->table))) {
        fault(b, "an approval of no open claim, of another table's, or by nobody of this floor");
        return;
    }
    while (i < c->approvals && strcmp(c->approvers[i], name) != 0)
        i++;
    if (i == APPROVERS)
        return;
    memcpy(c->approvers[i], name, NAME);
    memcpy(c->departments[i], p->department, NAME);
    c->approved[i] = b->amount;
    c->approvals += i == c->approvals;
}

static void check_approvals(struct books *b, const struct claim *c, const struct link *l)
{
    bool several = false;
    if (c->approvals < c->need)
        fault(b, "claim %" PRIu64 " is paid with %u approvals of %" PRIu64, c->seq, c->approvals,
              c->need);
    for (unsigned i = 0; i < c->approvals; i++) {
        several = several || strcmp(c->departments[i], c->departments[0]) != 0;
        if (c->is_frozen && c->approved[i] != 0 && c->approved[i] != c->amount)
            fault(b, "claim %" PRIu64 " was approved for another amount", c->seq);
    }
    if (l->two_departments && c->need > 1 && !several)
        fault(b, "claim %" PRIu64 " was approved by one department", c->seq);
}

static void paid(struct books *b, struct link *l, wide change)
{
    struct claim *c = claim_of(b);
    if (c == NULL || &b->links[c->link] != l || !event_is(&b->e, "table", c->table)) {
        fault(b, "a claim is paid that is not open there: never made, or paid before");
        return;
    }
    check_approvals(b, c, l);
    const wide from_meter = event_is(&b->e, "from", "tray") ? 0 : b->amount - b->house_funded;
    if (c->is_frozen) {
        if (b->amount != c->amount || from_meter != c->from_meter || change != 0)
            fault(b, "claim %" PRIu64 " is paid with another amount than was frozen", c->seq);
        b->taken = -1;
        l->pending -= from_meter;
        l->paid += from_meter;
    } else if (change == 0 && c->ruling != 0) {
        b->taken = -1; /* a ruling took it off the meter before */
        b->rulings[c->ruling - 1].left -= from_meter - b->reseeded;
        l->pending -= from_meter - b->reseeded;
        l->seeds += b->reseeded;
        l->paid += from_meter;
    } else {
        if (c->seq == b->told)
            note_claim_source(b, l);
        take_award(b, l, change, &l->paid);
    }
    if (c->seq == b->told) {
        b->teller = *c;
        b->paid_seq = b->seq;
        b->paid = b->amount;
        b->paid_by_house = b->house_funded;
        event_text(&b->e, "from", b->paid_from, NAME);
    }
    *c = b->claims[--b->claim_count];
}

/* Frozen amounts come back to the meters, less a seed as far as it is still there. */
static void give_back(struct books *b, struct link *l, wide change, wide from_meter, wide reseeded)
{
    if (change > from_meter || change < from_meter - reseeded)
        fault(b, "what comes back of a claim is not what was taken");
    l->pending -= from_meter;
    l->seeds -= from_meter - change;
}

/* What a ruling took comes back, for all who share it; and that part of the new seed stays which
 * other winners had since: no more than the meter fell. */
static wide give_back_ruled(struct books *b, struct link *l, const struct claim *c, wide most)
{
    if (c->ruling == 0)
        return 0;
    struct ruling *r = &b->rulings[c->ruling - 1];
    const wide back = r->left < most ? r->left : most;
    wide fell = 0;
    for (int i = 0; i < l->count; i++)
        if (r->after[i] > b->before[i])
            fell += (wide)r->after[i] - b->before[i];
    const wide stays = most - back < fell ? most - back : fell;
    r->left -= back;
    l->pending -= back;
    l->seeds += stays;
    return back + stays;
}

static void cancelled(struct books *b, struct link *l, wide change)
{
    struct claim *c = claim_of(b);
    if (c == NULL) {
        fault(b, "a claim is cancelled that is not open");
        return;
    }
    if (!c->is_frozen)
        change -= give_back_ruled(b, l, c, change);
    give_back(b, l, change, c->from_meter, c->reseeded);
    *c = b->claims[--b->claim_count];
}

/* Coins go back, and so does what claims of the round had frozen. */
static void dead(struct books *b, struct link *l, wide change)
{
    wide from_meter = 0, reseeded = 0, back = change + b->amount - b->house;
    for (unsigned i = b->claim_count; i-- > 0;) {
        struct claim *c = &b->claims[i];
        if (!event_is(&b->e, "table", c->table) || c->round != event_number(&b->e, "round"))
            continue;
        if (!c->is_frozen)
            back -= give_back_ruled(b, l, c, back - from_meter);
        from_meter += c->from_meter;
        reseeded += c->reseeded;
        *c = b->claims[--b->claim_count];
    }
    if (back > from_meter && back - from_meter <= l->overflow) {
        l->overflow -= back - from_meter; /* what was held above a limit goes first */
        back = from_meter;
    }
    l->in -= b->amount;
    l->house -= b->house;
    give_back(b, l, back, from_meter, reseeded);
}

/* A place that nobody needs any more, or one more. */
static unsigned new_ruling(struct books *b)
{
    for (unsigned i = 0; i < b->ruling_count; i++) {
        bool is_used = b->rulings[i].left != 0;
        for (unsigned c = 0; c < b->claim_count; c++)
            is_used = is_used || b->claims[c].ruling == i + 1;
        if (!is_used)
            return i;
    }
    b->rulings = add(b->rulings, &b->ruling_count, sizeof(*b->rulings));
    return b->ruling_count - 1;
}

/* Those share who have the same award. */
static bool shares(const struct books *b, const struct claim *c)
{
    if (!event_lists(&b->e, "order", c->seq))
        return false;
    for (unsigned i = 0; i < b->claim_count; i++)
        if (&b->claims[i] != c && strcmp(b->claims[i].award, c->award) == 0 &&
            event_lists(&b->e, "order", b->claims[i].seq))
            return true;
    return false;
}

static void ruled(struct books *b, struct link *l, wide change)
{
    const unsigned at = new_ruling(b);
    b->rulings[at] = (struct ruling){(unsigned)(l - b->links), -change, {0}};
    for (int i = 0; i < l->count; i++)
        if (b->after[i] != b->before[i])
            b->rulings[at].after[i] = b->after[i];
    for (unsigned i = 0; change != 0 && i < b->claim_count; i++)
        if (shares(b, &b->claims[i])) {
            b->claims[i].ruling = at + 1;
            if (b->claims[i].seq == b->told)
                note_claim_source(b, l);
        }
    l->pending -= change;
}

/* ---- The floor ---- */

static struct link *configured(struct books *b)
{
    struct link *l = link_of(b, "link");
    if (l == NULL) {
        b->links = add(b->links, &b->link_count, sizeof(*b->links));
        l = &b->links[b->link_count - 1];
        event_text(&b->e, "link", l->id, ID);
    }
    l->high = event_has(&b->e, "high_approvals") ? event_number(&b->e, "high_approvals") : 2;
    l->low = event_has(&b->e, "low_approvals") ? event_number(&b->e, "low_approvals") : 1;
    l->two_departments = event_has(&b->e, "two_departments");
    return l;
}

/* Whether a document gives a meter a limit, above which coins are held back. */
static bool has_limit(const char *text, size_t len)
{
    static const char word[] = "limit: ";
    for (size_t i = 0; i + sizeof(word) <= len; i++)
        if (memcmp(text + i, word, sizeof(word) - 1) == 0 && text[i + 7] >= '0' &&
            text[i + 7] <= '9')
            return true;
    return false;
}

/* Every meter goes to its namesake, so only the sums are known here. */
static void transferred(struct books *b, wide change)
{
    struct link *l = link_of(b, "link"), *to = link_of(b, "to_link");
    if (l == NULL || to == NULL || change > 0) {
        fault(b, "a transfer from or to no link, or of nothing");
        return;
    }
    for (int i = 0; i < l->count && i < METERS; i++) {
        to->meters[i].amount += b->before[i] - b->after[i];
        to->meters[i].reserve += l->meters[i].reserve - b->reserves[i];
    }
    to->moved = true;
    l->seeds += change;
    to->seeds -= change;
}

static void person(struct books *b)
{
    char name[NAME];
    event_text(&b->e, "person", name, NAME);
    const struct person *known = find_person(b, name);
    unsigned i = known != NULL ? (unsigned)(known - b->people) : b->person_count;
    if (known == NULL)
        b->people = add(b->people, &b->person_count, sizeof(*b->people));
    memcpy(b->people[i].name, name, NAME);
    if (event_has(&b->e, "department"))
        event_text(&b->e, "department", b->people[i].department, NAME);
}

/* ---- Every event ---- */

static void coin_in(struct books *b, struct link *l, wide change)
{
    const wide held_back = b->amount - b->house - change;
    for (int i = 0; i < l->count; i++)
        if (b->after[i] < b->before[i])
            fault(b, "meter %d goes down when a coin comes in", i + 1);
    if (held_back < 0 || (held_back > 0 && !b->has_limits))
        fault(b, "%" PRId64 " millionths come in, another amount goes to house and meters",
              b->amount);
    l->in += b->amount;
    l->house += b->house;
    l->overflow += held_back;
}

static void change_meters(struct books *b, struct link *l, const char *kind, wide change)
{
    int64_t corrected = 0;
    if (strcmp(kind, "coin_in") == 0) {
        coin_in(b, l, change);
    } else if (strcmp(kind, "award_paid") == 0) {
        take_award(b, l, change, &l->paid);
    } else if (strcmp(kind, "claim_made") == 0) {
        made(b, l, change);
    } else if (strcmp(kind, "claim_paid") == 0) {
        paid(b, l, change);
    } else if (strcmp(kind, "claim_cancelled") == 0) {
        cancelled(b, l, change);
    } else if (strcmp(kind, "round_dead") == 0) {
        dead(b, l, change);
    } else if (strcmp(kind, "order_ruled") == 0) {
        ruled(b, l, change);
    } else if (strcmp(kind, "link_transferred") == 0) {
        transferred(b, change);
    } else if (strcmp(kind, "meter_corrected") == 0 || strcmp(kind, "link_configured") == 0) {
        if (!event_money(&b->e, "change", &corrected) ||
            (l->meters[0].since != 0 && change != corrected))
            fault(b, "the meters change by another amount than is said");
        l->seeds += change;
    } else {
        fault(b, "the meters are in an event that cannot change them");
    }
}

/* What events mean has a version, which a manager's start says; without one it is 1. */
static void started(struct books *b)
{
    const uint64_t said = event_has(&b->e, "semantics") ? event_number(&b->e, "semantics") : 1;
    if (said > KNOWN_SEMANTICS)
        b->unknown_semantics = said;
    else if (said < b->semantics)
        fault(b, "the meaning of events goes back to an older version");
    b->semantics = said;
}

void books_event(struct books *b, uint64_t seq, const char *text, size_t len)
{
    char kind[32];
    wide change;
    b->seq = seq;
    if (!event_read(&b->e, text, len) || event_number(&b->e, "seq") != seq) {
        fault(b, "not an event of that number");
        return;
    }
    event_text(&b->e, "kind", kind, sizeof(kind));
    if (!event_money(&b->e, "amount", &b->amount) || !event_money(&b->e, "house", &b->house) ||
        !event_money(&b->e, "house_funded", &b->house_funded) ||
        !event_money(&b->e, "reseeded", &b->reseeded))
        fault(b, "an amount that is none");
    if (strcmp(kind, "manager_started") == 0)
        started(b);
    if (strncmp(kind, "person_", 7) == 0)
        person(b);
    if (strcmp(kind, "document_added") == 0)
        b->has_limits = b->has_limits || has_limit(text, len);
    if (strcmp(kind, "claim_approved") == 0)
        approved(b);
    const bool is_new = strcmp(kind, "link_configured") == 0;
    struct link *l = is_new ? configured(b) : link_of(b, "link");
    if (event_has(&b->e, "before") && l != NULL && read_meters(b, l, is_new, &change)) {
        change_meters(b, l, kind, change);
        set_meters(b, l);
    } else if (event_has(&b->e, "before") && l == NULL) {
        fault(b, "meters of no link");
    } else if (strcmp(kind, "claim_paid") == 0 || strcmp(kind, "coin_in") == 0) {
        if (b->amount != 0)
            fault(b, "money without the meters");
    }
}

/* ---- The end ---- */

struct books *books_new(uint64_t claim)
{
    struct books *b = calloc(1, sizeof(*b));
    if (b != NULL)
        b->told = claim;
    return b;
}

void books_free(struct books *b)
{
    free(b->links);
    free(b->claims);
    free(b->people);
    free(b->rulings);
    free(b);
}

void books_end(struct books *b)
{
    for (unsigned i = 0; i < b->ruling_count; i++) {
        bool is_open = false;
        for (unsigned c = 0; c < b->claim_count; c++)
            is_open = is_open || b->claims[c].ruling == i + 1;
        if (b->rulings[i].left != 0 && !is_open)
            fault(b, "link %s: what a ruling took is not what was paid",
                  b->links[b->rulings[i].link].id);
    }
}

uint64_t books_unknown_semantics(const struct books *b)
{
    return b->unknown_semantics;
}

uint64_t books_faults(const struct books *b)
{
    return b->faults;
}

static void print_money(const char *label, wide micro)
{
    const wide size = micro < 0 ? -micro : micro;
    printf("  %-34s %s%" PRId64 ".%06" PRId64 "\n", label, micro < 0 ? "-" : "",
           (int64_t)(size / 1000000), (int64_t)(size % 1000000));
}

void books_tell(const struct books *b)
{
    for (unsigned i = 0; i < b->link_count; i++) {
        const struct link *l = &b->links[i];
        wide meters = 0;
        for (int m = 0; m < l->count; m++)
            meters += (wide)l->meters[m].amount + l->meters[m].reserve;
        printf("link %s\n", l->id);
        print_money("coins in, less returned", l->in);
        print_money("seeds, corrections, transfers", l->seeds);
        print_money("house", l->house);
        print_money("on the meters, and reserves", meters);
        print_money("held above limits", l->overflow);
        print_money("claimed, not yet paid", l->pending);
        print_money("paid from the meters", l->paid);
    }
}

bool books_tell_claim(const struct books *b, uint64_t witnessed)
{
    const struct claim *c = &b->teller;
    const struct meter *m = &b->source;
    if (b->paid_seq == 0)
        return printf("claim %" PRIu64 ": this log does not pay it\n", b->told), false;
    printf("claim %" PRIu64 ": %s at table %s, seat %s\n", b->told, c->award, c->table, c->seat);
    bool adds_up = true;
    if (b->taken_seq != 0) {
        printf("  from meter %s of link %s, reset in event %" PRIu64 "\n", b->paid_from,
               b->links[c->link].id, m->since);
        print_money("then it stood at", m->start);
        print_money("contributed by coins since", m->contributed);
        print_money("other awards off it", m->awarded);
        print_money("corrections and other changes", m->other);
        print_money("so it stood at", m->amount);
        printf("  when event %" PRIu64 " took the award off it\n", b->taken_seq);
        adds_up = m->start + m->contributed + m->awarded + m->other == m->amount;
    }
    print_money("paid", b->paid);
    print_money("of it funded by the house", b->paid_by_house);
    printf("  in event %" PRIu64 ", approved by %u of %" PRIu64 " needed:", b->paid_seq,
           c->approvals, c->need);
    for (unsigned i = 0; i < c->approvals; i++)
        printf("%s %s", i > 0 ? "," : "", c->approvers[i]);
    printf("\n");
    if (!adds_up)
        printf("  the meter's changes do not add up\n");
    if (b->paid_seq > witnessed)
        printf("  no checkpoint covers the payment yet\n");
    return adds_up && b->paid_seq <= witnessed;
}
