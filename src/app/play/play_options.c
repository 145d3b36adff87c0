/* The options of `croupier play`; see play_options.h. */
#include "app/play/play_options.h"

#include "app/shared_options.h"

#include <croupier/rules.h>

#include <string.h>

#define DEFAULT_SEAT       4
#define DEFAULT_NEIGHBOURS 2
#define DEFAULT_BANKROLL   500
#define DEFAULT_ANTE       5

#define OWNER struct play_options

const struct option play_options_table[] = {
    {"NAME", OPTION_TEXT_OF(&kind_rules, OWNER, rules),
     .missing = "name the house rules to play, uth-cn for example"},
    {"--progressive", "NAME", "another progressive, or none",
     OPTION_TEXT_OF(&kind_progressive, OWNER, progressive), .words = "none"},
    {"--seats", "LIST", "your own seats, as 3 or 2,5", .kind = &kind_seats,
     .place = OPTION_PLACE(unsigned, OWNER, own), .preset = OPTION_AS_TEXT(DEFAULT_SEAT)},
    {"--patrons", "one|each", "your seats are one person or different people",
     OPTION_CHOICE(OWNER, patrons, "one each"), .preset = "one"},
    {"--neighbours", "N", "simulated players at the other seats",
     OPTION_COUNT(OWNER, neighbours, 0, CR_SEATS - 1),
     .otherwise = OPTION_AS_TEXT(DEFAULT_NEIGHBOURS)},
    {"--bankroll", "MONEY", "what you sit down with", OPTION_MONEY(OWNER, bankroll, 1),
     .preset = OPTION_AS_TEXT(DEFAULT_BANKROLL) ".00"},
    {"--ante", "MONEY", "your first Ante", OPTION_MONEY(OWNER, ante, 1),
     .preset = OPTION_AS_TEXT(DEFAULT_ANTE) ".00"},
    {"--seed", "N", "the same deals again", OPTION_COUNT(OWNER, seed, 0, UINT64_MAX)},
    {"--rounds", "N", "stop after that many rounds", OPTION_COUNT(OWNER, rounds, 0, UINT32_MAX)},
    {"--fast", NULL, "deal without pauses", OPTION_FLAG(OWNER, fast)},
    {"--no-advice", NULL, "no values of actions ([?]), no cost of mistakes",
     OPTION_FLAG(OWNER, no_advice)},
    {"--plain", NULL, "lines of text and typed commands, no screen", OPTION_FLAG(OWNER, plain)},
    OPTION_SHARED(shared_no_color, bool, OWNER, no_color),
    {"--ascii", NULL, "letters instead of suit signs and drawn lines", OPTION_FLAG(OWNER, ascii)},
    OPTION_END,
};

#undef OWNER

static unsigned count_seats(unsigned seats)
{
    unsigned n = 0;
    for (unsigned s = 1; s <= CR_SEATS; s++)
        n += (seats & 1u << s) != 0;
    return n;
}

int play_options_check(struct play_options *out, const struct options_call *given)
{
    const unsigned room = CR_SEATS - count_seats(out->own);
    out->has_seed = options_given(given, "--seed");
    out->has_ante = options_given(given, "--ante");
    if (!options_given(given, "--neighbours"))
        out->neighbours = room < DEFAULT_NEIGHBOURS ? room : DEFAULT_NEIGHBOURS;
    if (out->neighbours > room)
        return cli_usage("--neighbours %u: only %u %s free", (unsigned)out->neighbours, room,
                         room == 1 ? "seat is" : "seats are");
    return CLI_OK;
}

/* Adds a word, quoted for a shell if it must be. */
static void add_word(const char *word, struct text *out)
{
    static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                               "._-/,+:@%";
    text_add_char(out, ' ');
    if (word[0] != '\0' && strspn(word, safe) == strlen(word)) {
        text_add(out, word);
        return;
    }
    text_add_char(out, '\'');
    for (; *word != '\0'; word++)
        text_add(out, *word == '\'' ? "'\\''" : (char[2]){*word, '\0'});
    text_add_char(out, '\'');
}

void play_options_replay(const struct play_options *options, uint64_t seed, struct text *out)
{
    text_add(out, "croupier play");
    add_word(options->rules, out);
    if (options->progressive) {
        text_add(out, " --progressive");
        add_word(options->progressive, out);
    }
    if (options->own != 1u << DEFAULT_SEAT) {
        const char *separator = " --seats ";
        for (unsigned s = 1; s <= CR_SEATS; s++) {
            if (!(options->own & 1u << s))
                continue;
            text_add_format(out, "%s%u", separator, s);
            separator = ",";
        }
    }
    if (options->patrons == PATRONS_EACH)
        text_add(out, " --patrons each");
    if (options->neighbours != DEFAULT_NEIGHBOURS)
        text_add_format(out, " --neighbours %u", (unsigned)options->neighbours);
    if (options->bankroll.micro != cr_money_from_units(DEFAULT_BANKROLL).micro) {
        text_add(out, " --bankroll ");
        text_add_money(out, options->bankroll);
    }
    if (options->ante.micro != cr_money_from_units(DEFAULT_ANTE).micro) {
        text_add(out, " --ante ");
        text_add_money(out, options->ante);
    }
    text_add_format(out, " --seed %llu", (unsigned long long)seed);
}
