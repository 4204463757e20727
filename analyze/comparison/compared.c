/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/comparison/compared.h"

#include <math.h>
#include <string.h>

#include "analyze/statistics/distribution.h"

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

/* NULL where there is none, or more than one. */
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

/* A ratio to a wrong answer says nothing. */
static int compares(const struct row *row, const struct compared_options *options) {
    return options->is_relative ? row->both_right : row->status == CELL_OK;
}

/* Of a single round the samples are the units; of ratios nothing is known then of what differs
 * between processes, and there is no standard error. */
static struct compare_sides sides_of(const struct row *row,
                                     const struct compared_options *options) {
    static const struct welch_side none = {NAN, NAN, 0, NAN};
    size_t units = row->rounds == 1 ? row->n : row->rounds;
    if (!compares(row, options))
        return (struct compare_sides){none, none, 0};
    if (!options->is_relative)
        return (struct compare_sides){
            welch_side_of(row->log_mean, row->log_se, units),
            welch_side_of(logarithm_of(row->mean), row->se / row->mean, units),
            resolution_of_log_mean(&row->resolution)};
    struct welch_side means = row->mean_side;
    if (row->ratio_rounds < 2)
        means.se = NAN;
    return (struct compare_sides){compare_relative_side(row), means, row->log_resolution};
}

static int add_section(struct compared *compared, enum compare_set set,
                       const struct section *section, struct err *err) {
    const struct row *rows = compared->tables[set]->rows + section->first_row;
    const struct facts *action = section->provenance ? &section->provenance->action_facts : NULL;
    int code = 0;
    for (size_t i = 0; code == 0 && i < section->row_count; i++) {
        const struct row *row = &rows[i];
        if (compared->options->is_relative && row->is_reference)
            continue;
        struct compare_sides sides = sides_of(row, compared->options);
        code = compare_add(compared->compare, set, row, action, &sides, err);
    }
    return code;
}

/* A change of yardstick is no change of what is measured. */
static int check_reference(const struct compared *compared, const struct section *later,
                           struct err *err) {
    const struct section *earlier = compared_last_section(compared->tables[COMPARE_EARLIER], later);
    if (!earlier || are_same(earlier->reference, later->reference))
        return 0;
    return err_set(err, ERR_USAGE,
                   "ratios of %s are taken to %s in %s, but to %s in %s; --ref names one library "
                   "that both have",
                   later->action, earlier->reference ? earlier->reference : "no library",
                   compared->files[COMPARE_EARLIER],
                   later->reference ? later->reference : "no library",
                   compared->files[COMPARE_LATER]);
}

static int add_table(struct compared *compared, enum compare_set set, struct err *err) {
    const struct table *table = compared->tables[set];
    int code = 0;
    for (size_t s = 0; code == 0 && s < table->section_count; s++) {
        if (compared->options->is_relative && set == COMPARE_LATER)
            code = check_reference(compared, &table->sections[s], err);
        if (code == 0)
            code = add_section(compared, set, &table->sections[s], err);
    }
    return code;
}

static int was_measured(const struct compare_alone *alone) {
    int was = 0;
    for (int set = 0; set < COMPARE_SETS; set++)
        was |= alone->rows[set] && alone->rows[set]->status != CELL_NOT_MEASURED;
    return was;
}

static void forget_unmeasured(struct comparison *found) {
    size_t kept = 0;
    for (size_t i = 0; i < found->alone_count; i++)
        if (was_measured(&found->alone[i]))
            found->alone[kept++] = found->alone[i];
    found->alone_count = kept;
}

int compared_conclude(struct compared *compared, struct err *err) {
    compared->found = (struct comparison){0};
    compared->compare = compare_new();
    if (!compared->compare)
        return err_set(err, ERR_FAILED, "no memory for the comparison");
    int code = add_table(compared, COMPARE_EARLIER, err);
    if (code == 0)
        code = add_table(compared, COMPARE_LATER, err);
    if (code == 0)
        code =
            compare_conclude(compared->compare, &compared->options->asked, &compared->found, err);
    if (code == 0)
        forget_unmeasured(&compared->found);
    return code;
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

size_t compared_untested(const struct compared *compared) {
    size_t count = 0;
    for (size_t i = 0; i < compared->found.pair_count; i++)
        count += (size_t)isnan(compared->found.pairs[i].p_adjusted);
    return count;
}
