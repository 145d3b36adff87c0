/* The steps in which a person takes and pays the wagers of a settled round; see dealer.h. */
#include "base/money.h"
#include "game/games/game.h"
#include "sim/dealer.h"

bool payout_has_award(struct payout p)
{
    return p.part == PAYOUT_WAGERS || p.part == PAYOUT_BONUS || p.part == PAYOUT_WON;
}

struct listing {
    const struct dealer *dealer;
    struct payout *list;
    unsigned count;
};

static bool seat_has(const struct listing *l, unsigned seat, enum payout_part part)
{
    const struct cr_seat_result *result = &l->dealer->round.settlement.seats[seat - 1];
    struct explain_line lines[EXPLAIN_LINES_MAX];
    if (part == PAYOUT_ENVY)
        return result->envy_count > 0;
    return result->taken &&
           (part == PAYOUT_WAGERS ||
            payout_lines(l->dealer, (struct payout){(uint8_t)seat, (uint8_t)part}, lines) > 0);
}

static void add_seat(struct listing *l, unsigned seat, enum payout_part part)
{
    if (seat_has(l, seat, part))
        l->list[l->count++] = (struct payout){(uint8_t)seat, (uint8_t)part};
}

/* PG-6, UTH-13: adds seats from the dealer's right, seat 7, to the left. */
static void add_seats(struct listing *l, enum payout_part part)
{
    for (unsigned seat = CR_SEATS; seat >= 1; seat--)
        add_seat(l, seat, part);
}

/* PIT-20: adds the steps in the house's order. */
static void add_wagers(struct listing *l, enum cr_pay_order order)
{
    switch (order) {
    case CR_PAY_BASE_FIRST:
        add_seats(l, PAYOUT_WAGERS);
        break;
    case CR_PAY_BONUS_FIRST:
        for (unsigned seat = CR_SEATS; seat >= 1; seat--) {
            add_seat(l, seat, PAYOUT_BONUS);
            add_seat(l, seat, PAYOUT_BASE);
        }
        break;
    case CR_PAY_ALL_BASE_FIRST:
        add_seats(l, PAYOUT_BASE);
        add_seats(l, PAYOUT_BONUS);
        break;
    case CR_PAY_LOSERS_FIRST:
        add_seats(l, PAYOUT_LOST);
        add_seats(l, PAYOUT_WON);
        break;
    }
}

unsigned payout_list(const struct dealer *d, struct payout out[PAYOUTS_MAX])
{
    struct listing l = {d, out, 0};
    if (d->round.phase != ROUND_SETTLED)
        return 0;
    add_wagers(&l, (enum cr_pay_order)d->station->rules.payment.order);
    add_seats(&l, PAYOUT_ENVY);
    return l.count;
}

static bool belongs(const struct cr_game *game, const struct explain_line *line, unsigned part)
{
    const bool is_envy = line->slot == CR_SLOTS;
    const bool is_bonus = !is_envy && game->slots[line->slot].is_progressive;
    const bool is_lost = line->result == CR_RESULT_LOSE;
    switch ((enum payout_part)part) {
    case PAYOUT_WAGERS:
        return !is_envy;
    case PAYOUT_BASE:
        return !is_envy && !is_bonus;
    case PAYOUT_BONUS:
        return is_bonus;
    case PAYOUT_LOST:
        return !is_envy && is_lost;
    case PAYOUT_WON:
        return !is_envy && !is_lost;
    case PAYOUT_ENVY:
        break;
    }
    return is_envy;
}

size_t payout_lines(const struct dealer *d, struct payout p,
                    struct explain_line out[EXPLAIN_LINES_MAX])
{
    const struct station *s = d->station;
    const size_t all = explain_seat(&s->rules, s->progressive, &d->round.settlement, p.seat, out);
    size_t count = 0;
    for (size_t i = 0; i < all; i++)
        if (belongs(s->rules.game, &out[i], p.part))
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
        /* the progressive chip is in the tray already, and the link pays the awards */
        if (lines[i].slot < CR_SLOTS && game->slots[lines[i].slot].is_progressive)
            continue;
        if (lines[i].result == CR_RESULT_LOSE)
            sums.take = money_add(sums.take, lines[i].stake);
        sums.pay = money_add(sums.pay, lines[i].pays);
    }
    return sums;
}
