/* The report of an analysis as a whole. */
#include "reports/mathematics/analysis_paper.h"

#include "base/check.h"
#include "base/text.h"
#include "base/version.h"
#include "game/games/game.h"
#include "reports/mathematics/analysis_parts.h"
#include "reports/mathematics/figures.h"

#include <stdio.h>
#include <string.h>

/* ---- The head ---- */

static void add_hash(struct text *t, const uint8_t *hash, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        text_add_format(t, "%02x", hash[i]);
}

static void fact_hash(struct paper *p, const char *key, const char *label,
                      const uint8_t hash[CR_HASH_BYTES])
{
    char digits[2 * CR_HASH_BYTES + 1];
    struct text t;
    text_init(&t, digits, sizeof digits);
    add_hash(&t, hash, CR_HASH_BYTES);
    paper_fact(p, key, label, digits);
}

/* n choose k. */
static uint64_t choices(unsigned n, unsigned k)
{
    uint64_t all = 1;
    for (unsigned i = 0; i < k; i++)
        all = all * (n - i) / (i + 1);
    return all;
}

/* The deals of a game: a seat's cards, the dealer's, and those of the board. Board cards that are
 * opened together, with no decision between them, have no order. */
static uint64_t count_deals(const struct cr_game *game)
{
    unsigned left = CR_DECK_CARDS - game->hole_cards, open = 0;
    uint64_t deals = choices(CR_DECK_CARDS, game->hole_cards);
    for (unsigned i = 0; i <= game->stage_count; i++) {
        const unsigned visible =
            i < game->stage_count ? game->stages[i].board_visible : game->board_cards;
        if (visible <= open)
            continue;
        deals *= choices(left, visible - open);
        left -= visible - open;
        open = visible;
    }
    return deals * choices(left, game->dealer_cards);
}

static void fact_method(struct paper *p, const struct cr_rules *rules)
{
    char method[160];
    if (rules)
        snprintf(method, sizeof method, "complete enumeration of %s deals, all decisions optimal",
                 figure_fixed(FIGURE, (double)count_deals(rules->game), 0));
    else
        snprintf(method, sizeof method, "complete enumeration of 2,598,960 hands of five cards");
    paper_fact(p, "method", "Method", method);
}

static void add_head(struct paper *p, const struct cr_rules *rules,
                     const struct cr_progressive *progressive)
{
    char name[CR_TITLE_MAX + CR_NAME_MAX + 4];
    paper_fact(p, "house", "House", rules ? rules->house : progressive->house);
    paper_fact(p, "report", "Report", "mathematical analysis");
    if (rules) {
        paper_fact(p, "rules", "House rules", rules->name);
        fact_hash(p, "rules_hash", "BLAKE2b of the rules file", rules->hash);
    }
    if (progressive) {
        snprintf(name, sizeof name, "%s (%s)", progressive->name, progressive->title);
        paper_fact(p, "progressive", "Progressive", name);
        fact_hash(p, "progressive_hash", "BLAKE2b of its file", progressive->hash);
    }
    fact_method(p, rules);
    paper_fact(p, "figures", "Figures",
               "exact: every figure is a ratio of whole numbers, rounded only where it is printed");
    paper_fact(p, "program", "Computed by", croupier_program);
}

/* "pg-flush ec745742ae13cf8d": a file by name and the first digits of its hash. */
static void add_origin(struct text *t, const char *name, const uint8_t hash[CR_HASH_BYTES])
{
    text_add_format(t, "%s%s ", t->len ? "  \u00b7  " : "", name);
    add_hash(t, hash, 8);
}

/* ---- The whole ---- */

static int work_out_examples(const struct cr_rules *rules, struct analysis_examples *out,
                             struct cr_err *err)
{
    static const char ace_jack[] = "AsJh", fives[] = "5s5h8d9dJs";
    cr_card cards[5];
    size_t n;
    int rc = cr_cards_parse(ace_jack, strlen(ace_jack), cards, 2, &n, err);
    if (rc == CR_OK)
        rc = cr_outcomes(rules, cards, NULL, &out->outcomes, err);
    if (rc == CR_OK)
        rc = cr_cards_parse(fives, strlen(fives), cards, 5, &n, err);
    if (rc == CR_OK)
        rc = cr_turn_cards(rules, cards, cards + 2, &out->turns, err);
    return rc;
}

/* The manual's game: the Ante pays from a hand on, and turn and river are bet apart. */
static bool has_examples(const struct cr_rules *rules)
{
    return (rules->game->keys & GAME_KEY_ANTE_PAYS_FROM) != 0;
}

static struct paper *new_paper(const struct cr_rules *rules,
                               const struct cr_progressive *progressive)
{
    char origin[256];
    struct text t;
    text_init(&t, origin, sizeof origin);
    if (rules)
        add_origin(&t, rules->name, rules->hash);
    if (progressive)
        add_origin(&t, progressive->name, progressive->hash);
    return paper_new(PAPER_STUDY, origin, rules ? rules->title : progressive->title);
}

int analysis_paper(const struct base_report *base, const struct progressive_report *progressive,
                   struct paper **out, struct cr_err *err)
{
    CHECK(base || progressive);
    const struct cr_rules *rules = base ? base->rules : NULL;
    struct analysis_examples examples;
    if (base && has_examples(rules)) {
        int rc = work_out_examples(rules, &examples, err);
        if (rc != CR_OK)
            return rc;
    }
    struct paper *p = new_paper(rules, progressive ? progressive->progressive : NULL);
    add_head(p, rules, progressive ? progressive->progressive : NULL);
    if (base)
        part_base(p, base);
    if (base && has_examples(rules))
        part_examples(p, rules, &examples);
    if (progressive) {
        part_progressive(p, progressive);
        part_meters(p, progressive);
    }
    *out = p;
    return CR_OK;
}

int analysis_pdf(const struct base_report *base, const struct progressive_report *progressive,
                 char **data, size_t *len, struct cr_err *err)
{
    struct paper *p = NULL;
    int rc = analysis_paper(base, progressive, &p, err);
    if (rc == CR_OK)
        rc = paper_render(p, PAPER_AS_PDF, data, len, err);
    paper_free(p);
    return rc;
}
