/* Asks a manager for its last checkpoint, and whether signing keeps up with the log. */
#pragma once

#include "log/proof/checkpoint.h"
#include "service/client/ask_manager.h"

/* Asks for the last checkpoint. CR_E_IO: nobody answers, or there is none yet. CR_E_INPUT: the
 * answer is no checkpoint. The signature is not checked; the caller does that. */
int ask_checkpoint(struct ask_manager *a, struct checkpoint *out, struct cr_err *err);

/* Whether the log grows without being signed: it has events after the last checkpoint, and three
 * seconds later there is no newer checkpoint. Waits only when there are such events. */
struct checkpoint_lag {
    struct checkpoint checkpoint; /* the last checkpoint */
    uint64_t head;
    bool is_behind;
};
int ask_checkpoint_lag(struct ask_manager *a, struct checkpoint_lag *out, struct cr_err *err);
