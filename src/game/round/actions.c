/* Which actions a seat may take, and what they are called. Works from the game's stages alone. */
#include "game/round/actions.h"

#include "base/check.h"
#include "base/text.h"

#include <string.h>

/* All actions that a decision offers, in ascending order of money. */
static size_t stage_actions(const struct cr_rules *rules, size_t stage, cr_action out[CR_LEGAL_MAX])
{
    size_t n = 0;
    if (rules->game->stages[stage].may_fold)
        out[n++] = CR_FOLD;
    if (rules->game->stages[stage].may_pull)
        out[n++] = CR_PULL;
    if (rules->game->stages[stage].may_check)
        out[n++] = CR_CHECK;
    for (unsigned k = 1; k <= CR_MULTIPLES; k++)
        if (rules->multiples[stage] & 1u << k)
            out[n++] = cr_action_bet(k);
    return n;
}

cr_action action_leading_on(const struct cr_rules *rules, unsigned stage)
{
    CHECK(stage < rules->game->stage_count);
    return rules->game->stages[stage].may_check
               ? CR_CHECK
               : cr_action_bet((unsigned)__builtin_ctz(rules->multiples[stage]));
}

bool action_names_size(const struct cr_rules *rules, unsigned stage)
{
    return rules->game->stages[stage].word == WORD_MULTIPLE ||
           __builtin_popcount(rules->multiples[stage]) > 1;
}

/* Whether that action is a seat's last one, however many stages are left. */
static bool is_last(const struct cr_rules *rules, cr_action action)
{
    return action == CR_FOLD || (rules->game->one_bet && cr_action_multiple(action) > 0);
}

/* Whether a seat that did this has nothing left to decide. */
static bool decisions_over(const struct cr_rules *rules, const cr_action *done, size_t count)
{
    if (count >= rules->game->stage_count)
        return true;
    for (size_t i = 0; i < count; i++)
        if (is_last(rules, done[i]))
            return true;
    return false;
}

size_t cr_legal_actions(const struct cr_rules *rules, const cr_action *done, size_t count,
                        cr_action out[CR_LEGAL_MAX])
{
    return decisions_over(rules, done, count) ? 0 : stage_actions(rules, count, out);
}

size_t actions_at(const struct cr_rules *rules, unsigned stage, cr_action out[CR_LEGAL_MAX])
{
    cr_action done[CR_STAGES];
    for (unsigned i = 0; i < stage; i++)
        done[i] = action_leading_on(rules, i);
    return cr_legal_actions(rules, done, stage, out);
}

/* Whether a decision offers the action, if a seat reaches it. */
static bool stage_offers(const struct cr_rules *rules, size_t number, cr_action action)
{
    const struct game_stage *stage = &rules->game->stages[number];
    if (action == CR_FOLD)
        return stage->may_fold;
    if (action == CR_PULL)
        return stage->may_pull;
    if (action == CR_CHECK)
        return stage->may_check;
    unsigned multiple = cr_action_multiple(action);
    return multiple > 0 && multiple <= CR_MULTIPLES && (rules->multiples[number] & 1u << multiple);
}

bool action_is_legal(const struct cr_rules *rules, const cr_action *done, size_t count,
                     cr_action action)
{
    return !decisions_over(rules, done, count) && stage_offers(rules, count, action);
}

unsigned actions_legal(const struct cr_rules *rules, const struct cr_seat *seat, bool *is_over)
{
    unsigned i = 0;
    for (*is_over = false; i < seat->action_count && i < rules->game->stage_count; i++) {
        if (*is_over || !stage_offers(rules, i, seat->actions[i]))
            return i;
        *is_over = is_last(rules, seat->actions[i]);
    }
    *is_over = *is_over || i == rules->game->stage_count;
    return i;
}

bool action_all_done(const struct cr_rules *rules, const struct cr_seat *seat)
{
    return seat->wagers[rules->game->ante].micro == 0 ||
           decisions_over(rules, seat->actions, seat->action_count);
}

void size_format(const struct cr_rules *rules, unsigned multiple, char out[SIZE_TEXT_MAX])
{
    CHECK(multiple <= CR_MULTIPLES);
    struct text t = text_in(out, SIZE_TEXT_MAX);
    text_add_uint(&t, multiple / rules->bet_parts);
    text_add(&t, multiple % rules->bet_parts ? ".5" : "");
}

/* Does without printf formats because it is hot: the actions of documents are found by their
 * names. */
void cr_action_format(const struct cr_rules *rules, unsigned stage, cr_action action,
                      char out[CR_ACTION_TEXT_MAX])
{
    CHECK(stage < rules->game->stage_count);
    static const char *const bets[] = {[WORD_BET] = "bet", [WORD_PLAY] = "play"};
    struct text t = text_in(out, CR_ACTION_TEXT_MAX);
    if (action == CR_FOLD) {
        text_add(&t, "fold");
    } else if (action == CR_PULL) {
        text_add(&t, "pull");
    } else if (action == CR_CHECK) {
        text_add(&t, rules->game->stages[stage].may_pull ? "ride" : "check");
    } else if (action_names_size(rules, stage)) {
        char size[SIZE_TEXT_MAX];
        size_format(rules, cr_action_multiple(action), size);
        text_add(&t, size);
        text_add_char(&t, 'x');
    } else {
        text_add(&t, bets[rules->game->stages[stage].word]);
    }
}

/* The action of that name among n actions of a decision, or CR_NO_ACTION. */
static cr_action find_word(const struct cr_rules *rules, size_t stage, const cr_action *actions,
                           size_t n, const char *text, size_t len)
{
    for (size_t i = 0; i < n; i++) {
        char word[CR_ACTION_TEXT_MAX];
        cr_action_format(rules, (unsigned)stage, actions[i], word);
        if (strlen(word) == len && memcmp(word, text, len) == 0)
            return actions[i];
    }
    return CR_NO_ACTION;
}

cr_action action_find(const struct cr_rules *rules, const cr_action *done, size_t count,
                      const char *text, size_t len)
{
    cr_action legal[CR_LEGAL_MAX];
    size_t n = cr_legal_actions(rules, done, count, legal);
    return find_word(rules, count, legal, n, text, len);
}

bool action_word_known(const struct cr_rules *rules, const char *text, size_t len)
{
    for (size_t stage = 0; stage < rules->game->stage_count; stage++) {
        cr_action all[CR_LEGAL_MAX];
        size_t n = stage_actions(rules, stage, all);
        if (find_word(rules, stage, all, n, text, len) != CR_NO_ACTION)
            return true;
    }
    return false;
}

void seat_stakes(const struct cr_rules *rules, const struct cr_seat *seat,
                 struct cr_money out[CR_SLOTS])
{
    const struct cr_game *game = rules->game;
    memcpy(out, seat->wagers, sizeof seat->wagers);
    for (unsigned i = 0; i < seat->action_count; i++) {
        struct cr_money *stake = &out[game->stages[i].slot];
        *stake = stake_after(rules, seat, seat->actions[i], *stake);
    }
}

void size_add_all(const struct cr_rules *rules, unsigned stage, struct text *out)
{
    const char *word = ", or bet ";
    char size[SIZE_TEXT_MAX];
    for (unsigned k = 1; k <= CR_MULTIPLES; k++) {
        if (!(rules->multiples[stage] & 1u << k))
            continue;
        size_format(rules, k, size);
        text_add_format(out, "%s%s\u00d7", word, size);
        word = " or ";
    }
}
