#!/bin/sh
# A manager that signs, its witnesses, and an outsider with croupier-verify; then what somebody with access to
# the database could do to the store, and who notices.
# usage: live.sh CROUPIER MAKE_STORE CROUPIER_VERIFY FORGE
set -u
# shellcheck source=tests/cli/floor_lib.sh
. "$(dirname "$0")/../cli/floor_lib.sh"
verify=$3 forge=$4

# serve STORE TRUST OPTION…: starts a manager
serve() {
    store=$1 trust=$2
    shift 2
    : >"$dir/serve"
    "$croupier" serve --open --audit 0 --store "$store" --trust "$trust" --listen 127.0.0.1:0 "$@" >"$dir/serve" 2>"$dir/serve.err" &
    writer=$!
    await "$writer" in_file "$dir/serve" http://
    url=$(sed -n 's/.*\(http:[^ ]*\).*/\1/p' "$dir/serve")
}
stop() {
    kill "$writer"
    wait "$writer"
    status=$?
    writer=
    if [ "$status" -eq 0 ]; then ok; else bad "$1: status $status: $(cat "$dir/serve.err")"; fi
}
# The answer without the newline that --get adds.
get() { "$make_store" --get "$url" "$1" 2>"$dir/get.err" >"$dir/get" && head -c -1 "$dir/get"; }
metric() { get /metrics | sed -n "s/^$1 //p"; }
until_true() {
    what=$1
    shift
    if await "$writer" "$@"; then ok; else bad "$what: never: $(cat "$dir/serve.err")"; finish; exit 1; fi
}
is_signed() {
    signed_up_to=$(metric croupier_checkpoint_seq)
    [ -n "$signed_up_to" ] && [ "$signed_up_to" = "$(metric croupier_log_seq)" ]
}
has_alarm() { get /api/v1/alarms | grep -q "\"item\":\"$1\""; }
signed() { grep -c '^signature ' "$1"; }
# confirm STATUS NAME TEXT ARGUMENT…: croupier-verify must end with this status and say this text
confirm() {
    want=$1 name=$2 text=$3
    shift 3
    "$verify" "$@" >"$dir/out" 2>&1
    status=$?
    if [ "$status" -eq "$want" ] && grep -qF -- "$text" "$dir/out"; then ok; else
        bad "$name: status $status, not $want with '$text': $(cat "$dir/out")"
    fi
}

# --- a floor that signs
run 0 'trust' pki init "$dir/trust"
# The log is longer than a block of the tree, so that the next start takes its root from the file of blocks.
"$make_store" "$dir/floor.db" 600 || exit 1
# The tables are lost before anything is compared, so that no event happens by itself afterwards.
run 0 'trust for a moment' pki init "$dir/moment"
serve "$dir/floor.db" "$dir/moment" --lease 100
until_true 'the tables are lost' nobody_joined
stop 'for a moment'
serve "$dir/floor.db" "$dir/trust" --witness "$dir/second"
until_true 'a checkpoint' is_signed
same 'two witnesses' "$dir/trust/checkpoints" "$dir/second"
run 0 'witness' witness --manager "$url" --key "$dir/trust/signing.pub" --file "$dir/far" --once
says 'witness' 'is kept'
cp "$dir/far" "$dir/far.first"

# --- an outsider checks the export, the checkpoints, and one event alone
run 0 'export' log --manager "$url" --export "$dir/export"
confirm 0 'export' 'CONFIRMED' "$dir/export" "$dir/trust/checkpoints" --key "$dir/trust/signing.pub"
get /api/v1/export >"$dir/export.http"
same 'export over HTTP' "$dir/export" "$dir/export.http"
run 0 'export of the store' log "$dir/floor.db" --export -
same 'export of the store' "$dir/export" "$dir/out"
get /api/v1/checkpoints >"$dir/list"
same 'the list is such a file' "$dir/list" "$dir/trust/checkpoints"
for seq in 1 2 17 "$(wc -l <"$dir/export")"; do
    get "/api/v1/proofs/$seq" >"$dir/proof"
    get "/api/v1/checkpoints?from=$(sed -n 's/^of //p' "$dir/proof")&limit=1" >"$dir/of"
    confirm 0 "proof of $seq" "$(sed -n "${seq}p" "$dir/export")" --proof "$dir/proof" "$dir/of" --key "$dir/trust/signing.pub"
    sed 's/"time":1/"time":2/' "$dir/proof" >"$dir/forged"
    confirm 1 "a forged proof of $seq" 'not in the log' --proof "$dir/forged" "$dir/of"
done
if get /api/v1/proofs/999999 >"$dir/none"; then bad 'a proof of nothing'; else ok; fi
grep -q '"time"' "$dir/get" && bad 'a proof of nothing'

# --- the log goes on: new events, new checkpoints; when the signer is killed, an alarm says so, and the floor goes on
"$make_store" --post "$url" /api/v1/shifts/close '{"user":"Ann"}' >"$dir/post" || bad "post: $(cat "$dir/post")"
until_true 'a later checkpoint' is_signed
run 0 'witness again' witness --manager "$url" --key "$dir/trust/signing.pub" --file "$dir/far" --once
if [ "$(signed "$dir/far")" -eq 2 ]; then ok; else bad 'the witness has not grown'; fi
run 1 'another key' witness --manager "$url" --key "$(printf '%064d' 0)" --file "$dir/other" --once
if grep -q 'not signed by the floor' "$dir/err" && [ -s "$dir/other.alarm" ]; then ok; else bad "another key: $(cat "$dir/err")"; fi
signer=$(pgrep -P "$writer" croupier-sign)
kill -9 "$signer"
"$make_store" --post "$url" /api/v1/shifts '{"item":"Night","user":"Ann"}' >"$dir/post" || bad "post: $(cat "$dir/post")"
until_true 'the signer is gone' has_alarm witness
"$make_store" --post "$url" /api/v1/shifts/close '{"user":"Ann"}' >"$dir/post" || bad "the floor stands still: $(cat "$dir/post")"
stop 'without its signer'

# --- after the restart nothing is lost, the alarm is in the log, and an orderly end is signed
serve "$dir/floor.db" "$dir/trust" --witness "$dir/second"
until_true 'after the restart' is_signed
has_alarm rollback && bad 'a good store is halted'
"$make_store" --post "$url" /api/v1/shifts '{"item":"Night","user":"Ann"}' >"$dir/post" || bad "post: $(cat "$dir/post")"
stop 'an orderly end'
run 0 'export' log "$dir/floor.db" --export "$dir/export2"
confirm 0 'the end is signed' 'CONFIRMED' "$dir/export2" "$dir/trust/checkpoints" --key "$dir/trust/signing.pub"
grep -q 'not yet witnessed' "$dir/out" && bad 'the end is not witnessed'

# --- attacks with access to the database
# attack NAME: begins one with a copy of the floor in $dir/bad.db, and the trust folder as it was
attack() {
    rm -rf "$dir"/bad.db* "$dir/bad"
    cp "$dir/floor.db" "$dir/bad.db"
    cp -r "$dir/trust" "$dir/bad"
    [ $# -eq 1 ] || "$forge" "$2" "$dir/bad.db" "$3" ${4:+"$4" "$5"} || bad "$1: cannot forge"
}
# noticed NAME: the manager halts the floor or does not start, and the outsider notices too
noticed() {
    serve "$dir/bad.db" "$dir/bad"
    if [ -n "$url" ]; then
        until_true "$1: halted" has_alarm rollback
        "$make_store" --post "$url" /api/v1/links/main/close '{"user":"Ann"}' >"$dir/post"
        if "$make_store" --post "$url" /api/v1/links/main/open '{"user":"Ann"}' >"$dir/post"; then bad "$1: opened"; else ok; fi
        stop "$1"
        if cmp -s "$dir/trust/checkpoints" "$dir/bad/checkpoints"; then ok; else bad "$1: signed all the same"; fi
    else
        wait "$writer" && bad "$1: began"
        writer=
        ok
    fi
    "$croupier" log "$dir/bad.db" --export - >"$dir/bad.export" 2>/dev/null
    confirm 1 "$1: verified" 'NOT CONFIRMED' "$dir/bad.export" "$dir/trust/checkpoints"
}
# seen_from_afar NAME TEXT: the manager's own checkpoints are removed as well, but not the witness's
seen_from_afar() {
    rm -f "$dir/bad/checkpoints" "$dir/bad/tree"
    serve "$dir/bad.db" "$dir/bad"
    until_true "$1: signs" is_signed
    cp "$dir/far" "$dir/afar" && rm -f "$dir/afar.alarm"
    run 1 "$1: from afar" witness --manager "$url" --key "$dir/trust/signing.pub" --file "$dir/afar" --once
    if grep -q "ALARM.*$2" "$dir/err" && [ -s "$dir/afar.alarm" ]; then ok; else bad "$1: $(cat "$dir/err")"; fi
    if cmp -s "$dir/far" "$dir/afar"; then ok; else bad "$1: the witness took it"; fi
    stop "$1: from afar"
}
words=$(grep -n '300 coins in a minute' "$dir/export2" | cut -d : -f 1)

attack 'rewritten' rewrite "$words" '300 coins' '100 coins'
noticed 'rewritten'
if grep -q 'rollback.*witnessed.*halted' "$dir/serve.err"; then ok; else bad "rewritten: not said: $(cat "$dir/serve.err")"; fi
attack 'rewritten' rewrite "$words" '300 coins' '100 coins'
seen_from_afar 'rewritten' 'rewritten'
attack 'rewritten, and its blocks' rewrite "$words" '300 coins' '100 coins'
rm "$dir/bad/tree" && noticed 'rewritten, and its blocks'

attack 'edited' edit "$words" '300 coins' '100 coins'
noticed 'edited'

early=$(grep -n '"kind":"shift_opened"' "$dir/export2" | head -n 1 | cut -d : -f 1)
attack 'edited in a block' edit "$early" '"Day"' '"Dag"'
noticed 'edited in a block'

attack 'cut short' cut 90
"$croupier" db rebuild "$dir/bad.db" >/dev/null 2>&1
noticed 'cut short'
attack 'cut short' cut 90
"$croupier" db rebuild "$dir/bad.db" >/dev/null 2>&1 || bad 'cut short: cannot be rebuilt'
seen_from_afar 'cut short' 'rollback\|rewritten'

attack 'changed places' swap "$words"
noticed 'changed places'
attack 'removed' remove "$words"
noticed 'removed'

# --- an old backup put back
run 0 'backup' backup "$dir/floor.db" "$dir/old.db"
serve "$dir/floor.db" "$dir/trust"
"$make_store" --post "$url" /api/v1/shifts/close '{"user":"Ann"}' >"$dir/post" || bad "post: $(cat "$dir/post")"
until_true 'after the backup' is_signed
run 0 'witness' witness --manager "$url" --key "$dir/trust/signing.pub" --file "$dir/far" --once
stop 'after the backup'
attack 'put back' && cp "$dir/old.db" "$dir/bad.db"
noticed 'put back'
if grep -q 'rollback: .* witnessed event .* ends at event' "$dir/serve.err"; then ok; else bad "put back: $(cat "$dir/serve.err")"; fi
attack 'put back' && cp "$dir/old.db" "$dir/bad.db"
seen_from_afar 'put back' 'rollback\|rewritten'

# --- another floor's store, and one in memory
attack 'another floor' && rm "$dir/bad.db" && "$make_store" "$dir/bad.db" 5
serve "$dir/bad.db" "$dir/bad"
wait "$writer" && bad 'another floor: began'
writer=
if grep -q 'is of floor' "$dir/serve.err"; then ok; else bad "another floor: $(cat "$dir/serve.err")"; fi
serve memory: "$dir/trust"
if get /api/v1/checkpoints/latest >/dev/null; then bad 'a store in memory is signed'; else ok; fi
stop 'in memory'
run 1 'no key' serve --open --store "$dir/floor.db" --trust "$dir" --listen 127.0.0.1:0
complains 'no key' 'signing.key'
finish
