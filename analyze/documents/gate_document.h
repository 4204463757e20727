/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gate_document.h: how a gate ended, in lines for people. */
#ifndef BENCHMAT_ANALYZE_DOCUMENTS_GATE_DOCUMENT_H
#define BENCHMAT_ANALYZE_DOCUMENTS_GATE_DOCUMENT_H

#include "analyze/comparison/gate.h"
#include "analyze/output/document.h"

/* Adds how it ended, what it would have seen, and what else is to know. */
void gate_document(struct document *document, const struct gate *gate, enum gate_policy policy);

/* Adds the first rows of SECTION that have regressed by their OUTCOMES, one a line. */
void gate_document_rows(struct document *document, const struct section *section,
                        const struct row *rows, const enum gate_outcome *outcomes);

#endif
