/* Take and pay, seat by seat; see dealer.h. */
#include "base/money.h"
#include "game/games/game.h"
#include "sim/dealer.h"

unsigned payout_list(const struct dealer *d, struct payout out[PAYOUTS_MAX])
{
    unsigned count = 0;
    if (d->round.phase != ROUND_SETTLED)
        return 0;
    /* PG-6, UTH-13: from the dealer's right, seat 7, to the left */
    for (unsigned seat = CR_SEATS; seat >= 1; seat--)
        if (d->round.settlement.seats[seat - 1].taken)
            out[count++] = (struct payout){.seat = (uint8_t)seat};
    for (unsigned seat = CR_SEATS; seat >= 1; seat--)
        if (d->round.settlement.seats[seat - 1].envy_count > 0)
            out[count++] = (struct payout){.seat = (uint8_t)seat, .is_envy = true};
    return count;
}

size_t payout_lines(const struct dealer *d, struct payout p,
                    struct explain_line out[EXPLAIN_LINES_MAX])
{
    const struct station *s = d->station;
    const size_t all = explain_seat(&s->rules, s->progressive, &d->round.settlement, p.seat, out);
    size_t count = 0;
    for (size_t i = 0; i < all; i++)
        if ((out[i].slot == CR_SLOTS) == p.is_envy)
            out[count++] = out[i];
    return count;
}

struct payout_sums payout_sums(const struct dealer *d, struct payout p)
{
    struct payout_sums sums = {cr_money_from_micro(0), cr_money_from_micro(0)};
    struct explain_line lines[EXPLAIN_LINES_MAX];
    const size_t count = payout_lines(d, p, lines);
    const struct cr_game *game = d->station->rules.game;
    for (size_t i = 0; i < count; i++) {
        /* the progressive chip lies in the tray already, and the link pays its awards */
        if (lines[i].slot < CR_SLOTS && game->slots[lines[i].slot].is_progressive)
            continue;
        if (lines[i].result == CR_RESULT_LOSE)
            sums.take = money_add(sums.take, lines[i].stake);
        sums.pay = money_add(sums.pay, lines[i].pays);
    }
    return sums;
}
