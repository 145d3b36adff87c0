#!/bin/sh
# The commands of the mathematician's desk, run as a program: every form of answer, known figures,
# errors.
# usage: desk.sh PROGRAM [long]        run from the repository's root; long: only what takes a quarter of a minute
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

# says FILE TEXT: the text must be in $dir/FILE
says() {
    grep -qF -- "$2" "$dir/$1" || {
        failed=$((failed + 1))
        printf 'FAIL %s: %s does not say %s\n' "$name" "$1" "$2"
    }
}

finish() {
    [ "$failed" -eq 0 ] && echo "desk: all as it should be"
    exit "$((failed > 0))"
}

if [ "${2:-}" = long ]; then
    run 0 par uth-cn --json
    says out '"strategy":{"starting_hands":[{"hand":"AA",'
    finish
fi

run 0 risk tcp-cn --rounds 100 --bankroll 200
says out 'Expectation of a round  -0.337298'
run 0 risk tcp-cn --rounds 100 --json
says out '"exact":"-686689/2035852"'
run 0 risk tcp-cn --rounds 10 --csv
run 0 risk tcp-cn --rounds 10 --pdf "$dir/risk.pdf"
[ -s "$dir/risk.pdf" ] || failed=$((failed + 1))
run 2 risk tcp-cn --ruin 2
run 2 risk
run 2 risk tcp-cn --floor floors/demo.yaml
for option in --hours --pace --seats --years --seed; do run 2 risk tcp-cn $option 5; done
run 2 risk --floor floors/demo.yaml --ruin 5%
run 2 risk --floor floors/demo.yaml --simple
run 1 risk tcp-cn --progressive rp
says err 'tcp-cn has no progressive bet'
run 1 risk pg-flush --side 5
says err 'pg-flush has no side bet'

cat >"$dir/floor.yaml" <<'FLOOR'
floor: Two tables
configured_by: [A, B]
people: {A: manager, B: manager}
links:
  five-card: {progressive: rp, open: yes}
tables:
  lir-1: {rules: lir-rp, link: five-card}
  lir-2: {rules: lir-rp, link: five-card}
FLOOR
run 0 risk --floor "$dir/floor.yaml" --years 50 --occupancy 12-18=2,18-2=4.5 --occupancy 'fri-sat 18-4=6' --json
says out '"covariance":'
says out '"uncovered":0,'
says out '"meters":[{"meter":"jackpot","amount":{"mean":'
# amounts of money are strings, counts are numbers
if ! grep -qE '"amount":\{"mean":[0-9.]+,"q5":"[0-9]+\.[0-9]{2}","q25":"' "$dir/out" || ! grep -qE '"jackpots":\{"mean":[0-9.]+,"q5":[0-9]' "$dir/out"; then
    failed=$((failed + 1))
    echo 'FAIL risk --floor: amounts are not text, or numbers of jackpots are'
fi
says out '"hours":14.5714'
run 1 risk --floor "$dir/floor.yaml" --occupancy 12-18=9
says err 'at most 7 seats'
run 2 risk --floor "$dir/floor.yaml" --occupancy 12-18=2 --seats 3

run 0 par tcp-cn --json
says out '"exact":{"ev":"-686689/20358520"'
says out '"combinations":407170400'
run 0 par tcp-cn
if [ "$(grep -c '^Dealer does not  *8' "$dir/out")" -ne 2 ]; then # Ante and Play, each once
    failed=$((failed + 1))
    echo 'FAIL par: the tables of the wagers are not there once each'
fi
says_not() {
    if grep -qF -- "$1" "$dir/out"; then
        failed=$((failed + 1))
        echo "FAIL there is '$1' in: $(grep -F -- "$1" "$dir/out" | head -n 3)"
    fi
}
"$croupier" rules show lir-rp | sed '0,/ flush: 8 to 1/s// flush: 41 to 7/' >"$dir/sevenths.yaml"
run 0 par "$dir/sevenths.yaml" --json
says out '"strategy":{"rule_of_thumb":{"decisions":['
says out '"exact":{"net":"123/7","contributes":"'
says out '"net":"17.571429"'
run 0 par "$dir/sevenths.yaml" --csv
says out '-3.00,'
says out ',-3/1'
says_not '−' # programs read a plain minus sign
run 0 par tcp-cn --json
says out '"strategy":{"cutoff":"Q-6-4",'
# bets of half an Ante are named with their decimals
"$croupier" rules show ms-rp | sed 's/^  third: \[.*/  third: [0.5, 1.5]/' >"$dir/halves.yaml"
run 0 par "$dir/halves.yaml"
says out 'bet 1.5 times the Ante'
says out 'Bet 1.5×'
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
run 1 design pg-flush --vary flush=3..4 --target 2%
says err 'pg-flush has no pay table'
sed 's/^    flush: 3 to 1/    "flush": 3 to 1/' rules/tcp-cn.yaml >"$dir/quoted.yaml"
run 0 design "$dir/quoted.yaml" --vary flush=3..4 --target 2.4% --write "$dir/mine.yaml"
says out '2.316742%'
run 0 rules check "$dir/mine.yaml"
run 0 design tcp-cn --vary flush=3..4 --target 40%
says out 'No table in the ranges reaches it'
run 0 design tcp-cn --wager ante_bonus --vary straight=1..2 --target 3% --element 2% --within 1%
says out '2.014672%'
run 0 design tcp-cn --vary straight=4..7 --vary flush=2..5 --target 5% --within 2% --json
says out '"reached":2,' # flush 5 with straight 4 would pay more than the better hand
run 0 design rp --vary seed=5000..6000:1000 --target 22% --within 2% --json
says out '"bets_between":649740'
run 0 design rp --vary seed=5000..10000:5000 --vary share=15%..25%:2.5% --vary 'full house=40..50:10' --target 20% --within 9% --json
says out '{"what":"seed","from":"5000.00","to":"10000.00","step":"5000.00",'
says out '{"what":"share","from":0.15,"to":0.25,"step":0.025,'
says out '{"values":{"seed":"10000.00","share":0.2,"full house":"'
run 0 design cn --vary major.seed=500..1500:500 --vary 'flush=0..40:10' --target 21% --within 1% --jackpot major=4600 --write "$dir/cn.yaml"
run 0 rules check "$dir/cn.yaml"
# eight varied values and three meters make more columns than a paper may have, so the bets between
# jackpots get a table of their own
run 0 design cn --vary mega.share=14%..15% --vary mega.seed=10000..10000 --vary major.share=5%..5% --vary major.seed=1000..1000 \
    --vary minor.share=6%..6% --vary minor.seed=250..250 --vary 'full house=50..50' --vary 'flush=40..40' --target 20% --within 5%
says out 'Bets between jackpots, in the same order'
run 1 design rp --vary seed=1..2 --vary seed=5..6 --target 2%
says err 'that is there twice'
run 1 design cn --vary minor.limit=1..2 --target 2%
says err 'cn varies by seed, share or reserve of a meter'
run 2 design tcp-cn --between 5 --vary flush=3..4 --target 2%
run 2 design rp --wager trips --vary seed=1..2 --target 2%

run 0 strategy tcp-cn --json
says out '"mistake":"play: always play"'
run 0 strategy tcp-cn --lines 2 --json
says out '"hands":"Q-6-4 or better"'
run 2 strategy tcp-cn --lines 25
run 0 strategy tcp-cn --lines 2 --pdf "$dir/card.pdf"

finish
