#!/bin/sh
# What the amount and the hand of a jackpot require, with real processes: the straight flush of PTHA-7, a fixed 25,000.00, is cleared at the
# manager like a share of the meter, and its receipt is printed then (PIT-11); an award without a key that reaches notify_from waits
# for supervision (PIT-12); a slip of exactly the threshold needs no cash report, one of 14 cents more does (REG-16, PIT-14).
# usage: priority.sh PROGRAM        run from the repository's root
set -u
croupier=$1
# shellcheck source=tests/table/process.sh
. tests/table/process.sh
floor=$dir/floor.yaml
mkdir "$dir/receipts" "$dir/slips"
sed 's/^rules: .*/rules: notify/; s/notify_from: none/notify_from: 40/' rules/uth-cn.yaml >"$dir/notify.yaml"
cat >"$floor" <<END
floor: Pit
configured_by: [Ann, Ben]
people: {Ann: manager, Ben: manager, Cy: supervisor, Dan: dealer}
links:
  big: {progressive: ptha-7, open: yes}
  mega: {progressive: cn, open: yes}
tables:
  p7: {rules: pg-flush, link: big, live: yes}
  u1: {rules: ./notify.yaml, link: mega, live: yes}
thresholds: {cash report: 10000}
house: {name: The Lucky Star, zone: America/Chicago, paper: letter, money: "\$1,234.56"}
printers: {receipts: $dir/receipts, slips: $dir/slips}
END
start_manager || finish
post() { curl -s --json "$2" "$url/api/v1$1"; }
# takes PATH BODY WORDS: the request must be answered with these words
takes() {
    post "$1" "$2" >"$dir/post"
    if grep -q "$3" "$dir/post"; then ok; else bad "$1: no '$3' in $(cat "$dir/post")"; fi
}
# table NAME: starts a table that reads commands from the pipe $dir/NAME.in
table() {
    mkfifo "$dir/$1.in"
    : >"$dir/$1.out"
    "$croupier" table "$1" --manager "$url" --state "$dir/$1" --live --key-user Cy <"$dir/$1.in" >"$dir/$1.out" 2>&1 &
    started=$!
    pids="$pids $started"
}
# claim_at TABLE: the number of the table's claim that is not finished.
claim_at() { curl -s "$url/api/v1/claims" | sed 's/{"claim"/\n{"claim"/g' | sed -n "s/^{\"claim\":\([0-9]*\).*\"table\":\"$1\".*/\1/p" | tail -n 1; }
# prepare CLAIM: does everything that comes before the payment of a high jackpot
prepare() {
    takes "/claims/$1/verify" '{"items":["hand","leds","shuffle","wager","sequence","meter"],"user":"Cy"}' '"kind":"claim_verified"'
    takes "/claims/$1/approve" '{"user":"Ann"}' 'is not verified' # the deck is pulled and checked before the win is processed, too
    takes "/claims/$1/verify" '{"items":["deck"],"user":"Cy"}' '"kind":"claim_verified"'
    for user in Ann Ben; do takes "/claims/$1/approve" "{\"user\":\"$user\"}" '"kind":"claim_approved"'; done
}

# --- PIT-11: a fixed 25,000.00, whatever the meter has, is a priority jackpot as well
table p7
p7=$started
exec 3>"$dir/p7.in"
until_says "$p7" "$dir/p7.out" open || finish
printf '%s\n' 'place 4' start 'award 4 straight flush' >&3
until_says "$p7" "$dir/p7.out" 'seat 4 claims: straight flush' || finish
claim=$(claim_at p7)
prepare "$claim"
printf '%s\n' 'key 009' 'turn JPH' 'wait 4' >&3
until_says "$p7" "$dir/p7.out" 'seat 4 is paid 25000.00 from jackpot: straight flush' || finish
printf '%s\n' 'turn R' 'remove key' 'game over' >&3
until_says "$p7" "$dir/p7.out" 'round 1: game over' || finish
curl -s "$url/api/v1/claims/$claim" >"$dir/claim"
says "$dir/claim" '"clearing":true'
says "$dir/claim" '"after":["deck","replaced"]'
takes "/claims/$claim/clear" '{"user":"Ann"}' 'the deck is counted down, and replaced'
takes "/claims/$claim/verify" '{"items":["deck","replaced"],"user":"Cy"}' '"kind":"claim_verified"'
same 'no receipt before it is cleared' "$(find "$dir/receipts" -name '*.pdf' | wc -l)" 0
takes "/claims/$claim/clear" '{"user":"Ann"}' '"kind":"claim_cleared"'
# shellcheck disable=SC2317 # for await, as below
is_there() { [ -e "$1" ]; }
await "$manager" is_there "$dir/receipts/receipt-$claim.pdf" || bad 'no receipt of the straight flush'
pdftotext -layout "$dir/receipts/receipt-$claim.pdf" "$dir/text"
says "$dir/text" "\$25,000.00"
says "$dir/text" 'Deck counted down, replaced'
same 'the deck before the payment is part of the verification' "$(grep -c 'Verified' "$dir/text") $(grep -c 'Deck' "$dir/text")" '2 1'
# 50,000 and 2.65 of the coin, less 25,000
curl -s "$url/api/v1/links/big" >"$dir/link"
says "$dir/link" '25002.65'
echo quit >&3
exec 3>&-
wait "$p7"

# --- REG-9: the meter is corrected so that it has exactly 10,000.00 when it is won, with three coins of 0.14 in it
takes /links/mega/close '{"user":"Ann"}' '"kind":"link_closed"'
takes /links/mega/correct '{"from":"mega","change":"-0.42","text":"to the cent","user":"Ann","approver":"Ben"}' '"kind":"meter_corrected"'
takes /links/mega/open '{"user":"Ann"}' '"kind":"link_opened"'

# --- PIT-12: an award of 40.00 without a key waits for a supervisor, one of 30.00 does not
table u1
u1=$started
exec 4>"$dir/u1.in"
until_says "$u1" "$dir/u1.out" open || finish
printf '%s\n' 'place 2' 'place 5' start 'award 5 straight' 'award 2 flush' jpot jpot 'game over' >&4
until_says "$u1" "$dir/u1.out" 'seat 5 is paid 30.00 from tray: straight' || finish
until_says "$u1" "$dir/u1.out" 'the dealer notifies supervision' || finish
same 'the flush waits' "$(grep -c 'seat 2 is paid' "$dir/u1.out")" 0
flush=$(claim_at u1)
takes "/claims/$flush/approve" '{"user":"Dan"}' 'Dan has the role dealer'
takes "/claims/$flush/approve" '{"user":"Cy"}' '"kind":"claim_approved"'
echo 'wait 2' >&4
until_says "$u1" "$dir/u1.out" 'seat 2 is paid 40.00 from tray: flush' || finish
echo 'game over' >&4
until_says "$u1" "$dir/u1.out" 'round 1: game over' || finish

# --- REG-16: exactly 10,000.00 needs no report, one coin more needs one
royal() { # ROUND AMOUNT
    printf '%s\n' 'place 3' start 'award 3 royal flush' >&4
    until_lines "$u1" "$1" "$dir/u1.out" 'seat 3 claims: royal flush' || finish
    claim=$(claim_at u1)
    prepare "$claim"
    for item in 'title 31' ofac 'patron record'; do takes "/claims/$claim/comply" "{\"item\":\"$item\",\"user\":\"Cy\"}" '"kind":"claim_complied"'; done
    printf '%s\n' 'key 009' 'turn JPH' 'wait 3' 'turn R' 'remove key' 'game over' >&4
    until_says "$u1" "$dir/u1.out" "seat 3 is paid $2 from mega: royal flush" || finish
    takes "/claims/$claim/verify" '{"items":["deck","replaced"],"user":"Cy"}' '"kind":"claim_verified"'
    takes "/claims/$claim/clear" '{"user":"Ann"}' '"kind":"claim_cleared"'
    await "$manager" is_there "$dir/slips/slip-$claim.pdf" || bad "no slip of $claim"
    pdftotext -layout "$dir/slips/slip-$claim.pdf" - | tr -s ' \n' ' ' >"$dir/text"
}
royal 1 10000.00
says "$dir/text" "Amount paid \$10,000.00"
says "$dir/text" "not required (above \$10,000.00)"
royal 2 10000.14
says "$dir/text" "Amount paid \$10,000.14"
if grep -q 'not required' "$dir/text"; then bad "no cash report: $(cat "$dir/text")"; else ok; fi
echo quit >&4
exec 4>&-
wait "$u1"
stop "$manager"
read_log "$dir/floor.db"
same payments "$(paid_as_told "$dir/u1.out")" "$(paid_in_log u1)"
if "$croupier" verify "$dir/floor.db" >"$dir/verified" 2>&1; then ok; else bad "verify: $(cat "$dir/verified")"; fi
finish
