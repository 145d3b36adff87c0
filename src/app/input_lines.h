/* Reads the lines of a stream, in constant memory. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define LINES_MAX (1024 * 1024)

struct lines {
    FILE *from;
    bool failed;       /* reading failed; the lines before are still good */
    size_t start, end; /* bytes that have been read and not yet returned */
    char buffer[LINES_MAX + 1];
};

/* Makes a reader; NULL when memory runs out. The caller still owns the stream and closes it. */
struct lines *lines_new(FILE *from);
void lines_free(struct lines *l);

/* Reads the next line without its end; the text is valid until the next call. False at the end of
 * the stream. A line longer than LINES_MAX is skipped, and *text is then NULL. */
bool lines_next(struct lines *l, const char **text, size_t *len);
