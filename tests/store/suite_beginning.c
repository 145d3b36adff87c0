/* The suite for every engine: a log that begins later than event 1, because an archive has what is
 * before. */
#include "base/hex.h"
#include "log/store/archive_store.h"
#include "store/place.h"
#include "store/suite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#define EVENTS 3000
#define FIRST  2001

static struct cr_err err;

/* ---- An archive of events 1 … FIRST + 99, in two parts ---- */

static FILE *open_file(const char *folder, const char *name)
{
    char path[STORE_FOLDER_MAX + 80];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    return file;
}

static void write_part(FILE *manifest, const char *folder, const char *name, uint64_t first,
                       uint64_t last, uint8_t hash[STORE_HASH_BYTES],
                       struct store_beginning *beginning)
{
    char body[512], file_name[64], before[HEX_TEXT(STORE_HASH_BYTES)],
        after[HEX_TEXT(STORE_HASH_BYTES)];
    snprintf(file_name, sizeof file_name, "%s.jsonl", name);
    FILE *file = open_file(folder, file_name);
    hex_encode(hash, STORE_HASH_BYTES, before);
    for (uint64_t seq = first; seq <= last; seq++) {
        const uint32_t len = batch_body(seq, body, sizeof body);
        fprintf(file, "%s\n", body);
        store_chain(hash, body, len, hash);
        if (seq == beginning->first - 1)
            memcpy(beginning->before, hash, STORE_HASH_BYTES);
    }
    assert_int_equal(fclose(file), 0);
    fprintf(manifest, "part %s %llu %llu %s %s\n", name, (unsigned long long)first,
            (unsigned long long)last, before, hex_encode(hash, STORE_HASH_BYTES, after));
}

static struct store_beginning make_archive(const char *floor)
{
    static unsigned number;
    struct store_beginning beginning = {.first = FIRST};
    uint8_t hash[STORE_HASH_BYTES] = {0};
    snprintf(beginning.folder, sizeof beginning.folder, "%s/archive-%u", place_folder(), number++);
    assert_int_equal(mkdir(beginning.folder, 0700), 0);
    FILE *manifest = open_file(beginning.folder, ARCHIVE_MANIFEST);
    fprintf(manifest, ARCHIVE_TITLE "floor %s\n", floor);
    write_part(manifest, beginning.folder, "2020-03", 1, 1500, hash, &beginning);
    write_part(manifest, beginning.folder, "2020-04", 1501, FIRST + 99, hash, &beginning);
    assert_int_equal(fclose(manifest), 0);
    return beginning;
}

static void fill(struct store *store)
{
    for (unsigned i = 0; i < 5; i++)
        batch_write(store, EVENTS / 5);
}

static void trim(struct store *store, const struct store_beginning *beginning)
{
    batch_begin(store);
    if (store_trim(store, beginning, &err) != CR_OK)
        fail_msg("%s", err.text);
    batch_commit(store);
}

static bool keeps_whole_log(void)
{
    return strcmp(engine, "memory") == 0;
}

static int take_seq(void *context, const struct store_event *event)
{
    *(uint64_t *)context = event->seq;
    return 0;
}

static void expect_refused(struct store *store, uint64_t from, const char *words)
{
    uint64_t seq = 0;
    assert_int_not_equal(store_read(store, from, 1, take_seq, &seq, &err), CR_OK);
    assert_int_equal(seq, 0);
    if (strstr(err.text, words) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", err.text, words);
}

static void expect_event(struct store *store, uint64_t from)
{
    uint64_t seq = 0;
    assert_int_equal(store_read(store, from, 1, take_seq, &seq, &err), CR_OK);
    assert_int_equal(seq, from);
}

/* ---- The tests ---- */

void a_log_may_begin_later(void **state)
{
    (void)state;
    struct place place = place_fresh(engine, 0);
    struct store *store = place_open(&place, STORE_CREATE);
    fill(store);
    const struct store_beginning beginning = make_archive(store_identity(store));
    if (keeps_whole_log()) {
        batch_begin(store);
        assert_int_equal(store_trim(store, &beginning, &err), CR_E_STATE);
        store_abandon(store);
    } else {
        struct store *reader = place_open(&place, STORE_READ);
        trim(store, &beginning);
        assert_int_equal(store_compact(store, &err), CR_OK);
        /* A reader that was open before is told, and is not given fewer events than it asked for.
         */
        expect_refused(reader, 5, "removed from the store meanwhile");
        expect_event(reader, FIRST);
        store_close(reader);
        assert_int_equal(store_beginning(store)->first, FIRST);
    }
    log_expect(store, EVENTS);
    batch_write(store, 1);
    log_expect(store, EVENTS + 1);
    store_close(store);
    if (!keeps_whole_log()) {
        store = place_open(&place, STORE_WRITE);
        assert_int_equal(store_beginning(store)->first, FIRST);
        log_expect(store, EVENTS + 1);
        expect_event(store, 1);
        expect_event(store, FIRST - 1);
        expect_event(store, FIRST);
        char names[256];
        assert_int_equal(store_strangers(store, names, sizeof names, &err), CR_OK);
        assert_string_equal(names, "");
        store_close(store);
    }
    place_release(&place);
}

void a_batch_that_was_abandoned_removes_nothing(void **state)
{
    (void)state;
    if (keeps_whole_log())
        return;
    struct place place = place_fresh(engine, 0);
    struct store *store = place_open(&place, STORE_CREATE);
    fill(store);
    const struct store_beginning beginning = make_archive(store_identity(store));
    batch_begin(store);
    assert_int_equal(store_trim(store, &beginning, &err), CR_OK);
    store_close(store);
    store = place_open(&place, STORE_WRITE);
    assert_int_equal(store_beginning(store)->first, 1);
    log_expect(store, EVENTS);
    store_close(store);
    place_release(&place);
}

void without_its_archive_a_store_says_so(void **state)
{
    (void)state;
    if (keeps_whole_log())
        return;
    struct place place = place_fresh(engine, 0);
    struct store *store = place_open(&place, STORE_CREATE);
    fill(store);
    struct store_beginning beginning = make_archive(store_identity(store));
    char moved[STORE_FOLDER_MAX + 8];
    snprintf(moved, sizeof moved, "%s.moved", beginning.folder);
    trim(store, &beginning);
    store_close(store);
    assert_int_equal(rename(beginning.folder, moved), 0);
    store = place_open(&place, STORE_WRITE);
    expect_refused(store, FIRST - 1, "events 1 to 2000 of the log are in the archive ");
    expect_refused(store, 1, beginning.folder);
    assert_int_equal(store_first_at_hand(store, 1), FIRST);
    assert_int_equal(store_first_at_hand(store, FIRST + 1), FIRST + 1);
    expect_event(store, FIRST);
    batch_write(store, 1);
    /* The archive is found again where it was, or where the caller says that it is. */
    assert_int_equal(rename(moved, beginning.folder), 0);
    assert_int_equal(store_first_at_hand(store, 1), 1);
    log_expect(store, EVENTS + 1);
    store_close(store);
    assert_int_equal(rename(beginning.folder, moved), 0);
    store_use_archive(moved);
    store = place_open(&place, STORE_READ);
    log_expect(store, EVENTS + 1);
    store_close(store);
    store_use_archive(NULL);
    place_release(&place);
}

/* Archives that are refused: another log's, one that ends too early, one that was changed together
 * with its manifest. */
void an_archive_is_not_believed(void **state)
{
    (void)state;
    if (keeps_whole_log())
        return;
    struct place place = place_fresh(engine, 0);
    struct store *store = place_open(&place, STORE_CREATE);
    fill(store);
    struct store_beginning beginning = make_archive(store_identity(store));
    struct store_beginning others = make_archive("0123456789abcdef0123456789abcdef");
    struct store_beginning other_hash = beginning, late = beginning;
    other_hash.before[0] ^= 1;
    late.first = FIRST + 200;
    const struct {
        const struct store_beginning *beginning;
        const char *words;
    } cases[] = {
        {&others, "it is of floor 0123"},
        {&other_hash, "2020-04.jsonl is not what was removed from the store"},
        {&late, "it ends at event 2100, before event 2200"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        batch_begin(store);
        assert_int_equal(store_trim(store, cases[i].beginning, &err), CR_OK);
        expect_refused(store, 1, cases[i].words);
        store_close(store);
        store = place_open(&place, STORE_WRITE);
    }
    store_close(store);
    place_release(&place);
}

void a_log_that_begins_later_is_copied(void **state)
{
    (void)state;
    if (keeps_whole_log())
        return;
    struct place a = place_fresh(engine, 0), b = place_fresh(engine, 1),
                 memory = place_fresh("memory", 0);
    struct store *from = place_open(&a, STORE_CREATE), *to = place_open(&b, STORE_CREATE);
    fill(from);
    const struct store_beginning beginning = make_archive(store_identity(from));
    trim(from, &beginning);
    if (store_copy(from, to, NULL, NULL, &err) != CR_OK)
        fail_msg("%s", err.text);
    store_close(to);
    to = place_open(&b, STORE_WRITE);
    assert_int_equal(store_beginning(to)->first, FIRST);
    log_expect(to, EVENTS);
    batch_write(to, 1);
    log_expect(to, EVENTS + 1);
    store_close(to);
    to = place_open(&memory, STORE_CREATE);
    assert_int_equal(store_copy(from, to, NULL, NULL, &err), CR_E_STATE);
    store_close(to);
    store_close(from);
    place_release(&a);
    place_release(&b);
    place_release(&memory);
}
