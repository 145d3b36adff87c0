/* What the searches for pay tables share. */
#ifndef MATH_DESIGN_DESIGN_H
#define MATH_DESIGN_DESIGN_H

#include <croupier/design.h>

/* What tables are put in order by: a round one may be a little farther off than one that is not. */
double design_rank(double off, unsigned roundness);
/* The place of a table among those of a list, the best first. */
unsigned design_place(const void *list, size_t size, unsigned count,
                      double (*rank)(const void *table), const void *table);
/* Room at that place of a list of which so many are kept; the last of a full list is gone. */
void *design_room(void *list, size_t size, unsigned *count, unsigned keep, unsigned at);

/* 0 for numbers that people put on a felt (1 to 6, 8, 10, 12, 15, 20, 25 …), more for others. */
unsigned design_roundness(int32_t pay);

/* The next combination; false after the last one. */
bool design_next(const struct cr_design_question *q, int32_t *pays);

#endif
