#!/bin/sh
# `croupier pki`: the certificates that it makes, who can read the files, and that nothing is
# overwritten.
# usage: pki.sh CROUPIER
set -eu
croupier=$1
case $croupier in /*) ;; *) croupier=$PWD/$croupier ;; esac
dir=$(mktemp -d "${TMPDIR:-/tmp}/croupier-pki-XXXXXX")
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/work"
cd "$dir/work"

fail() {
    echo "pki: $*" >&2
    exit 1
}
# refused ARGUMENT…: the command must fail and change no file
refused() {
    before=$(find . -type f -exec cksum {} + | sort)
    if "$croupier" pki "$@" >../out 2>&1; then fail "not refused: $*"; fi
    [ "$(find . -type f -exec cksum {} + | sort)" = "$before" ] || fail "changed something: $*"
}
mode() { stat -c %a "$1"; }

umask 022
"$croupier" pki init trust --name "Trial floor" --host manager.pit --host 10.1.0.5 --host ::1 >made
[ "$(mode trust)" = 700 ] || fail "the folder is open to others"
for file in ca.key server/server.key signing.key; do
    [ "$(mode trust/$file)" = 600 ] || fail "$file is open to others"
done
[ -s trust/signing.pub ] || fail "no public key"
[ -z "$(find . -name '*.new-*')" ] || fail "something is left over"
rm made

refused init trust
grep -q . trust/ca.key
mkdir full && echo mine >full/file
refused init full
[ "$(cat full/file)" = mine ] || fail "a stranger's file is gone"
refused init nowhere/below
refused init other --host 'manager.pit:8443'
refused init other --host 'manager pit'
# A name that does not fit is not cut: what a certificate says is text, and the house's own.
refused init other --name "$(printf '%054d' 0)"
refused init other --name "$(printf '%051dé€' 0)"
[ ! -e other ] || fail "half a folder"
"$croupier" pki init other --name "$(printf '%051dé' 0)" >made
"$croupier" pki show other/ca.pem | grep -q "subject  *0*é authority" || fail "another name is shown"
rm -r other made
# A folder of another kind is left as it is.
refused server full --host manager.pit
[ "$(ls full)" = file ] || fail "a folder was made in a stranger's folder"

"$croupier" pki issue trust --table pit1-t1 >made
grep -q '^fingerprint [0-9a-f]\{64\}$' made || fail "no fingerprint"
print=$(sed -n 's/^fingerprint //p' made)
rm made
[ "$(mode trust/tables/pit1-t1)" = 700 ] || fail "a table's folder is open to others"
[ "$(mode trust/tables/pit1-t1/table.key)" = 600 ] || fail "a table's key is open to others"
"$croupier" pki show trust/tables/pit1-t1/table.pem >shown
grep -q "fingerprint $print" shown || fail "another fingerprint is shown"
grep -q 'pit1-t1, table' shown || fail "another subject is shown"
rm shown
refused issue trust --table pit1-t1
refused issue trust --table 'Pit 1'
refused issue trust --table ../x
refused issue full --table pit1-t2

# A key that others can read is not used for signing.
chmod 644 trust/ca.key
refused issue trust --table pit1-t2 --out t2
[ ! -e t2 ] || fail "half a folder"
chmod 600 trust/ca.key

# A new certificate for the server: the old one is kept under another name.
old=$(cksum <trust/server/server.pem)
"$croupier" pki server trust --host manager.pit >made
rm made
[ "$(cksum <trust/server/server.pem)" != "$old" ] || fail "the certificate is the old one"
kept=$(find trust -name 'server-*.pem')
[ "$(cksum <"$kept")" = "$old" ] || fail "the old certificate is not kept"
[ "$(find trust -name 'server-*.key' | wc -l)" = 1 ] || fail "the old key is not kept"

# Certificates that expire soon are reported.
"$croupier" pki check trust >checked || fail "it warns of nothing"
grep -q '3 certificates' checked || fail "counted otherwise"
"$croupier" pki issue trust --table pit1-t3 --days 10 >made
"$croupier" pki check trust >checked && fail "an end within 30 days is not said"
grep -q 'pit1-t3' checked || fail "not said of which"
if grep -q 'pit1-t1' checked; then fail "said of another"; fi
rm -f made checked

# Signatures and fingerprints, checked with openssl.
verify() { openssl verify -CAfile trust/ca.pem "$@" >../out 2>&1; }
table=trust/tables/pit1-t1/table.pem
verify -purpose sslserver -verify_hostname manager.pit trust/server/server.pem || fail "no server's certificate"
verify -purpose sslclient $table || fail "no client's certificate"
if verify -purpose sslserver $table; then fail "a table could be a server"; fi
if verify -purpose sslclient trust/server/server.pem; then fail "the server could be a table"; fi
openssl x509 -in $table -noout -pubkey | openssl pkey -pubin -outform der >../spki
[ "$(b2sum -l 256 <../spki | cut -d' ' -f1)" = "$print" ] || fail "another fingerprint"
echo "pki: certificates are made, kept and checked"
