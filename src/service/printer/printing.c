/* The worker that has papers printed; see printing.h. */
#include "service/printer/printing.h"

#include "log/replay/log_read.h"
#include "os/apart.h"
#include "os/durable_file.h"
#include "paper/paper.h"
#include "reports/claim/claim_gather.h"
#include "reports/floor/report.h"
#include "service/client/store_address.h"
#include "service/printer/print_process.h"

#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LOOK_MS    200
#define AGAIN_MS   5000 /* wait after a fault */
#define ANSWER_MS  10000
#define END_TRIES  100
#define END_TRY_MS 20
#define PIECE      4096 /* events read at a time */
#define LOWER      5    /* niceness, as of nice(1) */

struct printing_work {
    struct print_targets targets;
    struct apart *apart;
    int socket; /* to the process that prints; -1: not connected */
    struct store *store;
    struct writer *writer;
    struct worker *worker;
    atomic_bool stop;
    uint64_t next; /* the next event to look at; 0: not known yet */
    bool has_complained;
    struct floor_event event;
    struct manager_request alarm;
};

/* ---- The process ---- */

static void lose_process(struct printing_work *w)
{
    close(w->socket);
    w->socket = -1;
    w->next = 0; /* the spool will tell it again */
}

static int hear(struct printing_work *w, struct print_answer *a, struct cr_err *err)
{
    size_t have = 0;
    while (have < sizeof *a) {
        struct pollfd wait = {.fd = w->socket, .events = POLLIN};
        if (poll(&wait, 1, ANSWER_MS) != 1)
            break;
        const ssize_t n = read(w->socket, (char *)a + have, sizeof *a - have);
        if (n <= 0)
            break;
        have += (size_t)n;
    }
    return have == sizeof *a ? CR_OK : err_set(err, CR_E_IO, "the printing process is silent");
}

static int ask(struct printing_work *w, const struct print_question *q, const char *const texts[2],
               struct print_answer *a, struct cr_err *err)
{
    if (w->socket < 0)
        w->socket = apart_begin(w->apart, err);
    if (w->socket < 0)
        return CR_E_IO;
    int rc = durable_write(w->socket, q, sizeof *q) == 0 &&
                     durable_write(w->socket, texts[0], q->len) == 0 &&
                     durable_write(w->socket, texts[1], q->again_len) == 0
                 ? hear(w, a, err)
                 : err_set(err, CR_E_IO, "the printing process ended");
    if (rc != CR_OK) {
        lose_process(w);
        return rc;
    }
    if (a->rc != 0)
        *err = a->err;
    return a->rc;
}

static int tell_process(struct printing_work *w, enum print_order what, uint64_t number,
                        struct print_answer *a, struct cr_err *err)
{
    static const char *const none[2] = {"", ""};
    const struct print_question q = {.what = what, .job = {.number = number}};
    return ask(w, &q, none, a, err);
}

/* ---- Papers ---- */

static int build(struct printing_work *w, const struct print_job *job, struct paper **out,
                 struct cr_err *err)
{
    static const enum report_kind kinds[PRINT_KINDS] = {REPORT_RECEIPT, REPORT_SLIP, REPORT_SHIFT};
    struct report_query query = {.kind = kinds[job->kind]};
    if (job->kind == PRINT_FORM)
        query.shift = job->of;
    else
        query.claim = job->of;
    return report_build(w->store, &query, out, err);
}

/* Makes a paper and its copy marked REPRINT, and has both stored in the spool. */
static int keep(struct printing_work *w, const struct print_job *job, struct cr_err *err)
{
    const bool is_device = print_target_is_device(&w->targets.of[job->kind]);
    const enum paper_format format = is_device ? PAPER_AS_ESCPOS : PAPER_AS_PDF;
    struct paper *paper = NULL;
    struct print_answer answer;
    char *texts[2] = {NULL, NULL};
    size_t len[2] = {0, 0};
    int rc = build(w, job, &paper, err);
    if (rc == CR_OK)
        rc = paper_render(paper, format, &texts[0], &len[0], err);
    if (rc == CR_OK) {
        paper_mark_reprint(paper);
        rc = paper_render(paper, format, &texts[1], &len[1], err);
    }
    if (rc == CR_OK && (len[0] > PRINT_PAPER_MAX || len[1] > PRINT_PAPER_MAX))
        rc = err_set(err, CR_E_RANGE, "the paper is too long to print by itself");
    if (rc == CR_OK) {
        const struct print_question q = {.what = PRINT_KEEP,
                                         .job = *job,
                                         .len = (uint32_t)len[0],
                                         .again_len = (uint32_t)len[1]};
        rc = ask(w, &q, (const char *const[2]){texts[0], texts[1]}, &answer, err);
    }
    free(texts[0]);
    free(texts[1]);
    paper_free(paper);
    return rc;
}

/* Whether the receipt of a paid jackpot is to be printed at its clearing, and not yet at its
 * payment. The floor is asked before the log, so that a clearing in between is not missed. */
static int waits_for_clearing(struct printing_work *w, uint64_t claim, bool *out,
                              struct cr_err *err)
{
    const struct floor_claim *open = floor_find_claim(writer_lock(w->writer), claim);
    struct claim_story *story = NULL;
    *out = open != NULL && open->claim.needs.clearing;
    writer_unlock(w->writer);
    const int rc = claim_gather(w->store, claim, &story, err);
    *out = *out || (rc == CR_OK && story->is_cleared);
    claim_story_free(story);
    return rc;
}

/* Stores a paper if its kind is printed. A paper that cannot be made raises an alarm, and does not
 * hold up the others. */
static int keep_if_wanted(struct printing_work *w, enum print_kind kind, uint64_t number,
                          uint64_t of, struct cr_err *err)
{
    const struct print_job job = {.number = number, .of = of, .kind = kind};
    char text[700];
    const int rc = w->targets.of[kind].words > 0 ? keep(w, &job, err) : CR_OK;
    if (rc == CR_OK || rc == CR_E_IO || rc == CR_E_STATE)
        return rc;
    snprintf(text, sizeof text, "the %s of %llu was not printed: %s", print_kind_name(kind),
             (unsigned long long)of, err->text);
    raise_alarm_once(w->writer, &w->alarm, ALARM_PRINTER, 0, text);
    return CR_OK;
}

static int print_event(struct printing_work *w, const struct floor_event *e, struct cr_err *err)
{
    bool later = false;
    int rc = CR_OK;
    switch (e->kind) {
    case FLOOR_CLAIM_PAID:
        rc = keep_if_wanted(w, PRINT_SLIP, e->seq, e->claim, err);
        if (rc == CR_OK)
            rc = waits_for_clearing(w, e->claim, &later, err);
        return rc != CR_OK || later ? rc : keep_if_wanted(w, PRINT_RECEIPT, e->seq, e->claim, err);
    case FLOOR_CLAIM_CLEARED:
        return keep_if_wanted(w, PRINT_RECEIPT, e->seq, e->claim, err);
    case FLOOR_SHIFT_CLOSED:
        return keep_if_wanted(w, PRINT_FORM, e->seq, e->prev, err);
    default:
        return CR_OK;
    }
}

/* ---- Following the log ---- */

/* Looks for events that need a paper by their kind alone, because most events need no decoding. */
struct search {
    uint64_t found;
};

static int find_printed(void *context, const struct store_event *stored)
{
    struct search *s = context;
    const unsigned kind = event_text_kind(stored->body, stored->len);
    const bool is_one =
        kind == FLOOR_CLAIM_PAID || kind == FLOOR_CLAIM_CLEARED || kind == FLOOR_SHIFT_CLOSED;
    s->found = is_one ? stored->seq : 0;
    return is_one;
}

/* Handles the next event that needs a paper, or the next PIECE events if none of them does, and
 * then moves the spool's mark. */
static int go_on(struct printing_work *w, uint64_t head, struct print_answer *a, struct cr_err *err)
{
    struct search search = {0};
    const uint64_t left = head + 1 - w->next;
    int rc = store_read(w->store, w->next, left < PIECE ? left : PIECE, find_printed, &search, err);
    if (rc < 0)
        return rc;
    uint64_t next = w->next + (left < PIECE ? left : PIECE);
    rc = CR_OK;
    if (search.found != 0) {
        rc = log_read_event(w->store, search.found, &w->event, err);
        if (rc == CR_OK)
            rc = print_event(w, &w->event, err);
        next = search.found + 1;
    }
    if (rc == CR_OK)
        rc = tell_process(w, PRINT_REACH, next, a, err);
    if (rc == CR_OK)
        w->next = next;
    return rc;
}

/* Finds out where to go on. A new spool begins after the present end of the log, and so does one
 * whose store was put back to an earlier state: papers of old events are left to people. */
static int find_place(struct printing_work *w, uint64_t head, struct print_answer *a,
                      struct cr_err *err)
{
    int rc = tell_process(w, PRINT_TELL, 0, a, err);
    if (rc == CR_OK && (a->next == 0 || a->next > head + 1))
        rc = tell_process(w, PRINT_REACH, head + 1, a, err);
    if (rc == CR_OK)
        w->next = a->next;
    return rc;
}

/* Raises an alarm about a fault; once, until printing works again. */
static void complain(struct printing_work *w, const char *fault, unsigned waiting)
{
    char text[512];
    if (fault[0] == '\0') {
        w->has_complained = false;
        return;
    }
    if (w->has_complained)
        return;
    snprintf(text, sizeof text,
             "%.256s; %u paper%s: each is kept and printed when the printer takes it", fault,
             waiting, waiting == 1 ? " waits" : "s wait");
    w->has_complained = true;
    raise_alarm_once(w->writer, &w->alarm, ALARM_PRINTER, 0, text);
}

static int64_t look(void *context)
{
    struct printing_work *w = context;
    struct print_answer a = {0};
    struct store_head head;
    struct cr_err err = {0};
    int rc = store_head(w->store, &head, &err);
    if (rc == CR_OK && w->next == 0)
        rc = find_place(w, head.seq, &a, &err);
    else if (rc == CR_OK && w->next > head.seq)
        rc = tell_process(w, PRINT_TELL, 0, &a, &err);
    while (rc == CR_OK && w->next <= head.seq && !atomic_load(&w->stop))
        rc = go_on(w, head.seq, &a, &err);
    complain(w, rc != CR_OK ? err.text : a.fault, a.waiting);
    return rc == CR_OK ? LOOK_MS : AGAIN_MS;
}

/* ---- Starting and ending ---- */

/* Names the spool: beside the store's file, unless the floor file names one. */
static int name_spool(struct print_targets *t, const char *store, struct cr_err *err)
{
    const char *path = address_path(store);
    if (t->spool[0] != '\0')
        return CR_OK;
    if (path == NULL)
        return err_set(err, CR_E_INPUT,
                       "printers: papers that wait need a folder: give printers a spool");
    const int len = snprintf(t->spool, sizeof t->spool, "%s.print", path);
    return len < (int)sizeof t->spool ? CR_OK
                                      : err_set(err, CR_E_INPUT, "the store's path is too long");
}

int printing_prepare(const struct print_targets *targets, const char *store,
                     struct printing_work **out, struct cr_err *err)
{
    *out = NULL;
    if (!print_targets_any(targets))
        return CR_OK;
    if (strcmp(store, "memory:") == 0) {
        fputs("croupier serve: a store in memory is forgotten, so nothing of it is printed\n",
              stderr);
        return CR_OK;
    }
    struct printing_work *w = calloc(1, sizeof *w);
    if (w == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    w->targets = *targets;
    w->socket = -1;
    int rc = name_spool(&w->targets, store, err);
    if (rc == CR_OK)
        rc = apart_prepare(print_process, &w->targets, &w->apart, err);
    return err_or_made(rc, out, w, free);
}

int printing_start(struct printing_work *w, const char *store, struct writer *writer,
                   struct cr_err *err)
{
    if (w == NULL)
        return CR_OK;
    w->writer = writer;
    const struct worker_config config = {
        .name = "printing", .context = w, .tick = look, .first_tick_ms = 0, .nice = LOWER};
    int rc = store_open(store, STORE_READ, &w->store, err);
    if (rc == CR_OK)
        rc = worker_start(&config, &w->worker, err);
    return rc;
}

/* Waits a moment for papers that are being delivered: if one were cut off, the next start could not
 * know how much of it was printed. */
static void let_finish(struct printing_work *w)
{
    struct print_answer a = {.is_busy = w->socket >= 0};
    struct cr_err err;
    for (unsigned i = 0; i < END_TRIES && a.is_busy; i++) {
        if (tell_process(w, PRINT_TELL, 0, &a, &err) != CR_OK)
            return;
        poll(NULL, 0, a.is_busy ? END_TRY_MS : 0);
    }
}

void printing_stop(struct printing_work *w)
{
    if (w == NULL)
        return;
    atomic_store(&w->stop, true);
    worker_stop(w->worker);
    let_finish(w);
    if (w->socket >= 0)
        close(w->socket);
    apart_end(w->apart);
    store_close(w->store);
    free(w);
}
