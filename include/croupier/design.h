/* Searches for pay tables, and for progressives, that reach wanted figures.
 *
 * Rows of one pay table vary over ranges of whole numbers "to 1". For a side bet the figures of
 * every combination follow exactly from the endings of a round. In a base game the best play
 * changes with the pays: each analysed combination gives bounds for the expectation of others, and
 * only combinations that may reach what is wanted are analysed.
 */
#ifndef CROUPIER_DESIGN_H
#define CROUPIER_DESIGN_H

#include <croupier/endings.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CR_DESIGN_ROWS 8
#define CR_DESIGN_KEPT 100
/* most combinations of a side bet; of a base game a hundredth of it */
#define CR_DESIGN_TRIES 100000000

struct cr_design_row {
    uint8_t row; /* number of the row in the table: see CR_PAY_ROWS */
    int32_t from, to;
};

struct cr_design_question {
    unsigned slot; /* the slot whose pay table varies, with all that share it */
    unsigned row_count;
    struct cr_design_row rows[CR_DESIGN_ROWS];
    /* The wanted figures; NAN: not wanted. At least one must be wanted. Edge, element of risk and
     * hit frequency are parts of 1. The standard deviation is in units and may be off by a
     * hundredth of itself. */
    double edge, element_of_risk, hit_frequency, std_dev;
    double within;     /* how far edge, element of risk and hit frequency may be off */
    unsigned keep;     /* 1 to CR_DESIGN_KEPT */
    unsigned analyses; /* the most analyses of a base game */
    /* Whether a table with these pays, in the order of the rows, is valid. NULL: all are. */
    bool (*is_valid)(const void *context, const int32_t *pays);
    const void *context;
};

struct cr_design_figures {
    struct cr_rational ev;
    double edge, element_of_risk, hit_frequency, std_dev; /* NAN: not calculated */
};

struct cr_design_table {
    int32_t pays[CR_DESIGN_ROWS];
    struct cr_design_figures figures;
    double off;         /* the distance from what is wanted, divided by what is allowed */
    unsigned roundness; /* 0: all pays are round numbers; higher: less round */
};

struct cr_design_answer {
    /* combinations of the ranges; those that reach what is wanted; analyses made */
    uint64_t tries, reached, analysed;
    bool is_complete; /* every combination that could reach it was considered */
    struct cr_design_figures now;
    /* By row: how much the expectation grows for each unit that it pays more. */
    struct cr_rational slopes[CR_DESIGN_ROWS];
    unsigned count;
    struct cr_design_table tables[CR_DESIGN_KEPT]; /* best first */
};

CR_API int cr_design(const struct cr_rules *rules, const struct cr_design_question *question,
                     struct cr_design_answer *out, struct cr_err *err);

/* Sets *out to the rules with other pays in the question's rows. */
CR_API void cr_design_apply(const struct cr_rules *rules, const struct cr_design_question *question,
                            const int32_t *pays, struct cr_rules *out);

/* ---- Progressives ---- */

/* What a row varies: a meter's seed; the part of a bet that goes to a meter or to its reserve,
 * balanced by the house's share; a fixed award (0: the hand is no longer paid); or a percentage
 * award. */
enum cr_design_what {
    CR_DESIGN_SEED,
    CR_DESIGN_SHARE,
    CR_DESIGN_RESERVE,
    CR_DESIGN_AWARD,
    CR_DESIGN_PERCENT
};

/* A range of values, in millionths of a currency unit or of a percent. */
struct cr_design_range {
    enum cr_design_what what;
    uint8_t meter;             /* index of the meter of a seed, a share or a reserve */
    enum cr_category category; /* of an award */
    int64_t from, to, step;
};

/* Figures of one meter, in currency units and bets. NAN: nothing is paid in percent of it, or it is
 * never paid whole. */
struct cr_design_meter {
    double average_jackpot, average_reset, bets_between;
};

struct cr_design_return {
    double house_advantage, hit_frequency;
    struct cr_design_meter meters[CR_METERS];
};

struct cr_design_progressive {
    int64_t values[CR_DESIGN_ROWS];
    struct cr_design_return figures;
    double off;
    unsigned roundness;
};

struct cr_progressive_question {
    unsigned row_count;
    struct cr_design_range rows[CR_DESIGN_ROWS];
    /* The wanted figures; NAN: not wanted. At least one must be wanted. Those of meters may be off
     * by a fiftieth of themselves. */
    double house_advantage, hit_frequency;
    double average_jackpot[CR_METERS], bets_between[CR_METERS];
    double within; /* how far house advantage and hit frequency may be off */
    unsigned keep; /* 1 to CR_DESIGN_KEPT */
    /* How often each hand comes; NULL: as in any five cards. */
    const struct cr_category_counts *counts;
    /* Whether these values, in the order of the rows, are valid. NULL: all are. */
    bool (*is_valid)(const void *context, const int64_t *values);
    const void *context;
};

struct cr_progressive_answer {
    uint64_t tries, reached;
    struct cr_design_return now;
    /* By row: how the present figures change with one more step of it; NAN: it cannot be raised. */
    struct cr_design_return steps[CR_DESIGN_ROWS];
    unsigned count;
    struct cr_design_progressive tables[CR_DESIGN_KEPT]; /* best first */
};

CR_API int cr_design_progressive(const struct cr_progressive *progressive,
                                 const struct cr_progressive_question *question,
                                 struct cr_progressive_answer *out, struct cr_err *err);

/* Sets *out to the progressive with other values; false where its shares would add up to more than
 * a bet. */
CR_API bool cr_design_progressive_apply(const struct cr_progressive *progressive,
                                        const struct cr_progressive_question *question,
                                        const int64_t *values, struct cr_progressive *out);

#ifdef __cplusplus
}
#endif
#endif
