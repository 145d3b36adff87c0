/* What people may change in the books: corrections, transfers, rules (REG-6, REG-9, REG-14). */
#include "base/err.h"
#include "base/money.h"
#include "floor/ledger.h"

#include <string.h>

/* The most a meter may be brought to by hand: its limit, or what a document can state. */
static struct cr_money ceiling_of(const struct cr_meter_rules *rules)
{
    return rules->has_limit ? rules->limit : cr_money_from_micro(CR_MONEY_INPUT_MAX_MICRO);
}

int ledger_correct(const struct cr_progressive *progressive, struct ledger *ledger, unsigned meter,
                   struct cr_money change, struct cr_err *err)
{
    if (meter >= progressive->meter_count)
        return err_refuse(err, CR_E_NOT_FOUND, REASON_NO_SUCH_METER, NULL,
                          "correction: %s has no meter %u; it has %u", progressive->name, meter + 1,
                          (unsigned)progressive->meter_count);
    const struct cr_meter_rules *rules = &progressive->meters[meter];
    struct ledger_level *level = &ledger->levels[meter];
    const struct cr_money most = cr_money_from_micro(CR_MONEY_INPUT_MAX_MICRO);
    if (change.micro > most.micro || change.micro < -most.micro)
        return err_refuse(err, CR_E_RANGE, REASON_METER_LIMIT, NULL,
                          "correction of %s: %s is more than any meter holds; give the difference",
                          rules->name, money_text(change).text);
    const struct cr_money now = level->meter.amount;
    const struct cr_money after = money_add(now, change);
    if (after.micro < 0)
        return err_refuse(
            err, CR_E_INPUT, REASON_METER_LIMIT, NULL,
            "correction of %s: the meter holds %s, %s would leave it below zero; take "
            "off less",
            rules->name, money_text(now).text, money_text(change).text);
    if (change.micro > 0 && after.micro > ceiling_of(rules).micro)
        return err_refuse(
            err, CR_E_INPUT, REASON_METER_LIMIT, NULL,
            "correction of %s: %s would be above the limit of %s; add less or raise the "
            "limit first",
            rules->name, money_text(after).text, money_text(ceiling_of(rules)).text);
    level->corrected = money_add(level->corrected, change);
    level->meter.amount = after;
    return CR_OK;
}

int ledger_correct_tray(struct ledger *ledger, struct cr_money change, struct cr_err *err)
{
    const struct cr_money after = money_add(ledger->tray_paid, change);
    if (after.micro < 0)
        return err_invalid(err, "change", "%s were paid from the tray, %s cannot be taken back",
                           money_text(ledger->tray_paid).text, money_text(change).text);
    if (change.micro > 0 && after.micro > CR_MONEY_METER_MAX_MICRO)
        return err_refuse(err, CR_E_RANGE, REASON_INVALID_VALUE, "change",
                          "%s paid from the tray are more than the books hold",
                          money_text(after).text);
    ledger->tray_paid = after;
    ledger->tray_corrected = money_add(ledger->tray_corrected, change);
    return CR_OK;
}

/* ---- Transfers ---- */

static int check_nothing_pending(const struct cr_progressive *rules, const struct ledger *ledger,
                                 struct cr_err *err)
{
    for (unsigned m = 0; m < rules->meter_count; m++) {
        const struct cr_money pending = ledger->levels[m].pending;
        if (pending.micro != 0)
            return err_refuse(err, CR_E_STATE, REASON_CLAIM_PENDING, NULL,
                              "transfer: %s is pending on meter %s of %s; pay or cancel the claim "
                              "first",
                              money_text(pending).text, rules->meters[m].name, rules->name);
    }
    return CR_OK;
}

/* Whether one meter of the source fits on top of its namesake. */
static int check_fits(const struct ledger_level *source, const struct cr_meter_rules *rules,
                      const struct ledger_level *target, struct cr_err *err)
{
    const struct cr_money ceiling = ceiling_of(rules);
    const struct cr_money sum = money_add(target->meter.amount, source->meter.amount);
    if (source->meter.amount.micro > 0 && sum.micro > ceiling.micro)
        return err_refuse(
            err, CR_E_INPUT, REASON_METER_LIMIT, NULL,
            "transfer: meter %s would hold %s, above its limit of %s; raise the limit "
            "first",
            rules->name, money_text(sum).text, money_text(ceiling).text);
    return CR_OK;
}

static int check_transfer(const struct cr_progressive *from_rules, const struct ledger *from,
                          const struct cr_progressive *to_rules, const struct ledger *to,
                          unsigned at[CR_METERS], struct cr_err *err)
{
    int rc = check_nothing_pending(from_rules, from, err);
    if (rc == CR_OK)
        rc = check_nothing_pending(to_rules, to, err);
    for (unsigned m = 0; rc == CR_OK && m < from_rules->meter_count; m++) {
        const char *name = from_rules->meters[m].name;
        at[m] = meters_find(to_rules, name);
        if (at[m] == to_rules->meter_count)
            rc = err_refuse(
                err, CR_E_NOT_FOUND, REASON_NO_SUCH_METER, NULL,
                "transfer: %s has no meter %s to take that of %s; choose a link with the "
                "same meters",
                to_rules->name, name, from_rules->name);
        else
            rc = check_fits(&from->levels[m], &to_rules->meters[at[m]], &to->levels[at[m]], err);
    }
    return rc;
}

/* Carries and overflow stay: they belong to coins that the source has counted. */
static struct ledger_moved move_level(struct ledger_level *from, struct ledger_level *to)
{
    const struct ledger_moved moved = {from->meter.amount, from->meter.reserve};
    from->corrected = money_sub(from->corrected, moved.amount);
    from->reserve_corrected = money_sub(from->reserve_corrected, moved.reserve);
    from->meter.amount = from->meter.reserve = cr_money_from_micro(0);
    to->corrected = money_add(to->corrected, moved.amount);
    to->reserve_corrected = money_add(to->reserve_corrected, moved.reserve);
    to->meter.amount = money_add(to->meter.amount, moved.amount);
    to->meter.reserve = money_add(to->meter.reserve, moved.reserve);
    return moved;
}

int ledger_transfer(const struct cr_progressive *from_rules, struct ledger *from,
                    const struct cr_progressive *to_rules, struct ledger *to,
                    struct ledger_moved moved[CR_METERS], struct cr_err *err)
{
    CHECK(from != to);
    unsigned at[CR_METERS];
    const int rc = check_transfer(from_rules, from, to_rules, to, at, err);
    if (rc != CR_OK)
        return rc;
    memset(moved, 0, CR_METERS * sizeof moved[0]);
    for (unsigned m = 0; m < from_rules->meter_count; m++)
        moved[m] = move_level(&from->levels[m], &to->levels[at[m]]);
    return CR_OK;
}

/* ---- Changed rules ---- */

int ledger_check_rules(const struct ledger *ledger, const struct cr_progressive *old_rules,
                       const struct cr_progressive *new_rules, struct cr_err *err)
{
    if (new_rules->meter_count != old_rules->meter_count)
        return err_invalid(
            err, NULL,
            "%s has %u meters, the books have %u; keep the meters, or open a new link "
            "and transfer them",
            new_rules->name, (unsigned)new_rules->meter_count, (unsigned)old_rules->meter_count);
    for (unsigned m = 0; m < new_rules->meter_count; m++) {
        const struct cr_meter_rules *rules = &new_rules->meters[m];
        const struct cr_money amount = ledger->levels[m].meter.amount;
        if (strcmp(rules->name, old_rules->meters[m].name) != 0)
            return err_invalid(err, NULL,
                               "meter %u of %s is %s, in the books it is %s; keep names and order",
                               m + 1, new_rules->name, rules->name, old_rules->meters[m].name);
        if (rules->has_limit && rules->limit.micro < amount.micro)
            return err_refuse(err, CR_E_INPUT, REASON_METER_LIMIT, NULL,
                              "meter %s of %s: the limit %s is below the %s it holds; set a higher "
                              "limit",
                              rules->name, new_rules->name, money_text(rules->limit).text,
                              money_text(amount).text);
    }
    return CR_OK;
}
