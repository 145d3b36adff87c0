# shellcheck shell=sh
# Installs missing Debian packages. Sourced by ./demo and ./check: need PACKAGE…
# If nothing is missing, nothing is run and the network is not used.

need() {
    missing=
    for package in "$@"; do
        case $(dpkg-query -W -f='${Status}' "$package" 2>/dev/null) in
        *'ok installed') ;;
        *) missing="$missing $package" ;;
        esac
    done
    [ -n "$missing" ] || return 0
    install="apt-get install -y --no-install-recommends$missing"
    if [ "$(id -u)" = 0 ]; then
        as_root=
    elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
        as_root=sudo
    else
        echo "These packages are missing. Install them, then run this again:" >&2
        echo "  sudo $install" >&2
        exit 2
    fi
    echo "installing:$missing"
    log=$(mktemp)
    # shellcheck disable=SC2086  # both are lists of words
    if ! { $as_root apt-get update -qq && DEBIAN_FRONTEND=noninteractive $as_root $install; } \
        >"$log" 2>&1; then
        tail -n 5 "$log" >&2
        rm -f "$log"
        echo "installing failed; try: sudo $install" >&2
        exit 2
    fi
    rm -f "$log"
}

# shellcheck disable=SC2034  # for those who source this
# The packages that are needed to build and run the program.
BUILD_PACKAGES='gcc libc6-dev libgomp1 meson ninja-build pkg-config libsodium-dev libyaml-dev libyajl-dev
libcairo2-dev libpango1.0-dev fonts-dejavu-core libsqlite3-dev libpq-dev libmicrohttpd-dev
libcurl4-gnutls-dev libgnutls28-dev libseccomp-dev libqrencode-dev'
