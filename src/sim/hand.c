/* Plays one practice round from its question alone. */
#include "sim/hand.h"

#include "base/err.h"
#include "base/text.h"
#include "game/games/game.h"
#include "game/round/actions.h"
#include "sim/bets.h"
#include "sim/neighbours.h"

#include <string.h>

#define ANTE_UNITS 10

struct cr_money hand_usual_ante(const struct cr_rules *rules)
{
    const struct cr_limits limits = bets_limits(rules, rules->game->ante, cr_money_from_units(1));
    return bets_clamp(cr_money_from_units(ANTE_UNITS), limits);
}

static int step(struct hand *h, struct cr_err *err)
{
    struct round *r = &h->round;
    struct round_effects effects;
    const struct round_event event = neighbours_next(r, &h->deck);
    if (event.kind == ROUND_CARD) {
        h->deal[h->deal_count].step = round_next_card(r);
        h->deal[h->deal_count].part = r->stage;
        h->deal[h->deal_count++].card = event.card;
    }
    return round_step(r, &event, &effects, err);
}

static int go_on(struct hand *h, struct cr_err *err)
{
    int rc = CR_OK;
    while (rc == CR_OK && h->round.phase != ROUND_SETTLED &&
           !(h->round.phase == ROUND_ACTING && h->round.turn == h->setup.own))
        rc = step(h, err);
    return rc;
}

int hand_start(struct hand *h, const struct hand_setup *setup, struct cr_err *err)
{
    const struct round_event lock = {.kind = ROUND_LOCK};
    struct round_effects effects;
    memset(h, 0, sizeof *h);
    h->setup = *setup;
    /* PG-2: the button moves one seat a round. */
    round_init(&h->round, setup->rules, setup->progressive, setup->meters,
               (unsigned)((setup->round - 1) % CR_SEATS) + 1);
    cr_deck_shuffle_seeded(&h->deck, setup->seed, setup->round);
    int rc = setup->own ? bets_place(&h->round, setup->own, 0, setup->wagers, err) : CR_OK;
    if (rc == CR_OK)
        rc = neighbours_place(&h->round, setup->neighbours, setup->ante, setup->seed, setup->round,
                              err);
    if (rc == CR_OK)
        rc = round_step(&h->round, &lock, &effects, err);
    return rc == CR_OK ? go_on(h, err) : rc;
}

static int refuse_action(const struct hand *h, const char *word, size_t len, struct cr_err *err)
{
    const struct cr_rules *rules = h->setup.rules;
    const struct cr_seat *seat = &h->round.play.seats[h->setup.own - 1];
    cr_action legal[CR_LEGAL_MAX];
    char list[160], quoted[64];
    struct text t = text_in(list, sizeof list);
    const size_t n = cr_legal_actions(rules, seat->actions, seat->action_count, legal);
    for (size_t i = 0; i < n; i++) {
        char name[CR_ACTION_TEXT_MAX];
        cr_action_format(rules, seat->action_count, legal[i], name);
        text_add_format(&t, "%s%s", i ? ", " : "", name);
    }
    text_init(&t, quoted, sizeof quoted);
    text_add_json(&t, word, len < 8 ? len : 8);
    return err_set(err, CR_E_INPUT, "seat %u: %s is not allowed there; allowed: %s", h->setup.own,
                   quoted, list);
}

int hand_act(struct hand *h, const char *word, size_t len, struct cr_err *err)
{
    struct round *r = &h->round;
    struct round_effects effects;
    if (r->phase != ROUND_ACTING)
        return err_set(err, CR_E_INPUT, "seat %u: one action too many; nothing is left to decide",
                       h->setup.own);
    const struct cr_seat *seat = &r->play.seats[r->turn - 1];
    const struct round_event event = {
        .kind = ROUND_ACT,
        .seat = r->turn,
        .action = action_find(r->rules, seat->actions, seat->action_count, word, len)};
    if (event.action == CR_NO_ACTION)
        return refuse_action(h, word, len, err);
    h->decisions[h->decision_count++] = (struct hand_decision){seat->action_count, r->open};
    int rc = round_step(r, &event, &effects, err);
    return rc == CR_OK ? go_on(h, err) : rc;
}

void hand_name(const struct round *r, const cr_card *cards, char out[CR_HAND_NAME_MAX])
{
    const struct cr_game *game = r->rules->game;
    const unsigned count = game->hole_cards + r->open;
    cr_card all[CR_HOLE_MAX + CR_BOARD_MAX];
    out[0] = '\0';
    for (unsigned i = 0; i < game->hole_cards; i++)
        if (cards[i] >= CR_DECK_CARDS)
            return;
    memcpy(all, cards, game->hole_cards);
    memcpy(all + game->hole_cards, r->play.board, r->open);
    if (count >= game->ranking->cards)
        game_hand_name(game, game->ranking->rank(all, count), out);
}
