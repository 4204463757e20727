/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tests/setup.sh with package managers that are made up, in a PATH that has little else; what
 * packages ask for is what it installs. */
#include "tests/cli/shell.h"

/* In the scratch directory: bin/ with what the script calls, and `setup MANAGER GROUP...`. Of what
 * takes a build scdoc is missing, and pkg-config knows all modules but gsl and sqlite3. MANAGER
 * installs anything by the lists that it has, but scdoc; its commands go to the file log. $user is
 * who runs it. */
static const char machine[] =
    "user=0; here() { printf '#!/bin/sh\\n%s\\n' \"$2\" >bin/$1 && chmod +x bin/$1; }; "
    "mkdir bin && for p in sh awk grep env dirname cat; do ln -s \"$(command -v $p)\" bin; done && "
    "here id 'echo $user' && here cc : && here make : && "
    "here pkg-config 'case $* in *gsl|*sqlite3) exit 1;; esac' && "
    "here rpm 'exit 1' && "
    "answers='case \" $* \" in *\" scdoc \"*) exit 1;; *\" info -e \"*|*\" -Q \"*) exit 1;; "
    "*) echo \"${0##*/} $*\" | tee -a log;; esac' && ln -s \"$(command -v tee)\" bin && "
    "setup() { name=$1; shift; rm -f log; test $name = none || here $name \"$answers\"; "
    "test $name != apt-get || here apt-cache \"$answers\"; export user; "
    "PATH=$PWD/bin \"$root/tests/setup.sh\" \"$@\"; s=$?; rm -f bin/$name bin/apt-cache; return "
    "$s; }; ";

/* COMMAND, after that. */
static void machine_expect(struct shell *shell, int status, const char *command) {
    char line[4096];
    snprintf(line, sizeof line, "rm -rf bin && %s%s", machine, command);
    shell_expect(shell, status, line);
}

static int remember_root(void **state) {
    (void)state;
    char root[PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    assert_int_equal(setenv("root", root, 1), 0);
    return 0;
}

EACH_TEST(shell_begin, shell_end);
ALL_TESTS(remember_root, NULL);

TEST(each_manager_installs_what_is_missing) {
    static const struct {
        const char *program, *command;
    } managers[] = {
        {"apt-get",
         "apt-get install --no-install-recommends -q -y --no-remove -o DPkg::Lock::Timeout=300 "
         "-o Dpkg::Use-Pty=0 libgsl-dev libsqlite3-dev"},
        {"dnf", "dnf install --setopt=install_weak_deps=False -y gsl-devel sqlite-devel"},
        {"pacman", "pacman -S --needed --noconfirm gsl sqlite"},
        {"zypper", "zypper install --no-recommends -y gsl-devel sqlite3-devel"},
        {"apk", "apk add gsl-dev sqlite-dev"},
    };
    struct shell *shell = *state;
    for (size_t m = 0; m < sizeof managers / sizeof *managers; m++) {
        char command[512];
        snprintf(command, sizeof command, "setup %s build && tail -n 1 log | grep -Fx '%s'",
                 managers[m].program, managers[m].command);
        machine_expect(shell, 0, command);
        assert_has(shell->out, "this system offers no package for these; going on without them: "
                               "scdoc\n");
    }
}

TEST(what_a_manager_has_is_there) {
    machine_expect(*state, 0, "here rpm : && setup dnf build && test ! -e log");
    machine_expect(*state, 0, "here dpkg-query 'echo ii' && setup apt-get build && test ! -e log");
    machine_expect(*state, 0, "here dpkg-query 'echo rc' && setup apt-get build && test -s log");
}

TEST(nobody_is_asked_for_what_is_not_offered) {
    struct shell *shell = *state;
    machine_expect(shell, 0,
                   "here pkg-config : && user=1000 && setup dnf build && ! grep install log");
    assert_has(shell->out, "going on without them: scdoc\n");
    machine_expect(shell, 1, "answers='exit 1'; setup dnf build");
    assert_has(shell->err, "this system offers none of them; has it lists of packages? gsl-devel "
                           "sqlite-devel scdoc\n");
}

TEST(who_may_not_install_is_given_the_line) {
    struct shell *shell = *state;
    machine_expect(shell, 1, "user=1000; setup dnf build");
    assert_has(shell->err, "please have an administrator run:\n"
                           "dnf install --setopt=install_weak_deps=False gsl-devel sqlite-devel\n");
    machine_expect(shell, 1, "user=1000; setup zypper build");
    assert_has(shell->err, "\nzypper install --no-recommends gsl-devel sqlite3-devel\n");
}

TEST(without_a_manager_what_is_missing_is_listed) {
    struct shell *shell = *state;
    machine_expect(shell, 1, "setup none build");
    assert_string_equal(
        shell->err,
        "setup: there is none of apt-get, dnf, pacman, zypper and apk here; install what "
        "is missing: gsl (known to pkg-config), sqlite3 (known to pkg-config), scdoc\n");
    /* Programs of tests, which skip what lacks them. */
    machine_expect(shell, 0, "setup none rpm && setup none package");
    assert_has(shell->out, "install what is missing: rpmbuild\n");
    assert_has(shell->out, "install what is missing: dh, ");
    machine_expect(shell, 0, "here pkg-config : && here scdoc : && setup none build");
    assert_string_equal(shell->out, "");
}

TEST(what_is_unknown_is_refused) {
    struct shell *shell = *state;
    machine_expect(shell, 64, "setup none build demos");
    assert_has(shell->err, "no group is called \"demos\"\nusage: ");
    machine_expect(shell, 64, "setup none --names yum build");
    machine_expect(shell, 64, "setup none");
}

/* A row that lacks a column, or has one too many, would name packages of others. */
TEST(every_row_is_whole) {
    shell_expect(*state, 0,
                 "awk '!/^#/ && NF && NF != 7 { print; bad = 1 } END { exit bad }' "
                 "\"$root/tests/packages\"");
}

TEST(packages_ask_for_what_is_installed) {
    struct shell *shell = *state;
    /* Every Debian that builds packages has build-essential. */
    shell_expect(
        shell, 0,
        "sed -n '/^Build-Depends:/,/^[^B ]/{s/^Build-Depends://;s/^ *\\([^ ,]*\\).*/\\1/p}' "
        "\"$root/docs/packaging/debian/control\" | grep -v '^debhelper\\|^Standards' | sort >asked "
        "&& "
        "\"$root/tests/setup.sh\" --names apt build | grep -v '^build-essential$' | sort | "
        "diff asked -");
    shell_expect(
        shell, 0,
        "sed -n 's/^BuildRequires: *//p' \"$root/docs/packaging/benchmat.spec\" | sort >asked && "
        "\"$root/tests/setup.sh\" --names dnf build | sort | diff asked -");
}
