#!/bin/sh
# The running programs are inside the guard and work there; with --no-guard they say that they are not.
# usage: serve.sh CROUPIER
set -u
# shellcheck source=tests/cli/floor_lib.sh
. "$(dirname "$0")/../cli/floor_lib.sh"

# A build with a sanitizer has no guard, so there is nothing to test.
"$croupier" doctor --json >"$dir/doctor" 2>/dev/null
guarded=1
grep -q 'does not confine itself' "$dir/doctor" && guarded=0
grep -q '"topic":"guard"' "$dir/doctor" || bad 'doctor does not know of the guard'

# start NAME OPTION…: starts a manager in $dir; its process is $writer
start() {
    name=$1
    shift
    rm -f "$dir/said"
    "$croupier" serve --open --floor floors/demo.yaml --store "sqlite:$dir/$name.db" --listen 127.0.0.1:0 \
        --audit 1s "$@" >"$dir/said" 2>"$dir/err" &
    writer=$!
    await "$writer" in_file "$dir/said" 'croupier serve: http' ||
        { bad "$name: no manager: $(cat "$dir/err")" && return 1; }
    url=$(sed -n 's/^croupier serve: \(http[^ ]*\).*/\1/p' "$dir/said")
}

stop() {
    kill "$writer"
    wait "$writer" || bad "$1: status $?: $(cat "$dir/err")"
    writer=
}

in_guard() {
    grep -q '^Seccomp:.2' "/proc/$1/status" && grep -q '^NoNewPrivs:.1' "/proc/$1/status"
}

start usual && {
    [ $guarded = 0 ] || in_guard "$writer" || bad 'serve is not in the guard'
    grep -v 'landlock: this kernel has none' "$dir/err" && bad 'serve: something on standard error'
    # things that libraries do inside the guard: a report with fonts, then the manager's own verification
    "$croupier" report --manager "$url" --list >"$dir/out" 2>&1 || bad "report: $(cat "$dir/out")"
    curl -sf -o "$dir/report.pdf" -H 'Content-Type: application/json' \
        -d '{"name":"uth-cn","format":"pdf"}' "$url/api/v1/analyze" || bad 'no analysis as PDF'
    if [ "$(head -c 5 "$dir/report.pdf")" = '%PDF-' ]; then ok; else bad 'the analysis is no PDF'; fi
    "$croupier" table uth-1 --manager "$url" --players 2 --seed 11 --rounds 2 --state "$dir/uth-1.table" \
        >"$dir/out" 2>&1 || bad "table: $(cat "$dir/out")"
    stop usual
    run 0 'verify in the guard' verify "$dir/usual.db"
}

start loose --no-guard && {
    in_guard "$writer" && bad 'serve --no-guard is in the guard'
    grep -q -- '--no-guard: the program does not confine itself' "$dir/err" || bad '--no-guard is silent'
    stop loose
}
finish
