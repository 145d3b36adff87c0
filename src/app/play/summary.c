/* Writes the summary of a session as a page; see play_pages.h. */
#include "app/play/play_pages.h"
#include "base/money.h"
#include "game/games/game.h"

#include <inttypes.h>

static const char *const ends[] = {
    [SESSION_GOES_ON] = "The session goes on.",
    [SESSION_QUIT] = "You left the table.",
    [SESSION_WALKED_OUT] = "You left in the middle of a round: the cheapest actions finished it.",
    [SESSION_BROKE] = "The bankroll does not cover the smallest wager.",
    [SESSION_ROUNDS] = "All the rounds asked for are played.",
    [SESSION_FULL] = "The bankroll is more than this table can count.",
};

static void add_money(const struct session *s, struct page *page)
{
    const struct stats *stats = &s->stats;
    char a[PAGE_MONEY_MAX], b[PAGE_MONEY_MAX], c[PAGE_MONEY_MAX];
    page_add(page, TONE_TEXT, "  Bankroll     %s at first, %s now (%s)",
             page_money(s->setup.bankroll, a), page_money(s->bankroll, b),
             page_money_signed(stats->net, c));
    page_add(page, TONE_TEXT, "  Wagered      %s in all", page_money(stats->wagered, a));
    page_add(page, TONE_TEXT, "  Best round   %s, worst %s",
             page_money_signed(stats->best_round, a), page_money_signed(stats->worst_round, b));
}

static void add_hands(const struct session *s, struct page *page)
{
    const struct stats *stats = &s->stats;
    const uint64_t *n = stats->outcomes;
    char name[CR_HAND_NAME_MAX];
    page_add(page, TONE_TEXT,
             "  Hands        %" PRIu64 " better than the dealer's, %" PRIu64 " worse, %" PRIu64
             " equal, %" PRIu64 " folded",
             n[CR_OUTCOME_WIN], n[CR_OUTCOME_LOSE], n[CR_OUTCOME_PUSH], n[CR_OUTCOME_FOLD]);
    if (n[CR_OUTCOME_NONE] > 0)
        page_add(page, TONE_TEXT, "               %" PRIu64 " without an Ante", n[CR_OUTCOME_NONE]);
    game_hand_name(s->setup.rules->game, stats->best_rank, name);
    page_add(page, TONE_TEXT, "  Best hand    %s (round %" PRIu64 ", seat %u%s)", name,
             stats->best_round_number, stats->best_seat, stats->best_folded ? ", folded" : "");
}

static void add_wager(const char *label, const struct stats_wager *wager, struct page *page)
{
    char staked[PAGE_MONEY_MAX], returned[PAGE_MONEY_MAX], net[PAGE_MONEY_MAX];
    struct cr_money difference = money_sub(wager->returned, wager->staked);
    if (wager->count == 0)
        return;
    page_add(page, difference.micro < 0 ? TONE_BAD : TONE_GOOD,
             "  %-12s %6" PRIu64 " %14s %14s %14s", label, wager->count,
             page_money(wager->staked, staked), page_money(wager->returned, returned),
             page_money_signed(difference, net));
}

static void add_wagers(const struct session *s, struct page *page)
{
    const struct cr_game *game = s->setup.rules->game;
    page_add(page, TONE_HEAD, "  %-12s %6s %14s %14s %14s", "Wager", "times", "staked", "returned",
             "net");
    for (unsigned slot = 0; slot < game->slot_count; slot++)
        add_wager(game->slots[slot].label, &s->stats.wagers[slot], page);
    add_wager("Envy", &s->stats.wagers[CR_SLOTS], page);
}

static void add_progressive(const struct session *s, struct page *page)
{
    const struct cr_progressive *progressive = s->setup.progressive;
    char amount[PAGE_MONEY_MAX];
    uint64_t bets = s->stats.wagers[s->setup.rules->game->progressive].count;
    page_add(page, TONE_TEXT, "  Progressive  %" PRIu64 " %s, %" PRIu64 " %s, %s in all", bets,
             bets == 1 ? "bet" : "bets", s->stats.awards, s->stats.awards == 1 ? "award" : "awards",
             page_money(s->stats.awarded, amount));
    for (unsigned i = 0; i < progressive->meter_count; i++)
        page_add(page, TONE_DIM, "               %s stands at %s", progressive->meters[i].name,
                 page_money(s->meters.meters[i].amount, amount));
}

static void add_worst(const struct session *s, const struct mistakes *m, struct page *page)
{
    const struct decision *d = &m->worst;
    const struct cr_rules *rules = s->setup.rules;
    char hole[PAGES_CARDS_MAX], board[PAGES_CARDS_MAX], amount[PAGE_MONEY_MAX];
    char taken[CR_ACTION_TEXT_MAX], best[CR_ACTION_TEXT_MAX];
    pages_cards(d->hole, rules->game->hole_cards, hole);
    pages_cards(d->board, d->open, board);
    cr_action_format(rules, d->done_count, d->taken, taken);
    cr_action_format(rules, d->done_count, m->worst_best, best);
    page_add(page, TONE_TEXT, "  Worst one    %s with %s%s%s, best %s, cost %s (round %" PRIu64 ")",
             taken, hole,
             d->open == 0                   ? ""
             : rules->game->board_cards > 0 ? " on "
                                            : " against ",
             board, best, page_money(mistakes_money(m->worst_cost), amount), d->round);
}

static void add_mistakes(const struct session *s, const struct mistakes *m, struct page *page)
{
    char amount[PAGE_MONEY_MAX];
    if (m->decisions > 0)
        page_add(page, TONE_TEXT,
                 "  Decisions    %" PRIu64 ", of them not the best: %" PRIu64 ", at a cost of %s",
                 m->decisions, m->wrong, page_money(mistakes_money(m->cost), amount));
    if (m->wrong > 0)
        add_worst(s, m, page);
    if (m->unknown > 0)
        page_add(page, TONE_DIM, "  No values    for %" PRIu64 " %s: %s", m->unknown,
                 m->unknown == 1 ? "decision" : "decisions", m->why);
}

void pages_summary(const struct session *s, const struct mistakes *mistakes, const char *replay,
                   struct page *page)
{
    page_clear(page);
    page_add(page, TONE_HEAD, "%s (%s): %" PRIu64 " %s", s->setup.rules->title,
             s->setup.rules->name, s->stats.rounds, s->stats.rounds == 1 ? "round" : "rounds");
    page_add(page, TONE_TEXT, "  %s", ends[s->end]);
    if (s->stats.rounds > 0) {
        page_add(page, TONE_TEXT, "%s", "");
        add_money(s, page);
        add_hands(s, page);
        if (mistakes)
            add_mistakes(s, mistakes, page);
        if (s->setup.progressive)
            add_progressive(s, page);
        page_add(page, TONE_TEXT, "%s", "");
        add_wagers(s, page);
    }
    if (!replay)
        return;
    page_add(page, TONE_TEXT, "%s", "");
    page_add(page, TONE_TEXT, "  The same deals again: %s", replay);
}
