#!/bin/sh
# The beginning of a night, so short that every byte of it can be changed.
# usage: flips.sh FLIPS SIM_EXPORT FORGE
set -u
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$2" 1 "$dir" || exit 1
# Documents are long, and rounds need documents, so the log has only people, starts and alarms; such a log is confirmed.
grep -E '"kind":"(manager_started|person_added|person_changed|credential_set|alarm_raised)"' "$dir/export.jsonl" |
    awk 'n < 25 { n++; sub(/"seq":[0-9]*/, "\"seq\":" n); print }' >"$dir/small"
"$3" sign "$dir/small" "$dir/checkpoint" || exit 1
"$1" "$dir/small" "$dir/checkpoint"
