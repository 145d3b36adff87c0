#!/bin/sh
# A table linked to a manager: it plays, the log says the same as the table, and every round in the
# log can be settled again from its document.
# usage: linked.sh PROGRAM        run from the repository's root
set -u
croupier=$1
# shellcheck source=tests/table/process.sh
. tests/table/process.sh

start_manager || finish
start_crew
"$croupier" table uth-1 --manager "$url" --state "$dir/uth-1" --players 5 --seed 11 --rounds 20 \
    --award-every 7 --key-user 'Supervisor' >"$dir/uth-1.out" 2>&1
same 'the table ends well' $? 0
"$croupier" table tcp-1 --manager "$url/" --state "$dir/tcp-1" --players 2 --seed 11 --rounds 3 \
    >"$dir/tcp-1.out" 2>&1
same 'a table without a progressive' $? 0
"$croupier" table nowhere --manager "$url" --state "$dir/nowhere" --players 2 >"$dir/nowhere.out" 2>&1
same 'a table that the manager does not know' $? 1
says "$dir/nowhere.out" 'there is no "nowhere"'
stop "$manager"

read_log "$dir/floor.db"
same rounds "$(count game_over uth-1)" 20
same coins "$(count coin_in uth-1)" 20
same 'rounds without a progressive' "$(count game_over tcp-1)" 3
same 'high awards' "$(count claim_paid uth-1)" 2
same 'joined once' "$(count table_joined uth-1)" 1
same left "$(count table_left uth-1)" 1
check_numbers uth-1
check_rounds uth-1
same payments "$(paid_as_told "$dir/uth-1.out")" "$(paid_in_log uth-1)"
says "$dir/uth-1.out" 'DEMONSTRATION: the deck is stacked'

# The document of each round is settled again, and must pay from the meters what the log says.
sed -n 's/.*"kind":"game_over".*"text":"\(.*\)","round":[0-9]*}$/\1/p' "$dir/log" | sed 's/\\"/"/g' >"$dir/rounds"
"$croupier" settle --lines "$dir/rounds" >"$dir/settled" 2>&1
same 'documents settle' $? 0
same 'a document a round' "$(wc -l <"$dir/settled")" 23
says "$dir/settled" "\"amount\":\"$(grep '"kind":"claim_paid"' "$dir/log" | head -n 1 |
    sed 's/.*"amount":"\([0-9.]*\)".*/\1/')\""
finish
