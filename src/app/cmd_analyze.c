/* croupier analyze: exact figures of house rules, progressives and single positions. */
#include "app/analyze_input.h"
#include "app/analyze_options.h"
#include "app/cli.h"
#include "app/paper_out.h"
#include "game/games/game.h"
#include "math/games/game_math.h"
#include "paper/paper_named.h"
#include "reports/mathematics/analysis_paper.h"
#include "reports/mathematics/analysis_tree.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Large, and has pointers into itself, so it is allocated and never moved. */
struct work {
    struct subject subjects[2];        /* NAME, and the one it is compared with */
    struct cr_rules rules;             /* beside a progressive */
    struct cr_progressive progressive; /* beside house rules */
    struct analyses analyses;
    struct study studies[2];
};

/* ---- Answers ---- */

static bool wants_color(const struct analyze_options *o)
{
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    return !o->no_color && !(no_color && no_color[0]) && isatty(STDOUT_FILENO) && term && term[0] &&
           strcmp(term, "dumb") != 0;
}

/* Writes the answer as text for people. Frees the paper. */
static int answer_paper(const struct analyze_options *o, struct paper *p, struct text *t,
                        struct cr_err *err)
{
    char *data = NULL;
    size_t len = 0;
    if (wants_color(o))
        paper_set_colors(p);
    int rc = paper_render(p, PAPER_AS_TEXT, &data, &len, err);
    if (rc == CR_OK)
        text_add_len(t, data, len);
    free(data);
    paper_free(p);
    return rc;
}

/* Writes the answer as JSON or CSV. Frees the tree. */
static int answer_tree(const struct analyze_options *o, struct named_tree *tree, struct text *t,
                       struct cr_err *err)
{
    const bool is_json = o->format == FORMAT_JSON;
    int rc = analysis_write(tree, is_json ? PAPER_AS_JSON : PAPER_AS_CSV, t, err);
    if (is_json)
        text_add_char(t, '\n');
    return rc;
}

static int answer_outcomes(const struct analyze_options *o, const struct cr_rules *rules,
                           const struct hole_input *hole, struct text *t, struct cr_err *err)
{
    struct outcomes_report report = {.rules = rules};
    int rc = cr_outcomes(rules, hole->cards, &o->analysis, &report.table, err);
    if (rc != CR_OK)
        return rc;
    if (o->format != FORMAT_TEXT)
        return answer_tree(o, analysis_tree_outcomes(&report), t, err);
    return answer_paper(o, analysis_screen_outcomes(&report), t, err);
}

static int answer_turns(const struct analyze_options *o, const struct position_report *at,
                        struct text *t, struct cr_err *err)
{
    struct turns_report report = {.rules = at->rules};
    memcpy(report.hole, at->hole, sizeof report.hole);
    memcpy(report.flop, at->board, sizeof report.flop);
    int rc = cr_turn_cards(at->rules, report.hole, report.flop, &report.table, err);
    if (rc != CR_OK)
        return rc;
    if (o->format != FORMAT_TEXT)
        return answer_tree(o, analysis_tree_turns(&report), t, err);
    return answer_paper(o, analysis_screen_turns(&report), t, err);
}

static int answer_position(const struct analyze_options *o, struct position_report *at,
                           struct text *t, struct cr_err *err)
{
    cr_action done[CR_STAGES];
    size_t count = 0;
    int rc = o->bets ? input_bets(at->rules, o->bets, done, &count, err) : CR_OK;
    if (rc == CR_OK)
        rc = cr_analyze_position_for(at->rules, at->ante, at->hole, at->board, at->board_count,
                                     done, count, &at->position, err);
    if (rc != CR_OK)
        return rc;
    if (o->format != FORMAT_TEXT)
        return answer_tree(o, analysis_tree_position(at), t, err);
    return answer_paper(o, analysis_screen_position(at), t, err);
}

/* Reads the open cards of the board. */
static int read_board(const struct analyze_options *o, struct position_report *at,
                      struct cr_err *err)
{
    const struct {
        const char *option, *text;
        uint8_t count;
    } parts[] = {{"--flop", o->flop, 3}, {"--turn", o->turn, 1}, {"--river", o->river, 1}};
    const struct cr_game *game = at->rules->game;
    const char *given = o->flop ? "--flop" : o->board ? "--board" : NULL;
    if (given && game->board_cards == 0)
        return err_set(err, CR_E_INPUT, "%s: %s has no board", given, at->rules->name);
    if (o->up)
        return input_up(at->rules, o->up, at->board, &at->board_count, err);
    if (o->board)
        return input_board(at->rules, o->board, at->board, &at->board_count, err);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0] && parts[i].text; i++) {
        int rc = input_cards(parts[i].option, parts[i].text, parts[i].count,
                             at->board + at->board_count, err);
        if (rc != CR_OK)
            return rc;
        at->board_count = (uint8_t)(at->board_count + parts[i].count);
    }
    return CR_OK;
}

static int check_repeated(const struct position_report *at, struct cr_err *err)
{
    cr_card all[CR_HOLE_MAX + CR_BOARD_MAX];
    memcpy(all, at->hole, at->hole_count);
    memcpy(all + at->hole_count, at->board, at->board_count);
    cr_card twice = cr_cards_repeated(all, (size_t)at->hole_count + at->board_count);
    if (twice == CR_NO_CARD)
        return CR_OK;
    char card[CR_CARD_TEXT_MAX];
    cr_card_format(twice, card);
    return err_set(err, CR_E_INPUT, "the card %s is there twice", card);
}

static int answer_hole(const struct analyze_options *o, const struct cr_rules *rules,
                       struct text *t, struct cr_err *err)
{
    struct hole_input hole;
    struct position_report at = {
        .rules = rules, .ante = o->ante, .hole_count = (uint8_t)cr_game_hole_cards(rules->game)};
    const struct game_math *math;
    int rc = game_math_find(rules->game, &math, err);
    if (rc == CR_OK)
        rc = input_hole(rules, o->hole, &hole, err);
    if (rc != CR_OK)
        return rc;
    memcpy(at.hole, hole.cards, sizeof at.hole);
    if (hole.is_class && (o->flop || o->board))
        return err_set(err, CR_E_INPUT, "--hole '%s': with %s say which two cards", o->hole,
                       o->flop ? "a flop" : "open cards");
    rc = read_board(o, &at, err);
    if (rc == CR_OK)
        rc = check_repeated(&at, err);
    if (rc != CR_OK)
        return rc;
    if (math->outcomes && !o->flop)
        return answer_outcomes(o, rules, &hole, t, err);
    if (math->turn_cards && !o->turn)
        return answer_turns(o, &at, t, err);
    return answer_position(o, &at, t, err);
}

/* ---- Whole files ---- */

static int load_subject(const char *name_or_path, struct subject *out, struct cr_err *err)
{
    struct source source;
    int rc = source_open(name_or_path, &source, err);
    if (rc != CR_OK)
        return rc;
    rc = subject_parse(&source, out, err);
    source_release(&source);
    return rc;
}

/* Loads the base game or the progressive that is analysed beside NAME. */
static int load_beside(const struct analyze_options *o, struct work *w, struct study_options *out,
                       struct cr_err *err)
{
    int rc = CR_OK;
    *out = o->study;
    if (o->format == FORMAT_PDF) { /* as regulators want it: of five cards, the table's Ante */
        out->alone = true;
        if (!options_given(&o->given, "--ante") && !w->subjects[0].is_progressive)
            out->ante = study_table_ante(&w->subjects[0].rules);
    }
    if (o->rules) {
        rc = cr_rules_load(o->rules, &w->rules, err);
        out->rules = &w->rules;
    } else if (o->beside) {
        rc = cr_progressive_load(o->beside, &w->progressive, err);
        out->progressive = &w->progressive;
    }
    if (rc == CR_OK && o->rules && w->rules.game->progressive == CR_SLOTS)
        rc = err_set(err, CR_E_INPUT, "%s has no progressive bet", w->rules.name);
    return rc;
}

/* Analyses the first `count` subjects. */
static int run_studies(const struct analyze_options *o, struct work *w, unsigned count,
                       struct cr_err *err)
{
    struct study_options options;
    int rc = load_beside(o, w, &options, err);
    w->analyses.options = o->analysis;
    for (unsigned i = 0; i < count && rc == CR_OK; i++)
        rc = study_run(&w->studies[i], &w->analyses, &w->subjects[i], &options, err);
    return rc;
}

/* Refuses --ante when no figure of the progressive depends on it. */
static int check_ante(const struct analyze_options *o, const struct progressive_report *report,
                      struct cr_err *err)
{
    if (!report->base && options_given(&o->given, "--ante"))
        return err_set(err, CR_E_INPUT,
                       "--ante: no base game stands beside %s here; name one with --rules",
                       report->progressive->name);
    return CR_OK;
}

static int write_pdf(const struct analyze_options *o, const struct base_report *base,
                     const struct progressive_report *progressive, struct cr_err *err)
{
    char *data = NULL;
    size_t len = 0;
    int rc = analysis_pdf(base, progressive, o->paper && strcmp(o->paper, "letter") == 0, &data,
                          &len, err);
    if (rc == CR_OK)
        rc = paper_out_file(o->pdf, data, len, err);
    free(data);
    return rc;
}

static struct named_tree *tree_of(const struct study *study, bool is_progressive)
{
    return is_progressive ? analysis_tree_progressive(&study->progressive)
                          : analysis_tree_base(&study->base);
}

static int answer_study(const struct analyze_options *o, struct work *w, struct text *t,
                        struct cr_err *err)
{
    const struct subject *subject = &w->subjects[0];
    const struct study *study = &w->studies[0];
    const bool is_progressive = subject->is_progressive;
    int rc = run_studies(o, w, 1, err);
    if (rc == CR_OK && (is_progressive || study->base.progressive))
        rc = check_ante(o, &study->progressive, err);
    if (rc != CR_OK)
        return rc;
    const struct base_report *base = is_progressive ? NULL : &study->base;
    const struct progressive_report *progressive = base ? base->progressive : &study->progressive;
    if (o->format == FORMAT_PDF)
        return write_pdf(o, base, progressive, err);
    if (o->format != FORMAT_TEXT)
        return answer_tree(o, tree_of(study, is_progressive), t, err);
    return answer_paper(o, analysis_screen(base, progressive), t, err);
}

static int answer_compare(const struct analyze_options *o, struct work *w, struct text *t,
                          struct cr_err *err)
{
    const bool is_progressive = w->subjects[0].is_progressive;
    int rc = load_subject(o->compare, &w->subjects[1], err);
    if (rc != CR_OK)
        return rc;
    if (is_progressive != w->subjects[1].is_progressive)
        return err_set(err, CR_E_INPUT, "%s and %s: one is house rules, the other a progressive",
                       o->name, o->compare);
    rc = run_studies(o, w, 2, err);
    if (rc != CR_OK)
        return rc;
    const bool is_one_game = w->subjects[0].rules.game == w->subjects[1].rules.game;
    struct named_tree *a = tree_of(&w->studies[0], is_progressive);
    struct named_tree *b = tree_of(&w->studies[1], is_progressive);
    struct named_tree *both = analysis_tree_compare(named_root(a), named_root(b), is_one_game);
    if (o->format == FORMAT_TEXT) {
        rc = answer_paper(o, analysis_screen_compare(named_root(both), named_root(a), is_one_game),
                          t, err);
        named_free(both);
    } else {
        rc = answer_tree(o, both, t, err);
    }
    named_free(a);
    named_free(b);
    return rc;
}

/* ---- The command ---- */

static int analyze(const struct analyze_options *o, struct work *w)
{
    struct cr_err err = {0};
    struct spinner spinner;
    struct text t = {0};
    if (load_subject(o->name, &w->subjects[0], &err) != CR_OK)
        return cli_rejected("%s", err.text);
    int status = analyze_options_check(o, &w->subjects[0]);
    if (status != CLI_OK)
        return status;
    spinner_start(&spinner);
    int rc = o->compare ? answer_compare(o, w, &t, &err)
             : o->hole  ? answer_hole(o, &w->subjects[0].rules, &t, &err)
                        : answer_study(o, w, &t, &err);
    spinner_stop(&spinner);
    if (rc == CR_OK && t.cut)
        rc = err_set(&err, CR_E_RANGE, "not enough memory for the answer");
    if (rc == CR_OK)
        cli_print(&t);
    else
        text_free(&t);
    return cli_result(rc, &err);
}

static int run(const struct cli_call *call)
{
    struct analyze_options *o = call->options;
    struct work *w = calloc(1, sizeof *w);
    analyze_options_settle(o, &call->given);
    int status = w ? analyze(o, w) : cli_rejected("not enough memory");
    free(w);
    return status;
}

const struct cli_runner runner_analyze = {analyze_options_table, sizeof(struct analyze_options),
                                          run};
