#!/bin/sh
# `croupier evidence` writes an archive that tar unpacks and croupier-verify confirms, file by file.
# usage: archive.sh CROUPIER TELL CROUPIER_VERIFY
set -u
# shellcheck source=tests/cli/floor_lib.sh
. "$(dirname "$0")/../cli/floor_lib.sh"
tell=$2 verify=$(realpath "$3")
mkdir "$dir/trust"
read -r paid waiting cancelled <<E
$("$tell" "$dir/floor.db" "$dir/trust")
E

# has NAME FILE TEXT: the file must have this text
has() {
    if grep -qF -- "$3" "$2"; then ok; else bad "$1: no '$3' in $2"; fi
}
# unpack CLAIM TAR: into $dir/claim-CLAIM; each file must have its hash in the manifest, and each proof must hold
unpack() {
    rm -rf "$dir/claim-$1"
    tar -xf "$2" -C "$dir" || bad "claim $1: tar"
    (cd "$dir/claim-$1" && b2sum -l 256 --strict --quiet -c manifest.txt) >"$dir/sums" 2>&1 || bad "claim $1: $(cat "$dir/sums")"
    listed=$(wc -l <"$dir/claim-$1/manifest.txt")
    found=$(find "$dir/claim-$1" -type f ! -name manifest.txt | wc -l)
    if [ "$listed" -eq "$found" ]; then ok; else bad "claim $1: $found files, $listed in the manifest"; fi
}
hold() {
    cd "$dir/claim-$1" || exit 1
    [ "$(find proofs -type f | wc -l)" -eq "$(wc -l <events.jsonl)" ] || exit 1
    while read -r event; do
        seq=$(printf '%s' "$event" | sed 's/^{"seq":\([0-9]*\),.*/\1/')
        "$verify" --proof "proofs/$seq.txt" checkpoint.txt --key key.txt >"$dir/said" 2>&1 || exit 1
        grep -qxF -- "$event" "$dir/said" || exit 1
    done <events.jsonl
}
proofs() {
    if (hold "$1"); then ok; else bad "claim $1: a proof does not hold: $(cat "$dir/said" 2>/dev/null)"; fi
}

# --- a jackpot that was paid
run 0 'paid' evidence "$paid" --store "$dir/floor.db" --trust "$dir/trust" --out "$dir/paid.tar"
unpack "$paid" "$dir/paid.tar"
proofs "$paid"
in=$dir/claim-$paid
same 'the key' "$in/key.txt" "$dir/trust/signing.pub"
same 'the checkpoint' "$in/checkpoint.txt" "$dir/trust/checkpoints"
for kind in manager_started person_added document_added link_configured table_configured coin_in claim_made claim_verified \
    claim_approved claim_paid key_turned; do
    has 'paid' "$in/events.jsonl" "\"kind\":\"$kind\""
done
amount=$(sed -n 's/.*"kind":"claim_paid".*"amount":"\([0-9.]*\)".*/\1/p' "$in/events.jsonl")
has 'receipt' "$in/receipt.json" "$amount"
has 'derivation' "$in/derivation.json" "$amount"
head -c 5 "$in/receipt.pdf" >"$dir/magic" && has 'receipt' "$dir/magic" '%PDF-'
has 'documents' "$in/README.txt" 'croupier-verify --proof'
has 'what the verifier is built with' "$in/README.txt" 'it needs libsodium and libyaml only'
if "$croupier" rules check "$in"/documents/*.yaml >"$dir/checked" 2>&1; then ok; else bad "documents: $(cat "$dir/checked")"; fi
# The archive has no events that do not belong to the claim, such as rounds of other tables.
other=$(grep -c '"kind":"game_over"' "$in/events.jsonl")
if [ "$other" -le 1 ]; then ok; else bad "paid: $other rounds"; fi

# --- a second archive has the same bytes, and a file that exists is never replaced
run 0 'again' evidence "$paid" --store "$dir/floor.db" --trust "$dir/trust" --out "$dir/again.tar"
same 'again' "$dir/paid.tar" "$dir/again.tar"
run 1 'over a file' evidence "$paid" --store "$dir/floor.db" --trust "$dir/trust" --out "$dir/again.tar"
complains 'over a file' 'File exists'

# --- a claim that waits, one that was cancelled, one that does not exist, and a checkpoint of another log
run 0 'waiting' evidence "$waiting" --store "$dir/floor.db" --trust "$dir/trust" --out "$dir/waiting.tar"
unpack "$waiting" "$dir/waiting.tar"
proofs "$waiting"
[ -e "$dir/claim-$waiting/receipt.pdf" ] && bad 'a receipt of nothing'
run 0 'cancelled' evidence "$cancelled" --store "$dir/floor.db" --trust "$dir/trust" --out "$dir/cancelled.tar"
unpack "$cancelled" "$dir/cancelled.tar"
has 'cancelled' "$dir/claim-$cancelled/events.jsonl" '"kind":"claim_cancelled"'
run 0 'without checkpoints' evidence "$paid" --store "$dir/floor.db" --out "$dir/plain.tar"
says 'without checkpoints' 'proves nothing'
unpack "$paid" "$dir/plain.tar"
has 'without checkpoints' "$in/README.txt" 'proves nothing'
run 1 'no claim' evidence 1 --store "$dir/floor.db" --out "$dir/none.tar"
[ -e "$dir/none.tar" ] && bad 'an archive of nothing'
run 2 'no number' evidence --store "$dir/floor.db"
run 2 'trust alone' evidence "$paid" --trust "$dir/trust"
sed 's/^tree ./tree 0/;s/^tree 0\(.*\)1/tree 0\12/' "$dir/trust/checkpoints" >"$dir/trust/c" && mv "$dir/trust/c" "$dir/trust/checkpoints"
run 1 'a forged checkpoint' evidence "$paid" --store "$dir/floor.db" --trust "$dir/trust" --out "$dir/forged.tar"
complains 'a forged checkpoint' 'not signed'

# --- from a manager that signs
run 0 'trust' pki init "$dir/own"
"$croupier" serve --open --audit 0 --store "$dir/floor.db" --trust "$dir/own" --listen 127.0.0.1:0 >"$dir/serve" 2>"$dir/serve.err" &
writer=$!
await "$writer" in_file "$dir/serve" http://
url=$(sed -n 's/.*\(http:[^ ]*\).*/\1/p' "$dir/serve")
await "$writer" test -s "$dir/own/checkpoints"
run 0 'from a manager' evidence "$paid" --manager "$url" --out "$dir/manager.tar"
unpack "$paid" "$dir/manager.tar"
proofs "$paid"
same 'its key' "$in/key.txt" "$dir/own/signing.pub"
run 1 'no claim there' evidence 1 --manager "$url" --out "$dir/none.tar"
kill "$writer" && wait "$writer"
writer=
finish
