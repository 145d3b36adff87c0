/* What must hold for every history of a link: the books balance after each step (MET-6, V3) and
 * agree with a simple model. The model divides the total of all coins, instead of one coin and a
 * carry, and moves amounts between accounts. */
#include "fixture.h"
#include "support/rng.h"

__extension__ typedef __int128 wide;

#define SEQUENCES 400 /* for each progressive */
#define STEPS     250
#define CLAIMS    16

static const char *const progressives[] = {
    "cn",
    "rp",
    "ptha-1",
    "ptha-2",
    "ptha-3",
    "ptha-4",
    "ptha-5",
    "ptha-6",
    "ptha-7",
    "tests/property/odd.yaml",
    "tests/scenario/rules/fine-shares.yaml",
    "tests/scenario/rules/fixed-envy.yaml",
    "tests/scenario/rules/major-reserve.yaml",
};
#define PROGRESSIVES (sizeof progressives / sizeof progressives[0])

/* ---- The model ---- */

struct model_level {
    wide shares, reserve_shares; /* the sum of all coins times the share */
    int64_t amount, reserve, overflow, pending, paid;
    int64_t seeded, given, reserve_given; /* by the house, corrections, transfers */
    uint64_t hits;
};

struct model {
    struct model_level levels[CR_METERS];
    uint64_t coins;
    int64_t coin_in, returned, house, house_funded, tray, envy;
};

/* A claim as the model expects it, and as the books made it. */
struct taken {
    uint8_t meter;
    int64_t amount, from_meter, funded, reseeded;
    struct ledger_award award;
};

struct book {
    struct cr_progressive rules;
    struct ledger ledger;
    struct model model;
    struct taken claims[CLAIMS];
    unsigned claim_count;
};

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t cents(int64_t micro)
{
    return micro / 10000 * 10000;
}

/* What these coins add to a share of all coins, in whole millionths. */
static int64_t grow(wide *shares, int64_t worth, uint32_t share)
{
    const wide before = *shares;
    *shares += (wide)worth * share;
    return (int64_t)(*shares / CR_SHARE_ALL - before / CR_SHARE_ALL);
}

static void book_open(struct book *b, const struct cr_progressive *rules)
{
    memset(b, 0, sizeof *b);
    b->rules = *rules;
    ledger_init(&b->rules, &b->ledger);
    for (unsigned m = 0; m < rules->meter_count; m++)
        b->model.levels[m].amount = b->model.levels[m].seeded = rules->meters[m].seed.micro;
}

static void book_coin_in(struct book *b, unsigned bets)
{
    const int64_t worth = b->rules.bet.micro * bets;
    ledger_coin_in(&b->rules, &b->ledger, bets);
    b->model.coins += bets;
    b->model.coin_in += worth;
    int64_t house = worth;
    for (unsigned m = 0; m < b->rules.meter_count; m++) {
        const struct cr_meter_rules *rules = &b->rules.meters[m];
        struct model_level *level = &b->model.levels[m];
        int64_t part = grow(&level->shares, worth, rules->share);
        int64_t hidden = grow(&level->reserve_shares, worth, rules->reserve_share);
        house -= part + hidden;
        level->reserve += hidden;
        int64_t room = rules->has_limit ? rules->limit.micro - level->amount : part;
        int64_t in = room < 0 ? 0 : least(part, room);
        level->amount += in;
        level->overflow += part - in;
    }
    b->model.house += house;
}

static void book_return(struct book *b, unsigned bets)
{
    const int64_t worth = b->rules.bet.micro * bets;
    if (worth > b->model.coin_in - b->model.returned)
        return;
    assert_micro(ledger_return(&b->rules, &b->ledger, bets), worth);
    b->model.returned += worth;
    int64_t house = worth;
    for (unsigned m = 0; m < b->rules.meter_count; m++) {
        const struct cr_meter_rules *rules = &b->rules.meters[m];
        struct model_level *level = &b->model.levels[m];
        int64_t part = (int64_t)((wide)worth * rules->share / CR_SHARE_ALL);
        int64_t hidden = (int64_t)((wide)worth * rules->reserve_share / CR_SHARE_ALL);
        int64_t spilt = least(part, level->overflow);
        int64_t in = least(part - spilt, level->amount);
        hidden = least(hidden, level->reserve);
        level->overflow -= spilt;
        level->amount -= in;
        level->reserve -= hidden;
        house -= spilt + in + hidden;
    }
    b->model.house -= house;
}

/* ---- Awards ---- */

static void add_claim(struct book *b, struct taken claim)
{
    assert_true(b->claim_count < CLAIMS);
    assert_micro(claim.award.amount, claim.amount);
    assert_micro(claim.award.from_meter, claim.from_meter);
    assert_micro(claim.award.house_funded, claim.funded);
    assert_micro(claim.award.reseeded, claim.reseeded);
    b->claims[b->claim_count++] = claim;
}

/* Adds seed and reserve after a whole meter was won; returns the seed. */
static int64_t restart(const struct cr_meter_rules *rules, struct model_level *level)
{
    level->seeded += rules->seed.micro;
    level->amount += rules->seed.micro + level->reserve;
    level->reserve_given -= level->reserve;
    level->given += level->reserve;
    level->reserve = 0;
    return rules->seed.micro;
}

static const struct cr_award *any_award(const struct book *b, struct rng *rng)
{
    const struct cr_award *award;
    do
        award = &b->rules.awards[rng_below(rng, CR_CATEGORIES)];
    while (award->kind == CR_AWARD_NONE);
    return award;
}

static void book_freeze(struct book *b, struct rng *rng)
{
    const struct cr_award *award = any_award(b, rng);
    struct taken claim = {.meter = award->from};
    claim.award = ledger_freeze(&b->rules, &b->ledger, award);
    claim.amount = award->amount.micro;
    if (award->from != CR_FROM_TRAY) {
        struct model_level *level = &b->model.levels[award->from];
        if (award->kind == CR_AWARD_PERCENT)
            claim.amount = cents((int64_t)((wide)level->amount * award->ppm / 1000000));
        claim.from_meter = least(claim.amount, cents(level->amount));
        claim.funded = claim.amount - claim.from_meter;
        level->amount -= claim.from_meter;
        level->pending += claim.from_meter;
        level->hits++;
        if (award->ppm == 1000000)
            claim.reseeded = restart(&b->rules.meters[award->from], level);
    }
    add_claim(b, claim);
}

static void book_freeze_shared(struct book *b, struct rng *rng)
{
    const struct cr_award *award = any_award(b, rng);
    const unsigned winners = 1 + rng_below(rng, 4);
    const bool full = rng_below(rng, 2) == 0;
    if (award->kind != CR_AWARD_PERCENT || b->claim_count + winners > CLAIMS)
        return;
    struct ledger_award out[4];
    ledger_freeze_shared(&b->rules, &b->ledger, award, full ? LEDGER_FULL : LEDGER_SPLIT, winners,
                         out);
    struct model_level *level = &b->model.levels[award->from];
    const int64_t whole = cents((int64_t)((wide)level->amount * award->ppm / 1000000));
    const int64_t each = full ? whole : cents(whole / winners);
    const int64_t off = full ? whole : each * winners;
    level->amount -= off;
    level->pending += off;
    level->hits += winners;
    const int64_t seed = award->ppm == 1000000 ? restart(&b->rules.meters[award->from], level) : 0;
    for (unsigned w = 0; w < winners; w++) {
        const int64_t from_meter = full && w > 0 ? 0 : each;
        add_claim(b, (struct taken){award->from, each, from_meter, each - from_meter,
                                    w == 0 ? seed : 0, out[w]});
    }
}

static struct taken take_claim(struct book *b, struct rng *rng)
{
    unsigned i = rng_below(rng, b->claim_count);
    struct taken claim = b->claims[i];
    b->claims[i] = b->claims[--b->claim_count];
    return claim;
}

static void book_pay(struct book *b, struct rng *rng)
{
    if (b->claim_count == 0)
        return;
    const struct taken claim = take_claim(b, rng);
    ledger_pay(&b->ledger, claim.meter, &claim.award);
    if (claim.meter == CR_FROM_TRAY) {
        b->model.tray += claim.amount;
        return;
    }
    b->model.levels[claim.meter].pending -= claim.from_meter;
    b->model.levels[claim.meter].paid += claim.from_meter;
    b->model.house_funded += claim.funded;
}

static void book_unfreeze(struct book *b, struct rng *rng)
{
    if (b->claim_count == 0)
        return;
    const struct taken claim = take_claim(b, rng);
    ledger_unfreeze(&b->ledger, claim.meter, &claim.award);
    if (claim.meter == CR_FROM_TRAY)
        return;
    struct model_level *level = &b->model.levels[claim.meter];
    const int64_t undone = least(claim.reseeded, level->amount);
    level->seeded -= undone;
    level->amount += claim.from_meter - undone;
    level->pending -= claim.from_meter;
    level->hits--;
}

/* ---- Corrections, transfers and changed rules ---- */

static void book_correct(struct book *b, struct rng *rng)
{
    const unsigned m = rng_below(rng, b->rules.meter_count);
    const struct cr_meter_rules *rules = &b->rules.meters[m];
    struct model_level *level = &b->model.levels[m];
    int64_t change = (int64_t)rng_below(rng, 400000000) - 200000000;
    const int64_t after = level->amount + change;
    const bool refused =
        after < 0 || (change > 0 && rules->has_limit && after > rules->limit.micro);
    const struct ledger before = b->ledger;
    const int rc = ledger_correct(&b->rules, &b->ledger, m, cr_money_from_micro(change), NULL);
    assert_int_equal(rc, refused ? CR_E_INPUT : CR_OK);
    if (refused) {
        assert_memory_equal(&b->ledger, &before, sizeof before);
        return;
    }
    level->amount = after;
    level->given += change;
}

static bool can_move(const struct book *from, const struct book *to)
{
    for (unsigned m = 0; m < from->rules.meter_count; m++) {
        const struct cr_meter_rules *rules = &to->rules.meters[m];
        const int64_t amount = from->model.levels[m].amount;
        if (from->model.levels[m].pending != 0 || to->model.levels[m].pending != 0)
            return false;
        if (rules->has_limit && amount > 0 &&
            amount + to->model.levels[m].amount > rules->limit.micro)
            return false;
    }
    return true;
}

static void book_transfer(struct book *from, struct book *to)
{
    const struct ledger from_before = from->ledger, to_before = to->ledger;
    struct ledger_moved moved[CR_METERS];
    const bool possible = can_move(from, to);
    const int rc =
        ledger_transfer(&from->rules, &from->ledger, &to->rules, &to->ledger, moved, NULL);
    assert_int_equal(rc == CR_OK, possible);
    if (!possible) {
        assert_memory_equal(&from->ledger, &from_before, sizeof from_before);
        assert_memory_equal(&to->ledger, &to_before, sizeof to_before);
        return;
    }
    for (unsigned m = 0; m < from->rules.meter_count; m++) {
        struct model_level *a = &from->model.levels[m], *b = &to->model.levels[m];
        assert_micro(moved[m].amount, a->amount);
        assert_micro(moved[m].reserve, a->reserve);
        b->amount += a->amount;
        b->given += a->amount;
        b->reserve += a->reserve;
        b->reserve_given += a->reserve;
        a->given -= a->amount;
        a->reserve_given -= a->reserve;
        a->amount = a->reserve = 0;
    }
}

/* ---- Comparison ---- */

static void compare_level(const struct ledger_level *l, const struct model_level *m)
{
    assert_micro(l->meter.amount, m->amount);
    assert_micro(l->meter.reserve, m->reserve);
    assert_micro(l->meter.overflow, m->overflow);
    assert_micro(l->pending, m->pending);
    assert_micro(l->paid, m->paid);
    assert_micro(l->seeded, m->seeded);
    assert_int_equal(l->corrected.micro + l->moved_in.micro, m->given);
    assert_int_equal(l->reserve_corrected.micro - l->moved_in.micro, m->reserve_given);
    assert_int_equal(l->hits, m->hits);
    assert_int_equal(l->meter.carry, (int64_t)(m->shares % CR_SHARE_ALL));
    assert_int_equal(l->meter.reserve_carry, (int64_t)(m->reserve_shares % CR_SHARE_ALL));
}

/* V3: the amounts that came from outside are where the books say. */
static void book_compare(const struct book *b)
{
    const struct ledger *l = &b->ledger;
    const struct model *model = &b->model;
    assert_balanced(&b->rules, l);
    assert_int_equal(l->coins, model->coins);
    assert_micro(l->coin_in, model->coin_in);
    assert_micro(l->returned, model->returned);
    assert_micro(l->house, model->house);
    assert_micro(l->house_funded, model->house_funded);
    assert_micro(l->tray_paid, model->tray);
    assert_micro(l->envy_paid, model->envy);
    wide in = (wide)l->coin_in.micro - l->returned.micro, is = l->house.micro;
    for (unsigned m = 0; m < b->rules.meter_count; m++) {
        const struct ledger_level *level = &l->levels[m];
        compare_level(level, &model->levels[m]);
        in += (wide)level->seeded.micro + level->corrected.micro + level->reserve_corrected.micro;
        is += (wide)level->meter.amount.micro + level->meter.reserve.micro;
        is += (wide)level->meter.overflow.micro + level->pending.micro + level->paid.micro;
    }
    assert_true(in == is);
}

static void step(struct book *b, struct book *other, struct rng *rng)
{
    const unsigned what = rng_below(rng, 100);
    if (what < 40)
        book_coin_in(b, rng_below(rng, rng_below(rng, 10) == 0 ? 20000 : 8));
    else if (what < 48)
        book_return(b, rng_below(rng, 8));
    else if (what < 60 && b->claim_count < CLAIMS)
        book_freeze(b, rng);
    else if (what < 66)
        book_freeze_shared(b, rng);
    else if (what < 80)
        book_pay(b, rng);
    else if (what < 90)
        book_unfreeze(b, rng);
    else if (what < 95)
        book_correct(b, rng);
    else if (what < 97) {
        ledger_pay_envy(&b->ledger, b->rules.awards[CR_ROYAL_FLUSH].envy);
        b->model.envy += b->rules.awards[CR_ROYAL_FLUSH].envy.micro;
    } else {
        book_transfer(b, other);
    }
}

/* Half of the meters get a limit just above the seed, so that overflows are common. */
static struct cr_progressive vary(const struct cr_progressive *p, struct rng *rng)
{
    struct cr_progressive rules = *p;
    for (unsigned m = 0; m < rules.meter_count; m++) {
        if (rng_below(rng, 2) == 0)
            continue;
        rules.meters[m].has_limit = true;
        rules.meters[m].limit.micro = rules.meters[m].seed.micro + rng_below(rng, 3000000) * 1000;
    }
    return rules;
}

static void every_history_balances(void **state)
{
    (void)state;
    static struct book books[2];
    struct rng rng = {20240611};
    for (unsigned i = 0; i < PROGRESSIVES; i++) {
        const struct cr_progressive p = load(progressives[i]);
        for (unsigned s = 0; s < SEQUENCES; s++) {
            for (unsigned b = 0; b < 2; b++) {
                const struct cr_progressive rules = vary(&p, &rng);
                book_open(&books[b], &rules);
            }
            for (unsigned n = 0; n < STEPS; n++) {
                const unsigned b = rng_below(&rng, 2);
                step(&books[b], &books[1 - b], &rng);
                book_compare(&books[0]);
                book_compare(&books[1]);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_history_balances),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
