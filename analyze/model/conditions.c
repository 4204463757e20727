/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/model/conditions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/model/run.h"
#include "formats/text/unicode.h"
#include "formats/text/xalloc.h"

/* --- conditions --- */

/* Runs of commands are the same in every mode, and paired. */
const char *conditions_mode(const struct facts *action) {
    const char *mode = facts_text(action, FACT_MODE, "");
    if (facts_find(action, FACT_TRIAL_SECONDS))
        return "trials";
    if (strcmp(mode, "first") == 0)
        return "first calls";
    if (strcmp(mode, "sample") == 0 && facts_find(action, FACT_PAIRED_BY))
        return "single calls";
    return NULL;
}

const char *conditions_sample_word(const struct measurement *m) {
    if (strcmp(facts_text(&m->facts, FACT_SAMPLES_ARE, ""), SAMPLES_ARE_RUNS) == 0)
        return "run";
    if (m->team)
        return "trial";
    return facts_find(&m->facts, FACT_MODE) && !measurement_is_paired(m) ? "call" : "seed";
}

int conditions_take_turns(const struct measurement *m) {
    return m->series_count > 1 &&
           strcmp(facts_text(&m->facts, FACT_SAMPLES_ARE, ""), SAMPLES_ARE_RUNS) == 0 &&
           strcmp(facts_text(&m->facts, FACT_SCHEDULE, ""), "interleaved") == 0;
}

static const char separator[] = ", ";

char *conditions_words(const struct measurement *m, const struct parameter_grid *space) {
    char *text;
    size_t size, before = strlen(separator);
    FILE *file = xopen_memstream(&text, &size);

    static const struct {
        const char *fact, *usual, *what;
    } kinds[] = {
        {FACT_CACHE_STATE, "warm", "caches"},          {FACT_TRANSFERS, "excluded", "transfers"},
        {FACT_INPUTS, INPUTS_ARE_SAME, "inputs"},      {FACT_STDOUT, "pipe", "as standard output"},
        {"schedule", "interleaved", "schedule"},       {"layout", "common", "layout"},
        {FACT_ALIGNMENT, ALIGNMENT_USUAL, "alignment"}};

    /* If threads vary, each point names its own number. */
    const struct parameter_grid_axis *threads = parameter_grid_find(space, FACT_THREADS);
    if ((!threads || !threads->varies) && measurement_threads(m) > 1)
        fprintf(file, "%s%.10g threads", separator, measurement_threads(m));
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const char *value = facts_text(&m->facts, kinds[i].fact, kinds[i].usual);
        if (strcmp(value, kinds[i].usual) != 0)
            fprintf(file, "%s%s %s", separator, value, kinds[i].what);
    }
    const char *devices = facts_text(&m->facts, FACT_DEVICES, "");
    if (*devices)
        fprintf(file, "%sdevice %s", separator, devices);
    const char *mode = conditions_mode(&m->facts);
    if (mode)
        fprintf(file, "%s%s", separator, mode);
    const struct fact *trial = facts_find(&m->facts, FACT_TRIAL_SECONDS);
    if (trial && trial->kind == FACT_REAL)
        fprintf(file, " of %.2g s", trial->real);
    parameter_grid_write_constants(space, separator, file);

    xclose_memstream(file);
    if (size)
        memmove(text, text + before, size + 1 - before);
    return text;
}

/* --- surroundings --- */

#define RUN      SURROUNDING_RUN
#define ACTION   SURROUNDING_ACTION
#define LIBRARY  SURROUNDING_LIBRARY
#define DOUBTFUL SURROUNDING_DOUBTFUL
#define TO_KNOW  SURROUNDING_TO_KNOW

/* docs/archive-format.md describes each fact. */
const struct surrounding surroundings[] = {
    {RUN, FACT_HOST, DOUBTFUL, "host"},
    {RUN, FACT_SLURM_NODE, DOUBTFUL, "node of Slurm"},
    {RUN, FACT_CPU, DOUBTFUL, "CPU model"},
    {RUN, "virtualisation", DOUBTFUL, "virtualisation"},
    {RUN, "governor", DOUBTFUL, "frequency governor"},
    {RUN, "turbo", DOUBTFUL, "turbo"},
    {RUN, "frequency_limit", DOUBTFUL, "frequency limit in Hz"},
    {RUN, "clocksource", DOUBTFUL, "clock source"},
    {RUN, "clock", DOUBTFUL, "clock"},
    {RUN, "smt", DOUBTFUL, "SMT"},
    {RUN, "page_size", DOUBTFUL, "page size"},
    {RUN, "transparent_huge_pages", DOUBTFUL, "huge pages"},
    {RUN, "transparent_huge_pages_shared", DOUBTFUL, "huge pages of shared memory"},
    {RUN, "worker_address_randomisation", DOUBTFUL, "address randomisation"},
    {RUN, FACT_STATE, TO_KNOW, "state of the run"},
    {RUN, FACT_STARTED, TO_KNOW, "time of measurement"},
    {RUN, "microcode", TO_KNOW, "microcode"},
    {RUN, "mitigations", TO_KNOW, "mitigations"},
    {RUN, "frequency_driver", TO_KNOW, "frequency driver"},
    {RUN, "logical_cpus", TO_KNOW, "logical CPUs"},
    {RUN, "numa_balancing", TO_KNOW, "NUMA balancing"},
    {RUN, "kernel", TO_KNOW, "kernel"},
    {RUN, "distribution", TO_KNOW, "distribution"},
    {RUN, "libc", TO_KNOW, "C library"},
    {RUN, "measuring_cpus", TO_KNOW, "measuring CPUs"},
    {RUN, "passed_variables", TO_KNOW, "variables passed on"},
    {RUN, "preload", TO_KNOW, "preloaded"},
    {RUN, "benchmat_version", TO_KNOW, "benchmat version"},
    {RUN, "compiler", TO_KNOW, "compiler"},
    {RUN, "compiler_flags", TO_KNOW, "compiler flags"},
    {ACTION, FACT_ABOUT, DOUBTFUL, "calculation"},
    {ACTION, "plugin_sha256", DOUBTFUL, "plug-in"},
    {ACTION, FACT_SAMPLES_ARE, DOUBTFUL, "what samples are"},
    {ACTION, FACT_THREADS, DOUBTFUL, "threads"},
    {ACTION, FACT_CACHE_STATE, DOUBTFUL, "caches"},
    {ACTION, FACT_TRANSFERS, DOUBTFUL, "transfers to devices"},
    {ACTION, FACT_INPUTS, DOUBTFUL, "inputs of calls"},
    {ACTION, FACT_STDOUT, DOUBTFUL, "standard output"},
    {ACTION, "schedule", DOUBTFUL, "schedule"},
    {ACTION, "layout", DOUBTFUL, "memory layout"},
    {ACTION, FACT_TRIAL_SECONDS, DOUBTFUL, "seconds of a trial"},
    {ACTION, FACT_TEAM_CPUS, DOUBTFUL, "CPUs of the team"},
    {ACTION, "pinning", DOUBTFUL, "pinning of threads"},
    {ACTION, "stage_time", TO_KNOW, "stage time in seconds"},
    {LIBRARY, "kernel", DOUBTFUL, "kernel path"},
    {LIBRARY, "threading", DOUBTFUL, "threading"},
    {LIBRARY, FACT_THREADS, DOUBTFUL, "threads"},
    {LIBRARY, "interface", DOUBTFUL, "interface"},
    {LIBRARY, FACT_STDOUT, DOUBTFUL, "standard output"},
    {LIBRARY, FACT_DEVICE, DOUBTFUL, "device"},
    {LIBRARY, "device_driver", DOUBTFUL, "driver of the device"},
    {LIBRARY, "integer_bits", DOUBTFUL, "bits of integers"},
    {LIBRARY, "version", TO_KNOW, "version"},
    {LIBRARY, "build", TO_KNOW, "build"},
    {LIBRARY, "build_id", TO_KNOW, "build id"},
    {LIBRARY, "lapack_version", TO_KNOW, "LAPACK version"},
    {LIBRARY, "lapack_build_id", TO_KNOW, "LAPACK build id"},
};
const size_t surrounding_count = sizeof surroundings / sizeof *surroundings;

void differences_add(struct differences *differences, const struct surrounding *in,
                     const char *earlier, const char *later) {
    static const char unknown[] = "not known";
    if (earlier == later || (earlier && later && strcmp(earlier, later) == 0))
        return;
    char *text =
        xasprintf("%s: %s -> %s", in->words, earlier ? earlier : unknown, later ? later : unknown);
    utf8_clean(text, ' ');
    differences->items =
        xreallocarray(differences->items, differences->count + 1, sizeof *differences->items);
    differences->items[differences->count++] = (struct difference){in, text};
}

char *surroundings_value(const struct fact *fact) {
    if (!fact)
        return NULL;
    if (fact->kind == FACT_TEXT)
        return xstrdup(fact->text);
    return fact->kind == FACT_REAL ? xasprintf("%.9g", fact->real)
                                   : xasprintf("%lld", (long long)fact->integer);
}

void differences_of(struct differences *differences, enum surrounding_of of,
                    const struct facts *earlier, const struct facts *later) {
    for (size_t i = 0; i < surrounding_count; i++)
        if (surroundings[i].of == of) {
            const struct surrounding *in = &surroundings[i];
            char *before = surroundings_value(facts_find(earlier, in->fact));
            char *after = surroundings_value(facts_find(later, in->fact));
            differences_add(differences, in, before, after);
            free(before);
            free(after);
        }
}

void differences_release(struct differences *differences) {
    for (size_t i = 0; i < differences->count; i++)
        free(differences->items[i].text);
    free(differences->items);
    *differences = (struct differences){0};
}

/* --- provenance --- */

static void copy(struct facts *to, const struct facts *from) {
    if (facts_copy(to, from))
        xalloc_die();
}

struct provenance *provenance_new(const struct run *run, const struct measurement *m) {
    struct provenance *provenance = xcalloc(1, sizeof *provenance);
    provenance->run = xstrdup(run->name ? run->name : "");
    copy(&provenance->run_facts, &run->facts);
    copy(&provenance->action_facts, &m->facts);
    provenance->libraries = xcalloc(m->series_count, sizeof *provenance->libraries);
    for (size_t i = 0; i < m->series_count; i++) {
        struct provenance_library *library = &provenance->libraries[provenance->library_count++];
        library->name = xstrdup(m->series[i].name);
        copy(&library->facts, &m->series[i].facts);
    }
    return provenance;
}

void provenance_free(struct provenance *provenance) {
    if (!provenance)
        return;
    for (size_t i = 0; i < provenance->library_count; i++) {
        free(provenance->libraries[i].name);
        facts_release(&provenance->libraries[i].facts);
    }
    free(provenance->libraries);
    facts_release(&provenance->run_facts);
    facts_release(&provenance->action_facts);
    free(provenance->run);
    free(provenance);
}

const struct facts *provenance_facts(const struct provenance *provenance, const char *library) {
    for (size_t i = 0; i < provenance->library_count; i++)
        if (strcmp(provenance->libraries[i].name, library) == 0)
            return &provenance->libraries[i].facts;
    return NULL;
}
