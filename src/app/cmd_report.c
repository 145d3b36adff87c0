/* croupier report: makes the reports of a floor (REC-2 to REC-4, REG-10, REG-17), from a store or
 * from a running manager. */
#include "app/paper_out.h"
#include "app/shared_options.h"
#include "base/json_write.h"
#include "os/clock.h"
#include "paper/paper.h"
#include "reports/floor/report_activity.h"
#include "service/client/ask_manager.h"
#include "service/client/sign_in.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define PATH_ROOM 2048

struct options {
    const char *kind;
    uint64_t claim;
    struct asking asking;
    const char *store, *archive, *link, *table, *shift, *since, *until;
    const char *kinds, *user;
    const char *pdf, *escpos, *printer;
    bool text, csv, json, utc, list, reprint;
};

struct wanted {
    struct options o;
    struct report_query query;
    enum paper_format format;
};

/* ---- The list ---- */

static int list_reports(bool json)
{
    struct text t = {0};
    if (json)
        json_open(&t, NULL, '[');
    for (unsigned kind = 0; report_name(kind); kind++) {
        const char *about = report_about((enum report_kind)kind);
        if (json) {
            json_open(&t, NULL, '{');
            json_text(&t, "name", report_name(kind));
            json_text(&t, "about", about);
            json_close(&t, '}');
        } else {
            text_add_format(&t, "%-12s %s\n", report_name(kind), about);
        }
    }
    text_add(&t, json ? "]\n" : "");
    cli_print(&t);
    return CLI_OK;
}

/* ---- From a store ---- */

/* Writes a report while it is made, however long it is. */
static int stream_report(struct store *store, const struct wanted *w, struct paper_out *out,
                         struct cr_err *err)
{
    struct report_stream *stream;
    struct text piece = {0};
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
    text_free(&piece);
    report_stream_close(stream);
    return rc;
}

static int print(struct store *store, const struct wanted *w, struct paper_out *out,
                 struct cr_err *err)
{
    struct paper *paper = NULL;
    char *data = NULL;
    size_t len = 0;
    int rc = report_build(store, &w->query, &paper, err);
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

/* Adds a parameter that may be any text, like the name of a person. */
static void add_escaped(struct text *t, const char *name, const char *value)
{
    if (!value[0])
        return;
    text_add_format(t, "&%s=", name);
    sign_in_add_segment(t, value);
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
    add_number(t, "reprint", q->is_reprint);
}

static int from_manager(const struct wanted *w, struct paper_out *out, struct cr_err *err)
{
    struct ask_manager *asked = NULL;
    struct spinner spinner;
    char path[PATH_ROOM];
    struct text t = text_in(path, sizeof path);
    write_path(w, &t);
    int rc = ask_manager_open(&w->o.asking, &asked, err);
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

#define OWNER struct options

static const struct option options[] = {
    {"KIND", OPTION_TEXT(OWNER, kind),
     .words = "coin-in activity jackpots shift submission receipt slip derivation"},
    {"CLAIM", OPTION_COUNT(OWNER, claim, 1, INT64_MAX)},
    {"--list", NULL, "which reports there are", OPTION_FLAG(OWNER, list)},
    {"--store", "STORE", "from a store itself, without a manager",
     OPTION_TEXT_OF(&kind_store, OWNER, store), .one_of = ONE_SOURCE},
    OPTION_SHARED(shared_archive, const char *, OWNER, archive),
    OPTION_SHARED(shared_asking, struct asking, OWNER, asking),
    {"--link", "NAME", "of this link", OPTION_TEXT_OF(&kind_id, OWNER, link)},
    {"--table", "NAME", "of this table", OPTION_TEXT_OF(&kind_id, OWNER, table)},
    {"--shift", "N", "of this shift, by its number; current is the open one",
     OPTION_TEXT(OWNER, shift), .words = "current"},
    {"--kind", "K,…",
     "activity: coin_in, claim_paid …, or money, jackpots, changes, trouble, people",
     OPTION_TEXT(OWNER, kinds), .words = "money jackpots changes trouble people"},
    {"--user", "NAME", "activity: with this person, as user or second person",
     OPTION_TEXT(OWNER, user)},
    {"--since", "TIME", "2026-11-15, 2026-11-15T10:00, 10:00 (today), -2h (s m h d w)",
     OPTION_TIME(OWNER, since)},
    {"--until", "TIME", "the same; a day or a minute is taken in as a whole",
     OPTION_TIME(OWNER, until)},
    {"--utc", NULL, "times given are in UTC", OPTION_FLAG(OWNER, utc)},
    {"--text", NULL, "for a terminal (default)", OPTION_FLAG(OWNER, text), .one_of = ONE_FORM},
    {"--csv", NULL, "for a spreadsheet", OPTION_FLAG(OWNER, csv), .one_of = ONE_FORM},
    OPTION_SHARED(shared_json, bool, OWNER, json),
    {"--pdf", "FILE", "a page to print", OPTION_FILE(OWNER, pdf), .one_of = ONE_FORM},
    {"--escpos", "FILE", "a receipt or slip as bytes for a receipt printer",
     OPTION_FILE(OWNER, escpos), .one_of = ONE_FORM},
    {"--printer", "DEVICE", "… and straight to it: /dev/usb/lp0", OPTION_FILE(OWNER, printer),
     .one_of = ONE_FORM},
    {"--reprint", NULL, "it was printed before: the title of the receipt, slip or form says so",
     OPTION_FLAG(OWNER, reprint)},
    OPTION_END,
};

#undef OWNER

static int check_options(const struct options *o)
{
    if (!o->kind)
        return cli_usage("KIND is missing; 'croupier report --list' shows them");
    if (report_find(o->kind) == REPORT_KINDS)
        return cli_usage("there is no report '%s'; 'croupier report --list' shows them", o->kind);
    const enum report_kind kind = report_find(o->kind);
    if (report_is_of_claim(kind) && o->claim == 0)
        return cli_usage("a %s is of one claim; give its number", o->kind);
    if (!report_is_of_claim(kind) && o->claim != 0)
        return cli_usage("the number of a claim is one argument too many: %s is of the floor",
                         o->kind);
    if ((o->escpos || o->printer) && !report_is_slip(kind))
        return cli_usage("only receipts and slips fit a receipt printer");
    return CLI_OK;
}

/* Reads the number of a shift, or "current" for the form of the open one. */
static int read_shift(const char *text, struct report_query *q)
{
    unsigned long long number;
    if (!text)
        return CLI_OK;
    if (strcmp(text, "current") == 0)
        return q->kind == REPORT_SHIFT
                   ? CLI_OK
                   : cli_usage("--shift takes the number of a shift; 'current' is for the "
                               "form only");
    if (!text_read_uint(text, INT64_MAX, &number) || number == 0)
        return cli_usage("--shift takes a whole number from 1 up, not '%s'", text);
    q->shift = number;
    return CLI_OK;
}

/* Reads the options of the activity report. */
static int read_wish(const struct options *o, struct report_query *q)
{
    struct cr_err err = {0};
    if (o->kinds && event_kinds_parse(o->kinds, &q->kinds, &err) != CR_OK)
        return cli_usage("%s", err.text);
    if (o->user && (!o->user[0] || strlen(o->user) >= sizeof q->user))
        return cli_usage("--user takes a person's name, not '%.80s'", o->user);
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
    const bool is_asked = (o->since || o->until) && !o->utc;
    const struct zone zone = is_asked ? house_zone_of(o->store, &o->asking) : zone_utc;
    if (o->since)
        rc = zone_parse_when(&zone, o->since, now, &q->since_ms, &last, &err);
    if (rc == CR_OK && o->until) {
        int64_t first;
        rc = zone_parse_when(&zone, o->until, now, &first, &last, &err);
        q->until_ms = last + 1;
    }
    return rc == CR_OK ? CLI_OK : cli_usage("%s", err.text);
}

static int read_query(const struct options *o, struct report_query *q)
{
    q->kind = report_find(o->kind);
    q->claim = o->claim;
    q->is_reprint = o->reprint;
    snprintf(q->link, sizeof q->link, "%s", o->link ? o->link : "");
    snprintf(q->table, sizeof q->table, "%s", o->table ? o->table : "");
    int status = read_shift(o->shift, q);
    if (status == CLI_OK)
        status = read_wish(o, q);
    return status == CLI_OK ? read_times(o, q) : status;
}

static int make(struct wanted *w)
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
        return cli_rejected("%s", err.text);
    rc = (o->store ? from_store : from_manager)(w, &out, &err);
    if (rc == CR_OK || out.fault.code != 0)
        rc = paper_out_finish(&out, &err);
    else
        paper_out_abandon(&out);
    if (out.place == PAPER_OUT_STDOUT && out.error != 0)
        return cli_output_failed(out.error);
    return cli_result(rc, &err);
}

static int run(const struct cli_call *call)
{
    struct wanted w = {.o = *(const struct options *)call->options};
    struct options *o = &w.o;
    if (o->list)
        return list_reports(o->json);
    int status = check_options(o);
    asking_settle(&o->asking); /* read_query() may ask the manager for the house's zone */
    if (status == CLI_OK)
        status = read_query(o, &w.query);
    if (status != CLI_OK)
        return status;
    w.format = o->csv                    ? PAPER_AS_CSV
               : o->json                 ? PAPER_AS_JSON
               : o->pdf                  ? PAPER_AS_PDF
               : o->escpos || o->printer ? PAPER_AS_ESCPOS
                                         : PAPER_AS_TEXT;
    return make(&w);
}

const struct cli_runner runner_report = {options, sizeof(struct options), run};
