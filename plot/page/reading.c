/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

#include "plot/page/report.h"

/* --- what ratios are --- */

#define RATIO_MEANS                                                                                \
    "Time of a library divided by time of the reference: 2× takes twice as long, ½× half as "   \
    "long; lower is faster. It is a trimmed mean: the smallest and the largest samples of each "   \
    "round are left out. [ ] is its own interval. It may differ from the quotient of the two "     \
    "means, in which slow calls count in full. Where the two disagree, a warning says so, and "    \
    "the tables give the ratio of means beside it. "
static const char ratio_paired[] =
    RATIO_MEANS "It is calculated from pairs of samples that were measured next to each other.";
static const char ratio_unpaired[] =
    RATIO_MEANS "Its samples are not paired with the reference's: nothing says which of them were "
                "measured next to each other.";

#define QUANTITY_MEANS                                                                              \
    "That of a library divided by that of the reference: 2× is twice as much, ½× half as much. " \
    "It is a trimmed mean: the smallest and the largest samples of each round are left out. [ ] "   \
    "is its own interval. It may differ from the quotient of the two means: where the two "         \
    "disagree, a warning says so. "
static const char quantity_paired[] =
    QUANTITY_MEANS "It is calculated from pairs of samples that were measured next to each other.";
static const char quantity_unpaired[] = QUANTITY_MEANS
    "Nothing says which samples were measured next to each other: they are unpaired.";

/* --- the words of the page --- */

/* What a mean's interval is taken over; a file of another program does not say what its rounds are.
 */
static const char *interval_of(const struct section *section) {
    if (section->rounds == 1)
        return "taken over the samples";
    return report_is_own(section)
               ? "taken over the rounds: each round runs every library in a new process"
               : "taken over the rounds";
}

static void add_meaning_of_times(struct document *document, const struct section *section) {
    char mean[256];
    snprintf(mean, sizeof mean,
             "Seconds of one call: the mean over all samples. ± is its interval, %s.",
             interval_of(section));
    document_add_pair(document, DOCUMENT_FACT, "time", mean);
    document_add_pair(document, DOCUMENT_FACT, "ratio",
                      section->pairing == PAIRING_UNPAIRED ? ratio_unpaired : ratio_paired);
}

static void add_meaning_of_quantity(struct document *document, const struct section *section) {
    const struct quantity_words *of = quantity_words(section->quantity);
    char mean[256];
    snprintf(mean, sizeof mean,
             "The %s, in place of the time: the mean over all samples. ± is its interval, %s.",
             of->about, interval_of(section));
    document_add_pair(document, DOCUMENT_FACT, of->one, mean);
    document_add_pair(document, DOCUMENT_FACT, "ratio",
                      section->pairing == PAIRING_UNPAIRED ? quantity_unpaired : quantity_paired);
}

void report_add_reading(struct document *document, const struct table *table) {
    static const char *const of_verdicts[SENSES] = {"faster, slower", "less, more",
                                                    "better, worse"};
    document_add(document, DOCUMENT_SECTION, "How to read this page");
    const struct section *section = &table->sections[0];
    if (section->quantity == QUANTITY_SECONDS)
        add_meaning_of_times(document, section);
    else
        add_meaning_of_quantity(document, section);
    document_add_pair(
        document, DOCUMENT_FACT, of_verdicts[quantity_sense(section->quantity)],
        "Said only where a statistical test shows the difference. The test counts what differs "
        "between two measurements of one library as error, and is corrected for the number "
        "of rows.");
    document_add_pair(
        document, DOCUMENT_FACT, "≈, no difference shown",
        section->quantity == QUANTITY_SECONDS
            ? "No test shows a difference. That is not the same as being equally fast."
            : "No test shows a difference. That is not the same as being equal.");
    if (section->rounds == 1)
        document_add_pair(
            document, DOCUMENT_FACT, "one process only",
            report_is_own(section)
                ? "Each library ran in a single process. Another process may differ by more than "
                  "ten percent, so that smaller differences say nothing about the libraries."
                : "There is a single round, which is taken for a single process of each library. "
                  "Another process may differ by more than ten percent, so that smaller "
                  "differences say nothing about the libraries.");
    if (section->controlled)
        document_add_pair(
            document, DOCUMENT_FACT, "noise floor",
            "One library was measured twice under two names. What differs between the "
            "two is noise. No smaller difference says anything of the libraries. Grey in the "
            "charts.");
    document_add_pair(document, DOCUMENT_FACT, "on average",
                      "The geometric mean of the ratios, over the sizes where both libraries gave "
                      "right answers.");
}
