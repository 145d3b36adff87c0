/* The table of all subcommands, in the order of `croupier help`, with their texts for help, manual
 * page and completions. */
#include "app/cli.h"

const struct cli_command cli_commands[] = {
    {"play", "NAME [option…]", "play a table in the terminal, with every payment explained",
     "Only legal actions are offered, each with its key and its price. After each round "
     "the settlement is explained wager by wager with the rule it follows; the key ? gives "
     "the exact value of each action, and the summary the cost of mistakes. NAME is "
     "shipped house rules or a YAML file of your own. Seat 1, first base, is on the "
     "right of the screen, as players see the table. Without a terminal, or with "
     "--plain, commands are read one a line: deal, ante 10, trips off, seat 2 ante 10, "
     "check, 4x, bet 10, ?, rules, quit; the end of the input leaves the table. Leaving in "
     "the middle of a round finishes it with the cheapest actions.",
     &runner_play},
    {"deal", "NAME [--rounds N] [--seats N] [--seed N] [--progressive NAME] [--json]",
     "deal rounds to simulated patrons and show them settled",
     "Wagers and decisions are drawn from the seed too. With --json a stream of rounds "
     "comes out, one a line: croupier deal uth-cn --json --rounds 1000 | croupier settle "
     "--lines.",
     &runner_deal},
    {"settle", "[FILE|-] [--lines]", "settle rounds given in full, JSON in and JSON out",
     "Reads standard input without FILE. A rejected document names the place and the "
     "fault on standard error; with --lines a rejected line is answered "
     "{\"error\":…} in its place, the rest go on, and the exit status is 1.",
     &runner_settle},
    {"eval", "[--three|--four] CARD… | -",
     "rank 5, 6 or 7 cards, or by the order of Three or Four Card Poker",
     "A card is a rank (2–9, T or 10, J, Q, K, A) and a suit (c d h s or ♣♦♥♠), in "
     "either case. '-' reads one hand a line. Rank 1 is the best hand.",
     &runner_eval},
    {"rules", "list | show NAME | check FILE…",
     "list, print and check house rules and progressives",
     "`show` prints the file itself: redirect it, edit it, check it, and use its path "
     "wherever a name works.",
     &runner_rules},
    {"analyze", "NAME [option…]", "exact figures of house rules, progressives and single hands",
     "NAME is house rules or a progressive, shipped or a YAML file. Every figure is a sum "
     "over all deals, the same on every machine. Values are per unit of the Ante, or of "
     "the side bet. pg with --hole shows how often each result comes; with --flop, what "
     "each turn card is worth; other positions show the value of every option. Where the "
     "maker's manual prints something else, a note says so.",
     &runner_analyze},
    {"simulate", "NAME [option…]",
     "play rounds by the million and hold them against the exact analysis",
     "Every round goes through the settlement that the tables use. Means come with their "
     "99 % interval beside the exact values; a figure more than 4 standard errors off "
     "disagrees, and under optimal play the exit status is then 1. Side bets are as "
     "large as the Ante. With a side bet that a fold forfeits the play is optimal for "
     "the total, and the total is what is compared. Progressive meters stand at their "
     "seeds in every round; awards are counted by hand. A limit on one hand's pays that would "
     "cut one is left out, as in the analysis, and the answer says so. Fewer than 10,000 hands "
     "are not judged.",
     &runner_simulate},
    {"risk", "NAME | --floor FILE [option…]",
     "what a session can come to for a player, or a year for the house",
     "The results of one round under the best play are counted over all deals, side bet and "
     "progressive included; those of many rounds follow by convolution. Shows the chance of being "
     "ahead and the quantiles along the session, and the bankroll that a wanted chance of ruin "
     "takes. Example: croupier risk uth-cn --ante 10 --side 5 --rounds 500 --ruin 1%. "
     "With --floor: theoretical win and its spread for all tables of a floor file, and years of "
     "every link on its real books: jackpots, meters, reserves, what the house pays in. Example: "
     "croupier risk --floor floors/demo.yaml --seats 4 --years 5000.",
     &runner_risk},
    {"par", "NAME [--json | --csv | --pdf FILE]",
     "the PAR sheet of a game, as a laboratory expects it",
     "Every outcome of every wager with combinations, probability, pay and contribution; every "
     "result of a round; hit frequency, volatility index, confidence limits of the hold by "
     "handle; strategy, rules and the hash of their file. Example: croupier par uth-cn --pdf "
     "par.pdf.",
     &runner_par},
    {"protect", "RULES --sees WHAT [option…]",
     "what it is worth to see cards of the dealer, the board or other seats",
     "For a player who uses what is seen perfectly from the first decision on: base game "
     "only, values per Ante. A known card is a random one of its position. seats:N are the "
     "cards of N other seats, dead:N cards that are out, marked:QKA/first backs that tell "
     "whether the first face-down card of the dealer, then of the board, belongs to the group. "
     "Exact where all cases can be looked at; else the gain over the play without the "
     "information is drawn on the same cards, with its standard error. Example: croupier "
     "protect uth-cn --sees dealer:1,flop:1.",
     &runner_protect},
    {"design", "NAME --vary HAND=FROM..TO… --target EDGE [option…]",
     "pay tables that reach a wanted edge, ranked, and how much each row weighs",
     "Rows of one pay table vary over whole numbers to 1. Side bets are known exactly for every "
     "combination; in a base game the best play changes with the pays, so the promising tables "
     "are analysed one after the other. Several figures can be wanted at once. What is found is "
     "valid by `rules check`, ranked by how near and how round it is, and --write makes a file of "
     "it. Example: croupier design uth-cn --wager trips --vary 'full house=6..9' --vary "
     "flush=5..8 --vary straight=3..6 --target 3.5% --write trips.yaml. A progressive "
     "varies by seed, share and reserve of its meters and by its awards: croupier design rp "
     "--vary seed=5000..20000:1000 --vary share=15..25 --target 20% --within 1%.",
     &runner_design},
    {"strategy", "NAME [--lines N] [--json | --csv | --pdf FILE]",
     "how to play, in words and as a card, and what each mistake costs, exactly",
     "The published rule of thumb in words with its exact cost against the best play, what common "
     "mistakes cost, and the first decision with every starting hand. Every figure is a sum over "
     "all deals. With --lines N plays of at most N lines are found that people can remember, each "
     "with "
     "its exact cost. Takes up to a minute in games of hold'em, with --lines more. Example: "
     "croupier strategy fcp-rp "
     "--pdf card.pdf.",
     &runner_strategy},
    {"serve", "[option…]", "run a floor: the Game Manager with its HTTP interface",
     "Prints its address, then serves until it is interrupted. FILE sets up an empty store; a "
     "store that has a floor is only compared with it. Unless --open says otherwise "
     "everybody signs in; while nobody has a password it prints where to set up the first "
     "one, for one use. When the store fails the manager ends "
     "at once with status 1 and answers nothing more. Examples: croupier serve --floor "
     "floors/demo.yaml; croupier serve --store postgresql:///croupier --id m2.",
     &runner_serve},
    {"pki", "init | issue | server | show | check DIR [option…]",
     "make the floor's own certificates, for TLS and for its tables",
     "`init` makes a trust folder: an authority, the manager's certificate and the key that "
     "signs checkpoints. `issue` makes a table's key and certificate; two people enrol its "
     "fingerprint before the table may join. `server` gives the manager a new certificate, "
     "`show` prints certificates of a folder or of one file, `check` says which end within 30 "
     "days and exits with 1 if any does. Keys are for their owner only, and nothing is ever "
     "overwritten. Examples: croupier pki init trust --host manager.pit --host 10.1.0.5; "
     "croupier pki issue trust --table pit1-t1.",
     &runner_pki},
    {"table", "NAME [--manager URL | --master | --standalone] [option…]",
     "run a table: linked to a manager, master of others, or alone",
     "A table that does not hear from its manager closes by its own clock. What was under way "
     "is settled when it is back: nothing is lost and nothing counts twice. A jackpot that "
     "needs a key is claimed, and paid once the pit has verified and approved it. `help` at a "
     "live table lists the commands. Examples: croupier table pit1-t1 --players 5; croupier "
     "table alone --standalone --rules pg-flush --players 3 --rounds 10.",
     &runner_table},
    {"status", "[STORE] [--manager URL] [--watch] [--json]",
     "show the floor at a glance: links, tables, jackpots, alarms",
     "Without --manager the environment's CROUPIER_MANAGER is asked; several addresses, "
     "with commas between, can stand in for each other. With STORE the floor is read "
     "from a store itself, without a manager; whether a "
     "table is heard of is then not known. For each jackpot that waits it says what is "
     "missing before it can be paid. Examples: croupier status --watch; croupier "
     "status /srv/croupier/floor.db.",
     &runner_status},
    {"log", "[STORE | --manager URL] [option…]",
     "print the activity log: time, table, seat, people, amounts, meters",
     "Reads a store of any size in constant memory, also beside a running manager. Amounts "
     "for people are rounded down to the cent; --csv and --json have them to the millionth. In "
     "--csv a text that begins with = + - or @ gets an apostrophe before it, so that no "
     "spreadsheet takes it for a formula; the column body has the exact text. Examples: "
     "croupier log floor.db --since -2h --kind jackpots; croupier log --follow --table "
     "pit1-t2.",
     &runner_log},
    {"report", "KIND [CLAIM] [--store STORE | --manager URL] [option…]",
     "print a report: coin-in, activity, jackpots, a shift's form, a receipt",
     "KIND is coin-in, activity, jackpots, shift (the End of Shift form with its variance), "
     "submission (what is filed before go-live), or, of one claim: receipt, slip, derivation. "
     "All forms say the same, and the same data give the same bytes. People read the house's "
     "time with its zone, programs UTC. A file has its name only once everything is in it. "
     "Examples: croupier report shift --store floor.db --pdf shift.pdf; croupier report receipt "
     "1234 --printer /dev/usb/lp0; croupier report coin-in --link main --since 2026-11-15.",
     &runner_report},
    {"verify", "STORE [--quick] [--witness FILE --key KEY | --expect SEQ:HASH] [--json]",
     "prove from the log that no money was lost or counted twice, or say where",
     "Reads a store of any size in constant memory, also beside a running manager, and keeps "
     "books of its own from the texts of the log. Prints each promise of the floor with a "
     "tick, "
     "or the events that break it; the exit status is then 1. A log that somebody cut short or "
     "rewrote as a whole shows only against a mark kept elsewhere: the checkpoints of a "
     "witness, or the last line's SEQ:HASH. Example: croupier verify /srv/croupier/floor.db.",
     &runner_verify},
    {"witness", "--key KEY --file FILE [--manager URL] [--once]",
     "keep a manager's checkpoints on another machine and hold them together",
     "Asks each second for the last checkpoint, checks its signature and that its log grew out "
     "of the one seen before, and adds it to FILE. When the log was cut short, put back or "
     "rewritten, or something else signs, it says so, writes FILE.alarm and ends with status "
     "1. A manager that does not answer is asked again. Its token needs the scope read. "
     "Example: croupier witness --manager "
     "https://manager.pit:8443 --ca ca.pem --token read.token --key signing.pub --file "
     "/srv/witness/checkpoints.",
     &runner_witness},
    {"evidence", "CLAIM | checkpoint [--store STORE] [--trust DIR | --manager URL] [option…]",
     "one claim as an archive for a dispute: events, amounts, approvals, proofs",
     "The archive holds the claim's events and those of its round, the configuration in force, "
     "the people who approved, receipt and derivation, and for each event a proof that "
     "croupier-verify checks against the checkpoint alone. README.txt in it says how. "
     "`checkpoint` prints the last one: paper is a witness that no program reaches. A token "
     "needs the scope read. Examples: "
     "croupier evidence 1234 --store floor.db --trust /srv/croupier/trust; croupier evidence "
     "checkpoint --printer /dev/usb/lp0.",
     &runner_evidence},
    {"backup", "STORE FILE [--utc] [--json]",
     "copy a store into a new file, beside a running manager",
     "One moment of the store, SQLite or PostgreSQL, becomes an SQLite file. The hash "
     "chain is checked on the way. FILE has its name only once everything is in it and "
     "on disk; a file that is there is never overwritten. Write down the head and its "
     "hash, apart from the file. Example: croupier backup postgresql://db/floor "
     "/backup/floor-2026-11-15.db.",
     &runner_backup},
    {"restore", "FILE STORE [--utc] [--json]", "put a backup into a new or empty store",
     "The hash chain is checked on the way; all of it arrives, or nothing. Tables that "
     "remember events after the backup keep the floor closed until two people have "
     "acknowledged it: compare the head with what was written down. Example: croupier "
     "restore /backup/floor-2026-11-15.db /srv/croupier/floor.db.",
     &runner_restore},
    {"db", "copy FROM TO | info STORE | rebuild STORE | archive|trim STORE FOLDER --trust DIR",
     "move stores between SQLite and PostgreSQL, rebuild their rows, archive and remove months",
     "A store is a path, sqlite:PATH or postgresql://HOST/NAME. `copy` takes one moment "
     "of FROM into an empty TO, log and rows, and checks the hash chain on the way. "
     "`rebuild` repeats every event of the log and writes the rows derived from it "
     "anew; no manager may be running on that store. `archive` writes the months that are "
     "past and signed into a new FOLDER, a file for each, and reads them back; the "
     "store stays as it is. archive:FOLDER is then a store for every command that only "
     "reads: verify, report, log, config. `trim` removes from STORE the events that the archive "
     "in FOLDER has, once it has been read back, is as a checkpoint signed it and meets "
     "the store's chain; no manager may be running. The store notes where the archive is and "
     "reads on from there: keep it in its place, or say --archive.",
     &runner_db},
    {"doctor", "[--store ADDRESS [--trust DIR]] [--manager URL] [--floor FILE] [--json]",
     "look for what is wrong with store, manager and machine, and say what to do",
     "Without options it looks at this machine, and at the manager of "
     "$CROUPIER_MANAGER when that is set. Nothing is changed. Every finding is ok, "
     "a warning or a problem, with what to do next; the exit status is 1 when there "
     "is a problem. Example: croupier doctor --store /srv/croupier/floor.db.",
     &runner_doctor},
    {"crew", "[--manager URL] [--passwords FILE] [--leave TABLE] [--pace MS]",
     "a simulated pit that takes jackpot claims through their steps",
     "For demonstrations and drills. People of the floor verify, approve, confirm "
     "compliance, rule the order of simultaneous wins and clear what is paid; the "
     "tables turn the keys and pay. Runs until it is interrupted.",
     &runner_crew},
    {"people", "[list | ACTION…] [--manager URL] [--user NAME] [--approver NAME] [option…]",
     "who may act on a floor, and how they sign in",
     "list shows the roll. setup URL#CODE --person NAME sets the first password of a floor "
     "with the link that `croupier serve` printed. invite NAME… gives each a code, accept "
     "NAME CODE makes it a password. add NAME ROLE and change NAME alter the roll, by two "
     "people. password and pin set one's own; sign-in tries whether one can. enlist URL#CODE "
     "--passwords OUTFILE does all of it for everybody with random passwords: for "
     "demonstrations and trials, since whoever has that file is all of them. Roles: dealer, "
     "supervisor, cage, surveillance, accounting, manager, auditor, service.",
     &runner_people},
    {"tokens", "[list | add NAME SCOPE… | revoke NAME] [--manager URL] [option…]",
     "keys for programs: signs, monitoring, tables",
     "A token is shown once; the manager keeps only its hash. Scopes: read (look and "
     "books), metrics, sign (what a sign shows), table:ID (that table's own). Programs "
     "take it with --token FILE; $CROUPIER_TOKEN names the file too.",
     &runner_tokens},
    {"machines", "enrol CERTIFICATE… | revoke CERTIFICATE | revoke TABLE FINGERPRINT [option…]",
     "whose key may speak for a table",
     "Certificates are those that croupier pki issue made; the table is the one they "
     "name. A table may have two keys at a time, so that one can follow the other "
     "without a pause. A revoked key is refused with its next request. Example: "
     "croupier machines enrol trust/tables/uth-1/table.pem --user Ann --approver Ben.",
     &runner_machines},
    {"limits", "[show | raise LIMIT MOST] [option…]",
     "how many tables, links, people … a floor has room for",
     "show says of each limit how much of it is taken, what is in force and what can be. "
     "Two people raise one on a floor that exists; it holds at once, after every restart, and "
     "with every manager of the floor. It is never lowered. Example: croupier limits raise "
     "tables 2048 --user Ann --approver Ben.",
     &runner_limits},
    {"config", "[show | history | diff] [SUBJECT] [--store ADDRESS | --manager URL] [option…]",
     "versions of a floor's configuration: what was in force when, by whom",
     "SUBJECT is, for example, link/mega, table/uth-1, rules/uth-cn, progressive/mega, "
     "'threshold/tax form', person/Ann, token/signs or program/m1; without it "
     "everything is shown. history has every version with who set it and what it "
     "changed, line by line for house rules; diff compares two moments. Examples: "
     "croupier config show --at '2026-11-15 22:00'; croupier config history "
     "rules/uth-cn --store floor.db.",
     &runner_config},
    {"completion", "bash | zsh | fish", "print the completion script for a shell", "",
     &runner_completion},
    {"man", "", "print the manual page (croupier man | man -l -)", "", &runner_man},
    {0},
};
