/* A person's session with a manager where people sign in: signs in, adds the cookie and the CSRF
 * header to every request, and signs out. Several sessions can share one HTTP client. */
#pragma once

#include "floor/event.h"
#include "net/client.h"

struct sign_in {
    struct http_client *client; /* the caller's; NULL: nobody is signed in */
    char person[FLOOR_PERSON_MAX];
    char role[32];
    char cookie[256], csrf[128];
};

/* Signs in. On failure nobody is signed in, and err has the manager's own sentence. */
int sign_in_open(struct sign_in *s, struct http_client *client, const char *person,
                 const char *password, struct cr_err *err);
/* The same at the path of a setup or an invitation, with its code and the person's first
 * password. */
int sign_in_first(struct sign_in *s, struct http_client *client, const char *path, const char *code,
                  const char *person, const char *password, struct cr_err *err);
/* Signs out; harmless when nobody is signed in. */
void sign_in_close(struct sign_in *s);

/* Does what http_call() does, in the person's name. Without a session (s is NULL, or nobody is
 * signed in) the request goes out without a name. */
int sign_in_call(struct sign_in *s, struct http_client *client, const char *method,
                 const char *path, const char *body, struct http_client_answer *answer,
                 struct cr_err *err);
/* CR_OK for a status below 300; otherwise an error with the manager's sentence. */
int sign_in_check(const struct http_client_answer *answer, struct cr_err *err);

/* Appends a name as a segment of a path, percent-encoded. */
struct text;
void sign_in_add_segment(struct text *t, const char *name);
