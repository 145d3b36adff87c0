/* Answers questions in processes of their own: what people send may need more time or memory than
 * there is, or hit a fault of the mathematics, and that must not affect the floor. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "sim/practice_internal.h"

#include "base/check.h"
#include "base/err.h"
#include "os/apart.h"
#include "os/clock.h"
#include "os/durable_file.h"
#include "os/sandbox.h"

#include <errno.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

/* A question is at most as long as a request's body; the longest answer is a report as PDF. */
#define QUESTION_MAX (1024 * 1024)
#define ANSWER_MAX   (64 * 1024 * 1024)

/* The nice value of the analysis, so that the writer and the server come first. */
#define WORK_NICE 10

/* How often the asking thread checks whether an answer is still wanted. */
#define LOOK_MS 200

/* How long work continues on a question that nobody waits for any more. Work that is nearly done
 * leaves its analysis in the cache for the next questions, for instance when a slider is moved. */
#define UNWANTED_MS 2000

static const struct practice_limits usual[PRACTICE_PLACES] = {
    [PRACTICE_SHORT] = {.milli = 120 * 1000, .bytes = (size_t)1 << 30},
    [PRACTICE_LONG] = {.milli = 900 * 1000, .bytes = (size_t)1 << 30}};

/* The messages on the socket; each is followed by its text. */
struct question {
    enum practice_question what;
    uint32_t len;
};

struct reply {
    int32_t rc;
    uint32_t len;
    bool not_json;
    uint8_t type; /* index in content_types */
    struct cr_err err;
};

static const char *const content_types[] = {PRACTICE_JSON, PRACTICE_PDF, PRACTICE_CSV,
                                            PRACTICE_YAML};

#define CONTENT_TYPES (sizeof content_types / sizeof content_types[0])

/* ---- The worker process ---- */

/* Limits the memory of the process; each thread of the analysis has a stack in addition. Not under
 * sanitizers, which need memory of their own. */
static void limit_memory(size_t bytes)
{
    const long threads = sysconf(_SC_NPROCESSORS_ONLN);
    const size_t stack = (size_t)16 * 1024 * 1024;
    const struct rlimit most = {bytes + (size_t)(threads > 0 ? threads : 1) * stack, RLIM_INFINITY};
    if (guard_left_out() == NULL)
        setrlimit(RLIMIT_DATA, &most);
}

/* Confines the process. It may write to the temporary folder, where a report is a file until it is
 * sent. */
static void confine_work(void)
{
    const char *folder = getenv("TMPDIR");
    const struct guard_path paths[] = {{folder != NULL ? folder : "/tmp", GUARD_WRITE},
                                       {NULL, GUARD_READ}};
    struct cr_err err;
    if (guard_enter(GUARD_QUESTIONS, paths, &err) == CR_OK)
        return;
    fprintf(stderr, "croupier: %s\n", err.text);
    _exit(1);
}

static bool answer_one(int fd, struct practice *p, char *body)
{
    struct question q;
    struct practice_answer answer;
    if (!apart_read(fd, &q, sizeof q) || q.len >= QUESTION_MAX || !apart_read(fd, body, q.len))
        return false;
    body[q.len] = '\0';
    const int rc = practice_ask(p, q.what, body, q.len, &answer);
    struct reply r = {.rc = rc, .not_json = answer.not_json, .err = answer.err};
    if (rc == CR_OK) {
        r.len = (uint32_t)answer.len;
        while (strcmp(answer.content_type, content_types[r.type]) != 0)
            r.type++;
    }
    return answer.len <= ANSWER_MAX && durable_write(fd, &r, sizeof r) == 0 &&
           durable_write(fd, answer.data, r.len) == 0;
}

/* One worker for each place; they are prepared before the program knows what it will serve. */
static struct prepared {
    struct apart *apart;
    struct practice_limits limits;
    struct practice_told *told; /* shared memory of both processes */
} prepared[PRACTICE_PLACES];

static void work(int fd, void *context)
{
    const struct prepared *of = context;
    const struct practice_limits *limits = &of->limits;
    setpriority(PRIO_PROCESS, 0, WORK_NICE);
    confine_work();
    limit_memory(limits->bytes);
    struct practice *p = practice_new();
    char *body = malloc(QUESTION_MAX);
    if (p != NULL)
        p->told = of->told;
    while (p != NULL && body != NULL && answer_one(fd, p, body))
        continue;
    free(body);
    practice_free(p);
}

/* ---- The asking process ---- */

struct asker {
    struct prepared *of;
    int fd; /* -1: no worker is running */
    char *data;
    atomic_bool hurries; /* the program is stopping */
    const struct practice_request *request;
    int64_t unwanted_ms; /* time since which nobody waits for the answer; 0: somebody waits */
};

int practice_apart_prepare(const struct practice_limits *limits, struct cr_err *err)
{
    int rc = CR_OK;
    for (unsigned i = 0; i < PRACTICE_PLACES && rc == CR_OK; i++) {
        CHECK(prepared[i].apart == NULL);
        prepared[i].limits = limits != NULL ? *limits : usual[i];
        void *told = mmap(NULL, sizeof *prepared[i].told, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (told == MAP_FAILED) {
            rc = err_set(err, CR_E_IO, "no memory for two processes: %s", strerror(errno));
            break;
        }
        prepared[i].told = told;
        rc = apart_prepare(work, &prepared[i], &prepared[i].apart, err);
    }
    if (rc != CR_OK)
        practice_apart_end();
    return rc;
}

void practice_apart_end(void)
{
    for (unsigned i = 0; i < PRACTICE_PLACES; i++) {
        apart_end(prepared[i].apart);
        prepared[i].apart = NULL;
        if (prepared[i].told != NULL)
            munmap(prepared[i].told, sizeof *prepared[i].told);
        prepared[i].told = NULL;
    }
}

static void *start(enum practice_place place)
{
    struct asker *asker = calloc(1, sizeof *asker);
    if (asker != NULL)
        *asker = (struct asker){.of = &prepared[place], .fd = -1};
    return asker;
}

static void hurry(void *service)
{
    struct asker *asker = service;
    atomic_store(&asker->hurries, true);
}

static void give_up(struct asker *asker)
{
    if (asker->fd < 0)
        return;
    close(asker->fd);
    asker->fd = -1;
    apart_give_up(
        asker->of->apart); /* the worker would notice the closed socket only after its work */
}

static void stop(void *service)
{
    struct asker *asker = service;
    give_up(asker);
    free(asker->data);
    free(asker);
}

static bool is_unwanted(struct asker *asker)
{
    const struct practice_request *r = asker->request;
    if (asker->unwanted_ms == 0 && r->is_wanted != NULL && !r->is_wanted(r->context))
        asker->unwanted_ms = clock_mono_ms();
    return asker->unwanted_ms != 0 && clock_mono_ms() - asker->unwanted_ms >= UNWANTED_MS;
}

/* Waits until the socket is ready. False: the time is over, the program is stopping, or nobody
 * waits any more. */
static bool wait_for(struct asker *asker, short events, int64_t until_ms)
{
    for (;;) {
        struct pollfd waits = {.fd = asker->fd, .events = events};
        const int64_t left = until_ms - clock_mono_ms();
        if (left <= 0 || atomic_load(&asker->hurries) || is_unwanted(asker))
            return false;
        const int ready = poll(&waits, 1, left < LOOK_MS ? (int)left : LOOK_MS);
        if (ready > 0 || (ready < 0 && errno != EINTR))
            return ready > 0;
    }
}

enum exchange { DONE, TOO_LATE, BROKEN };

static enum exchange say(struct asker *asker, const void *from, size_t len, int64_t until_ms)
{
    for (const char *at = from; len > 0;) {
        if (!wait_for(asker, POLLOUT, until_ms))
            return TOO_LATE;
        const ssize_t n = send(asker->fd, at, len, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n < 0 && errno != EAGAIN)
            return BROKEN;
        at += n > 0 ? n : 0;
        len -= n > 0 ? (size_t)n : 0;
    }
    return DONE;
}

static enum exchange hear(struct asker *asker, void *into, size_t len, int64_t until_ms)
{
    for (char *at = into; len > 0;) {
        if (!wait_for(asker, POLLIN, until_ms))
            return TOO_LATE;
        const ssize_t n = recv(asker->fd, at, len, MSG_DONTWAIT);
        if (n == 0 || (n < 0 && errno != EAGAIN))
            return BROKEN;
        at += n > 0 ? n : 0;
        len -= n > 0 ? (size_t)n : 0;
    }
    return DONE;
}

/* Reads a reply. It comes from a process that handles strangers' texts, so every field of it is
 * checked. */
static enum exchange hear_reply(struct asker *asker, struct reply *r, int64_t until_ms)
{
    enum exchange e = hear(asker, r, sizeof *r, until_ms);
    if (e != DONE)
        return e;
    r->err.text[sizeof r->err.text - 1] = '\0';
    r->err.reason[sizeof r->err.reason - 1] = '\0';
    r->err.field[sizeof r->err.field - 1] = '\0';
    free(asker->data);
    asker->data = NULL;
    if (r->len > ANSWER_MAX || r->rc > CR_OK || r->rc < CR_E_IO || r->type >= CONTENT_TYPES)
        return BROKEN;
    asker->data = malloc(r->len + 1);
    return asker->data != NULL ? hear(asker, asker->data, r->len, until_ms) : BROKEN;
}

static enum exchange put(struct asker *asker, const struct practice_request *request,
                         struct reply *r)
{
    const struct question q = {.what = request->question, .len = (uint32_t)request->len};
    const int64_t until_ms = clock_mono_ms() + asker->of->limits.milli;
    asker->request = request;
    asker->unwanted_ms = 0;
    enum exchange e = say(asker, &q, sizeof q, until_ms);
    if (e == DONE)
        e = say(asker, request->body, request->len, until_ms);
    return e == DONE ? hear_reply(asker, r, until_ms) : e;
}

static int refuse_failed(struct asker *asker, enum exchange e, struct cr_err *err)
{
    give_up(asker);
    if (e == TOO_LATE && atomic_load(&asker->hurries))
        return err_set(err, CR_E_IO, "the program is stopping");
    if (e == TOO_LATE && asker->unwanted_ms != 0)
        return err_set(err, CR_E_IO, "nobody waits for the answer any more");
    if (e == TOO_LATE)
        return err_set(err, CR_E_IO, "this takes longer than %u seconds, the most there is for it",
                       asker->of->limits.milli / 1000);
    return err_set(err, CR_E_IO,
                   "this could not be worked out: the process that calculates has ended; it may "
                   "need more memory than there is for it");
}

static int ask(void *service, const struct practice_request *request, struct practice_answer *out)
{
    struct asker *asker = service;
    struct reply r;
    *out = (struct practice_answer){.content_type = PRACTICE_JSON};
    if (request->len >= QUESTION_MAX)
        return err_set(&out->err, CR_E_RANGE, "the question is longer than %d bytes", QUESTION_MAX);
    if (asker->fd < 0)
        asker->fd = apart_begin(asker->of->apart, &out->err);
    if (asker->fd < 0)
        return CR_E_IO;
    const enum exchange e = put(asker, request, &r);
    if (e != DONE)
        return refuse_failed(asker, e, &out->err);
    out->content_type = content_types[r.type];
    out->data = asker->data;
    out->len = r.len;
    out->not_json = r.not_json;
    out->err = r.err;
    return r.rc;
}

static void progress(void *service, struct practice_progress *out)
{
    const struct asker *asker = service;
    practice_told_read(asker->of->told, out);
}

const struct practice_service practice_apart_service = {start, stop, hurry, ask, progress};
