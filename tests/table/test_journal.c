/* A table's journal: it is kept, replaced as a whole, and dropped rather than believed when it is
 * damaged. */
#include "service/controller/journal.h"
#include "support/faults.h"

#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static char path[256];
static struct journal journal;
static struct journal_page page, back;

static int start(void **state)
{
    char folder[] = "/tmp/journal-XXXXXX";
    struct cr_err err = {0};
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof(path), "%s/table", folder);
    assert_int_equal(journal_open(&journal, path, &err), 0);
    memset(&page, 0, sizeof(page));
    memcpy(page.memory.instance, "c1", 3);
    page.memory.epoch = 3;
    page.memory.seq = 17;
    page.memory.has_command = 1;
    event_init(&page.memory.command, FLOOR_COIN_IN);
    page.memory.command.seats = 5;
    page.round = 9;
    page.button = 4;
    page.event_count = 2;
    page.events[1] = (struct round_event){.kind = ROUND_CARD, .card = 51};
    return 0;
}

static int stop(void **state)
{
    char name[300];
    (void)state;
    journal_close(&journal);
    static const char *const ends[] = {"", ".lock", ".new"};
    for (unsigned i = 0; i < 3; i++) {
        snprintf(name, sizeof(name), "%s%s", path, ends[i]);
        unlink(name);
    }
    *strrchr(path, '/') = '\0';
    return rmdir(path);
}

static void keeps_what_it_is_given(void **state)
{
    struct cr_err err = {0};
    bool damaged = true;
    (void)state;
    assert_int_equal(journal_read(&journal, &back, &damaged, &err), 0);
    assert_false(damaged);
    for (unsigned i = 0; i < 3; i++) {
        page.memory.seq = i;
        assert_int_equal(journal_write(&journal, &page, &err), 0);
        assert_int_equal(journal_read(&journal, &back, &damaged, &err), 1);
        assert_memory_equal(&page, &back, sizeof(page));
    }
}

static size_t read_file(uint8_t *data, size_t size)
{
    FILE *file = fopen(path, "rb");
    size_t len = fread(data, 1, size, file);
    fclose(file);
    return len;
}

static void write_file(const uint8_t *data, size_t len)
{
    FILE *file = fopen(path, "wb");
    assert_int_equal(fwrite(data, 1, len, file), len);
    fclose(file);
}

static void expect_damaged(void)
{
    struct cr_err err = {0};
    bool damaged = false;
    assert_int_equal(journal_read(&journal, &back, &damaged, &err), 0);
    assert_true(damaged);
}

static void believes_nothing_damaged(void **state)
{
    static uint8_t data[65536];
    struct cr_err err = {0};
    (void)state;
    assert_int_equal(journal_write(&journal, &page, &err), 0);
    const size_t len = read_file(data, sizeof(data) - 1);
    for (size_t cut = 0; cut < len; cut += 97) {
        write_file(data, cut);
        expect_damaged();
    }
    for (size_t at = 0; at < len; at += 53) {
        data[at] ^= 0x20;
        write_file(data, len);
        expect_damaged();
        data[at] ^= 0x20;
    }
    data[len] = 0;
    write_file(data, len + 1);
    expect_damaged();
}

/* A page whose hash is right but whose sizes are those of another program is refused. */
static void believes_no_other_sizes(void **state)
{
    static uint8_t data[65536];
    struct cr_err err = {0};
    (void)state;
    assert_int_equal(journal_write(&journal, &page, &err), 0);
    const size_t len = read_file(data, sizeof(data)), head = strlen("croupier table journal 1\n");
    static const struct {
        size_t at;
        uint8_t value;
    } other[] = {{0, 1}, {4, JOURNAL_EVENTS_MAX + 1}};
    for (unsigned i = 0; i < 2; i++) {
        uint8_t *byte = &data[head + other[i].at], before = *byte;
        *byte = (uint8_t)(*byte == other[i].value ? 0 : other[i].value);
        crypto_generichash(&data[len - 32], 32, data, len - 32, NULL, 0);
        write_file(data, len);
        expect_damaged();
        *byte = before;
    }
    /* … and the same page with its own sizes is believed */
    crypto_generichash(&data[len - 32], 32, data, len - 32, NULL, 0);
    write_file(data, len);
    bool damaged = true;
    assert_int_equal(journal_read(&journal, &back, &damaged, &err), 1);
    assert_memory_equal(&page, &back, sizeof(page));
}

/* Two controllers with one journal would look like one table to the manager. */
static void is_one_controllers_alone(void **state)
{
    (void)state;
    fflush(NULL);
    const pid_t other = fork();
    if (other == 0) {
        struct journal again;
        struct cr_err err = {0};
        const int rc = journal_open(&again, path, &err);
        exit(rc == CR_E_STATE && strstr(err.text, path) != NULL ? 0 : 1);
    }
    int status = 1;
    assert_int_equal(waitpid(other, &status, 0), other);
    assert_int_equal(status, 0);
}

static void says_why_it_cannot_open(void **state)
{
    static char longest[JOURNAL_PATH_MAX + 1];
    struct journal other;
    struct cr_err err = {0};
    bool damaged = false;
    (void)state;
    memset(longest, 'a', JOURNAL_PATH_MAX);
    assert_int_equal(journal_open(&other, longest, &err), CR_E_INPUT);
    assert_non_null(strstr(err.text, "too long"));
    assert_int_equal(journal_open(&other, "/nonexistent/table", &err), CR_E_IO);
    assert_non_null(strstr(err.text, "/nonexistent/table.lock"));
    /* a folder or a pipe in its place is refused, and opening never blocks on it */
    assert_int_equal(mkdir(path, 0700), 0);
    assert_int_equal(journal_read(&journal, &back, &damaged, &err), CR_E_IO);
    assert_non_null(strstr(err.text, "cannot open"));
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(journal_read(&journal, &back, &damaged, &err), CR_E_IO);
    assert_non_null(strstr(err.text, "cannot open"));
    assert_int_equal(unlink(path), 0);
}

/* Whatever fails, the journal is the old or the new one, whole, and the failure is reported. */
static bool fails_at(enum fault_kind kind, unsigned k)
{
    struct cr_err err = {0};
    bool damaged = true;
    const uint64_t old = back.memory.seq;
    page.memory.seq = old + 1;
    faults_arm(kind, k, false);
    const int rc = journal_write(&journal, &page, &err);
    const bool happened = faults_happened();
    faults_disarm();
    /* the descriptor whose closing fails may be that of the folder, which does not matter */
    if (kind != FAULT_CLOSE)
        assert_int_equal(rc, happened ? CR_E_IO : 0);
    assert_int_equal(rc != 0, err.text[0] != '\0');
    assert_int_equal(journal_read(&journal, &back, &damaged, &err), 1);
    if (rc == 0)
        assert_int_equal(back.memory.seq, old + 1);
    else
        assert_true(back.memory.seq == old || back.memory.seq == old + 1);
    return happened;
}

static void keeps_the_old_when_the_new_fails(void **state)
{
    struct cr_err err = {0};
    bool damaged = true;
    (void)state;
    assert_int_equal(journal_write(&journal, &page, &err), 0);
    assert_int_equal(journal_read(&journal, &back, &damaged, &err), 1);
    for (unsigned kind = 0; kind < FAULT_KINDS; kind++) {
        unsigned k = 1;
        while (fails_at(kind, k))
            k++;
        assert_true(k > 1);
    }
    for (unsigned kind = FAULT_MEMORY; kind <= FAULT_OPEN; kind++) {
        faults_arm(kind, 1, false);
        assert_int_equal(journal_read(&journal, &back, &damaged, &err), CR_E_IO);
        faults_disarm();
    }
}

static void says_when_it_cannot_write(void **state)
{
    struct journal nowhere = {.path = "/nonexistent/folder/table"};
    struct cr_err err = {0};
    (void)state;
    assert_int_equal(journal_write(&nowhere, &page, &err), CR_E_IO);
    assert_non_null(strstr(err.text, "/nonexistent/folder/table"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(keeps_what_it_is_given, start, stop),
        cmocka_unit_test_setup_teardown(believes_nothing_damaged, start, stop),
        cmocka_unit_test_setup_teardown(believes_no_other_sizes, start, stop),
        cmocka_unit_test_setup_teardown(is_one_controllers_alone, start, stop),
        cmocka_unit_test_setup_teardown(says_why_it_cannot_open, start, stop),
        cmocka_unit_test_setup_teardown(keeps_the_old_when_the_new_fails, start, stop),
        cmocka_unit_test_setup_teardown(says_when_it_cannot_write, start, stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
