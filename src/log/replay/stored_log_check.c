/* Compares the rows, from which a start goes on, with the log, before anything is written. A start
 * records the hash of the configuration (V10). A start on rows that somebody has changed would
 * record a hash that no replay ever comes to; the same holds for every event that follows from such
 * rows, such as the payment of a jackpot that only a changed row calls approved. The log could then
 * not be verified or rebuilt any more.
 *
 * The log is replayed and every row is compared: a short log from its beginning, a long one from
 * the rows of an earlier moment, which are kept outside of the store (rows_seal.h). A long log
 * without such rows is replayed as a whole once, and then they are kept; where they cannot be
 * written, with every start.
 *
 * A log that does not come to its own texts says nothing about the rows. The caller is told so;
 * otherwise, to hide a changed row, one would only have to change an event as well.
 *
 * When the caller has less time, or when there are neither such rows nor the beginning of the log
 * (because that is in an archive that is not there), only what is configured is compared for a long
 * log: people, documents, links, tables and their keys, thresholds, limits, settings of the house.
 * The log is read back to its last start. If nothing was configured since, the configuration must
 * have the hash that this start recorded. If something was, the events that configure are picked
 * out of the whole log by their kind and replayed alone; they depend on nothing but each other, and
 * there are few of them. The hash that the last start recorded tells whether that replay is right.
 * The rest is left to verify, and so is a log that is longer than anybody should wait for.
 */

#include "log/replay/stored.h"

#include "base/err.h"
#include "log/replay/floor_memory.h"
#include "log/replay/rows_seal.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK      4096
#define LONGEST    (UINT64_C(1) << 25) /* no start waits for more events than that */
#define CANNOT_SAY 1                   /* not known here: left to verify */

/* ---- Which events ---- */

static bool configures(unsigned kind)
{
    return kind != FLOOR_NO_KIND && (event_kind(kind)->flags & EVENT_CONFIGURES) != 0;
}

struct stored_log {
    struct rows_seal *seal; /* NULL: no rows are kept */
    uint64_t short_log;
    bool is_tried;             /* a replay was tried */
    bool is_folded;            /* the whole log was replayed up to `reached` */
    bool is_from_seal;         /* the replay began with kept rows */
    bool is_away;              /* the beginning of the log is needed and not there */
    struct store_head reached; /* the event that the replay came to */
    struct cr_err fault;       /* why the replay failed; code 0: nothing is wrong with the log */
    const struct floor *rows;
    uint64_t started;                /* the last start that was seen; 0: none */
    uint64_t changed;                /* the last other event that was seen; 0: none */
    uint8_t recorded[CR_HASH_BYTES]; /* the configuration's hash in that start … */
    uint8_t folded[CR_HASH_BYTES];   /* … and as the replay made it */
    struct floor log;                /* the floor as replayed */
    void *memory;
    struct floor_event event;
    struct cr_err *err;
};

/* ---- From the log ---- */

static int fold_event(void *context, const struct store_event *stored)
{
    struct stored_log *c = context;
    struct floor_event *e = &c->event;
    struct cr_err ignored;
    const unsigned kind = event_text_kind(stored->body, stored->len);
    if (!configures(kind))
        return 0;
    if (kind == FLOOR_MANAGER_STARTED) {
        if (event_decode(stored->body, stored->len, e, &ignored) != 0)
            return CANNOT_SAY;
        memcpy(c->recorded, e->configuration, CR_HASH_BYTES);
    }
    c->log.seq = stored->seq - 1; /* the events in between do not configure */
    if (event_decode_given(stored->body, stored->len, e, &ignored) != 0 ||
        floor_step_again(&c->log, e, &ignored) != 0)
        return CANNOT_SAY;
    floor_clean(&c->log);
    if (kind == FLOOR_MANAGER_STARTED)
        memcpy(c->folded, e->configuration, CR_HASH_BYTES);
    return 0;
}

static int begin_fold(struct stored_log *c)
{
    floor_memory_free(c->memory, &floor_limits_largest);
    c->memory = floor_memory_new(&floor_limits_largest);
    if (c->memory == NULL)
        return err_set(c->err, CR_E_IO, "out of memory");
    floor_init_in_zeros(&c->log, &floor_limits_largest, &floor_limits_largest, c->memory);
    return 0;
}

static int fold_configuration(struct store *store, const struct store_head *head,
                              struct stored_log *c)
{
    if (store_beginning(store)->first > 1 || head->seq > LONGEST)
        return CANNOT_SAY;
    int rc = begin_fold(c);
    if (rc == 0)
        rc = store_read(store, 1, head->seq, fold_event, c, c->err);
    return rc == 0 && memcmp(c->recorded, c->folded, CR_HASH_BYTES) != 0 ? CANNOT_SAY : rc;
}

static int fold_on(struct store *store, const struct store_head *head, struct stored_log *c)
{
    c->fault = (struct cr_err){0};
    c->is_folded = head->seq >= c->reached.seq &&
                   stored_fold(store, &c->reached, head, &c->log, &c->fault) == 0;
    return c->is_folded ? 0 : CANNOT_SAY;
}

static int fold_from_seal(struct store *store, const struct store_head *head, struct stored_log *c)
{
    struct cr_err ignored;
    int rc = c->seal != NULL ? begin_fold(c) : CANNOT_SAY;
    if (rc != 0)
        return rc;
    c->is_from_seal = true;
    return rows_seal_read(c->seal, store, &c->log, &c->reached, &ignored) == 0
               ? fold_on(store, head, c)
               : CANNOT_SAY;
}

static int fold_from_beginning(struct store *store, const struct store_head *head,
                               struct stored_log *c)
{
    const bool is_kept = c->seal != NULL && c->seal->every > 0;
    if ((head->seq > c->short_log && !is_kept) || head->seq > LONGEST)
        return CANNOT_SAY;
    c->is_away = store_first_at_hand(store, 1) != 1;
    if (c->is_away)
        return CANNOT_SAY;
    if (c->seal != NULL)
        c->seal->seq = 0; /* so that rows are kept again soon */
    c->is_from_seal = false;
    c->reached = (struct store_head){0};
    const int rc = begin_fold(c);
    return rc == 0 ? fold_on(store, head, c) : rc;
}

/* ---- Comparing the rows ---- */

static int differs(struct stored_log *c, const char *what, const char *name)
{
    return err_set(c->err, CR_E_INPUT, "the row of %s%s%.80s is not what the log says", what,
                   name[0] != '\0' ? " " : "", name);
}

static int compare_count(struct stored_log *c, uint32_t rows, uint32_t log, const char *what)
{
    return rows == log ? 0
                       : err_set(c->err, CR_E_INPUT, "there are rows of %u %s, and the log has %u",
                                 (unsigned)rows, what, (unsigned)log);
}

static bool is_same_link(const struct floor_link *a, const struct floor_link *b)
{
    return strcmp(a->id, b->id) == 0 && a->document == b->document && a->policy == b->policy &&
           a->claim_lock == b->claim_lock && a->high_approvals == b->high_approvals &&
           a->low_approvals == b->low_approvals && a->two_departments == b->two_departments &&
           a->coins_per_minute == b->coins_per_minute && a->configured == b->configured;
}

static bool is_same_table(const struct floor_table *a, const struct floor_table *b)
{
    return strcmp(a->id, b->id) == 0 && strcmp(a->item, b->item) == 0 && a->link == b->link &&
           a->document == b->document && a->is_live == b->is_live && a->one_hand == b->one_hand &&
           a->configured == b->configured &&
           memcmp(a->machines, b->machines, sizeof(a->machines)) == 0 &&
           memcmp(a->machine_until_ms, b->machine_until_ms, sizeof(a->machine_until_ms)) == 0 &&
           memcmp(a->machine_since_ms, b->machine_since_ms, sizeof(a->machine_since_ms)) == 0 &&
           memcmp(a->machine_by, b->machine_by, sizeof(a->machine_by)) == 0 &&
           memcmp(a->machine_with, b->machine_with, sizeof(a->machine_with)) == 0;
}

static int compare_places(struct stored_log *c)
{
    const struct floor *a = c->rows, *b = &c->log;
    int rc = compare_count(c, a->document_count, b->document_count, "documents");
    for (uint32_t i = 0; rc == 0 && i < a->document_count; i++)
        if (memcmp(&a->documents[i], &b->documents[i], sizeof(a->documents[i])) != 0)
            rc = differs(c, "document", b->documents[i].name);
    if (rc == 0)
        rc = compare_count(c, a->link_count, b->link_count, "links");
    for (uint32_t i = 0; rc == 0 && i < a->link_count; i++)
        if (!is_same_link(&a->links[i], &b->links[i]))
            rc = differs(c, "link", b->links[i].id);
    if (rc == 0)
        rc = compare_count(c, a->table_count, b->table_count, "tables");
    for (uint32_t i = 0; rc == 0 && i < a->table_count; i++)
        if (!is_same_table(&a->tables[i], &b->tables[i]))
            rc = differs(c, "table", b->tables[i].id);
    return rc;
}

static int compare_people(struct stored_log *c)
{
    const struct floor *a = c->rows, *b = &c->log;
    int rc = compare_count(c, a->person_count, b->person_count, "people");
    for (uint32_t i = 0; rc == 0 && i < a->person_count; i++)
        if (memcmp(&a->people[i], &b->people[i], sizeof(a->people[i])) != 0)
            rc = differs(c, "person", b->people[i].name);
    if (rc == 0)
        rc = compare_count(c, a->token_count, b->token_count, "tokens");
    for (uint32_t i = 0; rc == 0 && i < a->token_count; i++)
        if (memcmp(&a->tokens[i], &b->tokens[i], sizeof(a->tokens[i])) != 0)
            rc = differs(c, "token", b->tokens[i].name);
    return rc;
}

static int compare_house(struct stored_log *c)
{
    const struct floor *a = c->rows, *b = &c->log;
    if (a->general.semantics != b->general.semantics ||
        strcmp(a->general.version, b->general.version) != 0 ||
        memcmp(a->general.program, b->general.program, CR_HASH_BYTES) != 0)
        return differs(c, "the last start", "");
    if (a->general.threshold_count != b->general.threshold_count ||
        memcmp(a->general.thresholds, b->general.thresholds, sizeof(a->general.thresholds)) != 0)
        return differs(c, "thresholds", "");
    if (memcmp(a->house, b->house, sizeof(*a->house)) != 0)
        return differs(c, "the house", "");
    if (memcmp(a->messages, b->messages, sizeof(*a->messages)) != 0)
        return differs(c, "messages", "");
    if (memcmp(a->raised, b->raised, sizeof(*a->raised)) != 0)
        return differs(c, "limits", "");
    return 0;
}

static int compare_configuration(struct stored_log *c)
{
    int rc = compare_places(c);
    if (rc == 0)
        rc = compare_people(c);
    return rc == 0 ? compare_house(c) : rc;
}

/* Compares what play changes, besides the configuration, in the general row, links and tables. */
static int compare_play(struct stored_log *c)
{
    const struct floor *a = c->rows, *b = &c->log;
    if (memcmp(&a->general, &b->general, sizeof(a->general)) != 0)
        return differs(c, "the floor's shift and state", "");
    for (uint32_t i = 0; i < a->link_count; i++)
        if (memcmp(&a->links[i], &b->links[i], sizeof(a->links[i])) != 0)
            return differs(c, "link", b->links[i].id);
    for (uint32_t i = 0; i < a->table_count; i++)
        if (memcmp(&a->tables[i], &b->tables[i], sizeof(a->tables[i])) != 0 ||
            memcmp(&a->plays[i], &b->plays[i], sizeof(a->plays[i])) != 0)
            return differs(c, "table", b->tables[i].id);
    return 0;
}

#define LIST_DIFFERS(list, count)                                                                  \
    memcmp(c->rows->list, c->log.list, (count) * sizeof(*c->rows->list))

static int compare_cases(struct stored_log *c)
{
    const struct floor *a = c->rows, *b = &c->log;
    int rc = compare_count(c, a->claim_count, b->claim_count, "claims");
    if (rc == 0)
        rc = compare_count(c, a->dispute_count, b->dispute_count, "disputes");
    if (rc == 0)
        rc = compare_count(c, a->alarm_count, b->alarm_count, "alarms");
    if (rc == 0)
        rc = compare_count(c, a->patron_count, b->patron_count, "patrons");
    if (rc != 0)
        return rc;
    if (LIST_DIFFERS(claims, a->claim_count) != 0)
        return differs(c, "a claim", "");
    if (LIST_DIFFERS(disputes, a->dispute_count) != 0)
        return differs(c, "a dispute", "");
    if (LIST_DIFFERS(alarms, a->alarm_count) != 0)
        return differs(c, "an alarm", "");
    return LIST_DIFFERS(patrons, a->patron_count) != 0 ? differs(c, "a patron's cash", "") : 0;
}

static int compare_all(struct stored_log *c)
{
    int rc = compare_configuration(c);
    if (rc == 0)
        rc = compare_play(c);
    return rc == 0 ? compare_cases(c) : rc;
}

/* ---- A log too long to replay ---- */

static int see_event(void *context, const struct store_event *stored)
{
    struct stored_log *c = context;
    const unsigned kind = event_text_kind(stored->body, stored->len);
    if (!configures(kind))
        return 0;
    if (kind != FLOOR_MANAGER_STARTED) {
        c->changed = stored->seq;
        return 0;
    }
    if (event_decode(stored->body, stored->len, &c->event, NULL) != 0)
        return CANNOT_SAY;
    c->started = stored->seq;
    memcpy(c->recorded, c->event.configuration, CR_HASH_BYTES);
    return 0;
}

/* CANNOT_SAY: the last start is too far back, or something was configured since. */
static int check_hash(struct store *store, const struct store_head *head, struct stored_log *c)
{
    uint8_t hash[CR_HASH_BYTES];
    int rc = 0;
    uint64_t end = head->seq;
    uint64_t least = store_beginning(store)->first;
    if (head->seq - least >= LONGEST)
        least = head->seq - LONGEST + 1;
    while (rc == 0 && c->started == 0 && c->changed == 0 && end >= least) {
        const uint64_t from = end >= least + BLOCK ? end - BLOCK + 1 : least;
        rc = store_read(store, from, end - from + 1, see_event, c, c->err);
        end = from - 1;
    }
    if (rc != 0 || c->started == 0 || c->changed > c->started)
        return rc != 0 ? rc : CANNOT_SAY;
    floor_configuration(c->rows, hash);
    return memcmp(hash, c->recorded, CR_HASH_BYTES) == 0
               ? 0
               : err_set(c->err, CR_E_INPUT,
                         "the rows of what is configured do not have the hash that event %llu has "
                         "of it, and nobody changed it since",
                         (unsigned long long)c->started);
}

/* When rows differ after a replay from kept rows, the kept rows may be at fault: the whole log is
 * replayed before the store's rows are refused. */
static int check_fold(struct store *store, const struct store_head *head, struct stored_log *c)
{
    int rc = compare_all(c);
    if (rc != 0 && c->is_from_seal && fold_from_beginning(store, head, c) == 0)
        rc = compare_all(c);
    return rc;
}

static int check_long(struct store *store, const struct store_head *head, struct stored_log *c)
{
    int rc = check_hash(store, head, c);
    if (rc == CANNOT_SAY)
        rc = fold_configuration(store, head, c);
    else
        return rc;
    return rc == 0 ? compare_configuration(c) : rc;
}

/* ---- Entry points ---- */

static int fold_all(struct store *store, const struct store_head *head, struct stored_log *c)
{
    c->is_tried = true;
    int rc = fold_from_seal(store, head, c);
    if (rc == CANNOT_SAY)
        rc = fold_from_beginning(store, head, c);
    return rc;
}

int stored_check_log(struct store *store, const struct store_head *head, const struct floor *f,
                     struct stored_log *log, struct cr_err *err)
{
    int rc = CANNOT_SAY;
    log->rows = f;
    log->err = err;
    if (head->seq == 0)
        return 0;
    if (log->is_folded)
        rc = fold_on(store, head, log);
    else if (!log->is_tried)
        rc = fold_all(store, head, log);
    if (rc == 0)
        return check_fold(store, head, log);
    if (rc == CANNOT_SAY)
        rc = check_long(store, head, log);
    if ((rc == 0 || rc == CANNOT_SAY) && log->fault.code != 0) {
        err_set(err, CR_E_INPUT, "%.400s", log->fault.text);
        return STORED_LOG_BROKEN;
    }
    if ((rc == 0 || rc == CANNOT_SAY) && log->is_away) {
        const struct store_beginning *b = store_beginning(store);
        err_set(err, CR_E_IO,
                "events 1 to %llu of the log are in the archive %.400s, which is not there",
                (unsigned long long)b->first - 1, b->folder);
        return STORED_LOG_AWAY;
    }
    return rc != CANNOT_SAY ? rc : 0;
}

int stored_log_fold(struct store *store, const struct store_head *head, struct rows_seal *seal,
                    uint64_t short_log, struct stored_log **out, struct cr_err *err)
{
    enum stored_rows rows = STORED_ROWS_MISSING;
    struct stored_log *c = calloc(1, sizeof(*c));
    if (c == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    c->seal = seal;
    c->short_log = short_log;
    c->err = err;
    int rc = stored_look(store, &rows, err);
    if (rc == 0 && head->seq > 0 && rows == STORED_ROWS_FIT)
        rc = fold_all(store, head, c);
    return err_or_made(rc != CANNOT_SAY ? rc : 0, out, c, stored_log_free);
}

bool stored_log_is_whole(const struct stored_log *log)
{
    return log->is_folded;
}

void stored_log_free(struct stored_log *log)
{
    if (log != NULL)
        floor_memory_free(log->memory, &floor_limits_largest);
    free(log);
}
