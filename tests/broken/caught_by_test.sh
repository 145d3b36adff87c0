#!/bin/sh
# A program that is broken on purpose must fail the test that calculates the same result in a second
# way: a settlement, or the books of a pit.
# usage: caught_by_test.sh PROGRAM
set -u
found=$("$1" 2>&1)
status=$?
echo "$found"
case $status:$found in
0:*) echo "caught: nobody noticed" >&2 && exit 1 ;;
*'[  FAILED  ]'*) exit 0 ;;
esac
echo "caught: exit status $status, and no test failed: the program ended by itself" >&2
exit 1
