/* What a house does when something is wrong with the cards, in words. */
#include <croupier/rules.h>

const char *cr_irregularity_words(const struct cr_rules *rules, size_t i)
{
    const struct cr_irregularities *house = &rules->irregularities;
    const struct {
        bool other;
        const char *says[2];
    } cases[CR_IRREGULARITIES] = {
        {house->count_corrected,
         {"A wrong number of cards: a misdeal. Every wager is returned, progressive bets too.",
          "A wrong number of cards: the hand is put right, and the deal goes on."}},
        {house->one_face_up_void,
         {"One card found face up: it is discarded, and the deal goes on.",
          "One card found face up: the round is void."}},
        {house->two_discarded,
         {"Two or more cards found face up: the round is void.",
          "Two or more cards found face up: they are discarded, and the deal goes on."}},
        {house->drawn_discarded,
         {"A card drawn in error and not seen: it is the next card.",
          "A card drawn in error and not seen: it is discarded."}},
        {house->early_plays_on,
         {"A community card or a card of the dealer shown too early: the round is void.",
          "A community card or a card of the dealer shown too early: it stays, and the round goes "
          "on."}},
    };
    return i < CR_IRREGULARITIES ? cases[i].says[cases[i].other] : NULL;
}
