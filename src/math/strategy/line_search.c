/* The search for plays that people can say in a few lines. */
#include "math/strategy/line_search.h"

#include "base/err.h"
#include "game/games/game.h"
#include "math/strategy/strategy_tables.h"

#include <stdlib.h>
#include <string.h>

#define CODES        3
#define FIRST_ROOM   4096
#define LITTLE       1e-12 /* gains up to this are only rounding errors */
#define EXCHANGES    3     /* the most passes over all lines of a decision */
#define HARDLY_WRONG 1000  /* weight of its errors, for a line that shall hardly ever be wrong */

/* ---- Situations, grouped by what players look at ---- */

struct cell {
    struct looks looks;
    bool used;
    double values[CODES]; /* values of the codes, summed over all its situations */
};

struct cells {
    struct cell *at; /* a hash table with open addressing while it is filled, then a list */
    size_t room, count;
    bool full; /* memory ran out */
};

struct finding {
    const struct cr_rules *rules;
    const struct game_strategy *game;
    struct cells stages[CR_STAGES];
};

static size_t hash_of(const struct looks *looks)
{
    uint64_t hash = 0;
    for (unsigned i = 0; i < LOOKS; i++) {
        hash = (hash ^ looks->of[i]) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 29;
    }
    return (size_t)hash;
}

static struct cell *find_cell(const struct cells *cells, const struct looks *looks)
{
    size_t at = hash_of(looks) & (cells->room - 1);
    while (cells->at[at].used && memcmp(&cells->at[at].looks, looks, sizeof *looks) != 0)
        at = (at + 1) & (cells->room - 1);
    return &cells->at[at];
}

static bool grow(struct cells *cells)
{
    struct cells larger = {.room = cells->room ? 2 * cells->room : FIRST_ROOM,
                           .count = cells->count};
    larger.at = calloc(larger.room, sizeof *larger.at);
    if (!larger.at)
        return false;
    for (size_t i = 0; i < cells->room; i++)
        if (cells->at[i].used)
            *find_cell(&larger, &cells->at[i].looks) = cells->at[i];
    free(cells->at);
    *cells = larger;
    return true;
}

static void take_spot(void *context, const struct spot *spot)
{
    struct finding *f = context;
    struct cells *cells = &f->stages[spot->stage];
    struct looks looks;
    cells->full |= !cells->full && 2 * cells->count >= cells->room && !grow(cells);
    if (cells->full)
        return;
    f->game->look(f->rules, spot->stage, spot->hand, &looks);
    struct cell *cell = find_cell(cells, &looks);
    cells->count += !cell->used;
    cell->looks = looks;
    cell->used = true;
    for (unsigned code = 0; code < CODES; code++)
        cell->values[code] += spot->weight * spot->values[code];
}

/* Turns the hash table into a list without gaps. */
static void cells_close(struct cells *cells)
{
    size_t count = 0;
    for (size_t i = 0; i < cells->room; i++)
        if (cells->at[i].used)
            cells->at[count++] = cells->at[i];
}

/* ---- Sentences and the cells that they are true of ---- */

struct sentence {
    struct said said;
    uint32_t *cells;
    size_t count;
    size_t mark; /* a hash of its cells */
};

struct sentences {
    struct sentence *at;
    size_t count, room;
};

static bool is_new(const struct sentences *list, const struct sentence *one)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->at[i].mark == one->mark && list->at[i].count == one->count &&
            memcmp(list->at[i].cells, one->cells, one->count * sizeof *one->cells) == 0)
            return false;
    return true;
}

/* Keeps a sentence that is true of some hands and not of all, unless an earlier one is true of
 * exactly the same. */
static bool add_sentence(const struct cells *cells, struct said said, struct sentences *list)
{
    struct sentence one = {.said = said, .cells = malloc(cells->count * sizeof *one.cells)};
    if (!one.cells)
        return false;
    for (size_t i = 0; i < cells->count; i++)
        if (said_of(&said, &cells->at[i].looks)) {
            one.cells[one.count++] = (uint32_t)i;
            one.mark = one.mark * 31 + i;
        }
    const bool kept = one.count > 0 && one.count < cells->count && is_new(list, &one);
    if (kept && list->count == list->room) {
        const size_t room = list->room ? 2 * list->room : 256;
        struct sentence *larger = realloc(list->at, room * sizeof *larger);
        if (!larger) {
            free(one.cells);
            return false;
        }
        list->at = larger;
        list->room = room;
    }
    if (kept)
        list->at[list->count++] = one;
    else
        free(one.cells);
    return true;
}

static bool make_sentences(const struct cells *cells, const struct saying *sayings,
                           struct sentences *out)
{
    bool done = true;
    for (const struct saying *s = sayings; s->text && done; s++)
        for (unsigned x = s->first_x; x <= s->last_x && done; x++)
            for (unsigned y = s->first_y; y <= s->last_y && done; y++)
                done = add_sentence(cells, (struct said){s, (uint16_t)x, (uint16_t)y}, out);
    return done;
}

static void sentences_free(struct sentences *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->at[i].cells);
    free(list->at);
}

/* ---- The lines of one decision ---- */

struct line {
    const struct sentence *sentence;
    unsigned place; /* index in the order of codes */
};

/* The lines of one decision, and the code for all other hands. Codes are asked in an order; the
 * code for all other hands is the last of it. */
struct draft {
    const struct cells *cells;
    const struct sentences *sentences;
    unsigned order[CODES];
    unsigned count;
    struct line lines[STAGE_LINES];
    uint8_t *place; /* by cell: the index of its present code in the order */
};

/* The best draft with each number of lines. */
struct stage_plays {
    double value[STAGE_LINES + 1];
    struct stage_lines lines[STAGE_LINES + 1];
};

static double draft_value(const struct draft *d)
{
    double sum = 0;
    for (size_t i = 0; i < d->cells->count; i++)
        sum += d->cells->at[i].values[d->order[d->place[i]]];
    return sum;
}

/* Sets the places of all cells, leaving out the line number `but` (count: none). */
static void draft_place(struct draft *d, unsigned but)
{
    memset(d->place, CODES - 1, d->cells->count);
    for (unsigned l = 0; l < d->count; l++)
        for (size_t i = 0; l != but && i < d->lines[l].sentence->count; i++) {
            uint8_t *place = &d->place[d->lines[l].sentence->cells[i]];
            if (d->lines[l].place < *place)
                *place = (uint8_t)d->lines[l].place;
        }
}

static double most_of(const struct cell *cell)
{
    double most = cell->values[0];
    for (unsigned code = 1; code < CODES; code++)
        most = cell->values[code] > most ? cell->values[code] : most;
    return most;
}

/* The gain of a line on these cells. wrongs: the weight with which the loss to the best code of a
 * cell counts against the line. */
static double gain_of(const struct draft *d, const struct sentence *s, unsigned place,
                      double wrongs)
{
    double gain = 0;
    for (size_t i = 0; i < s->count; i++) {
        const struct cell *cell = &d->cells->at[s->cells[i]];
        const unsigned now = d->place[s->cells[i]];
        if (now <= place)
            continue;
        const double value = cell->values[d->order[place]];
        gain += value - cell->values[d->order[now]] - wrongs * (most_of(cell) - value);
    }
    return gain;
}

/* The line that gains most in addition to those in the places. Returns its gain. */
static double best_line(const struct draft *d, double wrongs, struct line *out)
{
    double most = 0;
    for (size_t i = 0; i < d->sentences->count; i++)
        for (unsigned place = 0; place + 1 < CODES; place++) {
            const double gain = gain_of(d, &d->sentences->at[i], place, wrongs);
            if (gain > most + LITTLE) {
                most = gain;
                *out = (struct line){&d->sentences->at[i], place};
            }
        }
    return most;
}

/* Exchanges each line for a better one if there is one; true when any was exchanged. */
static bool exchange(struct draft *d)
{
    bool better = false;
    for (unsigned l = 0; l < d->count; l++) {
        struct line other = d->lines[l];
        draft_place(d, l);
        const double now = gain_of(d, d->lines[l].sentence, d->lines[l].place, 0);
        if (best_line(d, 0, &other) > now + LITTLE) {
            d->lines[l] = other;
            better = true;
        }
    }
    draft_place(d, d->count);
    return better;
}

static void write_lines(const struct draft *d, struct stage_lines *out)
{
    *out = (struct stage_lines){.otherwise = (uint8_t)d->order[CODES - 1]};
    for (unsigned place = 0; place + 1 < CODES; place++)
        for (unsigned l = 0; l < d->count; l++)
            if (d->lines[l].place == place) {
                out->of[out->count].said = d->lines[l].sentence->said;
                out->of[out->count++].code = (uint8_t)d->order[place];
            }
}

static void keep_draft(const struct draft *d, struct stage_plays *out)
{
    const double value = draft_value(d);
    for (unsigned n = d->count; n <= STAGE_LINES; n++)
        if (value > out->value[n] + LITTLE) {
            out->value[n] = value;
            write_lines(d, &out->lines[n]);
        }
}

/* Adds the line that gains most. False when none gains anything. */
static bool add_line(struct draft *d, double wrongs)
{
    if (best_line(d, wrongs, &d->lines[d->count]) <= LITTLE)
        return false;
    d->count++;
    draft_place(d, d->count);
    return true;
}

static void exchange_all(struct draft *d)
{
    for (unsigned i = 0; i < EXCHANGES && exchange(d); i++)
        continue;
}

/* Replaces line l by two lines, of which the first is hardly ever wrong: a line that is right for
 * most hands and wrong for some prevents both from being found. */
static bool split_line(const struct draft *before, unsigned l, struct draft *d)
{
    memcpy(d->lines, before->lines, sizeof d->lines);
    d->count = before->count - 1;
    d->lines[l] = d->lines[d->count];
    draft_place(d, d->count);
    if (!add_line(d, HARDLY_WRONG) || !add_line(d, 0))
        return false;
    exchange_all(d);
    return true;
}

/* Extends a draft by one line: the best of adding a line and of replacing a line by two. */
static void extend(struct draft *d)
{
    const struct draft before = *d;
    add_line(d, 0);
    exchange_all(d);
    struct draft best = *d;
    double most = draft_value(d);
    for (unsigned l = 0; l < before.count; l++)
        if (split_line(&before, l, d) && draft_value(d) > most + LITTLE) {
            most = draft_value(d);
            best = *d;
        }
    *d = best; /* the member place is the same memory in all drafts */
    draft_place(d, d->count);
}

static void search_draft(struct draft *d, unsigned lines, struct stage_plays *out)
{
    d->count = 0;
    draft_place(d, 0);
    keep_draft(d, out);
    while (d->count < lines && d->count < STAGE_LINES) {
        const unsigned before = d->count;
        extend(d);
        if (d->count == before)
            break;
        keep_draft(d, out);
    }
}

static bool search_stage(const struct cells *cells, const struct saying *sayings, unsigned lines,
                         struct stage_plays *out)
{
    /* Lines are asked the earlier, the farther their code is from that of all other hands. */
    static const unsigned orders[CODES][CODES] = {{2, 1, 0}, {2, 0, 1}, {0, 1, 2}};
    struct sentences sentences = {0};
    struct draft d = {.cells = cells, .sentences = &sentences, .place = malloc(cells->count + 1)};
    const bool done = d.place && make_sentences(cells, sayings, &sentences);
    for (unsigned n = 0; n <= STAGE_LINES; n++)
        out->value[n] = -1e9;
    for (unsigned otherwise = 0; otherwise < CODES && done; otherwise++) {
        memcpy(d.order, orders[otherwise], sizeof d.order);
        search_draft(&d, lines, out);
    }
    free(d.place);
    sentences_free(&sentences);
    return done;
}

/* ---- The decisions together ---- */

unsigned line_play_lines(const struct line_play *play)
{
    unsigned sum = 0;
    for (unsigned s = 0; s < CR_STAGES; s++)
        sum += play->stages[s].count;
    return sum;
}

/* Joins the plays of a decision to those of the decisions before: for each number of lines, divides
 * them so that the value is largest. */
static void join_stage(const struct stage_plays *stage, unsigned number, unsigned lines,
                       double *value, struct line_play *out)
{
    for (unsigned n = lines + 1; n-- > 0;) {
        unsigned take = 0;
        for (unsigned k = 1; k <= n && k <= STAGE_LINES; k++)
            if (value[n - k] + stage->value[k] > value[n - take] + stage->value[take] + LITTLE)
                take = k;
        out[n] = out[n - take];
        out[n].stages[number] = stage->lines[take];
        value[n] = value[n - take] + stage->value[take];
    }
}

static bool search_all(const struct finding *f, unsigned lines, const struct play_watch *watch,
                       struct line_play *out)
{
    double value[SEARCH_LINES_MAX + 1] = {0};
    bool done = true;
    memset(out, 0, (lines + 1) * sizeof *out);
    for (unsigned s = 0; s < f->rules->game->stage_count && done; s++) {
        struct stage_plays stage;
        play_say(watch, PLAY_LINES, s, f->rules->game->stage_count);
        done = search_stage(&f->stages[s], f->game->sayings[s], lines, &stage);
        if (done)
            join_stage(&stage, s, lines, value, out);
    }
    return done;
}

int line_search(const struct cr_rules *rules, const struct cr_analysis *analysis, unsigned lines,
                const struct play_watch *watch, struct line_play out[SEARCH_LINES_MAX + 1],
                struct strategy **play, struct cr_err *err)
{
    struct cr_err own = {0};
    err = err_or(err, &own);
    struct finding f = {.rules = rules, .game = strategy_game(rules, err)};
    play_say(watch, PLAY_LINES, 0, rules->game->stage_count);
    *play = f.game ? strategy_explore(rules, analysis, take_spot, &f, err) : NULL;
    bool done = *play != NULL;
    for (unsigned s = 0; s < CR_STAGES && done; s++) {
        done = !f.stages[s].full;
        cells_close(&f.stages[s]);
    }
    done = done && search_all(&f, lines, watch, out);
    for (unsigned s = 0; s < CR_STAGES; s++)
        free(f.stages[s].at);
    if (*play && !done) {
        strategy_free(*play);
        *play = NULL;
        return err_set(err, CR_E_RANGE, "not enough memory to look for plays");
    }
    return *play ? CR_OK : err->code;
}
