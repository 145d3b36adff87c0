/* Bytes that grow. */
#include "base/bytes.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

void bytes_free(struct paper_bytes *b)
{
    free(b->data);
    *b = (struct paper_bytes){0};
}

static bool grow(struct paper_bytes *b, size_t len)
{
    size_t room = b->room ? b->room : 1024;
    if (b->failed)
        return false;
    while (room - b->len <= len)
        room *= 2;
    if (room == b->room)
        return true;
    char *more = realloc(b->data, room);
    if (!more) {
        b->failed = true;
        return false;
    }
    b->data = more;
    b->room = room;
    return true;
}

void bytes_add_len(struct paper_bytes *b, const char *s, size_t len)
{
    if (!grow(b, len))
        return;
    memcpy(b->data + b->len, s, len);
    b->len += len;
    b->data[b->len] = '\0';
}

void bytes_add(struct paper_bytes *b, const char *s)
{
    bytes_add_len(b, s, strlen(s));
}

void bytes_add_char(struct paper_bytes *b, char c)
{
    bytes_add_len(b, &c, 1);
}

void bytes_add_repeated(struct paper_bytes *b, char c, size_t times)
{
    if (!grow(b, times))
        return;
    memset(b->data + b->len, c, times);
    b->len += times;
    b->data[b->len] = '\0';
}

void bytes_add_json(struct paper_bytes *b, const char *s)
{
    const size_t len = strlen(s), most = 6 * len + 3; /* every byte as \u00xx */
    struct text t;
    if (!grow(b, most))
        return;
    text_init(&t, b->data + b->len, most);
    text_add_json(&t, s, len);
    b->len += t.len;
}
