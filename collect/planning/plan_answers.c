/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/planning/planner.h"

#include <string.h>

static int ask_answer(struct planner *planner, const struct point *point, size_t i,
                      struct wire_answered *answered, struct err *err) {
    enum cell_status fate;
    struct wire_answer request = {0};
    struct question question = {
        WIRE_ANSWER, &request,         sizeof request,
        answered,    sizeof *answered, settings_limit(planner->settings, &point->terms, 0)};
    planner_tell(planner, point, i);
    int status = worker_pool_ask(planner->pool, i, &point->design_point, &question, &fate, err);
    if (status && status != ERR_INTERRUPTED)
        planner_note_fault(planner, point, i, fate, err->message);
    return status;
}

static void judge_cell(struct planner *planner, struct point *point, size_t i) {
    struct cell *cell = &point->cells[i];
    struct verdict verdict;
    verify_answers_decide(&planner->verifier, planner->pool, i, planner->settings, cell->residual,
                          &verdict);
    cell->differences = verdict.differences;
    cell->tolerance = verdict.tolerance;
    cell->output_count = verdict.output_count;
    memcpy(cell->outputs, verdict.outputs, sizeof cell->outputs);
    if (verdict.status != CELL_OK)
        planner_note_fault(planner, point, i, verdict.status, verdict.message);
}

/* Whether nobody else is there to judge by, so that the reference is held against itself. */
static int is_believed(const struct planner *planner, size_t i) {
    return i == planner->reference && planner->builtin == PLAN_NOBODY &&
           !planner->pool->action->has_residual;
}

static void keep_answer(struct cell *cell, const struct wire_answered *answered) {
    cell->status = CELL_OK;
    cell->first_call = answered->first_call;
    cell->residual = answered->residual;
    cell->is_manual = answered->is_manual;
    memcpy(cell->has_counted, answered->has_counted, sizeof cell->has_counted);
}

static int answer_library(struct planner *planner, struct point *point, size_t i, struct err *err) {
    struct cell *cell = &point->cells[i];
    struct wire_answered answered;
    if (i == planner->builtin && cell->fault[0]) /* as the judge it has failed already */
        return 0;
    if (planner_has_given_up(planner, i)) {
        cell->status = CELL_NOT_MEASURED;
        return 0;
    }
    int status = ask_answer(planner, point, i, &answered, err);
    if (status == ERR_INTERRUPTED)
        return status;
    if (status) {
        planner_count_hang(planner, i, cell->status);
        return 0;
    }
    keep_answer(cell, &answered);
    status = is_believed(planner, i)
                 ? verify_answers_learn(&planner->verifier, planner->pool, i, err)
                 : 0;
    judge_cell(planner, point, i);
    return status;
}

/* The judge's answer, whether it is one of the libraries or stands beside them. */
static int answer_builtin(struct planner *planner, struct point *point, struct err *err) {
    struct wire_answered answered;
    if (!planner_asks_builtin(planner, point) || planner_has_given_up(planner, planner->builtin))
        return 0;
    int status = ask_answer(planner, point, planner->builtin, &answered, err);
    if (status == 0)
        return verify_answers_learn(&planner->verifier, planner->pool, planner->builtin, err);
    if (status != ERR_INTERRUPTED && planner->builtin < planner->plan->library_count)
        planner_count_hang(planner, planner->builtin, point->cells[planner->builtin].status);
    return status == ERR_INTERRUPTED ? status : 0;
}

/* The reference's answer takes the place of the built-in one's, if it stood before that. */
static int answer_reference(struct planner *planner, struct point *point, struct err *err) {
    if (planner->reference == PLAN_NOBODY)
        return 0;
    int status = answer_library(planner, point, planner->reference, err);
    if (status || point->cells[planner->reference].status != CELL_OK) {
        if (planner->builtin == PLAN_NOBODY)
            verify_answers_forget(&planner->verifier);
        return status;
    }
    return verify_answers_learn(&planner->verifier, planner->pool, planner->reference, err);
}

int plan_answers_trusted(struct planner *planner, struct point *point, struct err *err) {
    verify_answers_forget(&planner->verifier);
    if (planner_is_spoilt(planner, &point->design_point)) {
        planner_spoil(planner, point);
        return 0;
    }
    int status = answer_builtin(planner, point, err);
    if (status == 0)
        status = answer_reference(planner, point, err);
    for (size_t i = 0; status == 0 && i < planner->plan->library_count; i++)
        if (i != planner->reference)
            status = answer_library(planner, point, i, err);
    return status;
}
