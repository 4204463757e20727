/* SPDX-License-Identifier: GPL-3.0-or-later */
/* figure.h: a figure: charts in rows and columns, as series of numbers, with its limits and
 * colours.
 *
 * It knows nothing of archives and statistics. */
#ifndef BENCHMAT_PLOT_FIGURE_FIGURE_H
#define BENCHMAT_PLOT_FIGURE_FIGURE_H

#include <stddef.h>
#include <stdint.h>

#include "formats/model/spellings.h"
#include "formats/text/err.h"

/* The colour of what is drawn for comparison only: a thin grey line without markers, interval and
 * name. */
#define COLOUR_FAINT SIZE_MAX

/* One line of a chart. The arrays have COUNT elements, ascend in x, and are borrowed. NaN in y is a
 * gap; NaN in low or high means that the point has no interval. LOW and HIGH may be NULL if there
 * are no intervals. */
struct series_data {
    const char *name;
    size_t count;
    const double *x, *y, *low, *high;
    const double *levels;          /* for STYLE_LEVELS, NaN where the line breaks; NULL for none */
    const double *reached;         /* for STYLE_STEPS: [marks of the chart] the x of its marker on
                                      each mark, NaN for none; NULL for no markers */
    const unsigned char *wrong;    /* 1: the answer is wrong and drawn as a cross; NULL for none */
    const struct series_data *fit; /* a law fitted to it: drawn as a thin line in place of the one
                                      that joins the points; NULL for none */
    int is_reference;
    size_t colour;  /* the same for a library in all charts; 0: reference */
    size_t variant; /* dash among curves of this colour, from 1; 0: it is the only one */
};

/* What the numbers along an axis are. This decides their ticks and labels, and the default scale
 * (label.h). */
enum axis_unit {
    UNIT_NUMBER,
    UNIT_SIZE,    /* a whole number above zero */
    UNIT_SECONDS, /* a time */
    UNIT_BYTES,
    UNIT_RATIO, /* a ratio, such as that of two times */
    UNIT_PART,  /* a part of a whole, in per cent */
    UNIT_RATE,  /* something per second */
    UNIT_ERROR, /* a deviation, of which the magnitude counts */
    UNIT_COUNT, /* a number of things */
    UNIT_DATE,  /* seconds since 1970 */
    UNIT_PLACE, /* a place of its own for each series: the numbers mean nothing */
    UNITS
};

enum axis_scale { AXIS_USUAL, AXIS_LINEAR, AXIS_LOG, AXIS_LOG2, AXIS_SCALES };

/* A zero-initialised axis has plain numbers and shows all of them. */
struct axis_terms {
    enum axis_unit unit;
    enum axis_scale scale; /* AXIS_LOG2: logarithmic, with ticks at powers of two */
    double low, high;      /* range asked for, if low < high; infinite ends depend on the data */
    const char *base;      /* of UNIT_RATE: stands behind the prefix, "B/s"; NULL: nothing does */
    const struct spelling *spellings; /* [spelling_count] values that have words of their own */
    size_t spelling_count;
};

/* How series are drawn. */
enum chart_style {
    STYLE_CURVES, /* lines with markers and intervals */
    STYLE_STEPS,  /* steps: y holds from its x to the next, the last y to the end of the axis;
                     markers on the marks of the chart; a band if there are intervals */
    STYLE_BARS,   /* outlined bars: y holds to the next x; the last x only ends them */
    STYLE_LEVELS, /* points with intervals, and their levels as lines */
    STYLE_FOREST, /* rows below each other, each a value along x (struct forest_row) */
    STYLE_TILES,  /* coloured rectangles with words (struct tile); series are for the legend */
    STYLES
};

enum forest_kind {
    FOREST_ONE,     /* an estimate of a study: a square */
    FOREST_MEAN,    /* the mean of all: a diamond, below a line */
    FOREST_ANOTHER, /* what to expect of one more: an interval alone */
    FOREST_DOT,     /* a library's value, with the library's marker */
    FOREST_BAR,     /* the same as a bar from zero; a dot where the axis is logarithmic */
    FOREST_BOX,     /* the median of samples, with how they are spread (struct spread) */
    FOREST_RIDGE,   /* the same as a histogram that stands on its row */
    FOREST_HEADING  /* the name of the rows below it */
};

enum { SPREAD_MOST_MARKS = 3 };

/* How samples are spread along x. */
struct spread {
    double quartiles[2], whiskers[2]; /* of FOREST_BOX */
    const double *outliers;           /* beyond its whiskers */
    size_t outlier_count;
    const double *edges; /* of FOREST_RIDGE: [bins + 1], ascending */
    size_t bins;
    const double *heights; /* [bins] 0 to 1 */
    const double *earlier; /* the same of an earlier run: a dashed outline; NULL for none */
    double marks[SPREAD_MOST_MARKS]; /* quantiles, which are drawn across a ridge */
    const char *labels[SPREAD_MOST_MARKS];
    size_t mark_count;
};

/* A row of a forest plot: a value with its interval. NaN for what is unknown. It is named as its
 * series, which has one point, at AT and the row's place (forest.h), or none. */
struct forest_row {
    enum forest_kind kind;
    const char *text;             /* the numbers, at the right */
    double at, low, high;         /* FOREST_ANOTHER has no estimate */
    double weight;                /* of FOREST_ONE: size of its mark, 0 to 1 */
    double noise_low, noise_high; /* of a dot or bar: shaded; NaN for none */
    const struct spread *spread;  /* of a box or ridge; NULL if there are no samples */
};

/* A thin line across the plot with a label: the capacity of a cache, a quantile, a peak. */
struct mark {
    int is_vertical; /* at an x; otherwise at a y */
    int is_zone;     /* vertical: what lies beyond it is shaded */
    int is_at_left;  /* horizontal: label at the left, if lines end at the upper right */
    int is_below;    /* and below the line */
    double at;
    const char *label; /* "" for none */
    int row;           /* vertical: of its label above the plot, from 0, the lowest, to 2 */
    int is_passing;    /* vertical: the lead passes there to the series of COLOUR, and is seen to
                          somewhere between LOW and HIGH */
    double low, high;
    size_t colour;
};

/* Ever fewer words in the tiles of a map, in all of them alike. */
enum tile_words {
    TILES_WHOLE,   /* name and text */
    TILES_BRIEF,   /* name and brief text */
    TILES_LEADS,   /* the brief text alone: the legend has the names */
    TILES_NUMBERS, /* the same without % */
    TILES_NAMES,
    TILES_EMPTY
};

/* What a caption says of whole tiles; of tiles with fewer words the layout says what these are. */
#define FIGURE_TILES_KEY "tiles: the library, and how much more the next one takes"

/* A rectangle around the point X, Y in the colour of a library. */
struct tile {
    double x, y, left, right, low, high;
    size_t colour;
    double depth;             /* of the colour, 0 to 1 */
    int is_hatched;           /* nothing is decided there: faint, with lines across */
    const char *name;         /* of the library */
    const char *text, *brief; /* below it */
    const char *number;       /* BRIEF without % */
};

/* Texts are UTF-8. Invalid bytes and control characters are replaced, and texts longer than
 * TEXT_LONGEST (text.h) are cut with an ellipsis. Markup is not interpreted. */
struct chart {
    const char *title;           /* "axpy — time per call" */
    const char *subtitle;        /* quantity, statistic, interval level, machine */
    const char *without_setting; /* without rounds and machine, and */
    const char *brief;           /* the most important of it, for small figures; NULL for all */
    const char *gist;            /* what is drawn, and what is grey; NULL for BRIEF */
    const char *x_label;         /* "length of x and y" */
    const char *y_label;         /* level, above the upper end of the axis; NULL for none */
    enum chart_style style;
    struct axis_terms x, y;
    const struct series_data *series;
    size_t series_count;
    const struct series_data *noise; /* drawn as a grey band without a line; NULL for none */
    const struct series_data *guide; /* thin dashed comparison line, named at its end; or NULL */
    int is_relative; /* relative to the reference, whose line alone says nothing of others */
    int has_level;   /* a heavy line across at LEVEL stands for the reference's series, */
    double level;    /* which is only named there, not drawn */
    const struct mark *marks;
    size_t mark_count;
    const struct forest_row *rows; /* of STYLE_FOREST: one for each series, in the same order */
    size_t row_count;
    const struct tile *tiles; /* of STYLE_TILES */
    size_t tile_count;
    const char *cross; /* what a cross marks; NULL: a wrong answer */
    int is_blank; /* only its place is kept: the charts beside it show something, it would not */
};

enum theme_name { THEME_LIGHT, THEME_DARK };

/* Where lines are named. LEGEND_USUAL: above the charts of a grid, otherwise at the ends of lines.
 * A grid has no LEGEND_ENDS. */
enum legend_place {
    LEGEND_USUAL,
    LEGEND_ENDS,   /* each line at its right end */
    LEGEND_ABOVE,  /* all charts */
    LEGEND_BELOW,  /* all charts */
    LEGEND_INSIDE, /* one plot, where the fewest points are in the way */
    LEGEND_NONE
};

struct figure {
    const struct chart *charts; /* in row order, from left to right */
    size_t chart_count;
    size_t columns;             /* charts in one row; 0: all */
    double width_mm, height_mm; /* width 0: double column for two columns or more, else single
                                   column, or up to double for the words in tiles; height 0:
                                   FIGURE_ROW_MM for each row, less for a grid, on several pages if
                                   one would be higher than A4; both up to three times that if the
                                   text needs it */
    double dpi;                 /* resolution of a PNG; 0: 300 */
    double font_size;           /* pt; 0: 7.5 */
    const char *font;           /* family, which font_check knows; NULL for the usual one */
    int has_outlines;           /* letters of an SVG are shapes, not text */
    enum legend_place legend;
    int has_no_heading; /* nothing is said above the charts, not even what they leave out */
    int may_rearrange;  /* where it is too small for its columns, charts stand below each other, and
                           words that leave less than half of its height to plots become fewer */
    int has_open_height; /* so words become fewer only where columns are less than a usual one */
    enum theme_name theme;
    size_t libraries;     /* number of libraries that share the palette; 0: those of these charts */
    const char *heading;  /* bold, above all charts; NULL for none */
    const char *subtitle; /* below the heading; NULL for none */
    const char *brief;    /* what is left of it if it may be rearranged and takes much of the page;
                             NULL for all */
    int is_grid;          /* small charts under one legend, without names at the ends of lines */
    int has_own_names;    /* each chart has one line, which its title names: no legend */
    const char *title, *author, *subject; /* metadata of the file; NULL for none */
};

#define FIGURE_SINGLE_MM 88.9
#define FIGURE_DOUBLE_MM 182.0
#define FIGURE_ROW_MM    70.0

/* A4 (ISO 216). */
#define FIGURE_PAGE_WIDTH_MM  210.0
#define FIGURE_PAGE_HEIGHT_MM 297.0

/* --- limits --- */

/* Limits on the numbers of a figure, so that a mistake does not allocate huge pictures. */

/* The range of a number, with its name as users know it and its unit, for messages. */
struct limit {
    const char *name, *unit;
    double low, high;
};

extern const struct limit limit_width, limit_height; /* mm */
extern const struct limit limit_dpi;
extern const struct limit limit_font_size; /* pt */

/* Charts in one figure. */
#define LIMIT_CHARTS 500

/* Pixels of a picture, so that it takes at most about 400 MB, and of a side, cairo's limit. */
#define LIMIT_PIXELS 100e6
#define LIMIT_SIDE   32767

/* Returns 0, or ERR_USAGE with the allowed range if VALUE is outside it or NaN. */
int limit_check(const struct limit *limit, double value, struct err *err);

/* Reads TEXT as a number, with or without the limit's unit, and checks its range. */
int limit_parse(const struct limit *limit, const char *text, double *value, struct err *err);

/* Reads "182x88mm" or "182x88" as width and height in mm, and checks their ranges. Of "182mm" or
 * "182" the height is 0. */
int limit_parse_size(const char *text, double *width, double *height, struct err *err);

/* Sets WIDTH and HEIGHT in pixels. Returns ERR_USAGE if a picture of that size and resolution has
 * too many pixels. */
int limit_pixels(double width_mm, double height_mm, double dpi, int *width, int *height,
                 struct err *err);

/* Reads where the legend is: "right" is LEGEND_ENDS, "above", "below", "inside" or "none". Returns
 * ERR_USAGE for anything else. */
int legend_parse(const char *text, enum legend_place *place, struct err *err);

/* --- theme --- */

/* Colours, markers and dashes.
 *
 * Any two colours of a palette are at least 20 apart in normal vision and 11 in that of dichromats
 * (CIEDE2000; tests/plot/figure/test_palette.c has the sources), and each has a contrast of at
 * least 3:1 to the ground. Up to five libraries on white have colours of M. Okabe and K. Ito; the
 * others are those of P. Tol and of IBM's design language, moved as little as these distances ask
 * for. Any two of the first twelve libraries differ so in colour, or else in both dash and marker,
 * which also tell libraries apart in grey print. */

struct colour {
    double red, green, blue; /* 0 to 1 */
};

/* What a colour is for. Each theme has a colour for each. */
enum role {
    ROLE_GROUND,   /* paper */
    ROLE_INK,      /* text and axes */
    ROLE_SOFT_INK, /* secondary text */
    ROLE_GRID,
    ROLE_FINE_GRID,
    ROLE_PENS,                  /* the first of the palette, that of the reference */
    ROLE_FAINT = ROLE_PENS + 8, /* lines of COLOUR_FAINT */
    ROLES
};

enum marker_shape {
    MARKER_NONE,
    MARKER_CIRCLE,
    MARKER_SQUARE,
    MARKER_TRIANGLE,
    MARKER_DIAMOND,
    MARKER_TRIANGLE_DOWN,
    MARKER_TRIANGLE_RIGHT,
    MARKER_TRIANGLE_LEFT,
    MARKER_SHAPES
};

enum { DASH_LENGTHS = 6 };

/* Alternating lengths of ink and gap in points; COUNT 0 is a solid line. */
struct dash {
    int count;
    double lengths[DASH_LENGTHS];
};

/* How one library is drawn. */
struct pen {
    enum role role;
    enum marker_shape marker;
    int filled; /* the marker is solid, not hollow */
    const struct dash *dash;
};

/* Reads "light" or "dark"; returns ERR_USAGE for anything else. */
int theme_parse(const char *text, enum theme_name *name, struct err *err);

/* Returns the colour of ROLE in a figure of LIBRARIES libraries, including the reference. */
struct colour theme_colour(enum theme_name name, enum role role, size_t libraries);

/* Returns the pen of library NUMBER (0 is the reference) in a figure of LIBRARIES libraries,
 * including the reference, or that of COLOUR_FAINT. Any number is valid; from the ninth library on,
 * colours repeat with other dashes and markers. */
struct pen theme_pen(enum theme_name name, size_t number, size_t libraries);

/* Returns PEN with the dash of VARIANT, and where dashes repeat another marker; PEN itself if
 * VARIANT is 0. */
struct pen theme_variant(struct pen pen, size_t variant);

#endif
