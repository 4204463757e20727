/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/documents/hosts_document.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/columns/column_table.h"
#include "analyze/columns/format_number.h"
#include "formats/text/xalloc.h"

static const char *plural(size_t count) {
    return count == 1 ? "" : "s";
}

/* --- columns --- */

static const char *status_word(int value) {
    return cell_status_name(value);
}

static const char *verdict_word(int value) {
    return verdict_name((enum verdict)value);
}

static void show_verdict(const void *record, char *text, size_t size) {
    const struct host_ratio *ratio = record;
    const char *words = verdict_words(ratio->verdict, ratio->quantity);
    snprintf(text, size, "%s",
             ratio->status != CELL_OK              ? cell_status_name((int)ratio->status)
             : ratio->verdict == VERDICT_NOT_SHOWN ? FORMAT_NUMBER_HIDDEN
                                                   : words);
}

static enum terminal_tone verdict_tone(const void *record) {
    const struct host_ratio *ratio = record;
    return ratio->status != CELL_OK           ? TERMINAL_WARNING
           : ratio->verdict == VERDICT_FASTER ? TERMINAL_GOOD
           : ratio->verdict == VERDICT_SLOWER ? TERMINAL_BAD
                                              : TERMINAL_PLAIN;
}

#define HOSTS(member, type, unit, about) COLUMN(host_ratio, #member, member, type, unit, 0, about)

/* clang-format off */
static const struct column of_hosts[] = {
    {HOSTS(archive, TEXT, "", "file the run is in")},
    {HOSTS(action, TEXT, "", "what was calculated"), USUAL("action", .once = 1)},
    {HOSTS(type, TEXT, "", "precision: s or d")},
    {HOSTS(point, TEXT, "", "size, parameters and conditions"), USUAL("point", .once = 1)},
    {HOSTS(size, INTEGER, "1", "size")},
    {HOSTS(library, TEXT, "", "library"), USUAL("library", .once = 1)},
    {HOSTS(reference, TEXT, "", "library that the ratio is to")},
    {HOSTS(host, TEXT, "", "machine"), USUAL("host", .align = "l")},
    {HOSTS(run, TEXT, "", "name of the run")},
    {HOSTS(version, TEXT, "", "version of the library")},
    {HOSTS(status, WORD, "", "ok, wrong, crashed, ..."), .word = status_word},
    {HOSTS(mean, REAL, column_measured, "mean time"), ASKED("mean", .number = number_amount)},
    {HOSTS(ratio, INTERVAL, "1", "time over that of the reference on the same host"), USUAL("ratio", .number = number_ratio)},
    ENDS(host_ratio, "ratio", ratio, "1", 0, "its"),
    {COLUMN(host_ratio, "log_ratio_se", se, REAL, "1", 0, "standard error of ln ratio")},
    {COLUMN(host_ratio, "log_ratio_degrees", degrees, REAL, "1", 0, "its degrees of freedom")},
    {HOSTS(rounds, COUNT, "1", "rounds behind the ratio; below 2 its unit is the sample")},
    {HOSTS(p, REAL, "1", "probability of such a ratio if there is no difference"), ASKED("p", .number = number_p_value)},
    {HOSTS(p_adjusted, REAL, "1", "the same, corrected for all ratios of all hosts"), ASKED("adjusted p", .number = number_p_value)},
    {HOSTS(verdict, WORD, "", "faster, slower, not_shown, one_process or none"), .word = verdict_word, USUAL("verdict", .tone = verdict_tone, SHOWN("l", show_verdict))},
    {HOSTS(weight, REAL, "1", "its part of the mean across hosts"), ASKED("weight", .number = number_percent)},
};
/* clang-format on */

const struct column_set hosts_columns = COLUMN_SET(of_hosts, struct host_ratio);

static void show_across(const void *record, char *text, size_t size) {
    const struct hosts_cell *cell = record;
    const enum verdict as[HOSTS_VERDICTS] = {
        [HOSTS_FASTER] = VERDICT_FASTER, [HOSTS_SLOWER] = VERDICT_SLOWER};
    snprintf(text, size, "%s",
             cell->verdict == HOSTS_ONE_HOST    ? "one host only"
             : cell->verdict == HOSTS_NOT_SHOWN ? FORMAT_NUMBER_HIDDEN
                                                : verdict_words(as[cell->verdict], cell->quantity));
}

static enum terminal_tone across_tone(const void *record) {
    const struct hosts_cell *cell = record;
    return cell->verdict == HOSTS_FASTER   ? TERMINAL_GOOD
           : cell->verdict == HOSTS_SLOWER ? TERMINAL_BAD
                                           : TERMINAL_PLAIN;
}

/* [0.71, 0.95], as many digits as its width supports */
static void show_new(const void *record, char *text, size_t size) {
    const struct hosts_cell *cell = record;
    int decimals = number_decimals(cell->predicted.high, interval_width(cell->predicted) / 2);
    *text = '\0';
    if (interval_has_ends(cell->predicted))
        snprintf(text, size, "%s", number_ends(cell->predicted, 1, decimals).text);
}

#define ACROSS(member, type, unit, about) COLUMN(hosts_cell, #member, member, type, unit, 0, about)

/* clang-format off */
static const struct column of_across[] = {
    {ACROSS(action, TEXT, "", "what was calculated"), USUAL("action", .once = 1)},
    {ACROSS(type, TEXT, "", "precision: s or d")},
    {ACROSS(point, TEXT, "", "size, parameters and conditions"), USUAL("point", .once = 1)},
    {ACROSS(size, INTEGER, "1", "size")},
    {ACROSS(library, TEXT, "", "library"), USUAL("library", .align = "l")},
    {ACROSS(reference, TEXT, "", "library that the ratio is to")},
    {ACROSS(hosts, COUNT, "1", "hosts that count: with a ratio and its standard error"), USUAL("hosts", .align = "r")},
    {ACROSS(single_rounds, COUNT, "1", "those of them that measured a single round")},
    {ACROSS(ratio, INTERVAL, "1", "random-effects mean of the ratios to the reference"), USUAL("ratio", .number = number_ratio)},
    {COLUMN(hosts_cell, "ratio_low", ratio.low, REAL, "1", 0, "lower end of its interval; undefined for a single host")},
    {COLUMN(hosts_cell, "ratio_high", ratio.high, REAL, "1", 0, "upper end of its interval")},
    {COLUMN(hosts_cell, "log_ratio_se", se, REAL, "1", 0, "standard error of ln ratio, with hosts - 1 degrees of freedom")},
    {ACROSS(p, REAL, "1", "probability of such a mean if there is no difference"), ASKED("p", .number = number_p_value)},
    {ACROSS(p_adjusted, REAL, "1", "the same, corrected for all rows"), ASKED("adjusted p", .number = number_p_value)},
    {ACROSS(verdict, WORD, "", "faster, slower, not_shown, one_host or none"), .word = hosts_verdict_name, USUAL("verdict", .tone = across_tone, SHOWN("l", show_across))},
    {COLUMN(hosts_cell, "new_low", predicted.low, REAL, "1", 0, "lower end of the interval of the ratio on another host; undefined for fewer than 3"), USUAL("another host", SHOWN("l", show_new))},
    {COLUMN(hosts_cell, "new_high", predicted.high, REAL, "1", 0, "upper end of the same")},
    {ACROSS(spread, REAL, "1", "exp(tau): the factor that hosts typically differ from the mean by"), USUAL("spread", .number = number_ratio)},
    {ACROSS(tau, REAL, "1", "standard deviation of ln ratio between hosts"), ASKED("τ", .number = number_plain)},
    {ACROSS(i_squared, REAL, "1", "I²: part of the scatter that is between hosts"), USUAL("I²", .number = number_percent)},
    {ACROSS(q, REAL, "1", "Cochran's Q"), ASKED("Q", .number = number_plain)},
    {ACROSS(q_p, REAL, "1", "probability of such a Q if hosts do not differ"), USUAL("p of Q", .number = number_p_value)},
    {ACROSS(fewest, REAL, "1", "smallest ratio of a host"), ASKED("smallest", .number = number_ratio)},
    {ACROSS(most, REAL, "1", "largest ratio of a host"), ASKED("largest", .number = number_ratio)},
};
/* clang-format on */

const struct column_set across_columns = COLUMN_SET(of_across, struct hosts_cell);

/* --- side by side --- */

/* A cell on one host in a table of several. */
struct beside {
    struct interval ratio;
    int mark;
};

/* One row: a cell and the hosts beside each other. */
struct beside_row {
    const char *point, *library;
    struct beside hosts[];
};

enum { MARK_HIDDEN = CELL_STATUSES, MARK_ONE_PROCESS, MARK_NO_RATIO, MARK_NONE = CELL_OK };

static const char *mark_word(int value) {
    return value == MARK_NONE          ? ""
           : value == MARK_HIDDEN      ? FORMAT_NUMBER_HIDDEN
           : value == MARK_ONE_PROCESS ? verdict_words(VERDICT_ONE_PROCESS, QUANTITY_SECONDS)
           : value == MARK_NO_RATIO    ? "no ratio"
                                       : cell_status_name(value);
}

static struct beside beside_of(const struct host_ratio *ratio) {
    if (!ratio)
        return (struct beside){interval_unknown, MARK_NONE};
    int mark = ratio->status != CELL_OK                ? (int)ratio->status
               : isnan(ratio->ratio.estimate)          ? MARK_NO_RATIO
               : ratio->verdict == VERDICT_ONE_PROCESS ? MARK_ONE_PROCESS
               : ratio->verdict == VERDICT_NOT_SHOWN   ? MARK_HIDDEN
                                                       : MARK_NONE;
    return (struct beside){ratio->ratio, mark};
}

/* The least width of a ratio with its interval, and what is between columns. */
enum { RATIO_WIDTH = 22, GAP_WIDTH = 2 };

/* Bytes are at least as many as columns. */
static size_t longer(size_t length, const char *text) {
    return strlen(text) > length ? strlen(text) : length;
}

/* The cells of an action, and the machines that measured it. */
struct group {
    const struct hosts *hosts;
    const struct hosts_cell *cells;
    size_t count;
    size_t *machines, machine_count;
};

static size_t hosts_in_line(const struct hosts_report *report) {
    const struct hosts *hosts = report->hosts;
    size_t point = 0, library = 0, host = RATIO_WIDTH, mark = 1;
    for (size_t i = 0; i < hosts->cell_count; i++) {
        point = longer(point, hosts->cells[i].point);
        library = longer(library, hosts->cells[i].library);
    }
    for (size_t i = 0; i < hosts->name_count; i++)
        host = longer(host, hosts->names[i]);
    for (size_t i = 0; i < hosts->ratio_count; i++) {
        int value = beside_of(&hosts->ratios[i]).mark;
        mark = value == MARK_HIDDEN ? mark : longer(mark, mark_word(value));
    }
    size_t names = point + GAP_WIDTH + library, each = GAP_WIDTH + host + GAP_WIDTH + mark;
    size_t left = report->width > names ? report->width - names : 0;
    return left < each ? 1 : left / each;
}

/* Columns of the hosts from FIRST on. No format leaves out what is called ratio and asked for, not
 * even if it is empty. */
static size_t beside_columns(struct column *columns, const struct group *group, size_t first,
                             size_t count) {
    const struct hosts *hosts = group->hosts;
    size_t n = 0;
    columns[n++] = (struct column){COLUMN(beside_row, "point", point, TEXT, "", 0, ""),
                                   USUAL("point", .once = 1)};
    columns[n++] = (struct column){COLUMN(beside_row, "library", library, TEXT, "", 0, ""),
                                   USUAL("library", .align = "l")};
    for (size_t i = 0; i < count; i++) {
        size_t at = offsetof(struct beside_row, hosts) + i * sizeof(struct beside);
        columns[n++] = (struct column){
            .name = "ratio",
            .type = COLUMN_INTERVAL,
            .offset = at + offsetof(struct beside, ratio),
            .unit = "1",
            .is_asked_for = 1,
            USUAL(hosts->names[group->machines[first + i]], .number = number_ratio)};
        columns[n++] = (struct column){.name = "verdict",
                                       .type = COLUMN_WORD,
                                       .offset = at + offsetof(struct beside, mark),
                                       .unit = "",
                                       .word = mark_word,
                                       USUAL("", .align = "l")};
    }
    return n;
}

/* Returns zeroed memory that lives as long as REPORT. */
static void *lend(struct hosts_report *report, size_t count, size_t size) {
    report->lent = xreallocarray(report->lent, report->lent_count + 1, sizeof *report->lent);
    return report->lent[report->lent_count++] = xcalloc(count, size);
}

static int add_beside(struct document *document, struct hosts_report *report,
                      const struct group *group, size_t first, size_t across, struct err *err) {
    size_t size = sizeof(struct beside_row) + across * sizeof(struct beside);
    struct column *columns = xcalloc(2 + 2 * across, sizeof *columns);
    char *rows = lend(report, group->count, size);
    for (size_t i = 0; i < group->count; i++) {
        const struct hosts_cell *cell = &group->cells[i];
        struct beside_row *row = (void *)(rows + i * size);
        row->point = cell->point;
        row->library = cell->library;
        for (size_t h = 0; h < across; h++)
            row->hosts[h] = beside_of(hosts_ratio(group->hosts, cell, group->machines[first + h]));
    }
    struct column_set set = {columns, beside_columns(columns, group, first, across), size};
    int code = document_add_records(document, &set, rows, group->count, NULL, 1, err);
    free(columns);
    return code;
}

/* --- words --- */

/* Finds the cells from CELL on that are of its action and type. */
static void find_group(struct group *group, struct hosts_report *report,
                       const struct hosts_cell *cell) {
    const struct hosts *hosts = report->hosts;
    const struct hosts_cell *end = hosts->cells + hosts->cell_count;
    *group = (struct group){.hosts = hosts, .cells = cell};
    while (cell < end && cell->action == group->cells->action && cell->type == group->cells->type)
        cell++;
    group->count = (size_t)(cell - group->cells);
    group->machines = lend(report, hosts->name_count, sizeof *group->machines);
    for (size_t i = 0; i < hosts->name_count; i++)
        if (hosts_measured(hosts, group->cells, i))
            group->machines[group->machine_count++] = i;
}

static void add_title(struct document *document, const struct group *group, const char *how) {
    const char *type = group->cells->type;
    document_add(document, DOCUMENT_TITLE, "%s%s%s%s: %zu host%s%s", group->cells->action,
                 type ? " (" : "", type ? type : "", type ? ")" : "", group->machine_count,
                 plural(group->machine_count), how);
}

enum { NAMED = 6 }; /* hosts in a list of words */

/* AMD EPYC 7763 (node1, node2) · Xeon Gold 6248 (node3) */
static void write_processors(const void *context, FILE *file) {
    const struct group *group = context;
    const char *before = "", *const *cpus = group->hosts->cpus;
    for (size_t i = 0; i < group->machine_count; i++) {
        const char *cpu = cpus[group->machines[i]];
        size_t named = 0, is_first = 1;
        for (size_t k = 0; k < i; k++)
            is_first = is_first && cpus[group->machines[k]] != cpu;
        if (!is_first || !*cpu)
            continue;
        fprintf(file, "%s%s", before, cpu);
        before = DOCUMENT_SEPARATOR;
        for (size_t k = i; k < group->machine_count; k++)
            if (cpus[group->machines[k]] == cpu && named++ < NAMED)
                fprintf(file, "%s%s", named == 1 ? " (" : ", ",
                        group->hosts->names[group->machines[k]]);
        if (named > NAMED)
            fprintf(file, " and %zu more", named - NAMED);
        fputc(')', file);
    }
}

/* blis: 0.9 on node1, 1.0 on node2, for libraries whose versions differ. */
static void write_versions(const void *context, FILE *file) {
    const struct hosts *hosts = context;
    for (size_t i = 0; i < hosts->ratio_count; i++) {
        const struct host_ratio *one = &hosts->ratios[i];
        size_t is_first = 1;
        for (size_t k = 0; k < i && is_first; k++)
            is_first = hosts->ratios[k].library != one->library;
        for (size_t k = i + 1; is_first && k < hosts->ratio_count; k++) {
            const struct host_ratio *other = &hosts->ratios[k];
            if (other->library != one->library || !one->version || !other->version ||
                other->version == one->version)
                continue;
            fprintf(file,
                    "warning: %s is not the same on all hosts: %s on %s" DOCUMENT_SEPARATOR
                    "%s on %s\n",
                    one->library, one->version, one->host, other->version, other->host);
            is_first = 0;
        }
    }
}

static void add_notes(struct document *document, const struct hosts *hosts) {
    size_t alone = 0;
    for (size_t i = 0; i < hosts->ratio_count; i++)
        alone += hosts->ratios[i].rounds == 1;
    if (alone)
        document_add(document, DOCUMENT_NOTE,
                     "%zu ratio%s of a single round: what differs between processes is not in "
                     "the interval of the host, and counts as a difference between hosts",
                     alone, alone == 1 ? " is" : "s are");
    if (hosts->older)
        document_add(document, DOCUMENT_NOTE,
                     "%zu ratio%s of earlier runs of the same host not shown; --run chooses",
                     hosts->older, plural(hosts->older));
}

/* --- by host --- */

static void add_meaning_by_host(struct document *document, const struct hosts *hosts,
                                const struct hosts_cell *cell) {
    const struct quantity_words *of = quantity_words(cell->quantity);
    document_add(document, DOCUMENT_LINE,
                 "ratio: %s over that of %s on the same host" DOCUMENT_SEPARATOR
                 "[ ]: %.6g %% intervals" DOCUMENT_SEPARATOR
                 "≈: no difference shown at %.3g %%, corrected for %zu ratio%s",
                 of->one, cell->reference, 100 * hosts->asked.confidence, 100 * hosts->asked.level,
                 hosts->tested, plural(hosts->tested));
}

static int is_listed(const struct view *view) {
    return view && (view->columns.count || view->sort.count || view->groups.count);
}

static int are_shared(const struct hosts *hosts) {
    size_t most = 0;
    for (size_t i = 0; i < hosts->cell_count; i++)
        most = hosts->cells[i].count > most ? hosts->cells[i].count : most;
    return most > 1 || hosts->name_count < 2;
}

static int add_group(struct document *document, struct hosts_report *report,
                     const struct group *group, struct err *err) {
    size_t across = hosts_in_line(report), all = group->machine_count;
    int code = 0;
    for (size_t first = 0; code == 0 && first < all; first += across) {
        size_t count = all - first < across ? all - first : across;
        if (all > across && count == 1)
            document_add(document, DOCUMENT_CAPTION, "host %zu of %zu", first + 1, all);
        else if (all > across)
            document_add(document, DOCUMENT_CAPTION, "hosts %zu to %zu of %zu", first + 1,
                         first + count, all);
        code = add_beside(document, report, group, first, count, err);
    }
    return code;
}

int hosts_sheet(struct document *document, struct hosts_report *report, struct err *err) {
    const struct hosts *hosts = report->hosts;
    int code = 0;
    for (size_t i = 0; code == 0 && i < hosts->cell_count;) {
        struct group group;
        const struct hosts_cell *cell = &hosts->cells[i];
        find_group(&group, report, cell);
        i += group.count;
        add_title(document, &group, group.machine_count > 1 ? " side by side" : "");
        document_write(document, DOCUMENT_LINE, write_processors, &group);
        add_meaning_by_host(document, hosts, cell);
        const struct hosts_cell *last = cell + group.count - 1;
        code = is_listed(report->view)
                   ? document_add_records(document, &hosts_columns, hosts->ratios + cell->first,
                                          last->first + last->count - cell->first, report->view, 1,
                                          err)
                   : add_group(document, report, &group, err);
    }
    if (!hosts->cell_count)
        document_add(document, DOCUMENT_CAPTION,
                     "no library has a reference to be compared with on its host");
    if (hosts->cell_count && !are_shared(hosts))
        document_add(document, DOCUMENT_BAD, "no cell was measured on two hosts");
    document_write(document, DOCUMENT_BAD, write_versions, hosts);
    add_notes(document, hosts);
    return code;
}

/* --- across hosts --- */

static void add_meaning_across(struct document *document, const struct hosts *hosts,
                               const struct hosts_cell *cell) {
    const struct quantity_words *of = quantity_words(cell->quantity);
    document_add(document, DOCUMENT_LINE,
                 "ratio: %s over that of %s, random-effects mean over hosts "
                 "(DerSimonian-Laird)" DOCUMENT_SEPARATOR
                 "[ ]: %.6g %% intervals (Hartung-Knapp, modified)",
                 of->one, cell->reference, 100 * hosts->asked.confidence);
    document_add(document, DOCUMENT_LINE,
                 "another host: where its ratio is expected" DOCUMENT_SEPARATOR
                 "spread: typical factor between a host and the mean" DOCUMENT_SEPARATOR
                 "I²: part of the scatter that is between hosts");
    document_add(document, DOCUMENT_LINE,
                 "verdicts: at %.3g %%, corrected for %zu row%s" DOCUMENT_SEPARATOR
                 "≈: no difference shown%s",
                 100 * hosts->asked.level, hosts->tested_cells, plural(hosts->tested_cells),
                 hosts->asked.min_effect > 0 ? " beyond --min-effect" : "");
}

/* What can be claimed of few hosts, and what does not count. */
static void add_limits(struct document *document, const struct hosts *hosts) {
    size_t ones = 0, twos = 0, left_out = 0;
    for (size_t i = 0; i < hosts->ratio_count; i++)
        left_out += !(hosts->ratios[i].weight > 0);
    if (left_out)
        document_add(document, DOCUMENT_BAD,
                     "%zu ratio%s left out: without right answers of both libraries, or without a "
                     "standard error; --by host tells which",
                     left_out, left_out == 1 ? " is" : "s are");
    for (size_t i = 0; i < hosts->cell_count; i++) {
        ones += hosts->cells[i].hosts == 1;
        twos += hosts->cells[i].hosts == 2;
    }
    if (ones)
        document_add(document, DOCUMENT_NOTE,
                     "%zu row%s of one host only: nothing can be claimed of others", ones,
                     ones == 1 ? " is" : "s are");
    if (twos)
        document_add(document, DOCUMENT_NOTE,
                     "%zu row%s of two hosts: their interval is wide, with one degree of freedom, "
                     "and says nothing of a third; measure on three or more",
                     twos, twos == 1 ? " is" : "s are");
}

int across_sheet(struct document *document, struct hosts_report *report, struct err *err) {
    const struct hosts *hosts = report->hosts;
    int code = 0;
    for (size_t i = 0; code == 0 && i < hosts->cell_count;) {
        struct column columns[sizeof of_across / sizeof *of_across];
        struct column_set set = {columns, across_columns.count, across_columns.record_size};
        struct group group;
        const struct hosts_cell *cell = &hosts->cells[i];
        find_group(&group, report, cell);
        i += group.count;
        memcpy(columns, of_across, sizeof of_across);
        columns[0].is_usual = 0; /* the title says the action */
        add_title(document, &group, " together");
        document_write(document, DOCUMENT_LINE, write_processors, &group);
        add_meaning_across(document, hosts, cell);
        code = document_add_records(document, &set, cell, group.count, report->view, 1, err);
    }
    add_limits(document, hosts);
    document_write(document, DOCUMENT_BAD, write_versions, hosts);
    add_notes(document, hosts);
    return code;
}

/* --- for programs --- */

int hosts_document_of_all(struct document *document, const struct hosts_report *report,
                          struct err *err) {
    const struct hosts *hosts = report->hosts;
    return document_add_records(document, &hosts_columns, hosts->ratios, hosts->ratio_count,
                                report->view, 0, err);
}

int across_document_of_all(struct document *document, const struct hosts_report *report,
                           struct err *err) {
    const struct hosts *hosts = report->hosts;
    return document_add_records(document, &across_columns, hosts->cells, hosts->cell_count,
                                report->view, 0, err);
}

void hosts_report_release(struct hosts_report *report) {
    for (size_t i = 0; i < report->lent_count; i++)
        free(report->lent[i]);
    free(report->lent);
    report->lent = NULL;
    report->lent_count = 0;
}
