#!/bin/sh
# Runs a command as on a newcomer's machine: in a clone of this repository's last commit, on a Debian with nothing else
# installed. What passes only because this machine has more installed fails there.
# usage: tools/bare.sh COMMAND…      as root; for example tools/bare.sh ./check
#        tools/bare.sh --possible    whether it can be done here: exit status 0, or 1 and the reason
# The system is a folder under ${TMPDIR:-/tmp} that is removed at the end; its base and downloaded packages are kept for
# later runs (base_system.sh). Processes and mounts live in namespaces of their own and end with the command.
set -u
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=tools/base_system.sh
. tools/base_system.sh
# shellcheck source=tools/need.sh
. tools/need.sh

# ---- Inside the namespaces ----

if [ "${1:-}" = --inside ]; then
    root=$2
    shift 2
    # The root folder becomes a mount point, as / is on a real machine.
    mount --bind "$root" "$root" && mount -t proc proc "$root/proc" && mount --rbind /dev "$root/dev" || exit 1
    mount -t sysfs sys "$root/sys" || true
    mkdir -p "$root/tmp/croupier-base" "$root/root/.npm" || exit 1
    # The package's test, which may run inside, makes its own system from the same base.
    mount --bind "$base" "$root/tmp/croupier-base" || exit 1
    mount --bind "$base/archives" "$root/var/cache/apt/archives" || exit 1
    mount --bind "$base/npm" "$root/root/.npm" || exit 1
    # shellcheck disable=SC2016,SC2046  # expanded by the shell inside; settings contain no blanks
    exec env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin TERM="${TERM:-dumb}" \
        CI="${CI:-}" $(env | grep -iE '^(https?|no)_proxy=') \
        chroot "$root" /bin/sh -c 'cd /root/croupier && eval "$*"' sh "$@"
fi

# ---- Outside ----

reason=
if [ "$(id -u)" != 0 ]; then
    reason='only root makes a system of its own'
elif [ ! -e /etc/debian_version ]; then
    reason='this is no Debian'
elif ! unshare --mount --pid --fork true 2>/dev/null; then
    reason='namespaces cannot be made here'
elif ! (need debootstrap git) >/dev/null 2>&1; then
    reason='debootstrap or git is missing and cannot be installed'
fi
if [ "${1:-}" = --possible ]; then
    [ -z "$reason" ] || { echo "$reason" && exit 1; }
    exit 0
fi
[ $# -gt 0 ] || { sed -n '2,7s/^# //p' "$0" && exit 2; }
[ -z "$reason" ] || { echo "bare: $reason" >&2 && exit 2; }

began=$(date +%s)
root=$(mktemp -d "${TMPDIR:-/tmp}/croupier-bare-XXXXXX") || exit 1
inside=
exec 3<&0 # a shell gives what it starts in the background no input otherwise
trap 'rm -rf --one-file-system "$root"' EXIT
# When this script is ended, the command inside is killed too, and waited for.
trap '[ -z "$inside" ] || { kill -KILL "$inside" && wait "$inside"; }; exit 1' INT TERM HUP
base_copy "$root/system" || { echo 'bare: no base system' >&2 && exit 1; }
git clone --quiet --no-hardlinks . "$root/system/root/croupier" || exit 1
# The settings with which this machine reaches the npm registry, and the certificates that it trusts.
for file in /root/.npmrc /etc/npmrc /etc/ssl/certs /usr/local/share/ca-certificates; do
    [ ! -e "$file" ] || { mkdir -p "$root/system${file%/*}" && cp -a "$file" "$root/system${file%/*}/"; } || exit 1
done
echo "a bare $codename after $(($(date +%s) - began)) s"
unshare --mount --pid --fork --kill-child "$PWD/tools/bare.sh" --inside "$root/system" "$@" <&3 &
inside=$!
wait "$inside"
status=$?
echo "all after $(($(date +%s) - began)) s"
exit $status
