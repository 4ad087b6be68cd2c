#!/bin/sh
# Says which package is missing, before anything fails for want of it.
# Usage: tools/doctor.sh PYTHON
python=$1
missing=0

say() {
    echo "gnomon: $1" >&2
    missing=1
}

if ! command -v "$python" >/dev/null 2>&1; then
    say "no $python found: install Python 3.11 or later (Debian: apt-get install python3), or name one: make PYTHON=/path/to/python"
    exit 1
fi
if ! "$python" -c "" 2>/dev/null; then
    say "$python does not run: name one that does with make PYTHON=/path/to/python"
    exit 1
fi
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    say "$("$python" -V) is too old: Python 3.11 or later is needed; name one with make PYTHON=/path/to/python"
"$python" -c 'import ensurepip, venv' 2>/dev/null ||
    say "$python has no venv: install it (Debian: apt-get install python3-venv)"
"$python" -c '
import os, sys, sysconfig
sys.exit(not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))' ||
    say "$python has no header files: install them (Debian: apt-get install python3-dev)"
command -v "${CC:-cc}" >/dev/null 2>&1 ||
    say "no C compiler found as ${CC:-cc}: install one (Debian: apt-get install gcc libc6-dev)"
exit $missing
