#!/bin/sh
# Run test programs: a line for each, what failed above it, and the sum.
# RUNNER is a command that runs them, where they cannot run by themselves.

passed=0
failed=0
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT

for program; do
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
    program_failed=${last#*, }
    program_failed=${program_failed% failed}
    if [ "$status" -ne 0 ] && [ "$program_failed" -eq 0 ]; then
        program_failed=1
    fi
    if [ "$program_failed" -ne 0 ]; then
        sed '$d' "$log"
        echo "exit status $status"
    fi
    printf '%-22s %s (%d s)\n' "$name" "$last" "$seconds"
    passed=$((passed + ${last%% *}))
    failed=$((failed + program_failed))
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
