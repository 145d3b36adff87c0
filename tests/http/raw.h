/* An HTTP client on a bare socket, for requests that a proper client would not send: bytes go out
 * as they are. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RAW_ROOM (1024 * 1024)

struct raw {
    int fd;
    char *data; /* what was received and not yet looked at, terminated */
    size_t len;
};

struct raw_answer {
    int status;
    char head[4096];
    char body[65536];
    size_t len; /* of the body */
};

void raw_open(struct raw *r, uint16_t port);
void raw_close(struct raw *r);
void raw_send(struct raw *r, const char *text);
bool raw_send_len(struct raw *r, const char *data, size_t len);

/* Waits for one answer. False: the connection ended before it was whole. */
bool raw_answer(struct raw *r, struct raw_answer *out, bool to_head);

/* Waits until what was received holds the text. */
bool raw_wait_for(struct raw *r, const char *text);

/* Like raw_wait_for, for long streams: forgets what comes before the text. */
bool raw_skip_to(struct raw *r, const char *text);

/* Waits until the connection ends, and keeps what came before. */
void raw_wait_end(struct raw *r);

/* Opens a connection, sends one request and returns the one answer. */
struct raw_answer raw_ask(uint16_t port, const char *request);

/* Like raw_ask; the answer must be 200 with this body. */
void raw_expect(uint16_t port, const char *request, const char *body);
