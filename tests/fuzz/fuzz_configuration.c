/* Fuzz target: any lines as events, from which versions of the configuration are made and written
 * as JSON. */
#include "reports/configuration/configuration_versions.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char room[CONFIGURATION_JSON_ROOM];
    static struct configuration *c; /* kept, because allocating it takes long */
    if (c == NULL)
        c = configuration_new();
    struct cr_err err = {0};
    const char *at = (const char *)data, *end = at + size;
    for (uint64_t seq = 1; at < end; seq++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop != NULL ? stop : end;
        configuration_take(c, seq, at, (size_t)(stop - at), &err);
        at = stop < end ? stop + 1 : end;
    }
    const struct configuration_version *v;
    for (size_t i = 0; (v = configuration_at(c, i)) != NULL; i++) {
        struct text t;
        text_init(&t, room, sizeof(room));
        if (configuration_json(v, &t, &err) != 0 || (size < 6144 && t.cut))
            abort();
        /* the versions must be in the order in which they take effect */
        if ((v->before != NULL && v->before->effective_ms > v->effective_ms) ||
            (v->next != NULL && v->next->before != v))
            abort();
    }
    configuration_clear(c);
    return 0;
}
