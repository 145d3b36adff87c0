/* Starts real processes for tests in C, and asks them over HTTP; see venue.h. */
#include "table/venue.h"

#include "base/json_read.h"
#include "net/client.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define PROCESSES 32
#define WORDS     32
#define PATIENCE  9000 /* pauses of PAUSE_MS: a machine may be slow */
#define PAUSE_MS  20

static struct {
    const char *program;
    char dir[64], manager[VENUE_URL];
    pid_t pids[PROCESSES];
    unsigned count;
    struct json_tape tape;
} venue;

static void pause_once(void)
{
    const struct timespec t = {.tv_nsec = PAUSE_MS * 1000000L};
    nanosleep(&t, NULL);
}

/* ---- Processes ---- */

void venue_open(const char *program)
{
    venue.program = program;
    snprintf(venue.dir, sizeof(venue.dir), "/tmp/venue-XXXXXX");
    assert_non_null(mkdtemp(venue.dir));
    venue.count = 0;
    venue.manager[0] = '\0';
}

static void path_of(const char *name, char *out, size_t size)
{
    snprintf(out, size, "%s/%s", venue.dir, name);
}

static void put_folder(const char *word, char *out, size_t size)
{
    const char *mark = strstr(word, "{}");
    if (mark == NULL)
        snprintf(out, size, "%s", word);
    else
        snprintf(out, size, "%.*s%s%s", (int)(mark - word), word, venue.dir, mark + 2);
}

static void become(const char *name, const char *const *words)
{
    static char texts[WORDS][256];
    char *arguments[WORDS + 2] = {"croupier"};
    char path[256];
    for (unsigned i = 0; i < WORDS && words[i] != NULL; i++) {
        put_folder(words[i], texts[i], sizeof(texts[i]));
        arguments[i + 1] = texts[i];
    }
    path_of(name, path, sizeof(path));
    const int out = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const int in = open("/dev/null", O_RDONLY);
    if (out < 0 || in < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0)
        _exit(127);
    execv(venue.program, arguments);
    _exit(127);
}

pid_t venue_start(const char *name, const char *const *words)
{
    char path[256];
    assert_true(venue.count < PROCESSES);
    path_of(name, path, sizeof(path));
    unlink(path); /* output of an earlier process is not this one's */
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0)
        become(name, words);
    venue.pids[venue.count++] = pid;
    return pid;
}

void venue_end(pid_t pid, int signal)
{
    int status = 0;
    kill(pid, signal);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    for (unsigned i = 0; i < venue.count; i++)
        if (venue.pids[i] == pid)
            venue.pids[i] = venue.pids[--venue.count];
    if (signal != SIGKILL && (!WIFEXITED(status) || WEXITSTATUS(status) != 0))
        fail_msg("it did not end well: %d", status);
}

void venue_close(void)
{
    char command[128];
    while (venue.count > 0)
        venue_end(venue.pids[0], SIGKILL);
    snprintf(command, sizeof(command), "rm -r '%s'", venue.dir);
    assert_int_equal(system(command), 0);
}

/* What a file of that name holds so far, as terminated text. Zero bytes, which a table's journal
 * has, become blanks. */
static const char *printed(const char *name)
{
    static char text[256 * 1024];
    char path[256];
    path_of(name, path, sizeof(path));
    FILE *file = fopen(path, "rb");
    const size_t len = file != NULL ? fread(text, 1, sizeof(text) - 1, file) : 0;
    if (file != NULL)
        fclose(file);
    for (size_t i = 0; i < len; i++)
        if (text[i] == '\0')
            text[i] = ' ';
    text[len] = '\0';
    return text;
}

void venue_until_says(const char *name, const char *text)
{
    for (unsigned i = 0; i < PATIENCE; i++, pause_once())
        if (strstr(printed(name), text) != NULL)
            return;
    fail_msg("never '%s' in: %s", text, printed(name));
}

void venue_address(const char *name, const char *before, char out[VENUE_URL])
{
    venue_until_says(name, before);
    const char *at = strstr(printed(name), before) + strlen(before);
    const size_t len = strlen("http://") + strcspn(at + strlen("http://"), "/ \n");
    assert_int_equal(strncmp(at, "http://", 7), 0);
    assert_true(len < VENUE_URL);
    snprintf(out, VENUE_URL, "%.*s", (int)len, at);
}

const char *venue_manager(void)
{
    return venue.manager;
}

static bool is_free(unsigned port)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(fd >= 0);
    const bool is_bound = bind(fd, (const struct sockaddr *)&at, sizeof(at)) == 0;
    close(fd);
    return is_bound;
}

/* Picks a free port outside of the range from which the kernel gives ports to any program: another
 * test could get it while the manager is down. */
static unsigned pick_port(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    unsigned number = (unsigned)now.tv_nsec ^ (unsigned)getpid() << 8;
    do
        number = number * 1664525 + 1013904223;
    while (!is_free(20000 + (number >> 8) % 12000));
    return 20000 + (number >> 8) % 12000;
}

pid_t venue_start_manager(const char *lease)
{
    if (venue.manager[0] == '\0')
        snprintf(venue.manager, sizeof(venue.manager), "http://127.0.0.1:%u", pick_port());
    const pid_t pid =
        venue_start("serve", (const char *const[]){"serve", "--open", "--floor", "floors/demo.yaml",
                                                   "--store", "{}/floor.db", "--lease", lease,
                                                   "--listen", venue.manager + 7, NULL});
    venue_until_says("serve", venue.manager);
    return pid;
}

/* ---- Calls ---- */

unsigned venue_call_bytes(const char *base, const char *method, const char *path, const char *body,
                          size_t len)
{
    struct http_client *client;
    struct http_client_answer answer;
    struct cr_err err = {0};
    assert_int_equal(http_client_new(&base, 1, &client, &err), 0);
    if (http_call(client, method, path, body, len, 120000, &answer, &err) != 0)
        fail_msg("%s %s: %s", method, path, err.text);
    if (json_tape_read(&venue.tape, answer.body, answer.len, &err) != 0)
        fail_msg("%s %s: %u, %s: %s", method, path, answer.status, err.text, answer.body);
    const unsigned status = answer.status;
    http_client_free(client);
    return status;
}

unsigned venue_call(const char *base, const char *method, const char *path, const char *body)
{
    return venue_call_bytes(base, method, path, body, body != NULL ? strlen(body) : 0);
}

static const struct json_node *child(const struct json_node *n, const char *word, size_t len)
{
    char name[64];
    snprintf(name, sizeof(name), "%.*s", (int)len, word);
    if (n->kind == JSON_OBJECT)
        return json_member(n, name);
    if (n->kind != JSON_ARRAY)
        return NULL;
    const unsigned long index = strtoul(name, NULL, 10);
    const struct json_node *each = json_first(n);
    for (unsigned long i = 0; i < index && i < n->count; i++)
        each = json_next(each);
    return index < n->count ? each : NULL;
}

static const struct json_node *find(const char *path)
{
    const struct json_node *n = &venue.tape.nodes[0];
    for (const char *at = path; n != NULL && *at != '\0';) {
        const size_t len = strcspn(at, ".");
        n = child(n, at, len);
        at += at[len] == '.' ? len + 1 : len;
    }
    return n;
}

const char *venue_at(const char *path)
{
    static char texts[8][512];
    static unsigned next;
    char *out = texts[next++ % 8];
    const struct json_node *n = find(path);
    if (n == NULL)
        out[0] = '\0';
    else if (n->kind == JSON_STRING || n->kind == JSON_NUMBER)
        snprintf(out, sizeof(texts[0]), "%.*s", (int)n->len, n->text);
    else if (n->kind == JSON_BOOL)
        snprintf(out, sizeof(texts[0]), "%s", n->truth ? "true" : "false");
    else
        snprintf(out, sizeof(texts[0]), "%s", n->kind == JSON_NULL ? "null" : "…");
    return out;
}

unsigned venue_count(const char *path)
{
    const struct json_node *n = find(path);
    assert_non_null(n);
    assert_int_equal(n->kind, JSON_ARRAY);
    return n->count;
}

void venue_until(const char *base, const char *address, const char *path, const char *value)
{
    for (unsigned i = 0; i < PATIENCE; i++, pause_once()) {
        assert_int_equal(venue_call(base, "GET", address, NULL), 200);
        if (strcmp(venue_at(path), value) == 0)
            return;
    }
    fail_msg("%s is never %s but %s; next: %s", path, value, venue_at(path), venue_at("next"));
}

/* ---- A dealer's console ---- */

void venue_press(const char *console, unsigned status, const char *body)
{
    const unsigned got = venue_call(console, "POST", VENUE_CONSOLE "/press", body);
    if (got != status)
        fail_msg("%s: %u, not %u: %s", body, got, status, venue_at("detail"));
}

void venue_refused(const char *console, const char *body, const char *words)
{
    venue_press(console, 409, body);
    if (strstr(venue_at("detail"), words) == NULL)
        fail_msg("%s: '%s' does not say '%s'", body, venue_at("detail"), words);
}

void venue_state(const char *console, const char *path, const char *value)
{
    venue_until(console, VENUE_CONSOLE, path, value);
}
