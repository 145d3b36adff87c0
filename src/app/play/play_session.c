/* A session at the table; see play_session.h. */
#include "app/play/play_session.h"

#include "base/check.h"
#include "base/err.h"
#include "base/money.h"
#include "game/games/game.h"
#include "game/round/actions.h"
#include "sim/bets.h"
#include "sim/neighbours.h"

#include <string.h>

static bool is_own(const struct session *s, unsigned seat)
{
    return (s->setup.own & 1u << seat) != 0;
}

/* Steps the round with an event that cannot fail here. */
static void must_step(struct session *s, struct round_event event, struct round_effects *out)
{
    struct cr_err err;
    CHECK(round_step(&s->round, &event, out, &err) == CR_OK);
}

/* Places the wagers of one seat, as they are in bets. */
static int place_seat(struct session *s, unsigned seat, struct cr_err *err)
{
    return bets_place(&s->round, seat, s->setup.patrons_each ? 0 : 1, s->bets[seat - 1], err);
}

static void open_round(struct session *s, unsigned button)
{
    struct cr_err err;
    s->number++;
    round_init(&s->round, s->setup.rules, s->setup.progressive, &s->meters, button);
    cr_deck_shuffle_seeded(&s->deck, s->setup.seed, s->number);
    CHECK(neighbours_place(&s->round, s->setup.neighbours, s->setup.ante, s->setup.seed, s->number,
                           &err) == CR_OK);
    if (!bets_fit(s->setup.rules, session_chip(s), s->bankroll, s->bets)) {
        s->end = SESSION_BROKE;
        return;
    }
    for (unsigned seat = 1; seat <= CR_SEATS; seat++)
        if (is_own(s, seat))
            CHECK(place_seat(s, seat, &err) == CR_OK);
}

void session_init(struct session *s, const struct session_setup *setup)
{
    memset(s, 0, sizeof *s);
    s->setup = *setup;
    s->bankroll = setup->bankroll;
    if (setup->progressive)
        cr_meters_init(setup->progressive, &s->meters);
    const struct cr_game *game = setup->rules->game;
    const struct cr_money ante =
        bets_clamp(setup->ante, bets_limits(setup->rules, game->ante, session_chip(s)));
    for (unsigned seat = 1; seat <= CR_SEATS; seat++)
        if (is_own(s, seat))
            bets_set(setup->rules, game->ante, ante, s->bets[seat - 1]);
    open_round(s, 1);
}

enum session_state session_state(const struct session *s)
{
    if (s->end != SESSION_GOES_ON)
        return SESSION_OVER;
    switch (s->round.phase) {
    case ROUND_BETTING:
        return SESSION_BETTING;
    case ROUND_ACTING:
        return is_own(s, s->round.turn) ? SESSION_ASKING : SESSION_BUSY;
    case ROUND_DEALING:
    case ROUND_SHOWDOWN:
        return SESSION_BUSY;
    case ROUND_SETTLED:
    case ROUND_DEAD:
        break;
    }
    return SESSION_SETTLED;
}

struct cr_money session_chip(const struct session *s)
{
    return money_min(cr_money_from_units(1), s->setup.ante);
}

struct cr_money session_at_stake(const struct session *s)
{
    struct cr_money total = {0};
    if (s->round.phase == ROUND_SETTLED || s->round.phase == ROUND_DEAD)
        return total;
    for (unsigned seat = 1; seat <= CR_SEATS; seat++) {
        struct cr_money stakes[CR_SLOTS];
        seat_stakes(s->setup.rules, &s->round.play.seats[seat - 1], stakes);
        if (is_own(s, seat))
            total = money_add(total, bets_total(stakes));
    }
    return total;
}

struct cr_money session_free(const struct session *s)
{
    return money_sub(s->bankroll, session_at_stake(s));
}

int session_wager(struct session *s, unsigned seat, unsigned slot, struct cr_money amount,
                  struct cr_err *err)
{
    if (session_state(s) != SESSION_BETTING)
        return err_set(err, CR_E_STATE, "wagers are placed before the deal");
    if (seat < 1 || seat > CR_SEATS || !is_own(s, seat))
        return err_set(err, CR_E_INPUT, "seat %u is not yours", seat);
    if (slot >= s->setup.rules->game->slot_count || bets_follows(s->setup.rules->game, slot))
        return err_set(err, CR_E_INPUT, "that wager always equals the Ante");
    struct session after = *s;
    bets_set(s->setup.rules, slot, amount, after.bets[seat - 1]);
    int rc = place_seat(&after, seat, err);
    if (rc != CR_OK)
        return rc;
    struct cr_money total = session_at_stake(&after);
    if (total.micro > s->bankroll.micro)
        return err_set(err, CR_E_INPUT, "the bankroll of %s does not cover %s",
                       money_text(s->bankroll).text, money_text(total).text);
    *s = after;
    return CR_OK;
}

int session_can_deal(const struct session *s, struct cr_err *err)
{
    if (session_state(s) != SESSION_BETTING)
        return err_set(err, CR_E_STATE, "the cards are out already");
    if (session_at_stake(s).micro == 0)
        return err_set(err, CR_E_INPUT, "no wager of yours is on the table");
    const struct round_event event = {.kind = ROUND_LOCK};
    return round_check(&s->round, &event, err);
}

int session_deal(struct session *s, struct cr_err *err)
{
    int rc = session_can_deal(s, err);
    if (rc != CR_OK)
        return rc;
    struct round_effects effects;
    must_step(s, (struct round_event){.kind = ROUND_LOCK}, &effects);
    return CR_OK;
}

static void settled(struct session *s)
{
    const struct cr_settlement *settlement = &s->round.settlement;
    stats_add(&s->stats, s->setup.rules, settlement, s->setup.own, s->number);
    s->bankroll = stats_sum(s->bankroll, stats_net(settlement, s->setup.own));
    s->meters = settlement->meters;
    CHECK(s->bankroll.micro >= 0);
}

void session_go_on(struct session *s, struct round_effects *out)
{
    CHECK(session_state(s) == SESSION_BUSY);
    must_step(s, neighbours_next(&s->round, &s->deck), out);
    if (s->round.phase == ROUND_SETTLED)
        settled(s);
}

struct cr_money session_cost(const struct session *s, cr_action action)
{
    CHECK(s->round.phase == ROUND_ACTING);
    const struct cr_seat *seat = &s->round.play.seats[s->round.turn - 1];
    return action_amount(s->setup.rules, seat->wagers[s->setup.rules->game->ante], action);
}

size_t session_actions(const struct session *s, cr_action out[CR_LEGAL_MAX])
{
    if (session_state(s) != SESSION_ASKING)
        return 0;
    const struct cr_seat *seat = &s->round.play.seats[s->round.turn - 1];
    size_t legal = cr_legal_actions(s->setup.rules, seat->actions, seat->action_count, out);
    struct cr_money left = session_free(s);
    size_t n = 0;
    for (size_t i = 0; i < legal; i++)
        if (session_cost(s, out[i]).micro <= left.micro)
            out[n++] = out[i];
    CHECK(n > 0);
    return n;
}

/* Collects all bets of the seat in turn, with the progressive. Bets too fine to be calculated are
 * left out. */
static void felt_of(const struct session *s, const struct cr_seat *seat, struct felt *out)
{
    struct felt_wagers from = {.progressive = s->setup.progressive, .meters = &s->meters};
    for (unsigned i = 0; i < CR_SEATS && s->setup.progressive; i++)
        from.bets += s->round.play.seats[i].taken &&
                     s->round.play.seats[i].wagers[s->setup.rules->game->progressive].micro > 0;
    memcpy(from.wagers, seat->wagers, sizeof from.wagers);
    felt_make(s->setup.rules, &from, out, NULL);
}

void session_decision(const struct session *s, struct decision *out)
{
    CHECK(session_state(s) == SESSION_ASKING);
    const struct cr_seat *seat = &s->round.play.seats[s->round.turn - 1];
    cr_action actions[CR_LEGAL_MAX];
    memset(out, 0, sizeof *out);
    out->number = s->decision.number + 1;
    out->round = s->number;
    out->ante = seat->wagers[s->setup.rules->game->ante];
    felt_of(s, seat, &out->felt);
    out->seat = s->round.turn;
    out->offered = (uint8_t)session_actions(s, actions);
    const cr_card *open;
    out->open = (uint8_t)round_open_cards(&s->round, s->round.open, &open);
    out->done_count = seat->action_count;
    memcpy(out->done, seat->actions, seat->action_count * sizeof seat->actions[0]);
    memcpy(out->hole, seat->cards, s->setup.rules->game->hole_cards * sizeof seat->cards[0]);
    memcpy(out->board, open, out->open * sizeof open[0]);
}

/* Takes an action of the seat in turn. */
static int seat_act(struct session *s, cr_action action, struct cr_err *err)
{
    const struct round_event event = {.kind = ROUND_ACT, .seat = s->round.turn, .action = action};
    struct round_effects effects;
    return round_step(&s->round, &event, &effects, err);
}

int session_act(struct session *s, cr_action action, struct cr_err *err)
{
    if (session_state(s) != SESSION_ASKING)
        return err_set(err, CR_E_STATE, "no seat of yours decides now");
    struct cr_money cost = session_cost(s, action);
    if (cost.micro > session_free(s).micro)
        return err_set(err, CR_E_INPUT, "the bankroll does not cover another %s",
                       money_text(cost).text);
    struct decision decision;
    session_decision(s, &decision);
    int rc = seat_act(s, action, err);
    if (rc != CR_OK)
        return rc;
    s->decision = decision;
    s->decision.taken = action;
    return CR_OK;
}

void session_next(struct session *s)
{
    CHECK(session_state(s) == SESSION_SETTLED);
    if (s->setup.rounds_max > 0 && s->number >= s->setup.rounds_max)
        s->end = SESSION_ROUNDS;
    else if (s->bankroll.micro > MONEY_PRODUCT_MAX_MICRO)
        s->end = SESSION_FULL;
    else
        open_round(s, round_next_button(s->round.button));
}

void session_leave(struct session *s)
{
    bool inside = session_state(s) == SESSION_BUSY || session_state(s) == SESSION_ASKING;
    for (;;) {
        struct round_effects effects;
        struct cr_err err;
        cr_action actions[CR_LEGAL_MAX];
        if (session_state(s) == SESSION_BUSY) {
            session_go_on(s, &effects);
        } else if (session_state(s) == SESSION_ASKING) {
            CHECK(session_actions(s, actions) > 0);
            CHECK(seat_act(s, actions[0], &err) == CR_OK);
        } else {
            break;
        }
    }
    if (s->end == SESSION_GOES_ON)
        s->end = inside ? SESSION_WALKED_OUT : SESSION_QUIT;
}
