/* The values of side bets and of the progressive, which are added to those of the base game. */
#include "math/on_felt.h"

#include "base/err.h"
#include "game/games/game.h"
#include "game/meters/meters.h"
#include "math/games/game_math.h"

#include <string.h>

static const struct cr_rational nothing = {0, 1};

static bool is_forfeited(const struct cr_rules *rules, unsigned slot)
{
    return rules->fold_forfeits >> slot & 1;
}

/* ---- Amounts ---- */

/* The award of each category at present: from the meters with the bets of this round in them, for a
 * single hit. */
static int awards_make(const struct cr_rules *rules, const struct felt_wagers *from,
                       struct felt *out, struct cr_err *err)
{
    const struct cr_money cap =
        rules->has_aggregate_limit ? rules->aggregate_limit : cr_money_from_micro(INT64_MAX);
    struct cr_meters meters = *from->meters;
    meters_contribute(from->progressive, &meters, from->bets);
    for (unsigned c = 0; c < CR_CATEGORIES; c++) {
        const struct cr_award *award = &from->progressive->awards[c];
        struct cr_meters after = meters;
        if (award->kind == CR_AWARD_NONE)
            continue;
        const struct meters_hit hit = meters_pay(from->progressive, &after, award, cap);
        if (!rational_reduce(hit.amount.micro, out->ante.micro, &out->awards[c]))
            return err_set(err, CR_E_RANGE, "an award is too large");
    }
    return CR_OK;
}

/* Whether a side bet is counted. One that a limit on one hand's pays would cut is not: how much is
 * cut depends on everything else that the hand is paid. */
static bool side_counts(const struct cr_rules *rules, const struct felt *felt, unsigned slot)
{
    const struct cr_rational of = felt->side[slot];
    if (rules->game->limit_spares_side || of.num > INT32_MAX || of.den > INT32_MAX)
        return rules->game->limit_spares_side;
    return !game_math_limited_with(rules, felt->ante,
                                   (struct cr_ratio){(int32_t)of.num, (int32_t)of.den});
}

int felt_make(const struct cr_rules *rules, const struct felt_wagers *from, struct felt *out,
              struct cr_err *err)
{
    const struct cr_game *game = rules->game;
    *out = (struct felt){.ante = from->wagers[game->ante], .progressive = nothing};
    for (unsigned c = 0; c < CR_CATEGORIES; c++)
        out->awards[c] = nothing;
    for (unsigned s = 0; s < CR_SLOTS; s++) {
        const bool lies = s < game->slot_count && from->wagers[s].micro > 0;
        out->side[s] = nothing;
        if (!lies || out->ante.micro == 0)
            continue;
        out->counted |= (uint8_t)(1u << s);
        if (game->slots[s].is_progressive && from->progressive)
            rational_reduce(from->wagers[s].micro, out->ante.micro, &out->progressive);
        if (!game->slots[s].is_side)
            continue;
        rational_reduce(from->wagers[s].micro, out->ante.micro, &out->side[s]);
        if (!side_counts(rules, out, s)) {
            out->side[s] = nothing;
            out->counted ^= (uint8_t)(1u << s);
            out->left |= (uint8_t)(1u << s);
        }
    }
    return out->progressive.num > 0 ? awards_make(rules, from, out, err) : CR_OK;
}

bool felt_may_be_lost(const struct cr_rules *rules, const struct felt *felt, unsigned stage)
{
    const struct cr_game *game = rules->game;
    bool folds = false, loses = false;
    for (unsigned i = stage; i < game->stage_count; i++)
        folds = folds || game->stages[i].may_fold;
    for (unsigned s = 0; s < game->slot_count; s++)
        loses = loses ||
                (is_forfeited(rules, s) &&
                 (felt->side[s].num > 0 || (s == game->progressive && felt->progressive.num > 0)));
    return folds && loses;
}

/* ---- Averages over the cards that are still to come ---- */

/* Counts the ranks of hands over all ways to complete some cards. */
struct draw {
    const struct ranking *ranking;
    cr_card cards[CR_HOLE_MAX + CR_BOARD_MAX];
    unsigned count;
    bool seen[CR_DECK_CARDS];
    int64_t by_rank[CR_RANKS_FIVE + 1];
    int64_t ways;
};

static void draw_all(struct draw *d, unsigned from, unsigned missing)
{
    if (missing == 0) {
        d->by_rank[d->ranking->rank(d->cards, d->count)]++;
        d->ways++;
        return;
    }
    for (unsigned card = from; card < CR_DECK_CARDS; card++) {
        if (d->seen[card])
            continue;
        d->cards[d->count++] = (cr_card)card;
        draw_all(d, card + 1, missing - 1);
        d->count--;
    }
}

/* Counts the hands that a wager looks at: the seat's own cards (if own) and the first `board` cards
 * of the board, of which some may still be missing. */
static void draw_make(const struct cr_rules *rules, const struct felt_cards *cards,
                      const struct ranking *ranking, bool own, unsigned board, struct draw *d)
{
    const unsigned hole = rules->game->hole_cards, open = cards->open < board ? cards->open : board;
    memset(d, 0, sizeof *d);
    d->ranking = ranking;
    for (unsigned i = 0; i < hole; i++)
        d->seen[cards->hole[i]] = true;
    for (unsigned i = 0; i < cards->open; i++)
        d->seen[cards->board[i]] = true;
    if (own) {
        memcpy(d->cards, cards->hole, hole);
        d->count = hole;
    }
    for (unsigned i = 0; i < open; i++)
        d->cards[d->count++] = cards->board[i];
    draw_all(d, 0, board - open);
}

struct cr_rational felt_pays(const struct cr_rules *rules, const struct felt *felt, unsigned slot,
                             uint16_t rank)
{
    const struct cr_ratio pays = slot_pays(rules, slot, rank);
    const struct cr_rational ratio = {pays.den > 0 ? pays.num : -1, pays.den > 0 ? pays.den : 1};
    struct cr_rational out = nothing;
    rational_multiply(felt->side[slot], ratio, &out);
    return out;
}

static bool side_average(const struct cr_rules *rules, const struct felt *felt, unsigned slot,
                         const struct felt_cards *cards, struct cr_rational *out)
{
    const enum slot_cards looks = rules->game->slots[slot].cards;
    struct draw d;
    struct cr_rational sum = nothing, part;
    bool fits = true;
    draw_make(rules, cards, slot_ranking(rules->game, slot), looks != CARDS_BOARD,
              looks == CARDS_OWN ? 0 : rules->game->board_cards, &d);
    for (uint16_t rank = 1; rank <= d.ranking->worst_rank; rank++) {
        if (d.by_rank[rank] == 0)
            continue;
        fits = fits &&
               rational_multiply(felt_pays(rules, felt, slot, rank),
                                 (struct cr_rational){d.by_rank[rank], 1}, &part) &&
               rational_sum(sum, part, &sum);
    }
    return fits && rational_multiply(sum, (struct cr_rational){1, d.ways}, out);
}

static bool felt_side(const struct cr_rules *rules, const struct felt *felt,
                      const struct felt_cards *cards, bool folded, struct cr_rational *out)
{
    bool fits = true;
    *out = nothing;
    for (unsigned s = 0; s < rules->game->slot_count && fits; s++) {
        struct cr_rational part = {-felt->side[s].num, felt->side[s].den};
        if (felt->side[s].num == 0)
            continue;
        if (!(folded && is_forfeited(rules, s)))
            fits = side_average(rules, felt, s, cards, &part);
        fits = fits && rational_sum(*out, part, out);
    }
    return fits;
}

bool felt_progressive(const struct cr_rules *rules, const struct felt *felt,
                      const struct felt_cards *cards, bool folded, struct cr_rational *out)
{
    const struct cr_rational lost = {-felt->progressive.num, felt->progressive.den};
    struct cr_rational sum = nothing, part;
    struct draw d;
    bool fits = true;
    *out = lost;
    if (felt->progressive.num == 0 || (folded && is_forfeited(rules, rules->game->progressive)))
        return true;
    draw_make(rules, cards, &ranking_five, true, rules->game->award_board_cards, &d);
    int64_t hits[CR_CATEGORIES] = {0};
    for (uint16_t rank = 1; rank <= CR_RANKS_FIVE; rank++)
        hits[cr_rank_category(rank)] += d.by_rank[rank];
    for (unsigned c = 0; c < CR_CATEGORIES; c++)
        fits = fits &&
               rational_multiply(felt->awards[c], (struct cr_rational){hits[c], 1}, &part) &&
               rational_sum(sum, part, &sum);
    return fits && rational_multiply(sum, (struct cr_rational){1, d.ways}, &sum) &&
           rational_sum(sum, lost, out);
}

/* ---- Together ---- */

int felt_add(const struct cr_rules *rules, const struct felt *felt, const struct felt_cards *cards,
             struct cr_position *position, struct cr_err *err)
{
    struct cr_rational side[2], progressive[2];
    for (unsigned folded = 0; folded < 2; folded++)
        if (!felt_side(rules, felt, cards, folded, &side[folded]) ||
            !felt_progressive(rules, felt, cards, folded, &progressive[folded]) ||
            !rational_sum(side[folded], progressive[folded], &side[folded]))
            return err_set(err, CR_E_RANGE, "%s: these bets are too fine to be valued exactly",
                           rules->name);
    for (uint8_t i = 0; i < position->option_count; i++) {
        const bool folds = position->options[i].action == CR_FOLD;
        if (!rational_sum(position->options[i].ev, side[folds], &position->options[i].ev))
            return err_set(err, CR_E_RANGE, "%s: these bets are too fine to be valued exactly",
                           rules->name);
        if (i == 0)
            position->best = 0;
        else if (rational_compare(position->options[i].ev, position->options[position->best].ev) >
                 0)
            position->best = i;
    }
    return CR_OK;
}
