#!/bin/sh
# Each room of src uses only the rooms that its meson.build names (NAME_uses), the pure ones are pure, and
# ARCHITECTURE.md's picture shows the same arrows. Prints file:line of every offence.
# usage: rooms.sh [ROOT]      the repository's root; the current folder without it
set -u
cd "${1:-.}" || exit 2

rooms=$(sed -n "s/^foreach room : \[\(.*\)\]$/\1/p" src/meson.build | tr -d "',")
[ -n "$rooms" ] || {
    echo "rooms: src/meson.build has no list of rooms" >&2
    exit 1
}
# "game:base math:base math:game …", as the build has it.
arrows=$(for room in $rooms; do
    sed -n "s/^${room}_uses = \[\(.*\)\]$/\1/p" "src/$room/meson.build" | tr -d ',' | tr ' ' '\n' |
        sed -n "s/^\(.*\)_dep$/$room:\1/p"
done)

# The rooms to which the public headers belong.
public='error:base money:base cards:game rules:game settle:game analysis:math endings:math protect:math risk:math design:math house:math par:math'
# Rooms without time, sockets and threads; only the loader of rules files may use files and memory.
pure='game floor table'
pure_files='src/base/check src/base/csv src/base/err src/base/hex src/base/json_write src/base/money src/base/option_kinds src/base/options src/base/spelling src/base/text src/base/utf8'
with_memory='src/game/rules/'
# Words of a casino, which net and paper must not know. A paper may contain tables and the name of
# the house that gives it, and floor() is a function of the C library.
casino='ante|bet|cage|card|casino|chip|coin|dealer|felt|floor|gambling|game|gaming|jackpot|meter|patron|pit|poker|progressive|seat|uth|wager'

files=$(find src include -name '*.[ch]' 2>/dev/null | LC_ALL=C sort)
[ -n "$files" ] || {
    echo "rooms: no sources here; run from the repository's root" >&2
    exit 1
}

# shellcheck disable=SC2086 # one word a file
awk -v rooms="$rooms" -v arrows="$(printf %s "$arrows" | tr '\n' ' ')" -v public="$public" -v pure="$pure" \
    -v casino="$casino" -v pure_files="$pure_files" -v with_memory="$with_memory" '
function offence(text) { print FILENAME ":" FNR ": " text; offences++ }

# The line without comments and without the contents of strings; in_comment tells whether a comment
# continues.
function code_of(line,    out, c, two) {
    out = ""
    while (line != "") {
        two = substr(line, 1, 2); c = substr(line, 1, 1)
        if (in_comment) {
            if (two == "*/") { in_comment = 0; line = substr(line, 3) } else line = substr(line, 2)
        } else if (two == "/*") { in_comment = 1; line = substr(line, 3); out = out " "
        } else if (two == "//") { break
        } else if (c == "\"" || c == "\047") { line = after_quoted(line, c); out = out c c
        } else { out = out c; line = substr(line, 2) }
    }
    return out
}
function after_quoted(line, quote,    i) {
    for (i = 2; i <= length(line); i++) {
        if (substr(line, i, 1) == "\\") i++
        else if (substr(line, i, 1) == quote) break
    }
    return substr(line, i + 1)
}

function check_room(name, room) {
    used[own ":" room] = 1
    if (!(room in is_room))
        offence("includes \"" name "\", which is in none of the rooms: " rooms)
    else if (room != own && !((own ":" room) in may))
        offence("includes \"" name "\": " own " does not use " room " (src/" own "/meson.build)")
}
function check_include(line,    name, system_header, parts) {
    system_header = line ~ /^[ \t]*#[ \t]*include[ \t]*</
    name = line
    sub(/^[^<"]*[<"]/, "", name); sub(/[>"].*$/, "", name)
    split(name, parts, "/")
    if (system_header && parts[1] == "croupier") {
        sub(/\.h$/, "", parts[2])
        if (parts[2] == twin) twin = ""
        if (!(parts[2] in public_folder)) offence("unknown public header <" name ">")
        else check_room(name, public_folder[parts[2]])
    } else if (system_header) {
        if (is_pure && name ~ /^(time\.h|sys\/time\.h|sys\/socket\.h|pthread\.h|threads\.h)$/)
            offence("includes <" name ">: " own " knows no time, no sockets, no threads")
        if (name ~ /^(cmocka|setjmp)\.h$/) offence("includes <" name ">, which is for tests")
    } else if (FILENAME ~ /^include\//) {
        offence("a public header includes \"" name "\"")
    } else if (name ~ /(^|\/)tests\// || name ~ /^\.\.?\//) {
        offence("includes \"" name "\", outside src or by a relative path")
    } else {
        check_room(name, parts[1])
    }
}
function check_calls(line, pattern, why) {
    if (match(line, "(^|[^A-Za-z0-9_.>])(" pattern ")[ \t]*\\(")) {
        line = substr(line, RSTART, RLENGTH)
        gsub(/[^A-Za-z0-9_]/, "", line)
        offence("calls " line ": " own " " why)
    }
}

function check_words(line) {
    line = tolower(line)
    gsub(/floor\(/, "(", line)
    if (match(line, "(^|[^a-z])(" foreign ")s?([^a-z]|$)")) {
        line = substr(line, RSTART, RLENGTH)
        gsub(/[^a-z]/, "", line)
        offence("says \"" line "\": " own " knows nothing of a casino")
    }
}

# A header of src may only have the name of a public one if it includes that one.
function end_file() {
    if (twin != "") {
        print twin_file ": has the name of <croupier/" twin ".h> and does not include it"
        offences++
    }
}

BEGIN {
    n = split(rooms, list, " "); for (i = 1; i <= n; i++) is_room[list[i]] = 1
    n = split(arrows, list, " "); for (i = 1; i <= n; i++) may[list[i]] = 1
    n = split(pure, list, " "); for (i = 1; i <= n; i++) pure_room[list[i]] = 1
    pure_count = split(pure_files, pure_file, " ")
    n = split(public, list, " ")
    for (i = 1; i <= n; i++) { split(list[i], pair, ":"); public_folder[pair[1]] = pair[2] }
}
FNR == 1 {
    end_file()
    in_comment = skip = 0
    split(FILENAME, path, "/")
    if (path[1] == "src") own = path[2]
    else { own = path[3]; sub(/\.h$/, "", own); own = public_folder[own] }
    is_pure = (own in pure_room)
    foreign = own == "net" ? casino "|house|table" : own == "paper" ? casino : ""
    for (i = 1; i <= pure_count; i++) if (index(FILENAME, pure_file[i] ".") == 1) is_pure = 1
    is_bare = is_pure && index(FILENAME, with_memory) != 1
    if (!(own in is_room)) {
        offence("stands in none of the rooms: " rooms)
        skip = 1
    }
    name = path[3]; for (i = 4; (i in path); i++) name = path[i]
    if (path[1] == "src" && (name in seen)) offence("has the name of " seen[name])
    if (path[1] == "src") seen[name] = FILENAME
    twin = path[1] == "src" && sub(/\.h$/, "", name) && (name in public_folder) ? name : ""
    twin_file = FILENAME
    delete path
    if (FILENAME ~ /[\/_](inside|private|inner|parts)\.h$/) offence("private headers are called NAME_internal.h")
}
skip { next }
!in_comment && /^[ \t]*#[ \t]*include[ \t]*[<"]/ { check_include($0) }
foreign != "" { check_words($0) }
{
    code = code_of($0)
    if (is_bare) {
        check_calls(code, "malloc|calloc|realloc|reallocarray|aligned_alloc|strdup|strndup|free",
                    "owns no memory")
        check_calls(code, "fopen|fdopen|freopen|open|opendir|tmpfile", "opens no files")
    }
    if (is_pure)
        check_calls(code, "time|clock|clock_gettime|gettimeofday|socket|pthread_create",
                    "knows no time, no sockets, no threads")
}
END {
    end_file()
    for (arrow in may)
        if (!(arrow in used)) {
            print "src: the arrow " arrow " of meson.build is used by nobody"
            offences++
        }
    if (offences > 0) print "rooms: " offences " offences"
    exit offences > 0
}' $files >&2 || exit 1

# Every file that a document names must exist.
# shellcheck disable=SC2016  # the backticks are Markdown's
for name in $(grep -oh '`[a-z_/]*/[a-z_]*\.[ch]`' ./*.md docs/*.md | tr -d '`' | sort -u); do
    [ -f "$name" ] || [ -f "src/$name" ] || [ -f "include/$name" ] || {
        echo "rooms: a document names $name, which is not there" >&2
        exit 1
    }
done

# The picture has one line for each room, with its name, its purpose and the rooms that it uses.
for room in $rooms; do
    drawn=$(sed -n "s/^ *$room  .*→ *//p" ARCHITECTURE.md)
    # shellcheck disable=SC2086
    built=$(printf '%s\n' $arrows | sed -n "s/^$room://p" | tr '\n' ' ')
    [ "$drawn" = "${built% }" ] || {
        echo "rooms: ARCHITECTURE.md draws '$room → $drawn', the build has '$room → ${built% }'" >&2
        exit 1
    }
done
# shellcheck disable=SC2086
echo "rooms: $(echo $rooms | wc -w) rooms, $(echo $files | wc -w) files, $(echo $arrows | wc -w) arrows"
