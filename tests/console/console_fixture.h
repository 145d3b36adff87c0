/* A console whose link and sensors are played by the test. "Link" is here what answers the
 * console's requests. */
#pragma once

#include "table/console.h"

struct desk {
    struct console c;
    struct console_effects fx; /* effects of the last event */
    struct cr_err err;         /* message of the last refusal */
};

/* desk_new: a console that has just started, for a shipped progressive. desk_open: one that takes
 * bets. */
struct desk desk_new(const char *progressive, const char *label);
struct desk desk_open(const char *progressive);

/* Step an event. The test fails if it is refused, or if a seat's chips do not add up. */
void desk_do(struct desk *d, struct console_event e);
void desk_press(struct desk *d, enum console_event_kind kind);
void desk_sensor(struct desk *d, unsigned seat, enum acceptor_event sensor);
void desk_award(struct desk *d, unsigned seat, enum cr_category award);
void desk_key(struct desk *d, unsigned key, enum console_position position);
void desk_unkey(struct desk *d); /* turns the key back to R and removes it */
/* The link answers the request in progress: done, refused, or never because it is lost. */
void desk_done(struct desk *d);
void desk_refused(struct desk *d);
void desk_lost(struct desk *d, enum console_reason reason);

/* The event must be refused with these words, and change nothing. */
void desk_no(struct desk *d, struct console_event e, const char *words);
void desk_no_press(struct desk *d, enum console_event_kind kind, const char *words);
void desk_no_award(struct desk *d, unsigned seat, enum cr_category award, const char *words);

/* Plays chips on these seats until they are dropped and booked: the console is in COIN IN mode. */
void desk_round(struct desk *d, unsigned seats);
/* Presses the award's button, and lets the link accept the claim. */
void desk_claim(struct desk *d, unsigned seat, enum cr_category award);

/* desk_effect: the first effect of that kind, or NULL. desk_count: how many there are. */
const struct console_effect *desk_effect(const struct desk *d, enum console_effect_kind kind);
unsigned desk_count(const struct desk *d, enum console_effect_kind kind);
/* The seats of the effect of that kind, which must be there. */
unsigned desk_seats(const struct desk *d, enum console_effect_kind kind);
bool desk_says(const struct desk *d, enum console_say say);

enum acceptor_state desk_state(const struct desk *d, unsigned seat);
