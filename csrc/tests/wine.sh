#!/bin/sh
# Run a command whose programs are for Windows: wine.sh PREFIX COMMAND ...
# The prefix, a directory of its own, is what Wine takes for a Windows.

mkdir -p "$1" || exit
WINEPREFIX=$(cd "$1" && pwd) || exit
shift

# Quiet, no window, no debugger, and none of the downloads that a new prefix
# asks for.
unset DISPLAY
WINEDEBUG=-all
WINEDLLOVERRIDES='mscoree,mshtml,winemenubuilder.exe,winedbg.exe='
export WINEPREFIX WINEDEBUG WINEDLLOVERRIDES

trap 'wineserver -k' EXIT
if ! wineboot --init >/dev/null 2>&1; then
    echo "wine cannot boot $WINEPREFIX; without it there will be a new one" >&2
    exit 1
fi
"$@"
