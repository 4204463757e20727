/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/figure/text.h"

#include <cairo.h>
#include <fontconfig/fontconfig.h>
#include <limits.h>
#include <math.h>
#include <pango/pangocairo.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "formats/processes/thread.h"
#include "formats/text/suggest.h"
#include "formats/text/xalloc.h"

/* --- text --- */

/* If this font is missing, fontconfig takes another sans-serif font. Pango would search for a list
 * of families twice: as it is, and for the metrics of the first font that it has. */
static const char usual_family[] = "DejaVu Sans";

/* All text is laid out in one size and scaled from there: pango searches all fonts for each size,
 * and unhinted letters have the same shape in all sizes. */
static const double layout_size = 100;

enum { WEIGHTS = 2 }; /* regular, bold */

/* A cached layout: a text is measured several times before it is drawn. */
struct laid_out {
    char *string; /* the original text; NULL if the entry is empty */
    int bold, wraps, keeps_end;
    double width; /* 0: no limit */
    PangoLayout *layout;
};

enum { KEPT = 256 };

struct text {
    PangoFontMap *fonts;
    PangoContext *context;
    PangoFontDescription *descriptions[WEIGHTS];
    double cap;              /* height of a digit, in font sizes */
    int has_no_small_digits; /* the font lacks ⁴ or ₄ */
    char *family;            /* as it is installed */
    struct laid_out kept[KEPT];
};

static PangoFontDescription *describe(const char *family, int is_bold) {
    PangoFontDescription *description = pango_font_description_new();
    pango_font_description_set_family(description, family ? family : usual_family);
    pango_font_description_set_absolute_size(description, layout_size * PANGO_SCALE);
    if (is_bold)
        pango_font_description_set_weight(description, PANGO_WEIGHT_BOLD);
    return description;
}

/* Returns the family of the font that stands for the one asked for, to be freed; NULL if there is
 * no font. */
static char *find_family(struct text *text) {
    PangoFont *font = pango_font_map_load_font(text->fonts, text->context, text->descriptions[0]);
    if (!font)
        return NULL;
    PangoFontDescription *description = pango_font_describe(font);
    char *family = xstrdup(pango_font_description_get_family(description));
    pango_font_description_free(description);
    g_object_unref(font);
    return family;
}

/* --- cleaning text --- */

static gunichar fit(gunichar c) {
    if ((c & 0xfffe) == 0xfffe || (c >= 0xfdd0 && c <= 0xfdef))
        return 0xfffd;
    return (g_unichar_iscntrl(c) && c != '\n') || c == 0x2028 || c == 0x2029 ? ' ' : c;
}

char *text_clean(const char *string, size_t longest) {
    gchar *valid = g_utf8_make_valid(string, (gssize)strnlen(string, 6 * longest));
    char *result = xmalloc(strnlen(valid, 4 * longest) + sizeof "…"), *to = result;
    const char *from = valid;
    for (size_t i = 0; *from && i < longest; i++, from = g_utf8_next_char(from))
        to += g_unichar_to_utf8(fit(g_utf8_get_char(from)), to);
    strcpy(to, *from ? "…" : "");
    g_free(valid);
    return result;
}

/* --- small digits --- */

/* Superscripts and subscripts that the labels of axes have. Fonts for papers lack many of them. */
static const char small_digits[] = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻₀₁₂₃₄₅₆₇₈₉";
enum { RAISED = 11 }; /* the first of them */

/* Whether what it draws them with would not suit its other letters. */
static int lacks_small_digits(struct text *text) {
    PangoFont *font = pango_font_map_load_font(text->fonts, text->context, text->descriptions[0]);
    int lacks = 0;
    for (const char *c = small_digits; font && *c && !lacks; c = g_utf8_next_char(c))
        lacks = !pango_font_has_char(font, g_utf8_get_char(c));
    if (font)
        g_object_unref(font);
    return lacks;
}

static void add_attribute(PangoAttrList *list, PangoAttribute *attribute, size_t start,
                          size_t end) {
    attribute->start_index = (guint)start;
    attribute->end_index = (guint)end;
    pango_attr_list_insert(list, attribute);
}

/* Sets the text of LAYOUT, with usual digits, made smaller, in the place of small ones: adds that
 * to LIST. */
static void set_with_small_digits(PangoLayout *layout, PangoAttrList *list, const char *string) {
    static const gunichar plain[] = U"0123456789−0123456789";
    static const double scale = 0.7, up = 0.33, down = -0.12;
    GString *words = g_string_new(NULL);
    const char *eighth = "⅛";
    gchar **parts = g_strsplit(string, eighth, -1);
    gchar *spelt = g_strjoinv("¹⁄₈", parts);
    for (const char *c = spelt; *c; c = g_utf8_next_char(c)) {
        const char *small = g_utf8_strchr(small_digits, -1, g_utf8_get_char(c));
        size_t start = words->len;
        if (!small) {
            g_string_append_unichar(words, g_utf8_get_char(c));
            continue;
        }
        glong number = g_utf8_pointer_to_offset(small_digits, small);
        g_string_append_unichar(words, plain[number]);
        double rise = (number < RAISED ? up : down) * layout_size * PANGO_SCALE;
        add_attribute(list, pango_attr_scale_new(scale), start, words->len);
        add_attribute(list, pango_attr_rise_new((int)rise), start, words->len);
    }
    pango_layout_set_text(layout, words->str, -1);
    g_string_free(words, TRUE);
    g_strfreev(parts);
    g_free(spelt);
}

/* --- lines --- */

/* Adds to LIST that no line of STRING begins with the sign of "95 %". */
static void keep_together(PangoAttrList *list, const char *string) {
    static const char sign[] = " %";
    for (const char *at = string; (at = strstr(at, sign)); at += strlen(sign))
        if (at > string && g_ascii_isdigit(at[-1]))
            add_attribute(list, pango_attr_allow_breaks_new(FALSE), (size_t)(at - 1 - string),
                          (size_t)(at - string) + strlen(sign));
}

/* Returns whether a word may be divided before C: after a full stop and the like, or else, where
 * ARE_HUMPS, at a capital letter in it. */
static int divides(const char *c, int are_humps) {
    return are_humps ? g_ascii_islower(c[-1]) && g_ascii_isupper(*c)
                     : strchr("./:_,=|\\@#(", c[-1]) != NULL;
}

/* Returns where the line from FIRST, which ends within a word at END, should end; END if the word
 * has no parts. */
static const char *better_end(const char *first, const char *end) {
    for (int are_humps = 0; are_humps < 2; are_humps++)
        for (const char *c = end; c > first + 1 && c[-1] != ' '; c--)
            if (divides(c, are_humps))
                return c;
    return end;
}

/* Returns the place, in characters, of the first such end in LAYOUT; 0 if there is none. */
static glong find_better_end(PangoLayout *layout) {
    const char *string = pango_layout_get_text(layout);
    gint count;
    const PangoLogAttr *attributes = pango_layout_get_log_attrs_readonly(layout, &count);
    for (int l = 1; l < pango_layout_get_line_count(layout); l++) {
        const char *first = string + pango_layout_get_line_readonly(layout, l - 1)->start_index;
        const char *end = string + pango_layout_get_line_readonly(layout, l)->start_index;
        if (attributes[g_utf8_pointer_to_offset(string, end)].is_line_break || end[-1] == '\n')
            continue;
        const char *better = better_end(first, end);
        if (better < end)
            return g_utf8_pointer_to_offset(string, better);
    }
    return 0;
}

/* --- layouts --- */

static PangoLayout *lay_out_clean(struct text *text, const struct text_style *style,
                                  const char *clean, double width) {
    PangoLayout *layout = pango_layout_new(text->context);
    pango_layout_set_font_description(layout, text->descriptions[!!style->bold]);
    /* Text always starts at the left, even a name in Arabic or Hebrew. */
    pango_layout_set_auto_dir(layout, FALSE);
    if (width > 0)
        pango_layout_set_width(layout, (int)fmin(width * PANGO_SCALE, INT_MAX));
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    if (style->fit > 0)
        pango_layout_set_ellipsize(layout, style->keeps_end ? PANGO_ELLIPSIZE_START
                                                            : PANGO_ELLIPSIZE_MIDDLE);
    pango_layout_set_single_paragraph_mode(layout, style->wrap <= 0);
    /* A hyphen would look like a part of the name that is broken. Where "fl" is one letter, a
     * reader that is searched for "flop/s" does not find it. */
    PangoAttrList *list = pango_attr_list_new();
    pango_attr_list_insert(list, pango_attr_insert_hyphens_new(FALSE));
    pango_attr_list_insert(list, pango_attr_font_features_new("liga=0"));
    if (text->has_no_small_digits)
        set_with_small_digits(layout, list, clean);
    else
        pango_layout_set_text(layout, clean, -1);
    keep_together(list, pango_layout_get_text(layout));
    pango_layout_set_attributes(layout, list);
    pango_attr_list_unref(list);
    return layout;
}

/* A word that is longer than a line is divided where its parts are, if it has any. */
static PangoLayout *lay_out_anew(struct text *text, const struct text_style *style,
                                 const char *string, double width) {
    char *cleaned = text_clean(string, TEXT_LONGEST);
    GString *clean = g_string_new(cleaned);
    PangoLayout *layout = lay_out_clean(text, style, clean->str, width);
    glong end;
    while (style->wrap > 0 &&
           pango_layout_get_character_count(layout) == g_utf8_strlen(clean->str, -1) &&
           (end = find_better_end(layout)) > 0) {
        g_string_insert(clean, g_utf8_offset_to_pointer(clean->str, end) - clean->str, "\n");
        g_object_unref(layout);
        layout = lay_out_clean(text, style, clean->str, width);
    }
    g_string_free(clean, TRUE);
    free(cleaned);
    return layout;
}

static int is_laid_out(const struct laid_out *kept, const struct laid_out *wanted) {
    return kept->string && kept->bold == wanted->bold && kept->wraps == wanted->wraps &&
           kept->keeps_end == wanted->keeps_end && kept->width == wanted->width &&
           strcmp(kept->string, wanted->string) == 0;
}

static void forget(struct laid_out *kept) {
    if (kept->layout)
        g_object_unref(kept->layout);
    free(kept->string);
    *kept = (struct laid_out){0};
}

/* Returns a layout of STRING in font size layout_size, and sets SCALE to how many of its units make
 * a point. The caller must unref the layout. */
static PangoLayout *lay_out(struct text *text, const struct text_style *style, const char *string,
                            double *scale) {
    *scale = layout_size / style->size;
    struct laid_out wanted = {.string = (char *)string,
                              .bold = !!style->bold,
                              .wraps = style->wrap > 0,
                              .keeps_end = style->keeps_end,
                              .width = (style->wrap > 0 ? style->wrap : style->fit) * *scale};
    struct laid_out *kept =
        &text->kept[(g_str_hash(string) + 2 * (guint)(gint)fmin(wanted.width, INT_MAX) +
                     (guint)wanted.bold) %
                    KEPT];
    if (!is_laid_out(kept, &wanted)) {
        forget(kept);
        *kept = wanted;
        kept->layout = lay_out_anew(text, style, string, wanted.width);
        kept->string = xstrdup(string);
    }
    return g_object_ref(kept->layout);
}

/* --- opening, measuring, drawing --- */

int text_open(struct text **text, const char *family, struct err *err) {
    struct text *opened = xcalloc(1, sizeof *opened);
    fonts_await();
    opened->fonts = pango_cairo_font_map_new();
    pango_cairo_font_map_set_resolution(PANGO_CAIRO_FONT_MAP(opened->fonts), 72);
    opened->context = pango_font_map_create_context(opened->fonts);

    /* Hinting would fit glyphs to the pixels of one resolution, so that their widths would depend
     * on it. */
    PangoContext *context = opened->context;
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    pango_cairo_context_set_font_options(context, options);
    cairo_font_options_destroy(options);
    pango_context_set_round_glyph_positions(context, FALSE);

    /* A fixed language: the user's might choose other fonts; each language costs a search. */
    pango_context_set_language(opened->context, pango_language_from_string("en"));
    for (int w = 0; w < WEIGHTS; w++)
        opened->descriptions[w] = describe(family, w);
    opened->family = find_family(opened);
    if (!opened->family) {
        text_close(opened);
        return err_set(err, ERR_FAILED,
                       "no font is installed; install one, such as Debian's fonts-dejavu-core");
    }

    opened->has_no_small_digits = family && lacks_small_digits(opened);

    PangoRectangle ink;
    double scale;
    PangoLayout *layout = lay_out(opened, &(struct text_style){.size = layout_size}, "0", &scale);
    pango_layout_get_extents(layout, &ink, NULL);
    g_object_unref(layout);
    opened->cap = (double)ink.height / PANGO_SCALE / layout_size;
    *text = opened;
    return 0;
}

void text_close(struct text *text) {
    if (!text)
        return;
    for (int i = 0; i < KEPT; i++)
        forget(&text->kept[i]);
    for (int w = 0; w < WEIGHTS; w++)
        pango_font_description_free(text->descriptions[w]);
    g_object_unref(text->context);
    g_object_unref(text->fonts);
    free(text->family);
    free(text);
}

struct text_extent text_measure(struct text *text, const struct text_style *style,
                                const char *string) {
    PangoRectangle logical;
    double scale;
    PangoLayout *layout = lay_out(text, style, string, &scale);
    pango_layout_get_extents(layout, NULL, &logical);
    double baseline = pango_layout_get_baseline(layout), point = scale * PANGO_SCALE;
    g_object_unref(layout);
    return (struct text_extent){.width = logical.width / point,
                                .height = logical.height / point,
                                .ascent = baseline / point,
                                .cap = text->cap * style->size};
}

const char *text_family(const struct text *text) {
    return text->family;
}

/* --- drawing --- */

/* A text that is laid out, and where its upper left corner is, in the layout's units, of which
 * SCALE make a point. */
struct placed {
    PangoLayout *layout;
    double scale, left, top;
};

/* The caller must unref the layout. */
static struct placed place(struct text *text, const struct placed_text *words) {
    struct placed placed;
    PangoRectangle logical;
    enum text_side side = words->side;
    placed.layout = lay_out(text, &words->style, words->string, &placed.scale);
    pango_layout_set_alignment(placed.layout,
                               side == TEXT_IS_CENTRED ? PANGO_ALIGN_CENTER : PANGO_ALIGN_LEFT);
    pango_layout_get_extents(placed.layout, NULL, &logical);
    double width = (double)logical.width / PANGO_SCALE;
    double shift = side == TEXT_STARTS ? 0 : side == TEXT_ENDS ? width : width / 2;
    placed.left = -shift - (double)logical.x / PANGO_SCALE;
    placed.top = -(double)pango_layout_get_baseline(placed.layout) / PANGO_SCALE;
    return placed;
}

typedef void show_layout(cairo_t *cr, PangoLayout *layout);

static void show(struct text *text, cairo_t *cr, const struct placed_text *words,
                 show_layout *show_it) {
    struct placed placed = place(text, words);
    cairo_save(cr);
    cairo_translate(cr, words->x, words->y);
    cairo_scale(cr, 1 / placed.scale, 1 / placed.scale);
    cairo_move_to(cr, placed.left, placed.top);
    show_it(cr, placed.layout);
    cairo_restore(cr);
    g_object_unref(placed.layout);
}

void text_draw(struct text *text, cairo_t *cr, const struct placed_text *words) {
    show(text, cr, words, pango_cairo_show_layout);
    cairo_new_path(cr);
}

void text_trace(struct text *text, cairo_t *cr, const struct placed_text *words) {
    show(text, cr, words, pango_cairo_layout_path);
}

/* --- reading what would be drawn --- */

/* How far small digits are above the baseline, or below it if negative, in pango's units. */
static int rise_of(const PangoItem *item) {
    for (const GSList *a = item->analysis.extra_attrs; a; a = a->next) {
        const PangoAttribute *attribute = a->data;
        if (attribute->klass->type == PANGO_ATTR_RISE)
            return ((const PangoAttrInt *)attribute)->value;
    }
    return 0;
}

static int is_blank(char c) {
    return c == ' ' || c == '\n';
}

/* Sets RUN to what a run of LAYOUT's line says, and X to where the next begins. The caller must
 * free FONT, which has the name of the family. */
static void read_run(struct text_run *run, PangoFontDescription **font, PangoLayout *layout,
                     const PangoLayoutRun *from, double unit, double *x) {
    PangoItem *item = from->item;
    int is_cut = item->analysis.flags & PANGO_ANALYSIS_FLAG_IS_ELLIPSIS;
    const char *string = is_cut ? "…" : pango_layout_get_text(layout) + item->offset;
    int length = is_cut ? (int)strlen("…") : item->length, first = 0, end = length, ends[2];
    while (end > 0 && is_blank(string[end - 1]))
        end--;
    while (first < end && is_blank(string[first]))
        first++;
    ends[0] = 0;
    ends[1] = pango_glyph_string_get_width(from->glyphs);
    if (end - first < length && end > 0) {
        pango_glyph_string_index_to_x(from->glyphs, string, length, &item->analysis, first, FALSE,
                                      &ends[0]);
        pango_glyph_string_index_to_x(from->glyphs, string, length, &item->analysis, end - 1, TRUE,
                                      &ends[1]);
    }
    *font = pango_font_describe(item->analysis.font);
    *run = (struct text_run){.string = string + first,
                             .length = (size_t)(end - first),
                             .is_rtl = item->analysis.level % 2,
                             .is_separate = end - first < length,
                             .family = pango_font_description_get_family(*font),
                             .weight = (int)pango_font_description_get_weight(*font),
                             .x = *x + fmin(ends[0], ends[1]) / unit,
                             .y = -rise_of(item) / unit,
                             .width = abs(ends[1] - ends[0]) / unit,
                             .size = pango_font_description_get_size(*font) / unit};
    *x += pango_glyph_string_get_width(from->glyphs) / unit;
}

void text_read(struct text *text, const struct placed_text *words, text_receive *receive,
               void *context) {
    struct placed placed = place(text, words);
    enum text_side side = words->side;
    double unit = placed.scale * PANGO_SCALE;
    double x = words->x + placed.left / placed.scale, y = words->y + placed.top / placed.scale;
    PangoLayoutIter *iter = pango_layout_get_iter(placed.layout);
    do {
        PangoRectangle logical;
        pango_layout_iter_get_line_extents(iter, NULL, &logical);
        GSList *runs = pango_layout_iter_get_line_readonly(iter)->runs;
        size_t most = g_slist_length(runs), count = 0;
        struct text_run *read = xcalloc(most, sizeof *read);
        PangoFontDescription **fonts = xcalloc(most, sizeof *fonts);
        double baseline = y + pango_layout_iter_get_baseline(iter) / unit;
        double left = x + logical.x / unit, width = logical.width / unit;
        for (double at = left; runs; runs = runs->next) {
            read_run(&read[count], &fonts[count], placed.layout, runs->data, unit, &at);
            read[count].y += baseline;
            count++;
        }
        struct text_line line = {read, count, side,
                                 side == TEXT_STARTS ? left
                                 : side == TEXT_ENDS ? left + width
                                                     : left + width / 2};
        receive(context, &line);
        for (size_t i = 0; i < count; i++)
            pango_font_description_free(fonts[i]);
        free(fonts);
        free(read);
    } while (pango_layout_iter_next_line(iter));
    pango_layout_iter_free(iter);
    g_object_unref(placed.layout);
}

/* --- canvas --- */

int box_meets(const struct box *a, const struct box *b) {
    return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height &&
           b->y < a->y + a->height;
}

/* --- fonts --- */

static pthread_once_t is_read = PTHREAD_ONCE_INIT;

static int is_empty(FcStrList *list) {
    int is = !list || !FcStrListNext(list);
    if (list)
        FcStrListDone(list);
    return is;
}

/* Does what FcInit does, except for reading the descriptions. */
static void read_configuration(void) {
    FcConfig *config = FcConfigCreate();
    if (!config)
        return;
    if (FcConfigParseAndLoad(config, NULL, FcFalse) && !is_empty(FcConfigGetFontDirs(config)) &&
        !is_empty(FcConfigGetCacheDirs(config)) && FcConfigBuildFonts(config))
        FcConfigSetCurrent(config); /* fontconfig keeps it */
    else
        FcConfigDestroy(config);
}

/* Writes the family that fontconfig takes for FAMILY. Returns -1 if it has none. */
static int match(const char *family, char *taken, size_t size) {
    FcPattern *pattern = FcPatternCreate();
    FcResult result;
    FcChar8 *found = NULL;
    if (!pattern)
        return -1;
    FcPatternAddString(pattern, FC_FAMILY, (const FcChar8 *)family);
    FcConfigSubstitute(NULL, pattern, FcMatchPattern);
    FcDefaultSubstitute(pattern);
    FcPattern *font = FcFontMatch(NULL, pattern, &result);
    int ok = font && FcPatternGetString(font, FC_FAMILY, 0, &found) == FcResultMatch;
    if (ok)
        snprintf(taken, size, "%s", (const char *)found);
    if (font)
        FcPatternDestroy(font);
    FcPatternDestroy(pattern);
    return ok ? 0 : -1;
}

static void *read_aside(void *nothing) {
    pthread_once(&is_read, read_configuration);
    return nothing;
}

/* A process that is forked while a thread allocates finds glibc's allocator unlocked, but that of
 * AddressSanitizer locked for ever; readers of archives are forked. */
#ifdef ADDRESS_SANITIZER
enum { MAY_FORK_AMID_THREADS = 0 };
#else
enum { MAY_FORK_AMID_THREADS = 1 };
#endif

void fonts_begin(void) {
    pthread_t thread;
    if (!MAY_FORK_AMID_THREADS)
        fonts_await();
    else if (thread_begin(&thread, read_aside, NULL) == 0)
        pthread_detach(thread);
}

void fonts_await(void) {
    pthread_once(&is_read, read_configuration);
}

static int is_generic(const char *family) {
    static const char *const names[] = {"sans", "sans-serif", "serif", "monospace"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcasecmp(family, names[i]) == 0)
            return 1;
    return 0;
}

/* Refuses FAMILY, with the most similar family of FONTS, which may be NULL. */
static int unknown_font(const char *family, const FcFontSet *fonts, struct err *err) {
    struct suggestion suggestion = {.wanted = family};
    for (int i = 0; fonts && i < fonts->nfont; i++) {
        FcChar8 *name;
        if (FcPatternGetString(fonts->fonts[i], FC_FAMILY, 0, &name) == FcResultMatch)
            suggest_consider(&suggestion, (const char *)name);
    }
    return err_set(err, ERR_USAGE, "no font '%s' is installed; fc-list : family lists all%s",
                   family, suggest_words(&suggestion).text);
}

int font_check(const char *family, char *taken, size_t size, struct err *err) {
    static const char nobody[] = "no such family at all";
    char instead[128] = "";
    fonts_await();
    if (match(family, taken, size) != 0 || match(nobody, instead, sizeof instead) != 0)
        return err_set(err, ERR_FAILED, "no font is installed");
    /* What fontconfig takes for any unknown name does not stand for this one. */
    if (is_generic(family) || strcasecmp(taken, family) == 0 || strcmp(taken, instead) != 0)
        return 0;
    FcPattern *all = FcPatternCreate();
    FcObjectSet *objects = FcObjectSetBuild(FC_FAMILY, (char *)NULL);
    FcFontSet *fonts = all && objects ? FcFontList(NULL, all, objects) : NULL;
    int code = unknown_font(family, fonts, err);
    if (fonts)
        FcFontSetDestroy(fonts);
    if (objects)
        FcObjectSetDestroy(objects);
    if (all)
        FcPatternDestroy(all);
    return code;
}
