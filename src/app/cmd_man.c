/* croupier man: the manual page, from the table of subcommands. */
#include "app/cli.h"
#include "base/version.h"

#include <stdio.h>
#include <string.h>

/* Text in roff: dashes that stay dashes, nothing that starts a request. */
static void write_text(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (text[i] == '-')
            fputs("\\-", stdout);
        else if (text[i] == '\\')
            fputs("\\e", stdout);
        else if ((text[i] == '.' || text[i] == '\'') && i == 0)
            printf("\\&%c", text[i]);
        else
            putchar(text[i]);
    }
}

static void write_options(const char *options)
{
    for (const char *line = options; *line;) {
        size_t len = strcspn(line, "\n");
        const char *gap = strstr(line, "  ");
        size_t name = gap && gap < line + len ? (size_t)(gap - line) : len;
        size_t text = name + strspn(line + name, " ");
        fputs(".TP\n.B ", stdout);
        write_text(line, name);
        putchar('\n');
        write_text(line + text, len - text);
        putchar('\n');
        line += len + (line[len] == '\n');
    }
}

int cmd_man(int argc, char **argv)
{
    if (argc > 1)
        return cli_usage("man", "'%s' is one argument too many", argv[1]);
    printf(".TH CROUPIER 1 \"\" \"croupier %s\" \"User Commands\"\n", croupier_version);
    fputs(".SH NAME\ncroupier \\- casino poker tables with progressive jackpots\n"
          ".SH SYNOPSIS\n.B croupier\n.I command\n[argument ...]\n"
          ".SH DESCRIPTION\nSettles rounds of casino poker games exactly as a house's rules file "
          "says, deals them, and plays them in the terminal. A file's path works wherever the name "
          "of shipped rules does.\n.SH COMMANDS\n",
          stdout);
    for (const struct cli_command *c = cli_commands; c->name; c++) {
        printf(".SS croupier %s ", c->name);
        write_text(c->arguments, strlen(c->arguments));
        putchar('\n');
        write_text(c->summary, strlen(c->summary));
        fputs(".\n", stdout);
        write_options(c->options);
        if (c->details[0]) {
            fputs(".PP\n", stdout);
            write_text(c->details, strlen(c->details));
            putchar('\n');
        }
    }
    fputs(".SH EXIT STATUS\n0 done; 1 the input was understood and rejected, or a check failed; "
          "2 wrong usage.\n.SH ENVIRONMENT\n.TP\n.B NO_COLOR\nWhen set, nothing is coloured.\n",
          stdout);
    return cli_finish("man", CLI_OK);
}
