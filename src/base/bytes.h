/* Bytes that grow. Without memory they stop growing and remember it, so that a writer asks once, at
 * the end. */
#ifndef BASE_BYTES_H
#define BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>

struct paper_bytes {
    char *data; /* terminated once anything was added */
    size_t len, room;
    bool failed;
};

void bytes_free(struct paper_bytes *b);
void bytes_add_len(struct paper_bytes *b, const char *s, size_t len);
void bytes_add(struct paper_bytes *b, const char *s);
void bytes_add_char(struct paper_bytes *b, char c);
void bytes_add_repeated(struct paper_bytes *b, char c, size_t times);
/* As a JSON string, quotes included. */
void bytes_add_json(struct paper_bytes *b, const char *s);

#endif
