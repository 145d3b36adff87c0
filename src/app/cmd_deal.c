/* croupier deal: deals rounds to simulated patrons, and shows them settled or writes them as
 * documents. */
#include "app/shared_options.h"
#include "base/check.h"
#include "game/cards/card_text.h"
#include "game/document/explain.h"
#include "game/document/round_json.h"
#include "game/games/game.h"
#include "sim/neighbours.h"

#include <sodium.h>
#include <string.h>

struct deal_options {
    const char *name, *progressive;
    uint64_t rounds, seats, seed;
    bool json;
};

struct dealing {
    struct deal_options options;
    struct cr_rules rules;
    struct cr_progressive progressive_;
    const struct cr_progressive *progressive; /* NULL for none */
    const char *progressive_at;               /* its name or its file's path */
    struct cr_meters meters;
    struct round round;
    unsigned button;
};

/* ---- Playing ---- */

/* Plays one round. Simulated patrons do only what the rules allow, but what they win may exceed the
 * largest amount, so this can fail. */
static int play_round(struct dealing *d, uint64_t number, struct cr_err *err)
{
    struct cr_deck deck;
    struct round_event next = {.kind = ROUND_LOCK};
    struct round_effects effects;
    cr_deck_shuffle_seeded(&deck, d->options.seed, number);
    round_init(&d->round, &d->rules, d->progressive, &d->meters, d->button);
    int rc = neighbours_place(&d->round, neighbour_seats(0, (unsigned)d->options.seats),
                              cr_money_from_units(10), d->options.seed, number, err);
    while (rc == CR_OK && d->round.phase != ROUND_SETTLED) {
        rc = round_step(&d->round, &next, &effects, err);
        if (rc == CR_OK && d->round.phase != ROUND_SETTLED)
            next = neighbours_next(&d->round, &deck);
    }
    d->button = round_next_button(d->button);
    return rc;
}

/* ---- Showing ---- */

static void show_meters(const struct dealing *d, const char *when, const struct cr_meters *meters)
{
    if (!d->progressive)
        return;
    char line[256];
    struct text t = text_in(line, sizeof line);
    for (unsigned m = 0; m < d->progressive->meter_count; m++) {
        text_add_format(&t, "   %s ", d->progressive->meters[m].name);
        text_add_money(&t, meters->meters[m].amount);
    }
    printf("  %-8s%s\n", when, line + 3);
}

static void show_seat(const struct dealing *d, unsigned seat)
{
    const struct cr_seat *played = &d->round.play.seats[seat - 1];
    const struct cr_seat_result *result = &d->round.settlement.seats[seat - 1];
    char line[160], name[CR_HAND_NAME_MAX];
    struct text t = text_in(line, sizeof line);
    text_add_cards(&t, played->cards, d->rules.game->hole_cards);
    explain_hand(&d->rules, &d->round.settlement, seat, name);
    text_add_format(&t, "   %s", name);
    for (unsigned i = 0; i < played->action_count; i++) {
        char word[CR_ACTION_TEXT_MAX];
        cr_action_format(&d->rules, i, played->actions[i], word);
        text_add_format(&t, "%s %s", i ? "," : ";", word);
    }
    printf("  seat %u  %s\n", seat, line);
    struct explain_line lines[EXPLAIN_LINES_MAX];
    size_t count = explain_seat(&d->rules, d->progressive, &d->round.settlement, seat, lines);
    for (size_t i = 0; i < count; i++) {
        const bool is_named = lines[i].paragraph[0] != '\0';
        printf("    %-12s %9s  %-10s %9s  %s%s%s%s\n", lines[i].wager,
               money_text(lines[i].stake).text, lines[i].verdict,
               lines[i].pays.micro > 0 ? money_text(lines[i].pays).text : "", lines[i].why,
               is_named ? " (" : "", lines[i].paragraph, is_named ? ")" : "");
    }
    printf("    %-12s %31s\n", "net", money_text(result->net).text);
}

static void show_round(const struct dealing *d, uint64_t number)
{
    char line[160];
    struct text t;
    printf("%s, %s (%s), round %llu of seed %llu\n", d->rules.title, d->rules.house, d->rules.name,
           (unsigned long long)number, (unsigned long long)d->options.seed);
    show_meters(d, "meters", &d->meters);
    if (d->rules.game->board_cards > 0) {
        text_init(&t, line, sizeof line);
        text_add_cards(&t, d->round.play.board, d->rules.game->board_cards);
        printf("  board   %s\n", line);
    }
    if (d->rules.game->dealer_cards > 0) {
        text_init(&t, line, sizeof line);
        cr_card shown[CR_DEALER_MAX];
        game_show_dealer(d->rules.game, d->round.play.dealer, d->rules.game->dealer_cards, shown);
        text_add_cards(&t, shown, d->rules.game->dealer_cards);
        text_add(&t, "   ");
        explain_dealer(&d->rules, &d->round.settlement, &t);
        printf("  dealer  %s\n", line);
    }
    for (unsigned seat = CR_SEATS; seat >= 1; seat--)
        if (d->round.play.seats[seat - 1].taken)
            show_seat(d, seat);
    show_meters(d, "after", &d->round.settlement.meters);
}

static void write_round(const struct dealing *d)
{
    static char line[32768];
    struct round_doc doc = {.rules = &d->rules,
                            .progressive = d->progressive,
                            .rules_at = d->options.name,
                            .progressive_at = d->progressive_at,
                            .meters = d->meters,
                            .round = d->round.play};
    struct text t = text_in(line, sizeof line);
    round_json_write(&doc, &t);
    CHECK(!t.cut);
    text_add_char(&t, '\n');
    fwrite(t.data, 1, t.len, stdout);
}

/* ---- The command ---- */

static int load(struct dealing *d)
{
    struct cr_err err = {0};
    if (cr_rules_load(d->options.name, &d->rules, &err) != CR_OK)
        return cli_rejected("%s", err.text);
    const char *name = d->options.progressive ? d->options.progressive : d->rules.progressive;
    if (!name[0] || strcmp(name, "none") == 0)
        return CLI_OK;
    if (d->rules.game->progressive >= CR_SLOTS)
        return cli_rejected("%s is played without a progressive", d->rules.title);
    if (cr_progressive_load(name, &d->progressive_, &err) != CR_OK)
        return cli_rejected("%s", err.text);
    d->progressive = &d->progressive_;
    d->progressive_at = name;
    cr_meters_init(d->progressive, &d->meters);
    return CLI_OK;
}

static const struct option options[] = {
    {"NAME", OPTION_TEXT_OF(&kind_rules, struct deal_options, name),
     .missing = "which rules? see 'croupier rules list'"},
    {"--rounds", "N", "how many rounds", OPTION_COUNT(struct deal_options, rounds, 0, 1000000000),
     .preset = "1"},
    {"--seats", "N", "how many seats are taken",
     OPTION_COUNT(struct deal_options, seats, 1, CR_SEATS), .preset = "3"},
    {"--seed", "N", "the same deals again", OPTION_COUNT(struct deal_options, seed, 0, UINT64_MAX)},
    {"--progressive", "NAME", "another progressive, or none",
     OPTION_TEXT_OF(&kind_progressive, struct deal_options, progressive), .words = "none"},
    {"--json", NULL, "each round as a document that `croupier settle` takes",
     OPTION_FLAG(struct deal_options, json)},
    OPTION_END,
};

static int run(const struct cli_call *call)
{
    static struct dealing d;
    d = (struct dealing){.options = *(const struct deal_options *)call->options, .button = 1};
    if (!options_given(&call->given, "--seed"))
        d.options.seed = randombytes_random();
    int status = load(&d);
    if (status != CLI_OK)
        return status;
    for (uint64_t number = 1; number <= d.options.rounds && !ferror(stdout); number++) {
        struct cr_err err = {0};
        if (play_round(&d, number, &err) != CR_OK)
            return cli_rejected("round %llu: %s", (unsigned long long)number, err.text);
        if (d.options.json) {
            write_round(&d);
        } else {
            printf("%s", number > 1 ? "\n" : "");
            show_round(&d, number);
        }
        d.meters = d.round.settlement.meters;
    }
    return CLI_OK;
}

const struct cli_runner runner_deal = {options, sizeof(struct deal_options), run};
