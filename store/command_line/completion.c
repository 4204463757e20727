/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/command_line/completion.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/model/string_pool.h"
#include "formats/text/err.h"
#include "formats/text/suggest.h"
#include "store/command_line/access_options.h"

/* Options, and earlier words, of one command line; what is beyond is not completed. */
enum { MOST_OPTIONS = 256, MOST_WORDS = 1024 };

struct known_option {
    const struct argp_option *option;
    const struct argp_option *real; /* of which OPTION is an alias, or OPTION itself */
};

struct completion {
    const struct completion_terms *terms;
    struct known_option options[MOST_OPTIONS];
    size_t option_count;
    const char *arguments[MOST_WORDS];
    size_t argument_count;
    struct {
        const struct argp_option *option;
        const char *argument;
    } given[MOST_WORDS];
    size_t given_count;
    const char *word;    /* the last one */
    const char *unknown; /* the first word that begins as a long option and is none; NULL: none */
    size_t kept;         /* bytes of it that stay: "--columns=size," */
    struct string_pool offered;
};

/* --- options --- */

static void know_options(struct completion *c, const struct argp *argp) {
    const struct argp_option *real = argp->options;
    for (const struct argp_option *o = argp->options;
         o && (o->name || o->key || o->doc || o->group); o++) {
        if (!(o->flags & OPTION_ALIAS))
            real = o;
        if ((o->name || o->key) && !(o->flags & OPTION_DOC) && c->option_count < MOST_OPTIONS)
            c->options[c->option_count++] = (struct known_option){o, real};
    }
    for (const struct argp_child *child = argp->children; child && child->argp; child++)
        know_options(c, child->argp);
}

/* The option of that name, or the first that begins so: getopt takes a beginning, too. */
static const struct argp_option *find_option(const struct completion *c, const char *name,
                                             size_t length) {
    const struct argp_option *begins = NULL;
    for (size_t i = 0; i < c->option_count; i++) {
        const char *known = c->options[i].option->name;
        if (!known || strncmp(known, name, length) != 0)
            continue;
        if (!known[length])
            return c->options[i].real;
        begins = begins ? begins : c->options[i].real;
    }
    return begins;
}

static const struct argp_option *find_letter(const struct completion *c, char letter) {
    for (size_t i = 0; i < c->option_count; i++)
        if (c->options[i].option->key == letter && letter)
            return c->options[i].real;
    return NULL;
}

static int needs_argument(const struct argp_option *option) {
    return option && option->arg && !(option->flags & OPTION_ARG_OPTIONAL);
}

static void give(struct completion *c, const struct argp_option *option, const char *argument) {
    if (!option || c->given_count == MOST_WORDS)
        return;
    c->given[c->given_count].option = option;
    c->given[c->given_count++].argument = argument;
}

/* --- the words before --- */

/* The option at the end of WORD, -o or -qo, that takes the next word for its argument, or NULL. */
static const struct argp_option *read_letters(struct completion *c, const char *word) {
    for (const char *letter = word + 1; *letter; letter++) {
        const struct argp_option *option = find_letter(c, *letter);
        if (needs_argument(option)) {
            if (!letter[1])
                return option;
            give(c, option, letter + 1);
            return NULL;
        }
        give(c, option, "");
    }
    return NULL;
}

static const struct argp_option *read_option(struct completion *c, const char *word) {
    if (word[1] != '-')
        return read_letters(c, word);
    size_t length = strcspn(word, "=");
    const struct argp_option *option = find_option(c, word + 2, length - 2);
    if (!option && !c->unknown)
        c->unknown = word;
    if (!word[length] && needs_argument(option))
        return option;
    give(c, option, word[length] ? word + length + 1 : "");
    return NULL;
}

/* Reads all but the last of the COUNT words. Returns the option whose argument the last one is, or
 * NULL; sets HAS_ENDED if no option can follow. */
static const struct argp_option *read_words(struct completion *c, char **words, size_t count,
                                            int *has_ended) {
    const struct argp_option *pending = NULL;
    *has_ended = 0;
    for (size_t i = 0; i + 1 < count; i++) {
        const char *word = words[i];
        if (pending) {
            give(c, pending, word);
            pending = NULL;
        } else if (!*has_ended && strcmp(word, "--") == 0)
            *has_ended = 1;
        else if (!*has_ended && word[0] == '-' && word[1])
            pending = read_option(c, word);
        else if (c->argument_count < MOST_WORDS)
            c->arguments[c->argument_count++] = word;
    }
    return pending;
}

const void *completion_context(const struct completion *c) {
    return c->terms->context;
}

size_t completion_argument_count(const struct completion *c) {
    return c->argument_count;
}

const char *completion_argument(const struct completion *c, size_t number) {
    return c->arguments[number];
}

const char *completion_given(const struct completion *c, const char *option) {
    for (size_t i = c->given_count; i-- > 0;)
        if (c->given[i].option->name && strcmp(c->given[i].option->name, option) == 0)
            return c->given[i].argument;
    return NULL;
}

/* --- what is offered --- */

/* The first clause of what --help says: it stands in a menu. */
static int clause_length(const char *about) {
    static const char *const ends[] = {"; ", ": ", " (", "\t", "\n"};
    size_t length = strlen(about);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        const char *end = strstr(about, ends[i]);
        if (end && (size_t)(end - about) < length)
            length = (size_t)(end - about);
    }
    return (int)length;
}

void completion_offer(struct completion *c, const char *text, const char *about) {
    const char *begun = c->word + c->kept;
    if (strncmp(text, begun, strlen(begun)) != 0 || !*text || strpbrk(text, "\t\n") ||
        string_pool_find(&c->offered, text) != STRING_POOL_NONE)
        return;
    string_pool_number(&c->offered, text);
    printf("%.*s%s", (int)c->kept, c->word, text);
    if (about && clause_length(about))
        printf("\t%.*s", clause_length(about), about);
    putchar('\n');
}

void completion_offer_words(struct completion *c, const char *words) {
    static const char between[] = ", ";
    while (*(words += strspn(words, between))) {
        char word[64];
        size_t length = strcspn(words, between);
        snprintf(word, sizeof word, "%.*s", (int)length, words);
        if (strcmp(word, "or") != 0 && strcmp(word, "and") != 0)
            completion_offer(c, word, NULL);
        words += length;
    }
}

void completion_offer_files(struct completion *c) {
    (void)c;
    puts("@files");
}

const char *completion_begun(const struct completion *c) {
    return c->word + c->kept;
}

void completion_begin_item(struct completion *c, const char *signs) {
    const char *comma = strrchr(c->word + c->kept, ',');
    if (comma)
        c->kept = (size_t)(comma + 1 - c->word);
    if (c->word[c->kept] && strchr(signs, c->word[c->kept]))
        c->kept++;
}

/* --- the answer --- */

static const struct completion_rule usual_rules[] = {
    {"action", completion_actions}, {"library", completion_libraries},
    {"ref", completion_libraries},  {"run", completion_runs},
    {"host", completion_hosts},     {"param", completion_conditions},
    {NULL, completion_offer_files}, {0},
};

static completion_source *find_rule(const struct completion_rule *rules, const char *option) {
    for (const struct completion_rule *rule = rules; rule && rule->offer; rule++)
        if (option && rule->option ? strcmp(option, rule->option) == 0 : option == rule->option)
            return rule->offer;
    return NULL;
}

static void offer_options(struct completion *c) {
    for (size_t i = 0; i < c->option_count; i++) {
        const struct known_option *known = &c->options[i];
        char text[80];
        if (!known->option->name || (known->option->flags | known->real->flags) & OPTION_HIDDEN)
            continue;
        snprintf(text, sizeof text, "--%s", known->option->name);
        completion_offer(c, text, known->real->doc);
    }
}

/* Offers what the table of argp says: the words of "strong|weak", files for "stdout|FILE". */
static void offer_choices(struct completion *c, const char *choices) {
    for (const char *choice = choices; choice && *choice; choice += *choice == '|') {
        char word[64];
        size_t length = strcspn(choice, "|");
        snprintf(word, sizeof word, "%.*s", (int)length, choice);
        if (strncmp(word, "FILE", strlen("FILE")) == 0)
            completion_offer_files(c);
        else if (strcmp(word, "RUN") == 0)
            completion_runs(c);
        else if (strspn(word, "abcdefghijklmnopqrstuvwxyz-") == length)
            completion_offer(c, word, NULL);
        choice += length;
    }
}

static void offer_argument(struct completion *c, const struct argp_option *option) {
    completion_source *offer = find_rule(c->terms->rules, option->name);
    if (!offer)
        offer = find_rule(usual_rules, option->name);
    if (offer)
        offer(c);
    else
        offer_choices(c, option->arg);
}

static void answer(struct completion *c, char **words, size_t count) {
    int has_ended;
    const struct argp_option *pending = read_words(c, words, count, &has_ended);
    c->word = count ? words[count - 1] : "";
    size_t length = strcspn(c->word, "=");
    if (pending)
        offer_argument(c, pending);
    else if (!has_ended && strncmp(c->word, "--", 2) == 0 && c->word[length]) {
        const struct argp_option *option = find_option(c, c->word + 2, length - 2);
        c->kept = length + 1;
        if (option)
            offer_argument(c, option);
    } else if (!has_ended && c->word[0] == '-')
        offer_options(c);
    else {
        completion_source *offer = find_rule(c->terms->rules, NULL);
        (offer ? offer : completion_offer_files)(c);
    }
}

/* getopt refuses an unknown option too, but suggests none. */
/* Says so before any option is used. */
static void refuse_unknown(struct completion *c, struct argp_state *state) {
    char wanted[64];
    struct suggestion suggestion = {.wanted = wanted};
    if (!c->unknown)
        return;
    snprintf(wanted, sizeof wanted, "%.*s", (int)strcspn(c->unknown, "=") - 2, c->unknown + 2);
    for (size_t i = 0; i < c->option_count; i++)
        if (c->options[i].option->name && !(c->options[i].option->flags & OPTION_HIDDEN))
            suggest_consider(&suggestion, c->options[i].option->name);
    refuse(state, "unknown option --%s%s", wanted, suggest_words(&suggestion).text);
}

/* An option whose argument may be left out has none. */
static void refuse_both(struct argp_state *state, const char *option, const char *first,
                        const char *second) {
    if (first && second && *first && *second)
        refuse(state, "--%s is given twice; leave one of them out, %.60s or %.60s", option, first,
               second);
    else
        refuse(state, "--%s is given twice; leave one of them out", option);
}

static void refuse_twice(const struct completion *c, struct argp_state *state) {
    for (size_t i = 0; i < c->given_count; i++) {
        const struct argp_option *option = c->given[i].option;
        if (!option->arg || option->flags & OPTION_LISTED)
            continue;
        for (size_t j = 0; j < i; j++)
            if (c->given[j].option == option)
                refuse_both(state, option->name, c->given[j].argument, c->given[i].argument);
    }
}

static void check(struct completion *c, struct argp_state *state) {
    int has_ended;
    char *slash = strrchr(state->argv[0], '/'), *name = state->name;
    read_words(c, state->argv + 1, (size_t)state->argc, &has_ended);
    state->name = slash ? slash + 1 : state->argv[0]; /* argp sets it later */
    refuse_unknown(c, state);
    refuse_twice(c, state);
    state->name = name;
}

static error_t parse(int key, char *argument, struct argp_state *state) {
    static struct completion completion;
    (void)argument;
    if (key != ARGP_KEY_INIT)
        return ARGP_ERR_UNKNOWN;
    completion = (struct completion){.terms = state->input};
    know_options(&completion, state->root_argp);
    if (state->argc < 2 || strcmp(state->argv[1], "--complete") != 0) {
        check(&completion, state);
        return 0;
    }
    answer(&completion, state->argv + 2, (size_t)state->argc - 2);
    string_pool_release(&completion.offered);
    exit(fflush(stdout) ? err_exit_status(ERR_FAILED) : 0);
}

const struct argp completion_argp = {.options = NO_OPTIONS, .parser = parse};
