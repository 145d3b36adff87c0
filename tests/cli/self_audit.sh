#!/bin/sh
# croupier serve --audit: the manager verifies its own store regularly, states up to which event,
# and raises an alarm about each fault once.
# usage: self_audit.sh CROUPIER MAKE_STORE
set -u
# shellcheck source=tests/cli/floor_lib.sh
. "$(dirname "$0")/floor_lib.sh"

# serve NAME MORE…: starts a manager on $dir/NAME.db
serve() {
    store=$dir/$1.db
    shift
    : >"$dir/serve" # the last one's address is not this one's
    "$croupier" serve --open --store "$store" --listen 127.0.0.1:0 "$@" >"$dir/serve" 2>"$dir/serve.err" &
    writer=$!
    await "$writer" in_file "$dir/serve" http://
    url=$(sed -n 's/^croupier serve: \(http:[^ ]*\).*/\1/p' "$dir/serve")
}

# stop NAME: whether the audit is waiting for its next time or reading the log, the manager ends
# soon and without an error
stop() {
    kill "$writer"
    wait "$writer"
    status=$?
    writer=
    if [ "$status" -eq 0 ]; then ok; else bad "$1: status $status: $(cat "$dir/serve.err")"; fi
    if [ -s "$dir/serve.err" ]; then bad "$1: $(cat "$dir/serve.err")"; else ok; fi
}

metric() { "$make_store" --get "$url" /metrics 2>"$dir/get.err" | sed -n "s/^$1 //p"; }
alarms() { "$make_store" --get "$url" /api/v1/alarms 2>"$dir/get.err" | grep -o '"item":"verification"' | wc -l; }
raised() { "$croupier" log "$store" --json --kind alarm_raised | grep '"item":"verification"'; }

# until_true NAME COMMAND…: waits until the command succeeds
until_true() {
    what=$1
    shift
    if await "$writer" "$@"; then ok; else bad "$what: never: $(cat "$dir/serve.err")"; finish; exit 1; fi
}
is_verified() { [ "$(metric croupier_verified_seq)" -ge "$1" ]; }
bad_audits() { metric 'croupier_verifications_total{result="bad"}'; }
is_bad() { [ "$(bad_audits)" -ge "$1" ]; }
is_alarmed() { [ "$(alarms)" -eq "$1" ]; }

# --- usage
run 2 'no time' serve --audit often && complains 'no time' "not 'often'"
run 2 'too long' serve --audit 10081 && complains 'too long' 'minutes up to 10080'
run 2 'minus' serve --audit -1 && complains 'minus' "not '-1'"
run 2 'unit' serve --audit 5h && complains 'unit' "not '5h'"
run 2 'unit only' serve --audit s && complains 'unit only' "not 's'"

# --- a sound store: the verified part grows with the log and no alarm is raised
"$make_store" "$dir/good.db" 30 || exit 1
serve good --audit 1s
until_true 'the first audit' is_verified 1
seen=$(metric croupier_verified_seq)
"$make_store" --post "$url" /api/v1/shifts/close '{"user":"Ann"}' >"$dir/post" || bad "post: $(cat "$dir/post")"
until_true 'a later audit' is_verified $((seen + 1))
if [ "$(metric croupier_verified_seq)" -le "$(metric croupier_log_seq)" ]; then ok; else bad 'verified past the end'; fi
if is_alarmed 0; then ok; else bad 'an alarm about a good store'; fi
stop 'good store'
run 0 'good store' verify "$dir/good.db"

# --- audits turned off, and before the first audit: nothing is verified, and the manager's end does
# not wait for an audit
serve good --audit 0
if [ "$(metric croupier_verified_seq)" -eq 0 ]; then ok; else bad 'audited without being asked to'; fi
stop 'never'
serve good
stop 'within the first minute'

# --- events are changed in the database while the manager runs
# change SEQ: changes an event, and tries again while the manager holds the database's lock
change() {
    until "$make_store" --sql "$store" "UPDATE event SET body = replace(body, '\"seats\":[', '\"seats\":[7,') WHERE seq = $1" 2>"$dir/sql" ||
        ! grep -q locked "$dir/sql"; do :; done
    if [ -s "$dir/sql" ]; then bad "event $1 is not changed: $(cat "$dir/sql")"; else ok; fi
}
"$make_store" "$dir/bad.db" 30 || exit 1
serve bad --audit 1s
until_true 'it was good' is_verified 1
"$croupier" log "$store" --json --kind coin_in | sed 's/{"seq":\([0-9]*\),.*/\1/' >"$dir/coins"
late=$(sed -n 9p "$dir/coins") early=$(sed -n 3p "$dir/coins")
change "$late"
until_true 'the alarm' is_alarmed 1
until_true 'an audit while the alarm waits' is_bad 2
raised >"$dir/out"
lines 'one alarm' 1
says 'what is wrong' "event $late: "
says 'what to do' 'run croupier verify'
alarm=$(sed 's/{"seq":\([0-9]*\),.*/\1/' "$dir/out")
if [ "$(metric croupier_verified_seq)" -lt "$alarm" ]; then ok; else bad 'a changed log was verified'; fi
run 1 'verify says the same' verify "$store" && says 'verify says the same' "event $late: "

# --- an alarm that was acknowledged is not raised again for the same faults, but is for other
# faults
"$make_store" --post "$url" "/api/v1/alarms/$alarm/acknowledge" '{"user":"Ann","text":"looked at"}' >"$dir/post" ||
    bad "acknowledge: $(cat "$dir/post")"
until_true 'two more audits' is_bad $(($(bad_audits) + 2))
raised >"$dir/out" && lines 'not again' 1
if is_alarmed 0; then ok; else bad 'an alarm that was answered waits'; fi
change "$early"
until_true 'the second alarm' is_alarmed 1
raised >"$dir/out" && lines 'two alarms' 2 && says 'the first fault' "event $early: "

# --- such a fault stops nothing: play goes on
"$make_store" --post "$url" /api/v1/shifts/close '{"user":"Ann"}' >"$dir/post" || bad "the floor stands still: $(cat "$dir/post")"
stop 'bad store'

# --- V4: a row that differs from the log halts the floor until two people have answered the alarm
"$make_store" "$dir/rows.db" 30 || exit 1
serve rows --audit 1s
until_true 'it was good' is_verified 1
until "$make_store" --sql "$store" "UPDATE row SET body = CAST(x'5a' || substr(body, 2) AS BLOB) WHERE id = (SELECT min(id) FROM row WHERE id >> 48 = 9)" 2>"$dir/sql" ||
    ! grep -q locked "$dir/sql"; do :; done
is_halted() { "$make_store" --get "$url" /api/v1/floor 2>"$dir/get.err" | grep -q '"halted":true'; }
until_true 'the floor is halted' is_halted
"$croupier" log "$store" --json --kind alarm_raised | grep '"item":"books"' >"$dir/out"
lines 'one alarm that halts' 1
says 'which row' 'row person'
alarm=$(sed 's/{"seq":\([0-9]*\),.*/\1/' "$dir/out")
# No event is missing, and nobody is told so.
run 0 'status of a halted floor' status "$url" && says_not 'status of a halted floor' 'events are missing'
says 'status of a halted floor' 'FLOOR CLOSED'
run 1 'doctor of a halted floor' doctor --manager "$url" --json && says_not 'doctor of a halted floor' 'events are missing'
says 'doctor of a halted floor' "'croupier db rebuild'"
if "$make_store" --post "$url" "/api/v1/alarms/$alarm/acknowledge" '{"user":"Ann","text":"x"}' >"$dir/post"; then
    bad 'one person ended it'
else
    ok
fi
"$make_store" --post "$url" "/api/v1/alarms/$alarm/acknowledge" '{"user":"Ann","approver":"Ben","text":"x"}' >"$dir/post" ||
    bad "two people: $(cat "$dir/post")"
if is_halted; then bad 'still halted'; else ok; fi
stop 'changed row'
run 1 'the row is not right' verify "$store" && says 'the row is not right' 'row person'
run 0 'rebuild' db rebuild "$store"
run 0 'the row is right' verify "$store"

# --- after a restart the alarm is still waiting, and no second one is raised
serve bad --audit 1s
until_true 'an audit after the start' is_bad 1
raised >"$dir/out" && lines 'still two alarms' 2
stop 'bad store again'
finish
