/* A plain archive (POSIX ustar) in memory. The same files give the same bytes. */
#ifndef REPORTS_CLAIM_TAR_H
#define REPORTS_CLAIM_TAR_H

#include "base/text.h"

#include <stdint.h>

#define TAR_NAME_MAX 99

/* name: at most TAR_NAME_MAX bytes; time_s: since 1970. */
void tar_add(struct text *tar, const char *name, int64_t time_s, const char *data, size_t len);
/* Nothing may be added afterwards. */
void tar_end(struct text *tar);

#endif
