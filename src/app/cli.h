/* What the subcommands share. Each subcommand is one file with its table of options; main.c lists
 * them. */
#ifndef APP_CLI_H
#define APP_CLI_H

#include "base/options.h"
#include "base/text.h"

/* Exit status. */
enum { CLI_OK = 0, CLI_REJECTED = 1, CLI_USAGE = 2 };

/* A call that was read: the command's struct, and which options were given. */
struct cli_call {
    void *options;
    struct options_call given;
};

struct cli_command {
    const char *name;
    const char *usage;            /* what follows the name: "[--three] CARD…" */
    const char *summary;          /* one line */
    const char *details;          /* for help and the manual page; "" for none */
    const struct option *options; /* reading, help, manual page and completions follow from it */
    size_t size;                  /* of the struct that they are read into */
    int (*run)(const struct cli_call *call);
};

/* The table, in the order of `croupier help`; ends with NULL. */
extern const struct cli_command *const cli_commands[];

extern const struct cli_command command_analyze;
extern const struct cli_command command_backup;
extern const struct cli_command command_completion;
extern const struct cli_command command_config;
extern const struct cli_command command_crew;
extern const struct cli_command command_db;
extern const struct cli_command command_deal;
extern const struct cli_command command_doctor;
extern const struct cli_command command_eval;
extern const struct cli_command command_evidence;
extern const struct cli_command command_log;
extern const struct cli_command command_machines;
extern const struct cli_command command_man;
extern const struct cli_command command_people;
extern const struct cli_command command_pki;
extern const struct cli_command command_play;
extern const struct cli_command command_report;
extern const struct cli_command command_restore;
extern const struct cli_command command_rules;
extern const struct cli_command command_serve;
extern const struct cli_command command_settle;
extern const struct cli_command command_simulate;
extern const struct cli_command command_status;
extern const struct cli_command command_table;
extern const struct cli_command command_tokens;
extern const struct cli_command command_verify;
extern const struct cli_command command_witness;

/* Says what is wrong with the call and where help is; returns CLI_USAGE. */
int cli_usage(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Says why the input was rejected; returns CLI_REJECTED. */
int cli_rejected(const char *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Prints an answer that was put together in a text that grows, and frees it. */
void cli_print(struct text *answer);

/* Flushes standard output; CLI_REJECTED with a message when that fails (a full disk, say). */
int cli_finish(const char *command, int status);

#endif
