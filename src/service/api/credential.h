/* The form of secrets in requests and answers: session cookies, tokens, codes, passwords and PINs.
 * Each has exactly one spelling; anything else is refused without being looked up. */
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

/* ---- Making them ---- */

/* The Set-Cookie value for a session's secret; for NULL, the value that deletes the cookie. */
void credential_set_cookie(const uint8_t *secret, char out[CREDENTIAL_COOKIE_MAX]);
/* The CSRF token, which every write sends beside the cookie. It is derived from the session's
 * secret and reveals nothing of it. */
void credential_csrf(const uint8_t secret[SESSION_SECRET], char out[SESSION_CSRF_MAX]);
void credential_make_token(char out[CREDENTIAL_TOKEN_MAX]);
void credential_make_code(char out[CREDENTIAL_CODE_MAX]);

/* BLAKE2b-256 of a text. This is what the log has of a token or of a stored secret. */
void credential_commit(const char *text, uint8_t out[CR_HASH_BYTES]);

/* ---- Reading and checking them ---- */

/* Reads the session's secret from a Cookie header. False when there is none or more than one, or it
 * has another spelling. */
bool credential_read_cookie(const char *header, uint8_t secret[SESSION_SECRET]);
/* The token in an Authorization header, as a pointer into it; NULL when there is none of our
 * form. */
const char *credential_read_bearer(const char *header);
/* Compares in constant time, so that the time does not tell how much was right. */
bool credential_is_same(const char *given, const char *kept);

/* Check that a new password or PIN is acceptable. CR_E_INPUT otherwise, with the member's name in
 * err. */
int credential_check_password(const char *member, const char *password, const char *person,
                              struct cr_err *err);
int credential_check_pin(const char *member, const char *pin, struct cr_err *err);
