/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/documents/gate_document.h"

#include <math.h>

#include "analyze/aggregate/number.h"
#include "formats/text/percent.h"

/* A gate and what its words go by. */
struct ending {
    const struct gate *gate;
    enum gate_outcome outcome;
};

static const char *plural(size_t count) {
    return count == 1 ? "" : "s";
}

static const char *worse(const struct gate *gate) {
    static const char *const words[SENSES] = {"slower", "larger", "worse"};
    return words[quantity_sense(gate->quantity)];
}

static void write_share(size_t part, size_t cells, FILE *file) {
    fprintf(file, DOCUMENT_SEPARATOR "%zu of %zu cell%s ", part, cells, plural(cells));
}

/* gate at 5 %: regressed · 2 of 14 cells slower by more · 3 inconclusive */
static void write_ending(const void *context, FILE *file) {
    static const char *const outcomes[] = {"passed", "inconclusive", "not measured", "regressed"};
    const struct ending *ending = context;
    const struct gate *gate = ending->gate;
    size_t cells = gate->within + gate->inconclusive + gate->regressed;
    fprintf(file, "gate at %.3g %%: %s", 100 * gate->margin, outcomes[ending->outcome]);
    if (!cells) {
        fputs(DOCUMENT_SEPARATOR "there was nothing to compare", file);
        return;
    }
    if (gate->regressed > gate->lost) {
        write_share(gate->regressed - gate->lost, cells, file);
        fprintf(file, "%s by more", worse(gate));
    }
    if (gate->lost) {
        write_share(gate->lost, cells, file);
        fputs("no longer right or measured", file);
    }
    if (gate->within || !gate->regressed) {
        write_share(gate->within, cells, file);
        fputs("within", file);
    }
    if (gate->inconclusive)
        fprintf(file, DOCUMENT_SEPARATOR "%zu inconclusive", gate->inconclusive);
}

/* The median and the worst of what each cell would have shown. */
static void write_seen(const void *context, FILE *file) {
    const struct gate *gate = context;
    fprintf(file, "a cell %s by ", worse(gate));
    fputs(percent_of(gate->seen).text, file);
    fputs(" would have been found", file);
    if (gate->seen_everywhere > 1.05 * gate->seen) {
        fputs(" in half of the cells, one by ", file);
        fputs(percent_of(gate->seen_everywhere).text, file);
        fputs(" in all", file);
    }
    fprintf(file, " (power %.0f %%)", 100 * TABLE_POWER);
}

static void add_regressed(struct document *document, const struct gate *gate) {
    static const char *const tails[SENSES] = {"slow", "large", "bad"};
    if (gate->by_means)
        document_add(document, DOCUMENT_WARNING,
                     "%zu of these %s by the ratio of means alone: a tail of %s samples",
                     gate->by_means, gate->by_means == 1 ? "is" : "are",
                     tails[quantity_sense(gate->quantity)]);
    if (gate->from_zero)
        document_add(
            document, DOCUMENT_WARNING,
            "%zu of these %s 0 in all samples before and in none now; no ratio says by how "
            "much",
            gate->from_zero, gate->from_zero == 1 ? "was" : "were");
    if (gate->alone)
        document_add(document, DOCUMENT_WARNING,
                     "%zu of these %s on one process on a side, and processes of equal libraries "
                     "differed by up to 12 %%: measure more rounds, or ask for a larger effect",
                     gate->alone, gate->alone == 1 ? "rests" : "rest");
}

static void add_inconclusive(struct document *document, const struct gate *gate) {
    if (gate->nearly)
        document_add(document, DOCUMENT_WARNING,
                     "%zu inconclusive cell%s would have regressed by the rounds alone, but runs "
                     "differ by as much",
                     gate->nearly, plural(gate->nearly));
    if (gate->missing)
        document_add(document, DOCUMENT_WARNING,
                     "%zu inconclusive cell%s cannot be compared: missing, or not right",
                     gate->missing, plural(gate->missing));
    if (gate->few)
        document_add(document, DOCUMENT_WARNING,
                     "%zu inconclusive cell%s %s too few samples for that quantile", gate->few,
                     plural(gate->few), gate->few == 1 ? "has" : "have");
    if (gate->zeros)
        document_add(document, DOCUMENT_WARNING,
                     "%zu inconclusive cell%s have no ratio, because some samples are 0",
                     gate->zeros, plural(gate->zeros));
}

static void add_missed(struct document *document, const struct gate *gate) {
    for (size_t i = 0; i < gate->missed_count; i++)
        document_add(document, DOCUMENT_BAD, "not measured: %s for %s" DOCUMENT_SEPARATOR "%s",
                     gate->missed[i].library, gate->missed[i].action, gate->missed[i].why);
}

void gate_document(struct document *document, const struct gate *gate, enum gate_policy policy) {
    enum gate_outcome outcome = gate_end(gate, policy);
    document_write(document, outcome == GATE_WITHIN ? DOCUMENT_TITLE : DOCUMENT_BAD, write_ending,
                   &(struct ending){gate, outcome});
    if (isfinite(gate->seen))
        document_write(document, DOCUMENT_LINE, write_seen, gate);
    add_missed(document, gate);
    add_regressed(document, gate);
    add_inconclusive(document, gate);
}

/* --- rows --- */

enum { MOST_ROWS = 8 };

struct gated_row {
    const struct section *section;
    const struct row *row;
};

static void write_row(const void *context, FILE *file) {
    const struct gated_row *gated = context;
    const struct row *row = gated->row;
    fprintf(file, "regressed: %s at ", row->library);
    parameter_grid_write_point(gated->section->space, row->point, file);
    fputs(DOCUMENT_SEPARATOR, file);
    if (row->status != CELL_OK)
        fputs(cell_status_name(row->status), file);
    else
        number_ratio_in_words(row->ratio, file);
}

void gate_document_rows(struct document *document, const struct section *section,
                        const struct row *rows, const enum gate_outcome *outcomes) {
    size_t regressed = 0;
    for (size_t i = 0; i < section->row_count; i++)
        if (outcomes[i] == GATE_REGRESSED && regressed++ < MOST_ROWS)
            document_write(document, DOCUMENT_BAD, write_row,
                           &(struct gated_row){section, &rows[i]});
    if (regressed > MOST_ROWS)
        document_add(document, DOCUMENT_BAD, "and %zu more", regressed - MOST_ROWS);
}
