/* SPDX-License-Identifier: GPL-3.0-or-later */
/* foreign.c: a libFuzzer target: a file of another program, read. BENCHMAT_FORMAT names the format;
 * without it, it is found as for any file. */
#include <stdlib.h>
#include <string.h>

#include "formats/foreign/registry.h"
#include "tests/fuzz/target.h"

static const struct format *find_format(void) {
    struct err err;
    const char *name = getenv("BENCHMAT_FORMAT");
    const struct format *format = name ? format_find(name, &err) : NULL;
    require(!name || format);
    return format;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const struct format *format;
    static int is_found;
    struct runs runs;
    struct err err = {""};
    if (!is_found)
        format = find_format();
    is_found = 1;
    const char *path = format && strcmp(format->name, "btl") == 0 ? "bench_axpy_x.dat" : "x.txt";
    const struct format_options options[] = {{0}, {.split = ""}, {.split = "LIBRARY_ACTION"}};
    for (size_t o = 0; o < sizeof options / sizeof *options; o++) {
        int code =
            format_read_memory(format, (const char *)data, size, path, &options[o], &runs, &err);
        require((code == 0) == (runs.count > 0) &&
                (code == 0 || (*err.message && !strchr(err.message, '\n'))));
        for (size_t i = 0; i < runs.count; i++)
            require_sound(runs.items[i]);
        runs_release(&runs);
        if (code)
            break;
    }
    return 0;
}
