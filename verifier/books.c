/* Which kind of event is whose: every kind that the log has, who may do it, and what it is held
 * against. Then the story of one claim. */
#include "books.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- What the files share ---- */

#define FAULTS_SAID 20

void fault(struct books *b, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (b->faults++ < FAULTS_SAID && !b->is_quiet) {
        fprintf(stderr, "event %" PRIu64 ": %.*s: ", b->seq, (int)b->kind.len, b->kind.at);
        vfprintf(stderr, format, args);
        fputc('\n', stderr);
    }
    va_end(args);
}

const char *amount_text(wide micro)
{
    static char texts[8][64];
    static unsigned next;
    char *text = texts[next++ % 8];
    const wide size = micro < 0 ? -micro : micro;
    const wide units = size / 1000000;
    const unsigned rest = (unsigned)(size % 1000000);
    if (units > INT64_MAX)
        return "an amount beyond all bounds";
    snprintf(text, sizeof(texts[0]),
             rest % 10000 == 0 ? "%s%" PRId64 ".%02u" : "%s%" PRId64 ".%06u", micro < 0 ? "-" : "",
             (int64_t)units, rest % 10000 == 0 ? rest / 10000 : rest);
    return text;
}

void *list_add(void *list, unsigned *count, size_t size)
{
    void *more = list;
    if ((*count & (*count - 1)) == 0) /* the room doubles at every power of two */
        more = realloc(list, (*count == 0 ? 1 : 2 * (size_t)*count) * size);
    if (more == NULL)
        exit((fputs("out of memory\n", stderr), 1));
    memset((char *)more + *count * size, 0, size);
    ++*count;
    return more;
}

void list_remove(void *list, unsigned *count, size_t size, unsigned at)
{
    char *place = (char *)list + at * size;
    memmove(place, place + size, (--*count - at) * size);
}

struct link *link_of(struct books *b, const char *member)
{
    const unsigned at = names_find(&b->link_names, event_text(&b->e, member));
    if (at != NOT_THERE)
        return &b->links[at];
    fault(b, "%s is no link of this floor", member);
    return NULL;
}

struct table *table_of(struct books *b)
{
    if (b->table != NOT_THERE)
        return &b->tables[b->table];
    fault(b, "it is of no table of this floor");
    return NULL;
}

const struct document *document_of(const struct books *b, const struct link *l)
{
    return &b->documents[l->document];
}

int word_of(struct text text, const char *const *words)
{
    for (int i = 0; words[i] != NULL; i++)
        if (text_is(text, words[i]))
            return i;
    return -1;
}

unsigned seats_of(struct books *b, const char *member)
{
    uint64_t seats[SEATS], last = 0;
    unsigned bits = 0;
    const int count = event_numbers(&b->e, member, seats, SEATS);
    bool is_good = count >= 0;
    for (int i = 0; is_good && i < count; i++) {
        is_good = seats[i] > last && seats[i] <= SEATS;
        last = seats[i];
        bits |= is_good ? 1u << (seats[i] - 1) : 0;
    }
    if (!is_good)
        fault(b, "%s is no list of seats from 1 to %d, each once", member, SEATS);
    return bits;
}

unsigned count_bits(unsigned bits)
{
    unsigned count = 0;
    for (; bits != 0; bits &= bits - 1)
        count++;
    return count;
}

void expect_money(struct books *b, const char *member, int64_t said, wide due, const char *rule)
{
    if (said != due)
        fault(b, "%s is %s, and it should be %s: %s", member, amount_text(said), amount_text(due),
              rule);
}

void expect_text(struct books *b, const char *member, struct text due)
{
    const struct text said = event_text(&b->e, member);
    if (!text_same(said, due))
        fault(b, "%s is \"%.*s\", and it should be \"%.*s\"", member, (int)said.len, said.at,
              (int)due.len, due.at);
}

void expect_number(struct books *b, const char *member, uint64_t due)
{
    const uint64_t said = event_number(&b->e, member);
    if (said != due)
        fault(b, "%s is %" PRIu64 ", and it should be %" PRIu64, member, said, due);
}

/* ---- Starts ---- */

/* What events mean has a version, which a manager's start says; without one it is 1. */
static void manager_started(struct books *b)
{
    const uint64_t said = event_has(&b->e, "semantics") ? event_number(&b->e, "semantics") : 1;
    if (said > KNOWN_SEMANTICS)
        b->unknown_semantics = said;
    else if (said < b->semantics || event_number(&b->e, "semantics") == 1)
        fault(b, "the meaning of events goes back to an older version");
    b->semantics = said;
}

/* ---- Every kind of event ---- */

static const struct kind {
    const char *name;
    enum right right; /* of the person that it names */
    enum two two;
    void (*check)(struct books *b); /* NULL: it changes nothing that the verifier looks at */
    bool is_numbered;               /* by its table, without a gap */
} kinds[] = {
    /* of a table, most of all first */
    {"coin_in", NOBODY, ALONE, coin_in, true},
    {"game_over", NOBODY, ALONE, game_over, true},
    {"award_paid", NOBODY, ALONE, award_paid, true},
    {"claim_made", NOBODY, ALONE, claim_made, true},
    {"claim_paid", NOBODY, ALONE, claim_paid, true},
    {"round_dead", HOUSE, ALONE, round_dead, true},
    {"key_turned", NOBODY, ALONE, key_turned, true},
    {"seat_fault", NOBODY, ALONE, NULL, true},
    {"seat_closed", NOBODY, ALONE, seat_closed, true},
    {"seat_opened", ANYBODY, ALONE, seat_opened, true},
    {"patron_moved", NOBODY, ALONE, patron_moved, true},
    {"buy_in", NOBODY, ALONE, cash, true},
    {"payout", CLAIM, ALONE, payout, true},
    {"meter_read", NOBODY, ALONE, meter_read, true},
    {"seats_held", HOUSE, ALONE, seats_held, false},
    {"one_hand_set", SET, ALONE, one_hand_set, false},
    {"dealer_on", ANYBODY, ALONE, dealer_on, true},
    {"dealer_off", ANYBODY, ALONE, dealer_off, true},
    {"table_joined", NOBODY, ALONE, table_joined, false},
    {"table_lost", NOBODY, ALONE, table_lost, false},
    {"table_left", NOBODY, ALONE, table_left, true},
    /* of a claim on its way */
    {"claim_verified", CLAIM, ALONE, claim_verified, false},
    {"claim_approved", APPROVE, ALONE, claim_approved, false},
    {"claim_complied", CLAIM, ALONE, claim_complied, false},
    {"claim_method_chosen", CLAIM, ALONE, claim_method_chosen, false},
    {"claim_cancelled", CLAIM, ALONE, claim_cancelled, false},
    {"claim_cleared", CLAIM, ALONE, claim_cleared, false},
    {"order_ruled", HOUSE, TWO_DEPARTMENTS, order_ruled, false},
    /* of the floor */
    {"manager_started", NOBODY, ALONE, manager_started, false},
    {"document_added", SET, ALONE, document_added, false},
    {"link_configured", SET, TWO_DEPARTMENTS, link_configured, false},
    {"link_opened", HOUSE, ALONE, link_opened, false},
    {"link_closed", HOUSE, ALONE, link_closed, false},
    {"meter_corrected", SET, TWO_DEPARTMENTS, meter_corrected, false},
    {"link_transferred", SET, TWO_DEPARTMENTS, link_transferred, false},
    {"table_configured", SET, TWO, table_configured, false},
    {"threshold_set", SET, TWO, threshold_set, false},
    {"shift_opened", HOUSE, ALONE, shift_opened, false},
    {"shift_closed", HOUSE, ALONE, shift_closed, false},
    {"readings_asked", HOUSE, ALONE, NULL, false},
    {"house_set", SET, TWO, house_set, false},
    {"limit_raised", SET, TWO, limit_raised, false},
    {"message_set", HOUSE, ALONE, place_known, false},
    {"alarm_raised", NOBODY, ALONE, alarm_raised, false},
    {"alarm_acknowledged", HOUSE, ALONE, alarm_acknowledged, false},
    {"dispute_opened", HOUSE, ALONE, dispute_opened, false},
    {"dispute_decided", HOUSE, ALONE, dispute_decided, false},
    {"dispute_escalated", HOUSE, ALONE, dispute_escalated, false},
    /* of the pit as it is worked */
    {"award_pending", NOBODY, ALONE, award_pending, true},
    {"seat_folded", NOBODY, ALONE, hand_folded, true},
    {"coin_returned", NOBODY, ALONE, coin_returned, true},
    {"claim_held", NOBODY, ALONE, claim_held, false},
    {"claim_ruled", HOUSE, ALONE, claim_ruled, false},
    {"order_found", FIND, ALONE, order_found, false},
    {"tray_corrected", HOUSE, TWO, tray_corrected, false},
    {"irregularity_recorded", HOUSE, ALONE, irregularity, false},
    {"commissioner_notified", HOUSE, ALONE, commissioner_notified, false},
    {"commissioner_answered", HOUSE, ALONE, commissioner_answered, false},
    /* of people and machines */
    {"person_added", SET, TWO, person_added, false},
    {"person_changed", SET, TWO, person_changed, false},
    {"credential_set", SET, ALONE, credential_set, false},
    {"person_locked", NOBODY, ALONE, person_known, false},
    {"signed_in", NOBODY, ALONE, person_known, false},
    {"signed_out", NOBODY, ALONE, person_known, false},
    {"sign_in_refused", NOBODY, ALONE, person_known, false},
    {"token_added", SET, TWO, NULL, false},
    {"token_revoked", SET, ALONE, NULL, false},
    {"machine_enrolled", SET, TWO, place_known, false},
    {"machine_revoked", SET, ALONE, place_known, false},
};
#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

static void read_head(struct books *b)
{
    const uint64_t time = event_number(&b->e, "time");
    b->kind = event_text(&b->e, "kind");
    b->table = names_find(&b->table_names, event_text(&b->e, "table"));
    b->user = names_find(&b->person_names, event_text(&b->e, "user"));
    b->is_closed = false;
    if (time < b->time || time == 0)
        fault(b, "it has no time, or one before that of the event before it");
    b->time = time;
    if (!event_money(&b->e, "amount", &b->amount) || !event_money(&b->e, "house", &b->house) ||
        !event_money(&b->e, "house_funded", &b->house_funded) ||
        !event_money(&b->e, "reseeded", &b->reseeded) || !event_money(&b->e, "envy", &b->envy))
        fault(b, "an amount that is none");
}

void books_event(struct books *b, uint64_t seq, const char *line, size_t len)
{
    unsigned i = 0;
    b->seq = seq;
    b->kind = (struct text){"event", 5};
    if (!event_read(&b->e, line, len) || event_number(&b->e, "seq") != seq) {
        fault(b, "not an event of that number in the log's own spelling");
        return;
    }
    read_head(b);
    while (i < KINDS && !text_is(b->kind, kinds[i].name))
        i++;
    if (i == KINDS) {
        fault(b, "this verifier knows no such kind of event");
        return;
    }
    check_shape(b);
    if (event_has(&b->e, "table_seq"))
        check_numbers(b);
    else if (kinds[i].is_numbered || (event_has(&b->e, "epoch") && event_has(&b->e, "prev") &&
                                      kinds[i].check != table_joined))
        fault(b, "an event of a table without the table's own number");
    check_people(b, kinds[i].right, kinds[i].two);
    if (kinds[i].check != NULL)
        kinds[i].check(b);
    if (event_has(&b->e, "before") && !b->is_closed)
        fault(b, "it has meters, and nothing that it does can change them");
}

/* ---- From outside ---- */

struct books *books_new(uint64_t claim)
{
    struct books *b = calloc(1, sizeof(*b));
    if (b != NULL)
        b->story.claim = claim;
    return b;
}

void books_free(struct books *b)
{
    names_free(&b->link_names);
    names_free(&b->table_names);
    names_free(&b->person_names);
    names_free(&b->departments);
    names_free(&b->days);
    names_free(&b->patron_names);
    names_free(&b->shift_names);
    free(b->links);
    free(b->tables);
    free(b->people);
    free(b->documents);
    free(b->claims);
    free(b->tray_payments);
    free(b->thresholds);
    free(b->cash_thresholds);
    free(b->cash);
    free(b->disputes);
    free(b->halts);
    free(b);
}

uint64_t books_unknown_semantics(const struct books *b)
{
    return b->unknown_semantics;
}

uint64_t books_faults(const struct books *b)
{
    return b->faults;
}

void books_be_quiet(struct books *b)
{
    b->is_quiet = true;
}

/* ---- What is told ---- */

static void print_money(const char *label, wide micro)
{
    const wide size = micro < 0 ? -micro : micro;
    printf("  %-34s %s%" PRId64 ".%06" PRId64 "\n", label, micro < 0 ? "-" : "",
           (int64_t)(size / 1000000), (int64_t)(size % 1000000));
}

void books_tell(const struct books *b)
{
    for (unsigned i = 0; i < b->link_names.count; i++) {
        const struct text name = b->link_names.list[i];
        const struct money *m = &b->links[i].now;
        wide meters = 0, above = 0;
        for (int k = 0; k < METERS; k++) {
            meters += m->meters[k].amount + m->meters[k].reserve;
            above += m->meters[k].overflow;
        }
        printf("link %.*s\n", (int)name.len, name.at);
        print_money("coins in, less returned", m->in);
        print_money("seeds, corrections, transfers", m->seeds);
        print_money("house", m->house);
        print_money("on the meters, and reserves", meters);
        print_money("held above limits", above);
        print_money("claimed, not yet paid", m->pending);
        print_money("paid from the meters", m->paid);
    }
}

/* How the meter came to where it stood; false: its changes do not add up to that. */
static bool tell_source(const struct books *b, const struct claim *c)
{
    const struct meter *m = &b->story.source;
    const struct text link = b->link_names.list[c->link];
    if (b->story.taken_seq == 0)
        return true;
    printf("  from meter %s of link %.*s, reset in event %" PRIu64 "\n", c->award.from_name,
           (int)link.len, link.at, m->since);
    print_money("then it stood at", m->start);
    print_money("contributed by coins since", m->contributed);
    print_money("other awards off it", m->awarded);
    print_money("corrections and other changes", m->other);
    print_money("so it stood at", m->amount);
    printf("  when event %" PRIu64 " took the award off it\n", b->story.taken_seq);
    return m->start + m->contributed + m->awarded + m->other == m->amount;
}

bool books_tell_claim(const struct books *b, uint64_t witnessed)
{
    const struct claim *c = &b->story.paid;
    if (b->story.paid_seq == 0)
        return printf("claim %" PRIu64 ": this log does not pay it\n", b->story.claim), false;
    const struct text table = b->table_names.list[c->table];
    printf("claim %" PRIu64 ": %s at table %.*s, seat %u\n", c->seq, c->hand, (int)table.len,
           table.at, c->seat);
    const bool adds_up = tell_source(b, c);
    print_money("paid", c->taken.amount);
    print_money("of it funded by the house", c->taken.house_funded);
    printf("  in event %" PRIu64 ", approved by %u of %u needed:", b->story.paid_seq,
           c->approver_count, c->approvals);
    for (unsigned i = 0; i < c->approver_count; i++) {
        const struct text name = c->approvers[i] == NOT_THERE
                                     ? (struct text){"nobody of this floor", 20}
                                     : b->person_names.list[c->approvers[i]];
        printf("%s %.*s", i > 0 ? "," : "", (int)name.len, name.at);
    }
    printf("\n");
    if (!adds_up)
        printf("  the meter's changes do not add up\n");
    if (b->story.paid_seq > witnessed)
        printf("  no checkpoint covers the payment yet\n");
    return adds_up && b->story.paid_seq <= witnessed;
}
