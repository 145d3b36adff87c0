#!/bin/sh
# Reports of any length: for two hundred thousand events, reports from a store and from a manager
# are the same bytes. A report that breaks off is an error and leaves no file.
# usage: report_long.sh CROUPIER MAKE_STORE HALF_SERVER
set -u
half_server=$3
# shellcheck source=tests/cli/floor_lib.sh
. "$(dirname "$0")/floor_lib.sh"

absent() {
    for file in "$2" "$2".*.tmp; do if [ ! -e "$file" ]; then ok; else bad "$1: $file is there"; fi; done
}

# --- an answer that breaks off leaves no new file, and leaves an existing file as it was
"$half_server" >"$dir/half" &
half=$!
trap 'kill $half 2>/dev/null; clean_up' EXIT
await "$half" in_file "$dir/half" http://
url=$(cat "$dir/half")
run 1 'half a paper' report coin-in --manager "$url" --pdf "$dir/a.pdf"
complains 'half a paper' 'broke off after 5000 bytes'
absent 'half a paper' "$dir/a.pdf"
echo before >"$dir/b.pdf"
cp "$dir/b.pdf" "$dir/c.pdf"
run 1 'half over a paper' report coin-in --manager "$url" --pdf "$dir/b.pdf"
same 'half over a paper' "$dir/b.pdf" "$dir/c.pdf"
run 1 'half to standard output' report activity --manager "$url" --csv
if grep -q 'broke off after 5000 bytes' "$dir/err"; then ok; else bad "half to standard output: $(cat "$dir/err")"; fi
run 1 'half the evidence' evidence 7 --manager "$url" --out "$dir/a.tar"
complains 'half the evidence' 'broke off after 5000 bytes'
absent 'half the evidence' "$dir/a.tar"
run 1 'half a log' log --manager "$url" --export "$dir/a.jsonl"
absent 'half a log' "$dir/a.jsonl"

# --- what another machine says does not command the terminal
"$half_server" "$(printf 'no\033[2Jwhere\342\200\256')" >"$dir/painter" &
half="$half $!"
await '' in_file "$dir/painter" http://
"$croupier" witness --key "$(printf '%064d' 1)" --file "$dir/checkpoints" --manager "$(cat "$dir/painter")" 2>"$dir/witness" &
writer=$!
await "$writer" in_file "$dir/witness" 'answers 404'
kill "$writer" && wait "$writer" 2>/dev/null
writer=
if grep -qF 'no\x1b[2Jwhere\x202e' "$dir/witness"; then ok; else bad "a witness: $(cat "$dir/witness")"; fi

# --- a night of two hundred thousand events
"$make_store" "$dir/a.db" 100000 1794736800000 || exit 1
"$croupier" serve --open --store "$dir/a.db" --listen 127.0.0.1:0 >"$dir/serve" 2>"$dir/serve.err" &
writer=$!
await "$writer" in_file "$dir/serve" http://
url=$(sed -n 's/^croupier serve: \(http:[^ ]*\).*/\1/p' "$dir/serve")
await "$writer" nobody_joined || bad 'tables that are not there are not lost'
events=$("$croupier" log "$dir/a.db" --json | wc -l)
if [ "$events" -gt 200000 ]; then ok; else bad "$events events only"; fi
for asked in '--csv' '--json' '--csv --link main' '--json --table pit1-t1' '--text --kind coin_in'; do
    # shellcheck disable=SC2086 # several words
    {
        run 0 "store: $asked" report activity $asked --store "$dir/a.db"
        mv "$dir/out" "$dir/from_store"
        run 0 "manager: $asked" report activity $asked --manager "$url"
        same "manager: $asked" "$dir/out" "$dir/from_store"
    }
    rows=$(grep -cE '^[0-9]+,2026-' "$dir/out")
    if [ "$asked" != '--csv' ] || [ "$rows" -eq "$events" ]; then ok; else bad "$rows rows of $events events"; fi
done
# A paper that is made in memory as a whole has a limit; the message names the forms that have none.
run 1 'as text' report activity --text --manager "$url" && complains 'as text' 'ask for CSV or JSON'

# --- a manager is killed while it sends more than the buffers between it and the reader hold
mkfifo "$dir/pipe"
"$croupier" report activity --json --manager "$url" >"$dir/pipe" 2>"$dir/err" &
asker=$!
exec 3<"$dir/pipe"
head -c 1000 <&3 >/dev/null
kill -9 "$writer"
wait "$writer"
writer=
cat <&3 >/dev/null
exec 3<&-
wait "$asker"
status=$?
if [ "$status" -eq 1 ]; then ok; else bad "killed on the way: status $status"; fi
if grep -q 'broke off after' "$dir/err"; then ok; else bad "killed on the way: $(cat "$dir/err")"; fi
finish
