#!/bin/sh
# The pit as it is worked, with real processes: a failure that decides nothing about a win (PIT-1), one queue of
# payments (PIT-2), a folded hand (PIT-3), awards without a key that wait (PIT-4), one coin that goes back (PIT-7).
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

# --- PIT-4, PIT-7: an award is cancelled before it is final; a coin goes back before the first card
printf '%s\n' 'place 2' 'place 3' 'place 6' start 'return 2 no Ante was bet there' 'award 6 three of a kind' \
    'award 6 three of a kind' 'award 6 straight' 'game over' >&3
until_says "$table" "$dir/out" 'round 1: game over' || finish
says "$dir/out" "round 1: seat 2's coin is off the record"
says "$dir/out" 'seat 6: the claim is cancelled'
says "$dir/out" 'round 1: seat 6 is paid 10.00 from tray: straight'

# --- PIT-2: a royal flush on the right of a flush; key 008 is told whose turn it is
printf '%s\n' 'place 3' 'place 6' start 'award 3 flush' 'award 6 royal flush' 'key 008' 'turn JPL' 'remove key' \
    'key 009' 'turn JPH' >&3
until_says "$table" "$dir/out" 'no: seat 6 is paid first, royal flush: it takes key 009' || finish

# --- PIT-1: the manager stands still for longer than a lease, with the win on the table
kill -STOP "$manager"
until_says "$table" "$dir/out" 'closed: lease over'
kill -CONT "$manager"
until_says "$table" "$dir/out" 'royal flush is on record: a ruling is awaited' || finish
until_says "$table" "$dir/out" 'sign: JACKPOT: A RULING IS AWAITED'
printf '%s\n' jpot 'game over' 'dead the dealer is in a hurry' >&3
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
# the meter began at its seed: 10000 + 4 coins of 0.53, of which one came back
says "$dir/out" 'round 2: seat 6 is paid 10002.12 from jackpot: royal flush'
says "$dir/out" 'round 2: seat 3 is paid 50.00 from jackpot: flush'
echo quit >&3
exec 3>&-
wait "$table"

# --- PIT-3: a folded hand wins nothing
printf '%s\n' 'place 5' 'place 6' start 'fold 5' 'award 5 flush' 'award 6 flush' 'game over' quit |
    "$croupier" table uth-1 --manager "$url" --state "$dir/uth-1" --live >"$dir/uth" 2>&1
says "$dir/uth" 'no: seat 5 has folded'
says "$dir/uth" 'round 1: seat 6 is paid 40.00 from tray: flush'
stop "$manager"

read_log "$dir/floor.db"
same 'no round died' "$(count round_dead)" 0
same 'both wins were ruled upon' "$(grep -c '"kind":"claim_ruled"' "$dir/log")" 2
same payments "$(paid_as_told "$dir/out")" "$(paid_in_log pg-1)"
check_numbers pg-1
if "$croupier" verify "$dir/floor.db" >"$dir/verified" 2>&1; then ok; else bad "verify: $(cat "$dir/verified")"; fi
finish
