/* SPDX-License-Identifier: GPL-3.0-or-later */
/* archive_survey.h: an overview of an archive's runs without their samples, and integrity checks.
 */
#ifndef BENCHMAT_STORE_ARCHIVE_ARCHIVE_SURVEY_H
#define BENCHMAT_STORE_ARCHIVE_ARCHIVE_SURVEY_H

#include <stddef.h>
#include <stdint.h>

#include "store/archive/archive.h"
#include "store/schema/digest.h"

/* Why a run cannot be read. */
struct archive_fault {
    int code; /* ERR_DAMAGED or ERR_UNREADABLE */
    char message[ERR_MESSAGE];
};

/* Receives each run, from 0 on, with its SUMMARY: a struct run with its name, some of its facts
 * (uuid, started, state, host), the names, types and sizes of its actions, and the names of their
 * libraries; everything else in it is zero or NULL. For a run that cannot be read SUMMARY is NULL,
 * and FAULT says why; otherwise FAULT is NULL. Both are valid until the visitor returns. A nonzero
 * result ends the survey, which returns it. */
typedef int archive_visitor(void *context, size_t run, const struct run *summary,
                            const struct archive_fault *fault, struct err *err);

/* Calls VISIT for each run: about 10,000 of them in a second. */
int archive_survey(struct archive *archive, archive_visitor *visit, void *context, struct err *err);

/* The same for the latest MOST runs alone, if there are more. */
int archive_survey_latest(struct archive *archive, size_t most, archive_visitor *visit,
                          void *context, struct err *err);

/* What an archive says about itself. */
struct archive_description {
    struct facts facts; /* attributes of the root: format_version, creator, uuid, ... */
    char **others;      /* names of the root's members that are not runs */
    size_t other_count;
    uint64_t size; /* of the file, in bytes */
};

/* On success the caller gives DESCRIPTION to archive_description_release. */
int archive_describe(struct archive *archive, struct archive_description *description,
                     struct err *err);
void archive_description_release(struct archive_description *description);

/* Checks whether a run is intact to its last byte: its structure, and the checksum of every chunk
 * of every array in it. Sets DIGEST to the digest of its content (digest.h). ERR_DAMAGED: the
 * message names the group or array that is damaged. ERR_UNREADABLE: checking it failed. */
int archive_inspect_run(struct archive *archive, size_t run, char digest[DIGEST_TEXT],
                        struct err *err);

/* Checks what belongs to no run: the user block. */
int archive_inspect_root(struct archive *archive, struct err *err);

#endif
