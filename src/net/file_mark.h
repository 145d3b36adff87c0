/* Whether a file is still the one that was looked at before. */
#pragma once

#include <stdint.h>

/* Changes with what the file is, what is in it, and who may open it; 0: there is none. */
uint64_t file_mark(const char *path);
