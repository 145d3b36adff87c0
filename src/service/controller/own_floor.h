/* A manager inside a table's own process: standalone (SYS-3), or a master that serves others as
 * well (SYS-2). */
#pragma once

#include "net/server.h"
#include "service/api/questions.h"
#include "service/controller/transport.h"
#include "table/table_setup.h"

#define OWN_FLOOR_TABLES 30 /* SYS-2: the master and up to 29 others */

struct own_floor_config {
    const char *store;             /* an address of store.h */
    const char *table;             /* the manager's own name, too */
    const char *host;              /* NULL: nobody else is served */
    uint16_t port;                 /* 0: any free one */
    const struct http_route *more; /* served beside the manager's interface … */
    size_t more_count;             /* … they outlive the floor */
    const char *program_version;
    const struct practice_service *practice; /* as of the interface (service/api/api.h) */
    writer_fatal_fn *fatal;                  /* the store failed: the process ends (V1) */
};

struct own_floor;

int own_floor_start(const struct own_floor_config *config, struct own_floor **out,
                    struct cr_err *err);
void own_floor_stop(struct own_floor *f);

struct writer *own_floor_writer(struct own_floor *f);
/* 0 when nobody else is served. */
uint16_t own_floor_port(const struct own_floor *f);

/* Writes what is missing of the house. */
int own_floor_set_up(struct own_floor *f, const struct house *house, struct cr_err *err);
