/* A table at work: controller, sensors, the thread to the manager, and the memory on disk, turned
 * over by one loop. What happens is printed, a line each, and told to whoever deals. */
#ifndef CLI_TABLE_STATION_H
#define CLI_TABLE_STATION_H

#include "table/courier.h"
#include "table/journal.h"
#include "table/sensors.h"

struct station;
typedef void station_heard_fn(void *context, const struct controller_output *out);

struct station {
    struct controller controller;
    struct sensors sensors;
    struct courier *courier;
    struct journal journal;
    struct journal_page page, written; /* memory: what should be and what is on disk */
    bool has_rules;
    struct cr_rules rules;
    const struct cr_progressive *progressive; /* NULL: none */
    struct cr_progressive progressive_room;
    station_heard_fn *heard;
    void *context;
    char last_why[CR_ERR_TEXT_MAX];
    bool stirred; /* something happened in this turn: whoever deals looks at it before waiting */
    int status;   /* not 0: a fault that ends the table */
    struct cr_err err;
};

int64_t station_now(void);

/* One line of what happens, with the table's name before it. */
void station_say(const struct station *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A person's press. On refusal the reason is in err. */
int station_press(struct station *s, const struct console_event *e, struct cr_err *err);

/* Makes the page durable if it has changed; false: it cannot, the table ends. */
bool station_remember(struct station *s);

/* Everything that is due, then waits until something comes, at most that long. extra_fd: -1 or one
 * more to wait for. Returns whether extra_fd can be read. */
bool station_turn(struct station *s, int64_t wait_ms, int extra_fd);

/* "mega 10000.14, major 1000.05": as the sign shows them (MET-5). */
void station_meters(const struct station *s, struct text *out);

#endif
