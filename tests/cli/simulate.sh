#!/bin/sh
# croupier simulate, run as a program: the same answer for the same seed, usage, exit statuses.
# usage: simulate.sh PROGRAM        run from the repository's root
set -u
croupier=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
passed=0
failed=0

ok() {
    passed=$((passed + 1))
}

bad() {
    failed=$((failed + 1))
    printf 'FAIL %s\n' "$1"
}

# run STATUS NAME ARGUMENT…
run() {
    want=$1 name=$2
    shift 2
    "$croupier" simulate "$@" </dev/null >"$dir/out" 2>"$dir/err"
    status=$?
    if [ "$status" -eq "$want" ]; then ok; else bad "$name: status $status, not $want: $(cat "$dir/err")"; fi
}

says() {
    if grep -qF -- "$2" "$dir/out"; then ok; else bad "$1: no '$2' in: $(cat "$dir/out")"; fi
}

complains() {
    if grep -qF -- "$2" "$dir/err"; then ok; else bad "$1: no '$2' in: $(cat "$dir/err")"; fi
    if [ -s "$dir/out" ]; then bad "$1: something on standard output"; else ok; fi
}

# --- answers
run 0 text tcp-cn --rounds 200000 --seed 7 && says text 'The simulation agrees with the exact analysis.'
if [ -s "$dir/err" ]; then bad 'text: something on standard error'; else ok; fi
run 0 json tcp-cn --rounds 200000 --seed 7 --json && says json '"agrees":true'
says json '"rules":"tcp-cn","rounds":200000,"seats":1,"seed":7,"strategy":"optimal"'
says json '"per_hand":{"ev":{"mean":'

# --- the same seed gives the same answer with any number of threads
cp "$dir/out" "$dir/first"
run 0 'one thread' tcp-cn --rounds 200000 --seed 7 --json --threads 1
if cmp -s "$dir/first" "$dir/out"; then ok; else bad 'one thread: another answer'; fi
run 0 'three threads' tcp-cn --rounds 200000 --seed 7 --json --threads 3
if cmp -s "$dir/first" "$dir/out"; then ok; else bad 'three threads: another answer'; fi
run 0 'another seed' tcp-cn --rounds 200000 --seed 8 --json
if cmp -s "$dir/first" "$dir/out"; then bad 'another seed: the same answer'; else ok; fi

# --- side bets, seats, strategies
run 0 'pair plus' tcp-cn --rounds 200000 --seats 7 --side pair_plus && says 'pair plus' with_pair_plus
run 0 simple tcp-cn --rounds 200000 --strategy simple && says simple optimal
run 0 'pg progressive' pg-flush --rounds 200000 --side progressive --json
says 'pg progressive' '"progressive":"ptha-2"'
says 'pg progressive' '"fixed_awards":{'
run 0 'another progressive' pg-flush --rounds 1000 --progressive ptha-6 --json
says 'another progressive' '"progressive":"ptha-6"'
run 0 'one round' tcp-cn --rounds 1 --json

# --- rules with extreme values agree with their analysis too
# edited NAME SED-SCRIPT: writes shipped rules with changes
edited() {
    "$croupier" rules show "$1" | sed "$2" >"$dir/edited.yaml"
}
edited lir-rp 's/hand_limit: 50000/hand_limit: 100/'
run 0 'a limit that cuts' "$dir/edited.yaml" --rounds 2000000 --json
says 'a limit that cuts' '"without_limit":"100.00"'
run 0 'a limit that cuts, in words' "$dir/edited.yaml" --rounds 1000
says 'a limit that cuts, in words' "without the limit of 100.00 on one hand's pays"
run 0 'a limit that cuts nothing' lir-rp --rounds 1000 --json
if grep -q without_limit "$dir/out"; then bad 'a limit that cuts nothing: left out'; else ok; fi
edited lir-rp '/^    four of a kind: 50/,/^    pair of tens/d; s/1000 to 1/1000 to 4/; s/200 to 1/1 to 2/'
run 0 'bets that hardly ever ride' "$dir/edited.yaml" --rounds 20000
edited tcp-cn '/^    straight flush: 40/,/^    pair: 1/d; s/^  pair_plus: .*/  pair_plus: {mini royal: 1000000 to 1}/'
run 0 'a side bet that has not won' "$dir/edited.yaml" --rounds 10000 --seed 10 --side pair_plus
edited lir-rp '/^    royal flush/,/^    two pair/s/: .*/: 1 to 1/; s/pair of tens or better: 1 to 1/pair of twos or better: 1 to 101/'
run 0 'pairs that are paid in odd parts' "$dir/edited.yaml" --rounds 4000000
edited ms-rp 's/royal flush: 500 to 1/royal flush: 1000000 to 1/; s/third: .*/third: [15]/; s/hand_limit: .*/hand_limit: none/; s/two pair: 2 to 1/two pair: 1 to 999983/; /^    pair of jacks/d; /^    pair of sixes/d'
run 0 'the largest pay on the largest bet' "$dir/edited.yaml" --rounds 2000000

# --- errors
run 2 'no name' && complains 'no name' 'which rules?'
run 2 'two names' tcp-cn uth-cn && complains 'two names' 'one argument too many'
run 2 'no rounds' tcp-cn --rounds 0 && complains 'no rounds' '--rounds takes a whole number'
run 2 'bad seed' tcp-cn --seed -1 && complains 'bad seed' '--seed'
run 2 'eight seats' tcp-cn --seats 8 && complains 'eight seats' 'from 1 to 7'
run 2 'bad strategy' tcp-cn --strategy lucky && complains 'bad strategy' 'optimal or simple'
run 2 'unknown option' tcp-cn --fast && complains 'unknown option' "unknown option '--fast'"
run 2 'missing value' tcp-cn --side && complains 'missing value' '--side takes'
run 1 'unknown rules' roulette && complains 'unknown rules' roulette
run 1 'one such side bet of two' tcp-cn --side trips --side pair_plus && complains 'one such side bet of two' "no side bet 'trips'"
run 1 'no such side bet' tcp-cn --side trips && complains 'no such side bet' "no side bet 'trips'"
run 1 'no progressive in tcp' tcp-cn --side progressive && complains 'no progressive in tcp' 'without a progressive'

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
