/* The search for pay tables that reach a wanted edge: every combination for a side bet, bounds and
 * chosen analyses for a base game. */
#include "math/design/design.h"

#include "base/err.h"
#include "game/games/game.h"
#include "math/design/design_file.h"
#include "math/endings/endings.h"
#include "math/games/repeated.h"
#include "math/rational.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- How tables are ranked ---- */

unsigned design_roundness(int32_t pay)
{
    static const int32_t felt[] = {10, 12, 15, 20, 25, 30, 40, 50, 60, 75, 80};
    if (pay <= 6 || pay == 8)
        return 0;
    int32_t lead = pay;
    while (lead >= 100 && lead % 10 == 0)
        lead /= 10;
    for (unsigned i = 0; i < sizeof felt / sizeof *felt; i++)
        if (lead == felt[i])
            return 0;
    return pay < 10 || pay % 5 == 0 ? 1 : 2;
}

double design_off_by(double wanted, double is, double allowed)
{
    return isnan(wanted) ? 0 : isnan(is) ? INFINITY : fabs(is - wanted) / allowed;
}

/* How far figures are from what is wanted, as a multiple of the distance that is allowed; a table
 * with more than 1 does not reach it. */
static double design_off(const struct cr_design_question *q, const struct cr_design_figures *f)
{
    const double parts[] = {
        design_off_by(q->edge, f->edge, q->within),
        design_off_by(q->element_of_risk, f->element_of_risk, q->within),
        design_off_by(q->hit_frequency, f->hit_frequency, q->within),
        design_off_by(q->std_dev, f->std_dev, isnan(q->std_dev) ? 1 : q->std_dev / 100)};
    double most = 0;
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++)
        most = fmax(most, parts[i]);
    return most;
}

double design_rank(double off, unsigned roundness)
{
    return off + 0.1 * roundness;
}

void design_list_put(const struct design_list *list, const void *table)
{
    char *place = (char *)list->tables + *list->count * list->size;
    unsigned behind = 0;
    for (; place > (char *)list->tables && list->rank(place - list->size) > list->rank(table);
         behind++)
        place -= list->size;
    const bool is_full = *list->count == list->most;
    if ((is_full && behind == 0) || !list->is_valid(list->search, table))
        return;
    memmove(place + list->size, place, (behind - is_full) * list->size);
    memcpy(place, table, list->size);
    *list->count += !is_full;
}

static double rank_of(const void *table)
{
    const struct cr_design_table *t = table;
    return design_rank(t->off, t->roundness);
}

static bool is_valid(const void *search, const void *table)
{
    const struct cr_design_question *q = search;
    const struct cr_design_table *t = table;
    return !q->is_valid || q->is_valid(q->context, t->pays);
}

static void design_keep(const struct cr_design_question *q, const struct cr_design_table *table,
                        struct cr_design_answer *out)
{
    const struct design_list list = {
        out->tables, sizeof *table, &out->count, q->keep, rank_of, is_valid, q};
    design_list_put(&list, table);
}

bool design_next(const struct cr_design_question *q, int32_t *pays)
{
    for (unsigned i = q->row_count; i-- > 0;) {
        if (pays[i] < q->rows[i].to) {
            pays[i]++;
            return true;
        }
        pays[i] = q->rows[i].from;
    }
    return false;
}

void cr_design_apply(const struct cr_rules *rules, const struct cr_design_question *q,
                     const int32_t *pays, struct cr_rules *out)
{
    *out = *rules;
    for (unsigned s = 0; s < rules->game->slot_count; s++) {
        if (!rules->game->slots[s].by_table ||
            slot_of_table(rules->game, s) != slot_of_table(rules->game, q->slot))
            continue;
        for (unsigned i = 0; i < q->row_count; i++) {
            const unsigned row = q->rows[i].row;
            *(row < CR_CATEGORIES ? &out->pays[s].pays[row]
                                  : &out->pays[s].parts[row - CR_CATEGORIES].pays) =
                (struct cr_ratio){pays[i], 1};
        }
    }
}

/* ---- Tables that are valid in a file ---- */

/* The rows of the table from the best hand downward. */
struct table_order {
    unsigned count;
    struct {
        unsigned varied;       /* index in the question's rows; row_count: the row does not vary */
        struct cr_ratio fixed; /* its pay, where it does not vary */
    } of[PAY_ROWS_MAX];
};

static void order_make(const struct cr_rules *rules, const struct cr_design_question *q,
                       struct table_order *out)
{
    struct pay_row rows[PAY_ROWS_MAX];
    uint8_t numbers[PAY_ROWS_MAX];
    pay_rows(rules, q->slot, rows);
    out->count = design_row_numbers(rules, q->slot, numbers);
    for (unsigned i = 0; i < out->count; i++) {
        unsigned varied = 0;
        while (varied < q->row_count && q->rows[varied].row != numbers[i])
            varied++;
        out->of[i].varied = varied;
        out->of[i].fixed = rows[i].ratio;
    }
}

/* No hand pays more than a better one: `rules check` refuses such a table. */
static bool pays_fall(const struct table_order *order, const struct cr_design_question *q,
                      const int32_t *pays)
{
    struct cr_ratio better = {0, 0};
    for (unsigned i = 0; i < order->count; i++) {
        const unsigned varied = order->of[i].varied;
        const struct cr_ratio is =
            varied < q->row_count ? (struct cr_ratio){pays[varied], 1} : order->of[i].fixed;
        if (i > 0 && (int64_t)is.num * better.den > (int64_t)better.num * is.den)
            return false;
        better = is;
    }
    return true;
}

/* ---- The figures of one table, from the endings under the present play ---- */

/* The bet for which endings are settled, in cents: large, so that common pays are whole cents, and
 * then multiplied until every pay of the tables is, so that nothing is rounded. */
#define UNIT_CENTS     60000
#define UNIT_CENTS_MAX INT64_C(1000000000)

struct endings_figures {
    wide sum;       /* of the net results in cents, over all deals */
    double squares; /* of their squares */
    int64_t won;    /* deals that win */
    int64_t unit;   /* cents of a bet */
};

static int64_t unit_with(int64_t unit, struct cr_ratio pays)
{
    return unit <= UNIT_CENTS_MAX && pays.num > 0
               ? unit / (int64_t)wide_divisor(unit, pays.den) * pays.den
               : unit;
}

static int64_t unit_of(const struct cr_rules *rules)
{
    int64_t unit = UNIT_CENTS * rules->bet_parts;
    for (unsigned s = 0; s < rules->game->slot_count; s++) {
        const struct cr_paytable *table = &rules->pays[s];
        for (unsigned c = 0; rules->game->slots[s].by_table && c < CR_CATEGORIES; c++)
            unit = unit_with(unit, table->pays[c]);
        for (unsigned p = 0; rules->game->slots[s].by_table && p < table->part_count; p++)
            unit = unit_with(unit, table->parts[p].pays);
    }
    return unit;
}

/* The figures of a side bet by itself count every hand, as `analyze` and a PAR sheet do. That a
 * fold forfeits it is a cost of folding, which belongs to the play of both wagers together
 * (with_trips). */
static void keep_side_bets(struct cr_rules *rules)
{
    for (unsigned s = 0; s < rules->game->slot_count; s++)
        if (rules->game->slots[s].is_side)
            rules->fold_forfeits &= (uint8_t) ~(1u << s);
}

static bool sum_endings(const struct cr_rules *given, const struct cr_endings *endings,
                        bool is_side, struct endings_figures *out)
{
    struct cr_rules changed;
    const struct cr_rules *rules = given;
    if (is_side) {
        changed = *given;
        keep_side_bets(&changed);
        rules = &changed;
    }
    *out = (struct endings_figures){.unit = unit_of(rules)};
    const struct cr_money unit = cr_money_from_micro(out->unit * CR_MICRO_PER_CENT);
    const struct cr_stakes stakes = {.ante = unit, .side = unit};
    bool fits = out->unit <= UNIT_CENTS_MAX;
    for (size_t i = 0; i < endings->count && fits; i++) {
        struct cr_wager_result slots[CR_SLOTS];
        int64_t net = 0;
        fits = ending_settle(rules, &endings->at[i], &stakes, slots);
        for (unsigned s = 0; s < rules->game->slot_count; s++)
            if (rules->game->slots[s].is_side == is_side)
                net += slots[s].pays.micro -
                       (slots[s].result == CR_RESULT_LOSE ? slots[s].stake.micro : 0);
        net /= CR_MICRO_PER_CENT;
        out->sum += (wide)endings->at[i].deals * net;
        out->squares += (double)endings->at[i].deals * (double)net * (double)net;
        out->won += net > 0 ? endings->at[i].deals : 0;
    }
    return fits;
}

static bool figures_of(const struct cr_rules *rules, const struct cr_endings *endings, bool is_side,
                       struct cr_design_figures *out)
{
    struct endings_figures f;
    if (!sum_endings(rules, endings, is_side, &f) ||
        !rational_reduce(f.sum, (wide)endings->deals * f.unit, &out->ev))
        return false;
    const double mean = cr_rational_value(out->ev);
    const double square = f.squares / (double)endings->deals / (double)f.unit / (double)f.unit;
    out->edge = -mean;
    out->element_of_risk = is_side ? -mean : NAN;
    out->hit_frequency = (double)f.won / (double)endings->deals;
    out->std_dev = sqrt(fmax(0, square - mean * mean));
    return true;
}

/* How the expectation grows with what a row pays: the difference between 2 to 1 and 1 to 1. */
static bool slope_of(const struct cr_rules *rules, const struct cr_design_question *q,
                     const struct cr_endings *endings, unsigned row, bool is_side,
                     struct cr_rational *out)
{
    struct cr_design_question one = {.slot = q->slot, .row_count = 1, .rows = {q->rows[row]}};
    struct endings_figures low, high;
    struct cr_rules changed;
    cr_design_apply(rules, &one, (const int32_t[]){1}, &changed);
    bool fits = sum_endings(&changed, endings, is_side, &low);
    cr_design_apply(rules, &one, (const int32_t[]){2}, &changed);
    fits = fits && sum_endings(&changed, endings, is_side, &high);
    return fits && low.unit == high.unit &&
           rational_reduce(high.sum - low.sum, (wide)endings->deals * low.unit, out);
}

/* ---- A side bet ---- */

/* The figures of a side bet as sums over the rows that vary and the rest of its table. Only a game
 * with a single side bet is meant. */
struct side_rows {
    double chance[CR_DESIGN_ROWS];
    double mean, square, hit; /* mean and square of the rest of the table; hit frequency of all */
};

/* Made from the figures with 1 to 1 in all varied rows, and from the chances of those rows. */
static void side_rows_make(const struct cr_design_question *q, const struct cr_design_figures *ones,
                           const struct cr_rational *slopes, struct side_rows *out)
{
    const double mean = cr_rational_value(ones->ev);
    *out = (struct side_rows){.mean = mean,
                              .square = ones->std_dev * ones->std_dev + mean * mean,
                              .hit = ones->hit_frequency};
    for (unsigned i = 0; i < q->row_count; i++) {
        out->chance[i] = cr_rational_value(slopes[i]);
        out->mean -= out->chance[i];
        out->square -= out->chance[i];
    }
}

static void side_figures(const struct cr_design_question *q, const struct side_rows *rows,
                         const int32_t *pays, struct cr_design_figures *out)
{
    double mean = rows->mean, square = rows->square;
    for (unsigned i = 0; i < q->row_count; i++) {
        mean += rows->chance[i] * pays[i];
        square += rows->chance[i] * pays[i] * pays[i];
    }
    out->edge = out->element_of_risk = -mean;
    out->hit_frequency = rows->hit;
    out->std_dev = sqrt(fmax(0, square - mean * mean));
}

static unsigned roundness_of(const struct cr_design_question *q, const int32_t *pays)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < q->row_count; i++)
        sum += design_roundness(pays[i]);
    return sum;
}

static int figure_fault(const struct cr_rules *rules, struct cr_err *err)
{
    return err_set(err, CR_E_RANGE, "%s: a figure is too large to be written exactly", rules->name);
}

static int search_side(const struct cr_rules *rules, const struct cr_design_question *q,
                       const struct cr_endings *endings, struct cr_design_answer *out,
                       struct cr_err *err)
{
    struct cr_design_figures ones;
    struct cr_design_table table = {0};
    struct side_rows rows;
    struct table_order order;
    struct cr_rules changed;
    order_make(rules, q, &order);
    cr_design_apply(rules, q, (const int32_t[CR_DESIGN_ROWS]){1, 1, 1, 1, 1, 1, 1, 1}, &changed);
    bool fits = figures_of(&changed, endings, true, &ones);
    if (!fits)
        return figure_fault(rules, err);
    side_rows_make(q, &ones, out->slopes, &rows);
    for (unsigned i = 0; i < q->row_count; i++)
        table.pays[i] = q->rows[i].from;
    do {
        out->tries++;
        side_figures(q, &rows, table.pays, &table.figures);
        table.off = design_off(q, &table.figures);
        if (table.off > 1 || !pays_fall(&order, q, table.pays))
            continue;
        out->reached++;
        table.roundness = roundness_of(q, table.pays);
        design_keep(q, &table, out);
    } while (design_next(q, table.pays));
    out->is_complete = true;
    for (unsigned i = 0; i < out->count && fits;
         i++) { /* exact figures for the tables that are shown */
        cr_design_apply(rules, q, out->tables[i].pays, &changed);
        fits = figures_of(&changed, endings, true, &out->tables[i].figures);
    }
    return fits ? CR_OK : figure_fault(rules, err);
}

/* ---- A base game ----
 *
 * What a play is worth is linear in the pays. The worth of the best play is the largest of all
 * plays', so it is a convex function of the pays that never falls as they rise. Each analysis
 * therefore gives bounds for tables that were not analysed: tables that pay no less in every row
 * are worth no less, and tables that pay no more are worth no more; the present play bounds all of
 * them from below; and the mean of tables that lie around a table bounds it from above. Tables that
 * cannot reach what is wanted are left out with certainty. Of the others only those that are shown,
 * or that the bounds leave open, are analysed.
 */

struct candidate {
    int32_t pays[CR_DESIGN_ROWS];
    double low, high; /* bounds of the expectation */
    unsigned roundness;
    bool is_done; /* analysed, out of reach, or not valid in a file */
};

/* More than the rounding errors of doubles in the sums of bounds. */
#define SLACK 1e-10

struct base_search {
    const struct cr_rules *rules;
    const struct cr_design_question *q;
    struct repeated *repeated;
    double now[CR_DESIGN_ROWS]; /* what the rows pay at present */
    struct candidate *list;
    size_t count;
    struct cr_design_answer *out;
};

static int analyse_table(struct base_search *s, const int32_t *pays, struct cr_design_figures *out,
                         struct cr_err *err)
{
    struct cr_rules changed;
    struct base_figures f;
    cr_design_apply(s->rules, s->q, pays, &changed);
    int rc = repeated_figures(s->repeated, &changed, &f, err);
    if (rc != CR_OK)
        return rc;
    const double edge = -cr_rational_value(f.ev);
    *out = (struct cr_design_figures){f.ev, edge, edge / cr_rational_value(f.average_wager), NAN,
                                      f.std_dev};
    s->out->analysed++;
    if (!isnan(s->q->hit_frequency)) {
        struct cr_design_figures listed;
        struct cr_endings endings;
        rc = cr_endings_list(&changed, CR_PLAY_BEST, &endings, err);
        if (rc == CR_OK && figures_of(&changed, &endings, false, &listed))
            out->hit_frequency = listed.hit_frequency;
        cr_endings_free(&endings);
    }
    return rc;
}

/* ---- Bounds ---- */

static void list_candidates(struct base_search *s, size_t room)
{
    const struct cr_design_question *q = s->q;
    struct table_order order;
    int32_t pays[CR_DESIGN_ROWS] = {0};
    order_make(s->rules, q, &order);
    for (unsigned i = 0; i < q->row_count; i++)
        pays[i] = q->rows[i].from;
    do {
        struct candidate *c = &s->list[s->count++];
        *c = (struct candidate){.low = cr_rational_value(s->out->now.ev),
                                .high = INFINITY,
                                .roundness = roundness_of(q, pays),
                                .is_done = !pays_fall(&order, q, pays)};
        memcpy(c->pays, pays, sizeof pays);
        for (unsigned i = 0; i < q->row_count; i++)
            c->low += cr_rational_value(s->out->slopes[i]) * (pays[i] - s->now[i]);
    } while (design_next(q, pays) && s->count < room);
}

/* Bounds the candidates from above by tables that lie around all of them: the one that pays
 * least, and for each row one that pays so much more in it that every candidate is a weighted
 * mean of these. Where one of them pays too much to be written exactly, the candidates get no
 * upper bound. */
static void bound_around(struct base_search *s)
{
    const struct cr_design_question *q = s->q;
    const int32_t rows = (int32_t)q->row_count;
    int32_t pays[CR_DESIGN_ROWS] = {0};
    double at_least, more[CR_DESIGN_ROWS] = {0};
    struct cr_design_figures f;
    for (unsigned i = 0; i < q->row_count; i++)
        pays[i] = q->rows[i].from;
    bool fits = analyse_table(s, pays, &f, NULL) == CR_OK;
    at_least = -f.edge;
    for (unsigned i = 0; i < q->row_count && fits; i++) {
        const int32_t span = (q->rows[i].to - q->rows[i].from) * rows;
        if (span == 0)
            continue;
        pays[i] += span;
        fits = analyse_table(s, pays, &f, NULL) == CR_OK;
        pays[i] -= span;
        more[i] = (-f.edge - at_least) / span;
    }
    for (size_t c = 0; c < s->count && fits; c++) {
        s->list[c].high = at_least;
        for (unsigned i = 0; i < q->row_count; i++)
            s->list[c].high += more[i] * (s->list[c].pays[i] - pays[i]);
    }
}

/* Whether a pays no less than b in any row or, with a sign of -1, no more. */
static bool pays_no_less(const struct cr_design_question *q, const int32_t *a, const int32_t *b,
                         int sign)
{
    for (unsigned i = 0; i < q->row_count; i++)
        if (sign * (a[i] - b[i]) < 0)
            return false;
    return true;
}

/* Whether the house edge shows that a candidate cannot reach what is wanted. */
static bool is_out_of_reach(const struct cr_design_question *q, const struct candidate *c)
{
    return -c->low + SLACK < q->edge - q->within || -c->high - SLACK > q->edge + q->within;
}

/* Whether the bounds show that a candidate reaches what is wanted: possible only where nothing but
 * the edge is wanted. */
static bool is_within_reach(const struct cr_design_question *q, const struct candidate *c)
{
    return isnan(q->element_of_risk) && isnan(q->hit_frequency) && isnan(q->std_dev) &&
           -c->high - SLACK >= q->edge - q->within && -c->low + SLACK <= q->edge + q->within;
}

/* Tightens the bounds of the other candidates by an analysed table; those that can no longer reach
 * what is wanted are done. */
static void bounds_learn(struct base_search *s, const int32_t *pays, double value)
{
    for (size_t i = 0; i < s->count; i++) {
        struct candidate *c = &s->list[i];
        if (c->is_done)
            continue;
        if (pays_no_less(s->q, c->pays, pays, 1))
            c->low = fmax(c->low, value);
        if (pays_no_less(s->q, c->pays, pays, -1))
            c->high = fmin(c->high, value);
        c->is_done = is_out_of_reach(s->q, c);
    }
}

/* ---- The search ---- */

/* How near to the wanted edge a candidate can be at best, and how near the middle of its bounds
 * is. */
static double nearest_off(const struct cr_design_question *q, const struct candidate *c)
{
    const double least = -c->high - SLACK, most = -c->low + SLACK;
    if (isnan(q->edge) || (least <= q->edge && q->edge <= most))
        return 0;
    return fmin(fabs(least - q->edge), fabs(most - q->edge)) / q->within;
}

static double middle_off(const struct cr_design_question *q, const struct candidate *c)
{
    const double middle = isinf(c->high) ? c->low : (c->low + c->high) / 2;
    return isnan(q->edge) ? 0 : fabs(-middle - q->edge) / q->within;
}

/* The candidate to analyse next: the one that may rank first among those that are still open, or
 * NULL. A candidate that reaches what is wanted for certain, but cannot rank before those that are
 * kept, need not be analysed. */
static struct candidate *choose(struct base_search *s)
{
    const struct cr_design_answer *out = s->out;
    const double last = out->count == s->q->keep ? rank_of(&out->tables[out->count - 1]) : INFINITY;
    struct candidate *best = NULL;
    double least = INFINITY;
    for (size_t i = 0; i < s->count; i++) {
        struct candidate *c = &s->list[i];
        if (c->is_done ||
            (design_rank(nearest_off(s->q, c), c->roundness) >= last && is_within_reach(s->q, c)))
            continue;
        const double rank = design_rank(middle_off(s->q, c), c->roundness);
        if (rank < least || !best) {
            least = rank;
            best = c;
        }
    }
    return best;
}

static int look_at(struct base_search *s, struct candidate *c, struct cr_err *err)
{
    struct cr_design_table table = {.roundness = c->roundness};
    c->is_done = true;
    if (s->q->is_valid && !s->q->is_valid(s->q->context, c->pays))
        return CR_OK;
    memcpy(table.pays, c->pays, sizeof table.pays);
    int rc = analyse_table(s, c->pays, &table.figures, err);
    if (rc != CR_OK)
        return rc;
    bounds_learn(s, c->pays, -table.figures.edge);
    table.off = design_off(s->q, &table.figures);
    if (table.off <= 1) {
        s->out->reached++;
        design_keep(s->q, &table, s->out);
    }
    return CR_OK;
}

static int search_base(struct base_search *s, struct cr_err *err)
{
    const struct cr_design_question *q = s->q;
    int rc = CR_OK;
    if (!isnan(q->edge) && s->count > 2 * (q->row_count + 1) && q->analyses > q->row_count)
        bound_around(s);
    for (size_t i = 0; i < s->count && rc == CR_OK; i++)
        s->list[i].is_done |= is_out_of_reach(q, &s->list[i]);
    while (rc == CR_OK) {
        struct candidate *next = choose(s);
        s->out->is_complete = !next;
        if (!next || s->out->analysed >= q->analyses)
            break;
        rc = look_at(s, next, err);
    }
    for (size_t i = 0; i < s->count && rc == CR_OK; i++)
        s->out->reached += !s->list[i].is_done && is_within_reach(q, &s->list[i]) &&
                           (!q->is_valid || q->is_valid(q->context, s->list[i].pays));
    return rc;
}

static int design_base(const struct cr_rules *rules, const struct cr_design_question *q,
                       size_t tries, struct cr_design_answer *out, struct cr_err *err)
{
    struct base_search s = {
        .rules = rules, .q = q, .list = malloc(tries * sizeof *s.list), .out = out};
    int rc = s.list ? repeated_start(rules, &s.repeated, err)
                    : err_set(err, CR_E_RANGE, "not enough memory for %zu pay tables", tries);
    for (unsigned i = 0; i < q->row_count; i++) {
        const unsigned row = q->rows[i].row;
        const struct cr_paytable *table = &rules->pays[q->slot];
        const struct cr_ratio pays =
            row < CR_CATEGORIES ? table->pays[row] : table->parts[row - CR_CATEGORIES].pays;
        s.now[i] = pays.den > 0 ? (double)pays.num / pays.den : 0;
    }
    if (rc == CR_OK) {
        out->tries = tries;
        list_candidates(&s, tries);
        rc = search_base(&s, err);
    }
    repeated_end(s.repeated);
    free(s.list);
    return rc;
}

/* ---- The whole search ---- */

static int check_question(const struct cr_rules *rules, const struct cr_design_question *q,
                          uint64_t *tries, struct cr_err *err)
{
    uint8_t numbers[PAY_ROWS_MAX];
    if (q->slot >= rules->game->slot_count || !rules->game->slots[q->slot].by_table)
        return err_set(err, CR_E_INPUT, "%s has no such pay table", rules->name);
    const bool is_side = rules->game->slots[q->slot].is_side;
    const uint64_t most = is_side ? CR_DESIGN_TRIES : CR_DESIGN_TRIES / 100;
    const unsigned count = design_row_numbers(rules, q->slot, numbers);
    *tries = 1;
    if (isnan(q->edge) && isnan(q->element_of_risk) && isnan(q->hit_frequency) && isnan(q->std_dev))
        return err_set(err, CR_E_INPUT, "nothing is wanted: say an edge or another figure");
    if (q->std_dev < 0)
        return err_set(err, CR_E_INPUT, "a standard deviation is never below zero");
    if (q->row_count == 0 || q->row_count > CR_DESIGN_ROWS || q->keep == 0 ||
        q->keep > CR_DESIGN_KEPT || !(q->within > 0))
        return err_set(err, CR_E_INPUT, "no rows vary, or nothing is to be kept");
    for (unsigned i = 0; i < q->row_count; i++) {
        if (!memchr(numbers, q->rows[i].row, count))
            return err_set(err, CR_E_INPUT, "the table has no such row");
        for (unsigned k = 0; k < i; k++)
            if (q->rows[k].row == q->rows[i].row)
                return err_set(err, CR_E_INPUT, "row %u varies what row %u does", i + 1, k + 1);
        if (q->rows[i].from < 1 || q->rows[i].to < q->rows[i].from)
            return err_set(err, CR_E_INPUT, "a range of pays goes from 1 or more upward");
        *tries *= (uint64_t)(q->rows[i].to - q->rows[i].from) + 1;
        if (*tries > most)
            return err_set(err, CR_E_INPUT,
                           "the ranges have more than %llu combinations; give narrower ones",
                           (unsigned long long)most);
    }
    return CR_OK;
}

int cr_design(const struct cr_rules *rules, const struct cr_design_question *question,
              struct cr_design_answer *out, struct cr_err *err)
{
    struct cr_endings endings = {0};
    uint64_t tries = 0;
    memset(out, 0, sizeof *out);
    int rc = check_question(rules, question, &tries, err);
    if (rc == CR_OK)
        rc = cr_endings_list(rules, CR_PLAY_BEST, &endings, err);
    if (rc != CR_OK)
        return rc;
    const bool is_side = rules->game->slots[question->slot].is_side;
    bool fits = figures_of(rules, &endings, is_side, &out->now);
    for (unsigned i = 0; i < question->row_count && fits; i++)
        fits = slope_of(rules, question, &endings, i, is_side, &out->slopes[i]);
    rc = !fits     ? figure_fault(rules, err)
         : is_side ? search_side(rules, question, &endings, out, err)
                   : design_base(rules, question, (size_t)tries, out, err);
    cr_endings_free(&endings);
    return rc;
}
