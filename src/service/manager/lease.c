/* Leases: which tables have been heard of lately, by this process' monotonic clock (V9, REG-1,
 * REG-2). */
#include "service/manager/manager_internal.h"

#include <stdio.h>
#include <string.h>

bool manager_has_joined(const struct manager *m, uint32_t table)
{
    const struct floor_table *t = &m->floor.tables[table];
    return m->tables[table].has_joined && t->joined && strcmp(t->manager, m->config.id) == 0;
}

bool manager_is_alive(const struct manager *m, uint32_t table, int64_t mono_ms)
{
    const struct floor_table *t = &m->floor.tables[table];
    return t->joined && strcmp(t->manager, m->config.id) == 0 &&
           mono_ms < m->tables[table].lease_until;
}

void manager_renew(struct manager *m, const struct floor_event *e, int64_t mono_ms)
{
    if (e->kind != FLOOR_TABLE_JOINED && e->table_seq == 0)
        return;
    uint32_t table = floor_find_table(&m->floor, e->table);
    if (table == FLOOR_NONE || e->epoch != m->floor.plays[table].epoch)
        return;
    m->tables[table].lease_until = mono_ms + m->config.lease_ms;
    if (e->kind == FLOOR_TABLE_JOINED)
        memcpy(m->tables[table].console, e->item, sizeof(m->tables[table].console));
}

const char *manager_console(const struct manager *m, uint32_t table)
{
    /* screens make a link of this address, which comes from the table, so only http:// is
     * accepted */
    static const char scheme[] = "http://";
    const char *said = m->tables[table].console;
    return strncmp(said, scheme, sizeof(scheme) - 1) == 0 ? said : "";
}

int manager_heartbeat(struct manager *m, const struct manager_sign *sign, int64_t mono_ms,
                      bool *clash, struct cr_err *err)
{
    *clash = false;
    uint32_t found = floor_find_table(&m->floor, sign->table);
    if (found == FLOOR_NONE)
        return err_refuse(err, CR_E_NOT_FOUND, REASON_NO_SUCH_TABLE, "table", "there is no \"%s\"",
                          sign->table);
    const struct floor_table *t = &m->floor.tables[found];
    const bool is_other = strcmp(t->instance, sign->instance) != 0;
    const enum holder_says says =
        is_other ? HOLDER_OTHER : holder_hears(&m->tables[found].holder, sign->process, mono_ms);
    *clash = (is_other && manager_is_alive(m, found, mono_ms)) || says == HOLDER_RIVAL ||
             says == HOLDER_TWO;
    if (is_other || says == HOLDER_OTHER || says == HOLDER_TWO)
        return err_refuse(err, CR_E_STATE, REASON_OTHER_CONTROLLER, NULL,
                          "table %s is held by another controller; join again", sign->table);
    if (!manager_has_joined(m, found) || m->floor.plays[found].epoch != sign->epoch)
        return err_refuse(err, CR_E_STATE, REASON_NOT_JOINED, NULL,
                          "table %s is not joined here; join again", sign->table);
    m->tables[found].lease_until = mono_ms + m->config.lease_ms;
    return 0;
}

size_t manager_lost_tables(struct manager *m, int64_t mono_ms, struct manager_request *out,
                           size_t max)
{
    size_t count = 0;
    for (uint32_t t = 0; t < m->floor.table_count && count < max; t++) {
        const struct floor_table *table = &m->floor.tables[t];
        if (!table->joined || strcmp(table->manager, m->config.id) != 0 ||
            mono_ms < m->tables[t].lease_until + m->config.lease_ms)
            continue;
        struct floor_event *e = &out[count++].event;
        event_init(e, FLOOR_TABLE_LOST);
        memcpy(e->table, table->id, FLOOR_ID_MAX);
        memcpy(e->manager, m->config.id, FLOOR_ID_MAX);
        e->epoch = m->floor.plays[t].epoch;
    }
    return count;
}

/* A busy machine may stop a process for moments. Even with a very short lease, a gap below this
 * does not count as a standstill. */
#define AWAY_LEAST_MS 3000

/* After a standstill of the manager, ends leases now that ran out during it, so that no table
 * counts as lost before it had time to come back. They are not renewed: the tables have closed by
 * their own clocks. Returns how many tables are joined here: all of them went without an answer for
 * longer than their lease. */
static uint32_t excuse_silence(struct manager *m, int64_t mono_ms)
{
    uint32_t joined = 0;
    for (uint32_t t = 0; t < m->floor.table_count; t++) {
        const struct floor_table *table = &m->floor.tables[t];
        if (!table->joined || strcmp(table->manager, m->config.id) != 0)
            continue;
        joined++;
        if (m->tables[t].lease_until < mono_ms)
            m->tables[t].lease_until = mono_ms;
    }
    return joined;
}

bool manager_was_away(struct manager *m, int64_t away_ms, int64_t mono_ms,
                      struct manager_request *out)
{
    if (away_ms < (int64_t)m->config.lease_ms || away_ms < AWAY_LEAST_MS)
        return false;
    const uint32_t joined = excuse_silence(m, mono_ms);
    if (joined == 0 || manager_has_alarm(m, ALARM_MANAGER_AWAY, ""))
        return false;
    manager_alarm(out, ALARM_MANAGER_AWAY, "",
                  "manager %s stood still for %lld seconds and heard nobody: %u table%s closed by "
                  "%s own clock meanwhile and come%s back alone; a table that does not is an alarm "
                  "of its own",
                  m->config.id, (long long)(away_ms / 1000), joined, joined == 1 ? "" : "s",
                  joined == 1 ? "its" : "their", joined == 1 ? "s" : "");
    return true;
}

void manager_say_lost(const struct manager *m, uint32_t table, int64_t mono_ms,
                      char text[MANAGER_LOST_TEXT])
{
    const char *id = m->floor.tables[table].id;
    const int64_t heard_ms = m->tables[table].lease_until - (int64_t)m->config.lease_ms;
    const long long seconds = (mono_ms - heard_ms) / 1000;
    char ago[48] = "less than a second";
    if (seconds > 0)
        snprintf(ago, sizeof(ago), "%lld second%s", seconds, seconds == 1 ? "" : "s");
    /* If the table has not joined this process, it is not known when it was heard of last. */
    if (m->tables[table].has_joined)
        snprintf(text, MANAGER_LOST_TEXT, "table %s has not been heard of for %s; look after it",
                 id, ago);
    else
        snprintf(text, MANAGER_LOST_TEXT,
                 "table %s has not come back since manager %s started %s ago; look after it", id,
                 m->config.id, ago);
}
