/* The process that prints; see print_process.h. */
#define _GNU_SOURCE /* ppoll's relatives */
#include "service/printer/print_process.h"

#include "os/apart.h"
#include "os/clock.h"
#include "os/durable_file.h"
#include "service/printer/print_delivery.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#define LOOK_MS        20    /* wait between two turns while a paper is being delivered */
#define REST_MS        500   /* wait otherwise */
#define TRY_AGAIN_MS   5000  /* pause after a printer failed … */
#define TRY_AT_MOST_MS 60000 /* … which doubles each time, up to this */

/* A kind of paper, its printer, and the delivery that is running. */
struct lane {
    const struct print_target *target;
    struct print_job job;
    struct print_delivery delivery;
    int64_t not_before_ms, pause_ms;
    unsigned waiting;
    char fault[256];
};

struct printing {
    int socket;
    struct print_spool spool;
    bool is_open;
    struct cr_err shut; /* why the spool is not open */
    struct lane lanes[PRINT_KINDS];
    char *texts[2];
};

/* ---- Delivering to the printers ---- */

static void fail_lane(struct lane *l, int64_t now_ms)
{
    l->pause_ms = l->pause_ms == 0 ? TRY_AGAIN_MS : 2 * l->pause_ms;
    l->pause_ms = l->pause_ms < TRY_AT_MOST_MS ? l->pause_ms : TRY_AT_MOST_MS;
    l->not_before_ms = now_ms + l->pause_ms;
}

static void finish(struct printing *p, struct lane *l, int64_t now_ms)
{
    char fault[sizeof l->fault] = "";
    const enum print_result result =
        print_delivery_look(&l->delivery, l->target, now_ms, fault, sizeof fault);
    if (result == PRINT_UNDER_WAY)
        return;
    if (result == PRINT_TAKEN) {
        print_spool_done(&p->spool, &l->job);
        l->fault[0] = '\0';
        l->pause_ms = 0;
        return;
    }
    if (result == PRINT_REFUSED)
        print_spool_give_up(&p->spool, &l->job);
    memcpy(l->fault, fault, sizeof fault);
    fail_lane(l, now_ms);
}

static void begin(struct printing *p, struct lane *l, int64_t now_ms)
{
    char path[PATH_MAX];
    struct cr_err err = {0};
    if (now_ms < l->not_before_ms)
        return;
    if (!print_spool_first(&p->spool, l->job.kind, &l->job, &l->waiting))
        return;
    if (print_spool_begin(&p->spool, &l->job, path, &err) == CR_OK) {
        if (print_delivery_begin(&l->delivery, l->target, &l->job, path, now_ms))
            return;
        print_spool_give_up(&p->spool, &l->job); /* nothing was printed, so it is no reprint */
    }
    snprintf(l->fault, sizeof l->fault, "%.200s",
             err.code != 0 ? err.text : "no process for the printer");
    fail_lane(l, now_ms);
}

static bool is_busy(const struct printing *p)
{
    bool busy = false;
    for (unsigned k = 0; k < PRINT_KINDS; k++)
        busy = busy || p->lanes[k].delivery.pid > 0;
    return busy;
}

static void work_lanes(struct printing *p)
{
    const int64_t now_ms = clock_mono_ms();
    for (unsigned k = 0; p->is_open && k < PRINT_KINDS; k++) {
        struct lane *l = &p->lanes[k];
        if (l->target->words == 0)
            continue;
        if (l->delivery.pid > 0)
            finish(p, l, now_ms);
        if (l->delivery.pid == 0)
            begin(p, l, now_ms);
    }
}

/* ---- Answering the manager ---- */

static int carry_out(struct printing *p, const struct print_question *q, struct cr_err *err)
{
    if (!p->is_open) {
        *err = p->shut;
        return p->shut.code;
    }
    if (q->what == PRINT_KEEP)
        return print_spool_keep(&p->spool, &q->job, p->texts[0], q->len, p->texts[1], q->again_len,
                                err);
    return q->what == PRINT_REACH ? print_spool_reach(&p->spool, q->job.number, err) : CR_OK;
}

static void fill_answer(const struct printing *p, struct print_answer *a)
{
    a->next = p->spool.next;
    a->is_busy = is_busy(p);
    for (unsigned k = 0; k < PRINT_KINDS; k++) {
        const struct lane *l = &p->lanes[k];
        if (l->fault[0] == '\0')
            continue;
        a->waiting += l->waiting;
        if (a->fault[0] == '\0')
            memcpy(a->fault, l->fault, sizeof a->fault);
    }
}

/* Answers one question. False when the manager has closed the socket. */
static bool answer_one(struct printing *p)
{
    struct print_question q;
    struct print_answer a = {0};
    if (!apart_read(p->socket, &q, sizeof q) || q.len > PRINT_PAPER_MAX ||
        q.again_len > PRINT_PAPER_MAX || !apart_read(p->socket, p->texts[0], q.len) ||
        !apart_read(p->socket, p->texts[1], q.again_len))
        return false;
    a.rc = carry_out(p, &q, &a.err);
    fill_answer(p, &a);
    return durable_write(p->socket, &a, sizeof a) == 0;
}

static void open_spool(struct printing *p)
{
    p->shut = (struct cr_err){0};
    p->is_open = print_spool_open(&p->spool, &p->shut) == CR_OK;
}

void print_process(int socket, void *context)
{
    const struct print_targets *targets = context;
    struct printing p = {.socket = socket};
    bool goes_on = true;
    prctl(PR_SET_NAME, "croupier-print");
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    snprintf(p.spool.dir, sizeof p.spool.dir, "%s", targets->spool);
    p.texts[0] = malloc(PRINT_PAPER_MAX);
    p.texts[1] = malloc(PRINT_PAPER_MAX);
    for (unsigned k = 0; k < PRINT_KINDS; k++)
        p.lanes[k] = (struct lane){.target = &targets->of[k], .job = {.kind = k}};
    while (goes_on && p.texts[0] != NULL && p.texts[1] != NULL) {
        struct pollfd wait = {.fd = socket, .events = POLLIN};
        if (!p.is_open)
            open_spool(&p);
        work_lanes(&p);
        if (poll(&wait, 1, is_busy(&p) ? LOOK_MS : REST_MS) == 1)
            goes_on = answer_one(&p);
    }
    free(p.texts[0]);
    free(p.texts[1]);
}
