# What the scripts share that make something once and keep it; to be sourced by
# bash, with `name` (of what is made), `recipe` (its version: older ones are made
# anew), `title` (for messages) and `signs` (an awk program, see below) set, and a
# function `make_it`.
#
# It is kept in $GNOMON_CACHE (~/.cache/gnomon where that is not set).
# shellcheck shell=bash disable=SC2154 # these names are the caller's

mkdir -p "${GNOMON_CACHE:-$HOME/.cache/gnomon}"
cache=$(cd "${GNOMON_CACHE:-$HOME/.cache/gnomon}" && pwd)
prefix=$cache/$name
scratch=$cache/$name.scratch
log=$cache/$name.log

say() {
    echo "$title: $1" >&2
}

fail() {
    say "$1"
    exit 1
}

# Run a long command; what it prints goes to the log, and what $signs picks from
# it here, as signs of life.
logged() {
    local what=$1
    shift
    say "$what ..."
    "$@" 2>&1 | tee -a "$log" | awk "$signs" >&2 ||
        fail "$what failed; the end of $log:
$(tail -n 20 "$log")"
}

# The repository that this machine has its own packages from.
mirror() {
    {
        apt-get indextargets --format '$(REPO_URI)' 'Label: Debian'
        # The label is known only after an update.
        apt-get indextargets --format '$(REPO_URI)' | grep '/debian/$'
    } | head -n 1
}

# The stamp is made last: what has none is a half of it.
make_once() {
    local stamp=$prefix/.made-by-recipe-$recipe
    if [ ! -e "$stamp" ]; then
        exec 9>"$cache/$name.lock"
        flock 9 # somebody else may be making it
    fi
    if [ ! -e "$stamp" ]; then
        rm -rf "$scratch" "$prefix" "$log"
        make_it
        touch "$stamp"
        rm -rf "$scratch"
        say "made in $SECONDS seconds"
    fi
}
