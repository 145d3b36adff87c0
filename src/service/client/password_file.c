/* Passwords and PINs on their way to a manager; see password_file.h. */
#define _GNU_SOURCE /* ppoll */

#include "service/client/password_file.h"

#include "base/err.h"
#include "base/plain_file.h"
#include "os/durable_file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#define FILE_MAX (SECRETS_PEOPLE_MAX * (sizeof(struct secret) + 4))

/* ---- The file ---- */

static bool take_field(const char **at, const char *end, char *out, size_t size)
{
    const char *stop = memchr(*at, '\t', (size_t)(end - *at));
    const size_t len = (size_t)((stop ? stop : end) - *at);
    if (len >= size || memchr(*at, '\0', len))
        return false;
    memcpy(out, *at, len);
    out[len] = '\0';
    *at = stop ? stop + 1 : end;
    return true;
}

static bool parse_line(const char *at, const char *end, struct secret *out)
{
    *out = (struct secret){0};
    return take_field(&at, end, out->name, sizeof out->name) && out->name[0] &&
           take_field(&at, end, out->password, sizeof out->password) && out->password[0] &&
           take_field(&at, end, out->pin, sizeof out->pin) && at == end;
}

int secrets_parse(const char *text, size_t len, struct secrets *out, struct cr_err *err)
{
    const char *at = text, *end = text + len;
    out->count = 0;
    for (unsigned line = 1; at < end; line++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop : end;
        if (stop > at && out->count == SECRETS_PEOPLE_MAX) {
            secrets_wipe(out);
            return err_set(err, CR_E_INPUT, "line %u: more than %d people", line,
                           SECRETS_PEOPLE_MAX);
        }
        if (stop > at && !parse_line(at, stop, &out->people[out->count++])) {
            secrets_wipe(out);
            return err_set(err, CR_E_INPUT,
                           "line %u: expected NAME, a tab, PASSWORD and perhaps a tab and PIN",
                           line);
        }
        at = stop < end ? stop + 1 : end;
    }
    return CR_OK;
}

static int check_file(int fd, const char *path, struct cr_err *err)
{
    struct stat is;
    if (fstat(fd, &is) != 0 || !S_ISREG(is.st_mode))
        return err_set(err, CR_E_IO, "%.200s is not a plain file", path);
    if ((is.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        return err_set(err, CR_E_INPUT,
                       "%.200s holds passwords and others can read it: chmod 600 it, and think "
                       "about who has seen it",
                       path);
    if (is.st_size > (off_t)FILE_MAX)
        return err_set(err, CR_E_INPUT, "%.200s is too large for a file of passwords", path);
    return CR_OK;
}

static int read_file(const char *path, char *room, size_t size, size_t *len, struct cr_err *err)
{
    const int fd = plain_file_descriptor(path);
    if (fd < 0)
        return err_set(err, CR_E_IO, "%.200s: %s", path, plain_file_fault(errno));
    int rc = check_file(fd, path, err);
    *len = 0;
    for (ssize_t n = 1; rc == CR_OK && n > 0 && *len < size; *len += (size_t)n) {
        n = read(fd, room + *len, size - *len);
        if (n < 0) {
            rc = err_set(err, CR_E_IO, "%.200s: %s", path, strerror(errno));
            n = 0;
        }
    }
    close(fd);
    return rc;
}

int secrets_load(const char *path, struct secrets *out, struct cr_err *err)
{
    static char room[FILE_MAX];
    size_t len = 0;
    int rc = read_file(path, room, sizeof room, &len, err);
    if (rc == CR_OK && secrets_parse(room, len, out, err) != CR_OK)
        rc = err_prefix(err, "%.200s", path);
    sodium_memzero(room, sizeof room);
    return rc;
}

int secrets_load_pin(const char *path, const char *name, struct secrets *out, struct cr_err *err)
{
    char room[64];
    size_t len = 0;
    struct secret *s = &out->people[0];
    int rc = read_file(path, room, sizeof room, &len, err);
    len -= len > 0 && room[len - 1] == '\n';
    if (rc == CR_OK && (len == 0 || len >= sizeof s->pin || strlen(name) >= sizeof s->name))
        rc = err_set(err, CR_E_INPUT, "%.200s: expected a PIN and nothing else", path);
    if (rc == CR_OK) {
        *s = (struct secret){0};
        strcpy(s->name, name);
        memcpy(s->pin, room, len);
        out->count = 1;
    }
    sodium_memzero(room, sizeof room);
    return rc;
}

int secrets_begin(const char *path, int *fd, struct cr_err *err)
{
    *fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    return *fd >= 0 ? CR_OK : err_set(err, CR_E_IO, "%.200s: %s", path, strerror(errno));
}

void secrets_abandon(int fd, const char *path)
{
    close(fd);
    unlink(path);
}

int secrets_finish(int fd, const char *path, const struct secrets *s, struct cr_err *err)
{
    bool good = true;
    for (unsigned i = 0; good && i < s->count; i++) {
        const struct secret *p = &s->people[i];
        good = dprintf(fd, "%s\t%s%s%s\n", p->name, p->password, p->pin[0] ? "\t" : "", p->pin) > 0;
    }
    good = fsync(fd) == 0 && good;
    if (close(fd) != 0 || !good)
        return err_set(err, CR_E_IO, "%.200s could not be written", path);
    const int error = durable_sync_folder_of(path);
    /* a folder that cannot be read, or has no sync, does not count as a fault */
    return error == 0 || error == EACCES || error == EINVAL
               ? CR_OK
               : err_set(err, CR_E_IO, "%.200s: its folder cannot be made durable: %s", path,
                         strerror(error));
}

const struct secret *secrets_find(const struct secrets *s, const char *name)
{
    for (unsigned i = 0; i < s->count; i++)
        if (strcmp(s->people[i].name, name) == 0)
            return &s->people[i];
    return NULL;
}

void secrets_wipe(struct secrets *s)
{
    sodium_memzero(s, sizeof *s);
}

/* ---- The terminal ---- */

/* A signal that ends the program must not leave the terminal without echo, so it is kept until the
 * terminal is as it was. */
static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
#define ENDS (sizeof ends / sizeof ends[0])

static volatile sig_atomic_t ended_by;

static void note_end(int signal)
{
    ended_by = signal;
}

/* How signals were treated before. */
struct treatment {
    struct sigaction actions[ENDS];
    sigset_t mask;
};

/* They are blocked too, and come in only while ppoll() waits: one that came between a look at
 * ended_by and a read() would wait for the next key. */
static void hold_signals(struct treatment *before)
{
    struct sigaction note = {.sa_handler = note_end};
    sigset_t held;
    ended_by = 0;
    sigemptyset(&held);
    for (size_t i = 0; i < ENDS; i++) {
        sigaction(ends[i], NULL, &before->actions[i]);
        if (before->actions[i].sa_handler != SIG_IGN)
            sigaction(ends[i], &note, NULL);
        sigaddset(&held, ends[i]);
    }
    pthread_sigmask(SIG_BLOCK, &held, &before->mask);
}

static void release_signals(const struct treatment *before)
{
    for (size_t i = 0; i < ENDS; i++)
        sigaction(ends[i], &before->actions[i], NULL);
    pthread_sigmask(SIG_SETMASK, &before->mask, NULL);
    if (ended_by != 0)
        raise(ended_by);
}

/* Reads one line. False at the end of the input, when the line is longer than any secret, or when a
 * signal is to end the program. */
static bool read_line(int fd, const sigset_t *mask, char *out, size_t size)
{
    struct pollfd key = {.fd = fd, .events = POLLIN};
    size_t len = 0;
    char c;
    while (ppoll(&key, 1, NULL, mask) == 1 && read(fd, &c, 1) == 1) {
        if (c == '\n') {
            out[len < size ? len : 0] = '\0';
            return len < size;
        }
        if (len < size)
            out[len++] = c;
    }
    return false;
}

int secrets_ask(const char *prompt, char *out, size_t size, struct cr_err *err)
{
    struct termios as_was, silent;
    struct treatment before;
    const int fd = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
    if (fd < 0 || tcgetattr(fd, &as_was) != 0) {
        if (fd >= 0)
            close(fd);
        return err_set(err, CR_E_STATE,
                       "there is no terminal to ask at for %.60s; give --passwords FILE", prompt);
    }
    silent = as_was;
    silent.c_lflag &= ~(tcflag_t)(ECHO | ECHONL);
    silent.c_cc[VSUSP] = _POSIX_VDISABLE; /* the shell would go on without echo */
    hold_signals(&before);
    tcsetattr(fd, TCSAFLUSH, &silent);
    dprintf(fd, "%s: ", prompt);
    const bool good = read_line(fd, &before.mask, out, size);
    tcsetattr(fd, TCSAFLUSH, &as_was);
    dprintf(fd, "\n");
    close(fd);
    release_signals(&before);
    return good ? CR_OK : err_set(err, CR_E_INPUT, "%.60s: nothing was typed, or too much", prompt);
}

/* ---- Making secrets ---- */

/* Three groups of four characters of 5 bits each: quick to type, and enough because a few wrong
 * passwords lock the person. */
void secrets_make_password(char out[SECRET_ROOM])
{
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789";
    unsigned at = 0;
    for (; at < 14; at++)
        out[at] = at % 5 == 4 ? '-' : letters[randombytes_uniform(32)];
    out[at] = '\0';
}

void secrets_make_pin(char out[SECRET_PIN_ROOM])
{
    snprintf(out, SECRET_PIN_ROOM, "%08u", randombytes_uniform(100000000));
}
