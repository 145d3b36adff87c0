/* How simulated patrons play Ultimate Texas Hold'em, Progressive Texas Hold 'Em and Three Card
 * Poker, with the trainer's rules for these games. */
#include "sim/game_play.h"

#include <string.h>

const struct game_play *game_play_of(const struct cr_game *game)
{
    for (size_t i = 0; game_play_list[i]; i++)
        if (game_play_list[i]->game == game)
            return game_play_list[i];
    return NULL;
}

/* Whether the seat has a pair with a card of its own, or a straight or better. */
static bool has_own_hand(const struct sight *see)
{
    bool own = see->high == see->low;
    for (unsigned i = 0; i < see->open; i++) {
        unsigned rank = cr_card_rank(see->board[i]);
        own |= rank == see->high || rank == see->low;
    }
    cr_card all[CR_HOLE_MAX + CR_BOARD_MAX], best[5];
    memcpy(all, see->cards, 2);
    memcpy(all + 2, see->board, see->open);
    return own || (see->open >= 3 &&
                   cr_rank_category(cr_best_five(all, 2 + see->open, best)) >= CR_STRAIGHT);
}

enum { FIVE = 3, SIX = 4, EIGHT = 6, TEN = 8, JACK = 9, QUEEN = 10, KING = 11, ACE = 12 };

static unsigned most_if(bool wants)
{
    return wants ? BETS_MOST : BETS_NOTHING;
}

/* Before the flop: any pair above deuces, any ace, kings and queens with some help, jack-ten. */
static bool uth_likes(const struct sight *see)
{
    if (see->stage > 0)
        return has_own_hand(see);
    if (see->high == see->low)
        return see->high > 0;
    return see->high == ACE || (see->high == KING && (see->suited || see->low >= FIVE)) ||
           (see->high == QUEEN && (see->low >= EIGHT || (see->suited && see->low >= SIX))) ||
           (see->high == JACK && see->low >= TEN);
}

static unsigned uth_bets(const struct sight *see)
{
    return most_if(uth_likes(see));
}

/* Before the flop: a pair, a queen or better, or two middle cards that go together. */
static bool pg_likes(const struct sight *see)
{
    if (see->stage > 0)
        return has_own_hand(see);
    return see->high == see->low || see->high >= QUEEN || (see->high >= TEN && see->low >= EIGHT) ||
           (see->suited && see->high >= EIGHT);
}

static unsigned pg_bets(const struct sight *see)
{
    return most_if(pg_likes(see));
}

/* Plays queen-six-four or better. */
static unsigned tcp_bets(const struct sight *see)
{
    const cr_card least[3] = {cr_card_make(QUEEN, 0), cr_card_make(SIX, 1), cr_card_make(2, 2)};
    return most_if(cr_eval3(see->cards) <= cr_eval3(least));
}

GAME_PLAY(uth, .order = "UTH-13", .qualify = "UTH-7");

GAME_PLAY(pg, .order = "PG-6", .qualify = "PG-5");

GAME_PLAY(tcp, .order = "TCP-7", .qualify = "TCP-3", .bonus = "TCP-6");
