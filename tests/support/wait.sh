# Waiting in tests with real programs: for conditions, never for a time. Sourced.
# shellcheck shell=sh

# lives PID: one that has ended and was not waited for does not count
lives() {
    case $(sed -n 's/^State:[[:space:]]*\(.\).*/\1/p' "/proc/$1/status" 2>/dev/null) in
    '' | Z | X) return 1 ;;
    esac
}

# await PID COMMAND…: until the command succeeds. False when that process has ended and the command
# still fails; and after more minutes than any machine needs, which only ends a test that would never
# end. Nobody's end is looked for with '' as PID.
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

# in_file FILE TEXT, has_lines COUNT FILE: for await
in_file() { grep -qF -- "$2" "$1" 2>/dev/null; }
has_lines() { [ -e "$2" ] && [ "$(wc -l <"$2")" -ge "$1" ]; }

# pick_port: for a program that is started again where it was. Not one of those that the kernel gives
# to whoever wants any: another test would get it while the program is down.
pick_port() {
    while :; do
        picked=$((20000 + $(od -An -N2 -tu2 /dev/urandom) % 12000))
        grep -q ":$(printf %04X "$picked") " /proc/net/tcp /proc/net/tcp6 2>/dev/null || break
    done
    echo "$picked"
}
