/* croupier people: manages the people of a floor, and their passwords and PINs. */
#include "app/people_ask.h"

#define OWNER   struct people
#define ACTIONS "list setup invite accept add change password pin sign-in enlist"
#define ROLES   "dealer supervisor cage surveillance accounting manager auditor service"

enum { PEOPLE_SETUP = 1, PEOPLE_ENLIST = 9 };

/* In the order of the words in ACTIONS. */
static people_action *const actions[] = {
    people_list,   people_setup,           people_invite,  people_accept,      people_add,
    people_change, people_change_password, people_set_pin, people_try_sign_in, people_enlist,
};

static const struct option options[] = {
    {"ACTION", OPTION_CHOICE(OWNER, action, ACTIONS), .preset = "list"},
    {"NAME", OPTION_REST(&option_text, OWNER, names), .words = ROLES, .takes_dash = true},
    {.include = people_shared},
    {"--person", "NAME", "setup, enlist: whose password is the first", OPTION_TEXT(OWNER, person)},
    {"--role", "ROLE", "change: the new role", OPTION_TEXT(OWNER, role), .words = ROLES},
    {"--department", "NAME", "add, change: where they work", OPTION_TEXT(OWNER, department)},
    {"--bar", NULL, "change: may not do anything any more …", OPTION_FLAG(OWNER, bar), .one_of = 4},
    {"--unbar", NULL, "… may again", OPTION_FLAG(OWNER, unbar), .one_of = 4},
    {"--json", NULL, "machine output (list)", OPTION_FLAG(OWNER, json)},
    OPTION_END,
};

static int run(const struct cli_call *call)
{
    struct people *p = call->options;
    p->makes_passwords = p->action == PEOPLE_ENLIST;
    /* reads the one-time link of a floor without passwords */
    if ((p->action == PEOPLE_SETUP || p->action == PEOPLE_ENLIST) && people_read_link(p) != 0)
        return cli_rejected("%s", p->err.text);
    return people_run(p, actions[p->action]);
}

const struct cli_runner runner_people = {options, sizeof(struct people), run};
