/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/harness/parameters.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formats/text/decimal.h"

int parameters_add(struct parameters *parameters, const char *name, const char *text) {
    double number;
    size_t used = strlen(parameters->variant);
    if (!decimal_read_amount(text, strlen(text), &number) || !isfinite(number)) {
        snprintf(parameters->variant + used, sizeof parameters->variant - used, "%s%s=%s",
                 used ? ", " : "", name, text);
        return 1;
    }
    if (parameters->count == PARAMETERS_MOST)
        return 0;
    char *word = parameters->words[parameters->count];
    if (spelling_is_word(text))
        snprintf(word, SPELLING_WORD, "%s", text);
    parameters->items[parameters->count++] =
        (struct import_builder_parameter){name, number, *word ? word : NULL};
    return 1;
}

int parameters_give(struct parameters *parameters, struct import_builder *builder,
                    const struct format_options *options, struct import_builder_sample *sample,
                    struct err *err) {
    const char *wanted = options->size_param;
    size_t size = 0;
    while (size < parameters->count &&
           !(wanted && strcmp(parameters->items[size].name, wanted) == 0))
        size++;
    int has_it = size < parameters->count;
    if (wanted)
        import_builder_note_size(builder, sample->action, has_it);
    sample->size = parameters->count ? IMPORT_BUILDER_ANY_SIZE : IMPORT_BUILDER_NO_SIZE;
    if (has_it) {
        if (!decimal_is_whole(parameters->items[size].value, &sample->size) || sample->size < 0)
            return err_set(err, ERR_DAMAGED, "%s: %s %zu: the size is not a whole number",
                           builder->path, builder->place_name, sample->place);
        sample->size_name = wanted;
        sample->size_text = parameters->items[size].text;
        memmove(&parameters->items[size], &parameters->items[size + 1],
                (--parameters->count - size) * sizeof *parameters->items);
    }
    sample->parameters = parameters->items;
    sample->parameter_count = parameters->count;
    return 0;
}
