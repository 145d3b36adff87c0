/* The commands of a live table as lines of text, and its help; see table_commands.h. */
#include "service/controller/table_commands.h"

#include "os/clock.h"
#include "reports/mathematics/manual.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char live_help[] =
    "place N, remove N       a chip on seat N's acceptor, or off it (emulated sensors)\n"
    "jam N, miss N, clear N  the next drop jams or is not counted; the jam is cleared\n"
    "fail N, repair N        the sensor of seat N fails, works again\n"
    "start                   COIN IN: no more bets\n"
    "fold N                  seat N's hand is folded: no award and no envy; again: it is not\n"
    "award N HAND[ with CARDS][, says NAME]   the button of that hand for seat N: claims it, "
    "again: "
    "cancels it;\n"
    "                        CARDS, five of them, go with the claim; NAME takes a jackpot with a "
    "key back\n"
    "key 008|009 [NAME]      NAME hands that key to the table; the dealer turns it\n"
    "turn R|JPL|JPH, remove key\n"
    "jpot                    pays the next pending jackpot of the turned key\n"
    "game over               the round is over; awards without a key are paid\n"
    "dead REASON, says NAME  all hands are dead, as a supervisor or manager says\n"
    "return N REASON[, says NAME]   seat N's coin goes back, before the first card\n"
    "close N, open N [NAME]  seat N for progressive play; NAME answers for it\n"
    "move N M                the patron of seat N moves to seat M\n"
    "patron N M, alone N     seats N and M are one patron's; seat N is a patron of its own\n"
    "dealer NAME, dealer off   NAME signs on as the dealer; the dealer signs off\n"
    "buy N AMOUNT [TENDER [from PATRON]]   the patron of seat N buys cheques, with cash unless it "
    "is said\n"
    "payout N AMOUNT [WAGER [to PATRON]][, says NAME]   the tray pays the patron of seat N; NAME "
    "answers for a\n"
    "                        payment that supervision is told of, or that is reported\n"
    "read [COUNT]            the counter of the acceptors and the meters shown; COUNT: as read "
    "there\n"
    "renew COUNT NAME        the counter is a new one, which NAME has put in and which shows "
    "COUNT\n"
    "stray N                 a chip falls at seat N that nobody was told of (emulated sensors)\n"
    "verify N NAME, approve N NAME, comply N NAME, process N NAME\n"
    "                        at a table alone: NAME confirms the checklist of seat N's jackpot, "
    "approves\n"
    "                        it, confirms the next compliance check; when it is paid, verify again "
    "for\n"
    "                        the deck, then processes it\n"
    "rule N pay|void REASON, says NAME[ and NAME]   at a table alone: what becomes of seat N's "
    "jackpot after a\n"
    "                        failure, or before all hands are dead; two people for a high one\n"
    "wait N                  until seat N's claim can be paid: J-POT each second\n"
    "status, help, quit";

static struct station *station_of(const struct live *l)
{
    return l->commands->station;
}

/* ---- Commands ---- */

static void status(const struct live *l)
{
    char line[512], meters[STATION_METERS_MAX];
    const struct console *c = &station_of(l)->controller.console;
    struct text t = text_in(line, sizeof(line));
    text_add_format(&t, "%s", console_mode_name((enum console_mode)c->mode));
    if (c->mode == CONSOLE_CLOSED)
        text_add_format(&t, " (%s)", console_reason_name((enum console_reason)c->reason));
    text_add(&t, "; lights on:");
    for (unsigned seat = 1; seat <= CR_SEATS; seat++)
        if (console_registered(c) & CONSOLE_SEAT(seat))
            text_add_format(&t, " %u", seat);
    text_add_format(&t, "; %s", station_meters(station_of(l), meters));
    station_say(station_of(l), "status: %s", line);
    t.len = 0;
    console_advice(c, &t);
    station_say(station_of(l), "advice: %s", line);
}

/* Prints the commands, and (PIT-20) how this house deals and pays. */
static void help(const struct live *l)
{
    const struct station *s = station_of(l);
    struct manual_choice ways[MANUAL_CHOICES];
    const unsigned count =
        s->has_rules ? manual_choices(&s->rules, s->progressive != NULL, ways) : 0;
    puts(live_help);
    for (unsigned i = 0; i < count; i++) {
        const struct erratum *e = ways[i].follows;
        printf("%s", ways[i].says);
        if (e != NULL)
            printf(" (%s, %s: \"%s\")", e->table, e->cell, e->printed);
        putchar('\n');
    }
    fflush(stdout); /* so that a pipe gets it at once, too */
}

/* Runs a line. False while the manager is asked about a PIN: the same line must then be run
 * again. */
static bool run_line(struct live *l, const char *line)
{
    struct cr_err err = {0};
    struct command command;
    if (line[strspn(line, " ")] == '\0' || line[0] == '#')
        return true;
    l->commands->asks_pin = false;
    if (strcmp(line, "quit") == 0)
        l->quit = true;
    else if (strcmp(line, "help") == 0)
        help(l);
    else if (strcmp(line, "status") == 0)
        status(l);
    else if ((command_read_line(line, &command, &err) != 0 ||
              table_commands_do(l->commands, &command, &err) != 0) &&
             !l->commands->asks_pin)
        station_say(station_of(l), "no: %s", err.text);
    return !l->commands->asks_pin;
}

/* ---- Lines ---- */

void live_init(struct live *l, struct table_commands *commands, int fd, bool stays)
{
    memset(l, 0, sizeof(*l));
    l->commands = commands;
    l->fd = fd;
    l->stays = stays;
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

/* Whether the line is "wait N" and that claim still waits. J-POT is pressed once a second until it
 * is paid. */
static bool waits(struct live *l, const char *line)
{
    const struct console *c = &station_of(l)->controller.console;
    unsigned seat = 0;
    if (sscanf(line, "wait %1u", &seat) != 1 || seat < 1 || seat > CR_SEATS ||
        c->claims[seat - 1].state != CONSOLE_PENDING)
        return false;
    const unsigned next = console_next_pending(c);
    if (next != 0 && c->claims[next - 1].held)
        return true; /* PIT-1: waits until a person has ruled */
    if (console_next_paid(c) == 0) {
        run_line(l, "jpot"); /* the refusal says what to do instead */
        return false;
    }
    if (console_jpot_flashes(c) && clock_mono_ms() >= l->pay_after) {
        l->pay_after = clock_mono_ms() + 1000;
        run_line(l, "jpot");
    }
    return true;
}

static bool is_ready(const struct live *l)
{
    const struct station *s = station_of(l);
    return controller_is_idle(&s->controller) && sensors_is_idle(&s->sensors) &&
           s->controller.console.request == CONSOLE_ASKED_NOTHING &&
           s->controller.console.mode != CONSOLE_LOCKING;
}

static void drop(struct live *l, size_t count)
{
    l->len -= count;
    memmove(l->room, l->room + count, l->len);
}

/* Refuses a line that is longer than any command, and drops it, also where its end has not come
 * yet. Half a command might do something else than the whole one. True when something was
 * dropped. */
static bool drops_long(struct live *l)
{
    const char *end = memchr(l->room, '\n', l->len);
    const size_t len = end != NULL ? (size_t)(end - l->room) : l->len;
    if (l->len == 0 || (len < LIVE_LINE_MAX && !l->is_long))
        return false;
    if (!l->is_long)
        station_say(station_of(l), "no: a line has at most %d bytes; nothing was done",
                    LIVE_LINE_MAX - 1);
    l->is_long = end == NULL;
    drop(l, end != NULL ? len + 1 : len);
    return true;
}

void live_step(struct live *l)
{
    while (!l->quit && is_ready(l)) {
        char line[LIVE_LINE_MAX];
        if (drops_long(l))
            continue;
        const char *end = memchr(l->room, '\n', l->len);
        if (end == NULL && (!l->at_end || l->len == 0)) {
            l->quit = l->at_end && !l->stays;
            return;
        }
        const size_t len = end != NULL ? (size_t)(end - l->room) : l->len;
        const size_t used = end != NULL ? len + 1 : len;
        snprintf(line, sizeof(line), "%.*s", (int)len, l->room);
        if (waits(l, line) || (strncmp(line, "wait", 4) != 0 && !run_line(l, line)))
            return;
        drop(l, used);
    }
}
