/* A floor's day through the interface; see api_story.h. */
#include "api_story.h"
#include "os/clock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define V1 "/api/v1"

/* The epoch and the last number of table t1. */
static unsigned long long epoch, table_seq;

static const char *event(struct api_server *s, unsigned status, const char *kind, const char *rest)
{
    return api_post(s, V1 "/tables/t1/events", status,
                    "{\"kind\":\"%s\",\"epoch\":%llu,\"table_seq\":%llu%s}", kind, epoch,
                    ++table_seq, rest);
}

/* Changes a link's parameters without any YAML: the interface makes a document of the changes, and
 * two people put it in force. */
static void set_parameters(struct api_server *s, const char *before)
{
    static const char *const bad[] = {
        "{\"house_share\":\"76%\"}",
        "{\"bet\":1}",
        "{\"bet\":\"1, seed: 9\"}",
        "{\"meters\":{}}",
        "{\"meters\":[1]}",
        "{\"meters\":[{\"name\":\"x\"}]}",
        "{\"awards\":[{}]}",
        "{\"speed\":\"fast\"}",
        "{\"bet\":\"1\\u00000\"}",
        "[]",
        "{\"meters\":[{\"name\":\"jackpot\\u0000s\",\"seed\":\"5000\"}]}",
        "{\"awards\":[{\"hand\":\"flush\\u0000s\",\"envy\":\"none\"}]}"};
    char hash[65] = "";
    assert_non_null(strstr(api_get(s, V1 "/links/five-1/parameters", 200),
                           "{\"name\":\"jackpot\",\"share\":\"18%\",\"reserve\":\"5%\",\"seed\":"
                           "\"10000.00\",\"limit\":\"none\"}"));
    api_get(s, V1 "/links/nowhere/parameters", 404);
    api_post(s, V1 "/links/nowhere/parameters", 404, "{\"user\":\"a\",\"parameters\":{}}");
    for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        api_post(s, V1 "/links/five-1/parameters", 422, "{\"user\":\"a\",\"parameters\":%s}",
                 bad[i]);
    const char *made = api_post(
        s, V1 "/links/five-1/parameters", 201,
        "{\"user\":\"a\",\"parameters\":{\"meters\":[{\"name\":\"jackpot\",\"seed\":\"25000\","
        "\"share\":\"17.5%%\"}],\"house_share\":\"77.5%%\",\"awards\":[{\"hand\":\"flush\","
        "\"pays\":\"45 for 1\"},{\"hand\":\"three of a kind\",\"pays\":\"none\"}]}}");
    memcpy(hash, strstr(made, "\"document\":\"") + strlen("\"document\":\""), 64);
    api_post(s, V1 "/links/five-1/configure", 200,
             "{\"document\":\"%s\",\"user\":\"a\",\"approver\":\"b\",\"policy\":\"split\"}", hash);
    const char *now = api_get(s, V1 "/links/five-1/parameters", 200);
    assert_non_null(strstr(now, "\"share\":\"17.5%\",\"reserve\":\"5%\",\"seed\":\"25000.00\""));
    assert_non_null(strstr(now, "\"hand\":\"flush\",\"pays\":\"45 for 1\""));
    assert_null(strstr(now, "three of a kind"));
    api_post(s, V1 "/links/five-1/configure", 200,
             "{\"document\":\"%s\",\"user\":\"a\",\"approver\":\"b\",\"policy\":\"split\"}",
             before);
}

/* In a file with comments and other forms of YAML only the values are changed. */
static void set_remarked_parameters(struct api_server *s)
{
    char hash[65] = "";
    const char *made =
        api_post(s, V1 "/documents", 201,
                 "{\"user\":\"a\",\"text\":\"# not seed: 777 and not bet: 9\\n"
                 "{progressive: own, title: Own, house: X, 'bet': 1, \\\"house_share\\\": 30%%,\\n"
                 "# share: 1%%\\n meters: {jackpot: {share: 40%%, reserve: 0%%, 'seed': 100, "
                 "limit: none},\\n"
                 "  seed: {share: 30%%, reserve: 0%%, seed: 50, limit: none}}, # seed: 5\\n"
                 " awards: {royal flush: {pays: 100%%, from: jackpot, key: high, envy: none},\\n"
                 "  straight flush: {pays: 100%%, from: seed, key: high, envy: none}}}\\n\"}");
    memcpy(hash, strstr(made, "\"document\":\"") + strlen("\"document\":\""), 64);
    api_post(s, V1 "/links/own/configure", 200,
             "{\"document\":\"%s\",\"user\":\"a\",\"approver\":\"b\"}", hash);
    made = api_post(s, V1 "/links/own/parameters", 201,
                    "{\"user\":\"a\",\"parameters\":{\"bet\":\"2\",\"meters\":[{\"name\":\"seed\","
                    "\"seed\":\"60\"}]}}");
    memcpy(hash, strstr(made, "\"document\":\"") + strlen("\"document\":\""), 64);
    api_post(s, V1 "/links/own/configure", 200,
             "{\"document\":\"%s\",\"user\":\"a\",\"approver\":\"b\"}", hash);
    assert_non_null(strstr(
        api_get(s, V1 "/links/own/parameters", 200),
        "\"bet\":\"2.00\",\"house_share\":\"30%\",\"meters\":[{\"name\":\"jackpot\",\"share\":"
        "\"40%\",\"reserve\":\"0%\",\"seed\":\"100.00\",\"limit\":\"none\"},{\"name\":\"seed\","
        "\"share\":\"30%\",\"reserve\":\"0%\",\"seed\":\"60.00\",\"limit\":\"none\"}]"));
}

static void configure(struct api_server *s)
{
    char hash[65], path[128];
    api_set_up(s);
    api_get(s, V1 "/people", 200);
    api_get(s, V1 "/documents", 200);
    api_add_document(s, "rp", hash);
    snprintf(path, sizeof(path), V1 "/documents/%s", hash);
    assert_string_equal(api_get(s, path, 200), cr_shipped_find("rp")->text);
    api_get(s, V1 "/documents/00", 404);
    api_post(s, V1 "/documents", 422, "{\"user\":\"a\",\"text\":\"progressive: [\"}");
    api_post(s, V1 "/people", 409,
             "{\"person\":\"c\",\"item\":\"x\",\"user\":\"a\",\"approver\":"
             "\"b\"}");
    /* Two links, so that a progressive can be moved from one to the other. */
    for (int i = 1; i <= 2; i++) {
        snprintf(path, sizeof(path), V1 "/links/five-%d/configure", i);
        api_post(s, path, 200,
                 "{\"document\":\"%s\",\"user\":\"a\",\"approver\":\"b\",\"policy\":\"split\"}",
                 hash);
    }
    set_parameters(s, hash);
    set_remarked_parameters(s);
    api_post(s, V1 "/links/five-1/configure", 422,
             "{\"document\":\"%s\",\"user\":\"a\",\"approver\":\"a\"}", hash);
    api_post(s, V1 "/links/five-1/correct", 200,
             "{\"from\":\"jackpot\",\"change\":\"-12.50\",\"text\":\"counted again\",\"user\":"
             "\"a\",\"approver\":\"b\"}");
    api_post(s, V1 "/links/five-1/correct", 422,
             "{\"from\":\"nothing\",\"change\":\"1\",\"text\":\"x\",\"user\":\"a\",\"approver\":"
             "\"b\"}");
    api_post(s, V1 "/links/five-1/transfer", 200,
             "{\"to_link\":\"five-2\",\"text\":\"moved\",\"user\":\"a\",\"approver\":\"b\"}");
    api_post(s, V1 "/links/five-1/transfer", 404,
             "{\"to_link\":\"nowhere\",\"text\":\"moved\",\"user\":\"a\",\"approver\":\"b\"}");
    api_post(s, V1 "/thresholds", 201,
             "{\"item\":\"check\",\"amount\":\"5000\",\"effective\":%llu,\"user\":\"a\","
             "\"approver\":\"b\"}",
             (unsigned long long)clock_wall_ms() + 10000);
    api_post(s, V1 "/thresholds", 422,
             "{\"item\":\"check\",\"amount\":\"5000\",\"effective\":1,\"user\":\"a\",\"approver\":"
             "\"b\"}");
    api_get(s, V1 "/thresholds", 200);
    api_post(s, V1 "/limits/tables/raise", 200,
             "{\"most\":4096,\"text\":\"a new pit\",\"user\":\"a\",\"approver\":\"b\"}");
    api_post(s, V1 "/limits/tables/raise", 422,
             "{\"most\":4096,\"user\":\"a\",\"approver\":\"b\"}");
    api_post(s, V1 "/limits/chairs/raise", 422, "{\"most\":5,\"user\":\"a\",\"approver\":\"b\"}");
    api_get(s, V1 "/limits", 200);
}

static void set_house(struct api_server *s)
{
    api_post(
        s, V1 "/house", 200,
        "{\"item\":\"zone\",\"text\":\"America/Chicago CST6CDT,M3.2.0,M11.1.0\",\"user\":\"a\","
        "\"approver\":\"b\"}");
    api_post(s, V1 "/house", 422,
             "{\"item\":\"zone\",\"text\":\"Mars\",\"user\":\"a\",\"approver\":\"b\"}");
    api_get(s, V1 "/house", 200);
    const unsigned long long message = api_number(
        api_post(s, V1 "/messages", 201, "{\"text\":\"Welcome\",\"user\":\"a\"}"), "seq");
    api_post(s, V1 "/messages", 404, "{\"text\":\"x\",\"table\":\"nowhere\",\"user\":\"a\"}");
    assert_non_null(strstr(api_get(s, V1 "/faces/t1", 200), "Welcome"));
    api_get(s, V1 "/faces/nowhere", 404);
    api_get(s, V1 "/messages", 200);
    api_post(s, V1 "/messages", 201, "{\"message\":%llu,\"user\":\"a\"}", message);
    api_get(s, V1 "/notices", 200);
    api_get(s, V1 "/patrons", 200);
}

static void open_floor(struct api_server *s)
{
    api_get(s, V1 "/shifts/current", 404);
    api_post(s, V1 "/shifts/close", 409, "{\"user\":\"a\"}");
    api_post(s, V1 "/shifts", 201, "{\"item\":\"day\",\"user\":\"a\"}");
    api_post(s, V1 "/shifts", 409, "{\"item\":\"day\",\"user\":\"a\"}");
    api_post(s, V1 "/readings", 201, "{\"user\":\"a\"}");
    api_post(s, V1 "/readings", 422, "{\"user\":\"nobody\"}");
    api_post(s, V1 "/links/main/open", 200, "{\"user\":\"a\"}");
    api_post(s, V1 "/links/main/open", 409, "{\"user\":\"a\"}");
    api_post(s, V1 "/links/main/close", 422, "{}");
    api_post(s, V1 "/tables/nowhere/join", 404, "{\"instance\":\"box-1\"}");
    const char *joined = api_post(s, V1 "/tables/t1/join", 200, "{\"instance\":\"box-1\"}");
    epoch = api_number(joined, "epoch");
    table_seq = 0;
    assert_int_equal(epoch, 1);
    assert_non_null(strstr(joined, "\"start_button\":\"Start Game\""));
    api_post(s, V1 "/tables/t1/heartbeat", 200, "{\"instance\":\"box-1\",\"epoch\":1}");
    api_post(s, V1 "/tables/t1/heartbeat", 409, "{\"instance\":\"box-1\",\"epoch\":7}");
    api_get(s, V1 "/tables", 200);
    api_get(s, V1 "/tables/t1", 200);
    api_get(s, V1 "/tables/nowhere", 404);
    const char *rules = api_get(s, V1 "/tables/t1/rules", 200);
    assert_non_null(strstr(rules, "rules: uth-cn"));
    assert_non_null(strstr(rules, "progressive: cn"));
    api_get(s, V1 "/tables/nowhere/rules", 404);
}

/* Takes a claim from the button to the receipt. Returns its number. */
static unsigned long long win(struct api_server *s)
{
    char path[128];
    event(s, 200, "coin_in", ",\"seats\":[2,5]");
    event(s, 200, "award_paid", ",\"seat\":5,\"award\":\"full house\"");
    unsigned long long claim = api_number(
        event(s, 200, "claim_made", ",\"seat\":2,\"award\":\"royal flush\",\"live\":[5]"), "seq");
    api_get(s, V1 "/claims", 200);
    snprintf(path, sizeof(path), V1 "/claims/%llu", claim);
    assert_non_null(strstr(api_get(s, path, 200), "\"missing_reason\":\"claim-not-ready\""));
    snprintf(path, sizeof(path), V1 "/claims/%llu/receipt", claim);
    api_get(s, path, 404);
    snprintf(path, sizeof(path), V1 "/claims/%llu/verify", claim);
    api_post(s, path, 422, "{\"items\":[\"leds\"],\"user\":\"c\"}"); /* PIT-11: in their order */
    api_post(s, path, 200, "{\"items\":[\"hand\"],\"user\":\"c\"}");
    api_post(s, path, 200,
             "{\"items\":[\"leds\",\"shuffle\",\"wager\",\"sequence\",\"meter\",\"deck\"],\"user\":"
             "\"c\"}");
    snprintf(path, sizeof(path), V1 "/claims/%llu/approve", claim);
    api_post(s, path, 200, "{\"user\":\"a\"}");
    api_post(s, path, 422, "{\"user\":\"a\"}");
    api_post(s, path, 200, "{\"user\":\"b\"}");
    snprintf(path, sizeof(path), V1 "/claims/%llu/comply", claim);
    api_post(s, path, 404, "{\"item\":\"nothing\",\"user\":\"d\"}");
    api_post(s, path, 200, "{\"item\":\"title 31\",\"user\":\"d\"}");
    api_post(s, path, 200, "{\"item\":\"ofac\",\"user\":\"d\"}");
    api_post(s, path, 200, "{\"item\":\"patron record\",\"user\":\"d\"}");
    snprintf(path, sizeof(path), V1 "/claims/%llu/method", claim);
    api_post(s, path, 422, "{\"method\":\"gold\",\"user\":\"d\"}");
    api_post(s, path, 200, "{\"method\":\"check\",\"user\":\"d\"}");
    return claim;
}

static void pay(struct api_server *s, unsigned long long claim)
{
    char path[128], rest[64], amount[32];
    event(s, 200, "key_turned", ",\"key\":\"high\",\"position\":\"JPH\",\"user\":\"c\"");
    snprintf(rest, sizeof(rest), ",\"claim\":%llu", claim);
    api_word(event(s, 200, "claim_paid", rest), "amount", amount, sizeof(amount));
    event(s, 200, "key_turned", ",\"key\":\"high\",\"position\":\"R\",\"user\":\"c\"");
    /* A document that is no round is refused; V5 would fail for ever otherwise. */
    event(s, 422, "game_over", ",\"text\":\"{\\\"not\\\":\\\"a round\\\"}\"");
    table_seq--;
    event(s, 422, "game_over", ",\"text\":\"{\"");
    table_seq--;
    event(s, 200, "game_over", "");
    event(s, 409, "game_over", "");
    table_seq--;
    snprintf(path, sizeof(path), V1 "/claims/%llu/clear", claim);
    api_post(s, path, 422, "{\"user\":\"nobody\"}");
    api_post(s, path, 409, "{\"user\":\"e\"}"); /* PIT-11: the deck comes first */
    snprintf(path, sizeof(path), V1 "/claims/%llu/verify", claim);
    api_post(s, path, 200, "{\"items\":[\"deck\",\"replaced\"],\"user\":\"c\"}");
    snprintf(path, sizeof(path), V1 "/claims/%llu/clear", claim);
    api_post(s, path, 200, "{\"user\":\"e\"}");
    snprintf(path, sizeof(path), V1 "/claims/%llu", claim);
    api_get(s, path, 404);
    snprintf(path, sizeof(path), V1 "/claims/%llu/evidence", claim);
    api_get(s, path, 200);
    assert_memory_equal(api_get(s, V1 "/export", 200), "{\"seq\":1,", 9);
    snprintf(path, sizeof(path), V1 "/claims/%llu/receipt", claim);
    const char *receipt = api_get(s, path, 200);
    assert_non_null(strstr(receipt, "\"balances\":true"));
    assert_non_null(strstr(receipt, "\"cleared\":true"));
    snprintf(path, sizeof(path), "\"amount\":\"%s\"", amount);
    assert_non_null(strstr(receipt, path));
    /* 10,000.00 and 14 % of two coins. */
    assert_string_equal(amount, "10000.28");
    assert_int_equal(api_number(receipt, "coin_events"), 1);
}

static void confirm(struct api_server *s, unsigned long long claim)
{
    static const char *const checks[] = {"title 31", "ofac", "patron record"};
    char path[128];
    snprintf(path, sizeof(path), V1 "/claims/%llu/verify", claim);
    api_post(s, path, 200,
             "{\"items\":[\"hand\",\"leds\",\"shuffle\",\"wager\",\"sequence\",\"meter\",\"deck\"],"
             "\"user\":\"c\"}");
    snprintf(path, sizeof(path), V1 "/claims/%llu/comply", claim);
    for (unsigned i = 0; i < 3; i++)
        api_post(s, path, 200, "{\"item\":\"%s\",\"user\":\"d\"}", checks[i]);
    snprintf(path, sizeof(path), V1 "/claims/%llu/approve", claim);
    api_post(s, path, 200, "{\"user\":\"a\"}");
    api_post(s, path, 200, "{\"user\":\"b\"}");
}

/* TAB-10: a claim has all confirmations, but another one is paid first; the desk says so, as the
 * table does. */
static void wait_for_the_first(struct api_server *s)
{
    char path[128], waits[96];
    event(s, 200, "coin_in", ",\"seats\":[1,3]");
    const unsigned long long first =
        api_number(event(s, 200, "claim_made", ",\"seat\":3,\"award\":\"straight flush\""), "seq");
    const unsigned long long second =
        api_number(event(s, 200, "claim_made", ",\"seat\":1,\"award\":\"straight flush\""), "seq");
    api_post(s, V1 "/links/main/order", 200,
             "{\"order\":[%llu,%llu],\"user\":\"d\",\"approver\":\"e\",\"text\":\"camera 4\"}",
             first, second);
    confirm(s, second);
    snprintf(path, sizeof(path), V1 "/claims/%llu", second);
    const char *claim = api_get(s, path, 200);
    snprintf(waits, sizeof(waits), "\"missing\":\"claim %llu comes first by the ruling\"", first);
    assert_non_null(strstr(claim, waits));
    assert_non_null(strstr(claim, "\"due\":\""));
    snprintf(path, sizeof(path), V1 "/claims/%llu/rule", second);
    api_post(s, path, 200,
             "{\"item\":\"void\",\"user\":\"d\",\"approver\":\"e\",\"text\":\"misread\"}");
    snprintf(path, sizeof(path), ",\"claim\":%llu", first);
    event(s, 200, "claim_cancelled", path);
    event(s, 200, "game_over", "");
}

static void cancel_and_rule(struct api_server *s)
{
    char path[128];
    event(s, 200, "coin_in", ",\"seats\":[1,3]");
    assert_null(strstr(api_get(s, V1 "/notices", 200), "no shift"));
    api_post(s, V1 "/shifts/close", 200, "{\"user\":\"a\"}");
    assert_non_null(
        strstr(api_get(s, V1 "/notices", 200), "{\"notice\":\"no shift\",\"link\":null"));
    api_post(s, V1 "/shifts", 201, "{\"item\":\"swing\",\"user\":\"a\"}");
    unsigned long long first =
        api_number(event(s, 200, "claim_made", ",\"seat\":3,\"award\":\"straight flush\""), "seq");
    unsigned long long second =
        api_number(event(s, 200, "claim_made", ",\"seat\":1,\"award\":\"straight flush\""), "seq");
    api_post(s, V1 "/links/main/order", 422,
             "{\"order\":[%llu],\"user\":\"d\",\"approver\":\"e\",\"text\":\"x\"}", first);
    api_post(s, V1 "/links/main/order", 200,
             "{\"order\":[%llu,%llu],\"user\":\"d\",\"approver\":\"e\",\"text\":\"camera 4\"}",
             first, second);
    snprintf(path, sizeof(path), V1 "/claims/%llu/cancel", second);
    api_post(s, path, 422, "{\"user\":\"a\",\"epoch\":1}");
    api_post(s, path, 200, "{\"user\":\"a\",\"text\":\"misread\"}");
    snprintf(path, sizeof(path), ",\"claim\":%llu", first);
    event(s, 200, "claim_cancelled", path);
    event(s, 200, "round_dead", ",\"text\":\"power\"");
    event(s, 200, "seat_fault", ",\"seat\":7,\"item\":\"sensor\"");
    event(s, 200, "seat_closed", ",\"seat\":7,\"text\":\"sensor\"");
    event(s, 200, "seat_opened", ",\"seat\":7,\"user\":\"c\"");
    event(s, 200, "patron_moved", ",\"seat\":7,\"to_seat\":6");
    event(s, 200, "dealer_on", ",\"user\":\"c\"");
    event(s, 200, "seats_held", ",\"seats\":[2,3]");
    event(s, 200, "dealer_off", ",\"user\":\"c\"");
    api_post(s, V1 "/tables/t1/patrons", 422, "{\"seats\":[1,2,3],\"user\":\"c\"}");
    api_post(s, V1 "/tables/nowhere/patrons", 404, "{\"seats\":[4,5],\"user\":\"c\"}");
    api_post(s, V1 "/tables/t1/patrons", 200, "{\"seats\":[4,5],\"user\":\"c\"}");
    api_post(s, V1 "/tables/t1/hands", 200, "{\"one_hand\":true,\"user\":\"a\"}");
    assert_non_null(strstr(api_get(s, V1 "/tables/t1", 200),
                           "\"dealer\":null,\"pairs\":[[4,5],[2,3]],\"one_hand\":true"));
    api_post(s, V1 "/tables/t1/hands", 409, "{\"one_hand\":true,\"user\":\"a\"}");
    api_post(s, V1 "/tables/t1/hands", 200, "{\"user\":\"a\"}");
    event(s, 200, "buy_in", ",\"seat\":6,\"amount\":\"100\",\"item\":\"cash\"");
    event(s, 200, "buy_in", ",\"seat\":6,\"amount\":\"100\",\"item\":\"cash\",\"patron\":\"Lake\"");
    event(s, 200, "payout", ",\"seat\":6,\"amount\":\"20\",\"item\":\"ante\",\"patron\":\"Lake\"");
    event(s, 200, "meter_read", ",\"coins\":5000");
    event(s, 200, "meter_read", ",\"from\":\"mega\",\"amount\":\"10000.00\",\"user\":\"c\"");
}

/* What goes wrong at a table, and the people who decide it. */
static void pit_work(struct api_server *s)
{
    char path[128];
    api_post(s, V1 "/people", 201,
             "{\"person\":\"sue\",\"item\":\"surveillance\",\"user\":\"a\",\"approver\":\"b\"}");
    event(s, 200, "coin_in", ",\"seats\":[4]");
    unsigned long long claim =
        api_number(event(s, 200, "claim_made", ",\"seat\":4,\"award\":\"straight flush\""), "seq");
    api_post(s, V1 "/links/main/finding", 409,
             "{\"order\":[%llu],\"user\":\"a\",\"text\":\"camera 4\"}", claim);
    api_post(s, V1 "/links/main/finding", 200,
             "{\"order\":[%llu],\"user\":\"sue\",\"text\":\"camera 4\"}", claim);
    snprintf(path, sizeof(path), V1 "/claims/%llu/rule", claim);
    api_post(s, path, 422, "{\"item\":\"void\",\"text\":\"misread\",\"user\":\"a\"}");
    api_post(s, path, 200,
             "{\"item\":\"void\",\"text\":\"misread\",\"user\":\"a\",\"approver\":\"b\"}");
    api_post(s, V1 "/tables/t1/irregularity", 422,
             "{\"item\":\"rudeness\",\"text\":\"dealt again\",\"user\":\"a\"}");
    api_post(s, V1 "/tables/t1/irregularity", 200,
             "{\"item\":\"misdeal\",\"text\":\"dealt again\",\"user\":\"a\"}");
    api_post(s, V1 "/tables/t1/correct", 422, "{\"text\":\"x\",\"user\":\"a\"}");
    const unsigned long long payment =
        api_number(event(s, 200, "award_paid", ",\"seat\":4,\"award\":\"straight\""), "seq");
    api_post(
        s, V1 "/tables/t1/correct", 422,
        "{\"change\":\"-1.00\",\"text\":\"a cheque too many\",\"user\":\"a\",\"approver\":\"b\"}");
    api_post(s, V1 "/tables/t1/correct", 404,
             "{\"payment\":1,\"change\":\"-1.00\",\"text\":\"a cheque too many\",\"user\":\"a\","
             "\"approver\":\"b\"}");
    api_post(s, V1 "/tables/t1/correct", 200,
             "{\"payment\":%llu,\"change\":\"-1.00\",\"text\":\"a cheque too many\",\"user\":\"a\","
             "\"approver\":\"b\"}",
             payment);
    event(s, 200, "game_over", "");
}

static void quarrel(struct api_server *s)
{
    char path[128];
    unsigned long long dispute =
        api_number(api_post(s, V1 "/disputes", 201,
                            "{\"user\":\"c\",\"text\":\"who was first\",\"table\":"
                            "\"t1\",\"seat\":2}"),
                   "seq");
    api_post(s, V1 "/disputes", 404, "{\"user\":\"c\",\"text\":\"x\",\"table\":\"nowhere\"}");
    api_post(s, V1 "/disputes", 404, "{\"user\":\"c\",\"text\":\"x\",\"claim\":999999}");
    api_get(s, V1 "/disputes", 200);
    snprintf(path, sizeof(path), V1 "/disputes/%llu/escalate", dispute);
    unsigned long long alarm =
        api_number(api_post(s, path, 200, "{\"user\":\"a\",\"text\":\"asked for\"}"), "seq");
    api_post(s, path, 409, "{\"user\":\"a\",\"text\":\"asked for\"}");
    snprintf(path, sizeof(path), V1 "/disputes/%llu/finding", dispute);
    api_post(s, path, 409, "{\"user\":\"c\",\"text\":\"too early\"}");
    snprintf(path, sizeof(path), V1 "/disputes/%llu/notify", dispute);
    api_post(s, path, 422, "{\"user\":\"c\",\"person\":\"Inspector Hale\"}");
    api_post(s, path, 200, "{\"user\":\"c\",\"person\":\"Inspector Hale\",\"item\":\"2026-114\"}");
    snprintf(path, sizeof(path), V1 "/disputes/%llu/finding", dispute);
    api_post(s, path, 200, "{\"user\":\"c\",\"text\":\"the house was right\"}");
    snprintf(path, sizeof(path), V1 "/disputes/%llu/decide", dispute);
    api_post(s, path, 200, "{\"user\":\"a\",\"text\":\"seat 2\"}");
    api_post(s, path, 404, "{\"user\":\"a\",\"text\":\"seat 2\"}");
    assert_int_equal(api_number(api_get(s, V1 "/alarms", 200), "alarm"), alarm);
    snprintf(path, sizeof(path), V1 "/alarms/%llu/acknowledge", alarm);
    api_post(s, path, 200, "{\"user\":\"a\"}");
    api_post(s, path, 404, "{\"user\":\"a\"}");
}

static void close_floor(struct api_server *s)
{
    event(s, 200, "table_left", "");
    event(s, 409, "coin_in", "");
    api_get(s, V1 "/shifts/current", 200);
    api_post(s, V1 "/links/main/close", 200, "{\"user\":\"a\",\"text\":\"night\"}");
    api_post(s, V1 "/shifts/close", 200, "{\"user\":\"a\"}");
    api_post(s, V1 "/tables/t1/configure", 422,
             "{\"link\":\"main\",\"item\":\"x\",\"user\":\"a\",\"approver\":\"b\"}");
}

static void look_around(struct api_server *s)
{
    api_get(s, V1 "/floor", 200);
    api_get(s, V1 "/links", 200);
    api_get(s, V1 "/links/main", 200);
    api_get(s, V1 "/links/nowhere", 404);
    api_get(s, V1 "/log?limit=1000", 200);
    api_get(s, V1 "/log?kind=coin_in&table=t1&link=main&since=1&until=9000000000000&to=900", 200);
    api_get(s, V1 "/log?limit=1001", 422);
    api_get(s, V1 "/log?kind=nothing", 422);
    api_get(s, V1 "/log/1", 200);
    api_get(s, V1 "/log/1000000", 404);
    api_get(s, V1 "/links/main/history?points=20&since=1", 200);
    api_get(s, V1 "/links/nowhere/history", 404);
    api_get(s, V1 "/shifts", 200);
    api_get(s, V1 "/configuration", 200);
    api_get(s, V1 "/configuration/versions?limit=5&since=1&to=900&until=9000000000000", 200);
    api_get(s, V1 "/configuration/versions?subject=link%2Fmain", 200);
    api_get(s, V1 "/configuration/versions?limit=201", 422);
    api_get(s, V1 "/reports", 200);
    api_get(s, V1 "/reports/coin-in?link=main&since=1", 200);
    api_get(s, V1 "/reports/activity?format=csv&table=t1", 200);
    api_get(s, V1 "/reports/jackpots?format=text", 200);
    api_get(s, V1 "/reports/nothing", 404);
    api_get(s, V1 "/reports/coin-in?format=escpos", 422);
    api_get(s, "/healthz", 200);
    api_get(s, "/readyz", 200);
    api_get(s, "/metrics", 200);
    static const char *const reads[] = {"/floor",
                                        "/links",
                                        "/links/main",
                                        "/tables",
                                        "/claims",
                                        "/people",
                                        "/documents",
                                        "/thresholds",
                                        "/limits",
                                        "/disputes",
                                        "/alarms",
                                        "/stream",
                                        "/log",
                                        "/house",
                                        "/messages",
                                        "/faces/t1",
                                        "/patrons",
                                        "/notices",
                                        "/shifts/current",
                                        "/shifts",
                                        "/reports",
                                        "/configuration",
                                        "/configuration/versions",
                                        "/words"};
    for (unsigned i = 0; i < sizeof(reads) / sizeof(reads[0]); i++) {
        char path[128];
        snprintf(path, sizeof(path), V1 "%s?surprise=1", reads[i]);
        api_get(s, path, 422);
    }
    api_get(s, "/healthz?x", 422);
    api_get(s, "/readyz?x", 422);
    api_get(s, "/metrics?x", 422);
}

void api_story_run(struct api_server *s)
{
    configure(s);
    set_house(s);
    open_floor(s);
    pay(s, win(s));
    wait_for_the_first(s);
    cancel_and_rule(s);
    pit_work(s);
    quarrel(s);
    close_floor(s);
    look_around(s);
    api_story_math(s);
    api_story_people(s);
}
