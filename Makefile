# make            build everything into build/
# make check      install what is missing, build, run every test that is quick
# make check-all  tests that take longer: sanitizers, fuzzers, other readers of our files
# make demo       install what is missing, build, measure real libraries, draw a chart
# make gallery    draw the pictures of docs/gallery.md, beside gnuplot's and matplotlib's
# make soak       those that take hours: faults, kills, hostile archives, other systems, simulations
# make tables     put what the simulations of make soak print now into the docs
# make bench      our speed beside that of comparable tools
# make install    PREFIX=/usr/local DESTDIR=
# make dist       the sources of the last commit as a tarball, with man pages
# make deb        install what is missing, build Debian packages of these
# make rpm        the same as RPM packages
# make lines      how many lines and functions each floor has
# make clean

PREFIX  ?= /usr/local
DESTDIR ?=
# Debian's zsh looks elsewhere for those of packages.
ZSH_COMPLETIONS = $(PREFIX)/share/zsh/site-functions
BUILD   ?= build
CC      ?= cc
CFLAGS  ?= -O3 -g
SANITIZE ?=
# make Q= shows the commands.
Q       ?= @

WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla
# A small stack (ulimit -s) is no crash. Tests may be larger, and sanitizers make frames so.
FRAMES = $(if $(SANITIZE),,-Wframe-larger-than=16384)
PKG_CONFIG ?= pkg-config
pc_flags = $(shell $(PKG_CONFIG) --cflags $(1) 2>/dev/null)
pc_libs  = $(shell $(PKG_CONFIG) --libs $(1) 2>/dev/null)

# Of the latest tag v1.2.3, and +N.gHASH for N commits since; a tarball has it in a file. Without either it is
# that of the latest release in CHANGELOG.
VERSION := $(or $(shell cat VERSION 2>/dev/null || \
    git describe --tags --match 'v[0-9]*' 2>/dev/null | sed 's/^v//; s/-\([0-9]*\)-g/+\1.g/'), \
    $(shell sed -n 's/^\#\# \([0-9][0-9.]*\).*/\1/p; /^\#\# [0-9]/q' CHANGELOG))
SANITIZERS = $(if $(SANITIZE),$(addprefix -fsanitize=,$(SANITIZE)) -fno-sanitize-recover=all)
# Tests try less where sanitizers make them slow.
override CPPFLAGS += $(if $(findstring address,$(SANITIZE)),-DADDRESS_SANITIZER)
# HDF5 is called as of version 1.10, whichever is there.
override CPPFLAGS += -D_GNU_SOURCE -DH5_USE_110_API -I. -MMD -MP
override CFLAGS   += -std=c11 $(WARNINGS) $(if $(WERROR),-Werror) $(SANITIZERS)
override LDFLAGS  += $(SANITIZERS)

# Each floor is one static library of all its rooms; what a floor's code may name, only it is given.
PC_formats = json-c zlib libdeflate nettle sqlite3 $(ZSTD_MODULE)
PC_store   = $(HDF5_MODULE) libdeflate nettle libseccomp json-c
PC_analyze = gsl json-c
PC_plot    = pangocairo fontconfig libpng
PC_collect = hwloc
# HDF5 2 has a module hdf5_hl; before, pkg-config knows hdf5 alone, on Fedora neither.
HDF5_MODULE := $(shell $(PKG_CONFIG) --exists hdf5 2>/dev/null && echo hdf5)
# Files that zstd has compressed are read where its library is.
ZSTD_MODULE := $(shell $(PKG_CONFIG) --exists libzstd 2>/dev/null && echo libzstd)
EXTRA_store = $(or $(call pc_libs,hdf5_hl),-lhdf5_hl $(if $(HDF5_MODULE),,-lhdf5))
DIRS = formats store analyze plot collect
# Asked for here, once, and not in the rules, of which every room of tests has its own.
$(foreach d,$(DIRS),$(eval LINKED_$(d) := $(call pc_libs,$(PC_$(d))) $(EXTRA_$(d))))
LINKED_cmocka := $(call pc_libs,cmocka)
# glibc has argp in it; for musl, Macs and the BSDs it is a library of its own, argp-standalone.
ARGP := $(shell echo 'int argp_parse(void); int main(void) { return argp_parse(); }' | \
    $(CC) -x c -o /dev/null - 2>/dev/null || echo -largp)
# Only what is needed: GSL would bring a CBLAS of its own into tests that load libraries.
libs_of = -Wl,--as-needed $(foreach d,$(1),$(LINKED_$(d))) $(ARGP) -ldl -lm

# The shared HDF5 of Debian brings twenty libraries that nobody here calls, such as those of Kerberos:
# to load them is what takes longest in a short command. So programs have HDF5 in them where that can
# be linked; `make HDF5=shared` leaves it outside.
HDF5 = static
# That of Debian 13 calls curl and OpenSSL for files in S3, which store/hdf5/driver.c puts an end to.
hdf5_names  = $(or $(filter -lhdf5%,$(call pc_libs,hdf5_hl hdf5)),-lhdf5_hl -lhdf5)
hdf5_inside = -Wl,-Bstatic $(hdf5_names) -Wl,-Bdynamic -lsz -lz -ldl -lm
hdf5_can_be_inside = $(shell echo 'long H5FD_ros3_init(void) { return -1; } int H5open(void); int main(void) { return H5open(); }' | \
    $(CC) -x c -o /dev/null - -x none $(filter -L%,$(call pc_libs,hdf5)) $(hdf5_inside) 2>/dev/null && echo yes)
program_libs = $(if $(and $(filter static,$(HDF5)),$(hdf5_can_be_inside)),\
    $(filter-out -lhdf5%,$(libs_of)) $(hdf5_inside),$(libs_of))

# Command lines, the worker, the built-in library and the sets are linked by themselves.
sources = $(filter-out $(addprefix $(1)/,cli/% worker/% timing/% devices/% builtin/% sets/%),$(wildcard $(1)/*/*.c))
$(foreach d,$(DIRS),$(eval SRC_$(d) := $(call sources,$(d))))
SRC_worker := $(filter-out %/main.c,$(wildcard collect/worker/*.c collect/timing/*.c collect/devices/*.c))
command_sources = $(filter-out %/main.c,$(wildcard $(1)/cli/*.c))
object = $(patsubst %.c,$(BUILD)/obj/%.o,$(1))

# collect/action.h passes integers as a little-endian machine does, and the worker looks at how glibc has
# loaded a library; elsewhere what reads, analyses and draws is built, tested and installed, and the
# collector is not.
NO_COLLECTOR := $(shell $(CC) -dM -E -include stdlib.h -x c /dev/null 2>/dev/null | \
    awk '/BYTE_ORDER__ __ORDER_BIG/ { other = 1 } / __GLIBC__ / { glibc = 1 } END { if (NR && (other || !glibc)) print "yes" }')
# $(call of_collector,WORDS): none where there is no collector.
of_collector = $(if $(NO_COLLECTOR),,$(1))

BIN     = $(BUILD)/bin
LIBEXEC = $(BUILD)/libexec/benchmat
PROGRAMS = $(call of_collector,$(BIN)/bench-collect) $(BIN)/bench-store $(BIN)/bench-analyze $(BIN)/bench-plot
HELPERS  = $(call of_collector,$(LIBEXEC)/bench-worker $(LIBEXEC)/bench-empty $(LIBEXEC)/builtin.so)
# Sets that many threads use, for the action concurrent_set: a shared object each.
SETS     = $(call of_collector,$(patsubst collect/sets/%.c,$(LIBEXEC)/sets/lib%.so,$(wildcard collect/sets/*.c)))
# What programs in other languages use: one file each.
SHARE    = $(BUILD)/share/benchmat
LANGUAGES = $(call of_collector,$(wildcard collect/languages/*))
# Java finds no source of another class, so this one is compiled where there is a compiler.
HELPER_CLASS = $(call of_collector,$(if $(shell command -v javac),$(SHARE)/Benchmat.class))
MANUALS  = $(patsubst docs/man/%.scd,$(BUILD)/man/%,$(filter-out $(if $(NO_COLLECTOR),docs/man/bench-collect%),$(wildcard docs/man/*.scd)))

all: $(PROGRAMS) $(HELPERS) $(SETS) $(LANGUAGES:collect/languages/%=$(SHARE)/%) $(HELPER_CLASS) $(MANUALS)
	$(if $(NO_COLLECTOR),@echo 'benchmat: the collector is left out: it measures on little-endian machines with glibc only')

$(foreach d,$(DIRS),$(eval $(BUILD)/obj/$(d)/%.o $(BUILD)/obj/tests/$(d)/%.o: override CPPFLAGS += $(call pc_flags,$(PC_$(d)))))
$(foreach d,bench soak fuzz,$(eval $(BUILD)/obj/tests/$(d)/%.o: override CPPFLAGS += $(call pc_flags,$(PC_store))))
$(foreach d,$(DIRS) worker,$(eval $(BUILD)/lib$(d).a: $(call object,$(SRC_$(d)))))
$(foreach d,$(DIRS),$(eval $(BUILD)/libcmd_$(d).a: $(call object,$(call command_sources,$(d)))))

# Before cmocka 2 it had another name.
$(eval $(foreach d,$(DIRS) cli,$(BUILD)/obj/tests/$(d)/%.o): override CPPFLAGS += $(if $(shell $(PKG_CONFIG) --exists 'cmocka < 2' 2>/dev/null && echo yes),-Dassert_uint_in_range=assert_in_range))
# A test's own code is soon compiled; what it tests is compiled as users have it.
$(foreach d,$(DIRS) cli,$(eval $(BUILD)/obj/tests/$(d)/%.o: override CFLAGS += $(if $(findstring -O,$(CFLAGS)),-O0)))
# Only what says the version is compiled again when it changes.
VERSIONED := $(call object,$(shell grep -rlE 'BENCHMAT_VERSION|OUTPUT_CREATOR' --include='*.c' $(DIRS) tests/collect))
$(VERSIONED): override CPPFLAGS += -DBENCHMAT_VERSION='"$(VERSION)"'
$(VERSIONED): $(BUILD)/version
$(BUILD)/version: FORCE
	@mkdir -p $(@D); echo '$(VERSION)' | cmp -s - $@ || echo '$(VERSION)' >$@
FORCE:
$(BUILD)/obj/formats/files/compressed.o: override CPPFLAGS += $(if $(ZSTD_MODULE),-DHAVE_ZSTD)
$(BUILD)/obj/collect/machine/environment.o: override CPPFLAGS += -DBENCHMAT_CFLAGS='"$(strip $(CFLAGS))"'

$(foreach d,$(DIRS),$(eval $(BUILD)/obj/$(d)/%.o: override CFLAGS += $(FRAMES)))

# Before anything is compiled: what this system lacks is told once.
HEADERS = hdf5.h json-c/json.h zlib.h libdeflate.h sqlite3.h nettle/sha2.h seccomp.h gsl/gsl_math.h pango/pangocairo.h fontconfig/fontconfig.h png.h $(call of_collector,hwloc.h)
$(BUILD)/headers:
	@mkdir -p $(@D)
	@printf '#include <%s>\n' $(HEADERS) | $(CC) $(CPPFLAGS) $(call pc_flags,$(foreach d,$(DIRS),$(PC_$(d)))) -MF /dev/null -x c -E - >/dev/null && touch $@ || \
	    { echo 'benchmat: it takes packages to compile that are not here; `tests/setup.sh build` installs them' >&2; exit 1; }
$(BUILD)/obj/%.o: %.c | $(BUILD)/headers
	@mkdir -p $(@D); echo "  CC    $@"
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -c $< -o $@

# A file that a program writes as it is, or into a page, becomes an array of its lines.
TEXTS = plot/report/report.css plot/report/report.js collect/campaign/campaign.sh
$(BUILD)/libplot.a: $(patsubst %,$(BUILD)/obj/%.o,$(filter plot/%,$(TEXTS)))
$(BUILD)/libcollect.a: $(patsubst %,$(BUILD)/obj/%.o,$(filter collect/%,$(TEXTS)))
$(TEXTS:%=$(BUILD)/obj/%.c): $(BUILD)/obj/%.c: %
	@mkdir -p $(@D)
	$(Q)(echo 'extern const char *const $(subst .,_,$(notdir $<))[];'; \
	    echo 'const char *const $(subst .,_,$(notdir $<))[] = {'; \
	    sed 's/[\\"]/\\&/g; s/.*/"&\\n",/' $<; echo '0};') >$@
$(TEXTS:%=$(BUILD)/obj/%.o): $(BUILD)/obj/%.o: $(BUILD)/obj/%.c
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -c $< -o $@

# The table of actions is that of the files there are.
ACTION_TABLE = $(BUILD)/obj/collect/design/action_table
$(BUILD)/libcollect.a: $(ACTION_TABLE).o
$(ACTION_TABLE).c: FORCE
	@mkdir -p $(@D); awk -f collect/design/action_table.awk $(sort $(wildcard collect/actions/*.c)) >$@.new && \
	    { cmp -s $@.new $@ && rm $@.new || mv $@.new $@; }
$(ACTION_TABLE).o: $(ACTION_TABLE).c
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -c $< -o $@

$(BUILD)/lib%.a:
	@rm -f $@; echo "  AR    $@"
	$(Q)$(AR) qcs $@ $^

link = @mkdir -p $(@D); echo "  LINK  $@"; $(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

USES_collect = collect store analyze formats
USES_store   = store formats
USES_analyze = analyze store formats
USES_plot    = plot analyze store formats
commands = $(call object,$(call command_sources,$(1)))
define program_rules
$(2)/bench-$(1): LDLIBS = $$(call $(3),$(USES_$(1)))
$(2)/bench-$(1): $(call object,$(1)/cli/main.c) $(call commands,$(1)) $(patsubst %,$(BUILD)/lib%.a,$(USES_$(1)))
	$$(link)
endef
$(foreach p,collect store analyze plot,$(eval $(call program_rules,$(p),$(BIN),program_libs)))

# For tests: the collector with moments that a test can name. Its helpers are those of the other.
FAILPOINTS = $(call of_collector,$(BUILD)/failpoints/bin/bench-collect)
$(eval $(call program_rules,collect,$(BUILD)/failpoints/bin,program_libs))
$(BUILD)/failpoints/bin/bench-collect: $(BUILD)/obj/tests/failpoints.o | $(BUILD)/failpoints/libexec $(BUILD)/failpoints/share $(filter-out $(FAILPOINTS),$(PROGRAMS:$(BIN)/%=$(BUILD)/failpoints/bin/%))
$(BUILD)/failpoints/bin/bench-collect: override LDFLAGS += $(addprefix -Xlinker --wrap=,plan_make settings_limit live_chart_is_due $(addprefix archive_run_,begin resume add defer))
$(BUILD)/failpoints/libexec $(BUILD)/failpoints/share:
	@mkdir -p $(@D); ln -sfn ../$(@F) $@
$(BUILD)/failpoints/bin/%:
	@mkdir -p $(@D); ln -sfn ../../bin/$* $@

# The worker's xerbla_ takes the place of the libraries' own; no other name of its does.
# A plug-in that calls libm and was linked without it finds it here. Nettle is in it, so that a
# library that is measured has another; Fedora and Arch have the shared one alone.
NETTLE = $(if $(shell echo 'int main(void) { return 0; }' | \
    $(CC) -x c -o /dev/null - -l:libnettle.a 2>/dev/null && echo yes),-l:libnettle.a,-lnettle)
$(LIBEXEC)/bench-worker: LDLIBS = -Wl,--export-dynamic-symbol=xerbla_ -ldl $(NETTLE) -Wl,--no-as-needed -lm
$(LIBEXEC)/bench-worker: $(BUILD)/obj/collect/worker/main.o $(BUILD)/libworker.a $(BUILD)/libcollect.a $(BUILD)/libformats.a
	$(link)
# Without sanitizers, which cannot be linked statically. Dynamically where the C library is shared
# alone, as on Fedora without glibc-static.
$(LIBEXEC)/bench-empty: collect/builtin/empty.c
	@mkdir -p $(@D); echo "  LINK  $@"
	$(Q)$(CC) -O2 -static -s -o $@ $< 2>/dev/null || $(CC) -O2 -s -o $@ $<
$(LIBEXEC)/builtin.so: LDLIBS = -lm
$(LIBEXEC)/builtin.so: override CFLAGS += -fPIC
$(LIBEXEC)/builtin.so: override LDFLAGS += -shared
$(LIBEXEC)/builtin.so: $(BUILD)/obj/collect/builtin/builtin.o
	$(link)

# Their threads keep what is their own in variables of the object, which so stays loaded.
$(LIBEXEC)/sets/lib%.so: LDLIBS = -lpthread
$(LIBEXEC)/sets/lib%.so: override CFLAGS += -fPIC
$(LIBEXEC)/sets/lib%.so: override LDFLAGS += -shared -Wl,-z,nodelete
$(LIBEXEC)/sets/lib%.so: $(BUILD)/obj/collect/sets/%.o
	$(link)

$(SHARE)/%: collect/languages/%
	@mkdir -p $(@D)
	$(Q)install -m 644 $< $@

$(SHARE)/Benchmat.class: collect/languages/Benchmat.java
	@mkdir -p $(@D)
	@$(if $(Q),echo '  JAVAC $@')
	$(Q)javac --release 17 -d $(@D) $< || echo 'Java programs need JDK 17; the rest is built'

-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)

# --- tests: one program per room of tests/, which runs its tests/<room>/test_<module>.c by name -----
ALL_TESTS := $(filter-out $(if $(NO_COLLECTOR),tests/collect/% tests/cli/% tests/store/cli/% tests/store/archive/test_killed.c),\
    $(wildcard tests/*/test_*.c tests/*/*/test_*.c))
# They take over a second, or ask programs such as Octave: `make check` leaves them to `make check-all`.
SLOW := $(filter-out tests/cli/test_readme.c tests/cli/test_setup.c,$(wildcard tests/cli/test_*.c)) $(wildcard tests/*/*/test_*against_*.c) $(foreach t,\
    store/archive/choose_stream store/archive/archive_survey store/archive/archive_append \
    store/archive/killed store/archive/readers store/archive/archive store/archive/window \
    store/archive/collectors store/archive/archive_ask store/schema/head store/schema/cell \
    store/schema/reader_flipped store/sandbox/sandbox store/update/update store/update/transaction \
    store/tools/merge store/tools/repack store/tools/salvage store/tools/verify \
    store/cli/commands_after_a_crash store/cli/two_users collect/actions/actions_blas \
    collect/actions/actions_lapack collect/actions/actions_lapack_spoiled \
    collect/actions/actions_fft collect/actions/scalapack_ranks collect/actions/scalapack_one_rank collect/actions/action collect/session/session \
    collect/session/session_plugins collect/session/trials collect/session/preloaded collect/timing/team \
    collect/session/resumption collect/session/job_plan \
    collect/session/job_prepare_sizes collect/campaign/script collect/planning/plan collect/processes/process collect/processes/process_patience collect/processes/escapes collect/session/session_calibrate \
    collect/processes/worker_pool collect/worker/plugin collect/worker/runtime collect/worker/serve collect/timing/sample_hooks \
    collect/worker/bind collect/worker/identify collect/worker/proof collect/measuring/measure \
    collect/devices/device_library collect/devices/device_kernel \
    collect/design/actions collect/sets/sets_stress collect/libraries/library_links plot/output/drawing plot/output/output \
    plot/charts/layout_texts plot/output/output_svg_text collect/devices/opencl \
    analyze/inference/coverage analyze/inference/hypothesis analyze/aggregate/warnings formats/mat_runs/mat_readers \
    formats/foreign/google_benchmark,tests/$(dir $(t))test_$(notdir $(t)).c)
# Their subject is time on this machine, they need a cluster, or they take minutes and find what other
# tests find too: `make soak` runs them, one after the other.
SOAKED = $(addprefix tests/,\
    cli/test_docs.c \
    cli/test_collectives.c \
    cli/test_report_speed.c \
    analyze/history/test_many_alarms_against_numpy.c \
    analyze/complexity/test_growth_against_scipy.c \
    analyze/complexity/test_many_growths_against_scipy.c \
    analyze/complexity/test_many_thread_laws_against_scipy.c \
    store/schema/test_head_flipped.c \
    cli/test_function_overhead.c \
    cli/test_command_times.c \
    cli/test_budget.c \
    cli/test_slurm.c \
    cli/test_quota.c \
    cli/test_growth_archives.c \
    collect/campaign/test_queue_failures.c \
    collect/sets/test_sets_stress.c \
    cli/test_languages_in_full.c \
    cli/test_device_seconds.c \
    collect/actions/test_scalapack_ranks.c \
    collect/timing/test_accuracy.c \
    collect/measuring/test_known_speed.c \
    collect/session/test_overhead.c \
    )
# Of other files it is some tests, SOAK_TEST: those of tests/a/test_b.c are called tests/a/test_b.soak.c here.
PARTLY_SOAKED := $(patsubst %.c,%.soak.c,$(shell grep -l '^SOAK_TEST' $(ALL_TESTS)))
ONLY_SOAKED   := $(shell grep -L '^TEST' $(PARTLY_SOAKED:.soak.c=.c))
SLOW += $(SOAKED)
# These take longest: begun first, so that no CPU waits for them at the end.
LONG = $(filter tests/cli/test_languages.c tests/cli/test_devices.c tests/cli/test_ranks.c %/test_choose_stream.c %/test_resume.c %/test_archive_survey.c %/test_actions_blas.c \
    tests/cli/test_collect.c %/test_report.c %/test_full_disk.c %/test_transaction.c tests/cli/test_store.c,$(TESTED))
TESTED = $(ALL_TESTS)
TESTS = $(call runs,$(LONG) $(filter-out $(LONG),$(TESTED)))
runs = $(patsubst tests/%.c,$(BUILD)$(2)/tests/%.run,$(1))
# What reads bytes of others needs none of the programs.
READERS   = $(addprefix tests/,formats store/native store/schema)
is_reader = $(filter $(addsuffix /%,$(READERS)),$(1))
TEST_ROOMS := $(patsubst %/,%,$(sort $(dir $(ALL_TESTS))))
LIBS_formats = formats
LIBS_store   = store formats
LIBS_analyze = analyze store formats
LIBS_plot    = plot analyze store formats
LIBS_collect = worker collect store analyze formats
LIBS_cli     = formats
LIBS_bench   = worker collect store analyze formats
LIBS_soak    = store analyze formats
LIBS_fuzz    = store formats
# A floor's rooms may use its command line and those below it.
below = $(foreach f,$(LIBS_$(1)),$(if $(filter store analyze plot collect,$(f)),$(BUILD)/libcmd_$(f).a) $(BUILD)/lib$(f).a)
floor_of = $(word 2,$(subst /, ,$(1)))
# Tests of the collector can set its clocks, and hurry those that hang.
WRAPS_collect = tests/collect/clocks.c tests/collect/limits.c
$(BUILD)/tests/collect/%/tests: override LDFLAGS += $(addprefix -Xlinker --wrap=,clock_now wall_clock_now clock_gettime clock_nanosleep process_ask process_end child_end poll)
$(BUILD)/tests/collect/harness/tests: override LDFLAGS += $(addprefix -Xlinker --wrap=,clock_getres)
# The tests of a room are one program: tests/room.c runs those of the file that it is given.
define room_rules
$(BUILD)/$(1)/tests: LDLIBS = $(call libs_of,$(LIBS_$(call floor_of,$(1)))) $(LINKED_cmocka)
$(BUILD)/$(1)/tests: $(BUILD)/obj/tests/room.o $(call object,$(filter $(1)/test_%,$(ALL_TESTS))) $(call object,$(WRAPS_$(call floor_of,$(1)))) $(call below,$(call floor_of,$(1)))
	$$(link)
$(patsubst %.c,$(BUILD)/%.run,$(filter $(1)/test_%,$(ALL_TESTS) $(PARTLY_SOAKED))): $(BUILD)/$(1)/tests $(if $(call is_reader,$(1)/),,all $(FAILPOINTS))
	@BENCHMAT_BUILD=$(BUILD) FONTCONFIG_FILE=$$(abspath $$(FONTS)) \
	    LSAN_OPTIONS=suppressions=$(CURDIR)/tests/leaks.supp:print_suppressions=0 \
	    tests/run.sh $$(@:.run=.log) $(EMULATOR) $$< $$(patsubst test_%.run,%,$$(@F))
endef
$(foreach r,$(TEST_ROOMS),$(eval $(call room_rules,$(r))))
$(BUILD)/tests/collect/processes/tests: override LDFLAGS += $(addprefix -Xlinker --wrap=,nanosleep send)
define test_rules
$(BUILD)/tests/$(1)/%: LDLIBS = $(call libs_of,$(LIBS_$(1))) $(LINKED_cmocka)
$(BUILD)/tests/$(1)/%: $(BUILD)/obj/tests/$(1)/%.o $(call below,$(1))
	$$(link)
endef
$(foreach d,bench soak fuzz,$(eval $(call test_rules,$(d))))
# This one asks pango what letters cover.
$(BUILD)/tests/soak/layouts: LDLIBS += $(call pc_libs,pangocairo)
$(BUILD)/obj/tests/soak/layouts.o: override CPPFLAGS += $(call pc_flags,pangocairo)
# There another may take the place of the process that reads archives.
$(BUILD)/tests/store/archive/tests: override LDFLAGS += $(addprefix -Xlinker --wrap=sandbox_,start send receive ask distrust end)
# There the test has the clock, and makes up a second rank.
$(BUILD)/tests/collect/mpi/tests: override LDFLAGS += $(addprefix -Xlinker --wrap=,collective_largest)

# Tests draw with one family of fonts, whatever else the machine has: others have other widths, and
# cairo 1.16 loses 128 KiB for each CFF font such as Noto Sans CJK that it puts into a PDF or EPS.
# `make test FONTS=/etc/fonts/fonts.conf` draws with what is there.
FONTS = tests/fonts.conf

test: $(TESTS)
TESTED_ROOMS = $(patsubst %/,%,$(sort $(dir $(TESTED))))
# What takes them to run, first, so that a mistake in the sources is told once and not by each test.
test_programs: $(if $(filter-out $(call is_reader,$(TESTED)),$(TESTED)),all $(FAILPOINTS)) $(TESTED_ROOMS:%=$(BUILD)/%/tests)

# On all CPUs; what they print stays together. Of tests one more at a time: many wait.
SUBMAKE = $(MAKE) --no-print-directory --output-sync=target -j$(shell nproc)

# --- everything a fresh machine needs first; the flags are asked for anew once it is there ---------
setup-%:
	@tests/setup.sh $(subst -, ,$*)

SANITIZED = WERROR=1 BUILD=$(BUILD)-sanitize CC=clang CFLAGS="-O1 -gline-tables-only" SANITIZE="address undefined"
# Simulations, and what compiles or measures at length, find nothing more there; MPIs and drivers of
# OpenCL leave memory behind.
NOT_SANITIZED = $(addprefix tests/,cli/test_readme.c cli/test_docs.c cli/test_manual.c cli/test_install.c cli/test_other_languages.c cli/test_languages.c cli/test_tutorial.c cli/test_devices.c cli/test_messages.c cli/test_ranks.c cli/test_growth.c cli/test_growth_archives.c collect/actions/test_action.c \
    collect/actions/test_scalapack_one_rank.c collect/devices/test_opencl.c collect/devices/test_device_kernel.c \
    collect/actions/test_actions_lapack_spoiled.c analyze/inference/test_coverage.c analyze/inference/test_against_scipy.c)

QUICK = $(filter-out $(SLOW) $(ONLY_SOAKED),$(ALL_TESTS))
REST = $(filter-out $(SOAKED) $(ONLY_SOAKED),$(SLOW))
# Sanitizers over what needs the programs, which finds less, are for `make soak`.
REST_SANITIZED = $(filter-out $(NOT_SANITIZED) $(SOAKED) $(ONLY_SOAKED),$(call is_reader,$(ALL_TESTS)))
SOAKED_SANITIZED = $(filter-out $(NOT_SANITIZED) $(REST_SANITIZED) $(SOAKED) $(ONLY_SOAKED),$(ALL_TESTS)) $(filter tests/store/% tests/analyze/%,$(SOAKED)) \
    $(filter-out $(NOT_SANITIZED:.c=.soak.c),$(PARTLY_SOAKED))

# All are run, also where one fails; tests/summary.sh tells which did, and how many were skipped.
# $(call run_stage,NAME,TESTS,SANITIZED,COMMANDS,LACKS,JOBS)
TEST_JOBS = $(shell expr $$(nproc) + 1)
define run_stage
	@rm -f $(call logs,$(2),$(3),$(4))
	@$(SUBMAKE) WERROR=1 test_programs TESTED="$(2)"
	$(if $(3),@$(SUBMAKE) $(SANITIZED) test_programs TESTED="$(3)")
	@$(SUBMAKE) -k -j$(6) WERROR=1 $(4) test TESTED="$(2)"; $(if $(3),$(SUBMAKE) -k -j$(6) $(SANITIZED) test TESTED="$(3)";) \
	    tests/summary.sh "$(1)" "$(5)" $(call logs,$(2),$(3),$(4))
endef
logs = $(patsubst %.run,%.log,$(call runs,$(1)) $(call runs,$(2),-sanitize) $(3))

# A test that is skipped for another reason than these fails check-all: nobody shall believe that it ran.
# Machines of CI have no counters, and the compilers of Go and Rust are large; sanitizers take memory
# without a limit, and set one of their own.
LACKS = nobody count|no control group can be made|(go|rustc) is not installed|[Ss]anitizer|a limit of its own|no new [A-Za-z0-9 ]* can be had here$(if $(filter 1,$(shell nproc)),|one CPU)

CLANG_FORMAT = $(firstword $(foreach f,clang-format-14 clang-format,\
    $(if $(findstring version 14.,$(shell $(f) --version 2>/dev/null)),$(f))))
check: setup-build-check
	@tests/layers.sh
	@$(if $(CLANG_FORMAT),$(CLANG_FORMAT) --dry-run -Werror $$(find $(DIRS) tests docs -name '*.[ch]'),\
	    echo 'formatting is not checked: it is that of clang-format 14, which is not here')
	$(call run_stage,check,$(QUICK),,,.,$(TEST_JOBS))

# For tests/machine.sh: what runs on a machine that EMULATOR makes up. There no program starts another of
# that machine; the emulator neither filters system calls nor limits memory.
EMULATED = $(filter-out $(SOAKED) $(ONLY_SOAKED) tests/store/cli/% tests/store/archive/test_killed.c,$(filter $(addprefix tests/,formats/% store/% analyze/% \
    collect/functions/% collect/actions/test_actions_memory.c collect/actions/test_builtin.c),$(ALL_TESTS) $(PARTLY_SOAKED)))
check-machine:
	$(call run_stage,$(MACHINE),$(EMULATED),,,no filter of system calls|memory has no limit|netlib's BLAS is not installed,$(TEST_JOBS))

check-all: setup-build-check-oracles
	$(call run_stage,check-all,$(REST),$(REST_SANITIZED),$(COMMANDS),$(LACKS),$(TEST_JOBS))

demo: setup-build-demo
	@$(SUBMAKE) all
	@docs/demo.sh $(BIN) $(BUILD)/demo

gallery: setup-build-demo-bench
	@$(SUBMAKE) all
	@docs/gallery.sh $(BIN) $(BUILD)/demo docs/gallery

# Long: every fault of a disk at every operation, a thousand kills, ten minutes of hostile HDF5 files,
# which are read by the programs as they are, by sanitized ones, and by each reader under libFuzzer;
# and ten minutes of hostile files of each other format.
SOAKS = $(patsubst tests/soak/%.c,$(BUILD)/tests/soak/%,$(wildcard tests/soak/*.c))
FUZZ  = $(addprefix $(BUILD)/tests/fuzz/,mutate liar seeds trusting.so bin/bench-analyze)
COMMANDS = $(addprefix $(BUILD)/tests/,tarball.run additions.run fuzz.run)
SOAKED_COMMANDS = $(addprefix $(BUILD)/tests/,valgrind.run musl.run)
# Without what debuggers want.
$(BUILD)/tests/debian13.run:
	@tests/run.sh $(@:.run=.log) tests/debian.sh $(BUILD) trixie CFLAGS=-O2
OTHER_SYSTEMS = $(addprefix $(BUILD)/tests/,debian13.run package.run sid.run clang19.run s390x.run arm64.run fresh-bookworm.run fresh-trixie.run fresh-sid.run)
$(BUILD)/tests/sid.run:
	@tests/run.sh $(@:.run=.log) tests/debian.sh $(BUILD) sid
$(BUILD)/tests/clang19.run:
	@tests/run.sh $(@:.run=.log) tests/debian.sh $(BUILD) trixie CC=clang BUILD=/build-clang
# What lintian asks for in sid is of that day.
$(BUILD)/tests/fresh-sid.run: PARTS = readme
$(BUILD)/tests/fresh-%.run:
	@tests/run.sh $(@:.run=.log) tests/fresh.sh $(BUILD) $* $(PARTS)
$(BUILD)/tests/s390x.run $(BUILD)/tests/arm64.run:
	@tests/run.sh $(@:.run=.log) tests/machine.sh $(BUILD) $(basename $(@F))
$(BUILD)/tests/tarball.run $(BUILD)/tests/additions.run $(BUILD)/tests/package.run:
	@tests/run.sh $(@:.run=.log) tests/$(basename $(@F)).sh $(BUILD)
$(BUILD)/tests/fuzz.run: all $(FUZZ)
	@tests/run.sh $(@:.run=.log) tests/fuzz/run.sh $(BUILD) 50x
$(BUILD)/tests/valgrind.run: all $(TEST_ROOMS:%=$(BUILD)/%/tests)
	@tests/run.sh $(@:.run=.log) tests/valgrind.sh $(BUILD)
$(BUILD)/tests/musl.run:
	@tests/run.sh $(@:.run=.log) tests/musl.sh $(BUILD)/tests/musl -std=c11 $(WARNINGS) -Werror -DH5_USE_110_API \
	    $(call pc_flags,$(foreach d,formats store analyze plot,$(PC_$(d))))

# With HDF5 outside, where trusting.so can take the place of a function of it.
$(eval $(call program_rules,analyze,$(BUILD)/tests/fuzz/bin,libs_of))
$(BUILD)/tests/fuzz/trusting.so: override CFLAGS += -fPIC
$(BUILD)/tests/fuzz/trusting.so: override LDFLAGS += -shared
$(BUILD)/tests/fuzz/trusting.so: $(BUILD)/obj/tests/fuzz/trusting.o
	$(link)
# What both targets that read HDF5 have, before our libraries: trusting.o takes the place of a function
# of theirs.
READERS_OF_HDF5 = $(addprefix $(BUILD)/tests/fuzz/,reader mat73)
SHARED_BY_THEM  = $(addprefix $(BUILD)/obj/tests/fuzz/,trusting.o mutator.o)
$(READERS_OF_HDF5): override LDFLAGS += -fsanitize=fuzzer $(SHARED_BY_THEM)
$(READERS_OF_HDF5): | $(SHARED_BY_THEM)
$(BUILD)/tests/fuzz/foreign: override LDFLAGS += -fsanitize=fuzzer
# There a child says other things than it was to say.
$(BUILD)/tests/fuzz/liar: override LDFLAGS += $(addprefix -Xlinker --wrap=,message_send sandbox_limits mmap)
soak: setup-build-check-oracles-package-qemu
	@$(SUBMAKE) all $(SOAKS) $(FUZZ)
	$(call run_stage,soak,$(PARTLY_SOAKED),$(SOAKED_SANITIZED),$(SOAKED_COMMANDS),$(LACKS),$(TEST_JOBS))
	$(call run_stage,soak one by one,$(SOAKED),,$(OTHER_SYSTEMS),$(LACKS),1)
	@tests/valgrind.sh $(BUILD) store/archive/archive
	@$(SUBMAKE) $(SANITIZED) $(BUILD)-sanitize/tests/soak/flips && BENCHMAT_BUILD=$(BUILD)-sanitize $(BUILD)-sanitize/tests/soak/flips
	@for t in $(SOAKS); do BENCHMAT_BUILD=$(BUILD) FONTCONFIG_FILE=$(abspath $(FONTS)) $$t || exit 1; done
	@$(MAKE) --no-print-directory fuzz

tables: setup-build-check-oracles
	@$(SUBMAKE) $(SOAKS)
	@tests/soak/tables.sh $(BUILD) docs/*.md

FUZZ_SECONDS = 600
fuzz: all $(FUZZ)
	@$(SUBMAKE) BUILD=$(BUILD)-sanitize SANITIZE="address undefined" $(addprefix $(BUILD)-sanitize/tests/fuzz/,bin/bench-analyze liar)
	@$(SUBMAKE) BUILD=$(BUILD)-fuzzed CC=clang SANITIZE="fuzzer-no-link address undefined" $(addprefix $(BUILD)-fuzzed/tests/fuzz/,reader mat73 foreign)
	@tests/fuzz/run.sh $(BUILD) $(FUZZ_SECONDS) $(BUILD)-sanitize $(BUILD)-fuzzed
	@tests/fuzz/formats.sh $(BUILD)-fuzzed $(FUZZ_SECONDS)

bench: setup-build-demo-bench
	@$(SUBMAKE) all $(BENCHES)
	@tests/bench/run.sh $(BUILD)

BENCHES = $(patsubst tests/bench/%,$(BUILD)/tests/bench/%,$(basename $(wildcard tests/bench/*.c tests/bench/*.cc)))
$(BUILD)/tests/bench/append: LDLIBS += $(call pc_libs,sqlite3)
$(BUILD)/tests/bench/mat_files: LDLIBS += $(call pc_libs,matio)
$(BUILD)/obj/tests/bench/mat_files.o: override CPPFLAGS += $(call pc_flags,matio)

# A peer is measured as its users write it: in its own language.
$(BUILD)/tests/bench/%: tests/bench/%.cc
	@mkdir -p $(@D); echo "  CXX   $@"
	$(Q)$(CXX) -O2 -o $@ $< -lbenchmark -lpthread -ldl

# A page tells man first that it has tables, and on a terminal, which has no ends of pages, groff that a table need not
# fit before one. A tarball has the pages, which do where there is no scdoc.
SCDOC = $(shell command -v scdoc)
$(BUILD)/man/%: docs/man/%.scd
	@mkdir -p $(@D); echo "  MAN   $@"
	$(Q)$(if $(SCDOC),(printf '%s\n' "'\\\" t" '.if n .pl 10000v' && scdoc <$<) >$@,\
	    $(if $(wildcard docs/man/$*),cp docs/man/$* $@,\
	    $(error scdoc is not here; `tests/setup.sh build` installs it)))
manuals: $(MANUALS)

# What the collector needs besides its program and manual.
define install_collector
	install -d $(DESTDIR)$(PREFIX)/libexec/benchmat/sets $(addprefix $(DESTDIR)$(PREFIX)/,include/benchmat share/pkgconfig share/benchmat)
	install $(HELPERS) $(DESTDIR)$(PREFIX)/libexec/benchmat
	install $(SETS) $(DESTDIR)$(PREFIX)/libexec/benchmat/sets
	install -m 644 collect/action.h collect/set.h collect/action.f90 $(DESTDIR)$(PREFIX)/include/benchmat
	install -m 644 $(LANGUAGES) $(wildcard $(SHARE)/*.class) $(DESTDIR)$(PREFIX)/share/benchmat
	sed 's/@VERSION@/$(VERSION)/' collect/benchmat.pc.in >$(DESTDIR)$(PREFIX)/share/pkgconfig/benchmat.pc
endef

install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(addprefix $(DESTDIR)$(PREFIX)/share/man/man,1 7) \
	    $(addprefix $(DESTDIR)$(PREFIX)/share/doc/benchmat/docs/,gallery examples)
	install $(PROGRAMS) $(DESTDIR)$(PREFIX)/bin
	$(call of_collector,$(install_collector))
	install -m 644 $(filter %.1,$(MANUALS)) $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 644 $(filter %.7,$(MANUALS)) $(DESTDIR)$(PREFIX)/share/man/man7
	install -m 644 README.md LICENSE CHANGELOG $(DESTDIR)$(PREFIX)/share/doc/benchmat
	install -m 644 $(wildcard docs/*.md docs/*.png) $(DESTDIR)$(PREFIX)/share/doc/benchmat/docs
	install -m 644 $(wildcard docs/gallery/*.png) $(DESTDIR)$(PREFIX)/share/doc/benchmat/docs/gallery
	install -m 644 $(wildcard docs/examples/*) $(DESTDIR)$(PREFIX)/share/doc/benchmat/docs/examples

	install -d $(addprefix $(DESTDIR),$(PREFIX)/share/bash-completion/completions $(ZSH_COMPLETIONS) $(PREFIX)/share/fish/vendor_completions.d)
	install -m 644 store/command_line/completion.zsh $(DESTDIR)$(ZSH_COMPLETIONS)/_benchmat
	for p in $(notdir $(PROGRAMS)); do \
	    install -m 644 store/command_line/completion.bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/$$p && \
	    install -m 644 store/command_line/completion.fish $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/$$p.fish || exit; done

# --- packages ---
TARBALL = $(BUILD)/benchmat-$(VERSION).tar.gz
dist:
	@docs/packaging/dist.sh $(VERSION) $(TARBALL)
	@echo $(TARBALL)

deb: setup-build-package dist
	@docs/packaging/deb.sh $(VERSION) $(TARBALL) $(BUILD)/deb
	@ls $(BUILD)/deb/*.deb

rpm: setup-build-rpm dist
	@docs/packaging/rpm.sh $(VERSION) $(TARBALL) $(BUILD)/rpm
	@ls $(BUILD)/rpm/*.rpm

lines:
	@tests/lines.sh $(DIRS) tests

clean:
	rm -rf $(BUILD) $(BUILD)-sanitize $(BUILD)-fuzzed

.SECONDARY:
.DELETE_ON_ERROR:
.PHONY: all test test_programs check check-all demo gallery soak tables fuzz bench manuals install dist deb rpm lines clean FORCE
