#!/bin/sh
# Check the model of the clock's protocol (clock.pml) with spin: each property
# exhaustively in small scenes, then that each mutation of the model is found
# by the property that is there for it.
#
#   check.sh              everything; as many at once as there are processors
#   check.sh NAME ...     only these: `read`, or `NO_GUARD:read` for a mutation
#   check.sh trace NAME   the last failure of one, step by step

here=$(cd "$(dirname "$0")" && pwd) || exit 1
build=$here/../../build/model
CC=${CC:-cc}
export CC

# Mutations that csrc/core has today, as -DBUG_... flags: properties are checked
# with them and fail for it. None when the core is as the model has it.
IN_C=${IN_C-}
export IN_C

# name | scene | what holds in it. `live` scenes are searched for a fair run
# that never gets there, the others for a failed assertion or a deadlock.
tiny='-DSECONDS=2 -DPARK_AFTER=0 -DREADS=1'
properties() {
    cat <<END
read      |-DSCENE_READ -DREADERS=1 -DREADS=1 -DSTEPS=1|a read answers what a clock showed meanwhile
read2     |-DSCENE_READ $tiny|so do two at once, while the ticker ends and starts
set       |-DSCENE_PARK -DREADERS=1 -DREADS=3 -DSTEPS=2|so do reads of a clock that somebody sets
frozen    |-DSCENE_FREEZE -DFINALE -DPROMPT -DREADERS=1|while a moment is frozen, a read answers it; after a thaw reads start a ticker
stop      |-DSCENE_STOP -DFINALE -DPROMPT -DREADERS=1 $tiny|between stop and start there is no ticker and no word; no join waits in vain
park      |-DSCENE_PARK -DFINALE -DPROMPT -DEARLY=1 -DREADS=1|a parked ticker that a read woke goes on
lost      |-DSCENE_KILL -DFINALE -DPROMPT -DREADERS=1 -DREADS=1|a ticker that ended by itself is joined and replaced
failed    |-DSCENE_PARK -DFINALE -DFAILS=1 -DREADS=1|a ticker that could not be made is tried again
fork      |-DSCENE_FORK -DFINALE -DPROMPT -DREADERS=1 $tiny|from fork_prepare to fork_parent there is no ticker; both sides can start one
c_fork    |-DSCENE_C_FORK -DREADERS=1 $tiny|the child of a fork in C, at any moment of stop and start, is whole
c_frozen  |-DSCENE_C_FORK -DFREEZES -DREADERS=1 -DREADS=1|so is that at any moment of freeze and thaw
theft     |-DSCENE_THEFT -DTHEFTS=1 -DFINALE -DREADERS=1 $tiny|a closed descriptor leads to no wrong answer and no wait in vain
locked    |-DSCENE_LOCKED -DSECONDS=2 -DREADS=1|a read does not wait for the lock
monotone  |-DMONOTONE -DREADERS=0 -DREADS=4|the date does not go back for who reads, stops and starts
ends      |live -DSCENE_READ -DLIVE_ENDS -DREADERS=1 $tiny|every read, stop and start ends
ends_kill |live -DSCENE_KILL -DLIVE_ENDS -DREADERS=0 $tiny|so it does where a ticker ends by itself
ends_fork |live -DSCENE_FORK -DLIVE_ENDS -DREADERS=0 $tiny|and every fork
wakes     |live -DSCENE_PARK -DLIVE_WAKES -DREADS=1|every ticker that was woken goes on or is ended
END
}

# mutation | the property's line | what fails in it
mutations() {
    cat <<END
NO_GUARD             |read     |g_seen_seconds
SLOW_WITHOUT_GUARD   |read     |g_seen_seconds
GUARD_WRAPS          |read     |g_seen_seconds
READ_WITHOUT_LOCK    |read2    |alive
FREEZE_BESIDE_TICKER |frozen   |word==0
WORD_OUTLIVES_STOP   |frozen   |word==0
THAW_THE_LATEST      |frozen   |g_seen_moods
THAW_STAYS_HELD      |frozen   |born
START_WHILE_HELD     |frozen   |g_frozen
START_STAYS_STOPPED  |stop     |born
PUBLISH_AFTER_STOP   |stop     |word==0
NO_JOIN              |stop     |alive
END_KEEPS_NUMBER     |stop     |invalid end state
END_WITHOUT_WAKE     |stop     |invalid end state
LOOK_BEFORE_ARM      |stop     |invalid end state
LOOK_BEFORE_DISARM   |park     |g_woken
WAKE_BEFORE_MODE     |park     |g_woken
WAKE_WITHOUT_WORD    |park     |word!=0
START_WITHOUT_WORD   |park     |word!=0
LOST_RUNS            |lost     |born
START_WITHOUT_JOIN   |lost     |g_unjoined
FAILED_RUNS          |failed   |born
PARENT_STAYS_HELD    |fork     |born
PREPARE_UNCOUNTED    |fork     |g_forking
FORKED_KEEPS_COUNT   |fork     |born
FORKS_UNWATCHED      |c_fork   |born
FORKED_KEEPS_LOCK    |c_fork   |born
FORKED_KEEPS_THREAD  |c_fork   |born
FORKED_KEEPS_MODE    |c_fork   |born
FORKED_KEEPS_WORD    |c_fork   |word==0
FORKED_KEEPS_SIGHT   |c_frozen |g_seen_moods
ABANDONED_PUBLISHES  |theft    |born
READ_WAITS           |locked   |invalid end state
COARSE_AFTER_STOP    |monotone |answer>=last
SHOWN_BY_TICKER      |monotone |answer>=last
END_WITHOUT_WAKE     |ends     |acceptance cycle
LOOK_BEFORE_DISARM   |wakes    |acceptance cycle
END
}

# Sets scene and text of a property's line.
look_up() {
    line=$(properties | grep "^$1 *|")
    scene=${line#*|}
    text=${scene#*|}
    scene=${scene%%|*}
}

# search DIRECTORY SCENE: leaves pan's words in DIRECTORY/out.
search() {
    mkdir -p "$1" && cd "$1" && rm -f -- pan* *.trail out || return
    how='-DSAFETY -DCOLLAPSE'
    options='-n -m20000'
    defines=$2
    if [ "${2#live}" != "$2" ]; then
        how='-DNFAIR=3 -DCOLLAPSE'
        options='-n -m20000 -a -f'
        defines=${2#live}
    fi
    echo "$defines" >defines
    # shellcheck disable=SC2086 # these are lists of words
    spin -a $defines "$here/clock.pml" >out 2>&1 &&
        "$CC" ${3:--O2} -w -DMEMLIM=2048 -DVECTORSZ=512 $how -o pan pan.c >>out 2>&1 &&
        ./pan $options >>out 2>&1
}

figures() {
    states=$(sed -n 's/^ *\([0-9.e+]*\) states, stored.*/\1/p' out | head -n 1)
    seconds=$(sed -n 's/^pan: elapsed time \([0-9.]*\) seconds/\1/p' out)
    echo "$states states, ${seconds:-0} s"
}

check_property() {
    look_up "$1"
    search "$build/$1" "$scene $IN_C" || echo "it did not run" >>out
    if grep -q 'errors: 0$' out && ! grep -Eq 'not completed|too small|did not run' out; then
        printf 'ok      %-10s %s (%s)\n' "$1" "$text" "$(figures)"
    else
        printf 'FAILED  %-10s %s\n        %s\n' "$1" "$text" "$(grep -E '^(pan:1|.*rror)' out | head -n 1)"
    fi
}

check_mutation() {
    name=${1%:*}
    look_up "${1#*:}"
    wanted=$(mutations | grep "^$name *|${1#*:} *|" | sed 's/.*|//')
    search "$build/$1" "$scene -DBUG_$name" -O0 || echo "it did not run" >>out
    if grep '^pan:1: ' out | grep -Eq "$wanted"; then
        printf 'ok      %-10s notices BUG_%s\n' "${1#*:}" "$name"
    else
        printf 'FAILED  %-10s does not notice BUG_%s\n' "${1#*:}" "$name"
    fi
}

if ! command -v spin >/dev/null 2>&1; then
    echo 'spin is missing: apt-get install spin'
    exit 2
fi
mkdir -p "$build" || exit 1

case $1 in
one)
    case $2 in
    *:*) check_mutation "$2" ;;
    *) check_property "$2" ;;
    esac
    exit 0
    ;;
trace)
    cd "$build/$2" || exit 1
    # shellcheck disable=SC2046 # a list of words
    exec spin -k "$(echo ./*.trail)" -p -g -l $(cat defines) "$here/clock.pml"
    ;;
esac

if [ $# -eq 0 ]; then
    # shellcheck disable=SC2046 # names without blanks
    set -- $(properties | sed 's/ *|.*//') \
        $(mutations | sed 's/ *| */:/; s/ *|.*//')
fi
log=$build/log
printf '%s\n' "$@" | xargs -n 1 -P "$(nproc)" sh "$here/check.sh" one | tee "$log"
passed=$(grep -c '^ok ' "$log")
failed=$(($# - passed))
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
