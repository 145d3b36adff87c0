/* The memory of texts that grow: the only part of a text that allocates. */
#include "base/text.h"

#include <stdint.h>
#include <stdlib.h>

#define FIRST_ROOM 1024

void text_free(struct text *t)
{
    if (t->grows)
        free(t->data);
    *t = (struct text){0};
}

bool text_grow(struct text *t, size_t more)
{
    size_t size = t->size ? t->size : FIRST_ROOM;
    if (t->cut || (t->data && !t->grows))
        return false;
    while (size - t->len <= more) {
        if (size > SIZE_MAX / 2)
            return false;
        size *= 2;
    }
    char *data = realloc(t->data, size);
    if (!data)
        return false;
    t->data = data;
    t->size = size;
    t->grows = true;
    return true;
}
