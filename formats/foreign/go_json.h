/* SPDX-License-Identifier: GPL-3.0-or-later */
/* go_json.h: what `go test -json` writes (The Go Authors, cmd/test2json): a line of JSON for each
 * event, of which those with the action "output" hold the text that go test would print, in pieces,
 * and those of several packages in turns. */
#ifndef BENCHMAT_FORMATS_FOREIGN_GO_JSON_H
#define BENCHMAT_FORMATS_FOREIGN_GO_JSON_H

#include "formats/files/source.h"

/* Whether a file that begins with the N bytes at HEAD has such events. */
int go_json_is(const char *head, size_t n);

/* Sets TEXT to the text in SOURCE, one package after the other, each behind a line "pkg: NAME". The
 * caller must release it with source_release, also after a failure: ERR_DAMAGED, with the line that
 * is none, or ERR_FAILED. Lines that are no JSON, as of a build, are passed over. */
int go_json_text(struct source *text, const struct source *source, struct err *err);

#endif
