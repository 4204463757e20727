/* SPDX-License-Identifier: GPL-3.0-or-later */
/* serve.h: the questions that the sandboxed child answers about the archive that it has open.
 * Private.
 *
 * A request begins with the number of the question, followed by its arguments:
 *
 *     SERVE_LIST                        opens the archive; must be the first question, asked once
 *         -> count, the number of each run, increasing
 *     SERVE_ACTIONS first count         for COUNT runs by position; the answer may cover fewer, but
 *         -> count, per run: count,     at least one, and stops before the first damaged run
 *            the actions' names
 *     SERVE_READ position unused        one run, as reader_read_run reads it with READER_ALL;
 *                action                 ACTION may be NULL
 *         -> a codec (run_codec.h)
 *     SERVE_OUTLINES first count        for runs as above
 *         -> count, per run: a summary (run_summary.h)
 *     SERVE_DESCRIBE
 *         -> count, per text attribute of the root: its name and text;
 *            count, the names of the root's members that are not runs
 *     SERVE_INSPECT position            checks whether the run is intact (inspect.h)
 *         -> its digest (digest.h), DIGEST_TEXT bytes
 *     SERVE_HEADS extent count          for COUNT measurements; the answer may cover fewer, but at
 *                 per one: position     least one: it stops before the first damaged one, when the
 *                          action       reply is full, and after a large one
 *         -> count, per one: offset     of all its samples in the shared memory, in the order of
 *            samples_step, a codec      samples.h; SERVE_NOT_INCLUDED if it is large.
 *            with READER_HEAD,          The codec is that of run_codec.h
 *            per series: has
 *     SERVE_SAMPLES position extent     copies elements of some arrays of samples, one array after
 *         first array, arrays, first    the other, to OFFSET in the shared memory
 *         element, elements, offset,
 *         action
 *         -> nothing
 *     SERVE_INSPECT_ROOT                checks what belongs to no run
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

/* The archive as the child sees it. The process that starts the child sets the first four
 * fields. */
struct serve {
    const char *path; /* for messages */
    int fd;           /* a file of SIZE bytes */
    uint64_t size;
    unsigned char *shared; /* shared with the parent, SERVE_SHARED bytes; may be NULL */

    struct readonly_driver *overlay;
    hid_t file;
    struct contents_run *runs;
    size_t run_count;
    struct file_view image;
    struct reader_common common; /* of the run read last, with its position and extent */
    size_t common_position;
    enum reader_extent common_extent;
    struct head head; /* the head read last, with its position and extent */
    size_t head_position;
    enum reader_extent head_extent;
};

/* A sandbox_work (sandbox.h); its context is a struct serve. */
int serve_answer(void *serve, struct message *request, struct message *reply, struct err *err);

/* Releases what SERVE_LIST opened; for callers of serve_answer that have no child. */
void serve_release(struct serve *serve);

/* --- samples --- */

/* Answers about samples. Private.
 *
 * Samples do not go through the message, but through memory that both processes share. It is mapped
 * without a file before the child is forked, so neither process can take it from the other. The
 * parent must expect its content to change at any time; but it holds nothing but numbers. */

/* The first SERVE_SMALL bytes of the shared memory hold all samples of small measurements; then
 * come SERVE_WINDOWS windows for parts of large ones. */
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
