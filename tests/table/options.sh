#!/bin/sh
# What a house or its people decide, at tables that run: who may turn a key (PIT-10), what goes wrong with cards and coins
# (PIT-7), two seats of one patron said at the desk (PIT-9), a fold by the leaflet's paragraph (PIT-3, PIT-16), and the places
# where the manual contradicts itself (PIT-20).
# usage: options.sh PROGRAM        run from the repository's root
set -u
croupier=$1
# shellcheck source=tests/table/process.sh
. tests/table/process.sh
floor=$dir/floor.yaml
cp tests/floor/rules/pit-keys.yaml "$dir"
# option NAME KEY VALUE: the shipped rules with one option changed
option() {
    sed "s/^rules: .*/rules: $1/; s/start: first base/start: $2/; s/^payment:/payment:\n  order: $3/" rules/pg-flush.yaml >"$dir/$1.yaml"
}
option base 'first base' 'base then bonus'
option bonus 'first base' 'bonus then base'
option all 'first base' 'all base first'
option losing 'first base' 'losing wagers first'
option button 'action button' 'base then bonus'
option right 'right of the button' 'base then bonus'
dealt='base bonus all losing button right'
{
    echo 'floor: Pit'
    echo 'configured_by: [Ann, Ben]'
    echo 'people: {Ann: manager, Ben: manager, Cy: supervisor, Dan: dealer, Cal: cage}'
    echo 'links:'
    echo '  keys: {progressive: ./pit-keys.yaml, open: yes}'
    echo '  leaflet: {progressive: rp, open: yes}'
    for name in $dealt; do echo "  $name: {progressive: ptha-2, open: yes}"; done
    echo 'tables:'
    echo '  k1: {rules: pg-flush, link: keys, live: yes}'
    echo '  r1: {rules: uth-rp, link: leaflet, live: yes}'
    echo '  live-1: {rules: ./all.yaml, link: all, live: yes}'
    for name in $dealt; do echo "  $name-1: {rules: ./$name.yaml, link: $name}"; done
} >"$floor"
start_manager || finish
post() { curl -s --json "$2" "$url/api/v1$1"; }
# takes PATH BODY WORDS: the request must be answered with these words
takes() {
    post "$1" "$2" >"$dir/post"
    if grep -qF -- "$3" "$dir/post"; then ok; else bad "$1: no '$3' in $(cat "$dir/post")"; fi
}
# table NAME: starts a table that reads commands from the pipe $dir/NAME.in
table() {
    mkfifo "$dir/$1.in"
    : >"$dir/$1.out"
    "$croupier" table "$1" --manager "$url" --state "$dir/$1" --live <"$dir/$1.in" >"$dir/$1.out" 2>&1 &
    started=$!
    pids="$pids $started"
}
# told DESCRIPTOR NAME LINE WORDS: sends a line to a table, and waits for these words, which the test expects once only
told() {
    echo "$3" >&"$1"
    until_says "$manager" "$dir/$2.out" "$4" && ok
}
# pass TABLE ITEMS APPROVER…: does everything that comes before the payment of the table's last claim
pass() {
    claim=$(sed -n 's/.*claims: .*(claim \([0-9]*\))$/\1/p' "$dir/$1.out" | tail -n 1)
    takes "/claims/$claim/verify" "{\"items\":[$2],\"user\":\"Cy\"}" '"kind":"claim_verified"'
    shift 2
    for user in "$@"; do takes "/claims/$claim/approve" "{\"user\":\"$user\"}" '"kind":"claim_approved"'; done
}

# --- PIT-10: in this house no dealer turns a key: the switch refuses the dealer, and a supervisor turns it
table k1
k1=$started
exec 4>"$dir/k1.in"
until_says "$k1" "$dir/k1.out" open || finish
told 4 k1 'dealer Dan' 'Dan deals'
printf '%s\n' 'place 3' start >&4
until_says "$k1" "$dir/k1.out" 'round 1: coins in from 3' || finish
told 4 k1 'award 3 flush' 'seat 3 claims: flush'
told 4 k1 'award 3 flush, says Cy' 'seat 3: the claim is cancelled' # who may not turn a key is not in the way of that
told 4 k1 'award 3 full house' 'seat 3 claims: full house'
pass k1 '"hand","leds"' Ann
told 4 k1 'key 008 Cy' 'no: Dan is not one of those who turn a key in this house'
told 4 k1 'turn JPL' 'no: there is no key in the lock'
told 4 k1 'dealer off' 'Dan deals no more'
told 4 k1 'key 008 Cal' 'no: Cal is not one of those who turn a key in this house'
printf '%s\n' 'key 008 Cy' 'turn JPL' >&4
told 4 k1 'wait 3' 'seat 3 is paid 100.00 from jackpot: full house'
printf '%s\n' 'turn R' 'remove key' >&4
told 4 k1 'game over' 'round 1: game over'

# --- PIT-7: every kind of irregularity, with its person and seats; any other kind is refused
for kind in misdeal 'exposed card' 'fouled deck' 'boxed card' 'late wager' 'touched cards' 'wrong payment'; do
    takes /tables/k1/irregularity "{\"item\":\"$kind\",\"text\":\"played on\",\"seats\":[3],\"person\":\"Mr. Hill\",\"user\":\"Cy\"}" "\"item\":\"$kind\""
done
takes /tables/k1/irregularity '{"item":"rain","text":"played on","user":"Cy"}' '"field":"item"'
takes /tables/k1/irregularity '{"item":"misdeal","text":"played on","user":"Dan"}' 'Dan has the role dealer'

# --- PIT-9, PIT-3: the supervisor says at the desk which seats are one patron's; a hand that has folded by the leaflet's paragraph
table r1
r1=$started
exec 5>"$dir/r1.in"
until_says "$r1" "$dir/r1.out" open || finish
takes /tables/r1/patrons '{"seats":[6,7],"user":"Dan"}' 'Dan has the role dealer'
takes /tables/r1/patrons '{"seats":[6,7],"user":"Cy"}' '"kind":"seats_held"'
for seat in 1 4 5 6 7; do echo "place $seat" >&5; done
told 5 r1 start 'round 1: coins in from 1 4 5 6 7'
told 5 r1 'fold 4' 'seat 4 folds'
told 5 r1 'award 4 flush' 'no: seat 4 has folded: a folded hand wins nothing of the progressive (RP 7)'
told 5 r1 'award 7 straight flush' 'seat 7 claims: straight flush'
pass r1 '"hand","leds","shuffle","wager","sequence","meter","deck"' Ann Ben
printf '%s\n' 'key 009 Cy' 'turn JPH' >&5
# a tenth of 10000 and five coins of 0.18
told 5 r1 'wait 7' 'seat 7 is paid 1000.09 from jackpot: straight flush'
until_says "$r1" "$dir/r1.out" "pay seat 1 300.00 envy for seat 7's hand" || finish
same 'envy from right to left, not to the patron, not to a folded hand' \
    "$(sed -n 's/.*pay seat \([0-9]\) 300.00 envy .*/\1/p' "$dir/r1.out" | tr '\n' ' ')" '5 1 '
printf '%s\n' 'turn R' 'remove key' >&5
told 5 r1 'game over' 'round 1: game over'

# --- PIT-20: the help of a live table has what the house decided where the manual contradicts itself
table live-1
live=$started
exec 6>"$dir/live-1.in"
until_says "$live" "$dir/live-1.out" open || finish
told 6 live-1 help 'The base game of all seats is taken or paid first, then the progressive of all seats.'
says "$dir/live-1.out" "The first card goes to the dealer's left, the lowest seat in play."
for descriptor in 4 5 6; do echo quit >&"$descriptor"; done
exec 4>&- 5>&- 6>&-
wait "$k1" "$r1" "$live"

# --- … and tables that the program deals follow it: the same patrons and deck give the same rounds, which each house pays in its own order
start_crew
rounds=4
running=
for name in $dealt; do
    "$croupier" table "$name-1" --manager "$url" --state "$dir/$name-1" --players 5 --seed 3 --rounds "$rounds" --award-every 1 \
        --key-user Cy >"$dir/$name-1.out" 2>&1 &
    running="$running $!"
done
pids="$pids $running"
for table in $running; do
    wait "$table"
    same 'a table ends well' $? 0
done
stop "$manager"
read_log "$dir/floor.db"
# documents NAME: the rounds of the rules' table, as `settle` reads them
documents() {
    grep '"kind":"game_over"' "$dir/log" | grep "\"table\":\"$1-1\"" |
        sed "s/\\\\\"/\"/g; s/.*\"text\":\"{/{/; s/}\"[^}]*}\$/}/; s|\"rules\":\"$1\"|\"rules\":\"$dir/$1.yaml\"|"
}
# payments NAME: lines of "round seat wager amount", in the order in which the house pays
payments() {
    documents "$1" | "$croupier" settle --lines | sed 's/.*"payments":\[\([^]]*\)\].*/\1/' |
        awk '{ gsub(/},{/, "\n"); gsub(/[{}"]/, ""); gsub(/(seat|wager|amount):/, ""); gsub(/,/, " "); n = split($0, lines, "\n")
            for (i = 1; i <= n; i++) print NR, lines[i] }' >"$dir/$1.payments"
}
for name in $dealt; do
    same "rounds of $name" "$(documents "$name" | wc -l)" "$rounds"
    payments "$name"
done
for name in bonus all losing; do
    same "cards and bets of $name" "$(documents "$name" | sed "s|$dir/$name|$dir/base|" | cksum)" "$(documents base | cksum)"
    same "amounts of $name" "$(sort "$dir/$name.payments" | cksum)" "$(sort "$dir/base.payments" | cksum)"
done
for name in button right; do
    if [ "$(documents "$name" | sed "s|$dir/$name|$dir/base|" | cksum)" = "$(documents base | cksum)" ]; then bad "$name: who gets the first card"; else ok; fi
done
# follows NAME OWN: prints "yes" if, within some round, a win of the progressive is followed by
# a payment of the base game to the same seat (OWN 1) or to another seat (OWN 0)
follows() {
    awk -v own="$2" '$1 != round { round = $1; split("", won) } $3 == "progressive" { won[$2] = 1; next }
        { for (seat in won) n += ((seat == $2) == own) } END { print (n > 0 ? "yes" : "no") }' "$dir/$1.payments"
}
same 'a hand has won the progressive and the base game' "$(grep -c progressive "$dir/base.payments" | sed 's/^[1-9].*/some/')" some
same 'base then bonus' "$(follows base 1) $(follows base 0)" 'no yes'
same 'bonus then base' "$(follows bonus 1) $(follows bonus 0)" 'yes yes'
same 'all base first' "$(follows all 1) $(follows all 0)" 'no no'
same 'losing wagers first' "$(cksum <"$dir/losing.payments")" "$(cksum <"$dir/base.payments")"
if "$croupier" verify "$dir/floor.db" >"$dir/verified" 2>&1; then ok; else bad "verify: $(cat "$dir/verified")"; fi
finish
