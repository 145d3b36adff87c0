/* Which actions a seat may take, and what they are called. */
#pragma once

#include "game/games/game.h"

#include <croupier/settle.h>

bool action_is_legal(const struct cr_rules *rules, const cr_action *done, size_t count,
                     cr_action action);

/* How many of a seat's actions, from the first on, are legal one after the other. *is_over: whether
 * nothing is left to decide after them. */
unsigned actions_legal(const struct cr_rules *rules, const struct cr_seat *seat, bool *is_over);

/* Whether the seat has nothing left to decide: it folded, bet, has no Ante, or saw every stage. */
bool action_all_done(const struct cr_rules *rules, const struct cr_seat *seat);

/* The action that leads from a decision to the next one: a check or, where none is allowed, the
 * smallest bet. */
cr_action action_leading_on(const struct cr_rules *rules, unsigned stage);

/* The legal actions at that stage of a seat that took action_leading_on at every stage before.
 * Returns how many. */
size_t actions_at(const struct cr_rules *rules, unsigned stage, cr_action out[CR_LEGAL_MAX]);

/* Whether a bet at that decision is named by its size ("3x") and not by one word ("bet"). */
bool action_names_size(const struct cr_rules *rules, unsigned stage);

/* The legal action of that name, or CR_NO_ACTION. */
cr_action action_find(const struct cr_rules *rules, const cr_action *done, size_t count,
                      const char *text, size_t len);

/* Whether the word is an action at any decision of these rules: tells an illegal action from
 * nonsense. */
bool action_word_known(const struct cr_rules *rules, const char *text, size_t len);

/* The amount that an action bets with that Ante; zero for a fold, a check or a bet taken back. */
static inline struct cr_money action_amount(const struct cr_rules *rules, struct cr_money ante,
                                            cr_action action)
{
    const int64_t parts = ante.micro * (int64_t)cr_action_multiple(action);
    /* Most houses bet whole Antes and need no division; this code is hot. */
    return cr_money_from_micro(rules->bet_parts == 1 ? parts : parts / rules->bet_parts);
}

/* The stake in a decision's slot after the action: zero when the bet is taken back, the bet when
 * one is made, otherwise the stake before. */
static inline struct cr_money stake_after(const struct cr_rules *rules, const struct cr_seat *seat,
                                          cr_action action, struct cr_money before)
{
    if (action == CR_PULL)
        return cr_money_from_micro(0);
    return cr_action_multiple(action) > 0
               ? action_amount(rules, seat->wagers[rules->game->ante], action)
               : before;
}

/* A number of parts of an Ante as rules files and felts write it: "3", "1.5". */
#define SIZE_TEXT_MAX 8
void size_format(const struct cr_rules *rules, unsigned multiple, char out[SIZE_TEXT_MAX]);
/* Appends the bet sizes of a stage to a list of its other actions: ", or bet 3× or 4×". */
void size_add_all(const struct cr_rules *rules, unsigned stage, struct text *out);

/* Every stake of a seat: the placed wagers that were not taken back and the bets its actions made.
 */
void seat_stakes(const struct cr_rules *rules, const struct cr_seat *seat,
                 struct cr_money out[CR_SLOTS]);

static inline bool seat_folded(const struct cr_seat *seat)
{
    return seat->action_count > 0 && seat->actions[seat->action_count - 1] == CR_FOLD;
}
