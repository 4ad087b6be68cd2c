#!/usr/bin/env bash
# Makes a free-threaded CPython 3.13 out of Debian's source package, once.
# Usage: tools/build_free_threaded.sh [--thread-sanitizer]
#
# It is kept in the cache (tools/cache.sh); the last line on the standard output
# is the path of the interpreter. Everything else goes to the standard error.
set -euo pipefail

SUITE=trixie
SOURCE=python3.13
KEYRING=/usr/share/keyrings/debian-archive-keyring.gpg
PACKAGES=(build-essential xz-utils debian-archive-keyring libssl-dev zlib1g-dev
    libffi-dev libbz2-dev liblzma-dev libsqlite3-dev)
# Change it with the way that the interpreter is made: older ones are made anew.
recipe=1
title="free-threaded Python"

case "${1-}" in
"") name=python3.13t options=() ;;
--thread-sanitizer) name=python3.13t-tsan options=(--with-thread-sanitizer) ;;
*)
    echo "usage: $0 [--thread-sanitizer]" >&2
    exit 2
    ;;
esac

# shellcheck source=tools/cache.sh
. "$(dirname "$0")/cache.sh"
python=$prefix/bin/python3.13t

# Of a compilation every hundredth file is shown.
signs='/ -c / && !/install -c/ && ++n % 100 == 0 { print "  " n " files compiled"; fflush() }'

is_missing() {
    [ "$(dpkg-query --show --showformat '${db:Status-Status}' "$1" 2>/dev/null)" != installed ]
}

install_packages() {
    command -v apt-get >/dev/null && command -v dpkg-query >/dev/null ||
        fail "it is made from a Debian source package: apt-get and dpkg are needed"
    local missing=() package
    for package in "${PACKAGES[@]}"; do
        ! is_missing "$package" || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    [ "$(id -u)" = 0 ] ||
        fail "packages are missing: sudo apt-get install ${missing[*]}"
    logged "refreshing the package lists" apt-get update
    DEBIAN_FRONTEND=noninteractive logged "installing ${missing[*]}" \
        apt-get install --yes --no-install-recommends "${missing[@]}"
}

# An apt of its own: the machine's sources and lists stay as they are.
private_apt() {
    apt-get \
        -o Dir::Etc::SourceList="$scratch/sources.list" \
        -o Dir::Etc::SourceParts=- \
        -o Dir::State::Lists="$scratch/lists" \
        -o Dir::Cache="$scratch/cache" \
        -o APT::Sandbox::User=root \
        -o APT::Update::Post-Invoke-Success::= \
        "$@"
}

fetch() {
    local uri
    uri=$(mirror) || true
    [ -n "$uri" ] || fail "no Debian repository among the sources of apt"
    mkdir -p "$scratch/lists/partial" "$scratch/cache/archives/partial" "$scratch/source"
    echo "deb-src [signed-by=$KEYRING] $uri $SUITE main" >"$scratch/sources.list"
    logged "fetching the list of $SUITE's sources" private_apt update --error-on=any
    cd "$scratch/source"
    logged "fetching $SOURCE" private_apt source --download-only "$SOURCE"
    # Without Debian's patches, which move the folders of packages about.
    mkdir python
    tar --extract --file "$(ls "$SOURCE"_*.orig.tar.*z)" --strip-components 1 --directory python
}

# Optimised by profile it would take four times as long, and run no test better.
make_python() {
    cd "$scratch/source/python"
    logged "configuring" ./configure --prefix="$prefix" --disable-gil \
        --disable-test-modules --with-ensurepip=no "${options[@]}"
    logged "compiling with $(nproc) processes, some minutes" make --jobs="$(nproc)"
    # What is in packages is compiled when it is first imported.
    logged "installing" make install COMPILEALL_OPTS=-l
}

check() {
    PYTHON_GIL=0 "$python" -W error -c '
import bz2, ctypes, ensurepip, lzma, sqlite3, ssl, sys, venv, zlib
assert not sys._is_gil_enabled()' || fail "it was made, but does not work: $python"
}

make_it() {
    install_packages
    fetch
    make_python
    check
}

make_once
echo "$python"
