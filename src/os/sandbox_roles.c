/* The system calls of each role, as lists. */
#include "os/sandbox_internal.h"

#include <seccomp.h>

#define CALL(x) SCMP_SYS(x)

/* Memory. */
static const int memory_calls[] = {CALL(munmap),  CALL(mremap),  CALL(brk),   CALL(madvise),
                                   CALL(mincore), CALL(msync),   CALL(mlock), CALL(mlock2),
                                   CALL(munlock), ROLE_CALLS_END};

/* Threads, signals to itself, the end. */
static const int thread_calls[] = {CALL(futex),
                                   CALL(futex_waitv),
                                   CALL(set_robust_list),
                                   CALL(get_robust_list),
                                   CALL(rseq),
                                   CALL(set_tid_address),
                                   CALL(membarrier),
                                   CALL(arch_prctl),
                                   CALL(rt_sigaction),
                                   CALL(rt_sigprocmask),
                                   CALL(rt_sigreturn),
                                   CALL(rt_sigpending),
                                   CALL(rt_sigtimedwait),
                                   CALL(sigaltstack),
                                   CALL(restart_syscall),
                                   CALL(tgkill),
                                   CALL(wait4),
                                   CALL(waitid),
                                   CALL(exit),
                                   CALL(exit_group),
                                   ROLE_CALLS_END};

/* The time, who and where the process is, what it may use. */
static const int knowledge_calls[] = {CALL(clock_gettime),
                                      CALL(clock_getres),
                                      CALL(clock_nanosleep),
                                      CALL(nanosleep),
                                      CALL(gettimeofday),
                                      CALL(time),
                                      CALL(times),
                                      CALL(getrandom),
                                      CALL(getpid),
                                      CALL(getppid),
                                      CALL(gettid),
                                      CALL(getuid),
                                      CALL(geteuid),
                                      CALL(getgid),
                                      CALL(getegid),
                                      CALL(getresuid),
                                      CALL(getresgid),
                                      CALL(sched_yield),
                                      CALL(sched_getaffinity),
                                      CALL(sched_setaffinity),
                                      CALL(sched_getparam),
                                      CALL(sched_getscheduler),
                                      CALL(getcpu),
                                      CALL(getpriority),
                                      CALL(setpriority),
                                      CALL(getrusage),
                                      CALL(getrlimit),
                                      CALL(setrlimit),
                                      CALL(prlimit64),
                                      CALL(sysinfo),
                                      CALL(uname),
                                      CALL(umask),
                                      ROLE_CALLS_END};

/* Files that are open: reading, writing, waiting. */
static const int open_calls[] = {CALL(read),
                                 CALL(write),
                                 CALL(readv),
                                 CALL(writev),
                                 CALL(pread64),
                                 CALL(pwrite64),
                                 CALL(preadv),
                                 CALL(pwritev),
                                 CALL(close),
                                 CALL(close_range),
                                 CALL(lseek),
                                 CALL(fstat),
                                 CALL(poll),
                                 CALL(ppoll),
                                 CALL(select),
                                 CALL(pselect6),
                                 CALL(epoll_create),
                                 CALL(epoll_create1),
                                 CALL(epoll_ctl),
                                 CALL(epoll_wait),
                                 CALL(epoll_pwait),
                                 CALL(epoll_pwait2),
                                 CALL(eventfd2),
                                 CALL(timerfd_create),
                                 CALL(timerfd_settime),
                                 CALL(timerfd_gettime),
                                 CALL(pipe),
                                 CALL(pipe2),
                                 CALL(dup),
                                 CALL(dup2),
                                 CALL(dup3),
                                 CALL(fcntl),
                                 CALL(ioctl),
                                 CALL(flock),
                                 CALL(fsync),
                                 CALL(fdatasync),
                                 CALL(sync_file_range),
                                 CALL(ftruncate),
                                 CALL(fallocate),
                                 CALL(fadvise64),
                                 CALL(readahead),
                                 CALL(fstatfs),
                                 ROLE_CALLS_END};

/* Files by their names; landlock says which ones. */
static const int file_calls[] = {
    CALL(open),       CALL(openat), CALL(newfstatat), CALL(stat),       CALL(lstat),
    CALL(statx),      CALL(access), CALL(faccessat),  CALL(faccessat2), CALL(readlink),
    CALL(readlinkat), CALL(getcwd), CALL(getdents64), CALL(statfs),     ROLE_CALLS_END};

/* Making and removing files. */
static const int writer_calls[] = {
    CALL(creat),    CALL(mkdir),  CALL(mkdirat),  CALL(rmdir),           CALL(unlink),
    CALL(unlinkat), CALL(rename), CALL(renameat), CALL(renameat2),       CALL(truncate),
    CALL(chmod),    CALL(fchmod), CALL(fchmodat), CALL(fchown),          CALL(utimensat),
    CALL(link),     CALL(linkat), CALL(sendfile), CALL(copy_file_range), ROLE_CALLS_END};

/* Connections that exist already. */
static const int connected_calls[] = {
    CALL(sendto),      CALL(recvfrom),    CALL(sendmsg),    CALL(recvmsg),    CALL(shutdown),
    CALL(getsockname), CALL(getpeername), CALL(getsockopt), CALL(setsockopt), ROLE_CALLS_END};

/* New connections; socket itself is in sandbox_calls.c. */
static const int network_calls[] = {CALL(bind),     CALL(listen),   CALL(accept),
                                    CALL(accept4),  CALL(connect),  CALL(socketpair),
                                    CALL(sendmmsg), CALL(recvmmsg), ROLE_CALLS_END};

/* For a process that only answers on what it has open. */
static const int signer_calls[] = {CALL(read),    CALL(write),        CALL(close),
                                   CALL(exit),    CALL(exit_group),   CALL(munmap),
                                   CALL(brk),     CALL(rt_sigreturn), CALL(restart_syscall),
                                   ROLE_CALLS_END};

const int *const role_calls[][ROLE_LISTS_MAX + 1] = {
    [GUARD_MANAGER] = {memory_calls, thread_calls, knowledge_calls, open_calls, file_calls,
                       writer_calls, connected_calls, network_calls},
    [GUARD_TABLE] = {memory_calls, thread_calls, knowledge_calls, open_calls, file_calls,
                     writer_calls, connected_calls, network_calls},
    [GUARD_VERIFY] = {memory_calls, thread_calls, knowledge_calls, open_calls, file_calls,
                      connected_calls},
    [GUARD_SIGNER] = {signer_calls},
    [GUARD_QUESTIONS] = {memory_calls, thread_calls, knowledge_calls, open_calls, file_calls,
                         writer_calls},
};

/* Nothing in this program or its libraries makes these. */
const int deadly_calls[] = {CALL(execve),
                            CALL(execveat),
                            CALL(ptrace),
                            CALL(process_vm_readv),
                            CALL(process_vm_writev),
                            CALL(init_module),
                            CALL(finit_module),
                            CALL(delete_module),
                            CALL(kexec_load),
                            CALL(kexec_file_load),
                            CALL(mount),
                            CALL(umount2),
                            CALL(pivot_root),
                            CALL(chroot),
                            CALL(setns),
                            CALL(unshare),
                            CALL(bpf),
                            CALL(perf_event_open),
                            CALL(userfaultfd),
                            CALL(io_uring_setup),
                            CALL(setuid),
                            CALL(setgid),
                            CALL(setreuid),
                            CALL(setregid),
                            CALL(setresuid),
                            CALL(setresgid),
                            CALL(setgroups),
                            CALL(capset),
                            CALL(open_by_handle_at),
                            CALL(mknod),
                            CALL(mknodat),
                            CALL(reboot),
                            CALL(clock_settime),
                            CALL(settimeofday),
                            CALL(iopl),
                            CALL(ioperm),
                            CALL(pidfd_getfd),
                            CALL(process_madvise),
                            CALL(seccomp),
                            ROLE_CALLS_END};

/* Libraries try these calls and go on without them. */
const int refused_calls[] = {CALL(keyctl),        CALL(add_key),   CALL(request_key),
                             CALL(memfd_create),  CALL(kill),      CALL(chown),
                             CALL(symlink),       CALL(symlinkat), CALL(sched_setscheduler),
                             CALL(inotify_init1), CALL(capget),    ROLE_CALLS_END};
