/* The lines between a table and its coin sensors, written and read. */
#include "table/sensor_line.h"

#include "base/check.h"
#include "base/err.h"
#include "base/text.h"

#include <croupier/rules.h>

#include <string.h>

enum arguments { NO_ARGUMENT, SEAT, SEAT_PATTERN, SEATS_VERSION, COUNT };

#define WORD_MAX 10

static const struct {
    char name[WORD_MAX + 1];
    uint8_t arguments; /* enum arguments */
} words[SENSOR_WORDS] = {
    [SENSOR_ACK] = {"ACK", NO_ARGUMENT},
    [SENSOR_NAK] = {"NAK", NO_ARGUMENT},
    [SENSOR_START] = {"START", NO_ARGUMENT},
    [SENSOR_OPEN] = {"OPEN", NO_ARGUMENT},
    [SENSOR_LOCK] = {"LOCK", NO_ARGUMENT},
    [SENSOR_DROP] = {"DROP", SEAT},
    [SENSOR_LIGHT] = {"LIGHT", SEAT_PATTERN},
    [SENSOR_PING] = {"PING", NO_ARGUMENT},
    [SENSOR_LOST] = {"LOST", NO_ARGUMENT},
    [SENSOR_HELLO] = {"HELLO", SEATS_VERSION},
    [SENSOR_PLACED] = {"PLACED", SEAT},
    [SENSOR_REMOVED] = {"REMOVED", SEAT},
    [SENSOR_DROPPED] = {"DROPPED", SEAT},
    [SENSOR_NOTCOUNTED] = {"NOTCOUNTED", SEAT},
    [SENSOR_JAM] = {"JAM", SEAT},
    [SENSOR_CLEAR] = {"CLEAR", SEAT},
    [SENSOR_FAULT] = {"FAULT", SEAT},
    [SENSOR_OK] = {"OK", SEAT},
    [SENSOR_READ] = {"READ", NO_ARGUMENT},
    [SENSOR_COUNT] = {"COUNT", COUNT},
};

static const char pattern_names[PATTERNS][WORD_MAX + 1] = {
    [PATTERN_OFF] = "OFF",       [PATTERN_CHASE] = "CHASE", [PATTERN_FLASH] = "FLASH",
    [PATTERN_STEADY] = "STEADY", [PATTERN_JAM] = "JAM",     [PATTERN_UNCOUNTED] = "UNCOUNTED",
    [PATTERN_HIGH] = "HIGH",     [PATTERN_LOW] = "LOW",
};

bool sensor_word_is_numbered(enum sensor_word word)
{
    return word != SENSOR_ACK && word != SENSOR_NAK && word != SENSOR_LOST;
}

enum acceptor_event sensor_word_event(enum sensor_word word)
{
    if (word < SENSOR_PLACED || word > SENSOR_OK)
        return ACCEPTOR_EVENTS;
    return (enum acceptor_event)(ACCEPTOR_EV_PLACED + (word - SENSOR_PLACED));
}

/* CRC-16/CCITT-FALSE: polynomial 0x1021, from 0xFFFF, nothing reflected, nothing added. */
static uint16_t checksum(const char *data, size_t len)
{
    unsigned crc = 0xFFFF;
    for (size_t i = 0; i < len; i++) {
        crc ^= (unsigned)(unsigned char)data[i] << 8;
        for (unsigned bit = 0; bit < 8; bit++)
            crc = (crc << 1 ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xFFFF;
    }
    return (uint16_t)crc;
}

/* ---- Writing ---- */

size_t sensor_line_encode(const struct sensor_line *line, char out[SENSOR_LINE_MAX])
{
    CHECK(line->word < SENSOR_WORDS && line->pattern < PATTERNS);
    struct text t = text_in(out, SENSOR_LINE_MAX);
    text_add_format(&t, "#%04X %03u %s", line->session, line->number, words[line->word].name);
    switch ((enum arguments)words[line->word].arguments) {
    case SEAT:
        text_add_format(&t, " %u", line->seat);
        break;
    case SEAT_PATTERN:
        text_add_format(&t, " %u %s", line->seat, pattern_names[line->pattern]);
        break;
    case SEATS_VERSION:
        text_add_format(&t, " %u %u", line->seats, line->version);
        break;
    case COUNT:
        text_add_format(&t, " %llu", (unsigned long long)line->count);
        break;
    case NO_ARGUMENT:
        break;
    }
    text_add_format(&t, "*%04X\n", checksum(out + 1, t.len - 1));
    CHECK(!t.cut);
    return t.len;
}

/* ---- Reading ---- */

/* The part of a line that is left to read. */
struct cursor {
    const char *at, *end;
};

static bool take_char(struct cursor *c, char wanted)
{
    if (c->at == c->end || *c->at != wanted)
        return false;
    c->at++;
    return true;
}

static int digit_value(char c, unsigned base)
{
    int value = c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
    return value < (int)base ? value : -1;
}

/* A number of min to max digits, no sign; a first zero only where the width is fixed. */
static bool take_number(struct cursor *c, unsigned base, unsigned min, unsigned max, unsigned *out)
{
    unsigned value = 0, digits = 0;
    const char *start = c->at;
    while (c->at < c->end && digits < max && digit_value(*c->at, base) >= 0) {
        value = value * base + (unsigned)digit_value(*c->at, base);
        c->at++;
        digits++;
    }
    *out = value;
    return digits >= min && (min == max || *start != '0');
}

/* A space and one of the names. Returns its index, or count. */
static unsigned take_name(struct cursor *c, const char *names, size_t stride, unsigned count)
{
    if (!take_char(c, ' '))
        return count;
    size_t len = 0;
    while (c->at + len < c->end && c->at[len] >= 'A' && c->at[len] <= 'Z')
        len++;
    for (unsigned i = 0; i < count; i++) {
        const char *name = names + i * stride;
        if (strlen(name) == len && memcmp(name, c->at, len) == 0) {
            c->at += len;
            return i;
        }
    }
    return count;
}

static bool take_seat(struct cursor *c, uint8_t *out)
{
    unsigned seat;
    if (!take_char(c, ' ') || !take_number(c, 10, 1, 1, &seat) || seat < 1 || seat > CR_SEATS)
        return false;
    *out = (uint8_t)seat;
    return true;
}

/* Takes a number of up to twelve digits, without zeros in front. */
static bool take_count(struct cursor *c, uint64_t *out)
{
    uint64_t value = 0;
    if (!take_char(c, ' '))
        return false;
    const char *start = c->at;
    for (; c->at < c->end && digit_value(*c->at, 10) >= 0 && c->at - start < 12; c->at++)
        value = value * 10 + (uint64_t)digit_value(*c->at, 10);
    *out = value;
    return c->at > start && (*start != '0' || c->at - start == 1);
}

static bool take_arguments(struct cursor *c, struct sensor_line *line)
{
    unsigned version;
    switch ((enum arguments)words[line->word].arguments) {
    case SEAT:
        return take_seat(c, &line->seat);
    case SEAT_PATTERN:
        if (!take_seat(c, &line->seat))
            return false;
        line->pattern = (uint8_t)take_name(c, pattern_names[0], sizeof pattern_names[0], PATTERNS);
        return line->pattern < PATTERNS;
    case SEATS_VERSION:
        if (!take_seat(c, &line->seats) || !take_char(c, ' ') ||
            !take_number(c, 10, 1, 3, &version) || version < 1)
            return false;
        line->version = (uint16_t)version;
        return true;
    case COUNT:
        return take_count(c, &line->count);
    case NO_ARGUMENT:
        break;
    }
    return true;
}

static bool take_body(struct cursor *c, struct sensor_line *line)
{
    unsigned session, number;
    if (!take_number(c, 16, 4, 4, &session) || !take_char(c, ' ') ||
        !take_number(c, 10, 3, 3, &number) || number > UINT8_MAX)
        return false;
    line->session = (uint16_t)session;
    line->number = (uint8_t)number;
    line->word = (uint8_t)take_name(c, words[0].name, sizeof words[0], SENSOR_WORDS);
    return line->word < SENSOR_WORDS && take_arguments(c, line);
}

int sensor_line_decode(const char *text, size_t len, struct sensor_line *out, struct cr_err *err)
{
    if (len > 0 && text[len - 1] == '\r')
        len--;
    struct cursor c = {text, text + len};
    struct sensor_line line = {0};
    unsigned sum;
    if (!take_char(&c, '#') || !take_body(&c, &line))
        return err_set(err, CR_E_INPUT, "a sensor's line is not one of the protocol's");
    size_t body = (size_t)(c.at - text) - 1;
    if (!take_char(&c, '*') || !take_number(&c, 16, 4, 4, &sum) || c.at != c.end)
        return err_set(err, CR_E_INPUT, "a sensor's line does not end with its checksum");
    if (sum != checksum(text + 1, body))
        return err_set(err, CR_E_INPUT, "a sensor's line was garbled on the way (checksum)");
    *out = line;
    return CR_OK;
}

bool sensor_reader_feed(struct sensor_reader *reader, char byte, size_t *len)
{
    if (byte == '\n') {
        *len = reader->skipping ? 0 : reader->len;
        reader->len = 0;
        reader->skipping = false;
        return true;
    }
    if (reader->len == sizeof reader->line)
        reader->skipping = true;
    else
        reader->line[reader->len++] = byte;
    return false;
}
