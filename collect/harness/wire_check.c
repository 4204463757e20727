/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/harness/wire_check.h"

#include <math.h>
#include <string.h>

#include "collect/harness/number.h"
#include "formats/model/run.h"

/* --- members --- */

static int has_end(const char *text, size_t size) {
    return memchr(text, '\0', size) != NULL;
}

#define HAS_END(text) has_end(text, sizeof(text))

static int is_truth(int32_t value) {
    return value == 0 || value == 1;
}

/* Of unknown seconds, too. */
static int may_be_seconds(double value) {
    return isnan(value) || value >= 0;
}

static int is_finite_amount(double value) {
    return value >= 0 && isfinite(value);
}

int wire_left_may_be(const struct wire_left *left) {
    enum { MOST = 1 << 22 }; /* processes, Linux: PID_MAX_LIMIT */
    return left->count >= 0 && left->count <= MOST && HAS_END(left->name);
}

/* --- facts --- */

/* Takes the next text of LOADED behind *AT; NULL if there is none. */
static const char *take_text(const struct wire_loaded *loaded, size_t *at) {
    const char *text = loaded->facts + *at;
    if (*at >= loaded->facts_length || !has_end(text, loaded->facts_length - *at))
        return NULL;
    *at += strlen(text) + 1;
    return text;
}

/* Returns whether the facts are pairs of a name and a text, and adds them to FACTS unless it is
 * NULL. */
static int take_facts(const struct wire_loaded *loaded, struct facts *facts) {
    size_t at = 0;
    if (loaded->facts_length > sizeof loaded->facts)
        return 0;
    while (at < loaded->facts_length) {
        const char *name = take_text(loaded, &at), *text = take_text(loaded, &at);
        if (!name || !*name || !text)
            return 0;
        if (facts)
            facts_set_text(facts, name, text);
    }
    return 1;
}

void wire_take_facts(const struct wire_loaded *loaded, struct facts *facts) {
    take_facts(loaded, facts);
}

/* --- answers --- */

static const char *flaw_of_loaded(const void *reply) {
    const struct wire_loaded *loaded = reply;
    int bits = loaded->integer_bits;
    return !take_facts(loaded, NULL)               ? "its facts are no pairs of a name and a text"
           : bits != 0 && bits != 32 && bits != 64 ? "its integers have neither 32 nor 64 bits"
           : !is_finite_amount(loaded->clock_resolution) || !is_finite_amount(loaded->clock_cost)
               ? "a clock of no resolution"
               : NULL;
}

static const char *flaw_of_ready(const void *reply) {
    const struct wire_ready *ready = reply;
    if (ready->output_count > WORKSPACE_MAX_OUTPUTS)
        return "it has more outputs than there can be";
    for (uint32_t o = 0; o < ready->output_count; o++) {
        const struct workspace_output *output = &ready->outputs[o];
        if (!HAS_END(output->name))
            return "the name of an output has no end";
        if (!number_bytes(output->type))
            return "an output is of an unknown type";
    }
    return NULL;
}

/* Whether workers may tell all DETAILS of a sample. */
static int are_of_samples(const struct detail_set *details) {
    for (size_t d = 0; d < 64 * DETAIL_WORDS; d++)
        if (detail_set_has(details, d) &&
            (d >= DETAILS || !series_details[d].source || series_details[d].source == FROM_IMPORT))
            return 0;
    return 1;
}

static const char *flaw_of_answered(const void *reply) {
    const struct wire_answered *answered = reply;
    return !HAS_END(answered->wrong)                 ? "a text has no end"
           : !may_be_seconds(answered->first_call)   ? "a call takes less than no time"
           : !may_be_seconds(answered->output_bytes) ? "it prints less than nothing"
           : !are_of_samples(&answered->details)     ? "its samples have what no sample has"
                                                     : NULL;
}

static const char *flaw_of_seconds(const void *reply) {
    const struct wire_seconds *seconds = reply;
    return may_be_seconds(seconds->seconds) && may_be_seconds(seconds->timed) &&
                   may_be_seconds(seconds->whole)
               ? NULL
               : "a call takes less than no time";
}

static const char *flaw_of_sample(const void *reply) {
    const struct wire_sample *sample = reply;
    if (!wire_left_may_be(&sample->left))
        return "processes left that cannot be";
    if (!HAS_END(sample->wrong))
        return "a text has no end";
    if (sample->calls < 0 || sample->interval_calls < 0 || sample->slow_intervals < 0 ||
        sample->copies < 0 || sample->warm_up_calls < 0 || sample->told.late_calls < 0)
        return "less than no calls";
    if (sample->threads < 0 || sample->threads > WIRE_MOST_THREADS)
        return "a number of threads that there cannot be";
    return may_be_seconds(sample->seconds) && may_be_seconds(sample->batch_mean) &&
                   may_be_seconds(sample->told.whole_seconds)
               ? NULL
               : "a call takes less than no time";
}

static const char *flaw_of_times(const void *reply) {
    const struct wire_times *times = reply;
    if (times->count > WIRE_MOST_TIMES)
        return "more times than fit into an answer";
    for (uint32_t i = 0; i < times->count; i++)
        if (!may_be_seconds(times->calls[i].seconds) ||
            !may_be_seconds(times->calls[i].told[CALL_whole_seconds]))
            return "a call takes less than no time";
    return NULL;
}

static const char *flaw_of_team(const void *reply) {
    const struct wire_team *team = reply;
    return team->count > WIRE_MOST_MEMBERS ? "more threads than fit into an answer" : NULL;
}

static const char *flaw_of_described(const void *reply) {
    const struct wire_described *described = reply;
    size_t length = described->texts_length;
    return length > sizeof described->texts || (length && described->texts[length - 1])
               ? "its texts have no end"
               : NULL;
}

static const char *flaw_of_failed(const void *reply) {
    const struct wire_failed *failed = reply;
    return !HAS_END(failed->message)                                  ? "a text has no end"
           : failed->fate <= CELL_OK || failed->fate >= CELL_STATUSES ? "a fate that is none"
           : !is_truth(failed->lacks) ? "neither that it lacks something nor that it does not"
                                      : NULL;
}

const char *wire_flaw(uint32_t kind, const void *reply) {
    static const struct {
        uint32_t kind;
        const char *(*flaw)(const void *reply);
    } checks[] = {
        {WIRE_LOAD, flaw_of_loaded},     {WIRE_SETUP, flaw_of_ready},
        {WIRE_ANSWER, flaw_of_answered}, {WIRE_ESTIMATE, flaw_of_seconds},
        {WIRE_BATCH, flaw_of_sample},    {WIRE_TIMES, flaw_of_times},
        {WIRE_TEAM, flaw_of_team},       {WIRE_DESCRIBE, flaw_of_described},
        {WIRE_FAILED, flaw_of_failed},
    };
    for (size_t c = 0; c < sizeof checks / sizeof *checks; c++)
        if (checks[c].kind == kind)
            return checks[c].flaw(reply);
    return NULL;
}
