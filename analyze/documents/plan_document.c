/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/documents/plan_document.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "analyze/columns/column_table.h"
#include "formats/text/percent.h"
#include "formats/text/seconds.h"
#include "formats/text/xalloc.h"

/* --- columns --- */

static void show_size(const void *record, char *text, size_t size) {
    const struct plan_row *row = record;
    *text = '\0';
    if (row->has_size)
        snprintf(text, size, "%" PRId64, row->size);
}

static void show_half_width(const void *record, char *text, size_t size) {
    double half = ((const struct plan_row *)record)->half_width;
    snprintf(text, size, "-");
    if (isfinite(half))
        snprintf(text, size, "%s", percent_of(half).text);
}

/* 80 % |  [20, 95] */
static void show_share(const void *record, char *text, size_t size) {
    const struct plan_row *row = record;
    snprintf(text, size, "-");
    if (isfinite(row->share.estimate))
        snprintf(text, size, "%.0f %%\t  %s", 100 * row->share.estimate,
                 number_ends(row->share, 0.01, 0).text);
}

/* A number of 0 is a dash. */
static void show_count(size_t count, char *text, size_t size) {
    snprintf(text, size, "-");
    if (count)
        snprintf(text, size, "%zu", count);
}

static void show_rounds(const void *record, char *text, size_t size) {
    show_count(((const struct plan_row *)record)->plan_rounds, text, size);
}

static void show_seeds(const void *record, char *text, size_t size) {
    show_count(((const struct plan_row *)record)->plan_seeds, text, size);
}

static void show_seconds(const void *record, char *text, size_t size) {
    const struct plan_row *row = record;
    *text = '\0';
    if (isfinite(row->plan_seconds))
        seconds_format(text, size, row->plan_seconds, 2);
}

#define PLAN(member, type, unit, about) COLUMN(plan_row, #member, member, type, unit, 0, about)
#define PLANNED(name, member, about)    COLUMN(plan_row, name, member, INTERVAL, "1", 0, about)

/* clang-format off */
static const struct column of_plans[] = {
    {PLAN(archive, TEXT, "", "file the run is in")},
    {PLAN(action, TEXT, "", "what was calculated")},
    {PLAN(run, TEXT, "", "name of the run")},
    {PLAN(type, TEXT, "", "precision: s or d")},
    {PLAN(size, INTEGER, "1", "problem size"), USUAL("size", .once = 1, SHOWN("r", show_size))},
    {PLAN(parameters, TEXT, "", "parameters that vary"), USUAL("with", .once = 1)},
    {PLAN(library, TEXT, "", "library"), USUAL("library", .align = "l")},
    {PLAN(reference, TEXT, "", "library the ratio is taken to")},
    {PLAN(rounds, COUNT, "1", "rounds measured")},
    {PLAN(seeds, COUNT, "1", "seeds measured in each of them")},
    {PLAN(half_width, REAL, "1", "half width of the ratio's interval, as a part of it"), USUAL("ratio ±", SHOWN("r", show_half_width))},
    {PLANNED("variance_between_rounds", share, "part of the variance of ln ratio that is between rounds, which are processes"), USUAL("between processes", SHOWN("rl", show_share))},
    ENDS(plan_row, "variance_between_rounds", share, "1", 0, "its"),
    {PLANNED("round_variance", between, "variance of ln ratio between rounds")},
    ENDS(plan_row, "round_variance", between, "1", 0, "its"),
    {PLANNED("sample_variance", within, "variance of ln ratio within rounds")},
    ENDS(plan_row, "sample_variance", within, "1", 0, "its"),
    {PLAN(inputs_p, REAL, "1", "probability of such differences between seeds if inputs do not matter")},
    {PLANNED("times_between_rounds", times_share, "part of the variance of the library's own ln t that is between rounds")},
    ENDS(plan_row, "times_between_rounds", times_share, "1", 0, "its"),
    {PLAN(plan_rounds, COUNT, "1", "rounds with which the ratio is as precise as wanted; 0: unknown, or too many"), USUAL("rounds", SHOWN("r", show_rounds))},
    {PLAN(plan_seeds, COUNT, "1", "seeds in each of them"), USUAL("seeds", SHOWN("r", show_seeds))},
    {PLAN(plan_seconds, REAL, "s", "seconds that so many rounds of the whole measurement take"), USUAL("time", SHOWN("r", show_seconds))},
};
/* clang-format on */

const struct column_set plan_columns = COLUMN_SET(of_plans, struct plan_row);

/* --- rows --- */

static struct plan_row row_of(const struct table *table, const struct section *section, size_t i,
                              const struct replication_terms *terms) {
    const struct row *row = &table->rows[section->first_row + i];
    const struct replication_basis *basis = &section->bases[i];
    struct replication found = replication_of(table, section, i, 1, terms);
    return (struct plan_row){.archive = row->archive,
                             .action = row->action,
                             .run = row->run,
                             .type = row->type,
                             .library = row->library,
                             .reference = row->reference,
                             .size = row->size,
                             .has_size = section->space->has_size,
                             .rounds = row->ratio_rounds,
                             .seeds = basis->seeds,
                             .half_width = row->ratio.high / row->ratio.estimate - 1,
                             .between = basis->ratio.between,
                             .within = basis->ratio.within,
                             .share = basis->ratio.share,
                             .inputs_p = basis->ratio.seeds_p,
                             .times_share = basis->times.share,
                             .plan_rounds = found.is_reached ? found.rounds : 0,
                             .plan_seeds = found.is_reached ? found.seeds : 0,
                             .plan_seconds = found.is_reached ? found.seconds : NAN};
}

void plan_document_add_rows(struct plan_rows *rows, const struct table *table,
                            const struct section *section, const struct replication_terms *terms) {
    rows->items = xreallocarray(rows->items, rows->count + section->row_count, sizeof *rows->items);
    for (size_t i = 0; i < section->row_count; i++) {
        const struct row *row = &table->rows[section->first_row + i];
        struct kept_text written;
        if (row->is_reference)
            continue;
        struct plan_row *item = &rows->items[rows->count++];
        *item = row_of(table, section, i, terms);
        kept_text_begin(&written);
        parameter_grid_write_parameters(section->space, row->point, written.file);
        item->parameters = kept_text_end(&written, &rows->texts);
    }
}

void plan_document_release_rows(struct plan_rows *rows) {
    free(rows->items);
    string_pool_release(&rows->texts);
    *rows = (struct plan_rows){0};
}

/* --- the plan --- */

static void write_row(const struct table *table, const struct section *section, size_t i,
                      FILE *file) {
    const struct row *row = &table->rows[section->first_row + i];
    fprintf(file, "%s at ", row->library);
    parameter_grid_write_point(section->space, row->point, file);
}

static void write_rounds(const struct section *section, const struct replication *found,
                         FILE *file) {
    char seconds[32];
    fprintf(file, "%zu rounds × %zu %s%s", found->rounds, found->seeds, section->sample_word,
            found->seeds == 1 ? "" : "s");
    if (isfinite(found->seconds))
        fprintf(file, ", about %s", seconds_format(seconds, sizeof seconds, found->seconds, 2));
}

void plan_document_write_plan(const struct table *table, const struct section *section,
                              const struct replication *found,
                              const struct replication_terms *terms, FILE *file) {
    double wanted = 100 * terms->half_width;
    if (!found->ratios) {
        fprintf(file, "±%.3g %%: ", wanted);
        if (found->unknown)
            fputs("a single round tells nothing of how processes differ; measure 5 or more", file);
        else if (found->coarse)
            fputs("samples come in steps too coarse for that, however many there are", file);
        else
            fputs("there is no ratio of two libraries that are right", file);
        return;
    }
    if (found->is_reached) {
        write_rounds(section, found, file);
        fprintf(file, ", for ±%.3g %%", wanted);
    } else {
        fprintf(file, "±%.3g %% would take ", wanted);
        if (found->needed)
            fprintf(file, "%zu rounds; ", found->needed);
        else
            fprintf(file, "more than %d rounds; ", REPLICATION_ROUNDS);
        write_rounds(section, found, file);
        fprintf(file, ", reach about ±%s", percent_of(found->half_width).text);
    }
    double share = section->bases[found->row].ratio.share.estimate;
    fputs(isfinite(share) ? ": of the variance of " : ": the widest is ", file);
    write_row(table, section, found->row, file);
    if (isfinite(share))
        fprintf(file, ", the widest, %.0f %% is between processes", 100 * share);
}

/* --- documents --- */

unsigned plan_document_needs(int for_people) {
    return NEED_RATIO | NEED_REPORTS | (for_people ? NEED_NOISE | NEED_WARNINGS : 0);
}

struct planned {
    const struct table *table;
    const struct section *section;
    const struct replication *found;
    const struct replication_terms *terms;
};

static void write_plan(const void *context, FILE *file) {
    const struct planned *p = context;
    plan_document_write_plan(p->table, p->section, p->found, p->terms, file);
}

static void write_meaning(const struct section *section, FILE *file) {
    fprintf(file,
            "between processes: of the variance of %s" DOCUMENT_SEPARATOR
            "rounds, seeds, time: what this ratio alone needs, in 4 of 5 runs" DOCUMENT_SEPARATOR
            "±, [ ]: %.6g %% intervals",
            "ln ratio", 100 * section->confidence);
}

/* What the plan leaves out, and why it has the seeds that it has. */
static void add_notes(struct document *document, const struct planned *p) {
    const struct replication *found = p->found;
    if (found->ratios && found->unknown)
        document_add(document, DOCUMENT_NOTE,
                     "%zu ratios have a single round, which tells nothing of how processes differ; "
                     "they are left out",
                     found->unknown);
    if (found->ratios && found->coarse)
        document_add(
            document, DOCUMENT_NOTE,
            "%zu ratios cannot be so precise, because samples come in steps; they are left "
            "out",
            found->coarse);
    if (found->inputs_differ)
        document_add(
            document, DOCUMENT_NOTE,
            "seeds stay as measured: inputs differ, and fewer would be a claim about fewer");
    if (found->ratios && p->section->pairing == PAIRING_UNPAIRED)
        document_add(document, DOCUMENT_NOTE,
                     "samples are unpaired: they tell what more rounds bring, not more seeds");
    else if (found->ratios && isnan(p->section->round_seconds))
        document_add(document, DOCUMENT_NOTE,
                     "what rounds cost is not recorded here, so seeds stay as measured; "
                     "bench-collect records it");
}

int plan_sheet(struct document *document, const struct table *table, const struct section *section,
               const struct plan_rows *rows, const struct replication_terms *terms,
               const struct section_view *how, struct err *err) {
    struct replication found = replication_of(table, section, 0, section->row_count, terms);
    const struct planned planned = {table, section, &found, terms};
    section_document_headings(document, section, write_meaning, how);
    document_write(document, DOCUMENT_LINE, write_plan, &planned);
    if (!rows->count)
        return 0;
    int code =
        document_add_records(document, &plan_columns, rows->items, rows->count, how->view, 1, err);
    add_notes(document, &planned);
    return code;
}

int plan_document_of_all(struct document *document, const struct plan_rows *rows,
                         const struct section_view *how, struct err *err) {
    return document_add_records(document, &plan_columns, rows->items, rows->count, how->view, 0,
                                err);
}
