/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analyze/output/listing.h"
#include "formats/text/seconds.h"
#include "formats/text/xalloc.h"
#include "plot/page/report.h"

/* --- facts --- */

enum fact_use { PLAIN, BYTES, SECONDS };

/* A fact that readers look for, with its name in plain words. */
struct known_fact {
    const char *name, *words;
    enum fact_use kind;
    int is_expected; /* if it is missing, the page says so */
};

static const struct known_fact of_machine[] = {
    {FACT_HOST, "machine", PLAIN, 1},
    {FACT_CPU, "processor", PLAIN, 1},
    {"caches", "caches", PLAIN, 1},
    {"cores", "cores", PLAIN, 0},
    {"logical_cpus", "logical CPUs", PLAIN, 0},
    {"smt", "simultaneous multithreading", PLAIN, 0},
    {"governor", "frequency governor", PLAIN, 1},
    {"turbo", "turbo", PLAIN, 1},
    {"frequency_limit", "frequency limit in Hz", PLAIN, 0},
    {"microcode", "microcode", PLAIN, 0},
    {"memory", "memory", BYTES, 0},
    {"numa_nodes", "NUMA nodes", PLAIN, 0},
    {"virtualisation", "virtualisation", PLAIN, 0},
    {"distribution", "system", PLAIN, 0},
    {"kernel", "kernel", PLAIN, 1},
    {"mitigations", "mitigations", PLAIN, 0},
    {"libc", "C library", PLAIN, 0},
    {"page_size", "page size", BYTES, 0},
    {"transparent_huge_pages", "huge pages", PLAIN, 0},
    {"isolated_cpus", "isolated CPUs", PLAIN, 0},
    {"load", "load before measuring", PLAIN, 0},
    {"system_findings", "findings", PLAIN, 0},
    {"benchmat_version", "measured by benchmat", PLAIN, 0},
    {"compiler", "compiled by", PLAIN, 1},
    {"compiler_flags", "compiler flags", PLAIN, 1},
    {"measuring_cpus", "measuring CPUs", PLAIN, 0},
    {"passed_variables", "variables passed on", PLAIN, 0},
    {"preload", "preloaded", PLAIN, 0},
    {"worker_address_randomisation", "address randomisation", PLAIN, 0},
    {"clocksource", "clock source", PLAIN, 0},
    {"clock", "clock", PLAIN, 0},
    {"clock_resolution", "resolution of the clock", SECONDS, 0},
    {"clock_cost", "cost of reading the clock", SECONDS, 0},
    {"harness_overhead", "harness overhead per call", SECONDS, 0},
    {FACT_STARTED, "started", PLAIN, 0},
    {FACT_FINISHED, "finished", PLAIN, 0},
    {FACT_STATE, "state", PLAIN, 0},
    {FACT_RESUMED, "resumed", PLAIN, 0},
    {FACT_UUID, "UUID of the run", PLAIN, 0},
};

static const struct known_fact of_action[] = {
    {FACT_CACHE_STATE, "caches", PLAIN, 1},
    {FACT_TRANSFERS, "transfers to devices", PLAIN, 0},
    {FACT_INPUTS, "inputs of calls", PLAIN, 0},
    {FACT_ALIGNMENT, "alignment of arrays", PLAIN, 0},
    {FACT_STDOUT, "standard output", PLAIN, 0},
    {FACT_THREADS, "threads", PLAIN, 0},
    {FACT_MODE, "mode", PLAIN, 0},
    {"schedule", "schedule", PLAIN, 0},
    {"layout", "memory layout", PLAIN, 0},
    {"seed", "seed of order and layouts", PLAIN, 0},
    {"layouts", "layout numbers", PLAIN, 0},
    {"stage_time", "time of a batch", SECONDS, 0},
    {"warm_up_bound", "longest warm-up", SECONDS, 0},
    {FACT_QUOTA_PERIODS, "periods of CPU quotas", PLAIN, 0},
    {FACT_THROTTLED_PERIODS, "of these used up", PLAIN, 0},
    {FACT_THROTTLED_SECONDS, "time that all stood still", SECONDS, 0},
    {"shortest_interval", "shortest interval timed", SECONDS, 0},
    {"interruption_period", "batches last a multiple of", SECONDS, 0},
    {"answers_held_against", "answers compared with", PLAIN, 0},
    {"unproven_answers", "outputs without a finite number", PLAIN, 0},
    {"flops_formula", "operations per call", PLAIN, 0},
    {"bytes_formula", "bytes per call", PLAIN, 0},
    {"precision_target", "precision wanted", PLAIN, 0},
    {"precision_reached", "precision reached", PLAIN, 0},
    {FACT_DETECTABLE_TARGET, "difference to be shown", PLAIN, 0},
    {FACT_DETECTABLE_REACHED, "difference that would be shown", PLAIN, 0},
    {"rounds_ended_by", "rounds ended by", PLAIN, 0},
    {"plugin", "plug-in", PLAIN, 0},
    {"plugin_sha256", "SHA-256 of the plug-in", PLAIN, 0},
};

enum { MACHINE = sizeof of_machine / sizeof *of_machine };
enum { ACTION = sizeof of_action / sizeof *of_action };

/* --- values --- */

/* Returns the value as text, which the caller must free. */
static char *value_of(const struct fact *fact, enum fact_use kind) {
    char text[64];
    double number = fact->kind == FACT_REAL ? fact->real : (double)fact->integer;
    if (fact->kind == FACT_TEXT) /* as Linux writes it */
        return xstrdup(strcmp(fact->text, "notsupported") == 0 ? "not supported" : fact->text);
    if (kind == BYTES) {
        double bytes = number;
        size_t size = sizeof text;
        static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
        size_t unit = 0;
        for (; bytes >= 1024 && unit + 1 < sizeof units / sizeof *units; unit++)
            bytes /= 1024;
        snprintf(text, size, "%.3g %s", bytes, units[unit]);
    } else if (kind == SECONDS)
        seconds_format(text, sizeof text, number, 3);
    else if (fact->kind == FACT_REAL)
        snprintf(text, sizeof text, "%.6g", number);
    else
        snprintf(text, sizeof text, "%lld", (long long)fact->integer);
    return xstrdup(text);
}

static void add_fact(struct document *document, const char *words, const struct fact *fact,
                     enum fact_use kind) {
    char *value = value_of(fact, kind);
    if (*value)
        document_add_pair(document, DOCUMENT_FACT, words, value);
    free(value);
}

static int is_same(const struct fact *fact, const struct fact *other) {
    if (!fact || !other || fact->kind != other->kind)
        return 0;
    return fact->kind == FACT_TEXT      ? strcmp(fact->text, other->text) == 0
           : fact->kind == FACT_INTEGER ? fact->integer == other->integer
                                        : fact->real == other->real;
}

/* Adds the KNOWN facts, except those that are the same in BEFORE, which may be NULL. */
static void add_known(struct document *document, const struct facts *facts,
                      const struct facts *before, const struct known_fact *known, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const struct fact *fact = facts_find(facts, known[i].name);
        const struct fact *other = before ? facts_find(before, known[i].name) : NULL;
        if (fact && !is_same(fact, other))
            add_fact(document, known[i].words, fact, known[i].kind);
        else if (!fact && known[i].is_expected && (!before || other))
            document_add_pair(document, DOCUMENT_FACT, known[i].words, "not known");
    }
}

/* Returns whether the fact is among KNOWN, appears elsewhere on the page, or is not for readers. */
static int is_told(const char *name, const struct known_fact *known, size_t count) {
    static const char *const elsewhere[] = {FACT_TOPOLOGY,      FACT_COMMAND,  FACT_ABOUT,
                                            FACT_SIZE_MEANS,    FACT_TYPE,     FACT_REFERENCE,
                                            FACT_OUTPUT_ERRORS, FACT_DISTURBED};
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
        if (strcmp(name, elsewhere[i]) == 0)
            return 1;
    for (size_t i = 0; i < count; i++)
        if (strcmp(name, known[i].name) == 0)
            return 1;
    return 0;
}

/* Adds a fact under its own name, with blanks for underscores: "l1d cache". */
static void add_other(struct document *document, const struct fact *fact) {
    char words[128];
    snprintf(words, sizeof words, "%s", fact->name);
    for (char *c = words; (c = strchr(c, '_'));)
        *c = ' ';
    add_fact(document, words, fact, PLAIN);
}

static void add_others(struct document *document, const struct facts *facts,
                       const struct facts *before, const struct known_fact *known, size_t count) {
    size_t others = 0;
    for (size_t i = 0; i < facts->count; i++) {
        const struct fact *fact = &facts->items[i];
        if (is_told(fact->name, known, count) ||
            (before && is_same(fact, facts_find(before, fact->name))))
            continue;
        if (!others++)
            document_add(document, DOCUMENT_FOLD, "all else that was recorded");
        add_other(document, fact);
    }
    if (others)
        document_add(document, DOCUMENT_UNFOLD, "%s", "");
}

/* --- libraries --- */

/* The columns of a line of texts: the name of a library, and its facts of these names. */
#define TEXT(place)                                                                                \
    .type = COLUMN_TEXT, .offset = (place) * sizeof(char *), .unit = "", .is_asked_for = 1
static const struct column of_library[] = {
    {TEXT(0), .name = "library"},
    {TEXT(1), .name = "version", .about = "as the library says itself"},
    {TEXT(2), .name = "kernel", .about = "which of its implementations it chose on this processor"},
    {TEXT(3), .name = "threads", .about = "how many it was told to use"},
    {TEXT(4), .name = "build_id", .heading = "build id",
     .about = "the linker's hash of the library's file"},
    {TEXT(5), .name = "path", .heading = "file", .about = "from which it was loaded"},
};
enum { LIBRARY = sizeof of_library / sizeof *of_library };

static void add_libraries(struct document *document, const struct provenance *provenance) {
    size_t count = provenance->library_count;
    const struct column_set set = {of_library, LIBRARY, LIBRARY * sizeof(char *)};
    const char **texts = document_keep(document, xcalloc(count * LIBRARY, sizeof *texts), free);
    struct records records;
    for (size_t i = 0; i < count; i++) {
        const struct provenance_library *library = &provenance->libraries[i];
        const char **line = texts + i * LIBRARY;
        line[0] = library->name;
        for (size_t c = 1; c < LIBRARY; c++) {
            const struct fact *fact = facts_find(&library->facts, of_library[c].name);
            line[c] = fact ? document_keep(document, value_of(fact, PLAIN), free) : "–";
        }
    }
    records_of_array(&records, &set, texts, count, NULL, 0, NULL);
    document_add_grid(document, &records)->text = xstrdup("libraries as measured");
}

static int are_same(const struct facts *facts, const struct facts *others) {
    size_t same = 0;
    for (size_t i = 0; others && i < facts->count; i++)
        same += (size_t)is_same(&facts->items[i], facts_find(others, facts->items[i].name));
    return others && same == facts->count;
}

/* --- runs --- */

static int is_same_run(const struct section *a, const struct section *b) {
    const char *one = facts_text(&a->provenance->run_facts, FACT_UUID, "");
    const char *other = facts_text(&b->provenance->run_facts, FACT_UUID, "");
    return strcmp(one, other) == 0 && strcmp(a->run, b->run) == 0;
}

char *report_run_name(const struct table *table, const struct section *section) {
    int is_one = !section->archive;
    for (size_t i = 0; i < table->section_count && !is_one; i++)
        is_one = i + 1 == table->section_count &&
                 strcmp(table->sections[0].archive, table->sections[i].archive) == 0;
    return xasprintf(is_one ? "%s" : "%s of %s", section->run, section->archive);
}

static int is_first_of_run(const struct table *table, size_t section) {
    for (size_t i = 0; i < section; i++)
        if (is_same_run(&table->sections[i], &table->sections[section]))
            return 0;
    return 1;
}

static void add_written(struct document *document, enum document_kind kind, const char *name,
                        const struct section *section, heading_function *write) {
    char *text;
    size_t size;
    FILE *file = xopen_memstream(&text, &size);
    write(section, file);
    xclose_memstream(file);
    document_add_pair(document, kind, name, text);
    free(text);
}

int report_is_own(const struct section *section) {
    return facts_find(&section->provenance->action_facts, FACT_SCHEDULE) != NULL;
}

/* A file of another program does not say what its rounds are; a single one may be none. */
static void write_design(const struct section *section, FILE *file) {
    int is_own = report_is_own(section);
    int are_seeds = strcmp(section->sample_word, "seed") == 0;
    if (is_own || section->rounds > 1 || section->rounds < section->rounds_wanted) {
        fprintf(file, "%zu ", section->rounds);
        if (section->rounds < section->rounds_wanted)
            fprintf(file, "of %zu ", section->rounds_wanted);
        fprintf(file, "round%s%s; ", section->rounds_wanted == 1 ? "" : "s",
                is_own ? ", each a new process for every library" : "");
    }
    if (section->fewest_seeds < section->most_seeds)
        fprintf(file, "%zu to ", section->fewest_seeds);
    fprintf(file, "%zu %s%s%s; %zu sample%s in all", section->most_seeds,
            are_seeds && !is_own ? "sample" : section->sample_word,
            section->most_seeds == 1 ? "" : "s", is_own ? "" : " each", section->samples,
            section->samples == 1 ? "" : "s");
    if (section->controlled)
        fputs(", without the control's", file);
}

/* --- disturbed samples --- */

/* Returns the number of samples of LIBRARY. */
static size_t samples_of(const struct table *table, const struct section *section,
                         const char *library) {
    size_t samples = 0;
    for (size_t i = 0; i < section->row_count; i++)
        if (strcmp(table->rows[section->first_row + i].library, library) == 0)
            samples += table->rows[section->first_row + i].n;
    return samples;
}

struct report_disturbance report_disturbance(const struct table *table,
                                             const struct section *section) {
    const struct fact *all = facts_find(&section->provenance->action_facts, FACT_DISTURBED);
    struct report_disturbance found = {0};
    for (size_t i = 0; i < section->row_count; i++) {
        const struct row *row = &table->rows[section->first_row + i];
        found.disturbed += row->diagnostics.disturbed;
        found.samples += row->diagnostics.disturbance_told;
    }
    if (!found.samples && all && all->kind == FACT_INTEGER && all->integer >= 0) {
        found.disturbed = (size_t)all->integer;
        found.samples = section->samples;
        found.has_control = section->controlled != NULL;
        if (found.has_control) /* which has as many as the library that it is a copy of */
            found.samples += samples_of(table, section, section->controlled);
    }
    return found;
}

static void add_disturbance(struct document *document, const struct table *table,
                            const struct section *section) {
    struct report_disturbance found = report_disturbance(table, section);
    char text[96];
    if (!found.samples)
        return;
    snprintf(text, sizeof text, "%zu of %zu%s", found.disturbed, found.samples,
             found.has_control ? ", the control's among them" : "");
    document_add_pair(document, DOCUMENT_FACT, "disturbed samples", text);
}

static void add_conditions(struct document *document, const struct table *table, size_t number) {
    const struct section *section = &table->sections[number];
    const struct facts *facts = &section->provenance->action_facts;
    char *run = report_run_name(table, section);
    document_add(document, DOCUMENT_PART, "%s: %s: conditions and libraries", run, section->action);
    free(run);
    add_written(document, DOCUMENT_FACT, "calculation", section, heading_action);
    if (section->reference)
        document_add_pair(document, DOCUMENT_FACT, "ratios to", section->reference);
    add_written(document, DOCUMENT_FACT, "design", section, write_design);
    add_disturbance(document, table, section);
    add_known(document, facts, NULL, of_action, ACTION);
    add_others(document, facts, NULL, of_action, ACTION);

    const struct provenance *provenance = section->provenance;
    add_libraries(document, provenance);

    /* Add all facts of a library, unless they are the same as in an earlier section. */
    for (size_t i = 0; i < provenance->library_count; i++) {
        const struct provenance_library *library = &provenance->libraries[i];
        int is_new = library->facts.count > 0;
        for (size_t k = 0; k < number && is_new; k++)
            is_new = !are_same(&library->facts,
                               provenance_facts(table->sections[k].provenance, library->name));
        if (!is_new)
            continue;
        document_add(document, DOCUMENT_FOLD, "all that is known of %s", library->name);
        for (size_t f = 0; f < library->facts.count; f++)
            if (!is_told(library->facts.items[f].name, NULL, 0))
                add_other(document, &library->facts.items[f]);
        document_add(document, DOCUMENT_UNFOLD, "%s", "");
    }
}

/* Of later runs, adds only the machine facts that differ from the first run's. */
void report_add_provenance(struct document *document, const struct table *table) {
    const struct facts *before = NULL;
    for (size_t i = 0; i < table->section_count; i++) {
        const struct section *section = &table->sections[i];
        const struct facts *facts = &section->provenance->run_facts;
        if (!is_first_of_run(table, i))
            continue;
        char *run = report_run_name(table, section);
        char *first = report_run_name(table, &table->sections[0]);
        document_add(document, DOCUMENT_PART,
                     before ? "%s: machine and system, where they differ from those of %s"
                            : "%s: machine and system",
                     run, first);
        free(run);
        free(first);
        add_known(document, facts, before, of_machine, MACHINE);
        add_others(document, facts, before, of_machine, MACHINE);
        for (size_t k = i; k < table->section_count; k++)
            if (is_same_run(section, &table->sections[k]))
                add_conditions(document, table, k);
        before = &table->sections[0].provenance->run_facts;
    }
}

/* --- commands --- */

static int needs_quotes(const char *word) {
    return !*word || word[strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                       "0123456789_-+=./,:@%")];
}

/* The checksum lets readers verify that they have the same archive. */
static void add_checksum(struct document *document, const char *path) {
    struct stat status;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return;
    GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
    FILE *stream = fopen(path, "rb");
    unsigned char part[1 << 13];
    for (size_t size; stream && (size = fread(part, 1, sizeof part, stream)) > 0;)
        g_checksum_update(sum, part, (gssize)size);
    if (stream && !ferror(stream)) {
        document_add_pair(document, DOCUMENT_FACT, "archive", path);
        document_add_pair(document, DOCUMENT_FACT, "its SHA-256", g_checksum_get_string(sum));
    }
    if (stream)
        fclose(stream);
    g_checksum_free(sum);
}

void report_add_commands(struct document *document, const struct table *table,
                         const struct options *options) {
    for (size_t i = 0; i < table->section_count; i++) {
        const struct section *section = &table->sections[i];
        const char *command = facts_text(&section->provenance->run_facts, FACT_COMMAND, NULL);
        if (!is_first_of_run(table, i))
            continue;
        char *run = report_run_name(table, section);
        document_add(document, DOCUMENT_SENTENCE,
                     command ? "%s was measured by this command:"
                             : "%s does not say by which command it was measured.",
                     run);
        free(run);
        if (command)
            document_add(document, DOCUMENT_COMMAND, "%s", command);
    }

    /* Quote the command line for a shell. */
    char *text;
    size_t size;
    FILE *file = xopen_memstream(&text, &size);
    char *const *arguments = options->arguments;
    fputs("bench-plot", file);
    for (char *const *word = arguments + 1; *arguments && *word; word++) {
        gchar *quoted = needs_quotes(*word) ? g_shell_quote(*word) : g_strdup(*word);
        fprintf(file, " %s", quoted);
        g_free(quoted);
    }
    xclose_memstream(file);

    document_add(document, DOCUMENT_SENTENCE, "This page was made by this command:");
    document_add(document, DOCUMENT_COMMAND, "%s", text);
    document_add_pair(document, DOCUMENT_FACT, "benchmat", BENCHMAT_VERSION);

    for (size_t i = 0; i < options->source_count; i++)
        add_checksum(document, options->sources[i]);
    free(text);
}
