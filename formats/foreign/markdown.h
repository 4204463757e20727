/* SPDX-License-Identifier: GPL-3.0-or-later */
/* markdown.h: for each action a table in GitHub's Markdown: a line for each point, a column for
 * each library, with the mean of its samples in a unit people say. For statistics there is
 * `bench-analyze --format markdown`. */
#ifndef BENCHMAT_FORMATS_FOREIGN_MARKDOWN_H
#define BENCHMAT_FORMATS_FOREIGN_MARKDOWN_H

#include "formats/import/format.h"

extern const struct format markdown_format;

#endif
