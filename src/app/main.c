/* The program's main(): finds the subcommand and runs it. */
#include "app/cli.h"
#include "base/spelling.h"
#include "base/version.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct cli_command *find_command(const char *name)
{
    for (const struct cli_command *c = cli_commands; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

/* Whether the call asks for help. "--" ends the options; what follows is an argument. */
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
    for (const struct cli_command *c = cli_commands; c->name; c++)
        spelling_consider(&near, c->name, strlen(c->name));
    char start[160];
    snprintf(start, sizeof start, "croupier: unknown command '%.100s'", name);
    cli_complain(start);
    if (near.best[0] != '\0')
        fprintf(stderr, "; did you mean '%s'?", near.best);
    fprintf(stderr, "\ntry 'croupier --help'\n");
    return CLI_USAGE;
}

/* croupier help [COMMAND] */
static int show_help(const char *name)
{
    cli_begin("help");
    const struct cli_command *command = name ? find_command(name) : NULL;
    if (name && !command)
        return unknown_command(name);
    if (command)
        help_command(stdout, command);
    else
        help_overview(stdout);
    return CLI_OK;
}

static int show_version(void)
{
    cli_begin("--version");
    printf("croupier %s\n", croupier_version);
    return CLI_OK;
}

static int run_command(const struct cli_command *command, int argc, char **argv)
{
    const struct cli_runner *runner = command->runner;
    struct cr_err err = {0};
    struct cli_call call = {.options = calloc(1, runner->size + 1)};
    cli_begin(command->name);
    if (!call.options)
        return cli_rejected("out of memory");
    int rc = options_read(runner->options, argc, argv, call.options, &call.given, &err);
    int status = rc == CR_OK ? runner->run(&call) : cli_usage("%s", err.text);
    free(call.options);
    return status;
}

static int run(int argc, char **argv)
{
    const char *word = argv[1];
    if (strcmp(word, "--version") == 0)
        return show_version();
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        return show_help(NULL);
    if (strcmp(word, "help") == 0)
        return show_help(argc > 2 ? argv[2] : NULL);
    const struct cli_command *command = find_command(word);
    if (!command)
        return unknown_command(word);
    if (wants_help(argc - 2, argv + 2))
        return show_help(word);
    return run_command(command, argc - 1, argv + 1);
}

/* When the program is started with a standard stream closed (`>&-`), the next file or socket that
 * is opened would get its number, and printed text would go into it. Such a number is taken by
 * /dev/null, opened the wrong way round, so that reading or writing it still fails. */
static bool hold_standard_streams(void)
{
    static const int modes[] = {
        [STDIN_FILENO] = O_WRONLY, [STDOUT_FILENO] = O_RDONLY, [STDERR_FILENO] = O_RDONLY};
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", modes[fd]) != fd)
            return false;
    return true;
}

int main(int argc, char **argv)
{
    if (!hold_standard_streams())
        return CLI_REJECTED;
    /* Writing into a closed pipe must return an error, and not end the process. */
    signal(SIGPIPE, SIG_IGN);
    if (argc < 2) {
        help_overview(stderr);
        return CLI_USAGE;
    }
    return cli_finish(run(argc, argv));
}
