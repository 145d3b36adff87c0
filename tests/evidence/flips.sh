#!/bin/sh
# The beginning of a night, small enough to change every byte of it.
# usage: flips.sh FLIPS SIM_EXPORT FORGE
set -u
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$2" 1 "$dir" || exit 1
# Documents are long: what is left has no meters to add up, so a flip is found by its hash or not at all.
grep -v document_added "$dir/export.jsonl" | grep -v link_configured | awk '!/"before"/ && n < 25 { n++; sub(/"seq":[0-9]*/, "\"seq\":" n); print }' >"$dir/small"
"$3" sign "$dir/small" "$dir/checkpoint" || exit 1
"$1" "$dir/small" "$dir/checkpoint"
