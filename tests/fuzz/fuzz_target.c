/* Fuzz target: the parts of a request's head that the program reads itself: the target, the Host,
 * the cookie and the bearer token; the first byte chooses. What is accepted has no control
 * characters, is bounded and cannot be read in two ways. */
#include "net/listen.h"
#include "net/target.h"
#include "service/api/credential.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool fact)
{
    if (!fact)
        abort();
}

static bool is_clean(const char *text)
{
    for (const unsigned char *s = (const unsigned char *)text; *s; s++)
        if (*s < 0x20 || *s == 0x7f)
            return false;
    return true;
}

static void try_target(char *text)
{
    struct target t;
    const size_t len = strlen(text);
    const char *end = text + len;
    if (len > TARGET_MAX || target_parse(text, &t) != NULL)
        return;
    must(t.part_count <= TARGET_PARTS && t.query_count <= TARGET_QUERY);
    for (unsigned i = 0; i < t.part_count; i++) {
        const char *part = t.parts[i];
        must(part >= text && part <= end && is_clean(part) && strlen(part) <= TARGET_PART_MAX);
        must(strcmp(part, ".") != 0 && strcmp(part, "..") != 0 && strpbrk(part, "/\\") == NULL);
    }
    for (unsigned i = 0; i < t.query_count; i++) {
        must(t.query[i].name[0] != '\0' && is_clean(t.query[i].name));
        must(is_clean(t.query[i].value) && strlen(t.query[i].value) <= TARGET_VALUE_MAX);
        for (unsigned k = 0; k < i; k++)
            must(strcmp(t.query[i].name, t.query[k].name) != 0);
    }
}

/* An accepted cookie contains the text that the program itself would have written. */
static void try_cookie(const char *text)
{
    uint8_t secret[SESSION_SECRET];
    char ours[CREDENTIAL_COOKIE_MAX];
    if (!credential_read_cookie(text, secret))
        return;
    credential_set_cookie(secret, ours);
    ours[strcspn(ours, ";")] = '\0';
    must(strstr(text, ours) != NULL);
}

static void try_bearer(const char *text)
{
    const char *token = credential_read_bearer(text);
    must(token == NULL || (token > text && token <= text + strlen(text) &&
                           strlen(token) < CREDENTIAL_TOKEN_MAX && is_clean(token)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0 || size > 8192)
        return 0;
    /* The copy has exactly the right size, so that the sanitizer notices a read past its end. */
    char *text = malloc(size);
    if (!text)
        return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    switch (data[0] % 4) {
    case 0:
        try_target(text);
        break;
    case 1:
        must(!listen_is_own_name(text) || strlen(text) < 256 || strchr(text, ':'));
        break;
    case 2:
        try_cookie(text);
        break;
    default:
        try_bearer(text);
    }
    free(text);
    return 0;
}
