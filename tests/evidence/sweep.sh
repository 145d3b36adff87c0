#!/bin/sh
# Every member of every kind of event that the scenarios have, changed in a log of its own (sweep), or every event left out or told
# again (omissions): what a replay refuses, croupier-verify refuses too.
# usage: sweep.sh RUN_FLOOR SWEEP TIMES FILE…      or with omissions and its EVERY
set -u
run_floor=$1 sweep=$2 times=$3
shift 3
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$run_floor" --export "$dir" "$@" >"$dir/said" || { cat "$dir/said" && exit 1; }
"$sweep" "$times" "$dir"/*.jsonl
