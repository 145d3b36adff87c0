#!/bin/sh
# A checkpoint on paper: what a scanner reads from the page is the checkpoint, and croupier-verify accepts it.
# usage: print.sh CROUPIER TELL CROUPIER_VERIFY
set -u
# shellcheck source=tests/cli/floor_lib.sh
. "$(dirname "$0")/../cli/floor_lib.sh"
tell=$2 verify=$3
mkdir "$dir/trust"
"$tell" "$dir/floor.db" "$dir/trust" >/dev/null || exit 1
run 0 'shown' evidence checkpoint --trust "$dir/trust"
says 'shown' "$(sed -n 's/^floor //p' "$dir/trust/checkpoints")"
run 0 'printed' evidence checkpoint --trust "$dir/trust" --pdf "$dir/page.pdf" --escpos "$dir/page.bin"
pdftoppm -r 200 -png "$dir/page.pdf" "$dir/page" && zbarimg --nodbus --raw -q -Sdisable -Sqrcode.enable "$dir"/page-*.png >"$dir/scanned"
# The scanner adds a newline to what it read.
head -c -1 "$dir/scanned" >"$dir/checkpoint"
same 'scanned' "$dir/checkpoint" "$dir/trust/checkpoints"
run 0 'export' log "$dir/floor.db" --export "$dir/export"
if "$verify" "$dir/export" "$dir/checkpoint" --key "$dir/trust/signing.pub" >"$dir/out" 2>&1; then ok; else bad "scanned: $(cat "$dir/out")"; fi
# The receipt printer gets the same text.
if grep -qaF "$(sed -n 's/^signature //p' "$dir/trust/checkpoints")" "$dir/page.bin"; then ok; else bad 'the printer prints something else'; fi
run 1 'nothing yet' evidence checkpoint --trust "$dir"
complains 'nothing yet' 'no checkpoint'
run 2 'papers of a claim' evidence 12 --pdf "$dir/x.pdf"
sed 's/^seq ./seq 9/' "$dir/trust/checkpoints" >"$dir/c" && mv "$dir/c" "$dir/trust/checkpoints"
run 1 'forged' evidence checkpoint --trust "$dir/trust"
complains 'forged' 'not signed'
finish
