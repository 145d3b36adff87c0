/* Seven emulated coin sensors. */
#include "table/sensor_bank.h"

#include "base/check.h"

#include <string.h>

void sensor_bank_init(struct sensor_bank *b)
{
    memset(b, 0, sizeof *b);
    b->version = SENSOR_VERSION;
    sensor_session_init(&b->session, SENSOR_BANK, 0);
}

/* Sends nothing without a session, because a new session begins with a report of everything. When
 * the queue is full the session is given up, so that no report is missing in it. */
static void send_line(struct sensor_bank *b, struct sensor_line line, struct sensor_bytes *out)
{
    struct sensor_output part;
    if (sensor_session_send(&b->session, &line, &part, NULL) != CR_OK)
        sensor_session_init(&b->session, SENSOR_BANK, 0);
    else
        sensor_bytes_add(out, &part);
}

static void report(struct sensor_bank *b, unsigned seat, enum sensor_word word,
                   struct sensor_bytes *out)
{
    send_line(b, (struct sensor_line){.word = (uint8_t)word, .seat = (uint8_t)seat}, out);
}

static struct sensor_slot *slot_of(struct sensor_bank *b, unsigned seat)
{
    CHECK(seat >= 1 && seat <= CR_SEATS);
    return &b->slots[seat - 1];
}

/* ---- Lines from the table ---- */

/* Reports the state of everything: the first lines of a session. */
static void report_all(struct sensor_bank *b, struct sensor_bytes *out)
{
    b->open = false;
    send_line(b,
              (struct sensor_line){.word = SENSOR_HELLO, .seats = CR_SEATS, .version = b->version},
              out);
    for (unsigned seat = 1; seat <= CR_SEATS; seat++) {
        const struct sensor_slot *slot = slot_of(b, seat);
        for (unsigned i = 0; i < slot->coins; i++)
            report(b, seat, SENSOR_PLACED, out);
        if (slot->jammed)
            report(b, seat, SENSOR_JAM, out);
        if (slot->failed)
            report(b, seat, SENSOR_FAULT, out);
    }
}

/* Every DROP has one answer; JAM and FAULT, said before, are answers too. */
static void drop(struct sensor_bank *b, unsigned seat, struct sensor_bytes *out)
{
    struct sensor_slot *slot = slot_of(b, seat);
    if (slot->jammed || slot->failed)
        return;
    if (slot->coins == 0 || slot->miss_next) {
        slot->miss_next = false;
        report(b, seat, SENSOR_NOTCOUNTED, out);
    } else if (slot->jam_next) {
        slot->jam_next = false;
        slot->jammed = true;
        report(b, seat, SENSOR_JAM, out);
    } else {
        slot->coins--;
        b->dropped++;
        report(b, seat, SENSOR_DROPPED, out);
    }
}

static void obey(struct sensor_bank *b, const struct sensor_line *line, struct sensor_bytes *out)
{
    switch (line->word) {
    case SENSOR_START:
        report_all(b, out);
        break;
    case SENSOR_OPEN:
    case SENSOR_LOCK:
        b->open = line->word == SENSOR_OPEN;
        break;
    case SENSOR_DROP:
        drop(b, line->seat, out);
        break;
    case SENSOR_READ:
        send_line(b, (struct sensor_line){.word = SENSOR_COUNT, .count = b->dropped}, out);
        break;
    case SENSOR_LIGHT:
        slot_of(b, line->seat)->pattern = line->pattern;
        break;
    default:
        break;
    }
}

void sensor_bank_receive(struct sensor_bank *b, const char *data, size_t len,
                         struct sensor_bytes *out)
{
    for (size_t i = 0; i < len; i++) {
        size_t line;
        struct sensor_output part;
        if (!sensor_reader_feed(&b->reader, data[i], &line))
            continue;
        sensor_session_receive(&b->session, b->reader.line, line, &part);
        sensor_bytes_add(out, &part);
        if (part.has_message)
            obey(b, &part.message, out);
    }
}

void sensor_bank_tick(struct sensor_bank *b, struct sensor_bytes *out)
{
    struct sensor_output part;
    sensor_session_tick(&b->session, &part);
    sensor_bytes_add(out, &part);
}

/* ---- What hands do ---- */

bool sensor_bank_place(struct sensor_bank *b, unsigned seat, struct sensor_bytes *out)
{
    struct sensor_slot *slot = slot_of(b, seat);
    if (slot->failed || slot->jammed || slot->coins == ACCEPTOR_COINS_MAX)
        return false;
    slot->coins++;
    report(b, seat, SENSOR_PLACED, out);
    return true;
}

bool sensor_bank_remove(struct sensor_bank *b, unsigned seat, struct sensor_bytes *out)
{
    struct sensor_slot *slot = slot_of(b, seat);
    if (slot->failed || slot->jammed || slot->coins == 0)
        return false;
    slot->coins--;
    report(b, seat, SENSOR_REMOVED, out);
    return true;
}

/* Empties a slot and reports it. */
static void empty(struct sensor_bank *b, unsigned seat, enum sensor_word word,
                  struct sensor_bytes *out)
{
    slot_of(b, seat)->jammed = false;
    slot_of(b, seat)->coins = 0;
    report(b, seat, word, out);
}

bool sensor_bank_clear(struct sensor_bank *b, unsigned seat, struct sensor_bytes *out)
{
    struct sensor_slot *slot = slot_of(b, seat);
    if (slot->failed || !slot->jammed)
        return false;
    empty(b, seat, SENSOR_CLEAR, out);
    return true;
}

bool sensor_bank_fail(struct sensor_bank *b, unsigned seat, struct sensor_bytes *out)
{
    struct sensor_slot *slot = slot_of(b, seat);
    if (slot->failed)
        return false;
    slot->failed = true;
    empty(b, seat, SENSOR_FAULT, out);
    return true;
}

bool sensor_bank_repair(struct sensor_bank *b, unsigned seat, struct sensor_bytes *out)
{
    struct sensor_slot *slot = slot_of(b, seat);
    if (!slot->failed)
        return false;
    slot->failed = false;
    report(b, seat, SENSOR_OK, out);
    return true;
}

bool sensor_bank_stray(struct sensor_bank *b, unsigned seat, struct sensor_bytes *out)
{
    (void)out;
    CHECK(slot_of(b, seat) != NULL);
    b->dropped++;
    return true;
}

void sensor_bank_jam_next(struct sensor_bank *b, unsigned seat)
{
    slot_of(b, seat)->jam_next = true;
}

void sensor_bank_miss_next(struct sensor_bank *b, unsigned seat)
{
    slot_of(b, seat)->miss_next = true;
}
