/* A manager's checkpoints: the process with the key, the notary, the witnesses. */
#pragma once

#include "service/notary/notary.h"

struct notarize;

struct notarize_options {
    const char *trust; /* the folder with the key; NULL: nothing is signed */
    const char *witnesses[NOTARY_WITNESSES_MAX];
    unsigned witness_count;
    bool is_new_line; /* files that contradict the store are set aside */
};

/* Before the guard, the first thread and the store. *out is NULL when there is nothing to sign. */
int notarize_prepare(const struct notarize_options *o, const char *store, struct notarize **out,
                     struct cr_err *err);
/* Says on standard error when the witnesses halt the floor. */
int notarize_start(struct notarize *z, const char *store, struct writer *writer,
                   struct cr_err *err);
/* After whoever asks it for proofs, before the writer stops. */
void notarize_stop(struct notarize *z);

/* NULL when there is none. */
struct notary *notarize_notary(const struct notarize *z);
