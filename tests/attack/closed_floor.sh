# Starts a closed floor to attack. This file is sourced with the program as $1. A manager listens at
# $url and has its store in $dir/floor.db; $dir/passwords has everybody's password (name, tab,
# password, tab, PIN).
# shellcheck shell=sh
# shellcheck source=tests/support/wait.sh
. "$(dirname "$0")/../support/wait.sh"
croupier=$1
case $croupier in /*) ;; *) croupier=$PWD/$croupier ;; esac
dir=$(mktemp -d)
passed=0
failed=0
manager=
beside= # other programs of the test
trust=
lease= # of tables, in milliseconds
unset CROUPIER_MANAGER CROUPIER_TOKEN

# shellcheck disable=SC2317 # called by trap
clean_up() {
    for pid in $manager $beside; do kill "$pid" 2>/dev/null; done
    rm -rf "$dir"
}
trap clean_up EXIT
trap 'exit 1' INT TERM HUP

ok() {
    passed=$((passed + 1))
}

bad() {
    failed=$((failed + 1))
    printf 'FAIL %s\n' "$1"
}

# is WHAT-IS-WRONG COMMAND…: the command must succeed; is_not: it must fail
is() {
    fault=$1
    shift
    if "$@"; then ok; else bad "$fault"; fi
}

is_not() {
    fault=$1
    shift
    if "$@"; then bad "$fault"; else ok; fi
}

finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}

cat >"$dir/floor.yaml" <<'END'
floor: Attacked floor
configured_by: [Ann, Ben]
people:
  Ann: manager
  Ben: manager
  Sue: supervisor
  Dan: dealer
  Aud: auditor
links:
  main:
    progressive: cn
    approvals: {high: 2, low: 1}
    open: yes
tables:
  uth-1: {rules: uth-cn, link: main}
END

# start: starts the manager on a free port
start() {
    : >"$dir/serve.out"
    "$croupier" serve --floor "$dir/floor.yaml" --store "$dir/floor.db" --listen 127.0.0.1:0 \
        ${trust:+--trust "$trust"} ${lease:+--lease "$lease"} >"$dir/serve.out" 2>"$dir/serve.err" &
    manager=$!
    await "$manager" in_file "$dir/serve.out" 'serve: http:'
    url=$(sed -n 's/.*serve: \(http:[^ ]*\).*/\1/p' "$dir/serve.out" | head -n 1)
    [ -n "$url" ] || { echo "no manager: $(cat "$dir/serve.out" "$dir/serve.err")" && exit 1; }
}

# enlist: gives everybody a password, with the setup link that the manager printed
enlist() {
    await "$manager" in_file "$dir/serve.out" 'setup: '
    link=$(sed -n 's/.*setup: \(http[^ ]*\).*/\1/p' "$dir/serve.out")
    "$croupier" people enlist "$link" --passwords "$dir/passwords" >"$dir/enlist.out" 2>&1 ||
        { echo "enlist: $(cat "$dir/enlist.out")" && exit 1; }
}

password_of() {
    awk -F '\t' -v name="$1" '$1 == name { print $2 }' "$dir/passwords"
}

# try WANT NAME CURL-ARGUMENT…: the answer's status must be one of WANT ("401" or "400|404"). The
# answer is in $dir/head and $dir/body. The address may be given as a path only.
try() {
    want=$1 what=$2
    shift 2
    status=$(curl -s -o "$dir/body" -D "$dir/head" -w '%{http_code}' --max-time 60 --path-as-is "$@" 2>"$dir/curl.err")
    case "|$want|" in
    *"|$status|"*) ok ;;
    *) bad "$what: $status, not $want: $(head -c 300 "$dir/body") $(cat "$dir/curl.err")" ;;
    esac
}

# sign_in NAME: signs a person in; the new session's cookie and token are in $cookie and $csrf
sign_in() {
    status=$(curl -s -o "$dir/body" -D "$dir/head" -w '%{http_code}' --max-time 60 \
        --json "{\"person\":\"$1\",\"password\":\"$(password_of "$1")\"}" "$url/api/v1/session")
    [ "$status" = 200 ] || bad "sign in as $1: $status $(cat "$dir/body")"
    # shellcheck disable=SC2034 # for those who source this
    cookie=$(tr -d '\r' <"$dir/head" | sed -n 's/^[Ss]et-[Cc]ookie: \([^;]*\);.*/\1/p')
    # shellcheck disable=SC2034
    csrf=$(sed -n 's/.*"csrf":"\([^"]*\)".*/\1/p' "$dir/body")
}

# header NAME: the value of a header of the last answer
header() {
    tr -d '\r' <"$dir/head" | sed -n "s/^$1: //Ip" | head -n 1
}

# events KIND: the number of such events in the log
events() {
    "$croupier" log "$dir/floor.db" --kind "$1" --json 2>/dev/null | wc -l
}
