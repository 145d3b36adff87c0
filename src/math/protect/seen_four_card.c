/* The engine for Four Card Poker with seen cards.
 *
 * Every player sees the dealer's open card. The odds with one or two known cards of the dealer come
 * from a sweep over the dealer's hands in order of rank (four_card.h). With it the following are
 * exact: one more card of the dealer, one dead card, one marked back, and all of the dealer's
 * cards. Other cases are drawn, and the dealer's hands are visited one by one.
 */
#include "base/err.h"
#include "game/cards/eval_inline.h"
#include "math/kernels/four_card.h"
#include "math/protect/engine.h"
#include "math/protect/scale.h"

#include <stdlib.h>

#define OWN_CARDS    5
#define DEALER_CARDS 6
#define HIDDEN       5

/* The result of one class of hands, summed over deals. */
struct class_worth {
    int64_t value; /* bets won less bets lost, without the bonus, in parts of an Ante */
    int64_t bonus; /* deals in which the bonus is paid */
    int64_t acts[PROTECT_ACTIONS];
};

struct four_card {
    const struct cr_rules *rules;
    wide scale;
    wide bonus[CR_RANKS_FOUR + 1]; /* FCP-6, by rank, in parts */
    struct four_card_table table;
    struct cr_sees sees;
    bool is_exact;
    struct class_worth *seen; /* by class, if is_exact … */
    uint32_t *sights;         /* … and by class and sight */
    unsigned sight_count;
    unsigned part_count;
    struct sight_part parts[2];
};

/* The dealer's hands of some deals, compared with the seat's. */
struct versus {
    int64_t better, equal, all;
};

struct four_card_hand {
    const struct four_card *f;
    card_set own;
    uint32_t class;
    struct versus last; /* of the case for which worth was called last */
};

/* ---- Decisions ---- */

/* Bets won less bets lost with a Play bet of k parts of an Ante, in those parts (FCP-5). */
static int64_t bets_won(const struct cr_rules *rules, const struct versus *v, unsigned k)
{
    const int64_t win = v->all - v->better - (rules->ties_win ? 0 : v->equal);
    return (win - v->better) * (rules->bet_parts + (int64_t)k);
}

/* The value of one part of an Ante in which bets are counted. */
static wide part_of(const struct four_card *f)
{
    return f->scale / f->rules->bet_parts;
}

/* The best decision for these deals; returns the multiple, 0 folds. */
static unsigned choose_bet(const struct four_card *f, uint16_t rank, const struct versus *v)
{
    wide best = -(wide)v->all * f->scale;
    unsigned chosen = 0;
    for (unsigned k = 1; k <= CR_MULTIPLES; k++) {
        const wide value = bets_won(f->rules, v, k) * part_of(f) + (wide)v->all * f->bonus[rank];
        if ((f->rules->multiples[0] >> k & 1) && value > best) {
            best = value;
            chosen = k;
        }
    }
    return chosen;
}

/* Adds the best decision for these deals and returns it; CR_NO_ACTION where there is no deal. */
static cr_action decide(const struct four_card *f, uint16_t rank, const struct versus *v,
                        int64_t times, struct class_worth *out)
{
    if (v->all == 0)
        return CR_NO_ACTION;
    const unsigned k = choose_bet(f, rank, v);
    const cr_action action = k ? cr_action_bet(k) : CR_FOLD;
    out->acts[action] += times * v->all;
    out->value += times * (k ? bets_won(f->rules, v, k) : -(int64_t)f->rules->bet_parts * v->all);
    out->bonus += k ? times * v->all : 0;
    return action;
}

static void take(const struct four_card *f, uint16_t rank, const struct class_worth *w,
                 struct seen_worth *out)
{
    out->value += (wide)w->value * part_of(f) + (wide)w->bonus * f->bonus[rank];
    for (unsigned a = 0; a < PROTECT_ACTIONS; a++)
        out->acts[0][a] += w->acts[a];
}

/* ---- The open card alone ---- */

static struct versus versus_up(const struct four_card *f, uint32_t class, unsigned up)
{
    return (struct versus){f->table.better[class][up],
                           f->table.equal ? f->table.equal[class][up] : 0, FOUR_CARD_DEALERS};
}

static void open_card(const struct four_card *f, uint32_t class, struct class_worth *out)
{
    for (unsigned up = 0; up < FOUR_CARD_UPS; up++) {
        const struct versus v = versus_up(f, class, up);
        decide(f, f->table.rank[class], &v, 1, out);
    }
}

/* The value when all of the dealer's cards are seen, so that the winner is known. */
static void all_cards(const struct four_card *f, uint32_t class, struct class_worth *out)
{
    for (unsigned up = 0; up < FOUR_CARD_UPS; up++) {
        const struct versus v = versus_up(f, class, up);
        const struct versus lost = {v.better, 0, v.better}, tied = {0, v.equal, v.equal};
        const struct versus won = {0, 0, v.all - v.better - v.equal};
        decide(f, f->table.rank[class], &lost, 1, out);
        decide(f, f->table.rank[class], &tied, 1, out);
        decide(f, f->table.rank[class], &won, 1, out);
    }
}

/* ---- One card more ---- */

/* The sight made by the open card and the other card that is known: two of the dealer's cards, or
 * one of them and a dead card. */
static unsigned sight_of(const struct four_card *f, cr_card up, cr_card card)
{
    return f->sees.dealer ? sight_of_ranks(UINT64_C(1) << up | UINT64_C(1) << card)
                          : cr_card_rank(up) * CR_RANKS + cr_card_rank(card);
}

static void keep_sight(struct four_card *f, uint32_t class, unsigned sight, cr_action best)
{
    if (best != CR_NO_ACTION)
        f->sights[(size_t) class * f->sight_count + sight] |= UINT32_C(1) << best;
}

/* Adds the deals with this open card for every other known card: one seen in the dealer's hand, a
 * dead one, or one with a marked back. */
static void one_more(struct four_card *f, uint32_t class, cr_card up_card, unsigned up_index,
                     const int64_t better[CR_DECK_CARDS], card_set left)
{
    const struct versus up = versus_up(f, class, up_index);
    const int64_t with = choose(CR_DECK_CARDS - OWN_CARDS - 2, HIDDEN - 1);
    struct versus marked[2] = {{0}};
    for (; left; left &= left - 1) {
        const cr_card card = (cr_card)__builtin_ctzll(left);
        const struct versus seen = {better[card], 0, with};
        const struct versus without = {up.better - better[card], 0, up.all - with};
        struct versus *read = &marked[f->sees.marked >> cr_card_rank(card) & 1];
        read->better += seen.better;
        read->all += seen.all;
        if (!f->sees.marked)
            keep_sight(f, class, sight_of(f, up_card, card),
                       decide(f, f->table.rank[class], f->sees.dealer ? &seen : &without, 1,
                              &f->seen[class]));
    }
    for (unsigned i = 0; i < 2 && f->sees.marked; i++)
        keep_sight(f, class, 2 * cr_card_rank(up_card) + i,
                   decide(f, f->table.rank[class], &marked[i], 1, &f->seen[class]));
}

static void visit(void *context, uint32_t class, card_set hand,
                  uint32_t better[CR_DECK_CARDS][CR_DECK_CARDS])
{
    struct four_card *f = context;
    const card_set left = ((UINT64_C(1) << CR_DECK_CARDS) - 1) & ~hand;
    unsigned up_index = 0;
    for (cr_card up = 0; up < CR_DECK_CARDS; up++) {
        int64_t row[CR_DECK_CARDS];
        if (set_has(hand, up))
            continue;
        for (cr_card c = 0; c < CR_DECK_CARDS; c++)
            row[c] = c < up ? better[c][up] : better[up][c];
        one_more(f, class, up, up_index++, row, left & ~(UINT64_C(1) << up));
    }
}

/* Whether the sweep can answer the question exactly. */
static bool can_be_exact(const struct cr_rules *rules, const struct cr_sees *s)
{
    const unsigned one =
        (unsigned)(s->dealer == 1) + (s->dead == 1) + (s->marked && s->marked_cards == 1);
    const bool alone = s->dealer + s->dead + s->marked_cards == 1;
    return (s->dealer == HIDDEN && s->dead == 0) || (one == 1 && alone && rules->ties_win);
}

/* Sets the sight parts inside a case: everything that is seen where the sweep has the answer. */
static void parts_find(struct four_card *f)
{
    const struct cr_sees *s = &f->sees;
    if (f->is_exact && s->dealer)
        f->parts[f->part_count++] = (struct sight_part){(uint8_t)(1 + s->dealer), false};
    else if (f->is_exact)
        f->parts[f->part_count++] = (struct sight_part){1, false};
    if (f->is_exact && s->dead)
        f->parts[f->part_count++] = (struct sight_part){s->dead, false};
    if (s->marked)
        f->parts[f->part_count++] = (struct sight_part){s->marked_cards, true};
    f->sight_count = s->dealer ? choose(CR_RANKS + 1, 2)
                     : s->dead ? CR_RANKS * CR_RANKS
                               : CR_RANKS * 2;
}

static bool exact_fill(struct four_card *f)
{
    f->seen = calloc(f->table.hands.count, sizeof *f->seen);
    f->sights = calloc((size_t)f->table.hands.count * f->sight_count, sizeof *f->sights);
    if (!f->seen || !f->sights)
        return false;
    if (f->sees.dealer != HIDDEN)
        return four_card_pairs(&f->table, NULL, visit, f);
    for (uint32_t class = 0; class < f->table.hands.count; class ++)
        all_cards(f, class, &f->seen[class]);
    return true;
}

/* ---- Drawn cases ---- */

/* Counts by how many of the dealer's unseen cards belong to the group. */
struct marked_versus {
    struct versus of[DEALER_CARDS + 1];
};

struct dealer_walk {
    const cr_card *left;
    unsigned count;
    uint16_t group, rank;
    struct marked_versus *out;
};

static void dealers_walk(const struct dealer_walk *w, struct eval_hand dealer, unsigned from,
                         unsigned more, unsigned in_group)
{
    if (more == 0) {
        const uint16_t rank = eval_hand_rank_four(dealer);
        struct versus *v = &w->out->of[in_group];
        v->better += rank < w->rank;
        v->equal += rank == w->rank;
        v->all++;
        return;
    }
    for (unsigned i = from; i + more <= w->count; i++)
        dealers_walk(w, eval_hand_add(dealer, w->left[i]), i + 1, more - 1,
                     in_group + (w->group >> cr_card_rank(w->left[i]) & 1));
}

static void case_walk(const struct four_card_hand *h, const struct seen_case *c, uint16_t group,
                      struct marked_versus *out)
{
    cr_card left[CR_DECK_CARDS], known[SET_CARDS_MAX];
    const unsigned seen = set_cards(c->dealer, known);
    struct dealer_walk w = {
        .left = left, .group = group, .rank = h->f->table.rank[h->class], .out = out};
    for (cr_card card = 0; card < CR_DECK_CARDS; card++)
        if (!set_has(c->own | c->dealer | c->dead, card))
            left[w.count++] = card;
    dealers_walk(&w, eval_hand_of(known, seen), 0, DEALER_CARDS - seen, 0);
}

/* Decides a drawn case. The backs of `marks` of the hidden cards are read; all choices of which
 * cards these are are added up. */
static void case_decide(struct four_card_hand *h, const struct seen_case *c,
                        const struct cr_sees *sees, struct class_worth *out,
                        struct seen_worth *worth)
{
    struct marked_versus m = {0};
    const unsigned hidden = DEALER_CARDS - (unsigned)__builtin_popcountll(c->dealer);
    const unsigned marks = sees->marked ? sees->marked_cards : 0;
    case_walk(h, c, sees->marked, &m);
    h->last = (struct versus){0};
    for (unsigned j = 0; j <= hidden; j++) {
        h->last.better += m.of[j].better;
        h->last.equal += m.of[j].equal;
        h->last.all += m.of[j].all;
    }
    for (unsigned read = 0; read <= marks; read++) {
        struct versus v = {0};
        for (unsigned j = read; j + marks <= hidden + read; j++) {
            const int64_t ways = (int64_t)choose(j, read) * choose(hidden - j, marks - read);
            v.better += ways * m.of[j].better;
            v.equal += ways * m.of[j].equal;
            v.all += ways * m.of[j].all;
        }
        const cr_action best = decide(h->f, h->f->table.rank[h->class], &v, 1, out);
        if (best != CR_NO_ACTION)
            sight_add(worth, read, best);
    }
}

/* ---- The engine ---- */

static void worth(void *hand, const struct seen_case *c, const struct cr_sees *sees,
                  struct seen_worth *out)
{
    struct four_card_hand *h = hand;
    const struct four_card *f = h->f;
    struct class_worth w = {0};
    if (c->dealer)
        case_decide(h, c, sees, &w, out);
    else if (sees->dealer || sees->dead || sees->marked)
        w = f->seen[h->class];
    else
        open_card(f, h->class, &w);
    for (unsigned i = 0; !c->dealer && out->sights && i < f->sight_count; i++)
        out->sights[i] |= f->sights[(size_t)h->class * f->sight_count + i];
    take(f, f->table.rank[h->class], &w, out);
}

/* The mean over the dealer's seen cards, each of which may be the open one. The case must be that
 * of the last call of worth. */
static double base(void *hand, const struct seen_case *c)
{
    const struct four_card_hand *h = hand;
    const struct four_card *f = h->f;
    const uint16_t rank = f->table.rank[h->class];
    cr_card own[SET_CARDS_MAX];
    double sum = 0;
    set_cards(c->own, own);
    for (card_set left = c->dealer; left; left &= left - 1) {
        const struct four_card_spot spot =
            four_card_find(&f->table.hands, own, (cr_card)__builtin_ctzll(left));
        const struct versus open = versus_up(f, spot.class, spot.up);
        const unsigned k = choose_bet(f, rank, &open);
        sum +=
            k ? (double)bets_won(f->rules, &h->last, k) / (double)h->last.all * (double)part_of(f) +
                    (double)f->bonus[rank]
              : -(double)f->scale;
    }
    return sum / __builtin_popcountll(c->dealer);
}

static wide deals(const void *context, const struct cr_sees *sees)
{
    const struct four_card *f = context;
    const wide open = (wide)FOUR_CARD_UPS * FOUR_CARD_DEALERS, others = FOUR_CARD_UPS - 1;
    const wide with = choose(CR_DECK_CARDS - OWN_CARDS - 2, HIDDEN - 1);
    if ((!sees->dealer && !sees->dead && !sees->marked) || (f->is_exact && sees->dealer == HIDDEN))
        return open;
    if (f->is_exact)
        return FOUR_CARD_UPS * others * (sees->dead ? FOUR_CARD_DEALERS - with : with);
    const unsigned hidden = (unsigned)(HIDDEN - sees->dealer);
    return (wide)choose((unsigned)(CR_DECK_CARDS - OWN_CARDS - 1 - sees->dealer - sees->dead),
                        hidden) *
           (sees->marked ? choose(hidden, sees->marked_cards) : 1);
}

static void hand_set(void *hand, card_set own)
{
    struct four_card_hand *h = hand;
    h->own = own;
    h->class = class_of(&h->f->table.hands, own);
}

static void *hand_new(const void *context)
{
    struct four_card_hand *h = calloc(1, sizeof *h);
    if (h)
        h->f = context;
    return h;
}

static void four_card_free(void *context)
{
    struct four_card *f = context;
    four_card_table_free(&f->table);
    free(f->seen);
    free(f->sights);
    free(f);
}

int seen_four_card(const struct cr_rules *rules, const struct cr_sees *sees,
                   struct seen_engine *out, struct cr_err *err)
{
    struct four_card *f = calloc(1, sizeof *f);
    if (!f || !four_card_table_make(!rules->ties_win, &f->table)) {
        free(f);
        return err_set(err, CR_E_RANGE, "not enough memory for the analysis");
    }
    f->rules = rules;
    f->sees = *sees;
    f->is_exact = can_be_exact(rules, sees);
    parts_find(f);
    const bool fits = scaled_bonus(rules, CR_RANKS_FOUR, &f->scale, f->bonus);
    if (!fits || (f->is_exact && !exact_fill(f))) {
        four_card_free(f);
        return fits ? err_set(err, CR_E_RANGE, "not enough memory for the analysis")
                    : scale_fault(rules, "ante_bonus", err);
    }
    *out = (struct seen_engine){.context = f,
                                .case_dealer = f->is_exact ? 0 : 1u + sees->dealer,
                                .case_dead = f->is_exact ? 0 : sees->dead,
                                .scale = f->scale,
                                .case_seconds = f->is_exact ? 1e-7 : 3e-3,
                                .rounds = 5000,
                                .sight_part_count = f->part_count,
                                .sight_parts = {f->parts[0], f->parts[1]},
                                .free = four_card_free,
                                .hand_free = free,
                                SEEN_FUNCTIONS};
    return CR_OK;
}
