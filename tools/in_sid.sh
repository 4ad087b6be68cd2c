#!/bin/sh
# Runs a command in the Debian that tools/make_sid.sh made.
# Usage: tools/in_sid.sh ROOT FOLDER COMMAND...
#
# FOLDER is /source there, and where the command starts. Several may run at once:
# what is mounted is seen by the command alone, and goes with it.
set -eu
root=$1 folder=$2
shift 2

# What names may be resolved and which certificates trusted is this machine's.
exec unshare --mount --propagation private sh -euc '
root=$1 folder=$2
shift 2
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --bind "$folder" "$root/source"
for file in /etc/pip.conf /etc/resolv.conf /etc/ssl/certs/ca-certificates.crt; do
    [ ! -e "$file" ] || mount --bind "$file" "$root$file"
done
exec chroot "$root" sh -euc "cd /source && exec \"\$@\"" sh "$@"
' sh "$root" "$folder" "$@"
