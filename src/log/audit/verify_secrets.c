/* What passwords were made into, held against their hashes in the log: someone with the database
 * can put in a password of their own, and not its hash into a log that others have seen. */
#include "log/audit/verify_internal.h"

#include "base/hex.h"

#include <sodium.h>
#include <string.h>

struct comparing {
    struct verifier *v;
    uint64_t seen; /* that the log has */
};

static int compare_secret(void *context, const char *id, const char *text)
{
    struct comparing *c = context;
    uint8_t hash[STORE_HASH_BYTES];
    char hex[2 * STORE_HASH_BYTES + 1];
    crypto_generichash(hash, sizeof(hash), (const unsigned char *)text, strlen(text), NULL, 0);
    hex_encode(hash, sizeof(hash), hex);
    const char *expected = auditor_secret(c->v->auditor, id);
    c->seen += expected[0] != '\0';
    if (strcmp(expected, hex) != 0)
        verify_say(c->v, 4, 0, "%.80s in the store is not what the log has the hash of", id);
    return 0;
}

int verify_secrets_compare(struct verifier *v, struct store *store, struct cr_err *err)
{
    struct comparing c = {v, 0};
    /* Passwords are not for archives. */
    if (strcmp(store_engine(store), STORE_ARCHIVE) == 0)
        return 0;
    int rc = store_secrets(store, compare_secret, &c, err);
    const uint64_t expected = auditor_secret_count(v->auditor);
    if (rc == 0 && c.seen != expected)
        verify_say(v, 4, 0,
                   "%llu passwords, PINs and invitations are in the log, %llu in the store",
                   (unsigned long long)expected, (unsigned long long)c.seen);
    return rc;
}
