/* The options of `croupier analyze`. */
#include "app/analyze_options.h"

#include "app/analyze_input.h"
#include "app/cli.h"
#include "base/text.h"
#include "game/games/game.h"

#include <string.h>

#define NAME        "analyze"
#define THREADS_MAX 1024

static int read_arguments(int argc, char **argv, struct analyze_options *o)
{
    const struct {
        const char *name;
        const char **value;
    } takes_value[] = {
        {"--progressive", &o->progressive},
        {"--rules", &o->rules},
        {"--hole", &o->hole},
        {"--flop", &o->flop},
        {"--turn", &o->turn},
        {"--river", &o->river},
        {"--trips", &o->trips},
        {"--ante", &o->ante},
        {"--seats", &o->seats},
        {"--compare", &o->compare},
        {"--pdf", &o->pdf},
        {"--threads", &o->threads},
        {"--isa", &o->isa},
    };
    const struct {
        const char *name;
        bool *value;
    } flags[] = {{"--json", &o->json}, {"--csv", &o->csv}, {"--no-color", &o->no_color}};

    for (int i = 1; i < argc; i++) {
        bool known = false;
        for (size_t k = 0; k < sizeof flags / sizeof flags[0] && !known; k++)
            if ((known = strcmp(argv[i], flags[k].name) == 0))
                *flags[k].value = true;
        for (size_t k = 0; k < sizeof takes_value / sizeof takes_value[0] && !known; k++) {
            if (!(known = strcmp(argv[i], takes_value[k].name) == 0))
                continue;
            if (i + 1 == argc)
                return cli_usage(NAME, "%s needs a value", argv[i]);
            if (*takes_value[k].value)
                return cli_usage(NAME, "%s is there twice", argv[i]);
            *takes_value[k].value = argv[++i];
        }
        if (!known && argv[i][0] == '-')
            return cli_usage(NAME, "unknown option '%s'", argv[i]);
        if (!known && o->name)
            return cli_usage(NAME, "'%s' is one too many", argv[i]);
        if (!known)
            o->name = argv[i];
    }
    return o->name ? CLI_OK : cli_usage(NAME, "no name; say house rules or a progressive");
}

static int read_numbers(struct analyze_options *o)
{
    struct cr_err err;
    unsigned long long number;
    struct cr_money *ante = &o->study.ante;
    *ante = cr_money_from_units(STUDY_ANTE_UNITS);
    if (o->trips && !input_ratio(o->trips, &o->analysis.trips))
        return cli_usage(NAME, "--trips '%s': a ratio as 1, 0.5 or 1/2", o->trips);
    if (o->ante && cr_money_parse(o->ante, strlen(o->ante), CR_MONEY_CENTS, ante, &err))
        return cli_usage(NAME, "--ante: %s", err.text);
    if (o->ante)
        o->analysis.ante = *ante;
    if (o->seats) {
        if (!text_read_uint(o->seats, CR_SEATS, &number) || number == 0)
            return cli_usage(NAME, "--seats '%s': 1 to %d", o->seats, CR_SEATS);
        o->study.seats = (unsigned)number;
    }
    if (o->threads) {
        if (!text_read_uint(o->threads, THREADS_MAX, &number))
            return cli_usage(NAME, "--threads '%s': 0 (all processors) to %d", o->threads,
                             THREADS_MAX);
        o->analysis.threads = (unsigned)number;
    }
    if (o->isa && strcmp(o->isa, "portable") != 0 && strcmp(o->isa, "avx2") != 0 &&
        strcmp(o->isa, "avx512") != 0)
        return cli_usage(NAME, "--isa '%s': portable, avx2 or avx512", o->isa);
    o->analysis.isa = o->isa;
    if (o->progressive && strcmp(o->progressive, "none") != 0)
        o->beside = o->progressive;
    return CLI_OK;
}

/* What cannot stand together whatever the names are. */
static int check_combinations(struct analyze_options *o)
{
    if (o->json + o->csv + (o->pdf != NULL) > 1)
        return cli_usage(NAME, "one of --json, --csv and --pdf");
    o->study.alone = o->compare || o->pdf; /* no base game beside a progressive there */
    o->format = o->json ? FORMAT_JSON : o->csv ? FORMAT_CSV : o->pdf ? FORMAT_PDF : FORMAT_TEXT;
    if (o->flop && !o->hole)
        return cli_usage(NAME, "--flop needs --hole");
    if (o->turn && !o->flop)
        return cli_usage(NAME, "--turn needs --flop");
    if (o->river && !o->turn)
        return cli_usage(NAME, "--river needs --turn");
    if (o->compare && o->hole)
        return cli_usage(NAME, "either --compare or --hole");
    if (o->pdf && (o->compare || o->hole))
        return cli_usage(NAME, "--pdf is for house rules or a progressive as a whole");
    return CLI_OK;
}

int analyze_options_read(int argc, char **argv, struct analyze_options *out)
{
    *out = (struct analyze_options){0};
    int status = read_arguments(argc, argv, out);
    if (status == CLI_OK)
        status = read_numbers(out);
    if (status == CLI_OK)
        status = check_combinations(out);
    return status;
}

int analyze_options_check(const struct analyze_options *o, const struct subject *subject)
{
    if (subject->is_progressive) {
        const char *only = o->hole          ? "--hole"
                           : o->trips       ? "--trips"
                           : o->progressive ? "--progressive"
                                            : NULL;
        return only ? cli_usage(NAME, "%s is for house rules; %s is a progressive", only, o->name)
                    : CLI_OK;
    }
    const bool limited = subject->rules.has_hand_limit; /* UTH-11: what the limit costs */
    const char *only = o->rules                            ? "--rules"
                       : o->ante && !o->beside && !limited ? "--ante"
                       : o->seats && !o->beside            ? "--seats"
                                                           : NULL;
    if (only)
        return cli_usage(NAME, "%s is for progressives; %s is house rules", only, o->name);
    if (o->hole && (o->trips || o->progressive))
        return cli_usage(NAME, "%s says nothing about single hands",
                         o->trips ? "--trips" : "--progressive");
    if (o->beside && subject->rules.game->progressive == CR_SLOTS)
        return cli_usage(NAME, "--progressive: %s has no progressive bet", o->name);
    if (o->trips && subject->rules.game != &game_uth)
        return cli_usage(NAME, "--trips is for games with Trips; %s has none", o->name);
    return CLI_OK;
}
