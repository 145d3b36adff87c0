/* A manager inside a table's own process; see own_floor.h. */
#include "service/controller/own_floor.h"

#include "os/clock.h"
#include "service/api/api.h"
#include "service/api/pages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define READING_WAIT_MS 20000 /* PIT-5: longest wait for readings of the tables of this floor */

struct own_floor {
    struct store *store, *log;
    struct manager *manager;
    struct writer *writer;
    struct api *api;
    struct http_route *routes;
    struct http_server *server;
};

static int start_manager(struct own_floor *f, const struct own_floor_config *c, struct cr_err *err)
{
    struct manager_config config = {.lease_ms = 2000, .limits = floor_limits_usual};
    config.limits.tables = OWN_FLOOR_TABLES;
    snprintf(config.id, sizeof(config.id), "%s", c->table);
    snprintf(config.version, sizeof(config.version), "%s", c->program_version);
    int rc = store_open(c->store, STORE_CREATE, &f->store, err);
    if (rc == 0)
        rc = manager_new(f->store, &config, clock_wall_ms(), clock_mono_ms(), &f->manager, err);
    if (rc == 0)
        rc = writer_start(f->manager, NULL, c->fatal, NULL, &f->writer, err);
    return rc;
}

static int start_server(struct own_floor *f, const struct own_floor_config *c, struct cr_err *err)
{
    int rc = 0;
    if (strcmp(store_engine(f->store), "memory") != 0)
        rc = store_open(c->store, STORE_READ, &f->log, err);
    if (rc == 0)
        rc = api_new(f->writer, f->log != NULL ? f->log : f->store, c->store,
                     &(struct api_config){.is_open = true,
                                          .reading_wait_ms = READING_WAIT_MS,
                                          .practice = c->practice},
                     &f->api, err);
    if (rc != 0)
        return rc;
    struct http_config config = {
        .address = c->host, .port = c->port, .seen = api_seen, .seen_user = f->api};
    struct route_list lists[2] = {{NULL, 0}, {c->more, c->more_count}};
    lists[0].routes = api_routes(f->api, &lists[0].count);
    f->routes = routes_join(lists, 2, &config.route_count);
    if (f->routes == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    config.routes = f->routes;
    return http_server_start(&config, &f->server, err);
}

int own_floor_start(const struct own_floor_config *config, struct own_floor **out,
                    struct cr_err *err)
{
    struct own_floor *f = calloc(1, sizeof(*f));
    if (f == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    int rc = start_manager(f, config, err);
    if (rc == 0 && config->host != NULL)
        rc = start_server(f, config, err);
    return err_or_made(rc, out, f, own_floor_stop);
}

void own_floor_stop(struct own_floor *f)
{
    if (f != NULL) {
        http_server_stop(f->server);
        free(f->routes);
        api_free(f->api);
        writer_stop(f->writer);
        manager_free(f->manager);
        store_close(f->log);
        store_close(f->store);
    }
    free(f);
}

struct writer *own_floor_writer(struct own_floor *f)
{
    return f->writer;
}

uint16_t own_floor_port(const struct own_floor *f)
{
    return f->server != NULL ? http_server_port(f->server) : 0;
}

int own_floor_set_up(struct own_floor *f, const struct house *house, struct cr_err *err)
{
    struct manager_request *request = calloc(1, sizeof(*request));
    if (request == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    for (;;) {
        const struct floor *floor = writer_lock(f->writer);
        int rc = house_next(house, floor, &request->event, err);
        writer_unlock(f->writer);
        if (rc == 1)
            writer_call(f->writer, request);
        if (rc == 1 && request->result != 0) {
            *err = request->err;
            rc = request->result;
        }
        if (rc != 1) {
            free(request);
            return rc;
        }
    }
}
