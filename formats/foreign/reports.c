/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/foreign/reports.h"

#include "formats/foreign/foreign.h"

#define AS_TABLE "write it as a table, such as name,time_ms"

/* The words that a report has, all of them. */
static const struct {
    const char *words[2], *advice;
} reports[] = {
    {{"Benchmark", "CPU   Iterations"},
     "Google Benchmark's report; give it --benchmark_format=json or csv"},
    {{"Benchmark", "Time (mean "}, "hyperfine's report; give it --export-json FILE"},
    {{" time:   [", "]"}, "Criterion.rs's report; read its directory, target/criterion"},
    {{"benchmark name", "iterations"}, "Catch2's report; give it -r xml"},
    {{"Name (time in ", "Rounds"}, "pytest-benchmark's report; give it --benchmark-json=FILE"},
    {{"BenchmarkTools.Trial", "samples"},
     "BenchmarkTools.jl's report; call BenchmarkTools.save(FILE, results)"},
    {{"loops, best of ", " per loop"}, "timeit's report; use python -m pyperf timeit -o FILE.json"},
    {{"test ", " ns/iter (+/- "}, "cargo bench's report; " AS_TABLE},
    {{" ops/sec \302\261", "sampled)"}, "Benchmark.js's report; " AS_TABLE},
    {{"Performance counter stats for", ""}, "perf stat's report; " AS_TABLE},
    {{",task-clock", ",CPUs utilized"}, "perf stat's counts; " AS_TABLE},
    {{"\nreal\t", "\nuser\t"}, "the shell's times; " AS_TABLE},
    {{"Thread Stats", "Requests/sec:"}, "wrk's report; " AS_TABLE},
    {{"Elapsed (wall clock) time", "Maximum resident set size"},
     "GNU time's report; use hyperfine --export-json FILE, or " AS_TABLE},
    {{"user     system      total        real", ""},
     "the report of Ruby's Benchmark; use benchmark-ips with x.json! FILE, or " AS_TABLE},
    {{"General statistics:", "Latency (ms):"}, "sysbench's report; " AS_TABLE},
    {{"STREAM version", "Triad:"}, "STREAM's report; keep its lines from Function to Triad"},
    {{"window.BENCHMARK_DATA", "\"benches\""},
     "github-action-benchmark's history; keep the array of \"benches\" of one commit"},
    {{"\"http_req_duration\"", "\"metrics\""}, "k6's summary; " AS_TABLE},
};

const char *report_advice(const char *head, size_t n) {
    for (size_t i = 0; i < sizeof reports / sizeof *reports; i++)
        if (foreign_has(head, n, reports[i].words[0]) && foreign_has(head, n, reports[i].words[1]))
            return reports[i].advice;
    return NULL;
}
