/* croupier analyze: exact figures of house rules, progressives and single positions. */
#include "base/err.h"
#include "cli/analyze_input.h"
#include "cli/analyze_work.h"
#include "cli/cli.h"
#include "cli/spinner.h"
#include "games/game.h"
#include "report/analysis_csv.h"
#include "report/analysis_json.h"
#include "report/analysis_text.h"
#include "report/report_pdf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NAME             "analyze"
#define ANSWER_BYTES_MAX (512 * 1024)
#define THREADS_MAX      1024
#define ANTE_DEFAULT     10

enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_CSV, FORMAT_PDF };

struct analyze_options {
    const char *name, *progressive, *rules, *hole, *flop, *turn, *river, *trips, *ante, *seats,
        *compare, *pdf, *threads, *isa;
    bool json, csv, no_color;

    /* What they come to. */
    enum format format;
    struct study_options study;
};

/* ---- Options ---- */

static int read_arguments(int argc, char **argv, struct analyze_options *o)
{
    const struct {
        const char *name;
        const char **value;
    } takes_value[] = {
        {"--progressive", &o->progressive},
        {"--rules", &o->rules},
        {"--hole", &o->hole},
        {"--flop", &o->flop},
        {"--turn", &o->turn},
        {"--river", &o->river},
        {"--trips", &o->trips},
        {"--ante", &o->ante},
        {"--seats", &o->seats},
        {"--compare", &o->compare},
        {"--pdf", &o->pdf},
        {"--threads", &o->threads},
        {"--isa", &o->isa},
    };
    const struct {
        const char *name;
        bool *value;
    } flags[] = {{"--json", &o->json}, {"--csv", &o->csv}, {"--no-color", &o->no_color}};

    for (int i = 1; i < argc; i++) {
        bool known = false;
        for (size_t k = 0; k < sizeof flags / sizeof flags[0] && !known; k++)
            if ((known = strcmp(argv[i], flags[k].name) == 0))
                *flags[k].value = true;
        for (size_t k = 0; k < sizeof takes_value / sizeof takes_value[0] && !known; k++) {
            if (!(known = strcmp(argv[i], takes_value[k].name) == 0))
                continue;
            if (i + 1 == argc)
                return cli_usage(NAME, "%s needs a value", argv[i]);
            if (*takes_value[k].value)
                return cli_usage(NAME, "%s is there twice", argv[i]);
            *takes_value[k].value = argv[++i];
        }
        if (!known && argv[i][0] == '-')
            return cli_usage(NAME, "unknown option '%s'", argv[i]);
        if (!known && o->name)
            return cli_usage(NAME, "'%s' is one too many", argv[i]);
        if (!known)
            o->name = argv[i];
    }
    return o->name ? CLI_OK : cli_usage(NAME, "no name; say house rules or a progressive");
}

static int read_numbers(struct analyze_options *o)
{
    struct cr_err err;
    unsigned long long number;
    struct study_options *s = &o->study;
    s->ante = cr_money_from_units(ANTE_DEFAULT);
    if (o->trips && !input_ratio(o->trips, &s->analysis.trips))
        return cli_usage(NAME, "--trips '%s': a ratio as 1, 0.5 or 1/2", o->trips);
    if (o->ante && cr_money_parse(o->ante, strlen(o->ante), CR_MONEY_CENTS, &s->ante, &err))
        return cli_usage(NAME, "--ante: %s", err.text);
    if (o->seats) {
        if (!cli_number(o->seats, CR_SEATS, &number) || number == 0)
            return cli_usage(NAME, "--seats '%s': 1 to %d", o->seats, CR_SEATS);
        s->seats = (unsigned)number;
    }
    if (o->threads) {
        if (!cli_number(o->threads, THREADS_MAX, &number))
            return cli_usage(NAME, "--threads '%s': 0 (all processors) to %d", o->threads,
                             THREADS_MAX);
        s->analysis.threads = (unsigned)number;
    }
    if (o->isa && strcmp(o->isa, "portable") != 0 && strcmp(o->isa, "avx2") != 0 &&
        strcmp(o->isa, "avx512") != 0)
        return cli_usage(NAME, "--isa '%s': portable, avx2 or avx512", o->isa);
    s->analysis.isa = o->isa;
    if (o->progressive && strcmp(o->progressive, "none") != 0)
        s->progressive = o->progressive;
    s->rules = o->rules;
    return CLI_OK;
}

/* What cannot stand together whatever the names are. */
static int check_combinations(struct analyze_options *o)
{
    if (o->json + o->csv + (o->pdf != NULL) > 1)
        return cli_usage(NAME, "one of --json, --csv and --pdf");
    o->study.alone = o->compare || o->pdf; /* neither says anything about folds */
    o->format = o->json ? FORMAT_JSON : o->csv ? FORMAT_CSV : o->pdf ? FORMAT_PDF : FORMAT_TEXT;
    if (o->flop && !o->hole)
        return cli_usage(NAME, "--flop needs --hole");
    if (o->turn && !o->flop)
        return cli_usage(NAME, "--turn needs --flop");
    if (o->river && !o->turn)
        return cli_usage(NAME, "--river needs --turn");
    if (o->compare && o->hole)
        return cli_usage(NAME, "either --compare or --hole");
    if (o->pdf && (o->compare || o->hole))
        return cli_usage(NAME, "--pdf is for house rules or a progressive as a whole");
    return CLI_OK;
}

/* What does not fit what the name turned out to be. */
static int check_subject(const struct analyze_options *o, const struct subject *subject)
{
    if (subject->is_progressive) {
        const char *only = o->hole          ? "--hole"
                           : o->trips       ? "--trips"
                           : o->progressive ? "--progressive"
                                            : NULL;
        return only ? cli_usage(NAME, "%s is for house rules; %s is a progressive", only, o->name)
                    : CLI_OK;
    }
    const char *only = o->rules                            ? "--rules"
                       : o->ante && !o->study.progressive  ? "--ante"
                       : o->seats && !o->study.progressive ? "--seats"
                                                           : NULL;
    if (only)
        return cli_usage(NAME, "%s is for progressives; %s is house rules", only, o->name);
    if (o->hole && (o->trips || o->progressive))
        return cli_usage(NAME, "%s says nothing about single hands",
                         o->trips ? "--trips" : "--progressive");
    if (o->study.progressive && progressive_slot(&subject->rules) == CR_SLOTS)
        return cli_usage(NAME, "--progressive: %s has no progressive bet", o->name);
    if (o->trips && subject->rules.game != &game_uth)
        return cli_usage(NAME, "--trips is for games with Trips; %s has none", o->name);
    return CLI_OK;
}

/* ---- Answers ---- */

static bool wants_color(const struct analyze_options *o)
{
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    return !o->no_color && !(no_color && no_color[0]) && isatty(STDOUT_FILENO) && term && term[0] &&
           strcmp(term, "dumb") != 0;
}

/* The answer is complete before the first byte of it is written. */
static int write_answer(const struct text *t)
{
    if (t->cut)
        return cli_rejected(NAME, "the answer is longer than %d bytes", ANSWER_BYTES_MAX);
    fwrite(t->data, 1, t->len, stdout);
    return cli_finish(NAME, CLI_OK);
}

static int answer_outcomes(const struct analyze_options *o, const struct cr_rules *rules,
                           const struct hole_input *hole, struct text *t, struct cr_err *err)
{
    struct outcomes_report report = {.rules = rules};
    int rc = cr_outcomes(rules, hole->cards, &o->study.analysis, &report.table, err);
    if (rc != CR_OK)
        return rc;
    if (o->format == FORMAT_JSON)
        analysis_json_outcomes(&report, t);
    else if (o->format == FORMAT_CSV)
        analysis_csv_outcomes(&report, t);
    else
        analysis_text_outcomes(&report, t);
    return CR_OK;
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
    if (o->format == FORMAT_JSON)
        analysis_json_turns(&report, t);
    else if (o->format == FORMAT_CSV)
        analysis_csv_turns(&report, t);
    else
        analysis_text_turns(&report, t);
    return CR_OK;
}

static int answer_position(const struct analyze_options *o, struct position_report *at,
                           struct text *t, struct cr_err *err)
{
    int rc = cr_analyze_position(at->rules, at->hole, at->board, at->board_count, NULL, 0,
                                 &at->position, err);
    if (rc != CR_OK)
        return rc;
    if (o->format == FORMAT_JSON)
        analysis_json_position(at, t);
    else if (o->format == FORMAT_CSV)
        analysis_csv_position(at, t);
    else
        analysis_text_position(at, t);
    return CR_OK;
}

/* The open board cards. */
static int read_board(const struct analyze_options *o, struct position_report *at,
                      struct cr_err *err)
{
    const struct {
        const char *option, *text;
        uint8_t count;
    } parts[] = {{"--flop", o->flop, 3}, {"--turn", o->turn, 1}, {"--river", o->river, 1}};
    if (o->flop && cr_game_board_cards(at->rules->game) == 0)
        return err_set(err, CR_E_INPUT, "--flop: %s has no board", at->rules->name);
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
    struct position_report at = {.rules = rules,
                                 .hole_count = (uint8_t)cr_game_hole_cards(rules->game)};
    int rc = input_hole(rules, o->hole, &hole, err);
    if (rc != CR_OK)
        return rc;
    memcpy(at.hole, hole.cards, sizeof at.hole);
    if (hole.is_class && o->flop)
        return err_set(err, CR_E_INPUT, "--hole '%s': with a flop say which two cards", o->hole);
    rc = read_board(o, &at, err);
    if (rc == CR_OK)
        rc = check_repeated(&at, err);
    if (rc != CR_OK)
        return rc;
    if (rules->game == &game_pg && !o->flop)
        return answer_outcomes(o, rules, &hole, t, err);
    if (rules->game == &game_pg && !o->turn)
        return answer_turns(o, &at, t, err);
    return answer_position(o, &at, t, err);
}

static int answer_study(const struct analyze_options *o, struct study *study, struct text *t,
                        struct cr_err *err)
{
    const bool is_progressive = study->subject.is_progressive;
    int rc = study_run(study, &o->study, err);
    if (rc != CR_OK)
        return rc;
    if (o->format == FORMAT_PDF && is_progressive)
        return report_pdf(o->pdf, NULL, &study->subject.progressive, NULL, err);
    if (o->format == FORMAT_PDF)
        return report_pdf(o->pdf, &study->subject.rules,
                          o->study.progressive ? &study->beside : NULL, &study->analysis, err);
    if (is_progressive && o->format == FORMAT_JSON)
        analysis_json_progressive(&study->progressive, t);
    else if (is_progressive && o->format == FORMAT_CSV)
        analysis_csv_progressive(&study->progressive, t);
    else if (is_progressive)
        analysis_text_progressive(&study->progressive, t);
    else if (o->format == FORMAT_JSON)
        analysis_json_base(&study->base, t);
    else if (o->format == FORMAT_CSV)
        analysis_csv_base(&study->base, t);
    else
        analysis_text_base(&study->base, wants_color(o), t);
    return CR_OK;
}

static int answer_compare(const struct analyze_options *o, struct study *a, struct study *b,
                          struct text *t, struct cr_err *err)
{
    int rc = subject_load(o->compare, &b->subject, err);
    if (rc != CR_OK)
        return rc;
    if (a->subject.is_progressive != b->subject.is_progressive)
        return err_set(err, CR_E_INPUT, "%s and %s: one is house rules, the other a progressive",
                       o->name, o->compare);
    rc = study_run(a, &o->study, err);
    if (rc == CR_OK)
        rc = study_run(b, &o->study, err);
    if (rc != CR_OK)
        return rc;
    struct compare_report report = {0};
    struct study *const both[2] = {a, b};
    for (unsigned i = 0; i < 2; i++) {
        if (a->subject.is_progressive)
            report.progressive[i] = &both[i]->progressive;
        else
            report.base[i] = &both[i]->base;
    }
    if (o->format == FORMAT_JSON)
        analysis_json_compare(&report, t);
    else if (o->format == FORMAT_CSV)
        analysis_csv_compare(&report, t);
    else
        analysis_text_compare(&report, t);
    return CR_OK;
}

/* ---- The command ---- */

static int analyze(const struct analyze_options *o, struct study *studies, char *memory)
{
    struct cr_err err = {0};
    struct spinner spinner;
    struct text t;
    text_init(&t, memory, ANSWER_BYTES_MAX);
    if (subject_load(o->name, &studies[0].subject, &err) != CR_OK)
        return cli_rejected(NAME, "%s", err.text);
    int status = check_subject(o, &studies[0].subject);
    if (status != CLI_OK)
        return status;
    spinner_start(&spinner);
    int rc = o->compare ? answer_compare(o, &studies[0], &studies[1], &t, &err)
             : o->hole  ? answer_hole(o, &studies[0].subject.rules, &t, &err)
                        : answer_study(o, &studies[0], &t, &err);
    spinner_stop(&spinner);
    return rc == CR_OK ? write_answer(&t) : cli_rejected(NAME, "%s", err.text);
}

int cmd_analyze(int argc, char **argv)
{
    struct analyze_options options = {0};
    int status = read_arguments(argc, argv, &options);
    if (status == CLI_OK)
        status = read_numbers(&options);
    if (status == CLI_OK)
        status = check_combinations(&options);
    if (status != CLI_OK)
        return status;
    struct study *studies = calloc(2, sizeof *studies);
    char *memory = malloc(ANSWER_BYTES_MAX);
    if (studies && memory)
        status = analyze(&options, studies, memory);
    else
        status = cli_rejected(NAME, "not enough memory");
    free(memory);
    free(studies);
    return status;
}
