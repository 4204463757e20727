/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hosts.h: the ratios that several machines measured of the same cells, side by side and combined.
 *
 * A cell is identified by action, type, library, point (variants.h) and reference. A machine, whose
 * name is that of run_machine (run.h), counts in each cell once: with the latest of its runs that
 * measured the cell.
 *
 * Within a machine the ratio and its standard error are those of the tables (ratio.h): over the
 * rounds, paired where the samples are. If the steps of the samples set its interval
 * (location.h), the standard error is at least step / sqrt(3), that of an error anywhere within
 * the step (Guide to the Expression of Uncertainty in Measurement, 4.3.7). Across machines their
 * logarithms are combined by random effects (random_effects.h). A machine with a single round tells
 * nothing of differences between its processes; they count as differences between machines. */
#ifndef BENCHMAT_ANALYZE_COMPARISON_HOSTS_H
#define BENCHMAT_ANALYZE_COMPARISON_HOSTS_H

#include <stddef.h>
#include <stdint.h>

#include "analyze/aggregate/table.h"
#include "analyze/inference/random_effects.h"
#include "analyze/inference/verdict.h"
#include "formats/model/key_index.h"
#include "formats/model/string_pool.h"
#include "formats/text/err.h"

/* A cell on one machine. Texts belong to struct hosts; NULL if unknown. */
struct host_ratio {
    const char *archive, *host, *action, *run, *type, *library, *reference, *point;
    enum quantity quantity;
    int64_t size;
    double mean;                   /* of the library's samples */
    struct interval ratio;         /* to the reference; NaN unless both answers are right */
    double log_ratio, se, degrees; /* of ln ratio; NaN if unknown */
    size_t rounds;                 /* behind the ratio */
    double margin, p, p_adjusted;  /* as in struct row; adjusted for all cells of all machines */
    enum verdict verdict;
    enum cell_status status;
    const char *version; /* of the library */
    double weight;       /* its part of the mean across machines, 0 to 1 */
    int side;            /* private, like all below */
    size_t cell, machine;
    double started;
    uint32_t uuid;
};

/* What may be said of a cell across machines. */
enum hosts_verdict {
    HOSTS_NONE,     /* no machine has a ratio */
    HOSTS_ONE_HOST, /* a single one has */
    HOSTS_FASTER,
    HOSTS_SLOWER,
    HOSTS_NOT_SHOWN,
    HOSTS_VERDICTS
};

/* A cell across machines: the random-effects mean of its ratios. */
struct hosts_cell {
    const char *action, *type, *library, *reference, *point;
    enum quantity quantity;
    int64_t size;
    size_t hosts, single_rounds; /* machines that count; those of them with a single round */
    struct interval ratio;       /* the mean; its ends are NaN for fewer than two machines */
    double log_ratio, se;        /* of ln ratio */
    double p, p_adjusted;        /* of |ln ratio| <= the margin; adjusted for all cells */
    enum hosts_verdict verdict;
    double tau;                /* standard deviation of ln ratio between machines */
    double spread;             /* exp of tau: a factor of at least 1 */
    double i_squared, q, q_p;  /* random_effects.h */
    struct interval predicted; /* the ratio on another machine */
    double fewest, most;       /* the smallest and the largest ratio of a machine */
    size_t first, count;       /* its ratios in hosts.ratios, by machine */
};

/* How to judge. */
struct hosts_asked {
    double level, confidence; /* of verdicts and intervals, such as 0.05 and 0.95 */
    double min_effect;        /* smallest difference that counts (verdict.h) */
};

/* Zero-initialised: empty. The caller must call hosts_release. */
struct hosts {
    struct host_ratio *ratios; /* by cell, then machine */
    size_t ratio_count;
    struct hosts_cell *cells; /* by action, type, size, then as first measured */
    size_t cell_count;
    const char **names; /* of the machines, node2 before node10 */
    const char **cpus;  /* their processors; "" if unknown */
    size_t name_count;
    size_t older;        /* ratios that a later run of the same machine replaced */
    size_t tested;       /* hypotheses that verdicts of machines are corrected for, */
    size_t tested_cells; /* and those across machines */
    struct hosts_asked asked;
    struct string_pool texts; /* private, like all below */
    struct string_pool machines, seen;
    struct key_index keys, places, measured;
    uint32_t *processors;
};

/* Adds the rows of SECTION, which must have its provenance. ERR_USAGE if its run does not say which
 * machine it is of. */
int hosts_add(struct hosts *hosts, const struct table *table, const struct section *section,
              struct err *err);

/* Sorts what was added and judges it. ERR_USAGE if machines took ratios to different references.
 * Call it once, after the last section. */
int hosts_conclude(struct hosts *hosts, const struct hosts_asked *asked, struct err *err);

/* Returns the ratio of CELL on the machine of that number in `names`, or NULL. */
const struct host_ratio *hosts_ratio(const struct hosts *hosts, const struct hosts_cell *cell,
                                     size_t machine);

/* Returns whether the machine of that number measured the action of CELL, if only one library. */
int hosts_measured(const struct hosts *hosts, const struct hosts_cell *cell, size_t machine);

/* Returns ERR_USAGE unless the machines can be combined: there are two of them, and two share a
 * cell. */
int hosts_check_shared(const struct hosts *hosts, struct err *err);

/* "none", "one_host", "faster", "slower", "not_shown". Static. */
const char *hosts_verdict_name(int verdict);

void hosts_release(struct hosts *hosts);

#endif
