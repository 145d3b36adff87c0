/* Whether a file is still the one that was looked at before. */
#ifndef NET_FILE_MARK_H
#define NET_FILE_MARK_H

#include <stdint.h>

/* Changes with what the file is, what is in it, and who may open it; 0: there is none. */
uint64_t file_mark(const char *path);

#endif
