#!/bin/sh
# A build that is broken on purpose must be caught within 1,000 seeds, by the promise that it
# breaks.
# usage: caught.sh PROGRAM PROMISE
set -u
found=$("$1" --seeds 1..1000 --until-caught 2>&1)
status=$?
echo "$found"
if [ "$status" -ne 1 ]; then
    echo "caught: exit status $status; expected 1: nobody noticed, or the program ended by itself" >&2
    exit 1
fi
case $found in
*" $2: "*) exit 0 ;;
esac
echo "caught: expected $2 to be named" >&2
exit 1
