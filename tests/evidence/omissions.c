/* omissions EVERY LOG…: leaves every event of the logs out once, each time in a new log, as a house
 * would do it: the event happened, so the events after it are stepped from the state that it left;
 * all numbers and references are made anew; only the line is missing. Then every event is written
 * once more a few events later, without any effect. Each such log that a replay refuses must be
 * refused by croupier-verify too, except where docs/evidence.md says that it does not judge
 * (is_judged below). EVERY: 1 makes all of these logs, 7 every seventh. */
#include "floor/floor.h"

#include "../../verifier/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROOM  EVENT_TEXT_ROOM(FLOOR_TEXT_MAX)
#define LINES 2000

static void must(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "omissions: %s\n", what);
    exit(1);
}

struct log {
    char *lines[LINES];
    size_t count;
};

static void log_add(struct log *log, const char *line)
{
    must(log->count < LINES, "a log is too long");
    log->lines[log->count] = strdup(line);
    must(log->lines[log->count++] != NULL, "no memory");
}

static void log_clear(struct log *log)
{
    while (log->count > 0)
        free(log->lines[--log->count]);
}

/* ---- Telling the night with one lie ---- */

enum lie { LEFT_OUT, SAID_AGAIN };

static struct {
    struct floor floor;
    uint64_t renumbered[LINES + 1]; /* new numbers by honest number; 0: left out */
    struct floor_event e, recorded;
    struct log told;
} teller;

static void write_event(const struct floor_event *e)
{
    static char text[ROOM];
    text[event_encode(e, text, ROOM - 1)] = '\0';
    log_add(&teller.told, text);
    floor_clean(&teller.floor);
}

static bool renumber(struct floor_event *e)
{
    uint64_t *const numbers[] = {&e->claim, &e->alarm, &e->dispute, &e->payment, &e->message};
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (*numbers[i] != 0 && (*numbers[i] = teller.renumbered[*numbers[i]]) == 0)
            return false;
    for (unsigned i = 0; i < e->order_count; i++)
        e->order[i] = teller.renumbered[e->order[i]];
    return true;
}

static struct floor_play *play_of(const struct floor_event *e)
{
    const uint32_t table = floor_find_table(&teller.floor, e->table);
    return table == FLOOR_NONE ? NULL : &teller.floor.plays[table];
}

static void number_table(struct floor_event *e)
{
    const struct floor_play *play = play_of(e);
    if (play == NULL)
        return;
    if (e->table_seq != 0) {
        e->epoch = play->epoch;
        e->table_seq = play->seq + 1;
    } else if (e->acked_epoch != 0 && e->acked_epoch <= play->epoch) {
        e->acked_epoch = play->epoch;
        e->acked_seq = play->seq;
    }
}

/* The event has happened but is not written; the next events get its numbers. */
static void leave_out(const struct floor_event *e, const struct floor_play *before)
{
    struct floor_play *play = play_of(e);
    teller.floor.seq--;
    teller.renumbered[teller.recorded.seq] = 0;
    if (e->table_seq == 0 || play == NULL || before == NULL)
        return;
    play->seq--;
    play->last = before->last;
}

/* The event is written again, and nothing happens. */
static void say_again(const struct floor_event *of)
{
    static struct floor_event extra;
    struct floor_play *play = play_of(of);
    extra = *of;
    extra.seq = ++teller.floor.seq;
    extra.time_ms = teller.floor.time_ms;
    if (of->table_seq != 0 && play != NULL) {
        extra.prev = play->last;
        extra.epoch = play->epoch;
        extra.table_seq = ++play->seq;
        play->last = extra.seq;
    }
    write_event(&extra);
}

static bool tell_event(const char *line, bool is_left_out)
{
    struct cr_err err = {0};
    struct floor_event *e = &teller.e;
    struct floor_play before;
    must(event_decode(line, strlen(line), &teller.recorded, &err) == 0, err.text);
    event_copy_given(e, &teller.recorded);
    if (!renumber(e))
        return false;
    number_table(e);
    const struct floor_play *play = play_of(e);
    if (play != NULL)
        before = *play;
    if (floor_step(&teller.floor, e, teller.recorded.time_ms, &err) != 0)
        return false;
    teller.renumbered[teller.recorded.seq] = e->seq;
    if (is_left_out)
        leave_out(e, play != NULL ? &before : NULL);
    else
        write_event(e);
    return true;
}

/* Tells the whole log with this lie. False if a later event does not fit to it. */
static bool tell(const struct log *log, size_t at, enum lie lie, size_t later)
{
    static void *memory;
    static struct floor_event again;
    const struct floor_limits *room = &floor_limits_usual;
    if (memory == NULL)
        memory = malloc(floor_memory_size(room));
    must(memory != NULL, "no memory");
    floor_init(&teller.floor, room, memory);
    memset(teller.renumbered, 0, sizeof teller.renumbered);
    log_clear(&teller.told);
    for (size_t i = 0; i < log->count; i++) {
        if (lie == SAID_AGAIN && i == at + later)
            say_again(&again);
        if (!tell_event(log->lines[i], lie == LEFT_OUT && i == at))
            return false;
        if (i == at)
            again = teller.e;
    }
    if (lie == SAID_AGAIN && at + later >= log->count)
        say_again(&again);
    return true;
}

/* ---- Replay and croupier-verify ---- */

static bool is_repeated(struct floor *f, const char *text)
{
    static struct floor_event recorded, again;
    static char own[ROOM];
    struct cr_err err = {0};
    const size_t len = strlen(text);
    if (event_decode(text, len, &recorded, &err) != 0)
        return false;
    event_copy_given(&again, &recorded);
    if (floor_step(f, &again, recorded.time_ms, &err) != 0)
        return false;
    floor_clean(f);
    /* A start's hash of the configuration is left out, because croupier-verify does not check it.
     */
    return again.kind == FLOOR_MANAGER_STARTED ||
           (event_encode(&again, own, sizeof own) == len && memcmp(own, text, len) == 0);
}

/* The number of the first event that a replay does not repeat; 0: all are repeated. */
static size_t replay_refuses(const struct log *log)
{
    static void *memory;
    static struct floor f;
    const struct floor_limits *room = &floor_limits_usual;
    if (memory == NULL)
        memory = malloc(floor_memory_size(room));
    must(memory != NULL, "no memory");
    floor_init(&f, room, memory);
    for (size_t i = 0; i < log->count; i++)
        if (!is_repeated(&f, log->lines[i]))
            return i + 1;
    return 0;
}

static bool books_refuse(const struct log *log)
{
    struct books *b = books_new(0);
    must(b != NULL, "no memory");
    books_be_quiet(b);
    for (size_t i = 0; i < log->count && books_faults(b) == 0; i++)
        books_event(b, i + 1, log->lines[i], strlen(log->lines[i]));
    const bool refused = books_faults(b) > 0 || books_unknown_semantics(b) != 0;
    books_free(b);
    return refused;
}

/* ---- All lies ---- */

/* What docs/evidence.md lists under "What it does not check", where a replay fails at such an event
 * first: passwords, tokens and keys of machines, messages, alarms, and the gaming day. */
static const unsigned unjudged[] = {
    FLOOR_ALARM_RAISED, FLOOR_ALARM_ACKNOWLEDGED, FLOOR_CREDENTIAL_SET,   FLOOR_SIGNED_IN,
    FLOOR_TOKEN_ADDED,  FLOOR_TOKEN_REVOKED,      FLOOR_MACHINE_ENROLLED, FLOOR_MACHINE_REVOKED,
    FLOOR_MESSAGE_SET,  FLOOR_HOUSE_SET};
static const unsigned of_a_day[] = {FLOOR_SHIFT_OPENED, FLOOR_SHIFT_CLOSED, FLOOR_BUY_IN,
                                    FLOOR_PAYOUT};

static bool is_among(unsigned kind, const unsigned *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (list[i] == kind)
            return true;
    return false;
}

#define IS_AMONG(kind, list) is_among((kind), (list), sizeof(list) / sizeof((list)[0]))

static unsigned kind_of(const char *line)
{
    static struct floor_event e;
    struct cr_err err = {0};
    must(event_decode(line, strlen(line), &e, &err) == 0, err.text);
    return e.kind;
}

/* A log without its first start is read with the meaning of version 1, which lacks the rules of
 * later versions. A log without the house's zone and start of the day has other gaming days. */
static bool is_judged(const char *lie, const char *refused_at)
{
    const unsigned kind = kind_of(lie), at = kind_of(refused_at);
    return kind != FLOOR_MANAGER_STARTED && !IS_AMONG(at, unjudged) &&
           !(IS_AMONG(at, of_a_day) && (kind == FLOOR_HOUSE_SET || IS_AMONG(kind, of_a_day)));
}

static unsigned tried, refused, left, missed;
static unsigned long every, turn;

static void try_lie(const struct log *log, size_t at, enum lie lie, size_t later)
{
    if (++turn % every != 0 || !tell(log, at, lie, later))
        return;
    tried++;
    const size_t place = replay_refuses(&teller.told);
    if (place == 0)
        return;
    refused++;
    if (books_refuse(&teller.told))
        return;
    if (!is_judged(log->lines[at], teller.told.lines[place - 1])) {
        left++;
        return;
    }
    missed++;
    printf("%s %zu: %.300s\n  refused at %.300s\n", lie == LEFT_OUT ? "left out" : "said again",
           at + 1, log->lines[at], teller.told.lines[place - 1]);
}

static void try_all(const struct log *log)
{
    for (size_t i = 0; i < log->count; i++) {
        try_lie(log, i, LEFT_OUT, 0);
        try_lie(log, i, SAID_AGAIN, 1);
        try_lie(log, i, SAID_AGAIN, 4);
        try_lie(log, i, SAID_AGAIN, log->count);
    }
}

static void read_log(const char *path, struct log *log)
{
    static char line[ROOM];
    FILE *in = fopen(path, "r");
    must(in != NULL, path);
    while (fgets(line, sizeof line, in) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        log_add(log, line);
    }
    fclose(in);
}

int main(int argc, char **argv)
{
    static struct log log;
    must(argc > 2, "usage: omissions EVERY LOG…");
    every = strtoul(argv[1], NULL, 10);
    must(every > 0, "EVERY is a number from 1");
    for (int i = 2; i < argc; i++) {
        log_clear(&log);
        read_log(argv[i], &log);
        try_all(&log);
    }
    printf(
        "%u logs, %u refused by a replay, %u not judged, %u confirmed by croupier-verify alone\n",
        tried, refused, left, missed);
    return missed > 0 || refused * every < 9000;
}
