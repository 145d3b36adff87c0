#!/bin/sh
# Runs scenarios that were added after the build was configured, so that none is silently left out.
# usage: new_scenarios.sh RUNNER FOLDER SUFFIX NAME…      the names have tests of their own
set -u
runner=$1
folder=$2
suffix=$3
shift 3
faults=0
for name in "$@"; do
    [ -f "$folder/$name" ] && continue
    echo "$folder/$name is gone: meson setup --reconfigure" >&2
    faults=$((faults + 1))
done
for file in "$folder"/*."$suffix"; do
    for name in "$@"; do
        [ "$folder/$name" = "$file" ] && continue 2
    done
    echo "$file"
    "$runner" "$file" || faults=$((faults + 1))
done
[ "$faults" -eq 0 ]
