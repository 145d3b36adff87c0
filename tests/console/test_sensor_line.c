/* The line to the coin sensors: each line has one exact text, and over a line that loses, repeats
 * and garbles, each message arrives once and in order. */
#include "console_fixture.h"
#include "table/sensor_bank.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static uint64_t rng;

static unsigned below(unsigned n)
{
    uint64_t z = rng += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return (unsigned)((z ^ z >> 31) % n);
}

/* ---- Lines ---- */

/* The lines of docs/sensor-protocol.md. Their checksums were made by another program. */
static void lines_are_as_documented(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        struct sensor_line line;
    } lines[] = {
        {"#1A2B 000 START*D6B1\n", {.session = 0x1A2B, .word = SENSOR_START}},
        {"#1A2B 000 ACK*152B\n", {.session = 0x1A2B, .word = SENSOR_ACK}},
        {"#1A2B 002 NAK*1BFB\n", {.session = 0x1A2B, .number = 2, .word = SENSOR_NAK}},
        {"#0000 000 LOST*D6C6\n", {.word = SENSOR_LOST}},
        {"#1A2B 000 HELLO 7 1*A410\n",
         {.session = 0x1A2B, .word = SENSOR_HELLO, .seats = 7, .version = 1}},
        {"#1A2B 001 PLACED 3*FB4D\n",
         {.session = 0x1A2B, .number = 1, .word = SENSOR_PLACED, .seat = 3}},
        {"#1A2B 001 OPEN*1E58\n", {.session = 0x1A2B, .number = 1, .word = SENSOR_OPEN}},
        {"#1A2B 002 LIGHT 3 FLASH*3F6F\n",
         {.session = 0x1A2B,
          .number = 2,
          .word = SENSOR_LIGHT,
          .seat = 3,
          .pattern = PATTERN_FLASH}},
        {"#1A2B 003 LOCK*9B95\n", {.session = 0x1A2B, .number = 3, .word = SENSOR_LOCK}},
        {"#1A2B 004 DROP 3*0401\n",
         {.session = 0x1A2B, .number = 4, .word = SENSOR_DROP, .seat = 3}},
        {"#1A2B 255 NOTCOUNTED 7*B3C5\n",
         {.session = 0x1A2B, .number = 255, .word = SENSOR_NOTCOUNTED, .seat = 7}},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        char text[SENSOR_LINE_MAX];
        size_t len = sensor_line_encode(&lines[i].line, text);
        assert_string_equal(text, lines[i].text);
        struct sensor_line back;
        assert_int_equal(sensor_line_decode(text, len - 1, &back, NULL), CR_OK);
        assert_memory_equal(&back, &lines[i].line, sizeof back);
    }
}

static struct sensor_line some_line(void)
{
    struct sensor_line line = {.session = (uint16_t)below(65536),
                               .number = (uint8_t)below(256),
                               .word = (uint8_t)below(SENSOR_WORDS)};
    if (line.word == SENSOR_HELLO) {
        line.seats = (uint8_t)(1 + below(7));
        line.version = (uint16_t)(1 + below(999));
    } else if (line.word == SENSOR_COUNT) {
        line.count = (uint64_t)below(1000000) * below(1000000);
    } else if ((line.word >= SENSOR_PLACED && line.word <= SENSOR_OK) || line.word == SENSOR_DROP ||
               line.word == SENSOR_LIGHT) {
        line.seat = (uint8_t)(1 + below(7));
    }
    if (line.word == SENSOR_LIGHT)
        line.pattern = (uint8_t)below(PATTERNS);
    return line;
}

static void every_line_comes_back(void **state)
{
    (void)state;
    for (unsigned n = 0; n < 100000; n++) {
        struct sensor_line line = some_line(), back;
        char text[SENSOR_LINE_MAX];
        size_t len = sensor_line_encode(&line, text);
        assert_true(len < SENSOR_LINE_MAX && text[len - 1] == '\n');
        assert_int_equal(sensor_line_decode(text, len - 1, &back, NULL), CR_OK);
        assert_memory_equal(&back, &line, sizeof back);
        text[len - 1] = '\r';
        assert_int_equal(sensor_line_decode(text, len, &back, NULL), CR_OK);
    }
}

/* One flipped bit, one byte missing, one too many, two bytes swapped: such a line is always
 * refused. */
static void a_garbled_line_is_seen(void **state)
{
    (void)state;
    for (unsigned n = 0; n < 300; n++) {
        struct sensor_line line = some_line(), back = {.word = 77}, untouched = back;
        char text[SENSOR_LINE_MAX], bad[SENSOR_LINE_MAX + 1];
        struct cr_err err;
        size_t len = sensor_line_encode(&line, text) - 1;
        for (size_t i = 0; i < len; i++) {
            for (unsigned bit = 0; bit < 8; bit++) {
                memcpy(bad, text, len);
                bad[i] = (char)(bad[i] ^ 1 << bit);
                assert_int_equal(sensor_line_decode(bad, len, &back, &err), CR_E_INPUT);
            }
            memcpy(bad, text, i);
            memcpy(bad + i, text + i + 1, len - i - 1);
            assert_int_equal(sensor_line_decode(bad, len - 1, &back, &err), CR_E_INPUT);
            memcpy(bad, text, i + 1);
            memcpy(bad + i + 1, text + i, len - i);
            assert_int_equal(sensor_line_decode(bad, len + 1, &back, &err), CR_E_INPUT);
            assert_int_equal(sensor_line_decode(text, i, &back, &err), CR_E_INPUT);
        }
        assert_memory_equal(&back, &untouched, sizeof back);
    }
}

/* What can be read is exactly what would be written: a message has only one text. */
static void random_bytes_are_refused_or_exact(void **state)
{
    (void)state;
    static const char alphabet[] = "#*0123456789ABCDEF ABCKLNOSTPGRDMJUFVH\r\n\t\0zZ";
    unsigned accepted = 0;
    for (unsigned n = 0; n < 400000; n++) {
        char text[SENSOR_LINE_MAX + 16];
        size_t len;
        if (n % 2 == 0) {
            len = below(sizeof text);
            for (size_t i = 0; i < len; i++)
                text[i] = alphabet[below(sizeof alphabet)];
        } else {
            struct sensor_line line = some_line();
            len = sensor_line_encode(&line, text) - 1;
            for (unsigned i = below(3); i > 0; i--)
                text[below((unsigned)len)] = (char)below(256);
        }
        struct sensor_line line;
        if (sensor_line_decode(text, len, &line, NULL) != CR_OK)
            continue;
        char again[SENSOR_LINE_MAX];
        size_t written = sensor_line_encode(&line, again) - 1;
        assert_int_equal(written, len);
        assert_memory_equal(text, again, len);
        accepted++;
    }
    assert_true(accepted > 10000);
}

static void wrong_lines_with_right_checksums_are_refused(void **state)
{
    (void)state;
    /* these checksums were made by another program */
    const char *const wrong[] = {
        "#1A2B 001 PLACED 8*4A26",     "#1A2B 001 PLACED 0*CB2E",
        "#1A2B 001 PLACED*D9AE",       "#1A2B 001 OPEN 3*FB57",
        "#1a2b 001 OPEN*49F5",         "#1A2B 256 OPEN*2018",
        "#1A2B 1 OPEN*16AC",           "#1A2B 001 open*8D54",
        "#1A2B  001 OPEN*714B",        "#1A2B 001 LIGHT 3 DISCO*7A1B",
        "#1A2B 000 HELLO 7 01*F02D",   "#1A2B 000 HELLO 7 0*B431",
        "#1A2B 000 HELLO 7 1000*944C", "#1A2B 000 HELLO 8 1*8821",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct sensor_line line;
        struct cr_err err;
        assert_int_equal(sensor_line_decode(wrong[i], strlen(wrong[i]), &line, &err), CR_E_INPUT);
        if (strstr(err.text, "garbled"))
            fail_msg("%s was refused for its checksum only", wrong[i]);
    }
}

static void reports_and_events_go_together(void **state)
{
    static const struct {
        enum sensor_word word;
        enum acceptor_event event;
    } pairs[] = {{SENSOR_PLACED, ACCEPTOR_EV_PLACED},   {SENSOR_REMOVED, ACCEPTOR_EV_REMOVED},
                 {SENSOR_DROPPED, ACCEPTOR_EV_DROPPED}, {SENSOR_NOTCOUNTED, ACCEPTOR_EV_NOTCOUNTED},
                 {SENSOR_JAM, ACCEPTOR_EV_JAM},         {SENSOR_CLEAR, ACCEPTOR_EV_CLEAR},
                 {SENSOR_FAULT, ACCEPTOR_EV_FAULT},     {SENSOR_OK, ACCEPTOR_EV_OK}};
    (void)state;
    for (unsigned i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        assert_int_equal(sensor_word_event(pairs[i].word), pairs[i].event);
    assert_int_equal(sensor_word_event(SENSOR_PING), ACCEPTOR_EVENTS);
    assert_int_equal(sensor_word_event(SENSOR_WORDS), ACCEPTOR_EVENTS);
    for (unsigned w = 0; w < SENSOR_WORDS; w++)
        assert_int_equal(sensor_word_is_numbered((enum sensor_word)w),
                         w != SENSOR_ACK && w != SENSOR_NAK && w != SENSOR_LOST);
}

static void the_reader_finds_lines_and_drops_what_is_too_long(void **state)
{
    (void)state;
    struct sensor_reader reader = {0};
    size_t len = 99;
    const char *text = "#abc\n";
    for (const char *c = text; *c; c++)
        assert_int_equal(sensor_reader_feed(&reader, *c, &len), *c == '\n');
    assert_int_equal(len, 4);
    assert_memory_equal(reader.line, "#abc", 4);
    for (unsigned i = 0; i < 1000; i++)
        assert_false(sensor_reader_feed(&reader, 'x', &len));
    assert_true(sensor_reader_feed(&reader, '\n', &len));
    assert_int_equal(len, 0);
    assert_false(sensor_reader_feed(&reader, 'y', &len));
    assert_true(sensor_reader_feed(&reader, '\n', &len));
    assert_int_equal(len, 1);
}

/* ---- A bad line ---- */

/* Lines on their way in one direction, in order. Each may be lost, repeated or garbled. */
struct wire {
    char lines[256][SENSOR_LINE_MAX];
    size_t lens[256];
    unsigned head, count;
    unsigned loss, repeat, garble; /* percent */
};

static void wire_put(struct wire *w, const char *text, size_t len)
{
    while (len > 0) {
        size_t line = (size_t)((const char *)memchr(text, '\n', len) - text);
        unsigned copies = below(100) < w->loss ? 0 : below(100) < w->repeat ? 2 : 1;
        for (; copies > 0 && w->count < 256; copies--) {
            unsigned at = (w->head + w->count++) % 256;
            memcpy(w->lines[at], text, line);
            w->lens[at] = line;
            if (below(100) < w->garble)
                w->lines[at][below((unsigned)line)] ^= (char)(1 << below(7));
        }
        text += line + 1;
        len -= line + 1;
    }
}

static bool wire_take(struct wire *w, struct sensor_session *to, struct sensor_output *out)
{
    if (w->count == 0)
        return false;
    sensor_session_receive(to, w->lines[w->head], w->lens[w->head], out);
    w->head = (w->head + 1) % 256;
    w->count--;
    return true;
}

struct pair {
    struct sensor_session ends[2]; /* table, sensors */
    struct wire wires[2];          /* to the table, to the sensors */
    unsigned sent[2], taken[2];    /* messages to each end */
};

/* Messages have their number in seat and pattern, so that a wrong order or count shows. */
static struct sensor_line numbered(unsigned end, unsigned n)
{
    struct sensor_line line = {.seat = (uint8_t)(1 + n % 7)};
    line.word = (uint8_t)(end == SENSOR_TABLE ? SENSOR_PLACED + n % 8 : SENSOR_LIGHT);
    if (end == SENSOR_BANK)
        line.pattern = (uint8_t)(n % PATTERNS);
    return line;
}

static void pair_deliver(struct pair *p, unsigned end)
{
    struct sensor_output out;
    if (!wire_take(&p->wires[end], &p->ends[end], &out))
        return;
    wire_put(&p->wires[!end], out.text, out.len);
    assert_false(end == SENSOR_TABLE && out.restarted);
    if (!out.has_message || out.message.word == SENSOR_START)
        return;
    struct sensor_line want = numbered(end, p->taken[end]++);
    assert_int_equal(out.message.word, want.word);
    assert_int_equal(out.message.seat, want.seat);
    assert_int_equal(out.message.pattern, want.pattern);
}

static void pair_send(struct pair *p, unsigned to)
{
    struct sensor_output out;
    struct sensor_line line = numbered(to, p->sent[to]);
    if (sensor_session_send(&p->ends[!to], &line, &out, NULL) != CR_OK)
        return;
    p->sent[to]++;
    wire_put(&p->wires[to], out.text, out.len);
}

static void run_pair(unsigned seed, unsigned loss, unsigned repeat, unsigned garble)
{
    static struct pair p;
    memset(&p, 0, sizeof p);
    rng = seed;
    for (unsigned i = 0; i < 2; i++) {
        p.wires[i].loss = loss;
        p.wires[i].repeat = repeat;
        p.wires[i].garble = garble;
    }
    sensor_session_init(&p.ends[SENSOR_TABLE], SENSOR_TABLE, (uint16_t)(1 + below(65535)));
    sensor_session_init(&p.ends[SENSOR_BANK], SENSOR_BANK, 0);
    const unsigned messages = 600; /* so many that the numbers begin again twice */
    for (unsigned long n = 0; p.taken[0] < messages || p.taken[1] < messages; n++) {
        assert_true(n < 1000000);
        unsigned end = below(2);
        if (p.sent[end] < messages && below(4) == 0)
            pair_send(&p, end);
        pair_deliver(&p, end);
        if (below(10) == 0) {
            struct sensor_output out;
            sensor_session_tick(&p.ends[end], &out);
            wire_put(&p.wires[!end], out.text, out.len);
        }
    }
    assert_int_equal(p.sent[0], messages);
    assert_int_equal(p.sent[1], messages);
}

static void each_message_once_and_in_order_over_a_bad_line(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed <= 60; seed++) {
        run_pair(seed, 0, 0, 0);
        run_pair(seed, 30, 0, 0);
        run_pair(seed, 0, 50, 0);
        run_pair(seed, 0, 0, 30);
        run_pair(seed, 30, 50, 20);
    }
}

static void a_silent_line_counts_as_lost(void **state)
{
    (void)state;
    struct sensor_session s;
    struct sensor_output out;
    sensor_session_init(&s, SENSOR_TABLE, 7);
    for (unsigned i = 0; i < SENSOR_ATTEMPTS; i++) {
        assert_false(sensor_session_is_lost(&s));
        sensor_session_tick(&s, &out);
        assert_true(out.len > 0);
    }
    assert_true(sensor_session_is_lost(&s));
    sensor_session_receive(&s, "#0007 000 ACK*0000", 18, &out);
    assert_true(sensor_session_is_lost(&s));
    struct sensor_line ack = {.session = 7, .word = SENSOR_ACK};
    char text[SENSOR_LINE_MAX];
    sensor_session_receive(&s, text, sensor_line_encode(&ack, text) - 1, &out);
    assert_false(sensor_session_is_lost(&s));
}

static void a_full_queue_is_refused(void **state)
{
    (void)state;
    struct sensor_session s;
    struct sensor_output out;
    struct cr_err err;
    struct sensor_line ping = {.word = SENSOR_PING};
    sensor_session_init(&s, SENSOR_BANK, 0);
    assert_int_equal(sensor_session_send(&s, &ping, &out, &err), CR_E_STATE);
    sensor_session_init(&s, SENSOR_TABLE, 1);
    for (unsigned i = 1; i < SENSOR_QUEUE; i++)
        assert_int_equal(sensor_session_send(&s, &ping, &out, &err), CR_OK);
    assert_int_equal(sensor_session_send(&s, &ping, &out, &err), CR_E_STATE);
}

static void receive(struct sensor_session *s, struct sensor_line line, struct sensor_output *out)
{
    char text[SENSOR_LINE_MAX];
    sensor_session_receive(s, text, sensor_line_encode(&line, text) - 1, out);
}

/* A line whose number is neither the next one nor that of the last one repeated is old, and is not
 * answered. */
static void a_line_of_another_time_is_ignored(void **state)
{
    (void)state;
    struct sensor_session s;
    struct sensor_output out;
    struct sensor_line line = {
        .session = 9, .number = 5, .word = SENSOR_PLACED, .seat = 1, .seats = 0};
    sensor_session_init(&s, SENSOR_TABLE, 9);
    receive(&s, line, &out);
    assert_true(out.len == 0 && !out.has_message);
    line.number = 0;
    receive(&s, line, &out);
    assert_true(out.len > 0 && out.has_message);
    receive(&s, line, &out); /* a repeat is acknowledged, but is no message */
    assert_true(out.len > 0 && !out.has_message);
    line.session = 8;
    line.number = 1;
    receive(&s, line, &out);
    assert_true(out.len == 0 && !out.has_message);
}

static void sessions_go_round_and_are_never_zero(void **state)
{
    (void)state;
    struct sensor_session s;
    struct sensor_output out;
    sensor_session_init(&s, SENSOR_TABLE, UINT16_MAX);
    receive(&s, (struct sensor_line){.session = UINT16_MAX, .word = SENSOR_ACK}, &out);
    receive(&s, (struct sensor_line){.word = SENSOR_LOST}, &out);
    assert_true(out.restarted);
    assert_int_equal(s.session, 1);
    /* sensors begin no session with the number 0 */
    sensor_session_init(&s, SENSOR_BANK, 0);
    receive(&s, (struct sensor_line){.word = SENSOR_START}, &out);
    assert_false(out.restarted);
    assert_int_equal(s.session, 0);
    assert_non_null(strstr(out.text, "LOST"));
}

/* Versions of the protocol begin at 1. */
static void version_zero_is_refused(void **state)
{
    (void)state;
    struct sensor_line back;
    struct sensor_line hello = {.session = 1, .word = SENSOR_HELLO, .seats = 7, .version = 1};
    char text[SENSOR_LINE_MAX];
    size_t len = sensor_line_encode(&hello, text);
    assert_int_equal(sensor_line_decode(text, len - 1, &back, NULL), CR_OK);
    hello.version = 0;
    len = sensor_line_encode(&hello, text);
    assert_int_equal(sensor_line_decode(text, len - 1, &back, NULL), CR_E_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_as_documented),
        cmocka_unit_test(every_line_comes_back),
        cmocka_unit_test(a_garbled_line_is_seen),
        cmocka_unit_test(random_bytes_are_refused_or_exact),
        cmocka_unit_test(wrong_lines_with_right_checksums_are_refused),
        cmocka_unit_test(reports_and_events_go_together),
        cmocka_unit_test(the_reader_finds_lines_and_drops_what_is_too_long),
        cmocka_unit_test(each_message_once_and_in_order_over_a_bad_line),
        cmocka_unit_test(a_silent_line_counts_as_lost),
        cmocka_unit_test(a_full_queue_is_refused),
        cmocka_unit_test(a_line_of_another_time_is_ignored),
        cmocka_unit_test(sessions_go_round_and_are_never_zero),
        cmocka_unit_test(version_zero_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
