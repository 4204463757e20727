#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/run.sh LOG COMMAND...: runs a test, whose output goes to LOG, and says in a line how it ended
# and in more what it skipped, and why. Where it fails, all of its output follows. One that hangs is
# ended after an hour, three times what any takes on a busy machine.
limit=3600
log=$1
shift
mkdir -p "$(dirname "$log")"
begin=$(date +%s)
status=0
timeout --kill-after=10 $limit "$@" >"$log" 2>&1 || status=$?
seconds=$(($(date +%s) - begin))
# A command without tests of its own is one.
awk -v name="${log%.log}" -v status="$status" -v seconds="$seconds" '
    /^\[==========\] Running/ { is_listed = 0 }
    /^\[==========\] .* run\.$/ { is_listed = 1 }
    !is_listed && /^\[ *OK \]/ { passed++ }
    !is_listed && /^\[ *SKIPPED \]/ { skipped++ }
    /^skipped: / { reason = reason "\n    " $0 }
    END {
        if (!passed && !skipped && status == 0) passed = 1
        printf "  %s  %s: %d passed%s, %d s%s\n", status ? "FAIL" : "TEST", name, passed,
            skipped ? ", " skipped " skipped" : "", seconds, reason
    }' "$log"
[ "$status" -ne 124 ] || echo "ended after $limit s: it hangs" >>"$log"
[ "$status" -eq 0 ] || cat "$log"
echo "status $status after $seconds s" >>"$log"
exit "$status"
