/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_axes.h: which of two levels of names in JSON are the libraries, and which what these did:
 *
 *     {"numpy": {"sort": 1.5, ...}, ...}     libraries are outside, save where
 *     {"sort": {"numpy": 1.5, ...}, ...}     all names there are words for what is done, or
 *     {"fib": {"c": 1.5, "rust": 2}, ...}    all those inside are programming languages */
#ifndef BENCHMAT_FORMATS_HARNESS_JSON_AXES_H
#define BENCHMAT_FORMATS_HARNESS_JSON_AXES_H

/* The names in one level. Zero-initialised: none. */
struct json_axis {
    int has_thing;    /* some is no word for what is done */
    int has_other;    /* some is no programming language */
    int has_language; /* some is plainly one: "c" may be anything */
};

void json_axis_note(struct json_axis *axis, const char *name);

/* Whether the libraries are INSIDE. */
int json_axes_are_turned(const struct json_axis *outside, const struct json_axis *inside);

#endif
