/* A console with its link and its sensors in the test's hands. */
#pragma once

#include "table/console.h"

struct desk {
    struct console c;
    struct console_effects fx; /* of the last event */
    struct cr_err err;         /* of the last refusal */
};

/* A console just started, for a shipped progressive; or one with bets open. */
struct desk desk_new(const char *progressive, const char *label);
struct desk desk_open(const char *progressive);

/* Lets it happen; fails the test when it is refused, or when a chip's books do not balance. */
void desk_do(struct desk *d, struct console_event e);
void desk_press(struct desk *d, enum console_event_kind kind);
void desk_sensor(struct desk *d, unsigned seat, enum acceptor_event sensor);
void desk_award(struct desk *d, unsigned seat, enum cr_category award);
void desk_key(struct desk *d, unsigned key, enum console_position position);
void desk_unkey(struct desk *d); /* back to R, and out */
/* The link answers the request that is under way. */
void desk_done(struct desk *d);
void desk_refused(struct desk *d);
void desk_lost(struct desk *d, enum console_reason reason);

/* Must be refused, with these words, and change nothing. */
void desk_no(struct desk *d, struct console_event e, const char *words);
void desk_no_press(struct desk *d, enum console_event_kind kind, const char *words);
void desk_no_award(struct desk *d, unsigned seat, enum cr_category award, const char *words);

/* Chips on these seats, dropped and taken by the link: COIN IN mode. */
void desk_round(struct desk *d, unsigned seats);
/* The award's button, and the link's answer. */
void desk_claim(struct desk *d, unsigned seat, enum cr_category award);

/* The first effect of that kind, or NULL; how many there are. */
const struct console_effect *desk_effect(const struct desk *d, enum console_effect_kind kind);
unsigned desk_count(const struct desk *d, enum console_effect_kind kind);
/* The effect must be there: the seats of it. */
unsigned desk_seats(const struct desk *d, enum console_effect_kind kind);
bool desk_says(const struct desk *d, enum console_say say);

enum acceptor_state desk_state(const struct desk *d, unsigned seat);
