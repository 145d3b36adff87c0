/* Makes events of people at a desk and steps them; see desk.h. */
#include "desk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

struct desk desk;

const struct floor_limits desk_small = {
    .tables = 4, .links = 2, .claims = 3, .disputes = 2, .alarms = 2, .people = 4, .documents = 4};

void desk_put(char *to, size_t size, const char *text)
{
    memset(to, 0, size);
    snprintf(to, size, "%s", text);
}

void desk_say(const char *text)
{
    desk.e.text_len = (uint16_t)strlen(text);
    memcpy(desk.e.text, text, desk.e.text_len);
}

int desk_step(void)
{
    int rc = 0;
    if (!harness_step(&desk.h, &desk.e, &rc, &desk.err))
        fail_msg("%s", desk.h.fault);
    return rc;
}

void desk_good(void)
{
    if (desk_step() != 0)
        fail_msg("refused: %s", desk.err.text);
}

void desk_refused(int code, const char *words)
{
    assert_int_equal(desk_step(), code);
    if (strstr(desk.err.text, words) == NULL)
        fail_msg("\"%s\" is not in: %s", words, desk.err.text);
}

void desk_by_two(unsigned kind)
{
    event_init(&desk.e, kind);
    DESK_PUT(user, "Ann");
    DESK_PUT(approver, "Ben");
}

void desk_person(const char *name, const char *user, const char *approver)
{
    event_init(&desk.e, FLOOR_PERSON_ADDED);
    DESK_PUT(person, name);
    DESK_PUT(item, "manager");
    DESK_PUT(user, user);
    DESK_PUT(approver, approver);
}

void desk_document(const char *name)
{
    const struct cr_shipped *shipped = cr_shipped_find(name);
    assert_non_null(shipped);
    event_init(&desk.e, FLOOR_DOCUMENT_ADDED);
    DESK_PUT(user, "Ann");
    desk_say(shipped->text);
}

void desk_configure_table(const char *id)
{
    desk_by_two(FLOOR_TABLE_CONFIGURED);
    DESK_PUT(table, id);
    DESK_PUT(link, "main");
    DESK_PUT(item, "Poker");
    desk.e.is_live = 1;
}

void desk_join(const char *id)
{
    event_init(&desk.e, FLOOR_TABLE_JOINED);
    DESK_PUT(table, id);
    DESK_PUT(manager, "gm");
    DESK_PUT(instance, "one");
}

void desk_at_table(unsigned kind, const char *id)
{
    const uint32_t at = floor_find_table(&desk.h.floor, id);
    event_init(&desk.e, kind);
    DESK_PUT(table, id);
    desk.e.epoch = desk.h.floor.plays[at].epoch;
    desk.e.table_seq = desk.h.floor.plays[at].seq + 1;
}

void desk_start(const struct floor_limits *limits, unsigned tables)
{
    char id[16];
    harness_start(&desk.h, limits);
    desk_person("Ann", "setup", "");
    desk_good();
    desk_person("Ben", "setup", "");
    desk_good();
    desk_person("Cy", "Ann", "Ben");
    desk_good();
    desk_document("ptha-2");
    desk_good();
    desk_by_two(FLOOR_LINK_CONFIGURED);
    DESK_PUT(link, "main");
    memcpy(desk.e.document, desk.h.floor.documents[0].hash, CR_HASH_BYTES);
    desk.e.high_approvals = 1; /* 1 + number of people: nobody approves */
    desk_good();
    event_init(&desk.e, FLOOR_LINK_OPENED);
    DESK_PUT(link, "main");
    DESK_PUT(user, "Ann");
    desk_good();
    for (unsigned i = 0; i < tables; i++) {
        snprintf(id, sizeof id, "t%u", i);
        desk_configure_table(id);
        desk_good();
        desk_join(id);
        desk_good();
        desk_at_table(FLOOR_COIN_IN, id);
        desk.e.seats = 127;
        desk_good();
        if (i % 100 == 99)
            assert_true(harness_clean(&desk.h));
    }
}

void desk_stop(void)
{
    if (!harness_restart(&desk.h) || !harness_replay(&desk.h, 1) || !harness_replay(&desk.h, 1000))
        fail_msg("%s", desk.h.fault);
    harness_stop(&desk.h);
}

int desk_claim(const char *table, unsigned seat, enum cr_category award)
{
    desk_at_table(FLOOR_CLAIM_MADE, table);
    desk.e.seat = (uint8_t)seat;
    desk.e.award = (uint8_t)(1 + award);
    return desk_step();
}
