/* One round of a table as a step machine: event in, effects out. */
#include "game/round/round.h"

#include "base/check.h"
#include "base/err.h"
#include "game/games/game.h"
#include "game/round/actions.h"
#include "game/round/play_check.h"

#include <string.h>

/* Which events each phase accepts: every other event is refused at once. */
static const uint8_t allowed[] = {
    [ROUND_BETTING] = 1 << ROUND_WAGER | 1 << ROUND_LOCK | 1 << ROUND_KILL,
    [ROUND_DEALING] = 1 << ROUND_CARD | 1 << ROUND_KILL,
    [ROUND_ACTING] = 1 << ROUND_ACT | 1 << ROUND_KILL,
    [ROUND_SHOWDOWN] = 1 << ROUND_SETTLE | 1 << ROUND_KILL,
    [ROUND_SETTLED] = 0,
    [ROUND_DEAD] = 0,
};

static const char *const phase_names[] = {
    [ROUND_BETTING] = "wagers are being placed", [ROUND_DEALING] = "cards are being dealt",
    [ROUND_ACTING] = "a seat is deciding",       [ROUND_SHOWDOWN] = "all hands are out",
    [ROUND_SETTLED] = "the round is settled",    [ROUND_DEAD] = "the round is dead",
};

static const char *const event_names[] = {
    [ROUND_WAGER] = "a wager", [ROUND_LOCK] = "the start of the game", [ROUND_CARD] = "a card",
    [ROUND_ACT] = "an action", [ROUND_SETTLE] = "the settlement",      [ROUND_KILL] = "dead hands",
};

void round_init(struct round *r, const struct cr_rules *rules,
                const struct cr_progressive *progressive, const struct cr_meters *meters,
                unsigned button)
{
    CHECK(button >= 1 && button <= CR_SEATS);
    memset(r, 0, sizeof *r);
    r->rules = rules;
    r->progressive = progressive;
    r->button = (uint8_t)button;
    if (progressive)
        r->meters = *meters;
    memset(r->play.board, CR_NO_CARD, sizeof r->play.board);
    memset(r->play.dealer, CR_NO_CARD, sizeof r->play.dealer);
    for (unsigned i = 0; i < CR_SEATS; i++)
        memset(r->play.seats[i].cards, CR_NO_CARD, sizeof r->play.seats[i].cards);
}

unsigned round_next_button(unsigned button)
{
    return button % CR_SEATS + 1;
}

unsigned round_dealer_seen(const struct round *r, const cr_card **cards)
{
    const struct cr_game *game = r->rules->game;
    const unsigned seen = r->phase == ROUND_SETTLED ? game->dealer_cards : game->dealer_open;
    *cards = r->play.dealer + game->dealer_cards - seen;
    return seen > 0 && (*cards)[seen - 1] < CR_DECK_CARDS ? seen : 0;
}

unsigned round_open_cards(const struct round *r, unsigned open, const cr_card **cards)
{
    const struct cr_game *game = r->rules->game;
    *cards = game->board_cards > 0 ? r->play.board
                                   : r->play.dealer + game->dealer_cards - game->dealer_open;
    return game->board_cards > 0 ? open : game->dealer_open;
}

struct deal_step round_next_card(const struct round *r)
{
    CHECK(r->phase == ROUND_DEALING);
    return r->plan.steps[r->dealt];
}

/* ---- Checking an event ---- */

static int check_place(const struct round *r, const struct round_event *e, struct cr_err *err)
{
    if (e->seat < 1 || e->seat > CR_SEATS)
        return err_set(err, CR_E_INPUT, "seat %u: seats are 1 to 7", e->seat);
    if (e->amount.micro == 0 && e->slot < r->rules->game->slot_count)
        return CR_OK;
    int rc = check_wager(r->rules, r->progressive, e->slot, e->amount, err);
    if (rc != CR_OK)
        err_prefix(err, "seat %u", e->seat);
    return rc;
}

static int check_card(const struct round *r, cr_card card, struct cr_err *err)
{
    if (card >= CR_DECK_CARDS)
        return err_set(err, CR_E_INPUT, "%u is not a card", card);
    if (r->seen & UINT64_C(1) << card) {
        char name[CR_CARD_TEXT_MAX];
        cr_card_format(card, name);
        return err_set(err, CR_E_INPUT, "the card %s has left the deck already", name);
    }
    return CR_OK;
}

static int check_act(const struct round *r, const struct round_event *e, struct cr_err *err)
{
    if (e->seat != r->turn)
        return err_set(err, CR_E_STATE, "seat %u: it is seat %u that decides now", e->seat,
                       r->turn);
    const struct cr_seat *seat = &r->play.seats[e->seat - 1];
    if (!action_is_legal(r->rules, seat->actions, seat->action_count, e->action))
        return err_set(err, CR_E_INPUT, "seat %u: that action is not allowed now", e->seat);
    return CR_OK;
}

int round_check(const struct round *r, const struct round_event *e, struct cr_err *err)
{
    if (e->kind > ROUND_KILL)
        return err_set(err, CR_E_INPUT, "no such event");
    if (!(allowed[r->phase] & 1u << e->kind))
        return err_set(err, CR_E_STATE, "%s is not possible while %s", event_names[e->kind],
                       phase_names[r->phase]);
    switch ((enum round_event_kind)e->kind) {
    case ROUND_WAGER:
        return check_place(r, e, err);
    case ROUND_LOCK:
        return check_seats(r->rules, r->progressive, &r->play, false, err);
    case ROUND_CARD:
        return check_card(r, e->card, err);
    case ROUND_ACT:
        return check_act(r, e, err);
    case ROUND_SETTLE:
    case ROUND_KILL:
        break;
    }
    return CR_OK;
}

/* ---- Applying an event ---- */

static void add_effect(struct round_effects *out, struct round_effect effect)
{
    CHECK(out->count < ROUND_EFFECTS_MAX);
    out->list[out->count++] = effect;
}

/* The seat that decides next at this stage, or 0. */
static unsigned next_to_act(const struct round *r)
{
    for (unsigned n = 0; n < CR_SEATS; n++) {
        unsigned seat = deal_seat_in_order(r->rules, r->button, n);
        const struct cr_seat *s = &r->play.seats[seat - 1];
        if (s->taken && s->action_count == r->stage && !action_all_done(r->rules, s))
            return seat;
    }
    return 0;
}

/* Goes through the round until a card, a decision or the settlement is needed. */
static void advance(struct round *r, struct round_effects *out)
{
    for (;;) {
        if (r->dealt < r->plan.part_end[r->stage]) {
            r->phase = ROUND_DEALING;
            return;
        }
        if (r->open < r->plan.open[r->stage]) {
            r->open = r->plan.open[r->stage];
            add_effect(out, (struct round_effect){.kind = ROUND_FX_OPEN, .index = r->open});
        }
        if (r->stage == r->rules->game->stage_count) {
            r->phase = ROUND_SHOWDOWN;
            add_effect(out, (struct round_effect){.kind = ROUND_FX_SHOWDOWN});
            return;
        }
        r->turn = (uint8_t)next_to_act(r);
        if (r->turn != 0) {
            r->phase = ROUND_ACTING;
            add_effect(out, (struct round_effect){.kind = ROUND_FX_ASK, .to = r->turn});
            return;
        }
        r->stage++;
    }
}

static void place(struct round *r, const struct round_event *e)
{
    struct cr_seat *seat = &r->play.seats[e->seat - 1];
    seat->wagers[e->slot] = e->amount;
    seat->patron = e->patron;
    seat->taken = false;
    for (unsigned s = 0; s < CR_SLOTS; s++)
        seat->taken |= seat->wagers[s].micro > 0;
}

static void lock(struct round *r, struct round_effects *out)
{
    unsigned taken = 0;
    for (unsigned i = 0; i < CR_SEATS; i++)
        taken |= r->play.seats[i].taken ? 1u << (i + 1) : 0;
    deal_plan_make(r->rules, taken, r->button, &r->plan);
    add_effect(out, (struct round_effect){.kind = ROUND_FX_LOCKED});
    advance(r, out);
}

static void take_card(struct round *r, cr_card card, struct round_effects *out)
{
    struct deal_step step = r->plan.steps[r->dealt++];
    r->seen |= UINT64_C(1) << card;
    if (step.to == DEAL_BOARD)
        r->play.board[step.index] = card;
    else if (step.to == DEAL_DEALER)
        r->play.dealer[step.index] = card;
    else if (step.to != DEAL_BURN)
        r->play.seats[step.to - 1].cards[step.index] = card;
    add_effect(out, (struct round_effect){
                        .kind = ROUND_FX_DEALT, .to = step.to, .index = step.index, .card = card});
    advance(r, out);
}

static void act(struct round *r, const struct round_event *e, struct round_effects *out)
{
    struct cr_seat *seat = &r->play.seats[e->seat - 1];
    unsigned stage = seat->action_count;
    seat->actions[seat->action_count++] = e->action;
    if (cr_action_multiple(e->action) > 0) {
        unsigned slot = r->rules->game->stages[stage].slot;
        struct cr_money stakes[CR_SLOTS];
        seat_stakes(r->rules, seat, stakes);
        add_effect(out, (struct round_effect){.kind = ROUND_FX_BET,
                                              .to = e->seat,
                                              .slot = (uint8_t)slot,
                                              .amount = stakes[slot]});
    }
    if (e->action == CR_PULL) {
        unsigned slot = r->rules->game->stages[stage].slot;
        add_effect(out, (struct round_effect){.kind = ROUND_FX_PULL,
                                              .to = e->seat,
                                              .slot = (uint8_t)slot,
                                              .amount = seat->wagers[slot]});
    }
    r->turn = 0;
    advance(r, out);
}

static int settle(struct round *r, struct round_effects *out, struct cr_err *err)
{
    struct cr_settlement settlement;
    memset(&settlement, 0, sizeof settlement); /* equal rounds give equal bytes, padding included */
    int rc = cr_settle(r->rules, r->progressive, &r->meters, &r->play, &settlement, err);
    if (rc != CR_OK)
        return rc;
    memcpy(&r->settlement, &settlement, sizeof settlement);
    r->phase = ROUND_SETTLED;
    add_effect(out, (struct round_effect){.kind = ROUND_FX_SETTLED});
    return CR_OK;
}

static void kill_hands(struct round *r, struct round_effects *out)
{
    cr_settle_dead(r->rules, r->progressive, &r->meters, &r->play, &r->settlement);
    r->turn = 0;
    r->phase = ROUND_DEAD;
    add_effect(out, (struct round_effect){.kind = ROUND_FX_DEAD});
}

int round_step(struct round *r, const struct round_event *e, struct round_effects *out,
               struct cr_err *err)
{
    out->count = 0;
    int rc = round_check(r, e, err);
    if (rc != CR_OK)
        return rc;
    switch ((enum round_event_kind)e->kind) {
    case ROUND_WAGER:
        place(r, e);
        break;
    case ROUND_LOCK:
        lock(r, out);
        break;
    case ROUND_CARD:
        take_card(r, e->card, out);
        break;
    case ROUND_ACT:
        act(r, e, out);
        break;
    case ROUND_SETTLE:
        return settle(r, out, err);
    case ROUND_KILL:
        kill_hands(r, out);
        break;
    }
    return CR_OK;
}
