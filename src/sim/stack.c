/* A stacked deck; see stack.h. */
#include "sim/stack.h"

#include "base/check.h"
#include "game/games/game.h"

/* The five cards of a progressive: the seat's own first, then those of the board. */
static const struct {
    enum cr_category category;
    const char *cards;
} hands[] = {{CR_FOUR_OF_A_KIND, "Kd Kc Kh Ks 2d"},
             {CR_STRAIGHT_FLUSH, "9h 8h 7h 6h 5h"},
             {CR_ROYAL_FLUSH, "As Ks Qs Js Ts"}};
#define HANDS (sizeof(hands) / sizeof(hands[0]))

static const char *nth_high(const struct cr_progressive *p, unsigned nth)
{
    unsigned count = 0;
    for (unsigned i = 0; i < HANDS; i++)
        count += p->awards[hands[i].category].key == CR_KEY_HIGH;
    if (count == 0)
        return NULL;
    nth %= count;
    for (unsigned i = 0; i < HANDS; i++)
        if (p->awards[hands[i].category].key == CR_KEY_HIGH && nth-- == 0)
            return hands[i].cards;
    return NULL;
}

static bool is_among(cr_card card, const cr_card *cards, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (cards[i] == card)
            return true;
    return false;
}

bool stack_deck(const struct round *r, unsigned seat, unsigned nth, struct cr_deck *deck)
{
    cr_card wanted[5], order[CR_DECK_CARDS];
    size_t count = 0, next = 0;
    struct cr_err err = {0};
    const struct cr_game *game = r->rules->game;
    const char *hand = r->progressive != NULL ? nth_high(r->progressive, nth) : NULL;
    if (hand == NULL || game->hole_cards + game->award_board_cards != 5)
        return false;
    CHECK(cr_cards_parse(hand, 14, wanted, 5, &count, &err) == 0 && count == 5);
    for (unsigned i = 0; i < r->plan.count; i++) {
        const struct deal_step step = r->plan.steps[i];
        if (step.to == seat) {
            order[i] = wanted[step.index];
        } else if (step.to == DEAL_BOARD && step.index < game->award_board_cards) {
            order[i] = wanted[game->hole_cards + step.index];
        } else {
            while (is_among(deck->cards[next], wanted, 5))
                next++;
            order[i] = deck->cards[next++];
        }
    }
    return cr_deck_from_list(deck, order, r->plan.count, &err) == 0;
}
