#!/bin/sh
# A floor that is broken on purpose must fail the scenario of the requirement that it breaks.
# usage: caught_by_scenario.sh RUN_FLOOR FILE
set -u
found=$("$1" "$2" 2>&1)
status=$?
echo "$found"
case $status:$found in
0:*) echo "caught: nobody noticed" >&2 && exit 1 ;;
*FAIL*) exit 0 ;;
esac
echo "caught: exit status $status, and no scenario failed: the program ended by itself" >&2
exit 1
