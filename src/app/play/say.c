/* Writes the message line, which says what to do next; see view.h. */
#include "app/play/view.h"

#include "app/play/play_pages.h"
#include "game/games/game.h"

#include <stdio.h>
#include <string.h>

static void say_asking(struct view *view)
{
    const struct session *s = view->session;
    const struct cr_game *game = s->setup.rules->game;
    cr_action all[CR_LEGAL_MAX], paid[CR_LEGAL_MAX];
    const struct cr_seat *seat = &s->round.play.seats[s->round.turn - 1];
    size_t legal = cr_legal_actions(s->setup.rules, seat->actions, seat->action_count, all);
    struct text text = text_in(view->message, sizeof view->message);
    text_add_format(&text, "Seat %u, your decision", s->round.turn);
    if (game->board_cards > 0 && s->round.open == 0)
        text_add(&text, " before the board is opened");
    else if (game->board_cards > 0)
        text_add_format(&text, " with %u of %u board cards open", s->round.open, game->board_cards);
    text_add(&text,
             session_actions(s, paid) < legal ? "; the bankroll covers no more than this." : ".");
}

static void say_busy(struct view *view)
{
    const struct round *r = &view->session->round;
    if (r->phase == ROUND_ACTING)
        snprintf(view->message, sizeof view->message, "Seat %u decides …", r->turn);
    else
        snprintf(view->message, sizeof view->message, "%s",
                 r->phase == ROUND_DEALING ? "The cards are dealt …" : "The dealer shows …");
}

void say(struct view *view)
{
    struct cr_err err;
    struct page_line line;
    switch (session_state(view->session)) {
    case SESSION_BETTING:
        view->is_fault = session_can_deal(view->session, &err) != CR_OK;
        snprintf(view->message, sizeof view->message, "%s",
                 view->is_fault ? err.text : "Place your wagers, then deal.");
        break;
    case SESSION_ASKING:
        say_asking(view);
        break;
    case SESSION_BUSY:
        say_busy(view);
        break;
    case SESSION_SETTLED:
    case SESSION_OVER:
        pages_result(view->session, &line);
        memcpy(view->message, line.text, sizeof line.text);
        break;
    }
}
