/* Makes, reads and checks secrets in the form in which requests carry them; see credential.h. */
#include "service/api/credential.h"

#include "base/check.h"
#include "base/err.h"
#include "base/utf8.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define BASE64     sodium_base64_VARIANT_URLSAFE_NO_PADDING
#define SECRET_LEN 43 /* 32 bytes in base 64 */

_Static_assert(SESSION_CSRF_MAX == SECRET_LEN + 1, "32 random bytes as text");

static void encode(const uint8_t secret[SESSION_SECRET], char out[SECRET_LEN + 1])
{
    CHECK(sodium_bin2base64(out, SECRET_LEN + 1, secret, SESSION_SECRET, BASE64) == out);
}

void credential_set_cookie(const uint8_t *secret, char out[CREDENTIAL_COOKIE_MAX])
{
    char value[SECRET_LEN + 1] = "";
    if (secret != NULL)
        encode(secret, value);
    snprintf(out, CREDENTIAL_COOKIE_MAX, "%s=%s; Path=/; Secure; HttpOnly; SameSite=Strict%s",
             CREDENTIAL_COOKIE, value, secret == NULL ? "; Max-Age=0" : "");
    sodium_memzero(value, sizeof(value));
}

void credential_csrf(const uint8_t secret[SESSION_SECRET], char out[SESSION_CSRF_MAX])
{
    static const unsigned char purpose[] = "croupier csrf";
    uint8_t bytes[SESSION_SECRET];
    CHECK(crypto_generichash(bytes, sizeof(bytes), purpose, sizeof(purpose), secret,
                             SESSION_SECRET) == 0);
    encode(bytes, out);
}

void credential_make_token(char out[CREDENTIAL_TOKEN_MAX])
{
    uint8_t bytes[SESSION_SECRET];
    randombytes_buf(bytes, sizeof(bytes));
    memcpy(out, "crp_", 4);
    encode(bytes, out + 4);
    sodium_memzero(bytes, sizeof(bytes));
}

/* Base 32 without 0, 1 and 8, which look like letters. */
static const char code_letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

void credential_make_code(char out[CREDENTIAL_CODE_MAX])
{
    uint8_t bytes[CREDENTIAL_CODE_MAX - 1];
    randombytes_buf(bytes, sizeof(bytes));
    for (unsigned i = 0; i < sizeof(bytes); i++)
        out[i] = code_letters[bytes[i] & 31];
    out[sizeof(bytes)] = '\0';
    sodium_memzero(bytes, sizeof(bytes));
}

void credential_commit(const char *text, uint8_t out[CR_HASH_BYTES])
{
    CHECK(crypto_generichash(out, CR_HASH_BYTES, (const unsigned char *)text, strlen(text), NULL,
                             0) == 0);
}

bool credential_is_same(const char *given, const char *kept)
{
    const size_t len = strlen(kept);
    return strlen(given) == len && sodium_memcmp(given, kept, len) == 0;
}

/* ---- Reading them ---- */

/* libsodium's decoder also accepts some bytes above 127, but a secret may have only one
 * spelling. */
static const char base64_letters[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

bool credential_read_cookie(const char *header, uint8_t secret[SESSION_SECRET])
{
    static const size_t name_len = sizeof(CREDENTIAL_COOKIE) - 1;
    unsigned found = 0;
    for (const char *at = header; at != NULL && *at != '\0';) {
        at += strspn(at, " \t");
        const size_t len = strcspn(at, ";");
        if (len > name_len && memcmp(at, CREDENTIAL_COOKIE "=", name_len + 1) == 0) {
            const char *end;
            size_t bytes;
            if (++found > 1 || len != name_len + 1 + SECRET_LEN ||
                strspn(at + name_len + 1, base64_letters) != SECRET_LEN ||
                sodium_base642bin(secret, SESSION_SECRET, at + name_len + 1, SECRET_LEN, NULL,
                                  &bytes, &end, BASE64) != 0 ||
                bytes != SESSION_SECRET || end != at + len)
                return false;
        }
        at += len + (at[len] == ';');
    }
    return found == 1;
}

const char *credential_read_bearer(const char *header)
{
    static const char scheme[] = "Bearer ";
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                  "0123456789-_";
    if (header == NULL || strncasecmp(header, scheme, sizeof(scheme) - 1) != 0)
        return NULL;
    const char *token = header + sizeof(scheme) - 1;
    const size_t len = strlen(token);
    if (len != CREDENTIAL_TOKEN_MAX - 1 || strncmp(token, "crp_", 4) != 0 ||
        strspn(token, allowed) != len)
        return NULL;
    return token;
}

/* ---- What a new password or PIN must be like ---- */

int credential_check_password(const char *member, const char *password, const char *person,
                              struct cr_err *err)
{
    const size_t len = strlen(password);
    if (len < CREDENTIAL_PASSWORD_MIN || len > CREDENTIAL_PASSWORD_MAX)
        return err_refuse(err, CR_E_INPUT, REASON_INVALID_VALUE, member,
                          "a password has %d to %d bytes", CREDENTIAL_PASSWORD_MIN,
                          CREDENTIAL_PASSWORD_MAX);
    if (!utf8_is_clean(password, len, false))
        return err_refuse(err, CR_E_INPUT, REASON_INVALID_VALUE, member,
                          "a password has no control characters");
    if (strcasecmp(password, person) == 0)
        return err_refuse(err, CR_E_INPUT, REASON_INVALID_VALUE, member,
                          "a password is not the person's name");
    return 0;
}

int credential_check_pin(const char *member, const char *pin, struct cr_err *err)
{
    const size_t len = strlen(pin);
    if (len < CREDENTIAL_PIN_MIN || len > CREDENTIAL_PIN_MAX || strspn(pin, "0123456789") != len)
        return err_refuse(err, CR_E_INPUT, REASON_INVALID_VALUE, member,
                          "a PIN has %d to %d digits", CREDENTIAL_PIN_MIN, CREDENTIAL_PIN_MAX);
    if (strspn(pin, (const char[]){pin[0], '\0'}) == len)
        return err_refuse(err, CR_E_INPUT, REASON_INVALID_VALUE, member,
                          "a PIN has more than one digit in it");
    return 0;
}
