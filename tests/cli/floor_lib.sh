# Functions for the tests of the operator's commands. This file is sourced with the program as $1
# and make_store as $2. The folder $dir exists until the test ends.
# shellcheck shell=sh
# shellcheck source=tests/support/wait.sh
. "$(dirname "$0")/../support/wait.sh"
croupier=$1
# shellcheck disable=SC2034 # for those who source this
make_store=${2:-}
dir=$(mktemp -d)
passed=0
failed=0
writer=
url=

# shellcheck disable=SC2317 # called by trap
clean_up() {
    [ -z "$writer" ] || kill "$writer" 2>/dev/null
    rm -rf "$dir"
}
trap clean_up EXIT
trap 'exit 1' INT TERM HUP
unset CROUPIER_MANAGER

ok() {
    passed=$((passed + 1))
}

bad() {
    failed=$((failed + 1))
    printf 'FAIL %s\n' "$1"
}

# run STATUS NAME ARGUMENT…
run() {
    want=$1 name=$2
    shift 2
    "$croupier" "$@" </dev/null >"$dir/out" 2>"$dir/err"
    status=$?
    if [ "$status" -eq "$want" ]; then ok; else bad "$name: status $status, not $want: $(cat "$dir/err" "$dir/out")"; fi
}

says() {
    if grep -qF -- "$2" "$dir/out"; then ok; else bad "$1: no '$2' in: $(cat "$dir/out")"; fi
}

says_not() {
    if grep -qF -- "$2" "$dir/out"; then bad "$1: '$2' in: $(cat "$dir/out")"; else ok; fi
}

# complains NAME TEXT: the last run must have written TEXT to standard error, and nothing to
# standard output
complains() {
    if grep -qF -- "$2" "$dir/err"; then ok; else bad "$1: no '$2' in: $(cat "$dir/err")"; fi
    if [ -s "$dir/out" ]; then bad "$1: something on standard output"; else ok; fi
}

lines() {
    n=$(wc -l <"$dir/out")
    if [ "$n" -eq "$2" ]; then ok; else bad "$1: $n lines, not $2: $(cat "$dir/out")"; fi
}

same() {
    if cmp -s "$2" "$3"; then ok; else bad "$1: not the same bytes"; fi
}

# nobody_joined: succeeds when no table is joined at the manager at $url. The tables of make_store
# do not run; once they are noted as lost, no more events happen by themselves.
nobody_joined() {
    "$croupier" status "$url" --json >"$dir/joined" 2>/dev/null && ! grep -q '"joined":true' "$dir/joined"
}

finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}
