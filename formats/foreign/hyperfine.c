/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hyperfine.c: reads what `hyperfine --export-json` and `--export-csv` write (D. Peter,
 * github.com/sharkdp/hyperfine). A CSV has the same members as columns, "parameter_n" for parameter
 * n, but no times.
 *
 * The action is "command" unless options->action names it, and each command is a library. Each time
 * of a command is in seconds and comes from its own process: it is a round of one sample. If a
 * command has no times, which hyperfine leaves out on request, its mean is its only sample
 * (FACT_SAMPLES_ARE).
 *
 * Parameters that are numbers become parameters. The name of the library shows them as the user's
 * command did: "sleep {s}". hyperfine writes each command with the values filled in, so
 * command_template.h compares all commands to find where the values were. The size is
 * options->size_param, else, where a parameter is called so (size, n, len, ...), what size_choice.h
 * makes of all, else there is none. A parameter that is
 * not a number belongs to the library; if the command does not show its value, because hyperfine
 * was given a name for it, the value is added: "build (compiler=gcc)".
 *
 * A cell is CELL_FAILED if the command exited with another status than 0, and CELL_CRASHED if a
 * signal killed it (null in place of the status). Its times stay. Statuses, memory and times of the
 * processor are details of the samples. */
#include "formats/foreign/foreign.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/harness/command_template.h"
#include "formats/harness/csv_rows.h"
#include "formats/harness/other_numbers.h"
#include "formats/import/header_words.h"
#include "formats/text/decimal.h"
#include "formats/json/json_read.h"

#define CSV_HEADER    "command,mean,stddev,median,user,system,min,max"
#define CSV_PARAMETER "parameter_"

enum { MOST_PARAMETERS = 32, MOST_PARAMETER_NAME = 256 };

/* A file while it is read. */
struct results {
    struct import_builder *builder;
    const struct format_options *options;
    json_object *array;
    struct command *commands; /* [count] */
    size_t count;
};

/* One result of a file. */
struct result {
    struct import_builder *builder;
    const char *wanted; /* the requested size parameter; NULL if this result lacks it */
    json_object *object;
    char *library;
    struct import_builder_parameter parameters[MOST_PARAMETERS];
    struct import_builder_sample sample;
};

static int refuse(const struct import_builder *builder, size_t place, const char *why,
                  struct err *err) {
    return err_set(err, ERR_DAMAGED, "%s: result %zu: %s", builder->path, place, why);
}

static int no_memory(const struct import_builder *builder, struct err *err) {
    return err_set(err, ERR_FAILED, "%s: no memory to read it", builder->path);
}

/* --- commands --- */

static int is_number(const char *text, double *number) {
    return decimal_read_amount(text, strlen(text), number) && isfinite(*number);
}

static int take_values(const struct results *results, size_t place, struct command *command,
                       json_object *parameters, struct err *err) {
    size_t count = parameters ? (size_t)json_object_object_length(parameters) : 0;
    struct command_value *values = calloc(count + 1, sizeof *values);
    double number;
    command->values = values;
    if (!values)
        return no_memory(results->builder, err);
    if (count > MOST_PARAMETERS)
        return refuse(results->builder, place, "too many parameters", err);
    if (!count)
        return 0;
    json_object_object_foreach(parameters, name, value) {
        if (!json_object_is_type(value, json_type_string))
            return refuse(results->builder, place, "a parameter is not text", err);
        if (strlen(name) > MOST_PARAMETER_NAME || strlen(command->text) > IMPORT_BUILDER_MOST_NAME)
            return refuse(results->builder, place, "its name has no end", err);
        const char *text = json_object_get_string(value);
        values[command->value_count++] =
            (struct command_value){name, text, is_number(text, &number)};
    }
    return 0;
}

static int take_commands(struct results *results, struct err *err) {
    int rc = 0;
    results->commands = calloc(results->count, sizeof *results->commands);
    if (!results->commands)
        return no_memory(results->builder, err);
    for (size_t i = 0; rc == 0 && i < results->count; i++) {
        json_object *object = json_object_array_get_idx(results->array, i);
        struct command *command = &results->commands[i];
        command->text = json_text_string(object, "command");
        if (!command->text)
            return refuse(results->builder, i + 1, "it has no command", err);
        rc = take_values(results, i + 1, command,
                         json_text_member(object, "parameters", json_type_object), err);
    }
    if (rc == 0 && !command_templates_find(results->commands, results->count))
        rc = no_memory(results->builder, err);
    return rc;
}

/* --- parameters --- */

static int add_number(struct result *result, const struct command_value *value, struct err *err) {
    struct import_builder_sample *sample = &result->sample;
    double number = 0;
    is_number(value->text, &number);
    if (!result->wanted && header_word(value->name, HEADER_SIZE) != HEADER_NO_WORD)
        sample->size = IMPORT_BUILDER_ANY_SIZE;
    if (!result->wanted || strcmp(value->name, result->wanted) != 0) {
        result->parameters[sample->parameter_count++] =
            (struct import_builder_parameter){value->name, number, value->text};
        return 0;
    }
    if (!decimal_is_whole(number, &sample->size) || sample->size < 0)
        return refuse(result->builder, sample->place, "the size is not a whole number", err);
    sample->size_name = value->name;
    sample->size_text = value->text;
    return 0;
}

/* Adds a value that the command does not show. */
static int add_word(struct result *result, const struct command_value *value, struct err *err) {
    char *made = NULL;
    if (strstr(result->library, value->text))
        return 0;
    if (asprintf(&made, "%s (%s=%s)", result->library, value->name, value->text) < 0)
        return no_memory(result->builder, err);
    free(result->library);
    result->library = made;
    return 0;
}

/* --- times --- */

static enum cell_status status_of(json_object *exit_code) {
    if (!exit_code)
        return CELL_CRASHED;
    return json_object_get_int64(exit_code) == 0 ? CELL_OK : CELL_FAILED;
}

/* Takes what hyperfine tells of run I; of the processor's time it tells a mean alone, which is of
 * the first run. */
static void read_run(const struct result *result, size_t i, struct other_numbers *numbers) {
    static const struct {
        const char *key, *detail;
    } of_all[] = {{"user", "user_seconds"}, {"system", "system_seconds"}},
      of_each[] = {{"exit_codes", "exit_status"}, {"memory_usage_byte", "max_memory"}};
    double number;
    for (size_t k = 0; i == 0 && k < sizeof of_all / sizeof *of_all; k++)
        if (json_text_number_or_nan(result->object, of_all[k].key, &number))
            other_numbers_add(numbers, of_all[k].detail, NULL, number);
    for (size_t k = 0; k < sizeof of_each / sizeof *of_each; k++) {
        json_object *list = json_text_member(result->object, of_each[k].key, json_type_array);
        if (list && i < json_object_array_length(list) &&
            json_text_number(json_object_array_get_idx(list, i), &number))
            other_numbers_add(numbers, of_each[k].detail, NULL, number);
    }
}

static int add_times(struct result *result, json_object *times, struct err *err) {
    json_object *codes = json_text_member(result->object, "exit_codes", json_type_array);
    size_t known = codes ? json_object_array_length(codes) : 0;
    int rc = 0, has_failed = 0;
    for (size_t i = 0; rc == 0 && i < json_object_array_length(times); i++) {
        json_object *time = json_object_array_get_idx(times, i);
        if (!json_text_number(time, &result->sample.seconds))
            return refuse(result->builder, result->sample.place, "a time is not a number", err);
        result->sample.round = (int64_t)i;
        result->sample.status =
            i < known ? status_of(json_object_array_get_idx(codes, i)) : CELL_OK;
        if (result->sample.status != CELL_OK && !has_failed++) {
            /* Reports the first run that failed. */
            json_object *exit_code = json_object_array_get_idx(codes, i);
            char line[256];
            if (exit_code)
                snprintf(line, sizeof line, "%.200s: exit code %" PRId64 " in run %zu",
                         result->library, json_object_get_int64(exit_code), i + 1);
            else
                snprintf(line, sizeof line, "%.200s: ended by a signal in run %zu", result->library,
                         i + 1);
            json_facts_join_line(&result->builder->facts, "hyperfine_", "errors", line);
        }
        struct other_numbers numbers = {.detail_count = 0};
        read_run(result, i, &numbers);
        other_numbers_give(&numbers, &result->sample);
        rc = import_builder_add(result->builder, &result->sample, err);
    }
    return rc;
}

static int add_mean(struct result *result, struct err *err) {
    static const struct told_spread spreads[] = {{"stddev", "std", "s"},
                                                 {"median", "median", "s"},
                                                 {"min", "min", "s"},
                                                 {"max", "max", "s"}};
    struct other_numbers numbers = {.detail_count = 0};
    read_run(result, 0, &numbers);
    other_numbers_add_spreads(&numbers, result->object, spreads, sizeof spreads / sizeof *spreads);
    other_numbers_give(&numbers, &result->sample);
    result->sample.samples_are = "means";
    if (!json_text_number_or_nan(result->object, "mean", &result->sample.seconds) ||
        isnan(result->sample.seconds))
        return refuse(result->builder, result->sample.place, "neither times nor a mean", err);
    return import_builder_add(result->builder, &result->sample, err);
}

/* --- results --- */

static int add_result(const struct results *results, size_t i, struct err *err) {
    const struct format_options *options = results->options;
    struct result result = {.builder = results->builder,
                            .object = json_object_array_get_idx(results->array, i),
                            .library = strdup(results->commands[i].template)};
    result.sample =
        (struct import_builder_sample){.action = options->action ? options->action : "command",
                                       .size = IMPORT_BUILDER_NO_SIZE,
                                       .parameters = result.parameters,
                                       .seed = IMPORT_BUILDER_NEXT,
                                       .cpu_seconds = NAN,
                                       .calls = -1,
                                       .place = i + 1,
                                       .entry = i + 1};
    if (!result.library)
        return no_memory(results->builder, err);

    const struct command *command = &results->commands[i];
    const char *wanted = options->size_param;
    int has_it = 0, rc = 0;
    for (size_t v = 0; wanted && v < command->value_count; v++)
        has_it |= strcmp(command->values[v].name, wanted) == 0;
    result.wanted = has_it ? wanted : NULL;
    if (wanted)
        import_builder_note_size(result.builder, command->text, has_it);
    for (size_t v = 0; rc == 0 && v < command->value_count; v++)
        rc = (command->values[v].is_number ? add_number : add_word)(&result, &command->values[v],
                                                                    err);

    json_object *times = json_text_member(result.object, "times", json_type_array);
    result.sample.library = result.library;
    if (rc == 0)
        rc = times && json_object_array_length(times) ? add_times(&result, times, err)
                                                      : add_mean(&result, err);
    free(result.library);
    return rc;
}

static int add_results(struct results *results, json_object *root, struct err *err) {
    const char *path = results->builder->path;
    results->array = json_text_member(root, "results", json_type_array);
    if (!results->array)
        return err_set(err, ERR_DAMAGED, "%s: there is no array \"results\" in it", path);
    results->count = json_object_array_length(results->array);
    if (results->count == 0)
        return err_set(err, ERR_DAMAGED, "%s: a hyperfine result without any results", path);
    int rc = take_commands(results, err);
    for (size_t i = 0; rc == 0 && i < results->count; i++)
        rc = add_result(results, i, err);
    return rc;
}

/* --- tables --- */

/* Makes of a row the object that JSON has for it. */
static json_object *object_of(const struct csv_rows *rows) {
    static const size_t mark = sizeof CSV_PARAMETER - 1;
    json_object *object = json_object_new_object(), *parameters = json_object_new_object();
    for (size_t c = 0; c < rows->count && c < rows->record.count; c++) {
        const char *column = rows->columns[c], *text = rows->record.fields[c];
        double number;
        if (strncmp(column, CSV_PARAMETER, mark) == 0)
            json_object_object_add(parameters, column + mark, json_object_new_string(text));
        else if (strcmp(column, "command") != 0 && decimal_read(text, strlen(text), &number))
            json_object_object_add(object, column, json_object_new_double(number));
        else if (*text)
            json_object_object_add(object, column, json_object_new_string(text));
    }
    json_object_object_add(object, "parameters", parameters);
    return object;
}

/* Makes of a table what JSON has in its place; NULL after an error. */
static json_object *read_rows(const struct source *source, struct err *err) {
    json_object *root = json_object_new_object(), *array = json_object_new_array();
    struct csv_rows rows;
    json_object_object_add(root, "results", array);
    int rc = csv_rows_begin(&rows, source, 0, err), more = rc == 0;
    while (more == 1 && (more = csv_rows_next(&rows, err)) == 1)
        json_object_array_add(array, object_of(&rows));
    csv_rows_end(&rows);
    if (rc == 0 && more == 0)
        return root;
    json_object_put(root);
    return NULL;
}

/* Whether the first line is the header of a table, without columns of others. */
static int is_table(const char *head, size_t n) {
    static const size_t length = sizeof CSV_HEADER - 1, mark = sizeof CSV_PARAMETER - 1;
    size_t at = length;
    if (n < length || memcmp(head, CSV_HEADER, length) != 0)
        return 0;
    while (n - at > mark && memcmp(head + at + 1, CSV_PARAMETER, mark) == 0) {
        at++;
        while (at < n && head[at] != ',' && head[at] != '\n')
            at++;
    }
    return at == n || head[at] == '\n' || head[at] == '\r' || head[at - 1] == '\r';
}

static int read_hyperfine(struct import_builder *builder, const struct source *source,
                          const struct format_options *options, struct err *err) {
    struct results results = {.builder = builder, .options = options};
    builder->place_name = "result";
    json_object *root = is_table(source->text, source->length) ? read_rows(source, err)
                                                               : json_text_parse(source, err);
    if (!root)
        return ERR_DAMAGED;
    int rc = add_results(&results, root, err);

    for (size_t i = 0; results.commands && i < results.count; i++) {
        free((void *)results.commands[i].values);
        free(results.commands[i].template);
    }
    free(results.commands);

    json_object_put(root);
    return rc;
}

/* Returns the index of the first byte from I on that is not a blank. */
static size_t skip_blanks(const char *head, size_t n, size_t i) {
    while (i < n && head[i] && strchr(" \t\r\n", head[i]))
        i++;
    return i;
}

/* If "results" comes first, the array may be empty and so have no "command". */
static int recognises(const char *head, size_t n, const char *path) {
    (void)path;
    static const char results[] = "\"results\"";
    const size_t length = sizeof results - 1;
    size_t i = skip_blanks(head, n, 0);
    int has_command = foreign_has(head, n, "\"command\"");
    if (is_table(head, n))
        return 1;
    if (i == n || head[i] != '{')
        return 0;
    i = skip_blanks(head, n, i + 1);
    if (n - i >= length && memcmp(head + i, results, length) == 0)
        return has_command || !memchr(head + i, '{', n - i); /* there may be no result */
    return has_command && foreign_has(head, n, results);
}

const struct format hyperfine_format = {
    .name = "hyperfine",
    .about = "hyperfine: --export-json or --export-csv",
    .extensions = "",
    .recognises = recognises,
    .read = read_hyperfine,
};
