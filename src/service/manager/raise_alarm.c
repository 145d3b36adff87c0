/* Alarms that workers beside the writer raise. */
#include "service/manager/raise_alarm.h"

#include <stdio.h>
#include <string.h>

/* What a file's name or a changed event holds may be any bytes. */
static void make_plain(char *text)
{
    for (; *text != '\0'; text++)
        if (*text < ' ' || *text > '~')
            *text = '?';
}

bool raise_alarm_once(struct writer *w, struct manager_request *room, const char *item,
                      const char *text)
{
    char plain[1024];
    writer_lock(w);
    const bool waits = manager_has_alarm(writer_manager(w), item, "");
    writer_unlock(w);
    if (waits)
        return false;
    snprintf(plain, sizeof(plain), "%s", text);
    make_plain(plain);
    memset(room, 0, sizeof(*room));
    manager_alarm(room, item, "", "%s", plain);
    writer_call(w, room);
    return room->result == 0;
}
