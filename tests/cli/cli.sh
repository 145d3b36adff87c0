#!/bin/sh
# The program as its users run it: answers, exit statuses, and nothing on standard output after an
# error.
# usage: cli.sh PROGRAM        run from the repository's root
set -u
croupier=$1
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

# run STATUS NAME ARGUMENT…   standard input is $dir/in if that file exists
run() {
    want=$1 name=$2
    shift 2
    if [ -e "$dir/in" ]; then
        "$croupier" "$@" <"$dir/in" >"$dir/out" 2>"$dir/err"
    else
        "$croupier" "$@" </dev/null >"$dir/out" 2>"$dir/err"
    fi
    status=$?
    rm -f "$dir/in"
    if [ "$status" -eq "$want" ]; then ok; else bad "$name: status $status, not $want: $(cat "$dir/err")"; fi
    case $want in
    1 | 2) [ -s "$dir/err" ] || [ -s "$dir/out" ] || bad "$name: a fault without a word" ;;
    esac
}

says() {
    if grep -qF -- "$2" "$dir/out"; then ok; else bad "$1: no '$2' in: $(cat "$dir/out")"; fi
}

complains() {
    if grep -qF -- "$2" "$dir/err"; then ok; else bad "$1: no '$2' in: $(cat "$dir/err")"; fi
    if [ -s "$dir/out" ]; then bad "$1: something on standard output"; else ok; fi
}

# --- help and usage
run 0 help --help && says help 'usage: croupier COMMAND'
run 2 'no command' && complains 'no command' 'usage: croupier COMMAND'
run 2 'unknown command' roulette && complains 'unknown command' "unknown command 'roulette'"
run 2 'nearly a command' setle && complains 'nearly a command' "unknown command 'setle'; did you mean 'settle'?"
run 2 'nearly an option' eval --tree As Ks Qs && complains 'nearly an option' "unknown option '--tree'; did you mean --three?"
run 2 'nearly a word' rules lsit && complains 'nearly a word' "did you mean 'list'?"
run 2 'a flag with a value' eval --json=1 As && complains 'a flag with a value' '--json takes no value'
run 0 'an equals sign' deal tcp-cn --seed=5 --rounds=2 --json && cp "$dir/out" "$dir/equals"
run 0 'the next word' deal tcp-cn --seed 5 --rounds 2 --json
if cmp -s "$dir/out" "$dir/equals"; then ok; else bad 'an equals sign: another answer'; fi
run 1 'after two dashes' settle -- --lines && complains 'after two dashes' '--lines: No such file'
run 1 'no help after two dashes' settle -- --help && complains 'no help after two dashes' '--help: No such file'
run 0 version --version && says version 'croupier 0.'
for command in eval settle rules deal play analyze simulate completion man; do
    run 0 "$command --help" "$command" --help && says "$command --help" "usage: croupier $command"
done
run 0 'help eval' help eval && says 'help eval' 'usage: croupier eval'
run 0 man man && says man '.TH CROUPIER 1'
for shell in bash zsh fish; do
    run 0 "completion $shell" completion "$shell" && says "completion $shell" uth-cn
done
# offers WORD… NEXT: writes what the bash completion offers after these words on one line
offers() {
    bash -c '. "$1" && shift && COMP_WORDS=(croupier "$@") COMP_CWORD=$# && _croupier && echo "${COMPREPLY[*]}"' - \
        "$dir/completion" "$@" >"$dir/out" 2>"$dir/err"
}
"$croupier" completion bash >"$dir/completion"
offers pl; says 'a command' play
offers play --patrons ''; says 'choices' 'one each'
offers play --progressive p; says 'shipped names' 'ptha-1 ptha-2'
offers play --progressive = non; says 'after an equals sign' none
offers serve --lease ''
if [ "$(cat "$dir/out" "$dir/err")" = '' ]; then ok; else bad "something is offered for a number: $(cat "$dir/out")"; fi
offers serve --floor floors/de; says 'files' floors/demo.yaml
offers rules ch; says 'actions' check
run 2 'completion tcsh' completion tcsh && complains 'completion tcsh' tcsh

# --- eval
run 0 eval eval As Js 9s 4s 2s && says eval 'Ace high flush'
run 0 'eval --json' eval --json As Js 9s 4s 2s
says 'eval --json' '{"cards":["As","Js","9s","4s","2s"],"category":"flush","best":["As","Js","9s","4s","2s"],"name":"Ace high flush","rank":'
run 0 'eval royal' eval --json As Ks Qs Js Ts 2d 3c && says 'eval royal' '"rank":1}'
run 0 'eval worst' eval --json 7s 5h 4d 3c 2c && says 'eval worst' '"rank":7462}'
run 0 'eval three' eval --three --json 10♠ j♠ Q♠ && says 'eval three' '"category":"straight flush"'
run 0 'eval three worst' eval --three --json 5s 3h 2d && says 'eval three worst' '"rank":741}'
run 1 'eval twice' eval As As Qs Js Ts && complains 'eval twice' 'the card As is there twice'
run 1 'eval four' eval As Ks Qs Js && complains 'eval four' '4 cards; a hand has 5, 6 or 7'
run 1 'eval junk' eval As Ks Qs Js 1s && complains 'eval junk' '1s'
run 2 'eval nothing' eval && complains 'eval nothing' 'no cards'
run 0 'eval --four' eval --four --json 6c 6d 6h 2h 9h Th
says 'eval --four' '"category":"three of a kind","best":["6h","6d","6c","Th"],"name":"three sixes","rank":'
run 0 'eval --four best' eval --four --json As Ah Ad Ac && says 'eval --four best' '"rank":1}'
run 0 'eval --four worst' eval --four 6s 4s 3s 2d && says 'eval --four worst' 'rank 2535 of 2535'
run 1 'eval --four of 7' eval --four As Ks Qs Js Ts 2c 3c && complains 'eval --four of 7' '7 cards; with --four a hand has 4, 5 or 6'
run 2 'eval in two orders' eval --four --three As Ks Qs
run 2 'eval option' eval --seven && complains 'eval option' "unknown option '--seven'"
printf 'As Ks Qs Js Ts\nAs As\n\n7s5h4d3c2c\n' >"$dir/in"
run 1 'eval -' eval --json -
says 'eval -' '"rank":1}'
says 'eval -' '{"error":'
says 'eval -' '"rank":7462}'
[ "$(wc -l <"$dir/out")" -eq 3 ] || bad 'eval -: not three answers'

# --- settle
round='{"rules":"tcp-cn","seats":[{"seat":3,"wagers":{"ante":"10"},"cards":["As","Ks","2c"],"actions":["play"]}],"dealer":["2h","7c","9c"]}'
printf '%s\n' "$round" >"$dir/round.json"
run 0 'settle FILE' settle "$dir/round.json" && says 'settle FILE' '"net":"10.00"'
cp "$dir/round.json" "$dir/in" && run 0 'settle stdin' settle && says 'settle stdin' '"net":"10.00"'
cp "$dir/round.json" "$dir/in" && run 0 'settle -' settle - --json && says 'settle -' '"net":"10.00"'
run 1 'settle no file' settle "$dir/none.json" && complains 'settle no file' none.json
run 1 'settle nothing' settle && complains 'settle nothing' 'not JSON'
echo '{"rules":"tcp-cn","seats":[]}' >"$dir/in"
run 1 'settle no seats' settle && complains 'settle no seats' 'seats: no seats'
run 2 'settle two files' settle a b && complains 'settle two files' "'b' is one argument too many"
printf '%s\n\nnot json\n%s' "$round" "$round" >"$dir/in"
run 1 'settle --lines' settle --lines
[ "$(wc -l <"$dir/out")" -eq 3 ] || bad 'settle --lines: not three answers'
[ "$(sed -n 2p "$dir/out" | cut -c1-10)" = '{"error":"' ] || bad 'settle --lines: the fault is not in its place'
: >"$dir/in"
run 0 'settle --lines of nothing' settle --lines
# a line longer than any document gets an error as its answer, and the next line is settled
{ head -c 3000000 /dev/zero | tr '\0' x; printf '\n%s\n' "$round"; } >"$dir/in"
run 1 'settle --lines long' settle --lines
says 'settle --lines long' 'longer than'
says 'settle --lines long' '"net":"10.00"'
# the linked games: their documents and answers
echo '{"rules":"lir-rp","seats":[{"seat":2,"wagers":{"bet1":"10","bet2":"10","bet3":"10","bonus":"5"},"cards":["Ts","Td","4c"],"actions":["ride","pull"]}],"board":["4h","9s"]}' >"$dir/in"
run 0 'settle lir-rp' settle
says 'settle lir-rp' '{"rules":"lir-rp","dealer":null,"seats":[{"seat":2,"category":"two pair","name":"two pair, tens and fours, nine kicker","outcome":"win","wagers":{"bet1":{"stake":"10.00","result":"win","pays":"20.00"},"bet2":{"stake":"0.00","result":"pulled","pays":"0.00"},"bet3":{"stake":"10.00","result":"win","pays":"20.00"},"bonus":{"stake":"5.00","result":"win","pays":"5.00"}},"envy":[],"net":"45.00"}]'
says 'settle lir-rp' '"payments":[{"seat":2,"wager":"bet1","amount":"20.00"},{"seat":2,"wager":"bet3","amount":"20.00"},{"seat":2,"wager":"bonus","amount":"5.00"}]'
echo '{"rules":"ms-rp","seats":[{"seat":2,"wagers":{"ante":"10","bonus":"5"},"cards":["Ts","4d"],"actions":["1x","fold"]}],"board":["8h","9s","8c"],"dealer":null}' >"$dir/in"
run 0 'settle ms-rp' settle
says 'settle ms-rp' '"outcome":"fold","wagers":{"ante":{"stake":"10.00","result":"lose","pays":"0.00"},"third":{"stake":"10.00","result":"lose","pays":"0.00"},"bonus":{"stake":"5.00","result":"win","pays":"5.00"}},"envy":[],"net":"-15.00"'
echo '{"rules":"fcp-rp","seats":[{"seat":2,"wagers":{"ante":"10"},"cards":["As","Ad","9c","7d","3d"],"actions":["2x"]},{"seat":4,"wagers":{"aces_up":"5"},"cards":["Ks","Kd","2c","8d","3c"],"actions":[]}],"dealer":["Ac","Ah","9s","7h","4c","2d"],"board":null}' >"$dir/in"
run 0 'settle fcp-rp' settle
says 'settle fcp-rp' '"dealer":{"cards":["Ac","Ah","9s","7h","4c","2d"],"category":"pair","name":"a pair of Aces, nine","qualifies":true}'
says 'settle fcp-rp' '"outcome":"win","wagers":{"ante":{"stake":"10.00","result":"win","pays":"10.00"},"play":{"stake":"20.00","result":"win","pays":"20.00"}}'
says 'settle fcp-rp' '"outcome":"none","wagers":{"aces_up":{"stake":"5.00","result":"lose","pays":"0.00"}}'
# a rules file named by its path
"$croupier" rules show tcp-cn | sed 's/straight flush: 40 to 1/straight flush: 50 to 1/' >"$dir/my.yaml"
echo '{"rules":"'"$dir"'/my.yaml","seats":[{"seat":1,"wagers":{"pair_plus":"10"},"cards":["4s","3s","2s"]}],"dealer":["2h","7c","9c"]}' >"$dir/in"
run 0 'settle with a file of rules' settle && says 'settle with a file of rules' '"pays":"500.00"'

# --- rules
run 0 'rules list' rules list
cp "$dir/out" "$dir/list"
for name in pg-flush pg-straight uth-cn uth-rp tcp-cn lir-rp ms-rp fcp-rp ptha-1 ptha-2 ptha-3 ptha-4 ptha-5 ptha-6 ptha-7 cn rp; do
    grep -q "^$name " "$dir/list" || bad "rules list: no $name"
    "$croupier" rules show "$name" >"$dir/$name.yaml"
    cmp -s "$dir/$name.yaml" "rules/$name.yaml" || bad "rules show $name is not rules/$name.yaml"
    run 0 "rules check $name" rules check "rules/$name.yaml" && says "rules check $name" sound
done
run 1 'rules show nobody' rules show nobody && complains 'rules show nobody' nobody
run 2 'rules alone' rules
sed 's/^game: .*/game: chess/' rules/uth-cn.yaml >"$dir/chess.yaml"
run 1 'rules check chess' rules check "$dir/chess.yaml" && complains 'rules check chess' "chess.yaml:"

# --- deal
run 0 deal deal uth-cn --seed 7 --rounds 2 && says deal 'Dealer'
cp "$dir/out" "$dir/again"
run 0 'deal again' deal uth-cn --seed 7 --rounds 2
cmp -s "$dir/out" "$dir/again" || bad 'deal: the same seed gives other rounds'
for house in pg-flush pg-straight uth-cn uth-rp tcp-cn lir-rp ms-rp fcp-rp; do
    "$croupier" deal "$house" --json --rounds 300 --seats 7 --seed 3 >"$dir/in"
    run 0 "deal $house | settle" settle --lines
    [ "$(wc -l <"$dir/out")" -eq 300 ] || bad "deal $house | settle: not 300 answers"
    # PIT-16: output for people names the house's paragraphs, never this project's ids
    "$croupier" deal "$house" --rounds 100 --seats 7 --seed 3 >"$dir/people"
    [ -s "$dir/people" ] || bad "deal $house: nothing for people"
    if grep -E '[A-Z]{2,4}-[0-9]' "$dir/people"; then bad "deal $house: an id of this project"; fi
done
# PIT-20: the manual's orders of payment are options; each of them pays the same amounts
for order in base-bonus:pg-flush:4f,4p,1f,1p bonus-base:tests/scenario/rules/pg-bonus.yaml:4p,4f,1p,1f \
    all-base:tests/scenario/rules/pg-all-base.yaml:4f,1f,4p,1p losers:tests/scenario/rules/pg-losers.yaml:4f,4p,1f,1p; do
    file=${order#*:}
    cat >"$dir/in" <<END
{"rules":"${file%:*}","progressive":"ptha-2","board":["Ks","9c","5s","4d","2h"],"dealer":["Tc","Jd"],"seats":[
{"seat":1,"wagers":{"ante":"10.00","progressive":"1.00"},"cards":["9s","9h"],"actions":["bet","check","check"]},
{"seat":4,"wagers":{"ante":"10.00","progressive":"1.00"},"cards":["Kh","Kd"],"actions":["bet","check","check"]}]}
END
    run 0 "${order%%:*}" settle --json
    paid=$(tr -d ' \n' <"$dir/out" | sed 's/.*"payments":\[\([^]]*\)\].*/\1/; s/},{/}\n{/g' |
        sed 's/.*"seat":\([0-9]\),"wager":"\(.\)[a-z]*","amount":"\([0-9.]*\)".*/\1\2 \3/')
    in_order=$(echo "$paid" | cut -d' ' -f1 | paste -sd, -)
    [ "$in_order" = "${order##*:}" ] || bad "${order%%:*}: paid in the order $in_order"
    [ "$(echo "$paid" | sort | paste -sd, -)" = '1f 20.00,1p 3.00,4f 20.00,4p 3.00' ] || bad "${order%%:*}: other amounts: $paid"
done
# Rounds dealt from a rules file name that file, because settle would not find the rules by the name
# inside it.
sed -e 's/^rules: .*/rules: of-my-own/' -e 's/^progressive: .*/progressive: none/' rules/uth-cn.yaml >"$dir/own.yaml"
sed 's/^progressive: .*/progressive: of-my-own/' rules/cn.yaml >"$dir/own-progressive.yaml"
"$croupier" deal "$dir/own.yaml" --progressive "$dir/own-progressive.yaml" --json --rounds 50 --seats 7 --seed 3 >"$dir/in"
run 0 'deal FILE | settle' settle --lines
[ "$(wc -l <"$dir/out")" -eq 50 ] || bad 'deal FILE | settle: not 50 answers'
# The command that plays a session again is whole, however long the path of the rules is.
mkdir -p "$dir/$(printf '%0200d' 0)" && cp "$dir/own.yaml" "$dir/$(printf '%0200d' 0)/rules-of-a-house-of-our-own.yaml"
echo quit | "$croupier" play "$dir/$(printf '%0200d' 0)/rules-of-a-house-of-our-own.yaml" --progressive rp --seed 5 --no-advice >"$dir/out"
if grep -q 'The same deals again: croupier play .*/rules-of-a-house-of-our-own.yaml --progressive rp --seed 5$' "$dir/out"; then ok; else bad "play: $(tail -n 1 "$dir/out")"; fi
# Posted limits below a chip, and wins that no amount can hold: the round is dealt, or refused with
# a message.
sed 's/^deal:/limits: {ante: {min: none, max: 0.50}}\ndeal:/' rules/uth-cn.yaml >"$dir/small.yaml"
run 0 'deal for half a unit' deal "$dir/small.yaml" --rounds 20 --seats 7 --seed 3 && says 'deal for half a unit' '0.50'
sed -e 's/^deal:/limits: {ante: {min: 1000000000, max: none}}\ndeal:/' -e '/^  blind:/,/^  trips:/s/: [0-9]* to [12]/: 1000000 to 1/' rules/uth-cn.yaml >"$dir/large.yaml"
run 1 'deal for more than there is' deal "$dir/large.yaml" --rounds 100 --seats 7 --seed 3
complains 'deal for more than there is' 'with this minimum the best hand of blind wins more than the system can hold'
sed -e '/^limits:/d' "$dir/large.yaml" >"$dir/free.yaml"
echo '{"rules":"'"$dir/free.yaml"'","progressive":null,"seats":[{"seat":1,"wagers":{"ante":"1000000000","blind":"1000000000"},"cards":["As","Ks"],"actions":["4x"]}],"board":["Qs","Js","Ts","2d","3c"],"dealer":["2h","7c"]}' >"$dir/in"
run 1 'a win of more than there is' settle
complains 'a win of more than there is' 'seat 1: a win is larger than the system can hold'
"$croupier" deal uth-cn --rounds 2000 --seats 7 --seed 3 >"$dir/people"
for paragraph in 20 21 22 26 27 28 29 31 32 33 34; do
    grep -q "(CN $paragraph)\$" "$dir/people" || bad "deal uth-cn: no CN $paragraph"
done
# TC i: the dealer's cards are arranged from the highest to the lowest
"$croupier" deal tcp-cn --rounds 300 --seed 3 | sed -n 's/^  dealer  \(.\). \(.\). \(.\).   .*/\1 \2 \3/p' >"$dir/dealt"
[ "$(wc -l <"$dir/dealt")" -eq 300 ] || bad 'deal tcp-cn: not 300 hands of the dealer'
tr TJQKA abcde <"$dir/dealt" | LC_ALL=C awk '$1 < $2 || $2 < $3 { exit 1 }' || bad "deal tcp-cn: the dealer's cards are not arranged"
run 2 'deal nothing' deal
run 1 'deal nobody' deal nobody && complains 'deal nobody' nobody
run 2 'deal seats' deal uth-cn --seats 8 && complains 'deal seats' '--seats'

# --- a closed pipe and a full disk are faults, not crashes
"$croupier" deal uth-cn --json --rounds 100000 2>/dev/null | head -n 1 >/dev/null
if [ -e /dev/full ]; then
    "$croupier" eval As Ks Qs Js Ts >/dev/full 2>"$dir/err"
    [ $? -eq 1 ] || bad 'a full disk is not noticed'
    grep -q 'writing the answer failed' "$dir/err" || bad 'a full disk is not named'
fi

# --- if a standard stream is closed, no file or socket gets its number, so nothing is printed into
# them
"$croupier" eval As Ks Qs Js Ts >&- 2>"$dir/err"
[ $? -eq 1 ] || bad 'a closed standard output is not noticed'
"$croupier" eval - <&- >"$dir/out" 2>"$dir/err"
[ $? -eq 1 ] || bad 'a closed standard input is not noticed'
grep -q 'reading failed' "$dir/err" || bad 'a closed standard input is not named'
"$croupier" eval As 2>&- >"$dir/out"
[ $? -eq 1 ] || bad 'a closed standard error changes the status'
[ -s "$dir/out" ] && bad 'a closed standard error: something on standard output'
timeout -s KILL 120 "$croupier" table alone --standalone --rules pg-flush --players 3 --rounds 2 \
    --store "$dir/alone.db" --state "$dir/alone.table" >&- 2>"$dir/err"
[ $? -eq 1 ] || bad 'a table with a closed standard output does not end'
run 0 'what it dealt' verify "$dir/alone.db"

# --- quoted input can neither send control codes to the terminal nor end the line of the message
escape=$(printf '\033')
cat >"$dir/round" <<'END'
{"rules":"tcp-cn","seats":[{"seat":3,"wagers":{"ante":"10"},"cards":["6h","7d","8c"],"actions":["play"]}],"dealer":["5c","5d","5s"]}
END
plain() {
    if [ "$(wc -l <"$dir/err")" -le "$2" ] && ! grep -q "$escape" "$dir/err"; then ok; else bad "$1: $(cat -v "$dir/err")"; fi
}
sed 's/tcp-cn/tcp\\u001b[31m\\ncn/' "$dir/round" >"$dir/in"
run 1 'rules that paint' settle && complains 'rules that paint' 'tcp\x1b[31m\x0acn' && plain 'rules that paint' 1
sed 's/"10"/"10\\u0000"/' "$dir/round" >"$dir/in"
run 1 'an amount with an end of text' settle && complains 'an amount with an end of text' '"10\u0000" is not an amount'
sed 's/"10"/"\\u001b[31m10"/' "$dir/round" >"$dir/in"
run 1 'an amount that paints' settle && plain 'an amount that paints' 1
run 1 'a name that paints' analyze "$(printf 'pg\033[31m\nx')" && plain 'a name that paints' 1
run 1 'a file that paints' rules check "$(printf '/no/x\033[31m\ny')" && plain 'a file that paints' 1
run 2 'a command that paints' "$(printf 'eva\033l')" && plain 'a command that paints' 2

# --- PDF on standard output
"$croupier" analyze tcp-cn --pdf - 2>"$dir/err" | head -c 5 >"$dir/out"
[ "$(cat "$dir/out")" = '%PDF-' ] || bad 'analyze --pdf -: no paper on standard output'
[ -e ./- ] && bad 'analyze --pdf -: a file of that name'
# a sanitizer may also write to standard error, so only the program's own lines count
if grep '^croupier' "$dir/err" >"$dir/out"; then bad "analyze --pdf -: $(cat "$dir/out")"; else ok; fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
