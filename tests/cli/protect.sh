#!/bin/sh
# croupier protect, run as a program: figures, errors, drawn cases with any number of threads, and
# continuing an interrupted run.
# usage: protect.sh PROGRAM [long]   long: only what takes seconds each, questions of Ultimate Texas Hold'em
set -u
croupier=$1
is_long=${2-}
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

# run STATUS ARGUMENT…
run() {
    want=$1
    shift
    "$croupier" protect "$@" </dev/null >"$dir/out" 2>"$dir/err"
    status=$?
    if [ "$status" -eq "$want" ]; then ok; else bad "$*: status $status, not $want: $(cat "$dir/err")"; fi
}

says() {
    if grep -qF -- "$1" "$dir/out"; then ok; else bad "no '$1' in: $(cut -c1-400 "$dir/out")"; fi
}

complains() {
    if [ ! -s "$dir/out" ] && grep -qF -- "$1" "$dir/err"; then ok; else bad "no '$1' in: $(cat "$dir/err")"; fi
}

finish() {
    printf '%d checks, %d failed\n' $((passed + failed)) "$failed"
    [ "$failed" -eq 0 ]
    exit
}

if [ -n "$is_long" ]; then
    # Marked backs on the board are read in addition to board cards that are seen.
    run 0 uth-cn --sees seats:1,turn,marked:9TJQ/four --rounds 3 --seed 2 --json
    says '"sees":"seats:1,turn,marked:9TJQ/four"'
    says '"exact":null'

    # A run that is killed after some units continues from its state file, with the same answer.
    set -- uth-cn --sees seats:4 --rounds 20 --threads 1 --json
    "$croupier" protect "$@" --state "$dir/killed" </dev/null >"$dir/early" 2>&1 &
    pid=$!
    while kill -0 "$pid" 2>/dev/null && [ "$(wc -c <"$dir/killed" 2>/dev/null || echo 0)" -lt 3000 ]; do sleep 0.05; done
    kill -9 "$pid"
    wait "$pid" 2>/dev/null
    if [ -s "$dir/early" ]; then bad 'the run ended before it was killed'; else ok; fi
    run 0 "$@"
    cp "$dir/out" "$dir/one"
    run 0 "$@" --state "$dir/killed"
    if cmp -s "$dir/one" "$dir/out"; then ok; else bad 'a killed run gives another answer'; fi
    finish
fi

run 0 tcp-cn --sees dealer:1 --json
says '"rules":"tcp-cn","sees":"dealer:1","ev":0.0348286'
says '"exact":{"ev":"443162/12724075"},"std_error":0,"gain":0.06855843'
says '"frequencies":{"play":0.88375657'
says '"changes":[{"hand":'
says '"cards":[{"seen":["2","3","4","5","6","7","8","9","T","J","Q","K"],"best":["play"]},{"seen":["A"],"best":["fold"]}]'
run 0 tcp-cn --sees dealer:1
says 'When it is seen'
says 'play          93.9%   100.0%  2–K'
run 0 lir-rp --sees board:all --json
says '"exact":{"ev":"87557/216580"}'
says '{"hand":"Ace high straight flush","base":{"ride":1,"pull":0},"seen":{"ride":0.39795918367346'
run 0 tcp-cn --sees dealer:3 --json
says '"exact":{"ev":"38556249/101792600"}'
if grep -q '"cards"' "$dir/out"; then bad 'three cards are told apart'; else ok; fi
run 2 tcp-cn --sees marked:QKA/first --hands 50
complains '--hands needs --stake'
run 0 tcp-cn --sees marked:QKA/first --stake 25 --hands 50
says 'What protects the house'
says 'an hour'

# Where all cases can be calculated quickly none are drawn, and the answer says so.
run 0 tcp-cn --sees dealer:1 --rounds 100
says 'none were drawn'
run 0 tcp-cn --sees dealer:1
if grep -q 'drawn' "$dir/out"; then bad 'nobody asked for draws'; else ok; fi

run 2 tcp-cn
complains '--sees'
run 1 tcp-cn --sees flop:1
complains "--sees: 'flop:1'"
run 1 uth-cn --sees dealer:3
complains "'dealer:3'"
run 1 lir-rp --sees board:1,nothing
complains "'nothing'"

run 0 tcp-cn --sees seats:4 --rounds 3000 --seed 9 --threads 1 --json
says '"exact":null'
cp "$dir/out" "$dir/one"
run 0 tcp-cn --sees seats:4 --rounds 3000 --seed 9 --threads 2 --json
if cmp -s "$dir/one" "$dir/out"; then ok; else bad 'two threads give another answer'; fi
run 0 tcp-cn --sees seats:4 --rounds 999
says 'the standard error is rough itself'
run 0 tcp-cn --sees seats:4 --rounds 1000
if grep -q 'rough' "$dir/out"; then bad 'a thousand cases are called few'; else ok; fi

# A run whose state file ends in the middle of a record continues, with the same answer.
run 0 lir-rp --sees board:1 --state "$dir/state" --json
cp "$dir/out" "$dir/one"
size=$(wc -c <"$dir/state")
head -c $((size / 2 + 7)) "$dir/state" >"$dir/half" && mv "$dir/half" "$dir/state"
run 0 lir-rp --sees board:1 --state "$dir/state" --json
if cmp -s "$dir/one" "$dir/out"; then ok; else bad 'an interrupted run gives another answer'; fi
if [ "$(wc -c <"$dir/state")" -eq "$size" ]; then ok; else bad 'the file is not whole again'; fi
run 1 lir-rp --sees board:2 --state "$dir/state" --json
complains 'another question'

# A question with a long list is compared as a whole, and the order of the list makes no difference.
long=$(printf 'board:1,%.0s' $(seq 40))
run 0 ms-rp --sees "${long}board:1" --state "$dir/long" --json
run 1 ms-rp --sees "${long}board:3" --state "$dir/long" --json
complains 'another question'
run 0 ms-rp --sees board:1 --state "$dir/long" --json

finish
