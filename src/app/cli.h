/* What the subcommands share. Each subcommand is one file with its table of options;
 * command_list.c lists them. */
#pragma once

#include "base/err.h"
#include "base/options.h"
#include "base/text.h"
#include "os/worker.h"

#include <stdio.h>

/* Exit status. */
enum { CLI_OK = 0, CLI_REJECTED = 1, CLI_USAGE = 2 };

/* A call that was read: the command's struct, and which options were given. */
struct cli_call {
    void *options;
    struct options_call given;
};

/* What a subcommand does; its file cmd_NAME.c has it. */
struct cli_runner {
    const struct option *options; /* reading, help, manual page and completions follow from it */
    size_t size;                  /* of the struct that they are read into */
    int (*run)(const struct cli_call *call); /* returns the exit status */
};

extern const struct cli_runner runner_analyze, runner_backup, runner_completion, runner_config,
    runner_crew, runner_db, runner_deal, runner_design, runner_doctor, runner_eval, runner_evidence,
    runner_limits, runner_log, runner_machines, runner_man, runner_par, runner_people, runner_pki,
    runner_play, runner_protect, runner_report, runner_restore, runner_risk, runner_rules,
    runner_serve, runner_settle, runner_simulate, runner_status, runner_strategy, runner_table,
    runner_tokens, runner_verify, runner_witness;

/* A subcommand and what help, manual page and completions say of it. */
struct cli_command {
    const char *name;
    const char *usage;   /* what follows the name: "[--three] CARD…" */
    const char *summary; /* one line */
    const char *details; /* for help and the manual page; "" for none */
    const struct cli_runner *runner;
};

/* All of them, in the order of `croupier help`; the last has no name. */
extern const struct cli_command cli_commands[];

/* Says which command runs: messages begin with its name. */
void cli_begin(const char *command);

/* A text on standard error. What it quotes of an argument or a document may be anything: a control
 * character, which would move the cursor or paint the terminal, is written as \x1b. */
void cli_complain(const char *text);

/* Says what is wrong with the call and where help is; returns CLI_USAGE. */
int cli_usage(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Says why the input was rejected; returns CLI_REJECTED. */
int cli_rejected(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* CLI_OK where rc is CR_OK; else says why not. */
int cli_result(int rc, const struct cr_err *err);

/* Prints an answer that was put together in a text that grows, and frees it. */
void cli_print(struct text *answer);

/* Says that standard output cannot be written and why (errno, or 0 where that is forgotten);
 * nothing where its reader has left or the command has spoken. Returns CLI_REJECTED. */
int cli_output_failed(int error);

/* Flushes standard output; CLI_REJECTED with a message when that fails (a full disk, say). */
int cli_finish(int status);

/* ---- A line on standard error that says a long run is alive; only on a terminal, only after a
 * second, and gone at the end ---- */

struct spinner {
    struct worker *worker; /* NULL: nothing is shown */
    unsigned seconds;
};

/* Stays quiet where threads are not to be had. The spinner must not move. */
void spinner_start(struct spinner *s);
void spinner_stop(struct spinner *s);

/* ---- help.c ---- */

void help_overview(FILE *out);
void help_command(FILE *out, const struct cli_command *command);

/* What a row says of itself: text, limits, and in brackets what counts when it is not given. */
#define HELP_TEXT_MAX 400
void help_row_text(const struct option *o, struct text *out);
