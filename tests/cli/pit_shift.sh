#!/bin/sh
# A day in the pit with the real programs: the house's time, shifts that follow each other without a
# gap, counters that are read and that disagree, a patron's cash, messages on the signs, and the
# papers about these (PIT-5, 6, 13, 14, 15).
# usage: pit_shift.sh CROUPIER MAKE_STORE CROUPIER_VERIFY
set -u
# shellcheck source=tests/cli/floor_lib.sh
. "$(dirname "$0")/floor_lib.sh"
verify=$3
case $croupier in /*) ;; *) croupier=$PWD/$croupier ;; esac
case $verify in /*) ;; *) verify=$PWD/$verify ;; esac

cat >"$dir/floor.yaml" <<'END'
floor: Pit
configured_by: [Ann, Ben]
people: {Ann: manager, Ben: manager, Cy: supervisor}
links:
  main: {progressive: ptha-2, open: yes}
  other: {progressive: ptha-6, open: yes}
tables:
  t1: {rules: pg-flush, link: main, live: yes}
  t2: {game: Let It Ride, link: other, live: yes}
  t3: {rules: notify.yaml, link: main, live: yes}
thresholds: {cash report: 10000}
house:
  name: The Lucky Star
  zone: America/Chicago
  day start: "06:00"
  paper: letter
  money: $1,234.56
  shifts: [day, swing, night]
  service: "Customer Service, +1 800 555 0199"
  compliance: [title 31, ofac]
  lights: Players are responsible for their own lights.
END
cp tests/floor/rules/uth-notify.yaml "$dir/notify.yaml"
run 0 'keys for checkpoints' pki init "$dir/trust"
: >"$dir/serve.out"
"$croupier" serve --open --floor "$dir/floor.yaml" --store "$dir/a.db" --trust "$dir/trust" --listen 127.0.0.1:0 >"$dir/serve.out" 2>"$dir/serve.err" &
writer=$!
await "$writer" in_file "$dir/serve.out" http://
url=$(sed -n 's/.*\(http:[^ ]*\).*/\1/p' "$dir/serve.out")
[ -n "$url" ] || { echo "no manager: $(cat "$dir/serve.out" "$dir/serve.err")" && exit 1; }
ask() { "$make_store" --post "$url" "$1" "$2" >"$dir/post" || bad "$1: $(cat "$dir/post")"; }
refused() { if "$make_store" --post "$url" "$1" "$2" >"$dir/post" 2>&1; then bad "$1 was not refused"; fi; }

# table NAME: starts a table that reads what happens from a pipe, line by line
table() {
    mkfifo "$dir/$1.in"
    "$croupier" table "$1" --live --manager "$url" --state "$dir/$1.table" <"$dir/$1.in" >"$dir/$1.out" 2>&1 &
    eval "$1_pid=$!"
}
table t1
table t2
table t3
exec 5>"$dir/t1.in" 6>"$dir/t2.in" 7>"$dir/t3.in"
await "$writer" in_file "$dir/t1.out" 'open' || bad "t1 does not open: $(cat "$dir/t1.out")"
await "$writer" in_file "$dir/t2.out" 'open' || bad "t2 does not open: $(cat "$dir/t2.out")"
heard() { # how often a line is in a file, and wait for it
    n=0
    until [ "$(grep -c "$2" "$1")" -ge "$3" ]; do
        n=$((n + 1))
        [ $n -lt 600 ] || { bad "$2 is not $3 times in $1: $(tail -n 5 "$1")" && return 1; }
        sleep 0.1
    done
}
round() { # descriptor, table, number
    echo 'place 1' >&"$1"
    sleep 0.5 # the chip lies there before the dealer looks
    echo start >&"$1"
    heard "$dir/$2.out" 'coins in from' "$3"
    echo 'game over' >&"$1"
    heard "$dir/$2.out" 'game over' "$3"
}

ask /api/v1/shifts '{"item":"swing","user":"Cy"}'
echo read >&5
heard "$dir/t1.out" 'counter read: ' 1
round 5 t1 1
echo read >&5
heard "$dir/t1.out" 'counter read: 1, booked 1' 1

# the counter counts 101 chips that are never reported to the manager
i=0
while [ $i -lt 101 ]; do
    echo 'stray 1' >&5
    i=$((i + 1))
done
echo read >&5
heard "$dir/t1.out" 'counter read: 102, booked 1' 1

# cash of a known patron at two tables; an amount equal to the threshold does not exceed it
echo 'buy 1 6000.00 cash from Lake' >&5
heard "$dir/t1.out" 'buys in 6000.00 with cash from Lake' 1
echo 'buy 3 4000.00 cash from Lake' >&6
heard "$dir/t2.out" 'buys in 4000.00 with cash from Lake' 1
grep -q 'CASH REPORT' "$dir/t2.out" && bad 'exactly the threshold is reported'
echo 'buy 3 0.01 cash from Lake' >&6
heard "$dir/t2.out" 'CASH REPORT: Lake' 1

# PIT-14: a payout to a patron who has exceeded the threshold needs the name of a person who
# confirms the checks
echo 'payout 3 50 ante to Lake' >&6
heard "$dir/t2.out" 'somebody confirms the compliance checks' 1
echo 'payout 3 50 ante to Lake, says Cy' >&6
heard "$dir/t2.out" 'seat 3 is paid 50.00 for ante to Lake' 1

# PIT-12: a payment of the base game of 40.00 or more waits for supervision
heard "$dir/t3.out" 'open' 1
echo 'payout 2 39.99 blind' >&7
heard "$dir/t3.out" 'seat 2 is paid 39.99 for blind' 1
echo 'payout 2 40 blind' >&7
heard "$dir/t3.out" 'the dealer notifies supervision' 1
echo 'payout 2 40 blind, says Cy' >&7
heard "$dir/t3.out" 'seat 2 is paid 40.00 for blind' 1

ask /api/v1/messages '{"text":"Happy hour at the bar","link":"main","user":"Cy"}'
refused /api/v1/messages '{"text":"x","table":"nowhere","user":"Cy"}'

# the end of a shift is the beginning of the next
ask /api/v1/shifts/close '{"user":"Cy"}'
grep -q '"next":"night"' "$dir/post" || bad "no next shift: $(cat "$dir/post")"
round 5 t1 2
run 0 'log of alarms' log "$url" --json --kind alarm_raised
says 'a variance of the link' 'link main: jackpot more than 100 coins off'
says 'a variance of the table' 'table t1: its counter is more than 100 coins off'
grep -q 'link other' "$dir/out" && bad 'a link that is not off has an alarm'

first=$("$croupier" log "$url" --json --kind shift_opened | sed -n 's/^{"seq":\([0-9]*\).*/\1/p')
second=$("$croupier" log "$url" --json --kind shift_closed | sed -n 's/^{"seq":\([0-9]*\).*/\1/p')
run 0 'form of swing' report shift --manager "$url" --shift "$first"
says 'house time' ' CST'
says 'the house' 'The Lucky Star'
says 'the variance' 'ALARM'
says 'the service contact' 'Customer Service, +1 800 555 0199'
says 'its end' "\$10,000.53"
run 0 'form of night' report shift --manager "$url" --shift "$second"
says 'its beginning' "\$10,000.53"
says 'no variance' 'PASS'
run 0 'form of one table' report shift --manager "$url" --shift "$first" --table t1
says 'form of one table' 't1'
grep -q '^t2' "$dir/out" && bad 'the form of one table has another'
run 0 'paper' report shift --manager "$url" --shift "$first" --pdf "$dir/shift.pdf"

# PIT-15: answers of a running manager for people are in the house's zone, in summer and in winter
in_its_zone() { # NAME
    [ "$(grep -cE '[0-9]{2}:[0-9]{2}:[0-9]{2} C[SD]T' "$dir/out")" -ge 1 ] || bad "$1: no time of the house"
    if sed -E 's/[0-9]{2}:[0-9]{2}:[0-9]{2} C[SD]T//g' "$dir/out" | grep -E '[0-9]{2}:[0-9]{2}:[0-9]{2}'; then bad "$1: a time without its zone"; fi
}
run 0 'log of the manager' log "$url"
in_its_zone 'log of the manager'
run 0 'status of the manager' status "$url"
in_its_zone 'status of the manager'
run 0 'configuration of the manager' config history --manager "$url"
in_its_zone 'configuration of the manager'
await "$writer" in_file "$dir/trust/checkpoints" 'signature ' || bad 'no checkpoint is signed'
run 0 'checkpoint of the manager' evidence checkpoint --manager "$url"
in_its_zone 'checkpoint of the manager'
run 0 'checkpoint of a folder' evidence checkpoint --trust "$dir/trust"
says 'a folder knows no house' ' UTC'
"$make_store" --get "$url" /api/v1/house >"$dir/out"
says 'the house' '"zone":"America/Chicago","rule":"CST6CDT,M3.2.0,M11.1.0"'
"$make_store" --get "$url" /api/v1/floor >"$dir/out"
grep -qE '"house_time":"[-0-9]{10} [0-9:]{8} C[SD]T"' "$dir/out" || bad "the floor: $(cat "$dir/out")"
"$make_store" --get "$url" /api/v1/faces/t1 >"$dir/out"
says 'the face of a sign' '"zone":"America/Chicago"'
says 'a message for its link' 'Happy hour at the bar' # PIT-13
says 'whose the lights are' 'Players are responsible for their own lights.'
"$make_store" --get "$url" /api/v1/faces/t2 >"$dir/out"
grep -q 'Happy hour' "$dir/out" && bad 'a message is on the sign of another link'
"$make_store" --get "$url" /api/v1/tables/t1 >"$dir/out"
says "a table's record, for its console" '"zone":"America/Chicago"'

exec 5>&- 6>&- 7>&-
# shellcheck disable=SC2154  # set by the eval above
wait "$t1_pid" "$t2_pid" "$t3_pid"

# the manager is killed while alarms about cash and the counter wait; after its restart they still
# wait
kill -9 "$writer" && wait "$writer"
: >"$dir/serve.out"
"$croupier" serve --open --floor "$dir/floor.yaml" --store "$dir/a.db" --trust "$dir/trust" --listen 127.0.0.1:0 >"$dir/serve.out" 2>"$dir/serve.err" &
writer=$!
await "$writer" in_file "$dir/serve.out" http:// || bad "no manager after a crash: $(cat "$dir/serve.err")"
url=$(sed -n 's/.*\(http:[^ ]*\).*/\1/p' "$dir/serve.out")
run 0 'alarms that wait' status "$url"
says 'alarms that wait' 'cash report'
says 'alarms that wait' 'variance'
kill "$writer" && wait "$writer"
run 0 verify verify "$dir/a.db"

finish
