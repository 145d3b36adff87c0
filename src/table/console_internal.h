/* Functions that the console's own files share. */
#pragma once

#include "table/console.h"

/* Seats whose acceptor is dropping a chip, and seats whose chip is counted; a bit a seat. */
uint8_t console_dropping(const struct console *c);
uint8_t console_counted(const struct console *c);

/* A claim that was made and is not settled: its LED is on. */
bool console_claim_is_open(const struct console_claim *claim);
bool console_has_open_claim(const struct console *c);
/* The same, but only for claims that take a key. */
bool console_has_open_jackpot(const struct console *c);

void console_add(struct console_effects *out, struct console_effect effect);
void console_say(struct console_effects *out, enum console_say say, unsigned seat, unsigned award);

/* Steps one acceptor by an event that must be possible. Returns the number of chips handed back. */
unsigned console_move(struct console *c, unsigned seat, enum acceptor_event e);

/* Returns the wagers on these seats to the patrons. */
void console_return(struct console *c, uint8_t seats, struct console_effects *out);

/* GAME OVER: pays the next award without a key, or asks the link to end the round. */
void console_end_round(struct console *c, struct console_effects *out);

/* Ends a round: chips are taken again. */
void console_open_betting(struct console *c, struct console_effects *out);

/* UTH-18: declares all hands dead at once, without asking the link. */
void console_die(struct console *c, struct console_effects *out);

void console_apply_answer(struct console *c, const struct console_event *e,
                          struct console_effects *out);
void console_apply_lost(struct console *c, const struct console_event *e,
                        struct console_effects *out);
void console_apply_back(struct console *c, const struct console_event *e,
                        struct console_effects *out);
