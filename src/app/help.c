/* Help on the terminal, from the table of subcommands. */
#include "app/help.h"

#include <string.h>

#define HELP_WIDTH 78

/* Words folded at the width, two spaces in. */
static void fold(FILE *out, const char *words)
{
    size_t column = 0;
    while (*words) {
        size_t len = strcspn(words, " ");
        if (column > 0 && column + 1 + len > HELP_WIDTH) {
            fputc('\n', out);
            column = 0;
        }
        column += (size_t)fprintf(out, "%s%.*s", column ? " " : "", (int)len, words);
        words += len + strspn(words + len, " ");
    }
    fputc('\n', out);
}

void help_overview(FILE *out)
{
    fputs("croupier: casino poker tables with progressive jackpots\n\n"
          "usage: croupier COMMAND [argument…]\n\n",
          out);
    for (const struct cli_command *c = cli_commands; c->name; c++)
        fprintf(out, "  %-11s %s\n", c->name, c->summary);
    fputs("\ncroupier COMMAND --help tells more; croupier --version the version.\n"
          "Exit status: 0 done, 1 the input was rejected or a check failed, 2 wrong usage.\n",
          out);
}

void help_command(FILE *out, const struct cli_command *command)
{
    fprintf(out, "usage: croupier %s %s\n\n%c%s.\n", command->name, command->arguments,
            command->summary[0] - 'a' + 'A', command->summary + 1);
    if (command->options[0]) {
        fputc('\n', out);
        for (const char *line = command->options; *line;) {
            size_t len = strcspn(line, "\n");
            fprintf(out, "  %.*s\n", (int)len, line);
            line += len + (line[len] == '\n');
        }
    }
    if (command->details[0]) {
        fputc('\n', out);
        fold(out, command->details);
    }
}
