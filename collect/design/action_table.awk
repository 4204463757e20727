# SPDX-License-Identifier: GPL-3.0-or-later
# action_table.awk FILE...: the tables of actions.h, in C: of the action_NAME that files of collect/actions/
# define, and of their NAME_idle. Actions are listed by topic, which a line above their definition says:
#
#     /* Topic: vectors. */
function fail(why) {
    printf "%s: %s\n", FILENAME, why >"/dev/stderr"
    failed = 1
    exit 1
}
BEGIN {
    topic_count = split("vectors, matrices and vectors, products of matrices, factorizations, eigenvalues, " \
        "transforms, sparse matrices, ceilings, sorting, threads, " \
        "distributed matrices, messages, the harness", topics, ", ")
    for (t = 1; t <= topic_count; t++)
        number_of[topics[t]] = t
}
FNR == 1 { topic = topic_count + 1 } # none: behind the others
/^\/\* Topic: .*\. \*\/$/ {
    words = substr($0, 11, length($0) - 14)
    if (!(words in number_of))
        fail("no topic is called " words)
    topic = number_of[words]
}
/^const struct bench_action action_[a-z0-9_]+ = / {
    sub(/^action_/, "", $4)
    names[topic] = names[topic] " " $4
}
/^const bench_function [a-z0-9_]+_idle\[\] = / {
    sub(/_idle\[\]$/, "", $3)
    idle[++idle_count] = $3
}
END {
    if (failed)
        exit 1
    for (t = 1; t <= topic_count + 1; t++)
        all = all names[t]
    action_count = split(all, actions, " ")
    print "#include \"collect/design/actions.h\"\n"
    for (i = 1; i <= action_count; i++)
        printf "extern const struct bench_action action_%s;\n", actions[i]
    for (i = 1; i <= idle_count; i++)
        printf "extern const bench_function %s_idle[];\n", idle[i]
    print "\nconst struct bench_action *const actions[] = {"
    for (i = 1; i <= action_count; i++)
        printf "    &action_%s,\n", actions[i]
    print "    0,\n};\n\nconst struct action_idle idle_actions[] = {"
    for (i = 1; i <= idle_count; i++)
        printf "    {\"%s\", %s_idle},\n", idle[i], idle[i]
    print "    {0},\n};"
}
