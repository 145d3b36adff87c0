/* The End of Shift form (REC-3): the hard meters of the tables against the meters of their link;
 * the arithmetic is that of the printed form (floor/shift_figures.h). */
#include "base/err.h"
#include "base/json_write.h"
#include "base/money.h"
#include "floor/shift_figures.h"
#include "service/api/views.h"

static void add_meter(struct text *t, const struct cr_meter_rules *rules,
                      const struct shift_figures *s)
{
    view_open(t, NULL, '{');
    view_text(t, "name", rules->name);
    view_share(t, "increment_rate", rules->share);
    view_money(t, "begin", s->begin);
    view_money(t, "end", s->end);
    view_money(t, "change", money_sub(s->end, s->begin));
    view_money(t, "expected", s->expected);
    view_money(t, "awards", s->awards);
    view_money(t, "reseeds", s->reseeds);
    view_money(t, "moved_in", s->moved_in);
    view_money(t, "corrected", s->corrected);
    view_money(t, "variance", s->variance);
    view_flag(t, "alarm", s->is_alarm);
    view_close(t, '}');
}

static void add_hard_meter(struct text *t, struct shift_coins coins)
{
    view_open(t, "hard_meter", '{');
    view_count(t, "begin", coins.begin);
    view_count(t, "end", coins.end);
    view_count(t, "coins", coins.end - coins.begin);
    view_close(t, '}');
}

static void add_link(struct text *t, const struct floor *f, uint32_t link)
{
    const struct cr_progressive *p = floor_progressive(f, link);
    const struct ledger *now = &f->links[link].books, *then = &f->links[link].at_shift;
    const struct shift_coins coins = shift_coins_of(f, link);
    view_open(t, NULL, '{');
    view_text(t, "link", f->links[link].id);
    add_hard_meter(t, coins);
    view_money(t, "coin_in", money_sub(now->coin_in, then->coin_in));
    view_money(t, "returned", money_sub(now->returned, then->returned));
    view_money(t, "house", money_sub(now->house, then->house));
    view_money(t, "house_funded", money_sub(now->house_funded, then->house_funded));
    view_money(t, "tray_paid", money_sub(now->tray_paid, then->tray_paid));
    view_money(t, "envy_paid", money_sub(now->envy_paid, then->envy_paid));
    view_open(t, "meters", '[');
    for (unsigned m = 0; m < p->meter_count; m++) {
        const struct shift_figures s = shift_figures_now(f, link, m);
        add_meter(t, &p->meters[m], &s);
    }
    view_close(t, ']');
    view_close(t, '}');
}

static void add_table(struct text *t, const struct floor *f, uint32_t table)
{
    const struct floor_table *of = &f->tables[table];
    view_open(t, NULL, '{');
    view_text(t, "table", of->id);
    view_text_or_null(t, "link", of->link == FLOOR_NONE ? "" : f->links[of->link].id);
    add_hard_meter(t, (struct shift_coins){f->plays[table].coins_at_shift, f->plays[table].coins});
    view_close(t, '}');
}

int view_shift(struct text *t, const struct view *v, const char *id, struct cr_err *err)
{
    const struct floor *f = v->floor;
    (void)id;
    if (f->general.shift == 0)
        return err_set(err, CR_E_NOT_FOUND, "no shift is open; open one first");
    view_open(t, NULL, '{');
    view_count(t, "shift", f->general.shift);
    view_text(t, "name", f->general.shift_name);
    view_count(t, "seq", f->seq);
    view_open(t, "links", '[');
    for (uint32_t l = 0; l < f->link_count; l++)
        add_link(t, f, l);
    view_close(t, ']');
    view_open(t, "tables", '[');
    for (uint32_t i = 0; i < f->table_count; i++)
        add_table(t, f, i);
    view_close(t, ']');
    view_close(t, '}');
    return 0;
}
