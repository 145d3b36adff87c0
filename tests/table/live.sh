#!/bin/sh
# A live table keyed by a dealer: coins, a wrong key, a claim made and cancelled, a high jackpot that is paid
# after the pit approved it, a failed sensor, a patron who moves; and a second controller of the same
# name. The papers of that jackpot have the cards that the dealer keyed. Sensors over a real pseudo-terminal at the end.
# usage: live.sh PROGRAM SENSORS        run from the repository's root
set -u
croupier=$1
sensors=$2
# shellcheck source=tests/table/process.sh
. tests/table/process.sh

start_manager || finish
# The crew starts only when the dealer has cancelled a claim and has been told to wait for another one: a dealer
# could not cancel a jackpot that is approved already (PIT-7).
mkfifo "$dir/presses"
"$croupier" table four-1 --manager "$url" --state "$dir/four-1" --live --key-user 'Supervisor' \
    <"$dir/presses" >"$dir/out" 2>&1 &
table=$!
pids="$pids $table"
exec 3>"$dir/presses"
cat >&3 <<'END'
award 3 royal flush
place 3
place 5
place 6
place 5
start
place 2
jpot
award 2 flush
award 5 royal flush
award 5 royal flush
award 3 full house
award 6 straight flush with 9h 8h 7h 6h 5h
game over
key 008
turn JPL
turn JPH
remove key
turn R
remove key
key 009
turn JPH
jpot
END
until_says "$table" "$dir/out" 'no: seat 6 cannot be paid yet: '
start_crew
cat >&3 <<'END'
wait 6
game over
turn R
remove key
game over
fail 4
place 4
move 4 7
buy 2 100
buy 2 1,000
buy 3 20.00 cheques of another house
buy 3 20.00 cheques of another house
buy 3 25.50 cash
start
dead the deck is fouled
repair 4
open 4
open 4 Supervisor
status
quit
END
exec 3>&-
wait "$table"
same 'the table ends well' $? 0
says "$dir/out" 'no: bets are still open; press COIN IN first'
says "$dir/out" 'coins in from 3 5 6'
says "$dir/out" 'no: turn the key first'
says "$dir/out" 'no: seat 2: its LEDs are off'
says "$dir/out" 'seat 5 claims: royal flush'
says "$dir/out" 'seat 5: the claim is cancelled'
says "$dir/out" 'seat 3 is paid 50.00 from tray: full house'
says "$dir/out" 'no: a jackpot is pending'
says "$dir/out" 'no: key 008 does not turn to JPH'
says "$dir/out" 'no: seat 6 cannot be paid yet: '
says "$dir/out" 'seat 6 is paid'
says "$dir/out" 'no: turn the key back to R first'
says "$dir/out" 'round 1: game over'
says "$dir/out" 'the patron of seat 4 moves to seat 7'
# UTH-22
says "$dir/out" 'seat 2 buys in 100.00 with cash'
says "$dir/out" 'no: amount:'
same 'foreign tender is refused, each time' \
    "$(grep -c 'refused: cheques are bought with cash; "cheques of another house"' "$dir/out")" 2
says "$dir/out" 'seat 3 buys in 25.50 with cash'
# the second chip at seat 5 and the one at seat 2 waited for the next round
says "$dir/out" 'coins in from 2 5'
says "$dir/out" 'round 2: all hands dead; coins off the record: 2 5'
says "$dir/out" 'status: betting'
# PIT-17
says "$dir/out" 'Seat 4: the sensor works again. The seat stays closed until a named person opens it.'
says "$dir/out" 'no: say who opens the seat'
says "$dir/out" 'seat 4 is opened by Supervisor'

# --- REG-1: two controllers of one name
mkfifo "$dir/hands"
"$croupier" table four-1 --manager "$url" --state "$dir/four-1" --live <"$dir/hands" \
    >"$dir/first.out" 2>&1 &
first=$!
pids="$pids $first"
exec 3>"$dir/hands"
until_says "$first" "$dir/first.out" 'open'
"$croupier" table four-1 --manager "$url" --state "$dir/other" --live </dev/null >"$dir/second.out" 2>&1
same 'the second one is turned away' $? 1
says "$dir/second.out" 'held by another controller'
if grep -q closed "$dir/first.out"; then bad 'the first one was disturbed'; else ok; fi
echo quit >&3
exec 3>&-
wait "$first"
read_log "$dir/floor.db"
same 'an alarm' "$(grep -c '"kind":"alarm_raised","item":"identity"' "$dir/log")" 1
check_numbers four-1
same 'cash on record' "$(grep '"kind":"buy_in"' "$dir/log" |
    sed 's/.*"seat":\([0-9]\).*"item":"\([a-z ]*\)".*"amount":"\([0-9.]*\)".*/\1 \2 \3/;
        s/.*"seat":\([0-9]\).*"amount":"\([0-9.]*\)".*"item":"\([a-z ]*\)".*/\1 \3 \2/' |
    tr '\n' ',')" '2 cash 100.00,3 cash 25.50,'
# --- REC-4: the papers show the hand, which only the console keyed
claim=$(sed -n 's/.*"kind":"claim_paid".*"claim":\([0-9]*\).*/\1/p' "$dir/log")
same 'only the console keyed cards' "$(grep -c '9h 8h 7h 6h 5h' "$dir/log")" 1
for paper in slip receipt; do
    "$croupier" report "$paper" "$claim" --store "$dir/floor.db" --pdf "$dir/paper.pdf" || bad "$paper"
    pdftotext -layout "$dir/paper.pdf" "$dir/paper.pages"
    "$croupier" report "$paper" "$claim" --store "$dir/floor.db" >"$dir/paper.text" || bad "$paper"
    for form in text pages; do
        same "$paper as $form" "$(grep -c 'Cards  *9h 8h 7h 6h 5h' "$dir/paper.$form")" 1
    done
done
same payments "$(paid_as_told "$dir/out")" "$(paid_in_log four-1)"

# --- sensors at a pseudo-terminal
mkfifo "$dir/chips"
"$sensors" <"$dir/chips" >"$dir/sensors" 2>&1 &
bank=$!
pids="$pids $bank"
exec 4>"$dir/chips"
until_says "$bank" "$dir/sensors" '/dev/'
mkfifo "$dir/keys"
"$croupier" table four-1 --manager "$url" --state "$dir/four-1" --live \
    --sensors "$(head -n 1 "$dir/sensors")" <"$dir/keys" >"$dir/line.out" 2>&1 &
first=$!
pids="$pids $first"
exec 3>"$dir/keys"
until_says "$first" "$dir/line.out" 'open'
until_says "$bank" "$dir/sensors" 'seat 7 chase'
echo 'place 1' >&4
echo 'place 7' >&4
until_says "$bank" "$dir/sensors" 'seat 7 flash'
until_says "$bank" "$dir/sensors" 'seat 1 flash'
echo start >&3
until_says "$first" "$dir/line.out" 'coins in from 1 7'
until_says "$bank" "$dir/sensors" 'seat 7 steady'
echo 'game over' >&3
until_says "$first" "$dir/line.out" 'game over'
echo quit >&3
exec 3>&-
wait "$first"
same 'the table with real sensors ends well' $? 0
exec 4>&-
wait "$bank"
says "$dir/sensors" '2 chips in the box'
stop "$manager"
finish
