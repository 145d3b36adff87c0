#!/bin/sh
# The Debian package in a system of its own: built, then installed with what it depends on, started
# as its unit says, played on, upgraded, verified, removed and purged (inside.sh).
# usage: package.sh      from the repository's root, as root
# The base system is kept between runs (tools/base_system.sh). Processes and mounts live in namespaces of
# the test and end with it.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tools/base_system.sh
. "$here/../../tools/base_system.sh"

if [ "$(id -u)" != 0 ]; then
    echo 'package: only root makes a system of its own'
    # in CI nothing is left out
    [ "${CI:-}" != true ] || exit 1
    echo 'Skipped: 1'
    exit 0
fi

fail() {
    echo "package: $1" >&2
    exit 1
}

# copy FOLDER: the tree without what is built in it
copy() {
    mkdir -p "$1" || return 1
    tar -c --exclude=./build --exclude=./.git --exclude=node_modules . | tar -x -C "$1"
}

# build FOLDER OPTION: packages beside it
build() {
    (cd "$1" && DEB_BUILD_OPTIONS='nocheck noautodbgsym' dpkg-buildpackage -us -uc -b "$2") \
        >"$work/build.log" 2>&1 && return
    tail -n 60 "$work/build.log"
    fail 'the package does not build'
}

work=$(mktemp -d "${TMPDIR:-/tmp}/croupier-package-XXXXXX") || exit 1
trap 'rm -rf --one-file-system "$work"' EXIT
trap 'exit 1' INT TERM HUP
began=$(date +%s)

copy "$work/source" || fail 'the tree cannot be copied'
build "$work/source" -Pnocheck
mkdir "$work/first" "$work/again" "$work/second"
mv "$work"/*.deb "$work/first"
# packed again by somebody else somewhere else: the same bytes
(umask 027 && export TZ=Asia/Kathmandu LC_ALL=C.UTF-8 && build "$work/source" -nc) || exit 1
mv "$work"/*.deb "$work/again"
diff -r "$work/first" "$work/again" || fail 'the packages are not the same bytes twice'
# the next version, of the same build
version=$(dpkg-parsechangelog -l "$work/source/debian/changelog" -S Version)
sed -i "1s/($version)/($version+next)/" "$work/source/debian/changelog"
build "$work/source" -nc
mv "$work"/*.deb "$work/second"
echo "built after $(($(date +%s) - began)) s"

base_copy "$work/root" || fail 'no base system'
cp -r "$work/first" "$work/second" "$work/root/srv/"
# the packages that are kept are for one test at a time
exec 9>"$base.lock"
flock 9 || fail "$base.lock cannot be locked"
echo "a system of its own after $(($(date +%s) - began)) s"
# inside.sh cuts its mounts off from ours: in a chroot, whose / is no mount, that cannot be done from here
unshare --mount --propagation unchanged --pid --fork --kill-child \
    "$here/inside.sh" "$work/root" "$base/archives" "$version"
status=$?
! grep -q "$work" /proc/mounts || fail 'something is still mounted'
echo "all after $(($(date +%s) - began)) s"
exit $status
