/* A person deals at the console's screen, with real processes: whole rounds by presses, an award
 * that the pit verifies, a manager that is lost and comes back, the table killed at each step. */
#include "table/venue.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char desk[VENUE_URL]; /* the console's address */
static pid_t manager, table;

/* Every round has an award: the first is four of a kind, from the minor meter by key 009. */
static void start_table(const char *name)
{
    char memory[64];
    snprintf(memory, sizeof(memory), "{}/%s", name);
    table =
        venue_start("table", (const char *const[]){"table", name, "--manager", venue_manager(),
                                                   "--state", memory, "--players", "3", "--dealer",
                                                   "--seed", "11", "--award-every", "1", "--listen",
                                                   "127.0.0.1:0", "--key-user", "Dealer 1", NULL});
    venue_address("table", "console: ", desk);
}

static void press(const char *body)
{
    venue_press(desk, 200, body);
}

static unsigned number_at(const char *path)
{
    return (unsigned)strtoul(venue_at(path), NULL, 10);
}

static void begin_round(void)
{
    venue_state(desk, "next", "Bets are open. Say \"No more bets\", press Start Game, deal.");
    assert_string_equal(venue_at("dealing"), "dealt");
    assert_string_equal(venue_at("deal.phase"), "betting");
    assert_string_equal(venue_at("in_round"), "false");
    press("{\"press\":\"start\"}");
    venue_state(desk, "mode", "coin in");
    assert_string_equal(venue_at("deal.phase"), "dealing");
}

static void deal_all(void)
{
    unsigned decisions = 0;
    do {
        press("{\"press\":\"deal\"}");
        assert_true(++decisions < 40);
        if (strcmp(venue_at("deal.phase"), "settled") != 0) {
            /* the dealer's cards are hidden until the round is settled */
            assert_int_equal(venue_count("deal.dealer.cards"), 0);
            assert_string_equal(venue_at("deal.announcement"), "null");
        }
    } while (strcmp(venue_at("deal.phase"), "settled") != 0);
    assert_int_equal(venue_count("deal.dealer.cards"), 2);
    assert_int_equal(venue_count("deal.board"), 5);
}

/* Copies a member of the payment step that is due. */
static void step_text(const char *member, char *out, size_t size)
{
    char path[64];
    snprintf(path, sizeof(path), "deal.steps.%u.%s", number_at("deal.at"), member);
    snprintf(out, size, "%s", venue_at(path));
}

/* Confirms steps until the one with the award is due; returns the award's seat. */
static unsigned pay_up_to_award(void)
{
    char award[64], seat[8], body[64];
    for (;;) {
        step_text("award.award", award, sizeof(award));
        step_text("seat", seat, sizeof(seat));
        if (award[0] != '\0')
            return (unsigned)strtoul(seat, NULL, 10);
        const unsigned at = number_at("deal.at");
        snprintf(body, sizeof(body), "{\"press\":\"paid\",\"at\":%u}", at);
        press(body);
        assert_int_equal(number_at("deal.at"), at + 1);
        /* a second press of the same step does nothing */
        venue_refused(desk, body, "look again");
        /* a page that is loaded anew is at the same step */
        assert_int_equal(venue_call(desk, "GET", VENUE_CONSOLE, NULL), 200);
        assert_int_equal(number_at("deal.at"), at + 1);
    }
}

static void claim_award(unsigned seat)
{
    char body[96], path[48];
    snprintf(body, sizeof(body), "{\"press\":\"award\",\"seat\":%u,\"award\":\"royal flush\"}",
             seat);
    venue_refused(desk, body, "has no royal flush");
    venue_refused(desk, "{\"press\":\"paid\"}", "press that award's button first");
    snprintf(body, sizeof(body), "{\"press\":\"award\",\"seat\":%u,\"award\":\"four of a kind\"}",
             seat);
    press(body);
    snprintf(path, sizeof(path), "seats.%u.claim.state", seat - 1);
    venue_state(desk, path, "pending");
    assert_string_equal(venue_at("awards.2.award"), "four of a kind");
    assert_string_equal(venue_at("awards.2.led"), "true");
}

static void pay_rest(void)
{
    while (number_at("deal.at") < venue_count("deal.steps"))
        press("{\"press\":\"paid\"}");
}

/* Does what the pit does for a claim, by requests to the manager. */
static void approve(unsigned long claim)
{
    static const struct {
        const char *verb, *body;
    } steps[] = {{"verify", "{\"items\":[\"hand\",\"leds\",\"shuffle\",\"wager\",\"sequence\","
                            "\"meter\",\"deck\"],\"user\":\"Manager One\"}"},
                 {"approve", "{\"user\":\"Manager Two\"}"},
                 {"approve", "{\"user\":\"Supervisor\"}"},
                 {"comply", "{\"item\":\"title 31\",\"user\":\"Cage\"}"},
                 {"comply", "{\"item\":\"ofac\",\"user\":\"Cage\"}"},
                 {"comply", "{\"item\":\"patron record\",\"user\":\"Cage\"}"}};
    for (unsigned i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
        char path[64];
        snprintf(path, sizeof(path), "/api/v1/claims/%lu/%s", claim, steps[i].verb);
        if (venue_call(venue_manager(), "POST", path, steps[i].body) != 200)
            fail_msg("%s: %s", path, venue_at("detail"));
    }
}

static void turn_key(void)
{
    venue_refused(desk, "{\"press\":\"jpot\"}", "turn the key first");
    press("{\"press\":\"key\",\"key\":9,\"user\":\"Supervisor\"}");
    assert_string_equal(venue_at("key.user"), "Supervisor");
    venue_refused(desk, "{\"press\":\"turn\",\"position\":\"JPL\"}", "key 009 does not turn");
    press("{\"press\":\"turn\",\"position\":\"JPH\"}");
}

static void put_key_away(void)
{
    venue_refused(desk, "{\"press\":\"remove key\"}", "turn the key back to R first");
    press("{\"press\":\"turn\",\"position\":\"R\"}");
    venue_state(desk, "next",
                "Seat 2 is paid. Count down the complete deck. Remove key 009. Then GAME OVER.");
    press("{\"press\":\"remove key\"}");
    venue_state(desk, "next", "Seat 2 is paid. Count down the complete deck. Then GAME OVER.");
    assert_string_equal(venue_at("key.in"), "null");
    assert_string_equal(venue_at("key.user"), "null");
}

/* The log must name the person who turned the key, not the dealer, and the console's address. */
static void check_log(const char *name)
{
    char path[96];
    snprintf(path, sizeof(path), "/api/v1/log?kind=key_turned&table=%s", name);
    assert_int_equal(venue_call(venue_manager(), "GET", path, NULL), 200);
    assert_true(venue_count("events") >= 2);
    assert_string_equal(venue_at("events.0.user"), "Supervisor");
    assert_string_equal(venue_at("events.1.user"), "Supervisor");
    assert_string_equal(venue_at("events.1.position"), "R");
    snprintf(path, sizeof(path), "/api/v1/log?kind=table_joined&table=%s", name);
    assert_int_equal(venue_call(venue_manager(), "GET", path, NULL), 200);
    assert_string_equal(venue_at("events.0.item"), desk);
}

static void deals_a_round_with_an_award(void **state)
{
    char path[64], number[24], late[64];
    (void)state;
    start_table("uth-1");
    venue_state(desk, "mode", "betting");
    venue_refused(desk, "{\"press\":\"deal\"}", "");
    begin_round();
    snprintf(late, sizeof(late), "{\"press\":\"game over\",\"round\":%u}", number_at("round"));
    venue_refused(desk, late, "the cards are not all out");
    deal_all();
    venue_refused(desk, late, "is not settled yet: 0 of 3 steps are done");
    venue_refused(desk, "{\"press\":\"back\"}", "no step has been confirmed");
    assert_int_equal(venue_call(desk, "GET", VENUE_CONSOLE, NULL), 200);
    const unsigned seat = pay_up_to_award();
    claim_award(seat);
    pay_rest();
    venue_refused(desk, late, "a jackpot is pending");
    assert_int_equal(venue_call(desk, "GET", VENUE_CONSOLE, NULL), 200);
    snprintf(path, sizeof(path), "seats.%u.claim.claim", seat - 1);
    const unsigned long claim = strtoul(venue_at(path), NULL, 10);
    /* the desk sees the cards as they were dealt, before anybody has confirmed anything */
    snprintf(number, sizeof(number), "/api/v1/claims/%lu", claim);
    assert_int_equal(venue_call(venue_manager(), "GET", number, NULL), 200);
    assert_int_equal(strlen(venue_at("cards")), strlen("8c 8d 8h 8s Ac"));
    turn_key();
    /* PIT-10: the console says what has to happen next */
    assert_string_equal(venue_at("jpot.flashes"), "false");
    assert_non_null(
        strstr(venue_at("next"), "wait for the desk: a supervisor confirms the checklist; "));
    venue_refused(desk, "{\"press\":\"jpot\"}", " cannot be paid yet: a supervisor confirms");
    approve(claim);
    venue_state(desk, "jpot.flashes", "true");
    assert_non_null(strstr(venue_at("next"), "hold J-POT to pay it"));
    press("{\"press\":\"jpot\"}");
    snprintf(path, sizeof(path), "seats.%u.claim.state", seat - 1);
    venue_state(desk, path, "paid");
    assert_string_equal(venue_at("refused"), "null");
    venue_state(desk, "hit.award", "four of a kind");
    char amount[32];
    snprintf(amount, sizeof(amount), "%s", venue_at("hit.amount"));
    snprintf(number, sizeof(number), "/api/v1/claims/%lu", claim);
    assert_int_equal(venue_call(venue_manager(), "GET", number, NULL), 200);
    assert_string_equal(venue_at("amount"), amount);
    assert_string_equal(venue_at("table"), "uth-1");
    /* the console must show the same amount */
    assert_int_equal(venue_call(desk, "GET", VENUE_CONSOLE, NULL), 200);
    snprintf(path, sizeof(path), "seats.%u.claim.amount", seat - 1);
    assert_string_equal(venue_at(path), amount);
    put_key_away();
    venue_refused(desk, "{\"press\":\"back\"}", "");
    press(late);
    begin_round();
    venue_refused(desk, late, "the round is over");
    check_log("uth-1");
    venue_end(table, SIGTERM);
}

static void at_the_manager(const char *path, const char *body)
{
    assert_int_equal(venue_call(venue_manager(), "POST", path, body), 200);
}

/* Between rounds a table that takes part in a link deals nothing while the link is closed, and says
 * so. */
static void deals_nothing_while_its_link_is_closed(void **state)
{
    (void)state;
    start_table("uth-4");
    at_the_manager("/api/v1/links/uth-three/close",
                   "{\"user\":\"Manager One\",\"text\":\"a meter is corrected\"}");
    venue_state(desk, "reason", "closed-at-manager");
    venue_state(desk, "next", "This table does not deal until it is open again.");
    venue_refused(desk, "{\"press\":\"start\"}", "This table does not deal until it is open again");
    at_the_manager("/api/v1/links/uth-three/open", "{\"user\":\"Manager One\"}");
    venue_state(desk, "mode", "betting");
    venue_end(table, SIGTERM);
}

#define SHORT "8000"

/* ---- A win that is taken back (PIT-1, PIT-7) ---- */

/* Two people rule a claim void, as key 009 requires. */
static void rule_void(unsigned long claim)
{
    char path[64];
    snprintf(path, sizeof(path), "/api/v1/claims/%lu/rule", claim);
    at_the_manager(path, "{\"item\":\"void\",\"text\":\"the deck was fouled\",\"user\":"
                         "\"Manager One\",\"approver\":\"Manager Two\"}");
}

/* Waits until the log has round n as dead. All rounds of table uth-4 in this test are dead ones, so
 * the nth of them is round n. */
static void expect_dead(unsigned round, const char *text, const char *user)
{
    char path[32], number[8];
    snprintf(path, sizeof(path), "events.%u.round", round - 1);
    snprintf(number, sizeof(number), "%u", round);
    venue_until(venue_manager(), "/api/v1/log?kind=round_dead&table=uth-4", path, number);
    snprintf(path, sizeof(path), "events.%u.text", round - 1);
    assert_string_equal(venue_at(path), text);
    snprintf(path, sizeof(path), "events.%u.user", round - 1);
    assert_string_equal(venue_at(path), user);
}

/* The cards are known, so the round cannot end as if the hand had not won: its hands are dead, and
 * the console says so until somebody calls them dead, also after the table was killed. */
static void a_void_win_ends_in_dead_hands(void **state)
{
    static const char words[] = "four of a kind: this win was taken back; a supervisor or manager "
                                "calls the hands dead";
    char path[64];
    (void)state;
    start_table("uth-4");
    begin_round();
    deal_all();
    const unsigned seat = pay_up_to_award();
    claim_award(seat);
    pay_rest();
    assert_int_equal(venue_call(desk, "GET", VENUE_CONSOLE, NULL), 200);
    snprintf(path, sizeof(path), "seats.%u.claim.claim", seat - 1);
    rule_void(strtoul(venue_at(path), NULL, 10));
    snprintf(path, sizeof(path), "seats.%u.claim", seat - 1);
    venue_state(desk, path, "null");
    assert_non_null(strstr(venue_at("next"), words));
    venue_refused(desk, "{\"press\":\"game over\"}", words);
    venue_end(table, SIGKILL);
    start_table("uth-4");
    venue_state(desk, "mode", "coin in");
    assert_non_null(strstr(venue_at("next"), words));
    venue_refused(desk, "{\"press\":\"dead\",\"reason\":\"the deck was fouled\"}",
                  "Dealer 1 may not decide that");
    press("{\"press\":\"dead\",\"reason\":\"the deck was fouled\",\"user\":\"Supervisor\"}");
    venue_state(desk, "mode", "betting");
    expect_dead(1, "the deck was fouled", "Supervisor");
    venue_end(table, SIGTERM);
}

static void start_program(const char *memory)
{
    table = venue_start("program",
                        (const char *const[]){"table", "uth-4", "--manager", venue_manager(),
                                              "--state", memory, "--players", "3", "--seed", "11",
                                              "--award-every", "1", "--rounds", "3", NULL});
}

static void void_claim(unsigned round)
{
    char path[32], number[8];
    snprintf(path, sizeof(path), "events.%u.round", round - 1);
    snprintf(number, sizeof(number), "%u", round);
    venue_until(venue_manager(), "/api/v1/log?kind=claim_made&table=uth-4", path, number);
    snprintf(path, sizeof(path), "events.%u.seq", round - 1);
    rule_void(strtoul(venue_at(path), NULL, 10));
}

/* Rules every held claim void. The flush of seat 6 is either paid by then, or waits before the
 * royal flush. */
static void void_held(void)
{
    unsigned long claims[2] = {0};
    assert_int_equal(
        venue_call(venue_manager(), "GET", "/api/v1/log?kind=claim_held&table=uth-4", NULL), 200);
    const unsigned count = venue_count("events");
    assert_in_range(count, 1, 2);
    for (unsigned i = 0; i < count; i++) {
        char path[32];
        snprintf(path, sizeof(path), "events.%u.claim", i);
        claims[i] = strtoul(venue_at(path), NULL, 10);
    }
    for (unsigned i = 0; i < count; i++)
        rule_void(claims[i]);
}

/* At a table where the program deals, nobody presses anything: the program calls the hands dead by
 * itself, does not claim the win again, and plays on. Where it lost the cards, it waits for the
 * ruling as well. */
static void the_program_calls_them_dead_too(void **state)
{
    static const char *const reasons[] = {"seat 2, four of a kind: people took this win back",
                                          "seat 2, straight flush: people took this win back"};
    (void)state;
    /* a table without its memory can join only when the lease of the one before is over */
    venue_end(manager, SIGTERM);
    manager = venue_start_manager(SHORT);
    start_program("{}/uth-4");
    for (unsigned i = 0; i < 2; i++) {
        void_claim(i + 2);
        expect_dead(i + 2, reasons[i], "");
    }
    venue_until(venue_manager(), "/api/v1/log?kind=claim_made&table=uth-4", "events.3.round", "4");
    venue_end(table, SIGKILL);
    start_program("{}/another");
    venue_until_says("program", "the cards of round 4 are lost");
    venue_until_says("program", "royal flush is on record: a ruling is awaited");
    assert_int_equal(
        venue_call(venue_manager(), "GET", "/api/v1/log?kind=round_dead&table=uth-4", NULL), 200);
    assert_int_equal(venue_count("events"), 3);
    void_held();
    expect_dead(4, "the table lost its memory, and with it the cards", "");
    venue_end(table, SIGTERM);
}

/* V9: the table closes by its own clock, and the hand is still played out. */
static void goes_on_without_its_manager(void **state)
{
    (void)state;
    venue_end(manager, SIGTERM);
    manager = venue_start_manager(SHORT);
    start_table("uth-2");
    begin_round();
    press("{\"press\":\"deal\"}");
    venue_end(manager, SIGKILL);
    venue_state(desk, "online", "false");
    assert_string_equal(venue_at("mode"), "closed");
    assert_string_equal(venue_at("reason"), "lease-over");
    assert_string_equal(venue_at("lease_ms"), "0");
    assert_int_equal(strncmp(venue_at("next"), "Seat ", strlen("Seat ")), 0);
    press("{\"press\":\"deal\",\"to_stop\":true}");
    while (strcmp(venue_at("deal.phase"), "settled") != 0)
        press("{\"press\":\"deal\",\"to_stop\":true}");
    assert_non_null(strstr(venue_at("next"), "call the hands dead"));
    manager = venue_start_manager(SHORT);
    venue_state(desk, "mode", "coin in");
    assert_string_equal(venue_at("online"), "true");
    claim_award(pay_up_to_award());
    /* PIT-1: a failure decides nothing about an open claim; a person rules on it */
    venue_end(manager, SIGKILL);
    venue_state(desk, "mode", "closed");
    assert_null(strstr(venue_at("next"), "All hands are dead"));
    manager = venue_start_manager(VENUE_LEASE);
    venue_state(desk, "mode", "coin in");
    assert_null(strstr(venue_at("next"), "dead"));
    venue_end(table, SIGTERM);
}

/* ---- kill -9 ---- */

static void restart(void)
{
    char phase[24], board[8], at[8], turn[8];
    assert_int_equal(venue_call(desk, "GET", VENUE_CONSOLE, NULL), 200);
    snprintf(phase, sizeof(phase), "%s", venue_at("deal.phase"));
    snprintf(board, sizeof(board), "%s", venue_at("deal.seats.0.cards.0"));
    snprintf(at, sizeof(at), "%s", venue_at("deal.at"));
    snprintf(turn, sizeof(turn), "%s", venue_at("deal.turn"));
    venue_end(table, SIGKILL);
    start_table("uth-3");
    venue_state(desk, "mode", "coin in");
    venue_state(desk, "deal.phase", phase);
    assert_string_equal(venue_at("deal.seats.0.cards.0"), board);
    assert_string_equal(venue_at("deal.at"), at);
    assert_string_equal(venue_at("deal.turn"), turn);
}

/* Confirms the step that is due. After a crash the cards are new, so the step may be another one.
 */
static void confirm_step(bool killed)
{
    char award[64], seat[8], body[160];
    const unsigned at = number_at("deal.at");
    step_text("award.award", award, sizeof(award));
    step_text("seat", seat, sizeof(seat));
    if (award[0] != '\0') {
        snprintf(body, sizeof(body), "{\"press\":\"award\",\"seat\":%s,\"award\":\"%s\"}", seat,
                 award);
        press(body);
        venue_state(desk, "request", "null");
    } else {
        press("{\"press\":\"paid\"}");
        press("{\"press\":\"back\"}");
        assert_int_equal(number_at("deal.at"), at);
        if (killed)
            restart();
    }
    press("{\"press\":\"paid\"}");
    assert_int_equal(number_at("deal.at"), at + 1);
    if (award[0] != '\0')
        venue_refused(desk, "{\"press\":\"back\"}", "is on record");
    if (killed)
        restart();
    assert_int_equal(venue_call(desk, "GET", VENUE_CONSOLE, NULL), 200);
    assert_int_equal(number_at("deal.at"), at + 1);
}

static void comes_back_to_the_same_step(void **state)
{
    (void)state;
    start_table("uth-3");
    begin_round();
    restart();
    press("{\"press\":\"deal\"}");
    restart();
    press("{\"press\":\"deal\"}");
    restart();
    deal_all();
    restart();
    while (number_at("deal.at") < venue_count("deal.steps"))
        confirm_step(true);
    venue_end(table, SIGKILL);
}

/* SYS-3: a table alone serves its console, the manager's interface and the pages at one address. */
static void stands_alone(void **state)
{
    (void)state;
    table = venue_start("alone", (const char *const[]){"table", "alone", "--standalone", "--store",
                                                       "{}/alone.db", "--state", "{}/alone.state",
                                                       "--players", "2", "--dealer", "--listen",
                                                       "127.0.0.1:0", NULL});
    venue_address("alone", "console: ", desk);
    begin_round();
    assert_string_equal(venue_at("link.id"), "own");
    assert_int_equal(venue_call(desk, "GET", "/api/v1/tables/alone", NULL), 200);
    assert_string_equal(venue_at("mode"), "in play");
    deal_all();
    while (number_at("deal.at") < venue_count("deal.steps"))
        confirm_step(false);
    venue_end(table, SIGTERM);
}

/* LIR-3: a bet that its seat has taken back is not shown as a wager any more; the others are. */
static unsigned count_pulled(void)
{
    unsigned pulled = 0;
    for (unsigned seat = 0; seat < venue_count("deal.seats"); seat++) {
        char path[64];
        for (unsigned stage = 0; stage < 2; stage++) {
            char bet[8];
            snprintf(bet, sizeof(bet), "Bet %u", stage + 1);
            snprintf(path, sizeof(path), "deal.seats.%u.actions.%u", seat, stage);
            const bool is_pulled = strcmp(venue_at(path), "pull") == 0;
            bool lies = false;
            snprintf(path, sizeof(path), "deal.seats.%u.wagers", seat);
            for (unsigned wager = venue_count(path); wager-- > 0;) {
                char name[96];
                snprintf(name, sizeof(name), "%s.%u.wager", path, wager);
                lies = lies || strcmp(venue_at(name), bet) == 0;
            }
            assert_int_equal(lies, !is_pulled);
            pulled += is_pulled;
        }
    }
    return pulled;
}

static void a_bet_taken_back_is_off_the_felt(void **state)
{
    (void)state;
    unsigned pulled = 0;
    table = venue_start("riding",
                        (const char *const[]){"table", "riding", "--standalone", "--store",
                                              "{}/riding.db", "--state", "{}/riding.state",
                                              "--rules", "lir-rp", "--players", "5", "--dealer",
                                              "--seed", "3", "--listen", "127.0.0.1:0", NULL});
    venue_address("riding", "console: ", desk);
    begin_round();
    do {
        press("{\"press\":\"deal\"}");
        pulled += count_pulled();
    } while (strcmp(venue_at("deal.phase"), "settled") != 0);
    assert_true(pulled > 4);
    venue_end(table, SIGTERM);
}

static int open_venue(void **state)
{
    (void)state;
    manager = venue_start_manager(VENUE_LEASE);
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deals_a_round_with_an_award),
        cmocka_unit_test(deals_nothing_while_its_link_is_closed),
        cmocka_unit_test(a_void_win_ends_in_dead_hands),
        cmocka_unit_test(the_program_calls_them_dead_too),
        cmocka_unit_test(goes_on_without_its_manager),
        cmocka_unit_test(comes_back_to_the_same_step),
        cmocka_unit_test(stands_alone),
        cmocka_unit_test(a_bet_taken_back_is_off_the_felt),
    };
    if (argc != 2)
        return 2;
    venue_open(argv[1]);
    const int failed = cmocka_run_group_tests(tests, open_venue, NULL);
    venue_close();
    return failed;
}
