/* The dealer console: what is refused, and what the dealer is told to do instead. */
#include "base/err.h"
#include "table/console_internal.h"

static int refuse(struct cr_err *err, const char *why)
{
    return err_set(err, CR_E_STATE, "%s", why);
}

static int check_seat(const struct console_event *e, struct cr_err *err)
{
    if (e->seat < 1 || e->seat > CR_SEATS)
        return err_set(err, CR_E_INPUT, "seat %u: seats are 1 to %d", e->seat, CR_SEATS);
    return CR_OK;
}

/* One request at a time: its answer decides what the next press means. */
static int check_idle(const struct console *c, struct cr_err *err)
{
    if (c->request != CONSOLE_ASKED_NOTHING)
        return err_set(err, CR_E_STATE, "wait: the link has not answered yet (%s)",
                       console_request_name((enum console_request)c->request));
    return CR_OK;
}

static int refuse_closed(const struct console *c, struct cr_err *err)
{
    return err_set(err, CR_E_STATE, "the progressive is closed (%s); play the base game without it",
                   console_reason_name((enum console_reason)c->reason));
}

/* TAB-6: jackpots only in COIN IN mode. */
static int check_coin_in_mode(const struct console *c, struct cr_err *err)
{
    switch ((enum console_mode)c->mode) {
    case CONSOLE_CLOSED:
        return refuse_closed(c, err);
    case CONSOLE_BETTING:
        return err_set(err, CR_E_STATE, "bets are still open; press %s first", c->start_label);
    case CONSOLE_LOCKING:
        return refuse(err, "wait: the chips are being dropped and counted");
    default:
        return check_idle(c, err);
    }
}

static int check_acceptor(const struct console *c, const struct console_event *e,
                          enum acceptor_event event, struct cr_err *err)
{
    int rc = check_seat(e, err);
    if (rc != CR_OK)
        return rc;
    rc = acceptor_check(&c->acceptors[e->seat - 1], event, err);
    if (rc != CR_OK)
        err_prefix(err, "seat %u", e->seat);
    return rc;
}

static int check_sensor(const struct console *c, const struct console_event *e, struct cr_err *err)
{
    if (e->sensor > ACCEPTOR_EV_HELLO)
        return err_set(err, CR_E_INPUT, "%u is not a sensor's report", e->sensor);
    return check_acceptor(c, e, (enum acceptor_event)e->sensor, err);
}

static int check_start(const struct console *c, const struct console_event *e, struct cr_err *err)
{
    (void)e;
    switch ((enum console_mode)c->mode) {
    case CONSOLE_CLOSED:
        return refuse_closed(c, err);
    case CONSOLE_BETTING:
        return CR_OK;
    case CONSOLE_LOCKING:
        return refuse(err, "wait: the chips are being dropped and counted");
    default:
        return refuse(err, "bets are closed already; press GAME OVER when the round is over");
    }
}

static int refuse_held(unsigned seat, const char *hand, struct cr_err *err)
{
    return err_set(err, CR_E_STATE,
                   "seat %u: the system failed with the %s on the table; a supervisor or manager "
                   "rules on it first",
                   seat, hand);
}

static int check_award(const struct console *c, const struct console_event *e, struct cr_err *err)
{
    int rc = check_seat(e, err);
    if (rc != CR_OK)
        return rc;
    if (e->award >= CR_CATEGORIES || c->keys[e->award] == CONSOLE_NO_AWARD)
        return err_set(err, CR_E_INPUT, "seat %u: there is no award for that hand", e->seat);
    rc = check_coin_in_mode(c, err);
    if (rc != CR_OK)
        return rc;
    if (!(console_registered(c) & CONSOLE_SEAT(e->seat)))
        return err_set(err, CR_E_STATE,
                       "seat %u: its LEDs are off, no progressive wager is registered there",
                       e->seat);
    const struct console_claim *claim = &c->claims[e->seat - 1];
    const char *hand = cr_category_name((enum cr_category)claim->award);
    if (c->fold_forfeits && (c->folded & CONSOLE_SEAT(e->seat)) &&
        claim->state == CONSOLE_UNCLAIMED)
        return err_refuse(err, CR_E_STATE, REASON_SEAT_FOLDED, NULL,
                          "seat %u has folded: a folded hand wins nothing of the progressive",
                          e->seat);
    if (claim->held)
        return refuse_held(e->seat, hand, err);
    if (claim->state == CONSOLE_PAID)
        return err_set(err, CR_E_STATE, "seat %u: the %s is paid, it cannot be cancelled", e->seat,
                       hand);
    if (claim->state == CONSOLE_PENDING && claim->award != e->award)
        return err_set(err, CR_E_STATE, "seat %u: a %s is pending; press its button to cancel it",
                       e->seat, hand);
    return CR_OK;
}

static int check_insert(const struct console *c, const struct console_event *e, struct cr_err *err)
{
    if (e->key != CONSOLE_KEY_LOW && e->key != CONSOLE_KEY_HIGH)
        return err_set(err, CR_E_INPUT, "only the keys 008 (low) and 009 (high) fit");
    if (c->key != CONSOLE_NO_KEY)
        return err_set(err, CR_E_STATE, "key %03u is in the lock; remove it first", c->key);
    return CR_OK;
}

/* PIT-2: refuses a key that the next payment does not take, and says whose turn it is. */
static int check_key_turn(const struct console *c, struct cr_err *err)
{
    const unsigned seat = c->mode == CONSOLE_COIN_IN ? console_next_pending(c) : 0;
    const uint8_t next = seat != 0 ? c->keys[c->claims[seat - 1].award] : (uint8_t)CR_KEY_NONE;
    const uint8_t own = c->key == CONSOLE_KEY_HIGH ? CR_KEY_HIGH : CR_KEY_LOW;
    if (next == CR_KEY_NONE || next == own)
        return CR_OK;
    return err_set(err, CR_E_STATE, "seat %u is paid first, %s: it takes key %s", seat,
                   cr_category_name((enum cr_category)c->claims[seat - 1].award),
                   next == CR_KEY_HIGH ? "009" : "008");
}

/* TAB-3: 008 turns to JPL, 009 to JPH, both back to R; nothing else turns. */
static int check_turn(const struct console *c, const struct console_event *e, struct cr_err *err)
{
    if (e->position > CONSOLE_JPH)
        return err_set(err, CR_E_INPUT, "the switch has the positions R, JPL and JPH");
    if (c->key == CONSOLE_NO_KEY)
        return refuse(err, "there is no key in the lock; 008 pays low jackpots, 009 high ones");
    if (e->position == c->position)
        return refuse(err, "the switch stands there already");
    if (e->position == CONSOLE_JPL && c->key != CONSOLE_KEY_LOW)
        return refuse(err, "key 009 does not turn to JPL; low jackpots need key 008");
    if (e->position == CONSOLE_JPH && c->key != CONSOLE_KEY_HIGH)
        return refuse(err, "key 008 does not turn to JPH; high jackpots need key 009");
    return e->position == CONSOLE_R ? CR_OK : check_key_turn(c, err);
}

static int check_remove(const struct console *c, const struct console_event *e, struct cr_err *err)
{
    (void)e;
    if (c->key == CONSOLE_NO_KEY)
        return refuse(err, "there is no key in the lock");
    if (c->position != CONSOLE_R)
        return refuse(err, "turn the key back to R first");
    return CR_OK;
}

/* PIT-2: J-POT pays the next seat only; says which one that is, and which key it takes. */
static int check_jpot(const struct console *c, const struct console_event *e, struct cr_err *err)
{
    (void)e;
    int rc = check_coin_in_mode(c, err);
    if (rc != CR_OK)
        return rc;
    const unsigned seat = console_next_pending(c);
    if (seat == 0 && c->position == CONSOLE_R)
        return refuse(err, "turn the key first: 008 to JPL for a low jackpot, 009 to JPH for a "
                           "high one");
    if (seat == 0)
        return err_set(err, CR_E_STATE, "no %s jackpot is pending; press the winning hand first",
                       c->position == CONSOLE_JPH ? "high" : "low");
    const struct console_claim *claim = &c->claims[seat - 1];
    const char *hand = cr_category_name((enum cr_category)claim->award);
    if (claim->held)
        return refuse_held(seat, hand, err);
    if (console_next_paid(c) == seat && c->missing[seat - 1][0] != '\0')
        return err_refuse(err, CR_E_STATE, REASON_CLAIM_NOT_READY, NULL,
                          "seat %u cannot be paid yet: %s", seat, c->missing[seat - 1]);
    if (console_next_paid(c) == seat)
        return CR_OK;
    const bool high = c->keys[claim->award] == CR_KEY_HIGH;
    return err_set(err, CR_E_STATE, "seat %u is next, %s: turn the key first: %s", seat, hand,
                   high ? "009 to JPH" : "008 to JPL");
}

/* True while the link is away and a round is still being played. */
static bool is_played_out(const struct console *c)
{
    return c->mode == CONSOLE_CLOSED && c->in_round && c->ending == CONSOLE_LIVE;
}

/* The rightmost seat whose pending claim awaits a ruling; 0: none. */
static unsigned seat_held(const struct console *c)
{
    for (unsigned seat = CR_SEATS; seat >= 1; seat--)
        if (c->claims[seat - 1].state == CONSOLE_PENDING && c->claims[seat - 1].held)
            return seat;
    return 0;
}

/* Says what to do about a pending jackpot: first what a desk still has to do for it, then the two
 * ways out, which are to pay it or to cancel it. While the link is away the table hears nothing of
 * the desk, and can only wait. */
static int refuse_open_jackpot(const struct console *c, struct cr_err *err)
{
    const unsigned next = console_next_pending(c);
    if (c->mode == CONSOLE_CLOSED)
        return refuse(err, "a jackpot is pending: leave the hands as they lie; a ruling follows "
                           "when the link is back");
    if (next != 0 && c->missing[next - 1][0] != '\0')
        return err_set(err, CR_E_STATE,
                       "a jackpot is pending at seat %u: %s; then pay it, or cancel it: with its "
                       "button, or at "
                       "a desk once it is verified",
                       next, c->missing[next - 1]);
    return refuse(err, "a jackpot is pending; pay it, or cancel it: with its button, or at a desk "
                       "once it is verified");
}

static int check_game_over(const struct console *c, const struct console_event *e,
                           struct cr_err *err)
{
    (void)e;
    if (!is_played_out(c)) {
        if (c->mode == CONSOLE_BETTING)
            return err_set(err, CR_E_STATE, "there is no round; %s begins one", c->start_label);
        int rc = check_coin_in_mode(c, err);
        if (rc != CR_OK)
            return rc;
    }
    /* A held claim is neither paid nor cancelled here, so the ruling is named before both. */
    const unsigned held = seat_held(c);
    if (held != 0)
        return refuse_held(held, cr_category_name((enum cr_category)c->claims[held - 1].award),
                           err);
    if (console_has_open_jackpot(c) || (c->mode == CONSOLE_CLOSED && console_has_open_claim(c)))
        return refuse_open_jackpot(c, err);
    if (c->position != CONSOLE_R)
        return refuse(err, "turn the key back to R first");
    return CR_OK;
}

static int check_call_dead(const struct console *c, const struct console_event *e,
                           struct cr_err *err)
{
    (void)e;
    if (!is_played_out(c))
        return check_coin_in_mode(c, err);
    /* PIT-1: waiting for the link decides nothing about a win */
    return console_has_open_claim(c)
               ? refuse(err, "a win is claimed: a supervisor or manager rules on it when the link "
                             "is back")
               : CR_OK;
}

/* PIT-3: where folding forfeits, a hand with an award is not folded. */
static int check_fold(const struct console *c, const struct console_event *e, struct cr_err *err)
{
    int rc = check_seat(e, err);
    if (rc == CR_OK)
        rc = check_coin_in_mode(c, err);
    if (rc == CR_OK && c->fold_forfeits && (c->folded & CONSOLE_SEAT(e->seat)) == 0 &&
        c->claims[e->seat - 1].state != CONSOLE_UNCLAIMED)
        return err_set(err, CR_E_STATE, "seat %u has an award in this round; cancel it first",
                       e->seat);
    return rc;
}

/* PIT-7: before the first card, so nobody has folded or won. */
static int check_take_back(const struct console *c, const struct console_event *e,
                           struct cr_err *err)
{
    bool played = c->folded != 0;
    int rc = check_seat(e, err);
    if (rc == CR_OK)
        rc = check_coin_in_mode(c, err);
    if (rc != CR_OK)
        return rc;
    for (unsigned i = 0; i < CR_SEATS; i++)
        played = played || c->claims[i].state != CONSOLE_UNCLAIMED;
    if (played)
        return refuse(err, "cards are out: a coin goes back before the first one only");
    if (!(console_registered(c) & CONSOLE_SEAT(e->seat)))
        return err_set(err, CR_E_STATE, "seat %u: no progressive wager is registered there",
                       e->seat);
    return CR_OK;
}

static int check_answer(const struct console *c, const struct console_event *e, struct cr_err *err)
{
    if (e->request == CONSOLE_ASKED_NOTHING || e->request >= CONSOLE_REQUESTS)
        return err_set(err, CR_E_INPUT, "%u is not a request to the link", e->request);
    bool ours = e->request == c->request;
    if (ours && c->request_seat != 0)
        ours = e->seat == c->request_seat && e->award == c->claims[e->seat - 1].award;
    if (!ours)
        return err_set(err, CR_E_STATE, "the link answers what was not asked (%s)",
                       console_request_name((enum console_request)e->request));
    return CR_OK;
}

static int check_lost(const struct console *c, const struct console_event *e, struct cr_err *err)
{
    if (e->reason < CONSOLE_LINK_DOWN || e->reason >= CONSOLE_CATCHING_UP)
        return err_set(err, CR_E_INPUT, "%u is not a reason to close the progressive", e->reason);
    if ((e->reason == CONSOLE_BY_MANAGER || e->reason == CONSOLE_NEW_RULES) && c->in_round)
        return refuse(err, "a round is being played; close the progressive after GAME OVER");
    return CR_OK;
}

/* The round that the link has on record must be a possible one. */
static int check_record(const struct console *c, const struct console_event *e, struct cr_err *err)
{
    if (e->mode != CONSOLE_BETTING && e->mode != CONSOLE_COIN_IN)
        return err_set(err, CR_E_INPUT, "the link's record: a table is betting or in COIN IN mode");
    if ((e->seats | CONSOLE_ALL_SEATS) != CONSOLE_ALL_SEATS)
        return err_set(err, CR_E_INPUT, "the link's record: seats are 1 to %d", CR_SEATS);
    if (e->mode == CONSOLE_BETTING && e->seats != 0)
        return err_set(err, CR_E_INPUT, "the link's record: wagers without a round");
    if ((e->claimed & ~e->seats) != 0 || (e->paid & ~e->claimed) != 0 ||
        (e->held & ~(e->claimed & ~e->paid)) != 0 || e->folded > CONSOLE_ALL_SEATS)
        return err_set(err, CR_E_INPUT, "the link's record: a claim without a wager");
    for (unsigned seat = 1; seat <= CR_SEATS; seat++) {
        unsigned award = e->claims[seat - 1];
        if ((e->claimed & CONSOLE_SEAT(seat)) &&
            (award >= CR_CATEGORIES || c->keys[award] == CONSOLE_NO_AWARD))
            return err_set(err, CR_E_INPUT, "the link's record: seat %u: no award for that hand",
                           seat);
    }
    return CR_OK;
}

static int check_back(const struct console *c, const struct console_event *e, struct cr_err *err)
{
    if (c->mode != CONSOLE_CLOSED)
        return refuse(err, "the progressive is not closed");
    int rc = check_idle(c, err);
    return rc != CR_OK ? rc : check_record(c, e, err);
}

static int check_seat_change(const struct console *c, const struct console_event *e,
                             struct cr_err *err)
{
    const bool close = e->kind == CONSOLE_CLOSE_SEAT;
    return check_acceptor(c, e, close ? ACCEPTOR_EV_CLOSE : ACCEPTOR_EV_REOPEN, err);
}

typedef int check_fn(const struct console *c, const struct console_event *e, struct cr_err *err);

static check_fn *const checks[CONSOLE_EVENT_KINDS] = {
    [CONSOLE_SENSOR] = check_sensor,
    [CONSOLE_START] = check_start,
    [CONSOLE_AWARD] = check_award,
    [CONSOLE_KEY_INSERT] = check_insert,
    [CONSOLE_KEY_TURN] = check_turn,
    [CONSOLE_KEY_REMOVE] = check_remove,
    [CONSOLE_JPOT] = check_jpot,
    [CONSOLE_GAME_OVER] = check_game_over,
    [CONSOLE_CALL_DEAD] = check_call_dead,
    [CONSOLE_FOLD] = check_fold,
    [CONSOLE_TAKE_BACK] = check_take_back,
    [CONSOLE_CLOSE_SEAT] = check_seat_change,
    [CONSOLE_OPEN_SEAT] = check_seat_change,
    [CONSOLE_DONE] = check_answer,
    [CONSOLE_REFUSED] = check_answer,
    [CONSOLE_LINK_LOST] = check_lost,
    [CONSOLE_LINK_BACK] = check_back,
};

int console_check(const struct console *c, const struct console_event *e, struct cr_err *err)
{
    if (e->kind >= CONSOLE_EVENT_KINDS)
        return err_set(err, CR_E_INPUT, "no such event");
    return checks[e->kind](c, e, err);
}
