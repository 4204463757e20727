/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "analyze/model/quantity.h"
#include "formats/model/measures.h"
#include "tests/test.h"

static const struct quantity_arrays no_measures;

TEST(every_quantity_is_found_by_its_name) {
    struct err err = {0};
    for (int i = 0; i < QUANTITIES; i++) {
        enum quantity found = QUANTITIES;
        const struct quantity_words *words = quantity_words((enum quantity)i);
        assert_int_equal(quantity_find(words->name, &found, &err), 0);
        assert_int_equal(found, i);
        assert_true(*words->unit && *words->one && *words->many && *words->about);
        int is_speed = i == QUANTITY_SECONDS || i == QUANTITY_BATCH_MEAN || words->is_rate;
        assert_string_equal(words->less, is_speed ? "faster" : "less");
        assert_int_equal(quantity_is_speed((enum quantity)i), is_speed);
    }
}

TEST(a_name_of_files_is_a_quantity_of_its_own) {
    struct err err = {0};
    enum quantity found = QUANTITY_CPU, again = QUANTITY_CPU, rate;
    assert_int_equal(quantity_find("", &found, &err), ERR_USAGE);
    assert_int_equal(found, QUANTITY_CPU);
    assert_int_equal(quantity_find("p95", &found, &err), 0);
    assert_true((int)found >= QUANTITIES);
    assert_int_equal(quantity_find("p95", &again, &err), 0);
    assert_int_equal(found, again);
    assert_string_equal(quantity_words(found)->name, "p95");
    quantity_tell_unit(found, "s");
    quantity_tell_unit(found, "B");
    assert_string_equal(quantity_words(found)->unit, "s");
    assert_string_equal(quantity_words(found)->less, "less");

    assert_int_equal(quantity_find("hits/J", &rate, &err), 0);
    quantity_tell_unit(rate, "1/J");
    quantity_tell_better(rate);
    assert_string_equal(quantity_words(rate)->unit, "1");
    assert_string_equal(quantity_words(rate)->about, "in 1/J, as the file has it");
    assert_string_equal(quantity_words(rate)->less, "better");
    assert_false(quantity_is_speed(rate));
    assert_true(quantity_cost(rate, 4) == 0.25 && quantity_cost(found, 4) == 4);
}

TEST(measures_are_found_by_the_names_of_their_measurement) {
    double p95[] = {1, 2}, memory[] = {3, 4}, steal[] = {5, 6}, workspace[2];
    struct series series = {.steal = steal};
    struct measurement m = {.points = 1, .rounds = 2, .max_seeds = 1};
    enum quantity quantity, unknown;
    char list[64];
    facts_set_text(&m.facts, FACT_MEASURES, "memory\tB\tless\ntail\ts\tless\n");
    facts_set_text(&m.facts, FACT_MEASURED, "measure_2");
    series.measures[0] = memory;
    series.measures[1] = p95;
    const struct quantity_arrays arrays = quantity_arrays_of(&m);
    assert_int_equal(quantity_find("tail", &quantity, NULL), 0);
    assert_int_equal(quantity_of_measurement(&m), quantity);
    assert_ptr_equal(quantity_values(quantity, &arrays, &series, 1, 1, workspace), p95 + 1);
    assert_ptr_equal(quantity_values(QUANTITY_MEMORY, &arrays, &series, 0, 2, workspace), memory);
    /* Details that have no other name have that of their own. */
    assert_int_equal(quantity_find("steal", &quantity, NULL), 0);
    assert_ptr_equal(quantity_values(quantity, &arrays, &series, 0, 2, workspace), steal);
    assert_int_equal(quantity_find("nowhere", &unknown, NULL), 0);
    assert_true(isnan(quantity_values(unknown, &arrays, &series, 0, 2, workspace)[1]));
    quantity_list(quantity_known(0, &arrays, &m, &series), list, sizeof list);
    assert_string_equal(list, "memory, tail and steal");
    facts_release(&m.facts);
}

/* Its rates have the names that it has for them, whatever their case and prefix. */
TEST(rates_are_called_as_in_the_file) {
    double rate[] = {1e9}, bytes[] = {2e9}, other[] = {3e9}, workspace[1];
    struct series series = {.rate = rate, .byte_rate = bytes};
    struct measurement m = {.points = 1, .rounds = 1, .max_seeds = 1};
    enum quantity said, flops;
    char list[100];
    assert_int_equal(quantity_find("mflops", &said, NULL), 0);
    facts_set_text(&m.facts, FACT_MEASURES, "kB/s\tB/s\tmore\n");
    facts_set_text(&m.facts, FACT_RATES, "GFLOPS\tFLOPS\tmore\nMB/s\tB/s\tmore\n");
    facts_set_text(&m.facts, FACT_MEASURED, "rate");
    series.measures[0] = other;
    for (int again = 0; again < 2; again++) {
        const struct quantity_arrays arrays = quantity_arrays_of(&m);
        flops = quantity_of_measurement(&m);
        assert_int_equal(flops, said);
        assert_int_equal(quantity_called(QUANTITY_RATE, &arrays), flops);
        assert_string_equal(quantity_words(flops)->unit, "FLOPS");
        assert_string_equal(quantity_words(flops)->least, "fastest");
        assert_ptr_equal(quantity_values(flops, &arrays, &series, 0, 1, workspace), rate);
        enum quantity rest = quantity_called(QUANTITY_BYTE_RATE, &arrays);
        assert_ptr_equal(quantity_values(rest, &arrays, &series, 0, 1, workspace), bytes);
        assert_int_not_equal(rest, arrays.of_measure[0]);
        assert_ptr_equal(quantity_values(arrays.of_measure[0], &arrays, &series, 0, 1, workspace),
                         other);
        quantity_list(quantity_known(0, &arrays, &m, &series), list, sizeof list);
        assert_string_equal(list, "mflops, kB/s and MB/s");
    }
    /* A file without a word for its rates may have the same. */
    facts_release(&m.facts);
    m.facts = (struct facts){0};
    const struct quantity_arrays unsaid = quantity_arrays_of(&m);
    assert_ptr_equal(quantity_values(flops, &unsaid, &series, 0, 1, workspace), rate);
    quantity_list(quantity_known(0, &unsaid, &m, &series), list, sizeof list);
    assert_string_equal(list, "rate and byte_rate");
}

/* Each array has a value of its own, so that none can stand for another. */
TEST(each_quantity_reads_its_own_array) {
    double values[QUANTITIES][3], workspace[2];
    struct series series = {0};
    double **const arrays[QUANTITIES] = {
        [QUANTITY_SECONDS] = &series.seconds,
        [QUANTITY_WHOLE] = &series.whole_seconds,
        [QUANTITY_USER] = &series.user_seconds,
        [QUANTITY_SYSTEM] = &series.system_seconds,
        [QUANTITY_CPU] = &series.cpu_seconds,
        [QUANTITY_MEMORY] = &series.max_memory,
        [QUANTITY_MINOR_FAULTS] = &series.minor_faults,
        [QUANTITY_MAJOR_FAULTS] = &series.major_faults,
        [QUANTITY_VOLUNTARY_SWITCHES] = &series.voluntary_switches,
        [QUANTITY_INVOLUNTARY_SWITCHES] = &series.involuntary_switches,
        [QUANTITY_OPERATIONS] = &series.operations,
        [QUANTITY_ITERATIONS] = &series.iterations,
        [QUANTITY_CYCLES] = &series.cycles,
        [QUANTITY_INSTRUCTIONS] = &series.instructions,
        [QUANTITY_CACHE_MISSES] = &series.cache_misses,
        [QUANTITY_BRANCH_MISSES] = &series.branch_misses,
        [QUANTITY_PAGE_FAULTS] = &series.page_faults,
        [QUANTITY_MIGRATIONS] = &series.migrations,
        [QUANTITY_BATCH_MEAN] = &series.batch_mean,
        [QUANTITY_OUTPUT] = &series.output_bytes,
        [QUANTITY_RATE] = &series.rate,
        [QUANTITY_BYTE_RATE] = &series.byte_rate,
    };
    for (int i = 0; i < QUANTITIES; i++) {
        const double *read =
            quantity_values((enum quantity)i, &no_measures, &series, 1, 2, workspace);
        assert_true(isnan(read[0]) && isnan(read[1]));
        for (int k = 0; k < 3; k++)
            values[i][k] = 10 * i + k;
        *arrays[i] = values[i];
    }
    for (int i = 0; i < QUANTITIES; i++) {
        const double *read =
            quantity_values((enum quantity)i, &no_measures, &series, 1, 2, workspace);
        assert_true(read[0] == 10 * i + 1 && read[1] == 10 * i + 2);
    }
}

static double step_of(enum quantity quantity, double value) {
    const double values[] = {value, value, value};
    return quantity_resolution(quantity, values, 3).step;
}

TEST(equal_samples_have_the_steps_of_what_was_counted) {
    assert_true(step_of(QUANTITY_MEMORY, 3 * 4096) == 4096);
    assert_true(step_of(QUANTITY_MEMORY, 3 * 1024) == 1024);
    assert_true(step_of(QUANTITY_MEMORY, 1000001) == 1);
    assert_true(step_of(QUANTITY_MINOR_FAULTS, 4096) == 1);
    assert_true(step_of(QUANTITY_USER, 2e-3) <= 1e-3);
    assert_true(step_of(QUANTITY_RATE, 0.5) <= 0.1);
}

TEST(unequal_samples_show_their_steps) {
    const double values[] = {8192, 12288, 8192, 20480, 8192, 8192, 12288, 12288};
    const struct resolution memory = quantity_resolution(QUANTITY_MEMORY, values, 8);
    assert_true(memory.step == 4096 && !memory.is_guess);
}

TEST(what_a_series_has_is_listed) {
    double some[] = {NAN, 3}, none[] = {NAN, NAN};
    struct series series = {.seconds = some, .max_memory = some, .minor_faults = none};
    const struct measurement m = {.points = 1, .rounds = 2, .max_seeds = 1};
    char list[64];
    quantity_list(quantity_known(0, &no_measures, &m, &series), list, sizeof list);
    assert_string_equal(list, "seconds and memory");
    series.user_seconds = some;
    quantity_list(quantity_known(0, &no_measures, &m, &series), list, sizeof list);
    assert_string_equal(list, "seconds, user and memory");
    quantity_list(0, list, sizeof list);
    assert_string_equal(list, "nothing");
    quantity_list((1u << QUANTITIES) - 1, list, 8);
    assert_int_equal(strlen(list), 7);
}
