#!/bin/sh
# The same sources give the same bytes: compares a release build with one of a copy of the tree in
# another folder, at another depth, with another umask, language, time zone, home and number of
# jobs.
# usage: reproducible.sh BUILD      from the repository's root; BUILD is a finished release build
set -u
one=${1:?usage: reproducible.sh BUILD}
work=$(mktemp -d "${TMPDIR:-/tmp}/croupier-again-XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP
made='src/app/croupier libcroupier.so verifier/croupier-verify'

copy=$work/a/much/deeper/folder
mkdir -p "$copy"
tar -c --exclude=./build --exclude=./.git --exclude=node_modules . | tar -x -C "$copy" || exit 1
(
    umask 027
    export LC_ALL=C.UTF-8 LANG=C.UTF-8 TZ=Asia/Kathmandu HOME="$work" USER=somebody
    export CC="${CC:-gcc}"
    cd "$copy" && meson setup "$work/b" --werror -Dtests=false &&
        ninja -C "$work/b" -j $(($(nproc) + 1))
) >"$work/log" 2>&1 || {
    tail -n 40 "$work/log"
    exit 1
}

status=0
for file in $made; do
    if cmp "$one/$file" "$work/b/$file"; then
        echo "$file: $(sha256sum <"$one/$file" | cut -c 1-16)… both times"
    else
        echo "$file: not the same bytes" >&2
        for side in "$one" "$work/b"; do
            strings -n 8 "$side/$file" | grep -nE '\.\./|/tmp|/home' | head -n 3
        done
        status=1
    fi
done
exit $status
