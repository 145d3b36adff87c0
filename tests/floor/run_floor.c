/* Runs *.floor files: prints one line for each scenario and a count at the end. See README.md.
 * usage: run_floor [--export DIR] FILE… (DIR gets the log of each scenario that held, numbered from
 * 1) */
#include "floor/pit.h"

#include <stdio.h>
#include <string.h>

static struct pit pit;

/* Cuts the comment off a line, and the blanks at both ends. */
static void clean(char *line)
{
    line[strcspn(line, "\r\n")] = '\0';
    char *remark = strchr(line, '#');
    if (remark != NULL)
        *remark = '\0';
    const size_t start = strspn(line, " \t");
    size_t len = strlen(line + start);
    memmove(line, line + start, len + 1);
    while (len > 0 && strchr(" \t", line[len - 1]) != NULL)
        line[--len] = '\0';
}

static bool run_line(struct pit *p, char *line)
{
    char *outcome = strstr(line, " -> ");
    if (outcome != NULL) {
        *outcome = '\0';
        outcome += 4;
        outcome += strspn(outcome, " ");
        clean(line);
    }
    struct words w;
    bool done = false;
    p->fault[0] = '\0';
    if (!words_split(&w, line))
        return pit_fault(p, "a quote is not closed, or too many words");
    if (!pit_check_line(p, &w, &done) && !pit_people_line(p, &w, &done) &&
        !pit_house_line(p, &w, &done) && !pit_claim_line(p, &w, &done) &&
        !pit_table_line(p, &w, &done))
        return pit_fault(p, "nobody understands this line");
    return done && pit_expect(p, outcome != NULL ? outcome : "");
}

/* REG-3, V4: the rows and the log must both lead to the state that the scenario ended in. */
static bool finish(struct pit *p)
{
    return harness_restart(&p->h) && harness_replay(&p->h, 1) && harness_replay(&p->h, 100);
}

/* False if the file cannot be written. */
static bool write_log(const struct harness *h, const char *dir, unsigned number)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%u.jsonl", dir, number);
    FILE *out = fopen(path, "w");
    if (out == NULL)
        return false;
    for (size_t i = 0; i < h->log_count; i++)
        fprintf(out, "%s\n", h->log[i]);
    return fclose(out) == 0;
}

struct file {
    FILE *from;
    const char *path;
    unsigned line;
    char text[LINE_MAX_]; /* the next line of the file; empty at the end */
};

static bool next_line(struct file *f)
{
    while (fgets(f->text, sizeof f->text, f->from) != NULL) {
        f->line++;
        if (strchr(f->text, '\n') == NULL && !feof(f->from))
            printf("%s:%u: this line is too long\n", f->path, f->line);
        clean(f->text);
        if (f->text[0] != '\0')
            return true;
    }
    f->text[0] = '\0';
    return false;
}

/* Runs one scenario. f->text is its first line, and after the call the first line of the next.
 * `dir` may be NULL. */
static bool run_scenario(struct file *f, const char *dir, unsigned number)
{
    char title[LINE_MAX_], line[LINE_MAX_];
    unsigned lines = 0;
    bool good = strncmp(f->text, "scenario ", 9) == 0;
    snprintf(title, sizeof title, "%s", good ? f->text + 9 : f->text);
    if (!good)
        printf("%s:%u: a scenario must start here\n", f->path, f->line);
    pit_open(&pit);
    while (next_line(f) && strncmp(f->text, "scenario ", 9) != 0) {
        lines++;
        snprintf(line, sizeof line, "%s", f->text);
        if (good && !run_line(&pit, f->text)) {
            printf("%s:%u: %s\n    %s\n", f->path, f->line, line, pit.fault);
            good = false;
        }
    }
    if (good && !finish(&pit)) {
        printf("%s:%u: at the end: %s\n", f->path, f->line, pit.h.fault);
        good = false;
    }
    if (good && dir != NULL && !write_log(&pit.h, dir, number)) {
        printf("%s: the log cannot be written\n", dir);
        good = false;
    }
    pit_close(&pit);
    good = good && lines > 0;
    printf("%s  %s\n", good ? "  ok" : "FAIL", title);
    return good;
}

int main(int argc, char **argv)
{
    unsigned passed = 0, failed = 0;
    const bool exports = argc > 2 && strcmp(argv[1], "--export") == 0;
    const char *dir = exports ? argv[2] : NULL;
    for (int i = exports ? 3 : 1; i < argc; i++) {
        struct file f = {fopen(argv[i], "r"), argv[i], 0, ""};
        if (f.from == NULL) {
            printf("%s: cannot be opened\n", argv[i]);
            failed++;
            continue;
        }
        if (!next_line(&f))
            failed++; /* a file without a scenario proves nothing */
        while (f.text[0] != '\0')
            run_scenario(&f, dir, passed + 1) ? passed++ : failed++;
        fclose(f.from);
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed > 0 || passed == 0;
}
