/* Finds what people at the desk are told before play; see notices.h. */
#include "floor/notices.h"

#include "base/check.h"

#define NEAR_LIMIT_PART 100

const char *notice_word(enum notice_kind kind)
{
    static const char *const words[NOTICE_KINDS] = {"below seed", "no award", "near limit",
                                                    "no shift"};
    CHECK(kind < NOTICE_KINDS);
    return words[kind];
}

static bool is_near(const struct cr_meter_rules *rules, struct cr_money amount)
{
    return rules->has_limit &&
           amount.micro >= rules->limit.micro - rules->limit.micro / NEAR_LIMIT_PART;
}

/* Whether the award is a percentage of so little that it comes to less than a cent. */
static bool wins_nothing(const struct cr_award *award, struct cr_money amount)
{
    __extension__ typedef __int128 wide;
    return award->kind == CR_AWARD_PERCENT &&
           (wide)amount.micro * award->ppm / CR_PPM < CR_MICRO_PER_CENT;
}

bool notice_of_link(const struct floor *f, uint32_t link, unsigned i, struct notice *out)
{
    const struct cr_progressive *p = floor_progressive(f, link);
    for (uint8_t m = 0; m < p->meter_count; m++) {
        const struct cr_money amount = f->links[link].books.levels[m].meter.amount;
        *out = (struct notice){.meter = m, .amount = amount, .against = p->meters[m].seed};
        if (amount.micro < p->meters[m].seed.micro && i-- == 0)
            return true;
        out->kind = NOTICE_NEAR_LIMIT;
        out->against = p->meters[m].limit;
        if (is_near(&p->meters[m], amount) && i-- == 0)
            return true;
    }
    for (uint8_t c = 0; c < CR_CATEGORIES; c++) {
        const struct cr_award *award = &p->awards[c];
        if (award->kind == CR_AWARD_NONE || award->from == CR_FROM_TRAY)
            continue;
        const struct cr_money amount = f->links[link].books.levels[award->from].meter.amount;
        *out = (struct notice){.kind = NOTICE_NO_AWARD,
                               .meter = award->from,
                               .award = (uint8_t)(c + 1),
                               .amount = amount};
        if (wins_nothing(award, amount) && i-- == 0)
            return true;
    }
    return false;
}

bool notice_no_shift(const struct floor *f)
{
    if (f->general.shift != 0)
        return false;
    for (uint32_t i = 0; i < f->table_count; i++)
        if (f->plays[i].mode == FLOOR_IN_PLAY || f->plays[i].coins != f->plays[i].coins_at_shift)
            return true;
    return false;
}
