/* Raises alarms for workers beside the writer; see writer.h. */
#include "floor/semantics.h"
#include "service/manager/manager_internal.h"
#include "service/manager/writer.h"

#include <stdio.h>
#include <string.h>

void manager_make_plain(char *text)
{
    for (; *text != '\0'; text++)
        if (*text < ' ' || *text > '~')
            *text = '?';
}

bool raise_alarm_once(struct writer *w, struct manager_request *room, enum alarm_kind kind,
                      uint64_t witnessed, const char *text)
{
    char plain[1024];
    writer_lock(w);
    const bool waits = manager_has_alarm(writer_manager(w), kind, "");
    const bool has_member = floor_semantics(manager_floor(writer_manager(w))) >= 3;
    writer_unlock(w);
    if (waits)
        return false;
    snprintf(plain, sizeof(plain), "%s", text);
    manager_make_plain(plain);
    memset(room, 0, sizeof(*room));
    manager_alarm(room, kind, "", "%s", plain);
    room->event.witnessed = has_member ? witnessed : 0;
    writer_call(w, room);
    return room->result == 0;
}
