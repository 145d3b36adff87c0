/* Delivers one paper to a printer; see print_delivery.h. */
#define _GNU_SOURCE /* O_CLOEXEC, close_range */
#include "service/printer/print_delivery.h"

#include "os/durable_file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define CANNOT_START 127 /* the exit status that shells use */
#define COPY_PIECE   65536
#define CPU_SECONDS  60

/* ---- The child: its exit status is an errno, or the command's own ---- */

static int copy_to(int from, int to)
{
    char piece[COPY_PIECE];
    ssize_t len = 0;
    int error = 0;
    while (error == 0 && (len = read(from, piece, sizeof piece)) > 0)
        error = durable_write(to, piece, (size_t)len);
    return len < 0 ? errno : error;
}

/* Writes the paper into a folder, where it gets its name only when it is complete. A file of that
 * name is never overwritten: the paper was delivered before. */
static int put_into_folder(const struct print_target *target, const struct print_job *job,
                           int paper)
{
    char path[PATH_MAX];
    struct durable_file file;
    snprintf(path, sizeof path, "%s/%s-%llu.pdf", target->text, print_kind_name(job->kind),
             (unsigned long long)job->of);
    if (access(path, F_OK) == 0)
        return 0;
    int error = durable_file_begin(&file, path, 0640);
    if (error != 0)
        return error;
    error = copy_to(paper, file.fd);
    if (error != 0) {
        durable_file_abandon(&file);
        return error;
    }
    error = durable_file_finish(&file, false);
    return error == EEXIST ? 0 : error;
}

static int put_to_device(const struct print_target *target, int paper)
{
    const int device = open(target->text, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    return device < 0 ? errno : copy_to(paper, device);
}

/* Runs the command without a shell: the words are the program and its arguments, and the paper is
 * its input. */
static int start_command(const struct print_target *target, int paper)
{
    char text[PRINT_PATH_MAX], *words[PRINT_WORDS_MAX + 1] = {NULL}, *at = text;
    const int nothing = open("/dev/null", O_WRONLY);
    memcpy(text, target->text, sizeof text);
    for (unsigned i = 0; i < target->words; i++) {
        words[i] = at;
        at += strlen(at) + 1;
    }
    if (nothing < 0 || dup2(paper, STDIN_FILENO) < 0 || dup2(nothing, STDOUT_FILENO) < 0 ||
        dup2(nothing, STDERR_FILENO) < 0)
        return CANNOT_START;
    syscall(SYS_close_range, 3u, ~0u, 0u);
    execvp(words[0], words);
    return CANNOT_START;
}

static void become_plain(void)
{
    static const int reset[] = {SIGINT, SIGTERM, SIGPIPE};
    const struct rlimit cpu = {CPU_SECONDS, CPU_SECONDS}, none = {0, 0};
    sigset_t all;
    setpgid(0, 0);
    setrlimit(RLIMIT_CPU, &cpu);
    setrlimit(RLIMIT_CORE, &none);
    for (unsigned i = 0; i < sizeof reset / sizeof reset[0]; i++)
        signal(reset[i], SIG_DFL);
    sigfillset(&all);
    sigprocmask(SIG_UNBLOCK, &all, NULL);
}

__attribute__((noreturn)) static void deliver(const struct print_target *target,
                                              const struct print_job *job, const char *path)
{
    become_plain();
    const int paper = open(path, O_RDONLY);
    if (paper < 0)
        _exit(errno);
    _exit(target->is_command               ? start_command(target, paper)
          : print_target_is_device(target) ? put_to_device(target, paper)
                                           : put_into_folder(target, job, paper));
}

/* ---- The parent ---- */

bool print_delivery_begin(struct print_delivery *d, const struct print_target *target,
                          const struct print_job *job, const char *path, int64_t now_ms)
{
    const pid_t pid = fork();
    if (pid == 0)
        deliver(target, job, path);
    if (pid < 0)
        return false;
    *d = (struct print_delivery){.pid = pid, .ends_ms = now_ms + PRINT_LIMIT_MS};
    return true;
}

static void say_status(const struct print_target *target, int status, char *fault, size_t size)
{
    if (target->is_command && status == CANNOT_START)
        snprintf(fault, size, "%s cannot be started", target->text);
    else if (target->is_command)
        snprintf(fault, size, "%s ended with status %d", target->text, status);
    else
        snprintf(fault, size, "%s: %s", target->text, strerror(status));
}

enum print_result print_delivery_look(struct print_delivery *d, const struct print_target *target,
                                      int64_t now_ms, char *fault, size_t size)
{
    int status;
    const pid_t pid = waitpid(d->pid, &status, WNOHANG);
    if (pid == 0) {
        if (now_ms >= d->ends_ms)
            kill(-d->pid, SIGKILL);
        d->is_ended = d->is_ended || now_ms >= d->ends_ms;
        return PRINT_UNDER_WAY;
    }
    d->pid = 0;
    if (pid > 0 && WIFEXITED(status)) {
        if (WEXITSTATUS(status) == 0)
            return PRINT_TAKEN;
        say_status(target, WEXITSTATUS(status), fault, size);
        /* A device that failed may have printed part of the paper. */
        return print_target_is_device(target) ? PRINT_UNKNOWN : PRINT_REFUSED;
    }
    snprintf(fault, size, "%s %s", target->text,
             d->is_ended ? "took longer than 30 seconds" : "was ended by a signal");
    return PRINT_UNKNOWN;
}
