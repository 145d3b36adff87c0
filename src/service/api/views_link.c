/* Views of links: their parameters (REG-7), their books (REG-8), and what a sign shows. */
#include "service/api/views.h"

/* Claims without a key do not count: such an award is no jackpot, and signs do not mention it. */
void view_link_state(struct text *t, const struct floor *f, uint32_t link)
{
    bool pending = false, held = false;
    for (uint32_t i = 0; i < f->claim_count; i++) {
        const struct floor_claim *c = &f->claims[i];
        if (c->link != link || c->claim.state != CLAIM_PENDING || c->key == CR_KEY_NONE)
            continue;
        pending = true;
        held = held || c->held;
    }
    json_flag(t, "open", f->links[link].open && !f->general.halted);
    json_flag(t, "pending", pending);
    json_flag(t, "ruling_awaited", held);
}

void view_sign_meters(struct text *t, const struct floor *f, uint32_t link)
{
    const struct cr_progressive *p = floor_progressive(f, link);
    json_open(t, "meters", '[');
    for (unsigned m = 0; m < p->meter_count; m++) {
        json_open(t, NULL, '{');
        json_text(t, "name", p->meters[m].name);
        json_money(t, "amount", f->links[link].books.levels[m].meter.amount);
        json_close(t, '}');
    }
    json_close(t, ']');
}

void view_meters(struct text *t, const struct view *v, uint32_t link)
{
    const struct floor *f = v->floor;
    json_open(t, NULL, '{');
    json_text(t, "link", f->links[link].id);
    json_text(t, "progressive", floor_progressive(f, link)->name);
    view_link_state(t, f, link);
    json_count(t, "seq", f->seq);
    json_money(t, "bet", floor_progressive(f, link)->bet);
    view_sign_meters(t, f, link);
    json_close(t, '}');
}

void view_links(struct text *t, const struct view *v)
{
    json_open(t, "links", '[');
    for (uint32_t l = 0; l < v->floor->link_count; l++)
        view_meters(t, v, l);
    json_close(t, ']');
}

static void add_level(struct text *t, const struct cr_meter_rules *rules,
                      const struct ledger_level *level)
{
    json_open(t, NULL, '{');
    json_text(t, "name", rules->name);
    EACH_MEMBER(json_share, t, rules, share, reserve_share);
    json_money(t, "seed", rules->seed);
    if (rules->has_limit)
        json_money(t, "limit", rules->limit);
    else
        json_null(t, "limit");
    JSON_MEMBERS(t, &level->meter, amount, reserve, overflow);
    JSON_MEMBERS(t, level, hits, seeded, contributed, reserved, moved_in, corrected,
                 reserve_corrected, pending, paid);
    json_close(t, '}');
}

static void add_books(struct text *t, const struct ledger *books)
{
    json_open(t, "books", '{');
    JSON_MEMBERS(t, books, coins, coin_in, returned, house, house_funded, tray_paid, tray_corrected,
                 envy_paid);
    json_close(t, '}');
}

/* REG-8: the last hits, newest first. */
static void add_hits(struct text *t, const struct floor *f, const struct floor_link *l,
                     const struct cr_progressive *p)
{
    const char *const *awards = view_words_of(FLOOR_AWARD_PAID, "award");
    json_open(t, "hits", '[');
    for (unsigned i = 1; i <= FLOOR_HITS; i++) {
        const struct floor_hit *hit = &l->hits[(l->hit_next + FLOOR_HITS - i) % FLOOR_HITS];
        if (hit->seq == 0)
            break;
        json_open(t, NULL, '{');
        json_count(t, "seq", hit->seq);
        json_text(t, "table", f->tables[hit->table].id);
        json_count(t, "seat", hit->seat);
        view_word(t, "award", awards, hit->award);
        json_text(t, "meter", p->meters[hit->meter].name);
        json_money(t, "amount", hit->amount);
        json_close(t, '}');
    }
    json_close(t, ']');
}

static void add_parameters(struct text *t, const struct floor *f, const struct floor_link *l,
                           const struct cr_progressive *p)
{
    json_text(t, "progressive", p->name);
    json_hash(t, "document", f->documents[l->document].hash);
    json_money(t, "bet", p->bet);
    json_share(t, "house_share", p->house_share);
    json_text(t, "policy", ledger_policy_names[l->policy]);
    json_flag(t, "claim_lock", l->claim_lock != 0);
    JSON_MEMBERS(t, l, high_approvals, low_approvals);
    json_count_or_null(t, "coins_per_minute", l->coins_per_minute);
    json_count(t, "configured", l->configured);
}

/* PIT-8: the order of wins that surveillance found, for the person who rules on it. */
static void add_finding(struct text *t, const struct floor_link *l)
{
    json_open(t, "found", '[');
    for (unsigned i = 0; i < l->found_count; i++)
        json_count(t, NULL, l->found[i]);
    json_close(t, ']');
    json_text_or_null(t, "found_by", l->found_by);
}

int view_link(struct text *t, const struct view *v, const char *id, struct cr_err *err)
{
    const struct floor *f = v->floor;
    uint32_t link;
    int rc = floor_need_link(f, id, &link, err);
    if (rc != 0)
        return rc;
    const struct floor_link *l = &f->links[link];
    const struct cr_progressive *p = floor_progressive(f, link);
    json_open(t, NULL, '{');
    json_text(t, "link", l->id);
    view_link_state(t, f, link);
    json_count(t, "seq", f->seq);
    add_parameters(t, f, l, p);
    add_books(t, &l->books);
    json_open(t, "meters", '[');
    for (unsigned m = 0; m < p->meter_count; m++)
        add_level(t, &p->meters[m], &l->books.levels[m]);
    json_close(t, ']');
    json_open(t, "order", '[');
    for (unsigned i = 0; i < l->order_count; i++)
        json_count(t, NULL, l->order[i]);
    json_close(t, ']');
    add_finding(t, l);
    json_open(t, "tables", '[');
    for (uint32_t i = 0; i < f->table_count; i++)
        if (f->tables[i].link == link)
            json_text(t, NULL, f->tables[i].id);
    json_close(t, ']');
    add_hits(t, f, l, p);
    json_close(t, '}');
    return 0;
}
