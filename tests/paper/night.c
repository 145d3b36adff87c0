/* Plays a night on a floor through a manager, for the tests of reports and papers. */
#include "night.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

const char *const night_tables[NIGHT_TABLES] = {"t1", "t2", "t3", "t4"};

static void need(int rc, const struct cr_err *err)
{
    if (rc != 0)
        fail_msg("%s", err->text);
}

struct floor_event *night_begin(struct night *n, unsigned kind)
{
    event_init(&n->r->event, kind);
    return &n->r->event;
}

struct floor_event *night_begin_at(struct night *n, unsigned kind, unsigned table)
{
    struct floor_event *e = night_begin(n, kind);
    strcpy(e->table, night_tables[table]);
    e->epoch = n->epoch[table];
    e->table_seq = ++n->seq[table];
    return e;
}

int night_try(struct night *n)
{
    struct cr_err err = {0};
    n->now_ms += 1000;
    need(manager_batch(n->manager, &n->r, 1, n->now_ms, 0, &err), &err);
    if (n->r->result != 0 && n->r->event.table_seq != 0)
        for (unsigned t = 0; t < NIGHT_TABLES; t++)
            n->seq[t] -= strcmp(n->r->event.table, night_tables[t]) == 0;
    return n->r->result;
}

uint64_t night_ask(struct night *n)
{
    need(night_try(n), &n->r->err);
    return n->r->event.seq;
}

struct night *night_open(const char *address)
{
    static const char *const people[] = {"Ann", "Ben", "Cy"};
    struct night *n = calloc(1, sizeof *n);
    struct cr_err err = {0};
    struct manager_config config = {
        .id = "m1", .version = "test", .lease_ms = 2000, .limits = floor_limits_usual};
    n->r = calloc(1, sizeof *n->r);
    n->now_ms = NIGHT_START_MS;
    need(store_open(address, STORE_CREATE, &n->store, &err), &err);
    need(manager_new(n->store, &config, n->now_ms, 0, &n->manager, &err), &err);
    for (unsigned i = 0; i < 3; i++) {
        struct floor_event *e = night_begin(n, FLOOR_PERSON_ADDED);
        strcpy(e->person, people[i]);
        strcpy(e->item, "manager");
        strcpy(e->user, i < 2 ? "setup" : "Ann");
        strcpy(e->approver, i < 2 ? "" : "Ben");
        night_ask(n);
    }
    return n;
}

void night_close(struct night *n)
{
    manager_free(n->manager);
    store_close(n->store);
    free(n->r);
    free(n);
}

/* ---- The floor ---- */

void night_document(struct night *n, const char *shipped, const char *text,
                    uint8_t hash[CR_HASH_BYTES])
{
    struct floor_event *e = night_begin(n, FLOOR_DOCUMENT_ADDED);
    if (!text)
        text = cr_shipped_find(shipped)->text;
    strcpy(e->user, "Ann");
    e->text_len = (uint16_t)strlen(text);
    memcpy(e->text, text, e->text_len);
    night_ask(n);
    memcpy(hash, e->document, CR_HASH_BYTES);
}

static void set_two(struct floor_event *e)
{
    strcpy(e->user, "Ann");
    strcpy(e->approver, "Ben");
}

void night_link(struct night *n, const char *id, const uint8_t hash[CR_HASH_BYTES], uint8_t policy,
                bool claim_lock)
{
    struct floor_event *e = night_begin(n, FLOOR_LINK_CONFIGURED);
    set_two(e);
    strcpy(e->link, id);
    memcpy(e->document, hash, CR_HASH_BYTES);
    e->policy = (uint8_t)(1 + policy);
    e->claim_lock = claim_lock;
    night_ask(n);
}

void night_open_link(struct night *n, const char *id, bool open)
{
    struct floor_event *e = night_begin(n, open ? FLOOR_LINK_OPENED : FLOOR_LINK_CLOSED);
    strcpy(e->user, "Ann");
    strcpy(e->link, id);
    night_ask(n);
}

static void add_table(struct night *n, unsigned table, const char *link, const uint8_t *rules)
{
    struct floor_event *e = night_begin(n, FLOOR_TABLE_CONFIGURED);
    set_two(e);
    strcpy(e->table, night_tables[table]);
    strcpy(e->link, link);
    strcpy(e->item, "Hold'em");
    e->is_live = rules == NULL;
    if (rules)
        memcpy(e->document, rules, CR_HASH_BYTES);
    night_ask(n);
    if (n->epoch[table] != 0)
        return;
    e = night_begin(n, FLOOR_TABLE_JOINED);
    strcpy(e->table, night_tables[table]);
    strcpy(e->manager, "m1");
    strcpy(e->instance, "made");
    night_ask(n);
    n->epoch[table] = e->epoch;
}

void night_table(struct night *n, unsigned table, const char *link)
{
    add_table(n, table, link, NULL);
}

void night_ruled_table(struct night *n, unsigned table, const char *link, const char *shipped)
{
    uint8_t rules[CR_HASH_BYTES];
    night_document(n, shipped, NULL, rules);
    add_table(n, table, link, rules);
}

uint64_t night_open_shift(struct night *n, const char *name)
{
    struct floor_event *e = night_begin(n, FLOOR_SHIFT_OPENED);
    strcpy(e->item, name);
    strcpy(e->user, "Ann");
    return night_ask(n);
}

uint64_t night_close_shift(struct night *n)
{
    struct floor_event *e = night_begin(n, FLOOR_SHIFT_CLOSED);
    strcpy(e->user, "Ben");
    strcpy(e->person, "Ann");
    return night_ask(n);
}

uint64_t night_read_counter(struct night *n, unsigned table, uint64_t coins)
{
    night_begin_at(n, FLOOR_METER_READ, table)->coins = coins;
    return night_ask(n);
}

/* ---- Play ---- */

uint64_t night_coin_in(struct night *n, unsigned table, uint8_t seats)
{
    night_begin_at(n, FLOOR_COIN_IN, table)->seats = seats;
    return night_ask(n);
}

void night_game_over(struct night *n, unsigned table)
{
    night_begin_at(n, FLOOR_GAME_OVER, table);
    night_ask(n);
}

void night_round(struct night *n, unsigned table, uint8_t seats)
{
    night_coin_in(n, table, seats);
    night_game_over(n, table);
}

uint64_t night_claim(struct night *n, unsigned table, uint8_t seat, enum cr_category award)
{
    struct floor_event *e = night_begin_at(n, FLOOR_CLAIM_MADE, table);
    e->seat = seat;
    e->award = (uint8_t)(1 + award);
    return night_ask(n);
}

static struct floor_event *begin_claim(struct night *n, unsigned kind, uint64_t claim,
                                       const char *user)
{
    struct floor_event *e = night_begin(n, kind);
    e->claim = claim;
    strcpy(e->user, user);
    return e;
}

static void turn_key(struct night *n, unsigned table, enum cr_key key, uint8_t position)
{
    struct floor_event *e = night_begin_at(n, FLOOR_KEY_TURNED, table);
    e->key = (uint8_t)key;
    e->position = position;
    strcpy(e->user, "Ann");
    night_ask(n);
}

uint64_t night_pay(struct night *n, unsigned table, uint64_t claim, enum cr_key key)
{
    begin_claim(n, FLOOR_CLAIM_VERIFIED, claim, "Cy")->items = 0x7f;
    night_ask(n);
    begin_claim(n, FLOOR_CLAIM_APPROVED, claim, "Ann");
    night_ask(n);
    if (key == CR_KEY_HIGH) {
        begin_claim(n, FLOOR_CLAIM_APPROVED, claim, "Ben");
        night_ask(n);
    }
    begin_claim(n, FLOOR_CLAIM_METHOD_CHOSEN, claim, "Ann")->method = CLAIM_CHEQUES;
    night_ask(n);
    turn_key(n, table, key, key == CR_KEY_HIGH ? FLOOR_KEY_JPH : FLOOR_KEY_JPL);
    night_begin_at(n, FLOOR_CLAIM_PAID, table)->claim = claim;
    const uint64_t paid = night_ask(n);
    turn_key(n, table, key, FLOOR_KEY_R);
    return paid;
}

void night_clear(struct night *n, uint64_t claim)
{
    begin_claim(n, FLOOR_CLAIM_CLEARED, claim, "Ann");
    night_ask(n);
}
