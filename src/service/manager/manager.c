/* Batches: requests become events, the events become durable, and then the answers go out. */
#include "service/manager/manager.h"

#include "base/check.h"
#include "base/hex.h"
#include "base/list.h"
#include "floor/alarms.h"
#include "floor/limits.h"
#include "log/replay/rows_seal.h"
#include "service/manager/manager_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void manager_on_event(struct manager *m, manager_event_fn *each, void *context)
{
    m->each = each;
    m->each_context = context;
}

const struct floor *manager_floor(const struct manager *m)
{
    return &m->floor;
}

const struct manager_config *manager_configuration(const struct manager *m)
{
    return &m->config;
}

void manager_alarm(struct manager_request *out, enum alarm_kind kind, const char *table,
                   const char *format, ...)
{
    va_list args;
    va_start(args, format);
    alarm_fill(&out->event, kind, table, format, args);
    va_end(args);
    out->result = 0;
}

bool manager_has_alarm(const struct manager *m, enum alarm_kind kind, const char *table)
{
    const struct floor *f = &m->floor;
    for (uint32_t i = 0; i < f->alarm_count; i++) {
        const struct floor_alarm *a = &f->alarms[i];
        const char *at = a->table == FLOOR_NONE ? "" : f->tables[a->table].id;
        if (!a->answered && alarm_is(a->item, kind) && strcmp(at, table) == 0)
            return true;
    }
    return false;
}

/* ---- One batch ---- */

/* Keeps a copy of an alarm that the manager itself raised, for the callbacks: unlike other events,
 * it stands in no request of the caller. */
static void keep_alarm(struct manager *m)
{
    CHECK(list_grow(&m->alarms, &m->alarm_room, m->alarm_count, sizeof *m->alarms));
    m->alarms[m->alarm_count++] = m->alarm.event;
}

/* Adds an event that the floor has stepped to the batch. False when the event could not be read
 * back from its text: then nothing may be stored, but the floor has taken the step, so the batch
 * must be undone. */
static bool batch_add(struct manager *m, struct manager_request *r)
{
    char *at = m->texts + m->texts_used;
    const size_t len = event_encode(&r->event, at, m->texts_size - m->texts_used);
    m->is_unreadable = m->is_unreadable || !event_reads_back(at, len, &r->event, &m->told);
    if (m->is_unreadable)
        return false;
    struct store_event *s = &m->events[m->event_count++];
    m->stepped[m->event_count - 1] = r != &m->alarm ? &r->event : NULL;
    if (r == &m->alarm)
        keep_alarm(m);
    m->texts_used += len;
    s->seq = r->event.seq;
    s->body = at;
    s->len = (uint32_t)len;
    store_chain(m->head.hash, at, len, s->hash);
    m->head.seq = s->seq;
    memcpy(m->head.hash, s->hash, STORE_HASH_BYTES);
    r->body = at;
    r->len = len;
    return true;
}

static bool batch_is_full(const struct manager *m, const struct manager_request *r)
{
    return m->event_count + 2 > STORE_BATCH_MAX ||
           m->texts_used + EVENT_TEXT_ROOM(r->event.text_len) + EVENT_TEXT_ROOM(FLOOR_TEXT_MAX) >
               m->texts_size;
}

/* Raises an alarm in the same batch as its cause, unless one of that kind and table waits
 * already. */
static void batch_alarm(struct manager *m, enum alarm_kind kind, const char *table,
                        const char *text, int64_t now_ms)
{
    if (manager_has_alarm(m, kind, table))
        return;
    manager_alarm(&m->alarm, kind, table, "%s", text);
    if (floor_step(&m->floor, &m->alarm.event, now_ms, NULL) == 0)
        (void)batch_add(m, &m->alarm);
}

static bool is_from_table(const struct floor_event *e)
{
    return event_is_numbered(e);
}

/* V2: whether the table has sent this event before. */
static bool batch_is_repeat(const struct manager *m, const struct floor_event *e, uint32_t table)
{
    return is_from_table(e) && table != FLOOR_NONE && m->floor.plays[table].epoch == e->epoch &&
           e->table_seq <= m->floor.plays[table].seq;
}

/* V8: whether the event is from a table that has not joined since this process started. Such a
 * table has not compared its high-water mark with the store, and the event may be an old copy that
 * was delayed on the network. */
static bool is_stranger(const struct manager *m, const struct floor_event *e, uint32_t table)
{
    return is_from_table(e) && table != FLOOR_NONE && !manager_has_joined(m, table);
}

/* V9: whether a table without a running lease wants to take coins. Its own clock should have closed
 * it, but that may have stood still. A round that has begun may always be finished. */
static bool is_without_lease(const struct manager *m, const struct floor_event *e, uint32_t table,
                             int64_t mono_ms)
{
    return e->kind == FLOOR_COIN_IN && table != FLOOR_NONE && !manager_is_alive(m, table, mono_ms);
}

char *manager_rules_text(const uint8_t rules[CR_HASH_BYTES],
                         const uint8_t progressive[CR_HASH_BYTES], char out[MANAGER_RULES_MAX])
{
    hex_encode(rules, CR_HASH_BYTES, out);
    hex_encode(progressive, CR_HASH_BYTES, out + 2 * CR_HASH_BYTES);
    return out;
}

/* REG-6: whether the table's chips were bet under old rules, because it has not taken over new
 * rules or another bet yet. */
static bool is_of_other_rules(const struct manager *m, const struct manager_request *r,
                              uint32_t table)
{
    static const uint8_t none[CR_HASH_BYTES];
    const struct floor *f = &m->floor;
    char now[MANAGER_RULES_MAX];
    if (r->event.kind != FLOOR_COIN_IN || r->rules[0] == '\0' || table == FLOOR_NONE)
        return false;
    const uint32_t rules = f->tables[table].document, link = f->tables[table].link;
    manager_rules_text(rules != FLOOR_NONE ? f->documents[rules].hash : none,
                       link != FLOOR_NONE ? f->documents[f->links[link].document].hash : none, now);
    return strcmp(now, r->rules) != 0;
}

/* REG-1: whether another controller holds the table and its lease is running. */
static bool is_taken(const struct manager *m, const struct floor_event *e, uint32_t table,
                     int64_t mono_ms)
{
    return e->kind == FLOOR_TABLE_JOINED && table != FLOOR_NONE &&
           strcmp(m->floor.tables[table].instance, e->instance) != 0 &&
           manager_is_alive(m, table, mono_ms);
}

/* REG-1: checks that a request comes from the process that holds the table, and not from another
 * one with a copy of its files. A process that wants to join waits until the holder is silent.
 * *is_alarm: both are alive. */
static int check_process(struct manager *m, const struct manager_request *r, uint32_t table,
                         int64_t mono_ms, bool *is_alarm, struct cr_err *err)
{
    const struct floor_event *e = &r->event;
    const bool joins = e->kind == FLOOR_TABLE_JOINED;
    if (table == FLOOR_NONE || !(joins || is_from_table(e)))
        return 0;
    struct manager_holder *h = &m->tables[table].holder;
    if (joins && (!manager_is_alive(m, table, mono_ms) || holder_may_join(h, r->process, mono_ms)))
        return 0;
    const enum holder_says says = joins ? HOLDER_OTHER : holder_hears(h, r->process, mono_ms);
    *is_alarm = says == HOLDER_RIVAL || says == HOLDER_TWO;
    if (says == HOLDER_SAME || says == HOLDER_RIVAL)
        return 0;
    return err_refuse(err, CR_E_STATE, REASON_OTHER_CONTROLLER, NULL,
                      "table %s is held by another process that is alive; two of one name are an "
                      "alarm",
                      e->table);
}

/* V8: whether a table claims an epoch that no table can reach, since managers count epochs one by
 * one. The next epoch is made from that number, so a wrong one would leave no epochs to count. */
static bool is_beyond_all_epochs(const struct manager *m, const struct floor_event *e,
                                 uint32_t table)
{
    return e->kind == FLOOR_TABLE_JOINED && e->acked_epoch > MANAGER_EPOCH_MAX &&
           (table == FLOOR_NONE || e->acked_epoch > m->floor.plays[table].epoch);
}

/* REG-5, V10: raises an alarm when the program's hash is not that of the last start, whatever its
 * version says. */
static void batch_compare_program(struct manager *m, const struct floor_event *e, int64_t now_ms)
{
    static const uint8_t unknown[CR_HASH_BYTES];
    const struct floor_general *before = &m->before_start;
    char text[320];
    if (memcmp(before->program, unknown, CR_HASH_BYTES) == 0 ||
        memcmp(before->program, e->document, CR_HASH_BYTES) == 0)
        return;
    snprintf(text, sizeof(text),
             "manager %s: version %s is not the program that ran before (version %s); make sure "
             "that it was meant to be changed",
             e->manager, e->item[0] != '\0' ? e->item : "unknown",
             before->version[0] != '\0' ? before->version : "unknown");
    batch_alarm(m, ALARM_PROGRAM, "", text, now_ms);
}

static void batch_done(struct manager *m, struct manager_request *r, int64_t now_ms,
                       int64_t mono_ms)
{
    const struct floor_event *e = &r->event;
    if (!batch_add(m, r))
        return;
    if (e->kind == FLOOR_MANAGER_STARTED)
        batch_compare_program(m, e, now_ms);
    if (e->kind == FLOOR_TABLE_JOINED) {
        const uint32_t table = floor_find_table(&m->floor, e->table);
        m->tables[table].has_joined = true;
        holder_joined(&m->tables[table].holder, r->process, mono_ms);
    }
    /* V9: a lost table has closed by its own clock, but people must be told. */
    if (e->kind == FLOOR_TABLE_LOST) {
        char text[MANAGER_LOST_TEXT];
        manager_say_lost(m, floor_find_table(&m->floor, e->table), mono_ms, text);
        batch_alarm(m, ALARM_LOST_TABLE, e->table, text, now_ms);
    }
}

/* V8: whether a table must not join, because it once remembered more than the store, without a
 * receipt to prove it, and that alarm is not answered yet. It may not come back by forgetting its
 * claim; but it may claim the same again, perhaps with the missing receipt. */
static bool is_kept_closed(const struct manager *m, const struct floor_event *e, uint32_t table)
{
    const struct floor *f = &m->floor;
    bool closed = false;
    for (uint32_t i = 0; e->kind == FLOOR_TABLE_JOINED && i < f->alarm_count; i++)
        closed = closed ||
                 (f->alarms[i].closes && !f->alarms[i].answered && f->alarms[i].table == table);
    return closed && table != FLOOR_NONE && !floor_is_behind(f, e);
}

/* Raises an alarm for a dealt round that left no document, because nobody can settle such a round
 * again (V5). */
static void batch_miss_document(struct manager *m, const struct manager_request *r, int64_t now_ms)
{
    char text[160];
    const struct floor_event *e = &r->event;
    if (!r->wants_document || e->kind != FLOOR_GAME_OVER || e->text_len > 0)
        return;
    const uint32_t table = floor_find_table(&m->floor, e->table);
    if (m->floor.tables[table].is_live || floor_rules(&m->floor, table) == NULL)
        return;
    snprintf(text, sizeof(text), "GAME OVER of round %llu came without the document of the round",
             (unsigned long long)e->round);
    batch_alarm(m, ALARM_DOCUMENT, e->table, text, now_ms);
}

static const char two_processes[] =
    "two processes are this table: one has a copy of the other's files; stop both, find out which "
    "is real and enrol its machine anew";

static void batch_step(struct manager *m, struct manager_request *r, int64_t now_ms,
                       int64_t mono_ms)
{
    struct floor_event *e = &r->event;
    const uint32_t table = floor_find_table(&m->floor, e->table); /* the one it names, if any */
    r->repeated = batch_is_repeat(m, e, table);
    r->result = 0;
    if (r->repeated)
        return;
    if (is_taken(m, e, table, mono_ms)) {
        r->result = err_refuse(&r->err, CR_E_STATE, REASON_OTHER_CONTROLLER, NULL,
                               "table %s is held by another controller that is "
                               "alive; two of one name are an alarm",
                               e->table);
        batch_alarm(m, ALARM_IDENTITY, e->table, r->err.text, now_ms);
        return;
    }
    bool two = false;
    r->result = check_process(m, r, table, mono_ms, &two, &r->err);
    if (two)
        batch_alarm(m, ALARM_IDENTITY, e->table, two_processes, now_ms);
    if (r->result != 0)
        return;
    if (is_beyond_all_epochs(m, e, table)) {
        r->result = err_refuse(&r->err, CR_E_INPUT, REASON_INVALID_VALUE, "acked_epoch",
                               "no table has been through more than %llu epochs",
                               (unsigned long long)MANAGER_EPOCH_MAX);
        return;
    }
    if (is_stranger(m, e, table)) {
        r->result = err_refuse(&r->err, CR_E_STATE, REASON_NOT_JOINED, NULL,
                               "table %s is not joined here; join again", e->table);
        return;
    }
    if (is_without_lease(m, e, table, mono_ms)) {
        r->result =
            err_refuse(&r->err, CR_E_STATE, REASON_NOT_JOINED, NULL,
                       "table %s has not been heard of for its lease; join again", e->table);
        return;
    }
    if (is_of_other_rules(m, r, table)) {
        r->result = err_refuse(&r->err, CR_E_STATE, REASON_NEW_RULES, NULL,
                               "table %s was given other rules, which it has not taken yet; hand "
                               "the chips back, it takes them now",
                               e->table);
        return;
    }
    if (is_kept_closed(m, e, table)) {
        r->result = err_refuse(&r->err, CR_E_STATE, REASON_OLDER_STATE, NULL,
                               "table %s said that it remembers more than this store; two people "
                               "answer that alarm first",
                               e->table);
        return;
    }
    if (e->kind == FLOOR_MANAGER_STARTED) {
        m->before_start = m->floor.general;
        r->result = manager_choose_semantics(m, e, &r->err);
    }
    if (e->kind == FLOOR_CREDENTIAL_SET)
        r->result = manager_check_secret(r, &r->err);
    if (e->kind == FLOOR_LIMIT_RAISED)
        r->result = floor_limits_check_raise(&m->floor, e, &r->err);
    if (r->result == 0)
        r->result = floor_check_new_names(&m->floor, e, &r->err);
    if (r->result == 0)
        r->result = manager_check_round(m, r);
    if (r->result == 0)
        r->result = floor_step(&m->floor, e, now_ms, &r->err);
    if (r->result == 0) {
        batch_done(m, r, now_ms, mono_ms);
        batch_miss_document(m, r, now_ms);
    } else if (e->kind == FLOOR_TABLE_JOINED && floor_is_behind(&m->floor, e))
        batch_alarm(m, manager_is_proved_behind(m, r) ? ALARM_ROLLBACK : ALARM_UNPROVED, e->table,
                    r->err.text, now_ms);
    else if (e->kind == FLOOR_COIN_IN && r->result == CR_E_RANGE)
        batch_alarm(m, ALARM_CONTRIBUTION, e->table, r->err.text, now_ms);
}

/* Writes the events and the rows that the batch has changed, each row once. */
static int batch_write(struct manager *m, struct cr_err *err)
{
    struct floor *f = &m->floor;
    qsort(f->dirty, f->dirty_count, sizeof(f->dirty[0]), list_by_number);
    size_t count = 0, written = 0;
    for (uint32_t i = 0; i < f->dirty_count; i++) {
        if (i > 0 && f->dirty[i] == f->dirty[i - 1])
            continue;
        struct store_row *row = &m->rows[count++];
        row->id = f->dirty[i];
        row->body = floor_row(f, row->id, &row->len);
        CHECK(row->body != NULL);
        if (count < STORE_BATCH_MAX)
            continue;
        int rc = store_append(m->store, written == 0 ? m->events : NULL,
                              written == 0 ? m->event_count : 0, m->rows, count, err);
        if (rc != 0)
            return rc;
        written++;
        count = 0;
    }
    return store_append(m->store, written == 0 ? m->events : NULL,
                        written == 0 ? m->event_count : 0, m->rows, count, err);
}

static void tell(struct manager *m, const struct floor_event *e, const char *body, size_t len)
{
    if (m->each != NULL)
        m->each(m->each_context, e, body, len);
}

static void batch_tell(struct manager *m)
{
    const struct floor_event *alarm = m->alarms;
    for (size_t i = 0; i < m->event_count; i++) {
        const struct store_event *s = &m->events[i];
        tell(m, m->stepped[i] != NULL ? m->stepped[i] : alarm++, s->body, s->len);
    }
}

/* V4: keeps a copy of the rows for the next start. If that fails, the next start only takes
 * longer. */
static void keep_rows(struct manager *m)
{
    struct rows_seal *seal = m->config.seal;
    if (seal != NULL && rows_seal_is_due(seal, m->head.seq))
        rows_seal_write(seal, m->store, &m->head, &m->floor);
}

static int batch_commit(struct manager *m, struct cr_err *err)
{
    if (m->event_count == 0) {
        store_abandon(m->store);
        return 0;
    }
    int rc = batch_write(m, err);
    if (rc == 0)
        rc = store_commit(m->store, err);
    if (rc != 0)
        return err_prefix(err, "writing %zu events", m->event_count);
    floor_clean(&m->floor);
    keep_rows(m);
    return 0;
}

/* Takes the writer's lock, and the events that other managers wrote meanwhile. */
static int batch_begin(struct manager *m, struct cr_err *err)
{
    struct store_head head;
    m->event_count = m->alarm_count = 0;
    int rc = store_begin(m->store, &head, err);
    return rc == 0 ? manager_take_in(m, &head, err) : rc;
}

/* V4: undoes a batch with an event that could not be read back from its text. The floor is loaded
 * again from the rows, which are as before the batch, so that the batch can begin again without
 * that request. */
static int batch_undo(struct manager *m, struct manager_request *const *requests, size_t count,
                      struct cr_err *err)
{
    for (size_t i = 0; i < count; i++) {
        event_copy_given(&m->told, &requests[i]->event);
        requests[i]->event = m->told;
    }
    m->event_count = m->alarm_count = 0;
    m->texts_used = 0;
    m->is_unreadable = false;
    return manager_reload(m, err);
}

/* ---- Repeats ---- */

struct found {
    struct manager *m;
    struct manager_request *r;
    struct cr_err *err;
};

static int take_found(void *context, const struct store_event *s)
{
    struct found *found = context;
    struct manager *m = found->m;
    if (s->len > m->texts_size - m->texts_used)
        return err_set(found->err, CR_E_IO, "event %llu is longer than any that is written",
                       (unsigned long long)s->seq);
    memcpy(m->texts + m->texts_used, s->body, s->len);
    found->r->body = m->texts + m->texts_used;
    found->r->len = s->len;
    m->texts_used += s->len;
    return event_decode(s->body, s->len, &m->told, found->err);
}

/* Finds the event that a request repeats, by following the table's events back from the last one
 * (member "prev"). Joins do not count as steps, because a table that gets no answers joins again
 * and again. */
static int find_first_time(struct manager *m, struct manager_request *r, struct cr_err *err)
{
    const uint32_t table = floor_find_table(&m->floor, r->event.table);
    uint64_t seq = m->floor.plays[table].last;
    for (unsigned steps = 0; seq != 0 && steps < MANAGER_REPEAT_STEPS;) {
        struct found found = {m, r, err};
        const size_t used = m->texts_used;
        if (m->texts_size - used < EVENT_TEXT_ROOM(FLOOR_TEXT_MAX))
            break;
        m->told.seq = 0;
        int rc = store_read(m->store, seq, 1, take_found, &found, err);
        if (rc == 0 && m->told.seq != seq)
            rc = err_set(err, CR_E_IO, "event %llu is missing", (unsigned long long)seq);
        if (rc == 0 && m->told.prev >= seq) /* not from a manager; following it might never end */
            rc = err_set(err, CR_E_IO, "event %llu: prev does not come before it",
                         (unsigned long long)seq);
        if (rc != 0)
            return rc;
        if (m->told.epoch == r->event.epoch && m->told.table_seq == r->event.table_seq)
            return 0;
        m->texts_used = used;
        steps += m->told.table_seq != 0;
        seq = m->told.prev;
    }
    r->body = NULL;
    r->len = 0;
    r->result = err_refuse(&r->err, CR_E_STATE, REASON_WRONG_NUMBER, "table_seq",
                           "%llu was done long ago; the next is %llu",
                           (unsigned long long)r->event.table_seq,
                           (unsigned long long)m->floor.plays[table].seq + 1);
    return 0;
}

/* V2: a repeated request with the same members gets the first answer; other members under the same
 * number are an alarm. */
static int answer_repeat(struct manager *m, struct manager_request *r, bool *mismatch,
                         struct cr_err *err)
{
    int rc = find_first_time(m, r, err);
    if (rc != 0 || r->result != 0)
        return rc;
    if (event_same_given(&m->told, &r->event)) {
        r->event = m->told;
        return 0;
    }
    r->repeated = false;
    r->body = NULL;
    r->result = err_refuse(&r->err, CR_E_STATE, REASON_NUMBER_REUSED, "table_seq",
                           "%llu of table %s was something else (%s)",
                           (unsigned long long)r->event.table_seq, r->event.table,
                           event_kind(m->told.kind)->name);
    *mismatch = true;
    return 0;
}

static int write_alarm(struct manager *m, const struct manager_request *cause, int64_t now_ms,
                       struct cr_err *err)
{
    int rc = batch_begin(m, err);
    if (rc != 0)
        return rc;
    batch_alarm(m, ALARM_MISMATCH, cause->event.table, cause->err.text, now_ms);
    const size_t used = m->texts_used; /* keeps the texts of answers to other repeats */
    rc = m->is_unreadable ? batch_undo(m, NULL, 0, err) : 0;
    m->texts_used = used;
    if (rc == 0)
        rc = batch_commit(m, err);
    if (rc == 0)
        batch_tell(m);
    return rc;
}

static int answer_repeats(struct manager *m, struct manager_request *const *requests, size_t count,
                          int64_t now_ms, struct cr_err *err)
{
    for (size_t i = 0; i < count; i++) {
        bool mismatch = false;
        if (!requests[i]->repeated || requests[i]->result != 0)
            continue;
        int rc = answer_repeat(m, requests[i], &mismatch, err);
        if (rc == 0 && mismatch)
            rc = write_alarm(m, requests[i], now_ms, err);
        if (rc != 0)
            return rc;
    }
    return 0;
}

static int batch_secrets(struct manager *m, struct manager_request *const *requests, size_t count,
                         struct cr_err *err)
{
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < count; i++)
        if (requests[i]->event.kind == FLOOR_CREDENTIAL_SET && requests[i]->result == 0)
            rc = manager_write_secret(m, requests[i], err);
    return rc;
}

static void batch_answer(struct manager *m, struct manager_request *r, int64_t now_ms,
                         int64_t mono_ms)
{
    r->body = NULL;
    r->len = 0;
    r->repeated = false;
    if (batch_is_full(m, r))
        r->result = err_refuse(&r->err, CR_E_STATE, REASON_TOO_MUCH_AT_ONCE, NULL,
                               "too much at once; send it again");
    else
        batch_step(m, r, now_ms, mono_ms);
}

static int batch_answer_all(struct manager *m, struct manager_request *const *requests,
                            size_t count, int64_t now_ms, int64_t mono_ms, struct cr_err *err)
{
    bool is_refused[MANAGER_BATCH_MAX] = {false};
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < count; i++) {
        if (is_refused[i])
            continue;
        batch_answer(m, requests[i], now_ms, mono_ms);
        if (!m->is_unreadable)
            continue;
        rc = batch_undo(m, requests, i + 1, err);
        is_refused[i] = true;
        requests[i]->result =
            err_refuse(&requests[i]->err, CR_E_RANGE, REASON_INVALID_VALUE, NULL,
                       "what this comes to could not be read back from the log; nothing was done");
        i = (size_t)-1;
    }
    return rc;
}

int manager_batch(struct manager *m, struct manager_request *const *requests, size_t count,
                  int64_t now_ms, int64_t mono_ms, struct cr_err *err)
{
    CHECK(count <= MANAGER_BATCH_MAX);
    m->texts_used = 0;
    int rc = batch_begin(m, err);
    if (rc == 0)
        rc = batch_answer_all(m, requests, count, now_ms, mono_ms, err);
    if (rc != 0)
        return rc;
    rc = batch_secrets(m, requests, count, err);
    if (rc == 0)
        rc = batch_commit(m, err);
    if (rc != 0)
        return rc;
    batch_tell(m);
    for (size_t i = 0; i < count; i++)
        if (requests[i]->result == 0)
            manager_renew(m, &requests[i]->event, mono_ms);
    return answer_repeats(m, requests, count, now_ms, err);
}
