/* Visits one case of seen cards of each class. A case is visited if no renaming of the suits that
 * keeps the hand turns it into a lower one. */
#include "math/protect/cases.h"

static card_set renamed(card_set set, const uint8_t suits[CR_SUITS])
{
    card_set out = 0;
    for (; set; set &= set - 1) {
        const cr_card card = (cr_card)__builtin_ctzll(set);
        out = set_with(out, cr_card_make(cr_card_rank(card), suits[cr_card_suit(card)]));
    }
    return out;
}

static void case_symmetry_find(card_set own, struct case_symmetry *out)
{
    out->count = 0;
    for (uint8_t a = 0; a < CR_SUITS; a++)
        for (uint8_t b = 0; b < CR_SUITS; b++)
            for (uint8_t c = 0; c < CR_SUITS; c++) {
                const uint8_t suits[CR_SUITS] = {a, b, c, (uint8_t)(6 - a - b - c)};
                if (a == b || a == c || b == c || (a == 0 && b == 1 && c == 2))
                    continue;
                if (renamed(own, suits) != own)
                    continue;
                for (unsigned s = 0; s < CR_SUITS; s++)
                    out->suits[out->count][s] = suits[s];
                out->count++;
            }
}

struct case_walk {
    struct case_symmetry symmetry;
    struct seen_case at;
    unsigned dead;
    /* the cards besides the hand and the dealer's: a walk over these alone always has enough
     * cards */
    cr_card left[CR_DECK_CARDS];
    unsigned left_count;
    visit_case *visit;
    void *context;
};

/* The number of cases that this one represents; 0: another one represents it. */
static unsigned case_weight(const struct case_walk *w)
{
    unsigned same = 1;
    for (unsigned i = 0; i < w->symmetry.count; i++) {
        const card_set dealer = renamed(w->at.dealer, w->symmetry.suits[i]);
        if (dealer < w->at.dealer)
            return 0;
        if (dealer > w->at.dealer)
            continue;
        const card_set dead = renamed(w->at.dead, w->symmetry.suits[i]);
        if (dead < w->at.dead)
            return 0;
        same += dead == w->at.dead;
    }
    return (w->symmetry.count + 1) / same;
}

static void walk_dead(struct case_walk *w, unsigned from, unsigned more)
{
    if (more == 0) {
        const unsigned weight = case_weight(w);
        if (weight > 0)
            w->visit(w->context, &w->at, weight);
        return;
    }
    for (unsigned i = from; i + more <= w->left_count; i++) {
        const card_set before = w->at.dead;
        w->at.dead = set_with(before, w->left[i]);
        walk_dead(w, i + 1, more - 1);
        w->at.dead = before;
    }
}

static void left_find(struct case_walk *w)
{
    w->left_count = 0;
    for (cr_card c = 0; c < CR_DECK_CARDS; c++)
        if (!set_has(w->at.own | w->at.dealer, c))
            w->left[w->left_count++] = c;
}

static void walk_dealer(struct case_walk *w, unsigned from, unsigned left)
{
    if (left == 0) {
        left_find(w);
        walk_dead(w, 0, w->dead);
        return;
    }
    for (unsigned c = from; c + left <= CR_DECK_CARDS; c++) {
        if (set_has(w->at.own, (cr_card)c))
            continue;
        w->at.dealer = set_with(w->at.dealer, (cr_card)c);
        walk_dealer(w, c + 1, left - 1);
        w->at.dealer &= ~(UINT64_C(1) << c);
    }
}

void each_case(card_set own, unsigned dealer, unsigned dead, visit_case *visit, void *context)
{
    struct case_walk w = {.at = {.own = own}, .dead = dead, .visit = visit, .context = context};
    case_symmetry_find(own, &w.symmetry);
    walk_dealer(&w, 0, dealer);
}

static double ways(unsigned n, unsigned k)
{
    double product = 1;
    for (unsigned i = 0; i < k; i++)
        product *= (double)(n - i) / (double)(i + 1);
    return product;
}

double cases_count(unsigned own, unsigned dealer, unsigned dead)
{
    /* Most cases with at least one seen card have no symmetry left; the third more is for those
     * that have. */
    return 1.33 / CASE_RENAMINGS * ways(CR_DECK_CARDS, own) * ways(CR_DECK_CARDS - own, dealer) *
           ways(CR_DECK_CARDS - own - dealer, dead);
}
