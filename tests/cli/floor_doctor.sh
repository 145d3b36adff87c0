#!/bin/sh
# croupier doctor and croupier status on sound stores and on damaged ones.
# usage: floor_doctor.sh CROUPIER MAKE_STORE
set -u
# shellcheck source=tests/cli/floor_lib.sh
. "$(dirname "$0")/floor_lib.sh"

mkdir "$dir/store" && chmod 700 "$dir/store"
a=$dir/store/a.db
"$make_store" "$a" 12 || exit 1

# finds LEVEL TOPIC TEXT    the last run's JSON must have such an entry
finds() {
    tr '{' '\n' <"$dir/out" | grep -F "\"level\":\"$1\",\"topic\":\"$2\"" | grep -qF -- "$3" && ok && return
    bad "no $1 of $2 with '$3' in: $(cat "$dir/out")"
}

# --- usage
run 2 'doctor option' doctor --cure && complains 'doctor option' "unknown option '--cure'"
run 2 'doctor word' doctor floor.db && complains 'doctor word' 'one argument too many'
run 2 'doctor no value' doctor --store && complains 'doctor no value' '--store takes a value'
run 2 'status two' status a b && complains 'status two' "'b' is one argument too many"
run 2 'status forms' status --watch --json && complains 'status forms' 'one of --watch and --json'
run 2 'status both' status "$a" --manager http://127.0.0.1:1 && complains 'status both' 'not both'
run 2 'status watch without a terminal' status "$a" --watch && complains 'status watch without a terminal' 'needs a terminal'
run 1 'status of no manager' status --manager http://127.0.0.1:1 && complains 'status of no manager' 'no manager answers at http://127.0.0.1:1'
run 1 'status of no address' status --manager nonsense && complains 'status of no address' 'nonsense'
run 1 'status of nothing' status "$dir/none.db" && complains 'status of nothing' 'no such store'

# --- status of a store
run 0 status status "$a" --utc
says status 'shift Day'
says status '2 of 3 tables joined'
says status 'royal flush'
says status '2 people approve'
says status '300 coins in a minute'
says status 'offline'
grep -q "$(printf '\033')" "$dir/out" && bad 'status: escapes without a terminal'
run 0 'status --json' status "$a" --json
says 'status --json' '"claims":[{"claim":'
says 'status --json' '"alive":null'
says 'status --json' '{"name":"mega","amount":"10001.40"}'
: >"$dir/store/new.db"
run 1 'status of an empty file' status "$dir/store/new.db" && complains 'status of an empty file' 'no store in it'
rm -f "$dir/store/new.db"

# --- a sound store
run 0 'a good store' doctor --store "$a" --json
finds ok store 'sqlite, schema current'
finds ok log 'chain holds'
finds ok rows 'agree'
finds ok lock 'nobody'
finds ok permissions 'only its owner'
finds ok syncing 'on disk after'
finds warning alarm contribution
finds warning tables pit1-t2
cp "$a" "$dir/store/closed.db"
"$make_store" --close "$dir/store/closed.db" || bad 'closing the shift'
grep -qF '"topic":"shift"' "$dir/out" && bad 'doctor: a shift is open, and it says otherwise'
run 0 'no shift' doctor --store "$dir/store/closed.db" --json && finds warning shift 'no shift is open, and 2 of 3 tables play'
rm -f "$dir/store/closed.db"*
run 0 'doctor for people' doctor --store "$a" && says 'doctor for people' ' 0 problems, '
[ -z "$(find "$dir/store" -name '.croupier*')" ] || bad 'doctor: something stays in the folder'

# --- a long path is whole, and so is the command that is asked for
long=$dir/$(printf '%0200d' 1)/$(printf '%0200d' 2)
mkdir -p "$long" && cp "$a" "$long/a.db" && chmod 644 "$long/a.db"
"$croupier" doctor --store "$long/a.db" >"$dir/out"
says 'a long path' " $long/a.db"

# --- a store that another process writes to
"$make_store" --write "$a" >"$dir/written" 2>"$dir/writer.err" &
writer=$!
await "$writer" test -s "$dir/written"
run 0 'a locked store' doctor --store "$a" --json
finds ok lock "process $writer has it open"
finds ok rows agree
kill "$writer" && wait "$writer" 2>/dev/null
writer=

# --- missing, damaged and wrong stores
run 1 'no store' doctor --store "$dir/store/none.db" --json && finds problem store 'no such store'
head -c 9000 /dev/urandom >"$dir/store/noise.db" && chmod 600 "$dir/store/noise.db"
run 1 'noise' doctor --store "$dir/store/noise.db" --json && finds problem store 'not a store'
cp "$a" "$dir/store/paint.db"
"$make_store" --sql "$dir/store/paint.db" "CREATE TABLE \"ev$(printf '\033')[2Jil\" (a)"
run 1 'a name that paints' verify "$dir/store/paint.db" && says 'a name that paints' 'table ev\x1b[2Jil'
cp "$a" "$dir/store/newer.db"
"$make_store" --sql "$dir/store/newer.db" "UPDATE meta SET value = '99' WHERE key = 'schema'"
run 1 'a newer schema' doctor --store "$dir/store/newer.db" --json && finds problem store 'schema 99'
"$make_store" "$dir/store/future.db" 3 "$(($(date +%s) * 1000 + 7200000))"
run 1 'a clock behind' doctor --store "$dir/store/future.db" --json && finds problem clock 'behind the last event'
cp "$a" "$dir/store/edited.db"
"$make_store" --sql "$dir/store/edited.db" "UPDATE event SET body = replace(body, '1.00', '2.00') WHERE seq = 17"
run 1 'a broken chain' doctor --store "$dir/store/edited.db" --json && finds problem log 'hash of event 17'
cp "$a" "$dir/store/rows.db"
"$make_store" --sql "$dir/store/rows.db" "UPDATE row SET body = (SELECT body FROM row WHERE id >> 48 = 3 LIMIT 1 OFFSET 1) WHERE id = (SELECT min(id) FROM row WHERE id >> 48 = 3)"
run 1 'rows that lie' doctor --store "$dir/store/rows.db" --json && finds problem rows ''
chmod 644 "$a"
run 1 'everybody reads' doctor --store "$a" --json && finds problem permissions 'every user'
chmod 600 "$a"
chmod 777 "$dir/store"
run 1 'everybody removes' doctor --store "$a" --json && finds problem permissions 'can remove files'
chmod 700 "$dir/store"

# --- a folder that cannot be written to; root can write to every folder, so another user runs it
mkdir "$dir/shut" && cp "$a" "$dir/shut/a.db"
if [ "$(id -u)" -eq 0 ]; then
    chmod 755 "$dir" "$dir/shut"
    chown 65534 "$dir/shut/a.db"
    if command -v setpriv >/dev/null && cp "$croupier" "$dir/croupier"; then
        setpriv --reuid=65534 --regid=65534 --clear-groups "$dir/croupier" doctor --store "$dir/shut/a.db" --json >"$dir/out" 2>"$dir/err"
        [ $? -eq 1 ] || bad "a shut folder: $(cat "$dir/out" "$dir/err")"
        finds problem permissions 'cannot be written'
        finds problem syncing 'no file can be made'
    fi
else
    chmod 500 "$dir/shut"
    run 1 'a shut folder' doctor --store "$dir/shut/a.db" --json && finds problem permissions 'cannot be written'
    chmod 700 "$dir/shut"
fi

# --- files and managers
run 0 'a floor file' doctor --floor floors/demo.yaml --json && finds ok file 'floor file'
run 0 'house rules' doctor --floor rules/uth-cn.yaml --json && finds ok file 'house rules'
run 0 'a progressive' doctor --floor rules/cn.yaml --json && finds ok file progressive
cp rules/uth-cn.yaml "$dir/mine"
program=$(realpath "$croupier")
(cd "$dir" && "$program" doctor --floor mine --json) >"$dir/out"
finds ok file 'mine: house rules, sound'
run 0 'shipped rules' doctor --floor uth-cn --json && finds ok file 'uth-cn: no file; house rules of that name are in the program'
run 0 'a shipped progressive' doctor --floor cn --json && finds ok file 'cn: no file; a progressive of that name is in the program'
run 1 'no floor file' doctor --floor uth-xx --json && finds problem file uth-xx
mkdir "$dir/cn"
(cd "$dir" && "$program" doctor --floor cn --json) >"$dir/out"
finds problem file 'cn: cannot be read: Is a directory'
sed 's/^links:/lnks:/' floors/demo.yaml >"$dir/bad.yaml"
run 1 'a bad floor file' doctor --floor "$dir/bad.yaml" --json && finds problem file 'bad.yaml:'
sed 's/^game: .*/game: chess/' rules/uth-cn.yaml >"$dir/chess.yaml"
run 1 'bad rules' doctor --floor "$dir/chess.yaml" --json && finds problem file 'chess.yaml:'
run 1 'no manager' doctor --manager http://127.0.0.1:1 --json && finds problem manager 'no manager answers'

finish
