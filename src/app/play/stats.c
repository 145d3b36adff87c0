/* The statistics of a session; see stats.h. */
#include "app/play/stats.h"

#include "base/money.h"
#include "game/games/game.h"

struct cr_money stats_sum(struct cr_money a, struct cr_money b)
{
    struct cr_money sum;
    if (__builtin_add_overflow(a.micro, b.micro, &sum.micro))
        sum.micro = a.micro > 0 ? INT64_MAX : -INT64_MAX;
    return sum;
}

struct cr_money stats_net(const struct cr_settlement *settlement, unsigned own)
{
    struct cr_money net = {0};
    for (unsigned i = 0; i < CR_SEATS; i++)
        if ((own & 1u << (i + 1)) && settlement->seats[i].taken)
            net = stats_sum(net, settlement->seats[i].net);
    return net;
}

static void add_wagers(struct stats *stats, const struct cr_rules *rules,
                       const struct cr_seat_result *seat)
{
    for (unsigned slot = 0; slot < rules->game->slot_count; slot++) {
        const struct cr_wager_result *wager = &seat->wagers[slot];
        if (wager->result == CR_RESULT_NONE || wager->result == CR_RESULT_PULLED)
            continue;
        struct stats_wager *sum = &stats->wagers[slot];
        bool gone = wager->result == CR_RESULT_LOSE || rules->game->slots[slot].is_progressive;
        sum->count++;
        sum->staked = stats_sum(sum->staked, wager->stake);
        sum->returned = stats_sum(sum->returned, wager->pays);
        if (!gone)
            sum->returned = stats_sum(sum->returned, wager->stake);
        stats->wagered = stats_sum(stats->wagered, wager->stake);
    }
    if (seat->award.paid) {
        stats->awards++;
        stats->awarded = stats_sum(stats->awarded, seat->award.amount);
    }
    for (unsigned i = 0; i < seat->envy_count; i++) {
        stats->wagers[CR_SLOTS].count++;
        stats->wagers[CR_SLOTS].returned =
            stats_sum(stats->wagers[CR_SLOTS].returned, seat->envy[i].amount);
    }
}

void stats_add(struct stats *stats, const struct cr_rules *rules,
               const struct cr_settlement *settlement, unsigned own, uint64_t round)
{
    for (unsigned i = 0; i < CR_SEATS; i++) {
        const struct cr_seat_result *seat = &settlement->seats[i];
        if (!(own & 1u << (i + 1)) || !seat->taken)
            continue;
        stats->outcomes[seat->outcome]++;
        add_wagers(stats, rules, seat);
        if (stats->best_rank == 0 || seat->rank < stats->best_rank) {
            stats->best_rank = seat->rank;
            stats->best_seat = (uint8_t)(i + 1);
            stats->best_round_number = round;
            stats->best_folded = seat->outcome == CR_OUTCOME_FOLD;
        }
    }
    struct cr_money net = stats_net(settlement, own);
    stats->rounds++;
    stats->net = stats_sum(stats->net, net);
    if (net.micro > stats->best_round.micro)
        stats->best_round = net;
    if (net.micro < stats->worst_round.micro)
        stats->worst_round = net;
}
