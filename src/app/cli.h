/* What the subcommands share: how they are described, messages, exit status. Each subcommand is one
 * file with its table of options; command_list.c lists them. */
#pragma once

#include "base/err.h"
#include "base/options.h"
#include "base/text.h"
#include "os/worker.h"

#include <stdio.h>

/* Exit status. */
enum { CLI_OK = 0, CLI_REJECTED = 1, CLI_USAGE = 2 };

/* A call of a subcommand whose options have been read. */
struct cli_call {
    void *options;
    struct options_call given;
};

/* How a subcommand is run. Its file cmd_NAME.c defines one. */
struct cli_runner {
    const struct option *options;            /* for reading, help, manual page and completions */
    size_t size;                             /* of the struct into which they are read */
    int (*run)(const struct cli_call *call); /* returns the exit status */
};

extern const struct cli_runner runner_analyze, runner_backup, runner_completion, runner_config,
    runner_crew, runner_db, runner_deal, runner_design, runner_doctor, runner_eval, runner_evidence,
    runner_limits, runner_log, runner_machines, runner_man, runner_par, runner_people, runner_pki,
    runner_play, runner_protect, runner_report, runner_restore, runner_risk, runner_rules,
    runner_serve, runner_settle, runner_simulate, runner_status, runner_strategy, runner_table,
    runner_tokens, runner_verify, runner_witness;

/* A subcommand, with its texts for help, manual page and completions. */
struct cli_command {
    const char *name;
    const char *usage;   /* what follows the name: "[--three] CARD…" */
    const char *summary; /* one line */
    const char *details; /* for help and the manual page; "" for none */
    const struct cli_runner *runner;
};

/* All subcommands, in the order of `croupier help`. The last entry has no name. */
extern const struct cli_command cli_commands[];

/* Sets the name of the running command, with which messages begin. */
void cli_begin(const char *command);

/* Writes a text that may quote an argument, a document, or what another machine or a stranger's
 * file says: characters that could move the cursor, command the terminal or turn the direction of
 * others are written like \x1b. The second function writes on standard error. */
void cli_write(FILE *out, const char *text);
void cli_complain(const char *text);

/* Prints what is wrong with the call and where help is; returns CLI_USAGE. */
int cli_usage(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints why the input was rejected; returns CLI_REJECTED. */
int cli_rejected(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Returns CLI_OK when rc is CR_OK. Otherwise prints the error and returns CLI_REJECTED. */
int cli_result(int rc, const struct cr_err *err);

/* Prints an answer on standard output, and frees it. */
void cli_print(struct text *answer);

/* Prints that standard output cannot be written, and why (error: errno, or 0 when that is not known
 * any more). Prints nothing when the reader of a pipe has closed it, or the fault was reported
 * before. Returns CLI_REJECTED. */
int cli_output_failed(int error);

/* Flushes standard output; CLI_REJECTED with a message when that fails (a full disk, say). */
int cli_finish(int status);

/* ---- A line on standard error that shows that a long run is going on; only on a terminal, only
 * after a second, and removed at the end ---- */

struct spinner {
    struct worker *worker; /* NULL: nothing is shown */
    unsigned seconds;
};

/* Starts showing the line; shows nothing when no thread can be started. *s must stay where it is
 * until spinner_stop(). */
void spinner_start(struct spinner *s);
void spinner_stop(struct spinner *s);

/* ---- help.c ---- */

void help_overview(FILE *out);
void help_command(FILE *out, const struct cli_command *command);

/* Writes the help text of an option: its text, its limits, and in brackets what counts when it is
 * not given. */
#define HELP_TEXT_MAX 400
void help_row_text(const struct option *o, struct text *out);
