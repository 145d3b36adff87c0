#!/bin/sh
# PIT-1: the database dies with a royal flush on the table. The manager that has lost its store ends or closes, and the table closes.
# When all are back, the claim is still there, people rule on it, and it is paid.
# usage: database.sh PROGRAM        run from the repository's root, beside a PostgreSQL (tests/store/with_postgres.sh)
set -u
croupier=$1
# shellcheck source=tests/table/process.sh
. tests/table/process.sh
store=${CROUPIER_TEST_PG:?run it through with_postgres.sh}
lease=4000 # its end is waited for
postgres() {
    as=
    [ "$(id -u)" != 0 ] || as='runuser -u postgres --'
    # shellcheck disable=SC2086 # a list of words
    (cd / && $as "${CROUPIER_PG_BIN:-/usr/lib/postgresql/15/bin}/pg_ctl" "$@" -s -w -t 300 -D "$CROUPIER_TEST_PG_DATA")
}
# the server that is stopped was told its addresses on its command line, so they go into the file for the next start
printf "listen_addresses = ''\nunix_socket_directories = '%s'\n" "$(dirname "$CROUPIER_TEST_PG_DATA")" >>"$CROUPIER_TEST_PG_DATA/postgresql.conf"
writes() {
    curl -s --max-time 60 --json '{"text":"Happy hour","user":"Supervisor"}' "$url/api/v1/messages" >"$dir/post"
    grep -q '"kind":"message_set"' "$dir/post"
}
# V1: a manager that lost its store in the middle of a write ends by itself; otherwise it connects again and goes on.
# shellcheck disable=SC2317 # for await
ended_or_writes() { ! lives "$manager" || writes; }

start_manager || finish
mkfifo "$dir/keys"
: >"$dir/out"
"$croupier" table pg-1 --manager "$url" --state "$dir/pg-1" --live --key-user Supervisor <"$dir/keys" >"$dir/out" 2>&1 &
table=$!
pids="$pids $table"
exec 3>"$dir/keys"
until_says "$table" "$dir/out" 'pg-1: open' || finish
printf '%s\n' 'place 6' start 'award 6 royal flush' >&3
until_says "$table" "$dir/out" 'seat 6 claims: royal flush' || finish

# --- as if the power of the database's machine had failed: the next request cannot be written
postgres stop -m immediate || bad 'PostgreSQL does not stop'
if writes; then bad "written without a store: $(cat "$dir/post")"; else ok; fi
until_says "$table" "$dir/out" 'the progressive is closed' || finish
echo 'game over' >&3
until_says "$table" "$dir/out" 'no: ' || finish

# --- everything comes back
postgres start -l "$CROUPIER_TEST_PG_DATA/log" || bad 'PostgreSQL does not come back'
await '' ended_or_writes || bad 'the manager neither ended nor writes again'
if ! lives "$manager"; then
    wait "$manager"
    start_manager || finish
fi
until_says "$table" "$dir/out" 'royal flush is on record: a ruling is awaited' || finish
same 'the claim is held' "$(curl -s "$url/api/v1/claims" | grep -o '"held":true' | wc -l)" 1
same 'an alarm names it' "$(curl -s "$url/api/v1/alarms" | grep -c '"item":"royal flush held, seat 6"')" 1
start_crew
printf '%s\n' 'key 009' 'turn JPH' 'wait 6' 'turn R' 'remove key' 'game over' >&3
until_says "$table" "$dir/out" 'round 1: game over' || finish
says "$dir/out" 'round 1: seat 6 is paid 10000.53 from jackpot: royal flush'
echo quit >&3
exec 3>&-
wait "$table"
stop "$manager"
read_log "$store"
same 'it was ruled upon' "$(grep -c '"kind":"claim_ruled"' "$dir/log")" 1
same 'no round died of it' "$(count round_dead pg-1)" 0
check_numbers pg-1
if "$croupier" verify "$store" >"$dir/verified" 2>&1; then ok; else bad "verify: $(cat "$dir/verified")"; fi
finish
