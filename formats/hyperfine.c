/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/hyperfine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/decimal.h"
#include "formats/json_text.h"

enum { MOST_PARAMETERS = 32, MOST_PARAMETER_NAME = 256 };

/* One command while it is read. */
struct command {
    struct gather *gather;
    const struct format_options *options;
    const char *wanted; /* the parameter that is the size, where it has that */
    json_object *object;
    char *library;
    struct gather_parameter parameters[MOST_PARAMETERS];
    struct gather_sample sample;
};

static int refuse(const struct command *command, const char *why, struct err *err) {
    return err_set(err, ERR_DAMAGED, "%s: result %zu: %s", command->gather->path,
                   command->sample.place, why);
}

static int no_memory(const struct command *command, struct err *err) {
    return err_set(err, ERR_FAILED, "%s: no memory to read it", command->gather->path);
}

/* --- the name of the library --- */

/* TEXT with every occurrence of VALUE replaced by {NAME}; to be given to free. */
static char *fill_out(const char *text, const char *value, const char *name) {
    char *made = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&made, &length);
    if (!stream)
        return NULL;
    for (const char *at; (at = strstr(text, value)); text = at + strlen(value))
        fprintf(stream, "%.*s{%s}", (int)(at - text), text, name);
    fputs(text, stream);
    if (fclose(stream) == 0)
        return made;
    free(made);
    return NULL;
}

static char *add_word(const char *text, const char *value, const char *name) {
    char *made = NULL;
    return asprintf(&made, "%s (%s=%s)", text, name, value) < 0 ? NULL : made;
}

/* Puts what MADE holds, unless memory was short, in the place of the library's name. */
static int rename_library(struct command *command, char *made) {
    if (!made)
        return 0;
    free(command->library);
    command->library = made;
    return 1;
}

/* --- parameters --- */

static int is_size(const struct command *command, const char *name) {
    if (command->wanted)
        return strcmp(name, command->wanted) == 0;
    return strcmp(name, "size") == 0 || strcmp(name, "n") == 0;
}

static int add_number(struct command *command, const char *name, const char *text, double value,
                      struct err *err) {
    struct gather_sample *sample = &command->sample;
    if (!rename_library(command, fill_out(command->library, text, name)))
        return no_memory(command, err);
    if (is_size(command, name)) {
        if (!decimal_is_whole(value, &sample->size) || sample->size < 0)
            return refuse(command, "the size is no whole number", err);
        return 0;
    }
    if (sample->parameter_count == MOST_PARAMETERS)
        return refuse(command, "too many parameters", err);
    command->parameters[sample->parameter_count++] = (struct gather_parameter){name, value};
    return 0;
}

static int read_parameter(struct command *command, const char *name, json_object *value,
                          struct err *err) {
    double number;
    if (!json_object_is_type(value, json_type_string))
        return refuse(command, "a parameter is no text", err);
    /* Filled out, a text grows by the name for each byte that it had. */
    if (strlen(command->library) > GATHER_MOST_NAME || strlen(name) > MOST_PARAMETER_NAME)
        return refuse(command, "its name has no end", err);
    const char *text = json_object_get_string(value);
    if (decimal_read(text, strlen(text), &number) && isfinite(number))
        return add_number(command, name, text, number, err);
    if (!strstr(command->library, text) &&
        !rename_library(command, add_word(command->library, text, name)))
        return no_memory(command, err);
    return 0;
}

static int read_parameters(struct command *command, struct err *err) {
    json_object *parameters = json_text_member(command->object, "parameters", json_type_object);
    int rc = 0;
    const char *wanted = command->options->size_param;
    int has_it = wanted && parameters && json_object_object_get_ex(parameters, wanted, NULL);
    command->wanted = has_it ? wanted : NULL;
    if (wanted)
        gather_note_size(command->gather, command->library, has_it);
    if (!parameters)
        return 0;
    json_object_object_foreach(parameters, name, value) {
        if (rc == 0)
            rc = read_parameter(command, name, value, err);
    }
    return rc;
}

/* --- times --- */

static enum cell_status status_of(json_object *exit_code) {
    if (!exit_code)
        return CELL_CRASHED;
    return json_object_get_int64(exit_code) == 0 ? CELL_OK : CELL_FAILED;
}

static int add_times(struct command *command, json_object *times, struct err *err) {
    json_object *codes = json_text_member(command->object, "exit_codes", json_type_array);
    size_t known = codes ? json_object_array_length(codes) : 0;
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < json_object_array_length(times); i++) {
        json_object *time = json_object_array_get_idx(times, i);
        if (!json_text_number(time, &command->sample.seconds))
            return refuse(command, "a time is no number", err);
        command->sample.round = (int64_t)i;
        command->sample.status =
            i < known ? status_of(json_object_array_get_idx(codes, i)) : CELL_OK;
        rc = gather_add(command->gather, &command->sample, err);
    }
    return rc;
}

static int add_mean(struct command *command, struct err *err) {
    command->sample.samples_are = "means";
    if (!json_text_number_or_nan(command->object, "mean", &command->sample.seconds) ||
        isnan(command->sample.seconds))
        return refuse(command, "neither times nor a mean", err);
    return gather_add(command->gather, &command->sample, err);
}

/* --- commands --- */

static int add_command(struct command *command, struct err *err) {
    const char *name = json_text_string(command->object, "command");
    if (!name)
        return refuse(command, "it has no command", err);
    if (!(command->library = strdup(name)))
        return no_memory(command, err);
    int rc = read_parameters(command, err);
    json_object *times = json_text_member(command->object, "times", json_type_array);
    command->sample.library = command->library;
    if (rc == 0)
        rc = times && json_object_array_length(times) ? add_times(command, times, err)
                                                      : add_mean(command, err);
    free(command->library);
    return rc;
}

static int add_results(struct gather *gather, const struct format_options *options,
                       json_object *root, struct err *err) {
    json_object *results = json_text_member(root, "results", json_type_array);
    int rc = 0;
    if (!results)
        return err_set(err, ERR_DAMAGED, "%s: there is no array \"results\" in it", gather->path);
    if (json_object_array_length(results) == 0)
        return err_set(err, ERR_DAMAGED, "%s: a hyperfine result without any results",
                       gather->path);
    for (size_t i = 0; rc == 0 && i < json_object_array_length(results); i++) {
        struct command command = {
            .gather = gather, .options = options, .object = json_object_array_get_idx(results, i)};
        command.sample =
            (struct gather_sample){.action = options->action ? options->action : "command",
                                   .size = GATHER_NO_SIZE,
                                   .parameters = command.parameters,
                                   .seed = GATHER_NEXT,
                                   .cpu_seconds = NAN,
                                   .calls = -1,
                                   .place = i + 1,
                                   .is_of_entry = 1};
        rc = add_command(&command, err);
    }
    return rc;
}

static int read_hyperfine(struct gather *gather, const struct source *source,
                          const struct format_options *options, struct err *err) {
    gather->place_name = "result";
    json_object *root = json_text_parse(source, err);
    if (!root)
        return ERR_DAMAGED;
    int rc = add_results(gather, options, root, err);
    json_object_put(root);
    return rc;
}

/* Where, from I on, no blank is. */
static size_t skip_blanks(const char *head, size_t n, size_t i) {
    while (i < n && head[i] && strchr(" \t\r\n", head[i]))
        i++;
    return i;
}

/* Results that come first may be none, and so name no command. */
static int recognises(const char *head, size_t n, const char *path) {
    (void)path;
    static const char results[] = "\"results\"", command[] = "\"command\"";
    const size_t length = sizeof results - 1;
    size_t i = skip_blanks(head, n, 0);
    if (i == n || head[i] != '{')
        return 0;
    i = skip_blanks(head, n, i + 1);
    if (n - i >= length && memcmp(head + i, results, length) == 0)
        return 1;
    return memmem(head, n, results, length) && memmem(head, n, command, sizeof command - 1);
}

const struct format hyperfine_format = {
    .name = "hyperfine",
    .about = "hyperfine: --export-json",
    .extensions = "",
    .recognises = recognises,
    .read = read_hyperfine,
};
