#!/bin/sh
# The units are confined: an exposure of 2.0 at most, as systemd counts it, and options that exist.
# usage: units.sh      from the repository's root
set -u
status=0
for unit in packaging/*.service; do
    said=$(systemd-analyze security --no-pager --offline=true --threshold=20 "$unit" 2>&1) || {
        printf '%s\n' "$said" | grep '^✗'
        status=1
    }
    printf '%s\n' "$said" | tail -n 1
    # words that systemd does not know it only warns of, when it reads them
    unknown=$(systemd-analyze verify --man=no "$unit" 2>&1 | grep -iE 'unknown|failed to parse|invalid')
    [ -z "$unknown" ] || { printf '%s\n' "$unknown" && status=1; }
done
exit $status
