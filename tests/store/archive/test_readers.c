/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every other program that reads archives finds the same names, shapes and numbers as we do. */

#include "store/archive/archive.h"
#include "tests/collected_series.h"
#include "tests/store/sample.h"
#include "tests/test.h"

#define POINTS  4
#define ROUNDS  3
#define SEEDS   2
#define SAMPLES (POINTS * ROUNDS * SEEDS)

static char archive_file[128], directory[64];
static struct series *expected; /* openblas of both runs */

/* --- an archive, and other programs --- */

static char *long_text(void) {
    char *text = malloc(50001);
    for (int i = 0; i < 50000; i++)
        text[i] = (char)('a' + i % 26);
    text[50000] = '\0';
    return text;
}

static struct run *written;

static int write_archive(void **state) {
    (void)state;
    strcpy(directory, sample_directory());
    snprintf(archive_file, sizeof archive_file, "%s/results.h5", directory);
    written = sample_run();
    sample_parameters(written);
    sample_team(written);
    char *text = long_text();
    facts_set_text(&written->facts, FACT_TOPOLOGY, text);
    free(text);
    struct measurement *m = &written->measurements[0];
    m->series[0].seconds[5] = NAN;
    m->series[0].first_call[1] = NAN;
    facts_set_text(&m->series[0].facts, "path", "/usr/lib/libopenblas.so.0");
    sample_fill(m, collected_series(m, "my lib-2 (copy)"), 9);
    expected = &m->series[0];
    return archive_append(archive_file, written, NULL) ||
           archive_append(archive_file, written, NULL);
}

static int remove_archive(void **state) {
    (void)state;
    run_free(written);
    sample_remove(directory);
    return 0;
}

/* The output of a shell command; the test fails if the command does, or is not installed. */
static char *output_of(const char *command) {
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    char *text = calloc(1, 1 << 22);
    size_t length = fread(text, 1, (1 << 22) - 1, pipe);
    int status = pclose(pipe);
    if (status)
        print_error("status %d: %s\n", status, command);
    assert_int_equal(status, 0);
    assert_true(length > 0);
    return text;
}

static char *output(const char *format, ...) __attribute__((format(printf, 1, 2)));
static char *output(const char *format, ...) {
    char command[4096];
    va_list arguments;
    va_start(arguments, format);
    assert_uint_in_range(vsnprintf(command, sizeof command, format, arguments), 1,
                         sizeof command - 1);
    va_end(arguments);
    return output_of(command);
}

static const char *find(const char *text, const char *what) {
    const char *found = strstr(text, what);
    if (!found)
        print_error("no \"%s\" in:\n%.3000s\n", what, text);
    assert_non_null(found);
    return found + strlen(what);
}

/* After MARKER in TEXT stand exactly these numbers, then END. */
static void assert_reals(const char *text, const char *marker, const double *values, size_t count,
                         const char *end) {
    const char *at = find(text, marker);
    for (size_t i = 0; i < count; i++) {
        char *after;
        at += strspn(at, " \t\n,");
        double value = strtod(at, &after);
        if (after == at)
            print_error("no number %zu after \"%s\" but: %.60s\n", i, marker, at);
        assert_ptr_not_equal(after, at);
        assert_true(value == values[i] || (isnan(value) && isnan(values[i])));
        at = after;
    }
    at += strspn(at, " \t\n,");
    assert_memory_equal(at, end, strlen(end));
}

static void assert_integers(const char *text, const char *marker, const int64_t *values,
                            size_t count, const char *end) {
    double reals[SAMPLES];
    for (size_t i = 0; i < count; i++)
        reals[i] = (double)values[i];
    assert_reals(text, marker, reals, count, end);
}

/* --- readers --- */

ALL_TESTS(write_archive, remove_archive);

TEST(file_calls_it_a_mat_file) {
    char *text = output("file %s", archive_file);
    find(text, "Matlab v7.3 mat-file (little endian) version 0x200");
    free(text);
}

TEST(h5ls_lists_it) {
    char *text = output("h5ls -r %s", archive_file);
    find(text, "/run_000001/axpy/openblas Dataset {4, 3, 2}");
    find(text, "/run_000002/axpy/blis    Dataset {4, 3, 2}");
    find(text, "/run_000002/axpy/my_lib_2__copy_ Dataset {4, 3, 2}");
    find(text, "/run_000002/axpy/sizes   Dataset {4}");
    find(text, "/run_000002/axpy/seeds   Dataset {4}");
    find(text, "/run_000002/axpy/details/openblas/status Dataset {4}");
    find(text, "/run_000002/axpy/details/openblas/order Dataset {4, 3, 2}");
    find(text, "/run_000002/set/details/thread_2/thread_begin Dataset {3, 3, 2, 4}");
    find(text, "/run_000002/set/thread   Dataset {4}");
    find(text, "/run_000002/set/thread_2 Dataset {3, 3, 2}");
    free(text);
}

TEST(h5dump_prints_our_numbers) {
    const struct measurement *m = &written->measurements[0];
    char *text = output("h5dump -y -w 1 -m %%.17g -d /run_000002/axpy/openblas -A 0 %s && "
                        "h5dump -y -w 1 -d /run_000002/axpy/sizes -A 0 %s",
                        archive_file, archive_file);
    assert_reals(text, "DATA {", expected->seconds, SAMPLES, "}");
    assert_integers(find(text, "axpy/sizes"), "DATA {", m->sizes, POINTS, "}");
    free(text);
    text = output("h5dump -p -H %s", archive_file);
    find(text, "CHECKSUM FLETCHER32");
    find(text, "PREPROCESSING SHUFFLE");
    find(text, "COMPRESSION DEFLATE");
    assert_null(strstr(text, "CONTIGUOUS"));
    free(text);
}

TEST(ncdump_prints_our_numbers) {
    const struct measurement *m = &written->measurements[0];
    char *text = output("ncdump -p 9,17 %s", archive_file);
    const char *second = find(text, "group: run_000002");
    find(second, "sizes = 4 ;");
    find(second, "round = 3 ;");
    find(second, "seed = 2 ;");
    find(find(second, "group: sweep"), "double stride(sizes) ;");
    find(find(second, "group: sweep"), "n_th___:parameter = \"n-th é\" ;");
    find(find(second, "group: sweep"), "double flops(sizes) ;");
    find(find(second, "group: sweep"), "flops:term = \"flops\" ;");
    find(second, "double openblas(sizes, round, seed) ;");
    find(second, "int64 seeds(sizes) ;");
    find(second, "openblas:units = \"s\" ;");
    find(second, "my_lib_2__copy_:library = \"my lib-2 (copy)\" ;");
    find(second, ":host = \"here\" ;");
    assert_reals(second, " openblas =", expected->seconds, SAMPLES, ";");
    assert_integers(second, " sizes = 10", m->sizes + 1, POINTS - 1, ";");
    assert_integers(second, " seeds =", m->seeds, POINTS, ";");
    assert_integers(find(second, "group: openblas"), " order =", expected->order, SAMPLES, ";");
    const char *team = find(second, "group: set");
    find(team, "thread = 4 ;");
    find(team, "double thread_2(sizes, round, seed) ;");
    team = find(team, "group: mutex");
    find(team, "double thread_begin(sizes, round, seed, thread) ;");
    find(team, "thread_begin:units = \"s\" ;");
    free(text);
}

TEST(octave_loads_our_numbers) {
    const struct measurement *m = &written->measurements[0];
    char *text = output(
        "octave --no-gui --no-init-file --norc --quiet --eval \"load %s;"
        "a = run_000002.axpy;"
        "printf('shape %%s\\n', mat2str(size(a.openblas)));"
        "printf('seconds'); printf(' %%.17g', a.openblas); printf(' ;\\n');"
        "printf('sizes'); printf(' %%d', a.sizes); printf(' ;\\n');"
        "printf('class %%s\\n', class(a.sizes));"
        "printf('order'); printf(' %%d', a.details.openblas.order); printf(' ;\\n');"
        "printf('first'); printf(' %%.17g', a.details.openblas.first_call);"
        "printf(' ;\\n');"
        "printf('runs %%d\\n', isstruct(run_000001) && isstruct(run_000002));"
        "printf('text %%s %%d\\n', char(run_000002.topology(1:26)), numel(run_000002.topology));"
        "printf('mean %%.17g\\n', mean(a.openblas(:, 1, 1)));"
        "b = run_000002.sweep;"
        "printf('stride'); printf(' %%.17g', b.stride); printf(' ;\\n');"
        "printf('flops'); printf(' %%.17g', b.flops); printf(' ;\\n');"
        "printf('shapes %%d %%d\\n', size(b.stride, 1), numel(b.details_2));"
        "c = run_000002.set.details.mutex;"
        "printf('team %%s\\n', mat2str(size(c.thread_begin)));"
        "printf('begin'); printf(' %%.17g', c.thread_begin); printf(' ;\\n');"
        "printf('fields %%s;', strjoin(fieldnames(a)', ' '));\" 2>&1",
        archive_file);
    find(text, "shape [2 3 4]");
    assert_reals(text, "seconds", expected->seconds, SAMPLES, ";");
    assert_integers(text, "sizes", m->sizes, POINTS, ";");
    find(text, "class int64");
    assert_integers(text, "order", expected->order, SAMPLES, ";");
    assert_reals(text, "first", expected->first_call, POINTS, ";");
    find(text, "runs 1");
    assert_reals(text, "stride", written->measurements[1].parameters[0].values, POINTS, ";");
    assert_reals(text, "flops", written->measurements[1].flops, POINTS, ";");
    find(text, "shapes 1 4");
    find(text, "team [4 2 3 3]");
    assert_reals(text, "begin", written->measurements[2].series[0].thread_begin, 72, ";");
    find(text, "text abcdefghijklmnopqrstuvwxyz 50000");
    find(find(text, "fields"), "my_lib_2__copy_");
    free(text);
}

TEST(h5py_reads_our_numbers) {
    char *text =
        output("/usr/bin/python3 -c \"\n"
               "import h5py\n"
               "f = h5py.File('%s', 'r')\n"
               "a = f['run_000002/axpy']\n"
               "print('version', f.attrs['format_name'].decode(), "
               "f.attrs['format_version'].decode())\n"
               "print('shape', a['openblas'].shape, a['openblas'].dtype)\n"
               "print('seconds', *map(repr, a['openblas'][:].ravel().tolist()), ';')\n"
               "print('sizes', *a['sizes'][:], ';', a['sizes'].dtype)\n"
               "print('order', *a['details/openblas/order'][:].ravel(), ';')\n"
               "print('path', a['openblas'].attrs['path'].decode())\n"
               "print('true', a['my_lib_2__copy_'].attrs['library'].decode())\n"
               "print('scale', a['openblas'].dims[0][0].name, a['openblas'].dims[2][0].name)\n"
               "print('about', a.attrs['about'].decode())\n"
               "print('load', f['run_000002'].attrs['load'], f['run_000002'].attrs['processors'])\n"
               "print('text', ''.join(map(chr, f['run_000002/topology'][:, 0]))[-3:])\n"
               "s = f['run_000002/sweep']\n"
               "p = {d.attrs['parameter'].decode(): d for d in s.values()\n"
               "     if 'parameter' in d.attrs and 'library' not in d.attrs}\n"
               "print('parameters', *p)\n"
               "print('stride', *map(repr, p['stride'][:].tolist()), ';')\n"
               "print('tied', p['stride'].dims[0][0].name, 'units' in p['stride'].attrs)\n"
               "t = s['flops']\n"
               "print('flops', *map(repr, t[:].tolist()), ';')\n"
               "print('term', t.attrs['term'].decode(), t.attrs['units'].decode(), "
               "t.dims[0][0].name)\n"
               "print('runs', *f)\n"
               "\"",
               archive_file);
    find(text, "version benchmat 1.8\n");
    find(text, "parameters stride threads details n-th é library\n");
    assert_reals(text, "\nstride", written->measurements[1].parameters[0].values, POINTS, ";");
    find(text, "tied /run_000002/sweep/sizes False\n");
    assert_reals(text, "\nflops", written->measurements[1].flops, POINTS, ";");
    find(text, "term flops 1 /run_000002/sweep/sizes\n");
    find(text, "shape (4, 3, 2) float64");
    assert_reals(text, "seconds", expected->seconds, SAMPLES, ";");
    assert_integers(text, "sizes", written->measurements[0].sizes, POINTS, "; int64");
    assert_integers(text, "order", expected->order, SAMPLES, ";");
    find(text, "path /usr/lib/libopenblas.so.0\n");
    find(text, "true my lib-2 (copy)\n");
    find(text, "scale /run_000002/axpy/sizes /run_000002/axpy/seed\n");
    find(text, "about y := a x + y\n");
    find(text, "load 0.25 2\n");
    find(text, "text zab\n");
    find(text, "runs run_000001 run_000002\n");
    free(text);
}

/* Every array of a team as NumPy sees it: what is at each place, and what it is tied to. */
TEST(h5py_reads_what_each_thread_did) {
    char *text = output(
        "/usr/bin/python3 -c \"\n"
        "import h5py\n"
        "import numpy as np\n"
        "a = h5py.File('%s', 'r')['run_000002/set']\n"
        "print('thread', *a['thread'][:], a['thread'].dtype, h5py.h5ds.is_scale(a['thread'].id))\n"
        "print('library', a['thread_2'].attrs['library'].decode())\n"
        "print('facts', a.attrs['trial_seconds'].decode(), a.attrs['team_cpus'],\n"
        "      len(a.attrs['counters'].decode().split(chr(10))))\n"
        "print('at', repr(a['details/mutex/thread_end'][2, 1, 0, 3].item()), ';')\n"
        "n = a['threads'][:].astype(int)\n"
        "for f in 'mutex', 'thread_2':\n"
        "    g = a['details'][f]\n"
        "    print('names', f, *(d for d in g if d.startswith('thread')), ';')\n"
        "    for d in (d for d in g if d.startswith('thread') or d == 'level'):\n"
        "        x = g[d][:]\n"
        "        print(f, d, *map(repr, x.ravel().tolist()), ';')\n"
        "        print(f, d, 'is', *x.shape, x.dtype, *(s[0].name for s in g[d].dims))\n"
        "        if d != 'level':\n"
        "            for p in range(3):\n"
        "                assert np.isfinite(x[p, :, :, :n[p]]).all()\n"
        "                assert np.isnan(x[p, :, :, n[p]:]).all()\n"
        "\"",
        archive_file);
    const struct measurement *m = &written->measurements[2];
    find(text, "thread 1 2 3 4 int64 True\n");
    find(text, "library thread\n");
    find(text, "facts 0.5 2 8\n");
    assert_reals(text, "\nat", &m->series[0].thread_end[measurement_thread_index(m, 2, 1, 0, 3)], 1,
                 ";");
    static const char *const fields[] = {"mutex", "thread_2"};
    for (size_t i = 0; i < 2; i++)
        for (size_t d = 0; d < DETAILS; d++) {
            const struct series_detail *detail = &series_details[d];
            const double *values = series_detail_values(&m->series[i], detail);
            int is_of_team = detail->shape == PER_THREAD || strcmp(detail->name, "level") == 0;
            char marker[200];
            if (!values || !is_of_team)
                continue;
            snprintf(marker, sizeof marker, "\n%s %s", fields[i], detail->name);
            assert_reals(text, marker, values, measurement_elements(m, detail->shape), ";");
            snprintf(marker, sizeof marker,
                     "\n%s %s is 3 3 2%s float64 /run_000002/set/sizes /run_000002/set/round "
                     "/run_000002/set/seed%s\n",
                     fields[i], detail->name, detail->shape == PER_THREAD ? " 4" : "",
                     detail->shape == PER_THREAD ? " /run_000002/set/thread" : "");
            find(text, marker);
        }
    find(text, "names thread_2 thread_begin thread_end thread_operations thread_cpu_seconds "
               "thread_counter_1 thread_counter_8 ;");
    free(text);
}

SOAK_TEST(xarray_reads_our_numbers) {
    if (system("/usr/bin/python3 -c 'import xarray, h5netcdf' 2>/dev/null")) {
        skip_for("there is no python3-xarray with python3-h5netcdf here");
    }
    char *text =
        output("/usr/bin/python3 -c \"\n"
               "import xarray\n"
               "a = xarray.open_dataset('%s', group='run_000002/axpy', engine='h5netcdf')\n"
               "print('names', *sorted(a.data_vars), ';')\n"
               "print('dimensions', *a['openblas'].dims, *a['openblas'].shape)\n"
               "print('seconds', *map(repr, a['openblas'].values.ravel().tolist()), ';')\n"
               "print('sizes', *a['sizes'].values, ';', a['openblas'].coords['sizes'].dtype)\n"
               "print('seeds', *a['seeds'].values, ';', *a['seeds'].dims)\n"
               "print('at', repr(a['openblas'].sel(sizes=%lld)[1, 0].item()), ';')\n"
               "print('units', a['openblas'].attrs['units'])\n"
               "print('true', a['my_lib_2__copy_'].attrs['library'])\n"
               "d = xarray.open_dataset('%s', group='run_000002/axpy/details/openblas', "
               "engine='h5netcdf')\n"
               "print('order', *d['order'].values.ravel(), ';', *d['order'].dims)\n"
               "\"",
               archive_file, (long long)written->measurements[0].sizes[2], archive_file);
    const struct measurement *m = &written->measurements[0];
    find(text, "names blis my_lib_2__copy_ openblas seeds ;\n");
    find(text, "dimensions sizes round seed 4 3 2\n");
    assert_reals(text, "seconds", expected->seconds, SAMPLES, ";");
    assert_integers(text, "\nsizes ", m->sizes, POINTS, "; int64");
    assert_integers(text, "\nseeds", m->seeds, POINTS, "; sizes");
    assert_reals(text, "at", &expected->seconds[2 * ROUNDS * SEEDS + SEEDS], 1, ";");
    find(text, "units s\n");
    find(text, "true my lib-2 (copy)\n");
    assert_integers(text, "order", expected->order, SAMPLES, "; sizes round seed");
    free(text);
}

TEST(matio_reads_our_numbers) {
    const struct measurement *m = &written->measurements[0];
    char *text = output("cc -o %s/matio_print tests/store/matio_print.c "
                        "$(pkg-config --cflags --libs matio) && %s/matio_print %s",
                        directory, directory, archive_file);
    const char *second = find(text, "/run_000002 class 2");
    assert_reals(second, "/run_000002/axpy/openblas class 6 dims 2 3 4 =", expected->seconds,
                 SAMPLES, ";");
    assert_integers(second, "/run_000002/axpy/sizes class 14 dims 4 =", m->sizes, POINTS, ";");
    assert_integers(second, "/run_000002/axpy/seeds class 14 dims 4 =", m->seeds, POINTS, ";");
    assert_integers(second, "/run_000002/axpy/details/openblas/order class 14 dims 2 3 4 =",
                    expected->order, SAMPLES, ";");
    find(second, "/run_000002/axpy/my_lib_2__copy_ class 6");
    assert_reals(second, "/run_000002/sweep/flops class 6 dims 4 =", written->measurements[1].flops,
                 POINTS, ";");
    assert_reals(second, "/run_000002/set/details/mutex/thread_begin class 6 dims 4 2 3 3 =",
                 written->measurements[2].series[0].thread_begin, 72, ";");
    assert_reals(second, "/run_000002/topology class 4 dims 1 50000 =", (double[]){'a', 'b'}, 2,
                 "99");
    free(text);
}
