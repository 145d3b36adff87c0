/* Steps about the floor as a whole: starts of managers, documents, thresholds, alarms and
 * disputes. */
#include "floor/floor_internal.h"

#include "base/err.h"
#include "base/text.h"
#include "floor/alarms.h"
#include "floor/semantics.h"

#include <string.h>

/* Puts a higher version of the events' meaning in force. Rows get another layout number with it. */
static void change_meaning(struct floor *f, uint64_t semantics)
{
    if (semantics <= floor_semantics(f))
        return;
    f->general.semantics = (uint16_t)semantics;
    f->layout = floor_layout((unsigned)semantics);
    floor_touch(f, FLOOR_ROW_LAYOUT, 0);
}

/* REG-5: records which program runs; the next start is compared with it. */
int step_manager_started(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    if (strlen(e->item) >= CR_NAME_MAX)
        return err_invalid(err, "item", "a version has at most %d bytes", CR_NAME_MAX - 1);
    int rc = floor_check_start(f, e, err);
    if (rc != 0)
        return rc;
    change_meaning(f, e->semantics);
    memcpy(f->general.version, e->item, CR_NAME_MAX);
    memcpy(f->general.program, e->document, CR_HASH_BYTES);
    floor_configuration(f, e->configuration);
    floor_touch(f, FLOOR_ROW_GENERAL, 0);
    return 0;
}

/* A document with a line that begins with "rules:" is a rules file, which may name a progressive
 * too. Any other is a progressive. */
static int parse_document(const struct floor_event *e, union floor_parsed *parsed,
                          struct floor_document *d, struct cr_err *err)
{
    const char *text = e->text;
    const char *name;
    bool is_rules = false;
    for (size_t i = 0; i + 6 < e->text_len && !is_rules; i++)
        is_rules = (i == 0 || text[i - 1] == '\n') && memcmp(text + i, "rules:", 6) == 0;
    int rc;
    if (!is_rules) {
        rc = cr_progressive_parse("text", text, e->text_len, &parsed->progressive, err);
        name = parsed->progressive.name;
        memcpy(d->hash, parsed->progressive.hash, CR_HASH_BYTES);
        d->is_progressive = 1;
    } else {
        rc = cr_rules_parse("text", text, e->text_len, &parsed->rules, err);
        name = parsed->rules.name;
        memcpy(d->hash, parsed->rules.hash, CR_HASH_BYTES);
    }
    if (rc != 0)
        return rc;
    TEXT_COPY(d->name, name);
    return 0;
}

int step_document_added(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    if (f->document_count >= f->limits.documents)
        return floor_refuse_full(f->limits.documents, "documents", "", err);
    struct floor_document *d = &f->documents[f->document_count];
    union floor_parsed *parsed = &f->parsed[f->document_count];
    int rc = parse_document(e, parsed, d, err);
    if (rc == 0 && floor_find_document(f, d->hash) != FLOOR_NONE)
        rc = err_refuse(err, CR_E_STATE, REASON_ALREADY_THERE, "text",
                        "this very document is there already (%s)", d->name);
    if (rc != 0) {
        memset(d, 0, sizeof(*d));
        memset(parsed, 0, sizeof(*parsed));
        return rc;
    }
    memcpy(d->text, e->text, e->text_len);
    d->text_len = e->text_len;
    memcpy(e->item, d->name, sizeof(d->name));
    memcpy(e->document, d->hash, CR_HASH_BYTES);
    e->is_progressive = d->is_progressive;
    floor_touch(f, FLOOR_ROW_DOCUMENT, f->document_count++);
    return 0;
}

/* ---- Thresholds (REG-16) ---- */

const char *const threshold_names[] = {"cash report", "tax form", "check", NULL};

const char *threshold_name(enum floor_threshold_kind kind)
{
    return threshold_names[kind - FLOOR_CASH_REPORT];
}

/* Whether another of its kind has taken its place: a later one, or one set later for the same
 * time. */
static bool is_replaced(const struct floor_general *g, unsigned i, int64_t now_ms)
{
    const struct floor_threshold *t = &g->thresholds[i];
    for (unsigned j = 0; j < g->threshold_count; j++) {
        const struct floor_threshold *other = &g->thresholds[j];
        if (other->kind == t->kind && other->effective_ms <= now_ms &&
            (other->effective_ms > t->effective_ms ||
             (other->effective_ms == t->effective_ms && j > i)))
            return true;
    }
    return false;
}

/* A place for a new threshold, NULL when there is none. It is always behind the others, because the
 * order in which thresholds were set decides between equal times. */
static struct floor_threshold *free_threshold(struct floor_general *g, int64_t now_ms)
{
    struct floor_threshold *all = g->thresholds;
    if (g->threshold_count < FLOOR_THRESHOLDS)
        return &all[g->threshold_count++];
    for (unsigned i = 0; i < FLOOR_THRESHOLDS; i++) {
        if (!is_replaced(g, i, now_ms))
            continue;
        memmove(&all[i], &all[i + 1], (FLOOR_THRESHOLDS - 1 - i) * sizeof(all[0]));
        return &all[FLOOR_THRESHOLDS - 1];
    }
    return NULL;
}

int step_threshold_set(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    uint8_t kind = FLOOR_CASH_REPORT;
    while (kind <= FLOOR_BY_CHECK && strcmp(threshold_name(kind), e->item) != 0)
        kind++;
    if (kind > FLOOR_BY_CHECK)
        return err_invalid(err, "item", "expected one of: cash report, tax form, check");
    struct floor_general *g = &f->general;
    if (e->effective_ms < e->time_ms)
        return err_refuse(err, CR_E_INPUT, REASON_IN_THE_PAST, "effective",
                          "a threshold cannot begin in the past");
    struct floor_threshold *t = free_threshold(g, e->time_ms);
    if (t == NULL)
        return err_refuse(err, CR_E_RANGE, REASON_NO_ROOM, NULL,
                          "no room for more than %d dated thresholds", FLOOR_THRESHOLDS);
    t->kind = kind;
    t->amount = e->amount;
    t->effective_ms = e->effective_ms;
    floor_touch(f, FLOOR_ROW_GENERAL, 0);
    return 0;
}

struct cr_money floor_threshold_at(const struct floor *f, enum floor_threshold_kind kind,
                                   int64_t time_ms)
{
    const struct floor_threshold *found = NULL;
    for (unsigned i = 0; i < f->general.threshold_count; i++) {
        const struct floor_threshold *t = &f->general.thresholds[i];
        if (t->kind == kind && t->effective_ms <= time_ms &&
            (found == NULL || t->effective_ms >= found->effective_ms))
            found = t;
    }
    return found != NULL ? found->amount : cr_money_from_micro(0);
}

/* ---- Alarms ---- */

static void enter_alarm(struct floor *f, const struct floor_event *e, const char *item,
                        uint32_t table, bool halts)
{
    struct floor_alarm *a = &f->alarms[f->alarm_count++];
    memset(a, 0, sizeof(*a));
    a->seq = e->seq;
    TEXT_COPY(a->item, item);
    a->table = table;
    a->halts = halts;
    floor_touch(f, FLOOR_ROW_ALARM, a->seq);
}

void floor_add_notice(struct floor *f, const struct floor_event *e, uint32_t table,
                      const char *item)
{
    if (!floor_is_full_for_notices(f))
        enter_alarm(f, e, item, table, false);
}

static int add_alarm(struct floor *f, const struct floor_event *e, const char *item, bool halts,
                     struct cr_err *err)
{
    if (strlen(item) >= sizeof(f->alarms[0].item))
        return err_invalid(err, "item", "the kind of an alarm has at most %d bytes",
                           CR_NAME_MAX - 1);
    if (halts ? floor_is_full_for_halt(f) : floor_is_full(f, FLOOR_ROW_ALARM))
        return floor_refuse_full(f->limits.alarms, "alarms", "acknowledge some, or ", err);
    enter_alarm(f, e, item, e->table[0] != '\0' ? floor_find_table(f, e->table) : FLOOR_NONE,
                halts);
    return 0;
}

void floor_alarm_here(struct floor *f, const struct floor_event *e, enum alarm_kind kind)
{
    floor_add_notice(f, e, e->table[0] != '\0' ? floor_find_table(f, e->table) : FLOOR_NONE,
                     alarm_words(kind)->item);
}

/* V8: a store that lost acknowledged events closes the floor. V3, V4: so do books that are not what
 * the log comes to. */
static bool alarm_halts(const struct floor *f, const char *item)
{
    return alarm_is(item, ALARM_ROLLBACK) ||
           (alarm_is(item, ALARM_BOOKS) && floor_semantics(f) >= 2);
}

/* REC-3: what is left to be told of the variance with which a shift ended at that link or table: it
 * is told once, however often a manager restarts meanwhile. */
static int find_variance(struct floor *f, const struct floor_event *e, uint8_t **off,
                         struct cr_err *err)
{
    const uint32_t link = e->link[0] != '\0' ? floor_find_link(f, e->link) : FLOOR_NONE;
    const uint32_t table = e->table[0] != '\0' ? floor_find_table(f, e->table) : FLOOR_NONE;
    *off = link != FLOOR_NONE    ? &f->links[link].off
           : table != FLOOR_NONE ? &f->tables[table].off
                                 : NULL;
    if (*off == NULL || **off == 0)
        return err_refuse(err, CR_E_STATE, REASON_ALREADY_THERE, "item",
                          "no variance of the last shift is left to be told there");
    return 0;
}

static void note_told(struct floor *f, const struct floor_event *e, uint8_t *off)
{
    const uint32_t link = e->link[0] != '\0' ? floor_find_link(f, e->link) : FLOOR_NONE;
    *off = 0;
    if (link != FLOOR_NONE)
        floor_touch_link(f, link);
    else
        floor_touch(f, FLOOR_ROW_TABLE, floor_find_table(f, e->table));
}

/* V8: up to which event a witness has seen the log. Only a rollback of the whole store may say so,
 * since version 3. */
static int check_witnessed(const struct floor *f, const struct floor_event *e, struct cr_err *err)
{
    const bool is_known = floor_semantics(f) >= 3 && alarm_is(e->item, ALARM_ROLLBACK);
    if (e->witnessed == 0 || (is_known && e->table[0] == '\0'))
        return 0;
    return err_refuse(err, CR_E_INPUT, REASON_UNWANTED_MEMBER, "witnessed",
                      "only a rollback that a witness shows has it, since version 3");
}

int step_alarm_raised(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    const bool halts = alarm_halts(f, e->item);
    const bool varies = floor_semantics(f) >= 2 && alarm_is(e->item, ALARM_VARIANCE);
    uint8_t *off = NULL;
    int rc = check_witnessed(f, e, err);
    if (rc == 0 && varies)
        rc = find_variance(f, e, &off, err);
    if (rc == 0)
        rc = add_alarm(f, e, e->item, halts, err);
    if (rc != 0)
        return rc;
    if (off != NULL)
        note_told(f, e, off);
    f->alarms[f->alarm_count - 1].closes =
        floor_semantics(f) >= 2 && alarm_is(e->item, ALARM_UNPROVED);
    if (halts) {
        f->general.halted = 1;
        floor_touch(f, FLOOR_ROW_GENERAL, 0);
    }
    return 0;
}

static uint32_t find_alarm(const struct floor *f, uint64_t seq)
{
    for (uint32_t i = 0; i < f->alarm_count; i++)
        if (f->alarms[i].seq == seq && !f->alarms[i].answered)
            return i;
    return FLOOR_NONE;
}

int step_alarm_acknowledged(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    uint32_t found = find_alarm(f, e->alarm);
    if (found == FLOOR_NONE)
        return err_refuse(err, CR_E_NOT_FOUND, REASON_NO_SUCH_ALARM, "alarm",
                          "there is no unanswered alarm %llu", (unsigned long long)e->alarm);
    const bool is_loss = f->alarms[found].halts || f->alarms[found].closes;
    int rc = is_loss ? floor_need_two(e, err) : 0;
    if (rc != 0)
        return rc;
    f->alarms[found].answered = 1;
    floor_touch(f, FLOOR_ROW_ALARM, e->alarm);
    /* V8: the loss is accepted; the table begins anew when it joins. */
    if (is_loss && f->alarms[found].table != FLOOR_NONE) {
        f->tables[f->alarms[found].table].forgiven = 1;
        floor_touch(f, FLOOR_ROW_TABLE, f->alarms[found].table);
    }
    bool halted = false;
    for (uint32_t i = 0; i < f->alarm_count; i++)
        halted = halted || (f->alarms[i].halts && !f->alarms[i].answered);
    f->general.halted = halted;
    floor_touch(f, FLOOR_ROW_GENERAL, 0);
    return 0;
}

/* ---- Disputes (UTH-20) ---- */

int step_dispute_opened(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    uint32_t table;
    int rc = e->table[0] != '\0' ? floor_need_table(f, e->table, &table, err) : 0;
    if (rc != 0)
        return rc;
    /* Otherwise the jackpot that later gets this number would be on hold. */
    if (floor_semantics(f) >= 3 && e->claim >= e->seq)
        return err_refuse(err, CR_E_NOT_FOUND, REASON_NO_SUCH_CLAIM, "claim",
                          "there is no claim %llu yet", (unsigned long long)e->claim);
    if (floor_is_full(f, FLOOR_ROW_DISPUTE))
        return floor_refuse_full(f->limits.disputes, "disputes", "decide some, or ", err);
    struct floor_dispute *d = &f->disputes[f->dispute_count++];
    memset(d, 0, sizeof(*d));
    d->seq = e->seq;
    d->claim = e->claim;
    floor_touch(f, FLOOR_ROW_DISPUTE, d->seq);
    return 0;
}

static int need_dispute(const struct floor *f, const struct floor_event *e,
                        struct floor_dispute **out, struct cr_err *err)
{
    for (uint32_t i = 0; i < f->dispute_count; i++) {
        *out = &f->disputes[i];
        if ((*out)->seq == e->dispute && !(*out)->decided)
            return 0;
    }
    return err_refuse(err, CR_E_NOT_FOUND, REASON_NO_SUCH_DISPUTE, "dispute",
                      "there is no open dispute %llu", (unsigned long long)e->dispute);
}

int step_dispute_decided(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    struct floor_dispute *d = NULL;
    int rc = need_dispute(f, e, &d, err);
    if (rc != 0)
        return rc;
    /* PIT-8: a dispute that was put before the Commissioner is not closed before the office has
     * answered. */
    if (floor_semantics(f) >= 2 && d->escalated && !d->answered)
        return err_refuse(err, CR_E_STATE, REASON_NOTICE_NEEDED, "dispute",
                          d->notified ? "%llu is with the Commissioner: the office's finding is "
                                        "recorded first"
                                      : "%llu was put before the Commissioner: the office is "
                                        "notified first",
                          (unsigned long long)e->dispute);
    d->decided = 1;
    floor_touch(f, FLOOR_ROW_DISPUTE, d->seq);
    return 0;
}

int step_dispute_escalated(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    struct floor_dispute *d = NULL;
    int rc = need_dispute(f, e, &d, err);
    if (rc != 0)
        return rc;
    if (d->escalated)
        return err_refuse(err, CR_E_STATE, REASON_ALREADY_THERE, "dispute",
                          "%llu is with the Commissioner already", (unsigned long long)e->dispute);
    /* CN 51: management notifies the office at once; the alarm says that this is due. */
    rc = add_alarm(f, e, alarm_words(ALARM_DISPUTE_ESCALATED)->item, false, err);
    if (rc != 0)
        return rc;
    d->escalated = 1;
    floor_touch(f, FLOOR_ROW_DISPUTE, d->seq);
    return 0;
}

/* Finds the dispute of an event; for kinds that exist since version 2. */
static int need_pit_dispute(struct floor *f, const struct floor_event *e,
                            struct floor_dispute **out, struct cr_err *err)
{
    const int rc = floor_need_pit(f, err);
    return rc != 0 ? rc : need_dispute(f, e, out, err);
}

/* UTH-20, PIT-8: management tells the office at once. The event says who told whom, when, and by
 * what reference. */
int step_commissioner_notified(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    struct floor_dispute *d = NULL;
    const int rc = need_pit_dispute(f, e, &d, err);
    if (rc != 0)
        return rc;
    if (!d->escalated)
        return err_refuse(err, CR_E_STATE, REASON_STEP_NOT_NEEDED, "dispute",
                          "nobody has asked for the Commissioner in dispute %llu",
                          (unsigned long long)e->dispute);
    if (e->effective_ms > e->time_ms)
        return err_invalid(err, "effective", "the notice was given in the past");
    d->notified = 1;
    floor_touch(f, FLOOR_ROW_DISPUTE, d->seq);
    return 0;
}

int step_commissioner_answered(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    struct floor_dispute *d = NULL;
    const int rc = need_pit_dispute(f, e, &d, err);
    if (rc != 0)
        return rc;
    if (!d->notified)
        return err_refuse(err, CR_E_STATE, REASON_NOTICE_NEEDED, "dispute",
                          "the Commissioner's office was not notified of dispute %llu",
                          (unsigned long long)e->dispute);
    d->answered = 1;
    floor_touch(f, FLOOR_ROW_DISPUTE, d->seq);
    return 0;
}
