#!/bin/sh
# A pit at work, with real processes: a failure that decides nothing about a win (PIT-1), one queue of
# payments (PIT-2), a folded hand (PIT-3), awards without a key that wait and a payment that is corrected (PIT-4), one coin
# that is returned, hands that a supervisor calls dead and an exposed card (PIT-7), the Commissioner's notice (PIT-8),
# a notice of a low meter before play (PIT-19).
# usage: pit.sh PROGRAM        run from the repository's root
set -u
croupier=$1
# shellcheck source=tests/table/process.sh
. tests/table/process.sh
lease=4000 # its end is waited for

start_manager || finish
mkfifo "$dir/keys"
start_table() {
    "$croupier" table pg-1 --manager "$url" --state "$dir/pg-1" --live --key-user 'Supervisor' \
        <"$dir/keys" >>"$dir/out" 2>&1 &
    table=$!
    pids="$pids $table"
    exec 3>"$dir/keys"
}
: >"$dir/out"
start_table
until_says "$table" "$dir/out" 'open' || finish

# --- PIT-4, PIT-7: an award is cancelled before it is final; a coin is returned before the first card
printf '%s\n' 'place 2' 'place 3' 'place 6' start 'return 2 no Ante was bet there' 'award 6 three of a kind' \
    'award 6 three of a kind' 'award 6 straight' 'game over' >&3
until_says "$table" "$dir/out" 'round 1: game over' || finish
says "$dir/out" "round 1: seat 2's coin is off the record"
says "$dir/out" 'seat 6: the claim is cancelled'
says "$dir/out" 'round 1: seat 6 is paid 10.00 from tray: straight'

# --- PIT-2: a royal flush sits to the right of a flush; with key 008 the table says whose turn it is
printf '%s\n' 'place 3' 'place 6' start 'award 3 flush' 'award 6 royal flush' 'key 008' 'turn JPL' 'remove key' \
    'key 009' 'turn JPH' >&3
until_says "$table" "$dir/out" 'no: seat 6 is paid first, royal flush: it takes key 009' || finish

# --- PIT-1: the manager stands still for longer than a lease, with the win on the table
kill -STOP "$manager"
until_says "$table" "$dir/out" 'closed: no answer from the manager'
kill -CONT "$manager"
until_says "$table" "$dir/out" 'royal flush is on record: a ruling is awaited' || finish
until_says "$table" "$dir/out" 'the sign says: JACKPOT: A RULING IS AWAITED'
printf '%s\n' jpot 'game over' 'dead the dealer is in a hurry, says Supervisor' >&3
until_says "$table" "$dir/out" 'no: seat 6: the system failed with the royal flush on the table'
until_says "$table" "$dir/out" 'refused: a jackpot is claimed at seat 6: two people rule it void first' || finish
same 'the claims are held' "$(curl -s "$url/api/v1/claims" | grep -o '"held":true' | wc -l)" 2
same 'an alarm names the jackpot' "$(curl -s "$url/api/v1/alarms" | grep -c '"item":"royal flush held, seat 6"')" 1

# --- … and the table is killed, and the manager too
crash "$table"
exec 3>&-
crash "$manager"
start_manager || finish
start_table
until_lines "$table" 2 "$dir/out" 'royal flush is on record: a ruling is awaited' || finish
start_crew
printf '%s\n' 'key 009' 'turn JPH' 'wait 6' 'turn R' 'remove key' 'key 008' 'turn JPL' 'wait 3' 'turn R' 'remove key' \
    'game over' >&3
until_says "$table" "$dir/out" 'round 2: game over' || finish
# the meter began at its seed: 10000 + 4 coins of 0.53, of which one was returned
says "$dir/out" 'round 2: seat 6 is paid 10002.12 from jackpot: royal flush'
says "$dir/out" 'round 2: seat 3 is paid 50.00 from jackpot: flush'

# --- UTH-18: nobody bets on the progressive while the manager does not answer; afterwards they do again
closed=$(grep -cF 'closed: no answer from the manager' "$dir/out")
kill -STOP "$manager"
until_lines "$table" $((closed + 1)) "$dir/out" 'closed: no answer from the manager' || finish
open=$(grep -cF 'pg-1: open' "$dir/out")
printf '%s\n' 'place 4' start >&3
until_says "$table" "$dir/out" 'no: the progressive is closed (no answer from the manager); play the base game without it'
kill -CONT "$manager"
until_lines "$table" $((open + 1)) "$dir/out" 'pg-1: open' || finish
printf '%s\n' 'place 4' start 'game over' >&3
until_says "$table" "$dir/out" 'round 3: coins in from 4'
until_says "$table" "$dir/out" 'round 3: game over' || finish
echo quit >&3
exec 3>&-
wait "$table"

# --- PIT-3: a folded hand wins nothing
printf '%s\n' 'place 5' 'place 6' start 'fold 5' 'award 5 flush' 'award 6 flush' 'game over' quit |
    "$croupier" table uth-1 --manager "$url" --state "$dir/uth-1" --live >"$dir/uth" 2>&1
says "$dir/uth" 'no: seat 5 has folded: a folded hand wins nothing of the progressive (CN 22)'
says "$dir/uth" 'round 1: seat 6 is paid 40.00 from tray: flush'

# --- PIT-7: a supervisor calls hands dead, with a reason; without a name, or by a dealer, it is refused
mkfifo "$dir/more"
"$croupier" table uth-1 --manager "$url" --state "$dir/uth-1" --live <"$dir/more" >"$dir/dead" 2>&1 &
dead=$!
pids="$pids $dead"
exec 4>"$dir/more"
until_says "$dead" "$dir/dead" 'open' || finish
printf '%s\n' 'place 5' start >&4
until_says "$dead" "$dir/dead" 'coins in from 5' || finish
printf '%s\n' 'award 5 flush' 'dead' 'dead the deck is fouled' 'dead the deck is fouled, says Dealer 1' >&4
until_says "$dead" "$dir/dead" 'a supervisor or manager calls the hands dead: say who'
until_says "$dead" "$dir/dead" 'Dealer 1 may not decide that; a supervisor or manager does'
echo 'dead the deck is fouled, says Supervisor' >&4
until_says "$dead" "$dir/dead" 'all hands dead; coins off the record: 5' || finish
echo quit >&4
exec 4>&-
wait "$dead"

# --- PIT-8: a dispute goes to the Commissioner's office: the log says who was told, when, by what reference, and the outcome
post() { curl -s -H 'content-type: application/json' -d "$2" "$url/api/v1$1"; }
dispute=$(post /disputes '{"user":"Supervisor","person":"Mr. Hill","table":"uth-1","text":"the hands were dead"}' |
    sed 's/.*"seq":\([0-9]*\).*/\1/')
same 'nobody asked for the office' "$(post "/disputes/$dispute/notify" \
    '{"user":"Supervisor","person":"Inspector Hale","item":"2026-114"}' | grep -c 'nobody has asked for the Commissioner')" 1
post "/disputes/$dispute/escalate" '{"user":"Supervisor","text":"the patron asks for an investigation"}' >"$dir/post"
same 'the office comes first' "$(post "/disputes/$dispute/decide" \
    '{"user":"Supervisor","text":"the house is right"}' | grep -c 'the office is notified first')" 1
post "/disputes/$dispute/notify" '{"user":"Supervisor","person":"Inspector Hale","item":"2026-114"}' >"$dir/post"
same 'the notice' "$(grep -c '"kind":"commissioner_notified"' "$dir/post")" 1
post "/disputes/$dispute/finding" '{"user":"Supervisor","text":"the coin was returned"}' >"$dir/post"
same 'the dispute is decided' "$(post "/disputes/$dispute/decide" \
    '{"user":"Supervisor","text":"as the office found"}' | grep -c '"kind":"dispute_decided"')" 1

# --- PIT-4, PIT-7: two people take back ten dollars that were paid too much for the flush from the tray; an exposed card is recorded
payment=$(curl -s "$url/api/v1/log?kind=award_paid&table=uth-1" | grep -o '"seq":[0-9]*' | tail -n 1 | tr -dc 0-9)
same 'nobody corrects a payment alone' "$(post /tables/uth-1/correct \
    '{"payment":'"$payment"',"seat":6,"award":"flush","change":"-10.00","text":"ten too much","user":"Manager One","approver":"Manager One"}' |
    grep -c 'two people')" 1
same 'a payment is corrected' "$(post /tables/uth-1/correct \
    '{"payment":'"$payment"',"seat":6,"award":"flush","change":"-10.00","text":"ten too much","user":"Manager One","approver":"Manager Two"}' |
    grep -c '"change":"-10.00"')" 1
same 'an irregularity' "$(post /tables/uth-1/irregularity \
    '{"item":"exposed card","text":"the hand was played on","seats":[6],"user":"Supervisor"}' |
    grep -c '"kind":"irregularity_recorded"')" 1

# --- PIT-19: the meter restarted at its seed and has paid a flush since, so it is below the seed, and the desk is told
same 'a meter below its seed' "$(curl -s "$url/api/v1/notices" | grep -c '"notice":"below seed"')" 1
stop "$manager"

read_log "$dir/floor.db"
same 'no round died of a failure' "$(count round_dead pg-1)" 0
same 'one round was called dead, by name' \
    "$(grep -c '"kind":"round_dead".*"text":"the deck is fouled","user":"Supervisor"' "$dir/log")" 1
same 'the finding is on record' "$(grep -c '"kind":"commissioner_answered"' "$dir/log")" 1
same 'both wins were ruled upon' "$(grep -c '"kind":"claim_ruled"' "$dir/log")" 2
same payments "$(paid_as_told "$dir/out")" "$(paid_in_log pg-1)"
check_numbers pg-1
if "$croupier" verify "$dir/floor.db" >"$dir/verified" 2>&1; then ok; else bad "verify: $(cat "$dir/verified")"; fi
finish
