/* The sensitivity of house rules: the house edge with one line of a pay table changed by one.
 *
 * A side bet is paid whatever the decisions are, so its edge changes by the odds of the line. A
 * line of the base game changes the best decisions too, so it takes a whole analysis; for a game
 * with a long analysis that is made only for the line that is asked for.
 */
#include "sim/practice_internal.h"

#include "base/json_write.h"
#include "game/games/game.h"
#include "math/games/game_math.h"
#include "os/clock.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define PATH_MAX_BYTES 64

/* ---- Lines of house rules ---- */

/* One line, and the rules with it changed. */
struct line {
    char path[PATH_MAX_BYTES], label[PATH_MAX_BYTES];
    char pays[PATH_MAX_BYTES], delta[PATH_MAX_BYTES], becomes[PATH_MAX_BYTES];
    const char *of; /* the bet whose edge it changes: "base" or a side bet's name */
    bool by_odds;   /* the edge changes by `odds` and nothing else does */
    double odds;
    struct cr_rules changed;
};

struct sensitivity {
    struct practice *practice;
    struct ask *ask;
    const struct cr_rules *rules;
    const struct analysis_made *base;
    const char *path; /* the line that is asked for; NULL: all */
    unsigned written;
    struct text *t;
};

static double edge_of(const struct cr_analysis *analysis, const char *of)
{
    for (unsigned i = 0; i < analysis->side_count; i++)
        if (strcmp(analysis->sides[i].name, of) == 0)
            return -cr_rational_value(analysis->sides[i].ev);
    return analysis->house_edge;
}

/* The edge with the line changed; *known is false where that takes a long analysis that was not
 * asked for. */
static int edge_with(struct sensitivity *s, const struct line *line, double *edge, bool *known)
{
    const struct analysis_made *made;
    uint8_t key[CR_HASH_BYTES];
    *known = true;
    *edge = edge_of(&s->base->analysis, line->of) - line->odds;
    if (line->by_odds)
        return CR_OK;
    analyses_key(s->rules->hash, line->path, key);
    made = analyses_find(&s->practice->analyses, key);
    *known = made || s->path || !game_math_of(s->rules->game)->takes_long;
    if (!*known)
        return CR_OK;
    int rc = analyses_make(&s->practice->analyses, &line->changed, key, &made, &s->ask->err);
    if (rc == CR_OK)
        *edge = edge_of(&made->analysis, line->of);
    return rc;
}

static void add_words(struct text *t, const struct line *line, double base)
{
    json_open(t, NULL, '{');
    JSON_MEMBERS(t, line, path, label, of, pays, delta, becomes);
    json_number(t, "base_edge", base);
}

static int write_line(struct sensitivity *s, const struct line *line)
{
    double edge;
    bool known;
    if (s->path && strcmp(s->path, line->path) != 0)
        return CR_OK;
    int rc = edge_with(s, line, &edge, &known);
    if (rc != CR_OK)
        return rc;
    const double base = edge_of(&s->base->analysis, line->of);
    s->written++;
    add_words(s->t, line, base);
    if (known) {
        json_number(s->t, "house_edge", edge);
        json_number(s->t, "change", edge - base);
    } else {
        json_null(s->t, "house_edge");
        json_null(s->t, "change");
    }
    json_close(s->t, '}');
    return CR_OK;
}

/* Formats into a text of a line. */
__attribute__((format(printf, 2, 3))) static void put(char out[PATH_MAX_BYTES], const char *format,
                                                      ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(out, PATH_MAX_BYTES, format, args);
    va_end(args);
}

/* The pay of row i of a slot's table, in the order of pay_rows. */
static struct cr_ratio *row_ratio(struct cr_rules *rules, unsigned slot, unsigned i)
{
    const struct ranking *ranking = slot_ranking(rules->game, slot);
    struct cr_paytable *table = &rules->pays[slot];
    for (unsigned c = 0; c < ranking->category_count; c++) {
        const enum cr_category category = ranking->categories[c];
        for (unsigned p = 0; p < table->part_count; p++)
            if (table->parts[p].category == category && i-- == 0)
                return &table->parts[p].pays;
        if (table->pays[category].den > 0 && i-- == 0)
            return &table->pays[category];
    }
    return NULL;
}

/* Whether a rules file may have row i raised by one: no hand pays more than a better one. */
static bool is_accepted(const struct pay_row *rows, unsigned i)
{
    if (i == 0)
        return true;
    const struct cr_ratio now = rows[i].ratio, better = rows[i - 1].ratio;
    return ((int64_t)now.num + now.den) * better.den <= (int64_t)better.num * now.den;
}

/* The table of a side bet, which does not depend on decisions; NULL for any other wager. */
static const struct cr_wager_returns *side_returns(const struct cr_analysis *a,
                                                   const struct game_slot *slot)
{
    for (unsigned w = 0; slot->is_side && w < a->wager_count; w++)
        if (strcmp(a->wagers[w].name, slot->name) == 0)
            return &a->wagers[w];
    return NULL;
}

static double odds_of(const struct cr_wager_returns *returns, const char *hand)
{
    for (unsigned i = 0; i < returns->row_count; i++)
        if (strcmp(returns->rows[i].name, hand) == 0)
            return (double)returns->rows[i].combinations / (double)returns->total;
    return 0;
}

/* Makes the line of one pay, raised by "1 to 1"; a push becomes 1 to 1. */
static bool line_of_pay(const struct sensitivity *sensitivity, unsigned slot, unsigned i,
                        const struct pay_row *row, struct line *out)
{
    const struct cr_rules *rules = sensitivity->rules;
    const struct cr_game *game = rules->game;
    const struct game_slot *place = &game->slots[slot];
    const struct cr_ratio ratio = row->ratio;
    char label[CR_TITLE_MAX];
    if (ratio.num > INT32_MAX - ratio.den)
        return false;
    *out = (struct line){.of = place->is_side ? place->name : "base", .changed = *rules};
    const struct cr_wager_returns *returns = side_returns(&sensitivity->base->analysis, place);
    out->by_odds = returns != NULL;
    out->odds = returns ? odds_of(returns, row->hand) : 0;
    for (unsigned s = 0; s < game->slot_count; s++)
        if (game->slots[s].by_table && slot_of_table(game, s) == slot)
            row_ratio(&out->changed, s, i)->num += ratio.den;
    table_label(game, slot, label);
    put(out->path, "%s.%s", place->table ? place->table : place->name, row->hand);
    put(out->label, "%s, %s", label, row->hand);
    put(out->pays, "%s", row->pays);
    put(out->delta, "+1");
    put(out->becomes, "%d to %d", ratio.num + ratio.den, ratio.den);
    return true;
}

/* Writes a line for each row of a slot's table. */
static int write_table_lines(struct sensitivity *s, unsigned slot)
{
    struct pay_row rows[PAY_ROWS_MAX];
    struct line line;
    int rc = CR_OK;
    const struct cr_game *game = s->rules->game;
    if (!game->slots[slot].by_table || slot_of_table(game, slot) != slot)
        return CR_OK;
    const unsigned count = pay_rows(s->rules, slot, rows);
    for (unsigned i = 0; i < count && rc == CR_OK; i++)
        if (is_accepted(rows, i) && line_of_pay(s, slot, i, &rows[i], &line))
            rc = write_line(s, &line);
    return rc;
}

/* PG-5: makes the line in which the Ante is paid from one category lower or higher. */
static bool line_of_ante(const struct cr_rules *rules, int step, struct line *out)
{
    const int category = (int)rules->ante_pays_from + step;
    if (!(rules->game->keys & GAME_KEY_ANTE_PAYS_FROM) || category <= CR_HIGH_CARD ||
        category >= CR_CATEGORIES)
        return false;
    *out = (struct line){.of = "base", .changed = *rules};
    out->changed.ante_pays_from = (enum cr_category)category;
    put(out->path, "ante_pays_from.%s", cr_category_name((enum cr_category)category));
    put(out->label, "Ante paid from %s", cr_category_name((enum cr_category)category));
    put(out->pays, "%s", cr_category_name(rules->ante_pays_from));
    put(out->delta, "%+d", step);
    put(out->becomes, "%s", cr_category_name((enum cr_category)category));
    return true;
}

static int write_rules_lines(struct sensitivity *s)
{
    struct line line;
    int rc = CR_OK;
    for (unsigned slot = 0; slot < s->rules->game->slot_count && rc == CR_OK; slot++)
        rc = write_table_lines(s, slot);
    for (int step = -1; step <= 1 && rc == CR_OK; step += 2)
        if (line_of_ante(s->rules, step, &line))
            rc = write_line(s, &line);
    if (rc == CR_OK && s->path && s->written == 0)
        return ask_fault(s->ask, CR_E_INPUT, "path", "no line of %s is called that",
                         s->rules->name);
    return rc;
}

/* ---- The question ---- */

void sensitivity_open(struct text *t, const char *kind, const char *name,
                      const uint8_t hash[CR_HASH_BYTES], double house_edge)
{
    json_open(t, NULL, '{');
    json_text(t, "kind", kind);
    json_text(t, "name", name);
    json_hash(t, "hash", hash);
    json_open(t, "base", '{');
    json_number(t, "house_edge", house_edge);
    json_close(t, '}');
    json_open(t, "lines", '[');
}

static int answer_rules(struct practice *p, struct ask *a, const struct cr_rules *rules,
                        const char *path, struct text *t)
{
    const int64_t began = clock_mono_ms();
    struct sensitivity s = {.practice = p, .ask = a, .rules = rules, .path = path, .t = t};
    int rc = analyses_make(&p->analyses, rules, rules->hash, &s.base, &a->err);
    if (rc != CR_OK)
        return rc;
    sensitivity_open(t, "rules", rules->name, rules->hash, s.base->analysis.house_edge);
    rc = write_rules_lines(&s);
    json_close(t, ']');
    json_count(t, "took_ms", (uint64_t)(clock_mono_ms() - began));
    json_close(t, '}');
    return rc;
}

int math_sensitivity(struct practice *p, struct ask *a, struct text *t)
{
    static const char *const known[] = {"name", "text", "path", NULL};
    struct subject subject;
    char path[PATH_MAX_BYTES];
    ask_open(a, known);
    const struct json_node *node = ask_member(a, "path");
    ask_subject(a, &subject);
    if (node)
        ask_word(a, node, "path", path, sizeof path);
    if (a->err.code != CR_OK)
        return a->err.code;
    if (subject.is_progressive)
        return sensitivity_progressive(a, &subject.progressive, node ? path : NULL, t);
    return answer_rules(p, a, &subject.rules, node ? path : NULL, t);
}
