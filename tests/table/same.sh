#!/bin/sh
# Rounds of every game, dealt by real tables to a real manager: what the floor paid must be what `settle` makes of the documents in the
# log. The auditor of `croupier verify` settles each of them again.
# usage: same.sh PROGRAM        run from the repository's root
set -u
croupier=$1
# shellcheck source=tests/table/process.sh
. tests/table/process.sh

# More people deal than the crew has places for, and they stand first on the roll.
awk '{ print } /^people:/ { for (i = 7; i < 50; i++) print "  Dealer " i ": dealer" }' floors/demo.yaml >"$dir/floor.yaml"
: >"$dir/serve"
"$croupier" serve --open --floor "$dir/floor.yaml" --store "$dir/floor.db" --lease "$lease" --listen "127.0.0.1:$port" \
    >"$dir/serve" 2>&1 &
manager=$!
pids="$pids $manager"
url=http://127.0.0.1:$port
until_says "$manager" "$dir/serve" "$url" || finish
start_crew
rounds=4
tables='pg-1 pg-2 uth-1 uth-3 tcp-1 lir-1 ms-1 fcp-1'
running=
seed=20
for name in $tables; do
    seed=$((seed + 1))
    "$croupier" table "$name" --manager "$url" --state "$dir/$name" --players 6 --seed "$seed" --rounds "$rounds" \
        --award-every 2 --key-user Supervisor >"$dir/$name.out" 2>&1 &
    running="$running $!"
done
pids="$pids $running"
for table in $running; do
    wait "$table"
    same 'a table ends well' $? 0
done
stop "$manager"
read_log "$dir/floor.db"
for name in $tables; do
    same "documents of $name" \
        "$(grep '"kind":"game_over"' "$dir/log" | grep "\"table\":\"$name\"" | grep -c '"text":"{')" "$rounds"
done
if grep -q '"kind":"claim_paid"' "$dir/log"; then ok; else bad 'no jackpot was paid'; fi
"$croupier" verify "$dir/floor.db" >"$dir/verified" 2>&1
same 'what was paid is what settle makes of the documents' $? 0
finish
