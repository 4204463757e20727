/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv/csv_doubtful.h"

#include <stdlib.h>

#include "formats/csv/csv_axes.h"
#include "formats/csv/csv_names.h"
#include "formats/text/array.h"

/* --- lines of one cell --- */

/* What the first rows of cells tell. */
struct cells {
    struct key_index keys; /* by a hash of run, action, library, ... */
    size_t *lines;         /* [keys.count] */
    uint64_t *values;      /* [keys.count][doubtful] hashes of fields */
    size_t doubtful;
};

static int is_key(enum csv_role role) {
    return role == CSV_RUN || role == CSV_ACTION || role == CSV_LIBRARY || role == CSV_SIZE ||
           role == CSV_TYPE || role == CSV_PARAMETER || role == CSV_OF_LIBRARY ||
           role == CSV_OF_ACTION;
}

/* Returns a hash of the cell that RECORD is of. */
static uint64_t hash_cell(const struct csv_columns *columns, const struct csv_record *record) {
    uint64_t key = slots_hash();
    for (size_t c = 0; c < columns->count; c++)
        if (is_key(columns->items[c].role))
            key = slots_hash_text(slots_hash_number(key, c), record->fields[c]);
    return key;
}

static uint64_t hash_value(const char *field) {
    return slots_hash_text(slots_hash(), field);
}

static int add(struct cells *cells, uint64_t key, const struct csv_columns *columns,
               const struct csv_record *record) {
    size_t count = cells->keys.count, *lines = array_grow(cells->lines, count, sizeof *lines);
    cells->lines = lines ? lines : cells->lines;
    uint64_t *values = array_grow(cells->values, count, cells->doubtful * sizeof *values);
    cells->values = values ? values : cells->values;
    if (!lines || !values)
        return 0;
    uint64_t *value = cells->values + count * cells->doubtful;
    for (size_t c = 0; c < columns->count; c++)
        if (columns->items[c].role == CSV_DOUBTFUL)
            *value++ = hash_value(record->fields[c]);
    lines[count] = record->number;
    return key_index_number(&cells->keys, &key, sizeof key) != KEY_INDEX_NONE;
}

static size_t count_doubtful(const struct csv_columns *columns) {
    size_t count = 0;
    for (size_t c = 0; c < columns->count; c++)
        count += columns->items[c].role == CSV_DOUBTFUL;
    return count;
}

/* Sets differs_in and differs_from of each doubtful column. */
static int compare_all(struct csv_columns *columns, struct csv_record *record, struct err *err) {
    struct cells cells = {.doubtful = count_doubtful(columns)};
    size_t most = CSV_MOST_COMPARED / cells.doubtful;
    int rc = 0, has_memory = 1;
    for (size_t c = 0; c < columns->count; c++)
        columns->items[c].differs_in = 0;
    rc = csv_columns_skip_header(columns, record, err);
    while (rc == 0 && has_memory && (rc = csv_columns_next(columns, record, err)) == 1) {
        rc = 0;
        uint64_t key = hash_cell(columns, record);
        uint32_t cell = key_index_find(&cells.keys, &key, sizeof key);
        if (cell != KEY_INDEX_NONE) {
            /* Notes the doubtful columns in which this row differs from the first row of CELL. */
            const uint64_t *value = cells.values + cell * cells.doubtful;
            for (size_t c = 0; c < columns->count; c++) {
                struct csv_column *column = &columns->items[c];
                if (column->role != CSV_DOUBTFUL || *value++ == hash_value(record->fields[c]) ||
                    column->differs_in)
                    continue;
                column->differs_in = record->number;
                column->differs_from = cells.lines[cell];
            }
        } else
            has_memory = cells.keys.count < most && add(&cells, key, columns, record);
    }
    if (!has_memory)
        rc = err_set(err, ERR_FAILED,
                     "%s: no memory to compare all lines in %zu columns that are unknown; delete "
                     "their names in the header to leave them out",
                     record->source->path, cells.doubtful);
    free(cells.lines);
    free(cells.values);
    key_index_release(&cells.keys);
    return rc;
}

/* --- texts that differ within a cell --- */

/* How cells and the texts of a column meet. */
struct crossing {
    size_t cells, texts, pairs;
    int has_empty;
};

/* Returns 0 if memory runs out. */
static int note(struct key_index *seen, uint64_t hash) {
    return key_index_number(seen, &hash, sizeof hash) != KEY_INDEX_NONE;
}

static int cross(struct crossing *crossing, const struct csv_columns *columns, size_t c,
                 struct csv_record *record, struct err *err) {
    struct key_index cells = {0}, texts = {0}, pairs = {0};
    int rc = csv_columns_skip_header(columns, record, err), has_memory = 1;
    *crossing = (struct crossing){0};
    while (rc == 0 && has_memory && (rc = csv_columns_next(columns, record, err)) == 1) {
        uint64_t cell = hash_cell(columns, record), text = hash_value(record->fields[c]);
        rc = 0;
        crossing->has_empty |= !*record->fields[c];
        has_memory =
            note(&cells, cell) && note(&texts, text) && note(&pairs, slots_hash_number(cell, text));
    }
    crossing->cells = cells.count;
    crossing->texts = texts.count;
    crossing->pairs = pairs.count;
    key_index_release(&cells);
    key_index_release(&texts);
    key_index_release(&pairs);
    return has_memory ? rc : csv_columns_no_memory(record, err);
}

/* Lets the doubtful columns that differ within a cell, and whose names are for what libraries
 * differ in, join the name of the library. Returns whether one did, which changes the cells. */
static int join_libraries(struct csv_columns *columns) {
    int joined = 0;
    for (size_t c = 0; c < columns->count; c++) {
        struct csv_column *column = &columns->items[c];
        if (column->role != CSV_DOUBTFUL || !column->differs_in ||
            !csv_column_is_of_library(column))
            continue;
        column->role = CSV_OF_LIBRARY;
        joined = 1;
    }
    return joined;
}

/* Whether a column says which library a line is of, and its name is for nothing else; one that
 * nobody knows is. */
static int are_libraries_named(const struct csv_columns *columns) {
    size_t library = columns->of_role[CSV_LIBRARY];
    return library < columns->count && columns->items[library].is_varying &&
           (header_word(columns->items[library].name, HEADER_ACTION) == HEADER_NO_WORD ||
            words_have("name", columns->items[library].name));
}

/* Whether COLUMN tells on what type of numbers the libraries worked: "i32" and "f64". */
static int are_number_types(const struct csv_column *column) {
    static const char types[] =
        "i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f16 f32 f64 bf16 fp16 fp32 "
        "fp64 int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 "
        "float32 float64 int8_t int16_t int32_t int64_t uint8_t uint16_t "
        "uint32_t uint64_t int uint long char short string str bool";
    return column->value && words_have(types, column->value);
}

/* The role of COLUMN, with texts under a word that nobody knows: where most cells of named
 * libraries have most of them, they are what the libraries did, or on what. So are all where the
 * libraries are in columns. Else they join the library's name, as its options always do. */
static enum csv_role role_of_texts(const struct csv_columns *columns,
                                   const struct csv_column *column,
                                   const struct crossing *crossing) {
    static const char options[] = "flag flags option options opt opt_level optimization "
                                  "optimisation level config configuration settings build type "
                                  "precond preconditioner";
    int is_option = words_have(options, column->name) && !are_number_types(column);
    int is_default = column->has_number; /* "default" beside 10 and 100 */
    int is_crossed = are_libraries_named(columns) && !is_default &&
                     4 * crossing->pairs >= 3 * crossing->cells * crossing->texts;
    if (is_option || (!is_crossed && !csv_axes_are_libraries_in_columns(columns)))
        return CSV_OF_LIBRARY;
    return csv_columns_have_role(columns, CSV_ACTION) ? CSV_OF_ACTION : CSV_ACTION;
}

/* Decides the first doubtful column of texts that come again and differ within a cell, under a word
 * for actions or one that nobody knows; *IS_CHANGED tells whether there is one. */
static int settle_texts(struct csv_columns *columns, struct csv_record *record, int *is_changed,
                        struct err *err) {
    for (size_t c = 0; c < columns->count; c++) {
        struct csv_column *column = &columns->items[c];
        struct crossing crossing;
        int is_action = header_word(column->name, HEADER_ACTION) != HEADER_NO_WORD;
        if (column->role != CSV_DOUBTFUL || !column->differs_in || !column->is_text ||
            !column->seen.is_again || (column->header.role != HEADER_OTHER && !is_action))
            continue;
        *is_changed = 1;
        if (is_action) {
            csv_columns_set_role(columns, c,
                                 csv_columns_have_role(columns, CSV_ACTION) ? CSV_OF_ACTION
                                                                            : CSV_ACTION);
            return 0;
        }
        int rc = cross(&crossing, columns, c, record, err);
        if (rc == 0)
            csv_columns_set_role(columns, c, role_of_texts(columns, column, &crossing));
        return rc;
    }
    return 0;
}

/* Decides what column C, whose remarks differ within a cell, is. Where each cell has the same ones
 * they tell apart what is compared. Else, if not all lines have one, they are remarks. */
static int settle_remark(struct csv_columns *columns, size_t c, struct csv_record *record,
                         struct err *err) {
    struct csv_column *column = &columns->items[c];
    struct crossing crossing;
    int rc = cross(&crossing, columns, c, record, err);
    int has_library = columns->is_wide || csv_columns_have_role(columns, CSV_LIBRARY);
    int is_crossed = crossing.pairs == crossing.cells * crossing.texts &&
                     (!crossing.has_empty || (crossing.cells > 1 && has_library));
    if (rc)
        return rc;
    if (is_crossed)
        csv_columns_set_role(columns, c, has_library ? CSV_OF_LIBRARY : CSV_LIBRARY);
    else if (crossing.has_empty)
        column->role = CSV_LEFT_OUT;
    else
        return err_set(
            err, ERR_DAMAGED,
            "%s: lines %zu and %zu are of one cell, and differ in column \"%.60s\"; give "
            "--as %.60s=variant if it tells apart what is compared, or --as "
            "%.60s=nothing if it does not",
            record->source->path, column->differs_from, column->differs_in, column->name,
            column->name, column->name);
    return 0;
}

/* Returns a doubtful column of remarks that differ within a cell; `count` if there is none. */
static size_t find_remark(const struct csv_columns *columns) {
    size_t c = 0;
    while (c < columns->count &&
           (columns->items[c].role != CSV_DOUBTFUL || !columns->items[c].differs_in ||
            columns->items[c].header.role != HEADER_REMARK))
        c++;
    return c;
}

/* --- numbers that come out --- */

/* So many cells that do not speak against it are enough. */
enum { MOST_CELLS = 1 << 16 };

/* A column that may hold one number for each library, and what says that it does not. */
struct property {
    size_t column;
    struct key_index pairs; /* of a library and its number, as many as there are libraries */
};

/* Whether COLUMN holds numbers that were found to tell cells apart, and are called neither a size
 * nor what a library was given to run on. */
static int may_be_property(const struct csv_column *column) {
    static const char given[] = "threads nthreads num_threads n_threads thread_count cores ncores "
                                "num_cores procs nprocs processes ranks nranks nodes workers "
                                "gomaxprocs";
    return !words_have(given, column->name) &&
           (column->role == CSV_PARAMETER || column->role == CSV_SIZE) && column->is_varying &&
           !column->is_given && column->header.role != HEADER_SIZE;
}

/* Notes that LIBRARY has FIELD. Drops PROPERTY, and releases it, if the library has another one. */
static int note_property(struct property *property, const char *field, uint64_t library,
                         size_t libraries, int *is_dropped) {
    int has_memory = note(&property->pairs, slots_hash_text(library, field));
    *is_dropped = property->pairs.count > libraries;
    if (*is_dropped || !has_memory)
        key_index_release(&property->pairs);
    return has_memory;
}

static int settle_properties(struct csv_columns *columns, struct csv_record *record,
                             struct err *err) {
    size_t library = columns->of_role[CSV_LIBRARY], count = 0;
    if (columns->is_ours || library == columns->count || !columns->items[library].is_varying)
        return 0;
    struct property *properties = calloc(columns->count, sizeof *properties);
    struct key_index libraries = {0};
    int rc = csv_columns_skip_header(columns, record, err), has_memory = properties != NULL;
    for (size_t c = 0; has_memory && c < columns->count; c++)
        if (may_be_property(&columns->items[c]))
            properties[count++].column = c;
    while (rc == 0 && has_memory && count && (rc = csv_columns_next(columns, record, err)) == 1) {
        uint64_t of = hash_value(record->fields[library]);
        has_memory = note(&libraries, of);
        rc = 0;
        for (size_t p = count; has_memory && p-- > 0;) {
            int is_dropped;
            has_memory = note_property(&properties[p], record->fields[properties[p].column], of,
                                       libraries.count, &is_dropped);
            if (is_dropped)
                properties[p] = properties[--count];
        }
    }
    for (size_t p = 0; p < count; p++) {
        size_t c = properties[p].column;
        if (columns->items[c].role == CSV_SIZE)
            columns->of_role[CSV_SIZE] = columns->count;
        has_memory = has_memory && csv_columns_make_measure(columns, c, NULL, columns->count);
        key_index_release(&properties[p].pairs);
    }
    key_index_release(&libraries);
    free(properties);
    return has_memory ? rc : csv_columns_no_memory(record, err);
}

/* Returns a hash of the point that RECORD is at, apart from column C and the library. */
static uint64_t hash_point(const struct csv_columns *columns, const struct csv_record *record,
                           size_t c) {
    uint64_t key = slots_hash();
    for (size_t k = 0; k < columns->count; k++)
        if (k != c && k != columns->of_role[CSV_LIBRARY] &&
            columns->items[k].role != CSV_OF_LIBRARY &&
            (is_key(columns->items[k].role) || columns->items[k].role == CSV_DOUBTFUL))
            key = slots_hash_text(slots_hash_number(key, k), record->fields[k]);
    return key;
}

/* Sets *IS_RESULT to whether each library has a single number in column C wherever it was measured,
 * and others have other ones there. */
static int find_result(const struct csv_columns *columns, size_t c, struct csv_record *record,
                       int *is_result, struct err *err) {
    struct key_index points = {0}, of_points = {0}, cells = {0}, of_cells = {0};
    int rc = csv_columns_skip_header(columns, record, err), has_memory = 1;
    while (rc == 0 && has_memory && of_cells.count == cells.count && cells.count < MOST_CELLS &&
           (rc = csv_columns_next(columns, record, err)) == 1) {
        uint64_t point = hash_point(columns, record, c), value = hash_value(record->fields[c]);
        uint64_t cell = point;
        for (size_t k = 0; k < columns->count; k++)
            if (k == columns->of_role[CSV_LIBRARY] || columns->items[k].role == CSV_OF_LIBRARY)
                cell = slots_hash_text(slots_hash_number(cell, k), record->fields[k]);
        rc = 0;
        has_memory = note(&points, point) && note(&of_points, slots_hash_number(point, value)) &&
                     note(&cells, cell) && note(&of_cells, slots_hash_number(cell, value));
    }
    *is_result = of_cells.count == cells.count && of_points.count > points.count;
    key_index_release(&points);
    key_index_release(&of_points);
    key_index_release(&cells);
    key_index_release(&of_cells);
    return has_memory ? rc : csv_columns_no_memory(record, err);
}

static int settle_results(struct csv_columns *columns, struct csv_record *record, struct err *err) {
    size_t library = columns->of_role[CSV_LIBRARY];
    int rc = 0;
    if (columns->is_ours || library == columns->count || !columns->items[library].is_varying)
        return 0;
    for (size_t c = 0; rc == 0 && c < columns->count; c++) {
        const struct csv_column *column = &columns->items[c];
        int is_result = 0;
        int do_meet = column->meetings.met == column->meetings.points.count;
        if (!may_be_property(column) || (do_meet && column->header.role == HEADER_PARAMETER))
            continue;
        rc = find_result(columns, c, record, &is_result, err);
        if (rc || !is_result)
            continue;
        if (column->role == CSV_SIZE)
            columns->of_role[CSV_SIZE] = columns->count;
        if (!csv_columns_make_measure(columns, c, NULL, columns->count))
            rc = csv_columns_no_memory(record, err);
    }
    return rc;
}

/* --- what becomes of them --- */

int csv_doubtful_is_version(const struct csv_columns *columns, const struct csv_column *column) {
    size_t library = columns->of_role[CSV_LIBRARY];
    return library < columns->count && columns->items[library].is_varying && !columns->is_ours &&
           column->is_varying && csv_column_is_of_library(column) && !column->meetings.met;
}

int csv_doubtful_settle(struct csv_columns *columns, struct csv_record *record, struct err *err) {
    int rc = settle_properties(columns, record, err), is_changed = 1;
    if (rc == 0)
        rc = settle_results(columns, record, err);
    while (rc == 0 && is_changed && count_doubtful(columns) &&
           (rc = compare_all(columns, record, err)) == 0) {
        size_t remark = columns->count;
        is_changed = join_libraries(columns);
        if (!is_changed)
            rc = settle_texts(columns, record, &is_changed, err);
        if (rc == 0 && !is_changed && (remark = find_remark(columns)) < columns->count) {
            rc = settle_remark(columns, remark, record, err);
            is_changed = 1;
        }
    }
    for (size_t c = 0; rc == 0 && c < columns->count; c++) {
        struct csv_column *column = &columns->items[c];
        if (column->role == CSV_DOUBTFUL && column->differs_in)
            return err_set(
                err, ERR_DAMAGED,
                "%s: lines %zu and %zu differ in column \"%.60s\", which is unknown; rename it in "
                "the header: variant if it tells libraries apart, run or round if it says when, "
                "iteration if it counts; or delete its name there to leave it out",
                record->source->path, column->differs_from, column->differs_in, column->name);
        int is_moment = column->header.role == HEADER_MOMENT && !columns->is_ours;
        if (column->role == CSV_DOUBTFUL)
            column->role = column->is_text || is_moment || csv_doubtful_is_version(columns, column)
                               ? CSV_LEFT_OUT
                               : CSV_PARAMETER;
    }
    return rc;
}

/* Whether another column than LIBRARY and SIZE tells cells apart. */
static int have_other_keys(const struct csv_columns *columns) {
    size_t c = 0;
    while (c < columns->count &&
           (!is_key(columns->items[c].role) || c == columns->of_role[CSV_LIBRARY] ||
            c == columns->of_role[CSV_SIZE] ||
            (columns->items[c].role != CSV_ACTION && !columns->items[c].is_varying)))
        c++;
    return c < columns->count;
}

/* Sets *IS_OWN to whether each size is of one library alone, and there are several. If the first
 * lines have only one library, sizes are taken to be shared. */
static int find_own_sizes(struct csv_columns *columns, struct csv_record *record, int *is_own,
                          struct err *err) {
    enum { LOOKED_AT = 4096 };
    size_t size = columns->of_role[CSV_SIZE], library = columns->of_role[CSV_LIBRARY];
    struct key_index sizes = {0}, libraries = {0}, pairs = {0};
    int rc = csv_columns_skip_header(columns, record, err), has_memory = 1;
    for (size_t line = 0; rc == 0 && has_memory && pairs.count == sizes.count &&
                          (line < LOOKED_AT || libraries.count > 1) && sizes.count < MOST_CELLS &&
                          (rc = csv_columns_next(columns, record, err)) == 1;
         line++) {
        uint64_t one = hash_value(record->fields[size]), of = hash_value(record->fields[library]);
        rc = 0;
        has_memory =
            note(&sizes, one) && note(&libraries, of) && note(&pairs, slots_hash_number(one, of));
    }
    *is_own = libraries.count > 1 && pairs.count == sizes.count;
    key_index_release(&sizes);
    key_index_release(&libraries);
    key_index_release(&pairs);
    return has_memory ? rc : csv_columns_no_memory(record, err);
}

int csv_doubtful_settle_size(struct csv_columns *columns, struct csv_record *record,
                             struct err *err) {
    size_t c = columns->of_role[CSV_SIZE];
    int is_own = 0, rc = 0;
    if (columns->is_ours || c == columns->count || columns->items[c].is_given ||
        !csv_columns_have_role(columns, CSV_LIBRARY) || !have_other_keys(columns) ||
        !words_have("size bytes", columns->items[c].name))
        return 0;
    rc = find_own_sizes(columns, record, &is_own, err);
    if (rc || !is_own)
        return rc;
    columns->items[c].role = CSV_DOUBTFUL;
    rc = compare_all(columns, record, err);
    columns->items[c].role = CSV_SIZE;
    if (rc || columns->items[c].differs_in)
        return rc;
    columns->of_role[CSV_SIZE] = columns->count;
    return csv_columns_make_measure(columns, c, NULL, columns->count)
               ? 0
               : csv_columns_no_memory(record, err);
}

int csv_doubtful_check_calls(struct csv_columns *columns, struct csv_record *record,
                             struct err *err) {
    for (size_t c = 0; c < columns->count; c++) {
        struct csv_column *column = &columns->items[c];
        enum csv_role role = column->role;
        if (!column->is_undivided || column->is_divisor ||
            (role != CSV_MEASURE && role != CSV_LEFT_OUT))
            continue;
        column->role = CSV_DOUBTFUL;
        int rc = compare_all(columns, record, err);
        column->role = role;
        if (rc)
            return rc;
        if (column->differs_in)
            return err_set(err, ERR_DAMAGED,
                           "%s: lines %zu and %zu are of one cell and have different numbers of "
                           "\"%.60s\"; give --as %.60s=calls if the times are of all of them, "
                           "%.60s=parameter to keep the lines apart, or %.60s=nothing if each "
                           "time is of one",
                           record->source->path, column->differs_from, column->differs_in,
                           column->name, column->name, column->name, column->name);
    }
    return 0;
}
