/* The worker that sends a table's messages; see sender.h. */
#include "service/controller/sender.h"

#include "base/check.h"
#include "os/mutex.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

enum sender_state { SENDER_IDLE, SENDER_ASKED, SENDER_ANSWERED, SENDER_HAS_RULES };

struct sender {
    struct transport *transport;
    struct worker *worker;
    struct worker_item item;
    int pipe[2];       /* has a byte while there is an answer */
    struct mutex lock; /* protects the state */
    enum sender_state state;
    struct controller_message message; /* the worker's alone while the state is ASKED */
    struct controller_answer answer;   /* the worker's alone while the state is ASKED */
    const char *rules_of; /* table whose rules are asked for; NULL: a message is sent */
    struct transport_rules rules;
    int rules_rc;
    struct cr_err rules_err;
};

static void exchange(void *context, struct worker_item *item, bool is_late)
{
    struct sender *s = context;
    (void)item;
    if (is_late)
        return;
    if (s->rules_of != NULL)
        s->rules_rc = s->transport->rules(s->transport, s->rules_of, &s->rules, &s->rules_err);
    else
        s->transport->exchange(s->transport, &s->message, &s->answer);
    mutex_lock(&s->lock);
    s->state = s->rules_of != NULL ? SENDER_HAS_RULES : SENDER_ANSWERED;
    CHECK(write(s->pipe[1], "", 1) == 1);
    mutex_unlock(&s->lock);
}

static void release(struct sender *s)
{
    mutex_destroy(&s->lock);
    close(s->pipe[0]);
    close(s->pipe[1]);
    free(s);
}

int sender_start(struct transport *transport, struct sender **out, struct cr_err *err)
{
    struct sender *s = calloc(1, sizeof(*s));
    if (s == NULL || pipe(s->pipe) != 0) {
        free(s);
        return err_set(err, CR_E_IO, "out of memory or files");
    }
    for (unsigned i = 0; i < 2; i++)
        CHECK(fcntl(s->pipe[i], F_SETFD, FD_CLOEXEC) == 0);
    s->transport = transport;
    mutex_init(&s->lock);
    const struct worker_config config = {.name = "sender", .context = s, .run = exchange};
    int rc = worker_start(&config, &s->worker, err);
    return err_or_made(rc, out, s, release);
}

void sender_stop(struct sender *s)
{
    if (s == NULL)
        return;
    worker_stop(s->worker);
    s->transport->free(s->transport);
    release(s);
}

int sender_fd(const struct sender *s)
{
    return s->pipe[0];
}

bool sender_is_busy(struct sender *s)
{
    mutex_lock(&s->lock);
    const bool is_busy = s->state != SENDER_IDLE;
    mutex_unlock(&s->lock);
    return is_busy;
}

static void set_asked(struct sender *s)
{
    mutex_lock(&s->lock);
    CHECK(s->state == SENDER_IDLE);
    s->state = SENDER_ASKED;
    mutex_unlock(&s->lock);
}

void sender_send(struct sender *s, const struct controller_message *message)
{
    set_asked(s);
    s->message = *message;
    s->rules_of = NULL;
    CHECK(worker_post(s->worker, &s->item));
}

void sender_ask_rules(struct sender *s, const char *table)
{
    set_asked(s);
    s->rules_of = table;
    CHECK(worker_post(s->worker, &s->item));
}

/* Whether the worker has reached that state. The sender is then idle again, and the worker's result
 * stays in place. */
static bool take(struct sender *s, enum sender_state done)
{
    char byte;
    mutex_lock(&s->lock);
    const bool is_there = s->state == done;
    if (is_there) {
        s->state = SENDER_IDLE;
        CHECK(read(s->pipe[0], &byte, 1) == 1);
    }
    mutex_unlock(&s->lock);
    return is_there;
}

bool sender_take(struct sender *s, struct controller_answer *out)
{
    const bool is_there = take(s, SENDER_ANSWERED);
    if (is_there)
        *out = s->answer;
    return is_there;
}

int sender_take_rules(struct sender *s, const struct transport_rules **out, struct cr_err *err)
{
    if (!take(s, SENDER_HAS_RULES))
        return 0;
    *out = &s->rules;
    if (s->rules_rc != 0)
        *err = s->rules_err;
    return s->rules_rc != 0 ? s->rules_rc : 1;
}
