/* A claim step by step: what each kind of jackpot needs, and every reason to refuse a step. */
#include "base/text.h"
#include "fixture.h"
#include "floor/claim.h"

#define ALL 0x7f

static const struct cr_money small = {INT64_C(5000000000)};   /* 5,000.00 */
static const struct cr_money large = {INT64_C(100000010000)}; /* 100,000.01 */

static struct cr_rules rules_of(const char *name)
{
    struct cr_rules rules;
    struct cr_err err = {0};
    if (cr_rules_load(name, &rules, &err) != CR_OK)
        fail_msg("%s", err.text);
    return rules;
}

/* A high jackpot with two approvals, two compliance checks, cheques up to 100,000. */
static struct claim high_claim(uint8_t approvals)
{
    struct cr_rules rules = rules_of("uth-cn");
    rules.payment.compliance_count = 2;
    memset(rules.payment.compliance, 0, sizeof rules.payment.compliance);
    strcpy(rules.payment.compliance[0], "Title 31");
    strcpy(rules.payment.compliance[1], "OFAC");
    rules.payment.cheques_up_to = cr_money_from_units(100000);
    struct cr_award award = load("cn").awards[CR_ROYAL_FLUSH];
    struct claim_needs needs;
    claim_needs_of(&award, &rules, approvals, 1, &needs);
    struct claim claim;
    claim_init(&claim, &needs);
    return claim;
}

#define OK(call) assert_int_equal(call, CR_OK)

/* Runs a step that must be refused and compares the claim's bytes before and after. */
#define REFUSED(of, call, code, part)                                                              \
    do {                                                                                           \
        struct cr_err err = {0};                                                                   \
        struct claim before_;                                                                      \
        memcpy(&before_, (of), sizeof before_);                                                    \
        const int rc_ = (call);                                                                    \
        assert_refused(rc_, code, &err, part);                                                     \
        assert_memory_equal((of), &before_, sizeof before_);                                       \
    } while (0)

/* ---- Needs ---- */

/* TAB-7, TAB-8, TAB-11: what is needed follows from the key and the kind of every award of the
 * shipped progressives. */
static void needs_follow_key_and_kind(void **state)
{
    (void)state;
    static const char *const names[] = {"cn", "rp", "ptha-1", "ptha-4", "ptha-7"};
    const struct cr_rules rules = rules_of("uth-cn");
    assert_true(rules.payment.compliance_count > 0);
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        const struct cr_progressive p = load(names[i]);
        for (unsigned c = 0; c < CR_CATEGORIES; c++) {
            const struct cr_award *award = &p.awards[c];
            if (award->kind == CR_AWARD_NONE)
                continue;
            struct claim_needs needs;
            claim_needs_of(award, &rules, 2, 1, &needs);
            const bool key = award->key != CR_KEY_NONE, high = award->key == CR_KEY_HIGH;
            assert_int_equal(needs.items, high ? ALL : key ? 0x03 : 0);
            assert_int_equal(needs.approvals, high ? 2 : key ? 1 : 0);
            assert_int_equal(needs.compliance_count, key ? rules.payment.compliance_count : 0);
            assert_int_equal(needs.clearing, award->kind == CR_AWARD_PERCENT);
            assert_micro(needs.cheques_up_to, rules.payment.cheques_up_to.micro);
        }
    }
    struct claim_needs needs;
    claim_needs_of(&load("cn").awards[CR_ROYAL_FLUSH], NULL, 0, 0, &needs);
    assert_int_equal(needs.compliance_count, 0);
    assert_micro(needs.cheques_up_to, 0);
    assert_int_equal(needs.approvals, 0);
}

static void names_and_texts(void **state)
{
    (void)state;
    static const char *const names[] = {"hand",     "leds",  "shuffle", "wager",
                                        "sequence", "meter", "deck",    "replaced"};
    for (unsigned i = 0; i < CLAIM_ITEMS; i++) {
        assert_string_equal(claim_item_name((enum claim_item)i), names[i]);
        const char *text = claim_item_text((enum claim_item)i);
        assert_true(strchr(text, ' ') != NULL && text[strlen(text) - 1] == '.');
    }
    assert_string_equal(claim_method_name(CLAIM_METHOD_NONE), "none");
    assert_string_equal(claim_method_name(CLAIM_CHEQUES), "cheques");
    assert_string_equal(claim_method_name(CLAIM_CHECK), "check");
}

/* ---- From the claim to the payment ---- */

static void a_high_jackpot_from_claim_to_clearing(void **state)
{
    (void)state;
    struct claim c = high_claim(2);
    assert_false(claim_is_done(&c));
    REFUSED(&c, claim_pay(&c, small, &err), CR_E_STATE,
            "claim cannot be paid yet: a supervisor confirms the checklist: hand, lights, shuffle, "
            "wager, sequence, meter, deck; 2 people approve; compliance confirms: Title 31, OFAC");
    char list[96];
    struct text t;
    text_init(&t, list, sizeof(list));
    claim_say_missing(&c, small, &t);
    assert_string_equal(list, "a supervisor confirms the checklist; 2 people approve; compliance "
                              "confirms: Title 31, OFAC");
    OK(claim_verify(&c, "Ann", ALL, NULL));
    OK(claim_approve(&c, "Ann", NULL));
    OK(claim_comply(&c, "Cid", "OFAC", NULL));
    REFUSED(&c, claim_check_payable(&c, small, &err), CR_E_STATE,
            "yet: 1 person approves; compliance confirms: Title 31");
    OK(claim_approve(&c, "Bob", NULL));
    OK(claim_comply(&c, "Cid", "Title 31", NULL));
    OK(claim_check_payable(&c, small, NULL));
    text_init(&t, list, sizeof(list));
    claim_say_missing(&c, small, &t);
    assert_string_equal(list, "");
    REFUSED(&c, claim_clear(&c, &err), CR_E_STATE, "pay it first");
    OK(claim_pay(&c, small, NULL));
    assert_int_equal(c.state, CLAIM_PAID);
    assert_int_equal(c.method, CLAIM_CHEQUES);
    assert_string_equal(c.verified_by, "Ann");
    assert_string_equal(c.approved_by[1], "Bob");
    assert_string_equal(c.complied_by[0], "Cid");
    assert_false(claim_is_done(&c));
    REFUSED(&c, claim_pay(&c, small, &err), CR_E_STATE, "paid already; clear it at the manager");
    REFUSED(&c, claim_cancel(&c, &err), CR_E_STATE, "cannot be cancelled");
    OK(claim_clear(&c, NULL));
    assert_true(claim_is_done(&c));
    REFUSED(&c, claim_clear(&c, &err), CR_E_STATE, "paid and cleared");
    REFUSED(&c, claim_pay(&c, small, &err), CR_E_STATE, "nothing is left");
    REFUSED(&c, claim_cancel(&c, &err), CR_E_STATE, "cannot be cancelled");
}

/* TAB-8: an award without a key is paid at once. */
static void a_no_key_award_needs_nothing(void **state)
{
    (void)state;
    const struct cr_award award = load("cn").awards[CR_FLUSH];
    const struct cr_rules rules = rules_of("uth-cn");
    struct claim_needs needs;
    struct claim c;
    claim_needs_of(&award, &rules, 2, 2, &needs);
    claim_init(&c, &needs);
    REFUSED(&c, claim_verify(&c, "Ann", ALL, &err), CR_E_STATE, "needs no verification");
    REFUSED(&c, claim_approve(&c, "Ann", &err), CR_E_STATE, "needs no approval");
    REFUSED(&c, claim_comply(&c, "Ann", "OFAC", &err), CR_E_NOT_FOUND, "it has none");
    OK(claim_pay(&c, small, NULL));
    assert_true(claim_is_done(&c));
    REFUSED(&c, claim_clear(&c, &err), CR_E_STATE, "needs no clearing");
    REFUSED(&c, claim_verify(&c, "Ann", ALL, &err), CR_E_STATE, "nothing is left to do");
}

static void a_cancelled_claim_is_over(void **state)
{
    (void)state;
    struct claim c = high_claim(1);
    OK(claim_verify(&c, "Ann", ALL, NULL));
    OK(claim_cancel(&c, NULL));
    assert_true(claim_is_done(&c));
    REFUSED(&c, claim_cancel(&c, &err), CR_E_STATE, "is cancelled; make a new one");
    REFUSED(&c, claim_verify(&c, "Ann", ALL, &err), CR_E_STATE, "cancelled");
    REFUSED(&c, claim_approve(&c, "Bob", &err), CR_E_STATE, "cancelled");
    REFUSED(&c, claim_comply(&c, "Bob", "OFAC", &err), CR_E_STATE, "cancelled");
    REFUSED(&c, claim_choose_method(&c, CLAIM_CHECK, small, &err), CR_E_STATE, "cancelled");
    REFUSED(&c, claim_pay(&c, small, &err), CR_E_STATE, "cancelled");
    REFUSED(&c, claim_clear(&c, &err), CR_E_STATE, "cancelled");
}

/* ---- Refusals ---- */

static void assert_after(const struct claim *claim, const char *words)
{
    char said[256];
    struct text t;
    text_init(&t, said, sizeof said);
    claim_say_after(claim, &t);
    assert_string_equal(said, words);
}

static void verification_is_all_or_nothing(void **state)
{
    (void)state;
    struct claim c = high_claim(2);
    REFUSED(&c, claim_verify(&c, "Ann", ALL & ~(1 << CLAIM_DECK), &err), CR_E_INPUT,
            "not confirmed: deck;");
    REFUSED(&c, claim_verify(&c, "Ann", 1 << CLAIM_HAND, &err), CR_E_INPUT,
            "not confirmed: leds, shuffle, wager, sequence, meter, deck;");
    REFUSED(&c, claim_verify(&c, "Ann", 0xff, &err), CR_E_INPUT, "has 7 items");
    OK(claim_verify(&c, "Ann", ALL, NULL));
    REFUSED(&c, claim_verify(&c, "Bob", ALL, &err), CR_E_STATE, "was verified by Ann");
    /* PIT-11: what is done after the payment is confirmed one item after another, or together */
    c.state = CLAIM_PAID;
    c.needs.after = 1 << CLAIM_DECK | 1 << CLAIM_REPLACED;
    assert_after(&c, "Count down the complete deck. Replace the card deck.");
    REFUSED(&c, claim_verify(&c, "", 1 << CLAIM_DECK, &err), CR_E_INPUT, "");
    REFUSED(&c, claim_verify(&c, "Ann", 1 << CLAIM_HAND, &err), CR_E_INPUT,
            "what is confirmed now: deck, replaced");
    OK(claim_verify(&c, "Ann", 1 << CLAIM_DECK, NULL));
    assert_after(&c, "Replace the card deck.");
    OK(claim_verify(&c, "Bob", 1 << CLAIM_REPLACED, NULL));
    assert_after(&c, "");
    REFUSED(&c, claim_verify(&c, "Ann", 1 << CLAIM_DECK, &err), CR_E_STATE,
            "nothing is left to confirm");
}

static void people_are_named(void **state)
{
    (void)state;
    static const char longest[] = "Wolfeschlegelsteinhausenbergerdorff von Hohenber";
    struct claim c = high_claim(2);
    assert_int_equal(strlen(longest), CLAIM_PERSON_MAX);
    REFUSED(&c, claim_verify(&c, "", ALL, &err), CR_E_INPUT, "not named");
    REFUSED(&c, claim_verify(&c, NULL, ALL, &err), CR_E_INPUT, "not named");
    REFUSED(&c, claim_verify(&c, " ", ALL, &err), CR_E_INPUT, "blank");
    REFUSED(&c, claim_verify(&c, "Ann ", ALL, &err), CR_E_INPUT, "blank");
    REFUSED(&c, claim_verify(&c, longest, ALL, &err), CR_E_INPUT, "longer than 47");
    OK(claim_verify(&c, longest + 1, ALL, NULL));
    assert_string_equal(c.verified_by, longest + 1);
    REFUSED(&c, claim_approve(&c, "", &err), CR_E_INPUT, "not named");
    REFUSED(&c, claim_comply(&c, "", "OFAC", &err), CR_E_INPUT, "not named");
}

static void approvals_are_of_different_people(void **state)
{
    (void)state;
    struct claim c = high_claim(2);
    REFUSED(&c, claim_approve(&c, "Ann", &err), CR_E_STATE,
            "claim is not verified: a supervisor confirms the checklist first");
    OK(claim_verify(&c, "Ann", ALL, NULL));
    OK(claim_approve(&c, "Bob", NULL));
    REFUSED(&c, claim_approve(&c, "Bob", &err), CR_E_INPUT, "Bob has approved this claim already");
    OK(claim_approve(&c, "Ann", NULL));
    REFUSED(&c, claim_approve(&c, "Cid", &err), CR_E_STATE, "no further approval");

    c = high_claim(1);
    OK(claim_verify(&c, "Ann", ALL, NULL));
    REFUSED(&c, claim_approve(&c, "Ann", &err), CR_E_INPUT, "cannot be its only approver");
    OK(claim_approve(&c, "Bob", NULL));
}

/* Approvals are for one amount and are lost with another one; what was verified stays. */
static void approvals_are_taken_back(void **state)
{
    (void)state;
    struct claim c = high_claim(2);
    OK(claim_verify(&c, "Ann", ALL, NULL));
    const struct claim verified = c;
    OK(claim_approve(&c, "Bob", NULL));
    OK(claim_approve(&c, "Cid", NULL));
    claim_unapprove(&c);
    assert_memory_equal(&c, &verified, sizeof c);
    OK(claim_approve(&c, "Bob", NULL));
    OK(claim_approve(&c, "Cid", NULL));
}

static void compliance_is_by_name(void **state)
{
    (void)state;
    struct claim c = high_claim(0);
    REFUSED(&c, claim_comply(&c, "Ann", "Title", &err), CR_E_NOT_FOUND,
            "\"Title\" is no compliance check of this claim; it has Title 31, OFAC");
    OK(claim_comply(&c, "Ann", "OFAC", NULL));
    REFUSED(&c, claim_comply(&c, "Bob", "OFAC", &err), CR_E_STATE, "confirmed by Ann");
    REFUSED(&c, claim_comply(&c, "Bob", "", &err), CR_E_NOT_FOUND, "no compliance check");
}

/* UTH-17: payment is by check above the threshold, and below it when the patron asks for one. */
static void the_method_follows_the_amount(void **state)
{
    (void)state;
    const struct cr_money edge = cr_money_from_units(100000);
    struct claim c = high_claim(0);
    REFUSED(&c, claim_choose_method(&c, CLAIM_METHOD_NONE, small, &err), CR_E_INPUT, "choose one");
    REFUSED(&c, claim_choose_method(&c, CLAIM_CHEQUES, large, &err), CR_E_INPUT,
            "up to 100000.00, this jackpot is larger; choose check");
    OK(claim_verify(&c, "Ann", ALL, NULL));
    OK(claim_comply(&c, "Ann", "OFAC", NULL));
    OK(claim_comply(&c, "Ann", "Title 31", NULL));
    struct claim d = c;
    OK(claim_pay(&d, large, NULL));
    assert_int_equal(d.method, CLAIM_CHECK);
    d = c;
    OK(claim_choose_method(&d, CLAIM_CHEQUES, edge, NULL));
    /* the meter has grown since cheques were chosen */
    REFUSED(&d, claim_pay(&d, large, &err), CR_E_STATE, "by check, above 100000.00");
    OK(claim_choose_method(&d, CLAIM_CHECK, large, NULL));
    OK(claim_choose_method(&d, CLAIM_CHEQUES, edge, NULL));
    OK(claim_choose_method(&d, CLAIM_CHECK, small, NULL));
    OK(claim_pay(&d, small, NULL));
    assert_int_equal(d.method, CLAIM_CHECK);
    REFUSED(&d, claim_choose_method(&d, CLAIM_CHEQUES, small, &err), CR_E_STATE, "paid already");
    /* without a threshold any amount can be paid in cheques */
    d = c;
    d.needs.cheques_up_to.micro = 0;
    OK(claim_choose_method(&d, CLAIM_CHEQUES, large, NULL));
    OK(claim_pay(&d, large, NULL));
    assert_int_equal(d.method, CLAIM_CHEQUES);
}

/* The longest list of what is missing fits into the message. */
static void everything_missing_is_listed(void **state)
{
    (void)state;
    struct claim c = high_claim(2);
    c.needs.compliance_count = CR_COMPLIANCE_MAX;
    for (unsigned i = 0; i < CR_COMPLIANCE_MAX; i++) {
        memset(c.needs.compliance[i], 'a' + (int)i, CR_NAME_MAX - 1);
        c.needs.compliance[i][CR_NAME_MAX - 1] = '\0';
    }
    REFUSED(&c, claim_pay(&c, small, &err), CR_E_STATE, c.needs.compliance[CR_COMPLIANCE_MAX - 1]);
    OK(claim_comply(&c, "Ann", c.needs.compliance[7], NULL));
    assert_int_equal(c.complied, 0x80);
    REFUSED(&c, claim_comply(&c, "Ann", "x", &err), CR_E_NOT_FOUND, c.needs.compliance[7]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(needs_follow_key_and_kind),
        cmocka_unit_test(names_and_texts),
        cmocka_unit_test(a_high_jackpot_from_claim_to_clearing),
        cmocka_unit_test(a_no_key_award_needs_nothing),
        cmocka_unit_test(a_cancelled_claim_is_over),
        cmocka_unit_test(verification_is_all_or_nothing),
        cmocka_unit_test(people_are_named),
        cmocka_unit_test(approvals_are_of_different_people),
        cmocka_unit_test(approvals_are_taken_back),
        cmocka_unit_test(compliance_is_by_name),
        cmocka_unit_test(the_method_follows_the_amount),
        cmocka_unit_test(everything_missing_is_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
