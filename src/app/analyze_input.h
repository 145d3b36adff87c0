/* What `croupier analyze` reads from its command line besides numbers. */
#pragma once

#include <croupier/analysis.h>

/* Hole cards: "As Jd", or a class of them, "AJo", "AJs", "77" (two cards games). */
struct hole_input {
    cr_card cards[CR_HOLE_MAX];
    bool is_class; /* cards are any two of the class */
};

/* Reads as many as the game deals. A fault quotes the text. */
int input_hole(const struct cr_rules *rules, const char *text, struct hole_input *out,
               struct cr_err *err);

/* Reads exactly count cards; option names them in faults: "--flop". */
int input_cards(const char *option, const char *text, unsigned count, cr_card *out,
                struct cr_err *err);

/* Community cards that are open, fewer than all. */
int input_board(const struct cr_rules *rules, const char *text, cr_card *out, uint8_t *count,
                struct cr_err *err);

/* The dealer's open card. */
int input_up(const struct cr_rules *rules, const char *text, cr_card *out, uint8_t *count,
             struct cr_err *err);

/* "1,3": what was bet at the first decisions, in Antes. */
int input_bets(const struct cr_rules *rules, const char *text, cr_action out[CR_STAGES],
               size_t *count, struct cr_err *err);

/* "1", "0.5", "1/2", "1:2"; in lowest terms. */
bool input_ratio(const char *text, struct cr_ratio *out);
