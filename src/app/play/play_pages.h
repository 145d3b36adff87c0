/* Writes the pages of text: the settlement explained, the rules in force, the summary of the
 * session. Everything comes from the rules and the settlement. */
#pragma once

#include "app/play/mistakes.h"
#include "app/play/page.h"
#include "app/play/play_session.h"

/* Writes the settled round: the player's seats wager by wager in payment order, and neighbours in
 * one line each. width: that of the screen; 0 for one sentence on each line, for plain mode. */
void pages_settlement(const struct session *s, size_t width, struct page *page);

/* Writes the player's result of the round in one line: "You win 35.00." */
void pages_result(const struct session *s, struct page_line *line);

/* Writes the rules: the deal, decisions, what folding loses, qualifying, limits and pay tables.
 * has_values: also explains the values of actions. */
void pages_rules(const struct cr_rules *rules, const struct cr_progressive *progressive,
                 bool has_values, size_t width, struct page *page);

/* Writes the summary of a session. mistakes: NULL when they were not counted. replay: the command
 * that gives the same deals again; NULL when it is too long for a line of a page. */
void pages_summary(const struct session *s, const struct mistakes *mistakes, const char *replay,
                   struct page *page);

/* Writes what a hand makes with the open cards of the board: "a pair of Kings, Ace". */
void pages_hand(const struct round *r, const cr_card *cards, char out[CR_HAND_NAME_MAX]);

/* Writes the cards that are dealt as text: "A♠ K♦". */
#define PAGES_CARDS_MAX 48
void pages_cards(const cr_card *cards, unsigned count, char out[PAGES_CARDS_MAX]);
