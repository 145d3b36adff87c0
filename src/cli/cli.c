/* What the subcommands share: messages and numbers. */
#include "cli/cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int cli_usage(const char *command, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "croupier %s: ", command);
    vfprintf(stderr, format, args);
    fprintf(stderr, "\ntry 'croupier %s --help'\n", command);
    va_end(args);
    return CLI_USAGE;
}

int cli_rejected(const char *command, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "croupier %s: ", command);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    return CLI_REJECTED;
}

bool cli_number(const char *text, unsigned long long max, unsigned long long *out)
{
    unsigned long long value = 0;
    if (!*text)
        return false;
    for (; *text; text++) {
        unsigned digit = (unsigned)(*text - '0');
        if (digit > 9 || digit > max || value > (max - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *out = value;
    return true;
}

int cli_finish(const char *command, int status)
{
    if (fflush(stdout) != 0 || ferror(stdout))
        return cli_rejected(command, "writing the answer failed: %s", strerror(errno));
    return status;
}
