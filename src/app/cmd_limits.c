/* croupier limits: shows how many tables, links, people and so on a floor may have, and raises such
 * a limit. */
#include "app/people_ask.h"
#include "base/json_write.h"

#include <stdlib.h>
#include <string.h>

#define MOST_DIGITS 9

static void write_limit(struct people *p, const struct json_node *limit)
{
    (void)p;
    printf("%-10s %6s of %6s, at most %s\n", people_member(limit, "item"),
           people_member(limit, "used"), people_member(limit, "most"),
           people_member(limit, "highest"));
}

static int show(struct people *p)
{
    if (p->names.count > 0)
        return err_set(&p->err, CR_E_INPUT, "show takes nothing more");
    return people_read_list(p, "limits", write_limit);
}

static int raise_limit(struct people *p)
{
    char path[PEOPLE_PATH], members[PEOPLE_BODY];
    const char *most = p->names.count == 2 ? p->names.words[1] : "";
    const size_t digits = strspn(most, "0123456789");
    if (digits == 0 || digits > MOST_DIGITS || most[digits] != '\0')
        return err_set(&p->err, CR_E_INPUT,
                       "raise takes the name of a limit and how many there may be: tables 2048");
    struct text t = text_in(path, sizeof(path));
    people_path(&t, "limits", p->names.words[0], "raise");
    text_init(&t, members, sizeof(members));
    json_integer(&t, "most", strtol(most, NULL, 10));
    people_add_member(&t, "text", p->why);
    int rc = people_sign_in(p);
    if (rc == CR_OK)
        rc = people_ask_proved(p, path, members);
    if (rc == CR_OK)
        printf("there may be %s %s from now on\n", most, p->names.words[0]);
    return rc;
}

static const struct option options[] = {
    {"ACTION", OPTION_CHOICE(struct people, action, "show raise"), .preset = "show"},
    {"LIMIT", OPTION_REST(&option_text, struct people, names),
     .words = "tables links claims disputes alarms people documents tokens"},
    {.include = people_shared},
    {"--text", "WHY", "raise: why", OPTION_TEXT(struct people, why)},
    {"--json", NULL, "show: as the manager says it", OPTION_FLAG(struct people, json)},
    OPTION_END,
};

static int run(const struct cli_call *call)
{
    static people_action *const actions[] = {show, raise_limit};
    return people_run_named(call, actions);
}

const struct cli_runner runner_limits = {options, sizeof(struct people), run};
