/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include <fontconfig/fontconfig.h>

#include "plot/figure/text.h"
#include "tests/test.h"

static size_t count(FcStrList *list) {
    size_t found = 0;
    while (FcStrListNext(list))
        found++;
    FcStrListDone(list);
    return found;
}

static const char *file_of(FcConfig *config, FcPattern **found) {
    FcPattern *wanted = FcNameParse((const FcChar8 *)"DejaVu Sans");
    FcChar8 *file = NULL;
    FcResult result;
    FcConfigSubstitute(config, wanted, FcMatchPattern);
    FcDefaultSubstitute(wanted);
    *found = FcFontMatch(config, wanted, &result);
    FcPatternDestroy(wanted);
    assert_int_equal(FcPatternGetString(*found, FC_FILE, 0, &file), FcResultMatch);
    return (const char *)file;
}

static int take_fonts_of_the_machine(void **state) {
    (void)state;
    unsetenv("FONTCONFIG_FILE");
    return 0;
}

ALL_TESTS(take_fonts_of_the_machine, NULL);

/* Whatever is left out of reading it decides about no font. */
TEST(it_is_the_one_that_fontconfig_reads_itself) {
    fonts_begin();
    fonts_await();
    FcConfig *ours = FcConfigGetCurrent(), *theirs = FcInitLoadConfigAndFonts();
    assert_true(count(FcConfigGetConfigFiles(ours)) > 0);
    assert_int_equal(count(FcConfigGetFontDirs(ours)), count(FcConfigGetFontDirs(theirs)));
    assert_int_equal(count(FcConfigGetCacheDirs(ours)), count(FcConfigGetCacheDirs(theirs)));
    assert_int_equal(FcConfigGetFonts(ours, FcSetSystem)->nfont,
                     FcConfigGetFonts(theirs, FcSetSystem)->nfont);
    FcPattern *our_font, *their_font;
    assert_string_equal(file_of(ours, &our_font), file_of(theirs, &their_font));
    assert_true(FcPatternEqual(our_font, their_font));
    FcPatternDestroy(our_font);
    FcPatternDestroy(their_font);
    FcConfigDestroy(theirs);
}

TEST(to_wait_again_is_no_harm) {
    FcConfig *config = FcConfigGetCurrent();
    fonts_begin();
    fonts_await();
    fonts_await();
    assert_ptr_equal(FcConfigGetCurrent(), config);
}

TEST(families_are_found_or_refused) {
    static const char *const known[] = {"DejaVu Sans", "dejavu sans", "serif", "sans", "monospace"};
    char taken[64];
    struct err err;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        assert_int_equal(font_check(known[i], taken, sizeof taken, NULL), 0);
        assert_true(*taken);
    }
    assert_int_equal(font_check("dejavu sans", taken, sizeof taken, NULL), 0);
    assert_string_equal(taken, "DejaVu Sans");
    assert_int_equal(font_check("DejaVu Sands", taken, sizeof taken, &err), ERR_USAGE);
    assert_non_null(strstr(err.message, "no font 'DejaVu Sands' is installed"));
    assert_int_equal(font_check("", taken, sizeof taken, &err), ERR_USAGE);
}

/* The machine's own, of many files, in which more can go wrong than in the one of tests. */
