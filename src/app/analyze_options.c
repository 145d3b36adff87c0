/* The options of `croupier analyze`; see analyze_options.h. */
#include "app/analyze_options.h"

#include "app/analyze_input.h"
#include "app/shared_options.h"
#include "game/games/game.h"
#include "math/games/game_math.h"

#include <string.h>

/* Bits of one_of, beside the shared ones, of options that exclude each other. */
#define ONE_SUBJECT 4u
#define ONE_BOARD   8u

static int read_ratio(const struct option *o, const char *text, void *place, struct cr_err *err)
{
    struct cr_ratio *ratio = place;
    if (!input_ratio(text, ratio))
        return err_set(err, CR_E_INPUT, "%s takes a ratio, as 1, 0.5 or 1/2, not '%.100s'", o->name,
                       text);
    if (ratio->num == 0)
        return err_set(err, CR_E_INPUT, "%s takes a ratio above 0", o->name);
    return CR_OK;
}

static const struct option_kind kind_ratio = {.read = read_ratio};

#define OWNER struct analyze_options

const struct option analyze_options_table[] = {
    {"NAME", OPTION_TEXT_OF(&kind_either, OWNER, name),
     .missing = "no name; say house rules or a progressive"},
    {"--hole", "CARDS", "one hand: 'As Jd', or a class as AJo, AJs, 77",
     OPTION_TEXT_OF(&kind_cards, OWNER, hole), .once = true, .one_of = ONE_SUBJECT},
    {"--flop", "CARDS", "… with this flop", OPTION_TEXT_OF(&kind_cards, OWNER, flop), .once = true,
     .needs = "--hole", .one_of = ONE_BOARD},
    {"--turn", "CARD", "… and this turn card", OPTION_TEXT_OF(&kind_cards, OWNER, turn),
     .once = true, .needs = "--flop"},
    {"--river", "CARD", "… and this river card", OPTION_TEXT_OF(&kind_cards, OWNER, river),
     .once = true, .needs = "--turn"},
    {"--board", "CARDS", "… with these community cards open, in games that open one at a time",
     OPTION_TEXT_OF(&kind_cards, OWNER, board), .once = true, .needs = "--hole",
     .one_of = ONE_BOARD},
    {"--bets", "LIST", "… and these street bets before, in Antes: 1,3", OPTION_TEXT(OWNER, bets),
     .once = true, .needs = "--board", .otherwise = "the smallest"},
    {"--up", "CARD", "… against this open card of the dealer",
     OPTION_TEXT_OF(&kind_cards, OWNER, up), .once = true, .needs = "--hole"},
    {"--compare", "NAME", "two house rules or two progressives side by side",
     OPTION_TEXT_OF(&kind_either, OWNER, compare), .once = true, .one_of = ONE_SUBJECT},
    {"--progressive", "NAME", "house rules: with this progressive beside them, or none",
     OPTION_TEXT_OF(&kind_progressive, OWNER, progressive), .once = true, .words = "none"},
    {"--rules", "NAME", "a progressive: with this base game beside it",
     OPTION_TEXT_OF(&kind_rules, OWNER, rules), .once = true},
    {"--ante", "MONEY", "the Ante: for a limit on one hand's pays, for break-even meters",
     OPTION_MONEY(OWNER, ante, CR_MICRO_PER_CENT), .once = true},
    {"--meter", "MONEY",
     "a progressive with --rules: what its meter shows, for the best joint play",
     OPTION_MONEY(OWNER, meter, 0), .once = true, .needs = "--rules", .otherwise = "its seed"},
    {"--seats", "N", "seats with the progressive bet, for envy",
     OPTION_COUNT(OWNER, seats, 1, CR_SEATS), .once = true},
    {"--trips", "RATIO", "Trips per Ante in with_trips: 1, 0.5, 1/2", .kind = &kind_ratio,
     .place = OPTION_PLACE(struct cr_ratio, OWNER, trips), .once = true, .otherwise = "1"},
    OPTION_SHARED(shared_json, bool, OWNER, json),
    {"--csv", NULL, "one table: starting hands, turn cards, awards", OPTION_FLAG(OWNER, csv),
     .one_of = ONE_FORM},
    {"--pdf", "FILE", "a report to print, of house rules or a progressive as a whole",
     OPTION_FILE(OWNER, pdf), .once = true, .one_of = ONE_FORM | ONE_SUBJECT},
    {"--paper", "NAME", "letter or a4", OPTION_WORD(OWNER, paper, "letter a4"), .once = true,
     .needs = "--pdf", .otherwise = "a4"},
    {"--threads", "N", "0 for all processors",
     OPTION_COUNT(OWNER, threads, 0, CR_ANALYSIS_THREADS_MAX), .once = true, .preset = "0"},
    {"--isa", "NAME", "portable, avx2 or avx512", OPTION_WORD(OWNER, isa, "portable avx2 avx512"),
     .once = true, .otherwise = "the widest there is"},
    OPTION_SHARED(shared_no_color, bool, OWNER, no_color),
    OPTION_END,
};

#undef OWNER

void analyze_options_settle(struct analyze_options *o, const struct options_call *given)
{
    o->given = *given;
    const bool has_ante = options_given(&o->given, "--ante");
    o->study.ante = has_ante ? o->ante : cr_money_from_units(STUDY_ANTE_UNITS);
    o->study.seats = (unsigned)o->seats;
    o->study.has_meter = options_given(&o->given, "--meter");
    o->study.meter = o->meter;
    o->study.alone = o->compare || o->pdf; /* these show no base game beside a progressive */
    o->analysis.ante = o->ante;
    o->analysis.trips = o->trips;
    o->analysis.threads = (unsigned)o->threads;
    o->analysis.isa = o->isa;
    o->format = o->json ? FORMAT_JSON : o->csv ? FORMAT_CSV : o->pdf ? FORMAT_PDF : FORMAT_TEXT;
    if (o->progressive && strcmp(o->progressive, "none") != 0)
        o->beside = o->progressive;
}

static int check_for_progressive(const struct analyze_options *o)
{
    static const char *const only[] = {"--hole", "--trips", "--progressive"};
    for (size_t i = 0; i < sizeof only / sizeof *only; i++)
        if (options_given(&o->given, only[i]))
            return cli_usage("%s is for house rules; %s is a progressive", only[i], o->name);
    static const char *const alone[] = {"--seats", "--ante", "--meter"};
    for (size_t i = 0; i < sizeof alone / sizeof *alone && o->compare; i++)
        if (options_given(&o->given, alone[i]))
            return cli_usage("%s says nothing in a comparison of progressives", alone[i]);
    return CLI_OK;
}

int analyze_options_check(const struct analyze_options *o, const struct subject *subject)
{
    if (subject->is_progressive)
        return check_for_progressive(o);
    const bool limited = subject->rules.has_hand_limit; /* UTH-11: what the limit costs */
    const bool has_trips = options_given(&o->given, "--trips");
    const bool has_ante = options_given(&o->given, "--ante");
    const char *only = o->rules                             ? "--rules"
                       : has_ante && !o->beside && !limited ? "--ante"
                       : o->seats && !o->beside             ? "--seats"
                                                            : NULL;
    if (only)
        return cli_usage("%s is for progressives; %s is house rules", only, o->name);
    if (o->hole && (has_trips || o->progressive))
        return cli_usage("%s says nothing about single hands",
                         has_trips ? "--trips" : "--progressive");
    if (o->compare && o->beside)
        return cli_usage("--progressive says nothing in a comparison of house rules");
    if (o->beside && subject->rules.game->progressive == CR_SLOTS)
        return cli_usage("--progressive: %s has no progressive bet", o->name);
    const struct game_math *math = game_math_of(subject->rules.game);
    if (has_trips && game_math_limited_with(&subject->rules, o->ante, o->trips))
        return cli_usage("--trips with --ante: the limit on one hand's pays counts Trips "
                         "too, and both together are not analysed with it; leave one out");
    if (has_trips && math && !math->takes_trips)
        return cli_usage("--trips is for games with Trips; %s has none", o->name);
    return CLI_OK;
}
