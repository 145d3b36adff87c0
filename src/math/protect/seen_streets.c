/* The engine for Let It Ride and Mississippi Stud with seen cards.
 *
 * A decision depends on the set of known cards: own or on the board, opened or seen. Once four of
 * the five are known, all that matters is how many of the cards that can still come make a hand of
 * each row of the pay table; once five are known, the row itself. A marked back restricts the card
 * in its place to those of the group, or to the others.
 */
#include "base/check.h"
#include "base/err.h"
#include "game/cards/eval_inline.h"
#include "game/round/actions.h"
#include "math/games/streets_game.h"
#include "math/protect/engine.h"

#include <stdlib.h>
#include <string.h>

#define HAND_CARDS 5
#define FOURS      270725 /* sets of four cards */
#define FIVES      2598960
#define UNITS      (STREET_UNITS + 1)
#define BOARD_MAX  3

struct streets {
    struct street_game game;
    unsigned stages;
    int64_t orders; /* in which the cards of the board can come */
    unsigned least[CR_STAGES + 1],
        most[CR_STAGES + 1]; /* bets in action at each decision, and after the last */
    cr_action actions[CR_STAGES][CR_LEGAL_MAX];
    wide pays[STREET_ROWS]; /* result of one bet, in parts */
    uint8_t row[FIVES];     /* row of five cards, by the set's number */
    uint8_t rows[FOURS]
                [STREET_ROWS]; /* by the number of four cards: fifth cards that make each row */
};

/* The results from a point of the round on, by bets in action: sums over the deals. */
struct future {
    int64_t deals;
    wide value[UNITS];
    int64_t acts[UNITS][CR_STAGES][STREET_OPTIONS]; /* of the stages that still follow */
};

struct streets_hand {
    const struct streets *s;
    card_set own;
    /* the following belong to the present case */
    uint8_t peeked; /* bit b: board card b is known */
    card_set dead;
    card_set allowed[BOARD_MAX]; /* cards that may be in each place of the board */
    unsigned sight;              /* digits of the known board cards */
    unsigned marks, bits;        /* how many backs are read; bit b: back b belongs to the group */
    struct future known[CR_STAGES + 1]
                       [STREET_ROWS]; /* from each decision on, when all five cards are known */
    struct future levels[2 * CR_STAGES + 2]; /* one for each depth of walk */
};

/* Finds the numbers of bets that can be in action at each decision, and after the last. */
static void units_find(struct streets *s)
{
    s->least[0] = s->most[0] = s->game.units;
    for (unsigned t = 0; t < s->stages; t++) {
        const struct street_stage *at = &s->game.stages[t];
        unsigned low = STREET_OPTIONS, high = 0;
        for (unsigned o = 0; o < at->option_count; o++)
            if (!at->options[o].ends) {
                low = at->options[o].adds < low ? at->options[o].adds : low;
                high = at->options[o].adds > high ? at->options[o].adds : high;
            }
        s->least[t + 1] = s->least[t] + low;
        s->most[t + 1] = s->most[t] + high;
    }
}

static void future_clear(const struct streets *s, unsigned stage, struct future *f)
{
    f->deals = 0;
    for (unsigned u = s->least[stage]; u <= s->most[stage]; u++) {
        f->value[u] = 0;
        for (unsigned t = stage; t < s->stages; t++)
            for (unsigned o = 0; o < s->game.stages[t].option_count; o++)
                f->acts[u][t][o] = 0;
    }
}

static void future_add(const struct streets *s, unsigned stage, struct future *to,
                       const struct future *from, int64_t times)
{
    to->deals += times * from->deals;
    for (unsigned u = s->least[stage]; u <= s->most[stage]; u++) {
        to->value[u] += times * from->value[u];
        for (unsigned t = stage; t < s->stages; t++)
            for (unsigned o = 0; o < s->game.stages[t].option_count; o++)
                to->acts[u][t][o] += times * from->acts[u][t][o];
    }
}

/* Makes the decision of a stage. On entry *f has the results after it, by the bets in action then;
 * on return those from the decision on. It can work in place, because no option reduces the bets in
 * action: entries above the present one still have the results after it. */
static void decide(const struct streets *s, unsigned stage, struct future *f)
{
    const struct street_stage *at = &s->game.stages[stage];
    for (unsigned u = s->least[stage]; u <= s->most[stage]; u++) {
        unsigned best = 0;
        wide best_value = 0;
        for (unsigned o = 0; o < at->option_count; o++) {
            const wide value = at->options[o].ends ? s->game.folded[u] * f->deals
                                                   : f->value[u + at->options[o].adds];
            if (o == 0 || value > best_value) {
                best_value = value;
                best = o;
            }
        }
        f->value[u] = best_value;
        for (unsigned o = 0; o < at->option_count; o++)
            f->acts[u][stage][o] = o == best ? f->deals : 0;
        /* only a few numbers: faster than memcpy */
        const unsigned from = u + at->options[best].adds;
        for (unsigned t = stage + 1; t < s->stages; t++)
            for (unsigned o = 0; o < s->game.stages[t].option_count; o++)
                f->acts[u][t][o] = at->options[best].ends ? 0 : f->acts[from][t][o];
    }
}

static bool is_peeked(const struct streets_hand *h, unsigned place)
{
    return h->peeked >> place & 1;
}

/* Counts the cards that may come in a place by the row that they make with four known cards. */
static void rows_left(const struct streets_hand *h, card_set known, unsigned place,
                      uint8_t out[STREET_ROWS])
{
    const struct streets *s = h->s;
    const card_set all = (UINT64_C(1) << CR_DECK_CARDS) - 1;
    card_set gone = (~h->allowed[place] | h->dead) & all & ~known;
    memcpy(out, s->rows[set_number(known)], STREET_ROWS);
    for (; gone; gone &= gone - 1)
        out[s->row[set_number(known | (gone & -gone))]]--;
}

static void future_of_row(const struct streets *s, unsigned row, struct future *out)
{
    future_clear(s, s->stages, out);
    out->deals = 1;
    for (unsigned u = s->least[s->stages]; u <= s->most[s->stages]; u++)
        out->value[u] = (wide)u * s->pays[row];
}

/* Fills the results from each decision on for each row that five known cards can make. */
static void known_fill(struct streets_hand *h)
{
    const struct streets *s = h->s;
    for (unsigned r = 0; r < s->game.row_count; r++) {
        future_of_row(s, r, &h->known[s->stages][r]);
        for (unsigned stage = s->stages; stage-- > 0;) {
            h->known[stage][r] = h->known[stage + 1][r];
            decide(s, stage, &h->known[stage][r]);
        }
    }
}

/* Sums over the fifth card, which is opened in this place before the decision `stage` (or after the
 * last one). */
static void sum_rows(const struct streets_hand *h, unsigned stage, card_set known, unsigned place,
                     struct future *out)
{
    const struct streets *s = h->s;
    uint8_t rows[STREET_ROWS];
    wide pays = 0;
    rows_left(h, known, place, rows);
    for (unsigned r = 0; r < s->game.row_count; r++) {
        if (stage < s->stages && rows[r])
            future_add(s, stage, out, &h->known[stage][r], rows[r]);
        pays += rows[r] * s->pays[r];
        out->deals += stage < s->stages ? 0 : rows[r];
    }
    /* After the last decision the value is linear in the bets, as in future_of_row(). */
    for (unsigned u = s->least[stage]; u <= s->most[stage] && stage == s->stages; u++)
        out->value[u] += u * pays;
}

/* Calculates the results from the decision of a stage on, with `count` known cards, into
 * h->levels[depth]. */
static void walk(struct streets_hand *h, unsigned stage, card_set known, unsigned count,
                 unsigned depth)
{
    const struct streets *s = h->s;
    struct future *f = &h->levels[depth];
    CHECK(stage < CR_STAGES || (stage == CR_STAGES && count == HAND_CARDS));
    if (count == HAND_CARDS) {
        future_clear(s, stage, f);
        future_add(s, stage, f, &h->known[stage][s->row[set_number(known)]], 1);
        return;
    }
    future_clear(s, stage + 1, f);
    if (is_peeked(h, stage)) {
        walk(h, stage + 1, known, count, depth + 1);
        future_add(s, stage + 1, f, &h->levels[depth + 1], 1);
    } else if (count + 1 == HAND_CARDS) {
        sum_rows(h, stage + 1, known, stage, f);
    } else {
        for (card_set left = h->allowed[stage] & ~known & ~h->dead; left; left &= left - 1) {
            walk(h, stage + 1, known | (left & -left), count + 1, depth + 1);
            future_add(s, stage + 1, f, &h->levels[depth + 1], 1);
        }
    }
    decide(s, stage, f);
}

/* ---- What is seen before the first decision ---- */

/* Adds the results of the first decision. times: how many orders of the cards they represent. */
static void take_future(const struct streets_hand *h, const struct future *f, int64_t times,
                        struct seen_worth *out)
{
    const struct streets *s = h->s;
    const unsigned u = s->game.units;
    out->value += times * f->value[u];
    for (unsigned t = 0; t < s->stages; t++)
        for (unsigned o = 0; o < s->game.stages[t].option_count; o++)
            out->acts[t][s->actions[t][o]] += times * f->acts[u][t][o];
}

/* Whether the whole board is seen: then the order of its cards does not matter, and only sets are
 * visited. */
static bool is_all_peeked(const struct streets_hand *h)
{
    return h->peeked == (1u << h->s->stages) - 1;
}

/* Records the first decision of the last walk for its sight. */
static void take_sight(const struct streets_hand *h, card_set known, struct seen_worth *out)
{
    const struct streets *s = h->s;
    unsigned sight = is_all_peeked(h) ? sight_of_ranks(known & ~h->own) : h->sight;
    for (unsigned m = 0; m < h->marks; m++)
        sight = 2 * sight + (h->bits >> m & 1);
    for (unsigned o = 0; o < s->game.stages[0].option_count; o++)
        if (h->levels[0].acts[s->game.units][0][o] > 0)
            sight_add(out, sight, s->actions[0][o]);
}

/* Visits every way in which the seen cards of the board can lie, from a place on. */
static void peek(struct streets_hand *h, unsigned place, card_set known, unsigned count,
                 struct seen_worth *out)
{
    while (place < h->s->stages && !is_peeked(h, place))
        place++;
    if (place == h->s->stages) {
        walk(h, 0, known, count, 0);
        if (h->levels[0].deals > 0) {
            take_future(h, &h->levels[0], is_all_peeked(h) ? h->s->orders : 1, out);
            take_sight(h, known, out);
        }
        return;
    }
    const unsigned sight = h->sight;
    const card_set all = (UINT64_C(1) << CR_DECK_CARDS) - 1, board = known & ~h->own;
    card_set left = all & ~known & ~h->dead;
    if (is_all_peeked(h) && board) /* all board cards are seen: only one order of them */
        left &= ~((UINT64_C(2) << (63 - __builtin_clzll(board))) - 1);
    for (; left; left &= left - 1) {
        h->sight = CR_RANKS * sight + cr_card_rank((cr_card)__builtin_ctzll(left));
        peek(h, place + 1, known | (left & -left), count + 1, out);
    }
    h->sight = sight;
}

static card_set group_cards(uint16_t ranks)
{
    card_set set = 0;
    for (cr_card c = 0; c < CR_DECK_CARDS; c++)
        if (ranks >> cr_card_rank(c) & 1)
            set = set_with(set, c);
    return set;
}

static void worth(void *hand, const struct seen_case *c, const struct cr_sees *sees,
                  struct seen_worth *out)
{
    struct streets_hand *h = hand;
    const card_set all = (UINT64_C(1) << CR_DECK_CARDS) - 1, group = group_cards(sees->marked);
    uint8_t places[BOARD_MAX];
    unsigned marks = 0;
    h->sight = 0;
    h->dead = c->dead;
    h->peeked = sees->board;
    for (unsigned b = 0; b < h->s->stages; b++) {
        h->allowed[b] = all;
        if (sees->marked && !is_peeked(h, b) && marks < sees->marked_cards)
            places[marks++] = (uint8_t)b;
    }
    for (unsigned bits = 0; bits < 1u << marks; bits++) {
        for (unsigned m = 0; m < marks; m++)
            h->allowed[places[m]] = bits >> m & 1 ? group : all & ~group;
        h->marks = marks;
        h->bits = bits;
        peek(h, 0, c->own, (unsigned)__builtin_popcountll(c->own), out);
    }
}

/* ---- The play without seen cards ---- */

/* The value, on the case's cards, of the best play of somebody who sees nothing: decisions are
 * those for a deck without dead cards, sums are over the deck that is left. Both are calculated
 * together. */
static void walk_blind(struct streets_hand *blind, struct streets_hand *h, unsigned stage,
                       card_set known, unsigned count, unsigned depth)
{
    const struct streets *s = h->s;
    CHECK(stage < CR_STAGES);
    const struct street_stage *at = &s->game.stages[stage];
    struct future *f = &h->levels[depth], out;
    future_clear(s, stage + 1, f);
    if (count + 1 == HAND_CARDS)
        sum_rows(h, stage + 1, known, stage, f);
    const card_set all = (UINT64_C(1) << CR_DECK_CARDS) - 1;
    for (card_set left = count + 1 == HAND_CARDS ? 0 : all & ~known & ~h->dead; left;
         left &= left - 1) {
        walk_blind(blind, h, stage + 1, known | (left & -left), count + 1, depth + 1);
        future_add(s, stage + 1, f, &h->levels[depth + 1], 1);
    }
    walk(blind, stage, known, count, 0);
    future_clear(s, stage, &out);
    out.deals = f->deals;
    for (unsigned u = s->least[stage]; u <= s->most[stage]; u++)
        for (unsigned o = 0; o < at->option_count; o++)
            if (blind->levels[0].acts[u][stage][o])
                out.value[u] = at->options[o].ends ? s->game.folded[u] * f->deals
                                                   : f->value[u + at->options[o].adds];
    future_clear(s, stage, f);
    future_add(s, stage, f, &out, 1);
}

static double base(void *hand, const struct seen_case *c)
{
    struct streets_hand *h = hand;
    struct streets_hand *blind = h + 1;
    const card_set all = (UINT64_C(1) << CR_DECK_CARDS) - 1;
    h->dead = c->dead;
    h->peeked = 0;
    for (unsigned b = 0; b < BOARD_MAX; b++)
        h->allowed[b] = all;
    *blind = *h;
    blind->dead = 0;
    walk_blind(blind, h, 0, c->own, (unsigned)__builtin_popcountll(c->own), 0);
    return (double)h->levels[0].value[h->s->game.units] / (double)h->levels[0].deals;
}

/* ---- The engine ---- */

static wide deals(const void *context, const struct cr_sees *sees)
{
    const struct streets *s = context;
    wide product = 1;
    for (unsigned i = 0; i < s->stages; i++)
        product *= (unsigned)(CR_DECK_CARDS - s->game.own_cards - sees->dead) - i;
    return product;
}

static void hand_set(void *hand, card_set own)
{
    struct streets_hand *h = hand;
    h->own = own;
}

/* Two of them: the second is the room of base(). */
static void *hand_new(const void *context)
{
    struct streets_hand *h = calloc(2, sizeof *h);
    if (h) {
        h->s = context;
        known_fill(h);
    }
    return h;
}

/* Fills the rows of all sets of five cards, in the order of their numbers, and the counts of all
 * sets of four. */
static void rows_fill(struct streets *s)
{
    uint32_t number = 0;
    for (unsigned e = 4; e < CR_DECK_CARDS; e++)
        for (unsigned d = 3; d < e; d++)
            for (unsigned c = 2; c < d; c++)
                for (unsigned b = 1; b < c; b++)
                    for (unsigned a = 0; a < b; a++) {
                        const cr_card cards[] = {(cr_card)a, (cr_card)b, (cr_card)c, (cr_card)d,
                                                 (cr_card)e};
                        const uint8_t row =
                            s->game.row_of[eval_hand_rank(eval_hand_of(cards, HAND_CARDS))];
                        s->row[number++] = row;
                        s->rows[choose(a, 1) + choose(b, 2) + choose(c, 3) + choose(d, 4)][row]++;
                        s->rows[choose(a, 1) + choose(b, 2) + choose(c, 3) + choose(e, 4)][row]++;
                        s->rows[choose(a, 1) + choose(b, 2) + choose(d, 3) + choose(e, 4)][row]++;
                        s->rows[choose(a, 1) + choose(c, 2) + choose(d, 3) + choose(e, 4)][row]++;
                        s->rows[choose(b, 1) + choose(c, 2) + choose(d, 3) + choose(e, 4)][row]++;
                    }
}

/* Sets the sight parts: one for each seen card of the board, or one for all of them, and one for
 * each back that is read. */
static void sight_parts(const struct cr_sees *sees, unsigned stages, struct seen_engine *out)
{
    const unsigned cards = (unsigned)__builtin_popcount(sees->board);
    if (cards == stages)
        out->sight_parts[out->sight_part_count++] = (struct sight_part){(uint8_t)cards, false};
    for (unsigned board = cards < stages ? sees->board : 0; board; board &= board - 1)
        out->sight_parts[out->sight_part_count++] = (struct sight_part){1, false};
    for (unsigned m = 0; sees->marked && m < sees->marked_cards; m++)
        out->sight_parts[out->sight_part_count++] = (struct sight_part){1, true};
}

int seen_streets(const struct cr_rules *rules, const struct cr_sees *sees, struct seen_engine *out,
                 struct cr_err *err)
{
    const struct streets_terms terms = {0};
    struct streets *s = calloc(1, sizeof *s);
    if (!s)
        return err_set(err, CR_E_RANGE, "not enough memory for the analysis");
    int rc = streets_game_make(rules, &terms, &s->game, err);
    if (rc != CR_OK) {
        free(s);
        return rc;
    }
    s->stages = street_stages(&s->game);
    s->orders = s->stages == BOARD_MAX ? 6 : 2;
    units_find(s);
    for (unsigned t = 0; t < s->stages; t++)
        actions_at(rules, t, s->actions[t]);
    for (unsigned r = 0; r < s->game.row_count; r++)
        s->pays[r] = s->game.worth[1][r];
    rows_fill(s);
    const bool is_three = s->stages == 3;
    *out = (struct seen_engine){.context = s,
                                .case_dealer = sees->dealer,
                                .case_dead = sees->dead,
                                .scale = s->game.scale,
                                .case_seconds = is_three      ? 2e-3
                                                : sees->board ? 1e-4
                                                              : 3e-5,
                                .rounds = is_three ? 20000 : 200000,
                                .free = free,
                                .hand_free = free,
                                SEEN_FUNCTIONS};
    sight_parts(sees, s->stages, out);
    return CR_OK;
}
