# shellcheck shell=sh
# For tests with real processes: a folder, a manager, tables, and the log afterwards. Read with `.` in the repository's root, with
# $croupier set. Processes are ended by their process ids.
# shellcheck source=tests/support/wait.sh
. tests/support/wait.sh
croupier=${croupier:?}
root=$(pwd)
dir=$(mktemp -d)
pids=
passed=0
failed=0
port=$(pick_port)
# Longer than usual: a machine that runs tests is busy, and a table that hears of its manager too late
# closes. Tests of the lease set their own.
lease=30000

clean() {
    for pid in $pids; do kill -9 "$pid" 2>/dev/null; done
    rm -rf "$dir"
}
trap clean EXIT

ok() { passed=$((passed + 1)); }

bad() {
    failed=$((failed + 1))
    printf 'FAIL %s\n' "$1"
}

finish() {
    printf '%s passed, %s failed\n' "$passed" "$failed"
    if [ "$failed" -eq 0 ]; then exit 0; else exit 1; fi
}

# same NAME GOT WANTED: the two must be equal
same() { if [ "$2" = "$3" ]; then ok; else bad "$1: '$2', not '$3'"; fi; }

# says FILE TEXT: the file must have this text
says() { if grep -qF -- "$2" "$1"; then ok; else bad "no '$2' in: $(tail -n 25 "$1")"; fi; }

# until_says PID FILE TEXT: waits for the text as long as the process lives
until_says() {
    await "$1" in_file "$2" "$3" && return
    bad "never '$3' in: $(tail -n 25 "$2")"
    return 1
}

# until_lines PID COUNT FILE TEXT: waits until at least COUNT lines have the text
said_often() { [ "$(grep -cF -- "$3" "$2" 2>/dev/null)" -ge "$1" ]; }
until_lines() {
    await "$1" said_often "$2" "$3" "$4" && return
    bad "fewer than $2 lines with '$4' in: $(tail -n 25 "$3")"
    return 1
}

# start_manager: starts it on the same port each time
start_manager() {
    : >"$dir/serve"
    "$croupier" serve --open --floor "${floor:-$root/floors/demo.yaml}" --store "${store:-$dir/floor.db}" \
        --lease "$lease" --readings "${readings:-20}" --listen "127.0.0.1:$port" >"$dir/serve" 2>&1 &
    manager=$!
    pids="$pids $manager"
    url=http://127.0.0.1:$port
    until_says "$manager" "$dir/serve" "$url"
}

start_crew() {
    "$croupier" crew --manager "$url" --pace 50 >"$dir/crew" 2>&1 &
    pids="$pids $!"
}

# stop PID: ends the process and waits until it is gone
stop() {
    kill "$1" 2>/dev/null
    wait "$1" 2>/dev/null
}

crash() {
    kill -9 "$1" 2>/dev/null
    wait "$1" 2>/dev/null
}

read_log() { "$croupier" log "$1" --json >"$dir/log" || bad 'the log cannot be read'; }

# count KIND [TABLE]: how many events of this kind the log has
count() { grep "\"kind\":\"$1\"" "$dir/log" | grep -c "\"table\":\"${2:-}"; }

# V2: the numbers of a table's events are 1, 2, 3 … in each epoch
check_numbers() {
    sed -n "s/.*\"table\":\"$1\",\"epoch\":\([0-9]*\),\"table_seq\":\([0-9]*\).*/\1 \2/p" "$dir/log" |
        awk '$1 != e { e = $1; n = 0 } $2 != n + 1 { print "epoch " $1 ": " $2 " after " n } { n = $2 }' \
            >"$dir/gaps"
    if [ -s "$dir/gaps" ]; then bad "$1: numbers: $(cat "$dir/gaps")"; else ok; fi
}

# check_rounds TABLE: every round has one beginning and at most one end.
check_rounds() {
    for kind in coin_in game_over; do
        grep "\"kind\":\"$kind\",\"table\":\"$1\"" "$dir/log" |
            sed 's/.*"round":\([0-9]*\).*/\1/' | sort | uniq -d >"$dir/twice"
        if [ -s "$dir/twice" ]; then bad "$1: $kind twice in $(cat "$dir/twice")"; else ok; fi
    done
}

# paid_in_log TABLE: its payments in the log, and below those that the table itself told: round, seat, amount.
paid_in_log() {
    grep -E '"kind":"(claim|award)_paid"' "$dir/log" | grep "\"table\":\"$1\"" |
        sed 's/.*"seat":\([0-9]\),.*"round":\([0-9]*\),.*"amount":"\([0-9.]*\)".*/\2 \1 \3/' | sort
}
paid_as_told() {
    sed -n 's/.*round \([0-9]*\): seat \([0-9]\) is paid \([0-9.]*\) .*/\1 \2 \3/p' "$1" | sort
}
