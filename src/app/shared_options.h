/* Options that several commands take, with the same words everywhere. */
#pragma once

#include "base/options.h"
#include "service/client/ask_manager.h"

/* Bits of one_of. Shared rows have them; a command gives them to its own rows of the same use. */
#define ONE_SOURCE 1u /* a store or a manager */
#define ONE_FORM   2u /* the form of the answer */

/* Rows for a struct http_identity: --token, --cert, --key, --ca; and two of them for the command
 * whose --key is something else. */
extern const struct option shared_identity[], shared_token[], shared_ca[];
/* Rows for a struct asking: --manager and the identity, and the first alone. */
extern const struct option shared_asking[], shared_manager[];
/* Rows for a bool: --json, --utc, --no-color, --no-guard. */
extern const struct option shared_json[], shared_utc[], shared_no_color[], shared_no_guard[];

/* A row for a const char *: --archive. */
extern const struct option shared_archive[];
