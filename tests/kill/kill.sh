#!/bin/sh
# Tables play against real managers, which are killed with SIGKILL and started again, at random
# moments and directly after an acknowledgement. At the end every acknowledgement is in the log
# once, byte for byte, and the log verifies.
# usage: kill.sh sqlite | postgresql | two CROUPIER LOAD [KILLS]
#   sqlite      one manager on a file
#   postgresql  one manager; every fifth time the database server is killed instead (with_postgres.sh)
#   two         two managers on one database, killed in turn; tables change to the other one
set -u
engine=$1
croupier=$2
load=$3
kills=${4:-20}
floor=$(dirname "$0")/floor.yaml
# shellcheck source=tests/support/wait.sh
. "$(dirname "$0")/../support/wait.sh"
work=$(mktemp -d) || exit 1

load_pid=
pid1=
pid2=
started=
# shellcheck disable=SC2317  # called by trap
finish() {
    status=$?
    trap - EXIT
    for pid in $load_pid $pid1 $pid2 $started; do
        kill -9 "$pid" 2>/dev/null
    done
    [ "$status" = 0 ] || tail -n 20 "$work"/*.out >&2
    rm -rf "$work"
    exit "$status"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

say() {
    echo "kill.sh: $*"
}

die() {
    say "$*" >&2
    exit 1
}

case $engine in
sqlite)
    store=sqlite:$work/floor.db
    managers=1
    ;;
postgresql | two)
    store=${CROUPIER_TEST_PG:?run it through with_postgres.sh}
    managers=1
    [ "$engine" = postgresql ] || managers=2
    ;;
*) die "unknown engine '$engine'" ;;
esac

# random N: a number from 0 to N - 1
random() {
    echo $(($(od -An -N2 -tu2 /dev/urandom) % $1))
}

# start N PORT: starts manager N and sets started to its pid once it listens. If the port or the
# database is not free yet, it tries again.
start() {
    began=$(date +%s)
    while :; do
        : >"$work/m$1.out" # what the last one said
        "$croupier" serve --open --floor "$floor" --store "$store" --id "m$1" --lease 2000 \
            --listen "127.0.0.1:$2" >"$work/m$1.out" 2>&1 &
        started=$!
        await "$started" in_file "$work/m$1.out" http:// && return 0
        kill -9 "$started" 2>/dev/null
        wait "$started"
        [ $(($(date +%s) - began)) -lt 120 ] || die "manager m$1 does not start"
        sleep 0.1
    done
}

# strike PID: kills a manager; every second time directly after a table's next acknowledgement
strike() {
    lives "$1" || die "manager $1 was not there to be killed"
    if [ "$(random 2)" = 0 ]; then
        kill -9 "$1"
    else
        echo "$1" >"$work/victim"
        kill -USR1 "$load_pid"
        while lives "$1"; do
            lives "$load_pid" || die "the load ended early"
            sleep 0.02
        done
    fi
    wait "$1" 2>/dev/null
    [ $? -eq 137 ] || die "manager $1 died of something else"
}

# The database server ends as if the power had failed, and is started again.
crash_postgres() {
    as=
    [ "$(id -u)" != 0 ] || as='runuser -u postgres --'
    # shellcheck disable=SC2086  # a list of words
    (cd / && $as "${CROUPIER_PG_BIN:-/usr/lib/postgresql/15/bin}/pg_ctl" restart -s -w -t 300 \
        -m immediate -D "$CROUPIER_TEST_PG_DATA" -l "$CROUPIER_TEST_PG_DATA/log") ||
        die "PostgreSQL does not come back"
}

is_gone() { ! lives "$1"; }

last_event() {
    psql -XqtA "$store" -c 'SELECT coalesce(max(seq), 0) FROM croupier.event'
}

ended_or_wrote() {
    is_gone "$1" || [ "$(last_event)" -gt "$2" ]
}

# V1: a manager that lost its database in the middle of a batch ends by itself. If nothing was in
# doubt it connects again and goes on. One of the two must happen.
after_crash() {
    before=$(last_event) || die "PostgreSQL does not answer"
    await '' ended_or_wrote "$1" "$before" || die "manager $1 neither ended nor wrote again"
    lives "$1" && return 1
    wait "$1"
    [ $? -eq 1 ] || die "manager $1 ended in another way than it should without a store"
}

port1=$(pick_port)
start 1 "$port1"
pid1=$started
urls=http://127.0.0.1:$port1
if [ "$managers" = 2 ]; then
    port2=$(pick_port)
    start 2 "$port2"
    pid2=$started
    urls="$urls http://127.0.0.1:$port2"
fi
seed=$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')
# shellcheck disable=SC2086  # a list of words
"$load" "$store" "$seed" "$work/victim" $urls >"$work/load.out" 2>&1 &
load_pid=$!
# Before the load can handle signals, SIGUSR1 would end it.
await "$load_pid" in_file "$work/load.out" 'load: ready' || die "the load does not start"

crashes=0
revived=0
round=0
while [ "$round" -lt "$kills" ]; do
    round=$((round + 1))
    sleep "0.$(printf %03d "$(random 700)")"
    lives "$load_pid" || die "the load ended early"
    if [ "$engine" = postgresql ] && [ $((round % 5)) = 0 ]; then
        crash_postgres
        crashes=$((crashes + 1))
        if after_crash "$pid1"; then
            start 1 "$port1"
            pid1=$started
        else
            revived=$((revived + 1))
        fi
    elif [ "$managers" = 2 ] && [ $((round % 2)) = 0 ]; then
        strike "$pid2"
        start 2 "$port2"
        pid2=$started
    else
        strike "$pid1"
        start 1 "$port1"
        pid1=$started
    fi
done

kill "$load_pid"
wait "$load_pid"
status=$?
load_pid=
cat "$work/load.out"
[ "$status" = 0 ] || die "the load found faults"
for pid in $pid1 $pid2; do
    kill "$pid"
    wait "$pid" || die "a manager did not end in order"
done
pid1=
pid2=
started=
"$croupier" verify "$store" || die "the store does not verify"
say "$((kills - crashes)) managers killed, $crashes times the database ($revived times outlived), on $engine"
