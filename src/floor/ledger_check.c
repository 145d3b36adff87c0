/* Checks whether the books balance (MET-6, V3). This runs after every event of a verification, so
 * it is only sums and comparisons. */
#include "base/err.h"
#include "floor/ledger.h"

/* Wider than any sum of amounts, so that books that are wrong cannot overflow as well. */
__extension__ typedef __int128 wide;

static int report(struct cr_err *err, const char *where, const char *what, struct cr_money is,
                  wide should) __attribute__((cold));

static int report(struct cr_err *err, const char *where, const char *what, struct cr_money is,
                  wide should)
{
    char is_text[CR_MONEY_TEXT_MAX], should_text[CR_MONEY_TEXT_MAX] = "out of range";
    cr_money_format(is, is_text);
    if (should >= INT64_MIN && should <= INT64_MAX)
        cr_money_format(cr_money_from_micro((int64_t)should), should_text);
    return err_refuse(err, CR_E_STATE, REASON_BOOKS_DAMAGED, NULL,
                      "the books of %s do not balance: %s is %s, the sum of its parts is %s; close "
                      "the link and call an auditor",
                      where, what, is_text, should_text);
}

static int report_impossible(struct cr_err *err, const char *where, const char *what)
    __attribute__((cold));

static int report_impossible(struct cr_err *err, const char *where, const char *what)
{
    return err_refuse(err, CR_E_STATE, REASON_BOOKS_DAMAGED, NULL,
                      "the books of %s are damaged: %s; close the link and call an auditor", where,
                      what);
}

static int check_level(const char *name, const struct ledger_level *level, struct cr_err *err)
{
    const struct cr_meter *meter = &level->meter;
    const wide amount = (wide)level->seeded.micro + level->contributed.micro +
                        level->moved_in.micro + level->corrected.micro - level->frozen.micro;
    const wide reserve =
        (wide)level->reserved.micro - level->moved_in.micro + level->reserve_corrected.micro;
    const wide frozen = (wide)level->paid.micro + level->pending.micro;
    if (meter->amount.micro != amount)
        return report(err, name, "the meter", meter->amount, amount);
    if (meter->reserve.micro != reserve)
        return report(err, name, "the reserve", meter->reserve, reserve);
    if (level->frozen.micro != frozen)
        return report(err, name, "what was taken for awards", level->frozen, frozen);
    /* One test of all signs: the sign bit of an OR is set when any of them has it. */
    if ((meter->amount.micro | meter->reserve.micro | meter->overflow.micro | level->seeded.micro |
         level->moved_in.micro | level->pending.micro | level->paid.micro | level->returned.micro) <
        0)
        return report_impossible(err, name, "an amount is below zero");
    if (meter->carry >= CR_SHARE_ALL || meter->reserve_carry >= CR_SHARE_ALL)
        return report_impossible(err, name, "a carry is a whole millionth or more");
    return CR_OK;
}

int ledger_check(const struct cr_progressive *progressive, const struct ledger *ledger,
                 struct cr_err *err)
{
    wide coins = (wide)ledger->returned.micro + ledger->house.micro;
    for (unsigned m = 0; m < progressive->meter_count; m++) {
        const struct ledger_level *level = &ledger->levels[m];
        const int rc = check_level(progressive->meters[m].name, level, err);
        if (rc != CR_OK)
            return rc;
        coins += (wide)level->contributed.micro + level->reserved.micro;
        coins += level->meter.overflow.micro;
    }
    if (ledger->coin_in.micro != coins)
        return report(err, progressive->name, "the coin-in", ledger->coin_in, coins);
    /* Not the house: returned coins that a meter no longer has may take it below zero. */
    if ((ledger->coin_in.micro | ledger->returned.micro | ledger->house_funded.micro |
         ledger->tray_paid.micro | ledger->envy_paid.micro) < 0)
        return report_impossible(err, progressive->name, "a total is below zero");
    return CR_OK;
}
