/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/import/axes.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "formats/import/word.h"

enum { MOST_NAMES = 64 };

/* --- words --- */

static const char operations[] =
    " compress compression decompress decompression encode encoding decode decoding encrypt "
    "encryption decrypt decryption sign signing verify verification keygen hash hashing "
    "read reading write writing load loading store save saving open close "
    "parse parsing stringify serialize serialization deserialize deserialization serialise "
    "deserialise marshal unmarshal dump dumps loads format render rendering "
    "insert insertion find search scan lookup extract contains erase erasure delete deletion "
    "remove update create select upsert sort sorting merge join groupby filter aggregate "
    "iterate iteration push pop enqueue dequeue get put set add query append prepend copy clear "
    "alloc malloc free realloc clone "
    "build rebuild startup start compile compilation link install bundle minify hmr lint "
    "cold warm hot cold_start warm_start first_run boot ";

/* What is given to those that are compared. */
static const char inputs[] =
    " tiny small medium large huge short long basic simple complex random sorted reversed uniform "
    "sparse dense empty numbered shuffled ascending descending easy hard ";

/* What tests are called that have a number: "Q1", "query 3", "test_2". */
static const char numbered[] =
    " q query test testcase case task question problem workload scenario "
    "day part puzzle benchmark bench dataset input ";

/* Endings of the names of files, save those that things have, too: "vue.js". */
static const char file_endings[] =
    " json jsonl ndjson xml csv tsv txt html htm css pdf png jpg jpeg gif bmp webp svg tiff wav "
    "mp3 flac mp4 avi mkv zip gz tar bz2 xz zst bin dat log md yaml yml toml ini parquet avro "
    "arrow mtx graph gr obj stl ply pdb fasta fastq fa fq vcf bam sql proto pt pth onnx geojson "
    "wasm iso cnf smt2 ";

/* Languages, what runs, compiles or knows them, and precisions; single letters may be anything. */
static const char things[] =
    " c++ cpp rust go golang java javascript js typescript node nodejs node.js deno bun python "
    "python2 python3 py pypy cpython ruby jruby truffleruby lua luajit julia php perl haskell "
    "ocaml fortran zig nim odin swift kotlin scala csharp c# .net dotnet fsharp f# dart elixir "
    "erlang clojure racket crystal matlab octave gcc g++ clang msvc icc icx tcc gfortran ifort "
    "nvcc rustc ghc dmd ldc gdc numba cython "
    "numpy scipy pandas polars duckdb dask torch pytorch tensorflow jax cupy openblas mkl blis "
    "atlas eigen fftw postgres postgresql mysql mariadb sqlite mongodb redis clickhouse rocksdb "
    "leveldb lmdb kafka rabbitmq nats nginx react vue svelte angular solid preact webpack vite "
    "rollup esbuild express fastify flask django spring actix axum gin jemalloc tcmalloc mimalloc "
    "zstd gzip brotli lz4 snappy "
    "fp64 fp32 tf32 fp16 bf16 fp8 int8 int4 float64 float32 float16 bfloat16 f64 f32 f16 i8 ";
static const char letters[] = " c d r v ";

/* Where something runs; what is compared if nothing else is. */
static const char places[] =
    " gnu musl msvc linux windows win32 win64 macos darwin osx freebsd android ios ubuntu debian "
    "x86 x64 x86_64 amd64 i386 i686 aarch64 arm arm64 armv7 riscv64 wasm32 laptop desktop server "
    "chrome firefox safari edge ";

static const struct {
    const char *words;
    int weight;
} heads[] = {
    {" library lib implementation impl solution allocator engine framework tool db database "
     "dbms encoding codec language compiler config_id server client runtime vm interpreter "
     "backend package module crate gem bundler compressor serializer broker driver orm router "
     "build_tool programming_language storage_engine project product competitor contender "
     "candidate vendor template_engine ",
     3},
    {" algorithm method data_structure structure solver parser generator renderer hasher "
     "compressor_name sorter approach strategy ",
     1},
    {" benchmark test ", -1},
    {" query operation op task workload scenario case testcase test_case dataset data_set instance "
     "corpus input input_file file filename endpoint route request problem question example "
     "phase stage step action matrix graph image suite group category section area ",
     -2},
};

/* --- names --- */

enum kind { KIND_OTHER, KIND_OPERATION, KIND_TEST, KIND_THING, KIND_PLACE, KINDS };

/* The parts of a name in small letters, with underscores for what separates words. */
struct name {
    char all[WORD_SIZE], first[WORD_SIZE], last[WORD_SIZE], ending[WORD_SIZE];
};

static void spell(char word[WORD_SIZE], const char *text, size_t n) {
    static const char around[] = " *`\"'";
    struct part part = {text, 0, n};
    while (part.end > 0 && strchr(around, text[part.end - 1]))
        part.end--;
    while (part.first < part.end && strchr(around, text[part.first]))
        part.first++;
    word_trim(&part);
    word_spell(word, part);
}

/* Reads TEXT without what stands in brackets behind it. */
static struct name read_name(const char *text) {
    static const char between[] = " _-/:";
    struct name name;
    size_t open = strcspn(text, "(["), n = open ? open : strlen(text);
    const char *dot = NULL, *last = text;
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '.')
            dot = text + i;
        if (i + 1 < n && strchr(between, text[i]))
            last = text + i + 1;
    }
    spell(name.all, text, n);
    spell(name.first, text, strcspn(text, between) < n ? strcspn(text, between) : n);
    spell(name.last, last, (size_t)(text + n - last));
    spell(name.ending, dot ? dot + 1 : "", dot ? (size_t)(text + n - dot) - 1 : 0);
    return name;
}

static int is_in(const char *list, const char *word) {
    return *word && word_is_among(list, word, NULL);
}

/* Whether a word for tests has a number behind it: "q12", "test_3". */
static int is_numbered(const char *all) {
    char word[WORD_SIZE];
    size_t n = strlen(all), digits = n;
    while (digits && isdigit((unsigned char)all[digits - 1]))
        digits--;
    snprintf(word, sizeof word, "%.*s",
             (int)(digits && all[digits - 1] == '_' ? digits - 1 : digits), all);
    return digits < n && is_in(numbered, word);
}

/* Whether NAME ends in a version, "1.26" or "v3.0.1", behind letters. */
static int has_version(const char *name) {
    size_t end = strlen(name), at = end;
    while (at && (isdigit((unsigned char)name[at - 1]) || name[at - 1] == '.'))
        at--;
    int has_dot = memchr(name + at, '.', end - at) != NULL && isdigit((unsigned char)name[at]);
    at -= at && (name[at - 1] == 'v' || name[at - 1] == 'V');
    return has_dot && at > 1 && strchr(" -_@", name[at - 1]) && isalpha((unsigned char)*name);
}

/* The word of NAME, if it has others, that is one for what is done; else NULL. */
static const char *operation_in(const struct name *name) {
    if (strcmp(name->first, name->last) == 0)
        return NULL;
    return is_in(operations, name->last)    ? name->last
           : is_in(operations, name->first) ? name->first
                                            : NULL;
}

/* Whether most names of AXIS have WORD, so that it does not tell them apart. */
static int is_shared(const struct axis *axis, const char *word) {
    size_t count = 0;
    for (uint32_t i = 0; i < axis->names.count; i++) {
        const struct name name = read_name(axis->names.items[i]);
        count += strcmp(name.first, word) == 0 || strcmp(name.last, word) == 0;
    }
    return 2 * count > axis->names.count;
}

static enum kind kind_of(const struct axis *axis, const char *text) {
    const struct name name = read_name(text);
    const char *operation = operation_in(&name);
    if (is_in(operations, name.all))
        return KIND_OPERATION;
    if (is_in(file_endings, name.ending) || is_in(inputs, name.all) || is_numbered(name.all) ||
        (operation && !is_shared(axis, operation)))
        return KIND_TEST;
    if (is_in(things, name.first) || is_in(things, name.all) || is_in(letters, name.all) ||
        strcmp(name.ending, "js") == 0 || has_version(text) || strstr(text, "::"))
        return KIND_THING;
    return is_in(places, name.first) ? KIND_PLACE : KIND_OTHER;
}

/* --- axes --- */

void axis_note(struct axis *axis, const char *name) {
    if (axis->names.count < MOST_NAMES && *name)
        string_pool_number(&axis->names, name);
}

void axis_release(struct axis *axis) {
    string_pool_release(&axis->names);
}

int axis_head_weight(const char *word) {
    struct name name = read_name(word);
    for (int is_plural = 0; is_plural < 2; is_plural++) {
        for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
            if (is_in(heads[i].words, name.all))
                return heads[i].weight;
        size_t n = strlen(name.all);
        if (n < 4 || name.all[n - 1] != 's')
            break;
        int is_y = strcmp(name.all + n - 3, "ies") == 0;
        snprintf(name.all + n - (is_y ? 3 : 1), 2, "%s", is_y ? "y" : "");
    }
    return 0;
}

/* What nearly all names are tells what the others are; a letter alone may be anything. */
static int weight_of_names(const struct axis *axis) {
    size_t counts[KINDS] = {0}, all = axis->names.count, words = 0;
    for (uint32_t i = 0; i < all; i++) {
        enum kind kind = kind_of(axis, axis->names.items[i]);
        counts[kind]++;
        words += kind == KIND_THING && axis->names.items[i][1];
    }
    size_t tests = counts[KIND_OPERATION] + counts[KIND_TEST];
    if (!all)
        return 0;
    if (counts[KIND_OPERATION] == all)
        return -3;
    if (3 * tests >= 2 * all)
        return -2;
    if (3 * counts[KIND_PLACE] >= 2 * all)
        return -1;
    return words && 3 * counts[KIND_THING] >= 2 * all;
}

int axis_weight(const struct axis *axis) {
    return (axis->head ? axis_head_weight(axis->head) : 0) + weight_of_names(axis);
}

int axis_is_operation(const char *name, size_t n) {
    char word[WORD_SIZE];
    spell(word, name, n);
    return is_in(operations, word);
}
