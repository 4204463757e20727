/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/model/measures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/unicode.h"

static const char *const better_words[] = {
    [BETTER_NEITHER] = "", [BETTER_LESS] = "less", [BETTER_MORE] = "more"};
enum { BETTER_WORDS = sizeof better_words / sizeof *better_words };

/* Copies the N bytes at FROM to TO [SIZE], cut between two characters and made printable. */
static void take_text(char *to, size_t size, const char *from, size_t n) {
    if (n >= size) {
        n = size - 1;
        while (n && ((unsigned char)from[n] & 0xc0) == 0x80)
            n--;
    }
    memcpy(to, from, n);
    to[n] = '\0';
    for (char *c = to; *c; c++)
        if (strchr("\t\r\n", *c))
            *c = ' ';
    utf8_clean(to, '?');
}

struct file_measure measure_of(const char *name, const char *unit, enum measure_better better) {
    struct file_measure measure = {.better = better};
    take_text(measure.name, sizeof measure.name, name, strlen(name));
    unit = unit && *unit ? unit : "1";
    take_text(measure.unit, sizeof measure.unit, unit, strlen(unit));
    return measure;
}

const struct series_detail *measures_detail(size_t k) {
    return &series_details[DETAIL_measure_1 + k];
}

size_t measures_number(const struct series_detail *detail) {
    size_t d = (size_t)(detail - series_details);
    return d < DETAIL_measure_1 ? RUN_MAX_MEASURES : d - DETAIL_measure_1;
}

/* Takes what stands before a tab or the end of the line. */
static void take_word(const char **list, char *to, size_t size) {
    size_t n = strcspn(*list, "\t\n");
    take_text(to, size, *list, n);
    *list += n + ((*list)[n] == '\t');
}

int measures_take(const char **list, struct file_measure *measure) {
    char better[8];
    if (!**list)
        return 0;
    *measure = (struct file_measure){.better = BETTER_NEITHER};
    take_word(list, measure->name, sizeof measure->name);
    take_word(list, measure->unit, sizeof measure->unit);
    take_word(list, better, sizeof better);
    for (int b = 0; b < BETTER_WORDS; b++)
        if (strcmp(better, better_words[b]) == 0)
            measure->better = (enum measure_better)b;
    *list += strcspn(*list, "\n");
    *list += **list == '\n';
    return 1;
}

void measures_set(struct facts *facts, const char *fact, const struct file_measure *measures,
                  size_t count) {
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    for (size_t k = 0; file && k < count; k++)
        fprintf(file, "%s\t%s\t%s\n", measures[k].name, measures[k].unit,
                better_words[measures[k].better]);
    if (!file || fclose(file) != 0)
        facts->incomplete = 1;
    else
        facts_set_text(facts, fact, text);
    free(text);
}

void file_rates_note(struct file_rates *rates, const struct file_measure *rate) {
    struct file_measure *known =
        &rates->of[strcmp(rate->unit, "B/s") == 0 ? FILE_BYTE_RATE : FILE_RATE];
    if (!*known->name)
        *known = *rate;
}

void file_rates_call(struct file_rates *rates, const char *name, const char *unit) {
    const struct file_measure rate = measure_of(name, unit, BETTER_MORE);
    file_rates_note(rates, &rate);
}

struct file_rates file_rates_read(const struct facts *facts) {
    const char *list = facts_text(facts, FACT_RATES, "");
    struct file_rates rates = {0};
    struct file_measure rate;
    while (measures_take(&list, &rate))
        file_rates_note(&rates, &rate);
    return rates;
}
