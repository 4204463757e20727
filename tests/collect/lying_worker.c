/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lying_worker.c: a worker that gives an answer that cannot be, to whatever it is asked. Which one,
 * is in the place of the action's name. Compiled with the guardian of honest workers. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/harness/wire.h"
#include "collect/worker/guardian.h"
#include "formats/model/run.h"

static void put(const void *bytes, size_t size) {
    if (write(WIRE_SOCKET, bytes, size) != (ssize_t)size)
        exit(1);
}

static void answer(uint64_t kind, const void *reply, size_t size) {
    uint64_t length = sizeof kind + size;
    put(&length, sizeof length);
    put(&kind, sizeof kind);
    put(reply, size);
}

static void get(void *bytes, size_t size) {
    for (ssize_t got; size; size -= (size_t)got, bytes = (char *)bytes + got)
        if ((got = read(WIRE_SOCKET, bytes, size)) <= 0)
            exit(1);
}

int main(void) {
    static struct wire_load load;
    static union wire_payload p;
    uint64_t length, kind;
    size_t size = 0;
    guardian_begin();
    get(&length, sizeof length);
    get(&kind, sizeof kind);
    get(&load, sizeof load);

/* A lie about one MEMBER of the union, in which CHANGE is wrong. */
#define LIE(name, of, member, change)                                                              \
    if (strcmp(load.action, name) == 0) {                                                          \
        change;                                                                                    \
        kind = of;                                                                                 \
        size = sizeof p.member;                                                                    \
    }
    LIE("unknown kind", 77, seconds, (void)0)
    LIE("another question", WIRE_TERMS, terms, (void)0)
    LIE("shorter", WIRE_LOAD, seconds, (void)0)
    LIE("longer", WIRE_ESTIMATE, sample, (void)0)
    LIE("failure without end", WIRE_FAILED, failed,
        (memset(p.failed.message, 'x', sizeof p.failed.message), p.failed.fate = CELL_FAILED))
    LIE("failure of nothing", WIRE_FAILED, failed, p.failed.fate = CELL_OK)
    LIE("failure of no kind", WIRE_FAILED, failed, p.failed.fate = 99)
    LIE("long facts", WIRE_LOAD, loaded, p.loaded.facts_length = UINT32_MAX)
    LIE("facts without end", WIRE_LOAD, loaded,
        (memset(p.loaded.facts, 'x', 9), p.loaded.facts_length = 9))
    LIE("a NUL in a fact", WIRE_LOAD, loaded,
        (memcpy(p.loaded.facts, "a\0b\0c", 6), p.loaded.facts_length = 6))
    LIE("a fact without name", WIRE_LOAD, loaded,
        (memcpy(p.loaded.facts, "\0b", 3), p.loaded.facts_length = 3))
    LIE("integers of 13 bits", WIRE_LOAD, loaded, p.loaded.integer_bits = 13)
    LIE("a clock of no time", WIRE_LOAD, loaded, p.loaded.clock_cost = -1)
    LIE("many outputs", WIRE_SETUP, ready, p.ready.output_count = 1000)
    LIE("unknown type", WIRE_SETUP, ready,
        (p.ready.output_count = 1, p.ready.outputs[0].type = '?'))
    LIE("output without end", WIRE_SETUP, ready,
        (p.ready.output_count = 1,
         memset(p.ready.outputs[0].name, 'x', sizeof p.ready.outputs[0].name)))
    LIE("wrong without end", WIRE_ANSWER, answered,
        memset(p.answered.wrong, 'x', sizeof p.answered.wrong))
    LIE("negative call", WIRE_ANSWER, answered, p.answered.first_call = -1)
    LIE("detail of points", WIRE_ANSWER, answered, detail_set_add(&p.answered.details, 0))
    LIE("detail of files", WIRE_ANSWER, answered, detail_set_add(&p.answered.details, DETAIL_rate))
    LIE("detail of threads", WIRE_ANSWER, answered,
        detail_set_add(&p.answered.details, DETAIL_thread_begin))
    LIE("detail of nothing", WIRE_ANSWER, answered, detail_set_add(&p.answered.details, DETAILS))
    LIE("negative estimate", WIRE_ESTIMATE, seconds, p.seconds.whole = -1)
    LIE("sample without end", WIRE_BATCH, sample,
        memset(p.sample.wrong, 'x', sizeof p.sample.wrong))
    LIE("negative calls", WIRE_BATCH, sample, p.sample.calls = -1)
    LIE("negative late calls", WIRE_BATCH, sample, p.sample.told.late_calls = -1)
    LIE("negative seconds", WIRE_BATCH, sample, p.sample.seconds = -1)
    LIE("left without end", WIRE_BATCH, sample,
        memset(p.sample.left.name, 'x', sizeof p.sample.left.name))
    LIE("less than none left", WIRE_BATCH, sample, p.sample.left.count = -1)
    LIE("many threads", WIRE_BATCH, sample, p.sample.threads = WIRE_MOST_THREADS + 1)
    LIE("many times", WIRE_TIMES, times, p.times.count = WIRE_MOST_TIMES + 1)
    LIE("negative time", WIRE_TIMES, times, (p.times.count = 1, p.times.calls[0].seconds = -1))
    LIE("many members", WIRE_TEAM, team, p.team.count = WIRE_MOST_MEMBERS + 1)
    LIE("long description", WIRE_DESCRIBE, described, p.described.texts_length = UINT32_MAX)
    LIE("description without end", WIRE_DESCRIBE, described,
        (p.described.texts_length = 1, p.described.texts[0] = 'x'))
    if (strcmp(load.action, "without end") == 0)
        put(&(uint64_t){UINT64_MAX}, sizeof(uint64_t));
    answer(kind, &p, size);
    get(&length, sizeof length); /* until it is ended */
    return 0;
}
