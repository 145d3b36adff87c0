/* croupier people: who may act on a floor, and how they sign in. */
#include "app/cli.h"
#include "app/people_ask.h"

#define NAME "people"

#define OWNER   struct people
#define ACTIONS "list setup invite accept add change password pin sign-in enlist"
#define ROLES   "dealer supervisor cage surveillance accounting manager auditor service"

enum { PEOPLE_SETUP = 1, PEOPLE_ENLIST = 9 };

/* In the order of the words. */
static int (*const actions[])(struct people *p) = {
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
    p->command = NAME;
    p->makes_passwords = p->action == PEOPLE_ENLIST;
    /* the one-time link of a floor without passwords */
    if ((p->action == PEOPLE_SETUP || p->action == PEOPLE_ENLIST) && people_read_link(p) != 0)
        return cli_rejected(NAME, "%s", p->err.text);
    return people_run(p, actions[p->action]);
}

const struct cli_command command_people = {
    .name = NAME,
    .usage = "[list | ACTION…] [--manager URL] [--user NAME] [--approver NAME] [option…]",
    .summary = "who may act on a floor, and how they sign in",
    .details =
        "list shows the roll. setup URL#CODE --person NAME sets the first password of a floor "
        "with the link that `croupier serve` printed. invite NAME… gives each a code, accept "
        "NAME CODE makes it a password. add NAME ROLE and change NAME alter the roll, by two "
        "people. password and pin set one's own; sign-in tries whether one can. enlist URL#CODE "
        "--passwords OUTFILE does all of it for everybody with random passwords: for "
        "demonstrations and trials, since whoever has that file is all of them. Roles: dealer, "
        "supervisor, cage, surveillance, accounting, manager, auditor, service.",
    .options = options,
    .size = sizeof(struct people),
    .run = run,
};
