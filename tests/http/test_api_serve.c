/* `croupier serve` as a process: floor files, restarts, two managers on one PostgreSQL.
 * usage: test_api_serve CROUPIER [postgresql]   (postgresql needs CROUPIER_TEST_PG) */
#include "api_fixture.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define V1 "/api/v1"

static const char *croupier;
static char folder[] = "/tmp/croupier-serve-XXXXXX";

struct process {
    pid_t pid;
    FILE *out;
    char base[64];
    char errors[128]; /* the file with its standard error */
    struct http_client *client;
};

static void read_file(const char *path, char *out, size_t size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    out[fread(out, 1, size - 1, file)] = '\0';
    fclose(file);
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

/* Starts `croupier serve` with this store, id and floor file (or NULL). */
static struct process launch_as(const char *store, const char *id, const char *floor, bool is_open)
{
    struct process p = {0};
    int ends[2];
    static unsigned count;
    snprintf(p.errors, sizeof(p.errors), "%s/errors-%u", folder, count++);
    assert_int_equal(pipe(ends), 0);
    p.pid = fork();
    if (p.pid == 0) {
        dup2(ends[1], 1);
        close(ends[0]);
        close(ends[1]);
        if (freopen(p.errors, "wb", stderr) == NULL)
            _exit(99);
        char *args[] = {"croupier", "serve",
                        "--store",  (char *)(uintptr_t)store,
                        "--id",     (char *)(uintptr_t)id,
                        "--listen", "127.0.0.1:0",
                        "--lease",  "60000",
                        NULL,       NULL,
                        NULL,       NULL};
        unsigned last = 10;
        if (is_open)
            args[last++] = "--open";
        if (floor != NULL) {
            args[last++] = "--floor";
            args[last++] = (char *)(uintptr_t)floor;
        }
        execv(croupier, args);
        _exit(99);
    }
    close(ends[1]);
    p.out = fdopen(ends[0], "r");
    return p;
}

static struct process launch(const char *store, const char *id, const char *floor)
{
    return launch_as(store, id, floor, true);
}

/* Waits for the line with the address; false if the output ends instead. */
static bool is_up(struct process *p)
{
    char line[512];
    struct cr_err err;
    const char *base = p->base;
    if (fgets(line, sizeof(line), p->out) == NULL)
        return false;
    const char *at = strstr(line, "http://");
    assert_non_null(at);
    snprintf(p->base, sizeof(p->base), "%.*s", (int)strcspn(at, " "), at);
    return http_client_new(&base, 1, &p->client, &err) == 0;
}

/* Sends the signal, if any, and waits. Returns the exit status, or -signal if a signal ended it. */
static int end(struct process *p, int signal_number)
{
    int status;
    if (signal_number != 0)
        kill(p->pid, signal_number);
    assert_int_equal(waitpid(p->pid, &status, 0), p->pid);
    fclose(p->out);
    http_client_free(p->client);
    p->client = NULL;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static struct api_said ask(struct process *p, const char *method, const char *path,
                           const char *body)
{
    return api_ask(p->client, method, path, body);
}

static void expect(struct process *p, const char *path, const char *body, unsigned status,
                   const char *part)
{
    struct api_said said = ask(p, body != NULL ? "POST" : "GET", path, body);
    if (said.status != status || strstr(said.body, part) == NULL)
        fail_msg("%s: %u %s", path, said.status, said.body);
    api_said_free(&said);
}

/* ---- Floor files ---- */

static void remove_store(const char *name)
{
    static const char *const ends[] = {"", "-wal", "-shm", ".lock"};
    for (unsigned i = 0; i < 4; i++) {
        char path[128];
        snprintf(path, sizeof(path), "%s/%s%s", folder, name, ends[i]);
        unlink(path);
    }
}

static void the_demo_floor_runs(void **state)
{
    (void)state;
    char store[128], errors[4096];
    snprintf(store, sizeof(store), "sqlite:%s/demo.db", folder);
    struct process p = launch(store, "m1", "floors/demo.yaml");
    assert_true(is_up(&p));
    expect(&p, V1 "/links/uth-three", NULL, 200, "\"claim_lock\":true");
    expect(&p, V1 "/tables/four-1", NULL, 200, "\"is_live\":true");
    expect(&p, V1 "/tables/tcp-1", NULL, 200, "\"link\":null");
    expect(&p, V1 "/tables/uth-1/join", "{\"instance\":\"box\"}", 200, "\"epoch\":1");
    expect(&p, V1 "/tables/uth-1/events",
           "{\"kind\":\"coin_in\",\"epoch\":1,\"table_seq\":1,\"seats\":[1]}", 200, "10000.14");
    assert_int_equal(end(&p, SIGTERM), 0);
    /* The same floor file again: nothing differs. */
    p = launch(store, "m1", "floors/demo.yaml");
    assert_true(is_up(&p));
    expect(&p, V1 "/links/uth-three", NULL, 200, "10000.14");
    read_file(p.errors, errors, sizeof(errors));
    assert_string_equal(errors, "");
    assert_int_equal(end(&p, SIGINT), 0);
    remove_store("demo.db");
}

static void a_changed_file_changes_nothing(void **state)
{
    (void)state;
    char store[128], floor[128], errors[4096];
    snprintf(store, sizeof(store), "sqlite:%s/same.db", folder);
    snprintf(floor, sizeof(floor), "%s/floor.yaml", folder);
    write_file(floor, "floor: One\nconfigured_by: [A, B]\npeople: {A: manager, B: manager}\n"
                      "links:\n  main: {progressive: cn, claim_lock: yes, open: yes}\n"
                      "tables:\n  t1: {rules: uth-cn, link: main}\n"
                      "thresholds: {check: 5000}\n");
    struct process p = launch(store, "m1", floor);
    assert_true(is_up(&p));
    assert_int_equal(end(&p, SIGTERM), 0);
    write_file(floor, "floor: Two\nconfigured_by: [A, B]\npeople: {A: boss, B: manager, C: x}\n"
                      "links:\n  main: {progressive: cn, open: yes}\n"
                      "tables:\n  t1: {rules: uth-cn}\n  t2: {rules: uth-cn, link: main}\n"
                      "thresholds: {check: 6000}\n");
    p = launch(store, "m1", floor);
    assert_true(is_up(&p));
    expect(&p, V1 "/tables/t2", NULL, 404, "t2");
    assert_int_equal(end(&p, SIGTERM), 0);
    read_file(p.errors, errors, sizeof(errors));
    static const char *const differences[] = {
        "floor.yaml:3: A is boss here and manager on the floor",
        "floor.yaml:3: C is not a person of the floor",
        "floor.yaml:5: link main has claim_lock yes",
        "floor.yaml:7: table t1 is on link main",
        "floor.yaml:8: table t2 is not on the floor",
        "floor.yaml:9: the threshold check differs",
    };
    for (unsigned i = 0; i < sizeof(differences) / sizeof(differences[0]); i++)
        if (strstr(errors, differences[i]) == NULL)
            fail_msg("expected %s, got %s", differences[i], errors);
    remove_store("same.db");
}

#define HEAD "floor: F\nconfigured_by: [A, B]\npeople: {A: manager, B: manager}\n"

static void faults_of_a_floor_file_have_a_place(void **state)
{
    (void)state;
    static const struct {
        const char *text, *fault;
    } cases[] = {
        {"floor: F\n", "1:1: \"configured_by\" is missing"},
        {HEAD "surprise: 1\n", "4:1: "},
        {"floor: F\nconfigured_by: [A]\npeople: {A: x}\n", "2:16: expected two people"},
        {"floor: F\nconfigured_by: [A, A]\npeople: {A: x}\n", "2:20: expected two different"},
        {"floor: F\nconfigured_by: [A, B]\npeople: {A: x}\n", "3:9: \"B\" of configured_by"},
        {HEAD "links:\n  Main: {progressive: cn}\n", "5:3: \"Main\": expected a name"},
        {HEAD "links:\n  main: {progressive: nothing}\n", "5:23: nothing is shipped"},
        {HEAD "links:\n  main: {progressive: uth-cn}\n", "5:23: "},
        {HEAD "links:\n  main: {progressive: cn, policy: luck}\n", "5:35: "},
        {HEAD "links:\n  main: {progressive: cn, approvals: {high: 3, low: 1}}\n", "5:45: "},
        {HEAD "links:\n  main: {progressive: cn, coins_per_minute: 0}\n", "5:45: "},
        {HEAD "links:\n  main: {progressive: cn, open: maybe}\n", "5:33: "},
        {HEAD "tables:\n  t1: {rules: uth-cn, link: main}\n", "5: link: there is no \"main\""},
        {HEAD "tables:\n  t1: {link: main}\n", "5:3: a table has rules, or a game"},
        {HEAD "tables:\n  t1: {game: X}\n", "5: document: a table that deals needs house rules"},
        {HEAD "tables:\n  t1: {rules: cn}\n", "5:15: "},
        {HEAD "thresholds: {bribe: 5}\n", "4:14: unknown threshold"},
        {HEAD "thresholds: {check: 0}\n", "4:21: "},
        {HEAD "limits: {tables: 0}\n", "4:18: expected a whole number"},
        {HEAD "limits: {tables: 1}\ntables: {t1: {rules: tcp-cn}, t2: {rules: tcp-cn}}\n",
         "5: no room for more than 1 tables"},
        {"floor: [\n", "2:1: "},
    };
    char floor[128], store[128], errors[4096], expected[256];
    snprintf(floor, sizeof(floor), "%s/bad.yaml", folder);
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        snprintf(store, sizeof(store), "sqlite:%s/bad.db", folder);
        write_file(floor, cases[i].text);
        struct process p = launch(store, "m1", floor);
        assert_false(is_up(&p));
        assert_int_equal(end(&p, 0), 1);
        read_file(p.errors, errors, sizeof(errors));
        snprintf(expected, sizeof(expected), "bad.yaml:%s", cases[i].fault);
        if (strstr(errors, expected) == NULL)
            fail_msg("expected %s, got %s", expected, errors);
        /* Nothing of the bad file is on the floor, so a good one can follow. */
        write_file(floor, HEAD);
        p = launch(store, "m1", floor);
        assert_true(is_up(&p));
        expect(&p, V1 "/people", NULL, 200, "\"A\"");
        assert_int_equal(end(&p, SIGTERM), 0);
        remove_store("bad.db");
    }
}

/* With the real program: the setup code that it prints sets the first password, after which the
 * floor is closed for good. */
static void a_floor_with_passwords_is_not_opened(void **state)
{
    (void)state;
    char store[128], line[512], body[256], errors[4096];
    snprintf(store, sizeof(store), "sqlite:%s/closed.db", folder);
    struct process p = launch_as(store, "m1", "floors/demo.yaml", false);
    assert_true(is_up(&p));
    do
        assert_non_null(fgets(line, sizeof(line), p.out));
    while (strncmp(line, "setup: ", 7) != 0);
    assert_int_equal(strncmp(line + 7, p.base, strlen(p.base)), 0);
    const char *code = strstr(line, "/setup#") + strlen("/setup#");
    expect(&p, V1 "/floor", NULL, 401, "sign-in");
    snprintf(body, sizeof(body),
             "{\"person\":\"Manager One\",\"code\":\"%.32s\",\"password\":\"long enough\"}", code);
    expect(&p, V1 "/setup", body, 200, "\"role\":\"manager\"");
    expect(&p, V1 "/setup", body, 403, "code");
    assert_int_equal(end(&p, SIGTERM), 0);
    /* The next start finds the password: it prints no setup code, and asks people to sign in. */
    p = launch_as(store, "m1", "floors/demo.yaml", false);
    assert_true(is_up(&p));
    expect(&p, V1 "/session", NULL, 401, "\"setup\":false");
    expect(&p, V1 "/session", "{\"person\":\"Manager One\",\"password\":\"long enough\"}", 200,
           "csrf");
    assert_int_equal(end(&p, SIGTERM), 0);
    p = launch(store, "m1", "floors/demo.yaml");
    assert_false(is_up(&p));
    assert_int_equal(end(&p, 0), 1);
    read_file(p.errors, errors, sizeof(errors));
    assert_non_null(strstr(errors, "this floor has passwords; --open would step around them"));
    remove_store("closed.db");
}

static void wrong_calls_are_refused(void **state)
{
    (void)state;
    struct process p = launch("sqlite:/nowhere/at/all.db", "m1", NULL);
    assert_false(is_up(&p));
    assert_int_equal(end(&p, 0), 1);
    p = launch("memory:", "Not An Id", NULL);
    assert_false(is_up(&p));
    assert_int_equal(end(&p, 0), 2);
    p = launch("memory:", "m1", "nowhere.yaml");
    assert_false(is_up(&p));
    assert_int_equal(end(&p, 0), 1);
}

/* ---- Two managers ---- */

/* Asks until the answer has this text. The limit only ends a test that would hang. */
static void wait_for(struct process *p, const char *path, const char *part)
{
    const time_t start = time(NULL);
    for (;;) {
        struct api_said said = ask(p, "GET", path, NULL);
        const bool there = strstr(said.body, part) != NULL;
        if (!there && time(NULL) - start > 180)
            fail_msg("%s never shows %s: %s", path, part, said.body);
        api_said_free(&said);
        if (there)
            return;
        nanosleep(&(struct timespec){0, 5000000}, NULL);
    }
}

static void a_table_moves_to_the_other_manager(void **state)
{
    (void)state;
    const char *store = getenv("CROUPIER_TEST_PG");
    assert_non_null(store);
    struct process one = launch(store, "m1", "floors/demo.yaml");
    assert_true(is_up(&one));
    struct process two = launch(store, "m2", NULL);
    assert_true(is_up(&two));
    expect(&one, V1 "/tables/uth-1/join", "{\"instance\":\"box\"}", 200, "\"epoch\":1");
    expect(&one, V1 "/tables/uth-1/events",
           "{\"kind\":\"coin_in\",\"epoch\":1,\"table_seq\":1,\"seats\":[1,2]}", 200, "10000.28");
    wait_for(&two, V1 "/links/uth-three", "10000.28");
    /* Both managers write to one log. */
    expect(&two, V1 "/tables/uth-2/join", "{\"instance\":\"box\"}", 200, "\"manager\":\"m2\"");
    expect(&two, V1 "/tables/uth-2/events",
           "{\"kind\":\"coin_in\",\"epoch\":1,\"table_seq\":1,\"seats\":[3]}", 200, "10000.42");
    wait_for(&one, V1 "/tables/uth-2", "\"mode\":\"in play\"");
    assert_int_equal(end(&one, SIGKILL), -SIGKILL);
    /* The table knows what was acknowledged and goes on in its epoch; a repeat of its last event
     * gets the first answer. */
    expect(&two, V1 "/tables/uth-1/join",
           "{\"instance\":\"box\",\"acked_epoch\":1,\"acked_seq\":1}", 200, "\"manager\":\"m2\"");
    expect(&two, V1 "/tables/uth-1/events",
           "{\"kind\":\"coin_in\",\"epoch\":1,\"table_seq\":1,\"seats\":[1,2]}", 200, "10000.28");
    expect(&two, V1 "/tables/uth-1/events", "{\"kind\":\"game_over\",\"epoch\":1,\"table_seq\":2}",
           200, "\"table_seq\":2");
    expect(&two, V1 "/links/uth-three", NULL, 200, "\"coins\":3");
    assert_int_equal(end(&two, SIGTERM), 0);
}

static int start(void **state)
{
    (void)state;
    return mkdtemp(folder) == NULL;
}

static int finish(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof(command), "rm -rf '%s'", folder);
    return system(command);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_demo_floor_runs),
        cmocka_unit_test(a_changed_file_changes_nothing),
        cmocka_unit_test(faults_of_a_floor_file_have_a_place),
        cmocka_unit_test(a_floor_with_passwords_is_not_opened),
        cmocka_unit_test(wrong_calls_are_refused),
    };
    const struct CMUnitTest on_postgresql[] = {
        cmocka_unit_test(a_table_moves_to_the_other_manager),
    };
    if (argc < 2)
        return 2;
    croupier = argv[1];
    return argc > 2 ? cmocka_run_group_tests(on_postgresql, start, finish)
                    : cmocka_run_group_tests(tests, start, finish);
}
