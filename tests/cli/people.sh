#!/bin/sh
# people, tokens, crew and config on a floor with passwords: first passwords, invitations, the list
# of people, tokens for programs, a table and a pit crew that play a jackpot to its end, and the
# history of the configuration.
# usage: people.sh CROUPIER
set -u
# shellcheck source=tests/attack/closed_floor.sh
. "$(dirname "$0")/../attack/closed_floor.sh"

# run STATUS NAME ARGUMENT…
run() {
    want=$1 name=$2
    shift 2
    "$croupier" "$@" </dev/null >"$dir/out" 2>"$dir/err"
    status=$?
    is "$name: status $status, not $want: $(cat "$dir/err" "$dir/out")" [ "$status" -eq "$want" ]
}
says() { is "$1: no '$2' in: $(cat "$dir/out")" grep -qF -- "$2" "$dir/out"; }
says_not() { is_not "$1: '$2' in: $(cat "$dir/out")" grep -qF -- "$2" "$dir/out"; }
complains() { is "$1: no '$2' in: $(cat "$dir/err")" grep -qF -- "$2" "$dir/err"; }

# --- wrong calls
run 2 'people: an action' people dance && complains 'people: an action' "'dance' is none of list, setup"
run 2 'people: an option' people list --bogus && complains 'people: an option' "unknown option '--bogus'"
run 2 'people: both' people change Ann --bar --unbar && complains 'people: both' 'not both'
run 1 'people: no link' people setup --person Ann && complains 'people: no link' 'the link that'
run 1 'people: no manager' people list --manager http://127.0.0.1:1 && complains 'people: no manager' '127.0.0.1:1'
run 2 'tokens: an action' tokens dance && complains 'tokens: an action' 'none of list, add and revoke'
run 2 'config: an action' config dance && complains 'config: an action' 'none of show, history and diff'
run 2 'config: a time' config show --at yesterday-ish --store "$dir/none.db"
run 2 'config: two moments' config diff --store "$dir/none.db" && complains 'config: two moments' 'give --since TIME'

trust=$dir/trust
run 0 'pki init' pki init "$trust"
start
await "$manager" in_file "$dir/serve.out" 'setup: '
link=$(sed -n 's/.*setup: \(http[^ ]*\).*/\1/p' "$dir/serve.out")
is "no setup link: $(cat "$dir/serve.out")" [ -n "$link" ]
export CROUPIER_MANAGER="$url"

# --- files of passwords
printf 'Ann\tsunshine over lyon\t314159\nBen\tmoonlight in genova\t271828\n' >"$dir/two"
chmod 644 "$dir/two"
run 1 'others can read it' people setup "$link" --person Ann --passwords "$dir/two"
complains 'others can read it' 'others can read it'
chmod 600 "$dir/two"
printf 'Ann sunshine\n' >"$dir/odd" && chmod 600 "$dir/odd"
run 1 'no tab' people setup "$link" --person Ann --passwords "$dir/odd" && complains 'no tab' 'line 1: expected NAME, a tab'

# --- the first password is set once, with the setup link
run 1 'a wrong code' people setup "${link%????}AAAA" --person Ann --passwords "$dir/two" && complains 'a wrong code' 'code:'
run 1 'not a manager' people setup "$link" --person Dan --passwords "$dir/two"
run 0 'the first password' people setup "$link" --person Ann --passwords "$dir/two"
says 'the first password' 'invite a second person'
run 1 'the link again' people setup "$link" --person Ben --passwords "$dir/two"
run 0 'signing in' people sign-in --user Ann --passwords "$dir/two" && says 'signing in' 'Ann can sign in, as manager'
run 1 'no terminal' people sign-in --user Ann && complains 'no terminal' 'there is no terminal to ask at'

# --- in a terminal the password is asked for and not shown
terminal() {
    socket=croupier-people-$$
    export TMUX_TMPDIR="$dir"
    unset TMUX
    t() { tmux -L "$socket" "$@"; }
    # see TEXT [TIMES]
    shown() { [ "$(t capture-pane -p -t t 2>/dev/null | grep -cF -- "$1")" -ge "${2:-1}" ]; }
    see() {
        await '' shown "$@" || { bad "terminal: not seen: $1: $(t capture-pane -p -t t)" && return 1; }
        ok
    }
    t -f /dev/null new-session -d -s t -x 100 -y 24 "env LANG=C.UTF-8 TERM=tmux-256color PS1='ready> ' sh -i"
    see 'ready>'
    t send-keys -t t -l "$croupier people sign-in --user Ann"
    t send-keys -t t Enter
    see 'password of Ann:'
    t send-keys -t t -l 'sunshine over lyon'
    t send-keys -t t Enter
    see 'Ann can sign in, as manager'
    is_not 'the password was shown' sh -c "tmux -L $socket capture-pane -p -t t | grep -q sunshine"
    t send-keys -t t -l "$croupier people password --user Ann"
    t send-keys -t t Enter
    see 'password of Ann:' 2
    t send-keys -t t -l 'sunshine over lyon'
    t send-keys -t t Enter
    see 'new password:'
    t send-keys -t t -l 'snow on the alps'
    t send-keys -t t Enter
    see 'the same again:'
    t send-keys -t t -l 'snow on the alp'
    t send-keys -t t Enter
    see 'the two are not the same'
    t kill-server 2>/dev/null
}
if command -v tmux >/dev/null && locale -a 2>/dev/null | grep -qix 'c\.utf-*8'; then
    terminal
else
    echo 'no tmux or no C.UTF-8: the terminal was not looked at'
fi

# --- the second person is invited by one person, the third by two
run 0 'invite' people invite Ben --user Ann --passwords "$dir/two"
code=$(cut -f 2 "$dir/out")
run 1 'accept: a wrong code' people accept Ben "$(echo "$code" | sed 's/^.../xyz/')" --passwords "$dir/two"
long=$(printf '%05000d' 0) # longer than any request that a manager takes
run 1 'accept: a long code' people accept Ben "$long" --passwords "$dir/two" && complains 'accept: a long code' 'more than a manager takes'
run 1 'invite: a long name' people invite "$long" --user Ann --passwords "$dir/two" && complains 'invite: a long name' 'no name is that long'
run 1 'revoke: a long name' tokens revoke "$long" --user Ann --passwords "$dir/two" && complains 'revoke: a long name' 'no name is that long'
run 0 'accept' people accept Ben "$code" --passwords "$dir/two" && says 'accept' 'Ben can sign in now'
run 1 'accept: twice' people accept Ben "$code" --passwords "$dir/two"
run 1 'invite: alone' people invite Sue --user Ann --passwords "$dir/two"
run 0 'invite: by two' people invite Sue Dan --user Ann --approver Ben --passwords "$dir/two"
is "two codes: $(cat "$dir/out")" [ "$(wc -l <"$dir/out")" -eq 2 ]
run 0 'pin' people pin --user Ann --passwords "$dir/two" && says 'pin' 'Ann has a new PIN'

# --- the list of people
run 0 'add' people add 'Zoe <z>' dealer --department Pit --user Ann --approver Ben --passwords "$dir/two"
run 1 'add: a role' people add Yan wizard --user Ann --approver Ben --passwords "$dir/two" && complains 'add: a role' 'is no role'
run 1 'add: alone' people add Yan dealer --user Ann --passwords "$dir/two"
run 1 'change oneself' people change Ann --role auditor --user Ann --approver Ben --passwords "$dir/two"
run 0 'change' people change 'Zoe <z>' --role supervisor --user Ann --approver Ben --passwords "$dir/two"
run 0 'bar' people change 'Zoe <z>' --bar --user Ann --approver Ben --passwords "$dir/two"
run 0 'another role does not let anybody back in' people change 'Zoe <z>' --role cage --user Ann --approver Ben --passwords "$dir/two"
run 0 'list' people list --user Ann --passwords "$dir/two"
is "the roll: $(cat "$dir/out")" grep -q '^Zoe <z> *cage *Pit *barred' "$dir/out"
is "the roll: $(cat "$dir/out")" grep -q '^Ann *manager .*password PIN' "$dir/out"
is "the roll: $(cat "$dir/out")" grep -q '^Sue *supervisor .*invited' "$dir/out"
run 0 'unbar' people change 'Zoe <z>' --unbar --user Ann --approver Ben --passwords "$dir/two"
run 0 'list --json' people list --json --user Ann --passwords "$dir/two" && says 'list --json' '"name":"Zoe <z>"'
says_not 'list' '"barred":true'

# --- tokens
run 0 'a token' tokens add books read --out "$dir/books" --user Ann --approver Ben --passwords "$dir/two"
is 'a token for others to read' [ "$(stat -c %a "$dir/books")" = 600 ]
run 1 'a file that is there' tokens add books2 read --out "$dir/books" --user Ann --approver Ben --passwords "$dir/two"
run 1 'a scope' tokens add odd fly --user Ann --approver Ben --passwords "$dir/two" && complains 'a scope' 'is no scope'
run 0 'status with a token' status --manager "$url" --token "$dir/books"
run 0 'log with a token' log --manager "$url" --token "$dir/books" --kind token_added --json && says 'log with a token' '"item":"books"'
good=1
CROUPIER_TOKEN="$dir/books" "$croupier" report coin-in --manager "$url" >"$dir/out" 2>&1 || good=0
is "report with a token: $(cat "$dir/out")" [ "$good" -eq 1 ]
run 0 'tokens list' tokens list --token "$dir/books" && says 'tokens list' 'books'
good=1
CROUPIER_TOKEN=$dir/books "$croupier" tokens add passing read --user Ann --approver Ben --passwords "$dir/two" >"$dir/out" 2>&1 || good=0
is "a person acts beside a token: $(cat "$dir/out")" [ "$good" -eq 1 ]
run 1 'a token does not write' tokens revoke books --token "$dir/books"
run 0 'a table token' tokens add boxes table:uth-1 --out "$dir/boxes" --user Ann --approver Ben --passwords "$dir/two"
run 1 'status without a token' status --manager "$url" && complains 'status without a token' '401'
complains 'status without a token' 'say who asks with --token FILE'
run 1 'report without a token' report coin-in --manager "$url" && complains 'report without a token' 'say who asks with --token FILE'
run 1 'doctor without a token' doctor --manager "$url" --json && says 'doctor without a token' 'say who asks with --token FILE'

# --- the history of the configuration: what was in force when, and who changed it
run 0 'config show' config show --token "$dir/books" && says 'config show' 'link/main'
run 0 'config history' config history 'person/Zoe <z>' --token "$dir/books"
says 'config history' 'dealer → supervisor'
says 'config history' 'Ann + Ben'
# The log has the end of a token in milliseconds; the history shows it as a time.
run 0 'a token with an end' tokens add brief read --until 2031-02-03 --user Ann --approver Ben --passwords "$dir/two"
run 0 'config of a token' config history token/brief --token "$dir/books"
is "the end of a token: $(cat "$dir/out")" grep -q '^ *until  *2031-02-03 23:59:59 ' "$dir/out"
run 0 'config of the store' config history 'person/Zoe <z>' --store "$dir/floor.db"
cp "$dir/out" "$dir/of_store"
run 0 'config of the manager' config history 'person/Zoe <z>' --token "$dir/books"
is 'store and manager do not say the same' cmp -s "$dir/out" "$dir/of_store"
run 0 'config as it was' config show 'person/Zoe <z>' --at -1d --store "$dir/floor.db" && says_not 'config as it was' Zoe
run 0 'config diff' config diff --since -1d --store "$dir/floor.db" && says 'config diff' 'person/Zoe <z>'
run 0 'config --json' config history --json --token "$dir/books" && says 'config --json' '"subject":"token/books"'
run 1 'config: a subject' config history link/nowhere --store "$dir/floor.db" && complains 'config: a subject' 'nothing was ever configured'
try 200 'versions' -H "Authorization: Bearer $(cat "$dir/books")" "$url/api/v1/configuration/versions?subject=token%2Fbooks"
is "versions: $(cat "$dir/body")" grep -qF '"member":"scopes","before":null,"after":"read"' "$dir/body"
try 200 'one version' -H "Authorization: Bearer $(cat "$dir/books")" "$url/api/v1/configuration/versions?limit=1"
next=$(sed -n 's/.*"next":\([0-9]*\)}.*/\1/p' "$dir/body")
is "one version: $(cat "$dir/body")" [ -n "$next" ]
try 200 'the version before' -H "Authorization: Bearer $(cat "$dir/books")" "$url/api/v1/configuration/versions?limit=1&to=$next"
is "the version before: $(cat "$dir/body")" grep -q "^{\"versions\":\[{\"seq\":$next," "$dir/body"
try 200 'configuration' -H "Authorization: Bearer $(cat "$dir/books")" "$url/api/v1/configuration"
is "configuration: $(cat "$dir/body")" grep -q '"configuration":"[0-9a-f]\{64\}"' "$dir/body"
kill "$manager" && wait "$manager" 2>/dev/null

# --- V10: a start says whether program and configuration are the same as before
start
is "the second start: $(cat "$dir/serve.out")" grep -q 'program [0-9a-f]*, as at the last start, as signed at event [0-9]*; configuration [0-9a-f]*, as signed' "$dir/serve.out"
kill "$manager" && wait "$manager" 2>/dev/null
run 0 'doctor' doctor --store "$dir/floor.db" --trust "$trust" && says_not 'doctor' 'NOT AS'
cp "$croupier" "$dir/other" && printf x >>"$dir/other"
"$dir/other" doctor --store "$dir/floor.db" --trust "$trust" >"$dir/out" 2>&1
says 'another program' 'NOT AS'

# --- everybody enlisted at once, and a jackpot from the coin to the receipt with every step
# confirmed by its person
trust=
rm -f "$dir"/floor.db*
start
# a file of passwords that cannot be made is told while nobody has a password that it would hold
await "$manager" in_file "$dir/serve.out" 'setup: '
link=$(sed -n 's/.*setup: \(http[^ ]*\).*/\1/p' "$dir/serve.out")
echo mine >"$dir/kept"
run 1 'enlist: a file that is there' people enlist "$link" --passwords "$dir/kept" && complains 'enlist: a file that is there' 'File exists'
is 'the file that is there stays' [ "$(cat "$dir/kept")" = mine ]
run 1 'enlist: a wrong link' people enlist "${link%????}AAAA" --passwords "$dir/none"
is 'no file of nobody' [ ! -e "$dir/none" ]
enlist
export CROUPIER_MANAGER="$url"
is 'the passwords are for others to read' [ "$(stat -c %a "$dir/passwords")" = 600 ]
is "five people: $(cut -f 1 "$dir/passwords")" [ "$(wc -l <"$dir/passwords")" -eq 5 ]
is "whose file it is: $(cat "$dir/enlist.out")" grep -q 'is all of them' "$dir/enlist.out"
run 0 'a table token' tokens add boxes table:uth-1 --out "$dir/boxes2" --user Ann --approver Ben --passwords "$dir/passwords"
"$croupier" table uth-1 --token "$dir/boxes2" --state "$dir/uth-1.table" --players 3 --seed 5 --award-every 2 --pace 20 \
    --key-user Sue --passwords "$dir/passwords" >"$dir/table.out" 2>&1 &
table=$!
"$croupier" crew --passwords "$dir/passwords" --pace 50 >"$dir/crew.out" 2>&1 &
crew=$!
beside="$table $crew"
are_cleared() { [ "$(events claim_cleared)" -ge 2 ]; }
await "$table" are_cleared
kill "$table" "$crew" && wait "$table" "$crew" 2>/dev/null
beside=
is "jackpots: $(cat "$dir/crew.out" "$dir/table.out" | tail -n 40)" [ "$(events claim_cleared)" -ge 2 ]
"$croupier" log "$dir/floor.db" --kind claim_approved --json >"$dir/approved"
is "approvals name table and amount: $(cat "$dir/approved")" grep -q '"table":"uth-1","amount":"' "$dir/approved"
"$croupier" log "$dir/floor.db" --kind key_turned --json >"$dir/keys"
is "keys are turned by their person: $(cat "$dir/keys")" grep -q '"position":"JPH","user":"Sue"' "$dir/keys"
grep -q "$(awk -F '\t' '$1 == "Sue" { print $3 }' "$dir/passwords")" "$dir/uth-1.table" "$dir/table.out" 2>/dev/null
is 'the PIN is written down at the table' [ $? -ne 0 ]

# --- a floor with passwords cannot be opened with an option
kill "$manager" && wait "$manager" 2>/dev/null
manager=
run 1 'serve --open on it' serve --open --store "$dir/floor.db" --listen 127.0.0.1:0
complains 'serve --open on it' 'passwords'
run 0 'verify' verify "$dir/floor.db"

# --- a roll with more values than one round's document may have
rm -f "$dir"/floor.db*
awk '{ print } /^people:/ { for (i = 0; i < 700; i++) print "  Person " i ": dealer" }' "$dir/floor.yaml" >"$dir/many.yaml"
"$croupier" serve --open --floor "$dir/many.yaml" --store memory: --listen 127.0.0.1:0 >"$dir/many.out" 2>&1 &
manager=$!
await "$manager" in_file "$dir/many.out" 'serve: http:'
url=$(sed -n 's/.*serve: \(http:[^ ]*\).*/\1/p' "$dir/many.out" | head -n 1)
run 0 'a long roll' people list --manager "$url" && says 'a long roll' 'Person 699'
run 0 'a long roll, --json' people list --json --manager "$url" && says 'a long roll, --json' '"Person 699"'
"$croupier" crew --manager "$url" >"$dir/many_crew.out" 2>&1 &
beside=$!
await "$beside" in_file "$dir/many_crew.out" 'at work at'
kill "$beside" && wait "$beside" 2>/dev/null
beside=

finish
