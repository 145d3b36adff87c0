#!/bin/sh
# Drives the table in a real terminal of 80 by 24 characters, through tmux; without tmux the test is
# skipped (77).
# usage: play.sh PATH-TO-CROUPIER
set -u
croupier=${1:?usage: play.sh PATH-TO-CROUPIER}
case $croupier in /*) ;; *) croupier=$PWD/$croupier ;; esac
command -v tmux >/dev/null || { echo "play.sh: no tmux: skipped"; exit 77; }
locale -a 2>/dev/null | grep -qix 'c\.utf-*8' || { echo "play.sh: no C.UTF-8: skipped"; exit 77; }

# shellcheck source=tests/support/wait.sh
. "$(dirname "$0")/../support/wait.sh"
window=0 asked=0
socket=croupier-play-$$-0
work=$(mktemp -d)
export TMUX_TMPDIR="$work"
unset TMUX
trap 'tmux -L "$socket" kill-server 2>/dev/null; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM

t() { tmux -L "$socket" "$@"; }
pane() { t capture-pane -p -t t; }

fail() {
    echo "play.sh: $1" >&2
    pane >&2
    exit 1
}

# Waits for a text on the screen. Values before the flop, and the summary of a game that ended
# there, take an analysis of the whole game.
shown() { pane 2>/dev/null | grep -qF -- "$1"; }
see() {
    await '' shown "$1" || fail "not seen: $1"
}

# Opens a window with a shell, from which the table is started as a user would.
open_window() {
    t kill-server 2>/dev/null
    window=$((window + 1))
    socket=croupier-play-$$-$window
    t -f /dev/null new-session -d -s t -x 80 -y 24 \
        "env -u NO_COLOR -u LC_ALL LANG=C.UTF-8 TERM=tmux-256color PS1='ready> ' sh -i"
    see 'ready>'
}

type_in() { t send-keys -t t -l "$1"; t send-keys -t t Enter; }
press() { t send-keys -t t "$@"; }

# Notes the terminal's modes before the table; restored compares them and the screen with those
# after it.
remember() {
    type_in "stty -g >$work/before; clear; echo remem''bered"
    see remembered
}

is_left() { [ "$(t display-message -p -t t '#{alternate_on}')" = 0 ]; }
restored() {
    await '' is_left || fail "$1: the table stays on the screen"
    # The typed command is on the screen too, so its output must differ from it.
    asked=$((asked + 1))
    type_in "stty -g >$work/after; echo com''pared $asked"
    see "compared $asked"
    cmp -s "$work/before" "$work/after" || fail "$1: the terminal's modes are not restored"
    [ "$(t display-message -p -t t '#{alternate_on} #{cursor_flag}')" = "0 1" ] ||
        fail "$1: alternate screen or cursor not restored"
}

echo "- bet, deal, decide, settle, leave"
open_window
remember
type_in "$croupier play uth-cn --seed 42 --neighbours 4"
see 'Place your wagers, then deal.'
see 'MEGA 10,000.00'
see 'deal 10.00'
press t
see 'deal 15.00'
press p
see 'deal 16.00'
press Enter
see 'Seat 4, your decision before the board is opened.'
see '4x 20.00'
# Function keys end with digits that bet when they are pressed alone.
press F12 F11 C-Right
press c
see 'with 3 of 5 board cards open'
see '2x 10.00'
press 2
see 'next round'
see 'Your seat 4'
see 'CN 2'
see 'Dealer '
press h
see 'Blind pays'
press Enter
see 'next round'
press Enter
see 'round 2'
see 'deal 16.00'
press q
see 'Decisions    2,'
see 'The same deals again: croupier play uth-cn --neighbours 4 --seed 42'
t capture-pane -p -S -40 -t t | grep -q 'You left the table.' || { echo 'the summary does not say who left'; exit 1; }
restored "leaving"

echo "- what each action is worth, before the flop and on it"
remember
type_in "$croupier play uth-cn --seed 42 --fast"
see 'Place your wagers'
press Enter
see '?  values'
press '?'
see 'Per Ante: check +0.1759   3x +0.2237   4x +0.3695   best: 4x'
press c
see 'with 3 of 5 board cards open'
press '?'
see 'Per Ante: check −0.6713   2x −0.7692   best: check'
see 'Your hand at seat 4'
see 'Bankroll'
press h
see 'everything that lies before'
press Enter
see 'with 3 of 5 board cards open'
press 2
see 'next round'
press q
see 'Decisions    2, of them not the best: 2, at a cost of 1.45'
see 'The same deals again'
restored "values"

echo "- leaving in the middle of a round asks first and plays it out"
remember
type_in "$croupier play pg-flush --seed 1 --fast"
see 'Place your wagers'
press Enter
see 'your decision'
press q
see 'Leave now?'
press n
see 'your decision'
press q
see 'Leave now?'
press y
see 'You left in the middle of a round'
restored "leaving in a round"

echo "- the window shrinks and grows"
type_in "$croupier play tcp-cn --seed 1"
see 'Place your wagers'
t resize-window -t t -x 60 -y 20
see 'please enlarge it'
t resize-window -t t -x 100 -y 30
see 'Place your wagers'
t resize-window -t t -x 80 -y 24
see 'Place your wagers'
press q
see 'The same deals again'

echo "- signals give the terminal back"
for signal in INT TERM HUP; do
    remember
    type_in "$croupier play uth-rp --seed 1 & echo pid \$! >$work/pid; fg >/dev/null"
    see 'Place your wagers'
    kill -s "$signal" "$(cut -d' ' -f2 "$work/pid")"
    restored "SIG$signal"
done
remember
type_in "$croupier play uth-rp --seed 1"
see 'Place your wagers'
press C-c
restored "Ctrl-C"
remember
type_in "$croupier play uth-rp --seed 1"
see 'Place your wagers'
press C-z
restored "Ctrl-Z"
type_in fg
see 'Place your wagers'
press q
see 'The same deals again'
restored "after fg"

echo "- colours, and none with NO_COLOR or --no-color"
for setting in 'NO_COLOR=' 'NO_COLOR=1' 'NO_COLOR= --no-color'; do
    open_window
    t pipe-pane -t t "cat >$work/bytes"
    case $setting in *--*) option=--no-color ;; *) option= ;; esac
    type_in "${setting% *} $croupier play uth-cn --seed 3 --fast $option"
    see 'Place your wagers'
    press Enter
    see 'your decision'
    press q y
    see 'The same deals again'
    # screen output arrives in the file a moment later
    await '' in_file "$work/bytes" 'The same deals again' || fail "not in the bytes: the end"
    t pipe-pane -t t
    if [ "$setting" = 'NO_COLOR=' ]; then
        grep -q '[34]8;5;' "$work/bytes" || fail "no colours at all"
    elif grep -qE "$(printf '\033')"'\[[0-9;]*(3[0-8]|4[0-8]|9[0-7]|10[0-7])[0-9;]*m' "$work/bytes"; then
        fail "colours in spite of $setting"
    fi
done

echo "- ASCII where the locale asks for it"
open_window
type_in "LC_ALL=C $croupier play uth-cn --seed 3 --fast"
see 'Place your wagers'
press Enter
see 'your decision'
pane | LC_ALL=C grep -q '[^ -~]' && fail "more than ASCII in the C locale"
press q y
see 'The same deals again'

echo "- line by line"
play() { printf 'progressive on\ndeal\ncheck\ncheck\nfold\nquit\n' | LC_ALL=C.UTF-8 "$croupier" play "$@"; }
play uth-cn --seed 42 >"$work/one" || fail "plain play failed"
play uth-cn --seed 42 >"$work/two" || fail "plain play failed"
cmp "$work/one" "$work/two" || fail "the same seed plays differently"
grep -q '(CN 2' "$work/one" || fail "plain play explains nothing"
printf '' | "$croupier" play tcp-cn --seed 1 >"$work/one" || fail "an empty script failed"
grep -q 'The same deals again' "$work/one" || fail "no summary at the end of the input"

grep -q 'Decisions' "$work/one" && fail "decisions without a deal"
play uth-cn --seed 42 >"$work/one" || fail "plain play failed"
grep -q 'Decisions    3, of them not the best: 2, at a cost of 7.98' "$work/one" ||
    fail "no cost of mistakes: $(grep Decisions "$work/one")"
play uth-cn --seed 42 --no-advice >"$work/one" || fail "plain play failed"
grep -q 'Decisions' "$work/one" && fail "advice in spite of --no-advice"
printf 'deal\n?\n' | LC_ALL=C.UTF-8 "$croupier" play tcp-cn --seed 1 >"$work/one" || fail "plain play failed"
grep -q '^Per Ante: fold −1.0000   play .*best: ' "$work/one" || fail "no values in plain mode"

status() { # EXPECTED TEXT ARGUMENT…
    expected=$1 text=$2
    shift 2
    "$croupier" play "$@" </dev/null >"$work/out" 2>"$work/err"
    rc=$?
    [ $rc -eq "$expected" ] || fail "play $*: exit status $rc, not $expected"
    grep -qF -- "$text" "$work/err" || fail "play $*: no \"$text\" in: $(cat "$work/err")"
}
status 2 'house rules'
status 2 'unknown option' uth-cn --colour
status 2 'seats are 1 to 7' uth-cn --seats 0
status 2 'twice' uth-cn --seats 3,3
status 2 'takes a whole number' uth-cn --seed x
status 2 'free' uth-cn --neighbours 6 --seats 1,2
status 1 'no-such-rules' no-such-rules
status 1 'CN 7' uth-cn --seats 1,2,3
status 1 '--patrons each' uth-cn --seats 1,2,3
status 1 'without a progressive' tcp-cn --progressive cn
status 1 'bankroll' uth-rp --bankroll 1
"$croupier" play uth-cn --seats 1,2,3,4,5,6,7 --patrons each </dev/null >"$work/out" ||
    fail "seven seats of one's own are refused"
echo "all well"
