/* The program: a table of subcommands. */
#include "cli/cli.h"
#include "cli/help.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

const struct cli_command cli_commands[] = {
    {.name = "play",
     .arguments = "NAME [option…]",
     .summary = "play a table in the terminal, with every payment explained",
     .options = "--progressive NAME  another progressive, or none\n"
                "--seats LIST        your own seats, as 3 or 2,5 (4)\n"
                "--patrons one|each  your seats are one person (default) or different people\n"
                "--neighbours N      simulated players at the other seats (2)\n"
                "--bankroll MONEY    what you sit down with (500.00)\n"
                "--ante MONEY        your first Ante (5.00)\n"
                "--seed N            the same deals again\n"
                "--rounds N          stop after that many rounds\n"
                "--fast              deal without pauses\n"
                "--no-advice         no values of actions ([?]), no cost of mistakes\n"
                "--plain             lines of text and typed commands, no screen\n"
                "--no-color          no colours (also with NO_COLOR set)\n"
                "--ascii             letters instead of suit signs and drawn lines",
     .details =
         "Only legal actions are offered, each with its key and its price. After each round "
         "the settlement is explained wager by wager with the rule it follows; the key ? gives "
         "the exact value of each action, and the summary the cost of mistakes. NAME is "
         "shipped house rules or a YAML file of your own. Seat 1, first base, is on the "
         "right of the screen, as players see the table. Without a terminal, or with "
         "--plain, commands are read one a line: deal, ante 10, trips off, seat 2 ante 10, "
         "check, 4x, bet 10, ?, rules, quit; the end of the input leaves the table. Leaving in "
         "the middle of a round finishes it with the cheapest actions.",
     .words = "one each none",
     .takes_rules = true,
     .run = cmd_play},
    {.name = "deal",
     .arguments = "NAME [--rounds N] [--seats N] [--seed N] [--progressive NAME] [--json]",
     .summary = "deal rounds to simulated patrons and show them settled",
     .options = "--rounds N          how many rounds (1)\n"
                "--seats N           how many seats are taken (3)\n"
                "--seed N            the same deals again\n"
                "--progressive NAME  another progressive, or none\n"
                "--json              each round as a document that `croupier settle` takes",
     .details =
         "Wagers and decisions are drawn from the seed too. With --json a stream of rounds "
         "comes out, one a line: croupier deal uth-cn --json --rounds 1000 | croupier settle "
         "--lines.",
     .takes_rules = true,
     .run = cmd_deal},
    {.name = "settle",
     .arguments = "[FILE|-] [--lines]",
     .summary = "settle rounds given in full, JSON in and JSON out",
     .options = "--lines             one document a line in, one answer a line out\n"
                "--json              accepted; the answer is always JSON",
     .details = "Reads standard input without FILE. A rejected document names the place and the "
                "fault on standard error; with --lines a rejected line is answered "
                "{\"error\":…} in its place, the rest go on, and the exit status is 1.",
     .run = cmd_settle},
    {.name = "eval",
     .arguments = "[--three] CARD… | -",
     .summary = "rank 5, 6 or 7 cards, or three under Three Card Poker's order",
     .options = "--three             three cards, Three Card Poker's order\n"
                "--json              machine output",
     .details = "A card is a rank (2–9, T or 10, J, Q, K, A) and a suit (c d h s or ♣♦♥♠), in "
                "either case. '-' reads one hand a line. Rank 1 is the best hand.",
     .run = cmd_eval},
    {.name = "rules",
     .arguments = "list | show NAME | check FILE…",
     .summary = "list, print and check house rules and progressives",
     .options = "--json              machine output (list, show)",
     .details = "`show` prints the file itself: redirect it, edit it, check it, and use its path "
                "wherever a name works.",
     .words = "list show check",
     .takes_rules = true,
     .takes_progressive = true,
     .run = cmd_rules},
    {.name = "analyze",
     .arguments = "NAME [option…]",
     .summary = "exact figures of house rules, progressives and single hands",
     .options =
         "--hole CARDS        one hand: 'As Jd', or a class as AJo, AJs, 77\n"
         "--flop CARDS        … with this flop\n"
         "--turn CARD         … and this turn card\n"
         "--river CARD        … and this river card\n"
         "--compare NAME      two house rules or two progressives side by side\n"
         "--progressive NAME  house rules: with this progressive beside them, or none\n"
         "--rules NAME        a progressive: with this base game beside it\n"
         "--ante MONEY        the Ante: for a limit on one hand's pays, for break-even meters\n"
         "--seats N           seats with the progressive bet, for envy\n"
         "--trips RATIO       Trips per Ante in with_trips: 1, 0.5, 1/2 (1)\n"
         "--json              machine output\n"
         "--csv               one table: starting hands, turn cards, awards\n"
         "--pdf FILE          a report to print\n"
         "--threads N         0 for all processors (0)\n"
         "--isa NAME          portable, avx2 or avx512 (the widest there is)\n"
         "--no-color          no colours (also with NO_COLOR set)",
     .details =
         "NAME is house rules or a progressive, shipped or a YAML file. Every figure is a sum "
         "over all deals, the same on every machine. Values are per unit of the Ante, or of "
         "the side bet. pg with --hole shows how often each result comes; with --flop, what "
         "each turn card is worth; other positions show the value of every option. Where the "
         "maker's manual prints something else, a note says so.",
     .words = "none portable avx2 avx512",
     .takes_rules = true,
     .takes_progressive = true,
     .run = cmd_analyze},
    {.name = "simulate",
     .arguments = "NAME [option…]",
     .summary = "play rounds by the million and hold them against the exact analysis",
     .options = "--rounds N          how many rounds (10000000)\n"
                "--seed N            the same rounds again (1)\n"
                "--seats N           seats taken, 1 to 7 (1)\n"
                "--strategy NAME     optimal (default) or simple, the published rule of thumb\n"
                "--side BET          also bet trips, pair_plus or progressive; may be given twice\n"
                "--progressive NAME  bet on this progressive instead of the rules' own\n"
                "--threads N         threads (all processors); the answer does not depend on it\n"
                "--json              machine output",
     .details =
         "Every round goes through the settlement that the tables use. Means come with their "
         "99 % interval beside the exact values; a figure more than 4 standard errors off "
         "disagrees, and under optimal play the exit status is then 1. Side bets are as "
         "large as the Ante. With a side bet that a fold forfeits the play is optimal for "
         "the total, and the total is what is compared. Progressive meters stand at their "
         "seeds in every round; awards are counted by hand. Fewer than 10,000 hands are not "
         "judged.",
     .words = "optimal simple trips pair_plus progressive",
     .takes_rules = true,
     .takes_progressive = true,
     .run = cmd_simulate},
    {.name = "completion",
     .arguments = "bash | zsh | fish",
     .summary = "print the completion script for a shell",
     .options = "",
     .details = "",
     .words = "bash zsh fish",
     .run = cmd_completion},
    {.name = "man",
     .arguments = "",
     .summary = "print the manual page (croupier man | man -l -)",
     .options = "",
     .details = "",
     .run = cmd_man},
    {.name = NULL},
};

static const struct cli_command *find_command(const char *name)
{
    for (const struct cli_command *c = cli_commands; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

static bool wants_help(int argc, char **argv)
{
    for (int i = 0; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

static int unknown_command(const char *name)
{
    fprintf(stderr, "croupier: unknown command '%s'\ntry 'croupier --help'\n", name);
    return CLI_USAGE;
}

/* croupier help [COMMAND] */
static int show_help(int argc, char **argv)
{
    if (argc < 2) {
        help_overview(stdout);
        return cli_finish("help", CLI_OK);
    }
    const struct cli_command *command = find_command(argv[1]);
    if (!command)
        return unknown_command(argv[1]);
    help_command(stdout, command);
    return cli_finish("help", CLI_OK);
}

int main(int argc, char **argv)
{
    /* A closed pipe is an error that writing reports, not a death. */
    signal(SIGPIPE, SIG_IGN);
    if (argc < 2) {
        help_overview(stderr);
        return CLI_USAGE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("croupier %s\n", CROUPIER_VERSION);
        return cli_finish("--version", CLI_OK);
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        return show_help(1, argv);
    if (strcmp(argv[1], "help") == 0)
        return show_help(argc - 1, argv + 1);
    const struct cli_command *command = find_command(argv[1]);
    if (!command)
        return unknown_command(argv[1]);
    if (wants_help(argc - 2, argv + 2))
        return show_help(2, (char *[]){"help", argv[1]});
    return command->run(argc - 1, argv + 1);
}
