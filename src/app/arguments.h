/* The words of a call, one after the other: options with and without values, and the rest. */
#ifndef APP_ARGUMENTS_H
#define APP_ARGUMENTS_H

#include <stdbool.h>
#include <stdint.h>

struct arguments {
    const char *command; /* for messages */
    int argc;
    char **argv;
    int at;           /* the word being looked at */
    bool taken;       /* it was one of those asked for */
    int status;       /* CLI_OK, or CLI_USAGE once something is wrong: it has been said */
    const char *word; /* argv[at] */
};

struct arguments arguments_of(const char *command, int argc, char **argv);

/* Goes to the next word; false at the end and after a fault. */
bool arguments_next(struct arguments *a);

/* The word is this option; true and *flag set when it is. */
bool arguments_flag(struct arguments *a, const char *name, bool *flag);
/* The word is this option, with its value after it. A missing value is a fault. */
bool arguments_value(struct arguments *a, const char *name, const char **value);
/* The same with a whole number from min to max. */
bool arguments_number(struct arguments *a, const char *name, uint64_t min, uint64_t max,
                      uint64_t *value);

/* What is left: an option is unknown; a word goes into the first place that is still NULL; when
 * none is, it is one too many. */
void arguments_rest(struct arguments *a, const char **const *places, unsigned count);

/* The word is one of --ca, --cert, --key, --token with its file after it, with which a manager is
 * asked; true when it is. */
bool arguments_identity(struct arguments *a);

#endif
