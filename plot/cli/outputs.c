/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/cli/outputs.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formats/files/destination.h"
#include "plot/output/output.h"
#include "plot/terminal/terminal_chart.h"
#include "plot/output/drawing.h"
#include "formats/files/stream.h"
#include "formats/text/suggest.h"

static const char terminal_format[] = "terminal", standard_output[] = "-";

/* One place to which charts go. */
struct output {
    const char *path;                   /* "-" for standard output */
    const struct output_format *format; /* NULL for text */
};

static int is_standard(const char *path) {
    struct stat named, standard;
    return strcmp(path, standard_output) == 0 ||
           (stat(path, &named) == 0 && fstat(STDOUT_FILENO, &standard) == 0 &&
            named.st_dev == standard.st_dev && named.st_ino == standard.st_ino);
}

/* Replaces /dev/stdout by "-": if standard output is a pipe, the name that /dev/stdout links to
 * cannot be opened. */
static const char *plain(const char *path) {
    return strcmp(path, "/dev/stdout") == 0 ? standard_output : path;
}

/* --- formats and places --- */

int outputs_check_format(const char *name, struct err *err) {
    char known[128];
    if (strcmp(name, terminal_format) == 0 || output_find_name(name))
        return 0;
    output_list_names(known, sizeof known, ", ");
    struct suggest_words meant = suggest_among(name, known);
    return err_set(err, ERR_USAGE, "unknown format \"%s\"; formats are %s%s%s", name,
                   terminal_format, known,
                   *meant.text ? meant.text : suggest_among(name, terminal_format).text);
}

static const struct output_format *format_called(const char *name) {
    return strcmp(name, terminal_format) == 0 ? NULL : output_find_name(name);
}

static int choose_format(const struct output_terms *terms, struct output *output, struct err *err) {
    int is_dash = strcmp(output->path, standard_output) == 0;
    if (!is_dash && output_find(output->path, &output->format, err) == 0)
        return 0;
    output->format = terms->format ? format_called(terms->format) : NULL;
    if (terms->format || (is_dash && isatty(STDOUT_FILENO)))
        return 0;
    char known[128];
    output_list_names(known, sizeof known, ", ");
    return is_dash
               ? err_set(err, ERR_USAGE, "-: does not say what to draw; add --format, one of %s%s",
                         terminal_format, known)
               : ERR_USAGE;
}

/* Chooses the output if the command line names none. The caller must free NAME, which may become
 * NULL. */
static int choose_place(const struct output_terms *terms, struct output *output, char **name,
                        struct err *err) {
    int is_text =
        terms->format ? strcmp(terms->format, terminal_format) == 0 : isatty(STDOUT_FILENO);
    *output = (struct output){standard_output, NULL};
    if (is_text)
        return 0;
    if (stream_is(terms->source) || strncmp(terms->source, "/dev/", 5) == 0)
        return err_set(err, ERR_USAGE, "%s gives no name to the picture; name it with -o",
                       terms->source);
    output->format = terms->format ? format_called(terms->format) : &output_png;
    int code = target_derive(terms->source, output->format->extension, name, err);
    output->path = *name;
    return code;
}

/* --- checks before the work --- */

static int check_file(const struct output_terms *terms, const struct output *output,
                      struct err *err) {
    int is_dash = strcmp(output->path, standard_output) == 0;
    return is_dash ? 0 : target_check(output->path, terms->source, err);
}

/* Returns whether OUTPUT uses the format of --format. A name with a known extension may differ. */
static int is_by_format(const struct output_terms *terms, const struct output *output) {
    const struct output_format *ignored;
    return output->format == format_called(terms->format) ||
           output_find(output->path, &ignored, NULL) != 0;
}

int outputs_check(const struct output_terms *terms, struct err *err) {
    size_t to_standard = 0, by_format = 0;
    for (size_t i = 0; i < terms->count; i++) {
        struct output output = {.path = plain(terms->names[i])};
        int code = check_file(terms, &output, err);
        code = code ? code : choose_format(terms, &output, err);
        if (code)
            return code;
        if (output.format && output.format->is_binary && is_standard(output.path) &&
            isatty(STDOUT_FILENO))
            return err_set(err, ERR_USAGE,
                           "standard output is a terminal, which cannot show a %s; redirect it to "
                           "a file, or name one with -o",
                           output.format->extension);
        to_standard += (size_t)is_standard(output.path);
        by_format += terms->format && is_by_format(terms, &output);
    }
    if (to_standard > 1)
        return err_set(err, ERR_USAGE, "standard output can take one chart, not %zu", to_standard);
    if (terms->format && terms->count && !by_format)
        return err_set(err, ERR_USAGE, "--format %s: %s says by its name that it is something else",
                       terms->format, terms->names[0]);
    return 0;
}

/* --- text --- */

static int is_utf8(void) {
    locale_t locale = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    if (!locale)
        return 0;
    int is = strcasecmp(nl_langinfo_l(CODESET, locale), "UTF-8") == 0;
    freelocale(locale);
    return is;
}

/* A file has the width of COLUMNS, or the default width, and no colours unless the user asks for
 * them. */
static int write_text(const struct output_terms *terms, const struct output *output,
                      const struct figure *figure, size_t *skipped, struct err *err) {
    struct destination destination;
    int code = destination_open(&destination, output->path, err);
    if (code)
        return code;
    struct terminal terminal = terminal_of(fileno(destination.file));
    const struct terminal_look look = {.width = terminal_width(&terminal, 0),
                                       .is_colored = terminal_is_colored(&terminal, terms->color),
                                       .is_ascii = !is_utf8()};

    FILE *file = destination.file;
    if (figure->heading)
        fprintf(file, "%s\n\n", figure->heading);
    for (size_t i = 0; i < figure->chart_count; i++) {
        if (i > 0)
            fputc('\n', file);
        terminal_chart_write(file, &figure->charts[i], &look, skipped);
    }
    return destination_commit(&destination, err);
}

/* --- writing --- */

/* Writes the files of a picture, one or as many as it has pages. */
static int write_files(const struct output_terms *terms, const struct output *output,
                       const struct files *files, int is_named, int is_derived, struct err *err) {
    int code = 0;
    if (files->count > 1 && is_standard(output->path))
        return err_set(err, ERR_USAGE,
                       "standard output can take one page, and these charts need %zu, as one would "
                       "be higher than A4; choose --format pdf, a --size with its height, or fewer "
                       "actions with --action",
                       files->count);
    for (size_t i = 0; code == 0 && i < files->count; i++) {
        char *name = target_number(output->path, i, files->count);
        if (files->count > 1) {
            code = target_check(name, terms->source, err);
            code = code || !is_derived ? code : target_check_own(name, err);
        }
        code = code ? code : target_write(name, &files->items[i], err);
        if (code == 0 && is_named)
            printf("%s\n", name);
        free(name);
    }
    return code;
}

static int write_one(const struct output_terms *terms, const struct output *output,
                     const struct figure *figure, int is_named, int is_derived, struct err *err) {
    struct files files = {0};
    struct drawn drawn = {0};
    int code;
    if (output->format) {
        code = figure_encode(figure, output->format, &files, &drawn, err);
        code = code ? code : write_files(terms, output, &files, is_named, is_derived, err);
    } else {
        code = write_text(terms, output, figure, &drawn.skipped, err);
        if (code == 0 && is_named)
            printf("%s\n", output->path);
    }
    files_release(&files);
    if (code)
        return code;
    if (drawn.skipped && output->format)
        fprintf(stderr, "bench-plot: %s: %zu value%s omitted (zero, negative or infinite)\n",
                output->path, drawn.skipped, drawn.skipped == 1 ? "" : "s");
    if (drawn.is_shortened)
        fprintf(stderr,
                "bench-plot: %s: too small for all that is said above its charts; its "
                "description has the rest\n",
                output->path);
    if (drawn.oversized_width_mm > 0)
        fprintf(stderr,
                "bench-plot: %s: %g x %g mm, larger than A4, as its charts and words need it; "
                "choose --size, fewer columns or a smaller font\n",
                output->path, drawn.oversized_width_mm, drawn.oversized_height_mm);
    return 0;
}

int outputs_write(const struct output_terms *terms, const struct figure *figure, struct err *err) {
    int is_named = 1, code = 0;
    if (terms->count == 0) {
        struct output derived_output;
        char *name = NULL;
        int status = choose_place(terms, &derived_output, &name, err);
        status = status ? status : check_file(terms, &derived_output, err);
        status = status
                     ? status
                     : write_one(terms, &derived_output, figure, name != NULL, name != NULL, err);
        free(name);
        return status;
    }
    for (size_t i = 0; i < terms->count; i++)
        is_named &= !is_standard(plain(terms->names[i]));
    for (size_t i = 0; code == 0 && i < terms->count; i++) {
        struct output output = {.path = plain(terms->names[i])};
        code = choose_format(terms, &output, err);
        code = code ? code : write_one(terms, &output, figure, is_named, 0, err);
    }
    return code;
}
