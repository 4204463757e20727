/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/analysis/captions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- how it was measured --- */

static void remove_all(char *text, const char *what) {
    size_t length = strlen(what);
    for (char *at = text; (at = strstr(at, what));)
        memmove(at, at + length, strlen(at + length) + 1);
}

/* A processor's name for itself, "Intel(R) Xeon(R) Gold 6226R CPU @ 2.90GHz", without trade marks
 * and nominal clock. */
static const char *cpu_words(struct chart_set *set, const struct section *section) {
    static const char *const marks[] = {"(R)", "(r)", "(TM)", "(tm)", " CPU"};
    if (!section->cpu || !*section->cpu)
        return "";
    char *words = strdup(section->cpu);
    if (!words)
        return NULL;
    words[strcspn(words, "@")] = 0;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        remove_all(words, marks[i]);
    for (size_t end = strlen(words); end > 0 && words[end - 1] == ' ';)
        words[--end] = 0;
    const char *kept = chart_set_text(set, ", %s", words);
    free(words);
    return kept;
}

static const char *type_words(const char *type) {
    static const struct {
        const char *type, *words;
    } known[] = {{"s", ", single precision"},
                 {"d", ", double precision"},
                 {"c", ", single precision complex"},
                 {"z", ", double precision complex"}};
    for (size_t i = 0; type && i < sizeof known / sizeof *known; i++)
        if (strcmp(type, known[i].type) == 0)
            return known[i].words;
    return "";
}

const char *words_setting(struct chart_set *set, const struct section *section) {
    const char *cpu = cpu_words(set, section), *type = type_words(section->type);
    int is_partial = section->state && strcmp(section->state, "complete") != 0;
    if (!cpu)
        return NULL;
    char rounds[64] = "";
    if (section->rounds)
        snprintf(rounds, sizeof rounds, ", %zu round%s", section->rounds,
                 section->rounds == 1 ? "" : "s");
    const char *words = chart_set_text(set, "%s%s%s%s%s%s%s%s", rounds, is_partial ? " (" : "",
                                       is_partial ? section->state : "", is_partial ? ")" : "",
                                       section->conditions ? ", " : "",
                                       section->conditions ? section->conditions : "", type, cpu);
    return words ? words + strspn(words, ", ") : NULL;
}

enum { LOSSES_NAMED = 3 };

/* Whether points differ in their size alone, or in what stands in its place. */
static const struct parameter_grid_axis *only_axis(const struct parameter_grid *space) {
    const struct parameter_grid_axis *only = &space->axes[space->main];
    for (size_t i = 0; i < space->axis_count; i++)
        if (space->axes[i].varies && &space->axes[i] != only)
            return NULL;
    return only;
}

/* A point of a section, and whether a library is lost there. */
struct loss {
    double value; /* along the only axis */
    size_t point;
    int is_lost;
};

static int by_value(const void *left, const void *right) {
    double a = ((const struct loss *)left)->value, b = ((const struct loss *)right)->value;
    return (a > b) - (a < b);
}

/* Where the row of lost neighbours ends that begins at FROM; at FROM if that is not lost. */
static size_t losses_end(const struct loss *losses, size_t count, size_t from) {
    while (from < count && losses[from].is_lost)
        from++;
    return from;
}

/* "64, 128", or of three neighbours and more "512 to 4096". */
static void write_neighbours(FILE *words, const struct loss *losses, size_t count) {
    char number[PARAMETER_GRID_NUMBER];
    size_t step = count > 2 ? count - 1 : 1;
    for (size_t i = 0; i < count; i += step) {
        parameter_grid_write_number(number, losses[i].value);
        fprintf(words, "%s%s", i == 0 ? "" : step > 1 ? " to " : ", ", number);
    }
}

static void write_lost_values(FILE *words, const struct parameter_grid_axis *axis,
                              struct loss *losses, size_t count, size_t lost) {
    const char *before = lost > 1 ? "s " : " ";
    qsort(losses, count, sizeof *losses, by_value);
    fputs(axis->name, words);
    for (size_t i = 0, end; i < count; i = end + 1) {
        end = losses_end(losses, count, i);
        if (end == i)
            continue;
        fputs(before, words);
        write_neighbours(words, &losses[i], end - i);
        before = ", ";
    }
}

/* "size 8, stride 1; size 8, stride 2 and 3 more points" */
static void write_lost_points(FILE *words, const struct parameter_grid *space,
                              const struct loss *losses, size_t count, size_t lost) {
    size_t named = lost > LOSSES_NAMED + 1 ? LOSSES_NAMED : lost, written = 0;
    for (size_t i = 0; i < count && written < named; i++) {
        if (!losses[i].is_lost)
            continue;
        fputs(written == 0 ? "" : written + 1 == lost ? " and " : "; ", words);
        parameter_grid_write_point(space, losses[i].point, words);
        written++;
    }
    if (named < lost)
        fprintf(words, " and %zu more points", lost - named);
}

/* Where library L of SECTION has STATUS: returns at how many points. LOSSES is set for each. */
static size_t find_losses(const struct section *section, const struct row *rows, size_t l,
                          int status, const struct parameter_grid_axis *only, struct loss *losses) {
    size_t lost = 0;
    for (size_t i = l, p = 0; i < section->row_count; i += section->summary_count, p++) {
        int is_lost = (int)rows[i].status == status;
        losses[p] = (struct loss){only ? only->values[rows[i].point] : 0, rows[i].point, is_lost};
        lost += (size_t)is_lost;
    }
    return lost;
}

/* A line for each library and fault: what the gaps in its curve mean. */
static int write_losses(FILE *words, const struct table *table, const struct section *section) {
    const struct row *rows = &table->rows[section->first_row];
    const struct parameter_grid *space = section->row_count ? rows->space : NULL;
    const struct parameter_grid_axis *only = space ? only_axis(space) : NULL;
    size_t count = section->summary_count ? section->row_count / section->summary_count : 0;
    struct loss *losses = calloc(count + 1, sizeof *losses);
    for (size_t l = 0; losses && l < section->summary_count; l++)
        for (int status = CELL_WRONG + 1; status < CELL_STATUSES; status++) {
            size_t lost = find_losses(section, rows, l, status, only, losses);
            if (!lost)
                continue;
            fprintf(words, "\n%s %s at ", rows[l].library, cell_status_name(status));
            if (only)
                write_lost_values(words, only, losses, count, lost);
            else
                write_lost_points(words, space, losses, count, lost);
        }
    free(losses);
    return losses ? 0 : -1;
}

static const char *loss_words(struct chart_set *set, const struct measured *of) {
    char *text = NULL;
    size_t size = 0;
    FILE *words = open_memstream(&text, &size);
    if (!words)
        return NULL;
    int failed = write_losses(words, of->table, of->section) != 0;
    failed |= fclose(words) != 0;
    const char *kept = chart_set_own(set, text, free);
    return failed ? NULL : kept;
}

const char *words_warnings(struct chart_set *set, const struct section *section) {
    const struct warnings *warnings = section->warnings;
    const char *words = "";
    for (size_t i = 0; words && warnings && i < warnings->count; i++)
        words =
            chart_set_text(set, "%s%s%s", words, i ? "; " : "\nbeware: ", warnings->items[i].brief);
    return words;
}

/* --- what is drawn --- */

const char *words_run(struct chart_set *set, const struct table *table,
                      const struct section *section) {
    for (size_t i = 0; i < table->section_count; i++) {
        const struct section *other = &table->sections[i];
        if (other != section && strcmp(other->action, section->action) == 0)
            return chart_set_text(set, " (%s)", section->run);
    }
    return "";
}

static const char *size_words(struct chart_set *set, const struct measured *of, size_t axis) {
    const struct parameter_grid *space = of->section->space;
    char number[PARAMETER_GRID_NUMBER];
    if (axis == 0 || !space->has_size || space->axes[0].varies || !space->points)
        return "";
    parameter_grid_write_number(number, space->axes[0].values[0]);
    return chart_set_text(set, ", size %s", number);
}

int words_find(struct words *words, struct chart_set *set, const struct measured *of, size_t axis) {
    const char *run = words_run(set, of->table, of->section), *size = size_words(set, of, axis);
    *words = (struct words){
        .name = run && size ? chart_set_text(set, "%s%s%s", of->section->action, run, size) : NULL,
        .title = of->measure->title(set, of),
        .brief = chart_set_text(set, "%s", of->measure->name),
        .subtitle = of->measure->subtitle(set, of),
        .setting = words_setting(set, of->section),
        .losses = loss_words(set, of),
        .warnings = of->measure->is_untimed ? "" : words_warnings(set, of->section)};
    return words->name && words->title && words->brief && words->subtitle && words->setting &&
                   words->losses && words->warnings
               ? 0
               : -1;
}

/* --- above the charts --- */

/* Charts of one section stand one after the other. */
static int is_first_of_section(const struct words *words, size_t i) {
    return i == 0 || strcmp(words[i].name, words[i - 1].name) != 0;
}

static const char *title_of(struct chart_set *set, const struct words *of) {
    return *of->name ? chart_set_text(set, "%s — %s", of->name, of->title) : of->title;
}

int words_set(struct chart_set *set, const struct words *words) {
    for (size_t i = 0; i < set->count; i++) {
        const struct words *of = &words[i];
        struct chart *chart = &set->charts[i];
        int is_first = *of->name && is_first_of_section(words, i);
        chart->title = title_of(set, of);
        chart->subtitle =
            chart_set_text(set, "%s%s%s%s%s", of->subtitle, *of->setting ? "\n" : "", of->setting,
                           is_first ? of->losses : "", is_first ? of->warnings : "");
        if (!chart->title || !chart->subtitle)
            return -1;
    }
    return 0;
}

/* --- above a grid --- */

/* One part of the words of each chart; every text once. */
enum { MOST_PARTS = 3 };
struct parts {
    const char *texts[MOST_PARTS];
    size_t count; /* may be more */
};

static struct parts distinct(const struct words *words, size_t count, size_t offset) {
    struct parts parts = {.count = 0};
    for (size_t i = 0; i < count; i++) {
        const char *text = *(const char *const *)(const void *)((const char *)&words[i] + offset);
        int is_there = !*text;
        for (size_t k = 0; k < parts.count && k < MOST_PARTS && !is_there; k++)
            is_there = strcmp(parts.texts[k], text) == 0;
        if (!is_there && parts.count < MOST_PARTS)
            parts.texts[parts.count] = text;
        parts.count += !is_there;
    }
    return parts;
}

/* A line each; what is too much is counted. */
static void write_parts(FILE *text, const struct parts *parts) {
    for (size_t i = 0; i < parts->count && i < MOST_PARTS; i++)
        fprintf(text, "%s%s", ftell(text) > 0 ? "\n" : "", parts->texts[i]);
    if (parts->count > MOST_PARTS)
        fprintf(text, "; and %zu more", parts->count - MOST_PARTS);
}

/* The warnings of all charts, each once, behind each other. */
static void write_warnings(FILE *text, const struct words *words, size_t count) {
    static const char start[] = "\nbeware: ";
    char seen[512] = "; ";
    for (size_t i = 0; i < count; i++) {
        const char *rest = words[i].warnings;
        for (rest += *rest ? strlen(start) : 0; *rest;) {
            size_t length = strcspn(rest, ";");
            char one[128];
            snprintf(one, sizeof one, "; %.*s;", (int)(length < 100 ? length : 100), rest);
            if (!strstr(seen, one) && strlen(seen) + strlen(one) < sizeof seen)
                strcat(strcat(seen, one + 2), " ");
            rest += length + (rest[length] ? 2 : 0);
        }
    }
    size_t length = strlen(seen);
    if (length > 2)
        fprintf(text, "\nbeware: %.*s", (int)(length - 4), seen + 2);
}

static const char *grid_subtitle(struct chart_set *set, const struct words *words) {
    const struct parts subtitles = distinct(words, set->count, offsetof(struct words, subtitle));
    const struct parts settings = distinct(words, set->count, offsetof(struct words, setting));
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (!file)
        return NULL;
    write_parts(file, &subtitles);
    write_parts(file, &settings);
    write_warnings(file, words, set->count);
    int failed = fclose(file) != 0;
    const char *kept = chart_set_own(set, text, free);
    return failed ? NULL : kept;
}

/* "12 actions — time per call", or the action itself where it is only one. */
static const char *grid_heading(struct chart_set *set, const struct words *words) {
    const struct parts titles = distinct(words, set->count, offsetof(struct words, title));
    const struct parts names = distinct(words, set->count, offsetof(struct words, name));
    const char *what =
        names.count == 1 ? names.texts[0] : chart_set_text(set, "%zu actions", names.count);
    if (!what || titles.count > 2)
        return what;
    return chart_set_text(set, "%s — %s%s%s", what, titles.texts[0], titles.count > 1 ? ", " : "",
                          titles.count > 1 ? titles.texts[1] : "");
}

int words_set_grid(struct chart_set *set, const struct words *words) {
    int are_alike = distinct(words, set->count, offsetof(struct words, title)).count == 1;
    for (size_t i = 0; i < set->count; i++) {
        set->charts[i].title = are_alike
                                   ? words[i].name
                                   : chart_set_text(set, "%s — %s", words[i].name, words[i].brief);
        set->charts[i].subtitle = "";
        if (!set->charts[i].title)
            return -1;
    }
    set->heading = grid_heading(set, words);
    set->subtitle = grid_subtitle(set, words);
    return set->heading && set->subtitle ? 0 : -1;
}

/* --- caption --- */

static void caption_warnings(FILE *caption, const struct section *section) {
    for (size_t i = 0; section->warnings && i < section->warnings->count; i++)
        fprintf(caption, "\nwarning, %s: %s; %s", section->action, section->warnings->items[i].text,
                section->warnings->items[i].advice);
}

int words_set_caption(struct chart_set *set, const struct words *words, const struct table *table) {
    size_t size;
    FILE *title = open_memstream(&set->title, &size);
    FILE *caption = title ? open_memstream(&set->caption, &size) : NULL;
    for (size_t i = 0; title && i < table->section_count; i++)
        fprintf(title, "%s%s", i ? ", " : "", table->sections[i].action);
    for (size_t i = 0; caption && i < set->count; i++)
        fprintf(caption, "%s%s%s%s: %s%s%s%s%s", i ? "\n" : "", words[i].name,
                *words[i].name ? " — " : "", words[i].title, words[i].subtitle,
                *words[i].setting ? "\n" : "", words[i].setting, words[i].losses,
                words[i].warnings);
    if (caption && set->left_out)
        fprintf(caption, "\nleft out, %s", set->left_out);
    for (size_t i = 0; caption && i < table->section_count; i++)
        caption_warnings(caption, &table->sections[i]);
    int failed = !title || !caption;
    failed |= title && fclose(title) != 0;
    failed |= caption && fclose(caption) != 0;
    return failed ? -1 : 0;
}

int words_set_caption_of_charts(struct chart_set *set, const struct table *table) {
    struct words *words = calloc(set->count + 1, sizeof *words);
    for (size_t i = 0; words && i < set->count; i++)
        words[i] = (struct words){.name = "",
                                  .title = set->charts[i].title,
                                  .subtitle = set->charts[i].subtitle,
                                  .setting = "",
                                  .losses = "",
                                  .warnings = ""};
    int code = words ? words_set_caption(set, words, table) : -1;
    free(words);
    return code;
}
