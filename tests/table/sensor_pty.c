/* Emulated sensors at a pseudo-terminal: prints the terminal's name, then the lights as they
 * change.
 * Commands on the standard input: "place N", "remove N", "fail N", "repair N", "stray N"; its end
 * ends the program.
 * usage: sensor_pty [VERSION [COUNTER]]   version of the protocol, and the counter's first value */
#define _XOPEN_SOURCE 700
#include "table/sensor_bank.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static int open_line(void)
{
    int fd = posix_openpt(O_RDWR | O_NOCTTY);
    struct termios t;
    if (fd < 0 || grantpt(fd) != 0 || unlockpt(fd) != 0 || tcgetattr(fd, &t) != 0)
        return -1;
    t.c_lflag = 0;
    t.c_oflag = 0;
    t.c_iflag = 0;
    if (tcsetattr(fd, TCSANOW, &t) != 0)
        return -1;
    printf("%s\n", ptsname(fd));
    fflush(stdout);
    return fd;
}

static void put(int fd, struct sensor_bytes *out)
{
    ssize_t done = write(fd, out->data, out->len);
    (void)done;
    out->len = 0;
}

static void command(struct sensor_bank *bank, const char *line, struct sensor_bytes *out)
{
    char verb[16];
    unsigned seat = 0;
    if (sscanf(line, "%15s %1u", verb, &seat) != 2 || seat < 1 || seat > CR_SEATS)
        return;
    if (strcmp(verb, "place") == 0)
        sensor_bank_place(bank, seat, out);
    else if (strcmp(verb, "remove") == 0)
        sensor_bank_remove(bank, seat, out);
    else if (strcmp(verb, "fail") == 0)
        sensor_bank_fail(bank, seat, out);
    else if (strcmp(verb, "repair") == 0)
        sensor_bank_repair(bank, seat, out);
    else if (strcmp(verb, "stray") == 0)
        sensor_bank_stray(bank, seat, out);
}

static void show(const struct sensor_bank *bank, uint8_t shown[CR_SEATS])
{
    static const char *const names[PATTERNS] = {"off", "chase",     "flash", "steady",
                                                "jam", "uncounted", "high",  "low"};
    for (unsigned i = 0; i < CR_SEATS; i++) {
        if (shown[i] == bank->slots[i].pattern)
            continue;
        shown[i] = bank->slots[i].pattern;
        printf("seat %u %s\n", i + 1, names[shown[i]]);
    }
    fflush(stdout);
}

int main(int argc, char **argv)
{
    setvbuf(stdin, NULL, _IONBF, 0); /* without a buffer, so that poll sees every line that waits */
    static struct sensor_bank bank;
    static struct sensor_bytes out;
    uint8_t shown[CR_SEATS] = {0};
    char data[1024];
    const int line = open_line();
    if (line < 0)
        return 1;
    sensor_bank_init(&bank);
    if (argc > 1)
        bank.version = (uint16_t)strtoul(argv[1], NULL, 10);
    if (argc > 2)
        bank.dropped = strtoull(argv[2], NULL, 10);
    for (;;) {
        struct pollfd fds[] = {{.fd = 0, .events = POLLIN}, {.fd = line, .events = POLLIN}};
        poll(fds, 2, 100);
        if (fds[0].revents != 0) {
            if (fgets(data, sizeof(data), stdin) == NULL)
                break;
            command(&bank, data, &out);
        }
        if (fds[1].revents & POLLIN) {
            ssize_t len = read(line, data, sizeof(data));
            if (len > 0)
                sensor_bank_receive(&bank, data, (size_t)len, &out);
        }
        if (fds[0].revents == 0 && fds[1].revents == 0)
            sensor_bank_tick(&bank, &out);
        put(line, &out);
        show(&bank, shown);
    }
    printf("%llu chips in the box\n", (unsigned long long)bank.dropped);
    return 0;
}
