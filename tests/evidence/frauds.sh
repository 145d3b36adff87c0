#!/bin/sh
# Frauds of a house that signs with its own key: an honest night is told again with one rule broken and everything else made to fit.
# Both verifiers must confirm the honest nights, refuse every fraud and name its event; croupier-verify also names the rule.
# The list in docs/evidence.md must be the list of this test.
# usage: frauds.sh CROUPIER CROUPIER_VERIFY RUN_FLOOR FRAUDS      from the project's root
set -u
croupier=$1 verify=$2 run_floor=$3 frauds=$4
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
passed=0 failed=0
ok() { passed=$((passed + 1)); }
bad() {
    failed=$((failed + 1))
    printf 'FAIL %s\n' "$1"
}

mkdir "$dir/nights" "$dir/frauds"
"$run_floor" --export "$dir/nights" tests/evidence/frauds.floor >"$dir/out" || { cat "$dir/out" && exit 1; }
"$frauds" "$dir/nights" "$dir/frauds" || exit 1
for night in 1 2 3 4 5 6; do
    log=$dir/frauds/honest$night
    cmp "$dir/nights/$night.jsonl" "$log.jsonl" || bad "night $night is told otherwise"
    if "$verify" "$log.jsonl" "$log.checkpoint" >"$dir/out" 2>&1; then ok; else bad "night $night: $(cat "$dir/out")"; fi
    if "$croupier" verify "$log.db" >"$dir/out" 2>&1; then ok; else bad "night $night: $(cat "$dir/out")"; fi
done

tab=$(printf '\t')
while IFS=$tab read -r number event kind rule title; do
    log=$dir/frauds/$number
    "$verify" "$log.jsonl" "$log.checkpoint" >"$dir/out" 2>"$dir/said"
    status=$?
    first=$(head -n 1 "$dir/said")
    case $status,$first in
    1,"event $event: $kind: "* | 1,"event $event: event: "*)
        # one event may break several rules
        if grep "^event $event: " "$dir/said" | grep -qF -- "$rule"; then ok; else bad "$title: not '$rule': $first"; fi
        ;;
    *) bad "$title: croupier-verify: status $status, event $event ($kind): $first" ;;
    esac
    "$croupier" verify "$log.db" >"$dir/out" 2>/dev/null
    status=$?
    first=$(grep -m 1 '^V[0-9]*, event' "$dir/out")
    case $status,$first in
    1,"V"[0-9]*", event $event: "*) ok ;;
    *) bad "$title: croupier verify: status $status, event $event ($kind): $first" ;;
    esac
done <"$dir/frauds/list"

cut -f 5 "$dir/frauds/list" | sed 's/^/- /' >"$dir/titles"
sed -n '/^## Frauds/,/^## To/s/^- .*/&/p' docs/evidence.md >"$dir/listed"
if cmp -s "$dir/titles" "$dir/listed"; then ok; else bad "docs/evidence.md: $(diff "$dir/titles" "$dir/listed")"; fi
echo "$(wc -l <"$dir/frauds/list") frauds, $passed passed, $failed failed"
[ "$failed" -eq 0 ]
