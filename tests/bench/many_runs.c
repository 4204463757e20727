/* SPDX-License-Identifier: GPL-3.0-or-later */
/* many_runs ARCHIVE RUNS [SIZES [LIBRARIES [ROUNDS [SEEDS]]]]: appends RUNS runs of LIBRARIES (5) x
 * SIZES (25) x ROUNDS (5) x SEEDS (8), with times as a vector operation has them; all in one
 * transaction. */
#include "store/update/update.h"
#include "tests/bench/made_run.h"

struct request {
    size_t runs;
    struct made made;
};

static int append_all(void *context, struct update_course *course, struct err *err) {
    const struct request *request = context;
    struct random random = {1};
    int code = 0;
    for (size_t r = 0; r < request->runs && !code; r++) {
        char name[CONTENTS_NAME_SIZE] = "";
        struct run *run = made_run(&random, &request->made, r + 1);
        update_request(course);
        code = run ? intake_send(course, run, name, err) : ERR_FAILED;
        run_free(run);
    }
    return code;
}

int main(int argc, char **argv) {
    struct err err = {""};
    struct request request = {made_number(argc, argv, 2, 0), made_parse(argc, argv, 3)};
    if (!request.runs || !request.made.sizes) {
        fputs("usage: many_runs ARCHIVE RUNS [SIZES [LIBRARIES [ROUNDS [SEEDS]]]]\n", stderr);
        return 64;
    }
    const struct made *made = &request.made;
    const uint64_t samples =
        (uint64_t)request.runs * made->sizes * made->libraries * made->rounds * made->seeds;
    const struct update_plan plan = {.work = intake_work,
                                     .callback = append_all,
                                     .context = &request,
                                     .more = samples * sizeof(double) * (DETAILS + 1)};
    int code = update_archive(argv[1], NULL, &plan, &err);
    if (code)
        fprintf(stderr, "many_runs: %s\n", err.message);
    return err_exit_status(code);
}
