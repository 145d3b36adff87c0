/* REG-1: tracks which process holds a table. Somebody may copy a table's files, and the manager
 * could not tell two processes with the same files apart; so each process sends a random number of
 * its own with every request. */
#include "service/manager/manager_internal.h"

#include <string.h>

/* A process counts as present for so long after its last request; a table sends about four in that
 * time. After that, another process may take the table over at once. */
#define QUIET_MS 1000

static bool is_there(const struct manager_holder *h, int64_t mono_ms)
{
    return h->process[0] != '\0' && mono_ms - h->heard_ms < QUIET_MS;
}

static bool is_same(const struct manager_holder *h, const char *process)
{
    return h->process[0] == '\0' || strcmp(h->process, process) == 0;
}

bool holder_may_join(struct manager_holder *h, const char *process, int64_t mono_ms)
{
    if (is_same(h, process) || !is_there(h, mono_ms))
        return true;
    h->has_rival = true;
    h->rival_ms = mono_ms;
    return false;
}

void holder_joined(struct manager_holder *h, const char *process, int64_t mono_ms)
{
    if (strcmp(h->process, process) != 0) {
        memcpy(h->former, h->process, sizeof(h->former));
        memset(h->process, 0, sizeof(h->process));
        strncpy(h->process, process, sizeof(h->process) - 1);
    }
    h->heard_ms = mono_ms;
    h->has_rival = false;
}

enum holder_says holder_hears(struct manager_holder *h, const char *process, int64_t mono_ms)
{
    if (!is_same(h, process))
        return h->former[0] != '\0' && strcmp(h->former, process) == 0 ? HOLDER_TWO : HOLDER_OTHER;
    h->heard_ms = mono_ms;
    /* Another process asked for the table shortly before, and this one is still present. */
    const bool two = h->has_rival && mono_ms - h->rival_ms < 2 * QUIET_MS;
    h->has_rival = false;
    return two ? HOLDER_RIVAL : HOLDER_SAME;
}
