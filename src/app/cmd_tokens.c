/* croupier tokens: lists, adds and revokes the tokens with which programs sign in. */
#include "app/people_ask.h"
#include "base/json_write.h"
#include "os/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- add ---- */

/* Makes the file for the token before the token itself, because that is shown only once. Only the
 * owner can read the file. */
static int open_out(struct people *p, int *fd)
{
    *fd = -1;
    if (!p->out)
        return CR_OK;
    *fd = open(p->out, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (*fd < 0)
        return err_set(&p->err, CR_E_IO, "%.200s: %s", p->out, strerror(errno));
    return CR_OK;
}

static int hand_out(struct people *p, int fd)
{
    const char *token = people_member(p->answer, "token");
    if (fd < 0)
        printf("%s\n", token);
    else if (dprintf(fd, "%s\n", token) < 0 || fsync(fd) != 0)
        return err_set(&p->err, CR_E_IO, "%.200s could not be written; revoke the token", p->out);
    return CR_OK;
}

static int read_members(struct people *p, struct text *t)
{
    char scopes[1024];
    int64_t first, last;
    struct text list = text_in(scopes, sizeof scopes);
    for (int i = 1; i < p->names.count; i++)
        text_add_format(&list, "%s%s", i > 1 ? " " : "", p->names.words[i]);
    people_add_member(t, "item", p->names.words[0]);
    people_add_member(t, "text", scopes);
    if (!p->until)
        return CR_OK;
    people_ask_zone(p);
    int rc = zone_parse_when(&p->zone, p->until, clock_wall_ms(), &first, &last, &p->err);
    json_integer(t, "effective", last);
    return rc;
}

static int add(struct people *p)
{
    char members[PEOPLE_BODY];
    int fd = -1;
    if (p->names.count < 2)
        return err_set(&p->err, CR_E_INPUT,
                       "add takes a NAME and SCOPES: read, metrics, sign, table:ID");
    struct text t = text_in(members, sizeof members);
    int rc = people_sign_in(p);
    if (rc == CR_OK)
        rc = read_members(p, &t);
    if (rc == CR_OK)
        rc = open_out(p, &fd);
    if (rc == CR_OK)
        rc = people_ask_proved(p, "/api/v1/tokens", members);
    if (rc == CR_OK)
        rc = hand_out(p, fd);
    if (fd >= 0)
        close(fd);
    if (rc != CR_OK && fd >= 0)
        unlink(p->out);
    return rc;
}

/* ---- list, revoke ---- */

static void write_token(struct people *p, const struct json_node *each)
{
    static const struct people_column columns[] = {{"item", 20}, {"text", 40}, {NULL, 0}};
    char when[WHEN_TEXT_MAX];
    const char *until = people_member(each, "effective");
    people_print_columns(each, columns);
    printf("%s%s%s\n", people_member(each, "revoked")[0] ? " revoked" : "",
           until[0] ? " until " : "",
           until[0] ? zone_format(&p->zone, strtoll(until, NULL, 10), when) : "");
}

static int list(struct people *p)
{
    return people_read_list(p, "tokens", write_token);
}

static int revoke(struct people *p)
{
    char path[PEOPLE_PATH];
    if (p->names.count != 1)
        return err_set(&p->err, CR_E_INPUT, "revoke takes the NAME of a token");
    struct text t = text_in(path, sizeof path);
    people_path(&t, "tokens", p->names.words[0], "revoke");
    int rc = people_sign_in(p);
    if (rc == CR_OK)
        rc = people_ask(p, "POST", path, "");
    if (rc == CR_OK)
        printf("%s is worth nothing any more\n", p->names.words[0]);
    return rc;
}

/* ---- The command ---- */

static const struct option options[] = {
    {"ACTION", OPTION_CHOICE(struct people, action, "list add revoke"), .preset = "list"},
    {"NAME", OPTION_REST(&option_text, struct people, names), .words = "read metrics sign",
     .takes_dash = true},
    {.include = people_shared},
    {"--out", "FILE", "add: a new file for the token, mode 0600; else it is printed",
     OPTION_FILE(struct people, out)},
    {"--until", "TIME", "add: when it ends by itself, as 2027-01-31",
     OPTION_TIME(struct people, until)},
    {"--json", NULL, "machine output (list)", OPTION_FLAG(struct people, json)},
    OPTION_END,
};

static int run(const struct cli_call *call)
{
    static people_action *const actions[] = {list, add, revoke};
    return people_run_named(call, actions);
}

const struct cli_runner runner_tokens = {options, sizeof(struct people), run};
