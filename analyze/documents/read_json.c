/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/documents/read_json.h"

#include <ctype.h>
#include <errno.h>
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/columns/records.h"
#include "formats/files/source.h"
#include "formats/files/stream.h"
#include "formats/json/json_read.h"
#include "formats/model/key_index.h"
#include "formats/text/array.h"

/* A row and its place. Points and libraries are numbered from 0 within their section. */
struct entry {
    struct row row;
    uint32_t texts[READ_TEXTS];
    uint32_t section;
    size_t point, library;
};

/* A size and the parameters. */
struct place {
    int64_t size;
    double parameters[READ_ROW_PARAMETERS];
};

/* How much a section has. */
struct part {
    size_t entries, points, libraries;
};

/* The points or libraries of all sections. */
struct members {
    struct key_index keys;
    size_t *numbers; /* [keys.count] within their section */
};

struct gathering {
    const char *name;
    const struct read_json_terms *terms;
    struct read_row_keys keys;
    struct string_pool texts;
    struct entry *entries;
    struct place *places; /* one per entry */
    size_t count;
    struct key_index section_keys;
    struct part *sections; /* [section_keys.count] */
    struct members libraries, points;
};

static int no_memory(const struct gathering *g, struct err *err) {
    return err_set(err, ERR_FAILED, "%s: no memory for %zu rows", g->name, g->count + 1);
}

/* --- reading rows --- */

static void find_section(struct gathering *g, struct entry *entry) {
    const uint32_t *t = entry->texts;
    const struct statistic *statistic = &entry->row.statistic;
    const double key[] = {t[READ_ARCHIVE],     t[READ_ACTION],  t[READ_RUN],           t[READ_TYPE],
                          entry->row.quantity, statistic->kind, statistic->probability};
    uint32_t known = g->section_keys.count;
    entry->section = xkey_index_number(&g->section_keys, key, sizeof key);
    if (entry->section == known) {
        g->sections = xarray_grow(g->sections, known, sizeof *g->sections);
        g->sections[known] = (struct part){0};
    }
    g->sections[entry->section].entries++;
}

/* Returns the number within its section of the member with KEY, of COUNT so far. */
static size_t find_member(struct members *members, const void *key, size_t size, size_t *count) {
    uint32_t known = members->keys.count, number = xkey_index_number(&members->keys, key, size);
    if (number == known) {
        members->numbers = xarray_grow(members->numbers, known, sizeof *members->numbers);
        members->numbers[number] = (*count)++;
    }
    return members->numbers[number];
}

static void find_members(struct gathering *g, struct entry *entry, const struct place *place) {
    struct part *section = &g->sections[entry->section];
    const uint32_t library[] = {entry->section, entry->texts[READ_LIBRARY]};
    const struct {
        uint64_t section;
        struct place place;
    } point = {entry->section, *place};
    entry->library = find_member(&g->libraries, library, sizeof library, &section->libraries);
    entry->point = find_member(&g->points, &point, sizeof point, &section->points);
}

static int take_row(struct gathering *g, json_object *object, struct err *err) {
    if (g->count >= READ_JSON_MOST_ROWS)
        return err_set(err, ERR_USAGE, "%s: more than %zu rows", g->name, READ_JSON_MOST_ROWS);
    g->entries = xarray_grow(g->entries, g->count, sizeof *g->entries);
    g->places = xarray_grow(g->places, g->count, sizeof *g->places);
    struct entry *entry = &g->entries[g->count];
    struct place *place = &g->places[g->count];
    int code =
        read_row(&g->keys, object, &g->texts, &entry->row, entry->texts, place->parameters, err);
    place->size = entry->row.size;
    if (code)
        return code;
    find_section(g, entry);
    find_members(g, entry, place);
    g->count++;
    return 0;
}

static int read_rows(struct gathering *g, FILE *file, struct err *err) {
    struct json_array *array = malloc(sizeof *array);
    json_object *object = NULL;
    if (!array)
        return no_memory(g, err);
    int code = json_array_begin(array, file, g->name, err);
    while (!code && (code = json_array_next(array, &object, err)) == 0 && object) {
        code = take_row(g, object, err);
        json_object_put(object);
        if (code == ERR_USAGE)
            err_prefix(err, code, "%s: line %zu", g->name, array->line);
    }
    json_array_end(array);
    free(array);
    return code;
}

/* --- sections --- */

/* A section under construction, from the entries whose indices are in ORDER. */
struct assembly {
    const struct gathering *g;
    const size_t *order;
    size_t count;
    struct part part;
    struct section section;
    struct row *rows;              /* [points][libraries] */
    struct summary_row *summaries; /* [libraries] */
};

/* Returns a copy of a text, owned by the section; NULL for no text, or if memory runs out. */
static const char *keep(struct assembly *a, uint32_t number) {
    const char *text = string_pool_text(&a->g->texts, number);
    char *copy = text ? strdup(text) : NULL;
    if (copy)
        a->section.names[a->section.name_count++] = copy;
    return copy;
}

static const struct entry *entry_at(const struct assembly *a, size_t i) {
    return &a->g->entries[a->order[i]];
}

/* Sets the texts that all rows share, and the names of libraries. */
static int name_all(struct assembly *a) {
    const uint32_t *first = entry_at(a, 0)->texts;
    struct section *s = &a->section;
    s->names = calloc(a->part.libraries + READ_TEXTS, sizeof *s->names);
    if (!s->names)
        return 0;
    s->archive = keep(a, first[READ_ARCHIVE]);
    s->action = keep(a, first[READ_ACTION]);
    s->run = keep(a, first[READ_RUN]);
    s->type = keep(a, first[READ_TYPE]);
    s->reference = keep(a, first[READ_REFERENCE]);
    s->samples_are = keep(a, first[READ_SAMPLES_ARE]);
    for (size_t i = 0; i < a->count; i++) {
        struct summary_row *summary = &a->summaries[entry_at(a, i)->library];
        if (!summary->library)
            *summary =
                (struct summary_row){.library = keep(a, entry_at(a, i)->texts[READ_LIBRARY])};
        if (!summary->library)
            return 0;
    }
    return s->action != NULL;
}

/* Fills in every row of the section; those missing in the file were not measured. */
static void fill_rows(struct assembly *a) {
    size_t libraries = a->part.libraries;
    for (size_t i = 0; i < a->part.points * libraries; i++) {
        a->rows[i] = row_unknown;
        a->rows[i].status = CELL_NOT_MEASURED;
    }
    for (size_t i = 0; i < a->count; i++) {
        const struct entry *entry = entry_at(a, i);
        a->rows[entry->point * libraries + entry->library] = entry->row;
    }
    for (size_t i = 0; i < a->part.points * libraries; i++) {
        const struct summary_row *summary = &a->summaries[i % libraries];
        struct row *row = &a->rows[i];
        row->archive = summary->archive;
        row->action = summary->action;
        row->run = summary->run;
        row->type = summary->type;
        row->library = summary->library;
        row->reference = summary->reference;
        row->samples_are = a->section.samples_are;
        row->is_reference = summary->is_reference;
        row->space = a->section.space;
        row->point = i / libraries;
    }
}

/* --- points --- */

/* An action without a size has size 1 everywhere; the first parameter that varies is then its axis
 * in charts. */
static void set_axis(struct measurement *m) {
    for (size_t p = 0; p < m->points; p++)
        if (m->sizes[p] != 1)
            return;
    for (size_t k = 0; k < m->parameter_count; k++)
        for (size_t p = 1; p < m->points; p++)
            if (m->parameters[k].values[p] != m->parameters[k].values[0]) {
                facts_set_text(&m->facts, FACT_AXIS, m->parameters[k].name);
                return;
            }
}

static int make_space(struct assembly *a) {
    struct parameter parameters[READ_ROW_PARAMETERS];
    struct measurement m = {.points = a->part.points, .parameters = parameters};
    double *values = calloc(a->part.points * READ_ROW_PARAMETERS, sizeof *values);
    m.sizes = calloc(a->part.points, sizeof *m.sizes);
    if (values && m.sizes) {
        /* Copy the section's points, and nothing else, to M. */
        for (size_t i = 0; i < a->count; i++)
            m.sizes[entry_at(a, i)->point] = a->g->places[a->order[i]].size;
        for (size_t k = 0; k < a->g->keys.parameter_count; k++) {
            double *column = values + k * m.points;
            int is_known = 0;
            for (size_t i = 0; i < a->count; i++) {
                double value = a->g->places[a->order[i]].parameters[k];
                column[entry_at(a, i)->point] = value;
                is_known |= !isnan(value);
            }
            if (is_known)
                m.parameters[m.parameter_count++] =
                    (struct parameter){a->g->keys.parameters[k], column};
        }

        set_axis(&m);
        facts_set_text(&m.facts, FACT_SIZE_NAME, keep(a, entry_at(a, 0)->texts[READ_SIZE_NAME]));
        a->section.space = parameter_grid_new(&m);
    }
    facts_release(&m.facts);
    free(values);
    free(m.sizes);
    return a->section.space != NULL;
}

/* --- assembling a section --- */

static double confidence_of(const struct row *row) {
    size_t units = row->rounds > 1 ? row->rounds : row->n;
    double t = interval_half(row->mean) / row->se;
    if (!(t > 0) || !isfinite(t) || units < 2)
        return NAN;
    double level = 2 * gsl_cdf_tdist_P(t, (double)units - 1) - 1;
    return round(level * 1e6) / 1e6;
}

static int assemble(struct assembly *a, struct err *err) {
    size_t points = a->part.points, libraries = a->part.libraries;
    if (points > READ_JSON_MOST_ROWS / libraries || points * libraries > 16 * a->count + 4096)
        return err_set(err, ERR_USAGE,
                       "%s: %zu points and %zu libraries in only %zu rows of one action",
                       a->g->name, points, libraries, a->count);
    a->section.row_count = points * libraries;
    a->section.summary_count = libraries;
    a->rows = calloc(points * libraries, sizeof *a->rows);
    a->summaries = calloc(libraries, sizeof *a->summaries);
    if (!a->rows || !a->summaries || !name_all(a) || !make_space(a))
        return no_memory(a->g, err);

    static const struct partial_mean nothing = {0, INTERVAL_UNKNOWN};
    const struct section *s = &a->section;
    a->section.quantity = entry_at(a, 0)->row.quantity;
    a->section.statistic = entry_at(a, 0)->row.statistic;
    for (size_t l = 0; l < a->part.libraries; l++) {
        struct summary_row *summary = &a->summaries[l];
        const char *library = summary->library;
        *summary = (struct summary_row){.archive = s->archive,
                                        .action = s->action,
                                        .run = s->run,
                                        .type = s->type,
                                        .library = library,
                                        .reference = s->reference,
                                        .quantity = s->quantity,
                                        .statistic = s->statistic,
                                        .ratio = INTERVAL_UNKNOWN,
                                        .own_ratio = INTERVAL_UNKNOWN,
                                        .speedup = INTERVAL_UNKNOWN,
                                        .in_cache = nothing,
                                        .out_of_cache = nothing,
                                        .noise = noise_unknown,
                                        .margin = NAN,
                                        .is_reference =
                                            s->reference && strcmp(library, s->reference) == 0};
    }

    fill_rows(a);

    /* The rows do not say which library was measured twice. */
    struct section *t = &a->section;
    t->confidence = NAN;
    t->noise = noise_unknown;
    t->min_effect = NAN;
    t->detectable = t->most_detectable = NAN;
    for (size_t i = 0; i < t->row_count; i++) {
        struct row *row = &a->rows[i];
        row->quantity = t->quantity;
        row->statistic = t->statistic;
        t->rounds = row->rounds > t->rounds ? row->rounds : t->rounds;
        t->samples += row->n;
        t->pairing = row->pairing ? row->pairing : t->pairing;
        /* The samples' resolution may have widened an interval, so the smallest level is right. */
        t->confidence = fmin(t->confidence, confidence_of(row));
        if (isfinite(row->noise.floor) && !(row->noise.floor <= t->noise.floor)) {
            t->noise = row->noise;
            t->noise_point = row->point;
            t->controlled = "one library";
        }
    }
    t->rounds_wanted = t->rounds;

    return 0;
}

static int visit_section(const struct gathering *g, const size_t *order, size_t part,
                         struct err *err) {
    struct assembly a = {.g = g, .order = order, .part = g->sections[part]};
    struct table table = {0};
    a.count = a.part.entries;
    int code = assemble(&a, err);
    if (code)
        section_release(&a.section);
    else
        table_append(&table, &a.section, a.rows, a.summaries);
    free(a.rows);
    free(a.summaries);
    code = code ? code : g->terms->visit(g->terms->context, &table, err);
    table_release(&table);
    return code;
}

/* Returns the indices of the entries, section by section, each section in the order of the file.
 * FIRST [parts] receives the end of each section in it. The caller must free the array; NULL if
 * memory runs out. */
static size_t *order_entries(const struct gathering *g, size_t *first) {
    size_t *order = calloc(g->count + 1, sizeof *order), at = 0;
    for (size_t i = 0; order && i < g->section_keys.count; i++) {
        first[i] = at;
        at += g->sections[i].entries;
    }
    for (size_t i = 0; order && i < g->count; i++)
        order[first[g->entries[i].section]++] = i;
    return order;
}

/* --- the file --- */

static int check(const struct gathering *g, struct err *err) {
    if (g->count == 0)
        return err_set(err, ERR_USAGE, "%s has no rows", g->name);
    for (const char *const *name = g->terms->columns; name && *name; name++)
        if (!read_row_has(&g->keys, *name))
            return err_set(err, ERR_USAGE,
                           "%s has no column \"%s\"; bench-analyze --format json writes it unless "
                           "--columns leaves it out",
                           g->name, *name);
    return 0;
}

int read_json_detect(const char *path) {
    FILE *file = stream_open(path, SOURCE_MOST_BYTES, NULL);
    int c = file ? getc(file) : EOF;
    while (isspace(c))
        c = getc(file);
    if (file)
        fclose(file);
    return c == '[';
}

int read_json(const char *path, const struct read_json_terms *terms, struct err *err) {
    struct gathering g = {.name = path, .terms = terms};
    FILE *file = stream_open(path, SOURCE_MOST_BYTES, err);
    if (!file)
        return ERR_FAILED;
    int code = read_rows(&g, file, err);
    fclose(file);
    code = code ? code : check(&g, err);
    if (!code) {
        size_t *first = calloc(g.section_keys.count + 1, sizeof *first);
        size_t *order = first ? order_entries(&g, first) : NULL;
        code = order ? 0 : no_memory(&g, err);
        for (size_t i = 0; !code && i < g.section_keys.count; i++)
            code = visit_section(&g, order + first[i] - g.sections[i].entries, i, err);
        free(order);
        free(first);
    }

    read_row_release(&g.keys);
    string_pool_release(&g.texts);
    key_index_release(&g.section_keys);
    key_index_release(&g.libraries.keys);
    key_index_release(&g.points.keys);
    free(g.entries);
    free(g.places);
    free(g.sections);
    free(g.libraries.numbers);
    free(g.points.numbers);

    return code;
}

/* --- keys --- */

/* "p99", "q0.5": a parameter is unlikely to have such a name. */
static int is_quantile(const char *name) {
    return (name[0] == 'p' || name[0] == 'q') && name[1] &&
           strspn(name + 1, "0123456789.") == strlen(name + 1);
}

static int find_parameter(struct read_row_keys *keys, const char *name, int *parameter,
                          struct err *err) {
    size_t count = keys->parameter_count;
    for (*parameter = 0; (size_t)*parameter < count; ++*parameter)
        if (strcmp(keys->parameters[*parameter], name) == 0)
            return 0;
    if (count == READ_ROW_PARAMETERS)
        return err_set(err, ERR_USAGE, "\"%s\" is one parameter too many; %d can be read", name,
                       READ_ROW_PARAMETERS);
    keys->parameters[keys->parameter_count++] = strdup(name);
    return keys->parameters[count] ? 0 : err_set(err, ERR_FAILED, "no memory for its names");
}

static int find_key(struct read_row_keys *keys, struct read_row_key *key, const char *name,
                    struct err *err) {
    if (key->name && strcmp(key->name, name) == 0)
        return 0;
    free(key->name);
    *key = (struct read_row_key){strdup(name), column_find(&row_columns, name), -1};
    if (!key->name)
        return err_set(err, ERR_FAILED, "no memory for its names");
    if (key->column)
        keys->seen[key->column - row_columns.columns] = 1;
    return key->column || is_quantile(name) ? 0 : find_parameter(keys, name, &key->parameter, err);
}

int read_row_has(const struct read_row_keys *keys, const char *name) {
    const struct column *column = column_find(&row_columns, name);
    return column && keys->seen[column - row_columns.columns];
}

void read_row_release(struct read_row_keys *keys) {
    for (size_t i = 0; i < READ_ROW_KEYS; i++)
        free(keys->items[i].name);
    for (size_t i = 0; i < keys->parameter_count; i++)
        free(keys->parameters[i]);
    *keys = (struct read_row_keys){0};
}

/* --- values; each returns whether VALUE fits the column --- */

/* Reads null as NaN. */
static int take_real(json_object *value, double *real) {
    *real = NAN;
    return !value || json_text_number(value, real);
}

static int read_integer(const struct column *column, json_object *value, void *member) {
    double real;
    (void)column;
    if (!json_object_is_type(value, json_type_int) &&
        !(json_object_is_type(value, json_type_double) && json_text_number(value, &real) &&
          real == rint(real) && fabs(real) < 0x1p53))
        return 0;
    *(int64_t *)member = json_object_get_int64(value);
    return 1;
}

static int read_count(const struct column *column, json_object *value, void *member) {
    int64_t number = 0;
    if (value && (!read_integer(column, value, &number) || number < 0))
        return 0;
    *(size_t *)member = (size_t)number;
    return 1;
}

static int read_real(const struct column *column, json_object *value, void *member) {
    (void)column;
    return take_real(value, member);
}

/* No enum here has more than a few values, and all have a word for values out of range. */
static int read_word(const struct column *column, json_object *value, void *member) {
    enum { MOST = 16 };
    const char *text = json_object_get_string(value);
    for (int i = 0; text && i < MOST; i++)
        if (strcmp(column->word(i), text) == 0) {
            *(int *)member = i;
            return 1;
        }
    return !value;
}

static int pass(const struct column *column, json_object *value, void *member) {
    (void)column, (void)value, (void)member;
    return 1;
}

static int (*const readers[COLUMN_TYPES])(const struct column *, json_object *, void *) = {
    [COLUMN_TEXT] = pass,      [COLUMN_INTEGER] = read_integer, [COLUMN_COUNT] = read_count,
    [COLUMN_REAL] = read_real, [COLUMN_INTERVAL] = read_real,   [COLUMN_WORD] = read_word,
    [COLUMN_WARNED] = pass,
};

/* --- texts --- */

/* Which of the texts COLUMN is; READ_TEXTS if none. */
static size_t text_of(const struct column *column) {
    static const size_t offsets[READ_TEXTS] = {[READ_ARCHIVE] = offsetof(struct row, archive),
                                               [READ_ACTION] = offsetof(struct row, action),
                                               [READ_RUN] = offsetof(struct row, run),
                                               [READ_TYPE] = offsetof(struct row, type),
                                               [READ_LIBRARY] = offsetof(struct row, library),
                                               [READ_REFERENCE] = offsetof(struct row, reference),
                                               [READ_SAMPLES_ARE] =
                                                   offsetof(struct row, samples_are),
                                               [READ_SIZE_NAME] = SIZE_MAX};
    size_t text = 0;
    while (text < READ_TEXTS && offsets[text] != column->offset)
        text++;
    return text;
}

/* --- one row --- */

/* Where one row is read to. */
struct reading {
    struct read_row_keys *keys;
    struct string_pool *texts;
    struct row *row;
    uint32_t *numbers;
    double *parameters;
    int has_size;
};

/* Returns whether the member says what was measured. Rows of seconds have none; a parameter of that
 * name has a number. */
static int is_of_quantity(const char *name, json_object *value) {
    return json_object_is_type(value, json_type_string) &&
           (strcmp(name, RECORDS_MEASURE) == 0 || strcmp(name, RECORDS_UNIT) == 0 ||
            strcmp(name, RECORDS_BETTER) == 0);
}

static int take_text(struct reading *to, size_t text, json_object *value, struct err *err) {
    uint32_t *number = &to->numbers[text];
    if (!value)
        return 0;
    *number = string_pool_number(to->texts, json_object_get_string(value));
    return *number == STRING_POOL_NONE ? err_set(err, ERR_FAILED, "no memory for its texts") : 0;
}

/* The unit follows the measure, and which is better the unit. */
static int read_quantity(struct row *row, const char *name, const char *text, struct err *err) {
    if (strcmp(name, RECORDS_MEASURE) == 0)
        return quantity_find(text, &row->quantity, err);
    if (strcmp(name, RECORDS_UNIT) == 0)
        quantity_tell_unit(row->quantity, text);
    else
        quantity_tell_better(row->quantity);
    return 0;
}

static int read_member(struct reading *to, size_t place, const char *name, json_object *value,
                       struct err *err) {
    if (strcmp(name, RECORDS_STATISTIC) == 0 && json_object_is_type(value, json_type_string))
        return statistic_parse(json_object_get_string(value), &to->row->statistic, err);
    if (strcmp(name, COLUMN_SIZE_NAME) == 0 && !json_object_is_type(value, json_type_double) &&
        !json_object_is_type(value, json_type_int))
        return take_text(to, READ_SIZE_NAME, value, err);
    if (is_of_quantity(name, value))
        return read_quantity(to->row, name, json_object_get_string(value), err);
    struct read_row_key *key = &to->keys->items[place];
    int fits = 1, code = find_key(to->keys, key, name, err);
    if (code)
        return code;
    const struct column *column = key->column;
    size_t text = column && column->type == COLUMN_TEXT ? text_of(column) : READ_TEXTS;
    if (text < READ_TEXTS)
        return take_text(to, text, value, err);
    if (column)
        fits = readers[column->type](column, value, (char *)to->row + column->offset);
    else if (key->parameter >= 0)
        fits = take_real(value, &to->parameters[key->parameter]);
    to->has_size |= column && column->offset == offsetof(struct row, size);
    return fits ? 0
                : err_set(err, ERR_USAGE, "\"%s\" is not what bench-analyze --format json writes",
                          name);
}

int read_row(struct read_row_keys *keys, json_object *object, struct string_pool *texts,
             struct row *row, uint32_t numbers[READ_TEXTS], double parameters[READ_ROW_PARAMETERS],
             struct err *err) {
    struct reading to = {keys, texts, row, numbers, parameters, 0};
    size_t place = 0;
    int code = 0;
    *row = row_unknown;
    for (size_t i = 0; i < READ_TEXTS; i++)
        numbers[i] = STRING_POOL_NONE;
    for (size_t i = 0; i < READ_ROW_PARAMETERS; i++)
        parameters[i] = NAN;
    json_object_object_foreach(object, name, value) {
        if (place == READ_ROW_KEYS)
            code = err_set(err, ERR_USAGE, "a row with more than %d members", READ_ROW_KEYS);
        code = code ? code : read_member(&to, place++, name, value, err);
        if (code)
            return code;
    }
    row->log_ratio = log(row->ratio.estimate);

    const char *missing = to.numbers[READ_ACTION] == STRING_POOL_NONE    ? "action"
                          : to.numbers[READ_LIBRARY] == STRING_POOL_NONE ? "library"
                          : to.has_size                                  ? NULL
                                                                         : "size";
    return missing ? err_set(err, ERR_USAGE,
                             "a row without \"%s\", which bench-analyze --format json writes "
                             "unless --columns leaves it out",
                             missing)
                   : 0;
}
