/* croupier report: the documents of a floor (REC-2 to REC-4, REG-10, REG-17), from a store or from
 * a running manager. */
#include "app/arguments.h"
#include "app/cli.h"
#include "app/paper_out.h"
#include "app/spinner.h"
#include "base/dates.h"
#include "base/err.h"
#include "base/text.h"
#include "os/clock.h"
#include "reports/floor/report_stream.h"
#include "service/client/ask_manager.h"
#include "service/client/store_address.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME      "report"
#define PATH_ROOM 2048

struct options {
    const char *kind, *claim;
    const char *store, *manager, *link, *table, *shift, *since, *until;
    const char *kinds, *user;
    const char *pdf, *escpos, *printer;
    bool text, csv, json, utc, list;
};

struct wanted {
    struct options o;
    struct report_query query;
    enum paper_format format;
};

/* ---- The list ---- */

static int list_reports(bool json)
{
    if (json)
        printf("[");
    for (unsigned kind = 0; report_name(kind); kind++)
        if (json)
            printf("%s{\"name\":\"%s\",\"about\":\"%s\"}", kind > 0 ? "," : "", report_name(kind),
                   report_about((enum report_kind)kind));
        else
            printf("%-12s %s\n", report_name(kind), report_about((enum report_kind)kind));
    if (json)
        printf("]\n");
    return cli_finish(NAME, CLI_OK);
}

/* ---- From a store ---- */

/* As it is made, however long it is. */
static int stream_report(struct store *store, const struct wanted *w, struct paper_out *out,
                         struct cr_err *err)
{
    struct report_stream *stream;
    struct paper_bytes piece = {0};
    bool is_last = false, is_kept = true;
    int rc = report_stream_open(store, &w->query, w->format, &stream, err);
    if (rc != CR_OK)
        return rc;
    while (rc == CR_OK && is_kept && !is_last) {
        piece.len = 0;
        rc = report_stream_next(stream, store, &piece, &is_last, err);
        if (rc == CR_OK)
            is_kept = paper_out_add(out, piece.data, piece.len);
    }
    bytes_free(&piece);
    report_stream_close(stream);
    return rc;
}

static int print(struct store *store, const struct wanted *w, struct paper_out *out,
                 struct cr_err *err)
{
    struct paper *paper = NULL;
    char *data = NULL;
    size_t len = 0;
    int rc = report_build(store, &w->query, NULL, NULL, &paper, err);
    if (rc == CR_OK)
        rc = paper_render(paper, w->format, &data, &len, err);
    if (rc == CR_OK)
        paper_out_add(out, data, len);
    free(data);
    paper_free(paper);
    return rc;
}

static int from_store(const struct wanted *w, struct paper_out *out, struct cr_err *err)
{
    struct store *store = NULL;
    struct spinner spinner;
    int rc = store_open(w->o.store, STORE_READ, &store, err);
    if (rc != CR_OK)
        return rc;
    spinner_start(&spinner);
    rc = (report_can_stream(w->query.kind, w->format) ? stream_report : print)(store, w, out, err);
    spinner_stop(&spinner);
    store_close(store);
    return rc;
}

/* ---- From a manager ---- */

static void add_parameter(struct text *t, const char *name, const char *value)
{
    if (value[0])
        text_add_format(t, "&%s=%s", name, value);
}

/* A person's name is any text. */
static void add_escaped(struct text *t, const char *name, const char *value)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    if (value[0])
        text_add_format(t, "&%s=", name);
    for (; *value; value++)
        if (strchr(plain, *value))
            text_add_char(t, *value);
        else
            text_add_format(t, "%%%02X", (unsigned)(unsigned char)*value);
}

static void add_kinds(struct text *t, event_kinds kinds)
{
    if (kinds == 0)
        return;
    text_add(t, "&kind=");
    event_kinds_write(kinds, t);
}

static void add_number(struct text *t, const char *name, uint64_t value)
{
    if (value != 0)
        text_add_format(t, "&%s=%" PRIu64, name, value);
}

static void write_path(const struct wanted *w, struct text *t)
{
    static const char *const formats[] = {[PAPER_AS_TEXT] = "text",
                                          [PAPER_AS_CSV] = "csv",
                                          [PAPER_AS_JSON] = "json",
                                          [PAPER_AS_PDF] = "pdf",
                                          [PAPER_AS_ESCPOS] = "escpos"};
    const struct report_query *q = &w->query;
    text_add_format(t, "/api/v1/reports/%s?format=%s", report_name(q->kind), formats[w->format]);
    add_parameter(t, "link", q->link);
    add_parameter(t, "table", q->table);
    add_number(t, "shift", q->shift);
    add_number(t, "claim", q->claim);
    add_kinds(t, q->kinds);
    add_escaped(t, "user", q->user);
    add_number(t, "since", (uint64_t)q->since_ms);
    add_number(t, "until", (uint64_t)q->until_ms);
}

static int from_manager(const struct wanted *w, struct paper_out *out, struct cr_err *err)
{
    struct ask_manager *asked = NULL;
    struct spinner spinner;
    struct text t;
    char path[PATH_ROOM];
    text_init(&t, path, sizeof path);
    write_path(w, &t);
    int rc = ask_manager_open(w->o.manager, &asked, err);
    if (rc != CR_OK)
        return rc;
    spinner_start(&spinner);
    rc = ask_manager_fetch(asked, path, paper_out_add, out, err);
    spinner_stop(&spinner);
    if (rc == CR_E_IO && out->fault.code == 0)
        err_prefix(err, "no report from the manager (croupier serve; --store reads a store "
                        "itself)");
    ask_manager_close(asked);
    return rc;
}

/* ---- The call ---- */

static int read_options(int argc, char **argv, struct options *o)
{
    struct arguments a = arguments_of(NAME, argc, argv);
    while (arguments_next(&a)) {
        if (arguments_flag(&a, "--list", &o->list) || arguments_flag(&a, "--text", &o->text) ||
            arguments_flag(&a, "--csv", &o->csv) || arguments_flag(&a, "--json", &o->json) ||
            arguments_flag(&a, "--utc", &o->utc) || arguments_value(&a, "--pdf", &o->pdf) ||
            arguments_value(&a, "--escpos", &o->escpos) ||
            arguments_value(&a, "--printer", &o->printer) ||
            arguments_value(&a, "--store", &o->store) || arguments_identity(&a) ||
            arguments_value(&a, "--manager", &o->manager) ||
            arguments_value(&a, "--link", &o->link) || arguments_value(&a, "--table", &o->table) ||
            arguments_value(&a, "--shift", &o->shift) || arguments_value(&a, "--kind", &o->kinds) ||
            arguments_value(&a, "--user", &o->user) || arguments_value(&a, "--since", &o->since) ||
            arguments_value(&a, "--until", &o->until))
            continue;
        arguments_rest(&a, (const char **const[]){&o->kind, &o->claim}, 2);
    }
    return a.status;
}

static int check_options(const struct options *o)
{
    const int forms =
        o->text + o->csv + o->json + (o->pdf != NULL) + (o->escpos != NULL) + (o->printer != NULL);
    if (!o->kind)
        return cli_usage(NAME, "KIND is missing; 'croupier report --list' shows them");
    if (report_find(o->kind) == REPORT_KINDS)
        return cli_usage(NAME, "there is no report '%s'; 'croupier report --list' shows them",
                         o->kind);
    if (forms > 1)
        return cli_usage(NAME, "one of --text, --csv, --json, --pdf, --escpos and --printer");
    if (o->store && o->manager)
        return cli_usage(NAME, "--store or --manager, not both");
    const enum report_kind kind = report_find(o->kind);
    if (report_is_of_claim(kind) && !o->claim)
        return cli_usage(NAME, "a %s is of one claim; give its number", o->kind);
    if (!report_is_of_claim(kind) && o->claim)
        return cli_usage(NAME, "'%s' is one argument too many", o->claim);
    if ((o->escpos || o->printer) && !report_is_slip(kind))
        return cli_usage(NAME, "only receipts and slips fit a receipt printer");
    return CLI_OK;
}

static int read_name(const char *option, const char *text, char out[FLOOR_ID_MAX])
{
    if (!text)
        return CLI_OK;
    if (!address_is_id(text))
        return cli_usage(NAME, "%s takes a name of a-z, 0-9 and '-', not '%s'", option, text);
    snprintf(out, FLOOR_ID_MAX, "%s", text);
    return CLI_OK;
}

static int read_count(const char *option, const char *text, uint64_t *out)
{
    unsigned long long number;
    if (!text)
        return CLI_OK;
    if (!text_read_uint(text, INT64_MAX, &number) || number == 0)
        return cli_usage(NAME, "%s takes a whole number from 1 up, not '%s'", option, text);
    *out = number;
    return CLI_OK;
}

/* What only the activity takes. */
static int read_wish(const struct options *o, struct report_query *q)
{
    struct cr_err err = {0};
    if (o->kinds && event_kinds_parse(o->kinds, &q->kinds, &err) != CR_OK)
        return cli_usage(NAME, "%s", err.text);
    if (o->user && (!o->user[0] || strlen(o->user) >= sizeof q->user))
        return cli_usage(NAME, "--user takes a person's name, not '%.80s'", o->user);
    if (o->user)
        snprintf(q->user, sizeof q->user, "%s", o->user);
    return CLI_OK;
}

static int read_times(const struct options *o, struct report_query *q)
{
    struct cr_err err = {0};
    int64_t last;
    const int64_t now = clock_wall_ms();
    int rc = CR_OK;
    if (o->since)
        rc = when_parse(o->since, o->utc, now, &q->since_ms, &last, &err);
    if (rc == CR_OK && o->until) {
        int64_t first;
        rc = when_parse(o->until, o->utc, now, &first, &last, &err);
        q->until_ms = last + 1;
    }
    return rc == CR_OK ? CLI_OK : cli_usage(NAME, "%s", err.text);
}

static int read_query(const struct options *o, struct report_query *q)
{
    q->kind = report_find(o->kind);
    int status = read_name("--link", o->link, q->link);
    if (status == CLI_OK)
        status = read_name("--table", o->table, q->table);
    if (status == CLI_OK && o->shift && strcmp(o->shift, "current") == 0) {
        if (q->kind != REPORT_SHIFT)
            return cli_usage(NAME, "--shift takes the number of a shift; 'current' is for the "
                                   "form only");
    } else if (status == CLI_OK) {
        status = read_count("--shift", o->shift, &q->shift);
    }
    if (status == CLI_OK)
        status = read_count("CLAIM", o->claim, &q->claim);
    if (status == CLI_OK)
        status = read_wish(o, q);
    return status == CLI_OK ? read_times(o, q) : status;
}

static int run(struct wanted *w)
{
    const struct options *o = &w->o;
    struct cr_err err = {0};
    struct paper_out out;
    const char *path = o->pdf ? o->pdf : o->escpos ? o->escpos : o->printer;
    int rc = paper_out_open(&out,
                            o->printer ? PAPER_OUT_PRINTER
                            : path     ? PAPER_OUT_FILE
                                       : PAPER_OUT_STDOUT,
                            path, &err);
    if (rc != CR_OK)
        return cli_rejected(NAME, "%s", err.text);
    rc = (o->store ? from_store : from_manager)(w, &out, &err);
    if (rc == CR_OK || out.fault.code != 0)
        rc = paper_out_finish(&out, &err);
    else
        paper_out_abandon(&out);
    return rc == CR_OK ? cli_finish(NAME, CLI_OK) : cli_rejected(NAME, "%s", err.text);
}

int cmd_report(int argc, char **argv)
{
    struct wanted w = {0};
    struct options *o = &w.o;
    int status = read_options(argc, argv, o);
    if (status != CLI_OK)
        return status;
    if (o->list)
        return list_reports(o->json);
    status = check_options(o);
    if (status == CLI_OK)
        status = read_query(o, &w.query);
    if (status != CLI_OK)
        return status;
    if (!o->store && !o->manager)
        o->manager = ask_manager_default();
    w.format = o->csv                    ? PAPER_AS_CSV
               : o->json                 ? PAPER_AS_JSON
               : o->pdf                  ? PAPER_AS_PDF
               : o->escpos || o->printer ? PAPER_AS_ESCPOS
                                         : PAPER_AS_TEXT;
    return run(&w);
}
