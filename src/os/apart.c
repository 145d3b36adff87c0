/* Runs work in a process of its own; see apart.h. */
#define _GNU_SOURCE /* SOCK_CLOEXEC */
#include "os/apart.h"

#include "base/err.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

struct apart {
    pid_t pid; /* of the helper process */
    int fd;
};

/* Orders to the helper process. */
enum order { START = 's', GIVE_UP = 'g' };

/* Room for the control data of a message that passes a descriptor. */
union control {
    char room[CMSG_SPACE(sizeof(int))];
    struct cmsghdr align;
};

/* Sends one byte and a descriptor; with fd -1 no descriptor, which says that there is none. */
static bool send_descriptor(int to, int fd)
{
    char byte = fd >= 0;
    union control control = {0};
    struct iovec data = {.iov_base = &byte, .iov_len = 1};
    struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1};
    if (fd >= 0) {
        message.msg_control = control.room;
        message.msg_controllen = sizeof control.room;
        struct cmsghdr *c = CMSG_FIRSTHDR(&message);
        c->cmsg_level = SOL_SOCKET;
        c->cmsg_type = SCM_RIGHTS;
        c->cmsg_len = CMSG_LEN(sizeof fd);
        memcpy(CMSG_DATA(c), &fd, sizeof fd);
    }
    return sendmsg(to, &message, MSG_NOSIGNAL) == 1;
}

static int receive_descriptor(int from)
{
    char byte;
    int fd = -1;
    union control control = {0};
    struct iovec data = {.iov_base = &byte, .iov_len = 1};
    struct msghdr message = {.msg_iov = &data,
                             .msg_iovlen = 1,
                             .msg_control = control.room,
                             .msg_controllen = sizeof control.room};
    if (recvmsg(from, &message, MSG_CMSG_CLOEXEC) != 1)
        return -1;
    const struct cmsghdr *c = CMSG_FIRSTHDR(&message);
    if (c != NULL && c->cmsg_type == SCM_RIGHTS && c->cmsg_len == CMSG_LEN(sizeof fd))
        memcpy(&fd, CMSG_DATA(c), sizeof fd);
    return fd;
}

/* Keeps only the standard descriptors and one socket, which becomes number 3. */
static int keep_only(int fd)
{
    enum { KEPT = STDERR_FILENO + 1 };
    if (fd != KEPT && dup2(fd, KEPT) < 0)
        _exit(1);
    syscall(SYS_close_range, KEPT + 1u, ~0u, 0u);
    return KEPT;
}

/* Makes this process end with the one that started it, and ignore the signals of a terminal. */
static void depend_on(pid_t parent, const char *name)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_NAME, name);
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    if (getppid() != parent)
        _exit(1);
}

static void finish(pid_t pid)
{
    if (pid <= 0)
        return;
    kill(pid, SIGKILL);
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        continue;
}

/* Starts a worker process and returns the socket to it; -1: it could not be started. */
static int start_worker(apart_work *work, void *context, pid_t *pid)
{
    int pair[2];
    const pid_t self = getpid();
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return -1;
    *pid = fork();
    if (*pid == 0) {
        depend_on(self, "croupier-work");
        work(keep_only(pair[1]), context);
        _exit(0);
    }
    close(pair[1]);
    if (*pid > 0)
        return pair[0];
    close(pair[0]);
    return -1;
}

__attribute__((noreturn)) static void start_others(int fd, apart_work *work, void *context)
{
    char order;
    pid_t worker = -1;
    while (read(fd, &order, 1) == 1) {
        finish(worker);
        worker = -1;
        if (order == GIVE_UP)
            continue;
        const int socket = start_worker(work, context, &worker);
        if (!send_descriptor(fd, socket))
            break;
        if (socket >= 0)
            close(socket);
    }
    finish(worker);
    _exit(0);
}

int apart_prepare(apart_work *work, void *context, struct apart **out, struct cr_err *err)
{
    int pair[2];
    const pid_t self = getpid();
    struct apart *a = calloc(1, sizeof *a);
    if (a == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) {
        free(a);
        return err_set(err, CR_E_IO, "no pair of sockets: %s", strerror(errno));
    }
    a->pid = fork();
    if (a->pid == 0) {
        depend_on(self, "croupier-apart");
        start_others(keep_only(pair[1]), work, context);
    }
    close(pair[1]);
    a->fd = pair[0];
    if (a->pid < 0) {
        err_set(err, CR_E_IO, "no process for what is worked out apart: %s", strerror(errno));
        apart_end(a);
        return CR_E_IO;
    }
    *out = a;
    return CR_OK;
}

int apart_begin(struct apart *a, struct cr_err *err)
{
    const char order = START;
    const int fd = send(a->fd, &order, 1, MSG_NOSIGNAL) == 1 ? receive_descriptor(a->fd) : -1;
    if (fd < 0)
        err_set(err, CR_E_IO, "the process that calculates cannot be started");
    return fd;
}

void apart_give_up(struct apart *a)
{
    const char order = GIVE_UP;
    (void)!send(a->fd, &order, 1, MSG_NOSIGNAL);
}

bool apart_read(int socket, void *into, size_t len)
{
    for (char *at = into; len > 0;) {
        const ssize_t n = read(socket, at, len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        len -= (size_t)n;
    }
    return true;
}

void apart_wait(int socket, pid_t pid)
{
    close(socket);
    if (pid > 0)
        while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
            continue;
}

void apart_end(struct apart *a)
{
    if (a != NULL)
        apart_wait(a->fd, a->pid);
    free(a);
}
