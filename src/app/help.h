/* Help, manual page and shell completion, all from the table of subcommands. */
#ifndef APP_HELP_H
#define APP_HELP_H

#include "app/cli.h"

#include <stdio.h>

void help_overview(FILE *out);
void help_command(FILE *out, const struct cli_command *command);

#endif
