/* The session between a table and its sensors: numbers, acknowledgements, repeats. */
#include "table/sensor_session.h"

#include "base/check.h"
#include "base/err.h"

#include <string.h>

void sensor_bytes_add(struct sensor_bytes *bytes, const struct sensor_output *part)
{
    if (part->len > sizeof bytes->data - bytes->len)
        return;
    memcpy(bytes->data + bytes->len, part->text, part->len);
    bytes->len += part->len;
}

static void write_line(struct sensor_output *out, const struct sensor_line *line)
{
    CHECK(out->len + SENSOR_LINE_MAX <= sizeof out->text);
    out->len += sensor_line_encode(line, out->text + out->len);
}

static void write_answer(const struct sensor_session *s, enum sensor_word word, unsigned number,
                         struct sensor_output *out)
{
    struct sensor_line line = {
        .session = s->session, .number = (uint8_t)number, .word = (uint8_t)word};
    write_line(out, &line);
}

static void push(struct sensor_session *s, struct sensor_line line)
{
    line.session = s->session;
    line.number = s->next_out++;
    s->queue[(s->head + s->count++) % SENSOR_QUEUE] = line;
}

/* Numbers begin anew; what was queued belongs to a session that nobody remembers. */
static void begin(struct sensor_session *s, uint16_t session)
{
    s->session = session;
    s->next_out = s->next_in = 0;
    s->attempts = 0;
    s->head = s->count = 0;
    if (s->end == SENSOR_TABLE)
        push(s, (struct sensor_line){.word = SENSOR_START});
}

void sensor_session_init(struct sensor_session *s, enum sensor_end end, uint16_t first)
{
    memset(s, 0, sizeof *s);
    s->end = (uint8_t)end;
    if (end == SENSOR_TABLE) {
        CHECK(first != 0);
        begin(s, first);
    }
}

int sensor_session_send(struct sensor_session *s, const struct sensor_line *line,
                        struct sensor_output *out, struct cr_err *err)
{
    CHECK(sensor_word_is_numbered((enum sensor_word)line->word));
    memset(out, 0, sizeof *out);
    if (s->session == 0)
        return err_set(err, CR_E_STATE, "the table has not begun a session with its sensors");
    if (s->count == SENSOR_QUEUE)
        return err_set(err, CR_E_STATE, "the other end does not take lines; check the cable");
    push(s, *line);
    if (s->count == 1)
        write_line(out, &s->queue[s->head]);
    return CR_OK;
}

/* ---- Receiving ---- */

/* The line under way has arrived: the next one goes. */
static void take_ack(struct sensor_session *s, unsigned number, struct sensor_output *out)
{
    if (s->count == 0 || s->queue[s->head].number != number)
        return;
    s->head = (uint8_t)((s->head + 1) % SENSOR_QUEUE);
    s->count--;
    s->attempts = 0;
    if (s->count > 0)
        write_line(out, &s->queue[s->head]);
}

static void take_numbered(struct sensor_session *s, const struct sensor_line *line,
                          struct sensor_output *out)
{
    if (line->number == s->next_in) {
        s->next_in++;
        out->has_message = true;
        out->message = *line;
    } else if (line->number != (uint8_t)(s->next_in - 1)) {
        return; /* an old copy: neither expected nor the last one repeated */
    }
    write_answer(s, SENSOR_ACK, line->number, out);
}

/* The sensors do not know this session: they were switched on anew. While START is under way this
 * is expected: they said it before START reached them. */
static void take_lost(struct sensor_session *s, struct sensor_output *out)
{
    if (s->count > 0 && s->queue[s->head].word == SENSOR_START)
        return;
    begin(s, (uint16_t)(s->session == UINT16_MAX ? 1 : s->session + 1));
    out->restarted = true;
    write_line(out, &s->queue[s->head]);
}

static void receive_at_bank(struct sensor_session *s, const struct sensor_line *line,
                            struct sensor_output *out)
{
    if (line->word == SENSOR_START && line->number == 0 && line->session != s->session &&
        line->session != 0) {
        begin(s, line->session);
        out->restarted = true;
    }
    if (line->session == s->session && s->session != 0)
        return;
    write_answer(s, SENSOR_LOST, 0, out);
}

void sensor_session_receive(struct sensor_session *s, const char *text, size_t len,
                            struct sensor_output *out)
{
    struct sensor_line line;
    memset(out, 0, sizeof *out);
    if (sensor_line_decode(text, len, &line, NULL) != CR_OK) {
        write_answer(s, SENSOR_NAK, s->next_in, out);
        return;
    }
    if (s->end == SENSOR_BANK)
        receive_at_bank(s, &line, out);
    else if (line.word == SENSOR_LOST)
        take_lost(s, out);
    if (out->len > 0 || s->session == 0 || line.session != s->session)
        return;
    if (line.word == SENSOR_ACK)
        take_ack(s, line.number, out);
    else if (line.word == SENSOR_NAK && s->count > 0)
        write_line(out, &s->queue[s->head]);
    else if (sensor_word_is_numbered((enum sensor_word)line.word))
        take_numbered(s, &line, out);
}

void sensor_session_tick(struct sensor_session *s, struct sensor_output *out)
{
    memset(out, 0, sizeof *out);
    if (s->count > 0) {
        if (s->attempts < SENSOR_ATTEMPTS)
            s->attempts++;
        write_line(out, &s->queue[s->head]);
    } else if (s->session == 0) {
        write_answer(s, SENSOR_LOST, 0, out);
    }
}

bool sensor_session_is_lost(const struct sensor_session *s)
{
    return s->attempts >= SENSOR_ATTEMPTS;
}
