/* A table's memory: kept, replaced as a whole, and lost rather than believed when damaged. */
#include "table/journal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
        cmocka_unit_test_setup_teardown(says_when_it_cannot_write, start, stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
