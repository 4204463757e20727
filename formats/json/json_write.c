/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/json/json_write.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/decimal.h"
#include "formats/text/unicode.h"

void json_write_text(FILE *file, const char *text) {
    if (!text) {
        fputs("null", file);
        return;
    }
    fputc('"', file);
    while (*text) {
        uint32_t code = 0;
        size_t length = utf8_decode(text, &code);
        if (length) {
            static const char *const escapes[] = {
                ['\n'] = "\\n", ['\r'] = "\\r", ['\t'] = "\\t", ['"'] = "\\\"", ['\\'] = "\\\\"};
            if (code < sizeof escapes / sizeof *escapes && escapes[code])
                fputs(escapes[code], file);
            else if (code < ' ' || code == 127)
                fprintf(file, "\\u%04x", (unsigned)code);
            else
                fwrite(text, 1, length, file);
        } else
            fputs("\357\277\275", file);
        text += length ? length : 1;
    }
    fputc('"', file);
}

void json_write_real(FILE *file, double value) {
    fputs(isfinite(value) ? digits_shortest(value).text : "null", file);
}

void json_write_reals(FILE *file, const double *values, size_t count) {
    fputc('[', file);
    for (size_t i = 0; i < count; i++) {
        fputs(i ? ", " : "", file);
        json_write_real(file, values[i]);
    }
    fputc(']', file);
}

void json_write_integers(FILE *file, const int64_t *values, size_t count) {
    fputc('[', file);
    for (size_t i = 0; i < count; i++)
        fprintf(file, "%s%lld", i ? ", " : "", (long long)values[i]);
    fputc(']', file);
}

void json_write_facts(FILE *file, const struct facts *facts) {
    fputc('{', file);
    for (size_t i = 0; i < facts->count; i++) {
        fputs(i ? ", " : "", file);

        /* Escaping keeps different names different, so that no reader mixes up two facts. */
        const char *name = facts->items[i].name;
        char *escaped = utf8_escape(name);
        json_write_text(file, escaped ? escaped : "?");
        free(escaped);

        fputs(": ", file);

        const struct fact *fact = &facts->items[i];
        if (fact->kind == FACT_TEXT)
            json_write_text(file, fact->text);
        else if (fact->kind == FACT_INTEGER)
            fprintf(file, "%lld", (long long)fact->integer);
        else {
            /* A whole one keeps its point, by which it stays a real number. */
            int is_whole =
                isfinite(fact->real) && fact->real == floor(fact->real) && fabs(fact->real) < 1e15;
            json_write_real(file, fact->real);
            fputs(is_whole && !strpbrk(digits_shortest(fact->real).text, ".e") ? ".0" : "", file);
        }
    }
    fputc('}', file);
}
