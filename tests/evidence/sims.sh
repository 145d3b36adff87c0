#!/bin/sh
# Nights of the simulation, with everything that can happen on a floor, or random pits: croupier-verify must confirm each.
# usage: sims.sh EXPORT CROUPIER_VERIFY FROM TO        EXPORT is sim_export or pit_export
set -u
sim_export=$1 verify=$2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0
nights=0
seed=$3
while [ "$seed" -le "$4" ]; do
    "$sim_export" "$seed" "$dir"
    status=$?
    seed=$((seed + 1))
    # 3: in this night a bit of the store is flipped, so there is nothing to check
    [ "$status" -eq 3 ] && continue
    [ "$status" -eq 0 ] || exit 1
    nights=$((nights + 1))
    if ! "$verify" "$dir/export.jsonl" "$dir/checkpoint" >"$dir/out" 2>&1; then
        echo "seed $((seed - 1)):"
        tail -n 5 "$dir/out"
        grep '^event' "$dir/out" | head -n 3
        failed=$((failed + 1))
    fi
    grep -c '"kind":"claim_paid"' "$dir/export.jsonl" >>"$dir/paid"
done
paid=$(awk '{ n += $1 } END { print n }' "$dir/paid")
echo "$nights nights with $paid jackpots, $failed not confirmed"
[ "$failed" -eq 0 ] && [ "$paid" -gt 0 ]
