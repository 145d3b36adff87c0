/* Loading rules by name and by path, their hashes, and loading in many threads at once. */
#include "rules_text.h"

#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void hash_is_blake2b_of_the_bytes(void **state)
{
    (void)state;
    struct cr_rules plain, edited;
    rules_accept("uth-cn", "# House rules", "# House rules", &plain);
    rules_accept("uth-cn", "# House rules", "# house rules", &edited);
    const struct cr_rules shipped = rules_load_shipped("uth-cn");
    assert_memory_equal(&plain, &shipped, sizeof plain);
    assert_memory_not_equal(plain.hash, edited.hash, sizeof plain.hash);
    const struct cr_shipped *file = cr_shipped_find("cn");
    unsigned char hash[CR_HASH_BYTES];
    crypto_generichash(hash, sizeof hash, (const unsigned char *)file->text, file->len, NULL, 0);
    struct cr_progressive progressive;
    assert_int_equal(cr_progressive_load("cn", &progressive, NULL), CR_OK);
    assert_memory_equal(progressive.hash, hash, sizeof hash);
}

static void unknown_names_list_what_ships(void **state)
{
    (void)state;
    struct cr_rules rules;
    struct cr_progressive progressive;
    struct cr_err err;
    static const char expected[] =
        "nothing is shipped under the name \"uth\"; choose one of: pg-flush, pg-straight, uth-cn, "
        "uth-rp, tcp-cn, lir-rp, ms-rp, fcp-rp, ptha-1, ptha-2, ptha-3, ptha-4, ptha-5, ptha-6, "
        "ptha-7, cn, rp; or give "
        "the path of a file, with / in it or ending in .yaml";
    assert_int_equal(cr_rules_load("uth", &rules, &err), CR_E_NOT_FOUND);
    assert_string_equal(err.text, expected);
    assert_int_equal(cr_progressive_load("uth", &progressive, &err), CR_E_NOT_FOUND);
    assert_string_equal(err.text, expected);
    assert_int_equal(cr_rules_load("", &rules, &err), CR_E_NOT_FOUND);
    assert_int_equal(cr_rules_load("cn", &rules, &err), CR_E_INPUT);
    assert_non_null(strstr(err.text, "this is a progressive, not house rules"));
    assert_int_equal(cr_progressive_load("uth-cn", &progressive, &err), CR_E_INPUT);
    assert_non_null(strstr(err.text, "these are house rules, not a progressive"));
}

static void paths(void **state)
{
    (void)state;
    struct cr_rules rules, shipped = rules_load_shipped("uth-rp");
    struct cr_err err;
    assert_int_equal(cr_rules_load("/nowhere/x.yaml", &rules, &err), CR_E_NOT_FOUND);
    assert_string_equal(err.text, "/nowhere/x.yaml: cannot be read: No such file or directory; "
                                  "give the path of a YAML file");
    assert_int_equal(cr_rules_load("nowhere.yaml", &rules, &err), CR_E_NOT_FOUND);
    assert_int_equal(cr_rules_load("/", &rules, &err), CR_E_IO);
    assert_int_equal(cr_rules_load("/dev/zero", &rules, &err), CR_E_INPUT);
    assert_string_equal(err.text, "/dev/zero:1:1: larger than 65536 bytes, the most that is "
                                  "read; shorten it");
    char path[] = "/tmp/croupier-rules-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    const struct cr_shipped *file = cr_shipped_find("uth-rp");
    assert_int_equal(write(fd, file->text, file->len), file->len);
    close(fd);
    int rc = cr_rules_load(path, &rules, &err);
    unlink(path);
    assert_int_equal(rc, CR_OK);
    assert_memory_equal(&rules, &shipped, sizeof rules);
}

static void long_origins_and_quotes_are_cut_at_characters(void **state)
{
    (void)state;
    char origin[400] = "x";
    for (unsigned i = 0; i < 130; i++)
        strcat(origin, "\xe2\x99\xa0");
    char *text = rules_text_replaced(
        "uth-cn", "game: uth",
        "game: a\xe2\x99\xa0\xe2\x99\xa0\xe2\x99\xa0\xe2\x99\xa0\xe2\x99\xa0"
        "\xe2\x99\xa0\xe2\x99\xa0\xe2\x99\xa0\xe2\x99\xa0\xe2\x99\xa0\xe2\x99\xa0"
        "\xe2\x99\xa0\xe2\x99\xa0\xe2\x99\xa0\xe2\x99\xa0");
    struct cr_rules rules;
    struct cr_err err;
    assert_int_equal(cr_rules_parse(origin, text, strlen(text), &rules, &err), CR_E_INPUT);
    assert_memory_equal(err.text, "...\xe2\x99\xa0", 6);
    assert_true(strlen(err.text) < CR_ERR_TEXT_MAX - 1);
    assert_non_null(strstr(err.text, "\xe2\x99\xa0\"; allowed here: pg, uth, tcp"));
    free(text);
}

static void *load_all_many_times(void *start)
{
    size_t *failures = start;
    const size_t first = *failures;
    *failures = 0;
    for (size_t n = 0; n < 56; n++) {
        const struct cr_shipped *file = cr_shipped_at((first + n) % 17);
        struct cr_rules rules;
        struct cr_progressive progressive;
        struct cr_err err;
        int rc = file->is_progressive ? cr_progressive_load(file->name, &progressive, &err)
                                      : cr_rules_load(file->name, &rules, &err);
        *failures += rc != CR_OK;
        *failures += cr_rules_load("nothing", &rules, &err) != CR_E_NOT_FOUND;
    }
    return NULL;
}

static void threads_load_at_once(void **state)
{
    (void)state;
    pthread_t threads[4];
    size_t numbers[COUNT(threads)];
    for (size_t i = 0; i < COUNT(threads); i++) {
        numbers[i] = i * 3;
        assert_int_equal(pthread_create(&threads[i], NULL, load_all_many_times, &numbers[i]), 0);
    }
    for (size_t i = 0; i < COUNT(threads); i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(numbers[i], 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hash_is_blake2b_of_the_bytes),
        cmocka_unit_test(unknown_names_list_what_ships),
        cmocka_unit_test(paths),
        cmocka_unit_test(long_origins_and_quotes_are_cut_at_characters),
        cmocka_unit_test(threads_load_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
