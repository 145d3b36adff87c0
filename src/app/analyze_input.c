/* Reads cards, boards, bets and ratios of `croupier analyze`; see analyze_input.h. */
#include "app/analyze_input.h"

#include "base/divisor.h"
#include "base/err.h"
#include "game/games/game.h"

#include <stdio.h>
#include <string.h>

/* The suits of the two cards that represent a class. */
enum { SUIT_FIRST = 3, SUIT_OTHER = 2 };

/* Reads a rank. Returns the text behind it; NULL when there is none. */
static const char *read_rank(const char *text, unsigned *out)
{
    char card[CR_CARD_TEXT_MAX + 1];
    cr_card parsed;
    size_t len = text[0] == '1' ? 2 : 1;
    if (text[0] == '\0' || (len == 2 && text[1] != '0'))
        return NULL;
    snprintf(card, sizeof card, "%.*ss", (int)len, text);
    if (cr_card_parse(card, strlen(card), &parsed, NULL) != CR_OK)
        return NULL;
    *out = cr_card_rank(parsed);
    return text + len;
}

/* Reads "AJo", "AJs" or "77"; false when the text has another form. */
static bool read_class(const char *text, cr_card out[2])
{
    unsigned high, low;
    const char *at = read_rank(text, &high);
    at = at ? read_rank(at, &low) : NULL;
    if (!at)
        return false;
    const bool suited = *at == 's' || *at == 'S', unsuited = *at == 'o' || *at == 'O';
    if (high == low ? *at != '\0' : (!suited && !unsuited) || at[1] != '\0')
        return false;
    out[0] = cr_card_make(high, SUIT_FIRST);
    out[1] = cr_card_make(low, suited ? SUIT_FIRST : SUIT_OTHER);
    return true;
}

int input_cards(const char *option, const char *text, unsigned count, cr_card *out,
                struct cr_err *err)
{
    cr_card cards[CR_DECK_CARDS];
    size_t found;
    int rc = cr_cards_parse(text, strlen(text), cards, CR_DECK_CARDS, &found, err);
    if (rc != CR_OK)
        return err_prefix(err, "%s", option);
    if (found != count)
        return err_set(err, CR_E_INPUT, "%s '%.100s': %zu card%s, not %u", option, text, found,
                       found == 1 ? "" : "s", count);
    memcpy(out, cards, count * sizeof *out);
    return CR_OK;
}

int input_hole(const struct cr_rules *rules, const char *text, struct hole_input *out,
               struct cr_err *err)
{
    const unsigned count = cr_game_hole_cards(rules->game);
    *out = (struct hole_input){0};
    if (count == 2 && read_class(text, out->cards)) {
        out->is_class = true;
        return CR_OK;
    }
    int rc = input_cards("--hole", text, count, out->cards, err);
    if (rc == CR_OK || count != 2)
        return rc;
    const struct cr_err why = *err;
    return err_set(err, rc, "%.300s; say two cards ('As Jd') or a class of them (AJo, AJs, 77)",
                   why.text);
}

int input_board(const struct cr_rules *rules, const char *text, cr_card *out, uint8_t *count,
                struct cr_err *err)
{
    cr_card cards[CR_DECK_CARDS];
    size_t found;
    int rc = cr_cards_parse(text, strlen(text), cards, CR_DECK_CARDS, &found, err);
    if (rc != CR_OK)
        return err_prefix(err, "--board");
    if (found > cr_game_board_cards(rules->game))
        return err_set(err, CR_E_INPUT, "--board '%.100s': %zu cards; %s has %u", text, found,
                       rules->name, cr_game_board_cards(rules->game));
    memcpy(out, cards, found * sizeof *out);
    *count = (uint8_t)found;
    return CR_OK;
}

int input_up(const struct cr_rules *rules, const char *text, cr_card *out, uint8_t *count,
             struct cr_err *err)
{
    if (rules->game->dealer_open == 0)
        return err_set(err, CR_E_INPUT, "--up: the dealer of %s shows no card", rules->name);
    *count = rules->game->dealer_open;
    return input_cards("--up", text, *count, out, err);
}

int input_bets(const struct cr_rules *rules, const char *text, cr_action out[CR_STAGES],
               size_t *count, struct cr_err *err)
{
    *count = 0;
    for (const char *at = text; *at;) {
        unsigned bet = 0, digits = 0;
        for (; *at >= '0' && *at <= '9' && digits < 3; at++, digits++)
            bet = bet * 10 + (unsigned)(*at - '0');
        bet *= rules->bet_parts;
        if (rules->bet_parts == 2 && strncmp(at, ".5", 2) == 0) {
            bet++;
            at += 2;
        }
        const bool ends = *at == '\0', goes_on = *at == ',' && at[1] != '\0';
        if (digits == 0 || bet == 0 || bet > CR_MULTIPLES || (!ends && !goes_on))
            return err_set(err, CR_E_INPUT, "--bets takes whole Antes, as 1,3, not '%.100s'", text);
        if (*count == rules->game->stage_count)
            return err_set(err, CR_E_INPUT, "--bets '%.100s': %s has %u decisions", text,
                           rules->name, rules->game->stage_count);
        out[(*count)++] = cr_action_bet(bet);
        at += goes_on;
    }
    return *count > 0 ? CR_OK
                      : err_set(err, CR_E_INPUT, "--bets takes whole Antes, as 1,3, not ''");
}

/* ---- Ratios ---- */

#define RATIO_DIGITS_MAX 6

/* Reads one to six digits; false otherwise. */
static bool read_digits(const char **at, int32_t *value, unsigned *digits)
{
    for (*digits = 0; **at >= '0' && **at <= '9'; (*at)++, (*digits)++) {
        if (*digits == RATIO_DIGITS_MAX)
            return false;
        *value = *value * 10 + (**at - '0');
    }
    return *digits > 0;
}

bool input_ratio(const char *text, struct cr_ratio *out)
{
    struct cr_ratio ratio = {0, 1};
    unsigned digits;
    if (!read_digits(&text, &ratio.num, &digits))
        return false;
    if (*text == '/' || *text == ':') {
        text++;
        ratio.den = 0;
        if (!read_digits(&text, &ratio.den, &digits))
            return false;
    } else if (*text == '.') {
        unsigned decimals;
        text++;
        if (ratio.num > 999 || !read_digits(&text, &ratio.num, &decimals))
            return false;
        while (decimals-- > 0)
            ratio.den *= 10;
    }
    if (*text != '\0' || ratio.den == 0)
        return false;
    const int32_t divisor = (int32_t)common_divisor((uint64_t)ratio.den, (uint64_t)ratio.num);
    *out = (struct cr_ratio){ratio.num / divisor, ratio.den / divisor};
    return true;
}
