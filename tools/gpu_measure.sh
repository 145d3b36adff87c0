#!/bin/sh
# Measures the module of `croupier protect` for graphics processors: whether it gives the same bytes as the processor's
# threads, the gain of six and seven seats that tell each other their cards, and one other seat exactly.
# usage: gpu_measure.sh pack FOLDER   builds program and module, and packs them with their libraries into FOLDER/pack.tar.gz
#        gpu_measure.sh run FOLDER    unpacks that and measures, on a machine with a graphics processor and nothing of this project
#        gpu_measure.sh here BUILD    measures with a build folder of this machine
# Needs for pack: what a build needs, and nvcc. Needs for run: the driver, libc, libgomp or the one in the pack.
set -eu
cd "$(dirname "$0")/.."
[ $# -eq 2 ] || { sed -n '2,8s/^# //p' "$0" && exit 2; }
mode=$1 folder=$2
carried= # libraries of the pack

# Lists the libraries to pack. Those of the C compiler and of the system are left out, because the measuring machine has
# its own.
libraries() {
    ldd "$1" | awk '$3 ~ /^\// { print $3 }' |
        grep -vE '/(libc|libm|libdl|librt|libpthread|libresolv|libgcc_s|libstdc\+\+)\.so'
}

pack() {
    mkdir -p "$folder"
    [ -f "$folder/build/build.ninja" ] || meson setup "$folder/build" -Dtests=false -Dmpi=disabled -Dcuda=enabled
    ninja -C "$folder/build" src/app/croupier modules/protect-cuda.so
    rm -rf "$folder/pack"
    mkdir -p "$folder/pack/lib"
    cp "$folder/build/src/app/croupier" "$folder/build/modules/protect-cuda.so" "$folder/pack"
    libraries "$folder/build/src/app/croupier" | while read -r library; do cp -L "$library" "$folder/pack/lib"; done
    tar -czf "$folder/pack.tar.gz" -C "$folder" pack
    ls -l "$folder/pack.tar.gz"
}

# ask NAME ARGUMENT…: writes the answer to $work/NAME and prints the seconds that it took
ask() {
    name=$1
    shift
    start=$(date +%s.%N)
    if ! env LD_LIBRARY_PATH="$carried" timeout 500 "$croupier" protect "$@" --json >"$work/$name" 2>"$work/err"; then
        echo "FAILED: croupier protect $*: $(cat "$work/err")"
        return 1
    fi
    end=$(date +%s.%N)
    echo "$(awk -v a="$start" -v b="$end" 'BEGIN { printf "%8.2f s", b - a }')  croupier protect $*"
    grep -oE '"(ev|std_error|gain|rounds)":[-0-9.e+]*|"exact":\{[^}]*\}' "$work/$name" | tr '\n' ' '
    echo
}

# same ARGUMENT…: compares the bytes of the threads with those of the module
same() {
    ask threads "$@" && ask module "$@" --with "$module" || return 1
    if cmp "$work/threads" "$work/module"; then echo '            the same bytes'; else echo '            OTHER BYTES'; fi
}

measure() {
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    nvidia-smi --query-gpu=name,memory.total,driver_version --format=csv,noheader || true
    nproc
    LD_LIBRARY_PATH=$carried "$croupier" --version
    same uth-cn --sees seats:6 --rounds 2000 || true
    same pg-straight --sees seats:5 --rounds 400 || true
    same uth-cn --sees dealer:1,dead:4 --rounds 400 || true
    ask six uth-cn --sees seats:5 --rounds 250000 --with "$module" || true
    ask seven uth-cn --sees seats:6 --rounds 300000 --with "$module" || true
    ask pg pg-straight --sees seats:5 --rounds 100000 --with "$module" || true
    ask million uth-cn --sees seats:5 --rounds 1000000 --with "$module" &
    asked=$!
    most=0
    while kill -0 "$asked" 2>/dev/null; do
        used=$(nvidia-smi --query-gpu=memory.used --format=csv,noheader,nounits 2>/dev/null || echo 0)
        [ "$used" -le "$most" ] || most=$used
        sleep 0.5
    done
    wait "$asked" || true
    echo "            memory of the graphics processor: $most MiB"
    ask one uth-cn --sees seats:1 --with "$module" || true
    # Last, because it takes minutes: the exact answer on threads.
    same uth-cn --sees seats:1 || true
}

case $mode in
pack) pack ;;
run)
    place=$(mktemp -d)
    tar -xzf "$folder/pack.tar.gz" -C "$place"
    carried=$place/pack/lib
    croupier=$place/pack/croupier module=$place/pack/protect-cuda.so
    measure
    ;;
here)
    croupier=$folder/src/app/croupier module=$folder/modules/protect-cuda.so
    measure
    ;;
*) sed -n '2,8s/^# //p' "$0" && exit 2 ;;
esac
