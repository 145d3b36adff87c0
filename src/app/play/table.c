/* The table on the screen: the loop that draws, waits for a key, and steps the session. */
#include "app/play/modes.h"
#include "app/play/play_pages.h"
#include "app/play/view.h"
#include "game/games/game.h"
#include "os/terminal.h"
#include "sim/bets.h"

#include <stdio.h>
#include <string.h>

enum { PAUSE_CARD_MS = 90, PAUSE_ACTION_MS = 350, PAUSE_SHOWDOWN_MS = 700, PAUSE_METER_MS = 45 };
enum { METER_FRAMES = 8, ADVICE_MS = 100 };

struct table {
    struct session *session;
    struct advice *advice; /* NULL: none */
    bool color, ascii, fast;
    bool hurry;        /* a key was pressed while cards were dealt: no pauses */
    int pending;       /* key pressed while the meters were counting; KEY_NONE: none */
    bool confirming;   /* asks whether to leave in the middle of a round */
    bool wants_values; /* values were asked for and are not ready yet */
    bool gone;         /* the terminal went away */
    unsigned cols, rows;
    char fault[CR_ERR_TEXT_MAX];  /* why the last key was refused; shown until the next one */
    char values[CR_ERR_TEXT_MAX]; /* what the actions are worth; likewise */
    struct view view;
    struct screen screen;
    char bytes[SCREEN_BYTES_MAX];
};

/* ---- Drawing ---- */

static unsigned screen_rows(const struct table *t)
{
    return t->rows > SCREEN_ROWS_MAX ? SCREEN_ROWS_MAX : t->rows;
}

static bool too_small(const struct table *t)
{
    return t->cols < SCREEN_COLS || t->rows < SCREEN_ROWS_MIN;
}

static void write_too_small(const struct table *t, struct text *out)
{
    char line[128];
    snprintf(line, sizeof line, "The table needs %d columns and %d rows.", SCREEN_COLS,
             SCREEN_ROWS_MIN);
    text_add_format(out, "\033[0m\033[2J\033[1;1H%.*s", (int)t->cols, line);
    snprintf(line, sizeof line, "This window has %u and %u: please enlarge it,", t->cols, t->rows);
    if (t->rows > 1)
        text_add_format(out, "\033[2;1H%.*s", (int)t->cols, line);
    if (t->rows > 2)
        text_add_format(out, "\033[3;1H%.*s", (int)t->cols, "or leave with q and use --plain.");
}

static void draw(struct table *t)
{
    unsigned cols = t->cols, rows = t->rows;
    struct text out = text_in(t->bytes, sizeof t->bytes);
    terminal_size(&t->cols, &t->rows);
    if (cols != t->cols || rows != t->rows)
        text_add(&out, "\033[0m\033[2J");
    if (too_small(t)) {
        write_too_small(t, &out);
    } else {
        screen_init(&t->screen, screen_rows(t), t->color, t->ascii);
        view_draw(&t->view, &t->screen);
        screen_write(&t->screen, t->cols, t->rows, &out);
    }
    t->gone |= !terminal_write(out.data, out.len);
}

/* Shows the values that were asked for, as soon as they are ready. */
static void say_values(struct table *t)
{
    struct decision decision;
    if (t->wants_values) {
        struct text text = text_in(t->values, sizeof t->values);
        session_decision(t->session, &decision);
        t->wants_values = !advice_is_ready(t->advice, &decision);
        if (t->wants_values)
            text_add(&text, "Working it out …");
        else
            advice_say(t->advice, &decision, &text);
    }
    if (t->values[0] != '\0')
        memcpy(t->view.message, t->values, sizeof t->values);
}

/* Updates the message and the keys. */
static void prepare(struct table *t)
{
    struct view *view = &t->view;
    enum session_state state = session_state(t->session);
    view->is_fault = false;
    view->keys.count = 0;
    if (state == SESSION_ASKING)
        view->seat = t->session->round.turn;
    say(view);
    if (view->over_table) {
        keys_page(view, screen_rows(t));
        snprintf(view->message, sizeof view->message, "The rules in force at this table.");
    } else if (t->confirming) {
        keys_confirm(view);
        snprintf(view->message, sizeof view->message,
                 "Leave now? The round is played out for you with the cheapest actions.");
    } else if (state == SESSION_BETTING) {
        keys_betting(view);
    } else if (state == SESSION_ASKING) {
        keys_asking(view);
    } else if (state == SESSION_SETTLED) {
        keys_settled(view, screen_rows(t));
    }
    say_values(t);
    if (t->fault[0] != '\0') {
        view->is_fault = true;
        memcpy(view->message, t->fault, sizeof t->fault);
    }
}

/* ---- Keys ---- */

static void move_slot(struct view *view, int direction)
{
    const struct session_setup *setup = &view->session->setup;
    unsigned count = setup->rules->game->slot_count;
    do {
        view->slot = (view->slot + count + (unsigned)direction) % count;
    } while (!bets_is_free(setup->rules, setup->progressive, view->slot));
}

static void move_seat(struct view *view)
{
    /* The next own seat towards the right of the screen: down to seat 1, and then from seat 7
     * again. */
    do {
        view->seat = view->seat > 1 ? view->seat - 1 : CR_SEATS;
    } while (!(view->session->setup.own & 1u << view->seat));
}

static void wager(struct table *t, unsigned slot, struct cr_money amount)
{
    struct cr_err err;
    t->view.slot = slot;
    if (session_wager(t->session, t->view.seat, slot, amount, &err) != CR_OK)
        memcpy(t->fault, err.text, sizeof t->fault);
}

static void change_wager(struct table *t, const struct view_key *key)
{
    struct session *s = t->session;
    unsigned slot = t->view.slot;
    struct cr_money now = s->bets[t->view.seat - 1][slot];
    if (key->what == VIEW_TOGGLE) {
        slot = key->detail;
        if (!keys_toggle(s, t->view.seat, slot, &now))
            return;
    } else if (key->what == VIEW_MORE) {
        now = bets_raise(s->setup.rules, slot, session_chip(s), now);
    } else {
        now = bets_lower(s->setup.rules, slot, session_chip(s), now);
    }
    wager(t, slot, now);
}

static void show_settlement(struct view *view)
{
    pages_settlement(view->session, VIEW_PAGE_COLS, &view->page);
    view->page_from = 0;
}

static void close_page(struct view *view)
{
    view->over_table = false;
    page_clear(&view->page);
    if (session_state(view->session) == SESSION_SETTLED)
        show_settlement(view);
}

static void next_page(const struct table *t, struct view *view)
{
    view->page_from += view_page_rows(view, screen_rows(t));
    if (view->page_from >= view->page.count)
        view->page_from = 0;
}

static void leave(struct table *t)
{
    enum session_state state = session_state(t->session);
    if (state == SESSION_ASKING)
        t->confirming = true;
    else
        session_leave(t->session);
}

static void act(struct table *t, const struct view_key *key)
{
    struct session *s = t->session;
    struct view *view = &t->view;
    struct cr_err err = {0};
    switch ((enum view_command)key->what) {
    case VIEW_DEAL:
        session_deal(s, &err);
        break;
    case VIEW_LESS:
    case VIEW_MORE:
    case VIEW_TOGGLE:
        change_wager(t, key);
        break;
    case VIEW_SLOT_UP:
    case VIEW_SLOT_DOWN:
        move_slot(view, key->what == VIEW_SLOT_UP ? -1 : 1);
        break;
    case VIEW_SEAT:
        move_seat(view);
        break;
    case VIEW_ACT:
        session_act(s, key->detail, &err);
        break;
    case VIEW_VALUES:
        t->wants_values = true;
        break;
    case VIEW_NEXT:
        page_clear(&view->page);
        session_next(s);
        break;
    case VIEW_PAGE:
        next_page(t, view);
        break;
    case VIEW_RULES:
        view->over_table = true;
        view->page_from = 0;
        pages_rules(s->setup.rules, s->setup.progressive, view->has_values, VIEW_PAGE_COLS,
                    &view->page);
        break;
    case VIEW_BACK:
        close_page(view);
        break;
    case VIEW_QUIT:
        leave(t);
        break;
    case VIEW_YES:
        session_leave(s);
        break;
    case VIEW_NO:
        t->confirming = false;
        break;
    }
    if (err.code != CR_OK)
        memcpy(t->fault, err.text, sizeof t->fault);
}

/* Maps keys that mean the same as another key. */
static int alias(int code)
{
    switch (code) {
    case '+':
        return KEY_RIGHT;
    case '-':
        return KEY_LEFT;
    case KEY_ESCAPE:
        return KEY_ENTER;
    default:
        return code;
    }
}

/* Waits for a key and carries out its command. */
static void answer(struct table *t)
{
    int code = t->pending != KEY_NONE ? t->pending : terminal_key(t->wants_values ? ADVICE_MS : -1);
    t->pending = KEY_NONE;
    if (code == KEY_END) {
        t->gone = true;
        return;
    }
    if (code == KEY_RESIZE || code == KEY_NONE)
        return;
    t->fault[0] = t->values[0] = '\0';
    t->wants_values = false;
    if (code == KEY_ESCAPE && !t->view.over_table && !t->confirming)
        return;
    if (code == KEY_ESCAPE && t->confirming)
        code = 'n';
    if (too_small(t)) {
        if (code == 'q')
            session_leave(t->session);
        return;
    }
    const struct view_key *key = keys_find(&t->view.keys, alias(code));
    if (key) {
        const struct view_key copy = *key;
        act(t, &copy);
    }
}

/* ---- Steps without the player ---- */

static void pause_for(struct table *t, int ms)
{
    if (t->fast || t->hurry)
        return;
    int code = terminal_key(ms);
    t->gone |= code == KEY_END;
    t->hurry |= code != KEY_NONE && code != KEY_RESIZE;
}

/* Lets the sign count from the meters before the round to those after it. A key ends that, and is
 * then handled as usual. */
static void roll_meters(struct table *t)
{
    const struct session *s = t->session;
    struct view *view = &t->view;
    const struct cr_meters from = view->meters;
    unsigned count = s->setup.progressive ? s->setup.progressive->meter_count : 0;
    for (int frame = 1; frame < METER_FRAMES && count > 0 && !t->fast && t->pending == KEY_NONE;
         frame++) {
        for (unsigned i = 0; i < count; i++) {
            int64_t old = from.meters[i].amount.micro;
            int64_t step = (s->meters.meters[i].amount.micro - old) / METER_FRAMES;
            view->meters.meters[i].amount.micro = old + step * frame;
        }
        draw(t);
        t->pending = terminal_key(PAUSE_METER_MS);
    }
    view->meters = s->meters;
}

static void go_on(struct table *t)
{
    struct session *s = t->session;
    struct round_effects effects;
    enum round_phase before = s->round.phase;
    pause_for(t, before == ROUND_ACTING     ? PAUSE_ACTION_MS
                 : before == ROUND_SHOWDOWN ? PAUSE_SHOWDOWN_MS
                                            : PAUSE_CARD_MS);
    session_go_on(s, &effects);
    if (session_state(s) != SESSION_SETTLED)
        return;
    show_settlement(&t->view);
    prepare(t);
    roll_meters(t);
}

static void begin(struct table *t)
{
    const struct session *s = t->session;
    t->view.session = s;
    t->view.meters = s->meters;
    t->view.slot = s->setup.rules->game->ante;
    t->view.has_values = t->advice != NULL;
    t->view.seat = CR_SEATS;
    while (!(s->setup.own & 1u << t->view.seat))
        t->view.seat--;
}

int table_run(struct session *s, struct advice *advice, bool color, bool ascii, bool fast,
              struct cr_err *err)
{
    struct table t;
    memset(&t, 0, sizeof t);
    t.session = s;
    t.advice = advice;
    t.color = color;
    t.ascii = ascii;
    t.fast = fast;
    begin(&t);
    int rc = terminal_enter(err);
    if (rc != CR_OK)
        return rc;
    terminal_size(&t.cols, &t.rows);
    while (session_state(s) != SESSION_OVER && !t.gone) {
        prepare(&t);
        draw(&t);
        if (session_state(s) == SESSION_BUSY) {
            go_on(&t);
        } else {
            t.hurry = false;
            answer(&t);
        }
        advice_follow(advice, s);
    }
    session_leave(s);
    terminal_leave();
    return CR_OK;
}
