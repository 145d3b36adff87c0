#!/bin/sh
# V1: if the store is moved, removed or replaced while a manager runs, the manager ends at once,
# whether or not a request arrives, and no new floor is opened beside the remaining files.
# usage: store_gone.sh CROUPIER MAKE_STORE
set -u
# shellcheck source=tests/cli/floor_lib.sh
. "$(dirname "$0")/floor_lib.sh"

# start: starts a manager on $dir/a.db
start() {
    : >"$dir/serve.out"
    "$croupier" serve --open --store "$dir/a.db" --listen 127.0.0.1:0 >"$dir/serve.out" 2>"$dir/serve.err" &
    writer=$!
    await "$writer" in_file "$dir/serve.out" http:// || { cat "$dir/serve.err" && exit 1; }
    url=$(sed -n 's/.*\(http:[^ ]*\).*/\1/p' "$dir/serve.out")
}

# ends NAME WORDS: the manager ends by itself and says why
ends() {
    wait "$writer"
    status=$?
    writer=
    if [ "$status" -eq 1 ]; then ok; else bad "$1: status $status"; fi
    if grep -qF -- "$2" "$dir/serve.err"; then ok; else bad "$1: no '$2' in: $(cat "$dir/serve.err")"; fi
}

"$make_store" "$dir/a.db" 20 || exit 1
cp "$dir/a.db" "$dir/other.db"

start
mv "$dir/a.db" "$dir/b.db"
ends 'moved' 'moved or removed while the store was in use'
[ -s "$dir/a.db-wal" ] || bad 'moved: the write-ahead log is gone'
run 1 'a new floor beside the remains' serve --open --store "$dir/a.db" --listen 127.0.0.1:0
complains 'a new floor beside the remains' 'there is no store, but'
if [ -e "$dir/a.db" ]; then bad 'a new floor beside the remains: it was made'; else ok; fi
"$croupier" backup "$dir/other.db" "$dir/backup.db" >/dev/null || bad 'backup'
run 1 'a backup restored beside the remains' restore "$dir/backup.db" "$dir/a.db"
complains 'a backup restored beside the remains' 'there is no store, but'
[ -s "$dir/a.db-wal" ] || bad 'restored: the write-ahead log is gone'
mv "$dir/b.db" "$dir/a.db"
start
"$croupier" log "$url" --json >"$dir/log"
if [ "$(grep -c manager_started "$dir/log")" -eq 3 ]; then ok; else bad 'put back: a start is missing'; fi

cp "$dir/other.db" "$dir/copy.db"
mv "$dir/copy.db" "$dir/a.db"
ends 'replaced' 'another file has taken its place'

rm -f "$dir"/a.db*
cp "$dir/other.db" "$dir/a.db"
start
rm "$dir/a.db"
ends 'removed' 'moved or removed while the store was in use'

cp "$dir/other.db" "$dir/c.db"
ln "$dir/c.db" "$dir/d.db"
run 1 'a second hard link' serve --open --store "$dir/d.db" --listen 127.0.0.1:0
complains 'a second hard link' 'Remove the other hard links'

# --- files that are read completely must be regular files: no command waits at a pipe for a writer
mkfifo "$dir/pipe.yaml"
run 1 'a floor file' serve --open --store memory: --listen 127.0.0.1:0 --floor "$dir/pipe.yaml"
complains 'a floor file' 'it is a pipe or a socket, not a file'
run 1 'rules' rules check "$dir/pipe.yaml"
run 1 'rules to analyse' analyze "$dir/pipe.yaml" && complains 'rules to analyse' 'not a file'
run 1 'a store' verify "$dir/pipe.yaml" && complains 'a store' 'a store is a file'
run 1 'a key' witness --key "$dir/pipe.yaml" --file "$dir/witness" --once && complains 'a key' 'not a file'
mkdir "$dir/archive" "$dir/trust" && mkfifo "$dir/archive/manifest" "$dir/trust/signing.key" "$dir/trust/checkpoints"
run 1 'an archive' verify "archive:$dir/archive"
run 1 'a signing key' serve --open --store "$dir/other.db" --listen 127.0.0.1:0 --trust "$dir/trust"
run 1 'passwords' people invite B --user A --passwords "$dir/pipe.yaml" && complains 'passwords' 'not a file'
run 1 'a certificate to show' pki show "$dir/pipe.yaml" && complains 'a certificate to show' 'cannot be read'
run 1 'a certificate to enrol' machines enrol "$dir/pipe.yaml" --user A && complains 'a certificate to enrol' 'cannot be read'
run 1 'a certificate without an end' pki show /dev/zero && complains 'a certificate without an end' 'cannot be read'
run 1 'checkpoints' doctor --store "$dir/other.db" --trust "$dir/trust" --json

finish
