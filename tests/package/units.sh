#!/bin/sh
# The systemd units are confined: their exposure is at most 2.0 as systemd calculates it, and all
# their options exist.
# usage: units.sh      from the repository's root
set -u
status=0
for unit in packaging/*.service; do
    said=$(systemd-analyze security --no-pager --offline=true --threshold=20 "$unit" 2>&1) || {
        printf '%s\n' "$said" | grep '^✗'
        status=1
    }
    printf '%s\n' "$said" | tail -n 1
    # systemd only warns of options that it does not know
    unknown=$(systemd-analyze verify --man=no "$unit" 2>&1 | grep -iE 'unknown|failed to parse|invalid')
    [ -z "$unknown" ] || { printf '%s\n' "$unknown" && status=1; }
done
exit $status
