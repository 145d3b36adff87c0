/* The commands of plain mode; see commands.h. */
#include "app/play/commands.h"

#include "app/play/page.h"
#include "base/err.h"
#include "game/games/game.h"
#include "game/round/actions.h"
#include "sim/bets.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define WORDS_MAX 4
#define WORD_MAX  24

/* A line split into words in lower case. A word that is too long is cut, and then matches no
 * command. */
struct words {
    size_t count;
    char list[WORDS_MAX][WORD_MAX];
};

static void split(const char *line, struct words *words)
{
    words->count = 0;
    for (;;) {
        line += strspn(line, " \t");
        size_t len = strcspn(line, " \t");
        if (len == 0 || words->count == WORDS_MAX)
            return;
        char *word = words->list[words->count++];
        snprintf(word, WORD_MAX, "%.*s", (int)(len < WORD_MAX ? len : WORD_MAX), line);
        for (char *c = word; *c != '\0'; c++)
            *c = (char)tolower((unsigned char)*c);
        line += len;
    }
}

static bool is(const struct words *words, size_t i, const char *text)
{
    return i < words->count && strcmp(words->list[i], text) == 0;
}

/* ---- Wagers ---- */

/* Reads an amount: "10", "off" or "on". "on" is the bet of the progressive, or else an amount equal
 * to the Ante. */
static int read_amount(const struct session *s, unsigned seat, unsigned slot, const char *text,
                       struct cr_money *out, struct cr_err *err)
{
    const struct cr_game *game = s->setup.rules->game;
    if (strcmp(text, "off") == 0) {
        *out = cr_money_from_micro(0);
        return CR_OK;
    }
    if (strcmp(text, "on") != 0)
        return cr_money_parse(text, strlen(text), CR_MONEY_CENTS, out, err);
    *out = s->bets[seat - 1][game->ante];
    if (game->slots[slot].is_progressive && s->setup.progressive)
        *out = s->setup.progressive->bet;
    if (out->micro == 0)
        *out = bets_limits(s->setup.rules, slot, session_chip(s)).min;
    return CR_OK;
}

/* Carries out a wager like "trips 5" from word i on, at one seat or, with 0, at all seats of the
 * player. On a fault, no seat is changed. */
static enum command_result obey_wager(struct session *s, const struct words *words, size_t i,
                                      unsigned seat, struct cr_err *err)
{
    const struct cr_game *game = s->setup.rules->game;
    char name[WORD_MAX];
    snprintf(name, sizeof name, "%s", words->list[i]);
    for (char *c = name; *c != '\0'; c++)
        if (*c == '-')
            *c = '_';
    unsigned slot = cr_slot_find(game, name, strlen(name));
    if (slot >= game->slot_count || i + 2 != words->count) {
        const char *ante = game->slots[game->ante].name;
        err_set(err, CR_E_INPUT, "write a wager as \"%s 10\" or \"%s off\"", ante, ante);
        return COMMAND_REFUSED;
    }
    struct session after = *s;
    for (unsigned at = 1; at <= CR_SEATS; at++) {
        struct cr_money amount;
        if (seat > 0 ? at != seat : !(s->setup.own & 1u << at))
            continue;
        if (read_amount(s, at, slot, words->list[i + 1], &amount, err) != CR_OK ||
            session_wager(&after, at, slot, amount, err) != CR_OK)
            return COMMAND_REFUSED;
    }
    *s = after;
    return COMMAND_DONE;
}

static enum command_result obey_betting(struct session *s, const struct words *words,
                                        struct cr_err *err)
{
    if (words->count == 0 || (words->count == 1 && is(words, 0, "deal")))
        return session_deal(s, err) == CR_OK ? COMMAND_DONE : COMMAND_REFUSED;
    if (!is(words, 0, "seat"))
        return obey_wager(s, words, 0, 0, err);
    unsigned seat = words->count > 1 && strlen(words->list[1]) == 1
                        ? (unsigned)(unsigned char)words->list[1][0] - '0'
                        : 0;
    if (words->count == 4 && seat >= 1 && seat <= CR_SEATS)
        return obey_wager(s, words, 2, seat, err);
    err_set(err, CR_E_INPUT, "write a wager of one seat as \"seat 2 ante 10\"");
    return COMMAND_REFUSED;
}

/* ---- Decisions ---- */

/* Finds the offered action that costs the amount of "bet 10". */
static cr_action find_cost(const struct session *s, const char *text)
{
    struct cr_money amount;
    struct cr_err err;
    cr_action actions[CR_LEGAL_MAX];
    size_t n = session_actions(s, actions);
    if (cr_money_parse(text, strlen(text), CR_MONEY_CENTS, &amount, &err) != CR_OK)
        return CR_NO_ACTION;
    for (size_t i = 0; i < n; i++)
        if (amount.micro > 0 && session_cost(s, actions[i]).micro == amount.micro)
            return actions[i];
    return CR_NO_ACTION;
}

static enum command_result obey_asking(struct session *s, const struct words *words,
                                       struct cr_err *err)
{
    const struct cr_seat *seat = &s->round.play.seats[s->round.turn - 1];
    cr_action action = CR_NO_ACTION;
    if (words->count == 1)
        action = action_find(s->setup.rules, seat->actions, seat->action_count, words->list[0],
                             strlen(words->list[0]));
    else if (words->count == 2 && is(words, 0, "bet"))
        action = find_cost(s, words->list[1]);
    if (action == CR_NO_ACTION) {
        err_set(err, CR_E_INPUT, "seat %u cannot do that now", s->round.turn);
        return COMMAND_REFUSED;
    }
    return session_act(s, action, err) == CR_OK ? COMMAND_DONE : COMMAND_REFUSED;
}

enum command_result command_obey(struct session *s, const char *line, struct cr_err *err)
{
    struct words words;
    split(line, &words);
    if (words.count == 1 && (is(&words, 0, "rules") || is(&words, 0, "help")))
        return COMMAND_RULES;
    if (words.count == 1 && (is(&words, 0, "quit") || is(&words, 0, "exit"))) {
        session_leave(s);
        return COMMAND_DONE;
    }
    if (words.count == 1 && is(&words, 0, "?")) {
        if (session_state(s) == SESSION_ASKING)
            return COMMAND_VALUES;
        err_set(err, CR_E_STATE, "actions have values when a seat of yours decides");
        return COMMAND_REFUSED;
    }
    if (session_state(s) == SESSION_BETTING)
        return obey_betting(s, &words, err);
    if (session_state(s) == SESSION_ASKING)
        return obey_asking(s, &words, err);
    err_set(err, CR_E_STATE, "nothing is asked now");
    return COMMAND_REFUSED;
}

/* ---- The possible commands ---- */

static void list_betting(const struct session *s, struct text *out)
{
    const struct cr_rules *rules = s->setup.rules;
    struct cr_err err;
    char amount[PAGE_MONEY_MAX];
    if (session_can_deal(s, &err) == CR_OK)
        text_add_format(out, "deal %s, ", page_money(session_at_stake(s), amount));
    for (unsigned slot = 0; slot < rules->game->slot_count; slot++) {
        const char *name = rules->game->slots[slot].name;
        if (!bets_is_free(rules, s->setup.progressive, slot))
            continue;
        if (rules->game->slots[slot].is_progressive)
            text_add_format(out, "%s on or off, ", name);
        else
            text_add_format(out, "%s AMOUNT, ", name);
    }
}

void command_list(const struct session *s, bool has_values, struct text *out)
{
    cr_action actions[CR_LEGAL_MAX];
    size_t n = session_actions(s, actions);
    if (session_state(s) == SESSION_BETTING)
        list_betting(s, out);
    for (size_t i = 0; i < n; i++) {
        char word[CR_ACTION_TEXT_MAX], amount[PAGE_MONEY_MAX];
        cr_action_format(s->setup.rules, s->round.stage, actions[i], word);
        text_add_format(out, "%s", word);
        if (cr_action_multiple(actions[i]) > 0)
            text_add_format(out, " %s", page_money(session_cost(s, actions[i]), amount));
        text_add(out, ", ");
    }
    if (n > 0 && has_values)
        text_add(out, "? (values), ");
    text_add(out, "rules, quit");
}
