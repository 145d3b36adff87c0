/* Asks a running manager over its HTTP interface, for the program's commands. */
#pragma once

#include "base/zone.h"
#include "net/client.h"
#include "service/client/log_source.h"

struct ask_manager;

/* Which manager a command asks, and in whose name. */
struct asking {
    /* One address, or several separated by commas; any of them may answer. */
    const char *manager;
    struct http_identity who;
};

/* Fills in what was not given: from the environment (CROUPIER_MANAGER; CROUPIER_TOKEN, the file
 * of a token), or else the manager of this machine. */
void asking_settle(struct asking *asking);

int ask_manager_client(const struct asking *asking, struct http_client **out, struct cr_err *err);
int ask_manager_open(const struct asking *asking, struct ask_manager **out, struct cr_err *err);
void ask_manager_close(struct ask_manager *a);

/* Sends a GET. The text is valid until the next request. A refusal is an error, with the manager's
 * own words. */
int ask_manager_get(struct ask_manager *a, const char *path, const char **text, size_t *len,
                    struct cr_err *err);
/* Sends a GET as above, but a refusal is an answer, too; see *status. */
int ask_manager_status(struct ask_manager *a, const char *path, unsigned *status, const char **text,
                       size_t *len, struct cr_err *err);

/* Sends a GET for a document of any size and passes each piece to take() as it arrives. CR_E_INPUT:
 * a refusal, in the manager's own words. CR_E_IO: what was passed on is not complete. */
typedef bool ask_manager_piece_fn(void *user, const char *data, size_t len);
int ask_manager_fetch(struct ask_manager *a, const char *path, ask_manager_piece_fn *take,
                      void *user, struct cr_err *err);

/* Asks for the number of the last event. */
int ask_manager_head(struct ask_manager *a, uint64_t *seq, struct cr_err *err);
/* Reads one page of the log; the next page begins at *next. */
int ask_manager_log(struct ask_manager *a, uint64_t from, uint64_t limit, uint64_t *next,
                    log_event_fn *each, void *context, struct cr_err *err);
/* Reads all events of a kind, in as many pages as it takes. */
int ask_manager_log_kind(struct ask_manager *a, const char *kind, log_event_fn *each, void *context,
                         struct cr_err *err);

/* ---- house_zone.c, PIT-15: the time zone of a house, for commands that print times ---- */

/* The zone of the floor in a store, or, when store is NULL, of a running manager's floor. UTC where
 * the house has set none or cannot be asked; printed times name their zone. */
struct zone house_zone_of(const char *store, const struct asking *asking);

/* Reads the zone from the answer to GET /api/v1/house. */
struct zone house_zone_read(const char *text, size_t len);
