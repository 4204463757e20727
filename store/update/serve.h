/* SPDX-License-Identifier: GPL-3.0-or-later */
/* serve.h: what the sandboxed child answers about the archive it has open. Private.
 *
 * A request begins with a number that says what is asked, and its arguments follow:
 *
 *     SERVE_LIST                        opens the archive; to be asked first, and once
 *         -> count, the number of each run, growing
 *     SERVE_ACTIONS first count         of that many runs (by position), or of fewer, but at least
 *         -> count, per run: count,     one: those before the first that is damaged
 *            the actions' names
 *     SERVE_READ position unused        one run, as reader_read_run reads it with READER_ALL;
 *                action                 ACTION may be NULL
 *         -> a codec (run_codec.h)
 *     SERVE_OUTLINES first count        of runs as above
 *         -> count, per run: an summary (run_summary.h)
 *     SERVE_DESCRIBE
 *         -> count, per text attribute of the root: its name and text;
 *            count, the names of the root's members that are no runs
 *     SERVE_INSPECT position            whether the run is in order (inspect.h)
 *         -> its digest (digest.h), DIGEST_TEXT bytes
 *     SERVE_HEADS extent count          of that many measurements, or of fewer, but at least one:
 *                 per one: position     those before the first that is damaged, until the reply is
 *                          action       full; a large one is the last
 *         -> count, per one: where      and all its samples in the shared memory, in the order of
 *            they are, samples_step,    samples.h, unless it is large (SERVE_NOT_INCLUDED)
 *            a codec with READER_HEAD,
 *            per series what it HAS,
 *            of a large one per array
 *            its place (samples_place)
 *     SERVE_SAMPLES position extent     elements of some arrays of samples, one array after the
 *         first array, arrays, first    other, at that place of the shared memory
 *         element, elements, offset,
 *         action
 *         -> nothing
 *     SERVE_INSPECT_ROOT                whether what belongs to no run is
 *         -> nothing */
#ifndef BENCHMAT_STORE_UPDATE_SERVE_H
#define BENCHMAT_STORE_UPDATE_SERVE_H

#include "store/hdf5/driver.h"
#include "formats/processes/message.h"
#include "store/schema/contents.h"
#include "store/schema/head.h"

enum serve_question {
    SERVE_LIST,
    SERVE_ACTIONS,
    SERVE_READ,
    SERVE_OUTLINES,
    SERVE_DESCRIBE,
    SERVE_INSPECT,
    SERVE_INSPECT_ROOT,
    SERVE_HEADS,
    SERVE_SAMPLES,
    SERVE_QUESTIONS
};

/* The archive, as the child sees it. Whoever starts the child sets the first four. */
struct serve {
    const char *path; /* for messages */
    int fd;           /* a file of SIZE bytes */
    uint64_t size;
    unsigned char *shared; /* with the parent, SERVE_SHARED bytes (serve.h); may be NULL */

    struct readonly_driver *overlay;
    hid_t file;
    struct contents_run *runs;
    size_t run_count;
    struct file_view image;
    struct head head; /* that was read last: of this position and extent */
    size_t head_position;
    enum reader_extent head_extent;
};

/* A sandbox_work (sandbox.h) whose context is a struct serve. */
int serve_answer(void *serve, struct message *request, struct message *reply, struct err *err);

/* Lets go of what SERVE_LIST opened: for those who call serve_answer without a child. */
void serve_release(struct serve *serve);

/* --- serve samples --- */

/* What the sandboxed child answers about samples (serve.h). Private.
 *
 * Numbers of samples do not go through the message, but through memory that both processes share:
 * mapped without a file before the child was made, so that neither can take it from the other. What
 * is in it may change at any time, as far as the parent knows; but it is nothing but numbers. */

/* The first bytes of the shared memory are for all samples of small measurements; then come
 * SERVE_WINDOWS windows for parts of large ones. */
#define SERVE_SMALL        ((size_t)2 << 20)
#define SERVE_WINDOW       ((size_t)8 << 20)
#define SERVE_WINDOWS      2
#define SERVE_SHARED       (SERVE_SMALL + SERVE_WINDOWS * SERVE_WINDOW)
#define SERVE_MOST_HEADS   ((size_t)1024)
#define SERVE_NOT_INCLUDED UINT64_MAX

int serve_heads(struct serve *serve, struct message *request, struct message *reply,
                struct err *err);
int serve_samples(struct serve *serve, struct message *request, struct message *reply,
                  struct err *err);

#endif
