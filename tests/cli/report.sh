#!/bin/sh
# croupier report: kinds, forms, sources, times, printers, and errors in the call.
# usage: report.sh CROUPIER MAKE_STORE
set -u
# shellcheck source=tests/cli/floor_lib.sh
. "$(dirname "$0")/floor_lib.sh"

# 2026-11-15 10:00:00 UTC; events are 137 ms apart.
"$make_store" "$dir/a.db" 30 1794736800000 || exit 1
"$croupier" log "$dir/a.db" --json >"$dir/all" || exit 1
count=$(wc -l <"$dir/all")
store="--store $dir/a.db"

# --- usage
run 2 'no kind' report && complains 'no kind' 'KIND is missing'
run 2 'no such kind' report coins && complains 'no such kind' "no report 'coins'"
run 2 'two forms' report coin-in --csv --json && complains 'two forms' 'one of --text'
run 2 'two sources' report coin-in --store a --manager http://127.0.0.1:1 && complains 'two sources' 'not both'
run 2 'claim missing' report receipt && complains 'claim missing' 'give its number'
run 2 'claim too many' report coin-in 12 && complains 'claim too many' 'one argument too many'
run 2 'claim no number' report receipt x && complains 'claim no number' "not 'x'"
run 2 'escpos of a report' report coin-in --escpos x && complains 'escpos of a report' 'receipt printer'
run 2 'shift' report shift --shift last && complains 'shift' "not 'last'"
run 2 'current' report activity --shift current && complains 'current' 'form only'
run 2 'link' report coin-in --link 'Main Hall' && complains 'link' "not 'Main Hall'"
run 2 'kind' report activity --kind coins && complains 'kind' "called 'coins'"
run 2 'user' report activity --user '' && complains 'user' "a person's name"
run 2 'since' report coin-in --since yesterday && complains 'since' 'is no time'
run 1 'no store' report coin-in --store "$dir/none.db" && complains 'no store' 'no such store'
run 1 'no manager' report coin-in --manager http://127.0.0.1:1 && complains 'no manager' 'croupier serve'
# shellcheck disable=SC2086 # two words
{
    run 1 'no link' report coin-in $store --link nowhere && complains 'no link' 'there is no "nowhere"'
    run 1 'no shift' report coin-in $store --shift 3 && complains 'no shift' 'no shift was opened by event 3'
    run 1 'reversed' report coin-in $store --since 2026-11-16 --until 2026-11-15 && complains 'reversed' 'ends before it begins'
    run 1 'no claim' report receipt 1 $store && complains 'no claim' 'claim'

    # --- the list
    run 0 'list' report --list && lines 'list' 8 && says 'list' 'submission'
    run 0 'list json' report --list --json && says 'list json' '"name":"coin-in"'

    # --- the figures, calculated from the log's texts: the seats of coin-in events, $1 each
    run 0 'coin-in' report coin-in $store --link main --csv
    coins=$(grep '"kind":"coin_in"' "$dir/all" | grep '"link":"main"' | sed 's/.*"seats":\[\([^]]*\)\].*/\1/' | tr ',' '\n' | wc -l)
    says 'coin-in' "Total,$(grep '"kind":"coin_in"' "$dir/all" | grep -c '"link":"main"'),$coins,$coins.00,0.00"
    says 'coin-in' 'Balances,yes'
    run 0 'activity' report activity $store --json
    if [ "$(grep -o '\["\?[0-9]' "$dir/out" | wc -l)" -ge "$count" ]; then ok; else bad 'activity: events are missing'; fi
    run 0 'activity of a table' report activity $store --table pit1-t2 --csv
    expected=$(grep -c '"table":"pit1-t2"' "$dir/all")
    n=$(grep -c ',pit1-t2,' "$dir/out")
    if [ "$n" -eq "$expected" ]; then ok; else bad "activity of a table: $n, not $expected"; fi
    run 0 'activity by kind' report activity $store --kind claim_made,coin_in --csv
    expected=$(grep -cE '"kind":"(claim_made|coin_in)"' "$dir/all")
    n=$(grep -cE '^[0-9]+,2026-' "$dir/out")
    if [ "$n" -eq "$expected" ]; then ok; else bad "activity by kind: $n, not $expected"; fi
    says 'activity by kind' 'Kind,"coin_in,claim_made"'
    run 0 'activity by person' report activity $store --user Ben --csv && says 'activity by person' 'Person,Ben'
    expected=$(grep -cE '"(user|approver)":"Ben"' "$dir/all")
    n=$(grep -cE '^[0-9]+,2026-' "$dir/out")
    if [ "$n" -gt 0 ] && [ "$n" -eq "$expected" ]; then ok; else bad "activity by person: $n, not $expected"; fi
    run 1 'nobody' report activity $store --user 'Nobody & Co' && complains 'nobody' 'there is nobody called "Nobody & Co"'
    run 1 'not of coins' report coin-in $store --kind money && complains 'not of coins' 'kind: only the activity'
    run 1 'not of a person' report jackpots $store --user Ann && complains 'not of a person' 'user: only the activity'
    run 0 'shift' report shift $store && says 'shift' 'PASS' && says 'shift' 'still open' && says_not 'shift' 'ALARM'
    run 0 'current shift' report shift $store --shift current && says 'current shift' 'Day'
    run 0 'jackpots' report jackpots $store && says 'jackpots' 'royal flush' && says 'jackpots' 'straight'
    run 0 'submission' report submission $store --link main && says 'submission' '1/649740'
    claim=$(grep '"kind":"claim_made"' "$dir/all" | sed 's/{"seq":\([0-9]*\),.*/\1/')
    run 0 'slip' report slip "$claim" $store && says 'slip' 'Payout Slip'

    # --- times: --until includes the whole minute or second that it names
    run 0 'until' report activity $store --utc --until 2026-11-15T10:00 --json && says 'until' '[1,'
    run 0 'since' report activity $store --utc --since 2026-11-15T10:00:01 --until 2026-11-15T10:00:01 --csv
    expected=$(grep -cE '"time":1794736801[0-9]{3},' "$dir/all")
    n=$(grep -cE '^[0-9]+,2026-11-15T10:00:01' "$dir/out")
    if [ "$n" -eq "$expected" ]; then ok; else bad "since: $n events, not $expected"; fi

    # --- files are written completely or not at all, and the same report gives the same file
    run 0 'pdf' report shift $store --pdf "$dir/one.pdf" && lines 'pdf' 0
    run 0 'pdf' report shift $store --pdf "$dir/two.pdf" && same 'pdf' "$dir/one.pdf" "$dir/two.pdf"
    if [ "$(head -c 5 "$dir/one.pdf")" = '%PDF-' ]; then ok; else bad 'pdf: no PDF'; fi
    run 1 'pdf nowhere' report shift $store --pdf "$dir/none/x.pdf" && complains 'pdf nowhere' 'cannot write'
    run 1 'pdf on a folder' report shift $store --pdf "$dir" && complains 'pdf on a folder' 'no plain file'
    run 1 'pdf of nothing' report receipt 1 $store --pdf "$dir/no.pdf"
    if [ ! -e "$dir/no.pdf" ]; then ok; else bad 'pdf of nothing: a file is there'; fi
    for file in "$dir"/*.tmp; do if [ ! -e "$file" ]; then ok; else bad "left behind: $file"; fi; done

    # --- the printer's bytes, written to a file and to a device
    run 0 'escpos' report slip "$claim" $store --escpos "$dir/slip.bin"
    mkfifo "$dir/printer"
    cat "$dir/printer" >"$dir/printed" &
    reader=$!
    run 0 'printer' report slip "$claim" $store --printer "$dir/printer"
    wait "$reader"
    same 'printer' "$dir/printed" "$dir/slip.bin"
    run 1 'no printer' report slip "$claim" $store --printer "$dir/slip.bin" && complains 'no printer' 'is no printer'

    # --- a manager gives the same reports as its store
    "$croupier" serve --open --store "$dir/a.db" --listen 127.0.0.1:0 >"$dir/serve" 2>"$dir/serve.err" &
    writer=$!
    await "$writer" in_file "$dir/serve" http://
    url=$(sed -n 's/^croupier serve: \(http:[^ ]*\).*/\1/p' "$dir/serve")
    await "$writer" nobody_joined || bad 'tables that are not there are not lost'
    for kind in 'coin-in --csv' 'jackpots --json' 'shift --text --link main' "slip $claim" 'activity --kind jackpots --user Ann' 'activity --table pit1-t1 --csv' 'activity --link main --json' 'activity --link uth --utc --since 2026-11-15T10:00:05 --until 2026-11-15T10:00:09' 'coin-in --utc --until 2026-11-15T10:00' 'coin-in --since 2026-11-15T10:00:05Z --until 2026-11-15T10:00:09Z'; do
        # shellcheck disable=SC2086 # several words
        run 0 "store: $kind" report $kind $store
        cp "$dir/out" "$dir/from_store"
        # shellcheck disable=SC2086
        run 0 "manager: $kind" report $kind --manager "$url"
        same "manager: $kind" "$dir/out" "$dir/from_store"
    done
    run 0 'pdf of a manager' report coin-in --manager "$url" --pdf "$dir/three.pdf"
    run 0 'pdf of its store' report coin-in $store --pdf "$dir/four.pdf"
    same 'pdf of a manager' "$dir/three.pdf" "$dir/four.pdf"
    run 1 'a name in an address' report activity --user 'Ännie & Co' --manager "$url"
    complains 'a name in an address' 'there is nobody called "Ännie & Co"'
    run 1 'refused by a manager' report coin-in --link nowhere --manager "$url" && complains 'refused by a manager' 'there is no "nowhere"'
    kill "$writer"
    wait "$writer"
    writer=
}

# --- a reading of a table that the floor does not have: somebody else wrote it
cp "$dir/a.db" "$dir/strange.db"
"$make_store" --sql "$dir/strange.db" "UPDATE event SET body = substr(body, 1, instr(body, '\"kind\"') - 1) ||
    '\"kind\":\"meter_read\",\"table\":\"pit9-t9\",\"epoch\":1,\"table_seq\":28,\"prev\":95,\"coins\":1,\"restart\":true,\"link\":\"main\",\"booked\":1}'
    WHERE seq = (SELECT max(seq) FROM event WHERE instr(body, 'game_over') > 0)" || bad 'the store is not changed'
for kind in shift coin-in; do
    run 1 "a strange reading: $kind" report $kind --store "$dir/strange.db" && complains "a strange reading: $kind" 'names "pit9-t9", which the rows do not have'
done
# --- coins worth more than anybody can have bet: refused by name, and no end of the program
cp "$dir/a.db" "$dir/rich.db"
"$make_store" --sql "$dir/rich.db" "UPDATE event SET body = replace(body, '\"amount\":\"1.00\"', '\"amount\":\"9000000000000.00\"')" || bad 'the store is not changed'
for kind in shift coin-in; do
    run 1 "strange coins: $kind" report $kind --store "$dir/rich.db" && complains "strange coins: $kind" 'makes amounts of more than any link holds'
done
finish
