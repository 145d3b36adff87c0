/* Starts and ends a manager's checkpoints; see notarize.h. */
#include "service/notary/notarize.h"

#include "service/notary/notary_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct notarize {
    struct signer *signer;
    struct notary *notary;
};

int notarize_prepare(const struct notarize_options *o, const char *store, struct notarize **out,
                     struct cr_err *err)
{
    *out = NULL;
    if (o->trust == NULL && o->witness_count > 0)
        return err_set(err, CR_E_INPUT, "--witness needs --trust DIR, the folder with the key");
    if (o->trust == NULL)
        return 0;
    if (strcmp(store, "memory:") == 0) {
        fputs("croupier serve: a store in memory is forgotten, so nothing of it is signed\n",
              stderr);
        return 0;
    }
    struct notarize *z = calloc(1, sizeof(*z));
    if (z == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    int rc = o->is_new_line ? new_line_begin(o, store, err) : 0;
    if (rc == 0)
        rc = signer_start(o->trust, &z->signer, err);
    if (rc == 0)
        rc = notary_new(o->trust, o->witnesses, o->witness_count, z->signer, &z->notary, err);
    return err_or_made(rc, out, z, notarize_stop);
}

int notarize_start(struct notarize *z, const char *store, struct writer *writer, struct cr_err *err)
{
    char halted[512];
    if (z == NULL)
        return 0;
    manager_set_receipts(writer_manager(writer), signer_receipts(z->signer));
    int rc = notary_start(z->notary, store, writer, halted, err);
    if (rc == 0 && halted[0] != '\0')
        fprintf(stderr,
                "croupier serve: %s; the floor is halted until two people have acknowledged it\n",
                halted);
    return rc;
}

void notarize_stop(struct notarize *z)
{
    if (z != NULL) {
        notary_free(z->notary);
        signer_stop(z->signer);
    }
    free(z);
}

struct notary *notarize_notary(const struct notarize *z)
{
    return z != NULL ? z->notary : NULL;
}
