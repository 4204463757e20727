/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/cli/questions.h"

const struct question *const questions[QUESTIONS] = {
#define QUESTION(ID, name) [ASK_##ID] = &question_##name,
#include "analyze/cli/questions.def"
};

void questions_list_options(char *text, size_t size) {
    size_t used = 0, left = 0;
    for (int q = 0; q < QUESTIONS; q++)
        left += questions[q]->option != NULL;
    for (int q = 0; q < QUESTIONS && used < size; q++)
        if (questions[q]->option) {
            const char *after = --left > 1 ? ", " : left == 1 ? " or " : "";
            used +=
                (size_t)snprintf(text + used, size - used, "--%s%s", questions[q]->option, after);
        }
}

static void list_set(FILE *file, const char *row, const char *more, const struct column_set *set) {
    fprintf(file, "Of %s%s:\n", row, more);
    for (size_t c = 0; c < set->count; c++)
        fprintf(file, "  %-12s  %-6s  %s\n", set->columns[c].name, set->columns[c].unit,
                set->columns[c].about);
}

void questions_list_columns(FILE *file) {
    list_set(file, question_table.row, " (name, unit, meaning)", question_table.columns);
    fputs("  p99, p0.5 ..  s       the quantile at so many percent of all samples\n"
          "and the name of every parameter.\n",
          file);
    for (int q = 0; q < QUESTIONS; q++) {
        const struct question *question = questions[q];
        if (question->columns && question != &question_table) {
            putc('\n', file);
            list_set(file, question->row, "", question->columns);
        }
        if (question->summary_columns) {
            putc('\n', file);
            list_set(file, question->summary_row, "", question->summary_columns);
        }
    }
}
