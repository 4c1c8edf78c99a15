#!/bin/sh
# What the official image does at its start, as far as the Compose file relies on it: a first start makes the database.
set -eu
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA"
  chown -R postgres:postgres /var/lib/postgresql
  exec setpriv --reuid postgres --regid postgres --clear-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  password=$(mktemp)
  printf '%s\n' "$POSTGRES_PASSWORD" > "$password"
  /opt/postgres/bin/initdb --pgdata "$PGDATA" --username "$POSTGRES_USER" --pwfile "$password" \
    --auth-host scram-sha-256 --auth-local trust
  rm "$password"
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  echo "CREATE DATABASE \"$POSTGRES_DB\"" | /opt/postgres/bin/postgres --single -D "$PGDATA" postgres
fi
exec /opt/postgres/bin/postgres -D "$PGDATA" -c listen_addresses='*' -c unix_socket_directories=/var/run/postgresql
