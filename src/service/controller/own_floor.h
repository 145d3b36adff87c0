/* A manager inside a table's own process: for a standalone table (SYS-3), or for a master that
 * serves other tables, too (SYS-2). */
#pragma once

#include "net/server.h"
#include "service/api/questions.h"
#include "service/controller/transport.h"
#include "table/table_setup.h"

#define OWN_FLOOR_TABLES 30 /* SYS-2: the master and up to 29 others */

struct own_floor_config {
    const char *store;             /* an address of store.h */
    const char *table;             /* the table's name; the manager has the same */
    const char *host;              /* NULL: there is no HTTP server */
    uint16_t port;                 /* 0: any free one */
    const struct http_route *more; /* routes beside the manager's interface … */
    size_t more_count;             /* … which must outlive the floor */
    const char *program_version;
    const struct practice_service *practice; /* as in struct api_config; NULL: none */
    writer_fatal_fn *fatal;                  /* the store failed; must end the process (V1) */
};

struct own_floor;

int own_floor_start(const struct own_floor_config *config, struct own_floor **out,
                    struct cr_err *err);
void own_floor_stop(struct own_floor *f);

struct writer *own_floor_writer(struct own_floor *f);
/* The port of the HTTP server; 0 when there is none. */
uint16_t own_floor_port(const struct own_floor *f);

/* Writes the events that set up whatever is still missing of `house` on the floor. */
int own_floor_set_up(struct own_floor *f, const struct house *house, struct cr_err *err);
