/* Questions to a running manager over its HTTP interface. */
#pragma once

#include "service/client/log_source.h"

#include <stdbool.h>

struct ask_manager;

/* The address when none is given: of the environment (CROUPIER_MANAGER), or this machine's. */
const char *ask_manager_default(void);

struct http_client;
struct http_identity;

/* The files of --ca, --cert, --key and --token, to be filled in. They count for every client that
 * this program opens from then on. */
struct http_identity *ask_manager_given_identity(void);
/* What was given, or the environment's token (CROUPIER_TOKEN, a file too). */
struct http_identity ask_manager_identity(void);

/* urls: one address, or several separated by commas that can stand in for each other. */
int ask_manager_client(const char *urls, struct http_client **out, struct cr_err *err);
int ask_manager_open(const char *urls, struct ask_manager **out, struct cr_err *err);
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
