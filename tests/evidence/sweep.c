/* sweep TIMES LOG…: every member of every kind of event in the logs is removed, emptied, replaced
 * by something else of its type, changed a little, and replaced by its value in other events of the
 * log, each time in a new log. Each such log that a replay refuses must be refused by
 * croupier-verify too, except where docs/evidence.md says that it does not judge (`unjudged`
 * below). */
#include "floor/floor.h"

#include "../../verifier/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROOM   EVENT_TEXT_ROOM(FLOOR_TEXT_MAX)
#define LINES  2000
#define PARTS  48
#define CASES  4096
#define OTHERS 3

static void must(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "sweep: %s\n", what);
    exit(1);
}

/* ---- Splitting a line into its members ---- */

struct part {
    char *name, *value; /* as they are written in the line */
};

struct line {
    struct part parts[PARTS];
    unsigned count;
    char text[ROOM];
};

/* Returns the place behind a value: a text, a list or a number. */
static char *skip_value(char *at)
{
    bool is_quoted = false;
    unsigned depth = 0;
    for (; is_quoted || depth > 0 || (*at != ',' && *at != '}'); at++) {
        if (is_quoted && *at == '\\')
            at++;
        else if (*at == '"')
            is_quoted = !is_quoted;
        else if (!is_quoted && *at == '[')
            depth++;
        else if (!is_quoted && *at == ']')
            depth--;
    }
    return at;
}

static void split(struct line *l, const char *text)
{
    snprintf(l->text, sizeof l->text, "%s", text);
    l->count = 0;
    for (char *at = l->text + 1; *at != '\0';) {
        must(l->count < PARTS, "too many members");
        struct part *p = &l->parts[l->count++];
        p->name = at + 1;
        at = strchr(p->name, '"');
        *at = '\0';
        p->value = at + 2;
        at = skip_value(p->value);
        *at++ = '\0';
    }
}

static void join(const struct line *l, char out[ROOM])
{
    size_t len = 0;
    for (unsigned i = 0; i < l->count; i++)
        if (l->parts[i].value != NULL)
            len += (size_t)snprintf(out + len, ROOM - len, "%c\"%s\":%s", len == 0 ? '{' : ',',
                                    l->parts[i].name, l->parts[i].value);
    snprintf(out + len, ROOM - len, "}");
}

/* ---- Changes ---- */

/* Writes the nth changed value; false if there are no more. *is_gone: the member is to be removed.
 */
static bool change(const char *value, unsigned nth, char out[ROOM], bool *is_gone)
{
    const size_t len = strlen(value);
    *is_gone = nth == 0;
    snprintf(out, ROOM, "%s", value);
    if (nth == 0)
        return true;
    if (value[0] == '"') { /* a text, an amount, a hash */
        static const char *const texts[] = {"\"\"", "\"zzz\"", "\"0\"", "\"77.77\"", "\"Ann\""};
        if (nth <= 5)
            snprintf(out, ROOM, "%s", texts[nth - 1]);
        else if (nth == 6 && len > 2) /* its last letter or digit becomes another one */
            out[len - 2] = (char)(out[len - 2] == '9'   ? '8'
                                  : out[len - 2] == 'f' ? 'e'
                                                        : out[len - 2] + 1);
        return nth <= 5 || (nth == 6 && len > 2);
    }
    if (value[0] == '[') {
        const char *comma = strchr(value, ',');
        if (nth == 1)
            snprintf(out, ROOM, "[]");
        else if (nth == 2) /* without its first element */
            snprintf(out, ROOM, "[%s", comma != NULL ? comma + 1 : value + 1);
        else if (nth == 3) /* its first element twice */
            snprintf(out, ROOM, "[%.*s,%s", (int)strcspn(value + 1, ",]"), value + 1, value + 1);
        else if (nth == 4) /* another first element */
            snprintf(out, ROOM, "[%s%s", value[1] == '"' ? "\"1.23\"" : "6",
                     value + 1 + strcspn(value + 1, ",]"));
        else
            snprintf(out, ROOM, "%s", value[1] == '"' ? "[\"zzz\"]" : "[77]");
        return nth <= 5;
    }
    if (value[0] == 't') {
        snprintf(out, ROOM, nth == 1 ? "false" : "1");
        return nth <= 2;
    }
    const unsigned long long number = strtoull(value, NULL, 10);
    const unsigned long long others[] = {0, number + 1, number - (number > 0), 77777};
    if (nth <= 4)
        snprintf(out, ROOM, "%llu", others[nth - 1]);
    return nth <= 4;
}

/* ---- Replay and croupier-verify ---- */

struct log {
    char *lines[LINES];
    size_t count;
};

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

/* True if a replay refuses the log with this text in place of one line. */
static bool replay_refuses(const struct log *log, size_t at, const char *text)
{
    static void *memory;
    static struct floor f;
    const struct floor_limits *room = &floor_limits_usual;
    if (memory == NULL)
        memory = malloc(floor_memory_size(room));
    must(memory != NULL, "no memory");
    floor_init(&f, room, memory);
    for (size_t i = 0; i < log->count; i++)
        if (!is_repeated(&f, i == at ? text : log->lines[i]))
            return true;
    return false;
}

static bool books_refuse(const struct log *log, size_t at, const char *text)
{
    struct books *b = books_new(0);
    must(b != NULL, "no memory");
    books_be_quiet(b);
    for (size_t i = 0; i < log->count && books_faults(b) == 0; i++) {
        const char *line = i == at ? text : log->lines[i];
        books_event(b, i + 1, line, strlen(line));
    }
    const bool refused = books_faults(b) > 0 || books_unknown_semantics(b) != 0;
    books_free(b);
    return refused;
}

/* ---- All changes ---- */

/* What docs/evidence.md lists under "What it does not check": cards, tokens and keys of machines,
 * which manager gave a table up, the house's name and zone, messages on signs, the gaming day and
 * the next shift, who has a password already, which alarms are unanswered and whether one should
 * have been raised. A log that states too low a version of its meaning is refused only where a rule
 * of the higher version shows. */
static const char *const unjudged[] = {
    "claim_verified.text",
    "token_added.item",
    "token_added.text",
    "token_revoked.item",
    "machine_enrolled.document",
    "machine_enrolled.effective",
    "machine_enrolled.table",
    "machine_revoked.document",
    "machine_revoked.table",
    "table_lost.manager",
    "house_set.text",
    "message_set.text",
    "message_set.message",
    "message_set.until",
    "shift_opened.day",
    "payout.day",
    "shift_closed.next",
    "credential_set.user",
    "manager_started.semantics",
    "buy_in.day",
    "alarm_acknowledged.alarm",
    "alarm_raised.table",
    "meter_read.coins",
    "token_added.document",
    "machine_enrolled.time",
};

/* What is not judged either when the value comes from another event of the log: somebody else's
 * invitation, another day. */
static const char *const unjudged_of_others[] = {
    "house_set.item",      "credential_set.person",
    "credential_set.item", "credential_set.effective",
    "signed_in.person",    "person_locked.effective",
    "payout.time",         "buy_in.time",
};

static bool is_among(const char *name, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(name, list[i]) == 0)
            return true;
    return false;
}

#define IS_AMONG(name, list) is_among((name), (list), sizeof(list) / sizeof((list)[0]))

static bool is_judged(const char *kind, const char *member, bool is_of_others)
{
    char name[80];
    snprintf(name, sizeof name, "%.*s.%s", (int)strlen(kind) - 2, kind + 1, member);
    return !IS_AMONG(name, unjudged) && !(is_of_others && IS_AMONG(name, unjudged_of_others));
}

static struct seen {
    char kind[40], member[24];
    unsigned times;
} seen[CASES];
static unsigned seen_count, tried, missed, left;
static unsigned long times; /* how many events of each kind are changed */

static bool is_new(const char *kind, const char *member)
{
    for (unsigned i = 0; i < seen_count; i++)
        if (strcmp(seen[i].kind, kind) == 0 && strcmp(seen[i].member, member) == 0)
            return seen[i].times++ < times;
    must(seen_count < CASES, "too many members");
    snprintf(seen[seen_count].kind, sizeof seen[0].kind, "%s", kind);
    snprintf(seen[seen_count].member, sizeof seen[0].member, "%s", member);
    seen[seen_count++].times = 1;
    return true;
}

/* Tries one value; value NULL removes the member. */
static void try_value(const struct log *log, size_t at, struct line *l, unsigned part, char *value,
                      bool is_of_others)
{
    static char text[ROOM];
    char *const own = l->parts[part].value;
    l->parts[part].value = value;
    join(l, text);
    l->parts[part].value = own;
    if (strcmp(text, log->lines[at]) == 0)
        return;
    tried++;
    if (books_refuse(log, at, text) || !replay_refuses(log, at, text))
        return;
    if (!is_judged(l->parts[2].value, l->parts[part].name, is_of_others)) {
        left++;
        return;
    }
    missed++;
    printf("%s.%s %s: %.160s\n", l->parts[2].value, l->parts[part].name,
           value == NULL ? "gone" : value, text);
}

/* Tries the values that the member has elsewhere in the log: another link, table, person, hand or
 * amount. */
static void try_values_of_others(const struct log *log, size_t at, struct line *l, unsigned part)
{
    static struct line other;
    static char values[OTHERS][ROOM];
    unsigned count = 0;
    for (size_t i = 0; i < log->count && count < OTHERS; i++) {
        split(&other, log->lines[(at + i + 1) % log->count]);
        for (unsigned k = 0; k < other.count && count < OTHERS; k++) {
            unsigned known = 0;
            if (strcmp(other.parts[k].name, l->parts[part].name) != 0)
                continue;
            while (known < count && strcmp(values[known], other.parts[k].value) != 0)
                known++;
            if (known < count)
                continue;
            snprintf(values[count++], ROOM, "%s", other.parts[k].value);
            try_value(log, at, l, part, values[known], true);
        }
    }
}

static void try_member(const struct log *log, size_t at, struct line *l, unsigned part)
{
    static char value[ROOM];
    bool is_gone;
    for (unsigned nth = 0; change(l->parts[part].value, nth, value, &is_gone); nth++)
        try_value(log, at, l, part, is_gone ? NULL : value, false);
    try_values_of_others(log, at, l, part);
}

static void sweep(const struct log *log)
{
    static struct line l;
    for (size_t i = 0; i < log->count; i++) {
        split(&l, log->lines[i]);
        for (unsigned k = 0; k < l.count; k++)
            if (is_new(l.parts[2].value, l.parts[k].name))
                try_member(log, i, &l, k);
    }
}

static void read_log(const char *path, struct log *log)
{
    static char line[ROOM];
    FILE *in = fopen(path, "r");
    must(in != NULL, path);
    log->count = 0;
    while (log->count < LINES && fgets(line, sizeof line, in) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        log->lines[log->count++] = strdup(line);
    }
    fclose(in);
}

int main(int argc, char **argv)
{
    static struct log log;
    must(argc > 2, "usage: sweep TIMES LOG…");
    times = strtoul(argv[1], NULL, 10);
    for (int i = 2; i < argc; i++) {
        read_log(argv[i], &log);
        sweep(&log);
        for (size_t k = 0; k < log.count; k++)
            free(log.lines[k]);
    }
    printf("%u members, %u changes, %u not judged, %u confirmed by croupier-verify alone\n",
           seen_count, tried, left, missed);
    return missed > 0 || seen_count < 600;
}
