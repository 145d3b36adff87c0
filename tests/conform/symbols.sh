#!/bin/sh
# Checks the names that the rooms' libraries define and use.
#
# No name may be defined twice, because the linker would silently take the first one. A room may use
# names only of the rooms that its meson.build names (NAME_uses). Linking does not check this,
# because a library brings along what it uses itself. Names that compilers make (with a leading dot
# or underscore) and common symbols are not checked.
# usage: symbols.sh ROOM LIBRARY [ROOM LIBRARY]…      in the repository's root
set -u
export LC_ALL=C
{
    sed -n 's/^\([a-z]*\)_uses = \[\(.*\)\]$/\1 \2/p' src/*/meson.build | tr -d ',' | sed 's/_dep\>//g; s/^/uses /'
    while [ $# -gt 0 ]; do
        nm --extern-only "$2" 2>/dev/null | sed -n "s/^[0-9a-f]* *\([A-Za-z]\) \([a-z].*\)$/\1 \2 $1/p"
        shift 2
    done
} | awk '
function offence(text) { print "symbols: " text; offences++ }
$1 == "uses" { rooms++; is_room[$2] = 1; for (i = 2; i <= NF; i++) may[$2 ":" $i] = 1; next }
{ met[$3] = 1 }
$1 == "U" { wanted[$2 " " $3] = 1; next }
$1 !~ /[ABD-TV-Z]/ { next }
$2 in owner { offence($2 " is defined twice, by " owner[$2] " and " $3); next }
{ owner[$2] = $3; names++ }
END {
    for (want in wanted) {
        split(want, part, " ")
        if ((part[1] in owner) && !((part[2] ":" owner[part[1]]) in may))
            offence(part[2] " uses " part[1] " of " owner[part[1]] ", which src/" part[2] "/meson.build does not name")
    }
    for (room in is_room) if (!(room in met)) offence("nothing is known of " room)
    if (offences == 0) print "symbols: " names " names, each once, in " rooms " rooms that use those they name"
    exit offences > 0
}' >&2
