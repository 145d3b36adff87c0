/* Arrays in PostgreSQL's binary format: a batch travels as one parameter a column, unescaped. */
#include "log/store/postgres_internal.h"

#include <stdlib.h>
#include <string.h>

static void put_int4(char out[4], uint32_t value)
{
    for (unsigned i = 0; i < 4; i++)
        out[i] = (char)(unsigned char)(value >> (24 - 8 * i));
}

void postgres_put_int8(char out[8], uint64_t value)
{
    put_int4(out, (uint32_t)(value >> 32));
    put_int4(out + 4, (uint32_t)value);
}

uint64_t postgres_get_int8(const char in[8])
{
    uint64_t value = 0;
    for (unsigned i = 0; i < 8; i++)
        value = value << 8 | (unsigned char)in[i];
    return value;
}

/* Where len more bytes go; NULL when there is no memory, and then for good. */
static char *extend(struct postgres_array *a, size_t len)
{
    if (a->failed)
        return NULL;
    if (a->len + len > a->room) {
        size_t room = 2 * (a->len + len);
        char *data = realloc(a->data, room);
        if (!data) {
            a->failed = true;
            return NULL;
        }
        a->data = data;
        a->room = room;
    }
    char *at = a->data + a->len;
    a->len += len;
    return at;
}

/* One dimension, no nulls, the element's type, the length, counted from 1. */
void postgres_array_start(struct postgres_array *a, uint32_t element_type, size_t count)
{
    a->len = 0;
    a->failed = false;
    char *at = extend(a, 20);
    if (!at)
        return;
    const uint32_t header[5] = {1, 0, element_type, (uint32_t)count, 1};
    for (unsigned i = 0; i < 5; i++)
        put_int4(at + (size_t)4 * i, header[i]);
}

void postgres_array_add(struct postgres_array *a, const void *bytes, uint32_t len)
{
    char *at = extend(a, (size_t)4 + len);
    if (!at)
        return;
    put_int4(at, len);
    if (len)
        memcpy(at + 4, bytes, len);
}

void postgres_array_add_int8(struct postgres_array *a, uint64_t value)
{
    char bytes[8];
    postgres_put_int8(bytes, value);
    postgres_array_add(a, bytes, sizeof bytes);
}

void postgres_array_release(struct postgres_array *a)
{
    free(a->data);
}
