/* Lets every call that can fail do so, one at a time (each_call.h). */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include "each_call.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define SANITIZER_STATUS 99

/* A sanitizer's finding must end the child with a status that is not mistaken for a refusal. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "exitcode=99";
}

const char *each_folder(void)
{
    static char folder[64];
    if (folder[0] == '\0') {
        /* in memory if possible, where syncs cost nothing */
        strcpy(folder, "/dev/shm/each-call-XXXXXX");
        if (mkdtemp(folder) == NULL)
            assert_non_null(mkdtemp(strcpy(folder, "/tmp/each-call-XXXXXX")));
    }
    return folder;
}

const char *each_path(const char *name)
{
    static char paths[8][256];
    static unsigned next;
    char *path = paths[next++ % 8];
    snprintf(path, sizeof(paths[0]), "%s/%s", each_folder(), name);
    return path;
}

/* Sends a standard stream into a file. */
static void redirect(int stream, const char *name)
{
    const int fd = open(each_path(name), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (fd < 0 || dup2(fd, stream) < 0)
        _exit(98);
    close(fd);
}

static void live(const struct job *job, struct told *told, enum fault_kind kind, unsigned k,
                 bool from_then_on)
{
    redirect(STDOUT_FILENO, EACH_OUTPUT);
    redirect(STDERR_FILENO, "said.err");
    faults_arm(kind, k, from_then_on);
    const int status = job->run(told);
    told->happened = faults_happened();
    told->calls = faults_disarm();
    exit(status);
}

static void print_said(void)
{
    char line[512];
    FILE *said = fopen(each_path("said.err"), "r");
    while (said != NULL && fgets(line, sizeof(line), said) != NULL)
        print_error("  %s", line);
    if (said != NULL)
        fclose(said);
}

static bool said_why(void)
{
    FILE *said = fopen(each_path("said.err"), "r");
    const bool anything = said != NULL && fgetc(said) != EOF;
    if (said != NULL)
        fclose(said);
    return anything;
}

/* Returns the child's exit status 0 or 1, or -1 if a CHECK ended it; any other end fails the test.
 */
static int run_child(const struct job *job, struct told *told, enum fault_kind kind, unsigned k,
                     bool from_then_on)
{
    int status = 0;
    fflush(NULL);
    told->happened = true; /* a child that aborts cannot report it */
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        live(job, told, kind, k, from_then_on);
    assert_int_equal(waitpid(child, &status, 0), child);
    const bool refused = WIFEXITED(status) && WEXITSTATUS(status) == 1 && said_why();
    const bool aborted = WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT && k > 0;
    if ((!WIFEXITED(status) || WEXITSTATUS(status) != 0) && !refused && !aborted) {
        print_said();
        fail_msg("%s: %s, call %u%s: %s %d", job->name, fault_name(kind), k,
                 from_then_on ? " and all after it" : "", WIFEXITED(status) ? "status" : "signal",
                 WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
    }
    return aborted ? -1 : WEXITSTATUS(status);
}

static struct told *new_told(void)
{
    struct told *told =
        mmap(NULL, sizeof(*told), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(told != MAP_FAILED);
    return told;
}

static void prepare(const struct job *job, struct told *told)
{
    memset(told, 0, sizeof(*told));
    if (job->prepare != NULL)
        job->prepare();
}

/* Runs a child in which the call fails and checks what it left; then a child without failures must
 * succeed on what was left. */
static void fail_at(const struct job *job, struct told *told, enum fault_kind kind, unsigned k,
                    bool from_then_on, unsigned *refused)
{
    prepare(job, told);
    const int status = run_child(job, told, kind, k, from_then_on);
    if (!told->happened)
        return;
    *refused += status != 0;
    job->check(told, status);
    if (run_child(job, told, kind, 0, false) != 0)
        fail_msg("%s: after %s, call %u: it does not work any more", job->name, fault_name(kind),
                 k);
    job->check(told, 0);
}

/* Chooses the next call to fail: all of the first third of at_most, when files are opened, and then
 * one at random from each stretch of the rest. */
static unsigned next_call(unsigned k, unsigned calls, unsigned at_most)
{
    if (at_most == 0 || calls <= at_most || k < at_most / 3)
        return k + 1;
    const unsigned step = calls / (at_most - at_most / 3) + 1;
    return k + 1 + (k * 7919u) % (2 * step - 1);
}

void each_call(const struct job *job, unsigned at_most)
{
    struct told *told = new_told();
    for (unsigned kind = 0; kind < FAULT_KINDS; kind++) {
        prepare(job, told);
        assert_int_equal(run_child(job, told, kind, 0, false), 0);
        job->check(told, 0);
        const unsigned calls = told->calls;
        unsigned tried = 0, refused = 0;
        for (unsigned k = 1; k <= calls; k = next_call(k, calls, at_most))
            for (unsigned lasting = 0; lasting < 2; lasting++, tried++)
                fail_at(job, told, kind, k, lasting, &refused);
        print_message("%s: %s: %u calls, %u failures, %u of them said\n", job->name,
                      fault_name(kind), calls, tried, refused);
    }
    munmap(told, sizeof(*told));
}
