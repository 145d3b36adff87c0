/* A manager's last checkpoint. */
#pragma once

#include "log/proof/checkpoint.h"
#include "service/client/ask_manager.h"

/* CR_E_IO: nobody answers, or there is none yet. CR_E_INPUT: the answer is no checkpoint. Whose it
 * is, the caller checks. */
int ask_checkpoint(struct ask_manager *a, struct checkpoint *out, struct cr_err *err);

/* Whether the log goes on without being signed: it is past the last checkpoint, and three seconds
 * later that is still the last one. Asks again only when something waits for its signature. */
struct checkpoint_lag {
    struct checkpoint checkpoint; /* the last one */
    uint64_t head;
    bool is_behind;
};
int ask_checkpoint_lag(struct ask_manager *a, struct checkpoint_lag *out, struct cr_err *err);
