/* Every fault in the file of a progressive is found, reported with its place and explained; shares
 * with many decimals are taken exactly as written. */
#include "rules_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHARE_HELP " is not a percentage from 0% to 100%; write it like 12.5%, with at most "
#define AWARD_HELP                                                                                 \
    " is no award; write 100% (of the meter), 500 (an amount) or 50 for 1 (times the bet)"

static const struct rules_fault faults[] = {
    FAULT("unknown key of a progressive", "cn", "\nhouse_share:", "\n^house share:",
          "unknown key \"house share\"; did you mean \"house_share\"? Allowed here: progressive, "
          "title, "
          "house, bet, house_share, key_turned_by, meters, awards"),
    FAULT_AT("missing key of a progressive", "cn", "bet: 1", "", "\"bet\" is missing; add bet: 1",
             "progressive: cn\n"),
    FAULT("bet of nothing", "cn", "bet: 1", "bet: ^0.00",
          "\"bet\" is zero; write an amount above it"),
    FAULT("share without a percent sign", "cn", "house_share: 75%", "house_share: ^0.75",
          "\"0.75\"" SHARE_HELP "7 decimals"),
    FAULT("share above all", "cn", "house_share: 75%", "house_share: ^100.0000001%",
          "\"100.0000001%\"" SHARE_HELP "7 decimals"),
    FAULT("share with eight decimals", "cn", "house_share: 75%", "house_share: ^75.00000001%",
          "\"75.00000001%\"" SHARE_HELP "7 decimals"),
    FAULT("share that ends in a point", "cn", "house_share: 75%", "house_share: ^75.%",
          "\"75.%\"" SHARE_HELP "7 decimals"),
    FAULT("shares that make less than all", "cn", "house_share: 75%", "house_share: ^74.9999999%",
          "the house share and all shares and reserves of the meters add up to 99.9999999%; change "
          "them "
          "to make exactly 100%"),
    FAULT_AT(
        "shares that make more than all", "cn", "mega: {share: 14%", "mega: {share: 14.5%",
        "the house share and all shares and reserves of the meters add up to 100.5000000%; change "
        "them to make exactly 100%",
        "75%"),
    FAULT(
        "meter called tray", "rp", "  jackpot: {share", "  ^tray: {share",
        "a meter cannot be called tray, which is where awards come from that are not off a meter; "
        "choose another name"),
    FAULT("meter's name", "rp", "  jackpot: {share", "  ^Jackpot: {share",
          "\"Jackpot\" cannot be the name of a meter" NAME_HELP),
    FAULT("meter without seed", "rp", "{share: 18%, reserve: 5%, seed: 10000,",
          "^{share: 18%, reserve: 5%,", "\"seed\" is missing; add seed: 10000"),
    FAULT("limit below the seed", "rp", "seed: 10000, limit: none", "seed: 10000, limit: ^9999.99",
          "the limit is below the seed; raise it or lower the seed"),
    FAULT_AT("meter without an award", "cn", "four of a kind: {pays: 100%, from: minor",
             "four of a kind: {pays: 100%, from: major",
             "no award comes from the meter \"minor\", so its money can never be won; add one with "
             "from: "
             "minor, or remove the meter",
             "minor:"),
    FAULT_AT("reserve that never moves", "ptha-2", "royal flush: {pays: 100%",
             "royal flush: {pays: 99%",
             "a reserve moves to its meter at a 100% award, and \"jackpot\" has none; write 0%, or "
             "let the "
             "best hand pay 100%",
             "15%"),
    FAULT("award without a source", "cn", "{pays: 50 for 1, from: tray,", "^{pays: 50 for 1,",
          "\"from\" is missing; add from: tray, or the name of a meter"),
    FAULT(
        "award from an unknown meter", "cn", "from: minor", "from: ^miner",
        "unknown meter \"miner\"; did you mean \"minor\"? Allowed here: mega, major, minor, tray"),
    FAULT("percentage of the tray", "cn", "{pays: 50 for 1, from: tray", "{pays: 5%, from: ^tray",
          "the tray has no amount to take a percentage of; name a meter, or let it pay a fixed "
          "amount"),
    FAULT("award of no percent", "cn", "pays: 100%, from: minor", "pays: ^0.0%, from: minor",
          "0% pays nothing; write a larger share"),
    FAULT("award of too much", "cn", "pays: 100%, from: minor", "pays: ^101%, from: minor",
          "\"101%\"" SHARE_HELP "4 decimals"),
    FAULT("award too fine", "cn", "pays: 100%, from: minor", "pays: ^1.00001%, from: minor",
          "\"1.00001%\"" SHARE_HELP "4 decimals"),
    FAULT("award of nothing", "cn", "pays: 50 for 1", "pays: ^0", "\"0\"" AWARD_HELP),
    FAULT("award to one", "cn", "pays: 50 for 1", "pays: ^50 to 1", "\"50 to 1\"" AWARD_HELP),
    FAULT("award of zero for one", "cn", "pays: 50 for 1", "pays: ^0 for 1",
          "\"0 for 1\"" AWARD_HELP),
    FAULT("better hand of a fixed award pays less", "ptha-2", "pays: 100, from",
          "pays: ^500.01, from",
          "\"full house\" pays more than the better hand \"four of a kind\"" MORE_HELP),
    FAULT("better hand across the tray pays less", "ptha-2", "pays: 10, from: tray",
          "pays: ^50.01, from: tray",
          "\"straight\" pays more than the better hand \"flush\"" MORE_HELP),
    FAULT("better hand of a percentage pays less", "ptha-2", "pays: 500, from",
          "pays: ^10.5%, from",
          "\"four of a kind\" pays more than the better hand \"straight flush\"" MORE_HELP),
    FAULT("awards that do not start at the top", "cn", "royal flush: {pays", "^pair: {pays",
          "\"pair\" stands where \"royal flush\"" ORDER_HELP),
    FAULT("key of an award", "cn", "key: high, envy: 300", "key: ^hi, envy: 300",
          "unknown jackpot key \"hi\"; allowed here: none, low, high"),
    FAULT("envy of nothing", "cn", "envy: 300", "envy: ^0",
          "\"envy\" is zero; write none, or an amount above it"),
};

static void meters_none_and_five(void **state)
{
    (void)state;
    static const struct {
        const char *meters, *message;
    } cases[] = {
        {"{}", "t.yaml:6:9: 0 meters; list one to 4"},
        {"{a: 1, b: 1, c: 1, d: 1, e: 1}", "t.yaml:6:9: 5 meters; list one to 4"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[256];
        snprintf(text, sizeof text,
                 "progressive: x\ntitle: x\nhouse: x\nbet: 1\nhouse_share: 100%%\nmeters: %s\n"
                 "awards: {}\n",
                 cases[i].meters);
        struct cr_err err;
        rules_parse_fault(true, text, strlen(text), &err);
        assert_string_equal(err.text, cases[i].message);
    }
}

static void award_larger_than_money(void **state)
{
    (void)state;
    char *text = rules_text_replaced("cn", "bet: 1 ", "bet: 1000000000 ");
    struct cr_err err;
    rules_parse_fault(true, text, strlen(text), &err);
    assert_non_null(strstr(err.text, ": 50 times the bet is more than 1,000,000,000.00; lower it"));
    free(text);
}

static void fine_shares_and_limits(void **state)
{
    (void)state;
    char *text = rules_text_replaced("rp", "77%\nmeters:", "76.9999999%\nmeters:");
    char *share = strstr(text, "18%, reserve: 5%, seed: 10000, limit: none");
    assert_non_null(share);
    char *rest = malloc(strlen(text) + 64);
    assert_non_null(rest);
    snprintf(rest, strlen(text) + 64, "%.*s18.0000001%%, reserve: 5%%, seed: 10000, limit: 10000%s",
             (int)(share - text), text,
             share + strlen("18%, reserve: 5%, seed: 10000, limit: none"));
    struct cr_progressive p;
    struct cr_err err = {0};
    if (cr_progressive_parse("t.yaml", rest, strlen(rest), &p, &err) != CR_OK)
        fail_msg("%s", err.text);
    assert_int_equal(p.house_share, 769999999);
    assert_int_equal(p.meters[0].share, 180000001);
    assert_true(p.meters[0].has_limit);
    assert_int_equal(p.meters[0].limit.micro, INT64_C(10000) * CR_MICRO_PER_UNIT);
    free(rest);
    free(text);
}

static const struct CMUnitTest plain[] = {
    cmocka_unit_test(meters_none_and_five),
    cmocka_unit_test(award_larger_than_money),
    cmocka_unit_test(fine_shares_and_limits),
};

int main(void)
{
    return rules_faults_run("rules progressive", plain, COUNT(plain), faults, COUNT(faults));
}
