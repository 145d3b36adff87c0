/* The terminal: raw mode, the alternate screen, keys, signals. */
#include "os/terminal.h"

#include "base/err.h"
#include "os/durable_file.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <termios.h>
#include <unistd.h>

static const char enter_text[] = "\033[?1049h\033[?25l\033[2J";
static const char leave_text[] = "\033[0m\033[2J\033[H\033[?25h\033[?1049l";

/* Signals that are held back outside terminal_key. */
static const int held[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH};
#define HELD_COUNT (sizeof held / sizeof held[0])

/* The state that signal handlers use. */
static volatile sig_atomic_t caught; /* bit i: held[i] arrived */
static struct {
    struct termios modes;
    struct sigaction actions[HELD_COUNT], abort_action;
    sigset_t mask;
} saved;

static void on_signal(int number)
{
    for (size_t i = 0; i < HELD_COUNT; i++)
        if (held[i] == number)
            caught |= 1 << i;
}

/* Restores the modes and the screen, with functions that are safe in a signal handler. The modes
 * come first: a person who sees the old screen may type at once, and the shell would not see the
 * end of a line that was typed in raw mode. */
static void restore_screen(void)
{
    tcsetattr(STDIN_FILENO, TCSADRAIN, &saved.modes);
    ssize_t ignored = write(STDOUT_FILENO, leave_text, sizeof leave_text - 1);
    (void)ignored;
}

/* A failed CHECK: its message went to the alternate screen, so say at least this much. */
static void on_abort(int number)
{
    static const char text[] = "croupier: internal error: the table was closed\n";
    restore_screen();
    ssize_t ignored = write(STDERR_FILENO, text, sizeof text - 1);
    (void)ignored;
    raise(number); /* SA_RESETHAND has restored the default */
}

static void take_screen(void)
{
    struct termios raw = saved.modes;
    raw.c_lflag &= (tcflag_t) ~(ICANON | ECHO);
    raw.c_iflag &= (tcflag_t) ~(ICRNL | INLCR);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
    terminal_write(enter_text, sizeof enter_text - 1);
}

int terminal_enter(struct cr_err *err)
{
    if (tcgetattr(STDIN_FILENO, &saved.modes) != 0)
        return err_set(err, CR_E_IO, "the terminal cannot be used: %s", strerror(errno));
    struct sigaction action = {.sa_handler = on_signal};
    sigset_t mask;
    sigemptyset(&mask);
    sigfillset(&action.sa_mask);
    caught = 0;
    for (size_t i = 0; i < HELD_COUNT; i++)
        sigaddset(&mask, held[i]);
    sigprocmask(SIG_BLOCK, &mask, &saved.mask);
    for (size_t i = 0; i < HELD_COUNT; i++)
        sigaction(held[i], &action, &saved.actions[i]);
    action.sa_handler = on_abort;
    action.sa_flags = (int)SA_RESETHAND;
    sigaction(SIGABRT, &action, &saved.abort_action);
    take_screen();
    return CR_OK;
}

void terminal_leave(void)
{
    restore_screen();
    sigaction(SIGABRT, &saved.abort_action, NULL);
    for (size_t i = 0; i < HELD_COUNT; i++)
        sigaction(held[i], &saved.actions[i], NULL);
    sigprocmask(SIG_SETMASK, &saved.mask, NULL);
}

void terminal_size(unsigned *cols, unsigned *rows)
{
    struct winsize size;
    *cols = 80;
    *rows = 24;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0) {
        *cols = size.ws_col;
        *rows = size.ws_row;
    }
}

bool terminal_write(const char *bytes, size_t len)
{
    return durable_write(STDOUT_FILENO, bytes, len) == 0;
}

/* Lets a signal do what it does by default, with the terminal given back. */
static void give_way(int number)
{
    terminal_leave();
    struct sigaction action = {.sa_handler = SIG_DFL}, old;
    sigset_t mask;
    sigemptyset(&mask);
    sigaddset(&mask, number);
    sigaction(number, &action, &old);
    sigprocmask(SIG_UNBLOCK, &mask, NULL);
    raise(number);
    /* After SIGCONT the process goes on here. */
    struct cr_err err;
    sigaction(number, &old, NULL);
    terminal_enter(&err);
}

/* Deals with the signals that came in; KEY_RESIZE when the screen must be drawn again. */
static int answer_signals(void)
{
    int signals = caught;
    caught = 0;
    for (size_t i = 0; i < HELD_COUNT; i++) {
        if (!(signals & 1 << i))
            continue;
        if (held[i] == SIGCONT)
            take_screen();
        else if (held[i] != SIGWINCH)
            give_way(held[i]);
    }
    return signals != 0 ? KEY_RESIZE : KEY_NONE;
}

/* Reads one byte; KEY_NONE when the time is up. */
static int read_byte(int timeout_ms)
{
    fd_set set;
    FD_ZERO(&set);
    FD_SET(STDIN_FILENO, &set);
    const struct timespec time = {timeout_ms / 1000, timeout_ms % 1000 * 1000000L};
    int ready =
        pselect(STDIN_FILENO + 1, &set, NULL, NULL, timeout_ms < 0 ? NULL : &time, &saved.mask);
    if (ready < 0)
        return errno == EINTR ? answer_signals() : KEY_END;
    if (ready == 0)
        return KEY_NONE;
    unsigned char byte;
    return read(STDIN_FILENO, &byte, 1) == 1 ? byte : KEY_END;
}

/* Reads the last byte of a sequence that begins with ESC and `first`. Bytes between, as function
 * keys have them ("ESC [ 2 4 ~", on a console "ESC [ [ A"), make it a key that is not known here;
 * they are no keys of their own. */
static int read_last(int first)
{
    bool is_known = true;
    int last = read_byte(30);
    for (; first == '[' && ((last >= 0x20 && last < 0x40) || last == '['); last = read_byte(30))
        is_known = false;
    return is_known ? last : KEY_NONE;
}

int terminal_key(int timeout_ms)
{
    int key = read_byte(timeout_ms);
    if (key == '\n')
        return KEY_ENTER;
    if (key != KEY_ESCAPE)
        return key;
    int next = read_byte(30);
    if (next != '[' && next != 'O')
        return next == KEY_END ? KEY_END : KEY_ESCAPE;
    switch (read_last(next)) {
    case 'A':
        return KEY_UP;
    case 'B':
        return KEY_DOWN;
    case 'C':
        return KEY_RIGHT;
    case 'D':
        return KEY_LEFT;
    default:
        return KEY_RESIZE; /* a key that means nothing here */
    }
}
