/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/cli/check.h"

#include <stdio.h>

#include "collect/machine/check.h"

static size_t run(const struct cpus *cpus, struct check_result *results) {
    struct check_machine machine = {
        .root = "", .cpus = cpus, .can_fix_addresses = check_addresses()};
    return check_run(&machine, results);
}

int check_report(const struct cpus *cpus, int quiet) {
    static const char *const words[CHECK_STATES] = {"ok", "finding", "not readable"};
    struct check_result results[CHECK_MAX];
    size_t count = run(cpus, results), findings = 0;
    for (size_t i = 0; i < count; i++) {
        findings += results[i].state == CHECK_FINDING;
        if (quiet)
            continue;
        if (results[i].found[0])
            printf("%-18s %-13s %s\n", results[i].name, words[results[i].state], results[i].found);
        else
            printf("%-18s %s\n", results[i].name, words[results[i].state]);
        if (results[i].advice)
            printf("%-32s %s\n", "", results[i].advice);
    }
    if (!quiet)
        printf("\n%zu of %zu checks found something.\n", findings, count);
    return findings ? CHECK_STATUS_FINDINGS : 0;
}

static void record_cpus(const struct cpus *cpus, struct facts *facts) {
    char text[1024] = "";
    size_t used = 0;
    for (size_t i = 0; i < cpus->count && used < sizeof text - 16; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%d", i ? "," : "",
                                 cpus->workers[i]);
    facts_set_text(facts, "measuring_cpus", text);
}

void check_before_run(const struct cpus *cpus, int quiet, struct facts *facts) {
    struct check_result results[CHECK_MAX];
    size_t count = run(cpus, results);
    for (size_t i = 0; i < count && !quiet; i++)
        if (results[i].state == CHECK_FINDING) {
            char line[512];
            check_describe(&results[i], line, sizeof line);
            fprintf(stderr, "%s\n", line);
        }
    record_cpus(cpus, facts);
    check_record(results, count, facts);
}
