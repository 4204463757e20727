/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/functions/prototype.h"

#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define MOST_LENGTH  ((int64_t)1 << 47)

/* --- types --- */

#define INTEGERS(prefix, bits)                                                                     \
    {#prefix "int" #bits "_t", 'i', bits / 8, (double)INT##bits##_MAX}, {                          \
        "u" #prefix "int" #bits "_t", 'u', bits / 8, (double)UINT##bits##_MAX                      \
    }

/* The canonical names first. Words of C's own types come in any order: see read_words. */
static const struct prototype_type types[] = {
    {"void", 'v', 0, 0},
    {"float", 'f', sizeof(float), 0},
    {"double", 'f', sizeof(double), 0},
    {"_Bool", 'b', sizeof(_Bool), 1},
    {"bool", 'b', sizeof(_Bool), 1},
    {"char", (char)-1 < 0 ? 'i' : 'u', 1, 127},
    {"signed char", 'i', 1, 127},
    {"unsigned char", 'u', 1, 255},
    {"short", 'i', sizeof(short), INT16_MAX},
    {"unsigned short", 'u', sizeof(short), UINT16_MAX},
    {"int", 'i', sizeof(int), INT32_MAX},
    {"unsigned int", 'u', sizeof(int), UINT32_MAX},
    {"long", 'i', sizeof(long), (double)INT64_MAX},
    {"unsigned long", 'u', sizeof(long), (double)UINT64_MAX},
    {"long long", 'i', sizeof(long long), (double)INT64_MAX},
    {"unsigned long long", 'u', sizeof(long long), (double)UINT64_MAX},
    {"size_t", 'u', sizeof(size_t), (double)UINT64_MAX},
    {"ssize_t", 'i', sizeof(size_t), (double)INT64_MAX},
    {"ptrdiff_t", 'i', sizeof(ptrdiff_t), (double)INT64_MAX},
    {"intptr_t", 'i', sizeof(intptr_t), (double)INT64_MAX},
    {"uintptr_t", 'u', sizeof(intptr_t), (double)UINT64_MAX},
    INTEGERS(, 8),
    INTEGERS(, 16),
    INTEGERS(, 32),
    INTEGERS(, 64),
};

static const struct prototype_type *find_type(const char *name) {
    for (size_t i = 0; i < COUNT(types); i++)
        if (strcmp(types[i].name, name) == 0)
            return &types[i];
    return NULL;
}

int prototype_type_has(const struct prototype_type *type, double value) {
    double least = type->kind == 'i' ? -type->most - 1 : 0;
    return type->kind == 'f' || (value == floor(value) && fabs(value) <= PROTOTYPE_EXACT &&
                                 value >= least && value <= type->most);
}

int prototype_is_number(const struct prototype_argument *argument) {
    return !argument->is_array;
}

int prototype_is_integer(const struct prototype_argument *argument) {
    return !argument->is_array && argument->type->kind != 'f';
}

int prototype_is_drawn(const struct prototype_argument *argument) {
    return !argument->is_array && (argument->type->kind == 'f' || argument->has_range);
}

int prototype_is_renewed(const struct prototype_argument *argument) {
    return argument->is_array && !argument->is_input && !argument->is_out;
}

/* --- words --- */

struct reader {
    const char *text, *at;
    struct err *err;
};

/* Refuses what the reader is at, with the way out. */
#define REFUSE(r, ...) (err_set((r)->err, ERR_USAGE, __VA_ARGS__), refuse((r)->text, (r)->err))

static int refuse(const char *text, struct err *err) {
    char why[400];
    snprintf(why, sizeof why, "%.390s", err->message);
    return err_set(err, ERR_USAGE,
                   "'%.300s': %s; an action of your own can do that: "
                   "docs/writing-an-action.md",
                   text, why);
}

static int refuse_syntax(struct reader *r, const char *wanted) {
    if (!*r->at)
        return err_set(r->err, ERR_USAGE, "'%.300s': %s is missing at its end", r->text, wanted);
    return err_set(r->err, ERR_USAGE, "'%.300s': %s is missing at '%.40s'", r->text, wanted, r->at);
}

static void skip_spaces(struct reader *r) {
    r->at += strspn(r->at, " \t\n");
}

static int take(struct reader *r, char c) {
    skip_spaces(r);
    if (*r->at != c)
        return 0;
    r->at++;
    return 1;
}

/* The length of the word that comes next; 0: none. */
static size_t word_length(struct reader *r) {
    size_t length = 0;
    skip_spaces(r);
    if (isalpha((unsigned char)*r->at) || *r->at == '_')
        while (isalnum((unsigned char)r->at[length]) || r->at[length] == '_')
            length++;
    return length;
}

/* Returns 0 if there is none, or it is too long. */
static int take_word(struct reader *r, char word[PROTOTYPE_NAME]) {
    size_t length = word_length(r);
    if (!length || length >= PROTOTYPE_NAME)
        return 0;
    memcpy(word, r->at, length);
    word[length] = '\0';
    r->at += length;
    return 1;
}

static int take_if(struct reader *r, const char *wanted) {
    size_t length = word_length(r);
    if (length != strlen(wanted) || strncmp(r->at, wanted, length) != 0)
        return 0;
    r->at += length;
    return 1;
}

/* --- a type's words --- */

/* The words before the stars of a declaration. */
struct specifiers {
    int is_const, is_out;
    int longs, shorts, signs, unsigned_, ints, chars;
    char name[PROTOTYPE_NAME]; /* of a type that is one word; "": none */
};

static int has_words(const struct specifiers *s) {
    return s->longs || s->shorts || s->signs || s->unsigned_ || s->ints || s->chars;
}

/* "out" after the type is a name. */
static int *counter_of(struct specifiers *s, struct reader *r) {
    const struct {
        const char *word;
        int *counter;
    } words[] = {
        {"const", &s->is_const}, {"volatile", NULL},    {"long", &s->longs},
        {"short", &s->shorts},   {"signed", &s->signs}, {"unsigned", &s->unsigned_},
        {"int", &s->ints},       {"char", &s->chars},   {"extern", NULL},
        {"restrict", NULL},      {"__restrict", NULL},  {"__restrict__", NULL},
    };
    static int ignored;
    if (!has_words(s) && !*s->name && take_if(r, "out"))
        return &s->is_out;
    for (size_t i = 0; i < COUNT(words); i++)
        if (take_if(r, words[i].word))
            return words[i].counter ? words[i].counter : &ignored;
    return NULL;
}

/* "unsigned long int" and "long unsigned" are "unsigned long"; NULL: no such type. */
static const struct prototype_type *type_of_words(const struct specifiers *s) {
    char name[64];
    const char *size = s->chars        ? "char"
                       : s->shorts     ? "short"
                       : s->longs == 2 ? "long long"
                       : s->longs      ? "long"
                                       : "int";
    if (s->longs > 2 || s->shorts > 1 || s->chars > 1 || s->ints > 1 || s->signs + s->unsigned_ > 1)
        return NULL;
    snprintf(name, sizeof name, "%s%s",
             s->unsigned_           ? "unsigned "
             : s->signs && s->chars ? "signed "
                                    : "",
             size);
    return find_type(name);
}

static int is_complex(const char *word) {
    return strcmp(word, "complex") == 0 || strcmp(word, "_Complex") == 0;
}

static int is_of_tagged(const char *word) {
    return strcmp(word, "struct") == 0 || strcmp(word, "union") == 0 || strcmp(word, "enum") == 0;
}

/* Reads up to the stars or the name. */
static int read_type(struct reader *r, struct specifiers *s, const struct prototype_type **type) {
    const char *begin = r->at;
    *s = (struct specifiers){0};
    for (;;) {
        int *counter = counter_of(s, r);
        if (counter)
            ++*counter;
        else if ((!has_words(s) || s->longs) && !*s->name && word_length(r) &&
                 (!s->longs || strncmp(r->at, "double", 6) == 0)) {
            if (!take_word(r, s->name))
                return refuse_syntax(r, "a name of at most 63 letters");
        } else
            break;
    }
    skip_spaces(r);
    begin += strspn(begin, " \t\n");
    int length = (int)(r->at - begin);
    while (length && isspace((unsigned char)begin[length - 1]))
        length--;
    if (is_of_tagged(s->name)) {
        char tag[PROTOTYPE_NAME] = "";
        take_word(r, tag);
        return REFUSE(r, "what is in '%s %s' cannot be told from a prototype", s->name, tag);
    }
    if (is_complex(s->name) || take_if(r, "complex") || take_if(r, "_Complex"))
        return REFUSE(r, "how complex numbers are passed depends on too much");
    if (strcmp(s->name, "double") == 0 && s->longs)
        return REFUSE(r, "long double cannot be compared here");
    if (!*s->name && !has_words(s))
        return refuse_syntax(r, "a type");
    *type = has_words(s) ? (*s->name ? NULL : type_of_words(s)) : find_type(s->name);
    return *type
               ? 0
               : REFUSE(r,
                        "unknown type '%.*s'; numbers are double, float, int, size_t, int64_t and "
                        "the like",
                        length, begin);
}

/* --- lengths --- */

/* A length is a sum of products of integers and of arguments: "n*n + 2". */
struct length {
    const struct prototype *prototype;
    const char *at;
    const int64_t *values; /* NULL: only to check */
    const char *unknown;   /* the name that is no integer argument; NULL: none */
    int is_wrong;          /* it does not parse */
    int is_large;
    int is_variable; /* it depends on an argument */
};

static int64_t length_factor(struct length *l) {
    struct reader r = {.at = l->at};
    char word[PROTOTYPE_NAME], *end;
    int64_t value = 0;
    skip_spaces(&r);
    if (isdigit((unsigned char)*r.at)) {
        errno = 0;
        value = strtoll(r.at, &end, 10);
        l->is_large |= errno == ERANGE;
        r.at = end;
    } else if (take_word(&r, word)) {
        l->is_variable = 1;
        size_t i = prototype_find(l->prototype, word);
        if (i == SIZE_MAX || !prototype_is_integer(&l->prototype->arguments[i]) ||
            l->prototype->arguments[i].has_range)
            l->unknown = l->at;
        else
            value = l->values ? l->values[i] : 1;
    } else
        l->is_wrong = 1;
    skip_spaces(&r);
    l->at = r.at;
    return value;
}

static int64_t length_product(struct length *l) {
    int64_t product = length_factor(l);
    while (*l->at == '*' && !l->is_wrong) {
        l->at++;
        l->is_large |= __builtin_mul_overflow(product, length_factor(l), &product);
    }
    return product;
}

static int64_t length_sum(struct length *l) {
    int64_t sum = *l->at == '-' ? 0 : length_product(l);
    while ((*l->at == '+' || *l->at == '-') && !l->is_wrong) {
        int is_less = *l->at++ == '-';
        int64_t product = length_product(l);
        l->is_large |= is_less ? __builtin_sub_overflow(sum, product, &sum)
                               : __builtin_add_overflow(sum, product, &sum);
    }
    l->is_wrong |= *l->at != '\0';
    return sum;
}

int64_t prototype_length(const struct prototype *prototype,
                         const struct prototype_argument *argument, const int64_t *values) {
    struct length length = {.prototype = prototype, .at = argument->length, .values = values};
    int64_t sum = length_sum(&length);
    int is_right = !length.is_wrong && !length.unknown && !length.is_large;
    return is_right && sum >= 0 && sum <= MOST_LENGTH ? sum : -1;
}

int prototype_has_length(const struct prototype *prototype,
                         const struct prototype_argument *argument, size_t integer) {
    return integer < prototype->argument_count &&
           strcmp(argument->length, prototype->arguments[integer].name) == 0;
}

/* --- ranges --- */

/* Copies what is before one of the characters of END, without the spaces around it. */
static int take_bound(struct reader *r, const char *end, char bound[PROTOTYPE_NAME]) {
    size_t length;
    skip_spaces(r);
    length = strcspn(r->at, end);
    const char *begin = r->at;
    r->at += length;
    while (length && isspace((unsigned char)begin[length - 1]))
        length--;
    if (!length || length >= PROTOTYPE_NAME)
        return refuse_syntax(r, "a bound of at most 63 letters");
    memcpy(bound, begin, length);
    bound[length] = '\0';
    return 0;
}

/* After "in": "[0.1, 10)" for real numbers, "1..n" for integers. */
static int read_range(struct reader *r, struct prototype_argument *argument) {
    char *end_of_low, *end_of_high;
    int is_real = argument->type->kind == 'f';
    argument->has_range = 1;
    if (is_real && !take(r, '['))
        return refuse_syntax(r, "'[', as in 'in [0.1, 10)',");
    int status = take_bound(r, is_real ? ",)]" : ".,)", argument->low);
    if (status == 0 && !(is_real ? take(r, ',') : take(r, '.') && take(r, '.')))
        status = refuse_syntax(r, is_real ? "','" : "'..', as in 'in 1..n',");
    if (status == 0)
        status = take_bound(r, is_real ? ")]" : ",)", argument->high);
    if (status || !is_real)
        return status;
    double low = strtod(argument->low, &end_of_low), high = strtod(argument->high, &end_of_high);
    if (!take(r, ')'))
        return refuse_syntax(r, "')': the upper bound itself is not drawn; it");
    if (*end_of_low || *end_of_high || !(low < high) || !isfinite(high - low))
        return err_set(r->err, ERR_USAGE, "'%.200s': no numbers are in [%s, %s)", r->text,
                       argument->low, argument->high);
    if (argument->type->bytes == sizeof(float) &&
        !(fmax(fabs(low), fabs(high)) <= (double)FLT_MAX && (float)low < (float)high))
        return err_set(r->err, ERR_USAGE, "'%.200s': float does not have the numbers in [%s, %s)",
                       r->text, argument->low, argument->high);
    return 0;
}

static int check_bound(const struct prototype_argument *argument, const struct length *bound,
                       int64_t value, struct err *err) {
    const int64_t exact = (int64_t)PROTOTYPE_EXACT;
    int is_inexact = bound->is_large || value > exact || value < -exact;
    if (is_inexact && argument->type->most > PROTOTYPE_EXACT)
        return err_set(err, ERR_USAGE,
                       "%s is drawn from %s..%s; integers beyond 2^53 are not exact: give bounds "
                       "up to there",
                       argument->name, argument->low, argument->high);
    if (is_inexact || !prototype_type_has(argument->type, (double)value))
        return err_set(err, ERR_USAGE,
                       "%s is drawn from %s..%s, and is of type %s, which does not have all of "
                       "these",
                       argument->name, argument->low, argument->high, argument->type->name);
    return 0;
}

int prototype_check_range(const struct prototype *prototype,
                          const struct prototype_argument *argument, const int64_t *values,
                          struct err *err) {
    struct length low = {.prototype = prototype, .at = argument->low, .values = values},
                  high = {.prototype = prototype, .at = argument->high, .values = values};
    if (argument->type->kind == 'f')
        return 0;
    if (!argument->has_range) {
        int is_index = argument->is_array && argument->type->kind != 'b' && values;
        return is_index && prototype->size != SIZE_MAX && values[prototype->size] < 1
                   ? err_set(err, ERR_USAGE,
                             "no integers are in 0..%s - 1, which is what %s gets without a range",
                             prototype->arguments[prototype->size].name, argument->name)
                   : 0;
    }
    int64_t from = length_sum(&low), to = length_sum(&high);
    int knows_low = values || !low.is_variable, knows_high = values || !high.is_variable;
    int status = knows_low ? check_bound(argument, &low, from, err) : 0;
    if (status == 0 && knows_high)
        status = check_bound(argument, &high, to, err);
    if (status || !knows_low || !knows_high || from <= to)
        return status;
    if (!low.is_variable && !high.is_variable)
        return err_set(err, ERR_USAGE, "no integers are in %s..%s", argument->low, argument->high);
    return err_set(err, ERR_USAGE,
                   "no integers are in %s..%s, which is %" PRId64 "..%" PRId64 " here",
                   argument->low, argument->high, from, to);
}

struct prototype_bounds prototype_bounds_of(const struct prototype *prototype,
                                            const struct prototype_argument *argument,
                                            const int64_t *values) {
    const struct prototype_type *type = argument->type;
    if (argument->has_range && type->kind == 'f')
        return (struct prototype_bounds){strtod(argument->low, NULL), strtod(argument->high, NULL)};
    if (argument->has_range) {
        struct length low = {.prototype = prototype, .at = argument->low, .values = values},
                      high = {.prototype = prototype, .at = argument->high, .values = values};
        return (struct prototype_bounds){(double)length_sum(&low), (double)length_sum(&high)};
    }
    double size = prototype->size == SIZE_MAX ? 1 : (double)values[prototype->size];
    return type->kind == 'f'   ? (struct prototype_bounds){-1, 1}
           : type->kind == 'b' ? (struct prototype_bounds){0, 1}
                               : (struct prototype_bounds){0, fmin(size, type->most) - 1};
}

/* Adds what is between the brackets of "x[n][2]" to ARGUMENT's length. "[]" says nothing. */
static int read_brackets(struct reader *r, struct prototype_argument *argument) {
    while (take(r, '[')) {
        size_t length = strcspn(r->at, "]"), used = strlen(argument->length);
        const char *begin = r->at;
        if (!begin[length])
            return refuse_syntax(r, "']'");
        r->at += length + 1;
        while (length && isspace((unsigned char)*begin))
            begin++, length--;
        while (length && isspace((unsigned char)begin[length - 1]))
            length--;
        if (strncmp(begin, "static ", 7) == 0 || strncmp(begin, "restrict ", 9) == 0) {
            size_t word = strcspn(begin, " ") + 1;
            begin += word;
            length -= word;
        }
        if (used && length &&
            (strpbrk(argument->length, "+-") || memchr(begin, '+', length) ||
             memchr(begin, '-', length)))
            return REFUSE(r, "the length of '%s' has a sum in one of several brackets",
                          argument->name);
        if (used + length + 2 > sizeof argument->length)
            return REFUSE(r, "the length of '%s' is too long", argument->name);
        if (used && length)
            argument->length[used++] = '*';
        memcpy(argument->length + used, begin, length);
        argument->length[used + length] = '\0';
        argument->is_array = 1;
    }
    return 0;
}

/* --- arguments --- */

static int read_argument(struct reader *r, struct prototype *prototype) {
    struct prototype_argument *argument = &prototype->arguments[prototype->argument_count];
    struct specifiers specifiers;
    int stars = 0;
    skip_spaces(r);
    if (strncmp(r->at, "...", 3) == 0)
        return REFUSE(r, "what the '...' stands for cannot be told from a prototype");
    if (prototype->argument_count == PROTOTYPE_ARGUMENTS)
        return REFUSE(r, "it has more than %d arguments", PROTOTYPE_ARGUMENTS);
    int status = read_type(r, &specifiers, &argument->type);
    if (status)
        return status;
    while (take(r, '*')) {
        stars++;
        while (take_if(r, "const") || take_if(r, "restrict") || take_if(r, "__restrict") ||
               take_if(r, "__restrict__"))
            continue;
    }
    snprintf(argument->name, sizeof argument->name, "argument%zu", prototype->argument_count + 1);
    skip_spaces(r);
    if (*r->at == '(')
        return REFUSE(r, "argument %zu is a function, and which one to pass cannot be told",
                      prototype->argument_count + 1);
    if (word_length(r)) {
        if (!take_word(r, argument->name))
            return refuse_syntax(r, "a name of at most 63 letters");
    } else if (*r->at && !strchr(",)[", *r->at))
        return refuse_syntax(r, "a name");
    if (prototype_find(prototype, argument->name) != SIZE_MAX)
        return err_set(r->err, ERR_USAGE, "'%.300s': two arguments are called %s", r->text,
                       argument->name);
    status = read_brackets(r, argument);
    argument->is_sorted = status == 0 && take_if(r, "sorted");
    if (status == 0 && take_if(r, "in"))
        status = read_range(r, argument);
    if (status)
        return status;
    argument->is_array |= stars;
    if (argument->is_sorted && !argument->is_array)
        return err_set(r->err, ERR_USAGE, "'%.300s': only an array can be 'sorted'", r->text);
    if (stars + (*argument->length != '\0') > 1)
        return REFUSE(r, "'%s' points to pointers, and what those point to cannot be told",
                      argument->name);
    if (argument->type->kind == 'v')
        return REFUSE(r, "what '%s' points to cannot be told", argument->name);
    if (specifiers.is_out && (!argument->is_array || specifiers.is_const))
        return err_set(r->err, ERR_USAGE, "'%.300s': only an array that is written can be 'out'",
                       r->text);
    argument->is_input = argument->is_array && specifiers.is_const;
    argument->is_out = specifiers.is_out;
    prototype->argument_count++;
    return 0;
}

/* From '(' to the end. */
static int read_arguments(struct reader *r, struct prototype *prototype) {
    struct reader ahead = *r;
    if (take_if(&ahead, "void") && take(&ahead, ')'))
        *r = ahead;
    else
        do {
            int status = read_argument(r, prototype);
            if (status)
                return status;
            if (take(r, ')'))
                break;
            if (!take(r, ','))
                return refuse_syntax(r, "',' or ')'");
        } while (1);
    take(r, ';');
    skip_spaces(r);
    return *r->at ? err_set(r->err, ERR_USAGE, "'%.300s': the prototype ends before '%.40s'",
                            r->text, r->at)
                  : 0;
}

/* --- names --- */

static int read_name(struct reader *r, struct prototype *prototype) {
    char *name = prototype->names[prototype->name_count];
    if (prototype->name_count == PROTOTYPE_NAMES)
        return err_set(r->err, ERR_USAGE, "'%.300s': more than %d functions", r->text,
                       PROTOTYPE_NAMES);
    if (!take_word(r, name))
        return refuse_syntax(r, "a function's name of at most 63 letters");
    for (size_t i = 0; i < prototype->name_count; i++)
        if (strcmp(prototype->names[i], name) == 0)
            return err_set(r->err, ERR_USAGE, "'%.300s': %s is named twice", r->text, name);
    prototype->name_count++;
    return 0;
}

static int read_names(struct reader *r, struct prototype *prototype) {
    int status;
    skip_spaces(r);
    prototype->names_begin = (size_t)(r->at - r->text);
    if (take(r, '{')) {
        do
            status = read_name(r, prototype);
        while (status == 0 && take(r, ','));
        if (status == 0 && !take(r, '}'))
            status = refuse_syntax(r, "'}'");
    } else
        status = read_name(r, prototype);
    prototype->names_end = (size_t)(r->at - r->text);
    return status;
}

/* --- what it means --- */

size_t prototype_find(const struct prototype *prototype, const char *name) {
    for (size_t i = 0; i < prototype->argument_count; i++)
        if (strcmp(prototype->arguments[i].name, name) == 0)
            return i;
    return SIZE_MAX;
}

static void find_size(struct prototype *prototype) {
    size_t n = prototype_find(prototype, "n");
    prototype->size = SIZE_MAX;
    if (n != SIZE_MAX && prototype_is_integer(&prototype->arguments[n]))
        prototype->size = n;
    for (size_t i = 0; i < prototype->argument_count && prototype->size == SIZE_MAX; i++)
        if (prototype_is_integer(&prototype->arguments[i]) &&
            prototype->arguments[i].type->kind != 'b' && !prototype->arguments[i].has_range)
            prototype->size = i;
}

static int settle_length(struct reader *r, const struct prototype *prototype,
                         struct prototype_argument *argument) {
    struct length length = {.prototype = prototype, .at = argument->length};
    if (!argument->is_array)
        return 0;
    if (!*argument->length && prototype->size == SIZE_MAX)
        return REFUSE(r,
                      "no integer among its arguments says how long '%s' is; write %s[8] if it "
                      "is always 8",
                      argument->name, argument->name);
    if (!*argument->length) {
        strcpy(argument->length, prototype->arguments[prototype->size].name);
        return 0;
    }
    length_sum(&length);
    return length.is_wrong || length.unknown
               ? REFUSE(r,
                        "the length '%s' of '%s' is not a sum of products of its integers and of "
                        "numbers, such as 2*n + 1",
                        argument->length, argument->name)
               : 0;
}

/* The bounds of integers are as lengths are, and may be negative. */
static int settle_range(struct reader *r, const struct prototype *prototype,
                        const struct prototype_argument *argument) {
    struct length low = {.prototype = prototype, .at = argument->low},
                  high = {.prototype = prototype, .at = argument->high};
    if (!argument->has_range || argument->type->kind == 'f')
        return 0;
    length_sum(&low);
    length_sum(&high);
    if (low.is_wrong || low.unknown || high.is_wrong || high.unknown)
        return err_set(r->err, ERR_USAGE,
                       "'%.200s': '%s..%s' is not from one to another sum of products of its "
                       "integers and of numbers, such as 1..2*n",
                       r->text, argument->low, argument->high);
    struct err why;
    return prototype_check_range(prototype, argument, NULL, &why)
               ? err_set(r->err, ERR_USAGE, "'%.200s': %s", r->text, why.message)
               : 0;
}

static int check_counts(struct reader *r, const struct prototype *prototype) {
    size_t outputs = prototype->returned->kind != 'v', integers = 0, reals = 0;
    for (size_t i = 0; i < prototype->argument_count; i++) {
        const struct prototype_argument *argument = &prototype->arguments[i];
        int is_real = prototype_is_number(argument) && argument->type->kind == 'f';
        outputs += argument->is_array && !argument->is_input;
        integers += !is_real;
        reals += is_real;
    }
    if (!outputs)
        return REFUSE(r, "it returns nothing and writes nothing, so that there is no answer");
    if (outputs > PROTOTYPE_OUTPUTS)
        return REFUSE(r, "it has more than %d outputs", PROTOTYPE_OUTPUTS);
    if (integers > PROTOTYPE_INTEGERS)
        return REFUSE(r, "it has more than %d pointers and integers", PROTOTYPE_INTEGERS);
    return reals > PROTOTYPE_REALS
               ? REFUSE(r, "it has more than %d floating-point numbers", PROTOTYPE_REALS)
               : 0;
}

int prototype_parse(struct prototype *prototype, const char *text, struct err *err) {
    struct reader r = {text, text, err};
    struct specifiers specifiers;
    *prototype = (struct prototype){0};
    if (strlen(text) >= PROTOTYPE_TEXT)
        return err_set(err, ERR_USAGE, "a prototype of more than %d bytes", PROTOTYPE_TEXT - 1);
    if (*text && !strchr(text, '('))
        return err_set(
            err, ERR_USAGE,
            "'%s': no '(': give the function as it is declared, such as 'double f(size_t "
            "n, const double *x)'",
            text);
    int status = read_type(&r, &specifiers, &prototype->returned);
    if (status)
        return status;
    if (take(&r, '*'))
        return REFUSE(&r, "it returns a pointer, and what that points to cannot be told");
    status = read_names(&r, prototype);
    if (status == 0 && !take(&r, '('))
        status = refuse_syntax(&r, "'('");
    if (status == 0)
        status = read_arguments(&r, prototype);
    if (status)
        return status;
    find_size(prototype);
    if (prototype->size != SIZE_MAX && prototype->arguments[prototype->size].has_range)
        status = err_set(err, ERR_USAGE, "'%.200s': %s is the size; give its values by --sizes",
                         text, prototype->arguments[prototype->size].name);
    for (size_t i = 0; status == 0 && i < prototype->argument_count; i++) {
        status = settle_length(&r, prototype, &prototype->arguments[i]);
        if (status == 0)
            status = settle_range(&r, prototype, &prototype->arguments[i]);
    }
    return status ? status : check_counts(&r, prototype);
}

int prototype_is_same(const struct prototype *a, const struct prototype *b) {
    int is_same = a->returned == b->returned && a->argument_count == b->argument_count;
    for (size_t i = 0; is_same && i < a->argument_count; i++) {
        const struct prototype_argument *one = &a->arguments[i], *other = &b->arguments[i];
        is_same = one->type == other->type && one->is_array == other->is_array &&
                  one->is_input == other->is_input && one->is_out == other->is_out &&
                  one->is_sorted == other->is_sorted && strcmp(one->name, other->name) == 0 &&
                  strcmp(one->length, other->length) == 0 && strcmp(one->low, other->low) == 0 &&
                  strcmp(one->high, other->high) == 0;
    }
    return is_same;
}
