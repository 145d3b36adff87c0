/* View of the End of Shift form (REC-3): the hard meters of the tables against the meters of their
 * links. The arithmetic is that of the printed form (floor/shift_figures.h). */
#include "base/money.h"
#include "floor/house_items.h"
#include "floor/shift_figures.h"
#include "service/api/views.h"

static void add_meter(struct text *t, const struct cr_meter_rules *rules,
                      const struct shift_figures *s)
{
    json_open(t, NULL, '{');
    json_text(t, "name", rules->name);
    json_share(t, "increment_rate", rules->share);
    JSON_MEMBERS(t, s, begin, end);
    json_money(t, "change", money_sub(s->end, s->begin));
    JSON_MEMBERS(t, s, expected, returned, overflow, awards, reseeds, moved_in, corrected,
                 variance);
    json_flag(t, "alarm", s->is_alarm);
    json_close(t, '}');
}

static void add_hard_meter(struct text *t, struct shift_coins coins)
{
    json_open(t, "hard_meter", '{');
    JSON_MEMBERS(t, &coins, begin, end);
    json_integer(t, "coins", coins.end - coins.begin);
    json_close(t, '}');
}

static void add_link(struct text *t, const struct floor *f, uint32_t link)
{
    const struct cr_progressive *p = floor_progressive(f, link);
    const struct ledger *now = &f->links[link].books, *then = &f->links[link].at_shift;
    const struct shift_coins coins = shift_coins_of(f, link);
    json_open(t, NULL, '{');
    json_text(t, "link", f->links[link].id);
    add_hard_meter(t, coins);
    json_money(t, "coin_in", money_sub(now->coin_in, then->coin_in));
    json_money(t, "returned", money_sub(now->returned, then->returned));
    json_money(t, "house", money_sub(now->house, then->house));
    json_money(t, "house_funded", money_sub(now->house_funded, then->house_funded));
    json_money(t, "tray_paid", money_sub(now->tray_paid, then->tray_paid));
    json_money(t, "envy_paid", money_sub(now->envy_paid, then->envy_paid));
    json_open(t, "meters", '[');
    for (unsigned m = 0; m < p->meter_count; m++) {
        const struct shift_figures s = shift_figures_now(f, link, m);
        add_meter(t, &p->meters[m], &s);
    }
    json_close(t, ']');
    json_close(t, '}');
}

static void add_table(struct text *t, const struct floor *f, uint32_t table)
{
    const struct floor_table *of = &f->tables[table];
    json_open(t, NULL, '{');
    json_text(t, "table", of->id);
    json_text_or_null(t, "link", of->link == FLOOR_NONE ? "" : f->links[of->link].id);
    add_hard_meter(t, (struct shift_coins){(int64_t)f->plays[table].coins_at_shift,
                                           (int64_t)f->plays[table].coins});
    json_open(t, "counter", '{');
    json_count_or_null(t, "read", of->read_seq);
    json_count(t, "shows", of->counter);
    json_integer(t, "off", of->drift - of->drift_at_shift);
    json_flag(t, "alarm", shift_table_is_off(of));
    json_flag(t, "due", floor_is_reading_due(f, table));
    json_close(t, '}');
    json_close(t, '}');
}

/* The name that follows in the house's list of shifts: the next shift gets it, unless another name
 * is given. */
static void add_next(struct text *t, const struct floor *f)
{
    char next[CR_TITLE_MAX];
    const bool known = house_next_shift(f, f->general.shift_name, next);
    json_text_or_null(t, "next", known ? next : "");
}

/* PIT-6: open claims, open disputes and tables in play, which the closing hands over to the next
 * shift. */
static void add_open(struct text *t, const struct floor *f)
{
    json_open(t, "open", '{');
    json_open(t, "claims", '[');
    for (uint32_t i = 0; i < f->claim_count; i++)
        if (!claim_is_done(&f->claims[i].claim))
            json_count(t, NULL, f->claims[i].seq);
    json_close(t, ']');
    json_open(t, "disputes", '[');
    for (uint32_t i = 0; i < f->dispute_count; i++)
        if (!f->disputes[i].decided)
            json_count(t, NULL, f->disputes[i].seq);
    json_close(t, ']');
    json_open(t, "in_play", '[');
    for (uint32_t i = 0; i < f->table_count; i++)
        if (f->plays[i].mode == FLOOR_IN_PLAY)
            json_text(t, NULL, f->tables[i].id);
    json_close(t, ']');
    json_close(t, '}');
}

int view_shift(struct text *t, const struct view *v, const char *id, struct cr_err *err)
{
    const struct floor *f = v->floor;
    (void)id;
    if (f->general.shift == 0)
        return err_set(err, CR_E_NOT_FOUND, "no shift is open; open one first");
    json_open(t, NULL, '{');
    json_count(t, "shift", f->general.shift);
    json_text(t, "name", f->general.shift_name);
    json_text_or_null(t, "day", f->general.shift_day);
    json_count_or_null(t, "number", f->general.shift_number);
    json_count(t, "seq", f->seq);
    add_next(t, f);
    add_open(t, f);
    json_open(t, "links", '[');
    for (uint32_t l = 0; l < f->link_count; l++)
        add_link(t, f, l);
    json_close(t, ']');
    json_open(t, "tables", '[');
    for (uint32_t i = 0; i < f->table_count; i++)
        add_table(t, f, i);
    json_close(t, ']');
    json_close(t, '}');
    return 0;
}
