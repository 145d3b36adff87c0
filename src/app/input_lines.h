/* Lines of a stream, read in constant memory. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define LINES_MAX (1024 * 1024)

struct lines {
    FILE *from;
    bool failed;       /* reading failed: what came before it is still good */
    size_t start, end; /* what has been read and not yet given out */
    char buffer[LINES_MAX + 1];
};

/* A new reader, or NULL without memory. The caller keeps and closes the stream. */
struct lines *lines_new(FILE *from);
void lines_free(struct lines *l);

/* The next line without its end, valid until the next call; false at the end of the stream. A
 * line longer than LINES_MAX is skipped whole: *text is then NULL. */
bool lines_next(struct lines *l, const char **text, size_t *len);
