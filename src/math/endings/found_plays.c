/* Finds plays of a few lines by search, values each exactly, and writes them and the published rule
 * of thumb as lines of words. */
#include "base/err.h"
#include "game/games/game.h"
#include "math/endings/list_endings.h"
#include "math/endings/play_watch.h"
#include "math/rational.h"
#include "math/strategy/line_search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(CR_FOUND_LINES_MAX == SEARCH_LINES_MAX, "as many lines as are looked for");

static void write_play(const struct cr_rules *rules, const struct strategy *play,
                       const struct line_play *lines, struct cr_found_play *out)
{
    for (unsigned s = 0; s < rules->game->stage_count; s++) {
        const struct stage_lines *stage = &lines->stages[s];
        for (unsigned l = 0; l <= stage->count; l++) {
            const bool last = l == stage->count;
            struct cr_found_line *line = &out->of[out->count++];
            line->stage = (uint8_t)s;
            cr_action_format(rules, s,
                             strategy_action(play, s, last ? stage->otherwise : stage->of[l].code),
                             line->action);
            if (!last)
                said_write(&stage->of[l].said, line->hands);
        }
    }
}

/* Adds a play to the answer if it is worth more than every play with fewer lines. */
static int try_play(const struct cr_rules *rules, struct strategy *play,
                    const struct line_play *lines, struct cr_found_plays *out, struct cr_err *err)
{
    struct cr_found_play found = {.lines = line_play_lines(lines)};
    strategy_follow(play, lines);
    int rc = endings_value(rules, play, &found.ev, err);
    strategy_follow(play, NULL);
    if (rc != CR_OK ||
        (out->count > 0 && rational_compare(found.ev, out->plays[out->count - 1].ev) <= 0))
        return rc;
    write_play(rules, play, lines, &found);
    out->plays[out->count++] = found;
    return CR_OK;
}

static bool is_other(const struct line_play *found, unsigned n)
{
    return n == 0 || memcmp(&found[n], &found[n - 1], sizeof *found) != 0;
}

static int try_plays(const struct cr_rules *rules, struct strategy *play,
                     const struct line_play *found, unsigned lines, const struct play_watch *watch,
                     struct cr_found_plays *out, struct cr_err *err)
{
    int rc = CR_OK;
    unsigned all = 0, done = 0;
    for (unsigned n = 0; n <= lines; n++)
        all += is_other(found, n);
    for (unsigned n = 0; n <= lines && rc == CR_OK; n++)
        if (is_other(found, n)) {
            play_say(watch, PLAY_FOUND, done++, all);
            rc = try_play(rules, play, &found[n], out, err);
        }
    return rc;
}

int cr_plays_find(const struct cr_rules *rules, unsigned lines, struct cr_found_plays *out,
                  struct cr_err *err)
{
    return plays_find(rules, lines, NULL, out, err);
}

int plays_find(const struct cr_rules *rules, unsigned lines, const struct play_watch *watch,
               struct cr_found_plays *out, struct cr_err *err)
{
    struct cr_analysis *analysis = malloc(sizeof *analysis);
    struct line_play *found = calloc(SEARCH_LINES_MAX + 1, sizeof *found);
    struct strategy *play = NULL;
    *out = (struct cr_found_plays){0};
    int rc = analysis && found ? cr_analyze(rules, NULL, analysis, err)
                               : err_set(err, CR_E_RANGE, "not enough memory to look for plays");
    if (rc == CR_OK && lines > CR_FOUND_LINES_MAX)
        rc = err_set(err, CR_E_INPUT, "a play has at most %d lines", CR_FOUND_LINES_MAX);
    if (rc == CR_OK)
        rc = line_search(rules, analysis, lines, watch, found, &play, err);
    if (rc == CR_OK)
        rc = try_plays(rules, play, found, lines, watch, out, err);
    strategy_free(play);
    free(found);
    free(analysis);
    return rc;
}

/* ---- The published rule of thumb ---- */

/* Splits a sentence at its semicolons into conditions, one line each. */
static void split_words(const struct strategy_words *words, bool is_last, struct cr_found_play *out)
{
    const char *at = words->hands;
    do {
        const size_t len = strcspn(at, ";");
        struct cr_found_line *line = &out->of[out->count];
        if (out->count == CR_FOUND_LINES_MAX + CR_STAGES)
            return;
        line->stage = (uint8_t)words->stage;
        memcpy(line->action, words->action, sizeof line->action);
        snprintf(line->hands, sizeof line->hands, "%.*s", (int)len, at);
        out->count++;
        out->lines += !is_last;
        at += len;
    } while (*at && (at += strspn(at, "; "), *at) && !is_last);
}

unsigned cr_play_words(const struct cr_rules *rules, struct cr_found_play *out)
{
    struct strategy_words words[STRATEGY_WORDS_MAX];
    const unsigned count = strategy_in_words(rules, words);
    *out = (struct cr_found_play){0};
    for (unsigned i = 0; i < count; i++)
        split_words(&words[i], i + 1 == count || words[i + 1].stage != words[i].stage, out);
    return out->lines;
}
