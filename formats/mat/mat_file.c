/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/mat/mat_file.h"

#include <libdeflate.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "formats/processes/machine.h"
#include "formats/processes/thread.h"
#include "formats/mat/mat_level4.h"
#include "formats/mat/mat_level5.h"
#include "formats/text/unicode.h"

/* --- inflating --- */

/* Inflates zlib streams (RFC 1950). zlib inflates the beginning, which says how long the whole is;
 * libdeflate inflates the whole into memory of exactly that size, two to three times as fast. */
struct mat_inflater {
    z_stream head;
    struct libdeflate_decompressor *whole;
};

static void mat_inflater_free(struct mat_inflater *inflater) {
    if (!inflater)
        return;
    inflateEnd(&inflater->head);
    libdeflate_free_decompressor(inflater->whole);
    free(inflater);
}

/* Only one thread at a time may use it. Returns NULL if memory runs out. */
static struct mat_inflater *mat_inflater_new(void) {
    struct mat_inflater *inflater = calloc(1, sizeof *inflater);
    if (!inflater)
        return NULL;
    inflater->whole = libdeflate_alloc_decompressor();
    if (!inflater->whole || inflateInit(&inflater->head) != Z_OK) {
        mat_inflater_free(inflater);
        return NULL;
    }
    return inflater;
}

/* Returns the most bytes to which COMPRESSED bytes can inflate: deflate makes at most 1032 bytes of
 * one. */
static size_t mat_inflate_most(size_t compressed) {
    enum { RATIO = 1032 };
    return compressed < SIZE_MAX / RATIO ? compressed * RATIO : SIZE_MAX;
}

/* Inflates up to ROOM bytes to TO. Returns how many it inflated before the end of the data or
 * damaged data. */
static size_t mat_inflate_head(struct mat_inflater *inflater, const unsigned char *from, size_t n,
                               unsigned char *to, size_t room) {
    z_stream *z = &inflater->head;
    if (inflateReset(z) != Z_OK)
        return 0;
    z->next_in = (unsigned char *)(uintptr_t)from;
    z->avail_in = n < UINT_MAX ? (unsigned)n : UINT_MAX;
    z->next_out = to;
    z->avail_out = (unsigned)room;
    (void)inflate(z, Z_SYNC_FLUSH);
    return room - z->avail_out;
}

/* --- the header of a variable --- */

enum { COMPLEX = 1 << 11, GLOBAL = 1 << 10, LOGICAL = 1 << 9 };

int mat_header_count(const struct mat_scan *scan, const size_t *dims, size_t rank, size_t *count) {
    int is_empty = 0;
    *count = 1;
    for (size_t i = 0; i < rank; i++)
        is_empty |= dims[i] == 0;
    for (size_t i = 0; i < rank && !is_empty; i++)
        if (__builtin_mul_overflow(*count, dims[i], count) || *count > PTRDIFF_MAX)
            return mat_refuse(scan, "the product of its dimensions is not a size");
    if (is_empty)
        *count = 0;
    return 0;
}

const char *mat_header_skipped(enum mat_class class) {
    static const char *const skipped[MAT_CLASSES] = {
        [MAT_OBJECT] = "an object",
        [MAT_FUNCTION] = "a function handle",
        [MAT_OPAQUE] = "an object",
    };
    return skipped[class];
}

static int take_flags(const struct mat_scan *scan, struct mat_cursor *cursor,
                      struct mat_header *header) {
    struct mat_element flags;
    int rc = mat_element_take(scan, cursor, &flags);
    if (rc)
        return rc;
    if (flags.type != MAT_TYPE_UINT32 || flags.bytes != 8)
        return mat_refuse(scan, "it does not begin with an array's flags");
    uint32_t word = mat_element_uint32(flags.data, scan->is_swapped);
    header->class = word & 0xff;
    header->is_complex = (word & COMPLEX) != 0;
    header->is_global = (word & GLOBAL) != 0;
    header->is_logical = (word & LOGICAL) != 0;
    if (header->class < MAT_CELL || header->class >= MAT_CLASSES)
        return mat_refuse(scan, "there is no class %u", (unsigned)header->class);
    header->skipped = mat_header_skipped(header->class);
    return 0;
}

static int take_dims(const struct mat_scan *scan, struct mat_cursor *cursor,
                     struct mat_header *header) {
    struct mat_element dims;
    int rc = mat_element_take(scan, cursor, &dims);
    if (rc)
        return rc;
    if ((dims.type != MAT_TYPE_INT32 && dims.type != MAT_TYPE_UINT32) || dims.bytes % 4)
        return mat_refuse(scan, "its dimensions are stored as type %u", (unsigned)dims.type);
    header->rank = dims.bytes / 4;
    if (header->rank < 2 || header->rank > MAT_MOST_DIMS)
        return mat_refuse(scan, "it has %zu dimensions; 2 to %d are read", header->rank,
                          MAT_MOST_DIMS);
    for (size_t i = 0; i < header->rank; i++) {
        uint32_t dim = mat_element_uint32(dims.data + 4 * i, scan->is_swapped);
        if (dim > INT32_MAX)
            return mat_refuse(scan, "dimension %zu is negative", i + 1);
        header->dims[i] = dim;
    }
    return mat_header_count(scan, header->dims, header->rank, &header->count);
}

/* A name that is stored as UTF-8 must be ASCII. */
static int take_name(const struct mat_scan *scan, struct mat_cursor *cursor,
                     struct mat_header *header) {
    struct mat_element name;
    int rc = mat_element_take(scan, cursor, &name);
    if (rc)
        return rc;
    if ((name.type != MAT_TYPE_INT8 && name.type != MAT_TYPE_UTF8) || name.bytes > MAT_MOST_NAME)
        return mat_refuse(scan, "its name is stored as type %u in %zu bytes", (unsigned)name.type,
                          name.bytes);
    memcpy(header->name, name.data, name.bytes);
    header->name[name.bytes] = '\0';
    if (name.type == MAT_TYPE_UTF8)
        for (size_t i = 0; i < name.bytes; i++)
            if (name.data[i] > 0x7f)
                return mat_refuse(scan, "its name is not ASCII");
    utf8_clean(header->name, '?');
    return 0;
}

/* Takes the name of an object's class, which is only told: damage does not matter. That of a newer
 * class stands behind the name of its system, "MCOS". */
static void take_class(const struct mat_scan *scan, struct mat_cursor *cursor,
                       struct mat_header *header) {
    const struct mat_scan quiet = {
        .path = scan->path, .name = scan->name, .is_swapped = scan->is_swapped};
    struct mat_element name;
    int rc = 0;
    for (int i = 0; rc == 0 && i < (header->class == MAT_OPAQUE ? 2 : 1); i++)
        rc = mat_element_take(&quiet, cursor, &name);
    if (rc || (name.type != MAT_TYPE_INT8 && name.type != MAT_TYPE_UTF8) ||
        name.bytes > MAT_MOST_CLASS)
        return;
    memcpy(header->class_name, name.data, name.bytes);
    header->class_name[name.bytes] = '\0';
    utf8_clean(header->class_name, '?');
}

int mat_header_take(const struct mat_scan *scan, struct mat_cursor *cursor,
                    struct mat_header *header) {
    header->rank = header->count = 0;
    header->class_name[0] = '\0';
    int rc = take_flags(scan, cursor, header);
    if (rc == 0 && header->class != MAT_OPAQUE)
        rc = take_dims(scan, cursor, header);
    if (rc == 0)
        rc = take_name(scan, cursor, header);
    if (rc == 0 && (header->class == MAT_OPAQUE || header->class == MAT_OBJECT))
        take_class(scan, cursor, header);
    return rc;
}

/* --- opening the file --- */

enum {
    FILE_HEADER = 128,
    TEXT = 116,
    VERSION = 124, /* offset of the version, which the mark of the byte order follows */
    TAG = 8,
    HEAD = 1024, /* bytes that hold class, dimensions and name of any variable */
};

/* Level 5 has the mark "MI", written as a 16-bit number, so its bytes show the byte order. */
static int is_level5(const unsigned char *head, size_t n, int *is_swapped) {
    uint16_t mark;
    if (n < FILE_HEADER || !head[0] || !head[1] || !head[2] || !head[3])
        return 0;
    memcpy(&mark, head + VERSION + 2, sizeof mark);
    *is_swapped = mark == ('I' << 8 | 'M');
    return *is_swapped || mark == ('M' << 8 | 'I');
}

static unsigned version_of(const unsigned char *head, int is_swapped) {
    uint16_t version;
    memcpy(&version, head + VERSION, sizeof version);
    return is_swapped ? __builtin_bswap16(version) : version;
}

int mat_recognises(const char *head, size_t n) {
    const unsigned char *bytes = (const unsigned char *)head;
    int unused;
    return is_level5(bytes, n, &unused) || mat_level4_recognises(bytes, n, &unused);
}

int mat_open(struct mat_file *file, const char *path, const char *bytes, size_t n, size_t memory,
             struct err *err) {
    *file = (struct mat_file){.path = path,
                              .bytes = (const unsigned char *)bytes,
                              .budget = {.limit = memory ? memory : MAT_USUAL_MEMORY}};
    file->end = file->bytes + n;
    file->rest = (struct mat_cursor){file->bytes, file->end};
    if (is_level5(file->bytes, n, &file->is_swapped)) {
        unsigned version = version_of(file->bytes, file->is_swapped);
        file->level = 5;
        file->rest.at = file->bytes + FILE_HEADER;

        size_t length = strnlen((const char *)file->bytes, TEXT);
        while (length && file->bytes[length - 1] == ' ')
            length--;
        memcpy(file->text, file->bytes, length);
        file->text[length] = '\0';
        utf8_clean(file->text, '?');

        if (version == 0x0100)
            return 0;
        if (version == 0x0200)
            return err_set(
                err, ERR_DAMAGED,
                "%s: MATLAB's header of version 7.3, and behind it no HDF5 file that is read "
                "here; a pipe is to be saved to a file first, and bench-store merge takes the "
                "runs of an archive",
                file->path);
        return err_set(err, ERR_DAMAGED, "%s: a MAT-file of version 0x%04x, which is not known",
                       file->path, version);
    }
    file->level = 4;
    if (mat_level4_recognises(file->bytes, n, &file->is_swapped))
        return 0;
    return err_set(err, ERR_DAMAGED, "%s: no MAT-file: it begins with no header of one", path);
}

void mat_close(struct mat_file *file) {
    mat_inflater_free(file->inflater);
    file->inflater = NULL;
}

/* --- headers, one after the other --- */

static int obtain_inflater(struct mat_file *file, struct err *err) {
    if (!file->inflater && !(file->inflater = mat_inflater_new()))
        return err_set(err, ERR_FAILED, "%s: no memory to read it", file->path);
    return 0;
}

/* Checks that the N inflated bytes at HEAD begin with the tag of an array, and that the compressed
 * bytes can inflate to the length that it states. */
static int check_head(const struct mat_scan *scan, const struct mat_element *compressed,
                      const unsigned char *head, size_t n) {
    if (n < TAG)
        return mat_refuse(scan, "its compressed data are damaged");
    uint32_t type = mat_element_uint32(head, scan->is_swapped);
    if (type != MAT_TYPE_MATRIX)
        return mat_refuse(scan, "type %u is compressed, which is not an array", (unsigned)type);
    size_t bytes = mat_element_uint32(head + 4, scan->is_swapped);
    if (bytes + TAG > mat_inflate_most(compressed->bytes))
        return mat_refuse(scan, "%zu bytes cannot become the %zu that it says", compressed->bytes,
                          bytes);
    return 0;
}

static int take_compressed(struct mat_file *file, const struct mat_scan *scan,
                           const struct mat_element *element, struct mat_header *header) {
    unsigned char head[HEAD];
    int rc = obtain_inflater(file, scan->err);
    if (rc)
        return rc;
    size_t n = mat_inflate_head(file->inflater, element->data, element->bytes, head, HEAD);
    rc = check_head(scan, element, head, n);
    if (rc)
        return rc;
    size_t bytes = mat_element_uint32(head + 4, scan->is_swapped);
    struct mat_cursor body = {head + TAG, head + (n < bytes + TAG ? n : bytes + TAG)};
    rc = mat_header_take(scan, &body, header);
    header->bytes = bytes;
    header->is_compressed = 1;
    return rc;
}

/* Compressed elements are not padded, and the length of an array includes the padding of its
 * elements, so the next variable begins directly after the data. */
static int next_level5(struct mat_file *file, const struct mat_scan *scan,
                       struct mat_header *header) {
    struct mat_element element;
    int rc = mat_element_take(scan, &file->rest, &element);
    if (rc)
        return rc;
    file->rest.at = element.data + element.bytes;
    *header = (struct mat_header){.place = element.data, .place_bytes = element.bytes};
    if (element.type == MAT_TYPE_COMPRESSED)
        rc = take_compressed(file, scan, &element, header);
    else {
        struct mat_cursor body = {element.data, element.data + element.bytes};
        header->is_compressed = 0;
        header->bytes = element.bytes;
        if (element.type == MAT_TYPE_MATRIX)
            rc = mat_header_take(scan, &body, header);
        else
            rc = mat_refuse(scan, "type %u where a variable should be", (unsigned)element.type);
    }
    if (rc == 0 && !*header->name && !header->skipped)
        header->skipped = "the workspace of functions";
    return rc;
}

int mat_next(struct mat_file *file, struct mat_header *header, struct err *err) {
    char place[32];
    if (file->rest.at == file->rest.end)
        return 0;
    snprintf(place, sizeof place, "number %zu", ++file->number);
    const struct mat_scan scan = {file->path, place, file->is_swapped, NULL, err};
    int rc = file->level == 4 ? mat_level4_next(&scan, &file->rest, header)
                              : next_level5(file, &scan, header);
    return rc ? rc : 1;
}

/* --- reading a variable --- */

static int inflate_whole(const struct mat_scan *scan, struct mat_inflater *inflater,
                         const struct mat_header *header, struct mat_element *body) {
    unsigned char *inflated = mat_memory_take(scan->memory, header->bytes + TAG, 1);
    if (!inflated)
        return mat_refuse_memory(scan);

    /* Inflate COUNT bytes. Up to seven may be missing: padding that Octave counts but does not
     * write. */
    const unsigned char *from = header->place;
    size_t n = header->place_bytes;
    size_t count = header->bytes + TAG;
    static const char *const whole_wrong[] = {
        [LIBDEFLATE_SUCCESS] = NULL,
        [LIBDEFLATE_BAD_DATA] = "its compressed data are damaged, or their checksum is wrong",
        [LIBDEFLATE_SHORT_OUTPUT] = "its compressed data are less than it says",
        [LIBDEFLATE_INSUFFICIENT_SPACE] = "its compressed data are more than it says",
    };
    enum { PADDING = 8 };
    size_t taken, made = 0;
    enum libdeflate_result result =
        libdeflate_zlib_decompress_ex(inflater->whole, from, n, inflated, count, &taken, &made);
    if (result == LIBDEFLATE_SUCCESS && count - made >= PADDING)
        result = LIBDEFLATE_SHORT_OUTPUT;
    if (result == LIBDEFLATE_SUCCESS)
        memset(inflated + made, 0, count - made);
    const char *wrong = whole_wrong[result];
    if (wrong)
        return mat_refuse(scan, "%s", wrong);
    *body = (struct mat_element){MAT_TYPE_MATRIX, header->bytes, inflated + TAG};
    return 0;
}

static int read_level5(const struct mat_scan *scan, struct mat_inflater *inflater,
                       const struct mat_header *header, struct mat_array *array) {
    struct mat_element body = {MAT_TYPE_MATRIX, header->place_bytes, header->place};
    int rc = header->is_compressed ? inflate_whole(scan, inflater, header, &body) : 0;
    return rc ? rc : mat_level5_read(scan, &body, array);
}

/* Several threads may call this at the same time, each with an INFLATER of its own. */
static int mat_read_by(struct mat_file *file, struct mat_inflater *inflater,
                       const struct mat_header *header, struct mat_variable *variable,
                       struct err *err) {
    *variable = (struct mat_variable){.memory.budget = &file->budget};
    const struct mat_scan scan = {file->path, header->name, file->is_swapped, &variable->memory,
                                  err};
    int rc = file->level == 4 ? mat_level4_read(&scan, header, &variable->array)
                              : read_level5(&scan, inflater, header, &variable->array);
    if (rc)
        mat_variable_release(variable);
    return rc;
}

int mat_read(struct mat_file *file, const struct mat_header *header, struct mat_variable *variable,
             struct err *err) {
    int rc = header->is_compressed ? obtain_inflater(file, err) : 0;
    return rc ? rc : mat_read_by(file, file->inflater, header, variable, err);
}

void mat_variable_release(struct mat_variable *variable) {
    mat_memory_release(&variable->memory);
    variable->array = (struct mat_array){0};
}

/* --- all variables at once --- */

enum {
    MOST_THREADS = 64,
    WORTH_A_THREAD = 1 << 20, /* bytes of the file per thread */
};

static int make_room(struct mat_load *load) {
    if (load->count < load->room)
        return 1;
    size_t room = load->room ? 2 * load->room : 16, bytes = room * sizeof *load->items;
    size_t had = load->room * sizeof *load->items;
    if (!mat_budget_take(load->budget, bytes - had))
        return 0;
    struct mat_loaded *items = realloc(load->items, bytes);
    if (!items) {
        mat_budget_give(load->budget, bytes - had);
        return 0;
    }
    load->items = items;
    load->room = room;
    return 1;
}

/* Fails if the sum of all compressed variables cannot fit into the memory, before any is inflated.
 */
static int check_sum(const struct mat_file *file, const struct mat_header *header, size_t *sum,
                     struct err *err) {
    if (header->is_compressed && !header->skipped)
        *sum += header->bytes;
    if (*sum <= file->budget.limit)
        return 0;
    return err_set(err, ERR_DAMAGED,
                   "%s: variable %s: with it, reading takes %zu MiB, more than the %zu allowed; "
                   "allow more by bench-store import --memory",
                   file->path, header->name, *sum >> 20, file->budget.limit >> 20);
}

static int list_headers(struct mat_file *file, struct mat_load *load, struct err *err) {
    size_t sum = 0;
    for (;;) {
        if (!make_room(load))
            return err_set(err, ERR_DAMAGED,
                           "%s: its %zu variables and more take more memory than the %zu MiB "
                           "allowed; allow more by bench-store import --memory",
                           file->path, load->count, file->budget.limit >> 20);
        struct mat_loaded *item = &load->items[load->count];
        *item = (struct mat_loaded){.variable.memory.budget = load->budget};
        int rc = mat_next(file, &item->header, err);
        if (rc <= 0)
            return rc;
        if (load->count++ == MAT_MOST_VARIABLES)
            return err_set(err, ERR_DAMAGED, "%s: more than %d variables, which is the most",
                           file->path, MAT_MOST_VARIABLES);
        rc = check_sum(file, &item->header, &sum, err);
        if (rc)
            return rc;
    }
}

struct work {
    struct mat_file *file;
    struct mat_load *load;
    atomic_size_t next; /* index of the next variable to read */
};

/* What one thread does. */
struct share {
    pthread_t thread;
    struct work *work;
    size_t failed; /* index of the variable that it could not read, if CODE is not 0 */
    int code;
    struct err err;
};

static void *read_share(void *context) {
    struct share *share = context;
    struct work *work = share->work;
    struct mat_inflater *inflater = mat_inflater_new();
    for (size_t i;
         share->code == 0 && (i = atomic_fetch_add(&work->next, 1)) < work->load->count;) {
        struct mat_loaded *item = &work->load->items[i];
        share->failed = i;
        if (item->header.skipped)
            continue;
        share->code =
            inflater
                ? mat_read_by(work->file, inflater, &item->header, &item->variable, &share->err)
                : err_set(&share->err, ERR_FAILED, "%s: no memory to read it", work->file->path);
    }
    if (share->code)
        atomic_store(&work->next, work->load->count);
    mat_inflater_free(inflater);
    return NULL;
}

static size_t choose_threads(const struct mat_file *file, const struct mat_load *load,
                             size_t threads) {
    size_t most = threads;
    if (!threads) {
        most = (size_t)(file->end - file->bytes) / WORTH_A_THREAD;
        most = most < machine_cpus() ? most : machine_cpus();
    }
    most = most < load->count ? most : load->count;
    return most < 1 ? 1 : most < MOST_THREADS ? most : MOST_THREADS;
}

/* The calling thread reads too. If other threads cannot be started, the rest do their work. */
static int read_all(struct work *work, size_t threads, struct err *err) {
    struct share *shares = calloc(threads, sizeof *shares);
    size_t started = 1;
    if (!shares)
        return err_set(err, ERR_FAILED, "no memory for %zu threads", threads);
    for (size_t t = 0; t < threads; t++)
        shares[t] = (struct share){.work = work};
    while (started < threads &&
           thread_begin(&shares[started].thread, read_share, &shares[started]) == 0)
        started++;
    read_share(&shares[0]);
    for (size_t t = 1; t < started; t++)
        pthread_join(shares[t].thread, NULL);
    const struct share *first = NULL;
    for (size_t t = 0; t < started; t++)
        if (shares[t].code && (!first || shares[t].failed < first->failed))
            first = &shares[t];
    int code = first ? first->code : 0;
    if (first && err)
        *err = first->err;
    free(shares);
    return code;
}

int mat_load(struct mat_file *file, size_t threads, struct mat_load *load, struct err *err) {
    *load = (struct mat_load){.budget = &file->budget};
    int rc = list_headers(file, load, err);
    if (rc)
        return rc;
    struct work work = {.file = file, .load = load};
    return read_all(&work, choose_threads(file, load, threads), err);
}

void mat_load_release(struct mat_load *load) {
    for (size_t i = 0; i < load->count; i++)
        mat_variable_release(&load->items[i].variable);
    if (load->items)
        mat_budget_give(load->budget, load->room * sizeof *load->items);
    free(load->items);
    *load = (struct mat_load){.budget = load->budget};
}
