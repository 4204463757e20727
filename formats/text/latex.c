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
    {"\"", "\\texttt{\\char34}"}, /* which older fonts, and ligatures of newer ones, have curled */
    {"'", "\\textquotesingle{}"},
    {"`", "\\textasciigrave{}"},
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
    {"\uFFFD", "?"},
};

/* Of two of these LaTeX makes another character, and with newer fonts even across {}. */
static const char joined[] = "-,<>";

/* Writes the character at the start of TEXT if it has a special spelling, otherwise one byte;
 * returns the number of bytes it read. */
static size_t write_character(FILE *file, const char *text) {
    const char *latex = NULL;
    size_t length = 1;
    for (size_t i = 0; !latex && i < sizeof spelling / sizeof *spelling; i++)
        if (strncmp(text, spelling[i].text, strlen(spelling[i].text)) == 0) {
            latex = spelling[i].latex;
            length = strlen(spelling[i].text);
        }
    if (latex)
        fputs(latex, file);
    else
        putc(*text, file);
    if (strchr(joined, *text) && text[1] == *text)
        fputs("\\kern0pt", file);
    return length;
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
