/* Fuzz target: any bytes as an event of the log. An accepted event must be written back to the same
 * bytes, and its given members must suffice to identify it. */
#include "floor/event.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct floor_event event, given;
    static char text[EVENT_TEXT_ROOM(FLOOR_TEXT_MAX)];
    struct cr_err err = {0};
    const int found = event_decode_given((const char *)data, size, &given, &err);
    if (event_decode((const char *)data, size, &event, &err) != 0)
        return 0;
    if (found != 0 || !event_same_given(&event, &given))
        abort();
    size_t len = event_encode(&event, text, sizeof(text));
    if (len != size || memcmp(text, data, size) != 0)
        abort();
    return 0;
}
