/* Starts a manager on a store: loads the rows if they fit, or else rebuilds them from the log; and
 * takes in what other managers write later. */
#include "floor/alarms.h"
#include "floor/limits.h"
#include "floor/semantics.h"
#include "log/replay/floor_memory.h"
#include "log/replay/replay.h"
#include "log/replay/rows_seal.h"
#include "log/replay/stored.h"
#include "service/manager/manager_internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- Events of others ---- */

struct taking {
    struct manager *m;
    struct replay *replay;
    struct cr_err *err;
};

static int take_event(void *context, const struct store_event *event)
{
    struct taking *t = context;
    int rc = replay_event(t->replay, event, t->err);
    if (rc != 0)
        return rc;
    if (t->m->each != NULL)
        t->m->each(t->m->each_context, &t->replay->event, event->body, event->len);
    /* The manager that wrote the event has written the rows, too. */
    floor_clean(t->replay->floor);
    return 0;
}

static int take_events(struct manager *m, uint64_t until, struct cr_err *err)
{
    struct replay *replay = calloc(1, sizeof(*replay));
    if (replay == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    replay->floor = &m->floor;
    replay->head = m->head;
    struct taking t = {m, replay, err};
    /* Another manager may have higher limits from its floor file. */
    m->floor.limits = m->floor.room;
    int rc = store_read(m->store, m->head.seq + 1, until - m->head.seq, take_event, &t, err);
    floor_limits_set(&m->floor, &m->config.limits);
    m->head = replay->head;
    free(replay);
    if (rc == 0 && m->head.seq != until)
        rc = err_set(err, CR_E_IO, "the log ends at %llu, not at %llu",
                     (unsigned long long)m->head.seq, (unsigned long long)until);
    return rc;
}

int manager_take_in(struct manager *m, const struct store_head *head, struct cr_err *err)
{
    if (head->seq < m->head.seq)
        return err_set(err, CR_E_IO,
                       "the store has lost events: it ends at %llu, %llu were written",
                       (unsigned long long)head->seq, (unsigned long long)m->head.seq);
    if (head->seq > m->head.seq) {
        int rc = take_events(m, head->seq, err);
        if (rc != 0)
            return rc;
    }
    if (memcmp(head->hash, m->head.hash, STORE_HASH_BYTES) != 0)
        return err_set(err, CR_E_IO, "event %llu in the store is not the one that was written",
                       (unsigned long long)head->seq);
    return 0;
}

int manager_follow(struct manager *m, struct cr_err *err)
{
    struct store_head head;
    int rc = store_head(m->store, &head, err);
    return rc != 0 ? rc : manager_take_in(m, &head, err);
}

/* ---- Rows ---- */

/* Refuses a database that has triggers or the like which this program did not make. */
static int refuse_strangers(struct store *store, struct cr_err *err)
{
    char names[256];
    int rc = store_strangers(store, names, sizeof(names), err);
    if (rc != 0 || names[0] == '\0')
        return rc;
    return err_set(err, CR_E_INPUT,
                   "the store's database is not as this program made it: %s; croupier verify says "
                   "whether the log is untouched, then put the database back as it was",
                   names);
}

/* V1: refuses to begin a new floor in a store that has the rows of another one but no log. */
static int refuse_lost_log(struct manager *m, struct cr_err *err)
{
    bool has_floor = false;
    int rc = m->head.seq == 0 ? stored_has_floor(m->store, &has_floor, err) : 0;
    if (rc == 0 && has_floor)
        rc =
            err_set(err, CR_E_INPUT,
                    "the log is empty, and the rows of a floor are there: its events were removed; "
                    "put back a copy of the store");
    return rc;
}

/* Makes an empty floor with room for the most that a floor can have, because two people may raise
 * every limit while the manager runs. Memory that is not touched costs the machine nothing. */
static bool empty_floor(struct manager *m)
{
    void *zeros = floor_memory_new(&floor_limits_largest);
    if (zeros == NULL)
        return false;
    floor_memory_free(m->floor_memory, &floor_limits_largest);
    m->floor_memory = zeros;
    floor_init_in_zeros(&m->floor, &floor_limits_largest, &m->config.limits, zeros);
    return true;
}

/* V4: refuses rows that do not agree with the log. Where the log itself is broken or incomplete,
 * the start is recorded first, and then the floor is halted. */
static int check_log(struct manager *m, struct stored_log *log, struct cr_err *err)
{
    int rc = stored_check(m->store, &m->head, &m->floor, err);
    if (rc == 0)
        rc = stored_check_log(m->store, &m->head, &m->floor, log, err);
    m->is_log_broken = rc == STORED_LOG_BROKEN;
    m->is_log_away = rc == STORED_LOG_AWAY;
    if ((m->is_log_broken || m->is_log_away) && err != NULL)
        m->log_fault = *err;
    if (rc == 0 || m->is_log_broken || m->is_log_away)
        return 0;
    return err_prefix(err, "the stored rows do not agree with the log; croupier verify says what "
                           "changed, croupier db rebuild makes them again from the log");
}

/* Keeps a new copy of the rows when the present copy is from before the store's first event:
 * without the archive it would be of no use. */
static void keep_what_needs_the_archive(struct manager *m)
{
    struct rows_seal *seal = m->config.seal;
    if (seal != NULL && m->head.seq > 0 && seal->seq + 1 < store_beginning(m->store)->first)
        rows_seal_write(seal, m->store, &m->head, &m->floor);
}

/* Loads the floor under the writer's lock, because changes that another manager made between
 * reading the log's end and the last row would be counted twice. */
static int load_locked(struct manager *m, struct stored_log *log, bool *rebuilt, struct cr_err *err)
{
    enum stored_rows rows;
    uint64_t row_count = 0;
    int rc = refuse_strangers(m->store, err);
    if (rc == 0)
        rc = stored_look(m->store, &rows, err);
    if (rc != 0)
        return rc;
    rc = refuse_lost_log(m, err);
    if (rc != 0)
        return rc;
    *rebuilt = rows != STORED_ROWS_FIT;
    rc = manager_check_rows_of_others(m, !*rebuilt, err);
    if (rc != 0)
        return rc;
    if (*rebuilt) {
        m->floor.limits = m->floor.room;
        rc = stored_rebuild(m->store, &m->head, &m->floor, &row_count, err);
        floor_limits_set(&m->floor, &m->config.limits);
        return rc == 0 ? floor_limits_check(&m->floor, err) : rc;
    }
    rc = m->head.seq > 0 ? stored_load(m->store, &m->head, &m->floor, err) : 0;
    /* V3, V4: refuses books that somebody has changed by hand. */
    if (rc == 0 && floor_check(&m->floor, err) != 0)
        rc = err_prefix(err, "the stored books do not balance; croupier verify says what changed, "
                             "croupier db rebuild makes them again from the log");
    else if (rc == 0)
        rc = check_log(m, log, err);
    /* Rows that were not compared with the whole log must not be kept for the next start. */
    if (rc == 0 && m->head.seq > 0 && !stored_log_is_whole(log))
        m->config.seal = NULL;
    if (rc == 0)
        keep_what_needs_the_archive(m);
    return rc == 0 ? floor_limits_check(&m->floor, err) : rc;
}

int manager_reload(struct manager *m, struct cr_err *err)
{
    int rc = store_head(m->store, &m->head, err);
    m->config.seal = NULL; /* these rows have not been compared with the log */
    if (!empty_floor(m))
        return err_set(err, CR_E_IO, "out of memory");
    return rc == 0 && m->head.seq > 0 ? stored_load(m->store, &m->head, &m->floor, err) : rc;
}

static int load(struct manager *m, struct cr_err *err)
{
    struct stored_log *log;
    bool rebuilt = false;
    /* The log is read without the lock, for which other managers would have to wait. */
    int rc = store_head(m->store, &m->head, err);
    if (rc == 0)
        rc = stored_log_fold(m->store, &m->head, m->config.seal, UINT64_MAX, &log, err);
    if (rc != 0)
        return rc;
    rc = store_begin(m->store, &m->head, err);
    if (rc == 0) {
        rc = load_locked(m, log, &rebuilt, err);
        if (rc == 0 && rebuilt)
            rc = store_commit(m->store, err);
        else
            store_abandon(m->store);
    }
    stored_log_free(log);
    return rc;
}

/* ---- Making and freeing a manager ---- */

void manager_free(struct manager *m)
{
    if (m == NULL)
        return;
    floor_memory_free(m->floor_memory, &floor_limits_largest);
    free(m->tables);
    free(m->rounds);
    free(m->alarms);
    free(m->texts);
    free(m);
}

static struct manager *allocate(const struct manager_config *config)
{
    struct manager *m = calloc(1, sizeof(*m));
    if (m == NULL)
        return NULL;
    m->config = *config;
    m->texts_size = MANAGER_TEXTS_SIZE;
    m->texts = malloc(m->texts_size);
    m->tables = calloc(FLOOR_TABLES_MAX, sizeof(*m->tables));
    if (m->texts == NULL || !empty_floor(m) || m->tables == NULL) {
        manager_free(m);
        return NULL;
    }
    return m;
}

/* Asks for the one event of a start; a refusal is an error. */
static int ask_alone(struct manager *m, struct manager_request *r, int64_t now_ms, int64_t mono_ms,
                     struct cr_err *err)
{
    int rc = manager_batch(m, &r, 1, now_ms, mono_ms, err);
    if (rc == 0 && r->result != 0) {
        rc = r->result;
        if (err != NULL)
            *err = r->err;
    }
    return rc;
}

/* REG-5: records the start of the program. */
static int record_start(struct manager *m, int64_t now_ms, int64_t mono_ms, struct cr_err *err)
{
    struct manager_request *r = calloc(1, sizeof(*r));
    if (r == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    event_init(&r->event, FLOOR_MANAGER_STARTED);
    memcpy(r->event.manager, m->config.id, FLOOR_ID_MAX);
    memcpy(r->event.item, m->config.version, CR_NAME_MAX);
    memcpy(r->event.document, m->config.program, CR_HASH_BYTES);
    const int rc = ask_alone(m, r, now_ms, mono_ms, err);
    free(r);
    return rc;
}

/* V4: halts the floor when the log is broken or incomplete, because the rows cannot be checked
 * then. */
static int halt_on_fault(struct manager *m, int64_t now_ms, int64_t mono_ms, struct cr_err *err)
{
    const enum alarm_kind kind = floor_semantics(&m->floor) >= 2 ? ALARM_BOOKS : ALARM_ROLLBACK;
    if (!(m->is_log_broken || m->is_log_away) || manager_has_alarm(m, kind, ""))
        return 0;
    struct manager_request *r = calloc(1, sizeof(*r));
    if (r == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    manager_make_plain(m->log_fault.text);
    manager_alarm(r, kind, "",
                  m->is_log_away
                      ? "the rows cannot be held against the log: %.400s; the floor is halted; "
                        "bring the archive back and start the manager again"
                      : "the log is not as it was written, so that the rows cannot be held against "
                        "it: %.300s; the floor is halted; stop the manager, run croupier verify, "
                        "and put back a good copy of the store",
                  m->log_fault.text);
    const int rc = ask_alone(m, r, now_ms, mono_ms, err);
    free(r);
    return rc == 0 ? 0
                   : err_prefix(err, "the rows cannot be held against the log, nor the floor be "
                                     "halted");
}

int manager_new(struct store *store, const struct manager_config *config, int64_t now_ms,
                int64_t mono_ms, struct manager **out, struct cr_err *err)
{
    struct manager *m = allocate(config);
    if (m == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    m->store = store;
    int rc = load(m, err);
    if (rc == 0)
        rc = manager_check_clock(m, now_ms, err);
    if (rc == 0)
        rc = record_start(m, now_ms, mono_ms, err);
    if (rc == 0)
        rc = halt_on_fault(m, now_ms, mono_ms, err);
    if (rc != 0) {
        manager_free(m);
        return rc;
    }
    /* A table that joined before this start may still be there. It gets one lease to send
     * something. */
    for (uint32_t t = 0; t < m->floor.table_count; t++)
        if (m->floor.tables[t].joined && strcmp(m->floor.tables[t].manager, config->id) == 0)
            m->tables[t].lease_until = mono_ms + config->lease_ms;
    *out = m;
    return 0;
}
