#!/bin/sh
# Checks that the compliance matrix is complete and true: docs/conformance.md names every
# requirement once, and every requirement that it calls covered has a proof that exists.
# docs/requirements.md explains the same ids and the promises, and every id in a comment can be
# found there.
# usage: conformance.sh [ROOT]      the repository's root; the current folder without it
set -u
cd "${1:-.}" || exit 2
matrix=docs/conformance.md
meanings=docs/requirements.md
scenarios=tests/scenario # rounds
procedures=tests/floor   # the floor

# The sections of the specification, with the number of requirements in each.
sections='CARD 4
PG 9
UTH 22
TCP 8
SYS 3
TAB 11
MET 7
REC 4
PIT 20
MATH 5
REG 17
LINK 5
LIR 7
MS 7
FCP 7'
promises=11 # V1 …
# Sections whose covered requirements need a scenario.
scenario_sections='CARD PG UTH TCP PIT'
# Requirements that are not covered although a scenario proves a part of them.
partly='UTH-18'

faults=0
fault() {
    echo "conformance: $1" >&2
    faults=$((faults + 1))
}

[ -f "$matrix" ] || {
    fault "$matrix does not exist"
    exit 1
}

# One line for each row of the matrix: LINE|ID|STATUS|PROOF PROOF ..., or LINE|?|TEXT for a row of
# another form. Proofs are the texts in backquotes in the last cell.
rows=$(awk '
function trim(s) { gsub(/^[ \t]+|[ \t]+$/, "", s); return s }
/^\|/ {
    line = trim($0)
    if (line ~ /^\|[-: |]+\|$/) next
    n = split(line, cell, "|") - 2          # the first and the last are outside the row
    id = trim(cell[2])
    if (id == "id") {
        if (n != 4 || trim(cell[4]) != "status" || trim(cell[5]) != "proof") print NR "|?|" line
        next
    }
    if (n != 4 || id !~ /^[A-Z]+-[0-9]+$/ || trim(cell[3]) == "") { print NR "|?|" line; next }
    proof = cell[5]; list = ""
    while (match(proof, /`[^`]+`/)) {
        list = list (list == "" ? "" : " ") substr(proof, RSTART + 1, RLENGTH - 2)
        proof = substr(proof, RSTART + RLENGTH)
    }
    print NR "|" id "|" trim(cell[4]) "|" list
}' "$matrix")

known=$(echo "$sections" | while read -r section count; do
    i=1
    while [ "$i" -le "$count" ]; do
        echo "$section-$i"
        i=$((i + 1))
    done
done)

is_listed() { # WORD LIST
    for listed in $2; do
        [ "$listed" = "$1" ] && return 0
    done
    return 1
}

check_row() { # LINE ID STATUS PROOFS
    is_listed "$2" "$known" || fault "$matrix:$1: unknown requirement $2"
    is_listed "$2" "$seen" && fault "$matrix:$1: $2 is listed twice"
    seen="$seen $2"
    for own in "$scenarios/$2.scn" "$procedures/$2.floor"; do
        if [ -f "$own" ] && ! is_listed "$own" "$4"; then
            fault "$matrix:$1: $2 does not name its scenarios, $own"
        fi
    done
    for proof in $4; do
        [ -f "$proof" ] || fault "$matrix:$1: $2 names a proof that does not exist: $proof"
    done
    case $3 in
    covered)
        covered="$covered $2"
        [ -n "$4" ] || fault "$matrix:$1: $2 is called covered without a proof"
        if is_listed "${2%-*}" "$scenario_sections" && [ ! -f "$scenarios/$2.scn" ] &&
            [ ! -f "$procedures/$2.floor" ]; then
            fault "$matrix:$1: $2 is called covered without $scenarios/$2.scn or $procedures/$2.floor"
        fi
        ;;
    'not yet covered') ;;
    *) fault "$matrix:$1: $2 has the status '$3'; it is 'covered' or 'not yet covered'" ;;
    esac
}

seen=''
covered=''
while IFS='|' read -r line id status proofs; do
    if [ "$id" = '?' ]; then
        fault "$matrix:$line: not understood: $status|$proofs"
    elif [ -n "$id" ]; then
        check_row "$line" "$id" "$status" "$proofs"
    fi
done <<ROWS
$rows
ROWS

for id in $known; do
    is_listed "$id" "$seen" || fault "$matrix: $id is missing"
done
for file in "$scenarios"/*.scn; do
    [ -f "$file" ] || continue
    id=$(basename "$file" .scn)
    is_listed "$id" "$covered $partly" || fault "$file: the matrix does not call $id covered"
done
for file in "$procedures"/*.floor; do
    [ -f "$file" ] || continue
    id=$(basename "$file" .floor)
    case $id in TRUST-*) continue ;; esac # who may do what: no requirement of its own
    is_listed "$id" "$known" || fault "$file: $id is no requirement"
done

# Each id is explained once, as "- **ID** sentence."
explained=$(sed -n 's/^- \*\*\([A-Z]*-*[0-9]*\)\*\* [A-Za-z`].*\.$/\1/p' "$meanings")
wanted=$(
    echo "$known"
    i=1
    while [ "$i" -le "$promises" ]; do
        echo "V$i"
        i=$((i + 1))
    done
)
for id in $wanted; do
    is_listed "$id" "$explained" || fault "$meanings: $id is not explained"
done
for id in $explained; do
    is_listed "$id" "$wanted" || fault "$meanings: unknown requirement $id"
done
for id in $(echo "$explained" | sort | uniq -d); do
    fault "$meanings: $id is explained twice"
done
prefixes=$(echo "$sections" | sed 's/ .*//' | tr '\n' '|')
used=$(grep -rhowE "(${prefixes%|})-[0-9]+|V(1[0-9]|[0-9])" \
    --include='*.c' --include='*.h' --include='*.sh' --include='*.scn' --include='*.floor' \
    src tests include verifier tools | sort -u)
[ -n "$used" ] || fault "no id was found in src and tests: the search is broken"
for id in $used; do
    is_listed "$id" "$explained" && continue
    fault "$meanings: $id is not there, but is named in $(grep -rlw -e "$id" src tests include verifier tools | head -n 3 | tr '\n' ' ')"
done

if [ "$faults" -gt 0 ]; then
    echo "conformance: $faults faults" >&2
    exit 1
fi
echo "conformance: $(echo "$seen" | wc -w) requirements, $(echo "$covered" | wc -w) covered"
