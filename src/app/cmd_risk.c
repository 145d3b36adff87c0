/* croupier risk: calculates what a session of rounds can win or lose, or a year of a floor for the
 * house. */
#include "app/risk_house.h"
#include "app/shared_options.h"
#include "reports/mathematics/desk_answers.h"

#include <croupier/risk.h>

#define OWNER struct risk_options

static const struct option options[] = {
    {"NAME", OPTION_TEXT_OF(&kind_rules, OWNER, name)},
    {"--ante", "MONEY", "the Ante, or each of the equal bets",
     OPTION_MONEY(OWNER, ante, CR_MICRO_PER_CENT), .once = true, .preset = "10"},
    {"--side", "MONEY", "the side bet", OPTION_MONEY(OWNER, side, 0), .once = true,
     .otherwise = "none"},
    {"--progressive", "NAME", "with this progressive bet",
     OPTION_TEXT_OF(&kind_progressive, OWNER, progressive), .once = true, .otherwise = "none"},
    {"--meter", "MONEY", "what its first meter shows; the others show their seeds",
     OPTION_MONEY(OWNER, meter, 0), .once = true, .needs = "--progressive",
     .otherwise = "its seed"},
    {"--rounds", "N", "rounds of the session",
     OPTION_COUNT(OWNER, rounds, 1, CR_SESSION_ROUNDS_MAX), .once = true, .preset = "1000"},
    {"--ruin", "PART", "the chance of ruin that is wanted, as 0.05 or 5%", .kind = &kind_part,
     .place = OPTION_PLACE(double, OWNER, ruin), .once = true, .preset = "0.05"},
    {"--bankroll", "MONEY", "also the chance of ruin with this bankroll",
     OPTION_MONEY(OWNER, bankroll, CR_MICRO_PER_CENT), .once = true},
    {"--simple", NULL, "play by the published rule of thumb", OPTION_FLAG(OWNER, simple)},
    {"--floor", "FILE", "instead of NAME: a year of this floor, for the house",
     OPTION_FILE(OWNER, floor), .once = true},
    {"--hours", "N", "… open so many hours a day", OPTION_COUNT(OWNER, hours, 1, 24), .once = true,
     .needs = "--floor", .preset = "12"},
    {"--pace", "N", "… rounds an hour at a table", OPTION_COUNT(OWNER, pace, 1, 1000), .once = true,
     .needs = "--floor", .preset = "40"},
    {"--seats", "N", "… seats that play at a table, on average",
     OPTION_COUNT(OWNER, seats, 1, CR_SEATS), .once = true, .needs = "--floor", .preset = "4"},
    {"--occupancy", "[DAYS ]HOURS=SEATS,…",
     "… instead of --hours and --seats: 12-18=2,18-2=5.5 or 'fri-sat 18-4=6'",
     OPTION_LIST_OF(&option_text, OWNER, occupancy, occupancy_count), .needs = "--floor"},
    {"--part", "PART", "… and the part of them that bets the progressive", .kind = &kind_part,
     .place = OPTION_PLACE(double, OWNER, part), .once = true, .needs = "--floor",
     .preset = "0.75"},
    {"--years", "N", "… years that are simulated", OPTION_COUNT(OWNER, years, 1, 1000000),
     .once = true, .needs = "--floor", .preset = "1000"},
    {"--seed", "N", "… from this seed", OPTION_COUNT(OWNER, seed, 0, UINT32_MAX), .once = true,
     .needs = "--floor", .preset = "1"},
    OPTION_SHARED(desk_forms, struct desk_form, OWNER, form),
    OPTION_END,
};

#undef OWNER

struct risk_work {
    struct cr_rules rules;
    struct cr_progressive progressive;
    struct risk_question question;
};

static int load(const struct risk_options *o, bool has_meter, struct risk_work *w,
                struct cr_err *err)
{
    struct risk_question *q = &w->question;
    *q = (struct risk_question){.rules = &w->rules,
                                .play = o->simple ? CR_PLAY_SIMPLE : CR_PLAY_BEST,
                                .rounds = (unsigned)o->rounds,
                                .ruin = o->ruin,
                                .bankroll = o->bankroll,
                                .for_print = o->form.pdf || o->form.csv};
    int rc = cr_rules_load(o->name, &w->rules, err);
    if (rc == CR_OK && o->progressive)
        rc = cr_progressive_load(o->progressive, &w->progressive, err);
    if (rc == CR_OK)
        rc = risk_stakes_make(&w->rules, o->ante, o->side, o->progressive ? &w->progressive : NULL,
                              &q->stakes, err);
    if (rc == CR_OK && has_meter)
        q->stakes.meters[0] = o->meter;
    return rc;
}

static int run_house(const struct cli_call *call, const struct risk_options *o)
{
    if (!(o->part >= 0 && o->part <= 1))
        return cli_usage("--part takes a part of the seats, as 0.75 or 75%%");
    if (o->occupancy_count > 0 &&
        (options_given(&call->given, "--hours") || options_given(&call->given, "--seats")))
        return cli_usage("--occupancy says hours and seats; leave --hours and --seats out");
    return risk_house(o);
}

/* The first option given that is for a session only, and not for a floor; NULL: none. */
static const char *not_of_floor(const struct cli_call *call)
{
    static const char *const only[] = {"--side", "--progressive", "--meter", "--rounds",
                                       "--ruin", "--bankroll",    "--simple"};
    for (size_t i = 0; i < sizeof only / sizeof *only; i++)
        if (options_given(&call->given, only[i]))
            return only[i];
    return NULL;
}

static int run(const struct cli_call *call)
{
    const struct risk_options *o = call->options;
    if ((o->name == NULL) == (o->floor == NULL))
        return cli_usage("say house rules, or a floor with --floor");
    if (o->floor && not_of_floor(call))
        return cli_usage("%s is for a session at one table, not for --floor", not_of_floor(call));
    if (o->floor)
        return run_house(call, o);
    struct risk_work w;
    struct desk_document document;
    struct cr_err err = {0};
    struct spinner spinner;
    if (!(o->ruin > 0 && o->ruin < 1))
        return cli_usage("--ruin takes a part between 0 and 1, as 0.05 or 5%%");
    int rc = load(o, options_given(&call->given, "--meter"), &w, &err);
    if (rc != CR_OK)
        return cli_result(rc, &err);
    spinner_start(&spinner);
    rc = risk_answer(&w.question, &document, &err);
    spinner_stop(&spinner);
    return rc == CR_OK ? desk_answer(&o->form, &document) : cli_result(rc, &err);
}

const struct cli_runner runner_risk = {options, sizeof(struct risk_options), run};
