/* Moves bytes between the sensors' device and the protocol (table/sensor_line.h); see sensors.h. */
#include "service/controller/sensors.h"

#include "base/err.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

/* The callback that gets the events. */
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
    t.c_cc[VMIN] = 1; /* no data gives EAGAIN, so that a read of 0 bytes means a hang-up */
    t.c_cc[VTIME] = 0;
    cfsetispeed(&t, B9600);
    cfsetospeed(&t, B9600);
    return tcsetattr(fd, TCSANOW, &t);
}

int sensors_open(struct sensors *s, const char *device, uint16_t first, struct cr_err *err)
{
    memset(s, 0, sizeof(*s));
    s->fd = -1;
    sensor_host_init(&s->end, first);
    sensor_bank_init(&s->bank);
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

/* ---- Receiving ---- */

/* Sends bytes. Those that cannot be written now are sent again at a tick, because they are not
 * acknowledged. */
static void put(struct sensors *s, const struct sensor_bytes *out)
{
    if (out->len == 0)
        return;
    if (s->fd >= 0) {
        ssize_t done = write(s->fd, out->data, out->len);
        (void)done;
        return;
    }
    sensor_bank_receive(&s->bank, out->data, out->len, &s->inbox);
}

/* Sends the protocol's answers before the console gets the events, because the console's effects
 * may send more. */
static void pass_on(struct sensors *s, const struct sensor_events *events,
                    const struct sensor_bytes *out, const struct taker *to)
{
    put(s, out);
    for (unsigned i = 0; i < events->count; i++)
        to->each(to->context, &events->list[i]);
}

static void take_bytes(struct sensors *s, const char *data, size_t len, const struct taker *to)
{
    for (size_t i = 0; i < len; i++) {
        struct sensor_events events;
        struct sensor_bytes out;
        out.len = 0;
        sensor_host_feed(&s->end, data[i], &events, &out);
        pass_on(s, &events, &out, to);
    }
}

/* Reads what the emulated sensors have sent. Reading it may make them send more. */
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
        else if (len == 0)
            return err_set(err, CR_E_IO, "the sensors' line broke: nobody is at its other end");
        else if (errno == EAGAIN)
            return 0;
        else if (errno != EINTR)
            return err_set(err, CR_E_IO, "the sensors' line broke: %s", strerror(errno));
    }
}

static void tick(struct sensors *s, const struct taker *to)
{
    struct sensor_events events;
    struct sensor_bytes out;
    out.len = 0;
    sensor_host_tick(&s->end, &events, &out);
    if (s->fd < 0)
        sensor_bank_tick(&s->bank, &s->inbox);
    pass_on(s, &events, &out, to);
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

/* ---- Sending ---- */

void sensors_obey(struct sensors *s, const struct console *console,
                  const struct console_effect *effects, unsigned count)
{
    struct sensor_bytes out;
    out.len = 0;
    sensor_host_obey(&s->end, console, effects, count, &out);
    put(s, &out);
}

bool sensors_is_idle(const struct sensors *s)
{
    return s->end.up && s->end.session.count == 0 && s->inbox.len == 0 &&
           (s->fd >= 0 || s->bank.session.count == 0);
}

bool sensors_ask_count(struct sensors *s)
{
    struct sensor_bytes out;
    out.len = 0;
    const bool asked = sensor_host_ask_count(&s->end, &out);
    put(s, &out);
    return asked;
}

bool sensors_touch(struct sensors *s, const char *what, unsigned seat)
{
    static const struct {
        const char *word;
        bool (*touch)(struct sensor_bank *bank, unsigned seat, struct sensor_bytes *out);
    } touches[] = {{"place", sensor_bank_place},   {"remove", sensor_bank_remove},
                   {"clear", sensor_bank_clear},   {"fail", sensor_bank_fail},
                   {"repair", sensor_bank_repair}, {"stray", sensor_bank_stray}};
    bool done = strcmp(what, "jam") == 0 || strcmp(what, "miss") == 0;
    if (strcmp(what, "jam") == 0)
        sensor_bank_jam_next(&s->bank, seat);
    else if (strcmp(what, "miss") == 0)
        sensor_bank_miss_next(&s->bank, seat);
    for (size_t i = 0; i < sizeof(touches) / sizeof(touches[0]); i++)
        if (strcmp(what, touches[i].word) == 0)
            done = touches[i].touch(&s->bank, seat, &s->inbox);
    return done;
}
