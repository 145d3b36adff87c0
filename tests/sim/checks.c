/* Checks of the simulation: what must hold after every step, and what must hold at the end. */
#include "audited.h"
#include "sim.h"

#include "base/check.h"
#include "log/audit/verify.h"

#include <stdlib.h>
#include <string.h>

static void on_fault(void *context, const struct verify_fault *fault)
{
    sim_fail(context, "V%u: event %llu, %s", fault->promise, (unsigned long long)fault->seq,
             fault->text);
}

void sim_restart_audit(struct sim *s)
{
    auditor_free(s->auditor);
    s->auditor = auditor_new(on_fault, s);
    CHECK(s->auditor != NULL);
    s->audited = 0;
    s->awards_paid = 0;
    for (unsigned i = 0; i < s->table_count; i++)
        s->tables[i].log_epoch = s->tables[i].log_seq = s->tables[i].log_paid = 0;
}

/* ---- The log ---- */

static void note_event(struct sim *s, const struct floor_event *e)
{
    struct sim_table *t = NULL;
    for (unsigned i = 0; i < s->table_count; i++)
        if (strcmp(s->tables[i].id, e->table) == 0)
            t = &s->tables[i];
    s->high_claims += e->kind == FLOOR_CLAIM_MADE && e->key == CR_KEY_HIGH;
    s->awards_paid += e->kind == FLOOR_AWARD_PAID || e->kind == FLOOR_CLAIM_PAID;
    if (t == NULL)
        return;
    if (e->kind == FLOOR_TABLE_JOINED && e->epoch != t->log_epoch)
        t->log_seq = 0;
    if (e->kind == FLOOR_TABLE_JOINED || e->table_seq != 0)
        t->log_epoch = e->epoch;
    if (e->table_seq != 0)
        t->log_seq = e->table_seq;
    t->log_paid += e->kind == FLOOR_AWARD_PAID || e->kind == FLOOR_CLAIM_PAID;
    if (e->kind == FLOOR_COIN_IN)
        t->log_round = e->round;
    if (e->kind == FLOOR_COIN_IN)
        t->paid_on_record = 0;
    else if (e->kind == FLOOR_AWARD_PAID || e->kind == FLOOR_CLAIM_PAID)
        t->paid_on_record |= (uint8_t)CONSOLE_SEAT(e->seat);
    else if (e->kind == FLOOR_GAME_OVER)
        t->rounds++;
    /* V8: no event is accepted from a table that remembers a newer log than the one put back. */
    if (t->ahead && e->table_seq != 0 && e->seq > s->put_back_to)
        sim_fail(s, "V8: event %llu of table %s, which remembers a newer log",
                 (unsigned long long)e->seq, t->id);
}

static int audit_event(void *context, const struct store_event *event)
{
    struct sim *s = context;
    if (s->trace)
        sim_trace(s, "%.*s", (int)event->len, event->body);
    CHECK(auditor_event(s->auditor, event->seq, event->body, event->len) == 0);
    if (event_decode(event->body, event->len, &s->event, NULL) == 0)
        note_event(s, &s->event);
    s->audited = event->seq;
    return 0;
}

/* V1: an accepted request's event is in the durable log, byte for byte. */
static int compare_body(void *context, const struct store_event *event)
{
    struct manager_request *const *r = context;
    return event->len == (*r)->len && memcmp(event->body, (*r)->body, event->len) == 0 ? 1 : 2;
}

void sim_check_answer(struct sim *s, const struct manager_request *r)
{
    if (r->result != 0)
        return;
    const struct manager_request *asked = r;
    if (r->body == NULL || store_read(s->reader, r->event.seq, 1, compare_body, &asked, NULL) != 1)
        sim_fail(s, "V1: event %llu was answered and is not in the durable log",
                 (unsigned long long)r->event.seq);
}

/* A manager may end only by a fault that the simulation injected. A manager that finds other events
 * in the store than it left there must have gone on after a write that failed. */
void sim_check_death(struct sim *s, const struct sim_manager *m, const struct cr_err *err)
{
    const bool went_on = strstr(err->text, "earlier write failed") != NULL ||
                         strstr(err->text, "has lost events") != NULL;
    if (strstr(err->text, "as asked for") == NULL)
        sim_fail(s, "%s: manager gm%u gave up: %s", went_on ? "V1" : "V4", m->number + 1,
                 err->text);
}

/* V9, by the simulation's own clock: a table without an answer for the time of its lease is closed.
 */
static void check_lease(struct sim *s, struct sim_table *t)
{
    controller_tick(&t->c, s->now_ms + t->mono_ms, &s->output);
    sim_take_effects(s, t);
    if (t->c.console.mode == CONSOLE_CLOSED)
        return;
    if (t->heard_sent_ms < 0 || s->now_ms >= t->heard_sent_ms + SIM_LEASE_MS)
        sim_fail(s, "V9: table %s is open %lld ms after what it last heard was sent", t->id,
                 (long long)(s->now_ms - t->heard_sent_ms));
    if (t->ahead && s->rolled_back && s->healing)
        sim_fail(s, "V8: table %s is open although it remembers a newer log", t->id);
}

/* Whether nothing is open between the table and the log, so that both can be compared. */
static bool is_settled(const struct sim *s, const struct sim_table *t)
{
    return !s->rolled_back && t->c.console.mode == CONSOLE_BETTING && t->c.link == CONTROLLER_UP &&
           controller_is_idle(&t->c) && !t->c.memory.has_refused &&
           t->c.memory.epoch == t->log_epoch && t->c.memory.seq == t->log_seq &&
           t->chips.dropped == 0;
}

/* V3: the chips in the drop box are as many as the coins in the log. */
static void check_box(struct sim *s, const struct sim_table *t)
{
    const struct audit_table *books = audited_table(s->auditor, t->id);
    const uint64_t logged = books->coins_in - books->coins_returned;
    if (logged != t->chips.box)
        sim_fail(s, "V3: table %s has %llu chips in its box, the log has %llu", t->id,
                 (unsigned long long)t->chips.box, (unsigned long long)logged);
}

/* V5 at the table: every payment that the dealer was told to make is in the log once. After a
 * reboot the dealer may have missed one, and asks the desk. */
static void check_paid(struct sim *s, const struct sim_table *t)
{
    if (t->paid_shown > t->log_paid || (t->boot == 1 && t->paid_shown != t->log_paid))
        sim_fail(s, "V5: the dealer of %s was told to pay %llu times, the log has %llu payments",
                 t->id, (unsigned long long)t->paid_shown, (unsigned long long)t->log_paid);
}

void sim_audit(struct sim *s)
{
    if (store_read(s->reader, s->audited + 1, UINT64_MAX, audit_event, s, NULL) != 0)
        sim_fail(s, "the log cannot be read");
}

/* V1 as the tables see it: no table remembers an event that the log lacks, unless an old log was
 * put back (V8). */
static void check_memory(struct sim *s, struct sim_table *t)
{
    sim_note_ahead(t);
    if (t->ahead && !s->rolled_back)
        sim_fail(s, "V1: table %s was told of %llu in epoch %llu, the log has less", t->id,
                 (unsigned long long)t->c.memory.seq, (unsigned long long)t->c.memory.epoch);
}

void sim_check_step(struct sim *s)
{
    sim_audit(s);
    for (unsigned i = 0; i < s->table_count; i++) {
        struct sim_table *t = &s->tables[i];
        check_memory(s, t);
        check_lease(s, t);
        if (is_settled(s, t)) {
            check_box(s, t);
            check_paid(s, t);
        }
        t->well =
            t->well || (s->healing && t->rounds >= 2 && t->c.console.mode == CONSOLE_BETTING &&
                        controller_is_idle(&t->c) && t->c.link == CONTROLLER_UP);
    }
}

/* ---- The end ---- */

static bool is_halted(const struct sim *s)
{
    for (unsigned i = 0; i < s->manager_count; i++)
        if (s->managers[i].up && manager_floor(s->managers[i].manager)->general.halted)
            return true;
    return false;
}

bool sim_has_ahead(const struct sim *s)
{
    for (unsigned i = 0; i < s->table_count; i++)
        if (s->tables[i].ahead)
            return true;
    return false;
}

bool sim_is_well(const struct sim *s)
{
    if (sim_has_ahead(s))
        return is_halted(s);
    for (unsigned i = 0; i < s->table_count; i++)
        if (!s->tables[i].well)
            return false;
    return true;
}

static void run_verify(struct sim *s, bool flipped)
{
    struct verify_report *report = malloc(sizeof(*report));
    struct verify_options options = {.one_thread = true, .limits = &sim_limits};
    struct cr_err err = {0};
    CHECK(report != NULL);
    if (verify_store(s->reader, &options, report, &err) != 0)
        sim_fail(s, "verification stopped: %s", err.text);
    else if (!flipped && verify_fault_count(report) > 0)
        sim_fail(s, "V%u: verification: event %llu, %s", report->kept[0].promise,
                 (unsigned long long)report->kept[0].seq, report->kept[0].text);
    else if (flipped && verify_fault_count(report) == 0)
        sim_fail(s, "V7: a bit was flipped and verification does not see it");
    free(report);
}

static int take_length(void *context, const struct store_event *event)
{
    *(uint32_t *)context = event->len;
    return 0;
}

void sim_check_end(struct sim *s)
{
    run_verify(s, false);
    if (!s->weather.flip || s->failed || s->audited == 0)
        return;
    uint32_t len = 0;
    const uint64_t seq = 1 + sim_below(s, (unsigned)s->audited);
    CHECK(store_read(s->reader, seq, 1, take_length, &len, NULL) == 0 && len > 0);
    memory_disk_flip(s->disk, seq, sim_below(s, len), sim_below(s, 8));
    run_verify(s, true);
}
