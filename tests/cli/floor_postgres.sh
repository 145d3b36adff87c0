#!/bin/sh
# Copies between SQLite and PostgreSQL give the same bytes in both directions. Run by
# with_postgres.sh.
# usage: floor_postgres.sh CROUPIER MAKE_STORE
set -u
# shellcheck source=tests/cli/floor_lib.sh
. "$(dirname "$0")/floor_lib.sh"
pg=${CROUPIER_TEST_PG:?run by with_postgres.sh}

"$make_store" "$dir/a.db" 12 || exit 1
"$croupier" log "$dir/a.db" --json >"$dir/a.log" || exit 1
"$croupier" db info "$dir/a.db" --json | sed 's/.*"identity"/"identity"/; s/,"bytes".*//' >"$dir/a.facts"

run 1 'nothing there' db info "$pg" && complains 'nothing there' 'no store in it yet'
run 0 'to PostgreSQL' db copy "$dir/a.db" "$pg" && says 'to PostgreSQL' 'engine    postgresql'
"$croupier" log "$pg" --json >"$dir/pg.log" && same 'to PostgreSQL' "$dir/a.log" "$dir/pg.log"
run 1 'twice' db copy "$dir/a.db" "$pg" && complains twice 'not empty'
run 0 'and back' db copy "$pg" "$dir/b.db"
"$croupier" log "$dir/b.db" --json >"$dir/b.log" && same 'and back' "$dir/a.log" "$dir/b.log"
"$croupier" db info "$dir/b.db" --json | sed 's/.*"identity"/"identity"/; s/,"bytes".*//' >"$dir/b.facts"
same 'identity and head' "$dir/a.facts" "$dir/b.facts"
run 0 'backup of PostgreSQL' backup "$pg" "$dir/c.db"
"$croupier" log "$dir/c.db" --json >"$dir/c.log" && same 'backup of PostgreSQL' "$dir/a.log" "$dir/c.log"
run 1 'restore over PostgreSQL' restore "$dir/c.db" "$pg" && complains 'restore over PostgreSQL' 'not empty'
run 0 'status of PostgreSQL' status "$pg" && says 'status of PostgreSQL' 'royal flush'
run 0 'doctor of PostgreSQL' doctor --store "$pg" && says 'doctor of PostgreSQL' 'postgresql, schema current'
run 0 'rebuild on PostgreSQL' db rebuild "$pg" && says 'rebuild on PostgreSQL' 'repeated and equal'
"$croupier" status "$pg" --json | sed 's/"address":"[^"]*"//' >"$dir/pg.status"
"$croupier" status "$dir/a.db" --json | sed 's/"address":"[^"]*"//' >"$dir/a.status"
same 'status of both' "$dir/pg.status" "$dir/a.status"
# passwords in addresses are not shown
run 1 'password' db info 'postgresql://someone:hunter2@127.0.0.1:1/x?connect_timeout=1'
grep -q hunter2 "$dir/err" "$dir/out" && bad 'a password is shown'

# --- two managers: each has its own name, and neither shows a password
start_manager() {
    rm -f "$dir/m1.out" # what the last one said
    "$croupier" serve --open --store "$2" --listen 127.0.0.1:0 >"$dir/m1.out" 2>&1 &
    writer=$!
    await "$writer" in_file "$dir/m1.out" http:
    if grep -q 'manager m1' "$dir/m1.out"; then ok; else bad "$1: $(cat "$dir/m1.out")"; fi
}
start_manager 'a manager on PostgreSQL' "$pg&password=hunter2"
grep -q hunter2 "$dir/m1.out" && bad 'a manager shows the password'
run 1 'the same name twice' serve --open --store "$pg" --listen 127.0.0.1:0
complains 'the same name twice' 'a manager m1 runs on this store already'
kill "$writer" && wait "$writer"
start_manager 'the name is free again' "$pg"
kill "$writer" && wait "$writer"
writer=

# --- beside a process that writes
"$make_store" --write "$pg" >"$dir/written" 2>"$dir/writer.err" &
writer=$!
await "$writer" test -s "$dir/written"
run 0 'backup beside a writer' backup "$pg" "$dir/live.db"
run 0 'status beside a writer' status "$pg"
kill "$writer" && wait "$writer" 2>/dev/null
writer=
at=$("$croupier" log "$dir/live.db" --json | wc -l)
"$croupier" log "$pg" --json --to "$at" >"$dir/expected"
"$croupier" log "$dir/live.db" --json >"$dir/live.log" && same 'backup beside a writer' "$dir/expected" "$dir/live.log"
run 0 'the copy is sound' db rebuild "$dir/live.db"

finish
