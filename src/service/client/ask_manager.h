/* Questions to a running manager over its HTTP interface. */
#pragma once

#include "base/zone.h"
#include "net/client.h"
#include "service/client/log_source.h"

struct ask_manager;

/* Whom a program asks, and as whom. */
struct asking {
    /* One address, or several separated by commas that can stand in for each other. */
    const char *manager;
    struct http_identity who;
};

/* Fills in what was not given: of the environment (CROUPIER_MANAGER, and CROUPIER_TOKEN, a file
 * too), or this machine's manager. */
void asking_settle(struct asking *asking);

int ask_manager_client(const struct asking *asking, struct http_client **out, struct cr_err *err);
int ask_manager_open(const struct asking *asking, struct ask_manager **out, struct cr_err *err);
void ask_manager_close(struct ask_manager *a);

/* GET; the text is valid until the next question. A refusal is an error with the manager's own
 * words. */
int ask_manager_get(struct ask_manager *a, const char *path, const char **text, size_t *len,
                    struct cr_err *err);
/* GET as above, but a refusal is an answer too: *status says which it is. */
int ask_manager_status(struct ask_manager *a, const char *path, unsigned *status, const char **text,
                       size_t *len, struct cr_err *err);

/* GET of a document of any size, handed on as it comes; CR_E_INPUT is a refusal in the manager's
 * own words. After CR_E_IO what was handed on is not all. */
typedef bool ask_manager_piece_fn(void *user, const char *data, size_t len);
int ask_manager_fetch(struct ask_manager *a, const char *path, ask_manager_piece_fn *take,
                      void *user, struct cr_err *err);

/* The number of the last event. */
int ask_manager_head(struct ask_manager *a, uint64_t *seq, struct cr_err *err);
/* One page of the log; *next is where the next one begins. */
int ask_manager_log(struct ask_manager *a, uint64_t from, uint64_t limit, uint64_t *next,
                    log_event_fn *each, void *context, struct cr_err *err);
/* Every event of that kind, in as many pages as it takes. */
int ask_manager_log_kind(struct ask_manager *a, const char *kind, log_event_fn *each, void *context,
                         struct cr_err *err);

/* ---- house_zone.c, PIT-15: in which zone a house reads its clocks, for commands that print times
 * ---- */

/* The zone of the floor in a store; without one (NULL) of a running manager's. UTC where the
 * house has set none, or it cannot be asked: times say which zone they are of. */
struct zone house_zone_of(const char *store, const struct asking *asking);

/* The same from what GET /api/v1/house answers. */
struct zone house_zone_read(const char *text, size_t len);
