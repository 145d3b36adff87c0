#!/bin/sh
# Makes the golden log of a version (tests/data/logs/README.md): a night with every kind of event, as a store, an
# export, checkpoints and the key that signed them.
# usage: make_golden.sh CROUPIER RUN_FLOOR GOLDEN_STORE FOLDER      from the project's root; FOLDER is new
set -eu
croupier=$1 run_floor=$2 golden_store=$3 folder=$4
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/export"
"$run_floor" --export "$dir/export" tests/data/logs/every_kind.floor
"$golden_store" "$dir/export/1.jsonl" "$dir/floor.db"
"$croupier" pki init "$dir/trust" >/dev/null

# The first start makes the rows, the second one finds them. Both are in the log, which is signed.
for start in 1 2; do
    "$croupier" serve --audit 0 --store "$dir/floor.db" --trust "$dir/trust" --listen 127.0.0.1:0 >"$dir/serve" 2>&1 &
    manager=$!
    tries=0
    until [ "$(grep -c '^signature ' "$dir/trust/checkpoints" 2>/dev/null)" -ge "$start" ] 2>/dev/null; do
        tries=$((tries + 1))
        [ "$tries" -lt 600 ] || { cat "$dir/serve" >&2 && exit 1; }
        sleep 0.1
    done
    kill "$manager"
    wait "$manager"
done
mkdir "$folder"
"$croupier" backup "$dir/floor.db" "$folder/floor.db" >/dev/null
"$croupier" log "$folder/floor.db" --export "$folder/export.jsonl"
cp "$dir/trust/checkpoints" "$dir/trust/signing.pub" "$folder"
rm -f "$folder"/floor.db-* "$folder"/floor.db.lock
ls -l "$folder"
