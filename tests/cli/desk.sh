#!/bin/sh
# The commands of the mathematician's desk from outside: every form of answer, known figures, faults.
# usage: desk.sh PROGRAM        run from the repository's root
set -u
croupier=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0

# run STATUS ARGUMENT…
run() {
    want=$1
    shift
    name=$*
    "$croupier" "$@" </dev/null >"$dir/out" 2>"$dir/err"
    status=$?
    [ "$status" -eq "$want" ] || {
        failed=$((failed + 1))
        printf 'FAIL %s: status %s, not %s: %s\n' "$name" "$status" "$want" "$(cat "$dir/err")"
    }
}

# says FILE TEXT
says() {
    grep -qF -- "$2" "$dir/$1" || {
        failed=$((failed + 1))
        printf 'FAIL %s: %s does not say %s\n' "$name" "$1" "$2"
    }
}

run 0 risk tcp-cn --rounds 100 --bankroll 200
says out 'Expectation of a round  −0.337298'
run 0 risk tcp-cn --rounds 100 --json
says out '"exact":"-686689/2035852"'
run 0 risk tcp-cn --rounds 10 --csv
run 0 risk tcp-cn --rounds 10 --pdf "$dir/risk.pdf"
[ -s "$dir/risk.pdf" ] || failed=$((failed + 1))
run 2 risk tcp-cn --ruin 2
run 2 risk
run 2 risk tcp-cn --floor floors/demo.yaml
run 1 risk tcp-cn --progressive rp
says err 'tcp-cn has no progressive bet'
run 1 risk pg-flush --side 5
says err 'pg-flush has no side bet'

run 0 par tcp-cn --json
says out '"exact":{"ev":"-686689/20358520"'
says out '"combinations":407170400'
run 1 par nowhere

run 0 design tcp-cn --vary flush=3..4 --target 2.4% --write "$dir/mine.yaml"
says out '2.316742%'
run 0 rules check "$dir/mine.yaml"
run 0 analyze "$dir/mine.yaml" --json
says out '"pair_plus":{"ev":-0.02316742081447'
run 1 design tcp-cn --vary flash=3..4 --target 2%
says err 'the table has no such row'
run 1 design tcp-cn --vary flush=3..4
says err 'nothing is wanted'
run 1 design tcp-cn --target 2%
says err 'nothing varies'
run 0 design rp --vary seed=5000..6000:1000 --target 22% --within 2% --json
says out '"bets_between_jackpots":649740'
run 2 design rp --wager trips --vary seed=1..2 --target 2%

run 0 strategy tcp-cn --json
says out '"mistake":"play: always play"'
run 0 strategy tcp-cn --lines 2 --json
says out '"hands":"Q-6-4 or better"'
run 2 strategy tcp-cn --lines 25
run 0 strategy tcp-cn --lines 2 --pdf "$dir/card.pdf"

[ "$failed" -eq 0 ] && echo "desk: all as it should be"
exit "$((failed > 0))"
