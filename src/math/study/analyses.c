/* A cache of analyses of house rules, and values of single positions that use it. */
#include "math/study/analyses.h"

#include "base/err.h"
#include "game/games/game.h"
#include "math/analyze.h"
#include "math/games/game_math.h"
#include "math/starts.h"
#include "math/study/position_values.h"

#include <sodium.h>
#include <string.h>

/* ---- The cache ---- */

const struct analysis_made *analyses_find(struct analyses *a, const uint8_t key[CR_HASH_BYTES])
{
    for (unsigned i = 0; i < ANALYSES_KEPT; i++) {
        struct analysis_made *made = &a->made[i];
        if (made->used == 0 || memcmp(made->key, key, CR_HASH_BYTES) != 0)
            continue;
        made->used = ++a->clock;
        return made;
    }
    return NULL;
}

void analyses_key(const uint8_t hash[CR_HASH_BYTES], const char *path, uint8_t out[CR_HASH_BYTES])
{
    crypto_generichash(out, CR_HASH_BYTES, (const unsigned char *)path, strlen(path), hash,
                       CR_HASH_BYTES);
}

static struct analysis_made *oldest(struct analyses *a)
{
    struct analysis_made *made = &a->made[0];
    for (unsigned i = 1; i < ANALYSES_KEPT; i++)
        if (a->made[i].used < made->used)
            made = &a->made[i];
    return made;
}

static int make(struct analyses *a, const struct cr_rules *rules,
                const struct cr_analysis_options *options, const uint8_t key[CR_HASH_BYTES],
                const struct analysis_made **out, struct cr_err *err)
{
    *out = analyses_find(a, key);
    if (*out)
        return CR_OK;
    struct analysis_made *made = oldest(a);
    made->used = 0;
    int rc = analyze_with_live(rules, options, &made->analysis, &made->live, &made->has_live, err);
    if (rc != CR_OK)
        return rc;
    memcpy(made->key, key, CR_HASH_BYTES);
    made->pairs_known = 0;
    made->used = ++a->clock;
    *out = made;
    return CR_OK;
}

int analyses_pairs(struct analyses *a, const struct cr_rules *rules,
                   const struct analysis_made *made, unsigned categories, struct cr_err *err)
{
    struct analysis_made *own = &a->made[made - a->made];
    const unsigned missing = categories & ~own->pairs_known;
    if (missing == 0)
        return CR_OK;
    const struct game_math *math;
    int rc = game_math_find(rules->game, &math, err);
    if (rc == CR_OK && !math->live_pairs)
        rc = err_set(err, CR_E_NOT_FOUND, "no exact Envy for %s", rules->game->title);
    if (rc == CR_OK)
        rc = math->live_pairs(rules, &own->analysis, missing, &own->pairs, err);
    if (rc == CR_OK)
        own->pairs_known |= missing;
    return rc;
}

int analyses_make(struct analyses *a, const struct cr_rules *rules,
                  const uint8_t key[CR_HASH_BYTES], const struct analysis_made **out,
                  struct cr_err *err)
{
    return make(a, rules, &a->options, key, out, err);
}

/* ---- Positions ---- */

/* Gets the analysis of the whole game, with this Ante where the rules' limit on one hand's pays
 * cuts something. */
static int make_for(struct analyses *a, const struct cr_rules *rules, struct cr_money ante,
                    const struct analysis_made **out, struct cr_err *err)
{
    if (!game_math_limited(rules, ante))
        return analyses_make(a, rules, rules->hash, out, err);
    struct cr_analysis_options options = a->options;
    uint8_t key[CR_HASH_BYTES];
    char path[CR_MONEY_TEXT_MAX + 8] = "ante ";
    options.ante = ante;
    cr_money_format(ante, path + strlen(path));
    analyses_key(rules->hash, path, key);
    return make(a, rules, &options, key, out, err);
}

int analyses_position(struct analyses *a, const struct cr_rules *rules, struct cr_money ante,
                      const cr_card *hole, const cr_card *board, size_t open, const cr_action *done,
                      size_t done_count, struct cr_position *out, struct cr_err *err)
{
    const struct game_math *math = game_math_of(rules->game);
    if (!math || !math->starts_in_analysis || open > 0)
        return cr_analyze_position_for(rules, ante, hole, board, open, done, done_count, out, err);
    if (done_count > 0)
        return err_set(err, CR_E_INPUT, "no decision comes before the first one");
    if (hole[0] == hole[1])
        return err_set(err, CR_E_INPUT, "both hole cards are the same card");
    const struct analysis_made *made;
    struct start_hand starts[CR_STARTS];
    int rc = make_for(a, rules, ante, &made, err);
    if (rc != CR_OK)
        return rc;
    starts_list(starts);
    return position_of_start(rules, &made->analysis.starts[starts_find(starts, hole)], out, err);
}

/* ---- Everything on the felt ---- */

/* For positions before the flop in a game whose later folds can lose side bets or the progressive.
 * An award of at least the smallest last bet is never folded away, so awards change the play only
 * up to that amount; what they are above it is added to the values afterwards. Thus a meter that
 * grows needs no new analysis. */
struct start_terms {
    struct cr_analysis_options options;
    struct cr_rational awards[CR_CATEGORIES]; /* each at most that smallest bet */
    struct felt rest;                         /* the part of the awards above it */
    uint8_t key[CR_HASH_BYTES];
};

static bool terms_awards(const struct cr_rules *rules, const struct felt *felt,
                         struct start_terms *out)
{
    const unsigned last = rules->game->stage_count - 1u;
    const bool forfeits = rules->fold_forfeits >> rules->game->progressive & 1;
    struct cr_rational bet;
    bool fits = rational_reduce(multiple_min(rules->multiples[last]), rules->bet_parts, &bet);
    for (unsigned c = 0; c < CR_CATEGORIES; c++) {
        const struct cr_rational none = {0, 1}, award = felt->awards[c];
        out->awards[c] = !forfeits || felt->progressive.num == 0 ? none
                         : rational_compare(award, bet) > 0      ? bet
                                                                 : award;
        const struct cr_rational less = {-out->awards[c].num, out->awards[c].den};
        fits = fits && rational_sum(award, less, &out->rest.awards[c]);
    }
    return fits;
}

/* Makes the cache key; equal terms have equal keys. */
static void terms_key(const struct cr_rules *rules, struct start_terms *terms)
{
    char path[CR_HASH_BYTES + CR_CATEGORIES * (CR_RATIONAL_TEXT_MAX + 1)] = "felt ";
    size_t len = strlen(path);
    const struct cr_rational trips = {terms->options.trips.num, terms->options.trips.den};
    len += cr_rational_format(trips, path + len);
    for (unsigned c = 0; c < CR_CATEGORIES; c++) {
        path[len++] = ' ';
        len += cr_rational_format(terms->awards[c], path + len);
    }
    analyses_key(rules->hash, path, terms->key);
}

static int terms_make(const struct analyses *a, const struct cr_rules *rules,
                      const struct felt *felt, struct start_terms *out, struct cr_err *err)
{
    struct cr_rational side = {0, 1};
    *out = (struct start_terms){.options = a->options, .rest = *felt};
    for (unsigned s = 0; s < rules->game->slot_count; s++) {
        if (felt->side[s].num > 0)
            side = felt->side[s];
        out->rest.side[s] = (struct cr_rational){0, 1};
    }
    if (side.num > INT32_MAX || side.den > INT32_MAX || !terms_awards(rules, felt, out))
        return err_set(err, CR_E_RANGE, "%s: these bets are too fine to be valued exactly",
                       rules->name);
    out->options.trips = (struct cr_ratio){(int32_t)side.num, (int32_t)side.den};
    out->options.awards = out->awards;
    terms_key(rules, out);
    return CR_OK;
}

static int start_with(struct analyses *a, const struct cr_rules *rules, const struct felt *felt,
                      const struct felt_cards *cards, struct cr_position *out, struct cr_err *err)
{
    struct start_terms terms;
    struct start_hand starts[CR_STARTS];
    const struct analysis_made *made;
    int rc = terms_make(a, rules, felt, &terms, err);
    if (rc == CR_OK)
        rc = make(a, rules, &terms.options, terms.key, &made, err);
    if (rc != CR_OK)
        return rc;
    starts_list(starts);
    rc = position_of_start(rules, &made->analysis.starts[starts_find(starts, cards->hole)], out,
                           err);
    return rc == CR_OK ? felt_add(rules, &terms.rest, cards, out, err) : rc;
}

/* Takes side bets and progressive out of what is counted: before the flop they cannot be valued
 * beside a limit that cuts the base game. */
static void leave_out(const struct cr_rules *rules, struct felt *felt)
{
    for (unsigned s = 0; s < rules->game->slot_count; s++) {
        const struct game_slot *slot = &rules->game->slots[s];
        if (!(slot->is_side || slot->is_progressive) || !(felt->counted >> s & 1))
            continue;
        felt->counted ^= (uint8_t)(1u << s);
        felt->left |= (uint8_t)(1u << s);
        felt->side[s] = (struct cr_rational){0, 1};
    }
    felt->progressive = (struct cr_rational){0, 1};
}

int analyses_felt(struct analyses *a, const struct cr_rules *rules, struct felt *felt,
                  const cr_card *hole, const cr_card *board, size_t open, const cr_action *done,
                  size_t done_count, struct cr_position *out, struct cr_err *err)
{
    const struct game_math *math = game_math_of(rules->game);
    const bool has_board = rules->game->board_cards > 0;
    const struct felt_cards cards = {hole, board, has_board ? (unsigned)open : 0};
    const bool is_start = math && math->starts_in_analysis && open == 0;
    if (is_start && done_count == 0 && felt_may_be_lost(rules, felt, 1)) {
        if (!game_math_limited(rules, felt->ante))
            return start_with(a, rules, felt, &cards, out, err);
        leave_out(rules, felt);
    }
    if (math && math->position_with && !is_start)
        return math->position_with(rules, felt, &cards, done, done_count, out, err);
    int rc = analyses_position(a, rules, felt->ante, hole, board, open, done, done_count, out, err);
    return rc == CR_OK ? felt_add(rules, felt, &cards, out, err) : rc;
}
