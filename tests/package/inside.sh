#!/bin/sh
# Installs, runs, upgrades and removes the package in a base system of its own. package.sh runs this
# script in new namespaces.
# usage: inside.sh ROOT ARCHIVES VERSION      ROOT/srv/first and /second have VERSION and the next
set -u
# shellcheck source=tests/support/wait.sh
. "$(dirname "$0")/../support/wait.sh"
root=$1 archives=$2 version=$3

fail() {
    echo "package: $1" >&2
    exit 1
}

# ---- Running commands in the base system ----

in_root() {
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 HOME=/root DEBIAN_FRONTEND=noninteractive \
        chroot "$root" "$@"
}

# unit_value NAME: a value of the installed systemd unit
unit_value() {
    sed -n "s/^$1=//p" "$root/lib/systemd/system/croupier.service"
}

# Runs a command as the unit's user in the unit's working directory.
as_user() {
    # shellcheck disable=SC2016  # for the shell in there
    env -i PATH=/usr/sbin:/usr/bin:/bin LC_ALL=C.UTF-8 chroot "--userspec=$(unit_value User):$(unit_value Group)" \
        "$root" sh -c 'cd "$0" && exec "$@"' "$(unit_value WorkingDirectory)" "$@"
}

# apt COMMAND WORD…: runs apt-get in the base system
apt() {
    in_root apt-get -q -y --no-install-recommends -o Acquire::Retries=5 -o APT::Keep-Downloaded-Packages=true "$@" \
        >"$root/srv/apt.log" 2>&1 && return
    tail -n 30 "$root/srv/apt.log"
    fail "apt-get $1 failed"
}

# file VERSION PACKAGE: the path of a package there
file() {
    (cd "$root" && ls "srv/$1/$2"_*.deb) | sed 's|^|/|'
}

# ---- The manager ----

set_options() {
    sed -i "s|^CROUPIER_SERVE=.*|CROUPIER_SERVE=$1|" "$root/etc/croupier/manager.conf"
}

is_up() {
    url=$(sed -n 's/^croupier serve: \(http:[^ ]*\).*/\1/p' "$root/srv/said" 2>/dev/null)
    [ -n "$url" ] && curl -sf "$url/healthz" >/dev/null
}

# Starts the manager as the unit's ExecStart says, with the variable from the unit's
# EnvironmentFile.
start() {
    options=$(sed -n 's/^CROUPIER_SERVE=//p' "$root$(unit_value EnvironmentFile | sed 's/^-//')")
    words=$(unit_value ExecStart | sed "s|\\\$CROUPIER_SERVE|$options|")
    rm -f "$root/srv/said" # where the last one listened
    # shellcheck disable=SC2086  # a list of words, as systemd splits them
    as_user $words >"$root/srv/said" 2>"$root/srv/complained" &
    manager=$!
    await "$manager" is_up ||
        fail "the manager does not answer: $(cat "$root/srv/said" "$root/srv/complained")"
    grep -q '^Seccomp:.2' "/proc/$(pgrep -o -x croupier)/status" || fail 'the manager is not in its guard'
}

stop() {
    kill "$(pgrep -o -x croupier)"
    wait "$manager" || fail "the manager ended with $?: $(cat "$root/srv/complained")"
}

# The seed gives known cards: a hand that needs a key would wait for people.
play() {
    as_user croupier table uth-1 --manager "$url" --players 3 --seed 11 --rounds 5 >"$root/srv/played" 2>&1 ||
        fail "a table cannot play: $(tail -n 5 "$root/srv/played")"
}

# Verifies the store; prints where its log ends.
verified() {
    as_user croupier verify "$store" >"$root/srv/verified" ||
        fail "the store does not verify: $(cat "$root/srv/verified")"
    sed -n 's/.*the last one is //p' "$root/srv/verified"
}

# Lists all files except those of caches, logs and the package manager.
listed() {
    (cd "$root" && find . \( -path ./proc -o -path ./srv -o -path ./tmp -o -path ./var/cache \
        -o -path ./var/log -o -path ./var/lib/dpkg -o -path ./var/lib/apt \) -prune -o -print) | LC_ALL=C sort
}

# ---- Installing, upgrading and removing ----

# Mounts made here end with the namespace. In a chroot they may be visible outside, and are then
# unmounted at the end.
is_apart=true
mount --make-rprivate / 2>/dev/null || is_apart=false
mount -t proc proc /proc || fail 'nothing can be mounted'
mount -t proc proc "$root/proc" || fail 'nothing can be mounted'
mount --bind "$archives" "$root/var/cache/apt/archives" || fail 'nothing can be mounted'
$is_apart || trap 'umount "$root/var/cache/apt/archives" "$root/proc" /proc' EXIT
# the base system has no service manager
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
chmod +x "$root/usr/sbin/policy-rc.d"

# The dependencies are installed first, so that later only the package's own files are new.
apt update
needs=$(for package in croupier croupier-verify; do
    dpkg-deb -f "$root$(file first $package)" Depends
done | tr ',' '\n' | sed 's/[(|].*//')
# shellcheck disable=SC2086  # a list of words
apt install $needs
listed >"$root/srv/before"
apt install "$(file first croupier)" "$(file first croupier-verify)"
[ "$(in_root stat -c '%U %a' /var/lib/croupier)" = 'croupier 700' ] || fail 'the store is not its user'\''s alone'
[ -L "$root/etc/systemd/system/multi-user.target.wants/croupier.service" ] || fail 'the unit is not enabled'
in_root croupier-verify --help 2>&1 | grep -q '^usage: croupier-verify' || fail 'croupier-verify does not start'
echo 'installed'

# With the installed configuration except for the port: an empty floor that waits for its first
# person.
sed -i 's/127\.0\.0\.1:8080/127.0.0.1:0/' "$root/etc/croupier/manager.conf"
start
grep -q '^setup: http' "$root/srv/said" || fail "nobody can be set up: $(cat "$root/srv/said")"
stop
echo 'starts as it comes'

store=/var/lib/croupier/floor/played.db
set_options "--open --floor /usr/share/croupier/floors/demo.yaml --store sqlite:$store --listen 127.0.0.1:0"
start
play
stop
first=$(verified)
[ -n "$first" ] || fail 'verify does not say where the log ends'
echo "played: $first"

# The configuration was changed by the operator, so an upgrade must keep it.
cp "$root/etc/croupier/manager.conf" "$root/srv/manager.conf"
apt install "$(file second croupier)"
# shellcheck disable=SC2016  # for dpkg-query
[ "$(in_root dpkg-query -W -f '${Version}' croupier)" = "$version+next" ] || fail 'not upgraded'
cmp "$root/etc/croupier/manager.conf" "$root/srv/manager.conf" || fail 'the configuration did not stay'
[ "$(verified)" = "$first" ] || fail 'the store did not stay'
start
play
stop
last=$(verified)
[ "$last" != "$first" ] || fail 'nothing was played after the upgrade'
echo "upgraded: $last"

apt remove croupier croupier-verify
[ ! -e "$root/usr/bin/croupier" ] || fail 'remove leaves the program'
[ -e "$root/etc/croupier/manager.conf" ] || fail 'remove takes the configuration'
[ -s "$root$store" ] || fail 'remove takes the store'
apt purge croupier croupier-verify
grep -q '/var/lib/croupier is kept' "$root/srv/apt.log" || fail 'purge does not say that the store is kept'
[ -s "$root$store" ] || fail 'purge takes the store'
left=$(listed | LC_ALL=C comm -13 "$root/srv/before" - | grep -v '^\./var/lib/croupier')
[ -z "$left" ] || fail "left behind: $left"
echo 'removed and purged: only /var/lib/croupier is left'
