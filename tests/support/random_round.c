/* Random rounds that the rules allow, in which good hands are far more frequent than by chance. */
#include "support/random_round.h"

#include "base/check.h"
#include "game/games/game.h"

#include <string.h>

/* Orders a deck such that good hands come often: from all suits, from two suits, or tens to aces.
 */
static void stack_deck(struct rng *rng, cr_card deck[CR_DECK_CARDS])
{
    unsigned mode = rng_below(rng, 4);
    unsigned suit = rng_below(rng, CR_SUITS);
    unsigned good = 0;
    cr_card rest[CR_DECK_CARDS];
    unsigned others = 0;
    for (unsigned c = 0; c < CR_DECK_CARDS; c++) {
        bool wanted = mode == 0 || (mode == 1 && (c % 4 == suit || c % 4 == (suit + 1) % 4)) ||
                      (mode == 2 && c / 4 >= 7) || (mode == 3 && (c % 4 == suit || c / 4 >= 10));
        if (wanted)
            deck[good++] = (cr_card)c;
        else
            rest[others++] = (cr_card)c;
    }
    memcpy(deck + good, rest, others);
    for (unsigned from = 0, to = good;; from = good, to = CR_DECK_CARDS) {
        for (unsigned i = to - from; i > 1; i--) {
            unsigned j = rng_below(rng, i);
            cr_card swap = deck[from + i - 1];
            deck[from + i - 1] = deck[from + j];
            deck[from + j] = swap;
        }
        if (to == CR_DECK_CARDS)
            break;
    }
}

static void random_wagers(struct rng *rng, const struct cr_rules *rules,
                          const struct cr_progressive *progressive, struct cr_seat *seat)
{
    const struct cr_game *game = rules->game;
    bool alone = rules->alone && rng_below(rng, 6) == 0;
    struct cr_money ante =
        cr_money_from_micro((int64_t)(1 + rng_below(rng, 20000)) * CR_MICRO_PER_CENT);
    for (unsigned s = 0; s < game->slot_count; s++) {
        if (game->slots[s].kind != SLOT_PLACED)
            continue;
        if (game->slots[s].is_progressive) {
            if (progressive && rng_below(rng, 3) > 0)
                seat->wagers[s] = progressive->bet;
        } else if (game->slots[s].is_side) {
            if (alone || rng_below(rng, 2))
                seat->wagers[s] =
                    cr_money_from_micro((int64_t)(1 + rng_below(rng, 5000)) * CR_MICRO_PER_CENT);
        } else if (!alone) {
            seat->wagers[s] = ante;
        }
    }
    /* FCP-1: some side bets may be bet alone, but then without the progressive */
    if (alone && game->check_wagers(rules, seat->wagers, NULL) != CR_OK)
        seat->wagers[game->progressive] = cr_money_from_micro(0);
}

static void random_actions(struct rng *rng, const struct cr_rules *rules, struct cr_seat *seat)
{
    if (seat->wagers[rules->game->ante].micro == 0)
        return;
    cr_action legal[CR_LEGAL_MAX];
    size_t n;
    while ((n = cr_legal_actions(rules, seat->actions, seat->action_count, legal)) > 0)
        seat->actions[seat->action_count++] = legal[rng_below(rng, (unsigned)n)];
}

void random_round(struct rng *rng, const struct cr_rules *rules,
                  const struct cr_progressive *progressive, struct cr_round *out)
{
    *out = (struct cr_round){0};
    cr_card deck[CR_DECK_CARDS];
    stack_deck(rng, deck);
    unsigned next = 0;
    unsigned taken = 1 + rng_below(rng, 127);
    uint16_t pair = rng_below(rng, 2) ? 9 : 0; /* two seats may be one patron's */
    unsigned paired = 0;
    for (unsigned i = 0; i < rules->game->board_cards; i++)
        out->board[i] = deck[next++];
    for (unsigned i = 0; i < rules->game->dealer_cards; i++)
        out->dealer[i] = deck[next++];
    for (unsigned i = 0; i < CR_SEATS; i++) {
        if (!(taken & 1u << i))
            continue;
        struct cr_seat *seat = &out->seats[i];
        seat->taken = true;
        if (pair && paired < rules->hands_max) {
            seat->patron = pair;
            paired++;
        }
        for (unsigned c = 0; c < rules->game->hole_cards; c++)
            seat->cards[c] = deck[next++];
        random_wagers(rng, rules, progressive, seat);
        random_actions(rng, rules, seat);
    }
    if ((rules->game->keys & GAME_KEY_AGGREGATE_LIMIT) && rng_below(rng, 4) == 0) {
        out->has_aggregate_limit = true;
        out->aggregate_limit =
            cr_money_from_micro((int64_t)rng_below(rng, 100000) * CR_MICRO_PER_CENT);
    }
}

void random_meters(struct rng *rng, const struct cr_progressive *progressive, struct cr_meters *out)
{
    static const int64_t sizes[] = {1, 1000000, 300000000, 20000000000, 900000000000};
    *out = (struct cr_meters){0};
    for (unsigned m = 0; m < progressive->meter_count; m++) {
        uint64_t size = (uint64_t)sizes[rng_below(rng, 5)];
        out->meters[m].amount = cr_money_from_micro((int64_t)(rng_next(rng) % size));
        if (rng_below(rng, 2))
            out->meters[m].reserve = cr_money_from_micro((int64_t)(rng_next(rng) % size));
    }
}
