#!/usr/bin/env bash
# Starts the provisioned database servers on free loopback ports with fresh data, and ends them by their process numbers.
#   servers.sh start CACHE STATE     writes STATE/endpoints.json when all of them answer
#   servers.sh stop CACHE STATE      ends what `start` recorded in STATE, also a start that failed half way
# Each has the account sargable / sargable with all rights and a database `sargable`. The first start of a server makes
# an initialised data folder in CACHE; later ones copy it.
set -euo pipefail

command=${1:?usage: servers.sh start|stop CACHE STATE}
cache=$(cd "${2:?}" && pwd)
mkdir -p "${3:?}"
state=$(cd "$3" && pwd)
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

ids=(mysql56 mysql57 mysql80 mysql97 mariadb1011 mariadb114 pg15 pg18)
account=sargable
pg15=/usr/lib/postgresql/15/bin
pg18=/usr/lib/postgresql/18/bin
as_postgres=(setpriv --reuid=postgres --regid=postgres --clear-groups)
sid=$cache/sid
# Paths of the two servers that run inside of $sid start there.
sid_data=/srv/sargable

# --- Data folders ----------------------------------------------------------------------------------------------------

template_of() { case $1 in mysql97 | pg18) echo "$sid$sid_data/tmpl-$1" ;; *) echo "$cache/tmpl/$1" ;; esac; }

make_template() {
  local id=$1 target
  target=$(template_of "$id")
  [ ! -f "$target.ok" ] || return 0
  rm -rf "$target"
  mkdir -p "$cache/tmpl" "$sid$sid_data"
  if ! (set -e; "initialise_$id" "$target") >"$cache/tmpl/$id.init.log" 2>&1; then
    echo "servers: $id could not be initialised:" >&2
    tail -n 20 "$cache/tmpl/$id.init.log" >&2
    return 1
  fi
  touch "$target.ok"
}

mysqld_options=(--no-defaults --user=root)
initialise_unpacked_mysql() { # folder target
  "$1/bin/mysqld" "${mysqld_options[@]}" --initialize-insecure --basedir="$1" --lc-messages-dir="$1/share" --datadir="$2"
}
initialise_mysql56() { cp -a "$cache/mysql56/data/mysql" "$1"; }
initialise_mysql57() { initialise_unpacked_mysql "$cache/mysql57" "$1"; }
initialise_mysql80() { initialise_unpacked_mysql "$cache/mysql80" "$1"; }
initialise_mysql97() { chroot "$sid" mysqld "${mysqld_options[@]}" --initialize-insecure --datadir="$sid_data/tmpl-mysql97"; }
initialise_mariadb1011() {
  mariadb-install-db --no-defaults --user=root --auth-root-authentication-method=normal --skip-test-db --datadir="$1"
}
initialise_mariadb114() {
  local home=$cache/mariadb114 share=$cache/mariadb114/share
  mkdir -p "$1/mysql"
  {
    printf 'create database if not exists mysql;\nuse mysql;\n'
    cat "$share"/mariadb_system_tables.sql "$share"/mariadb_performance_tables.sql \
      "$share"/mariadb_system_tables_data.sql "$share"/maria_add_gis_sp_bootstrap.sql "$share"/mariadb_sys_schema.sql
  } | "$home/bin/mariadbd" "${mysqld_options[@]}" --bootstrap --basedir="$home" --lc-messages-dir="$share" \
    --character-sets-dir="$share/charsets" --datadir="$1" --innodb-buffer-pool-size=32M --enforce-storage-engine= \
    --net_buffer_length=16K --max_allowed_packet=8M --log-warnings=0
}
initialise_postgres() { # programs data runner…
  local programs=$1 data=$2
  shift 2
  "$@" "$programs/initdb" -D "$data" -U $account --auth=scram-sha-256 --auth-local=trust --pwfile="$data.pw" \
    --no-sync -E UTF8 --locale=C.UTF-8
  echo "CREATE DATABASE $account;" | "$@" "$programs/postgres" --single -D "$data" postgres
}
initialise_pg15() {
  chmod 711 "$cache" "$cache/tmpl"
  install -d -o postgres -m 700 "$1"
  echo $account >"$1.pw"
  chmod 644 "$1.pw"
  initialise_postgres $pg15 "$1" "${as_postgres[@]}"
}
initialise_pg18() {
  install -d -m 700 "$1"
  chroot "$sid" chown postgres "$sid_data/tmpl-pg18"
  echo $account >"$1.pw"
  chmod 644 "$1.pw"
  initialise_postgres $pg18 "$sid_data/tmpl-pg18" chroot --userspec=postgres:postgres "$sid"
}

# --- Running ---------------------------------------------------------------------------------------------------------

# The server's init file takes one statement per line.
write_account() { # id file
  case $1 in
    mysql56 | mysql57) echo "GRANT ALL ON *.* TO '$account'@'%' IDENTIFIED BY '$account' WITH GRANT OPTION;" ;;
    *)
      echo "CREATE USER IF NOT EXISTS '$account'@'%' IDENTIFIED BY '$account';"
      echo "GRANT ALL ON *.* TO '$account'@'%' WITH GRANT OPTION;"
      ;;
  esac >"$2"
  echo "CREATE DATABASE IF NOT EXISTS $account;" >>"$2"
}

# Runs in a shell of its own and becomes the server, so that the number of that shell is the server's.
launch() { # id port run
  local id=$1 port=$2 run=$3 home=$cache/$1 data=$state/$1/data
  local inside=$sid_data/$run-$id
  case $id in mysql97 | pg18) data=$sid$inside ;; esac
  cp -a --reflink=auto "$(template_of "$id")" "$data"
  write_account "$id" "$state/$id/init.sql"
  # Without --skip-name-resolve, anonymous accounts of localhost would win over ours.
  local mysqld=("${mysqld_options[@]}" --port="$port" --bind-address=127.0.0.1 --skip-name-resolve --local-infile=ON
    --secure-file-priv= --innodb-buffer-pool-size=64M --innodb-flush-log-at-trx-commit=0)
  # A server that starts removes all temporary tables from its tmpdir, also those of servers that run.
  mkdir -p "$state/$id/tmp"
  local outside=(--datadir="$data" --socket="$state/$id/server.sock" --pid-file="$state/$id/server.pid"
    --init-file="$state/$id/init.sql" --tmpdir="$state/$id/tmp")
  local unpacked=(--basedir="$home" --lc-messages-dir="$home/share" --character-sets-dir="$home/share/charsets")
  local postgres=(-p "$port" -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off
    -c dynamic_shared_memory_type=mmap -c shared_preload_libraries=pg_stat_statements,auto_explain)
  case $id in
    mysql56)
      cd "$home" # it finds its own libaio here
      LD_LIBRARY_PATH=. exec ./mysqld "${mysqld[@]}" "${outside[@]}" --innodb_use_native_aio=0 \
        --lc-messages-dir="$home/share" --character-sets-dir="$home/share/charsets"
      ;;
    mysql57) exec "$home/bin/mysqld" "${mysqld[@]}" "${unpacked[@]}" "${outside[@]}" ;;
    mysql80) exec "$home/bin/mysqld" "${mysqld[@]}" "${unpacked[@]}" "${outside[@]}" --skip-log-bin --mysqlx=OFF ;;
    mysql97)
      cp "$state/$id/init.sql" "$data.sql"
      exec chroot "$sid" mysqld "${mysqld[@]}" --datadir="$inside" --socket="$inside/server.sock" \
        --pid-file="$inside/server.pid" --init-file="$inside.sql" --skip-log-bin --mysqlx=OFF
      ;;
    # Off by default in MariaDB; on here and off in 11.4, so that both are tested.
    mariadb1011) exec mariadbd "${mysqld[@]}" "${outside[@]}" --performance-schema=ON ;;
    mariadb114) exec "$home/bin/mariadbd" "${mysqld[@]}" "${unpacked[@]}" "${outside[@]}" ;;
    pg15) exec "${as_postgres[@]}" $pg15/postgres -D "$data" "${postgres[@]}" ;;
    pg18) exec chroot --userspec=postgres:postgres "$sid" $pg18/postgres -D "$inside" "${postgres[@]}" ;;
  esac
}

start() {
  local id at run=r$$ failed=0
  # Others may pass through, not look: a server that runs as another user must reach its own folder.
  chmod 711 "$state"
  echo "$run" >"$state/run"
  : >"$state/servers"
  local waiting=()
  for id in "${ids[@]}"; do
    make_template "$id" &
    waiting+=($!)
    # Two at a time: initialising is hard work for the disk.
    if [ ${#waiting[@]} = 2 ]; then
      for at in "${waiting[@]}"; do wait "$at" || failed=1; done
      waiting=()
    fi
  done
  [ $failed = 0 ] || return 1
  local ports
  mapfile -t ports < <(node "$here/ports.mjs" ${#ids[@]})
  for at in "${!ids[@]}"; do
    id=${ids[$at]}
    mkdir -p "$state/$id"
    chmod 711 "$state/$id"
    (launch "$id" "${ports[$at]}" "$run") >"$state/$id.log" 2>&1 </dev/null &
    echo "$id ${ports[$at]} $!" >>"$state/servers"
    disown $!
  done
  node "$here/wait-for-servers.mjs" "$state/servers" >"$state/endpoints.json" || {
    for id in "${ids[@]}"; do echo "--- $id"; tail -n 5 "$state/$id.log"; done >&2
    return 1
  }
}

stop() {
  [ -f "$state/servers" ] || return 0
  local id port number
  # The data is thrown away, so nothing needs to be written back. PostgreSQL ends its own children.
  while read -r id port number; do
    case $id in pg*) kill -QUIT "$number" ;; *) kill -KILL "$number" ;; esac 2>/dev/null || true
  done <"$state/servers"
  while read -r id port number; do
    for _ in $(seq 100); do kill -0 "$number" 2>/dev/null || break; sleep 0.05; done
    kill -KILL "$number" 2>/dev/null || true
    rm -rf "${state:?}/$id"
  done <"$state/servers"
  local run
  run=$(cat "$state/run")
  rm -rf "$sid$sid_data/$run"-*
  rm -f "$state/servers" "$state/run"
}

case $command in
  start) start ;;
  stop) stop ;;
  *) echo "unknown command $command" >&2; exit 2 ;;
esac
