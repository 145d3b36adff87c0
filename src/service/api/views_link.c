/* Links: their parameters (REG-7), their books (REG-8), what a sign shows. */
#include "base/err.h"
#include "base/json_write.h"
#include "service/api/views.h"

bool view_link_is_pending(const struct floor *f, uint32_t link)
{
    for (uint32_t c = 0; c < f->claim_count; c++)
        if (f->claims[c].link == link && f->claims[c].claim.state == CLAIM_PENDING)
            return true;
    return false;
}

static void add_signs(struct text *t, const struct floor *f, uint32_t link)
{
    const struct cr_progressive *p = floor_progressive(f, link);
    view_open(t, "meters", '[');
    for (unsigned m = 0; m < p->meter_count; m++) {
        view_open(t, NULL, '{');
        view_text(t, "name", p->meters[m].name);
        view_money(t, "amount", f->links[link].books.levels[m].meter.amount);
        view_close(t, '}');
    }
    view_close(t, ']');
}

void view_meters(struct text *t, const struct view *v, uint32_t link)
{
    const struct floor *f = v->floor;
    view_open(t, NULL, '{');
    view_text(t, "link", f->links[link].id);
    view_text(t, "progressive", floor_progressive(f, link)->name);
    view_flag(t, "open", f->links[link].open && !f->general.halted);
    view_flag(t, "pending", view_link_is_pending(f, link));
    view_count(t, "seq", f->seq);
    view_money(t, "bet", floor_progressive(f, link)->bet);
    add_signs(t, f, link);
    view_close(t, '}');
}

int view_links(struct text *t, const struct view *v, const char *id, struct cr_err *err)
{
    (void)id;
    (void)err;
    view_open(t, NULL, '{');
    view_open(t, "links", '[');
    for (uint32_t l = 0; l < v->floor->link_count; l++)
        view_meters(t, v, l);
    view_close(t, ']');
    view_close(t, '}');
    return 0;
}

static void add_level(struct text *t, const struct cr_meter_rules *rules,
                      const struct ledger_level *level)
{
    view_open(t, NULL, '{');
    view_text(t, "name", rules->name);
    view_share(t, "share", rules->share);
    view_share(t, "reserve_share", rules->reserve_share);
    view_money(t, "seed", rules->seed);
    if (rules->has_limit)
        view_money(t, "limit", rules->limit);
    else
        view_null(t, "limit");
    view_money(t, "amount", level->meter.amount);
    view_money(t, "reserve", level->meter.reserve);
    view_money(t, "overflow", level->meter.overflow);
    view_count(t, "hits", level->hits);
    view_money(t, "seeded", level->seeded);
    view_money(t, "contributed", level->contributed);
    view_money(t, "reserved", level->reserved);
    view_money(t, "moved_in", level->moved_in);
    view_money(t, "corrected", level->corrected);
    view_money(t, "reserve_corrected", level->reserve_corrected);
    view_money(t, "pending", level->pending);
    view_money(t, "paid", level->paid);
    view_close(t, '}');
}

static void add_books(struct text *t, const struct ledger *books)
{
    view_open(t, "books", '{');
    view_count(t, "coins", books->coins);
    view_money(t, "coin_in", books->coin_in);
    view_money(t, "returned", books->returned);
    view_money(t, "house", books->house);
    view_money(t, "house_funded", books->house_funded);
    view_money(t, "tray_paid", books->tray_paid);
    view_money(t, "envy_paid", books->envy_paid);
    view_close(t, '}');
}

/* REG-8: the newest first. */
static void add_hits(struct text *t, const struct floor *f, const struct floor_link *l,
                     const struct cr_progressive *p)
{
    const char *const *awards = view_words_of(FLOOR_AWARD_PAID, "award");
    view_open(t, "hits", '[');
    for (unsigned i = 1; i <= FLOOR_HITS; i++) {
        const struct floor_hit *hit = &l->hits[(l->hit_next + FLOOR_HITS - i) % FLOOR_HITS];
        if (hit->seq == 0)
            break;
        view_open(t, NULL, '{');
        view_count(t, "seq", hit->seq);
        view_text(t, "table", f->tables[hit->table].id);
        view_count(t, "seat", hit->seat);
        view_word(t, "award", awards, hit->award);
        view_text(t, "meter", p->meters[hit->meter].name);
        view_money(t, "amount", hit->amount);
        view_close(t, '}');
    }
    view_close(t, ']');
}

static void add_parameters(struct text *t, const struct floor *f, const struct floor_link *l,
                           const struct cr_progressive *p)
{
    static const char *const policies[] = {"order", "full", "split"};
    view_text(t, "progressive", p->name);
    view_hash(t, "document", f->documents[l->document].hash);
    view_money(t, "bet", p->bet);
    view_share(t, "house_share", p->house_share);
    view_text(t, "policy", policies[l->policy]);
    view_flag(t, "claim_lock", l->claim_lock != 0);
    view_count(t, "high_approvals", l->high_approvals);
    view_count(t, "low_approvals", l->low_approvals);
    view_count_or_null(t, "coins_per_minute", l->coins_per_minute);
    view_count(t, "configured", l->configured);
}

int view_link(struct text *t, const struct view *v, const char *id, struct cr_err *err)
{
    const struct floor *f = v->floor;
    const uint32_t link = floor_find_link(f, id);
    if (link == FLOOR_NONE)
        return err_refuse(err, CR_E_NOT_FOUND, REASON_NO_SUCH_LINK, "link", "there is no \"%s\"",
                          id);
    const struct floor_link *l = &f->links[link];
    const struct cr_progressive *p = floor_progressive(f, link);
    view_open(t, NULL, '{');
    view_text(t, "link", l->id);
    view_flag(t, "open", l->open && !f->general.halted);
    view_flag(t, "pending", view_link_is_pending(f, link));
    view_count(t, "seq", f->seq);
    add_parameters(t, f, l, p);
    add_books(t, &l->books);
    view_open(t, "meters", '[');
    for (unsigned m = 0; m < p->meter_count; m++)
        add_level(t, &p->meters[m], &l->books.levels[m]);
    view_close(t, ']');
    view_open(t, "order", '[');
    for (unsigned i = 0; i < l->order_count; i++)
        view_count(t, NULL, l->order[i]);
    view_close(t, ']');
    view_open(t, "tables", '[');
    for (uint32_t i = 0; i < f->table_count; i++)
        if (f->tables[i].link == link)
            view_text(t, NULL, f->tables[i].id);
    view_close(t, ']');
    add_hits(t, f, l, p);
    view_close(t, '}');
    return 0;
}
