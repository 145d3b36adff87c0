/* Passwords, PINs and invitations are kept beside the log: stored with their event, or not at all.
 */
#include "log/store/memory.h"
#include "service/manager/manager.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

static struct memory_disk *disk;
static struct store *store;
static struct manager *manager;
static struct manager_request request;
static struct cr_err err;

static void start(void)
{
    const struct manager_config config = {
        .id = "m1", .version = "1", .lease_ms = 2000, .limits = floor_limits_usual};
    assert_int_equal(memory_disk_open(disk, &store), 0);
    assert_int_equal(manager_new(store, &config, 1000, 0, &manager, &err), 0);
}

static void stop(void)
{
    manager_free(manager);
    store_close(store);
}

/* Returns 0, or why the whole batch failed; request.result says what became of the request. */
static int ask(void)
{
    struct manager_request *r = &request;
    return manager_batch(manager, &r, 1, 1000, 0, &err);
}

static void add(const char *person, const char *user)
{
    event_init(&request.event, FLOOR_PERSON_ADDED);
    strcpy(request.event.person, person);
    strcpy(request.event.item, "manager");
    strcpy(request.event.user, user);
    assert_int_equal(ask(), 0);
    assert_int_equal(request.result, 0);
}

static void hash_of(const char *text, uint8_t hash[CR_HASH_BYTES])
{
    crypto_generichash(hash, CR_HASH_BYTES, (const unsigned char *)text, strlen(text), NULL, 0);
}

static void prepare(const char *person, const char *item, const char *user, const char *secret)
{
    event_init(&request.event, FLOOR_CREDENTIAL_SET);
    strcpy(request.event.person, person);
    strcpy(request.event.item, item);
    strcpy(request.event.user, user);
    memset(request.secret, 0, sizeof(request.secret));
    strcpy(request.secret, secret);
    hash_of(secret, request.event.document);
}

static void set(const char *person, const char *item, const char *user, const char *secret)
{
    prepare(person, item, user, secret);
    assert_int_equal(ask(), 0);
    if (request.result != 0)
        fail_msg("%s", request.err.text);
}

static void expect(const char *item, const char *person, const char *secret)
{
    char text[STORE_SECRET_MAX] = "";
    const int rc = manager_secret(manager, item, person, text, &err);
    assert_int_equal(rc, secret == NULL ? CR_E_NOT_FOUND : 0);
    assert_string_equal(text, secret == NULL ? "" : secret);
}

static int set_up(void **state)
{
    (void)state;
    disk = memory_disk_new();
    start();
    add("Ann", "setup");
    add("Ben", "setup");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    stop();
    memory_disk_free(disk);
    return 0;
}

static void each_ends_what_the_step_ends(void **state)
{
    (void)state;
    set("Ann", "invitation", "setup", "code");
    expect("invitation", "Ann", "code");
    set("Ann", "password", "Ann", "first");
    expect("invitation", "Ann", NULL);
    expect("password", "Ann", "first");
    set("Ann", "pin", "Ann", "1234");
    set("Ben", "invitation", "Ann", "other code");
    set("Ben", "password", "Ben", "of Ben");
    set("Ann", "password", "Ann", "second");
    expect("password", "Ann", "second");
    expect("pin", "Ann", "1234");
    expect("password", "Ben", "of Ben");
    stop();
    start();
    expect("password", "Ann", "second");
    /* An invitation ends both the password and the PIN. */
    event_init(&request.event, FLOOR_PERSON_ADDED);
    strcpy(request.event.person, "Cy");
    strcpy(request.event.item, "manager");
    strcpy(request.event.user, "Ann");
    strcpy(request.event.approver, "Ben");
    assert_int_equal(ask(), 0);
    prepare("Ann", "invitation", "Ben", "again");
    strcpy(request.event.approver, "Cy");
    assert_int_equal(ask(), 0);
    assert_int_equal(request.result, 0);
    expect("password", "Ann", NULL);
    expect("pin", "Ann", NULL);
    expect("invitation", "Ann", "again");
}

static void without_its_secret_it_is_refused(void **state)
{
    (void)state;
    const uint64_t seq = manager_floor(manager)->seq;
    prepare("Ann", "password", "setup", "first");
    request.secret[0] = '\0';
    assert_int_equal(ask(), 0);
    assert_int_equal(request.result, CR_E_INPUT);
    prepare("Ann", "password", "setup", "first");
    strcpy(request.secret, "Second");
    assert_int_equal(ask(), 0);
    assert_int_equal(request.result, CR_E_INPUT);
    memset(request.secret, 'x', sizeof(request.secret));
    assert_int_equal(ask(), 0);
    assert_int_equal(request.result, CR_E_INPUT);
    /* Where the floor refuses the event, the secret is not kept. */
    prepare("Ben", "pin", "Ben", "1234");
    assert_int_equal(ask(), 0);
    assert_int_equal(request.result, CR_E_STATE);
    expect("pin", "Ben", NULL);
    assert_int_equal(manager_floor(manager)->seq, seq);
}

/* V1: an event with the hash of a secret is durable together with the secret. */
static void a_lost_batch_keeps_the_old_one(void **state)
{
    (void)state;
    set("Ann", "password", "setup", "first");
    memory_disk_faults(disk)->fail_commit_lost = 1;
    prepare("Ann", "password", "Ann", "second");
    assert_int_not_equal(ask(), 0);
    stop();
    start();
    expect("password", "Ann", "first");
    uint8_t hash[CR_HASH_BYTES];
    hash_of("first", hash);
    assert_memory_equal(manager_floor(manager)->people[0].password, hash, CR_HASH_BYTES);
}

static void an_old_backup_has_the_old_one(void **state)
{
    (void)state;
    set("Ann", "password", "setup", "first");
    const uint64_t seq = manager_floor(manager)->seq;
    set("Ann", "password", "Ann", "second");
    stop();
    memory_disk_truncate(disk, seq);
    start();
    expect("password", "Ann", "first");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_ends_what_the_step_ends, set_up, tear_down),
        cmocka_unit_test_setup_teardown(without_its_secret_it_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_lost_batch_keeps_the_old_one, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_old_backup_has_the_old_one, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
