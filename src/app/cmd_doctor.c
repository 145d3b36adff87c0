/* croupier doctor: what is wrong with store, manager and machine, and what to do. */
#include "app/arguments.h"
#include "app/cli.h"
#include "app/doctor.h"
#include "app/sheet.h"
#include "os/terminal.h"
#include "service/client/ask_manager.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define NAME     "doctor"
#define TEXT_MAX (FINDINGS_MAX * 4 * FINDING_TEXT)

static const char *const level_words[] = {"ok", "warning", "problem"};

/* ---- Printing ---- */

static void print_json(const struct doctor *d)
{
    fputs("{\"findings\":[", stdout);
    for (unsigned i = 0; i < d->count; i++) {
        const struct finding *f = &d->findings[i];
        printf("%s{\"level\":\"%s\",\"topic\":\"%s\",\"text\":", i > 0 ? "," : "",
               level_words[f->level], f->topic);
        copying_print_string(f->text);
        fputs(",\"todo\":", stdout);
        if (f->todo[0])
            copying_print_string(f->todo);
        else
            fputs("null", stdout);
        putchar('}');
    }
    printf("],\"problem\":%s}\n", doctor_has_problem(d) ? "true" : "false");
}

static void write_finding(const struct finding *f, unsigned width, struct text *out)
{
    static const char *const marks[] = {SHEET_GOOD " ok      ", SHEET_WARN " warning ",
                                        SHEET_BAD " PROBLEM " SHEET_PLAIN};
    text_add(out, marks[f->level]);
    text_add(out, " " SHEET_STRONG);
    sheet_add_column(out, f->topic, 13);
    text_add(out, SHEET_PLAIN);
    sheet_add_folded(out, f->text, 23, width);
    text_add_char(out, '\n');
    if (!f->todo[0])
        return;
    text_add(out, "                     " SHEET_DIM "→ " SHEET_PLAIN);
    sheet_add_folded(out, f->todo, 23, width);
    text_add_char(out, '\n');
}

static void write_verdict(const struct doctor *d, struct text *out)
{
    unsigned counts[3] = {0};
    for (unsigned i = 0; i < d->count; i++)
        counts[d->findings[i].level]++;
    if (d->left_out > 0)
        text_add_format(out, "\n %u more findings are not shown", d->left_out);
    text_add_format(out, "\n %s%u problem%s" SHEET_PLAIN ", %u warning%s, %u ok\n",
                    counts[FINDING_PROBLEM] > 0 ? SHEET_WARN : SHEET_GOOD, counts[FINDING_PROBLEM],
                    counts[FINDING_PROBLEM] == 1 ? "" : "s", counts[FINDING_WARNING],
                    counts[FINDING_WARNING] == 1 ? "" : "s", counts[FINDING_OK]);
}

static int print_page(const struct doctor *d)
{
    unsigned cols = 80, rows;
    char *page = malloc(2 * TEXT_MAX);
    if (!page)
        return cli_rejected(NAME, "out of memory");
    struct text sheet, shown;
    if (isatty(STDOUT_FILENO))
        terminal_size(&cols, &rows);
    cols = cols < 60 ? 60 : cols > 110 ? 110 : cols;
    text_init(&sheet, page, TEXT_MAX);
    text_init(&shown, page + TEXT_MAX, TEXT_MAX);
    for (unsigned i = 0; i < d->count; i++)
        write_finding(&d->findings[i], cols, &sheet);
    write_verdict(d, &sheet);
    sheet_show(page, sheet_look_of(false), 0, sheet_line_count(page), 0, false, &shown);
    fwrite(shown.data, 1, shown.len, stdout);
    free(page);
    return CLI_OK;
}

/* ---- The call ---- */

int cmd_doctor(int argc, char **argv)
{
    static struct doctor d;
    const char *store = NULL, *manager = NULL, *file = NULL, *trust = NULL;
    bool json = false;
    struct arguments a = arguments_of(NAME, argc, argv);
    while (arguments_next(&a)) {
        if (arguments_flag(&a, "--json", &json) || arguments_value(&a, "--store", &store) ||
            arguments_identity(&a) || arguments_value(&a, "--manager", &manager) ||
            arguments_value(&a, "--floor", &file) || arguments_value(&a, "--trust", &trust))
            continue;
        arguments_rest(&a, NULL, 0);
    }
    if (a.status != CLI_OK)
        return a.status;
    if (sodium_init() < 0)
        return cli_rejected(NAME, "the cryptographic library does not start");
    if (trust && !store)
        return cli_usage(NAME, "--trust is compared with a store: give --store too");
    if (!manager && !store && !file)
        manager = getenv("CROUPIER_MANAGER");
    d = (struct doctor){0};
    doctor_look_machine(&d);
    if (file)
        doctor_look_file(&d, file);
    if (store)
        doctor_look_store(&d, store, trust, !manager);
    if (manager && manager[0])
        doctor_look_manager(&d, manager);
    int status = CLI_OK;
    if (json)
        print_json(&d);
    else
        status = print_page(&d);
    if (status == CLI_OK && doctor_has_problem(&d))
        status = CLI_REJECTED;
    return status == CLI_OK ? cli_finish(NAME, CLI_OK) : (cli_finish(NAME, CLI_OK), status);
}
