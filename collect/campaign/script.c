/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/campaign/script.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/shell_words.h"

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
          "#SBATCH --nodes=1 --exclusive --requeue\n"
          "#SBATCH --output=/dev/null\n",
          out);
    if (s->ranks > 1)
        fprintf(out, "#SBATCH --ntasks=%d\n", s->ranks);
    if (s->options[0])
        fprintf(out, "#SBATCH %s\n", s->options);
    fprintf(
        out,
        "#\n"
        "# %zu task%s measure%s the same, each on a node of its own, into an archive of its own. "
        "In the\n"
        "# end `campaign.sh merge` puts all of them into one. See bench-collect(1), "
        "CAMPAIGNS.\n\n",
        s->tasks, s->tasks == 1 ? "" : "s", s->tasks == 1 ? "s" : "");
    if (s->nodes)
        for (size_t i = 0; i < s->tasks; i++)
            fprintf(out, "# task %zu: %s\n", i, s->nodes[i]);
}

static void write_variables(const struct script *s, FILE *out) {
    char *const programs[] = {(char *)(uintptr_t)s->programs, NULL};
    fputs("PATH=", out);
    write_words(programs, out);
    fputs(":$PATH\n", out);
    write_variable("directory", s->directory, out);
    write_variable("archive", s->paths->archive, out);
    write_variable("spool", s->paths->spool, out);
    fprintf(out, "tasks=%zu\n\n", s->tasks);
    fputs("collect() {\n    bench-collect ", out);
    write_words(s->arguments, out);
    fputs(" --output=\"$1\"\n}\n", out);
}

static const char measure[] =
    "\n"
    "# Copies what is measured so far; flock keeps the collector from writing meanwhile.\n"
    "keep() {\n"
    "    test -e \"$file\" || return 0\n"
    "    flock --shared \"$file\" cp \"$file\" \"$spool/$task.h5.new\" &&\n"
    "        mv \"$spool/$task.h5.new\" \"$spool/$task.h5\" && return\n"
    "    rm -f \"$spool/$task.h5.new\"\n"
    "    return 1\n"
    "}\n"
    "\n"
    "# The state of the last run in a file.\n"
    "state() {\n"
    "    bench-store list \"$1\" 2>/dev/null | awk 'END { print $5 }'\n"
    "}\n"
    "\n"
    "measure() {\n"
    "    task=$SLURM_ARRAY_TASK_ID\n"
    "    exec >>\"$spool/$task.log\" 2>&1\n"
    "    echo \"$(date '+%F %T') job $SLURM_JOB_ID on $SLURMD_NODENAME\"\n"
    "    echo \"$SLURMD_NODENAME\" >\"$spool/$task.node\"\n"
    "    rm -f \"$spool/$task.status\"\n"
    "    cd \"$directory\" || exit\n"
    "    work=$(mktemp -d \"${TMPDIR:-/tmp}/benchmat-XXXXXX\") || exit\n"
    "    file=$work/$task.h5\n"
    "    trap : TERM # the collector keeps what it has, and ends by itself\n"
    "    while sleep 30; do keep; done &\n"
    "    keeper=$!\n"
    "    test -e \"$spool/$task.merged\" || cp \"$spool/$task.h5\" \"$file\" 2>/dev/null\n"
    "    status=0\n"
    "    case $(state \"$file\") in\n"
    "    complete) ;;\n"
    "    interrupted)\n"
    "        bench-collect --resume \"$file\" || status=$?\n"
    "        # refused, as on another node: this is a new run, and the other stays beside it\n"
    "        test \"$status\" -ne 1 || { collect \"$file\" && status=0; } || status=$?\n"
    "        ;;\n"
    "    *) rm -f \"$file\" \"$spool/$task.merged\" && collect \"$file\" || status=$? ;;\n"
    "    esac\n"
    "    kill \"$keeper\" 2>/dev/null\n"
    "    keep || status=1\n"
    "    echo \"$status\" >\"$spool/$task.status\"\n"
    "    rm -r \"$work\"\n"
    "    exit \"$status\"\n"
    "}\n"
    "\n"
    "merge() {\n"
    "    exec >>\"$spool/merge.log\" 2>&1\n"
    "    rm -f \"$spool/merge.status\"\n"
    "    status=0 task=0 taken=\n";

/* Where locks cannot be trusted, nobody changes an archive: so it is replaced by a new one. */
static const char copy_archive[] =
    "    work=$(mktemp -d \"${TMPDIR:-/tmp}/benchmat-XXXXXX\") || exit\n"
    "    into=$work/all.h5\n"
    "    test ! -e \"$archive\" || cp \"$archive\" \"$into\" || exit\n";

static const char merge[] =
    "    while test \"$task\" -lt \"$tasks\"; do\n"
    "        if test ! -e \"$spool/$task.h5\"; then\n"
    "            echo \"task $task: nothing was measured\" && status=3\n"
    "        elif bench-store merge -q \"$into\" \"$spool/$task.h5\"; then\n"
    "            taken=\"$taken $task\"\n"
    "            test \"$(state \"$spool/$task.h5\")\" = complete ||\n"
    "                { echo \"task $task: not all was measured\" && status=3; }\n"
    "        else\n"
    "            echo \"task $task: cannot be merged\" && status=3\n"
    "        fi\n"
    "        task=$((task + 1))\n"
    "    done\n";

static const char replace_archive[] = "    cp \"$into\" \"$archive.new\" && mv \"$archive.new\" "
                                      "\"$archive\" || exit\n"
                                      "    rm -r \"$work\"\n";

static const char end[] = "    for task in $taken; do : >\"$spool/$task.merged\"; done\n"
                          "    echo \"$status\" >\"$spool/merge.status\"\n"
                          "    exit \"$status\"\n"
                          "}\n"
                          "\n"
                          "case ${1:-measure} in\n"
                          "measure) measure ;;\n"
                          "merge) merge ;;\n"
                          "esac\n";

void script_write(const struct script *script, FILE *out) {
    write_head(script, out);
    write_variables(script, out);
    fputs(measure, out);
    fputs(script->can_change_archive ? "    into=$archive\n" : copy_archive, out);
    fputs(merge, out);
    if (!script->can_change_archive)
        fputs(replace_archive, out);
    fputs(end, out);
}
