/* Acts of an intruder and of the program itself; see acts.h. */
#define _GNU_SOURCE

#include "guard/acts.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#define NO_ENV ((char *const *)(char *[]){NULL})

char act_store[128], act_stranger[128];
int act_ends[2];

static int result(long rc)
{
    return rc < 0 ? errno : 0;
}

static int read_file(const char *path)
{
    char byte;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    return fd < 0 ? errno : result(read(fd, &byte, 1));
}

int act_make_file(const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    return fd < 0 ? errno : result(write(fd, "x", 1));
}

int act_nothing(void)
{
    return 0;
}

int act_run_program(void)
{
    return result(execve("/bin/true", NO_ENV, NO_ENV));
}

int act_trace(void)
{
    return result(ptrace(PTRACE_ATTACH, 0, NULL, NULL));
}

int act_become_another(void)
{
    return result(syscall(SYS_setuid, 0));
}

int act_make_process(void)
{
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    return result(child);
}

int act_hang_up(void)
{
    return result(syscall(SYS_vhangup));
}

int act_read_shadow(void)
{
    return read_file("/etc/shadow");
}

int act_read_stranger(void)
{
    return read_file(act_stranger);
}

int act_write_outside(void)
{
    return act_make_file(act_stranger);
}

int act_cut_outside(void)
{
    return result(truncate(act_stranger, 0));
}

int act_remove_outside(void)
{
    return result(unlink(act_stranger));
}

int act_read_store(void)
{
    return read_file(act_store);
}

int act_write_store(void)
{
    return act_make_file(act_store);
}

int act_work_beside(void)
{
    char path[160], other[160];
    snprintf(path, sizeof path, "%s-wal", act_store);
    snprintf(other, sizeof other, "%s-moved", act_store);
    int rc = act_make_file(path);
    if (rc == 0)
        rc = result(rename(path, other));
    return rc == 0 ? result(unlink(other)) : rc;
}

int act_make_beside(void)
{
    char path[160];
    snprintf(path, sizeof path, "%s-new", act_store);
    return act_make_file(path);
}

int act_run_memory(void)
{
    void *page =
        mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return page == MAP_FAILED ? errno : 0;
}

int act_turn_runnable(void)
{
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return page == MAP_FAILED ? 0 : result(mprotect(page, 4096, PROT_READ | PROT_EXEC));
}

int act_open_internet(void)
{
    return result(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
}

int act_open_raw(void)
{
    return result(socket(AF_PACKET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
}

int act_open_neighbour(void)
{
    return result(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
}

static void *read_in_thread(void *context)
{
    *(int *)context = act_read_stranger();
    return NULL;
}

int act_start_thread(void)
{
    pthread_t thread;
    int said = 0;
    int rc = pthread_create(&thread, NULL, read_in_thread, &said);
    return rc != 0 || pthread_join(thread, NULL) != 0 ? EAGAIN : said;
}

int act_look_at_itself(void)
{
    static const char wanted[] = "NoNewPrivs:\t1";
    struct rlimit core = {1, 1};
    char text[4096] = "";
    int fd = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    if (fd < 0 || read(fd, text, sizeof text - 1) < 0 || strstr(text, wanted) == NULL)
        return ENOTSUP;
    if (getrlimit(RLIMIT_CORE, &core) != 0 || core.rlim_cur != 0 || core.rlim_max != 0)
        return EOVERFLOW;
    return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 0 ? 0 : EBUSY;
}

int act_hash_itself(void)
{
    return read_file("/proc/self/exe");
}

int act_answer(void)
{
    char byte = 0;
    ssize_t rc = read(act_ends[0], &byte, 1);
    return rc == 1 && byte == 'q' && write(act_ends[1], "a", 1) == 1 ? 0 : EIO;
}
