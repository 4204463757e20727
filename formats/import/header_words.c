/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/import/header_words.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "formats/text/prefixed_unit.h"
#include "formats/text/suggest.h"

enum { WORD = 64, LONGEST = 256 };

/* --- parts of texts --- */

/* A part of a text. */
struct part {
    const char *text;
    size_t first, end;
};

static int is_between(char c) {
    return c == ' ' || c == '_' || c == '-' || c == '.' || c == ',' || c == '\t';
}

/* Whether a word may begin at I: behind a separator, or at a capital behind a small letter. */
static int is_begin(const char *text, size_t i) {
    return i == 0 || is_between(text[i - 1]) ||
           (isupper((unsigned char)text[i]) && islower((unsigned char)text[i - 1]));
}

static void trim(struct part *part) {
    while (part->first < part->end && is_between(part->text[part->first]))
        part->first++;
    while (part->end > part->first && is_between(part->text[part->end - 1]))
        part->end--;
}

/* Writes PART to WORD [WORD] as the tables have it; "" if it is too long for them. */
static void spell(char *word, struct part part) {
    size_t n = part.end - part.first;
    if (n >= WORD)
        n = 0;
    for (size_t i = 0; i < n; i++) {
        char c = part.text[part.first + i];
        word[i] = is_between(c) && c != '.' ? '_' : (char)tolower((unsigned char)c);
    }
    word[n] = '\0';
}

/* --- units --- */

static const struct {
    const char *words; /* in lower case, with blanks around each */
    enum unit_kind kind;
    double worth;
    int has_prefixes; /* k, M, G, ... may stand before it */
    int is_bare;
} units[] = {
    {" ps psec picosecond picoseconds ", UNIT_TIME, 1e-12, 0, 0},
    {" ns nsec nsecs nanos nanosec nanosecs nanosecond nanoseconds ", UNIT_TIME, 1e-9, 0, 0},
    {" us \302\265s \316\274s \265s usec usecs \302\265sec \316\274sec micros microsec microsecs "
     "microsecond microseconds ",
     UNIT_TIME, 1e-6, 0, 0},
    {" ms msec msecs millis millisec millisecs millisecond milliseconds ", UNIT_TIME, 1e-3, 0, 0},
    {" s sec secs second seconds elapsed ", UNIT_TIME, 1, 0, 0},
    {" min mins minute minutes ", UNIT_TIME, 60, 0, 0},
    {" h hr hrs hour hours ", UNIT_TIME, 3600, 0, 0},
    {" flop/s flops/s ", UNIT_FLOP_RATE, 1, 1, 0},
    {" flops ", UNIT_FLOP_RATE, 1, 1, 1},
    {" b/s bps byte/s bytes/s ", UNIT_BYTE_RATE, 1, 1, 0},
    {" bit/s bits/s ", UNIT_BIT_RATE, 1, 1, 0},
    {" ops ", UNIT_RATE, 1, 1, 1},
    {" /s 1/s op/s ops/s operations/s iops qps tps rps "
     "fps i/s it/s iter/s its/s iters/s iterations/s items/s item/s elem/s elems/s element/s "
     "elements/s el/s call/s calls/s req/s requests/s queries/s "
     "tokens/s token/s samples/s images/s frames/s rows/s msg/s messages/s lookups/s keys/s lups "
     "lup/s updates/s points/s cells/s nnz/s edges/s teps transactions/s txn/s tx/s events/s "
     "packets/s "
     "pkts/s hashes/s records/s documents/s docs/s objects/s nodes/s words/s lines/s chars/s "
     "pixels/s "
     "values/s numbers/s entries/s inserts/s lookup/s reads/s writes/s steps/s timesteps/s atoms/s "
     "particles/s runs/s reps/s execs/s executions/s invocations/s tasks/s jobs/s instructions/s ",
     UNIT_RATE, 1, 1, 0},
    {" b byte bytes ", UNIT_BYTES, 1, 1, 0},
    {" flop ", UNIT_COUNT, 1, 1, 0},
    {" cycle cycles clk clks clocks clock_cycles cpu_cycles tsc rdtsc ticks ", UNIT_CYCLES, 1, 1,
     0},
};

static const struct {
    const char *text;
    double worth;
} prefixes[] = {{"ki", 0x1p10}, {"mi", 0x1p20}, {"gi", 0x1p30}, {"ti", 0x1p40}, {"k", 1e3},
                {"m", 1e6},     {"g", 1e9},     {"t", 1e12},    {"p", 1e15}};

static const char *const details[UNIT_KINDS] = {
    [UNIT_FLOP_RATE] = "rate", [UNIT_BYTE_RATE] = "byte_rate", [UNIT_BIT_RATE] = "rate",
    [UNIT_RATE] = "rate",      [UNIT_BYTES] = "max_memory",    [UNIT_CYCLES] = "cycles",
};

const char *unit_kind_detail(enum unit_kind kind) {
    return details[kind];
}

const char *unit_kind_base(enum unit_kind kind) {
    static const char *const bases[UNIT_KINDS] = {"1",   "s", "1/s", "B/s", "b/s",
                                                  "1/s", "B", "1",   "1"};
    return bases[kind];
}

int unit_kind_is_rate(enum unit_kind kind) {
    return kind == UNIT_FLOP_RATE || kind == UNIT_BYTE_RATE || kind == UNIT_BIT_RATE ||
           kind == UNIT_RATE;
}

/* Whether WORD is in LIST, whose words have blanks around them. Sets PLACE, unless it is NULL, to
 * the number of words before it, or of all words. */
static int has_word(const char *list, const char *word, size_t *place) {
    size_t n = strlen(word), before = 0;
    for (const char *at = list; at[1]; at += 1 + strcspn(at + 1, " "), before++)
        if (n && strncmp(at + 1, word, n) == 0 && at[1 + n] == ' ') {
            if (place)
                *place = before;
            return 1;
        }
    if (place)
        *place = before;
    return 0;
}

/* --- powers of ten --- */

/* Returns the power of ten in digits with which WORD, which spell wrote, begins, and what stands
 * BEHIND it; 0 if it begins with another number: "1000", "1_000", "1e6", "10^6". */
static double read_power(const char *word, const char **behind) {
    char digits[WORD], *end;
    size_t used = 0;
    for (; isdigit((unsigned char)*word) || (*word == '_' && isdigit((unsigned char)word[1]));
         word++)
        if (*word != '_')
            digits[used++] = *word;
    digits[used] = '\0';
    double value = strtod(digits, NULL);
    if (strchr("^e", *word) && isdigit((unsigned char)word[1])) {
        double exponent = strtod(word + 1, &end);
        value = *word == '^' ? pow(value, exponent) : value * pow(10, exponent);
        word = end;
    }
    *behind = word;
    return value >= 1 && log10(value) == floor(log10(value)) ? value : 0;
}

/* Returns the power of ten that PART is a word for, such as "1000", "x1e6", "1M" and "millions"; 0
 * if it is none. */
static double read_scale(struct part part) {
    static const struct {
        const char *words;
        double worth;
    } scales[] = {{" hundred hundreds ", 1e2},
                  {" k kilo thousand thousands tsd ", 1e3},
                  {" m mega mio mln million millions ", 1e6},
                  {" g b bn giga mrd billion billions ", 1e9}};
    static const char *const times[] = {"x", "*", "\303\227"};
    char spelled[WORD];
    const char *word = spelled;
    spell(spelled, part);
    for (size_t i = 0, skip; i < sizeof times / sizeof *times && word == spelled; i++)
        if (strncmp(word, times[i], skip = strlen(times[i])) == 0)
            word += skip + (word[skip] == '_');
    double power = isdigit((unsigned char)*word) ? read_power(word, &word) : 1;
    if (!*word)
        return power >= 100 ? power : 0;
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++)
        if (has_word(scales[i].words, word, NULL))
            return power * scales[i].worth;
    return 0;
}

/* Takes a power of ten from the begin of PART, before a unit, as in "1000 ops/s" and "k req/s", or
 * from its end, as in "ops/s x 1000". Returns 0 if there is none. IS_LETTER: it is a letter alone,
 * as stands before rates. */
static double take_power(struct part *part, int *is_letter) {
    const char *text = part->text;
    double found = 0;
    *is_letter = 0;
    for (size_t at = part->end; at-- > part->first + 1 && !found;) {
        struct part before = {text, part->first, at}, behind = {text, at + 1, part->end};
        int is_one = at == part->first + 1;
        if ((text[at] != ' ' && text[at] != '_') || (is_one && !strchr("kKMGT", text[part->first])))
            continue;
        trim(&before);
        trim(&behind);
        double leading = read_scale(before), trailing = read_scale(behind);
        int is_times = behind.end > behind.first && strchr("x*\303", text[behind.first]);
        if (leading || (is_times && trailing)) {
            found = leading ? leading : trailing;
            *is_letter = is_one && leading;
            *part = leading ? behind : before;
        }
    }
    return found;
}

/* --- words of units --- */

/* What a call is named. */
static const char calls[] = " op ops operation operations iter iters it iteration iterations call "
                            "calls run runs rep reps invocation execution exec launch ";

static const char time_words[] =
    " time times elapsed duration runtime run_time walltime wall_time wall real real_time latency "
    "exec execution execution_time executiontime exec_time exectime wallclock wall_clock "
    "time_taken timing timings t dt took lat ";

/* Ends WORD where it says that one of it is for a call: "ns/op". */
static void drop_per(char *word) {
    char *slash = strrchr(word, '/');
    if (slash && slash > word && has_word(calls, slash + 1, NULL))
        *slash = '\0';
}

/* Writes "ops/s" for "ops per second" and "ops_per_sec", and "/s" for "per second". */
static void shorten_per(char *word) {
    static const char *const spelled[] = {"_per_", " per "};
    if (strncmp(word, "per", 3) == 0 && strchr("_ ", word[3])) {
        size_t skip = 3 + strspn(word + 3, "_ ");
        memmove(word + 1, word + skip, strlen(word + skip) + 1);
        *word = '/';
    }
    for (size_t i = 0; i < sizeof spelled / sizeof *spelled; i++) {
        char *at = strstr(word, spelled[i]);
        if (at) {
            *at = '/';
            memmove(at + 1, at + 5, strlen(at + 5) + 1);
        }
    }
}

/* Whether WORD is of some things per second, whatever they are. */
static int is_things_per_second(const char *word) {
    static const char doubtful[] = " avg/s average/s total/s sum/s value/s result/s times/s ";
    size_t n = strspn(word, "abcdefghijklmnopqrstuvwxyz_");
    return n > 2 && strcmp(word + n, "/s") == 0 && !has_word(doubtful, word, NULL);
}

static int find_unit(const char *word, int is_whole, struct measured_unit *unit) {
    for (size_t u = 0; u < sizeof units / sizeof *units; u++)
        if ((is_whole || units[u].has_prefixes) && has_word(units[u].words, word, NULL)) {
            *unit = (struct measured_unit){
                .kind = units[u].kind, .worth = units[u].worth, .is_bare = units[u].is_bare};
            return 1;
        }
    return 0;
}

/* Whether KIND has binary prefixes: "KIOPS" are thousands of "IOPS". */
static int is_of_bytes(enum unit_kind kind) {
    return kind == UNIT_BYTES || kind == UNIT_BYTE_RATE || kind == UNIT_BIT_RATE;
}

/* Sets UNIT to the one of the table that WORD is, and returns how long its prefix is; WORD's length
 * if it is none. */
static size_t find_prefixed(const char *word, struct measured_unit *unit) {
    if (find_unit(word, 1, unit))
        return 0;
    for (size_t p = 0; p < sizeof prefixes / sizeof *prefixes; p++) {
        size_t skip = strlen(prefixes[p].text);
        if (strncmp(word, prefixes[p].text, skip) != 0 || !find_unit(word + skip, 0, unit))
            continue;
        if (skip == 1 || is_of_bytes(unit->kind)) {
            unit->worth *= prefixes[p].worth;
            return skip;
        }
    }
    *unit = (struct measured_unit){.kind = UNIT_NONE, .worth = NAN};
    return strlen(word);
}

/* Sets UNIT to the one that WORD, which spell_unit wrote, is, and returns how long its prefix is.
 */
static size_t take_prefix(const char *word, struct measured_unit *unit) {
    size_t skip = find_prefixed(word, unit);
    if (unit->kind)
        return skip;
    if (is_things_per_second(word))
        *unit = (struct measured_unit){.kind = UNIT_RATE, .worth = 1};
    return 0;
}

/* Whether WORD is one for a time, or for a statistic, which nobody counts. */
static int is_time_word(const char *word) {
    static const char *const ends[] = {"time", "zeit", "dauer"};
    static const char others[] =
        " cpu user sys system delay latenz temps dur\303\251e duree latence tiempo "
        "duraci\303\263n duracion latencia tempo durata latenza mean median med min minimum max "
        "maximum best fastest worst slowest std stddev ";
    size_t n = strlen(word);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (n >= strlen(ends[i]) && strcmp(word + n - strlen(ends[i]), ends[i]) == 0)
            return 1;
    return has_word(others, word, NULL) ||
           (has_word(time_words, word, NULL) && !has_word(" times ", word, NULL) &&
            !has_word(calls, word, NULL));
}

/* Whether WORD is what rates are of, such as "ops" and "MB". */
static int is_counted(const char *word) {
    char rate[WORD + sizeof "/s"];
    struct measured_unit of_rate, unit;
    snprintf(rate, sizeof rate, "%s/s", word);
    size_t prefix = find_prefixed(rate, &of_rate);
    find_prefixed(word, &unit);
    int is_name = prefix && strcmp(rate + prefix, "it/s") == 0; /* git, kit */
    return (of_rate.kind && !is_name) || (unit.kind && unit.kind != UNIT_TIME);
}

/* Returns the length of the quantity before a slash and a unit of time in PART, as ISO 80000 writes
 * them: "time/s", "Zeit / ms", "quick/us"; 0 if there is none. "ops/ms" and "images/s" are rates:
 * what is neither a time nor counted is a quantity before less than a second, or apart. */
static size_t quantity_length(struct part part) {
    char first_word[WORD], last_word[WORD], word[WORD];
    const char *text = part.text;
    size_t slash = part.end;
    struct measured_unit unit;
    while (slash > part.first && text[slash - 1] != '/')
        slash--;
    if (slash < part.first + 2)
        return 0;
    struct part of = {text, part.first, slash - 1}, in = {text, slash, part.end};
    int is_apart = text[of.end - 1] == ' ' && text[slash] == ' ';
    trim(&of);
    trim(&in);
    spell(word, in);
    if (of.end == of.first || !find_unit(word, 1, &unit) || unit.kind != UNIT_TIME)
        return 0;
    struct part first = {text, of.first, of.first}, last = {text, of.end, of.end};
    while (first.end < of.end && !is_between(text[first.end]) && text[first.end] != '/')
        first.end++;
    while (last.first > of.first && !is_between(text[last.first - 1]) &&
           text[last.first - 1] != '/')
        last.first--;
    spell(first_word, first);
    spell(last_word, last);
    int is_letter = isalpha((unsigned char)*last_word) && !last_word[1] && text[last.first] != 'B';
    int is_per = is_time_word(first_word) && text[first.end] == '/'; /* "time/elem / ns" */
    int is_time = is_time_word(first_word) || is_time_word(last_word);
    if ((!is_letter && !is_per && is_counted(last_word)) ||
        !(is_time || unit.worth < 1 || is_apart))
        return 0;
    return of.end - part.first;
}

/* Writes "gb/s" for "gb_s", but not for "a_b_s", which may be seconds. */
static void shorten_under(char *word) {
    static const char *const ends[] = {"b_s", "bit_s", "flop_s", "flops_s", "ops_s"};
    size_t prefix = strspn(word, "kmgtp");
    prefix += prefix == 1 && word[1] == 'i';
    for (size_t i = 0; prefix && i < sizeof ends / sizeof *ends; i++)
        if (strcmp(word + prefix, ends[i]) == 0)
            word[strlen(word) - 2] = '/';
}

/* Writes "images/s" for "images/second" and "ops/ms". Returns how many of the one a second is of
 * the other. */
static double shorten_time(char *word) {
    struct measured_unit unit, head;
    char *slash = strrchr(word, '/');
    if (!slash || !find_unit(slash + 1, 1, &unit) || unit.kind != UNIT_TIME)
        return 1;
    *slash = '\0';
    int is_of_times = find_unit(word, 1, &head) && head.kind == UNIT_TIME;
    *slash = '/';
    if (is_of_times)
        return 1;
    strcpy(slash + 1, "s");
    return 1 / unit.worth;
}

/* Writes the unit at TEXT as the table has it to WORD [WORD], and sets FACTOR to what one is worth
 * of that. Returns 0 if it is too long for that, or a quantity stands before it. */
static int spell_unit(const char *text, size_t n, char *word, double *factor) {
    while (n && (text[0] == ' ' || text[n - 1] == ' ')) {
        text += text[0] == ' ';
        n--;
    }
    if (n == 0 || n >= WORD || quantity_length((struct part){text, 0, n}))
        return 0;
    size_t used = 0;
    for (size_t i = 0; i < n; i++) {
        int is_by_slash = text[i] == ' ' && (text[i - 1] == '/' || text[i + 1] == '/');
        word[used] = (char)tolower((unsigned char)text[i]);
        used += !is_by_slash;
    }
    word[used] = '\0';
    shorten_per(word);
    shorten_under(word);
    *factor = shorten_time(word);
    drop_per(word);
    return 1;
}

/* Returns what stands behind the first "/" or " per " of the N bytes at TEXT; "" if neither does.
 */
static const char *find_per(const char *text, size_t n, size_t *length) {
    static const char *const between[] = {"/", "_per_", " per "};
    *length = 0;
    for (size_t at = 0; at < n; at++)
        for (size_t i = 0; i < sizeof between / sizeof *between; i++) {
            size_t skip = strlen(between[i]);
            if (n - at < skip || strncasecmp(text + at, between[i], skip) != 0)
                continue;
            for (at += skip; at < n && text[at] == ' '; at++)
                ;
            *length = n - at;
            return text + at;
        }
    return "";
}

/* Copies the N bytes at TEXT, what one of a unit is for, to PER. Returns 0 if they are no such
 * word: a statistic, as in "min/max", a time, or too long. */
static int take_per(char per[UNIT_PER], const char *text, size_t n) {
    struct measured_unit unit;
    char word[UNIT_PER];
    while (n && text[n - 1] == ' ')
        n--;
    if (n == 0 || n >= UNIT_PER || !isalnum((unsigned char)*text))
        return 0;
    for (size_t i = 0; i <= n; i++)
        word[i] = (char)(i < n ? tolower((unsigned char)text[i]) : '\0');
    if (has_word(" max avg mean median med std n ", word, NULL) ||
        (find_unit(word, 1, &unit) && unit.kind == UNIT_TIME))
        return 0;
    snprintf(per, UNIT_PER, "%.*s", (int)n, text);
    for (char *c = per; (c = strchr(c, '_'));) /* "time_per_1000_calls" */
        *c = ' ';
    return 1;
}

/* Reads WORD, of the N bytes at TEXT, as a time or cycles for one of something: "ns/byte". */
static void read_cost(const char *text, size_t n, char *word, struct measured_unit *unit) {
    struct measured_unit cost;
    size_t length;
    const char *per = find_per(text, n, &length);
    word[strcspn(word, "/")] = '\0';
    if (find_unit(word, 1, &cost) && (cost.kind == UNIT_TIME || cost.kind == UNIT_CYCLES) &&
        take_per(cost.per, per, length))
        *unit = cost;
}

/* Whether the unit at TEXT, SKIP bytes behind whose begin WORD goes on, is of bits: as "Mb/s",
 * "Gbps" and "kbps" are. In "mb/s" and "kb/s" nobody means them. */
static int is_of_bits(const char *text, size_t skip, const char *word) {
    int is_rate = word[skip] == 'b' && (word[skip + 1] == '/' || word[skip + 1] == 'p');
    return is_rate && text[skip] == 'b' &&
           (!skip || isupper((unsigned char)*text) || strcmp(word, "kbps") == 0);
}

/* Reads the unit in PART, before or behind which POWER stands. */
static int read_scaled(struct part part, double power, int is_letter, struct measured_unit *unit) {
    if (!measured_unit_read(part.text + part.first, part.end - part.first, unit) ||
        !(unit_kind_is_rate(unit->kind) ||
          (!is_letter && (unit->kind == UNIT_TIME || unit->kind == UNIT_CYCLES)))) {
        *unit = (struct measured_unit){.kind = UNIT_NONE, .worth = NAN};
        return 0;
    }
    unit->worth *= power;
    return 1;
}

int measured_unit_read(const char *text, size_t n, struct measured_unit *unit) {
    static const char cpb[] = "cpb", cycles_per_byte[] = "cycles/byte";
    char word[WORD];
    double factor;
    struct part part = {text, 0, n};
    int is_letter;
    double power = n < WORD ? take_power(&part, &is_letter) : 0;
    *unit = (struct measured_unit){.kind = UNIT_NONE, .worth = NAN};
    if (power)
        return read_scaled(part, power, is_letter, unit);
    if (n == strlen(cpb) && strncasecmp(text, cpb, n) == 0)
        return measured_unit_read(cycles_per_byte, strlen(cycles_per_byte), unit);
    if (!spell_unit(text, n, word, &factor))
        return 0;
    size_t blanks = strspn(text, " ");
    size_t skip = take_prefix(word, unit);
    if (unit->kind == UNIT_BYTE_RATE && is_of_bits(text + blanks, skip, word))
        unit->kind = UNIT_BIT_RATE;
    unit->worth *= factor;
    if (!unit->kind && strchr(word, '/'))
        read_cost(text, n, word, unit);
    /* "GFLOPS" is how rates are mostly written. */
    unit->is_likely_count = unit->is_bare && (unit->kind == UNIT_RATE ||
                                              (n > 1 && strncmp(text + n - 2, "Ps", 2) == 0) ||
                                              strncmp(text + blanks, "flops", n) == 0);
    return unit->kind != UNIT_NONE;
}

int measured_unit_equals(const struct measured_unit *a, const struct measured_unit *b) {
    return a->kind == b->kind && a->worth == b->worth && strcmp(a->per, b->per) == 0;
}

int measured_unit_base(const char *text, size_t n, char base[MEASURE_UNIT]) {
    struct measured_unit unit;
    char word[WORD] = "";
    struct part part = {text, 0, n};
    int is_letter;
    measured_unit_read(text, n, &unit);
    struct measured_unit of_word = unit;
    double factor;
    if (n < WORD)
        take_power(&part, &is_letter);
    size_t skip = spell_unit(text + part.first, part.end - part.first, word, &factor)
                      ? take_prefix(word, &of_word)
                      : 0;
    const char *rest = word + skip;
    int is_things = unit.kind == UNIT_RATE && *rest != '/' && *rest != '1';
    snprintf(base, MEASURE_UNIT, "%s", is_things ? rest : unit_kind_base(unit.kind));
    if (unit.kind == UNIT_FLOP_RATE)
        strcpy(base, strchr(rest, '/') ? "FLOP/s" : "FLOPS");
    else if (unit.kind == UNIT_BIT_RATE)
        strcpy(base, strstr(rest, "bit") ? "bit/s" : strchr(rest, '/') ? "b/s" : "bps");
    else if (is_things && strcmp(rest, "ops") == 0)
        strcpy(base, "ops/s");
    for (char *c = base; is_things && !strchr(base, '/') && *c; c++)
        *c = (char)toupper((unsigned char)*c);
    return unit_kind_is_rate(unit.kind);
}

const char *measured_unit_name(struct measured_unit unit, char *buffer, size_t size) {
    static const struct {
        double worth;
        const char *name;
    } times[] = {{1e-12, "picoseconds"}, {1e-9, "nanoseconds"}, {1e-6, "microseconds"},
                 {1e-3, "milliseconds"}, {1, "seconds"},        {60, "minutes"},
                 {3600, "hours"}};
    static const char *const bases[UNIT_KINDS] = {
        [UNIT_FLOP_RATE] = "FLOP/s", [UNIT_BYTE_RATE] = "B/s", [UNIT_BIT_RATE] = "b/s",
        [UNIT_RATE] = "/s",          [UNIT_BYTES] = "B",       [UNIT_CYCLES] = "cycles"};
    static const char *const powers[] = {"", "k", "M", "G", "T", "P"};
    const char *per = *unit.per ? " per " : "";
    if (unit.kind == UNIT_TIME) {
        size_t i = sizeof times / sizeof *times - 1;
        while (i && unit.worth < times[i].worth)
            i--;
        if (unit.worth == times[i].worth)
            snprintf(buffer, size, "%s%s%s", times[i].name, per, unit.per);
        else /* "100 ns" */
            snprintf(buffer, size, "%.6g %s%s%s", unit.worth / times[i].worth, times[i].name, per,
                     unit.per);
        return buffer;
    }
    snprintf(buffer, size, "%.6g %s%s%s", unit.worth, bases[unit.kind], per, unit.per);
    for (int i = 0; i < (int)(sizeof powers / sizeof *powers); i++)
        if (unit.worth == pow(1000, i) || unit.worth == pow(1024, i))
            snprintf(buffer, size, "%s%s%s%s%s", powers[i],
                     i && unit.worth == pow(1024, i) ? "i" : "", bases[unit.kind], per, unit.per);
    return buffer;
}

const char *measured_unit_call(struct measured_unit unit, const struct file_rates *rates,
                               char *buffer, size_t size) {
    const struct file_measure *rate =
        &rates->of[unit.kind == UNIT_BYTE_RATE ? FILE_BYTE_RATE : FILE_RATE];
    const struct prefixed_unit prefixed = prefixed_unit(rate->unit, unit.worth);
    if (!unit_kind_is_rate(unit.kind) || !*rate->name || prefixed.worth != unit.worth)
        return measured_unit_name(unit, buffer, size);
    snprintf(buffer, size, "%s", prefixed.name);
    return buffer;
}

int measured_unit_check(const char *text, struct err *err) {
    static const char *const usual[] = {"seconds", "ms",   "us",   "ns",   "minutes",
                                        "GFLOPS",  "MB/s", "GB/s", "ops/s"};
    struct suggestion suggestion = {.wanted = text};
    struct measured_unit unit;
    if (measured_unit_read(text, strlen(text), &unit) && unit.kind != UNIT_BYTES &&
        unit.kind != UNIT_COUNT)
        return 0;
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        suggest_consider(&suggestion, usual[i]);
    return err_set(err, ERR_USAGE,
                   "--unit is one of times or rates, such as s, ms, us, ns, GFLOPS, MB/s or ops/s, "
                   "not \"%s\"%s",
                   text, suggest_words(&suggestion).text);
}

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
    {time_words, HEADER_RESULT, AFFIX_TIME, RANK_PLAIN, NULL},
    {" throughput bandwidth bw rate speed perf performance ", HEADER_RESULT, AFFIX_RATE, RANK_PLAIN,
     NULL},
    {" value result measurement score ", HEADER_RESULT, AFFIX_VALUE, RANK_PLAIN, NULL},
    {" mean average avg ", HEADER_RESULT, AFFIX_VALUE, RANK_MEAN, NULL},
    {" median med p50 ", HEADER_RESULT, AFFIX_VALUE, RANK_MEDIAN, NULL},
    {" total sum ", HEADER_RESULT, AFFIX_VALUE, RANK_TOTAL, NULL},
    {" min minimum ", HEADER_RESULT, AFFIX_VALUE, RANK_LEAST, NULL},
    {" best fastest ", HEADER_RESULT, AFFIX_VALUE, RANK_BEST, NULL},
    {" cpu cpu_time cputime ", HEADER_CPU, AFFIX_CPU, RANK_PLAIN, "cpu_seconds"},
    {" user user_time ", HEADER_CPU, AFFIX_CPU, RANK_PLAIN, "user_seconds"},
    {" sys sys_time system system_time ", HEADER_CPU, AFFIX_CPU, RANK_PLAIN, "system_seconds"},
    {" std stddev stdev std_dev sd sem se stderr std_err var variance cv rsd mad iqr range low "
     "high "
     "lower upper ci ci95 ci_low ci_high ci_lower ci_upper err noise ",
     HEADER_SPREAD, AFFIX_SPREAD, RANK_PLAIN, NULL},
    {" max maximum ", HEADER_SPREAD, AFFIX_SPREAD, RANK_MOST, NULL},
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
     "relative_error rel_error abs_error max_error "
     "residual resid "
     "accuracy gain percent % ipc checksum rank errors misses failures retries ",
     HEADER_MEASURE, AFFIX_NONE, RANK_PLAIN, NULL},
    {" unit units time_unit measure_unit ", HEADER_UNIT, AFFIX_NONE, RANK_PLAIN, NULL},
    {" size n problem_size input_size array_size vector_size matrix_size data_size num_elements "
     "len length elements elems dim dimension bytes nnz ",
     HEADER_SIZE, AFFIX_NONE, RANK_PLAIN, NULL},
    {" threads nthreads num_threads n_threads thread_count cores ncores num_cores procs nprocs "
     "processes ranks nranks nodes workers batch batch_size block block_size blocksize tile "
     "tile_size stride gomaxprocs ",
     HEADER_PARAMETER, AFFIX_NONE, RANK_PLAIN, NULL},
    {" rep repetition repeat iteration iter trial index sample run_id run_number attempt ",
     HEADER_SAMPLE, AFFIX_NONE, RANK_PLAIN, NULL},
    {" timestamp time date datetime epoch start started end finished pid ", HEADER_MOMENT,
     AFFIX_NONE, RANK_PLAIN, NULL},
    {" note notes comment comments remark remarks description ", HEADER_REMARK, AFFIX_NONE,
     RANK_PLAIN, NULL},
    {" library lib implementation impl solution solver algorithm method variant backend engine "
     "package program command compiler function device language framework tool name benchmark test "
     "version ",
     HEADER_LIBRARY, AFFIX_NONE, RANK_PLAIN, NULL},
    {" action benchmark test function operation kernel problem task name op query workload "
     "scenario testcase test_case dataset input_file ",
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
static const char more_is_better[] = " speedup speed_up efficiency accuracy gain ipc ";
static const char less_is_better[] =
    " error relative_error rel_error abs_error max_error residual memory errors misses failures "
    "retries ";

/* Takes a unit in brackets from the end of PART. */
static int take_bracketed(struct part *part, struct measured_unit *unit) {
    static const char open[] = "([{", close[] = ")]}";
    const char *closing = part->end > part->first ? strchr(close, part->text[part->end - 1]) : NULL;
    size_t at = part->end;
    if (!closing || !*closing)
        return 0;
    while (at > part->first && part->text[at - 1] != open[closing - close])
        at--;
    const char *in = part->text + at;
    if (at == part->first || !measured_unit_read(in, part->end - 1 - at, unit))
        return 0;
    part->end = at - 1;
    trim(part);
    if (part->end > part->first && part->text[part->end - 1] == '/') /* "bandwidth/(GB/s)" */
        part->end--;
    trim(part);
    return 1;
}

/* Whether a number with a blank behind it stands before the unit at TEXT. */
static int is_perhaps_size(const char *text, size_t n) {
    struct part part = {text, 0, n};
    int is_letter;
    return isdigit((unsigned char)*text) && take_power(&part, &is_letter) && part.first > 0;
}

/* Takes the longest unit behind a separator, or all of PART. */
static int take_unit(struct part *part, struct measured_unit *unit) {
    size_t quantity = quantity_length(*part);
    if (quantity) {
        size_t slash = part->end;
        while (part->text[slash - 1] != '/')
            slash--;
        measured_unit_read(part->text + slash, part->end - slash, unit);
        part->end = part->first + quantity;
        return 1;
    }
    for (size_t at = part->first; at < part->end; at++) {
        size_t n = part->end - at;
        if (!is_begin(part->text, at) || !measured_unit_read(part->text + at, n, unit) ||
            is_perhaps_size(part->text + at, n))
            continue;
        /* As a word, "min" is the least; "b" is nothing. */
        int is_other = strncasecmp(part->text + at, "min", n) == 0 ||
                       strncasecmp(part->text + at, "b", n) == 0;
        if (is_other || (at == part->first && n == 1))
            continue;
        part->end = at;
        trim(part);
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
           (bracket ? text[end] != close[bracket - open] : !is_between(text[end])))
        end++;
    int is_word =
        !bracket && (end - first < 2 || strncasecmp(text + first, "min", end - first) == 0);
    if (is_word || (bracket && end == part->end) ||
        !measured_unit_read(text + first, end - first, unit))
        return 0;
    part->first = end + (bracket != NULL);
    trim(part);
    return 1;
}

/* Drops the "of" of "average of time" from the PART that is left. */
static void drop_of(struct part *part) {
    static const char of[] = "of";
    const char *text = part->text;
    if (part->end - part->first > 2 && is_between(text[part->first + 2]) &&
        strncasecmp(text + part->first, of, 2) == 0)
        part->first += 2;
    if (part->end - part->first > 2 && is_between(text[part->end - 3]) &&
        strncasecmp(text + part->end - 2, of, 2) == 0)
        part->end -= 2;
    trim(part);
}

/* Takes the longest affix from the begin or the end of PART. Returns its row; WORDS for none. */
static size_t take_affix(struct part *part) {
    char word[WORD];
    for (size_t cut = 0; cut <= part->end - part->first; cut++) {
        struct part behind = {part->text, part->first + cut, part->end};
        struct part before = {part->text, part->first, part->end - cut};
        int ends_before = cut == 0 || is_between(part->text[before.end]) ||
                          (before.end < part->end && is_begin(part->text, before.end));
        for (size_t w = 0; w < WORDS; w++) {
            if (words[w].affix == AFFIX_NONE)
                continue;
            spell(word, behind);
            if (is_begin(part->text, behind.first) && has_word(words[w].words, word, NULL)) {
                part->end = behind.first;
                trim(part);
                return w;
            }
            spell(word, before);
            if (ends_before && has_word(words[w].words, word, NULL)) {
                part->first = before.end;
                trim(part);
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
        char of[WORD];
        struct part behind = {part->text, at + n, part->end};
        if ((at > part->first && !is_between(part->text[at - 1])) ||
            strncasecmp(part->text + at, word, n) != 0 || !is_between(part->text[at + n]))
            continue;
        trim(&behind);
        spell(of, behind);
        if (!has_word(calls, of, NULL) &&
            !take_per(per, part->text + behind.first, behind.end - behind.first))
            return 0;
        part->end = at;
        trim(part);
        return 1;
    }
    return 0;
}

/* Drops "/elem" from PART if a word for times stands before it, and copies it to PER. */
static void drop_slash(struct part *part, char per[UNIT_PER]) {
    char word[WORD];
    size_t at = part->first;
    while (at < part->end && part->text[at] != '/')
        at++;
    struct part before = {part->text, part->first, at}, behind = {part->text, at + 1, part->end};
    trim(&before);
    trim(&behind);
    spell(word, before);
    if (at == part->end || !has_word(time_words, word, NULL))
        return;
    spell(word, behind);
    if (has_word(calls, word, NULL) ||
        take_per(per, part->text + behind.first, behind.end - behind.first))
        *part = before;
}

/* Whether PART says what one of its unit is for. */
static int says_per(struct part part) {
    size_t quantity = quantity_length(part), length;
    return *find_per(part.text + part.first, quantity ? quantity : part.end - part.first,
                     &length) != '\0';
}

/* A word for what PART is as a whole. */
static size_t find_whole(struct part part) {
    char word[WORD];
    size_t w = 0;
    spell(word, part);
    while (w < WORDS && !has_word(words[w].words, word, NULL))
        w++;
    return w;
}

/* Whether what stands in ALL behind PART is a word of which seconds are only the usual unit. */
static int is_usual_seconds(struct part all, struct part part) {
    char word[WORD];
    struct part taken = {all.text, part.end, all.end};
    trim(&taken);
    spell(word, taken);
    return strcmp(word, "elapsed") == 0;
}

/* Whether PART, from which UNIT was taken, ends in another one of time. */
static int has_second_unit(struct part part, struct measured_unit unit) {
    const struct part all = part;
    struct measured_unit second;
    if (unit.kind != UNIT_TIME || (!take_bracketed(&part, &second) && !take_unit(&part, &second)) ||
        second.kind != UNIT_TIME)
        return 0;
    struct part taken = {all.text, part.end, all.end};
    trim(&taken);
    return second.worth != unit.worth && taken.end - taken.first > 1 && find_whole(taken) == WORDS;
}

struct header header_read(const char *text) {
    struct header header = {.unit = {.kind = UNIT_NONE, .worth = NAN}, .leading = SIZE_MAX};
    struct part part = {text, 0, strlen(text)};
    trim(&part);
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
    header.has_two_units = has_unit && has_second_unit(part, header.unit);
    int is_letter = has_unit && !is_bracketed && all.end - part.end == 2 && !quantity_length(all);
    int has_affix = 0, is_spread = 0, is_cpu = 0, is_statistic = 0;
    char per[UNIT_PER] = "";
    drop_slash(&part, per);
    const struct part unitless = part;
    for (struct part left = part; part.end > part.first; part = left) {
        w = take_affix(&left);
        drop_of(&left);
        /* "cpu_fft" is a name, and perhaps "std_sort" is. */
        int is_rest = left.end > left.first, is_first = left.first > part.first;
        if (w == WORDS || (words[w].affix == AFFIX_CPU && is_rest))
            break;
        if (words[w].affix == AFFIX_SPREAD && is_rest && is_first && header.leading == SIZE_MAX)
            header.leading = part.first;
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
            struct part taken = {text, is_first ? part.first : left.end,
                                 is_first ? left.first : part.end};
            trim(&taken);
            header.quantile = taken.first;
            header.quantile_length = taken.end - taken.first;
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
        header.leading = SIZE_MAX;
    if (has_unit && header.length && isdigit((unsigned char)text[header.name]) &&
        header.unit.kind != UNIT_BYTES)
        header.scale = read_scale(part);
    header.role = !has_unit && !has_affix ? HEADER_OTHER
                  : is_spread             ? HEADER_SPREAD
                  : is_cpu                ? HEADER_CPU
                  : header.length         ? HEADER_OF_NAME
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
    char word[WORD];
    spell(word, (struct part){name, 0, strlen(name)});
    return unit_kind_is_rate(kind) || has_word(more_is_better, word, NULL) ? BETTER_MORE
           : kind == UNIT_TIME || (kind == UNIT_BYTES && !is_unit(name)) ||
                   has_word(less_is_better, word, NULL)
               ? BETTER_LESS
               : BETTER_NEITHER;
}

void header_measure(const char *text, const struct header *header, char *name, size_t size) {
    struct part part = {text, 0, strlen(text)};
    struct measured_unit unit;
    trim(&part);
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
    trim(&before);
    trim(&behind);
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
    trim(&part);
    size_t end = part.end;
    int is_letter, is_bracketed = take_bracketed(&part, &unit);
    if (!is_bracketed)
        take_unit(&part, &unit);
    struct part taken = {text, part.end, end - (is_bracketed != 0)};
    while (taken.first < taken.end && strchr(" _-.,([{", text[taken.first]))
        taken.first++;
    if (taken.end - taken.first < WORD)
        take_power(&taken, &is_letter);
    measured_unit_base(text + taken.first, taken.end - taken.first, base);
    header_measure(text, header, name, sizeof name);
    if (!header->is_rate)
        snprintf(name, sizeof name, "%.*s", (int)(taken.end - taken.first), text + taken.first);
    if (!header->is_rate && strcmp(base, "1/s") == 0)
        *name = '\0';
    return measure_of(name, base, BETTER_MORE);
}

int header_is_ratio(const char *name) {
    char word[WORD];
    spell(word, (struct part){name, 0, strlen(name)});
    return has_word(" cv rsd var variance noise ", word, NULL);
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
        if (!is_bracket && !is_slash && !is_between(text[at]))
            continue;
        struct part behind = {text, at + 1, end}, before = {text, part->first, at};
        trim(&behind);
        double scale =
            is_bracket || is_slash || behind.end - behind.first > 1 ? read_scale(behind) : 0;
        if (!scale)
            continue;
        *part = before;
        trim(part);
        if (part->end - part->first > 3 && strncasecmp(text + part->end - 3, " in", 3) == 0)
            part->end -= 3;
        return scale;
    }
    for (size_t at = part->first + 2; at < part->end; at++) {
        double scale = is_between(text[at]) ? read_scale((struct part){text, part->first, at}) : 0;
        if (!scale)
            continue;
        part->first = at;
        trim(part);
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

/* The place of PART among the words for numbers of calls. */
static size_t calls_place(struct part part) {
    char word[WORD];
    size_t place, w = 0;
    spell(word, part);
    while (w < WORDS && words[w].role != HEADER_CALLS)
        w++;
    return has_word(words[w].words, word, &place) ? place : HEADER_NO_WORD;
}

double header_calls(const char *text) {
    struct part part = {text, 0, strlen(text)};
    trim(&part);
    return calls_place(part) == HEADER_NO_WORD ? take_scale(&part) : 1;
}

/* --- words of a role --- */

/* A word for PART apart from a unit of bytes, as in "size_kb". */
static size_t sized_word(struct part part, enum header_role role) {
    struct measured_unit unit;
    char word[WORD];
    if (role != HEADER_SIZE || !take_unit(&part, &unit) || unit.kind != UNIT_BYTES)
        return HEADER_NO_WORD;
    spell(word, part);
    for (size_t w = 0, place; w < WORDS; w++)
        if (words[w].role == role && has_word(words[w].words, word, &place))
            return place;
    return HEADER_NO_WORD;
}

size_t header_word(const char *text, enum header_role role) {
    struct measured_unit unit;
    struct part part = {text, 0, strlen(text)};
    char word[WORD];
    trim(&part);
    take_bracketed(&part, &unit);
    spell(word, part);
    for (size_t w = 0, place; w < WORDS; w++)
        if (words[w].role == role && has_word(words[w].words, word, &place))
            return place;
    if (role != HEADER_CALLS)
        return sized_word(part, role);
    take_scale(&part);
    return calls_place(part);
}

int header_is_derived(const char *name, size_t n) {
    static const char derived[] = " diff difference delta overhead timeout time_out limit speedup "
                                  "speed_up saving savings saved improvement change gain ";
    char word[WORD];
    spell(word, (struct part){name, 0, n});
    return has_word(derived, word, NULL);
}

int header_is_of_solver(const char *text) {
    static const char of_solvers[] = " residual residuum res_norm tolerance tol converged solver "
                                     "preconditioner precond optimizer optimiser ";
    char word[WORD];
    spell(word, (struct part){text, 0, strlen(text)});
    return has_word(of_solvers, word, NULL);
}

int header_is_plainly_rate(const char *text) {
    struct measured_unit unit;
    char word[WORD];
    size_t n;
    const char *per = find_per(text, strlen(text), &n);
    spell(word, (struct part){per, 0, strcspn(per, " _)]}(")});
    return header_read(text).is_rate || (find_unit(word, 1, &unit) && unit.kind == UNIT_TIME);
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
