/* croupier doctor: checks this machine: the program, its libraries, the clock, and the guard. */
#define _DEFAULT_SOURCE /* adjtimex */

#include "app/doctor.h"
#include "base/hex.h"
#include "base/version.h"
#include "os/clock.h"
#include "os/sandbox.h"
#include "service/notary/self_check.h"

#include <curl/curl.h>
#include <libpq-fe.h>
#include <microhttpd.h>
#include <sodium.h>
#include <sqlite3.h>
#include <sys/timex.h>
#include <unistd.h>

/* No event of this program can be older. */
#define CLOCK_EARLIEST_MS INT64_C(1735689600000) /* 2025 */

/* REG-5: reports the program with the hash that a manager records when it starts. */
static void look_at_program(struct doctor *d)
{
    uint8_t hash[CR_HASH_BYTES];
    char hex[HEX_TEXT(CR_HASH_BYTES)], path[1024];
    ssize_t len = readlink("/proc/self/exe", path, sizeof path - 1);
    path[len > 0 ? len : 0] = '\0';
    self_check_hash_program(hash);
    if (sodium_is_zero(hash, sizeof hash))
        doctor_warn(d, "program", "croupier %s; its file cannot be read, so its hash is not known",
                    croupier_version);
    else
        doctor_ok(d, "program", "croupier %s, %s, BLAKE2b %s", croupier_version, path,
                  hex_encode(hash, sizeof hash, hex));
}

/* SQLite before 3.51.3 can damage a file when two connections write and checkpoint at once. Here
 * one connection does both, and the lock beside the file keeps a second one out. */
static void look_at_libraries(struct doctor *d)
{
    const int pq = PQlibVersion();
    doctor_ok(d, "libraries",
              "SQLite %s%s, libpq %d.%d, libsodium %s, libcurl %s, libmicrohttpd %s",
              sqlite3_libversion(),
              sqlite3_libversion_number() < 3051003 ? " (safe here: one connection writes)" : "",
              pq / 10000, pq % 10000, sodium_version_string(),
              curl_version_info(CURLVERSION_NOW)->version, MHD_get_version());
}

static void look_at_clock(struct doctor *d)
{
    struct timex state = {0};
    char time[WHEN_TEXT_MAX];
    const int64_t now = clock_wall_ms();
    when_format(now, time);
    if (now < CLOCK_EARLIEST_MS) {
        doctor_problem(d, "clock", "it says %s UTC, which cannot be", time);
        doctor_todo(d, "set the clock and let it be kept by NTP (timedatectl set-ntp true)");
        return;
    }
    const int answer = adjtimex(&state);
    if (answer < 0) {
        doctor_ok(d, "clock", "%s UTC; whether it is kept by NTP cannot be known here", time);
    } else if (answer == TIME_ERROR || (state.status & STA_UNSYNC)) {
        doctor_warn(d, "clock", "%s UTC, not kept by NTP", time);
        doctor_todo(d, "the log's times are this clock's: let it be kept (timedatectl set-ntp "
                       "true), unless the host of this machine does");
    } else {
        doctor_ok(d, "clock", "%s UTC, kept by NTP, within %ld ms", time, state.maxerror / 1000);
    }
}

/* Reports how the program can confine itself on this machine. */
static void look_at_guard(struct doctor *d)
{
    const int landlock = guard_landlock_version();
    if (guard_left_out() != NULL) {
        doctor_warn(d, "guard", "%s: the program does not confine itself", guard_left_out());
    } else if (landlock == 0) {
        doctor_warn(d, "guard",
                    "seccomp: a manager makes %u system calls; landlock: this kernel "
                    "has none",
                    guard_call_count(GUARD_MANAGER));
        doctor_todo(d, "files are kept by the user's permissions only: run it by its unit, or on "
                       "a kernel with landlock (5.13 or later, named in the lsm= of its start)");
    } else {
        doctor_ok(d, "guard", "seccomp: a manager makes %u system calls; landlock version %d",
                  guard_call_count(GUARD_MANAGER), landlock);
    }
}

void doctor_look_machine(struct doctor *d)
{
    look_at_program(d);
    look_at_libraries(d);
    look_at_clock(d);
    look_at_guard(d);
}
