#!/bin/sh
# croupier log: filters, times, forms of output, and texts that are hostile to terminals or
# spreadsheets.
# usage: floor_log.sh CROUPIER MAKE_STORE
set -u
# shellcheck source=tests/cli/floor_lib.sh
. "$(dirname "$0")/floor_lib.sh"

# 2026-11-15 10:00:00 UTC; events are 137 ms apart.
"$make_store" "$dir/a.db" 30 1794736800000 || exit 1
"$croupier" log "$dir/a.db" --json >"$dir/all" || exit 1
count=$(wc -l <"$dir/all")

# --- usage
run 2 'log option' log "$dir/a.db" --colour && complains 'log option' "unknown option '--colour'"
run 2 'log two stores' log a b && complains 'log two stores' "'b' is one argument too many"
run 2 'log both forms' log "$dir/a.db" --json --csv && complains 'log both forms' 'one of --json and --csv'
run 2 'log both sources' log "$dir/a.db" --manager http://127.0.0.1:1 && complains 'log both sources' 'not both'
run 2 'log no value' log "$dir/a.db" --from && complains 'log no value' '--from takes a value'
run 2 'log from 0' log "$dir/a.db" --from 0 && complains 'log from 0' 'whole number'
run 2 'log from x' log "$dir/a.db" --from x && complains 'log from x' "not 'x'"
run 2 'log kind' log "$dir/a.db" --kind coin && complains 'log kind' "called 'coin'"
run 2 'log empty kind' log "$dir/a.db" --kind coin_in, && complains 'log empty kind' 'no kind'
run 2 'log follow until' log "$dir/a.db" --follow --until now && complains 'log follow until' 'no end'
for time in yesterday 2026-13-01 2026-02-29 2026-11-15T25:00 2026-11-15T10 -2y -2 10:61 '' 2026-11-15x; do
    run 2 "log since '$time'" log "$dir/a.db" --since "$time" && complains "log since '$time'" 'is no time'
done
run 1 'log of nothing' log "$dir/none.db" && complains 'log of nothing' 'no such store'
run 1 'log of no manager' log --manager http://127.0.0.1:1 && complains 'log of no manager' 'no manager answers'

# --- ranges of event numbers
run 0 'from' log "$dir/a.db" --json --from $((count - 1)) && lines 'from' 2
run 0 'to' log "$dir/a.db" --json --to 3 && lines 'to' 3
run 0 'from to' log "$dir/a.db" --json --from 5 --to 7 && lines 'from to' 3 && says 'from to' '{"seq":5,'
run 0 'past the end' log "$dir/a.db" --json --from 100000 && lines 'past the end' 0
run 0 'last' log "$dir/a.db" --json --last 4 && lines 'last' 4 && says 'last' "{\"seq\":$count,"
run 0 'last of many' log "$dir/a.db" --json --last 100000 && same 'last of many' "$dir/out" "$dir/all"

# --- filters by content; the expected lines are found with grep
for kind in coin_in table_lost claim_made person_added; do
    run 0 "kind $kind" log "$dir/a.db" --json --kind "$kind"
    grep "\"kind\":\"$kind\"" "$dir/all" >"$dir/expected" && same "kind $kind" "$dir/out" "$dir/expected"
done
run 0 'two kinds' log "$dir/a.db" --json --kind coin_in,game_over
grep -E '"kind":"(coin_in|game_over)"' "$dir/all" >"$dir/expected" && same 'two kinds' "$dir/out" "$dir/expected"
run 0 'table' log "$dir/a.db" --json --table pit1-t2
grep '"table":"pit1-t2"' "$dir/all" >"$dir/expected" && same 'table' "$dir/out" "$dir/expected"
run 0 'link' log "$dir/a.db" --json --link uth
grep '"link":"uth"' "$dir/all" >"$dir/expected" && same 'link' "$dir/out" "$dir/expected"
run 0 'user' log "$dir/a.db" --json --user Ben
grep -E '"(user|approver|person)":"Ben"' "$dir/all" >"$dir/expected" && same 'user' "$dir/out" "$dir/expected"
run 0 'last of a kind' log "$dir/a.db" --json --kind coin_in --last 3
grep '"kind":"coin_in"' "$dir/all" | tail -n 3 >"$dir/expected" && same 'last of a kind' "$dir/out" "$dir/expected"
run 0 'together' log "$dir/a.db" --json --kind money --table pit2-t1 --from 20 --last 2
grep '"table":"pit2-t1"' "$dir/all" | grep '"kind":"coin_in"' | tail -n 2 >"$dir/expected" && same 'together' "$dir/out" "$dir/expected"
run 0 'trouble' log "$dir/a.db" --json --kind trouble && says trouble alarm_raised && says trouble seat_closed && says_not trouble coin_in
run 0 'a name that is none' log "$dir/a.db" --json --user 'x","kind":"coin_in' && lines 'a name that is none' 0
run 0 'nothing for people' log "$dir/a.db" --table pit9 && lines 'nothing for people' 0
grep -q 'no such events' "$dir/err" || bad 'nothing for people: not said'

# --- ranges of time
run 0 'since' log "$dir/a.db" --json --since 2026-11-15T10:00:01Z
awk -F'[:,]' '$4 >= 1794736801000' "$dir/all" >"$dir/expected" && same since "$dir/out" "$dir/expected"
run 0 'until' log "$dir/a.db" --json --utc --until '2026-11-15 10:00:02'
awk -F'[:,]' '$4 < 1794736803000' "$dir/all" >"$dir/expected" && same until "$dir/out" "$dir/expected"
run 0 'a day' log "$dir/a.db" --json --utc --since 2026-11-15 --until 2026-11-15 && same 'a day' "$dir/out" "$dir/all"
# the second event of this store is in the last millisecond of a second
"$make_store" "$dir/edge.db" 1 1794736800862 || exit 1
run 0 'a whole second' log "$dir/edge.db" --json --utc --until 2026-11-15T10:00:00 && lines 'a whole second' 2
run 0 'the next second' log "$dir/edge.db" --json --utc --since 2026-11-15T10:00:01 --last 1000 && says 'the next second' '{"seq":3,' && says_not 'the next second' '{"seq":2,'
run 0 'another day' log "$dir/a.db" --json --utc --since 2026-11-16 && lines 'another day' 0
run 0 'the day before' log "$dir/a.db" --json --utc --until 2026-11-14 && lines 'the day before' 0
# PIT-15: without --utc times are in the house's zone, whatever the machine's zone is
"$make_store" "$dir/india.db" 30 1794736800000 'Asia/Kolkata IST-5:30' || exit 1
"$croupier" log "$dir/india.db" --json | awk -F'[:,]' '$4 >= 1794736801000' >"$dir/expected"
TZ=America/New_York "$croupier" log "$dir/india.db" --since 2026-11-15T15:30:01 --json >"$dir/out"
same 'house time' "$dir/out" "$dir/expected"
"$make_store" "$dir/now.db" 1 || exit 1
run 0 'ago' log "$dir/now.db" --json --since -90m
[ "$(wc -l <"$dir/out")" -gt 10 ] || bad 'ago: what is an hour old is not there'
run 0 'ago' log "$dir/now.db" --json --since -1m && lines ago 0

# --- text for people
run 0 people log "$dir/a.db" --utc --kind coin_in --last 1
lines people 2
says people 'meter before → after'
says people '2026-11-15 10:00:1'
says people ' → 10,0'
run 0 'people: texts' log "$dir/a.db" --kind seat_closed,claim_made
lines 'people: texts' 3
says 'people: texts' 'JACKPOT CLAIMED'
says 'people: texts' '"quoted" and a second line'

# --- CSV by RFC 4180, without cells that a spreadsheet would calculate
run 0 csv log "$dir/a.db" --csv --kind seat_closed
[ "$(head -c 13 "$dir/out")" = 'seq,time,kind' ] || bad 'csv: no header'
says csv "\"'=cmd|'/c calc'!A1, \"\"quoted\"\""
says csv 'and a second line","{""seq"":'
tr -d '\n' <"$dir/out" | grep -q "$(printf '\r')" || bad 'csv: lines do not end with CR LF'
run 0 'csv of everything' log "$dir/a.db" --csv
# every record has 25 fields; commas inside quotes do not count
awk 'BEGIN { RS = "\r\n"; bad = 0 }
     { n = 1; q = 0; for (i = 1; i <= length($0); i++) { c = substr($0, i, 1)
         if (c == "\"") q = !q; else if (c == "," && !q) n++ } if (n != 25 || q) bad++; records++ }
     END { print records, bad }' "$dir/out" >"$dir/shape"
[ "$(cat "$dir/shape")" = "$((count + 1)) 0" ] || bad "csv of everything: $(cat "$dir/shape")"

# --- a log that was changed
cp "$dir/a.db" "$dir/edited.db"
"$make_store" --sql "$dir/edited.db" "UPDATE event SET body = replace(body, 'amount', 'Amount') WHERE seq = 19" || exit 1
run 1 'an edited event' log "$dir/edited.db" --from 19
grep -q 'event 19 is not as it was written' "$dir/err" || bad "an edited event: $(cat "$dir/err")"
"$make_store" --sql "$dir/edited.db" "UPDATE event SET body = 'x' WHERE seq = 20" || exit 1
run 1 'no event' log "$dir/edited.db" --json --from 20
grep -q 'event 20 does not begin as events do' "$dir/err" || bad "no event: $(cat "$dir/err")"

# --- following a store while another process writes to it
: >"$dir/followed"
"$make_store" --write "$dir/a.db" >"$dir/written" 2>"$dir/writer.err" &
writer=$!
"$croupier" log "$dir/a.db" --json --follow --from $((count + 1)) >"$dir/followed" 2>"$dir/follow.err" &
follower=$!
await "$follower" has_lines 200 "$dir/followed"
kill "$follower" && wait "$follower" 2>/dev/null
kill "$writer" && wait "$writer" 2>/dev/null
writer=
lines_followed=$(wc -l <"$dir/followed")
[ "$lines_followed" -ge 200 ] || bad "follow: $lines_followed events: $(cat "$dir/follow.err" "$dir/writer.err")"
"$croupier" log "$dir/a.db" --json --from $((count + 1)) --to $((count + lines_followed)) >"$dir/expected"
head -n "$lines_followed" "$dir/followed" | cmp -s - "$dir/expected" || bad 'follow: events are missing or twice'

# --- a dealt round is shown as one line and not as its document; a round without coins names no
# link
run 0 'a dealt table' table dealt --standalone --store "$dir/dealt.db" --state "$dir/dealt.table" --players 2 --rounds 2 --seed 4
run 0 'a dealt round' log "$dir/dealt.db" --kind game_over --last 1
grep -Eq 'round 2: 2 hands, dealer .. .., board .. .. .. .. ..$' "$dir/out" || bad "a dealt round: $(cat "$dir/out")"
says_not 'a dealt round' '{'
run 0 'its document' log "$dir/dealt.db" --kind game_over --json && says 'its document' '\"seats\":['
run 0 'rounds without a link' table alone --standalone --store "$dir/alone.db" --state "$dir/alone.table" --rules tcp-cn --progressive none --players 2 --rounds 1
run 0 'coin in without a link' log "$dir/alone.db" --kind coin_in && says 'coin in without a link' ' round 1' && says_not 'coin in without a link' ', round'

# --- names that cannot be in a log are refused before a store is created
for names in T4 t2,,t3 '' boss "t2,$(printf '%060d' 0 | tr 0 x)"; do
    run 2 "--others $names" table boss --master --others "$names" --listen 127.0.0.1:0 --store "$dir/boss.db" --players 2 --rounds 1
    complains "--others $names" '--others takes names'
done
run 2 '--key-user' table boss --standalone --key-user "$(printf 'a\nb')" --store "$dir/boss.db" --players 2 --rounds 1
complains '--key-user' "--key-user takes a person's name"
[ -e "$dir/boss.db" ] && bad 'a refused call leaves a store'

# --- a reader that closes the pipe is no error; a full disk is one, and the message says so
"$croupier" log "$dir/dealt.db" 2>"$dir/err" | head -n 1 >/dev/null
if [ -s "$dir/err" ]; then bad "a closed pipe: $(cat "$dir/err")"; else ok; fi
if [ -e /dev/full ]; then
    "$croupier" log "$dir/dealt.db" >/dev/full 2>"$dir/err" && bad 'a full disk is not noticed'
    grep -q 'No space left' "$dir/err" || bad "a full disk: $(cat "$dir/err")"
    [ "$(wc -l <"$dir/err")" -eq 1 ] || bad "a full disk, said more than once: $(cat "$dir/err")"
    "$croupier" report activity --store "$dir/dealt.db" --json >/dev/full 2>"$dir/err" && bad 'report: a full disk is not noticed'
    [ "$(grep -c 'No space left' "$dir/err")" -eq 1 ] || bad "report: a full disk: $(cat "$dir/err")"
fi

# --- an export whose last bytes find no room leaves no file
"$make_store" "$dir/long.db" 300 || exit 1
size=$("$croupier" log "$dir/long.db" --json | wc -c)
pages=$((size / 4096)) # whole ones: the last bytes are too many
(
    trap '' XFSZ
    ulimit -f $((pages * 8))
    "$croupier" log "$dir/long.db" --export "$dir/export" >"$dir/out" 2>"$dir/err"
)
if [ $? -eq 1 ] && [ "$(grep -c 'writing the answer failed: File too large' "$dir/err")" = 1 ]; then ok; else bad "export: $(cat "$dir/err")"; fi
if [ ! -e "$dir/export" ]; then ok; else bad 'export: half a file stays'; fi

finish
