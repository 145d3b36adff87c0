/* The paper on how one payment's amount arose (REG-10): from the meter's last reset, through coins,
 * awards and corrections, to what was taken; and every event of the claim with its place in the
 * chain. */
#include "reports/claim/claim_internal.h"
#include "reports/claim/claim_papers.h"

#include "base/money.h"
#include "base/text.h"
#include "floor/event_words.h"
#include "floor/house_items.h"

static void add_count(struct paper *p, uint64_t count)
{
    if (count > 0)
        paper_cell_count(p, count);
    else
        paper_cell(p, "");
}

static void add_step(struct paper *p, const char *step, uint64_t event, uint64_t count,
                     struct cr_money amount)
{
    paper_cell(p, step);
    add_count(p, event);
    add_count(p, count);
    paper_cell_money(p, amount);
}

static void add_change(struct paper *p, const char *step, uint64_t event, struct cr_money amount)
{
    paper_cell(p, step);
    add_count(p, event);
    paper_cell_money(p, amount);
}

static struct cr_money negative(struct cr_money amount)
{
    return money_sub(cr_money_from_micro(0), amount);
}

/* What filled the meter, up to the moment before the payment. */
static void add_filling(struct paper *p, const struct claim_story *s)
{
    const struct claim_meter *m = &s->meter;
    paper_section(p, "meter", "The meter before the payment");
    paper_fact(p, "name", "Meter", s->paid.from);
    PAPER_TABLE(p, "filling", {"step", "Step", PAPER_TEXT}, {"event", "Event", PAPER_COUNT},
                {"events", "Number of events", PAPER_COUNT}, {"amount", "Amount", PAPER_MONEY});
    add_step(p, m->is_complete ? "Meter after its last reset" : "Meter where counting began",
             m->since, 0, m->start);
    add_step(p, "Contributions from coin-in", 0, m->coin_events, m->contributed);
    add_step(p, "Other awards off the meter", 0, m->award_events, negative(m->awarded));
    add_step(p, "Corrections, transfers and other changes", 0, 0, m->other);
    add_step(p, "Meter before the payment", s->taken, 0, m->before);
    paper_total(p);
    paper_fact(p, "balances", "Balances", claim_meter_balances(m) ? "yes" : "NO");
    if (!m->is_complete)
        paper_note(p, "The last reset lies too far back in the log to be counted from; what the "
                      "meter was where counting began follows from the sums.");
}

/* What the payment did to the meter. */
static void add_payment(struct paper *p, const struct claim_story *s)
{
    const struct claim_meter *m = &s->meter;
    const struct cr_money from_meter = money_sub(s->paid.amount, s->paid.house_funded);
    const struct cr_money rest = money_sub(m->after, money_sub(m->before, from_meter));
    const struct cr_money moved = money_sub(rest, s->paid.reseeded);
    /* REG-11: a ruling takes the amounts of several claims at once. */
    const bool is_ruled = s->taken != s->paid.seq && s->taken != s->number;
    paper_section(p, "payment", "The payment");
    PAPER_TABLE(p, "payment", {"step", "Step", PAPER_TEXT}, {"event", "Event", PAPER_COUNT},
                {"amount", "Amount", PAPER_MONEY});
    add_change(p, "Meter before the payment", s->taken, m->before);
    add_change(p, "Paid off the meter", s->paid.seq, negative(from_meter));
    if (s->paid.reseeded.micro != 0)
        add_change(p, "Seed, put in by the house", 0, s->paid.reseeded);
    if (moved.micro != 0)
        add_change(p, is_ruled ? "Other claims of the ruling, and the reserve" : "Reserve moved in",
                   0, moved);
    add_change(p, "Meter after the payment", s->taken, m->after);
    paper_total(p);
}

static void add_events(struct paper *p, const struct claim_source *source)
{
    const struct claim_story *s = source->story;
    const struct floor *f = &source->copy->floor;
    const struct event_words_style style = {.zone = house_zone(f), .money = house_money(f)};
    struct floor_event e;
    char people[2 * FLOOR_PERSON_MAX + 8], details[2048], hash[17];
    struct text t;
    paper_section(p, "events",
                  s->is_award ? "The event in the log" : "The claim's events in the log");
    PAPER_TABLE(p, "events", {"event", "Event", PAPER_COUNT}, {"time", "Time", PAPER_TIME},
                {"what", "What", PAPER_TEXT}, {"who", "Who", PAPER_TEXT},
                {"details", "Details", PAPER_TEXT}, {"hash", "Hash", PAPER_TEXT});
    for (size_t i = 0; i < s->entry_count; i++) {
        claim_story_event(s, i, &e);
        paper_cell_count(p, e.seq);
        paper_cell_time(p, e.time_ms);
        paper_cell(p, event_kind(e.kind)->title);
        text_init(&t, people, sizeof people);
        event_words_people(&e, event_words_plain, &t);
        paper_cell(p, people);
        text_init(&t, details, sizeof details);
        event_words_details(&e, &style, event_words_plain, &t);
        paper_cell(p, details);
        text_init(&t, hash, sizeof hash);
        text_add_hex(&t, s->entries[i].hash, 8);
        paper_cell(p, hash);
    }
    paper_note(p, "Hash: the first digits of the event's place in the chain of the log.");
}

static void add_head(struct paper *p, const struct claim_source *source)
{
    const struct claim_story *s = source->story;
    claim_add_house(p, source);
    claim_add_place(p, source);
    paper_fact_time(p, "paid_at", "Paid", s->paid.time_ms);
    paper_fact_money(p, "amount", "Amount", s->paid.amount);
    paper_emphasis(p);
    claim_add_rule(p, source);
    paper_fact(p, "from", "From", s->paid.from);
    paper_fact_money(p, "house_funded", "Of it funded by the house", s->paid.house_funded);
    paper_fact_money(p, "envy", "Envy to other seats, besides", s->paid.envy);
}

int paper_derivation(struct store *store, uint64_t number, struct paper **out, struct cr_err *err)
{
    struct claim_source source;
    int rc = claim_source_read(store, number, &source, err);
    if (rc != CR_OK)
        return rc;
    if (!source.story->is_award)
        rc = claim_check_paid(source.story, err);
    if (rc == CR_OK) {
        struct paper *p = paper_new(PAPER_REPORT, "derivation", "Amount Derivation");
        add_head(p, &source);
        if (source.story->meter.is_known) {
            add_filling(p, source.story);
            add_payment(p, source.story);
        }
        add_events(p, &source);
        *out = p;
    }
    claim_source_free(&source);
    return rc;
}
