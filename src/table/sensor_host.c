/* The table's end of the line to the sensors. */
#include "table/sensor_host.h"

#include <string.h>

static void forget(struct sensor_host *d)
{
    d->up = false;
    d->quiet = 0;
    memset(d->patterns, PATTERNS, sizeof d->patterns);
}

void sensor_host_init(struct sensor_host *d, uint16_t first)
{
    memset(d, 0, sizeof *d);
    sensor_session_init(&d->session, SENSOR_TABLE, first);
    forget(d);
}

static void add_event(struct sensor_events *events, unsigned seat, enum acceptor_event sensor)
{
    events->list[events->count++] = (struct console_event){
        .kind = CONSOLE_SENSOR, .seat = (uint8_t)seat, .sensor = (uint8_t)sensor};
}

static void add_events(struct sensor_events *events, enum acceptor_event sensor)
{
    for (unsigned seat = 1; seat <= CR_SEATS; seat++)
        add_event(events, seat, sensor);
}

/* When the queue is full nobody reads the line, and sensor_host_tick will find it lost. */
static void send_line(struct sensor_host *d, struct sensor_line line, struct sensor_bytes *out)
{
    struct sensor_output part;
    if (sensor_session_send(&d->session, &line, &part, NULL) == CR_OK)
        sensor_bytes_add(out, &part);
    d->quiet = 0;
}

static void take_message(struct sensor_host *d, const struct sensor_line *line,
                         struct sensor_events *events)
{
    if (line->word == SENSOR_HELLO) {
        d->up = d->resync = true;
        d->failed = false;
        d->version = line->version;
        add_events(events, ACCEPTOR_EV_HELLO);
        return;
    }
    if (line->word == SENSOR_COUNT) {
        d->has_count = true;
        d->count = line->count;
        return;
    }
    enum acceptor_event event = sensor_word_event((enum sensor_word)line->word);
    if (d->up && event != ACCEPTOR_EVENTS)
        add_event(events, line->seat, event);
}

void sensor_host_feed(struct sensor_host *d, char byte, struct sensor_events *events,
                      struct sensor_bytes *out)
{
    size_t len;
    struct sensor_output part;
    events->count = 0;
    if (!sensor_reader_feed(&d->reader, byte, &len))
        return;
    sensor_session_receive(&d->session, d->reader.line, len, &part);
    sensor_bytes_add(out, &part);
    if (part.restarted)
        forget(d);
    if (part.has_message)
        take_message(d, &part.message, events);
}

void sensor_host_tick(struct sensor_host *d, struct sensor_events *events, struct sensor_bytes *out)
{
    events->count = 0;
    if (d->up && ++d->quiet >= SENSOR_PING_TICKS)
        send_line(d, (struct sensor_line){.word = SENSOR_PING}, out);
    struct sensor_output part;
    sensor_session_tick(&d->session, &part);
    sensor_bytes_add(out, &part);
    if (!sensor_session_is_lost(&d->session) || d->failed)
        return;
    d->failed = true;
    add_events(events, ACCEPTOR_EV_FAULT);
    uint16_t session = d->session.session;
    sensor_session_init(&d->session, SENSOR_TABLE,
                        (uint16_t)(session == UINT16_MAX ? 1 : session + 1));
    forget(d);
}

static void send_lights(struct sensor_host *d, const struct console *c, struct sensor_bytes *out)
{
    for (unsigned i = 0; i < CR_SEATS; i++) {
        enum acceptor_pattern pattern = acceptor_pattern(&c->acceptors[i], console_jackpot(c));
        if (pattern == d->patterns[i])
            continue;
        d->patterns[i] = (uint8_t)pattern;
        send_line(d,
                  (struct sensor_line){
                      .word = SENSOR_LIGHT, .seat = (uint8_t)(i + 1), .pattern = (uint8_t)pattern},
                  out);
    }
}

static void send_effect(struct sensor_host *d, const struct console_effect *effect,
                        struct sensor_bytes *out)
{
    if (effect->kind == CONSOLE_FX_BETTING)
        send_line(d, (struct sensor_line){.word = SENSOR_OPEN}, out);
    else if (effect->kind == CONSOLE_FX_LOCK)
        send_line(d, (struct sensor_line){.word = SENSOR_LOCK}, out);
    else if (effect->kind == CONSOLE_FX_DROP)
        for (unsigned seat = 1; seat <= CR_SEATS; seat++)
            if (effect->seats & CONSOLE_SEAT(seat))
                send_line(d, (struct sensor_line){.word = SENSOR_DROP, .seat = (uint8_t)seat}, out);
}

void sensor_host_obey(struct sensor_host *d, const struct console *c,
                      const struct console_effect *effects, unsigned count,
                      struct sensor_bytes *out)
{
    /* sensors that are away get no orders; a drop is not carried over to a later session */
    if (!d->up)
        return;
    if (d->resync) {
        d->resync = false;
        bool open = c->mode == CONSOLE_BETTING;
        send_line(d, (struct sensor_line){.word = open ? SENSOR_OPEN : SENSOR_LOCK}, out);
    }
    for (unsigned i = 0; i < count; i++)
        send_effect(d, &effects[i], out);
    send_lights(d, c, out);
}

bool sensor_host_ask_count(struct sensor_host *d, struct sensor_bytes *out)
{
    if (!d->up || d->version < 2)
        return false;
    d->has_count = false;
    send_line(d, (struct sensor_line){.word = SENSOR_READ}, out);
    return true;
}
