/* Help, manual page and shell completion, all from the table of subcommands. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "cli/cli.h"

#include <stdio.h>

void help_overview(FILE *out);
void help_command(FILE *out, const struct cli_command *command);

#endif
