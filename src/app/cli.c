/* What the subcommands share: messages, and the line that shows that a long run is going on; see
 * cli.h. */
#include "app/cli.h"

#include "base/check.h"
#include "base/utf8.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

static const char *running = "";
/* Whether a message about the failure of standard output has been printed; one is enough. */
static bool is_output_fault_said;

void cli_begin(const char *command)
{
    running = command;
}

/* Whether a character moves the cursor, commands the terminal or turns the direction of others. */
static bool is_disturbing(uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x61c || code == 0x200e ||
           code == 0x200f || (code >= 0x2028 && code <= 0x202e) ||
           (code >= 0x2066 && code <= 0x2069);
}

void cli_write(FILE *out, const char *text)
{
    for (const char *at = text, *next = text; *at; at = next) {
        const uint32_t code = utf8_next(&next);
        const bool is_stray = code == UTF8_REPLACEMENT && next == at + 1;
        if (!is_disturbing(code) && !is_stray)
            fwrite(at, 1, (size_t)(next - at), out);
        else
            fprintf(out, "\\x%02x", is_stray ? (unsigned char)*at : (unsigned)code);
    }
}

void cli_complain(const char *text)
{
    cli_write(stderr, text);
}

__attribute__((format(printf, 1, 0))) static void say(const char *format, va_list args)
{
    is_output_fault_said = is_output_fault_said || ferror(stdout);
    char sentence[4096];
    vsnprintf(sentence, sizeof sentence, format, args);
    fprintf(stderr, "croupier %s: ", running);
    cli_complain(sentence);
    fputc('\n', stderr);
}

int cli_usage(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(format, args);
    va_end(args);
    fprintf(stderr, "try 'croupier %s --help'\n", running);
    return CLI_USAGE;
}

int cli_rejected(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(format, args);
    va_end(args);
    return CLI_REJECTED;
}

int cli_result(int rc, const struct cr_err *err)
{
    return rc == CR_OK ? CLI_OK : cli_rejected("%s", err->text);
}

/* Whether the reader of standard output has closed the pipe. The errno of an earlier write may be
 * lost, so the pipe itself is looked at, too. */
static bool is_reader_gone(int error)
{
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return error == EPIPE || (poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0);
}

int cli_output_failed(int error)
{
    /* A reader that closes the pipe, like `| head`, has what it wanted, so that is no fault. */
    if (!is_output_fault_said && !is_reader_gone(error))
        cli_rejected("writing the answer failed%s%s", error ? ": " : "",
                     error ? strerror(error) : "");
    is_output_fault_said = true;
    return CLI_REJECTED;
}

void cli_print(struct text *answer)
{
    CHECK(!answer->cut);
    if (fwrite(answer->data, 1, answer->len, stdout) != answer->len)
        cli_output_failed(errno);
    text_free(answer);
}

int cli_finish(int status)
{
    const bool failed_before = ferror(stdout);
    errno = 0;
    if (fflush(stdout) == 0 && !failed_before)
        return status;
    return cli_output_failed(errno);
}

/* ---- The line that shows that a long run is going on ---- */

static int64_t show_seconds(void *context)
{
    struct spinner *s = context;
    fprintf(stderr, "\ranalysing... %u s", ++s->seconds);
    fflush(stderr);
    return 1000;
}

void spinner_start(struct spinner *s)
{
    const struct worker_config config = {
        .name = "spinner", .context = s, .tick = show_seconds, .first_tick_ms = 1000};
    *s = (struct spinner){0};
    if (isatty(STDERR_FILENO))
        worker_start(&config, &s->worker, NULL);
}

void spinner_stop(struct spinner *s)
{
    worker_stop(s->worker);
    if (s->seconds > 0)
        fputs("\r\033[K", stderr);
    *s = (struct spinner){0};
}
