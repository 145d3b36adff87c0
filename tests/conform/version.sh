#!/bin/sh
# Checks that every file that names the version has the one of meson.build.
# usage: version.sh VERSION      in the repository's root
set -u
version=$1
faults=0
expect() { # PLACE FOUND
    [ "$2" = "$version" ] && return
    echo "version: $1 says '$2', meson.build says '$version'" >&2
    faults=$((faults + 1))
}
expect debian/changelog "$(sed -n '1s/^croupier (\([^)]*\)).*/\1/p' debian/changelog)"
expect CHANGELOG.md "$(sed -n 's/^## \([0-9.]*\) .*/\1/p' CHANGELOG.md | head -n 1)"
expect docs/install.md "$(sed -n 's/.*croupier_\([0-9.]*\)_amd64\.deb.*/\1/p' docs/install.md | head -n 1)"
# The library's package and its document are named after the SONAME, which has two numbers before
# 1.0 and one from then on.
case $version in
0.*) version=${version%.*} ;;
*) version=${version%%.*} ;;
esac
expect debian/control "$(sed -n 's/^Package: libcroupier\([0-9.]*\)$/\1/p' debian/control)"
expect docs/compatibility.md "$(sed -n 's/.*libcroupier\.so\.\([0-9.]*[0-9]\).*/\1/p' docs/compatibility.md)"
[ "$faults" -eq 0 ]
