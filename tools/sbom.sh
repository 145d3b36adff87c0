#!/bin/sh
# Writes what the program consists of as CycloneDX 1.5: the libraries that it links to, with their Debian packages, and
# what is bundled into its screens. The same input gives the same bytes.
# usage: tools/sbom.sh FILE… >sbom.json      programs or libraries; from the repository's root
set -eu
[ $# -gt 0 ] || {
    echo 'usage: tools/sbom.sh FILE… >sbom.json' >&2
    exit 2
}
for file in "$@"; do
    [ -f "$file" ] || {
        echo "sbom: $file: no such file" >&2
        exit 1
    }
done
LC_ALL=C
export LC_ALL
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# ---- The libraries: PACKAGE:ARCH SONAME ----

# A library may be registered under one of two paths since /lib became a link to /usr/lib, so both are looked up.
ldd "$@" | sed -n 's/^[[:space:]]\{1,\}\([^ ]*\) => \(\/[^ ]*\) .*/\2/p
s/^[[:space:]]\{1,\}\(\/[^ ]*\) (.*/\1/p' | grep -v '/libcroupier\.so' | sort -u >"$work/paths"
while read -r path; do
    real=$(realpath "$path")
    printf '%s %s\n' "$path" "$path" "$path" "/usr$path" "$path" "${path#/usr}" "$path" "$real" \
        "$path" "${real#/usr}"
done <"$work/paths" | sort -u >"$work/names"
cut -d ' ' -f 2 "$work/names" | sort -u | xargs dpkg-query -S 2>/dev/null | sed 's/, [^:]*:[^:]*: /: /' |
    awk -v names="$work/names" '
    { path = $NF; package = $1; sub(/:$/, "", package); owner[path] = package }
    END {
        while ((getline line <names) > 0) {
            split(line, part, " ")
            if (part[2] in owner) of[part[1]] = owner[part[2]]
            all[part[1]] = 1
        }
        for (path in all) {
            if (!(path in of)) { print "sbom: " path " belongs to no package" >"/dev/stderr"; exit 1 }
            name = path; sub(/.*\//, "", name); print of[path], name
        }
    }' >"$work/unsorted"
sort -u "$work/unsorted" >"$work/libraries"
[ "$(wc -l <"$work/libraries")" -eq "$(wc -l <"$work/paths")" ]

# Prints the short names of licences in a copyright file of Debian; many files are not in the machine-readable form.
licences() {
    sed -n 's/^License:[[:space:]]*\([^[:space:]].*\)$/\1/p' "/usr/share/doc/$1/copyright" 2>/dev/null |
        sed 's/[[:space:]]*$//' | sort -u
}

# shellcheck disable=SC2016  # for dpkg-query
cut -d ' ' -f 1 "$work/libraries" | sort -u |
    xargs dpkg-query -W -f '${binary:Package}\tdeb\t${Package}\t${Version}\t${Architecture}\n' |
    sort | while IFS='	' read -r package fact; do
    printf '%s\n' "$fact"
    licences "${package%%:*}" | sed 's/^/licence\t/'
    sed -n "s/^$package /file\t/p" "$work/libraries"
done >"$work/facts"

# ---- The screens ----

# The packages in the lock file of npm, as npm writes it, without those that are for development only.
awk -F '"' '
function give() { if (name != "" && !dev) printf "npm\t%s\t%s\t%s\nlicence\t%s\n", name, version, integrity, licence }
/^    "node_modules\// { give(); name = $2; sub(/.*node_modules\//, "", name); dev = 0; version = integrity = licence = "" }
/^      "version"/ { version = $4 }
/^      "integrity"/ { integrity = $4 }
/^      "license"/ { licence = $4 }
/^      "dev": true/ { dev = 1 }
END { give() }' web/package-lock.json >>"$work/facts"
printf 'font\tinter\t%s\nlicence\tOFL-1.1\n' "$(sha256sum web/dist/inter.woff2 | cut -d ' ' -f 1)" >>"$work/facts"

# ---- The document ----

version=$(sed -n "s/^  version: '\(.*\)',/\1/p" meson.build)
awk -F '\t' -v version="$version" '
function text(s) { gsub(/\\/, "\\\\", s); gsub(/"/, "\\\"", s); gsub(/[\001-\037]/, " ", s); return "\"" s "\"" }
# npm writes an integrity as base64; CycloneDX takes hexadecimal digits.
function hex(s,    i, n, bits, value, out) {
    sub(/^sha512-/, "", s); sub(/=*$/, "", s)
    bits = value = 0; out = ""
    for (i = 1; i <= length(s); i++) {
        value = value * 64 + index(alphabet, substr(s, i, 1)) - 1; bits += 6
        while (bits >= 4) {
            n = int(value / 2 ^ (bits - 4)); value -= n * 2 ^ (bits - 4); bits -= 4
            out = out substr("0123456789abcdef", n + 1, 1)
        }
    }
    return substr(out, 1, 128) # 512 bits; the rest is padding
}
function close_one() {
    if (ref == "") return
    if (licences == "") licences = "{\"license\":{\"name\":\"as in the copyright file of the package\"}}"
    body = body (body == "" ? "" : ",\n") "    {\"type\":\"" type "\",\"bom-ref\":" text(ref) ",\"name\":" text(name) \
        (number == "" ? "" : ",\"version\":" text(number)) \
        (hashes == "" ? "" : ",\"hashes\":[" hashes "]") ",\"licenses\":[" licences "]" \
        (ref ~ /^pkg:/ ? ",\"purl\":" text(ref) : "") \
        (files == "" ? "" : ",\"properties\":[" files "]") "}"
    refs = refs (refs == "" ? "" : ",") text(ref)
}
function open_one(kind, a_name, a_number, a_ref, a_hashes) {
    close_one()
    type = kind; name = a_name; number = a_number; ref = a_ref; hashes = a_hashes; licences = files = ""
}
function purl(s) { gsub(/@/, "%40", s); gsub(/\+/, "%2B", s); gsub(/:/, "%3A", s); gsub(/~/, "%7E", s); return s }
BEGIN { alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/" }
$1 == "deb" { open_one("library", $2, $3, "pkg:deb/debian/" purl($2) "@" purl($3) "?arch=" $4, "") }
$1 == "npm" { open_one("library", $2, $3, "pkg:npm/" purl($2) "@" $3, "{\"alg\":\"SHA-512\",\"content\":\"" hex($4) "\"}") }
$1 == "font" { open_one("file", $2, "", "font:" $2, "{\"alg\":\"SHA-256\",\"content\":\"" $3 "\"}") }
$1 == "licence" { licences = licences (licences == "" ? "" : ",") "{\"license\":{\"name\":" text($2) "}}" }
$1 == "file" { files = files (files == "" ? "" : ",") "{\"name\":\"file\",\"value\":" text($2) "}" }
END {
    close_one()
    print "{\"bomFormat\":\"CycloneDX\",\"specVersion\":\"1.5\",\"version\":1,"
    print " \"metadata\":{\"component\":{\"type\":\"application\",\"bom-ref\":\"croupier\",\"name\":\"croupier\",\"version\":" \
        text(version) ",\"licenses\":[{\"license\":{\"id\":\"Apache-2.0\"}}]}},"
    print " \"components\":[\n" body "\n ],"
    print " \"dependencies\":[{\"ref\":\"croupier\",\"dependsOn\":[" refs "]}]}"
}' "$work/facts"
