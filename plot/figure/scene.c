/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/figure/scene.h"

#include <stdlib.h>

#include "formats/text/xalloc.h"

enum item_kind { ITEM_SHAPE, ITEM_TEXT, ITEM_CLIP, ITEM_UNCLIP };

struct scene_item {
    enum item_kind kind;
    union {
        struct {
            struct fill fill;
            struct stroke stroke;
            size_t first, end; /* of the steps */
        } shape;
        struct {
            struct placed_text words; /* the string is owned */
            enum role role;
        } text;
        struct box clip;
    };
};

void scene_release(struct scene *scene) {
    for (size_t i = 0; i < scene->count; i++)
        if (scene->items[i].kind == ITEM_TEXT)
            free((char *)scene->items[i].text.words.string);
    free(scene->items);
    free(scene->steps);
    *scene = (struct scene){0};
}

/* Returns ITEMS with room for one after COUNT: each time that is a power of two, they double. */
static void *grown(void *items, size_t count, size_t size) {
    int is_full = (count & (count - 1)) == 0;
    return is_full ? xreallocarray(items, count ? 2 * count : 1, size) : items;
}

/* --- shapes --- */

static void add_step(struct scene *scene, struct scene_step step) {
    scene->steps = grown(scene->steps, scene->step_count, sizeof *scene->steps);
    scene->steps[scene->step_count++] = step;
}

void scene_move_to(struct scene *scene, double x, double y) {
    add_step(scene, (struct scene_step){WAY_MOVE, x, y, 0, 0});
    scene->is_apart = 0;
}

void scene_line_to(struct scene *scene, double x, double y) {
    int is_first = scene->is_apart || scene->step_count == scene->traced;
    add_step(scene, (struct scene_step){is_first ? WAY_MOVE : WAY_LINE, x, y, 0, 0});
    scene->is_apart = 0;
}

void scene_line(struct scene *scene, double x0, double y0, double x1, double y1) {
    scene_move_to(scene, x0, y0);
    scene_line_to(scene, x1, y1);
}

void scene_close(struct scene *scene) {
    add_step(scene, (struct scene_step){.way = WAY_CLOSE});
    scene->is_apart = 1;
}

void scene_rectangle(struct scene *scene, const struct box *box) {
    add_step(scene, (struct scene_step){WAY_RECTANGLE, box->x, box->y, box->width, box->height});
    scene->is_apart = 1;
}

void scene_circle(struct scene *scene, double x, double y, double radius) {
    add_step(scene, (struct scene_step){WAY_CIRCLE, x, y, radius, 0});
    scene->is_apart = 1;
}

void scene_break(struct scene *scene) {
    scene->is_apart = 1;
}

static struct scene_item *add_item(struct scene *scene, enum item_kind kind) {
    scene->items = grown(scene->items, scene->count, sizeof *scene->items);
    struct scene_item *item = &scene->items[scene->count++];
    *item = (struct scene_item){.kind = kind};
    return item;
}

static void add_shape(struct scene *scene, struct fill fill, struct stroke stroke) {
    if (scene->step_count > scene->traced) {
        struct scene_item *item = add_item(scene, ITEM_SHAPE);
        item->shape.fill = fill;
        item->shape.stroke = stroke;
        item->shape.first = scene->traced;
        item->shape.end = scene->step_count;
    }
    scene->traced = scene->step_count;
    scene->is_apart = 0;
}

void scene_fill(struct scene *scene, enum role role, double opacity) {
    add_shape(scene, (struct fill){role, opacity}, (struct stroke){0});
}

void scene_stroke(struct scene *scene, enum role role, double width) {
    scene_fill_and_stroke(scene, (struct fill){0}, role, width);
}

void scene_stroke_dashed(struct scene *scene, enum role role, double width,
                         const struct dash *dash) {
    scene_stroke_as(scene, (struct stroke){role, 1, width, dash, JOIN_MITER});
}

void scene_stroke_as(struct scene *scene, struct stroke stroke) {
    add_shape(scene, (struct fill){0}, stroke);
}

void scene_fill_and_stroke(struct scene *scene, struct fill fill, enum role role, double width) {
    add_shape(scene, fill, (struct stroke){.role = role, .opacity = 1, .width = width});
}

/* --- text and clips --- */

void scene_text(struct scene *scene, const struct text_style *style, const char *string, double x,
                double y, enum text_side side, enum role role) {
    struct scene_item *item = add_item(scene, ITEM_TEXT);
    item->text.words = (struct placed_text){*style, xstrdup(string), x, y, side};
    item->text.role = role;
}

void scene_clip(struct scene *scene, const struct box *box) {
    add_item(scene, ITEM_CLIP)->clip = *box;
}

void scene_unclip(struct scene *scene) {
    add_item(scene, ITEM_UNCLIP);
}

/* --- painting --- */

void scene_paint(const struct scene *scene, const struct scene_painter *painter, void *context) {
    for (size_t i = 0; i < scene->count; i++) {
        const struct scene_item *item = &scene->items[i];
        if (item->kind == ITEM_SHAPE) {
            const struct scene_shape shape = {.steps = scene->steps + item->shape.first,
                                              .count = item->shape.end - item->shape.first,
                                              .fill = item->shape.fill,
                                              .stroke = item->shape.stroke};
            painter->shape(context, &shape);
        } else if (item->kind == ITEM_TEXT) {
            painter->words(context, &item->text.words, item->text.role);
        } else if (item->kind == ITEM_CLIP) {
            painter->clip(context, &item->clip);
        } else {
            painter->unclip(context);
        }
    }
}
