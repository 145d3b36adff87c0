/* Pay tables that reach a wanted edge. */
#include "math/design/design.h"

#include "base/err.h"
#include "game/games/game.h"
#include "math/endings/endings.h"
#include "math/rational.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Order ---- */

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

/* One figure; nothing where nobody asks for it. */
static double off_by(double wanted, double is, double allowed)
{
    return isnan(wanted) ? 0 : isnan(is) ? INFINITY : fabs(is - wanted) / allowed;
}

double design_off(const struct cr_design_question *q, const struct cr_design_figures *f)
{
    const double parts[] = {
        off_by(q->edge, f->edge, q->within),
        off_by(q->element_of_risk, f->element_of_risk, q->within),
        off_by(q->hit_frequency, f->hit_frequency, q->within),
        off_by(q->std_dev, f->std_dev, isnan(q->std_dev) ? 1 : q->std_dev / 100)};
    double most = 0;
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++)
        most = fmax(most, parts[i]);
    return most;
}

/* A round table may be a little farther off than one that is not. */
static double rank_of(const struct cr_design_table *t)
{
    return t->off + 0.1 * t->roundness;
}

void design_keep(const struct cr_design_question *q, const struct cr_design_table *table,
                 struct cr_design_answer *out)
{
    unsigned at = out->count;
    while (at > 0 && rank_of(&out->tables[at - 1]) > rank_of(table))
        at--;
    if (at == q->keep || (q->is_valid && !q->is_valid(q->context, table->pays)))
        return;
    if (out->count < q->keep)
        out->count++;
    memmove(&out->tables[at + 1], &out->tables[at], (out->count - 1 - at) * sizeof *table);
    out->tables[at] = *table;
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

/* ---- One table, by the endings of the present play ---- */

/* An amount that every pay of the tables divides into whole cents, for most files. */
#define UNIT_CENTS 60000

struct endings_figures {
    wide sum, squares; /* of the net in cents, over all deals */
    int64_t won;       /* deals that win */
};

static bool sum_endings(const struct cr_rules *rules, const struct cr_endings *endings,
                        bool is_side, struct endings_figures *out)
{
    const struct cr_money unit = cr_money_from_micro((int64_t)UNIT_CENTS * CR_MICRO_PER_CENT);
    const struct cr_stakes stakes = {.ante = unit, .side = unit};
    bool fits = true;
    *out = (struct endings_figures){0};
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
        out->squares += (wide)endings->at[i].deals * net * net;
        out->won += net > 0 ? endings->at[i].deals : 0;
    }
    return fits;
}

static bool figures_of(const struct cr_rules *rules, const struct cr_endings *endings, bool is_side,
                       struct cr_design_figures *out)
{
    struct endings_figures f;
    if (!sum_endings(rules, endings, is_side, &f) ||
        !rational_reduce(f.sum, (wide)endings->deals * UNIT_CENTS, &out->ev))
        return false;
    const double mean = cr_rational_value(out->ev);
    const double square = (double)f.squares / (double)endings->deals / UNIT_CENTS / UNIT_CENTS;
    out->edge = -mean;
    out->element_of_risk = is_side ? -mean : NAN;
    out->hit_frequency = (double)f.won / (double)endings->deals;
    out->std_dev = sqrt(fmax(0, square - mean * mean));
    return true;
}

/* How the expectation grows with what a row pays: the difference of 2 to 1 and 1 to 1. */
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
    return fits && rational_reduce(high.sum - low.sum, (wide)endings->deals * UNIT_CENTS, out);
}

/* ---- A side bet ---- */

/* The parts of one side bet of the game: other side bets are left out of a game with several. */
struct side_rows {
    double chance[CR_DESIGN_ROWS];
    double mean, square, hit; /* of the rest of the table */
};

/* From the figures with the varied rows paying 1 and the chances of those rows. */
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

static int search_side(const struct cr_rules *rules, const struct cr_design_question *q,
                       const struct cr_endings *endings, struct cr_design_answer *out)
{
    struct cr_design_figures ones;
    struct cr_design_table table = {0};
    struct side_rows rows;
    struct cr_rules changed;
    cr_design_apply(rules, q, (const int32_t[CR_DESIGN_ROWS]){1, 1, 1, 1, 1, 1, 1, 1}, &changed);
    bool fits = figures_of(&changed, endings, true, &ones);
    if (!fits)
        return CR_E_RANGE;
    side_rows_make(q, &ones, out->slopes, &rows);
    for (unsigned i = 0; i < q->row_count; i++)
        table.pays[i] = q->rows[i].from;
    do {
        out->tries++;
        side_figures(q, &rows, table.pays, &table.figures);
        table.off = design_off(q, &table.figures);
        if (table.off > 1)
            continue;
        out->reached++;
        table.roundness = roundness_of(q, table.pays);
        design_keep(q, &table, out);
    } while (design_next(q, table.pays));
    out->is_complete = true;
    for (unsigned i = 0; i < out->count && fits; i++) { /* those that are shown, exactly */
        cr_design_apply(rules, q, out->tables[i].pays, &changed);
        fits = figures_of(&changed, endings, true, &out->tables[i].figures);
    }
    return fits ? CR_OK : CR_E_RANGE;
}

/* ---- A base game ---- */

/* A combination that waits for its analysis. */
struct waiting {
    int32_t pays[CR_DESIGN_ROWS];
    double linear; /* the expectation under the present play */
    unsigned roundness;
    bool done;
};

struct gap {
    int32_t pays[CR_DESIGN_ROWS];
    double above; /* how much more the best play makes of it */
};

/* What the nearest analysis says about how much the linear value lacks. */
static double gap_near(const struct cr_design_question *q, const struct gap *gaps, unsigned count,
                       const int32_t *pays)
{
    double nearest = INFINITY, above = 0;
    for (unsigned g = 0; g < count; g++) {
        double distance = 0;
        for (unsigned i = 0; i < q->row_count; i++)
            distance += fabs((double)(gaps[g].pays[i] - pays[i])) / (1 + pays[i]);
        if (distance < nearest) {
            nearest = distance;
            above = gaps[g].above;
        }
    }
    return above;
}

static int analyse_table(const struct cr_rules *rules, const struct cr_design_question *q,
                         const int32_t *pays, struct cr_design_figures *out, struct cr_err *err)
{
    struct cr_rules changed;
    struct cr_analysis *a = malloc(sizeof *a);
    if (!a)
        return err_set(err, CR_E_RANGE, "not enough memory for the analysis");
    cr_design_apply(rules, q, pays, &changed);
    int rc = cr_analyze(&changed, NULL, a, err);
    if (rc == CR_OK)
        *out =
            (struct cr_design_figures){a->ev, a->house_edge, a->element_of_risk, NAN, a->std_dev};
    free(a);
    if (rc == CR_OK && !isnan(q->hit_frequency)) {
        struct cr_design_figures listed;
        struct cr_endings endings;
        rc = cr_endings_list(&changed, CR_PLAY_BEST, &endings, err);
        if (rc == CR_OK && figures_of(&changed, &endings, false, &listed))
            out->hit_frequency = listed.hit_frequency;
        cr_endings_free(&endings);
    }
    return rc;
}

static size_t list_waiting(const struct cr_design_question *q, const struct cr_design_answer *known,
                           const int32_t *now, size_t room, struct waiting *out)
{
    int32_t pays[CR_DESIGN_ROWS];
    size_t count = 0;
    for (unsigned i = 0; i < q->row_count; i++)
        pays[i] = q->rows[i].from;
    do {
        struct waiting *w = &out[count++];
        *w = (struct waiting){.linear = cr_rational_value(known->now.ev),
                              .roundness = roundness_of(q, pays)};
        memcpy(w->pays, pays, sizeof pays);
        for (unsigned i = 0; i < q->row_count; i++)
            w->linear += cr_rational_value(known->slopes[i]) * (pays[i] - now[i]);
    } while (design_next(q, pays) && count < room);
    return count;
}

/* The most promising combination that was not analysed; NULL when none can reach what is wanted
 * any more, as far as the edge tells. */
static struct waiting *choose(const struct cr_design_question *q, struct waiting *list,
                              size_t count, const struct gap *gaps, unsigned gap_count,
                              double widest)
{
    struct waiting *best = NULL;
    double least = INFINITY;
    for (size_t i = 0; i < count; i++) {
        if (list[i].done)
            continue;
        const double edge = -(list[i].linear + gap_near(q, gaps, gap_count, list[i].pays));
        const double off = isnan(q->edge) ? 0 : fabs(edge - q->edge) / q->within;
        if (off > 1 + widest / q->within)
            continue;
        if (off + 0.1 * list[i].roundness < least) {
            least = off + 0.1 * list[i].roundness;
            best = &list[i];
        }
    }
    return best;
}

static int search_base(const struct cr_rules *rules, const struct cr_design_question *q,
                       struct waiting *list, size_t count, struct gap *gaps,
                       struct cr_design_answer *out, struct cr_err *err)
{
    double widest = 0;
    while (out->analysed < q->analyses) {
        struct waiting *next = choose(q, list, count, gaps, (unsigned)out->analysed, widest);
        if (!next) {
            out->is_complete = true;
            break;
        }
        next->done = true;
        if (q->is_valid && !q->is_valid(q->context, next->pays))
            continue;
        struct cr_design_table table = {.roundness = next->roundness};
        memcpy(table.pays, next->pays, sizeof table.pays);
        int rc = analyse_table(rules, q, table.pays, &table.figures, err);
        if (rc != CR_OK)
            return rc;
        struct gap *gap = &gaps[out->analysed++];
        memcpy(gap->pays, next->pays, sizeof gap->pays);
        gap->above = -table.figures.edge - next->linear;
        widest = fmax(widest, fabs(gap->above) / 2);
        table.off = design_off(q, &table.figures);
        if (table.off <= 1) {
            out->reached++;
            design_keep(q, &table, out);
        }
    }
    return CR_OK;
}

static int design_base(const struct cr_rules *rules, const struct cr_design_question *q,
                       size_t tries, struct cr_design_answer *out, struct cr_err *err)
{
    int32_t now[CR_DESIGN_ROWS];
    struct waiting *list = malloc(tries * sizeof *list);
    struct gap *gaps = malloc((q->analyses + 1) * sizeof *gaps);
    int rc = CR_OK;
    if (!list || !gaps)
        rc = err_set(err, CR_E_RANGE, "not enough memory for %zu pay tables", tries);
    for (unsigned i = 0; i < q->row_count; i++) {
        const unsigned row = q->rows[i].row;
        const struct cr_paytable *table = &rules->pays[q->slot];
        const struct cr_ratio pays =
            row < CR_CATEGORIES ? table->pays[row] : table->parts[row - CR_CATEGORIES].pays;
        now[i] = pays.den > 0 ? pays.num / pays.den : 0;
    }
    if (rc == CR_OK) {
        out->tries = tries;
        const size_t count = list_waiting(q, out, now, tries, list);
        rc = search_base(rules, q, list, count, gaps, out, err);
    }
    free(list);
    free(gaps);
    return rc;
}

/* ---- The whole ---- */

static int check_question(const struct cr_rules *rules, const struct cr_design_question *q,
                          uint64_t *tries, struct cr_err *err)
{
    const bool is_side = rules->game->slots[q->slot].is_side;
    const uint64_t most = is_side ? CR_DESIGN_TRIES : CR_DESIGN_TRIES / 100;
    *tries = 1;
    if (isnan(q->edge) && isnan(q->element_of_risk) && isnan(q->hit_frequency) && isnan(q->std_dev))
        return err_set(err, CR_E_INPUT, "nothing is wanted: say an edge or another figure");
    if (q->row_count == 0 || q->keep == 0 || q->keep > CR_DESIGN_KEPT || !(q->within > 0))
        return err_set(err, CR_E_INPUT, "no rows vary, or nothing is to be kept");
    for (unsigned i = 0; i < q->row_count; i++) {
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
    rc = !fits     ? CR_E_RANGE
         : is_side ? search_side(rules, question, &endings, out)
                   : design_base(rules, question, (size_t)tries, out, err);
    if (rc == CR_E_RANGE && !err->text[0])
        err_set(err, CR_E_RANGE, "%s: a figure is too large to be written exactly", rules->name);
    cr_endings_free(&endings);
    return rc;
}
