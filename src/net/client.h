/* An HTTP client that knows several servers which can stand in for each other.
 *
 * A client belongs to one thread. It keeps its connection, and stays with the server that answered
 * last.
 */
#pragma once

#include <croupier/error.h>

#include <stdbool.h>
#include <stddef.h>

#define HTTP_BASES_MAX  8
#define HTTP_ANSWER_MAX (1024 * 1024)
#define HTTP_LONG_MAX   (32 * 1024 * 1024)

struct http_client;

/* The body is the client's, terminated, until the next call. */
struct http_client_answer {
    unsigned status;
    const char *content_type; /* "" when the server does not say */
    const char *body;
    size_t len;
    const char *base; /* the server that answered */
};

/* Each base is the beginning of an address without a path: "http://127.0.0.1:8080". */
int http_client_new(const char *const *bases, size_t count, struct http_client **out,
                    struct cr_err *err);
void http_client_free(struct http_client *client);
/* Takes answers of up to HTTP_LONG_MAX bytes, instead of HTTP_ANSWER_MAX: for commands that ask a
 * server for all that it has. */
void http_client_take_long(struct http_client *client);

/* Sets a header that is sent with every request from now on; value NULL removes it. At most 8. */
int http_client_set_header(struct http_client *client, const char *name, const char *value,
                           struct cr_err *err);

/* Sets the files for TLS; NULL where there is none. TLS is 1.3 or later, and the server's
 * certificate and name are always checked: against ca, or without it against what this machine
 * trusts. The certificate, with its key, is read again for each connection, and a new file makes a
 * new connection. A key that others can read is refused. */
int http_client_set_tls(struct http_client *client, const char *ca, const char *certificate,
                        const char *key, struct cr_err *err);

/* The token in the file goes with every request; a file that others can read is refused. */
int http_client_set_token(struct http_client *client, const char *file, struct cr_err *err);

/* The files that say who the client is and whom it trusts; NULL where there is none. */
struct http_identity {
    const char *ca, *certificate, *key, *token;
};

int http_client_set_identity(struct http_client *client, const struct http_identity *who,
                             struct cr_err *err);

/* Method "GET", "POST" …; the body is JSON, or NULL. A server that cannot be reached, breaks off,
 * does not answer in its share of the time or answers 503 is passed over for the next; so a request
 * may reach two servers, and what must not be done twice needs a key of its own. CR_E_IO when no
 * server gave an answer; the last 503 counts as one. */
int http_call(struct http_client *client, const char *method, const char *path, const char *body,
              size_t len, unsigned timeout_ms, struct http_client_answer *answer,
              struct cr_err *err);

/* Takes a piece of a body. False when it cannot be kept; why is for the taker to tell. */
typedef bool (*http_piece_fn)(void *user, const char *data, size_t len);

/* GET of a document of any size. The body of a 200 goes to `take` piece by piece, and the answer
 * has only its length; any other answer is as http_call() has it. A server that sends nothing for
 * stall_s seconds has broken off. Then the next server is asked, as in http_call(), but not after
 * the first piece: CR_E_IO then says that what was taken is not all. */
int http_fetch(struct http_client *client, const char *path, unsigned stall_s, http_piece_fn take,
               void *user, struct http_client_answer *answer, struct cr_err *err);

/* A header of the last answer; false when it had none, or it does not fit. */
bool http_client_header(struct http_client *client, const char *name, char *out, size_t size);
