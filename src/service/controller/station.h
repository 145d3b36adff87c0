/* A table at work: controller, sensors, the thread to the manager, and the memory on disk, turned
 * over by one loop. What happens is printed, a line each, and told to whoever deals. */
#pragma once

#include "service/controller/journal.h"
#include "service/controller/key_pin.h"
#include "service/controller/sender.h"
#include "service/controller/sensors.h"

#define STATION_LINES 12

/* What was said, for screens. */
struct station_line {
    uint64_t id;     /* counts up from 1 */
    bool is_refusal; /* screens show the last one beside what to do next */
    char text[CR_ERR_TEXT_MAX + 16];
};

struct station;
typedef void station_heard_fn(void *context, const struct controller_output *out);

struct station {
    struct controller controller;
    struct sensors sensors;
    struct sender *sender;
    struct journal journal;
    struct journal_page page, written; /* memory: what should be and what is on disk */
    bool has_rules;
    struct cr_rules rules;
    const struct cr_progressive *progressive; /* NULL: none */
    struct cr_progressive progressive_room;
    station_heard_fn *heard;
    void *context;
    char last_why[CR_ERR_TEXT_MAX];
    char refused[CR_ERR_TEXT_MAX];   /* the last refusal, until something else happens */
    char own_user[FLOOR_PERSON_MAX]; /* who acts here when nobody else is named */
    char own_pin[KEY_PIN_ROOM];      /* … and their PIN; "": they show it by hand */
    struct key_pin *key_pin;         /* NULL: the table is its own manager */
    struct writer *own;              /* … this one; NULL: it is linked */
    struct controller_hit hit;       /* the newest that was news here; seq 0: none */
    struct station_line lines[STATION_LINES];
    uint64_t said;
    bool is_reading;                  /* PIT-5: the counter was asked for … */
    bool has_read;                    /* … and has been told before, since the start */
    char read_user[FLOOR_PERSON_MAX]; /* … for whom; "": for the manager … */
    uint64_t read_round;              /* … and before which round's chips fell */
    int wake_fd;                      /* -1, or one more descriptor that ends a wait */
    bool says_envy;                   /* people pay by hand what the table says */
    bool needs_rules;                 /* a table that deals is nothing without house rules */
    uint64_t rules_taken;             /* how often it was given others since the start */
    int64_t rules_after;              /* they could not be had: not asked again before that */
    bool
        has_changed; /* something happened in this turn: whoever deals looks at it before waiting */
    int status;      /* not 0: a fault that ends the table */
    struct cr_err err;
};

/* The round that is played, or the one that begins next. */
uint64_t station_round(const struct station *s);

/* One line of what happens, with the table's name before it. */
void station_say(struct station *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A press of a person, or what a program does in one's place. On refusal the reason is in err. */
int station_press(struct station *s, const struct console_event *e, struct cr_err *err);

/* Whether that person may do that here now (key_pin.h). What is wrong with it is said, once. */
int station_may(struct station *s, const struct key_pin_ask *ask, struct cr_err *err);

/* PIT-5: reads the counter of the acceptors, or takes the one that a person read there (coins not
 * 0), and what the console shows. */
int station_read(struct station *s, uint64_t coins, const char *user, struct cr_err *err);
/* … and of one that somebody has put in: it is held against nothing that came before it. */
int station_renew(struct station *s, uint64_t coins, const char *user, struct cr_err *err);

/* SYS-1: the documents that the manager has for the table. Until the controller is there they are
 * only kept; afterwards it takes them. On failure nothing has changed. */
int station_take_rules(struct station *s, const struct transport_rules *texts, struct cr_err *err);
/* By which it plays, in one line. */
void station_say_rules(struct station *s);
/* What the rules mean for the console. */
void station_fill_rules(const struct station *s, struct controller_config *config);

/* V9: what time alone changes. */
void station_tick(struct station *s);

/* Makes the page durable if it has changed; false: it cannot, the table ends. */
bool station_remember(struct station *s);

/* Everything that is due, then waits until something comes, at most that long. extra_fd: -1 or one
 * more to wait for. Returns whether extra_fd can be read. */
bool station_turn(struct station *s, int64_t wait_ms, int extra_fd);

/* "mega 10000.14, major 1000.05": as the sign shows them (MET-5). */
#define STATION_METERS_MAX 256
const char *station_meters(const struct station *s, char out[STATION_METERS_MAX]);
