/* The parts of a strategy's tables that several games share: flops, starting hands and their
 * decisions. */
#include "math/strategy/strategy_tables.h"

#include "math/starts.h"

#include <stdio.h>
#include <string.h>

/* ---- Flops ---- */

void flop_cards(const struct flop *flop, cr_card out[3])
{
    unsigned n = 0;
    for (unsigned suit = 0; suit < CR_SUITS; suit++)
        for (unsigned left = flop->masks[suit]; left; left &= left - 1)
            out[n++] = cr_card_make((unsigned)__builtin_ctz(left), suit);
}

void flop_spot_find(const struct class_tables *t, const struct flop *flop, struct flop_spot *out)
{
    cr_card cards[3];
    flop_cards(flop, cards);
    out->ranks = ranks_of(t, cards, 3, CR_SUITS);
    for (unsigned suit = 0; suit < CR_SUITS; suit++)
        out->can[suit] = flush_class_of(t, cards, 3, suit, &out->class[suit]);
}

void flop_sum(const struct level *level, const struct flop_spot *spot, unsigned lane, row64 out)
{
    const struct hole h = {0, lane / 4, lane % 4};
    memcpy(out, ((const row64 *)level->plain)[spot->ranks], sizeof(row64));
    for (unsigned suit = 0; suit < CR_SUITS; suit++) {
        if (!spot->can[suit])
            continue;
        const int64_t *row =
            ((const row64 *)level->flush)[spot->class[suit] * KINDS + kind_in(&h, suit)];
        for (unsigned p = 0; p < PAIRS_WIDE; p++)
            out[p] += row[p];
    }
}

bool flop_hand(const struct class_tables *t, const struct flop *flop, unsigned lane, unsigned p,
               struct hand_cards *out)
{
    const unsigned high = t->pair_high[p], low = t->pair_low[p];
    if (!hand_exists(t, flop, lane, p) || (high == low && lane / 4 < lane % 4))
        return false;
    *out = (struct hand_cards){.hole = {cr_card_make(high, lane / 4), cr_card_make(low, lane % 4)}};
    flop_cards(flop, out->board);
    return true;
}

void strategy_set_start(struct strategy *s, unsigned pair, bool suited, cr_action action)
{
    for (unsigned a = 0; a < CR_DECK_CARDS; a++)
        for (unsigned b = 0; b < CR_DECK_CARDS; b++)
            if (a != b && hole_of((cr_card[2]){(cr_card)a, (cr_card)b}).pair == pair &&
                (a % 4 == b % 4) == suited)
                s->starts[a][b] = action;
}

/* ---- Situations ---- */

/* The value of a starting hand with an action. Where the analysis has no such figure, a fold loses
 * the Ante, and a bet has the value of playing on. */
static double start_value(const struct strategy *s, const struct cr_start *start, cr_action action)
{
    char name[CR_FIGURE_MAX], word[CR_ACTION_TEXT_MAX];
    cr_action_format(s->rules, 0, action, word);
    snprintf(name, sizeof name, "ev_%s", word);
    for (unsigned i = 0; i < start->option_count; i++)
        if (strcmp(start->options[i].name, name) == 0)
            return cr_rational_value(start->options[i].value);
    return action == CR_FOLD ? -1 : cr_rational_value(start->options[0].value);
}

void spots_of_starts(const struct strategy *s, const struct cr_analysis *analysis)
{
    struct start_hand list[CR_STARTS];
    if (!s->visit)
        return;
    starts_list(list);
    for (unsigned i = 0; i < CR_STARTS; i++) {
        const unsigned high = s->tables.pair_high[list[i].pair];
        const unsigned low = s->tables.pair_low[list[i].pair];
        const struct hand_cards hand = {
            .hole = {cr_card_make(high, 0), cr_card_make(low, list[i].suited ? 0 : 1)}};
        double values[3];
        for (unsigned code = 0; code < 3; code++)
            values[code] = start_value(s, &analysis->starts[i], s->actions[0][code]);
        spot_give(s, 0, &hand, (double)list[i].combos / HOLE_HANDS, values);
    }
}

/* ---- Decisions ---- */

static cr_action decide_start(const struct strategy *s, const cr_card *hole, const cr_card *board)
{
    (void)board;
    return s->starts[hole[0]][hole[1]];
}

DECIDE_MANY(strategy_decide_starts, decide_start);
static unsigned flop_code(const struct strategy *s, const cr_card *hole, const cr_card *board)
{
    const struct hole h = hole_of(hole);
    const struct triple at = s->triples[triple_index(s, board)];
    const uint8_t *as = s->suit_as[at.perm];
    return code_get(s->flops[at.flop][4u * as[h.high_suit] + as[h.low_suit]], h.pair);
}

static cr_action decide_flop(const struct strategy *s, const cr_card *hole, const cr_card *board)
{
    return s->actions[1][flop_code(s, hole, board)];
}

DECIDE_MANY(strategy_decide_flops, decide_flop);
