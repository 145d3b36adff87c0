/* Views of the house: its settings, its messages, the face of a sign, cash of patrons, and
 * notices. */
#include "floor/house_items.h"
#include "floor/notices.h"
#include "game/games/game.h"
#include "game/meters/meters.h"
#include "service/api/views.h"

#include <string.h>

/* ---- The house ---- */

/* PIT-15: the house's zone, its present time and its gaming day. */
static void add_time(struct text *t, const struct view *v)
{
    char text[FLOOR_HOUSE_TEXT_MAX], day[CR_NAME_MAX], when[WHEN_TEXT_MAX];
    const char *abbreviation;
    const struct zone zone = house_zone(v->floor);
    const int32_t offset = zone_offset(&zone, v->now_ms, &abbreviation);
    house_gaming_day_now(v->floor, v->now_ms, day);
    json_text(t, "zone", house_zone_name(v->floor, text));
    json_text(t, "rule", house_zone_rule(v->floor));
    json_text(t, "abbreviation", abbreviation);
    json_integer(t, "offset_s", offset);
    json_text(t, "time", zone_format(&zone, v->now_ms, when));
    json_text(t, "gaming_day", day);
}

static void add_list(struct text *t, const char *key, const char *list)
{
    char item[CR_TITLE_MAX];
    json_open(t, key, '[');
    for (unsigned i = 0; house_list_item(list, i, item, sizeof(item)); i++)
        json_text(t, NULL, item);
    json_close(t, ']');
}

static void add_house(struct text *t, const struct view *v)
{
    const struct floor *f = v->floor;
    json_open(t, "house", '{');
    json_text_or_null(t, "name", house_item(f, HOUSE_NAME));
    add_time(t, v);
    json_text(t, "day_start", house_item(f, HOUSE_DAY_START));
    json_text(t, "paper", house_item(f, HOUSE_PAPER));
    json_text(t, "money", house_item(f, HOUSE_MONEY));
    add_list(t, "shifts", house_item(f, HOUSE_SHIFTS));
    json_text_or_null(t, "service", house_item(f, HOUSE_SERVICE));
    add_list(t, "compliance", house_item(f, HOUSE_COMPLIANCE));
    json_text_or_null(t, "lights", house_item(f, HOUSE_LIGHTS));
    json_text_or_null(t, "logo", house_item(f, HOUSE_LOGO));
    json_close(t, '}');
}

void view_house(struct text *t, const struct view *v)
{
    add_house(t, v);
}

/* ---- Messages ---- */

static void add_message(struct text *t, const struct floor *f, const struct floor_message *m)
{
    json_open(t, NULL, '{');
    json_count(t, "message", m->seq);
    json_text(t, "text", m->text);
    json_text_or_null(t, "link", m->link == FLOOR_NONE ? "" : f->links[m->link].id);
    json_text_or_null(t, "table", m->table == FLOOR_NONE ? "" : f->tables[m->table].id);
    json_count_or_null(t, "from", (uint64_t)m->from_ms);
    json_count_or_null(t, "until", (uint64_t)m->until_ms);
    json_close(t, '}');
}

/* Messages that are shown now or will be later. */
void view_messages(struct text *t, const struct view *v)
{
    const struct floor_messages *all = v->floor->messages;
    json_open(t, "messages", '[');
    for (unsigned i = 0; i < all->count; i++)
        if (all->list[i].until_ms == 0 || all->list[i].until_ms > v->now_ms)
            add_message(t, v->floor, &all->list[i]);
    json_close(t, ']');
}

/* ---- The face of a sign (PIT-13) ---- */

static void add_awards(struct text *t, const struct cr_progressive *p)
{
    const char *const *hands = view_words_of(FLOOR_AWARD_PAID, "award");
    json_open(t, "awards", '[');
    for (unsigned c = CR_CATEGORIES; c-- > 0;) {
        const struct cr_award *award = &p->awards[c];
        if (award->kind == CR_AWARD_NONE)
            continue;
        json_open(t, NULL, '{');
        json_text(t, "hand", hands[c]);
        json_text(t, "from", meters_source(p, award->from));
        if (award->kind == CR_AWARD_PERCENT) {
            json_count(t, "ppm", award->ppm);
            json_null(t, "amount");
        } else {
            json_null(t, "ppm");
            json_money(t, "amount", award->amount);
        }
        json_money(t, "envy", award->envy);
        json_close(t, '}');
    }
    json_close(t, ']');
}

static void add_link(struct text *t, const struct floor *f, uint32_t link)
{
    if (link == FLOOR_NONE) {
        json_null(t, "progressive");
        return;
    }
    const struct cr_progressive *p = floor_progressive(f, link);
    json_open(t, "progressive", '{');
    json_text(t, "link", f->links[link].id);
    JSON_MEMBERS(t, p, title, bet);
    view_sign_meters(t, f, link);
    add_awards(t, p);
    json_close(t, '}');
}

/* PG: the posted limits of wagers, and the aggregate limit on the awards of a round. */
static void add_limits(struct text *t, const struct cr_rules *rules)
{
    json_open(t, "limits", '[');
    for (unsigned s = 0; rules != NULL && s < CR_SLOTS; s++) {
        const struct cr_limits *limits = &rules->limits[s];
        if (limits->min.micro == 0 && limits->max.micro == 0)
            continue;
        json_open(t, NULL, '{');
        json_text(t, "wager", rules->game->slots[s].label);
        json_money_or_null(t, "min", limits->min);
        json_money_or_null(t, "max", limits->max);
        json_close(t, '}');
    }
    json_close(t, ']');
    json_money_or_null(t, "aggregate_limit",
                       rules != NULL && rules->has_aggregate_limit ? rules->aggregate_limit
                                                                   : cr_money_from_micro(0));
}

int view_face(struct text *t, const struct view *v, const char *id, struct cr_err *err)
{
    const struct floor *f = v->floor;
    uint32_t table;
    int rc = floor_need_table(v->floor, id, &table, err);
    if (rc != 0)
        return rc;
    json_open(t, NULL, '{');
    json_text(t, "table", f->tables[table].id);
    json_text(t, "game", f->tables[table].item);
    json_text_or_null(t, "house", house_item(f, HOUSE_NAME));
    json_flag(t, "one_hand", floor_is_one_hand(f, table));
    add_time(t, v);
    json_text(t, "money", house_item(f, HOUSE_MONEY));
    add_link(t, f, f->tables[table].link);
    add_limits(t, floor_rules(f, table));
    json_text_or_null(t, "lights", house_item(f, HOUSE_LIGHTS));
    json_open(t, "messages", '[');
    for (unsigned i = 0; i < f->messages->count; i++)
        if (floor_message_is_for(f, &f->messages->list[i], table, v->now_ms))
            add_message(t, f, &f->messages->list[i]);
    json_close(t, ']');
    json_close(t, '}');
    return 0;
}

/* ---- Cash and notices ---- */

/* PIT-14: the cash of each patron in this gaming day. */
void view_patrons(struct text *t, const struct view *v)
{
    const struct floor *f = v->floor;
    char day[CR_NAME_MAX];
    house_gaming_day_now(f, v->now_ms, day);
    json_text(t, "gaming_day", day);
    json_open(t, "patrons", '[');
    for (uint32_t i = 0; i < f->patron_count; i++) {
        const struct floor_patron *p = &f->patrons[i];
        if (strcmp(p->day, day) != 0)
            continue;
        json_open(t, NULL, '{');
        json_text(t, "patron", p->name);
        JSON_MEMBERS(t, p, in, out, last);
        json_count_or_null(t, "reported", p->reported);
        json_close(t, '}');
    }
    json_close(t, ']');
}

/* PIT-6: the notice that no shift is open, because a payment made meanwhile may be missing on every
 * form. */
static void add_no_shift(struct text *t)
{
    static const char *const none[] = {"link", "meter", "award", "amount", "against"};
    json_open(t, NULL, '{');
    json_text(t, "notice", notice_word(NOTICE_NO_SHIFT));
    for (unsigned i = 0; i < sizeof(none) / sizeof(none[0]); i++)
        json_null(t, none[i]);
    json_close(t, '}');
}

/* PIT-19: what the desk is told before play. */
void view_notices(struct text *t, const struct view *v)
{
    const struct floor *f = v->floor;
    struct notice n;
    json_open(t, "notices", '[');
    if (notice_no_shift(f))
        add_no_shift(t);
    for (uint32_t l = 0; l < f->link_count; l++)
        for (unsigned i = 0; notice_of_link(f, l, i, &n); i++) {
            json_open(t, NULL, '{');
            json_text(t, "notice", notice_word((enum notice_kind)n.kind));
            json_text(t, "link", f->links[l].id);
            json_text(t, "meter", floor_progressive(f, l)->meters[n.meter].name);
            view_word(t, "award", view_words_of(FLOOR_AWARD_PAID, "award"), n.award);
            JSON_MEMBERS(t, &n, amount, against);
            json_close(t, '}');
        }
    json_close(t, ']');
}
