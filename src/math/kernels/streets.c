/* Solves games of streets: values of sets of known cards, from four cards back to the seat's
 * own. */
#include "math/kernels/streets.h"

#include "game/cards/eval_inline.h"

#include <stdlib.h>
#include <string.h>

#define HAND_CARDS 5
#define UNITS      (STREET_UNITS + 1)

int64_t streets_deals_after(unsigned cards)
{
    int64_t deals = 1;
    for (unsigned n = cards; n < HAND_CARDS; n++)
        deals *= CR_DECK_CARDS - n;
    return deals;
}

/* Which numbers of bets can be in action before each decision and after the last one. */
struct reachable {
    bool units[CR_STAGES + 1][UNITS];
    unsigned width; /* all these numbers are below it */
};

static void reachable_find(const struct street_game *game, struct reachable *out)
{
    memset(out, 0, sizeof *out);
    out->units[0][game->units] = true;
    for (unsigned stage = 0; stage < street_stages(game); stage++)
        for (unsigned u = 0; u < UNITS; u++)
            for (unsigned o = 0; out->units[stage][u] && o < game->stages[stage].option_count; o++)
                if (!game->stages[stage].options[o].ends)
                    out->units[stage + 1][u + game->stages[stage].options[o].adds] = true;
    for (unsigned u = 0; u < UNITS; u++)
        if (out->units[street_stages(game)][u])
            out->width = u + 1;
}

/* Counts, for four known cards, how many last cards make a hand of each row. */
static void rows_count(const struct street_game *game, card_set known, uint8_t out[STREET_ROWS])
{
    cr_card cards[SET_CARDS_MAX];
    const struct eval_hand four = eval_hand_of(cards, set_cards(known, cards));
    memset(out, 0, STREET_ROWS);
    for (cr_card c = 0; c < CR_DECK_CARDS; c++)
        if (!set_has(known, c))
            out[game->row_of[eval_hand_rank(eval_hand_add(four, c))]]++;
}

/* The result with that many bets in action, summed over all last cards. */
static wide rows_worth(const struct street_game *game, const uint8_t rows[STREET_ROWS],
                       unsigned units)
{
    wide sum = 0;
    for (unsigned r = 0; r < game->row_count; r++)
        sum += rows[r] * game->worth[units][r];
    return sum;
}

/* Calculates the values of a decision's options. next[u]: the value with u bets in action after it.
 * Returns the best option; of equal ones the first, which is the smallest bet. */
static unsigned decide(const struct street_game *game, unsigned stage, unsigned units,
                       const wide next[UNITS], wide out[STREET_OPTIONS])
{
    const struct street_stage *s = &game->stages[stage];
    unsigned best = 0;
    for (unsigned o = 0; o < s->option_count; o++) {
        out[o] = s->options[o].ends
                     ? game->folded[units] * streets_deals_after(game->own_cards + stage)
                     : next[units + s->options[o].adds];
        if (out[o] > out[best])
            best = o;
    }
    return best;
}

/* ---- The whole game ---- */

/* A set of cards and a number of bets in action. */
struct state {
    wide value;     /* of the best option, summed over the cards that follow */
    uint8_t choice; /* the index of that option */
    uint8_t orders; /* in how many orders the cards of a set can lead to this state */
};

/* All sets of cards that are known at one decision. */
struct decision {
    unsigned stage, cards, width;
    struct card_classes classes;
    struct state *states;         /* by class, then by bets in action: width of each */
    uint8_t (*rows)[STREET_ROWS]; /* four cards: what the last card makes, by class */
};

static struct state *state_at(const struct decision *d, uint32_t class, unsigned units)
{
    return &d->states[class * d->width + units];
}

static void decision_free(struct decision *d)
{
    card_classes_free(&d->classes);
    free(d->states);
    free(d->rows);
}

/* Makes a decision with all its sets of cards, not yet solved. */
static bool decision_make(const struct street_game *game, unsigned stage, unsigned width,
                          struct decision *d)
{
    *d = (struct decision){.stage = stage, .cards = game->own_cards + stage, .width = width};
    if (!card_classes_make(d->cards, &d->classes))
        return false;
    d->states = calloc((size_t)d->classes.count * width, sizeof *d->states);
    d->rows = calloc(d->classes.count, sizeof *d->rows);
    if (!d->states || !d->rows)
        return false;
    for (uint32_t class = 0; d->cards + 1 == HAND_CARDS && class < d->classes.count; class ++)
        rows_count(game, d->classes.first[class], d->rows[class]);
    return true;
}

/* Sums over the next card for each number of bets. later: the decision after that card, or NULL
 * when it is the last card. */
static void next_sums(const struct street_game *game, const struct decision *d, uint32_t class,
                      const struct decision *later, const struct reachable *can, wide out[UNITS])
{
    const card_set known = d->classes.first[class];
    const bool *units = can->units[d->stage + 1];
    for (unsigned u = 0; u < d->width; u++)
        out[u] = units[u] && !later ? rows_worth(game, d->rows[class], u) : 0;
    if (!later)
        return;
    for (cr_card c = 0; c < CR_DECK_CARDS; c++) {
        if (set_has(known, c))
            continue;
        const struct state *state =
            state_at(later, class_of(&later->classes, set_with(known, c)), 0);
        for (unsigned u = 0; u < d->width; u++)
            out[u] += state[u].value;
    }
}

static void decision_solve(const struct street_game *game, struct decision *d,
                           const struct decision *later, const struct reachable *can,
                           struct street_start *starts)
{
    for (uint32_t class = 0; class < d->classes.count; class ++) {
        wide next[UNITS], options[STREET_OPTIONS] = {0};
        next_sums(game, d, class, later, can, next);
        for (unsigned u = 0; u < d->width; u++) {
            if (!can->units[d->stage][u])
                continue;
            struct state *state = state_at(d, class, u);
            state->choice = (uint8_t)decide(game, d->stage, u, next, options);
            state->value = options[state->choice];
        }
        if (d->cards == 2) {
            cr_card cards[SET_CARDS_MAX];
            set_cards(d->classes.first[class], cards);
            memcpy(starts[class].cards, cards, sizeof starts[class].cards);
            starts[class].choice = state_at(d, class, game->units)->choice;
            memcpy(starts[class].options, options, sizeof options);
        }
    }
}

/* Passes the orders of the states of one class on to the states that their choices lead to. */
static void orders_follow(const struct street_game *game, const struct decision *before,
                          uint32_t from, struct state *to)
{
    for (unsigned u = 0; u < before->width; u++) {
        const struct state *state = state_at(before, from, u);
        const struct street_option *o = &game->stages[before->stage].options[state->choice];
        if (state->orders > 0 && !o->ends)
            to[u + o->adds].orders = (uint8_t)(to[u + o->adds].orders + state->orders);
    }
}

/* Counts in how many orders the best play reaches each state: each card of a set may have been the
 * last to come. */
static void orders_count(const struct street_game *game, struct decision *d,
                         const struct decision *before)
{
    for (uint32_t class = 0; class < d->classes.count; class ++) {
        const card_set known = d->classes.first[class];
        if (!before)
            state_at(d, class, game->units)->orders = 1;
        for (card_set left = before ? known : 0; left; left &= left - 1)
            orders_follow(game, before, class_of(&before->classes, known & ~(left & -left)),
                          state_at(d, class, 0));
    }
}

static void decision_tally(const struct street_game *game, const struct decision *d, uint32_t class,
                           unsigned u, struct street_result *out)
{
    const struct state *state = state_at(d, class, u);
    const int64_t ways = (int64_t)d->classes.weight[class] * state->orders;
    const int64_t deals = ways * streets_deals_after(d->cards);
    const struct street_option *o = &game->stages[d->stage].options[state->choice];
    out->chosen[d->stage][state->choice] += deals;
    if (o->ends)
        out->folded[u] += deals;
    else if (d->cards + 1 == HAND_CARDS)
        for (unsigned r = 0; r < game->row_count; r++)
            out->ended[u + o->adds][r] += ways * d->rows[class][r];
}

/* All decisions of a game, solved or not. */
struct street_plan {
    struct reachable can;
    unsigned count;
    struct decision at[CR_STAGES];
};

void street_plan_free(struct street_plan *plan)
{
    for (unsigned s = 0; plan && s < plan->count; s++)
        decision_free(&plan->at[s]);
    free(plan);
}

/* Solves the decisions, the last one first. */
static void plan_solve(struct street_plan *plan, const struct street_game *game,
                       struct street_start *starts)
{
    for (unsigned s = plan->count; s-- > 0;)
        decision_solve(game, &plan->at[s], s + 1 < plan->count ? &plan->at[s + 1] : NULL,
                       &plan->can, starts);
}

struct street_plan *street_plan_make(const struct street_game *game)
{
    struct street_plan *plan = calloc(1, sizeof *plan);
    if (!plan)
        return NULL;
    reachable_find(game, &plan->can);
    for (unsigned s = 0; s < street_stages(game); s++) {
        plan->count = s + 1;
        if (!decision_make(game, s, plan->can.width, &plan->at[s])) {
            street_plan_free(plan);
            return NULL;
        }
    }
    return plan;
}

struct street_plan *street_plan_new(const struct street_game *game)
{
    struct street_start starts[CR_STARTS];
    struct street_plan *plan = street_plan_make(game);
    if (plan)
        plan_solve(plan, game, starts);
    return plan;
}

unsigned street_plan_choice(const struct street_plan *plan, unsigned stage, card_set known,
                            unsigned units)
{
    const struct decision *d = &plan->at[stage];
    return state_at(d, class_of(&d->classes, known), units)->choice;
}

/* Visits the states of one class that the best play reaches, with the value of each option and how
 * often they occur. */
static void state_visit(const struct street_plan *plan, const struct street_game *game,
                        const struct decision *d, uint32_t class, street_visit *visit,
                        void *context)
{
    const double after = (double)streets_deals_after(d->cards);
    const double deals = (double)choose(CR_DECK_CARDS, game->own_cards) *
                         (double)streets_deals_after(game->own_cards);
    const struct decision *later = d->stage + 1 < plan->count ? &plan->at[d->stage + 1] : NULL;
    wide next[UNITS], sums[STREET_OPTIONS];
    next_sums(game, d, class, later, &plan->can, next);
    for (unsigned u = 0; u < d->width; u++) {
        const struct state *state = state_at(d, class, u);
        if (state->orders == 0)
            continue;
        struct street_state at = {.stage = &game->stages[d->stage],
                                  .known = d->classes.first[class],
                                  .units = u,
                                  .weight =
                                      d->classes.weight[class] * state->orders * after / deals};
        decide(game, d->stage, u, next, sums);
        for (unsigned o = 0; o < at.stage->option_count; o++)
            at.options[o] = (double)sums[o] / after / (double)game->scale;
        visit(context, &at);
    }
}

void street_plan_visit(struct street_plan *plan, const struct street_game *game,
                       street_visit *visit, void *context)
{
    for (unsigned s = 0; s < plan->count; s++) {
        orders_count(game, &plan->at[s], s > 0 ? &plan->at[s - 1] : NULL);
        for (uint32_t class = 0; class < plan->at[s].classes.count; class ++)
            state_visit(plan, game, &plan->at[s], class, visit, context);
    }
}

void street_plan_result(struct street_plan *plan, const struct street_game *game,
                        struct street_result *out)
{
    struct decision *at = plan->at;
    memset(out, 0, sizeof *out);
    for (unsigned s = 0; s < plan->count; s++)
        memset(at[s].states, 0, (size_t)at[s].classes.count * at[s].width * sizeof *at[s].states);
    plan_solve(plan, game, out->starts);
    for (unsigned s = 0; s < plan->count; s++) {
        orders_count(game, &at[s], s > 0 ? &at[s - 1] : NULL);
        for (uint32_t class = 0; class < at[s].classes.count; class ++)
            for (unsigned u = 0; u < at[s].width; u++)
                if (state_at(&at[s], class, u)->orders > 0)
                    decision_tally(game, &at[s], class, u, out);
    }
    out->deals =
        (int64_t)choose(CR_DECK_CARDS, game->own_cards) * streets_deals_after(game->own_cards);
    for (uint32_t class = 0; class < at[0].classes.count; class ++)
        out->sum += at[0].classes.weight[class] * state_at(&at[0], class, game->units)->value;
}

bool streets_solve(const struct street_game *game, struct street_result *out)
{
    struct street_plan *plan = street_plan_make(game);
    if (plan)
        street_plan_result(plan, game, out);
    street_plan_free(plan);
    return plan != NULL;
}

/* ---- One position ---- */

/* The result of a bet on the board, summed over the last card. */
static wide board_bet_sum(const struct street_game *game, card_set known)
{
    wide sum = 0;
    for (cr_card c = 0; game->board_bet && c < CR_DECK_CARDS; c++) {
        cr_card board[SET_CARDS_MAX];
        if (set_has(known, c))
            continue;
        set_cards(set_with(known, c) & ~game->own, board);
        sum += game->board_bet[cr_eval3(board)];
    }
    return sum;
}

/* The sums of next_sums, found by visiting every way in which the cards can come. It needs no
 * classes and no tables, and so also checks the solution of the whole game. */
static void sums_one_by_one(const struct street_game *game, const struct reachable *can,
                            card_set known, unsigned count, wide out[UNITS])
{
    const unsigned stage = count - game->own_cards;
    memset(out, 0, UNITS * sizeof *out);
    if (count + 1 == HAND_CARDS) {
        uint8_t rows[STREET_ROWS];
        rows_count(game, known, rows);
        const wide board_bet = board_bet_sum(game, known);
        for (unsigned u = 0; u < UNITS; u++)
            if (can->units[stage + 1][u])
                out[u] = rows_worth(game, rows, u) + board_bet;
        return;
    }
    for (cr_card c = 0; c < CR_DECK_CARDS; c++) {
        wide next[UNITS], options[STREET_OPTIONS];
        if (set_has(known, c))
            continue;
        sums_one_by_one(game, can, set_with(known, c), count + 1, next);
        for (unsigned u = 0; u < UNITS; u++)
            if (can->units[stage + 1][u])
                out[u] += options[decide(game, stage + 1, u, next, options)];
    }
}

unsigned streets_position(const struct street_game *game, const cr_card *cards, unsigned count,
                          unsigned units, wide out[STREET_OPTIONS])
{
    struct reachable can;
    wide next[UNITS];
    card_set known = 0;
    for (unsigned i = 0; i < count; i++)
        known = set_with(known, cards[i]);
    reachable_find(game, &can);
    sums_one_by_one(game, &can, known, count, next);
    return decide(game, count - game->own_cards, units, next, out);
}
