/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/comparison/compared.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/aggregate/row.h"
#include "analyze/inference/excess_variance.h"
#include "analyze/model/variants.h"
#include "analyze/statistics/distribution.h"
#include "formats/import/format.h"
#include "formats/model/key_index.h"
#include "formats/model/string_pool.h"
#include "formats/text/date.h"
#include "formats/text/xalloc.h"

static int are_same(const char *a, const char *b) {
    return strcmp(a ? a : "", b ? b : "") == 0;
}

const struct section *compared_last_section(const struct table *table, const struct section *like) {
    for (size_t s = table->section_count; s-- > 0;) {
        const struct section *section = &table->sections[s];
        if (are_same(section->action, like->action) && are_same(section->type, like->type))
            return section;
    }
    return NULL;
}

/* Returns NULL if there is no type, or more than one. */
static const char *only_type(const struct table *table, const char *action) {
    const char *type = NULL;
    for (size_t s = 0; s < table->section_count; s++) {
        const struct section *section = &table->sections[s];
        if (!are_same(section->action, action) || !section->type)
            continue;
        if (type && strcmp(type, section->type) != 0)
            return NULL;
        type = section->type;
    }
    return type;
}

void compared_adopt_types(struct table *to, const struct table *from) {
    for (size_t s = 0; s < to->section_count; s++) {
        struct section *section = &to->sections[s];
        if (section->type)
            continue;
        section->type = only_type(from, section->action);
        for (size_t i = 0; i < section->row_count; i++)
            to->rows[section->first_row + i].type = section->type;
    }
}

/* --- names that files do not say --- */

/* What all sections of TABLE have; NULL if there are several. */
static const char *only_action(const struct table *table) {
    const char *only = table->section_count ? table->sections[0].action : NULL;
    for (size_t s = 1; s < table->section_count; s++)
        if (!are_same(table->sections[s].action, only))
            return NULL;
    return only;
}

static const char *only_library(const struct table *table) {
    const char *only = table->row_count ? table->rows[0].library : NULL;
    for (size_t i = 1; i < table->row_count; i++)
        if (!are_same(table->rows[i].library, only))
            return NULL;
    return only;
}

/* Whether NAME is that of the file of every section, or is of its program if IS_PROGRAM is allowed.
 */
static int is_unsaid(const struct table *table, const char *name, int may_be_program) {
    static const char *const of_programs[] = {"google-benchmark", "hyperfine"};
    int is = 1;
    for (size_t s = 0; is && s < table->section_count; s++) {
        const struct section *section = &table->sections[s];
        const char *format = section->provenance ? facts_text(&section->provenance->run_facts,
                                                              FACT_SOURCE_FORMAT, "")
                                                 : "";
        int is_program = 0;
        for (size_t i = 0; may_be_program && i < sizeof of_programs / sizeof *of_programs; i++)
            is_program |= strcmp(format, of_programs[i]) == 0;
        is = *format && (is_program || are_same(section->run, name));
    }
    return is;
}

/* Returns the name that FROM has where TO has OWN; NULL if OWN stays. */
static const char *other_name(const struct table *to, const char *own, const struct table *from,
                              const char *other, int may_be_program) {
    int is_another = own && other && strcmp(own, other) != 0 &&
                     is_unsaid(to, own, may_be_program) && is_unsaid(from, other, may_be_program);
    return is_another ? other : NULL;
}

struct own_names compared_adopt_names(struct table *to, const struct table *from) {
    struct own_names own = {only_action(to), only_library(to)};
    const char *action = other_name(to, own.action, from, only_action(from), 0);
    const char *library = other_name(to, own.library, from, only_library(from), 1);
    for (size_t s = 0; s < to->section_count; s++) {
        struct section *section = &to->sections[s];
        section->action = action ? action : section->action;
        section->reference = library && section->reference ? library : section->reference;
    }
    for (size_t i = 0; i < to->row_count; i++) {
        struct row *row = &to->rows[i];
        row->action = action ? action : row->action;
        row->library = library ? library : row->library;
        row->reference = library && row->reference ? library : row->reference;
    }
    return (struct own_names){action ? own.action : NULL, library ? own.library : NULL};
}

/* A ratio to a wrong answer means nothing. */
static int compares(const struct row *row, const struct compared_options *options) {
    return options->is_relative ? row->both_right : row->status == CELL_OK;
}

/* What the steps of a clock hide of the typical time: more where it is trimmed. */
static double typical_step(const struct row *row) {
    const struct welch_side *typical = &row->typical;
    int is_trimmed = typical->degrees + 1 < (double)typical->units;
    return is_trimmed ? resolution_of_log_trimmed(&row->resolution)
                      : resolution_of_log_mean(&row->resolution);
}

/* With a single round the samples are the units. For ratios nothing is then known about differences
 * between processes, so there is no standard error. */
static struct compare_sides sides_of(const struct row *row, uint32_t run,
                                     const struct compared_options *options) {
    static const struct welch_side none = {NAN, NAN, 0, NAN};
    size_t units = row->rounds == 1 ? row->n : row->rounds;
    if (!compares(row, options))
        return (struct compare_sides){none, none, 0, run};
    if (row->statistic.kind != STATISTIC_TYPICAL)
        return (struct compare_sides){
            options->is_relative ? compare_relative_side(row) : row->chosen_side, none,
            options->is_relative ? row->log_resolution : row_log_step(row), run};
    if (!options->is_relative)
        return (struct compare_sides){
            row->typical,
            welch_side_of(logarithm_of(row_cost(row)), row->se / row->mean.estimate, units),
            typical_step(row), run};
    struct welch_side means = row->mean_side;
    if (row->ratio_rounds < 2)
        means.se = NAN;
    return (struct compare_sides){compare_relative_side(row), means, row->log_resolution, run};
}

static const char *uuid_of(const struct section *section) {
    return section->provenance ? facts_text(&section->provenance->run_facts, FACT_UUID, NULL)
                               : NULL;
}

static const char *machine_of(const struct section *section) {
    return section->provenance ? run_machine(&section->provenance->run_facts) : "";
}

/* Whether both are the same action of the same run. */
static int are_one(const struct section *a, const struct section *b) {
    const char *one = uuid_of(a), *other = uuid_of(b);
    if (!are_same(a->action, b->action) || !are_same(a->type, b->type))
        return 0;
    if (one && other)
        return strcmp(one, other) == 0;
    return !one && !other && are_same(a->archive, b->archive) && are_same(a->run, b->run);
}

/* Whether a section of TABLE before END is the same, by its uuid. */
static int is_copy(const struct table *table, size_t end, const struct section *section) {
    int is = 0;
    for (size_t s = 0; s < end && uuid_of(section) && !is; s++)
        is = are_one(&table->sections[s], section);
    return is;
}

/* A different reference does not mean that what is measured has changed. */
static int check_reference(const struct compared *compared, const struct section *section,
                           enum compare_set set, struct err *err) {
    const struct section *like = compared_last_section(compared->tables[COMPARE_EARLIER], section);
    if (!compared->options->is_relative || !like || are_same(like->reference, section->reference))
        return 0;
    return err_set(err, ERR_USAGE,
                   "ratios of %s are taken to %s in %s, but to %s in %s; --ref names one library "
                   "that both have",
                   section->action, like->reference ? like->reference : "no library",
                   compared->files[COMPARE_EARLIER],
                   section->reference ? section->reference : "no library", compared->files[set]);
}

/* The number of a section is that of its run: no other has its action and type. */
static void add_section(struct compared *compared, const struct table *table, size_t number,
                        uint32_t group) {
    const struct section *section = &table->sections[number];
    const struct facts *action = section->provenance ? &section->provenance->action_facts : NULL;
    for (size_t i = 0; i < section->row_count; i++) {
        const struct row *row = &table->rows[section->first_row + i];
        if (compared->options->is_relative && row->is_reference)
            continue;
        struct compare_sides sides = sides_of(row, (uint32_t)number, compared->options);
        if (group < COMPARE_SETS)
            compare_add(compared->compare, (enum compare_set)group, row, action, &sides);
        else
            compare_add_other(compared->compare, group - COMPARE_SETS, row, action, &sides);
    }
}

static int add_table(struct compared *compared, enum compare_set set, struct err *err) {
    const struct table *table = compared->tables[set];
    int code = 0;
    for (size_t s = 0; code == 0 && s < table->section_count; s++) {
        const struct section *section = &table->sections[s];
        code = check_reference(compared, section, set, err);
        if (code == 0 && !is_copy(table, s, section))
            add_section(compared, table, s, set);
    }
    return code;
}

/* --- other runs --- */

enum { MOST_OTHERS = 20 }; /* of a machine and file: more would be of other times */

/* Whether more than enough later runs of the same are in TABLE after section NUMBER. */
static int is_of_old(const struct table *table, size_t number) {
    const struct section *section = &table->sections[number];
    size_t later = 0;
    for (size_t s = number + 1; s < table->section_count && later < MOST_OTHERS; s++) {
        const struct section *other = &table->sections[s];
        later += are_same(other->action, section->action) && are_same(other->type, section->type) &&
                 are_same(other->archive, section->archive) &&
                 are_same(machine_of(other), machine_of(section));
    }
    return later >= MOST_OTHERS;
}

static int is_compared(const struct compared *compared, const struct section *section) {
    for (int set = 0; set < COMPARE_SETS; set++)
        for (size_t s = 0; s < compared->tables[set]->section_count; s++)
            if (are_one(&compared->tables[set]->sections[s], section))
                return 1;
    return 0;
}

/* Whether section NUMBER of the others is after all of its file that are compared, or was measured
 * after the later side. */
static int is_later(const struct compared *compared, size_t number) {
    const struct table *others = compared->others;
    const struct section *section = &others->sections[number];
    const struct section *last = compared_last_section(compared->tables[COMPARE_LATER], section);
    int is_after = 0, is_before = 0;
    for (size_t s = 0; s < others->section_count; s++) {
        const struct section *other = &others->sections[s];
        if (are_same(other->archive, section->archive) &&
            are_same(other->action, section->action) && is_compared(compared, other))
            *(s < number ? &is_after : &is_before) = 1;
    }
    return (is_after && !is_before) ||
           (last && date_read(section->started) > date_read(last->started));
}

/* Whether SECTION tells how runs like those compared differ: it is of the machine of a side and,
 * for ratios, to the same reference. */
static int is_like_a_side(const struct compared *compared, const struct section *section) {
    int is_like = 0;
    for (int set = 0; set < COMPARE_SETS; set++) {
        const struct section *like = compared_last_section(compared->tables[set], section);
        is_like |=
            like && are_same(machine_of(like), machine_of(section)) &&
            (!compared->options->is_relative || are_same(like->reference, section->reference));
    }
    return is_like;
}

static void add_others(struct compared *compared) {
    const struct table *others = compared->others;
    struct key_index groups = {0};
    for (size_t s = 0; others && s < others->section_count; s++) {
        const struct section *section = &others->sections[s];
        const char *const group[] = {machine_of(section), section->archive};
        if (is_compared(compared, section) || !is_like_a_side(compared, section) ||
            is_copy(others, s, section) || is_later(compared, s) || is_of_old(others, s))
            continue;
        add_section(compared, others, s,
                    COMPARE_SETS + xkey_index_number_of_texts(&groups, group, 2));
    }
    key_index_release(&groups);
}

/* --- changes of what should not change --- */

/* Copies of one library differ by that much on quiet machines, even if a few changes do not. */
#define IMAGINARY_CHANGE 0.003

/* What should not have changed, at all points that both sides have. */
struct unchanged {
    double *changes, *variances;
    size_t count;
};

static struct welch_side side_of_control(const struct row *row) {
    return (struct welch_side){log(row->noise.ratio.estimate), row->noise.se, 0, NAN};
}

/* Of the reference. */
static struct welch_side side_of(const struct row *row) {
    return row->statistic.kind == STATISTIC_TYPICAL
               ? (struct welch_side){row->log_mean, row->log_se, 0, NAN}
               : row->chosen_side;
}

static void add_change(struct unchanged *to, struct welch_side earlier, struct welch_side later) {
    double variance = earlier.se * earlier.se + later.se * later.se;
    if (!isfinite(later.mean - earlier.mean) || !isfinite(variance))
        return;
    to->changes[to->count] = later.mean - earlier.mean;
    to->variances[to->count++] = variance;
}

/* Sets FOUND of each point to the reference's row, or another if it is not shown. Adds the points
 * to POINTS, or skips others if it IS_CLOSED. */
static void find_points(struct string_pool *points, const struct row **found, int is_closed,
                        const struct table *table, const struct section *section) {
    uint32_t number = STRING_POOL_NONE;
    for (size_t i = 0; i < section->row_count; i++) {
        const struct row *row = &table->rows[section->first_row + i];
        if (!i || row->point != row[-1].point) {
            char *key = point_key(row->space, row->point, &section->provenance->action_facts);
            number = is_closed ? string_pool_find(points, key) : xstring_pool_number(points, key);
            free(key);
        }
        if (number != STRING_POOL_NONE && (!found[number] || row->is_reference))
            found[number] = row;
    }
}

static void add_changes(struct unchanged *control, struct unchanged *reference,
                        const struct compared *compared, const struct section *earlier,
                        const struct section *later) {
    struct string_pool points = {0};
    const struct row **before = xcalloc(later->row_count, sizeof *before);
    const struct row **now = xcalloc(later->row_count, sizeof *now);
    find_points(&points, now, 0, compared->tables[COMPARE_LATER], later);
    find_points(&points, before, 1, compared->tables[COMPARE_EARLIER], earlier);
    int is_one_control = earlier->controlled && later->controlled &&
                         strcmp(earlier->controlled, later->controlled) == 0;
    for (uint32_t i = 0; i < points.count; i++) {
        if (!before[i])
            continue;
        if (is_one_control)
            add_change(control, side_of_control(before[i]), side_of_control(now[i]));
        if (before[i]->is_reference && now[i]->is_reference && before[i]->status == CELL_OK &&
            now[i]->status == CELL_OK)
            add_change(reference, side_of(before[i]), side_of(now[i]));
    }
    string_pool_release(&points);
    free(before);
    free(now);
}

/* Prefers the control's changes, each of two cells in two runs, to the reference's, of one. */
static void know_from(struct compared *compared, const struct section *later,
                      const struct unchanged *control, const struct unchanged *reference) {
    double imaginary = compared->options->quantity == QUANTITY_SECONDS ? IMAGINARY_CHANGE : 0;
    int has_control = control->count >= BETWEEN_LEAST_DEGREES;
    const struct unchanged *from = has_control ? control : reference;
    if (from->count < BETWEEN_LEAST_DEGREES + !has_control)
        return;
    struct excess_variance found =
        excess_variance_of(from->changes, from->variances, from->count, !has_control, imaginary);
    compare_know(compared->compare, later->action, later->type,
                 has_control ? BETWEEN_CONTROL : BETWEEN_REFERENCE,
                 has_control ? found.variance / 2 : found.variance, found.degrees);
}

/* For ratios: finds what the machine does to cells from what should not have changed. */
static void learn_changes(struct compared *compared) {
    const struct table *table = compared->tables[COMPARE_LATER];
    for (size_t s = 0; s < table->section_count; s++) {
        const struct section *later = &table->sections[s];
        const struct section *earlier =
            compared_last_section(compared->tables[COMPARE_EARLIER], later);
        if (!earlier || compared_last_section(table, later) != later)
            continue;
        size_t most = later->row_count;
        struct unchanged control = {xcalloc(most, sizeof(double)), xcalloc(most, sizeof(double)),
                                    0};
        struct unchanged reference = {xcalloc(most, sizeof(double)), xcalloc(most, sizeof(double)),
                                      0};
        add_changes(&control, &reference, compared, earlier, later);
        know_from(compared, later, &control, &reference);
        free(control.changes);
        free(control.variances);
        free(reference.changes);
        free(reference.variances);
    }
}

/* --- rounds that tell all there is --- */

/* Whether SECTION is of another program's file, whose rounds are processes of their own. */
static int has_only_rounds(const struct table *table, const struct section *section) {
    int has = section->pairing == PAIRING_UNPAIRED &&
              !facts_find(&section->provenance->action_facts, FACT_SCHEDULE);
    for (size_t i = 0; has && i < section->row_count; i++)
        has = table->rows[section->first_row + i].rounds != 1;
    return has;
}

static void learn_rounds(struct compared *compared) {
    const struct table *earlier = compared->tables[COMPARE_EARLIER];
    const struct table *later = compared->tables[COMPARE_LATER];
    for (size_t s = 0; s < later->section_count; s++) {
        const struct section *section = &later->sections[s];
        const struct section *before = compared_last_section(earlier, section);
        if (before && has_only_rounds(later, section) && has_only_rounds(earlier, before))
            compare_know(compared->compare, section->action, section->type, BETWEEN_ROUNDS, 0,
                         INFINITY);
    }
}

/* --- the comparison --- */

static int was_measured(const struct compare_alone *alone) {
    int was = 0;
    for (int set = 0; set < COMPARE_SETS; set++)
        was |= alone->rows[set] && alone->rows[set]->status != CELL_NOT_MEASURED;
    return was;
}

int compared_conclude(struct compared *compared, struct err *err) {
    compared->found = (struct comparison){0};
    compared->compare = compare_new();
    int code = add_table(compared, COMPARE_EARLIER, err);
    if (code == 0)
        code = add_table(compared, COMPARE_LATER, err);
    if (code)
        return code;
    add_others(compared);
    if (compared->options->asked.drift > 0)
        learn_rounds(compared);
    if (compared->options->is_relative)
        learn_changes(compared);
    compare_conclude(compared->compare, &compared->options->asked, &compared->found);
    size_t kept = 0;
    for (size_t i = 0; i < compared->found.alone_count; i++)
        if (was_measured(&compared->found.alone[i]))
            compared->found.alone[kept++] = compared->found.alone[i];
    compared->found.alone_count = kept;
    return 0;
}

void compared_release(struct compared *compared) {
    comparison_release(&compared->found);
    compare_free(compared->compare);
    compared->compare = NULL;
}

size_t compared_lost(const struct compared *compared) {
    size_t count = 0;
    for (size_t i = 0; i < compared->found.alone_count; i++) {
        const struct compare_alone *alone = &compared->found.alone[i];
        const struct row *earlier = alone->rows[COMPARE_EARLIER];
        const struct row *later = alone->rows[COMPARE_LATER];
        count += earlier && later && compares(earlier, compared->options) &&
                 !compares(later, compared->options);
    }
    return count;
}

/* Returns whether the cell is right on both sides. */
static int is_right_on_both(const struct compare_alone *alone,
                            const struct compared_options *options) {
    const struct row *earlier = alone->rows[COMPARE_EARLIER], *later = alone->rows[COMPARE_LATER];
    return earlier && later && compares(earlier, options) && compares(later, options);
}

static int has_zeros(const struct row *row) {
    return row->quantity != QUANTITY_SECONDS && isfinite(row->mean.estimate) &&
           !isfinite(row->log_mean);
}

size_t compared_from_zero(const struct compared *compared) {
    size_t count = 0;
    for (size_t i = 0; i < compared->found.alone_count; i++) {
        const struct compare_alone *alone = &compared->found.alone[i];
        count += is_right_on_both(alone, compared->options) &&
                 has_zeros(alone->rows[COMPARE_EARLIER]) &&
                 alone->rows[COMPARE_EARLIER]->mean.estimate == 0 &&
                 isfinite(alone->rows[COMPARE_LATER]->log_mean);
    }
    return count;
}

static int lacks_ratio_for_zeros(const struct compare_alone *alone,
                                 const struct compared_options *options) {
    return is_right_on_both(alone, options) &&
           (has_zeros(alone->rows[COMPARE_EARLIER]) || has_zeros(alone->rows[COMPARE_LATER]));
}

size_t compared_with_zeros(const struct compared *compared) {
    size_t count = 0;
    for (size_t i = 0; i < compared->found.alone_count; i++)
        count += lacks_ratio_for_zeros(&compared->found.alone[i], compared->options);
    return count;
}

size_t compared_too_few(const struct compared *compared) {
    size_t count = 0;
    for (size_t i = 0; i < compared->found.alone_count; i++) {
        const struct compare_alone *alone = &compared->found.alone[i];
        count += is_right_on_both(alone, compared->options) &&
                 !lacks_ratio_for_zeros(alone, compared->options) &&
                 (alone->rows[COMPARE_EARLIER]->samples_needed ||
                  alone->rows[COMPARE_LATER]->samples_needed);
    }
    return count;
}

size_t compared_untested(const struct compared *compared) {
    size_t count = 0;
    for (size_t i = 0; i < compared->found.pair_count; i++)
        count += (size_t)isnan(compared->found.pairs[i].p_adjusted);
    return count;
}
