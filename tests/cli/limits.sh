#!/bin/sh
# The limits of an existing floor are raised by two people while it runs, or by its file and a
# restart. A refusal names the limit and says how to raise it. A replay of the log gives the same
# rows under any limits.
# usage: limits.sh CROUPIER MAKE_STORE
set -u
# shellcheck source=tests/cli/floor_lib.sh
. "$(dirname "$0")/floor_lib.sh"

# floor TABLES: writes the file of a floor with two live tables and room for TABLES
floor() {
    cat >"$dir/floor.yaml" <<EOF
floor: Small
configured_by: [Ann, Ben]
people: {Ann: manager, Ben: manager}
tables:
  t1: {game: Poker, live: yes}
  t2: {game: Poker, live: yes}
limits: {tables: $1, tokens: 2}
EOF
}

# serve MORE…: starts a manager
serve() {
    : >"$dir/serve.out"
    "$croupier" serve --open --store "$dir/a.db" --listen 127.0.0.1:0 "$@" >"$dir/serve.out" 2>"$dir/serve.err" &
    writer=$!
    await "$writer" in_file "$dir/serve.out" http:// || { cat "$dir/serve.err" && exit 1; }
    url=$(sed -n 's/.*\(http:[^ ]*\).*/\1/p' "$dir/serve.out")
}
stop() {
    kill "$writer"
    wait "$writer" || bad "status $?: $(cat "$dir/serve.err")"
    writer=
}
# post PATH MEMBERS: a request of Ann, approved by Ben
post() {
    "$make_store" --post "$url" "/api/v1/$1" "{$2\"user\":\"Ann\",\"approver\":\"Ben\"}" >"$dir/out" 2>&1
}
add() {
    post "tables/$1/configure" '"item":"Poker","is_live":true,'
}
token() {
    post tokens "\"item\":\"$1\",\"text\":\"read\","
}

floor 2
serve --floor "$dir/floor.yaml"
if add t3; then bad 'a third table in a floor of two'; else ok; fi
says 'which limit, and how' 'no room for more than 2 tables: two people raise the limit (croupier limits raise tables)'
stop
floor 3
cp "$dir/floor.yaml" "$dir/floor3.yaml"
serve --floor "$dir/floor.yaml"
if add t3; then ok; else bad "a third table after the limit was raised: $(cat "$dir/out")"; fi
if add t4; then bad 'a fourth table in a floor of three'; else ok; fi
stop
floor 2
run 1 'fewer than there are' serve --open --store "$dir/a.db" --listen 127.0.0.1:0 --floor "$dir/floor.yaml"
complains 'fewer than there are' 'no room for more than 2 tables'
serve
stop
run 0 'the store' verify "$dir/a.db"

# Two people raise the limit while the manager runs.
serve --floor "$dir/floor3.yaml"
if add t4; then bad 'a fourth table in a floor of three'; else ok; fi
for body in '"most":3,' '"most":0,' '"most":16385,' '"most":2147483648,' '"most":9007199254740993,' '"most":-4,' '"most":4.5,' '"most":"4",' ''; do
    if post limits/tables/raise "$body"; then bad "raised to $body"; else ok; fi
done
if post limits/chairs/raise '"most":5,'; then bad 'a limit that there is not'; else ok; fi
if "$make_store" --post "$url" /api/v1/limits/tables/raise '{"most":5,"user":"Ann"}' >"$dir/out" 2>&1; then bad 'by one person'; else ok; fi
if post limits/tables/raise '"most":5,'; then ok; else bad "raised by two: $(cat "$dir/out")"; fi
if add t4 && add t5; then ok; else bad "two more after the limit was raised: $(cat "$dir/out")"; fi
if add t6; then bad 'a sixth table in a floor of five'; else ok; fi
run 0 'what is in force' limits --manager "$url"
says 'what is in force' 'tables          5 of      5, at most 16384'
# A revoked token makes room for another one, and needs no room itself.
if token a && token b; then ok; else bad "two tokens: $(cat "$dir/out")"; fi
if token c; then bad 'a third token in a floor of two'; else ok; fi
says 'which limit' 'no room for more than 2 tokens: revoke some, or two people raise the limit'
if "$make_store" --post "$url" /api/v1/tokens/a/revoke '{"user":"Ann"}' >"$dir/out" 2>&1 && token c; then ok; else bad "in the place of a revoked one: $(cat "$dir/out")"; fi
stop
run 0 'the store that was raised' verify "$dir/a.db"
# The file still says three, but the limit that two people raised stays in force, after a start from
# rows and after one from the log.
serve --floor "$dir/floor3.yaml"
if add t6; then bad 'a sixth table after the restart'; else ok; fi
says 'after the restart' 'no room for more than 5 tables'
stop
run 0 'rows from the log' db rebuild "$dir/a.db"
serve --floor "$dir/floor3.yaml"
if add t6; then bad 'a sixth table after the rebuilding'; else ok; fi
if post limits/tables/raise '"most":6,' && add t6; then ok; else bad "raised again: $(cat "$dir/out")"; fi
run 0 'its versions' config history limit/tables --manager "$url"
says 'its versions' '5 → 6'
stop
run 0 'the store in the end' verify "$dir/a.db"

floor 16385
run 1 'more than a reader has room for' serve --open --store "$dir/a.db" --listen 127.0.0.1:0 --floor "$dir/floor.yaml"
complains 'more than a reader has room for' 'from 1 to 16384'

# A floor file may name as many tables as the limit allows; 1,500 tables are more values than a
# rules file may have.
floor 1500
awk '{ print } /^tables:/ { for (i = 3; i <= 1500; i++) print "  t" i ": {game: Poker, live: yes}" }' "$dir/floor.yaml" >"$dir/large.yaml"
rm -f "$dir/a.db"*
serve --floor "$dir/large.yaml"
run 0 'a large floor' limits --manager "$url"
says 'a large floor' 'tables       1500 of   1500, at most 16384'
stop

# What a manager says of 5,000 tables is more than a megabyte, and all of them are told.
floor 5000
awk '{ print } /^tables:/ { for (i = 3; i <= 5000; i++) print "  table-number-" i ": {game: Poker at a table of its own, live: yes}" }' "$dir/floor.yaml" >"$dir/large.yaml"
rm -f "$dir/a.db"*
serve --floor "$dir/large.yaml"
run 0 'status of a large floor' status --manager "$url"
says 'status of a large floor' '0 of 5000 tables joined'
says 'status of a large floor' 'table-number-5000'
run 0 'status --json of a large floor' status --manager "$url" --json
says 'status --json of a large floor' '"table-number-5000"'
run 0 'doctor of a large floor' doctor --manager "$url" && says 'doctor of a large floor' '5000 of 5000 not joined'
stop
finish
