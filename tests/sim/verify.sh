#!/bin/sh
# croupier verify, run as a program.
# usage: verify.sh CROUPIER MAKE_STORE
set -u
# shellcheck source=tests/cli/floor_lib.sh
. "$(dirname "$0")/../cli/floor_lib.sh"

"$make_store" "$dir/floor.db" 40 || exit 1

run 0 'a good store' verify "$dir/floor.db"
says 'a good store' '✓ V3'
says 'a good store' '– V1'
says 'a good store' 'stored rows compared'
mark=$(sed -n 's/.*the last one is //p' "$dir/out")
run 0 'machine output' verify "$dir/floor.db" --json
says 'machine output' '"ok":true'
says 'machine output' '{"id":"V3","promise":"no millionth appears or goes missing","seen":true,"faults":0}'
run 0 'quick' verify --quick "$dir/floor.db"
says 'quick' 'left out by --quick'
run 0 'a mark that holds' verify "$dir/floor.db" --expect "$mark"
says 'a mark that holds' '✓ V8'

run 1 'a mark beyond the end' verify "$dir/floor.db" --expect "99999:${mark#*:}"
says 'a mark beyond the end' '✗ V8'
run 1 'another mark' verify "$dir/floor.db" --expect "20:${mark#*:}"
says 'another mark' 'V7, event 20'

run 2 'no store' verify && complains 'no store' 'STORE is missing'
run 2 'two stores' verify a b && complains 'two stores' "'b' is one argument too many"
run 2 'a mark below zero' verify "$dir/floor.db" --expect="-1:${mark#*:}" && complains 'a mark below zero' 'SEQ:HASH'
run 2 'a mark of too many digits' verify "$dir/floor.db" --expect "9223372036854775808:${mark#*:}" && complains 'a mark of too many digits' 'SEQ:HASH'
run 2 'a bad mark' verify a --expect 12 && complains 'a bad mark' 'SEQ:HASH'
run 2 'an unknown option' verify a --loud && complains 'an unknown option' "'--loud'"
run 1 'no such file' verify "$dir/none.db" && complains 'no such file' 'none.db'

# Somebody with access to the file changes an event, or a row.
cp "$dir/floor.db" "$dir/row.db"
"$make_store" --sql "$dir/floor.db" "UPDATE event SET body = replace(body, 'time', 'Time') WHERE seq = 30" || exit 1
run 1 'a changed event' verify "$dir/floor.db"
says 'a changed event' '✗ V7'
says 'a changed event' 'V7, event 30: its hash does not follow from the one before'
"$make_store" --sql "$dir/row.db" "UPDATE row SET body = (SELECT body FROM row WHERE id >> 48 = 3 LIMIT 1 OFFSET 1) WHERE id = (SELECT min(id) FROM row WHERE id >> 48 = 3)" || exit 1
run 1 'a changed row' verify "$dir/row.db" --json
says 'a changed row' '{"id":"V4","text":"row link 0 is not what the log comes to"}'

finish
