#!/bin/sh
# A running table is given other rules, another link and another bet at the manager (SYS-1, REG-6): it closes between two
# rounds, takes them and opens again without a restart. A round is finished by the rules that it began with.
# usage: new_rules.sh PROGRAM        run from the repository's root
set -u
croupier=$1
# shellcheck source=tests/table/process.sh
. tests/table/process.sh
cat >"$dir/floor.yaml" <<'END'
floor: Pit
configured_by: [Ann, Ben]
people:
  Ann: manager
  Ben: manager
  Cy: supervisor
links:
  main: {progressive: ptha-2, open: yes}
  five: {progressive: ptha-6, open: yes}
  cn: {progressive: cn, open: yes}
tables:
  t1: {rules: pg-flush, link: main, live: yes}
  t2: {rules: uth-cn, link: cn}
  t3: {rules: tcp-cn, live: yes}
END
floor=$dir/floor.yaml
start_manager || finish
post() {
    curl -s --json "$2" "$url/api/v1$1" >"$dir/post"
    if grep -q "$3" "$dir/post"; then ok; else bad "$1: $(cat "$dir/post")"; fi
}
rules_of() { curl -s "$url/api/v1/tables/$1" | sed -n 's/.*"rules":"\([0-9a-f]*\)".*/\1/p'; }
pg=$(rules_of t1)
uth=$(rules_of t2)
tcp=$(rules_of t3)
# configure TABLE RULES LINK LIVE [ANSWER]: LINK is '' for a table without a link
configure() {
    post "/tables/$1/configure" \
        "{\"item\":\"Poker\",\"document\":\"$2\",${3:+\"link\":\"$3\",}\"is_live\":$4,\"user\":\"Ann\",\"approver\":\"Ben\"}" "${5:-table_configured}"
}
for name in t1 t3; do
    mkfifo "$dir/$name.in"
    : >"$dir/$name.out"
    "$croupier" table $name --manager "$url" --state "$dir/$name" --live --key-user Cy \
        <"$dir/$name.in" >"$dir/$name.out" 2>&1 &
    pids="$pids $!"
    eval "$name=$!"
done
# shellcheck disable=SC2154 # set by the loop above
table=$t1 third=$t3
exec 3>"$dir/t1.in" 5>"$dir/t3.in"
until_says "$table" "$dir/t1.out" 'open: jackpot 10000.00' || finish
until_says "$third" "$dir/t3.out" 't3: open' || finish

# --- the counter is read before the table is moved, because what it shows beyond the books belongs to the old link (PIT-5)
post /shifts '{"item":"day","user":"Cy"}' '"kind":"shift_opened"'
until_says "$table" "$dir/t1.out" 'counter read: 0, booked 0' || finish

# --- a table is not moved in a round; after it the table goes to the link with the bet of 5, which has other meters
printf '%s\n' 'place 2' start >&3
until_says "$table" "$dir/t1.out" 'round 1: coins in from 2' || finish
configure t1 "$pg" five true 'in play'
printf '%s\n' 'game over' 'stray 5' 'stray 5' 'stray 5' 'place 3' status >&3
until_says "$table" "$dir/t1.out" 'round 1: game over' || finish
until_says "$table" "$dir/t1.out" status || finish
configure t1 "$pg" five true
says "$dir/t1.out" 'counter read: 4, booked 1'
until_says "$table" "$dir/t1.out" 'closed: taking new rules' || finish
until_says "$table" "$dir/t1.out" 'open: jackpot 50000.00' || finish
says "$dir/t1.out" 'chips were bet by the rules before; ask the patrons of 3'
printf '%s\n' start >&3
until_says "$table" "$dir/t1.out" 'meters: jackpot 50002.65' || finish
printf '%s\n' 'game over' >&3
until_says "$table" "$dir/t1.out" 'round 2: game over' || finish

# --- another game on a link with three meters: its button label, its hands and its rule on folded hands
configure t1 "$uth" cn true
until_says "$table" "$dir/t1.out" 'open: mega 10000.00, major 1000.00, minor 250.00' || finish
printf '%s\n' 'place 2' start 'fold 2' 'award 2 straight' >&3
until_says "$table" "$dir/t1.out" 'no: seat 2 has folded: a folded hand wins nothing of the progressive (CN 22)' || finish
printf '%s\n' 'game over' >&3
until_says "$table" "$dir/t1.out" 'round 3: game over' || finish

# --- the bet of the table's link is changed while the table runs
post /links/cn/close '{"user":"Ann"}' '"kind":"link_closed"'
until_says "$table" "$dir/t1.out" 'closed: closed at the manager' || finish
post /links/cn/parameters '{"user":"Ann","parameters":{"bet":"5"}}' '"document":"'
hash=$(sed -n 's/.*"document":"\([0-9a-f]*\)".*/\1/p' "$dir/post")
post /links/cn/configure "{\"document\":\"$hash\",\"user\":\"Ann\",\"approver\":\"Ben\"}" '"kind":"link_configured"'
post /links/cn/open '{"user":"Ann"}' '"kind":"link_opened"'
until_lines "$table" 2 "$dir/t1.out" 'open: mega' || finish
same 'new rules taken' "$(grep -c 'new rules from the manager' "$dir/t1.out")" 3

# --- a table without a progressive gets one, is read, and loses it again
configure t3 "$tcp" "" true
configure t3 "$pg" main true
until_says "$third" "$dir/t3.out" 'open: jackpot 10000.53' || finish
post /readings '{"user":"Cy"}' '"kind":"readings_asked"'
until_says "$third" "$dir/t3.out" 'counter read: 0, booked 0' || finish
printf '%s\n' 'place 1' start 'award 1 straight' 'game over' >&5
until_says "$third" "$dir/t3.out" 'round 1: game over' || finish
configure t3 "$tcp" "" true
until_lines "$third" 2 "$dir/t3.out" 'no progressive' || finish
printf '%s\n' start 'award 1 straight' 'game over' >&5
until_says "$third" "$dir/t3.out" 'no: seat 1: there is no award for that hand' || finish
until_says "$third" "$dir/t3.out" 'round 2: game over' || finish

# --- a table that deals plays another game from the next round on
"$croupier" table t2 --manager "$url" --state "$dir/t2" --players 5 --seed 3 --pace 20 --key-user Cy >"$dir/t2.out" 2>&1 &
dealt=$!
pids="$pids $dealt"
until_lines "$dealt" 2 "$dir/t2.out" 'game over' || finish
post /links/cn/close '{"user":"Ann"}' '"kind":"link_closed"'
until_says "$dealt" "$dir/t2.out" 'closed: closed at the manager' || finish
configure t2 "$tcp" '' false
until_says "$dealt" "$dir/t2.out" 'new rules from the manager' || finish
done_before=$(grep -c 'game over' "$dir/t2.out")
until_lines "$dealt" $((done_before + 2)) "$dir/t2.out" 'game over' || finish
stop "$dealt"
printf '%s\n' quit >&3
printf '%s\n' quit >&5
wait "$table" "$third"
stop "$manager"
read_log "$dir/floor.db"
# … and so is its reading before its link's bet changes
same 'readings before the moves' "$(grep -E '"kind":"(meter_read|table_configured|link_configured)"' "$dir/log" | grep -c '"table":"t1".*"coins":4,"link":"main","booked":1')" 1
same 'the reading stands before the move' "$(sed -n '/"coins":4,"link":"main","booked":1/,$p' "$dir/log" | grep -c '"kind":"table_configured","table":"t1".*"link":"five"')" 1
same 'read before the new bet' "$(awk '/"kind":"link_closed"/ { on = 1 } on && /"kind":"link_configured"/ { exit } on' "$dir/log" | grep -c '"kind":"meter_read","table":"t1"')" 4
"$croupier" report shift --store "$dir/floor.db" >"$dir/form" 2>&1
says "$dir/form" main
same 'by the new rules' "$(grep '"kind":"game_over","table":"t2"' "$dir/log" | tail -n 1 | grep -c '"rules\\":\\"tcp-cn')" 1
same 'live tables joined once each' "$(($(count table_joined t1) + $(count table_joined t3)))" 2
if "$croupier" verify "$dir/floor.db" >"$dir/verified" 2>&1; then ok; else bad "verify: $(cat "$dir/verified")"; fi
finish
