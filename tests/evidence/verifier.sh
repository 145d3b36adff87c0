#!/bin/sh
# croupier-verify against what somebody with an export could do to it: without the key every change is found,
# and with the key every amount that does not add up.
# usage: verifier.sh CROUPIER_VERIFY SIM_EXPORT FORGE
set -u
verify=$1 sim_export=$2 forge=$3
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
passed=0 failed=0
export=$dir/export.jsonl

ok() { passed=$((passed + 1)); }
bad() {
    failed=$((failed + 1))
    printf 'FAIL %s\n' "$1"
}
# expect STATUS NAME TEXT ARGUMENT…: croupier-verify must end with this status and say this text
expect() {
    want=$1 name=$2 text=$3
    shift 3
    "$verify" "$@" >"$dir/out" 2>&1
    status=$?
    if [ "$status" -eq "$want" ] && grep -qF -- "$text" "$dir/out"; then ok; else
        bad "$name: status $status, not $want with '$text': $(tail -n 4 "$dir/out")"
    fi
}
# forged NAME: the log in $dir/forged, against the checkpoint that a witness had before
forged() { expect 1 "$1" 'NOT CONFIRMED' "$dir/forged" "$dir/checkpoint"; }
# crooked NAME TEXT: the same with a checkpoint made anew by someone who has the key
crooked() {
    if cmp -s "$export" "$dir/forged"; then bad "$1: nothing was forged"; fi
    "$forge" sign "$dir/forged" "$dir/anew" || exit 1
    expect 1 "$1" "$2" "$dir/forged" "$dir/anew"
}
# first KIND MORE: the number of the first event of that kind with that text in it
first() { grep -n "\"kind\":\"$1\".*$2" "$export" | head -n 1 | cut -d : -f 1; }

# frozen: the number of the payment of a claim whose amount was frozen when it was made
frozen() {
    sed -n 's/^{"seq":\([0-9]*\),.*"kind":"claim_made".*"amount".*/\1/p' "$export" | while read -r claim; do
        grep -n "\"kind\":\"claim_paid\".*\"claim\":$claim," "$export" | cut -d : -f 1
    done | grep .
}

# A night with a jackpot of a meter, with a lock and without, and corrections.
seed=1
until "$sim_export" "$seed" "$dir" && grep -q '"kind":"claim_paid".*"key":"high".*"reseeded"' "$export" &&
    grep -q '"kind":"award_paid".*"from":"[^t]' "$export" && frozen >"$dir/frozen"; do
    seed=$((seed + 1))
done
lines=$(wc -l <"$export")
key=$(sed -n 's/^key //p' "$dir/checkpoint")
printf '%s\n' "$key" >"$dir/key"

# --- the night itself
expect 0 'the night' 'CONFIRMED' "$export" "$dir/checkpoint"
expect 0 'whose key' 'compare it with the one' "$export" "$dir/checkpoint"
expect 0 'its key' 'CONFIRMED' "$export" "$dir/checkpoint" --key "$key"
expect 0 'its key in a file' 'CONFIRMED' "$export" "$dir/checkpoint" --key "$dir/key"
expect 1 'another key' 'another key' "$export" "$dir/checkpoint" --key "$(printf %s "$key" | tr 0-9 1-90)"
expect 2 'no key' usage "$export" "$dir/checkpoint" --key 12
expect 2 'no files' usage
expect 2 'not there' 'cannot be opened' "$dir/none" "$dir/checkpoint"
expect 1 'no checkpoint' 'no checkpoint' "$export" /dev/null
"$forge" sign "$export" "$dir/half" $((lines / 2)) && "$forge" sign "$export" "$dir/all"
expect 0 'half a night' "$((lines - lines / 2)) events after event $((lines / 2)) are not yet witnessed" "$export" "$dir/half"
cat "$dir/half" "$dir/all" >"$dir/both"
expect 0 'two checkpoints' '2 checkpoints' "$export" "$dir/both"
cat "$dir/all" "$dir/half" >"$dir/both"
expect 1 'checkpoints out of order' 'in order' "$export" "$dir/both"
cat "$dir/all" "$dir/all" >"$dir/both"
expect 1 'a checkpoint twice' 'in order' "$export" "$dir/both"

# --- every jackpot of it
sed -n 's/.*"kind":"claim_paid".*"claim":\([0-9]*\),.*/\1/p' "$export" >"$dir/claims"
while read -r claim; do
    amount=$(sed -n "s/.*\"kind\":\"claim_paid\".*\"claim\":$claim,.*\"amount\":\"\([0-9.]*\)\".*/\1/p" "$export")
    expect 0 "claim $claim" "$amount" "$export" "$dir/checkpoint" --claim "$claim"
    if grep -q '^CONFIRMED' "$dir/out" && grep -q 'approved by' "$dir/out"; then ok; else bad "claim $claim: $(cat "$dir/out")"; fi
done <"$dir/claims"
for claim in 0 '' twelve 12x -1 99999999999999999999; do
    expect 2 "claim '$claim'" usage "$export" "$dir/checkpoint" --claim "$claim"
done
expect 1 'no such claim' 'does not pay it' "$export" "$dir/checkpoint" --claim 999999
"$forge" sign "$export" "$dir/early" 5
expect 1 'not covered' 'no checkpoint covers' "$export" "$dir/early" --claim "$(head -n 1 "$dir/claims")"

# --- without the key
coin=$(first coin_in '"house"')
paid=$(first claim_paid '')
sed "${coin}s/\"house\":\"0/\"house\":\"1/" "$export" >"$dir/forged" && forged 'an amount'
sed '1s/"time":1/"time":2/' "$export" >"$dir/forged" && forged 'a time'
sed "${coin}d" "$export" >"$dir/forged" && forged 'an event removed'
awk -v n="$coin" 'NR == n { kept = $0; next } { print } NR == n + 1 { print kept }' "$export" >"$dir/forged" && forged 'two events changed places'
sed "${coin}p" "$export" >"$dir/forged" && forged 'an event twice'
head -n $((lines - 1)) "$export" >"$dir/forged" && forged 'cut short'
expect 1 'cut short' 'cut short' "$dir/forged" "$dir/checkpoint"
head -c $(($(wc -c <"$export") - 1)) "$export" >"$dir/forged" && forged 'the last end of line'
sed "1s/.*/&\r/" "$export" >"$dir/forged" && forged 'another end of line'
: >"$dir/forged" && forged 'nothing'
{ cat "$export" && head -c 70000 /dev/zero | tr '\0' x; } >"$dir/forged" && forged 'a line without an end'

# --- with the key: one thing is changed, and the rest does not fit it (frauds.sh: everything fits)
sed "${coin}s/\"house\":\"0\(\.[0-9]*\)\"/\"house\":\"1\1\"/" "$export" >"$dir/forged" && crooked 'house takes more' "event $coin: coin_in: house is "
sed "${paid}s/\"amount\":\"/\"amount\":\"1/" "$export" >"$dir/forged" && crooked 'more is paid' "event $paid: claim_paid: amount is "
locked=$(head -n 1 "$dir/frozen")
sed "${locked}s/\"amount\":\"/\"amount\":\"1/" "$export" >"$dir/forged" && crooked 'more than was frozen' "event $locked: claim_paid: amount is "
sed "${coin}s/\"before\":\[\"/\"before\":[\"1/" "$export" >"$dir/forged" && crooked 'a meter jumps' 'begins with'
sed "${coin}s/\"after\":\[\"/\"after\":[\"1/" "$export" >"$dir/forged" && crooked 'a meter rises' "event $coin"
sed "${coin}s/\"seq\":$coin,/\"seq\":9$coin,/" "$export" >"$dir/forged" && crooked 'another number' 'not an event of that number'
sed "${coin}s/}$/,}/" "$export" >"$dir/forged" && crooked 'no event' 'not an event'
sed "${coin}s/\"kind\":\"coin_in\"/\"kind\":\"$(printf '\302\233')31m\"/" "$export" >"$dir/forged" && crooked 'a control character' "event $coin: ?31m: "
sed "${coin}s/\"kind\"/\"seq\":$coin,\"kind\"/" "$export" >"$dir/forged" && crooked 'a member twice' 'not an event'
claim=$(sed -n "${paid}s/.*\"claim\":\([0-9]*\),.*/\1/p" "$export")
for approval in $(grep -n "\"kind\":\"claim_approved\",\"claim\":$claim," "$export" | cut -d : -f 1 | head -n 1); do
    sed "${approval}s/claim_approved/claim_complied/" "$export" >"$dir/forged" && crooked 'an approval less' 'approvals of'
    sed "${approval}s/\"user\":\"[^\"]*\"/\"user\":\"mallory\"/" "$export" >"$dir/forged" && crooked 'approved by nobody' 'nobody of this floor'
done
sed "${paid}s/\"claim\":$claim,/\"claim\":1,/" "$export" >"$dir/forged" && crooked 'no claim' 'never made, paid, or cancelled before'
award=$(first award_paid '"from":"[^t]')
sed "${award}s/\"amount\":\"/\"amount\":\"1/" "$export" >"$dir/forged" && crooked 'a larger award' "event $award: award_paid: amount is "
sed "${award}s/award_paid/shift_noted/" "$export" >"$dir/forged" && crooked 'no such kind' 'no such kind of event'
sed "${award}s/award_paid/seat_fault/" "$export" >"$dir/forged" && crooked 'a meter for nothing' 'nothing that it does can change them'
# One claim paid twice: the event after the payment becomes another one.
awk -v n="$paid" 'NR == n { kept = $0 } NR == n + 1 { sub(/"seq":[0-9]*/, "\"seq\":" NR, kept); print kept; next } { print }' "$export" >"$dir/forged"
crooked 'paid twice' 'never made, paid, or cancelled before'

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
