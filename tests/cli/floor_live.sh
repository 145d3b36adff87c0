#!/bin/sh
# log, status and doctor on a running manager, and status --watch in a real terminal.
# usage: floor_live.sh CROUPIER MAKE_STORE
set -u
# shellcheck source=tests/cli/floor_lib.sh
. "$(dirname "$0")/floor_lib.sh"
case $croupier in /*) ;; *) croupier=$PWD/$croupier ;; esac

"$make_store" "$dir/a.db" 300 || exit 1
: >"$dir/serve.out"
"$croupier" serve --open --store "$dir/a.db" --listen 127.0.0.1:0 >"$dir/serve.out" 2>"$dir/serve.err" &
writer=$!
await "$writer" in_file "$dir/serve.out" http://
url=$(sed -n 's/.*\(http:[^ ]*\).*/\1/p' "$dir/serve.out")
[ -n "$url" ] || { echo "no manager: $(cat "$dir/serve.out" "$dir/serve.err")" && exit 1; }

await "$writer" nobody_joined || bad 'tables that are not there are not lost'

# --- the log over HTTP equals the log of the store
"$croupier" log "$dir/a.db" --json >"$dir/expected"
run 0 'log --manager' log --manager "$url" --json && same 'log --manager' "$dir/out" "$dir/expected"
[ "$(wc -l <"$dir/expected")" -gt 600 ] || bad 'the log is too short to be sent in pages'
run 0 'log URL' log "$url" --json --from 100 --to 103 && lines 'log URL' 4
run 0 'log URL --last' log "$url/" --json --kind coin_in --table pit1-t1 --last 2
grep '"kind":"coin_in"' "$dir/expected" | grep '"table":"pit1-t1"' | tail -n 2 >"$dir/two" && same 'log URL --last' "$dir/out" "$dir/two"
CROUPIER_MANAGER=$url "$croupier" log --json >"$dir/out" && same 'log of the environment' "$dir/out" "$dir/expected"
run 0 'log --since' log "$url" --json --since -2w && same 'log --since' "$dir/out" "$dir/expected"

# --- status from the manager equals status from the store, except for what only a manager knows
plain() { sed 's/"source":"[a-z]*","address":"[^"]*","manager":[^,]*,"version":[^,]*,//; s/"alive":[a-z]*,//g' "$1"; }
run 0 'status --manager' status --manager "$url" --json && says 'status --manager' '"source":"manager"'
plain "$dir/out" >"$dir/one"
run 0 'status STORE' status "$dir/a.db" --json
plain "$dir/out" >"$dir/two" && same 'status of both' "$dir/one" "$dir/two"
run 0 'status for people' status "$url" && says 'status for people' 'm1 '
run 1 'status of two, both gone' status --manager http://127.0.0.1:1,http://127.0.0.1:2 && complains 'status of two, both gone' 'no manager answers'
run 1 'status of nine' status --manager "$(printf 'http://127.0.0.1:%d,' 1 2 3 4 5 6 7 8)$url" --json && complains 'status of nine' 'at most 8 managers'
run 0 'status of two, one gone' status --manager "http://127.0.0.1:1,$url" --json

# --- options of the manager and its crew
run 2 'serve: an unknown option' serve --bogus && complains 'serve: an unknown option' "unknown option '--bogus'"
run 2 'serve: a word too many' serve floor.yaml && complains 'serve: a word too many' 'one argument too many'
run 2 'serve: a lease' serve --lease 5 && complains 'serve: a lease' '--lease takes a whole number from 100 to 60000'
run 2 'serve: no port' serve --listen 127.0.0.1 && complains 'serve: no port' '--listen takes HOST:PORT'
run 2 'serve: a name' serve --id 'Pit One' && complains 'serve: a name' '--id takes a name'
run 1 'serve: a kind of store' serve --open --store mysql://db/floor --listen 127.0.0.1:0
complains 'serve: a kind of store' 'no store is of this kind: mysql://'
run 2 'crew: an unknown option' crew --bogus && complains 'crew: an unknown option' "unknown option '--bogus'"
run 2 'crew: a pace' crew --pace 0 && complains 'crew: a pace' '--pace takes a whole number'

# --- an address of IPv6 is printed in the form in which it can be used
if grep -q '^0*1 .* lo$' /proc/net/if_inet6 2>/dev/null; then
    : >"$dir/six.out"
    "$croupier" serve --open --store memory: --listen ::1:0 >"$dir/six.out" 2>"$dir/serve.err" &
    six=$!
    await "$six" in_file "$dir/six.out" http://
    run 0 'status by IPv6' status --manager "$(sed -n 's/.*\(http:[^ ]*\).*/\1/p' "$dir/six.out")" --json
    kill "$six" && wait "$six"
fi

# --- doctor
run 0 doctor doctor --manager "$url" --store "$dir/a.db"
says doctor 'as this program'
says doctor "process $writer has it open"
says doctor 'ready, its log ends at'

# --- following the log
last=$(wc -l <"$dir/expected")
: >"$dir/followed"
"$croupier" log "$url" --json --follow --from $((last + 1)) >"$dir/followed" 2>"$dir/follow.err" &
follower=$!
"$make_store" --post "$url" /api/v1/shifts/close '{"user":"Ann"}' >"$dir/post" || bad "post: $(cat "$dir/post")"
"$make_store" --post "$url" /api/v1/shifts '{"user":"Ben","item":"Night"}' >"$dir/post" || bad "post: $(cat "$dir/post")"
await "$follower" has_lines 2 "$dir/followed"
kill "$follower" && wait "$follower" 2>/dev/null
"$croupier" log "$dir/a.db" --json --from $((last + 1)) >"$dir/expected"
same follow "$dir/followed" "$dir/expected"

# --- the crew takes a waiting claim through its steps
CROUPIER_MANAGER=http://127.0.0.1:1,$url "$croupier" crew --pace 50 >"$dir/crew" 2>&1 &
crew=$!
await "$crew" in_file "$dir/crew" 'waits for a manager with three people'
"$make_store" --post "$url" /api/v1/people '{"user":"Ann","approver":"Ben","person":"Cy","item":"cage"}' >"$dir/post" ||
    bad "post: $(cat "$dir/post")"
await "$crew" in_file "$dir/crew" 'at work' || bad "the crew of the environment's manager: $(cat "$dir/crew")"
kill "$crew" && wait "$crew"

# --- in a real terminal
screen() {
    socket=croupier-watch-$$
    export TMUX_TMPDIR="$dir"
    unset TMUX
    t() { tmux -L "$socket" "$@"; }
    shown() { t capture-pane -p -t t 2>/dev/null | grep -qF -- "$1"; }
    see() {
        await '' shown "$1" || { bad "watch: not seen: $1: $(t capture-pane -p -t t)" && return 1; }
        ok
    }
    t -f /dev/null new-session -d -s t -x 80 -y 24 "env -u NO_COLOR LANG=C.UTF-8 TERM=tmux-256color PS1='ready> ' sh -i"
    see 'ready>'
    t send-keys -t t -l "$croupier status --watch --manager $url"
    t send-keys -t t Enter
    see 'shift Night' && see 'royal flush' && see 'q leave'
    "$make_store" --post "$url" /api/v1/shifts/close '{"user":"Ann"}' >/dev/null
    see 'no shift'
    # the screen is too small for everything: the rest can be scrolled to
    t resize-window -t t -x 80 -y 12
    see 'scroll'
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do t send-keys -t t Down; done
    see 'pit2-t1'
    t resize-window -t t -x 100 -y 30
    see 'ALARMS'
    # when the manager is gone the screen says so, and still shows what it knew
    kill "$writer" && wait "$writer" 2>/dev/null
    writer=
    see 'NO ANSWER' && see 'royal flush'
    t send-keys -t t q
    see 'ready>'
    [ "$(t display-message -p -t t '#{alternate_on}')" = 0 ] || bad 'watch: the terminal is not given back'
    t kill-server 2>/dev/null
}
if command -v tmux >/dev/null && locale -a 2>/dev/null | grep -qix 'c\.utf-*8'; then
    screen
else
    echo 'no tmux or no C.UTF-8: the screen was not looked at'
fi

finish
