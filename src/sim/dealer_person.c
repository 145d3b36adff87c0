/* A dealt table where a person deals: what each button does, when it is refused, and the advice on
 * what to do next; see dealer.h.
 *
 * The person decides when to act; the cards, the patrons and the amounts due come from the program.
 */
#include "base/money.h"
#include "sim/dealer.h"

static int press(struct dealer *d, struct console_event e, struct cr_err *err)
{
    return station_press(d->station, &e, err);
}

static int refuse(struct cr_err *err, const char *why)
{
    return err_set(err, CR_E_STATE, "%s", why);
}

/* Refuses while the link has not answered, because what may be pressed next depends on the
 * answer. */
static int check_answered(const struct dealer *d, struct cr_err *err)
{
    if (dealer_console(d)->request != CONSOLE_ASKED_NOTHING)
        return err_set(err, CR_E_STATE, "wait: the link has not answered yet (%s)",
                       console_request_name((enum console_request)dealer_console(d)->request));
    return 0;
}

/* ---- Start and cards ---- */

/* A round of a dealt table belongs to the link from its first chip on, so nothing is dealt without
 * the link. */
#define NOT_DEALT "This table does not deal until it is open again"

static int press_start(struct dealer *d, struct cr_err *err)
{
    if (dealer_console(d)->mode == CONSOLE_CLOSED)
        return refuse(err, "the progressive is closed. " NOT_DEALT);
    if (dealer_console(d)->mode == CONSOLE_BETTING) {
        if (d->phase != DEALER_BETS || !dealer_chips_lie(d))
            return refuse(err, "wait: the patrons are placing their chips");
        if (!station_remember(d->station))
            return err_set(err, CR_E_IO, "the round cannot be written down: %s",
                           d->station->err.text);
    }
    int rc = press(d, (struct console_event){.kind = CONSOLE_START}, err);
    if (rc == 0)
        d->phase = DEALER_STARTED;
    return rc;
}

static int check_dealing(const struct dealer *d, struct cr_err *err)
{
    if (d->is_dead)
        return refuse(err, "all hands are dead");
    switch (d->phase) {
    case DEALER_DEALING:
        return check_answered(d, err);
    case DEALER_PAYING:
        return refuse(err, "all cards are out: take and pay seat by seat, then press GAME OVER");
    case DEALER_STARTED:
        return refuse(err, "wait: the chips are being dropped and counted");
    case DEALER_ENDING:
    case DEALER_LEAVING:
        return refuse(err, "the round is over");
    default:
        return err_set(err, CR_E_STATE, "press %s before the first card",
                       dealer_console(d)->start_label);
    }
}

/* to_stop: make all decisions up to the next cards. */
static int press_deal(struct dealer *d, bool to_stop, struct cr_err *err)
{
    int rc = check_dealing(d, err);
    if (rc != 0)
        return rc;
    const uint8_t dealt = d->round.dealt;
    do {
        dealer_deal(d);
    } while (to_stop && d->station->status == 0 && d->round.phase == ROUND_ACTING &&
             d->round.dealt == dealt);
    return d->station->status == 0 ? 0
                                   : err_set(err, CR_E_IO, "the cards cannot be written down: %s",
                                             d->station->err.text);
}

/* ---- Take and pay ---- */

static int check_paying(const struct dealer *d, struct cr_err *err)
{
    if (d->is_dead)
        return refuse(err, "all hands are dead");
    if (d->phase == DEALER_PAYING)
        return check_answered(d, err);
    if (d->phase == DEALER_ENDING || d->phase == DEALER_LEAVING)
        return refuse(err, "the round is over");
    return refuse(err, "there is nothing to take or pay before all cards are out");
}

static int check_step(const uint64_t *at, unsigned due, struct cr_err *err)
{
    if (at != NULL && *at != due)
        return err_set(err, CR_E_STATE, "the table is at step %u now, not at %llu; look again", due,
                       (unsigned long long)*at);
    return 0;
}

/* Finds the payment step that is due, if one may be confirmed or taken back now. */
static int find_due(const struct dealer *d, const uint64_t *at, struct payout steps[PAYOUTS_MAX],
                    unsigned *count, unsigned *due, struct cr_err *err)
{
    *count = payout_list(d, steps);
    *due = d->station->page.steps_paid;
    int rc = check_paying(d, err);
    return rc == 0 ? check_step(at, *due, err) : rc;
}

static int keep(struct dealer *d, unsigned steps, struct cr_err *err)
{
    const uint8_t before = d->station->page.steps_paid;
    d->station->page.steps_paid = (uint8_t)steps;
    if (station_remember(d->station))
        return 0;
    d->station->page.steps_paid = before;
    return err_set(err, CR_E_IO, "the step cannot be written down: %s", d->station->err.text);
}

/* The words for an award that the cards give and the record does not have. */
static const char *unclaimed_words(const struct dealer *d, unsigned seat)
{
    if (dealer_console(d)->mode == CONSOLE_CLOSED &&
        d->station->rules.on_failure == CR_FAILURE_VOID)
        return "it has won and the progressive is closed; call the hands dead";
    if (dealer_console(d)->mode == CONSOLE_CLOSED)
        return "it has won and the progressive is closed; leave the hands as they lie until the "
               "link is back";
    if (dealer_is_taken_back(d, seat))
        return "this win was taken back; a supervisor or manager calls the hands dead, or press "
               "its button to claim it again";
    return "press that award's button first";
}

static int refuse_unclaimed(const struct dealer *d, unsigned seat, struct cr_err *err)
{
    return err_set(err, CR_E_STATE, "seat %u, %s: %s", seat,
                   cr_category_name((enum cr_category)dealer_award(d, seat)->category),
                   unclaimed_words(d, seat));
}

/* PIT-12: a payment of the base game of at least the house's amount waits for supervision. */
static int check_notice(const struct dealer *d, struct payout step, const char *user,
                        struct cr_err *err)
{
    const struct cr_money from = d->station->rules.payment.notify_from;
    const struct cr_money pay = payout_sums(d, step).pay;
    if (from.micro == 0 || pay.micro < from.micro || user[0] != '\0')
        return 0;
    return err_refuse(
        err, CR_E_STATE, REASON_MISSING, "user",
        "seat %u is paid %s: notify supervision; a supervisor acknowledges it by name", step.seat,
        money_text(pay).text);
}

/* at: the step that is meant; NULL: the one that is due. user: who acknowledges a large payment;
 * "": nobody. */
static int press_paid(struct dealer *d, const uint64_t *at, const char *user, struct cr_err *err)
{
    struct payout steps[PAYOUTS_MAX];
    unsigned count, due;
    int rc = find_due(d, at, steps, &count, &due, err);
    if (rc != 0)
        return rc;
    if (due >= count)
        return refuse(err, "every seat is settled; press GAME OVER");
    if (payout_has_award(steps[due]) && dealer_is_unclaimed(d, steps[due].seat))
        return refuse_unclaimed(d, steps[due].seat, err);
    rc = check_notice(d, steps[due], user, err);
    return rc != 0 ? rc : keep(d, due + 1, err);
}

static int press_back(struct dealer *d, const uint64_t *at, struct cr_err *err)
{
    struct payout steps[PAYOUTS_MAX];
    unsigned count, due;
    int rc = find_due(d, at, steps, &count, &due, err);
    if (rc != 0)
        return rc;
    if (due == 0 || due > count)
        return refuse(err, "no step has been confirmed yet");
    const unsigned seat = steps[due - 1].seat;
    if (payout_has_award(steps[due - 1]) &&
        dealer_console(d)->claims[seat - 1].state != CONSOLE_UNCLAIMED)
        return err_set(err, CR_E_STATE,
                       "seat %u's award is on record, so its step stays; a claim that is wrong is "
                       "cancelled by its button",
                       seat);
    return keep(d, due - 1, err);
}

/* TAB-9: a seat's award may be keyed only when its step has come. */
static int check_award(const struct dealer *d, unsigned seat, unsigned award, struct cr_err *err)
{
    struct payout steps[PAYOUTS_MAX];
    const unsigned count = payout_list(d, steps), due = d->station->page.steps_paid;
    const struct cr_award_result *owed = dealer_award(d, seat);
    if (owed == NULL || owed->category != award)
        return err_set(err, CR_E_STATE, "seat %u has no %s on the progressive", seat,
                       cr_category_name((enum cr_category)award));
    for (unsigned i = due + 1; i < count; i++)
        if (payout_has_award(steps[i]) && steps[i].seat == seat)
            return err_set(err, CR_E_STATE, "seat %u comes first: from right to left",
                           steps[due].seat);
    return 0;
}

static int press_award(struct dealer *d, unsigned seat, unsigned award, struct cr_err *err)
{
    int rc = check_paying(d, err);
    if (rc == 0)
        rc = check_award(d, seat, award, err);
    if (rc != 0)
        return rc;
    dealer_tell_win(d, seat);
    return press(d,
                 (struct console_event){
                     .kind = CONSOLE_AWARD, .seat = (uint8_t)seat, .award = (uint8_t)award},
                 err);
}

/* ---- The end ---- */

static int check_settled(const struct dealer *d, struct cr_err *err)
{
    struct payout steps[PAYOUTS_MAX];
    const unsigned count = payout_list(d, steps), due = d->station->page.steps_paid;
    if (due < count)
        return err_set(err, CR_E_STATE, "seat %u is not settled yet: %u of %u steps are done",
                       steps[due].seat, due, count);
    const unsigned seat = dealer_unclaimed(d);
    return seat != 0 ? refuse_unclaimed(d, seat, err) : 0;
}

static int press_game_over(struct dealer *d, struct cr_err *err)
{
    int rc = 0;
    if (d->phase == DEALER_DEALING)
        return refuse(err, "the cards are not all out; deal on");
    if (d->phase == DEALER_PAYING && (rc = check_settled(d, err)) == 0)
        dealer_give_document(d);
    if (rc == 0)
        rc = press(d, (struct console_event){.kind = CONSOLE_GAME_OVER}, err);
    if (rc != 0)
        return rc;
    d->phase = DEALER_ENDING;
    return 0;
}

static int press_dead(struct dealer *d, struct cr_err *err)
{
    if (d->phase == DEALER_PAYING)
        dealer_give_document(d);
    return press(d, (struct console_event){.kind = CONSOLE_CALL_DEAD}, err);
}

/* ---- What to do next ---- */

static void advise_step(const struct dealer *d, struct payout step, struct text *out)
{
    const struct payout_sums sums = payout_sums(d, step);
    text_add_format(out, "Seat %u%s: ", step.seat, step.part == PAYOUT_ENVY ? ", envy" : "");
    if (payout_has_award(step) && dealer_is_unclaimed(d, step.seat)) {
        text_add_format(out, "press the award %s. Then ",
                        cr_category_name((enum cr_category)dealer_award(d, step.seat)->category));
    }
    if (sums.take.micro > 0) {
        text_add(out, "take ");
        text_add_money(out, sums.take);
    }
    if (sums.pay.micro > 0) {
        text_add(out, sums.take.micro > 0 ? ", pay " : "pay ");
        text_add_money(out, sums.pay);
    }
    if (sums.take.micro == 0 && sums.pay.micro == 0)
        text_add(out, "nothing to take or pay; confirm");
    text_add_char(out, '.');
}

/* The console's own advice is for a round whose cards a person holds. In a dealt round it is right
 * only for a jackpot that waits, for a key that is turned, and for the checks after a payment. */
static void advise_end(const struct dealer *d, struct text *out)
{
    const struct console *c = dealer_console(d);
    if (dealer_waits(d) || c->position != CONSOLE_R || console_paid_with_more(c) != 0)
        console_advice(c, out);
    else if (c->key != CONSOLE_NO_KEY)
        text_add_format(out, "Remove key 00%u. Then GAME OVER.", c->key);
    else
        text_add(out, "Every seat is settled. Press GAME OVER.");
}

static void advise_unclaimed(const struct dealer *d, unsigned seat, struct text *out)
{
    struct cr_err why = {0};
    refuse_unclaimed(d, seat, &why);
    text_add_format(out, "S%s.", why.text + 1);
}

static unsigned seat_taken_back(const struct dealer *d)
{
    unsigned seat = CR_SEATS;
    while (seat > 0 && !dealer_is_taken_back(d, seat))
        seat--;
    return seat;
}

static void advise_paying(const struct dealer *d, struct text *out)
{
    struct payout steps[PAYOUTS_MAX];
    const unsigned count = payout_list(d, steps), due = d->station->page.steps_paid;
    if (console_next_paid(dealer_console(d)) != 0)
        console_advice(dealer_console(d), out);
    else if (seat_taken_back(d) != 0)
        advise_unclaimed(d, seat_taken_back(d), out);
    else if (due < count)
        advise_step(d, steps[due], out);
    else
        advise_end(d, out);
}

/* PIT-20: the seat of the first card, which changes where an action button goes round; 0: none. */
static unsigned first_seat(const struct dealer *d)
{
    for (unsigned n = 0; n < CR_SEATS; n++) {
        const unsigned seat = deal_seat_in_order(&d->station->rules, d->button, n);
        if (d->round.play.seats[seat - 1].taken)
            return seat;
    }
    return 0;
}

static void advise_dealing(const struct dealer *d, struct text *out)
{
    const unsigned first = d->station->rules.deal.from_button ? first_seat(d) : 0;
    if (d->round.phase == ROUND_ACTING)
        text_add_format(out, "Seat %u decides. Deal on.", d->round.turn);
    else if (first > 0)
        text_add_format(out, "No more bets. Deal the cards, seat %u first.", first);
    else
        text_add(out, "No more bets. Deal the cards.");
}

/* UTH-18: without the link the base game is played out. A win that is on record waits for a ruling
 * after everything else is paid; the console's advice says so. */
static void advise_closed(const struct dealer *d, struct text *out)
{
    struct payout steps[PAYOUTS_MAX];
    const unsigned count = payout_list(d, steps), due = d->station->page.steps_paid;
    const bool is_paying = d->phase == DEALER_PAYING;
    if (is_paying && dealer_unclaimed(d) == 0 && due >= count && dealer_waits(d)) {
        console_advice(dealer_console(d), out);
        return;
    }
    if (is_paying && dealer_unclaimed(d) != 0) {
        advise_unclaimed(d, dealer_unclaimed(d), out);
        return;
    }
    if (!is_paying)
        advise_dealing(d, out);
    else if (due < count)
        advise_step(d, steps[due], out);
    else
        text_add(out, "Every seat is settled. Press GAME OVER.");
}

static void advise_round(const struct dealer *d, struct text *out)
{
    if (dealer_console(d)->mode == CONSOLE_CLOSED)
        advise_closed(d, out);
    else if (d->phase == DEALER_DEALING)
        advise_dealing(d, out);
    else
        advise_paying(d, out);
}

static void advise(const void *dealer, struct text *out)
{
    const struct dealer *d = dealer;
    const struct console *c = dealer_console(d);
    const bool plays = d->phase == DEALER_DEALING || d->phase == DEALER_PAYING;
    if (c->mode == CONSOLE_BETTING && (d->phase != DEALER_BETS || !dealer_chips_lie(d)))
        text_add(out, "Wait: the patrons are placing their chips.");
    else if (plays && !d->is_dead && c->mode != CONSOLE_LOCKING &&
             c->request == CONSOLE_ASKED_NOTHING)
        advise_round(d, out);
    else if (c->mode == CONSOLE_CLOSED && c->ending != CONSOLE_DEAD &&
             !(c->in_round && c->ending == CONSOLE_LIVE))
        text_add(out, NOT_DEALT ".");
    else
        console_advice(c, out);
}

/* ---- The console ---- */

static int press_any(void *dealer, const struct command *c, struct cr_err *err)
{
    struct dealer *d = dealer;
    const uint64_t *at = c->has_at ? &c->at : NULL;
    switch (c->kind) {
    case COMMAND_START:
        return press_start(d, err);
    case COMMAND_DEAL:
        return press_deal(d, c->to_stop, err);
    case COMMAND_PAID:
        return press_paid(d, at, c->user, err);
    case COMMAND_BACK:
        return press_back(d, at, err);
    case COMMAND_AWARD:
        return press_award(d, c->seat, c->award, err);
    case COMMAND_GAME_OVER:
        return press_game_over(d, err);
    case COMMAND_DEAD:
        return press_dead(d, err);
    default:
        return err_set(err, CR_E_STATE,
                       "the patrons here are simulated: they bet, fold and move by themselves");
    }
}

static bool has_folded(const void *dealer, unsigned seat)
{
    const struct dealer *d = dealer;
    const struct cr_seat *played = &d->round.play.seats[seat - 1];
    return d->phase >= DEALER_DEALING && played->action_count > 0 &&
           played->actions[played->action_count - 1] == CR_FOLD;
}

static void write_deal(const void *dealer, struct text *out)
{
    dealer_write(dealer, out);
}

/* Whether the table cannot finish its round before it stops. It then does not sign off from the
 * link: its journal has the round, and the next start continues it. */
static bool is_cut_short(const struct dealer *d)
{
    const bool in_hand = d->phase > DEALER_BETS && d->phase < DEALER_ENDING;
    return d->station->controller.console.mode == CONSOLE_CLOSED || dealer_waits(d) ||
           (d->options->by_person && in_hand);
}

static int64_t step(void *dealer, bool stop)
{
    struct dealer *d = dealer;
    d->stop = stop;
    return stop && is_cut_short(d) ? -1 : dealer_step(d);
}

struct dealt dealer_start(struct station *station, const struct table_options *options)
{
    static struct dealer dealer;
    dealer_init(&dealer, station, options);
    return (struct dealt){.dealer = &dealer,
                          .by_person = options->by_person,
                          .press = press_any,
                          .advise = advise,
                          .has_folded = has_folded,
                          .step = step,
                          .write = write_deal};
}
