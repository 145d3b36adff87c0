/* A floor where people sign in, and requests to it by different callers. */
#pragma once

#include "api_fixture.h"
#include "raw.h"

/* What a caller sends with each request; "" is left out. */
struct caller {
    char cookie[128], csrf[64], token[64], origin[64];
};

/* Starts a floor with people a and b (managers), c, d and e (supervisors), and one person of each
 * other role, named like the role; link "main"; table "t1" on it, and table "t2". Everybody's
 * password is closed_password(). Passwords are hashed at the lowest cost. */
struct api_server *closed_start(const struct api_config *config);
const char *closed_password(const char *person);

/* Asks and expects this status; 0: any. who NULL: without credentials. The body stays until the
 * next call. */
const char *closed_ask(struct api_server *s, const struct caller *who, unsigned status,
                       const char *method, const char *path, const char *format, ...)
    __attribute__((format(printf, 6, 7)));
/* The head of the last answer, until the next call. */
const char *closed_head(void);
unsigned closed_status(void);

/* Signs in, or makes a caller from the answer to signing in. */
struct caller closed_sign_in(struct api_server *s, const char *person);
struct caller closed_caller(const char *body);
/* Makes a token with these scopes, by a with b's approval. */
struct caller closed_token(struct api_server *s, const char *name, const char *scopes);

/* {"password":…,"approver_password":…} of the two people; approver NULL: without the second. */
const char *closed_proof(const char *user, const char *approver);

/* How many events of that kind the log has. */
unsigned closed_count(struct api_server *s, const char *kind);
