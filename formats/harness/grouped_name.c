/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/harness/grouped_name.h"

#include <math.h>
#include <string.h>

#include "formats/text/decimal.h"

/* Makes "fib 20" to "fib/20". */
static void mark_last_number(char *text) {
    char *blank = strrchr(text, ' ');
    double value;
    if (blank && blank > text && blank[1] &&
        decimal_read_amount(blank + 1, strlen(blank + 1), &value) && isfinite(value))
        *blank = '/';
}

static struct import_builder_sample sample_of(const struct grouped_name *grouped, size_t place) {
    return (struct import_builder_sample){.action = grouped->action,
                                          .type = grouped->name.type,
                                          .library = grouped->library,
                                          .size = grouped->name.size,
                                          .size_name = grouped->name.size_name,
                                          .size_text = grouped->name.size_text,
                                          .parameters = grouped->name.parameters,
                                          .parameter_count = grouped->name.parameter_count,
                                          .seed = IMPORT_BUILDER_NEXT,
                                          .seconds = NAN,
                                          .cpu_seconds = NAN,
                                          .calls = -1,
                                          .place = place,
                                          .entry = place};
}

int grouped_name_read(struct grouped_name *grouped, struct import_builder *builder,
                      const struct format_options *options, const struct grouped_words *words,
                      struct import_builder_sample *sample, struct err *err) {
    char text[BENCHMARK_NAME_BYTES + 1]; /* if cut, still too long to be accepted */
    int has_group = words->group && *words->group;
    snprintf(text, sizeof text, "%s", words->name);
    mark_last_number(text);
    int rc = benchmark_name_parse(&grouped->name, text, options->size_param, NULL, err);
    if (rc == 0 && has_group && strlen(words->group) >= sizeof grouped->action)
        rc = err_set(err, ERR_DAMAGED, "%.60s...: too long a name", words->group);
    if (rc)
        return err_prefix(err, rc, "%s: %s %zu", builder->path, builder->place_name, words->place);

    const char *other = options->library ? options->library : words->library;
    snprintf(grouped->action, sizeof grouped->action, "%s",
             has_group ? words->group : grouped->name.action);
    snprintf(grouped->library, sizeof grouped->library, "%s%s%s%s",
             has_group ? grouped->name.action : other, words->variant ? " (" : "",
             words->variant ? words->variant : "", words->variant ? ")" : "");
    if (options->size_param)
        import_builder_note_size(builder, grouped->action, !grouped->name.lacks_size_param);
    *sample = sample_of(grouped, words->place);
    return 0;
}
