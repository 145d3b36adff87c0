#!/bin/sh
# The limits of a floor that exists are raised by its file and a restart; what is refused at one says
# which it is and how it is raised.
# usage: limits.sh CROUPIER MAKE_STORE
set -u
# shellcheck source=tests/cli/floor_lib.sh
. "$(dirname "$0")/floor_lib.sh"

# floor TABLES: a floor of two live tables, with room for so many
floor() {
    cat >"$dir/floor.yaml" <<EOF
floor: Small
configured_by: [Ann, Ben]
people: {Ann: manager, Ben: manager}
tables:
  t1: {game: Poker, live: yes}
  t2: {game: Poker, live: yes}
limits: {tables: $1}
EOF
}

# serve MORE…
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
add() {
    "$make_store" --post "$url" "/api/v1/tables/$1/configure" '{"item":"Poker","is_live":true,"user":"Ann","approver":"Ben"}' \
        >"$dir/out" 2>&1
}

floor 2
serve --floor "$dir/floor.yaml"
if add t3; then bad 'a third table in a floor of two'; else ok; fi
says 'which limit, and how' 'no room for more than 2 tables: raise limits.tables in the floor file and restart'
stop
floor 3
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
floor 16385
run 1 'more than a reader has room for' serve --open --store "$dir/a.db" --listen 127.0.0.1:0 --floor "$dir/floor.yaml"
complains 'more than a reader has room for' 'from 1 to 16384'
finish
