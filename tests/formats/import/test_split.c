/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/formats/foreign.h"

#include "formats/import/split.h"

enum { MOST = 8 };

/* A file whose actions have these names; each of the first two libraries is of every action. */
static void fill(struct import_builder *builder, const char *const *names,
                 const char *const *libraries) {
    struct err err = {""};
    *builder = (struct import_builder){.path = "x.json", .place_name = "line"};
    for (size_t i = 0; i < MOST && names[i]; i++)
        for (size_t l = 0; l < 2 && libraries[l]; l++) {
            struct import_builder_sample sample = {.action = names[i],
                                                   .library = libraries[l],
                                                   .size = 1,
                                                   .seconds = 1,
                                                   .cpu_seconds = NAN,
                                                   .calls = -1,
                                                   .place = i + 1};
            assert_int_equal(import_builder_add(builder, &sample, &err), 0);
        }
}

/* Each name becomes "action|library", or stays. */
static void expect(const char *pattern, const char *const names[MOST],
                   const char *const libraries[2], const char *const becomes[MOST]) {
    struct import_builder builder;
    struct split *split;
    struct err err = {""};
    struct split_names *made = malloc(sizeof *made);
    char text[256];
    fill(&builder, names, libraries);
    if (split_new(&split, &builder, pattern, "all", &err))
        fail_msg("%s", err.message);
    for (size_t i = 0; i < MOST && names[i]; i++) {
        int is_split = split_apply(split, names[i], libraries[0], made);
        snprintf(text, sizeof text, "%.100s|%.100s", made->action, made->library);
        assert_string_equal(is_split ? text : names[i], becomes[i]);
    }
    split_free(split);
    import_builder_release(&builder);
    free(made);
}

static const char *const one[2] = {"program"};

TEST(names_decide) {
    static const struct {
        const char *names[MOST], *becomes[MOST];
    } cases[] = {
        {{"loop", "simd"}, {"all|loop", "all|simd"}},
        {{"sum_loop", "sum_simd_wide"}, {"sum|loop", "sum|simd_wide"}},
        {{"loop_sum", "simd_sum"}, {"sum|loop", "sum|simd"}},
        {{"axpy_loop", "axpy_simd", "dot_loop", "dot_simd"},
         {"axpy|loop", "axpy|simd", "dot|loop", "dot|simd"}},
        {{"org.a.Axpy.loop", "org.a.Axpy.simd", "org.a.Dot.loop", "org.a.Dot.avx"},
         {"org.a.Axpy|loop", "org.a.Axpy|simd", "org.a.Dot|loop", "org.a.Dot|avx"}},
        {{"math/axpy_loop", "math/axpy_simd", "math/dot_loop", "math/dot_simd"},
         {"math/axpy|loop", "math/axpy|simd", "math/dot|loop", "math/dot|simd"}},
        {{"sum<loop>", "sum<simd>"}, {"sum|loop", "sum|simd"}},
        {{"sum<loop>", "sum<simd>", "dot<loop>", "dot<simd>"},
         {"sum|loop", "sum|simd", "dot|loop", "dot|simd"}},
        {{"vector_push", "vector_pop", "list_insert"},
         {"all|vector_push", "all|vector_pop", "all|list_insert"}},
        {{"a", "a_b"}, {"all|a", "all|a_b"}},
        {{"__a", "__b"}, {"all|__a", "all|__b"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect("", cases[i].names, one, cases[i].becomes);
}

TEST(patterns_decide) {
    static const struct {
        const char *pattern, *names[MOST], *becomes[MOST];
    } cases[] = {
        {"LIBRARY_ACTION", {"loop_my_sum", "simd_dot"}, {"my_sum|loop", "dot|simd"}},
        {"ACTION_LIBRARY", {"my_sum_loop", "dot"}, {"my_sum|loop", "dot"}},
        {"bench LIBRARY!", {"bench a!", "bench b!", "bench !"}, {"all|a", "all|b", "bench !"}},
        {"ACTION<LIBRARY>", {"sum<std::v<int>>"}, {"sum<std::v|int>"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect(cases[i].pattern, cases[i].names, one, cases[i].becomes);
}

TEST(libraries_that_there_are_are_kept_apart) {
    static const char *const names[MOST] = {"loop", "simd"},
                             *stems[2] = {"java (a=1)", "java (a=2)"};
    static const char *const stem_becomes[MOST] = {"all|loop (a=1)", "all|simd (a=1)"};
    static const char *const others[2] = {"gcc", "clang"};
    static const char *const others_become[MOST] = {"all|loop (gcc)", "all|simd (gcc)"};
    expect("", names, stems, stem_becomes);
    expect("LIBRARY", names, others, others_become);
    struct import_builder builder;
    struct split *split;
    struct err err = {""};
    fill(&builder, names, others);
    assert_int_equal(split_new(&split, &builder, "", "all", &err), ERR_USAGE);
    assert_string_equal(err.message, "x.json: --split is for several benchmarks that have one "
                                     "library each, and there is none");
    split_free(split);
    import_builder_release(&builder);
}

TEST(what_cannot_be_split_is_refused) {
    static const char *const names[MOST] = {"loop"};
    static const struct {
        const char *pattern, *message;
    } cases[] = {
        {"", "x.json: --split is for several benchmarks that have one library each, and there is "
             "only loop"},
        {"LIBRARY/ACTION", "x.json: no benchmark is called like 'LIBRARY/ACTION'; one is loop"},
        {"ACTIONLIBRARY",
         "--split 'ACTIONLIBRARY': a pattern has the words ACTION and LIBRARY with "
         "something between them, such as ACTION_LIBRARY"},
        {"loop", "--split 'loop': a pattern has the words ACTION and LIBRARY with something "
                 "between them, such as ACTION_LIBRARY"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct import_builder builder;
        struct split *split;
        struct err err = {""};
        fill(&builder, names, one);
        assert_int_equal(split_new(&split, &builder, cases[i].pattern, "all", &err), ERR_USAGE);
        assert_string_equal(err.message, cases[i].message);
        split_free(split);
        import_builder_release(&builder);
    }
    assert_int_equal(split_check("", NULL), 0);
    assert_int_equal(split_check("LIBRARY LIBRARY", NULL), ERR_USAGE);
    assert_int_equal(split_check("ACTION", NULL), ERR_USAGE);
}
