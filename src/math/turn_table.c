/* MATH-3: tables A.3 and A.6: the value of each turn card, with hole cards and flop given.
 *
 * Turn bet and river bet only change how many Antes are bet on the difference of wins and losses,
 * so a turn card needs two sums over its rivers. The river bet is right exactly when wins outnumber
 * losses; when they are equal, a check is. Of several sizes the largest is then the best; the bet
 * before the flop is taken as the smallest one.
 */
#include "math/games/game_math.h"
#include "math/games/pg.h"
#include "math/starts.h"

enum { FLOP, TURN, RIVER };

#define TURN_DEALS (RUNOUT_RIVERS * RUNOUT_DEALERS)
#define FLOP_DEALS (RUNOUT_CARDS * TURN_DEALS)

/* The sums of the four columns, by turn decision and river decision; 1 is a bet. */
struct columns {
    int64_t of[2][2];
};

/* The payoffs of a turn card over all its rivers, in parts of an Ante; nothing in pg is finer. */
static struct columns turn_columns(const struct cr_rules *rules, const struct runouts *runouts,
                                   unsigned turn, bool *river_bet)
{
    const struct holdem_pays *on_board = game_math_of(rules->game)->holdem;
    int64_t placed = 0, per_bet = 0;
    for (unsigned river = 0; river < RUNOUT_CARDS; river++) {
        if (river == turn)
            continue;
        const struct payoff pays =
            board_payoff(on_board, rules, rules->bet_parts, &runouts->boards[turn][river]);
        placed += (int64_t)pays.placed;
        per_bet += (int64_t)pays.per_bet;
    }
    struct columns sums;
    for (unsigned t = 0; t < 2; t++) {
        for (unsigned r = 0; r < 2; r++) {
            const unsigned bets = multiple_min(rules->multiples[FLOP]) +
                                  t * multiple_max(rules->multiples[TURN]) +
                                  r * multiple_max(rules->multiples[RIVER]);
            sums.of[t][r] = placed + bets * per_bet;
        }
    }
    *river_bet = per_bet > 0;
    return sums;
}

/* A sum divided by deals. The numbers are far too small to overflow. */
static struct cr_rational share(int64_t sum, int64_t deals)
{
    struct cr_rational value = {0, 1};
    (void)rational_reduce(sum, deals, &value);
    return value;
}

static void set_totals(const struct columns *totals, int64_t deals, struct cr_turn_table *out)
{
    const int64_t check = totals->of[0][0] + totals->of[0][1];
    const int64_t bet = totals->of[1][0] + totals->of[1][1];
    out->total_check_check = share(totals->of[0][0], deals);
    out->total_check_bet = share(totals->of[0][1], deals);
    out->total_bet_check = share(totals->of[1][0], deals);
    out->total_bet_bet = share(totals->of[1][1], deals);
    out->check = share(check, deals);
    out->bet = share(bet, deals);
    out->bets = bet > check;
}

int pg_turn_cards(const struct cr_rules *rules, const cr_card hole[2], const cr_card flop[3],
                  struct cr_turn_table *out, struct cr_err *err)
{
    struct runouts runouts;
    struct columns totals = {0};
    int rc = position_check_cards(hole, 2, flop, 3, err);
    if (rc != CR_OK)
        return rc;
    runouts_count(rules, hole, flop, 3, &runouts);
    out->count = RUNOUT_CARDS;
    for (unsigned i = 0; i < RUNOUT_CARDS; i++) {
        bool river_bet;
        const int64_t deals = TURN_DEALS * rules->bet_parts;
        const struct columns sums = turn_columns(rules, &runouts, i, &river_bet);
        out->cards[i] = (struct cr_turn_card){.card = runouts.cards[i],
                                              .check_check = share(sums.of[0][0], deals),
                                              .check_bet = share(sums.of[0][1], deals),
                                              .bet_check = share(sums.of[1][0], deals),
                                              .bet_bet = share(sums.of[1][1], deals)};
        totals.of[0][river_bet] += sums.of[0][river_bet];
        totals.of[1][river_bet] += sums.of[1][river_bet];
    }
    set_totals(&totals, FLOP_DEALS * rules->bet_parts, out);
    return CR_OK;
}
