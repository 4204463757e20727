/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/model/provenance.h"

#include <stdlib.h>
#include <string.h>

static int copy_libraries(struct provenance *provenance, const struct measurement *m) {
    provenance->libraries = calloc(m->series_count + 1, sizeof *provenance->libraries);
    for (size_t i = 0; provenance->libraries && i < m->series_count; i++) {
        struct provenance_library *library = &provenance->libraries[provenance->library_count++];
        library->name = strdup(m->series[i].name);
        if (!library->name || facts_copy(&library->facts, &m->series[i].facts))
            return 0;
    }
    return provenance->libraries != NULL;
}

struct provenance *provenance_new(const struct run *run, const struct measurement *m) {
    struct provenance *provenance = calloc(1, sizeof *provenance);
    int ok = provenance && (provenance->run = strdup(run->name ? run->name : "")) &&
             !facts_copy(&provenance->run_facts, &run->facts) &&
             !facts_copy(&provenance->action_facts, &m->facts) && copy_libraries(provenance, m);
    if (ok)
        return provenance;
    provenance_free(provenance);
    return NULL;
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
