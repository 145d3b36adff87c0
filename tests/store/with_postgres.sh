#!/bin/sh
# Runs a command with a PostgreSQL server of its own, which is removed afterwards.
# usage: with_postgres.sh COMMAND…
#   the command finds CROUPIER_TEST_PG, the address of an empty database, and
#   CROUPIER_TEST_PG_DATA, the server's folder (postmaster.pid is in it)
# Exit status: the command's; 77 when PostgreSQL 15 is not installed.
set -u
bin=${CROUPIER_PG_BIN:-/usr/lib/postgresql/15/bin}
[ $# -gt 0 ] || { echo "usage: with_postgres.sh COMMAND…" >&2 && exit 2; }
[ -x "$bin/initdb" ] || { echo "with_postgres.sh: no PostgreSQL in $bin" >&2 && exit 77; }

# The path of a socket must be short, so the folder is not below a build folder.
home=$(mktemp -d /tmp/croupier-pg.XXXXXX) || exit 1
# A server refuses to run as root.
as=
if [ "$(id -u)" = 0 ]; then
    as='runuser -u postgres --'
    chown postgres "$home" || exit 1
fi

command=
# shellcheck disable=SC2317  # called by trap
finish() {
    status=$?
    trap - EXIT
    [ -z "$command" ] || kill "$command" 2>/dev/null
    cd / && $as "$bin/pg_ctl" stop -s -D "$home/data" -m immediate >/dev/null 2>&1
    rm -rf "$home"
    exit "$status"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

here=$PWD
cd "$home" || exit 1
# initdb need not sync its files: only what the server writes is under test.
$as "$bin/initdb" -D "$home/data" -U croupier -A trust -E UTF8 --no-locale --no-sync \
    --no-instructions >"$home/log" 2>&1 || { cat "$home/log" >&2 && exit 1; }
# In the configuration file, so that a test can turn it off.
echo 'fsync = on' >>"$home/data/postgresql.conf" || exit 1
# pg_ctl waits until the server answers.
$as "$bin/pg_ctl" start -s -w -t 300 -D "$home/data" -l "$home/data/log" -o "\
-c listen_addresses='' -c unix_socket_directories='$home' -c shared_buffers=32MB \
-c max_connections=40 -c max_wal_size=512MB" || { cat "$home/data/log" >&2 && exit 1; }
cd "$here" || exit 1

CROUPIER_TEST_PG="postgresql://croupier@/postgres?host=$home"
CROUPIER_TEST_PG_DATA=$home/data
export CROUPIER_TEST_PG CROUPIER_TEST_PG_DATA
# In the background, because a shell that waits for a foreground command handles no signals.
exec 3<&0
"$@" <&3 3<&- &
command=$!
wait "$command"
status=$?
command=
exit "$status"
