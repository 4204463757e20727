/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <sys/stat.h>
#include <unistd.h>

#include "collect/libraries/library_links.h"
#include "tests/collect/fake.h"
#include "tests/collect/rig.h"
#include "tests/test.h"

enum { ARENA_BYTES = 4 << 20 };

static struct rig rig;
static char spool[300]; /* TMPDIR, so that what is left in it can be seen */

static int begin(void **state) {
    (void)state;
    snprintf(spool, sizeof spool, "%s/spool", fake_folder);
    mkdir(spool, 0700);
    setenv("TMPDIR", spool, 1);
    unsetenv("LD_LIBRARY_PATH");
    rig_begin(&rig);
    return 0;
}

static int end(void **state) {
    (void)state;
    rig_end(&rig);
    /* Only an empty one can be removed. */
    return rig_is_childless() && rmdir(spool) == 0 ? 0 : -1;
}

/* --- fakes: a LAPACK that asks for libblas.so.99, which is nowhere to be found --- */

#define GEMM   "void dgemm_(void);\nvoid dgemm_(void) {}\n"
#define LAPACK "void dgemm_(void);\nvoid dpotrf_(void);\nvoid dpotrf_(void) { dgemm_(); }\n"
/* Their integers are of so many bits. */
#define ASUM_32                                                                                    \
    "double dasum_(const int *n, const double *x, const int *i);\n"                                \
    "double dasum_(const int *n, const double *x, const int *i) { return *n * x[0] * *i; }\n"
#define ASUM_64                                                                                    \
    "double dasum_(const long *n, const double *x, const long *i);\n"                              \
    "double dasum_(const long *n, const double *x, const long *i)\n"                               \
    "{ return *n > 0 ? *n * x[0] * *i : 0; }\n"
#define LACPY(type)                                                                                \
    "void dlacpy_(const char *, const " type " *m, const void *, const double *a,\n"               \
    "             const void *, double *b);\n"                                                     \
    "void dlacpy_(const char *p, const " type " *m, const void *n, const double *a,\n"             \
    "             const void *l, double *b)\n"                                                     \
    "{ (void)p; (void)n; (void)l; if (*m > 0) *b = *a; }\n"

static const char *fake_lapack(const char *name, const char *source) {
    const char *stub = fake_link("stub", GEMM, "-Wl,-soname,libblas.so.99");
    char flags[1024];
    snprintf(flags, sizeof flags, "-Wl,--no-as-needed %s", stub);
    return fake_link(name, source, flags);
}

static struct library *add_chain(const char *name, const char *blas, const char *lapack) {
    struct library *library = &rig.items[rig_add(&rig, name, blas)];
    library->paths[library->path_count++] = strdup(lapack);
    library->is_chain = 1;
    return library;
}

/* Loads library I of the rig for ACTION with all of them in its pool. */
static int load(struct worker_pool *pool, size_t i, const char *action, struct err *err) {
    enum cell_status fate;
    rig_pool(&rig, pool, action, 'd', 1, ARENA_BYTES);
    return worker_pool_load(pool, i, 0, &fate, err);
}

static void assert_load_refused(size_t i, const char *says) {
    struct worker_pool pool;
    struct err err = {""};
    const struct library *library = &rig.items[i];
    assert_int_equal(load(&pool, i, "cholesky", &err), ERR_FAILED);
    if (!strstr(err.message, says))
        fail_msg("%s", err.message);
    assert_non_null(strstr(err.message, library->paths[0]));
    assert_non_null(strstr(err.message, library->paths[1]));
    assert_null(strchr(err.message, '\n'));
    worker_pool_end(&pool);
}

/* --- the directory --- */

EACH_TEST(begin, end);
ALL_TESTS(fake_set_up, fake_tear_down);

TEST(a_lapack_gets_a_link_for_each_blas_it_asks_for) {
    struct library_links links;
    struct err err = {""};
    char path[PATH_MAX + 32], target[PATH_MAX] = "";
    const char *blas = fake_compile("blas", GEMM);
    if (library_links_make(&links, add_chain("pair", blas, fake_lapack("lapack", LAPACK)), 0, &err))
        fail_msg("%s", err.message);
    snprintf(path, sizeof path, "%s/libblas.so.99", links.directory);
    assert_true(readlink(path, target, sizeof target - 1) > 0);
    assert_string_equal(target, blas);
    snprintf(path, sizeof path, "%s/libm.so.6", links.directory);
    assert_int_not_equal(access(path, F_OK), 0);
    library_links_remove(&links);
    assert_string_equal(links.directory, "");
    library_links_remove(&links);
}

TEST(its_name_is_as_long_every_time) {
    struct library_links a, b;
    const char *blas = fake_compile("blas", GEMM);
    assert_int_equal(
        library_links_make(&a, add_chain("pair", blas, fake_lapack("lapack", LAPACK)), 0, NULL), 0);
    assert_int_equal(library_links_make(&b, &rig.items[rig_add(&rig, "plain", blas)], 0, NULL), 0);
    assert_int_equal(strlen(a.directory), strlen(b.directory));
    assert_string_not_equal(a.directory, b.directory);
    assert_int_equal(rmdir(b.directory), 0); /* empty */
    library_links_remove(&a);
    library_links_remove(&b);
}

TEST(where_the_loader_cannot_look_none_is_made) {
    static const char *const names[] = {"a:b", "a;b", "$ORIGIN", "gone"};
    struct library *plain = &rig.items[rig_add(&rig, "plain", rig.builtin)];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct library_links links;
        struct err err = {""};
        char path[400];
        snprintf(path, sizeof path, "%s/%s", spool, names[i]);
        if (strcmp(names[i], "gone") != 0)
            assert_int_equal(mkdir(path, 0700), 0);
        setenv("TMPDIR", path, 1);
        assert_int_equal(library_links_make(&links, plain, 0, &err), ERR_FAILED);
        assert_non_null(strstr(err.message, "TMPDIR"));
        assert_non_null(strstr(err.message, path));
        library_links_remove(&links);
        rmdir(path);
    }
}

TEST(a_lapack_that_asks_for_no_blas_is_refused) {
    add_chain("pair", fake_compile("blas", GEMM), fake_compile("whole", GEMM LAPACK));
    assert_load_refused(0, "asks for no BLAS");
}

/* --- workers --- */

static size_t library_path_of(pid_t pid, char *text, size_t size) {
    static char all[1 << 16];
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/environ", (int)pid);
    FILE *file = fopen(path, "r");
    size_t length = fread(all, 1, sizeof all - 1, file);
    fclose(file);
    all[length] = '\0';
    *text = '\0';
    for (const char *at = all; at < all + length; at += strlen(at) + 1)
        if (strncmp(at, "LD_LIBRARY_PATH=", 16) == 0)
            snprintf(text, size, "%s", at + 16);
    return length;
}

/* Their stacks would begin at different places otherwise. */
TEST(all_workers_of_a_pool_have_as_long_an_environment) {
    struct worker_pool pool;
    struct err err = {""};
    enum cell_status fate;
    char ours[400], paths[2][PATH_MAX];
    snprintf(ours, sizeof ours, "/nowhere:%s", fake_folder);
    setenv("LD_LIBRARY_PATH", ours, 1);
    add_chain("pair", fake_build("right", ""), fake_lapack("caller", LAPACK));
    rig_add(&rig, "plain", rig.builtin);
    rig_pool(&rig, &pool, "cholesky", 'd', 1, ARENA_BYTES);
    size_t lengths[2];
    for (size_t i = 0; i < 2; i++) {
        if (worker_pool_load(&pool, i, 0, &fate, &err))
            fail_msg("%s", err.message);
        lengths[i] = library_path_of(pool.members[i].process.pid, paths[i], sizeof *paths);
        assert_int_equal(strncmp(paths[i], spool, strlen(spool)), 0);
        assert_string_equal(strchr(paths[i], ':') + 1, ours);
        *strchr(paths[i], ':') = '\0';
        assert_int_not_equal(access(paths[i], F_OK), 0); /* it is loaded: gone */
    }
    assert_int_equal(lengths[0], lengths[1]);
    assert_string_not_equal(paths[0], paths[1]);
    worker_pool_end(&pool);
    unsetenv("LD_LIBRARY_PATH");
}

TEST(among_plain_libraries_there_is_no_directory) {
    struct worker_pool pool;
    struct err err = {""};
    char path[PATH_MAX];
    rig_add(&rig, "one", rig.builtin);
    rig_add(&rig, "two", rig.builtin);
    assert_int_equal(load(&pool, 0, "axpy", &err), 0);
    library_path_of(pool.members[0].process.pid, path, sizeof path);
    assert_string_equal(path, "");
    worker_pool_end(&pool);
}

TEST(a_crash_or_a_hang_while_loading_leaves_no_directory) {
    static const char *const faults[][2] = {{"raise(SIGSEGV)", "crashed with signal 11"},
                                            {"for (;;) pause()", "gave no answer"}};
    char source[512];
    for (size_t i = 0; i < 2; i++) {
        snprintf(source, sizeof source,
                 GEMM "#include <signal.h>\n#include <unistd.h>\n"
                      "__attribute__((constructor)) static void begin(void) { %s; }\n",
                 faults[i][0]);
        add_chain("pair", fake_compile(i ? "hanging" : "crashing", source),
                  fake_lapack("lapack", LAPACK));
        rig.conditions.load_limit = i ? 0.5 : 0;
        assert_load_refused(i, faults[i][1]);
    }
}

/* --- what cannot be proven --- */

TEST(a_blas_without_the_routines_is_refused) {
    add_chain("pair",
              fake_compile("c_blas", "void cblas_dgemm(void);\nvoid cblas_dgemm(void) {}\n"),
              fake_lapack("lapack", LAPACK));
    assert_load_refused(0, "undefined symbol: dgemm_");
}

TEST(a_lapack_that_calls_nothing_of_its_blas_is_refused) {
    add_chain("pair", fake_compile("blas", GEMM),
              fake_lapack("lonely", "void dpotrf_(void);\nvoid dpotrf_(void) {}\n"));
    assert_load_refused(0, "calls nothing of the BLAS");
}

/* It calls dscal_ of the BLAS, but has a dgemm_ of its own. */
TEST(a_lapack_with_some_blas_in_itself_is_refused) {
    add_chain("pair", fake_compile("two_blas", GEMM "void dscal_(void);\nvoid dscal_(void) {}\n"),
              fake_lapack("self_sufficient", GEMM "void dscal_(void);\nvoid dpotrf_(void);\n"
                                                  "void dpotrf_(void) { dgemm_(); dscal_(); }\n"));
    assert_load_refused(0, "the LAPACK has dgemm_ in itself");
}

TEST(integers_of_two_widths_do_not_go_together) {
    const char *narrow = fake_compile("narrow", GEMM ASUM_32);
    const char *wide = fake_compile("wide", GEMM ASUM_64);
    const char *narrow_lapack = fake_lapack("narrow_lapack", LAPACK LACPY("int"));
    const char *wide_lapack = fake_lapack("wide_lapack", LAPACK LACPY("long"));
    add_chain("a", wide, narrow_lapack);
    add_chain("b", narrow, wide_lapack);
    add_chain("c", narrow, narrow_lapack);
    add_chain("d", wide, wide_lapack);
    assert_load_refused(0, "LAPACK has integers of 32 bits and the BLAS of 64");
    assert_load_refused(1, "LAPACK has integers of 64 bits and the BLAS of 32");
    for (size_t i = 2; i < 4; i++) {
        struct worker_pool pool;
        struct err err = {""};
        if (load(&pool, i, "cholesky", &err))
            fail_msg("%s", err.message);
        assert_int_equal(pool.members[i].loaded.integer_bits, i == 2 ? 32 : 64);
        worker_pool_end(&pool);
    }
}

/* As if somebody had put another link into the directory, or another directory before it. */
TEST(a_worker_that_finds_another_blas_says_so) {
    static struct wire_load request;
    static struct wire_loaded reply;
    struct worker_pool pool;
    struct process process;
    enum cell_status fate;
    struct err err = {""};
    char link_path[400];
    const char *meant = fake_compile("meant", GEMM), *other = fake_compile("other", GEMM);
    snprintf(link_path, sizeof link_path, "%s/libblas.so.99", spool);
    assert_int_equal(symlink(other, link_path), 0);
    add_chain("pair", meant, fake_lapack("lapack", LAPACK));
    rig_pool(&rig, &pool, "cholesky", 'd', 1, ARENA_BYTES);
    assert_int_equal(
        process_start(&process, &rig.conditions, ADDRESSES_FIXED, spool, pool.arenas[0].file, &err),
        0);
    request = (struct wire_load){.action = "cholesky",
                                 .implementation = -1,
                                 .type = 'd',
                                 .layout = 1,
                                 .arena_bytes = ARENA_BYTES,
                                 .path_count = 2,
                                 .is_chain = 1};
    strcpy(request.paths[0], rig.items[0].paths[0]);
    strcpy(request.paths[1], rig.items[0].paths[1]);
    struct question question = {WIRE_LOAD, &request, sizeof request, &reply, sizeof reply, 20};
    assert_int_equal(process_ask(&process, &rig.conditions, &question, &fate, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "dgemm_, which"));
    assert_non_null(strstr(err.message, meant));
    assert_non_null(strstr(err.message, other));
    process_end(&process);
    worker_pool_end(&pool);
    unlink(link_path);
}
