/* Fuzz target: any bytes as a file of passwords. Every person that is read must be found by name,
 * with the password that the file has. */
#define _GNU_SOURCE /* memmem */

#include "service/client/password_file.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct secrets s;
    struct cr_err err = {0};
    if (secrets_parse((const char *)data, size, &s, &err) != 0) {
        if (s.count != 0 || err.text[0] == '\0')
            abort();
        return 0;
    }
    for (unsigned i = 0; i < s.count; i++) {
        char line[sizeof(struct secret) + 4];
        int len = snprintf(line, sizeof(line), "%s\t%s", s.people[i].name, s.people[i].password);
        if (secrets_find(&s, s.people[i].name) == NULL || s.people[i].password[0] == '\0' ||
            memmem(data, size, line, (size_t)len) == NULL)
            abort();
    }
    return 0;
}
