/* Turns house rules of Let It Ride or Mississippi Stud into the form that the kernel of streets
 * solves, and makes the figures of the analysis from its results. */
#include "math/games/streets_game.h"

#include "base/err.h"
#include "game/games/game.h"
#include "game/round/actions.h"
#include "math/endings/ending_bag.h"
#include "math/games/game_math.h"
#include "math/kernels/card_sets.h"
#include "math/position.h"
#include "math/returns.h"
#include "math/starts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Decisions ---- */

/* How many bets lie on a hand from the start, in parts of a bet: placed wagers other than side bets
 * and the progressive. */
static uint8_t base_bets(const struct cr_rules *rules)
{
    uint8_t count = 0;
    for (unsigned s = 0; s < rules->game->slot_count; s++) {
        const struct game_slot *slot = &rules->game->slots[s];
        count = (uint8_t)(count +
                          (slot->kind == SLOT_PLACED && !slot->is_side && !slot->is_progressive));
    }
    return (uint8_t)(count * rules->bet_parts);
}

static void stages_fill(const struct cr_rules *rules, struct street_game *g)
{
    for (unsigned s = 0; s < rules->game->stage_count; s++) {
        cr_action actions[CR_LEGAL_MAX];
        g->stages[s].option_count = (uint8_t)actions_at(rules, s, actions);
        g->units = (uint8_t)(g->units - rules->game->stages[s].may_pull);
        for (unsigned o = 0; o < g->stages[s].option_count; o++)
            g->stages[s].options[o] = (struct street_option){
                .adds = (uint8_t)bets_of_action(rules->game, s, actions[o]),
                .ends = actions[o] == CR_FOLD,
            };
    }
}

/* ---- Pays ---- */

struct rows {
    struct cr_ratio pays[STREET_ROWS];
};

/* Makes the rows: neighbouring hand ranks in one row of the pay table share a row. Rows depend on
 * the lines of the table and not on what they pay. */
static void rows_fill(const struct cr_rules *rules, struct street_game *g, struct rows *rows)
{
    struct pay_row_map maps[CR_SLOTS];
    const unsigned slot = rules->game->ante;
    pay_row_maps_make(rules, maps);
    for (uint16_t rank = 1; rank <= CR_RANKS_FIVE; rank++) {
        if (rank == 1 || maps[slot].of[rank] != maps[slot].of[rank - 1]) {
            rows->pays[g->row_count] = slot_pays(rules, slot, rank);
            g->row_category[g->row_count++] = cr_rank_category(rank);
        }
        g->row_of[rank] = (uint8_t)(g->row_count - 1);
    }
}

/* With a finer scale, sums over all deals would exceed 128 bits. */
#define SCALE_MAX ((wide)1 << 70)

/* Makes the scale a multiple of a denominator; false where it gets too large. */
static bool scale_take(wide *scale, wide den)
{
    struct cr_rational rest = {0, 1};
    if (!rational_reduce(*scale % den, den, &rest))
        return false;
    *scale *= rest.den;
    return *scale < SCALE_MAX;
}

static bool limit_counts(const struct cr_rules *rules, const struct streets_terms *terms)
{
    return rules->has_hand_limit && terms->ante.micro > 0;
}

static bool scale_find(const struct cr_rules *rules, const struct streets_terms *terms,
                       const struct rows *rows, struct street_game *g)
{
    bool fits = true;
    g->scale = g->parts;
    for (unsigned r = 0; r < g->row_count; r++)
        fits = fits && (rows->pays[r].num == 0 ||
                        scale_take(&g->scale, (wide)rows->pays[r].den * g->parts));
    for (unsigned c = 0; terms->awards && c < CR_CATEGORIES; c++)
        fits = fits && scale_take(&g->scale, terms->awards[c].den);
    struct cr_rational limit = {0, 1};
    if (limit_counts(rules, terms))
        fits = fits && rational_reduce(rules->hand_limit.micro, terms->ante.micro, &limit) &&
               scale_take(&g->scale, limit.den);
    return fits;
}

static void worth_fill(const struct cr_rules *rules, const struct streets_terms *terms,
                       const struct rows *rows, struct street_game *g)
{
    const bool limited = limit_counts(rules, terms);
    const wide limit = limited ? g->scale * rules->hand_limit.micro / terms->ante.micro : 0;
    for (unsigned units = 0; units <= STREET_UNITS; units++) {
        g->folded[units] = -(wide)units * (g->scale / g->parts);
        for (unsigned r = 0; r < g->row_count; r++) {
            const struct cr_ratio pays = rows->pays[r];
            wide worth = pays.den == 0   ? g->folded[units]
                         : pays.num == 0 ? 0
                                         : g->scale / g->parts / pays.den * pays.num * units;
            if (limited && worth > limit)
                worth = limit;
            if (terms->awards) {
                const struct cr_rational award = terms->awards[g->row_category[r]];
                worth += g->scale / award.den * award.num;
            }
            g->worth[units][r] = worth;
        }
    }
}

int streets_game_make(const struct cr_rules *rules, const struct streets_terms *terms,
                      struct street_game *out, struct cr_err *err)
{
    struct rows rows;
    struct street_game g = {
        .own_cards = rules->game->hole_cards, .units = base_bets(rules), .parts = rules->bet_parts};
    stages_fill(rules, &g);
    rows_fill(rules, &g, &rows);
    if (!scale_find(rules, terms, &rows, &g))
        return streets_too_large(rules, err);
    worth_fill(rules, terms, &rows, &g);
    *out = g;
    return CR_OK;
}

int streets_too_large(const struct cr_rules *rules, struct cr_err *err)
{
    return err_set(err, CR_E_RANGE,
                   "%s: the expectation cannot be written exactly; give the pay table ratios "
                   "of smaller numbers",
                   rules->name);
}

/* ---- Figures ---- */

static double square(double x)
{
    return x * x;
}

int streets_solved(const struct cr_rules *rules, const struct streets_terms *terms,
                   struct street_game *game, struct street_result **result, struct cr_err *err)
{
    *result = malloc(sizeof **result);
    const int rc = streets_game_make(rules, terms, game, err);
    if (rc == CR_OK && (!*result || !streets_solve(game, *result)))
        return err_set(err, CR_E_RANGE, "not enough memory for the analysis");
    return rc;
}

/* Expectation, average wager and standard deviation. */
static bool headlines(const struct street_game *game, const struct street_result *result,
                      struct base_figures *out)
{
    wide wagered = 0;
    double squares = 0;
    const double scale = (double)game->scale;
    for (unsigned u = 0; u <= STREET_UNITS; u++) {
        wagered += (wide)result->folded[u] * u;
        squares += (double)result->folded[u] * square((double)game->folded[u] / scale);
        for (unsigned r = 0; r < game->row_count; r++) {
            wagered += (wide)result->ended[u][r] * u;
            squares += (double)result->ended[u][r] * square((double)game->worth[u][r] / scale);
        }
    }
    if (!rational_reduce(result->sum, result->deals * game->scale, &out->ev) ||
        !rational_reduce(wagered, (wide)result->deals * game->parts, &out->average_wager))
        return false;
    out->std_dev =
        sqrt(fmax(0, squares / (double)result->deals - square(cr_rational_value(out->ev))));
    return true;
}

static bool add_headlines(const struct street_game *game, const struct street_result *result,
                          struct cr_analysis *out)
{
    struct base_figures f;
    if (!headlines(game, result, &f))
        return false;
    out->ev = f.ev;
    out->average_wager = f.average_wager;
    out->std_dev = f.std_dev;
    out->house_edge = -cr_rational_value(out->ev);
    out->element_of_risk = out->house_edge / cr_rational_value(out->average_wager);
    return true;
}

static bool add_bonus(const struct cr_rules *rules, struct cr_analysis *out)
{
    int64_t hands[CR_RANKS_THREE + 1];
    returns_three_cards(hands);
    return returns_add_side(out, rules, cr_slot_find(rules->game, "bonus", 5), hands);
}

static bool add_returns(const struct cr_rules *rules, const struct street_game *game,
                        const struct street_result *result, struct cr_analysis *out)
{
    struct returns_hand hands[STREET_ROWS] = {0};
    int64_t folded = 0, lost = 0;
    for (uint16_t rank = CR_RANKS_FIVE; rank >= 1; rank--)
        hands[game->row_of[rank]].rank = rank;
    for (unsigned u = 0; u <= STREET_UNITS; u++) {
        folded += result->folded[u];
        lost += result->folded[u] * u;
        for (unsigned r = 0; r < game->row_count; r++) {
            hands[r].combinations += result->ended[u][r];
            hands[r].bets += result->ended[u][r] * u;
        }
    }
    struct cr_wager_returns *w = returns_new(out, rules, rules->game->ante, result->deals);
    w->bet_parts = game->parts;
    return returns_add_hands(w, rules, rules->game->ante, hands, game->row_count) &&
           returns_add(w, "folded", folded, lost, returns_lost);
}

/* ---- One hand ---- */

/* Whether the best hand, with every bet in action, is paid more than the limit. */
bool streets_limit_binds(const struct cr_rules *rules, struct cr_money ante, struct cr_ratio side)
{
    const struct cr_ratio pays = slot_pays(rules, rules->game->ante, 1);
    struct street_game g = {.units = base_bets(rules)};
    (void)side; /* LIR-7, MS-7: side bets are apart */
    stages_fill(rules, &g);
    unsigned units = g.units;
    for (unsigned s = 0; s < rules->game->stage_count; s++)
        units += g.stages[s].options[g.stages[s].option_count - 1].adds;
    return (wide)pays.num * units * ante.micro >
           (wide)pays.den * rules->hand_limit.micro * rules->bet_parts;
}

/* Fills in what each option is worth. alone: where a bet can be taken back, only what the option
 * adds to taking it back. */
static int answer(const struct cr_rules *rules, const struct street_game *game, const wide *sums,
                  const struct actions_before *before, bool alone, struct cr_position *out,
                  struct cr_err *err)
{
    const unsigned stage = (unsigned)before->count, known = game->own_cards + stage;
    const wide least = alone && rules->game->stages[stage].may_pull ? sums[0] : 0;
    cr_action actions[CR_LEGAL_MAX];
    struct cr_position p = {.option_count = (uint8_t)actions_at(rules, stage, actions)};
    for (uint8_t i = 0; i < p.option_count; i++) {
        p.options[i].action = actions[i];
        cr_action_format(rules, stage, actions[i], p.options[i].name);
        if (!rational_reduce(sums[i] - least, streets_deals_after(known) * game->scale,
                             &p.options[i].ev))
            return streets_too_large(rules, err);
        if (sums[i] > sums[p.best])
            p.best = i;
    }
    *out = p;
    return CR_OK;
}

/* The sums of the options at a position that was checked already. */
static void options_sum(const struct cr_rules *rules, struct street_game *game,
                        const struct felt_cards *at, const struct actions_before *before,
                        wide sums[STREET_OPTIONS])
{
    cr_card cards[CR_HOLE_MAX + CR_BOARD_MAX];
    unsigned units = game->units;
    memcpy(cards, at->hole, game->own_cards);
    game->own = 0;
    for (unsigned i = 0; i < game->own_cards; i++)
        game->own = set_with(game->own, cards[i]);
    for (unsigned i = 0; i < at->open; i++)
        cards[game->own_cards + i] = at->board[i];
    for (unsigned s = 0; s < before->count; s++)
        units += bets_of_action(rules->game, s, before->done[s]);
    streets_position(game, cards, game->own_cards + at->open, units, sums);
}

int streets_limited_hand(const struct cr_rules *rules, struct cr_money ante, const cr_card *hole,
                         const cr_card *board, size_t board_count, const cr_action *done,
                         size_t done_count, struct cr_position *out, struct cr_err *err)
{
    const struct streets_terms terms = {.ante = ante};
    const struct felt_cards cards = {hole, board, (unsigned)board_count};
    struct actions_before before = {.done = done, .count = done_count};
    struct street_game game;
    wide sums[STREET_OPTIONS];
    int rc = position_check(rules, hole, board, board_count, &before, err);
    if (rc == CR_OK)
        rc = streets_game_make(rules, &terms, &game, err);
    if (rc != CR_OK)
        return rc;
    options_sum(rules, &game, &cards, &before, sums);
    return answer(rules, &game, sums, &before, true, out, err);
}

int streets_hand(const struct cr_rules *rules, const cr_card *hole, const cr_card *board,
                 size_t board_count, const cr_action *done, size_t done_count,
                 struct cr_position *out, struct cr_err *err)
{
    return streets_limited_hand(rules, cr_money_from_micro(0), hole, board, board_count, done,
                                done_count, out, err);
}

/* ---- With everything on the felt ---- */

/* Adds a side bet on the community cards that a fold loses: its pays by rank of the board, in parts
 * of the Ante. The scale is made finer for its denominators. */
static bool board_bet_fill(const struct cr_rules *rules, const struct felt *felt, unsigned slot,
                           struct street_game *game, wide out[CR_RANKS_THREE + 1])
{
    const wide before = game->scale;
    for (uint16_t rank = 1; rank <= CR_RANKS_THREE; rank++)
        if (!scale_take(&game->scale, felt_pays(rules, felt, slot, rank).den))
            return false;
    for (unsigned u = 0; u <= STREET_UNITS; u++) {
        const wide lost = game->scale / felt->side[slot].den * felt->side[slot].num;
        game->folded[u] = game->folded[u] * (game->scale / before) - lost;
        for (unsigned r = 0; r < game->row_count; r++)
            game->worth[u][r] *= game->scale / before;
    }
    for (uint16_t rank = 1; rank <= CR_RANKS_THREE; rank++) {
        const struct cr_rational pays = felt_pays(rules, felt, slot, rank);
        out[rank] = game->scale / pays.den * pays.num;
    }
    game->board_bet = out;
    return true;
}

/* Adds what the game itself does not contain: bets that a fold does not lose, and the progressive's
 * stake. */
static int add_beside(const struct cr_rules *rules, const struct felt *felt,
                      const struct felt_cards *cards, bool awards_inside, struct cr_position *out,
                      struct cr_err *err)
{
    struct felt rest = *felt;
    for (unsigned c = 0; awards_inside && c < CR_CATEGORIES; c++)
        rest.awards[c] = (struct cr_rational){0, 1};
    for (unsigned s = 0; s < rules->game->slot_count; s++)
        if (game_may_fold(rules->game) && (rules->fold_forfeits >> s & 1))
            rest.side[s] = (struct cr_rational){0, 1};
    return felt_add(rules, &rest, cards, out, err);
}

int streets_position_with(const struct cr_rules *rules, const struct felt *felt,
                          const struct felt_cards *cards, const cr_action *done, size_t done_count,
                          struct cr_position *out, struct cr_err *err)
{
    const unsigned progressive = rules->game->progressive,
                   bonus = cr_slot_find(rules->game, "bonus", 5);
    const bool folds = game_may_fold(rules->game);
    const bool awards_inside =
        folds && felt->progressive.num > 0 && (rules->fold_forfeits >> progressive & 1);
    const struct streets_terms terms = {.ante = felt->ante,
                                        .awards = awards_inside ? felt->awards : NULL};
    struct actions_before before = {.done = done, .count = done_count};
    struct street_game game;
    wide sums[STREET_OPTIONS], board_bet[CR_RANKS_THREE + 1];
    int rc = position_check(rules, cards->hole, cards->board, cards->open, &before, err);
    if (rc == CR_OK)
        rc = streets_game_make(rules, &terms, &game, err);
    if (rc == CR_OK && folds && felt->side[bonus].num > 0 && (rules->fold_forfeits >> bonus & 1) &&
        !board_bet_fill(rules, felt, bonus, &game, board_bet))
        rc = streets_too_large(rules, err);
    if (rc != CR_OK)
        return rc;
    options_sum(rules, &game, cards, &before, sums);
    rc = answer(rules, &game, sums, &before, false, out, err);
    return rc == CR_OK ? add_beside(rules, felt, cards, awards_inside, out, err) : rc;
}

/* ---- The whole analysis ---- */

static void live_fill(const struct street_game *game, const struct street_result *result,
                      struct cr_category_counts *live)
{
    *live = (struct cr_category_counts){.total = result->deals};
    for (unsigned u = 0; u <= STREET_UNITS; u++)
        for (unsigned r = 0; r < game->row_count; r++)
            live->of[game->row_category[r]] += result->ended[u][r];
}

int streets_analyze(const struct cr_rules *rules, const struct cr_analysis_options *options,
                    streets_fill_fn *fill, struct cr_analysis *out, struct cr_category_counts *live,
                    struct cr_err *err)
{
    const struct streets_terms terms = {.ante = options->ante};
    struct street_game game;
    struct street_result *result;
    struct cr_analysis *analysis = calloc(1, sizeof *analysis);
    int rc = streets_solved(rules, &terms, &game, &result, err);
    if (rc == CR_OK && !analysis)
        rc = err_set(err, CR_E_RANGE, "not enough memory for the analysis");
    if (rc == CR_OK &&
        !(add_headlines(&game, result, analysis) && fill(rules, &game, result, analysis) &&
          (game_math_limited(rules, options->ante) ||
           add_returns(rules, &game, result, analysis)) &&
          add_bonus(rules, analysis)))
        rc = streets_too_large(rules, err);
    if (rc == CR_OK)
        *out = *analysis;
    if (rc == CR_OK && live)
        live_fill(&game, result, live);
    free(analysis);
    free(result);
    return rc;
}

/* ---- Many pay tables ---- */

struct streets_repeated {
    struct street_plan *plan;
    struct street_result result; /* large */
};

static void repeated_end_streets(void *context)
{
    struct streets_repeated *r = context;
    street_plan_free(r->plan);
    free(r);
}

static void *repeated_start_streets(const struct cr_rules *rules)
{
    const struct streets_terms terms = {0};
    struct streets_repeated *r = calloc(1, sizeof *r);
    struct street_game game;
    if (r && streets_game_make(rules, &terms, &game, NULL) == CR_OK)
        r->plan = street_plan_make(&game);
    if (r && r->plan)
        return r;
    free(r);
    return NULL;
}

static int repeated_figures_streets(void *context, const struct cr_rules *rules,
                                    struct base_figures *out, struct cr_err *err)
{
    const struct streets_terms terms = {0};
    struct streets_repeated *r = context;
    struct street_game game;
    int rc = streets_game_make(rules, &terms, &game, err);
    if (rc != CR_OK)
        return rc;
    street_plan_result(r->plan, &game, &r->result);
    return headlines(&game, &r->result, out) ? CR_OK : streets_too_large(rules, err);
}

const struct repeated_math repeated_streets = {repeated_start_streets, repeated_figures_streets,
                                               repeated_end_streets};
