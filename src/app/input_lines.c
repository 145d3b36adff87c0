/* Reads the lines of a stream; see input_lines.h. */
#include "app/input_lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct lines *lines_new(FILE *from)
{
    struct lines *l = malloc(sizeof *l);
    if (l) {
        l->from = from;
        l->failed = false;
        l->start = l->end = 0;
    }
    return l;
}

void lines_free(struct lines *l)
{
    free(l);
}

/* Reads the bytes that are there without waiting for more, so that a person or program at a pipe is
 * answered line by line. False at the end. */
static bool fill(struct lines *l)
{
    if (l->start > 0) {
        memmove(l->buffer, l->buffer + l->start, l->end - l->start);
        l->end -= l->start;
        l->start = 0;
    }
    ssize_t n;
    do
        n = read(fileno(l->from), l->buffer + l->end, sizeof l->buffer - l->end);
    while (n < 0 && errno == EINTR);
    if (n < 0)
        l->failed = true;
    if (n <= 0)
        return false;
    l->end += (size_t)n;
    return true;
}

bool lines_next(struct lines *l, const char **text, size_t *len)
{
    bool too_long = false;
    size_t searched = 0;
    for (;;) {
        char *line = l->buffer + l->start;
        size_t held = l->end - l->start;
        char *newline = memchr(line + searched, '\n', held - searched);
        if (newline) {
            *len = (size_t)(newline - line);
            *text = too_long ? NULL : line;
            l->start += *len + 1;
            return true;
        }
        searched = held;
        if (held == sizeof l->buffer) {
            too_long = true;
            l->start = l->end = 0;
            searched = 0;
        }
        if (fill(l))
            continue;
        held = l->end - l->start;
        *text = too_long ? NULL : l->buffer + l->start;
        *len = held;
        l->start = l->end = 0;
        return held > 0 || too_long;
    }
}
