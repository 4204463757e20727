/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/documents/comparison_document.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/comparison/comparison_notes.h"
#include "analyze/columns/format_number.h"
#include "analyze/documents/gate_document.h"
#include "analyze/output/listing.h"
#include "analyze/output/print.h"
#include "formats/text/date.h"
#include "formats/text/percent.h"
#include "formats/text/xalloc.h"

static const char *const names[COMPARE_SETS] = {"earlier", "later"};

/* --- the two sides --- */

struct side {
    const struct compared *compared;
    enum compare_set set;
    int is_verbose;
};

static void write_item(FILE *file, const char *item) {
    if (item)
        fprintf(file, DOCUMENT_SEPARATOR "%s", item);
}

static int are_of_one_run(const struct section *a, const struct section *b) {
    return strcmp(a->run, b->run) == 0 &&
           strcmp(a->archive ? a->archive : "", b->archive ? b->archive : "") == 0;
}

/* later: b.h5 · run_000001 · 2026-11-22 02:13 · Processor X · host */
static void write_side(const void *context, FILE *file) {
    const struct side *side = context;
    const struct table *table = side->compared->tables[side->set];
    const struct section *last = &table->sections[table->section_count - 1];

    size_t runs = 0;
    for (size_t s = 0; s < table->section_count; s++) {
        size_t before = 0;
        while (before < s && !are_of_one_run(&table->sections[before], &table->sections[s]))
            before++;
        runs += before == s;
    }

    fprintf(file, "%s: %s" DOCUMENT_SEPARATOR, names[side->set], side->compared->files[side->set]);
    if (runs > 1)
        fprintf(file, "%zu runs, the last ", runs);
    fprintf(file, "%s", last->run);
    if (last->started && strlen(last->started) >= 16 && last->started[10] == 'T')
        fprintf(file, DOCUMENT_SEPARATOR "%.10s %.5s", last->started, last->started + 11);
    else
        write_item(file, last->started);
    write_item(file, last->cpu);
    write_item(file,
               last->provenance ? facts_text(&last->provenance->run_facts, FACT_HOST, NULL) : NULL);
}

/* --- differences --- */

enum { MOST_DIFFERENCES = 8 };

struct list {
    const struct string_pool *texts;
    const char *before, *between;
};

static void write_list(const void *context, FILE *file) {
    const struct list *list = context;
    for (uint32_t i = 0; i < list->texts->count; i++)
        fprintf(file, "%s%s", i ? list->between : list->before, list->texts->items[i]);
}

/* --- warnings of either side --- */

/* The warnings of one rule, of both sides and all actions. */
struct alike {
    const struct compared *compared;
    const struct warning *first;
    const struct section *of_first;
    size_t sections[COMPARE_SETS]; /* that have it */
    int are_same;                  /* their texts */
};

static const struct warning *find_rule(const struct section *section, const char *rule) {
    for (size_t i = 0; section->warnings && i < section->warnings->count; i++)
        if (strcmp(section->warnings->items[i].rule, rule) == 0)
            return &section->warnings->items[i];
    return NULL;
}

static struct alike gather_alike(const struct compared *compared, const char *rule) {
    struct alike alike = {.compared = compared, .are_same = 1};
    for (int set = 0; set < COMPARE_SETS; set++)
        for (size_t s = 0; s < compared->tables[set]->section_count; s++) {
            const struct section *section = &compared->tables[set]->sections[s];
            const struct warning *warning = find_rule(section, rule);
            if (!warning)
                continue;
            alike.sections[set]++;
            if (!alike.first) {
                alike.first = warning;
                alike.of_first = section;
            }
            alike.are_same &= strcmp(alike.first->text, warning->text) == 0;
        }
    return alike;
}

/* warning, earlier and later, 3 actions: single round: ... · what to do */
static void write_alike(const void *context, FILE *file) {
    const struct alike *alike = context;
    const size_t *of = alike->sections;
    size_t most = of[COMPARE_EARLIER] > of[COMPARE_LATER] ? of[COMPARE_EARLIER] : of[COMPARE_LATER];
    int has_several = alike->compared->tables[COMPARE_EARLIER]->section_count > 1 ||
                      alike->compared->tables[COMPARE_LATER]->section_count > 1;
    size_t others = of[COMPARE_EARLIER] + of[COMPARE_LATER] - 1;
    fprintf(file, "warning, %s%s%s", of[COMPARE_EARLIER] ? names[COMPARE_EARLIER] : "",
            of[COMPARE_EARLIER] && of[COMPARE_LATER] ? " and " : "",
            of[COMPARE_LATER] ? names[COMPARE_LATER] : "");
    if (most > 1 && alike->are_same)
        fprintf(file, ", %zu actions", most);
    else if (has_several)
        fprintf(file, ", %s", alike->of_first->action);
    fprintf(file, ": %s", alike->first->text);
    if (others && !alike->are_same)
        fprintf(file, ", and %zu warning%s more of this kind", others, others == 1 ? "" : "s");
    fprintf(file, DOCUMENT_SEPARATOR "%s", alike->first->advice);
}

/* All, or only those that tell that numbers are wrong or missing, each kind once. */
static void add_warnings(struct document *document, const struct compared *compared,
                         int is_verbose) {
    for (int set = 0; set < COMPARE_SETS; set++)
        for (size_t s = 0; s < compared->tables[set]->section_count; s++) {
            const struct section *section = &compared->tables[set]->sections[s];
            for (size_t i = 0; section->warnings && i < section->warnings->count; i++) {
                const struct warning *warning = &section->warnings->items[i];
                struct alike alike = gather_alike(compared, warning->rule);
                if (alike.first == warning && (warning->is_grave || is_verbose))
                    document_write(document, DOCUMENT_WARNING, write_alike, &alike);
            }
        }
}

/* Returns how many others there are, and the first of them; adds to GRAVE those told in full. */
static size_t other_warnings(const struct table *table, const struct warning **first,
                             size_t *grave) {
    size_t count = 0;
    for (size_t s = 0; s < table->section_count; s++) {
        const struct warnings *warnings = table->sections[s].warnings;
        for (size_t i = 0; warnings && i < warnings->count; i++)
            if (warnings->items[i].is_grave)
                ++*grave;
            else if (!count++)
                *first = &warnings->items[i];
    }
    return count;
}

/* 8 warnings: earlier: too few samples (2 cells), and 4 more · later: ...; --verbose explains */
static void write_brief_warnings(const void *context, FILE *file) {
    const struct compared *compared = context;
    const struct warning *first[COMPARE_SETS];
    size_t counts[COMPARE_SETS], all = 0, grave = 0;
    const char *between = "";
    for (int set = 0; set < COMPARE_SETS; set++)
        all += counts[set] = other_warnings(compared->tables[set], &first[set], &grave);
    if (!all)
        return;
    fprintf(file, "%zu %swarning%s: ", all, grave ? "more " : "", all == 1 ? "" : "s");
    for (int set = 0; set < COMPARE_SETS; set++) {
        char item[160];
        if (!counts[set])
            continue;
        heading_brief_warning(first[set], item, sizeof item);
        fprintf(file, "%s%s: %s", between, names[set], item);
        if (counts[set] > 1)
            fprintf(file, ", and %zu more", counts[set] - 1);
        between = DOCUMENT_SEPARATOR;
    }
    fputs("; --verbose explains", file);
}

static void add_list(struct document *document, enum document_kind kind,
                     const struct string_pool *texts, const char *before, const char *between) {
    document_write(document, kind, write_list, &(struct list){texts, before, between});
}

/* --- what the comparison means --- */

/* When the first and the last run of TABLE started; NaN if no run says so. */
static struct interval span_of(const struct table *table) {
    struct interval span = interval_unknown;
    for (size_t s = 0; s < table->section_count; s++) {
        double started = date_read(table->sections[s].started);
        span.low = fmin(span.low, started);
        span.high = fmax(span.high, started);
    }
    return span;
}

/* Whether the sides overlap in time: not all runs of one were made before all of the other. */
static int are_in_turn(const struct compared *compared) {
    struct interval earlier = span_of(compared->tables[COMPARE_EARLIER]);
    struct interval later = span_of(compared->tables[COMPARE_LATER]);
    return earlier.high >= later.low && later.high >= earlier.low;
}

/* --- what runs differ by --- */

static int compare_numbers(const void *a, const void *b) {
    double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

/* Returns the smallest change that PAIR would show if its p has to be FIRST_P. Steps of the samples
 * that are wider than the interval come on top. */
static double smallest_of(const struct compare_pair *pair, double confidence, double first_p) {
    struct interval usual = welch_interval(&pair->typical.error.all, confidence);
    struct interval needed = welch_interval(&pair->typical.error.all, 1 - first_p);
    double steps = pair->resolutions[COMPARE_EARLIER] + pair->resolutions[COMPARE_LATER];
    double half = interval_width(needed) / 2;
    return expm1(interval_width(usual) / 2 < steps ? half + steps : half);
}

#define ALL_FAMILIES SIZE_MAX

/* Returns the median of what runs differ by over the pairs of a family, and the smallest change
 * that could be shown in one of them if FIRST_P is reached;
 * NaN for none. */
static double spread_of(const struct comparison *found, size_t family, double confidence,
                        double first_p, double *smallest) {
    double *all = xcalloc(found->pair_count, sizeof *all), median = NAN;
    size_t n = 0;
    *smallest = NAN;
    for (size_t i = 0; i < found->pair_count; i++) {
        const struct between_error *error = &found->pairs[i].typical.error;
        if ((family != ALL_FAMILIES && found->pairs[i].between != family) ||
            !isfinite(error->run_sd))
            continue;
        *smallest = fmin(*smallest, smallest_of(&found->pairs[i], confidence, first_p));
        all[n++] = error->run_sd;
    }
    if (n) {
        qsort(all, n, sizeof *all, compare_numbers);
        median = n % 2 ? all[n / 2] : (all[n / 2 - 1] + all[n / 2]) / 2;
    }
    free(all);
    return median;
}

/* A family and what its runs differ by. */
struct spread {
    const struct compared *compared;
    const struct between_runs *between;
    const char *action; /* NULL if there is only one */
    double median, smallest;
};

static void write_origin(const struct between_runs *between, FILE *file) {
    static const char *const words[BETWEEN_SOURCES] = {
        [BETWEEN_CONTROL] = "from the control's change",
        [BETWEEN_REFERENCE] = "from how the reference's change differs by size",
        [BETWEEN_ASSUMED] = "assumed, no earlier runs tell",
        [BETWEEN_GIVEN] = "as given",
        [BETWEEN_ROUNDS] = "only what their rounds tell, of which each is a process"};
    if (between->source != BETWEEN_RUNS)
        fputs(words[between->source], file);
    else if (between->compared && between->others)
        fprintf(file, "from %zu runs and %zu earlier ones", between->compared, between->others);
    else
        fprintf(file, "from %zu %sruns", between->compared + between->others,
                between->others ? "earlier " : "");
}

static void write_spread(const void *context, FILE *file) {
    const struct spread *spread = context;
    const struct between_runs *between = spread->between;
    if (spread->action)
        fprintf(file, "%s: ", spread->action);
    fputs("between runs: ", file);
    if (between->source != BETWEEN_ROUNDS)
        fprintf(file, "%s, ", percent_of(spread->median).text);
    write_origin(between, file);
    if (between->source == BETWEEN_RUNS && between->effects.machine > 0)
        fprintf(file, DOCUMENT_SEPARATOR "%s of the machine as a whole",
                percent_of(fmin(spread->median, sqrt(between->effects.machine))).text);
    if (isfinite(spread->smallest)) {
        fputs(DOCUMENT_SEPARATOR "no change below ", file);
        fputs(percent_of(spread->smallest).text, file);
        fputs(" can be shown", file);
    }
    if (between->source == BETWEEN_ASSUMED)
        fputs(DOCUMENT_SEPARATOR
              "three runs of each side and more, older runs in the same archive, "
              "or --relative tell; --drift states another",
              file);
    if (between->source == BETWEEN_ROUNDS)
        fputs(DOCUMENT_SEPARATOR
              "what other days do is not in it: measure both in turn, or state it by --drift",
              file);
}

/* Returns the first pair of a family, or NULL. */
static const struct compare_pair *first_of(const struct comparison *found, size_t family) {
    for (size_t i = 0; i < found->pair_count; i++)
        if (found->pairs[i].between == family)
            return &found->pairs[i];
    return NULL;
}

/* Returns what says the same of all families with pairs; BETWEEN_NOTHING if nothing does. */
static enum between_source same_source(const struct comparison *found) {
    enum between_source same = BETWEEN_SOURCES;
    for (size_t f = 0; f < found->between_count; f++) {
        enum between_source source = found->between[f].source;
        if (!first_of(found, f))
            continue;
        same = same == BETWEEN_SOURCES || same == source ? source : BETWEEN_NOTHING;
    }
    int is_of_all = same == BETWEEN_ASSUMED || same == BETWEEN_GIVEN || same == BETWEEN_ROUNDS;
    return is_of_all ? same : BETWEEN_NOTHING;
}

/* Adds a line for each action and type with pairs, or one if it is the same of all. */
static void add_spreads(struct document *document, const struct compared *compared) {
    const struct comparison *found = &compared->found;
    double first_p = comparison_first_p(found, &compared->options->asked);
    size_t families = 0;
    for (size_t f = 0; f < found->between_count; f++)
        families += first_of(found, f) != NULL;
    enum between_source same = same_source(found);
    for (size_t f = 0; f < found->between_count; f++) {
        const struct compare_pair *first = first_of(found, f);
        struct spread spread = {compared, &found->between[f], NULL, NAN, NAN};
        if (!first || spread.between->source == BETWEEN_NOTHING)
            continue;
        spread.median = spread_of(found, same ? ALL_FAMILIES : f,
                                  compared->options->asked.confidence, first_p, &spread.smallest);
        if (families > 1 && !same)
            spread.action = first->action;
        if (isfinite(spread.median))
            document_write(document,
                           spread.between->source == BETWEEN_ASSUMED ? DOCUMENT_WARNING
                                                                     : DOCUMENT_LINE,
                           write_spread, &spread);
        if (same)
            return;
    }
}

/* Whether what runs differ by is known from the runs of each side alone. */
static int is_from_sides(const struct comparison *found) {
    int is = 0;
    for (size_t f = 0; f < found->between_count; f++)
        is |= found->between[f].source == BETWEEN_RUNS && !found->between[f].others;
    return is;
}

/* Says what the runs of the sides do not show because of when they were made. */
static void add_order(struct document *document, const struct compared *compared) {
    struct interval earlier = span_of(compared->tables[COMPARE_EARLIER]);
    struct interval later = span_of(compared->tables[COMPARE_LATER]);
    if (later.high < earlier.low)
        document_add(document, DOCUMENT_WARNING,
                     "warning: the later side was measured before the earlier one; --against names "
                     "the earlier");
    if (!compared->options->is_relative && is_from_sides(&compared->found) &&
        !are_in_turn(compared))
        document_add(document, DOCUMENT_WARNING,
                     "caution: what changed between the sides shows in no interval unless their "
                     "runs were made in turn (old, new, old, new)" DOCUMENT_SEPARATOR
                     "--relative cancels what slows all libraries");
}

/* "openblas", if all actions have the same reference. */
static const char *reference_of(const struct table *table) {
    const char *reference = table->section_count ? table->sections[0].reference : NULL;
    for (size_t s = 1; reference && s < table->section_count; s++) {
        const char *other = table->sections[s].reference;
        if (!other || strcmp(other, reference) != 0)
            reference = NULL;
    }
    return reference ? reference : "the reference";
}

static const struct quantity_words *words_of(const struct compared *compared) {
    return quantity_words(compared->options->quantity);
}

static void write_meaning(const void *context, FILE *file) {
    const struct compared *compared = context;
    const struct compare_asked *asked = &compared->options->asked;
    size_t tested = compared->found.pair_count - compared_untested(compared);
    struct statistic statistic = compared->options->statistic;
    char plural[STATISTIC_NAME], ratio[STATISTIC_HEADING];
    statistic_plural(statistic, plural);
    statistic_heading(statistic, "ratio", ratio);
    if (!compared->options->is_relative)
        fprintf(file, "%s: %s" DOCUMENT_SEPARATOR, words_of(compared)->many,
                statistic.kind == STATISTIC_TYPICAL ? "geometric means" : plural);
    fprintf(file,
            "%s: later over earlier, above 1 is %s" DOCUMENT_SEPARATOR
            "± and [ ]: %.6g %% intervals" DOCUMENT_SEPARATOR
            "verdicts: Welch's test at %.3g %%, corrected for %zu pair%s",
            ratio, words_of(compared)->more, 100 * asked->confidence, 100 * asked->level, tested,
            tested == 1 ? "" : "s");
    if (asked->least > 0)
        fprintf(file, DOCUMENT_SEPARATOR "beyond %.3g %%", 100 * asked->least);
    if (compared->found.one_process && asked->least_alone > 0)
        fprintf(file, DOCUMENT_SEPARATOR "beyond %.3g %% where a side has one process",
                100 * asked->least_alone);
    fputs(DOCUMENT_SEPARATOR FORMAT_NUMBER_HIDDEN ": no difference shown", file);
    if (compared->found.inconclusive)
        fputs(DOCUMENT_SEPARATOR "inconclusive: shown by the rounds, but runs differ by as much",
              file);
}

/* --- results --- */

/* Returns the pair to name first: the one that changed most of those shown to be slower or faster
 * or, if there are none, of those that are inconclusive; NULL if nothing is shown. */
static const struct compare_pair *most_changed(const struct comparison *found) {
    const struct compare_pair *most = NULL;
    int most_rank = 0;
    for (size_t i = 0; i < found->pair_count; i++) {
        const struct compare_pair *pair = &found->pairs[i];
        int rank = pair->side ? 2 : pair->is_inconclusive ? 1 : 0;
        double change = fabs(log(pair->typical.ratio.estimate));
        if (rank > most_rank ||
            (most && rank == most_rank && change > fabs(log(most->typical.ratio.estimate)))) {
            most = pair;
            most_rank = rank;
        }
    }
    return most;
}

static void write_count(size_t count, const char *what, FILE *file) {
    if (count)
        fprintf(file, DOCUMENT_SEPARATOR "%zu %s", count, what);
}

/* 2 of 32 cells slower · 1 faster · 29 no difference shown · most: blis at size 10, 1.27×
 * [1.1, 1.5] */
static void write_counts(const void *context, FILE *file) {
    const struct compared *compared = context;
    const struct comparison *found = &compared->found;
    const struct quantity_words *of = words_of(compared);
    const struct compare_pair *most = most_changed(found);
    size_t untested = compared_untested(compared);
    size_t same = found->pair_count - found->faster - found->slower - found->inconclusive -
                  found->one_process - untested;
    fprintf(file,
            "%zu of %zu cell%s %s" DOCUMENT_SEPARATOR "%zu %s" DOCUMENT_SEPARATOR
            "%zu no difference shown",
            found->slower, found->pair_count, found->pair_count == 1 ? "" : "s", of->more,
            found->faster, of->less, same);
    write_count(found->inconclusive, "inconclusive", file);
    write_count(found->one_process, "one process only", file);
    write_count(untested, "not tested (too few samples)", file);
    if (!most)
        return;
    fprintf(file, DOCUMENT_SEPARATOR "%s: %s%s%s, ", most->side ? "most" : "largest, inconclusive",
            most->library, *most->point ? " at " : "", most->point);
    number_ratio_in_words(most->typical.ratio, file);
}

static int add_grid(struct document *document, const struct comparison_rows *rows, size_t count,
                    const struct view *view, int for_people, struct err *err) {
    return document_add_records(document, &rows->set, rows->items, count, view, for_people, err);
}

static void write_disagreement(const void *context, FILE *file) {
    const struct compare_pair *pair = context;
    const struct compare_ratio *const ratios[] = {&pair->means, &pair->typical};
    static const char *const how[] = {" by means, ", " typically"};
    int is_time = pair->rows[COMPARE_LATER]->quantity == QUANTITY_SECONDS;
    fprintf(file, "warning: means disagree with typical %s: %s at %s is later over earlier ",
            is_time ? "times" : "samples", pair->library, *pair->point ? pair->point : "all");
    for (int i = 0; i < 2; i++) {
        number_ratio_in_words(ratios[i]->ratio, file);
        fputs(how[i], file);
    }
    fprintf(file, DOCUMENT_SEPARATOR "some %s, which means count and typical ratios do not",
            is_time ? "calls are slow" : "samples are large");
}

/* Several cells of a library have a mean. */
static int are_summed_up(const struct comparison_summary *summary) {
    int are = 0;
    for (size_t i = 0; i < summary->count; i++)
        are |= summary->rows[i].cells > 1;
    return are;
}

static int add_means(struct document *document, const struct comparison_summary *summary,
                     const struct view *view, int for_people, struct err *err) {
    return document_add_records(document, &comparison_summary_columns, summary->rows,
                                summary->count, view, for_people, err);
}

/* --- sheets --- */

enum { BLOCK_LINES = 10, LEAST_LIBRARIES = 3 };

/* The means of as many libraries as the first block of BLOCK_LINES has room for, or all with
 * --summary. */
static int add_first_means(struct document *document, const struct comparison_summary *summary,
                           const struct comparison_view *how, struct err *err) {
    size_t used = print_text_lines(document, how->width) + 2;
    size_t room = used + LEAST_LIBRARIES < BLOCK_LINES ? BLOCK_LINES - used : LEAST_LIBRARIES;
    int is_cut = !how->summary_only && !how->all_means && summary->count > room;
    size_t more = is_cut ? summary->count - (room - 1) : 0;
    struct comparison_summary first = {summary->rows, summary->count - more};
    int code = add_means(document, &first, how->summary_only ? how->view : NULL, 1, err);
    if (code == 0 && more)
        document_add(document, DOCUMENT_FOOT, "and %zu more; --summary lists all", more);
    return code;
}

/* Checks the names of the view even without rows. */
static int check_view(const struct comparison_rows *rows, const struct comparison_view *how,
                      struct err *err) {
    struct records records;
    int code =
        records_of_array(&records, how->summary_only ? &comparison_summary_columns : &rows->set,
                         rows->items, 0, how->view, 1, err);
    records_release(&records);
    return code;
}

/* What the pair whose two ratios are farthest apart says. */
static void add_disagreement(struct document *document, const struct compared *compared) {
    const struct compare_pair *worst = NULL;
    double most = 0;
    for (size_t i = 0; i < compared->found.pair_count; i++) {
        const struct compare_pair *pair = &compared->found.pairs[i];
        double apart = fabs(log(pair->means.ratio.estimate / pair->typical.ratio.estimate));
        if (compare_means_disagree(pair) && apart > most) {
            most = apart;
            worst = pair;
        }
    }
    if (worst)
        document_write(document, DOCUMENT_WARNING, write_disagreement, worst);
}

/* Warnings about either side, and what else differs between them. */
static void add_doubts(struct document *document, const struct compared *compared,
                       const struct comparison_view *how) {
    add_warnings(document, compared, how->verbose);
    if (!how->verbose)
        document_write(document, DOCUMENT_WARNING, write_brief_warnings, compared);

    struct comparison_notes notes = {0};
    comparison_notes_of(&notes, compared);
    uint32_t most = how->verbose ? UINT32_MAX : MOST_DIFFERENCES;
    for (uint32_t i = 0; i < notes.doubtful.count && i < most; i++)
        document_add(document, DOCUMENT_WARNING, "warning: %s", notes.doubtful.items[i]);
    if (notes.doubtful.count > most)
        document_add(document, DOCUMENT_WARNING, "and %u differences more; --verbose lists all",
                     notes.doubtful.count - most);
    for (int set = 0; set < COMPARE_SETS; set++) {
        char before[256];
        snprintf(before, sizeof before, "warning: of the %s, %.180s, is not known: ", names[set],
                 compared->files[set]);
        add_list(document, DOCUMENT_WARNING, &notes.unknown[set], before, ", ");
    }
    add_list(document, DOCUMENT_LINE, &notes.to_know, "differs as well: ", DOCUMENT_SEPARATOR);
    comparison_notes_release(&notes);
}

/* How the ratios came about, and what can be seen in them. */
static void add_explanations(struct document *document, const struct compared *compared) {
    const char *reference = reference_of(compared->tables[COMPARE_LATER]);
    if (compared->options->is_relative)
        document_add(document, DOCUMENT_LINE,
                     "compared are ratios to %s" DOCUMENT_SEPARATOR
                     "what %s drops out" DOCUMENT_SEPARATOR "a change of %s itself comes in",
                     reference,
                     compared->options->quantity == QUANTITY_SECONDS
                         ? "slows the machine as a whole"
                         : "all libraries have in common",
                     reference);
    add_spreads(document, compared);
    add_order(document, compared);
    add_disagreement(document, compared);
    document_write(document, DOCUMENT_LINE, write_meaning, compared);
}

/* The first table is that of the means or, if there are none, that of the pairs. */
static int add_tables(struct document *document, const struct compared *compared,
                      const struct comparison_rows *rows, const struct comparison_summary *summary,
                      const struct comparison_view *how, struct err *err) {
    int has_means = how->summary_only || are_summed_up(summary);
    size_t pairs = compared->found.pair_count;
    int code = has_means ? add_first_means(document, summary, how, err)
                         : add_grid(document, rows, pairs, how->view, 1, err);
    if (code == 0)
        add_doubts(document, compared, how);
    add_explanations(document, compared);
    if (code == 0 && has_means && !how->summary_only)
        code = add_grid(document, rows, pairs, how->view, 1, err);
    return code;
}

int comparison_sheet(struct document *document, const struct compared *compared,
                     const struct comparison_rows *rows, const struct comparison_summary *summary,
                     const struct comparison_view *how, struct err *err) {
    size_t pairs = compared->found.pair_count;
    int code = 0;
    if (how->gate)
        gate_document(document, how->gate, how->policy);
    if (pairs)
        document_write(document, DOCUMENT_TITLE, write_counts, compared);
    else
        document_add(document, DOCUMENT_WARNING,
                     "warning: nothing can be compared, no cell has a partner");
    for (int set = 0; set < COMPARE_SETS; set++)
        document_write(document, DOCUMENT_LINE, write_side, &(struct side){compared, set, 0});
    if (pairs)
        code = add_tables(document, compared, rows, summary, how, err);
    else {
        add_doubts(document, compared, how);
        code = check_view(rows, how, err);
    }
    if (code == 0 && !how->summary_only)
        comparison_alone(document, compared, how->verbose);
    return code;
}

int comparison_document_of_all(struct document *document, const struct comparison_rows *rows,
                               const struct comparison_summary *summary,
                               const struct comparison_view *how, struct err *err) {
    return how->summary_only ? add_means(document, summary, how->view, 0, err)
                             : add_grid(document, rows, rows->count, how->view, 0, err);
}
