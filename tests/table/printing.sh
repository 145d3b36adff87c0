#!/bin/sh
# Papers print themselves: receipts, slips and forms, once each, whatever crashes; a printer that fails raises an
# alarm and its papers wait; a paper that may have been printed already says REPRINT (TAB-11, REC-3, REC-4, PIT-11).
# usage: printing.sh PROGRAM        run from the repository's root
set -u
croupier=$1
# shellcheck source=tests/table/process.sh
. tests/table/process.sh
floor=$dir/floor.yaml
mkdir "$dir/forms" "$dir/slips"

# A printer as a command that reads a paper on its input. While the file "refuse" is there, the command fails; while "hang" is
# there, it prints and does not end.
cat >"$dir/printer" <<'END'
#!/bin/sh
[ ! -e "$1/refuse" ] || exit 3
echo call >>"$1/calls"
cat >"$1/printed.$(wc -l <"$1/calls")"
[ ! -e "$1/hang" ] || exec sleep 600
END
chmod +x "$dir/printer"
echo iVBORw0KGgoAAAANSUhEUgAAAAgAAAAECAAAAACWpiEsAAAAE0lEQVR42mP4zwCBDAz/0SBcBAAfEw/xnna6bgAAAABJRU5ErkJggg== | base64 -d >"$dir/logo.png"
echo '<svg/>' >"$dir/other.svg"
head -c 60 "$dir/logo.png" >"$dir/cut.png"
cat >"$floor" <<END
floor: Pit
configured_by: [Manager One, Manager Two]
people: {Manager One: manager, Manager Two: manager, Supervisor: supervisor, Cage: cage}
links: {main: {progressive: ptha-2, open: yes}}
messages: [Happy hour, {text: Ask for the tour, table: t1}]
tables: {t1: {rules: pg-flush, link: main, live: yes}}
house:
  name: The Lucky Star
  zone: America/Chicago
  paper: letter
  shifts: [day, swing, night]
  logo: logo.png
printers:
  receipts: $dir/receipts
  slips: [$dir/printer, $dir/slips]
  forms: $dir/forms
END

# --- what a floor file may not say about printers is refused with the line and column
faulty() { # NAME, KEY, LINE, COMPLAINT
    sed "s|^  $2:.*|  $3|" "$floor" >"$dir/faulty.yaml"
    "$croupier" doctor --floor "$dir/faulty.yaml" >"$dir/doctor" 2>&1 && bad "$1 is taken"
    tr -s '\n ' ' ' <"$dir/doctor" >"$dir/words"
    says "$dir/words" "faulty.yaml:"
    says "$dir/words" "$4"
}
faulty 'a place that is no path' forms 'forms: here' 'expected a folder or a device from / on'
faulty 'a form on a strip' forms 'forms: /dev/usb/lp0' 'a form has pages'
faulty 'no command' slips 'slips: []' 'expected a folder or a device from / on'
faulty 'a picture of another kind' logo 'logo: other.svg' 'expected a PNG picture of at most 1000 by 1000 pixels'
faulty 'half a picture' logo 'logo: cut.png' 'expected a PNG picture'
faulty 'no picture' logo 'logo: none.png' 'none.png'
# A path of 512 bytes, whose first 511 are that of a picture.
sed 's|^  logo:.*|  logo: logo.pngs|' "$floor" >"$dir/f.yaml"
way=$dir/
while [ ${#way} -lt 503 ]; do way=$way/; done
"$croupier" doctor --floor "${way}f.yaml" >"$dir/doctor" 2>&1 && bad 'half of a path is taken'
tr -s '\n ' ' ' <"$dir/doctor" >"$dir/words"
says "$dir/words" 'the path is too long'
sed 's/^messages:.*/messages: [{text: x, sign: t1}]/' "$floor" >"$dir/sign.yaml"
"$croupier" doctor --floor "$dir/sign.yaml" >"$dir/doctor" 2>&1 && bad 'a message to nobody is taken'
tr -s '\n ' ' ' <"$dir/doctor" >"$dir/words"
says "$dir/words" 'sign.yaml:5:'
faulty 'another printer' slips 'cheques: /dev/usb/lp0' 'cheques'

text_of() { pdftotext -layout "$1" - 2>/dev/null; }
printed() { find "$dir/$1" -name "$2" | wc -l; }
# shellcheck disable=SC2317 # for await, as those below
is_there() { [ -e "$1" ]; }
ask() { curl -sf -o "$dir/post" -H 'Content-Type: application/json' -d "$2" "$url$1" || bad "$1: $(cat "$dir/post")"; }

start_manager || finish
start_crew
mkfifo "$dir/keys"
"$croupier" table t1 --manager "$url" --state "$dir/t1" --live --key-user Supervisor <"$dir/keys" >"$dir/out" 2>&1 &
table=$!
pids="$pids $table"
exec 3>"$dir/keys"
until_says "$table" "$dir/out" open || finish
ask /api/v1/shifts '{"item":"day","user":"Supervisor"}'

# --- the messages that the signs have from the start
says_sign() { curl -s "$url/api/v1/faces/t1" | grep -c "$1"; }
same 'a message for all signs' "$(says_sign 'Happy hour')" 1
same 'a message for one table' "$(says_sign 'Ask for the tour')" 1

# --- the folder for receipts is missing: an alarm, and the receipt waits; the slip is printed
jackpot() { # ROUND HAND KEY POSITION
    printf '%s\n' 'place 3' start "award 3 $2" "key $3" "turn $4" 'wait 3' 'turn R' 'remove key' 'game over' >&3
    until_says "$table" "$dir/out" "round $1: game over" || finish
}
jackpot 1 flush 008 JPL
await "$manager" is_there "$dir/slips/printed.1" || bad 'no slip'
# shellcheck disable=SC2317
alarm() { curl -s "$url/api/v1/alarms" | grep -q '"item":"printer"'; }
await "$manager" alarm || bad 'no alarm of a printer'
same 'the alarm says which' "$("$croupier" log "$url" --json --kind alarm_raised | grep -c 'receipts: No such file or directory; 1 paper waits')" 1

# --- the manager is killed, and the folder is made: the receipt is printed once
crash "$manager"
mkdir "$dir/receipts"
start_manager || finish
# shellcheck disable=SC2317
receipt() { [ "$(printed receipts 'receipt-*.pdf')" -eq "$1" ]; }
await "$manager" receipt 1 || bad 'the receipt is lost'
text_of "$dir/receipts"/receipt-*.pdf >"$dir/text"
says "$dir/text" 'The Lucky Star'
says "$dir/text" "\$50.00"
grep -q REPRINT "$dir/text" && bad 'the first copy says REPRINT'

# --- a percentage of the meter: the slip is printed with the payment, the receipt when the claim is cleared
jackpot 2 'royal flush' 009 JPH
await "$manager" receipt 2 || bad 'no receipt of what was cleared'
same slips "$(wc -l <"$dir/slips/calls")" 2

# --- a command that fails: an alarm, and the slip waits until the command succeeds
: >"$dir/slips/refuse"
jackpot 3 flush 008 JPL
await "$manager" receipt 3 || bad 'one printer holds up another'
rm "$dir/slips/refuse"
# shellcheck disable=SC2317
calls() { [ "$(wc -l <"$dir/slips/calls")" -ge "$1" ]; }
await "$manager" calls 3 || bad 'the slip that waited is lost'
text_of "$dir/slips/printed.3" | grep -q REPRINT && bad 'a slip that was refused says REPRINT'

# --- the manager is killed while the printer has the paper: nobody knows what was printed, so the next copy says REPRINT
: >"$dir/slips/hang"
jackpot 4 flush 008 JPL
await "$manager" calls 4 || bad 'no slip at the printer'
crash "$manager"
rm "$dir/slips/hang"
start_manager || finish
await "$manager" calls 5 || bad 'the slip that may be printed is lost'
# shellcheck disable=SC2317
full() { text_of "$dir/slips/printed.5" | grep -q 'Payout Slip'; }
await "$manager" full || bad 'no slip after the crash'
text_of "$dir/slips/printed.5" | grep -q REPRINT || bad 'a slip that may be printed already does not say REPRINT'

# --- a shift ends: its form is printed, on the house's size of paper
ask /api/v1/shifts/close '{"user":"Supervisor"}'
# shellcheck disable=SC2317
form() { [ "$(printed forms 'shift-*.pdf')" -eq 1 ]; }
await "$manager" form || bad 'no form'
text_of "$dir/forms"/shift-*.pdf >"$dir/text"
says "$dir/text" 'End of Shift'
same 'the logo' "$(pdfimages -list "$dir/forms"/shift-*.pdf | awk 'NR > 2 { print $4, $5 }')" '8 4'
same 'letter' "$(pdfinfo "$dir/forms"/shift-*.pdf | sed -n 's/^Page size: *//p')" '612 x 792 pts (letter)'

# --- after an orderly end nothing is printed again, and nothing is left
echo quit >&3
exec 3>&-
wait "$table"
stop "$manager"
start_manager || finish
jackpots=$("$croupier" log "$url" --json --kind claim_paid | wc -l)
# shellcheck disable=SC2317
settled() { [ "$(printed floor.db.print '*.paper')" -eq 0 ]; }
await "$manager" settled || bad 'papers are left'
stop "$manager"
same 'four jackpots' "$jackpots" 4
same 'four receipts' "$(printed receipts 'receipt-*.pdf')" 4
same 'four slips, one of them twice' "$(wc -l <"$dir/slips/calls")" 5
same 'one form' "$(printed forms 'shift-*.pdf')" 1

# --- people print a paper again, and it says so
claim=$("$croupier" log "$dir/floor.db" --json --kind claim_paid | sed -n '1s/.*"claim":\([0-9]*\).*/\1/p')
"$croupier" report receipt "$claim" --store "$dir/floor.db" --reprint >"$dir/text" || bad 'no reprint'
says "$dir/text" 'REPRINT'
"$croupier" report coin-in --store "$dir/floor.db" --reprint >"$dir/text" 2>&1 && bad 'a report is made anew'

# --- PIT-15: every time on a paper is in the house's time zone, and names the zone
of_the_house() { # NAME FILE
    grep -qE '[0-9]{2}:[0-9]{2}:[0-9]{2} C[SD]T' "$2" || bad "$1: no time of the house: $(cat "$2")"
    if sed -E 's/[0-9]{2}:[0-9]{2}:[0-9]{2} C[SD]T//g' "$2" | grep -E '[0-9]{2}:[0-9]{2}:[0-9]{2}'; then bad "$1: a time without its zone"; else ok; fi
}
for paper in "$dir/receipts"/receipt-*.pdf "$dir/slips"/printed.* "$dir/forms"/shift-*.pdf; do
    text_of "$paper" >"$dir/text"
    of_the_house "$(basename "$paper")" "$dir/text"
done
"$croupier" report receipt "$claim" --store "$dir/floor.db" --escpos "$dir/strip" || bad 'no receipt for a printer'
tr -cd '\n -~' <"$dir/strip" >"$dir/text"
of_the_house 'a receipt for a printer' "$dir/text"
"$croupier" evidence "$claim" --store "$dir/floor.db" --out "$dir/claim.tar" >"$dir/said" || bad 'no evidence'
mkdir "$dir/evidence" && tar -xf "$dir/claim.tar" -C "$dir/evidence"
for paper in receipt derivation; do
    text_of "$dir/evidence/claim-$claim/$paper.pdf" >"$dir/text"
    of_the_house "$paper in the evidence" "$dir/text"
done
if "$croupier" verify "$dir/floor.db" >"$dir/verified" 2>&1; then ok; else bad "verify: $(cat "$dir/verified")"; fi
finish
