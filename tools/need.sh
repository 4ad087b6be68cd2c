#!/bin/sh
# Makes sure that commands are there: installs their Debian packages where it
# may, and else says which they are.
# Usage: tools/need.sh COMMAND=PACKAGE ...
for pair in "$@"; do
    command -v "${pair%%=*}" >/dev/null 2>&1 || wanted="${wanted-} ${pair#*=}"
done
[ -n "${wanted-}" ] || exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing$wanted ..."
    export DEBIAN_FRONTEND=noninteractive
    # shellcheck disable=SC2086 # one word for each package
    apt-get -qq update >/dev/null &&
        apt-get -qq install -y --no-install-recommends $wanted >/dev/null && exit 0
fi
echo "gnomon: missing:$wanted (Debian: apt-get install$wanted)" >&2
exit 2
