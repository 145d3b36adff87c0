#!/bin/sh
# Benchmark: `croupier settle --lines` from a file of rounds with seven seats, with its output
# discarded.
# usage: bench_lines.sh PROGRAM
set -eu
croupier=$1
rounds=100000
file=$(mktemp)
trap 'rm -f "$file"' EXIT
"$croupier" deal uth-cn --rounds "$rounds" --seats 7 --seed 1 --json >"$file"
best=
for _ in 1 2 3 4 5; do
    start=$(date +%s%N)
    "$croupier" settle --lines "$file" >/dev/null
    took=$((($(date +%s%N) - start) / 1000))
    if [ -z "$best" ] || [ "$took" -lt "$best" ]; then best=$took; fi
done
bytes=$(wc -c <"$file")
echo "croupier settle --lines, $rounds seven-seat uth-cn rounds of $((bytes / rounds)) bytes, one process"
echo "  $((rounds * 1000000 / best)) rounds a second"
