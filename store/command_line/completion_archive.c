/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the archive on the command line has. Whoever waits for a completion does not wait for a
 * lock, and is not told of damage; of many runs only the latest are looked into. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formats/model/measures.h"
#include "store/archive/archive_survey.h"
#include "store/archive/choose.h"
#include "store/command_line/access_options.h"
#include "store/command_line/completion.h"

enum {
    LOOKED_INTO = 100,      /* runs: some hundredths of a second */
    MOST_FOREIGN = 4 << 20, /* bytes of a file of another program: likewise */
};

/* --- the archive --- */

static const char *find_archive(const struct completion *c) {
    const char *resumed = completion_given(c, "resume");
    for (size_t i = 0; i < completion_argument_count(c); i++)
        if (access(completion_argument(c, i), R_OK) == 0)
            return completion_argument(c, i);
    return resumed ? resumed : COMMAND_LINE_ARCHIVE;
}

static void tell_nobody(void *context, const char *line) {
    (void)context;
    (void)line;
}

static const struct access at_once = {.lock_timeout = -1, .tell = tell_nobody};

/* NULL if it cannot be read now. */
static struct archive *open_archive(const struct completion *c) {
    struct archive *archive = NULL;
    struct err err;
    return archive_open_with(&archive, find_archive(c), &at_once, &err) == 0 ? archive : NULL;
}

static void survey(struct completion *c, archive_visitor *visit) {
    struct archive *archive = open_archive(c);
    struct err err;
    if (archive)
        archive_survey_latest(archive, LOOKED_INTO, visit, c, &err);
    archive_close(archive);
}

/* --- runs, actions, libraries, hosts --- */

static int offer_run(void *context, size_t number, const struct run *run,
                     const struct archive_fault *fault, struct err *err) {
    (void)number;
    (void)fault;
    (void)err;
    if (run)
        completion_offer(context, run->name,
                         run->measurement_count ? run->measurements[0].name : "");
    return 0;
}

static int offer_actions(void *context, size_t number, const struct run *run,
                         const struct archive_fault *fault, struct err *err) {
    (void)number;
    (void)fault;
    (void)err;
    for (size_t i = 0; run && i < run->measurement_count; i++)
        completion_offer(context, run->measurements[i].name, NULL);
    return 0;
}

static int offer_libraries(void *context, size_t number, const struct run *run,
                           const struct archive_fault *fault, struct err *err) {
    (void)number;
    (void)fault;
    (void)err;
    for (size_t i = 0; run && i < run->measurement_count; i++)
        for (size_t k = 0; k < run->measurements[i].series_count; k++)
            completion_offer(context, run->measurements[i].series[k].name, NULL);
    return 0;
}

static int offer_host(void *context, size_t number, const struct run *run,
                      const struct archive_fault *fault, struct err *err) {
    (void)number;
    (void)fault;
    (void)err;
    if (run)
        completion_offer(context, run_machine(&run->facts), NULL);
    return 0;
}

void completion_runs(struct completion *c) {
    completion_begin_item(c, "");
    completion_offer(c, "latest", "each action's latest run");
    completion_offer(c, "first", "the first run");
    completion_offer(c, "all", "all runs");
    completion_offer_words(c, "today, yesterday, this-week, last-week");
    struct archive *archive = open_archive(c);
    struct err err;
    size_t count = archive ? archive_run_count(archive) : 0;
    for (size_t i = 0; i + LOOKED_INTO < count; i++)
        completion_offer(c, archive_run_name(archive, i), NULL);
    if (archive)
        archive_survey_latest(archive, LOOKED_INTO, offer_run, c, &err);
    archive_close(archive);
}

void completion_actions(struct completion *c) {
    completion_begin_item(c, "");
    survey(c, offer_actions);
}

void completion_libraries(struct completion *c) {
    completion_begin_item(c, "");
    survey(c, offer_libraries);
}

void completion_hosts(struct completion *c) {
    survey(c, offer_host);
}

/* --- parameters --- */

/* Offers "NAME=", and after that "NAME=VALUE". */
static void offer_condition(struct completion *c, const char *name, const double *values,
                            const int64_t *sizes, size_t points) {
    char text[128];
    size_t length = strlen(name);
    const char *begun = completion_begun(c);
    int has_name = strncmp(begun, name, length) == 0 && begun[length] == '=';
    if (!has_name) {
        snprintf(text, sizeof text, "%s=", name);
        completion_offer(c, text, NULL);
    }
    for (size_t p = 0; has_name && p < points; p++) {
        double value = sizes ? (double)sizes[p] : values[p];
        snprintf(text, sizeof text, "%s=%.15g", name, value);
        if (!isnan(value))
            completion_offer(c, text, NULL);
    }
}

static int offer_conditions(void *context, const struct run *run, const struct measurement *whole,
                            struct err *err) {
    (void)run;
    (void)err;
    offer_condition(context, facts_text(&whole->facts, FACT_SIZE_NAME, "size"), NULL, whole->sizes,
                    whole->points);
    for (size_t i = 0; i < whole->parameter_count; i++)
        offer_condition(context, whole->parameters[i].name, whole->parameters[i].values, NULL,
                        whole->points);
    return 0;
}

static int offer_names(void *context, const struct run *run, const struct measurement *whole,
                       struct err *err) {
    (void)run;
    (void)err;
    completion_offer(context, facts_text(&whole->facts, FACT_SIZE_NAME, "size"), NULL);
    for (size_t i = 0; i < whole->parameter_count; i++)
        completion_offer(context, whole->parameters[i].name, NULL);
    return 0;
}

typedef int head_visitor(void *context, const struct run *run, const struct measurement *whole,
                         struct err *err);

/* Visits the measurements of a file of another program, unless it takes long to read. */
static void read_foreign(struct completion *c, const char *path, const struct foreign *foreign,
                         head_visitor *begin) {
    struct stat status;
    struct runs runs = {0};
    struct err err;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size > MOST_FOREIGN ||
        foreign_read(foreign, NULL, &at_once, &runs, &err) != 0)
        return;
    for (size_t r = 0; r < runs.count; r++)
        for (size_t m = 0; m < runs.items[r]->measurement_count; m++)
            begin(c, runs.items[r], &runs.items[r]->measurements[m], &err);
    runs_release(&runs);
}

/* Visits the measurements of the latest runs. */
static void read_heads(struct completion *c, head_visitor *begin) {
    struct foreign foreign;
    if (foreign_is(&foreign, find_archive(c))) {
        read_foreign(c, find_archive(c), &foreign, begin);
        return;
    }
    const struct choice_terms terms = {.runs = "-5..", .since = NAN};
    const struct choice_visitor visitor = {.begin = begin};
    struct archive *archive = open_archive(c);
    struct choices choices = {0};
    struct err err;
    if (archive && archive_choose(archive, &terms, &choices, &err) == 0)
        choices_stream(archive, &choices, READER_SECONDS | READER_HEAD, &visitor, c, &err);
    choices_release(&choices);
    archive_close(archive);
}

void completion_conditions(struct completion *c) {
    read_heads(c, offer_conditions);
}

void completion_parameters(struct completion *c) {
    read_heads(c, offer_names);
}

static int offer_measures(void *context, const struct run *run, const struct measurement *whole,
                          struct err *err) {
    static const char *const facts[] = {FACT_MEASURES, FACT_RATES};
    struct file_measure measure;
    (void)run;
    (void)err;
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        const char *list = facts_text(&whole->facts, facts[i], "");
        while (measures_take(&list, &measure))
            completion_offer(context, measure.name, "as the file has it");
    }
    return 0;
}

void completion_measures(struct completion *c) {
    read_heads(c, offer_measures);
}
