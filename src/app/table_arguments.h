/* The options of `croupier table`. */
#ifndef APP_TABLE_ARGUMENTS_H
#define APP_TABLE_ARGUMENTS_H

#include "service/controller/table_options.h"

/* CLI_OK, or CLI_USAGE: it has been said what is wrong. */
int table_options_read(int argc, char **argv, struct table_options *out);

#endif
