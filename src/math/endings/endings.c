/* Lists how a round can end, and settles single endings: net results, exact moments, awards. */
#include "math/endings/endings.h"
#include "base/err.h"
#include "game/games/game.h"
#include "game/round/settle.h"
#include "math/endings/list_endings.h"
#include "math/games/game_math.h"
#include "math/rational.h"

#include <stdlib.h>

/* ---- The list ---- */

static int no_memory(struct cr_err *err)
{
    return err_set(err, CR_E_RANGE, "not enough memory to list how rounds end");
}

int endings_list_played(const struct cr_rules *rules, const struct strategy *play,
                        struct cr_endings *out, struct cr_err *err)
{
    const struct game_math *math;
    struct ending_bag bag = {0};
    *out = (struct cr_endings){0};
    int rc = game_math_find(rules->game, &math, err);
    if (rc == CR_OK && !math->list_endings)
        rc = err_set(err, CR_E_NOT_FOUND, "no list of endings for %s", rules->game->title);
    if (rc != CR_OK)
        return rc;
    const bool listed = math->list_endings(rules, play, &bag);
    if (ending_bag_finish(&bag, out) && listed)
        return CR_OK;
    cr_endings_free(out);
    return no_memory(err);
}

int cr_endings_list(const struct cr_rules *rules, enum cr_play play, struct cr_endings *out,
                    struct cr_err *err)
{
    struct cr_analysis *analysis = malloc(sizeof *analysis);
    struct cr_err own = {0};
    err = err_or(err, &own);
    *out = (struct cr_endings){0};
    int rc = analysis ? cr_analyze(rules, NULL, analysis, err) : no_memory(err);
    if (rc == CR_OK) {
        struct strategy *s = strategy_new(
            rules, analysis, play == CR_PLAY_BEST ? STRATEGY_OPTIMAL : STRATEGY_SIMPLE, false, err);
        rc = s ? endings_list_played(rules, s, out, err) : err->code;
        strategy_free(s);
    }
    free(analysis);
    return rc;
}

void cr_endings_free(struct cr_endings *endings)
{
    free(endings->at);
    *endings = (struct cr_endings){0};
}

/* ---- The result of an ending ---- */

static struct cr_ratio row_pays(const struct cr_paytable *table, unsigned row)
{
    return row < CR_CATEGORIES ? table->pays[row] : table->parts[row - CR_CATEGORIES].pays;
}

/* The amount of a bet; those that actions make are counted in parts of an Ante. */
static struct cr_money bet_of(const struct cr_rules *rules, unsigned slot, struct cr_money ante,
                              unsigned bets)
{
    const bool in_parts = rules->game->slots[slot].kind == SLOT_ACTION;
    return cr_money_from_micro(ante.micro * bets / (in_parts ? rules->bet_parts : 1));
}

bool ending_settle(const struct cr_rules *rules, const struct cr_ending *e,
                   const struct cr_stakes *stakes, struct cr_wager_result slots[CR_SLOTS])
{
    const struct cr_game *game = rules->game;
    struct showdown at = {.folded = e->folded,
                          .has_ante = stakes->ante.micro > 0,
                          .dealer_qualifies = e->dealer_qualifies,
                          .versus_dealer = e->versus_dealer,
                          .category = (enum cr_category)e->category};
    for (unsigned s = 0; s < CR_SLOTS; s++) {
        slots[s] = (struct cr_wager_result){0};
        if (s >= game->slot_count || game->slots[s].is_progressive)
            continue;
        if (game->slots[s].is_side)
            slots[s].stake = stakes->side;
        else
            slots[s].stake = bet_of(rules, s, stakes->ante, e->bets[s]);
        if (e->rows[s] != CR_NO_ROW)
            at.pays[s] = row_pays(&rules->pays[s], e->rows[s]);
    }
    return game->settle(rules, &at, slots);
}

/* What the progressive pays; zero where it is not bet, does not win or is forfeited. */
static struct cr_money ending_award(const struct cr_rules *rules, const struct cr_ending *e,
                                    const struct cr_stakes *stakes)
{
    const unsigned slot = rules->game->progressive;
    if (!stakes->progressive || e->award >= CR_CATEGORIES || slot == CR_SLOTS ||
        (e->folded && (rules->fold_forfeits >> slot & 1)))
        return cr_money_from_micro(0);
    const struct cr_award *award = &stakes->progressive->awards[e->award];
    if (award->kind == CR_AWARD_FIXED)
        return award->amount;
    if (award->kind == CR_AWARD_NONE)
        return cr_money_from_micro(0);
    const wide all = (wide)stakes->meters[award->from].micro * award->ppm / CR_PPM;
    return cr_money_from_micro((int64_t)(all / CR_MICRO_PER_CENT * CR_MICRO_PER_CENT));
}

static bool is_below_zero(const struct cr_stakes *stakes)
{
    bool below = stakes->ante.micro < 0 || stakes->side.micro < 0;
    for (unsigned m = 0; m < CR_METERS; m++)
        below |= stakes->meters[m].micro < 0;
    return below;
}

int cr_ending_net(const struct cr_rules *rules, const struct cr_ending *ending,
                  const struct cr_stakes *stakes, struct cr_money *out, struct cr_err *err)
{
    struct cr_wager_result slots[CR_SLOTS];
    int64_t net = 0;
    if (is_below_zero(stakes))
        return err_set(err, CR_E_INPUT, "a stake is zero or more");
    if (!ending_settle(rules, ending, stakes, slots))
        return err_set(err, CR_E_RANGE, "%s: with these stakes a payment is too large",
                       rules->name);
    if (rules->has_hand_limit)
        hand_limit_apply(rules, slots);
    for (unsigned s = 0; s < rules->game->slot_count; s++)
        net += slots[s].pays.micro - (slots[s].result == CR_RESULT_LOSE ? slots[s].stake.micro : 0);
    if (stakes->progressive)
        net += ending_award(rules, ending, stakes).micro - stakes->progressive->bet.micro;
    *out = cr_money_from_micro(net);
    return CR_OK;
}

/* ---- Exact moments ---- */

struct cr_money ending_whole_ante(const struct cr_rules *rules)
{
    wide scale = 1;
    for (unsigned s = 0; s < rules->game->slot_count; s++) {
        if (!rules->game->slots[s].by_table || rules->game->slots[s].is_side)
            continue;
        for (unsigned row = 0; row < CR_CATEGORIES + (unsigned)rules->pays[s].part_count; row++) {
            const struct cr_ratio pays = row_pays(&rules->pays[s], row);
            struct cr_rational part = {0, 1};
            if (pays.num > 0 && rational_reduce(scale, pays.den, &part))
                scale *= part.den;
            if (scale > 10000000)
                return cr_money_from_micro(0);
        }
    }
    return cr_money_from_micro((int64_t)scale * rules->bet_parts * CR_MICRO_PER_CENT);
}

static int64_t base_net(const struct cr_rules *rules, const struct cr_wager_result *slots)
{
    int64_t net = 0;
    for (unsigned s = 0; s < rules->game->slot_count; s++)
        if (!rules->game->slots[s].is_side)
            net += slots[s].pays.micro -
                   (slots[s].result == CR_RESULT_LOSE ? slots[s].stake.micro : 0);
    return net / CR_MICRO_PER_CENT;
}

int cr_endings_moments(const struct cr_rules *rules, const struct cr_endings *endings,
                       struct cr_moments *out, struct cr_err *err)
{
    const struct cr_stakes stakes = {.ante = ending_whole_ante(rules)};
    const int64_t ante = stakes.ante.micro / CR_MICRO_PER_CENT;
    wide sum = 0, squares = 0;
    bool fits = ante > 0;
    for (size_t i = 0; i < endings->count && fits; i++) {
        struct cr_wager_result slots[CR_SLOTS];
        fits = ending_settle(rules, &endings->at[i], &stakes, slots);
        const wide net = fits ? base_net(rules, slots) : 0;
        sum += endings->at[i].deals * net;
        squares += endings->at[i].deals * net * net;
    }
    if (!fits || !rational_reduce(sum, (wide)endings->deals * ante, &out->mean) ||
        !rational_reduce(squares, (wide)endings->deals * ante * ante, &out->square))
        return err_set(err, CR_E_RANGE,
                       "%s: the expectation cannot be written exactly; give the pay tables ratios "
                       "of smaller numbers",
                       rules->name);
    return CR_OK;
}

int cr_endings_awards(const struct cr_rules *rules, const struct cr_endings *endings,
                      struct cr_category_counts *out, struct cr_err *err)
{
    const unsigned slot = rules->game->progressive;
    if (slot >= CR_SLOTS)
        return err_set(err, CR_E_INPUT, "%s has no progressive bet", rules->name);
    *out = (struct cr_category_counts){.total = endings->deals};
    for (size_t i = 0; i < endings->count; i++) {
        const struct cr_ending *e = &endings->at[i];
        const bool is_lost = e->folded && (rules->fold_forfeits >> slot & 1);
        if (!is_lost && e->award < CR_CATEGORIES)
            out->of[e->award] += e->deals;
    }
    return CR_OK;
}
