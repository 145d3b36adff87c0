/* golden_store EXPORT STORE: makes a store of a log's lines, without rows, which the next manager
 * makes. Scenarios have no passwords, so each credential gets a secret here, and its event the
 * secret's hash. */
#include "log/store/store.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(int rc, const char *what)
{
    if (rc == 0)
        return;
    fprintf(stderr, "golden_store: %s\n", what);
    exit(1);
}

/* The value of a text member; "" if there is none. */
static void member(const char *line, const char *name, char out[64])
{
    char lead[64];
    snprintf(lead, sizeof lead, ",\"%s\":\"", name);
    const char *at = strstr(line, lead);
    const size_t len = at != NULL ? strcspn(at + strlen(lead), "\"") : 0;
    must(len >= 64, "a name is too long");
    if (len > 0)
        memcpy(out, at + strlen(lead), len);
    out[len] = '\0';
}

static void forget(struct store *store, const char *item, const char *person)
{
    char id[STORE_SECRET_ID];
    struct cr_err err = {0};
    snprintf(id, sizeof id, "%s/%s", item, person);
    must(store_put_secret(store, id, "", &err), err.text);
}

/* Like the floor's step: a password ends the invitation, and an invitation ends password and PIN.
 */
static void keep_secret(struct store *store, char *line)
{
    char item[64], person[64], id[STORE_SECRET_ID], secret[160], hex[65];
    uint8_t hash[STORE_HASH_BYTES];
    struct cr_err err = {0};
    member(line, "item", item);
    member(line, "person", person);
    snprintf(id, sizeof id, "%.20s/%s", item, person);
    snprintf(secret, sizeof secret, "the %s of %s", item, person);
    crypto_generichash(hash, sizeof hash, (const unsigned char *)secret, strlen(secret), NULL, 0);
    sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
    char *document = strstr(line, "\"document\":\"");
    must(document == NULL, "a credential without a hash");
    memcpy(document + strlen("\"document\":\""), hex, 64);
    if (strcmp(item, "password") == 0)
        forget(store, "invitation", person);
    if (strcmp(item, "invitation") == 0) {
        forget(store, "password", person);
        forget(store, "pin", person);
    }
    must(store_put_secret(store, id, secret, &err), err.text);
}

int main(int argc, char **argv)
{
    static char line[STORE_BODY_MAX + 2];
    struct store *store = NULL;
    struct store_head head;
    struct cr_err err = {0};
    if (argc != 3)
        return 2;
    FILE *in = fopen(argv[1], "rb");
    must(in == NULL, argv[1]);
    must(store_open(argv[2], STORE_CREATE, &store, &err), err.text);
    must(store_begin(store, &head, &err), err.text);
    while (fgets(line, sizeof line, in) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (strstr(line, "\"kind\":\"credential_set\"") != NULL)
            keep_secret(store, line);
        struct store_event event = {head.seq + 1, line, (uint32_t)strlen(line), {0}};
        store_chain(head.hash, line, event.len, event.hash);
        must(store_append(store, &event, 1, NULL, 0, &err), err.text);
        head.seq = event.seq;
        memcpy(head.hash, event.hash, sizeof head.hash);
    }
    must(store_commit(store, &err), err.text);
    store_close(store);
    fclose(in);
    return 0;
}
