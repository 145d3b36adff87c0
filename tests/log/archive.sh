#!/bin/sh
# Past months as files (REG-15): written, read back, and read by every command like a store. A file that was changed or is
# missing is named.
# usage: archive.sh CROUPIER GOLDEN_STORE CROUPIER_VERIFY      from the project's root
set -u
# shellcheck source=tests/cli/floor_lib.sh
. "$(dirname "$0")/../cli/floor_lib.sh"
golden_store=$2 verify=$3
archive=$dir/archive

# The golden night, moved to March and April of another year.
grep -v '"kind":"manager_started"' tests/data/logs/0.1/export.jsonl |
    awk 'NR <= 50 {sub(/"time":[0-9]*/, "\"time\":1585000000000")} NR > 50 {sub(/"time":[0-9]*/, "\"time\":1587000000000")} 1' \
        >"$dir/night.jsonl"
"$golden_store" "$dir/night.jsonl" "$dir/floor.db" || exit 1
run 0 'trust' pki init "$dir/trust"
run 1 'nothing is signed' db archive "$dir/floor.db" "$archive" --trust "$dir/trust"
complains 'nothing is signed' 'checkpoints'
"$croupier" serve --audit 0 --after-pause --store "$dir/floor.db" --trust "$dir/trust" --listen 127.0.0.1:0 >"$dir/serve" 2>&1 &
writer=$!
is_signed() { grep -q '^signature ' "$dir/trust/checkpoints" 2>/dev/null; }
await "$writer" is_signed
kill "$writer" && wait "$writer"
writer=

run 2 'no trust' db archive "$dir/floor.db" "$archive" && complains 'no trust' '--trust DIR'
run 0 'archive' db archive "$dir/floor.db" "$archive" --trust "$dir/trust"
says 'archive' "2 months, events 1 to $(wc -l <"$dir/night.jsonl" | tr -d ' '), are in" && says 'archive' 'read back and as signed'
run 1 'twice' db archive "$dir/floor.db" "$archive" --trust "$dir/trust" && complains 'twice' 'cannot be made'
(cd "$archive" && echo *) >"$dir/out"
says 'files' '2020-03.jsonl 2020-04.jsonl after.jsonl checkpoints manifest'

# --- an archive gives the same bytes and the same words as the store
"$croupier" log "$dir/floor.db" --export "$dir/whole.jsonl" || bad 'export of the store'
"$croupier" log "archive:$archive" --export "$dir/part.jsonl" || bad 'export of the archive'
head -n "$(wc -l <"$dir/part.jsonl")" "$dir/whole.jsonl" >"$dir/begin.jsonl"
same 'export' "$dir/part.jsonl" "$dir/begin.jsonl"
cat "$archive/2020-03.jsonl" "$archive/2020-04.jsonl" "$archive/after.jsonl" >"$dir/files.jsonl"
same 'files in order' "$dir/files.jsonl" "$dir/begin.jsonl"
for kind in coin-in activity jackpots; do
    "$croupier" report "$kind" --store "archive:$archive" --until 2020-12-31 --json >"$dir/from.archive" 2>&1
    "$croupier" report "$kind" --store "$dir/floor.db" --until 2020-12-31 --json >"$dir/from.store" 2>&1
    [ -s "$dir/from.store" ] || bad "report $kind: nothing"
    same "report $kind" "$dir/from.archive" "$dir/from.store"
done
run 0 'one event' log "archive:$archive" --from 60 --to 61 --json && lines 'one event' 2
run 0 'configuration' config history --store "archive:$archive"
run 0 'verify' verify "archive:$archive" --witness "$archive/checkpoints" --key "$dir/trust/signing.pub"
says 'verify' '✓ V7' && says 'verify' '✓ V8' && says 'verify' 'An archive has no stored tables'
"$verify" - "$archive/checkpoints" --key "$dir/trust/signing.pub" <"$dir/files.jsonl" >"$dir/out" 2>"$dir/err"
if [ "$(tail -n 1 "$dir/out")" = CONFIRMED ]; then ok; else bad "croupier-verify: $(cat "$dir/out" "$dir/err")"; fi
run 1 'no writing' db rebuild "archive:$archive" && complains 'no writing' 'an archive is only read'

# --- files that were changed or are missing
chmod u+w "$archive"/*
cp -r "$archive" "$dir/changed"
sed -i '7s/Ann/Bob/' "$dir/changed/2020-03.jsonl"
run 1 'changed' verify "archive:$dir/changed" && complains 'changed' '2020-03.jsonl is not what was archived'
run 1 'changed: report' report coin-in --store "archive:$dir/changed" && complains 'changed: report' 'is not what was archived'
cp -r "$archive" "$dir/missing"
rm "$dir/missing/2020-04.jsonl"
run 1 'missing' log "archive:$dir/missing" --json && complains 'missing' 'the events 51 to'
complains 'missing' 'are not at hand'
run 1 'none' verify "archive:$dir/nothing" && complains 'none' 'is it an archive?'
# a change that fits the changed manifest is found by the checkpoints
cp -r "$archive" "$dir/forged"
sed -i '$d' "$dir/forged/manifest"
run 1 'forged' verify "archive:$dir/forged" --witness "$dir/forged/checkpoints" --key "$dir/trust/signing.pub"
says 'forged' '✗ V8'
finish
