/* A manager with its interface in this process, on a free port, and calls that ask it. */
#pragma once

#include "net/client.h"
#include "service/api/api.h"

struct api_server {
    struct store *store, *log, *follow;
    struct manager *manager;
    struct writer *writer;
    struct api *api;
    struct http_server *http;
    struct http_client *client;
    char base[64];
    const char *address; /* of the store; NULL: in memory */
};

/* An answer that a client got, copied. */
struct api_said {
    unsigned status;
    char type[64];
    char *body; /* freed by api_said_free */
    size_t len;
};

/* Starts a manager with this id on the store at `address`; NULL: in memory. */
struct api_server *api_server_start(const char *address, const char *id, unsigned lease_ms);
void api_server_stop(struct api_server *s);
/* Like api_server_stop; the files of its SQLite store are removed, too. */
void api_server_stop_at(struct api_server *s, const char *file);
/* The same floor with another configuration of the interface, such as a closed one. */
void api_server_reopen(struct api_server *s, const struct api_config *config);

/* Is called for every answer that api_ask gets, where it is set. */
typedef void api_observer(const char *method, const char *path, const struct api_said *said);
extern api_observer *api_observe;

struct api_said api_ask(struct http_client *client, const char *method, const char *path,
                        const char *body);
void api_said_free(struct api_said *said);

/* Ask, and fail the test unless the answer has this status (0: any). Return the body, which stays
 * until the next call of either. */
const char *api_get(struct api_server *s, const char *path, unsigned status);
const char *api_post(struct api_server *s, const char *path, unsigned status, const char *format,
                     ...) __attribute__((format(printf, 4, 5)));

/* The number behind "key": in a text; 0 if the key is not there. */
unsigned long long api_number(const char *text, const char *key);
/* The text behind "key": in a text, cut to the size of out; "" if the key is not there. */
void api_word(const char *text, const char *key, char *out, size_t size);

/* Sets up people a to e, documents, link "main" (cn, closed) and table "t1" on it. */
void api_set_up(struct api_server *s);
/* Adds a shipped document to the floor, and gives its hash as 64 digits. */
void api_add_document(struct api_server *s, const char *shipped, char hash[65]);

/* A path such as "/links/{link}/open" with the link or table of api_set_up filled in, and `other`
 * for any other parameter. */
void api_path(const char *pattern, const char *other, char *out, size_t size);

unsigned long long api_head(struct api_server *s);

/* Sends the next event of table t1 in its first epoch. *seq is the number of the table's last
 * event, and is counted up. Returns the event's number in the log. */
unsigned long long api_event(struct api_server *s, unsigned *seq, const char *kind,
                             const char *more);
/* Plays rounds of three coins. */
void api_rounds(struct api_server *s, unsigned *seq, unsigned count);
