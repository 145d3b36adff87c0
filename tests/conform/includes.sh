#!/bin/sh
# Dependencies point one way, and the core is pure. Prints file:line of every offence.
# usage: includes.sh [ROOT]      the repository's root; the current folder without it
set -u
cd "${1:-.}" || exit 2

# A folder may include itself and what stands before it. A new folder is entered here.
order='base guard cards games analysis progressive round console jackpot floor store pki manager report verify paper practice evidence http table cli'
# But not these: the table does not need the mathematics.
apart='progressive:analysis round:analysis console:analysis jackpot:analysis floor:analysis store:analysis manager:analysis verify:analysis http:analysis evidence:analysis evidence:report evidence:practice practice:floor practice:store practice:manager practice:verify practice:paper'
# Where the public headers belong in that order.
public='error:base money:base cards:cards rules:games settle:games analysis:analysis'
# No time, no sockets, no threads in here; no files and no memory but in the loader (games).
pure='base cards games progressive round console jackpot floor'
without_memory='base cards progressive round console jackpot floor'

files=$(find src include -name '*.[ch]' 2>/dev/null | LC_ALL=C sort)
[ -n "$files" ] || {
    echo "includes: no sources here; run from the repository's root" >&2
    exit 1
}

# shellcheck disable=SC2086 # one word a file
awk -v order="$order" -v apart="$apart" -v public="$public" -v pure="$pure" -v without_memory="$without_memory" '
function offence(text) { print FILENAME ":" FNR ": " text; offences++ }

# The line without comments and without what strings hold; in_comment goes on to the next line.
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

function check_order(name, folder) {
    if (!(folder in place))
        offence("includes \"" name "\", which is in none of the folders of src: " order)
    else if (place[folder] > place[own] || (own ":" folder) in is_apart)
        offence("includes \"" name "\": " own " may not use " folder)
}
function check_include(line,    name, system_header, parts) {
    system_header = line ~ /^[ \t]*#[ \t]*include[ \t]*</
    name = line
    sub(/^[^<"]*[<"]/, "", name); sub(/[>"].*$/, "", name)
    split(name, parts, "/")
    if (system_header && parts[1] == "croupier") {
        sub(/\.h$/, "", parts[2])
        if (!(parts[2] in public_folder)) offence("unknown public header <" name ">")
        else check_order(name, public_folder[parts[2]])
    } else if (system_header) {
        if ((own in is_pure) && name ~ /^(time\.h|sys\/time\.h|sys\/socket\.h|pthread\.h|threads\.h)$/)
            offence("includes <" name ">: " own " knows no time, no sockets, no threads")
        if (name ~ /^(cmocka|setjmp)\.h$/) offence("includes <" name ">, which is for tests")
    } else if (FILENAME ~ /^include\//) {
        offence("a public header includes \"" name "\"")
    } else if (name ~ /(^|\/)tests\// || name ~ /^\.\.?\//) {
        offence("includes \"" name "\", outside src or by a relative path")
    } else {
        check_order(name, parts[1])
    }
}
function check_calls(line, pattern, why) {
    if (match(line, "(^|[^A-Za-z0-9_.>])(" pattern ")[ \t]*\\(")) {
        line = substr(line, RSTART, RLENGTH)
        gsub(/[^A-Za-z0-9_]/, "", line)
        offence("calls " line ": " own " " why)
    }
}

BEGIN {
    n = split(order, list, " "); for (i = 1; i <= n; i++) place[list[i]] = i
    n = split(apart, list, " "); for (i = 1; i <= n; i++) is_apart[list[i]] = 1
    n = split(pure, list, " "); for (i = 1; i <= n; i++) is_pure[list[i]] = 1
    n = split(without_memory, list, " "); for (i = 1; i <= n; i++) is_bare[list[i]] = 1
    n = split(public, list, " ")
    for (i = 1; i <= n; i++) { split(list[i], pair, ":"); public_folder[pair[1]] = pair[2] }
}
FNR == 1 {
    in_comment = skip = 0
    split(FILENAME, path, "/")
    if (path[1] == "src") own = path[2]
    else { own = path[3]; sub(/\.h$/, "", own); own = public_folder[own] }
    if (!(own in place)) {
        offence("a folder that has no place in the order (" order "); enter it in this test")
        skip = 1
    }
}
skip { next }
!in_comment && /^[ \t]*#[ \t]*include[ \t]*[<"]/ { check_include($0) }
{
    code = code_of($0)
    if (own in is_bare) {
        check_calls(code, "malloc|calloc|realloc|reallocarray|aligned_alloc|strdup|strndup|free",
                    "owns no memory")
        check_calls(code, "fopen|fdopen|freopen|open|opendir|tmpfile", "opens no files")
    }
    if (own in is_pure)
        check_calls(code, "time|clock|clock_gettime|gettimeofday|socket|pthread_create",
                    "knows no time, no sockets, no threads")
}
END {
    if (offences > 0) print "includes: " offences " offences"
    exit offences > 0
}' $files >&2 || exit 1
# shellcheck disable=SC2086
echo "includes: $(echo $files | wc -w) files point one way"
