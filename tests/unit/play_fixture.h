/* House rules and a session at a table, for tests of the table in the terminal. */
#pragma once

#include "app/play/view.h"

/* The names of shipped house rules; NULL ends the list. */
extern const char *const play_rules[];

/* House rules with their progressive, a session under them, and what its screen is drawn with. */
struct fixture {
    struct cr_rules rules;
    struct cr_progressive progressive;
    struct session session;
    struct view view;
    struct screen screen;
};

/* Loads the shipped rules of that name; a failure fails the test. The caller frees the fixture with
 * free(). */
struct fixture *fixture_new(const char *name);

/* A setup with a bankroll of 200.00 and an Ante of 5.00; own and neighbours are bits of seats. */
struct session_setup fixture_setup(struct fixture *f, uint64_t seed, unsigned own,
                                   unsigned neighbours);

/* Starts the session and its view; the session waits for bets. */
void fixture_sit(struct fixture *f, uint64_t seed, unsigned own, unsigned neighbours);

/* Makes the view's list of keys fit the session's present state. */
void fixture_keys(struct fixture *f);

/* Deals, and advances the round until the player must decide or the round is settled. */
void fixture_deal(struct fixture *f);

/* Writes a screen as lines of UTF-8 or ASCII, without styles and without blanks at the ends. */
void fixture_dump(const struct screen *s, struct text *out);

/* Returns the next pseudorandom number; the state must not be zero. */
uint64_t fixture_draw(uint64_t *state);
