/* Slow clients and junk at both listeners while tables play: no table loses its lease, the
 * manager's memory stays bounded, and everything answers afterwards.
 *
 * usage: test_flood CROUPIER [CONNECTIONS]     100000 without it */
#define _GNU_SOURCE
#include "siege.h"

#include "net/tls.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

enum { SLOW = 200, WORKERS = 8, HELLO_MAX = 1024, MEMORY_KIB = 96 * 1024 };

static const char *program;
static unsigned junk_count = 100000;

/* ---- Slow clients ---- */

struct slow {
    int fd;
    bool ended;
};

static bool has_ended(struct slow *s)
{
    char byte[256];
    ssize_t n = recv(s->fd, byte, sizeof byte, MSG_DONTWAIT);
    return n == 0 || (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK);
}

/* Sends a byte to each connection, so that none of them is silent. Returns the number of open ones.
 */
static unsigned trickle(struct slow *slow, unsigned count, unsigned turn)
{
    static const char head[] = "GET /api/v1/floor HTTP/1.1\r\nHost: localhost\r\nX-A: b\r\nX-B: ";
    unsigned live = 0;
    for (unsigned i = 0; i < count; i++) {
        if (slow[i].ended)
            continue;
        const char c = turn < sizeof head - 1 ? head[turn] : 'x';
        slow[i].ended = has_ended(&slow[i]) || !siege_say(slow[i].fd, &c, 1);
        if (slow[i].ended)
            close(slow[i].fd);
        live += !slow[i].ended;
    }
    return live;
}

static void slow_clients_starve_nobody(void **state)
{
    (void)state;
    static struct slow slow[SIEGE_DOORS * SLOW];
    unsigned count = 0, turn = 0, live;
    siege_open(program, true);
    for (unsigned i = 0; i < SIEGE_DOORS * SLOW; i++) {
        int fd = siege_dial(i % SIEGE_DOORS ? SIEGE_TLS : SIEGE_PLAIN, i % 5);
        if (fd >= 0)
            slow[count++] = (struct slow){.fd = fd};
    }
    siege_wait_rounds(2);
    while ((live = trickle(slow, count, turn)) > 0) {
        if (turn++ % 10 == 0)
            siege_wait_rounds(1);
        usleep(50000);
        if (turn > 4000)
            fail_msg("%u slow connections of %u are still served", live, count);
    }
    siege_check();
    printf("%u slow connections, all ended\n", count);
}

/* ---- Junk ---- */

/* The first message of a real handshake. */
static unsigned char hello[HELLO_MAX];
static size_t hello_len;

static ssize_t keep_hello(gnutls_transport_ptr_t user, const void *data, size_t len)
{
    (void)user;
    if (hello_len + len <= HELLO_MAX) {
        memcpy(hello + hello_len, data, len);
        hello_len += len;
    }
    return (ssize_t)len;
}

static ssize_t hear_nothing(gnutls_transport_ptr_t user, void *data, size_t len)
{
    (void)user;
    (void)data;
    (void)len;
    errno = EAGAIN;
    return -1;
}

static void make_hello(void)
{
    gnutls_session_t session;
    gnutls_certificate_credentials_t credentials;
    gnutls_certificate_allocate_credentials(&credentials);
    gnutls_init(&session, GNUTLS_CLIENT | GNUTLS_NONBLOCK);
    gnutls_priority_set_direct(session, TLS_PRIORITIES, NULL);
    gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, credentials);
    gnutls_transport_set_push_function(session, keep_hello);
    gnutls_transport_set_pull_function(session, hear_nothing);
    gnutls_handshake(session);
    gnutls_deinit(session);
    gnutls_certificate_free_credentials(credentials);
    assert_true(hello_len > 100);
}

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static void fill_random(unsigned char *data, size_t len, uint64_t *state)
{
    for (size_t i = 0; i < len; i++)
        data[i] = (unsigned char)next_random(state);
}

/* Sends one kind of junk on a connection. */
static void throw_junk(int fd, uint64_t *random)
{
    unsigned char data[300];
    const struct linger reset = {.l_onoff = 1, .l_linger = 0};
    const unsigned kind = (unsigned)(next_random(random) % 6);
    if (kind == 1) {
        fill_random(data, sizeof data, random);
        siege_say(fd, data, 1 + next_random(random) % sizeof data);
    } else if (kind == 2) {
        siege_say(fd, hello, 1 + next_random(random) % hello_len);
    } else if (kind == 3) {
        /* The server answers with its certificate, which nobody reads. */
        siege_say(fd, hello, hello_len);
    } else if (kind == 4) {
        siege_say(fd, "GET / HTTP/1.1\r\nHost: ", 22);
    } else if (kind == 5) {
        siege_say(fd,
                  "POST /api/v1/tables/t1/join HTTP/1.1\r\nHost: localhost\r\n"
                  "Content-Type: application/json\r\nContent-Length: 99999\r\n\r\n{",
                  110);
    }
    if (next_random(random) % 2)
        setsockopt(fd, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
}

static atomic_uint thrown, refused;
static atomic_bool over;

/* Each worker keeps a few connections open at a time. */
static void *throw_run(void *user)
{
    enum { OPEN = 8 };
    uint64_t random = 0x9e3779b97f4a7c15U * ((uintptr_t)user + 1);
    int open_fds[OPEN];
    unsigned at = 0;
    for (unsigned i = 0; i < OPEN; i++)
        open_fds[i] = -1;
    while (atomic_fetch_add(&thrown, 1) < junk_count && !over) {
        const enum siege_door door = next_random(&random) % 2 ? SIEGE_TLS : SIEGE_PLAIN;
        int fd = siege_dial(door, (unsigned)(next_random(&random) % 50000));
        if (fd < 0) {
            atomic_fetch_add(&refused, 1);
            continue;
        }
        throw_junk(fd, &random);
        if (open_fds[at % OPEN] >= 0)
            close(open_fds[at % OPEN]);
        open_fds[at++ % OPEN] = fd;
    }
    for (unsigned i = 0; i < OPEN; i++)
        if (open_fds[i] >= 0)
            close(open_fds[i]);
    return NULL;
}

static void junk_is_shrugged_off(void **state)
{
    (void)state;
    pthread_t workers[WORKERS];
    siege_open(program, true);
    make_hello();
    siege_wait_rounds(2);
    const long before = siege_memory();
    for (uintptr_t i = 0; i < WORKERS; i++)
        assert_int_equal(pthread_create(&workers[i], NULL, throw_run, (void *)i), 0);
    /* The tables must play on meanwhile. */
    for (unsigned done = 0; done < junk_count; done = thrown)
        siege_wait_rounds(1);
    for (unsigned i = 0; i < WORKERS; i++)
        pthread_join(workers[i], NULL);
    siege_wait_rounds(2);
    siege_check();
    const long after = siege_memory();
    printf("%u junk connections (%u not taken), memory %ld MiB before, %ld MiB after\n", junk_count,
           refused, before / 1024, after / 1024);
    if (after - before > MEMORY_KIB)
        fail_msg("the manager's memory grew by %ld KiB", after - before);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(slow_clients_starve_nobody, siege_close),
        cmocka_unit_test_teardown(junk_is_shrugged_off, siege_close)};
    if (argc < 2)
        return 2;
    program = argv[1];
    if (argc > 2)
        junk_count = (unsigned)strtoul(argv[2], NULL, 10);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
