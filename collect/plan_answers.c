/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/planner.h"

static int ask_answer(struct planner *planner, const struct point *point, size_t i,
                      struct wire_answered *answered, struct err *err) {
    enum cell_status fate;
    struct wire_answer request = {0};
    struct question question = {
        WIRE_ANSWER, &request,         sizeof request,
        answered,    sizeof *answered, settings_limit(planner->settings, &point->terms, 0)};
    planner_tell(planner, point, i);
    int status = team_ask(planner->team, i, &point->spot, &question, &fate, err);
    if (status && status != ERR_INTERRUPTED)
        planner_note_fault(planner, point, i, fate, err->message);
    return status;
}

static void judge_cell(struct planner *planner, struct point *point, size_t i) {
    struct cell *cell = &point->cells[i];
    struct verdict verdict;
    judge_decide(&planner->judge, planner->team, i, planner->settings, cell->residual, &verdict);
    cell->differences = verdict.differences;
    cell->tolerance = verdict.tolerance;
    if (verdict.status != CELL_OK)
        planner_note_fault(planner, point, i, verdict.status, verdict.message);
}

static int answer_library(struct planner *planner, struct point *point, size_t i, struct err *err) {
    struct cell *cell = &point->cells[i];
    struct wire_answered answered;
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
    cell->status = CELL_OK;
    cell->first_call = answered.first_call;
    cell->residual = answered.residual;
    judge_cell(planner, point, i);
    return 0;
}

/* The built-in library's answer, whether it is one of the libraries or stands beside them. */
static int answer_builtin(struct planner *planner, struct point *point, struct err *err) {
    struct wire_answered answered;
    if (!planner_asks_builtin(planner, point))
        return 0;
    int status = ask_answer(planner, point, planner->builtin, &answered, err);
    if (status == 0)
        return judge_learn(&planner->judge, planner->team, planner->builtin, err);
    return status == ERR_INTERRUPTED ? status : 0;
}

/* The reference's answer takes the place of the built-in one's, if it stood before that. */
static int answer_reference(struct planner *planner, struct point *point, struct err *err) {
    if (planner->reference == PLAN_NOBODY)
        return 0;
    int status = answer_library(planner, point, planner->reference, err);
    if (status || point->cells[planner->reference].status != CELL_OK)
        return status;
    return judge_learn(&planner->judge, planner->team, planner->reference, err);
}

int plan_answers_judge(struct planner *planner, struct point *point, struct err *err) {
    judge_forget(&planner->judge);
    int status = answer_builtin(planner, point, err);
    if (status == 0)
        status = answer_reference(planner, point, err);
    for (size_t i = 0; status == 0 && i < planner->plan->library_count; i++)
        if (i != planner->reference)
            status = answer_library(planner, point, i, err);
    return status;
}
