/* croupier play: a table in the terminal, for people who learn a game. */
#include "app/cli.h"
#include "app/play/modes.h"
#include "app/play/play_options.h"
#include "app/play/play_pages.h"
#include "game/games/game.h"
#include "game/round/play_check.h"
#include "sim/neighbours.h"

#include <langinfo.h>
#include <locale.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The files of a session, which must outlive it. */
struct table_files {
    struct cr_rules rules;
    struct cr_progressive progressive;
    bool has_progressive;
};

static int load(const struct play_options *options, struct table_files *out)
{
    struct cr_err err;
    if (cr_rules_load(options->rules, &out->rules, &err) != CR_OK)
        return cli_rejected("%s", err.text);
    const char *name = options->progressive ? options->progressive : out->rules.progressive;
    out->has_progressive = name[0] != '\0' && strcmp(name, "none") != 0;
    if (!out->has_progressive)
        return CLI_OK;
    if (out->rules.game->progressive >= CR_SLOTS)
        return cli_rejected("%s is played without a progressive", out->rules.game->title);
    if (cr_progressive_load(name, &out->progressive, &err) != CR_OK)
        return cli_rejected("%s", err.text);
    return CLI_OK;
}

/* Checks UTH-16, and that the Ante is within the posted limits. */
static int check(const struct play_options *options, const struct cr_rules *rules)
{
    struct cr_round round = {0};
    struct cr_err err;
    for (unsigned seat = 1; seat <= CR_SEATS; seat++) {
        round.seats[seat - 1].taken = (options->own & 1u << seat) != 0;
        round.seats[seat - 1].patron = options->patrons == PATRONS_EACH ? 0 : 1;
    }
    if (check_patrons(rules, &round, &err) != CR_OK)
        return cli_rejected("%s; --patrons each makes every seat of yours a patron of its own",
                            err.text);
    if (options->has_ante &&
        check_wager(rules, NULL, rules->game->ante, options->ante, &err) != CR_OK)
        return cli_rejected("--ante: %s", err.text);
    return CLI_OK;
}

/* Whether the locale can show the characters with which the table is drawn. */
static bool locale_is_utf8(void)
{
    setlocale(LC_CTYPE, "");
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

static bool is_set(const char *variable)
{
    const char *value = getenv(variable);
    return value && value[0] != '\0';
}

/* Whether the terminal can be drawn on. */
static bool can_draw(void)
{
    const char *term = getenv("TERM");
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term && term[0] != '\0' &&
           strcmp(term, "dumb") != 0;
}

/* Prints the summary of a session. advice is NULL when none was wanted. */
static void summarize(const struct play_options *options, const struct session *session,
                      struct advice *advice, bool ascii)
{
    static const char wait[] = "Working out what your decisions were worth ...";
    static const size_t words = sizeof "  The same deals again: ";
    struct mistakes mistakes;
    struct text replay = {0};
    struct page page;
    bool waits = advice && !advice_is_done(advice) && isatty(STDOUT_FILENO);
    if (waits) {
        fputs(wait, stdout);
        fflush(stdout);
    }
    if (advice)
        advice_mistakes(advice, &mistakes);
    if (waits)
        printf("\r%*s\r", (int)sizeof wait, "");
    play_options_replay(options, session->setup.seed, &replay);
    const bool fits = !replay.cut && words + replay.len <= PAGE_TEXT_MAX;
    pages_summary(session, advice ? &mistakes : NULL, fits ? replay.data : NULL, &page);
    plain_page(stdout, ascii, &page);
    if (!fits && !replay.cut) {
        fputs("\n  The same deals again: ", stdout);
        cli_write(stdout, replay.data);
        putchar('\n');
    }
    text_free(&replay);
}

static int play(const struct play_options *options, struct session *session, struct advice *advice)
{
    bool ascii = options->ascii || !locale_is_utf8();
    bool color = !options->no_color && !is_set("NO_COLOR");
    struct cr_err err;
    if (options->plain || !can_draw())
        plain_run(session, advice, ascii, !isatty(STDIN_FILENO), stdin, stdout);
    else if (table_run(session, advice, color, ascii, options->fast, &err) != CR_OK)
        return cli_rejected("%s", err.text);
    summarize(options, session, advice, ascii);
    return CLI_OK;
}

static int run(const struct cli_call *call)
{
    struct play_options *options = call->options;
    struct table_files files;
    int rc = play_options_check(options, &call->given);
    if (rc == CLI_OK)
        rc = load(options, &files);
    if (rc == CLI_OK)
        rc = check(options, &files.rules);
    if (rc != CLI_OK)
        return rc;
    if (!options->has_seed && sodium_init() < 0)
        return cli_rejected("the system gives no random numbers; give a --seed");
    const struct session_setup setup = {
        .rules = &files.rules,
        .progressive = files.has_progressive ? &files.progressive : NULL,
        .own = options->own,
        .neighbours = neighbour_seats(options->own, (unsigned)options->neighbours),
        .patrons_each = options->patrons == PATRONS_EACH,
        .bankroll = options->bankroll,
        .ante = options->ante,
        .seed = options->has_seed ? options->seed : randombytes_random(),
        .rounds_max = options->rounds,
    };
    struct session session;
    session_init(&session, &setup);
    if (session_state(&session) == SESSION_OVER)
        return cli_rejected("the bankroll does not cover the smallest wager");
    struct advice *advice = options->no_advice ? NULL : advice_new(&files.rules);
    if (!options->no_advice && !advice)
        return cli_rejected("not enough memory; try --no-advice");
    rc = play(options, &session, advice);
    advice_free(advice);
    return rc;
}

const struct cli_runner runner_play = {play_options_table, sizeof(struct play_options), run};
