#!/bin/sh
# The table is killed in the middle of rounds and goes on with its journal; without one,
# or with a damaged one, it begins a new epoch, and the round on record is dead.
# usage: table_killed.sh PROGRAM        run from the repository's root
set -u
croupier=$1
# shellcheck source=tests/table/process.sh
. tests/table/process.sh

# A controller without its memory waits for the lease of the one that died, ten seconds at most.
lease=6000
start_manager || finish
start_crew
run=0

# begin ROUNDS: starts the table with the state that is there
begin() {
    run=$((run + 1))
    "$croupier" table uth-2 --manager "$url" --state "$dir/state" --players 4 --pace 15 \
        --rounds "$1" --award-every 3 --key-user 'Supervisor' >"$dir/out.$run" 2>&1 &
    table=$!
    pids="$pids $table"
}

for mark in 'game over' 'claims:' ': 4x' 'is paid'; do
    begin 100
    until_says "$table" "$dir/out.$run" "$mark" || finish
    crash "$table"
done
# Whether a kill falls into a round is chance, so the table is killed until one did.
remembered() { grep -q 'remembered from before' "$dir"/out.*; }
begin 2
wait "$table"
same 'goes on with its memory' $? 0
until remembered || [ $run -ge 30 ]; do
    begin 100
    until_says "$table" "$dir/out.$run" 'coins in' || finish
    crash "$table"
    begin 2
    wait "$table"
    same 'goes on with its memory' $? 0
done
read_log "$dir/floor.db"
same 'no dead round' "$(count round_dead uth-2)" 0
if remembered; then ok; else bad 'no round was remembered'; fi

# killed in a round: once the journal is removed, once it is damaged
for how in gone damaged; do
    begin 100
    until_says "$table" "$dir/out.$run" 'coins in' || finish
    crash "$table"
    if [ "$how" = gone ]; then rm "$dir/state"; else printf x | dd of="$dir/state" bs=1 seek=100 \
        conv=notrunc 2>/dev/null; fi
    begin 2
    wait "$table"
    same "memory $how: plays again" $? 0
done
says "$dir/out.$run" 'its memory is damaged'
stop "$manager"
read_log "$dir/floor.db"
check_numbers uth-2
check_rounds uth-2
same 'every round ended' "$(count coin_in uth-2)" \
    $(($(count game_over uth-2) + $(count round_dead uth-2)))
same 'paid once' "$(paid_in_log uth-2 | cut -d ' ' -f 1,2 | uniq -d)" ''
cat "$dir"/out.* >"$dir/all"
paid_as_told "$dir/all" | sort -u >"$dir/told"
paid_in_log uth-2 >"$dir/paid"
same 'nothing told that is not on record' "$(comm -23 "$dir/told" "$dir/paid")" ''
finish
