/* A new line of checkpoints, after two people have accepted that the store lost events (V8): files
 * of checkpoints that contradict the store are kept under another name, the trust folder's own and
 * every witness. Somebody at the machine asks for it: what the log says alone does not do, because
 * who can rewrite a log can write an acknowledgement into it. */
#pragma once

#include "service/notary/notarize.h"

/* Before the signer starts. CR_E_STATE: nothing contradicts the store, or nobody has accepted it.
 */
int new_line_begin(const struct notarize_options *o, const char *address, struct cr_err *err);
