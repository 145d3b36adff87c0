/* What a manager checks beside its work: that the store is in its place, that its write-ahead log
 * does not grow, the variances of the last shift, and the clock at the start. */
#include "base/dates.h"
#include "floor/alarms.h"
#include "service/manager/manager_internal.h"

#include <string.h>

#define MEGABYTE (1024 * 1024)

int manager_check_store(struct manager *m, struct cr_err *err)
{
    return store_check_place(m->store, err);
}

/* Whether there is room for another alarm. As long as nobody answers the others, it would be
 * refused, and what is told only once would never be told. */
static bool has_room(const struct manager *m)
{
    return m->floor.alarm_count < m->floor.limits.alarms;
}

/* ---- A write-ahead log that grows ---- */

uint64_t manager_pending_bytes(const struct manager *m)
{
    return store_pending_bytes(m->store);
}

bool manager_pending_alarm(struct manager *m, struct manager_request *out)
{
    const uint64_t pending = store_pending_bytes(m->store), most = m->config.most_pending_bytes;
    if (most == 0 || pending <= most) {
        m->is_pending_told = m->is_pending_told && pending > most / 2;
        return false;
    }
    if (m->is_pending_told || manager_has_alarm(m, ALARM_SNAPSHOT, "") || !has_room(m))
        return false;
    m->is_pending_told = true;
    manager_alarm(out, ALARM_SNAPSHOT, "",
                  "the store's write-ahead log has grown to %llu MB and goes on growing: some "
                  "program holds an old state of the store open (a backup, a report, an SQLite "
                  "tool); find it and end it before the disk is full",
                  (unsigned long long)(pending / MEGABYTE));
    return true;
}

/* ---- Variances of the last shift ---- */

bool manager_variance_alarm(const struct manager *m, struct manager_request *out)
{
    memset(out, 0, sizeof(*out));
    return has_room(m) && alarm_of_variance(&m->floor, &out->event);
}

/* ---- The clock at the start ---- */

/* Refuses a start with a clock that is far ahead, because the log's time never runs backwards and
 * would stay there for good. */
int manager_check_clock(const struct manager *m, int64_t now_ms, struct cr_err *err)
{
    char now[WHEN_TEXT_MAX], last[WHEN_TEXT_MAX];
    const int64_t last_ms = m->floor.time_ms;
    if (m->config.longest_pause_ms == 0 || last_ms == 0 ||
        now_ms - last_ms <= m->config.longest_pause_ms)
        return 0;
    return err_set(
        err, CR_E_STATE,
        "the machine's clock says %s UTC, and the last event was at %s UTC: set the "
        "clock, or, if it is right and nothing has happened for so long, start once with "
        "--after-pause",
        when_format(now_ms, now), when_format(last_ms, last));
}
