#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/summary.sh STAGE LACKS LOG...: what the tests of a stage came to, whose LOGs tests/run.sh has
# written, why those that failed did, and how long they took. Fails where one failed or never ran, and
# where one was skipped for a reason that the regular expression LACKS, what this machine is known to
# lack, does not match.
stage=$1
lacks=$2
shift 2
for log; do
    cat "$log" 2>/dev/null
    echo "end of $log"
done | awk -v stage="$stage" -v lacks="$lacks" '
    /^\[==========\] Running/ { is_listed = 0 }
    /^\[==========\] .* run\.$/ { is_listed = 1 }
    /^skipped: / {
        if ($0 !~ lacks)
            unknown = unknown "  FAIL  skipped, though this machine is not known to lack it: " substr($0, 10) "\n"
        reasons++
    }
    !is_listed && /^\[ *OK \]/ { passed++; cases++ }
    !is_listed && /^\[ *SKIPPED \]/ {
        skipped++; cases++
        if (!reasons)
            unknown = unknown "  FAIL  " $NF " was skipped without a reason\n"
        reasons = 0
    }
    !is_listed && /^\[ *(ERROR|LINE) *\] ---/ { why = why "    " substr($0, 1, 300) "\n" }
    !is_listed && /^\[ *FAILED *\]/ { failed++; cases++; failures++; why = why "    " $0 "\n" }
    !/^(status|end of) / { last = "    " substr($0, 1, 300) "\n" }
    /^status [0-9]+ after [0-9]+ s$/ { status = $2; seconds += $4; is_run = 1 }
    /^end of / {
        name = $3
        sub(/\.log$/, "", name)
        tests++
        # A command is a test; a file of tests must have some.
        if (!is_run || status != 0 || (!cases && name ~ /\/test_/)) {
            failed += !failures
            print "  FAIL  " name (!is_run ? ": it was not run" : status == 0 ? ": it has no tests" : "")
            printf "%s", why ? why : last
        } else if (!cases)
            passed++
        is_run = is_listed = cases = failures = reasons = 0
        why = last = ""
    }
    END {
        printf "%s%s: %d tests took %d s, one after the other\n", unknown, stage, tests, seconds
        printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
        exit failed || unknown != ""
    }'
