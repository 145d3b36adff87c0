#!/bin/sh
# Checks that every function that a room exports is used by the program and not only by tests:
# nobody needs the others. Names that start with cr_ are for users of libcroupier.
# usage: used.sh PROGRAM LIBRARY…                 run from the repository's root
set -u

# What tests need and the program does not, each with its reason. Nothing is added here without one.
allowed='
memory_disk_faults    a disk that fails, breaks and forgets is for tests
memory_disk_flip      … the same
memory_disk_truncate  … the same
acceptor_lights       the lamps of the manual, pattern by pattern
acceptor_balances     the promise of an acceptor, held after every step of random ones
floor_init            a floor without a store; the program makes one with its manager
proof_read_event      a proof as text, read back
reason_meaning        the words of docs/api.md, compared with the list
signer_pid            a signer that is killed
tree_check_leaf       a path of the tree, checked as a stranger would
'
program=$1
shift
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

nm "$@" 2>/dev/null | awk 'NF == 3 && $2 == "T" && $3 ~ /^[a-z]/ && $3 !~ /^cr_/ { print $3 }' | LC_ALL=C sort -u >"$dir/shown"
nm -u "$@" "$program".p/*.o 2>/dev/null | awk '$1 == "U" { print $2 }' | LC_ALL=C sort -u >"$dir/used"
if [ ! -s "$dir/shown" ] || [ ! -s "$dir/used" ]; then
    echo "used: nothing to look at" >&2
    exit 1
fi
LC_ALL=C comm -23 "$dir/shown" "$dir/used" >"$dir/alone"
# A call within the same file leaves no trace in the object file, but then the name occurs more than
# once in the source.
find src modules -name '*.c' -exec cat {} + | sed 's|//.*||; s|/\*.*\*/||; /^ \*/d' |
    tr -cs 'A-Za-z0-9_' '\n' | LC_ALL=C sort | uniq -c | awk '$1 > 1 { print $2 }' >"$dir/twice"
LC_ALL=C sort -u "$dir/twice" | LC_ALL=C comm -23 "$dir/alone" - >"$dir/unused"
printf '%s' "$allowed" | awk 'NF { print $1 }' | LC_ALL=C sort >"$dir/allowed"
stray=$(LC_ALL=C comm -23 "$dir/unused" "$dir/allowed")
[ -z "$stray" ] || {
    echo "used: the program does not use: $stray" >&2
    exit 1
}
echo "used: of $(wc -l <"$dir/shown") functions $(wc -l <"$dir/unused") are for tests"
