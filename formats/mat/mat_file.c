/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/mat/mat_file.h"

#include <stdio.h>
#include <string.h>

#include "formats/mat/mat_level4.h"
#include "formats/mat/mat_level5.h"
#include "formats/text/utf8.h"

enum {
    FILE_HEADER = 128,
    TEXT = 116,
    VERSION = 124, /* where it stands, and behind it the mark of the byte order */
    TAG = 8,
    HEAD = 1024, /* bytes in which class, dimensions and name of any variable are */
};

/* --- the file --- */

/* Of level 5: "MI" as a number, whose bytes stand the other way round where the order is another.
 */
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

static void set_text(struct mat_file *file) {
    size_t length = strnlen((const char *)file->bytes, TEXT);
    while (length && file->bytes[length - 1] == ' ')
        length--;
    memcpy(file->text, file->bytes, length);
    file->text[length] = '\0';
    utf8_clean(file->text, '?');
}

static int open_level5(struct mat_file *file, struct err *err) {
    unsigned version = version_of(file->bytes, file->is_swapped);
    file->level = 5;
    file->rest.at = file->bytes + FILE_HEADER;
    set_text(file);
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

int mat_open(struct mat_file *file, const char *path, const char *bytes, size_t n, size_t memory,
             struct err *err) {
    *file = (struct mat_file){.path = path,
                              .bytes = (const unsigned char *)bytes,
                              .budget = {.limit = memory ? memory : MAT_USUAL_MEMORY}};
    file->end = file->bytes + n;
    file->rest = (struct mat_cursor){file->bytes, file->end};
    if (is_level5(file->bytes, n, &file->is_swapped))
        return open_level5(file, err);
    file->level = 4;
    if (mat_level4_recognises(file->bytes, n, &file->is_swapped))
        return 0;
    return err_set(err, ERR_DAMAGED, "%s: no MAT-file: it begins with no header of one", path);
}

void mat_close(struct mat_file *file) {
    mat_inflater_free(file->inflater);
    file->inflater = NULL;
}

/* --- headers --- */

static int obtain_inflater(struct mat_file *file, struct err *err) {
    if (!file->inflater && !(file->inflater = mat_inflater_new()))
        return err_set(err, ERR_FAILED, "%s: no memory to read it", file->path);
    return 0;
}

/* What was inflated is a tag, and what it says can be in so many compressed bytes. */
static int check_head(const struct mat_scan *scan, const struct mat_element *compressed,
                      const unsigned char *head, size_t n) {
    if (n < TAG)
        return mat_refuse(scan, "its compressed data are damaged");
    uint32_t type = mat_element_uint32(head, scan->is_swapped);
    if (type != MAT_TYPE_MATRIX)
        return mat_refuse(scan, "type %u is compressed, which is no array", (unsigned)type);
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

static int take_plain(const struct mat_scan *scan, const struct mat_element *element,
                      struct mat_header *header) {
    struct mat_cursor body = {element->data, element->data + element->bytes};
    header->is_compressed = 0;
    header->bytes = element->bytes;
    if (element->type == MAT_TYPE_MATRIX)
        return mat_header_take(scan, &body, header);
    return mat_refuse(scan, "type %u where a variable should be", (unsigned)element->type);
}

/* Compressed elements are not padded, and of others the length says where the next begins. */
static int next_level5(struct mat_file *file, const struct mat_scan *scan,
                       struct mat_header *header) {
    struct mat_element element;
    int rc = mat_element_take(scan, &file->rest, &element);
    if (rc)
        return rc;
    file->rest.at = element.data + element.bytes;
    *header = (struct mat_header){.place = element.data, .place_bytes = element.bytes};
    rc = element.type == MAT_TYPE_COMPRESSED ? take_compressed(file, scan, &element, header)
                                             : take_plain(scan, &element, header);
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

/* --- data --- */

static int inflate_whole(const struct mat_scan *scan, struct mat_inflater *inflater,
                         const struct mat_header *header, struct mat_element *body) {
    unsigned char *inflated = mat_memory_take(scan->memory, header->bytes + TAG, 1);
    if (!inflated)
        return mat_refuse_memory(scan);
    const char *wrong = mat_inflate_whole(inflater, header->place, header->place_bytes, inflated,
                                          header->bytes + TAG);
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

int mat_read_by(struct mat_file *file, struct mat_inflater *inflater,
                const struct mat_header *header, struct mat_variable *variable, struct err *err) {
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
