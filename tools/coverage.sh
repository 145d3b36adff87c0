#!/bin/sh
# Measures how much of the money core its tests run, as a table of lines and branches of each file below. Exit status 1 if
# a file has a line that is not run, or less than 95 of 100 branches.
# usage: tools/coverage.sh [BUILD_FOLDER]   (build/coverage unless told)
#
# Only the branch of a CHECK() whose condition is false is left out: it cannot happen, and the process ends there.
set -u
cd "$(dirname "$0")/.." || exit 1
folder=${1:-build/coverage}

files='src/game/meters/.*\.c
src/floor/(ledger|claim).*\.c
src/table/(acceptor|console|controller|lights|sensor).*\.c
src/game/round/settle\.c
src/floor/event_(encode|decode|values|fields)\.c
src/base/money\.c
src/base/json_read\.c
src/service/controller/(journal|answer_json|command|command_json|key_pin|station)\.c'

# The tests of these files and of the code that uses them; scenarios are a suite of their own, below.
tests='base event_limits json_tape meters rules rules_accepted rules_faults rules_load rules_progressive rules_yaml
settle_json settle_limits rounds
claim claim_walk ledger ledger_change ledger_random
acceptor console console_jackpot console_link console_property sensor_host sensor_line
floor_event floor_awards floor_numbers floor_people floor_room floor_rows floor_walk
table_answer_json table_command game-questions game-commands table_controller table_controller_property table_journal
table_controller_words table_key_pin table_station'

if [ ! -f "$folder/build.ninja" ]; then
    CC=gcc meson setup "$folder" -Dbuildtype=debug -Db_coverage=true || exit 1
fi
find "$folder" -name '*.gcda' -delete
# shellcheck disable=SC2086  # a list of words
meson test -C "$folder" --print-errorlogs --timeout-multiplier 10 $tests || exit 1
meson test -C "$folder" --print-errorlogs --timeout-multiplier 10 --suite scenario || exit 1

set --
for file in $files; do
    set -- "$@" --filter "$file"
done
gcovr --root . --gcov-executable gcov "$@" --exclude-branches-by-pattern '.*\bCHECK\(.*' \
    --csv "$folder/coverage.csv" --html-details "$folder/coverage.html" "$folder" || exit 1

# filename,line_total,line_covered,line_percent,branch_total,branch_covered,…
awk -F, -v report="$folder/coverage.html" '
    NR == 1 { printf "%-34s %15s %15s\n", "file", "lines", "branches"; next }
    {
        short = $3 < $2 || $6 * 100 < $5 * 95
        printf "%-34s %7d of %4d %7d of %4d%s\n", $1, $3, $2, $6, $5, short ? "  SHORT" : ""
        shorts += short; files++
        lines += $2; run += $3; branches += $5; taken += $6
    }
    END {
        printf "%-34s %7d of %4d %7d of %4d\n", files " files", run, lines, taken, branches
        if (files < 20) { print "coverage: files are missing"; exit 1 }
        if (shorts) {
            print "coverage: every line and 95 % of the branches of each file; see " report
            exit 1
        }
    }' "$folder/coverage.csv"
