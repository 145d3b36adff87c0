/* A session of rounds, calculated. */
#include "base/err.h"
#include "game/games/game.h"
#include "reports/mathematics/desk_answers.h"
#include "reports/mathematics/risk_document.h"

static bool has_side_bet(const struct cr_game *game)
{
    for (unsigned s = 0; s < game->slot_count; s++)
        if (game->slots[s].is_side)
            return true;
    return false;
}

int risk_stakes_make(const struct cr_rules *rules, struct cr_money ante, struct cr_money side,
                     const struct cr_progressive *progressive, struct cr_stakes *out,
                     struct cr_err *err)
{
    if (progressive && rules->game->progressive == CR_SLOTS)
        return err_set(err, CR_E_INPUT, "%s has no progressive bet", rules->name);
    if (side.micro > 0 && !has_side_bet(rules->game))
        return err_set(err, CR_E_INPUT, "%s has no side bet", rules->name);
    *out = (struct cr_stakes){.ante = ante, .side = side, .progressive = progressive};
    for (unsigned m = 0; progressive && m < progressive->meter_count; m++)
        out->meters[m] = progressive->meters[m].seed;
    return CR_OK;
}

struct risk_work {
    struct cr_endings endings;
    struct cr_distribution round;
    struct cr_session session;
    struct cr_ruin ruin;
};

static int calculate(const struct risk_question *q, struct risk_work *w, struct cr_err *err)
{
    int rc = cr_endings_list(q->rules, q->play, &w->endings, err);
    if (rc == CR_OK)
        rc = cr_distribution_make(q->rules, &w->endings, &q->stakes, &w->round, err);
    if (rc == CR_OK)
        rc = cr_session_make(&w->round, q->rounds, &w->session, err);
    if (rc == CR_OK)
        rc = cr_ruin_make(&w->round, q->rounds, q->ruin, q->bankroll, &w->ruin, err);
    return rc;
}

int risk_answer(const struct risk_question *q, struct desk_document *out, struct cr_err *err)
{
    struct risk_work w = {0};
    int rc = calculate(q, &w, err);
    if (rc == CR_OK) {
        const struct risk_report report = {.rules = q->rules,
                                           .play = q->play,
                                           .stakes = &q->stakes,
                                           .round = &w.round,
                                           .session = &w.session,
                                           .ruin = &w.ruin,
                                           .wanted = q->ruin,
                                           .given = q->bankroll};
        *out = risk_document(&report, q->for_print);
    }
    cr_distribution_free(&w.round);
    cr_endings_free(&w.endings);
    return rc;
}
