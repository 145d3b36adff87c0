/* The report of an analysis as a whole. */
#include "reports/mathematics/analysis_paper.h"

#include "base/check.h"
#include "base/text.h"
#include "base/version.h"
#include "game/cards/card_text.h"
#include "game/games/game.h"
#include "reports/mathematics/analysis_internal.h"
#include "reports/mathematics/figures.h"
#include "reports/mathematics/manual.h"

#include <stdio.h>
#include <string.h>

/* ---- The head ---- */

static void fact_hash(struct paper *p, const char *key, const char *label,
                      const uint8_t hash[CR_HASH_BYTES])
{
    char digits[2 * CR_HASH_BYTES + 1];
    struct text t = text_in(digits, sizeof digits);
    text_add_hex(&t, hash, CR_HASH_BYTES);
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

/* The number of deals of a game: of a seat's cards, the dealer's, and the board. Board cards that
 * are opened together, with no decision between them, have no order. */
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
    text_add_hex(t, hash, 8);
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

/* Whether the manual has examples for the game: its Ante pays from a hand on, and turn and river
 * are bet separately. */
static bool has_examples(const struct cr_rules *rules)
{
    return (rules->game->keys & GAME_KEY_ANTE_PAYS_FROM) != 0;
}

static struct paper *new_paper(const struct cr_rules *rules,
                               const struct cr_progressive *progressive)
{
    char origin[256];
    struct text t = text_in(origin, sizeof origin);
    if (rules)
        add_origin(&t, rules->name, rules->hash);
    if (progressive)
        add_origin(&t, progressive->name, progressive->hash);
    return paper_new(PAPER_STUDY, origin, rules ? rules->title : progressive->title);
}

static void add_progressive(struct paper *p, const struct progressive_report *report,
                            enum analysis_extent extent)
{
    if (!report)
        return;
    part_progressive(p, report, extent);
    part_meters(p, report, extent);
}

static int analysis_paper(const struct base_report *base,
                          const struct progressive_report *progressive, struct paper **out,
                          struct cr_err *err)
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
        part_base(p, base, ANALYSIS_IN_PRINT);
    if (base && has_examples(rules))
        part_examples(p, rules, &examples);
    add_progressive(p, progressive, ANALYSIS_IN_PRINT);
    *out = p;
    return CR_OK;
}

/* ---- In a terminal ---- */

static void add_manual(struct paper *p, const struct manual_tables *manual)
{
    paper_section(p, "manual", "The manual");
    manual_add_errata(p, "Errata of the manual: its text",
                      (const char *const[]){manual->text, NULL}, 0);
    manual_add_procedures(p);
}

/* A paper for a terminal with a head, about house rules or a progressive. */
static struct paper *screen_paper(const char *kind, const char *name, const char *title,
                                  const char *house)
{
    char head[CR_NAME_MAX + CR_TITLE_MAX + 4];
    snprintf(head, sizeof head, "%s: %s", name, title);
    struct paper *p = paper_new(PAPER_STUDY, kind, head);
    if (house[0])
        paper_fact(p, "house", "House", house);
    return p;
}

static struct paper *rules_paper(const char *kind, const struct cr_rules *rules)
{
    return screen_paper(kind, rules->name, rules->title, rules->house);
}

struct paper *analysis_screen(const struct base_report *base,
                              const struct progressive_report *progressive)
{
    if (!base) {
        const struct cr_progressive *of = progressive->progressive;
        struct paper *p = screen_paper("analysis", of->name, of->title, of->house);
        add_progressive(p, progressive, ANALYSIS_ON_SCREEN);
        return p;
    }
    const struct cr_rules *rules = base->rules;
    const struct manual_tables *manual = manual_of_rules(rules);
    struct paper *p = rules_paper("analysis", rules);
    if (!progressive && rules->progressive[0])
        paper_fact(p, "progressive", "Progressive at this table", rules->progressive);
    part_base(p, base, ANALYSIS_ON_SCREEN);
    if (manual)
        add_manual(p, manual);
    add_progressive(p, progressive, ANALYSIS_ON_SCREEN);
    return p;
}

struct paper *analysis_screen_outcomes(const struct outcomes_report *report)
{
    char heading[64];
    struct paper *p = rules_paper("outcomes", report->rules);
    snprintf(heading, sizeof heading, "%s, played on", report->table.hand);
    paper_section(p, "outcomes", heading);
    part_one_hand(p, report);
    return p;
}

struct paper *analysis_screen_turns(const struct turns_report *report)
{
    char heading[64];
    struct paper *p = rules_paper("turns", report->rules);
    struct text t = text_in(heading, sizeof heading);
    text_add_cards(&t, report->hole, 2);
    text_add(&t, " on ");
    text_add_cards(&t, report->flop, 3);
    paper_section(p, "turns", heading);
    part_one_flop(p, report);
    return p;
}

struct paper *analysis_screen_position(const struct position_report *report)
{
    const struct cr_position *at = &report->position;
    const struct cr_game *game = report->rules->game;
    char heading[160];
    struct paper *p = rules_paper("position", report->rules);
    struct text t = text_in(heading, sizeof heading);
    text_add_cards(&t, report->hole, report->hole_count);
    if (report->board_count > 0) {
        text_add(&t, game->board_cards > 0 ? " on " : " against ");
        text_add_cards(&t, report->board, report->board_count);
    }
    text_add_format(&t, ": the rest of the round, in %ss", game->unit);
    paper_section(p, "position", heading);
    PAPER_TABLE(p, "options", {"best", "", PAPER_TEXT}, {"action", "Decision", PAPER_TEXT},
                {"ev", "Expectation", PAPER_NUMBER}, {"exact", "Exact", PAPER_NUMBER});
    for (unsigned i = 0; i < at->option_count; i++) {
        paper_cell(p, i == at->best ? "=>" : "");
        paper_cell(p, at->options[i].name);
        paper_cell_number(p, cr_rational_value(at->options[i].ev), 8, PAPER_PLAIN);
        paper_cell(p, figure_exact(FIGURE, at->options[i].ev));
    }
    part_limit(p, report->rules, report->ante);
    return p;
}

int analysis_pdf(const struct base_report *base, const struct progressive_report *progressive,
                 bool is_letter, char **data, size_t *len, struct cr_err *err)
{
    struct paper *p = NULL;
    int rc = analysis_paper(base, progressive, &p, err);
    if (rc == CR_OK && is_letter)
        paper_set_letter(p);
    if (rc == CR_OK)
        rc = paper_render(p, PAPER_AS_PDF, data, len, err);
    paper_free(p);
    return rc;
}
