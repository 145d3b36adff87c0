# shellcheck shell=sh
# Makes a Debian system with only its base, and keeps it between runs. Sourced by tools/bare.sh and
# tests/package/package.sh, which work in a copy of it, because what they test must not depend on other installed
# packages.
#   $base/root      the base system, as debootstrap makes it; nothing writes into it
#   $base/archives  packages that were downloaded for a copy of it
#   $base/npm       the cache of npm, in the same way

base=${TMPDIR:-/tmp}/croupier-base

# Prints where this machine gets its Debian packages from, as apt reads its files: URI RELEASE COMPONENT
base_sources() {
    # shellcheck disable=SC2016  # expanded by apt
    apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
        awk -v name="$codename" '$2 == name || index($2, name "-") == 1' | sort -u
}

base_make() {
    site=$(base_sources | awk -v name="$codename" '$2 == name { print $1; exit }')
    [ -n "$site" ] || { echo "apt of this machine knows no $codename" && return 1; }
    rm -rf "$base" "$base.new"
    mkdir -p "$base.new/archives/partial" || return 1
    for try in 1 2 3; do
        rm -rf "$base.new/root" # what a broken connection left
        debootstrap --variant=minbase "$codename" "$base.new/root" "$site" >"$base.new/log" 2>&1 &&
            mv "$base.new" "$base" && return
        echo "no base system from $site, try $try"
    done
    tail -n 20 "$base.new/log"
    return 1
}

# base_copy FOLDER: copies the base system there and adds this machine's package sources and proxies
base_copy() {
    codename=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
    # apt lists its sources only after it has been updated at least once.
    [ -n "$(base_sources)" ] || apt-get update -qq || return 1
    # The first process makes the base; others wait for the lock and find it.
    (
        flock 9 || exit 1
        { [ -d "$base/root" ] || base_make; } && mkdir -p "$base/npm"
    ) 9>"$base.lock" || return 1
    cp -a "$base/root" "$1" || return 1
    base_sources | awk '{ print "deb", $1, $2, $3 }' >"$1/etc/apt/sources.list"
    apt-config dump | grep '^Acquire::' >"$1/etc/apt/apt.conf.d/90machine"
    # The copy is thrown away, so dpkg need not make its files durable.
    echo force-unsafe-io >"$1/etc/dpkg/dpkg.cfg.d/unsafe-io"
    cp -L /etc/resolv.conf "$1/etc/resolv.conf"
}
