/* Carries out the commands that people give at a table; see table_commands.h. */
#include "service/controller/table_commands.h"

#include "game/rules/paragraphs.h"
#include "service/controller/own_desk.h"

#include <string.h>

static int press(struct table_commands *h, struct console_event e, struct cr_err *err)
{
    return station_press(h->station, &e, err);
}

/* ---- Sensors ---- */

static int touch(struct table_commands *h, const struct command *c, struct cr_err *err)
{
    if (h->station->sensors.fd >= 0)
        return err_set(err, CR_E_STATE, "the sensors are not emulated: use your hands");
    if (!sensors_touch(&h->station->sensors, command_word(c->kind), c->seat))
        return err_set(err, CR_E_STATE, "seat %u: that cannot be done now", c->seat);
    return 0;
}

/* ---- People at the table (TAB-3, PIT-10, PIT-17) ---- */

static void set_holder(struct controller *c, const char *user)
{
    memset(c->holder, 0, sizeof(c->holder));
    memcpy(c->holder, user, strlen(user));
}

/* Makes a refusal of the manager one for the dealer: drops the name of the request's member, which
 * means nothing at the table. */
static int refuse_person(struct cr_err *err)
{
    if (err->field[0] != '\0') {
        const char *said = err_without_field(err);
        memmove(err->text, said, strlen(said) + 1);
    }
    err->code = CR_E_STATE;
    return CR_E_STATE;
}

/* Whether the person may do this here, and has given the PIN for it or gives it now. While the
 * manager is being asked, h->asks_pin is set, and the same command must be given again. `by` turns
 * the key; "": no key is turned. */
static int check_turn(struct table_commands *h, const char *user, enum key_pin_what what,
                      const char *pin, const char *by, struct cr_err *err)
{
    struct station *s = h->station;
    const bool is_own = pin[0] == '\0' && strcmp(user, s->own_user) == 0;
    const struct key_pin_ask ask = {
        .user = user, .what = what, .pin = is_own ? s->own_pin : pin, .by = by};
    int rc = station_may(s, &ask, err);
    h->asks_pin = rc == CR_E_STATE;
    /* a stored PIN that was refused is dropped: trying it again would lock the person */
    if (rc == CR_E_INPUT && is_own)
        memset(s->own_pin, 0, sizeof(s->own_pin));
    return rc == 0 ? 0 : refuse_person(err);
}

static int check_person(struct table_commands *h, const char *user, enum key_pin_what what,
                        const char *pin, struct cr_err *err)
{
    return check_turn(h, user, what, pin, "", err);
}

/* PIT-10: the dealer turns the key that somebody hands over; with no dealer signed on, its holder
 * turns it. The house's rules say who may. */
static int check_key(struct table_commands *h, const char *user, enum key_pin_what what,
                     const char *pin, struct cr_err *err)
{
    const char *dealer = h->station->controller.dealer;
    return check_turn(h, user, what, pin, dealer[0] != '\0' ? dealer : user, err);
}

/* Checks the person whom a command names. The dealer has given a PIN already. */
static int check_named(struct table_commands *h, const struct command *c, struct cr_err *err)
{
    if (c->user[0] == '\0' || strcmp(c->user, h->station->controller.dealer) == 0)
        return 0;
    return check_person(h, c->user, KEY_PIN_NAME, c->pin, err);
}

static enum key_pin_what what_of(unsigned key)
{
    return key == CONSOLE_KEY_HIGH ? KEY_PIN_HIGH : KEY_PIN_LOW;
}

/* Puts a key into the lock. Turns are recorded with the name of the person who handed the key over,
 * so those of the key before must be on record first. */
static int insert_key(struct table_commands *h, const struct command *c, struct cr_err *err)
{
    struct station *s = h->station;
    const char *user = c->user[0] != '\0' ? c->user : s->own_user;
    if (strcmp(user, s->controller.holder) != 0 && !controller_is_idle(&s->controller))
        return err_refuse(err, CR_E_STATE, REASON_WAIT, NULL,
                          "wait: the link has not answered yet");
    /* the manager is not asked about what the console will refuse anyway */
    const bool fits = (c->key == CONSOLE_KEY_LOW || c->key == CONSOLE_KEY_HIGH) &&
                      s->controller.console.key == CONSOLE_NO_KEY;
    if (fits && user[0] == '\0')
        return err_refuse(err, CR_E_STATE, REASON_MISSING, NULL, "say whose key it is");
    int rc = fits ? check_key(h, user, what_of(c->key), c->pin, err) : 0;
    if (rc == 0)
        rc = press(h, (struct console_event){.kind = CONSOLE_KEY_INSERT, .key = c->key}, err);
    if (rc == 0)
        set_holder(&s->controller, user);
    return rc;
}

/* TAB-6: the second press of an award takes a pending jackpot back. */
static bool takes_back(const struct table_commands *h, const struct command *c)
{
    if (c->kind != COMMAND_AWARD)
        return false;
    const struct console_claim *claim = &h->station->controller.console.claims[c->seat - 1];
    return claim->state == CONSOLE_PENDING && claim->award == c->award;
}

/* Checks who takes a pending jackpot back. That takes it away from a patron, so a person must
 * answer for it, with the same right and PIN as for the key that would have paid it. An award
 * without a key is only the dealer's button (TAB-8): it is switched off in the name of the dealer,
 * and not of the person who lent the table a key. */
static int name_canceller(struct table_commands *h, const struct command *c, struct cr_err *err)
{
    struct station *s = h->station;
    const char *user = c->user[0] != '\0' ? c->user : s->own_user;
    const enum cr_key key = (enum cr_key)s->controller.console.keys[c->award];
    if (c->user[0] == '\0' && key == CR_KEY_NONE) {
        controller_set_canceller(&s->controller, s->controller.dealer);
        return 0;
    }
    if (user[0] == '\0')
        return err_refuse(err, CR_E_STATE, REASON_MISSING, "user",
                          "a pending jackpot is taken back by a person: say who");
    const enum key_pin_what what = key == CR_KEY_HIGH ? KEY_PIN_HIGH : KEY_PIN_LOW;
    int rc = check_person(h, user, key == CR_KEY_NONE ? KEY_PIN_NAME : what, c->pin, err);
    if (rc == 0)
        controller_set_canceller(&s->controller, user);
    return rc;
}

/* While the manager cannot be reached, nobody can check the person, so the name stands only in the
 * text of the reason. */
static void set_unproved(struct controller *c, const char *user, const char *reason)
{
    char text[CONTROLLER_REASON_ROOM];
    struct text t = text_in(text, sizeof(text));
    text_add_format(&t, "%s (%s, while the link was away)", reason, user);
    controller_set_reason(c, "", text);
}

/* PIT-7: checks who calls all hands dead. That takes somebody who runs the pit, and a reason. */
static int name_caller(struct table_commands *h, const struct command *c, struct cr_err *err)
{
    struct station *s = h->station;
    const char *user = c->user[0] != '\0' ? c->user : s->own_user;
    const bool is_away = s->controller.console.mode == CONSOLE_CLOSED;
    const struct console_event dead = {.kind = CONSOLE_CALL_DEAD};
    int rc = console_check(&s->controller.console, &dead, err);
    if (rc != 0)
        return rc;
    if (c->reason[0] == '\0')
        return err_refuse(err, CR_E_STATE, REASON_MISSING, "reason", "say why the hands are dead");
    if (user[0] == '\0')
        return err_refuse(err, CR_E_STATE, REASON_MISSING, "user",
                          "a supervisor or manager calls the hands dead: say who");
    rc = is_away ? 0 : check_person(h, user, KEY_PIN_HOUSE, c->pin, err);
    if (rc == 0 && is_away)
        set_unproved(&s->controller, user, c->reason);
    else if (rc == 0)
        controller_set_reason(&s->controller, user, c->reason);
    return rc;
}

/* Turns the key. The PIN must have been given in the last quarter of an hour, except for turning
 * back to R. */
static int turn_key(struct table_commands *h, const struct command *c, struct cr_err *err)
{
    struct station *s = h->station;
    const uint8_t key = s->controller.console.key;
    int rc = 0;
    if (c->position != CONSOLE_R && key != CONSOLE_NO_KEY)
        rc = check_key(h, s->controller.holder, what_of(key), "", err);
    if (rc != 0 && !h->asks_pin && err_is(err, REASON_PIN_NEEDED))
        return err_set(err, CR_E_STATE,
                       "the PIN was shown too long ago: take the key out and bring it again");
    if (rc != 0)
        return rc;
    return press(h, (struct console_event){.kind = CONSOLE_KEY_TURN, .position = c->position}, err);
}

void table_commands_tick(struct table_commands *h)
{
    struct controller *c = &h->station->controller;
    if (c->console.key == CONSOLE_NO_KEY && controller_is_idle(c) && c->holder[0] != '\0')
        set_holder(c, "");
}

/* PIT-17: opens or closes a seat in the name of a person: the one who is named, or else the
 * dealer. */
static int switch_seat(struct table_commands *h, const struct command *c, struct cr_err *err)
{
    struct station *s = h->station;
    const bool close = c->kind == COMMAND_CLOSE;
    const char *user = c->user[0] != '\0' ? c->user : s->controller.dealer;
    const struct console_event e = {.kind = close ? CONSOLE_CLOSE_SEAT : CONSOLE_OPEN_SEAT,
                                    .seat = c->seat};
    int rc = console_check(&s->controller.console, &e, err);
    if (rc == 0 && user[0] == '\0' && close)
        user = s->own_user;
    if (rc == 0 && user[0] == '\0' && !close)
        rc = err_refuse(err, CR_E_STATE, REASON_MISSING, NULL, "say who opens the seat");
    /* the dealer has given a PIN already; the table's own user needs one where the floor wants
     * PINs */
    const bool is_asked =
        c->user[0] != '\0' || (user[0] != '\0' && strcmp(user, s->controller.dealer) != 0 &&
                               s->key_pin != NULL && key_pin_is_needed(s->key_pin));
    if (rc == 0 && is_asked)
        rc = check_person(h, user, KEY_PIN_NAME, c->pin, err);
    if (rc == 0)
        rc = controller_set_actor(&s->controller, user, err);
    return rc == 0 ? press(h, e, err) : rc;
}

static int sign_on(struct table_commands *h, const struct command *c, struct cr_err *err)
{
    int rc = check_person(h, c->user, KEY_PIN_NAME, c->pin, err);
    return rc == 0 ? controller_sign(&h->station->controller, c->user, true, err) : rc;
}

/* PIT-9: one patron holds two seats, or one seat again. */
static int hold_seats(struct table_commands *h, const struct command *c, struct cr_err *err)
{
    const unsigned other = c->kind == COMMAND_PATRON ? CONSOLE_SEAT(c->to) : 0;
    if (c->kind == COMMAND_PATRON && c->to == c->seat)
        return err_set(err, CR_E_INPUT, "name two seats");
    return controller_hold_seats(&h->station->controller, (uint8_t)(CONSOLE_SEAT(c->seat) | other),
                                 err);
}

/* ---- A live table ---- */

static int start_live(struct table_commands *h, struct cr_err *err)
{
    int rc = controller_check_hands(&h->station->controller, err);
    return rc != 0 ? rc : press(h, (struct console_event){.kind = CONSOLE_START}, err);
}

/* TAB-6: presses the button of an award, with the cards of the hand if the dealer has entered them.
 * They must make that hand, and they go into the claim, as at a dealt table. */
static int press_award(struct table_commands *h, const struct command *c, struct cr_err *err)
{
    char cards[CLAIM_CARDS_MAX] = "";
    int rc = 0;
    if (c->cards[0] != '\0' && takes_back(h, c))
        rc = err_set(err, CR_E_STATE, "that takes the claim back: leave the cards out");
    else if (c->cards[0] != '\0')
        rc = claim_read_cards((enum cr_category)c->award, c->cards, strlen(c->cards), NULL, cards,
                              err);
    if (rc != 0) {
        err->code = CR_E_STATE; /* reported as a refusal and not as a malformed press */
        return CR_E_STATE;
    }
    rc = press(h, (struct console_event){.kind = CONSOLE_AWARD, .seat = c->seat, .award = c->award},
               err);
    if (rc == 0)
        controller_set_cards(&h->station->controller, c->seat, cards);
    return rc;
}

/* PIT-7: gives a coin back, for a reason that goes into the log. */
static int return_coin(struct table_commands *h, const struct command *c, struct cr_err *err)
{
    const int rc = check_named(h, c, err);
    if (rc != 0)
        return rc;
    controller_set_reason(&h->station->controller, c->user, c->reason);
    return press(h, (struct console_event){.kind = CONSOLE_TAKE_BACK, .seat = c->seat}, err);
}

/* UTH-22: a patron buys cheques. */
static int buy(struct table_commands *h, const struct command *c, struct cr_err *err)
{
    int rc = controller_buy_in(&h->station->controller, c->seat, c->amount,
                               c->tender[0] != '\0' ? c->tender : "cash", err);
    if (rc == 0)
        controller_set_patron(&h->station->controller, c->patron);
    h->station->last_why[0] = '\0'; /* each patron is told why */
    return rc;
}

/* PIT-12, PIT-14: the tray pays a patron. Somebody must answer for a large payment by name. */
static int pay_out(struct table_commands *h, const struct command *c, struct cr_err *err)
{
    struct controller *controller = &h->station->controller;
    int rc = check_named(h, c, err);
    if (rc == 0)
        rc = controller_pay_out(controller, c->seat, c->amount,
                                c->tender[0] != '\0' ? c->tender : "the base game", c->user, err);
    if (rc == 0)
        controller_set_patron(controller, c->patron);
    h->station->last_why[0] = '\0'; /* each patron is told why */
    return rc;
}

static int do_live(struct table_commands *h, const struct command *c, struct cr_err *err)
{
    switch (c->kind) {
    case COMMAND_START:
        return start_live(h, err);
    case COMMAND_AWARD:
        return press_award(h, c, err);
    case COMMAND_GAME_OVER:
        return press(h, (struct console_event){.kind = CONSOLE_GAME_OVER}, err);
    case COMMAND_DEAD:
        return press(h, (struct console_event){.kind = CONSOLE_CALL_DEAD}, err);
    case COMMAND_RETURN:
        return return_coin(h, c, err);
    case COMMAND_FOLD:
        return press(h, (struct console_event){.kind = CONSOLE_FOLD, .seat = c->seat}, err);
    case COMMAND_MOVE:
        return controller_move_patron(&h->station->controller, c->seat, c->to, err);
    case COMMAND_PATRON:
    case COMMAND_ALONE:
        return hold_seats(h, c, err);
    case COMMAND_BUY:
        return buy(h, c, err);
    case COMMAND_PAYOUT:
        return pay_out(h, c, err);
    case COMMAND_PLACE:
    case COMMAND_REMOVE:
        return touch(h, c, err);
    default:
        return err_set(err, CR_E_STATE,
                       "people play here: cards and payments are dealt by hand, not pressed");
    }
}

/* ---- Live and dealt tables ---- */

static int check(const struct table_commands *h, const struct command *c, struct cr_err *err)
{
    const uint64_t round = station_round(h->station);
    if (h->dealt != NULL && !h->dealt->by_person)
        return err_set(err, CR_E_STATE, "the program deals here; this screen only shows it");
    /* a late press must not act on the next round */
    if (c->has_round && c->round != round)
        return err_set(err, CR_E_STATE,
                       "the round is over: that was for round %llu, the table is at round %llu",
                       (unsigned long long)c->round, (unsigned long long)round);
    return 0;
}

int table_commands_do(struct table_commands *h, const struct command *c, struct cr_err *err)
{
    int rc = check(h, c, err);
    h->asks_pin = false;
    if (rc == 0 && takes_back(h, c))
        rc = name_canceller(h, c, err);
    if (rc == 0 && c->kind == COMMAND_DEAD)
        rc = name_caller(h, c, err);
    if (rc == 0 && c->kind == COMMAND_PAID && c->user[0] != '\0')
        rc = check_person(h, c->user, KEY_PIN_HOUSE, c->pin, err);
    if (rc != 0)
        return rc;
    switch (c->kind) {
    case COMMAND_KEY:
        return insert_key(h, c, err);
    case COMMAND_TURN:
        return turn_key(h, c, err);
    case COMMAND_REMOVE_KEY:
        return press(h, (struct console_event){.kind = CONSOLE_KEY_REMOVE}, err);
    case COMMAND_JPOT:
        return press(h, (struct console_event){.kind = CONSOLE_JPOT}, err);
    case COMMAND_READ:
        rc = check_named(h, c, err);
        return rc == 0 ? station_read(h->station, c->coins, c->user, err) : rc;
    case COMMAND_RENEW:
        rc = check_named(h, c, err);
        return rc == 0 ? station_renew(h->station, c->coins, c->user, err) : rc;
    case COMMAND_CLOSE:
    case COMMAND_OPEN:
        return switch_seat(h, c, err);
    case COMMAND_VERIFY:
    case COMMAND_APPROVE:
    case COMMAND_COMPLY:
    case COMMAND_PROCESS:
    case COMMAND_RULE:
        return own_desk_do(h->station, c, err);
    case COMMAND_DEALER:
        return sign_on(h, c, err);
    case COMMAND_DEALER_OFF:
        return controller_sign(&h->station->controller, "", false, err);
    case COMMAND_JAM:
    case COMMAND_MISS:
    case COMMAND_CLEAR:
    case COMMAND_FAIL:
    case COMMAND_REPAIR:
    case COMMAND_STRAY:
        return touch(h, c, err);
    default:
        return rules_cite_refusal(h->station->has_rules ? &h->station->rules : NULL, err,
                                  h->dealt != NULL ? h->dealt->press(h->dealt->dealer, c, err)
                                                   : do_live(h, c, err));
    }
}
