/* The program: a table of subcommands. */
#include "app/cli.h"
#include "app/help.h"
#include "base/spelling.h"
#include "base/version.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct cli_command *const cli_commands[] = {
    &command_play,   &command_deal,       &command_settle,   &command_eval,
    &command_rules,  &command_analyze,    &command_simulate, &command_serve,
    &command_pki,    &command_table,      &command_status,   &command_log,
    &command_report, &command_verify,     &command_witness,  &command_evidence,
    &command_backup, &command_restore,    &command_db,       &command_doctor,
    &command_crew,   &command_people,     &command_tokens,   &command_machines,
    &command_config, &command_completion, &command_man,      NULL,
};

static const struct cli_command *find_command(const char *name)
{
    for (const struct cli_command *const *c = cli_commands; *c; c++)
        if (strcmp((*c)->name, name) == 0)
            return *c;
    return NULL;
}

/* "--" ends the options: what follows is an argument. */
static bool wants_help(int argc, char **argv)
{
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

static int unknown_command(const char *name)
{
    struct spelling near;
    spelling_init(&near, name);
    for (const struct cli_command *const *c = cli_commands; *c; c++)
        spelling_consider(&near, (*c)->name, strlen((*c)->name));
    fprintf(stderr, "croupier: unknown command '%.100s'", name);
    if (near.best[0] != '\0')
        fprintf(stderr, "; did you mean '%s'?", near.best);
    fprintf(stderr, "\ntry 'croupier --help'\n");
    return CLI_USAGE;
}

/* croupier help [COMMAND] */
static int show_help(int argc, char **argv)
{
    if (argc < 2) {
        help_overview(stdout);
        return cli_finish("help", CLI_OK);
    }
    const struct cli_command *command = find_command(argv[1]);
    if (!command)
        return unknown_command(argv[1]);
    help_command(stdout, command);
    return cli_finish("help", CLI_OK);
}

static int run_command(const struct cli_command *command, int argc, char **argv)
{
    struct cr_err err = {0};
    struct cli_call call = {.options = calloc(1, command->size + 1)};
    if (!call.options)
        return cli_rejected(command->name, "out of memory");
    int rc = options_read(command->options, argc, argv, call.options, &call.given, &err);
    int status = rc == CR_OK ? command->run(&call) : cli_usage(command->name, "%s", err.text);
    free(call.options);
    return status;
}

int main(int argc, char **argv)
{
    /* A closed pipe is an error that writing reports, not a death. */
    signal(SIGPIPE, SIG_IGN);
    if (argc < 2) {
        help_overview(stderr);
        return CLI_USAGE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("croupier %s\n", croupier_version);
        return cli_finish("--version", CLI_OK);
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        return show_help(1, argv);
    if (strcmp(argv[1], "help") == 0)
        return show_help(argc - 1, argv + 1);
    const struct cli_command *command = find_command(argv[1]);
    if (!command)
        return unknown_command(argv[1]);
    if (wants_help(argc - 2, argv + 2))
        return show_help(2, (char *[]){"help", argv[1]});
    return run_command(command, argc - 1, argv + 1);
}
