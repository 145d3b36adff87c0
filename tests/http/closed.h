/* A floor where people sign in, and whoever asks it something. */
#pragma once

#include "api_fixture.h"
#include "raw.h"

/* What a request is sent with; "" is left out. */
struct caller {
    char cookie[128], csrf[64], token[64], origin[64];
};

/* People a and b (managers), c, d and e (supervisors), and one of each other role under the role's
 * name; link "main", tables "t1" (on it) and "t2". Everybody's password is closed_password(). The
 * costs of hashing are the lowest there are. */
struct api_server *closed_start(const struct api_config *config);
const char *closed_password(const char *person);

/* Asks, and expects that status; 0: any. The body stays until the next call. */
const char *closed_ask(struct api_server *s, const struct caller *who, unsigned status,
                       const char *method, const char *path, const char *format, ...)
    __attribute__((format(printf, 6, 7)));
/* The same request's head, until the next call. */
const char *closed_head(void);
unsigned closed_status(void);

/* Signs in, or takes what an answer to signing in says. */
struct caller closed_sign_in(struct api_server *s, const char *person);
struct caller closed_caller(const char *body);
/* A token, made by a and b. */
struct caller closed_token(struct api_server *s, const char *name, const char *scopes);

/* {"password":…,"approver_password":…} of those two; NULL: no approver. */
const char *closed_proof(const char *user, const char *approver);

/* How many events of that kind the log has. */
unsigned closed_count(struct api_server *s, const char *kind);
