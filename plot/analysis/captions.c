/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/analysis/captions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/xalloc.h"

/* --- how it was measured --- */

/* Returns ", " and the processor's name without trademarks and nominal clock: ", Intel Xeon Gold
 * 6226R" for "Intel(R) Xeon(R) Gold 6226R CPU @ 2.90GHz". Returns "" if the name is unknown. */
static const char *cpu_words(struct chart_set *set, const struct section *section) {
    static const char *const marks[] = {"(R)", "(r)", "(TM)", "(tm)", " CPU"};
    if (!section->cpu || !*section->cpu)
        return "";
    char *words = xstrdup(section->cpu);
    words[strcspn(words, "@")] = 0;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        size_t length = strlen(marks[i]);
        for (char *at = words; (at = strstr(at, marks[i]));)
            memmove(at, at + length, strlen(at + length) + 1);
    }
    for (size_t end = strlen(words); end > 0 && words[end - 1] == ' ';)
        words[--end] = 0;
    const char *kept = chart_set_text(set, ", %s", words);
    free(words);
    return kept;
}

const char *words_setting(struct chart_set *set, const struct section *section) {
    static const struct {
        const char *type, *words;
    } known[] = {{"s", ", single precision"},
                 {"d", ", double precision"},
                 {"c", ", single precision complex"},
                 {"z", ", double precision complex"}};
    const char *cpu = cpu_words(set, section), *type = "";
    int is_partial = section->state && strcmp(section->state, "complete") != 0;
    for (size_t i = 0; section->type && i < sizeof known / sizeof *known; i++)
        if (strcmp(section->type, known[i].type) == 0)
            type = known[i].words;
    char rounds[64] = "";
    if (section->rounds)
        snprintf(rounds, sizeof rounds, ", %zu round%s", section->rounds,
                 section->rounds == 1 ? "" : "s");
    const char *words = chart_set_text(set, "%s%s%s%s%s%s%s%s", rounds, is_partial ? " (" : "",
                                       is_partial ? section->state : "", is_partial ? ")" : "",
                                       section->conditions ? ", " : "",
                                       section->conditions ? section->conditions : "", type, cpu);
    return words + strspn(words, ", ");
}

/* --- points where a library has no number --- */

enum { LOSSES_NAMED = 3 };

/* A point of a section, and whether one library has no number there. */
struct loss {
    double value; /* its value on the only axis that varies; 0 if there are several */
    size_t point;
    int is_lost;
};

static int by_value(const void *left, const void *right) {
    double a = ((const struct loss *)left)->value, b = ((const struct loss *)right)->value;
    return (a > b) - (a < b);
}

/* Writes the axis values at which the number is lost, in order: "sizes 64, 128". Three or more
 * neighbours become a range: "512 to 4096". */
static void write_lost_values(FILE *words, const struct parameter_grid_axis *axis,
                              struct loss *losses, size_t count, size_t lost) {
    const char *before = lost > 1 ? "s " : " ";
    char number[PARAMETER_GRID_NUMBER];
    qsort(losses, count, sizeof *losses, by_value);
    fputs(axis->name, words);
    for (size_t first = 0, end; first < count; first = end + 1) {
        for (end = first; end < count && losses[end].is_lost;)
            end++;
        if (end == first)
            continue;
        fputs(before, words);
        before = ", ";
        size_t neighbours = end - first, step = neighbours > 2 ? neighbours - 1 : 1;
        for (size_t i = 0; i < neighbours; i += step) {
            parameter_grid_write_value(number, axis, losses[first + i].value);
            fprintf(words, "%s%s", i == 0 ? "" : step > 1 ? " to " : ", ", number);
        }
    }
}

/* Writes the points: "size 8, stride 1; size 8, stride 2; size 8, stride 4 and 3 more points". */
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

/* Returns a line for each library and each kind of fault. It explains the gaps in the library's
 * curve. */
static const char *loss_words(struct chart_set *set, const struct measured *of) {
    const struct section *section = of->section;
    const struct row *rows = &of->table->rows[section->first_row];
    const struct parameter_grid *space = section->row_count ? rows->space : NULL;
    size_t libraries = section->summary_count;
    size_t count = libraries ? section->row_count / libraries : 0;
    struct loss *losses = xcalloc(count, sizeof *losses);
    char *text;
    size_t size;
    FILE *words = xopen_memstream(&text, &size);

    /* The main axis if no other axis varies, else NULL. */
    const struct parameter_grid_axis *only = space ? &space->axes[space->main] : NULL;
    for (size_t i = 0; only && i < space->axis_count; i++)
        if (space->axes[i].varies && i != space->main)
            only = NULL;

    for (size_t l = 0; l < libraries; l++)
        for (int status = CELL_WRONG + 1; status < CELL_STATUSES; status++) {
            size_t lost = 0;
            for (size_t i = l, p = 0; i < section->row_count; i += libraries, p++) {
                int is_lost = (int)rows[i].status == status;
                losses[p] =
                    (struct loss){only ? only->values[rows[i].point] : 0, rows[i].point, is_lost};
                lost += (size_t)is_lost;
            }
            if (!lost)
                continue;
            fprintf(words, "\n%s %s at ", rows[l].library, cell_status_name(status));
            if (only)
                write_lost_values(words, only, losses, count, lost);
            else
                write_lost_points(words, space, losses, count, lost);
        }
    free(losses);
    xclose_memstream(words);
    return chart_set_own(set, text, free);
}

/* --- the text of a chart --- */

const char *words_warnings(struct chart_set *set, const struct section *section) {
    const struct warnings *warnings = section->warnings;
    const char *words = "";
    for (size_t i = 0; warnings && i < warnings->count; i++)
        words = chart_set_text(set, "%s%s%s", words,
                               i ? "; " : "\nwarning: ", warnings->items[i].brief);
    return words;
}

const char *words_run(struct chart_set *set, const struct table *table,
                      const struct section *section) {
    for (size_t i = 0; i < table->section_count; i++) {
        const struct section *other = &table->sections[i];
        if (strcmp(other->action, section->action) == 0 &&
            strcmp(other->run ? other->run : "", section->run ? section->run : "") != 0)
            return chart_set_text(set, " (%s)", section->run ? section->run : "");
    }
    return "";
}

/* Returns ", size 1000" if all points have that size, or if there is a single one without a size
 * its parameters; else "". A size of 1 is that of what has none in other programs' files. */
static const char *words_place(struct chart_set *set, const struct parameter_grid *space) {
    char *text;
    size_t length;
    int is_at_one_size = space->points && space->has_size && !space->axes[0].varies;
    if (is_at_one_size ? space->axes[0].values[0] == 1 : space->points != 1)
        return "";
    FILE *file = xopen_memstream(&text, &length);
    if (is_at_one_size) {
        char number[PARAMETER_GRID_NUMBER];
        parameter_grid_write_value(number, &space->axes[0], space->axes[0].values[0]);
        fprintf(file, ", %s %s", space->axes[0].name, number);
    } else {
        parameter_grid_write_constants(space, ", ", file);
    }
    xclose_memstream(file);
    return chart_set_own(set, text, free);
}

static const char *noise_words(struct chart_set *set, const struct measured *of) {
    return of->measure->noise && of->section->controlled
               ? chart_set_text(set, "grey: noise floor (%s measured twice)",
                                of->section->controlled)
               : "";
}

struct words words_find(struct chart_set *set, const struct measured *of) {
    const struct measure *measure = of->measure;
    const char *run = words_run(set, of->table, of->section);
    const char *place = words_place(set, of->section->space);
    return (struct words){.name = chart_set_text(set, "%s%s%s", of->section->action, run, place),
                          .provenance = of->section->provenance,
                          .action = of->section->action,
                          .title = measure->title ? chart_set_text(set, "%s", measure->title)
                                                  : measure->word_title(set, of),
                          .brief = measure_name(set, of),
                          .subtitle = measure->subtitle ? measure->subtitle
                                                        : measure->word_subtitle(set, of),
                          .noise = noise_words(set, of),
                          .setting = words_setting(set, of->section),
                          .losses = loss_words(set, of),
                          .warnings = measure->is_untimed ? "" : words_warnings(set, of->section)};
}

static int is_said_before(const struct words *words, size_t number) {
    for (size_t i = 0; i < number; i++)
        if (strcmp(words[i].noise, words[number].noise) == 0)
            return 1;
    return 0;
}

/* Sections of several machines may have one name. */
static int begins_section(const struct words *words, size_t number) {
    const struct words *of = &words[number];
    return *of->name && (number == 0 || of->provenance != words[number - 1].provenance ||
                         strcmp(of->name, words[number - 1].name) != 0);
}

void words_set(struct chart_set *set, const struct words *words) {
    for (size_t i = 0; i < set->count; i++) {
        const struct words *of = &words[i];
        struct chart *chart = &set->charts[i];
        if (chart->is_blank)
            continue;
        int is_first = begins_section(words, i);
        chart->title = *of->name ? chart_set_text(set, "%s — %s", of->name, of->title) : of->title;
        const char *noise = is_said_before(words, i) ? "" : of->noise;
        chart->subtitle = chart_set_text(set, "%s%s%s%s%s%s%s", of->subtitle, *noise ? "\n" : "",
                                         noise, *of->setting ? "\n" : "", of->setting,
                                         is_first ? of->losses : "", is_first ? of->warnings : "");
        chart->without_setting =
            chart_set_text(set, "%s%s%s%s%s", of->subtitle, *noise ? "\n" : "", noise,
                           is_first ? of->losses : "", is_first ? of->warnings : "");
        chart->brief = chart_set_text(set, "%s%s%.*s%s", of->subtitle, *noise ? "; " : "",
                                      (int)strcspn(noise, ","), noise, is_first ? of->losses : "");
        chart->gist = of->subtitle;
    }
}

/* --- the text of a grid --- */

/* The different strings that one member of struct words has in all charts; empty ones do not count.
 */
enum { MOST_PARTS = 3 };
struct parts {
    const char *items[MOST_PARTS];
    size_t count; /* may exceed MOST_PARTS */
};

/* OFFSET is the member's offset in struct words. */
static struct parts distinct(const struct words *words, size_t count, size_t offset) {
    struct parts parts = {.count = 0};
    for (size_t i = 0; i < count; i++) {
        const char *text = *(const char *const *)(const void *)((const char *)&words[i] + offset);
        int is_there = !*text;
        for (size_t k = 0; k < parts.count && k < MOST_PARTS && !is_there; k++)
            is_there = strcmp(parts.items[k], text) == 0;
        if (!is_there && parts.count < MOST_PARTS)
            parts.items[parts.count] = text;
        parts.count += !is_there;
    }
    return parts;
}

/* Returns the string with which, and a comma, all others begin; NULL if there is none. */
static const char *common_part(const struct parts *parts) {
    for (size_t i = 0; parts->count > 1 && parts->count <= MOST_PARTS && i < parts->count; i++) {
        size_t n = strlen(parts->items[i]), longer = 0;
        for (size_t k = 0; k < parts->count; k++)
            longer +=
                strncmp(parts->items[k], parts->items[i], n) == 0 && parts->items[k][n] == ',';
        if (longer + 1 == parts->count)
            return parts->items[i];
    }
    return NULL;
}

/* Writes a line for each string, and the number of those beyond MOST_PARTS; "1 round; some: 2
 * threads" for "1 round, 2 threads" and "1 round". */
static void write_parts(FILE *text, const struct parts *parts) {
    const char *common = common_part(parts);
    if (common)
        fprintf(text, "%s%s", ftell(text) > 0 ? "\n" : "", common);
    for (size_t i = 0; i < parts->count && i < MOST_PARTS; i++)
        if (!common)
            fprintf(text, "%s%s", ftell(text) > 0 ? "\n" : "", parts->items[i]);
        else if (parts->items[i] != common)
            fprintf(text, "; some: %s", parts->items[i] + strlen(common) + strlen(", "));
    if (parts->count > MOST_PARTS)
        fprintf(text, "; and %zu more", parts->count - MOST_PARTS);
}

/* Writes the warnings of all charts on one line, each once. */
static void write_warnings(FILE *text, const struct words *words, size_t count) {
    static const char start[] = "\nwarning: ";
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
        fprintf(text, "\nwarning: %.*s", (int)(length - 4), seen + 2);
}

/* Returns the different strings of one member, a line for each. */
static const char *join_parts(struct chart_set *set, const struct words *words, size_t count,
                              size_t offset) {
    const struct parts parts = distinct(words, count, offset);
    char *text;
    size_t size;
    FILE *file = xopen_memstream(&text, &size);
    write_parts(file, &parts);
    xclose_memstream(file);
    return chart_set_own(set, text, free);
}

static const char *join_warnings(struct chart_set *set, const struct words *words, size_t count) {
    char *text;
    size_t size;
    FILE *file = xopen_memstream(&text, &size);
    write_warnings(file, words, count);
    xclose_memstream(file);
    return chart_set_own(set, text, free);
}

const char *words_actions(struct chart_set *set, const struct words *words, size_t count) {
    const struct parts actions = distinct(words, count, offsetof(struct words, action));
    return actions.count == 1 ? actions.items[0]
                              : chart_set_text(set, "%zu actions", actions.count);
}

void words_join(struct chart_set *set, struct words *words, size_t sections, size_t count,
                const char *name) {
    struct words *of = chart_set_alloc(set, sections, sizeof *of);
    for (size_t k = 0; k < count; k++) {
        for (size_t s = 0; s < sections; s++)
            of[s] = words[s * count + k];
        words[k].name = name;
        words[k].subtitle = join_parts(set, of, sections, offsetof(struct words, subtitle));
        words[k].noise = join_parts(set, of, sections, offsetof(struct words, noise));
        words[k].setting = join_parts(set, of, sections, offsetof(struct words, setting));
        words[k].losses = ""; /* each row says what it lacks */
        words[k].warnings = join_warnings(set, of, sections);
    }
}

static const char *grid_subtitle(struct chart_set *set, const struct words *words) {
    const struct parts subtitles = distinct(words, set->count, offsetof(struct words, subtitle));
    const struct parts noises = distinct(words, set->count, offsetof(struct words, noise));
    const struct parts settings = distinct(words, set->count, offsetof(struct words, setting));
    char *text;
    size_t size;
    FILE *file = xopen_memstream(&text, &size);
    write_parts(file, &subtitles);
    write_parts(file, &noises);
    write_parts(file, &settings);
    write_warnings(file, words, set->count);
    xclose_memstream(file);
    return chart_set_own(set, text, free);
}

void words_set_grid(struct chart_set *set, const struct words *words) {
    const struct parts titles = distinct(words, set->count, offsetof(struct words, title));
    const struct parts actions = distinct(words, set->count, offsetof(struct words, action));
    for (size_t i = 0; i < set->count; i++) {
        const char *name = actions.count == 1 && words[i].facet ? words[i].facet : words[i].name;
        set->charts[i].title =
            titles.count == 1 ? name : chart_set_text(set, "%s — %s", name, words[i].brief);
        set->charts[i].subtitle = "";
    }

    /* "12 actions — time per call", or the action itself if there is only one. */
    const struct parts names = distinct(words, set->count, offsetof(struct words, name));
    set->heading = names.count == 1 ? names.items[0] : words_actions(set, words, set->count);
    if (titles.count <= 2)
        set->heading =
            chart_set_text(set, "%s — %s%s%s", set->heading, titles.items[0],
                           titles.count > 1 ? ", " : "", titles.count > 1 ? titles.items[1] : "");
    set->subtitle = grid_subtitle(set, words);
    set->brief = join_parts(set, words, set->count, offsetof(struct words, subtitle));
}

void words_set_caption(struct chart_set *set, const struct words *words,
                       const struct table *table) {
    size_t title_size, caption_size;
    FILE *title = xopen_memstream(&set->title, &title_size);
    FILE *caption = xopen_memstream(&set->caption, &caption_size);
    for (size_t i = 0; i < table->section_count; i++)
        fprintf(title, "%s%s", i ? ", " : "", table->sections[i].action);
    for (size_t i = 0; i < set->count; i++)
        fprintf(caption, "%s%s%s%s: %s%s%s%s%s%s%s", i ? "\n" : "", words[i].name,
                *words[i].name ? " — " : "", words[i].title, words[i].subtitle,
                *words[i].noise ? "\n" : "", words[i].noise, *words[i].setting ? "\n" : "",
                words[i].setting, words[i].losses, words[i].warnings);
    if (set->left_out)
        fprintf(caption, "\nleft out, %s", set->left_out);
    for (size_t i = 0; i < table->section_count; i++) {
        const struct section *section = &table->sections[i];
        for (size_t w = 0; section->warnings && w < section->warnings->count; w++)
            fprintf(caption, "\nwarning, %s: %s; %s", section->action,
                    section->warnings->items[w].text, section->warnings->items[w].advice);
    }
    xclose_memstream(title);
    xclose_memstream(caption);
}

void words_set_caption_of_charts(struct chart_set *set, const struct table *table) {
    struct words *words = xcalloc(set->count, sizeof *words);
    for (size_t i = 0; i < set->count; i++)
        words[i] = (struct words){.name = "",
                                  .title = set->charts[i].title,
                                  .subtitle = set->charts[i].subtitle,
                                  .noise = "",
                                  .setting = "",
                                  .losses = "",
                                  .warnings = ""};
    words_set_caption(set, words, table);
    free(words);
}
