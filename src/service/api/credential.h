/* Secrets as they travel: session cookies, tokens, codes, passwords and PINs. One spelling each;
 * anything else is no secret of ours. */
#pragma once

#include "service/api/login_session.h"

#define CREDENTIAL_COOKIE       "__Host-croupier"
#define CREDENTIAL_COOKIE_MAX   160 /* the whole header's value */
#define CREDENTIAL_TOKEN_MAX    48  /* crp_ and 43 characters */
#define CREDENTIAL_CODE_MAX     33  /* 32 characters of base 32 */
#define CREDENTIAL_PASSWORD_MIN 10
#define CREDENTIAL_PASSWORD_MAX 128
#define CREDENTIAL_PIN_MIN      6
#define CREDENTIAL_PIN_MAX      12

/* ---- Made here, from random bytes ---- */

/* The Set-Cookie value for a session's secret; NULL: the one that takes it away. */
void credential_set_cookie(const uint8_t *secret, char out[CREDENTIAL_COOKIE_MAX]);
/* What every write shows beside the cookie: made of the session's secret, and tells nothing of it.
 */
void credential_csrf(const uint8_t secret[SESSION_SECRET], char out[SESSION_CSRF_MAX]);
void credential_make_token(char out[CREDENTIAL_TOKEN_MAX]);
void credential_make_code(char out[CREDENTIAL_CODE_MAX]);

/* BLAKE2b-256 of a text: what the log says of a token or of a stored secret. */
void credential_commit(const char *text, uint8_t out[CR_HASH_BYTES]);

/* ---- As they come in ---- */

/* The session's secret of a Cookie header; false when there is none, or more than one, or it is
 * not spelled as we spell it. */
bool credential_read_cookie(const char *header, uint8_t secret[SESSION_SECRET]);
/* The token of an Authorization header, within it; NULL when there is none of ours. */
const char *credential_read_bearer(const char *header);
/* Without a shortcut that would tell how much of it was right. */
bool credential_is_same(const char *given, const char *kept);

/* CR_E_INPUT with a sentence that begins with the member's name. */
int credential_check_password(const char *member, const char *password, const char *person,
                              struct cr_err *err);
int credential_check_pin(const char *member, const char *pin, struct cr_err *err);
