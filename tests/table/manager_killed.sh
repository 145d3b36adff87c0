#!/bin/sh
# The manager is killed in the middle of rounds, at once and for longer than a lease: nothing is
# lost, nothing counts twice, and a table that does not hear from its manager closes by itself.
# usage: manager_killed.sh PROGRAM        run from the repository's root
set -u
croupier=$1
# shellcheck source=tests/table/process.sh
. tests/table/process.sh

lease=4000 # its end is waited for
start_manager || finish
start_crew
"$croupier" table uth-1 --manager "$url" --state "$dir/uth-1" --players 3 --pace 10 --rounds 40 \
    --award-every 6 --key-user 'Supervisor' >"$dir/out" 2>&1 &
table=$!
pids="$pids $table"
for mark in 3 9 15 21; do
    until_lines "$table" "$mark" "$dir/out" 'game over' || finish
    crash "$manager"
    # once, long enough for the lease to end
    if [ "$mark" -eq 15 ]; then until_says "$table" "$dir/out" 'closed: '; fi
    start_manager || finish
done
until_says "$table" "$dir/out" 'left'
wait "$table"
same 'the table ends well' $? 0
stop "$manager"

read_log "$dir/floor.db"
same 'managers' "$(grep -c '"kind":"manager_started"' "$dir/log")" 5
same 'rounds in the log' "$(count coin_in uth-1)" \
    $(($(count game_over uth-1) + $(count round_dead uth-1)))
same 'rounds as told' "$(grep -c 'round [0-9]*: \(coins in\|no coins\)' "$dir/out")" \
    "$(count coin_in uth-1)"
same 'ends as told' "$(grep -c 'round [0-9]*: game over' "$dir/out")" "$(count game_over uth-1)"
same payments "$(paid_as_told "$dir/out")" "$(paid_in_log uth-1)"
same 'no alarm about numbers' "$(grep -c '"item":"mismatch"' "$dir/log")" 0
check_numbers uth-1
check_rounds uth-1
finish
