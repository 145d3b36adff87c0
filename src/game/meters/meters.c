/* The money of a progressive: bets in, awards out (MET-1 to MET-4). */
#include "game/meters/meters.h"

#include "base/money.h"

#include <string.h>

void cr_meters_init(const struct cr_progressive *progressive, struct cr_meters *out)
{
    *out = (struct cr_meters){0};
    for (unsigned m = 0; m < progressive->meter_count; m++)
        out->meters[m].amount = progressive->meters[m].seed;
}

/* The share of an amount, rounded down to the millionth; *carry keeps what the division leaves. */
static struct cr_money share_of(struct cr_money amount, uint32_t share, uint32_t *carry)
{
    __extension__ typedef unsigned __int128 wide;
    wide parts = (wide)(uint64_t)amount.micro * share + *carry;
    /* The product nearly always fits 64 bits, where dividing by a constant is a multiplication. */
    if (parts <= UINT64_MAX) {
        uint64_t narrow = (uint64_t)parts;
        *carry = (uint32_t)(narrow % CR_SHARE_ALL);
        return cr_money_from_micro((int64_t)(narrow / CR_SHARE_ALL));
    }
    *carry = (uint32_t)(parts % CR_SHARE_ALL);
    return cr_money_from_micro((int64_t)(parts / CR_SHARE_ALL));
}

/* REG-7: the part that a meter's limit keeps out goes to the overflow. */
static void add_to_meter(const struct cr_meter_rules *rules, struct cr_meter *meter,
                         struct cr_money part)
{
    struct cr_money taken = part;
    if (rules->has_limit) {
        struct cr_money room = money_sub(rules->limit, meter->amount);
        if (room.micro < 0)
            room.micro = 0;
        taken = money_min(part, room);
    }
    meter->amount = money_add(meter->amount, taken);
    meter->overflow = money_add(meter->overflow, money_sub(part, taken));
}

struct cr_money meters_contribute(const struct cr_progressive *progressive,
                                  struct cr_meters *meters, unsigned bets)
{
    const struct cr_money total = cr_money_from_micro(progressive->bet.micro * bets);
    struct cr_money house = total;
    for (unsigned m = 0; m < progressive->meter_count; m++) {
        const struct cr_meter_rules *rules = &progressive->meters[m];
        struct cr_meter *meter = &meters->meters[m];
        struct cr_money part = share_of(total, rules->share, &meter->carry);
        struct cr_money hidden = share_of(total, rules->reserve_share, &meter->reserve_carry);
        add_to_meter(rules, meter, part);
        meter->reserve = money_add(meter->reserve, hidden);
        house = money_sub(house, money_add(part, hidden));
    }
    return house;
}

struct cr_money meters_share(struct cr_money amount, uint32_t share)
{
    struct cr_money part;
    CHECK(money_mul_floor(amount, share, CR_SHARE_ALL, &part));
    return part;
}

static struct meters_hit pay_percent(const struct cr_meter_rules *rules, struct cr_meter *meter,
                                     uint32_t ppm)
{
    struct meters_hit hit = {0};
    CHECK(money_mul_floor_cent(meter->amount, ppm, CR_PPM, &hit.amount));
    meter->amount = money_sub(meter->amount, hit.amount);
    if (ppm == CR_PPM) {
        hit.reseeded = rules->seed;
        meter->amount = money_add(meter->amount, money_add(rules->seed, meter->reserve));
        meter->reserve = cr_money_from_micro(0);
    }
    return hit;
}

struct meters_hit meters_pay(const struct cr_progressive *progressive, struct cr_meters *meters,
                             const struct cr_award *award, struct cr_money cap)
{
    CHECK(award->kind != CR_AWARD_NONE);
    if (award->kind == CR_AWARD_PERCENT)
        return pay_percent(&progressive->meters[award->from], &meters->meters[award->from],
                           award->ppm);
    struct meters_hit hit = {.amount = money_min(award->amount, cap)};
    if (award->from != CR_FROM_TRAY) {
        struct cr_meter *meter = &meters->meters[award->from];
        struct cr_money covered = money_min(hit.amount, money_floor_cent(meter->amount));
        meter->amount = money_sub(meter->amount, covered);
        hit.house_funded = money_sub(hit.amount, covered);
    }
    return hit;
}

const char *meters_source(const struct cr_progressive *progressive, uint8_t from)
{
    return from == CR_FROM_TRAY ? "tray" : progressive->meters[from].name;
}

unsigned meters_find(const struct cr_progressive *progressive, const char *name)
{
    unsigned m = 0;
    while (m < progressive->meter_count && strcmp(progressive->meters[m].name, name) != 0)
        m++;
    return m;
}
