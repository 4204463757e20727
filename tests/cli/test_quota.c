/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A CPU quota of a control group above our own, where one can be made. */
#include "tests/cli/shell.h"

/* Makes the groups "outer", with a tenth of a CPU, and "inner" in it, by whichever version has the
 * controller, and writes the path of inner to ./group. A turn on a CPU lasts longer than the
 * millisecond that there is in each period, so that it is used up however busy the machine is. */
static const char make_groups[] =
    "v1=$(sed -n 's/^[0-9]*:\\(.*,\\)\\{0,1\\}cpu\\(,[^:]*\\)\\{0,1\\}://p' /proc/self/cgroup)\n"
    "v2=$(sed -n 's/^0:://p' /proc/self/cgroup)\n"
    "for mount in /sys/fs/cgroup/cpu,cpuacct /sys/fs/cgroup/cpu; do\n"
    "    outer=$mount${v1%/}/benchmat-$$\n"
    "    mkdir -p $outer/inner 2>/dev/null && [ -e $outer/cpu.cfs_quota_us ] &&\n"
    "        echo 10000 >$outer/cpu.cfs_period_us && echo 1000 >$outer/cpu.cfs_quota_us &&\n"
    "        echo $outer/inner >group && exit\n"
    "    rmdir $outer/inner $outer 2>/dev/null\n"
    "done\n"
    "outer=/sys/fs/cgroup${v2%/}/benchmat-$$\n"
    "mkdir -p $outer/inner 2>/dev/null && echo '1000 10000' 2>/dev/null >$outer/cpu.max &&\n"
    "    echo $outer/inner >group && exit\n"
    "rmdir $outer/inner $outer 2>/dev/null\n"
    "exit 1\n";

static const char function[] =
    "#include <time.h>\n"
    "/* 10 ms of processor time. */\n"
    "double busy(double x) {\n"
    "    struct timespec now, end;\n"
    "    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);\n"
    "    end.tv_nsec += 10000000;\n"
    "    end.tv_sec += end.tv_nsec / 1000000000; end.tv_nsec %= 1000000000;\n"
    "    do clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);\n"
    "    while (now.tv_sec < end.tv_sec || (now.tv_sec == end.tv_sec && now.tv_nsec < "
    "end.tv_nsec));\n"
    "    return 2 * x; }\n";

static void write_text(const struct shell *shell, const char *name, const char *text) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", shell->directory, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static int begin(void **state) {
    int status = shell_begin(state);
    if (status)
        return status;
    struct shell *shell = *state;
    write_text(shell, "groups.sh", make_groups);
    write_text(shell, "busy.c", function);
    shell_run(shell, "sh groups.sh");
    return 0;
}

static int end(void **state) {
    shell_run(*state, "[ ! -e group ] || rmdir $(cat group) $(dirname $(cat group))");
    return shell_end(state);
}

#define IN_GROUP "sh -c 'echo $$ >$(cat group)/cgroup.procs; exec \"$@\"' - "

EACH_TEST(begin, end);

TEST(a_quota_that_was_used_up_is_told) {
    struct shell *shell = *state;
    shell_run(shell, "[ -e group ]");
    if (shell->status)
        skip_for("no control group can be made");
    shell_expect(shell, 4, IN_GROUP "bench-collect --check-system");
    assert_has(shell->out, "time of 0.1 CPUs, for 1 busy ones");
    shell_expect(shell, 0,
                 "cc -O1 -shared -fPIC -o busy.so busy.c && " IN_GROUP
                 "bench-collect ./busy.so --function 'double busy(double x)' --rounds 2 "
                 "--max-seeds 2 --stage-time 0.001 --no-control");
    assert_has(shell->err, "busy: a CPU quota was used up in ");
    assert_has(shell->err, "raise the CPU limit of the container or job");
    shell_expect(shell, 0, "bench-analyze results.h5 --verbose");
    assert_has(shell->out, "a CPU quota was used up in ");
    shell_expect(shell, 0, "bench-store show results.h5 1 | grep -q 'throttled_periods  *[1-9]'");
}
