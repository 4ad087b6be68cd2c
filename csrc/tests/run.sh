#!/bin/sh
# Run test programs, some at once: a line for each as it ends, what failed
# above it, and the sum.
#   RUNNER  a command that runs them, where they cannot run by themselves
#   JOBS    how many at once; four, since the clock's mostly sleep

if [ "$1" = one ]; then
    program=$2
    log=$3/$(basename "$program")
    name=$(basename "$program" .exe)
    start=$(date +%s)
    $RUNNER "$program" >"$log" 2>&1
    status=$?
    seconds=$(($(date +%s) - start))
    last=$(tail -n 1 "$log" | tr -d '\r') # a Windows program's lines end so
    case $last in
    *[0-9]' passed, '*[0-9]' failed') ;;
    *)
        # It crashed, or a sanitizer spoke after its end.
        echo "$last" >>"$log"
        last='0 passed, 1 failed'
        ;;
    esac
    failed=${last#*, }
    failed=${failed% failed}
    if [ "$status" -ne 0 ] && [ "$failed" -eq 0 ]; then
        last="${last%%,*}, 1 failed"
    fi
    if [ "$status" -ne 0 ] || [ "$failed" -ne 0 ]; then
        sed '$d' "$log"
        echo "exit status $status"
    fi
    printf '%-22s %s (%d s)\n' "$name" "$last" "$seconds"
    exit 0
fi

logs=$(mktemp -d) || exit 1
trap 'rm -rf "$logs"' EXIT
printf '%s\n' "$@" | xargs -I '{}' -P "${JOBS:-4}" "$0" one '{}' "$logs" |
    tee "$logs/all"
awk -v programs=$# '
/ passed, .* failed \(/ { passed += $2; failed += $4; programs-- }
END {
    printf "%.0f passed, %.0f failed\n", passed, failed
    exit failed != 0 || programs != 0
}' "$logs/all"
