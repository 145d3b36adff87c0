#!/bin/sh
# Two managers of two versions on one PostgreSQL: both use the meaning of events that both know. Run by with_postgres.sh.
# usage: versions.sh CROUPIER CROUPIER_NEXT GOLDEN_STORE      from the project's root
set -u
# shellcheck source=tests/cli/floor_lib.sh
. "$(dirname "$0")/../cli/floor_lib.sh"
next=$2
pg=${CROUPIER_TEST_PG:?run by with_postgres.sh}
others=
# shellcheck disable=SC2317 # called by trap
end_all() {
    for process in $others; do kill "$process" 2>/dev/null; done
    clean_up
}
trap end_all EXIT

# start PROGRAM NAME: its process id is in $started
start() {
    rm -f "$dir/$2"
    "$1" serve --audit 0 --store "$pg" --id "$2" --listen 127.0.0.1:0 >"$dir/$2" 2>&1 &
    started=$!
    others="$others $started"
    if await "$started" in_file "$dir/$2" http:; then ok; else bad "$2 does not start: $(cat "$dir/$2")"; fi
}
stop() {
    kill "$1" && wait "$1"
    status=$?
    if [ "$status" -eq 0 ]; then ok; else bad "$2: status $status: $(cat "$dir/$2")"; fi
}
# meaning NAME SEMANTICS: the version of the meaning in the log's last start; version 1 is not written
meaning() {
    "$next" log "$pg" --kind manager_started --last 1 --json >"$dir/last"
    said=$(sed -n 's/.*"semantics":\([0-9]*\).*/\1/p' "$dir/last")
    if [ "${said:-1}" -eq "$2" ]; then ok; else bad "$1: ${said:-1}, not $2: $(cat "$dir/last")"; fi
}

run 0 'a store' db copy tests/data/logs/0.1/floor.db "$pg"
start "$croupier" old
old=$started
start "$next" new
new=$started
meaning 'beside the older program' 3
stop "$new" new
start "$next" new
new=$started
meaning 'beside it again' 3
stop "$old" old
meaning 'nobody started since' 3
start "$next" other
other=$started
meaning 'both know it' 4
kill -0 "$new" 2>/dev/null || bad "the running manager did not follow: $(cat "$dir/new")"
run 1 'the older program comes too late' serve --audit 0 --store "$pg" --id old --listen 127.0.0.1:0
complains 'the older program comes too late' 'version 4, and this program knows versions up to 3'
stop "$other" other
stop "$new" new
"$next" verify "$pg" >"$dir/out" 2>&1 || bad "what both wrote: $(cat "$dir/out")"
finish
