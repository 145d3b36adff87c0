#!/bin/sh
# What a durable event costs in one build and in another: runs both builds' bench_floor alternately on the same disk, and
# prints the medians of time and processor time with their ratios. On a machine that others use, the processor time counts.
# usage: tests/bench/alternate.sh OLD_BUILD NEW_BUILD [TURNS [FOLDER]]
#   OLD_BUILD, NEW_BUILD   build folders with tests/bench/bench_floor; an older state gets today's bench_floor.c first:
#                          git worktree add ../before COMMIT && cp tests/bench/bench_floor.c ../before/tests/bench
#                          meson setup ../before/build ../before && ninja -C ../before/build tests/bench/bench_floor
#   TURNS                  of each; 7 without it
#   FOLDER                 on the disk to be measured; a folder in memory leaves the disk out
set -eu
[ $# -ge 2 ] || {
    sed -n '2,9s/^# //p' "$0"
    exit 2
}
old=$1/tests/bench/bench_floor
new=$2/tests/bench/bench_floor
turns=${3:-7}
work=$(mktemp -d "${4:-.}/alternate-XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP

# take NAME PROGRAM: runs the benchmark once and records lines of "NAME BATCH EVENTS MICROSECONDS"
take() {
    "$2" "$work" | sed -n "s/^ *batch *\([0-9]*\): *\([0-9]*\) events.*, \([0-9.]*\) us of a processor.*/$1 \1 \2 \3/p" >>"$work/taken"
}
turn=0
while [ "$turn" -lt "$turns" ]; do
    turn=$((turn + 1))
    # The builds take turns at going first, because the first run finds the disk as the other one
    # left it.
    if [ $((turn % 2)) = 1 ]; then
        take old "$old" && take new "$new"
    else
        take new "$new" && take old "$old"
    fi
done
[ "$(grep -c . "$work/taken")" = $((turns * 6)) ] || {
    echo "alternate: a bench_floor does not say what an event costs of a processor; see the usage" >&2
    exit 1
}

# median NAME BATCH COLUMN: the median of a column of the recorded lines
median() {
    awk -v name="$1" -v batch="$2" -v column="$3" '$1 == name && $2 == batch { print $column }' "$work/taken" |
        sort -n | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}
echo "durable events, medians of $turns turns, old and new in turns"
for batch in 1 64 256; do
    awk -v batch="$batch" -v o="$(median old "$batch" 3)" -v n="$(median new "$batch" 3)" \
        -v oc="$(median old "$batch" 4)" -v nc="$(median new "$batch" 4)" 'BEGIN {
        printf "  batch %3d: %8.0f and %8.0f events/s, %.3f of the old; %6.2f and %6.2f us of a processor, %.3f of the old\n",
            batch, o, n, n / o, oc, nc, nc / oc }'
done
