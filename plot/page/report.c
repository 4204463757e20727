/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/page/report.h"

#include <stdlib.h>
#include <string.h>

#include "plot/analysis/chart_set.h"
#include "plot/analysis/sections.h"
#include "plot/figure/text.h"
#include "plot/output/output.h"
#include "plot/report/report_page.h"

/* --- parts --- */

void report_write_action(const struct table *table, const struct section *section, FILE *file) {
    fputs(section->action, file);
    for (size_t i = 0; i < table->section_count; i++)
        if (&table->sections[i] != section &&
            strcmp(table->sections[i].action, section->action) == 0) {
            fprintf(file, " (%s)", section->run);
            return;
        }
}

void report_write_parts(const char *cell, FILE *file) {
    int has_blank = 1;
    for (; *cell; cell++) {
        int is_blank = *cell == ' ';
        if (*cell != '\t' && !(is_blank && has_blank))
            putc(*cell, file);
        has_blank = *cell == '\t' ? has_blank : is_blank;
    }
}

/* --- report --- */

enum { MEASURES = 2 };

/* The charts of a table: for each section a row of charts, and the curves behind them. */
struct drawn {
    struct chart_set *set;
    struct curves *curves;
};

typedef void write_words(const struct table *table, FILE *file);

static void add_words(struct report *report, enum report_kind kind, write_words *write,
                      const struct table *table) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (file)
        write(table, file);
    if (!file || fclose(file) != 0)
        report->failed = 1;
    else if (*text)
        report_add(report, kind, "%s", text);
    free(text);
}

/* --- title and answers --- */

enum { FEW_ACTIONS = 3 };

static void write_title(const struct table *table, FILE *file) {
    size_t libraries = 0;
    for (size_t i = 0; i < table->section_count; i++)
        if (table->sections[i].summary_count > libraries)
            libraries = table->sections[i].summary_count;
    fprintf(file, libraries > 1 ? "%zu libraries compared: " : "%zu library measured: ", libraries);
    for (size_t i = 0; i < table->section_count && i < FEW_ACTIONS; i++) {
        fputs(i ? ", " : "", file);
        report_write_action(table, &table->sections[i], file);
    }
    if (table->section_count > FEW_ACTIONS)
        fprintf(file, " and %zu more", table->section_count - FEW_ACTIONS);
}

/* "Of 9 actions: openblas is the fastest on average in 5, blis in 3; in 1 no single library" */
static void write_tally(const struct table *table, FILE *file) {
    size_t open = table->section_count;
    fprintf(file, "Of %zu actions", table->section_count);
    for (size_t i = 0, named = 0; i < table->section_count; i++) {
        const char *leader = report_leader(table, &table->sections[i]);
        size_t count = 0, earlier = 0;
        for (size_t k = 0; leader && k < table->section_count; k++) {
            const char *other = report_leader(table, &table->sections[k]);
            int is_same = other && strcmp(leader, other) == 0;
            count += (size_t)is_same;
            earlier += is_same && k < i;
        }
        if (!leader || earlier)
            continue;
        fprintf(file, "%s%s%s in %zu", named ? ", " : ": ", leader,
                named                                             ? ""
                : table->sections[i].quantity == QUANTITY_SECONDS ? " is the fastest on average"
                                                                  : " needs the least on average",
                count);
        named++;
        open -= count;
    }
    if (open)
        fprintf(file, "%s in %zu no single library is shown to %s",
                open == table->section_count ? ":" : ";", open,
                table->sections[0].quantity == QUANTITY_SECONDS ? "be the fastest"
                                                                : "need the least");
    putc('.', file);
}

/* Adds a sentence for each action or, if there are many, one for all. */
static void add_answers(struct report *report, const struct table *table) {
    if (table->section_count > FEW_ACTIONS) {
        add_words(report, REPORT_ANSWER, write_tally, table);
        return;
    }
    for (size_t i = 0; i < table->section_count; i++)
        report_add_answer(report, REPORT_ANSWER, table, &table->sections[i],
                          table->section_count > 1);
}

static void write_origin(const struct table *table, FILE *file) {
    const struct section *section = &table->sections[0];
    fprintf(file, "Intervals are of %.6g %%.", 100 * section->confidence);
    if (section->started)
        fprintf(file, " Measured %.10s", section->started);
    if (section->cpu)
        fprintf(file, "%s on %s", section->started ? "" : " Measured", section->cpu);
    fputs(section->started || section->cpu ? "." : "", file);
}

/* --- sections --- */

#define RATIO_MEANS                                                                                \
    "Time of a library over time of the reference: 2× takes twice as long, ½× half as long; "   \
    "lower "                                                                                       \
    "is faster. It is the typical one: the smallest and the largest samples of each round are "    \
    "left out, and [ ] is its own interval. So it is not the quotient of the two means, in which " \
    "slow "                                                                                        \
    "calls count in full: where the two disagree, a warning says so, and the ratio of means "      \
    "stands "                                                                                      \
    "beside it in the tables. "
static const char ratio_paired[] =
    RATIO_MEANS "It is calculated from pairs of samples that were measured next to each other.";
static const char ratio_unpaired[] =
    RATIO_MEANS "Its samples are not paired with the reference's: nothing says which of them were "
                "measured next to each other.";

#define QUANTITY_MEANS                                                                              \
    "That of a library over that of the reference: 2× is twice as much, ½× half as much. It is " \
    "the typical one: the smallest and the largest samples of each round are left out, and [ ] "    \
    "is its own interval. So it is not the quotient of the two means: where the two disagree, a "   \
    "warning says so. "
static const char quantity_paired[] =
    QUANTITY_MEANS "It is calculated from pairs of samples that were measured next to each other.";
static const char quantity_unpaired[] = QUANTITY_MEANS
    "Nothing says which samples were measured next to each other: they are unpaired.";

static void add_heading(struct report *report, const struct table *table,
                        const struct section *section) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = table->section_count > 1 ? open_memstream(&text, &size) : NULL;
    if (!file)
        return;
    report_write_action(table, section, file);
    if (fclose(file) == 0)
        report_add(report, REPORT_PART, "%s", text);
    free(text);
}

static void add_meaning_of_times(struct report *report, const struct section *section) {
    report_add_pair(report, REPORT_FACT, "time",
                    "Seconds of one call: the mean over all samples. ± is its interval, taken over "
                    "the rounds: each round runs every library in a new process.");
    report_add_pair(report, REPORT_FACT, "ratio",
                    section->pairing == PAIRING_UNPAIRED ? ratio_unpaired : ratio_paired);
}

static void add_meaning_of_quantity(struct report *report, const struct section *section) {
    const struct quantity_words *of = quantity_words(section->quantity);
    char mean[256];
    snprintf(mean, sizeof mean,
             "The %s, in place of the time: the mean over all samples. ± is its interval, taken "
             "over the rounds: each round runs every library in a new process.",
             of->about);
    report_add_pair(report, REPORT_FACT, of->one, mean);
    report_add_pair(report, REPORT_FACT, "ratio",
                    section->pairing == PAIRING_UNPAIRED ? quantity_unpaired : quantity_paired);
}

static int add_all_verdicts(struct report *report, const struct table *table, struct err *err) {
    int code = 0;
    report_add(report, REPORT_SECTION, "Verdicts");
    if (table->section_count) {
        const struct section *section = &table->sections[0];
        report_add(report, REPORT_FOLD, "How to read this page");
        if (section->quantity == QUANTITY_SECONDS)
            add_meaning_of_times(report, section);
        else
            add_meaning_of_quantity(report, section);
        report_add_pair(
            report, REPORT_FACT,
            section->quantity == QUANTITY_SECONDS ? "faster, slower" : "less, more",
            "A difference is called so only where a test shows it, with what differs between two "
            "copies of one library as part of the error; the test is corrected for the number of "
            "rows.");
        report_add_pair(
            report, REPORT_FACT, "≈, no difference shown",
            section->quantity == QUANTITY_SECONDS
                ? "The measurement does not tell. That is not the same as being equally fast."
                : "The measurement does not tell. That is not the same as being equal.");
        if (report_has_equality(table))
            report_add_pair(report, REPORT_FACT, "equal, inconclusive",
                            "Equal means that the whole difference was shown to lie within the "
                            "limit of --equal. Inconclusive means that neither equality nor a "
                            "difference was shown.");
        if (section->rounds == 1)
            report_add_pair(
                report, REPORT_FACT, "one process only",
                "Each library ran in a single process. Another process may differ by more than "
                "ten percent, so that smaller differences say nothing about the libraries.");
        if (section->controlled)
            report_add_pair(
                report, REPORT_FACT, "noise floor",
                "One library was measured twice under two names. What differs between the "
                "two is noise, by which no library is better or worse. Grey in the charts.");
        report_add_pair(
            report, REPORT_FACT, "on average",
            "The geometric mean of the ratios, over the sizes where both libraries gave "
            "right answers.");
        report_add(report, REPORT_UNFOLD, "%s", "");
    }
    for (size_t i = 0; i < table->section_count && !code; i++)
        code = report_add_verdicts(report, table, &table->sections[i],
                                   table->section_count > FEW_ACTIONS, err);
    return code;
}

static int fill(struct report *report, const struct options *options, const struct table *table,
                const struct drawn *drawn, struct err *err) {
    for (size_t i = 0; i < table->summary_count; i++)
        report_add_name(report, table->summaries[i].library);
    for (size_t i = 0; i < table->section_count; i++) {
        const struct provenance *provenance = table->sections[i].provenance;
        for (size_t k = 0; k < provenance->library_count; k++)
            report_add_name(report, provenance->libraries[k].name);
    }

    report->libraries = drawn->set->coloured_count;
    if (options->title && *options->title)
        report_add(report, REPORT_TITLE, "%s", options->title);
    else
        add_words(report, REPORT_TITLE, write_title, table);
    if (table->section_count) {
        add_answers(report, table);
        add_words(report, REPORT_LINE, write_origin, table);
    }
    int code = add_all_verdicts(report, table, err);
    if (!code) {
        report_add(report, REPORT_SECTION, "Charts");
        report_add(report, REPORT_LINE,
                   "Point at a line, or walk along it with the arrow keys, to read its numbers.");
        for (size_t i = 0; i < table->section_count && !code; i++) {
            add_heading(report, table, &table->sections[i]);
            code = report_add_section_charts(report, table, &table->sections[i], &drawn->curves[i],
                                             &drawn->set->charts[i * MEASURES], err);
        }
    }
    if (code)
        return code;

    size_t first;
    report_add(report, REPORT_SECTION, "All numbers");
    for (size_t i = 0; i < table->section_count; i++) {
        const struct section *section = &table->sections[i];
        char caption[256];
        snprintf(caption, sizeof caption, "%s, relative to %s", section->action,
                 section->reference ? section->reference : "the reference");
        add_heading(report, table, section);
        report_add_records(report, table, section, 0, 0, caption, &first);
    }

    report_add(report, REPORT_SECTION, "How it was measured");
    report_add_provenance(report, table);
    report_add(report, REPORT_SECTION, "Do it again");
    report_add_commands(report, table, options);
    return 0;
}

int command_report(const struct options *options, struct err *err) {
    struct table table = {0};
    struct chart_set set = {0};
    struct input input = {.terms = &options->terms,
                          .file = options->output.source,
                          .runs = options->runs,
                          .table = options->table,
                          .visit = input_keep,
                          .context = &table,
                          .meanwhile = fonts_begin};
    input.table.with_provenance = 1;
    colours_survey(&input, &set);
    int code = target_check(options->report, options->output.source, err);
    code = code ? code : input_read(&input, err);
    if (!code) {
        static const struct measure *const measures[MEASURES] = {&measure_ratio, &measure_time};
        struct drawn drawn = {&set, calloc(table.section_count + 1, sizeof *drawn.curves)};
        struct report report = {0};
        code = drawn.curves ? 0 : err_set(err, ERR_FAILED, "no memory for the charts of a report");
        const struct sections_options asked = {.measures = measures,
                                               .measure_count = MEASURES,
                                               .across = options->axes.x,
                                               .curves = drawn.curves};
        code = code ? code : sections_chart(&set, &table, &asked, err);
        code = code ? code : fill(&report, options, &table, &drawn, err);
        code = code ? code : report_page_write(&report, options->report, err);
        report_release(&report);
        free(drawn.curves);
    }
    chart_set_release(&set);
    table_release(&table);
    return code;
}
