/* Positions under rules files drawn at random, against the exact analysis with no tolerance. The
 * test tries every card that can still come on the board and every hand of the dealer, and decides
 * by comparing exact sums. Money comes from the second settlement (judge.h) and hands from the
 * tests' own evaluator. Positions are drawn at every decision that is made with open cards. The
 * argument is the number of files for each game. */
#include "base/check.h"
#include "hand_numbers.h"
#include "judge.h"
#include "support/extreme_files.h"

#include <croupier/analysis.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static unsigned files = 3;
static struct numbers four, five;

/* How many of the dealer's hands beat the seat's hand, tie with it and lose to it, each split by
 * whether the dealer qualifies, with an example of the dealer's cards for each. */
struct ends {
    bool is_counted;
    unsigned mine; /* the number of the seat's hand */
    int64_t hands[3][2];
    cr_card dealer[3][2][CR_DEALER_MAX];
};

struct walk {
    const struct cr_rules *rules;
    struct judge judge;
    const struct numbers *numbers;
    struct cr_round round; /* what is known of the round, and the cards that are being tried */
    struct cr_seat seat;
    uint64_t used;     /* bit c is set: card c is on the table */
    int8_t *qualifies; /* by the number of the dealer's hand; -1: not calculated yet */
    /* The ends of a complete board, by its last two cards. */
    struct ends ends[CR_DECK_CARDS][CR_DECK_CARDS];
};

/* ---- A complete board ---- */

/* The number of the best hand in the cards of two places. */
static unsigned best_number(const struct walk *w, const cr_card *own, unsigned own_count)
{
    cr_card cards[7];
    uint64_t set = 0;
    unsigned count = 0;
    for (unsigned i = 0; i < own_count; i++)
        set |= UINT64_C(1) << own[i];
    for (unsigned i = 0; i < w->rules->game->board_cards; i++)
        set |= UINT64_C(1) << w->round.board[i];
    for (; set != 0; set &= set - 1)
        cards[count++] = (cr_card)__builtin_ctzll(set);
    return number_of_best(w->numbers, cards, count);
}

static bool does_qualify(struct walk *w, unsigned number)
{
    if (w->qualifies[number] < 0)
        w->qualifies[number] = house_qualifies(w->judge.house, &w->numbers->hands[number], false);
    return w->qualifies[number] > 0;
}

/* Tries all cards that the dealer may have in the places from `at` up to `hidden`. */
static void try_dealers(struct walk *w, cr_card dealer[CR_DEALER_MAX], unsigned at, unsigned hidden,
                        unsigned from, struct ends *out)
{
    CHECK(at < CR_DEALER_MAX);
    if (at == hidden) {
        const unsigned number = best_number(w, dealer, w->rules->game->dealer_cards);
        const unsigned how = out->mine > number ? 2 : out->mine == number;
        const bool qualified = does_qualify(w, number);
        if (out->hands[how][qualified]++ == 0)
            memcpy(out->dealer[how][qualified], dealer, CR_DEALER_MAX);
        return;
    }
    for (unsigned card = from; card < CR_DECK_CARDS; card++)
        if (!(w->used >> card & 1)) {
            dealer[at] = (cr_card)card;
            try_dealers(w, dealer, at + 1, hidden, card + 1, out);
        }
}

static const struct ends *ends_of_board(struct walk *w)
{
    const struct cr_game *game = w->rules->game;
    struct ends *ends =
        game->board_cards > 0 ? &w->ends[w->round.board[3]][w->round.board[4]] : &w->ends[0][0];
    cr_card dealer[CR_DEALER_MAX];
    if (ends->is_counted)
        return ends;
    memcpy(dealer, w->round.dealer, sizeof dealer);
    *ends =
        (struct ends){.is_counted = true, .mine = best_number(w, w->seat.cards, game->hole_cards)};
    try_dealers(w, dealer, 0, game->dealer_cards - game->dealer_open, 0, ends);
    if (game->board_cards > 0) /* the same board with the last two cards exchanged */
        w->ends[w->round.board[4]][w->round.board[3]] = *ends;
    return ends;
}

static wide value_at_end(struct walk *w)
{
    const struct ends *ends = ends_of_board(w);
    wide sum = 0;
    for (unsigned how = 0; how < 3; how++)
        for (unsigned q = 0; q < 2; q++) {
            if (ends->hands[how][q] == 0)
                continue;
            struct cr_round round = w->round;
            memcpy(round.dealer, ends->dealer[how][q], sizeof round.dealer);
            const struct slow_hand *mine = &w->numbers->hands[ends->mine];
            sum += ends->hands[how][q] *
                   judge_settled(&w->judge, &round, &w->seat, mine, (int)how - 1, q)->base;
        }
    return sum;
}

/* ---- Decisions ---- */

static wide value_of(struct walk *w, unsigned open, cr_action action);

static wide value_of_best(struct walk *w, unsigned open)
{
    cr_action actions[CR_LEGAL_MAX];
    const size_t count = cr_legal_actions(w->rules, w->seat.actions, w->seat.action_count, actions);
    wide best = 0;
    for (size_t i = 0; i < count; i++) {
        const wide value = value_of(w, open, actions[i]);
        best = i == 0 || value > best ? value : best;
    }
    return best;
}

/* Sums over all board cards that come before the next decision or the end. */
static wide value_dealt_on(struct walk *w, unsigned open)
{
    const struct cr_game *game = w->rules->game;
    cr_action actions[CR_LEGAL_MAX];
    const bool decides =
        cr_legal_actions(w->rules, w->seat.actions, w->seat.action_count, actions) > 0;
    if (decides && open == game->stages[w->seat.action_count].board_visible)
        return value_of_best(w, open);
    if (open == game->board_cards)
        return value_at_end(w);
    wide sum = 0;
    for (unsigned card = 0; card < CR_DECK_CARDS; card++) {
        const uint64_t bit = UINT64_C(1) << card;
        if (w->used & bit)
            continue;
        w->used |= bit;
        w->round.board[open] = (cr_card)card;
        sum += value_dealt_on(w, open + 1);
        w->used &= ~bit;
    }
    return sum;
}

static wide value_of(struct walk *w, unsigned open, cr_action action)
{
    CHECK(w->seat.action_count < CR_STAGES);
    w->seat.actions[w->seat.action_count++] = action;
    const wide value = value_dealt_on(w, open);
    w->seat.action_count--;
    return value;
}

/* ---- Drawing and comparing positions ---- */

static wide choose(unsigned from, unsigned count)
{
    wide ways = 1;
    for (unsigned i = 0; i < count; i++)
        ways = ways * (from - i) / (i + 1);
    return ways;
}

/* How many deals can follow, where the order of the board's cards counts. */
static wide deals_from(const struct cr_game *game, unsigned open)
{
    unsigned unseen = CR_DECK_CARDS - game->hole_cards - open - game->dealer_open;
    wide deals = 1;
    for (; open < game->board_cards; open++)
        deals *= unseen--;
    return deals * choose(unseen, game->dealer_cards - game->dealer_open);
}

/* Draws random cards, and random actions that lead to the decision. */
static void draw_position(struct rng *rng, struct walk *w, unsigned stage)
{
    const struct cr_game *game = w->rules->game;
    const unsigned open = game->stages[stage].board_visible;
    const unsigned hidden = game->dealer_cards - game->dealer_open;
    cr_card drawn[CR_HOLE_MAX + CR_BOARD_MAX + CR_DEALER_MAX];
    w->used = 0;
    memset(w->ends, 0, sizeof w->ends);
    memset(&w->round, 0, sizeof w->round);
    for (unsigned i = 0; i < game->hole_cards + open + game->dealer_open; i++) {
        do
            drawn[i] = (cr_card)rng_below(rng, CR_DECK_CARDS);
        while (w->used >> drawn[i] & 1);
        w->used |= UINT64_C(1) << drawn[i];
    }
    memcpy(w->seat.cards, drawn, game->hole_cards);
    memcpy(w->round.board, drawn + game->hole_cards, open);
    memcpy(w->round.dealer + hidden, drawn + game->hole_cards + open, game->dealer_open);
    w->seat.action_count = 0;
    while (w->seat.action_count < stage) {
        cr_action actions[CR_LEGAL_MAX], next[CR_LEGAL_MAX];
        const unsigned at = w->seat.action_count;
        const size_t count = cr_legal_actions(w->rules, w->seat.actions, at, actions);
        do
            w->seat.actions[at] = actions[rng_below(rng, (unsigned)count)];
        while (cr_legal_actions(w->rules, w->seat.actions, at + 1u, next) == 0);
        w->seat.action_count++;
    }
}

static void hold_position(struct walk *w, unsigned stage)
{
    const struct cr_game *game = w->rules->game;
    const unsigned open = game->stages[stage].board_visible;
    const cr_card *seen = game->board_cards > 0
                              ? w->round.board
                              : w->round.dealer + game->dealer_cards - game->dealer_open;
    const struct cr_money ante = cr_money_from_micro(w->judge.ante * CR_MICRO_PER_CENT);
    struct cr_position p;
    struct cr_err err = {0};
    if (cr_analyze_position_for(w->rules, ante, w->seat.cards, seen,
                                game->board_cards > 0 ? open : game->dealer_open, w->seat.actions,
                                w->seat.action_count, &p, &err) != CR_OK)
        fail_msg("%s\n%s", err.text, w->judge.house->text);
    unsigned best = 0;
    for (unsigned i = 0; i < p.option_count; i++) {
        hold(p.options[i].name, w->judge.house, p.options[i].ev,
             value_of(w, open, p.options[i].action), deals_from(game, open) * w->judge.ante);
        if (rational_compare(p.options[i].ev, p.options[best].ev) > 0)
            best = i;
    }
    assert_int_equal(p.best, best);
}

/* ---- The tests ---- */

/* How many positions are drawn: more where few cards are still to come. */
static unsigned positions_at(const struct cr_game *game, unsigned stage)
{
    const unsigned open = game->stages[stage].board_visible;
    return game->board_cards == 0 ? 1 : open == 0 ? 0 : open == 3 ? 1 : 5;
}

static void drawn_positions(void **state)
{
    const struct cr_game *game = *state;
    static struct walk w;
    static int8_t qualifies[8192];
    struct rng rng = {41};
    unsigned positions = 0;
    const unsigned long before = figures_held;
    for (unsigned i = 0; i < files; i++) {
        struct text text = {0};
        struct cr_rules rules;
        struct cr_err err = {0};
        extreme_rules(&rng, game, &text);
        if (cr_rules_parse("drawn", text.data, text.len, &rules, &err) != CR_OK)
            fail_msg("%s\n%s", err.text, text.data);
        const struct house house = house_read(text.data);
        memset(qualifies, -1, sizeof qualifies);
        w.rules = &rules;
        w.numbers = game == &game_fcp ? &four : &five;
        w.qualifies = qualifies;
        judge_make(&house, game, false, &w.judge);
        for (unsigned stage = 0; stage < game->stage_count; stage++)
            for (unsigned n = positions_at(game, stage); n > 0; n--) {
                draw_position(&rng, &w, stage);
                hold_position(&w, stage);
                positions++;
            }
        judge_free(&w.judge);
        text_free(&text);
    }
    print_message("%s: %u files, %u positions, %lu values\n", game->id, files, positions,
                  figures_held - before);
}

static int set_up(void **state)
{
    (void)state;
    numbers_make(4, &four);
    numbers_make(5, &five);
    return 0;
}

static int take_down(void **state)
{
    (void)state;
    numbers_free(&four);
    numbers_free(&five);
    return 0;
}

#define OF_GAME(id)                                                                                \
    {                                                                                              \
        "positions of " #id, drawn_positions, NULL, NULL, (void *)&game_##id                       \
    }

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {OF_GAME(pg), OF_GAME(uth), OF_GAME(fcp)};
    if (argc > 1)
        files = (unsigned)strtoul(argv[1], NULL, 10);
    if (argc > 2)
        cmocka_set_test_filter(argv[2]);
    return cmocka_run_group_tests_name("drawn positions", tests, set_up, take_down);
}
