/* Stores the hashed passwords, PINs and invitations beside the log, each in the transaction of the
 * event that has its hash (REC-1: many people read the log, but only the manager reads these). */
#include "service/manager/manager_internal.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

static void name_secret(char id[STORE_SECRET_ID], const char *item, const char *person)
{
    snprintf(id, STORE_SECRET_ID, "%.16s/%s", item, person);
}

int manager_check_secret(const struct manager_request *r, struct cr_err *err)
{
    const size_t len = strnlen(r->secret, STORE_SECRET_MAX);
    uint8_t hash[CR_HASH_BYTES];
    if (len == 0 || len == STORE_SECRET_MAX)
        return err_refuse(err, CR_E_INPUT, REASON_INVALID_VALUE, "document",
                          "what it is the hash of did not come with it");
    crypto_generichash(hash, sizeof(hash), (const unsigned char *)r->secret, len, NULL, 0);
    if (memcmp(hash, r->event.document, sizeof(hash)) != 0)
        return err_refuse(err, CR_E_INPUT, REASON_INVALID_VALUE, "document",
                          "it is not the hash of what came with it");
    return 0;
}

/* Stores a secret, and deletes those that it replaces, as the floor's step does: a password ends
 * the invitation, and an invitation ends password and PIN. */
int manager_write_secret(struct manager *m, const struct manager_request *r, struct cr_err *err)
{
    static const struct {
        const char *item, *ends[2];
    } rules[] = {{"password", {"invitation", NULL}}, {"invitation", {"password", "pin"}}};
    char id[STORE_SECRET_ID];
    const struct floor_event *e = &r->event;
    name_secret(id, e->item, e->person);
    int rc = store_put_secret(m->store, id, r->secret, err);
    for (unsigned i = 0; i < 2; i++)
        for (unsigned j = 0; strcmp(rules[i].item, e->item) == 0 && j < 2; j++) {
            if (rc != 0 || rules[i].ends[j] == NULL)
                continue;
            name_secret(id, rules[i].ends[j], e->person);
            rc = store_put_secret(m->store, id, "", err);
        }
    return rc;
}

int manager_secret(struct manager *m, const char *item, const char *person,
                   char out[STORE_SECRET_MAX], struct cr_err *err)
{
    char id[STORE_SECRET_ID];
    name_secret(id, item, person);
    return store_secret(m->store, id, out, STORE_SECRET_MAX, err);
}
