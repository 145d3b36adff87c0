/* Answers questions for exact figures of house rules, progressives and single positions. */
#include "sim/practice_internal.h"

#include "base/json_write.h"
#include "game/games/game.h"
#include "game/round/actions.h"
#include "math/games/game_math.h"
#include "os/clock.h"
#include "reports/mathematics/analysis_paper.h"
#include "reports/mathematics/analysis_tree.h"

#include <string.h>

/* ---- Analyses ---- */

/* The subject of a question, and what is analysed together with it. */
struct analysis_question {
    struct subject subject;
    struct cr_progressive beside; /* for house rules: the progressive beside them */
    struct cr_rules at;           /* for a progressive: the house rules with which it is played */
    struct cr_money meter,
        ante; /* then: the amount of its first meter; the Ante of the base game */
    enum practice_form form;
    bool has_beside, has_at, has_meter, thumb, alone;
    struct study study;
};

/* Reads the game at which a progressive is played, its first meter and the Ante. The best play for
 * both together is then calculated, which plays every hand again, so it is done only on request. */
static int read_at(struct ask *a, struct analysis_question *q)
{
    const struct json_node *name = ask_member(a, "rules"), *meter = ask_member(a, "meter"),
                           *ante = ask_member(a, "ante");
    int rc = CR_OK;
    q->ante = cr_money_from_units(STUDY_ANTE_UNITS);
    if (!name && (meter || ante))
        return ask_fault(a, CR_E_INPUT, meter ? "meter" : "ante",
                         "say with \"rules\" which game the progressive is played at");
    if (!name)
        return CR_OK;
    if (!q->subject.is_progressive || q->alone)
        return ask_fault(a, CR_E_INPUT, "rules", "is for a progressive that is not alone");
    rc = ask_shipped_rules(a, &q->at);
    if (rc == CR_OK && q->at.game->progressive == CR_SLOTS)
        rc = ask_fault(a, CR_E_INPUT, "rules", "%s has no progressive bet", q->at.name);
    if (rc == CR_OK && meter)
        rc = ask_amount(a, meter, "meter", CR_MONEY_CENTS, &q->meter);
    if (rc == CR_OK && ante)
        rc = ask_amount(a, ante, "ante", CR_MONEY_CENTS, &q->ante);
    if (rc == CR_OK && q->ante.micro == 0)
        rc = ask_fault(a, CR_E_INPUT, "ante", "must be above zero");
    q->has_at = rc == CR_OK;
    q->has_meter = meter != NULL;
    return rc;
}

static int read_analysis(struct ask *a, struct analysis_question *q)
{
    static const char *const known[] = {"name",  "text",          "progressive", "progressive_text",
                                        "rules", "meter",         "ante",        ASK_FORM_KEYS,
                                        "alone", "rule_of_thumb", NULL};
    ask_open(a, known);
    ask_subject(a, &q->subject);
    ask_form(a, FORM_PDF, &q->form);
    ask_flag(a, "rule_of_thumb", &q->thumb);
    ask_flag(a, "alone", &q->alone);
    if (a->err.code == CR_OK)
        read_at(a, q);
    ask_progressive(a, "", &q->beside, &q->has_beside);
    if (q->has_beside && q->subject.is_progressive)
        ask_fault(a, CR_E_INPUT, "progressive", "the question is about a progressive itself");
    else if (q->has_beside && q->subject.rules.game->progressive == CR_SLOTS)
        ask_fault(a, CR_E_INPUT, "progressive", "%s has no progressive bet", q->subject.rules.name);
    return a->err.code;
}

/* Writes the shape of a single hand of the game: its hole cards, and how many board cards can be
 * open at a decision. */
static void add_shape(const struct subject *s, struct text *t)
{
    const struct cr_game *game = s->is_progressive ? NULL : s->rules.game;
    if (game)
        json_count(t, "hole_cards", game->hole_cards);
    else
        json_null(t, "hole_cards");
    json_open(t, "open_cards", '[');
    for (unsigned i = 0; game && i < game->stage_count; i++)
        if (i == 0 || game->stages[i].board_visible != game->stages[i - 1].board_visible)
            json_count(t, NULL, game->stages[i].board_visible);
    json_close(t, ']');
    json_count(t, "dealer_open", game ? game->dealer_open : 0);
    json_count(t, "dealer_cards", game ? game->dealer_cards : 0);
    json_count(t, "board_cards", game ? game->board_cards : 0);
}

/* Writes the members before the analysis: "kind" to "cached". */
static void add_head(const struct subject *s, int64_t began, bool was_known, struct text *t)
{
    json_open(t, NULL, '{');
    json_text(t, "kind", s->is_progressive ? "progressive" : "rules");
    json_text(t, "name", s->is_progressive ? s->progressive.name : s->rules.name);
    json_text(t, "title", s->is_progressive ? s->progressive.title : s->rules.title);
    json_text_or_null(t, "game", s->is_progressive ? NULL : s->rules.game->id);
    add_shape(s, t);
    json_hash(t, "hash", s->is_progressive ? s->progressive.hash : s->rules.hash);
    json_count(t, "took_ms", (uint64_t)(clock_mono_ms() - began));
    json_flag(t, "cached", was_known);
}

static int add_analysis(const struct analysis_question *q, struct text *t, struct cr_err *err)
{
    json_key(t, "analysis");
    int rc =
        analysis_write(q->subject.is_progressive ? analysis_tree_progressive(&q->study.progressive)
                                                 : analysis_tree_base(&q->study.base),
                       PAPER_AS_JSON, t, err);
    json_close(t, '}');
    return rc;
}

static int answer_analysis(struct practice *p, struct ask *a, struct analysis_question *q,
                           struct text *t)
{
    const struct subject *s = &q->subject;
    const struct cr_progressive *beside = q->has_beside ? &q->beside : NULL;
    const bool is_pdf = q->form == FORM_PDF;
    const struct study_options options = {
        .progressive = beside,
        .thumb = q->thumb,
        .alone = is_pdf || q->alone,
        .rules = q->has_at ? &q->at : NULL,
        .has_meter = q->has_meter,
        .meter = q->meter,
        .ante = is_pdf && !s->is_progressive ? study_table_ante(&s->rules) : q->ante};
    const int64_t began = clock_mono_ms();
    const bool was_known = !s->is_progressive && analyses_find(&p->analyses, s->rules.hash);
    int rc = study_run(&q->study, &p->analyses, s, &options, &a->err);
    if (rc != CR_OK)
        return rc;
    p->file_type = PRACTICE_PDF;
    if (is_pdf)
        return analysis_pdf(s->is_progressive ? NULL : &q->study.base,
                            s->is_progressive || beside ? &q->study.progressive : NULL,
                            a->is_letter, &p->file, &p->file_len, &a->err);
    add_head(s, began, was_known, t);
    return add_analysis(q, t, &a->err);
}

int math_analyze(struct practice *p, struct ask *a, struct text *t)
{
    struct analysis_question *q = ask_memory(a, sizeof *q);
    int rc = q ? read_analysis(a, q) : a->err.code;
    return rc == CR_OK ? answer_analysis(p, a, q, t) : rc;
}

/* ---- Positions ---- */

static int read_actions(struct ask *a, const struct cr_rules *rules, cr_action out[CR_STAGES],
                        unsigned *count)
{
    const struct json_node *list = ask_member(a, "actions");
    *count = 0;
    if (ask_is_null(list))
        return CR_OK;
    if (list->kind != JSON_ARRAY || list->count > rules->game->stage_count)
        return ask_fault(a, CR_E_INPUT, "actions", "must be a list of at most %u actions",
                         rules->game->stage_count);
    const struct json_node *node = json_first(list);
    for (uint32_t i = 0; i < list->count; i++, node = json_next(node)) {
        char word[CR_ACTION_TEXT_MAX];
        int rc = ask_word(a, node, "actions", word, sizeof word);
        if (rc != CR_OK)
            return rc;
        out[i] = action_find(rules, out, i, word, strlen(word));
        if (out[i] == CR_NO_ACTION)
            return ask_fault(a, CR_E_INPUT, "actions", "%s is not allowed there", word);
    }
    *count = list->count;
    return CR_OK;
}

/* UTH-11: reads the Ante, which only matters where the rules limit one hand's pays. */
static int read_ante(struct ask *a, const struct cr_rules *rules, struct cr_money *out)
{
    int rc = ask_stake(a, "ante", cr_money_from_micro(0), out);
    if (rc == CR_OK && out->micro != 0 && !rules->has_hand_limit)
        rc = ask_fault(a, CR_E_INPUT, "ante",
                       "makes no difference: %s sets no limit on one hand's pays", rules->name);
    return rc;
}

/* Reads the open cards: those of the board, or the dealer's (FCP-2). */
static int read_open(struct ask *a, const struct cr_rules *rules, cr_card out[CR_BOARD_MAX],
                     unsigned *count)
{
    unsigned ups = 0;
    cr_card up[CR_BOARD_MAX];
    int rc = ask_cards(a, "board", out, CR_BOARD_MAX, count);
    if (rc == CR_OK)
        rc = ask_cards(a, "up", up, CR_BOARD_MAX, &ups);
    if (rc != CR_OK)
        return rc;
    if (ups != rules->game->dealer_open)
        return ask_fault(a, CR_E_INPUT, "up", "%u cards; the dealer of %s shows %u", ups,
                         rules->name, rules->game->dealer_open);
    if (ups > 0 && *count > 0)
        return ask_fault(a, CR_E_INPUT, "board", "%s has no board", rules->name);
    if (ups > 0) {
        memcpy(out, up, ups);
        *count = ups;
    }
    return CR_OK;
}

int math_position(struct practice *p, struct ask *a, struct text *t)
{
    static const char *const known[] = {"rules",   "text", "hole", "board",
                                        "actions", "ante", "up",   NULL};
    struct cr_rules rules;
    const struct game_math *math;
    struct position_report at = {.rules = &rules};
    cr_action done[CR_STAGES];
    unsigned hole_count = 0, board_count = 0, done_count = 0;
    ask_open(a, known);
    ask_rules(a, &rules);
    if (a->err.code == CR_OK)
        ask_blame(a, game_math_find(rules.game, &math, &a->err), "rules");
    ask_cards(a, "hole", at.hole, CR_HOLE_MAX, &hole_count);
    if (a->err.code == CR_OK && hole_count != rules.game->hole_cards)
        ask_fault(a, CR_E_INPUT, "hole", "%u cards; a hand of %s has %u", hole_count, rules.name,
                  rules.game->hole_cards);
    if (a->err.code == CR_OK)
        read_open(a, &rules, at.board, &board_count);
    read_actions(a, &rules, done, &done_count);
    read_ante(a, &rules, &at.ante);
    if (a->err.code == CR_OK)
        ask_blame(a,
                  analyses_position(&p->analyses, &rules, at.ante, at.hole, at.board, board_count,
                                    done_count > 0 ? done : NULL, done_count, &at.position,
                                    &a->err),
                  "board");
    if (a->err.code != CR_OK)
        return a->err.code;
    at.hole_count = (uint8_t)hole_count;
    at.board_count = (uint8_t)board_count;
    return analysis_write(analysis_tree_position(&at), PAPER_AS_JSON, t, &a->err);
}
