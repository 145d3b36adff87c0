/* Sets up a manager's checkpoints: the signer's process, which has the key, and the notary with its
 * witnesses. */
#pragma once

#include "service/notary/notary.h"

struct notarize;

struct notarize_options {
    const char *trust; /* folder with the key; NULL: nothing is signed */
    const char *witnesses[NOTARY_WITNESSES_MAX];
    unsigned witness_count;
    bool is_new_line; /* set files that contradict the store aside */
};

/* Call this before the program confines itself, starts threads or opens the store. *out is NULL
 * when nothing is to be signed. */
int notarize_prepare(const struct notarize_options *o, const char *store, struct notarize **out,
                     struct cr_err *err);
/* Starts the notary, and signs receipts from now on. Prints on standard error when the witnesses
 * halt the floor. z may be NULL. */
int notarize_start(struct notarize *z, const char *store, struct writer *writer,
                   struct cr_err *err);
/* Call this after everything that asks for proofs has stopped, and before the writer stops. */
void notarize_stop(struct notarize *z);

/* The notary; NULL when there is none. */
struct notary *notarize_notary(const struct notarize *z);
