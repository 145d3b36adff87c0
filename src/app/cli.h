/* What the subcommands share. Each subcommand is one file with one function; main.c is the
 * table that lists them. */
#ifndef APP_CLI_H
#define APP_CLI_H

#include <stdbool.h>
#include <stddef.h>

/* Exit status. */
enum { CLI_OK = 0, CLI_REJECTED = 1, CLI_USAGE = 2 };

struct cli_command {
    const char *name;
    const char *arguments; /* "[--three] CARD…" */
    const char *summary;   /* one line */
    const char *options; /* a line each: "--json  machine output"; for help, man page, completion */
    const char *details; /* paragraphs for help and the man page */
    const char *words;   /* words that completion offers besides options and shipped names */
    bool takes_rules;    /* completion offers shipped house rules … */
    bool takes_progressive;            /* … and progressives */
    int (*run)(int argc, char **argv); /* argv[0] is the command's name */
};

/* The table, in the order of `croupier help`; ends with a NULL name. */
extern const struct cli_command cli_commands[];

int cmd_eval(int argc, char **argv);
int cmd_settle(int argc, char **argv);
int cmd_rules(int argc, char **argv);
int cmd_deal(int argc, char **argv);
int cmd_play(int argc, char **argv);
int cmd_analyze(int argc, char **argv);
int cmd_simulate(int argc, char **argv);
int cmd_serve(int argc, char **argv);
int cmd_pki(int argc, char **argv);
int cmd_table(int argc, char **argv);
int cmd_status(int argc, char **argv);
int cmd_log(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_verify(int argc, char **argv);
int cmd_witness(int argc, char **argv);
int cmd_evidence(int argc, char **argv);
int cmd_backup(int argc, char **argv);
int cmd_restore(int argc, char **argv);
int cmd_db(int argc, char **argv);
int cmd_doctor(int argc, char **argv);
int cmd_crew(int argc, char **argv);
int cmd_people(int argc, char **argv);
int cmd_tokens(int argc, char **argv);
int cmd_machines(int argc, char **argv);
int cmd_config(int argc, char **argv);
int cmd_completion(int argc, char **argv);
int cmd_man(int argc, char **argv);

/* Says what is wrong with the call and where help is; returns CLI_USAGE. */
int cli_usage(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Says why the input was rejected; returns CLI_REJECTED. */
int cli_rejected(const char *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Flushes standard output; CLI_REJECTED with a message when that fails (a full disk, say). */
int cli_finish(const char *command, int status);

#endif
