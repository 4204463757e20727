# make            build everything into build/
# make check      install what is missing (Debian), build, run every test
# make demo       install what is missing (Debian), build, measure real libraries, draw a chart
# make bench      our speed beside that of comparable tools
# make install    PREFIX=/usr/local DESTDIR=
# make clean

PREFIX  ?= /usr/local
DESTDIR ?=
BUILD   ?= build
CC      ?= cc
CFLAGS  ?= -O3 -g
SANITIZE ?=
# make Q= shows the commands.
Q       ?= @

WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes
PKG_CONFIG ?= pkg-config
pc_flags = $(shell $(PKG_CONFIG) --cflags $(1) 2>/dev/null)
pc_libs  = $(shell $(PKG_CONFIG) --libs $(1) 2>/dev/null)

VERSION := 0.1.0
SANITIZERS = $(if $(SANITIZE),$(addprefix -fsanitize=,$(SANITIZE)) -fno-sanitize-recover=all)
override CPPFLAGS += -D_GNU_SOURCE -DBENCHMAT_VERSION='"$(VERSION)"' -I. -MMD -MP
override CFLAGS   += -std=c11 $(WARNINGS) $(if $(WERROR),-Werror) $(SANITIZERS)
override LDFLAGS  += $(SANITIZERS)

# Each directory is one static library; what a directory's code may name, only it is given.
PC_formats = json-c
PC_store   = hdf5
PC_analyze = gsl json-c
PC_plot    = pangocairo libpng
PC_collect = hwloc
EXTRA_store = -lhdf5_hl
libs_of = $(call pc_libs,$(foreach d,$(1),$(PC_$(d)))) $(foreach d,$(1),$(EXTRA_$(d))) -ldl -lm
DIRS = formats store analyze plot collect

sources = $(filter-out %/main.c $(1)/cmd_%.c,$(wildcard $(1)/*.c))
SRC_formats := $(call sources,formats)
SRC_store   := $(call sources,store)
SRC_analyze := $(call sources,analyze)
SRC_plot    := $(call sources,plot)
SRC_collect := $(call sources,collect) $(wildcard collect/actions/*.c)
SRC_worker  := $(call sources,collect/worker)
object = $(patsubst %.c,$(BUILD)/obj/%.o,$(1))

BIN     = $(BUILD)/bin
LIBEXEC = $(BUILD)/libexec/benchmat
PROGRAMS = $(BIN)/bench-collect $(BIN)/bench-analyze $(BIN)/bench-plot
HELPERS  = $(LIBEXEC)/bench-worker $(LIBEXEC)/builtin.so
MANUALS  = $(patsubst docs/man/%.scd,$(BUILD)/man/%,$(wildcard docs/man/*.scd))

all: $(PROGRAMS) $(HELPERS) $(MANUALS)

$(foreach d,$(DIRS),$(eval $(BUILD)/obj/$(d)/%.o $(BUILD)/obj/tests/$(d)/%.o: override CPPFLAGS += $(call pc_flags,$(PC_$(d)))))
$(foreach d,$(DIRS) worker,$(eval $(BUILD)/lib$(d).a: $(call object,$(SRC_$(d)))))

$(BUILD)/obj/collect/environment.o: override CPPFLAGS += -DBENCHMAT_CFLAGS='"$(strip $(CFLAGS))"'

$(BUILD)/obj/%.o: %.c
	@mkdir -p $(@D); echo "  CC    $@"
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -c $< -o $@

$(BUILD)/lib%.a:
	@rm -f $@; echo "  AR    $@"
	$(Q)$(AR) rcs $@ $^

link = @mkdir -p $(@D); echo "  LINK  $@"; $(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

USES_collect = collect store formats
USES_analyze = analyze store formats
USES_plot    = plot analyze store formats
define program_rules
$(BIN)/bench-$(1): LDLIBS = $(call libs_of,$(USES_$(1)))
$(BIN)/bench-$(1): $(call object,$(1)/main.c $(wildcard $(1)/cmd_*.c)) $(patsubst %,$(BUILD)/lib%.a,$(USES_$(1)))
	$$(link)
endef
$(foreach p,collect analyze plot,$(eval $(call program_rules,$(p))))

# The worker exports its own symbols, so that its xerbla_ takes the place of the libraries' own.
$(LIBEXEC)/bench-worker: LDLIBS = -rdynamic -ldl -lm
$(LIBEXEC)/bench-worker: $(BUILD)/obj/collect/worker/main.o $(BUILD)/libworker.a $(BUILD)/libcollect.a $(BUILD)/libformats.a
	$(link)
$(LIBEXEC)/builtin.so: LDLIBS = -lm
$(LIBEXEC)/builtin.so: override CFLAGS += -fPIC
$(LIBEXEC)/builtin.so: override LDFLAGS += -shared
$(LIBEXEC)/builtin.so: $(BUILD)/obj/collect/builtin/builtin.o
	$(link)

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)

# --- tests: one program per tests/<dir>/test_<module>.c, linked to the floors under that directory --
SKIP =
TESTS = $(patsubst tests/%.c,$(BUILD)/tests/%,$(filter-out $(SKIP),$(wildcard tests/*/test_*.c)))
LIBS_formats = formats
LIBS_store   = store formats
LIBS_analyze = analyze formats
LIBS_plot    = plot analyze formats
LIBS_collect = worker collect store formats
LIBS_cli     = formats
LIBS_bench   = worker collect store formats
define test_rules
$(BUILD)/tests/$(1)/%: LDLIBS = $(call libs_of,$(LIBS_$(1))) $(call pc_libs,cmocka)
$(BUILD)/tests/$(1)/%: $(BUILD)/obj/tests/$(1)/%.o $(call object,$(wildcard $(1)/cmd_*.c)) $(patsubst %,$(BUILD)/lib%.a,$(LIBS_$(1)))
	$$(link)
endef
$(foreach d,$(DIRS) cli bench,$(eval $(call test_rules,$(d))))

test: all $(TESTS)
	@export BENCHMAT_BUILD=$(BUILD) LSAN_OPTIONS=suppressions=$(CURDIR)/tests/leaks.supp:print_suppressions=0; \
	for t in $(TESTS); do $$t || exit 1; done

# --- everything a fresh machine needs first; the flags are asked for anew once it is there ---------
setup-%:
	@tests/setup.sh $(subst -, ,$*)

check: setup-build-test
	@tests/layers.sh
	@clang-format --dry-run -Werror $$(git ls-files '*.[ch]' 2>/dev/null)
	@$(MAKE) --no-print-directory WERROR=1 test
	@$(MAKE) --no-print-directory WERROR=1 BUILD=$(BUILD)-clang CC=clang all $(patsubst $(BUILD)/%,$(BUILD)-clang/%,$(TESTS))
	@$(MAKE) --no-print-directory WERROR=1 BUILD=$(BUILD)-sanitize SANITIZE="address undefined" SKIP=tests/cli/test_docs.c test
	@tests/valgrind.sh $(BUILD)

demo: setup-build-demo
	@$(MAKE) --no-print-directory all
	@docs/demo.sh $(BIN) $(BUILD)/demo

bench: setup-build-demo-bench
	@$(MAKE) --no-print-directory all $(BENCHES)
	@tests/bench/run.sh $(BUILD)

BENCHES = $(patsubst tests/bench/%.c,$(BUILD)/tests/bench/%,$(wildcard tests/bench/*.c))

$(BUILD)/man/%: docs/man/%.scd
	@mkdir -p $(@D); echo "  MAN   $@"
	$(Q)scdoc < $< > $@

install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/libexec/benchmat \
	    $(DESTDIR)$(PREFIX)/include/benchmat $(DESTDIR)$(PREFIX)/share/man/man1
	install $(PROGRAMS) $(DESTDIR)$(PREFIX)/bin
	install $(HELPERS) $(DESTDIR)$(PREFIX)/libexec/benchmat
	install -m 644 collect/action.h $(DESTDIR)$(PREFIX)/include/benchmat
	install -m 644 $(MANUALS) $(DESTDIR)$(PREFIX)/share/man/man1

clean:
	rm -rf $(BUILD) $(BUILD)-clang $(BUILD)-sanitize

.SECONDARY:
.DELETE_ON_ERROR:
.PHONY: all test check demo bench install clean
