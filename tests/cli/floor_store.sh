#!/bin/sh
# backup, restore and db on SQLite files: what they preserve and what they refuse.
# usage: floor_store.sh CROUPIER MAKE_STORE
set -u
# shellcheck source=tests/cli/floor_lib.sh
. "$(dirname "$0")/floor_lib.sh"

"$make_store" "$dir/a.db" 12 || exit 1
"$croupier" log "$dir/a.db" --json >"$dir/a.log" || exit 1
events=$(wc -l <"$dir/a.log")

# --- usage
run 2 'backup nothing' backup && complains 'backup nothing' 'STORE'
run 2 'backup one word' backup "$dir/a.db" && complains 'backup one word' 'FILE'
run 2 'backup three words' backup a b c && complains 'backup three words' "'c' is one argument too many"
run 2 'backup option' backup --fast a b && complains 'backup option' "unknown option '--fast'"
run 2 'backup into a database' backup "$dir/a.db" postgresql://x/y && complains 'backup into a database' 'a backup is a file'
run 2 'restore nothing' restore && complains 'restore nothing' FILE
run 2 'restore a database' restore postgresql://x/y "$dir/x.db" && complains 'restore a database' 'a backup is a file'
run 2 'db nothing' db && complains 'db nothing' 'say copy, info, rebuild, archive or trim'
run 2 'db word' db repair x && complains 'db word' "'repair' is none of copy, info, rebuild, archive and trim"
run 2 'db copy one' db copy "$dir/a.db" && complains 'db copy one' 'two stores'
run 2 'db info two' db info a b && complains 'db info two' 'one STORE'
for command in backup restore db status log doctor; do
    run 0 "$command --help" "$command" --help && says "$command --help" "usage: croupier $command"
done

# --- backup
run 0 backup backup "$dir/a.db" "$dir/b.db" && says backup "events    $events" && says backup 'Write down head and hash'
hash=$(sed -n 's/^  hash *//p' "$dir/out")
[ ${#hash} -eq 64 ] || bad "backup: no hash to write down"
"$croupier" log "$dir/b.db" --json >"$dir/b.log" && same backup "$dir/a.log" "$dir/b.log"
[ "$(find "$dir" -name 'b.db*' | wc -l)" -eq 1 ] || bad 'backup: something stays beside the file'
[ "$(stat -c %a "$dir/b.db")" = 600 ] || bad 'backup: others can read it'
run 1 'backup again' backup "$dir/a.db" "$dir/b.db" && complains 'backup again' 'is there already'
run 1 'backup of nothing' backup "$dir/none.db" "$dir/c.db" && complains 'backup of nothing' 'no such store'
run 1 'backup into no folder' backup "$dir/a.db" "$dir/none/c.db" && complains 'backup into no folder' 'none/c.db'
[ ! -e "$dir/c.db" ] || bad 'backup: a failed one leaves a file'
run 0 'backup --json' backup --json "$dir/a.db" "$dir/c.db" && says 'backup --json' "\"hash\":\"$hash\""

# --- a damaged store is not backed up, and a damaged backup is not restored
cp "$dir/b.db" "$dir/edited.db"
"$make_store" --sql "$dir/edited.db" "UPDATE event SET body = replace(body, '1.00', '2.00') WHERE seq = 17" || exit 1
run 1 'backup of an edited log' backup "$dir/edited.db" "$dir/d.db" && complains 'backup of an edited log' 'chain is broken'
[ -z "$(find "$dir" -name 'd.db*')" ] || bad 'backup of an edited log: something is left'
run 1 'restore of an edited log' restore "$dir/edited.db" "$dir/d.db" && complains 'restore of an edited log' 'chain is broken'
[ -z "$(find "$dir" -name 'd.db*')" ] || bad 'restore of an edited log: something is left'
"$make_store" --sql "$dir/edited.db" "UPDATE event SET body = replace(body, '\"table\":\"', '\"table\":\"' || char(155) || '[2J') WHERE seq = 17" || exit 1
run 1 'verify of an edited log' verify "$dir/edited.db" && says 'verify of an edited log' 'event 17: coin_in of table \x9b[2J'
head -c 20000 "$dir/b.db" >"$dir/cut.db"
run 1 'restore of a cut file' restore "$dir/cut.db" "$dir/d.db"
[ ! -e "$dir/d.db" ] || bad 'restore of a cut file: something is left'
head -c 9000 /dev/urandom >"$dir/noise.db"
run 1 'restore of noise' restore "$dir/noise.db" "$dir/d.db" && complains 'restore of noise' 'not a store'
: >"$dir/empty.db"
run 1 'restore of an empty file' restore "$dir/empty.db" "$dir/d.db"

# --- restore
run 0 restore restore "$dir/b.db" "$dir/r.db" && says restore "$hash" && says restore 'keep the floor'
"$croupier" log "$dir/r.db" --json >"$dir/r.log" && same restore "$dir/a.log" "$dir/r.log"
run 1 'restore over a store' restore "$dir/b.db" "$dir/r.db" && complains 'restore over a store' 'not empty'
"$croupier" log "$dir/r.db" --json >"$dir/r.log" && same 'restore over a store' "$dir/a.log" "$dir/r.log"

# --- db: copies, information, rebuilding rows
run 1 'db copy of an edited log' db copy "$dir/edited.db" "$dir/d.db" && complains 'db copy of an edited log' 'chain is broken'
[ -z "$(find "$dir" -name 'd.db*')" ] || bad 'db copy of an edited log: something is left'
run 0 'db copy' db copy "$dir/a.db" "sqlite:$dir/copy.db" && says 'db copy' "$hash"
run 0 'db info' db info "$dir/copy.db" && says 'db info' 'engine    sqlite' && says 'db info' 'of this program'
run 0 'db info --json' db info "$dir/copy.db" --json && says 'db info --json' "\"head\":{\"seq\":$events,\"hash\":\"$hash\"}"
run 1 'db info of noise' db info "$dir/noise.db" && complains 'db info of noise' 'not a store'
"$croupier" status "$dir/copy.db" --json | sed 's/"address":"[^"]*"//' >"$dir/before"
run 0 'db rebuild' db rebuild "$dir/copy.db" && says 'db rebuild' 'repeated and equal'
"$croupier" status "$dir/copy.db" --json | sed 's/"address":"[^"]*"//' >"$dir/after" && same 'db rebuild' "$dir/before" "$dir/after"
"$make_store" --sql "$dir/copy.db" 'DELETE FROM row'
"$croupier" status "$dir/copy.db" --json | sed 's/"address":"[^"]*"//' >"$dir/after" && same 'status without rows' "$dir/before" "$dir/after"
run 1 'db rebuild of an edited log' db rebuild "$dir/edited.db" && complains 'db rebuild of an edited log' 'event 17'

# --- beside a process that writes: every backup is the complete store of one moment
"$make_store" --write "$dir/a.db" >"$dir/written" 2>"$dir/writer.err" &
writer=$!
await "$writer" test -s "$dir/written"
run 1 'rebuild beside a writer' db rebuild "$dir/a.db" && complains 'rebuild beside a writer' "process $writer"
i=0
while [ $i -lt 5 ]; do
    i=$((i + 1))
    run 0 "backup $i beside a writer" backup "$dir/a.db" "$dir/live$i.db"
    at=$(sed -n 's/^  head *//p' "$dir/out")
    "$croupier" log "$dir/live$i.db" --json >"$dir/live.log"
    [ "$(wc -l <"$dir/live.log")" -eq "$at" ] || bad "backup $i beside a writer: head $at, other length"
    "$croupier" db rebuild "$dir/live$i.db" >/dev/null 2>"$dir/err" || bad "backup $i beside a writer: $(cat "$dir/err")"
done
lives "$writer" || bad "the writer ended: $(cat "$dir/writer.err")"
kill "$writer" && wait "$writer" 2>/dev/null
writer=
[ "$at" -gt "$events" ] || bad 'nothing was written beside the backups'
"$croupier" log "$dir/a.db" --json --to "$at" >"$dir/a.log" && same 'the last backup' "$dir/a.log" "$dir/live.log"

finish
