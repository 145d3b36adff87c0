#!/bin/sh
# Tables as machines of a closed floor, with real programs over TLS: who may join, a key that is
# replaced while the table plays on, a key that is revoked during play, and a key that two
# controllers use.
# usage: machines.sh CROUPIER
set -eu
croupier=$1
case $croupier in /*) ;; *) croupier=$PWD/$croupier ;; esac
dir=$(mktemp -d "${TMPDIR:-/tmp}/croupier-machines-XXXXXX")
pids=
unset CROUPIER_MANAGER CROUPIER_TOKEN

# shellcheck disable=SC2317 # called by trap
clean_up() {
    # The table is stopped before its manager, because it would wait for the manager until its lease
    # ends.
    for pid in $pids; do
        kill "$pid" 2>/dev/null || true
        wait "$pid" 2>/dev/null || true
    done
    rm -rf "$dir"
}
trap clean_up EXIT
trap 'exit 1' INT TERM HUP

fail() {
    echo "machines: $*" >&2
    tail -n 5 "$dir"/*.out >&2
    exit 1
}

# until_true WHAT COMMAND…: waits until the command succeeds
until_true() {
    what=$1
    n=0
    shift
    until "$@"; do
        n=$((n + 1))
        [ $n -lt 2400 ] || fail "never: $what"
        sleep 0.05
    done
}
says() { grep -q -- "$2" "$dir/$1.out"; }

cat >"$dir/floor.yaml" <<'END'
floor: Machines
configured_by: [Ann, Ben]
people: {Ann: manager, Ben: manager}
tables:
  t1: {rules: tcp-cn}
  t2: {rules: tcp-cn}
END
"$croupier" pki init "$dir/trust" >/dev/null
"$croupier" pki init "$dir/foreign" >/dev/null
for key in a b c; do
    "$croupier" pki issue "$dir/trust" --table t1 --out "$dir/$key" >/dev/null
done
"$croupier" pki issue "$dir/foreign" --table t1 --out "$dir/other" >/dev/null

# The manager's sandbox may open the folders of the store and of temporary files; the keys are in
# neither.
mkdir "$dir/store" "$dir/tmp"
TMPDIR=$dir/tmp "$croupier" serve --floor "$dir/floor.yaml" --store "$dir/store/floor.db" --listen 127.0.0.1:0 \
    --tls 127.0.0.1:0 --trust "$dir/trust" --lease 60000 >"$dir/serve.out" 2>&1 &
pids="$! $pids"
until_true "the manager starts" says serve 'serve: https:'
until_true "the setup line" says serve 'setup: '
plain=$(sed -n 's/.*serve: \(http:[^ ]*\).*/\1/p' "$dir/serve.out" | head -n 1)
tls=$(sed -n 's/.*serve: \(https:[^ ]*\).*/\1/p' "$dir/serve.out")
link=$(sed -n 's/.*setup: \(http[^ ]*\).*/\1/p' "$dir/serve.out")
"$croupier" people enlist "$link" --passwords "$dir/passwords" >"$dir/enlist.out" 2>&1 || fail "enlist"

# ask STATUS KEY PATH [BODY]: a request over TLS with the certificate of that key, or with none if
# KEY is -; a POST if there is a body
ask() {
    want=$1 key=$2 path=$3 body=${4-}
    set -- --cacert "$dir/trust/ca.pem"
    [ "$key" = - ] || set -- "$@" --cert "$dir/$key/table.pem" --key "$dir/$key/table.key"
    [ -z "$body" ] || set -- "$@" --json "$body"
    status=$(curl -s -o "$dir/body" -w '%{http_code}' --max-time 60 "$@" "$tls$path") || true
    case "|$want|" in
    *"|$status|"*) ;;
    *) fail "$path with $key: $status, not $want: $(cat "$dir/body")" ;;
    esac
}
people() { # ENROL-OR-REVOKE KEY WORD…
    verb=$1 key=$2
    shift 2
    "$croupier" machines "$verb" "$dir/$key/table.pem" --manager "$plain" \
        --passwords "$dir/passwords" "$@" >"$dir/people.out" 2>&1
}
events() { "$croupier" log "$dir/store/floor.db" --kind "$1" --json | wc -l; }
rounds() { "$croupier" log "$dir/store/floor.db" --kind game_over --json | wc -l; }
plays_on() { [ "$(rounds)" -gt "$1" ]; }
join='{"instance":"box-1"}'

# ---- Who may join ----
ask 401 - /api/v1/tables/t1/join "$join"
ask 403 other /api/v1/tables/t1/join "$join" # another authority's
grep -q 'not one of a table of this floor.*croupier pki issues one' "$dir/body" || fail "refused with: $(cat "$dir/body")"
ask '401|403' a /api/v1/tables/t1/join "$join" # ours, but nobody enrolled it
people enrol a --user Ann --approver Ann && fail "one person enrolled alone"
people enrol a --user Ann --approver Ben || fail "enrol: $(cat "$dir/people.out")"
ask 200 a /api/v1/session
grep -q '"t1"' "$dir/body" || fail "another table: $(cat "$dir/body")"
ask 403 a /api/v1/tables/t2/join "$join" # its certificate, another's name
ask 403 a /api/v1/people
mkdir "$dir/not" && cp "$dir/trust/server/server.pem" "$dir/not/table.pem"
people enrol not --user Ann --approver Ben && fail "the server's certificate was enrolled as a table's"

# ---- The table plays, and gets a new key ----
mkdir "$dir/box"
cp "$dir"/a/* "$dir/box"
"$croupier" table t1 --manager "$tls" --ca "$dir/box/ca.pem" --cert "$dir/box/table.pem" \
    --key "$dir/box/table.key" --players 2 --pace 20 --state "$dir/box/state" >"$dir/t1.out" 2>&1 &
pids="$! $pids"
until_true "the table plays" plays_on 0
ask 409 a /api/v1/tables/t1/join '{"instance":"box-2"}' # a clone, while the table is alive
"$croupier" log "$dir/store/floor.db" --kind alarm_raised --json | grep -q '"identity"' ||
    fail "no alarm for a cloned identity"
people enrol b --user Ben --approver Ann || fail "enrol the second key: $(cat "$dir/people.out")"
people enrol c --user Ben --approver Ann && fail "a third key was enrolled"
cp "$dir/b/table.key" "$dir/box/key.new" && mv "$dir/box/key.new" "$dir/box/table.key"
cp "$dir/b/table.pem" "$dir/box/pem.new" && mv "$dir/box/pem.new" "$dir/box/table.pem"
before=$(rounds)
until_true "it plays on with the new key" plays_on $((before + 3))
people revoke a --user Ann || fail "revoke: $(cat "$dir/people.out")"
ask '401|403' a /api/v1/session
before=$(rounds)
until_true "it plays on without the old one" plays_on $((before + 3))
[ "$(events table_lost)" = 0 ] || fail "the table was lost"
[ "$(events table_joined)" = 1 ] || fail "the table joined anew"

# ---- The manager gets a new certificate, inside its sandbox and without a restart ----
address=${tls#https://}
shown() {
    openssl s_client -connect "$address" -CAfile "$dir/trust/ca.pem" -verify_return_error </dev/null \
        2>/dev/null | openssl x509 -noout -serial
}
old=$(shown)
[ -n "$old" ] || fail "no certificate is shown"
"$croupier" pki server "$dir/trust" --host 127.0.0.1 >/dev/null
until_true "the manager takes its new certificate" says serve 'TLS: .*the new certificate is in use'
[ "$(shown)" != "$old" ] || fail "the old certificate is still shown"
before=$(rounds)
until_true "it plays on under the new certificate" plays_on $((before + 3))
old=$(shown)
cp "$dir/foreign/server/server.pem" "$dir/trust/server/next" # half of a change
mv "$dir/trust/server/next" "$dir/trust/server/server.pem"
until_true "the manager says why not" says serve 'TLS: .*is not the key of'
[ "$(shown)" = "$old" ] || fail "a certificate without its key is shown"
[ "$(events manager_started)" = 1 ] || fail "the manager was started again"
[ "$(events table_lost)" = 0 ] || fail "the table was lost"

# ---- A key is revoked during play ----
curl -sN --cacert "$dir/trust/ca.pem" --cert "$dir/b/table.pem" --key "$dir/b/table.key" \
    "$tls/api/v1/stream" >"$dir/stream.out" 2>&1 &
stream=$!
pids="$stream $pids"
until_true "the stream flows" says stream 'event: '
if says t1 't1: refused: '; then fail "it was refused before"; fi
people revoke b --user Ann --text 'stolen' || fail "revoke: $(cat "$dir/people.out")"
revoked=$(date +%s%N)
until_true "the table is told" says t1 't1: refused: '
told=$(date +%s%N)
ended() { ! kill -0 "$stream" 2>/dev/null; }
until_true "the stream ends" ended
over=$(date +%s%N)
before=$(rounds)
ask '401|403' b /api/v1/tables/t1/heartbeat '{"instance":"box-1","epoch":1}'
[ "$(rounds)" = "$before" ] || fail "it still plays"

# ---- With a third key the table comes back by itself ----
people enrol c --user Ann --approver Ben || fail "enrol the third key: $(cat "$dir/people.out")"
cp "$dir/c/table.key" "$dir/box/key.new" && mv "$dir/box/key.new" "$dir/box/table.key"
cp "$dir/c/table.pem" "$dir/box/pem.new" && mv "$dir/box/pem.new" "$dir/box/table.pem"
until_true "it plays again" plays_on $((before + 1))
echo "machines: revoked: the table was told after $(((told - revoked) / 1000000)) ms, its stream ended after $(((over - revoked) / 1000000)) ms"
"$croupier" verify "$dir/store/floor.db" >"$dir/verify.out" 2>&1 || fail "verify"
