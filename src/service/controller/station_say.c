/* The lines that a table prints about what happens; see station_say.h. */
#include "service/controller/station_say.h"

#include "base/err.h"
#include "base/money.h"
#include "service/controller/own_desk.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void station_say(struct station *s, const char *format, ...)
{
    struct station_line *line = &s->lines[s->said % STATION_LINES];
    va_list args;
    line->id = ++s->said;
    line->is_refusal = false;
    va_start(args, format);
    vsnprintf(line->text, sizeof(line->text), format, args);
    va_end(args);
    printf("%s: %s\n", s->controller.config.table, line->text);
    fflush(stdout);
}

void station_say_refused(struct station *s, const char *why)
{
    if (strcmp(s->last_why, why) == 0)
        return;
    snprintf(s->last_why, sizeof(s->last_why), "%s", why);
    station_say(s, "refused: %s", why);
    s->lines[(s->said - 1) % STATION_LINES].is_refusal = true;
}

const char *station_meters(const struct station *s, char out[STATION_METERS_MAX])
{
    struct text t = text_in(out, STATION_METERS_MAX);
    for (unsigned m = 0; s->progressive != NULL && m < s->controller.meter_count; m++) {
        text_add_format(&t, "%s%s ", m > 0 ? ", " : "", s->progressive->meters[m].name);
        text_add_money(&t, money_floor_cent(s->controller.meters[m]));
    }
    return out;
}

void station_say_seats(struct station *s, const char *what, uint8_t seats)
{
    char line[64];
    struct text t = text_in(line, sizeof(line));
    for (unsigned seat = 1; seat <= CR_SEATS; seat++)
        if (seats & CONSOLE_SEAT(seat))
            text_add_format(&t, " %u", seat);
    station_say(s, "%s%s", what, line);
}

static void say_amount(struct station *s, const struct floor_event *e)
{
    const char *hand = cr_category_name((enum cr_category)(e->award - 1));
    const unsigned long long round = e->round, seq = e->seq;
    if (e->kind == FLOOR_CLAIM_MADE || e->kind == FLOOR_AWARD_PENDING)
        station_say(s, "round %llu: seat %u claims: %s (claim %llu)", round, e->seat, hand, seq);
    else if (e->kind == FLOOR_CLAIM_CANCELLED)
        station_say(s, "seat %u: the claim is cancelled (claim %llu)", e->seat,
                    (unsigned long long)e->claim);
    else
        /* PG, high jackpots, 6a; CN 40: paid in cheques, unless the desk has chosen a casino
         * check */
        station_say(s, "round %llu: seat %u is paid %s from %s: %s%s", round, e->seat,
                    money_text(e->amount).text, e->from, hand,
                    e->method == CLAIM_CHECK ? ", by casino check" : "");
}

/* UTH-15: prints who gets envy, from right to left, and how much. */
static void say_envy(struct station *s, const struct floor_event *e)
{
    const int seats = __builtin_popcount(e->envy_seats);
    if (seats == 0 || (e->kind != FLOOR_CLAIM_PAID && e->kind != FLOOR_AWARD_PAID))
        return;
    const struct money_text each = money_text(cr_money_from_micro(e->envy.micro / seats));
    for (unsigned seat = CR_SEATS; seat >= 1; seat--)
        if (e->envy_seats & CONSOLE_SEAT(seat))
            station_say(s, "pay seat %u %s envy for seat %u's hand", seat, each.text, e->seat);
}

/* PIT-14: a report of cash is announced at the table as well as on the desk. */
static void say_cash_report(struct station *s, const struct floor_event *e)
{
    if (e->is_reportable)
        station_say(s, "CASH REPORT: %s has passed the threshold on %s",
                    e->patron[0] != '\0' ? e->patron : "this patron", e->day);
}

static void say_cash(struct station *s, const struct floor_event *e, const char *does,
                     const char *how, const char *whose)
{
    station_say(s, "seat %u %s %s %s %s%s%s%s%s", e->seat, does, money_text(e->amount).text, how,
                e->item, e->patron[0] != '\0' ? " " : "", e->patron[0] != '\0' ? whose : "",
                e->patron[0] != '\0' ? " " : "", e->patron);
    say_cash_report(s, e);
}

static void say_event(struct station *s, const struct floor_event *e)
{
    char meters[STATION_METERS_MAX], what[64];
    const unsigned long long round = e->round;
    switch ((enum floor_kind)e->kind) {
    case FLOOR_COIN_IN:
        snprintf(what, sizeof(what), "round %llu: coins in from", round);
        if (e->seats != 0)
            station_say_seats(s, what, e->seats);
        else
            station_say(s, "round %llu: no coins", round);
        if (station_meters(s, meters)[0] != '\0')
            station_say(s, "meters: %s", meters);
        break;
    case FLOOR_GAME_OVER:
        station_say(s, "round %llu: game over", round);
        break;
    case FLOOR_ROUND_DEAD:
        snprintf(what, sizeof(what), "round %llu: all hands dead; coins off the record:", round);
        station_say_seats(s, what, e->seats);
        break;
    case FLOOR_CLAIM_HELD:
        station_say(s, "seat %u: %s is on record: %s (claim %llu)", e->seat,
                    cr_category_name((enum cr_category)(e->award - 1)),
                    strcmp(e->item, "resume") == 0
                        ? "it goes on"
                        : "a ruling is awaited; leave the hands as they lie, call a supervisor",
                    (unsigned long long)e->claim);
        break;
    case FLOOR_SEAT_FOLDED:
        station_say(s, "seat %u %s", e->seat, e->undone ? "has not folded" : "folds");
        break;
    case FLOOR_COIN_RETURNED:
        station_say(s, "round %llu: seat %u's coin is off the record", round, e->seat);
        break;
    case FLOOR_CLAIM_MADE:
    case FLOOR_AWARD_PENDING:
    case FLOOR_CLAIM_PAID:
    case FLOOR_CLAIM_CANCELLED:
    case FLOOR_AWARD_PAID:
        say_amount(s, e);
        if (s->says_envy)
            say_envy(s, e);
        if (s->says_envy && e->kind != FLOOR_CLAIM_CANCELLED)
            own_desk_list(s, e->seat);
        break;
    case FLOOR_BUY_IN:
        say_cash(s, e, "buys in", "with", "from");
        break;
    case FLOOR_PAYOUT:
        say_cash(s, e, "is paid", "for", "to");
        break;
    case FLOOR_METER_READ:
        if (e->from[0] == '\0')
            station_say(s, "counter read: %llu, booked %llu", (unsigned long long)e->coins,
                        (unsigned long long)e->booked);
        break;
    case FLOOR_SEATS_HELD:
        station_say_seats(s,
                          __builtin_popcount(e->seats) == 2 ? "one patron holds seats"
                                                            : "a patron of its own at seat",
                          e->seats);
        break;
    case FLOOR_DEALER_ON:
        station_say(s, "%s deals", e->user);
        break;
    case FLOOR_DEALER_OFF:
        station_say(s, "%s deals no more", e->user);
        break;
    case FLOOR_SEAT_OPENED:
        station_say(s, "seat %u is opened by %s", e->seat, e->user);
        break;
    case FLOOR_PATRON_MOVED:
        station_say(s, "the patron of seat %u moves to seat %u", e->seat, e->to_seat);
        break;
    default:
        break;
    }
}

static void say_effect(struct station *s, const struct console_effect *fx)
{
    char line[160];
    struct text t = text_in(line, sizeof(line));
    if (fx->kind == CONSOLE_FX_RETURN)
        station_say_seats(s, "hand the chips back to", fx->seats);
    /* payments are printed with their amount (say_amount), refusals in the manager's words */
    if (fx->kind != CONSOLE_FX_SAY || fx->say == SAY_PAID ||
        (fx->say >= SAY_COIN_IN_NO && fx->say <= SAY_RETURN_NO))
        return;
    console_say_text((enum console_say)fx->say, fx->seat, fx->award, &t);
    station_say(s, "%s", line);
}

/* TAB-6, REG-13: prints what the sign shows: winner, hand, amount and table, at every table of the
 * link. */
static void say_sign(struct station *s, const struct controller_output *out)
{
    char meters[STATION_METERS_MAX];
    if (out->is_pending)
        station_say(s, "the sign says: JACKPOT PENDING; %s", station_meters(s, meters));
    if (out->is_held)
        station_say(s, "the sign says: JACKPOT: A RULING IS AWAITED");
    if (out->has_hit)
        station_say(s, "the sign says: WINNER at table %s, seat %u: %s %s", out->hit.table,
                    out->hit.seat, cr_category_name((enum cr_category)out->hit.award),
                    money_text(out->hit.amount).text);
}

void station_say_output(struct station *s, const struct controller_output *out, bool was_open)
{
    const bool is_open = s->controller.console.mode != CONSOLE_CLOSED;
    if (s->controller.link == CONTROLLER_LEFT && was_open)
        station_say(s, "left");
    else if (was_open && !is_open)
        station_say(s, "the progressive is closed: %s",
                    console_reason_name((enum console_reason)s->controller.console.reason));
    for (unsigned i = 0; i < out->count; i++)
        say_effect(s, &out->list[i]);
    if (out->refused) {
        snprintf(s->refused, sizeof(s->refused), "%s", err_without_field(&s->controller.why));
        station_say_refused(s, s->refused);
    }
    if (out->has_event) {
        s->last_why[0] = s->refused[0] = '\0';
        say_event(s, &out->event);
    }
    if (!was_open && is_open) {
        char meters[STATION_METERS_MAX];
        station_meters(s, meters);
        station_say(s, "open%s%s", meters[0] != '\0' ? ": " : "", meters);
    }
    say_sign(s, out);
}

void station_say_rules(struct station *s)
{
    station_say(s, "%s, %s", s->has_rules ? s->rules.title : "a live game",
                s->progressive != NULL ? s->progressive->title : "no progressive");
}
