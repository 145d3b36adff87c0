#!/bin/sh
# Modules of croupier protect: the answer has the same bytes with a module as with the program's own
# threads, and a module can continue a run that was killed.
# usage: modules.sh PROGRAM loops MODULE | modules.sh PROGRAM mpi MODULE MPIRUN      from the repository's root
# For this test only, OpenMPI may be run by root and start more processes than there are processors.
set -u
croupier=$1 kind=$2 module=$3 mpirun=${4:-}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
passed=0
failed=0
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_btl=self,vader OMPI_MCA_pml=ob1
export TMPDIR="$dir"

ok() {
    passed=$((passed + 1))
}

bad() {
    failed=$((failed + 1))
    printf 'FAIL %s\n' "$1"
}

alone() {
    "$croupier" protect "$@" --json </dev/null
}

with_module() {
    if [ "$kind" = mpi ]; then
        "$mpirun" -n 2 "$croupier" protect "$@" --json --threads 1 --with "$module" </dev/null
    else
        alone "$@" --with "$module"
    fi
}

# compare ARGUMENT…: the same question without the module and with it
compare() {
    if alone "$@" >"$dir/alone" 2>"$dir/err" && with_module "$@" >"$dir/module" 2>>"$dir/err" &&
        [ -s "$dir/alone" ] && cmp "$dir/alone" "$dir/module"; then
        ok
    else
        bad "$*: $(cat "$dir/err")"
    fi
}

# A run with threads is killed after some units, and the module does the rest.
goes_on() {
    alone "$@" >"$dir/alone" 2>"$dir/err" || bad "$*: $(cat "$dir/err")"
    "$croupier" protect "$@" --json --threads 1 --state "$dir/state" </dev/null >"$dir/killed" 2>&1 &
    pid=$!
    while kill -0 "$pid" 2>/dev/null && [ "$(wc -c <"$dir/state" 2>/dev/null || echo 0)" -lt 3000 ]; do sleep 0.05; done
    kill -9 "$pid"
    wait "$pid" 2>/dev/null
    if [ -s "$dir/killed" ]; then bad 'the run ended before it was killed'; else ok; fi
    if with_module "$@" --state "$dir/state" >"$dir/module" 2>"$dir/err" && cmp "$dir/alone" "$dir/module"; then
        ok
    else
        bad "$* after an interruption: $(cat "$dir/err")"
    fi
    before=$(wc -c <"$dir/state")
    # everything is in the state file now, so nothing is left to calculate
    if alone "$@" --state "$dir/state" >"$dir/module" && cmp "$dir/alone" "$dir/module" &&
        [ "$(wc -c <"$dir/state")" -eq "$before" ]; then
        ok
    else
        bad "$*: the file of the progress is not whole"
    fi
}

if [ "$kind" = mpi ]; then
    compare tcp-cn --sees dealer:1
    compare tcp-cn --sees seats:4 --rounds 3000 --seed 9
else
    compare uth-cn --sees seats:6 --rounds 12
    compare uth-cn --sees dealer:1,dead:3 --rounds 4
    compare pg-straight --sees seats:2 --rounds 4 --seed 5
    if alone tcp-cn --sees dealer:1 --with "$module" >"$dir/out" 2>"$dir/err"; then bad 'a game without kernels is taken'; else ok; fi
    grep -q 'nothing for this game' "$dir/err" || bad "$(cat "$dir/err")"
    if alone uth-cn --sees flop:1 --with "$module" >"$dir/out" 2>"$dir/err"; then bad 'seen cards of the board are taken'; else ok; fi
    grep -q 'done without it' "$dir/err" || bad "$(cat "$dir/err")"
    if alone uth-cn --sees seats:1 --with nothing >"$dir/out" 2>"$dir/err"; then bad 'a module that is not there is taken'; else ok; fi
    grep -q 'nvcc' "$dir/err" || bad "$(cat "$dir/err")"
    if alone uth-cn --sees seats:1 --with /etc/passwd >"$dir/out" 2>"$dir/err"; then bad 'a file that is no module is taken'; else ok; fi
    [ ! -s "$dir/out" ] || bad 'a fault comes with an answer'
fi
goes_on uth-cn --sees seats:4 --rounds 20
# The first process refuses the file, and the other processes end too.
if with_module uth-cn --sees seats:5 --rounds 20 --state "$dir/state" >"$dir/out" 2>"$dir/err"; then
    bad 'the progress of another question is taken'
else
    ok
fi
grep -q 'another question' "$dir/err" || bad "$(cat "$dir/err")"

printf '%d checks, %d failed\n' $((passed + failed)) "$failed"
[ "$failed" -eq 0 ]
