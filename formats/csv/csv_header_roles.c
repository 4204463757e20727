/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv/csv_header_roles.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "formats/csv/csv_axes.h"
#include "formats/csv/csv_counts.h"
#include "formats/csv/csv_names.h"
#include "formats/csv_text/csv_number.h"
#include "formats/csv/csv_results.h"
#include "formats/csv_text/csv_parts.h"
#include "formats/csv_text/csv_titles.h"
#include "formats/csv/csv_wide.h"
#include "formats/model/sample_words.h"
#include "formats/text/decimal.h"

/* Finds the column that says in what unit the numbers of a line are. */
static void find_unit(struct csv_columns *columns) {
    for (size_t c = 0; c < columns->count; c++)
        if (columns->items[c].role == CSV_UNDECIDED &&
            columns->items[c].header.role == HEADER_UNIT &&
            !csv_columns_have_role(columns, CSV_UNIT))
            csv_columns_set_role(columns, c, CSV_UNIT);
}

/* --- tables with a column for each size --- */

/* Where in the name of a column the number of a size stands, and the word before it. */
struct size_text {
    size_t at, length;
    char word[32];
};

/* The unit of the results of COLUMN, if its header has one: bytes are of the size. */
static struct measured_unit result_unit(const struct csv_column *column) {
    return column->header.unit.kind == UNIT_BYTES
               ? (struct measured_unit){.kind = UNIT_NONE, .worth = NAN}
               : column->header.unit;
}

/* Copies the N bytes at NAME to WORD. Returns whether they are a word of an axis; else WORD is "".
 */
static int take_axis(struct size_text *text, const char *name, size_t n) {
    *text->word = '\0';
    if (n < sizeof text->word)
        snprintf(text->word, sizeof text->word, "%.*s", (int)n, name);
    if (!header_is_axis(text->word))
        *text->word = '\0';
    return *text->word != '\0';
}

/* Finds it in "64", "n=64", "64 time_ms", "64 KB", "4 threads". */
static struct size_text find_size_text(const struct csv_column *column) {
    static const char between[] = " =:_";
    const char *name = column->name;
    int has_unit = column->header.role == HEADER_OF_NAME && result_unit(column).kind;
    struct size_text text = {.at = has_unit ? column->header.name : 0};
    size_t end = has_unit ? column->header.name + column->header.length : strlen(name);
    size_t letters = text.at + strcspn(name + text.at, between), behind = letters, last = end;
    while (behind < end && strchr(between, name[behind]))
        behind++;
    while (last > text.at && !strchr(between, name[last - 1]))
        last--;
    if (letters < end && take_axis(&text, name + text.at, letters - text.at))
        text.at = behind;
    else if (last > text.at && take_axis(&text, name + last, end - last))
        end = last - 1;
    text.length = end - text.at;
    return text;
}

/* Reads the size that COLUMN is named after. */
static int read_size(struct csv_column *column) {
    const struct size_text text = find_size_text(column);
    struct measured_unit unit;
    double number;
    return csv_number_read(column->name + text.at, text.length, '.', &number, &unit) &&
           decimal_is_whole(number * (unit.kind ? unit.worth : 1), &column->size) &&
           column->size > 0 && (!unit.kind || unit.kind == UNIT_BYTES);
}

/* Whether the header has a name, or several, and numbers behind them that rise, perhaps once for
 * each of several units. */
static int has_sizes(struct csv_columns *columns) {
    size_t sizes = 0, names = 0, last = 0;
    for (size_t c = 0; c < columns->count; c++) {
        struct csv_column *column = &columns->items[c];
        int is_same = sizes && column->header.unit.kind == columns->items[last].header.unit.kind;
        if (column->is_given || !*column->name) {
            names += sizes == 0;
            continue;
        }
        if (!read_size(column)) {
            column->size = 0;
            names++;
            if (sizes)
                return 0;
            continue;
        }
        if (is_same && column->size <= columns->items[last].size)
            return 0;
        last = c;
        sizes++;
    }
    return sizes > 1 && names;
}

/* Chains the columns of one size. */
static void link_sizes(struct csv_columns *columns) {
    for (size_t c = columns->count; c-- > 0;) {
        struct csv_column *column = &columns->items[c];
        column->next = columns->count;
        for (size_t other = c + 1; column->role == CSV_AT_SIZE && other < columns->count; other++)
            if (columns->items[other].role == CSV_AT_SIZE && !columns->items[other].is_next &&
                columns->items[other].size == column->size) {
                column->next = other;
                columns->items[other].is_next = 1;
                break;
            }
    }
}

/* Finds what the sizes are called: as the first column is, or beside the numbers themselves. */
static int name_sizes(struct csv_columns *columns, const struct csv_record *record,
                      struct err *err) {
    size_t named = columns->of_role[CSV_SIZE], first = 0;
    char word[sizeof((struct size_text *)NULL)->word] = "";
    if (named < columns->count &&
        (named || columns->items[0].is_given || csv_columns_have_role(columns, CSV_LIBRARY)))
        return csv_columns_refuse(record, ERR_DAMAGED,
                                  "the header has sizes, and so has the column ",
                                  columns->items[named].name, err);
    while (columns->items[first].role != CSV_AT_SIZE)
        first++;
    memcpy(word, find_size_text(&columns->items[first]).word, sizeof word);
    const char *name = named < columns->count ? columns->items[named].name
                       : !*word && header_is_axis(columns->items[0].name) ? columns->items[0].name
                                                                          : word;
    columns->of_role[CSV_SIZE] = columns->count;
    if (*name && !columns->size_name && !(columns->size_name = strdup(name)))
        return csv_columns_no_memory(record, err);
    return 0;
}

/* Makes each number of the header a size. The unit stands with it, in the first name or in those of
 * libraries, if at all. */
static int make_sizes(struct csv_columns *columns, const struct csv_record *record,
                      struct err *err) {
    const struct measured_unit unit = result_unit(&columns->items[0]);
    columns->is_by_size = 1;
    columns->is_plain = !unit.kind;
    for (size_t c = 0; c < columns->count; c++) {
        struct csv_column *column = &columns->items[c];
        if (!column->size || column->is_given)
            continue;
        column->role = CSV_AT_SIZE;
        if (!result_unit(column).kind) {
            column->header.unit = unit;
            memcpy(column->header.per, unit.per, sizeof unit.per);
        }
        columns->is_plain &= !column->header.unit.kind;
        column->worth = column->header.unit.kind ? column->header.unit.worth : NAN;
        column->detail = csv_results_rate(column);
        csv_results_tell_samples(columns, column);
    }
    link_sizes(columns);
    int rc = name_sizes(columns, record, err);
    if (!csv_columns_have_role(columns, CSV_LIBRARY))
        csv_columns_set_role(columns, 0, CSV_LIBRARY);
    find_unit(columns);
    csv_names_find_role(columns, CSV_ACTION, HEADER_ACTION);
    return rc;
}

/* Takes the numbers before units of rates, which are no sizes, for a part of the unit. */
static int take_scales(struct csv_columns *columns, const struct csv_record *record,
                       struct err *err) {
    for (size_t c = 0; c < columns->count; c++) {
        struct csv_column *column = &columns->items[c];
        if (column->role != CSV_UNDECIDED || !column->header.scale)
            continue;
        if (!unit_kind_is_rate(column->header.unit.kind))
            return csv_results_refuse_many(record, column->name, err);
        header_take_scale(&column->header);
        column->worth = column->header.unit.worth;
    }
    return 0;
}

/* --- shapes --- */

/* Whether COLUMN is called a ratio; an "error" without numbers is a message. */
static int is_called_ratio(const struct csv_column *column) {
    int is_message =
        !column->begins_with_number && header_word(column->name, HEADER_ERROR) != HEADER_NO_WORD;
    return column->header.role == HEADER_MEASURE && !column->header.detail && !is_message;
}

/* Returns a column that says that all numbers are ratios: it is called so, or has only ones;
 * `count` if there is none. */
static size_t find_ratios(const struct csv_columns *columns) {
    size_t c = 0;
    while (c < columns->count && !is_called_ratio(&columns->items[c]) &&
           (columns->items[c].ones < 2 || columns->items[c].others))
        c++;
    return c;
}

static int refuse_header(const struct csv_columns *columns, const struct csv_record *record,
                         struct err *err) {
    for (size_t c = 0; c < columns->count; c++)
        if ((columns->items[c].role == CSV_UNDECIDED || columns->items[c].role == CSV_MEASURE) &&
            !columns->items[c].header.unit.kind && header_is_plainly_rate(columns->items[c].name))
            return csv_results_refuse_rate(record, columns->items[c].name, err);
    for (size_t c = 0; c < columns->count; c++)
        if (csv_wide_is_of_samples(&columns->items[c]))
            return err_set(err, ERR_DAMAGED,
                           "%s: line %zu: nothing says in what unit \"%.60s\" is; call all such "
                           "columns as \"%.60s (ms)\" in the header, or give --unit ms",
                           record->source->path, record->number, columns->items[c].name,
                           columns->items[c].name);
    for (size_t c = 0; c < columns->count; c++)
        if (columns->items[c].header.role == HEADER_SPREAD && columns->items[c].header.unit.kind)
            return err_set(err, ERR_DAMAGED,
                           "%s: line %zu: \"%.60s\" says how results differ, and nothing what they "
                           "are; add a column of them, such as mean_ms, or call it time_ms in the "
                           "header if it holds them",
                           record->source->path, record->number, columns->items[c].name);
    size_t ratios = find_ratios(columns);
    if (ratios < columns->count)
        return err_set(err, ERR_DAMAGED,
                       "%s: line %zu: \"%.60s\" seems to be of ratios, and nothing has times: "
                       "speed-ups are no times; write the times that they were calculated from",
                       record->source->path, record->number, columns->items[ratios].name);
    size_t numbers = 0;
    while (numbers < columns->count && !columns->items[numbers].begins_with_number)
        numbers++;
    if (columns->is_unit_told)
        numbers = columns->count;
    return csv_columns_refuse(
        record, ERR_DAMAGED,
        "no header that says what the times or rates are: a column time_ms (or _s, _us, _ns), "
        "rate (ops/s), seconds or mean, or a column size with one such as a_ms for each library",
        numbers < columns->count ? ", or give --unit ms or --unit ops/s" : "", err);
}

/* Whether some column is called what results are. */
static int are_results_told(const struct csv_columns *columns) {
    for (size_t c = 0; c < columns->count; c++) {
        const struct csv_column *column = &columns->items[c];
        int is_result = column->header.role == HEADER_RESULT ||
                        (column->header.role == HEADER_OF_NAME && column->header.unit.kind);
        if (column->role == CSV_SECONDS || (column->role == CSV_UNDECIDED && is_result))
            return 1;
    }
    return 0;
}

/* Where nothing else tells results, the greatest times, or their quantiles, do. */
static void take_extremes(struct csv_columns *columns) {
    if (are_results_told(columns))
        return;
    for (size_t c = 0; c < columns->count; c++) {
        struct header *header = &columns->items[c].header;
        enum unit_kind kind = header->unit.kind;
        int is_name = header->rank >= RANK_MOST && header->leading != SIZE_MAX; /* "max_flow" */
        if (columns->items[c].role == CSV_UNDECIDED && header->role == HEADER_SPREAD &&
            header->rank >= RANK_QUANTILE && !is_name && kind != UNIT_BYTES &&
            (kind || columns->is_unit_told))
            header->role = header->length ? HEADER_OF_NAME : HEADER_RESULT;
    }
}

/* Where these are missing, too, what a word alone calls a spread is a name: "Full Range (ns)". */
static void take_names(struct csv_columns *columns) {
    if (are_results_told(columns))
        return;
    for (size_t c = 0; c < columns->count; c++) {
        struct header *header = &columns->items[c].header;
        if (columns->items[c].role != CSV_UNDECIDED || header->role != HEADER_SPREAD ||
            header->trailing == SIZE_MAX || !header->unit.kind || header->unit.kind == UNIT_BYTES)
            continue;
        header->length = header->trailing - header->name;
        header->role = HEADER_OF_NAME;
    }
}

/* Whether all columns without a role hold numbers, whose unit they or something else says, or a
 * single one has texts, beside the titles of several tables: each is a library. */
static int are_libraries(const struct csv_columns *columns) {
    size_t texts = 0, numbers = 0, others = 0;
    for (size_t c = 0; c < columns->count; c++) {
        const struct csv_column *column = &columns->items[c];
        if (column->role != CSV_UNDECIDED || column->header.role != HEADER_OTHER)
            continue;
        if (strcasecmp(column->name, CSV_SECTION) == 0)
            continue;
        texts += column->begins_with_text;
        numbers += column->begins_with_unit || (columns->is_unit_told && !column->begins_with_text);
        others++;
    }
    return !csv_columns_have_role(columns, CSV_LIBRARY) && numbers + texts == others &&
           (texts == 0 || (texts == 1 && numbers > 1));
}

/* Libraries are compared, so that what stands before units of different kinds is no name of one:
 * "Zeit / ms" and "Durchsatz / MB/s" are results of the same, unless these have a column. */
static void find_quantities(struct csv_columns *columns) {
    unsigned kinds = 0, shared = 0;
    for (size_t c = 0; c < columns->count; c++)
        if (columns->items[c].role == CSV_UNDECIDED &&
            columns->items[c].header.role == HEADER_RESULT &&
            columns->items[c].header.unit.kind == UNIT_TIME)
            return;
    for (size_t c = 0; c < columns->count; c++)
        if (csv_wide_is_of_name(&columns->items[c])) {
            unsigned kind = 1u << columns->items[c].header.unit.kind;
            shared |= kinds & kind;
            kinds |= kind;
        }
    int is_one_kind = (kinds & (kinds - 1)) == 0;
    for (size_t c = 0; !shared && !is_one_kind && c < columns->count; c++)
        if (csv_wide_is_of_name(&columns->items[c]))
            columns->items[c].header.role = HEADER_RESULT;
}

/* Takes what columns are called whose cells have units, where no header has one, for the names of
 * what was measured there. Returns whether some are. */
static int find_units_of_cells(struct csv_columns *columns) {
    int are_there = 0;
    for (size_t c = 0; c < columns->count; c++) {
        struct csv_column *column = &columns->items[c];
        enum header_role role = column->header.role;
        if (column->role != CSV_UNDECIDED || column->units <= 0 ||
            (role != HEADER_OTHER && role != HEADER_CPU))
            continue;
        column->header.role = HEADER_OF_NAME;
        are_there = 1;
    }
    return are_there;
}

static int tell_shape(struct csv_columns *columns, const struct csv_record *record,
                      struct err *err) {
    size_t difference = csv_wide_find_difference(columns);
    if (difference < columns->count)
        return err_set(err, ERR_DAMAGED,
                       "%s: line %zu: \"%.60s\" seems to be of differences, and nothing has times; "
                       "write the times that they were calculated from",
                       record->source->path, record->number, columns->items[difference].name);
    csv_wide_leave_out_derived(columns);
    take_extremes(columns);
    take_names(columns);
    find_quantities(columns);
    int rc = csv_results_find_seconds(columns, record, err), are_named = 0, are_others = 0,
        has_rate = 0;
    find_unit(columns);
    if (rc)
        return rc;
    if (!csv_columns_have_role(columns, CSV_SECONDS)) {
        csv_wide_settle_names(columns);
        for (size_t c = 0; c < columns->count; c++) {
            are_named += csv_wide_is_of_name(&columns->items[c]);
            are_others += columns->items[c].role == CSV_UNDECIDED &&
                          columns->items[c].header.role == HEADER_OTHER;
        }
    }
    if (are_named)
        rc = csv_wide_make(columns, record, err);
    if (rc == 0)
        rc = csv_results_find_measures(columns, record, err);
    for (size_t c = 0; c < columns->count; c++)
        has_rate |=
            columns->items[c].role == CSV_DETAIL && columns->items[c].header.role == HEADER_RESULT;
    if (rc || columns->is_wide || csv_columns_have_role(columns, CSV_SECONDS) || has_rate ||
        (csv_columns_count_role(columns, CSV_DETAIL) &&
         (csv_columns_have_role(columns, CSV_SIZE) || are_others)))
        return rc;
    if (find_units_of_cells(columns))
        return csv_wide_make(columns, record, err);
    columns->is_plain = 1;
    int has_size = csv_columns_have_role(columns, CSV_SIZE);
    if (!are_others || csv_columns_have_role(columns, CSV_LIBRARY) ||
        (!has_size && !are_libraries(columns)))
        return refuse_header(columns, record, err);
    return csv_wide_make(columns, record, err);
}

/* If there are several columns that number samples, or seeds as well, they count something else. */
static void settle_samples(struct csv_columns *columns) {
    if (csv_columns_count_role(columns, CSV_SAMPLE) < 2 &&
        !csv_columns_have_role(columns, CSV_SEED))
        return;
    columns->of_role[CSV_SAMPLE] = columns->count;
    for (size_t c = 0; c < columns->count; c++)
        if (columns->items[c].role == CSV_SAMPLE)
            columns->items[c].role = CSV_LEFT_OUT;
}

/* Whether some column has amounts of bytes that may be what calls are given. */
static int has_bytes(const struct csv_columns *columns) {
    static const char words[] = "message message_size msg msg_size payload payload_size input "
                                "input_size size block_size buffer buffer_size";
    size_t c = 0;
    while (c < columns->count &&
           !(columns->items[c].begins_with_bytes && words_have(words, columns->items[c].name)))
        c++;
    return c < columns->count;
}

/* Leaves out an "n" that counts the samples of means: another column has the sizes, in bytes. */
static void leave_out_sample_count(struct csv_columns *columns) {
    size_t n = csv_columns_find(columns, "n");
    int are_means = 0;
    for (size_t c = 0; c < columns->count; c++)
        are_means |= columns->items[c].header.rank == RANK_MEAN;
    if (n < columns->count && are_means && has_bytes(columns) &&
        columns->items[n].role == CSV_UNDECIDED)
        columns->items[n].role = CSV_LEFT_OUT;
}

static void find_size_by_name(struct csv_columns *columns, const char *name) {
    size_t c = csv_columns_find(columns, name), size = columns->of_role[CSV_SIZE];
    if (size < columns->count && columns->items[size].is_given)
        return;
    if (c < columns->count && !columns->items[c].is_given)
        csv_columns_set_role(columns, c, CSV_SIZE);
    else if (!columns->is_ours)
        csv_names_find_role(columns, CSV_SIZE, HEADER_SIZE);
}

/* Forgets the usual units of headers where something says what they are. */
static void forget_usual(struct csv_columns *columns) {
    for (size_t c = 0; columns->is_unit_told && c < columns->count; c++)
        if (columns->items[c].header.is_usual) {
            columns->items[c].header.unit = (struct measured_unit){.kind = UNIT_NONE, .worth = NAN};
            columns->items[c].worth = NAN;
        }
}

/* Gives what is called a rate, such as "throughput", the unit TEXT, if it is one of rates. */
static void tell_rates(struct csv_columns *columns, const char *text) {
    struct measured_unit unit;
    if (!text || !measured_unit_read(text, strlen(text), &unit) || !unit_kind_is_rate(unit.kind))
        return;
    for (size_t c = 0; c < columns->count; c++) {
        struct csv_column *column = &columns->items[c];
        if (!column->header.is_rate || column->header.unit.kind)
            continue;
        column->header.unit = unit;
        column->worth = unit.worth;
    }
}

/* Programs are what libraries ran where these have columns, and nothing else says what they did. */
static void run_programs(struct csv_columns *columns) {
    for (size_t c = 0; c < columns->count; c++) {
        const struct csv_column *column = &columns->items[c];
        if (csv_columns_have_role(columns, CSV_ACTION))
            return;
        if (column->role == CSV_UNDECIDED && column->begins_with_text &&
            words_have("program command function", column->name))
            csv_columns_set_role(columns, c, CSV_ACTION);
    }
}

/* Kernels are what is compared where nothing else has a name, and so are instances of what messages
 * were given to, which are none of a problem. */
static void compare_kernels(struct csv_columns *columns) {
    size_t action = columns->of_role[CSV_ACTION];
    if (action == columns->count || columns->items[action].is_given || columns->is_wide ||
        csv_columns_have_role(columns, CSV_LIBRARY) ||
        !(strcasecmp(columns->items[action].name, "kernel") == 0 ||
          (strcasecmp(columns->items[action].name, "instance") == 0 && has_bytes(columns))))
        return;
    for (size_t c = 0; c < columns->count; c++)
        if (columns->items[c].role == CSV_UNDECIDED && columns->items[c].begins_with_text)
            return;
    columns->of_role[CSV_ACTION] = columns->count;
    csv_columns_set_role(columns, action, CSV_LIBRARY);
}

int csv_header_roles_assign(struct csv_columns *columns, struct csv_record *record,
                            const struct format_options *options, struct err *err) {
    const char *size = options->size_param ? options->size_param : "size";
    const struct csv_title_units told = csv_titles_units(columns->titles);
    columns->is_unit_told = options->unit || told.time.unit.kind || told.rate.unit.kind;
    for (size_t c = 0; c < columns->count; c++)
        columns->is_unit_told |= columns->items[c].header.role == HEADER_UNIT;
    forget_usual(columns);
    tell_rates(columns, options->unit);
    int rc = csv_names_assign(columns, record, options, err);
    if (rc == 0 && !columns->is_ours)
        rc = csv_results_check_scale(columns, record, err);
    if (rc)
        return rc;
    if (!columns->is_ours && !options->size_param)
        leave_out_sample_count(columns);
    find_size_by_name(columns, size);
    settle_samples(columns);
    if (!columns->is_ours && !csv_counts_find(columns, record))
        return csv_columns_no_memory(record, err);
    int is_summary = columns->are_means && !csv_names_are_analysed(columns);
    if (!columns->is_ours && has_sizes(columns))
        return make_sizes(columns, record, err);
    if (!columns->is_ours && (rc = take_scales(columns, record, err)))
        return rc;
    rc = columns->is_wide   ? csv_wide_make(columns, record, err)
         : is_summary       ? csv_results_find_measures(columns, record, err)
         : columns->is_ours ? 0
                            : tell_shape(columns, record, err);
    if (rc == 0 && !columns->is_ours)
        rc = csv_results_find_calls(columns, record, err);
    if (rc)
        return rc;
    if (columns->are_means)
        columns->samples_are = SAMPLES_ARE_MEANS;
    rc = csv_axes_settle(columns, record, err);
    if (rc)
        return rc;
    if (columns->is_wide && !columns->are_actions)
        csv_names_find_role(columns, CSV_ACTION, HEADER_ACTION);
    if (columns->is_plain && columns->is_wide && !columns->are_actions)
        run_programs(columns);
    csv_names_find_role(columns, CSV_LIBRARY, HEADER_LIBRARY);
    csv_names_find_role(columns, CSV_ACTION, HEADER_ACTION);
    if (!columns->is_ours && !options->library)
        compare_kernels(columns);
    return 0;
}
