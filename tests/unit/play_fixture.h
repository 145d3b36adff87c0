/* A session to test the terminal table with. */
#pragma once

#include "app/play/view.h"

/* The shipped house rules; ends with NULL. */
extern const char *const play_rules[];

/* Rules with their own progressive, a session, and what the screen needs. */
struct fixture {
    struct cr_rules rules;
    struct cr_progressive progressive;
    struct session session;
    struct view view;
    struct screen screen;
};

/* Loads rules; a failure fails the test. Free it with free. */
struct fixture *fixture_new(const char *name);

/* 200.00 in hand, an Ante of 5.00. */
struct session_setup fixture_setup(struct fixture *f, uint64_t seed, unsigned own,
                                   unsigned neighbours);

/* Sits down: the session is about to bet. */
void fixture_sit(struct fixture *f, uint64_t seed, unsigned own, unsigned neighbours);

/* Brings the key list up to the session's state. */
void fixture_keys(struct fixture *f);

/* Deals, and goes on until the player is asked or the round is settled. */
void fixture_deal(struct fixture *f);

/* Numbers that look random; the state is not zero. */
uint64_t fixture_draw(uint64_t *state);
