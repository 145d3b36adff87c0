/* The table's end of the sensor line; see sensors.h. */
#include "table/sensors.h"

#include "base/err.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

/* What comes in goes to someone. */
struct taker {
    sensors_event_fn *each;
    void *context;
};

/* ---- The device ---- */

static int set_raw(int fd)
{
    struct termios t;
    if (tcgetattr(fd, &t) != 0)
        return -1;
    t.c_iflag = IGNBRK;
    t.c_oflag = 0;
    t.c_lflag = 0;
    t.c_cflag = CS8 | CREAD | CLOCAL;
    t.c_cc[VMIN] = 0;
    t.c_cc[VTIME] = 0;
    cfsetispeed(&t, B38400);
    cfsetospeed(&t, B38400);
    return tcsetattr(fd, TCSANOW, &t);
}

int sensors_open(struct sensors *s, const char *device, uint16_t first, struct cr_err *err)
{
    memset(s, 0, sizeof(*s));
    s->fd = -1;
    sensor_session_init(&s->session, SENSOR_TABLE, first);
    sensor_bank_init(&s->bank);
    memset(s->pattern, PATTERNS, sizeof(s->pattern));
    if (device == NULL)
        return 0;
    s->fd = open(device, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (s->fd < 0)
        return err_set(err, CR_E_IO, "%s: cannot open the sensors' line: %s", device,
                       strerror(errno));
    if (set_raw(s->fd) == 0)
        return 0;
    err_set(err, CR_E_IO, "%s: not a serial line: %s", device, strerror(errno));
    close(s->fd);
    return CR_E_IO;
}

void sensors_close(struct sensors *s)
{
    if (s->fd >= 0)
        close(s->fd);
}

/* ---- In ---- */

/* What cannot be written now is said again at a tick. */
static void put(struct sensors *s, const struct sensor_output *out)
{
    if (out->len == 0)
        return;
    if (s->fd >= 0) {
        ssize_t done = write(s->fd, out->text, out->len);
        (void)done;
        return;
    }
    sensor_bank_receive(&s->bank, out->text, out->len, &s->inbox);
}

static void report(const struct taker *to, unsigned seat, enum acceptor_event sensor)
{
    const struct console_event e = {
        .kind = CONSOLE_SENSOR, .seat = (uint8_t)seat, .sensor = (uint8_t)sensor};
    to->each(to->context, &e);
}

static void report_all(const struct taker *to, enum acceptor_event sensor)
{
    for (unsigned seat = 1; seat <= CR_SEATS; seat++)
        report(to, seat, sensor);
}

static void send_line(struct sensors *s, struct sensor_line line)
{
    struct sensor_output out;
    if (sensor_session_send(&s->session, &line, &out, NULL) == 0)
        put(s, &out);
}

/* A new session: both ends say how things stand. */
static void greet(struct sensors *s, const struct taker *to)
{
    s->has_hello = true;
    s->is_lost = false;
    report_all(to, ACCEPTOR_EV_HELLO);
    send_line(s, (struct sensor_line){.word = s->is_open ? SENSOR_OPEN : SENSOR_LOCK});
    memset(s->pattern, PATTERNS, sizeof(s->pattern));
}

static void take_line(struct sensors *s, size_t len, const struct taker *to)
{
    struct sensor_output out;
    sensor_session_receive(&s->session, s->reader.line, len, &out);
    const struct sensor_line message = out.message;
    const bool has_message = out.has_message;
    if (out.restarted)
        s->has_hello = false;
    put(s, &out);
    if (!has_message)
        return;
    if (message.word == SENSOR_HELLO)
        greet(s, to);
    else if (sensor_word_event((enum sensor_word)message.word) < ACCEPTOR_EV_HELLO)
        report(to, message.seat, sensor_word_event((enum sensor_word)message.word));
}

static void take_bytes(struct sensors *s, const char *data, size_t len, const struct taker *to)
{
    size_t line_len;
    for (size_t i = 0; i < len; i++)
        if (sensor_reader_feed(&s->reader, data[i], &line_len))
            take_line(s, line_len, to);
}

/* What emulated sensors have said; taking it may make them say more. */
static void read_bank(struct sensors *s, const struct taker *to)
{
    while (s->inbox.len > 0) {
        const struct sensor_bytes said = s->inbox;
        s->inbox.len = 0;
        take_bytes(s, said.data, said.len, to);
    }
}

static int read_device(struct sensors *s, const struct taker *to, struct cr_err *err)
{
    char data[512];
    for (;;) {
        ssize_t len = read(s->fd, data, sizeof(data));
        if (len > 0)
            take_bytes(s, data, (size_t)len, to);
        else if (len == 0 || errno == EAGAIN)
            return 0;
        else if (errno != EINTR)
            return err_set(err, CR_E_IO, "the sensors' line broke: %s", strerror(errno));
    }
}

static void tick(struct sensors *s, const struct taker *to)
{
    struct sensor_output out;
    sensor_session_tick(&s->session, &out);
    put(s, &out);
    if (s->fd < 0)
        sensor_bank_tick(&s->bank, &s->inbox);
    if (!sensor_session_is_lost(&s->session)) {
        /* a line that carries nothing else is looked after by a question */
        if (s->session.count == 0)
            send_line(s, (struct sensor_line){.word = SENSOR_PING});
    } else if (!s->is_lost) {
        s->is_lost = true;
        report_all(to, ACCEPTOR_EV_FAULT);
    }
}

int sensors_poll(struct sensors *s, int64_t now_ms, sensors_event_fn *each, void *context,
                 struct cr_err *err)
{
    const struct taker to = {each, context};
    if (now_ms >= s->next_tick_ms) {
        s->next_tick_ms = now_ms + SENSORS_TICK_MS;
        tick(s, &to);
    }
    if (s->fd >= 0)
        return read_device(s, &to, err);
    read_bank(s, &to);
    return 0;
}

/* ---- Out ---- */

static void show_lights(struct sensors *s, const struct console *console)
{
    for (unsigned seat = 1; seat <= CR_SEATS; seat++) {
        const uint8_t pattern =
            (uint8_t)acceptor_pattern(&console->acceptors[seat - 1], console_jackpot(console));
        if (pattern == s->pattern[seat - 1])
            continue;
        s->pattern[seat - 1] = pattern;
        send_line(s, (struct sensor_line){
                         .word = SENSOR_LIGHT, .seat = (uint8_t)seat, .pattern = pattern});
    }
}

void sensors_apply(struct sensors *s, const struct console_effect *effect,
                   const struct console *console)
{
    if (effect->kind == CONSOLE_FX_BETTING || effect->kind == CONSOLE_FX_LOCK)
        s->is_open = effect->kind == CONSOLE_FX_BETTING;
    if (!s->has_hello)
        return; /* it is told when the session begins */
    if (effect->kind == CONSOLE_FX_BETTING)
        send_line(s, (struct sensor_line){.word = SENSOR_OPEN});
    else if (effect->kind == CONSOLE_FX_LOCK)
        send_line(s, (struct sensor_line){.word = SENSOR_LOCK});
    else if (effect->kind == CONSOLE_FX_LIGHTS)
        show_lights(s, console);
    for (unsigned seat = 1; effect->kind == CONSOLE_FX_DROP && seat <= CR_SEATS; seat++)
        if (effect->seats & CONSOLE_SEAT(seat))
            send_line(s, (struct sensor_line){.word = SENSOR_DROP, .seat = (uint8_t)seat});
}

bool sensors_is_idle(const struct sensors *s)
{
    return s->has_hello && s->session.count == 0 && s->inbox.len == 0 &&
           (s->fd >= 0 || s->bank.session.count == 0);
}

bool sensors_touch(struct sensors *s, const char *what, unsigned seat)
{
    static const struct {
        const char *word;
        bool (*touch)(struct sensor_bank *bank, unsigned seat, struct sensor_bytes *out);
    } hands[] = {{"place", sensor_bank_place},
                 {"remove", sensor_bank_remove},
                 {"clear", sensor_bank_clear},
                 {"fail", sensor_bank_fail},
                 {"repair", sensor_bank_repair}};
    bool done = strcmp(what, "jam") == 0 || strcmp(what, "miss") == 0;
    if (strcmp(what, "jam") == 0)
        sensor_bank_jam_next(&s->bank, seat);
    else if (strcmp(what, "miss") == 0)
        sensor_bank_miss_next(&s->bank, seat);
    for (size_t i = 0; i < sizeof(hands) / sizeof(hands[0]); i++)
        if (strcmp(what, hands[i].word) == 0)
            done = hands[i].touch(&s->bank, seat, &s->inbox);
    return done;
}
