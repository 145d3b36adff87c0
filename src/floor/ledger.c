/* The books of one link: where every coin went, level by level (MET-6, REG-8). */
#include "floor/ledger.h"

#include "base/err.h"
#include "base/money.h"

const char *const ledger_policy_names[] = {"order", "full", "split", NULL};

static const struct cr_money no_cap = {INT64_MAX};

static void add(struct cr_money *to, struct cr_money amount)
{
    *to = money_add(*to, amount);
}

static void take(struct cr_money *from, struct cr_money amount)
{
    *from = money_sub(*from, amount);
}

/* Takes what is there, at most the amount; returns what was taken. */
static struct cr_money take_available(struct cr_money *from, struct cr_money amount)
{
    struct cr_money taken = money_min(*from, amount);
    take(from, taken);
    return taken;
}

/* The arithmetic of meters.c works on all meters of a progressive together. */
static struct cr_meters meters_of(const struct ledger *ledger)
{
    struct cr_meters all;
    for (unsigned m = 0; m < CR_METERS; m++)
        all.meters[m] = ledger->levels[m].meter;
    return all;
}

/* The product cannot overflow: only a bet beyond every bound could make it
 * (CR_MONEY_INPUT_MAX_MICRO, REG-7). */
static struct cr_money worth_of(const struct cr_progressive *progressive, unsigned bets)
{
    struct cr_money worth;
    CHECK(money_mul_floor(progressive->bet, bets, 1, &worth));
    return worth;
}

void ledger_init(const struct cr_progressive *progressive, struct ledger *out)
{
    struct cr_meters meters;
    cr_meters_init(progressive, &meters);
    *out = (struct ledger){0};
    for (unsigned m = 0; m < progressive->meter_count; m++) {
        out->levels[m].meter = meters.meters[m];
        out->levels[m].seeded = meters.meters[m].amount;
    }
}

/* ---- Coins ---- */

int ledger_check_room(const struct ledger *ledger, struct cr_err *err)
{
    const int64_t most = CR_MONEY_METER_MAX_MICRO;
    bool has_room = ledger->coin_in.micro <= most && ledger->house_funded.micro <= most &&
                    ledger->tray_paid.micro <= most && ledger->envy_paid.micro <= most;
    for (unsigned m = 0; m < CR_METERS; m++)
        has_room = has_room && ledger->levels[m].seeded.micro <= most;
    if (has_room)
        return CR_OK;
    return err_refuse(err, CR_E_RANGE, REASON_METER_LIMIT, NULL,
                      "the books of the link have passed %s and take no more coins; move its "
                      "meters to a new link",
                      money_text(cr_money_from_micro(most)).text);
}

void ledger_coin_in(const struct cr_progressive *progressive, struct ledger *ledger, unsigned bets)
{
    const struct cr_money worth = worth_of(progressive, bets);
    struct cr_meters after = meters_of(ledger);
    add(&ledger->house, meters_contribute(progressive, &after, bets));
    for (unsigned m = 0; m < progressive->meter_count; m++) {
        struct ledger_level *level = &ledger->levels[m];
        const struct cr_meter *now = &after.meters[m];
        add(&level->contributed, money_sub(now->amount, level->meter.amount));
        add(&level->reserved, money_sub(now->reserve, level->meter.reserve));
        level->meter = *now;
    }
    ledger->coins += bets;
    add(&ledger->coin_in, worth);
}

struct cr_money ledger_return(const struct cr_progressive *progressive, struct ledger *ledger,
                              unsigned bets)
{
    const struct cr_money worth = worth_of(progressive, bets);
    CHECK(worth.micro <= ledger->coin_in.micro - ledger->returned.micro);
    struct cr_money from_house = worth;
    /* Without the carries: those belong to coins that stay. */
    for (unsigned m = 0; m < progressive->meter_count; m++) {
        const struct cr_meter_rules *rules = &progressive->meters[m];
        struct ledger_level *level = &ledger->levels[m];
        struct cr_money part = meters_share(worth, rules->share);
        struct cr_money spilt = take_available(&level->meter.overflow, part);
        struct cr_money entered = take_available(&level->meter.amount, money_sub(part, spilt));
        struct cr_money hidden =
            take_available(&level->meter.reserve, meters_share(worth, rules->reserve_share));
        take(&level->contributed, entered);
        take(&level->reserved, hidden);
        add(&level->returned, money_add(spilt, entered));
        take(&from_house, money_add(spilt, money_add(entered, hidden)));
    }
    take(&ledger->house, from_house);
    add(&ledger->returned, worth);
    return worth;
}

/* ---- Awards ---- */

static void freeze_amount(struct ledger_level *level, struct cr_money amount)
{
    add(&level->frozen, amount);
    add(&level->pending, amount);
}

struct ledger_award ledger_freeze(const struct cr_progressive *progressive, struct ledger *ledger,
                                  const struct cr_award *award)
{
    struct cr_meters after = meters_of(ledger);
    CHECK(award->from == CR_FROM_TRAY || award->from < progressive->meter_count);
    const struct meters_hit hit = meters_pay(progressive, &after, award, no_cap);
    struct ledger_award out = {.amount = hit.amount};
    if (award->from == CR_FROM_TRAY)
        return out;
    struct ledger_level *level = &ledger->levels[award->from];
    const struct cr_meter *now = &after.meters[award->from];
    out.house_funded = hit.house_funded;
    out.from_meter = money_sub(hit.amount, hit.house_funded);
    out.reseeded = hit.reseeded;
    out.moved_in = money_sub(level->meter.reserve, now->reserve);
    level->meter = *now;
    add(&level->seeded, out.reseeded);
    add(&level->moved_in, out.moved_in);
    freeze_amount(level, out.from_meter);
    level->hits++;
    return out;
}

struct ledger_award ledger_freeze_within(const struct cr_progressive *progressive,
                                         struct ledger *ledger, const struct cr_award *award,
                                         struct cr_money most)
{
    CHECK(award->from < progressive->meter_count && most.micro >= 0);
    struct cr_money *amount = &ledger->levels[award->from].meter.amount;
    const struct cr_money apart = money_sub(*amount, money_min(*amount, most));
    take(amount, apart);
    const struct ledger_award out = ledger_freeze(progressive, ledger, award);
    add(amount, apart);
    return out;
}

/* REG-11: an equal part in whole cents for each; what does not divide goes back to the meter. */
static void split(struct ledger_level *level, unsigned winners, struct ledger_award *out)
{
    const struct cr_money whole = out[0].amount;
    struct cr_money part;
    CHECK(money_mul_floor_cent(whole, 1, winners, &part));
    const struct cr_money rest = cr_money_from_micro(whole.micro - part.micro * winners);
    add(&level->meter.amount, rest);
    take(&level->frozen, rest);
    take(&level->pending, rest);
    out[0].amount = out[0].from_meter = part;
    for (unsigned w = 1; w < winners; w++)
        out[w] = (struct ledger_award){.amount = part, .from_meter = part};
}

void ledger_freeze_shared(const struct cr_progressive *progressive, struct ledger *ledger,
                          const struct cr_award *award, enum ledger_policy policy, unsigned winners,
                          struct ledger_award *out)
{
    CHECK(award->kind == CR_AWARD_PERCENT && award->from < progressive->meter_count);
    CHECK(policy != LEDGER_ORDER && winners > 0);
    struct ledger_level *level = &ledger->levels[award->from];
    out[0] = ledger_freeze(progressive, ledger, award);
    level->hits += winners - 1;
    if (policy == LEDGER_SPLIT) {
        split(level, winners, out);
        return;
    }
    const struct cr_money amount = out[0].amount;
    for (unsigned w = 1; w < winners; w++)
        out[w] = (struct ledger_award){.amount = amount, .house_funded = amount};
}

void ledger_pay(struct ledger *ledger, uint8_t meter, const struct ledger_award *award)
{
    if (meter == CR_FROM_TRAY) {
        add(&ledger->tray_paid, award->amount);
        return;
    }
    CHECK(meter < CR_METERS);
    struct ledger_level *level = &ledger->levels[meter];
    CHECK(award->from_meter.micro <= level->pending.micro);
    take(&level->pending, award->from_meter);
    add(&level->paid, award->from_meter);
    add(&ledger->house_funded, award->house_funded);
}

void ledger_unfreeze(struct ledger *ledger, uint8_t meter, const struct ledger_award *award)
{
    if (meter == CR_FROM_TRAY)
        return;
    CHECK(meter < CR_METERS);
    struct ledger_level *level = &ledger->levels[meter];
    CHECK(award->from_meter.micro <= level->pending.micro && level->hits > 0);
    /* The reseed is undone before the amount goes back: what the meter no longer holds of the
     * reseed went to another winner, and the players' money must not make up for it. */
    take(&level->seeded, take_available(&level->meter.amount, award->reseeded));
    take(&level->pending, award->from_meter);
    take(&level->frozen, award->from_meter);
    add(&level->meter.amount, award->from_meter);
    level->hits--;
}

void ledger_unmove(struct ledger *ledger, uint8_t meter, const struct ledger_award *award)
{
    if (meter == CR_FROM_TRAY)
        return;
    CHECK(meter < CR_METERS);
    struct ledger_level *level = &ledger->levels[meter];
    const struct cr_money back = take_available(&level->meter.amount, award->moved_in);
    add(&level->meter.reserve, back);
    take(&level->moved_in, back);
}

void ledger_pay_envy(struct ledger *ledger, struct cr_money amount)
{
    CHECK(amount.micro >= 0);
    add(&ledger->envy_paid, amount);
}
