#!/bin/sh
# Games that only tests have, given to every command: each answers rightly or refuses the game by name.
# usage: game_commands.sh PROGRAM TWO SOLO        run from the repository's root; house rules
set -u
croupier=$1 two=$2 solo=$3
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
passed=0
failed=0
asked=' '

ok() {
    passed=$((passed + 1))
}

bad() {
    failed=$((failed + 1))
    printf 'FAIL %s\n' "$1"
}

# run STATUS NAME ARGUMENT…: the command must end with this status
run() {
    want=$1 name=$2
    shift 2
    asked="$asked$1 "
    "$croupier" "$@" </dev/null >"$dir/out" 2>"$dir/err"
    status=$?
    if [ "$status" -eq "$want" ]; then ok; else bad "$name: status $status, not $want: $(cat "$dir/err")"; fi
}

# says NAME TEXT, lacks NAME TEXT: about the output of the last command
says() {
    if grep -qF -- "$2" "$dir/out"; then ok; else bad "$1: no '$2' in: $(head -c 400 "$dir/out")"; fi
}
lacks() {
    if grep -qF -- "$2" "$dir/out"; then bad "$1: '$2' in: $(head -c 400 "$dir/out")"; else ok; fi
}

# refuses NAME TEXT COMMAND…: the command must be refused with this message and without an answer
refuses() {
    name=$1 sentence=$2
    shift 2
    run 1 "$name" "$@"
    if grep -qF -- "$sentence" "$dir/err"; then ok; else bad "$name: no '$sentence' in: $(cat "$dir/err")"; fi
    if [ -s "$dir/out" ]; then bad "$name: something on standard output"; else ok; fi
}

# --- the rules themselves
run 0 'two: check' rules check "$two"
run 0 'solo: check' rules check "$solo"
sed 's/pair: 10 to 1/flush: 10 to 1/' "$two" >"$dir/flush.yaml"
run 1 'two: a flush in a pay table' rules check "$dir/flush.yaml"
if grep -q 'flush' "$dir/err"; then ok; else bad 'two: the flush is not named'; fi

# --- rounds are dealt, settled again, and come out the same
for rules in "$two" "$solo"; do
    run 0 "deal $rules" deal "$rules" --rounds 40 --seed 5 --seats 7
    run 0 "deal --json $rules" deal "$rules" --rounds 200 --seed 5 --seats 7 --json
    sed "s|\"rules\":\"[a-z]*\"|\"rules\":\"$rules\"|" "$dir/out" >"$dir/rounds"
    run 0 "settle $rules" settle "$dir/rounds" --lines
    lacks "settle $rules" '"error"'
done
run 0 'two: deal' deal "$two" --rounds 1 --seed 5
says 'two: the dealer has cards' '  dealer  '
run 0 'solo: deal' deal "$solo" --rounds 1 --seed 5
lacks 'solo: the dealer has none' '  dealer  '
says 'solo: a board' '  board   '

# --- rounds whose payments were calculated by hand. Two: the dealer's best two of three are kings, the seat has aces: Ante 10 and
# Play 20 win 30, the side bet 5 at 10 to 1 wins 50.
printf '{"rules":"%s","seats":[{"seat":1,"wagers":{"ante":"10","pair_bet":"5"},"cards":["As","Ad"],"actions":["2x"]}],"dealer":["Kc","7d","Kh"]}' \
    "$two" >"$dir/round"
run 0 'two: settle' settle "$dir/round"
says 'two: won' '"net":"80.00"'
says 'two: the dealer' '"dealer":{"cards":["Kc","7d","Kh"],"category":"pair","name":"pair number 2","qualifies":true}'
sed 's/"Kc","7d","Kh"/"Kc","7d"/' "$dir/round" >"$dir/short"
refuses 'two: a dealer with two cards' dealer settle "$dir/short"
# Solo: three own cards and two of the board make a royal flush: 100 to 1 on Ante and Raise, and the
# whole meter of the progressive with this round's coin in it.
printf '{"rules":"%s","seats":[{"seat":1,"wagers":{"ante":"10","progressive":"1"},"cards":["As","Ks","Qs"],"actions":["bet"]}],"board":["Js","Ts"]}' \
    "$solo" >"$dir/round"
run 0 'solo: settle' settle "$dir/round"
says 'solo: no dealer' '"dealer":null'
says 'solo: won' '"outcome":"win"'
says 'solo: the award' '"progressive":{"category":"royal flush","amount":"10000.18","from":"jackpot"'
says 'solo: net' '"net":"11999.18"'
sed 's/"board"/"dealer":["2c"],"board"/' "$dir/round" >"$dir/dealt"
refuses 'solo: a dealer with a card' 'Solo Test has none' settle "$dir/dealt"

# --- mathematics: these games have none
for rules in "$two" "$solo"; do
    case $rules in *two*) title='Two Card Test' hand='As Ad' wager=pair_bet ;; *) title='Solo Test' hand='As Ad 2c' wager=ante ;; esac
    no="no exact analysis for $title"
    refuses "analyze $title" "$no" analyze "$rules"
    refuses "analyze --json $title" "$no" analyze "$rules" --json
    refuses "analyze --csv $title" "$no" analyze "$rules" --csv
    refuses "analyze --pdf $title" "$no" analyze "$rules" --pdf "$dir/report.pdf"
    refuses "analyze --trips $title" "$no" analyze "$rules" --trips 2
    refuses "analyze --hole $title" "$no" analyze "$rules" --hole "$hand"
    refuses "analyze --compare $title" "$no" analyze "$rules" --compare tcp-cn
    refuses "simulate $title" "$no" simulate "$rules" --rounds 1000
    refuses "simulate simple $title" "$no" simulate "$rules" --rounds 1000 --strategy simple
    refuses "protect $title" "$no" protect "$rules" --sees dead:1
    refuses "design $title" "$no" design "$rules" --vary pair=1..2 --wager "$wager" --target 0.05
    refuses "strategy $title" "$no" strategy "$rules"
    refuses "strategy --lines $title" "$no" strategy "$rules" --lines 4
    refuses "risk $title" "$no" risk "$rules" --rounds 50
    refuses "par $title" "$no" par "$rules"
    refuses "par --csv $title" "$no" par "$rules" --csv
done
refuses 'solo: its progressive beside it' 'no exact analysis for Solo Test' analyze "$solo" --progressive rp
refuses 'solo: beside its progressive' 'no exact analysis for Solo Test' analyze rp --rules "$solo"
if [ -e "$dir/report.pdf" ]; then bad 'a report of nothing'; else ok; fi

# a house's year needs the mathematics of every game on its floor
for rules in "$two" "$solo"; do
    printf 'floor: Test\nconfigured_by: [One, Two]\npeople: {One: manager, Two: manager}\ntables:\n  t-1: {rules: %s}\n' \
        "$(realpath "$rules")" >"$dir/floor.yaml"
    refuses "risk --floor $rules" 'no exact analysis for' risk --floor "$dir/floor.yaml"
done

# --- the terminal table, and its advice
for rules in "$two" "$solo"; do
    printf 'rules\ndeal\nodds\nplay\nbet\n1x\nfold\nstats\nquit\n' |
        "$croupier" play "$rules" --plain --seed 3 >"$dir/out" 2>"$dir/err"
    status=$?
    asked="${asked}play "
    if [ "$status" -eq 0 ]; then ok; else bad "play $rules: status $status: $(cat "$dir/err")"; fi
    says "play $rules" 'no exact analysis for'
done

# --- a table on a floor: dealt, recorded, verified, reported
for rules in "$two" "$solo"; do
    game=$(basename "$rules" .yaml)
    progressive=none
    [ "$game" = solo ] && progressive=rp
    run 0 "$game: a table" table "$game" --standalone --store "$dir/$game.db" --state "$dir/$game.table" \
        --rules "$rules" --progressive "$progressive" --players 3 --rounds 5 --seed 4
    run 0 "$game: verify" verify "$dir/$game.db"
    run 0 "$game: submission" report submission --store "$dir/$game.db"
    says "$game: submission" 'not known: the game has no exact analysis'
done

# --- a jackpot of the game Solo, and what the commands make of its store
"$croupier" table solo --standalone --store "$dir/claim.db" --state "$dir/claim.table" --rules "$solo" --progressive rp \
    --players 3 --seed 4 --award-every 2 </dev/null >"$dir/said" 2>&1 &
table=$!
until grep -q ' claims: ' "$dir/said" || ! kill -0 "$table" 2>/dev/null; do sleep 0.1; done
kill "$table" 2>/dev/null
wait "$table" 2>/dev/null
claim=$(sed -n 's/.* claims: .*(claim \([0-9]*\))$/\1/p' "$dir/said" | head -n 1)
run 0 'solo: evidence' evidence "${claim:-0}" --store "$dir/claim.db" --out "$dir/claim.tar"
run 0 'solo: log' log "$dir/claim.db"
says 'solo: the claim' 'straight flush'
run 0 'solo: status' status "$dir/claim.db"
run 0 'solo: configuration' config show --store "$dir/claim.db"
run 0 'solo: backup' backup "$dir/claim.db" "$dir/copy.db"
run 0 'solo: restore' restore "$dir/copy.db" "$dir/back.db"
run 0 'solo: rows' db rebuild "$dir/back.db"
run 0 'solo: verify what was restored' verify "$dir/back.db"

# --- every command was tried, except those that have nothing to do with a game: about cards alone; a running manager
# (game_routes.sh has one) and its people, keys and limits; the machine; the program's own texts.
for command in eval serve crew people tokens machines limits witness pki doctor completion man; do
    asked="$asked$command "
done
"$croupier" help | sed -n 's/^  \([a-z]*\)  .*/\1/p' >"$dir/commands"
if grep -qx analyze "$dir/commands"; then ok; else bad 'help lists no commands'; fi
while read -r command; do
    case $asked in *" $command "*) ok ;; *) bad "$command: no case for it here" ;; esac
done <"$dir/commands"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
