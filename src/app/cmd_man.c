/* croupier man: writes the manual page, from the table of subcommands. */
#include "app/cli.h"
#include "base/version.h"

/* Writes text in roff: escapes dashes and backslashes, and a dot or quote at the beginning, which
 * would start a request. */
static void write_text(const char *text)
{
    for (const char *at = text; *at; at++) {
        if (*at == '-')
            fputs("\\-", stdout);
        else if (*at == '\\')
            fputs("\\e", stdout);
        else if ((*at == '.' || *at == '\'') && at == text)
            printf("\\&%c", *at);
        else
            putchar(*at);
    }
}

static void write_options(const struct option *table)
{
    char room[HELP_TEXT_MAX];
    struct text t;
    struct option_walk w = options_walk(table);
    while (options_next(&w)) {
        if (!option_is_named(w.option))
            continue;
        fputs(".TP\n.B ", stdout);
        write_text(w.option->name);
        if (w.option->value) {
            putchar(' ');
            write_text(w.option->value);
        }
        putchar('\n');
        text_init(&t, room, sizeof(room));
        help_row_text(w.option, &t);
        write_text(room);
        putchar('\n');
    }
}

static void write_command(const struct cli_command *c)
{
    printf(".SS croupier %s", c->name);
    fputs(c->usage[0] ? " " : "", stdout);
    write_text(c->usage);
    putchar('\n');
    write_text(c->summary);
    fputs(".\n", stdout);
    write_options(c->runner->options);
    if (c->details[0]) {
        fputs(".PP\n", stdout);
        write_text(c->details);
        putchar('\n');
    }
}

static int run(const struct cli_call *call)
{
    (void)call;
    printf(".TH CROUPIER 1 \"\" \"croupier %s\" \"User Commands\"\n", croupier_version);
    fputs(".SH NAME\ncroupier \\- casino poker tables with progressive jackpots\n"
          ".SH SYNOPSIS\n.B croupier\n.I command\n[argument ...]\n"
          ".SH DESCRIPTION\nSettles rounds of casino poker games exactly as a house's rules file "
          "says, deals them, and plays them in the terminal. A file's path works wherever the name "
          "of shipped rules does. An option's value is the next word or follows an equals sign; "
          "after \\-\\- everything is an argument.\n.SH COMMANDS\n",
          stdout);
    for (const struct cli_command *c = cli_commands; c->name; c++)
        write_command(c);
    fputs(".SH EXIT STATUS\n0 done; 1 the input was understood and rejected, or a check failed; "
          "2 wrong usage.\n.SH ENVIRONMENT\n.TP\n.B NO_COLOR\nWhen set, nothing is coloured.\n"
          ".TP\n.B CROUPIER_MANAGER\nThe manager that is asked when \\-\\-manager is not given.\n"
          ".TP\n.B CROUPIER_TOKEN\nThe file of the token when \\-\\-token is not given.\n",
          stdout);
    return CLI_OK;
}

static const struct option options[] = {OPTION_END};

const struct cli_runner runner_man = {options, 0, run};
