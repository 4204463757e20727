/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plugins.h: plug-ins for tests: an action of a plug-in's, of which any part can be another. */
#ifndef BENCHMAT_TESTS_COLLECT_PLUGINS_H
#define BENCHMAT_TESTS_COLLECT_PLUGINS_H

#include "tests/collect/fake.h"

/* y := a x + y with two implementations and one parameter. A macro defined before it takes the
 * place of a part; MEMBERS come last, and so override. */
static const char plugin_source[] =
    "#include \"collect/action.h\"\n"
    "#include <math.h>\n#include <signal.h>\n#include <stdio.h>\n#include <string.h>\n"
    "#include <time.h>\n#include <unistd.h>\n"
    "#ifndef MEMBERS\n#define MEMBERS\n#endif\n"
    "#ifndef IN_SETUP\n#define IN_SETUP\n#endif\n"
    "#ifndef OUTPUTS\n#define OUTPUTS bench_output_of(bench, \"y\", s->y, n, bench->type)\n#endif\n"
    "#ifndef IN_CALCULATE\n#define IN_CALCULATE\n#endif\n"
    "#ifndef HEAD\n#define HEAD BENCH_ACTION_HEAD\n#endif\n"
    "#ifndef BEFORE\n#define BEFORE\n#endif\n"
    "struct saxpy { float *x, *y; };\n"
    "BEFORE\n"
    "typedef void saxpy(int64_t n, float a, const float *x, float *y);\n"
    "void simple(int64_t n, float a, const float *x, float *y);\n"
    "void simple(int64_t n, float a, const float *x, float *y) {\n"
    "    for (int64_t i = 0; i < n; i++) y[i] += a * x[i];\n"
    "}\n"
    "static void backward(int64_t n, float a, const float *x, float *y) {\n"
    "    for (int64_t i = n; i-- > 0;) y[i] += a * x[i];\n"
    "}\n"
    "static int setup(struct bench *bench) {\n"
    "    struct saxpy *s = bench->state;\n"
    "    size_t n = (size_t)bench->size;\n"
    "    IN_SETUP;\n"
    "    s->x = bench_array(bench, n);\n"
    "    s->y = bench_renewed_array(bench, n);\n"
    "    OUTPUTS;\n"
    "    return 0;\n"
    "}\n"
    "static void initialize(struct bench *bench, uint64_t seed) {\n"
    "    struct saxpy *s = bench->state;\n"
    "    (void)seed;\n"
    "    bench_fill(bench, s->x, (size_t)bench->size);\n"
    "    bench_fill(bench, s->y, (size_t)bench->size);\n"
    "}\n"
    "static void calculate(struct bench *bench, int64_t calls) {\n"
    "    struct saxpy *s = bench->state;\n"
    "    saxpy *f = (saxpy *)bench->routines[0];\n"
    "    for (int64_t c = 0; c < calls; c++) {\n"
    "        float *y = (float *)((char *)s->y + (size_t)c * bench->copy_stride);\n"
    "        f(bench->size, (float)bench->parameters[0], s->x, y);\n"
    "        IN_CALCULATE;\n"
    "    }\n"
    "}\n"
    "static double flops(const struct bench *bench) {\n"
    "    return 2 * (double)bench->size * bench->parameters[0];\n"
    "}\n"
    "const struct bench_action bench_plugin = {\n"
    "    HEAD,\n"
    "    .name = \"my_saxpy\", .about = \"y := a x + y\", .size_means = \"length\",\n"
    "    .largest = 1000, .types = \"s\",\n"
    "    .implementations = (const struct bench_implementation[]){\n"
    "        {\"simple\", (bench_function)simple}, {\"backward\", (bench_function)backward}, "
    "{0}},\n"
    "    .parameters = (const struct bench_parameter[]){{\"a\", \"the factor\", 0.5}, {0}},\n"
    "    .state_bytes = sizeof(struct saxpy), .setup = setup, .initialize = initialize,\n"
    "    .calculate = calculate, .flops = flops, .flops_formula = \"2 n\", MEMBERS\n"
    "};\n";

/* The path of that plug-in with LINES before it. */
static inline const char *plugin_build(const char *name, const char *lines) {
    char source[8192];
    snprintf(source, sizeof source, "%s\n%s", lines, plugin_source);
    return fake_compile(name, source);
}

#endif
