#!/bin/sh
# Shifts with the real programs (REC-3, PIT-5, PIT-6), in which nobody types a reading. Some counters are at the
# end of a line, one is in the table itself, one does not tell its counter. A shift is closed during a round with a jackpot
# that is pending; two links are off; a table changes its link and a link its bet; each form begins where the last one ended.
# usage: readings.sh CROUPIER SENSOR_PTY        from the project's root
set -u
croupier=$1
sensors=$2
# shellcheck source=tests/table/process.sh
. tests/table/process.sh
cat >"$dir/floor.yaml" <<'END'
floor: Pit
configured_by: [Ann, Ben]
people:
  Ann: manager
  Ben: manager
  Cy: supervisor
  Dee: {role: cage, department: Cage}
  Sue: {role: surveillance, department: Surveillance}
links:
  main: {progressive: ptha-2, open: yes}
  five: {progressive: ptha-6, open: yes}
tables:
  t1: {rules: pg-flush, link: main, live: yes}
  t2: {rules: pg-flush, link: five, live: yes}
  t3: {rules: pg-flush, link: main, live: yes}
house:
  zone: America/Chicago
  day start: "06:00"
  shifts: [day, swing, night]
  service: "Customer Service, +1 800 555 0199"
END
floor=$dir/floor.yaml
readings=300 # on a busy machine, too, every table that lives answers
start_manager || finish
post() {
    curl -s --json "$2" "$url/api/v1$1" >"$dir/post"
    if grep -q "$3" "$dir/post"; then ok; else bad "$1: $(cat "$dir/post")"; fi
}
# bank NAME VERSION COUNTER: starts emulated acceptors at a pseudo-terminal, which read commands from the pipe $dir/NAME.chips
bank() {
    mkfifo "$dir/$1.chips"
    "$sensors" "$2" "$3" <"$dir/$1.chips" >"$dir/$1.line" 2>&1 &
    pids="$pids $!"
    started=$!
}
# table NAME [OPTION…]: starts a table that reads commands from the pipe $dir/NAME.in
table() {
    name=$1
    shift
    rm -f "$dir/$name.in"
    mkfifo "$dir/$name.in"
    : >"$dir/$name.out"
    "$croupier" table "$name" --manager "$url" --state "$dir/$name" --live --key-user Cy "$@" \
        <"$dir/$name.in" >"$dir/$name.out" 2>&1 &
    pids="$pids $!"
    started=$!
}
bank t1 2 5000
bank_t1=$started
exec 4>"$dir/t1.chips"
until_says "$bank_t1" "$dir/t1.line" /dev/ || finish
bank t3 1 70
bank_t3=$started
exec 5>"$dir/t3.chips"
until_says "$bank_t3" "$dir/t3.line" /dev/ || finish
table t1 --sensors "$(head -n 1 "$dir/t1.line")"
table_t1=$started
exec 6>"$dir/t1.in"
table t2
table_t2=$started
exec 7>"$dir/t2.in"
table t3 --sensors "$(head -n 1 "$dir/t3.line")"
table_t3=$started
exec 8>"$dir/t3.in"
until_says "$table_t1" "$dir/t1.out" open || finish
until_says "$table_t2" "$dir/t2.out" open || finish
until_says "$table_t3" "$dir/t3.out" open || finish
until_says "$bank_t1" "$dir/t1.line" 'seat 1 chase' || finish
until_says "$bank_t3" "$dir/t3.line" 'seat 1 chase' || finish
# round DESCRIPTOR-OF-CHIPS DESCRIPTOR-OF-TABLE NAME NUMBER: plays a round with one coin at seat 1 of a table with emulated acceptors
round() {
    lit=$(grep -cF 'seat 1 flash' "$dir/$3.line")
    echo 'place 1' >&"$1"
    until_lines "$bank_t1" $((lit + 1)) "$dir/$3.line" 'seat 1 flash' || finish
    echo start >&"$2"
    until_says "$manager" "$dir/$3.out" "round $4: coins in from 1" || finish
    echo 'game over' >&"$2"
    until_says "$manager" "$dir/$3.out" "round $4: game over" || finish
}
shift_form() { # NUMBER [OPTION…]
    "$croupier" report shift --manager "$url" --shift "$@" >"$dir/form" 2>&1 || bad "form: $(cat "$dir/form")"
}
form_lacks() { if grep -qF -- "$1" "$dir/form"; then bad "'$1' in: $(cat "$dir/form")"; else ok; fi; }
# form_row TABLE COLUMN…: the table's row in the form's list of hard meters, without the time
form_row() {
    row=$(awk -v table="$1" '/^Hard meters of the tables/ { on = 1 } on && $1 == table { $1 = $1; print; exit }' "$dir/form")
    case $row in "$1 $2"*) ok ;; *) bad "the row of $1 is '$row', not '$1 $2'" ;; esac
}

# --- the tables themselves read what the first shift begins with
post /shifts '{"item":"day","user":"Cy"}' '"kind":"shift_opened"'
first=$(sed -n 's/^{"seq":\([0-9]*\).*/\1/p' "$dir/post")
until_says "$table_t1" "$dir/t1.out" 'counter read: 5000, booked 5000' || finish
until_says "$table_t2" "$dir/t2.out" 'counter read: 0, booked 0' || finish
until_says "$table_t3" "$dir/t3.out" 'counter not read: these sensors do not tell it' || finish

# --- at t1 and t2 the counters show 101 chips of no coin-in; t2 is in a round with a royal flush when the shift ends
round 4 6 t1 1
round 5 8 t3 1
i=0
while [ $i -lt 101 ]; do
    echo 'stray 1' >&4
    echo 'stray 1' >&7
    i=$((i + 1))
done
printf '%s\n' 'place 1' start 'award 1 royal flush' >&7
until_says "$table_t2" "$dir/t2.out" 'royal flush' || finish
await "$manager" sh -c "curl -s $url/api/v1/claims | grep -q '\"claim\":'"
claim=$(curl -s "$url/api/v1/claims" | sed -n 's/.*"claim":\([0-9]*\).*/\1/p')
# when the bank has done the last command, it has done all of them
echo 'place 2' >&4
until_says "$bank_t1" "$dir/t1.line" 'seat 2 flash' || finish
post /shifts/close '{"user":"Cy","person":"Ann"}' '"next":"swing","person":"Ann","day":"20[0-9-]*","number":2'
second=$(sed -n 's/^{"seq":\([0-9]*\).*/\1/p' "$dir/post")
if grep -q "\"open\":\[$claim\],\"in_play\":1" "$dir/post"; then ok; else bad "handed over: $(cat "$dir/post")"; fi
until_says "$table_t1" "$dir/t1.out" 'counter read: 5102, booked 5001'
until_says "$table_t2" "$dir/t2.out" 'counter read: 102, booked 1'
# shellcheck disable=SC2317 # called by await
variances() { "$croupier" log "$url" --json --kind alarm_raised | grep -c '"item":"variance"'; }
# shellcheck disable=SC2317
has_variances() { [ "$(variances)" -ge "$1" ]; }
await "$manager" has_variances 4
read_log "$url"
for what in 'link main: jackpot more' 'link five: jackpot more' 'table t1: its counter' 'table t2: its counter'; do
    same "an alarm: $what" "$(grep -c "\"item\":\"variance\".*$what" "$dir/log")" 1
done
same 'alarms in all' "$(grep -c '"item":"variance"' "$dir/log")" 4

# --- the form of that shift: its readings, and what was not read
shift_form "$first"
says "$dir/form" 'Not read at the end of this shift: t3.'
says "$dir/form" 'Customer Service, +1 800 555 0199'
says "$dir/form" "Handed over to"
form_row t1 'main 5000 5102 102 1 101 0'
form_row t2 'five 0 102 102 1 101 0'
form_row t3 'main not read not read 1 1 not read'
same 'consoles that were read' "$(sed -n '/readings of the consoles/,$p' "$dir/form" | grep -cE '^t[123] ')" 3
shift_form "$first" --table t1
same 'the part of one table' "$(awk '/^The part of table t1/ { on = 1 } on && $1 == "main" && $2 == "jackpot" { $1 = $1; print; exit }' "$dir/form")" \
    "main jackpot 102 53% \$54.06 \$0.00 \$0.53"
shift_form "$first" --link main
says "$dir/form" '10,001.06'
shift_form "$second" --link main
same 'the hard meter begins where it ended' "$(sed -n 's/^Beginning amount (end amount from previous shift) *\([0-9]*\)$/\1/p' "$dir/form")" 103

# --- the jackpot is paid in the next shift and is on that shift's form, which balances
start_crew
printf '%s\n' 'key 009' 'turn JPH' 'wait 1' 'turn R' 'remove key' 'game over' >&7
until_says "$table_t2" "$dir/t2.out" 'round 1: game over' || finish
says "$dir/t2.out" 'seat 1 is paid 50002.65 from jackpot: royal flush'

# --- t1 moves to the other link, and main gets another bet
echo 'remove 2' >&4
echo quit >&6
exec 6>&-
wait "$table_t1"
rules=$(curl -s "$url/api/v1/tables/t1" | sed -n 's/.*"rules":"\([0-9a-f]*\)".*/\1/p')
post /tables/t1/configure "{\"item\":\"Poker\",\"document\":\"$rules\",\"link\":\"five\",\"is_live\":true,\"user\":\"Ann\",\"approver\":\"Ben\"}" '"link":"five"'
table t1 --sensors "$(head -n 1 "$dir/t1.line")"
table_t1=$started
exec 6>"$dir/t1.in"
until_says "$table_t1" "$dir/t1.out" open || finish
until_lines "$bank_t1" 2 "$dir/t1.line" 'seat 1 chase' || finish
round 4 6 t1 2
echo quit >&8
exec 8>&-
wait "$table_t3"
post /links/main/close '{"user":"Ann"}' '"kind":"link_closed"'
post /links/main/parameters '{"user":"Ann","parameters":{"bet":"5"}}' '"document":"'
hash=$(sed -n 's/.*"document":"\([0-9a-f]*\)".*/\1/p' "$dir/post")
post /links/main/configure "{\"document\":\"$hash\",\"user\":\"Ann\",\"approver\":\"Ben\"}" '"kind":"link_configured"'
post /links/main/open '{"user":"Ann"}' '"kind":"link_opened"'
table t3 --sensors "$(head -n 1 "$dir/t3.line")"
table_t3=$started
exec 8>"$dir/t3.in"
until_says "$table_t3" "$dir/t3.out" open || finish
until_lines "$bank_t3" 2 "$dir/t3.line" 'seat 1 chase' || finish
round 5 8 t3 2
post /shifts/close '{"user":"Ann"}' '"next":"night"'
third=$(sed -n 's/^{"seq":\([0-9]*\).*/\1/p' "$dir/post")
until_says "$table_t1" "$dir/t1.out" 'counter read: 5103, booked 5103'
read_log "$url"
same 'no further alarm' "$(grep -c '"item":"variance"' "$dir/log")" 4
shift_form "$second"
form_lacks ALARM
says "$dir/form" '50,002.65'
says "$dir/form" 'Part 2, a bet of'
form_row t1 'five 5102 5103 1 1 0'
form_row t2 'five 102 102 0 0 0'

# --- the counter of t2 is replaced: with the name of the person nothing is off; without one it counts as a fall, and the form shows its sign
echo 'renew 7' >&7
until_says "$table_t2" "$dir/t2.out" 'no: ' || finish
echo 'renew 7 Zoe' >&7
until_says "$table_t2" "$dir/t2.out" 'Zoe is not a person' || finish
echo 'renew 7 Cy' >&7
until_says "$table_t2" "$dir/t2.out" 'counter read: 7, booked 7' || finish
read_log "$url"
same 'who put it in' "$(grep -c '"kind":"meter_read".*"restart":true,"user":"Cy","text":"a new counter was put in"' "$dir/log")" 1
shift_form "$third"
form_lacks ALARM
says "$dir/form" 'The counter of t2 began anew and showed 7'
echo 'read 3' >&7
until_says "$table_t2" "$dir/t2.out" 'counter read: 3, booked 7' || finish
shift_form "$third"
form_row t2 'five began anew 3 -4 0 -4'

# --- the manager is killed, and the next shift still begins where the last one ended
shift_form "$third"
grep '^Beginning amount' "$dir/form" >"$dir/before"
crash "$manager"
start_manager || finish
shift_form "$third"
grep '^Beginning amount' "$dir/form" >"$dir/after"
same 'after a crash' "$(cat "$dir/after")" "$(cat "$dir/before")"
for descriptor in 6 7 8; do echo quit >&"$descriptor"; done
wait "$table_t1" "$table_t2" "$table_t3"
stop "$manager"
if "$croupier" verify "$dir/floor.db" >"$dir/verified" 2>&1; then ok; else bad "verify: $(cat "$dir/verified")"; fi
finish
