#!/bin/sh
# The logs of the floor's scenarios, which include every procedure of the documents: croupier-verify and the auditor of
# `croupier verify` must confirm each of them. The auditor must refuse logs that no floor writes, and go on to their ends.
# usage: scenarios.sh RUN_FLOOR FORGE CROUPIER_VERIFY AUDIT_EXPORT FILE…
set -u
run_floor=$1 forge=$2 verify=$3 audit=$4
shift 4
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0
count=0
# confirmed WHO TITLE COMMAND…: the command must succeed on the log of this scenario
confirmed() {
    who=$1 which=$2
    shift 2
    "$@" >"$dir/out" 2>&1 && return
    echo "not confirmed by $who: $which"
    grep '^event' "$dir/out" | head -n 3
    failed=$((failed + 1))
}
"$run_floor" --export "$dir" "$@" >"$dir/said" || { cat "$dir/said" && exit 1; }
grep '^  ok  ' "$dir/said" >"$dir/titles"
while read -r _ title; do
    count=$((count + 1))
    "$forge" sign "$dir/$count.jsonl" "$dir/checkpoint" || exit 1
    confirmed croupier-verify "$title" "$verify" "$dir/$count.jsonl" "$dir/checkpoint"
    confirmed 'the auditor' "$title" "$audit" "$dir/$count.jsonl"
done <"$dir/titles"
# An amount in a document may have any number of zeros in front.
log=$(grep -l '"kind":"document_added".*bet: 1\\u000a.*"is_progressive":true' "$dir"/*.jsonl | head -n 1)
added=$(grep -n '"kind":"document_added".*bet: 1\\u000a.*"is_progressive":true' "$log" | head -n 1 | cut -d : -f 1)
hash=$(sed -n "${added}s/.*\"document\":\"\([0-9a-f]*\)\".*/\1/p" "$log")
one=$(printf '%0300d' 1)
sed "${added}s/bet: 1\\\\u000a/bet: $one\\\\u000a/" "$log" >"$dir/zeros"
sed -n "${added}s/.*\"text\":\"\(.*\)\",\"item\".*/\1/p" "$dir/zeros" | tr -d '\n' | sed 's/\\u000a/\n/g; s/\\"/"/g' >"$dir/text"
other=$(b2sum -l 256 "$dir/text" | cut -d ' ' -f 1)
sed "s/$hash/$other/g" "$dir/zeros" >"$dir/forged"
"$forge" sign "$dir/forged" "$dir/checkpoint" || exit 1
if cmp -s "$log" "$dir/zeros"; then echo 'no zeros' && failed=$((failed + 1)); fi
confirmed croupier-verify 'an amount with zeros' "$verify" "$dir/forged" "$dir/checkpoint"
confirmed 'the auditor' 'an amount with zeros' "$audit" "$dir/forged"

# refused NAME TEXT: the auditor says that of the log in $dir/forged
refused() {
    "$audit" "$dir/forged" >"$dir/out" 2>&1
    status=$?
    [ "$status" -eq 1 ] && grep -qF -- "$2" "$dir/out" && return
    echo "$1: status $status, not 1 with '$2': $(tail -n 3 "$dir/out")"
    failed=$((failed + 1))
}
# The progressive in the place of a table's house rules.
log=$(grep -l '"kind":"table_configured".*"document"' "$dir"/*.jsonl | head -n 1)
hash=$(sed -n 's/.*"is_progressive":true,"document":"\([0-9a-f]*\)".*/\1/p' "$log" | head -n 1)
sed "/\"table_configured\"/s/\"document\":\"[0-9a-f]*\"/\"document\":\"$hash\"/" "$log" >"$dir/forged"
refused 'rules that are a progressive' 'a progressive is the house rules of a table'
# A progressive that does not pay the hand, while its claim waits.
log=$(grep -l '"kind":"claim_made".*"award":"straight flush"' "$dir"/*.jsonl | head -n 1)
text='progressive: bare\ntitle: Bare\nhouse: Test\nbet: 1\nhouse_share: 90%\nmeters:\n  pot: {share: 10%, reserve: 0%, seed: 20, limit: none}\n'
text=$text'awards:\n  royal flush: {pays: 100%, from: pot, key: high, envy: none}\n'
hash=$(printf %b "$text" | b2sum -l 256 | cut -d ' ' -f 1)
awk -v text="$(printf %s "$text" | sed 's/\\n/\\\\u000a/g')" -v hash="$hash" '
    { print; name = $0; sub(/.*"link":"/, "", name); sub(/".*/, "", name) }
    /"kind":"link_configured"/ { sub(/"document":"[0-9a-f]*"/, "\"document\":\"" hash "\""); link[name] = $0 }
    /"kind":"claim_made".*"award":"straight flush"/ && !done {
        print "{\"seq\":1,\"time\":1,\"kind\":\"document_added\",\"text\":\"" text "\",\"is_progressive\":true,\"document\":\"" hash "\"}"
        print link[name]
        done = 1
    }' "$log" >"$dir/forged"
refused 'another progressive under a claim' 'a link is configured while a claim of it waits'

echo "$count scenarios, $failed not confirmed"
[ "$failed" -eq 0 ] && [ "$count" -gt 0 ]
