/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/planning/verify_answers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/harness/number.h"
#include "formats/text/unicode.h"

/* --- differences --- */

void answers_compare(struct differences *d, char type, const void *numbers, const void *reference,
                     size_t count) {
    for (size_t i = 0; i < count * number_parts(type); i++) {
        double got = number_part(type, numbers, i), expected = number_part(type, reference, i);
        double difference = fabs(got - expected);
        if (!isfinite(got) || !isfinite(expected))
            difference = INFINITY;
        d->max = fmax(d->max, difference);
        d->total += difference;
        d->largest = fmax(d->largest, fabs(expected));
    }
    d->count += count;
}

/* Adds to D the differences PART of other numbers of the same answer. */
static void answers_join(struct differences *d, const struct differences *part) {
    d->max = fmax(d->max, part->max);
    d->total += part->total;
    d->largest = fmax(d->largest, part->largest);
    d->count += part->count;
}

void answers_finish(struct differences *d) {
    d->mean = d->count ? d->total / (double)d->count : NAN;
    d->relative = d->largest > 0 ? d->max / d->largest : NAN;
}

/* --- verifying --- */

void verify_answers_forget(struct verify_answers *verifier) {
    for (size_t o = 0; o < verifier->output_count; o++)
        free(verifier->outputs[o]);
    verifier->output_count = 0;
}

int verify_answers_learn(struct verify_answers *verifier, const struct worker_pool *pool, size_t i,
                         struct err *err) {
    const void *output;
    char type;
    verify_answers_forget(verifier);
    for (size_t o = 0, count; (output = worker_pool_output(pool, i, o, &count, &type)); o++) {
        void *copy = malloc(count * number_bytes(type) + 1);
        if (!copy)
            return err_set(err, ERR_FAILED, "no memory to keep an answer");
        memcpy(copy, output, count * number_bytes(type));
        verifier->outputs[o] = copy;
        verifier->counts[o] = count;
        verifier->types[o] = type;
        verifier->output_count = o + 1;
    }
    return 0;
}

/* How an answer differs: in its integers, and in its other numbers. */
struct findings {
    struct differences integers, others;
    int are_integers_same;
    const char *different; /* the first output with other integers; NULL: none */
};

/* Compares the outputs of member I with those kept. Writes the differences to FINDINGS, and all
 * together and output by output to VERDICT. */
static void compare(const struct verify_answers *verifier, const struct worker_pool *pool, size_t i,
                    struct findings *findings, struct verdict *verdict) {
    *findings = (struct findings){.are_integers_same = 1};
    verdict->differences = (struct differences){0};
    for (size_t o = 0; o < verifier->output_count; o++) {
        struct differences one = {0};
        int is_same = 0, is_integer = verifier->types[o] == 'i' || verifier->types[o] == 'l';
        size_t count;
        char type;
        const void *output = worker_pool_output(pool, i, o, &count, &type);
        if (output && count == verifier->counts[o] && type == verifier->types[o]) {
            answers_compare(&one, type, output, verifier->outputs[o], count);
            is_same = memcmp(output, verifier->outputs[o], count * number_bytes(type)) == 0;
        } else {
            one.max = INFINITY;
        }
        /* How far digests are apart means nothing. */
        if (pool->action->commands)
            one = (struct differences){.max = is_same ? 0 : INFINITY, .count = count};
        answers_finish(&one);

        if (is_integer && !is_same && !findings->different)
            findings->different = pool->members[i].ready.outputs[o].name;
        if (is_integer)
            findings->are_integers_same &= is_same;
        answers_join(is_integer ? &findings->integers : &findings->others, &one);
        answers_join(&verdict->differences, &one);
        struct output_error *error = &verdict->outputs[verdict->output_count++];
        *error = (struct output_error){.max = one.max, .mean = one.mean, .total = one.total};
        snprintf(error->name, sizeof error->name, "%.30s", pool->members[i].ready.outputs[o].name);
        utf8_clean(error->name, '?');
    }
    answers_finish(&verdict->differences);
}

static double choose_tolerance(const struct worker_pool *pool,
                               const struct design_point *design_point,
                               const struct settings *settings,
                               const struct differences *differences) {
    struct terms terms = action_info_terms(pool->action, design_point);
    double epsilon = number_epsilon(pool->action->type);
    if (!isnan(settings->tolerance) && terms.tolerance != INFINITY)
        return settings->tolerance;
    if (!isnan(terms.tolerance))
        return terms.tolerance * epsilon;
    /* Nobody knows how errors add up in a plain function. Sums of N numbers uniform in [-1, 1) in
     * two orders differ by some N / 6 epsilons, because the partial sums reach sqrt(k / 3), and
     * each rounding is uniform in half an epsilon of them. As many numbers as there are for each of
     * the answer may be in a sum. */
    const struct functions *functions = pool->action->functions;
    double numbers =
        functions ? functions_most_numbers(functions, design_point->size, design_point->parameters)
                  : 0;
    double summed = differences->count ? numbers / (double)differences->count : 0;
    return epsilon * fmax(1000 * fmax(1, differences->largest), 2 * summed);
}

static void condemn(struct verdict *verdict, const char *measure, double value, double accepted) {
    verdict->status = CELL_WRONG;
    snprintf(verdict->message, sizeof verdict->message,
             "wrong answer: %s %.3g where %.3g is accepted", measure, value, accepted);
}

void verify_answers_decide(const struct verify_answers *verifier, const struct worker_pool *pool,
                           size_t i, const struct settings *settings, double residual,
                           struct verdict *verdict) {
    const struct member *member = &pool->members[i];
    int has_residual = pool->action->has_residual;
    *verdict = (struct verdict){
        .status = CELL_OK, .differences = {NAN, NAN, NAN, NAN, NAN, 0}, .tolerance = NAN};
    if (member->ready.output_count > 0 && !verifier->output_count && !has_residual) {
        verdict->status = CELL_FAILED;
        snprintf(verdict->message, sizeof verdict->message,
                 "there is no answer to hold its own against");
        return;
    }
    if (verifier->output_count) {
        /* Integers have no tolerance: if all numbers are integers it is 0. */
        struct findings findings;
        compare(verifier, pool, i, &findings, verdict);
        int has_others = findings.others.count > 0 || findings.integers.count == 0;
        verdict->tolerance = has_others ? choose_tolerance(pool, &pool->members[i].design_point,
                                                           settings, &findings.others)
                                        : 0;
        if (!findings.are_integers_same && pool->action->commands) {
            verdict->status = CELL_WRONG;
            snprintf(verdict->message, sizeof verdict->message,
                     "wrong answer: its %.30s differs from the reference's", findings.different);
        } else if (!findings.are_integers_same)
            condemn(verdict, "integers off by", findings.integers.max, 0);
        else if (!(findings.others.max <= verdict->tolerance))
            condemn(verdict, "off by", findings.others.max, verdict->tolerance);
    }
    if (verdict->status == CELL_OK && has_residual && !(residual <= VERIFY_ANSWERS_MOST_RESIDUAL))
        condemn(verdict, "residual", residual, VERIFY_ANSWERS_MOST_RESIDUAL);
}
