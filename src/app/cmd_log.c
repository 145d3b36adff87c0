/* croupier log: prints the activity log (REC-1) of a store or of a running manager. */
#include "app/event_text.h"
#include "app/shared_options.h"
#include "app/styled_text.h"
#include "floor/semantics.h"
#include "os/clock.h"
#include "service/client/ask_manager.h"
#include "service/client/log_filter.h"
#include "service/client/log_source.h"
#include "service/client/store_address.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Events read at a time on the way back from the end. */
#define BACK_EVENTS 4096

enum form { FORM_TEXT, FORM_CSV, FORM_JSON };

struct options {
    const char *store, *archive;
    struct asking asking;
    const char *since, *until, *kinds, *table, *link, *user;
    uint64_t from, to, last;
    bool follow, json, csv, utc;
    const char *export; /* a file, or - */
};

struct logging {
    struct options o;
    struct log_filter filter;
    struct log_source *source;
    enum form form;
    enum styled_look look;
    struct zone zone;       /* in which times are read and printed */
    uint64_t first, end;    /* range of wanted events */
    uint64_t skip;          /* matching events to leave out at the beginning */
    uint64_t seen, written; /* seen: the last event that was read */
    int fault;              /* errno of a failed write; 0: none */
    struct floor_event event;
    char line[EVENT_CSV_ROOM(EVENT_TEXT_ROOM(FLOOR_TEXT_MAX))];
    char styled[EVENT_CSV_ROOM(EVENT_TEXT_ROOM(FLOOR_TEXT_MAX))];
    struct cr_err err;
};

/* ---- One event ---- */

/* The style of an event's line, so that people who scroll notice important ones. */
static const char *style_of(unsigned kind)
{
    const uint8_t flags = event_kind(kind)->flags;
    return flags & EVENT_ALERT   ? STYLED_WARN
           : flags & EVENT_LOUD  ? STYLED_MONEY
           : flags & EVENT_QUIET ? STYLED_DIM
                                 : STYLED_PLAIN;
}

/* Prints the line in l->line, on a terminal with a style. */
static void write_line(struct logging *l, const char *style)
{
    if (l->look == STYLED_NO_ESCAPES) {
        puts(l->line);
        return;
    }
    struct text t = text_in(l->styled, sizeof l->styled);
    text_add(&t, style);
    text_add(&t, l->line);
    struct text shown = text_in(l->line, sizeof l->line);
    styled_show(l->styled, l->look, 0, 1, 0, false, &shown);
    fwrite(shown.data, 1, shown.len, stdout);
}

/* Keeps the errno of a failed write, before anything else changes it. Returns whether one has
 * failed. */
static int note_fault(struct logging *l)
{
    if (ferror(stdout) && l->fault == 0)
        l->fault = errno;
    return l->fault != 0;
}

static int write_event(struct logging *l, uint64_t seq, const char *text, size_t len)
{
    if (l->form == FORM_JSON) {
        fwrite(text, 1, len, stdout);
        putchar('\n');
        return note_fault(l);
    }
    int rc = event_decode(text, len, &l->event, &l->err);
    if (rc != CR_OK)
        return err_prefix(&l->err, "event %" PRIu64 " is not as it was written", seq);
    struct text t = text_in(l->line, sizeof l->line);
    if (l->form == FORM_CSV) {
        event_csv_row(&t, &l->event, text, len);
        fwrite(t.data, 1, t.len, stdout);
    } else {
        event_text_line(&l->event, &l->zone, &t);
        write_line(l, style_of(l->event.kind));
    }
    return note_fault(l);
}

static int each_event(void *context, uint64_t seq, const char *text, size_t len)
{
    struct logging *l = context;
    struct log_line line;
    l->seen = seq;
    if (!log_line_read(text, len, &line))
        return err_set(&l->err, CR_E_INPUT, "event %" PRIu64 " does not begin as events do", seq);
    int rc = floor_check_text_semantics(text, len, &l->err);
    if (rc != CR_OK)
        return err_prefix(&l->err, "event %" PRIu64, seq);
    if (!log_filter_takes(&l->filter, &line, text, len))
        return 0;
    if (l->skip > 0) {
        l->skip--;
        return 0;
    }
    if (l->written++ == 0 && l->form == FORM_TEXT) {
        struct text t = text_in(l->line, sizeof l->line);
        event_text_head(&t);
        write_line(l, STYLED_STRONG);
    }
    return write_event(l, seq, text, len);
}

/* ---- The range of events ---- */

static int set_times(struct logging *l, uint64_t head)
{
    int64_t first, last, now = clock_wall_ms();
    uint64_t seq;
    if (l->o.since) {
        int rc = zone_parse_when(&l->zone, l->o.since, now, &first, &last, &l->err);
        if (rc == CR_OK)
            rc = log_source_find_time(l->source, first, head, &seq, &l->err);
        if (rc != CR_OK)
            return rc;
        l->first = seq > l->first ? seq : l->first;
    }
    if (l->o.until) {
        int rc = zone_parse_when(&l->zone, l->o.until, now, &first, &last, &l->err);
        if (rc == CR_OK)
            rc = log_source_find_time(l->source, last + 1, head, &seq, &l->err);
        if (rc != CR_OK)
            return rc;
        l->end = seq - 1 < l->end ? seq - 1 : l->end;
    }
    return CR_OK;
}

struct counting {
    const struct log_filter *filter;
    uint64_t matches;
};

static int count_match(void *context, uint64_t seq, const char *text, size_t len)
{
    struct counting *c = context;
    struct log_line line;
    (void)seq;
    c->matches += log_line_read(text, len, &line) && log_filter_takes(c->filter, &line, text, len);
    return 0;
}

/* Finds where the last N matching events begin: reads back from the end, in constant memory. */
static int set_last(struct logging *l)
{
    uint64_t missing = l->o.last, at = l->end + 1;
    if (log_filter_is_empty(&l->filter)) {
        if (at > missing && at - missing > l->first)
            l->first = at - missing;
        return CR_OK;
    }
    while (missing > 0 && at > l->first) {
        uint64_t from = at - l->first > BACK_EVENTS ? at - BACK_EVENTS : l->first;
        struct counting c = {&l->filter, 0};
        int rc = log_source_read(l->source, from, at - 1, count_match, &c, &l->err);
        if (rc != CR_OK)
            return rc;
        l->skip = c.matches > missing ? c.matches - missing : 0;
        missing -= c.matches < missing ? c.matches : missing;
        at = from;
    }
    l->first = at;
    return CR_OK;
}

static int set_range(struct logging *l)
{
    uint64_t head = 0;
    int rc = log_source_head(l->source, &head, &l->err);
    if (rc != CR_OK)
        return rc;
    l->first = l->o.from;
    l->end = l->o.to < head ? l->o.to : head;
    rc = set_times(l, head);
    if (rc == CR_OK && l->o.last > 0)
        rc = set_last(l);
    l->seen = l->end;
    return rc;
}

/* ---- Printing ---- */

static int follow(struct logging *l)
{
    int rc = CR_OK;
    while (rc == CR_OK && fflush(stdout) == 0 && !ferror(stdout)) {
        uint64_t head = 0;
        rc = log_source_wait(l->source, &l->err);
        if (rc == CR_OK)
            rc = log_source_head(l->source, &head, &l->err);
        uint64_t from = l->seen + 1 > l->first ? l->seen + 1 : l->first;
        if (rc == CR_OK && head >= from)
            rc = log_source_read(l->source, from, head, each_event, l, &l->err);
    }
    return rc;
}

static int print_log(struct logging *l)
{
    int rc = log_source_open(l->o.store, &l->o.asking, &l->source, &l->err);
    const bool is_read = l->form == FORM_TEXT || l->o.since || l->o.until;
    l->zone =
        rc == CR_OK && is_read && !l->o.utc ? house_zone_of(l->o.store, &l->o.asking) : zone_utc;
    if (rc == CR_OK)
        rc = set_range(l);
    if (rc == CR_OK && l->form == FORM_CSV) {
        struct text t = text_in(l->line, sizeof l->line);
        event_csv_head(&t);
        fwrite(t.data, 1, t.len, stdout);
    }
    if (rc == CR_OK)
        rc = log_source_read(l->source, l->first, l->end, each_event, l, &l->err);
    if (rc == CR_OK && l->o.follow)
        rc = follow(l);
    log_source_close(l->source);
    if (rc < 0) {
        fflush(stdout);
        return cli_rejected("%s", l->err.text);
    }
    if (l->fault != 0)
        return cli_output_failed(l->fault);
    if (l->written == 0 && l->form == FORM_TEXT)
        fputs("no such events\n", stderr);
    return CLI_OK;
}

/* ---- The call ---- */

static int set_filter(struct logging *l)
{
    const struct options *o = &l->o;
    int rc = o->kinds ? event_kinds_parse(o->kinds, &l->filter.kinds, &l->err) : CR_OK;
    if (rc == CR_OK && o->table)
        rc = log_filter_set_table(&l->filter, o->table, &l->err);
    if (rc == CR_OK && o->link)
        rc = log_filter_set_link(&l->filter, o->link, &l->err);
    if (rc == CR_OK && o->user)
        rc = log_filter_set_user(&l->filter, o->user, &l->err);
    return rc == CR_OK ? CLI_OK : cli_usage("%s", l->err.text);
}

#define OWNER struct options

static const struct option options[] = {
    {"STORE", OPTION_TEXT_OF(&kind_store, OWNER, store), .one_of = ONE_SOURCE},
    OPTION_SHARED(shared_archive, const char *, OWNER, archive),
    OPTION_SHARED(shared_asking, struct asking, OWNER, asking),
    {"--from", "SEQ", "from this event on", OPTION_COUNT(OWNER, from, 1, INT64_MAX), .preset = "1"},
    {"--to", "SEQ", "up to this event", OPTION_COUNT(OWNER, to, 1, INT64_MAX)},
    {"--since", "TIME", "2026-11-15, 2026-11-15T10:00, 10:00 (today), -2h (s m h d w)",
     OPTION_TIME(OWNER, since)},
    {"--until", "TIME", "the same; a day, a minute or a second is taken in whole",
     OPTION_TIME(OWNER, until)},
    {"--kind", "K,…", "coin_in, claim_paid …, or money, jackpots, changes, trouble, people",
     OPTION_TEXT(OWNER, kinds), .words = "money jackpots changes trouble people"},
    {"--table", "ID", "of this table", OPTION_TEXT(OWNER, table)},
    {"--link", "ID", "of this link", OPTION_TEXT(OWNER, link)},
    {"--user", "NAME", "with this person, as user, second person or subject",
     OPTION_TEXT(OWNER, user)},
    {"--last", "N", "the last N of those", OPTION_COUNT(OWNER, last, 1, INT64_MAX)},
    {"--follow", NULL, "stay, and print events as they come", OPTION_FLAG(OWNER, follow)},
    {"--utc", NULL, "times in UTC, read and printed", OPTION_FLAG(OWNER, utc)},
    {"--json", NULL, "the events' exact texts, one a line", OPTION_FLAG(OWNER, json),
     .one_of = ONE_FORM},
    {"--csv", NULL, "a table for spreadsheets (RFC 4180)", OPTION_FLAG(OWNER, csv),
     .one_of = ONE_FORM},
    {"--export", "FILE", "the whole log as croupier-verify takes it; - for standard output",
     OPTION_FILE(OWNER, export)},
    OPTION_END,
};

#undef OWNER

static int check_export(const struct options_call *call)
{
    static const char *const others[] = {"--from", "--to",     "--since", "--until",
                                         "--kind", "--table",  "--link",  "--user",
                                         "--last", "--follow", "--json",  "--csv"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (options_given(call, others[i]))
            return cli_usage("--export takes the whole log, as it is: not with %s", others[i]);
    return CLI_OK;
}

static int check_options(struct options *o, const struct options_call *given)
{
    if (o->follow && (o->until || o->to))
        return cli_usage("--follow has no end; leave out --until and --to");
    if (o->store && address_is_url(o->store)) {
        o->asking.manager = o->store;
        o->store = NULL;
    }
    asking_settle(&o->asking);
    o->to = o->to ? o->to : INT64_MAX;
    return o->export ? check_export(given) : CLI_OK;
}

/* Redirects standard output into the file. An existing file is not overwritten. */
static int open_export(const char *path)
{
    if (strcmp(path, "-") == 0 || freopen(path, "wx", stdout))
        return CLI_OK;
    return cli_rejected("%s: cannot be made: %s", path, strerror(errno));
}

static int run(const struct cli_call *call)
{
    struct logging *l = calloc(1, sizeof *l);
    if (!l)
        return cli_rejected("out of memory");
    l->o = *(const struct options *)call->options;
    int status = check_options(&l->o, &call->given);
    if (status == CLI_OK)
        status = set_filter(l);
    l->look = styled_look_of(false);
    l->form = l->o.json || l->o.export ? FORM_JSON : l->o.csv ? FORM_CSV : FORM_TEXT;
    if (status == CLI_OK && l->o.export)
        status = open_export(l->o.export);
    const bool is_open = status == CLI_OK;
    if (is_open)
        status = print_log(l);
    if (is_open && l->o.export)
        status = cli_finish(status); /* the last bytes may be those that find no room */
    /* An incomplete export must not be taken for the whole log, so it is removed. */
    if (is_open && status != CLI_OK && l->o.export && strcmp(l->o.export, "-") != 0)
        remove(l->o.export);
    free(l);
    return status;
}

const struct cli_runner runner_log = {options, sizeof(struct options), run};
