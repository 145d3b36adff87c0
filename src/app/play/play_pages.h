/* What the table has to say at length: the settlement explained, the rules in force, the summary
 * of the session. Everything comes from the rules and the settlement. */
#pragma once

#include "app/play/mistakes.h"
#include "app/play/page.h"
#include "app/play/play_session.h"

/* The settled round: the player's seats wager by wager in payment order, neighbours in one line
 * each. width is the screen's; 0 gives one sentence a line, for plain mode. */
void pages_settlement(const struct session *s, size_t width, struct page *page);

/* What the round gave the player, in one line: "You win 35.00." */
void pages_result(const struct session *s, struct page_line *line);

/* Pay tables, decisions, what folding costs, qualifying; has_values: and what values are. */
void pages_rules(const struct cr_rules *rules, const struct cr_progressive *progressive,
                 bool has_values, size_t width, struct page *page);

/* mistakes is NULL when nobody counted them; replay is the command that gives the same deals
 * again. */
void pages_summary(const struct session *s, const struct mistakes *mistakes, const char *replay,
                   struct page *page);

/* What a hand makes with the board as far as it is open: "a pair of Kings, Ace". */
void pages_hand(const struct round *r, const cr_card *cards, char out[CR_HAND_NAME_MAX]);

/* The cards as text, "A♠ K♦", as far as they are dealt. */
#define PAGES_CARDS_MAX 48
void pages_cards(const cr_card *cards, unsigned count, char out[PAGES_CARDS_MAX]);
