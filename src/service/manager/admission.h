/* Whether a manager may let everybody in, and where the first password is set. */
#pragma once

#include "service/api/api.h"

/* An open floor is for one machine: an address that others reach is refused. "" is none. */
bool admission_is_local(const char *host);

/* Somebody has a password: --open would step around it. */
int admission_check_open(struct writer *writer, struct cr_err *err);

/* The line with the code for the first password, while nobody has one. */
void admission_announce(struct api *api, const char *host, unsigned port);
