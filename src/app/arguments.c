/* The words of a call, one after the other. */
#include "app/arguments.h"

#include "app/cli.h"
#include "base/text.h"
#include "net/client.h"
#include "service/client/ask_manager.h"

#include <inttypes.h>
#include <string.h>

struct arguments arguments_of(const char *command, int argc, char **argv)
{
    return (struct arguments){.command = command, .argc = argc, .argv = argv};
}

bool arguments_next(struct arguments *a)
{
    if (a->status != CLI_OK || a->at + 1 >= a->argc)
        return false;
    a->word = a->argv[++a->at];
    a->taken = false;
    return true;
}

static bool is_named(struct arguments *a, const char *name)
{
    if (a->taken || strcmp(a->word, name) != 0)
        return false;
    a->taken = true;
    return true;
}

bool arguments_flag(struct arguments *a, const char *name, bool *flag)
{
    if (!is_named(a, name))
        return false;
    *flag = true;
    return true;
}

bool arguments_value(struct arguments *a, const char *name, const char **value)
{
    if (!is_named(a, name))
        return false;
    if (a->at + 1 < a->argc)
        *value = a->argv[++a->at];
    else
        a->status = cli_usage(a->command, "%s takes a value", name);
    return true;
}

bool arguments_number(struct arguments *a, const char *name, uint64_t min, uint64_t max,
                      uint64_t *value)
{
    const char *text = NULL;
    unsigned long long number;
    if (!arguments_value(a, name, &text))
        return false;
    if (!text)
        return true;
    if (text_read_uint(text, max, &number) && number >= min)
        *value = number;
    else
        a->status = cli_usage(a->command,
                              "%s takes a whole number from %" PRIu64 " to %" PRIu64 ", not '%s'",
                              name, min, max, text);
    return true;
}

void arguments_rest(struct arguments *a, const char **const *places, unsigned count)
{
    if (a->taken)
        return;
    if (a->word[0] == '-' && a->word[1] != '\0') {
        a->status = cli_usage(a->command, "unknown option '%s'", a->word);
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        if (!*places[i]) {
            *places[i] = a->word;
            return;
        }
    }
    a->status = cli_usage(a->command, "'%s' is one argument too many", a->word);
}

bool arguments_identity(struct arguments *a)
{
    struct http_identity *who = ask_manager_given_identity();
    return arguments_value(a, "--ca", &who->ca) ||
           arguments_value(a, "--cert", &who->certificate) ||
           arguments_value(a, "--key", &who->key) || arguments_value(a, "--token", &who->token);
}
