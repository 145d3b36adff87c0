/* A live manager under attack (siege.h). */
#define _GNU_SOURCE
#include "siege.h"

#include "net/client.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

enum { TABLES = 2, PATIENCE = 6000, PAUSE_MS = 20 };

static const char *const table_names[TABLES] = {"t1", "t2"};

/* The tables that play have no progressive, because a jackpot would wait for people and stop the
 * table. */
static const char floor_text[] = "floor: Under siege\n"
                                 "configured_by: [One, Two]\n"
                                 "people: {One: manager, Two: manager}\n"
                                 "links:\n"
                                 "  main: {progressive: cn, claim_lock: yes, open: yes}\n"
                                 "tables:\n"
                                 "  t1: {rules: tcp-cn}\n"
                                 "  t2: {rules: tcp-cn}\n"
                                 "  t3: {rules: uth-cn, link: main}\n";

static struct {
    const char *program;
    char dir[64];
    pid_t manager, tables[TABLES];
    uint16_t ports[SIEGE_DOORS];
    struct http_client *client, *tls;
} siege;

static void rest(void)
{
    nanosleep(&(struct timespec){.tv_nsec = PAUSE_MS * 1000000L}, NULL);
}

/* ---- Processes ---- */

static pid_t start(const char *out, const char *const *words)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", siege.dir, out);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid > 0)
        return pid;
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    int in = open("/dev/null", O_RDONLY);
    if (fd < 0 || in < 0 || dup2(in, 0) < 0 || dup2(fd, 1) < 0 || dup2(fd, 2) < 0)
        _exit(127);
    execv(siege.program, (char *const *)(uintptr_t)words);
    _exit(127);
}

static void write_floor(const char *path)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(floor_text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void run(const char *const *words)
{
    int status;
    pid_t pid = start("run", words);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static uint16_t port_of(const char *scheme)
{
    char path[128], text[2048], wanted[64];
    unsigned port;
    snprintf(path, sizeof path, "%s/serve", siege.dir);
    snprintf(wanted, sizeof wanted, "%s://127.0.0.1:", scheme);
    for (unsigned i = 0; i < PATIENCE; i++, rest()) {
        FILE *file = fopen(path, "rb");
        size_t len = file ? fread(text, 1, sizeof text - 1, file) : 0;
        if (file)
            fclose(file);
        text[len] = '\0';
        const char *at = strstr(text, wanted);
        if (at && strchr(at, '\n') && sscanf(at + strlen(wanted), "%u", &port) == 1)
            return (uint16_t)port;
    }
    fail_msg("the manager does not start: %s", text);
    return 0;
}

static struct http_client *client_of(enum siege_door door)
{
    char base[64], ca[128];
    const char *bases[] = {base};
    struct http_client *client;
    struct cr_err err;
    snprintf(base, sizeof base, "%s://127.0.0.1:%u", door == SIEGE_TLS ? "https" : "http",
             siege.ports[door]);
    snprintf(ca, sizeof ca, "%s/trust/ca.pem", siege.dir);
    assert_int_equal(http_client_new(bases, 1, &client, &err), CR_OK);
    assert_int_equal(http_client_set_tls(client, ca, NULL, NULL, &err), CR_OK);
    return client;
}

static void start_tables(void)
{
    char trust[128], out[128], state[128], url[64], ca[160], cert[160], key[160];
    snprintf(trust, sizeof trust, "%s/trust", siege.dir);
    snprintf(out, sizeof out, "%s/t", siege.dir);
    run((const char *const[]){"croupier", "pki", "issue", trust, "--table", table_names[0], "--out",
                              out, NULL});
    snprintf(ca, sizeof ca, "%s/ca.pem", out);
    snprintf(cert, sizeof cert, "%s/table.pem", out);
    snprintf(key, sizeof key, "%s/table.key", out);
    for (unsigned i = 0; i < TABLES; i++) {
        const bool secure = i == 0;
        snprintf(state, sizeof state, "%s/%s.table", siege.dir, table_names[i]);
        snprintf(url, sizeof url, "%s://127.0.0.1:%u", secure ? "https" : "http",
                 siege.ports[secure ? SIEGE_TLS : SIEGE_PLAIN]);
        const char *const plain[] = {"croupier",  "table", table_names[i], "--manager", url,
                                     "--players", "2",     "--pace",       "30",        "--state",
                                     state,       NULL};
        const char *const with[] = {
            "croupier", "table",  table_names[i], "--manager", url,   "--players",
            "2",        "--pace", "30",           "--state",   state, "--ca",
            ca,         "--cert", cert,           "--key",     key,   NULL};
        siege.tables[i] = start(table_names[i], secure ? with : plain);
    }
}

void siege_open(const char *program, bool with_tables)
{
    char trust[128], store[128], floor[128];
    siege.program = program;
    snprintf(siege.dir, sizeof siege.dir, "/tmp/croupier-siege-XXXXXX");
    assert_non_null(mkdtemp(siege.dir));
    snprintf(trust, sizeof trust, "%s/trust", siege.dir);
    snprintf(floor, sizeof floor, "%s/floor.yaml", siege.dir);
    write_floor(floor);
    snprintf(store, sizeof store, "sqlite:%s/floor.db", siege.dir);
    run((const char *const[]){"croupier", "pki", "init", trust, NULL});
    /* The lease is longer than usual, because machines that run tests are often busy. */
    siege.manager = start(
        "serve", (const char *const[]){"croupier", "serve", "--open", "--floor", floor, "--store",
                                       store, "--listen", "127.0.0.1:0", "--tls", "127.0.0.1:0",
                                       "--trust", trust, "--lease", "30000", NULL});
    siege.ports[SIEGE_PLAIN] = port_of("http");
    siege.ports[SIEGE_TLS] = port_of("https");
    siege.client = client_of(SIEGE_PLAIN);
    siege.tls = client_of(SIEGE_TLS);
    if (with_tables) {
        start_tables();
        siege_wait_rounds(1);
    }
}

/* Returns false if the process did not end with status 0. */
static bool end(pid_t pid, int signal)
{
    int status;
    if (pid <= 0)
        return true;
    kill(pid, signal);
    waitpid(pid, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int siege_close(void **state)
{
    char command[128];
    (void)state;
    for (unsigned i = 0; i < TABLES; i++)
        end(siege.tables[i], SIGKILL);
    const bool in_order = end(siege.manager, SIGTERM);
    http_client_free(siege.client);
    http_client_free(siege.tls);
    snprintf(command, sizeof command, "rm -r '%s'", siege.dir);
    memset(&siege, 0, sizeof siege);
    return system(command) == 0 && in_order ? 0 : -1;
}

/* ---- Reading the manager's state ---- */

uint16_t siege_port(enum siege_door door)
{
    return siege.ports[door];
}

long siege_memory(void)
{
    char path[64], line[256];
    long kib = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)siege.manager);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "VmRSS: %ld", &kib) == 1)
            break;
    fclose(file);
    return kib;
}

unsigned siege_ask(const char *method, const char *path, const char *body, const char **answer)
{
    struct http_client_answer got;
    struct cr_err err;
    if (http_call(siege.client, method, path, body, body ? strlen(body) : 0, 30000, &got, &err) !=
        CR_OK)
        fail_msg("%s %s: %s", method, path, err.text);
    if (answer)
        *answer = got.body;
    return got.status;
}

unsigned siege_rounds(const char *table)
{
    char path[64];
    const char *answer;
    snprintf(path, sizeof path, "/api/v1/tables/%s", table);
    assert_int_equal(siege_ask("GET", path, NULL, &answer), 200);
    const char *at = strstr(answer, "\"round\":");
    return at ? (unsigned)strtoul(at + 8, NULL, 10) : 0;
}

void siege_wait_rounds(unsigned more)
{
    for (unsigned i = 0; i < TABLES; i++) {
        const unsigned before = siege_rounds(table_names[i]);
        unsigned tries = 0;
        while (siege_rounds(table_names[i]) < before + more) {
            rest();
            if (++tries > PATIENCE)
                fail_msg("table %s plays no more", table_names[i]);
        }
    }
}

void siege_check(void)
{
    static const char *const kinds[] = {"table_lost", "table_left"};
    const char *answer;
    struct http_client_answer got;
    struct cr_err err;
    char path[64];
    for (unsigned i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "/api/v1/log?kind=%s", kinds[i]);
        assert_int_equal(siege_ask("GET", path, NULL, &answer), 200);
        if (!strstr(answer, "\"events\":[]"))
            fail_msg("a table was lost: %.300s", answer);
    }
    assert_int_equal(siege_ask("GET", "/readyz", NULL, NULL), 200);
    if (http_call(siege.tls, "GET", "/readyz", NULL, 0, 30000, &got, &err) != CR_OK)
        fail_msg("the TLS door: %s", err.text);
    assert_int_equal(got.status, 200);
}

/* ---- Attacking ---- */

int siege_dial(enum siege_door door, unsigned attacker)
{
    struct sockaddr_in from = {.sin_family = AF_INET},
                       to = {.sin_family = AF_INET, .sin_port = htons(siege.ports[door])};
    struct timeval patience = {.tv_sec = 60};
    const int one = 1;
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    from.sin_addr.s_addr = htonl(0x7f010001U + attacker);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    setsockopt(fd, IPPROTO_IP, 24 /* IP_BIND_ADDRESS_NO_PORT */, &one, sizeof one);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    if (bind(fd, (const struct sockaddr *)&from, sizeof from) != 0 ||
        connect(fd, (const struct sockaddr *)&to, sizeof to) != 0) {
        close(fd);
        return -1;
    }
    return fd;
}

size_t siege_hear(int fd, char *out, size_t room)
{
    size_t len = 0;
    char drop[4096];
    for (;;) {
        const bool fits = len + 1 < room;
        ssize_t n = recv(fd, fits ? out + len : drop, fits ? room - 1 - len : sizeof drop, 0);
        if (n <= 0)
            break;
        len += fits ? (size_t)n : 0;
    }
    if (room > 0)
        out[len] = '\0';
    return len;
}

bool siege_say(int fd, const void *data, size_t len)
{
    const char *at = data;
    while (len > 0) {
        ssize_t n = send(fd, at, len, MSG_NOSIGNAL);
        if (n <= 0)
            return false;
        at += n;
        len -= (size_t)n;
    }
    return true;
}
