/* House rules and progressives in print. */
#include "reports/floor/report_documents.h"

#include "base/err.h"
#include "base/hex.h"
#include "base/text.h"
#include "game/games/game.h"
#include "game/meters/meters.h"
#include "math/analyze.h"
#include "math/games/game_math.h"
#include "math/rational.h"
#include "math/study/study.h"
#include "reports/mathematics/figures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* REG-17: the longest odds that a top award may have. */
#define LONGEST_ODDS 100000000

/* ---- Small parts ---- */

void document_add_hash(struct paper *p, const char *key, const char *label,
                       const uint8_t hash[CR_HASH_BYTES])
{
    static const uint8_t none[CR_HASH_BYTES];
    char text[2 * CR_HASH_BYTES + 1];
    if (memcmp(hash, none, sizeof none) == 0) {
        paper_fact(p, key, label, "unknown");
        return;
    }
    paper_fact(p, key, label, hex_encode(hash, CR_HASH_BYTES, text));
}

const char *document_share(uint32_t share, char out[DOCUMENT_SHARE_MAX])
{
    struct text t = text_in(out, DOCUMENT_SHARE_MAX);
    text_add_decimal(&t, share, CR_SHARE_ALL / 100);
    text_add_char(&t, '%');
    return out;
}

static void add_ratio(struct paper *p, const char *key, const char *label, double value)
{
    char text[48];
    snprintf(text, sizeof text, "%.6f%%", 100 * value);
    paper_fact(p, key, label, text);
}

/* ---- Progressives ---- */

static void add_meters(struct paper *p, const struct cr_progressive *progressive)
{
    char share[DOCUMENT_SHARE_MAX];
    PAPER_TABLE(p, "meters", {"meter", "Meter", PAPER_TEXT}, {"rate", "Increment rate", PAPER_TEXT},
                {"reserve_rate", "Reserve rate", PAPER_TEXT}, {"seed", "Seed", PAPER_MONEY},
                {"limit", "Limit", PAPER_MONEY});
    for (unsigned m = 0; m < progressive->meter_count; m++) {
        const struct cr_meter_rules *rules = &progressive->meters[m];
        PAPER_CELLS(p, rules->name, document_share(rules->share, share),
                    document_share(rules->reserve_share, share), rules->seed);
        if (rules->has_limit)
            paper_cell_money(p, rules->limit);
        else
            paper_cell(p, "none");
    }
}

void document_add_progressive(struct paper *p, const struct cr_progressive *progressive)
{
    char share[DOCUMENT_SHARE_MAX];
    paper_fact(p, "progressive", "Progressive", progressive->name);
    paper_fact(p, "title", "Title", progressive->title);
    paper_fact(p, "house", "House", progressive->house);
    document_add_hash(p, "document", "Hash", progressive->hash);
    paper_fact_money(p, "bet", "Bet", progressive->bet);
    paper_fact(p, "house_share", "House share of a bet",
               document_share(progressive->house_share, share));
    add_meters(p, progressive);
}

static void add_award(struct paper *p, const struct cr_progressive *progressive,
                      const struct cr_award_figures *figures)
{
    static const char *const keys[] = {"none", "low", "high"};
    const struct cr_award *award = &progressive->awards[figures->category];
    char pays[64], probability[CR_RATIONAL_TEXT_MAX], odds[48];
    struct text t = text_in(pays, sizeof pays);
    if (award->kind == CR_AWARD_PERCENT)
        text_add_percent(&t, award->ppm);
    cr_rational_format(figures->probability, probability);
    snprintf(odds, sizeof odds, "1 in %.2f", 1 / cr_rational_value(figures->probability));
    paper_cell(p, cr_category_name(figures->category));
    if (award->kind == CR_AWARD_PERCENT)
        paper_cell(p, pays);
    else
        paper_cell_money(p, award->amount);
    paper_cell(p, meters_source(progressive, award->from));
    paper_cell(p, keys[award->key]);
    if (award->envy.micro > 0)
        paper_cell_money(p, award->envy);
    else
        paper_cell(p, "");
    paper_cell(p, probability);
    paper_cell(p, odds);
}

/* The odds of the rarest hand that pays. Compared exactly: 1 in N is within the bound when num *
 * bound >= den. */
static void add_top_award(struct paper *p, const struct cr_progressive *progressive,
                          const struct cr_progressive_analysis *figures)
{
    const struct cr_award_figures *top = NULL;
    for (unsigned i = 0; i < figures->award_count; i++) {
        const struct cr_award_figures *a = &figures->awards[i];
        if (progressive->awards[a->category].kind != CR_AWARD_NONE && a->probability.num > 0 &&
            (!top || rational_compare(a->probability, top->probability) < 0))
            top = a;
    }
    if (!top)
        return;
    const struct cr_rational longest = {1, LONGEST_ODDS};
    const bool within = rational_compare(top->probability, longest) >= 0;
    char odds[64];
    snprintf(odds, sizeof odds, "%s, 1 in %.2f", cr_category_name(top->category),
             1 / cr_rational_value(top->probability));
    paper_fact(p, "top_award", "Odds of the top award", odds);
    paper_fact(p, "within_100_million", "Within 100 million to one", within ? "yes" : "NO");
}

static void add_figures(struct paper *p, const struct cr_progressive *progressive,
                        const struct cr_progressive_analysis *figures)
{
    PAPER_TABLE(p, "awards", {"hand", "Hand", PAPER_TEXT}, {"pays", "Pays", PAPER_MONEY},
                {"from", "From", PAPER_TEXT}, {"key", "Key", PAPER_TEXT},
                {"envy", "Envy", PAPER_MONEY}, {"probability", "Probability", PAPER_TEXT},
                {"odds", "Odds", PAPER_TEXT}, );
    for (unsigned i = 0; i < figures->award_count; i++)
        if (progressive->awards[figures->awards[i].category].kind != CR_AWARD_NONE &&
            figures->awards[i].probability.num > 0)
            add_award(p, progressive, &figures->awards[i]);
    add_ratio(p, "hit_frequency", "Hit frequency", cr_rational_value(figures->hit_frequency));
    add_ratio(p, "house_advantage", "House advantage", figures->exact.house_advantage);
    add_ratio(p, "return", "Return to the players", 1 - figures->exact.house_advantage);
    add_top_award(p, progressive, figures);
}

int document_add_odds(struct paper *p, const struct cr_progressive *progressive,
                      const struct cr_rules *rules, struct cr_err *err)
{
    struct cr_category_counts counts;
    struct cr_progressive_analysis figures;
    struct cr_progressive cut;
    int rc = CR_OK;
    cr_five_card_counts(&counts);
    progressive = study_cut_awards(progressive, rules, &cut);
    if (progressive == &cut)
        paper_fact_money(p, "awards_up_to", "Fixed awards of a round are cut to",
                         rules->aggregate_limit);
    /* UTH-6: a fold that forfeits the bet leaves only some hands to win it. */
    if (rules && game_math_forfeits(rules)) {
        bool has_live = false;
        struct cr_category_counts live;
        struct cr_analysis *analysis = malloc(sizeof *analysis);
        rc = analysis ? analyze_with_live(rules, NULL, analysis, &live, &has_live, err)
                      : err_set(err, CR_E_IO, "out of memory");
        free(analysis);
        if (rc == CR_OK && has_live) {
            counts = live;
            paper_fact(p, "odds_of", "Odds are of",
                       "hands that are not folded: a fold loses the bet");
        }
    }
    if (rules && !game_math_of(rules->game))
        paper_fact(p, "odds_of", "Odds are of",
                   "all hands dealt, folded or not: the game has no exact analysis");
    if (rc == CR_OK)
        rc = cr_analyze_progressive(progressive, &counts, &figures, err);
    if (rc == CR_OK)
        add_figures(p, progressive, &figures);
    return rc;
}

/* ---- House rules ---- */

static bool has_limits(const struct cr_rules *rules)
{
    bool any = false;
    for (unsigned s = 0; cr_slot_name(rules->game, s); s++)
        any = any || rules->limits[s].min.micro > 0 || rules->limits[s].max.micro > 0;
    return any;
}

static void add_limit(struct paper *p, struct cr_money amount)
{
    if (amount.micro > 0)
        paper_cell_money(p, amount);
    else
        paper_cell(p, "none");
}

/* The limits of every wager, where the house posts limits for any. */
static void add_posted(struct paper *p, const struct cr_rules *rules)
{
    PAPER_TABLE(p, "limits", {"wager", "Wager", PAPER_TEXT}, {"min", "Least", PAPER_MONEY},
                {"max", "Most", PAPER_MONEY});
    for (unsigned s = 0; cr_slot_name(rules->game, s); s++) {
        const struct cr_limits *l = &rules->limits[s];
        paper_cell(p, rules->game->slots[s].label);
        add_limit(p, l->min);
        add_limit(p, l->max);
    }
}

static void add_limits(struct paper *p, const struct cr_rules *rules)
{
    if (has_limits(rules))
        add_posted(p, rules);
    else
        paper_fact(p, "limits", "Limits of wagers",
                   "none in the rules; those posted at the table hold");
    if (rules->has_hand_limit)
        paper_fact_money(p, "hand_limit", "Limit on one hand's pays", rules->hand_limit);
    if (rules->has_aggregate_limit)
        paper_fact_money(p, "aggregate_limit", "Limit on fixed awards of one round",
                         rules->aggregate_limit);
}

static bool has_pay_tables(const struct cr_rules *rules)
{
    struct pay_row rows[PAY_ROWS_MAX];
    bool any = false;
    for (unsigned s = 0; cr_slot_name(rules->game, s); s++)
        any = any || (rules->game->slots[s].by_table && pay_rows(rules, s, rows) > 0);
    return any;
}

static void add_pay_tables(struct paper *p, const struct cr_rules *rules)
{
    char ante[96];
    if (rules->game->keys & GAME_KEY_ANTE_PAYS_FROM) {
        snprintf(ante, sizeof ante, "1 to 1 on a win with a %s or better; below it, returned",
                 cr_category_name(rules->ante_pays_from));
        paper_fact(p, "ante", "Ante", ante);
    }
    if (!has_pay_tables(rules))
        return;
    PAPER_TABLE(p, "pays", {"wager", "Wager", PAPER_TEXT}, {"hand", "Hand", PAPER_TEXT},
                {"pays", "Pays", PAPER_TEXT});
    for (unsigned s = 0; cr_slot_name(rules->game, s); s++) {
        struct pay_row rows[PAY_ROWS_MAX];
        const unsigned count = rules->game->slots[s].by_table ? pay_rows(rules, s, rows) : 0;
        for (unsigned i = 0; i < count; i++)
            PAPER_CELLS(p, rules->game->slots[s].label, rows[i].hand, rows[i].pays);
    }
}

/* The house advantage on a side bet, by its name on the felt. */
static void add_side(struct paper *p, const struct cr_game *game, const struct cr_side *side)
{
    const unsigned slot = cr_slot_find(game, side->name, strlen(side->name));
    char label[FIGURE_MAX];
    snprintf(label, sizeof label, "House advantage on %s",
             slot < CR_SLOTS ? game->slots[slot].label : side->name);
    add_ratio(p, side->name, label, -cr_rational_value(side->ev));
}

static int add_advantage(struct paper *p, const struct cr_rules *rules, struct cr_err *err)
{
    char label[FIGURE_MAX];
    figure_unit(label, "House advantage on ", rules->game);
    if (!game_math_of(rules->game)) {
        paper_fact(p, "house_edge", label, "not known: the game has no exact analysis");
        return CR_OK;
    }
    struct cr_analysis *a = malloc(sizeof *a);
    int rc = a ? cr_analyze(rules, NULL, a, err) : err_set(err, CR_E_IO, "out of memory");
    if (rc == CR_OK) {
        char exact[CR_RATIONAL_TEXT_MAX];
        cr_rational_format(a->ev, exact);
        add_ratio(p, "house_edge", label, a->house_edge);
        paper_fact(p, "ev", "Expectation of the best play, exact", exact);
        add_ratio(p, "element_of_risk", "House advantage on all wagers", a->element_of_risk);
        for (unsigned i = 0; i < a->side_count; i++)
            if (a->sides[i].is_bet)
                add_side(p, rules->game, &a->sides[i]);
    }
    free(a);
    return rc;
}

int document_add_rules(struct paper *p, const struct cr_rules *rules, struct cr_err *err)
{
    char heading[CR_NAME_MAX + CR_TITLE_MAX + 24];
    snprintf(heading, sizeof heading, "House rules %s: %s", rules->name, rules->title);
    paper_section(p, rules->name, heading);
    paper_fact(p, "rules", "House rules", rules->name);
    paper_fact(p, "house", "House", rules->house);
    paper_fact(p, "game", "Game", rules->game->title);
    document_add_hash(p, "document", "Hash", rules->hash);
    add_limits(p, rules);
    add_pay_tables(p, rules);
    return add_advantage(p, rules, err);
}

/* ---- The file ---- */

void document_add_text(struct paper *p, const struct floor_document *document)
{
    char key[CR_NAME_MAX + 8], heading[CR_NAME_MAX + 32], line[FLOOR_TEXT_MAX + 1];
    snprintf(key, sizeof key, "%s.text", document->name);
    snprintf(heading, sizeof heading, "%s: the file", document->name);
    paper_section(p, key, heading);
    document_add_hash(p, "document", "Hash", document->hash);
    PAPER_TABLE(p, "lines", {"line", "Line", PAPER_COUNT}, {"text", "Text", PAPER_TEXT});
    const char *at = document->text, *end = document->text + document->text_len;
    for (uint64_t n = 1; at < end; n++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop : end;
        snprintf(line, sizeof line, "%.*s", (int)(stop - at), at);
        paper_cell_count(p, n);
        paper_cell(p, line);
        at = stop + 1;
    }
}
