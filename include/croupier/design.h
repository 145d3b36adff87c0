/* Pay tables that reach a wanted edge.
 *
 * Rows of one pay table vary over ranges of whole numbers "to 1". A side bet is known exactly for
 * every combination from the endings of a round. In a base game the play changes with the pays:
 * combinations are put in order by how the expectation changes under the present play, which is
 * exact for small changes and never more than the truth, and the promising ones are analysed anew.
 */
#ifndef CROUPIER_DESIGN_H
#define CROUPIER_DESIGN_H

#include <croupier/endings.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CR_DESIGN_ROWS  8
#define CR_DESIGN_KEPT  100
#define CR_DESIGN_TRIES 100000000 /* combinations of a side bet; of a base game a hundredth */

struct cr_design_row {
    uint8_t row; /* of the table: CR_PAY_ROWS */
    int32_t from, to;
};

struct cr_design_question {
    unsigned slot; /* whose table; slots that share it go along */
    unsigned row_count;
    struct cr_design_row rows[CR_DESIGN_ROWS];
    /* Wanted, as parts of one; NAN: not asked. At least one is. The standard deviation is in units
     * and may be off by a hundredth of itself. */
    double edge, element_of_risk, hit_frequency, std_dev;
    double within;     /* how far the parts may be off */
    unsigned keep;     /* 1 to CR_DESIGN_KEPT */
    unsigned analyses; /* of a base game, at most */
    /* Whether a table may stand in a file: pays in the order of the rows. NULL: always. */
    bool (*is_valid)(const void *context, const int32_t *pays);
    const void *context;
};

struct cr_design_figures {
    struct cr_rational ev;
    double edge, element_of_risk, hit_frequency, std_dev; /* NAN: not worked out */
};

struct cr_design_table {
    int32_t pays[CR_DESIGN_ROWS];
    struct cr_design_figures figures;
    double off;         /* how far from what is wanted, in parts of what is allowed */
    unsigned roundness; /* 0: all pays are round numbers */
};

struct cr_design_answer {
    uint64_t tries, reached, analysed; /* combinations; of those that reach it; analyses made */
    bool is_complete;                  /* every combination that could reach it was looked at */
    struct cr_design_figures now;
    struct cr_rational slopes[CR_DESIGN_ROWS]; /* of the expectation, by what a row pays */
    unsigned count;
    struct cr_design_table tables[CR_DESIGN_KEPT]; /* the best first */
};

CR_API int cr_design(const struct cr_rules *rules, const struct cr_design_question *question,
                     struct cr_design_answer *out, struct cr_err *err);

/* The rules with other pays in the question's rows. */
CR_API void cr_design_apply(const struct cr_rules *rules, const struct cr_design_question *question,
                            const int32_t *pays, struct cr_rules *out);

/* ---- Progressives ---- */

/* What varies: a meter's seed; what of a bet goes to a meter or to its reserve, the house's share
 * making up for it; an award that is a fixed amount (nothing: the hand is no longer paid) or a part
 * of its meter. */
enum cr_design_what {
    CR_DESIGN_SEED,
    CR_DESIGN_SHARE,
    CR_DESIGN_RESERVE,
    CR_DESIGN_AWARD,
    CR_DESIGN_PERCENT
};

/* Values are in millionths of a currency unit, or of a percent. */
struct cr_design_range {
    enum cr_design_what what;
    uint8_t meter;             /* of a seed, a share, a reserve */
    enum cr_category category; /* of an award */
    int64_t from, to, step;
};

/* Of one meter, in currency units and bets; no number: never paid in percent, or never whole. */
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
    /* Wanted; NAN: not asked. At least one is. The meters' may be off by a fiftieth. */
    double house_advantage, hit_frequency;
    double average_jackpot[CR_METERS], bets_between[CR_METERS];
    double within; /* how far the parts may be off */
    unsigned keep; /* 1 to CR_DESIGN_KEPT */
    /* How often each hand comes; NULL: any five cards. */
    const struct cr_category_counts *counts;
    /* Whether the values may stand in a file, in the order of the rows. NULL: always. */
    bool (*is_valid)(const void *context, const int64_t *values);
    const void *context;
};

struct cr_progressive_answer {
    uint64_t tries, reached;
    struct cr_design_return now;
    /* What one step more of each row changes, from how it is now; no number: it cannot. */
    struct cr_design_return steps[CR_DESIGN_ROWS];
    unsigned count;
    struct cr_design_progressive tables[CR_DESIGN_KEPT]; /* the best first */
};

CR_API int cr_design_progressive(const struct cr_progressive *progressive,
                                 const struct cr_progressive_question *question,
                                 struct cr_progressive_answer *out, struct cr_err *err);

/* The progressive with other values; false where its shares would be more than a bet. */
CR_API bool cr_design_progressive_apply(const struct cr_progressive *progressive,
                                        const struct cr_progressive_question *question,
                                        const int64_t *values, struct cr_progressive *out);

#ifdef __cplusplus
}
#endif
#endif
