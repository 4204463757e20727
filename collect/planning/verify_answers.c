/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/planning/verify_answers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/harness/number.h"
#include "formats/text/unicode.h"

/* --- differences --- */

struct differences answers_compare(char type, const void *numbers, const void *reference,
                                   size_t count) {
    struct differences d = {.count = count};
    for (size_t i = 0; i < count * number_parts(type); i++) {
        double difference = number_distance(type, numbers, reference, i);
        double expected = fabs(number_part(type, reference, i));
        d.max = fmax(d.max, difference);
        d.total += difference;
        if (isfinite(expected))
            d.largest = fmax(d.largest, expected);
    }
    d.mean = count ? d.total / (double)count : NAN;
    d.relative = d.largest > 0 ? d.max / d.largest : NAN;
    return d;
}

/* --- the answer that others are held against --- */

void verify_answers_forget(struct verify_answers *verifier) {
    for (size_t o = 0; o < verifier->output_count; o++)
        free(verifier->numbers[o]);
    verifier->output_count = 0;
}

int verify_answers_learn(struct verify_answers *verifier, const struct worker_pool *pool, size_t i,
                         struct err *err) {
    const void *output;
    char type;
    verify_answers_forget(verifier);
    verifier->library = pool->members[i].library;
    for (size_t o = 0, count; (output = worker_pool_output(pool, i, o, &count, &type)); o++) {
        void *copy = malloc(count * number_bytes(type) + 1);
        if (!copy)
            return err_set(err, ERR_FAILED, "no memory to keep an answer");
        memcpy(copy, output, count * number_bytes(type));
        verifier->numbers[o] = copy;
        verifier->outputs[o] = pool->members[i].ready.outputs[o];
        verifier->output_count = o + 1;
    }
    return 0;
}

static int is_proof(const struct workspace_output *output, const void *numbers) {
    size_t parts = output->count * number_parts(output->type), i = 0;
    while (i < parts && !(isfinite(number_part(output->type, numbers, i)) &&
                          number_is_written(output->type, numbers, i)))
        i++;
    return i < parts || parts == 0;
}

static void copy_name(char name[31], const struct workspace_output *output) {
    snprintf(name, 31, "%.30s", output->name);
    utf8_clean(name, '?');
}

size_t verify_answers_unproven(const struct verify_answers *verifier, char *names, size_t size) {
    size_t count = 0, used = 0;
    char name[31];
    *names = '\0';
    for (size_t o = 0; o < verifier->output_count; o++) {
        if (is_proof(&verifier->outputs[o], verifier->numbers[o]))
            continue;
        copy_name(name, &verifier->outputs[o]);
        if (used < size)
            used += (size_t)snprintf(names + used, size - used, "%s%s", count ? ", " : "", name);
        count++;
    }
    return count;
}

/* --- verifying --- */

/* How one output of an answer differs from the one kept. */
struct finding {
    size_t output;
    struct differences differences;
    double tolerance;
};

static int is_integer(char type) {
    return number_epsilon(type) == 0;
}

/* What is accepted of an output of TYPE. */
static double choose_tolerance(const struct worker_pool *pool,
                               const struct design_point *design_point,
                               const struct settings *settings, char type,
                               const struct differences *differences) {
    if (is_integer(type))
        return 0;
    struct terms terms = action_info_terms(pool->action, design_point);
    if (terms.tolerance == INFINITY)
        return INFINITY;
    if (!isnan(settings->tolerance))
        return settings->tolerance;
    double epsilon = fmax(number_epsilon(pool->action->type), number_epsilon(type));
    double most = differences->largest > 0 ? differences->largest / 2 : INFINITY;
    if (!isnan(terms.tolerance))
        return fmin(terms.tolerance * epsilon, most);
    /* Nobody knows how errors add up in a plain function. Sums of N numbers uniform in [-1, 1) in
     * two orders differ by some N / 6 epsilons, because the partial sums reach sqrt(k / 3), and
     * each rounding is uniform in half an epsilon of them. As many numbers as there are for each of
     * the output may be in a sum. */
    const struct functions *functions = pool->action->functions;
    double numbers =
        functions ? functions_most_numbers(functions, design_point->size, design_point->parameters)
                  : 0;
    double summed = differences->count ? numbers / (double)differences->count : 0;
    return fmin(fmax(1000 * epsilon * fmax(1, differences->largest), 2 * epsilon * summed), most);
}

/* Output O of member I of POOL; NULL: it is not like the one kept. */
static const void *output_of(const struct verify_answers *verifier, const struct worker_pool *pool,
                             size_t i, size_t o) {
    size_t count;
    char type;
    const void *numbers = worker_pool_output(pool, i, o, &count, &type);
    const struct workspace_output *kept = &verifier->outputs[o];
    return numbers && count == kept->count && type == kept->type ? numbers : NULL;
}

static struct differences compare(const struct worker_pool *pool,
                                  const struct workspace_output *kept, const void *numbers,
                                  const void *reference) {
    if (!numbers)
        return (struct differences){.max = INFINITY, .mean = NAN, .relative = NAN};
    struct differences d = answers_compare(kept->type, numbers, reference, kept->count);
    if (pool->action->commands) /* how far digests are apart means nothing */
        d = (struct differences){
            .max = d.max > 0 ? INFINITY : 0, .relative = NAN, .count = kept->count};
    return d;
}

static int is_off(const struct finding *finding) {
    return !(finding->differences.max <= finding->tolerance);
}

/* The largest difference in terms of what is accepted. */
static double excess(const struct finding *finding) {
    double max = finding->differences.max;
    return max > 0 && finding->tolerance < INFINITY ? max / finding->tolerance : 0;
}

/* Whether A is farther off than B. */
static int is_farther(const struct finding *a, const struct finding *b) {
    if (is_off(a) != is_off(b))
        return is_off(a);
    if (excess(a) > excess(b) || excess(a) < excess(b))
        return excess(a) > excess(b);
    return a->differences.max > b->differences.max;
}

/* Compares the outputs of member I with those kept. Writes the differences to VERDICT and returns
 * those of the output that is farthest off. */
static struct finding find_farthest(const struct verify_answers *verifier,
                                    const struct worker_pool *pool, size_t i,
                                    const struct settings *settings, struct verdict *verdict) {
    const struct design_point *design_point = &pool->members[i].design_point;
    struct finding farthest = {0};
    for (size_t o = 0; o < verifier->output_count; o++) {
        const struct workspace_output *kept = &verifier->outputs[o];
        struct finding found = {.output = o};
        found.differences =
            compare(pool, kept, output_of(verifier, pool, i, o), verifier->numbers[o]);
        found.tolerance =
            choose_tolerance(pool, design_point, settings, kept->type, &found.differences);
        if (o == 0 || is_farther(&found, &farthest))
            farthest = found;
        struct output_error *error = &verdict->outputs[verdict->output_count++];
        *error = (struct output_error){.max = found.differences.max,
                                       .mean = found.differences.mean,
                                       .total = found.differences.total};
        copy_name(error->name, kept);
    }
    return farthest;
}

/* Whether any number of member I's answer was written. */
static int is_there(const struct verify_answers *verifier, const struct worker_pool *pool,
                    size_t i) {
    size_t all = 0;
    for (size_t o = 0; o < verifier->output_count; o++) {
        const struct workspace_output *kept = &verifier->outputs[o];
        const void *numbers = output_of(verifier, pool, i, o);
        size_t parts = numbers ? kept->count * number_parts(kept->type) : 0;
        for (size_t k = 0; k < parts; k++)
            if (number_is_written(kept->type, numbers, k))
                return 1;
        all += parts;
    }
    return all == 0;
}

/* --- the verdict --- */

/* Writes to WHY what is wrong with the numbers of an output where they are first as far off as
 * FINDING says. */
static void explain(const struct finding *finding, char type, const void *numbers,
                    const void *reference, char *why, size_t size) {
    double max = finding->differences.max, accepted = finding->tolerance;
    int is_half = accepted > 0 && accepted == finding->differences.largest / 2;
    size_t at = 0;
    while (number_distance(type, numbers, reference, at) < max)
        at++;
    size_t number = at / number_parts(type) + 1;
    if (!number_is_written(type, numbers, at))
        snprintf(why, size, "number %zu comes from memory that nobody wrote", number);
    else if (!number_is_written(type, reference, at))
        snprintf(why, size, "number %zu is written, and the reference's is not", number);
    else if (isinf(max))
        snprintf(why, size, "number %zu is %.3g where the reference has %.3g", number,
                 number_part(type, numbers, at), number_part(type, reference, at));
    else
        snprintf(why, size, "%soff by %.3g where %.3g is accepted%s",
                 is_integer(type) ? "integers " : "", max, accepted,
                 is_half ? ", half of the largest number; --tolerance accepts more" : "");
}

/* Says in VERDICT what is wrong about the output NUMBERS, which is as far off as FINDING says. */
static void condemn_output(const struct verify_answers *verifier, const struct finding *finding,
                           const void *numbers, struct verdict *verdict) {
    const struct workspace_output *kept = &verifier->outputs[finding->output];
    char name[31] = "", why[120] = "it has not as many numbers as the reference's";
    if (verifier->output_count > 1)
        copy_name(name, kept);
    if (numbers)
        explain(finding, kept->type, numbers, verifier->numbers[finding->output], why, sizeof why);
    verdict->status = CELL_WRONG;
    snprintf(verdict->message, sizeof verdict->message, "wrong answer: %s%s%s", name,
             *name ? ": " : "", why);
}

static void decide(const struct verify_answers *verifier, const struct worker_pool *pool, size_t i,
                   const struct settings *settings, struct verdict *verdict) {
    struct finding farthest = find_farthest(verifier, pool, i, settings, verdict);
    size_t o = farthest.output;
    verdict->differences = farthest.differences;
    verdict->tolerance = farthest.tolerance;
    if (!is_off(&farthest) && (pool->action->commands || is_there(verifier, pool, i)))
        return;
    verdict->status = CELL_WRONG;
    if (!is_off(&farthest))
        snprintf(verdict->message, sizeof verdict->message,
                 "wrong answer: all of it comes from memory that nobody wrote");
    else if (pool->action->commands)
        snprintf(verdict->message, sizeof verdict->message,
                 "wrong answer: its %s differs from the reference's", verdict->outputs[o].name);
    else
        condemn_output(verifier, &farthest, output_of(verifier, pool, i, o), verdict);
}

void verify_answers_decide(const struct verify_answers *verifier, const struct worker_pool *pool,
                           size_t i, const struct settings *settings, double residual,
                           struct verdict *verdict) {
    int has_residual = pool->action->has_residual;
    *verdict = (struct verdict){
        .status = CELL_OK, .differences = {NAN, NAN, NAN, NAN, NAN, 0}, .tolerance = NAN};
    if (verifier->output_count) {
        decide(verifier, pool, i, settings, verdict);
    } else if (pool->members[i].ready.output_count > 0 && !has_residual) {
        verdict->status = CELL_FAILED;
        snprintf(verdict->message, sizeof verdict->message,
                 "there is no answer to hold its own against");
    }
    if (verdict->status == CELL_OK && has_residual && !(residual <= VERIFY_ANSWERS_MOST_RESIDUAL)) {
        verdict->status = CELL_WRONG;
        snprintf(verdict->message, sizeof verdict->message,
                 "wrong answer: residual %.3g where %.3g is accepted", residual,
                 VERIFY_ANSWERS_MOST_RESIDUAL);
    }
}
