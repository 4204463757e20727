/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reader.c: a libFuzzer target: what the sandboxed reader does with a file, without the sandbox.
 *
 * HDF5 has faults, which the sandbox is for; what is looked for here are our own, and files that
 * try the sandbox (tests/fuzz/run.sh gives it all that is found). */
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "store/schema/run_codec.h"
#include "store/update/serve.h"
#include "tests/fuzz/target.h"

static int ask(struct serve *serve, struct message *reply, enum serve_question question,
               uint64_t first, uint64_t second) {
    struct message request = {0};
    struct err err = {""};
    message_clear(reply);
    message_put_number(&request, question);
    message_put_number(&request, first);
    message_put_number(&request, second);
    message_put_text(&request, NULL);
    int code = serve_answer(serve, &request, reply, &err);
    message_release(&request);
    return code;
}

/* An answer of our own is one that is believed. */
static void read_one(struct serve *serve, struct message *reply, size_t position) {
    struct run *run = NULL;
    struct err err;
    if (ask(serve, reply, SERVE_READ, position, 0) == 0 &&
        run_codec_take_run(reply, READER_ALL, &run, &err) == ERR_DAMAGED)
        __builtin_trap();
    run_free(run);
}

/* What our own reading of headers takes for right, our own taking apart must, too. */
static void stream(struct serve *serve, struct message *reply, size_t position,
                   enum reader_extent extent) {
    struct message request = {0};
    struct run *run = NULL;
    struct err err = {""};
    message_clear(reply);
    message_put_number(&request, SERVE_HEADS);
    message_put_number(&request, extent);
    message_put_number(&request, 1);
    message_put_number(&request, position);
    message_put_text(&request, "axpy");
    if (serve_answer(serve, &request, reply, &err) == 0) {
        for (int i = 0; i < 3; i++)
            message_take_number(reply);
        if (run_codec_take_next(reply, extent | READER_HEAD, &run, &err) == ERR_DAMAGED)
            __builtin_trap();
    }
    run_free(run);
    message_release(&request);
}

static void read_all(struct serve *serve) {
    struct message reply = {0};
    int code = ask(serve, &reply, SERVE_LIST, 0, 0);
    if (!code)
        ask(serve, &reply, SERVE_ACTIONS, 0, 3);
    for (size_t i = 0; !code && i < serve->run_count && i < 2; i++) {
        read_one(serve, &reply, i);
        stream(serve, &reply, i, READER_SECONDS);
        stream(serve, &reply, i, READER_TIMES);
        stream(serve, &reply, i, READER_ALL);
    }
    serve_release(serve);
    message_release(&reply);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    int fd = memfd_create("input", MFD_CLOEXEC);
    static _Alignas(double) unsigned char shared[SERVE_SHARED];
    struct serve serve = {.path = "input.h5", .fd = fd, .size = size, .shared = shared};
    h5_prepare();
    if (fd >= 0 && write(fd, data, size) == (ssize_t)size)
        read_all(&serve);
    close(fd);
    return 0;
}
