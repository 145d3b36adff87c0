/* croupier status: shows a summary of the floor, once or again and again (--watch). */
#include "app/shared_options.h"
#include "app/status_gather.h"
#include "app/styled_text.h"
#include "os/clock.h"
#include "os/terminal.h"
#include "service/client/ask_manager.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define REFRESH_MS  1000
#define ALARM_TEXTS 32 /* alarms whose texts are looked up */

struct status {
    const char *store_address;
    struct asking asking;
    bool watch, json, utc, no_color;
    struct store *store; /* one of these two, once open */
    struct ask_manager *manager;
    struct summary *now, *next;
    char *page, *shown;
    int64_t read_ms;  /* when `now` was read; 0: never */
    struct zone zone; /* in which times are printed */
    struct cr_err err;
};

/* ---- Reading ---- */

static int open_source(struct status *s)
{
    if (s->store || s->manager)
        return CR_OK;
    return s->store_address ? store_open(s->store_address, STORE_READ, &s->store, &s->err)
                            : ask_manager_open(&s->asking, &s->manager, &s->err);
}

static void take_alarm_text(struct summary_alarm *alarm, const char *text, size_t len)
{
    struct floor_event *e = calloc(1, sizeof *e);
    if (e && event_decode(text, len, e, NULL) == CR_OK)
        snprintf(alarm->text, sizeof alarm->text, "%.*s",
                 e->text_len < SUMMARY_TEXT ? e->text_len : SUMMARY_TEXT - 1, e->text);
    free(e);
}

static int take_stored_alarm(void *context, const struct store_event *event)
{
    take_alarm_text(context, event->body, event->len);
    return 0;
}

/* Looks up the texts of alarms in the log, unless they were looked up before. */
static void find_alarm_texts(struct status *s, struct summary *g)
{
    for (unsigned i = 0; i < g->alarm_count && i < ALARM_TEXTS; i++) {
        struct summary_alarm *a = &g->alarms[i];
        for (unsigned k = 0; k < s->now->alarm_count && !a->text[0]; k++)
            if (s->now->alarms[k].seq == a->seq)
                memcpy(a->text, s->now->alarms[k].text, sizeof a->text);
        char path[64];
        const char *text = NULL;
        size_t len = 0;
        snprintf(path, sizeof path, "/api/v1/log/%llu", (unsigned long long)a->seq);
        if (a->text[0])
            continue;
        if (s->store)
            store_read(s->store, a->seq, 1, take_stored_alarm, a, NULL);
        else if (ask_manager_get(s->manager, path, &text, &len, NULL) == CR_OK)
            take_alarm_text(a, text, len);
    }
}

static int read_manager(struct status *s, struct summary *out)
{
    const char *text = NULL;
    size_t len = 0;
    int rc = ask_manager_get(s->manager, "/api/v1/floor", &text, &len, &s->err);
    return rc == CR_OK ? summary_read_json(text, len, out, &s->err) : rc;
}

static int read_store(struct status *s, struct summary *out)
{
    struct stored_floor *floor;
    int rc = stored_floor_read(s->store, &floor, &s->err);
    if (rc != CR_OK)
        return rc;
    rc = summary_read_floor(floor, out, &s->err);
    stored_floor_free(floor);
    return rc;
}

/* Reads a new summary into s->now, which is unchanged on failure. */
static int look(struct status *s)
{
    int rc = open_source(s);
    if (rc == CR_OK)
        rc = s->store ? read_store(s, s->next) : read_manager(s, s->next);
    if (rc != CR_OK)
        return rc;
    address_show(s->store_address ? s->store_address : s->asking.manager, s->next->address);
    find_alarm_texts(s, s->next);
    struct summary *old = s->now;
    s->now = s->next;
    s->next = old;
    s->read_ms = clock_wall_ms();
    return CR_OK;
}

/* ---- Once ---- */

static int show_once(struct status *s)
{
    struct text page, shown;
    if (look(s) != CR_OK)
        return cli_rejected("%s", s->err.text);
    text_init(&page, s->page, SUMMARY_PAGE_MAX);
    if (s->json) {
        struct text answer = {0};
        summary_write_json(s->now, &answer);
        text_add_char(&answer, '\n');
        cli_print(&answer);
        return CLI_OK;
    }
    unsigned cols = 80, rows;
    const enum styled_look how = styled_look_of(s->no_color);
    if (isatty(STDOUT_FILENO))
        terminal_size(&cols, &rows);
    summary_page_write(s->now, cols < 60 ? 60 : cols, &s->zone, &page);
    text_init(&shown, s->shown, SUMMARY_PAGE_MAX);
    styled_show(s->page, how, 0, styled_line_count(s->page), 0, false, &shown);
    fwrite(s->shown, 1, shown.len, stdout);
    return CLI_OK;
}

/* ---- Watching ---- */

/* Writes the bottom line: when the summary was read, or for how long nobody has answered. */
static void write_foot(const struct status *s, bool fresh, unsigned more, struct text *out)
{
    char ago[WHEN_TEXT_MAX], time[WHEN_TEXT_MAX];
    if (fresh) {
        text_add_format(out, STYLED_DIM " q leave%s   read at %s\n", more > 0 ? "  ↑↓ scroll" : "",
                        zone_format(&s->zone, s->read_ms, time) + strlen("2026-11-15 "));
        return;
    }
    text_add(out, STYLED_BAD " NO ANSWER " STYLED_WARN " ");
    if (s->read_ms > 0)
        text_add_format(
            out, "for %s, this is old: ", when_format_span(clock_wall_ms() - s->read_ms, ago));
    styled_add_clean(out, s->err.text, 0);
    text_add_char(out, '\n');
}

/* Draws everything; returns how many lines do not fit. */
static unsigned draw(struct status *s, bool fresh, unsigned *scroll, enum styled_look how)
{
    unsigned cols, rows;
    struct text page, shown;
    char foot[1024];
    terminal_size(&cols, &rows);
    text_init(&page, s->page, SUMMARY_PAGE_MAX);
    text_init(&shown, s->shown, SUMMARY_PAGE_MAX);
    struct text foot_text = text_in(foot, sizeof foot);
    if (s->read_ms > 0)
        summary_page_write(s->now, cols < 60 ? 60 : cols, &s->zone, &page);
    const unsigned head = s->read_ms > 0 ? SUMMARY_PAGE_HEAD : 0;
    const unsigned lines = styled_line_count(s->page);
    const unsigned room = rows > head + 1 ? rows - head - 1 : 1;
    const unsigned more = lines > head + room ? lines - head - room : 0;
    *scroll = *scroll < more ? *scroll : more;
    text_add(&shown, "\033[?2026h\033[H");
    styled_show(s->page, how, 0, head, cols, true, &shown);
    styled_show(s->page, how, head + *scroll, room, cols, true, &shown);
    text_add_format(&shown, "\033[J\033[%u;1H", rows);
    write_foot(s, fresh, more, &foot_text);
    styled_show(foot, how, 0, 1, cols, true, &shown);
    /* A line end in the last row would scroll the screen. */
    shown.len -= strlen("\r\n");
    text_add(&shown, "\033[?2026l");
    terminal_write(s->shown, shown.len);
    return more;
}

/* Handles a key; false when it leaves. */
static bool answer_key(int key, unsigned *scroll)
{
    if (key == 'q' || key == 'Q' || key == KEY_ESCAPE || key == KEY_END)
        return false;
    if (key == KEY_DOWN || key == 'j')
        ++*scroll;
    else if (key == ' ')
        *scroll += 10;
    else if ((key == KEY_UP || key == 'k') && *scroll > 0)
        --*scroll;
    return true;
}

static int watch(struct status *s)
{
    enum styled_look how = styled_look_of(s->no_color);
    unsigned scroll = 0;
    int64_t due = 0;
    bool fresh = false, staying = true;
    if (how == STYLED_NO_ESCAPES || !isatty(STDIN_FILENO))
        return cli_usage("--watch needs a terminal");
    if (terminal_enter(&s->err) != CR_OK)
        return cli_rejected("%s", s->err.text);
    while (staying) {
        int64_t now = clock_wall_ms();
        if (now >= due || due - now > REFRESH_MS) {
            fresh = look(s) == CR_OK;
            now = clock_wall_ms();
            due = now + REFRESH_MS;
        }
        draw(s, fresh, &scroll, how);
        staying = answer_key(terminal_key((int)(due - now)), &scroll);
    }
    terminal_leave();
    return CLI_OK;
}

/* ---- The call ---- */

static const struct option options[] = {
    {"STORE", OPTION_TEXT_OF(&kind_store, struct status, store_address), .one_of = ONE_SOURCE},
    OPTION_SHARED(shared_asking, struct asking, struct status, asking),
    {"--watch", NULL, "stay, and show changes as they come; q leaves",
     OPTION_FLAG(struct status, watch), .one_of = ONE_FORM},
    OPTION_SHARED(shared_utc, bool, struct status, utc),
    OPTION_SHARED(shared_no_color, bool, struct status, no_color),
    OPTION_SHARED(shared_json, bool, struct status, json),
    OPTION_END,
};

static void set_source(struct status *s)
{
    if (s->store_address && address_is_url(s->store_address)) {
        s->asking.manager = s->store_address;
        s->store_address = NULL;
    }
    asking_settle(&s->asking);
}

static int run(const struct cli_call *call)
{
    struct status *s = call->options;
    int status;
    set_source(s);
    s->zone = s->utc || s->json ? zone_utc : house_zone_of(s->store_address, &s->asking);
    s->now = calloc(1, sizeof *s->now);
    s->next = calloc(1, sizeof *s->next);
    s->page = calloc(1, SUMMARY_PAGE_MAX);
    s->shown = calloc(1, SUMMARY_PAGE_MAX);
    if (s->now && s->next && s->page && s->shown)
        status = s->watch ? watch(s) : show_once(s);
    else
        status = cli_rejected("out of memory");
    store_close(s->store);
    ask_manager_close(s->manager);
    free(s->now);
    free(s->next);
    free(s->page);
    free(s->shown);
    return status;
}

const struct cli_runner runner_status = {options, sizeof(struct status), run};
