#!/bin/sh
# What people decide at a live table, with real processes: a pending award that the dealer takes back, an award off the meter
# without a key, a payment that is corrected and stands so on the form (PIT-4); hands called dead over an approved jackpot
# (PIT-7); a disputed one that waits, and is handed over with the shift (UTH-20, PIT-6); a house that goes on after a failure
# (PIT-1); a position that closes (PIT-17); one hand a patron on console and sign (PIT-9); the sign's limits, and messages with
# a time (PIT-13); compliance at a table without rules of ours (PIT-14); an award of nothing and a meter at its limit before play (PIT-19).
# usage: decided.sh PROGRAM        run from the repository's root
set -u
croupier=$1
# shellcheck source=tests/table/process.sh
. tests/table/process.sh
floor=$dir/floor.yaml
cp tests/floor/rules/small.yaml tests/floor/rules/pg-resume.yaml "$dir"
sed 's/^rules: .*/rules: posted/; s/^# limits:/limits:/; s/^#   ante: {min: 10, max: 500}.*/  ante: {min: 15, max: 350}/
    s/^aggregate_limit: none/aggregate_limit: 9000/' rules/pg-flush.yaml >"$dir/posted.yaml"
cat >"$floor" <<'END'
floor: Pit
configured_by: [Ann, Ben]
people: {Ann: manager, Ben: manager, Cy: supervisor, Dan: dealer, Eve: manager}
links:
  main: {progressive: ptha-5, open: yes}
  pot: {progressive: ./small.yaml, open: yes}
tables:
  t1: {rules: ./posted.yaml, link: main, live: yes}
  t2: {rules: ./pg-resume.yaml, link: main, live: yes}
  t3: {game: Let It Ride, link: pot, live: yes}
house: {name: The Lucky Star, zone: America/Chicago, shifts: [day, swing, night], money: "$1,234.56", compliance: [ofac]}
END
readings=300 # on a busy machine, too, every table that lives answers
start_manager || finish
post() { curl -s --json "$2" "$url/api/v1$1"; }
# takes PATH BODY WORDS: the request must be answered with these words
takes() {
    post "$1" "$2" >"$dir/post"
    if grep -qF -- "$3" "$dir/post"; then ok; else bad "$1: no '$3' in $(cat "$dir/post")"; fi
}
# table NAME: starts a table that reads commands from the pipe $dir/NAME.in
table() {
    rm -f "$dir/$1.in"
    mkfifo "$dir/$1.in"
    : >"$dir/$1.out"
    "$croupier" table "$1" --manager "$url" --state "$dir/$1" --live --key-user Cy --listen 127.0.0.1:0 \
        <"$dir/$1.in" >"$dir/$1.out" 2>&1 &
    started=$!
    pids="$pids $started"
}
# told DESCRIPTOR NAME LINE WORDS: sends a line to a table, and waits for these words, which the test expects once only
told() {
    echo "$3" >&"$1"
    until_says "$manager" "$dir/$2.out" "$4" && ok
}
# claim_at TABLE: the number of the table's last claim
claim_at() { sed -n 's/.*claims: .*(claim \([0-9]*\))$/\1/p' "$dir/$1.out" | tail -n 1; }
# prepare TABLE ITEMS APPROVER…: does everything that comes before the payment, the house's compliance
# too, whatever rules a table has (PIT-14)
prepare() {
    claim=$(claim_at "$1")
    curl -s "$url/api/v1/claims/$claim" >"$dir/claim"
    says "$dir/claim" '"compliance":["ofac"]'
    takes "/claims/$claim/comply" '{"item":"ofac","user":"Cy"}' '"kind":"claim_complied"'
    takes "/claims/$claim/verify" "{\"items\":[$2],\"user\":\"Cy\"}" '"kind":"claim_verified"'
    shift 2
    for user in "$@"; do takes "/claims/$claim/approve" "{\"user\":\"$user\"}" '"kind":"claim_approved"'; done
}
high='"hand","leds","shuffle","wager","sequence","meter","deck"'
low='"hand","leds"'
console() { curl -s "$(sed -n 's|.*console: \(http://[0-9.:]*\)/dealer.*|\1|p' "$dir/$1.out")/api/v1/console"; }
# shellcheck disable=SC2317 # for await, as those below
shows() { console "$1" | grep -qF -- "$2"; }
# shellcheck disable=SC2317
face_lacks() { ! curl -s "$url/api/v1/faces/$1" | grep -qF -- "$2"; }
face() { curl -s "$url/api/v1/faces/$1" | grep -cF -- "$2"; }

table t1
t1=$started
exec 4>"$dir/t1.in"
table t2
t2=$started
exec 5>"$dir/t2.in"
table t3
t3=$started
exec 6>"$dir/t3.in"
for name in t1 t2 t3; do until_says "$manager" "$dir/$name.out" open || finish; done
takes /shifts '{"item":"day","user":"Cy"}' '"kind":"shift_opened"'
first=$(sed -n 's/^{"seq":\([0-9]*\).*/\1/p' "$dir/post")

# --- PIT-4: the dealer presses the button again and takes the award back in their own name; an award that is paid is corrected at a desk
told 4 t1 'dealer Dan' 'Dan deals'
printf '%s\n' 'place 1' 'place 7' start >&4
until_says "$t1" "$dir/t1.out" 'round 1: coins in from 1 7' || finish
told 4 t1 'award 7 two pair' 'seat 7 claims: two pair'
told 4 t1 'award 7 two pair' 'seat 7: the claim is cancelled'
told 4 t1 'award 7 three of a kind' 'seat 7 claims: three of a kind'
told 4 t1 jpot 'seat 7 is paid 5.00 from tray: three of a kind'
told 4 t1 'award 7 three of a kind' 'no: seat 7: the three of a kind is paid, it cannot be cancelled'
told 4 t1 'game over' 'round 1: game over'
read_log "$url"
same 'who took it back' "$(grep '"kind":"claim_cancelled"' "$dir/log" | grep -c '"user":"Dan"')" 1
payment=$(sed -n 's/^{"seq":\([0-9]*\).*"kind":"award_paid".*/\1/p' "$dir/log")
correction="\"payment\":$payment,\"seat\":7,\"award\":\"three of a kind\""
takes /tables/t1/correct "{$correction,\"change\":\"-6.00\",\"text\":\"two pair\",\"user\":\"Cy\",\"approver\":\"Ann\"}" '5.00 are left'
takes /tables/t1/correct "{$correction,\"change\":\"-3.00\",\"text\":\"two pair\",\"user\":\"Cy\",\"approver\":\"Ann\"}" '"kind":"tray_corrected"'

# --- PIT-7: no dealer and no person alone can cancel an approved straight flush, whatever button they press
printf '%s\n' 'place 3' start >&4
until_says "$t1" "$dir/t1.out" 'round 2: coins in from 3' || finish
told 4 t1 'award 3 straight flush' 'seat 3 claims: straight flush'
prepare t1 "$high" Ann Ben
await "$t1" shows t1 'Seat 3, straight flush: turn key 009 to JPH.' || { bad "the console: $(console t1)"; finish; }
told 4 t1 'dead the deck is fouled, says Dan' 'Dan may not decide that; a supervisor or manager does'
told 4 t1 'dead the deck is fouled, says Cy' 'a jackpot is claimed at seat 3: two people rule it void first'
told 4 t1 'award 3 straight flush, says Cy' 'Cy has verified this claim: it is cancelled at the desk'
told 4 t1 'game over' 'no: a jackpot is pending; pay it, or cancel it: with its button, or at a desk once it is verified'
takes "/claims/$claim/cancel" '{"text":"the deck is fouled","user":"Cy"}' 'is not cancelled by one person'
takes "/claims/$claim/rule" '{"item":"void","text":"the deck is fouled","user":"Dan","approver":"Ann"}' 'Dan has the role dealer'
takes "/claims/$claim/rule" '{"item":"void","text":"the deck is fouled","user":"Cy"}' 'this takes two people'
takes "/claims/$claim/rule" '{"item":"void","text":"the deck is fouled","user":"Cy","approver":"Ann"}' '"kind":"claim_ruled"'
until_says "$t1" "$dir/t1.out" 'declared void by a ruling' || finish
told 4 t1 'dead the deck is fouled, says Cy' 'round 2: all hands dead; coins off the record: 3'

# … over a low jackpot a supervisor rules alone
printf '%s\n' 'place 4' start >&4
until_says "$t1" "$dir/t1.out" 'round 3: coins in from 4' || finish
told 4 t1 'award 4 full house' 'seat 4 claims: full house'
prepare t1 "$low" Ann
told 4 t1 'dead a card was exposed, says Cy' 'a jackpot is claimed at seat 4: '
takes "/claims/$claim/rule" '{"item":"void","text":"a card was exposed","user":"Cy"}' '"kind":"claim_ruled"'
until_lines "$t1" 2 "$dir/t1.out" 'declared void by a ruling' || finish
told 4 t1 'dead a card was exposed, says Cy' 'round 3: all hands dead; coins off the record: 4'

# --- UTH-20: an approved jackpot that is disputed waits until the dispute is decided; both are handed over to the next shift
printf '%s\n' 'place 5' start >&4
until_says "$t1" "$dir/t1.out" 'round 4: coins in from 5' || finish
told 4 t1 'award 5 flush' 'seat 5 claims: flush'
prepare t1 "$low" Ann
takes /disputes "{\"claim\":$claim,\"table\":\"t1\",\"person\":\"Mr. Hill\",\"text\":\"it is a straight flush\",\"user\":\"Cy\"}" '"kind":"dispute_opened"'
dispute=$(sed -n 's/^{"seq":\([0-9]*\).*/\1/p' "$dir/post")
await "$t1" shows t1 "wait for the desk: claim $claim is disputed: it is on hold until the dispute is closed" || { bad "the console: $(console t1)"; finish; }
printf '%s\n' 'key 008 Cy' 'turn JPL' >&4
told 4 t1 jpot "no: seat 5 cannot be paid yet: claim $claim is disputed"
takes /shifts/close '{"user":"Cy","person":"Eve"}' "\"open\":[$claim,$dispute],\"in_play\":1"
handed="$claim, $dispute"
second=$(sed -n 's/^{"seq":\([0-9]*\).*/\1/p' "$dir/post")
same 'a disputed jackpot is not paid' "$(grep -c 'seat 5 is paid' "$dir/t1.out")" 0
takes "/disputes/$dispute/decide" '{"text":"the tape shows a flush","user":"Eve"}' '"kind":"dispute_decided"'
# the patron asks for a check before the jackpot is paid (PG, high jackpots, 6a), and the dealer is told of it
takes "/claims/$claim/method" '{"method":"check","user":"Eve"}' '"kind":"claim_method_chosen"'
told 4 t1 'wait 5' 'seat 5 is paid 50.00 from jackpot: flush, by casino check'
takes "/claims/$claim/method" '{"method":"cheques","user":"Eve"}' 'is paid already'
printf '%s\n' 'turn R' 'remove key' >&4
told 4 t1 'game over' 'round 4: game over'

# --- PIT-1: in a house that goes on after a failure no ruling is needed, and a claimed win is paid
printf '%s\n' 'place 6' start >&5
until_says "$t2" "$dir/t2.out" 'round 1: coins in from 6' || finish
told 5 t2 'award 6 straight' 'seat 6 claims: straight'
prepare t2 "$low" Ann
crash "$t2"
exec 5>&-
table t2
t2=$started
exec 5>"$dir/t2.in"
await "$t2" shows t2 'Seat 6, straight: turn key 008 to JPL.' || { bad "the console: $(console t2)"; finish; }
printf '%s\n' 'key 008' 'turn JPL' >&5
told 5 t2 'wait 6' 'seat 6 is paid 10.00 from jackpot: straight'
same 'in cheques' "$(grep -c 'by casino check' "$dir/t2.out")" 0
printf '%s\n' 'turn R' 'remove key' >&5
told 5 t2 'game over' 'round 1: game over'

# --- PIT-17: the house decides whether a position is closed or only its progressive
told 4 t1 'fail 2' 'Seat 2: the sensor failed; the position is closed and is dealt no cards'
told 5 t2 'fail 2' 'Seat 2: the sensor failed; closed to progressive play.'
await "$t1" shows t1 '"no_cards":true' || { bad "the console: $(console t1)"; finish; }
if shows t2 '"no_cards":true'; then bad 'a seat gets no cards where only its progressive is closed'; else ok; fi

# --- PIT-9: the limit of one hand a patron is on the console and on the sign
same 'as many hands as a patron likes' "$(face t1 '"one_hand":false')" 1
takes /tables/t1/hands '{"one_hand":true,"user":"Ann"}' '"one_hand":true'
await "$t1" shows t1 '"one_hand":true' || { bad "the console: $(console t1)"; finish; }
same 'one hand on the sign' "$(face t1 '"one_hand":true')" 1

# --- PIT-13: what is posted, and messages that begin and end
same 'posted limits' "$(face t1 '"limits":[{"wager":"Ante","min":"15.00","max":"350.00"}]')" 1
same 'posted aggregate limit' "$(face t1 '"aggregate_limit":"9000.00"')" 1
later=$(($(date +%s) * 1000 + 86400000))
takes /messages "{\"text\":\"The show begins\",\"effective\":$later,\"user\":\"Cy\"}" '"kind":"message_set"'
takes /messages "{\"text\":\"Last hour\",\"until\":$later,\"table\":\"t1\",\"user\":\"Cy\"}" '"kind":"message_set"'
# shellcheck disable=SC2317 # for await; on a slow machine the moment may be over before it is asked for
for_a_moment() { post /messages "{\"text\":\"A moment\",\"until\":$(($(date +%s) * 1000 + 2000)),\"user\":\"Cy\"}" | grep -q '"kind":"message_set"'; }
await "$manager" for_a_moment || bad 'no message for a moment'
same 'a message for later' "$(face t1 'The show begins')" 0
same 'a message with an end' "$(face t1 'Last hour') $(face t2 'Last hour')" '1 0'
await "$manager" face_lacks t1 'A moment' || bad 'a message does not end'

# --- PIT-19, PIT-4: a pot of forty at its limit; a flush without a key takes from the meter; then nothing is left for the other awards
for seat in 1 2 3; do echo "place $seat" >&6; done
told 6 t3 start 'round 1: coins in from 1 2 3'
curl -s "$url/api/v1/notices" >"$dir/notices"
says "$dir/notices" '"notice":"near limit"'
told 6 t3 'award 2 flush' 'seat 2 claims: flush'
told 6 t3 'award 1 four of a kind' 'seat 1 claims: four of a kind'
told 6 t3 jpot 'seat 2 is paid 5.00 from pot: flush'
prepare t3 "$(curl -s "$url/api/v1/claims/$(claim_at t3)" | sed -n 's/.*"needs":{"items":\[\([^]]*\)\].*/\1/p')" Ann
printf '%s\n' 'key 008' 'turn JPL' >&6
# 42.00 is the limit, of which 37.00 are left; the house pays 13.00
told 6 t3 'wait 1' 'seat 1 is paid 50.00 from pot: four of a kind'
printf '%s\n' 'turn R' 'remove key' >&6
told 6 t3 'game over' 'round 1: game over'
curl -s "$url/api/v1/notices" >"$dir/notices"
says "$dir/notices" '"notice":"no award"'
says "$dir/notices" '"notice":"below seed"'
read_log "$url"
same 'what the house pays' "$(grep '"kind":"claim_paid","table":"t3"' "$dir/log" | grep -c '"house_funded":"13.00"')" 1
same 'what was done after the failure' "$(grep '"kind":"claim_held"' "$dir/log" | grep '"table":"t2"' | grep -c '"item":"resume"')" 1

# --- PIT-4: the form of the first shift has the correction; the disputed jackpot is on the second one's
"$croupier" report shift --manager "$url" --shift "$first" --link main | tr -s ' ' >"$dir/form"
says "$dir/form" "Awards from the tray \$2.00"
says "$dir/form" "Of that, corrections -\$3.00"
says "$dir/form" "Open claims and disputes $handed"
takes /shifts/close '{"user":"Eve"}' '"next":"night"'
"$croupier" report shift --manager "$url" --shift "$second" --link main | tr -s ' ' >"$dir/form"
says "$dir/form" "Less jackpots \$60.00"
for descriptor in 4 5 6; do echo quit >&"$descriptor"; done
exec 4>&- 5>&- 6>&-
wait "$t1" "$t2" "$t3"
stop "$manager"
if "$croupier" verify "$dir/floor.db" >"$dir/verified" 2>&1; then ok; else bad "verify: $(cat "$dir/verified")"; fi
finish
