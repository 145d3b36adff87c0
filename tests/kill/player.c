/* What happens at a player's table: rounds, awards, jackpots and their claims. */
#include "kill/player.h"

#include <stdio.h>
#include <string.h>

#define VERIFIER  "Supervisor"
#define APPROVERS "Manager One", "Manager Two"

bool player_init(struct player *p, unsigned number, const char *const *managers, unsigned count,
                 uint64_t seed, const atomic_bool *stop, atomic_int *victim)
{
    struct cr_err err = {0};
    memset(p, 0, sizeof(*p));
    snprintf(p->counted.id, sizeof(p->counted.id), "t%u", number);
    snprintf(p->instance, sizeof(p->instance), "load-%u", number);
    p->has_lock = number % 2 == 0;
    p->rng.state = seed + number;
    p->stop = stop;
    p->victim = victim;
    for (unsigned m = 0; m < count; m++) {
        if (http_client_new(&managers[m], 1, &p->managers[m], &err) != 0) {
            fprintf(stderr, "load: %s\n", err.text);
            return false;
        }
        p->manager_count++;
    }
    p->current = number % count;
    return true;
}

void player_release(struct player *p)
{
    for (unsigned m = 0; m < p->manager_count; m++)
        http_client_free(p->managers[m]);
    acks_release(&p->acks);
}

/* The bits of seats as "1,2,5". */
static const char *list_seats(unsigned seats, char out[16])
{
    size_t len = 0;
    for (unsigned seat = 1; seat <= 7; seat++)
        if (seats & 1u << (seat - 1)) {
            if (len > 0)
                out[len++] = ',';
            out[len++] = (char)('0' + seat);
        }
    out[len] = '\0';
    return out;
}

static unsigned first_seat(unsigned seats)
{
    return (unsigned)__builtin_ctz(seats) + 1;
}

/* ---- Jackpots ---- */

/* TAB-7, UTH-17: confirms the checklist, the approvals and the compliance steps of uth-cn. */
static bool pass_claim(struct player *p, uint64_t claim, bool high)
{
    static const char *const approvers[] = {APPROVERS};
    static const char *const compliance[] = {"title 31", "ofac", "patron record"};
    bool good = player_desk(p, claim, "verify",
                            high ? "{\"items\":[\"hand\",\"leds\",\"shuffle\",\"wager\","
                                   "\"sequence\",\"meter\",\"deck\"],\"user\":\"" VERIFIER "\"}"
                                 : "{\"items\":[\"hand\",\"leds\"],\"user\":\"" VERIFIER "\"}");
    for (unsigned i = 0; good && i < (high ? 2 : 1); i++)
        good = player_desk(p, claim, "approve", "{\"user\":\"%s\"}", approvers[i]);
    for (unsigned i = 0; good && p->has_lock && i < 3; i++)
        good = player_desk(p, claim, "comply", "{\"item\":\"%s\",\"user\":\"%s\"}", compliance[i],
                           VERIFIER);
    return good && (rng_below(&p->rng, 2) == 0 ||
                    player_desk(p, claim, "method", "{\"method\":\"check\",\"user\":\"%s\"}",
                                approvers[0]));
}

/* TAB-11, PIT-11: confirms the check of the deck, with a new deck after a priority jackpot, and
 * clears the claim. */
static bool clear_claim(struct player *p, uint64_t claim, const char *hand)
{
    const char *items = strstr(hand, "flush") != NULL ? "\"deck\",\"replaced\"" : "\"deck\"";
    return player_desk(p, claim, "verify", "{\"items\":[%s],\"user\":\"%s\"}", items, VERIFIER) &&
           player_desk(p, claim, "clear", "{\"user\":\"%s\"}", VERIFIER);
}

/* TAB-6: claims a jackpot, has it confirmed, turns the key, pays it and turns the key back; a high
 * one is then cleared. */
static bool win_jackpot(struct player *p, unsigned seat)
{
    static const char *const high_hands[] = {"royal flush", "straight flush", "four of a kind"};
    static const char *const low_hands[] = {"four of a kind", "full house", "flush"};
    const bool high = p->has_lock;
    const char *hand = (high ? high_hands : low_hands)[rng_below(&p->rng, 3)];
    if (!player_send(p, "claim_made", ",\"seat\":%u,\"award\":\"%s\"", seat, hand))
        return false;
    const uint64_t claim = player_last_event(p);
    if (rng_below(&p->rng, 4) == 0)
        return player_send(p, "claim_cancelled", ",\"claim\":%llu", (unsigned long long)claim);
    return pass_claim(p, claim, high) &&
           player_send(p, "key_turned", ",\"key\":\"%s\",\"position\":\"%s\",\"user\":\"%s\"",
                       high ? "high" : "low", high ? "JPH" : "JPL", VERIFIER) &&
           player_send(p, "claim_paid", ",\"claim\":%llu", (unsigned long long)claim) &&
           player_send(p, "key_turned", ",\"key\":\"%s\",\"position\":\"R\",\"user\":\"%s\"",
                       high ? "high" : "low", VERIFIER) &&
           (!high || clear_claim(p, claim, hand));
}

/* ---- Rounds ---- */

static bool play_dead(struct player *p, unsigned seats)
{
    if (!player_send(p, "round_dead", ",\"text\":\"the shuffler stopped\""))
        return false;
    p->counted.returned += (unsigned)__builtin_popcount(seats);
    return true;
}

/* Some rounds have a long text, so that batches have very different sizes. */
static bool play_over(struct player *p)
{
    static const char cards[] = "As Kd 7c 2h 9s Td 4c Jh 8s 3d ";
    char text[2048];
    size_t len = 0;
    const size_t wanted = rng_below(&p->rng, 8) == 0 ? sizeof(text) - sizeof(cards) : 0;
    text[0] = '\0';
    while (len < wanted)
        len += (size_t)snprintf(text + len, sizeof(text) - len, "%s", cards);
    return len == 0 ? player_send(p, "game_over", "%s", "")
                    : player_send(p, "game_over", ",\"text\":\"%s\"", text);
}

static bool play_round(struct player *p)
{
    char list[16];
    const unsigned seats = 1 + rng_below(&p->rng, 127), luck = rng_below(&p->rng, 32);
    if (!player_send(p, "coin_in", ",\"seats\":[%s]", list_seats(seats, list)))
        return false;
    p->counted.coins += (unsigned)__builtin_popcount(seats);
    if (luck == 0)
        return play_dead(p, seats);
    if (luck == 1 && !win_jackpot(p, first_seat(seats)))
        return false;
    if (luck > 28 && !player_send(p, "award_paid", ",\"seat\":%u,\"award\":\"three of a kind\"",
                                  first_seat(seats)))
        return false;
    if (luck == 2)
        player_beat(p);
    return play_over(p);
}

void player_run(struct player *p)
{
    while (!atomic_load(p->stop) && !p->failed)
        if (!play_round(p))
            break;
}
