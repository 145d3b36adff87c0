/* croupier config: shows the versions of a floor's configuration, what was in force at a time, and
 * what changed (REG-6, V10). */
#include "app/shared_options.h"
#include "app/styled_text.h"
#include "base/dates.h"
#include "base/json_write.h"
#include "base/list.h"
#include "floor/event.h"
#include "os/clock.h"
#include "reports/configuration/configuration_versions.h"
#include "reports/configuration/line_diff.h"
#include "service/client/ask_manager.h"
#include "service/client/log_source.h"

#include <stdlib.h>
#include <string.h>

#define LINE_ROOM (4 * FLOOR_TEXT_MAX)

/* ---- Reading from a store ---- */

struct loading {
    struct configuration *c;
    struct cr_err *err;
};

static int take(void *context, uint64_t seq, const char *text, size_t len)
{
    struct loading *l = context;
    return configuration_take(l->c, seq, text, len, l->err);
}

static int from_store(const char *address, struct configuration *c, struct cr_err *err)
{
    struct loading l = {c, err};
    struct log_source *source = NULL;
    uint64_t head = 0;
    int rc = log_source_open(address, NULL, &source, err);
    if (rc == CR_OK)
        rc = log_source_head(source, &head, err);
    if (rc == CR_OK)
        rc = log_source_read(source, 1, head, take, &l, err);
    log_source_close(source);
    return rc;
}

/* ---- Reading from a manager: it is asked for each kind of event, because most of its log is play
 * ---- */

struct kept {
    uint64_t seq;
    char *text;
    size_t len;
};

struct pile {
    struct kept *all;
    size_t count, room;
    struct cr_err *err;
};

static int keep(void *context, uint64_t seq, const char *text, size_t len)
{
    struct pile *p = context;
    if (!list_grow(&p->all, &p->room, p->count, sizeof *p->all))
        return err_set(p->err, CR_E_IO, "out of memory");
    char *copy = malloc(len);
    if (!copy)
        return err_set(p->err, CR_E_IO, "out of memory");
    memcpy(copy, text, len);
    p->all[p->count++] = (struct kept){seq, copy, len};
    return 0;
}

static int from_manager(const struct asking *asking, struct configuration *c, struct cr_err *err)
{
    struct ask_manager *manager = NULL;
    struct pile p = {.err = err};
    int rc = ask_manager_open(asking, &manager, err);
    for (unsigned i = 0; rc == CR_OK && configuration_kind(i); i++)
        rc = ask_manager_log_kind(manager, configuration_kind(i), keep, &p, err);
    if (p.count > 0)
        qsort(p.all, p.count, sizeof *p.all, list_by_number);
    for (size_t i = 0; i < p.count; i++) {
        if (rc == CR_OK)
            rc = configuration_take(c, p.all[i].seq, p.all[i].text, p.all[i].len, err);
        free(p.all[i].text);
    }
    free(p.all);
    ask_manager_close(manager);
    return rc;
}

/* Reads the configuration from a store, or, when store is NULL, from a manager. The caller frees
 * *out. */
static int config_load(const char *store, const struct asking *asking, struct configuration **out,
                       struct cr_err *err)
{
    struct configuration *c = configuration_new();
    if (!c)
        return err_set(err, CR_E_IO, "out of memory");
    int rc = store ? from_store(store, c, err) : from_manager(asking, c, err);
    return err_or_made(rc, out, c, configuration_free);
}

struct options {
    unsigned action;
    const char *subject;
    struct asking asking;
    const char *store, *archive, *at, *since, *until;
    bool json, utc;
};

struct showing {
    struct options o;
    struct zone zone; /* in which times are read and printed */
    struct configuration *c;
    int64_t at_ms, since_ms, until_ms; /* 0: not given */
    struct cr_err err;
};

/* ---- Lines ---- */

/* Prints a text that people have typed, without control characters, which could move the cursor. */
static void say(const char *lead, const char *text, const char *end)
{
    static char room[LINE_ROOM];
    struct text t = text_in(room, sizeof room);
    styled_add_clean(&t, text, 0);
    printf("%s%s%s", lead, room, end);
}

static void say_line(void *context, char sign, const char *line, size_t len)
{
    static char room[FLOOR_TEXT_MAX + 8];
    (void)context;
    struct text t = text_in(room, sizeof room);
    text_add_len(&t, line, len);
    printf("    %c", sign);
    say("", room, "\n");
}

/* Prints a member's value. A time, which the log has in milliseconds, is printed in the house's
 * zone. */
static void say_value(const struct showing *s, const char *name, const char *value, const char *end)
{
    char when[WHEN_TEXT_MAX];
    if (strcmp(name, "until") == 0) {
        zone_format(&s->zone, strtoll(value, NULL, 10), when);
        value = when;
    }
    say("", value, end);
}

static void say_changes(const struct showing *s, const struct configuration_version *before,
                        const struct configuration_version *v)
{
    struct configuration_change changes[CONFIGURATION_CHANGES];
    const unsigned count = configuration_changes(before, v, changes);
    for (unsigned i = 0; i < count; i++) {
        printf("    %-18s ", changes[i].name);
        if (changes[i].before)
            say_value(s, changes[i].name, changes[i].before, " → ");
        if (changes[i].after)
            say_value(s, changes[i].name, changes[i].after, "\n");
        else
            printf("(not any more)\n");
    }
}

static int say_document(struct showing *s, const struct configuration_version *before,
                        const struct configuration_version *v)
{
    if (!v->document || (before && !before->document))
        return CR_OK;
    const char *was = before ? before->document : "";
    return line_diff(was, strlen(was), v->document, strlen(v->document), say_line, NULL, &s->err);
}

static void say_head(const struct showing *s, const struct configuration_version *v)
{
    char from[WHEN_TEXT_MAX], to[WHEN_TEXT_MAX] = "";
    const int64_t until = configuration_until(v);
    zone_format(&s->zone, v->effective_ms, from);
    if (until != 0)
        zone_format(&s->zone, until, to);
    printf("%8llu  ", (unsigned long long)v->seq);
    say("", v->subject, "");
    printf("  %s – %s  ", from, until != 0 ? to : v->is_end ? "" : "in force");
    say("", v->user[0] ? v->user : "the manager itself", "");
    say(v->approver[0] ? " + " : "", v->approver, "\n");
    if (v->remark[0])
        say("    \"", v->remark, "\"\n");
}

static void end_json(const struct showing *s, struct text *t)
{
    text_add(t, "]}\n");
    if (s->o.json)
        cli_print(t);
    text_free(t);
}

/* ---- history ---- */

static bool is_wanted(const struct showing *s, const struct configuration_version *v)
{
    return !s->o.subject || strcmp(s->o.subject, v->subject) == 0;
}

static int show_history(struct showing *s)
{
    const struct configuration_version *v;
    struct text t = {0};
    int rc = CR_OK;
    json_open(&t, NULL, '{');
    json_open(&t, "versions", '[');
    for (size_t i = 0; rc == CR_OK && (v = configuration_at(s->c, i)); i++) {
        if (!is_wanted(s, v) || v->time_ms < s->since_ms ||
            (s->until_ms != 0 && v->time_ms > s->until_ms))
            continue;
        if (s->o.json) {
            rc = configuration_json(v, &t, &s->err);
            continue;
        }
        say_head(s, v);
        say_changes(s, v->before, v);
        if (v->before && v->before->document)
            rc = say_document(s, v->before, v);
    }
    end_json(s, &t);
    return rc;
}

/* ---- show ---- */

static int show_in_force(struct showing *s)
{
    const struct configuration_version *v;
    struct text t = {0};
    int rc = CR_OK;
    json_open(&t, NULL, '{');
    json_integer(&t, "at", s->at_ms);
    json_open(&t, "versions", '[');
    for (size_t i = 0; rc == CR_OK && (v = configuration_at(s->c, i)); i++) {
        if (!is_wanted(s, v) || !configuration_is_in_force(v, s->at_ms))
            continue;
        if (s->o.json) {
            rc = configuration_json(v, &t, &s->err);
            continue;
        }
        say_head(s, v);
        for (unsigned m = 0; m < v->member_count; m++) {
            printf("    %-18s ", v->members[m].name);
            say("", v->members[m].value, "\n");
        }
        if (s->o.subject && v->document)
            printf("\n%s\n", v->document);
    }
    end_json(s, &t);
    return rc;
}

/* ---- diff ---- */

static const struct configuration_version *in_force(const struct showing *s, const char *subject,
                                                    int64_t time_ms)
{
    const struct configuration_version *v;
    for (size_t i = 0; (v = configuration_at(s->c, i)); i++)
        if (strcmp(v->subject, subject) == 0 && configuration_is_in_force(v, time_ms))
            return v;
    return NULL;
}

static bool is_first_of_subject(const struct showing *s, size_t index)
{
    const char *subject = configuration_at(s->c, index)->subject;
    for (size_t i = 0; i < index; i++)
        if (strcmp(configuration_at(s->c, i)->subject, subject) == 0)
            return false;
    return true;
}

static int show_diff(struct showing *s)
{
    const struct configuration_version *v;
    int rc = CR_OK;
    for (size_t i = 0; rc == CR_OK && (v = configuration_at(s->c, i)); i++) {
        if (!is_wanted(s, v) || !is_first_of_subject(s, i))
            continue;
        const struct configuration_version *was = in_force(s, v->subject, s->since_ms);
        const struct configuration_version *is = in_force(s, v->subject, s->until_ms);
        if (was == is)
            continue;
        if (!is) {
            say("", v->subject, ": not in force any more\n");
            continue;
        }
        say_head(s, is);
        say_changes(s, was, is);
        if (was)
            rc = say_document(s, was, is);
    }
    return rc;
}

/* ---- The call ---- */

static int read_time(struct showing *s, const char *text, bool is_end, int64_t *out)
{
    int64_t first, last;
    if (!text)
        return CLI_OK;
    if (zone_parse_when(&s->zone, text, clock_wall_ms(), &first, &last, &s->err) != CR_OK)
        return cli_usage("%s", s->err.text);
    *out = is_end ? last : first;
    return CLI_OK;
}

enum { CONFIG_SHOW, CONFIG_HISTORY, CONFIG_DIFF };

#define OWNER struct options

static const struct option options[] = {
    {"ACTION", OPTION_CHOICE(OWNER, action, "show history diff"), .preset = "show"},
    {"SUBJECT", OPTION_TEXT(OWNER, subject)},
    OPTION_SHARED(shared_asking, struct asking, OWNER, asking),
    {"--store", "ADDRESS", "… or a store", OPTION_TEXT_OF(&kind_store, OWNER, store),
     .one_of = ONE_SOURCE},
    OPTION_SHARED(shared_archive, const char *, OWNER, archive),
    {"--at", "TIME", "show: as it was then", OPTION_TIME(OWNER, at), .otherwise = "now"},
    {"--since", "TIME", "history, diff: from then on", OPTION_TIME(OWNER, since)},
    {"--until", "TIME", "… until then", OPTION_TIME(OWNER, until), .otherwise = "now"},
    OPTION_SHARED(shared_utc, bool, OWNER, utc),
    {"--json", NULL, "machine output (show, history)", OPTION_FLAG(OWNER, json)},
    OPTION_END,
};

#undef OWNER

static int read_times(struct showing *s)
{
    struct options *o = &s->o;
    s->until_ms = o->action == CONFIG_DIFF ? clock_wall_ms() : 0;
    s->at_ms = clock_wall_ms();
    int status = read_time(s, o->at, true, &s->at_ms);
    if (status == CLI_OK)
        status = read_time(s, o->since, false, &s->since_ms);
    return status == CLI_OK ? read_time(s, o->until, true, &s->until_ms) : status;
}

static int check_action(const struct options *o)
{
    if (o->at && o->action != CONFIG_SHOW)
        return cli_usage("--at goes with show; history and diff take --since and --until");
    if (o->action == CONFIG_DIFF && !o->since)
        return cli_usage("diff compares two moments: give --since TIME, and --until TIME "
                         "unless it is now");
    if (o->action == CONFIG_DIFF && o->json)
        return cli_usage("diff is for people; history --json has every change");
    return CLI_OK;
}

static int run(const struct cli_call *call)
{
    struct showing s = {.o = *(const struct options *)call->options};
    static int (*const show[])(struct showing *) = {show_in_force, show_history, show_diff};
    int status = check_action(&s.o);
    if (status != CLI_OK)
        return status;
    asking_settle(&s.o.asking);
    s.zone = s.o.utc ? zone_utc : house_zone_of(s.o.store, &s.o.asking);
    status = read_times(&s);
    if (status != CLI_OK)
        return status;
    int rc = config_load(s.o.store, &s.o.asking, &s.c, &s.err);
    if (rc == CR_OK && s.o.subject) {
        bool is_known = false;
        for (size_t i = 0; i < configuration_count(s.c); i++)
            is_known = is_known || is_wanted(&s, configuration_at(s.c, i));
        if (!is_known)
            rc = err_set(&s.err, CR_E_NOT_FOUND,
                         "nothing was ever configured under '%.80s'; `croupier config history` "
                         "lists what was",
                         s.o.subject);
    }
    if (rc == CR_OK)
        rc = show[s.o.action](&s);
    configuration_free(s.c);
    return cli_result(rc, &s.err);
}

const struct cli_runner runner_config = {options, sizeof(struct options), run};
