/* The activity report: which events belong to a table or link, against a list that the test makes
 * itself, and the report made in pieces against the report made at once. */
#include "paper/paper.h"
#include "reports/floor/event_filter.h"
#include "reports/floor/report_activity.h"
#include "reports/floor/report_span.h"
#include "story.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define EVENTS_MAX 4096
#define TABLES_MAX 8

/* ---- The table and link of each event, found by reading the log forwards ---- */

struct of {
    uint64_t seq;
    unsigned kind;
    int64_t time_ms;
    char table[FLOOR_ID_MAX], link[FLOOR_ID_MAX], to_link[FLOOR_ID_MAX];
    char user[FLOOR_PERSON_MAX], approver[FLOOR_PERSON_MAX];
    char own_link[FLOOR_ID_MAX]; /* the link named by the event itself, not by its table */
};

static struct fold {
    struct of list[EVENTS_MAX + 1];
    size_t count;
    struct {
        char table[FLOOR_ID_MAX], link[FLOOR_ID_MAX];
    } tables[TABLES_MAX];
    size_t table_count;
    struct floor_event e;
} fold;

static char *link_of(const char *table)
{
    size_t i = 0;
    while (i < fold.table_count && strcmp(fold.tables[i].table, table) != 0)
        i++;
    if (i == fold.table_count) {
        assert_true(i < TABLES_MAX);
        strcpy(fold.tables[fold.table_count++].table, table);
    }
    return fold.tables[i].link;
}

static int fold_event(void *context, const struct store_event *stored)
{
    struct floor_event *e = &fold.e;
    struct cr_err err = {0};
    (void)context;
    assert_int_equal(event_decode(stored->body, stored->len, e, &err), 0);
    assert_true(++fold.count <= EVENTS_MAX);
    struct of *of = &fold.list[fold.count];
    *of = (struct of){.seq = e->seq, .kind = e->kind, .time_ms = e->time_ms};
    strcpy(of->user, e->user);
    strcpy(of->approver, e->approver);
    strcpy(of->to_link, e->to_link);
    const uint64_t about = e->claim ? e->claim : e->dispute ? e->dispute : e->alarm;
    strcpy(of->table, e->table[0] ? e->table : fold.list[about].table);
    strcpy(of->own_link, e->link[0] ? e->link : fold.list[about].own_link);
    if (e->kind == FLOOR_TABLE_CONFIGURED)
        strcpy(link_of(e->table), e->link);
    strcpy(of->link, of->own_link[0] ? of->own_link : of->table[0] ? link_of(of->table) : "");
    return 0;
}

static void fold_log(struct night *n)
{
    struct cr_err err = {0};
    memset(&fold, 0, sizeof fold);
    assert_int_equal(store_read(n->store, 1, EVENTS_MAX, fold_event, NULL, &err), 0);
}

static bool is_wanted(const struct report_query *q, const struct of *of)
{
    return (!q->table[0] || strcmp(q->table, of->table) == 0) &&
           (!q->link[0] || strcmp(q->link, of->link) == 0 || strcmp(q->link, of->to_link) == 0) &&
           (!q->user[0] || strcmp(q->user, of->user) == 0 || strcmp(q->user, of->approver) == 0) &&
           event_kinds_has(q->kinds, of->kind) && of->time_ms >= q->since_ms &&
           (q->until_ms == 0 || of->time_ms < q->until_ms);
}

/* ---- The night, with a table that moves and disputes about claims and rounds ---- */

static void set_text(struct floor_event *e, const char *text)
{
    memcpy(e->text, text, e->text_len = (uint16_t)strlen(text));
}

static void move(struct night *n, unsigned table, const char *link)
{
    struct floor_event *e = night_begin(n, FLOOR_TABLE_CONFIGURED);
    strcpy(e->table, night_tables[table]);
    strcpy(e->link, link);
    strcpy(e->item, "Texas Hold'em Bonus");
    e->is_live = 1;
    strcpy(e->user, "Ann");
    strcpy(e->approver, "Ben");
    night_ask(n);
}

static void dispute(struct night *n, const char *table, uint64_t claim)
{
    struct floor_event *e = night_begin(n, FLOOR_DISPUTE_OPENED);
    strcpy(e->user, "Ann");
    strcpy(e->table, table);
    e->claim = claim;
    set_text(e, "the card was seen");
    const uint64_t opened = night_ask(n);
    e = night_begin(n, FLOOR_DISPUTE_DECIDED);
    e->dispute = opened;
    strcpy(e->user, "Ben");
    set_text(e, "it was not");
    night_ask(n);
}

static void alarm_about(struct night *n, const char *table)
{
    struct floor_event *e = night_begin(n, FLOOR_ALARM_RAISED);
    strcpy(e->item, "contribution");
    strcpy(e->table, table);
    set_text(e, "too many coins");
    const uint64_t raised = night_ask(n);
    e = night_begin(n, FLOOR_ALARM_ACKNOWLEDGED);
    e->alarm = raised;
    strcpy(e->user, "Ann");
    night_ask(n);
}

static struct story tell(const char *address)
{
    struct story s = story_tell(address);
    struct night *n = s.n;
    dispute(n, "", s.claim);
    dispute(n, "t3", 0);
    alarm_about(n, "t3");
    move(n, 2, "main");
    alarm_about(n, "t3");
    night_round(n, 2, 0x05);
    dispute(n, "", s.cancelled);
    move(n, 2, "");
    dispute(n, "t3", 0);
    move(n, 2, "uth");
    night_round(n, 2, 0x05);
    for (unsigned i = 0; i < 300; i++)
        night_round(n, i % 3 == 1 ? 0 : i % 3, 0x11);
    return s;
}

/* Reports with one filter, with two, and without any. */
#define QUERIES 15

static struct report_query query_of(const struct story *s, unsigned i)
{
    struct report_query q = report_of(REPORT_ACTIVITY);
    struct cr_err err = {0};
    static const char *const tables[QUERIES] = {"", "t1", "t2", "t3", "", "", "t3", "t3"};
    static const char *const links[QUERIES] = {"", "", "", "", "main", "uth", "main", "uth"};
    static const char *const kinds[QUERIES] = {
        [8] = "jackpots", [9] = "game_over,alarm_raised", [10] = "trouble"};
    static const char *const users[QUERIES] = {[11] = "Ben", [14] = "Ann"};
    strcpy(q.table, tables[i] ? tables[i] : i == 9 ? "t3" : "");
    strcpy(q.link, links[i] ? links[i] : i == 10 || i == 13 || i == 14 ? "main" : "");
    strcpy(q.user, users[i] ? users[i] : "");
    if (kinds[i])
        assert_int_equal(event_kinds_parse(kinds[i], &q.kinds, &err), CR_OK);
    if (i == 12 || i == 13) {
        q.since_ms = NIGHT_START_MS + 40000;
        q.until_ms = s->n->now_ms - 400000;
    }
    return q;
}

static void events_are_of_what_they_are_about(void **state)
{
    struct story s = tell(*state);
    fold_log(s.n);
    for (unsigned i = 0; i < QUERIES; i++) {
        struct report_query q = query_of(&s, i);
        yajl_val report = tree_make(s.n, q);
        yajl_val rows = tree_table(tree_section(report, "events"), "events");
        size_t found = 0;
        for (size_t seq = 1; seq <= fold.count; seq++) {
            if (!is_wanted(&q, &fold.list[seq]))
                continue;
            if (found == tree_rows(rows) ||
                tree_number(tree_cell(rows, found, "seq")) != (long long)seq)
                fail_msg("query %u: event %zu is missing", i, seq);
            found++;
        }
        assert_true(found > 0);
        assert_int_equal(tree_rows(rows), found);
        yajl_tree_free(report);
    }
    night_close(s.n);
}

/* A filter may start from an older state of the floor; it learns of later changes from the events.
 */
static void a_filter_learns_on_its_way(void **state)
{
    struct story s = tell(*state);
    struct event_wish wish = {.link = "main"};
    const struct floor *now = manager_floor(s.n->manager);
    struct floor empty = *now;
    struct cr_err err = {0};
    empty.table_count = 0;
    empty.seq = 0;
    fold_log(s.n);
    struct event_filter *filters[2] = {event_filter_new(&wish, now),
                                       event_filter_new(&wish, &empty)};
    struct floor_event *e = malloc(sizeof *e);
    assert_non_null(e);
    assert_int_equal(event_filter_seen(filters[0]), fold.count);
    assert_int_equal(event_filter_seen(filters[1]), 0);
    for (uint64_t seq = 1; seq <= fold.count; seq++)
        for (unsigned i = 0; i < 2; i++) {
            bool wanted = false;
            assert_int_equal(log_read_event(s.n->store, seq, e, &err), 0);
            assert_int_equal(event_filter_takes(filters[i], s.n->store, e, &wanted, &err), 0);
            assert_int_equal(wanted, strcmp(fold.list[seq].link, "main") == 0);
        }
    free(e);
    event_filter_free(filters[0]);
    event_filter_free(filters[1]);
    night_close(s.n);
}

/* ---- The report in pieces ---- */

static void stream_all(struct night *n, const struct report_query *q, enum paper_format format,
                       struct text *out)
{
    struct report_stream *stream = NULL;
    struct text piece = {0};
    struct cr_err err = {0};
    bool is_last = false;
    assert_int_equal(report_stream_open(n->store, q, format, &stream, &err), CR_OK);
    while (!is_last) {
        piece.len = 0;
        assert_int_equal(report_stream_next(stream, n->store, &piece, &is_last, &err), CR_OK);
        text_add_len(out, piece.data ? piece.data : "", piece.len);
    }
    text_free(&piece);
    report_stream_close(stream);
}

static void pieces_are_the_whole(void **state)
{
    struct story s = tell(*state);
    static const enum paper_format formats[] = {PAPER_AS_CSV, PAPER_AS_JSON};
    struct cr_err err = {0};
    for (unsigned i = 0; i < 2 * QUERIES; i++) {
        const enum paper_format format = formats[i % 2];
        const struct report_query q = query_of(&s, i / 2);
        struct paper *paper = NULL;
        struct text streamed = {0};
        char *data = NULL;
        size_t len = 0;
        assert_int_equal(report_build(s.n->store, &q, &paper, &err), CR_OK);
        assert_int_equal(paper_render(paper, format, &data, &len, &err), CR_OK);
        stream_all(s.n, &q, format, &streamed);
        assert_int_equal(streamed.len, len);
        assert_memory_equal(streamed.data, data, len);
        text_free(&streamed);
        free(data);
        paper_free(paper);
    }
    night_close(s.n);
}

static void what_cannot_be_streamed(void **state)
{
    struct story s = story_tell(*state);
    struct report_stream *stream = NULL;
    struct cr_err err = {0};
    struct report_query q = report_of(REPORT_ACTIVITY);
    assert_false(report_can_stream(REPORT_ACTIVITY, PAPER_AS_PDF));
    assert_false(report_can_stream(REPORT_ACTIVITY, PAPER_AS_TEXT));
    assert_false(report_can_stream(REPORT_COIN_IN, PAPER_AS_CSV));
    assert_true(report_can_stream(REPORT_ACTIVITY, PAPER_AS_JSON));
    strcpy(q.link, "nowhere");
    assert_int_equal(report_stream_open(s.n->store, &q, PAPER_AS_CSV, &stream, &err),
                     CR_E_NOT_FOUND);
    q = report_of(REPORT_ACTIVITY);
    q.claim = s.claim;
    assert_int_equal(report_stream_open(s.n->store, &q, PAPER_AS_CSV, &stream, &err), CR_E_INPUT);
    q = report_of(REPORT_ACTIVITY);
    q.shift = s.first_close;
    assert_int_equal(report_stream_open(s.n->store, &q, PAPER_AS_CSV, &stream, &err),
                     CR_E_NOT_FOUND);
    assert_null(stream);
    night_close(s.n);
}

static char file[64];

#define ON_MEMORY(test)                                                                            \
    {                                                                                              \
#test, test, NULL, NULL, "memory:"                                                         \
    }
#define ON_DISK(test)                                                                              \
    {                                                                                              \
#test " on disk", test, NULL, NULL, file                                                   \
    }

int main(void)
{
    char folder[] = "/tmp/croupier-activity-XXXXXX";
    if (!mkdtemp(folder))
        return 1;
    snprintf(file, sizeof file, "%s/store.db", folder);
    const struct CMUnitTest tests[] = {
        ON_MEMORY(events_are_of_what_they_are_about), ON_DISK(events_are_of_what_they_are_about),
        ON_MEMORY(a_filter_learns_on_its_way),        ON_MEMORY(pieces_are_the_whole),
        ON_MEMORY(what_cannot_be_streamed),
    };
    const int failures = cmocka_run_group_tests(tests, NULL, NULL);
    static const char *const parts[] = {"", "-wal", "-shm", ".lock"};
    for (unsigned i = 0; i < 4; i++) {
        char path[96];
        snprintf(path, sizeof path, "%s%s", file, parts[i]);
        unlink(path);
    }
    rmdir(folder);
    return failures;
}
