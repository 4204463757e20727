/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/campaign/script.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/shell_words.h"

/* The lines of campaign.sh, ended by NULL. */
extern const char *const campaign_sh[];

static void write_words(char *const *words, FILE *out) {
    char *text = shell_words_join(words);
    fputs(text ? text : "", out);
    free(text);
}

static void write_variable(const char *name, const char *value, FILE *out) {
    char *const words[] = {(char *)(uintptr_t)value, NULL};
    fprintf(out, "%s=", name);
    write_words(words, out);
    fputc('\n', out);
}

static void write_head(const struct script *s, FILE *out) {
    fputs("#!/bin/sh\n"
          "#SBATCH --job-name=bench-collect\n"
          "#SBATCH --nodes=1 --exclusive --requeue\n",
          out);
    if (!s->nodes)
        fprintf(out, "#SBATCH --array=0-%zu\n", s->tasks - 1);
    if (s->ranks > 1)
        fprintf(out, "#SBATCH --ntasks=%d\n", s->ranks);
    if (s->options[0])
        fprintf(out, "#SBATCH %s\n", s->options);
    fprintf(
        out,
        "#\n"
        "# %zu task%s measure%s the same, each on a node of its own, into an archive of its own. "
        "In the\n"
        "# end `campaign.sh merge` puts all of them into one. See "
        "bench-collect-reference(7), CAMPAIGNS.\n"
        "#\n"
        "# By hand: make the spool (below), where all nodes see it, by mkdir -m 700, and\n",
        s->tasks, s->tasks == 1 ? "" : "s", s->tasks == 1 ? "s" : "");
    for (size_t i = 0; s->nodes && i < s->tasks; i++)
        fprintf(out, "#     sbatch --array=%zu --nodelist=%s campaign.sh\n", i, s->nodes[i]);
    if (!s->nodes)
        fputs("#     sbatch campaign.sh\n", out);
    fputs("# and, when the tasks have ended,\n#     sh campaign.sh merge\n\n", out);
}

/* The last --output counts, and there are no options behind "--". */
static void write_collect(char *const *arguments, FILE *out) {
    fputs("collect() (\n    cd \"$directory\" && exec bench-collect", out);
    int is_open = 1;
    for (; *arguments; arguments++) {
        char *const word[] = {*arguments, NULL};
        if (is_open && strcmp(*arguments, "--") == 0) {
            fputs(" --output=\"$1\"", out);
            is_open = 0;
        }
        fputc(' ', out);
        write_words(word, out);
    }
    fputs(is_open ? " --output=\"$1\"\n)\n\n" : "\n)\n\n", out);
}

static void write_variables(const struct script *s, FILE *out) {
    char *const programs[] = {(char *)(uintptr_t)s->programs, NULL};
    fputs("PATH=", out);
    write_words(programs, out);
    fputs(":$PATH\n", out);
    write_variable("directory", s->directory, out);
    write_variable("archive", s->paths->archive, out);
    write_variable("spool", s->paths->spool, out);
    fprintf(out, "tasks=%zu\nhas_locks=%s\n\n", s->tasks, s->has_locks ? "yes" : "no");
    write_collect(s->arguments, out);
}

static void write_body(const struct script *s, FILE *out) {
    write_variables(s, out);
    for (const char *const *line = campaign_sh; *line; line++)
        fputs(*line, out);
}

void script_write(const struct script *script, FILE *out) {
    write_head(script, out);
    write_body(script, out);
}

void script_write_merge(const struct script *script, FILE *out) {
    fputs("#!/bin/sh\nset -- merge\n\n", out);
    write_body(script, out);
}
