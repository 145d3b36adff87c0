/* Arrays in PostgreSQL's binary format: each column of a batch is sent as one parameter, without
 * escapes. */
#include "log/store/postgres_internal.h"

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

static void add_int4(struct text *a, uint32_t value)
{
    char bytes[4];
    put_int4(bytes, value);
    text_add_len(a, bytes, sizeof bytes);
}

/* The header: one dimension, no NULLs, the type of the elements, their number, and the index of the
 * first. */
void postgres_array_start(struct text *a, uint32_t element_type, size_t count)
{
    const uint32_t header[5] = {1, 0, element_type, (uint32_t)count, 1};
    text_clear(a);
    for (unsigned i = 0; i < 5; i++)
        add_int4(a, header[i]);
}

void postgres_array_add(struct text *a, const void *bytes, uint32_t len)
{
    add_int4(a, len);
    text_add_len(a, bytes, len);
}

void postgres_array_add_int8(struct text *a, uint64_t value)
{
    char bytes[8];
    postgres_put_int8(bytes, value);
    postgres_array_add(a, bytes, sizeof bytes);
}
