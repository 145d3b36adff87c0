/* The papers of one payment: receipt, payout slip and derivation of the amount, on floors made with
 * real events. The figures are worked out from PTHA-2: 53 % of a coin to the meter and 15 % to the
 * reserve. */
#include "night.h"
#include "pages.h"

#include "reports/claim/claim_gather.h"
#include "reports/claim/claim_papers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

typedef int paper_fn(struct store *store, uint64_t number, struct paper **out, struct cr_err *err);

/* ---- Searching papers ---- */

static char *show(struct night *n, paper_fn *make, uint64_t number, enum paper_format format)
{
    struct paper *p = NULL;
    struct cr_err err = {0};
    char *data = NULL;
    size_t len;
    if (make(n->store, number, &p, &err) != CR_OK)
        fail_msg("%s", err.text);
    if (paper_render(p, format, &data, &len, &err) != CR_OK)
        fail_msg("%s", err.text);
    paper_free(p);
    return data;
}

/* The paper must contain every text of the list, which NULL ends. */
static void assert_shows(struct night *n, paper_fn *make, uint64_t number, enum paper_format format,
                         const char *const *expected)
{
    char *data = show(n, make, number, format);
    for (; *expected; expected++)
        if (!strstr(data, *expected))
            fail_msg("not there: %s\n%s", *expected, data);
    free(data);
}

#define SHOWS(n, make, number, format, ...)                                                        \
    assert_shows(n, make, number, format, (const char *const[]){__VA_ARGS__, NULL})

static void assert_lacks(struct night *n, paper_fn *make, uint64_t number, const char *words)
{
    char *data = show(n, make, number, PAPER_AS_JSON);
    if (strstr(data, words))
        fail_msg("there: %s\n%s", words, data);
    free(data);
}

static void assert_none(struct night *n, paper_fn *make, uint64_t number, const char *fault)
{
    struct paper *p = NULL;
    struct cr_err err = {0};
    assert_int_equal(make(n->store, number, &p, &err), CR_E_NOT_FOUND);
    assert_string_equal(err.text, fault);
    assert_null(p);
}

/* ---- The floor ---- */

static struct night *open_floor_with(const char *address, bool claim_lock, uint8_t policy)
{
    struct night *n = night_open(address);
    uint8_t hash[CR_HASH_BYTES];
    night_document(n, "ptha-2", NULL, hash);
    night_link(n, "main", hash, policy, claim_lock);
    night_open_link(n, "main", true);
    night_table(n, 0, "main");
    night_table(n, 1, "main");
    return n;
}

static struct night *open_floor(const char *address, bool claim_lock)
{
    return open_floor_with(address, claim_lock, LEDGER_ORDER);
}

static void correct_meter(struct night *n, int32_t units)
{
    night_open_link(n, "main", false);
    struct floor_event *e = night_begin(n, FLOOR_METER_CORRECTED);
    strcpy(e->link, "main");
    strcpy(e->from, "jackpot");
    strcpy(e->user, "Ann");
    strcpy(e->approver, "Ben");
    e->change = cr_money_from_units(units);
    memcpy(e->text, "reading", e->text_len = 7);
    night_ask(n);
    night_open_link(n, "main", true);
}

/* A claim for a royal flush: 10,000.00 and 53 % of three coins. */
static uint64_t play_royal(struct night *n)
{
    night_coin_in(n, 0, 0x52);
    return night_claim(n, 0, 5, CR_ROYAL_FLUSH);
}

/* ---- A royal flush, from the bet to the receipt ---- */

static void check_open_slip(struct night *n, uint64_t claim)
{
    SHOWS(n, paper_slip, claim, PAPER_AS_TEXT, "Payout Slip", "PGIC", "royal flush",
          "Amount to pay", "10,001.59", "Pay by                             cheques", "Payable",
          "NO", "a supervisor", "J-POT", "ID, kind and number", "Paid by (cage)");
    SHOWS(n, paper_slip, claim, PAPER_AS_JSON, "\"report\":\"slip\"", "\"amount\":\"10001.59\"",
          "\"payable\":\"NO\"", "\"name\":null", "\"table\":\"t1\"", "\"seat\":5", "\"round\":1");
    assert_none(n, paper_receipt, claim, "claim: 13 is not paid; only a paid claim has a receipt");
    assert_none(n, paper_derivation, claim,
                "claim: 13 is not paid; only a paid claim has a receipt");
}

static void check_receipt(struct night *n, uint64_t claim)
{
    SHOWS(n, paper_receipt, claim, PAPER_AS_JSON, "\"report\":\"receipt\"", "\"house\":\"PGIC\"",
          "\"amount\":\"10001.59\"", "\"method\":\"cheques\"", "\"from\":\"jackpot\"",
          "[\"Verified\",\"Cy\",17947368", "[\"Approved\",\"Ann\",17947368",
          "[\"Approved\",\"Ben\",17947368", "\"start\":\"10000.00\"", "\"contributed\":\"1.59\"",
          "\"coin_events\":1", "\"before\":\"10001.59\"", "\"after\":\"10000.45\"",
          "\"balances\":\"yes\"", "\"signatures\":[\"Patron\",\"Cage\",\"Games supervisor\"]");
}

static void the_papers_of_a_royal_flush(const char *address)
{
    struct night *n = open_floor(address, false);
    const uint64_t claim = play_royal(n);
    assert_int_equal(claim, 13);
    check_open_slip(n, claim);
    night_pay(n, 0, claim, CR_KEY_HIGH);
    check_receipt(n, claim);
    SHOWS(n, paper_receipt, claim, PAPER_AS_TEXT, "Not yet cleared at the manager.",
          "100% of the meter");
    SHOWS(n, paper_slip, claim, PAPER_AS_TEXT, "Amount paid", "still to be cleared");
    night_clear(n, claim);
    check_receipt(n, claim);
    SHOWS(n, paper_receipt, claim, PAPER_AS_TEXT, "\nCleared  ");
    SHOWS(n, paper_slip, claim, PAPER_AS_TEXT, "10,001.59", "Paid, and cleared at the manager.");
    SHOWS(n, paper_derivation, claim, PAPER_AS_JSON, "\"amount\":\"10001.59\"",
          "[\"Meter after its last reset\",", "[\"Contributions from coin-in\",null,1,\"1.59\"]",
          "\"total\":[\"Meter before the payment\",19,null,\"10001.59\"]",
          "[\"Paid off the meter\",19,\"-10001.59\"]",
          "[\"Seed, put in by the house\",null,\"10000.00\"]",
          "[\"Reserve moved in\",null,\"0.45\"]",
          "\"total\":[\"Meter after the payment\",19,\"10000.45\"]", "\"balances\":\"yes\"",
          "[13,17947368", "\"JACKPOT PAID\"");
    night_close(n);
}

static void a_royal_flush_in_memory(void **state)
{
    (void)state;
    the_papers_of_a_royal_flush("memory:");
}

static void a_royal_flush_in_sqlite(void **state)
{
    (void)state;
    static const char *const files[] = {"floor.db", "floor.db-wal", "floor.db-shm",
                                        "floor.db.lock"};
    char folder[] = "/tmp/croupier-claim-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "sqlite:%s/floor.db", folder);
    the_papers_of_a_royal_flush(path);
    for (unsigned i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        unlink(path);
    }
    assert_int_equal(rmdir(folder), 0);
}

/* ---- What happened to the meter since its last reset ---- */

/* REG-10: the derivation shows earlier payments, a correction and coins of another table. */
static void a_share_of_a_meter_with_a_history(void **state)
{
    (void)state;
    struct night *n = open_floor("memory:", false);
    uint64_t claim = play_royal(n);
    const uint64_t reset = night_pay(n, 0, claim, CR_KEY_HIGH);
    night_game_over(n, 0);
    night_coin_in(n, 1, 0x03); /* the meter has 10,000.45 and gets 1.06 */
    claim = night_claim(n, 1, 1, CR_FLUSH);
    night_pay(n, 1, claim, CR_KEY_LOW); /* takes 50.00 from it */
    SHOWS(n, paper_receipt, claim, PAPER_AS_TEXT, "a fixed amount off the meter", "50.00",
          "needs no clearing");
    night_game_over(n, 1);
    correct_meter(n, 100);
    night_coin_in(n, 0, 0x04); /* the meter has 10,051.51 and gets 0.53 */
    claim = night_claim(n, 0, 3, CR_STRAIGHT_FLUSH);
    night_pay(n, 0, claim, CR_KEY_HIGH);
    char start[64];
    snprintf(start, sizeof start, "[\"Meter after its last reset\",%llu,null,\"10000.45\"]",
             (unsigned long long)reset);
    SHOWS(n, paper_derivation, claim, PAPER_AS_JSON, start,
          "[\"Contributions from coin-in\",null,2,\"1.59\"]",
          "[\"Other awards off the meter\",null,1,\"-50.00\"]",
          "[\"Corrections, transfers and other changes\",null,null,\"100.00\"]",
          "null,\"10052.04\"]", "\"amount\":\"1005.20\"", ",\"-1005.20\"]", ",\"9046.84\"]",
          "10% of the meter", "\"balances\":\"yes\"");
    night_close(n);
}

/* The progressive "cn" with its meters in another order, and one more. */
static const char *const other_order =
    "progressive: other\ntitle: Other\nhouse: Test\nbet: 1\nhouse_share: 70%\nmeters:\n"
    "  minor: {share: 6%, reserve: 0%, seed: 20, limit: none}\n"
    "  extra: {share: 5%, reserve: 0%, seed: 25, limit: none}\n"
    "  major: {share: 5%, reserve: 0%, seed: 40, limit: none}\n"
    "  mega: {share: 14%, reserve: 0%, seed: 30, limit: none}\n"
    "awards:\n"
    "  royal flush: {pays: 100%, from: mega, key: high, envy: none}\n"
    "  straight flush: {pays: 100%, from: major, key: high, envy: none}\n"
    "  four of a kind: {pays: 100%, from: minor, key: high, envy: none}\n"
    "  full house: {pays: 100%, from: extra, key: high, envy: none}\n";

/* REG-14: the meter on the link that a transfer goes to may stand in another place there. */
static void a_meter_that_arrived_in_another_place(void **state)
{
    (void)state;
    uint8_t hash[CR_HASH_BYTES];
    char start[96];
    struct night *n = night_open("memory:");
    night_document(n, "cn", NULL, hash);
    night_link(n, "old", hash, LEDGER_ORDER, false);
    night_document(n, NULL, other_order, hash);
    night_link(n, "main", hash, LEDGER_ORDER, false);
    struct floor_event *e = night_begin(n, FLOOR_LINK_TRANSFERRED);
    strcpy(e->link, "old");
    strcpy(e->to_link, "main");
    strcpy(e->user, "Ann");
    strcpy(e->approver, "Ben");
    memcpy(e->text, "moved", e->text_len = 5);
    const uint64_t moved = night_ask(n);
    night_open_link(n, "main", true);
    night_table(n, 0, "main");
    const uint64_t claim = play_royal(n);
    night_pay(n, 0, claim, CR_KEY_HIGH);
    snprintf(start, sizeof start, "[\"Meter after its last reset\",%llu,null,\"10030.00\"]",
             (unsigned long long)moved);
    SHOWS(n, paper_derivation, claim, PAPER_AS_JSON, start, "\"balances\":\"yes\"");
    night_close(n);
}

/* REG-11: with a claim lock the amount is taken when the claim is made. */
static void a_claim_lock(void **state)
{
    (void)state;
    struct night *n = open_floor("memory:", true);
    const uint64_t claim = play_royal(n);
    night_round(n, 1, 0x7f); /* these coins come too late to count */
    night_pay(n, 0, claim, CR_KEY_HIGH);
    char taken[96];
    snprintf(taken, sizeof taken, "\"total\":[\"Meter before the payment\",%llu,null,\"10001.59\"]",
             (unsigned long long)claim);
    SHOWS(n, paper_derivation, claim, PAPER_AS_JSON, taken, ",\"10000.45\"]",
          "\"balances\":\"yes\"");
    SHOWS(n, paper_slip, claim, PAPER_AS_JSON, "\"amount\":\"10001.59\"");
    night_close(n);
}

/* Takes a claim through all steps before its payment. */
static void confirm(struct night *n, uint64_t claim)
{
    static const char *const approvers[] = {"Ann", "Ben"};
    struct floor_event *e = night_begin(n, FLOOR_CLAIM_VERIFIED);
    e->claim = claim;
    e->items = 0x7f;
    strcpy(e->user, "Cy");
    strcpy(e->reference, "CAM 12, 18:35:07");
    night_ask(n);
    for (unsigned i = 0; i < 2; i++) {
        e = night_begin(n, FLOOR_CLAIM_APPROVED);
        e->claim = claim;
        strcpy(e->user, approvers[i]);
        night_ask(n);
    }
}

static void pay(struct night *n, unsigned table, uint64_t claim)
{
    struct floor_event *e = night_begin_at(n, FLOOR_KEY_TURNED, table);
    e->key = CR_KEY_HIGH;
    e->position = FLOOR_KEY_JPH;
    strcpy(e->user, "Ann");
    night_ask(n);
    night_begin_at(n, FLOOR_CLAIM_PAID, table)->claim = claim;
    night_ask(n);
}

/* REG-11: two royal flushes at once share the meter; one ruling takes both amounts from it. */
static void a_shared_win(void **state)
{
    (void)state;
    struct night *n = open_floor_with("memory:", false, LEDGER_SPLIT);
    const uint64_t first = play_royal(n);
    night_coin_in(n, 1, 0x01); /* 10,002.12 */
    const uint64_t second = night_claim(n, 1, 1, CR_ROYAL_FLUSH);
    struct floor_event *e = night_begin(n, FLOOR_ORDER_RULED);
    strcpy(e->link, "main");
    strcpy(e->user, "Cy");
    strcpy(e->approver, "Ann");
    memcpy(e->text, "tape", e->text_len = 4);
    e->order[0] = first;
    e->order[1] = second;
    e->order_count = 2;
    night_ask(n);
    confirm(n, first);
    confirm(n, second);
    pay(n, 0, first);
    pay(n, 1, second);
    SHOWS(n, paper_derivation, first, PAPER_AS_JSON, "\"amount\":\"5001.06\"", "null,\"10002.12\"]",
          ",\"-5001.06\"]", "[\"Seed, put in by the house\",null,\"10000.00\"]",
          "[\"Other claims of the ruling, and the reserve\",null,\"-5000.46\"]", ",\"10000.60\"]",
          "\"balances\":\"yes\"", "\"order ruled\"");
    SHOWS(n, paper_derivation, second, PAPER_AS_JSON, "\"amount\":\"5001.06\"", ",\"10000.60\"]",
          "\"balances\":\"yes\"");
    SHOWS(n, paper_receipt, second, PAPER_AS_TEXT, "Order ruled  ", "Cy and Ann", "5,001.06",
          "Surveillance", "CAM 12, 18:35:07");
    SHOWS(n, paper_slip, second, PAPER_AS_JSON, "\"surveillance\":\"CAM 12, 18:35:07\"");
    night_close(n);
}

/* ---- Papers without a claim ---- */

static void an_award_from_the_tray(void **state)
{
    (void)state;
    struct night *n = open_floor("memory:", false);
    night_coin_in(n, 0, 0x40);
    struct floor_event *e = night_begin_at(n, FLOOR_AWARD_PAID, 0);
    e->seat = 7;
    e->award = 1 + CR_STRAIGHT;
    const uint64_t award = night_ask(n);
    SHOWS(n, paper_derivation, award, PAPER_AS_JSON, "\"hand\":\"straight\"",
          "\"amount\":\"10.00\"", "from the table's tray", "\"award paid\"");
    assert_none(n, paper_receipt, award, "claim: there is no claim of that number");
    char fault[96];
    snprintf(fault, sizeof fault,
             "claim: %llu was paid at the table; there is nothing to pay at the cage",
             (unsigned long long)award);
    assert_none(n, paper_slip, award, fault);
    night_close(n);
}

static void no_such_claim(void **state)
{
    (void)state;
    struct night *n = open_floor("memory:", false);
    static const uint64_t numbers[] = {0, 1, 5, 100000, UINT64_C(1) << 62};
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        assert_none(n, paper_receipt, numbers[i], "claim: there is no claim of that number");
        assert_none(n, paper_slip, numbers[i], "claim: there is no claim of that number");
        assert_none(n, paper_derivation, numbers[i], "claim: there is no claim of that number");
    }
    night_close(n);
}

static void a_cancelled_claim(void **state)
{
    (void)state;
    struct night *n = open_floor("memory:", false);
    const uint64_t claim = play_royal(n);
    struct floor_event *e = night_begin(n, FLOOR_CLAIM_CANCELLED);
    e->claim = claim;
    strcpy(e->user, "Ann");
    memcpy(e->text, "misread", e->text_len = 7);
    night_ask(n);
    assert_none(n, paper_slip, claim,
                "claim: 13 was cancelled; there is nothing to pay at the cage");
    assert_none(n, paper_receipt, claim,
                "claim: 13 was cancelled; only a paid claim has a receipt");
    night_close(n);
}

/* ---- UTH-17: compliance steps ---- */

static void ask_of_claim(struct night *n, unsigned kind, uint64_t claim, const char *item)
{
    struct floor_event *e = night_begin(n, kind);
    e->claim = claim;
    strcpy(e->user, "Cy");
    strcpy(e->item, item);
    night_ask(n);
}

/* Opens a floor whose table t1 has these house rules; cash above 10,000 must be reported. */
static struct night *open_ruled_floor(const char *on, const char *by)
{
    struct night *n = night_open("memory:");
    uint8_t progressive[CR_HASH_BYTES];
    night_document(n, on, NULL, progressive);
    night_link(n, "uth", progressive, 0, false);
    night_open_link(n, "uth", true);
    struct floor_event *e = night_begin(n, FLOOR_THRESHOLD_SET);
    strcpy(e->item, "cash report");
    e->amount = cr_money_from_units(10000);
    e->effective_ms = n->now_ms + 2000;
    strcpy(e->user, "Ann");
    strcpy(e->approver, "Ben");
    night_ask(n);
    night_ruled_table(n, 0, "uth", by);
    return n;
}

static void compliance_envy_and_method(void **state)
{
    (void)state;
    struct night *n = open_ruled_floor("cn", "uth-cn");
    night_coin_in(n, 0, 0x12);
    struct floor_event *e = night_begin_at(n, FLOOR_CLAIM_MADE, 0);
    e->seat = 2;
    e->award = 1 + CR_ROYAL_FLUSH;
    e->live = 0x10;
    const uint64_t claim = night_ask(n);
    SHOWS(n, paper_slip, claim, PAPER_AS_JSON, "\"cards\":\"not keyed in\"");
    SHOWS(n, paper_slip, claim, PAPER_AS_JSON, "\"amount\":\"10000.28\"",
          "Title 31, OFAC, patron record", "checklist: hand, lights",
          "\"cash_report\":\"required (above $10,000.00)\"");
    ask_of_claim(n, FLOOR_CLAIM_COMPLIED, claim, "title 31");
    ask_of_claim(n, FLOOR_CLAIM_COMPLIED, claim, "ofac");
    e = night_begin(n, FLOOR_CLAIM_COMPLIED);
    e->claim = claim;
    strcpy(e->item, "patron record");
    strcpy(e->patron, "Pat Lake");
    strcpy(e->user, "Cy");
    night_ask(n);
    SHOWS(n, paper_slip, claim, PAPER_AS_JSON, "\"name\":\"Pat Lake\"");
    night_pay(n, 0, claim, CR_KEY_HIGH);
    SHOWS(n, paper_receipt, claim, PAPER_AS_JSON, "[\"Compliance: Title 31\",\"Cy\",",
          "[\"Compliance: OFAC\",\"Cy\",", "\"envy\":\"1000.00\"", "[5,\"1000.00\"]",
          "\"from\":\"mega\"", "\"house\":\"Chickasaw Nation Department of Commerce\"");
    SHOWS(n, paper_derivation, claim, PAPER_AS_JSON, ": Title 31\"", ": OFAC\"", ": hand, lights, ",
          ", reseeded $10,000.00, envy $1,000.00 to 5\"");
    night_close(n);
}

/* The cards must be in the paper as text and, page by page, as PDF. */
static void assert_has_cards(struct night *n, paper_fn *make, uint64_t number, const char *cards)
{
    struct paper *p = NULL;
    struct cr_err err = {0};
    size_t len;
    SHOWS(n, make, number, PAPER_AS_TEXT, "Cards", cards);
    assert_int_equal(make(n->store, number, &p, &err), CR_OK);
    char *pdf = pages_render(p, &len), *text = pages_text(pdf, len);
    assert_int_equal(pages_find(text, cards), 1);
    free(text);
    free(pdf);
    paper_free(p);
}

/* If the table knows the hand or its dealer has keyed it in, the slip shows it from the claim on.
 * Cards that are keyed in later, at the verification, replace it. */
static void the_hand_stands_on_the_slip(void **state)
{
    (void)state;
    struct night *n = open_ruled_floor("cn", "uth-cn");
    night_coin_in(n, 0, 0x12);
    struct floor_event *e = night_begin_at(n, FLOOR_CLAIM_MADE, 0);
    e->seat = 2;
    e->award = 1 + CR_ROYAL_FLUSH;
    strcpy(e->text, "As Ks Qs Js Ts");
    e->text_len = 14;
    const uint64_t claim = night_ask(n);
    SHOWS(n, paper_slip, claim, PAPER_AS_JSON, "\"cards\":\"As Ks Qs Js Ts\"");
    assert_has_cards(n, paper_slip, claim, "As Ks Qs Js Ts");
    e = night_begin(n, FLOOR_CLAIM_VERIFIED);
    e->claim = claim;
    e->items = 0x7f;
    strcpy(e->user, "Cy");
    strcpy(e->text, "Ts Js Qs Ks As");
    e->text_len = 14;
    night_ask(n);
    SHOWS(n, paper_slip, claim, PAPER_AS_JSON, "\"cards\":\"Ts Js Qs Ks As\"");
    assert_has_cards(n, paper_slip, claim, "Ts Js Qs Ks As");
    night_close(n);
}

/* If nobody keys the cards in again, the receipt shows those that came with the claim. */
static void the_hand_stands_on_the_receipt(void **state)
{
    (void)state;
    struct night *n = open_floor("memory:", false);
    night_coin_in(n, 0, 0x52);
    struct floor_event *e = night_begin_at(n, FLOOR_CLAIM_MADE, 0);
    e->seat = 5;
    e->award = 1 + CR_ROYAL_FLUSH;
    strcpy(e->text, "As Ks Qs Js Ts");
    e->text_len = 14;
    const uint64_t claim = night_ask(n);
    night_pay(n, 0, claim, CR_KEY_HIGH);
    assert_has_cards(n, paper_slip, claim, "As Ks Qs Js Ts");
    assert_has_cards(n, paper_receipt, claim, "As Ks Qs Js Ts");
    night_close(n);
}

/* A jackpot that is paid days later, and cleared days after that, on a floor that plays on, has its
 * papers all the same. */
static void a_late_payment(void **state)
{
    (void)state;
    struct night *n = open_floor("memory:", false);
    const uint64_t claim = play_royal(n);
    for (unsigned i = 0; i < 100100; i++)
        night_round(n, 1, 1);
    assert_none(n, paper_receipt, claim, "claim: 13 is not paid; only a paid claim has a receipt");
    night_pay(n, 0, claim, CR_KEY_HIGH);
    for (unsigned i = 0; i < 100100; i++)
        night_round(n, 1, 1);
    SHOWS(n, paper_receipt, claim, PAPER_AS_TEXT, "Amount paid", "Not yet cleared at the manager.");
    night_clear(n, claim);
    SHOWS(n, paper_receipt, claim, PAPER_AS_TEXT, "Amount paid", "\nCleared  ");
    SHOWS(n, paper_slip, claim, PAPER_AS_TEXT, "Paid, and cleared at the manager.");
    night_close(n);
}

/* ---- After the payment ---- */

static void look_at_deck(struct night *n, uint64_t claim, uint8_t items)
{
    struct floor_event *e = night_begin(n, FLOOR_CLAIM_VERIFIED);
    e->claim = claim;
    e->items = items;
    strcpy(e->user, "Cy");
    night_ask(n);
}

/* PIT-11: the deck is checked before the payment and counted down after it; the receipt has a name
 * of its own for each. */
static void the_deck_before_and_after(void **state)
{
    (void)state;
    struct night *n = open_ruled_floor("ptha-2", "pg-flush");
    night_coin_in(n, 0, 0x08);
    const uint64_t claim = night_claim(n, 0, 4, CR_ROYAL_FLUSH);
    night_pay(n, 0, claim, CR_KEY_HIGH);
    assert_lacks(n, paper_receipt, claim, "Deck");
    look_at_deck(n, claim, 1u << CLAIM_DECK | 1u << CLAIM_REPLACED);
    SHOWS(n, paper_receipt, claim, PAPER_AS_JSON, "Deck counted down, replaced");
    night_close(n);
}

/* TAB-11, PIT-11: a low jackpot is never cleared. Until its deck is counted down it is pending on
 * the floor, but no paper says that it waits for a clearing. */
static void a_low_jackpot_waits_for_no_clearing(void **state)
{
    (void)state;
    struct night *n = open_ruled_floor("ptha-2", "pg-flush");
    night_coin_in(n, 0, 0x08);
    const uint64_t claim = night_claim(n, 0, 4, CR_FOUR_OF_A_KIND);
    night_pay(n, 0, claim, CR_KEY_LOW);
    SHOWS(n, paper_receipt, claim, PAPER_AS_JSON, "500.00", "needs no clearing at the manager");
    SHOWS(n, paper_slip, claim, PAPER_AS_JSON, "Paid; it needs no clearing at the manager.",
          "Count down the complete deck.");
    assert_lacks(n, paper_receipt, claim, "Not yet cleared");
    assert_lacks(n, paper_slip, claim, "still to be cleared");
    look_at_deck(n, claim, 1u << CLAIM_DECK);
    SHOWS(n, paper_slip, claim, PAPER_AS_TEXT, "Paid; nothing is left to do.");
    night_close(n);
}

/* ---- REG-16, PIT-14: a patron's cash on one day ---- */

static void buy_in(struct night *n, int32_t units)
{
    struct floor_event *e = night_begin_at(n, FLOOR_BUY_IN, 0);
    e->seat = 4;
    e->amount = cr_money_from_units(units);
    strcpy(e->item, "cash");
    strcpy(e->patron, "Lake");
    night_ask(n);
}

/* The patron Lake wins a jackpot of 500.00; everything up to the payment by this method is done. */
static uint64_t lake_wins(struct night *n, unsigned method)
{
    night_coin_in(n, 0, 0x08);
    const uint64_t claim = night_claim(n, 0, 4, CR_FOUR_OF_A_KIND);
    struct floor_event *e = night_begin(n, FLOOR_CLAIM_COMPLIED);
    e->claim = claim;
    strcpy(e->item, "title 31");
    strcpy(e->patron, "Lake");
    strcpy(e->user, "Cy");
    night_ask(n);
    e = night_begin(n, FLOOR_CLAIM_METHOD_CHOSEN);
    e->claim = claim;
    e->method = (uint8_t)method;
    strcpy(e->user, "Cy");
    night_ask(n);
    return claim;
}

static struct night *open_cash_floor(void)
{
    struct night *n = open_ruled_floor("ptha-2", "pg-flush");
    struct floor_event *e = night_begin(n, FLOOR_HOUSE_SET);
    strcpy(e->item, "compliance");
    memcpy(e->text, "title 31", e->text_len = 8);
    strcpy(e->user, "Ann");
    strcpy(e->approver, "Ben");
    night_ask(n);
    return n;
}

#define REPORT_REQUIRED "\"cash_report\":\"required (above $10,000.00)\""
#define REPORT_NOT      "\"cash_report\":\"not required (above $10,000.00)\""

static void the_slip_counts_the_cash_of_the_day(void **state)
{
    (void)state;
    struct night *n = open_cash_floor();
    buy_in(n, 9500);
    uint64_t claim = lake_wins(n, CLAIM_CHEQUES);
    SHOWS(n, paper_slip, claim, PAPER_AS_JSON, REPORT_NOT); /* 10,000.00 is not more than 10,000 */
    buy_in(n, 400);
    SHOWS(n, paper_slip, claim, PAPER_AS_JSON, REPORT_REQUIRED);
    night_pay(n, 0, claim, CR_KEY_LOW);
    SHOWS(n, paper_slip, claim, PAPER_AS_JSON, REPORT_REQUIRED);
    /* On the next day the floor no longer knows this day's cash, and the slip says so. */
    night_game_over(n, 0);
    n->now_ms += INT64_C(86400000);
    buy_in(n, 1);
    SHOWS(n, paper_slip, claim, PAPER_AS_JSON,
          "\"cash_report\":\"by the patron's cash of that day (above $10,000.00)\"");
    /* The next jackpot is in the following day's cash: 501.00 in all. */
    claim = lake_wins(n, CLAIM_CHEQUES);
    SHOWS(n, paper_slip, claim, PAPER_AS_JSON, REPORT_NOT);
    night_close(n);
}

static void a_check_is_no_cash(void **state)
{
    (void)state;
    struct night *n = open_cash_floor();
    buy_in(n, 9900);
    const uint64_t claim = lake_wins(n, CLAIM_CHECK);
    SHOWS(n, paper_slip, claim, PAPER_AS_JSON, REPORT_NOT);
    buy_in(n, 101); /* more than 10,000 without the jackpot */
    SHOWS(n, paper_slip, claim, PAPER_AS_JSON, REPORT_REQUIRED);
    night_close(n);
}

/* ---- PIT-1, TAB-10: rulings on the order of wins ---- */

/* The receipt names both people who made the ruling; until both have, no slip says that the claim
 * may be paid. */
static void a_ruling_names_both(void **state)
{
    (void)state;
    struct night *n = open_floor("memory:", false);
    const uint64_t claim = play_royal(n);
    confirm(n, claim);
    SHOWS(n, paper_slip, claim, PAPER_AS_JSON, "\"payable\":\"yes\"");
    struct floor_event *e = night_begin(n, FLOOR_CLAIM_HELD);
    e->claim = claim;
    memcpy(e->text, "power", e->text_len = 5);
    night_ask(n);
    SHOWS(n, paper_slip, claim, PAPER_AS_JSON, "\"payable\":\"NO\"",
          "two people rule pay or void first");
    e = night_begin(n, FLOOR_CLAIM_RULED);
    e->claim = claim;
    strcpy(e->item, "pay");
    memcpy(e->text, "tape", e->text_len = 4);
    strcpy(e->user, "Cy");
    strcpy(e->approver, "Ben");
    night_ask(n);
    pay(n, 0, claim);
    SHOWS(n, paper_receipt, claim, PAPER_AS_JSON, "[\"Ruled: pay\",\"Cy and Ben\",");
    night_close(n);
}

/* TAB-10: while two wins wait for a ruling on their order, neither may be paid. */
static void a_slip_waits_for_the_order(void **state)
{
    (void)state;
    struct night *n = open_floor("memory:", false);
    const uint64_t claim = play_royal(n);
    night_coin_in(n, 1, 0x01);
    night_claim(n, 1, 1, CR_ROYAL_FLUSH);
    confirm(n, claim);
    SHOWS(n, paper_slip, claim, PAPER_AS_JSON, "\"payable\":\"NO\"",
          "surveillance's order is recorded first");
    night_close(n);
}

/* ---- Forms of the papers ---- */

/* All forms of one paper have the same facts, and each form is the same every time. */
static void the_forms_agree(void **state)
{
    (void)state;
    static paper_fn *const makers[] = {paper_receipt, paper_slip, paper_derivation};
    struct night *n = open_floor("memory:", false);
    const uint64_t claim = play_royal(n);
    night_pay(n, 0, claim, CR_KEY_HIGH);
    for (unsigned i = 0; i < 3; i++) {
        struct paper *a = NULL, *b = NULL;
        struct cr_err err = {0};
        size_t a_len, b_len;
        assert_int_equal(makers[i](n->store, claim, &a, &err), CR_OK);
        assert_int_equal(makers[i](n->store, claim, &b, &err), CR_OK);
        char *first = pages_render(a, &a_len), *second = pages_render(b, &b_len);
        assert_int_equal(a_len, b_len);
        assert_memory_equal(first, second, a_len);
        char *text = pages_text(first, a_len);
        assert_non_null(strstr(text, "10,001.59"));
        assert_non_null(strstr(text, "royal flush"));
        free(text);
        free(first);
        free(second);
        paper_free(a);
        paper_free(b);
    }
    SHOWS(n, paper_receipt, claim, PAPER_AS_ESCPOS, "\x1b@");
    night_close(n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_royal_flush_in_memory),
        cmocka_unit_test(a_royal_flush_in_sqlite),
        cmocka_unit_test(a_share_of_a_meter_with_a_history),
        cmocka_unit_test(a_meter_that_arrived_in_another_place),
        cmocka_unit_test(a_claim_lock),
        cmocka_unit_test(a_late_payment),
        cmocka_unit_test(a_shared_win),
        cmocka_unit_test(an_award_from_the_tray),
        cmocka_unit_test(no_such_claim),
        cmocka_unit_test(a_cancelled_claim),
        cmocka_unit_test(compliance_envy_and_method),
        cmocka_unit_test(the_hand_stands_on_the_slip),
        cmocka_unit_test(the_hand_stands_on_the_receipt),
        cmocka_unit_test(the_deck_before_and_after),
        cmocka_unit_test(a_low_jackpot_waits_for_no_clearing),
        cmocka_unit_test(the_slip_counts_the_cash_of_the_day),
        cmocka_unit_test(a_check_is_no_cash),
        cmocka_unit_test(a_ruling_names_both),
        cmocka_unit_test(a_slip_waits_for_the_order),
        cmocka_unit_test(the_forms_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
