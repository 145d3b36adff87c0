/* A live table's commands; see live.h. */
#include "cli/table/live.h"

#include "base/err.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const char live_help[] =
    "place N, remove N       a chip on seat N's acceptor, or off it (emulated sensors)\n"
    "jam N, miss N, clear N  the next drop jams or is not counted; the jam is cleared\n"
    "fail N, repair N        the sensor of seat N fails, works again\n"
    "start                   COIN IN: no more bets\n"
    "fold N                  seat N's hand is not live: no envy for it\n"
    "award N HAND            the button of that hand for seat N: claims it, again: cancels it\n"
    "key 008|009, turn R|JPL|JPH, remove key\n"
    "jpot                    pays the next pending jackpot of the turned key\n"
    "game over, dead         the round is over; all hands are dead\n"
    "close N, open N         seat N for progressive play\n"
    "move N M                the patron of seat N moves to seat M\n"
    "buy N AMOUNT [TENDER]   the patron of seat N buys cheques, with cash unless it is said\n"
    "wait N                  until seat N's claim can be paid: J-POT each second\n"
    "status, help, quit";

/* What a command line says. */
struct words {
    char verb[16];
    unsigned seat, to; /* 0: none */
    const char *rest;  /* behind the verb, or behind the seat */
};

static struct words split(const char *line)
{
    struct words w = {.rest = ""};
    int used = 0;
    if (sscanf(line, "%15s %n", w.verb, &used) < 1)
        return w;
    w.rest = line + used;
    int more = 0;
    if (sscanf(w.rest, "%1u %n", &w.seat, &more) >= 1) {
        w.rest += more;
        sscanf(w.rest, "%1u", &w.to);
    }
    return w;
}

/* ---- Commands ---- */

static int press(struct live *l, struct console_event e, struct cr_err *err)
{
    return station_press(l->station, &e, err);
}

static int touch(struct live *l, const struct words *w, struct cr_err *err)
{
    if (l->station->sensors.fd >= 0)
        return err_set(err, CR_E_STATE, "the sensors are not emulated: use your hands");
    if (w->seat < 1 || w->seat > CR_SEATS)
        return err_set(err, CR_E_INPUT, "seats are 1 to %d", CR_SEATS);
    if (!sensors_touch(&l->station->sensors, w->verb, w->seat))
        return err_set(err, CR_E_STATE, "seat %u: that cannot be done now", w->seat);
    return 0;
}

static int award(struct live *l, const struct words *w, struct cr_err *err)
{
    struct controller *c = &l->station->controller;
    unsigned hand = 0;
    while (hand < CR_CATEGORIES && strcmp(w->rest, cr_category_name((enum cr_category)hand)) != 0)
        hand++;
    if (hand == CR_CATEGORIES)
        return err_set(err, CR_E_INPUT, "there is no hand \"%s\"", w->rest);
    if (w->seat >= 1 && w->seat <= CR_SEATS)
        controller_set_live(
            c, w->seat,
            (uint8_t)(console_registered(&c->console) & ~l->folded & ~CONSOLE_SEAT(w->seat)));
    return press(l,
                 (struct console_event){
                     .kind = CONSOLE_AWARD, .seat = (uint8_t)w->seat, .award = (uint8_t)hand},
                 err);
}

static int turn(struct live *l, const struct words *w, struct cr_err *err)
{
    static const char *const positions[] = {"R", "JPL", "JPH"};
    uint8_t position = 0;
    while (position < 3 && strcmp(w->rest, positions[position]) != 0)
        position++;
    return press(l, (struct console_event){.kind = CONSOLE_KEY_TURN, .position = position}, err);
}

static int key(struct live *l, const char *rest, struct cr_err *err)
{
    unsigned number = 0;
    sscanf(rest, "%3u", &number);
    return press(l, (struct console_event){.kind = CONSOLE_KEY_INSERT, .key = (uint8_t)number},
                 err);
}

static void status(const struct live *l)
{
    char line[512];
    struct text t;
    const struct console *c = &l->station->controller.console;
    text_init(&t, line, sizeof(line));
    text_add_format(&t, "%s", console_mode_name((enum console_mode)c->mode));
    if (c->mode == CONSOLE_CLOSED)
        text_add_format(&t, " (%s)", console_reason_name((enum console_reason)c->reason));
    text_add(&t, "; lights on:");
    for (unsigned seat = 1; seat <= CR_SEATS; seat++)
        if (console_registered(c) & CONSOLE_SEAT(seat))
            text_add_format(&t, " %u", seat);
    text_add(&t, "; ");
    station_meters(l->station, &t);
    station_say(l->station, "status: %s", line);
    t.len = 0;
    console_advice(c, &t);
    station_say(l->station, "advice: %s", line);
}

/* UTH-22: "buy 2 100", "buy 2 100 foreign cheques". */
static int buy(struct live *l, const struct words *w, struct cr_err *err)
{
    struct cr_money amount;
    const size_t len = strcspn(w->rest, " ");
    const char *tender = w->rest + len + strspn(w->rest + len, " ");
    int rc = cr_money_parse(w->rest, len, CR_MONEY_CENTS, &amount, err);
    if (rc != 0)
        return err_prefix(err, "amount");
    rc = controller_buy_in(&l->station->controller, w->seat, amount,
                           tender[0] != '\0' ? tender : "cash", err);
    l->station->last_why[0] = '\0'; /* each patron is told why */
    return rc;
}

/* ---- The list ---- */

static bool is_touch(const char *verb)
{
    static const char *const words[] = {"place", "jam", "miss", "clear", "fail", "repair"};
    for (unsigned i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (strcmp(verb, words[i]) == 0)
            return true;
    return false;
}

static int seat_command(struct live *l, const struct words *w, struct cr_err *err)
{
    if (strcmp(w->verb, "fold") == 0) {
        if (w->seat < 1 || w->seat > CR_SEATS)
            return err_set(err, CR_E_INPUT, "seats are 1 to %d", CR_SEATS);
        l->folded |= (uint8_t)CONSOLE_SEAT(w->seat);
        return 0;
    }
    if (strcmp(w->verb, "close") == 0 || strcmp(w->verb, "open") == 0)
        return press(l,
                     (struct console_event){.kind = w->verb[0] == 'c' ? CONSOLE_CLOSE_SEAT
                                                                      : CONSOLE_OPEN_SEAT,
                                            .seat = (uint8_t)w->seat},
                     err);
    if (strcmp(w->verb, "move") == 0)
        return controller_move_patron(&l->station->controller, w->seat, w->to, err);
    if (strcmp(w->verb, "buy") == 0)
        return buy(l, w, err);
    return err_set(err, CR_E_INPUT, "unknown command \"%s\"; try help", w->verb);
}

static int run(struct live *l, const char *line, const struct words *w, struct cr_err *err)
{
    if (strcmp(line, "start") == 0 || strcmp(line, "coin in") == 0) {
        l->folded = 0;
        return press(l, (struct console_event){.kind = CONSOLE_START}, err);
    }
    if (strcmp(line, "jpot") == 0)
        return press(l, (struct console_event){.kind = CONSOLE_JPOT}, err);
    if (strcmp(line, "game over") == 0)
        return press(l, (struct console_event){.kind = CONSOLE_GAME_OVER}, err);
    if (strcmp(line, "dead") == 0)
        return press(l, (struct console_event){.kind = CONSOLE_CALL_DEAD}, err);
    if (strcmp(line, "remove key") == 0)
        return press(l, (struct console_event){.kind = CONSOLE_KEY_REMOVE}, err);
    if (strcmp(w->verb, "award") == 0)
        return award(l, w, err);
    if (strcmp(w->verb, "key") == 0)
        return key(l, line + 3, err);
    if (strcmp(w->verb, "turn") == 0)
        return turn(l, w, err);
    if (is_touch(w->verb) || strcmp(w->verb, "remove") == 0)
        return touch(l, w, err);
    return seat_command(l, w, err);
}

static void run_line(struct live *l, const char *line)
{
    struct cr_err err = {0};
    const struct words w = split(line);
    if (w.verb[0] == '\0' || w.verb[0] == '#')
        return;
    if (strcmp(line, "quit") == 0)
        l->quit = true;
    else if (strcmp(line, "help") == 0)
        puts(live_help);
    else if (strcmp(line, "status") == 0)
        status(l);
    else if (run(l, line, &w, &err) != 0)
        station_say(l->station, "no: %s", err.text);
}

/* ---- Lines ---- */

void live_init(struct live *l, struct station *station, int fd)
{
    memset(l, 0, sizeof(*l));
    l->station = station;
    l->fd = fd;
}

void live_read(struct live *l)
{
    if (l->at_end || l->len == sizeof(l->room))
        return;
    ssize_t len = read(l->fd, l->room + l->len, sizeof(l->room) - l->len);
    if (len > 0)
        l->len += (size_t)len;
    else if (len == 0 || errno != EINTR)
        l->at_end = true;
}

/* Whether the claim of "wait N" is still in the way; it is paid by trying. */
static bool waits(struct live *l, const char *line)
{
    const struct words w = split(line);
    const struct console *c = &l->station->controller.console;
    if (strcmp(w.verb, "wait") != 0 || w.seat < 1 || w.seat > CR_SEATS ||
        c->claims[w.seat - 1].state != CONSOLE_PENDING)
        return false;
    if (!console_jpot_flashes(c)) {
        run_line(l, "jpot"); /* says what to do instead */
        return false;
    }
    if (station_now() >= l->pay_after) {
        l->pay_after = station_now() + 1000;
        run_line(l, "jpot");
    }
    return true;
}

static bool is_ready(const struct live *l)
{
    const struct station *s = l->station;
    return controller_is_idle(&s->controller) && sensors_is_idle(&s->sensors) &&
           s->controller.console.request == CONSOLE_ASKED_NOTHING &&
           s->controller.console.mode != CONSOLE_LOCKING;
}

void live_step(struct live *l)
{
    while (!l->quit && is_ready(l)) {
        char line[LIVE_LINE_MAX];
        const char *end = memchr(l->room, '\n', l->len);
        if (end == NULL && (!l->at_end || l->len == 0)) {
            l->quit = l->at_end;
            return;
        }
        const size_t len = end != NULL ? (size_t)(end - l->room) : l->len;
        const size_t used = end != NULL ? len + 1 : len;
        snprintf(line, sizeof(line), "%.*s", (int)len, l->room);
        if (waits(l, line))
            return;
        l->len -= used;
        memmove(l->room, l->room + used, l->len);
        if (strncmp(line, "wait", 4) != 0)
            run_line(l, line);
    }
}
