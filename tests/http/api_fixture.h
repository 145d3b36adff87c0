/* A manager with its interface in this process, on a free port, and questions to it. */
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

/* The last answer of a client, copied. */
struct api_said {
    unsigned status;
    char type[64];
    char *body; /* freed by api_said_free */
    size_t len;
};

/* address: a store; NULL: in memory. */
struct api_server *api_server_start(const char *address, const char *id, unsigned lease_ms);
void api_server_stop(struct api_server *s);
/* The same, and the files of its SQLite store are gone. */
void api_server_stop_at(struct api_server *s, const char *file);
/* The same floor behind another interface: closed, say. */
void api_server_reopen(struct api_server *s, const struct api_config *config);

/* Sees every answer that api_ask gets. */
typedef void api_observer(const char *method, const char *path, const struct api_said *said);
extern api_observer *api_observe;

struct api_said api_ask(struct http_client *client, const char *method, const char *path,
                        const char *body);
void api_said_free(struct api_said *said);

/* Asks and expects that status, or any when it is 0; the body stays until the next call of any of
 * these. */
const char *api_get(struct api_server *s, const char *path, unsigned status);
const char *api_post(struct api_server *s, const char *path, unsigned status, const char *format,
                     ...) __attribute__((format(printf, 4, 5)));

/* The number behind "key": in a text; 0 when it is not there. */
unsigned long long api_number(const char *text, const char *key);
/* The text behind "key":" in a text, cut to the room; "" when it is not there. */
void api_word(const char *text, const char *key, char *out, size_t size);

/* People a to e, documents, link "main" (cn, closed) and table "t1" on it. */
void api_set_up(struct api_server *s);
/* The hash of a shipped document on the floor. */
void api_add_document(struct api_server *s, const char *shipped, char hash[65]);

/* "/links/{link}/open" with what api_set_up has for link and table; `other` for the rest. */
void api_path(const char *pattern, const char *other, char *out, size_t size);

unsigned long long api_head(struct api_server *s);

/* The next event of table t1 in its first epoch, *seq the last one's number there; its number. */
unsigned long long api_event(struct api_server *s, unsigned *seq, const char *kind,
                             const char *more);
/* Rounds of three coins. */
void api_rounds(struct api_server *s, unsigned *seq, unsigned count);
