/* Checks events about the floor itself: documents, links and tables, thresholds, limits, and alarms
 * that halt it. */
#include "books.h"

#include <string.h>

/* ---- Documents ---- */

static unsigned document_named(const struct books *b)
{
    const struct text hash = event_text(&b->e, "document");
    for (unsigned i = 0; i < b->document_count; i++)
        if (hash_is(&b->documents[i].hash, hash))
            return i;
    return NOT_THERE;
}

void document_added(struct books *b)
{
    static char text[DOC_MAX];
    struct document d;
    const char *why = NULL;
    size_t len;
    const bool is_progressive = event_has(&b->e, "is_progressive");
    if (!text_unescape(event_text(&b->e, "text"), text, sizeof(text), &len)) {
        fault(b, "the document is too long");
        return;
    }
    if (!document_read(&d, text, len, is_progressive, &why)) {
        fault(b, "the document cannot be applied: %s", why);
        return;
    }
    if (!hash_is(&d.hash, event_text(&b->e, "document")))
        fault(b, "the document's text is not the one of its hash");
    else if (document_named(b) != NOT_THERE)
        fault(b, "this very document is there already");
    expect_text(b, "item", text_of(d.name));
    b->documents = list_add(b->documents, &b->document_count, sizeof(d));
    b->documents[b->document_count - 1] = d;
}

const struct document *rules_of(const struct books *b, const struct table *t)
{
    static const struct document nothing = {.fold_forfeits = true};
    return t->rules == NOT_THERE ? &nothing : &b->documents[t->rules];
}

/* ---- Links ---- */

/* Checks that nothing of a link is changed while it is open, in play, or has an unpaid claim. */
static void check_closed(struct books *b, const struct link *l)
{
    const unsigned link = (unsigned)(l - b->links);
    if (l->is_open)
        fault(b, "a link is changed while it is open");
    for (unsigned i = 0; i < b->table_names.count; i++)
        if (b->tables[i].link == link && b->tables[i].is_in_play && b->tables[i].seats != 0)
            fault(b, "a link is changed while a table of it is in play");
    for (unsigned i = 0; i < b->claim_count; i++)
        if (b->claims[i].link == link && !b->claims[i].is_paid)
            fault(b, "a link is changed while a claim on it is open");
}

/* Checks a new document for a link: the meters keep their names and order, and none is above its
 * new limit. */
static void check_other_document(struct books *b, const struct link *l, const struct document *d)
{
    const struct document *old = document_of(b, l);
    bool is_same = old->meter_count == d->meter_count;
    for (int i = 0; is_same && i < d->meter_count; i++) {
        is_same = strcmp(old->meters[i].name, d->meters[i].name) == 0;
        if (d->meters[i].limit > 0 && l->now.meters[i].amount > d->meters[i].limit)
            fault(b, "meter %s is above the limit of the new document", d->meters[i].name);
    }
    if (!is_same)
        fault(b, "the new document has other meters than the link");
}

static unsigned approvals_of(struct books *b, const char *member, unsigned usual)
{
    const uint64_t said = event_has(&b->e, member) ? event_number(&b->e, member) : usual;
    if (said <= APPROVALS)
        return (unsigned)said;
    fault(b, "a claim takes at most two approvals");
    return APPROVALS;
}

static void set_link(struct books *b, struct link *l, unsigned document)
{
    static const char *const policies[] = {"order", "full", "split", NULL};
    const int policy = word_of(event_text(&b->e, "policy"), policies);
    l->document = document;
    l->policy = policy < 0 ? IN_ORDER : (enum policy)policy;
    l->claim_lock = event_has(&b->e, "claim_lock");
    l->two_departments = event_has(&b->e, "two_departments");
    l->high_approvals = approvals_of(b, "high_approvals", 2);
    l->low_approvals = approvals_of(b, "low_approvals", 1);
    l->coins_per_minute = event_number(&b->e, "coins_per_minute");
    expect_number(b, "prev", l->configured);
    l->configured = b->seq;
}

void link_configured(struct books *b)
{
    const unsigned document = document_named(b);
    if (document == NOT_THERE || !b->documents[document].is_progressive) {
        fault(b, "a link without a progressive of this log");
        return;
    }
    const struct document *d = &b->documents[document];
    const struct text name = event_text(&b->e, "link");
    unsigned at = names_find(&b->link_names, name), count = b->link_names.count;
    const bool is_new = at == NOT_THERE;
    if (is_new) {
        b->links = list_add(b->links, &count, sizeof(*b->links));
        at = names_add(&b->link_names, name);
    } else {
        check_closed(b, &b->links[at]);
        check_other_document(b, &b->links[at], d);
    }
    struct link *l = &b->links[at];
    struct money next = l->now;
    for (int i = 0; is_new && i < d->meter_count; i++) {
        next.meters[i].amount = d->meters[i].seed;
        next.seeds += d->meters[i].seed;
    }
    set_link(b, l, document);
    close_meters(b, l, &next,
                 is_new ? "a new link begins with the seeds of its document"
                        : "configuring a link changes no meter");
}

void link_switched(struct books *b)
{
    const bool is_open = text_is(b->kind, "link_opened");
    struct link *l = link_of(b, "link");
    int64_t after[METERS];
    if (is_open)
        check_running(b);
    if (l == NULL)
        return;
    const struct document *d = document_of(b, l);
    bool is_same = event_amounts(&b->e, "after", after, METERS) == d->meter_count;
    for (int i = 0; is_same && i < d->meter_count; i++)
        is_same = after[i] == l->now.meters[i].amount;
    if (!is_same)
        fault(b, "the meters are not where the event before left them");
    if (l->is_open == is_open)
        fault(b, "the link is that already");
    l->is_open = is_open;
}

int meter_place(const struct document *d, struct text name)
{
    for (int i = 0; i < d->meter_count; i++)
        if (text_is(name, d->meters[i].name))
            return i;
    return -1;
}

void meter_corrected(struct books *b)
{
    struct link *l = link_of(b, "link");
    int64_t change;
    if (l == NULL)
        return;
    const struct document *d = document_of(b, l);
    const int meter = meter_place(d, event_text(&b->e, "from"));
    if (meter < 0 || !event_money(&b->e, "change", &change)) {
        fault(b, "a correction of no meter of the link, or by no amount");
        return;
    }
    check_closed(b, l);
    struct money next = l->now;
    next.meters[meter].amount += change;
    next.seeds += change;
    if (change > 0 && d->meters[meter].limit > 0 &&
        next.meters[meter].amount > d->meters[meter].limit)
        fault(b, "a correction lifts meter %s above its limit", d->meters[meter].name);
    close_meters(b, l, &next, "a correction changes its meter by what it says");
}

/* Moves a meter, with its reserve, to the meter of the same name. */
static void move_meter(struct books *b, const struct meter_rules *rules, struct money *from, int i,
                       struct link *to, int64_t arrived)
{
    const struct document *d = document_of(b, to);
    const int j = meter_place(d, text_of(rules->name));
    if (j < 0) {
        fault(b, "meter %s is transferred to a link that has none of that name", rules->name);
        return;
    }
    struct meter *source = &from->meters[i], *target = &to->now.meters[j];
    const wide moved = source->amount + source->reserve;
    target->amount += source->amount;
    target->reserve += source->reserve;
    target->other += source->amount;
    if (source->amount > 0 && d->meters[j].limit > 0 && target->amount > d->meters[j].limit)
        fault(b, "a transfer lifts meter %s above its limit", rules->name);
    if (arrived != target->amount)
        fault(b, "%s arrive on meter %s, and it should be %s: all that left", amount_text(arrived),
              rules->name, amount_text(target->amount));
    from->seeds -= moved;
    to->now.seeds += moved;
    source->amount = source->reserve = 0;
}

void link_transferred(struct books *b)
{
    struct link *l = link_of(b, "link"), *to = link_of(b, "to_link");
    int64_t arrived[METERS];
    if (l == NULL || to == NULL)
        return;
    const struct document *d = document_of(b, l);
    if (l == to || event_amounts(&b->e, "to_after", arrived, METERS) != d->meter_count) {
        fault(b, "a transfer to the same link, or without what arrived");
        return;
    }
    check_closed(b, l);
    check_closed(b, to);
    struct money next = l->now;
    for (int i = 0; i < d->meter_count; i++)
        move_meter(b, &d->meters[i], &next, i, to, arrived[i]);
    close_meters(b, l, &next, "a transfer takes all of it to another link");
}

/* ---- Tables ---- */

void table_configured(struct books *b)
{
    const unsigned document = document_named(b);
    const unsigned link = names_find(&b->link_names, event_text(&b->e, "link"));
    unsigned count = b->table_names.count;
    if (event_has(&b->e, "link") && link == NOT_THERE)
        fault(b, "a table on a link that is not there");
    if (event_has(&b->e, "document")
            ? document == NOT_THERE || b->documents[document].is_progressive
            : !event_has(&b->e, "is_live"))
        fault(b, "a table without house rules of this log");
    if (b->table == NOT_THERE) {
        b->tables = list_add(b->tables, &count, sizeof(*b->tables));
        b->table = names_add(&b->table_names, event_text(&b->e, "table"));
    }
    struct table *t = &b->tables[b->table];
    if (t->is_in_play)
        fault(b, "a table is changed while it is in play");
    expect_number(b, "prev", t->configured);
    t->configured = b->seq;
    t->is_live = event_has(&b->e, "is_live");
    t->link = link;
    t->rules = event_has(&b->e, "document") && document != NOT_THERE &&
                       !b->documents[document].is_progressive
                   ? document
                   : NOT_THERE;
}

/* ---- Thresholds ---- */

void threshold_set(struct books *b)
{
    const uint64_t effective = event_number(&b->e, "effective");
    const bool is_cash = event_is(&b->e, "item", "cash report");
    if (effective < b->time)
        fault(b, "a threshold that begins in the past");
    if (!is_cash && !event_is(&b->e, "item", "check"))
        return;
    b->thresholds = list_add(b->thresholds, &b->threshold_count, sizeof(*b->thresholds));
    b->thresholds[b->threshold_count - 1] = (struct threshold){effective, b->amount, is_cash};
}

int64_t threshold_now(const struct books *b, bool is_cash)
{
    const struct threshold *found = NULL;
    for (unsigned i = 0; i < b->threshold_count; i++)
        if (b->thresholds[i].is_cash == is_cash && b->thresholds[i].effective <= b->time &&
            (found == NULL || b->thresholds[i].effective >= found->effective))
            found = &b->thresholds[i];
    return found == NULL ? 0 : found->amount;
}

/* ---- Limits ---- */

/* Checks a raised limit against the highest that any floor may have. */
void limit_raised(struct books *b)
{
    static const char *const names[] = {"tables", "links",     "claims", "disputes", "alarms",
                                        "people", "documents", "tokens", NULL};
    static const uint64_t highest[LIMITS] = {16384, 256, 8192, 8192, 8192, 8192, 512, 4096};
    const int limit = word_of(event_text(&b->e, "item"), names);
    const uint64_t most = event_number(&b->e, "most");
    if (limit < 0 || most > highest[limit])
        fault(b, "a limit that no floor has");
    else if (most <= b->limits[limit])
        fault(b, "a limit that is not raised");
    else
        b->limits[limit] = most;
}

/* ---- Alarms ---- */

void place_known(struct books *b)
{
    if (event_has(&b->e, "link"))
        link_of(b, "link");
    if (event_has(&b->e, "table"))
        table_of(b);
}

/* These alarms halt the floor, or close a table: a table or a witness remembers more than the log
 * has; or the manager's books were changed. */
void alarm_raised(struct books *b)
{
    const bool is_one_table = b->semantics >= 2 && event_is(&b->e, "item", "unproved");
    const bool is_of_books = b->semantics >= 2 && event_is(&b->e, "item", "books");
    if (event_has(&b->e, "witnessed") &&
        (b->semantics < 3 || !event_is(&b->e, "item", "rollback") || b->table != NOT_THERE))
        fault(b, "an alarm that is not a witness's says what a witness has seen");
    if (!is_one_table && !is_of_books && !event_is(&b->e, "item", "rollback"))
        return;
    b->halts = list_add(b->halts, &b->halt_count, sizeof(*b->halts));
    b->halts[b->halt_count - 1] = (struct halt){b->seq, b->table, is_one_table};
}

void alarm_acknowledged(struct books *b)
{
    const uint64_t alarm = event_number(&b->e, "alarm");
    if (alarm >= b->seq)
        fault(b, "an alarm is answered that nobody has heard yet");
    for (unsigned i = 0; i < b->halt_count; i++) {
        if (b->halts[i].seq != alarm)
            continue;
        if (!event_has(&b->e, "approver"))
            check_second_person(b);
        if (b->halts[i].table != NOT_THERE)
            b->tables[b->halts[i].table].is_forgiven = true;
        list_remove(b->halts, &b->halt_count, sizeof(*b->halts), i);
        return;
    }
}

void check_running(struct books *b)
{
    for (unsigned i = 0; i < b->halt_count; i++)
        if (!b->halts[i].is_one_table)
            fault(b, "the floor is halted by the alarm of event %llu, which nobody has answered",
                  (unsigned long long)b->halts[i].seq);
}
