/* The files of rules/ as the build put them into the program: see tools/embed.c. */
#pragma once

#include <croupier/rules.h>

extern const struct cr_shipped shipped_files[];
extern const size_t shipped_file_count;
