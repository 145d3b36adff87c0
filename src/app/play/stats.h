/* The statistics of a session: counted from settlements, and shown at its end. */
#pragma once

#include <croupier/settle.h>

struct stats_wager {
    uint64_t count;
    struct cr_money staked, returned; /* returned: stakes that came back, and pays */
};

struct stats {
    uint64_t rounds;
    struct cr_money wagered, net;
    struct cr_money best_round, worst_round; /* 0 until a round was won or lost */
    uint64_t outcomes[CR_OUTCOME_FOLD + 1];  /* by enum cr_outcome */
    struct stats_wager wagers[CR_SLOTS + 1]; /* the last one: envy */
    uint64_t awards;
    struct cr_money awarded;
    uint16_t best_rank; /* 0: no hand yet */
    uint8_t best_seat;
    uint64_t best_round_number;
    bool best_folded;
};

/* Counts the player's seats (bit s for seat s) of a settled round. */
void stats_add(struct stats *stats, const struct cr_rules *rules,
               const struct cr_settlement *settlement, unsigned own, uint64_t round);

/* The sum of what those seats win or lose. */
struct cr_money stats_net(const struct cr_settlement *settlement, unsigned own);

/* Adds two amounts. The sum stops at the largest amount, because a house's own pay table may pay
 * more than can be counted. */
struct cr_money stats_sum(struct cr_money a, struct cr_money b);
