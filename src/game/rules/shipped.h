/* The files of the folder rules/, which the build puts into the program: see tools/embed.c. */
#pragma once

#include <croupier/rules.h>

extern const struct cr_shipped shipped_files[];
extern const size_t shipped_file_count;
