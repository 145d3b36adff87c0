/* Fuzz target: any bytes as the body of a request. An accepted body is an event that can be written
 * to the log and read back the same. */
#include "service/api/body.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void try_kind(const struct json_tape *tape, unsigned kind, const char *name)
{
    static struct floor_event event, again;
    static char text[EVENT_TEXT_ROOM(FLOOR_TEXT_MAX)];
    static const char *const elsewhere[] = {NULL};
    const char *const taken[] = {name, NULL};
    struct body_fault fault = {0};
    event_init(&event, kind);
    if (body_fill(tape, elsewhere, taken, &event, &fault) != 0)
        return;
    event.seq = 1;
    event.time_ms = 1;
    const size_t len = event_encode(&event, text, sizeof(text));
    if (event_decode(text, len, &again, NULL) != 0 || !event_same_given(&event, &again))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct json_tape tape;
    struct body_fault fault = {0};
    unsigned kind = FLOOR_NO_KIND;
    if (body_parse(&tape, (const char *)data, size, &fault) != 0)
        return 0;
    if (body_kind(&tape, &kind, &fault) == 0)
        try_kind(&tape, kind, "kind");
    else
        try_kind(&tape, FLOOR_LINK_CONFIGURED + size % 20, NULL);
    return 0;
}
