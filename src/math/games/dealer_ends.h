/* How the dealer's hands compare with one hand, and what each wager does then: UTH-7 and TCP-3,
 * with the house's own rules for a dealer who does not qualify.
 *
 * Hands that do not qualify are the worst ones. A hand that would itself qualify therefore beats
 * all of them, and a hand that would not loses to every dealer's hand that qualifies.
 */
#pragma once

#include <croupier/rules.h>

enum dealer_end {
    END_WIN,
    END_LOSS,
    END_WIN_UNQUALIFIED,
    END_LOSS_UNQUALIFIED,
    END_TIE_UNQUALIFIED,
    DEALER_ENDS
};

/* Counts of dealer's hands by result. Equal hands of a dealer who qualifies return every wager and
 * are not counted. */
struct dealer_ends {
    int64_t of[DEALER_ENDS];
};

/* Sorts all hands of the dealer, given how many the seat beats, how many beat it and how many do
 * not qualify. strong: the seat's hand would itself qualify. */
static inline struct dealer_ends dealer_ends(int64_t win, int64_t loss, int64_t unqualified,
                                             int64_t all, bool strong)
{
    const int64_t win_qualified = strong ? win - unqualified : 0;
    const int64_t loss_qualified = strong ? loss : all - unqualified;
    const int64_t win_other = win - win_qualified, loss_other = loss - loss_qualified;
    return (struct dealer_ends){{[END_WIN] = win_qualified,
                                 [END_LOSS] = loss_qualified,
                                 [END_WIN_UNQUALIFIED] = win_other,
                                 [END_LOSS_UNQUALIFIED] = loss_other,
                                 [END_TIE_UNQUALIFIED] = unqualified - win_other - loss_other}};
}

/* What a wager does at each result: 1 it wins, -1 it loses, 0 it is returned. */
struct wager_ends {
    int8_t of[DEALER_ENDS];
};

static inline struct wager_ends wager_ends(const struct cr_rules *rules, unsigned slot)
{
    switch ((enum cr_unqualified)rules->unqualified[slot]) {
    case CR_UNQUALIFIED_PUSH:
        return (struct wager_ends){{1, -1, 0, 0, 0}};
    case CR_UNQUALIFIED_PAY:
        return (struct wager_ends){{1, -1, 1, 1, 1}};
    case CR_UNQUALIFIED_AS_USUAL:
        break;
    }
    return (struct wager_ends){{1, -1, 1, -1, 0}};
}

/* Wins less losses of a wager. */
static inline int64_t ends_balance(const struct dealer_ends *ends, const struct wager_ends *wager)
{
    int64_t sum = 0;
    for (unsigned i = 0; i < DEALER_ENDS; i++)
        sum += ends->of[i] * wager->of[i];
    return sum;
}

/* The number of dealer's hands with which a wager ends so: how is 1 for wins, -1 for losses. */
static inline int64_t ends_count(const struct dealer_ends *ends, const struct wager_ends *wager,
                                 int how)
{
    int64_t sum = 0;
    for (unsigned i = 0; i < DEALER_ENDS; i++)
        sum += wager->of[i] == how ? ends->of[i] : 0;
    return sum;
}
