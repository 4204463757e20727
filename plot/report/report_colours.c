/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/report/report_colours.h"

#include <math.h>

#include "plot/figure/contrast.h"
#include "plot/figure/figure.h"

static void write_value(FILE *css, const char *name, enum role role, struct colour c) {
    fprintf(css, "--%s%d:#%02lx%02lx%02lx;", name, (int)role, lround(255 * c.red),
            lround(255 * c.green), lround(255 * c.blue));
}

static void write_values(FILE *css, enum theme_name theme, size_t libraries, enum role end) {
    fputs(":root{", css);
    for (enum role role = 0; role < end; role++) {
        write_value(css, "c", role, theme_colour(theme, role, libraries));
        write_value(css, "t", role, theme_text_colour(theme, role, libraries));
    }
    fputs("}", css);
}

void report_colours_write(FILE *css, size_t libraries, int has_faint) {
    enum role end = has_faint ? ROLES : ROLE_FAINT;
    write_values(css, THEME_LIGHT, libraries, end);
    fputs("\n@media screen and (prefers-color-scheme:dark){", css);
    write_values(css, THEME_DARK, libraries, end);
    fputs("}\n", css);
    for (int i = 0; i < (int)end; i++)
        fprintf(css, ".f%d{fill:var(--c%d)}.s%d{stroke:var(--c%d)}.t%d{fill:var(--t%d)}\n", i, i, i,
                i, i, i);
}
