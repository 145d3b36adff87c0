/* The wagers that may be placed before the deal: limits, steps of chips, and what a bankroll
 * covers. */
#include "sim/bets.h"

#include "base/money.h"
#include "game/games/game.h"

#include <string.h>

bool bets_follows(const struct cr_game *game, unsigned slot)
{
    const struct game_slot *place = &game->slots[slot];
    return slot < game->slot_count && place->kind == SLOT_PLACED && slot != game->ante &&
           !place->is_side && !place->is_progressive;
}

bool bets_is_free(const struct cr_rules *rules, const struct cr_progressive *progressive,
                  unsigned slot)
{
    const struct cr_game *game = rules->game;
    return slot < game->slot_count && game->slots[slot].kind == SLOT_PLACED &&
           !bets_follows(game, slot) && (progressive || !game->slots[slot].is_progressive);
}

/* How many wagers of the Ante's size lie on the table, itself included. */
static unsigned ante_count(const struct cr_game *game)
{
    unsigned n = 1;
    for (unsigned s = 0; s < game->slot_count; s++)
        n += bets_follows(game, s);
    return n;
}

struct cr_limits bets_limits(const struct cr_rules *rules, unsigned slot, struct cr_money chip)
{
    struct cr_limits limits = rules->limits[slot];
    for (unsigned s = 0; slot == rules->game->ante && s < rules->game->slot_count; s++) {
        const struct cr_limits *other = &rules->limits[s];
        if (!bets_follows(rules->game, s))
            continue;
        if (other->min.micro > limits.min.micro)
            limits.min = other->min;
        if (other->max.micro > 0 && (limits.max.micro == 0 || other->max.micro < limits.max.micro))
            limits.max = other->max;
    }
    if (limits.max.micro == 0)
        limits.max = cr_money_from_micro(CR_MONEY_INPUT_MAX_MICRO);
    if (limits.min.micro == 0)
        limits.min = money_min(chip, limits.max);
    if (slot == rules->game->ante) { /* half an Ante is whole cents */
        const int64_t step = (int64_t)CR_MICRO_PER_CENT * rules->bet_parts;
        limits.min.micro = (limits.min.micro + step - 1) / step * step;
        limits.max.micro = limits.max.micro / step * step;
        limits.min = money_min(limits.min, limits.max);
    }
    return limits;
}

struct cr_money bets_clamp(struct cr_money amount, struct cr_limits limits)
{
    return amount.micro < limits.min.micro ? limits.min : money_min(amount, limits.max);
}

/* The chip by which an amount is raised or lowered: 1 below 5, 5 below 25, 25 below 100, then 100,
 * 500, 1000. */
static int64_t step_at(int64_t micro)
{
    static const int32_t chips[][2] = {{5, 1}, {25, 5}, {100, 25}, {500, 100}, {1000, 500}};
    for (size_t i = 0; i < sizeof chips / sizeof chips[0]; i++)
        if (micro < cr_money_from_units(chips[i][0]).micro)
            return cr_money_from_units(chips[i][1]).micro;
    return cr_money_from_units(1000).micro;
}

struct cr_money bets_raise(const struct cr_rules *rules, unsigned slot, struct cr_money chip,
                           struct cr_money amount)
{
    struct cr_limits limits = bets_limits(rules, slot, chip);
    int64_t step = step_at(amount.micro);
    int64_t next = (amount.micro / step + 1) * step;
    if (amount.micro == 0 || next < limits.min.micro)
        return limits.min;
    return money_min(cr_money_from_micro(next), limits.max);
}

struct cr_money bets_lower(const struct cr_rules *rules, unsigned slot, struct cr_money chip,
                           struct cr_money amount)
{
    struct cr_limits limits = bets_limits(rules, slot, chip);
    if (amount.micro <= limits.min.micro)
        return slot == rules->game->ante ? amount : cr_money_from_micro(0);
    int64_t step = step_at(amount.micro - 1);
    int64_t next = (amount.micro - 1) / step * step;
    return next < limits.min.micro ? limits.min : cr_money_from_micro(next);
}

void bets_set(const struct cr_rules *rules, unsigned slot, struct cr_money amount,
              struct cr_money bets[CR_SLOTS])
{
    bets[slot] = amount;
    for (unsigned s = 0; slot == rules->game->ante && s < rules->game->slot_count; s++)
        if (bets_follows(rules->game, s))
            bets[s] = amount;
}

int bets_place(struct round *r, unsigned seat, uint16_t patron,
               const struct cr_money bets[CR_SLOTS], struct cr_err *err)
{
    int rc = CR_OK;
    for (unsigned slot = 0; slot < r->rules->game->slot_count && rc == CR_OK; slot++) {
        struct round_effects effects;
        const struct round_event event = {.kind = ROUND_WAGER,
                                          .seat = (uint8_t)seat,
                                          .slot = (uint8_t)slot,
                                          .patron = patron,
                                          .amount = bets[slot]};
        if (bets[slot].micro != r->play.seats[seat - 1].wagers[slot].micro)
            rc = round_step(r, &event, &effects, err);
    }
    return rc;
}

struct cr_money bets_total(const struct cr_money bets[CR_SLOTS])
{
    struct cr_money total = {0};
    for (unsigned s = 0; s < CR_SLOTS; s++)
        total = money_add(total, bets[s]);
    return total;
}

static struct cr_money table_total(struct cr_money bets[CR_SEATS][CR_SLOTS])
{
    struct cr_money total = {0};
    for (unsigned i = 0; i < CR_SEATS; i++)
        total = money_add(total, bets_total(bets[i]));
    return total;
}

/* Gives every betting seat the largest Ante, not above its old one, that an equal share covers.
 * False when a share does not cover the smallest. */
static bool share_antes(const struct cr_rules *rules, struct cr_money chip, int64_t share,
                        struct cr_money bets[CR_SEATS][CR_SLOTS])
{
    unsigned ante = rules->game->ante, count = ante_count(rules->game);
    struct cr_money least = bets_limits(rules, ante, chip).min;
    if (least.micro > share / count)
        return false;
    for (unsigned i = 0; i < CR_SEATS; i++) {
        struct cr_money old = bets[i][ante], amount = least;
        if (bets_total(bets[i]).micro == 0)
            continue;
        for (struct cr_money next = bets_raise(rules, ante, chip, amount);
             next.micro > amount.micro && next.micro <= share / count && next.micro <= old.micro;
             next = bets_raise(rules, ante, chip, next))
            amount = next;
        memset(bets[i], 0, sizeof bets[i]);
        bets_set(rules, ante, amount, bets[i]);
    }
    return true;
}

/* Places only a wager that needs no Ante, at its minimum; false where the bankroll covers none. */
static bool fit_alone(const struct cr_rules *rules, struct cr_money chip, struct cr_money bankroll,
                      struct cr_money bets[CR_SLOTS])
{
    memset(bets, 0, CR_SLOTS * sizeof bets[0]);
    for (unsigned s = 0; s < rules->game->slot_count; s++) {
        struct cr_money least = bets_limits(rules, s, chip).min;
        if (!(rules->alone & 1u << s) || least.micro > bankroll.micro)
            continue;
        bets[s] = least;
        return true;
    }
    return false;
}

bool bets_fit(const struct cr_rules *rules, struct cr_money chip, struct cr_money bankroll,
              struct cr_money bets[CR_SEATS][CR_SLOTS])
{
    unsigned seats[CR_SEATS], n = 0;
    for (unsigned i = 0; i < CR_SEATS; i++) {
        if (bets_total(bets[i]).micro > 0)
            seats[n++] = i;
    }
    if (n == 0 || table_total(bets).micro <= bankroll.micro)
        return n > 0;
    for (unsigned k = 0; k < n; k++)
        for (unsigned s = 0; s < CR_SLOTS && bets[seats[k]][rules->game->ante].micro > 0; s++)
            if (s != rules->game->ante && !bets_follows(rules->game, s))
                bets[seats[k]][s] = cr_money_from_micro(0);
    if (table_total(bets).micro <= bankroll.micro)
        return true;
    for (unsigned left = n; left > 0; left--) {
        if (share_antes(rules, chip, bankroll.micro / left, bets))
            return true;
        if (left > 1)
            memset(bets[seats[left - 1]], 0, sizeof bets[0]);
    }
    return fit_alone(rules, chip, bankroll, bets[seats[0]]);
}
