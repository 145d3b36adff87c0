#!/bin/sh
# Games that only tests have, on a floor and over HTTP: every question that takes house rules is answered
# rightly or refused with the game's name, and the screens show such a table rightly.
# usage: game_routes.sh PROGRAM TWO SOLO        run from the repository's root; house rules
set -u
# shellcheck source=tests/cli/floor_lib.sh
. "$(dirname "$0")/../cli/floor_lib.sh"
two=$(realpath "$2") solo=$(realpath "$3")

cat >"$dir/floor.yaml" <<FLOOR
floor: Games of the tests
configured_by: [One, Two]
people:
  One: manager
  Two: manager
links:
  five: {progressive: rp, approvals: {high: 2, low: 1}, coins_per_minute: 120, open: yes}
tables:
  two-1: {rules: $two}
  solo-1: {rules: $solo, link: five}
FLOOR

# fetch STATUS NAME PATH [BODY]: asks the manager and expects this status; the answer is in $dir/out
fetch() {
    want=$1 name=$2 path=$3
    shift 3
    if [ $# -gt 0 ]; then
        code=$(curl -s -o "$dir/out" -w '%{http_code}' -H 'Content-Type: application/json' -d "$1" "$url/api/v1$path")
    else
        code=$(curl -s -o "$dir/out" -w '%{http_code}' "$url/api/v1$path")
    fi
    if [ "$code" = "$want" ]; then ok; else bad "$name: status $code, not $want: $(head -c 400 "$dir/out")"; fi
}

# quoted FILE: the file's text as a JSON string
quoted() {
    printf '"'
    sed 's/"/\\"/g; s/$/\\n/' "$1" | tr -d '\n'
    printf '"'
}

# questions GAME TITLE RULES HOLE ACTION WAGER: asks each path under /analyze and /practice in the document of the
# interface
questions() {
    game=$1 title=$2 rules=$(quoted "$3") hole=$4 action=$5 wager=$6
    no="no exact analysis for $title"
    # those that take a document, which names a game; in the YAML the methods stand below their path
    awk -F "'" '/^  [^ ]/ { path = $2 } /^    post:/ && path ~ "^/api/v1/(analyze|practice)" { print substr(path, 8) }' \
        docs/openapi.yaml >"$dir/paths"
    [ -s "$dir/paths" ] || bad 'no questions in docs/openapi.yaml'
    while read -r path; do
        case $path in
        /practice/certificate) rest=',"name":"Dee","date":"2026-11-16","rounds":3,"right":2,"wrong":1' ;;
        /analyze/position) rest=",\"hole\":$hole" ;;
        /analyze/protect) rest=',"sees":"dead:1"' ;;
        /analyze/design) rest=",\"wager\":\"$wager\",\"vary\":[\"pair=1..2\"],\"target\":0.05" ;;
        *) rest= ;;
        esac
        case $path in
        /analyze*)
            fetch 404 "$game: $path" "$path" "{\"text\":$rules$rest}"
            says "$game: $path" "\"detail\":\"$no\""
            ;;
        /practice/wagers)
            fetch 200 "$game: $path" "$path" "{\"text\":$rules}"
            says "$game: $path" "\"game\":\"$game\""
            ;;
        /practice/round)
            fetch 200 "$game: $path" "$path" \
                "{\"text\":$rules,\"seat\":4,\"neighbours\":3,\"wagers\":{\"ante\":\"10\"},\"actions\":[\"$action\"]}"
            says "$game: $path" '"phase":"settled"'
            fetch 404 "$game: $path with advice" "$path" \
                "{\"text\":$rules,\"seat\":4,\"wagers\":{\"ante\":\"10\"},\"actions\":[],\"advice\":true}"
            says "$game: $path with advice" "\"detail\":\"$no\""
            ;;
        *)
            fetch 404 "$game: $path" "$path" "{\"text\":$rules$rest}"
            says "$game: $path" "\"detail\":\"no dealer's training for $title\""
            ;;
        esac
    done <"$dir/paths"
}

# table TABLE TITLE: plays rounds at a table of the floor, and compares what its screens read
table() {
    "$croupier" table "$1" --manager "$url" --players 3 --seed 4 --rounds 3 --state "$dir/$1.table" \
        >"$dir/out" 2>&1 || bad "$1: $(tail -3 "$dir/out")"
    fetch 200 "$1" "/tables/$1"
    says "$1" "\"game\":\"$2\""
    fetch 200 "$1: rules" "/tables/$1/rules"
    says "$1: rules" "title: $2"
}

"$croupier" serve --open --floor "$dir/floor.yaml" --store "sqlite:$dir/floor.db" --listen 127.0.0.1:0 \
    >"$dir/said" 2>"$dir/err" &
writer=$!
await "$writer" in_file "$dir/said" 'croupier serve: http' || {
    bad "no manager: $(cat "$dir/err")"
    finish
    exit 1
}
url=$(sed -n 's/^croupier serve: \(http[^ ]*\).*/\1/p' "$dir/said")

table two-1 'Two Card Test'
table solo-1 'Solo Test'
questions two 'Two Card Test' "$two" '["As","Ad"]' 2x pair_bet
questions solo 'Solo Test' "$solo" '["As","Ad","2c"]' bet ante
for path in /floor /tables /links /links/five /reports/coin-in /reports/activity /reports/submission; do
    fetch 200 "$path" "$path"
done
says 'the submission' 'not known: the game has no exact analysis'
kill "$writer"
wait "$writer" || bad "the manager ended with status $?: $(cat "$dir/err")"
writer=
run 0 verify verify "$dir/floor.db"
finish
