#!/bin/sh
# The logs of the floor's scenarios, which include every procedure of the documents: croupier-verify and the auditor of
# `croupier verify` must confirm each of them.
# usage: scenarios.sh RUN_FLOOR FORGE CROUPIER_VERIFY AUDIT_EXPORT FILE…
set -u
run_floor=$1 forge=$2 verify=$3 audit=$4
shift 4
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0
count=0
# confirmed WHO TITLE COMMAND…: the command must succeed on the log of this scenario
confirmed() {
    who=$1 which=$2
    shift 2
    "$@" >"$dir/out" 2>&1 && return
    echo "not confirmed by $who: $which"
    grep '^event' "$dir/out" | head -n 3
    failed=$((failed + 1))
}
"$run_floor" --export "$dir" "$@" >"$dir/said" || { cat "$dir/said" && exit 1; }
grep '^  ok  ' "$dir/said" >"$dir/titles"
while read -r _ title; do
    count=$((count + 1))
    "$forge" sign "$dir/$count.jsonl" "$dir/checkpoint" || exit 1
    confirmed croupier-verify "$title" "$verify" "$dir/$count.jsonl" "$dir/checkpoint"
    confirmed 'the auditor' "$title" "$audit" "$dir/$count.jsonl"
done <"$dir/titles"
echo "$count scenarios, $failed not confirmed"
[ "$failed" -eq 0 ] && [ "$count" -gt 0 ]
