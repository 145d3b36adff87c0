/* Writes a dealt table's round for the console's screen; see console_screens.h. */
#include "base/json_write.h"
#include "game/cards/card_text.h"
#include "game/document/explain.h"
#include "game/document/round_json.h"
#include "game/games/game.h"
#include "game/round/actions.h"
#include "sim/dealer.h"
#include "sim/practice_internal.h"

static const char *const key_names[] = {
    [CR_KEY_NONE] = "none", [CR_KEY_LOW] = "low", [CR_KEY_HIGH] = "high"};

/* Whether cards are shown: not in a round that is over or has not begun. */
static bool is_played(const struct dealer *d)
{
    return d->phase == DEALER_DEALING || d->phase == DEALER_PAYING ||
           (d->phase == DEALER_ENDING && d->station->page.event_count > 0);
}

static bool is_settled(const struct dealer *d)
{
    return is_played(d) && d->round.phase == ROUND_SETTLED;
}

static const char *phase_name(const struct dealer *d)
{
    if (!is_played(d))
        return "betting";
    if (is_settled(d))
        return "settled";
    return d->round.phase == ROUND_ACTING ? "acting" : "dealing";
}

/* ---- Cards ---- */

/* How many cards were dealt to a place; undealt ones must not be shown. */
static unsigned dealt_to(const struct round *r, unsigned to)
{
    unsigned count = 0;
    for (unsigned i = 0; i < r->dealt; i++)
        count += r->plan.steps[i].to == to;
    return count;
}

static void write_dealer(const struct dealer *d, struct text *t)
{
    const struct cr_settlement *s = &d->round.settlement;
    const struct cr_game *game = d->station->rules.game;
    char words[CR_HAND_NAME_MAX + 40];
    json_open(t, "dealer", '{');
    const cr_card *seen = NULL;
    const unsigned count = is_played(d) ? round_dealer_seen(&d->round, &seen) : 0;
    cr_card shown[CR_DEALER_MAX];
    game_show_dealer(game, seen, count, shown);
    json_cards(t, "cards", shown, count);
    if (is_settled(d) && game->dealer_cards > 0) {
        explain_hand(&d->station->rules, s, 0, words);
        json_text(t, "name", words);
        json_flag(t, "qualifies", s->dealer_qualifies);
    } else {
        json_null(t, "name");
        json_null(t, "qualifies");
    }
    json_close(t, '}');
    struct text announced = text_in(words, sizeof(words));
    if (is_settled(d))
        explain_dealer(&d->station->rules, s, &announced);
    json_text_or_null(t, "announcement", words);
}

/* ---- Seats ---- */

static void write_wagers(const struct dealer *d, const struct cr_seat *seat, struct text *t)
{
    const struct cr_game *game = d->station->rules.game;
    struct cr_money stakes[CR_SLOTS];
    seat_stakes(&d->station->rules, seat, stakes);
    json_open(t, "wagers", '[');
    for (unsigned slot = 0; slot < game->slot_count; slot++) {
        if (stakes[slot].micro == 0)
            continue;
        json_open(t, NULL, '{');
        json_text(t, "wager", game->slots[slot].label);
        json_money(t, "amount", stakes[slot]);
        json_close(t, '}');
    }
    json_close(t, ']');
}

static void write_seat(const struct dealer *d, unsigned number, struct text *t)
{
    const struct cr_seat *seat = &d->round.play.seats[number - 1];
    const struct cr_seat_result *result = &d->round.settlement.seats[number - 1];
    const unsigned count = is_played(d) ? dealt_to(&d->round, number) : 0;
    char name[CR_HAND_NAME_MAX];
    json_open(t, NULL, '{');
    json_count(t, "seat", number);
    write_wagers(d, seat, t);
    json_cards(t, "cards", seat->cards, count);
    round_json_actions(t, "actions", &d->station->rules, seat);
    if (is_settled(d))
        explain_hand(&d->station->rules, &d->round.settlement, number, name);
    json_text(t, "hand", is_settled(d) ? name : NULL);
    json_text(t, "outcome",
              is_settled(d) && result->outcome != CR_OUTCOME_NONE
                  ? settlement_outcome(result->outcome)
                  : NULL);
    json_close(t, '}');
}

static void write_seats(const struct dealer *d, struct text *t)
{
    const bool any = is_played(d) || d->phase == DEALER_BETS || d->phase == DEALER_STARTED;
    json_open(t, "seats", '[');
    for (unsigned seat = 1; any && seat <= CR_SEATS; seat++)
        if (d->round.play.seats[seat - 1].taken)
            write_seat(d, seat, t);
    json_close(t, ']');
}

/* ---- Take and pay ---- */

static void write_line(const struct explain_line *line, struct text *t)
{
    json_open(t, NULL, '{');
    JSON_MEMBERS(t, line, wager, verdict, why, rule, paragraph, stake, pays);
    json_close(t, '}');
}

static void write_award(const struct cr_award_result *award, struct text *t)
{
    if (award == NULL) {
        json_null(t, "award");
        return;
    }
    json_open(t, "award", '{');
    json_text(t, "award", cr_category_name((enum cr_category)award->category));
    json_text(t, "key", key_names[award->key]);
    json_money(t, "amount", award->amount);
    json_close(t, '}');
}

static void write_step(const struct dealer *d, struct payout p, bool done, struct text *t)
{
    struct explain_line lines[EXPLAIN_LINES_MAX];
    const size_t count = payout_lines(d, p, lines);
    const struct payout_sums sums = payout_sums(d, p);
    json_open(t, NULL, '{');
    json_count(t, "seat", p.seat);
    json_flag(t, "envy", p.part == PAYOUT_ENVY);
    json_open(t, "lines", '[');
    for (size_t i = 0; i < count; i++)
        write_line(&lines[i], t);
    json_close(t, ']');
    JSON_MEMBERS(t, &sums, take, pay);
    write_award(payout_has_award(p) ? dealer_award(d, p.seat) : NULL, t);
    json_flag(t, "done", done);
    json_close(t, '}');
}

static void write_steps(const struct dealer *d, struct text *t)
{
    struct payout steps[PAYOUTS_MAX];
    const unsigned count = is_settled(d) ? payout_list(d, steps) : 0;
    /* when the program deals, all seats are settled at once */
    const unsigned done = d->options->by_person && count > 0 ? d->station->page.steps_paid : count;
    json_open(t, "steps", '[');
    for (unsigned i = 0; i < count; i++)
        write_step(d, steps[i], i < done, t);
    json_close(t, ']');
    json_count(t, "at", done);
}

void dealer_write(const struct dealer *d, struct text *t)
{
    const struct round *r = &d->round;
    json_open(t, "deal", '{');
    json_text(t, "phase", phase_name(d));
    json_count(t, "number", station_round(d->station));
    json_count_or_null(t, "button", d->station->rules.deal.from_button ? d->button : 0);
    json_cards(t, "board", r->play.board, is_played(d) ? r->open : 0);
    write_dealer(d, t);
    json_count_or_null(t, "turn", is_played(d) && r->phase == ROUND_ACTING ? r->turn : 0);
    write_seats(d, t);
    write_steps(d, t);
    json_close(t, '}');
}
