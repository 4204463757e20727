/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/import/format.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "formats/model/sample_words.h"
#include "formats/text/suggest.h"

/* --- lists of words --- */

int words_have(const char *list, const char *word) {
    size_t length = strlen(word);
    for (list += strspn(list, " "); *list; list += strspn(list, " ")) {
        size_t item = strcspn(list, " ");
        if (item == length && strncasecmp(list, word, length) == 0)
            return 1;
        list += item;
    }
    return 0;
}

/* --- writing --- */

static int check_options(const struct format *format, const struct writing_options *options,
                         struct err *err) {
    static const char *const shapes[WRITING_SHAPES] = {"", "all samples", "a summary",
                                                       "a column for each library"};
    const struct format_writer *writer = format->writer;
    if (!writer)
        return err_set(err, ERR_USAGE, "%s is a format that is only read", format->name);
    if (options->shape != WRITING_USUAL && !(writer->shapes & 1u << options->shape))
        return err_set(err, ERR_USAGE, "%s cannot hold %s", format->name, shapes[options->shape]);
    if (!options->unit || (writer->units && words_have(writer->units, options->unit)))
        return 0;
    return writer->units ? err_set(err, ERR_USAGE, "%s has no unit %s; it has: %s%s", format->name,
                                   options->unit, writer->units,
                                   suggest_among(options->unit, writer->units).text)
                         : err_set(err, ERR_USAGE, "%s has no choice of units", format->name);
}

int writing_begin(struct writing *writing, const struct format *format, const char *path,
                  const struct writing_options *options, struct err *err) {
    *writing = (struct writing){.format = format, .options = options};
    int code = check_options(format, options, err);
    if (code)
        return code;
    code = format->writer->writes_directories ? directory_open(&writing->directory, path, err)
                                              : destination_open(&writing->destination, path, err);
    if (code == 0 && format->writer->begin) {
        code = format->writer->begin(writing, err);
        code = code ? writing_end(writing, code, err) : 0;
    }
    return code;
}

int writing_wants_plan(const struct writing *writing) {
    return writing->format->writer->plan != NULL;
}

int writing_plan(struct writing *writing, const struct run *run, const struct measurement *whole,
                 struct err *err) {
    return writing->format->writer->plan(writing, run, whole, err);
}

int writing_wants_samples(const struct writing *writing) {
    enum writing_shape shape = writing->options->shape;
    return writing->format->writer->plan_samples &&
           (shape == WRITING_USUAL || shape == WRITING_SAMPLES);
}

void writing_plan_samples(struct writing *writing, const struct measurement *window) {
    writing->format->writer->plan_samples(writing, window);
}

/* Notes NAME if it is new. Returns whether it is new; -1 if memory runs out. */
static int note_action(struct writing *writing, const char *name) {
    for (size_t i = 0; i < writing->action_count; i++)
        if (strcmp(writing->actions[i], name) == 0)
            return 0;
    char **actions = realloc(writing->actions, (writing->action_count + 1) * sizeof *actions);
    if (actions)
        writing->actions = actions;
    if (!actions || !(actions[writing->action_count] = strdup(name)))
        return -1;
    writing->action_count++;
    return 1;
}

static int check_action(struct writing *writing, const struct measurement *m, struct err *err) {
    int is_new = writing->format->writer->holds_many_runs ? 1 : note_action(writing, m->name);
    if (is_new < 0)
        return err_set(err, ERR_FAILED, "no memory for the names of actions");
    return is_new ? 0
                  : err_set(err, ERR_USAGE,
                            "%s holds one run of each action, and there are several of %s; choose "
                            "one with --run",
                            writing->format->name, m->name);
}

static int check_times(const struct format *format, const struct measurement *m, struct err *err) {
    const char *per = sample_per(facts_text(&m->facts, FACT_SAMPLES_ARE, NULL));
    return per && format->writer->has_calls_only
               ? err_set(
                     err, ERR_USAGE,
                     "the times of %s are per %s, and those of a file of %s are of calls; export "
                     "them to csv, json or mat",
                     m->name, per, format->name)
               : 0;
}

/* Whether a file tells rates of SERIES at POINT, and no times. */
static int has_rates_alone(const struct measurement *m, const struct series *series, size_t point) {
    int has_rate = 0;
    for (size_t r = 0; r < m->rounds; r++)
        for (size_t k = 0; k < m->max_seeds; k++) {
            size_t sample = measurement_index(m, point, r, k);
            if (isfinite(series->seconds[sample]))
                return 0;
            has_rate |= series_tells_rate(series, sample);
        }
    return has_rate;
}

/* Fails if M has libraries with rates alone beside others with times, and the file would lose them.
 */
static int check_rates(const struct writing *writing, const struct measurement *m,
                       struct err *err) {
    enum writing_shape shape = writing->options->shape;
    int has_mixed =
        writing->format->writer->has_mixed && shape != WRITING_SUMMARY && shape != WRITING_WIDE;
    if (has_mixed || facts_find(&m->facts, FACT_MEASURED))
        return 0;
    for (size_t s = 0; s < m->series_count; s++)
        for (size_t p = 0; p < m->points; p++)
            if (has_rates_alone(m, &m->series[s], p))
                return err_set(err, ERR_USAGE,
                               "%s has rates of %s and no times, which such a file does not hold "
                               "beside the times of others; export all samples to csv, json or mat",
                               m->name, m->series[s].name);
    return 0;
}

int writing_add(struct writing *writing, const struct run *run, const struct measurement *m,
                struct err *err) {
    int code = check_action(writing, m, err);
    code = code ? code : check_times(writing->format, m, err);
    code = code ? code : check_rates(writing, m, err);
    code = code ? code : writing->format->writer->add(writing, run, m, err);
    writing->measurements += code == 0;
    return code;
}

int writing_end(struct writing *writing, int code, struct err *err) {
    const struct format_writer *writer = writing->format->writer;
    if (code == 0 && !writing->measurements)
        code = err_set(err, ERR_USAGE, "there is nothing to be written");
    if (code == 0 && writer->end)
        code = writer->end(writing, err);

    if (writing->format->writer->release)
        writing->format->writer->release(writing->state);
    writing->state = NULL;
    for (size_t i = 0; i < writing->action_count; i++)
        free(writing->actions[i]);
    free(writing->actions);
    writing->actions = NULL;
    writing->action_count = 0;

    if (writer->writes_directories) {
        if (code == 0)
            return directory_commit(&writing->directory, err);
        directory_abandon(&writing->directory);
        return code;
    }
    if (code == 0)
        return destination_commit(&writing->destination, err);
    destination_abandon(&writing->destination);
    return code;
}
