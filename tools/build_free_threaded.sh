#!/usr/bin/env bash
# Makes a free-threaded CPython 3.13 out of Debian's source package, once.
# Usage: tools/build_free_threaded.sh [--thread-sanitizer]
#
# It is kept in $GNOMON_CACHE (~/.cache/gnomon where that is not set); the last
# line on the standard output is the path of the interpreter. Everything else
# goes to the standard error.
set -euo pipefail

SUITE=trixie
SOURCE=python3.13
KEYRING=/usr/share/keyrings/debian-archive-keyring.gpg
PACKAGES=(build-essential xz-utils debian-archive-keyring libssl-dev zlib1g-dev
    libffi-dev libbz2-dev liblzma-dev libsqlite3-dev)
# Change it with the way that the interpreter is made: older ones are made anew.
RECIPE=1

case "${1-}" in
"") name=python3.13t options=() ;;
--thread-sanitizer) name=python3.13t-tsan options=(--with-thread-sanitizer) ;;
*)
    echo "usage: $0 [--thread-sanitizer]" >&2
    exit 2
    ;;
esac

mkdir -p "${GNOMON_CACHE:-$HOME/.cache/gnomon}"
cache=$(cd "${GNOMON_CACHE:-$HOME/.cache/gnomon}" && pwd)
prefix=$cache/$name
python=$prefix/bin/python3.13t
done_stamp=$prefix/.made-by-recipe-$RECIPE
scratch=$cache/$name.scratch
log=$cache/$name.log

say() {
    echo "free-threaded Python: $1" >&2
}

fail() {
    say "$1"
    exit 1
}

# Run a long command; what it prints goes to the log, and a sign of life here.
logged() {
    local title=$1
    shift
    say "$title ..."
    "$@" 2>&1 | tee -a "$log" |
        awk '/ -c / && !/install -c/ && ++n % 100 == 0 { print "  " n " files compiled"; fflush() }' >&2 ||
        fail "$title failed; the end of $log:
$(tail -n 20 "$log")"
}

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

# The repository that this machine has its own packages from.
mirror() {
    {
        apt-get indextargets --format '$(REPO_URI)' 'Label: Debian'
        # The label is known only after an update.
        apt-get indextargets --format '$(REPO_URI)' | grep '/debian/$'
    } | head -n 1
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

# The stamp is made last: what has none is a half of an interpreter.
if [ ! -e "$done_stamp" ]; then
    exec 9>"$cache/$name.lock"
    flock 9 # somebody else may be making it
fi
if [ ! -e "$done_stamp" ]; then
    rm -rf "$scratch" "$prefix" "$log"
    install_packages
    fetch
    make_python
    check
    touch "$done_stamp"
    rm -rf "$scratch"
    say "made in $SECONDS seconds"
fi
echo "$python"
