/* The strategies of Let It Ride and Mississippi Stud: the best decision for every set of known
 * cards and number of bets, and the rules that players know by heart. */
#include "base/err.h"
#include "game/games/game.h"
#include "math/games/streets_game.h"
#include "math/strategy/say_streets.h"
#include "math/strategy/strategy_simple.h"
#include "math/strategy/strategy_tables.h"

#include <string.h>

/* The rules of thumb in words: what to do at each decision with which hands. Semicolons separate
 * conditions. */
static const struct thumb_words lir_by_hand[] = {
    {0, 1,
     "a hand that pays: a pair of tens or better, three of a kind; three to a royal flush; three "
     "suited in a row from 3-4-5 up; three suited with one gap and a card from the ten up; three "
     "suited with two gaps and two cards from the ten up"},
    {0, 0, "all other hands"},
    {1, 1,
     "a hand that pays: a pair of tens or better, two pair, three of a kind; four of one suit; "
     "four in a row open at both ends with a card from the ten up"},
    {1, 0, "all other hands"},
    {0, 0, NULL},
};

static const struct thumb_words ms_by_hand[] = {
    {0, 2, "any pair"},
    {0, 1, "two points or more; 6-5 suited"},
    {0, 0, "less (points: jack to ace count two each, six to ten one each)"},
    {1, 2,
     "a pair of sixes or better, three of a kind; three to a royal flush; three suited with no gap "
     "from 5-6-7 up; three suited with one gap and a card from the jack up; three suited with two "
     "gaps and two cards from the jack up"},
    {1, 1,
     "any other three of one suit; a low pair; three points or more; three in a row from 4-5-6 up; "
     "three with one gap and two cards from six to ten"},
    {1, 0, "all other hands"},
    {2, 2,
     "a pair of sixes or better, two pair, three of a kind; four of one suit; four in a row open "
     "at both ends from 5-6-7-8 up"},
    {2, 1,
     "any other four to a straight; a low pair; four points or more; three cards from six to ten "
     "when the street bets before came to more than three Antes"},
    {2, 0, "all other hands"},
    {0, 0, NULL},
};

/* ---- The best play ---- */

/* Visits a state. Which of the known cards are the seat's own is arbitrary here, because it does
 * not matter to what players look at. */
static void give_state(void *context, const struct street_state *at)
{
    const struct strategy *s = context;
    const struct street_stage *stage = at->stage;
    const unsigned own = s->rules->game->hole_cards;
    struct hand_cards hand = {.bets = (uint8_t)(at->units - s->rules->bet_parts)};
    cr_card cards[SET_CARDS_MAX];
    const unsigned count = set_cards(at->known, cards);
    memcpy(hand.hole, cards, own);
    memcpy(hand.board, cards + own, count - own);
    const double values[3] = {at->options[0], at->options[1], at->options[stage->option_count - 1]};
    spot_give(s, count - own, &hand, at->weight, values);
}

static int fill(struct strategy *s, const struct flop flops[FLOPS],
                const struct cr_analysis *analysis, bool with_side, struct cr_err *err)
{
    const struct streets_terms terms = {.ante = {0}};
    struct street_game game;
    (void)flops;
    (void)analysis;
    (void)with_side; /* no decision touches the side bet of these games */
    int rc = streets_game_make(s->rules, &terms, &game, err);
    if (rc != CR_OK)
        return rc;
    s->streets = street_plan_new(&game);
    if (s->streets && s->visit)
        street_plan_visit(s->streets, &game, give_state, s);
    return s->streets ? CR_OK
                      : err_set(err, CR_E_RANGE, "not enough memory for the tables of the play");
}

/* Lists the cards that are known at a decision: the seat's own and the open ones of the board.
 * Returns how many. */
static unsigned known_cards(const struct cr_game *game, unsigned stage,
                            const struct hand_cards *hand, cr_card out[5])
{
    unsigned count = 0;
    for (unsigned i = 0; i < game->hole_cards; i++)
        out[count++] = hand->hole[i];
    for (unsigned i = 0; i < game->stages[stage].board_visible; i++)
        out[count++] = hand->board[i];
    return count;
}

static cr_action decide_best(const struct strategy *s, unsigned stage,
                             const struct hand_cards *hand)
{
    cr_card cards[5];
    card_set known = 0;
    const unsigned count = known_cards(s->rules->game, stage, hand, cards);
    for (unsigned i = 0; i < count; i++)
        known = set_with(known, cards[i]);
    return s->legal[stage][street_plan_choice(s->streets, stage, known,
                                              (unsigned)s->rules->bet_parts + hand->bets)];
}

/* ---- What the rules of thumb look at ---- */

static struct look look_at(const cr_card *cards, unsigned count)
{
    unsigned of[CR_RANKS] = {0}, pairs = 0;
    struct look l = {.count = count, .pair = CR_RANKS, .suited = true, .low = CR_RANKS};
    for (unsigned i = 0; i < count; i++) {
        const unsigned rank = cr_card_rank(cards[i]);
        of[rank]++;
        l.suited &= cr_card_suit(cards[i]) == cr_card_suit(cards[0]);
        l.low = rank < l.low ? rank : l.low;
        l.high = rank > l.high ? rank : l.high;
        l.tens += rank >= RANK_T;
        l.jacks += rank >= RANK_J;
        l.middle += rank >= RANK_6 && rank <= RANK_T;
    }
    for (unsigned rank = 0; rank < CR_RANKS; rank++) {
        pairs += of[rank] == 2;
        l.better |= of[rank] > 2;
        l.pair = of[rank] > 1 ? rank : l.pair;
    }
    l.better |= pairs > 1;
    l.gaps = l.pair == CR_RANKS ? l.high - l.low + 1 - count : CR_RANKS;
    return l;
}

static void look_streets(const struct cr_rules *rules, unsigned stage,
                         const struct hand_cards *hand, struct looks *out)
{
    cr_card cards[5];
    const unsigned count = known_cards(rules->game, stage, hand, cards);
    const struct look l = look_at(cards, count);
    looks_of_streets(&l, hand->bets / (unsigned)rules->bet_parts, out);
}

/* ---- Let It Ride ---- */

/* The rule of thumb. With three cards, ride a hand that pays, three to a royal flush, and three to
 * a straight flush: from 3-4-5 up in a row, with one gap and a high card, or with two gaps and two
 * high cards. With four cards, ride a hand that pays, four to a flush, and four in a row with a
 * high card. Everything else is taken back. */
static bool lir_rides(const struct look *l)
{
    if (l->better || (l->pair != CR_RANKS && l->pair >= RANK_T))
        return true;
    if (l->count == 4)
        return l->suited || (l->gaps == 0 && l->tens > 0 && l->high < RANK_A);
    return l->suited && ((l->gaps == 0 && l->low > RANK_2) || (l->gaps == 1 && l->tens > 0) ||
                         (l->gaps == 2 && l->tens > 1));
}

/* ---- Mississippi Stud ---- */

/* Jack to ace count two points each, six to ten one. */
static unsigned points(const struct look *l)
{
    return 2 * l->jacks + l->middle;
}

static bool is_made(const struct look *l)
{
    return l->better || (l->pair != CR_RANKS && l->pair >= RANK_6);
}

static unsigned ms_third(const struct look *l)
{
    if (l->pair != CR_RANKS)
        return 2;
    return points(l) >= 2 || (l->suited && l->high == RANK_6 && l->low == RANK_5);
}

static unsigned ms_fourth(const struct look *l)
{
    if (is_made(l))
        return 2;
    if (l->suited && (l->gaps + (l->low < RANK_5) <= l->jacks || (l->gaps == 0 && l->low > RANK_4)))
        return 2;
    return l->suited || l->pair != CR_RANKS || points(l) >= 3 ||
           (l->gaps == 0 && l->low > RANK_3) || (l->gaps == 1 && l->middle >= 2);
}

static unsigned ms_fifth(const struct look *l, double bets)
{
    if (is_made(l) || l->suited || (l->gaps == 0 && l->high >= RANK_8 && l->high < RANK_A))
        return 2;
    return l->gaps <= 1 || l->pair != CR_RANKS || points(l) >= 4 || (l->middle >= 3 && bets > 3);
}

/* ---- The decisions ---- */

static cr_action lir_simple(const struct strategy *s, unsigned stage, const struct hand_cards *hand)
{
    cr_card cards[5];
    const unsigned count = known_cards(s->rules->game, stage, hand, cards);
    const struct look l = look_at(cards, count);
    return s->legal[stage][lir_rides(&l)];
}

static cr_action ms_simple(const struct strategy *s, unsigned stage, const struct hand_cards *hand)
{
    cr_card cards[5];
    const unsigned count = known_cards(s->rules->game, stage, hand, cards);
    const struct look l = look_at(cards, count);
    return s->actions[stage][stage == 0   ? ms_third(&l)
                             : stage == 1 ? ms_fourth(&l)
                                          : ms_fifth(&l, hand->bets / (double)s->rules->bet_parts)];
}

/* Makes the function for one decision from one that takes the stage. */
#define DECIDE_STAGE(name, decide_one, stage)                                                      \
    static void name(const struct strategy *s, const struct hand_cards *hands,                     \
                     const uint16_t *which, size_t count, cr_action *out)                          \
    {                                                                                              \
        for (size_t i = 0; i < count; i++)                                                         \
            out[i] = decide_one(s, stage, &hands[which[i]]);                                       \
    }

DECIDE_STAGE(best_first, decide_best, 0)
DECIDE_STAGE(best_second, decide_best, 1)
DECIDE_STAGE(best_third, decide_best, 2)
DECIDE_STAGE(lir_first, lir_simple, 0)
DECIDE_STAGE(lir_second, lir_simple, 1)
DECIDE_STAGE(ms_first, ms_simple, 0)
DECIDE_STAGE(ms_second, ms_simple, 1)
DECIDE_STAGE(ms_last, ms_simple, 2)

const struct game_strategy strategy_lir = {
    STRATEGY_OF(lir),     .optimal = {best_first, best_second}, .simple = {lir_first, lir_second},
    .look = look_streets, .sayings = {say_lir, say_lir},
};

const struct game_strategy strategy_ms = {
    STRATEGY_OF(ms),
    .optimal = {best_first, best_second, best_third},
    .simple = {ms_first, ms_second, ms_last},
    .look = look_streets,
    .sayings = {say_ms, say_ms, say_ms},
};
