/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/judge.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/number.h"
#include "collect/terms.h"

void judge_forget(struct judge *judge) {
    for (size_t o = 0; o < judge->output_count; o++)
        free(judge->outputs[o]);
    judge->output_count = 0;
}

int judge_learn(struct judge *judge, const struct team *team, size_t i, struct err *err) {
    const void *output;
    char type;
    judge_forget(judge);
    for (size_t o = 0, count; (output = team_output(team, i, o, &count, &type)); o++) {
        void *copy = malloc(count * number_bytes(type) + 1);
        if (!copy)
            return err_set(err, ERR_FAILED, "no memory to keep an answer");
        memcpy(copy, output, count * number_bytes(type));
        judge->outputs[o] = copy;
        judge->counts[o] = count;
        judge->types[o] = type;
        judge->output_count = o + 1;
    }
    return 0;
}

static void compare(const struct judge *judge, const struct team *team, size_t i,
                    struct differences *differences) {
    *differences = (struct differences){0};
    for (size_t o = 0; o < judge->output_count; o++) {
        size_t count;
        char type;
        const void *output = team_output(team, i, o, &count, &type);
        if (output && count == judge->counts[o] && type == judge->types[o])
            answers_compare(differences, type, output, judge->outputs[o], count);
        else
            differences->max = INFINITY;
    }
    answers_finish(differences);
}

static double choose_tolerance(const struct team *team, const struct spot *spot,
                               const struct settings *settings,
                               const struct differences *differences) {
    struct terms terms = terms_of(team->action, team->type, spot);
    double epsilon = number_epsilon(team->type);
    if (!isnan(settings->tolerance))
        return settings->tolerance;
    if (!isnan(terms.tolerance))
        return terms.tolerance * epsilon;
    return 1000 * epsilon * fmax(1, differences->largest);
}

static void condemn(struct verdict *verdict, const char *measure, double value, double accepted) {
    verdict->status = CELL_WRONG;
    snprintf(verdict->message, sizeof verdict->message,
             "wrong answer: %s %.3g where %.3g is accepted", measure, value, accepted);
}

void judge_decide(const struct judge *judge, const struct team *team, size_t i,
                  const struct settings *settings, double residual, struct verdict *verdict) {
    const struct member *member = &team->members[i];
    *verdict = (struct verdict){
        .status = CELL_OK, .differences = {NAN, NAN, NAN, NAN, NAN, 0}, .tolerance = NAN};
    if (member->ready.output_count > 0 && !judge->output_count && !team->action->residual) {
        verdict->status = CELL_FAILED;
        snprintf(verdict->message, sizeof verdict->message,
                 "there is no answer to hold its own against");
        return;
    }
    if (judge->output_count) {
        compare(judge, team, i, &verdict->differences);
        verdict->tolerance = choose_tolerance(team, &member->spot, settings, &verdict->differences);
    }
    if (judge->output_count && !(verdict->differences.max <= verdict->tolerance))
        condemn(verdict, "off by", verdict->differences.max, verdict->tolerance);
    else if (team->action->residual && !(residual <= JUDGE_MOST_RESIDUAL))
        condemn(verdict, "residual", residual, JUDGE_MOST_RESIDUAL);
}
