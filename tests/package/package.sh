#!/bin/sh
# The Debian package in a system of its own: built, then installed with what it depends on, started
# as its unit says, played on, upgraded, verified, removed and purged (inside.sh).
# usage: package.sh      from the repository's root, as root
# A base system is kept in ${TMPDIR:-/tmp}/croupier-base between runs. Processes and mounts live in
# namespaces of the test and end with it.
set -u
base=${TMPDIR:-/tmp}/croupier-base
here=$(cd "$(dirname "$0")" && pwd)

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

# Where this machine gets its Debian from, as apt reads its files: URI RELEASE COMPONENT
sources() {
    # shellcheck disable=SC2016  # for apt
    apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
        awk -v name="$codename" '$2 == name || index($2, name "-") == 1' | sort -u
}

make_base() {
    site=$(sources | awk -v name="$codename" '$2 == name { print $1; exit }')
    [ -n "$site" ] || fail "apt of this machine knows no $codename"
    rm -rf "$base" "$base.new"
    mkdir -p "$base.new/archives/partial" || return 1
    for try in 1 2 3; do
        rm -rf "$base.new/root" # what a broken connection left
        debootstrap --variant=minbase "$codename" "$base.new/root" "$site" >"$work/base.log" 2>&1 &&
            mv "$base.new" "$base" && return
        echo "package: no base system from $site, try $try"
    done
    tail -n 20 "$work/base.log"
    return 1
}

# The base system with this machine's way to packages, and both versions in /srv.
make_root() {
    [ -d "$base/root" ] || make_base || return 1
    cp -a "$base/root" "$work/root" || return 1
    sources | awk '{ print "deb", $1, $2, $3 }' >"$work/root/etc/apt/sources.list"
    apt-config dump | grep '^Acquire::' >"$work/root/etc/apt/apt.conf.d/90machine"
    cp -L /etc/resolv.conf "$work/root/etc/resolv.conf"
    cp -r "$work/first" "$work/second" "$work/root/srv/"
}

codename=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
work=$(mktemp -d "${TMPDIR:-/tmp}/croupier-package-XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
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

# The base and the packages it keeps are for one test at a time.
exec 9>"$base.lock"
flock 9 || fail "$base.lock cannot be locked"
make_root || fail 'no base system'
echo "a system of its own after $(($(date +%s) - began)) s"
unshare --mount --pid --fork --kill-child --mount-proc \
    "$here/inside.sh" "$work/root" "$base/archives" "$version"
status=$?
! grep -q "$work" /proc/mounts || fail 'something is still mounted'
echo "all after $(($(date +%s) - began)) s"
exit $status
