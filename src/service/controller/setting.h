/* Where a table stands: the manager it is linked to, or one of its own (SYS-1 to SYS-3). */
#pragma once

#include "service/controller/console_server.h"
#include "service/controller/own_floor.h"
#include "service/controller/station.h"
#include "service/controller/table_options.h"

#include <signal.h>

#define OWN_LINK "own" /* of a floor that a table keeps for itself */

struct setting {
    struct own_floor *own; /* NULL: linked */
    struct transport *transport;
    struct console_server *console_server; /* the console's screens; NULL: none */
    struct http_route *routes;             /* … with their pages */
    size_t route_count;
    struct http_server *server; /* … of a linked table */
    const char *user;           /* who turns keys */
    char first[FLOOR_PERSON_MAX], second[FLOOR_PERSON_MAX];
};

int setting_start(struct setting *s, const struct table_options *o, struct cr_err *err);
void setting_stop(struct setting *s);

/* The manager's rules for the table into the station; waits for a manager that cannot be reached
 * until *ended. */
int setting_rules(struct setting *s, const struct table_options *o, struct station *station,
                  const volatile sig_atomic_t *ended, struct cr_err *err);

/* A linked table serves its console; the others do since the start. The address into url, empty
 * when there is none. */
int setting_serve(struct setting *s, const struct table_options *o, char *url, size_t size,
                  struct cr_err *err);

void setting_announce(const struct setting *s, const struct table_options *o,
                      struct station *station);
