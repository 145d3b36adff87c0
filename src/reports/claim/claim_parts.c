/* What the papers of one payment share. */
#include "reports/claim/claim_internal.h"

#include "base/err.h"
#include "base/text.h"
#include "floor/event_words.h"
#include "reports/floor/house_paper.h"

#include <stdio.h>

int claim_source_read(struct store *store, uint64_t number, struct claim_source *out,
                      struct cr_err *err)
{
    struct claim_source s = {0};
    int rc = store_hold(store, err);
    if (rc != CR_OK)
        return rc;
    rc = claim_gather(store, number, &s.story, err);
    if (rc == CR_OK)
        rc = stored_floor_read_held(store, &s.copy, err);
    if (rc == CR_OK)
        rc = claim_gather_meter(store, &s.copy->floor, s.story, err);
    store_release(store);
    return err_or_filled(rc, out, s, claim_source_free);
}

void claim_source_free(struct claim_source *source)
{
    claim_story_free(source->story);
    stored_floor_free(source->copy);
    *source = (struct claim_source){0};
}

bool claim_waits_for_clearing(const struct claim_source *source)
{
    const struct claim_story *s = source->story;
    const struct floor_claim *open = floor_find_claim(&source->copy->floor, s->number);
    return s->is_paid && !s->is_cleared && open != NULL && open->claim.needs.clearing;
}

const char *claim_method_words(unsigned method)
{
    return method == CLAIM_CHECK ? "casino check" : method == CLAIM_CHEQUES ? "cheques" : "";
}

void claim_add_house(struct paper *p, const struct claim_source *source)
{
    const struct floor *f = &source->copy->floor;
    const uint32_t link = floor_find_link(f, source->story->made.link);
    house_set_locale(p, f);
    house_add_name(p, f, link != FLOOR_NONE ? floor_progressive(f, link)->house : NULL);
}

const char *claim_said(const struct claim_story *story, enum floor_kind kind, const char *member,
                       char *room, size_t size)
{
    struct floor_event e;
    room[0] = '\0';
    for (size_t i = 0; i < story->entry_count; i++) {
        char said[64];
        claim_story_event(story, i, &e);
        if (e.kind == kind &&
            event_words_member_in(&e, member, event_words_plain, said, sizeof said)[0] != '\0')
            snprintf(room, size, "%s", said);
    }
    return room;
}

/* The cards as people typed them with the check of the hand, or else as the table dealt them. For a
 * jackpot whose cards nobody has given yet the paper says so, because people sign it. */
static void add_cards(struct paper *p, const struct claim_story *story)
{
    char said[64];
    if (claim_said(story, FLOOR_CLAIM_VERIFIED, "text", said, sizeof said)[0] == '\0')
        event_words_member_in(&story->made, "text", event_words_plain, said, sizeof said);
    if (said[0] != '\0' || !story->is_award)
        paper_fact(p, "cards", "Cards", said[0] != '\0' ? said : "not keyed in");
}

void claim_add_place(struct paper *p, const struct claim_source *source)
{
    const struct floor_event *e = &source->story->made;
    char hand[64], said[64];
    if (source->story->is_award)
        paper_fact_count(p, "event", "Event", e->seq);
    else
        paper_fact_count(p, "claim", "Claim", e->seq);
    paper_fact(p, "link", "Link", e->link);
    paper_fact(p, "table", "Table", e->table);
    paper_fact_count(p, "seat", "Seat", e->seat);
    paper_fact_count(p, "round", "Round", e->round);
    paper_fact(p, "hand", "Hand",
               event_words_member_in(e, "award", event_words_plain, hand, sizeof hand));
    add_cards(p, source->story);
    if (claim_said(source->story, FLOOR_CLAIM_VERIFIED, "reference", said, sizeof said)[0] != '\0')
        paper_fact(p, "surveillance", "Surveillance", said);
}

void claim_add_rule(struct paper *p, const struct claim_source *source)
{
    const struct claim_meter *m = &source->story->meter;
    char words[128];
    struct text t = text_in(words, sizeof words);
    if (!m->is_known) {
        text_add(&t, "a fixed amount from the table's tray");
    } else if (m->rule.kind == CR_AWARD_PERCENT) {
        text_add_percent(&t, m->rule.ppm);
        text_add(&t, " of the meter");
    } else {
        text_add(&t, "a fixed amount off the meter");
    }
    paper_fact(p, "rule", "Schedule", words);
}

void claim_add_arising(struct paper *p, const struct claim_source *source)
{
    const struct claim_meter *m = &source->story->meter;
    paper_section(p, "arising", "How the amount arose");
    claim_add_rule(p, source);
    if (!m->is_known)
        return;
    paper_fact_money(p, "start", m->is_complete ? "Meter after its last reset" : "Meter, earlier",
                     m->start);
    paper_fact_money(p, "contributed", "Contributions since", m->contributed);
    paper_fact_count(p, "coin_events", "Coin-in events since", m->coin_events);
    if (m->awarded.micro != 0)
        paper_fact_money(p, "awarded", "Other awards off it", m->awarded);
    if (m->other.micro != 0)
        paper_fact_money(p, "other", "Other changes", m->other);
    paper_fact_money(p, "before", "Meter before", m->before);
    paper_fact_money(p, "after", "Meter after", m->after);
    paper_fact(p, "balances", "Balances", claim_meter_balances(m) ? "yes" : "NO");
}
