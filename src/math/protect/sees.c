/* Reads what is seen from a text such as "dealer:1,flop:2", and checks it against the game. */
#include "base/err.h"
#include "game/games/game.h"
#include "math/protect/engine.h"

#include <string.h>

/* One part of the list, with the rules and the error that its readers need. */
struct part {
    const struct cr_rules *rules;
    const char *text;
    size_t len, name_len;
    struct cr_err *err;
};

static int fault(const struct part *p, const char *what)
{
    return err_set(p->err, CR_E_INPUT, "'%.*s': %s", (int)p->len, p->text, what);
}

static const char *value_of(const struct part *p)
{
    return p->text + p->name_len + 1;
}

static size_t value_len(const struct part *p)
{
    return p->name_len < p->len ? p->len - p->name_len - 1 : 0;
}

/* Reads a whole number from 1 to most after the colon. */
static int read_number(const struct part *p, unsigned most, uint8_t *out)
{
    const char *digits = value_of(p);
    unsigned value = 0;
    bool fits = true;
    for (size_t i = 0; i < value_len(p) && fits; i++) {
        fits = digits[i] >= '0' && digits[i] <= '9' && value <= most;
        value = value * 10 + (unsigned)(digits[i] - '0');
    }
    if (!fits || value < 1 || value > most)
        return err_set(p->err, CR_E_INPUT, "'%.*s': a number from 1 to %u is wanted", (int)p->len,
                       p->text, most);
    *out = (uint8_t)value;
    return CR_OK;
}

/* Whether the board is opened as flop, turn and river; other boards are opened card by card. */
static bool has_flop(const struct cr_game *game)
{
    return game->board_cards == 5;
}

/* ---- The parts ---- */

static int read_dealer(const struct part *p, struct cr_sees *out)
{
    const struct cr_game *game = p->rules->game;
    if (game->dealer_cards == 0)
        return fault(p, "the game has no dealer's hand");
    return read_number(p, (unsigned)(game->dealer_cards - game->dealer_open), &out->dealer);
}

static int read_flop(const struct part *p, struct cr_sees *out)
{
    if (!has_flop(p->rules->game))
        return fault(p, "the game has no flop");
    return read_number(p, 3, &out->flop);
}

static int read_street(const struct part *p, bool *out)
{
    if (!has_flop(p->rules->game))
        return fault(p, "the game has no such card");
    *out = true;
    return CR_OK;
}

static int read_turn(const struct part *p, struct cr_sees *out)
{
    return read_street(p, &out->turn);
}

static int read_river(const struct part *p, struct cr_sees *out)
{
    return read_street(p, &out->river);
}

static int read_board(const struct part *p, struct cr_sees *out)
{
    const struct cr_game *game = p->rules->game;
    uint8_t number = 0;
    if (game->board_cards == 0)
        return fault(p, "the game has no community cards");
    if (has_flop(game))
        return fault(p, "in this game say flop:N, turn, river");
    if (value_len(p) == 3 && memcmp(value_of(p), "all", 3) == 0) {
        out->board = (uint8_t)((1u << game->board_cards) - 1);
        return CR_OK;
    }
    int rc = read_number(p, game->board_cards, &number);
    if (rc == CR_OK)
        out->board |= (uint8_t)(1u << (number - 1));
    return rc;
}

/* How many cards a round with one seat leaves in the deck. */
static unsigned cards_left(const struct cr_game *game)
{
    return (unsigned)(CR_DECK_CARDS - game->hole_cards - game->dealer_cards - game->board_cards);
}

static int read_seats(const struct part *p, struct cr_sees *out)
{
    uint8_t count = 0;
    int rc = read_number(p, CR_SEATS - 1, &count);
    if (rc == CR_OK)
        out->dead = (uint8_t)(out->dead + count * p->rules->game->hole_cards);
    return rc;
}

static int read_dead(const struct part *p, struct cr_sees *out)
{
    uint8_t count = 0;
    int rc = read_number(p, cards_left(p->rules->game), &count);
    if (rc == CR_OK)
        out->dead = (uint8_t)(out->dead + count);
    return rc;
}

/* ---- Marked backs ---- */

#define ALL_MARKS UINT8_MAX /* means all; replaced by a number when the whole list is read */

/* How many cards lie face down before the first decision: the dealer's and the board's. */
static unsigned face_down(const struct cr_game *game)
{
    return (unsigned)(game->dealer_cards - game->dealer_open + game->board_cards);
}

static int read_ranks(const struct part *p, size_t len, uint16_t *out)
{
    static const char ranks[] = "23456789TJQKA", small[] = "23456789tjqka";
    const char *text = value_of(p);
    for (size_t i = 0; i < len; i++) {
        const bool is_ten = text[i] == '1' && i + 1 < len && text[i + 1] == '0';
        const char letter = is_ten ? 'T' : text[i];
        const char *at = letter ? strchr(ranks, letter) : NULL;
        const char *at_small = letter ? strchr(small, letter) : NULL;
        if (!at && !at_small)
            return fault(p, "a group is ranks, as in marked:QKA/first");
        *out |= (uint16_t)(1u << (at ? at - ranks : at_small - small));
        i += is_ten;
    }
    if (*out == 0 || *out == (1u << CR_RANKS) - 1)
        return fault(p, "a group has some of the ranks, and not all of them");
    return CR_OK;
}

static int read_marks(const struct part *p, const char *word, size_t len, uint8_t *out)
{
    static const char *const words[] = {"all", "first", "two",   "three", "four", "five",
                                        "six", "seven", "eight", "nine",  "ten",  "eleven"};
    const unsigned most = face_down(p->rules->game);
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++) {
        const bool is_digit = len == 1 && i > 0 && i < 10 && word[0] == (char)('0' + i);
        const bool is_one = i == 1 && len == 3 && memcmp(word, "one", 3) == 0;
        if (!is_digit && !is_one && (strlen(words[i]) != len || memcmp(words[i], word, len) != 0))
            continue;
        if (i > most)
            return fault(p, "more cards than lie face down");
        *out = i == 0 ? ALL_MARKS : (uint8_t)i;
        return CR_OK;
    }
    return fault(p, "after the stroke: first, two, three … or all");
}

static int read_marked(const struct part *p, struct cr_sees *out)
{
    const char *text = value_of(p);
    const char *stroke = value_len(p) ? memchr(text, '/', value_len(p)) : NULL;
    const size_t len = stroke ? (size_t)(stroke - text) : value_len(p);
    int rc = read_ranks(p, len, &out->marked);
    if (rc != CR_OK)
        return rc;
    if (stroke)
        return read_marks(p, stroke + 1, value_len(p) - len - 1, &out->marked_cards);
    out->marked_cards = ALL_MARKS;
    return CR_OK;
}

/* ---- The list ---- */

static const struct part_kind {
    const char *name;
    bool takes_value, may_repeat;
    int (*read)(const struct part *p, struct cr_sees *out);
} part_kinds[] = {
    {"dealer", true, false, read_dealer}, {"flop", true, false, read_flop},
    {"turn", false, false, read_turn},    {"river", false, false, read_river},
    {"board", true, true, read_board},    {"seats", true, false, read_seats},
    {"dead", true, false, read_dead},     {"marked", true, false, read_marked},
};

static int read_part(struct part *p, unsigned *given, struct cr_sees *out)
{
    const char *colon = p->len ? memchr(p->text, ':', p->len) : NULL;
    p->name_len = colon ? (size_t)(colon - p->text) : p->len;
    for (unsigned i = 0; i < sizeof part_kinds / sizeof part_kinds[0]; i++) {
        const struct part_kind *kind = &part_kinds[i];
        if (strlen(kind->name) != p->name_len || memcmp(kind->name, p->text, p->name_len) != 0)
            continue;
        if (kind->takes_value != (colon != NULL))
            return fault(p, kind->takes_value ? "it takes a value after a colon"
                                              : "it takes no value");
        if (*given >> i & 1 && !kind->may_repeat)
            return fault(p, "it is there twice");
        *given |= 1u << i;
        return kind->read(p, out);
    }
    return fault(p, "unknown; what can be seen is dealer:N, flop:N, turn, river, board:N, "
                    "board:all, seats:N, dead:N, marked:GROUP/first");
}

/* How many of the cards that lie face down are seen. */
static unsigned cards_seen(const struct cr_sees *sees)
{
    return (unsigned)(sees->dealer + sees->flop + sees->turn + sees->river +
                      __builtin_popcount(sees->board));
}

/* Whether the game has these cards. The text form cannot express any others, but a caller in C
 * can. */
static bool are_of_game(const struct cr_game *game, const struct cr_sees *sees)
{
    const bool streets = sees->flop || sees->turn || sees->river;
    const bool some_ranks = sees->marked > 0 && sees->marked < (1u << CR_RANKS) - 1;
    return sees->dealer + game->dealer_open <= game->dealer_cards && sees->flop <= 3 &&
           (has_flop(game) ? sees->board == 0 : !streets && !(sees->board >> game->board_cards)) &&
           (some_ranks ? sees->marked_cards > 0 : !sees->marked && sees->marked_cards == 0);
}

int sees_check(const struct cr_rules *rules, const struct cr_sees *sees, struct cr_err *err)
{
    const unsigned left = cards_left(rules->game), seen = cards_seen(sees);
    if (!are_of_game(rules->game, sees))
        return err_set(err, CR_E_INPUT, "%s: the game has no such cards to be seen",
                       rules->game->title);
    if (seen + sees->dead + sees->marked_cards == 0)
        return err_set(err, CR_E_INPUT, "nothing is seen");
    if (sees->dead > left)
        return err_set(err, CR_E_INPUT,
                       "%u cards of other seats and dead cards are more than the %u that "
                       "a round leaves in the deck",
                       sees->dead, left);
    if (sees->marked && sees->marked_cards + seen > face_down(rules->game))
        return err_set(err, CR_E_INPUT,
                       "marked: of the %u cards that lie face down %u are seen already; "
                       "so many backs cannot be read",
                       face_down(rules->game), seen);
    return CR_OK;
}

int cr_sees_parse(const struct cr_rules *rules, const char *text, struct cr_sees *out,
                  struct cr_err *err)
{
    struct cr_sees sees = {0};
    unsigned given = 0;
    for (const char *at = text;; at++) {
        struct part part = {.rules = rules, .text = at, .len = strcspn(at, ","), .err = err};
        int rc = part.len == 0 ? fault(&part, "a part of the list is empty")
                               : read_part(&part, &given, &sees);
        if (rc != CR_OK)
            return rc;
        at += part.len;
        if (*at == '\0')
            break;
    }
    if (sees.marked_cards == ALL_MARKS && cards_seen(&sees) < face_down(rules->game))
        sees.marked_cards = (uint8_t)(face_down(rules->game) - cards_seen(&sees));
    int rc = sees_check(rules, &sees, err);
    if (rc == CR_OK)
        *out = sees;
    return rc;
}
