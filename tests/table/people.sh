#!/bin/sh
# People at a live table: a dealer who signs on and turns the key that a supervisor hands over, buttons that are pressed again, two
# seats of one patron and their envy, the limit of one hand a patron (TAB-8, PIT-9, PIT-10).
# usage: people.sh PROGRAM        run from the repository's root
set -u
croupier=$1
# shellcheck source=tests/table/process.sh
. tests/table/process.sh

start_manager || finish
post() { curl -s -o "$dir/answer" -w '%{http_code}' -H 'Content-Type: application/json' -d "$2" "$url/api/v1$1"; }
mkfifo "$dir/hands"
# open_table NAME: starts a live table that reads commands from descriptor 3
open_table() {
    : >"$dir/out"
    "$croupier" table "$1" --manager "$url" --state "$dir/$1" --live <"$dir/hands" >"$dir/out" 2>&1 &
    table=$!
    pids="$pids $table"
    exec 3>"$dir/hands"
    until_says "$table" "$dir/out" 'open' || finish
}
# told LINE WORDS: sends a line to the table, and waits for these words
told() {
    echo "$1" >&3
    until_says "$table" "$dir/out" "$2" && ok
}

# --- TAB-8: a second press on its button cancels an award without a key, in the dealer's name; a jackpot with a key
# can be cancelled only by somebody who may hold that key
open_table uth-1
told 'dealer Dealer 1' 'Dealer 1 deals'
for seat in 2 6; do echo "place $seat" >&3; done
told start 'round 1: coins in from 2 6'
told 'award 6 flush' 'seat 6 claims: flush'
told 'award 6 flush' 'seat 6: the claim is cancelled'
told 'award 6 straight' 'seat 6 claims: straight'
told 'award 2 royal flush' 'seat 2 claims: royal flush'
told 'award 2 royal flush' 'no: user: a pending jackpot is taken back by a person: say who'
told 'award 2 royal flush, says Dealer 1' 'no: Dealer 1 may not hold a key'
told 'award 2 royal flush, says Supervisor' 'seat 2: the claim is cancelled'
told 'game over' 'round 1: game over'
same 'what was not taken back is paid' "$(grep -c 'is paid' "$dir/out")" 1
told 'dealer off' 'Dealer 1 deals no more'
echo 'place 6' >&3
told start 'round 2: coins in from 6'
told 'award 6 full house' 'seat 6 claims: full house'
echo 'award 6 full house' >&3 # nobody deals: nobody is named
told 'award 6 three of a kind' 'seat 6 claims: three of a kind'
told 'game over' 'round 2: game over'
echo quit >&3
exec 3>&-
wait "$table"
read_log "$dir/floor.db"
same 'who took what back' "$(grep '"kind":"claim_cancelled"' "$dir/log" |
    sed 's/.*"award":"\([a-z ]*\)".*/\1 &/; s/^\([a-z ]*\) {.*"user":"\([A-Za-z0-9 ]*\)".*/\1 by \2/; s/^\([a-z ]*\) {.*/\1/' |
    tr '\n' ',')" 'flush by Dealer 1,royal flush by Supervisor,full house,'

# --- two seats of one patron, and a key that another person turns
start_crew
open_table four-1

told 'dealer Zoe' 'Zoe is not a person of this floor'
told 'dealer Dealer 1' 'Dealer 1 deals'
told 'patron 2 3' 'one patron holds seats 2 3'
for seat in 2 3 5 6 7; do echo "place $seat" >&3; done
told start 'coins in from 2 3 5 6 7'
echo 'fold 5' >&3
told 'award 2 royal flush' 'seat 2 claims: royal flush'
# a person who may not hold a key is refused when the key is put in, not later
told 'key 009' 'no: say whose key it is'
told 'key 009 Surveillance' 'no: Surveillance may not hold a key'
echo 'turn JPH' >&3
told 'key 009 Dealer 2' 'no: Dealer 2 may not hold a key'
echo 'key 009 Supervisor' >&3
echo 'turn JPH' >&3
echo 'wait 2' >&3
until_says "$table" "$dir/out" 'seat 2 is paid'
# no envy for seat 3, which is the same patron's, and seat 5, which has folded
until_says "$table" "$dir/out" "pay seat 6 1000.00 envy for seat 2's hand" && ok
same 'envy from right to left' "$(sed -n "s/.*pay seat \([0-9]\) 1000.00 envy .*/\1/p" "$dir/out" | tr '\n' ' ')" '7 6 '
same 'envy of the patron' "$(grep -c "pay seat [35] .* envy" "$dir/out")" 0
echo 'turn R' >&3
echo 'remove key' >&3
told 'game over' 'round 1: game over'

# UTH-16: the limit holds from the next round on
same 'a dealer does not switch it' "$(post /tables/four-1/hands '{"one_hand":true,"user":"Dealer 1"}')" 409
same 'the shift manager does' "$(post /tables/four-1/hands '{"one_hand":true,"user":"Manager One"}')" 200
echo 'place 2' >&3
echo 'place 3' >&3
# the console may not know of the limit yet; then the manager refuses the round, and the chips go back
told start 'are one patron'
echo 'remove 3' >&3
echo 'place 2' >&3
told start 'round 2: coins in from 2'
told 'game over' 'round 2: game over'
told 'dealer off' 'Dealer 1 deals no more'
echo quit >&3
exec 3>&-
wait "$table"
same 'the table ends well' $? 0
read_log "$dir/floor.db"
check_numbers four-1
same 'the dealer turned the key of the supervisor' \
    "$(grep '"kind":"key_turned"' "$dir/log" | grep -c '"user":"Dealer 1","person":"Supervisor"')" 2
same 'who gets envy is on record' "$(grep '"kind":"claim_paid"' "$dir/log" | grep -c '"envy":"2000.00","envy_seats":\[6,7\]')" 1
same 'dealers on record' "$(grep -c '"kind":"dealer_o' "$dir/log")" 4
# … and the receipt lists them in the order of payment
claim=$(sed -n 's/.*"kind":"claim_paid".*"claim":\([0-9]*\).*/\1/p' "$dir/log" | tail -n 1)
"$croupier" report receipt "$claim" --manager "$url" >"$dir/receipt" 2>&1
same 'envy on the receipt' "$(sed -n '/^Envy, in the order of payment/,$p' "$dir/receipt" |
    sed -n 's/^ *\([1-7]\)  *[$]*\(1,*000.00\) *$/\1/p' | tr '\n' ' ')" '7 6 '
stop "$manager"
"$croupier" verify "$dir/floor.db" >"$dir/verified" 2>&1
same 'the log is verified' $? 0
finish
