/* Corrections, transfers and changed rules, and books that do not balance. A refusal changes
 * nothing. */
#include "fixture.h"

static struct ledger played(const struct cr_progressive *p, unsigned bets)
{
    struct ledger ledger;
    ledger_init(p, &ledger);
    ledger_coin_in(p, &ledger, bets);
    return ledger;
}

static struct cr_money micro(int64_t amount)
{
    return cr_money_from_micro(amount);
}

/* REG-9 */
static void a_correction_is_on_the_books(void **state)
{
    (void)state;
    struct cr_progressive p = load("cn");
    struct ledger l = played(&p, 10);
    const int64_t before = l.levels[1].meter.amount.micro;
    assert_int_equal(ledger_correct(&p, &l, 1, micro(1234567), NULL), CR_OK);
    assert_balanced(&p, &l);
    assert_micro(l.levels[1].corrected, 1234567);
    assert_int_equal(ledger_correct(&p, &l, 1, micro(-before - 1234567), NULL), CR_OK);
    assert_balanced(&p, &l);
    assert_micro(l.levels[1].meter.amount, 0);
    assert_micro(l.levels[1].corrected, -before);
}

static void a_correction_keeps_to_its_bounds(void **state)
{
    (void)state;
    struct cr_progressive p = load("tests/property/odd.yaml"); /* big: seed 500, limit 700 */
    struct ledger l = played(&p, 0);
    const struct ledger before = l;
    struct cr_err err = {0};
    assert_refused(ledger_correct(&p, &l, 2, micro(1), &err), CR_E_NOT_FOUND, &err, "no meter 3");
    assert_refused(ledger_correct(&p, &l, 0, micro(-500000001), &err), CR_E_INPUT, &err,
                   "below zero");
    assert_refused(ledger_correct(&p, &l, 0, micro(200000001), &err), CR_E_INPUT, &err,
                   "the limit of 700.00");
    assert_refused(ledger_correct(&p, &l, 1, micro(CR_MONEY_INPUT_MAX_MICRO + 1), &err), CR_E_RANGE,
                   &err, "correction of small");
    assert_refused(ledger_correct(&p, &l, 1, micro(INT64_MIN), &err), CR_E_RANGE, &err, "small");
    assert_memory_equal(&l, &before, sizeof l);
    assert_int_equal(ledger_correct(&p, &l, 0, micro(200000000), NULL), CR_OK);
    assert_int_equal(ledger_correct(&p, &l, 1, micro(CR_MONEY_INPUT_MAX_MICRO), NULL), CR_OK);
    assert_refused(ledger_correct(&p, &l, 1, micro(1), &err), CR_E_INPUT, &err, "1000000000.00");
    /* a meter above a limit that was lowered later may still be corrected downward */
    p.meters[0].limit.micro = 1000000;
    assert_int_equal(ledger_correct(&p, &l, 0, micro(-1), NULL), CR_OK);
    assert_balanced(&p, &l);
}

/* PIT-4: what the tray has paid cannot be corrected below zero or above what the books can hold. */
static void a_correction_of_the_tray_keeps_to_its_bounds(void **state)
{
    (void)state;
    struct cr_progressive p = load("cn");
    struct ledger l = played(&p, 1);
    struct cr_err err = {0};
    assert_int_equal(ledger_correct_tray(&l, micro(CR_MONEY_METER_MAX_MICRO), NULL), CR_OK);
    const struct ledger before = l;
    assert_refused(ledger_correct_tray(&l, micro(1), &err), CR_E_RANGE, &err,
                   "more than the books hold");
    assert_refused(ledger_correct_tray(&l, micro(-CR_MONEY_METER_MAX_MICRO - 1), &err), CR_E_INPUT,
                   &err, "cannot be taken back");
    assert_memory_equal(&l, &before, sizeof l);
    assert_int_equal(ledger_correct_tray(&l, micro(-CR_MONEY_METER_MAX_MICRO), NULL), CR_OK);
    assert_micro(l.tray_paid, 0);
    assert_balanced(&p, &l);
}

/* REG-14: a transfer moves whole meters with their reserves; overflow and carries stay, because
 * they belong to the source's coins. */
static void a_transfer_moves_everything(void **state)
{
    (void)state;
    struct cr_progressive from_rules = load("ptha-1"), to_rules = load("ptha-2");
    struct ledger from = played(&from_rules, 100), to = played(&to_rules, 10);
    struct ledger_moved moved[CR_METERS];
    assert_int_equal(ledger_transfer(&from_rules, &from, &to_rules, &to, moved, NULL), CR_OK);
    assert_balanced(&from_rules, &from);
    assert_balanced(&to_rules, &to);
    assert_micro(moved[0].amount, INT64_C(10065000000));
    assert_micro(moved[0].reserve, 5000000);
    assert_micro(moved[1].amount, 0);
    assert_micro(from.levels[0].meter.amount, 0);
    assert_micro(from.levels[0].meter.reserve, 0);
    assert_micro(from.levels[0].corrected, -INT64_C(10065000000));
    assert_micro(from.levels[0].reserve_corrected, -5000000);
    assert_micro(to.levels[0].meter.amount, INT64_C(20070300000)); /* 10,005.30 was there before */
    assert_micro(to.levels[0].meter.reserve, 6500000);
    assert_micro(to.levels[0].corrected, INT64_C(10065000000));
    assert_micro(to.levels[0].reserve_corrected, 5000000);
}

/* Meters are matched by name, not by position. */
static void a_transfer_goes_by_name(void **state)
{
    (void)state;
    struct cr_progressive from_rules = load("cn"), to_rules = load("cn");
    const struct cr_meter_rules mega = to_rules.meters[0];
    to_rules.meters[0] = to_rules.meters[2];
    to_rules.meters[2] = mega;
    struct ledger from = played(&from_rules, 100), to = played(&to_rules, 0);
    struct ledger_moved moved[CR_METERS];
    assert_int_equal(ledger_transfer(&from_rules, &from, &to_rules, &to, moved, NULL), CR_OK);
    assert_micro(to.levels[2].corrected, INT64_C(10014000000)); /* mega */
    assert_micro(to.levels[1].corrected, INT64_C(1005000000));  /* major */
    assert_micro(to.levels[0].corrected, INT64_C(256000000));   /* minor */
    assert_balanced(&to_rules, &to);
}

static void a_transfer_refuses_what_does_not_fit(void **state)
{
    (void)state;
    struct cr_progressive from_rules = load("cn"), to_rules = load("cn"), other = load("rp");
    struct ledger from = played(&from_rules, 50), to = played(&to_rules, 3), rp = played(&other, 1);
    struct ledger_moved moved[CR_METERS] = {{.amount = micro(77)}};
    struct cr_err err = {0};
    /* the second meter's name is missing in the other link, so the first is not moved either */
    strcpy(to_rules.meters[1].name, "grand");
    struct ledger from_before = from, to_before = to;
    assert_refused(ledger_transfer(&from_rules, &from, &to_rules, &to, moved, &err), CR_E_NOT_FOUND,
                   &err, "no meter major");
    assert_refused(ledger_transfer(&from_rules, &from, &other, &rp, moved, &err), CR_E_NOT_FOUND,
                   &err, "rp has no meter mega");
    strcpy(to_rules.meters[1].name, "major");
    to_rules.meters[2].has_limit = true;
    to_rules.meters[2].limit.micro = 400000000;
    assert_refused(ledger_transfer(&from_rules, &from, &to_rules, &to, moved, &err), CR_E_INPUT,
                   &err, "meter minor would hold 503.18, above its limit of 400.00");
    to_rules.meters[2].has_limit = false;
    assert_memory_equal(&from, &from_before, sizeof from);
    assert_memory_equal(&to, &to_before, sizeof to);
    /* a claim is pending on one of the two sides */
    struct ledger_award a = ledger_freeze(&from_rules, &from, &from_rules.awards[CR_ROYAL_FLUSH]);
    from_before = from;
    assert_refused(ledger_transfer(&from_rules, &from, &to_rules, &to, moved, &err), CR_E_STATE,
                   &err, "pending on meter mega");
    assert_refused(ledger_transfer(&to_rules, &to, &from_rules, &from, moved, &err), CR_E_STATE,
                   &err, "pay or cancel");
    assert_memory_equal(&from, &from_before, sizeof from);
    assert_memory_equal(&to, &to_before, sizeof to);
    assert_micro(moved[0].amount, 77);
    ledger_pay(&from, 0, &a);
    assert_int_equal(ledger_transfer(&from_rules, &from, &to_rules, &to, moved, &err), CR_OK);
}

/* REG-6, REG-9: bet, shares, seeds and awards may change; the list of meters may not, and a limit
 * not below its meter. */
static void rules_change_within_bounds(void **state)
{
    (void)state;
    struct cr_progressive old_rules = load("cn"), new_rules = load("cn");
    struct ledger l = played(&old_rules, 100);
    struct cr_err err = {0};
    new_rules.bet.micro *= 5;
    new_rules.meters[0].share /= 2;
    new_rules.meters[0].seed.micro /= 2;
    new_rules.house_share += new_rules.meters[0].share;
    new_rules.meters[0].has_limit = true;
    new_rules.meters[0].limit = l.levels[0].meter.amount;
    assert_int_equal(ledger_check_rules(&l, &old_rules, &new_rules, &err), CR_OK);
    new_rules.meters[0].limit.micro--;
    assert_refused(ledger_check_rules(&l, &old_rules, &new_rules, &err), CR_E_INPUT, &err,
                   "the limit 10013.999999 is below the 10014.00");
    new_rules = old_rules;
    new_rules.meter_count = 2;
    assert_refused(ledger_check_rules(&l, &old_rules, &new_rules, &err), CR_E_INPUT, &err,
                   "cn has 2 meters, the books have 3");
    new_rules = old_rules;
    new_rules.meters[1] = old_rules.meters[2];
    new_rules.meters[2] = old_rules.meters[1];
    assert_refused(ledger_check_rules(&l, &old_rules, &new_rules, &err), CR_E_INPUT, &err,
                   "meter 2 of cn is minor, in the books it is major");
}

/* With another bet and other shares the books still balance to the millionth. */
static void books_balance_across_changed_rules(void **state)
{
    (void)state;
    struct cr_progressive p = load("tests/scenario/rules/fine-shares.yaml");
    struct ledger l = played(&p, 333);
    p.bet.micro = 2370000;
    p.meters[0].share -= 7;
    p.house_share += 7;
    ledger_coin_in(&p, &l, 77);
    assert_balanced(&p, &l);
    assert_micro(l.coin_in, 333000000 + INT64_C(77) * 2370000);
}

/* ---- ledger_check looks at every amount ---- */

/* ledger_check finds one millionth too many in any amount of the books. */
static void a_millionth_too_many_is_found(void **state)
{
    (void)state;
    struct cr_progressive p = load("rp");
    struct ledger l = played(&p, 100);
    struct ledger_award a = ledger_freeze(&p, &l, &p.awards[CR_STRAIGHT_FLUSH]);
    (void)a;
    struct ledger_level *level = &l.levels[0];
    struct cr_money *amounts[] = {
        &level->meter.amount, &level->meter.reserve, &level->meter.overflow,
        &level->seeded,       &level->contributed,   &level->reserved,
        &level->moved_in,     &level->corrected,     &level->reserve_corrected,
        &level->frozen,       &level->pending,       &level->paid,
        &l.coin_in,           &l.returned,           &l.house,
    };
    for (unsigned i = 0; i < sizeof amounts / sizeof amounts[0]; i++) {
        struct cr_err err = {0};
        amounts[i]->micro++;
        assert_refused(ledger_check(&p, &l, &err), CR_E_STATE, &err, "do not balance");
        amounts[i]->micro--;
        assert_balanced(&p, &l);
    }
}

/* Amounts that no step can leave are found even where the sums agree. */
static void impossible_books_are_found(void **state)
{
    (void)state;
    struct cr_progressive p = load("rp");
    struct cr_err err = {0};
    struct ledger l = played(&p, 10);
    l.levels[0].corrected.micro -= 2 * l.levels[0].meter.amount.micro;
    l.levels[0].meter.amount.micro *= -1;
    assert_refused(ledger_check(&p, &l, &err), CR_E_STATE, &err, "jackpot are damaged");
    l = played(&p, 10);
    l.levels[0].pending.micro = -1;
    l.levels[0].paid.micro = 1;
    assert_refused(ledger_check(&p, &l, &err), CR_E_STATE, &err, "below zero");
    l = played(&p, 10);
    l.levels[0].returned.micro = -1;
    assert_refused(ledger_check(&p, &l, &err), CR_E_STATE, &err, "jackpot are damaged");
    l = played(&p, 10);
    l.levels[0].meter.overflow.micro = -1;
    l.house.micro++;
    assert_refused(ledger_check(&p, &l, &err), CR_E_STATE, &err, "below zero");
    l = played(&p, 10);
    l.levels[0].meter.carry = CR_SHARE_ALL;
    assert_refused(ledger_check(&p, &l, &err), CR_E_STATE, &err, "carry");
    l.levels[0].meter.carry = 0;
    l.levels[0].meter.reserve_carry = CR_SHARE_ALL;
    assert_refused(ledger_check(&p, &l, &err), CR_E_STATE, &err, "carry");
    l = played(&p, 10);
    l.tray_paid.micro = -1;
    assert_refused(ledger_check(&p, &l, &err), CR_E_STATE, &err, "total");
    l = played(&p, 10);
    l.levels[0].seeded.micro = INT64_MAX;
    l.levels[0].contributed.micro = INT64_MAX;
    assert_refused(ledger_check(&p, &l, &err), CR_E_STATE, &err, "out of range");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_correction_is_on_the_books),
        cmocka_unit_test(a_correction_keeps_to_its_bounds),
        cmocka_unit_test(a_correction_of_the_tray_keeps_to_its_bounds),
        cmocka_unit_test(a_transfer_moves_everything),
        cmocka_unit_test(a_transfer_goes_by_name),
        cmocka_unit_test(a_transfer_refuses_what_does_not_fit),
        cmocka_unit_test(rules_change_within_bounds),
        cmocka_unit_test(books_balance_across_changed_rules),
        cmocka_unit_test(a_millionth_too_many_is_found),
        cmocka_unit_test(impossible_books_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
