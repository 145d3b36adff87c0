#!/bin/sh
# A settlement that is broken on purpose must fail the test that settles rounds a second time.
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
