/* Starts, measures and stops a manager, and talks to it, for benchmarks (served.h). */
#define _XOPEN_SOURCE 700 /* mkdtemp */

#include "served.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SYNC_BYTES  4096
#define SYNC_BLOCKS 256

static pid_t running;

void bench_die(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    if (running > 0)
        kill(running, SIGKILL);
    exit(1);
}

double bench_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_quantile(double *list, size_t count, double share)
{
    if (count == 0)
        return 0;
    qsort(list, count, sizeof(list[0]), compare);
    size_t at = (size_t)(share * (double)count);
    return list[at < count ? at : count - 1];
}

/* ---- The manager ---- */

static void write_floor(const char *path, unsigned tables)
{
    FILE *file = fopen(path, "w");
    if (file == NULL)
        bench_die("cannot write %s", path);
    fprintf(file,
            "floor: Benchmark\n"
            "configured_by: [One, Two]\n"
            "people: {One: manager, Two: manager}\n"
            "links:\n"
            "  main: {progressive: ptha-2, approvals: {high: 2, low: 1}, open: yes}\n"
            "limits: {tables: %u}\n",
            tables);
    fclose(file);
}

/* In the child process. The manager is killed when the benchmark ends early. */
static void run(const char *const *words, int out)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(out, STDOUT_FILENO);
    execv(words[0], (char *const *)(uintptr_t)words);
    perror(words[0]);
    _exit(127);
}

/* The port after the scheme and address in the manager's first lines of output. */
static uint16_t port_in(const char *lines, const char *scheme)
{
    char start[32];
    snprintf(start, sizeof(start), "%s://127.0.0.1:", scheme);
    const char *at = strstr(lines, start);
    if (at == NULL)
        bench_die("the manager did not start: %s", lines);
    return (uint16_t)strtoul(at + strlen(start), NULL, 10);
}

/* Reads the manager's output until all of its listeners are named. */
static void read_ports(struct served *s, int from, const char *last)
{
    char lines[2048];
    size_t have = 0;
    ssize_t got;
    lines[0] = '\0';
    while (have + 1 < sizeof(lines) && strstr(lines, last) == NULL &&
           (got = read(from, lines + have, sizeof(lines) - 1 - have)) > 0) {
        have += (size_t)got;
        lines[have] = '\0';
    }
    s->port = port_in(lines, "http");
    s->tls_port = strcmp(last, "https") == 0 ? port_in(lines, "https") : 0;
}

static void start(struct served *s, const char *const *words, const char *last)
{
    int ends[2];
    if (pipe(ends) != 0)
        bench_die("no pipe");
    s->pid = fork();
    if (s->pid < 0)
        bench_die("cannot start a process");
    if (s->pid == 0)
        run(words, ends[1]);
    running = s->pid;
    close(ends[1]);
    read_ports(s, ends[0], last);
    /* The pipe stays open unread, so that the manager's later output does not end it. */
}

void served_start(struct served *s, const char *croupier, const char *folder, unsigned tables)
{
    char floor[4200], store[4200];
    snprintf(s->folder, sizeof(s->folder), "%.4000s/bench-XXXXXX", folder);
    if (mkdtemp(s->folder) == NULL)
        bench_die("cannot make a folder in %s", folder);
    snprintf(floor, sizeof(floor), "%s/floor.yaml", s->folder);
    snprintf(store, sizeof(store), "sqlite:%s/floor.db", s->folder);
    write_floor(floor, tables);
    start(s,
          (const char *const[]){croupier, "serve", "--open", "--floor", floor, "--store", store,
                                "--listen", "127.0.0.1:0", "--lease", "60000", NULL},
          "http");
}

void served_start_closed(struct served *s, const char *croupier)
{
    char floor[4200], store[4200], trust[4200], witness[4200];
    snprintf(floor, sizeof(floor), "%s/floor.yaml", s->folder);
    snprintf(store, sizeof(store), "sqlite:%s/floor.db", s->folder);
    snprintf(trust, sizeof(trust), "%s/trust", s->folder);
    snprintf(witness, sizeof(witness), "%s/witness", s->folder);
    start(s,
          (const char *const[]){croupier, "serve", "--floor", floor, "--store", store, "--listen",
                                "127.0.0.1:0", "--tls", "127.0.0.1:0", "--trust", trust,
                                "--witness", witness, "--per-address", "4096", "--lease", "60000",
                                NULL},
          "https");
}

void served_pause(struct served *s)
{
    int status = 0;
    if (s->pid == 0)
        return;
    kill(s->pid, SIGTERM);
    waitpid(s->pid, &status, 0);
    running = s->pid = 0;
    if (status != 0)
        bench_die("the manager ended with status %d", status);
}

void served_stop(struct served *s)
{
    char command[4300];
    served_pause(s);
    snprintf(command, sizeof(command), "rm -r '%s'", s->folder);
    if (system(command) != 0)
        bench_die("cannot remove %s", s->folder);
}

/* Processor seconds in a stat file of /proc, and the name of its process or thread. */
static double read_stat(const char *path, char name[32])
{
    char text[1024];
    unsigned long user = 0, system = 0;
    FILE *file = fopen(path, "r");
    size_t len = file != NULL ? fread(text, 1, sizeof(text) - 1, file) : 0;
    if (file != NULL)
        fclose(file);
    text[len] = '\0';
    /* The fields begin after the name, which may contain any characters. */
    const char *at = strrchr(text, ')'), *from = strchr(text, '(');
    if (at == NULL || from == NULL ||
        sscanf(at + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system) != 2)
        return -1;
    snprintf(name, 32, "%.*s", (int)(at - from - 1), from + 1);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

double served_cpu(const struct served *s)
{
    char path[64], name[32];
    snprintf(path, sizeof(path), "/proc/%ld/stat", (long)s->pid);
    const double seconds = read_stat(path, name);
    if (seconds < 0)
        bench_die("the manager is gone");
    return seconds;
}

double served_cpu_of(const struct served *s, const char *thread)
{
    char path[400], name[32];
    double sum = 0;
    snprintf(path, sizeof(path), "/proc/%ld/task", (long)s->pid);
    DIR *folder = opendir(path);
    for (const struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        snprintf(path, sizeof(path), "/proc/%ld/task/%.200s/stat", (long)s->pid, entry->d_name);
        const double seconds = read_stat(path, name);
        if (seconds > 0 && strncmp(name, thread, strlen(thread)) == 0)
            sum += seconds;
    }
    if (folder != NULL)
        closedir(folder);
    return sum;
}

int served_sync_open(const struct served *s)
{
    static const char block[SYNC_BYTES];
    char path[4200];
    snprintf(path, sizeof(path), "%s/sync", s->folder);
    const int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    for (unsigned i = 0; i < SYNC_BLOCKS; i++)
        if (file < 0 || pwrite(file, block, sizeof(block), (off_t)(i * sizeof(block))) < 0)
            bench_die("cannot write %s", path);
    fsync(file);
    return file;
}

double served_sync_once(int file)
{
    static unsigned at;
    char block[SYNC_BYTES] = {(char)++at};
    const double start = bench_now();
    if (pwrite(file, block, sizeof(block), (off_t)(at % SYNC_BLOCKS * sizeof(block))) < 0 ||
        fdatasync(file) != 0)
        bench_die("cannot write a file");
    return bench_now() - start;
}
