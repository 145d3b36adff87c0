/* Writes the dealer console's state as JSON; see console_screens.h. */
#include "base/json_write.h"
#include "base/money.h"
#include "game/games/game.h"
#include "os/clock.h"
#include "reports/mathematics/manual.h"
#include "service/controller/console_screens.h"
#include "service/controller/setting.h"

static const char *const key_names[] = {
    [CR_KEY_NONE] = "none", [CR_KEY_LOW] = "low", [CR_KEY_HIGH] = "high"};
static const char *const pattern_names[PATTERNS] = {
    [PATTERN_OFF] = "off",       [PATTERN_CHASE] = "chase", [PATTERN_FLASH] = "flash",
    [PATTERN_STEADY] = "steady", [PATTERN_JAM] = "jam",     [PATTERN_UNCOUNTED] = "uncounted",
    [PATTERN_HIGH] = "high",     [PATTERN_LOW] = "low"};
static const char *const claim_names[] = {[CONSOLE_UNCLAIMED] = "unclaimed",
                                          [CONSOLE_CLAIMING] = "claiming",
                                          [CONSOLE_PENDING] = "pending",
                                          [CONSOLE_PAYING] = "paying",
                                          [CONSOLE_PAID] = "paid"};

/* Writes how many cards a dealer may enter with a claim; null where none are entered: at a table
 * where the program deals and knows the cards, and in games whose progressive looks at another
 * number of cards than a claim holds. */
static void write_hand(const struct table_commands *h, struct text *t)
{
    const struct cr_game *game = h->station->has_rules ? h->station->rules.game : NULL;
    const unsigned board = game != NULL ? game->award_board_cards : 0;
    const unsigned hole = game != NULL ? game->hole_cards : CLAIM_HAND_CARDS;
    if (h->dealt != NULL || h->station->progressive == NULL || hole + board != CLAIM_HAND_CARDS) {
        json_null(t, "hand");
        return;
    }
    json_open(t, "hand", '{');
    json_count(t, "hole", hole);
    json_count(t, "board", board);
    json_close(t, '}');
}

static void write_table(const struct console_screens *s, struct text *t)
{
    const struct station *station = s->commands->station;
    const struct dealt *d = s->commands->dealt;
    const bool has_rules = station->has_rules;
    json_text(t, "table", station->controller.config.table);
    json_text(t, "title", has_rules ? station->rules.title : "Live game");
    json_text_or_null(t, "rules", has_rules ? station->rules.name : "");
    json_text_or_null(t, "game", has_rules ? station->rules.game->title : "");
    json_text_or_null(t, "house", has_rules ? station->rules.house : "");
    json_text_or_null(t, "progressive",
                      station->progressive != NULL ? station->progressive->title : "");
    json_text(t, "dealing", d == NULL ? "live" : d->by_person ? "dealt" : "watch");
    json_text(t, "sensors", station->sensors.fd >= 0 ? "serial" : "emulated");
    write_hand(s->commands, t);
    /* TAB-3: whether a person who brings a key must give a PIN */
    json_flag(t, "pin", station->key_pin != NULL && key_pin_is_needed(station->key_pin));
}

/* PIT-20: writes what the house has decided where the manual contradicts itself. */
static void write_ways(const struct station *s, struct text *t)
{
    struct manual_choice ways[MANUAL_CHOICES];
    const unsigned count =
        s->has_rules ? manual_choices(&s->rules, s->progressive != NULL, ways) : 0;
    json_open(t, "ways", '[');
    for (unsigned i = 0; i < count; i++) {
        const struct erratum *e = ways[i].follows;
        json_open(t, NULL, '{');
        json_text(t, "says", ways[i].says);
        json_text_or_null(t, "part", e != NULL ? e->table : "");
        json_text_or_null(t, "place", e != NULL ? e->cell : "");
        json_text_or_null(t, "printed", e != NULL ? e->printed : "");
        json_close(t, '}');
    }
    json_close(t, ']');
}

static void write_mode(const struct console_screens *s, struct text *t)
{
    const struct station *station = s->commands->station;
    const struct console *c = &station->controller.console;
    const struct dealt *d = s->commands->dealt;
    char advice[CONSOLE_ADVICE_MAX + 100];
    struct text a = text_in(advice, sizeof(advice));
    if (d != NULL && d->by_person)
        d->advise(d->dealer, &a);
    else
        console_advice(c, &a);
    json_text(t, "mode", console_mode_name((enum console_mode)c->mode));
    json_text_or_null(
        t, "reason",
        c->mode == CONSOLE_CLOSED ? console_reason_word((enum console_reason)c->reason) : "");
    /* an open table has a lease, as was checked in this turn of the loop */
    json_flag(t, "online",
              c->mode != CONSOLE_CLOSED || clock_mono_ms() < station->controller.lease_until);
    json_count(t, "round", station_round(station));
    json_flag(t, "in_round", c->in_round);
    json_text(t, "next", advice);
    json_text(t, "start_label", c->start_label);
    json_text_or_null(t, "request",
                      c->request != CONSOLE_ASKED_NOTHING
                          ? console_request_name((enum console_request)c->request)
                          : "");
    /* true while an event waits for the manager's answer; presses that depend on it are refused
     * meanwhile */
    json_flag(t, "busy", !controller_is_idle(&station->controller));
}

/* ---- The progressive ---- */

static void write_meters(const struct station *s, struct text *t)
{
    json_open(t, "meters", '[');
    for (unsigned m = 0; s->progressive != NULL && m < s->controller.meter_count; m++) {
        json_open(t, NULL, '{');
        json_text(t, "name", s->progressive->meters[m].name);
        json_money(t, "amount", money_floor_cent(s->controller.meters[m]));
        json_close(t, '}');
    }
    json_close(t, ']');
}

static void write_link(const struct console_screens *s, struct text *t)
{
    const struct station *station = s->commands->station;
    if (station->progressive == NULL) {
        json_null(t, "link");
        json_null(t, "bet");
    } else {
        json_open(t, "link", '{');
        json_text_or_null(t, "id", s->options->mode == TABLE_LINKED ? "" : OWN_LINK);
        json_flag(t, "open", station->controller.console.mode != CONSOLE_CLOSED);
        json_flag(t, "pending", station->controller.link_pending != 0);
        json_flag(t, "ruling_awaited", station->controller.link_held != 0);
        json_close(t, '}');
        json_money(t, "bet", station->progressive->bet);
    }
    write_meters(station, t);
}

/* Writes what an award pays in the words of the house's file: "100% of mega", "50 for 1",
 * "25000.00". */
static void write_pays(const struct cr_progressive *p, const struct cr_award *award, struct text *t)
{
    char words[96];
    struct text w = text_in(words, sizeof(words));
    if (award->kind == CR_AWARD_PERCENT) {
        text_add_percent(&w, award->ppm);
        text_add_format(&w, " of %s", p->meters[award->from].name);
    } else if (award->is_for_one && p->bet.micro > 0) {
        text_add_uint(&w, (unsigned long)(award->amount.micro / p->bet.micro));
        text_add(&w, " for 1");
    } else {
        text_add_money(&w, award->amount);
    }
    json_text(t, "pays", words);
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
    json_open(t, "awards", '[');
    for (unsigned i = CR_CATEGORIES; i-- > 0;) {
        if (!view->has_award[i] || s->progressive == NULL)
            continue;
        const struct cr_award *award = &s->progressive->awards[i];
        json_open(t, NULL, '{');
        json_text(t, "award", cr_category_name((enum cr_category)i));
        json_text(t, "key", key_names[view->award_keys[i]]);
        json_flag(t, "led", view->award_leds[i]);
        write_pays(s->progressive, award, t);
        json_money(t, "amount", amount_now(s, award));
        json_close(t, '}');
    }
    json_close(t, ']');
}

static void write_key(const struct station *s, const struct console_view *view, struct text *t)
{
    const bool in = view->key != CONSOLE_NO_KEY;
    json_open(t, "key", '{');
    json_count_or_null(t, "in", view->key);
    json_text(t, "position", key_position_names[view->position]);
    const char *holder = s->controller.holder;
    json_text_or_null(t, "user", in ? holder[0] != '\0' ? holder : s->own_user : "");
    json_close(t, '}');
    json_open(t, "jpot", '{');
    json_flag(t, "flashes", view->jpot_flashes);
    json_count_or_null(t, "seat", view->jpot_seat);
    json_count_or_null(t, "next", console_next_pending(&s->controller.console));
    json_close(t, '}');
}

/* ---- Seats ---- */

static bool is_folded(const struct table_commands *h, unsigned seat)
{
    return h->dealt != NULL ? h->dealt->has_folded(h->dealt->dealer, seat)
                            : (h->station->controller.console.folded & CONSOLE_SEAT(seat)) != 0;
}

static void write_claim(const struct controller *c, unsigned seat, struct text *t)
{
    const struct console_claim *claim = &c->console.claims[seat - 1];
    if (claim->state == CONSOLE_UNCLAIMED) {
        json_null(t, "claim");
        return;
    }
    json_open(t, "claim", '{');
    json_text(t, "award", cr_category_name((enum cr_category)claim->award));
    json_text(t, "state", claim_names[claim->state]);
    json_flag(t, "held", claim->held != 0);
    json_count_or_null(t, "claim", c->claims[seat - 1]);
    /* the amount of the claim, which every screen and paper shows */
    json_money_or_null(t, "amount", c->amounts[seat - 1]);
    json_money(t, "envy", c->envy[seat - 1]);
    json_seats(t, "envy_seats", c->envy_seats[seat - 1]);
    const bool says = claim->state == CONSOLE_PENDING || claim->state == CONSOLE_PAID;
    json_text_or_null(t, "missing", says ? c->console.missing[seat - 1] : "");
    json_close(t, '}');
}

/* PIT-9, UTH-16: writes who deals, and which seats one patron holds. */
static void write_seating(const struct controller *c, struct text *t)
{
    json_text_or_null(t, "dealer", c->dealer);
    json_flag(t, "one_hand", c->is_one_hand != 0);
    json_text_or_null(t, "zone", c->zone);
    json_open(t, "pairs", '[');
    for (unsigned i = 0; i < FLOOR_PAIRS; i++)
        if (c->pairs[i] != 0)
            json_seats(t, NULL, c->pairs[i]);
    json_close(t, ']');
}

static void write_seats(const struct table_commands *h, const struct console_view *view,
                        struct text *t)
{
    const struct controller *c = &h->station->controller;
    json_open(t, "seats", '[');
    for (unsigned seat = 1; seat <= CR_SEATS; seat++) {
        const enum acceptor_state state = (enum acceptor_state)view->acceptor_states[seat - 1];
        json_open(t, NULL, '{');
        json_count(t, "seat", seat);
        json_text(t, "state", acceptor_state_name(state));
        json_text(t, "pattern", pattern_names[view->acceptor_patterns[seat - 1]]);
        json_flag(t, "led", (view->seat_leds & CONSOLE_SEAT(seat)) != 0);
        json_count(t, "coins", c->console.acceptors[seat - 1].coins);
        json_flag(t, "closed", state == ACCEPTOR_CLOSED);
        /* PIT-17: the house's rules say whether a closed seat is dealt cards at all */
        json_flag(t, "no_cards",
                  state == ACCEPTOR_CLOSED && h->station->has_rules &&
                      h->station->rules.failure_closes_position);
        json_flag(t, "folded", is_folded(h, seat));
        write_claim(c, seat, t);
        json_close(t, '}');
    }
    json_close(t, ']');
}

/* ---- Messages ---- */

static void write_hit(const struct controller_hit *hit, struct text *t)
{
    if (hit->seq == 0) {
        json_null(t, "hit");
        return;
    }
    json_open(t, "hit", '{');
    JSON_MEMBERS(t, hit, table, seat);
    json_text(t, "award", cr_category_name((enum cr_category)hit->award));
    JSON_MEMBERS(t, hit, amount, seq);
    json_close(t, '}');
}

static void write_says(const struct station *s, struct text *t)
{
    json_open(t, "says", '[');
    for (uint64_t i = s->said > STATION_LINES ? s->said - STATION_LINES : 0; i < s->said; i++) {
        const struct station_line *line = &s->lines[i % STATION_LINES];
        json_open(t, NULL, '{');
        JSON_MEMBERS(t, line, id, text);
        json_flag(t, "refusal", line->is_refusal);
        json_close(t, '}');
    }
    json_close(t, ']');
    json_text_or_null(t, "refused", s->refused);
}

size_t console_state_write(const struct console_screens *s, struct text *t)
{
    const struct station *station = s->commands->station;
    struct console_view view;
    console_view(&station->controller.console, &view);
    json_open(t, NULL, '{');
    write_table(s, t);
    write_ways(station, t);
    write_mode(s, t);
    write_link(s, t);
    write_seating(&station->controller, t);
    write_key(station, &view, t);
    write_awards(station, &view, t);
    write_seats(s->commands, &view, t);
    write_hit(&station->hit, t);
    write_says(station, t);
    if (s->commands->dealt != NULL)
        s->commands->dealt->write(s->commands->dealt->dealer, t);
    else
        json_null(t, "deal");
    const size_t known = t->len;
    const int64_t lease = station->controller.lease_until - clock_mono_ms();
    json_count(t, "lease_ms", lease > 0 ? (uint64_t)lease : 0);
    json_close(t, '}');
    return known;
}
