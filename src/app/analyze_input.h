/* Reads cards, boards, bets and ratios from the command line of `croupier analyze`. */
#pragma once

#include <croupier/analysis.h>

/* Hole cards: "As Jd", or, in games with two of them, a class: "AJo", "AJs", "77". */
struct hole_input {
    cr_card cards[CR_HOLE_MAX];
    bool is_class; /* `cards` are two of the class */
};

/* Reads as many hole cards as the game deals. The error message quotes the text. */
int input_hole(const struct cr_rules *rules, const char *text, struct hole_input *out,
               struct cr_err *err);

/* Reads exactly `count` cards. option, like "--flop", names them in the error message. */
int input_cards(const char *option, const char *text, unsigned count, cr_card *out,
                struct cr_err *err);

/* Reads the open community cards, which may be fewer than the game deals. */
int input_board(const struct cr_rules *rules, const char *text, cr_card *out, uint8_t *count,
                struct cr_err *err);

/* Reads the dealer's open card. */
int input_up(const struct cr_rules *rules, const char *text, cr_card *out, uint8_t *count,
             struct cr_err *err);

/* Reads what was bet at the first decisions, in Antes: "1,3". */
int input_bets(const struct cr_rules *rules, const char *text, cr_action out[CR_STAGES],
               size_t *count, struct cr_err *err);

/* Reads "1", "0.5", "1/2" or "1:2" into a ratio in lowest terms. */
bool input_ratio(const char *text, struct cr_ratio *out);
