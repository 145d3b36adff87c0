/* A settlement in words: each wager, what became of it, and the rule it follows. */
#pragma once

#include "base/text.h"

#include <croupier/settle.h>

/* One line of an explanation. */
struct explain_line {
    char wager[24];   /* "Play", "Progressive", "Envy" */
    char verdict[12]; /* "wins", "loses", "returned" */
    char why[128];    /* "the hand beats the dealer's: 1 to 1" */
    char rule[16];    /* "UTH-8": this project's id of the rule, for engineers */
    /* PIT-16: "CN 27", the house's own name of the rule, which people see; empty where it has
     * none */
    char paragraph[CR_PARAGRAPH_MAX];
    uint8_t slot;   /* CR_SLOTS: envy */
    uint8_t result; /* enum cr_result */
    struct cr_money stake, pays;
};

#define EXPLAIN_LINES_MAX (CR_SLOTS + CR_SEATS - 1)

/* The lines of one seat (1 to 7), in the order in which the dealer pays. */
size_t explain_seat(const struct cr_rules *rules, const struct cr_progressive *progressive,
                    const struct cr_settlement *settlement, unsigned seat,
                    struct explain_line out[EXPLAIN_LINES_MAX]);

/* Names the hand of a seat or, for seat 0, the dealer's. Where a seat and the dealer have hands of
 * the same name and one of them is better, the card that decides is named too. */
void explain_hand(const struct cr_rules *rules, const struct cr_settlement *settlement,
                  unsigned seat, char out[CR_HAND_NAME_MAX]);

/* What the dealer announces (TCP-7): "Dealer qualifies with a pair of eights, King". Adds nothing
 * in a game in which the dealer has no cards. */
void explain_dealer(const struct cr_rules *rules, const struct cr_settlement *settlement,
                    struct text *out);
