/* Starting a manager: the log says which program runs, and a start with a changed program or a
 * changed configuration raises an alarm (REG-5). */
#include "log/store/memory.h"
#include "service/manager/manager.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct cr_err err;

static struct manager_config config_of(const char *version, uint8_t program)
{
    struct manager_config config = {.id = "m1", .lease_ms = 2000, .limits = floor_limits_usual};
    strcpy(config.version, version);
    memset(config.program, program, CR_HASH_BYTES);
    return config;
}

/* Starts and ends a manager. Returns how many alarms wait afterwards. */
static unsigned alarms_after(struct memory_disk *disk, const char *version, uint8_t program)
{
    struct store *store = NULL;
    struct manager *m = NULL;
    const struct manager_config config = config_of(version, program);
    assert_int_equal(memory_disk_open(disk, &store), 0);
    assert_int_equal(manager_new(store, &config, 1000, 0, &m, &err), 0);
    const struct floor *f = manager_floor(m);
    const unsigned alarms = f->alarm_count;
    assert_string_equal(f->general.version, version);
    assert_memory_equal(f->general.program, config.program, CR_HASH_BYTES);
    manager_free(m);
    store_close(store);
    return alarms;
}

static void a_changed_program_is_an_alarm(void **state)
{
    (void)state;
    struct memory_disk *disk = memory_disk_new();
    assert_int_equal(alarms_after(disk, "1.0", 1), 0);
    assert_int_equal(alarms_after(disk, "1.0", 1), 0);
    assert_int_equal(alarms_after(disk, "1.1", 2), 1); /* a changed program is an alarm */
    assert_int_equal(alarms_after(disk, "1.1", 2), 1);
    assert_int_equal(alarms_after(disk, "1.1", 4), 1); /* one alarm until somebody answers it */
    memory_disk_free(disk);
}

static void a_changed_document_opens_nothing(void **state)
{
    (void)state;
    const struct floor_limits limits = floor_limits_usual;
    struct floor f;
    void *memory = malloc(floor_memory_size(&limits));
    struct floor_document *d = calloc(1, sizeof(*d));
    const struct cr_shipped *file = cr_shipped_find("ptha-2");
    struct cr_progressive p;
    assert_int_equal(cr_progressive_parse("ptha-2", file->text, file->len, &p, &err), 0);
    memcpy(d->text, file->text, file->len);
    d->text_len = (uint16_t)file->len;
    d->is_progressive = 1;
    strcpy(d->name, "ptha-2");
    memcpy(d->hash, p.hash, CR_HASH_BYTES);
    floor_init(&f, &limits, memory);
    const uint64_t id = FLOOR_ROW_ID(FLOOR_ROW_DOCUMENT, 0);
    assert_int_equal(floor_load_row(&f, id, d, sizeof(*d), &err), 0);
    char *seed = strstr(d->text, "10000");
    assert_non_null(seed);
    seed[0] = '2';
    floor_init(&f, &limits, memory);
    assert_int_equal(floor_load_row(&f, id, d, sizeof(*d), &err), CR_E_INPUT);
    assert_non_null(strstr(err.text, "ptha-2"));
    free(d);
    free(memory);
}

static void ask(struct manager *m, struct manager_request *r)
{
    struct manager_request *const list[] = {r};
    assert_int_equal(manager_batch(m, list, 1, 1000, 0, &err), 0);
    assert_int_equal(r->result, 0);
}

/* Adds two people and a link, and returns the link as it is kept. */
static struct floor_link link_of(struct manager *m)
{
    static struct manager_request r;
    uint32_t len = 0;
    for (unsigned i = 0; i < 2; i++) {
        event_init(&r.event, FLOOR_PERSON_ADDED);
        r.event.person[0] = (char)('a' + i);
        strcpy(r.event.item, "manager");
        strcpy(r.event.user, "setup");
        ask(m, &r);
    }
    const struct cr_shipped *file = cr_shipped_find("ptha-2");
    event_init(&r.event, FLOOR_DOCUMENT_ADDED);
    strcpy(r.event.user, "a");
    memcpy(r.event.text, file->text, file->len);
    r.event.text_len = (uint16_t)file->len;
    ask(m, &r);
    uint8_t document[CR_HASH_BYTES];
    memcpy(document, r.event.document, sizeof(document));
    event_init(&r.event, FLOOR_LINK_CONFIGURED);
    strcpy(r.event.link, "main");
    strcpy(r.event.user, "a");
    strcpy(r.event.approver, "b");
    memcpy(r.event.document, document, sizeof(document));
    ask(m, &r);
    struct floor_link link;
    memcpy(&link, floor_row(manager_floor(m), FLOOR_ROW_ID(FLOOR_ROW_LINK, 0), &len), sizeof(link));
    assert_int_equal(len, sizeof(link));
    return link;
}

static void books_changed_by_hand_open_nothing(void **state)
{
    (void)state;
    struct memory_disk *disk = memory_disk_new();
    struct store *store = NULL;
    struct manager *m = NULL;
    struct store_head head;
    const struct manager_config config = config_of("1.0", 1);
    assert_int_equal(memory_disk_open(disk, &store), 0);
    assert_int_equal(manager_new(store, &config, 1000, 0, &m, &err), 0);
    struct floor_link link = link_of(m);
    manager_free(m);
    link.books.levels[0].meter.amount.micro++;
    const struct store_row row = {FLOOR_ROW_ID(FLOOR_ROW_LINK, 0), &link, sizeof(link)};
    assert_int_equal(store_begin(store, &head, &err), 0);
    assert_int_equal(store_append(store, NULL, 0, &row, 1, &err), 0);
    assert_int_equal(store_commit(store, &err), 0);
    assert_int_not_equal(manager_new(store, &config, 1000, 0, &m, &err), 0);
    assert_non_null(strstr(err.text, "do not balance"));
    store_close(store);
    memory_disk_free(disk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_changed_program_is_an_alarm),
        cmocka_unit_test(a_changed_document_opens_nothing),
        cmocka_unit_test(books_changed_by_hand_open_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
