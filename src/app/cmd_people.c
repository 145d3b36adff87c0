/* croupier people: who may act on a floor, and how they sign in. */
#include "app/cli.h"
#include "app/people_ask.h"

#include <string.h>

#define NAME "people"

static const struct {
    const char *word;
    int (*run)(struct people *p);
    bool takes_link; /* the one-time link of a floor without passwords */
} actions[] = {
    {"list", people_list, false},
    {"setup", people_setup, true},
    {"invite", people_invite, false},
    {"accept", people_accept, false},
    {"add", people_add, false},
    {"change", people_change, false},
    {"password", people_change_password, false},
    {"pin", people_set_pin, false},
    {"sign-in", people_try_sign_in, false},
    {"enlist", people_enlist, true},
};
#define ACTIONS (sizeof actions / sizeof *actions)

int cmd_people(int argc, char **argv)
{
    static struct people p;
    p.command = NAME;
    int status = people_read_call(&p, argc, argv);
    if (status != CLI_OK)
        return status;
    if (p.word_count == 0)
        p.words[p.word_count++] = "list";
    size_t i = 0;
    while (i < ACTIONS && strcmp(actions[i].word, p.words[0]) != 0)
        i++;
    if (i == ACTIONS)
        return cli_usage(NAME,
                         "'%s' is none of list, setup, invite, accept, add, change, "
                         "password, pin, sign-in and enlist",
                         p.words[0]);
    if (actions[i].takes_link && people_read_link(&p) != 0)
        return cli_rejected(NAME, "%s", p.err.text);
    return people_run(&p, actions[i].run);
}
