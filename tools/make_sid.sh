#!/usr/bin/env bash
# Makes a Debian sid of its own with the Pythons that it has, once: 3.13, 3.14,
# its debug build, and 3.15. Usage: tools/make_sid.sh
#
# It is kept in the cache (tools/cache.sh); the last line on the standard output
# is its root, for tools/in_sid.sh. Everything else goes to the standard error.
set -euo pipefail

PACKAGES=(ca-certificates gcc libc6-dev python3.14-dbg)
for version in 3.13 3.14 3.15; do
    PACKAGES+=("python$version" "python$version-dev" "python$version-venv")
done

name=sid
# Change it with the way that it is made: older ones are made anew.
recipe=1
title="Debian sid"
# shellcheck disable=SC2034 # cache.sh reads it
signs='/^I: / && ++n % 100 == 0 { print "  " n " steps"; fflush() }'
# shellcheck source=tools/cache.sh
. "$(dirname "$0")/cache.sh"

need_packages() {
    "$(dirname "$0")/need.sh" debootstrap=debootstrap unshare=util-linux >&2
    [ "$(id -u)" = 0 ] || fail "only root may make it and change into it"
}

check() {
    local version
    for version in 3.13 3.14 3.14d 3.15; do
        chroot "$prefix" "python$version" -c 'import ensurepip, venv, _testcapi' >&2 ||
            fail "it was made, but its python$version does not work"
    done
}

make_it() {
    local uri
    need_packages
    uri=$(mirror) || true
    [ -n "$uri" ] || fail "no Debian repository among the sources of apt"
    logged "installing it, a minute or two" debootstrap --variant=minbase \
        --include="$(IFS=,; echo "${PACKAGES[*]}")" sid "$prefix" "$uri"
    check
    # Downloaded packages are half of what it takes.
    chroot "$prefix" apt-get clean
    # What tools/in_sid.sh lays over it must be there.
    mkdir -p "$prefix/source"
    touch "$prefix/etc/pip.conf" "$prefix/etc/resolv.conf"
}

make_once
echo "$prefix"
