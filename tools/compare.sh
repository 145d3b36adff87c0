#!/bin/sh
# Compares two programs: the output of every command, reports as text, the answers of the interface. Prints what differs.
# usage: tools/compare.sh OLD NEW MAKE_STORE TELL
#   OLD, NEW     two builds of croupier
#   MAKE_STORE   tests/cli/make_store of the older build: stores of the older version are what the newer one must read
#   TELL         tests/evidence/tell of the older build
# Times and hashes that differ from run to run are masked. Exit status 1 when something differs.
set -u
[ $# = 4 ] || {
    sed -n '2,7s/^# //p' "$0"
    exit 2
}
root=$(cd "$(dirname "$0")/.." && pwd)
make_store=$3
tell=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/old" "$work/new" "$work/trust"
# Both get the same fixed time, so that a program that reads the clock shows the same day.
"$make_store" "sqlite:$work/floor.db" 60 1800000000000 >/dev/null || exit 1
claims=$("$tell" "$work/night.db" "$work/trust") || exit 1

# mask: replaces what differs between any two runs
mask() {
    sed -E 's/[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(:[0-9]{2})?(\.[0-9]+)?Z?/TIME/g
        s/\b1[0-9]{12}\b/MS/g; s/[0-9]+(\.[0-9]+)? (ms|s|rounds\/s|million)/N \2/g
        s/[0-9a-f]{64}/HASH/g; s/program [0-9a-f]{8}/program HASH/g; s/"(elapsed|took|seconds|uptime|started)[a-z_]*":[0-9.]+/"\1":N/g'
}

# say NAME COMMAND…: writes the command's output and exit status into $out/NAME
say() {
    name=$1
    shift
    "$@" >"$out/$name" 2>"$out/$name.err" </dev/null
    echo "status $?" >>"$out/$name"
    cat "$out/$name.err" >>"$out/$name"
    rm "$out/$name.err"
}

commands() {
    p=$1
    for c in '' $("$p" help | sed -n 's/^  \([a-z]*\)  .*/\1/p'); do
        # shellcheck disable=SC2086  # the empty word stands for the program itself
        say "help-${c:-all}" "$p" $c --help
        say "wrong-$c" "$p" "${c:-nothing}" --no-such-option
    done
    say man "$p" man
    for s in bash zsh fish; do say "completion-$s" "$p" completion $s; done
    say rules-list "$p" rules list
    for f in "$root"/rules/*.yaml; do
        n=$(basename "$f" .yaml)
        say "rules-show-$n" "$p" rules show "$n"
        say "rules-check-$n" "$p" rules check "$f"
    done
    printf 'format: 1\ngame: pg\n' >"$work/bad.yaml"
    say rules-check-bad "$p" rules check "$work/bad.yaml"
    say eval "$p" eval As Ks Qs Js Ts 2c 3d
    say eval-json "$p" eval --json 2c 3d 4h 5s 6c
    say eval-three "$p" eval --three Ah Kh Qh
    say eval-wrong "$p" eval Zz
    for rules in pg-flush pg-straight uth-cn uth-rp tcp-cn; do
        for seed in 1 2 3; do
            say "deal-$rules-$seed" "$p" deal "$rules" --seed $seed
            say "deal-json-$rules-$seed" "$p" deal "$rules" --seed $seed --rounds 5 --json
        done
        "$p" deal "$rules" --seed 7 --rounds 200 --json >"$work/rounds" 2>/dev/null
        cp "$work/rounds" "$out/rounds-$rules"
        say "settle-$rules" "$p" settle --lines "$work/rounds"
        say "simulate-$rules" "$p" simulate "$rules" --rounds 20000 --seed 5 --json
        say "analyze-$rules" "$p" analyze "$rules" --no-color
        say "analyze-json-$rules" "$p" analyze "$rules" --json
        say "analyze-csv-$rules" "$p" analyze "$rules" --csv
        say "analyze-pdf-$rules" "$p" analyze "$rules" --pdf "$work/a.pdf"
        pdftotext -layout "$work/a.pdf" "$out/pdf-$rules"
        say "analyze-trips-$rules" "$p" analyze "$rules" --trips 1/2 --json
        say "analyze-none-$rules" "$p" analyze "$rules" --progressive none
    done
    for n in ptha-1 ptha-2 ptha-3 ptha-4 ptha-5 ptha-6 ptha-7 cn rp; do
        say "analyze-$n" "$p" analyze "$n" --no-color
        say "analyze-json-$n" "$p" analyze "$n" --json
        say "analyze-csv-$n" "$p" analyze "$n" --csv
        say "analyze-seats-$n" "$p" analyze "$n" --seats 5 --ante 10
        say "analyze-pdf-$n" "$p" analyze "$n" --pdf "$work/a.pdf"
        pdftotext -layout "$work/a.pdf" "$out/pdf-$n"
    done
    say compare-rules "$p" analyze pg-flush --compare pg-straight
    say compare-uth "$p" analyze uth-cn --compare uth-rp --json
    say compare-progressive "$p" analyze ptha-1 --compare ptha-2
    say compare-csv "$p" analyze cn --compare rp --csv
    say compare-wrong "$p" analyze cn --compare uth-rp
    say hole-pg "$p" analyze pg-flush --hole AJo
    say hole-pg-flop "$p" analyze pg-flush --hole '5s 5h' --flop '8d 9d Js'
    say hole-pg-turn "$p" analyze pg-flush --hole '5s 5h' --flop '8d 9d Js' --turn 2c --json
    say hole-uth "$p" analyze uth-cn --hole 'K2s'
    say hole-uth-river "$p" analyze uth-cn --hole 'Kd 2c' --flop '8d 9d Js' --turn 2h --river 3c --json
    say hole-uth-csv "$p" analyze uth-cn --hole 'Kd 2c' --flop '8d 9d Js' --csv
    say hole-tcp "$p" analyze tcp-cn --hole 'Qd 6c 4h'
    printf 'start\nfold 1\nquit\n' | "$p" play uth-cn --plain --seed 4 >"$out/play" 2>&1
}

stores() {
    p=$1
    for s in floor night; do
        cp "$work/$s.db" "$work/copy.db"
        for form in --utc --json --csv; do say "log-$s$form" "$p" log "$work/copy.db" $form; done
        say "log-$s-kinds" "$p" log "$work/copy.db" --utc --kind money,trouble --last 20
        say "export-$s" "$p" log "$work/copy.db" --export -
        say "verify-$s" "$p" verify "$work/copy.db"
        say "verify-json-$s" "$p" verify "$work/copy.db" --json
        say "status-$s" "$p" status --store "$work/copy.db" --json
        say "status-text-$s" "$p" status --store "$work/copy.db"
        say "config-$s" "$p" config --store "$work/copy.db"
        say "db-$s" "$p" db info "$work/copy.db"
        for report in coin-in activity jackpots shift submission; do
            for form in --text --csv --json; do
                say "report-$s-$report$form" "$p" report $report --store "$work/copy.db" $form
            done
            say "report-$s-$report-pdf" "$p" report $report --store "$work/copy.db" --pdf "$work/r.pdf"
            pdftotext -layout "$work/r.pdf" "$out/report-pdf-$s-$report"
        done
    done
    for claim in $claims; do
        for report in receipt slip derivation; do
            for form in --text --csv --json; do
                say "report-$report-$claim$form" "$p" report $report "$claim" --store "$work/copy.db" $form
            done
        done
        say "evidence-$claim" "$p" evidence "$claim" --store "$work/copy.db" --trust "$work/trust" --output -
    done
}

ask() { # NAME PATH [BODY]
    if [ $# = 3 ]; then
        curl -s -o "$out/api-$1" -w '%{http_code} %{content_type}\n' -H 'Content-Type: application/json' \
            -d "$3" "http://127.0.0.1:$port$2" >"$out/api-$1.status"
    else
        curl -s -o "$out/api-$1" -w '%{http_code} %{content_type}\n' "http://127.0.0.1:$port$2" >"$out/api-$1.status"
    fi
}

interface() {
    p=$1
    cp "$work/night.db" "$work/served.db"
    "$p" serve --open --listen 127.0.0.1:0 --store "sqlite:$work/served.db" >"$work/serve.log" 2>&1 &
    server=$!
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        port=$(sed -n 's#.*http://127\.0\.0\.1:\([0-9]*\).*#\1#p' "$work/serve.log" | head -n 1)
        [ -z "$port" ] || break
        sleep 0.5
    done
    for path in floor links tables claims documents people thresholds shifts shifts/current disputes alarms log \
        'log?kind=claim_paid' log/1 log/999999 configuration configuration/versions reports rules rules/uth-cn rules/none \
        tokens signs session checkpoints 'links?nothing=1' nothing 'log?from=x'; do
        ask "get-$(printf %s "$path" | tr '/?=' ---)" "/api/v1/$path"
    done
    for report in coin-in activity jackpots submission; do
        for form in json csv text; do ask "report-$report-$form" "/api/v1/reports/$report?format=$form"; done
    done
    ask openapi /api/v1/openapi
    ask analyze /api/v1/analyze '{"name":"tcp-cn"}'
    ask analyze-progressive /api/v1/analyze '{"name":"cn","seats":3}'
    ask position /api/v1/analyze/position '{"rules":"tcp-cn","hole":["Qd","6c","4h"]}'
    ask sensitivity /api/v1/analyze/sensitivity '{"name":"tcp-cn"}'
    ask wagers /api/v1/practice/wagers '{"rules":"uth-cn"}'
    ask round /api/v1/practice/round '{"rules":"tcp-cn","seed":3}'
    ask dealing /api/v1/practice/dealing '{"rules":"tcp-cn","seed":3}'
    ask wrong /api/v1/analyze '{"name":1}'
    ask broken /api/v1/analyze '{'
    ask write-wrong /api/v1/people '{"user":"nobody"}'
    kill "$server"
    wait "$server"
}

for side in old new; do
    program=$1
    shift
    out=$work/$side
    commands "$program"
    stores "$program"
    interface "$program"
    for file in "$out"/*; do
        mask <"$file" | sed "s#$work#WORK#g" >"$file.m" && mv "$file.m" "$file"
    done
done
echo "$(find "$work/new" -type f | wc -l) outputs compared"
if diff -r "$work/old" "$work/new" >"$work/diff"; then
    echo "no difference"
else
    cut -c 1-300 "$work/diff"
    exit 1
fi
