/* The table of all kinds of events: who may do each, its members, and the function that checks it.
 * Below it, the report on the books and on one claim. */
#include "books.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- What the files share ---- */

#define FAULTS_SAID 20

void fault(struct books *b, const char *format, ...)
{
    char said[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(said, sizeof(said), format, args);
    va_end(args);
    if (b->faults++ >= FAULTS_SAID || b->is_quiet)
        return;
    fprintf(stderr, "event %" PRIu64 ": ", b->seq);
    text_print(stderr, b->kind);
    fputs(": ", stderr);
    text_print(stderr, text_of(said));
    fputc('\n', stderr);
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

/* What events mean has a version, which a manager's start gives; a start that gives none means
 * version 1. */
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

/* The members with which every event begins that its table numbers, without a gap. */
#define OF_TABLE   "!table !epoch !table_seq prev "
#define AND_METERS "before after reserves"

static const struct kind {
    const char *name;
    event_fn *check;  /* NULL: nothing more is checked */
    enum right right; /* of the person whom it names as user */
    enum two two;
    const char *members; /* in the order of the text; every event of the kind has those with ! */
} kinds[] = {
    /* from a table; the most frequent first */
    {"coin_in", coin_in, NOBODY, ALONE, OF_TABLE "seats round link amount house " AND_METERS},
    {"game_over", game_over, NOBODY, ALONE, OF_TABLE "text round"},
    {"award_paid", award_paid, NOBODY, ALONE,
     OF_TABLE
     "!seat !award live round link amount from house_funded reseeded envy envy_seats " AND_METERS},
    {"claim_made", claim_made, NOBODY, ALONE,
     OF_TABLE
     "!seat !award live text round link key from amount house_funded reseeded " AND_METERS},
    {"claim_paid", claim_paid, NOBODY, ALONE,
     OF_TABLE "!claim seat award round link key amount from house_funded reseeded envy envy_seats "
              "method day " AND_METERS},
    {"round_dead", round_dead, HOUSE, ALONE,
     OF_TABLE "!text user round link seats amount house " AND_METERS},
    {"key_turned", key_turned, NOBODY, ALONE, OF_TABLE "!key !position !user person"},
    {"seat_fault", NULL, NOBODY, ALONE, OF_TABLE "!seat !item"},
    {"seat_closed", seat_switched, NOBODY, ALONE, OF_TABLE "!seat user !text"},
    {"seat_opened", seat_switched, ANYBODY, ALONE, OF_TABLE "!seat !user text"},
    {"patron_moved", patron_moved, NOBODY, ALONE, OF_TABLE "!seat !to_seat user text"},
    {"buy_in", cash, NOBODY, ALONE, OF_TABLE "!seat !amount !item patron day total is_reportable"},
    {"payout", payout, CLAIM, ALONE,
     OF_TABLE "!seat !amount !item patron user day total is_reportable"},
    {"meter_read", meter_read, NOBODY, ALONE,
     OF_TABLE "coins from amount restart user text link booked change"},
    {"seats_held", seats_held, HOUSE, ALONE, "!table epoch table_seq prev !seats user text"},
    {"one_hand_set", one_hand_set, SET, ALONE, "!table one_hand !user text"},
    {"dealer_on", dealer_on, ANYBODY, ALONE, OF_TABLE "!user person"},
    {"dealer_off", dealer_off, ANYBODY, ALONE, OF_TABLE "!user"},
    {"table_joined", table_joined, NOBODY, ALONE,
     "!table !manager !instance acked_epoch acked_seq fence item epoch prev"},
    {"table_lost", table_lost, NOBODY, ALONE, "!table !manager !epoch"},
    {"table_left", table_left, NOBODY, ALONE, OF_TABLE "text"},
    /* steps of a claim */
    {"claim_verified", claim_verified, CLAIM, ALONE, "!claim !items !user text reference"},
    {"claim_approved", claim_approved, APPROVE, ALONE, "!claim table amount !user"},
    {"claim_complied", claim_complied, CLAIM, ALONE, "!claim !item patron !user"},
    {"claim_method_chosen", claim_method_chosen, CLAIM, ALONE, "!claim !method !user"},
    {"claim_cancelled", claim_cancelled, CLAIM, ALONE,
     "!claim table epoch table_seq prev user text link seat award amount " AND_METERS},
    {"claim_cleared", claim_cleared, CLAIM, ALONE, "!claim !user table link seat award amount"},
    {"order_ruled", order_ruled, HOUSE, TWO_DEPARTMENTS,
     "!link !order !user !approver !text " AND_METERS},
    /* about the floor */
    {"manager_started", manager_started, NOBODY, ALONE,
     "!manager item document semantics configuration"},
    {"document_added", document_added, SET, ALONE, "!user !text item is_progressive document"},
    {"link_configured", link_configured, SET, TWO_DEPARTMENTS,
     "!link !document !user !approver policy claim_lock high_approvals low_approvals "
     "two_departments coins_per_minute prev " AND_METERS},
    {"link_opened", link_switched, HOUSE, ALONE, "!link !user after"},
    {"link_closed", link_switched, HOUSE, ALONE, "!link !user text after"},
    {"meter_corrected", meter_corrected, SET, TWO_DEPARTMENTS,
     "!link !from !change !text !user !approver " AND_METERS},
    {"link_transferred", link_transferred, SET, TWO_DEPARTMENTS,
     "!link !to_link !text !user !approver " AND_METERS " to_after"},
    {"table_configured", table_configured, SET, TWO,
     "!table link document !item is_live !user !approver prev"},
    {"threshold_set", threshold_set, SET, TWO, "!item !amount !effective !user !approver"},
    {"shift_opened", shift_opened, HOUSE, ALONE, "!item !user prev day number"},
    {"shift_closed", shift_closed, HOUSE, ALONE,
     "!user text item prev next person day number open in_play more"},
    {"readings_asked", NULL, HOUSE, ALONE, "!user"},
    {"house_set", house_set, SET, TWO, "!item text !user !approver"},
    {"limit_raised", limit_raised, SET, TWO, "!item !most !user !approver text"},
    {"message_set", place_known, HOUSE, ALONE, "text link table effective until message !user"},
    {"alarm_raised", alarm_raised, NOBODY, ALONE, "!item table link manager witnessed !text"},
    {"alarm_acknowledged", alarm_acknowledged, HOUSE, ALONE, "!alarm !user approver text"},
    {"dispute_opened", dispute_opened, HOUSE, ALONE, "!user !text person table seat claim"},
    {"dispute_decided", dispute_decided, HOUSE, ALONE, "!dispute !user !text"},
    {"dispute_escalated", dispute_escalated, HOUSE, ALONE, "!dispute !user !text"},
    /* about work in the pit */
    {"award_pending", award_pending, NOBODY, ALONE, OF_TABLE "!seat !award live text round link"},
    {"seat_folded", hand_folded, NOBODY, ALONE, OF_TABLE "!seat undone round"},
    {"coin_returned", coin_returned, NOBODY, ALONE,
     OF_TABLE "!seat user !text round link amount house " AND_METERS},
    {"claim_held", claim_held, NOBODY, ALONE,
     "!claim table epoch table_seq prev !text item link seat award amount"},
    {"claim_ruled", claim_ruled, HOUSE, ALONE,
     "!claim !item !user approver !text table link seat award amount " AND_METERS},
    {"order_found", order_found, FIND, ALONE, "!link !order !user !text"},
    {"tray_corrected", tray_corrected, HOUSE, TWO,
     "!table payment seat award !change !text !user !approver link"},
    {"irregularity_recorded", irregularity, HOUSE, ALONE,
     "!item !table seats person !text !user round"},
    {"commissioner_notified", commissioner_notified, HOUSE, ALONE,
     "!dispute !person !item effective text !user"},
    {"commissioner_answered", commissioner_answered, HOUSE, ALONE, "!dispute item !text !user"},
    /* about people and machines */
    {"person_added", person_added, SET, TWO, "!person !item department !user approver"},
    {"person_changed", person_changed, SET, TWO,
     "!person item department is_barred !user !approver text"},
    {"credential_set", credential_set, SET, ALONE,
     "!person !item !document !user approver effective"},
    {"person_locked", person_known, NOBODY, ALONE, "!person !effective text"},
    {"signed_in", person_known, NOBODY, ALONE, "!person !item document text"},
    {"signed_out", person_known, NOBODY, ALONE, "!person !item document"},
    {"sign_in_refused", person_known, NOBODY, ALONE, "!item person text"},
    {"token_added", NULL, SET, TWO, "!item !text !document !user !approver effective"},
    {"token_revoked", NULL, SET, ALONE, "!item !user"},
    {"machine_enrolled", place_known, SET, TWO, "!table !document !user !approver effective"},
    {"machine_revoked", place_known, SET, ALONE, "!table !document !user text"},
};
#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

static bool is_numbered(const struct kind *kind)
{
    return strncmp(kind->members, OF_TABLE, strlen(OF_TABLE)) == 0;
}

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
    check_shape(b, kinds[i].members);
    if (event_has(&b->e, "table_seq"))
        check_numbers(b);
    else if (is_numbered(&kinds[i]) || (event_has(&b->e, "epoch") && event_has(&b->e, "prev") &&
                                        kinds[i].check != table_joined))
        fault(b, "an event of a table without the table's own number");
    check_people(b, kinds[i].right, kinds[i].two);
    if (kinds[i].check != NULL)
        kinds[i].check(b);
    if (event_has(&b->e, "before") && !b->is_closed)
        fault(b, "it has meters, and nothing that it does can change them");
}

/* ---- Functions for the program ---- */

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

/* ---- Reports ---- */

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
        fputs("link ", stdout);
        text_print(stdout, name);
        puts("");
        print_money("coins in, less returned", m->in);
        print_money("seeds, corrections, transfers", m->seeds);
        print_money("house", m->house);
        print_money("on the meters, and reserves", meters);
        print_money("held above limits", above);
        print_money("claimed, not yet paid", m->pending);
        print_money("paid from the meters", m->paid);
    }
}

/* Prints how the meter came to the amount from which the award was taken; false: its changes do not
 * add up to that. */
static bool tell_source(const struct books *b, const struct claim *c)
{
    const struct meter *m = &b->story.source;
    const struct text link = b->link_names.list[c->link];
    if (b->story.taken_seq == 0)
        return true;
    fputs("  from meter ", stdout);
    text_print(stdout, text_of(c->award.from_name));
    fputs(" of link ", stdout);
    text_print(stdout, link);
    printf(", reset in event %" PRIu64 "\n", m->since);
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
    printf("claim %" PRIu64 ": ", c->seq);
    text_print(stdout, text_of(c->hand));
    fputs(" at table ", stdout);
    text_print(stdout, table);
    printf(", seat %u\n", c->seat);
    const bool adds_up = tell_source(b, c);
    print_money("paid", c->taken.amount);
    print_money("of it funded by the house", c->taken.house_funded);
    printf("  in event %" PRIu64 ", approved by %u of %u needed:", b->story.paid_seq,
           c->approver_count, c->approvals);
    for (unsigned i = 0; i < c->approver_count; i++) {
        const struct text name = c->approvers[i] == NOT_THERE
                                     ? (struct text){"nobody of this floor", 20}
                                     : b->person_names.list[c->approvers[i]];
        fputs(i > 0 ? ", " : " ", stdout);
        text_print(stdout, name);
    }
    printf("\n");
    if (!adds_up)
        printf("  the meter's changes do not add up\n");
    if (b->story.paid_seq > witnessed)
        printf("  no checkpoint covers the payment yet\n");
    return adds_up && b->story.paid_seq <= witnessed;
}
