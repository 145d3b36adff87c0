/* Starting, measuring and stopping a manager. */
#define _XOPEN_SOURCE 700 /* mkdtemp */

#include "served.h"

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

/* In the child. */
static void run(const struct served *s, const char *croupier, const char *floor, int out)
{
    char store[4200];
    snprintf(store, sizeof(store), "sqlite:%s/floor.db", s->folder);
    /* A benchmark that is interrupted takes its manager with it. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(out, STDOUT_FILENO);
    execl(croupier, croupier, "serve", "--open", "--floor", floor, "--store", store, "--listen",
          "127.0.0.1:0", "--lease", "60000", (char *)NULL);
    perror(croupier);
    _exit(127);
}

static uint16_t read_port(int from)
{
    char line[1024];
    size_t have = 0;
    ssize_t got;
    while (have + 1 < sizeof(line) &&
           (got = read(from, line + have, sizeof(line) - 1 - have)) > 0) {
        have += (size_t)got;
        if (memchr(line, '\n', have) != NULL)
            break;
    }
    line[have] = '\0';
    const char *at = strstr(line, "http://127.0.0.1:");
    if (at == NULL)
        bench_die("the manager did not start: %s", line);
    return (uint16_t)strtoul(at + strlen("http://127.0.0.1:"), NULL, 10);
}

void served_start(struct served *s, const char *croupier, const char *folder, unsigned tables)
{
    char floor[4200];
    int ends[2];
    snprintf(s->folder, sizeof(s->folder), "%.4000s/bench-XXXXXX", folder);
    if (mkdtemp(s->folder) == NULL || pipe(ends) != 0)
        bench_die("cannot make a folder in %s", folder);
    snprintf(floor, sizeof(floor), "%s/floor.yaml", s->folder);
    write_floor(floor, tables);
    s->pid = fork();
    if (s->pid < 0)
        bench_die("cannot start a process");
    if (s->pid == 0)
        run(s, croupier, floor, ends[1]);
    running = s->pid;
    close(ends[1]);
    s->port = read_port(ends[0]);
    close(ends[0]);
}

void served_stop(struct served *s)
{
    static const char *const parts[] = {"floor.db",      "floor.db-wal", "floor.db-shm",
                                        "floor.db.lock", "floor.yaml",   "sync"};
    int status = 0;
    kill(s->pid, SIGTERM);
    waitpid(s->pid, &status, 0);
    running = 0;
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        char path[4200];
        snprintf(path, sizeof(path), "%s/%s", s->folder, parts[i]);
        unlink(path);
    }
    rmdir(s->folder);
    if (status != 0)
        bench_die("the manager ended with status %d", status);
}

double served_cpu(const struct served *s)
{
    char path[64], text[1024];
    unsigned long user = 0, system = 0;
    snprintf(path, sizeof(path), "/proc/%ld/stat", (long)s->pid);
    FILE *file = fopen(path, "r");
    size_t len = file != NULL ? fread(text, 1, sizeof(text) - 1, file) : 0;
    if (file != NULL)
        fclose(file);
    text[len] = '\0';
    /* Behind the name, which may hold anything. */
    const char *at = strrchr(text, ')');
    if (at == NULL ||
        sscanf(at + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system) != 2)
        bench_die("the manager is gone");
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
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
