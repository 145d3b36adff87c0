/* The program: a table of subcommands. */
#include "app/cli.h"
#include "app/help.h"
#include "base/version.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

/* Of every command that asks a manager. */
#define AS_WHOM                                                                                    \
    "--token FILE        who asks, on a closed floor: a token ($CROUPIER_TOKEN)\n"                 \
    "--cert FILE         … or a certificate …\n"                                               \
    "--key FILE          … with its key\n"                                                       \
    "--ca FILE           https: the authority of the manager's certificate\n"

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
    {.name = "serve",
     .arguments = "[option…]",
     .summary = "run a floor: the Game Manager with its HTTP interface",
     .options =
         "--floor FILE        people, links and tables of a new floor, in YAML\n"
         "--store ADDRESS     sqlite:PATH, postgresql://… or memory: (sqlite:croupier.db)\n"
         "--listen HOST:PORT  a loopback address; port 0 is any free one (127.0.0.1:8080)\n"
         "--tls HOST:PORT     … and with TLS 1.3, also for other machines; needs --trust\n"
         "--trust DIR         certificates and keys, as croupier pki init makes\n"
         "                    checkpoints of the log are signed with the key in it\n"
         "--witness FILE      … and also appended here, on another disk perhaps; several times\n"
         "--per-address N     connections that one address may have with TLS (64)\n"
         "--id NAME           this manager among several on one PostgreSQL, each its own (m1)\n"
         "--lease MS          how long a table may play without hearing from us (2000)\n"
         "--open              nobody signs in and names are taken as given; loopback only\n"
         "--audit MINUTES     verify the whole store so often, beside the work; 30s for seconds,\n"
         "                    0 for never (60)\n"
         "--no-guard          do not confine the program, for looking for faults in it",
     .details =
         "Prints its address, then serves until it is interrupted. FILE sets up an empty store; a "
         "store that has a floor is only compared with it. Unless --open says otherwise "
         "everybody signs in; while nobody has a password it prints where to set up the first "
         "one, for one use. When the store fails the manager ends "
         "at once with status 1 and answers nothing more. Examples: croupier serve --floor "
         "floors/demo.yaml; croupier serve --store postgresql:///croupier --id m2.",
     .words = "sqlite: memory: postgresql:",
     .run = cmd_serve},
    {.name = "pki",
     .arguments = "init | issue | server | show | check DIR [option…]",
     .summary = "make the floor's own certificates, for TLS and for its tables",
     .options =
         "--name FLOOR        init: what the authority is called (croupier)\n"
         "--host HOST         init, server: a name or address by which the manager is reached;\n"
         "                    several times for several (localhost and 127.0.0.1)\n"
         "--table ID          issue: the table\n"
         "--days N            issue, server: how long the certificate is good (397)\n"
         "--out DIR           issue: the new folder for key and certificate (DIR/tables/ID)",
     .details =
         "`init` makes a trust folder: an authority, the manager's certificate and the key that "
         "signs checkpoints. `issue` makes a table's key and certificate; two people enrol its "
         "fingerprint before the table may join. `server` gives the manager a new certificate, "
         "`show` prints certificates of a folder or of one file, `check` says which end within 30 "
         "days and exits with 1 if any does. Keys are for their owner only, and nothing is ever "
         "overwritten. Examples: croupier pki init trust --host manager.pit --host 10.1.0.5; "
         "croupier pki issue trust --table pit1-t1.",
     .words = "init issue server show check",
     .run = cmd_pki},
    {.name = "table",
     .arguments = "NAME [--manager URL | --master | --standalone] [option…]",
     .summary = "run a table: linked to a manager, master of others, or alone",
     .options =
         "--manager URL       the manager, or several with commas between "
         "($CROUPIER_MANAGER)\n" AS_WHOM "--standalone        a store of its own, nobody else\n"
         "--master            a store of its own, and up to 29 other tables\n"
         "--others LIST       master: the names of the other tables\n"
         "--listen HOST:PORT  where the table serves its console, and as master (127.0.0.1:8080)\n"
         "                    or standalone the API\n"
         "--dealer            a person deals to the simulated players, at the console's screen\n"
         "--store ADDRESS     of a master or standalone table (sqlite:NAME.db)\n"
         "--state FILE        what the table remembers across a crash (NAME.table)\n"
         "--rules NAME        of a new master or standalone table (uth-cn)\n"
         "--progressive NAME  … or none\n"
         "--service A,B       two people who change a table's configuration\n"
         "--seed-amount MONEY … the starting jackpot\n"
         "--bet MONEY         … the progressive wager\n"
         "--key-user NAME     the person who turns keys here\n"
         "--pin-file FILE     that person's PIN for a closed manager, mode 0600; or\n"
         "--passwords FILE    the file of `croupier people enlist`\n"
         "--sensors DEVICE    the line to the coin sensors, or emulate (emulate)\n"
         "--players N         simulated patrons at a dealt table\n"
         "--pace MS           between decisions and rounds (0)\n"
         "--seed N            the same bets and cards again\n"
         "--rounds N          leave after that many\n"
         "--award-every N     demonstration: stack the deck for a high award every N rounds\n"
         "--live              people play; the dealer's commands are read a line each\n"
         "--no-guard          do not confine the program, for looking for faults in it",
     .details =
         "A table that does not hear from its manager closes by its own clock. What was under way "
         "is settled when it is back: nothing is lost and nothing counts twice. A jackpot that "
         "needs a key is claimed, and paid once the pit has verified and approved it. `help` at a "
         "live table lists the commands. Examples: croupier table pit1-t1 --players 5; croupier "
         "table alone --standalone --rules pg-flush --players 3 --rounds 10.",
     .words = "emulate none",
     .takes_rules = true,
     .takes_progressive = true,
     .run = cmd_table},
    {.name = "status",
     .arguments = "[STORE] [--manager URL] [--watch] [--json]",
     .summary = "show the floor at a glance: links, tables, jackpots, alarms",
     .options = "--manager URL       a running manager (http://127.0.0.1:8080)\n" AS_WHOM
                "--watch             stay, and show changes as they come; q leaves\n"
                "--utc               times in UTC\n"
                "--no-color          no colours (also with NO_COLOR set)\n"
                "--json              machine output",
     .details = "Without --manager the environment's CROUPIER_MANAGER is asked; several addresses, "
                "with commas between, can stand in for each other. With STORE the floor is read "
                "from a store itself, without a manager; whether a "
                "table is heard of is then not known. For each jackpot that waits it says what is "
                "missing before it can be paid. Examples: croupier status --watch; croupier "
                "status /srv/croupier/floor.db.",
     .run = cmd_status},
    {.name = "log",
     .arguments = "[STORE | --manager URL] [option…]",
     .summary = "print the activity log: time, table, seat, people, amounts, meters",
     .options =
         "--manager URL       of a running manager (http://127.0.0.1:8080)\n" AS_WHOM
         "--from SEQ          from this event on\n"
         "--to SEQ            up to this event\n"
         "--since TIME        2026-11-15, 2026-11-15T10:00, 10:00 (today), -2h (s m h d w)\n"
         "--until TIME        the same; a day, a minute or a second is taken in whole\n"
         "--kind K,…          coin_in, claim_paid …, or money, jackpots, changes, trouble\n"
         "--table ID          of this table\n"
         "--link ID           of this link\n"
         "--user NAME         with this person, as user, second person or subject\n"
         "--last N            the last N of those\n"
         "--follow            stay, and print events as they come\n"
         "--utc               times in UTC, read and printed\n"
         "--json              the events' exact texts, one a line\n"
         "--csv               a table for spreadsheets (RFC 4180)\n"
         "--export FILE       the whole log as croupier-verify takes it; - for standard output",
     .details =
         "Reads a store of any size in constant memory, also beside a running manager. Amounts "
         "for people are rounded down to the cent; --csv and --json have them to the millionth. In "
         "--csv a text that begins with = + - or @ gets an apostrophe before it, so that no "
         "spreadsheet takes it for a formula; the column body has the exact text. Examples: "
         "croupier log floor.db --since -2h --kind jackpots; croupier log --follow --table "
         "pit1-t2.",
     .words = "money jackpots changes trouble",
     .run = cmd_log},
    {.name = "report",
     .arguments = "KIND [CLAIM] [--store STORE | --manager URL] [option…]",
     .summary = "print a report: coin-in, activity, jackpots, a shift's form, a receipt",
     .options =
         "--list              which reports there are\n"
         "--store STORE       from a store itself, without a manager\n"
         "--manager URL       from a running manager (http://127.0.0.1:8080)\n" AS_WHOM
         "--link NAME         of this link\n"
         "--table NAME        of this table\n"
         "--shift N           of this shift, by its number; current is the open one\n"
         "--kind K,…          activity: coin_in, claim_paid …, or money, jackpots, changes,\n"
         "                    trouble\n"
         "--user NAME         activity: with this person, as user or second person\n"
         "--since TIME        2026-11-15, 2026-11-15T10:00, 10:00 (today), -2h (s m h d w)\n"
         "--until TIME        the same; a day or a minute is taken in as a whole\n"
         "--utc               times given are in UTC\n"
         "--text              for a terminal (default)\n"
         "--csv               for a spreadsheet\n"
         "--json              machine output\n"
         "--pdf FILE          a page to print\n"
         "--escpos FILE       a receipt or slip as bytes for a receipt printer\n"
         "--printer DEVICE    … and straight to it: /dev/usb/lp0",
     .details =
         "KIND is coin-in, activity, jackpots, shift (the End of Shift form with its variance), "
         "submission (what is filed before go-live), or, of one claim: receipt, slip, derivation. "
         "All forms say the same, and the same data give the same bytes; times in reports are "
         "UTC. A file has its name only once everything is in it. Examples: croupier report shift "
         "--store floor.db --pdf shift.pdf; croupier report receipt 1234 --printer /dev/usb/lp0; "
         "croupier report coin-in --link main --since 2026-11-15.",
     .words = "coin-in activity jackpots shift submission receipt slip derivation current money "
              "changes trouble",
     .run = cmd_report},
    {.name = "verify",
     .arguments = "STORE [--quick] [--witness FILE --key KEY | --expect SEQ:HASH] [--json]",
     .summary = "prove from the log that no money was lost or counted twice, or say where",
     .options =
         "--quick             the chain and the books only; the stored tables are not compared\n"
         "--witness FILE      a witness's checkpoints: shows a log that was cut short, put back "
         "or\n"
         "                    rewritten since the last of them\n"
         "--key KEY           … signed by this public key: 64 digits, or a file (signing.pub)\n"
         "--expect SEQ:HASH   the same with an event as it was seen before\n"
         "--json              machine output",
     .details =
         "Reads a store of any size in constant memory, also beside a running manager, and keeps "
         "books of its own from the texts of the log. Prints each promise of the floor with a "
         "tick, "
         "or the events that break it; the exit status is then 1. A log that somebody cut short or "
         "rewrote as a whole shows only against a mark kept elsewhere: the checkpoints of a "
         "witness, or the last line's SEQ:HASH. Example: croupier verify /srv/croupier/floor.db.",
     .run = cmd_verify},
    {.name = "witness",
     .arguments = "--key KEY --file FILE [--manager URL] [--once]",
     .summary = "keep a manager's checkpoints on another machine and hold them together",
     .options = "--key KEY           the floor's public key: 64 digits, or a file (signing.pub)\n"
                "--file FILE         where the checkpoints are kept; made when it is not there\n"
                "--manager URL       the manager (http://127.0.0.1:8080)\n"
                "--ca FILE           whose certificates are believed\n"
                "--token FILE        a token with the scope read\n"
                "--once              look once, then end",
     .details =
         "Asks each second for the last checkpoint, checks its signature and that its log grew out "
         "of the one seen before, and adds it to FILE. When the log was cut short, put back or "
         "rewritten, or something else signs, it says so, writes FILE.alarm and ends with status "
         "1. A manager that does not answer is asked again. Example: croupier witness --manager "
         "https://manager.pit:8443 --ca ca.pem --token read.token --key signing.pub --file "
         "/srv/witness/checkpoints.",
     .run = cmd_witness},
    {.name = "evidence",
     .arguments = "CLAIM | checkpoint [--store STORE] [--trust DIR | --manager URL] [option…]",
     .summary = "one claim as an archive for a dispute: events, amounts, approvals, proofs",
     .options = "--manager URL       of a running manager (http://127.0.0.1:8080)\n"
                "--store STORE       from a store itself, without a manager\n"
                "--trust DIR         … with the checkpoints of this folder\n"
                "--ca FILE           whose certificates are believed\n"
                "--cert FILE         a certificate of one's own\n"
                "--key FILE          … and its key\n"
                "--token FILE        a token with the scope read\n"
                "--out FILE          the archive's name (claim-NUMBER.tar); never overwritten\n"
                "--pdf FILE          a checkpoint as a page to print, with a QR code\n"
                "--escpos FILE       … as bytes for a receipt printer\n"
                "--printer DEVICE    … and straight to it: /dev/usb/lp0",
     .details =
         "The archive holds the claim's events and those of its round, the configuration in force, "
         "the people who approved, receipt and derivation, and for each event a proof that "
         "croupier-verify checks against the checkpoint alone. README.txt in it says how. "
         "`checkpoint` prints the last one: paper is a witness that no program reaches. Examples: "
         "croupier evidence 1234 --store floor.db --trust /srv/croupier/trust; croupier evidence "
         "checkpoint --printer /dev/usb/lp0.",
     .words = "checkpoint",
     .run = cmd_evidence},
    {.name = "backup",
     .arguments = "STORE FILE [--utc] [--json]",
     .summary = "copy a store into a new file, beside a running manager",
     .options = "--utc               times in UTC\n"
                "--json              machine output",
     .details = "One moment of the store, SQLite or PostgreSQL, becomes an SQLite file. The hash "
                "chain is checked on the way. FILE has its name only once everything is in it and "
                "on disk; a file that is there is never overwritten. Write down the head and its "
                "hash, apart from the file. Example: croupier backup postgresql://db/floor "
                "/backup/floor-2026-11-15.db.",
     .run = cmd_backup},
    {.name = "restore",
     .arguments = "FILE STORE [--utc] [--json]",
     .summary = "put a backup into a new or empty store",
     .options = "--utc               times in UTC\n"
                "--json              machine output",
     .details = "The hash chain is checked on the way; all of it arrives, or nothing. Tables that "
                "remember events after the backup keep the floor closed until two people have "
                "acknowledged it: compare the head with what was written down. Example: croupier "
                "restore /backup/floor-2026-11-15.db /srv/croupier/floor.db.",
     .run = cmd_restore},
    {.name = "db",
     .arguments = "copy FROM TO | info STORE | rebuild STORE",
     .summary = "move stores between SQLite and PostgreSQL, look at them, rebuild their rows",
     .options = "--utc               times in UTC\n"
                "--json              machine output",
     .details = "A store is a path, sqlite:PATH or postgresql://HOST/NAME. `copy` takes one moment "
                "of FROM into an empty TO, log and rows, and checks the hash chain on the way. "
                "`rebuild` repeats every event of the log and writes the rows derived from it "
                "anew; no manager may be running on that store.",
     .words = "copy info rebuild",
     .run = cmd_db},
    {.name = "doctor",
     .arguments = "[--store ADDRESS [--trust DIR]] [--manager URL] [--floor FILE] [--json]",
     .summary = "look for what is wrong with store, manager and machine, and say what to do",
     .options =
         "--store ADDRESS     a store: schema, lock, chain, rows, space, permissions, clock\n"
         "--trust DIR         … and whether program and configuration are as signed there last\n"
         "--manager URL       a running manager: reachable, ready, same version, alarms\n" AS_WHOM
         "--floor FILE        a floor file or rules file: whether it is sound\n"
         "--json              machine output",
     .details = "Without options it looks at this machine, and at the manager of "
                "$CROUPIER_MANAGER when that is set. Nothing is changed. Every finding is ok, "
                "a warning or a problem, with what to do next; the exit status is 1 when there "
                "is a problem. Example: croupier doctor --store /srv/croupier/floor.db.",
     .run = cmd_doctor},
    {.name = "crew",
     .arguments = "[--manager URL] [--passwords FILE] [--pace MS]",
     .summary = "a simulated pit that takes jackpot claims through their steps",
     .options = "--manager URL       the manager's address (http://127.0.0.1:8080)\n" AS_WHOM
                "--pace MS           one step of each claim that often (1000)",
     .details = "For demonstrations and drills. People of the floor verify, approve, confirm "
                "compliance, rule the order of simultaneous wins and clear what is paid; the "
                "tables turn the keys and pay. Runs until it is interrupted.",
     .run = cmd_crew},
    {.name = "people",
     .arguments = "[list | ACTION…] [--manager URL] [--user NAME] [--approver NAME] [option…]",
     .summary = "who may act on a floor, and how they sign in",
     .options =
         "--manager URL       the manager's address (http://127.0.0.1:8080)\n" AS_WHOM
         "--user NAME         who does it\n"
         "--approver NAME     the second person, where one is needed\n"
         "--passwords FILE    lines NAME, tab, PASSWORD (and tab, PIN), mode 0600; else the\n"
         "                    terminal is asked, without echo\n"
         "--person NAME       setup, enlist: whose password is the first\n"
         "--role ROLE         change: the new role\n"
         "--department NAME   add, change: where they work\n"
         "--bar, --unbar      change: may not do anything any more; may again\n"
         "--json              machine output (list)",
     .details =
         "list shows the roll. setup URL#CODE --person NAME sets the first password of a floor "
         "with the link that `croupier serve` printed. invite NAME… gives each a code, accept "
         "NAME CODE makes it a password. add NAME ROLE and change NAME alter the roll, by two "
         "people. password and pin set one's own; sign-in tries whether one can. enlist URL#CODE "
         "--passwords OUTFILE does all of it for everybody with random passwords: for "
         "demonstrations and trials, since whoever has that file is all of them. Roles: dealer, "
         "supervisor, cage, surveillance, accounting, manager, auditor, service.",
     .words = "list setup invite accept add change password pin sign-in enlist dealer supervisor "
              "cage surveillance accounting manager auditor service",
     .run = cmd_people},
    {.name = "tokens",
     .arguments = "[list | add NAME SCOPE… | revoke NAME] [--manager URL] [option…]",
     .summary = "keys for programs: signs, monitoring, tables",
     .options = "--manager URL       the manager's address (http://127.0.0.1:8080)\n" AS_WHOM
                "--user NAME         who does it\n"
                "--approver NAME     add: the second person\n"
                "--passwords FILE    as of `croupier people`\n"
                "--out FILE          add: a new file for the token, mode 0600; else it is printed\n"
                "--until TIME        add: when it ends by itself, as 2027-01-31\n"
                "--json              machine output (list)",
     .details = "A token is shown once; the manager keeps only its hash. Scopes: read (look and "
                "books), metrics, sign (what a sign shows), table:ID (that table's own). Programs "
                "take it with --token FILE; $CROUPIER_TOKEN names the file too.",
     .words = "list add revoke read metrics sign",
     .run = cmd_tokens},
    {.name = "machines",
     .arguments = "enrol CERTIFICATE… | revoke CERTIFICATE | revoke TABLE FINGERPRINT [option…]",
     .summary = "whose key may speak for a table",
     .options = "--manager URL       the manager's address (http://127.0.0.1:8080)\n" AS_WHOM
                "--user NAME         who does it\n"
                "--approver NAME     enrol: the second person\n"
                "--passwords FILE    as of `croupier people`\n"
                "--text WHY          revoke: why",
     .details = "Certificates are those that croupier pki issue made; the table is the one they "
                "name. A table may have two keys at a time, so that one can follow the other "
                "without a pause. A revoked key is refused with its next request. Example: "
                "croupier machines enrol trust/tables/uth-1/table.pem --user Ann --approver Ben.",
     .words = "enrol revoke",
     .run = cmd_machines},
    {.name = "config",
     .arguments = "[show | history | diff] [SUBJECT] [--store ADDRESS | --manager URL] [option…]",
     .summary = "versions of a floor's configuration: what was in force when, by whom",
     .options = "--manager URL       a running manager (http://127.0.0.1:8080)\n" AS_WHOM
                "--store ADDRESS     … or a store\n"
                "--at TIME           show: as it was then (now)\n"
                "--since TIME        history, diff: from then on\n"
                "--until TIME        … until then (now)\n"
                "--utc               times in UTC\n"
                "--json              machine output (show, history)",
     .details = "SUBJECT is such as link/mega, table/uth-1, rules/uth-cn, progressive/mega, "
                "'threshold/tax form', person/Ann, token/signs or program/m1; without it "
                "everything is shown. history has every version with who set it and what it "
                "changed, line by line for house rules; diff compares two moments. Examples: "
                "croupier config show --at '2026-11-15 22:00'; croupier config history "
                "rules/uth-cn --store floor.db.",
     .words = "show history diff",
     .run = cmd_config},
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
        printf("croupier %s\n", croupier_version);
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
