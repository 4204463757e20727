/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/import/measured_unit.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "formats/text/prefixed_unit.h"
#include "formats/text/suggest.h"

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
    {" ms msec msecs millis millisec millisecs millisecond milliseconds millisekunden "
     "millisecondes milisegundos millisecondi \320\274\321\201 \346\257\253\347\247\222 ",
     UNIT_TIME, 1e-3, 0, 0},
    {" s sec secs second seconds elapsed sekunde sekunden seconde secondes segundo segundos "
     "secondo secondi saniye detik \321\201\320\265\320\272 \347\247\222 ",
     UNIT_TIME, 1, 0, 0},
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
     "particles/s runs/s reps/s execs/s executions/s invocations/s tasks/s jobs/s instructions/s "
     "msgs/s txns/s tkns/s px/s pix/s pixel/s tok/s toks/s rays/s accesses/s allocs/s "
     "allocations/s entities/s "
     "evals/s evaluations/s inferences/s options/s orders/s ups flups pps h/s hash/s ",
     UNIT_RATE, 1, 1, 0},
    {" t/s ", UNIT_RATE, 1, 0, 0}, /* tokens */
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

/* --- powers of ten --- */

/* Returns the power of ten in digits with which WORD, which word_spell wrote, begins, and what
 * stands BEHIND it; 0 if it begins with another number: "1000", "1_000", "1e6", "10^6". */
static double read_power(const char *word, const char **behind) {
    char digits[WORD_SIZE], *end;
    size_t used = 0;
    for (; isdigit((unsigned char)*word) || (*word == '_' && isdigit((unsigned char)word[1]));
         word++)
        if (*word != '_')
            digits[used++] = *word;
    digits[used] = '\0';
    double value = strtod(digits, NULL);
    if ((*word == '^' || *word == 'e') && isdigit((unsigned char)word[1])) {
        double exponent = strtod(word + 1, &end);
        value = *word == '^' ? pow(value, exponent) : value * pow(10, exponent);
        word = end;
    }
    *behind = word;
    return value >= 1 && log10(value) == floor(log10(value)) ? value : 0;
}

double measured_unit_scale(struct part part) {
    static const struct {
        const char *words;
        double worth;
    } scales[] = {{" hundred hundreds ", 1e2},
                  {" k kilo thousand thousands tsd ", 1e3},
                  {" m mega mio mln million millions ", 1e6},
                  {" g b bn giga mrd billion billions ", 1e9}};
    static const char *const times[] = {"x", "*", "\303\227"};
    char spelled[WORD_SIZE];
    const char *word = spelled;
    word_spell(spelled, part);
    for (size_t i = 0, skip; i < sizeof times / sizeof *times && word == spelled; i++)
        if (strncmp(word, times[i], skip = strlen(times[i])) == 0)
            word += skip + (word[skip] == '_');
    double power = isdigit((unsigned char)*word) ? read_power(word, &word) : 1;
    if (!*word)
        return power >= 100 ? power : 0;
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++)
        if (word_is_among(scales[i].words, word, NULL))
            return power * scales[i].worth;
    return 0;
}

double measured_unit_take_power(struct part *part, int *is_letter) {
    const char *text = part->text;
    double found = 0;
    *is_letter = 0;
    for (size_t at = part->end; at-- > part->first + 1 && !found;) {
        struct part before = {text, part->first, at}, behind = {text, at + 1, part->end};
        int is_one = at == part->first + 1;
        if ((text[at] != ' ' && text[at] != '_') || (is_one && !strchr("kKMGT", text[part->first])))
            continue;
        word_trim(&before);
        word_trim(&behind);
        double leading = measured_unit_scale(before), trailing = measured_unit_scale(behind);
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

const char measured_unit_calls[] =
    " op ops operation operations iter iters it iteration iterations call "
    "calls run runs rep reps invocation execution exec launch ";

const char measured_unit_time_words[] =
    " time times elapsed duration runtime run_time walltime wall_time wall real real_time latency "
    "exec execution execution_time executiontime exec_time exectime wallclock wall_clock "
    "time_taken timing timings t dt took lat "
    "zeit laufzeit dauer temps dur\303\251e duree tiempo duracion duraci\303\263n tempo durata "
    "czas waktu \320\262\321\200\320\265\320\274\321\217 \346\227\266\351\227\264 "
    "\346\231\202\351\226\223 \350\200\227\346\227\266 ";

/* Ends WORD where it says that one of it is for a call: "ns/op". */
static void drop_per(char *word) {
    char *slash = strrchr(word, '/');
    if (slash && slash > word && word_is_among(measured_unit_calls, slash + 1, NULL))
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
    return n > 2 && strcmp(word + n, "/s") == 0 && !word_is_among(doubtful, word, NULL);
}

int measured_unit_find(const char *word, int is_whole, struct measured_unit *unit) {
    for (size_t u = 0; u < sizeof units / sizeof *units; u++)
        if ((is_whole || units[u].has_prefixes) && word_is_among(units[u].words, word, NULL)) {
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

/* Sets UNIT to the one of the table that WORD is, and returns how long its prefix is; WORD's
 * length if it is none. */
static size_t find_prefixed(const char *word, struct measured_unit *unit) {
    if (measured_unit_find(word, 1, unit))
        return 0;
    for (size_t p = 0; p < sizeof prefixes / sizeof *prefixes; p++) {
        size_t skip = strlen(prefixes[p].text);
        if (strncmp(word, prefixes[p].text, skip) != 0 || !measured_unit_find(word + skip, 0, unit))
            continue;
        if (skip == 1 || is_of_bytes(unit->kind)) {
            unit->worth *= prefixes[p].worth;
            return skip;
        }
    }
    *unit = (struct measured_unit){.kind = UNIT_NONE, .worth = NAN};
    return strlen(word);
}

/* Returns the power of ten that the first letter of TEXT, a rate of some things, is: no word begins
 * like "Mvoxels" and "Gvoxels", but "Graphs" does. 1: none. */
static double prefix_of_things(const char *text) {
    static const struct {
        char letter;
        const char *behind; /* what words have behind it */
        double worth;
    } letters[] = {{'k', "aeiouyhlnrvw", 1e3},
                   {'M', "aeiouyn", 1e6},
                   {'G', "aeiouyhlnrw", 1e9},
                   {'T', "aeiouyhlrsw", 1e12}};
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (*text == letters[i].letter && islower((unsigned char)text[1]) &&
            !strchr(letters[i].behind, text[1]))
            return letters[i].worth;
    return 1;
}

/* Sets UNIT to the one that WORD is, which spell_unit wrote from TEXT, and returns how long its
 * prefix is. */
static size_t take_prefix(const char *word, const char *text, struct measured_unit *unit) {
    size_t skip = find_prefixed(word, unit);
    if (unit->kind || !is_things_per_second(word))
        return unit->kind ? skip : 0;
    *unit = (struct measured_unit){.kind = UNIT_RATE,
                                   .worth = prefix_of_things(text + strspn(text, " "))};
    return unit->worth > 1;
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
    return word_is_among(others, word, NULL) ||
           (word_is_among(measured_unit_time_words, word, NULL) &&
            !word_is_among(" times ", word, NULL) &&
            !word_is_among(measured_unit_calls, word, NULL));
}

/* Whether WORD is what rates are of, such as "ops" and "MB". */
static int is_counted(const char *word) {
    char rate[WORD_SIZE + sizeof "/s"];
    struct measured_unit of_rate, unit;
    snprintf(rate, sizeof rate, "%s/s", word);
    size_t prefix = find_prefixed(rate, &of_rate);
    find_prefixed(word, &unit);
    int is_name = prefix && strcmp(rate + prefix, "it/s") == 0; /* git, kit */
    return (of_rate.kind && !is_name) || (unit.kind && unit.kind != UNIT_TIME);
}

/* The length of the quantity in PART before a slash and a unit of rates, which has one slash at
 * most.
 */
static size_t rate_quantity_length(struct part part) {
    char word[WORD_SIZE];
    struct measured_unit unit;
    for (size_t slash = part.end, slashes = 0; slash-- > part.first + 1 && slashes < 2;) {
        struct part of = {part.text, part.first, slash};
        if (part.text[slash] != '/')
            continue;
        slashes++;
        if (!measured_unit_read(part.text + slash + 1, part.end - slash - 1, &unit) ||
            !unit_kind_is_rate(unit.kind) ||
            (unit.is_bare && (unit.kind == UNIT_RATE || unit.worth == 1)))
            continue;
        word_trim(&of);
        word_spell(word, of);
        return is_time_word(word) ? 0 : of.end - part.first; /* "time/elem / ns" */
    }
    return 0;
}

size_t measured_unit_quantity_length(struct part part) {
    char first_word[WORD_SIZE], last_word[WORD_SIZE], word[WORD_SIZE];
    const char *text = part.text;
    size_t slash = part.end;
    struct measured_unit unit;
    while (slash > part.first && text[slash - 1] != '/')
        slash--;
    if (slash < part.first + 2)
        return 0;
    size_t of_rate = rate_quantity_length(part);
    if (of_rate)
        return of_rate;
    struct part of = {text, part.first, slash - 1}, in = {text, slash, part.end};
    int is_apart = text[of.end - 1] == ' ' && text[slash] == ' ';
    word_trim(&of);
    word_trim(&in);
    word_spell(word, in);
    if (of.end == of.first || !measured_unit_find(word, 1, &unit) || unit.kind != UNIT_TIME)
        return 0;
    struct part first = {text, of.first, of.first}, last = {text, of.end, of.end};
    while (first.end < of.end && !word_separates(text[first.end]) && text[first.end] != '/')
        first.end++;
    while (last.first > of.first && !word_separates(text[last.first - 1]) &&
           text[last.first - 1] != '/')
        last.first--;
    word_spell(first_word, first);
    word_spell(last_word, last);
    int is_letter = isalpha((unsigned char)*last_word) && !last_word[1] && text[last.first] != 'B';
    int is_per = is_time_word(first_word) && text[first.end] == '/'; /* "time/elem / ns" */
    int is_time = is_time_word(first_word) || is_time_word(last_word);
    if ((!is_letter && !is_per && is_counted(last_word)) ||
        !(is_time || unit.worth < 1 || is_apart))
        return 0;
    return of.end - part.first;
}

/* Writes "gb/s" for "gb_s" and "gbs", but not for "a_b_s", which may be seconds, and "tok/s" for
 * "tok_s". */
static void shorten_under(char *word) {
    static const char things[] = " tok_s toks_s tokens_s ops_s ";
    static const char *const ends[] = {"b_s", "bit_s", "flop_s", "flops_s", "ops_s"};
    size_t prefix = strspn(word, "kmgtp");
    prefix += prefix == 1 && word[1] == 'i';
    for (size_t i = 0; prefix && i < sizeof ends / sizeof *ends; i++)
        if (strcmp(word + prefix, ends[i]) == 0)
            word[strlen(word) - 2] = '/';
    if (word_is_among(things, word, NULL))
        word[strlen(word) - 2] = '/';
    if (prefix && strcmp(word + prefix, "bs") == 0)
        strcpy(word + prefix, "b/s");
}

/* Writes "images/s" for "images/second" and "ops/ms". Returns how many of the one a second is of
 * the other. */
static double shorten_time(char *word) {
    struct measured_unit unit, head;
    char *slash = strrchr(word, '/');
    if (!slash || !measured_unit_find(slash + 1, 1, &unit) || unit.kind != UNIT_TIME)
        return 1;
    *slash = '\0';
    int is_of_times = measured_unit_find(word, 1, &head) && head.kind == UNIT_TIME;
    *slash = '/';
    if (is_of_times)
        return 1;
    strcpy(slash + 1, "s");
    return 1 / unit.worth;
}

/* Writes the unit at TEXT as the table has it to WORD [WORD], and sets FACTOR to what one
 * is worth of that. Returns 0 if it is too long for that, or a quantity stands before it. */
static int spell_unit(const char *text, size_t n, char *word, double *factor) {
    static const char tokens[] = "t/s"; /* a header that is that alone may mean a time */
    while (n && (text[0] == ' ' || text[n - 1] == ' ')) {
        text += text[0] == ' ';
        n--;
    }
    n -= n > 1 && text[n - 1] == '.'; /* "sec." */
    int is_tokens = n == strlen(tokens) && strncasecmp(text, tokens, n) == 0;
    if (n == 0 || n >= WORD_SIZE ||
        (!is_tokens && measured_unit_quantity_length((struct part){text, 0, n})))
        return 0;
    size_t used = 0;
    for (size_t i = 0; i < n; i++) {
        if (word_is_capital_per(text, n, i)) {
            word[used++] = '/';
            i += strlen("er");
            continue;
        }
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

const char *measured_unit_find_per(const char *text, size_t n, size_t *length) {
    static const char *const between[] = {"/", "_per_", " per "};
    *length = 0;
    for (size_t at = 0; at < n; at++) {
        if (word_is_capital_per(text, n, at)) {
            at += strlen("Per");
            *length = n - at;
            return text + at;
        }
        for (size_t i = 0; i < sizeof between / sizeof *between; i++) {
            size_t skip = strlen(between[i]);
            if (n - at < skip || strncasecmp(text + at, between[i], skip) != 0)
                continue;
            for (at += skip; at < n && text[at] == ' '; at++)
                ;
            *length = n - at;
            return text + at;
        }
    }
    return "";
}

int measured_unit_take_per(char per[UNIT_PER], const char *text, size_t n) {
    struct measured_unit unit;
    char word[UNIT_PER];
    while (n && text[n - 1] == ' ')
        n--;
    if (n == 0 || n >= UNIT_PER || !isalnum((unsigned char)*text))
        return 0;
    snprintf(word, sizeof word, "%.*s", (int)n, text);
    for (char *c = word; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    if (word_is_among(" max avg mean median med std n ", word, NULL) ||
        (measured_unit_find(word, 1, &unit) && unit.kind == UNIT_TIME))
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
    const char *per = measured_unit_find_per(text, n, &length);
    word[strcspn(word, "/")] = '\0';
    if (measured_unit_find(word, 1, &cost) &&
        (cost.kind == UNIT_TIME || cost.kind == UNIT_CYCLES) &&
        measured_unit_take_per(cost.per, per, length))
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
    char word[WORD_SIZE];
    double factor;
    struct part part = {text, 0, n};
    int is_letter;
    double power = n < WORD_SIZE ? measured_unit_take_power(&part, &is_letter) : 0;
    *unit = (struct measured_unit){.kind = UNIT_NONE, .worth = NAN};
    if (power)
        return read_scaled(part, power, is_letter, unit);
    if (n == strlen(cpb) && strncasecmp(text, cpb, n) == 0)
        return measured_unit_read(cycles_per_byte, strlen(cycles_per_byte), unit);
    if (!spell_unit(text, n, word, &factor))
        return 0;
    size_t blanks = strspn(text, " ");
    size_t skip = take_prefix(word, text, unit);
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
    char word[WORD_SIZE] = "";
    struct part part = {text, 0, n};
    int is_letter;
    measured_unit_read(text, n, &unit);
    struct measured_unit of_word = unit;
    double factor;
    if (n < WORD_SIZE)
        measured_unit_take_power(&part, &is_letter);
    size_t skip = spell_unit(text + part.first, part.end - part.first, word, &factor)
                      ? take_prefix(word, text + part.first, &of_word)
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
