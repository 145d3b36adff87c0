/* The thread that carries messages; see courier.h. */
#include "service/controller/courier.h"

#include "base/check.h"
#include "base/err.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum courier_state { COURIER_IDLE, COURIER_ASKED, COURIER_ANSWERED };

struct courier {
    struct transport *transport;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    enum courier_state state;
    bool quit;
    int pipe[2];
    struct controller_message message, carried;
    struct controller_answer answer, brought;
};

static void *carry(void *context)
{
    struct courier *c = context;
    CHECK(pthread_mutex_lock(&c->lock) == 0);
    for (;;) {
        while (c->state != COURIER_ASKED && !c->quit)
            CHECK(pthread_cond_wait(&c->changed, &c->lock) == 0);
        if (c->quit)
            break;
        c->carried = c->message;
        CHECK(pthread_mutex_unlock(&c->lock) == 0);
        c->transport->exchange(c->transport, &c->carried, &c->brought);
        CHECK(pthread_mutex_lock(&c->lock) == 0);
        c->answer = c->brought;
        c->state = COURIER_ANSWERED;
        CHECK(write(c->pipe[1], "", 1) == 1);
    }
    CHECK(pthread_mutex_unlock(&c->lock) == 0);
    return NULL;
}

int courier_start(struct transport *transport, struct courier **out, struct cr_err *err)
{
    struct courier *c = calloc(1, sizeof(*c));
    if (c == NULL || pipe(c->pipe) != 0) {
        free(c);
        return err_set(err, CR_E_IO, "out of memory or files");
    }
    for (unsigned i = 0; i < 2; i++)
        CHECK(fcntl(c->pipe[i], F_SETFD, FD_CLOEXEC) == 0);
    c->transport = transport;
    CHECK(pthread_mutex_init(&c->lock, NULL) == 0);
    CHECK(pthread_cond_init(&c->changed, NULL) == 0);
    if (pthread_create(&c->thread, NULL, carry, c) != 0) {
        close(c->pipe[0]);
        close(c->pipe[1]);
        free(c);
        return err_set(err, CR_E_IO, "cannot start a thread");
    }
    *out = c;
    return 0;
}

void courier_stop(struct courier *c)
{
    if (c == NULL)
        return;
    CHECK(pthread_mutex_lock(&c->lock) == 0);
    c->quit = true;
    CHECK(pthread_cond_signal(&c->changed) == 0);
    CHECK(pthread_mutex_unlock(&c->lock) == 0);
    CHECK(pthread_join(c->thread, NULL) == 0);
    CHECK(pthread_mutex_destroy(&c->lock) == 0);
    CHECK(pthread_cond_destroy(&c->changed) == 0);
    close(c->pipe[0]);
    close(c->pipe[1]);
    c->transport->free(c->transport);
    free(c);
}

int courier_fd(const struct courier *c)
{
    return c->pipe[0];
}

bool courier_is_busy(struct courier *c)
{
    CHECK(pthread_mutex_lock(&c->lock) == 0);
    const bool busy = c->state != COURIER_IDLE;
    CHECK(pthread_mutex_unlock(&c->lock) == 0);
    return busy;
}

void courier_send(struct courier *c, const struct controller_message *message)
{
    CHECK(pthread_mutex_lock(&c->lock) == 0);
    CHECK(c->state == COURIER_IDLE);
    c->message = *message;
    c->state = COURIER_ASKED;
    CHECK(pthread_cond_signal(&c->changed) == 0);
    CHECK(pthread_mutex_unlock(&c->lock) == 0);
}

bool courier_take(struct courier *c, struct controller_answer *out)
{
    char byte;
    CHECK(pthread_mutex_lock(&c->lock) == 0);
    const bool there = c->state == COURIER_ANSWERED;
    if (there) {
        *out = c->answer;
        c->state = COURIER_IDLE;
        CHECK(read(c->pipe[0], &byte, 1) == 1);
    }
    CHECK(pthread_mutex_unlock(&c->lock) == 0);
    return there;
}
