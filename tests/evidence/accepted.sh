#!/bin/sh
# After an accepted rollback people are told for as long as nothing is signed, and one start with
# --new-checkpoints begins a new series, in the trust folder and in every witness (V7, V8, V10).
# usage: accepted.sh CROUPIER MAKE_STORE CROUPIER_VERIFY
set -u
# shellcheck source=tests/cli/floor_lib.sh
. "$(dirname "$0")/../cli/floor_lib.sh"
verify=$3

store=$dir/floor.db trust=$dir/trust second=$dir/second
# serve OPTION…: starts a manager on $dir/floor.db
serve() {
    : >"$dir/serve"
    "$croupier" serve --open --audit 0 --lease 100 --store "$store" --trust "$trust" --witness "$second" \
        --listen 127.0.0.1:0 "$@" >"$dir/serve" 2>"$dir/serve.err" &
    writer=$!
    await "$writer" in_file "$dir/serve" http:// || { cat "$dir/serve.err" && exit 1; }
    url=$(sed -n 's/.*\(http:[^ ]*\).*/\1/p' "$dir/serve")
}
stop() {
    kill "$writer"
    wait "$writer" || bad "$1: status $?: $(cat "$dir/serve.err")"
    writer=
}
get() { "$make_store" --get "$url" "$1" 2>"$dir/get.err"; }
post() { "$make_store" --post "$url" "$1" "$2" >"$dir/post" || bad "$1: $(cat "$dir/post")"; }
metric() { get /metrics | sed -n "s/^$1 //p"; }
is_signed() {
    signed_up_to=$(metric croupier_checkpoint_seq)
    [ -n "$signed_up_to" ] && [ "$signed_up_to" = "$(metric croupier_log_seq)" ]
}
has_alarm() { get /api/v1/alarms | grep -q "\"item\":\"$1\""; }
until_true() {
    what=$1
    shift
    if await "$writer" "$@"; then ok; else bad "$what: never: $(cat "$dir/serve.err")"; finish; exit 1; fi
}

run 0 'trust' pki init "$dir/trust"
"$make_store" "$dir/floor.db" 30 || exit 1
cp "$dir/floor.db" "$dir/old.db"
serve
until_true 'the tables are lost' nobody_joined
until_true 'a checkpoint' is_signed
cp "$dir/second" "$dir/early"
run 0 'witness' witness --manager "$url" --key "$dir/trust/signing.pub" --file "$dir/far" --once
post /api/v1/shifts/close '{"user":"Ann"}'
stop 'the first line'
run 0 'all is well' doctor --store "$dir/floor.db" --trust "$dir/trust" --json
says 'all is well' '"topic":"hashes"'
says_not 'all is well' '"topic":"evidence"'

# --- what each witness has seen is a member of the alarm, because a witness file may have any name, and a number in its name
# means nothing. Here the files that the two people are told about have seen less than one that appears later.
seen() { sed -n 's/^seq \([0-9]*\)$/\1/p' "$1" | tail -n 1; }
store=$dir/told.db trust=$dir/told second="$dir/event 9999"
cp "$dir/old.db" "$store"
cp -r "$dir/trust" "$trust"
rm -f "$trust/tree" "$trust/checkpoints"
cp "$dir/early" "$second"
serve
until_true 'told' has_alarm rollback
run 0 'what they are told' log "$store" --json --kind alarm_raised
says 'what they are told' "\"witnessed\":$(seen "$dir/early"),"
alarm=$(get /api/v1/alarms | sed 's/},{/}\n{/g' | sed -n 's/.*"alarm":\([0-9]*\),"item":"rollback".*/\1/p')
post "/api/v1/alarms/$alarm/acknowledge" '{"user":"Ann","approver":"Ben","text":"disk lost"}'
stop 'told'
cp "$dir/second" "$dir/later"
run 1 'more than they were told' serve --open --store "$store" --trust "$trust" --witness "$second" --witness "$dir/later" \
    --listen 127.0.0.1:0 --new-checkpoints
complains 'more than they were told' "witnessed event $(seen "$dir/later"), and no two people have accepted"
same 'nothing is set aside' "$second" "$dir/early"
store=$dir/floor.db trust=$dir/trust second=$dir/second

# --- an older state is put back: the floor is halted; no new series begins before two people have accepted it
rm -f "$dir"/floor.db*
cp "$dir/old.db" "$dir/floor.db"
run 1 'not accepted yet' serve --open --store "$dir/floor.db" --trust "$dir/trust" --witness "$dir/second" \
    --listen 127.0.0.1:0 --new-checkpoints
complains 'not accepted yet' 'no two people have accepted'
cmp -s "$dir/trust/checkpoints" "$dir/second" || bad 'not accepted yet: a file was touched'
serve
until_true 'halted' has_alarm rollback
alarm=$(get /api/v1/alarms | sed 's/},{/}\n{/g' | sed -n 's/.*"alarm":\([0-9]*\),"item":"rollback".*/\1/p')
post "/api/v1/alarms/$alarm/acknowledge" '{"user":"Ann","approver":"Ben","text":"disk lost"}'
for name in Evening Night; do
    post /api/v1/shifts/close '{"user":"Ann"}'
    post /api/v1/shifts "{\"item\":\"$name\",\"user\":\"Ann\"}"
done

# --- nothing is signed, and the alarm and the programs say so
until_true 'the alarm' has_alarm witness
run 0 'the words' log "$dir/floor.db" --json --kind alarm_raised && says 'what to do' 'once with --new-checkpoints'
run 1 'doctor of the manager' doctor --manager "$url" --json && says 'doctor of the manager' 'nothing is signed'
run 1 'doctor of the store' doctor --store "$dir/floor.db" --trust "$dir/trust" --json && says 'doctor of the store' '"topic":"evidence"'
run 1 'a witness' witness --manager "$url" --key "$dir/trust/signing.pub" --file "$dir/far" --once
stop 'nothing is signed'

# --- one start begins a new series
cp "$dir/second" "$dir/kept"
serve --new-checkpoints
until_true 'a new line' is_signed
same 'both witnesses' "$dir/trust/checkpoints" "$dir/second"
same 'the old line is kept' "$(ls "$dir"/second.before-*)" "$dir/kept"
same 'the old line is kept in the trust folder' "$(ls "$dir/trust"/checkpoints.before-*)" "$dir/kept"
stop 'a new line'
run 0 'export' log "$dir/floor.db" --export "$dir/export"
"$verify" "$dir/export" "$dir/trust/checkpoints" --key "$dir/trust/signing.pub" >"$dir/out" 2>&1
says 'the new line' 'CONFIRMED'
run 1 'not again' serve --open --store "$dir/floor.db" --trust "$dir/trust" --listen 127.0.0.1:0 --new-checkpoints
complains 'not again' 'leave out --new-checkpoints'
serve
until_true 'it goes on' is_signed
has_alarm rollback && bad 'halted again'
run 0 'a new witness' witness --manager "$url" --key "$dir/trust/signing.pub" --file "$dir/new" --once
run 0 'and again' witness --manager "$url" --key "$dir/trust/signing.pub" --file "$dir/new" --once
run 0 'doctor of the manager' doctor --manager "$url" --json && says_not 'doctor of the manager' 'nothing is signed'
stop 'the end'
finish
