/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers of a worker that cannot be: each is refused in a line, and the worker ended. */

#include "tests/collect/asked.h"
#include "tests/test.h"

static const struct {
    const char *lie; /* lying_worker.c */
    uint32_t kind;
    const char *told;
} lies[] = {
    {"unknown kind", WIRE_ESTIMATE, "of no kind"},
    {"without end", WIRE_ESTIMATE, "longer than any"},
    {"another question", WIRE_ESTIMATE, "to another question"},
    {"shorter", WIRE_LOAD, "of another length"},
    {"longer", WIRE_ESTIMATE, "of another length"},
    {"failure without end", WIRE_LOAD, "a text has no end"},
    {"failure of nothing", WIRE_LOAD, "a fate that is none"},
    {"failure of no kind", WIRE_LOAD, "a fate that is none"},
    {"long facts", WIRE_LOAD, "its facts are no pairs"},
    {"facts without end", WIRE_LOAD, "its facts are no pairs"},
    {"a NUL in a fact", WIRE_LOAD, "its facts are no pairs"},
    {"a fact without name", WIRE_LOAD, "its facts are no pairs"},
    {"integers of 13 bits", WIRE_LOAD, "neither 32 nor 64 bits"},
    {"a clock of no time", WIRE_LOAD, "a clock"},
    {"many outputs", WIRE_SETUP, "more outputs"},
    {"unknown type", WIRE_SETUP, "an unknown type"},
    {"output without end", WIRE_SETUP, "the name of an output has no end"},
    {"wrong without end", WIRE_ANSWER, "a text has no end"},
    {"negative call", WIRE_ANSWER, "less than no time"},
    {"detail of points", WIRE_ANSWER, "what no sample has"},
    {"detail of files", WIRE_ANSWER, "what no sample has"},
    {"detail of threads", WIRE_ANSWER, "what no sample has"},
    {"detail of nothing", WIRE_ANSWER, "what no sample has"},
    {"negative estimate", WIRE_ESTIMATE, "less than no time"},
    {"sample without end", WIRE_BATCH, "a text has no end"},
    {"negative calls", WIRE_BATCH, "less than no calls"},
    {"negative late calls", WIRE_BATCH, "less than no calls"},
    {"negative seconds", WIRE_BATCH, "less than no time"},
    {"left without end", WIRE_BATCH, "processes left that cannot be"},
    {"less than none left", WIRE_BATCH, "processes left that cannot be"},
    {"many threads", WIRE_BATCH, "a number of threads"},
    {"many times", WIRE_TIMES, "more times than fit"},
    {"negative time", WIRE_TIMES, "less than no time"},
    {"many members", WIRE_TEAM, "more threads than fit"},
    {"long description", WIRE_DESCRIBE, "its texts have no end"},
    {"description without end", WIRE_DESCRIBE, "its texts have no end"},
};

static const size_t reply_bytes[WIRE_KINDS] = {
    [WIRE_LOAD] = sizeof(struct wire_loaded),     [WIRE_SETUP] = sizeof(struct wire_ready),
    [WIRE_ANSWER] = sizeof(struct wire_answered), [WIRE_ESTIMATE] = sizeof(struct wire_seconds),
    [WIRE_BATCH] = sizeof(struct wire_sample),    [WIRE_TIMES] = sizeof(struct wire_times),
    [WIRE_TEAM] = sizeof(struct wire_team),       [WIRE_DESCRIBE] = sizeof(struct wire_described),
};

EACH_TEST(asked_begin, asked_end);
ALL_TESTS(fake_set_up, fake_tear_down);

TEST(what_cannot_be_is_refused_and_the_worker_ended) {
    static struct wire_load request;
    static union wire_payload reply;
    char command[PATH_MAX + 200];
    snprintf(rig.worker, sizeof rig.worker, "%s/lying", fake_folder);
    snprintf(command, sizeof command,
             "cc -D_GNU_SOURCE -I. -o %s tests/collect/lying_worker.c collect/worker/guardian.c "
             "collect/harness/family.c formats/processes/child.c",
             rig.worker);
    assert_int_equal(system(command), 0);
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        struct process process = started();
        enum cell_status fate = CELL_OK;
        struct err err = {""};
        strcpy(request.action, lies[i].lie);
        struct question question = {
            lies[i].kind, &request, sizeof request, &reply, reply_bytes[lies[i].kind], LONG};
        int code = process_ask(&process, &rig.conditions, &question, &fate, &err);
        if (code != ERR_FAILED || fate != CELL_FAILED || process.pid ||
            !strstr(err.message, "its worker gave an answer that cannot be") ||
            !strstr(err.message, lies[i].told))
            fail_msg("%s: %d, %d, %s", lies[i].lie, code, (int)fate, err.message);
    }
}
