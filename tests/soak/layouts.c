/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layouts: 500 figures of made-up data, of every kind of chart, in several widths, fonts and
 * wordings. Fails where two texts of one overlap, or one leaves the page.
 *
 *     layouts            draws all of them
 *     layouts NUMBER...  draws these, and keeps the archive of the last and what it has drawn */
#include "tests/plot/drawn_texts.h"

enum { FIGURES = 500 };

static int draw_some(struct drawn_texts *drawn, int count, char **numbers) {
    for (int i = 0; i < count; i++) {
        struct made made;
        char arguments[1024];
        size_t number = strtoul(numbers[i], NULL, 10);
        made_choose(&made, arguments, sizeof arguments, number);
        drawn_texts_draw(drawn, number, stdout);
        char *said = drawn_texts_load(drawn, "said");
        printf("bench-plot %s/made.h5 %s\n%s", drawn->directory, arguments, said ? said : "");
        free(said);
    }
    text_boxes_close(&drawn->boxes);
    return drawn->faults != 0;
}

int main(int argc, char **argv) {
    struct drawn_texts drawn;
    size_t spoilt = 0, number = 0;
    if (drawn_texts_open(&drawn))
        return 1;
    if (argc > 1)
        return draw_some(&drawn, argc - 1, argv + 1);
    for (; drawn.drawn < FIGURES && drawn.small < FIGURES; number++)
        spoilt += drawn_texts_draw(&drawn, number, stdout) > 0;
    printf("%zu figures of %zu pages with %zu texts: %zu have texts that overlap or leave the "
           "page, %zu times; %zu more were refused\n",
           drawn.drawn, drawn.pages, drawn.texts, spoilt, drawn.faults, drawn.small + drawn.unfit);
    drawn_texts_close(&drawn);
    return drawn.faults || drawn.drawn < FIGURES;
}
