/* Help, manual page and shell completion, all from the table of subcommands. */
#pragma once

#include "app/cli.h"
#include "base/text.h"

#include <stdio.h>

void help_overview(FILE *out);
void help_command(FILE *out, const struct cli_command *command);

/* What a row says of itself: text, limits, and in brackets what counts when it is not given. */
#define HELP_TEXT_MAX 400
void help_row_text(const struct option *o, struct text *out);
