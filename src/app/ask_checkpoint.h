/* A manager's last checkpoint. */
#ifndef APP_ASK_CHECKPOINT_H
#define APP_ASK_CHECKPOINT_H

#include "log/proof/checkpoint.h"
#include "service/client/ask_manager.h"

/* CR_E_IO: nobody answers, or there is none yet. CR_E_INPUT: the answer is no checkpoint. Whose it
 * is, the caller checks. */
int ask_checkpoint(struct ask_manager *a, struct checkpoint *out, struct cr_err *err);

#endif
