/* The view: what the screen shows of a session and where, as far as the session itself does not
 * know. Drawing is a pure function from a view to a grid. */
#pragma once

#include "app/play/page.h"
#include "app/play/play_session.h"
#include "app/play/screen.h"

/* An entry of the key line: something that can be done now. */
struct view_key {
    int code;       /* the key as the terminal reports it */
    char name[8];   /* "Enter", "4"; "": the key works, but is not shown */
    char text[40];  /* "4x 20.00" */
    uint8_t what;   /* enum view_command */
    uint8_t detail; /* an action, or a slot */
};

enum view_command {
    VIEW_DEAL,
    VIEW_LESS,
    VIEW_MORE,
    VIEW_TOGGLE, /* detail: slot */
    VIEW_SLOT_UP,
    VIEW_SLOT_DOWN,
    VIEW_SEAT,
    VIEW_ACT, /* detail: action */
    VIEW_VALUES,
    VIEW_NEXT,
    VIEW_PAGE,
    VIEW_RULES,
    VIEW_BACK,
    VIEW_QUIT,
    VIEW_YES,
    VIEW_NO
};

#define VIEW_KEYS_MAX 32

struct view_keys {
    size_t count;
    struct view_key list[VIEW_KEYS_MAX];
};

struct view {
    const struct session *session;
    struct cr_meters meters; /* the amounts that the sign shows */
    unsigned seat;           /* the player's seat in focus */
    unsigned slot;           /* the wager in focus while betting */
    bool is_fault;           /* the message is a refusal */
    char message[CR_ERR_TEXT_MAX];
    bool has_values; /* the values of actions can be asked for */
    struct view_keys keys;
    bool over_table;  /* a page (the rules) hides the table */
    size_t page_from; /* the first line of the page on the screen */
    struct page page; /* settlement or rules; without lines: none */
};

/* The width of a page, in cells. */
#define VIEW_PAGE_COLS (SCREEN_COLS - 3)

/* The first row of each part of the screen. */
struct view_layout {
    unsigned dealer, seats, panel, page, message, keys, status;
};

/* How many lines of a page the screen shows at once. */
unsigned view_page_rows(const struct view *view, unsigned rows);

/* Draws everything. */
void view_draw(const struct view *view, struct screen *out);

/* felt.c: draws title, sign, dealer, board and seats. side_panel.c draws what is below. */
void felt_draw(const struct view *view, const struct view_layout *at, struct screen *out);

/* A card of 5 by 3 cells. */
#define CARD_COLS 5
#define CARD_ROWS 3
enum card_face { CARD_NONE, CARD_DOWN, CARD_UP };
void card_draw(struct screen *out, unsigned row, unsigned col, cr_card card, enum card_face face);

/* Draws a hand in one row, in the middle of `width` cells. */
void card_draw_line(struct screen *out, unsigned row, unsigned col, unsigned width,
                    const cr_card *cards, unsigned count, enum card_face face);

/* ---- say.c ---- */

/* Writes the view's message for the state of its session. When cards cannot be dealt, it says why,
 * and view->is_fault is set. */
void say(struct view *view);

/* ---- keys.c: the keys for everything that is legal and affordable now ---- */

/* Set the keys of the betting phase, of a decision, of a settled round, of a page over the table,
 * and of the question whether to leave. rows: of the screen, to tell whether a page goes on. */
void keys_betting(struct view *view);
void keys_asking(struct view *view);
void keys_settled(struct view *view, unsigned rows);
void keys_page(struct view *view, unsigned rows);
void keys_confirm(struct view *view);

/* The entry of a key; NULL when the key does nothing now. */
const struct view_key *keys_find(const struct view_keys *keys, int code);

/* The amount that pressing a slot's key places there: 0 when something lies there already. False
 * when that is not allowed. */
bool keys_toggle(const struct session *s, unsigned seat, unsigned slot, struct cr_money *amount);
