/* Plain mode: the table line by line, for scripts, for screen readers, and for terminals that
 * cannot draw. */
#include "app/play/commands.h"
#include "app/play/glyphs.h"
#include "app/play/modes.h"
#include "app/play/play_pages.h"
#include "base/utf8.h"
#include "game/document/explain.h"
#include "game/games/game.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

struct plain {
    struct session *session;
    struct advice *advice; /* NULL: none */
    bool ascii, echo;
    uint8_t open_told; /* how many board cards have been printed */
    FILE *in, *out;
    struct page page;
};

static void plain_line(FILE *out, bool ascii, const char *text)
{
    for (uint32_t code; (code = glyph_next(&text)) != 0;) {
        char bytes[4];
        if (ascii)
            code = (uint32_t)(unsigned char)glyph_ascii(code);
        fwrite(bytes, 1, utf8_encode(code, bytes), out);
    }
    fputc('\n', out);
}

void plain_page(FILE *out, bool ascii, const struct page *page)
{
    for (size_t i = 0; i < page->count; i++)
        plain_line(out, ascii, page->lines[i].text);
}

static void tell(const struct plain *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void tell(const struct plain *p, const char *format, ...)
{
    char line[CR_ERR_TEXT_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    plain_line(p->out, p->ascii, line);
}

/* ---- The table in words ---- */

static void add_stakes(const struct session *s, unsigned seat, struct text *text)
{
    const struct cr_game *game = s->setup.rules->game;
    const struct cr_seat *at = &s->round.play.seats[seat - 1];
    bool any = false;
    for (unsigned slot = 0; slot < game->slot_count; slot++) {
        char amount[PAGE_MONEY_MAX];
        if (at->wagers[slot].micro == 0)
            continue;
        text_add_format(text, "%s%s %s", any ? ", " : "", game->slots[slot].label,
                        page_money(at->wagers[slot], amount));
        any = true;
    }
    if (!any)
        text_add(text, "no wager");
}

static void tell_meters(const struct plain *p)
{
    const struct session *s = p->session;
    char line[CR_ERR_TEXT_MAX], amount[PAGE_MONEY_MAX];
    if (!s->setup.progressive)
        return;
    struct text text = text_in(line, sizeof line);
    for (unsigned i = 0; i < s->setup.progressive->meter_count; i++)
        text_add_format(&text, "%s%s %s",
                        i > 0 ? ", " : "Meters: ", s->setup.progressive->meters[i].name,
                        page_money(s->meters.meters[i].amount, amount));
    tell(p, "%s.", line);
}

static void tell_wagers(const struct plain *p)
{
    const struct session *s = p->session;
    for (unsigned seat = 1; seat <= CR_SEATS; seat++) {
        bool own = (s->setup.own & 1u << seat) != 0;
        char line[CR_ERR_TEXT_MAX];
        if (!own && !s->round.play.seats[seat - 1].taken)
            continue;
        struct text text = text_in(line, sizeof line);
        text_add_format(&text, "%s %u: ", own ? "Your seat" : "Seat", seat);
        add_stakes(s, seat, &text);
        tell(p, "%s.", line);
    }
}

static void tell_round(const struct plain *p)
{
    char amount[PAGE_MONEY_MAX];
    tell(p, "%s", "");
    tell(p, "Round %" PRIu64 ". Bankroll %s.", p->session->number,
         page_money(p->session->bankroll, amount));
    tell_meters(p);
    tell_wagers(p);
}

static void tell_hand(const struct plain *p)
{
    const struct session *s = p->session;
    const struct cr_seat *seat = &s->round.play.seats[s->round.turn - 1];
    char cards[PAGES_CARDS_MAX], board[PAGES_CARDS_MAX], name[CR_HAND_NAME_MAX];
    pages_cards(seat->cards, s->setup.rules->game->hole_cards, cards);
    pages_cards(s->round.play.board, s->round.open, board);
    pages_hand(&s->round, seat->cards, name);
    tell(p, "Your seat %u holds %s%s%s%s%s.", s->round.turn, cards,
         s->round.open > 0 ? " with the board " : "", board, name[0] ? ": " : "", name);
    const cr_card *seen;
    const unsigned count = round_dealer_seen(&s->round, &seen);
    pages_cards(seen, count, cards);
    if (count > 0)
        tell(p, "The dealer shows %s.", cards);
}

static void tell_settlement(struct plain *p)
{
    const struct session *s = p->session;
    char cards[PAGES_CARDS_MAX], board[PAGES_CARDS_MAX], line[CR_ERR_TEXT_MAX];
    struct page_line result;
    struct text text = text_in(line, sizeof line);
    explain_dealer(s->setup.rules, &s->round.settlement, &text);
    const struct cr_game *game = s->setup.rules->game;
    cr_card shown[CR_DEALER_MAX];
    game_show_dealer(game, s->round.play.dealer, game->dealer_cards, shown);
    pages_cards(shown, game->dealer_cards, cards);
    pages_cards(s->round.play.board, s->setup.rules->game->board_cards, board);
    if (cards[0] != '\0')
        tell(p, "Dealer shows %s%s%s. %s.", cards, board[0] != '\0' ? " with the board " : "",
             board, line);
    else if (board[0] != '\0')
        tell(p, "The board is %s.", board);
    pages_settlement(s, 0, &p->page);
    plain_page(p->out, p->ascii, &p->page);
    pages_result(s, &result);
    tell(p, "%s", result.text);
}

/* Prints the board when more of it is open than has been printed. */
static void tell_board(struct plain *p)
{
    const struct round *r = &p->session->round;
    char cards[PAGES_CARDS_MAX];
    if (r->open > p->open_told && r->phase != ROUND_SETTLED) {
        pages_cards(r->play.board, r->open, cards);
        tell(p, "The board is %s.", cards);
    }
    p->open_told = r->open;
}

/* Takes one step that needs no decision of the player, and prints it. */
static void go_on(struct plain *p)
{
    struct session *s = p->session;
    struct round_effects effects;
    unsigned turn = s->round.phase == ROUND_ACTING ? s->round.turn : 0, stage = s->round.stage;
    session_go_on(s, &effects);
    if (turn > 0) {
        char word[CR_ACTION_TEXT_MAX];
        const struct cr_seat *seat = &s->round.play.seats[turn - 1];
        cr_action_format(s->setup.rules, stage, seat->actions[seat->action_count - 1], word);
        tell(p, "Seat %u: %s.", turn, word);
    }
    tell_board(p);
    if (session_state(s) == SESSION_SETTLED)
        tell_settlement(p);
}

/* ---- Commands ---- */

/* Reads a line without its end; false when there is none. A line that is too long is cut, and its
 * rest is skipped. */
static bool read_line(FILE *in, char *line, int size)
{
    if (!fgets(line, size, in))
        return false;
    size_t len = strcspn(line, "\r\n");
    if (line[len] == '\0' && !feof(in))
        for (int c = fgetc(in); c != EOF && c != '\n'; c = fgetc(in))
            continue;
    line[len] = '\0';
    return true;
}

static void tell_values(const struct plain *p)
{
    char line[CR_ERR_TEXT_MAX];
    struct decision decision;
    if (!p->advice) {
        tell(p, "No: values are turned off.");
        return;
    }
    session_decision(p->session, &decision);
    if (!p->echo && !advice_is_ready(p->advice, &decision)) {
        tell(p, "Working it out …");
        fflush(p->out);
    }
    struct text text = text_in(line, sizeof line);
    advice_say(p->advice, &decision, &text);
    tell(p, "%s", line);
}

static void tell_rules(struct plain *p)
{
    const struct session_setup *setup = &p->session->setup;
    pages_rules(setup->rules, setup->progressive, p->advice != NULL, 0, &p->page);
    plain_page(p->out, p->ascii, &p->page);
}

/* Asks for one command and carries it out. */
static void obey(struct plain *p)
{
    struct session *s = p->session;
    struct cr_err err;
    char line[CR_ERR_TEXT_MAX];
    struct text text = text_in(line, sizeof line);
    command_list(s, p->advice != NULL, &text);
    tell(p, "You can: %s.", line);
    fputs("> ", p->out);
    fflush(p->out);
    if (!read_line(p->in, line, sizeof line)) {
        tell(p, "%s", "");
        session_leave(s);
        return;
    }
    if (p->echo)
        tell(p, "%s", line);
    switch (command_obey(s, line, &err)) {
    case COMMAND_DONE:
        if (session_state(s) == SESSION_BETTING)
            tell_wagers(p);
        tell_board(p);
        break;
    case COMMAND_REFUSED:
        tell(p, "No: %s.", err.text);
        break;
    case COMMAND_RULES:
        tell_rules(p);
        break;
    case COMMAND_VALUES:
        tell_values(p);
        break;
    }
}

void plain_run(struct session *s, struct advice *advice, bool ascii, bool echo, FILE *in, FILE *out)
{
    struct plain p = {
        .session = s, .advice = advice, .ascii = ascii, .echo = echo, .in = in, .out = out};
    tell(&p, "%s, %s. Seed %" PRIu64 ".", s->setup.rules->title, s->setup.rules->house,
         s->setup.seed);
    tell_round(&p);
    for (;;) {
        switch (session_state(s)) {
        case SESSION_BUSY:
            go_on(&p);
            break;
        case SESSION_ASKING:
            tell_hand(&p);
            obey(&p);
            break;
        case SESSION_BETTING:
            obey(&p);
            break;
        case SESSION_SETTLED:
            p.open_told = 0;
            session_next(s);
            if (session_state(s) == SESSION_BETTING)
                tell_round(&p);
            break;
        case SESSION_OVER:
            return;
        }
        advice_follow(advice, s);
    }
}
