#!/bin/sh
# Every member of every kind of event in the scenarios is changed, each in a log of its own (sweep), or every event is left out or
# written again (omissions): what a replay refuses, croupier-verify must refuse too.
# usage: sweep.sh RUN_FLOOR SWEEP TIMES FILE…      or with omissions and its EVERY in place of SWEEP and TIMES
set -u
run_floor=$1 sweep=$2 times=$3
shift 3
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$run_floor" --export "$dir" "$@" >"$dir/said" || { cat "$dir/said" && exit 1; }
"$sweep" "$times" "$dir"/*.jsonl
