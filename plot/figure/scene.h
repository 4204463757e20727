/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scene.h: what a page shows, as a list of shapes and words in the order of painting.
 *
 * Charts and marks write the list once; each format then paints it in its own way (plot/output/).
 * Coordinates are in points from the top left. Colours are roles: the page's theme says which, or
 * the reader of an HTML page, who may prefer the dark. */
#ifndef BENCHMAT_PLOT_FIGURE_SCENE_H
#define BENCHMAT_PLOT_FIGURE_SCENE_H

#include <stddef.h>

#include "plot/figure/figure.h"
#include "plot/figure/text.h"

/* A page: paper of the theme's ground, and what is on it. Zero-initialised but for these it is
 * empty; the caller must pass it to scene_release. */
struct scene {
    enum theme_name theme;
    size_t libraries;         /* in the whole figure; decides the palette */
    double width, height;     /* of the page */
    struct scene_item *items; /* private, as are the following */
    size_t count;
    struct scene_step *steps;  /* of all shapes */
    size_t step_count, traced; /* those after TRACED are of the shape to come */
    int is_apart;              /* the next line begins anew */
};

void scene_release(struct scene *scene);

/* --- writing --- */

/* A shape is traced as one or more lines, rectangles and circles, then filled, stroked, or both. A
 * line to a point begins there if nothing came before. */
void scene_move_to(struct scene *scene, double x, double y);
void scene_line_to(struct scene *scene, double x, double y);
void scene_line(struct scene *scene, double x0, double y0, double x1, double y1);
void scene_rectangle(struct scene *scene, const struct box *box);
void scene_circle(struct scene *scene, double x, double y, double radius);
void scene_close(struct scene *scene); /* back to where the line began */
void scene_break(struct scene *scene); /* the next line begins anew */

enum scene_join { JOIN_MITER, JOIN_ROUND, JOIN_BEVEL };

struct stroke {
    enum role role;
    double opacity, width;   /* a width of 0: none */
    const struct dash *dash; /* borrowed for as long as there is the scene; NULL if it is solid */
    enum scene_join join;
};

struct fill {
    enum role role;
    double opacity; /* 0: none */
};

/* Adds what was traced since the last shape, if anything: first filled, then stroked by an opaque
 * line of that WIDTH, which is solid unless DASH (borrowed, as in struct stroke) has gaps, or as
 * STROKE says. */
void scene_fill(struct scene *scene, enum role role, double opacity);
void scene_stroke(struct scene *scene, enum role role, double width);
void scene_stroke_dashed(struct scene *scene, enum role role, double width,
                         const struct dash *dash);
void scene_stroke_as(struct scene *scene, struct stroke stroke);
void scene_fill_and_stroke(struct scene *scene, struct fill fill, enum role role, double width);

/* Adds STRING in its place (struct placed_text), in the colour of ROLE for text (contrast.h). */
void scene_text(struct scene *scene, const struct text_style *style, const char *string, double x,
                double y, enum text_side side, enum role role);

/* What comes until scene_unclip shows only within BOX. */
void scene_clip(struct scene *scene, const struct box *box);
void scene_unclip(struct scene *scene);

/* --- painting --- */

enum scene_way { WAY_MOVE, WAY_LINE, WAY_CLOSE, WAY_RECTANGLE, WAY_CIRCLE };

struct scene_step {
    enum scene_way way;
    double x, y;          /* of a rectangle the upper left corner, of a circle the middle */
    double width, height; /* of a rectangle; the radius of a circle is its WIDTH */
};

struct scene_shape {
    const struct scene_step *steps;
    size_t count;
    struct fill fill;
    struct stroke stroke;
};

/* How a format paints each kind of item. */
struct scene_painter {
    void (*shape)(void *context, const struct scene_shape *shape);
    void (*words)(void *context, const struct placed_text *words, enum role role);
    void (*clip)(void *context, const struct box *box);
    void (*unclip)(void *context);
};

/* Calls PAINTER for each item of SCENE, the first one first. */
void scene_paint(const struct scene *scene, const struct scene_painter *painter, void *context);

#endif
