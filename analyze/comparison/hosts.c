/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/comparison/hosts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/inference/multiplicity.h"
#include "analyze/model/variants.h"
#include "formats/text/array.h"
#include "formats/text/date.h"
#include "formats/text/natural.h"
#include "formats/text/xalloc.h"

const char *hosts_verdict_name(int verdict) {
    static const char *const names[HOSTS_VERDICTS] = {[HOSTS_NONE] = "none",
                                                      [HOSTS_ONE_HOST] = "one_host",
                                                      [HOSTS_FASTER] = "faster",
                                                      [HOSTS_SLOWER] = "slower",
                                                      [HOSTS_NOT_SHOWN] = "not_shown"};
    return names[verdict];
}

/* --- adding --- */

/* A section while its rows are added. */
struct arrival {
    struct hosts *hosts;
    const struct section *section;
    double started;
    uint32_t machine, uuid;
    const char *archive, *run, *action, *type, *reference;
};

/* Returns a copy of TEXT; NULL for NULL. */
static const char *keep(struct hosts *hosts, const char *text) {
    return text ? string_pool_text(&hosts->texts, xstring_pool_number(&hosts->texts, text)) : NULL;
}

static double error_of(const struct row *row) {
    double step = isfinite(row->log_resolution) ? row->log_resolution / sqrt(3) : 0;
    return isnan(row->ratio_se) ? NAN : fmax(row->ratio_se, step);
}

static void fill(struct host_ratio *item, const struct arrival *arrival, const struct row *row,
                 const char *point) {
    const struct facts *library = provenance_facts(arrival->section->provenance, row->library);
    *item = (struct host_ratio){.archive = arrival->archive,
                                .action = arrival->action,
                                .run = arrival->run,
                                .type = arrival->type,
                                .reference = arrival->reference,
                                .quantity = row->quantity,
                                .size = row->size,
                                .mean = row->mean.estimate,
                                .ratio = row->ratio,
                                .log_ratio = row->log_ratio,
                                .se = error_of(row),
                                .degrees = row->ratio_degrees,
                                .rounds = row->ratio_rounds,
                                .margin = row->margin,
                                .p = row->p,
                                .p_adjusted = row->p,
                                .status = row->status,
                                .side = row->side,
                                .machine = arrival->machine,
                                .started = arrival->started,
                                .uuid = arrival->uuid};
    if (!row->both_right) {
        item->ratio = interval_unknown;
        item->log_ratio = item->se = item->p = item->p_adjusted = NAN;
    }
    item->library = keep(arrival->hosts, row->library);
    item->point = keep(arrival->hosts, point);
    item->version = keep(arrival->hosts, library ? facts_text(library, "version", NULL) : NULL);
}

/* Replaces an earlier ratio of the same cell and machine. One without a date is later than those
 * before it. */
static void add_row(struct arrival *arrival, const struct row *row, const char *point) {
    struct hosts *hosts = arrival->hosts;
    if (row->is_reference || row->status == CELL_NOT_MEASURED || !row->reference)
        return;
    const char *const cell[] = {row->action, row->type, row->library, row->reference, point};
    uint32_t number = xkey_index_number_of_texts(&hosts->keys, cell, sizeof cell / sizeof *cell);
    const uint32_t key[] = {number, arrival->machine};
    uint32_t known = hosts->places.count;
    uint32_t place = xkey_index_number(&hosts->places, key, sizeof key);
    if (place == known) {
        hosts->ratios = xarray_grow(hosts->ratios, known, sizeof *hosts->ratios);
        hosts->ratios[place] = (struct host_ratio){.uuid = STRING_POOL_NONE};
        hosts->ratio_count++;
    } else {
        const struct host_ratio *earlier = &hosts->ratios[place];
        int is_copy = arrival->uuid != STRING_POOL_NONE && earlier->uuid == arrival->uuid;
        hosts->older += !is_copy;
        if (is_copy || arrival->started < earlier->started)
            return;
    }
    fill(&hosts->ratios[place], arrival, row, point);
    hosts->ratios[place].cell = number;
}

/* Texts that are the same are the same pointer; which of them came first does not show in it. */
static uint32_t appearance(const struct hosts *hosts, const char *text) {
    return text ? string_pool_find(&hosts->texts, text) : 0;
}

/* Sets the number of the machine, by first appearance, and remembers its processor. */
static void add_machine(struct arrival *arrival, const struct facts *run) {
    struct hosts *hosts = arrival->hosts;
    uint32_t known = hosts->machines.count,
             number = xstring_pool_number(&hosts->machines, run_machine(run));
    uint32_t cpu = xstring_pool_number(&hosts->texts, facts_text(run, FACT_CPU, ""));
    if (number == known) {
        hosts->processors = xarray_grow(hosts->processors, known, sizeof *hosts->processors);
        hosts->processors[number] = cpu;
    }
    arrival->machine = number;
}

int hosts_add(struct hosts *hosts, const struct table *table, const struct section *section,
              struct err *err) {
    const struct facts *run = &section->provenance->run_facts;
    struct arrival arrival = {.hosts = hosts, .section = section, .uuid = STRING_POOL_NONE};
    const char *uuid = facts_text(run, FACT_UUID, NULL);
    if (!*run_machine(run))
        return err_set(err, ERR_USAGE,
                       "%s%s%s does not say which machine it is of; give a table a column host, "
                       "or leave the run out by --run",
                       section->archive ? section->archive : "", section->archive ? ": " : "",
                       section->run);
    arrival.started = date_read(facts_text(run, FACT_STARTED, NULL));
    add_machine(&arrival, run);
    arrival.archive = keep(hosts, section->archive);
    arrival.run = keep(hosts, section->run);
    arrival.action = keep(hosts, section->action);
    arrival.type = keep(hosts, section->type);
    arrival.reference = keep(hosts, section->reference);
    const char *const measured[] = {string_pool_text(&hosts->machines, arrival.machine),
                                    arrival.action, arrival.type};
    xkey_index_number_of_texts(&hosts->measured, measured, 3);
    if (uuid)
        arrival.uuid = xstring_pool_number(&hosts->seen, uuid);
    char *point = NULL;
    size_t of = SIZE_MAX;
    for (size_t i = 0; i < section->row_count; i++) {
        const struct row *row = &table->rows[section->first_row + i];
        if (row->point != of) {
            free(point);
            point = point_key(section->space, row->point, &section->provenance->action_facts);
            of = row->point;
        }
        add_row(&arrival, row, point);
    }
    free(point);
    return 0;
}

/* --- sorting --- */

static int by_name(const void *a, const void *b, void *context) {
    const struct string_pool *machines = context;
    return natural_compare(string_pool_text(machines, *(const uint32_t *)a),
                           string_pool_text(machines, *(const uint32_t *)b));
}

/* Numbers machines anew, by their names. */
static void sort_machines(struct hosts *hosts) {
    size_t count = hosts->machines.count;
    uint32_t *order = xcalloc(count, sizeof *order);
    size_t *place = xcalloc(count, sizeof *place);
    hosts->names = xcalloc(count, sizeof *hosts->names);
    hosts->cpus = xcalloc(count, sizeof *hosts->cpus);
    for (size_t i = 0; i < count; i++)
        order[i] = (uint32_t)i;
    qsort_r(order, count, sizeof *order, by_name, &hosts->machines);
    for (size_t i = 0; i < count; i++) {
        place[order[i]] = i;
        hosts->names[i] = string_pool_text(&hosts->machines, order[i]);
        hosts->cpus[i] = string_pool_text(&hosts->texts, hosts->processors[order[i]]);
    }
    for (size_t i = 0; i < hosts->ratio_count; i++) {
        hosts->ratios[i].machine = place[hosts->ratios[i].machine];
        hosts->ratios[i].host = hosts->names[hosts->ratios[i].machine];
    }
    hosts->name_count = count;
    free(order);
    free(place);
}

static int by_cell(const void *a, const void *b, void *context) {
    const struct host_ratio *left = a, *right = b;
    const struct hosts *hosts = context;
    uint32_t one[] = {appearance(hosts, left->action), appearance(hosts, left->type)};
    uint32_t other[] = {appearance(hosts, right->action), appearance(hosts, right->type)};
    for (size_t i = 0; i < sizeof one / sizeof *one; i++)
        if (one[i] != other[i])
            return one[i] < other[i] ? -1 : 1;
    if (left->size != right->size)
        return left->size < right->size ? -1 : 1;
    if (left->point != right->point)
        return appearance(hosts, left->point) < appearance(hosts, right->point) ? -1 : 1;
    if (left->cell != right->cell)
        return left->cell < right->cell ? -1 : 1;
    return (left->machine > right->machine) - (left->machine < right->machine);
}

static void make_cells(struct hosts *hosts) {
    qsort_r(hosts->ratios, hosts->ratio_count, sizeof *hosts->ratios, by_cell, hosts);
    hosts->cells = xcalloc(hosts->ratio_count, sizeof *hosts->cells);
    for (size_t i = 0; i < hosts->ratio_count; i++) {
        const struct host_ratio *ratio = &hosts->ratios[i];
        if (i == 0 || ratio->cell != hosts->ratios[i - 1].cell)
            hosts->cells[hosts->cell_count++] = (struct hosts_cell){.action = ratio->action,
                                                                    .type = ratio->type,
                                                                    .library = ratio->library,
                                                                    .reference = ratio->reference,
                                                                    .point = ratio->point,
                                                                    .quantity = ratio->quantity,
                                                                    .size = ratio->size,
                                                                    .first = i};
        hosts->cells[hosts->cell_count - 1].count++;
    }
}

static int check_references(const struct hosts *hosts, struct err *err) {
    for (size_t i = 1; i < hosts->ratio_count; i++) {
        const struct host_ratio *ratio = &hosts->ratios[i], *before = ratio - 1;
        if (ratio->action == before->action && ratio->type == before->type &&
            strcmp(ratio->reference, before->reference) != 0)
            return err_set(err, ERR_USAGE,
                           "%s: ratios are to %s on %s and to %s on %s; --ref names one that all "
                           "have",
                           ratio->action, before->reference, before->host, ratio->reference,
                           ratio->host);
    }
    return 0;
}

/* --- judging --- */

static void judge_machines(struct hosts *hosts) {
    size_t count = hosts->ratio_count;
    double *p = xcalloc(count, sizeof *p);
    size_t *order = xcalloc(count, sizeof *order);
    for (size_t i = 0; i < count; i++)
        p[i] = hosts->ratios[i].p;
    hosts->tested = multiplicity_holm(p, count, order);
    for (size_t i = 0; i < count; i++) {
        struct host_ratio *ratio = &hosts->ratios[i];
        const struct evidence evidence = {.log_ratio = ratio->log_ratio,
                                          .margin = ratio->margin,
                                          .p = p[i],
                                          .side = ratio->side,
                                          .is_alone = ratio->rounds < 2};
        ratio->p_adjusted = p[i];
        ratio->verdict = verdict_of(&evidence, hosts->asked.level);
    }
    free(p);
    free(order);
}

static void combine(const struct hosts *hosts, struct hosts_cell *cell,
                    struct random_effects_unit *units) {
    struct host_ratio *ratios = hosts->ratios + cell->first;
    cell->fewest = cell->most = NAN;
    for (size_t i = 0; i < cell->count; i++)
        units[i] =
            (struct random_effects_unit){ratios[i].log_ratio, ratios[i].se, ratios[i].degrees};
    struct random_effects found = random_effects_of(units, cell->count, hosts->asked.confidence);
    for (size_t i = 0; i < cell->count; i++) {
        ratios[i].weight = random_effects_weight(&found, units, cell->count, i);
        if (!(ratios[i].weight > 0))
            continue;
        cell->single_rounds += ratios[i].rounds < 2;
        cell->fewest = fmin(cell->fewest, ratios[i].ratio.estimate);
        cell->most = fmax(cell->most, ratios[i].ratio.estimate);
    }
    const struct welch mean = {found.log_ratio.estimate, found.se, found.degrees};
    cell->hosts = found.count;
    cell->log_ratio = found.log_ratio.estimate;
    cell->se = found.se;
    cell->ratio = interval_exp(found.log_ratio);
    cell->tau = found.tau;
    cell->spread = exp(found.tau);
    cell->i_squared = found.i_squared;
    cell->q = found.q;
    cell->q_p = found.q_p;
    cell->predicted = interval_exp(found.predicted);
    cell->p = welch_probability_outside(&mean, log1p(hosts->asked.min_effect));
}

static enum hosts_verdict verdict_across(const struct hosts_cell *cell,
                                         const struct hosts_asked *asked) {
    if (cell->hosts < 2)
        return cell->hosts ? HOSTS_ONE_HOST : HOSTS_NONE;
    if (!(cell->p_adjusted <= asked->level))
        return HOSTS_NOT_SHOWN;
    return cell->log_ratio < 0 ? HOSTS_FASTER : HOSTS_SLOWER;
}

static void judge_cells(struct hosts *hosts) {
    size_t count = hosts->cell_count;
    double *p = xcalloc(count, sizeof *p);
    size_t *order = xcalloc(count, sizeof *order);
    struct random_effects_unit *units = xcalloc(hosts->name_count, sizeof *units);
    for (size_t i = 0; i < count; i++) {
        combine(hosts, &hosts->cells[i], units);
        p[i] = hosts->cells[i].p;
    }
    hosts->tested_cells = multiplicity_holm(p, count, order);
    for (size_t i = 0; i < count; i++) {
        hosts->cells[i].p_adjusted = p[i];
        hosts->cells[i].verdict = verdict_across(&hosts->cells[i], &hosts->asked);
    }
    free(p);
    free(order);
    free(units);
}

int hosts_conclude(struct hosts *hosts, const struct hosts_asked *asked, struct err *err) {
    hosts->asked = *asked;
    sort_machines(hosts);
    make_cells(hosts);
    int code = check_references(hosts, err);
    if (code)
        return code;
    judge_machines(hosts);
    judge_cells(hosts);
    return 0;
}

/* --- results --- */

const struct host_ratio *hosts_ratio(const struct hosts *hosts, const struct hosts_cell *cell,
                                     size_t machine) {
    for (size_t i = 0; i < cell->count; i++)
        if (hosts->ratios[cell->first + i].machine == machine)
            return &hosts->ratios[cell->first + i];
    return NULL;
}

int hosts_measured(const struct hosts *hosts, const struct hosts_cell *cell, size_t machine) {
    const char *const measured[] = {hosts->names[machine], cell->action, cell->type};
    return xkey_index_find_texts(&hosts->measured, measured, 3) != KEY_INDEX_NONE;
}

int hosts_check_shared(const struct hosts *hosts, struct err *err) {
    if (hosts->name_count == 0)
        return err_set(err, ERR_ABSENT, "nothing was measured on any host");
    if (hosts->name_count == 1)
        return err_set(
            err, ERR_USAGE,
            "all runs are of one host, %s; combining takes two or more; bench-store merge "
            "puts the runs of others into one archive",
            hosts->names[0]);
    for (size_t i = 0; i < hosts->cell_count; i++)
        if (hosts->cells[i].count > 1)
            return 0;
    return err_set(err, ERR_USAGE,
                   "the %zu hosts, %s and others, share no ratio of the same action, library and "
                   "size to the same reference; --by host shows what each has",
                   hosts->name_count, hosts->names[0]);
}

void hosts_release(struct hosts *hosts) {
    free(hosts->ratios);
    free(hosts->cells);
    free(hosts->names);
    free(hosts->cpus);
    free(hosts->processors);
    string_pool_release(&hosts->texts);
    string_pool_release(&hosts->machines);
    string_pool_release(&hosts->seen);
    key_index_release(&hosts->keys);
    key_index_release(&hosts->places);
    key_index_release(&hosts->measured);
    *hosts = (struct hosts){0};
}
