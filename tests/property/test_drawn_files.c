/* Rules files drawn at random for every game. Rounds under each accepted file are dealt by the
 * library's state machine and settled; every wager is settled a second time from the file's text
 * (second_settlement.h). Each refused file is refused with a line and a reason. The argument is the
 * number of files for each game. */
#include "game/games/game.h"
#include "game/round/round.h"
#include "second_settlement.h"
#include "sim/neighbours.h"
#include "support/extreme_files.h"
#include "support/random_round.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static unsigned files = 40;

static int64_t cents(struct cr_money m)
{
    return m.micro / CR_MICRO_PER_CENT;
}

/* ---- Both settlements ---- */

static void compare_seat(const struct cr_rules *rules, const struct house *h,
                         const struct cr_round *round, unsigned i, const struct cr_seat_result *is)
{
    const struct cr_seat *seat = &round->seats[i];
    struct due due[CR_SLOTS] = {0};
    int64_t net = 0;
    for (unsigned s = 0; s < rules->game->slot_count; s++)
        due[s].stake = cents(seat->wagers[s]);
    house_settle(h, rules->game->id, round, seat, due);
    for (unsigned s = 0; s < rules->game->slot_count; s++) {
        if (is->wagers[s].result != due[s].result || cents(is->wagers[s].stake) != due[s].stake ||
            is->wagers[s].pays.micro != due[s].pays * CR_MICRO_PER_CENT)
            fail_msg(
                "seat %u, %s: result %d stake %ld pays %ld, but the file says %d, %ld, %ld\n%s",
                i + 1, rules->game->slots[s].name, is->wagers[s].result, cents(is->wagers[s].stake),
                cents(is->wagers[s].pays), due[s].result, due[s].stake, due[s].pays, h->text);
        net += due[s].pays - (due[s].result == CR_RESULT_LOSE ? due[s].stake : 0);
    }
    assert_int_equal(is->net.micro, net * CR_MICRO_PER_CENT);
}

static void compare_round(const struct cr_rules *rules, const struct house *h,
                          const struct cr_round *round, const struct cr_settlement *is)
{
    for (unsigned i = 0; i < CR_SEATS; i++)
        if (round->seats[i].taken)
            compare_seat(rules, h, round, i, &is->seats[i]);
}

/* Draws a round. Amounts may exceed posted limits; they are multiples of the smallest part of an
 * Ante, so that half an Ante is a whole number of cents. */
static void draw_round(struct rng *rng, const struct cr_rules *rules, struct cr_round *out)
{
    random_round(rng, rules, NULL, out);
    for (unsigned i = 0; i < CR_SEATS; i++)
        for (unsigned s = 0; s < CR_SLOTS && rules->bet_parts > 1; s++)
            out->seats[i].wagers[s].micro *= rules->bet_parts;
    if (rules->one_hand)
        for (unsigned i = 0; i < CR_SEATS; i++)
            out->seats[i].patron = 0;
}

static void rounds_are_settled(struct rng *rng, const struct cr_rules *rules, const struct house *h)
{
    struct cr_rules free_of_limits = *rules;
    memset(free_of_limits.limits, 0, sizeof free_of_limits.limits);
    for (unsigned n = 0; n < 30; n++) {
        struct cr_round round;
        struct cr_settlement out;
        struct cr_err err = {0};
        draw_round(rng, &free_of_limits, &round);
        if (cr_settle(&free_of_limits, NULL, NULL, &round, &out, &err) != CR_OK)
            fail_msg("%s\n%s", err.text, h->text);
        compare_round(rules, h, &round, &out);
    }
}

static void must_step(struct round *r, struct round_event e, const struct house *h)
{
    struct round_effects effects;
    struct cr_err err = {0};
    if (round_step(r, &e, &effects, &err) != CR_OK)
        fail_msg("%s\n%s", err.text, h->text);
}

/* Plays rounds with simulated patrons, whose bets are within the posted limits. */
static void rounds_are_dealt(const struct cr_rules *rules, const struct house *h)
{
    static struct round r;
    for (uint64_t number = 1; number <= 5; number++) {
        struct cr_deck deck;
        struct cr_err err = {0};
        cr_deck_shuffle_seeded(&deck, 3, number);
        round_init(&r, rules, NULL, NULL, 1);
        if (neighbours_place(&r, neighbour_seats(0, CR_SEATS), cr_money_from_units(10), 3, number,
                             &err) != CR_OK)
            fail_msg("%s\n%s", err.text, h->text);
        must_step(&r, (struct round_event){.kind = ROUND_LOCK}, h);
        while (r.phase != ROUND_SETTLED)
            must_step(&r, neighbours_next(&r, &deck), h);
        compare_round(rules, h, &r.play, &r.settlement);
    }
}

/* ---- Files that are refused ---- */

/* Makes one fault in a file: a line twice, a line missing, a digit replaced by another character,
 * or a number out of range. */
static void break_file(struct rng *rng, const struct text *file, struct text *out)
{
    const char *at = file->data;
    for (unsigned skip = rng_below(rng, 20); skip > 0; skip--)
        at = strchr(at, '\n') && strchr(at, '\n')[1] ? strchr(at, '\n') + 1 : file->data;
    const size_t before = (size_t)(at - file->data), line = strcspn(at, "\n") + 1;
    const size_t digit = strcspn(at, "0123456789");
    text_add_len(out, file->data, before);
    switch (rng_below(rng, 4)) {
    case 0: /* the line twice */
        text_add_len(out, at, line);
        text_add(out, at);
        break;
    case 1: /* the line is missing */
        text_add(out, at + line);
        break;
    default:
        if (digit >= line) { /* the line has no digit to replace */
            text_add(out, "unknown: key\n");
            text_add(out, at);
            break;
        }
        text_add_len(out, at, digit);
        text_add(out, rng_below(rng, 2) ? "x" : "99999999999");
        text_add(out, at + digit);
    }
}

static void refusals_name_line_and_reason(struct rng *rng, const struct text *file,
                                          unsigned *refused)
{
    for (unsigned n = 0; n < 6; n++) {
        struct text broken = {0};
        struct cr_rules rules;
        struct cr_err err = {0};
        unsigned line, column;
        int read = 0;
        break_file(rng, file, &broken);
        if (cr_rules_parse("drawn", broken.data, broken.len, &rules, &err) != CR_OK) {
            ++*refused;
            if (sscanf(err.text, "drawn:%u:%u: %n", &line, &column, &read) != 2 || read == 0 ||
                strlen(err.text + read) < 10)
                fail_msg("no line or no reason: %s\n%s", err.text, broken.data);
        }
        text_free(&broken);
    }
}

/* ---- The tests ---- */

static void drawn_files(void **state)
{
    const struct cr_game *game = *state;
    struct rng rng = {21};
    unsigned refused = 0;
    for (unsigned i = 0; i < files; i++) {
        struct text text = {0};
        struct cr_rules rules;
        struct cr_err err = {0};
        extreme_rules(&rng, game, &text);
        if (cr_rules_parse("drawn", text.data, text.len, &rules, &err) != CR_OK)
            fail_msg("%s\n%s", err.text, text.data);
        const struct house house = house_read(text.data);
        rounds_are_settled(&rng, &rules, &house);
        rounds_are_dealt(&rules, &house);
        refusals_name_line_and_reason(&rng, &text, &refused);
        text_free(&text);
    }
    assert_true(refused > 2 * files);
}

#define OF_GAME(id)                                                                                \
    {                                                                                              \
        "drawn files of " #id, drawn_files, NULL, NULL, (void *)&game_##id                         \
    }

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {OF_GAME(pg),  OF_GAME(uth), OF_GAME(tcp),
                                       OF_GAME(lir), OF_GAME(ms),  OF_GAME(fcp)};
    if (argc > 1)
        files = (unsigned)strtoul(argv[1], NULL, 10);
    return cmocka_run_group_tests_name("drawn files", tests, NULL, NULL);
}
