/* Analyses of house rules that were made, and values of single positions. */
#include "math/study/analyses.h"

#include "base/err.h"
#include "game/games/game.h"
#include "math/analyze.h"
#include "math/games/game_math.h"
#include "math/starts.h"
#include "math/study/position_values.h"

#include <sodium.h>
#include <string.h>

/* ---- What was made ---- */

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

/* The whole game, with the Ante where the rules' limit on one hand's pays cuts something. */
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
    if (!math || !math->holdem || open > 0)
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
