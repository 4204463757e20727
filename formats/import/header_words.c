/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/import/header_words.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "formats/text/suggest.h"

enum { LONGEST = 256 };

/* --- words --- */

/* What stands before or behind a name, or alone. */
enum affix { AFFIX_NONE, AFFIX_TIME, AFFIX_RATE, AFFIX_VALUE, AFFIX_CPU, AFFIX_SPREAD };

static const struct {
    const char *words; /* the likeliest first */
    enum header_role role;
    enum affix affix;
    enum header_rank rank;
    const char *detail; /* of samples, which such numbers are; NULL: none */
} words[] = {
    {measured_unit_time_words, HEADER_RESULT, AFFIX_TIME, RANK_PLAIN, NULL},
    {" throughput bandwidth bw rate speed perf performance durchsatz d\303\251bit debit "
     "rendimiento ",
     HEADER_RESULT, AFFIX_RATE, RANK_PLAIN, NULL},
    {" value result measurement score ", HEADER_RESULT, AFFIX_VALUE, RANK_PLAIN, NULL},
    {" mean average avg moyenne mittel mittelwert durchschnitt durchschnittlich "
     "promedio ",
     HEADER_RESULT, AFFIX_VALUE, RANK_MEAN, NULL},
    {" median med p50 m\303\251diane mediane mediana ", HEADER_RESULT, AFFIX_VALUE, RANK_MEDIAN,
     NULL},
    {" total sum ", HEADER_RESULT, AFFIX_VALUE, RANK_TOTAL, NULL},
    {" min minimum minimal ", HEADER_RESULT, AFFIX_VALUE, RANK_LEAST, NULL},
    {" best fastest ", HEADER_RESULT, AFFIX_VALUE, RANK_BEST, NULL},
    {" cpu cpu_time cputime ", HEADER_CPU, AFFIX_CPU, RANK_PLAIN, "cpu_seconds"},
    {" user user_time cpu_user user_cpu cpu_time_user user_cpu_time time_user ", HEADER_CPU,
     AFFIX_CPU, RANK_PLAIN, "user_seconds"},
    {" sys sys_time system system_time cpu_sys cpu_system sys_cpu system_cpu cpu_time_sys "
     "cpu_time_system sys_cpu_time system_cpu_time time_sys time_system ",
     HEADER_CPU, AFFIX_CPU, RANK_PLAIN, "system_seconds"},
    {" standardabweichung stdabw streuung ecart_type \303\251cart_type desviacion "
     "desviaci\303\263n "
     "desviacion_estandar desviaci\303\263n_est\303\241ndar deviazione deviazione_standard "
     "std stddev stdev std_dev sd sem se stderr std_err var variance cv rsd mad iqr range low "
     "high "
     "lower upper ci ci95 ci_low ci_high ci_lower ci_upper err noise ",
     HEADER_SPREAD, AFFIX_SPREAD, RANK_PLAIN, NULL},
    {" max maximum maximal ", HEADER_SPREAD, AFFIX_SPREAD, RANK_MOST, NULL},
    {" worst slowest ", HEADER_SPREAD, AFFIX_SPREAD, RANK_WORST, NULL},
    {" q1 q3 q25 q75 p1 p5 p10 p25 p75 p90 p95 p99 p999 p99.9 ", HEADER_SPREAD, AFFIX_SPREAD,
     RANK_QUANTILE, NULL},
    {" memory mem memory_usage peak_memory max_memory rss max_rss ", HEADER_MEASURE, AFFIX_NONE,
     RANK_PLAIN, "max_memory"},
    {" cycles ", HEADER_MEASURE, AFFIX_NONE, RANK_PLAIN, "cycles"},
    {" instructions ", HEADER_MEASURE, AFFIX_NONE, RANK_PLAIN, "instructions"},
    {" cache_misses ", HEADER_MEASURE, AFFIX_NONE, RANK_PLAIN, "cache_misses"},
    {" branch_misses ", HEADER_MEASURE, AFFIX_NONE, RANK_PLAIN, "branch_misses"},
    {" page_faults ", HEADER_MEASURE, AFFIX_NONE, RANK_PLAIN, "page_faults"},
    {" speedup speed_up ratio relative relative_time relative_speed efficiency allocs allocations "
     "error "
     "relative_error rel_error abs_error max_error mean_error rel_err relerr abs_err abserr "
     "max_err "
     "maxerr l2_err mean_err residual resid "
     "accuracy gain percent % ipc checksum check_sum chksum chk out_rows out_cols rows_out "
     "cols_out "
     "output_rows output_cols result_rows result_cols peak_vram max_vram vram vram_used "
     "rank errors misses failures retries timeouts "
     "error_rate failure_rate success_rate error_ratio error_count failure_count num_errors "
     "num_failures n_errors "
     "n_failures total_errors total_failures num_timeouts failed_requests gen0 gen1 gen2 "
     "gen_0 gen_1 gen_2 allocated ",
     HEADER_MEASURE, AFFIX_NONE, RANK_PLAIN, NULL},
    {" unit units time_unit measure_unit ", HEADER_UNIT, AFFIX_NONE, RANK_PLAIN, NULL},
    {" size n problem_size input_size array_size vector_size matrix_size data_size num_elements "
     "len length elements elems dim dimension bytes nnz ",
     HEADER_SIZE, AFFIX_NONE, RANK_PLAIN, NULL},
    {" threads nthreads num_threads n_threads thread_count cores ncores num_cores procs nprocs "
     "processes ranks nranks nodes workers batch batch_size block block_size blocksize tile "
     "tile_size stride gomaxprocs ",
     HEADER_PARAMETER, AFFIX_NONE, RANK_PLAIN, NULL},
    {" rep repetition repeat iteration iter trial index sample attempt run_id run_number "
     "request_number repeticao repeti\303\247\303\243o repeticion repetici\303\263n "
     "r\303\251p\303\251tition wiederholung ",
     HEADER_SAMPLE, AFFIX_NONE, RANK_PLAIN, NULL},
    {" timestamp time date datetime epoch start started end finished pid ", HEADER_MOMENT,
     AFFIX_NONE, RANK_PLAIN, NULL},
    {" note notes comment comments remark remarks description ", HEADER_REMARK, AFFIX_NONE,
     RANK_PLAIN, NULL},
    {" library lib implementation impl solution solver algorithm method variant backend engine "
     "package program app application command compiler function device language framework tool "
     "name allocator config_id server benchmark test version codec encoding database db "
     "data_structure structure tag ",
     HEADER_LIBRARY, AFFIX_NONE, RANK_PLAIN, NULL},
    {" action benchmark test function operation kernel problem task name op query workload "
     "scenario condition case testcase test_case dataset data_set input_file file filename "
     "file_name input instance corpus question kernel_type indicator ",
     HEADER_ACTION, AFFIX_NONE, RANK_PLAIN, NULL},
    {" passed correct is_correct correctness valid is_valid validated validation ok is_ok success "
     "succeeded successful verified is_verified verification ",
     HEADER_VERDICT, AFFIX_NONE, RANK_PLAIN, NULL},
    {" iterations iters num_iterations n_iterations num_iters n_iters niters niter iteration_count "
     "iter_count total_iterations calls ncalls num_calls n_calls call_count total_calls loops "
     "nloops num_loops n_loops inner_loops loop_count repetitions num_repetitions n_repetitions "
     "reps nreps num_reps n_reps repeats nrepeats num_repeats n_repeats runs nruns num_runs n_runs "
     "run_count total_runs executions count num_times ntimes n_times operations total_ops num_ops "
     "n_ops nops op_count ",
     HEADER_CALLS, AFFIX_NONE, RANK_PLAIN, NULL},
    {" result outcome verdict check checked test_result ", HEADER_OUTCOME, AFFIX_NONE, RANK_PLAIN,
     NULL},
    {" failed fail is_failed timed_out crashed wrong is_wrong incorrect invalid is_invalid ",
     HEADER_FAILURE, AFFIX_NONE, RANK_PLAIN, NULL},
    {" error errors error_message failure failures exception timeout ", HEADER_ERROR, AFFIX_NONE,
     RANK_PLAIN, NULL},
    {" exit exit_code exitcode exit_status return_code returncode retcode ", HEADER_EXIT,
     AFFIX_NONE, RANK_PLAIN, NULL},
};
enum { WORDS = sizeof words / sizeof *words };

/* Of measures, which are not rates or times. */
static const char more_is_better[] = " speedup speed_up efficiency accuracy gain ipc success_rate ";
static const char less_is_better[] =
    " error relative_error rel_error abs_error max_error mean_error rel_err relerr abs_err abserr "
    "max_err maxerr l2_err mean_err residual memory errors misses failures "
    "retries timeouts error_rate failure_rate error_ratio "
    "error_count failure_count num_errors num_failures n_errors n_failures total_errors "
    "total_failures num_timeouts failed_requests ";

/* Takes a unit in brackets from the end of PART. */
static int take_bracketed(struct part *part, struct measured_unit *unit) {
    static const char open[] = "([{", close[] = ")]}";
    const char *closing = part->end > part->first ? strchr(close, part->text[part->end - 1]) : NULL;
    size_t at = part->end;
    if (!closing || !*closing)
        return 0;
    while (at > part->first && part->text[at - 1] != open[closing - close])
        at--;
    size_t in = strncasecmp(part->text + at, "in ", 3) == 0 ? at + 3 : at;
    if (at == part->first || !measured_unit_read(part->text + in, part->end - 1 - in, unit))
        return 0;
    part->end = at - 1;
    word_trim(part);
    if (part->end > part->first && part->text[part->end - 1] == '/') /* "bandwidth/(GB/s)" */
        part->end--;
    word_trim(part);
    return 1;
}

/* Whether a number with a blank behind it stands before the unit at TEXT. */
static int is_perhaps_size(const char *text, size_t n) {
    struct part part = {text, 0, n};
    int is_letter;
    return isdigit((unsigned char)*text) && measured_unit_take_power(&part, &is_letter) &&
           part.first > 0;
}

/* Whether "per" stands before AT in PART: "time_per_tok_s" is in seconds. */
static int is_behind_per(struct part part, size_t at) {
    char word[WORD_SIZE];
    struct part before = {part.text, part.first, at};
    word_trim(&before);
    size_t n = before.end - before.first;
    before.first = n > 3 ? before.end - 3 : before.first;
    int is_word = n <= 3 || word_may_begin(part.text, before.first);
    word_spell(word, before);
    return is_word && strcmp(word, "per") == 0;
}

/* Takes the longest unit behind a separator, or all of PART. */
static int take_unit(struct part *part, struct measured_unit *unit) {
    size_t quantity = measured_unit_quantity_length(*part);
    if (quantity) {
        size_t slash = part->first + quantity;
        while (part->text[slash++] != '/')
            ;
        measured_unit_read(part->text + slash, part->end - slash, unit);
        part->end = part->first + quantity;
        return 1;
    }
    for (size_t at = part->first; at < part->end; at++) {
        size_t n = part->end - at;
        if (!word_may_begin(part->text, at) || !measured_unit_read(part->text + at, n, unit) ||
            is_perhaps_size(part->text + at, n) ||
            (unit_kind_is_rate(unit->kind) && is_behind_per(*part, at)))
            continue;
        /* As a word, "min" is the least; "b" is nothing. */
        int is_other = strncasecmp(part->text + at, "min", n) == 0 ||
                       strncasecmp(part->text + at, "b", n) == 0;
        if (is_other || (at == part->first && n == 1))
            continue;
        part->end = at;
        word_trim(part);
        return 1;
    }
    *unit = (struct measured_unit){.kind = UNIT_NONE, .worth = NAN};
    return 0;
}

/* Takes a unit in brackets, or one of several letters, from the begin of PART: what stands behind
 * "time" in "time (ms) a" and "time_ms_a". */
static int take_leading_unit(struct part *part, struct measured_unit *unit) {
    static const char open[] = "([{", close[] = ")]}";
    const char *text = part->text, *bracket = NULL;
    size_t first = part->first, end = part->first;
    if (first < part->end)
        bracket = strchr(open, text[first]);
    first += bracket != NULL;
    while (end < part->end &&
           (bracket ? text[end] != close[bracket - open] : !word_separates(text[end])))
        end++;
    int is_word =
        !bracket && (end - first < 2 || strncasecmp(text + first, "min", end - first) == 0);
    if (is_word || (bracket && end == part->end) ||
        !measured_unit_read(text + first, end - first, unit))
        return 0;
    part->first = end + (bracket != NULL);
    word_trim(part);
    return 1;
}

/* Drops the "of" of "average of time" from the PART that is left. */
static void drop_of(struct part *part) {
    static const char of[] = "of";
    const char *text = part->text;
    if (part->end - part->first > 2 && word_separates(text[part->first + 2]) &&
        strncasecmp(text + part->first, of, 2) == 0)
        part->first += 2;
    if (part->end - part->first > 2 && word_separates(text[part->end - 3]) &&
        strncasecmp(text + part->end - 2, of, 2) == 0)
        part->end -= 2;
    word_trim(part);
}

/* Drops brackets around all of PART: of "(avg)" in "Latency (avg)". */
static void drop_brackets(struct part *part) {
    if (part->end - part->first > 2 && part->text[part->first] == '(' &&
        part->text[part->end - 1] == ')') {
        part->first++;
        part->end--;
    }
}

/* Takes the longest affix from the begin or the end of PART. Returns its row; WORDS for none. */
static size_t take_affix(struct part *part) {
    char word[WORD_SIZE];
    for (size_t cut = 0; cut <= part->end - part->first; cut++) {
        struct part behind = {part->text, part->first + cut, part->end};
        struct part before = {part->text, part->first, part->end - cut};
        int ends_before = cut == 0 || word_separates(part->text[before.end]) ||
                          (before.end < part->end && word_may_begin(part->text, before.end));
        for (size_t w = 0; w < WORDS; w++) {
            if (words[w].affix == AFFIX_NONE)
                continue;
            struct part bare = behind;
            drop_brackets(&bare);
            word_spell(word, bare);
            if (word_may_begin(part->text, behind.first) &&
                word_is_among(words[w].words, word, NULL)) {
                part->end = behind.first;
                word_trim(part);
                return w;
            }
            word_spell(word, before);
            if (ends_before && word_is_among(words[w].words, word, NULL)) {
                part->first = before.end;
                word_trim(part);
                return w;
            }
        }
    }
    return WORDS;
}

/* Drops "per op" and the like from PART: what one of the unit is for, which it copies to PER unless
 * that is a call. Returns whether it was there. */
static int drop_per_call(struct part *part, char per[UNIT_PER]) {
    static const char word[] = "per";
    const size_t n = strlen(word);
    for (size_t at = part->first; at + n < part->end; at++) {
        char of[WORD_SIZE];
        struct part behind = {part->text, at + n, part->end};
        int is_apart = (at == part->first || word_separates(part->text[at - 1])) &&
                       strncasecmp(part->text + at, word, n) == 0 &&
                       word_separates(part->text[at + n]);
        if (!is_apart && !word_is_capital_per(part->text, part->end, at))
            continue;
        word_trim(&behind);
        word_spell(of, behind);
        if (!word_is_among(measured_unit_calls, of, NULL) &&
            !measured_unit_take_per(per, part->text + behind.first, behind.end - behind.first))
            return 0;
        part->end = at;
        word_trim(part);
        return 1;
    }
    return 0;
}

/* Drops "/elem" from PART if a word for times stands before it, and copies it to PER. */
static void drop_slash(struct part *part, char per[UNIT_PER]) {
    char word[WORD_SIZE];
    size_t at = part->first;
    while (at < part->end && part->text[at] != '/')
        at++;
    struct part before = {part->text, part->first, at}, behind = {part->text, at + 1, part->end};
    word_trim(&before);
    word_trim(&behind);
    word_spell(word, before);
    if (at == part->end || !word_is_among(measured_unit_time_words, word, NULL))
        return;
    word_spell(word, behind);
    if (word_is_among(measured_unit_calls, word, NULL) ||
        measured_unit_take_per(per, part->text + behind.first, behind.end - behind.first))
        *part = before;
}

/* Whether PART says what one of its unit is for. */
static int says_per(struct part part) {
    size_t quantity = measured_unit_quantity_length(part), length;
    return *measured_unit_find_per(part.text + part.first,
                                   quantity ? quantity : part.end - part.first, &length) != '\0';
}

/* Cuts the first of ENDINGS that it has from the end of WORD. Returns whether it had one. */
static int cut_ending(char *word, const char *const *endings) {
    size_t length = strlen(word);
    for (; *endings; endings++) {
        size_t n = strlen(*endings);
        if (length > n && strcmp(word + length - n, *endings) == 0) {
            word[length - n] = '\0';
            return 1;
        }
    }
    return 0;
}

/* The row of words that has WORD; WORDS if there is none. */
static size_t find_word(const char *word) {
    size_t w = 0;
    while (w < WORDS && !word_is_among(words[w].words, word, NULL))
        w++;
    return w;
}

/* Drops the "in" of "time in ms", from which the unit was taken, from the end of PART; "sign_in_ms"
 * has none. */
static void drop_in(struct part *part) {
    const size_t n = strlen("in");
    char word[WORD_SIZE];
    struct part before = *part;
    if (part->end - part->first <= n || !word_may_begin(part->text, part->end - n) ||
        strncasecmp(part->text + part->end - n, "in", n) != 0)
        return;
    before.end -= n;
    word_trim(&before);
    for (before.first = before.end - (before.end > part->first);
         before.first > part->first && !word_may_begin(part->text, before.first); before.first--)
        ;
    word_spell(word, before);
    size_t w = find_word(word);
    if (w < WORDS && (words[w].affix != AFFIX_NONE || words[w].role == HEADER_MEASURE ||
                      words[w].role == HEADER_SIZE))
        part->end = before.end;
}

/* Returns what WORD ends in if what stands before only says of which kind that is: "algorithm" of
 * "sorting_algorithm"; else NULL. */
static const char *kind_of(const char *word) {
    static const char kinds[] = " algorithm implementation language compiler library ";
    const char *last = strrchr(word, '_');
    return last && word_is_among(kinds, last + 1, NULL) ? last + 1 : NULL;
}

/* A word for what PART is as a whole. "trial_no" and "run #" number samples as "trial" does. */
static size_t find_whole(struct part part) {
    static const char *const numbers[] = {"_number", "_num", "_no.", "_no", "_nr",
                                          "_id",     "_#",   "#",    NULL};
    char word[WORD_SIZE];
    word_spell(word, part);
    size_t w = find_word(word), sample;
    if (w < WORDS)
        return w;
    if (strstr(word, "_vs_"))
        return find_word("ratio");
    if (kind_of(word))
        return find_word(kind_of(word));
    if (!cut_ending(word, numbers))
        return w;
    sample = find_word(strcmp(word, "run") == 0 ? "trial" : word);
    return sample < WORDS && words[sample].role == HEADER_SAMPLE ? sample : w;
}

/* Whether what stands in ALL behind PART is a word of which seconds are only the usual unit. */
static int is_usual_seconds(struct part all, struct part part) {
    char word[WORD_SIZE];
    struct part taken = {all.text, part.end, all.end};
    word_trim(&taken);
    word_spell(word, taken);
    return strcmp(word, "elapsed") == 0;
}

/* Whether PART, from which UNIT was taken, ends in another one of time, or of rates in brackets. */
static int has_second_unit(struct part part, struct measured_unit unit) {
    const struct part all = part;
    struct measured_unit second;
    int is_bracketed = unit.kind == UNIT_TIME && take_bracketed(&part, &second);
    if (is_bracketed && unit_kind_is_rate(second.kind))
        return 1;
    if (unit.kind != UNIT_TIME || (!is_bracketed && !take_unit(&part, &second)) ||
        second.kind != UNIT_TIME)
        return 0;
    struct part taken = {all.text, part.end, all.end};
    word_trim(&taken);
    return second.worth != unit.worth && taken.end - taken.first > 1 && find_whole(taken) == WORDS;
}

/* Whether PART is a word for a ratio, or ends in one: "Alloc Ratio", "naive speedup". */
static int is_of_ratios(struct part part) {
    static const char ratios[] = " ratio speedup speed_up ";
    char word[WORD_SIZE];
    for (size_t at = part.first; at < part.end; at++) {
        word_spell(word, (struct part){part.text, at, part.end});
        if ((at == part.first || word_may_begin(part.text, at)) &&
            word_is_among(ratios, word, NULL))
            return 1;
    }
    return 0;
}

/* Takes the sign of ratios, in brackets or not, from the end of PART: "ratio (%)", "speedup [x]".
 */
static void drop_ratio_sign(struct part *part) {
    static const char *const signs[] = {"(%)", "[%]", "%", "(x)", "[x]", "(X)", "(\303\227)"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        size_t n = strlen(signs[i]);
        if (part->end - part->first > n && memcmp(part->text + part->end - n, signs[i], n) == 0) {
            part->end -= n;
            word_trim(part);
            return;
        }
    }
}

/* Whether PART, of which there is no unit, says that the numbers are ratios or, if they are a
 * SPREAD or it has the sign of ratios, that it is of another measure: "errors (%)". */
static int is_measure(struct part part, int is_spread) {
    const size_t end = part.end;
    drop_ratio_sign(&part);
    size_t w = is_spread || part.end < end ? find_whole(part) : WORDS;
    return is_of_ratios(part) || (w < WORDS && words[w].role == HEADER_MEASURE);
}

/* Whether PART is "t/s", perhaps behind a name. */
static int may_be_tokens(struct part part) {
    const char *text = part.text;
    size_t n = measured_unit_quantity_length(part), end = part.first + n;
    struct part unit = {text, end, part.end};
    word_trim(&unit);
    return n && tolower((unsigned char)text[end - 1]) == 't' &&
           (n == 1 || word_separates(text[end - 2])) && text[unit.end - 1] == 's' &&
           strspn(text + unit.first, "/ ") == unit.end - unit.first - 1;
}

/* Whether PART is a word for a spread that may be a part of a name, too. */
static int is_doubtful_spread(struct part part) {
    static const char words_of_names[] = " range low high lower upper noise err ci var ";
    char word[WORD_SIZE];
    word_trim(&part);
    word_spell(word, part);
    return word_is_among(words_of_names, word, NULL);
}

struct header header_read(const char *text) {
    struct header header = {
        .unit = {.kind = UNIT_NONE, .worth = NAN}, .leading = SIZE_MAX, .trailing = SIZE_MAX};
    struct part part = {text, 0, strlen(text)};
    word_trim(&part);
    header.name = part.first;
    header.length = part.end - part.first;
    if (header.length > LONGEST)
        return header;
    struct part all = part;
    int is_bracketed = take_bracketed(&part, &header.unit);
    size_t w = find_whole(part);
    if (w < WORDS && words[w].affix == AFFIX_NONE) {
        header.role = words[w].role;
        header.detail = words[w].detail;
        return header;
    }
    int has_unit = is_bracketed || take_unit(&part, &header.unit);
    header.is_usual = has_unit && !is_bracketed && is_usual_seconds(all, part);
    struct part taken = {text, part.end, all.end};
    word_trim(&taken);
    int is_letter = has_unit && !is_bracketed && all.end - part.end == 2 &&
                    taken.end - taken.first == 1 && !measured_unit_quantity_length(all);
    if (has_unit)
        drop_in(&part);
    w = find_whole(part);
    if (has_unit && w < WORDS && words[w].affix == AFFIX_NONE && words[w].role == HEADER_MEASURE) {
        header.role = words[w].role;
        header.detail = words[w].detail;
        return header;
    }
    if (header_word(text, HEADER_CALLS) != HEADER_NO_WORD) {
        header.role = HEADER_CALLS;
        return header;
    }
    if (header.unit.kind == UNIT_COUNT) {
        header.role = HEADER_MEASURE;
        header.length = part.end - part.first;
        return header;
    }
    header.may_be_tokens = may_be_tokens(all);
    header.has_two_units = has_unit && has_second_unit(part, header.unit);
    int has_affix = 0, is_spread = 0, is_cpu = 0, is_statistic = 0;
    char per[UNIT_PER] = "";
    drop_slash(&part, per);
    const struct part unitless = part;
    for (struct part left = part; part.end > part.first; part = left) {
        w = take_affix(&left);
        drop_of(&left);
        /* "cpu_fft" is a name, "total_cpu" is none, and "std_sort" may be one. */
        int is_rest = left.end > left.first, is_first = left.first > part.first;
        size_t rest = find_whole(left);
        int is_total = rest < WORDS && words[rest].affix == AFFIX_VALUE;
        if (w == WORDS || (words[w].affix == AFFIX_CPU && is_rest && !is_total))
            break;
        if (words[w].affix == AFFIX_SPREAD && is_rest && is_first && header.leading == SIZE_MAX)
            header.leading = part.first;
        if (words[w].affix == AFFIX_SPREAD && is_rest && !is_first &&
            is_doubtful_spread((struct part){text, left.end, part.end}))
            header.trailing = part.end;
        has_affix = 1;
        is_spread |= words[w].affix == AFFIX_SPREAD;
        is_cpu |= words[w].affix == AFFIX_CPU;
        header.is_time |= words[w].affix == AFFIX_TIME;
        header.is_rate |= words[w].affix == AFFIX_RATE;
        header.is_total |= words[w].rank == RANK_TOTAL;
        is_statistic |= words[w].rank && words[w].rank != RANK_TOTAL;
        if (words[w].rank > header.rank)
            header.rank = words[w].rank;
        if (words[w].rank == RANK_QUANTILE) {
            struct part quantile = {text, is_first ? part.first : left.end,
                                    is_first ? left.first : part.end};
            word_trim(&quantile);
            drop_brackets(&quantile);
            header.quantile = quantile.first;
            header.quantile_length = quantile.end - quantile.first;
        }
        if (words[w].detail)
            header.detail = words[w].detail;
    }
    has_unit |= !has_unit && has_affix && take_leading_unit(&part, &header.unit);
    memcpy(header.per, *per ? per : header.unit.per, sizeof header.per);
    header.is_each = ((has_unit || has_affix) && drop_per_call(&part, header.per)) || says_per(all);
    header.is_total &= !is_statistic && !header.is_each;
    if (is_cpu && part.first == part.end)
        part = unitless;
    header.is_faint = is_letter && !has_affix;
    header.name = part.first;
    header.length = part.end - part.first;
    if (!header.length)
        header.leading = header.trailing = SIZE_MAX;
    if (has_unit && header.length && isdigit((unsigned char)text[header.name]) &&
        header.unit.kind != UNIT_BYTES)
        header.scale = measured_unit_scale(part);
    header.role = !has_unit && is_measure(part, is_spread) ? HEADER_MEASURE
                  : !has_unit && !has_affix                ? HEADER_OTHER
                  : is_spread                              ? HEADER_SPREAD
                  : is_cpu                                 ? HEADER_CPU
                  : header.length                          ? HEADER_OF_NAME
                                                           : HEADER_RESULT;
    return header;
}

const char *header_samples_are(const char *text, const struct header *header,
                               char buffer[HEADER_SAMPLES]) {
    static const char *const are[] = {
        [RANK_MEAN] = SAMPLES_ARE_MEANS,   [RANK_MEDIAN] = SAMPLES_ARE_MEDIANS,
        [RANK_LEAST] = SAMPLES_ARE_MINIMA, [RANK_BEST] = SAMPLES_ARE_MINIMA,
        [RANK_MOST] = SAMPLES_ARE_MAXIMA,  [RANK_WORST] = SAMPLES_ARE_MAXIMA};
    char quantile[SAMPLE_STATISTIC];
    size_t n = 0;
    for (; n < header->quantile_length && n + 1 < sizeof quantile; n++)
        quantile[n] = (char)tolower((unsigned char)text[header->quantile + n]);
    quantile[n] = '\0';
    int is_rate = header->is_rate || unit_kind_is_rate(header->unit.kind);
    int is_turned = is_rate && (header->rank == RANK_BEST || header->rank == RANK_WORST);
    const char *statistic = header->rank == RANK_QUANTILE ? quantile
                            : is_turned ? are[RANK_BEST + RANK_WORST - header->rank]
                                        : are[header->rank];
    if (!*header->per && header->rank != RANK_QUANTILE)
        return statistic;
    const char *one = header->unit.kind == UNIT_CYCLES ? "cycles" : "times";
    snprintf(buffer, HEADER_SAMPLES, "%s%s%s", statistic ? statistic : one,
             *header->per ? SAMPLES_ARE_PER : "", header->per);
    return buffer;
}

/* Whether NAME is a unit and nothing else, as "MB" is, which does not say of what. */
static int is_unit(const char *name) {
    struct measured_unit unit;
    return strlen(name) > 1 && !strchr(name, '/') && measured_unit_read(name, strlen(name), &unit);
}

void header_take_scale(struct header *header) {
    header->unit.worth *= header->scale;
    header->scale = 0;
    header->length = 0;
    if (header->role == HEADER_OF_NAME)
        header->role = HEADER_RESULT;
}

void header_make_count(struct header *header) {
    header->role = HEADER_MEASURE;
    if (header->unit.kind != UNIT_BYTES)
        header->unit.kind = UNIT_COUNT;
}

enum measure_better header_better(const char *name, enum unit_kind kind) {
    char word[WORD_SIZE];
    word_spell(word, (struct part){name, 0, strlen(name)});
    return unit_kind_is_rate(kind) || word_is_among(more_is_better, word, NULL) ? BETTER_MORE
           : kind == UNIT_TIME || (kind == UNIT_BYTES && !is_unit(name)) ||
                   word_is_among(less_is_better, word, NULL)
               ? BETTER_LESS
               : BETTER_NEITHER;
}

void header_measure(const char *text, const struct header *header, char *name, size_t size) {
    struct part part = {text, 0, strlen(text)};
    struct measured_unit unit;
    word_trim(&part);
    if (!take_bracketed(&part, &unit)) {
        struct part unitless = part;
        int is_name = header->length && header->role != HEADER_OTHER;
        if (header->unit.kind != UNIT_COUNT && take_unit(&unitless, &unit) &&
            unitless.end > unitless.first &&
            !(is_name && unitless.first == header->name &&
              unitless.end == header->name + header->length))
            part = unitless;
    }
    struct part before = {text, part.first, header->name};
    struct part behind = {text, header->name + header->length, part.end};
    int has_name = header->length && header->name >= part.first && behind.first <= part.end;
    word_trim(&before);
    word_trim(&behind);
    int is_named = has_name && (before.end > before.first || behind.end > behind.first);
    if (is_named)
        part = before.end > before.first ? before : behind;
    snprintf(name, size, "%.*s", (int)(part.end - part.first), text + part.first);
    if (is_named && before.end > before.first && behind.end > behind.first) {
        size_t used = strlen(name);
        snprintf(name + used, size - used, "_%.*s", (int)(behind.end - behind.first),
                 text + behind.first);
    }
}

struct file_measure header_rate(const char *text, const struct header *header) {
    char name[MEASURE_NAME], base[MEASURE_UNIT];
    struct measured_unit unit;
    struct part part = {text, 0, strlen(text)};
    word_trim(&part);
    size_t end = part.end;
    int is_letter, is_bracketed = take_bracketed(&part, &unit);
    if (!is_bracketed)
        take_unit(&part, &unit);
    struct part taken = {text, part.end, end - (is_bracketed != 0)};
    while (taken.first < taken.end && strchr(" _-.,([{", text[taken.first]))
        taken.first++;
    if (taken.end - taken.first < WORD_SIZE)
        measured_unit_take_power(&taken, &is_letter);
    measured_unit_base(text + taken.first, taken.end - taken.first, base);
    header_measure(text, header, name, sizeof name);
    if (!header->is_rate)
        snprintf(name, sizeof name, "%.*s", (int)(taken.end - taken.first), text + taken.first);
    if (!header->is_rate && strcmp(base, "1/s") == 0)
        *name = '\0';
    return measure_of(name, base, BETTER_MORE);
}

int header_is_ratio(const char *name) {
    char word[WORD_SIZE];
    word_spell(word, (struct part){name, 0, strlen(name)});
    return word_is_among(" cv rsd var variance noise ", word, NULL);
}

/* --- numbers of calls --- */

/* Takes a power of ten from PART: "(M)", "/1e6" or "in millions" at its end, "thousands of" or the
 * letter of "kcalls" at its begin. Returns 1 if there is none. */
static double take_scale(struct part *part) {
    static const char open[] = "([{", close[] = ")]}", prefix[] = "kmg";
    const char *text = part->text;
    for (size_t at = part->end; at-- > part->first + 1;) {
        size_t end = part->end;
        int is_bracket = strchr(open, text[at]) != NULL, is_slash = text[at] == '/';
        if (is_bracket && strchr(close, text[end - 1]))
            end--;
        if (!is_bracket && !is_slash && !word_separates(text[at]))
            continue;
        struct part behind = {text, at + 1, end}, before = {text, part->first, at};
        word_trim(&behind);
        double scale = is_bracket || is_slash || behind.end - behind.first > 1
                           ? measured_unit_scale(behind)
                           : 0;
        if (!scale)
            continue;
        *part = before;
        word_trim(part);
        if (part->end - part->first > 3 && strncasecmp(text + part->end - 3, " in", 3) == 0)
            part->end -= 3;
        return scale;
    }
    for (size_t at = part->first + 2; at < part->end; at++) {
        double scale = word_separates(text[at])
                           ? measured_unit_scale((struct part){text, part->first, at})
                           : 0;
        if (!scale)
            continue;
        part->first = at;
        word_trim(part);
        drop_of(part);
        return scale;
    }
    const char *letter =
        part->first < part->end ? strchr(prefix, tolower((unsigned char)text[part->first])) : NULL;
    if (!letter || !*letter)
        return 1;
    part->first++;
    return pow(1000, (double)(letter - prefix + 1));
}

/* Returns the length of "number of" at the begin of WORD; 0 if it is not there. */
static size_t count_length(const char *word) {
    static const char *const counts[] = {"number_of_", "no._of_", "nr_of_", "count_of_", "#_", "#"};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (strncmp(word, counts[i], strlen(counts[i])) == 0)
            return strlen(counts[i]);
    return 0;
}

int header_is_count(const char *text) {
    char word[WORD_SIZE];
    word_spell(word, (struct part){text, 0, strlen(text)});
    return count_length(word) > 0;
}

/* The place of PART, perhaps behind "number of", among the words for numbers of calls. */
static size_t calls_place(struct part part) {
    char word[WORD_SIZE];
    size_t place, w = 0;
    word_spell(word, part);
    while (w < WORDS && words[w].role != HEADER_CALLS)
        w++;
    return word_is_among(words[w].words, word + count_length(word), &place) ? place
                                                                            : HEADER_NO_WORD;
}

double header_calls(const char *text) {
    struct part part = {text, 0, strlen(text)};
    word_trim(&part);
    return calls_place(part) == HEADER_NO_WORD ? take_scale(&part) : 1;
}

/* --- words of a role --- */

/* A word for PART apart from a unit of bytes, as in "size_kb". */
static size_t sized_word(struct part part, enum header_role role) {
    struct measured_unit unit;
    char word[WORD_SIZE];
    if (role != HEADER_SIZE || !take_unit(&part, &unit) || unit.kind != UNIT_BYTES)
        return HEADER_NO_WORD;
    word_spell(word, part);
    for (size_t w = 0, place; w < WORDS; w++)
        if (words[w].role == role && word_is_among(words[w].words, word, &place))
            return place;
    return HEADER_NO_WORD;
}

size_t header_word(const char *text, enum header_role role) {
    struct measured_unit unit;
    struct part part = {text, 0, strlen(text)};
    char word[WORD_SIZE];
    word_trim(&part);
    take_bracketed(&part, &unit);
    word_spell(word, part);
    static const char *const names[] = {"_name", "_id", NULL};
    int is_of_names = role == HEADER_LIBRARY || role == HEADER_ACTION;
    do
        for (size_t w = 0, place; w < WORDS; w++)
            if (words[w].role == role && word_is_among(words[w].words, word, &place))
                return place;
    while (is_of_names && cut_ending(word, names)); /* "method_name" is "method" */
    if (role == HEADER_LIBRARY && kind_of(word))
        return header_word(kind_of(word), role);
    if (role != HEADER_CALLS)
        return sized_word(part, role);
    size_t place = calls_place(part);
    if (place == HEADER_NO_WORD) {
        take_scale(&part);
        place = calls_place(part);
    }
    return place;
}

int header_is_axis(const char *word) {
    static const enum header_role roles[] = {HEADER_SIZE, HEADER_PARAMETER};
    char plural[WORD_SIZE];
    int is = 0;
    snprintf(plural, sizeof plural, "%.*ss", WORD_SIZE - 2, word);
    for (size_t i = 0; *word && i < sizeof roles / sizeof *roles; i++)
        is |= header_word(word, roles[i]) != HEADER_NO_WORD ||
              header_word(plural, roles[i]) != HEADER_NO_WORD;
    return is;
}

int header_is_derived(const char *name, size_t n) {
    static const char derived[] = " diff difference delta overhead timeout time_out limit speedup "
                                  "speed_up saving savings saved improvement change gain ";
    char word[WORD_SIZE];
    word_spell(word, (struct part){name, 0, n});
    return word_is_among(derived, word, NULL);
}

int header_is_difference(const char *text) {
    static const char differences[] =
        " diff difference delta change improvement savings saved "
        "rel_diff rel_change relative_difference relative_change "
        "abs_diff percent_change percent_diff pct_change %_change "
        "change_percent change_pct diff_percent diff_pct delta_pct "
        "delta_percent %_diff %_difference %_delta \316\264 \316\224 ";
    struct part part = {text, 0, strlen(text)};
    char word[WORD_SIZE];
    word_trim(&part);
    drop_ratio_sign(&part);
    word_spell(word, part);
    return word_is_among(differences, word, NULL);
}

int header_is_of_solver(const char *text) {
    static const char of_solvers[] = " residual residuum res_norm tolerance tol converged solver "
                                     "preconditioner precond optimizer optimiser ";
    char word[WORD_SIZE];
    word_spell(word, (struct part){text, 0, strlen(text)});
    return word_is_among(of_solvers, word, NULL);
}

int header_is_plainly_rate(const char *text) {
    struct measured_unit unit;
    char word[WORD_SIZE];
    size_t n;
    const char *per = measured_unit_find_per(text, strlen(text), &n);
    word_spell(word, (struct part){per, 0, strcspn(per, " _)]}(")});
    return header_read(text).is_rate ||
           (measured_unit_find(word, 1, &unit) && unit.kind == UNIT_TIME);
}

int header_is_of_many(const char *text) {
    static const char *const numbers[] = {"hundred", "thousand", "million", "billion"};
    struct measured_unit unit;
    for (; *text; text++) {
        size_t per = *text == '/' ? 1 : strncasecmp(text, "per", 3) == 0 ? 3 : 0;
        const char *number = text + per + strspn(text + per, " _");
        if (per && isdigit((unsigned char)*number) && strtod(number, NULL) > 1)
            return 1;
        for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
            if (strncasecmp(text, numbers[i], strlen(numbers[i])) == 0 &&
                !measured_unit_read(text, strcspn(text, ")]}"), &unit))
                return 1;
    }
    return 0;
}
