/* V1: a write-ahead log that was left behind and is damaged in the middle is refused, and not cut
 * off there without a word; no new floor is made over it. A log whose end is missing, as after a
 * power cut, opens. */
#include "store/place.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define BATCHES 20
#define EVENTS  200 /* in each batch: several frames */
#define FRAME   (24 + 8192)

static struct place place;
static struct cr_err err;

struct bytes {
    size_t len;
    unsigned char data[4 << 20];
};

static struct bytes store_bytes, log_bytes, now;

static const char *name_of(const char *suffix)
{
    static char name[400];
    snprintf(name, sizeof name, "%s%s", place.address + strlen("sqlite:"), suffix);
    return name;
}

static void read_part(const char *suffix, struct bytes *out)
{
    FILE *file = fopen(name_of(suffix), "rb");
    assert_non_null(file);
    out->len = fread(out->data, 1, sizeof out->data, file);
    assert_true(out->len > 0 && out->len < sizeof out->data);
    fclose(file);
}

static void write_part(const char *suffix, const struct bytes *bytes)
{
    FILE *file = fopen(name_of(suffix), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes->data, 1, bytes->len, file), bytes->len);
    assert_int_equal(fclose(file), 0);
}

/* A new store whose writer was killed: all of it is in the write-ahead log. */
static int make_store(void **state)
{
    (void)state;
    place = place_fresh("sqlite", 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct store *store = place_open(&place, STORE_CREATE);
        for (unsigned i = 0; i < BATCHES; i++)
            batch_write(store, EVENTS);
        _exit(0);
    }
    assert_int_equal(waitpid(child, NULL, 0), child);
    read_part("", &store_bytes);
    read_part("-wal", &log_bytes);
    assert_true(log_bytes.len > BATCHES * FRAME);
    return 0;
}

static void put_back(void)
{
    remove(name_of("-shm"));
    write_part("", &store_bytes);
    write_part("-wal", &log_bytes);
}

static void expect_refused(enum store_mode mode, const char *words)
{
    struct store *store = NULL;
    err = (struct cr_err){0};
    assert_int_equal(store_open(place.address, mode, &store, &err), CR_E_INPUT);
    if (strstr(err.text, words) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", err.text, words);
}

/* Opens the store. Returns how many events it has. */
static uint64_t open_store(void)
{
    struct store_head head = {0};
    struct store *store = place_open(&place, STORE_CREATE);
    assert_int_equal(store_head(store, &head, &err), CR_OK);
    log_expect(store, head.seq);
    store_close(store);
    return head.seq;
}

static void expect_damage(size_t at, unsigned bit)
{
    put_back();
    log_bytes.data[at] ^= (unsigned char)(1u << bit);
    write_part("-wal", &log_bytes);
    for (enum store_mode mode = STORE_READ; mode <= STORE_CREATE; mode++)
        expect_refused(mode, "-wal: the write-ahead log is damaged at byte ");
    read_part("-wal", &now);
    assert_true(now.len == log_bytes.len && memcmp(now.data, log_bytes.data, now.len) == 0);
    read_part("", &now);
    assert_true(now.len == store_bytes.len && memcmp(now.data, store_bytes.data, now.len) == 0);
    log_bytes.data[at] ^= (unsigned char)(1u << bit);
}

static void a_flipped_bit_in_the_middle_is_refused(void **state)
{
    (void)state;
    /* the log's header; then the parts of the first frame: page, commit, salts, checksums, data */
    static const size_t places[] = {0,  3,  6,  10, 14, 17, 22,  25,  31,
                                    33, 37, 41, 46, 49, 54, 100, 8000};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        expect_damage(places[i], (unsigned)i % 8);
    /* anywhere in the log, but not in the last batches */
    for (size_t at = 32; at < log_bytes.len - 12 * FRAME; at += 9973)
        expect_damage(at, (unsigned)at % 8);
    put_back();
    assert_int_equal(open_store(), BATCHES * EVENTS);
}

/* What a power cut leaves of the last batch opens, and so does a log that ends anywhere. */
static void a_log_that_was_cut_opens(void **state)
{
    (void)state;
    const size_t whole = log_bytes.len;
    put_back();
    assert_int_equal(open_store(), BATCHES * EVENTS);
    uint64_t last = BATCHES * EVENTS;
    for (size_t len = whole; len > 10 * FRAME; len -= 3 * FRAME / 2 + 7) {
        log_bytes.len = len;
        put_back();
        const uint64_t events = open_store();
        assert_true(events <= last);
        last = events;
    }
    log_bytes.len = whole;
    /* the frame of the last commit is lost and those before it are not, or the other way round */
    static const size_t lost[] = {1, 2};
    for (size_t i = 0; i < 2; i++) {
        static struct bytes kept;
        kept = log_bytes;
        memset(log_bytes.data + whole - lost[i] * FRAME, 0, FRAME);
        put_back();
        assert_int_equal(open_store(), (BATCHES - 1) * EVENTS);
        log_bytes = kept;
    }
    assert_true(last < BATCHES * EVENTS);
}

/* With bytes that are no write-ahead log, the file's tables are lost, and much more with them. */
static void no_floor_is_made_over_a_lost_log(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        put_back();
        now = log_bytes;
        memset(now.data, i == 0 ? 0 : 0x5a, now.len);
        write_part("-wal", &now);
        expect_refused(STORE_CREATE, "no tables in this file");
        const size_t len = now.len;
        read_part("-wal", &now);
        assert_int_equal(now.len, len);
    }
}

/* A reader does not judge the frames that a writer is just writing. */
static void a_reader_beside_a_writer_opens(void **state)
{
    (void)state;
    put_back();
    struct store *writer = place_open(&place, STORE_WRITE);
    for (unsigned i = 0; i < 3; i++) {
        batch_write(writer, 1);
        struct store *reader = place_open(&place, STORE_READ);
        log_expect(reader, BATCHES * EVENTS + 1 + i);
        store_close(reader);
    }
    store_close(writer);
}

static int cleanup(void **state)
{
    (void)state;
    place_cleanup();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_flipped_bit_in_the_middle_is_refused),
        cmocka_unit_test(a_log_that_was_cut_opens),
        cmocka_unit_test(no_floor_is_made_over_a_lost_log),
        cmocka_unit_test(a_reader_beside_a_writer_opens),
    };
    return cmocka_run_group_tests(tests, make_store, cleanup);
}
