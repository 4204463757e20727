/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/documents/profile_document.h"

static const char *plural(size_t count) {
    return count == 1 ? "" : "s";
}

/* --- words --- */

enum { NAMED = 6 };

/* "a, b and c", or the first few and how many more. */
static void write_names(const struct string_pool *names, FILE *file) {
    size_t count = names->count, named = count > NAMED + 1 ? NAMED : count;
    for (size_t i = 0; i < named; i++)
        fprintf(file, "%s%s",
                i == 0           ? ""
                : i + 1 == count ? " and "
                                 : ", ",
                string_pool_text(names, (uint32_t)i));
    if (named < count)
        fprintf(file, " and %zu more", count - named);
}

void profile_write_problems(const struct profile *profile, FILE *file) {
    fprintf(file, "%zu problem%s of ", profile->problem_count, plural(profile->problem_count));
    write_names(&profile->actions, file);
}

void profile_write_hosts(const struct profile *profile, FILE *file) {
    if (profile->hosts.count < 2)
        return;
    fprintf(file, "problems of %u machines in one profile: ", profile->hosts.count);
    write_names(&profile->hosts, file);
}

/* without a right answer: blis wrong in 1 problem, failed in 2; atlas not measured in 4 */
static void write_unsolved(const struct profile *profile, FILE *file) {
    const char *before_library = "without a right answer: ";
    for (size_t l = 0; l < profile->library_count; l++) {
        const struct profile_row *row = &profile->rows[l];
        const struct {
            const char *words;
            size_t count;
        } fates[] = {
            {"wrong", row->wrong}, {"failed", row->failed}, {"not measured", row->missing}};
        const char *before = row->library;
        for (size_t i = 0; i < sizeof fates / sizeof *fates; i++) {
            if (!fates[i].count)
                continue;
            fprintf(file, "%s%s %s in %zu", before == row->library ? before_library : "", before,
                    fates[i].words, fates[i].count);
            before_library = "; ";
            before = ",";
        }
    }
    fputs(*before_library == ';' ? "\n" : "", file);
}

enum { FEW_PROBLEMS = 10 };

void profile_write_limits(const struct profile *profile, FILE *file) {
    size_t left = profile->problem_count - profile->shared - profile->unsolved;
    write_unsolved(profile, file);
    if (profile->single)
        fprintf(
            file,
            "%zu problem%s of a single round: how sure their times are is unknown, so intervals "
            "are over problems alone, and not slower is blank\n",
            profile->single, plural(profile->single));
    if (profile->problem_count < FEW_PROBLEMS)
        fprintf(file, "%zu problem%s tell%s little of others: intervals are wide\n",
                profile->problem_count, plural(profile->problem_count),
                profile->problem_count == 1 ? "s" : "");
    if (left)
        fprintf(file, "%zu problem%s solved by one library alone, which is the fastest there\n",
                left, left == 1 ? " was" : "s were");
    if (profile->unsolved)
        fprintf(file, "%zu problem%s solved by no library, and %s against all\n", profile->unsolved,
                profile->unsolved == 1 ? " was" : "s were",
                profile->unsolved == 1 ? "counts" : "count");
    if (profile->by_means)
        fprintf(file,
                "%zu problem%s without a right answer of the reference: there means of rounds are "
                "compared, not typical times\n",
                profile->by_means, plural(profile->by_means));
    if (profile->unclear)
        fprintf(file, "%zu problem%s left out, as samples of 0 have no ratio\n", profile->unclear,
                profile->unclear == 1 ? " is" : "s are");
    if (profile->older)
        fprintf(file, "%zu result%s of earlier runs of the same machine not shown; --run chooses\n",
                profile->older, plural(profile->older));
}

void profile_write_reversals(const struct profile *profile, FILE *file) {
    for (size_t i = 0; i < profile->reversal_count && i < 3; i++)
        fprintf(file,
                "%s is before %s here, but behind it if only these two are compared (--library "
                "%s,%s): the order depends on which libraries are in the profile\n",
                profile->reversals[i].first, profile->reversals[i].second,
                profile->reversals[i].first, profile->reversals[i].second);
    if (profile->reversal_count > 3)
        fprintf(file, "and so with %zu pairs more\n", profile->reversal_count - 3);
}

void profile_write_reversals_briefly(const struct profile *profile, FILE *file) {
    size_t more = profile->reversal_count ? profile->reversal_count - 1 : 0;
    if (!profile->reversal_count)
        return;
    fprintf(file, "%s is before %s here, but behind it if only these two are compared",
            profile->reversals[0].first, profile->reversals[0].second);
    if (more)
        fprintf(file, "; so with %zu pair%s more", more, plural(more));
    putc('\n', file);
}

static void write_title(const void *context, FILE *file) {
    fputs("performance profile: ", file);
    profile_write_problems(context, file);
}

static void write_warning(const void *context, FILE *file) {
    const struct profile *profile = context;
    if (profile->hosts.count < 2)
        return;
    fputs("warning: ", file);
    profile_write_hosts(profile, file);
    fputs(DOCUMENT_SEPARATOR "the same size on two of them counts as two problems; --host chooses "
                             "one",
          file);
}

static void write_limits(const void *context, FILE *file) {
    profile_write_limits(context, file);
    profile_write_reversals(context, file);
}

/* --- documents --- */

int profile_sheet(struct document *document, const struct profile *profile, const struct view *view,
                  struct err *err) {
    const struct quantity_words *of = quantity_words(profile->quantity);
    document_write(document, DOCUMENT_TITLE, write_title, profile);
    document_add(document, DOCUMENT_LINE,
                 "share of the problems in which a library's %s is within a factor of the %s "
                 "of all" DOCUMENT_SEPARATOR "without a right answer: within none",
                 of->one, of->is_rate ? "largest" : "least");
    document_add(
        document, DOCUMENT_LINE,
        "area: under the profile, from 1 always %s to 0 never within 10×" DOCUMENT_SEPARATOR
        "[ ]: %.6g %% intervals, over problems and rounds",
        of->least, 100 * profile->confidence);
    document_add(document, DOCUMENT_LINE,
                 "not %s: not shown to be %s than any other, by verdicts and corrected", of->more,
                 of->more);
    document_write(document, DOCUMENT_WARNING, write_warning, profile);
    int code = document_add_records(document, &profile_columns, profile->rows,
                                    profile->library_count, view, 1, err);
    document_write(document, DOCUMENT_NOTE, write_limits, profile);
    return code;
}

int profile_document(struct document *document, const struct profile *profile,
                     const struct view *view, struct err *err) {
    return document_add_records(document, &profile_columns, profile->rows, profile->library_count,
                                view, 0, err);
}
