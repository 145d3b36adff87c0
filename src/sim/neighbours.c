/* Simulated patrons: their wagers, their decisions, and the steps of a round without a player. */
#include "sim/neighbours.h"

#include "sim/bets.h"
#include "sim/game_play.h"

#include <string.h>

unsigned neighbour_seats(unsigned own, unsigned count)
{
    static const uint8_t liked[CR_SEATS] = {2, 6, 3, 5, 1, 7, 4};
    unsigned seats = 0;
    for (unsigned i = 0; i < CR_SEATS && count > 0; i++) {
        if (own & 1u << liked[i])
            continue;
        seats |= 1u << liked[i];
        count--;
    }
    return seats;
}

/* SplitMix64, which is good enough for the choices of simulated patrons. */
static uint64_t draw(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static uint64_t stream(uint64_t seed, uint64_t round, unsigned seat)
{
    uint64_t state = seed ^ UINT64_C(0x6e65696768626f72); /* "neighbor": not the deck's stream */
    state = draw(&state) ^ round;
    return draw(&state) ^ seat;
}

void neighbour_wagers(const struct cr_rules *rules, const struct cr_progressive *progressive,
                      struct cr_money ante, uint64_t seed, uint64_t round, unsigned seat,
                      struct cr_money out[CR_SLOTS])
{
    static const uint8_t multiples[] = {1, 1, 2, 3, 5};
    const struct cr_game *game = rules->game;
    const struct cr_money chip = cr_money_from_units(1);
    uint64_t state = stream(seed, round, seat);
    memset(out, 0, CR_SLOTS * sizeof out[0]);
    struct cr_limits limits = bets_limits(rules, game->ante, chip);
    struct cr_money amount = limits.max;
    int64_t multiple = multiples[draw(&state) % sizeof multiples];
    if (ante.micro < limits.max.micro / multiple)
        amount = cr_money_from_micro(ante.micro * multiple);
    bets_set(rules, game->ante, bets_clamp(amount, limits), out);
    for (unsigned s = 0; s < game->slot_count; s++) {
        if (s == game->ante || !bets_is_free(rules, progressive, s) || draw(&state) % 2 == 0)
            continue;
        out[s] = game->slots[s].is_progressive ? progressive->bet
                                               : bets_clamp(ante, bets_limits(rules, s, chip));
    }
}

/* ---- Decisions ---- */

/* How much the neighbour wants to bet; in a game without a description, as much as allowed. */
static unsigned wanted_bet(const struct round *r, const struct sight *see)
{
    const struct game_play *play = game_play_of(r->rules->game);
    return play ? play->bets(see) : BETS_MOST;
}

/* Chooses among the actions, which are in ascending order of money: the first bet that is large
 * enough, or the largest. Where nothing is wanted: a check rather than a fold, or the bet is taken
 * back. */
static cr_action choose(const cr_action *legal, size_t n, unsigned wanted, unsigned parts)
{
    if (wanted == BETS_NOTHING)
        return n > 1 && legal[0] == CR_FOLD && legal[1] == CR_CHECK ? CR_CHECK : legal[0];
    for (size_t i = 0; i < n; i++)
        if (cr_action_multiple(legal[i]) >= wanted * parts)
            return legal[i];
    return legal[n - 1];
}

cr_action neighbour_action(const struct round *r)
{
    CHECK(r->phase == ROUND_ACTING);
    const struct cr_seat *seat = &r->play.seats[r->turn - 1];
    unsigned a = cr_card_rank(seat->cards[0]), b = cr_card_rank(seat->cards[1]);
    const struct sight see = {
        .cards = seat->cards,
        .board = r->play.board,
        .count = r->rules->game->hole_cards,
        .open = r->open,
        .stage = r->stage,
        .high = a > b ? a : b,
        .low = a > b ? b : a,
        .suited = cr_card_suit(seat->cards[0]) == cr_card_suit(seat->cards[1]),
    };
    cr_action legal[CR_LEGAL_MAX];
    size_t n = cr_legal_actions(r->rules, seat->actions, seat->action_count, legal);
    CHECK(n > 0);
    return choose(legal, n, wanted_bet(r, &see), r->rules->bet_parts);
}

int neighbours_place(struct round *r, unsigned seats, struct cr_money ante, uint64_t seed,
                     uint64_t number, struct cr_err *err)
{
    int rc = CR_OK;
    for (unsigned seat = 1; seat <= CR_SEATS && rc == CR_OK; seat++) {
        struct cr_money wagers[CR_SLOTS];
        if (!(seats & 1u << seat))
            continue;
        neighbour_wagers(r->rules, r->progressive, ante, seed, number, seat, wagers);
        rc = bets_place(r, seat, 0, wagers, err);
    }
    return rc;
}

struct round_event neighbours_next(const struct round *r, struct cr_deck *deck)
{
    if (r->phase == ROUND_DEALING)
        return (struct round_event){.kind = ROUND_CARD, .card = cr_deck_deal(deck)};
    if (r->phase == ROUND_ACTING)
        return (struct round_event){
            .kind = ROUND_ACT, .seat = r->turn, .action = neighbour_action(r)};
    return (struct round_event){.kind = ROUND_SETTLE};
}
