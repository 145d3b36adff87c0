/* Files that are written completely and durably or do not exist, and what a failed system call
 * leaves behind. */
#include "os/durable_file.h"

#include "support/faults.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/croupier-durable-XXXXXX";
static char path[64], fresh[64], beside[96];

static int make_folder(void **state)
{
    (void)state;
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(path, sizeof(path), "%s/file", folder);
    snprintf(fresh, sizeof(fresh), "%s/file.new", folder);
    snprintf(beside, sizeof(beside), "%s/file.%ld.tmp", folder, (long)getpid());
    return 0;
}

static int remove_files(void **state)
{
    (void)state;
    faults_disarm();
    unlink(path);
    unlink(fresh);
    unlink(beside);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

/* The file's content; "" where there is no file. */
static const char *content(void)
{
    static char text[32];
    FILE *file = fopen(path, "r");
    size_t len = file != NULL ? fread(text, 1, sizeof(text) - 1, file) : 0;
    text[len] = '\0';
    if (file != NULL)
        fclose(file);
    return text;
}

static void test_make(void **state)
{
    struct cr_err err = {0};
    struct stat about;
    (void)state;
    assert_int_equal(durable_file_make(path, 0600, "one", 3, &err), 0);
    assert_string_equal(content(), "one");
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    assert_int_equal(durable_file_make(path, 0600, "two", 3, &err), CR_E_IO);
    assert_non_null(strstr(err.text, path));
    assert_string_equal(content(), "one");
}

/* If any of the calls fails, no file is left. */
static void test_make_fails(void **state)
{
    static const enum fault_kind kinds[] = {FAULT_OPEN, FAULT_WRITE, FAULT_SYNC, FAULT_CLOSE};
    (void)state;
    for (unsigned i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        struct cr_err err = {0};
        faults_arm(kinds[i], 1, false);
        const int rc = durable_file_make(path, 0600, "one", 3, &err);
        faults_disarm();
        assert_true(faults_happened());
        assert_int_equal(rc, CR_E_IO);
        assert_non_null(strstr(err.text, path));
        assert_int_equal(access(path, F_OK), -1);
    }
}

/* If any of the calls fails, either the old or the new file is there completely: the old one until
 * the rename. */
static void test_replace(void **state)
{
    static const struct {
        enum fault_kind kind;
        unsigned k;
        const char *left;
    } faults[] = {{FAULT_OPEN, 1, "old"},  {FAULT_WRITE, 1, "old"}, {FAULT_SYNC, 1, "old"},
                  {FAULT_CLOSE, 1, "old"}, {FAULT_NAME, 1, "old"},  {FAULT_OPEN, 2, "new"},
                  {FAULT_SYNC, 2, "new"}};
    struct cr_err err = {0};
    (void)state;
    for (unsigned i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
        assert_int_equal(durable_file_replace(path, 0600, "old", 3, &err), 0);
        faults_arm(faults[i].kind, faults[i].k, false);
        const int rc = durable_file_replace(path, 0600, "new", 3, &err);
        faults_disarm();
        assert_true(faults_happened());
        assert_int_equal(rc, CR_E_IO);
        assert_non_null(strstr(err.text, path));
        assert_string_equal(content(), faults[i].left);
    }
    assert_int_equal(durable_file_replace(path, 0600, "new", 3, &err), 0);
    assert_string_equal(content(), "new");
    assert_int_equal(access(fresh, F_OK), -1);
}

static void test_in_pieces(void **state)
{
    struct durable_file f;
    (void)state;
    assert_int_equal(durable_file_begin(&f, path, 0644), 0);
    assert_int_equal(durable_write(f.fd, "on", 2), 0);
    assert_int_equal(durable_write(f.fd, "e", 1), 0);
    assert_string_equal(content(), "");
    assert_int_equal(durable_file_finish(&f, false), 0);
    assert_string_equal(content(), "one");
    assert_int_equal(durable_file_begin(&f, path, 0644), 0);
    assert_int_equal(durable_file_finish(&f, false), EEXIST);
    assert_string_equal(content(), "one");
    assert_int_equal(durable_file_begin(&f, path, 0644), 0);
    durable_file_abandon(&f);
    assert_string_equal(content(), "one");
    assert_int_equal(durable_file_begin(&f, path, 0644), 0);
    assert_int_equal(durable_file_finish(&f, true), 0);
    assert_string_equal(content(), "");
    assert_int_equal(access(beside, F_OK), -1);
}

static void test_in_pieces_fails(void **state)
{
    static const enum fault_kind kinds[] = {FAULT_SYNC, FAULT_CLOSE, FAULT_NAME};
    (void)state;
    for (unsigned i = 0; i < 2 * sizeof(kinds) / sizeof(kinds[0]); i++) {
        struct durable_file f;
        assert_int_equal(durable_file_begin(&f, path, 0644), 0);
        faults_arm(kinds[i / 2], 1, false);
        const int error = durable_file_finish(&f, i % 2 == 0);
        faults_disarm();
        assert_true(faults_happened());
        assert_int_not_equal(error, 0);
        assert_int_equal(access(path, F_OK), -1);
        assert_int_equal(access(beside, F_OK), -1);
    }
}

/* If the folder cannot be synced, the new name may not be on disk, and the call must report that.
 */
static void test_folder(void **state)
{
    struct durable_file f;
    (void)state;
    assert_int_equal(durable_sync(folder), 0);
    assert_int_equal(durable_sync_folder_of(path), 0);
    assert_int_equal(durable_sync("/tmp/croupier-durable-none"), ENOENT);
    assert_int_equal(durable_file_begin(&f, path, 0644), 0);
    faults_arm(FAULT_SYNC, 2, false);
    assert_int_equal(durable_file_finish(&f, true), EIO);
    faults_disarm();
}

/* What a process of the same number left when it died does not stand in the way. */
static void test_something_is_left(void **state)
{
    struct durable_file f;
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        FILE *left = fopen(beside, "w");
        assert_non_null(left);
        assert_int_equal(fclose(left), 0);
        assert_int_equal(durable_file_begin(&f, path, 0600), 0);
        assert_int_equal(durable_write(f.fd, i == 0 ? "one" : "two", 3), 0);
        assert_int_equal(durable_file_finish(&f, true), 0);
        assert_string_equal(content(), i == 0 ? "one" : "two");
    }
    assert_int_equal(access(beside, F_OK), 0); /* another process may be writing it */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_make, remove_files),
        cmocka_unit_test_teardown(test_make_fails, remove_files),
        cmocka_unit_test_teardown(test_replace, remove_files),
        cmocka_unit_test_teardown(test_in_pieces, remove_files),
        cmocka_unit_test_teardown(test_in_pieces_fails, remove_files),
        cmocka_unit_test_teardown(test_folder, remove_files),
        cmocka_unit_test_teardown(test_something_is_left, remove_files),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
