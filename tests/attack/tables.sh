#!/bin/sh
# Attacks by the program of a table on a live, closed manager: a table's token gives access to that
# table and nothing else. Meanwhile a real table plays elsewhere on the floor.
# usage: tables.sh CROUPIER
set -u
# shellcheck source=tests/attack/closed_floor.sh
. "$(dirname "$0")/closed_floor.sh"
cat >>"$dir/floor.yaml" <<'END'
  uth-2: {rules: uth-cn, link: main}
  live-1: {game: Ultimate Texas Hold'em, live: yes, link: main}
  tcp-1: {rules: tcp-cn}
END
trust=$dir/trust
lease=60000 # the table under attack is driven by hand
"$croupier" pki init "$trust" --name Attacked >/dev/null || exit 1
start
enlist
v1=$url/api/v1

# token_of TABLE: makes a token of that table, in a file
token_of() {
    "$croupier" tokens add "box-$1" "table:$1" --manager "$url" --user Ann --approver Ben --passwords "$dir/passwords" --out "$dir/$1.token" >/dev/null || bad "no token for $1"
}
pin_of() {
    awk -F '\t' -v name="$1" '$1 == name { print $3 }' "$dir/passwords"
}
# at TABLE WANT NAME PATH BODY: a request with that table's token
at() {
    try "$2" "$3" -H "Authorization: Bearer $(cat "$dir/$1.token")" --json "$5" "$v1/tables/$1/$4"
}
said() {
    is "$1: $(cat "$dir/body")" grep -qF "$2" "$dir/body"
}
# number MEMBER: a number in the last answer
number() {
    sed -n "s/.*\"$1\":\([0-9]*\).*/\1/p" "$dir/body"
}
# send TABLE WANT NAME KIND MEMBERS: the table's next event, after a heartbeat
send() {
    curl -s -o "$dir/alive" -H "Authorization: Bearer $(cat "$dir/$1.token")" --json "{\"instance\":\"evil\",\"epoch\":$epoch}" "$v1/tables/$1/heartbeat"
    at "$1" "$2" "$3" events "{\"kind\":\"$4\",\"epoch\":$epoch,\"table_seq\":$next$5}"
    [ "$status" != 200 ] || next=$((next + 1))
}
for table in uth-1 live-1 tcp-1; do token_of "$table"; done
token=$(cat "$dir/uth-1.token")
(cd "$dir" && exec "$croupier" table tcp-1 --manager "$url" --token "$dir/tcp-1.token" --players 3 >"$dir/tcp-1.out" 2>&1 </dev/null) &
beside=$!
rounds() {
    events game_over
}
# plays_on WHEN: the real table must finish two more rounds
more_rounds() {
    [ "$(rounds)" -ge "$wanted" ]
}
plays_on() {
    wanted=$(($(rounds) + 2))
    await "$beside" more_rounds || bad "$1: the other table stands still: $(tail -n 3 "$dir/tcp-1.out")"
}
plays_on 'in the beginning'

# --- numbers at the ends of their ranges, in what a table claims to remember (V4, V8)
for number in -1 -0 0.5 1e3 01 9007199254740992 9007199254740993 9223372036854775807 9223372036854775808 \
    18446744073709551616 '"1"' null true '[1]' '{}' 1e999 -9223372036854775809; do
    at uth-1 '400|422' "acked_epoch $number" join "{\"instance\":\"evil\",\"acked_epoch\":$number,\"acked_seq\":1}"
    [ "$number" = 9007199254740992 ] || # the last one that there is
        at uth-1 '400|422' "acked_seq $number" join "{\"instance\":\"evil\",\"acked_epoch\":1,\"acked_seq\":$number}"
done
is 'an alarm because of a number that is none' [ "$(events alarm_raised)" -eq 0 ]

# --- a rollback that nobody can check closes that table, and no other one
for number in 2 2147483648 4294967296 1000000000; do
    at uth-1 409 "remembers epoch $number" join "{\"instance\":\"evil\",\"acked_epoch\":$number,\"acked_seq\":1}"
done
try 409 'shows a receipt of its own making' -H "Authorization: Bearer $token" -H "Croupier-Receipt: $(head -c 96 /dev/zero | tr '\0' A)" \
    --json '{"instance":"evil","acked_epoch":7,"acked_seq":1}' "$v1/tables/uth-1/join"
is 'one alarm for one table' [ "$(events alarm_raised)" -eq 1 ]
is 'it is called what it is' grep -q '"item":"unproved"' "$dir/floor.db-wal" "$dir/floor.db"
sign_in Ann
try 200 'the floor' -H "Cookie: $cookie" "$v1/floor"
is_not "the floor is halted: $(cat "$dir/body")" grep -q '"halted":true' "$dir/body"
plays_on 'after a claim of a rollback'
at uth-1 409 'even an honest join of that table waits' join '{"instance":"evil"}'
alarm=$("$croupier" log "$dir/floor.db" --kind alarm_raised --json | sed -n 's/.*"seq":\([0-9]*\),.*/\1/p' | head -n 1)
ann="-H Cookie:$cookie -H Croupier-CSRF:$csrf"
# shellcheck disable=SC2086 # two options
{
    try '403|409|422' 'one person forgives it' $ann --json '{"text":"x"}' "$v1/alarms/$alarm/acknowledge"
    try 200 'two people forgive it' $ann --json "{\"text\":\"x\",\"approver\":\"Ben\",\"proof\":{\"password\":\"$(password_of Ann)\",\"approver_password\":\"$(password_of Ben)\"}}" \
        "$v1/alarms/$alarm/acknowledge"
}
at uth-1 200 'the table begins anew' join '{"instance":"evil"}'
epoch=$(number epoch) next=1

# --- the document of a dealt round must be a valid round, and a missing one raises an alarm
send uth-1 200 'coins' coin_in ',"seats":[1,2]'
for text in '{\"not\":\"a round\"}' '{}' '{\"game\":\"uth\"}' '{\"game\":\"uth\",\"seats\":[]}' '{\"rules\":\"uth-cn\",\"round\":-1}' '{' '{\"a\":1}{}'; do
    send uth-1 422 "GAME OVER with $text" game_over ",\"text\":\"$text\""
done
for text in 7 null '{"not":"a round"}' '["x"]' '"\u0000"'; do
    send uth-1 '400|422' "GAME OVER with $text" game_over ",\"text\":$text"
done
alarms=$(events alarm_raised)
send uth-1 200 'GAME OVER without a word' game_over ''
is 'a round without its document is not noticed' [ "$(events alarm_raised)" -eq $((alarms + 1)) ]
"$croupier" log "$dir/floor.db" --kind alarm_raised --json >"$dir/body"
said 'the alarm says what is missing' '"item":"document","table":"uth-1"'
send uth-1 200 'coins again' coin_in ',"seats":[1,2]'
plays_on 'after rounds that are none'

# --- a table may name only people in its events who entered a PIN there
for person in Ann Sue Dan; do
    send uth-1 403 "$person closes a seat without a PIN" seat_closed ",\"seat\":5,\"user\":\"$person\",\"text\":\"x\""
    send uth-1 403 "$person deals without a PIN" dealer_on ",\"user\":\"$person\""
    send uth-1 '403|409' "$person ends dealing" dealer_off ",\"user\":\"$person\""
    send uth-1 403 "$person calls the hands dead" round_dead ",\"user\":\"$person\",\"text\":\"misdeal\""
    send uth-1 403 "$person gives a coin back" coin_returned ",\"seat\":1,\"user\":\"$person\",\"text\":\"x\""
    send uth-1 403 "$person reads a meter" meter_read ",\"coins\":5,\"user\":\"$person\""
    send uth-1 403 "$person puts a new counter in" meter_read ",\"coins\":5,\"restart\":true,\"user\":\"$person\",\"text\":\"x\""
    send uth-1 403 "$person moves a patron" patron_moved ",\"seat\":1,\"to_seat\":4,\"user\":\"$person\""
    send uth-1 403 "$person says who sits where" seats_held ",\"seats\":[1,2],\"user\":\"$person\""
    send uth-1 403 "$person pays out" payout ",\"seat\":1,\"amount\":\"5\",\"item\":\"ante\",\"user\":\"$person\""
    send uth-1 403 "$person turns a key" key_turned ",\"key\":\"high\",\"position\":\"JPH\",\"user\":\"$person\""
    send uth-1 403 "$person lends a key" key_turned ",\"key\":\"high\",\"position\":\"JPH\",\"user\":\"Dan\",\"person\":\"$person\""
done
send uth-1 200 'a royal flush' claim_made ',"seat":1,"award":"royal flush"'
claim=$(number seq)
send uth-1 403 'Ann cancels it' claim_cancelled ",\"claim\":$claim,\"user\":\"Ann\""
send uth-1 403 'Ann says that she rules on a failure' round_dead ',"user":"Ann","text":"x"'
at live-1 200 'Ann shows her PIN at another table' key "{\"user\":\"Ann\",\"pin\":\"$(pin_of Ann)\",\"key\":\"high\"}"
send uth-1 403 'which is worth nothing here' claim_cancelled ",\"claim\":$claim,\"user\":\"Ann\""
at uth-1 200 'Ann shows it here' key "{\"user\":\"Ann\",\"pin\":\"$(pin_of Ann)\",\"key\":\"high\"}"
send uth-1 403 'her key in the hand of somebody who showed nothing' key_turned ',"key":"high","position":"JPH","user":"Sue","person":"Ann"'
send uth-1 403 "another key than she showed her PIN for" key_turned ',"key":"low","position":"JPL","user":"Ann"'
send uth-1 200 'her key' key_turned ',"key":"high","position":"JPH","user":"Ann"'
send uth-1 403 'somebody else puts it away' key_turned ',"key":"high","position":"R","user":"Ben"'
send uth-1 200 'she puts it away' key_turned ',"key":"high","position":"R","user":"Ann"'
send uth-1 200 'she cancels the claim' claim_cancelled ",\"claim\":$claim,\"user\":\"Ann\""
send uth-1 200 'she calls the hands dead' round_dead ',"user":"Ann","text":"misdeal"'

# --- a patron's cash is added up, however the name is written (PIT-14)
send uth-1 200 'a known patron buys in' buy_in ',"seat":1,"amount":"6000","item":"cash","patron":"Ms. Lake"'
for name in 'ms. lake' 'MS. LAKE' 'Ms.  Lake' 'Ms.\u00a0Lake' 'Ms. Lake\u200b' '\u202eMs. Lake' 'Ms. L\u0430ke' 'Ms. Lake\u0301' '\ufeffMs. Lake'; do
    send uth-1 '409|422' "the same patron as $name" buy_in ",\"seat\":1,\"amount\":\"6000\",\"item\":\"cash\",\"patron\":\"$name\""
done
send uth-1 200 'the same patron again' buy_in ',"seat":1,"amount":"1","item":"cash","patron":"Ms. Lake"'
said 'it adds up' '"total":"6001.00"'

# --- five wrong PINs at a table lock that person's keys at this table, and nothing else
for person in Ann Ben Sue; do
    for i in 1 2 3 4 5; do
        at uth-1 '403|429' "wrong PIN $i of $person" key "{\"user\":\"$person\",\"pin\":\"00000$i\",\"key\":\"high\"}"
    done
    at uth-1 '403|429' "the right PIN of $person once it is locked there" key "{\"user\":\"$person\",\"pin\":\"$(pin_of "$person")\",\"key\":\"high\"}"
    sign_in "$person"
    at live-1 200 "the PIN of $person at another table" key "{\"user\":\"$person\",\"pin\":\"$(pin_of "$person")\",\"key\":\"high\"}"
done
# five more at a second table lock the keys there too; passwords still work
for i in 1 2 3 4 5; do
    at live-1 '403|429' "wrong PIN $i at a second table" key "{\"user\":\"Sue\",\"pin\":\"00000$i\",\"key\":\"high\"}"
done
at live-1 '403|429' 'the right one there' key "{\"user\":\"Sue\",\"pin\":\"$(pin_of Sue)\",\"key\":\"high\"}"
sign_in Sue
"$croupier" people invite Sue --manager "$url" --user Ann --approver Ben --passwords "$dir/passwords" >"$dir/invited" 2>&1 ||
    bad "two people let nobody in: $(cat "$dir/invited")"
code=$(sed -n 's/.*\([A-Z0-9]\{5\}-[A-Z0-9-]*\).*/\1/p' "$dir/invited" | head -n 1)
[ -n "$code" ] || code=$(awk '{ print $NF }' "$dir/invited" | tail -n 1)
try 200 'Sue comes in with her code' --json "{\"person\":\"Sue\",\"code\":\"$code\",\"password\":\"a new long password\"}" "$v1/invitation"
plays_on 'in the end'

# --- addresses of other tables
at uth-1 '400|403|404' "another table's place" '../tcp-1/join' '{"instance":"evil"}'
try '401|403' 'the books with a token of a table' -H "Authorization: Bearer $token" "$v1/log"
try '401|403' "another table's events" -H "Authorization: Bearer $token" --json '{"kind":"game_over","epoch":1,"table_seq":1}' "$v1/tables/tcp-1/events"

kill "$beside" && wait "$beside" 2>/dev/null
beside=
kill "$manager" && wait "$manager" 2>/dev/null
manager=
verified=1
"$croupier" verify "$dir/floor.db" >"$dir/verify" 2>&1 || verified=0
is "verify: $(cat "$dir/verify")" [ "$verified" -eq 1 ]
finish
