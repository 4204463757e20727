/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/complexity/growth_words.h"

#include "analyze/model/size_words.h"

void growth_words_pieces(const struct segments *pieces, FILE *file) {
    for (size_t i = 0; i < pieces->count; i++) {
        const struct piece *piece = &pieces->items[i];
        fprintf(file, "%sn^%.2f", i ? ", " : "", piece->law.exponent.centre);
        if (i + 1 < pieces->count) {
            fputs(" to ", file);
            size_words_about(piece->to, file);
        } else if (i > 0) {
            fputs(" beyond", file);
        }
    }
}

void growth_words_as_good(const struct complexity *complexity, FILE *file) {
    for (size_t i = 1; i < complexity->as_good; i++)
        fprintf(file, "%s%s", i > 1 ? ", " : "", complexity->fits[i].law);
}
