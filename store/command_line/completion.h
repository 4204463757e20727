/* SPDX-License-Identifier: GPL-3.0-or-later */
/* completion.h: what may come next on a command line, for the shell to complete.
 *
 *     PROGRAM --complete WORD...
 *
 * prints what the last WORD, which may be empty, can become: a whole word in each line, and after a
 * tab what it means. The line "@files" says that the name of a file may stand there. The scripts
 * completion.bash, completion.zsh and completion.fish ask that.
 *
 * Options, and words such as "strong|weak" or FILE for their arguments, are those of the tables of
 * argp, from which --help comes, too. What else there is, rules say. */
#ifndef BENCHMAT_STORE_COMMAND_LINE_COMPLETION_H
#define BENCHMAT_STORE_COMMAND_LINE_COMPLETION_H

#include <argp.h>
#include <stddef.h>

/* One question of a shell. */
struct completion;

typedef void completion_source(struct completion *completion);

/* Offers the arguments of an option. */
struct completion_rule {
    const char *option; /* without dashes; NULL: arguments of the program itself */
    completion_source *offer;
};

struct completion_terms {
    const struct completion_rule *rules; /* ends with an entry without OFFER; NULL: none */
    const void *context;                 /* for sources: completion_context */
};

/* A child of a program's argp; its input is a struct completion_terms. Where the first word of the
 * command line is --complete, it answers and ends the program. Elsewhere it refuses an option that
 * the program does not have, and suggests the nearest; and an option with an argument that is given
 * twice, as one of the two would be lost, unless it is one of a list (OPTION_LISTED).
 *
 * Without a rule of the program, --action, --library, --ref, --run, --host and --param take what
 * the archive has that the command line names, or results.h5, and arguments of the program are
 * files. */
extern const struct argp completion_argp;

/* Among the flags of an argp_option: it may be given several times. argp itself ignores it. */
#define OPTION_LISTED 0x10000

/* --- for sources --- */

/* Offers TEXT, if it begins as the last word does. ABOUT may be NULL. */
void completion_offer(struct completion *completion, const char *text, const char *about);
/* Offers each of "this, that or those". */
void completion_offer_words(struct completion *completion, const char *words);
void completion_offer_files(struct completion *completion);
/* What has been typed of the word, or of the item behind its last comma. */
const char *completion_begun(const struct completion *completion);
/* Has what follows the last comma completed, and a sign of SIGNS in front of it stay. */
void completion_begin_item(struct completion *completion, const char *signs);

/* Offers the names of the runs in the archive, or of their actions, libraries or hosts; nothing, if
 * it is in use or cannot be read. */
completion_source completion_runs, completion_actions, completion_libraries, completion_hosts;

/* Offers the size and the parameters of its latest runs: "stride", or as conditions, "stride=8". */
completion_source completion_parameters, completion_conditions;
/* Offers what only it has a name for (measures.h). */
completion_source completion_measures;

/* --- what stands before the last word --- */

const void *completion_context(const struct completion *completion);
/* The arguments of the program, without its options and their arguments. */
size_t completion_argument_count(const struct completion *completion);
const char *completion_argument(const struct completion *completion, size_t number);
/* The last argument of the option of that name, "" if it has none, NULL if it was not given. */
const char *completion_given(const struct completion *completion, const char *option);

#endif
