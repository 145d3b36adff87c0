/* The dealer console as a screen shows it: lights, the next thing to do, and names. */
#include "base/check.h"
#include "table/console_internal.h"

#include <string.h>

/* ---- Names ---- */

const char *console_mode_name(enum console_mode mode)
{
    static const char *const names[CONSOLE_MODES] = {[CONSOLE_CLOSED] = "closed",
                                                     [CONSOLE_BETTING] = "betting",
                                                     [CONSOLE_LOCKING] = "locking",
                                                     [CONSOLE_COIN_IN] = "coin in"};
    CHECK(mode < CONSOLE_MODES);
    return names[mode];
}

static const struct {
    const char *name, *word;
} reasons[CONSOLE_REASONS] = {
    [CONSOLE_OPEN] = {"open", ""},
    [CONSOLE_STARTING] = {"starting", "starting"},
    [CONSOLE_LINK_DOWN] = {"link down", "link-down"},
    [CONSOLE_LEASE_OVER] = {"no answer from the manager", "lease-over"},
    [CONSOLE_NOT_CONFIGURED] = {"not configured", "not-configured"},
    [CONSOLE_STORAGE] = {"storage failed", "storage-failed"},
    [CONSOLE_BY_MANAGER] = {"closed at the manager", "closed-at-manager"},
    [CONSOLE_NEW_RULES] = {"taking new rules", "new-rules"},
    [CONSOLE_CATCHING_UP] = {"catching up", "catching-up"},
};

const char *console_reason_name(enum console_reason reason)
{
    CHECK(reason < CONSOLE_REASONS);
    return reasons[reason].name;
}

const char *console_reason_word(enum console_reason reason)
{
    CHECK(reason < CONSOLE_REASONS);
    return reasons[reason].word;
}

const char *console_request_name(enum console_request request)
{
    static const char *const names[CONSOLE_REQUESTS] = {
        [CONSOLE_ASKED_NOTHING] = "nothing",
        [CONSOLE_ASKED_COIN_IN] = "coin in",
        [CONSOLE_ASKED_CLAIM] = "claim",
        [CONSOLE_ASKED_CANCEL] = "cancel a claim",
        [CONSOLE_ASKED_PAY] = "pay",
        [CONSOLE_ASKED_GAME_OVER] = "game over",
        [CONSOLE_ASKED_DEAD] = "dead hands",
        [CONSOLE_ASKED_FOLD] = "fold",
        [CONSOLE_ASKED_RETURN] = "return a coin",
    };
    CHECK(request < CONSOLE_REQUESTS);
    return names[request];
}

/* ---- Lines ---- */

/* '#' stands for the seat's number, '$' for the hand. */
static const char *const say_lines[SAY_COUNT] = {
    [SAY_NOTHING] = "",
    [SAY_PLACE_BETS] = "Place your bets",
    [SAY_NO_MORE_BETS] = "No more bets",
    [SAY_WINNER] = "Winner at seat #: $",
    [SAY_CLOSED] = "Progressive closed",
    [SAY_JAM] = "Seat #: a chip is stuck. Clear the jam.",
    [SAY_NOT_COUNTED] = "Seat #: the chip was not counted and is no wager in this round.",
    [SAY_SENSOR_FAILED] =
        "Seat #: the sensor failed; closed to progressive play. Hand the chip back and offer "
        "another seat.",
    [SAY_POSITION_SHUT] =
        "Seat #: the sensor failed; the position is closed and is dealt no cards until a named "
        "person opens it. Hand the chips back and offer another seat.",
    [SAY_SENSOR_OK] =
        "Seat #: the sensor works again. The seat stays closed until a named person opens it.",
    [SAY_GIVE_BACK] = "Hand the progressive wagers back.",
    [SAY_COIN_IN_NO] = "The link did not take the wagers. Hand them back.",
    [SAY_CLAIM_NO] = "Seat #: the link refused the $. Call a supervisor.",
    [SAY_CANCEL_NO] = "Seat #: the link did not cancel the $. Call a supervisor.",
    [SAY_PAY_NO] = "Seat #: the link does not pay the $ yet. See what is missing at the manager.",
    [SAY_GAME_OVER_NO] = "The link refused GAME OVER. Call a supervisor.",
    [SAY_DEAD_NO] = "The link refused dead hands. Call a supervisor.",
    [SAY_FOLD_NO] = "Seat #: the link refused the fold. Call a supervisor.",
    [SAY_RETURN_NO] = "Seat #: the link did not take the coin off. Call a supervisor.",
    [SAY_HELD] =
        "Seat #: the $ is on record and waits for a ruling. Leave the hands as they lie and call a "
        "supervisor.",
    [SAY_PAID] = "Seat #: pay the $.",
    [SAY_DEAD] = "All hands are dead. Every wager goes back.",
    [SAY_PAID_MEANWHILE] = "Seat #: the link had recorded the $ as paid. Call a supervisor.",
};

void console_say_text(enum console_say say, unsigned seat, unsigned award, struct text *out)
{
    CHECK(say < SAY_COUNT && award < CR_CATEGORIES);
    for (const char *at = say_lines[say]; *at != '\0'; at++)
        if (*at == '#')
            text_add_uint(out, seat);
        else if (*at == '$')
            text_add(out, cr_category_name((enum cr_category)award));
        else
            text_add_char(out, *at);
}

/* ---- What to do next ---- */

/* The screen says beside this that the progressive is closed, and why. */
static void advise_closed(const struct console *c, struct text *out)
{
    if (c->ending == CONSOLE_DEAD)
        text_add(out, "All hands are dead: hand every wager back.");
    else if (c->in_round && c->ending == CONSOLE_LIVE && console_has_open_claim(c))
        text_add(out, "A win is on record: leave the hands as they lie; a ruling follows when the "
                      "link is back.");
    else if (c->in_round && c->ending == CONSOLE_LIVE)
        text_add(out, c->failure_voids
                          ? "Play the round out; call the hands dead if one wins the progressive."
                          : "Play the round out; a hand that wins the progressive stays as it "
                            "lies until the link is back.");
    else
        text_add(out, "Play the base game without it.");
}

static void advise_jackpot(const struct console *c, unsigned seat, struct text *out)
{
    const struct console_claim *claim = &c->claims[seat - 1];
    bool high = c->keys[claim->award] == CR_KEY_HIGH;
    text_add_format(out, "Seat %u, %s: ", seat, cr_category_name((enum cr_category)claim->award));
    if (claim->held)
        text_add(out, "a ruling is awaited; leave the hands as they lie and call a supervisor.");
    else if (c->missing[seat - 1][0] != '\0')
        text_add_format(out, "wait for the desk: %s.", c->missing[seat - 1]);
    else if (console_next_paid(c) == seat)
        text_add(out, "hold J-POT to pay it.");
    else
        text_add_format(out, "turn key %s to %s.", high ? "009" : "008", high ? "JPH" : "JPL");
}

unsigned console_paid_with_more(const struct console *c)
{
    for (unsigned seat = CR_SEATS; seat > 0; seat--)
        if (c->claims[seat - 1].state == CONSOLE_PAID && c->missing[seat - 1][0] != '\0')
            return seat;
    return 0;
}

static void advise_paid(const struct console *c, unsigned seat, struct text *out)
{
    text_add_format(out, "Seat %u is paid. %s ", seat, c->missing[seat - 1]);
    if (c->key != CONSOLE_NO_KEY)
        text_add_format(out, "Remove key 00%u. ", c->key);
    text_add(out, "Then GAME OVER.");
}

static void advise_coin_in(const struct console *c, struct text *out)
{
    const unsigned seat = console_next_pending(c), paid = console_paid_with_more(c);
    if (seat != 0)
        advise_jackpot(c, seat, out);
    else if (c->position != CONSOLE_R)
        text_add(out, "Turn the key back to R and remove it.");
    else if (paid != 0)
        advise_paid(c, paid, out);
    else
        text_add(out, "Deal. Press the hand that wins the progressive; GAME OVER ends the round.");
}

void console_advice(const struct console *c, struct text *out)
{
    if (c->mode == CONSOLE_CLOSED)
        advise_closed(c, out);
    else if (c->mode == CONSOLE_BETTING)
        text_add_format(out, "Bets are open. Say \"No more bets\", press %s, deal.",
                        c->start_label);
    else if (c->mode == CONSOLE_LOCKING && c->request == CONSOLE_ASKED_NOTHING)
        text_add(out, "No more bets. The chips are being dropped.");
    else if (c->request != CONSOLE_ASKED_NOTHING)
        text_add_format(out, "Wait for the link: %s.",
                        console_request_name((enum console_request)c->request));
    else
        advise_coin_in(c, out);
}

/* ---- The whole view ---- */

static void view_awards(const struct console *c, struct console_view *out)
{
    for (unsigned i = 0; i < CR_CATEGORIES; i++) {
        out->has_award[i] = c->keys[i] != CONSOLE_NO_AWARD;
        out->award_keys[i] = out->has_award[i] ? c->keys[i] : CR_KEY_NONE;
    }
    for (unsigned i = 0; i < CR_SEATS; i++)
        if (console_claim_is_open(&c->claims[i]))
            out->award_leds[c->claims[i].award] = true;
}

void console_view(const struct console *c, struct console_view *out)
{
    memset(out, 0, sizeof *out);
    out->mode = c->mode;
    out->reason = c->reason;
    out->request = c->request;
    out->key = c->key;
    out->position = c->position;
    out->seat_leds = console_registered(c);
    out->jpot_flashes = console_jpot_flashes(c);
    out->jpot_seat = (uint8_t)(out->jpot_flashes ? console_next_paid(c) : 0);
    view_awards(c, out);
    for (unsigned i = 0; i < CR_SEATS; i++) {
        const struct acceptor *a = &c->acceptors[i];
        out->acceptor_states[i] = (uint8_t)acceptor_state(a);
        out->acceptor_patterns[i] = (uint8_t)acceptor_pattern(a, console_jackpot(c));
    }
    memcpy(out->claims, c->claims, sizeof out->claims);
    memcpy(out->start_label, c->start_label, sizeof out->start_label);
    struct text advice = text_in(out->advice, sizeof out->advice);
    console_advice(c, &advice);
}
