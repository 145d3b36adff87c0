#!/bin/sh
# Reports from a store on PostgreSQL are byte for byte those from its copy in SQLite; so are those
# from a manager on the PostgreSQL store. Run by with_postgres.sh.
# usage: report_postgres.sh CROUPIER MAKE_STORE
set -u
# shellcheck source=tests/cli/floor_lib.sh
. "$(dirname "$0")/floor_lib.sh"
pg=${CROUPIER_TEST_PG:?run by with_postgres.sh}

"$make_store" "$pg" 60 1794736800000 || exit 1
"$croupier" serve --open --store "$pg" --listen 127.0.0.1:0 >"$dir/serve" 2>&1 &
writer=$!
await "$writer" in_file "$dir/serve" http://
url=$(sed -n 's/^croupier serve: \(http:[^ ]*\).*/\1/p' "$dir/serve")
await "$writer" nobody_joined || bad 'tables that are not there are not lost'
"$croupier" db copy "$pg" "$dir/a.db" >/dev/null || exit 1
claim=$("$croupier" log "$pg" --json --kind claim_made | sed 's/{"seq":\([0-9]*\),.*/\1/')
for kind in coin-in activity 'activity --table pit1-t1' 'activity --link main' jackpots shift submission "slip $claim" 'coin-in --since 2026-11-15T10:00:05Z --until 2026-11-15T10:00:09Z'; do
    # shellcheck disable=SC2086 # several words
    {
        run 0 "SQLite: $kind" report $kind --json --store "$dir/a.db"
        cp "$dir/out" "$dir/expected"
        run 0 "PostgreSQL: $kind" report $kind --json --store "$pg" && same "PostgreSQL: $kind" "$dir/out" "$dir/expected"
        run 0 "manager: $kind" report $kind --json --manager "$url" && same "manager: $kind" "$dir/out" "$dir/expected"
    }
done
finish
