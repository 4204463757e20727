/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/worker/hooks.h"

static int begin(struct workspace *w, const char *name, int (*hook)(struct bench *bench),
                 struct err *err) {
    int refused = hook ? hook(&w->bench) : 0;
    const char *why = w->report.failure;
    if (!refused && !why[0])
        return 0;
    return err_set(err, ERR_FAILED, "its %s failed with %d%s%s", name, refused, why[0] ? ": " : "",
                   why);
}

static void end(struct workspace *w, void (*hook)(struct bench *bench)) {
    if (hook)
        hook(&w->bench);
}

int hooks_begin_run(struct workspace *w, struct err *err) {
    return begin(w, "begin_run", w->action->begin_run, err);
}

void hooks_end_run(struct workspace *w) {
    end(w, w->action->end_run);
}

int hooks_begin_round(struct workspace *w, struct err *err) {
    return begin(w, "begin_round", w->action->begin_round, err);
}

void hooks_end_round(struct workspace *w) {
    end(w, w->action->end_round);
}

int hooks_begin_batch(struct workspace *w, struct err *err) {
    return begin(w, "begin_batch", w->action->begin_batch, err);
}

void hooks_end_batch(struct workspace *w) {
    end(w, w->action->end_batch);
}
