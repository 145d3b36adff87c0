#!/bin/sh
# Two linked tables on one manager: a jackpot at one of them is on the sign of both, pending first and
# then with the winner's table, and says what the log says. A table that starts later does not announce it.
# usage: sign.sh PROGRAM        run from the repository's root
set -u
croupier=$1
# shellcheck source=tests/table/process.sh
. tests/table/process.sh

# open NAME FD: starts a live table that reads commands from a pipe
open() {
    mkfifo "$dir/$1.in"
    "$croupier" table "$1" --manager "$url" --state "$dir/$1" --live --key-user 'Supervisor' \
        <"$dir/$1.in" >"$dir/$1.out" 2>&1 &
    opened=$!
    pids="$pids $opened"
    eval "exec $2>\"$dir/$1.in\""
    until_says "$opened" "$dir/$1.out" 'open'
}

start_manager || finish
start_crew
open uth-1 3
one=$opened
open uth-2 4
two=$opened

printf 'place 5\nstart\naward 5 royal flush\n' >&3
until_says "$one" "$dir/uth-1.out" 'the sign says: JACKPOT PENDING'
until_says "$two" "$dir/uth-2.out" 'the sign says: JACKPOT PENDING'
# REG-12: this link locks claims, so the sign has the new value while the jackpot is pending
says "$dir/uth-2.out" 'the sign says: JACKPOT PENDING; mega '
pending=$(sed -n 's/.*PENDING; mega \([0-9.]*\),.*/\1/p' "$dir/uth-2.out")

printf 'key 009\nturn JPH\nwait 5\nturn R\ngame over\n' >&3
for table in uth-1 uth-2; do
    until_says '' "$dir/$table.out" 'the sign says: WINNER at table uth-1, seat 5: royal flush '
done
read_log "$dir/floor.db"
amount=$(grep '"kind":"claim_paid"' "$dir/log" | sed 's/.*"amount":"\([0-9.]*\)".*/\1/')
meter=$(grep '"kind":"claim_paid"' "$dir/log" | sed 's/.*"after":\["\([0-9.]*\)".*/\1/')
same 'the new value with PENDING' "$pending" "$(printf '%s' "$meter" | sed 's/\(\.[0-9][0-9]\).*/\1/')"
for table in uth-1 uth-2; do
    same "$table: the winning value" "$(sed -n 's/.*WINNER at table uth-1, seat 5: royal flush //p' \
        "$dir/$table.out")" "$amount"
done

# another jackpot, at the other table
printf 'place 2\nstart\naward 2 straight flush\nkey 009\nturn JPH\nwait 2\nturn R\ngame over\n' >&4
for table in uth-1 uth-2; do
    until_says '' "$dir/$table.out" 'the sign says: WINNER at table uth-2, seat 2: straight flush '
done
printf 'quit\n' >&4
until_says "$two" "$dir/uth-2.out" 'left'
# a table that joins now does not announce old hits
"$croupier" table uth-2 --manager "$url" --state "$dir/uth-2" --live </dev/null >"$dir/later.out" 2>&1
says "$dir/later.out" 'open'
same 'nothing on the sign of a table that comes later' "$(grep -c 'sign:' "$dir/later.out")" 0
printf 'quit\n' >&3
exec 3>&- 4>&-
wait "$one"
same 'uth-1 ends well' $? 0
for table in uth-1 uth-2; do
    same "$table: each winner once" "$(grep -c 'the sign says: WINNER' "$dir/$table.out")" 2
    same "$table: pending twice" "$(grep -c 'the sign says: JACKPOT PENDING' "$dir/$table.out")" 2
done
stop "$manager"
finish
