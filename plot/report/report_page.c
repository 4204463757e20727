/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/report/report_page.h"

#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "formats/files/destination.h"
#include "plot/output/output.h"
#include "plot/report/report_parts.h"

/* --- what is allowed to run --- */

static void write_lines(FILE *file, const char *const *lines) {
    for (size_t i = 0; lines[i]; i++)
        fputs(lines[i], file);
}

/* The styles of this page, or its script; to be freed. NULL without memory. */
static char *compose(const char *const *lines, const struct colours *colours) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (!file)
        return NULL;
    putc('\n', file);
    if (colours)
        colours_write(colours, file);
    write_lines(file, lines);
    if (fclose(file) == 0)
        return text;
    free(text);
    return NULL;
}

/* 'sha256-...' as in Content Security Policy Level 3, 2.3.1. */
static void write_source(FILE *file, const char *text) {
    GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
    guint8 digest[32];
    gsize size = sizeof digest;
    g_checksum_update(sum, (const guchar *)text, (gssize)strlen(text));
    g_checksum_get_digest(sum, digest, &size);
    g_checksum_free(sum);
    gchar *encoded = g_base64_encode(digest, size);
    fprintf(file, "'sha256-%s'", encoded);
    g_free(encoded);
}

/* --- head --- */

static const char *find_text(const struct report *report, enum report_kind kind) {
    for (size_t i = 0; i < report->count; i++)
        if (report->blocks[i].kind == kind)
            return report->blocks[i].text;
    return "";
}

static void write_head(FILE *file, const struct report *report, const char *css, const char *js) {
    fputs("<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\" dir=\"ltr\">\n"
          "<head>\n<meta charset=\"utf-8\"/>\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src ",
          file);
    write_source(file, css);
    fputs("; script-src ", file);
    write_source(file, js);
    fputs("; img-src data:; base-uri 'none'; form-action 'none'\"/>\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
          "<meta name=\"color-scheme\" content=\"light dark\"/>\n"
          "<meta name=\"referrer\" content=\"no-referrer\"/>\n"
          "<meta name=\"generator\" content=\"" OUTPUT_CREATOR "\"/>\n<title>",
          file);
    markup_write(file, find_text(report, REPORT_TITLE));
    fputs("</title>\n<meta name=\"description\" content=\"", file);
    markup_write(file, find_text(report, REPORT_ANSWER));
    fprintf(file,
            "\"/>\n<link rel=\"icon\" href=\"data:,\"/>\n<style>%s</style>\n</head>\n<body>\n",
            css);
}

static void write_menu(const struct page_state *page, const struct report *report) {
    fputs("<nav aria-label=\"Contents\">", page->file);
    for (size_t i = 0; i < report->count; i++)
        if (report->blocks[i].kind == REPORT_SECTION) {
            fprintf(page->file, "<a href=\"#b%zu\">", i);
            markup_write_named(page->file, &page->names, report->blocks[i].text);
            fputs("</a>", page->file);
        }
    fputs("</nav>\n", page->file);
}

/* --- blocks --- */

/* Blocks of some kinds stand within an element that all of them in a row share. */
static const struct {
    const char *begin, *end;
} groups[REPORT_CHARTS + 1] = {
    [REPORT_WARNING] = {"<ul class=\"warnings\">\n", "</ul>\n"},
    [REPORT_FACT] = {"<dl>\n", "</dl>\n"},
};

static const struct {
    const char *begin, *between, *end;
} elements[REPORT_CHARTS + 1] = {
    [REPORT_TITLE] = {"<h1>", "", "</h1>\n"},
    [REPORT_ANSWER] = {"<p class=\"answer\">", "", "</p>\n"},
    [REPORT_PART] = {"<h3>", "", "</h3>\n"},
    [REPORT_SENTENCE] = {"<p>", "", "</p>\n"},
    [REPORT_LINE] = {"<p class=\"line\">", "", "</p>\n"},
    [REPORT_WARNING] = {"<li><strong>", "</strong> <span>", "</span></li>\n"},
    [REPORT_FACT] = {"<div><dt>", "</dt><dd>", "</dd></div>\n"},
    [REPORT_COMMAND] = {"<pre tabindex=\"0\"><code>", "", "</code></pre>\n"},
    [REPORT_FOLD] = {"<details><summary>", "", "</summary>\n"},
    [REPORT_UNFOLD] = {"</details>\n", "", ""},
};

static void write_element(const struct page_state *page, const struct report_block *block) {
    fputs(elements[block->kind].begin, page->file);
    if (block->kind == REPORT_COMMAND)
        markup_write(page->file, block->text);
    else
        markup_write_named(page->file, &page->names, block->text);
    fputs(elements[block->kind].between, page->file);
    markup_write_named(page->file, &page->names, block->more);
    fputs(elements[block->kind].end, page->file);
}

static void write_section(const struct page_state *page, const struct report *report, size_t i,
                          int is_first) {
    if (!is_first)
        fputs("</section>\n", page->file);
    fprintf(page->file, "<section id=\"b%zu\" aria-labelledby=\"h%zu\">\n<h2 id=\"h%zu\">", i, i,
            i);
    markup_write_named(page->file, &page->names, report->blocks[i].text);
    fputs("</h2>\n", page->file);
}

static int write_block(struct page_state *page, const struct report_block *block, struct err *err) {
    if (block->kind == REPORT_CHARTS)
        return report_charts_write(page, block->charts, err);
    if (block->kind == REPORT_TABLE)
        report_table_write(page, block->table);
    else
        write_element(page, block);
    return 0;
}

static void write_boundary(FILE *file, const char *text) {
    if (text)
        fputs(text, file);
}

static int write_blocks(struct page_state *page, const struct report *report, struct err *err) {
    int in_section = 0, code = 0;
    enum report_kind last = REPORT_TITLE;
    fputs("<header>\n", page->file);
    for (size_t i = 0; i < report->count && !code; i++) {
        const struct report_block *block = &report->blocks[i];
        if (last != block->kind)
            write_boundary(page->file, groups[last].end);
        if (block->kind == REPORT_SECTION) {
            if (!in_section) {
                write_menu(page, report);
                fputs("</header>\n<main>\n", page->file);
            }
            write_section(page, report, i, !in_section);
            in_section = 1;
        } else {
            if (last != block->kind)
                write_boundary(page->file, groups[block->kind].begin);
            code = write_block(page, block, err);
        }
        last = block->kind;
    }
    write_boundary(page->file, groups[last].end);
    fputs(in_section ? "</section>\n</main>\n" : "</header>\n", page->file);
    return code;
}

/* --- all of it --- */

static int write_page(const struct report *report, FILE *file, struct err *err) {
    struct page_state page = {.file = file, .libraries = report->libraries};
    colours_init(&page.colours, report->libraries);
    char *css = compose(report_css, &page.colours), *js = compose(report_js, NULL);
    int code = 0;
    if (report->failed || !css || !js ||
        markup_names_init(&page.names, report->names, report->name_count) != 0)
        code = err_set(err, ERR_FAILED, "no memory for a report");
    if (!code) {
        write_head(file, report, css, js);
        code = write_blocks(&page, report, err);
        letters_write(&page.letters, file);
        fprintf(file,
                "<div id=\"tip\" hidden=\"hidden\"></div>\n<script>%s</script>\n</body>\n</html>\n",
                js);
    }
    markup_names_release(&page.names);
    letters_release(&page.letters);
    free(css);
    free(js);
    return code;
}

int report_page_write(const struct report *report, const char *path, struct err *err) {
    struct destination destination;
    int code = destination_open(&destination, path, err);
    if (code)
        return code;
    code = write_page(report, destination.file, err);
    if (code) {
        destination_abandon(&destination);
        return code;
    }
    return destination_commit(&destination, err);
}
