#!/bin/sh
# Golden logs: a store of each version of the program is still read as it was written, and one of a newer version is
# refused by name. A new version is a new folder in tests/data/logs (README.md there).
# usage: golden.sh CROUPIER CROUPIER_NEXT CROUPIER_VERIFY GOLDEN_STORE      from the project's root
set -u
# shellcheck source=tests/cli/floor_lib.sh
. "$(dirname "$0")/../cli/floor_lib.sh"
next=$2 verify=$3

# serve PROGRAM STORE NAME: starts a manager on the store and stops it again
serve() {
    rm -f "$dir/served"
    "$1" serve --audit 0 --after-pause --store "$2" --listen 127.0.0.1:0 >"$dir/served" 2>&1 &
    writer=$!
    if await "$writer" in_file "$dir/served" http:; then ok; else bad "$3: $(cat "$dir/served")"; fi
    kill "$writer" 2>/dev/null && wait "$writer"
    writer=
}
# begins NAME EXPORT STORE: the store's log begins with the export's bytes
begins() {
    "$croupier" log "$3" --export "$dir/now.jsonl" || bad "$1: cannot be exported"
    if head -c "$(wc -c <"$2")" "$dir/now.jsonl" | cmp -s - "$2"; then ok; else bad "$1: other bytes"; fi
    rm -f "$dir/now.jsonl"
}
# confirmed NAME EXPORT FOLDER: croupier-verify must confirm the export with the folder's checkpoints
confirmed() {
    "$verify" "$2" "$3/checkpoints" --key "$3/signing.pub" >"$dir/out" 2>"$dir/err"
    if [ "$(tail -n 1 "$dir/out")" = CONFIRMED ]; then ok; else bad "$1: $(cat "$dir/out" "$dir/err")"; fi
}
# refused NAME ARGUMENT…: the command must fail and say that a newer version wrote the log
refused() {
    name=$1
    shift
    run 1 "$name" "$@"
    complains "$name" "have the meaning of version 4, and this program knows versions up to 3; use a croupier that knows it"
}
reports() {
    claim=$(sed -n 's/^{"seq":\([0-9]*\),.*"kind":"claim_paid".*/\1/p' "$2/export.jsonl" | head -n 1)
    shift_opened=$(sed -n 's/^{"seq":\([0-9]*\),.*"kind":"shift_opened".*/\1/p' "$2/export.jsonl" | head -n 1)
    made=$(sed -n "s/^{\"seq\":$claim,.*\"claim\":\([0-9]*\).*/\1/p" "$2/export.jsonl")
    for form in --text --csv --json; do
        for kind in coin-in activity jackpots; do
            run 0 "$1: $kind $form" report "$kind" --store "$3" --since 2026-11-01 --until 2036-11-01 "$form"
        done
        run 0 "$1: shift $form" report shift --store "$3" --shift "$shift_opened" "$form"
        run 0 "$1: submission $form" report submission --store "$3" --link main "$form"
        for kind in receipt slip derivation; do
            run 0 "$1: $kind $form" report "$kind" "$made" --store "$3" "$form"
        done
    done
    run 0 "$1: configuration" config history --store "$3"
    run 0 "$1: status" status "$3"
}

cat tests/data/logs/*/export.jsonl | sed -n 's/.*"kind":"\([a-z_]*\)".*/\1/p' | sort -u >"$dir/have"
sed -n 's/^ *kind: {type: string, enum: \[\([a-z_]*\)\]}/\1/p' docs/openapi.yaml | sort -u >"$dir/kinds"
if [ -s "$dir/kinds" ] && cmp -s "$dir/have" "$dir/kinds"; then ok; else
    bad "not of every kind: $(comm -3 "$dir/have" "$dir/kinds" | tr '\n' ' ')"
fi

for folder in tests/data/logs/*/; do
    folder=${folder%/} version=${folder##*/}
    cp "$folder/floor.db" "$dir/$version.db" && chmod u+w "$dir/$version.db"
    store=$dir/$version.db
    run 0 "$version verifies" verify "$store"
    says "$version verifies" 'V4  the log gives the stored tables again'
    run 0 "$version with its witness" verify "$store" --witness "$folder/checkpoints" --key "$folder/signing.pub"
    begins "$version exports" "$folder/export.jsonl" "$store"
    confirmed "$version is confirmed" "$folder/export.jsonl" "$folder"
    reports "$version" "$folder" "$store"
    run 0 "$version replays" db rebuild "$store" && says "$version replays" 'repeated and equal'
    run 0 "$version after a rebuild" verify "$store" && says "$version after a rebuild" 'stored rows compared'
    serve "$croupier" "$store" "$version starts"
    begins "$version after a start" "$folder/export.jsonl" "$store"
    run 0 "$version after a start" verify "$store"

    # a program that gives an event another meaning reads the old events with their old meaning
    "$next" verify "$store" >"$dir/out" 2>&1 || bad "$version, next program: $(cat "$dir/out")"
    serve "$next" "$store" "$version starts with the next program"
    "$next" verify "$store" >"$dir/out" 2>&1 || bad "$version, next meaning: $(cat "$dir/out")"
    "$next" log "$store" --export "$dir/$version.jsonl" || bad "$version: next program does not export"
    if grep -q '"semantics":4' "$dir/$version.jsonl"; then ok; else bad "$version: nothing says version 4"; fi
    serve "$next" "$store" "$version starts again"

    # … and this program refuses the log of that one
    refused "$version newer: start" serve --audit 0 --after-pause --store "$store" --listen 127.0.0.1:0
    refused "$version newer: verify" verify "$store"
    refused "$version newer: verify --quick" verify "$store" --quick
    refused "$version newer: export" log "$store" --export "$dir/none.jsonl"
    [ ! -e "$dir/none.jsonl" ] || bad "$version newer: half an export is left"
    refused "$version newer: report" report coin-in --store "$store"
    refused "$version newer: status" status "$store"
    refused "$version newer: replay" db rebuild "$store"
    "$verify" "$dir/$version.jsonl" "$folder/checkpoints" --key "$folder/signing.pub" >"$dir/out" 2>"$dir/err"
    status=$?
    if [ "$status" -eq 1 ] && grep -q 'meaning of version 4, and this verifier knows versions up to 3' "$dir/err"; then ok; else
        bad "$version newer: croupier-verify: status $status: $(cat "$dir/out" "$dir/err")"
    fi
done
finish
