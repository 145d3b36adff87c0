#!/bin/sh
# PIT-15: every paper and every answer for people has times in the house's zone with the zone's
# name, and the house's date. The time of the test is 00:35 on the 16th in UTC and 18:35 on the 15th
# in Oklahoma; the log itself stays in UTC.
# usage: house_time.sh CROUPIER MAKE_STORE
set -u
# shellcheck source=tests/cli/floor_lib.sh
. "$(dirname "$0")/floor_lib.sh"
store=$dir/a.db
"$make_store" "$store" 30 1794789300000 'America/Chicago CST6CDT,M3.2.0,M11.1.0' || exit 1

# of_the_house NAME LEAST: every time of day in $dir/out is in the house's zone, no date is UTC's,
# and at least LEAST lines have times
of_the_house() {
    [ "$(grep -cE '[0-9]{2}:[0-9]{2}:[0-9]{2}' "$dir/out")" -ge "$2" ] || bad "$1: no times in: $(cat "$dir/out")"
    if sed 's/[0-9][0-9]:[0-9][0-9]:[0-9][0-9] CST//g' "$dir/out" | grep -E '[0-9]{2}:[0-9]{2}:[0-9]{2}'; then bad "$1: a time without its zone"; else ok; fi
    if grep -F 2026-11-16 "$dir/out"; then bad "$1: the day of UTC"; else ok; fi
}
# for_programs NAME: the same for output that programs read; there a time may also be marked as UTC
for_programs() {
    if sed -E 's/2026-11-16T[0-9:.]+Z//g; s/[0-9]{2}:[0-9]{2}:[0-9]{2} CST//g' "$dir/out" | grep -E '[0-9]{2}:[0-9]{2}:[0-9]{2}|2026-11-16'; then
        bad "$1: a time without its zone"
    else
        ok
    fi
}
in_every_form() { # NAME, TIMES, ARGUMENT…
    paper=$1 least=$2
    shift 2
    run 0 "$paper" report "$@" --store "$store"
    of_the_house "$paper" "$least"
    run 0 "$paper as CSV" report "$@" --store "$store" --csv
    for_programs "$paper as CSV"
    run 0 "$paper as PDF" report "$@" --store "$store" --pdf "$dir/paper.pdf"
    pdftotext -layout "$dir/paper.pdf" "$dir/out"
    of_the_house "$paper as PDF" "$least"
}
seq_of() { "$croupier" log "$store" --json --kind "$1" | sed -n '1s/^{"seq":\([0-9]*\).*/\1/p'; }
claim=$(seq_of claim_made) award=$(seq_of award_paid) shift=$(seq_of shift_opened)

in_every_form 'coin-in' 0 coin-in
in_every_form 'activity' 80 activity
grep -q 'from 2026-11-15 19:35:00 CST' "$dir/out" || bad 'activity: when the threshold is in force'
in_every_form 'jackpots' 2 jackpots
in_every_form 'shift form' 1 shift --shift "$shift"
grep -qE 'Date +2026-11-15' "$dir/out" || bad 'shift form: its date'
in_every_form 'form of a table' 1 shift --shift "$shift" --table pit1-t1
in_every_form 'submission' 1 submission
in_every_form 'slip' 1 slip "$claim"
in_every_form 'derivation' 2 derivation "$award"
run 0 'slip for a printer' report slip "$claim" --store "$store" --escpos "$dir/slip"
tr -cd '\n -~' <"$dir/slip" >"$dir/out"
of_the_house 'slip for a printer' 1

# a paper about a game has no time, so it is the same whenever it is made; receipts and evidence are
# tested in tests/table/printing.sh
run 0 'PAR sheet' par tcp-cn
if grep -E '[0-9]{2}:[0-9]{2}:[0-9]{2}|20[0-9]{2}-[0-9]{2}-[0-9]{2}' "$dir/out"; then bad 'PAR sheet: a time'; else ok; fi

# --- the terminal
run 0 log log "$store"
of_the_house log 80
run 0 status status "$store"
of_the_house status 1
run 0 configuration config history --store "$store"
of_the_house configuration 3
run 0 'facts of a store' db info "$store"
of_the_house 'facts of a store' 2
run 0 backup backup "$store" "$dir/copy.db"
of_the_house backup 2
run 0 'log of the copy, in UTC' log "$dir/copy.db" --utc --last 1
says 'log of the copy, in UTC' ' UTC '
run 0 'log as it is' log "$store" --json --last 1
says 'log as it is' '"time":17947893'

# --- times that are typed are times of the house
run 0 'a day of the house' log "$store" --json --since 2026-11-15 --until 2026-11-15
[ "$(wc -l <"$dir/out")" -ge 80 ] || bad 'a day of the house: not all of it'
run 0 'the day after' log "$store" --json --since 2026-11-16
[ ! -s "$dir/out" ] || bad 'the day after: something has happened'
run 0 'the same in UTC' log "$store" --json --since 2026-11-16 --utc
[ "$(wc -l <"$dir/out")" -ge 80 ] || bad 'the same in UTC: nothing has happened'
run 0 'minutes' log "$store" --json --since 2026-11-15T18:35 --until 2026-11-15T18:35
[ "$(wc -l <"$dir/out")" -ge 80 ] || bad 'minutes of the house: not all of it'
run 0 'jackpots of the day' report jackpots --store "$store" --since 2026-11-15 --until 2026-11-15
says 'jackpots of the day' 'straight'

finish
