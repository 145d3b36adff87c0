/* The setting of a table: linked to a manager, or with a floor of its own (SYS-1 to SYS-3). Starts
 * what that takes: transport, own floor, and the server of the console. */
#pragma once

#include "service/controller/console_server.h"
#include "service/controller/own_floor.h"
#include "service/controller/station.h"
#include "service/controller/table_options.h"

#include <signal.h>

#define OWN_LINK "own" /* the link's id on a table's own floor */

struct setting {
    struct own_floor *own; /* NULL: the table is linked */
    struct transport *transport;
    struct console_server *console_server; /* of the console's screens; NULL: none */
    struct http_route *routes;             /* of console and pages */
    size_t route_count;
    struct http_server *server; /* of a linked table; otherwise own_floor has one */
    const char *user;           /* who turns keys when nobody is named; or NULL */
    char first[FLOOR_PERSON_MAX], second[FLOOR_PERSON_MAX];
};

int setting_start(struct setting *s, const struct table_options *o, struct cr_err *err);
void setting_stop(struct setting *s);

/* Reads the manager's rules for the table into the station. Waits, until *ended is set, for a
 * manager that cannot be reached. */
int setting_rules(struct setting *s, const struct table_options *o, struct station *station,
                  const volatile sig_atomic_t *ended, struct cr_err *err);

/* Starts the console's server of a linked table; on other tables, the own floor serves it since
 * setting_start(). Writes its address into url, or "" when there is none. */
int setting_serve(struct setting *s, const struct table_options *o, char *url, size_t size,
                  struct cr_err *err);

void setting_announce(const struct setting *s, const struct table_options *o,
                      struct station *station);
