/* Compares the log after all kills with what was acknowledged meanwhile. */
#include "kill/acks.h"

#include "log/audit/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHOWN 5

bool acks_add(struct acks *a, const char *body, size_t len)
{
    static const char begin[] = "{\"seq\":";
    char *end = NULL;
    if (len <= sizeof(begin) || memcmp(body, begin, sizeof(begin) - 1) != 0)
        return false;
    const uint64_t seq = strtoull(body + sizeof(begin) - 1, &end, 10);
    if (seq == 0 || *end != ',')
        return false;
    if (a->count == a->room) {
        a->room = a->room == 0 ? 1024 : 2 * a->room;
        a->list = realloc(a->list, a->room * sizeof(a->list[0]));
    }
    char *copy = a->list != NULL ? malloc(len) : NULL;
    if (copy == NULL)
        abort();
    memcpy(copy, body, len);
    a->list[a->count++] = (struct ack){seq, copy, len};
    return true;
}

void acks_release(struct acks *a)
{
    for (size_t i = 0; i < a->count; i++)
        free(a->list[i].body);
    free(a->list);
    *a = (struct acks){0};
}

/* ---- The comparison ---- */

struct compare {
    const struct acks *acks;
    size_t next; /* index of the first ack whose event is not compared yet */
    const struct acks_table *tables;
    struct acks_table *found;
    struct {
        uint64_t epoch, seq;
    } * last;
    unsigned table_count;
    uint64_t faults, joins, alarms;
    struct floor_event event;
    struct cr_err err;
};

static void say(struct compare *c, uint64_t seq, const char *what, const char *text, size_t len)
{
    if (c->faults++ < SHOWN)
        fprintf(stderr, "load: event %llu: %s: %.*s\n", (unsigned long long)seq, what,
                (int)(len < 300 ? len : 300), text);
}

static unsigned table_of(const struct compare *c, const char *id)
{
    for (unsigned t = 0; t < c->table_count; t++)
        if (strcmp(c->tables[t].id, id) == 0)
            return t;
    return c->table_count;
}

static void count_event(struct compare *c, const struct store_event *s)
{
    const struct floor_event *e = &c->event;
    c->joins += e->kind == FLOOR_TABLE_JOINED;
    /* If a manager was away for long, its tables' leases may have ended. */
    if (e->kind == FLOOR_ALARM_RAISED && strcmp(e->item, "lost table") != 0) {
        c->alarms++;
        say(c, s->seq, "an alarm", s->body, s->len);
    }
    const unsigned t = e->table_seq != 0 ? table_of(c, e->table) : c->table_count;
    if (t == c->table_count)
        return;
    const bool follows =
        e->epoch == c->last[t].epoch ? e->table_seq == c->last[t].seq + 1 : e->table_seq == 1;
    if (!follows)
        say(c, s->seq, "the table's numbers do not follow", s->body, s->len);
    c->last[t].epoch = e->epoch;
    c->last[t].seq = e->table_seq;
    c->found[t].events++;
    if (e->kind == FLOOR_COIN_IN)
        c->found[t].coins += (unsigned)__builtin_popcount(e->seats);
    if (e->kind == FLOOR_ROUND_DEAD)
        c->found[t].returned += (unsigned)__builtin_popcount(e->seats);
}

static int compare_event(void *context, const struct store_event *s)
{
    struct compare *c = context;
    const struct acks *a = c->acks;
    for (; c->next < a->count && a->list[c->next].seq < s->seq; c->next++)
        say(c, a->list[c->next].seq, "acknowledged, and not in the log", a->list[c->next].body,
            a->list[c->next].len);
    for (unsigned times = 0; c->next < a->count && a->list[c->next].seq == s->seq; c->next++) {
        const struct ack *ack = &a->list[c->next];
        if (ack->len != s->len || memcmp(ack->body, s->body, s->len) != 0)
            say(c, s->seq, "acknowledged as something else", ack->body, ack->len);
        if (times++ > 0)
            say(c, s->seq, "the answer to two commands", ack->body, ack->len);
    }
    if (event_decode(s->body, s->len, &c->event, &c->err) != 0)
        say(c, s->seq, "cannot be read", c->err.text, strlen(c->err.text));
    else
        count_event(c, s);
    return 0;
}

static void compare_counts(struct compare *c)
{
    const struct acks *a = c->acks;
    for (; c->next < a->count; c->next++)
        say(c, a->list[c->next].seq, "acknowledged, and beyond the log's end",
            a->list[c->next].body, a->list[c->next].len);
    for (unsigned t = 0; t < c->table_count; t++) {
        const struct acks_table *own = &c->tables[t], *log = &c->found[t];
        if (own->events == log->events && own->coins == log->coins &&
            own->returned == log->returned)
            continue;
        fprintf(stderr,
                "load: table %s counted %llu events, %llu coins, %llu back; the log has %llu, "
                "%llu, %llu\n",
                own->id, (unsigned long long)own->events, (unsigned long long)own->coins,
                (unsigned long long)own->returned, (unsigned long long)log->events,
                (unsigned long long)log->coins, (unsigned long long)log->returned);
        c->faults++;
    }
}

static int by_seq(const void *a, const void *b)
{
    const struct ack *x = a, *y = b;
    return (x->seq > y->seq) - (x->seq < y->seq);
}

static bool compare(struct store *store, struct acks *a, const struct acks_table *tables,
                    unsigned count, uint64_t end)
{
    struct cr_err err = {0};
    struct compare *c = calloc(1, sizeof(*c));
    *c = (struct compare){.acks = a, .tables = tables, .table_count = count};
    c->found = calloc(count, sizeof(*c->found));
    c->last = calloc(count, sizeof(*c->last));
    qsort(a->list, a->count, sizeof(a->list[0]), by_seq);
    const bool is_read = store_read(store, 1, end, compare_event, c, &err) == 0;
    if (!is_read)
        fprintf(stderr, "load: %s\n", err.text);
    compare_counts(c);
    uint64_t coins = 0;
    for (unsigned t = 0; t < count; t++)
        coins += c->found[t].coins;
    const bool good = is_read && c->faults == 0;
    printf("load: %zu acknowledgements in a log of %llu events, %llu joins, %llu coins: %s\n",
           a->count, (unsigned long long)end, (unsigned long long)c->joins,
           (unsigned long long)coins, good ? "each is there, once" : "NOT as acknowledged");
    free(c->found);
    free(c->last);
    free(c);
    return good;
}

static bool verify(struct store *store, uint64_t *end)
{
    struct cr_err err = {0};
    struct verify_options options = {.quick = false};
    struct verify_report *report = calloc(1, sizeof(*report));
    const int rc = verify_store(store, &options, report, &err);
    if (rc != 0)
        fprintf(stderr, "load: %s\n", err.text);
    for (unsigned i = 0; i < report->kept_count && i < SHOWN; i++)
        fprintf(stderr, "load: V%u, event %llu: %s\n", report->kept[i].promise,
                (unsigned long long)report->kept[i].seq, report->kept[i].text);
    const bool good = rc == 0 && verify_fault_count(report) == 0;
    *end = report->head.seq;
    free(report);
    return good;
}

bool acks_check(struct acks *a, const struct acks_table *tables, unsigned table_count,
                const char *address)
{
    struct cr_err err = {0};
    struct store *store = NULL;
    uint64_t end = 0;
    if (store_open(address, STORE_READ, &store, &err) != 0) {
        fprintf(stderr, "load: %s\n", err.text);
        return false;
    }
    const bool is_verified = verify(store, &end);
    const bool is_same = compare(store, a, tables, table_count, end);
    store_close(store);
    return is_verified && is_same;
}
