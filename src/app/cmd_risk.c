/* croupier risk: what a session of rounds can come to. */
#include "app/cli.h"
#include "app/desk.h"
#include "app/risk_house.h"
#include "app/spinner.h"
#include "app/value_kinds.h"
#include "base/err.h"
#include "game/games/game.h"
#include "reports/mathematics/risk_document.h"

struct risk_options {
    const char *name, *progressive;
    struct cr_money ante, side, meter, bankroll;
    uint64_t rounds;
    double ruin;
    bool simple;
    const char *floor;
    uint64_t hours, pace, seats, years, seed;
    double part;
    struct desk_form form;
};

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
     .preset = "12"},
    {"--pace", "N", "… rounds an hour at a table", OPTION_COUNT(OWNER, pace, 1, 1000), .once = true,
     .preset = "40"},
    {"--seats", "N", "… seats that play at a table, on average",
     OPTION_COUNT(OWNER, seats, 1, CR_SEATS), .once = true, .preset = "4"},
    {"--part", "PART", "… of which so many bet the progressive", .kind = &kind_part,
     .place = OPTION_PLACE(double, OWNER, part), .once = true, .preset = "0.75"},
    {"--years", "N", "… years that are simulated", OPTION_COUNT(OWNER, years, 1, 1000000),
     .once = true, .preset = "1000"},
    {"--seed", "N", "… from this seed", OPTION_COUNT(OWNER, seed, 0, UINT32_MAX), .once = true,
     .preset = "1"},
    OPTION_SHARED(desk_forms, struct desk_form, OWNER, form),
    OPTION_END,
};

#undef OWNER

/* Everything that is known of one session. Points into itself: it must not move. */
struct risk_work {
    struct cr_rules rules;
    struct cr_progressive progressive;
    struct cr_stakes stakes;
    struct cr_endings endings;
    struct cr_distribution round;
    struct cr_session session;
    struct cr_ruin ruin;
};

static int load(const struct risk_options *o, bool has_meter, struct risk_work *w,
                struct cr_err *err)
{
    int rc = cr_rules_load(o->name, &w->rules, err);
    if (rc != CR_OK)
        return rc;
    w->stakes = (struct cr_stakes){.ante = o->ante, .side = o->side};
    if (o->progressive) {
        if (w->rules.game->progressive == CR_SLOTS)
            return err_set(err, CR_E_INPUT, "%s has no progressive bet", w->rules.name);
        rc = cr_progressive_load(o->progressive, &w->progressive, err);
        w->stakes.progressive = &w->progressive;
        for (unsigned m = 0; rc == CR_OK && m < w->progressive.meter_count; m++)
            w->stakes.meters[m] = w->progressive.meters[m].seed;
        if (has_meter)
            w->stakes.meters[0] = o->meter;
    }
    bool has_side = false;
    for (unsigned s = 0; s < w->rules.game->slot_count; s++)
        has_side = has_side || w->rules.game->slots[s].is_side;
    if (rc == CR_OK && o->side.micro > 0 && !has_side)
        return err_set(err, CR_E_INPUT, "%s has no side bet", w->rules.name);
    return rc;
}

static int calculate(const struct risk_options *o, struct risk_work *w, struct cr_err *err)
{
    const unsigned rounds = (unsigned)o->rounds;
    int rc =
        cr_endings_list(&w->rules, o->simple ? CR_PLAY_SIMPLE : CR_PLAY_BEST, &w->endings, err);
    if (rc == CR_OK)
        rc = cr_distribution_make(&w->rules, &w->endings, &w->stakes, &w->round, err);
    if (rc == CR_OK)
        rc = cr_session_make(&w->round, rounds, &w->session, err);
    if (rc == CR_OK)
        rc = cr_ruin_make(&w->round, rounds, o->ruin, o->bankroll, &w->ruin, err);
    return rc;
}

static int run_house(const struct risk_options *o)
{
    const struct house_options house = {.floor = o->floor,
                                        .ante = o->ante,
                                        .hours = o->hours,
                                        .pace = o->pace,
                                        .seats = o->seats,
                                        .part = o->part,
                                        .years = o->years,
                                        .seed = o->seed,
                                        .form = o->form};
    if (!(o->part >= 0 && o->part <= 1))
        return cli_usage("--part takes a part of the seats, as 0.75 or 75%%");
    return risk_house(&house);
}

static int run(const struct cli_call *call)
{
    const struct risk_options *o = call->options;
    if ((o->name == NULL) == (o->floor == NULL))
        return cli_usage("say house rules, or a floor with --floor");
    if (o->floor)
        return run_house(o);
    struct risk_work w = {0};
    struct cr_err err = {0};
    struct spinner spinner;
    if (!(o->ruin > 0 && o->ruin < 1))
        return cli_usage("--ruin takes a part between 0 and 1, as 0.05 or 5%%");
    int rc = load(o, options_given(&call->given, "--meter"), &w, &err);
    if (rc != CR_OK)
        return cli_result(rc, &err);
    spinner_start(&spinner);
    rc = calculate(o, &w, &err);
    spinner_stop(&spinner);
    int status = cli_result(rc, &err);
    if (rc == CR_OK) {
        const struct risk_report report = {.rules = &w.rules,
                                           .play = o->simple ? CR_PLAY_SIMPLE : CR_PLAY_BEST,
                                           .stakes = &w.stakes,
                                           .round = &w.round,
                                           .session = &w.session,
                                           .ruin = &w.ruin,
                                           .wanted = o->ruin,
                                           .given = o->bankroll};
        struct desk_document document = risk_document(&report, o->form.pdf || o->form.csv);
        status = desk_answer(&o->form, &document);
    }
    cr_distribution_free(&w.round);
    cr_endings_free(&w.endings);
    return status;
}

const struct cli_runner runner_risk = {options, sizeof(struct risk_options), run};
