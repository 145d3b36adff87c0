#!/bin/sh
# A table alone: built-in defaults, a meter that outlives a kill, changes by service people; and a
# master with other tables.
# usage: standalone.sh PROGRAM        run from the repository's root
set -u
croupier=$1
# shellcheck source=tests/table/process.sh
. tests/table/process.sh

# The seeds are chosen for their cards: a hand that needs a key would wait for people who are not there.

# alone ARGUMENT…: starts the table alone
alone() {
    "$croupier" table alone --standalone --store "$dir/alone.db" --state "$dir/alone" "$@" \
        >"$dir/out" 2>&1
}

meter() { sed -n 's/.*meters: jackpot \([0-9.]*\)$/\1/p' "$dir/out" | tail -n 1; }

alone --rules pg-flush --players 5 --seed 4 --rounds 5
same 'plays alone' $? 0
says "$dir/out" 'open: jackpot 10000.00'
before=$(meter)

: >"$dir/out" # what the first run said is not the second's
"$croupier" table alone --standalone --store "$dir/alone.db" --state "$dir/alone" --players 2 \
    --seed 5 --pace 20 >"$dir/out" 2>&1 &
table=$!
pids="$pids $table"
until_lines "$table" 3 "$dir/out" 'game over' || finish
says "$dir/out" "open: jackpot $before"
alone --players 1 --rounds 1
same 'one process on one memory' $? 1
says "$dir/out" 'another table controller works with this memory'
crash "$table"
read_log "$dir/alone.db"
after=$(sed -n 's/.*"kind":"coin_in".*"after":\["\([0-9.]*\)"\].*/\1/p' "$dir/log" | tail -n 1)
alone --players 2 --seed 6 --rounds 1
same 'plays again' $? 0
# The table shows whole cents, the log has more. Coins that were under way at the kill are booked before it opens.
told=$(sed -n '/ open: /q; s/.*meters: jackpot \([0-9.]*\)$/\1/p' "$dir/out" | tail -n 1)
says "$dir/out" "open: jackpot ${told:-$(printf '%s' "$after" | sed 's/\(\.[0-9][0-9]\).*/\1/')}"
read_log "$dir/alone.db"
check_numbers alone
check_rounds alone

alone --players 2 --rounds 1 --seed-amount 20000
same 'a seed without service personnel' $? 2
alone --players 2 --dealer
same 'a dealer without a screen' $? 2
says "$dir/out" "--dealer needs the console's screen"
alone --live --dealer --listen 127.0.0.1:0
same 'a dealer for people' $? 2
alone --players 2 --seed 6 --rounds 1 --progressive ptha-6
same 'another progressive without them' $? 1
alone --players 2 --seed 2 --rounds 4 --service installer,inspector --seed-amount 20000 --bet 2
same 'service personnel change seed and bet' $? 0
read_log "$dir/alone.db"
same 'links configured' "$(grep -c '"kind":"link_configured"' "$dir/log")" 2
same 'by two people' "$(grep '"kind":"link_configured"' "$dir/log" | grep -c '"approver":"inspector"')" 2
grep '"kind":"coin_in"' "$dir/log" | grep '"seats"' | tail -n 1 >"$dir/last"
same 'coins of two' "$(grep -c '"amount":"[24].00"' "$dir/last")" 1

# PIT-18: any two names may change it, and the title follows
alone --players 2 --seed 2 --rounds 1 --service Cy,Di --bet 5
same 'other service personnel' $? 0
says "$dir/out" "PTHA-2, \$5"
read_log "$dir/alone.db"
same 'by those two' "$(grep '"kind":"link_configured"' "$dir/log" | grep -c '"user":"Cy","approver":"Di"')" 1

# PIT-18: a jackpot that takes a key, paid at the table's own console
: >"$dir/out"
"$croupier" table own --standalone --live --store "$dir/own.db" --state "$dir/own" --rules pg-flush \
    >"$dir/out" 2>&1 <<'END'
place 4
start
award 4 royal flush
key 009
turn JPH
jpot
approve 4 installer
verify 4 Zoe
verify 4 installer
approve 4 installer
approve 4 installer
approve 4 inspector
wait 4
process 4 inspector
verify 4 inspector
process 4 inspector
turn R
remove key
game over
help
quit
END
same 'a table alone ends well' $? 0
says "$dir/out" 'when it is paid, verify again for' # the step between the payment and its processing is in the help
says "$dir/out" 'no: seat 4 cannot be paid yet: '
says "$dir/out" 'no: claim is not verified'
says "$dir/out" 'Zoe'
says "$dir/out" 'verify 4: Ensure the coin acceptor LEDs are on.' # PIT-11: step by step, before anybody says that it is right
says "$dir/out" 'verify 4: Pull and check the card deck and save it'
says "$dir/out" 'seat 4: installer confirms the checklist'
says "$dir/out" 'seat 4: inspector confirms the payment'
says "$dir/out" 'seat 4 is paid 10000.53 from jackpot: royal flush'
says "$dir/out" 'verify 4: Count down the complete deck.'
says "$dir/out" 'no: the deck is counted down' # PIT-11: as the manual has it, before it is processed
says "$dir/out" 'seat 4: inspector confirms the deck'
says "$dir/out" 'seat 4: inspector confirms the jackpot as processed'
says "$dir/out" 'round 1: game over'
"$croupier" verify "$dir/own.db" >"$dir/verified" 2>&1
same 'its log is verified' $? 0

# PIT-1, PIT-18: a table alone is killed with a win on it. Only its own people can rule, at its own console
mkfifo "$dir/doubt.in"
doubted() {
    "$croupier" table doubt --standalone --live --store "$dir/doubt.db" --state "$dir/doubt" "$@" \
        <"$dir/doubt.in" >"$dir/doubt.out" 2>&1 &
    table=$!
    pids="$pids $table"
    exec 3>"$dir/doubt.in"
}
: >"$dir/doubt.out"
doubted --rules pg-flush
until_says "$table" "$dir/doubt.out" open || finish
printf '%s\n' 'place 3' 'place 6' start 'award 6 royal flush' 'award 3 flush' >&3
until_says "$table" "$dir/doubt.out" 'seat 3 claims: flush' || finish
crash "$table"
exec 3>&-
: >"$dir/doubt.out"
doubted
until_says "$table" "$dir/doubt.out" 'royal flush is on record: a ruling is awaited' || finish
until_says "$table" "$dir/doubt.out" 'flush is on record: a ruling is awaited' || finish
printf '%s\n' 'dead the power failed, says installer' 'rule 6 perhaps the tape is blank, says installer' \
    'rule 6 pay the tape shows the hand' 'rule 6 pay the tape shows the hand, says installer' \
    'rule 6 pay the tape shows the hand, says installer and installer' 'rule 4 pay nothing is there, says installer' \
    'rule 6 pay the tape shows the hand, says installer and inspector' 'rule 3 void it was a pair, says inspector' \
    'verify 6 installer' 'approve 6 installer' 'approve 6 inspector' 'key 009' 'turn JPH' 'wait 6' 'turn R' 'remove key' \
    'game over' quit >&3
exec 3>&-
wait "$table"
same 'a table that was in doubt ends well' $? 0
says "$dir/doubt.out" 'two people rule it void first'
says "$dir/doubt.out" 'no: a ruling is pay or void'
says "$dir/doubt.out" 'no: user: missing'
same 'one person is not two' "$(grep -c 'no: .*two people' "$dir/doubt.out")" 2
says "$dir/doubt.out" 'no: seat 4 has no claim that waits for that'
says "$dir/doubt.out" 'seat 6: installer and inspector rule: pay, because the tape shows the hand'
says "$dir/doubt.out" 'seat 3: inspector rules: void, because it was a pair'
says "$dir/doubt.out" 'seat 6 is paid 10001.06 from jackpot: royal flush'
says "$dir/doubt.out" 'round 1: game over'
"$croupier" verify "$dir/doubt.db" >"$dir/verified" 2>&1
same 'its log is verified too' $? 0

# PIT-11: PTHA-7's straight flush is a fixed amount and still a priority jackpot: it is processed after the payment
"$croupier" table first --standalone --live --store "$dir/first.db" --state "$dir/first" --rules pg-flush \
    --progressive ptha-7 >"$dir/out" 2>&1 <<'END'
place 4
start
award 4 straight flush
key 009
turn JPH
verify 4 installer
approve 4 installer
approve 4 inspector
wait 4
process 4 inspector
verify 4 inspector
process 4 inspector
turn R
remove key
game over
quit
END
same 'another table alone ends well' $? 0
says "$dir/out" 'seat 4 is paid 25000.00 from'
says "$dir/out" 'no: the deck is counted down'
says "$dir/out" 'seat 4: inspector confirms the jackpot as processed'

# --- a master: its own table and two others
"$croupier" table boss --master --others one,two --listen 127.0.0.1:0 --store "$dir/boss.db" \
    --state "$dir/boss" --rules uth-cn --players 3 --seed 7 --pace 5 >"$dir/boss.out" 2>&1 &
boss=$!
pids="$pids $boss"
until_says "$boss" "$dir/boss.out" 'open' || finish
url=$(sed -n 's|.*\(http://127.0.0.1:[0-9]*\).*|\1|p' "$dir/boss.out" | head -n 1)
others=
for name in one two; do
    "$croupier" table "$name" --manager "$url" --state "$dir/$name" --players 3 --seed 9 --rounds 8 \
        >"$dir/$name.out" 2>&1 &
    others="$others $!"
done
pids="$pids $others"
for other in $others; do
    wait "$other"
    same 'another table of the master ends well' $? 0
done
until_lines "$boss" 8 "$dir/boss.out" 'game over'
stop "$boss"
read_log "$dir/boss.db"
for name in one two; do
    same "rounds of $name" "$(count game_over $name)" 8
    check_numbers $name
done
check_numbers boss
same 'the master left its table' "$(count table_left boss)" 1
same 'one link' "$(grep -c '"kind":"link_configured"' "$dir/log")" 1

# SYS-2: the master and 29 others, no more
many=$(awk 'BEGIN { for (i = 1; i <= 30; i++) printf "%st%d", (i > 1 ? "," : ""), i }')
"$croupier" table lord --master --others "$many" --listen 127.0.0.1:0 --store "$dir/lord.db" \
    --state "$dir/lord" --players 1 --rounds 1 >"$dir/lord.out" 2>&1
same 'the 31st table' $? 2
says "$dir/lord.out" 'at most 29 tables, not 30'
finish
