/* Single positions of games of hold'em: the value of each option when the rest is played optimally.
 *
 * The code does not ask which decisions a game has: its stages say when each decision is made and
 * what it offers. From a position it walks down the tree of unseen board cards to complete boards;
 * at each decision on the way it takes the best option.
 */
#include "math/position.h"

#include "base/check.h"
#include "base/err.h"
#include "game/cards/eval_inline.h"
#include "game/games/game.h"
#include "game/round/actions.h"
#include "math/games/game_math.h"

#include <string.h>

#define FLOP_CARDS 3

/* ---- The boards that are possible ---- */

/* The 47 cards besides hole cards and flop, in the order that struct runouts promises. */
static void list_cards(const cr_card hole[2], const cr_card *board, unsigned open,
                       cr_card out[RUNOUT_CARDS])
{
    bool seen[CR_DECK_CARDS] = {false};
    unsigned n = 0;
    seen[hole[0]] = seen[hole[1]] = true;
    for (unsigned i = 0; i < open; i++) {
        seen[board[i]] = true;
        if (i >= FLOP_CARDS)
            out[n++] = board[i];
    }
    for (unsigned suit = CR_SUITS; suit-- > 0;) {
        for (unsigned rank = 0; rank < CR_RANKS; rank++) {
            cr_card card = cr_card_make(rank, suit);
            if (!seen[card])
                out[n++] = card;
        }
    }
    CHECK(n == RUNOUT_CARDS);
}

/* Compares the seat's rank with all hands that the dealer can hold on a board. */
static struct board_counts count_dealers(const struct cr_rules *rules, struct eval_hand board,
                                         const cr_card unseen[RUNOUT_CARDS - 2], uint16_t mine)
{
    const unsigned qualifying = rules->qualifying_rank;
    unsigned better = 0, worse = 0, unqualified = 0;
    for (unsigned i = 1; i < RUNOUT_CARDS - 2; i++) {
        const struct eval_hand first = eval_hand_add(board, unseen[i]);
        for (unsigned k = 0; k < i; k++) {
            unsigned rank = eval_hand_rank(eval_hand_add(first, unseen[k]));
            better += rank < mine;
            worse += rank > mine;
            unqualified += rank > qualifying;
        }
    }
    return (struct board_counts){
        .win = (int16_t)worse,
        .loss = (int16_t)better,
        .ends = dealer_ends(worse, better, unqualified, RUNOUT_DEALERS, mine <= qualifying),
        .category = (uint8_t)cr_rank_category(mine),
    };
}

/* Counts one board: the flop with cards[turn] and cards[river]. */
static void count_board(const struct cr_rules *rules, const cr_card hole[2], struct eval_hand flop,
                        unsigned turn, unsigned river, struct runouts *out)
{
    cr_card unseen[RUNOUT_CARDS - 2];
    unsigned n = 0;
    for (unsigned i = 0; i < RUNOUT_CARDS; i++)
        if (i != turn && i != river)
            unseen[n++] = out->cards[i];
    const struct eval_hand board =
        eval_hand_add(eval_hand_add(flop, out->cards[turn]), out->cards[river]);
    const uint16_t mine = eval_hand_rank(eval_hand_add(eval_hand_add(board, hole[0]), hole[1]));
    out->boards[turn][river] = count_dealers(rules, board, unseen, mine);
    out->boards[river][turn] = out->boards[turn][river];
}

void runouts_count(const struct cr_rules *rules, const cr_card hole[2], const cr_card *board,
                   unsigned open, struct runouts *out)
{
    CHECK(open >= FLOP_CARDS && open <= CR_BOARD_MAX);
    out->open = (uint8_t)open;
    list_cards(hole, board, open, out->cards);
    const struct eval_hand flop = eval_hand_of(board, FLOP_CARDS);
    const unsigned turns = open > FLOP_CARDS ? 1 : RUNOUT_CARDS;
    for (unsigned turn = 0; turn < turns; turn++) {
        const unsigned rivers = open == CR_BOARD_MAX ? turn + 2 : RUNOUT_CARDS;
        for (unsigned river = turn + 1; river < rivers; river++)
            count_board(rules, hole, flop, turn, river, out);
    }
}

/* ---- What a board pays ---- */

struct payoff board_payoff(const struct holdem_pays *pays, const struct cr_rules *rules,
                           int64_t scale, const struct board_counts *counts)
{
    return (struct payoff){
        .placed = pays->placed(rules, scale, counts),
        .per_bet = (wide)(scale / rules->bet_parts) *
                   (pays->bet ? pays->bet(rules, counts) : counts->win - counts->loss),
    };
}

/* ---- Decisions ---- */

/* A place in the tree: 3, 4 or 5 open board cards; turn and river are indices in the runouts'
 * cards. */
struct node {
    unsigned open, turn, river;
};

struct walk {
    const struct holdem_pays *pays;
    const struct cr_rules *rules;
    int64_t scale;
    bool limited; /* UTH-11: the limit counts … */
    wide limit;   /* … and this is it, in parts of the Ante */
    /* The result of side bets and progressive in each deal that ends with a hand of that category,
     * in those parts: for a hand that is shown down, and for one that was folded. */
    wide beside[2][CR_CATEGORIES];
    struct runouts runouts;
};

enum { SHOWN_DOWN, FOLDED };

/* A seat at a decision, with the bets that it made after the deal, in parts of an Ante. */
struct standing {
    unsigned stage, bets;
};

static wide deals_from(struct node at)
{
    return (wide)RUNOUT_DEALERS * (at.open < CR_BOARD_MAX ? RUNOUT_RIVERS : 1) *
           (at.open == FLOP_CARDS ? RUNOUT_CARDS : 1);
}

/* Opens one more card, number i of those 47. False where that card is on the board already. */
static bool node_open(struct node at, unsigned i, struct node *out)
{
    *out = at;
    out->open++;
    if (at.open == FLOP_CARDS) {
        out->turn = i;
        return true;
    }
    out->river = i;
    return i != at.turn;
}

/* The value when nothing is left to decide: every possible board is shown down. */
static wide value_shown_down(const struct walk *w, struct node at, unsigned bets)
{
    if (at.open == CR_BOARD_MAX) {
        const struct board_counts *counts = &w->runouts.boards[at.turn][at.river];
        const struct payoff pays = board_payoff(w->pays, w->rules, w->scale, counts);
        const wide cut = w->limited ? w->pays->cut(w->rules, w->scale, w->limit, counts, bets) : 0;
        return pays.placed + bets * pays.per_bet - cut +
               RUNOUT_DEALERS * w->beside[SHOWN_DOWN][counts->category];
    }
    wide sum = 0;
    struct node next;
    for (unsigned i = 0; i < RUNOUT_CARDS; i++)
        if (node_open(at, i, &next))
            sum += value_shown_down(w, next, bets);
    return sum;
}

/* The value of a fold: the wagers that it loses, and the results of the bets that it leaves. */
static wide value_folded(const struct walk *w, struct node at)
{
    if (at.open == CR_BOARD_MAX) {
        const struct board_counts *counts = &w->runouts.boards[at.turn][at.river];
        return RUNOUT_DEALERS *
               (w->beside[FOLDED][counts->category] - (wide)w->scale * w->pays->fold_loses);
    }
    wide sum = 0;
    struct node next;
    for (unsigned i = 0; i < RUNOUT_CARDS; i++)
        if (node_open(at, i, &next))
            sum += value_folded(w, next);
    return sum;
}

static wide value_best(const struct walk *w, struct node at, struct standing seat);

/* The value of waiting: opens cards until the seat's next decision. */
static wide value_dealt_on(const struct walk *w, struct node at, struct standing seat)
{
    if (at.open == w->rules->game->stages[seat.stage].board_visible)
        return value_best(w, at, seat);
    wide sum = 0;
    struct node next;
    for (unsigned i = 0; i < RUNOUT_CARDS; i++)
        if (node_open(at, i, &next))
            sum += value_dealt_on(w, next, seat);
    return sum;
}

static wide value_of(const struct walk *w, struct node at, struct standing seat, cr_action action)
{
    const struct cr_game *game = w->rules->game;
    const unsigned multiple = cr_action_multiple(action);
    if (action == CR_FOLD)
        return value_folded(w, at);
    seat.bets += multiple;
    seat.stage++;
    if (seat.stage == game->stage_count || (game->one_bet && multiple > 0))
        return value_shown_down(w, at, seat.bets);
    return value_dealt_on(w, at, seat);
}

/* The options of a decision; they do not depend on how the seat came to it. */
static size_t options_at(const struct cr_rules *rules, unsigned stage, cr_action out[CR_LEGAL_MAX])
{
    static const cr_action checks[CR_STAGES] = {CR_CHECK, CR_CHECK, CR_CHECK};
    return cr_legal_actions(rules, checks, stage, out);
}

static wide value_best(const struct walk *w, struct node at, struct standing seat)
{
    cr_action options[CR_LEGAL_MAX];
    const size_t count = options_at(w->rules, seat.stage, options);
    CHECK(count > 0);
    wide best = value_of(w, at, seat, options[0]);
    for (size_t i = 1; i < count; i++) {
        const wide value = value_of(w, at, seat, options[i]);
        if (value > best)
            best = value;
    }
    return best;
}

/* ---- The question ---- */

int position_check_cards(const cr_card *hole, size_t hole_count, const cr_card *board,
                         size_t board_count, struct cr_err *err)
{
    cr_card all[CR_HOLE_MAX + CR_BOARD_MAX];
    CHECK(hole_count <= CR_HOLE_MAX && board_count <= CR_BOARD_MAX);
    memcpy(all, hole, hole_count);
    if (board_count > 0)
        memcpy(all + hole_count, board, board_count);
    for (size_t i = 0; i < hole_count + board_count; i++)
        if (all[i] >= CR_DECK_CARDS)
            return err_set(err, CR_E_INPUT, "%u is not a card: cards are 0 to %d", all[i],
                           CR_DECK_CARDS - 1);
    const cr_card repeated = cr_cards_repeated(all, hole_count + board_count);
    if (repeated == CR_NO_CARD)
        return CR_OK;
    char text[CR_CARD_TEXT_MAX];
    cr_card_format(repeated, text);
    return err_set(err, CR_E_INPUT, "the card %s is there twice", text);
}

/* How many decisions are made before `open` board cards are open. */
static size_t stages_before(const struct cr_game *game, size_t open)
{
    size_t n = 0;
    while (n < game->stage_count && game->stages[n].board_visible < open)
        n++;
    return n;
}

/* Fills in actions that were not given: checks and, where a check is not allowed, the smallest
 * bet. */
static void assume_actions(const struct cr_rules *rules, size_t count, cr_action out[CR_STAGES])
{
    for (size_t i = 0; i < count; i++)
        out[i] = action_leading_on(rules, (unsigned)i);
}

static bool is_legal(const struct cr_rules *rules, const cr_action *done, size_t at)
{
    cr_action legal[CR_LEGAL_MAX];
    const size_t count = cr_legal_actions(rules, done, at, legal);
    for (size_t i = 0; i < count; i++)
        if (legal[i] == done[at])
            return true;
    return false;
}

/* Checks that the actions lead to a decision, or to the wait before one, with that many board cards
 * open. */
static int check_actions(const struct cr_rules *rules, const cr_action *done, size_t count,
                         size_t open, struct cr_err *err)
{
    const struct cr_game *game = rules->game;
    const size_t before = stages_before(game, open);
    cr_action legal[CR_LEGAL_MAX];
    if (count > game->stage_count)
        return err_set(err, CR_E_INPUT, "%zu actions; %s has %u decisions", count, game->title,
                       game->stage_count);
    for (size_t i = 0; i < count; i++) {
        if (cr_legal_actions(rules, done, i, legal) == 0)
            return err_set(err, CR_E_INPUT, "action %zu comes after the seat's last decision",
                           i + 1);
        if (!is_legal(rules, done, i))
            return err_set(err, CR_E_INPUT,
                           "action %zu is none of those that the decision \"%s\" offers", i + 1,
                           game->stages[i].name);
    }
    if (cr_legal_actions(rules, done, count, legal) == 0 || before == game->stage_count)
        return err_set(err, CR_E_STATE, "nothing is left to decide");
    if (count != before)
        return err_set(err, CR_E_INPUT,
                       "%zu actions with %zu board cards open; %zu decisions come before that",
                       count, open, before);
    return CR_OK;
}

int position_check(const struct cr_rules *rules, const cr_card *hole, const cr_card *board,
                   size_t board_count, struct actions_before *before, struct cr_err *err)
{
    const struct cr_game *game = rules->game;
    if (board_count > CR_BOARD_MAX)
        return err_set(err, CR_E_INPUT, "%zu board cards; %s has %u", board_count, game->title,
                       game->board_cards);
    int rc = position_check_cards(hole, game->hole_cards, board, board_count, err);
    if (rc != CR_OK)
        return rc;
    if (before->count == 0 && board_count > 0) {
        before->count = stages_before(game, board_count);
        assume_actions(rules, before->count, before->assumed);
        before->done = before->assumed;
    }
    return check_actions(rules, before->done, before->count, board_count, err);
}

/* ---- The answer ---- */

/* Fills in the options' values. All are sums over the same number of deals, so whole numbers
 * compare them. */
static int answer(const struct walk *w, struct node at, struct standing seat,
                  struct cr_position *out, struct cr_err *err)
{
    struct cr_position position = {0};
    cr_action options[CR_LEGAL_MAX] = {CR_CHECK};
    /* Between two decisions (uth, the turn card open) a seat can only wait. */
    const bool waits = at.open != w->rules->game->stages[seat.stage].board_visible;
    const size_t count = waits ? 1 : options_at(w->rules, seat.stage, options);
    wide best = 0;
    for (size_t i = 0; i < count; i++) {
        const wide value = waits ? value_dealt_on(w, at, seat) : value_of(w, at, seat, options[i]);
        if (!rational_reduce(value, deals_from(at) * w->scale, &position.options[i].ev))
            return err_set(err, CR_E_RANGE, "an exact value does not fit 64 bits");
        position.options[i].action = options[i];
        cr_action_format(w->rules, seat.stage, options[i], position.options[i].name);
        if (i == 0 || value > best) {
            best = value;
            position.best = (uint8_t)i;
        }
    }
    position.option_count = (uint8_t)count;
    *out = position;
    return CR_OK;
}

/* Sets the scale: how many parts of an Ante make every payment, and the limit, a whole number. */
static int set_scale(const struct cr_rules *rules, struct cr_money ante, struct walk *w,
                     struct cr_err *err)
{
    struct cr_rational limit = {0, 1};
    wide scale = (wide)w->pays->scale(rules) * rules->bet_parts;
    if (scale == 0)
        return err_set(err, CR_E_RANGE,
                       "%s: the Blind's ratios have no common denominator that fits 64 bits",
                       rules->name);
    w->limited = game_math_limited(rules, ante);
    if (w->limited) {
        struct cr_rational lacks; /* den: the factor that the scale lacks */
        bool fits = rational_reduce(rules->hand_limit.micro, ante.micro, &limit);
        fits = fits && rational_reduce(scale, limit.den, &lacks);
        scale = fits ? scale * lacks.den : 0;
    }
    if (scale == 0 || scale > INT64_MAX)
        return err_set(err, CR_E_RANGE,
                       "%s: the Ante and the limit on one hand's pays have no common part that "
                       "fits 64 bits; choose a rounder Ante",
                       rules->name);
    w->scale = (int64_t)scale;
    w->limit = scale / limit.den * limit.num;
    return CR_OK;
}

/* ---- Side bets and the progressive ---- */

/* The result of both when the hand ends in each category; the progressive's five cards must be
 * open. */
static bool beside_find(const struct cr_rules *rules, const struct felt *felt,
                        const struct felt_cards *cards, bool folded,
                        struct cr_rational out[CR_CATEGORIES])
{
    struct cr_rational progressive;
    bool fits = felt_progressive(rules, felt, cards, folded, &progressive);
    for (unsigned c = 0; c < CR_CATEGORIES; c++) {
        out[c] = progressive;
        for (unsigned s = 0; s < rules->game->slot_count && fits; s++) {
            const struct cr_rational lost = {-felt->side[s].num, felt->side[s].den};
            const bool is_lost = folded && (rules->fold_forfeits >> s & 1);
            if (felt->side[s].num > 0)
                fits =
                    rational_sum(out[c],
                                 is_lost ? lost
                                         : felt_pays(rules, felt, s,
                                                     cr_category_worst_rank((enum cr_category)c)),
                                 &out[c]);
        }
    }
    return fits;
}

/* Makes the scale a multiple of every denominator, and the results whole numbers of its parts. */
static bool beside_scale(const struct cr_rational beside[2][CR_CATEGORIES], struct walk *w)
{
    wide scale = w->scale;
    for (unsigned i = 0; i < 2 * CR_CATEGORIES; i++) {
        struct cr_rational lacks;
        rational_reduce(scale, (&beside[0][0])[i].den, &lacks);
        scale *= lacks.den;
        if (scale > INT64_MAX)
            return false;
    }
    w->limit = w->limit * (scale / w->scale);
    w->scale = (int64_t)scale;
    for (unsigned i = 0; i < 2 * CR_CATEGORIES; i++)
        (&w->beside[0][0])[i] = scale / (&beside[0][0])[i].den * (&beside[0][0])[i].num;
    return true;
}

static int set_beside(const struct felt *felt, const struct felt_cards *cards, struct walk *w,
                      struct cr_err *err)
{
    struct cr_rational beside[2][CR_CATEGORIES];
    if (!felt)
        return CR_OK;
    if (beside_find(w->rules, felt, cards, false, beside[SHOWN_DOWN]) &&
        beside_find(w->rules, felt, cards, true, beside[FOLDED]) && beside_scale(beside, w))
        return CR_OK;
    return err_set(err, CR_E_RANGE, "%s: these bets are too fine to be valued exactly",
                   w->rules->name);
}

/* felt: the other bets on the felt; NULL: the base game alone. */
static int analyze_board(const struct cr_rules *rules, struct cr_money ante,
                         const struct felt *felt, const struct felt_cards *cards,
                         const struct actions_before *before, struct cr_position *out,
                         struct cr_err *err)
{
    struct walk walk = {.pays = game_math_of(rules->game)->holdem, .rules = rules};
    struct standing seat = {.stage = (unsigned)before->count};
    int rc = set_scale(rules, ante, &walk, err);
    if (rc == CR_OK)
        rc = set_beside(felt, cards, &walk, err);
    if (rc != CR_OK)
        return rc;
    for (size_t i = 0; i < before->count; i++)
        seat.bets += cr_action_multiple(before->done[i]);
    runouts_count(rules, cards->hole, cards->board, cards->open, &walk.runouts);
    return answer(&walk, (struct node){cards->open, 0, 1}, seat, out, err);
}

int holdem_limited_position(const struct cr_rules *rules, struct cr_money ante, const cr_card *hole,
                            const cr_card *board, size_t board_count, const cr_action *done,
                            size_t done_count, struct cr_position *out, struct cr_err *err)
{
    struct actions_before before = {.done = done, .count = done_count};
    if (board_count != 0 && (board_count < FLOP_CARDS || board_count > CR_BOARD_MAX))
        return err_set(err, CR_E_INPUT, "%zu board cards; 0, 3, 4 or 5 can be open", board_count);
    int rc = position_check(rules, hole, board, board_count, &before, err);
    if (rc != CR_OK)
        return rc;
    if (board_count == 0)
        return analyze_preflop(rules, ante, hole, out, err);
    const struct felt_cards cards = {hole, board, (unsigned)board_count};
    return analyze_board(rules, ante, NULL, &cards, &before, out, err);
}

int holdem_position_with(const struct cr_rules *rules, const struct felt *felt,
                         const struct felt_cards *cards, const cr_action *done, size_t done_count,
                         struct cr_position *out, struct cr_err *err)
{
    struct actions_before before = {.done = done, .count = done_count};
    CHECK(cards->open >= FLOP_CARDS && cards->open <= CR_BOARD_MAX);
    int rc = position_check(rules, cards->hole, cards->board, cards->open, &before, err);
    return rc == CR_OK ? analyze_board(rules, felt->ante, felt, cards, &before, out, err) : rc;
}

int holdem_position(const struct cr_rules *rules, const cr_card *hole, const cr_card *board,
                    size_t board_count, const cr_action *done, size_t done_count,
                    struct cr_position *out, struct cr_err *err)
{
    return holdem_limited_position(rules, cr_money_from_micro(0), hole, board, board_count, done,
                                   done_count, out, err);
}

int cr_analyze_position_for(const struct cr_rules *rules, struct cr_money ante, const cr_card *hole,
                            const cr_card *board, size_t board_count, const cr_action *done,
                            size_t done_count, struct cr_position *out, struct cr_err *err)
{
    const struct game_math *math;
    int rc = game_math_find(rules->game, &math, err);
    if (rc != CR_OK)
        return rc;
    if (!math->position)
        return err_set(err, CR_E_NOT_FOUND, "no exact analysis of single hands for %s",
                       rules->game->title);
    if (rules->game->board_cards == 0 && rules->game->dealer_open == 0 && board_count > 0)
        return err_set(err, CR_E_INPUT, "%s has no board", rules->game->title);
    if (math->limited_position && game_math_limited(rules, ante))
        return math->limited_position(rules, ante, hole, board, board_count, done, done_count, out,
                                      err);
    return math->position(rules, hole, board, board_count, done, done_count, out, err);
}

int cr_analyze_position(const struct cr_rules *rules, const cr_card *hole, const cr_card *board,
                        size_t board_count, const cr_action *done, size_t done_count,
                        struct cr_position *out, struct cr_err *err)
{
    return cr_analyze_position_for(rules, cr_money_from_micro(0), hole, board, board_count, done,
                                   done_count, out, err);
}
