/* A person's session with a closed manager: signs in, sends what such a session must send with
 * every request, signs out. Several sessions can share one client. */
#pragma once

#include "floor/event.h"
#include "net/client.h"

struct sign_in {
    struct http_client *client; /* borrowed; NULL: nobody is signed in */
    char person[FLOOR_PERSON_MAX];
    char role[32];
    char cookie[256], csrf[128];
};

/* On failure nobody is signed in and the fault is the manager's own sentence. */
int sign_in_open(struct sign_in *s, struct http_client *client, const char *person,
                 const char *password, struct cr_err *err);
/* The session that an answer to setup or invitation begins. */
int sign_in_take(struct sign_in *s, struct http_client *client,
                 const struct http_client_answer *answer, struct cr_err *err);
/* Ends it; harmless when nobody is signed in. */
void sign_in_close(struct sign_in *s);

/* As http_call, in the person's name; without a session as nobody in particular. */
int sign_in_call(struct sign_in *s, struct http_client *client, const char *method,
                 const char *path, const char *body, struct http_client_answer *answer,
                 struct cr_err *err);
/* CR_OK for a status below 300; else the manager's sentence. */
int sign_in_check(const struct http_client_answer *answer, struct cr_err *err);

/* A name as a segment of a path. */
struct text;
void sign_in_add_segment(struct text *t, const char *name);
