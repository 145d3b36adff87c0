#!/bin/sh
# The logs of the floor's scenarios, every procedure of the documents among them: croupier-verify confirms each.
# usage: scenarios.sh RUN_FLOOR FORGE CROUPIER_VERIFY FILE…
set -u
run_floor=$1 forge=$2 verify=$3
shift 3
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0
count=0
"$run_floor" --export "$dir" "$@" >"$dir/said" || { cat "$dir/said" && exit 1; }
grep '^  ok  ' "$dir/said" >"$dir/titles"
while read -r _ title; do
    count=$((count + 1))
    "$forge" sign "$dir/$count.jsonl" "$dir/checkpoint" || exit 1
    if ! "$verify" "$dir/$count.jsonl" "$dir/checkpoint" >"$dir/out" 2>&1; then
        echo "not confirmed: $title"
        grep '^event' "$dir/out" | head -n 3
        failed=$((failed + 1))
    fi
done <"$dir/titles"
echo "$count scenarios, $failed not confirmed"
[ "$failed" -eq 0 ] && [ "$count" -gt 0 ]
