/* The suite for every engine: copies from one engine to another. */
#include "store/place.h"
#include "store/suite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct cr_err err;

static void note_progress(void *context, uint64_t done, uint64_t total)
{
    uint64_t *last = context;
    assert_in_range(done, *last, total);
    *last = done;
}

static void copy_and_compare(const char *from_engine, const char *to_engine)
{
    struct place a = place_fresh(from_engine, 0), b = place_fresh(to_engine, 1);
    struct store *from = place_open(&a, STORE_CREATE), *to = place_open(&b, STORE_CREATE);
    const struct store_row rows[] = {row_text(1, "one"), row_text(1000, "thousand")};
    for (unsigned i = 0; i < 5; i++)
        batch_write(from, 700);
    struct store_head head = batch_begin(from);
    batch_append(from, &head, 1, rows, 2);
    assert_int_equal(store_put_secret(from, "pin/Ann", "a secret", &err), CR_OK);
    assert_int_equal(store_put_secret(from, "pin/Ben", "another", &err), CR_OK);
    batch_commit(from);
    assert_string_not_equal(store_identity(from), store_identity(to));
    uint64_t done = 0;
    if (store_copy(from, to, note_progress, &done, &err) != CR_OK)
        fail_msg("%s", err.text);
    assert_int_equal(done, 3501);
    assert_string_equal(store_identity(from), store_identity(to));
    /* a second copy is refused, because the place is not empty */
    assert_int_equal(store_copy(from, to, NULL, NULL, &err), CR_E_STATE);
    assert_non_null(strstr(err.text, "not empty"));
    store_close(to);
    to = place_open(&b, STORE_WRITE);
    assert_string_equal(store_identity(from), store_identity(to));
    log_expect(to, 3501);
    rows_expect(to, 0, UINT64_MAX, "1=one 1000=thousand");
    char secret[STORE_SECRET_MAX];
    assert_int_equal(store_secret(to, "pin/Ann", secret, sizeof secret, &err), CR_OK);
    assert_string_equal(secret, "a secret");
    assert_int_equal(store_secret(to, "pin/Ben", secret, sizeof secret, &err), CR_OK);
    assert_string_equal(secret, "another");
    batch_write(to, 1);
    log_expect(to, 3502);
    store_close(from);
    store_close(to);
    place_release(&a);
    place_release(&b);
}

void copies_between_engines(void **state)
{
    (void)state;
    static const char *const engines[] = {"memory", "sqlite", "postgresql"};
    for (unsigned i = 0; i < 3; i++) {
        if (strcmp(engines[i], "postgresql") == 0 && strcmp(engine, "postgresql") != 0)
            continue; /* here is no server */
        copy_and_compare(engine, engines[i]);
        if (strcmp(engines[i], engine) != 0)
            copy_and_compare(engines[i], engine);
    }
}

void a_broken_chain_is_not_copied(void **state)
{
    (void)state;
    struct memory_disk *disk = memory_disk_new();
    struct place place = place_fresh(engine, 0);
    struct store *from, *to = place_open(&place, STORE_CREATE);
    assert_int_equal(memory_disk_open(disk, &from), CR_OK);
    for (unsigned i = 0; i < 3; i++)
        batch_write(from, 800);
    char identity[33];
    strcpy(identity, store_identity(to));
    memory_disk_flip(disk, 2000, 40, 3);
    assert_int_equal(store_copy(from, to, NULL, NULL, &err), CR_E_INPUT);
    assert_non_null(strstr(err.text, "event 2000"));
    log_expect(to, 0);
    assert_string_equal(store_identity(to), identity);
    memory_disk_flip(disk, 2000, 40, 3);
    assert_int_equal(store_copy(from, to, NULL, NULL, &err), CR_OK);
    log_expect(to, 2400);
    store_close(from);
    store_close(to);
    memory_disk_free(disk);
    place_release(&place);
}
