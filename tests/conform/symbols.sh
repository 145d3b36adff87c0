#!/bin/sh
# No name is defined twice among the rooms: the linker would silently take the first it meets.
# Names that compilers make for themselves (a dot or a line in front) and common ones are theirs.
# usage: symbols.sh LIBRARY…
set -u
twice=$(for library in "$@"; do
    nm --defined-only --extern-only "$library" 2>/dev/null | awk 'NF == 3 && $2 ~ /[ABD-TV-Z]/ && $3 ~ /^[a-z]/ { print $3 }'
done | sort | uniq -d)
[ -z "$twice" ] || {
    echo "symbols: defined twice: $twice" >&2
    exit 1
}
echo "symbols: each name once in $# libraries"
