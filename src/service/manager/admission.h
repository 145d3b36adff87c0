/* Whether a manager may run open, without sign-in, and where the first password is set. */
#pragma once

#include "service/api/api.h"

/* Whether the address can be reached from this machine only, as an open floor requires. "" means
 * that nothing is served. */
bool admission_is_local(const char *host);

/* CR_E_STATE when somebody has a password, because --open would bypass it. */
int admission_check_open(struct writer *writer, struct cr_err *err);

/* Prints the address with the code for setting the first password, as long as nobody has one. */
void admission_announce(struct api *api, const char *host, unsigned port);
