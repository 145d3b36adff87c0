/* A dealt table: the messages about a settled round, and its document; see dealer.h. */
#include "base/money.h"
#include "game/document/round_json.h"
#include "game/games/game.h"
#include "sim/dealer.h"

static void tell_hand(struct dealer *d, unsigned seat)
{
    char name[CR_HAND_NAME_MAX];
    explain_hand(&d->station->rules, &d->round.settlement, seat, name);
    station_say(d->station, "seat %u has %s", seat, name);
}

/* PG-6, UTH-13: lists payments in the dealer's order; awards are left out because the link pays
 * them. */
void dealer_tell_payments(struct dealer *d)
{
    const struct cr_settlement *s = &d->round.settlement;
    const struct cr_game *game = d->station->rules.game;
    char name[CR_HAND_NAME_MAX];
    if (game->dealer_cards > 0) {
        explain_hand(&d->station->rules, s, 0, name);
        station_say(d->station, "the dealer has %s%s", name,
                    s->dealer_qualifies ? "" : " and does not qualify");
    }
    for (unsigned seat = CR_SEATS; seat >= 1; seat--)
        if (s->seats[seat - 1].taken)
            tell_hand(d, seat);
    for (unsigned i = 0; i < s->payment_count; i++) {
        const struct cr_payment_line *line = &s->payments[i];
        if (line->slot == CR_SLOTS || game->slots[line->slot].is_progressive)
            continue;
        station_say(d->station, "pay seat %u %s on %s", line->seat, money_text(line->amount).text,
                    game->slots[line->slot].label);
    }
}

void dealer_tell_envy(struct dealer *d)
{
    const struct cr_settlement *s = &d->round.settlement;
    for (unsigned i = 0; i < s->payment_count; i++) {
        const struct cr_payment_line *line = &s->payments[i];
        if (line->slot != CR_SLOTS)
            continue;
        station_say(d->station, "pay seat %u %s envy for seat %u's hand", line->seat,
                    money_text(line->amount).text, line->from_seat);
    }
}

void dealer_tell_dead(struct dealer *d)
{
    static struct cr_settlement dead;
    cr_settle_dead(&d->station->rules, d->station->progressive, &d->round.meters, &d->round.play,
                   &dead);
    for (unsigned seat = CR_SEATS; seat >= 1; seat--) {
        struct cr_money stakes = cr_money_from_micro(0);
        for (unsigned slot = 0; slot < CR_SLOTS; slot++)
            if (dead.seats[seat - 1].wagers[slot].result == CR_RESULT_PUSH)
                stakes = money_add(stakes, dead.seats[seat - 1].wagers[slot].stake);
        if (stakes.micro == 0)
            continue;
        station_say(d->station, "all hands dead: seat %u takes back %s", seat,
                    money_text(stakes).text);
    }
}

void dealer_give_document(struct dealer *d)
{
    static char room[FLOOR_TEXT_MAX];
    struct round_doc doc = {.rules = &d->station->rules,
                            .progressive = d->station->progressive,
                            .meters = d->round.meters,
                            .round = d->round.play};
    struct text t = text_in(room, sizeof(room));
    round_json_write(&doc, &t);
    if (!t.cut)
        controller_set_text(&d->station->controller, room, t.len);
}
