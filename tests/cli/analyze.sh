#!/bin/sh
# croupier analyze, run as a program: known figures, every form of answer, and errors.
# usage: analyze.sh PROGRAM [long]   long: only the best play with the progressive, in games that take seconds each
set -u
croupier=$1
long=${2-}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
passed=0
failed=0

ok() {
    passed=$((passed + 1))
}

bad() {
    failed=$((failed + 1))
    printf 'FAIL %s\n' "$1"
}

# run STATUS ARGUMENT…
run() {
    want=$1
    shift
    name="analyze $*"
    "$croupier" analyze "$@" </dev/null >"$dir/out" 2>"$dir/err"
    status=$?
    if [ "$status" -eq "$want" ]; then ok; else bad "$name: status $status, not $want: $(cat "$dir/err")"; fi
}

says() {
    for text; do
        if grep -qF -- "$text" "$dir/out"; then ok; else bad "$name: no '$text' in: $(head -c 2000 "$dir/out")"; fi
    done
}

complains() {
    for text; do
        if grep -qF -- "$text" "$dir/err"; then ok; else bad "$name: no '$text' in: $(cat "$dir/err")"; fi
    done
    if [ -s "$dir/out" ]; then bad "$name: something on standard output"; else ok; fi
}

# An answer with --json is one line, with as many closing as opening brackets and no numbers that
# JSON does not allow.
is_json() {
    [ "$(wc -l <"$dir/out")" -eq 1 ] || bad "$name: not one line"
    for pair in '{}' '[]'; do
        open=$(tr -cd "${pair%?}" <"$dir/out" | wc -c)
        close=$(tr -cd "${pair#?}" <"$dir/out" | wc -c)
        if [ "$open" -eq "$close" ]; then ok; else bad "$name: $open and $close of $pair"; fi
    done
    if grep -Eqi '[:,[](-?nan|-?inf)|,[]},]|[[{],' "$dir/out"; then bad "$name: not JSON"; else ok; fi
    if command -v python3 >/dev/null 2>&1; then
        if python3 -m json.tool <"$dir/out" >/dev/null 2>&1; then ok; else bad "$name: not JSON to python3"; fi
    fi
}

# Text output is at most 80 columns wide, has no trailing blanks, and no colours when written to a
# file.
is_text() {
    # A character of several bytes takes one column: bytes after its first are not counted.
    if LC_ALL=C tr -d '\200-\277' <"$dir/out" | awk 'length($0) > 80' | grep -q .; then bad "$name: wider than 80 columns"; else ok; fi
    if grep -q ' $' "$dir/out"; then bad "$name: trailing blanks"; else ok; fi
    if grep -q "$(printf '\033')" "$dir/out"; then bad "$name: colours in a file"; else ok; fi
}

# Every line has as many commas as the first one.
is_csv() {
    if awk -F, 'NR == 1 { n = NF } NF != n { exit 1 } END { exit NR < 2 }' "$dir/out"; then ok; else bad "$name: not a table"; fi
}

hands_of() {
    grep -o '"combos":' "$dir/out" | wc -l
}

finish() {
    printf '%d passed, %d failed\n' "$passed" "$failed"
    [ "$failed" -eq 0 ]
    exit
}

# --- LINK-5: the best play for game and progressive together, where its calculation takes seconds
if [ -n "$long" ]; then
    run 0 rp --rules fcp-rp --ante 5 --meter 10000 --json && says '"exact":"-183796489837/1585597882050"' '"gain":0}'
    run 0 rp --rules uth-rp --ante 5 --meter 10000 --json && says '"joint":{"ev":-0.11007' '"exact":"-765434556587/6953452506000"' '"gain":0.00059'
    run 0 rp --rules uth-rp --ante 50 --meter 10000 --json && says '"exact":"-356048531929/11589087510000"' '"gain":8.99978'
    finish
fi

# --- base games
run 0 pg-flush --json && is_json
says '{"rules":"pg-flush","ev":-0.055935' '"exact":{"ev":"-19447087313/347672625300"' \
    '"frequencies":{"fold":0.054298642533' '"turn_bet":0.4429' '"river_check":0.4862' \
    '"hand":"AA","combos":6,"decision":"bet"' '"ev_play":' '"element_of_risk":0.0147' '"average_wager":3.79386' '"std_dev":3.4578'
[ "$(hands_of)" -eq 169 ] || bad "$name: not 169 starting hands"
[ "$(grep -o '"decision":"fold"' "$dir/out" | wc -l)" -eq 6 ] || bad "$name: not six hands to fold"
run 0 pg-straight --json && is_json
says '"ev":"-578107733/28381438800"'
run 0 pg-straight --json --threads 1 --isa portable && cp "$dir/out" "$dir/one"
run 0 pg-straight --json --threads 2
cmp -s "$dir/out" "$dir/one" || bad 'analyze: one thread and two differ'
run 0 uth-cn --json && is_json
says '"exact":{"ev":"-50643648973/2317817502000"' '"preflop_4x":0.3770' '"preflop_3x":0,' '"flop_2x":0.2128' \
    '"river_1x":0.2182' '"fold":0.1918' '"side_bets":{"trips":{"ev":-0.019' '"with_trips":{"ev":' '"ev_4x":' '"ev_check":'
run 0 uth-rp --hole 'As Ks' --flop 'Qs Js Ts' --ante 5000 --json && is_json &&
    says '"ante":"5000.00","hand_limit":"50000.00"' '"exact":"10/1"'
run 0 uth-rp --hole 'As Ks' --flop 'Qs Js Ts' && is_text && says 'Without the limit of 50,000'
run 0 uth-cn --trips 0.5 --json && is_json && says '"trips_per_ante":"1/2"'
run 0 tcp-cn --json && is_json
says '"house_edge":0.0337298' '"cutoff":"Q-6-4"' '"exact":"-402/5525","house_edge":0.0727' '"frequencies":{"play":0.6742'
run 0 pg-flush && is_text && says 'right of' 'payment.order: "all' # PIT-20: where the manual contradicts itself
says 'House edge' '5.593505%' '46.288412%' '-0.89086952' ' 2    16   -12   -31   -48   -64   -78   -92  -100' 'Fold unsuited 7-2, 6-2, 5-2, 4-3, 4-2, 3-2.' 'C52,2' '-19447087313/347672625300'
run 0 tcp-cn && is_text && says 'play with Q-6-4' 'House edge'
run 0 pg-flush --csv && is_csv && says 'hand,combos,decision,ev,exact,ev_play' '72o,12,fold,-1,-1/1,'
[ "$(wc -l <"$dir/out")" -eq 170 ] || bad "$name: not 169 starting hands"
run 0 tcp-cn --csv && is_csv && says 'house_edge,0.0337'
run 0 pg-straight --progressive ptha-2 --json && is_json && says '"progressive":{"progressive":"ptha-2"' '"ante":"10.00"'
run 0 pg-straight --progressive ptha-2 --ante 25 && is_text && says 'house edge on one Ante of 25.00'
run 0 pg-straight --progressive none --json && is_json
# a rules file of the house's own
sed 's/^name: .*/name: my-tcp/; s/straight flush: 40 to 1/straight flush: 50 to 1/' rules/tcp-cn.yaml >"$dir/my.yaml"
run 0 "$dir/my.yaml" --json && is_json && says '"pair_plus":{"ev":'

# --- single hands
run 0 pg-flush --hole AJo --json && is_json
says '"hole":"AJo","turn_check":{"river_check":{"win":0.000332' '"win_less":0.0411' '"turn_bet":{"river_check"' '"ev":0.8997'
cp "$dir/out" "$dir/class"
run 0 pg-flush --hole 'A♠ jD' --json
cmp -s "$dir/out" "$dir/class" || bad 'analyze: As Jd is not AJo'
run 0 pg-flush --hole AJo && is_text && says '14.6327*' '14.6326  14.6327' '12581660837/13983816000'
run 0 pg-flush --hole AJo --csv && is_csv
run 0 pg-flush --hole '5s 5h' --flop '8d 9d Js' --json && is_json
says '"turn_cards":[{"card":"2s","check_check":-0.568357' '"totals":{"check_check":-0.8073' '"check":-0.720685' \
    '"bet":-0.835841' '"decision":"check"'
[ "$(grep -o '"card":' "$dir/out" | wc -l)" -eq 47 ] || bad "$name: not 47 turn cards"
run 0 pg-flush --hole '5s 5h' --flop '8d 9d Js' && is_text && says '-111.6952*' 'without its minus sign'
run 0 pg-straight --hole '2s 5h' --flop '8d 9d Js' && is_text
if grep -q 'minus sign' "$dir/out"; then bad "$name: notes on another table"; else ok; fi
run 0 pg-flush --hole '5s 5h' --flop '8d 9d Js' --csv && is_csv
run 0 pg-flush --hole '5s 5h' --flop '8d 9d Js' --turn 2s --json && is_json
says '"board":["8d","9d","Js","2s"],"options":[{"action":"check","ev":-0.568357' '"exact":"-2353/4140"' '"best":"check"'
run 0 uth-cn --hole 'As 7d' --flop '2c 3d Kh' --json && is_json && says '"action":"2x"' '"best":"check"'
run 0 uth-cn --hole 'As 7d' --flop '2c 3d Kh' --turn 9c --river 9d --json && is_json
says '{"action":"fold","ev":-2,"exact":"-2/1"}' '"exact":"-221/330"' '"best":"1x"'
run 0 uth-cn --hole 'As 7d' --flop '2c 3d Kh' --turn 9c --river 9d --csv && is_csv && says '1x,-0.66969696969696968,-221/330,yes'
run 0 tcp-cn --hole 'Qs 6d 4c' --json && is_json && says '"hole":["Qs","6d","4c"],"board":[]' '"exact":"-9151/9212"' '"best":"play"'
run 0 tcp-cn --hole 'Qs 6d 3c' && is_text && says '=>  fold'

# --- the linked games: bets that can be taken back, bets on streets, an open card of the dealer
run 0 lir-rp --json && is_json
says '"exact":{"ev":"-37963/1082900","average_wager":"331288/270725"}' '"frequencies":{"ride_1":0.0727' \
    '"bonus":{"ev":-0.0709'
run 0 ms-rp --json && is_json
says '"exact":{"ev":"-53223/1082900"' '"third_1x":0.6304' '"fold":0.5422' '"hand":"AA","combos":6,"decision":"3x"'
run 0 fcp-rp --json && is_json
says '"exact":{"ev":"-8840827253/317119576410"' '"play_3x":0.3071' '"aces_up":{"ev":-0.0389'
run 0 lir-rp --hole '2c 2d 3c' --json && is_json
says '"options":[{"action":"pull","ev":0,"exact":"0/1"},{"action":"ride","ev":-0.0603' '"exact":"-71/1176"}],"best":"pull"'
run 0 lir-rp --hole '2c 2d 3c' --board Kd --json && says '"board":["Kd"]' '"exact":"-11/24"}],"best":"pull"'
run 0 lir-rp --hole 'Ts Js Qs' --ante 50 --json && says '"exact":"92/147"' # of 31/21 without the limit
run 0 ms-rp --hole 'Ah 7d' --json && says '{"action":"1x","ev":-0.3579' '"exact":"-877/2450"' '"best":"1x"'
run 0 ms-rp --hole 'Ah 7d' --board 'Kd 2c' --bets 1,3 --json && says '{"action":"fold","ev":-5,"exact":"-5/1"}' '"exact":"-33/8"'
run 0 ms-rp --hole 'Ah 7d' --board 'Kd 2c' --json && says '{"action":"fold","ev":-3,"exact":"-3/1"}'
run 0 fcp-rp --hole '2c 2d 3c Kd Ks' --up As --json && is_json
says '"board":[],"up":"As"' '{"action":"3x","ev":1.4788' '"exact":"1013588/685377"}],"best":"3x"'
run 0 fcp-rp --hole '2c 2d 3c Kd Ks' --up As && is_text && says 'against As'
run 1 fcp-rp --hole '2c 2d 3c Kd Ks' && complains 'give it with --up'
run 1 fcp-rp --hole '2c 2d 3c Kd Ks' --up Ks && complains 'the card Ks is there twice'
run 1 lir-rp --hole '2c 2d 3c' --up Ks && complains 'the dealer of lir-rp shows no card'
run 1 fcp-rp --hole '2c 2d 3c Kd Ks' --board Kd && complains 'fcp-rp has no board'
run 1 ms-rp --hole 'Ah 7d' --board 'Kd 2c 3c' && complains 'nothing is left to decide'
run 1 ms-rp --hole 'Ah 7d' --board 'Kd 2c 3c 4c' && complains '4 cards; ms-rp has 3'
run 1 ms-rp --hole 'Ah 7d' --board Kd --bets 5 && complains 'third'
for bets in '' '1,' ',1' '1,,2' 0 99 1000 x '1 2' '1,1,1,1'; do
    run 1 ms-rp --hole 'Ah 7d' --board Kd --bets "$bets" && complains '--bets'
done
run 2 ms-rp --hole 'Ah 7d' --bets 1 && complains '--board'
run 2 uth-cn --hole 'As 7d' --board '2c 3d Kh' --flop '2c 3d Kh' && complains '--flop'

# --- LINK-5: the progressive in one game, and the best play for both together
run 0 rp --rules lir-rp --ante 5 --meter 10000 --json && is_json && says '"live":{"hands"' '"house_advantage":0.2240'
if grep -q '"joint"' "$dir/out"; then bad "$name: a joint play where nothing is folded"; else ok; fi
run 0 rp --rules ms-rp --ante 5 --meter 10000 --json && is_json
says '"live":{"hands"' '"house_advantage":0.3704' '"joint":{"ev":-0.16508' '"exact":"-2681573/16243500"' '"gain":0.002359'
run 0 rp --rules ms-rp --ante 5 --meter 1000000 --json && says '"exact":"13266319/32487000"' '"gain":0.0943'
sed -e 's/^rules: .*/rules: pg-forfeits/' -e '/^fold_forfeits/d' "rules/pg-flush.yaml" >"$dir/pg-forfeits.yaml"
echo 'fold_forfeits: [progressive]' >>"$dir/pg-forfeits.yaml"
run 0 ptha-2 --rules "$dir/pg-forfeits.yaml" --ante 5 --meter 10000 --json && is_json && says '"joint":{"ev":-0.14097' '"exact":"-490138618373/3476726253000"'
run 2 rp --meter 10000 && complains '--rules'

# --- progressives
run 0 ptha-1 --json && is_json
says '{"progressive":"ptha-1","bet":"1.00","hands":[{"hand":"royal flush","probability":1.5390771693292702e-06,"exact":"1/649740","pays":"100%","from":"jackpot","contribution":null}' \
    '"pays":"500.00","from":"jackpot","contribution":0.12004' '"pays":null,"from":null' '"average_reset":42487' '"average_jackpot":1207' \
    '"printed":{"hands":[' '"average_jackpot":120726.2' '"envy_per_seat":0' '"break_even":'
run 0 ptha-1 && is_text && says '120,720.00' '120,726.22' 'Full House, 1 in' '11111' '694.17'
run 0 ptha-7 --csv && is_csv && says 'royal flush,1.5390771693292702e-06,1/649740,'
run 0 ptha-2 --rules pg-flush --ante 5 --json && is_json && says '"rules":"pg-flush","ante":"5.00"'
if grep -q '"folded"' "$dir/out"; then bad "$name: folds forfeit nothing in pg"; else ok; fi
run 0 cn --json --seats 6 && is_json
says '"from":"tray"' '"average_jackpot":{"mega":' '"folded":{"hands":[' '"seats":6' '"rules":"uth-cn"'

# --- comparisons
run 0 pg-flush --compare pg-straight --json && is_json
says '"rules":{"a":"pg-flush","b":"pg-straight"}' '"house_edge":{"a":0.0559' '"hand":"43o","combos":12,"a":"fold","b":"bet"'
run 0 pg-flush --compare pg-straight && is_text && says '43o'
run 0 cn --compare rp && is_text && says 'House advantage' '22.4040%'
run 0 ptha-1 --compare ptha-2 --csv && is_csv && says 'figure,ptha-1,ptha-2,difference'

# --- options that change the answer, or are refused
run 0 rp --rules ms-rp --ante 5 --meter 10000 && is_text && says '-0.16508591' "0.00235984 more than by the base game's best play"
run 0 rp --rules ms-rp --ante 5 --meter 900000 && is_text && says '0.34987284' '0.08446853 more'
run 0 rp --rules lir-rp --meter 500 && is_text && says 'No fold of lir-rp loses the bet'
run 0 ptha-2 --seats 5 && is_text && says 'No award gives Envy'
run 1 ptha-2 --ante 50 && complains '--ante: no base game stands beside ptha-2'
run 2 rp --compare cn --seats 4 && complains '--seats says nothing in a comparison of progressives'
run 2 rp --compare cn --ante 4 && complains '--ante says nothing in a comparison of progressives'
run 2 lir-rp --compare lir-rp --progressive cn && complains '--progressive says nothing in a comparison of house rules'

# --- errors in the call
run 2 && complains 'no name'
run 2 pg-flush pg-straight && complains "'pg-straight' is one argument too many"
run 2 pg-flush --loud && complains "unknown option '--loud'"
run 2 pg-flush --hole && complains '--hole takes a value: --hole CARDS'
run 2 pg-flush --json --csv && complains 'one of --json, --csv and --pdf'
run 2 pg-flush --flop '8d 9d Js' && complains '--flop needs --hole'
run 2 pg-flush --hole '5s 5h' --turn 2s && complains '--turn needs --flop'
run 2 pg-flush --hole AJo --compare pg-straight && complains 'one of --hole, --compare and --pdf'
run 2 pg-flush --trips 2 && complains '--trips'
run 2 uth-cn --trips half && complains "'half'"
run 2 uth-cn --trips 1/0 && complains "'1/0'"
run 2 uth-cn --trips 0 && complains 'above 0'
run 2 uth-rp --ante 0 && complains 'above zero'
run 2 uth-rp --ante 5000 --trips 2 --json && complains 'counts Trips too'
run 2 uth-rp --ante 97 --trips 2 --json && complains 'counts Trips too'
run 2 pg-flush --isa mmx && complains "'mmx'"
run 2 pg-flush --threads many && complains "'many'"
run 2 cn --seats 8 && complains "'8'"
run 2 ptha-2 --rules pg-flush --ante 1.5 && complains '--ante'
run 2 pg-flush --seats 3 && complains '--seats is for progressives'
run 2 cn --hole AJo && complains '--hole is for house rules'
run 2 tcp-cn --progressive cn && complains 'no progressive bet'
run 1 nobody && complains nobody
run 1 pg-flush --compare nobody && complains nobody
run 1 pg-flush --compare cn && complains 'one is house rules'
run 1 pg-flush --progressive nobody && complains nobody
run 1 ptha-1 --rules nobody && complains nobody
run 1 ptha-1 --rules tcp-cn && complains 'no progressive bet'
run 1 pg-flush --hole AXo && complains '--hole' AXo
run 1 pg-flush --hole AJ && complains AJ
run 1 pg-flush --hole 77s && complains 77s
run 1 pg-flush --hole 'As Ks Qs' && complains '3 cards, not 2'
run 1 pg-flush --hole 'As As' && complains 'the card As is there twice'
run 1 pg-flush --hole 'As Ks' --flop '2c 3c As' && complains 'the card As is there twice'
run 1 pg-flush --hole 'As Ks' --flop '2c 3c' && complains "--flop '2c 3c': 2 cards, not 3"
run 1 pg-flush --hole 'As Ks' --flop '2c 3c 4x' && complains '--flop' 4x
run 1 pg-flush --hole AKs --flop '2c 3c 4c' && complains 'which two cards'
run 1 ms-rp --hole AKo --board 'Ks 3h' && complains 'with open cards say which two cards'
run 1 pg-flush --hole 'As Ks' --flop '2c 3c 4c' --turn 5c --river 6c && complains 'nothing is left to decide'
run 1 tcp-cn --hole 'As Ks' && complains '2 cards, not 3'
run 1 tcp-cn --hole AJo && complains AJo
run 1 tcp-cn --hole 'As Ks Qs' --flop '2c 3c 4c' && complains 'no board'
if [ -e /dev/full ]; then
    "$croupier" analyze tcp-cn >/dev/full 2>"$dir/err"
    [ $? -eq 1 ] || bad 'analyze: a full disk is not noticed'
fi

finish
