#!/bin/sh
# The Debian package in a base system of its own: it is built, installed with its dependencies,
# started as its unit says, used, upgraded, verified, removed and purged (inside.sh).
# usage: package.sh      from the repository's root, as root
# The base system is kept between runs (tools/base_system.sh). Processes and mounts are in
# namespaces of the test and end with it.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tools/base_system.sh
. "$here/../../tools/base_system.sh"

if [ "$(id -u)" != 0 ]; then
    echo 'package: only root makes a system of its own'
    # in CI no test may be skipped
    [ "${CI:-}" != true ] || exit 1
    echo 'Skipped: 1'
    exit 0
fi

fail() {
    echo "package: $1" >&2
    exit 1
}

# copy FOLDER: copies the source tree without build results
copy() {
    mkdir -p "$1" || return 1
    tar -c --exclude=./build --exclude=./.git --exclude=node_modules . | tar -x -C "$1"
}

# build FOLDER OPTION: builds packages, which are written beside the folder
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
# built again by another user in another environment, the packages must have the same bytes
(umask 027 && export TZ=Asia/Kathmandu LC_ALL=C.UTF-8 && build "$work/source" -nc) || exit 1
mv "$work"/*.deb "$work/again"
diff -r "$work/first" "$work/again" || fail 'the packages are not the same bytes twice'
# the next version, made from the same build
version=$(dpkg-parsechangelog -l "$work/source/debian/changelog" -S Version)
sed -i "1s/($version)/($version+next)/" "$work/source/debian/changelog"
build "$work/source" -nc
mv "$work"/*.deb "$work/second"
echo "built after $(($(date +%s) - began)) s"

base_copy "$work/root" || fail 'no base system'
cp -r "$work/first" "$work/second" "$work/root/srv/"
# the kept package files may be used by one test at a time
exec 9>"$base.lock"
flock 9 || fail "$base.lock cannot be locked"
echo "a system of its own after $(($(date +%s) - began)) s"
# inside.sh separates its mounts from this system; in a chroot, whose / is no mount point, that
# cannot be done here
unshare --mount --propagation unchanged --pid --fork --kill-child \
    "$here/inside.sh" "$work/root" "$base/archives" "$version"
status=$?
! grep -q "$work" /proc/mounts || fail 'something is still mounted'
echo "all after $(($(date +%s) - began)) s"
exit $status
