# Functions for tests with real programs that wait for a condition instead of a fixed time. This
# file is sourced.
# shellcheck shell=sh

# lives PID: whether the process runs; one that has ended but is not yet waited for does not count
lives() {
    case $(sed -n 's/^State:[[:space:]]*\(.\).*/\1/p' "/proc/$1/status" 2>/dev/null) in
    '' | Z | X) return 1 ;;
    esac
}

# await PID COMMAND…: repeats the command until it succeeds. Fails if the process has ended and the
# command still fails, or after more minutes than any machine needs, which only ends a test that
# would hang. With '' as PID no process is checked.
await() {
    awaited=$1
    tries=0
    shift
    until "$@"; do
        if [ -n "$awaited" ] && ! lives "$awaited"; then
            "$@" # it may have been the last thing it did
            return
        fi
        tries=$((tries + 1))
        [ $tries -lt 2400 ] || return 1
        sleep 0.05
    done
}

# in_file FILE TEXT, has_lines COUNT FILE: conditions for await
in_file() { grep -qF -- "$2" "$1" 2>/dev/null; }
has_lines() { [ -e "$2" ] && [ "$(wc -l <"$2")" -ge "$1" ]; }

# pick_port: chooses a free port for a program that is restarted on the same port. It avoids the
# ports that the kernel hands out, because another test could get one of those while the program is
# down.
pick_port() {
    while :; do
        picked=$((20000 + $(od -An -N2 -tu2 /dev/urandom) % 12000))
        grep -q ":$(printf %04X "$picked") " /proc/net/tcp /proc/net/tcp6 2>/dev/null || break
    done
    echo "$picked"
}
