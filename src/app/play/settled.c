/* Explains the settled round line by line, as a page; see play_pages.h. */
#include "app/play/glyphs.h"
#include "app/play/play_pages.h"
#include "base/money.h"
#include "game/document/explain.h"
#include "game/games/game.h"
#include "sim/hand.h"

#include <stdio.h>
#include <string.h>

void pages_cards(const cr_card *cards, unsigned count, char out[PAGES_CARDS_MAX])
{
    struct text text = text_in(out, PAGES_CARDS_MAX);
    for (unsigned i = 0; i < count && cards[i] < CR_DECK_CARDS; i++) {
        char card[GLYPH_CARD_MAX];
        glyph_card(cards[i], card);
        text_add_format(&text, "%s%s", i > 0 ? " " : "", card);
    }
}

/* Names two hole cards before the board is opened: "Queen and nine, suited", "a pair of sixes". */
static void name_hole(cr_card a, cr_card b, char out[CR_HAND_NAME_MAX])
{
    static const char *const ranks[CR_RANKS] = {"two",   "three", "four", "five", "six",
                                                "seven", "eight", "nine", "ten",  "Jack",
                                                "Queen", "King",  "Ace"};
    unsigned high = cr_card_rank(a), low = cr_card_rank(b);
    if (high < low) {
        high = cr_card_rank(b);
        low = cr_card_rank(a);
    }
    if (high == low)
        snprintf(out, CR_HAND_NAME_MAX, "a pair of %s%s", ranks[high],
                 strcmp(ranks[high], "six") == 0 ? "es" : "s");
    else
        snprintf(out, CR_HAND_NAME_MAX, "%s and %s, %s", ranks[high], ranks[low],
                 cr_card_suit(a) == cr_card_suit(b) ? "suited" : "unsuited");
}

void pages_hand(const struct round *r, const cr_card *cards, char out[CR_HAND_NAME_MAX])
{
    hand_name(r, cards, out);
    if (out[0] == '\0' && r->open == 0 && r->rules->game->hole_cards == 2 &&
        cards[0] < CR_DECK_CARDS && cards[1] < CR_DECK_CARDS)
        name_hole(cards[0], cards[1], out);
}

/* By how much the wager of a line changes the bankroll. */
static struct cr_money line_net(const struct cr_game *game, const struct explain_line *line)
{
    bool gone = line->result == CR_RESULT_LOSE ||
                (line->slot < CR_SLOTS && game->slots[line->slot].is_progressive);
    return gone ? money_sub(line->pays, line->stake) : line->pays;
}

static enum tone tone_of(struct cr_money net)
{
    return net.micro > 0 ? TONE_GOOD : net.micro < 0 ? TONE_BAD : TONE_TEXT;
}

static void add_sentence(const struct cr_game *game, const struct explain_line *line,
                         struct page *page)
{
    char stake[PAGE_MONEY_MAX], net[PAGE_MONEY_MAX];
    const bool is_named = line->paragraph[0] != '\0';
    page_add(page, tone_of(line_net(game, line)), "  %s %s %s, %s: %s%s%s%s", line->wager,
             page_money(line->stake, stake), line->verdict,
             page_money_signed(line_net(game, line), net), line->why, is_named ? " (" : "",
             line->paragraph, is_named ? ")" : "");
}

/* Widths of the columns before the reasons, over all the player's seats. */
struct columns {
    int wager, stake, verdict, net, paragraph;
};

static void widen(int *column, const char *text)
{
    int width = (int)strlen(text);
    if (*column < width)
        *column = width;
}

static struct columns measure(const struct session *s)
{
    const struct cr_game *game = s->setup.rules->game;
    struct columns columns = {0};
    for (unsigned seat = 1; seat <= CR_SEATS; seat++) {
        struct explain_line lines[EXPLAIN_LINES_MAX];
        size_t n = 0;
        if (s->setup.own & 1u << seat)
            n = explain_seat(s->setup.rules, s->setup.progressive, &s->round.settlement, seat,
                             lines);
        for (size_t i = 0; i < n; i++) {
            char amount[PAGE_MONEY_MAX];
            widen(&columns.wager, lines[i].wager);
            widen(&columns.stake, page_money(lines[i].stake, amount));
            widen(&columns.verdict, lines[i].verdict);
            widen(&columns.net, page_money_signed(line_net(game, &lines[i]), amount));
            widen(&columns.paragraph, lines[i].paragraph);
        }
    }
    return columns;
}

static void add_row(const struct cr_game *game, const struct explain_line *line,
                    struct columns columns, size_t width, struct page *page)
{
    char stake[PAGE_MONEY_MAX], net[PAGE_MONEY_MAX], text[PAGE_TEXT_MAX];
    int indent = snprintf(text, sizeof text, "%-*s %*s %-*s %*s %-*s%s", columns.wager, line->wager,
                          columns.stake, page_money(line->stake, stake), columns.verdict,
                          line->verdict, columns.net, page_money_signed(line_net(game, line), net),
                          columns.paragraph, line->paragraph, columns.paragraph > 0 ? " " : "");
    /* Left out at the end of the reason, because the verdict already says that the stake comes
     * back. */
    static const char again[] = ": returned";
    size_t why = strlen(line->why), tail = sizeof again - 1;
    if (why > tail && strcmp(line->why + why - tail, again) == 0)
        why -= tail;
    snprintf(text + indent, sizeof text - (size_t)indent, "%.*s", (int)why, line->why);
    page_add_wrapped(page, tone_of(line_net(game, line)), width, (size_t)indent, text);
}

/* Shortens a text to so many cells, with "..." at the end. */
static void cut(char *text, size_t cells)
{
    const char *at = text;
    if (glyph_count(text) <= cells)
        return;
    for (size_t i = 0; i + 3 < cells; i++)
        glyph_next(&at);
    memcpy(text + (at - text), "...", 4);
}

/* Adds "Seat 4 A♠ K♦ two pair, Aces and Kings", with the seat's result at the end of the line. */
static void add_seat_line(const struct session *s, unsigned seat, enum tone tone, size_t width,
                          struct page *page)
{
    static const char *const outcomes[] = {
        [CR_OUTCOME_NONE] = "",       [CR_OUTCOME_WIN] = ", wins",    [CR_OUTCOME_LOSE] = ", loses",
        [CR_OUTCOME_PUSH] = ", ties", [CR_OUTCOME_FOLD] = ", folded",
    };
    const struct cr_game *game = s->setup.rules->game;
    const struct cr_seat_result *result = &s->round.settlement.seats[seat - 1];
    char cards[PAGES_CARDS_MAX], name[CR_HAND_NAME_MAX], net[PAGE_MONEY_MAX], text[PAGE_TEXT_MAX];
    pages_cards(s->round.play.seats[seat - 1].cards, game->hole_cards, cards);
    explain_hand(s->setup.rules, &s->round.settlement, seat, name);
    snprintf(text, sizeof text, "%s %u  %s  %s%s", s->setup.own & 1u << seat ? "Your seat" : "Seat",
             seat, cards, name, outcomes[result->outcome]);
    page_money_signed(result->net, net);
    if (width == 0) {
        page_add(page, tone, "%s: %s", text, net);
        return;
    }
    cut(text, width - strlen(net) - 1);
    size_t used = glyph_count(text) + strlen(net);
    page_add(page, tone, "%s%*s%s", text, (int)(width - used), "", net);
}

static void add_own_seat(const struct session *s, unsigned seat, size_t width, struct page *page)
{
    const struct cr_game *game = s->setup.rules->game;
    struct explain_line lines[EXPLAIN_LINES_MAX];
    size_t n =
        explain_seat(s->setup.rules, s->setup.progressive, &s->round.settlement, seat, lines);
    struct columns columns = measure(s);
    add_seat_line(s, seat, TONE_HEAD, width, page);
    for (size_t i = 0; i < n; i++) {
        if (width == 0)
            add_sentence(game, &lines[i], page);
        else
            add_row(game, &lines[i], columns, width, page);
    }
}

void pages_settlement(const struct session *s, size_t width, struct page *page)
{
    page_clear(page);
    for (unsigned seat = CR_SEATS; seat >= 1; seat--)
        if (s->round.settlement.seats[seat - 1].taken && (s->setup.own & 1u << seat))
            add_own_seat(s, seat, width, page);
    for (unsigned seat = CR_SEATS; seat >= 1; seat--)
        if (s->round.settlement.seats[seat - 1].taken && !(s->setup.own & 1u << seat))
            add_seat_line(s, seat, TONE_DIM, width, page);
}

void pages_result(const struct session *s, struct page_line *line)
{
    char amount[PAGE_MONEY_MAX];
    struct cr_money net = stats_net(&s->round.settlement, s->setup.own);
    line->tone = (uint8_t)tone_of(net);
    if (net.micro == 0)
        snprintf(line->text, sizeof line->text, "You come out even.");
    else
        snprintf(line->text, sizeof line->text, "You %s %s.", net.micro > 0 ? "win" : "lose",
                 page_money(cr_money_from_micro(net.micro < 0 ? -net.micro : net.micro), amount));
}
