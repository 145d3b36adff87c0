#!/bin/sh
# Archived months leave a store (REG-15): only events that were read back and are signed are removed. With the archive at hand
# reports, verification and proofs are as before. Without it, a command that needs it says where it should be, and a manager that has
# kept rows starts all the same.
# usage: trim.sh CROUPIER GOLDEN_STORE CROUPIER_VERIFY [postgresql]     from the project's root; the last one run by with_postgres.sh
set -u
# shellcheck source=tests/cli/floor_lib.sh
. "$(dirname "$0")/../cli/floor_lib.sh"
golden_store=$2 verify=$3
archive=$dir/archive trust=$dir/trust
if [ "${4:-sqlite}" = postgresql ]; then store=${CROUPIER_TEST_PG:?run by with_postgres.sh}; else store=$dir/floor.db; fi

# start NAME [AUDIT]: starts a manager and waits until it has signed its own start; stop ends it
count_signed() { if [ -e "$trust/checkpoints" ]; then grep -c '^signature ' "$trust/checkpoints"; else echo 0; fi; }
has_signed() { [ "$(count_signed)" -gt "$signed_before" ]; }
start() {
    signed_before=$(count_signed)
    "$croupier" serve --audit "${2:-0}" --after-pause --store "$store" --trust "$trust" --listen 127.0.0.1:0 >"$dir/serve" 2>&1 &
    writer=$!
    if await "$writer" has_signed; then ok; else bad "$1: nothing is signed: $(cat "$dir/serve")"; fi
}
stop() {
    kill "$writer" && wait "$writer"
    writer=
}
# figures FOLDER: writes there what every command that reads the log says of it
figures() {
    mkdir "$1"
    for kind in coin-in activity jackpots; do
        "$croupier" report "$kind" --store "$store" --until 2021-01-01 --json >"$1/$kind" 2>&1 || bad "$1: report $kind: $(cat "$1/$kind")"
    done
    "$croupier" log "$store" --from 40 --to 2900 --json >"$1/log" 2>&1 || bad "$1: log: $(cat "$1/log")"
    "$croupier" config history --store "$store" --until 2021-01-01 >"$1/config" 2>&1 || bad "$1: config: $(cat "$1/config")"
    rm -f "$1/claim.tar"
    "$croupier" evidence "$claim" --store "$store" --trust "$trust" --out "$1/claim.tar" >"$1/out" 2>&1 || bad "$1: evidence: $(cat "$1/out")"
    rm -f "$1/out"
}
# whole NAME: no event was removed
whole() {
    run 0 "$1" db info "$store"
    says_not "$1" archived
}

# --- a golden night in March 2020, and a manager that is started a thousand times in April and two thousand in May
grep -v '"kind":"manager_started"' tests/data/logs/0.1/export.jsonl | sed 's/"time":[0-9]*/"time":1585000000000/' >"$dir/night.jsonl"
grep -m 1 '"kind":"manager_started"' tests/data/logs/0.1/export.jsonl >"$dir/start"
night=$(wc -l <"$dir/night.jsonl")
awk -v night="$night" '{for (n = night + 1; n <= 3200; n++) {
    line = $0
    sub(/"seq":[0-9]*/, "\"seq\":" n, line)
    sub(/"time":[0-9]*/, "\"time\":" (n <= 1200 ? "1587000000000" : "1589000000000"), line)
    print line
}}' "$dir/start" >>"$dir/night.jsonl"
"$golden_store" "$dir/night.jsonl" "$store" || exit 1
run 0 'trust' pki init "$trust"
start 'the first manager'
stop
claim=$(sed -n 's/^{"seq":\([0-9]*\),.*"kind":"claim_made".*/\1/p' "$dir/night.jsonl" | head -n 1)
run 0 'archive' db archive "$store" "$archive" --trust "$trust" && says 'archive' '3 months, events 1 to 3200'
run 0 'verify before' verify "$store"

# --- cases in which nothing is removed
chmod u+w "$archive"/*
run 2 'no trust' db trim "$store" "$archive" && complains 'no trust' '--trust DIR'
run 2 'no folder' db trim "$store" --trust "$trust" && complains 'no folder' 'FOLDER'
run 1 'no archive' db trim "$store" "$dir/nothing" --trust "$trust" && complains 'no archive' 'is it an archive?'
cp -r "$archive" "$dir/changed" && sed -i '7s/Ann/Bob/' "$dir/changed/2020-03.jsonl"
run 1 'changed' db trim "$store" "$dir/changed" --trust "$trust" && complains 'changed' 'is not what was archived'
cp -r "$archive" "$dir/short" && sed -i '$d' "$dir/short/manifest"
run 1 'not as signed' db trim "$store" "$dir/short" --trust "$trust" && complains 'not as signed' 'has no checkpoint of event 3200'
run 0 'another floor' pki init "$dir/other-trust"
cp "$trust/checkpoints" "$dir/other-trust/checkpoints"
run 1 'another key' db trim "$store" "$archive" --trust "$dir/other-trust" && complains 'another key' "by this floor's key"
"$golden_store" "$dir/night.jsonl" "$dir/other.db" || exit 1
run 1 'another floor' db trim "$dir/other.db" "$archive" --trust "$trust" && complains 'another floor' 'and the store is of floor'
start 'a manager beside it'
run 1 'beside a manager' db trim "$store" "$archive" --trust "$trust"
complains 'beside a manager' "$([ "$store" = "$dir/floor.db" ] && echo 'floor.db' || echo '1 manager runs on this store; stop it first')"
stop
whole 'so far'

# --- events up to the last whole block of the tree, 3 * 1024, are removed
figures "$dir/before"
"$croupier" log "$store" --export "$dir/whole.jsonl" || bad 'export before'
[ "$store" != "$dir/floor.db" ] || size=$(wc -c <"$store")
run 0 'trim' db trim "$store" "$archive" --trust "$trust"
says 'trim' '3071 events were removed; the store begins with event 3072, and events 1 to 3071 are in' && says 'trim' "$archive"
if [ "$store" != "$dir/floor.db" ]; then
    first=$(psql -qAt "$store" -c 'SELECT min(seq) FROM croupier.event')
    if [ "$first" -eq 3072 ]; then ok; else bad "event $first is the first that is left"; fi
else
    if [ "$(wc -c <"$store")" -lt $((size / 2)) ]; then ok; else bad "the file is still of $(wc -c <"$store") bytes, of $size"; fi
fi
run 0 'again' db trim "$store" "$archive" --trust "$trust" && says 'again' 'nothing new to remove'
run 0 'info' db info "$store" && says 'info' "archived  events 1 to 3071, in $archive"
run 0 'info as JSON' db info "$store" --json && says 'info as JSON' '"first":3072,"archive":"'

# --- with the archive at hand every answer is as before
figures "$dir/after"
for file in "$dir"/before/*; do same "$(basename "$file")" "$file" "$dir/after/$(basename "$file")"; done
"$croupier" log "$store" --export "$dir/trimmed.jsonl" || bad 'export'
same 'export' "$dir/trimmed.jsonl" "$dir/whole.jsonl"
run 0 'verify' verify "$store" --witness "$trust/checkpoints" --key "$trust/signing.pub" && says 'verify' '✓ V4' && says 'verify' '✓ V8'
"$verify" "$dir/trimmed.jsonl" "$trust/checkpoints" --key "$trust/signing.pub" >"$dir/out" 2>"$dir/err"
if [ "$(tail -n 1 "$dir/out")" = CONFIRMED ]; then ok; else bad "croupier-verify: $(cat "$dir/out" "$dir/err")"; fi
run 0 'rebuild' db rebuild "$store" && says 'rebuild' 'each event of the log repeated and equal'
run 0 'verify after the rebuild' verify "$store" && says 'verify after the rebuild' '✓ V4'
# is_told: true once the manager's own audit has raised an alarm that names the archive
is_told() {
    "$croupier" log "$store" --from 3201 --kind alarm_raised --json 2>/dev/null |
        grep '"item":"verification"' | grep -qF "events 1 to 3071 of the log are in the archive $archive"
}
start 'a manager on what is left' 1s
stop
if is_told; then bad 'an alarm about an archive that is there'; else ok; fi
run 0 'verify what it wrote' verify "$store" --witness "$trust/checkpoints" --key "$trust/signing.pub"
run 0 'backup' backup "$store" "$dir/backup.db" && says 'backup' 'archived  events 1 to 3071'
run 0 'verify the backup' verify "$dir/backup.db" && says 'verify the backup' '✓ V4'
run 0 'copy' db copy "$store" "$dir/copy.db"
run 0 'verify the copy' verify "$dir/copy.db" && says 'verify the copy' '✓ V4'
run 0 'a second archive' db archive "$store" "$dir/second" --trust "$trust" && says 'a second archive' '3 months, events 1 to 3200'
same 'a second archive' "$archive/2020-05.jsonl" "$dir/second/2020-05.jsonl"

# --- without the archive, the commands that need it say so
mv "$archive" "$dir/moved"
for command in "verify $store" "report coin-in --store $store" "log $store --export -" "config history --store $store" "db rebuild $store"; do
    # shellcheck disable=SC2086 # words of a command
    run 1 "$command" $command && complains "$command" "events 1 to 3071 of the log are in the archive $archive"
done
run 0 'info without it' db info "$store" && says 'info without it' "archived  events 1 to 3071, in $archive"
run 0 'what is in the store' log "$store" --from 3072 --json && says 'what is in the store' '"seq":3072,'
run 0 'backup without it' backup "$store" "$dir/backup2.db"
is_halted() { "$croupier" log "$store" --from 3201 --kind alarm_raised --json 2>/dev/null | grep -q '"item":"books"'; }
start 'a manager without the archive' 1s
if is_halted; then bad 'it has kept rows and is halted all the same'; else ok; fi
if await "$writer" is_told; then ok; else bad "nobody is told of the archive: $(cat "$dir/serve")"; fi
if kill -0 "$writer" 2>/dev/null; then ok; else bad "it does not stay: $(cat "$dir/serve")"; fi
stop

# --- without kept rows either, nobody can tell whether the rows are right (V4)
run 0 'doctor without both' doctor --store "$store" && says 'doctor without both' 'they cannot be held against the whole log: events 1 to'
rm "$trust/rows.1" "$trust/rows.2"
start 'a manager without both'
if await "$writer" is_halted; then ok; else bad "it plays on: $(cat "$dir/serve")"; fi
stop
"$croupier" log "$store" --from 3201 --kind alarm_raised --json >"$dir/out" 2>&1
says 'a manager without both' "events 1 to 3071 of the log are in the archive $archive, which is not there"

# --- the archive in another place: stated for one command, or noted in the store
run 0 'verify with it elsewhere' verify "$store" --archive "$dir/moved" && says 'verify with it elsewhere' '✓ V4'
run 0 'report with it elsewhere' report coin-in --store "$store" --until 2021-01-01 --json --archive "$dir/moved"
same 'report with it elsewhere' "$dir/out" "$dir/before/coin-in"
run 1 'another archive' verify "$store" --archive "$dir/nothing" && complains 'another archive' "$dir/nothing"
cp -r "$dir/moved" "$dir/forged" && sed -i '7s/Ann/Bob/' "$dir/forged/2020-03.jsonl"
run 1 'a changed archive' report coin-in --store "$store" --archive "$dir/forged" && complains 'a changed archive' '2020-03.jsonl is not what was archived'
run 0 'noted' db trim "$store" "$dir/moved" --trust "$trust" && says 'noted' 'nothing new to remove'
run 0 'verify where it is noted' verify "$store" && says 'verify where it is noted' '✓ V4'

finish
