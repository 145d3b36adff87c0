/* The rules files that come with the program. */
#include "game/rules/shipped.h"

#include <string.h>

const struct cr_shipped *cr_shipped_at(size_t index)
{
    return index < shipped_file_count ? &shipped_files[index] : NULL;
}

const struct cr_shipped *cr_shipped_find(const char *name)
{
    for (size_t i = 0; i < shipped_file_count; i++)
        if (strcmp(shipped_files[i].name, name) == 0)
            return &shipped_files[i];
    return NULL;
}
