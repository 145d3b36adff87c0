#!/bin/sh
# Published figures about seen cards that take long to calculate: ours must agree to the last
# printed digit. The quick ones are in tests/unit/test_protect.c.
# usage: protect_published.sh PROGRAM [--long]        --long: those that take more than a minute of a processor
set -u
croupier=$1
long=${2-}
failed=0

# published RULES SEES PERCENT HALF-A-DIGIT: compares a figure; it may differ by half a unit of its
# last digit
published() {
    answer=$("$croupier" protect "$1" --sees "$2" --json </dev/null) || answer=
    ev=$(printf '%s' "$answer" | sed -n 's/.*"ev":\(-\{0,1\}[0-9.e-]*\),"exact":{"ev":"[-0-9]*\/[0-9]*"},"std_error":0,.*/\1/p')
    if awk -v ev="${ev:-x}" -v want="$3" -v off="$4" 'BEGIN {
        exit !(ev ~ /^-?[0-9]/ && 100 * ev - want <= off && want - 100 * ev <= off) }'; then
        printf 'ok   %s %s: %s, published %s %%\n' "$1" "$2" "$ev" "$3"
    else
        failed=$((failed + 1))
        printf 'FAIL %s %s: %s, published %s %%\n' "$1" "$2" "${ev:-no exact answer}" "$3"
    fi
}

if [ "$long" = --long ]; then
    published pg-straight dealer:1 7.61 0.005
    published uth-cn dealer:1,flop:1 22.3286 0.00005
    published uth-cn dealer:2 38.5816 0.00005
else
    published tcp-cn dealer:1 3.4829 0.00005
    published lir-rp board:2 24.43 0.005
    published ms-rp board:1 54.8660 0.00005
    published uth-cn dealer:1 13.5922 0.00005
fi

exit "$((failed > 0))"
