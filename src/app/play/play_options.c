/* The options of `croupier play`. */
#include "app/play/play_options.h"

#include "app/cli.h"
#include "base/text.h"

#include <croupier/rules.h>

#include <string.h>

#define DEFAULT_SEAT       4
#define DEFAULT_NEIGHBOURS 2
#define DEFAULT_BANKROLL   500
#define DEFAULT_ANTE       5

static void set_defaults(struct play_options *out)
{
    *out = (struct play_options){
        .own = 1u << DEFAULT_SEAT,
        .neighbours = UINT32_MAX, /* as many as there is room for, at most the default */
        .bankroll = cr_money_from_units(DEFAULT_BANKROLL),
        .ante = cr_money_from_units(DEFAULT_ANTE),
    };
}

/* "3" or "2,5". */
static int read_seats(const char *text, unsigned *out)
{
    unsigned seats = 0;
    for (const char *at = text;; at += 2) {
        if (at[0] < '1' || at[0] > '0' + CR_SEATS || (at[1] != ',' && at[1] != '\0'))
            return cli_usage("play", "--seats %s: seats are 1 to %d, with commas between them",
                             text, CR_SEATS);
        unsigned bit = 1u << (at[0] - '0');
        if (seats & bit)
            return cli_usage("play", "--seats %s: seat %c is there twice", text, at[0]);
        seats |= bit;
        if (at[1] == '\0')
            break;
    }
    *out = seats;
    return CLI_OK;
}

static int read_money(const char *option, const char *text, struct cr_money *out)
{
    struct cr_err err;
    struct cr_money amount;
    if (cr_money_parse(text, strlen(text), CR_MONEY_CENTS, &amount, &err) != CR_OK)
        return cli_usage("play", "%s: %s", option, err.text);
    if (amount.micro == 0)
        return cli_usage("play", "%s: the amount is zero", option);
    *out = amount;
    return CLI_OK;
}

static int read_count(const char *option, const char *text, unsigned long long max, uint64_t *out)
{
    unsigned long long number;
    if (!text_read_uint(text, max, &number))
        return cli_usage("play", "%s %s: not a whole number from 0 to %llu", option, text, max);
    *out = number;
    return CLI_OK;
}

/* Options without a value. False when it is none of them. */
static bool read_flag(const char *option, struct play_options *out)
{
    const struct {
        const char *name;
        bool *flag;
    } flags[] = {{"--no-color", &out->no_color},
                 {"--no-advice", &out->no_advice},
                 {"--ascii", &out->ascii},
                 {"--plain", &out->plain},
                 {"--fast", &out->fast}};
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        if (strcmp(option, flags[i].name) != 0)
            continue;
        *flags[i].flag = true;
        return true;
    }
    return false;
}

static const char *const valued[] = {"--progressive", "--seats", "--neighbours", "--patrons",
                                     "--bankroll",    "--ante",  "--seed",       "--rounds"};
enum { PROGRESSIVE, SEATS, NEIGHBOURS, PATRONS, BANKROLL, ANTE, SEED, ROUNDS, VALUED };

static int read_value(unsigned which, const char *value, struct play_options *out)
{
    uint64_t number = 0;
    int rc = CLI_OK;
    switch (which) {
    case PROGRESSIVE:
        out->progressive = value;
        return CLI_OK;
    case SEATS:
        return read_seats(value, &out->own);
    case NEIGHBOURS:
        rc = read_count(valued[which], value, CR_SEATS - 1, &number);
        out->neighbours = (unsigned)number;
        return rc;
    case PATRONS:
        out->patrons_each = strcmp(value, "each") == 0;
        return out->patrons_each || strcmp(value, "one") == 0
                   ? CLI_OK
                   : cli_usage("play", "--patrons %s: say one or each", value);
    case BANKROLL:
        return read_money(valued[which], value, &out->bankroll);
    case ANTE:
        out->has_ante = true;
        return read_money(valued[which], value, &out->ante);
    case SEED:
        out->has_seed = true;
        return read_count(valued[which], value, UINT64_MAX, &out->seed);
    default:
        return read_count(valued[which], value, UINT32_MAX, &out->rounds);
    }
}

static unsigned count_seats(unsigned seats)
{
    unsigned n = 0;
    for (unsigned s = 1; s <= CR_SEATS; s++)
        n += (seats & 1u << s) != 0;
    return n;
}

static int finish(struct play_options *out)
{
    unsigned room = CR_SEATS - count_seats(out->own);
    if (!out->rules)
        return cli_usage("play", "name the house rules to play, uth-cn for example");
    if (out->neighbours == UINT32_MAX)
        out->neighbours = room < DEFAULT_NEIGHBOURS ? room : DEFAULT_NEIGHBOURS;
    if (out->neighbours > room)
        return cli_usage("play", "--neighbours %u: only %u %s free", out->neighbours, room,
                         room == 1 ? "seat is" : "seats are");
    return CLI_OK;
}

/* One option, with its value in the same word or in the next. */
static int read_option(int argc, char **argv, int *i, struct play_options *out)
{
    const char *word = argv[*i];
    if (read_flag(word, out))
        return CLI_OK;
    for (unsigned which = 0; which < VALUED; which++) {
        size_t len = strlen(valued[which]);
        if (strncmp(word, valued[which], len) != 0 || (word[len] != '\0' && word[len] != '='))
            continue;
        if (word[len] == '=')
            return read_value(which, word + len + 1, out);
        if (*i + 1 == argc)
            return cli_usage("play", "%s needs a value", word);
        return read_value(which, argv[++*i], out);
    }
    return cli_usage("play", "unknown option %s", word);
}

int options_parse(int argc, char **argv, struct play_options *out)
{
    set_defaults(out);
    for (int i = 1; i < argc; i++) {
        int rc = CLI_OK;
        if (argv[i][0] == '-' && argv[i][1] != '\0')
            rc = read_option(argc, argv, &i, out);
        else if (out->rules)
            rc = cli_usage("play", "one NAME only, not also %s", argv[i]);
        else
            out->rules = argv[i];
        if (rc != CLI_OK)
            return rc;
    }
    return finish(out);
}

/* A word as a shell reads it back. */
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

void options_replay(const struct play_options *options, uint64_t seed, struct text *out)
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
    if (options->patrons_each)
        text_add(out, " --patrons each");
    if (options->neighbours != DEFAULT_NEIGHBOURS)
        text_add_format(out, " --neighbours %u", options->neighbours);
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
