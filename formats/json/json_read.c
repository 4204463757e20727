/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/json/json_read.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- json number --- */

enum state {
    OUTSIDE,
    STRING,
    ESCAPE,
    WORD,
    SIGN,
    ZERO,
    WHOLE,
    POINT,
    FRACTION,
    E,
    E_SIGN,
    EXPONENT,
    STATES,
    BAD
};

enum kind { OTHER, QUOTE, BACKSLASH, LETTER, LETTER_E, NOUGHT, DIGIT, DOT, MINUS, PLUS, KINDS };

static const unsigned char kinds[256] = {
    ['"'] = QUOTE,  ['\\'] = BACKSLASH, ['e'] = LETTER_E, ['E'] = LETTER_E, ['0'] = NOUGHT,
    ['.'] = DOT,    ['-'] = MINUS,      ['+'] = PLUS,     ['1'] = DIGIT,    ['2'] = DIGIT,
    ['3'] = DIGIT,  ['4'] = DIGIT,      ['5'] = DIGIT,    ['6'] = DIGIT,    ['7'] = DIGIT,
    ['8'] = DIGIT,  ['9'] = DIGIT,      ['a'] = LETTER,   ['b'] = LETTER,   ['c'] = LETTER,
    ['d'] = LETTER, ['f'] = LETTER,     ['g'] = LETTER,   ['h'] = LETTER,   ['i'] = LETTER,
    ['j'] = LETTER, ['k'] = LETTER,     ['l'] = LETTER,   ['m'] = LETTER,   ['n'] = LETTER,
    ['o'] = LETTER, ['p'] = LETTER,     ['q'] = LETTER,   ['r'] = LETTER,   ['s'] = LETTER,
    ['t'] = LETTER, ['u'] = LETTER,     ['v'] = LETTER,   ['w'] = LETTER,   ['x'] = LETTER,
    ['y'] = LETTER, ['z'] = LETTER,     ['A'] = LETTER,   ['B'] = LETTER,   ['C'] = LETTER,
    ['D'] = LETTER, ['F'] = LETTER,     ['G'] = LETTER,   ['H'] = LETTER,   ['I'] = LETTER,
    ['J'] = LETTER, ['K'] = LETTER,     ['L'] = LETTER,   ['M'] = LETTER,   ['N'] = LETTER,
    ['O'] = LETTER, ['P'] = LETTER,     ['Q'] = LETTER,   ['R'] = LETTER,   ['S'] = LETTER,
    ['T'] = LETTER, ['U'] = LETTER,     ['V'] = LETTER,   ['W'] = LETTER,   ['X'] = LETTER,
    ['Y'] = LETTER, ['Z'] = LETTER,     ['_'] = LETTER,
};

/* [state][kind], kinds in the order of enum kind */
static const unsigned char next[STATES][KINDS] = {
    [OUTSIDE] = {OUTSIDE, STRING, OUTSIDE, WORD, WORD, ZERO, WHOLE, BAD, SIGN, BAD},
    [STRING] = {STRING, OUTSIDE, ESCAPE, STRING, STRING, STRING, STRING, STRING, STRING, STRING},
    [ESCAPE] = {STRING, STRING, STRING, STRING, STRING, STRING, STRING, STRING, STRING, STRING},
    [WORD] = {OUTSIDE, STRING, WORD, WORD, WORD, WORD, WORD, WORD, WORD, WORD},
    [SIGN] = {BAD, BAD, BAD, WORD, BAD, ZERO, WHOLE, BAD, BAD, BAD},
    [ZERO] = {OUTSIDE, BAD, BAD, BAD, E, BAD, BAD, POINT, BAD, BAD},
    [WHOLE] = {OUTSIDE, BAD, BAD, BAD, E, WHOLE, WHOLE, POINT, BAD, BAD},
    [POINT] = {BAD, BAD, BAD, BAD, BAD, FRACTION, FRACTION, BAD, BAD, BAD},
    [FRACTION] = {OUTSIDE, BAD, BAD, BAD, E, FRACTION, FRACTION, BAD, BAD, BAD},
    [E] = {BAD, BAD, BAD, BAD, BAD, EXPONENT, EXPONENT, BAD, E_SIGN, E_SIGN},
    [E_SIGN] = {BAD, BAD, BAD, BAD, BAD, EXPONENT, EXPONENT, BAD, BAD, BAD},
    [EXPONENT] = {OUTSIDE, BAD, BAD, BAD, BAD, EXPONENT, EXPONENT, BAD, BAD, BAD},
};

/* Skips the bytes from I on that leave STATE unchanged, as most do. Returns the index of the next
 * byte. */
static size_t pass(unsigned char state, const char *text, size_t i, size_t n) {
    if (state == WHOLE || state == FRACTION)
        while (i < n && text[i] >= '0' && text[i] <= '9')
            i++;
    else if (state == STRING)
        while (i < n && text[i] != '"' && text[i] != '\\')
            i++;
    else if (state == OUTSIDE)
        while (i < n && (text[i] == ' ' || text[i] == '\n'))
            i++;
    return i;
}

/* Checks the next N bytes of a text, at TEXT. Returns the index of the byte that makes a number
 * invalid, or N. Pass a blank after the end of the text to check a number that ends there. */
static size_t json_number_check(struct json_number_scan *scan, const char *text, size_t n) {
    unsigned char state = scan->state;
    size_t i = 0;
    while ((i = pass(state, text, i, n)) < n &&
           (state = next[state][kinds[(unsigned char)text[i]]]) != BAD)
        i++;
    scan->state = state == BAD ? OUTSIDE : state;
    return i;
}

/* --- json text --- */

/* The most bytes that json-c 0.16 allocates for what each character begins, besides one for the
 * character itself, rounded up: an object has a table of 16 entries, an array has room for 32
 * values, and each comma separates a value with its key. */
static const uint16_t memory_of[256] = {['{'] = 1024, ['['] = 512, [','] = 128, [':'] = 64};

static int is_blank_from(const struct source *source, size_t at) {
    while (at < source->length && isspace((unsigned char)source->text[at]))
        at++;
    return at >= source->length;
}

static json_object *refuse(const struct source *source, size_t at, const char *why,
                           json_object *value, struct err *err) {
    err_set(err, ERR_DAMAGED, "%s: line %zu: %s", source->path, source_line(source, at), why);
    json_object_put(value);
    return NULL;
}

/* Returns 0 unless there is a NUL, or a number that is none, or nothing at all, in SOURCE. */
static int check_text(const struct source *source, struct err *err) {
    int rc = source_check_text(source, err);
    if (rc)
        return rc;
    if (is_blank_from(source, 0))
        refuse(source, 0, "the file is empty", NULL, err);
    else {
        /* The offset of the byte that makes a number invalid; source->length if all are valid. */
        struct json_number_scan scan = {0};
        size_t at = json_number_check(&scan, source->text, source->length);
        if (at == source->length && json_number_check(&scan, " ", 1) == 0)
            at--;
        if (at == source->length)
            return 0;
        refuse(source, at, JSON_NUMBER_BAD, NULL, err);
    }
    return ERR_DAMAGED;
}

static const char early_end[] = "the file ends early";

/* Whether what is between FROM and TO takes no more memory than is given to it. */
static int fits(const struct source *source, size_t from, size_t to) {
    size_t bytes = to - from;
    for (size_t i = from; i < to; i++)
        bytes += memory_of[(unsigned char)source->text[i]];
    return bytes <= (size_t)JSON_TEXT_MOST_MIB << 20;
}

/* Parses the value that begins at FROM and ends before TO, or there is more behind it: END gets
 * where. Sets ERR, and returns NULL, if it is none, which EARLY says if it is cut off; null is NULL
 * without an error. */
static json_object *parse_value(const struct source *source, size_t from, size_t to, size_t *end,
                                const char *early, int *code, struct err *err) {
    *code = ERR_DAMAGED;
    if (!fits(source, from, to))
        return refuse(source, to, "more values than memory is given to", NULL, err);
    json_tokener *tokener = json_tokener_new_ex(JSON_TEXT_DEPTH);
    if (!tokener)
        return refuse(source, from, "no memory to read it", NULL, err);

    /* json-c ends a number only when something follows it, such as this blank. */
    json_object *value = json_tokener_parse_ex(tokener, source->text + from, (int)(to - from));
    *end = from + json_tokener_get_parse_end(tokener);
    if (!value && json_tokener_get_error(tokener) == json_tokener_continue)
        value = json_tokener_parse_ex(tokener, " ", 1);

    enum json_tokener_error error = json_tokener_get_error(tokener);
    json_tokener_free(tokener);
    if (error == json_tokener_continue)
        return refuse(source, to, early, value, err);
    if (error != json_tokener_success)
        return refuse(source, *end, json_tokener_error_desc(error), value, err);
    *code = 0;
    return value;
}

json_object *json_text_parse(const struct source *source, struct err *err) {
    size_t end;
    int code;
    if (check_text(source, err))
        return NULL;
    json_object *value = parse_value(source, 0, source->length, &end, early_end, &code, err);
    if (code)
        return NULL;
    if (!value)
        return refuse(source, end, "nothing but null", value, err);
    if (!is_blank_from(source, end))
        return refuse(source, end, "more follows the end of the JSON text", value, err);
    return value;
}

json_object *json_text_parse_lines(const struct source *source, struct err *err) {
    if (check_text(source, err))
        return NULL;
    if (!fits(source, 0, source->length))
        return refuse(source, 0, "more values than memory is given to", NULL, err);
    json_object *all = json_object_new_array();
    for (size_t at = 0, end, behind; all && at < source->length; at = behind) {
        const char *line = memchr(source->text + at, '\n', source->length - at);
        const struct source until = {.path = source->path,
                                     .text = source->text,
                                     .length =
                                         line ? (size_t)(line - source->text) : source->length};
        int code;
        behind = until.length + 1;
        if (is_blank_from(&until, at))
            continue;
        json_object *value =
            parse_value(&until, at, until.length, &end,
                        "the line ends early; delete it to read the others", &code, err);
        if (code) {
            json_object_put(all);
            return NULL;
        }
        json_object_array_add(all, value);
        if (!is_blank_from(&until, end))
            return refuse(&until, end, "more than one value in a line", all, err);
    }
    return all ? all : refuse(source, 0, "no memory to read it", NULL, err);
}

json_object *json_text_member(json_object *object, const char *key, enum json_type type) {
    json_object *member = NULL;
    if (!json_object_is_type(object, json_type_object) ||
        !json_object_object_get_ex(object, key, &member))
        return NULL;
    return json_object_is_type(member, type) ? member : NULL;
}

const char *json_text_string(json_object *object, const char *key) {
    json_object *member = json_text_member(object, key, json_type_string);
    return member ? json_object_get_string(member) : NULL;
}

int json_text_number(json_object *value, double *number) {
    int is_integer = json_object_is_type(value, json_type_int);
    if (!is_integer && !json_object_is_type(value, json_type_double))
        return 0;
    *number = json_object_get_double(value);
    return !is_integer || fabs(*number) < 0x1p63;
}

int json_text_has_keys(json_object *object, json_object *other) {
    json_object_object_foreach(other, key, value) {
        (void)value;
        if (!json_object_object_get_ex(object, key, NULL))
            return 0;
    }
    return 1;
}

int json_text_number_or_nan(json_object *object, const char *key, double *number) {
    json_object *member = NULL;
    *number = NAN;
    if (!json_object_object_get_ex(object, key, &member) || !member)
        return 1;
    return json_text_number(member, number);
}

/* --- json elements --- */

static int elements_refuse(const struct json_elements *e, const char *why, struct err *err) {
    refuse(e->source, e->at, e->at < e->source->length ? why : early_end, NULL, err);
    return ERR_DAMAGED;
}

static int is_blank(char c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/* Moves to the next character that is no blank, and returns it; 0 at the end. */
static char find_next(struct json_elements *e) {
    const struct source *source = e->source;
    while (e->at < source->length && is_blank(source->text[e->at]))
        e->at++;
    return e->at < source->length ? source->text[e->at] : 0;
}

/* Returns where the value at FROM ends, so far as brackets and quotes tell. */
static size_t end_of_value(const struct source *source, size_t from) {
    size_t depth = 0, at = from;
    while (at < source->length) {
        char c = source->text[at];
        if (c == '"') {
            for (at++; at < source->length && source->text[at] != '"'; at++)
                at += source->text[at] == '\\';
            at++;
        } else if (c == '{' || c == '[') {
            depth++;
            at++;
        } else if (c == ',' || c == ':' || c == '}' || c == ']' || is_blank(c)) {
            if (!depth)
                break;
            depth -= c == ']' || c == '}';
            at++;
        } else {
            at++;
            continue; /* of a number or a word */
        }
        if (!depth)
            break;
    }
    return at < source->length ? at : source->length;
}

static int parse_next(struct json_elements *e, json_object **value, struct err *err) {
    size_t to = end_of_value(e->source, e->at), end;
    int code;
    if (to == e->at)
        return elements_refuse(e, "unexpected character", err);
    *value = parse_value(e->source, e->at, to, &end, early_end, &code, err);
    if (code == 0 && end < to) {
        e->at = end;
        code = elements_refuse(e, "unexpected character", err);
        json_object_put(*value);
        *value = NULL;
    }
    e->at = to;
    return code;
}

/* Takes a member of the object around. FOUND gets where the array begins if it is that of KEY. */
static int take_member(struct json_elements *e, const char *key, size_t *found, struct err *err) {
    json_object *name = NULL, *value = NULL;
    if (find_next(e) != '"')
        return elements_refuse(e, "quoted object property name expected", err);
    int rc = parse_next(e, &name, err);
    if (rc)
        return rc;
    if (find_next(e) != ':')
        rc = elements_refuse(e, "object property name separator ':' expected", err);
    else {
        e->at++;
        if (find_next(e) == '[' && strcmp(json_object_get_string(name), key) == 0) {
            *found = e->at + 1;
            e->at = end_of_value(e->source, e->at);
        } else
            rc = parse_next(e, &value, err);
    }
    if (rc == 0)
        json_object_object_add(e->rest, json_object_get_string(name), value);
    json_object_put(name);
    return rc;
}

/* Takes all members of the object around, and goes to the array. */
static int take_members(struct json_elements *e, const char *key, struct err *err) {
    size_t found = 0;
    int rc = 0;
    e->rest = json_object_new_object();
    if (!e->rest)
        return err_set(err, ERR_FAILED, "%s: no memory to read it", e->source->path);
    e->at++;
    if (find_next(e) == '}')
        e->at++;
    else
        for (char c = ','; rc == 0 && c == ',';) {
            rc = take_member(e, key, &found, err);
            c = rc ? 0 : find_next(e);
            if (rc == 0 && c != ',' && c != '}')
                rc = elements_refuse(e, "object value separator ',' expected", err);
            e->at++;
        }
    if (rc == 0 && find_next(e))
        rc = elements_refuse(e, "more follows the end of the JSON text", err);
    if (rc == 0 && !found)
        rc = err_set(err, ERR_DAMAGED, "%s: there is no array \"%s\" in it", e->source->path, key);
    e->first = found;
    return rc;
}

int json_elements_begin(struct json_elements *e, const struct source *source, const char *key,
                        struct err *err) {
    *e = (struct json_elements){.source = source};
    int rc = check_text(source, err);
    if (rc)
        return rc;
    char c = find_next(e);
    if (c == '{')
        rc = take_members(e, key, err);
    else if (c == '[' && !key)
        e->first = e->at + 1;
    else
        rc =
            key ? err_set(err, ERR_DAMAGED, "%s: there is no array \"%s\" in it", source->path, key)
                : err_set(err, ERR_DAMAGED, "%s: no list of benchmarks", source->path);
    json_elements_rewind(e);
    return rc;
}

void json_elements_rewind(struct json_elements *e) {
    e->at = e->first;
    e->number = 0;
}

int json_elements_next(struct json_elements *e, json_object **element, struct err *err) {
    *element = NULL;
    char c = find_next(e);
    if (c == ']')
        return 0;
    if (e->number && c != ',')
        return elements_refuse(e, "array value separator ',' expected", err);
    if (e->number) {
        e->at++;
        c = find_next(e);
    }
    e->number++;
    if (!c || strchr(",]}:", c))
        return elements_refuse(e, "unexpected character", err);
    int rc = parse_next(e, element, err);
    return rc ? rc : 1;
}

void json_elements_end(struct json_elements *e) {
    json_object_put(e->rest);
    e->rest = NULL;
}

/* --- json array --- */

int json_array_begin(struct json_array *array, FILE *file, const char *name, struct err *err) {
    array->name = name;
    array->file = file;
    array->line = array->lines = 1;
    array->length = array->at = 0;
    array->is_begun = 0;
    array->tokener = json_tokener_new_ex(JSON_TEXT_DEPTH);
    return array->tokener ? 0 : err_set(err, ERR_FAILED, "%s: no memory to read it", name);
}

void json_array_end(struct json_array *array) {
    if (array->tokener)
        json_tokener_free(array->tokener);
    array->tokener = NULL;
}

static int array_refuse(const struct json_array *array, const char *why, struct err *err) {
    return err_set(err, ERR_DAMAGED, "%s: line %zu: %s", array->name, array->lines, why);
}

/* Reads more of the file if the buffer has no byte left. At the end of the file the buffer stays
 * empty. */
static int fill(struct json_array *array, struct err *err) {
    if (array->at < array->length)
        return 0;
    array->at = 0;
    array->length = fread(array->buffer, 1, sizeof array->buffer, array->file);
    if (ferror(array->file))
        return err_set(err, ERR_FAILED, "%s: %s", array->name, strerror(errno));
    if (memchr(array->buffer, '\0', array->length))
        return array_refuse(array, "near a NUL byte; this is not text", err);
    return 0;
}

static void array_pass(struct json_array *array, size_t bytes) {
    for (size_t i = 0; i < bytes; i++)
        array->lines += array->buffer[array->at + i] == '\n';
    array->at += bytes;
}

/* Sets C to the next character that is not a blank, without consuming it; to 0 at the end. */
static int peek(struct json_array *array, char *c, struct err *err) {
    for (;;) {
        int code = fill(array, err);
        *c = code || array->at == array->length ? 0 : array->buffer[array->at];
        if (code || !*c || !strchr(" \t\r\n", *c))
            return code;
        array_pass(array, 1);
    }
}

/* --- objects --- */

/* Consumes what stands before an object, and sets C to the character after it: '{', or the ']' that
 * ends the array. */
static int pass_separator(struct json_array *array, char *c, struct err *err) {
    int is_first = !array->is_begun;
    int code = peek(array, c, err);
    if (code || (!is_first && *c == ']'))
        return code;
    if (*c != (is_first ? '[' : ','))
        return array_refuse(array,
                            !*c        ? "the text ends early"
                            : is_first ? "no JSON array, such as bench-analyze --format json writes"
                                       : "neither ',' nor ']' behind an object",
                            err);
    array->is_begun = 1;
    array_pass(array, 1);
    code = peek(array, c, err);
    if (!code && *c != '{' && !(is_first && *c == ']'))
        code =
            array_refuse(array, *c ? "something else than an object" : "the text ends early", err);
    return code;
}

int json_array_next(struct json_array *array, json_object **object, struct err *err) {
    char c;
    *object = NULL;
    int code = pass_separator(array, &c, err);
    if (code)
        return code;
    array->line = array->lines;
    if (c == '{') {
        size_t read = 0;
        enum json_tokener_error error = json_tokener_continue;
        struct json_number_scan numbers = {0};
        json_tokener_reset(array->tokener);
        while (error == json_tokener_continue) {
            int status = fill(array, err);
            size_t bytes = array->length - array->at, left = JSON_ARRAY_MOST_BYTES - read;
            if (status)
                return status;
            if (bytes == 0)
                return array_refuse(array, "the text ends early", err);
            if (left == 0)
                return array_refuse(array, "this object is too long", err);
            *object = json_tokener_parse_ex(array->tokener, array->buffer + array->at,
                                            (int)(bytes < left ? bytes : left));
            error = json_tokener_get_error(array->tokener);
            bytes = json_tokener_get_parse_end(array->tokener);
            int are_numbers =
                json_number_check(&numbers, array->buffer + array->at, bytes) == bytes;
            array_pass(array, bytes);
            read += bytes;
            if (!are_numbers) {
                json_object_put(*object);
                *object = NULL;
                return array_refuse(array, JSON_NUMBER_BAD, err);
            }
        }
        return error == json_tokener_success
                   ? 0
                   : array_refuse(array, json_tokener_error_desc(error), err);
    }
    array_pass(array, 1);
    char d;
    *object = NULL;
    int text_code = peek(array, &d, err);
    return !text_code && d ? array_refuse(array, "more follows the end of the array", err)
                           : text_code;
}

/* --- json facts --- */

enum { NAME = 256 };

void json_facts_add(struct facts *facts, const char *prefix, const char *key, json_object *value) {
    char name[NAME];
    snprintf(name, sizeof name, "%s%s", prefix, key);
    if (json_object_is_type(value, json_type_int))
        facts_set_integer(facts, name, json_object_get_int64(value));
    else if (json_object_is_type(value, json_type_double))
        facts_set_real(facts, name, json_object_get_double(value));
    else if (value)
        facts_set_text(facts, name, json_object_get_string(value));
}

static int has_line(const char *text, const char *line) {
    size_t length = strlen(line);
    for (const char *at = text; at; at = strchr(at, '\n'), at = at ? at + 1 : NULL)
        if (strncmp(at, line, length) == 0 && (at[length] == '\n' || at[length] == 0))
            return 1;
    return 0;
}

static size_t count_lines(const char *text) {
    size_t count = 1;
    while ((text = strchr(text, '\n'))) {
        count++;
        text++;
    }
    return count;
}

static char *write_fact(const struct fact *fact) {
    char *text = NULL;
    int length = fact->kind == FACT_TEXT      ? asprintf(&text, "%s", fact->text)
                 : fact->kind == FACT_INTEGER ? asprintf(&text, "%lld", (long long)fact->integer)
                                              : asprintf(&text, "%.17g", fact->real);
    return length < 0 ? NULL : text;
}

/* Counts, in a fact beside that called NAME, a line for which that has no room. */
static void count_left_out(struct facts *facts, const char *name) {
    char beside[2 * NAME], text[2 * NAME];
    snprintf(beside, sizeof beside, "%s_left_out", name);
    long before = strtol(facts_text(facts, beside, "0"), NULL, 10);
    snprintf(text, sizeof text, "%ld of %s", before + 1, name);
    facts_set_text(facts, beside, text);
}

void json_facts_join(struct facts *facts, const char *prefix, const char *key, json_object *value) {
    struct facts one = {0};
    json_facts_add(&one, prefix, key, value);
    const struct fact *there = one.count ? facts_find(facts, one.items[0].name) : NULL;
    int is_full =
        there && there->kind == FACT_TEXT && count_lines(there->text) >= JSON_FACTS_MOST_LINES;
    if (there) {
        const char *name = one.items[0].name;
        char *before = write_fact(there);
        char *line = write_fact(&one.items[0]);
        char *both = NULL;
        if (!before || !line)
            facts->incomplete = 1;
        else if (has_line(before, line))
            both = NULL;
        else if (is_full)
            count_left_out(facts, name);
        else if (asprintf(&both, "%s\n%s", before, line) < 0)
            facts->incomplete = 1, both = NULL;
        if (both)
            facts_set_text(facts, name, both);
        free(both);
        free(before);
        free(line);
    } else
        facts_copy(facts, &one);
    facts->incomplete |= one.incomplete;
    facts_release(&one);
}

void json_facts_join_line(struct facts *facts, const char *prefix, const char *key,
                          const char *line) {
    json_object *value = json_object_new_string(line);
    facts->incomplete |= !value;
    json_facts_join(facts, prefix, key, value);
    json_object_put(value);
}
