/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/page/report.h"

#include <stdlib.h>
#include <string.h>

#include "formats/text/percent.h"
#include "formats/text/xalloc.h"
#include "plot/analysis/highlight.h"
#include "plot/analysis/sections.h"
#include "plot/figure/text.h"
#include "plot/output/output.h"
#include "plot/report/report_page.h"

/* --- parts --- */

static const char *host_of(const struct section *section) {
    return facts_text(&section->provenance->run_facts, FACT_HOST, "");
}

static const char *archive_of(const struct section *section) {
    return section->archive ? section->archive : "";
}

static const char *run_of(const struct section *section) {
    return section->run;
}

void report_write_action(const struct table *table, const struct section *section, FILE *file) {
    static const struct {
        const char *(*of)(const struct section *section);
        const char *format;
    } parts[] = {{host_of, " on %s"}, {archive_of, " (%s)"}, {run_of, " (%s)"}};
    enum { PARTS = sizeof parts / sizeof *parts };
    int is_told[PARTS] = {0};
    for (size_t i = 0; i < table->section_count; i++) {
        const struct section *other = &table->sections[i];
        int is_apart = other == section || strcmp(other->action, section->action) != 0;
        for (size_t p = 0; p < PARTS && !is_apart; p++)
            if (strcmp(parts[p].of(other), parts[p].of(section)) != 0)
                is_apart = is_told[p] = 1;
    }
    fputs(section->action, file);
    for (size_t p = 0; p < PARTS; p++)
        if (is_told[p])
            fprintf(file, parts[p].format, parts[p].of(section));
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

/* Tables that fit on a screen are read as they are. */
enum { SORTABLE_FROM = 12 };

void report_caption(struct document *document, size_t first, const char *const *captions) {
    for (size_t i = first; i < document->count; i++) {
        struct document_block *block = &document->blocks[i];
        if (block->kind != DOCUMENT_GRID)
            continue;
        block->text = xstrdup(*captions);
        block->sortable_from = SORTABLE_FROM;
        captions += captions[1] != NULL;
    }
}

/* --- title and answers --- */

enum { FEW_ACTIONS = 3, DAY = sizeof "2026-11-10" - 1 };

static size_t count_libraries(const struct table *table) {
    size_t count = 0;
    for (size_t i = 0; i < table->summary_count; i++) {
        size_t before = 0;
        while (strcmp(table->summaries[before].library, table->summaries[i].library) != 0)
            before++;
        count += before == i;
    }
    return count;
}

static void write_title(const void *context, FILE *file) {
    const struct table *table = context;
    size_t libraries = count_libraries(table), together = 0;
    for (size_t i = 0; i < table->section_count; i++)
        together = table->sections[i].summary_count > together ? table->sections[i].summary_count
                                                               : together;
    fprintf(file, "%zu librar%s %s: ", libraries, libraries == 1 ? "y" : "ies",
            together > 1 ? "compared" : "measured");
    for (size_t i = 0; i < table->section_count && i < FEW_ACTIONS; i++) {
        fputs(i ? ", " : "", file);
        report_write_action(table, &table->sections[i], file);
    }
    if (table->section_count > FEW_ACTIONS)
        fprintf(file, " and %zu more", table->section_count - FEW_ACTIONS);
}

/* Writes "9 actions", or "4 measurements of axpy" if machines or runs repeat an action. */
static void write_sections(const struct table *table, FILE *file) {
    size_t actions = 0;
    for (size_t i = 0; i < table->section_count; i++) {
        size_t before = 0;
        while (strcmp(table->sections[before].action, table->sections[i].action) != 0)
            before++;
        actions += before == i;
    }
    if (actions < table->section_count)
        fprintf(file, "%zu measurements of ", table->section_count);
    if (actions == 1)
        fputs(table->sections[0].action, file);
    else
        fprintf(file, "%zu actions", actions);
}

/* "Of 9 actions: openblas is the fastest on average in 5, blis in 3; in 1 no single library" */
static void write_tally(const void *context, FILE *file) {
    const struct table *table = context;
    static const char *const is_best[SENSES] = {
        " is the fastest on average", " needs the least on average", " is the best on average"};
    static const char *const be_best[SENSES] = {"be the fastest", "need the least", "be the best"};
    size_t open = table->section_count;
    fputs("Of ", file);
    write_sections(table, file);
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
                named ? "" : is_best[quantity_sense(table->sections[i].quantity)], count);
        named++;
        open -= count;
    }
    if (open)
        fprintf(file, "%s in %zu no library is shown to %s",
                open == table->section_count ? ":" : ";", open,
                be_best[quantity_sense(table->sections[0].quantity)]);
    putc('.', file);
}

/* Adds the answer of the only action, or one sentence for all: each has its own in its section. */
static void add_answers(struct document *document, const struct table *table) {
    if (table->section_count > 1)
        document_write(document, DOCUMENT_ANSWER, write_tally, table);
    else
        report_add_answer(document, DOCUMENT_ANSWER, table, &table->sections[0]);
}

static void write_disturbed(const struct table *table, FILE *file) {
    struct report_disturbance all = {0};
    for (size_t i = 0; i < table->section_count; i++) {
        struct report_disturbance one = report_disturbance(table, &table->sections[i]);
        all.disturbed += one.disturbed;
        all.samples += one.samples;
        all.has_control |= one.has_control;
    }
    const char *also = all.has_control ? ", the control's among them," : "";
    if (!all.samples)
        fputs(" Nothing was recorded about disturbed samples.", file);
    else if (!all.disturbed)
        fprintf(file, " None of the %zu samples%s was disturbed.", all.samples, also);
    else
        fprintf(file, " %zu of %zu samples (%s)%s %s disturbed at every attempt.", all.disturbed,
                all.samples, percent_of((double)all.disturbed / (double)all.samples).text, also,
                all.disturbed == 1 ? "was" : "were");
}

static void write_cpus(const struct table *table, FILE *file) {
    const char *between = " on ";
    for (size_t i = 0; i < table->section_count; i++) {
        const char *cpu = table->sections[i].cpu;
        int is_known = !cpu;
        for (size_t k = 0; k < i && !is_known; k++)
            is_known = table->sections[k].cpu && strcmp(table->sections[k].cpu, cpu) == 0;
        if (is_known)
            continue;
        fprintf(file, "%s%s", between, cpu);
        between = ", ";
    }
}

/* Writes " 2026-11-10", or " 2026-11-10 to 2026-11-15" if measurements were begun on several days.
 */
static void write_days(const struct table *table, FILE *file) {
    const char *first = NULL, *last = NULL;
    for (size_t i = 0; i < table->section_count; i++) {
        const char *started = table->sections[i].started;
        if (started && (!first || strncmp(started, first, DAY) < 0))
            first = started;
        if (started && (!last || strncmp(started, last, DAY) > 0))
            last = started;
    }
    if (first)
        fprintf(file, " %.*s", DAY, first);
    if (first && strncmp(first, last, DAY) != 0)
        fprintf(file, " to %.*s", DAY, last);
}

static void write_origin(const void *context, FILE *file) {
    const struct table *table = context;
    int is_known = 0;
    for (size_t i = 0; i < table->section_count; i++)
        is_known |= table->sections[i].started || table->sections[i].cpu;
    fprintf(file, "Intervals are of %.6g %%.", 100 * table->sections[0].confidence);
    if (is_known) {
        fputs(" Measured", file);
        write_days(table, file);
        write_cpus(table, file);
        putc('.', file);
    }
    write_disturbed(table, file);
}

/* --- parts of the page --- */

static void add_names(struct report *report, const struct table *table) {
    for (size_t i = 0; i < table->summary_count; i++)
        report_add_name(report, table->summaries[i].library);
    for (size_t i = 0; i < table->section_count; i++) {
        const struct provenance *provenance = table->sections[i].provenance;
        for (size_t k = 0; k < provenance->library_count; k++)
            report_add_name(report, provenance->libraries[k].name);
    }
}

/* The answer of a comparison is in its section. */
static void add_header(struct document *document, const struct options *options,
                       const struct table *table) {
    int is_comparison = report_has_comparison(table, options);
    if (options->title && *options->title)
        document_add(document, DOCUMENT_HEADING, "%s", options->title);
    else if (is_comparison && options->source_count == 2)
        document_add(document, DOCUMENT_HEADING, "Changes from %s to %s", options->sources[0],
                     options->sources[1]);
    else if (is_comparison)
        document_add(document, DOCUMENT_HEADING, "Changes between runs %s of %s", options->runs,
                     options->sources[0]);
    else
        document_write(document, DOCUMENT_HEADING, write_title, table);
    if (!table->section_count)
        return;
    if (!is_comparison)
        add_answers(document, table);
    document_write(document, DOCUMENT_LINE, write_origin, table);
}

static int fill(struct report *report, const struct options *options, const struct table *table,
                const struct drawn *drawn, struct err *err) {
    struct document *document = &report->document;
    int code = 0;
    add_names(report, table);
    report->has_faint = drawn->set->palette > 0;
    report->libraries = report->has_faint ? drawn->set->palette : drawn->set->coloured_count;
    add_header(document, options, table);
    if (report_has_comparison(table, options))
        code = report_add_comparison(report, &drawn->changes, options, err);
    for (size_t i = 0; i < table->section_count && !code; i++)
        report_add_action(report, table, i, drawn);
    code = code ? code : report_add_history(report, &drawn->history, &drawn->timeline, err);
    if (code)
        return code;
    if (table->section_count)
        report_add_reading(document, table);
    document_add(document, DOCUMENT_SECTION, "How it was measured");
    for (size_t i = 0; i < drawn->understood->count; i++)
        document_add(document, DOCUMENT_LINE, "%s", drawn->understood->blocks[i].text);
    report_add_provenance(document, table);
    document_add(document, DOCUMENT_SECTION, "Do it again");
    report_add_commands(document, table, options);
    return 0;
}

/* Reads all files into TABLE, one after the other, with what VIEW shows. UNDERSTOOD gets what was
 * understood of those of other programs. */
static int read_files(struct table *table, struct document *understood, struct chart_set *set,
                      const struct options *options, const struct view *view, struct err *err) {
    struct input_terms terms = options->terms;
    struct input input = {.terms = &terms,
                          .runs = options->runs,
                          .table = options->table,
                          .visit = input_keep,
                          .context = table,
                          .meanwhile = fonts_begin};
    int code = 0;
    terms.understood = understood;
    input.table.with_provenance = 1;
    input.table.probabilities = view->quantiles;
    input.table.quantile_count = view->quantile_count;
    input.table.mode_quantiles = view->mode_quantiles;
    colours_survey(&input, set);
    for (size_t i = 0; i < options->source_count && !code; i++) {
        input.file = options->sources[i];
        input.table.archive = options->source_count > 1 ? input.file : NULL;
        code = target_check(options->report, input.file, err);
        code = code ? code : input_read(&input, err);
        input.meanwhile = NULL;
    }
    return code;
}

/* Of many libraries the same stand out in all charts, so that each has one colour on the page. */
static int highlight_all(struct drawn *drawn, const struct more_charts *more,
                         const struct table *table, struct err *err) {
    struct chart_set *set = drawn->set;
    highlight_choose(set, table);
    int code = highlight_apply(set, NULL, 0, err);
    if (code || !set->palette)
        return code;
    for (size_t i = 0; i < more->file_count * MORE_CHARTS && !code; i++)
        if (more->sets[i].count)
            code = highlight_apply(&more->sets[i], set->chosen, set->chosen_count, err);
    if (!code && drawn->changes.count)
        code = highlight_apply(&drawn->changes, set->chosen, set->chosen_count, err);
    if (!code && drawn->history.count)
        code = highlight_apply(&drawn->history, set->chosen, set->chosen_count, err);
    return code;
}

static int draw_and_write(const struct options *options, const struct table *table,
                          const struct document *understood, const struct view *view,
                          struct chart_set *set, struct err *err) {
    static const struct measure *const measures[MEASURES] = {&measure_ratio, &measure_time};
    struct more_charts more = {0};
    struct drawn drawn = {.set = set,
                          .curves = xcalloc(table->section_count, sizeof *drawn.curves),
                          .more = &more,
                          .understood = understood,
                          .view = view};
    struct report report = {0};
    const struct sections_options asked = {.measures = measures,
                                           .measure_count = MEASURES,
                                           .across = options->axes.x,
                                           .curves = drawn.curves};
    int code = sections_chart(set, table, &asked, err);
    code = code ? code : more_charts_make(&more, table, set, options, err);
    if (!code && report_has_comparison(table, options))
        code = report_make_kind(&drawn.changes, set, options, options->sources,
                                options->source_count, "change", err);
    code = code ? code : report_draw_history(&drawn.history, &drawn.timeline, set, options, err);
    code = code ? code : highlight_all(&drawn, &more, table, err);
    code = code ? code : fill(&report, options, table, &drawn, err);
    code = code ? code : report_page_write(&report, options->report, err);
    report_release(&report);
    more_charts_release(&more);
    chart_set_release(&drawn.changes);
    chart_set_release(&drawn.history);
    timeline_release(&drawn.timeline);
    free(drawn.curves);
    return code;
}

int command_report(const struct options *options, struct err *err) {
    struct options told = *options;
    struct table table = {0};
    struct document understood = {0};
    struct chart_set set = {0};
    struct view view = {0};
    view_add_mode_quantiles(&view);
    int code = read_files(&table, &understood, &set, options, &view, err);
    told.terms.suggests = 0;
    code = code ? code : draw_and_write(&told, &table, &understood, &view, &set, err);
    document_release(&understood);
    chart_set_release(&set);
    table_release(&table);
    view_release(&view);
    return code;
}
