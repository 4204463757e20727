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
        "# end `campaign.sh merge` puts all of them into one. See bench-collect(1), "
        "CAMPAIGNS.\n"
        "#\n"
        "# By hand: make the spool (below), where all nodes see it, and\n",
        s->tasks, s->tasks == 1 ? "" : "s", s->tasks == 1 ? "s" : "");
    for (size_t i = 0; s->nodes && i < s->tasks; i++)
        fprintf(out, "#     sbatch --array=%zu --nodelist=%s campaign.sh\n", i, s->nodes[i]);
    if (!s->nodes)
        fputs("#     sbatch campaign.sh\n", out);
    fputs("# and, when the tasks have ended,\n#     sh campaign.sh merge\n\n", out);
}

/* The last --output counts, and there are no options behind "--". */
static void write_collect(char *const *arguments, FILE *out) {
    fputs("collect() {\n    bench-collect", out);
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
    fputs(is_open ? " --output=\"$1\"\n}\n" : "\n}\n", out);
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
    write_collect(s->arguments, out);
}

static const char measure[] =
    "\n"
    "# Copies what is measured so far; flock keeps the collector from writing meanwhile.\n"
    "keep() {\n"
    "    test -e \"$file\" || return 0\n"
    "    if test \"$(cat \"$spool/$task.node\")\" != \"$SLURMD_NODENAME\"; then\n"
    "        echo \"Slurm has begun this task on another node, so nothing more is kept of this "
    "one\"\n"
    "        return 1\n"
    "    fi\n"
    "    copy=$spool/$task.h5.$SLURMD_NODENAME\n"
    "    flock --shared \"$file\" cp \"$file\" \"$work/copy\" &&\n"
    "        cp \"$work/copy\" \"$copy\" && mv \"$copy\" \"$spool/$task.h5\" && return\n"
    "    rm -f \"$copy\"\n"
    "    return 1\n"
    "}\n"
    "\n"
    "# The state of the last run in a file. If its collector was killed, the file is repaired.\n"
    "state() {\n"
    "    bench-store list \"$1\" 2>/dev/null | awk 'END { print $5 }'\n"
    "}\n"
    "\n"
    "# Begins with what the task has measured before, unless the archive has that by now.\n"
    "recall() {\n"
    "    if test -e \"$spool/$task.merged\"; then\n"
    "        rm -f \"$spool/$task.h5\" && rm -f \"$spool/$task.merged\"\n"
    "    elif test -e \"$spool/$task.h5\"; then\n"
    "        cp \"$spool/$task.h5\" \"$file\"\n"
    "    fi\n"
    "}\n"
    "\n"
    "measure() {\n"
    "    task=$SLURM_ARRAY_TASK_ID\n"
    "    exec >>\"$spool/$task.log\" 2>&1\n"
    "    status=1\n"
    "    trap 'echo \"$status\" >\"$spool/$task.status\"' EXIT\n"
    "    trap 'status=130; exit' TERM\n"
    "    echo \"$(date '+%F %T') job $SLURM_JOB_ID on $SLURMD_NODENAME\"\n"
    "    rm -f \"$spool/$task.status\"\n"
    "    echo \"$SLURMD_NODENAME\" >\"$spool/$task.node\" || exit\n"
    "    echo \"${SLURM_ARRAY_JOB_ID}_$task\" >\"$spool/$task.job\" || exit\n"
    "    rm -f \"$spool/$task.h5\".*\n"
    "    cd \"$directory\" || exit\n"
    "    work=$(mktemp -d \"${TMPDIR:-/tmp}/benchmat-XXXXXX\") || exit\n"
    "    file=$work/$task.h5\n"
    "    recall || exit\n"
    "    { trap 'kill $!; exit' TERM; while sleep 30 & wait $!; do keep; done; } &\n"
    "    keeper=$!\n"
    "    trap : TERM # the collector keeps what it has, and ends by itself\n"
    "    status=0\n"
    "    case $(state \"$file\") in\n"
    "    complete) ;;\n"
    "    interrupted)\n"
    "        bench-collect --resume \"$file\" || status=$?\n"
    "        # refused, as on another node: this is a new run, and the other stays beside it\n"
    "        test \"$status\" -ne 1 || { collect \"$file\" && status=0; } || status=$?\n"
    "        ;;\n"
    "    *) collect \"$file\" || status=$? ;;\n"
    "    esac\n"
    "    kill $keeper 2>/dev/null\n"
    "    wait $keeper\n"
    "    state \"$file\" >/dev/null\n"
    "    if why=$(keep 2>&1); then\n"
    "        rm -r \"$work\"\n"
    "    else\n"
    "        echo \"$why; what was measured is in $file on $SLURMD_NODENAME\"\n"
    "        status=1\n"
    "    fi\n"
    "    exit \"$status\"\n"
    "}\n"
    "\n"
    "is_in_queue() {\n"
    "    job=$(cat \"$spool/$task.job\" 2>/dev/null) &&\n"
    "        test -n \"$(squeue --noheader --array --states=PD,CF,R,S --jobs=\"$job\" "
    "2>/dev/null)\"\n"
    "}\n"
    "\n"
    "lacks() {\n"
    "    echo \"task $task: $1\"\n"
    "    status=3 incomplete=$((incomplete + 1))\n"
    "}\n"
    "\n"
    "merge() {\n"
    "    exec 3>&1 >\"$spool/merge.log\" 2>&1\n"
    "    status=1\n"
    "    trap 'echo \"$status\" >\"$spool/merge.status\"; cat \"$spool/merge.log\" >&3; rm -rf "
    "\"$work\"' EXIT\n"
    "    rm -f \"$spool/merge.status\"\n"
    "    work=$(mktemp -d \"${TMPDIR:-/tmp}/benchmat-XXXXXX\") || exit\n";

/* Where locks cannot be trusted, nobody changes an archive: so it is replaced by a new one. */
static const char copy_archive[] =
    "    into=$work/all.h5\n"
    "    test ! -e \"$archive\" || cp \"$archive\" \"$into\" || exit\n";

static const char merge[] =
    "    status=0 task=0 taken= incomplete=0\n"
    "    while test \"$task\" -lt \"$tasks\"; do\n"
    "        if is_in_queue; then\n"
    "            lacks \"it has not ended; merge again when it has\"\n"
    "        elif test ! -e \"$spool/$task.h5\"; then\n"
    "            lacks \"nothing was measured\"\n"
    "        elif ! bench-store merge -q \"$into\" \"$spool/$task.h5\"; then\n"
    "            lacks \"cannot be merged\"\n"
    "        else\n"
    "            taken=\"$taken $task\"\n"
    "            test \"$(state \"$spool/$task.h5\")\" = complete || lacks \"not all was "
    "measured\"\n"
    "        fi\n"
    "        task=$((task + 1))\n"
    "    done\n";

static const char replace_archive[] = "    if test -n \"$taken\"; then\n"
                                      "        cp \"$into\" \"$archive.new\" && mv "
                                      "\"$archive.new\" \"$archive\" || { status=1; exit; }\n"
                                      "    fi\n";

static const char end[] = "    for task in $taken; do : >\"$spool/$task.merged\"; done\n"
                          "    test \"$incomplete\" -lt 2 || echo \"$incomplete tasks are "
                          "incomplete; merge.log says why\"\n"
                          "    exit \"$status\"\n"
                          "}\n"
                          "\n"
                          "if test ! -d \"$spool\"; then\n"
                          "    echo \"$spool is not there; make it, where all nodes see it\" >&2\n"
                          "elif test \"${1:-measure}\" = merge; then\n"
                          "    merge\n"
                          "elif test -n \"$SLURM_ARRAY_TASK_ID\"; then\n"
                          "    measure\n"
                          "else\n"
                          "    echo \"submit this by sbatch, or, when its tasks have ended, run it "
                          "with the word merge\" >&2\n"
                          "fi\n"
                          "exit 1\n";

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
