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
CFLAGS  ?= -O2 -g
SANITIZE ?=

WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes
PKG_CONFIG ?= pkg-config
pc_flags = $(shell $(PKG_CONFIG) --cflags $(1) 2>/dev/null)
pc_libs  = $(shell $(PKG_CONFIG) --libs $(1) 2>/dev/null)

VERSION := 0.1.0
override CPPFLAGS += -D_GNU_SOURCE -DBENCHMAT_VERSION='"$(VERSION)"' -I. -MMD -MP
override CFLAGS   += -std=c11 $(WARNINGS) $(if $(WERROR),-Werror) $(addprefix -fsanitize=,$(SANITIZE))
override LDFLAGS  += $(addprefix -fsanitize=,$(SANITIZE))

# Each directory is one static library; what a directory's code may name, only it is given.
PC_formats = json-c
PC_store   = hdf5
PC_analyze = gsl json-c
PC_plot    = pangocairo libpng
PC_collect = hwloc
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

$(foreach d,$(DIRS),$(eval $(BUILD)/obj/$(d)/%.o: override CPPFLAGS += $(call pc_flags,$(PC_$(d)))))
$(foreach d,$(DIRS) worker,$(eval $(BUILD)/lib$(d).a: $(call object,$(SRC_$(d)))))

$(BUILD)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -c $< -o $@

$(BUILD)/lib%.a:
	@rm -f $@
	$(AR) rcs $@ $^

link = @mkdir -p $(@D); echo "$(CC) -o $@"; $(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(BIN)/bench-collect: LDLIBS = $(call pc_libs,$(PC_collect) $(PC_store)) -ldl -lm
$(BIN)/bench-collect: $(BUILD)/obj/collect/main.o $(BUILD)/libcollect.a $(BUILD)/libstore.a $(BUILD)/libformats.a
	$(link)
$(BIN)/bench-analyze: LDLIBS = $(call pc_libs,$(PC_analyze) $(PC_store)) -lm
$(BIN)/bench-analyze: $(BUILD)/obj/analyze/main.o $(BUILD)/libanalyze.a $(BUILD)/libstore.a $(BUILD)/libformats.a
	$(link)
$(BIN)/bench-plot: LDLIBS = $(call pc_libs,$(PC_plot) $(PC_analyze) $(PC_store)) -lm
$(BIN)/bench-plot: $(BUILD)/obj/plot/main.o $(BUILD)/libplot.a $(BUILD)/libanalyze.a $(BUILD)/libstore.a $(BUILD)/libformats.a
	$(link)

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)

# --- tests: one program per tests/<dir>/test_<module>.c, linked to the floors under that directory --
TESTS = $(patsubst tests/%.c,$(BUILD)/tests/%,$(wildcard tests/*/test_*.c))
LIBS_formats = formats
LIBS_store   = store formats
LIBS_analyze = analyze formats
LIBS_plot    = plot analyze formats
LIBS_collect = worker collect store formats
LIBS_cli     = formats
define test_rules
$(BUILD)/tests/$(1)/%: LDLIBS = $(call pc_libs,cmocka $(foreach l,$(LIBS_$(1)),$(PC_$(l)))) -ldl -lm
$(BUILD)/tests/$(1)/%: $(BUILD)/obj/tests/$(1)/%.o $(patsubst %,$(BUILD)/lib%.a,$(LIBS_$(1)))
	$$(link)
endef
$(foreach d,$(DIRS) cli,$(eval $(call test_rules,$(d))))

test: all $(TESTS)
	@for t in $(TESTS); do $$t || exit 1; done

clean:
	rm -rf $(BUILD)

.SECONDARY:
.DELETE_ON_ERROR:
.PHONY: all test clean
