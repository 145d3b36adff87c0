/* The dealer console's state as JSON; see panel.h. */
#include "base/json_write.h"
#include "base/money.h"
#include "game/games/game.h"
#include "os/clock.h"
#include "service/controller/panel.h"
#include "service/controller/setting.h"

static const char *const key_names[] = {
    [CR_KEY_NONE] = "none", [CR_KEY_LOW] = "low", [CR_KEY_HIGH] = "high"};
static const char *const position_names[] = {
    [CONSOLE_R] = "R", [CONSOLE_JPL] = "JPL", [CONSOLE_JPH] = "JPH"};
static const char *const pattern_names[PATTERNS] = {
    [PATTERN_OFF] = "off",       [PATTERN_CHASE] = "chase", [PATTERN_FLASH] = "flash",
    [PATTERN_STEADY] = "steady", [PATTERN_JAM] = "jam",     [PATTERN_UNCOUNTED] = "uncounted",
    [PATTERN_HIGH] = "high",     [PATTERN_LOW] = "low"};
static const char *const claim_names[] = {[CONSOLE_UNCLAIMED] = "unclaimed",
                                          [CONSOLE_CLAIMING] = "claiming",
                                          [CONSOLE_PENDING] = "pending",
                                          [CONSOLE_PAYING] = "paying",
                                          [CONSOLE_PAID] = "paid"};

static void write_table(const struct panel *s, struct text *t)
{
    const struct station *station = s->hands->station;
    const struct dealt *d = s->hands->dealt;
    const bool has_rules = station->has_rules;
    view_text(t, "table", station->controller.config.table);
    view_text(t, "title", has_rules ? station->rules.title : "Live game");
    view_text_or_null(t, "rules", has_rules ? station->rules.name : "");
    view_text_or_null(t, "game", has_rules ? station->rules.game->title : "");
    view_text_or_null(t, "house", has_rules ? station->rules.house : "");
    view_text_or_null(t, "progressive",
                      station->progressive != NULL ? station->progressive->title : "");
    view_text(t, "dealing", d == NULL ? "live" : d->by_person ? "dealt" : "watch");
    view_text(t, "sensors", station->sensors.fd >= 0 ? "serial" : "emulated");
    /* TAB-3: whoever brings a key shows a PIN with it */
    view_flag(t, "pin", station->key_pin != NULL && key_pin_is_needed(station->key_pin));
}

static void write_mode(const struct panel *s, struct text *t)
{
    const struct station *station = s->hands->station;
    const struct console *c = &station->controller.console;
    const struct dealt *d = s->hands->dealt;
    char advice[CONSOLE_ADVICE_MAX + 100];
    struct text a;
    text_init(&a, advice, sizeof(advice));
    if (d != NULL && d->by_person)
        d->advise(d->dealer, &a);
    else
        console_advice(c, &a);
    view_text(t, "mode", console_mode_name((enum console_mode)c->mode));
    view_text_or_null(
        t, "reason",
        c->mode == CONSOLE_CLOSED ? console_reason_word((enum console_reason)c->reason) : "");
    /* an open table has a lease as of this turn */
    view_flag(t, "online",
              c->mode != CONSOLE_CLOSED || clock_mono_ms() < station->controller.lease_until);
    view_count(t, "round", station_round(station));
    view_flag(t, "in_round", c->in_round);
    view_text(t, "next", advice);
    view_text(t, "start_label", c->start_label);
    view_text_or_null(t, "request",
                      c->request != CONSOLE_ASKED_NOTHING
                          ? console_request_name((enum console_request)c->request)
                          : "");
    /* something is on its way to the record: what must wait for it is refused meanwhile */
    view_flag(t, "busy", !controller_is_idle(&station->controller));
}

/* ---- The progressive ---- */

static void write_meters(const struct station *s, struct text *t)
{
    view_open(t, "meters", '[');
    for (unsigned m = 0; s->progressive != NULL && m < s->controller.meter_count; m++) {
        view_open(t, NULL, '{');
        view_text(t, "name", s->progressive->meters[m].name);
        view_money(t, "amount", money_floor_cent(s->controller.meters[m]));
        view_close(t, '}');
    }
    view_close(t, ']');
}

static void write_link(const struct panel *s, struct text *t)
{
    const struct station *station = s->hands->station;
    if (station->progressive == NULL) {
        view_null(t, "link");
        view_null(t, "bet");
        view_open(t, "meters", '[');
        view_close(t, ']');
        return;
    }
    view_open(t, "link", '{');
    view_text_or_null(t, "id", s->options->mode == TABLE_LINKED ? "" : OWN_LINK);
    view_flag(t, "open", station->controller.console.mode != CONSOLE_CLOSED);
    view_flag(t, "pending", station->controller.link_pending != 0);
    view_close(t, '}');
    view_money(t, "bet", station->progressive->bet);
    write_meters(station, t);
}

/* "100% of mega", "50 for 1", "300.00". */
static void write_pays(const struct cr_progressive *p, const struct cr_award *award, struct text *t)
{
    char words[96];
    struct text w;
    text_init(&w, words, sizeof(words));
    if (award->kind == CR_AWARD_PERCENT) {
        text_add_percent(&w, award->ppm);
        text_add_format(&w, " of %s", p->meters[award->from].name);
    } else if (p->bet.micro > 0 && award->amount.micro % p->bet.micro == 0) {
        text_add_uint(&w, (unsigned long)(award->amount.micro / p->bet.micro));
        text_add(&w, " for 1");
    } else {
        text_add_money(&w, award->amount);
    }
    view_text(t, "pays", words);
}

static struct cr_money amount_now(const struct station *s, const struct cr_award *award)
{
    struct cr_money amount = award->amount;
    if (award->kind == CR_AWARD_PERCENT && award->from < s->controller.meter_count)
        money_mul_floor_cent(s->controller.meters[award->from], award->ppm, CR_PPM, &amount);
    return amount;
}

static void write_awards(const struct station *s, const struct console_view *view, struct text *t)
{
    view_open(t, "awards", '[');
    for (unsigned i = CR_CATEGORIES; i-- > 0;) {
        if (!view->has_award[i] || s->progressive == NULL)
            continue;
        const struct cr_award *award = &s->progressive->awards[i];
        view_open(t, NULL, '{');
        view_text(t, "award", cr_category_name((enum cr_category)i));
        view_text(t, "key", key_names[view->award_keys[i]]);
        view_flag(t, "led", view->award_leds[i]);
        write_pays(s->progressive, award, t);
        view_money(t, "amount", amount_now(s, award));
        view_close(t, '}');
    }
    view_close(t, ']');
}

static void write_key(const struct station *s, const struct console_view *view, struct text *t)
{
    const bool in = view->key != CONSOLE_NO_KEY;
    view_open(t, "key", '{');
    view_count_or_null(t, "in", view->key);
    view_text(t, "position", position_names[view->position]);
    view_text_or_null(t, "user", in ? s->controller.config.user : "");
    view_close(t, '}');
    view_open(t, "jpot", '{');
    view_flag(t, "flashes", view->jpot_flashes);
    view_count_or_null(t, "seat", view->jpot_seat);
    view_close(t, '}');
}

/* ---- Seats ---- */

static bool is_folded(const struct hands *h, unsigned seat)
{
    return h->dealt != NULL ? h->dealt->has_folded(h->dealt->dealer, seat)
                            : (h->folded & CONSOLE_SEAT(seat)) != 0;
}

static void write_claim(const struct controller *c, unsigned seat, struct text *t)
{
    const struct console_claim *claim = &c->console.claims[seat - 1];
    if (claim->state == CONSOLE_UNCLAIMED) {
        view_null(t, "claim");
        return;
    }
    view_open(t, "claim", '{');
    view_text(t, "award", cr_category_name((enum cr_category)claim->award));
    view_text(t, "state", claim_names[claim->state]);
    view_count_or_null(t, "claim", c->claims[seat - 1]);
    view_close(t, '}');
}

static void write_seats(const struct hands *h, const struct console_view *view, struct text *t)
{
    const struct controller *c = &h->station->controller;
    view_open(t, "seats", '[');
    for (unsigned seat = 1; seat <= CR_SEATS; seat++) {
        const enum acceptor_state state = (enum acceptor_state)view->acceptor_states[seat - 1];
        view_open(t, NULL, '{');
        view_count(t, "seat", seat);
        view_text(t, "state", acceptor_state_name(state));
        view_text(t, "pattern", pattern_names[view->acceptor_patterns[seat - 1]]);
        view_flag(t, "led", (view->seat_leds & CONSOLE_SEAT(seat)) != 0);
        view_count(t, "coins", c->console.acceptors[seat - 1].coins);
        view_flag(t, "closed", state == ACCEPTOR_CLOSED);
        view_flag(t, "folded", is_folded(h, seat));
        write_claim(c, seat, t);
        view_close(t, '}');
    }
    view_close(t, ']');
}

/* ---- What was said ---- */

static void write_hit(const struct controller_hit *hit, struct text *t)
{
    if (hit->seq == 0) {
        view_null(t, "hit");
        return;
    }
    view_open(t, "hit", '{');
    view_text(t, "table", hit->table);
    view_count(t, "seat", hit->seat);
    view_text(t, "award", cr_category_name((enum cr_category)hit->award));
    view_money(t, "amount", hit->amount);
    view_count(t, "seq", hit->seq);
    view_close(t, '}');
}

static void write_says(const struct station *s, struct text *t)
{
    view_open(t, "says", '[');
    for (uint64_t i = s->said > STATION_LINES ? s->said - STATION_LINES : 0; i < s->said; i++) {
        const struct station_line *line = &s->lines[i % STATION_LINES];
        view_open(t, NULL, '{');
        view_count(t, "id", line->id);
        view_text(t, "text", line->text);
        view_close(t, '}');
    }
    view_close(t, ']');
    view_text_or_null(t, "refused", s->refused);
}

size_t panel_write(const struct panel *s, struct text *t)
{
    const struct station *station = s->hands->station;
    struct console_view view;
    console_view(&station->controller.console, &view);
    view_open(t, NULL, '{');
    write_table(s, t);
    write_mode(s, t);
    write_link(s, t);
    write_key(station, &view, t);
    write_awards(station, &view, t);
    write_seats(s->hands, &view, t);
    write_hit(&station->hit, t);
    write_says(station, t);
    if (s->hands->dealt != NULL)
        s->hands->dealt->write(s->hands->dealt->dealer, t);
    else
        view_null(t, "deal");
    const size_t known = t->len;
    const int64_t lease = station->controller.lease_until - clock_mono_ms();
    view_count(t, "lease_ms", lease > 0 ? (uint64_t)lease : 0);
    view_close(t, '}');
    return known;
}
