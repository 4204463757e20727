/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/text/latex.h"

#include <string.h>

/* Characters that are special in LaTeX, or that its older fonts lack or replace by others. */
static const struct {
    const char *text, *latex;
} spelling[] = {
    {"\\", "\\textbackslash{}"},
    {"{", "\\{"},
    {"}", "\\}"},
    {"$", "\\$"},
    {"&", "\\&"},
    {"#", "\\#"},
    {"%", "\\%"},
    {"_", "\\_"},
    {"^", "\\textasciicircum{}"},
    {"~", "\\textasciitilde{}"},
    {"<", "\\textless{}"},
    {">", "\\textgreater{}"},
    {"|", "\\textbar{}"},
    {"\"", "\\char34{}"},
    {"[", "{[}"}, /* after \\ it would begin an option */
    {"]", "{]}"},
    {"*", "{*}"}, /* likewise */
    {"±", "$\\pm$"},
    {"×", "$\\times$"},
    {"÷", "$\\div$"},
    {"≈", "$\\approx$"},
    {"≤", "$\\le$"},
    {"≥", "$\\ge$"},
    {"−", "$-$"},
    {"√", "$\\surd$"},
    {"Σ", "$\\Sigma$"},
    {"²", "$^2$"},
    {"³", "$^3$"},
    {"µ", "\\textmu{}"},
    {"μ", "\\textmu{}"},
    {"·", "\\textperiodcentered{}"},
    {"…", "\\dots{}"},
    {"—", "---"},
    {"½", "$\\frac12$"},
    {"⅓", "$\\frac13$"},
    {"¼", "$\\frac14$"},
    {"⅛", "$\\frac18$"},
    {"–", "--"},
    {"→", "$\\to$"},
    {"τ", "$\\tau$"},
    {"⁄", "/"},
    {"⁻", "$^-$"},
    {"⁰", "$^0$"},
    {"¹", "$^1$"},
    {"⁴", "$^4$"},
    {"⁵", "$^5$"},
    {"⁶", "$^6$"},
    {"⁷", "$^7$"},
    {"⁸", "$^8$"},
    {"⁹", "$^9$"},
    {"₀", "$_0$"},
    {"₁", "$_1$"},
    {"₂", "$_2$"},
    {"₃", "$_3$"},
    {"₄", "$_4$"},
    {"₅", "$_5$"},
    {"₆", "$_6$"},
    {"₇", "$_7$"},
    {"₈", "$_8$"},
    {"₉", "$_9$"},
    {"κ", "$\\kappa$"},
    {"σ", "$\\sigma$"},
    {"λ", "$\\lambda$"},
    {"α", "$\\alpha$"},
    {"β", "$\\beta$"},
    {"∞", "$\\infty$"},
};

/* Returns whether LaTeX would join C and NEXT into another character. */
static int is_joined(char c, char next) {
    return (c == next && strchr("-,'`", c)) || (next == '`' && (c == '?' || c == '!'));
}

/* Writes the character at the start of TEXT if it has a special spelling, otherwise one byte;
 * returns the number of bytes it read. */
static size_t write_character(FILE *file, const char *text) {
    for (size_t i = 0; i < sizeof spelling / sizeof *spelling; i++) {
        size_t length = strlen(spelling[i].text);
        if (strncmp(text, spelling[i].text, length) == 0) {
            fputs(spelling[i].latex, file);
            return length;
        }
    }
    putc(*text, file);
    if (text[1] && is_joined(text[0], text[1]))
        fputs("{}", file);
    return 1;
}

void latex_write(FILE *file, const char *text) {
    while (*text)
        text += write_character(file, text);
}

void latex_write_comment(FILE *file, const char *text) {
    fputs("% ", file);
    for (; *text; text++) {
        putc(*text == '\r' ? ' ' : *text, file);
        if (*text == '\n')
            fputs("% ", file);
    }
    putc('\n', file);
}
