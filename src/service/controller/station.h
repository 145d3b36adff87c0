/* A table at work: its controller, sensors, sender and journal, driven by one loop. Everything that
 * happens is printed as a line, kept for the screens, and passed to the dealing program if there is
 * one. */
#pragma once

#include "service/controller/journal.h"
#include "service/controller/key_pin.h"
#include "service/controller/sender.h"
#include "service/controller/sensors.h"

#define STATION_LINES 12

/* A printed line, kept for the screens. */
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
    struct journal_page page, written; /* of the journal: as it should be, and as it is on disk */
    bool has_rules;
    struct cr_rules rules;
    const struct cr_progressive *progressive; /* NULL: none */
    struct cr_progressive progressive_room;
    station_heard_fn *heard;
    void *context;
    char last_why[CR_ERR_TEXT_MAX];
    char refused[CR_ERR_TEXT_MAX];   /* the last refusal; "" after the next event */
    char own_user[FLOOR_PERSON_MAX]; /* who acts here when nobody is named */
    char own_pin[KEY_PIN_ROOM];      /* their PIN; "": it is typed */
    struct key_pin *key_pin;         /* NULL: the table has its own floor */
    struct writer *own;              /* writer of the own floor; NULL: linked */
    struct controller_hit hit;       /* the last hit announced here; seq 0: none */
    struct station_line lines[STATION_LINES];
    uint64_t said;
    bool is_reading;                  /* PIT-5: the sensors were asked for their counter */
    bool has_read;                    /* a reading was given since the start */
    char read_user[FLOOR_PERSON_MAX]; /* who asked for the counter; "": the manager */
    uint64_t read_round;              /* the round in which it was asked for */
    int wake_fd;                      /* -1, or another descriptor that ends a wait */
    bool says_envy;                   /* print envy: people pay by hand what the table says */
    bool needs_rules;                 /* the table deals, which takes house rules */
    uint64_t rules_taken;             /* how often new rules were taken since the start */
    int64_t rules_after;              /* new rules are not asked for before this time */
    bool has_changed; /* something happened in this turn: no wait before the dealing program has
                       * seen it */
    int status;       /* not 0: a fault that ends the table */
    struct cr_err err;
};

/* The number of the round that is being played, or of the one that begins next. */
uint64_t station_round(const struct station *s);

/* Prints a line about what happens, after the table's name, and keeps it for the screens. */
void station_say(struct station *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Carries out a press, by a person or by a program in a person's place. On refusal, err has the
 * reason. */
int station_press(struct station *s, const struct console_event *e, struct cr_err *err);

/* Whether that person may do this here now; results as of key_pin_check() (key_pin.h). A refusal is
 * printed once. */
int station_may(struct station *s, const struct key_pin_ask *ask, struct cr_err *err);

/* PIT-5: sends a reading to the manager: what the console shows, and the acceptors' counter, which
 * the sensors tell or, with coins not 0, a person has read there. */
int station_read(struct station *s, uint64_t coins, const char *user, struct cr_err *err);
/* PIT-5: sends the reading of a counter that somebody has replaced. It is not compared with
 * readings of the old one. */
int station_renew(struct station *s, uint64_t coins, const char *user, struct cr_err *err);

/* SYS-1: reads the documents that the manager has for the table into the station; the caller tells
 * the controller of them. On failure nothing has changed. */
int station_take_rules(struct station *s, const struct transport_rules *texts, struct cr_err *err);
/* Prints the rules and progressive by which the table plays, in one line. */
void station_say_rules(struct station *s);
/* Fills in what the controller needs to know of the rules. */
void station_fill_rules(const struct station *s, struct controller_config *config);

/* V9: lets the controller do what is due by time alone, such as closing at the end of a lease. */
void station_tick(struct station *s);

/* Writes the journal if its page has changed. False when that fails; the table then ends. */
bool station_remember(struct station *s);

/* One turn of the loop: does everything that is due, then waits until something arrives, at most
 * wait_ms. extra_fd: -1, or one more descriptor to wait for. Returns whether extra_fd can be
 * read. */
bool station_turn(struct station *s, int64_t wait_ms, int extra_fd);

/* Writes the meters as the sign shows them (MET-5): "mega 10000.14, major 1000.05". Returns out. */
#define STATION_METERS_MAX 256
const char *station_meters(const struct station *s, char out[STATION_METERS_MAX]);
