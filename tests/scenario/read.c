/* Reads scenario files. */
#include "scenario/scenario.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct scenario_file {
    FILE *from;
    char path[256];
    unsigned line;
    char held[SCENARIO_TEXT]; /* the line that began the next scenario */
    bool has_held;
};

struct scenario_file *scenario_open(const char *path)
{
    struct scenario_file *file = calloc(1, sizeof *file);
    if (!file)
        return NULL;
    file->from = fopen(path, "r");
    if (!file->from) {
        free(file);
        return NULL;
    }
    snprintf(file->path, sizeof file->path, "%s", path);
    return file;
}

void scenario_close(struct scenario_file *file)
{
    fclose(file->from);
    free(file);
}

static void trim(char *s)
{
    size_t start = strspn(s, " \t");
    size_t len = strlen(s + start);
    memmove(s, s + start, len + 1);
    while (len > 0 && strchr(" \t\r\n", s[len - 1]))
        s[--len] = '\0';
}

/* The next line that is neither empty nor a comment. */
static bool next_line(struct scenario_file *file, char out[SCENARIO_TEXT])
{
    if (file->has_held) {
        memcpy(out, file->held, SCENARIO_TEXT);
        file->has_held = false;
        return true;
    }
    while (fgets(out, SCENARIO_TEXT, file->from)) {
        file->line++;
        if (!strchr(out, '\n') && !feof(file->from))
            snprintf(out, SCENARIO_TEXT, "(a line of more than %d characters)", SCENARIO_TEXT - 2);
        char *comment = strchr(out, '#');
        if (comment)
            *comment = '\0';
        trim(out);
        if (out[0])
            return true;
    }
    return false;
}

/* Whether the line begins with the word; *rest is what follows it. */
static bool starts(const char *line, const char *word, const char **rest)
{
    size_t len = strlen(word);
    if (strncmp(line, word, len) != 0 || (line[len] && line[len] != ' '))
        return false;
    *rest = line + len + strspn(line + len, " ");
    return true;
}

/* Reads a seat such as "seat 1 Ann | ante 10, blind 10 | As Ks | check, 2x". */
static bool read_seat(const char *rest, struct scenario *s)
{
    if (s->seat_count == sizeof s->seats / sizeof s->seats[0])
        return false;
    struct scenario_seat *seat = &s->seats[s->seat_count++];
    char patron[64] = "";
    int at = 0;
    if (sscanf(rest, "%u %63[^|]%n", &seat->number, patron, &at) < 1)
        return false;
    const char *bar = strchr(rest, '|');
    if (!bar)
        return false;
    trim(patron);
    if (patron[0] != '|')
        snprintf(seat->patron, sizeof seat->patron, "%s", patron);
    char *parts[] = {seat->wagers, seat->cards, seat->actions};
    for (unsigned i = 0; i < 3 && bar; i++) {
        size_t len = strcspn(bar + 1, "|");
        snprintf(parts[i], SCENARIO_TEXT, "%.*s", (int)len, bar + 1);
        trim(parts[i]);
        bar = bar[1 + len] ? bar + 1 + len : NULL;
    }
    return bar == NULL;
}

/* Reads a line of the round itself. Returns false if it is none, or a second one of its kind. */
static bool read_round_line(const char *line, struct scenario *s)
{
    const struct {
        const char *word;
        char *to;
    } texts[] = {
        {"rules", s->rules},     {"progressive", s->progressive},
        {"meters", s->meters},   {"reserves", s->reserves},
        {"options", s->options}, {"board", s->board},
        {"dealer", s->dealer},   {"late", s->late},
        {"refused", s->refused},
    };
    const char *rest;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (starts(line, texts[i].word, &rest) && *rest && !texts[i].to[0]) {
            snprintf(texts[i].to, SCENARIO_TEXT, "%s", rest);
            return true;
        }
    }
    if (starts(line, "button", &rest))
        return sscanf(rest, "%u", &s->button) == 1;
    return starts(line, "seat", &rest) && read_seat(rest, s);
}

static int fault(const struct scenario_file *file, const char *what, const char *line)
{
    printf("%s:%u: %s: %s\n", file->path, file->line, what, line);
    return -1;
}

int scenario_next(struct scenario_file *file, struct scenario *out)
{
    char line[SCENARIO_TEXT];
    const char *rest;
    if (!next_line(file, line))
        return 0;
    if (!starts(line, "scenario", &rest))
        return fault(file, "a scenario must start here", line);
    memset(out, 0, sizeof *out);
    out->button = 1;
    out->line = file->line;
    snprintf(out->title, sizeof out->title, "%s", rest);
    bool settled = false;
    while (next_line(file, line)) {
        if (starts(line, "scenario", &rest)) {
            memcpy(file->held, line, sizeof line);
            file->has_held = true;
            break;
        }
        if (!settled && (starts(line, "settle", &rest) || starts(line, "dead", &rest))) {
            settled = true;
            out->dead = line[0] == 'd';
        } else if (settled && out->expect_count == SCENARIO_LINES) {
            return fault(file, "too many expectations", line);
        } else if (settled) {
            out->expect[out->expect_count].line = file->line;
            memcpy(out->expect[out->expect_count++].text, line, sizeof line);
        } else if (!read_round_line(line, out)) {
            return fault(file, "not understood", line);
        }
    }
    if (settled == (out->refused[0] != '\0'))
        return fault(file, "one of 'settle', 'dead' and 'refused' is needed in", out->title);
    return 1;
}
