/* The files of rules/ as the build put them into the program: see tools/embed.c. */
#ifndef GAMES_SHIPPED_H
#define GAMES_SHIPPED_H

#include <croupier/rules.h>

extern const struct cr_shipped shipped_files[];
extern const size_t shipped_file_count;

#endif
