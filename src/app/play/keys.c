/* Finds out which keys can be used now; see view.h. */
#include "app/play/view.h"

#include "base/check.h"
#include "base/money.h"
#include "game/games/game.h"
#include "os/terminal.h"
#include "sim/bets.h"

#include <ctype.h>
#include <stdio.h>

static struct view_key *add(struct view_keys *keys, int code, const char *name,
                            enum view_command what, const char *text)
{
    CHECK(keys->count < VIEW_KEYS_MAX);
    struct view_key *key = &keys->list[keys->count++];
    *key = (struct view_key){.code = code, .what = (uint8_t)what};
    snprintf(key->name, sizeof key->name, "%s", name);
    snprintf(key->text, sizeof key->text, "%s", text);
    return key;
}

static void add_common(struct view_keys *keys)
{
    add(keys, 'h', "h", VIEW_RULES, "rules");
    add(keys, 'q', "q", VIEW_QUIT, "quit");
}

const struct view_key *keys_find(const struct view_keys *keys, int code)
{
    for (size_t i = 0; i < keys->count; i++)
        if (keys->list[i].code == code)
            return &keys->list[i];
    return NULL;
}

/* ---- Betting ---- */

/* Whether the wager is possible, which is tried on a copy of the session. */
static bool may_wager(const struct session *s, unsigned seat, unsigned slot, struct cr_money amount)
{
    struct session copy = *s;
    struct cr_err err;
    return session_wager(&copy, seat, slot, amount, &err) == CR_OK;
}

bool keys_toggle(const struct session *s, unsigned seat, unsigned slot, struct cr_money *amount)
{
    const struct cr_rules *rules = s->setup.rules;
    const struct cr_money *bets = s->bets[seat - 1];
    struct cr_limits limits = bets_limits(rules, slot, session_chip(s));
    if (bets[slot].micro > 0) {
        *amount = cr_money_from_micro(0);
        return slot != rules->game->ante || rules->alone != 0;
    }
    if (rules->game->slots[slot].is_progressive) {
        *amount = s->setup.progressive->bet;
        return may_wager(s, seat, slot, *amount);
    }
    const struct cr_money wished =
        slot == rules->game->ante ? s->setup.ante : bets[rules->game->ante];
    *amount = money_min(wished, limits.max);
    if (amount->micro < limits.min.micro || !may_wager(s, seat, slot, *amount))
        *amount = limits.min;
    return may_wager(s, seat, slot, *amount);
}

/* Finds a letter of the label that is not used for another key; 0: none. */
static int slot_key(const struct view_keys *keys, const char *label)
{
    for (const char *c = label; *c != '\0'; c++) {
        int code = tolower((unsigned char)*c);
        if (isalpha(code) && code != 'h' && code != 'q' && !keys_find(keys, code))
            return code;
    }
    return 0;
}

static void add_toggle(struct view *view, unsigned slot)
{
    const struct session *s = view->session;
    const char *label = s->setup.rules->game->slots[slot].label;
    struct cr_money amount;
    int code = slot_key(&view->keys, label);
    if (code == 0 || !keys_toggle(s, view->seat, slot, &amount))
        return;
    char text[sizeof view->keys.list[0].text], money[PAGE_MONEY_MAX];
    if (amount.micro == 0)
        snprintf(text, sizeof text, "no %s", label);
    else
        snprintf(text, sizeof text, "%s %s", label, page_money(amount, money));
    char name[2] = {(char)code, '\0'};
    add(&view->keys, code, name, VIEW_TOGGLE, text)->detail = (uint8_t)slot;
}

static void add_amounts(struct view *view)
{
    const struct session *s = view->session;
    const struct cr_rules *rules = s->setup.rules;
    struct cr_money now = s->bets[view->seat - 1][view->slot];
    char money[PAGE_MONEY_MAX];
    if (rules->game->slots[view->slot].is_progressive)
        return;
    struct cr_money less = bets_lower(rules, view->slot, session_chip(s), now);
    struct cr_money more = bets_raise(rules, view->slot, session_chip(s), now);
    if (less.micro > 0 && less.micro < now.micro)
        add(&view->keys, KEY_LEFT, "←", VIEW_LESS, page_money(less, money));
    if (more.micro > now.micro && may_wager(s, view->seat, view->slot, more))
        add(&view->keys, KEY_RIGHT, "→", VIEW_MORE, page_money(more, money));
}

void keys_betting(struct view *view)
{
    const struct session *s = view->session;
    struct view_keys *keys = &view->keys;
    struct cr_err err;
    unsigned free_slots = 0;
    keys->count = 0;
    if (session_can_deal(s, &err) == CR_OK) {
        char text[sizeof keys->list[0].text], money[PAGE_MONEY_MAX];
        snprintf(text, sizeof text, "deal %s", page_money(session_at_stake(s), money));
        add(keys, KEY_ENTER, "Enter", VIEW_DEAL, text);
    }
    add_amounts(view);
    for (unsigned slot = 0; slot < s->setup.rules->game->slot_count; slot++) {
        if (!bets_is_free(s->setup.rules, s->setup.progressive, slot))
            continue;
        free_slots++;
        add_toggle(view, slot);
    }
    if (free_slots > 1) {
        add(keys, KEY_DOWN, "↑↓", VIEW_SLOT_DOWN, "wager");
        add(keys, KEY_UP, "", VIEW_SLOT_UP, "");
    }
    if ((s->setup.own & (s->setup.own - 1)) != 0)
        add(keys, KEY_TAB, "Tab", VIEW_SEAT, "seat");
    add_common(keys);
}

/* ---- Decisions, settled rounds, pages ---- */

/* The key of an action: f for a fold, c for a check. A bet has the first letter of its word when it
 * is the only one, or else its size as a digit. Sizes above ten and those with half Antes have the
 * letters from u on. */
static int action_key(const struct cr_rules *rules, cr_action action, const char *word,
                      bool only_bet, size_t place)
{
    unsigned multiple = cr_action_multiple(action);
    if (multiple == 0 || (only_bet && isalpha((unsigned char)word[0])))
        return word[0];
    if (multiple % rules->bet_parts)
        return (int)('u' + place % CR_LEGAL_MAX);
    multiple /= rules->bet_parts;
    return multiple <= 9    ? (int)('0' + multiple)
           : multiple == 10 ? '0'
                            : (int)('u' + multiple - 11);
}

void keys_asking(struct view *view)
{
    const struct session *s = view->session;
    struct view_keys *keys = &view->keys;
    cr_action actions[CR_LEGAL_MAX];
    size_t n = session_actions(s, actions), bets = 0;
    keys->count = 0;
    for (size_t i = 0; i < n; i++)
        bets += cr_action_multiple(actions[i]) > 0;
    for (size_t i = 0; i < n; i++) {
        char word[CR_ACTION_TEXT_MAX], text[sizeof keys->list[0].text], money[PAGE_MONEY_MAX];
        cr_action_format(s->setup.rules, s->round.stage, actions[i], word);
        int code = action_key(s->setup.rules, actions[i], word, bets == 1, i);
        if (cr_action_multiple(actions[i]) > 0)
            snprintf(text, sizeof text, "%s %s", word,
                     page_money(session_cost(s, actions[i]), money));
        else
            snprintf(text, sizeof text, "%s", word);
        char name[2] = {(char)code, '\0'};
        add(keys, code, name, VIEW_ACT, text)->detail = actions[i];
    }
    if (view->has_values)
        add(keys, '?', "?", VIEW_VALUES, "values");
    add_common(keys);
}

static bool page_goes_on(const struct view *view, unsigned rows)
{
    return view->page.count > view_page_rows(view, rows);
}

void keys_settled(struct view *view, unsigned rows)
{
    view->keys.count = 0;
    add(&view->keys, KEY_ENTER, "Enter", VIEW_NEXT, "next round");
    if (page_goes_on(view, rows))
        add(&view->keys, ' ', "Space", VIEW_PAGE, "more");
    add_common(&view->keys);
}

void keys_page(struct view *view, unsigned rows)
{
    view->keys.count = 0;
    add(&view->keys, KEY_ENTER, "Enter", VIEW_BACK, "back to the table");
    if (page_goes_on(view, rows))
        add(&view->keys, ' ', "Space", VIEW_PAGE, "more");
    add(&view->keys, 'h', "h", VIEW_BACK, "back");
}

void keys_confirm(struct view *view)
{
    view->keys.count = 0;
    add(&view->keys, 'n', "n", VIEW_NO, "stay");
    add(&view->keys, 'y', "y", VIEW_YES, "leave");
}
