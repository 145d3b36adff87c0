/* croupier doctor: finds out what is wrong with store, manager and machine, and says what to do. */
#include "app/doctor.h"
#include "app/shared_options.h"
#include "app/styled_text.h"
#include "base/json_write.h"
#include "os/terminal.h"

#include <sodium.h>
#include <stdlib.h>
#include <unistd.h>

#define TEXT_MAX (FINDINGS_MAX * 4 * FINDING_TEXT)

static const char *const level_words[] = {"ok", "warning", "problem"};

/* ---- Printing ---- */

static void print_json(const struct doctor *d)
{
    struct text t = {0};
    json_open(&t, NULL, '{');
    json_open(&t, "findings", '[');
    for (unsigned i = 0; i < d->count; i++) {
        const struct finding *f = &d->findings[i];
        json_open(&t, NULL, '{');
        json_text(&t, "level", level_words[f->level]);
        JSON_MEMBERS(&t, f, topic, text);
        json_text_or_null(&t, "todo", f->todo);
        json_close(&t, '}');
    }
    json_close(&t, ']');
    json_flag(&t, "problem", doctor_has_problem(d));
    text_add(&t, "}\n");
    cli_print(&t);
}

static void write_finding(const struct finding *f, unsigned width, struct text *out)
{
    static const char *const marks[] = {STYLED_GOOD " ok      ", STYLED_WARN " warning ",
                                        STYLED_BAD " PROBLEM " STYLED_PLAIN};
    text_add(out, marks[f->level]);
    text_add(out, " " STYLED_STRONG);
    styled_add_column(out, f->topic, 13);
    text_add(out, STYLED_PLAIN);
    styled_add_folded(out, f->text, 23, width);
    text_add_char(out, '\n');
    if (!f->todo[0])
        return;
    text_add(out, "                     " STYLED_DIM "→ " STYLED_PLAIN);
    styled_add_folded(out, f->todo, 23, width);
    text_add_char(out, '\n');
}

static void write_verdict(const struct doctor *d, struct text *out)
{
    unsigned counts[3] = {0};
    for (unsigned i = 0; i < d->count; i++)
        counts[d->findings[i].level]++;
    if (d->left_out > 0)
        text_add_format(out, "\n %u more findings are not shown", d->left_out);
    text_add_format(out, "\n %s%u problem%s" STYLED_PLAIN ", %u warning%s, %u ok\n",
                    counts[FINDING_PROBLEM] > 0 ? STYLED_WARN : STYLED_GOOD,
                    counts[FINDING_PROBLEM], counts[FINDING_PROBLEM] == 1 ? "" : "s",
                    counts[FINDING_WARNING], counts[FINDING_WARNING] == 1 ? "" : "s",
                    counts[FINDING_OK]);
}

static int print_page(const struct doctor *d)
{
    unsigned cols = 80, rows;
    char *page = malloc(2 * TEXT_MAX);
    if (!page)
        return cli_rejected("out of memory");
    struct text lines, shown;
    if (isatty(STDOUT_FILENO))
        terminal_size(&cols, &rows);
    cols = cols < 60 ? 60 : cols > 110 ? 110 : cols;
    text_init(&lines, page, TEXT_MAX);
    text_init(&shown, page + TEXT_MAX, TEXT_MAX);
    for (unsigned i = 0; i < d->count; i++)
        write_finding(&d->findings[i], cols, &lines);
    write_verdict(d, &lines);
    styled_show(page, styled_look_of(false), 0, styled_line_count(page), 0, false, &shown);
    fwrite(shown.data, 1, shown.len, stdout);
    free(page);
    return CLI_OK;
}

/* ---- The call ---- */

struct doctor_options {
    struct asking asking;
    const char *store, *trust, *floor;
    bool json;
};

static const struct option options[] = {
    {"--store", "ADDRESS", "a store: schema, lock, chain, rows, space, permissions, clock",
     OPTION_TEXT_OF(&kind_store, struct doctor_options, store)},
    {"--trust", "DIR", "… and whether program and configuration are as signed there last",
     OPTION_FOLDER(struct doctor_options, trust), .needs = "--store"},
    {"--manager", "URL", "a running manager: reachable, ready, same version, alarms",
     OPTION_TEXT(struct doctor_options, asking.manager)},
    OPTION_SHARED(shared_identity, struct http_identity, struct doctor_options, asking.who),
    {"--floor", "FILE", "a floor file or rules file: whether it is sound",
     OPTION_FILE(struct doctor_options, floor)},
    OPTION_SHARED(shared_json, bool, struct doctor_options, json),
    OPTION_END,
};

static int run(const struct cli_call *call)
{
    static struct doctor d;
    const struct doctor_options *o = call->options;
    int status = CLI_OK;
    if (sodium_init() < 0)
        return cli_rejected("the cryptographic library does not start");
    struct asking asking = o->asking;
    if (!asking.manager && !o->store && !o->floor)
        asking.manager = getenv("CROUPIER_MANAGER");
    const bool is_asked = asking.manager && asking.manager[0];
    asking_settle(&asking);
    d = (struct doctor){0};
    doctor_look_machine(&d);
    if (o->floor)
        doctor_look_file(&d, o->floor);
    if (o->store)
        doctor_look_store(&d, o->store, o->trust, !is_asked);
    if (is_asked)
        doctor_look_manager(&d, &asking);
    if (o->json)
        print_json(&d);
    else
        status = print_page(&d);
    if (status == CLI_OK && doctor_has_problem(&d))
        status = CLI_REJECTED;
    return status;
}

const struct cli_runner runner_doctor = {options, sizeof(struct doctor_options), run};
